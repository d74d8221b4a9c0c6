//! The sides of a situation and their units.

use super::mustered::Mustered;
use super::run::Outcome;
use super::stage::{Known, Set, Unit, point};
use crate::ast::{self, Heading, Lies, Name, PlaceBitKind, Placement, SideItem, Word};
use crate::diag::nearest;
use crate::hir::{KindBase, KindId, StateId, StateKind, Symbol, Ty};
use crate::ir::{RuleNo, StateNo};
use crate::muster::{MOST_PIECES, Problem};
use crate::source::Span;
use crate::table::{Facing, Point};

/// What is said of a unit.
#[derive(Default)]
struct Said {
    models: Option<usize>,
    options: Vec<String>,
    states: Vec<StateNo>,
    rules: Vec<RuleNo>,
    form: Option<StateNo>,
    formed: Span,
}

impl Set<'_> {
    pub fn side(&mut self, side: u16, name: Name, lines: &[&SideItem]) -> Outcome<()> {
        let kind = self.trial.book.rules.kind_called("side").unwrap_or(KindId(1));
        let group = self.group_kind();
        let first = self.units.len();
        let said: Vec<&ast::Musters> = lines.iter().filter_map(|l| l.musters.as_ref()).collect();
        match said.as_slice() {
            [] => {}
            [one] => {
                let mustered = Mustered::new(&self.trial, side, self.text(name.sym), one);
                self.builder.force(side, &mustered.roster.force).map_err(|e| (one.at.span(), format!("{}: {}", e.what, e.fix)))?;
                if mustered.agreed {
                    self.builder.allow(side, mustered.roster.points);
                }
                self.mustered.push(mustered);
            }
            [_, again, ..] => return Err((again.at.span(), format!("`{}` musters twice: say it once", self.text(name.sym)))),
        }
        for p in lines.iter().flat_map(|l| &l.placements) {
            self.unit(side, p)?;
        }
        // a side of one unit that has no name of its own is the name of it
        let unnamed = lines.iter().flat_map(|l| &l.placements).all(|p| p.entry.is_none());
        self.known.push(match self.units.get(first..) {
            Some([one]) if unnamed => Known { name: name.sym, value: i64::from(one.0.ent), ty: Ty::Thing(group) },
            _ => Known { name: name.sym, value: i64::from(side), ty: Ty::Thing(kind) },
        });
        Ok(())
    }

    fn unit(&mut self, side: u16, p: &Placement) -> Outcome<()> {
        let (alias, entry) = (self.text(p.name.sym), self.text(p.entry.unwrap_or(p.name).sym));
        let said = self.said_of(p)?;
        let span = p.at.span();
        if p.entry.is_some() && self.known.iter().any(|k| self.trial.book.rules.names.same(k.name, p.name.sym)) {
            return Err((p.name.at.span(), format!("something else is called `{alias}`: give it a name of its own")));
        }
        // of options that are named here, the one that is at fault is marked
        let with = p.bits.iter().filter_map(|b| if let PlaceBitKind::With(all) = &b.kind { Some(all) } else { None });
        let named: Vec<(Span, &str)> = with.flatten().map(|n| (n.at.span(), self.text(n.sym))).collect();
        let told = |e: Problem| {
            let at = named.iter().find(|(_, name)| *name == e.breaks).map_or(span, |(at, _)| *at);
            (at, format!("{}: {}", e.what, e.fix))
        };
        // whether a side that musters may be fielded is for tests to ask
        let ent = match self.mustered.iter_mut().find(|m| m.side == side) {
            Some(mustered) => {
                let (ent, problems) = self.builder.any_unit(side, entry, &said.options, alias, said.models).map_err(told)?;
                mustered.add(entry, alias, said.options);
                mustered.faults.extend(problems.into_iter().map(told));
                ent
            }
            None => self.builder.unit(side, entry, &said.options, alias, said.models).map_err(told)?,
        };
        said.rules.into_iter().for_each(|rule| self.builder.give(ent, rule));
        let group = self.group_kind();
        self.known.push(Known { name: p.name.sym, value: i64::from(ent), ty: Ty::Thing(group) });
        let (at, facing) = stands(p)?;
        let place = first_point(p).map_or(span, |p| p.x.at.to(p.y.at).span());
        self.units.push((Unit { ent, at, place, facing, form: said.form, formed: said.formed, states: said.states }, span));
        Ok(())
    }

    fn said_of(&self, p: &Placement) -> Outcome<Said> {
        let mut said = Said::default();
        for bit in &p.bits {
            match &bit.kind {
                PlaceBitKind::Count { number, of } => {
                    self.are_pieces(of)?;
                    said.models = usize::try_from(number.value).ok().filter(|n| *n <= MOST_PIECES);
                    if said.models.is_none() {
                        return Err((number.at.span(), format!("a unit never has more than {MOST_PIECES}: write at most so many")));
                    }
                }
                PlaceBitKind::With(options) => said.options.extend(options.iter().map(|n| self.text(n.sym).to_owned())),
                PlaceBitKind::Is(name) => self.is(*name, &mut said)?,
                PlaceBitKind::Some { number, of } => {
                    let (word, number_of) = (self.text(of.sym), number.value);
                    let why = match self.trial.book.rules.lookup(of.sym).first() {
                        Some(Symbol::Count(_)) => {
                            format!("`{word}` cannot be counted here: leave it out, and change it in the test, with `do`")
                        }
                        Some(Symbol::State(_) | Symbol::Rule(_)) => format!("`{word}` cannot be counted here: leave out the {number_of}"),
                        _ => format!("pieces of a unit are not counted as `{word}`: write `{number_of} models`"),
                    };
                    return Err((number.at.to(of.at).span(), why));
                }
            }
        }
        Ok(said)
    }

    /// A state that a unit is in, or a rule that it has besides.
    fn is(&self, name: Name, said: &mut Said) -> Outcome<()> {
        let rules = self.trial.book.rules;
        if let Some(state) = rules.state_named(name.sym) {
            let number = StateNo(state.0);
            self.is_borne(name, state)?;
            if rules.states.get(state).is_some_and(|s| s.kind == StateKind::Formation) {
                if said.form.is_some_and(|f| f != number) {
                    let why = format!("it stands in another formation already: leave out `{}`, or the other", self.text(name.sym));
                    return Err((name.at.span(), why));
                }
                (said.form, said.formed) = (Some(number), name.at.span());
            } else {
                said.states.push(number);
            }
            return Ok(());
        }
        match rules.find(name.sym, |s| if let Symbol::Rule(r) = s { Some(r) } else { None }) {
            Some(rule) if rules.rules.get(rule).is_some_and(|r| r.state.is_none()) => {
                let rows = rules.rules.get(rule).is_some_and(crate::hir::Rule::by_rows);
                let why = if rows { "is carried by rows of a list" } else { "is always in force, and nobody carries it" };
                return Err((name.at.span(), format!("`{}` {why}: leave it out", self.text(name.sym))));
            }
            Some(rule) => said.rules.push(RuleNo(rule.0)),
            None => {
                let word = self.text(name.sym);
                return Err((name.at.span(), format!("`{word}` is no state of a unit and no rule: {}", self.state_meant(word))));
            }
        }
        Ok(())
    }

    /// Whether a unit can ever be in a state: it is of groups, or of the pieces from which a group takes it.
    fn is_borne(&self, name: Name, state: StateId) -> Outcome<()> {
        let rules = self.trial.book.rules;
        let Some(held) = rules.states.get(state).filter(|_| !rules.bears(self.group_kind(), state)) else { return Ok(()) };
        let (word, bearer) = (self.text(name.sym), self.text(held.of_word));
        let unit = rules.kinds.get(self.group_kind()).map_or("unit", |k| self.text(k.word));
        Err((name.at.span(), format!("`{word}` is of a {bearer}, and this is a {unit}: give it to a {bearer} in the test, with `do`")))
    }

    /// What is counted of a unit is its pieces; as in rosters, models of whatever kind.
    fn are_pieces(&self, what: &Word) -> Outcome<()> {
        let (rules, word) = (self.trial.book.rules, self.text(what.sym));
        let piece = |k: KindId| rules.kinds.get(k).is_some_and(|k| k.base == KindBase::Piece);
        if matches!(word, "model" | "models") || rules.kind_called(word).is_some_and(piece) {
            return Ok(());
        }
        Err((what.at.span(), format!("`{word}` are no pieces of a unit: write `models`")))
    }

    /// The one fix of a word that is no state and no rule.
    fn state_meant(&self, word: &str) -> String {
        let rules = self.trial.book.rules;
        let names = rules.states.all().iter().map(|s| s.name).chain(rules.rules.all().iter().map(|r| r.name));
        let near = nearest(word, names.map(|n| self.text(n)));
        near.map_or_else(|| "name a state of it, or a rule".into(), |meant| format!("did you mean `{meant}`?"))
    }
}

/// A point of the compass.
pub(super) const fn heading(heading: Heading) -> Facing {
    match heading {
        Heading::North => Facing::NORTH,
        Heading::NorthEast => Facing(8192),
        Heading::NorthWest => Facing(57_344),
        Heading::SouthEast => Facing(24_576),
        Heading::SouthWest => Facing(40_960),
        Heading::South => Facing::SOUTH,
        Heading::East => Facing::EAST,
        Heading::West => Facing::WEST,
    }
}

/// The place that is written for a unit.
fn first_point(p: &Placement) -> Option<&ast::Point> {
    match &p.lies {
        Some(Lies::At { points, .. }) => points.first(),
        Some(Lies::Around { centre, .. }) => Some(centre),
        _ => None,
    }
}

/// Where a unit stands and which way it faces, as far as that is said.
fn stands(p: &Placement) -> Outcome<(Option<Point>, Option<Facing>)> {
    let facing = match &p.lies {
        Some(Lies::At { facing, .. }) => *facing,
        _ => None,
    };
    let at = first_point(p).map(point).transpose()?;
    let facing = match (facing, at) {
        (Some(ast::Facing::Heading(h)), _) => Some(heading(h)),
        (Some(ast::Facing::Towards(to)), Some(at)) => Some(Facing::towards(at, point(&to)?)),
        _ => None,
    };
    Ok((at, facing))
}
