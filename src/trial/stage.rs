//! A situation put on the table.

use super::bench::lineage;
use super::mustered::Mustered;
use super::run::Trial;
use crate::diag::nearest;
use crate::graph::Known;
use crate::model::{Key, KindBase, StateKind, Symbol, Type};
use crate::muster::{Builder, Problem, Scenario, place, sized, world};
use crate::num::mils;
use crate::source::Span;
use crate::syntax::{Declaration, Node, Rule};
use crate::table::{Facing, Point, Shape};
use crate::vm::{Cast, Game, Machine, World};

/// A position, and the names that a test may call its things by.
#[derive(Clone)]
pub struct Stage {
    /// Who is who.
    pub cast: Cast,
    /// How things stand.
    pub world: World,
    /// Names of units and sides.
    pub known: Vec<Known>,
    /// The sides that muster from a list.
    pub(super) mustered: Vec<Mustered>,
    /// The procedure that sets its scenario up.
    pub(super) setup: Option<u16>,
}

impl Stage {
    /// The sides that muster from a list.
    pub(super) fn mustered(&self) -> &[Mustered] {
        &self.mustered
    }
}

struct Unit {
    ent: u16,
    at: Option<Point>,
    facing: Option<Facing>,
    form: Option<u16>,
    states: Vec<u16>,
}

type Outcome<T> = Result<T, (Span, String)>;

/// Puts a situation's units, scenery and markers on the table.
///
/// # Errors
/// What cannot be placed or is not known, and where it is said.
pub fn stage<'a>(trial: &Trial<'a>, d: &'a Declaration) -> Outcome<Stage> {
    let mut set = Set {
        trial,
        builder: Builder::new(trial.program, trial.entries),
        units: Vec::new(),
        known: Vec::new(),
        mustered: Vec::new(),
        setup: None,
    };
    let parts = parts(trial, d)?;
    let (grounds, listed): (Vec<_>, Vec<_>) = parts.sides.iter().partition(|l| set.are_scenery(l));
    // both sides are there before the first unit: they are things 1 and 2
    let mut sides: Vec<(u16, &[&Node])> = Vec::new();
    for lines in listed {
        let name = lines.first().and_then(|l| l.find(Rule::name)).map_or(String::new(), |n| set.text(n));
        sides.push((set.builder.side(&name), lines));
    }
    for spare in ["First", "Second"].get(sides.len()..).unwrap_or_default() {
        let _ = set.builder.side(spare);
    }
    for part in &parts.rest {
        match part.rule {
            Rule::board | Rule::turns => set.extent(part)?,
            // the rules of a scenario that the situation is played by
            Rule::rules_item => {
                for name in part.all(Rule::name_ref) {
                    let written = set.text(name);
                    let rule = trial.program.book.find(&written, Symbol::Rule).and_then(|r| u16::try_from(r).ok());
                    match rule {
                        Some(r) => set.builder.play_by(r),
                        None => return Err((name.span, format!("there is no rule `{written}`"))),
                    }
                }
            }
            Rule::use_item => {}
            _ => return Err((part.span, "a situation has a board, sides and scenery".into())),
        }
    }
    for (side, lines) in sides {
        set.side(side, lines)?;
    }
    for line in grounds.into_iter().flatten() {
        set.scenery(line)?;
    }
    // the last that names a scenario says which
    let named = lineage(trial, d)?.into_iter().rev().find_map(|one| one.head.find(Rule::scenario_of)?.find(Rule::name));
    if let Some(name) = named {
        set.scenario(name)?;
        // what the situation says itself comes last, and so holds
        parts.rest.iter().try_for_each(|p| set.extent(p))?;
    }
    set.finish()
}

/// The lines of a situation and of those that it extends.
#[derive(Default)]
struct Parts<'a> {
    /// The lines of each side, and of the scenery, as the last situation lists it that speaks of it.
    sides: Vec<Vec<&'a Node>>,
    rest: Vec<&'a Node>,
}

fn parts<'a>(trial: &Trial<'a>, d: &'a Declaration) -> Outcome<Parts<'a>> {
    let mut parts = Parts::default();
    let key = |p: &Node| p.find(Rule::name).map(|n| Key::new(n.text(trial.files)));
    for one in lineage(trial, d)? {
        let mut fresh: Vec<Key> = Vec::new();
        for part in one.body.iter().flat_map(|l| &l.parts) {
            let Some(name) = (part.rule == Rule::side_item).then(|| key(part)).flatten() else {
                parts.rest.push(part);
                continue;
            };
            match parts.sides.iter_mut().find(|l| l.first().and_then(|p| key(p)).as_ref() == Some(&name)) {
                Some(lines) if fresh.contains(&name) => lines.push(part),
                Some(lines) => *lines = vec![part],
                None => parts.sides.push(vec![part]),
            }
            fresh.push(name);
        }
    }
    Ok(parts)
}

struct Set<'a> {
    trial: &'a Trial<'a>,
    builder: Builder<'a>,
    units: Vec<(Unit, Span)>,
    known: Vec<Known>,
    mustered: Vec<Mustered>,
    setup: Option<u16>,
}

impl Set<'_> {
    fn text(&self, node: &Node) -> String {
        node.text(self.trial.files).trim_matches('"').to_owned()
    }

    /// The kind of group that pieces belong to.
    fn group_kind(&self) -> usize {
        let book = &self.trial.program.book;
        book.kind(&book.home_of_pieces()).unwrap_or(0)
    }

    /// How large the board is, how many turns there are.
    fn extent(&mut self, part: &Node) -> Outcome<()> {
        let ends: Vec<i32> = part.all(Rule::length).map(|l| self.mils(l)).collect::<Outcome<_>>()?;
        match (part.rule, ends.as_slice()) {
            (Rule::board, [w, h]) => self.builder.board(*w, *h),
            (Rule::turns, _) => {
                let turns = part.find(Rule::integer).and_then(|n| n.text(self.trial.files).parse().ok());
                self.builder.turns(turns.unwrap_or(0));
            }
            _ => {}
        }
        Ok(())
    }

    fn mils(&self, node: &Node) -> Outcome<i32> {
        mils(node.text(self.trial.files)).map_err(|e| (node.span, format!("{e}: {}", e.fix())))
    }

    fn are_scenery(&self, lines: &[&Node]) -> bool {
        lines.first().is_some_and(|l| self.is_scenery(l))
    }

    /// Whether a line lists ground and no troops: ground lies around a point or along a line, and is named by its sort.
    fn is_scenery(&self, part: &Node) -> bool {
        let ground = |name: &Node| self.trial.program.book.find(&self.text(name), Symbol::Terrain).is_some();
        part.all(Rule::placement).any(|p| {
            let round = p.find(Rule::place_at).is_some_and(|at| at.text(self.trial.files).starts_with("around"));
            let line = p.find(Rule::place_at).is_some_and(|at| at.all(Rule::place_ref).nth(1).is_some());
            let names: Vec<&Node> = p.all(Rule::name).collect();
            round || line || p.has(Rule::size) || names.len() == 1 && names.iter().all(|n| ground(n))
        })
    }

    /// What a scenario says of the table, and how it begins.
    fn scenario(&mut self, name: &Node) -> Outcome<()> {
        let (scenarios, _) = Scenario::read(self.trial.files, self.trial.declarations, self.trial.program);
        let written = self.text(name);
        let Some(found) = Scenario::find(&scenarios, &written) else {
            return Err((name.span, format!("there is no scenario `{written}`")));
        };
        place(&mut self.builder, found).map_err(|e| (name.span, e.what))?;
        self.setup = found.setup;
        Ok(())
    }

    fn side(&mut self, side: u16, lines: &[&Node]) -> Outcome<()> {
        let name = lines.first().and_then(|l| l.find(Rule::name)).map_or(String::new(), |n| self.text(n));
        let kind = self.trial.program.book.kind("side").unwrap_or(1);
        let group = self.group_kind();
        let first = self.units.len();
        let said: Vec<&Node> = lines.iter().filter_map(|l| l.find(Rule::musters)).collect();
        match said.as_slice() {
            [] => {}
            [one] => {
                let mustered = Mustered::new(self.trial, side, &name, one)?;
                self.builder.force(side, &mustered.roster.force).map_err(|e| (one.span, format!("{}: {}", e.what, e.fix)))?;
                if mustered.agreed {
                    self.builder.allow(side, mustered.roster.points);
                }
                self.mustered.push(mustered);
            }
            [_, again, ..] => return Err((again.span, format!("`{name}` musters twice: say it once"))),
        }
        for p in lines.iter().flat_map(|l| l.all(Rule::placement)) {
            self.unit(side, p)?;
        }
        // a side of one unit is another name for it
        match self.units.get(first..) {
            Some([one]) => self.known.push(Known { name, value: i64::from(one.0.ent), ty: Type::Thing(group) }),
            _ => self.known.push(Known { name, value: i64::from(side), ty: Type::Thing(kind) }),
        }
        Ok(())
    }

    fn unit(&mut self, side: u16, p: &Node) -> Outcome<()> {
        let names: Vec<&Node> = p.all(Rule::name).collect();
        let Some(first) = names.first() else { return Ok(()) };
        let written = self.text(first);
        let text = p.text(self.trial.files);
        let after = text.get(first.span.len()..).unwrap_or("").trim_start();
        let (alias, entry) = match names.get(1) {
            Some(second) if after.starts_with(':') => (written, self.text(second)),
            _ => (written.clone(), written),
        };
        let mut models = None;
        let mut options = Vec::new();
        let mut states = Vec::new();
        let mut rules = Vec::new();
        let mut form = None;
        for bit in p.all(Rule::place_bit) {
            let bit_text = bit.text(self.trial.files);
            if let (Some(n), Some(what)) = (bit.find(Rule::integer), bit.find(Rule::word)) {
                self.are_pieces(what)?;
                models = n.text(self.trial.files).parse().ok();
            } else if bit_text.starts_with("with") {
                options.extend(bit.all(Rule::name).map(|n| self.text(n)));
            } else if let Some(n) = bit.find(Rule::name) {
                let word = self.text(n);
                let state = self.trial.program.book.find(&word, Symbol::State).and_then(|i| u16::try_from(i).ok());
                match state {
                    Some(s) if self.trial.program.book.states.get(s as usize).is_some_and(|s| s.kind == StateKind::Formation) => {
                        form = Some(s);
                    }
                    Some(s) => states.push(s),
                    None => match self.trial.program.book.find(&word, Symbol::Rule) {
                        Some(rule) => rules.push(u16::try_from(rule).unwrap_or(u16::MAX)),
                        None => return Err((n.span, format!("`{word}` is no state of a unit and no rule: {}", self.state_meant(&word)))),
                    },
                }
            }
        }
        let told = |e: Problem| (p.span, format!("{}: {}", e.what, e.fix));
        // whether a side that musters may be fielded is for tests to ask
        let ent = match self.mustered.iter_mut().find(|m| m.side == side) {
            Some(mustered) => {
                let (ent, problems) = self.builder.any_unit(side, &entry, &options, &alias, models).map_err(told)?;
                mustered.add(&entry, &alias, options);
                mustered.faults.extend(problems.into_iter().map(told));
                ent
            }
            None => self.builder.unit(side, &entry, &options, &alias, models).map_err(told)?,
        };
        rules.into_iter().for_each(|rule| self.builder.give(ent, rule));
        let group = self.group_kind();
        self.known.push(Known { name: alias, value: i64::from(ent), ty: Type::Thing(group) });
        let place = p.find(Rule::place_at);
        let at = place.and_then(|a| a.find(Rule::place_ref)).map(|r| self.point(r)).transpose()?;
        let face = place.and_then(|a| a.find(Rule::place_face)).and_then(Node::first);
        let facing = match (face, at) {
            (Some(f), _) if f.rule == Rule::heading => Some(heading(f.text(self.trial.files))),
            (Some(f), Some(at)) => Some(Facing::towards(at, self.point(f)?)),
            _ => None,
        };
        self.units.push((Unit { ent, at, facing, form, states }, p.span));
        Ok(())
    }

    /// What is counted of a unit is its pieces; as in rosters, models of whatever kind.
    fn are_pieces(&self, what: &Node) -> Outcome<()> {
        let (book, word) = (&self.trial.program.book, self.text(what));
        if matches!(word.as_str(), "model" | "models") || book.kind(&word).is_some_and(|k| book.is(k, KindBase::Piece)) {
            return Ok(());
        }
        Err((what.span, format!("`{word}` are no pieces of a unit: write `models`")))
    }

    /// The one fix of a word that is no state and no rule.
    fn state_meant(&self, word: &str) -> String {
        let book = &self.trial.program.book;
        let names = book.states.iter().map(|s| s.name.as_str()).chain(self.trial.program.rules.iter().map(|r| r.name.as_str()));
        nearest(word, names).map_or_else(|| "name a state of it, or a rule".into(), |meant| format!("did you mean `{meant}`?"))
    }

    fn point(&self, node: &Node) -> Outcome<Point> {
        let ends: Vec<i32> = node.all(Rule::length).map(|l| self.mils(l)).collect::<Outcome<_>>()?;
        Ok(Point::new(ends.first().copied().unwrap_or(0), ends.get(1).copied().unwrap_or(0)))
    }

    /// `Scenery: Light around 10",10" 4"; Heavy at 5",5" to 11",5"`: ground by its sort.
    fn scenery(&mut self, part: &Node) -> Outcome<()> {
        let Some(kind) = self.trial.program.book.kinds.iter().position(|k| k.base == KindBase::Feature) else {
            return Err((part.span, "the pack has no kind of feature".into()));
        };
        for p in part.all(Rule::placement) {
            let names: Vec<String> =
                p.all(Rule::name).chain(p.all(Rule::place_bit).filter_map(|b| b.find(Rule::name))).map(|n| self.text(n)).collect();
            let mut terrains = Vec::new();
            for n in &names {
                let t = self.trial.program.book.find(n, Symbol::Terrain).and_then(|t| u16::try_from(t).ok());
                match t {
                    Some(t) => terrains.push(t),
                    None => return Err((p.span, format!("`{n}` is no kind of ground"))),
                }
            }
            if let Some(size) = p.find(Rule::size) {
                let lengths: Vec<i32> = size.all(Rule::length).map(|l| self.mils(l)).collect::<Outcome<_>>()?;
                let ent = self.ground(&names, kind, sized(size.text(self.trial.files), &lengths), terrains, p.span)?;
                self.builder.set_aside(ent);
                continue;
            }
            let Some(at) = p.find(Rule::place_at) else { return Err((p.span, "say where it lies".into())) };
            let points: Vec<Point> = at.all(Rule::place_ref).map(|r| self.point(r)).collect::<Outcome<_>>()?;
            let text = at.text(self.trial.files);
            let radius = at.all(Rule::length).last().map(|l| self.mils(l)).transpose()?;
            let shape = match (points.as_slice(), text.starts_with("around"), radius) {
                ([centre], true, Some(radius)) => Shape::Disc { centre: *centre, radius },
                ([_, _, ..], false, _) => Shape::Wall { points },
                _ => return Err((at.span, "write `around x,y radius` or `at x,y to x,y`".into())),
            };
            self.ground(&names, kind, shape, terrains, p.span)?;
        }
        Ok(())
    }

    fn ground(&mut self, names: &[String], kind: usize, shape: Shape, terrains: Vec<u16>, span: Span) -> Outcome<u16> {
        let raised = terrains.iter().any(|t| self.trial.program.terrains.get(*t as usize).is_some_and(|t| t.raised));
        let name = names.first().map_or("ground", String::as_str);
        self.builder.feature(name, kind, shape, terrains, i16::from(raised)).map_err(|e| (span, e.what))
    }

    fn finish(self) -> Outcome<Stage> {
        let (cast, leaders) = self.builder.finish();
        let mut start = world(self.trial.program, &cast, &leaders);
        start.set_turn(1);
        let game = Game::new(self.trial.program, &cast);
        let mut machine = Machine::resting(start);
        for (unit, span) in &self.units {
            if let Some(at) = unit.at {
                let north = at.y < cast.board.1 / 2;
                let facing = unit.facing.unwrap_or(if north { Facing::NORTH } else { Facing::SOUTH });
                if !machine.set_up(game, i64::from(unit.ent), at, facing, unit.form) {
                    return Err((*span, "there is no room for it there".into()));
                }
            }
            for s in &unit.states {
                machine.world.set(i64::from(unit.ent), *s, true);
            }
        }
        let mut mustered = self.mustered;
        for m in &mut mustered {
            m.settle(&cast);
        }
        Ok(Stage { world: machine.world, cast, known: self.known, mustered, setup: self.setup })
    }
}

/// A quarter of the compass by its word.
pub(super) fn heading(word: &str) -> Facing {
    match word {
        "south" => Facing::SOUTH,
        "east" => Facing::EAST,
        "west" => Facing::WEST,
        _ => Facing::NORTH,
    }
}
