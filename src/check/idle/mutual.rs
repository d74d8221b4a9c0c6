//! Two rules each of which overrides the other.

use super::super::Whole;
use super::super::mentions::title;
use crate::ast::{Decl, ItemKind, Name, OverHow};
use crate::diag::{Code, Diagnostic};
use crate::intern::KeyId;

/// What a declaration overrides.
fn overridden(d: &Decl) -> impl Iterator<Item = Name> + '_ {
    d.kind
        .items()
        .iter()
        .filter_map(|i| if let ItemKind::Attach(a) = &i.kind { Some(a) } else { None })
        .flat_map(|a| a.overs.iter().filter(|o| o.how == OverHow::Over).map(|o| o.name))
}

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let names = &whole.rules.names;
    let all: Vec<(KeyId, Name, KeyId)> = whole
        .decls
        .iter()
        .filter_map(|d| Some((names.key_of(title(&d.kind)?), d)))
        .flat_map(|(own, d)| overridden(d).map(move |name| (own, name, names.key_of(name.sym))))
        .collect();
    let mut out = Vec::new();
    for (i, (own, name, other)) in all.iter().enumerate() {
        let back = all.iter().skip(i + 1).find(|(a, _, b)| a == other && b == own);
        if let Some((_, first, _)) = back.filter(|_| own != other) {
            let message = "two rules override each other, so that neither holds";
            out.push(
                Diagnostic::new(Code::Conflict, name.at.span(), message)
                    .label(first.at.span(), "and this one overrides it")
                    .help("leave `overriding` out of one of them"),
            );
        }
    }
    out
}
