//! Each fix that is offered is tried: the pack is read again with it. Where it does not mend the line, one small change is looked for
//! that does, and told in its place.

use super::edits::{self, Deed, Edit, Kinds};
use super::gather;
use crate::ast::{Base, DeclKind};
use crate::diag::{Code, Diagnostic, Severity};
use crate::packs::Loaded;
use crate::source::Span;
use crate::syntax::{self, Rule};

/// Faults of one pack whose fixes are tried, how often it is read again for that, and bytes of texts that are read in all.
pub(super) const FAULTS: usize = 60;
const MANY: usize = 150;
const READ: usize = 300;
pub(super) const BYTES: usize = 3_000_000;
/// How often what is still faulty is taken out to see what it hides: each time the pack is read again.
const TAKEN: usize = 2;
/// Changes of one line that are tried.
const TRIES: usize = 24;
/// Bytes of the longest line that is changed, and of the longest declaration.
const LINE: usize = 400;
const BLOCK: usize = 10_000;

/// Puts fixes that mend their lines in the place of those that do not, and gives what is found once all lines are mended that can be:
/// what was hidden by them.
pub(super) fn tell(loaded: &Loaded, found: &mut [Diagnostic]) -> Vec<Diagnostic> {
    let Some((mut bench, mut hidden)) = tried(loaded, found, BYTES) else { return Vec::new() };
    // one alone hides nothing that is not told once it is mended
    if of(found, Severity::Error).len() > 1 {
        bench.mend_all(found);
        hidden.extend(bench.more(found, &hidden));
        bench.without_faults(found, TAKEN);
        hidden.extend(bench.more(found, &hidden));
    }
    hidden
}

/// As [`tell`], with the pack as it was mended, for so many bytes of texts that are read. Nothing if too much is wrong with it.
pub(super) fn tried<'a>(loaded: &'a Loaded, found: &mut [Diagnostic], most: usize) -> Option<(Bench<'a>, Vec<Diagnostic>)> {
    // of very many, each is mended by hand
    if found.len() > MANY {
        return None;
    }
    let bytes: usize = loaded.files.ids().map(|id| loaded.files.whole(id).len()).sum();
    let mut bench = Bench {
        first: loaded,
        mended: None,
        blocks: Vec::new(),
        out: Vec::new(),
        kinds: kinds(loaded),
        errors: of(found, Severity::Error),
        doubts: of(found, Severity::Warning),
        left: (most / bytes.max(1)).min(READ),
    };
    let faults = found.iter().enumerate().filter(|(_, d)| is_of_a_line(d.code)).map(|(i, _)| i);
    for i in faults.take(FAULTS).collect::<Vec<_>>() {
        let better = found.get(i).and_then(|d| bench.better(d));
        if let Some((d, better)) = found.get_mut(i).zip(better) {
            *d = better;
        }
    }
    let mut hidden = bench.hidden(found);
    bench.take_out(found);
    hidden.extend(bench.more(found, &hidden));
    Some((bench, hidden))
}

/// The words for kinds of things.
fn kinds(loaded: &Loaded) -> Kinds<'_> {
    let mut kinds = Kinds::default();
    for decl in loaded.layers.iter().flat_map(|l| &l.decls) {
        let DeclKind::Kind(kind) = &*decl.kind else { continue };
        let word = loaded.names.text(kind.word.sym);
        kinds.all.push(word);
        if matches!(kind.is(), Base::Rule) {
            kinds.rules.push(word);
        }
    }
    kinds
}

/// Whether a fault may be of one line alone, and be mended by other words in it.
fn is_of_a_line(code: Code) -> bool {
    is_of_words(code) || matches!(code, Code::Name | Code::Kind | Code::Role | Code::Type | Code::Place | Code::Measure)
}

/// Whether a line is refused for its words, whatever they name.
fn is_of_words(code: Code) -> bool {
    matches!(code, Code::Syntax | Code::Unread | Code::FirstEdition | Code::Bare | Code::Habit | Code::ItemWord | Code::Layout)
}

/// What is told, wherever it stands.
type Told = (Code, String);

/// What is wrong, or what may not be meant.
pub(super) fn of(found: &[Diagnostic], severity: Severity) -> Vec<Told> {
    found.iter().filter(|d| d.severity() == severity).map(|d| (d.code, d.message.clone())).collect()
}

/// Whether something is told that was not told before.
fn any_new(now: &[Told], before: &[Told]) -> bool {
    let mut old = before.to_vec();
    now.iter().any(|told| old.iter().position(|o| o == told).map(|i| old.swap_remove(i)).is_none())
}

/// A pack whose lines are mended one after the other.
pub(super) struct Bench<'a> {
    /// As it was read.
    pub first: &'a Loaded,
    /// With the lines mended so far, and what is found in it.
    pub mended: Option<(Loaded, Vec<Diagnostic>)>,
    /// The declarations with mended lines: where each stood, and where it stands now.
    pub blocks: Vec<(Span, Span)>,
    /// The lines and declarations that were taken out.
    pub out: Vec<Span>,
    kinds: Kinds<'a>,
    errors: Vec<Told>,
    doubts: Vec<Told>,
    /// How often it may yet be read again.
    pub left: usize,
}

/// A line with a fault, and where in it the fault is marked.
pub(super) struct Faulty<'a> {
    /// Where the line begins, among all files.
    pub start: usize,
    pub text: &'a str,
    /// Bytes of it before its citation and comment.
    code: usize,
    at: usize,
    end: usize,
    /// The lines of its declaration, and which of them it is.
    pub block: Span,
    nth: usize,
}

/// What comes of a change.
enum Outcome {
    /// Nothing new is found.
    Clean(Tried),
    /// No new error is found, but something that may not be meant.
    Doubtful(Tried),
    Wrong,
}

/// A pack with one line changed, what is found in it, and where the declaration stands now.
struct Tried {
    loaded: Loaded,
    found: Vec<Diagnostic>,
    now: Span,
}

impl<'a> Bench<'a> {
    /// The finding with a fix that mends its line, if it has none and there is one.
    fn better(&mut self, d: &Diagnostic) -> Option<Diagnostic> {
        let line = self.line(d.span)?;
        let offered = offered(d, &line);
        let mut best = None;
        for edit in &offered {
            match self.outcome(&line, edit) {
                Outcome::Clean(tried) => {
                    self.take(&line, tried);
                    return None;
                }
                Outcome::Doubtful(tried) if best.is_none() => best = Some((tried, None)),
                _ => {}
            }
        }
        // what is told of a line by those who know what it means is told better
        let words = d.vague || d.guessed;
        if !words && is_of_words(d.code) {
            if let Some((tried, _)) = best {
                self.take(&line, tried);
            }
            return None;
        }
        let near = edits::near(line.text.get(..line.code).unwrap_or(line.text), (line.at, line.end), &self.kinds, line.is_head());
        let likely = near.into_iter().filter(|edit| words || suits_names(d.code, edit, &line));
        let least = self.left.saturating_sub(TRIES);
        for edit in likely.filter(|edit| !offered.contains(edit) && line.reads(edit)) {
            match self.outcome(&line, &edit) {
                Outcome::Clean(tried) => {
                    self.take(&line, tried);
                    return Some(told(d, &line, &edit));
                }
                Outcome::Doubtful(tried) if best.is_none() => best = Some((tried, Some(edit))),
                _ => {}
            }
            if self.left == least {
                break;
            }
        }
        let (tried, edit) = best?;
        self.take(&line, tried);
        edit.map(|edit| told(d, &line, &edit))
    }

    /// Takes out what nothing mends, a line or else its declaration, so that what it hides is found.
    fn take_out(&mut self, found: &[Diagnostic]) {
        for d in found.iter().filter(|d| d.severity() == Severity::Error).take(FAULTS) {
            let wrong = |found: &[Diagnostic]| found.iter().any(|f| f.code == d.code && f.message == d.message);
            if self.mended.as_ref().is_some_and(|(_, found)| !wrong(found)) {
                continue;
            }
            let Some(line) = self.line(d.span) else { continue };
            let nothing = Edit { from: 0, to: line.text.len(), said: String::new(), deed: Deed::TakenOut };
            let (whole, outcome) = match self.outcome(&line, &nothing) {
                Outcome::Wrong => (true, self.without(line.block)),
                outcome => (false, outcome),
            };
            if let Outcome::Clean(tried) | Outcome::Doubtful(tried) = outcome {
                let at = Span::new(line.start, line.start + line.text.len());
                self.out.push(if whole { line.block } else { at });
                self.take(&line, tried);
            }
        }
    }

    /// Goes on with a line changed.
    fn take(&mut self, line: &Faulty<'_>, tried: Tried) {
        self.stands_now(line.block, tried.now);
        self.errors = of(&tried.found, Severity::Error);
        self.doubts = of(&tried.found, Severity::Warning);
        self.mended = Some((tried.loaded, tried.found));
    }

    /// Where a declaration stands now.
    pub fn stands_at(&self, block: Span) -> Span {
        self.blocks.iter().find(|(first, _)| *first == block).map_or(block, |(_, now)| *now)
    }

    /// Notes where a declaration stands now.
    pub fn stands_now(&mut self, block: Span, now: Span) {
        self.blocks.retain(|(first, _)| *first != block);
        self.blocks.push((block, now));
    }

    pub fn now(&self) -> &Loaded {
        self.mended.as_ref().map_or(self.first, |(loaded, _)| loaded)
    }

    /// The line of a finding, if it is one that can be changed.
    pub fn line(&self, span: Span) -> Option<Faulty<'a>> {
        let files = &self.first.files;
        let whole = files.whole(files.file_of(span).filter(|_| span != Span::default())?);
        let own = self.first.layers.last()?.decls.iter().any(|d| whole.start <= d.at.span().start && d.at.span().start <= whole.end);
        let text = files.slice(whole);
        let place = (span.start - whole.start) as usize;
        let from = text.get(..place)?.rfind('\n').map_or(0, |i| i + 1);
        let line = text.get(from..)?.lines().next()?;
        let indent = line.len() - line.trim_start().len();
        let line = line.trim();
        let at = place.checked_sub(from + indent)?;
        // where a line breaks off, the place behind its end is marked
        let end = ((span.end - whole.start) as usize - from - indent).min(line.len().max(at));
        let block = block(text, from)?;
        let nth = text.get(block.0..from)?.matches('\n').count();
        let code = syntax::strip_cites(syntax::strip_comment(line).trim_end()).len();
        let fits = own && self.left > 0 && line.len() <= LINE && block.1 - block.0 <= BLOCK && end <= line.len();
        let start = whole.start as usize;
        let block = Span::new(start + block.0, start + block.1);
        fits.then_some(Faulty { start: start + from + indent, text: line, code, at, end, block, nth })
    }

    /// What is found if a line is changed so.
    fn outcome(&mut self, line: &Faulty<'_>, edit: &Edit) -> Outcome {
        let (block, base) = (self.stands_at(line.block), self.now());
        let Some(text) = Self::changed(base, block, line, edit).filter(|_| self.left > 0) else { return Outcome::Wrong };
        let alone = base.unread(block).nth(1).is_none();
        let Some((loaded, now)) = base.instead(block, &text, alone) else { return Outcome::Wrong };
        self.came_of(loaded, now)
    }

    /// A declaration with one line changed; nothing if that was mended already, and is not the one that is marked.
    pub fn changed(base: &Loaded, block: Span, line: &Faulty<'_>, edit: &Edit) -> Option<String> {
        let (text, said) = (base.files.slice(block), edit.done(line.text)?);
        let old = text.split_inclusive('\n').nth(line.nth).filter(|old| old.trim() == line.text)?;
        let lines = text.split_inclusive('\n').enumerate();
        Some(lines.map(|(i, l)| if i == line.nth { old.replacen(line.text, &said, 1) } else { l.to_owned() }).collect())
    }

    /// What is found without a declaration.
    fn without(&mut self, block: Span) -> Outcome {
        let now = self.stands_at(block);
        let Some((loaded, now)) = self.now().instead(now, "\n", false).filter(|_| self.left > 0) else { return Outcome::Wrong };
        self.came_of(loaded, now)
    }

    /// What comes of a pack that was read again.
    fn came_of(&mut self, loaded: Loaded, now: Span) -> Outcome {
        self.left -= 1;
        let found = gather::found(&loaded);
        let errors = of(&found, Severity::Error);
        if any_new(&errors, &self.errors) || errors.len() >= self.errors.len() {
            return Outcome::Wrong;
        }
        let doubtful = any_new(&of(&found, Severity::Warning), &self.doubts);
        let tried = Tried { loaded, found, now };
        if doubtful { Outcome::Doubtful(tried) } else { Outcome::Clean(tried) }
    }
}

/// The lines of the declaration that a line belongs to, by where it begins: from one that stands in column one to the next.
pub(super) fn block(text: &str, line: usize) -> Option<(usize, usize)> {
    let heads = |from: usize| {
        let starts = text
            .get(from..)
            .into_iter()
            .flat_map(move |t| std::iter::once(0).chain(t.match_indices('\n').map(|(i, _)| i + 1)).map(move |i| from + i));
        starts.filter(|i| text.get(*i..).is_some_and(|t| t.starts_with(|c: char| !c.is_whitespace()) && !t.starts_with("--")))
    };
    let start = heads(0).take_while(|i| *i <= line).last()?;
    let end = heads(start).find(|i| *i > line).unwrap_or(text.len());
    Some((start, end))
}

impl Faulty<'_> {
    /// Whether it begins a declaration.
    pub fn is_head(&self) -> bool {
        self.start == self.block.start as usize
    }

    /// Whether the line is a sentence if it is changed so.
    pub fn reads(&self, edit: &Edit) -> bool {
        let Some(said) = edit.done(self.text) else { return false };
        let rules: &[Rule] = match (self.is_head(), said.contains('|')) {
            (true, _) => &[Rule::head_line],
            (false, true) => &[Rule::row_line],
            (false, false) => &[Rule::item_line, Rule::stmt_line],
        };
        rules.iter().any(|rule| syntax::again(*rule, &said, 0).is_some())
    }
}

/// Whether a change may mend a line whose words are in order, but name something that does not fit: only at the very place, and of
/// the word that says where the line holds.
fn suits_names(code: Code, edit: &Edit, line: &Faulty<'_>) -> bool {
    let here = edit.from < line.end && line.at < edit.to.max(edit.from + 1);
    let place = edit.from == 0 && matches!(line.text.get(..edit.to), Some("on" | "before" | "after" | "instead of"));
    match code {
        // a sign of inches more or less
        Code::Measure => here && edit.deed == Deed::Replaced && edit.said.starts_with(|c: char| c.is_ascii_digit()),
        Code::Name => here && matches!(edit.deed, Deed::Small | Deed::Capital),
        Code::Role => here && edit.deed == Deed::Replaced,
        Code::Place | Code::Kind => place && edit.deed == Deed::Replaced,
        _ => false,
    }
}

/// The changes that the help of a finding asks for, where it says them in full.
pub(super) fn offered(d: &Diagnostic, line: &Faulty<'_>) -> Vec<Edit> {
    let help = d.help.as_deref().unwrap_or("");
    let put = |said: &str, deed| Edit { from: line.at, to: line.end, said: said.to_owned(), deed };
    if help.starts_with("take it out") || help.starts_with("take it away") || help.starts_with("leave it out") {
        return vec![with_comma(line, put("", Deed::TakenOut))];
    }
    if let Some((sign, last)) = help.strip_prefix("write `:` after `").and_then(|rest| rest.split_once('`')).map(|(last, _)| (":", last)) {
        let end = line.text.get(..line.code).and_then(|code| code.rfind(last)).map_or(line.end, |i| i + last.len());
        return vec![Edit { from: end, to: end, said: sign.to_owned(), deed: Deed::Inserted }];
    }
    if let Some(said) = help.strip_prefix("write `").and_then(|rest| rest.strip_suffix("` behind the head")) {
        let end = line.text.find(" =").filter(|_| line.is_head());
        return end.map(|at| Edit { from: at, to: at, said: said.to_owned(), deed: Deed::Inserted }).into_iter().collect();
    }
    if let Some(names) = help.strip_prefix("write one of these: ") {
        return names.split(", ").take(1).map(|name| put(name, Deed::Replaced)).collect();
    }
    let Some(rest) = ["write ", "did you mean "].iter().find_map(|w| help.strip_prefix(w)) else { return Vec::new() };
    let said: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    said.iter().flat_map(|said| std::iter::once(put(said, Deed::Replaced)).chain(aligned(said, line))).collect()
}

/// What is taken out of a list goes with a comma beside it.
fn with_comma(line: &Faulty<'_>, edit: Edit) -> Edit {
    let (before, behind) = (line.text.get(..edit.from).unwrap_or(""), line.text.get(edit.to..line.code).unwrap_or(""));
    let trimmed = before.trim_end().trim_end_matches(',');
    match behind.strip_prefix(',') {
        Some(rest) => Edit { to: line.code - rest.trim_start().len(), ..edit },
        None if before.trim_end().ends_with(',') && (behind.is_empty() || behind.starts_with([' ', ';'])) => {
            Edit { from: trimmed.len(), ..edit }
        }
        None => edit,
    }
}

/// What is offered with words that stand before or behind the mark: they are not written twice.
fn aligned(said: &str, line: &Faulty<'_>) -> Vec<Edit> {
    let starts = |c: &usize| *c == 0 || line.text.get(..*c).is_some_and(|b| b.ends_with(|c: char| !c.is_alphanumeric()));
    let first = said.split(' ').next().unwrap_or("");
    let last = said.rsplit(' ').next().unwrap_or("");
    let edit = |from: usize, to: usize| Edit { from, to, said: said.to_owned(), deed: Deed::Replaced };
    let before: Vec<usize> = (0..=line.at)
        .filter(starts)
        .filter(|at| *at == line.at || !first.is_empty() && line.text.get(*at..).is_some_and(|t| t.starts_with(first)))
        .collect();
    let behind: Vec<usize> = (line.end..=line.code)
        .filter(|to| *to == line.end || !last.is_empty() && line.text.get(..*to).is_some_and(|t| t.ends_with(last)))
        .collect();
    let pairs = before.iter().rev().flat_map(|from| behind.iter().map(move |to| (*from, *to)));
    pairs.filter(|pair| *pair != (line.at, line.end)).take(3).map(|(from, to)| edit(from, to)).collect()
}

/// The finding with a change that mends the line.
fn told(d: &Diagnostic, line: &Faulty<'_>, edit: &Edit) -> Diagnostic {
    let word = line.text.get(edit.from..edit.to).unwrap_or("");
    let said = edit.said.trim();
    if !d.vague && !d.guessed {
        let mut d = d.clone();
        d.help = Some(format!("write `{}`", around(line, edit)));
        return d;
    }
    let behind =
        line.text.get(edit.to..line.code).unwrap_or("").split(' ').find(|w| !w.is_empty()).unwrap_or("").trim_end_matches([':', ',']);
    let before = line.text.get(..edit.from).unwrap_or("").rsplit(' ').find(|w| !w.is_empty()).unwrap_or("");
    let sign = !said.starts_with(char::is_alphanumeric);
    let (from, to, message, help) = match edit.deed {
        Deed::Small => (edit.from, edit.to, format!("`{word}` has a capital, and is read as a name"), format!("write `{said}`")),
        Deed::Capital => (edit.from, edit.to, format!("`{word}` is no name: the words of a name have capitals"), format!("write `{said}`")),
        Deed::Exchanged => (edit.from, edit.to, "these words stand the other way round".to_owned(), format!("write `{said}`")),
        Deed::Moved => (edit.from, edit.to, "the question stands behind whom it is asked of".to_owned(), format!("write `{said}`")),
        Deed::TakenOut => (edit.from, edit.to, format!("`{word}` is too much here"), "take it out".to_owned()),
        Deed::Replaced if sign => {
            let at = edit.from - before.len();
            (
                edit.to - word.trim_start().len(),
                edit.to,
                format!("`{}` does not stand here", word.trim()),
                format!("write `{}{said}`", line.text.get(at..edit.from).unwrap_or("")),
            )
        }
        Deed::Replaced => (edit.from, edit.to, format!("`{word}` does not stand here"), format!("write `{said}`")),
        Deed::Inserted if sign && said != "=" || edit.said.starts_with(' ') => {
            let at = edit.from - before.len();
            (at, edit.from, format!("`{said}` is missing behind `{before}`"), format!("write `{before}{}`", edit.said))
        }
        Deed::Inserted => {
            (edit.from, edit.from + behind.len(), format!("`{said}` is missing before `{behind}`"), format!("write `{said} {behind}`"))
        }
    };
    Diagnostic::new(Code::Syntax, Span::new(line.start + from, line.start + to.max(from + 1)), message).help(help)
}

/// The marked words as they are with a change.
fn around(line: &Faulty<'_>, edit: &Edit) -> String {
    let (from, to) = (line.at.min(edit.from), line.end.max(edit.to));
    let part = |from: usize, to: usize| line.text.get(from..to).unwrap_or("");
    format!("{}{}{}", part(from, edit.from), edit.said, part(edit.to, to)).trim().to_owned()
}
