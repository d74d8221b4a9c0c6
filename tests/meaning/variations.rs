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

/// Texts that mean what others mean: several kinds of variation at once, each of which leaves the others as they are.
pub struct Variation {
    /// Each kind, and in how many places it makes other texts.
    pub kinds: Vec<(&'static str, usize)>,
    pub texts: Vec<(String, String)>,
    pub said: Said,
}

/// Makes a variation of a game.
pub type Make = Box<dyn Fn(&Layers) -> Variation + Send + Sync>;

/// A kind of variation.
#[derive(Clone, Copy)]
enum Kind {
    /// Other words in some places of a text.
    Words(&'static str, fn(&Text, &BTreeSet<String>) -> Vec<Edit>),
    /// Another layout of a text, whatever its words are.
    Layout(&'static str, fn(&str) -> (usize, String)),
}

const WIDENED: Kind = Kind::Layout("gaps widened", |t| counted(t, widened(t, false)));
const BROKEN: Kind = Kind::Layout("lines broken", |t| counted(t, widened(t, true)));
const COMMENTED: Kind = Kind::Layout("comments put in", commented);
const UNCITED: Kind = Kind::Words("citations taken away", |t, _| uncited(t));
const USED_CAPITALS: Kind = Kind::Words("used names in capitals", |t, _| renamed(t, used, str::to_uppercase));
const USED_QUOTED: Kind = Kind::Words("used names in quotes", |t, _| renamed(t, used, |n| format!("\"{n}\"")));
const USED_ACCENTS: Kind = Kind::Words("used names with accents", |t, _| renamed(t, used, accented));
const ALL_CAPITALS: Kind = Kind::Words("all names in capitals", |t, _| renamed(t, |_| true, str::to_uppercase));
const ALL_ACCENTS: Kind = Kind::Words("all names with accents", |t, _| renamed(t, |_| true, accented));
const BLANKS: Kind = Kind::Words("words of blanks renamed", blanks_renamed);

/// Every variation of a game.
pub fn variations() -> Vec<Make> {
    vec![
        varied(Said::Alike, &[USED_CAPITALS, WIDENED, COMMENTED]),
        varied(Said::Alike, &[USED_QUOTED, UNCITED, BROKEN]),
        varied(Said::Marked, &[USED_ACCENTS, BLANKS]),
        varied(Said::Unheard, &[ALL_CAPITALS]),
        varied(Said::Unheard, &[ALL_ACCENTS]),
        Box::new(|layers| shuffled(layers, 1)),
        Box::new(|layers| joined(layers, 2)),
    ]
}

fn varied(said: Said, kinds: &'static [Kind]) -> Make {
    Box::new(move |layers| {
        let met = met(layers);
        let mut places = vec![0; kinds.len()];
        let mut texts = Vec::new();
        for t in layers.iter().flatten() {
            let mut edits: Vec<Edit> = Vec::new();
            for (kind, n) in kinds.iter().zip(&mut places) {
                if let Kind::Words(_, vary) = kind {
                    let more = vary(t, &met);
                    *n += more.len();
                    edits.extend(more);
                }
            }
            let mut text = t.edited(edits);
            for (kind, n) in kinds.iter().zip(&mut places) {
                if let Kind::Layout(_, vary) = kind {
                    let (more, other) = vary(&text);
                    *n += more;
                    text = other;
                }
            }
            texts.push((t.name.clone(), text));
        }
        let names = kinds.iter().map(|k| match k {
            Kind::Words(name, _) | Kind::Layout(name, _) => *name,
        });
        Variation { kinds: names.zip(places).collect(), texts, said }
    })
}

/// Each text with its lines that have no order in another one, and how many stand elsewhere.
fn of_shuffled_lines(layers: &Layers, seed: u64) -> (usize, Layers) {
    let mut places = 0;
    let mut of = |t: &Text| {
        let (n, text) = lines_shuffled(t, seed);
        places += n;
        Text::new(&t.name, text)
    };
    let layers = layers.iter().map(|layer| layer.iter().map(&mut of).collect()).collect();
    (places, layers)
}

/// Lines, declarations and files in another order; a variant begins where its pack is named.
fn shuffled(layers: &Layers, seed: u64) -> Variation {
    let (lines, layers) = of_shuffled_lines(layers, seed);
    let (mut declarations, mut files, mut texts) = (0, 0, Vec::new());
    let mut shuffle = Shuffle(seed);
    for layer in &layers {
        let mut all: Vec<(String, String)> = Vec::new();
        for t in layer {
            let mut parts: Vec<String> = t.declarations().into_iter().map(|(_, text)| text).collect();
            declarations += Shuffle(seed).list(&mut parts);
            all.push((t.name.clone(), parts.concat()));
        }
        let named = layer.first().is_some_and(Text::names_a_pack);
        files += shuffle.list(&mut all[usize::from(named)..]);
        texts.extend(all);
    }
    let kinds = vec![("lines shuffled", lines), ("declarations shuffled", declarations), ("files shuffled", files)];
    Variation { kinds, texts, said: Said::InAnotherOrder }
}

/// The files of each layer in one, its declarations and their lines in another order.
fn joined(layers: &Layers, seed: u64) -> Variation {
    let (lines, layers) = of_shuffled_lines(layers, seed);
    let (mut places, mut texts) = (0, Vec::new());
    for (n, layer) in layers.iter().enumerate() {
        let mut all: Vec<String> = layer.iter().flat_map(Text::declarations).map(|(_, text)| text).collect();
        places += Shuffle(seed).list(&mut all);
        texts.push((format!("layer-{n}.grog"), all.concat()));
    }
    Variation { kinds: vec![("lines shuffled", lines), ("files joined", places)], texts, said: Said::InAnotherOrder }
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
fn commented(text: &str) -> (usize, String) {
    let mut out = String::new();
    let mut places = 0;
    for (n, line) in text.lines().enumerate() {
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
fn uncited(t: &Text) -> Vec<Edit> {
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
    edits
}

/// Names that stand for what is declared elsewhere.
fn used(above: &[Rule]) -> bool {
    above.contains(&Rule::name_ref)
}

fn renamed(t: &Text, which: impl Fn(&[Rule]) -> bool, how: impl Fn(&str) -> String) -> Vec<Edit> {
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
    edits
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

/// Items that have no order among themselves.
const UNORDERED: &[Rule] = &[
    Rule::attach,
    Rule::comes,
    Rule::ban,
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
            let meets = [Rule::pattern_head, Rule::target, Rule::ban_list].iter().any(|r| above.contains(r));
            if n.rule == Rule::name && meets {
                out.insert(folded(t.slice(n.span)));
            }
        });
    }
    out
}

/// The words of blanks renamed in each declaration that nothing meets.
fn blanks_renamed(t: &Text, met: &BTreeSet<String>) -> Vec<Edit> {
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
    edits
}
