//! The names in a declaration, but those of places that rules meet: what is met is not asked by it.

use std::collections::BTreeSet;

use crate::ast::{AnswerValue, Change};
use crate::ast::{
    CellSays, Decl, DeclKind, ExpectKind, Expr, ExprKind, Item, ItemKind, Met, NameOrWord, NameRef, OptionPartKind, OptionWhat, Param,
    Part, Pattern, Period, PlaceBitKind, Relative, RelativeKind, Stmt, StmtKind, Stop, TailKind, ThingKind, UntilKind, Walk,
};
use crate::intern::Sym;
use crate::source::Span;

/// A name, and where it stands.
pub(super) type Said = (Sym, Span);

/// The names in a declaration; and of those, the ones that only ask whether somebody has what they name, or take it away.
pub(super) fn names(d: &Decl) -> (Vec<Said>, BTreeSet<(u32, u32)>) {
    let mut names = Names::default();
    if let DeclKind::Named(n) = &*d.kind {
        names.all.extend(n.names.iter().map(|n| (n.sym, n.at.span())));
    }
    d.walk(&mut |part| names.part(part));
    let Names { mut all, places, tested } = names;
    all.retain(|(_, at)| !places.contains(&key(*at)));
    (all, tested)
}

/// A place, to be found again.
pub(super) const fn key(at: Span) -> (u32, u32) {
    (at.start, at.end)
}

#[derive(Default)]
struct Names {
    all: Vec<Said>,
    /// Names of places that are met.
    places: BTreeSet<(u32, u32)>,
    tested: BTreeSet<(u32, u32)>,
}

impl Names {
    fn part(&mut self, part: Part<'_>) {
        match part {
            Part::Name(name) => self.name(name),
            Part::Cell(cell) => {
                self.all.extend(cell.name.map(|n| (n.sym, n.at.span())));
                if let CellSays::Names(names) = &cell.says {
                    self.all.extend(names.iter().map(|n| (n.sym, n.at.span())));
                }
            }
            Part::Item(item) => self.item(item),
            Part::Stmt(stmt) => self.stmt(stmt),
            Part::Expr(e) => self.expr(e),
            Part::Selector(s) => {
                s.adjectives.iter().for_each(|a| self.test(a));
                s.relatives.iter().for_each(|r| self.relative(r));
            }
            Part::Word(_) | Part::Cite(_) => {}
        }
    }

    fn name(&mut self, name: &NameRef) {
        self.all.push((name.name.sym, name.name.at.span()));
        if let Some(Param::Name(n)) = name.param {
            self.all.push((n.sym, n.at.span()));
        }
    }

    /// What stands in it is only asked of somebody.
    fn test(&mut self, what: &impl Walk) {
        what.walk(&mut |part| {
            if let Part::Name(name) = part {
                self.tested.insert(key(name.name.at.span()));
            }
        });
    }

    fn relative(&mut self, r: &Relative) {
        if let RelativeKind::With { .. } = r.kind {
            self.test(r);
        }
    }

    fn expr(&mut self, e: &Expr) {
        if let ExprKind::Said(said) = &*e.kind {
            for tail in said.tails.iter().filter(|t| matches!(t.kind, TailKind::Is { .. } | TailKind::Has { .. })) {
                self.test(tail);
            }
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        match &*s.kind {
            StmtKind::Change { what: Change::Loses(things), .. } => {
                for thing in things.iter().filter(|t| matches!(t.kind, ThingKind::Name(_) | ThingKind::All(_))) {
                    self.test(thing);
                }
            }
            StmtKind::Gather(g) => self.all.extend(g.alike.iter().map(|n| (n.sym, n.at.span()))),
            StmtKind::Stop(Stop::Named(name)) => self.all.push((name.sym, name.at.span())),
            StmtKind::Do(deed) => {
                for answer in &deed.answers {
                    if let NameOrWord::Name(name) = answer.label {
                        self.all.push((name.sym, name.at.span()));
                    }
                    if let AnswerValue::Is { what, .. } = &answer.value {
                        what.walk(&mut |part| self.part(part));
                    }
                }
            }
            _ => {}
        }
    }

    fn item(&mut self, item: &Item) {
        let mut add = |list: &[crate::ast::Name]| self.all.extend(list.iter().map(|n| (n.sym, n.at.span())));
        match &item.kind {
            ItemKind::Attach(a) => a.patterns.iter().for_each(|p| self.place(p)),
            ItemKind::Carries(c) => add(&c.what),
            ItemKind::Given(g) => add(&[g.name]),
            ItemKind::Limit(l) => {
                if let Period::Name(name) = l.per {
                    add(&[name]);
                }
            }
            // what lasts until its end does not bring it about
            ItemKind::Until(u) => {
                if let UntilKind::End { of: Period::Name(name), .. } = u.kind {
                    self.places.insert(key(name.at.span()));
                }
            }
            ItemKind::Has(has) => add(&has.crews.iter().filter_map(|c| c.guise).collect::<Vec<_>>()),
            ItemKind::Option(option) => {
                if let OptionWhat::Upgrade { guise, .. } | OptionWhat::Becomes { guise, .. } | OptionWhat::Whole { guise: Some(guise) } =
                    option.what
                {
                    add(&[guise]);
                }
                for part in &option.parts {
                    match &part.kind {
                        OptionPartKind::Loses(_) => self.test(part),
                        OptionPartKind::Swaps { to, .. } => self.all.extend(to.iter().map(|n| (n.sym, n.at.span()))),
                        OptionPartKind::Carries(what) => self.all.extend(what.iter().map(|n| (n.sym, n.at.span()))),
                        OptionPartKind::Gains(_) | OptionPartKind::Guard(_) | OptionPartKind::Limit { .. } => {}
                    }
                }
            }
            ItemKind::Side(side) => {
                for bit in side.placements.iter().flat_map(|p| &p.bits) {
                    match &bit.kind {
                        PlaceBitKind::With(names) => add(names),
                        PlaceBitKind::Is(name) | PlaceBitKind::Some { of: name, .. } => add(&[*name]),
                        PlaceBitKind::Count { .. } => {}
                    }
                }
            }
            ItemKind::Expect(expect) => {
                if let ExpectKind::NobodyAsks(NameOrWord::Name(name)) = &expect.kind {
                    add(&[*name]);
                }
            }
            _ => {}
        }
    }

    fn place(&mut self, pattern: &Pattern) {
        if let Met::Named { name, .. } = &pattern.what {
            self.places.insert(key(name.name.at.span()));
        }
    }
}
