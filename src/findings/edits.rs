//! Small changes of one line, the likeliest first: what somebody may have meant who wrote a word too many, too few, or another.

use crate::syntax::is_reserved;

/// What is done to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// A word of the language or a kind has a capital.
    Small,
    /// The words of a name have none.
    Capital,
    /// Two neighbours stand the other way round.
    Exchanged,
    /// A word in the place of another.
    Replaced,
    /// A word that is missing.
    Inserted,
    /// A word too many.
    TakenOut,
    /// What stands behind the question belongs before it.
    Moved,
}

/// A stretch of a line, and what stands in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub from: usize,
    pub to: usize,
    pub said: String,
    pub deed: Deed,
}

impl Edit {
    /// The line with it.
    pub fn done(&self, line: &str) -> Option<String> {
        let (before, behind) = (line.get(..self.from)?, line.get(self.to..)?);
        let behind = if self.said.is_empty() && (before.is_empty() || before.ends_with(' ')) { behind.trim_start() } else { behind };
        Some(format!("{before}{}{behind}", self.said))
    }
}

/// Words of which one is easily written for another of the same list.
const ALIKE: &[&[&str]] = &[
    &["of", "by", "at", "with", "to", "for", "in", "from", "within", "on"],
    &["on", "before", "after", "instead of"],
    &["=", "becomes", "is"],
    &["gains", "gain", "loses", "lose", "has", "becomes"],
    &["each", "any"],
    &["the", "each", "every", "all", "any"],
    &["if", "unless", "where", "while", "when"],
    &["if", "or", "and"],
    &["cannot", "can't", "mustn't", "must not", "may not"],
    &["until", "for", "during"],
    &["at least", "at most", "more than", "less than"],
    &[",", "and", "or", ":", "if"],
    &[":", ",", "="],
    &["leader", "of"],
    &["needs", "step", "cost"],
    &["instead of", ", was"],
];

/// Words that are easily forgotten.
const LINKS: &[&str] = &[
    "of", "is", ":", ",", "if", "by", "at", "to", "any", "=", "gains", "loses", "has", "becomes", "with", "in", "from", "where", "for",
    "not", "as", "extends",
];

/// Words that are forgotten before or behind one other alone.
const PAIRED: &[(&str, &str)] = &[("less", "than"), ("more", "than"), ("time", "per"), ("count", "of"), ("each", "die")];

/// Words that begin a line, and are easily forgotten.
const FIRST: &[&str] = &[
    "rules", "carries", "has", "units", "options", "option", "step", "on", "before", "after", "needs", "cost", "expect", "do", "given",
    "once", "no", "any", "if", "passed:", "failed:", "turns", "board", "choose", "use", "or",
];

/// Words of English that stand before what is meant.
const ARTICLES: &[&str] = &["the", "a", "an"];

/// Words without which a line says the same.
const NEEDLESS: &[&str] = &[
    "the", "a", "an", "then", "also", "that", "which", "will", "must", "can", "so", "just", "always", "to", "of", "is", "are", "be", "by",
    "at", "for", "in", "with", "and", "leader", "there", "its", "his", "their",
];

/// Words before which a question begins.
const QUESTIONS: &[&str] = &["if", "unless", "where"];

/// Pieces before and behind the fault that are looked at.
const BEFORE: usize = 8;
const BEHIND: usize = 3;
/// As many pieces from the beginning of a line may be without the word that it begins with.
const BEGUN: usize = 3;

/// A word or a sign: where it begins and ends.
#[derive(Clone, Copy, Debug)]
struct Piece<'a> {
    from: usize,
    to: usize,
    text: &'a str,
}

impl Piece<'_> {
    fn is_small(&self) -> bool {
        self.text.starts_with(|c: char| c.is_lowercase())
    }

    fn is_name(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }

    fn is_word(&self) -> bool {
        let signs: &[char] = &['"', '-'];
        self.text.starts_with(char::is_alphanumeric) || self.text.len() > 1 && self.text.starts_with(signs)
    }
}

/// Words that a pack has for kinds of things, and those of them that are rules.
#[derive(Default)]
pub(super) struct Kinds<'a> {
    pub all: Vec<&'a str>,
    pub rules: Vec<&'a str>,
}

/// The changes of a line near the fault from `at` to `end`. It is without its citation and comment.
pub(super) fn near(line: &str, (at, end): (usize, usize), kinds: &Kinds<'_>, head: bool) -> Vec<Edit> {
    let pieces = pieces(line);
    let here = pieces.iter().position(|p| p.to > at).unwrap_or(pieces.len());
    let last = pieces.iter().rposition(|p| p.from < end.max(at + 1)).unwrap_or(here).max(here);
    // the fault itself, then what stands close to it
    let mut order: Vec<usize> = (here..=last).collect();
    order.extend((1..=BEFORE).filter_map(|n| here.checked_sub(n)));
    order.extend(last + 1..=last + BEHIND);
    order.retain(|i| *i <= pieces.len());
    let line = Line { pieces: &pieces, kinds: &kinds.all, rules: &kinds.rules, head };
    let each = || order.iter().copied();
    let mut all: Vec<Edit> = each().flat_map(|i| line.in_letters(i)).collect();
    all.extend(each().flat_map(|i| line.article(i)));
    all.extend(each().flat_map(|i| line.without_kind(i)));
    all.extend(each().flat_map(|i| line.exchanged(i)));
    all.extend(line.moved());
    all.extend(each().flat_map(|i| line.replaced(i)));
    all.extend(if here < BEGUN { line.begun() } else { Vec::new() });
    all.extend(each().flat_map(|i| line.inserted(i)));
    all.extend(each().flat_map(|i| line.taken_out(i)));
    all
}

struct Line<'a> {
    pieces: &'a [Piece<'a>],
    /// The words for kinds of things.
    kinds: &'a [&'a str],
    /// Those of them that are rules.
    rules: &'a [&'a str],
    /// Whether it begins a declaration.
    head: bool,
}

impl Line<'_> {
    fn get(&self, i: usize) -> Option<&Piece<'_>> {
        self.pieces.get(i)
    }

    /// A capital that is too many or missing.
    fn in_letters(&self, i: usize) -> Vec<Edit> {
        let Some(p) = self.get(i) else { return Vec::new() };
        let edit = |said: String, deed| vec![Edit { from: p.from, to: p.to, said, deed }];
        if p.text.starts_with(|c: char| c.is_ascii_digit()) {
            return edit(p.text.strip_suffix('"').map_or_else(|| format!("{}\"", p.text), str::to_owned), Deed::Replaced);
        }
        let lower = p.text.to_lowercase();
        if p.is_name() {
            return edit(lower, Deed::Small);
        }
        let mut letters = p.text.chars();
        let first = letters.next().filter(|_| p.is_small() && !is_reserved(p.text));
        first.map_or_else(Vec::new, |first| edit(first.to_uppercase().chain(letters).collect(), Deed::Capital))
    }

    /// An article.
    fn article(&self, i: usize) -> Vec<Edit> {
        let p = self.get(i).filter(|p| ARTICLES.contains(&p.text));
        p.map_or_else(Vec::new, |p| vec![Edit { from: p.from, to: p.to, said: String::new(), deed: Deed::TakenOut }])
    }

    /// A piece and the one behind it.
    fn exchanged(&self, i: usize) -> Vec<Edit> {
        let (Some(a), Some(b)) = (self.get(i), self.get(i + 1)) else { return Vec::new() };
        let parts = a.is_name() && b.is_name();
        if !a.is_word() || !b.is_word() || parts || a.text == b.text {
            return Vec::new();
        }
        vec![Edit { from: a.from, to: b.to, said: format!("{} {}", b.text, a.text), deed: Deed::Exchanged }]
    }

    /// A word in the place of one that is easily written for it.
    fn replaced(&self, i: usize) -> Vec<Edit> {
        let Some(p) = self.get(i) else { return Vec::new() };
        let two = self.get(i + 1).map(|next| (format!("{} {}", p.text, next.text), next.to));
        let one = ALIKE.iter().filter(|list| list.contains(&p.text)).flat_map(|list| list.iter()).map(|w| (p.text.to_owned(), p.to, *w));
        let pair = two.iter().flat_map(|(text, to)| {
            let lists = ALIKE.iter().filter(|list| list.contains(&text.as_str()));
            lists.flat_map(|list| list.iter()).map(|w| (text.clone(), *to, *w))
        });
        let all = one.chain(pair).filter(|(text, _, w)| text != w);
        all.map(|(_, to, w)| {
            // a sign stands close to the word before it
            let close = is_sign(w) && w != "=";
            let from = if close { i.checked_sub(1).and_then(|b| self.get(b)).map_or(p.from, |b| b.to) } else { p.from };
            Edit { from, to, said: w.to_owned(), deed: Deed::Replaced }
        })
        .collect()
    }

    /// A word that is easily forgotten.
    fn inserted(&self, i: usize) -> Vec<Edit> {
        let text = |i: Option<usize>| i.and_then(|i| self.get(i)).map_or("", |p| p.text);
        let (last, next) = (text(i.checked_sub(1)), text(Some(i)));
        let paired = PAIRED.iter().filter(|(word, with)| *with == next || *word == last);
        let paired = paired.map(|(word, with)| if *with == next { *word } else { *with });
        // behind the word that begins a declaration or a step a name is missing
        let named = self.head && i == 1 || last == "step";
        let all = paired.chain(LINKS.iter().copied()).filter(|w| *w != last && *w != next && !named);
        all.filter_map(|w| self.with(i, w)).collect()
    }

    /// A kind of thing that is missing behind a word that names whose something is.
    fn without_kind(&self, i: usize) -> Vec<Edit> {
        let before = self.pieces.get(..i).unwrap_or(&[]);
        // `any Tall of side`: what it is stands before the kind
        let last = before.iter().rev().find(|p| !p.is_name()).map_or("", |p| p.text);
        let named = before.last().is_some_and(Piece::is_name);
        let fits = Self::is_of_kind(last) && (!named || matches!(last, "any" | "each" | "no" | "enemy" | "friendly"));
        let one = self.kinds.iter().copied().chain(["me", "I"].into_iter().filter(|_| !named)).filter(|_| fits);
        // whoever it is, or one that was spoken of
        let any = self.kinds.iter().map(|kind| format!("any {kind}")).filter(|_| fits && !named && last != "any");
        let one = one.filter_map(|w| self.with(i, w));
        one.chain(any.filter_map(|w| self.with(i, &w))).collect()
    }

    /// A word put in before a piece, a sign behind the one before it.
    fn with(&self, i: usize, w: &str) -> Option<Edit> {
        let before = self.get(i.checked_sub(1)?)?;
        let put = |at: usize, said: String| Some(Edit { from: at, to: at, said, deed: Deed::Inserted });
        match self.get(i) {
            _ if is_sign(w) && w != "=" => put(before.to, w.to_owned()),
            Some(behind) if !is_sign(behind.text) => put(behind.from, format!("{w} ")),
            _ => put(before.to, format!(" {w}")),
        }
    }

    /// Whether a kind of thing is named behind a word.
    fn is_of_kind(word: &str) -> bool {
        ALIKE.first().is_some_and(|list| list.contains(&word))
            || matches!(word, "any" | "each" | "no" | "enemy" | "friendly" | ":" | "where" | "if")
    }

    /// A word with which the line begins.
    fn begun(&self) -> Vec<Edit> {
        let Some(p) = self.get(0) else { return Vec::new() };
        let put = |to: usize, said: String, deed| Edit { from: p.from, to, said, deed };
        let known = FIRST.contains(&p.text) || self.kinds.contains(&p.text);
        // a declaration may be of many sorts, a line in it of few; rules are what most people write
        let sorts: &[&str] = if self.head { &[] } else { FIRST };
        let instead = sorts.iter().filter(|_| p.is_small() && !known).map(|w| put(p.to, (*w).to_owned(), Deed::Replaced));
        let kinds = if self.head { self.rules } else { self.kinds };
        let before = kinds.iter().chain(sorts).filter(|w| **w != p.text).map(|w| put(p.from, format!("{w} "), Deed::Inserted));
        before.chain(instead).collect()
    }

    /// A small word or a sign that is too much, or a word that is said twice.
    fn taken_out(&self, i: usize) -> Vec<Edit> {
        let Some(p) = self.get(i) else { return Vec::new() };
        let again = i.checked_sub(1).and_then(|b| self.get(b)).is_some_and(|b| b.text == p.text);
        // what stands between quotes or is a number says something
        let alone = self.pieces.len() == 1 || i == 0 && self.pieces.len() == 2;
        let empty = !alone && (NEEDLESS.contains(&p.text) || !p.is_word() && p.text != "\"" || again);
        if empty { vec![Edit { from: p.from, to: p.to, said: String::new(), deed: Deed::TakenOut }] } else { Vec::new() }
    }

    /// Whose something is, behind the question: `on Pace if turn is 1 of any unit: + 1`.
    fn moved(&self) -> Vec<Edit> {
        const LEADING: [&str; 5] = ["of", "by", "at", "with", "during"];
        let Some(question) = self.pieces.iter().position(|p| QUESTIONS.contains(&p.text)) else { return Vec::new() };
        let end = self.pieces.iter().position(|p| p.text == ":").unwrap_or(self.pieces.len());
        let starts = (question + 1..end).rev().filter(|i| self.get(*i).is_some_and(|p| LEADING.contains(&p.text)));
        starts
            .filter_map(|i| {
                let (asks, phrase, last) = (self.get(question)?, self.get(i)?, self.get(end.checked_sub(1)?)?);
                let words =
                    |from: usize, to: usize| self.pieces.get(from..to).map(|all| all.iter().map(|p| p.text).collect::<Vec<_>>().join(" "));
                let said = format!("{} {}", words(i, end)?, words(question, i)?);
                (phrase.from > asks.from).then_some(Edit { from: asks.from, to: last.to, said, deed: Deed::Moved })
            })
            .collect()
    }
}

fn is_sign(text: &str) -> bool {
    !text.starts_with(char::is_alphanumeric)
}

/// The words and signs of a line.
fn pieces(code: &str) -> Vec<Piece<'_>> {
    const SIGNS: &[char] = &[',', ':', ';', '(', ')', '[', ']', '=', '+', '|', '{', '}'];
    let mut out = Vec::new();
    let (mut from, mut quoted) = (None, false);
    for (i, c) in code.char_indices() {
        quoted ^= c == '"' && !code.get(..i).is_some_and(|b| b.ends_with(|c: char| c.is_ascii_digit()));
        let parts = !quoted && (c.is_whitespace() || SIGNS.contains(&c));
        if parts && let Some(start) = from.take() {
            out.extend(code.get(start..i).map(|text| Piece { from: start, to: i, text }));
        }
        if !quoted && SIGNS.contains(&c) {
            out.extend(code.get(i..i + c.len_utf8()).map(|text| Piece { from: i, to: i + c.len_utf8(), text }));
        } else if !parts {
            from.get_or_insert(i);
        }
    }
    out.extend(from.and_then(|start| code.get(start..).map(|text| Piece { from: start, to: code.len(), text })));
    out
}
