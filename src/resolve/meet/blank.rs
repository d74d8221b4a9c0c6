//! One blank of a place, and what must be so of whatever fills it.

use crate::ast::{Expr as Asked, ExprKind as Asks, Mine, Noun, PatternRole, PatternWho, Prep, Selector};
use crate::diag::Code;
use crate::hir::{Blank, Expr, ExprKind, Fill, Head, KindId, LocalId, Quality, Role, Test, Ty};
use crate::intern::Sym;

use super::super::ask::{Shown, word_of};
use super::super::{Resolver, Scope};

impl Resolver<'_> {
    /// Fills all blanks that a pattern names; of one that is not there, nobody knows when the rule holds.
    pub(super) fn blanks(&mut self, scope: &mut Scope, head: &Head, roles: &[PatternRole]) -> (Vec<Blank>, Vec<Expr>) {
        let (mut blanks, mut unknown) = (Vec::new(), Vec::new());
        for (i, role) in roles.iter().enumerate() {
            let before = roles.get(..i).is_some_and(|before| before.iter().any(|r| r.prep == role.prep));
            let own = head.roles.iter().find(|h| h.prep == role.prep).filter(|_| !before);
            if own.is_none() {
                self.no_blank(scope, head, (role, roles));
            }
            match own.and_then(|own| self.blank(scope, head, own, role)) {
                Some(blank) => blanks.push(blank),
                None => unknown.push(Expr::error(role.at)),
            }
        }
        (blanks, unknown)
    }

    /// Fills one blank.
    fn blank(&mut self, scope: &mut Scope, head: &Head, own: &Role, role: &PatternRole) -> Option<Blank> {
        let local = own.local;
        let fill = match &role.who {
            PatternWho::Mine { adjectives, whose, at } => {
                let of = self.local_expr(local, *at);
                let tests = adjectives.iter().filter_map(|a| self.adjective(scope, &of, a)).collect();
                match whose {
                    Mine::Me => Fill::Me(tests),
                    Mine::My(word) => {
                        let my = Asked { kind: Box::new(Asks::My(*word)), at: *at };
                        Fill::My(self.expr(scope, &my), tests)
                    }
                }
            }
            PatternWho::Any(s) => self.described(scope, head, own, s),
            PatternWho::That(noun) => self.that_one(scope, local, noun),
            PatternWho::Is(e) => match &*e.kind {
                // `for n`: what counts gets a word
                Asks::Local(word) if self.is_amount(scope, local, word.sym) => {
                    if scope.given == Some(word.sym) {
                        let written = self.said(word.sym);
                        let message = format!("the rule is given `{written}`, and this blank is called `{written}` too");
                        self.fault(Code::Role, word.at, message, "call the blank by another word");
                    }
                    scope.bind(word.sym, local);
                    Fill::Number
                }
                Asks::Local(word) if self.kind(word.sym).is_some() => {
                    let (noun, that) = (self.said(word.sym), scope.noted.iter().any(|(w, _)| *w == word.sym));
                    let help = if that { format!("write `that {noun}`, or `any {noun}`") } else { format!("write `any {noun}`") };
                    self.fault(Code::Bare, e.at, format!("this does not say which {noun} is meant"), help);
                    return None;
                }
                _ => Fill::Exactly(self.one_row(scope, (head, role), local, e)),
            },
            PatternWho::The(s) => {
                let one = Asked { kind: Box::new(Asks::The(s.clone())), at: s.at };
                Fill::Exactly(self.expr(scope, &one))
            }
        };
        let called = if let PatternWho::Any(s) = &role.who { s.noun.called.map(|c| c.sym) } else { None };
        Some(Blank { role: local, fill, called, at: role.at })
    }

    /// Whether a word is a new one for a blank that is an amount.
    fn is_amount(&self, scope: &Scope, local: LocalId, word: Sym) -> bool {
        matches!(self.local_ty(local), Ty::Number(_)) && scope.find(word).is_none_or(|known| known == local)
    }

    /// Fills a blank with whoever is described.
    pub(super) fn described(&mut self, scope: &mut Scope, head: &Head, own: &Role, s: &Selector) -> Fill {
        let (kind, word) = self.noun_in(s, head, own);
        let known = self.kind(s.noun.kind.sym).is_some();
        let (want, ty) = (self.thing_type(kind), self.local_ty(own.local));
        if known && !want.fits(ty) {
            let (is, wanted) = (self.describe(want), self.describe(ty));
            let message = format!("`{}` wants {wanted} after `{}`, and this is {is}", self.text(head.name), own.prep.word());
            self.fault(Code::Type, s.at, message, format!("give it {wanted}"));
        }
        let mut tests = Vec::new();
        scope.bind(word, own.local);
        scope.it.push(own.local);
        let of = self.local_expr(own.local, s.at);
        for a in &s.adjectives {
            tests.extend(self.adjective(scope, &of, a));
        }
        let relatives: Vec<Test> = self.relatives(scope, &of, &s.relatives);
        let most = |t: &Test| matches!(t, Test::Most(..) | Test::Nearest(..));
        let extreme = relatives.iter().any(most);
        tests.extend(relatives.into_iter().filter(|t| !most(t)));
        // the nearest is one of all that are so
        if extreme {
            let all = self.sel(scope, s);
            let one = Expr::new(ExprKind::The(all), want, s.at);
            tests.push(Test::Is(vec![Quality::Same(one)], false));
        }
        if !known {
            tests.push(Test::Where(Expr::error(s.at)));
        }
        Fill::Described(kind, tests)
    }

    /// What is named for a blank; told where it is a row of another list.
    fn one_row(&mut self, scope: &mut Scope, (head, role): (&Head, &PatternRole), local: LocalId, e: &Asked) -> Expr {
        let one = self.expr(scope, e);
        let want = self.local_ty(local);
        if let (Ty::Row(is), Ty::Row(wanted)) = (one.ty, want) {
            if is != wanted {
                let (is, wanted) = (self.describe(one.ty), self.describe(want));
                let (name, said, prep) = (self.said(head.name), Shown(&self.rules.names).expr(e), role.prep.word());
                let message = format!("`{said}` is {is}, and `{name}` has {wanted} behind `{prep}`");
                return self.fault(Code::Type, e.at, message, format!("name {wanted}"));
            }
        }
        one
    }

    /// Fills a blank with the one of whom the sentences around an effect speak: who has the effect, or who was noted.
    fn that_one(&mut self, scope: &mut Scope, local: LocalId, noun: &Noun) -> Fill {
        let word = noun.kind.sym;
        scope.bind(word, local);
        scope.it.push(local);
        let kind = match self.local_ty(local) {
            Ty::Thing(kind) | Ty::Row(kind) => kind,
            _ => KindId(0),
        };
        let noted = scope.noted.iter().find(|(w, _)| *w == word).map(|(_, noted)| *noted);
        let bears = scope.bearer == Some(word);
        match noted {
            Some(noted) => Fill::Described(kind, vec![Test::Is(vec![Quality::Same(self.local_expr(noted, noun.at))], false)]),
            None if bears => Fill::Described(kind, Vec::new()),
            None => {
                let noun_text = self.said(word);
                let help = format!("write `any {noun_text}`");
                self.fault(Code::Bare, noun.at, format!("no sentence around this speaks of a {noun_text}"), help);
                Fill::Described(kind, vec![Test::Where(Expr::error(noun.at))])
            }
        }
    }

    /// The fault for a blank that a head does not have, or that is filled already.
    fn no_blank(&mut self, scope: &mut Scope, head: &Head, (role, roles): (&PatternRole, &[PatternRole])) {
        let filled: Vec<Prep> = roles.iter().map(|r| r.prep).filter(|p| head.roles.iter().any(|h| h.prep == *p)).collect();
        let (ty, who) = match &role.who {
            PatternWho::Mine { whose: Mine::Me, at, .. } => (scope.me.map_or(Ty::Unknown, |me| self.local_ty(me)), *at),
            PatternWho::Mine { at, .. } => (Ty::Unknown, *at),
            PatternWho::Any(s) | PatternWho::The(s) => {
                let kind = self.noun_of(s).0;
                (self.thing_type(kind), s.at)
            }
            PatternWho::That(noun) => (self.kind(noun.kind.sym).map_or(Ty::Unknown, |k| self.thing_type(k)), noun.at),
            PatternWho::Is(e) => (self.expr(scope, e).ty, e.at),
        };
        self.misfit(head, &filled, (role.prep, ty), (role.at, word_of(role.prep, role.at, who)));
    }
}
