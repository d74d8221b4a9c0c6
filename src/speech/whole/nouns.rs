//! Nouns: kinds, tags, counts, rulings, ground, things, decks, and what holds for the game as a whole.

use super::group_of;
use crate::hir::{
    Count, Deck, Kind, KindBase, Measure, Named, Pack, Ruling, Sees, Settings, State, StateId, StateKind, Terrain, Ty, Until,
};
use crate::intern::Sym;
use crate::speech::phrase::As;
use crate::speech::phrase::english::{a, list, plural};
use crate::speech::said::Said;
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// What the pack says of the game as a whole.
    pub(in crate::speech) fn settings(&self) -> Said {
        let Pack { name, version, extends, line } = &self.rules.pack;
        let own = name.map_or_else(|| "this pack".to_owned(), |n| self.name(n));
        let version = if version.is_empty() { String::new() } else { format!(", version {version}") };
        let parents: Vec<String> = extends.iter().map(|n| self.name(*n)).collect();
        let builds = if parents.is_empty() { String::new() } else { format!(", which builds on {}", list(&parents, "and")) };
        let mut below = Vec::new();
        let mut says = |text: String| below.push(Said::new(text, line.at));
        let Settings { from_leader, to_leader, coherency, about_leader, leader_walks, once_per_phase, simultaneous, score, standing } =
            &self.rules.settings;
        let groups = || self.rules.kinds.iter().filter(|(_, k)| k.base == KindBase::Group);
        let pieces = |word| self.rules.kinds.all().iter().any(|k| k.base == KindBase::Piece && k.of.contains(&word));
        let home = groups().find(|(_, k)| pieces(k.word)).or_else(|| groups().next());
        let group = home.map_or("group".to_owned(), |(id, _)| self.kind(id));
        let end = |leader: bool| if leader { "its leader" } else { "its nearest piece" };
        if *from_leader || *to_leader {
            says(format!(
                "distances from {} are measured from {}, and distances to it to {}",
                a(&group),
                end(*from_leader),
                end(*to_leader)
            ));
        }
        if let Some(far) = coherency {
            let far = self.amount(*far, Measure::Inches);
            let of = if *about_leader { "of its leader" } else { "of each other" };
            says(format!("the pieces of {} stay within {far} {of}", a(&group)));
        } else if *about_leader {
            says(format!("pieces of {} in loose order stay near its leader", a(&group)));
        }
        if *leader_walks {
            says(format!("of {} only its leader walks", a(&group)));
        }
        if let Some(phase) = once_per_phase {
            says(format!("the same action can be performed once per {}", if *phase { "phase" } else { "turn" }));
        }
        if let Some((side, who)) = simultaneous {
            self.call(*side, "the side");
            says(format!("where rules happen at one moment and nothing says which comes first, {} says it", self.noun(who)));
        }
        for (value, what) in [(score, "what a side has scored"), (standing, "how a side stands")] {
            if let Some(v) = value.and_then(|v| self.rules.values.get(v)) {
                says(format!("{what} is its {}", self.name(v.head.name)));
            }
        }
        below.extend(self.rule_lines(None));
        Said { text: format!("these are the rules of {own}{version}{builds}"), below, at: line.at, ..Said::default() }.citing(&line.cites)
    }

    /// A kind.
    pub(in crate::speech) fn kind_declared(&self, kind: &Kind) -> Said {
        let Kind { word, base, of, terms, lines, line } = kind;
        let word = self.name(*word);
        let owners: Vec<String> = of.iter().map(|w| a(&self.name(*w))).collect();
        let is_group = |w: &crate::intern::Sym| self.rules.kinds.all().iter().any(|k| k.word == *w && k.base == KindBase::Group);
        let groups_of_it = |w: &crate::intern::Sym| self.rules.kinds.all().iter().any(|k| k.word == *w && k.of.contains(&kind.word));
        let pieces = || {
            let own = self.rules.kinds.all().iter().filter(|k| k.base == KindBase::Piece && k.of.contains(&kind.word));
            let own: Vec<String> = own.map(|k| plural(&self.name(k.word))).collect();
            if own.is_empty() { "pieces".to_owned() } else { list(&own, "and") }
        };
        let owned = list(&owners, "or");
        let text = match base {
            KindBase::Group if of.is_empty() => format!("{} is a group of {}", a(&word), pieces()),
            // each is said to be of the other, and which of them is the larger is said nowhere
            KindBase::Group if of.iter().any(|w| is_group(w) && groups_of_it(w)) => {
                let others: Vec<String> = of.iter().map(|w| plural(&self.name(*w))).collect();
                format!("{} is a group of {}, and has {} in it or belongs to one", a(&word), pieces(), list(&others, "or"))
            }
            KindBase::Group if of.iter().any(|w| !self.makes(*w)) => {
                format!("{} is a group of {}, and belongs to {owned}", a(&word), pieces())
            }
            KindBase::Group => {
                let parts: Vec<String> = of.iter().map(|w| plural(&self.name(*w))).collect();
                format!("{} is a group of {}", a(&word), list(&parts, "or"))
            }
            KindBase::Piece if of.is_empty() => format!("{} is a piece on the table", a(&word)),
            KindBase::Piece => format!("{} is a piece on the table that belongs to {owned}", a(&word)),
            KindBase::Feature if of.is_empty() => format!("{} lies on the table", a(&word)),
            KindBase::Feature => format!("{} lies on the table and belongs to {owned}", a(&word)),
            KindBase::Card if of.is_empty() => format!("{} is a card", a(&word)),
            KindBase::Card => format!("{} is a card of {owned}", a(&word)),
            KindBase::Row if of.is_empty() => format!("{} is a line of a list", a(&word)),
            KindBase::Row => format!("{} is something that {owned} can carry", a(&word)),
            KindBase::Rule if of.is_empty() => format!("{} is a rule", a(&word)),
            KindBase::Rule => format!("{} is a rule that {owned} can have", a(&word)),
            KindBase::Action if of.is_empty() => format!("{} is an action of a side", a(&word)),
            KindBase::Action => format!("{} is an action of {owned}", a(&word)),
            KindBase::Side if of.is_empty() => format!("{} is a side", a(&word)),
            KindBase::Side => format!("{} is a side of {owned}", a(&word)),
            KindBase::Game if of.is_empty() => format!("{} is the game as a whole", a(&word)),
            KindBase::Game => format!("{} is the game as a whole, of {owned}", a(&word)),
        };
        let mut below = self.terms(terms, None, line.at);
        below.extend(lines.iter().filter_map(|l| self.rules.attaches.get(*l)).flat_map(|l| self.attach(l)));
        Said { text, below, at: line.at, ..Said::default() }.citing(&line.cites)
    }

    /// Whether a kind is a part that groups are made of.
    fn makes(&self, word: crate::intern::Sym) -> bool {
        self.rules.kinds.all().iter().any(|k| k.word == word && matches!(k.base, KindBase::Piece | KindBase::Group))
    }

    /// Tags that are declared together.
    pub(in crate::speech) fn tags(&self, all: &[StateId]) -> Said {
        let states: Vec<&State> = all.iter().filter_map(|s| self.rules.states.get(*s)).collect();
        let Some(first) = states.first() else { return Said::default() };
        let State { name: _, kind: _, of, of_word, until: _, majority, any, secret: _, beside: _, line } = *first;
        let names: Vec<String> = states.iter().map(|s| self.name(s.name)).collect();
        let word = self.name(*of_word);
        let group = group_of(self.rules, *of).map_or("group".to_owned(), |g| self.kind(g));
        let mut text = format!("{} can be {}", a(&word), list(&names, "or"));
        if *majority {
            text = format!("{text}; {} is what most of its {} are", a(&group), plural(&word));
        }
        if *any {
            text = format!("{text}; {} is so if any of its {} is", a(&group), plural(&word));
        }
        if self.rules.exclusive.iter().any(|set| all.iter().all(|s| set.contains(s))) && all.len() > 1 {
            text = format!("{text}; never two of these at once");
        }
        let ends: Vec<String> = states.iter().map(|s| self.ends(s)).filter(|t| !t.is_empty()).collect();
        if let Some(end) = ends.first() {
            text = format!("{text}; {end}");
        }
        Said::new(text, line.at).citing(&line.cites)
    }

    /// When a state ends by itself; nothing for what is so by nature.
    pub(in crate::speech) fn ends(&self, state: &State) -> String {
        let State { name: _, kind, of: _, of_word: _, until, majority: _, any: _, secret, beside: _, line: _ } = state;
        let ends = match (kind, until) {
            (StateKind::Marker, Until::Stays) => "it stays until something takes it away".into(),
            (_, Until::Stays) => String::new(),
            _ => format!("it lasts until {}", self.until(until)),
        };
        if *secret { format!("{ends}; only its own side knows of it until it is revealed") } else { ends }
    }

    /// A count.
    pub(in crate::speech) fn count(&self, count: &Count) -> Said {
        let Count { name, of, holds, starts, bounds, secret, line } = count;
        let (name, owner) = (self.name(*name), self.kind(*of));
        let game = self.rules.kinds.get(*of).is_some_and(|k| k.base == KindBase::Game);
        let owner = if game { "the game".to_owned() } else { format!("each {owner}") };
        let mut text = match holds {
            Ty::Number(m) => {
                let measure = self.measure(*m);
                let measure = if measure.is_empty() { measure } else { format!(", in {measure}") };
                // what may be less than nothing is no count of anything
                let below = bounds.as_ref().is_some_and(|(_, [least, _])| least.constant().is_some_and(|n| n < 0));
                let has = if below { "a number," } else { "a count of" };
                format!("{owner} has {has} {name}{measure}")
            }
            Ty::Thing(k) | Ty::Row(k) => format!("{owner} can have {} as its {name}", a(&self.kind(*k))),
            other => format!("{owner} can have {} as its {name}", a(Self::sort_of(*other))),
        };
        if let Some((whose, [least, most])) = bounds {
            self.call(*whose, format!("the {}", self.kind(*of)));
            text = format!("{text}, from {} to {}", self.noun(least), self.noun(most));
        }
        if let Some((whose, much)) = starts {
            self.call(*whose, format!("the {}", self.kind(*of)));
            text = format!("{text}, beginning at {}", self.noun(much));
        }
        if *secret {
            text.push_str("; only its own side knows it until it is revealed");
        }
        Said::new(text, line.at).citing(&line.cites)
    }

    /// What sort of answer a type is, as a noun.
    pub(in crate::speech) fn sort_of(ty: Ty) -> &'static str {
        match ty {
            Ty::Number(_) => "number",
            Ty::Truth => "yes or no",
            Ty::Thing(_) => "thing",
            Ty::Row(_) => "row",
            Ty::Need => "needed score",
            Ty::Place => "place",
            Ty::Facing => "facing",
            Ty::Edge => "edge",
            Ty::Formation => "formation",
            Ty::Name => "name",
            Ty::Nothing => "nothing",
            Ty::Unknown => "something",
        }
    }

    /// A ruling with its readings.
    pub(in crate::speech) fn ruling(&self, ruling: &Ruling) -> Said {
        let Ruling { name, asks, readings, chosen, measure, line } = ruling;
        let value = |n: i64| match measure {
            Ty::Number(m) => self.amount(n, *m),
            Ty::Need => format!("{n}+"),
            _ => n.to_string(),
        };
        let says = |(name, stands): &(Sym, Option<i64>)| {
            format!("{}{}", self.name(*name), stands.map_or(String::new(), |n| format!(" ({})", value(n))))
        };
        let (mut plays, mut others) = (String::new(), Vec::new());
        for (reading, n) in readings.iter().zip(0..) {
            if n == *chosen {
                plays = says(reading);
            } else {
                others.push(says(reading));
            }
        }
        let asks: Vec<&str> = asks.iter().map(|q| self.rules.names.text(*q)).collect();
        let asks = if asks.is_empty() { String::new() } else { format!(" \"{}\"", asks.join(" ")) };
        let others = if others.is_empty() { String::new() } else { format!("; it can also be read as {}", list(&others, "or")) };
        Said::new(format!("{}, a question:{asks} We play {plays}{others}", self.name(*name)), line.at).citing(&line.cites)
    }

    /// A sort of ground.
    pub(in crate::speech) fn terrain(&self, terrain: &Terrain) -> Said {
        let Terrain { name, costs: _, blocks: _, shelters: _, raised: _, by_leader: _, line } = terrain;
        let name = self.name(*name);
        Said::short(format!("{name} is a kind of ground"), self.ground(terrain), line.at).headed(&line.cites)
    }

    /// A thing that is declared by name.
    pub(in crate::speech) fn thing(&self, thing: &Named) -> Said {
        let Named { name, kind, line } = thing;
        Said::new(format!("{} is {}", self.name(*name), a(&self.kind(*kind))), line.at).citing(&line.cites)
    }

    fn thing_name(&self, thing: crate::hir::ThingId) -> String {
        self.rules.things.get(thing).map_or(String::new(), |t| self.name(t.name))
    }

    /// A deck.
    pub(in crate::speech) fn deck_declared(&self, deck: &Deck) -> Said {
        let Deck { name, of, has, lists, sees, each, line } = deck;
        let whose = if *each { ", one for each side" } else { "" };
        if self.rules.kinds.get(*of).is_some_and(|k| k.base == KindBase::Card) {
            let all: Vec<String> = lists.iter().map(|(card, n)| format!("{n} {}", self.thing_name(*card))).collect();
            let seen = match sees {
                Sees::Nobody => "",
                Sees::Side => ", which its side alone sees",
                Sees::All => ", which everybody sees",
            };
            let all = if all.is_empty() { "; it begins empty".to_owned() } else { format!(": {}", list(&all, "and")) };
            let text = format!("{} is a {} of {}{whose}{seen}{all}", self.name(*name), sees.word(), plural(&self.kind(*of)));
            return Said::new(text, line.at).citing(&line.cites);
        }
        let has = match has {
            Some(sel) => format!("; when it is shuffled, it has a card for {}", self.sel_as(sel, As::Each)),
            None => String::new(),
        };
        Said::new(format!("{} is a deck of cards, each of {}{has}{whose}", self.name(*name), a(&self.kind(*of))), line.at)
            .citing(&line.cites)
    }
}
