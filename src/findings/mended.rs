//! A pack as it would be without its faults: each line mended as its fault asks, or else taken out. Its tests can be run and its
//! rosters priced, so that what is wrong with them is told beside the faults of the rules.

use super::gather;
use super::tried::{BYTES, Bench, block, tried};
use crate::diag::{Diagnostic, Severity};
use crate::intern::folded;
use crate::packs::Loaded;
use crate::source::Span;

/// How often what is still faulty is taken out, where a sound pack is wanted: what is left may name it.
const ROUNDS: usize = 8;

/// A pack without its faults.
pub struct Mended {
    /// It.
    pub loaded: Loaded,
    /// The names of what may be missed, by their keys.
    names: Vec<String>,
    /// How many bytes its texts had before they were mended.
    read: u32,
}

/// Mends a pack that has faults. Nothing if it cannot be done, or too much is wrong.
#[must_use]
pub fn mended(first: &Loaded) -> Option<Mended> {
    let mut found = gather::found(first);
    let (mut bench, _) = tried(first, &mut found, 3 * BYTES)?;
    bench.mend_all(&found);
    if !bench.without_faults(&found, ROUNDS) {
        return None;
    }
    let names = bench.taken_out().flat_map(|(head, line)| missed(head, line)).collect();
    let read = first.files.ids().map(|id| first.files.whole(id).end).max().unwrap_or(0);
    let loaded = bench.mended.map_or_else(|| first.clone(), |(loaded, _)| loaded);
    Some(Mended { loaded, names, read })
}

impl Bench<'_> {
    /// Takes out what is still faulty, first lines and then whole declarations, until nothing is, and no more than so often. Whether
    /// that was done.
    pub(super) fn without_faults(&mut self, found: &[Diagnostic], rounds: usize) -> bool {
        for _ in 0..rounds {
            let found = self.mended.as_ref().map_or(found, |(_, found)| found);
            let Some(faulty) = faulty(self.now(), found) else { return false };
            if faulty.is_empty() {
                return true;
            }
            for (at, lines) in faulty {
                if !self.take_lines(at, &lines) {
                    return false;
                }
            }
            let found = gather::found(self.now());
            self.mended = self.mended.take().map(|(loaded, _)| (loaded, found));
        }
        false
    }

    /// Takes out lines of a declaration that stands here now; all of it, if its head is among them or lines were taken out of it before.
    fn take_lines(&mut self, at: Span, lines: &[usize]) -> bool {
        let first = self.stood_at(at);
        let whole = lines.contains(&0) || self.out.iter().any(|out| first.start <= out.start && out.start < first.end);
        let text = self.now().files.slice(at);
        let goes = |nth: usize| whole || lines.contains(&nth);
        let left = text.split_inclusive('\n').enumerate().map(|(nth, line)| if goes(nth) { "\n" } else { line });
        let left: String = if whole { "\n".to_owned() } else { left.collect() };
        let Some((loaded, now)) = self.now().instead(at, &left, false) else { return false };
        let found = self.mended.take().map_or_else(Vec::new, |(_, found)| found);
        self.mended = Some((loaded, found));
        self.stands_now(first, now);
        let mut from = first.start as usize;
        for (nth, line) in self.first.files.slice(first).split_inclusive('\n').enumerate() {
            if lines.contains(&nth) && !whole {
                self.out.push(Span::new(from, from + line.trim_end().len()));
            }
            from += line.len();
        }
        self.out.extend(whole.then_some(first));
        true
    }

    /// Where a declaration stood at first.
    fn stood_at(&self, now: Span) -> Span {
        self.blocks.iter().find(|(_, at)| *at == now).map_or(now, |(first, _)| *first)
    }
}

/// The declarations with errors, whole lines of each, and which of those lines; nothing if an error stands in none.
fn faulty(loaded: &Loaded, found: &[Diagnostic]) -> Option<Vec<(Span, Vec<usize>)>> {
    let mut all: Vec<(Span, Vec<usize>)> = Vec::new();
    for d in found.iter().filter(|d| d.severity() == Severity::Error) {
        let here = if loaded.is_own(d.span) { d.span } else { cause(loaded, d)? };
        let whole = loaded.files.whole(loaded.files.file_of(here)?);
        let (text, place) = (loaded.files.slice(whole), (here.start - whole.start) as usize);
        let (from, to) = block(text, place)?;
        let at = Span::new(whole.start as usize + from, whole.start as usize + to);
        let nth = text.get(from..place)?.matches('\n').count();
        match all.iter_mut().find(|(block, _)| *block == at) {
            Some((_, lines)) => lines.push(nth),
            None => all.push((at, vec![nth])),
        }
    }
    Some(all)
}

/// The declaration of a pack that removes or replaces what a line of its parent, in which an error is found, speaks of.
fn cause(loaded: &Loaded, d: &Diagnostic) -> Option<Span> {
    let named = |head: &str| d.message.split('`').skip(1).step_by(2).any(|name| !name.is_empty() && head.contains(name));
    let own = loaded.layers.last()?.decls.iter().map(|decl| decl.head.span()).filter(|head| loaded.is_own(*head));
    let removes = |head: &Span| ["remove ", "replace "].iter().any(|word| loaded.files.line_of(*head).starts_with(word));
    own.filter(removes).find(|head| named(loaded.files.line_of(*head)))
}

/// The names, by their keys, of what is missed where a line is taken out: what its declaration declares or changes, or the option that
/// the line is. Nothing hangs on a test, or on what tests begin with.
fn missed(head: &str, line: &str) -> Vec<String> {
    let word = |text: &str| text.split_whitespace().next().unwrap_or("").to_owned();
    let whose = head.strip_prefix("amend ").unwrap_or(head);
    if matches!(&*word(head), "test" | "situation") {
        return Vec::new();
    }
    first_name(if word(line) == "option" { line } else { whose }).into_iter().collect()
}

/// The first words with capitals that stand side by side, by their key.
fn first_name(text: &str) -> Option<String> {
    let capital = |word: &&str| word.starts_with(|c: char| c.is_uppercase() || c == '"');
    let words = text.split(' ').skip_while(|word| !capital(word));
    // a sign ends a name
    let mut ended = false;
    let name: Vec<&str> =
        words.take_while(|word| capital(word) && !std::mem::replace(&mut ended, word.ends_with([':', ',', '(']))).collect();
    Some(folded(&name.join(" "))).filter(|name| !name.is_empty())
}

impl Mended {
    /// Whether a text names something that is missed: what is said of it may only follow from that.
    #[must_use]
    pub fn may_follow(&self, text: &str) -> bool {
        let said = format!("-{}-", folded(text));
        self.names.iter().any(|name| said.contains(&format!("-{name}-")))
    }

    /// Whether something stands in a text as it was read.
    #[must_use]
    pub const fn is_as_read(&self, at: Span) -> bool {
        at.start < self.read
    }
}
