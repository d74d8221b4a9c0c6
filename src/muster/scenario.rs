//! Where a game is played: the board, what lies on it, and how it begins.

use super::Rulebook;
use super::names::{Names, titled};
use crate::ast::{self, Block, Decl, DeclKind, ItemKind, Length, Lies, NameRef, Part, Placement, SideItem, Titled, Walk};
use crate::check::Own;
use crate::diag::{Code, Diagnostic, nearest};
use crate::hir::{KindBase, KindId, ProcKind, Symbol, Ty};
use crate::intern::{KeyId, Sym};
use crate::ir::{Key, KindNo, ProcNo, RuleNo, StateNo, TerrainNo};
use crate::num::{Measure, MeasureError};
use crate::resolve::unnamed;
use crate::source::Span;
use crate::table::{Point, Shape};

/// A scenario.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    /// As written.
    pub name: String,
    /// The board in mils, if it says.
    pub board: Option<(i32, i32)>,
    /// The rules that it is played by.
    pub rules: Vec<RuleNo>,
    /// What lies on the table, in order.
    pub places: Vec<Placed>,
    /// The procedure before the first turn.
    pub setup: Option<ProcNo>,
    /// How many turns it lasts, if it says.
    pub turns: Option<usize>,
    /// Where its name stands.
    pub span: Span,
}

/// A feature of the table.
#[derive(Clone, Debug)]
pub struct Placed {
    /// As declared.
    pub name: String,
    /// Its kind.
    pub kind: KindNo,
    /// Where it lies, or how large it is.
    pub shape: Shape,
    /// Whether it lies beside the table until it is placed.
    pub aside: bool,
    /// Its ground, by number.
    pub terrains: Vec<TerrainNo>,
    /// Its tags.
    pub tags: Vec<StateNo>,
    /// How high it is.
    pub level: i16,
    /// Whether it is a zone.
    pub zone: bool,
}

/// A feature as it is declared.
struct Declared {
    title: Option<Sym>,
    name: String,
    kind: KindId,
    terrains: Vec<TerrainNo>,
    tags: Vec<StateNo>,
    level: i16,
}

impl Scenario {
    /// Reads every scenario out of what was declared.
    #[must_use]
    pub fn read(book: Rulebook<'_>) -> (Vec<Self>, Vec<Diagnostic>) {
        let mut names = Names::new(book);
        let mut features = Vec::new();
        for d in book.decls {
            let DeclKind::Named(n) = &*d.kind else { continue };
            if let Some(kind) = names.kind_of(n.word.sym).filter(|k| names.is(*k, KindBase::Feature)) {
                features.push(names.declared(n, kind));
            }
        }
        let mut out = Vec::new();
        for d in book.decls {
            if let DeclKind::Scenario(t) = &*d.kind {
                out.push(names.scenario(d, t, &features));
            }
        }
        // the first is the same in whatever order they are declared
        out.sort_by_key(|s: &Self| Key::new(&s.name));
        (out, names.found)
    }

    /// A scenario by its name.
    #[must_use]
    pub fn find<'a>(all: &'a [Self], written: &str) -> Option<&'a Self> {
        all.iter().find(|s| Key::new(&s.name) == Key::new(written))
    }
}

impl Names<'_> {
    fn declared(&mut self, n: &ast::Named, kind: KindId) -> Declared {
        let title = n.title.as_ref().map(|t| t.name.sym);
        let (mut terrains, mut tags, mut level) = (Vec::new(), Vec::new(), 0);
        let rules = self.rules;
        let of_kind = |s: &StateNo| {
            let state = rules.states.get(crate::hir::StateId(s.0));
            state.is_some_and(|s| rules.kind_called(rules.names.text(s.of_word)) == Some(kind))
        };
        for name in &n.names {
            if let Some(t) = rules.terrain_named(name.sym) {
                level |= i16::from(rules.terrains.get(t).is_some_and(|t| t.raised));
                terrains.push(TerrainNo(t.0));
            } else if let Some(tag) = self.find_tag(name.sym).filter(of_kind) {
                tags.push(tag);
            } else {
                self.unknown(*name, "terrain", rules.terrains.all().iter().map(|t| rules.names.text(t.name)));
            }
        }
        Declared { title, name: self.said(title), kind, terrains, tags, level }
    }

    fn scenario(&mut self, d: &Decl, t: &Titled, features: &[Declared]) -> Scenario {
        let (name, span) = titled(t.title.as_ref(), d.head);
        let mut s = Scenario { name: self.said(name), span, ..Scenario::default() };
        let mut sides: Vec<&SideItem> = Vec::new();
        for item in &t.items {
            match &item.kind {
                ItemKind::Board(b) => s.board = Some((self.mils(b.width), self.mils(b.depth))),
                ItemKind::Rules(names) => {
                    self.always_in_force(names);
                    s.rules.extend(self.rules(names));
                }
                ItemKind::Turns(n) => s.turns = Some(self.number(*n)),
                ItemKind::Setup(block) => s.setup = self.setup(block),
                ItemKind::Side(side) => {
                    self.places(side, features, &mut s);
                    sides.push(side);
                }
                _ => self.misplaced(item, "a scenario"),
            }
        }
        if let Some(board) = s.board {
            sides.into_iter().flat_map(|side| &side.placements).for_each(|p| self.on_board(p, board));
        }
        s
    }

    /// Faults rules that hold whatever is played.
    fn always_in_force(&mut self, names: &[NameRef]) {
        for name in names {
            let info = self.rules.rule_named(name).and_then(|id| self.rules.rules.get(id));
            let Some(rule) = info.filter(|r| r.state.is_none() && !r.by_rows()) else { continue };
            let written = self.text(rule.name);
            let d = Diagnostic::new(Code::Kind, name.at.span(), format!("`{written}` is always in force, whatever scenario is played"))
                .label(rule.line.at.span(), "nothing here says that it is of a scenario");
            let own = Own::of(self.book.files, self.book.decls).is(self.book.files, rule.line.at.span());
            let help =
                if own { format!("write `{} {written} of scenario` there", self.text(rule.word)) } else { "leave it out".to_owned() };
            self.found.push(d.help(help));
        }
    }

    fn mils(&mut self, length: Length) -> i32 {
        on_table(length).unwrap_or_else(|e| {
            self.found.push(Diagnostic::new(Code::Measure, length.at.span(), e.to_string()).help(e.fix()));
            0
        })
    }

    fn setup(&mut self, block: &Block) -> Option<ProcNo> {
        let mut first: Option<NameRef> = None;
        block.walk(&mut |part| {
            if let Part::Name(name) = part {
                first.get_or_insert(*name);
            }
        });
        let name = first?.name;
        let rules = self.rules;
        let found = rules.find(name.sym, |s| match s {
            Symbol::Proc(p) if rules.procs.get(p).is_some_and(|p| !matches!(p.kind, ProcKind::Chance(_))) => Some(ProcNo(p.0)),
            _ => None,
        });
        if let Some(proc) = found {
            let head = rules.procs.get(crate::hir::ProcId(proc.0)).map(|p| &p.head);
            // the game itself is always there
            let game = |ty| matches!(ty, Ty::Thing(k) if rules.kinds.get(k).is_some_and(|k| k.base == KindBase::Game));
            let other = |r: &&crate::hir::Role| rules.locals.get(r.local).is_some_and(|l| !game(l.ty));
            if let Some(role) = head.and_then(|h| h.roles.iter().find(other)) {
                let of = rules.locals.get(role.local).map_or("", |l| rules.names.text(l.word));
                let message = format!("`{}` is done for a {of}, and a set-up for nobody", self.text(name.sym));
                let help = format!("name a procedure without blanks, which does it `for each {of}`");
                self.found.push(Diagnostic::new(Code::Role, name.at.span(), message).help(help));
            }
            return found;
        }
        let all: Vec<&str> = rules.procs.all().iter().map(|p| rules.names.text(p.head.name)).collect();
        // one that nothing names is meant, if none is spelt nearly so
        let near = nearest(self.text(name.sym), all.iter().copied()).is_some();
        match unnamed(rules, self.book.decls).filter(|_| !near) {
            Some(meant) => self.unknown(name, "procedure", [meant]),
            None => self.unknown(name, "procedure", all),
        }
        None
    }

    /// A line of placements under a heading of the author's. What has ground of its own lies round a point or along a
    /// line; what has none is an area between two corners, or within three or more.
    fn places(&mut self, side: &SideItem, features: &[Declared], s: &mut Scenario) {
        for placement in &side.placements {
            let name = placement.name;
            let (written, key) = (self.text(name.sym), self.key(name.sym));
            let Some(feature) = features.iter().find(|f| f.title.is_some_and(|t| self.key(t) == key)) else {
                self.undeclared(placement, side, features);
                continue;
            };
            if s.places.iter().any(|p| p.name == feature.name) {
                let d = Diagnostic::new(Code::Twice, name.at.span(), format!("`{written}` is placed twice"));
                // the pack's own are the last
                let other = features.iter().rev().find(|f| {
                    let free = f.kind == feature.kind && f.terrains == feature.terrains && !s.places.iter().any(|p| p.name == f.name);
                    free && !side.placements.iter().any(|p| f.title.is_some_and(|t| self.key(t) == self.key(p.name.sym)))
                });
                let help = other
                    .map_or("declare another feature".to_owned(), |f| format!("write `{}` if that is meant, or declare another", f.name));
                self.found.push(d.help(help));
            }
            let zone = feature.terrains.is_empty();
            let aside = placement.lies.as_ref().is_some_and(Lies::is_size);
            if aside && !self.program.laid.contains(&KindNo(feature.kind.0)) {
                let d = Diagnostic::new(
                    Code::Unreachable,
                    placement.at.span(),
                    format!("`{written}` lies beside the table, and nothing places it"),
                );
                let kind = self.word(feature.kind);
                self.found.push(d.help(format!("say where it lies, or place it in a step: `{kind} is placed, by side`")));
            }
            match self.lies(placement, zone) {
                Some(shape) => s.places.push(Placed {
                    name: feature.name.clone(),
                    kind: KindNo(feature.kind.0),
                    shape,
                    aside,
                    terrains: feature.terrains.clone(),
                    tags: feature.tags.clone(),
                    level: feature.level,
                    zone: zone && !aside,
                }),
                None => self.found.push(
                    Diagnostic::new(Code::Place, placement.at.span(), format!("nothing says where `{written}` lies"))
                        .help("write `around x,y radius` or `at x,y to x,y`; or how large it is, for what is placed in play"),
                ),
            }
        }
    }

    /// Tells of a feature that is laid out and not declared. What is spelt like none is new: it is declared as one of its line is,
    /// else as one that is laid out so.
    fn undeclared(&mut self, placement: &Placement, side: &SideItem, features: &[Declared]) {
        let name = placement.name;
        let written = self.text(name.sym);
        if nearest(written, features.iter().map(|f| f.name.as_str())).is_some() {
            return self.unknown(name, "feature", features.iter().map(|f| f.name.as_str()));
        }
        let laid = self.laid_like(placement);
        let beside = |f: &&Declared| side.placements.iter().any(|p| f.title.is_some_and(|t| self.key(t) == self.key(p.name.sym)));
        let laid_so = |f: &&Declared| f.title.is_some_and(|t| laid.contains(&self.key(t)));
        let like = features.iter().rev().filter(laid_so).find(beside).or_else(|| features.iter().rev().find(laid_so));
        let d = Diagnostic::new(Code::Name, name.at.span(), format!("there is no feature `{written}`"));
        let help = like.map_or_else(
            || "declare it".to_owned(),
            |f| {
                let ground = f.terrains.iter().filter_map(|t| self.rules.terrains.get(crate::hir::TerrainId(t.0)));
                let ground: Vec<&str> = ground.map(|t| self.text(t.name)).collect();
                let behind = if ground.is_empty() { String::new() } else { format!(": {}", ground.join(", ")) };
                format!("declare it: `{} {written}{behind}`", self.word(f.kind))
            },
        );
        self.found.push(d.help(help));
    }

    /// The names of all that scenarios lay out as this is: round a point, between corners.
    fn laid_like(&self, placement: &Placement) -> Vec<KeyId> {
        let sort = |p: &Placement| p.lies.as_ref().map(std::mem::discriminant);
        let items = self.book.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Scenario(_))).flat_map(|d| d.kind.items());
        let sides = items.filter_map(|i| if let ItemKind::Side(side) = &i.kind { Some(side) } else { None });
        let all = sides.flat_map(|s| &s.placements);
        all.filter(|p| sort(p) == sort(placement)).map(|p| self.key(p.name.sym)).collect()
    }

    /// Faults a corner or a middle that is not on the board. What lies round its middle may reach beyond.
    fn on_board(&mut self, placement: &Placement, (width, depth): (i32, i32)) {
        let points: Vec<&ast::Point> = match &placement.lies {
            Some(Lies::At { points, .. }) => points.iter().collect(),
            Some(Lies::Around { centre, .. }) => vec![centre],
            _ => Vec::new(),
        };
        let off =
            |p: &&&ast::Point| [(p.x, width), (p.y, depth)].iter().any(|(l, most)| on_table(*l).is_ok_and(|n| !(0..=*most).contains(&n)));
        if let Some(p) = points.iter().find(off) {
            let at = p.x.at.to(p.y.at);
            let d = Diagnostic::new(Code::Place, at.span(), format!("`{}` goes beyond the board", self.text(placement.name.sym)));
            let [width, depth] = [width, depth].map(|n| Measure::from_thousandths(n.into()));
            self.found.push(d.help(format!("write a place from 0\",0\" to {width},{depth}")));
        }
    }

    fn lies(&mut self, placement: &Placement, zone: bool) -> Option<Shape> {
        match placement.lies.as_ref()? {
            Lies::At { points, .. } => {
                let points: Vec<Point> = points.iter().map(|p| self.point(p)).collect();
                match (points.as_slice(), zone) {
                    ([], _) | ([_], true) => None,
                    ([a, b], true) => Some(Shape::rect(*a, *b)),
                    (_, true) => Some(Shape::Polygon { points }),
                    (_, false) => Some(Shape::Wall { points }),
                }
            }
            Lies::Around { centre, radius, .. } => Some(Shape::Disc { centre: self.point(centre), radius: self.mils(*radius) }),
            size => sized(size, |l| Ok::<_, MeasureError>(self.mils(l))).ok().flatten(),
        }
    }

    fn point(&mut self, point: &ast::Point) -> Point {
        Point::new(self.mils(point.x), self.mils(point.y))
    }
}

/// A length on the table in mils.
///
/// # Errors
/// When no table is so large.
pub fn on_table(length: Length) -> Result<i32, MeasureError> {
    Measure::from_thousandths(length.mils).on_table()
}

/// How large something is that lies beside the table: `8" across`, `6" long`, `6" x 4"`. Nothing if it is said where it lies.
///
/// # Errors
/// What is wrong with a length.
pub fn sized<E>(lies: &Lies, mut mils: impl FnMut(Length) -> Result<i32, E>) -> Result<Option<Shape>, E> {
    Ok(match lies {
        Lies::Across(width) => Some(Shape::Disc { centre: Point::ORIGIN, radius: mils(*width)? / 2 }),
        Lies::Long(width) => Some(Shape::sized(mils(*width)?, 0)),
        Lies::Sized { width, depth } => Some(Shape::sized(mils(*width)?, mils(*depth)?)),
        Lies::At { .. } | Lies::Around { .. } => None,
    })
}
