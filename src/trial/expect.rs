//! What a test wants to be so.

use super::parts::expected;
use super::put::Put;
use super::run::{Outcome, Run};
use super::script::GENERAL;
use crate::ast::{ChanceDeed, ChanceOf, Do, Expect, ExpectKind, Expr, ExprKind, Int, Level, NameOrWord};
use crate::hir::{ProcKind, Symbol};
use crate::ir::{Choosing, Key, Measure, Offering, Op, Type};
use crate::lower::called;
use crate::source::Span;
use crate::stats::Exact;
use crate::vm::{Game, show_as};

/// A chance that is asked for.
#[derive(Clone, Copy)]
pub(super) struct Asked<'e> {
    /// Of what.
    pub of: &'e ChanceOf,
    /// In what, if that is said.
    pub deed: Option<&'e ChanceDeed>,
    /// All of it.
    pub span: Span,
}

impl Run<'_> {
    /// The chance that a line asks for, if it asks for one.
    pub fn chance_asked<'e>(&self, e: &'e Expect) -> Option<Asked<'e>> {
        let ExpectKind::Chance { of, deed, .. } = &e.kind else { return None };
        Some(Asked { of, deed: deed.as_ref(), span: expected(self.trial.book.files, e) })
    }

    pub fn expect(&mut self, e: &Expect) -> Outcome<()> {
        let span = expected(self.trial.book.files, e);
        match &e.kind {
            ExpectKind::Chance { over, under, of, deed } => self.chance(*over, *under, Asked { of, deed: deed.as_ref(), span }),
            ExpectKind::Allowed { allowed, deed } => self.allowed(deed, *allowed),
            ExpectKind::NobodyAsks(what) => self.nobody_asks(*what, span),
            ExpectKind::Legal { side, breaches } => self.legal(*side, breaches.as_deref().unwrap_or_default(), span),
            ExpectKind::Ending(ending) => {
                let holds = self.ending(ending)?.holds(&self.world) || self.reads;
                if holds { Ok(()) } else { Err((ending.at.span(), self.ended())) }
            }
            ExpectKind::Holds(e) => {
                let holds = self.ask(Put::Whether(e), e.at.span())? != 0 || self.reads;
                self.all_given(e)?;
                if holds { Ok(()) } else { Err((e.at.span(), self.why(e))) }
            }
        }
    }

    /// Whether nobody was asked something in all that the test has done, but for what its answers answered.
    fn nobody_asks(&self, what: NameOrWord, span: Span) -> Outcome<()> {
        let written = self.text(what.sym());
        let key = Key::new(written);
        let program = self.program();
        let rules = program.rules.all().iter().map(|r| &r.name);
        let asks = |op: &Op| match op {
            Op::Choose(Choosing { label, .. }) | Op::Offer(Offering { label, .. }) => Some(*label),
            _ => None,
        };
        let labels = program.procs.all().iter().flat_map(|p| &p.code).filter_map(asks).filter_map(|l| program.labels.get(l));
        let general = GENERAL.iter().any(|n| Key::new(n) == key);
        if !general && !labels.chain(rules).any(|n| Key::new(n) == key) {
            return Err((what.at().span(), format!("nothing in the rules ever asks `{written}`")));
        }
        if !self.asked.contains(&key) {
            return Ok(());
        }
        let again = self.heard.get(&key).is_some_and(|used| *used > 0);
        Err((span, if again { "it is asked again, and no answer to it is left" } else { "it is asked" }.into()))
    }

    /// Whether each result that a question asks for was given by something that was done.
    fn all_given(&self, e: &Expr) -> Outcome<()> {
        let missing = self.results_asked(e).into_iter().find(|(s, _)| s.value.is_none() && !self.reads);
        missing.map_or(Ok(()), |(s, span)| Err((span, self.not_given(self.program(), s.label))))
    }

    /// What the left side of a comparison is instead.
    fn why(&mut self, e: &Expr) -> String {
        let none = || "it does not hold".to_owned();
        let (left, right) = match (compared(e), said_of(e)) {
            (Some((left, right)), _) => (left, Some(right)),
            (None, Some(left)) => (left, None),
            (None, None) => return none(),
        };
        let Ok((ty, is)) = self.typed(left) else { return none() };
        // what is said with `is` may be said of a thing, of which there is nothing to show
        if right.is_none() && !matches!(ty, Type::Facing | Type::Place) {
            return none();
        }
        // a word of the test has no type; it is read as what it is compared with
        let ty = right.filter(|_| ty == Type::Unknown).and_then(|e| self.typed(e).ok()).map_or(ty, |(ty, _)| ty);
        format!("it is {}", self.shown(&ty, is))
    }

    /// What something is now, and its type.
    fn typed(&mut self, e: &Expr) -> Outcome<(Type, i64)> {
        let id = self.compile(Put::Ask(e), e.at.span())?;
        let is = self.run_asked(id, e.at.span())?;
        Ok((self.program().proc_heads.get(id).map_or(Type::Unknown, |h| h.gives.clone()), is))
    }

    /// A value as a test writes it.
    fn shown(&self, ty: &Type, is: i64) -> String {
        let words = show_as(Game::new(self.program(), &self.cast), ty, is);
        let measure = match ty {
            Type::Number(Measure::Named(key)) => key,
            Type::Need => return format!("{words}+"),
            _ => return words,
        };
        let known = self.rules.measures.iter().map(|(_, name)| self.text(*name)).find(|name| Key::new(name) == *measure);
        format!("{words} {}", known.unwrap_or(measure.as_str()))
    }

    /// How the game stands.
    fn ended(&self) -> String {
        match self.world.result {
            None => "the game is not over".into(),
            Some(side) => {
                self.cast.ent(i64::from(side)).filter(|_| side > 0).map_or("nobody has won".into(), |e| format!("{} has won", e.name))
            }
        }
    }

    fn allowed(&mut self, deed: &Do, want: bool) -> Outcome<()> {
        let span = deed.at.span();
        let name = deed.call.name.name;
        let deeds =
            self.rules.lookup(name.sym).iter().filter_map(|s| if let Symbol::Proc(p) = s { self.rules.procs.get(*p) } else { None });
        let deeds: Vec<bool> = deeds.map(|p| matches!(p.kind, ProcKind::Action(_))).collect();
        if !deeds.is_empty() && !deeds.contains(&true) {
            let why = format!("`{}` is no action, and only actions are allowed or forbidden: name an action", self.text(name.sym));
            return Err((name.at.span(), why));
        }
        let id = self.compile_deed(deed)?;
        let is_action = called(self.program(), id).is_some();
        let bar = if self.reads { None } else { self.barred(id) };
        match (bar, want) {
            _ if !is_action => Err((span, "this is not an action".into())),
            _ if self.reads => Ok(()),
            (Some(b), false) if b.at_itself() => {
                let why = "nobody asks for this: who acts and whom it is done to are one and the same; name another behind it";
                Err((span, why.into()))
            }
            (None, true) | (Some(_), false) => Ok(()),
            (None, false) => Err((span, "it is allowed".into())),
            (Some(b), true) => Err((span, self.why_barred(self.program(), &b))),
        }
    }

    fn chance(&mut self, over: Int, under: Int, asked: Asked<'_>) -> Outcome<()> {
        if over.value > under.value && under.value > 0 {
            let why = format!("a chance is never more than 1: write `{}/{}`, if that is meant", under.value, over.value);
            return Err((over.at.to(under.at).span(), why));
        }
        let want = Exact::from(over.value).over(&Exact::from(under.value));
        let Some(want) = want else { return Err((asked.span, "a chance has no zero below".into())) };
        if self.reads {
            return self.understood(&[asked]);
        }
        let found = self.outcomes(&[asked])?;
        let is: Exact = found.iter().filter(|(all, _)| all.iter().any(|n| *n != 0)).map(|(_, p)| p.clone()).sum();
        if is == want { Ok(()) } else { Err((asked.span, format!("the chance is {is}"))) }
    }
}

/// What a question says one thing of, with `is`.
fn said_of(e: &Expr) -> Option<&Expr> {
    match &*e.kind {
        ExprKind::Said(said) if said.tails.len() == 1 => Some(&said.of),
        ExprKind::Chain(c) if matches!(c.level, Level::Or | Level::And) => said_of(&c.first),
        _ => None,
    }
}

/// What the first comparison of a question compares.
fn compared(e: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::Chain(c) = &*e.kind else { return None };
    match c.level {
        Level::Compare => Some((&c.first, &c.rest.first()?.expr)),
        Level::Or | Level::And => compared(&c.first),
        Level::Sum | Level::Product => None,
    }
}
