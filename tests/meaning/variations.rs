//! Texts that say the same: in another layout, in another order, in names written otherwise.

use std::collections::BTreeSet;

use grognard::floors::intern::folded;
use grognard::floors::syntax::{Node, Rule, TreeLine};

use crate::layout::widened;
use crate::text::{Edit, Text, pieces};

/// A game's texts, layer by layer: those of a variant stand behind those of what it extends.
pub type Layers = Vec<Vec<Text>>;

/// How a variation may be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// In the same words in the same order.
    Alike,
    /// In the same words.
    InAnotherOrder,
    /// Not to be compared: a name that is declared in other letters is bent otherwise in English.
    Unheard,
    /// In the same words, but for those that have [`MARK`] behind them.
    Marked,
}

/// What stands behind a word that was renamed.
pub const MARK: &str = "-also";

/// Texts that mean what others mean.
pub struct Variation {
    pub what: &'static str,
    /// In how many places they are other texts.
    pub places: usize,
    pub texts: Vec<(String, String)>,
    pub said: Said,
}

/// Every variation of a game.
pub fn variations(layers: &Layers) -> Vec<Variation> {
    let mut out = vec![
        each(layers, "gaps widened", Said::Alike, |t| counted(&t.body, widened(&t.body, false))),
        each(layers, "lines broken", Said::Alike, |t| counted(&t.body, widened(&t.body, true))),
        each(layers, "comments put in", Said::Alike, commented),
        each(layers, "citations taken away", Said::Alike, uncited),
        each(layers, "used names in capitals", Said::Alike, |t| renamed(t, used, str::to_uppercase)),
        each(layers, "used names in quotes", Said::Alike, |t| renamed(t, used, |n| format!("\"{n}\""))),
        each(layers, "used names with accents", Said::Alike, |t| renamed(t, used, accented)),
        each(layers, "all names in capitals", Said::Unheard, |t| renamed(t, |_| true, str::to_uppercase)),
        each(layers, "all names with accents", Said::Unheard, |t| renamed(t, |_| true, accented)),
        blanks_renamed(layers),
    ];
    for seed in 1..=2 {
        out.push(each(layers, "declarations shuffled", Said::InAnotherOrder, |t| declarations_shuffled(t, seed)));
        out.push(each(layers, "lines shuffled", Said::InAnotherOrder, |t| lines_shuffled(t, seed)));
        out.push(files_shuffled(layers, seed));
    }
    out.push(files_joined(layers));
    out
}

fn each(layers: &Layers, what: &'static str, said: Said, vary: impl Fn(&Text) -> (usize, String)) -> Variation {
    let all = layers.iter().flatten().map(|t| (t, vary(t)));
    let mut places = 0;
    let texts = all
        .map(|(t, (n, text))| {
            places += n;
            (t.name.clone(), text)
        })
        .collect();
    Variation { what, places, texts, said }
}

/// Numbers that look like chance and are always the same.
struct Shuffle(u64);

impl Shuffle {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("a small number") % n
    }

    /// Puts a list in another order. How many stand elsewhere now.
    fn list<T: Clone + PartialEq>(&mut self, list: &mut [T]) -> usize {
        let before = list.to_vec();
        (1..list.len()).rev().for_each(|i| list.swap(i, self.below(i + 1)));
        before.iter().zip(list).filter(|(a, b)| a != b).count()
    }
}

/// Lines and gaps that are not as they were.
fn counted(old: &str, new: String) -> (usize, String) {
    (new.matches([' ', '\n']).count().abs_diff(old.matches([' ', '\n']).count()), new)
}

/// A comment behind each line and before it, and a blank line.
fn commented(t: &Text) -> (usize, String) {
    let mut out = String::new();
    let mut places = 0;
    for (n, line) in t.body.lines().enumerate() {
        out += &format!("{}-- [aside.{n}] said aside, when: nothing; \"else\n\n{line}", " ".repeat(n % 7));
        if !line.contains("--") {
            out += "  -- step aside: nothing [at.all]";
            places += 1;
        }
        out.push('\n');
        places += 2;
    }
    (places, out)
}

/// Citations taken away; in amendments, which may be about no more than their citations, other clauses are cited.
fn uncited(t: &Text) -> (usize, String) {
    let mut edits: Vec<Edit> = Vec::new();
    for line in &t.tree.lines {
        let mut amends = false;
        pieces(line, &mut |n| amends |= matches!(n.rule, Rule::amend_d | Rule::use_d | Rule::replace_d));
        pieces(line, &mut |n| {
            let (from, to) = t.range(n.span);
            match n.rule {
                Rule::clause_id if amends => edits.push((to, to, ".other".to_owned())),
                Rule::cites if !amends => edits.push((from, to, String::new())),
                _ => {}
            }
        });
    }
    (edits.len(), t.edited(edits))
}

/// Names that stand for what is declared elsewhere.
fn used(above: &[Rule]) -> bool {
    above.contains(&Rule::name_ref)
}

fn renamed(t: &Text, which: impl Fn(&[Rule]) -> bool, how: impl Fn(&str) -> String) -> (usize, String) {
    let mut edits: Vec<Edit> = Vec::new();
    // a column is declared by its name alone
    let columns: Vec<(usize, usize)> =
        t.below().into_iter().filter(|(l, _)| t.slice(l.span).starts_with("columns ")).flat_map(|(_, b)| b).collect();
    t.walk(|above, n| {
        let column = columns.iter().any(|(from, to)| (*from..*to).contains(&t.range(n.span).0));
        if n.rule == Rule::bare_name && (which(above) && !column || which(&[])) {
            let (from, to) = t.range(n.span);
            let (old, new) = (&t.body[from..to], how(&t.body[from..to]));
            if *old != new && folded(old) == folded(&new) {
                edits.push((from, to, new));
            }
        }
    });
    (edits.len(), t.edited(edits))
}

fn accented(name: &str) -> String {
    name.chars()
        .map(|c| match c {
            'a' => 'á',
            'e' => 'è',
            'i' => 'î',
            'o' => 'ö',
            'u' => 'ů',
            'n' => 'ñ',
            'E' => 'É',
            c => c,
        })
        .collect()
}

/// A text's declarations in another order.
fn declarations_shuffled(t: &Text, seed: u64) -> (usize, String) {
    let mut all: Vec<String> = t.declarations().into_iter().map(|(_, text)| text).collect();
    let places = Shuffle(seed).list(&mut all);
    (places, all.concat())
}

/// The files of each layer in another order; a variant begins where its pack is named.
fn files_shuffled(layers: &Layers, seed: u64) -> Variation {
    let mut shuffle = Shuffle(seed);
    let (mut places, mut texts) = (0, Vec::new());
    for layer in layers {
        let mut all: Vec<(String, String)> = layer.iter().map(|t| (t.name.clone(), t.body.clone())).collect();
        let named = layer.first().is_some_and(Text::names_a_pack);
        places += shuffle.list(&mut all[usize::from(named)..]);
        texts.extend(all);
    }
    Variation { what: "files shuffled", places, texts, said: Said::InAnotherOrder }
}

/// The files of each layer in one, its declarations in another order.
fn files_joined(layers: &Layers) -> Variation {
    let (mut places, mut texts) = (0, Vec::new());
    for (n, layer) in layers.iter().enumerate() {
        let mut all: Vec<String> = layer.iter().flat_map(Text::declarations).map(|(_, text)| text).collect();
        places += Shuffle(7).list(&mut all);
        texts.push((format!("layer-{n}.grog"), all.concat()));
    }
    Variation { what: "files joined", places, texts, said: Said::InAnotherOrder }
}

/// Items that have no order among themselves.
const UNORDERED: &[Rule] = &[
    Rule::attach,
    Rule::comes,
    Rule::forbid,
    Rule::needs,
    Rule::limit,
    Rule::cost,
    Rule::named_row,
    Rule::natural,
    Rule::legal,
    Rule::gains_rule,
];

/// Whether a line below a declaration may stand before or behind its neighbours.
fn movable(head: &TreeLine, l: &TreeLine) -> bool {
    let is = |rule| head.node.as_ref().is_some_and(|n| n.find(Rule::head).is_some_and(|h| h.has(rule)));
    let Some(node) = &l.node else { return false };
    match node.rule {
        Rule::row_line => is(Rule::many_d),
        Rule::item_line => node.all(Rule::item).all(|i| i.first().is_some_and(|k| UNORDERED.contains(&k.rule))),
        _ => false,
    }
}

/// Lines that have no order, in another one.
fn lines_shuffled(t: &Text, seed: u64) -> (usize, String) {
    let mut shuffle = Shuffle(seed);
    let (mut edits, mut places): (Vec<Edit>, usize) = (Vec::new(), 0);
    for (head, lines) in t.below() {
        let free: Vec<(usize, usize)> = lines.iter().zip(&head.below).filter(|(_, l)| movable(head, l)).map(|(at, _)| *at).collect();
        let mut texts: Vec<String> = free.iter().map(|(from, to)| format!("{}\n", t.body[*from..*to].trim_end())).collect();
        places += shuffle.list(&mut texts);
        edits.extend(free.into_iter().zip(texts).map(|((from, to), text)| (from, to, text)));
    }
    (places, t.edited(edits))
}

/// What is met, amended or removed anywhere, by its name; nothing there may change its words.
fn met(layers: &Layers) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for t in layers.iter().flatten() {
        t.walk(|above, n| {
            let meets = [Rule::pattern_head, Rule::target, Rule::forbid_list].iter().any(|r| above.contains(r));
            if n.rule == Rule::name && meets {
                out.insert(folded(t.slice(n.span)));
            }
        });
    }
    out
}

/// The words of blanks renamed in each declaration that nothing meets.
fn blanks_renamed(layers: &Layers) -> Variation {
    let met = met(layers);
    each(layers, "words of blanks renamed", Said::Marked, |t| {
        let mut edits: Vec<Edit> = Vec::new();
        for line in &t.tree.lines {
            let Some(head) = line.node.as_ref().and_then(|n| n.find(Rule::head)).and_then(Node::first) else { continue };
            let title = head.find(Rule::title).and_then(|t| t.find(Rule::name));
            let free = title.is_some_and(|n| !met.contains(&folded(t.slice(n.span))));
            if !free || ![Rule::value_d, Rule::condition_d, Rule::chance_d].contains(&head.rule) {
                continue;
            }
            let mut words: BTreeSet<&str> = BTreeSet::new();
            for role in head.all(Rule::role_head) {
                let noun: Vec<&Node> = role.find(Rule::noun).map_or_else(Vec::new, |n| n.all(Rule::word).collect());
                if let [_, own] = noun[..] {
                    words.insert(t.slice(own.span));
                }
            }
            pieces(line, &mut |n| {
                if n.rule == Rule::word && words.contains(t.slice(n.span)) {
                    let (_, to) = t.range(n.span);
                    edits.push((to, to, MARK.to_owned()));
                }
            });
        }
        edits.sort();
        edits.dedup();
        (edits.len(), t.edited(edits))
    })
}
