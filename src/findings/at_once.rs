//! All faults mended at once, where a pack is too large to try each by itself: what they hide is found in one reading.

use super::edits::{Deed, Edit};
use super::gather;
use super::tried::{Bench, FAULTS, Faulty, offered};
use crate::diag::{Diagnostic, Severity};
use crate::source::Span;

impl Bench<'_> {
    /// Mends each line that is still faulty with the first fix that is offered and makes it a sentence, or else takes it out, and
    /// reads the pack once.
    pub(super) fn mend_all(&mut self, found: &[Diagnostic]) {
        self.left = self.left.max(1);
        let mut loaded = None;
        for d in found.iter().filter(|d| d.severity() == Severity::Error).take(FAULTS) {
            let same = |f: &Diagnostic| f.code == d.code && f.message == d.message;
            if self.mended.as_ref().is_some_and(|(_, found)| !found.iter().any(same)) {
                continue;
            }
            let Some(line) = self.line(d.span) else { continue };
            let nothing = Edit { from: 0, to: line.text.len(), said: String::new(), deed: Deed::TakenOut };
            let fix = offered(d, &line).into_iter().find(|fix| line.reads(fix) && !doubles(&line, fix));
            let base = loaded.as_ref().unwrap_or_else(|| self.now());
            let block = self.stands_at(line.block);
            let (text, out) = match &fix {
                Some(fix) => (Self::changed(base, block, &line, fix), None),
                None if line.is_head() => (Some("\n".to_owned()), Some(line.block)),
                None => (Self::changed(base, block, &line, &nothing), Some(Span::new(line.start, line.start + line.text.len()))),
            };
            let Some((new, now)) = text.and_then(|text| base.instead(block, &text, false)) else { continue };
            self.out.extend(out);
            self.stands_now(line.block, now);
            loaded = Some(new);
        }
        if let Some(loaded) = loaded {
            let found = gather::found(&loaded);
            self.mended = Some((loaded, found));
        }
    }

    /// What was taken out: the first line of its declaration, and the line itself, which may be that.
    pub(super) fn taken_out(&self) -> impl Iterator<Item = (&str, &str)> {
        let first = |at: Span| self.first.files.slice(at).lines().next().unwrap_or("");
        self.out.iter().map(move |at| (self.line(*at).map_or("", |line| first(line.block)), first(*at)))
    }

    /// Whether what is found speaks of something that a line which was taken out names, too.
    pub(super) fn speaks_of_what_is_out(&self, d: &Diagnostic) -> bool {
        let said = std::iter::once(d.message.as_str()).chain(d.labels.iter().map(|l| l.text.as_str()));
        let mut names = said.flat_map(|text| text.split('`').skip(1).step_by(2));
        names.any(|name| self.out.iter().any(|at| self.first.files.slice(*at).contains(name)))
    }
}

/// Whether a word stands twice, side by side, in a line that is changed so, and did not before.
fn doubles(line: &Faulty<'_>, fix: &Edit) -> bool {
    let twice = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.windows(2).filter(|pair| pair.first() == pair.last() && pair.iter().all(|w| w.starts_with(char::is_alphabetic))).count()
    };
    fix.done(line.text).is_some_and(|said| twice(&said) > twice(line.text))
}
