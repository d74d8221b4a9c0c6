//! What is said of changes that cannot be made.

use super::chain::Entry;
use super::ident::{Id, Target};
use super::merge::Clash;
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::Key;
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Node, Rule};

/// Nothing that was inherited is called so.
pub(super) fn no_such(view: &[Entry], t: &Target, written: &str, span: Span, own: Option<Span>, verb: &str) -> Diagnostic {
    let what = format!("{} {written}", t.word).trim().to_owned();
    if let Some(own) = own {
        let d = Diagnostic::new(Code::Place, span, format!("`{what}` is declared in this pack itself"));
        return d.label(own, "declared here").help("change it where it stands");
    }
    let d = Diagnostic::new(Code::Name, span, format!("no parent of this pack has `{what}`"));
    if view.is_empty() {
        return d.help("write `extends` and the parent's name on the `pack` line");
    }
    let key = Key::new(written);
    if let Some(e) = view.iter().find(|e| e.removed().is_some() && e.ids.iter().any(|i| i.word == t.word && i.key == key)) {
        return d.label(e.removed().unwrap_or_default(), "a parent took it away here").help(format!("declare it anew, without `{verb}`"));
    }
    let there = |e: &&Entry| e.removed().is_none();
    let other = |i: &&Id| i.key == key && !written.is_empty();
    if let Some((e, i)) = view.iter().filter(there).find_map(|e| e.ids.iter().find(other).map(|i| (e, i))) {
        if i.word == t.word {
            let help = format!("write `{verb} {} {} of {}`", i.word, i.name, i.of);
            return d.label(e.d.head.span, format!("this one is of {}", i.of)).help(help);
        }
        let d = Diagnostic::new(Code::Kind, span, format!("`{}` is no {}", i.name, t.word));
        return d.label(e.d.head.span, format!("it is a {}", i.word)).help(format!("write `{verb} {}`", i.spoken()));
    }
    let known = view.iter().filter(there).flat_map(|e| &e.ids).filter(|i| i.word == t.word).map(|i| i.name.as_str());
    match nearest(written, known) {
        Some(meant) => d.help(format!("did you mean `{meant}`?")),
        None => d.help("name it as the parent declares it"),
    }
}

/// The word of a change that does not say what sort of thing it speaks of.
pub(super) fn verb<'a>(files: &'a Files, d: &Declaration) -> Option<&'a str> {
    let word = d.head.find(Rule::decl_word).map(|w| w.text(files));
    word.filter(|w| matches!(*w, "amend" | "replace" | "remove"))
}

/// A change that does not say what sort of thing it speaks of.
pub(super) fn unsorted(files: &Files, view: &[Entry], d: &Declaration) -> Diagnostic {
    let verb = verb(files, d).unwrap_or_default();
    let name = d.head.find(Rule::title).and_then(|t| t.find(Rule::name));
    let Some(node) = name else {
        return Diagnostic::new(Code::Syntax, d.head.span, format!("`{verb}` is not told of what"))
            .help(format!("write `{verb}`, then the word and the name that it is declared with"));
    };
    let (written, key) = (node.text(files), Key::new(node.text(files)));
    let there = || view.iter().filter(|e| e.removed().is_none()).flat_map(|e| e.ids.iter().map(move |i| (e, i)));
    let fault = Diagnostic::new(Code::Syntax, node.span, format!("`{verb}` is not told what sort of thing `{written}` is"));
    if let Some((e, i)) = there().find(|(_, i)| i.key == key) {
        return fault.label(e.d.head.span, "declared here").help(format!("write `{verb} {} {written}`", i.word));
    }
    let near = nearest(written, there().map(|(_, i)| i.name.as_str())).and_then(|n| there().find(|(_, i)| i.name == n));
    match near {
        Some((_, i)) => fault.help(format!("did you mean `{verb} {}`?", i.spoken())),
        None => fault.help(format!("write first the word that it is declared with, such as `{verb} value {written}`")),
    }
}

/// More than one thing is called so.
pub(super) fn which(t: &Target, written: &str, span: Span, spans: &[Span], of: &str, verb: &str) -> Diagnostic {
    let mut d = Diagnostic::new(Code::Name, span, format!("there is more than one `{} {written}`", t.word));
    for s in spans {
        d = d.label(*s, "one");
    }
    d.help(format!("say of what it is: `{verb} {} {written} of {of}` or the like", t.word))
}

/// A new declaration has the name of one that was inherited.
pub(super) fn same_name(old: &Entry, new: &Entry, gone: Option<Span>) -> Diagnostic {
    let same = |i: &&Id| old.ids.iter().any(|j| i.word == j.word && i.key == j.key);
    let name = new.ids.iter().find(same).map_or(String::new(), Id::spoken);
    let d = Diagnostic::new(Code::Twice, new.d.head.span, format!("a parent has `{name}` already"));
    if let Some(test) = name.strip_prefix("test ") {
        let d = Diagnostic { message: format!("a parent has a test `{test}` already"), ..d };
        return d.label(old.d.head.span, "this one").help("give the new test another name");
    }
    match gone {
        Some(gone) => d.label(gone, "taken away here").help(format!("write `replace {name}` alone, without `remove`")),
        None => d
            .label(old.d.head.span, "declared here")
            .help(format!("write `amend {name}` to change some of it, or `replace {name}` to say all of it anew")),
    }
}

/// Two parents differ.
pub(super) fn two_parents(files: &Files, first: &Entry, place: Span, clash: &Clash) -> Diagnostic {
    let name = first.ids.first().map_or(String::new(), Id::spoken);
    let one_line = |span: Span| files.slice(span).lines().next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
    let head = &clash.head;
    let help = match name.strip_prefix("ruling ").filter(|_| clash.reading) {
        Some(ruling) => format!("write `use {ruling} = {}` if the first is meant", one_line(clash.one)),
        None if clash.line => {
            format!("write `replace {head}` and below it all its lines, `{}` if the first is meant", one_line(clash.one))
        }
        None if first.d.body.is_empty() => format!("write `replace {head}` if the first is meant"),
        None => format!("write `replace {head}` and below it all its lines, as they are to be"),
    };
    Diagnostic::new(Code::Conflict, place, format!("two parents of this pack have a different `{name}`"))
        .label(clash.one, "one")
        .label(clash.other, "the other")
        .help(help)
}

/// The parent is of another version than it was.
pub(super) fn version(files: &Files, name: &Node, wanted: &Node, has: &Node) -> Diagnostic {
    let (was, is) = (wanted.text(files), has.text(files));
    let title = name.text(files);
    Diagnostic::new(Code::Stale, wanted.span, format!("this was written for `{title}` {was}, and the parent is {is}"))
        .label(has.span, "the parent's version now")
        .help(format!("see what has changed, then write `extends {title} {is}`"))
}

/// What is amended is no longer what it was.
pub(super) fn stale(name: &str, was: Span, old: Span, now: &str, new: &str) -> Diagnostic {
    Diagnostic::new(Code::Stale, was, format!("this was written for another `{name}` than the parent has"))
        .here("it was this")
        .label(old, "the parent now says this")
        .help(format!("if `{new}` is still what you want, write `was {now}`"))
}

/// Whether one name is the other but for a letter, or two of a long one. A number tells names apart.
pub(super) fn nearly(one: &str, other: &str) -> bool {
    let (a, b) = (one.trim().to_lowercase(), other.trim().to_lowercase());
    let letters = |s: &str| s.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let short = a.chars().count().min(b.chars().count());
    let most = if short < 8 { 1 } else { 2 };
    short >= 4 && letters(&a) == a && letters(&b) == b && a != b && strsim::damerau_levenshtein(&a, &b) <= most
}

/// A change that changes nothing.
pub(super) fn nothing(new: Span, old: Span) -> Diagnostic {
    Diagnostic::new(Code::Nothing, new, "this changes nothing")
        .label(old, "the parent says the same")
        .help("take it away, or write what is to be different")
}

/// There was nothing that `was` could speak of.
pub(super) fn absent<'a>(name: &str, what: &str, was: Span, head: Span, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    let d = Diagnostic::new(Code::Stale, was, format!("`{name}` has no `{what}` that could have been this")).label(head, "the parent");
    match nearest(what, known) {
        Some(meant) => d.help(format!("did you mean `{meant}`?")),
        None => d.help("leave `was` out to add it"),
    }
}

/// A line that nothing tells apart from others.
pub(super) fn unnamed(name: &str, was: Span, head: Span) -> Diagnostic {
    Diagnostic::new(Code::Place, was, "a line without a name cannot be amended, only added")
        .label(head, "the parent's lines stand here")
        .help(format!("write `replace {name}` and say all of it anew, or give the line a name in the parent"))
}

/// A score that is harder to reach than it was.
pub(super) fn worse(new: Span, old: Span, from: i64, to: i64) -> Diagnostic {
    Diagnostic::new(Code::BetterWay, new, format!("{to}+ is harder to roll than {from}+"))
        .label(old, "it was easier here")
        .help(format!("if that is meant, write `was {from}+`"))
}
