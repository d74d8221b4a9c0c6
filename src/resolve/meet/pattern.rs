//! What a pattern says of the blanks of the place that it meets.

use crate::ast::{Expr, ExprKind, Mine, NameRef, PatternRole, PatternWho, Prep, Relative, RelativeKind, Selector};
use crate::diag::Code;
use crate::hir::Head;
use crate::intern::Sym;
use crate::source::At;

use super::super::Resolver;
use super::line::{Line, contribs};
use super::words::Words;
use crate::ast::{Body, ItemKind};

impl Resolver<'_> {
    /// The blanks that a pattern fills. A description may seem to go on with `from me`, `with NAME` or `in KIND`: where
    /// the head has such a blank, and nothing else fills it, that is what is meant.
    pub(super) fn roles_met(&self, head: &Head, roles: &[PatternRole]) -> Vec<PatternRole> {
        let mut out = Vec::new();
        for role in roles {
            let PatternWho::Any(s) = &role.who else {
                out.push(role.clone());
                continue;
            };
            let (mut own, mut more) = (Vec::new(), Vec::new());
            for relative in &s.relatives {
                match self.blank_behind(head, roles, relative) {
                    Some(blank) => more.push(blank),
                    None => own.push(relative.clone()),
                }
            }
            let who = PatternWho::Any(Selector { relatives: own, ..s.clone() });
            out.push(PatternRole { who, ..role.clone() });
            out.extend(more);
        }
        out
    }

    /// `from me`, `with NAME` or, if it names a kind, `in KIND` of a description, as what fills a blank.
    fn blank_behind(&self, head: &Head, roles: &[PatternRole], relative: &Relative) -> Option<PatternRole> {
        let (prep, what) = match &relative.kind {
            RelativeKind::From(e) => (Prep::From, Some(e)),
            RelativeKind::Of(e) => (Prep::Of, Some(e)),
            RelativeKind::In(e) => (Prep::In, Some(e)),
            RelativeKind::With { .. } | RelativeKind::WithBest { .. } => (Prep::With, None),
            _ => return None,
        };
        let given = roles.iter().any(|r| r.prep == prep);
        let blank = head.roles.iter().find(|h| h.prep == prep).filter(|_| !given)?;
        let kind = match what.map(|e| &*e.kind) {
            Some(ExprKind::Local(word)) => self.kind(word.sym).map(|k| (*word, k)),
            _ => None,
        };
        // whose it is, or what ground it is on, stays with the description
        let fits = match (kind, what.map(|e| &*e.kind)) {
            (Some((_, k)), _) => self.thing_type(k).fits(self.local_ty(blank.local)),
            (None, Some(ExprKind::Call(c))) => !(c.args.is_empty() && c.roles.is_empty()),
            (None, _) => true,
        };
        if matches!(prep, Prep::Of | Prep::In) && !fits {
            return None;
        }
        let who = match (what, kind) {
            (Some(e), None) => match *e.kind {
                ExprKind::Me => mine(Mine::Me, e.at),
                ExprKind::My(word) => mine(Mine::My(word), e.at),
                _ => PatternWho::Is(e.clone()),
            },
            (Some(e), Some(_)) => PatternWho::Is(e.clone()),
            (None, _) => PatternWho::Is(only_name(relative)?),
        };
        Some(PatternRole { prep, who, at: relative.at })
    }

    /// Faults two blanks of one place that are called by the same word, where the rule goes on to speak of it.
    pub(super) fn called_alike(&mut self, line: &Line<'_>, head: &Head, roles: &[PatternRole], given: Option<Sym>) {
        let mut words = Words::default();
        // what stands behind `skip` and the like is a part of what is done
        let own = match &line.item.kind {
            ItemKind::Attach(a) => a.guard.as_ref(),
            ItemKind::Comes(c) => c.guard.as_ref(),
            ItemKind::Forbid(f) => f.guard.as_ref(),
            _ => None,
        };
        own.into_iter().for_each(|g| words.add(g));
        contribs(line.body()).iter().for_each(|c| words.add(c));
        let done = matches!(line.body(), Some(Body::Block(_)));
        let mut called: Vec<Sym> = Vec::new();
        for role in roles {
            let PatternWho::Any(s) = &role.who else { continue };
            let word = s.noun.local().sym;
            let written = self.said(word);
            if given == Some(word) {
                let message = format!("the rule is given `{written}`, and this blank is called `{written}` too");
                self.fault(Code::Role, s.noun.at, message, "call the blank by another word");
            }
            if called.contains(&word) && (done || words.locals.iter().any(|l| l.sym == word)) {
                let own = head.roles.iter().find(|h| h.prep == role.prep).and_then(|h| self.rules.locals.get(h.local)).map(|l| l.word);
                let kind = self.text(s.noun.kind.sym);
                let fresh = own.filter(|w| !called.contains(w) && self.kind(*w).is_none()).map(|w| self.text(w));
                let help = format!("write `{kind} (the {})`", fresh.unwrap_or_else(|| another(role.prep)));
                self.fault(Code::Role, s.noun.at, format!("two blanks are called `{written}` here"), help);
            }
            called.push(word);
        }
    }
}

/// A word for the second of two that are of one kind.
pub(in crate::resolve) const fn another(prep: Prep) -> &'static str {
    match prep {
        Prep::At | Prep::To => "target",
        Prep::Against | Prep::From => "foe",
        _ => "second",
    }
}

/// The carrier of the rule, or something of it, as what fills a blank.
const fn mine(whose: Mine, at: At) -> PatternWho {
    PatternWho::Mine { adjectives: Vec::new(), whose, at }
}

/// The one name behind `with`.
fn only_name(relative: &Relative) -> Option<Expr> {
    let RelativeKind::With { no: false, names } = &relative.kind else { return None };
    let [name] = names.as_slice() else { return None };
    Some(named(name))
}

/// A name alone, as a question.
fn named(name: &NameRef) -> Expr {
    let call = crate::ast::Call { name: *name, args: Vec::new(), roles: Vec::new(), at: name.at };
    Expr { kind: Box::new(ExprKind::Call(call)), at: name.at }
}
