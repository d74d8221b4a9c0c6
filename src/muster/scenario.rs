//! Where a game is played: the board, what lies on it, and how it begins.

use super::names::{Names, short};
use crate::diag::{Code, Diagnostic};
use crate::graph::Program;
use crate::model::{Key, KindBase, Symbol};
use crate::num::mils;
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Node, Rule};
use crate::table::{Point, Shape};

/// A scenario.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    /// As written.
    pub name: String,
    /// The board in mils, if it says.
    pub board: Option<(i32, i32)>,
    /// The rules that it is played by.
    pub rules: Vec<u16>,
    /// What lies on the table, in order.
    pub places: Vec<Placed>,
    /// The procedure before the first turn.
    pub setup: Option<u16>,
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
    pub kind: usize,
    /// Where it lies, or how large it is.
    pub shape: Shape,
    /// Whether it lies beside the table until it is placed.
    pub aside: bool,
    /// Its ground, by number.
    pub terrains: Vec<u16>,
    /// Its tags.
    pub tags: Vec<u16>,
    /// How high it is.
    pub level: i16,
    /// Whether it is a zone.
    pub zone: bool,
}

/// A feature as it is declared.
struct Declared {
    name: String,
    kind: usize,
    terrains: Vec<u16>,
    tags: Vec<u16>,
    level: i16,
}

impl Scenario {
    /// Reads every scenario out of what was declared.
    #[must_use]
    pub fn read(files: &Files, declarations: &[Declaration], program: &Program) -> (Vec<Self>, Vec<Diagnostic>) {
        let mut names = Names::new(files, program);
        let raised = names.raised(declarations);
        let mut features = Vec::new();
        for d in declarations.iter().filter(|d| d.head.rule == Rule::named_d) {
            if let Some(kind) = names.word(&d.head).1.filter(|k| program.book.is(*k, KindBase::Feature)) {
                features.push(names.declared(d, kind, &raised));
            }
        }
        let mut out = Vec::new();
        for d in names.headed(declarations, "scenario") {
            out.push(names.scenario(d, &features));
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
    fn terrain(&self, written: &str) -> Option<u16> {
        self.program.book.find(written, Symbol::Terrain).map(short)
    }

    /// Ground that is `ground raised` lies one level up.
    fn raised(&self, declarations: &[Declaration]) -> Vec<u16> {
        let mut out = Vec::new();
        for d in self.headed(declarations, "terrain") {
            let says = |p: &Node| p.rule == Rule::path_cost && self.text(p).split_whitespace().eq(["ground", "raised"]);
            if d.body.iter().flat_map(|l| &l.parts).any(says) {
                out.extend(self.terrain(&self.title(&d.head).0));
            }
        }
        out
    }

    fn declared(&mut self, d: &Declaration, kind: usize, raised: &[u16]) -> Declared {
        let (name, _) = self.title(&d.head);
        let (mut terrains, mut tags) = (Vec::new(), Vec::new());
        let program = self.program;
        let book = &program.book;
        let of_kind = |s: &u16| book.states.get(usize::from(*s)).is_some_and(|s| book.kind(&s.of) == Some(kind));
        for node in d.head.all(Rule::name) {
            let written = self.name(node);
            if let Some(t) = self.terrain(written) {
                terrains.push(t);
            } else if let Some(tag) = self.find_tag(written).filter(of_kind) {
                tags.push(tag);
            } else {
                self.unknown(node.span, written, "terrain", program.terrains.iter().map(|t| t.name.as_str()));
            }
        }
        let level = i16::from(terrains.iter().any(|t| raised.contains(t)));
        Declared { name, kind, terrains, tags, level }
    }

    fn scenario(&mut self, d: &Declaration, features: &[Declared]) -> Scenario {
        let (name, span) = self.title(&d.head);
        let mut s = Scenario { name, span, ..Scenario::default() };
        for part in d.body.iter().flat_map(|l| &l.parts) {
            match part.rule {
                Rule::board => {
                    let mut lengths = part.all(Rule::length).map(|l| self.mils(l));
                    s.board = lengths.next().zip(lengths.next());
                }
                Rule::rules_item => s.rules.extend(self.rules_in(part)),
                Rule::turns => s.turns = part.find(Rule::integer).map(|n| self.number(n)),
                Rule::setup => s.setup = self.setup(part),
                Rule::side_item => self.places(part, features, &mut s),
                _ => self.misplaced(part, "a scenario"),
            }
        }
        s
    }

    fn mils(&mut self, node: &Node) -> i32 {
        mils(self.text(node)).unwrap_or_else(|e| {
            self.found.push(Diagnostic::new(Code::Measure, node.span, e.to_string()).help(e.fix()));
            0
        })
    }

    fn setup(&mut self, node: &Node) -> Option<u16> {
        let mut names = Vec::new();
        node.walk(&mut |n| {
            if n.rule == Rule::name {
                names.push(n);
            }
        });
        let name = *names.first()?;
        let written = self.name(name);
        let found = self.program.book.find(written, Symbol::Procedure).map(short);
        if found.is_none() {
            let program = self.program;
            self.unknown(name.span, written, "procedure", program.proc_heads.iter().map(|h| h.name.as_str()));
        }
        found
    }

    /// A line of placements under a heading of the author's. What has ground of its own lies round a point or along a
    /// line; what has none is an area between two corners, or within three or more.
    fn places(&mut self, item: &Node, features: &[Declared], s: &mut Scenario) {
        for placement in item.all(Rule::placement) {
            let Some(name) = placement.find(Rule::name) else { continue };
            let written = self.name(name);
            let Some(feature) = features.iter().find(|f| Key::new(&f.name) == Key::new(written)) else {
                self.unknown(name.span, written, "feature", features.iter().map(|f| f.name.as_str()));
                continue;
            };
            if s.places.iter().any(|p| p.name == feature.name) {
                self.found
                    .push(Diagnostic::new(Code::Twice, name.span, format!("`{written}` is placed twice")).help("declare another feature"));
            }
            let zone = feature.terrains.is_empty();
            let size = placement.find(Rule::size);
            if size.is_some() && !self.program.laid.contains(&feature.kind) {
                let kind = self.program.book.kinds.get(feature.kind).map_or("feature", |k| k.word.as_str());
                self.found.push(
                    Diagnostic::new(Code::Unreachable, placement.span, format!("`{written}` lies beside the table, and nothing places it"))
                        .help(format!("say where it lies, or place it in a step: `{kind} is placed, by side`")),
                );
            }
            let lies = placement.find(Rule::place_at).and_then(|at| self.lies(at, zone));
            match lies.or_else(|| size.map(|z| self.sized(z))) {
                Some(shape) => s.places.push(Placed {
                    name: feature.name.clone(),
                    kind: feature.kind,
                    shape,
                    aside: size.is_some(),
                    terrains: feature.terrains.clone(),
                    tags: feature.tags.clone(),
                    level: feature.level,
                    zone: zone && size.is_none(),
                }),
                None => self.found.push(
                    Diagnostic::new(Code::Place, placement.span, format!("nothing says where `{written}` lies"))
                        .help("write `around x,y radius` or `at x,y to x,y`; or how large it is, for what is placed in play"),
                ),
            }
        }
    }

    /// `8" across`, `6" long`, `6" x 4"`.
    fn sized(&mut self, size: &Node) -> Shape {
        let lengths: Vec<i32> = size.all(Rule::length).map(|l| self.mils(l)).collect();
        sized(self.text(size), &lengths)
    }

    fn lies(&mut self, at: &Node, zone: bool) -> Option<Shape> {
        let points: Vec<Point> = at.all(Rule::place_ref).filter_map(|p| self.point(p)).collect();
        if let Some(radius) = at.find(Rule::length) {
            return Some(Shape::Disc { centre: *points.first()?, radius: self.mils(radius) });
        }
        match (points.as_slice(), zone) {
            ([], _) => None,
            ([a, b], true) => Some(Shape::rect(*a, *b)),
            ([_], true) => None,
            (_, true) => Some(Shape::Polygon { points }),
            (_, false) => Some(Shape::Wall { points }),
        }
    }

    fn point(&mut self, node: &Node) -> Option<Point> {
        let mut lengths = node.all(Rule::length).map(|l| self.mils(l));
        Some(Point::new(lengths.next()?, lengths.next()?))
    }
}

/// How large something is that lies beside the table: its words, and the lengths in them.
#[must_use]
pub fn sized(text: &str, lengths: &[i32]) -> Shape {
    let (width, depth) = (lengths.first().copied().unwrap_or(0), lengths.get(1).copied().unwrap_or(0));
    if text.ends_with("across") {
        return Shape::Disc { centre: Point::ORIGIN, radius: width / 2 };
    }
    Shape::sized(width, depth)
}
