//! Findings that only follow from what could not be read, or does not hold.

use rustc_hash::FxHashSet;

use super::render::placeless;
use crate::ast::{Decl, DeclKind, ItemKind};
use crate::diag::{Code, Diagnostic, Severity};
use crate::intern::{Names, Sym, folded};
use crate::packs::{Compiled, Loaded};
use crate::source::{Files, Span};

/// What is missing of a pack since something else is wrong. Names are compared by their keys.
pub(super) struct Unread<'a> {
    files: &'a Files,
    /// The lines that could not be read, as keys of their words.
    lines: Vec<String>,
    /// The words in them.
    words: FxHashSet<String>,
    /// Names of what was read and does not hold.
    lost: FxHashSet<String>,
    /// Declarations of which a line could not be read, and their heads, by where they begin.
    decls: Vec<(Span, Span)>,
}

impl<'a> Unread<'a> {
    /// Of these texts.
    pub fn of(loaded: &'a Loaded, compiled: &Compiled) -> Self {
        let (files, names) = (&loaded.files, &loaded.names);
        let unread = compiled.found.iter().take(compiled.read).filter(|u| !placeless(u));
        let mut at: Vec<&Decl> = loaded.layers.iter().flat_map(|l| &l.decls).collect();
        at.sort_unstable_by_key(|d| d.at.span());
        let (mut lines, mut lost) = (Vec::new(), FxHashSet::default());
        for u in unread {
            let around = around(&at, u.span);
            if around.is_none_or(|d| d.unread) {
                lines.push(files.line_of(u.span));
            }
            // what is taken for misspelt is told wherever it stands
            let misspelt = u.code == Code::Name && u.help.as_ref().is_some_and(|h| h.starts_with("did you mean"));
            let own = folded(files.slice(u.span));
            let brought = around.iter().flat_map(|d| d.declares()).map(|sym| key(names, sym).to_owned());
            lost.extend(brought.filter(|k| !misspelt || *k != own));
        }
        lines.sort_unstable();
        lines.dedup();
        let lines: Vec<String> = lines.into_iter().map(keys).collect();
        let words = lines.iter().flat_map(|l| l.split('-')).map(str::to_owned).collect();
        let unread = compiled.effective.decls.iter().filter(|d| d.unread);
        let mut decls: Vec<(Span, Span)> = unread.map(|d| (d.at.span(), d.head.span())).collect();
        decls.sort_unstable();
        Self { files, lines, words, lost, decls }
    }

    /// Whether something is only missing because what has it could not be read, or does not hold.
    pub fn is_echo(&self, d: &Diagnostic) -> bool {
        (d.code == Code::Name && self.is_missing(d.span)) || self.is_accused(d)
    }

    /// Whether the name at a place is that of something which could not be read, or does not hold.
    fn is_missing(&self, at: Span) -> bool {
        let name = keys(self.files.slice(at));
        let plain = name.trim_matches('-');
        let known = || plain.split('-').all(|w| self.words.contains(w));
        !plain.is_empty() && (self.lost.contains(plain) || (known() && self.lines.iter().any(|l| l.contains(&name))))
    }

    /// Whether a declaration is accused of what a line of it may have said that could not be read.
    fn is_accused(&self, d: &Diagnostic) -> bool {
        let within = |span: Span| span.start <= d.span.start && d.span.start < span.end;
        let last = self.decls.partition_point(|(at, _)| at.start <= d.span.start);
        let around = last.checked_sub(1).and_then(|i| self.decls.get(i));
        around.is_some_and(|(at, head)| within(*head) || (d.code == Code::MissingRow && within(*at)))
    }
}

/// What stands in declarations with which something is wrong: whatever hangs on it may be wrong for that alone.
pub(super) struct Faulty<'a> {
    unread: &'a Unread<'a>,
    /// The declarations that hold, by where they begin.
    all: Vec<&'a Decl>,
    /// Names that the faulty ones bring.
    brought: FxHashSet<String>,
    /// Whether something is wrong with how anything stands on the table.
    table: bool,
}

impl<'a> Faulty<'a> {
    /// What is faulty by what was found so far.
    pub fn of(unread: &'a Unread<'a>, compiled: &'a Compiled, found: &[Diagnostic]) -> Self {
        let names = &compiled.resolved.rules.names;
        let mut all: Vec<&Decl> = compiled.effective.decls.iter().collect();
        all.sort_unstable_by_key(|d| d.at.span());
        let wrong = found.iter().filter(|d| d.severity() == Severity::Error && !placeless(d));
        let faulty: Vec<&Decl> = wrong.filter_map(|d| around(&all, d.span)).filter(|d| !d.is_test()).collect();
        let brought = faulty.iter().flat_map(|d| d.declares()).map(|sym| key(names, sym).to_owned()).collect();
        let stands = |d: &&Decl| match &*d.kind {
            DeclKind::Pack(_) => true,
            DeclKind::Kind(k) => k.items.iter().any(|i| matches!(i.kind, ItemKind::Row(_))),
            _ => false,
        };
        let table = faulty.iter().any(stands);
        Self { unread, all, brought, table }
    }

    /// Whether what is found of a test or situation hangs on something faulty.
    pub fn is_echo(&self, d: &Diagnostic) -> bool {
        if self.table || self.unread.is_missing(d.span) {
            return true;
        }
        let Some(decl) = around(&self.all, d.span) else { return false };
        let within = |at: Span| at.start <= d.span.start && d.span.start < at.end;
        let line = decl.kind.items().iter().map(|i| i.at.span()).find(|at| within(*at));
        let whole = matches!(&*decl.kind, DeclKind::Situation(_));
        let said = keys(self.unread.files.slice(line.filter(|_| !whole).unwrap_or(decl.at.span())));
        self.brought.iter().any(|name| said.contains(&format!("-{name}-")))
    }
}

/// The declaration that stands at a place.
fn around<'d>(sorted: &[&'d Decl], at: Span) -> Option<&'d Decl> {
    let last = sorted.partition_point(|d| d.at.span().start <= at.start).checked_sub(1)?;
    sorted.get(last).copied().filter(|d| at.start < d.at.span().end)
}

/// The key of a name.
fn key(names: &Names, sym: Sym) -> &str {
    names.key_text(names.key_of(sym))
}

/// The keys of all words of a text, with `-` around each.
fn keys(text: &str) -> String {
    let words: String = text.chars().map(|c| if matches!(c, '!' | '\'' | '’') || c.is_alphanumeric() { c } else { ' ' }).collect();
    format!("-{}-", folded(&words))
}
