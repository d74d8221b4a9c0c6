//! What statements change.

use super::touch::Toucher;
use super::touched::Cell;
use crate::hir::{Course, Expr, ExprKind, Stmt, StmtKind, Stop, Thing, Turn};

impl Toucher<'_> {
    fn things(&mut self, list: &[Thing], gained: bool) {
        for thing in list {
            let cells = match thing {
                Thing::State(state) => vec![self.state(*state)],
                Thing::Rule(rule) => {
                    let info = self.rules.rules.get(*rule);
                    let own = std::iter::once(*rule).chain(info.into_iter().flat_map(|r| self.rules.along(r)));
                    own.filter_map(|r| self.rules.rules.get(r)?.state).map(|s| self.state(s)).collect()
                }
                Thing::Amount(count, _) => {
                    self.found.adds.insert(Cell::Count(*count));
                    continue;
                }
                Thing::All(count) => {
                    self.sets(&[Cell::Count(*count)]);
                    continue;
                }
                Thing::Formation(_) => vec![Cell::Form],
            };
            if cells.contains(&Cell::Form) {
                self.sets(&[Cell::Form, Cell::Places]);
            }
            let states = cells.into_iter().filter(|c| *c != Cell::Form);
            if gained { self.found.gains.extend(states) } else { self.found.loses.extend(states) }
        }
    }

    /// A tag, and those that it drives out.
    fn becomes(&mut self, what: &Expr) {
        self.sets(&[Cell::Form, Cell::Places]);
        if let ExprKind::Formation(state) = *what.kind {
            let sets = self.rules.exclusive.iter().filter(|set| set.contains(&state));
            self.found.sets.extend(sets.flatten().map(|s| Cell::State(*s)));
        }
    }

    pub(super) fn changes(&mut self, s: &Stmt) {
        use StmtKind as K;
        match &s.kind {
            K::Gain(_, list) => self.things(list, true),
            K::Lose(_, list) => self.things(list, false),
            K::Become(_, what) => self.becomes(what),
            K::Store(count, ..) => self.sets(&[Cell::Count(*count)]),
            K::Spend(s) => {
                self.reads(Cell::Count(s.count));
                self.found.adds.insert(Cell::Count(s.count));
            }
            K::May(offer) => {
                self.found.decides = true;
                if let Some(s) = &offer.spend {
                    self.reads(Cell::Count(s.count));
                    self.found.adds.insert(Cell::Count(s.count));
                }
            }
            K::Choose { .. } | K::ChooseApart { .. } | K::Share(..) => self.found.decides = true,
            K::ForEach(l, _) => self.found.decides |= l.chosen_by.is_some(),
            K::PickAtRandom(..) => self.found.rolls = true,
            K::Move(m) => {
                self.found.decides |= m.up_to || matches!(m.course, Course::Free | Course::Turn(Turn::UpTo(_) | Turn::Wheel(_)));
                self.reads(Cell::Places);
                self.sets(&[Cell::Places]);
                if let Some(s) = m.spending {
                    self.reads(Cell::Count(s.count));
                    self.found.adds.insert(Cell::Count(s.count));
                }
                self.ground();
            }
            K::Form(..) => {
                self.found.decides = true;
                self.sets(&[Cell::Form, Cell::Places]);
            }
            K::Place(p) => {
                self.found.decides |= p.spot.is_none() || !p.limits.is_empty();
                self.sets(&[Cell::Places]);
            }
            K::Remove(_) | K::Withdraw(_) | K::Lead(..) => self.sets(&[Cell::Places]),
            K::Stop(Stop::Proc(p)) => self.found.stops |= !self.procs.contains(p),
            K::Stop(Stop::This) => self.found.stops |= self.depth == 0,
            K::End => self.found.stops = true,
            // any action, a new group, other cards: everything hangs on the order
            K::Take(_)
            | K::Stop(Stop::Movement(_))
            | K::Win(_)
            | K::Gather(..)
            | K::Draw(..)
            | K::Shuffle(_)
            | K::Join(..)
            | K::JoinDeck(..)
            | K::Leave(_)
            | K::LeaveDeck(..) => {
                self.found.decides = true;
                self.reads(Cell::Places);
                self.sets(&[Cell::Places, Cell::Groups]);
            }
            K::Error
            | K::If(..)
            | K::Alternate(..)
            | K::Repeat(..)
            | K::Give(_)
            | K::Let(..)
            | K::Set(..)
            | K::Way(_)
            | K::Do(..)
            | K::Happens(..)
            | K::Reveal(..)
            | K::Again(..)
            | K::Wake(_)
            | K::Note(_) => {}
        }
    }
}
