//! Which reading of a ruling holds.

use crate::ast::{Decl, DeclKind, Name, Ruling};
use crate::diag::{Code, Diagnostic, nearest};
use crate::intern::{KeyId, Names};
use crate::source::Span;

/// Takes another reading of a ruling; says which held before.
pub(super) fn take(names: &Names, d: &mut Decl, wanted: &Name) -> Result<Option<KeyId>, Diagnostic> {
    let head = d.head;
    let DeclKind::Ruling(r) = &mut *d.kind else { return Ok(None) };
    let key = names.key_of(wanted.sym);
    if !r.readings.iter().any(|r| names.key_of(r.name.sym) == key) {
        let (title, written) = (names.text(r.title.name.sym), names.text(wanted.sym));
        let known: Vec<&str> = r.readings.iter().map(|r| names.text(r.name.sym)).collect();
        let fault = Diagnostic::new(Code::Name, wanted.at.span(), format!("the ruling `{title}` has no reading `{written}`"));
        let fault = fault.label(head.span(), "its readings");
        return Err(match nearest(written, known.iter().copied()) {
            Some(meant) => fault.help(format!("did you mean `{meant}`?")),
            None => fault.help(format!("write one of these: {}", known.join(", "))),
        });
    }
    let old = r.takes.or(r.readings.first().map(|r| r.name)).map(|n| names.key_of(n.sym));
    r.takes = Some(*wanted);
    Ok(old)
}

/// The readings of a ruling.
pub(super) fn all<'n>(names: &'n Names, d: &Decl) -> Vec<&'n str> {
    of(d).map_or_else(Vec::new, |r| r.readings.iter().map(|r| names.text(r.name.sym)).collect())
}

/// Rulings that a message lists, at most.
const FEW: usize = 8;

/// Takes a reading that was asked for in words: `Ruling = Reading`.
///
/// # Errors
/// A diagnostic without a place, if there is no such ruling or it has no such reading.
pub fn take_reading(names: &Names, decls: &mut [Decl], words: &str) -> Result<(), Diagnostic> {
    let fault = |code: Code, message: String| Diagnostic::new(code, Span::default(), message);
    let Some((ruling, reading)) = words.split_once('=') else {
        let d = fault(Code::Syntax, format!("`{words}` takes no reading of a ruling"));
        return Err(d.help("write the ruling, `=`, and the reading: \"Ruling = Reading\""));
    };
    let (ruling, reading) = (ruling.trim().trim_matches('"'), reading.trim().trim_matches('"'));
    let known: Vec<String> = decls.iter().filter_map(of).map(|r| names.text(r.title.name.sym).to_owned()).collect();
    let key = names.find_key(ruling);
    let is = |d: &&mut Decl| of(d).is_some_and(|r| Some(names.key_of(r.title.name.sym)) == key);
    let Some(d) = decls.iter_mut().find(is) else {
        let d = fault(Code::Name, format!("there is no ruling `{ruling}`"));
        return Err(match nearest(ruling, known.iter().map(String::as_str)) {
            Some(meant) => d.help(format!("did you mean `{meant}`?")),
            None if known.is_empty() => d.help("leave it out: these rules have no rulings"),
            None if known.len() > FEW => d.help("`grognard list rulings` names those that a pack has"),
            None => d.help(format!("name one of these: {}", known.join(", "))),
        });
    };
    let readings: Vec<Name> = of(d).map_or_else(Vec::new, |r| r.readings.iter().map(|r| r.name).collect());
    let wanted = names.find_key(reading);
    let Some(name) = readings.iter().find(|n| Some(names.key_of(n.sym)) == wanted) else {
        let known: Vec<&str> = readings.iter().map(|n| names.text(n.sym)).collect();
        let d = fault(Code::Name, format!("the ruling `{ruling}` has no reading `{reading}`"));
        return Err(match nearest(reading, known.iter().copied()) {
            Some(meant) => d.help(format!("did you mean `{meant}`?")),
            None => d.help(format!("write one of these: {}", known.join(", "))),
        });
    };
    take(names, d, name).map(|_| ())
}

fn of(d: &Decl) -> Option<&Ruling> {
    if let DeclKind::Ruling(r) = &*d.kind { Some(r) } else { None }
}
