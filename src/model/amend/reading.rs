//! Which reading of a ruling holds.

use super::ident::bare;
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::Key;
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Node, Rule};

/// Takes another reading of a ruling; says which held before.
pub(super) fn take(files: &Files, d: &mut Declaration, wanted: &Node) -> Result<Key, Diagnostic> {
    let key = Key::new(wanted.text(files));
    let title = d.head.find(Rule::title).map_or(String::new(), |t| bare(files, t));
    let names: Vec<String> = d.head.all(Rule::reading).filter_map(|r| r.find(Rule::name)).map(|n| bare(files, n)).collect();
    if !names.iter().any(|n| Key::new(n) == key) {
        let fault = Diagnostic::new(Code::Name, wanted.span, format!("the ruling `{title}` has no reading `{}`", wanted.text(files)));
        let fault = fault.label(d.head.span, "its readings");
        return Err(match nearest(wanted.text(files), names.iter().map(String::as_str)) {
            Some(meant) => fault.help(format!("did you mean `{meant}`?")),
            None => fault.help(format!("write one of these: {}", names.join(", "))),
        });
    }
    let old = d.head.find(Rule::name).map(|n| Key::new(n.text(files)));
    d.head.kids.retain(|k| k.rule != Rule::name);
    d.head.kids.push(wanted.clone());
    Ok(old.or_else(|| names.first().map(|n| Key::new(n))).unwrap_or_default())
}

/// Takes a reading that was asked for in words: `Ruling = Reading`.
///
/// # Errors
/// A diagnostic without a place, if there is no such ruling or it has no such reading.
pub fn take_reading(files: &Files, declarations: &mut [Declaration], words: &str) -> Result<(), Diagnostic> {
    let fault = |code: Code, message: String| Diagnostic::new(code, Span::default(), message);
    let Some((ruling, reading)) = words.split_once('=') else {
        let d = fault(Code::Syntax, format!("`{words}` takes no reading of a ruling"));
        return Err(d.help("write the ruling, `=`, and the reading: \"Ruling = Reading\""));
    };
    let (ruling, reading) = (ruling.trim().trim_matches('"'), reading.trim().trim_matches('"'));
    let title = |d: &Declaration| d.head.find(Rule::title).map_or(String::new(), |t| bare(files, t));
    let names: Vec<String> = declarations.iter().filter(|d| d.head.rule == Rule::ruling_d).map(title).collect();
    let is = |d: &&mut Declaration| d.head.rule == Rule::ruling_d && Key::new(&title(d)) == Key::new(ruling);
    let Some(d) = declarations.iter_mut().find(is) else {
        let d = fault(Code::Name, format!("there is no ruling `{ruling}`"));
        return Err(match nearest(ruling, names.iter().map(String::as_str)) {
            Some(meant) => d.help(format!("did you mean `{meant}`?")),
            None if names.is_empty() => d.help("leave it out: these rules have no rulings"),
            None => d.help(format!("name one of these: {}", names.join(", "))),
        });
    };
    let readings: Vec<Node> = d.head.all(Rule::reading).filter_map(|r| r.find(Rule::name)).cloned().collect();
    let Some(node) = readings.iter().find(|n| Key::new(n.text(files)) == Key::new(reading)) else {
        let names: Vec<String> = readings.iter().map(|n| bare(files, n)).collect();
        let d = fault(Code::Name, format!("the ruling `{ruling}` has no reading `{reading}`"));
        return Err(match nearest(reading, names.iter().map(String::as_str)) {
            Some(meant) => d.help(format!("did you mean `{meant}`?")),
            None => d.help(format!("write one of these: {}", names.join(", "))),
        });
    };
    take(files, d, node).map(|_| ())
}
