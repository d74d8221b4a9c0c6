//! The places where rules meet the game: `this unit's Pace`, `the “go” step of Advance by an enemy unit`.

use super::names::{Filled, tail};
use crate::hir::walk::{self, Walk};
use crate::hir::{Blank, Carrier, Expr, ExprKind, Fill, Head, Hook, LocalId, Meeting, ProcId, ProcKind, Quality, Rules, Sel, Test, Ty};
use crate::intern::Sym;
use crate::speech::phrase::english::{CLOSE, a, label, list};
use crate::speech::phrase::{As, Place};
use crate::speech::voice::Voice;

/// A place in words.
#[derive(Clone, Debug, Default)]
pub(in crate::speech) struct Spot {
    /// For what is changed there.
    pub place: Place,
    /// What fills its blanks.
    pub blanks: Vec<Filled>,
    /// Its name, without blanks.
    pub name: String,
    /// Whether the first blank is filled by whoever carries the rule.
    pub mine: bool,
}

impl Voice<'_> {
    /// Says something of a place while the words of its blanks are called as they are there.
    pub(in crate::speech) fn at_place<T>(&self, m: &Meeting, say: impl FnOnce(Spot) -> T) -> T {
        let before = self.calls();
        let mine = if let Carrier::Blank(l) | Carrier::Each(l) = m.carrier { Some(l) } else { None };
        let kind = mine.and_then(|l| self.kind_id_of(l));
        // a blank whose word is that of the carrier's kind is told apart from it
        for role in head_of(self.rules, m).into_iter().flat_map(|h| &h.roles) {
            let local = self.rules.locals.get(role.local);
            let word = local.map_or(String::new(), |l| self.name(l.word));
            let same = kind.is_some_and(|k| self.kind(k) == word) && mine != Some(role.local);
            let called = m.blanks.iter().find(|b| b.role == role.local).and_then(|b| b.called);
            let phrase = match called {
                Some(called) => format!("the {}", self.name(called)),
                None if same => format!("that {word}"),
                None => Self::article(&word, local.map_or(Ty::Unknown, |l| l.ty)),
            };
            self.call(role.local, phrase);
        }
        if let Some(l) = mine {
            let who = self.bearer(l);
            self.call(l, who);
        }
        let thing = |l: &LocalId| self.rules.locals.get(*l).is_some_and(|l| matches!(l.ty, Ty::Thing(_)));
        let first = head_of(self.rules, m).into_iter().flat_map(|h| &h.roles).map(|r| r.local).find(thing);
        let viewer = match m.carrier {
            Carrier::Blank(l) | Carrier::Each(l) => Some(l),
            Carrier::Nobody => first.or_else(|| m.blanks.first().map(|b| b.role)),
        };
        let seen = self.view_from(viewer);
        let out = say(self.spot_of(m));
        self.view_from(seen);
        self.recall_all(before);
        out
    }

    fn uncall(&self, local: LocalId) -> Option<String> {
        let before = self.call(local, "");
        self.recall(local, None);
        before
    }

    /// How whoever carries the rule is called.
    fn bearer(&self, local: LocalId) -> String {
        match self.me.borrow().as_ref() {
            Some(me) => me.clone(),
            None => format!("this {}", self.kind_of_word(local)),
        }
    }

    /// The place of a meeting.
    fn spot_of(&self, m: &Meeting) -> Spot {
        let blanks = self.filled(m);
        let mine = m.blanks.first().is_some_and(|b| matches!(b.fill, Fill::Me(_) | Fill::My(..)));
        let named = |sym: Sym| self.name(sym);
        let met = |proc: ProcId| match m.any {
            Some(word) => format!("any {}", named(word)),
            None => self.proc_name(proc),
        };
        let (name, noun) = match &m.hook {
            Hook::Value(v) => {
                let head = self.rules.values.get(*v).map(|v| &v.head);
                let name = head.map_or(String::new(), |h| named(h.name));
                let truth = head.is_some_and(|h| h.gives == Ty::Truth);
                let noun = self.quantity_of(&name, &blanks);
                if truth {
                    let holds = Some((self.counts_as(&name, &blanks, false), self.counts_as(&name, &blanks, true)));
                    return Spot { place: Place { noun, here: false, holds }, blanks, name, mine };
                }
                (name, noun)
            }
            Hook::Cost(p) => (met(*p), format!("the cost of {}{}", met(*p), tail(&blanks))),
            Hook::Proc(p) => (met(*p), format!("{}{}", met(*p), tail(&blanks))),
            Hook::Step(p, step) => (met(*p), format!("the {} step of {}{}", label(&named(*step)), met(*p), tail(&blanks))),
            Hook::Rule(r) => {
                let name = self.rules.rules.get(*r).map_or(String::new(), |r| named(r.name));
                (name.clone(), format!("{name}{}", tail(&blanks)))
            }
            Hook::Row(sym) => {
                let name = self.row_name(*sym, m.within.as_ref());
                (name.clone(), format!("{name}{}", tail(&blanks)))
            }
            Hook::Coming => (String::new(), String::new()),
        };
        Spot { place: Place { noun, here: false, holds: None }, blanks, name, mine }
    }

    /// What fills the blanks, in the order of the head.
    fn filled(&self, m: &Meeting) -> Vec<Filled> {
        let head = head_of(self.rules, m);
        let mut out = Vec::new();
        // whoever else is there is spoken of by the word of the blank
        for role in head.iter().flat_map(|h| &h.roles) {
            let Some(blank) = m.blanks.iter().find(|b| b.role == role.local) else { continue };
            // an amount of which the line says nothing more is not told
            if blank.fill == Fill::Number && !speaks_of(m, blank.role) {
                continue;
            }
            let who = self.lasts_on(m, blank).unwrap_or_else(|| self.fill(blank));
            out.push((role.prep.word().to_owned(), who));
        }
        let known = |b: &&Blank| head.is_none_or(|h| h.roles.iter().all(|r| r.local != b.role));
        // a rule that is switched off has no head: its carrier stands for its blank
        out.extend(m.blanks.iter().filter(known).map(|b| ("of".to_owned(), self.fill(b))));
        out
    }

    /// Whoever has an effect that lasts, where it is not whoever carries the rule.
    fn lasts_on(&self, m: &Meeting, blank: &Blank) -> Option<String> {
        let who = self.me.borrow().clone().filter(|_| m.bearer == Some(blank.role))?;
        self.call(blank.role, who.clone());
        match &blank.fill {
            Fill::Described(_, tests) | Fill::Me(tests) | Fill::My(_, tests) if !tests.is_empty() => {
                let described = self.fill(blank);
                self.call(blank.role, who.clone());
                Some(format!("{who}, {}", described.trim_end_matches(crate::speech::CLOSE)))
            }
            _ => Some(who),
        }
    }

    /// What fills a blank.
    fn fill(&self, blank: &Blank) -> String {
        let Blank { role, fill, called: own, at } = blank;
        let kind = self.kind_id_of(*role);
        let bare = |tests: &[Test]| match kind {
            Some(kind) if !tests.is_empty() => {
                let before = self.uncall(*role);
                let text = self.sel_as(&Sel { kind, var: *role, tests: tests.to_vec(), at: *at }, As::Bare);
                self.recall(*role, before);
                Some(text)
            }
            _ => None,
        };
        match fill {
            Fill::Me(tests) => {
                let who = self.bearer(*role);
                self.call(*role, who.clone());
                match (bare(tests), who.strip_prefix("this ")) {
                    (None, _) => who,
                    (Some(text), Some(_)) => format!("this {text}"),
                    (Some(text), None) => format!("{who}, {}", a(&text)),
                }
            }
            Fill::My(expr, tests) => {
                let who = self.noun(expr);
                self.call(*role, who.clone());
                match bare(tests) {
                    None => who,
                    Some(text) => format!("{who}, {}", a(&text)),
                }
            }
            Fill::Described(described, tests) => {
                if let [Test::Is(one, false)] = tests.as_slice()
                    && let [Quality::Same(noted)] = one.as_slice()
                {
                    let who = self.noun(noted);
                    self.call(*role, who.clone());
                    return who;
                }
                let sel = Sel { kind: *described, var: *role, tests: tests.clone(), at: *at };
                let called = self.word(*role);
                let before = self.uncall(*role);
                let text = self.sel_as(&sel, As::A);
                self.recall(*role, before);
                let kind = self.kind(*described);
                if let Some(own) = own.map(|own| self.name(own)) {
                    self.call(*role, format!("the {own}"));
                    return if own == kind { text } else { format!("{text}, the {own}{CLOSE}") };
                }
                // `that unit`: whoever is meant is heard
                if called == format!("that {kind}") { text } else { self.introduce_as(*role, &text, &kind) }
            }
            Fill::Exactly(expr) => {
                let who = self.noun(expr);
                self.call(*role, who.clone());
                who
            }
            Fill::Number => self.introduce(*role),
        }
    }

    /// Of what is met by its kind, those that are left out: `other than Wave`. The word is the kind's.
    pub(in crate::speech) fn others(&self, word: Sym, met: &[ProcId], of: &Meeting) -> String {
        let names = &self.rules.names;
        let step = if let Hook::Step(_, s) = &of.hook { Some(*s) } else { None };
        let preps: Vec<_> = head_of(self.rules, of)
            .map_or_else(Vec::new, |h| h.roles.iter().filter(|r| of.blanks.iter().any(|b| b.role == r.local)).map(|r| r.prep).collect());
        let all = names.text(word) == "action";
        let left: Vec<String> = self
            .rules
            .procs
            .iter()
            .filter(|(id, p)| {
                let own = match &p.kind {
                    ProcKind::Action(k) => all || self.rules.kinds.get(*k).is_some_and(|k| names.same(k.word, word)),
                    kind => sort_word(kind) == names.text(word),
                };
                let fits = preps.iter().all(|prep| p.head.roles.iter().any(|r| r.prep == *prep));
                let stepped = step.is_none_or(|s| p.steps.iter().any(|x| x.line.name.is_some_and(|n| names.same(n, s))));
                own && fits && stepped && !met.contains(id)
            })
            .map(|(_, p)| self.name(p.head.name))
            .collect();
        if left.is_empty() { String::new() } else { format!(" other than {}", list(&left, "or")) }
    }
}

/// Whether a line speaks of an amount that it is given.
fn speaks_of(m: &Meeting, amount: LocalId) -> bool {
    struct Spoken(LocalId, bool);
    impl Walk for Spoken {
        fn expr(&mut self, e: &Expr) {
            self.1 |= matches!(*e.kind, ExprKind::Local(l) if l == self.0);
            walk::walk_expr(self, e);
        }
    }
    let mut spoken = Spoken(amount, false);
    walk::walk_meeting(&mut spoken, m);
    spoken.1
}

/// The word of what is no action.
fn sort_word(kind: &ProcKind) -> &'static str {
    use crate::hir::ChanceKind;
    match kind {
        ProcKind::Procedure => "procedure",
        ProcKind::Phase => "phase",
        ProcKind::Turn => "turn",
        ProcKind::Manner(_) => "manner",
        ProcKind::Opening | ProcKind::Action(_) | ProcKind::Card(_) => "",
        ProcKind::Chance(c) => match c.kind {
            ChanceKind::Pool { .. } => "pool",
            ChanceKind::Roll(_) => "roll",
            ChanceKind::Check { .. } => "check",
            ChanceKind::Opposed { .. } => "opposed",
            ChanceKind::Error => "",
        },
    }
}

/// The head whose blanks a meeting fills.
pub(in crate::speech) fn head_of<'r>(rules: &'r Rules, m: &Meeting) -> Option<&'r Head> {
    let of = |hook: &Hook| match hook {
        Hook::Value(v) => rules.values.get(*v).map(|v| &v.head),
        Hook::Cost(p) | Hook::Proc(p) | Hook::Step(p, _) => rules.procs.get(*p).map(|p| &p.head),
        Hook::Rule(_) | Hook::Row(_) | Hook::Coming => None,
    };
    of(&m.hook).or_else(|| m.within.as_ref().and_then(of))
}
