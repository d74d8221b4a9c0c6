//! Moves.

use super::super::ask::{Shown, Wanted};
use super::super::meet::Receiver;
use super::super::{Resolver, Scope};
use super::value::{line_below, own_row};
use crate::ast::{self, ContribKind, CourseWay, ItemKind, MoveOptionKind as Opt, Whom};
use crate::diag::{Code, Diagnostic};
use crate::hir::{
    Change, ChangeKind, Course, Expr, ExprKind, Line, Manner, Motion, Moves, OwnRow, ProcId, ProcKind, Sel, Spending, StmtKind, TerrainId,
    Test, Ty,
};

impl Resolver<'_> {
    /// `x moves up to 6" towards y, keeping 1" from enemy unit`.
    pub(super) fn motion(&mut self, scope: &mut Scope, said: &ast::Move) -> StmtKind {
        let who = self.expr(scope, &said.who);
        let distance = said.distance.as_ref().map(|e| {
            let x = self.effect(scope, e);
            if !x.ty.fits(Ty::LENGTH) {
                let is = self.describe(x.ty);
                self.fault(Code::Measure, e.at, format!("a move is in inches, and this is {is}"), "give a length such as 6\"");
            }
            x
        });
        if said.distance.is_none() && said.course.is_none() && said.options.is_empty() {
            self.fault(
                Code::Syntax,
                said.who.at,
                "it is not said how far or where this moves",
                "write `moves up to 6\"`, or where to: `moves into contact with ...`",
            );
        }
        self.one_way(said);
        let course = match &said.course {
            None => self.own_way(scope, &who, &said.options),
            Some(course) => {
                if course.way == CourseWay::StraightAwayFrom && said.up_to {
                    let help = "leave out `up to`, or write `away from`";
                    self.fault(Code::Place, course.at, "whoever moves straight away goes as far as he can, and nobody chooses", help);
                }
                self.course(scope, course)
            }
        };
        let mut motion = Motion { distance, up_to: said.up_to, ..Motion::of(who, course) };
        self.move_options(scope, &mut motion, &said.options);
        self.faces_once(said, &motion);
        self.goes_straight_on(said, &motion.course);
        StmtKind::Move(Box::new(motion))
    }

    /// Faults what is to go on until there is room, and has no direction in which it could.
    fn goes_straight_on(&mut self, said: &ast::Move, course: &Course) {
        if matches!(course, Course::Towards(_) | Course::Away(_) | Course::StraightAway(_) | Course::Home(_)) {
            return;
        }
        let by_manner = self.said_by_manner(&said.options).iter().any(|(sort, _)| *sort == "going on");
        let says = |o: &&ast::MoveOption| matches!(o.kind, Opt::GoingOn) || by_manner && matches!(o.kind, Opt::Manner(_));
        if let Some(option) = said.options.iter().find(says) {
            let message = "only who moves towards something or away from it goes straight on until there is room";
            self.fault(Code::Place, option.at, message, "leave it out, or say `towards ...` or `away from ...`");
        }
    }

    /// What else is said of a move, each sort once.
    pub(super) fn move_options(&mut self, scope: &mut Scope, motion: &mut Motion, options: &[ast::MoveOption]) {
        let mut sorts = self.said_by_manner(options);
        for option in options {
            let sort = sort_of(&option.kind);
            match sorts.iter().find(|(s, _)| *s == sort) {
                Some((_, true)) => {
                    let help = "leave it out here, or write all that this move does in place of the manner";
                    self.fault(Code::Place, option.at, "its manner says this already", help);
                }
                Some(_) if sort == "manner" => {
                    let help = "name one, and say besides what the other adds";
                    self.fault(Code::Place, option.at, "a move is in one manner", help);
                }
                Some(_) => {
                    let help = "say it once, with one description of all that are meant";
                    self.fault(Code::Place, option.at, "this is said already", help);
                }
                None => {}
            }
            sorts.push((sort, false));
            self.move_option(scope, motion, option);
        }
    }

    /// What the manner of a move says of it, whenever it is named.
    fn said_by_manner(&self, options: &[ast::MoveOption]) -> Vec<(&'static str, bool)> {
        let named = options.iter().find_map(|o| if let Opt::Manner(name) = &o.kind { self.manner_named(name.name.sym) } else { None });
        let declared = self.decls.iter().zip(&self.made).find(|(_, made)| named.is_some() && made.proc == named);
        let items = declared.map_or(&[][..], |(d, _)| d.kind.items());
        let said = items.iter().flat_map(|i| match &i.kind {
            ItemKind::Manner(said) => said.iter().map(|o| &o.kind).collect(),
            ItemKind::Named { contrib, .. } | ItemKind::Contrib(contrib) if contrib.guard.is_none() => match &contrib.kind {
                ContribKind::Moves(o) => vec![&o.kind],
                _ => Vec::new(),
            },
            _ => Vec::new(),
        });
        said.map(|o| (sort_of(o), true)).collect()
    }

    /// What a manner says of those who move so: on its own line, then in its rows.
    pub(super) fn manner_body(&mut self, d: &ast::Decl, proc: ProcId, items: &[ast::Item]) {
        let Some(head) = self.head_of_proc(proc) else { return };
        let scope = self.scope_of(&head);
        let (mut rows, mut says) = (Vec::new(), false);
        for item in items {
            match &item.kind {
                ItemKind::Manner(options) => {
                    says = true;
                    self.each_once(options);
                    for option in options {
                        let Some(moves) = self.moves_besides(&mut scope.clone(), option) else { continue };
                        let change = Change { kind: ChangeKind::Moves(moves), guard: Vec::new(), at: option.at };
                        let line = Line { at: option.at, ..line_below(d, item, None) };
                        rows.push(OwnRow { line, change });
                    }
                }
                _ => {
                    let Some((name, contrib)) = own_row(item) else { continue };
                    says = true;
                    if let Some(change) = self.change(&mut scope.clone(), Receiver::Manner(proc), contrib) {
                        rows.push(OwnRow { line: line_below(d, item, name), change });
                    }
                }
            }
        }
        self.named_once(
            items.iter().filter_map(|i| if let ItemKind::Named { name, .. } = &i.kind { Some((name.sym, name.at, i)) } else { None }),
        );
        if !says {
            let help = "write behind a colon what holds for all who move so, such as `keeping 1\" from enemy unit`";
            self.fault(Code::Unready, head.line.at, format!("`{}` says nothing", self.said(head.name)), help);
        }
        if let Some(p) = self.rules.procs.get_mut(proc) {
            p.kind = ProcKind::Manner(Manner { rows });
        }
    }

    /// Faults what one line says twice.
    fn each_once(&mut self, options: &[ast::MoveOption]) {
        for (i, option) in options.iter().enumerate() {
            let sort = sort_of(&option.kind);
            if options.iter().take(i).any(|o| sort_of(&o.kind) == sort) {
                let help = "say it once, with one description of all that are meant";
                self.fault(Code::Place, option.at, "this is said already", help);
            }
        }
    }

    /// What a manner, or a rule that meets it, says of whoever moves so.
    pub(in crate::resolve) fn moves_besides(&mut self, scope: &mut Scope, option: &ast::MoveOption) -> Option<Moves> {
        Some(match &option.kind {
            Opt::Keeping { distance, from } => Moves::Keeping(self.how_far(scope, distance), self.sel(scope, from)),
            Opt::Ending { distance, from } => Moves::Ending(self.how_far(scope, distance), self.sel(scope, from)),
            Opt::Through { whom, if_surrounded: true } => Moves::IfSurrounded(self.sel(scope, whom)),
            Opt::Through { whom, if_surrounded: false } => Moves::Through(self.sel(scope, whom)),
            Opt::Inside(names) => Moves::Inside(self.grounds(names)),
            Opt::Without(who) => Moves::Without(self.sel(scope, who)),
            Opt::LeavingBoard => Moves::Leaving,
            Opt::GoingOn => Moves::GoingOn,
            Opt::KeepingFacing => Moves::KeepsFacing,
            Opt::KeepingCoherency => Moves::Coherent,
            Opt::Wheeling | Opt::TurningAbout => Moves::Turning,
            Opt::Manner(_) | Opt::Forward | Opt::Straight | Opt::StraightBack | Opt::Aside { .. } | Opt::Spending { .. } => {
                let help = if matches!(option.kind, Opt::Manner(_)) { "say here what that one says" } else { "say it of the move itself" };
                self.fault(
                    Code::Place,
                    option.at,
                    "a manner says how something moves, not where to, not for what and not by another",
                    help,
                );
                return None;
            }
        })
    }

    /// The manner of a move, told if whoever moves is not of its kind.
    fn manner(&mut self, motion: &Motion, name: &ast::NameRef) -> Option<ProcId> {
        let Some(proc) = self.manner_named(name.name.sym) else {
            self.unknown_name(name, Wanted::Manner);
            return None;
        };
        let head = self.head_of_proc(proc)?;
        let mover = self.local_ty(head.roles.first()?.local);
        if !motion.who.ty.fits(mover) {
            let (is, wants, written) = (self.describe(motion.who.ty), self.describe(mover), self.said(name.name.sym));
            let d = Diagnostic::new(Code::Type, name.at.span(), format!("`{written}` is how {wants} moves, and this is {is}"));
            self.report(d.label(head.line.at.span(), "declared here").help("say of this move itself what holds for it"));
        }
        Some(proc)
    }

    /// Faults a move that says more than once which way it goes.
    fn one_way(&mut self, said: &ast::Move) {
        let mut own = said.options.iter().filter(|o| is_way(&o.kind));
        let Some(first) = own.next() else { return };
        let other = own.find(|o| sort_of(&o.kind) != sort_of(&first.kind));
        if let Some(at) = said.course.as_ref().map(|c| c.at).or_else(|| other.map(|o| o.at)) {
            let first = first.at;
            let help =
                "say either where it goes, or one of `straight`, `straight back`, `forward` and `... left or right of straight ahead`";
            let d = Diagnostic::new(Code::Place, at.span(), "this move says twice which way it goes");
            self.report(d.label(first.span(), "here already").help(help));
        }
    }

    /// The way of a move that goes to nothing in particular: `forward`, `straight`, `up to 22.5° left or right of straight ahead`.
    fn own_way(&mut self, scope: &mut Scope, who: &Expr, options: &[ast::MoveOption]) -> Course {
        match options.iter().map(|o| &o.kind).find(|o| is_way(o)) {
            Some(Opt::StraightBack) => Course::Back,
            Some(Opt::Straight) => Course::Ahead,
            Some(Opt::Forward) => Course::Forward,
            Some(Opt::Aside { up_to, angle }) => {
                self.has_front(who);
                let angle = self.effect(scope, angle);
                if !angle.ty.fits(Ty::ANGLE) {
                    let is = self.describe(angle.ty);
                    self.fault(
                        Code::Measure,
                        angle.at,
                        format!("a direction is so many degrees, and this is {is}"),
                        "give an angle such as 45°",
                    );
                }
                self.at_most_half_round(self.constant(&angle), angle.at);
                Course::Aside { angle, less: *up_to }
            }
            _ => Course::Free,
        }
    }

    /// The count that a move is paid from.
    fn paid_from(&mut self, motion: &Motion, name: &ast::NameRef, double: bool) -> Option<Spending> {
        let ty = motion.who.ty;
        let Some(count) = self.count_of(name.name.sym, ty) else {
            self.unknown_count(name, ty);
            return None;
        };
        let declared = self.rules.counts.get(count)?;
        let (of, holds, at) = (Ty::Thing(declared.of), declared.holds, declared.line.at);
        if !ty.fits(of) {
            let (title, whose, is) = (self.said(name.name.sym), self.describe(of), self.describe(ty));
            let d = Diagnostic::new(Code::Type, name.at.span(), format!("`{title}` is a count of {whose}, and {is} moves"));
            self.report(d.label(at.span(), "declared here").help("name a count of whoever moves"));
        } else if !holds.fits(Ty::LENGTH) {
            let (title, is) = (self.said(name.name.sym), self.describe(holds));
            let d = Diagnostic::new(Code::Measure, name.at.span(), format!("a move is paid in inches, and `{title}` holds {is}"));
            self.report(d.label(at.span(), "declared here").help("name a count that is `in inches`"));
        }
        Some(Spending { count, double })
    }

    /// Faults a move whose other words say already how it faces at its end.
    fn faces_once(&mut self, said: &ast::Move, motion: &Motion) {
        if let Some(turns) = said.options.iter().find(|o| matches!(o.kind, Opt::Wheeling | Opt::TurningAbout))
            && matches!(motion.course, Course::Aside { .. })
        {
            self.fault(Code::Place, turns.at, "whoever moves so keeps its facing", "leave this out, or say that it moves `forward`");
        }
        let Some(keeps) = said.options.iter().find(|o| o.kind == Opt::KeepingFacing) else { return };
        let why = match motion.course {
            _ if motion.turning => "turns to the way that it went",
            Course::Contact(_) => "turns to whom it touches",
            _ => return,
        };
        self.fault(Code::Place, keeps.at, format!("whoever moves so {why}"), "leave out `keeping facing`");
    }

    /// Where a move goes.
    fn course(&mut self, scope: &mut Scope, course: &ast::Course) -> Course {
        let to = match &course.whom {
            Whom::One(e) => self.expr(scope, e),
            Whom::Any(s) => {
                let sel = self.sel(scope, s);
                let ty = self.local_ty(sel.var);
                self.one_of_several(s, &sel);
                Expr::new(ExprKind::The(sel), ty, s.at)
            }
        };
        match course.way {
            CourseWay::AwayFrom => Course::Away(to),
            CourseWay::StraightAwayFrom => Course::StraightAway(to),
            CourseWay::IntoContactWith => Course::Contact(to),
            CourseWay::Onto | CourseWay::To => Course::Onto(to),
            CourseWay::Towards | CourseWay::After if to.ty == Ty::Edge => Course::Home(to),
            CourseWay::Towards | CourseWay::After => Course::Towards(to),
        }
    }

    /// Tells of a description that may fit several, where a move is measured from one.
    fn one_of_several(&mut self, said: &ast::Selector, sel: &Sel) {
        let single = |t: &Test| matches!(t, Test::Most(..) | Test::Nearest(..));
        if sel.tests.iter().any(single) {
            return;
        }
        let noun = self.said(said.noun.kind.sym);
        let words: Vec<String> = said.adjectives.iter().map(|a| Shown(&self.rules.names).adjective(a)).collect();
        let who = [words.as_slice(), std::slice::from_ref(&noun)].concat().join(" ");
        let message = format!("this may be several, and a move is measured from one {noun}");
        self.fault(Code::Bare, said.at, message, format!("write `the {who} nearest to` and who moves"));
    }

    fn move_option(&mut self, scope: &mut Scope, motion: &mut Motion, option: &ast::MoveOption) {
        match &option.kind {
            Opt::Keeping { distance, from } => motion.keeping = Some((self.how_far(scope, distance), self.sel(scope, from))),
            Opt::Ending { distance, from } => motion.ending = Some((self.how_far(scope, distance), self.sel(scope, from))),
            Opt::Through { whom, if_surrounded: true } => motion.if_surrounded = Some(self.sel(scope, whom)),
            Opt::Through { whom, if_surrounded: false } => motion.through = Some(self.sel(scope, whom)),
            Opt::Inside(names) => motion.inside = self.grounds(names),
            Opt::Without(who) => motion.without = Some(self.sel(scope, who)),
            Opt::Manner(name) => motion.manner = self.manner(motion, name),
            Opt::LeavingBoard => motion.leaving = true,
            Opt::GoingOn => motion.going_on = true,
            Opt::KeepingFacing => motion.keeps_facing = true,
            Opt::KeepingCoherency => motion.coherent = true,
            Opt::Wheeling | Opt::TurningAbout => motion.turning = true,
            Opt::Spending { double, count } => motion.spending = self.paid_from(motion, count, *double),
            Opt::Forward | Opt::Straight | Opt::StraightBack | Opt::Aside { .. } => {}
        }
    }

    /// The sorts of ground that are named.
    fn grounds(&mut self, names: &[ast::Name]) -> Vec<TerrainId> {
        let mut out = Vec::new();
        for name in names {
            match self.terrain_named(name.sym) {
                Some(t) => out.push(t),
                None => {
                    self.unknown_name(&super::lend::ref_of(*name), Wanted::Ground);
                }
            }
        }
        out
    }
}

/// Whether it says which way a move goes.
const fn is_way(option: &Opt) -> bool {
    matches!(option, Opt::Forward | Opt::Straight | Opt::StraightBack | Opt::Aside { .. })
}

/// What may be said of a move but once.
fn sort_of(option: &Opt) -> &'static str {
    match option {
        Opt::Keeping { .. } => "keeping",
        Opt::Ending { .. } => "ending",
        Opt::Inside(_) => "inside",
        Opt::Manner(_) => "manner",
        Opt::Without(_) => "without",
        Opt::Through { if_surrounded: true, .. } => "if surrounded",
        Opt::Through { .. } => "through",
        Opt::Aside { .. } => "aside",
        Opt::Spending { .. } => "spending",
        Opt::Forward => "forward",
        Opt::Straight => "straight",
        Opt::StraightBack => "straight back",
        Opt::LeavingBoard => "leaving board",
        Opt::GoingOn => "going on",
        Opt::KeepingFacing => "keeping facing",
        Opt::KeepingCoherency => "keeping coherency",
        Opt::Wheeling => "wheeling",
        Opt::TurningAbout => "turning about",
    }
}
