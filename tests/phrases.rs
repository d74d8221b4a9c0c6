//! Every expression of the packs is heard as it is meant: no phrase is empty or has a sign, and what means something else is
//! said otherwise.

#![allow(clippy::expect_used, clippy::format_push_string, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;

use grognard::floors::hir::walk::alter::{self, Walk as Alter};
use grognard::floors::hir::walk::{Walk, walk_change, walk_expr, walk_stmt, walk_test};
use grognard::floors::hir::{
    Attach, ChanceKind, Change, Choice, Comparison, Expr, ExprKind, Head, Proc, ProcKind, Quantifier, Reach, Rules, Sel, Stmt, StmtKind,
    Ty, Value, print,
};
use grognard::floors::packs;
use grognard::floors::speech::{Place, Voice};
use serde::Serialize;

const PACKS: &[&str] = &["rules/chosen-men", "rules/expanded-d10", "rules/one-page-d10"];

/// What was heard in a declaration: each phrase with what it means, and where.
struct Hear<'r> {
    voice: Voice<'r>,
    rules: &'r Rules,
    heard: Vec<Heard>,
    /// Only what is not part of something else is noted.
    whole: bool,
    depth: usize,
}

/// Takes what is denied twice, and what says its denial itself, as the same.
struct Plain;

impl Alter for Plain {
    fn expr(&mut self, e: &mut Expr) {
        let at = e.at;
        let instead = match &*e.kind {
            ExprKind::Reach(Reach::OtherSide, x) => match &*x.kind {
                ExprKind::Reach(Reach::Side, y) => Some(ExprKind::Reach(Reach::OtherSide, y.clone())),
                _ => None,
            },
            ExprKind::Not(x) => match &*x.kind {
                ExprKind::Not(y) => Some((*y.kind).clone()),
                ExprKind::Compare(how, a, b) => {
                    let other = match how {
                        Comparison::Equal => Comparison::Unequal,
                        Comparison::Unequal => Comparison::Equal,
                        Comparison::Less => Comparison::AtLeast,
                        Comparison::AtMost => Comparison::More,
                        Comparison::More => Comparison::AtMost,
                        Comparison::AtLeast => Comparison::Less,
                    };
                    Some(ExprKind::Compare(other, a.clone(), b.clone()))
                }
                ExprKind::Exists(Quantifier::Any, s) => Some(ExprKind::Exists(Quantifier::No, s.clone())),
                ExprKind::Exists(Quantifier::No, s) => Some(ExprKind::Exists(Quantifier::Any, s.clone())),
                ExprKind::And(all) => Some(ExprKind::Or(all.iter().map(|x| Expr::new(ExprKind::Not(x.clone()), Ty::Truth, at)).collect())),
                ExprKind::Or(all) => Some(ExprKind::And(all.iter().map(|x| Expr::new(ExprKind::Not(x.clone()), Ty::Truth, at)).collect())),
                _ => None,
            },
            _ => None,
        };
        match instead {
            Some(kind) => {
                *e.kind = kind;
                self.expr(e);
            }
            None => alter::walk_expr(self, e),
        }
    }
}

struct Heard {
    phrase: String,
    means: String,
    of: Vec<Ty>,
}

impl<'r> Hear<'r> {
    fn new(rules: &'r Rules) -> Self {
        Self { voice: Voice::new(rules), rules, heard: Vec::new(), whole: false, depth: 0 }
    }

    /// Hears the words of a head as its declaration makes them known.
    fn head(&mut self, head: &Head) {
        self.voice.view_from(head.roles.first().map(|r| r.local));
        for r in &head.roles {
            let said = self.voice.word(r.local);
            self.voice.call(r.local, said);
        }
    }

    fn note<T: Serialize + Clone>(&mut self, phrase: String, what: &T, of: Vec<Ty>) {
        if self.whole && self.depth > 0 {
            return;
        }
        let means = if self.whole { String::new() } else { print(self.rules, what) };
        self.heard.push(Heard { phrase, means, of });
    }

    /// Notes a question as it is most shortly meant.
    fn note_expr(&mut self, phrase: String, e: &Expr, of: Vec<Ty>) {
        let mut e = e.clone();
        Plain.expr(&mut e);
        self.note(phrase, &e, of);
    }

    fn inside(&mut self, go: impl FnOnce(&mut Self)) {
        self.depth += 1;
        go(self);
        self.depth -= 1;
    }

    fn types(&self, e: &Expr) -> Vec<Ty> {
        struct Types<'r>(&'r Rules, Vec<Ty>);
        impl Walk for Types<'_> {
            fn expr(&mut self, e: &Expr) {
                if let ExprKind::Local(l) = *e.kind {
                    self.1.extend(self.0.locals.get(l).map(|l| l.ty));
                }
                walk_expr(self, e);
            }
        }
        let mut types = Types(self.rules, Vec::new());
        types.expr(e);
        types.1
    }
}

impl Walk for Hear<'_> {
    fn expr(&mut self, e: &Expr) {
        let types = self.types(e);
        if e.ty == Ty::Truth && !matches!(*e.kind, ExprKind::Truth(_)) {
            self.note_expr(self.voice.clause(e), e, types.clone());
            let not = Expr::new(ExprKind::Not(e.clone()), Ty::Truth, e.at);
            self.note_expr(self.voice.denied(e), &not, types);
        } else {
            self.note_expr(self.voice.noun(e), e, types);
        }
        self.inside(|hear| walk_expr(hear, e));
    }

    fn sel(&mut self, s: &Sel) {
        let mut all = Expr::new(ExprKind::CountOf(s.clone()), Ty::PLAIN, s.at);
        Plain.expr(&mut all);
        let types = self.types(&all);
        self.note(self.voice.noun(&all), &all, types);
        self.inside(|hear| s.tests.iter().for_each(|t| walk_test(hear, t)));
    }

    fn change(&mut self, c: &Change) {
        let types = c.guard.iter().flat_map(|g| self.types(&g.test)).collect();
        let mut plain = c.clone();
        plain.guard.iter_mut().for_each(|g| Plain.expr(&mut g.test));
        alter::walk_change(&mut Plain, &mut plain.kind);
        self.note(self.voice.guarded(c, &Place::here()), &plain, types);
        self.inside(|hear| {
            walk_change(hear, &c.kind);
            hear.guards(&c.guard);
        });
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Move(m) => self.note(self.voice.motion(m, ""), &**m, self.types(&m.who)),
            StmtKind::Place(p) => self.note(self.voice.placing(p), p, self.types(&p.who)),
            StmtKind::Do(call, None) => self.note(self.voice.deed(call), call, call.args.iter().flat_map(|a| self.types(a)).collect()),
            StmtKind::Choose { choice: choice @ (Choice::Number(..) | Choice::Names(_) | Choice::Place(..)), .. } => {
                self.note(self.voice.choice(choice), choice, Vec::new());
            }
            _ => return walk_stmt(self, s),
        }
        self.inside(|hear| walk_stmt(hear, s));
    }
}

fn value(hear: &mut Hear, v: &Value) {
    hear.head(&v.head);
    grognard::floors::hir::walk::walk_value(hear, v);
}

fn proc(hear: &mut Hear, p: &Proc) {
    hear.head(&p.head);
    let voice = &hear.voice;
    if let ProcKind::Chance(c) = &p.kind {
        let bands: Vec<(String, String)> = c.bands.iter().map(|(_, b, _)| (voice.band(b), print(hear.rules, b))).collect();
        hear.heard.extend(bands.into_iter().map(|(phrase, means)| Heard { phrase, means, of: Vec::new() }));
        match &c.kind {
            ChanceKind::Pool { each: Some(each), .. } => hear.note(hear.voice.each_die(each), each, Vec::new()),
            ChanceKind::Check { dice, .. } if hear.whole => hear.note(hear.voice.dice(dice), dice, Vec::new()),
            _ => {}
        }
    }
    grognard::floors::hir::walk::walk_proc(hear, p);
}

fn attach(hear: &mut Hear, a: &Attach) {
    grognard::floors::hir::walk::walk_attach(hear, a);
}

/// All that is heard, declaration by declaration.
fn declarations(rules: &Rules) -> Vec<(String, Vec<Heard>)> {
    let mut out = Vec::new();
    for v in rules.values.all() {
        let mut hear = Hear::new(rules);
        value(&mut hear, v);
        out.push((rules.names.text(v.head.name).to_owned(), hear.heard));
    }
    for p in rules.procs.all() {
        let mut hear = Hear::new(rules);
        proc(&mut hear, p);
        out.push((rules.names.text(p.head.name).to_owned(), hear.heard));
    }
    for a in rules.attaches.all() {
        let mut hear = Hear::new(rules);
        attach(&mut hear, a);
        let rule = a.rule.and_then(|r| rules.rules.get(r)).map_or("a line", |r| rules.names.text(r.name));
        out.push((rule.to_owned(), hear.heard));
    }
    out
}

fn rules(path: &str) -> Rules {
    packs::open(path, None, packs::Scope::default()).1.compiled().resolved.rules
}

fn fault(phrase: &str) -> bool {
    let words: Vec<&str> = phrase.split(' ').collect();
    let doubled = words.windows(2).any(|w| matches!(w, [a, b] if a == b && !a.is_empty() && a.chars().all(char::is_alphabetic)));
    // brackets hold a part of a sum together, and are closed again
    let depth = phrase.chars().try_fold(0_u32, |depth, c| match c {
        '(' => Some(depth + 1),
        ')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    let signs = depth != Some(0) || phrase.chars().any(|c| "[]{}=<>_".contains(c));
    let gaps = ["  ", " ,", ",,", "a a ", "the a ", "the that ", "of the a "].iter().any(|s| phrase.contains(s));
    phrase.is_empty() || doubled || signs || gaps || phrase.starts_with(' ') || phrase.ends_with(' ')
}

#[test]
fn every_phrase_is_english() {
    let mut faults = String::new();
    for path in PACKS {
        for (name, heard) in declarations(&rules(path)) {
            for h in heard.iter().filter(|h| fault(&h.phrase)) {
                faults.push_str(&format!("{path}: {name}: {:?}: {}\n", h.phrase, h.means));
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn what_means_something_else_is_said_otherwise() {
    let (mut faults, mut count) = (String::new(), 0);
    for path in PACKS {
        let mut said: BTreeMap<(String, String), BTreeMap<String, String>> = BTreeMap::new();
        for (name, heard) in declarations(&rules(path)) {
            for h in heard {
                count += 1;
                said.entry((h.phrase, format!("{:?}", h.of))).or_default().entry(h.means).or_insert_with(|| name.clone());
            }
        }
        for ((phrase, _), means) in said.iter().filter(|(_, m)| m.len() > 1) {
            faults.push_str(&format!("{path}: {phrase}\n"));
            means.iter().for_each(|(m, of)| faults.push_str(&format!("    {of}: {m}\n")));
        }
    }
    assert!(faults.is_empty(), "of {count} phrases:\n{faults}");
}
