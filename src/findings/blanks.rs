//! A declaration in the place of a parent's that lacks one of its blanks: told once, not for each line that fills or needs it.

use crate::ast::{Decl, DeclKind, RoleHead};
use crate::diag::{Code, Diagnostic};
use crate::packs::Loaded;
use crate::resolve::variant::called;
use crate::source::{Files, Span};

/// Tells of the head in place of all that follows from it.
pub(super) fn told(loaded: &Loaded, found: &mut Vec<Diagnostic>) {
    let Some((own, parents)) = loaded.layers.split_last() else { return };
    for d in &own.decls {
        let DeclKind::Replace(new) = &*d.kind else { continue };
        let Some(name) = new.title().map(|t| loaded.names.text(t.name.sym)) else { continue };
        let id = called(&loaded.names, d);
        let same = |p: &&Decl| !matches!(*p.kind, DeclKind::Replace(_) | DeclKind::Amend(_)) && called(&loaded.names, p) == id;
        let Some(old) = parents.iter().rev().flat_map(|l| &l.decls).find(same) else { continue };
        let gone = old.kind.roles().iter().filter(|r| !new.roles().iter().any(|n| n.prep == r.prep));
        for role in gone {
            let lost = Lost { loaded, files: &loaded.files, d, name, role };
            let mut echoes: Vec<Diagnostic> = found.iter().filter(|f| lost.is_echo(f)).cloned().collect();
            echoes.sort_by_key(|e| within(d.at.span(), e.span));
            if let Some(first) = echoes.first() {
                found.retain(|f| !lost.is_echo(f));
                found.push(lost.told(old, first));
            }
        }
    }
}

/// A blank that a parent's head has and the new one has not.
struct Lost<'a> {
    loaded: &'a Loaded,
    files: &'a Files,
    d: &'a Decl,
    /// What the declaration is called.
    name: &'a str,
    role: &'a RoleHead,
}

impl Lost<'_> {
    /// The word that stands for it.
    fn word(&self) -> &str {
        let noun = &self.role.who.noun;
        self.files.slice(noun.called.map_or(noun.kind.at, |w| w.at).span())
    }

    /// Whether something is wrong for the lack of it alone.
    fn is_echo(&self, f: &Diagnostic) -> bool {
        let prep = self.role.prep.word();
        let filled = f.message == format!("`{}` has no `{prep}`", self.name);
        let word = self.files.slice(f.span);
        // what meets it may call the blank by a word of its own
        let around = self.around(f.span);
        let called = f.message.ends_with("stands for nothing here") && around.contains(&format!("(the {word})"));
        let needed = f.message.contains(&format!("is not told `{prep} ")) || word == self.word() || called;
        let here = within(self.d.at.span(), f.span) || around.contains(self.name);
        matches!(f.code, Code::Role | Code::Name) && (filled || needed && here)
    }

    /// The text of the declaration around a place.
    fn around(&self, at: Span) -> &str {
        let around = self.loaded.layers.iter().flat_map(|l| &l.decls).find(|d| within(d.at.span(), at));
        around.map_or("", |d| self.files.slice(d.at.span()))
    }

    fn told(&self, old: &Decl, first: &Diagnostic) -> Diagnostic {
        let blank = self.files.slice(self.role.at.span()).trim();
        let last = old.kind.roles().last().map_or(old.head, |r| r.at).span();
        let title = old.kind.title().map_or(old.head, |t| t.at).span();
        let head = self.files.slice(Span { end: last.end, ..title }).trim();
        let text = if within(self.d.at.span(), first.span) { "it is needed here" } else { "it is filled here" };
        let message = format!("`{}` has lost the blank `{blank}` that its parent has", self.name);
        let at = head_of(self.d);
        Diagnostic::new(Code::Role, at, message).label(first.span, text).help(format!("write the head as the parent has it: `{head}`"))
    }
}

/// The name and blanks of a declaration in the place of another.
fn head_of(d: &Decl) -> Span {
    let DeclKind::Replace(new) = &*d.kind else { return d.head.span() };
    let title = new.title().map_or(d.head, |t| t.at).span();
    let end = new.roles().last().map_or(title.end, |r| r.at.span().end);
    Span { end: end.max(title.end), ..title }
}

fn within(outer: Span, span: Span) -> bool {
    outer.start <= span.start && span.start < outer.end
}
