//! How formations stand, what ground does, how a pack measures.

use super::Reader;
use super::kids::Kids;
use crate::ast::{
    ActionsPer, Apart, Custom, CustomKind, Fewest, GaugeEnd, Ground, GroundCost, GroundTest, Length, Name, NameOrWord, ShapeKind,
    ShapePart, ShortColumn,
};
use crate::diag::Code;
use crate::source::At;
use crate::syntax::{Node, Rule};
use crate::table::Drill;

/// Pieces of one rank, and ranks.
const MOST_IN_LINE: i64 = 255;

impl Reader<'_> {
    /// `shape loose 0.5", arc front`
    pub fn shape(&mut self, k: &mut Kids<'_>) -> Option<Vec<ShapePart>> {
        k.all(Rule::shape_part).into_iter().map(|p| self.shape_part(p)).collect()
    }

    fn shape_part(&mut self, node: &Node) -> Option<ShapePart> {
        let at = At(node.span);
        let kind = self.read(node, |r, k| {
            if k.mark(Rule::k_otherwise) {
                return r.name_next(k).map(ShapeKind::Else);
            }
            let word = r.text(k.take(Rule::word)?);
            let kind = match word {
                "loose" if k.peek().is_none() => ShapeKind::Loose(None),
                "loose" => ShapeKind::Loose(Some(r.apart(k)?)),
                "gap" => ShapeKind::Gap(r.apart(k)?),
                "ranks" => ShapeKind::Ranks(r.fewest(k)?),
                "front" => {
                    let files = r.fewest(k)?;
                    ShapeKind::Front { files, when: r.if_next(k)? }
                }
                first => {
                    let begins = |m: &Drill| m.words().split_once(' ').is_some_and(|(word, _)| word == first);
                    let more = if Drill::ALL.iter().any(begins) { r.shape_word(k) } else { None };
                    let said = more.map_or_else(|| first.to_owned(), |more| format!("{first} {more}"));
                    let Some(drill) = Drill::ALL.iter().find(|m| m.words() == said) else { return r.no_shape(at) };
                    ShapeKind::Drill(*drill)
                }
            };
            // nothing more is said of the others
            if k.peek().is_some() { r.no_shape(at) } else { Some(kind) }
        })?;
        Some(ShapePart { kind, at })
    }

    /// `2" if a`
    fn apart(&mut self, k: &mut Kids<'_>) -> Option<Apart> {
        let gap = k.take(Rule::shape_num)?;
        let gap = self.read(gap, |r, k| k.take(Rule::length).and_then(|l| r.length(l)))?;
        Some(Apart { gap, when: self.if_next(k)? })
    }

    fn no_shape<T>(&mut self, at: At) -> Option<T> {
        let drills: Vec<String> = Drill::ALL.iter().map(|m| format!("`{}`", m.words())).collect();
        let help = format!(
            "write `loose`, `gap`, `ranks`, `front`, `otherwise` or one of {}; only gaps and fronts may hold `if`",
            drills.join(", ")
        );
        self.fault(Code::Place, at, "formations are not shaped so", &help);
        None
    }

    /// The next part of a shape, if it is a word.
    fn shape_word(&mut self, k: &mut Kids<'_>) -> Option<&'_ str> {
        let node = k.take(Rule::shape_num)?;
        let word = self.read(node, |_, k| k.take(Rule::word))?;
        Some(self.files.slice(word.span))
    }

    /// `2 to 10`, `3`: how many at least and at most.
    fn fewest(&mut self, k: &mut Kids<'_>) -> Option<Fewest> {
        let mut out = Fewest::default();
        let mut to = false;
        for node in k.all(Rule::shape_num) {
            self.read(node, |r, k| {
                if !to && out.least.is_some() && k.mark(Rule::k_to) {
                    to = true;
                    return Some(());
                }
                let place = if to { &mut out.most } else { &mut out.least };
                if place.is_some() {
                    return None;
                }
                *place = Some(k.take(Rule::integer).and_then(|n| r.few(n, MOST_IN_LINE))?);
                Some(())
            })?;
        }
        Some(out)
    }

    /// `if a`, if that comes next. None only if it could not be read.
    fn if_next(&mut self, k: &mut Kids<'_>) -> Option<Option<crate::ast::Expr>> {
        let Some(node) = k.take(Rule::guard_if) else { return Some(None) };
        let test = self.read(node, |r, k| {
            k.mark(Rule::k_if);
            k.take(Rule::expr).and_then(|e| r.expr(e))
        });
        test.map(Some)
    }

    /// `ground costs double if a`, `blocks sight`
    pub fn ground(&mut self, k: &mut Kids<'_>) -> Option<Ground> {
        if k.marks(&[Rule::k_blocks, Rule::k_sight]) {
            return Some(Ground::BlocksSight);
        }
        if k.mark(Rule::k_shelters) {
            return k.take(Rule::length).and_then(|l| self.length(l)).map(Ground::Shelters);
        }
        let leaving = k.mark(Rule::k_leaving);
        let crossing = leaving || k.either(&[Rule::k_ground, Rule::k_crossing])? == Rule::k_crossing;
        if k.mark(Rule::k_raised) {
            return Some(Ground::Raised);
        }
        if k.marks(&[Rule::k_reached, Rule::k_by, Rule::k_leader]) {
            return Some(Ground::ReachedByLeader);
        }
        k.mark(Rule::k_costs);
        let cost = match k.take(Rule::cost_word) {
            Some(word) => match self.text(word) {
                "double" => GroundCost::Double,
                "half-rest" => GroundCost::HalfRest,
                "forbidden" => GroundCost::Forbidden,
                _ => return None,
            },
            None => {
                let length = k.take(Rule::length).and_then(|l| self.length(l))?;
                if leaving { GroundCost::Leaving(length) } else { GroundCost::Toll(length) }
            }
        };
        let whom = match k.take_any(&[Rule::guard_if, Rule::guard_unless]) {
            Some(node) => Some(self.read(node, |r, k| {
                let unless = k.either(&[Rule::k_if, Rule::k_unless])? == Rule::k_unless;
                Some(GroundTest { unless, expr: k.take(Rule::expr).and_then(|e| r.expr(e))? })
            })?),
            None => None,
        };
        Some(if crossing { Ground::Crossing { cost, whom } } else { Ground::Costs { cost, whom } })
    }

    /// `coherency 6" from leader`
    pub fn custom(&mut self, k: &mut Kids<'_>, at: At) -> Option<Custom> {
        let mut said = vec![k.take(Rule::kind_word)?];
        if let Some(rest) = k.take(Rule::kind_rest) {
            said.extend(self.read(rest, |_, k| Some(k.rest()))?);
        }
        let when = self.if_next(k)?;
        let words: Vec<&str> = said.iter().map(|n| self.files.slice(n.span)).collect();
        let ends = |a: &str, b: &str| Some((gauge_end(a)?, gauge_end(b)?));
        let kind = match words.as_slice() {
            ["movement", "of", "leader"] => Some(CustomKind::MovementOfLeader),
            ["measure", _, "from", a, "to", b] => match (ends(a, b), said.get(1).filter(|n| n.rule == Rule::word)) {
                (Some((from, to)), Some(word)) => Some(CustomKind::Measure { kind: self.word(word), from, to }),
                _ => None,
            },
            ["coherency", distance] => self.keeps_within(distance, at, false),
            ["coherency", distance, "from", "leader"] => self.keeps_within(distance, at, true),
            ["actions", "once", "per", "turn"] => Some(CustomKind::ActionsOncePer(ActionsPer::Turn)),
            ["actions", "once", "per", "phase"] => Some(CustomKind::ActionsOncePer(ActionsPer::Phase)),
            _ => None,
        };
        if kind.is_none() {
            self.unknown_custom(&words, at);
        }
        Some(Custom { kind: kind?, when })
    }

    fn keeps_within(&mut self, distance: &str, at: At, from_leader: bool) -> Option<CustomKind> {
        if !distance.ends_with('"') {
            return None;
        }
        let mils = self.mils(distance, at)?;
        Some(CustomKind::Coherency { distance: Length { mils, at }, from_leader })
    }

    /// Faults a custom that is like none, and shows how the one is written that it is likest to.
    fn unknown_custom(&mut self, words: &[&str], at: At) {
        let first = words.first().copied().unwrap_or("");
        let group = words.get(1).copied().filter(|_| first == "measure").unwrap_or("unit");
        let ways = [("leader", "nearest"), ("leader", "leader"), ("nearest", "nearest"), ("nearest", "leader")];
        let measures: Vec<String> = ways.map(|(a, b)| format!("measure {group} from {a} to {b}")).to_vec();
        let others =
            ["movement of leader", "coherency 1\"", "coherency 6\" from leader", "actions once per turn", "actions once per phase"];
        let written = words.join(" ");
        let known = measures.iter().map(String::as_str).chain(others).filter(|k| k.starts_with(first));
        let near = known.min_by_key(|k| strsim::damerau_levenshtein(&written, k)).unwrap_or_default();
        let said: Vec<&str> = near.split(' ').collect();
        let gone = said.iter().enumerate().find(|(i, _)| {
            let rest: Vec<&str> = said.iter().enumerate().filter(|(other, _)| other != i).map(|(_, word)| *word).collect();
            rest == words
        });
        let message = match gone {
            Some((_, word)) => format!("`{word}` is missing here"),
            None => format!("no line that begins with `{first}` goes on so"),
        };
        self.fault(Code::Name, at, message, format!("write `{near}`"));
    }

    /// `Command short "Cd" in AP`
    pub fn short_column(&mut self, k: &mut Kids<'_>) -> Option<ShortColumn> {
        let name: Name = self.name_next(k)?;
        k.mark(Rule::k_short);
        let short = k.take(Rule::quoted).map(|q| self.quoted(q))?;
        let measure: Option<NameOrWord> =
            if k.mark(Rule::k_in) { Some(k.take_any(&[Rule::name, Rule::word]).map(|n| self.name_or_word(n))?) } else { None };
        Some(ShortColumn { name, short: Some(short), measure })
    }
}

fn gauge_end(word: &str) -> Option<GaugeEnd> {
    match word {
        "leader" => Some(GaugeEnd::Leader),
        "nearest" => Some(GaugeEnd::Nearest),
        _ => None,
    }
}
