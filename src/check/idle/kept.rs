//! States that nobody gains or of which nobody asks, and counts that nothing changes or asks.

use std::collections::BTreeSet;

use super::super::Whole;
use super::super::mentions::Mentions;
use crate::ast::{Decl, DeclKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{
    CountId, Expr, ExprKind, Hidden, KindBase, KindId, Offer, Price, ProcKind, Quality, RuleId, Rules, Spend, StateId, StateKind, Stmt,
    StmtKind, Thing,
};
use crate::intern::KeyId;
use crate::source::Span;

/// What all rules ask and change.
#[derive(Default)]
struct Kept {
    asked: BTreeSet<StateId>,
    /// Rules of which is asked whether somebody carries them.
    carried: BTreeSet<RuleId>,
    gained: BTreeSet<StateId>,
    counts_asked: BTreeSet<CountId>,
    counts_changed: BTreeSet<CountId>,
    /// Set with `becomes`: such may be a note for players.
    stored: BTreeSet<CountId>,
    /// Where a formation is named as what is taken up, or may be chosen.
    formations: BTreeSet<StateId>,
}

impl Kept {
    fn pays(&mut self, count: CountId) {
        self.counts_asked.insert(count);
        self.counts_changed.insert(count);
    }

    fn offers(&mut self, offer: &Offer) {
        if let Some(Spend { count, .. }) = offer.spend {
            self.pays(count);
        }
    }

    fn things(&mut self, list: &[Thing], gained: bool) {
        for thing in list {
            match thing {
                Thing::State(state) if gained => drop(self.gained.insert(*state)),
                Thing::Amount(count, _) | Thing::All(count) => drop(self.counts_changed.insert(*count)),
                Thing::State(_) | Thing::Rule(_) | Thing::Formation(_) => {}
            }
        }
    }
}

impl Walk for Kept {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Gain(_, list) => self.things(list, true),
            StmtKind::Lose(_, list) => self.things(list, false),
            StmtKind::Store(count, ..) => {
                self.counts_changed.insert(*count);
                self.stored.insert(*count);
            }
            StmtKind::Spend(spend) => self.pays(spend.count),
            StmtKind::Move(m) => m.spending.iter().for_each(|s| self.pays(s.count)),
            StmtKind::May(offer) => self.offers(offer),
            StmtKind::Reveal(Hidden::Count(count), _) => drop(self.counts_asked.insert(*count)),
            StmtKind::Reveal(Hidden::State(state), _) => drop(self.asked.insert(*state)),
            _ => {}
        }
        walk::walk_stmt(self, s);
    }

    fn price(&mut self, p: &Price) {
        self.pays(p.count);
        self.expr(&p.of);
        self.expr(&p.amount);
    }

    fn quality(&mut self, q: &Quality) {
        match q {
            Quality::State(state) => drop(self.asked.insert(*state)),
            Quality::Tagged(state, _) => drop(self.asked.insert(*state)),
            Quality::Rule(rule) => drop(self.carried.insert(*rule)),
            Quality::Condition(_, args) => args.iter().for_each(|a| self.expr(a)),
            Quality::Same(e) => self.expr(e),
            Quality::Row(_) | Quality::Ground(_) | Quality::Error => {}
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Count(count, _) | ExprKind::HasAmount(_, count, _) => drop(self.counts_asked.insert(*count)),
            ExprKind::Revealed(Hidden::Count(count), _) => drop(self.counts_asked.insert(*count)),
            ExprKind::Revealed(Hidden::State(state), _) => drop(self.asked.insert(*state)),
            ExprKind::Formation(state) => drop(self.formations.insert(*state)),
            _ => {}
        }
        walk::walk_expr(self, e);
    }
}

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut kept = Kept::default();
    every::part(rules, &mut kept);
    // what tests and situations give is given in no game
    let test = |d: &&Decl| matches!(*d.kind, DeclKind::Test(_) | DeclKind::Situation(_));
    let mentions = Mentions::of(&rules.names, whole.decls.iter().filter(|d| !test(d)));
    let tested = Mentions::of(&rules.names, whole.decls.iter().filter(test));
    let mut out: Vec<Diagnostic> = Vec::new();
    for (id, state) in rules.states.iter() {
        if rules.is_sort(id) {
            continue;
        }
        let key = rules.names.key_of(state.name);
        let given = kept.gained.contains(&id) || mentions.given.contains(&key) || kept.formations.contains(&id);
        let rule = rules.rules.iter().find(|(_, r)| r.state == Some(id)).map(|(id, _)| id);
        let asked = kept.asked.contains(&id) || rule.is_some_and(|r| kept.carried.contains(&r));
        let name = rules.names.text(state.name);
        let span = state.line.at.span();
        match state.kind {
            StateKind::Marker if asked && !given => out.push(never_gained(span, name, "whoever asks for it is always answered no")),
            StateKind::Marker if !given && acts(rules, rule) && !tested.used.contains(&key) => {
                out.push(never_gained(span, name, "what stands below it never holds"));
            }
            StateKind::Marker if given && !asked && !acts(rules, rule) && !tested.used.contains(&key) && !of_side(rules, state.of) => out
                .push(
                    Diagnostic::new(Code::Unreachable, span, format!("nothing asks whether anybody is `{name}`"))
                        .here("whoever gains it, it changes nothing")
                        .help("say below it what it does, ask for it somewhere, or leave it out"),
                ),
            StateKind::Formation if asked && !given && !any_formation(rules) && !first(rules, id) => out.push(
                Diagnostic::new(Code::Never, span, format!("nobody ever takes up `{name}`"))
                    .here("what is said of it never comes about")
                    .help(format!("let somebody form it: `... forms {name}`")),
            ),
            StateKind::Tag if asked && !given && mustered(&whole, span) && !one_of_many(rules, id) && !names_a_list(&whole, key) => out
                .push(
                    Diagnostic::new(Code::Never, span, format!("nobody is `{name}`"))
                        .here("no profile, row or option has this tag")
                        .help(format!("write `{name}` in the column `is` of those who are, or leave it out")),
                ),
            _ => {}
        }
    }
    out.extend(counts(rules, &kept, &tested));
    out
}

fn never_gained(span: Span, name: &str, so: &str) -> Diagnostic {
    Diagnostic::new(Code::Never, span, format!("nothing gains `{name}`"))
        .here(so)
        .help(format!("say who gains it and when: `... gains {name}`"))
}

/// Whether a side bears it: what sides have is told to players.
fn of_side(rules: &Rules, kind: KindId) -> bool {
    rules.kinds.get(kind).is_some_and(|k| k.base == KindBase::Side)
}

/// Whether a marker does something of itself: it has lines below it, or brings a rule.
fn acts(rules: &Rules, rule: Option<RuleId>) -> bool {
    let Some(id) = rule else { return false };
    rules.attaches.all().iter().any(|a| a.rule == Some(id))
        || rules.forbids.iter().any(|f| f.rule == Some(id))
        || rules.rules.get(id).is_some_and(|r| !r.brings.is_empty())
}

/// Whether an action has a formation as its blank: then any may be taken up.
fn any_formation(rules: &Rules) -> bool {
    let formation = |local| rules.locals.get(local).is_some_and(|l| l.ty == crate::hir::Ty::Formation);
    rules.procs.all().iter().any(|p| matches!(p.kind, ProcKind::Action(_)) && p.head.roles.iter().any(|r| formation(r.local)))
}

fn first(rules: &Rules, id: StateId) -> bool {
    rules.forms.iter().any(|f| (f.state == id && f.first) || f.lost == Some(id))
}

/// Whether a tag is one of several of which everybody has one: a pack may say of more sorts than its lists have.
fn one_of_many(rules: &Rules, id: StateId) -> bool {
    rules.exclusive.iter().any(|set| set.contains(&id))
}

/// Whether a force list has this name: its entries are of it.
fn names_a_list(whole: &Whole<'_>, key: KeyId) -> bool {
    let list = |d: &Decl| match &*d.kind {
        DeclKind::Force(f) if f.list => f.title.as_ref().is_some_and(|t| whole.rules.names.key_of(t.name.sym) == key),
        _ => false,
    };
    whole.decls.iter().any(list)
}

/// Whether the file of a tag says who can be mustered.
fn mustered(whole: &Whole<'_>, tag: Span) -> bool {
    let file = whole.files.file_of(tag);
    whole.decls.iter().any(|d| matches!(*d.kind, DeclKind::Force(_)) && whole.files.file_of(d.head.span()) == file)
}

fn counts(rules: &Rules, kept: &Kept, tested: &Mentions) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (id, count) in rules.counts.iter() {
        let (name, span) = (rules.names.text(count.name), count.line.at.span());
        // a test shows what a scenario may do, and what a side has is told to its player
        if of_side(rules, count.of) && !kept.counts_asked.contains(&id)
            || tested.used.contains(&rules.names.key_of(count.name))
            || kept.stored.contains(&id)
        {
            continue;
        }
        let (asked, changed) = (kept.counts_asked.contains(&id), kept.counts_changed.contains(&id));
        if asked && !changed && count.starts.is_none() {
            out.push(
                Diagnostic::new(Code::Never, span, format!("nothing changes `{name}`"))
                    .here("it is always 0")
                    .help(format!("say who gains it and when: `... gains 1 {name}`")),
            );
        } else if changed && !asked {
            out.push(
                Diagnostic::new(Code::Unreachable, span, format!("nothing asks for `{name}`"))
                    .here("however much it is, it changes nothing")
                    .help("say where it matters, or leave it out"),
            );
        }
    }
    out
}
