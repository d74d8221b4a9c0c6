//! The pieces of resolved rules: bases, steps, rows, lines.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde::Serialize;

use super::Side;
use super::piece::Piece;
use super::words::words;
use crate::hir::mutate::Part;
use crate::hir::walk::alter::{Walk, walk_meeting, walk_stmt};
use crate::hir::{
    Attach, Block, Cell, ChanceKind, Forbid, Hook, Limit, Line, ListCell, LocalId, Meeting, Moment, Need, Precedence, Price, Proc, ProcId,
    ProcKind, Quality, Rule, RuleId, Ruling, Settings, State, Step, Stmt, Table, TableKey, Terms, Until, Value, print, print_part,
    words_of,
};
use crate::intern::Sym;
use crate::source::{At, Span};

/// Makes the pieces of one declaration.
pub(super) struct Pieces<'a, 's> {
    side: &'s Side<'a>,
    /// The blanks of its head: they are told apart by their order, whatever they are called.
    scope: Vec<LocalId>,
    /// Words that both declarations know.
    known: Rc<BTreeSet<String>>,
}

/// Takes the blocks out of a statement or line.
#[derive(Default)]
struct Taken(Vec<Block>);

impl Walk for Taken {
    fn block(&mut self, b: &mut Block) {
        self.0.push(std::mem::take(b));
    }
}

impl<'a, 's> Pieces<'a, 's> {
    pub fn new(side: &'s Side<'a>, known: Rc<BTreeSet<String>>) -> Self {
        Self { side, scope: Vec::new(), known }
    }

    /// The pieces of a declaration, and whether their order counts.
    pub fn of(&mut self, part: Part) -> (Vec<Piece>, bool) {
        let (pieces, ordered) = self.made(part);
        (pieces.into_iter().map(Self::under).collect(), ordered)
    }

    fn made(&mut self, part: Part) -> (Vec<Piece>, bool) {
        let r = self.side.book.rules;
        let none = (Vec::new(), false);
        match part {
            Part::Settings => (self.settings(&r.settings), false),
            Part::Value(id) => r.values.get(id).map_or(none, |v| (self.value(v), false)),
            Part::Proc(id) => r.procs.get(id).map_or(none, |p| (self.proc(p), true)),
            Part::Table(id) => r.tables.get(id).map_or(none, |t| (self.table(t), false)),
            Part::Rule(id) => r.rules.get(id).map_or(none, |rule| (self.rule(id, rule), false)),
            Part::State(id) => r.states.get(id).map_or(none, |s| (self.state(s), false)),
            Part::Ruling(id) => r.rulings.get(id).map_or(none, |x| (self.ruling(x), false)),
            Part::Row(id) => r.rows.get(id).map_or(none, |row| (self.row(row), false)),
            Part::Count(id) => r.counts.get(id).map_or(none, |c| {
                let starts = c.starts.iter().map(|(_, e)| self.piece("starts", e, e.at));
                let bounds = c.bounds.iter().flat_map(|(_, both)| ["least", "most"].into_iter().zip(both));
                (starts.chain(bounds.map(|(what, e)| self.piece(what, e, e.at))).collect(), false)
            }),
            _ => none,
        }
    }

    /// What stands below a line stands under its clauses, and meets what it meets.
    fn under(mut p: Piece) -> Piece {
        for below in &mut p.below {
            if below.cites.is_empty() {
                below.cites.clone_from(&p.cites);
            }
            below.hooks.clone_from(&p.hooks);
            *below = Self::under(std::mem::take(below));
        }
        p
    }

    fn print<T: Serialize + ?Sized>(&self, node: &T) -> String {
        print_part(self.side.book.rules, &self.scope, &self.known, node)
    }

    fn text(&self, sym: Sym) -> String {
        self.side.book.rules.names.text(sym).to_owned()
    }

    fn piece<T: Serialize + ?Sized>(&self, label: &str, node: &T, at: At) -> Piece {
        Piece { label: label.to_owned(), print: self.print(node), at, ..Piece::default() }
    }

    fn line<T: Serialize + ?Sized>(&self, word: &str, line: &Line, node: &T) -> Piece {
        let name = line.name.map(|n| self.text(n)).unwrap_or_default();
        let label = if name.is_empty() || word.is_empty() { name } else { format!("{word} {name}") };
        Piece { cites: line.cites.clone(), ..self.piece(&label, node, line.at) }
    }

    fn settings(&self, s: &Settings) -> Vec<Piece> {
        let side = self.side;
        let at = side.book.rules.pack.line.at;
        let inches = |n: i64| format!("{}\"", super::inches(n));
        let mut out = Vec::new();
        let mut flag = |label: &str, on: bool| out.extend(on.then(|| told(label, "yes", at)));
        flag("measured from the leader", s.from_leader);
        flag("measured to the leader", s.to_leader);
        flag("coherency about the leader", s.about_leader);
        flag("only the leader walks", s.leader_walks);
        out.extend(s.coherency.map(|n| told("coherency", inches(n), at)));
        out.extend(s.once_per_phase.map(|p| told("once per", if p { "phase" } else { "turn" }, at)));
        out.extend(s.simultaneous.iter().map(|(_, e)| self.piece("simultaneous", e, e.at)));
        let value = |v: crate::hir::ValueId| side.book.rules.values.get(v).map(|v| self.text(v.head.name)).unwrap_or_default();
        out.extend(s.score.map(|v| told("score", value(v), at)));
        out.extend(s.standing.map(|v| told("standing", value(v), at)));
        for set in &side.book.rules.exclusive {
            let mut names: Vec<String> = set.iter().filter_map(|s| side.book.rules.states.get(*s)).map(|s| self.text(s.name)).collect();
            names.sort();
            out.push(Piece { label: String::new(), ..told("", format!("exclusive {}", names.join(", ")), at) });
        }
        out.extend(self.met(None));
        out
    }

    fn value(&mut self, v: &Value) -> Vec<Piece> {
        self.scope = v.head.roles.iter().map(|r| r.local).collect();
        let head = v.head.line.at;
        let mut out = vec![Piece { cites: v.head.line.cites.clone(), ..self.piece("", &v.head, head) }];
        out.extend(v.base.iter().map(|e| self.piece("base", e, e.at)));
        out.extend(v.rounding.map(|r| told("rounded", format!("{r:?}").to_lowercase(), head)));
        out.extend(v.least.iter().map(|e| self.piece("at least", e, e.at)));
        out.extend(v.most.iter().map(|e| self.piece("at most", e, e.at)));
        out.extend(v.rows.iter().map(|row| self.line("", &row.line, &row.change)));
        out
    }

    fn asked(&self, needs: &[Need], limits: &[Limit], costs: &[Price]) -> Vec<Piece> {
        let mut out: Vec<Piece> = costs.iter().map(|c| self.line("cost", &c.line, c)).collect();
        out.extend(needs.iter().map(|n| self.line("needs", &n.line, &n.test)));
        out.extend(limits.iter().map(|l| self.piece("", &Limit { id: crate::hir::LimitId(0), ..l.clone() }, l.at)));
        out
    }

    fn terms(&self, t: &Terms, at: At) -> Vec<Piece> {
        let mut out = self.asked(&t.needs, &t.limits, &t.costs);
        out.extend(t.may.then(|| told("may", "may", at)));
        out
    }

    fn proc(&mut self, p: &Proc) -> Vec<Piece> {
        self.scope = p.head.roles.iter().map(|r| r.local).collect();
        let head = p.head.line.at;
        let mut out = vec![Piece { cites: p.head.line.cites.clone(), ..self.piece("", &(&p.head, &p.aim), head) }];
        out.extend(self.asked(&p.needs, &p.limits, &p.costs));
        if let ProcKind::Chance(c) = &p.kind {
            out.extend(self.thrown(&c.kind, head));
            out.extend(c.naturals.iter().map(|(line, n, f)| self.line("", line, &(n, f))));
            out.extend(c.keep.iter().map(|(line, k)| self.line("", line, k)));
            out.extend(c.rows.iter().map(|row| self.line("", &row.line, &row.change)));
            for (line, band, block) in &c.bands {
                let below = self.block(block);
                out.push(Piece { at: before(line.at, &below), below, ..self.line("", line, band) });
            }
        }
        if let ProcKind::Manner(manner) = &p.kind {
            out.extend(manner.rows.iter().map(|row| self.line("", &row.line, &row.change)));
        }
        out.extend(p.steps.iter().map(|s| self.step(s)));
        out.extend(p.shown.map(|s| told("shown as", self.text(s), head)));
        out
    }

    fn thrown(&self, kind: &ChanceKind, head: At) -> Vec<Piece> {
        match kind {
            ChanceKind::Pool { dice: list, each, passes, or_less } => {
                let mut out: Vec<Piece> = list.iter().map(|e| self.piece("dice", e, e.at)).collect();
                let die = each.iter().map(|e| {
                    let need = e.need.as_ref().map(|n| format!(" {} {}", if e.low { "<=" } else { ">=" }, words(self.side, n.at)));
                    let counts: Vec<String> = e.counts.iter().map(|(a, b, n)| format!(" {a} to {b} counts {n}")).collect();
                    let said = format!("d{}{}{}", e.sides, need.unwrap_or_default(), counts.join(","));
                    Piece { print: self.print(e), said: Some(said), ..told("each", "", head) }
                });
                out.extend(die);
                out.extend(passes.iter().map(|e| self.piece("passes with", &(e, or_less), e.at)));
                out
            }
            ChanceKind::Roll(e) => e.iter().map(|e| self.piece("roll", e, e.at)).collect(),
            ChanceKind::Check { dice: d, need, .. } => {
                let whole = At(Span { start: d.at.span().start, end: need.at.span().end });
                vec![self.piece("check", kind, if d.at.span().is_empty() { head } else { whole })]
            }
            ChanceKind::Opposed { roll, ties_again, side: _ } => roll.iter().map(|e| self.piece("roll", &(e, ties_again), e.at)).collect(),
            ChanceKind::Error => Vec::new(),
        }
    }

    fn step(&self, s: &Step) -> Piece {
        let mut bare = s.clone();
        let block = std::mem::take(&mut bare.block);
        let or_else = bare.or_else.take();
        let below: Vec<Piece> = self.block(&block).into_iter().chain(or_else.iter().flat_map(|b| self.block(b))).collect();
        let print = (&bare.guard, &bare.result, or_else.is_some());
        Piece { at: before(s.line.at, &below), below, ..self.line("step", &s.line, &print) }
    }

    fn block(&self, b: &Block) -> Vec<Piece> {
        b.iter().map(|s| self.stmt(s)).collect()
    }

    fn stmt(&self, s: &Stmt) -> Piece {
        let mut bare = s.clone();
        let mut taken = Taken::default();
        walk_stmt(&mut taken, &mut bare);
        let below: Vec<Piece> = taken.0.iter().flat_map(|b| self.block(b)).collect();
        let places: Vec<usize> = taken.0.iter().map(Vec::len).collect();
        Piece {
            cites: s.cites.clone(),
            at: before(s.at, &below),
            below,
            // which of its blocks a statement stands in counts too
            ..self.piece("", &(&bare.kind, if places.len() > 1 { places } else { Vec::new() }), s.at)
        }
    }

    fn table(&mut self, t: &Table) -> Vec<Piece> {
        self.scope.clone_from(&t.words);
        let head = t.head.line.at;
        let mut out = vec![Piece { cites: t.head.line.cites.clone(), ..self.piece("", &(&t.head, &t.takes, t.keys.get(1..)), head) }];
        let Some(rows) = t.keys.first() else { return out };
        let width = t.cells.len().checked_div(rows.len()).unwrap_or(0).max(1);
        for (key, cells) in rows.iter().zip(t.cells.chunks(width)) {
            let at = cells.iter().find_map(cell_at).unwrap_or(head);
            let said: Vec<String> = cells.iter().map(|c| cell_at(c).map_or_else(|| "-".to_owned(), |at| words(self.side, at))).collect();
            out.push(Piece { said: Some(said.join(" | ")), ..self.piece(&self.key(key), &(key, cells), at) });
        }
        out
    }

    fn key(&self, key: &TableKey) -> String {
        match key {
            TableKey::Numbers(a, b) if a == b => a.to_string(),
            TableKey::Numbers(a, b) if *b > 1_000_000 => format!("{a} or more"),
            TableKey::Numbers(a, b) if *a < -1_000_000 => format!("{b} or less"),
            TableKey::Numbers(a, b) => format!("{a} to {b}"),
            TableKey::Is(e) => words(self.side, e.at),
            TableKey::So(q) => self.quality(q),
            TableKey::Otherwise => "else".to_owned(),
        }
    }

    fn quality(&self, q: &Quality) -> String {
        let r = self.side.book.rules;
        let name = match q {
            Quality::State(s) => r.states.get(*s).map(|s| s.name),
            Quality::Rule(id) => r.rules.get(*id).map(|rule| rule.name),
            Quality::Condition(v, _) => r.values.get(*v).map(|v| v.head.name),
            Quality::Row(row) => r.rows.get(*row).map(|row| row.name),
            Quality::Tagged(s, _) => r.states.get(*s).map(|s| s.name),
            Quality::Ground(t) => r.terrains.get(*t).map(|t| t.name),
            Quality::Same(_) | Quality::Error => None,
        };
        name.map_or_else(|| print(r, q), |n| self.text(n))
    }

    fn state(&self, s: &State) -> Vec<Piece> {
        let at = s.line.at;
        let end = match &s.until {
            Until::Stays => "never".to_owned(),
            Until::Turn => "end of turn".to_owned(),
            Until::Phase => "end of phase".to_owned(),
            Until::NextTurn => "end of next turn".to_owned(),
            Until::Proc(p) => format!("end of {}", self.proc_name(*p)),
            Until::NextProc(p) => format!("end of next {}", self.proc_name(*p)),
        };
        let mut out = vec![told("ends", end, at), told("of", self.text(s.of_word), at)];
        out.extend(s.majority.then(|| told("majority", "yes", at)));
        out.extend(s.any.then(|| told("any", "yes", at)));
        out
    }

    fn proc_name(&self, p: ProcId) -> String {
        self.side.book.rules.procs.get(p).map(|p| self.text(p.head.name)).unwrap_or_default()
    }

    fn ruling(&self, r: &Ruling) -> Vec<Piece> {
        let at = r.line.at;
        let name = |n: u32| r.readings.get(n as usize).map(|(s, _)| self.text(*s)).unwrap_or_default();
        let mut out = vec![Piece { cites: r.line.cites.clone(), ..told("we play", name(r.chosen), at) }];
        for (name, n) in &r.readings {
            let n = n.map(|n| if r.measure == crate::hir::Ty::LENGTH { format!("{}\"", super::inches(n)) } else { n.to_string() });
            out.push(told(&format!("reading {}", self.text(*name)), n.unwrap_or_else(|| "a reading".into()), at));
        }
        out
    }

    fn row(&self, row: &crate::hir::ListRow) -> Vec<Piece> {
        let rules = self.side.book.rules;
        let at = row.line.at;
        let mut out = Vec::new();
        for (column, cell) in &row.cells {
            let label = rules.columns.get(*column).map(|c| self.text(c.name)).unwrap_or_default();
            let (at, said) = match cell {
                ListCell::Dash => (at, "-".to_owned()),
                ListCell::Is(e) => (e.at, words(self.side, e.at)),
                ListCell::Dice(d) => (d.at, words(self.side, d.at)),
            };
            out.push(Piece { said: Some(said), ..self.piece(&label, cell, at) });
        }
        for rule in row.rules.iter().filter_map(|r| rules.rules.get(*r)) {
            out.push(told(&format!("rule {}", self.text(rule.name)), self.text(rule.name), at));
        }
        for tag in row.tags.iter().filter_map(|t| rules.states.get(*t)) {
            out.push(told(&format!("tag {}", self.text(tag.name)), self.text(tag.name), at));
        }
        out
    }

    fn rule(&mut self, id: RuleId, rule: &Rule) -> Vec<Piece> {
        let rules = self.side.book.rules;
        let at = rule.line.at;
        let mut out = vec![Piece { cites: rule.line.cites.clone(), ..told("of", self.text(rule.word), at) }];
        if rule.price != 0 {
            out.push(told("price", format!("{} pts", rule.price), at));
        }
        for brought in rule.brings.iter().filter_map(|r| rules.rules.get(*r)) {
            out.push(told(&format!("brings {}", self.text(brought.name)), self.text(brought.name), at));
        }
        out.extend(self.terms(&rule.terms, at));
        out.extend(self.met(Some(id)));
        out
    }

    /// The lines of a rule where it meets the game, and what it forbids.
    fn met(&self, of: Option<RuleId>) -> Vec<Piece> {
        let rules = self.side.book.rules;
        let mine = rules.attaches.iter().filter(|(_, a)| a.rule == of && a.lasting.is_none());
        let mut out: Vec<Piece> = mine.map(|(_, a)| self.attach(a)).collect();
        out.extend(rules.forbids.iter().filter(|f| f.rule == of && f.lasting.is_none()).map(|f| self.forbid(f)));
        out
    }

    fn attach(&self, a: &Attach) -> Piece {
        let mut bare = a.clone();
        let mut below = Vec::new();
        for (n, meeting) in bare.meets.iter_mut().enumerate() {
            let mut taken = Taken::default();
            walk_meeting(&mut taken, meeting);
            // what the rule asks is told of the rule, and what switches it off of what does so
            meeting.terms = Terms::default();
            meeting.mutes.clear();
            // it happens alike wherever it meets the game
            if n == 0 {
                below = taken.0.iter().flat_map(|b| self.block(b)).collect();
            }
        }
        let moment = match a.moment {
            Moment::On => "on",
            Moment::Before => "before",
            Moment::After => "after",
            Moment::Instead => "instead of",
            Moment::Anytime => "at any time",
        };
        // a line that has no name of its own is called as its rule is
        let rules = self.side.book.rules;
        let rule = a.rule.and_then(|r| rules.rules.get(r));
        let name = a.line.name.filter(|n| rule.is_none_or(|r| r.name != *n && r.title != *n)).map(|n| self.text(n));
        let hooks = hooks(&a.meets);
        let first = hooks.first().map(|h| super::touch::hook_name(self.side, h)).unwrap_or_default();
        let over = a.precedence.iter().any(|(p, ..)| *p == Precedence::Over);
        let label = name.unwrap_or_else(|| format!("{moment} {first}"));
        Piece {
            label,
            at: before(a.line.at, &below),
            cites: a.line.cites.clone(),
            below,
            hooks,
            ..self.piece("", &(&bare, over), a.line.at)
        }
    }

    fn forbid(&self, f: &Forbid) -> Piece {
        let hooks = hooks(&f.meets);
        let first = hooks.first().map(|h| super::touch::hook_name(self.side, h)).unwrap_or_default();
        Piece { label: format!("may not {first}"), hooks, cites: f.line.cites.clone(), ..self.piece("", f, f.line.at) }
    }
}

/// The words that a declaration speaks of.
pub(super) fn words_in(side: &Side<'_>, part: Part) -> BTreeSet<String> {
    let r = side.book.rules;
    match part {
        Part::Value(id) => r.values.get(id).map(|v| words_of(r, v)).unwrap_or_default(),
        Part::Proc(id) => r.procs.get(id).map(|p| words_of(r, p)).unwrap_or_default(),
        Part::Table(id) => r.tables.get(id).map(|t| words_of(r, t)).unwrap_or_default(),
        Part::Rule(id) => {
            let met = r.attaches.iter().filter(|(_, a)| a.rule == Some(id)).flat_map(|(_, a)| words_of(r, a));
            met.chain(r.forbids.iter().filter(|f| f.rule == Some(id)).flat_map(|f| words_of(r, f))).collect()
        }
        Part::Settings => {
            let met = r.attaches.iter().filter(|(_, a)| a.rule.is_none()).flat_map(|(_, a)| words_of(r, a));
            met.chain(words_of(r, &r.settings)).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// What a text does not say by itself.
fn told(label: &str, said: impl std::fmt::Display, at: At) -> Piece {
    let said = said.to_string();
    Piece { label: label.to_owned(), print: said.clone(), at, said: Some(said), ..Piece::default() }
}

fn hooks(meets: &[Meeting]) -> Vec<Hook> {
    let mut out: Vec<Hook> = meets.iter().map(|m| m.hook.clone()).collect();
    out.sort();
    out.dedup();
    out
}

fn cell_at(cell: &Cell) -> Option<At> {
    match cell {
        Cell::Dash => None,
        Cell::Is(e) => Some(e.at),
        Cell::Dice(d) => Some(d.at),
    }
}

/// The part of a place that stands before what is below it.
fn before(at: At, below: &[Piece]) -> At {
    let span = at.span();
    let first = below.iter().map(|p| p.at.span()).filter(|s| s.start > span.start && s.start < span.end).map(|s| s.start).min();
    first.map_or(at, |end| At(Span { start: span.start, end }))
}
