//! Scenarios: the board, who stands where, what is done before the first turn.

use super::musters::points;
use crate::ast::{Board, Facing, Heading, ItemKind, Length, Lies, Name, PlaceBit, PlaceBitKind, Placement, Point, SideItem, Titled};
use crate::hir::{Measure, Rules};
use crate::intern::Sym;
use crate::resolve::{Asking, Scene};
use crate::source::At;
use crate::speech::phrase::english::list;
use crate::speech::said::Said;
use crate::speech::voice::Voice;

/// Said of what has a size and no place yet.
const WAITING: &str = ", beside the table until placed";

/// Says what only the texts know. Its rules grow by the words of what is asked.
pub(super) struct Spoken {
    /// The rules, and words that sentences make known.
    pub rules: Rules,
    /// The options of what is spoken of, as they are declared.
    pub(super) options: Vec<Sym>,
    /// Those of all units, for a list of options, which may speak of any.
    pub(super) elsewhere: Vec<Sym>,
}

impl Spoken {
    pub fn new(rules: &Rules) -> Self {
        Self { rules: rules.clone(), options: Vec::new(), elsewhere: Vec::new() }
    }

    /// A scenario.
    pub fn scenario(&mut self, t: &Titled, at: At) -> Said {
        let title = t.title.as_ref().map_or(String::new(), |t| self.text(t.name.sym));
        let below = self.items(&t.items);
        Said { text: format!("the scenario {title}"), below, at, ..Said::default() }
    }

    /// A line of a scenario; none for any other.
    pub fn scene_item(&mut self, kind: &ItemKind) -> Option<String> {
        Some(match kind {
            ItemKind::Board(Board { width, depth }) => format!("the board is {} by {}", self.far(*width), self.far(*depth)),
            ItemKind::Turns(n) => format!("the game lasts {} turns", n.value),
            ItemKind::Setup(block) => {
                let scene = Scene::default();
                let (block, _) = Asking::of(&mut self.rules, &scene).block(block);
                let v = Voice::new(&self.rules);
                let texts: Vec<String> = v.block(&block).into_iter().map(|s| s.text).collect();
                format!("before the first turn: {}", list(&texts, "and"))
            }
            ItemKind::Side(side) => self.side(side),
            ItemKind::Use(u) => format!("{} is read as {}", self.text(u.ruling.sym), self.text(u.reading.sym)),
            _ => return None,
        })
    }

    fn far(&self, l: Length) -> String {
        Voice::new(&self.rules).amount(l.mils, Measure::Inches)
    }

    fn side(&self, side: &SideItem) -> String {
        let SideItem { name, musters, placements } = side;
        let musters = musters.map_or(String::new(), |m| {
            let points = m.points.map_or(String::new(), |p| format!("up to {} of ", points(p.value)));
            format!(", who musters {points}{}", self.text(m.force.sym))
        });
        let each: Vec<String> = placements.iter().map(|p| self.placement(p)).collect();
        let waiting: Vec<&str> = each.iter().filter_map(|p| p.strip_suffix(WAITING)).collect();
        if waiting.len() == each.len() && waiting.len() > 1 {
            return format!("{}{musters}{WAITING}: {}", self.text(name.sym), waiting.join("; "));
        }
        format!("{}{musters}: {}", self.text(name.sym), each.join("; "))
    }

    fn placement(&self, p: &Placement) -> String {
        let Placement { name, entry, from, bits, lies, at: _ } = p;
        let mut text = self.text(name.sym);
        let called = |n: &Name| self.text(n.sym);
        if let Some(entry) = entry {
            text = format!("{text}, which is {}", called(entry));
        }
        if let Some(from) = from {
            text = format!("{text} from {}", called(from));
        }
        for PlaceBit { kind, at: _ } in bits {
            let more = match kind {
                PlaceBitKind::Count { number, of } if number.value == 1 => format!("1 {}", self.text(of.sym).trim_end_matches('s')),
                PlaceBitKind::Count { number, of } => format!("{} {}", number.value, self.text(of.sym)),
                PlaceBitKind::With(names) => format!("with {}", self.all_of(names, "and")),
                PlaceBitKind::Is(n) => called(n),
                PlaceBitKind::Some { number, of } => format!("{} {}", number.value, called(of)),
            };
            text = format!("{text}, {more}");
        }
        match lies {
            None => text,
            Some(Lies::At { points, facing, at: _ }) => {
                let points: Vec<String> = points.iter().map(|p| self.point(*p)).collect();
                let facing = facing.map_or(String::new(), |f| match f {
                    Facing::Heading(h) => format!(", facing {}", heading(h)),
                    Facing::Towards(p) => format!(", facing {}", self.point(p)),
                });
                format!("{text} at {}{facing}", points.join(" to "))
            }
            Some(Lies::Around { centre, radius, at: _ }) => {
                format!("{text} around {}, with a radius of {}", self.point(*centre), self.far(*radius))
            }
            Some(Lies::Across(l)) => format!("{text}, {} across{WAITING}", self.far(*l)),
            Some(Lies::Long(l)) => format!("{text}, {} long{WAITING}", self.far(*l)),
            Some(Lies::Sized { width, depth }) => format!("{text}, {} by {}{WAITING}", self.far(*width), self.far(*depth)),
        }
    }

    fn point(&self, p: Point) -> String {
        format!("({}, {})", self.far(p.x), self.far(p.y))
    }
}

fn heading(h: Heading) -> &'static str {
    match h {
        Heading::North => "north",
        Heading::NorthEast => "north east",
        Heading::NorthWest => "north west",
        Heading::SouthEast => "south east",
        Heading::SouthWest => "south west",
        Heading::South => "south",
        Heading::East => "east",
        Heading::West => "west",
    }
}
