//! A situation put on the table.

use super::bench::lineage;
use super::mustered::Mustered;
use super::parts::situation_of;
use super::run::{Fault, Outcome, Trial};
use crate::ast::{Decl, Item, ItemKind, Length, Name, Point, SideItem};
use crate::hir::{KindBase, KindId, Ty};
use crate::intern::Sym;
use crate::ir::{ProcNo, RuleNo, StateNo};
use crate::muster::{Builder, Scenario, on_table, place, world};
use crate::num::Measure;
use crate::resolve::named_bare;
use crate::source::Span;
use crate::table::{self, Facing, Shape};
use crate::vm::{Cast, Game, Machine, World, show};

/// A thing of a situation that a test may call by name.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Its name.
    pub name: Sym,
    /// What it is.
    pub value: i64,
    /// Its type.
    pub ty: Ty,
}

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
    pub(super) setup: Option<ProcNo>,
}

impl Stage {
    /// The sides that muster from a list.
    pub(super) fn mustered(&self) -> &[Mustered] {
        &self.mustered
    }
}

/// A unit that is to be set up.
#[derive(Clone)]
pub(super) struct Unit {
    pub ent: u16,
    pub at: Option<table::Point>,
    /// Where that is written.
    pub place: Span,
    pub facing: Option<Facing>,
    pub form: Option<StateNo>,
    /// Where that is said.
    pub formed: Span,
    pub states: Vec<StateNo>,
}

/// Puts a situation's units, scenery and markers on the table.
///
/// # Errors
/// What cannot be placed or is not known, and where it is said.
pub fn stage<'a>(trial: &Trial<'a>, d: &'a Decl) -> Outcome<Stage> {
    let (stage, fault) = laid_out(trial, d)?;
    fault.map_or(Ok(stage), Err)
}

/// A situation on the table as far as there is room for it, and what first finds none.
///
/// # Errors
///
/// What keeps it from being laid out at all.
pub(super) fn laid_out<'a>(trial: &Trial<'a>, d: &'a Decl) -> Outcome<(Stage, Option<Fault>)> {
    let mut set = Set {
        trial: *trial,
        builder: Builder::new(trial.book.program(), trial.entries),
        units: Vec::new(),
        known: Vec::new(),
        mustered: Vec::new(),
        setup: None,
        grounds: Vec::new(),
    };
    let parts = parts(trial, d)?;
    let (grounds, listed): (Vec<_>, Vec<_>) = parts.sides.iter().partition(|l| set.are_scenery(l));
    // both sides are there before the first unit: they are things 1 and 2
    let mut sides: Vec<(u16, Name, &[&SideItem])> = Vec::new();
    for lines in listed {
        let Some(first) = lines.first() else { continue };
        sides.push((set.builder.side(set.text(first.name.sym)), first.name, lines));
    }
    for spare in ["First", "Second"].get(sides.len()..).unwrap_or_default() {
        let _ = set.builder.side(spare);
    }
    for item in &parts.rest {
        set.item(item)?;
    }
    for (side, name, lines) in sides {
        set.side(side, name, lines)?;
    }
    for line in grounds.into_iter().flatten() {
        set.scenery(line)?;
    }
    // the last that names a scenario says which
    let named = lineage(trial, d)?.into_iter().rev().find_map(|one| situation_of(one)?.scenario);
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
    sides: Vec<Vec<&'a SideItem>>,
    rest: Vec<&'a Item>,
}

fn parts<'a>(trial: &Trial<'a>, d: &'a Decl) -> Outcome<Parts<'a>> {
    let mut parts = Parts::default();
    let key = |s: &SideItem| trial.book.rules.names.key_of(s.name.sym);
    for one in lineage(trial, d)? {
        let mut fresh = Vec::new();
        for item in one.kind.items() {
            let ItemKind::Side(side) = &item.kind else {
                parts.rest.push(item);
                continue;
            };
            let name = key(side);
            match parts.sides.iter_mut().find(|l| l.first().is_some_and(|p| key(p) == name)) {
                Some(lines) if fresh.contains(&name) => lines.push(side),
                Some(lines) => *lines = vec![side],
                None => parts.sides.push(vec![side]),
            }
            fresh.push(name);
        }
    }
    Ok(parts)
}

/// A situation while it is put on the table.
pub(super) struct Set<'a> {
    pub trial: Trial<'a>,
    pub builder: Builder<'a>,
    pub units: Vec<(Unit, Span)>,
    pub known: Vec<Known>,
    pub mustered: Vec<Mustered>,
    pub setup: Option<ProcNo>,
    /// The ground that lies somewhere.
    pub grounds: Vec<(Shape, Span)>,
}

impl<'a> Set<'a> {
    pub fn text(&self, sym: Sym) -> &'a str {
        self.trial.book.rules.names.text(sym)
    }

    /// The kind of group that pieces belong to.
    pub fn group_kind(&self) -> KindId {
        let rules = self.trial.book.rules;
        let home = rules.kinds.all().iter().find(|k| k.base == KindBase::Piece).and_then(|k| k.of.first());
        home.and_then(|w| rules.kind_called(self.text(*w))).unwrap_or(KindId(0))
    }

    /// What belongs to no side.
    fn item(&mut self, item: &Item) -> Outcome<()> {
        match &item.kind {
            ItemKind::Board(_) | ItemKind::Turns(_) => self.extent(item)?,
            // the rules of a scenario that the situation is played by
            ItemKind::Rules(names) => {
                for name in names {
                    match self.trial.book.rules.rule_named(name).map(|r| RuleNo(r.0)) {
                        Some(r) => self.builder.play_by(r),
                        None => {
                            let bare = named_bare(self.trial.book.rules, self.trial.book.decls, name.name.sym);
                            if let Some((message, help)) = bare.filter(|_| name.param.is_none()) {
                                return Err((name.at.span(), format!("{message}: {help}")));
                            }
                            let written = self.trial.book.files.slice(name.at.span()).trim_matches('"');
                            return Err((name.at.span(), format!("there is no rule `{written}`")));
                        }
                    }
                }
            }
            ItemKind::Use(_) => {}
            _ => return Err((item.at.span(), "a situation has a board, sides and scenery".into())),
        }
        Ok(())
    }

    /// How large the board is, how many turns there are.
    fn extent(&mut self, item: &Item) -> Outcome<()> {
        match &item.kind {
            ItemKind::Board(board) => {
                let (width, depth) = (mils(board.width)?, mils(board.depth)?);
                self.builder.board(width, depth);
            }
            ItemKind::Turns(n) => match u16::try_from(n.value) {
                Ok(turns) => self.builder.turns(turns.into()),
                Err(_) => return Err((n.at.span(), "no game lasts so long: write a number below 65536".into())),
            },
            _ => {}
        }
        Ok(())
    }

    /// What a scenario says of the table, and how it begins.
    fn scenario(&mut self, name: Name) -> Outcome<()> {
        let (scenarios, _) = Scenario::read(self.trial.book);
        let (written, span) = (self.text(name.sym), name.at.span());
        let Some(found) = Scenario::find(&scenarios, written) else {
            return Err((span, format!("there is no scenario `{written}`")));
        };
        place(&mut self.builder, found).map_err(|e| (span, e.what))?;
        self.setup = found.setup;
        Ok(())
    }

    fn finish(self) -> Outcome<(Stage, Option<Fault>)> {
        let program = self.trial.book.program();
        let (cast, leaders) = self.builder.finish();
        if let Some((_, span)) = self.grounds.iter().find(|(shape, _)| !on_board(shape, cast.board)) {
            return Err((*span, format!("all of it lies beyond the board, which is {}: write a place on it", size_of(cast.board))));
        }
        let mut start = world(program, &cast, &leaders);
        start.set_turn(1);
        let game = Game::new(program, &cast);
        let bare = start.clone();
        let mut machine = Machine::resting(start);
        let mut fault = None;
        for (nth, (unit, span)) in self.units.iter().enumerate() {
            if !put(&mut machine, game, unit) {
                let why = || {
                    if let Some(beyond) = beyond(game, unit) {
                        return (unit.place, beyond);
                    }
                    if let Some(form) = unformed(&bare, game, unit) {
                        return (unit.formed, form);
                    }
                    let at = if unit.place.is_empty() { *span } else { unit.place };
                    (at, no_room(&bare, game, self.units.get(..nth).unwrap_or(&[]), unit))
                };
                fault = fault.or_else(|| Some(why()));
            }
            for s in &unit.states {
                machine.world.set(i64::from(unit.ent), *s, true);
            }
        }
        let mut mustered = self.mustered;
        for m in &mut mustered {
            m.settle(&cast);
        }
        Ok((Stage { world: machine.world, cast, known: self.known, mustered, setup: self.setup }, fault))
    }
}

/// Puts a unit where it is listed, if it is listed anywhere; whether there was room.
fn put(machine: &mut Machine, game: Game<'_>, unit: &Unit) -> bool {
    let Some(at) = unit.at else { return true };
    let north = at.y < game.cast.board.1 / 2;
    let facing = unit.facing.unwrap_or(if north { Facing::NORTH } else { Facing::SOUTH });
    machine.set_up(game, i64::from(unit.ent), at, facing, unit.form)
}

/// That a unit is to stand where no board is.
fn beyond(game: Game<'_>, unit: &Unit) -> Option<String> {
    let (at, (width, depth)) = (unit.at?, game.cast.board);
    let on = (0..=width).contains(&at.x) && (0..=depth).contains(&at.y);
    let place = show(game, table::pack_place(at.x, at.y));
    (!on).then(|| format!("{place} is not on the board, which is {}: write a place on it", size_of(game.cast.board)))
}

/// That a unit never stands in the formation that is said, and in which it may.
fn unformed(start: &World, game: Game<'_>, unit: &Unit) -> Option<String> {
    let machine = Machine::resting(start.clone());
    let may = |form| machine.may_form(game, i64::from(unit.ent), form);
    let form = unit.form.filter(|f| !may(*f))?;
    let called = |form| game.program.book.states.get(form).map_or("", |s| s.name.as_str());
    let others: Vec<String> = game.program.forms.iter().filter(|f| may(f.state)).map(|f| format!("`{}`", called(f.state))).collect();
    let fix = if others.is_empty() { "leave it out".to_owned() } else { format!("write {}", others.join(" or ")) };
    Some(format!("`{}` is no formation for {}: {fix}", called(form), show(game, unit.ent.into())))
}

/// Why a unit cannot be put where it is listed: `before` it were others.
fn no_room(start: &World, game: Game<'_>, before: &[(Unit, Span)], unit: &Unit) -> String {
    let Some(at) = unit.at else { return String::new() };
    let (who, place) = (show(game, unit.ent.into()), show(game, table::pack_place(at.x, at.y)));
    // with whom alone on the table it finds no room
    let crowded = |other: Option<&Unit>| {
        let mut machine = Machine::resting(start.clone());
        other.is_none_or(|o| put(&mut machine, game, o)) && !put(&mut machine, game, unit)
    };
    if !crowded(None) {
        if let Some((other, _)) = before.iter().find(|(o, _)| crowded(Some(o))) {
            return format!(
                "there is no room for {who} at {place}, since {} stands there: write a place beside it",
                show(game, other.ent.into())
            );
        }
    }
    // alone in its first formation it would stand there
    let plain = || unit.form.is_some() && put(&mut Machine::resting(start.clone()), game, &Unit { form: None, ..unit.clone() });
    if plain() {
        return format!("{who} cannot stand at {place} in this formation: give it as many models as that takes, or more room");
    }
    format!("there is no room for {who} at {place}: all of it stands on the board, on ground that it may enter")
}

/// How large a board is, as it is written.
fn size_of((width, depth): (i32, i32)) -> String {
    format!("{} x {}", Measure::from_thousandths(width.into()), Measure::from_thousandths(depth.into()))
}

/// Whether ground that lies somewhere reaches the board.
fn on_board(shape: &Shape, (width, depth): (i32, i32)) -> bool {
    let nearest = |p: table::Point| table::Point::new(p.x.clamp(0, width), p.y.clamp(0, depth));
    match shape {
        Shape::Disc { centre, radius } => nearest(*centre).distance(*centre) <= *radius,
        // of a line that crosses a corner both ends may lie beyond
        Shape::Wall { points } | Shape::Polygon { points } => {
            let beyond = |off: &dyn Fn(&table::Point) -> bool| points.iter().all(off);
            !(beyond(&|p| p.x < 0) || beyond(&|p| p.x > width) || beyond(&|p| p.y < 0) || beyond(&|p| p.y > depth))
        }
    }
}

/// A length on the table, in thousandths of an inch.
pub(super) fn mils(length: Length) -> Outcome<i32> {
    on_table(length).map_err(|e| (length.at.span(), format!("{e}: {}", e.fix())))
}

/// A place on the table.
pub(super) fn point(point: &Point) -> Outcome<table::Point> {
    Ok(table::Point::new(mils(point.x)?, mils(point.y)?))
}
