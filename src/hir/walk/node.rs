//! Who visits, and what is below declarations and lines.

macro_rules! walk_nodes {
    ($iter:ident $($mut:tt)?) => {
        // of all three macros: they stand in one module
        use crate::hir::{
            Attach, Band, Bearing, Blank, Block, Body, Call, Cell, Chance, ChanceKind, Change, ChangeKind, Choice, Coming, Course,
            Every, Expr, ExprKind, Factor, Fill, Forbid, Forced, Gather, Guards, Limit, Loop, Meeting, Motion, Moves, Needs, Offer, Order, Pile,
            OwnRow, Placing, Price, Proc, ProcKind, Quality, Ray, Repeat, Sel, Spend, Stays, Step, Stmt, StmtKind, Stop, Table,
            TableKey, Take, Target, Terms, Test, Thing, Turn, Value,
        };

        /// Visits nodes; what is not overridden goes on to what is below.
        pub trait Walk: Sized {
            /// A question.
            fn expr(&mut self, e: &$($mut)? Expr) {
                walk_expr(self, e);
            }
            /// A description.
            fn sel(&mut self, s: &$($mut)? Sel) {
                s.tests.$iter().for_each(|t| self.test(t));
            }
            /// What a description says.
            fn test(&mut self, t: &$($mut)? Test) {
                walk_test(self, t);
            }
            /// What something can be.
            fn quality(&mut self, q: &$($mut)? Quality) {
                match q {
                    Quality::Condition(_, args) => args.$iter().for_each(|a| self.expr(a)),
                    Quality::Same(e) => self.expr(e),
                    Quality::State(_) | Quality::Rule(_) | Quality::Row(_) | Quality::Tagged(..) | Quality::Ground(_) | Quality::Error => {}
                }
            }
            /// Statements.
            fn block(&mut self, b: &$($mut)? Block) {
                b.$iter().for_each(|s| self.stmt(s));
            }
            /// A statement.
            fn stmt(&mut self, s: &$($mut)? Stmt) {
                walk_stmt(self, s);
            }
            /// A change.
            fn change(&mut self, c: &$($mut)? Change) {
                walk_change(self, &$($mut)? c.kind);
                self.guards(&$($mut)? c.guard);
            }
            /// When something holds.
            fn guards(&mut self, g: &$($mut)? Guards) {
                g.$iter().for_each(|g| self.expr(&$($mut)? g.test));
            }
            /// A limit.
            fn limit(&mut self, l: &$($mut)? Limit) {
                l.of.$iter().for_each(|e| self.expr(e));
            }
            /// What is asked before something is done.
            fn needs(&mut self, n: &$($mut)? Needs) {
                n.$iter().for_each(|n| self.expr(&$($mut)? n.test));
            }
            /// What is paid.
            fn price(&mut self, p: &$($mut)? Price) {
                self.expr(&$($mut)? p.of);
                self.expr(&$($mut)? p.amount);
            }
            /// A line at one place.
            fn meeting(&mut self, m: &$($mut)? Meeting) {
                walk_meeting(self, m);
            }
            /// A call.
            fn call(&mut self, c: &$($mut)? Call) {
                c.args.$iter().for_each(|a| self.expr(a));
                c.answers.$iter().for_each(|(_, a)| self.expr(a));
            }
        }

        /// Rows below a quantity or throw.
        pub fn walk_rows<W: Walk>(w: &mut W, rows: &$($mut)? [OwnRow]) {
            rows.$iter().for_each(|r| w.change(&$($mut)? r.change));
        }

        /// A quantity.
        pub fn walk_value<W: Walk>(w: &mut W, v: &$($mut)? Value) {
            [&$($mut)? v.base, &$($mut)? v.least, &$($mut)? v.most].into_iter().flatten().for_each(|e| w.expr(e));
            walk_rows(w, &$($mut)? v.rows);
        }

        /// Something that happens.
        pub fn walk_proc<W: Walk>(w: &mut W, p: &$($mut)? Proc) {
            p.costs.$iter().for_each(|c| w.price(c));
            w.needs(&$($mut)? p.needs);
            p.limits.$iter().for_each(|l| w.limit(l));
            p.steps.$iter().for_each(|s| walk_step(w, s));
            if let ProcKind::Manner(manner) = &$($mut)? p.kind {
                walk_rows(w, &$($mut)? manner.rows);
            }
            if let ProcKind::Chance(c) = &$($mut)? p.kind {
                walk_chance(w, c);
            }
        }

        /// A step.
        pub fn walk_step<W: Walk>(w: &mut W, s: &$($mut)? Step) {
            s.guard.$iter().for_each(|g| w.expr(g));
            s.result.$iter().for_each(|(_, e)| w.expr(e));
            s.or_else.$iter().for_each(|b| w.block(b));
            w.block(&$($mut)? s.block);
        }

        /// What is thrown.
        pub fn walk_chance_kind<W: Walk>(w: &mut W, kind: &$($mut)? ChanceKind) {
            match kind {
                ChanceKind::Pool { dice, each, passes, or_less: _ } => {
                    dice.$iter().for_each(|d| w.expr(d));
                    each.$iter().flat_map(|e| e.need.$iter()).for_each(|n| w.expr(n));
                    passes.$iter().for_each(|p| w.expr(p));
                }
                ChanceKind::Roll(roll) | ChanceKind::Opposed { roll, ties_again: _, side: _ } => roll.$iter().for_each(|r| w.expr(r)),
                ChanceKind::Check { dice: _, base, need, low: _ } => [base, need].into_iter().for_each(|e| w.expr(e)),
                ChanceKind::Error => {}
            }
        }

        /// A throw.
        pub fn walk_chance<W: Walk>(w: &mut W, c: &$($mut)? Chance) {
            walk_chance_kind(w, &$($mut)? c.kind);
            for (_, _, forced) in &$($mut)? c.naturals {
                walk_forced(forced);
            }
            walk_rows(w, &$($mut)? c.rows);
            for (_, band, block) in &$($mut)? c.bands {
                match band {
                    Band::Passed | Band::Failed | Band::FailedBy(..) | Band::Difference(..) | Band::Score(..) | Band::Otherwise => w.block(block),
                }
            }
        }

        fn walk_forced(f: &$($mut)? Forced) {
            match f {
                Forced::Succeeds | Forced::Fails | Forced::Counts(_) => {}
            }
        }

        /// A table.
        pub fn walk_table<W: Walk>(w: &mut W, t: &$($mut)? Table) {
            for key in t.keys.$iter().flatten() {
                match key {
                    TableKey::Is(e) => w.expr(e),
                    TableKey::So(q) => w.quality(q),
                    TableKey::Numbers(..) | TableKey::Otherwise => {}
                }
            }
            for cell in &$($mut)? t.cells {
                match cell {
                    Cell::Is(e) => w.expr(e),
                    Cell::Dash | Cell::Dice(_) => {}
                }
            }
        }

        /// What a rule asks before it acts.
        pub fn walk_terms<W: Walk>(w: &mut W, t: &$($mut)? Terms) {
            w.needs(&$($mut)? t.needs);
            t.limits.$iter().for_each(|l| w.limit(l));
            t.costs.$iter().for_each(|c| w.price(c));
        }

        /// A line where a rule meets the game.
        pub fn walk_attach<W: Walk>(w: &mut W, a: &$($mut)? Attach) {
            walk_terms(w, &$($mut)? a.terms);
            a.meets.$iter().for_each(|m| w.meeting(m));
        }

        /// What a rule forbids.
        pub fn walk_forbid<W: Walk>(w: &mut W, f: &$($mut)? Forbid) {
            f.meets.$iter().for_each(|m| w.meeting(m));
        }

        /// A line at one place.
        pub fn walk_meeting<W: Walk>(w: &mut W, m: &$($mut)? Meeting) {
            for Blank { fill, .. } in &$($mut)? m.blanks {
                match fill {
                    Fill::Me(tests) | Fill::Described(_, tests) => tests.$iter().for_each(|t| w.test(t)),
                    Fill::My(e, tests) => {
                        w.expr(e);
                        tests.$iter().for_each(|t| w.test(t));
                    }
                    Fill::Exactly(e) => w.expr(e),
                    Fill::Number => {}
                }
            }
            m.during.$iter().for_each(|d| w.expr(d));
            w.guards(&$($mut)? m.guard);
            if let Some(Coming { who, limit, of }) = &$($mut)? m.coming {
                w.sel(who);
                w.expr(limit);
                w.expr(of);
            }
            match &$($mut)? m.body {
                Body::Changes(changes) => changes.$iter().for_each(|c| w.change(c)),
                Body::Happens(block) => w.block(block),
                Body::Also(guards) => w.guards(guards),
                Body::Skip | Body::Ignore | Body::Mute => {}
            }
        }

        fn walk_every<W: Walk>(w: &mut W, every: &$($mut)? Every) {
            match every {
                Every::Of(_, sel) => w.sel(sel),
                Every::By(_, e) => w.expr(e),
            }
        }

        fn walk_moves<W: Walk>(w: &mut W, m: &$($mut)? Moves) {
            match m {
                Moves::Keeping(far, whom) | Moves::Ending(far, whom) => {
                    w.expr(far);
                    w.sel(whom);
                }
                Moves::Through(s) | Moves::IfSurrounded(s) | Moves::Without(s) => w.sel(s),
                Moves::Inside(_) | Moves::Coherent | Moves::Leaving | Moves::GoingOn | Moves::Turning | Moves::KeepsFacing => {}
            }
        }

        /// What is changed.
        pub fn walk_change<W: Walk>(w: &mut W, c: &$($mut)? ChangeKind) {
            match c {
                ChangeKind::Set(e)
                | ChangeKind::Floor(e)
                | ChangeKind::Ceiling(e)
                | ChangeKind::Exactly(e, _)
                | ChangeKind::Need(e)
                | ChangeKind::HitCounts(e)
                | ChangeKind::Each { amount: e, .. }
                | ChangeKind::Total { amount: e, .. } => w.expr(e),
                ChangeKind::Add { amount, every, .. } | ChangeKind::Dice { amount, every, .. } => {
                    w.expr(amount);
                    every.$iter().for_each(|e| walk_every(w, e));
                }
                ChangeKind::Scale(Factor::By(e), _) => w.expr(e),
                ChangeKind::Natural(_, forced) => walk_forced(forced),
                ChangeKind::Moves(moves) => walk_moves(w, moves),
                ChangeKind::Scale(Factor::Share(..), _)
                | ChangeKind::Yes
                | ChangeKind::No
                | ChangeKind::Reroll { .. }
                | ChangeKind::Explode(..)
                | ChangeKind::Keep(_)
                | ChangeKind::HitDice(_)
                | ChangeKind::Passes
                | ChangeKind::Fails => {}
            }
        }
    };
}
pub(super) use walk_nodes;
