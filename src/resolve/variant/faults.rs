//! What is said of changes that cannot be made.

use super::chain::Entry;
use super::ident::{Id, Wanted};
use super::line::known_by;
use super::merge::Clash;
use crate::ast::{Decl, DeclKind, Named, Version};
use crate::diag::{Code, Diagnostic, akin, nearest, one_of, with_article};
use crate::intern::{Names, Sym};
use crate::source::{At, Files, Span};

/// Names that are told as those that there are, at most.
const FEW: usize = 12;

/// Nothing that was inherited is called so.
pub(super) fn no_such(names: &Names, view: &[Entry], t: &Wanted, written: &str, at: At, own: Option<At>, verb: &str) -> Diagnostic {
    let what = format!("{} {written}", t.word).trim().to_owned();
    if let Some(own) = own {
        let d = Diagnostic::new(Code::Place, at.span(), format!("`{what}` is declared in this pack itself"));
        return d.label(own.span(), "declared here").help("change it where it stands");
    }
    let d = Diagnostic::new(Code::Name, at.span(), format!("no parent of this pack has `{what}`"));
    if view.is_empty() {
        return d.help("write `extends` and the parent's name on the `pack` line");
    }
    let key = names.find_key(written);
    if let Some(e) = view.iter().find(|e| e.gone.is_some() && e.ids.iter().any(|i| i.word == t.word && i.key == key)) {
        let d = d.label(e.gone.unwrap_or_default().span(), "a parent took it away here");
        return d.help(match verb {
            "use" => "leave this line out".to_owned(),
            _ => format!("leave this line out, or declare it anew, without `{verb}`"),
        });
    }
    let there = |e: &&Entry| e.gone.is_none();
    let other = |i: &&Id| i.key == key && !written.is_empty();
    if let Some((e, i)) = view.iter().filter(there).find_map(|e| e.ids.iter().find(other).map(|i| (e, i))) {
        if i.word == t.word {
            let of = i.of.map_or("", |of| names.text(of));
            let help = format!("write `{verb} {} {} of {of}`", i.word, i.name);
            return d.label(e.d.head.span(), format!("this one is of {of}")).help(help);
        }
        let begun = t.at.span().start as usize;
        let word = Span::new(begun, begun + t.word.len());
        let d = Diagnostic::new(Code::Kind, word, format!("`{}` is no {}", i.name, t.word));
        return d.label(e.d.head.span(), format!("it is {}", with_article(&i.word))).help(format!("write `{verb} {}`", i.spoken()));
    }
    let row = names.find_key(&t.word);
    let list = view.iter().filter(there).find(|e| e.ids.iter().any(|i| i.word == "many" && i.key == row));
    if let Some(e) = list {
        let word = Span::new(t.at.span().start as usize, t.at.span().start as usize + t.word.len());
        let d = Diagnostic::new(Code::Name, word, format!("`{written}` is a line of the list `many {}`", t.word));
        let help = format!("write `{verb} many {}`, and below it `{written}` and what changes", t.word);
        return d.label(e.d.head.span(), "the list").help(help);
    }
    if verb == "use" {
        let of = |d: &Decl| match &*d.kind {
            DeclKind::Ruling(r) => r.readings.iter().any(|n| Some(names.key_of(n.name.sym)) == key).then_some(r.title.name.sym),
            _ => None,
        };
        if let Some((e, title)) = view.iter().filter(there).find_map(|e| Some((e, of(&e.d)?))) {
            let d = d.label(e.d.head.span(), format!("`{written}` is a reading of this ruling"));
            return d.help(format!("write `use {} = {written}`", names.text(title)));
        }
    }
    // what stands below a reading is called by both names, which nobody can write
    let same = |i: &&Id| i.word == t.word && !i.name.contains(':');
    let known: Vec<&str> = view.iter().filter(there).flat_map(|e| &e.ids).filter(same).map(|i| i.name.as_str()).collect();
    if let Some(meant) = nearest(written, known.iter().copied()) {
        return d.help(format!("did you mean `{meant}`?"));
    }
    let like = one_of(&akin(written, known.iter().copied()));
    d.help(match (verb, like) {
        ("replace", Some(like)) => {
            let stop = if like.ends_with('?') { "" } else { ";" };
            format!("{like}{stop} if it is new, leave out `replace`")
        }
        ("replace", None) => "leave out `replace`: what is new is only declared".to_owned(),
        (_, Some(like)) => like,
        ("amend", None) if (1..=FEW).contains(&known.len()) => {
            let all: Vec<String> = known.iter().map(|k| format!("`{k}`")).collect();
            format!("write one of these: {}; if it is new, declare it without `amend`", all.join(", "))
        }
        ("amend", None) => format!("name it as the parent declares it; if it is new, declare it without `amend`: `{what}`"),
        ("remove", None) => "leave this line out: there is nothing to take away".to_owned(),
        (_, None) => "name it as the parent declares it".to_owned(),
    })
}

/// The word of a change that does not say what sort of thing it speaks of.
pub(super) fn verb<'a>(names: &'a Names, d: &Named) -> Option<&'a str> {
    Some(names.text(d.word.sym)).filter(|w| matches!(*w, "amend" | "replace" | "remove"))
}

/// A change that does not say what sort of thing it speaks of.
pub(super) fn unsorted(names: &Names, view: &[Entry], d: &Named, head: At) -> Diagnostic {
    let verb = verb(names, d).unwrap_or_default();
    let Some(name) = d.title.as_ref().map(|t| t.name) else {
        return Diagnostic::new(Code::Syntax, head.span(), format!("`{verb}` is not told of what"))
            .help(format!("write `{verb}`, then the word and the name that it is declared with"));
    };
    let (written, key) = (names.text(name.sym), Some(names.key_of(name.sym)));
    let there = || view.iter().filter(|e| e.gone.is_none()).flat_map(|e| e.ids.iter().map(move |i| (e, i)));
    let fault = Diagnostic::new(Code::Syntax, name.at.span(), format!("`{verb}` is not told what sort of thing `{written}` is"));
    // tests are often named like what they are about, which is meant rather than they
    let test = |i: &Id| i.word == "test";
    if let Some((e, i)) = there().filter(|(_, i)| i.key == key).min_by_key(|(_, i)| test(i)) {
        return fault.label(e.d.head.span(), "declared here").help(format!("write `{verb} {} {written}`", i.word));
    }
    let near = nearest(written, there().map(|(_, i)| i.name.as_str())).and_then(|n| there().find(|(_, i)| i.name == n));
    match near {
        Some((_, i)) => fault.help(format!("did you mean `{verb} {}`?", i.spoken())),
        None => fault.help(format!("write first the word that it is declared with, such as `{verb} value {written}`")),
    }
}

/// Whether a declaration is of a sort whose word the pack, or a noun of the language, gives.
pub(super) fn is_named(kind: &DeclKind) -> bool {
    matches!(
        kind,
        DeclKind::Named(_)
            | DeclKind::Marker(_)
            | DeclKind::Formation(_)
            | DeclKind::Terrain(_)
            | DeclKind::Deck(_)
            | DeclKind::Process(_)
            | DeclKind::Scenario(_)
            | DeclKind::Force(_)
            | DeclKind::Options(_)
            | DeclKind::Columns(_)
    )
}

/// Where the name of a head stands.
pub(super) fn name_at(kind: &DeclKind) -> Option<At> {
    match kind {
        DeclKind::Test(t) => Some(t.name.at),
        DeclKind::Situation(s) => Some(s.name.at),
        DeclKind::Table(t) => Some(t.name.at),
        DeclKind::Tags(t) => t.names.first().map(|n| n.at),
        DeclKind::Count(c) => c.names.first().map(|n| n.at),
        DeclKind::Kind(k) => Some(k.word.at),
        DeclKind::Many(m) => Some(m.kind.at),
        DeclKind::Pack(p) => Some(p.name.at),
        kind => kind.title().map(|t| t.at),
    }
}

/// More than one thing is called so.
pub(super) fn which(t: &Wanted, written: &str, at: At, places: &[At], of: &str, verb: &str) -> Diagnostic {
    let mut d = Diagnostic::new(Code::Name, at.span(), format!("there is more than one `{} {written}`", t.word));
    for place in places {
        d = d.label(place.span(), "one");
    }
    d.help(format!("say of what it is: `{verb} {} {written} of {of}` or the like", t.word))
}

/// A new declaration has the name of one that was inherited.
pub(super) fn same_name(names: &Names, old: &Entry, new: &Entry) -> Diagnostic {
    let same = |i: &&Id, all: &[Id]| all.iter().any(|j| i.word == j.word && i.key == j.key);
    let name = old.ids.iter().find(|i| same(i, &new.ids)).map_or(String::new(), Id::spoken);
    let written = new.ids.iter().find(|i| same(i, &old.ids)).map_or(String::new(), Id::spoken);
    let at = name_at(&new.d.kind).unwrap_or(new.d.head);
    let d = Diagnostic::new(Code::Twice, at.span(), format!("a parent has `{name}` already"));
    if let Some(test) = name.strip_prefix("test ") {
        let d = Diagnostic { message: format!("a parent has a test `{test}` already"), ..d };
        return d.label(old.d.head.span(), "this one").help("give the new test another name");
    }
    if let Some(gone) = old.gone {
        return d.label(gone.span(), "taken away here").help(format!("write `replace {name}` alone, without `remove`"));
    }
    let d = d.label(old.d.head.span(), "declared here");
    let d = if written == name { d } else { d.here("names are told apart by their letters and digits alone") };
    // who adds to what can be mustered means another beside those that are there
    let priced = matches!(&*new.d.kind, DeclKind::Named(n) if n.price.is_some());
    // a list's rows are its own, however few of them the other has
    let list = name.starts_with("many ") && written == name;
    // rows alone, of nobody, change what is there
    let bare = matches!(&*new.d.kind, DeclKind::Value(v) if v.base.is_none() && v.roles.is_empty());
    d.help(if list || bare && written == name {
        format!("write `amend {name}`")
    } else if priced || written != name || strangers(names, &old.d, &new.d) {
        format!("give the new one another name; `amend {name}` would change the parent's")
    } else {
        format!("write `amend {name}` to change some of it, or `replace {name}` to say all of it anew")
    })
}

/// Whether two declarations with lines have no line that is known by the same: then the one hardly speaks of the other.
fn strangers(names: &Names, old: &Decl, new: &Decl) -> bool {
    let known = |d: &Decl| d.kind.items().iter().filter_map(|i| known_by(names, i)).collect::<Vec<_>>();
    let (old, new) = (known(old), known(new));
    !old.is_empty() && !new.is_empty() && new.iter().all(|k| !old.contains(k))
}

/// Two parents differ.
pub(super) fn two_parents(files: &Files, first: &Entry, place: At, clash: &Clash) -> Diagnostic {
    let name = first.ids.first().map_or(String::new(), Id::spoken);
    let one_line = |at: At| files.slice(at.span()).lines().next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
    let head = head_now(files, clash);
    let help = match name.strip_prefix("ruling ").filter(|_| clash.reading) {
        Some(ruling) => format!("write `use {ruling} = {}` if the first is meant", one_line(clash.one)),
        None if clash.line => {
            format!("write `replace {head}` and below it all its lines, `{}` if the first is meant", one_line(clash.one))
        }
        None if first.d.kind.items().is_empty() => format!("write `replace {head}` if the first is meant"),
        None => format!("write `replace {head}` and below it all its lines, as they are to be"),
    };
    Diagnostic::new(Code::Conflict, place.span(), format!("two parents of this pack have a different `{name}`"))
        .label(clash.one.span(), "one")
        .label(clash.other.span(), "the other")
        .help(help)
}

/// A head as it has become, on one line.
fn head_now(files: &Files, clash: &Clash) -> String {
    let head = clash.head.span();
    let mut text = files.slice(head).to_owned();
    // from behind, so that what stands before keeps its place
    for (was, is) in clash.swapped.iter().rev() {
        let at = |n: u32| n.saturating_sub(head.start) as usize;
        let range = at(was.span().start)..at(was.span().end);
        if text.get(range.clone()).is_some() {
            text.replace_range(range, files.slice(is.span()));
        }
    }
    text.lines().next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The parent is of another version than it was.
pub(super) fn version(files: &Files, names: &Names, name: Sym, wanted: &Version, has: &Version) -> Diagnostic {
    let (was, is) = (files.slice(wanted.text.at.span()), files.slice(has.text.at.span()));
    let title = names.text(name);
    Diagnostic::new(Code::Stale, wanted.text.at.span(), format!("this was written for `{title}` {was}, and the parent is {is}"))
        .label(has.text.at.span(), "the parent's version now")
        .help(format!("see what has changed, then write `extends {title} {is}`"))
}

/// What is amended is no longer what it was.
pub(super) fn stale(name: &str, was: At, old: At, now: &str, new: &str) -> Diagnostic {
    Diagnostic::new(Code::Stale, was.span(), format!("this was written for another `{name}` than the parent has"))
        .here("it was this")
        .label(old.span(), "the parent now says this")
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
pub(super) fn nothing(new: At, old: At) -> Diagnostic {
    Diagnostic::new(Code::Nothing, new.span(), "this changes nothing")
        .label(old.span(), "the parent says the same")
        .help("take it away, or write what is to be different")
}

/// There was nothing that `was` could speak of: the name is wrong if the parent has one like it, else `was`.
pub(super) fn absent<'a>(
    (name, head): (&str, At),
    what: &str,
    (called, was): (Option<At>, At),
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let meant = super::nearby::meant(what, known);
    let at = called.filter(|_| meant.is_some()).unwrap_or(was);
    let d = Diagnostic::new(Code::Stale, at.span(), format!("`{name}` has no `{what}` that could have been this"))
        .label(head.span(), super::PARENT);
    match meant {
        Some(meant) => d.help(format!("did you mean `{meant}`?")),
        None => d.help("leave `was` out to add it"),
    }
}

/// A line that nothing tells apart from others.
pub(super) fn unnamed(name: &str, was: At, head: At) -> Diagnostic {
    Diagnostic::new(Code::Place, was.span(), "a line without a name cannot be amended, only added")
        .label(head.span(), "the parent's lines stand here")
        .help(format!("write `replace {name}` and say all of it anew, or give the line a name in the parent"))
}

/// A line that always holds in the place of one that holds only if something is so.
pub(super) fn unguarded(new: At, old: &str, guard: (At, &str)) -> Diagnostic {
    Diagnostic::new(Code::Drops, new.span(), "this holds always, and the parent's line does not")
        .label(guard.0.span(), "so it is in the parent")
        .help(format!("end the line with `{}`; or say that this goes: `, was {}`", guard.1, old))
}

/// A declaration without rows in the place of one that has some.
pub(super) fn without_rows(new: At, old: At, id: &Id, rows: &[&str]) -> Diagnostic {
    let head = if matches!(id.word.as_str(), "value" | "condition") { format!("{}: = ...", id.spoken()) } else { id.spoken() };
    let said: Vec<String> = rows.iter().map(|r| format!("`{r}`")).collect();
    Diagnostic::new(Code::Drops, new.span(), format!("this drops {} of the parent", said.join(", ")))
        .label(old.span(), "the parent's")
        .help(format!("write `amend {head}` to keep them; add `remove {}` below it if they are to go", rows.join(", ")))
}

/// A row that adds what the parent takes away, or the other way about: its place and name, the parent's place, what the parent
/// says, what is said now, and that with the parent's sign; whether it is a row with a name.
pub(super) fn turned((new, what): (At, &str), old: At, [was, is, meant]: &[String; 3], row: bool) -> Diagnostic {
    let anew = if row { "the row and write one of another name" } else { "the line and write a rule with another" };
    Diagnostic::new(Code::BetterWay, new.span(), format!("`{what}` is `{is}`, and of the parent `{was}`"))
        .here("the other sign")
        .label(old.span(), "the parent's")
        .help(format!("write `{meant}`; if the sign is meant, `remove` {anew}"))
}

/// A score that is harder to reach than it was.
pub(super) fn worse(new: At, old: At, from: i64, to: i64) -> Diagnostic {
    Diagnostic::new(Code::BetterWay, new.span(), format!("{to}+ is harder to roll than {from}+"))
        .label(old.span(), "it was easier here")
        .help(format!("if that is meant, write `was {from}+`"))
}
