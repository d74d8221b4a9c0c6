//! Everything that is wrong with a pack, in the order of its files.

use super::alone;
use super::blanks;
use super::echo::{Faulty, Unread};
use super::forms;
use super::inherited;
use super::parted;
use super::render::placeless;
use super::tried;
use crate::ast::{Decl, DeclKind};
use crate::diag::{Code, Diagnostic, Severity, any_error};
use crate::intern::folded;
use crate::muster::{Entries, Questions, Scenario};
use crate::packs::{Compiled, Loaded};
use crate::source::Span;
use crate::trial::{Trial, review};

/// Compiles what was loaded and gathers all diagnostics in the order of the files.
#[must_use]
pub fn compile(loaded: &Loaded) -> (Compiled, Vec<Diagnostic>) {
    let compiled = loaded.compiled();
    let found = of_rules(loaded, &compiled, &Unread::of(loaded, &compiled));
    let mut found = alone::told(&compiled, &found).unwrap_or(found);
    settle(loaded, &mut found);
    tried::tell(loaded, &mut found);
    forms::tell(loaded, &compiled, &mut found);
    (compiled, found)
}

/// As [`compile`], and looks at what is no fault and yet probably not meant, at force lists and at scenarios.
#[must_use]
pub fn check(loaded: &Loaded) -> (Compiled, Vec<Diagnostic>) {
    let compiled = loaded.compiled();
    let mut found = of_all(loaded, &compiled);
    settle(loaded, &mut found);
    let hidden = tried::tell(loaded, &mut found);
    forms::tell(loaded, &compiled, &mut found);
    if !hidden.is_empty() {
        found.extend(hidden);
        sort(&mut found);
    }
    (compiled, found)
}

/// What [`check`] finds, before any fix is tried.
pub(super) fn found(loaded: &Loaded) -> Vec<Diagnostic> {
    let mut found = of_all(loaded, &loaded.compiled());
    settle(loaded, &mut found);
    found
}

/// What is wrong with files and rules.
fn of_rules(loaded: &Loaded, compiled: &Compiled, unread: &Unread<'_>) -> Vec<Diagnostic> {
    let (read, later) = compiled.found.split_at_checked(compiled.read).unwrap_or((&compiled.found, &[]));
    let mut found: Vec<Diagnostic> = read.iter().filter(|d| !unread.is_astray(d)).cloned().collect();
    // without its parents, hardly a name of a pack is known
    found.extend(later.iter().filter(|d| !loaded.orphan && !unread.is_echo(d)).cloned());
    tell_kinds_once(loaded, compiled, &mut found);
    found
}

/// Leaves out what stands in declarations that begin with the word of a kind of which it is told elsewhere that nobody declares it.
fn tell_kinds_once(loaded: &Loaded, compiled: &Compiled, found: &mut Vec<Diagnostic>) {
    let word = |d: &Diagnostic| loaded.files.slice(d.span);
    let unknown: Vec<&str> = found.iter().filter(|d| d.code == Code::Kind).map(word).collect();
    let begun = found.iter().filter(|d| d.code == Code::ItemWord && unknown.contains(&word(d)));
    let decls = &compiled.effective.decls;
    let lost: Vec<Span> = begun.filter_map(|d| decls.iter().find(|decl| holds(decl, d))).map(|decl| decl.at.span()).collect();
    found.retain(|d| !lost.iter().any(|at| at.start <= d.span.start && d.span.end <= at.end));
}

fn of_all(loaded: &Loaded, compiled: &Compiled) -> Vec<Diagnostic> {
    let unread = Unread::of(loaded, compiled);
    let found = of_rules(loaded, compiled, &unread);
    if loaded.orphan {
        return found;
    }
    // all that a pack says may be sound, though its parent is of another version
    let extends = |d: &Diagnostic| {
        let pack = |decl: &&Decl| matches!(*decl.kind, DeclKind::Pack(_)) && holds(decl, d);
        d.code == Code::Stale && compiled.effective.decls.iter().any(|decl| pack(&decl))
    };
    let (dated, found): (Vec<_>, Vec<_>) = found.into_iter().partition(extends);
    let mut found = with_lists(loaded, compiled, &unread, found);
    found.extend(dated);
    found
}

/// Whether a finding stands in a declaration.
fn holds(decl: &Decl, d: &Diagnostic) -> bool {
    decl.at.span().start <= d.span.start && d.span.end <= decl.at.span().end
}

/// What was found of the rules, with what is wrong or doubtful with lists, scenarios and tests.
fn with_lists(loaded: &Loaded, compiled: &Compiled, unread: &Unread<'_>, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if let Some(told) = alone::told(compiled, &found) {
        return told;
    }
    let sound = !any_error(&found);
    // what a parent has and does not use is told with the parent, whose tests are not read here
    let own = |d: &Diagnostic| loaded.is_own(d.span);
    if sound {
        found.extend(compiled.own_doubts(&loaded.files).into_iter().filter(own));
    }
    let book = compiled.book(&loaded.files);
    let (entries, mut more) = Entries::read(book);
    let scenarios = Scenario::read(book).1;
    // what a scenario lays out and nobody declares is told there alone
    let name_in = |d: &Diagnostic| (d.code == Code::Name).then(|| folded(loaded.files.slice(d.span)));
    let undeclared: Vec<String> = scenarios.iter().filter_map(name_in).collect();
    found.retain(|d| name_in(d).is_none_or(|name| !undeclared.contains(&name)));
    more.extend(scenarios);
    let (questions, faults) = Questions::read(book, &entries);
    more.extend(faults);
    more.extend(entries.nameless().filter(own));
    // who can be taken, and for what, is known where there are lists
    let lists = entries.forces.iter().any(|f| loaded.is_own(f.span));
    let of_lists = entries.unlisted(book).into_iter().chain(entries.unpriced()).filter(|_| lists);
    let of_lists = of_lists.chain(entries.unled(book)).filter(own);
    let hopeless = questions.hopeless(&entries, |span| loaded.is_own(span)).into_iter();
    let of_entries = hopeless
        .chain(entries.given_away())
        .chain(entries.unbuyable())
        .chain(entries.fielded_never())
        .chain(entries.loses_nothing())
        .chain(entries.asked_in_vain())
        .chain(entries.idle_allies(book))
        .chain(entries.baseless(book))
        .filter(own);
    // what hangs on entries that are not sound may be an echo, and what nothing leads to may stand in what is not read
    let mut unsure: Vec<Diagnostic> = of_entries.collect();
    unsure.extend(compiled.loose_ends(&loaded.files).into_iter().filter(own));
    // what a list names and nobody finds may be the very one that no list seems to have
    let lists_of = || compiled.effective.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Force(_)));
    let misnamed = more.iter().any(|d| d.code == Code::Name && lists_of().any(|list| holds(list, d)));
    if sound && !misnamed {
        more.extend(of_lists);
    } else {
        unsure.extend(of_lists);
    }
    // what something is hangs on kinds, which are words: where one is unknown, what others are not is only an echo
    let unkind = found.iter().any(|d| d.code == Code::Kind && !loaded.files.slice(d.span).starts_with(char::is_uppercase));
    found.extend(more.into_iter().filter(|d| !unread.is_echo(d) && !unread.is_astray(d) && (!unkind || d.code != Code::Kind)));
    let faulty = Faulty::of(unread, compiled, &found);
    if !any_error(&found) {
        found.extend(unsure);
    } else if !compiled.crowded {
        // what never comes about, and what nothing leads to, is told beside errors elsewhere
        unsure.retain(|d| !faulty.may_have(d));
        let sure = if sound { Vec::new() } else { compiled.sure_doubts(&loaded.files) };
        let sure = sure.into_iter().chain(unsure).filter(|d| own(d) && !faulty.is_doubtful(d) && !unread.is_of_lost_kind(d));
        let decls = &compiled.effective.decls;
        let spoilt = |d: &Diagnostic| decls.iter().any(|decl| holds(decl, d) && found.iter().any(|f| holds(decl, f)));
        let sure: Vec<Diagnostic> = sure.filter(|d| !spoilt(d)).collect();
        found.extend(sure);
    }
    // nothing is laid out by a program that is not whole; a parent's tests are looked at with the parent
    if !compiled.crowded {
        let tests = review(&Trial { book, entries: &entries }, !any_error(&found), |d| loaded.is_own(d.at.span()));
        found.extend(tests.into_iter().filter(|d| !faulty.is_echo(d)));
    }
    found
}

/// Says of each finding whose it is, and puts all in order.
pub fn settle(loaded: &Loaded, found: &mut Vec<Diagnostic>) {
    loaded.tell_removed(found);
    parted::told(&loaded.files, found);
    blanks::told(loaded, found);
    inherited::tell(loaded, found);
    sort(found);
}

/// In the order of the files; what has no place comes first.
pub fn sort(found: &mut Vec<Diagnostic>) {
    found.sort_by(|a, b| (a.span.start, a.code, &a.message, a.span.end).cmp(&(b.span.start, b.code, &b.message, b.span.end)));
    let placed = |d: &Diagnostic| d.code == Code::ItemWord && !placeless(d);
    found.dedup_by(|b, a| a == b || placed(a) && (a.span.start, a.code, &a.message) == (b.span.start, b.code, &b.message));
}

/// How many are errors, and how many are warnings.
#[must_use]
pub fn count(found: &[Diagnostic]) -> (usize, usize) {
    let of = |s: Severity| found.iter().filter(|d| d.severity() == s).count();
    (of(Severity::Error), of(Severity::Warning))
}
