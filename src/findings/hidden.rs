//! What was hidden by faults that were mended.

use super::tried::{Bench, of};
use crate::diag::{Code, Diagnostic, Label, Severity};
use crate::packs::Loaded;
use crate::source::Span;

impl Bench<'_> {
    /// Whether something stands in a declaration of which a line was taken out.
    pub(super) fn is_torn(&self, at: Span) -> bool {
        let blocks = self.blocks.iter().map(|(first, _)| first).filter(|block| block.start <= at.start && at.start < block.end);
        blocks.into_iter().any(|block| self.out.iter().any(|out| block.start <= out.start && out.start < block.end))
    }

    /// What comes to light besides what did so before.
    pub(super) fn more(&self, found: &[Diagnostic], before: &[Diagnostic]) -> Vec<Diagnostic> {
        // what is only doubtful, or not known, may be so for what was taken out
        let named = |d: &Diagnostic| d.severity() == Severity::Warning || matches!(d.code, Code::Name | Code::Kind);
        let sure = |d: &Diagnostic| !named(d) || !self.speaks_of_what_is_out(d);
        self.hidden(found).into_iter().filter(|d| !self.is_torn(d.span) && sure(d) && !before.contains(d)).collect()
    }

    /// What is found with all lines mended and was not found before, where it stands in the texts as they were read.
    pub(super) fn hidden(&self, before: &[Diagnostic]) -> Vec<Diagnostic> {
        let Some((loaded, found)) = &self.mended else { return Vec::new() };
        let known = |d: &Diagnostic| before.iter().any(|b| b.code == d.code && b.message == d.message);
        // one fault is mended, and then the others are told
        if self.blocks.is_empty() || of(before, Severity::Error).len() < 2 {
            return Vec::new();
        }
        let own = found.iter().filter(|d| loaded.is_own(d.span) && !known(d) && d.code != Code::Unreachable);
        // what faulty lines speak of may be told for what they were taken to mean
        let errors = before.iter().filter(|d| d.severity() == Severity::Error);
        let faulty: Vec<(Span, &str)> = errors.map(|d| (d.span, self.first.files.line_of(d.span))).chain(self.lost()).collect();
        own.filter_map(|d| {
            let (span, name) = (self.as_read(loaded, d.span)?, loaded.files.slice(d.span).trim());
            let named = !name.is_empty() && name.starts_with(char::is_uppercase) && !name.contains(['|', ':', '"']);
            let speaks = |(at, line): &(Span, &str)| line.contains(name) && !self.is_a_row_elsewhere(*at, line, name, span);
            let known = d.severity() == Severity::Warning && self.is_of_a_parent(name);
            if named && !known && faulty.iter().any(speaks) {
                return None;
            }
            let labels = d.labels.iter().filter_map(|l| Some(Label { span: self.as_read(loaded, l.span)?, ..l.clone() })).collect();
            Some(Diagnostic { span, labels, ..d.clone() })
        })
        .collect()
    }

    /// Whether a pack that this one builds on declares something of this name: no faulty line brings it.
    fn is_of_a_parent(&self, name: &str) -> bool {
        let parents = self.first.layers.split_last().map_or(&[][..], |(_, parents)| parents);
        let mut decls = parents.iter().flat_map(|l| &l.decls);
        decls.any(|d| has_name(self.first.files.slice(d.at.span()), name))
    }

    /// What was taken out and may be missed elsewhere: lines, and the heads of declarations.
    fn lost(&self) -> impl Iterator<Item = (Span, &str)> {
        self.out.iter().map(|at| (*at, self.first.files.slice(*at).lines().next().unwrap_or("")))
    }

    /// Whether a line gives a row of a profile this name: nobody knows it but in that declaration.
    fn is_a_row_elsewhere(&self, at: Span, line: &str, name: &str, asked: Span) -> bool {
        let Some(block) = self.line(at).map(|line| line.block) else { return false };
        let profile = self.first.files.slice(block).lines().any(|l| l.trim_start().starts_with("profile "));
        let elsewhere = asked.start < block.start || block.end <= asked.start;
        profile && elsewhere && line.trim_start().starts_with(name) && line.starts_with(char::is_whitespace)
    }

    /// Where something stood before lines were mended; nothing for what stands in a mended line.
    fn as_read(&self, loaded: &Loaded, span: Span) -> Option<Span> {
        let Some((first, now)) = self.blocks.iter().find(|(_, now)| now.start <= span.start && span.start <= now.end) else {
            // in a declaration that is as it was
            return Some(span).filter(|span| self.first.files.file_of(*span) == loaded.files.file_of(*span));
        };
        let (text, old) = (loaded.files.slice(*now), self.first.files.slice(*first));
        let place = (span.start - now.start) as usize;
        let nth = text.get(..place)?.matches('\n').count();
        let (line, was) = (text.split_inclusive('\n').nth(nth)?, old.split_inclusive('\n').nth(nth)?);
        let begins = |text: &str| text.split_inclusive('\n').take(nth).map(str::len).sum::<usize>();
        let start = first.start as usize + begins(old) + place.checked_sub(begins(text))?;
        (line == was).then(|| Span::new(start, start + span.len().min(was.len())))
    }
}

/// Whether a name stands in a text, and not within a longer word.
fn has_name(text: &str, name: &str) -> bool {
    let goes_on = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
    let parted = |at: usize| text.split_at_checked(at).zip(text.get(at + name.len()..));
    let alone = |((before, _), behind): ((&str, &str), &str)| !goes_on(before.chars().next_back()) && !goes_on(behind.chars().next());
    text.match_indices(name).filter_map(|(at, _)| parted(at)).any(alone)
}
