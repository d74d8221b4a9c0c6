//! Statements, each to what it does.

use super::super::{Resolver, Scope};
use super::lend::{cited, ref_of};
use crate::ast::{self, StmtKind as Said};
use crate::diag::Code;
use crate::hir::{AsBefore, Expr, ExprKind, Forming, KindBase, Origin, Stmt, StmtKind, Stop, Ty};
use crate::source::At;

impl Resolver<'_> {
    /// One statement; in the place of one that could not be resolved, and was told, an error.
    pub(super) fn statement(&mut self, scope: &mut Scope, s: &ast::Stmt) -> Stmt {
        let kind = self.what_happens(scope, s).unwrap_or(StmtKind::Error);
        Stmt { kind, cites: cited(&s.cites), at: s.at }
    }

    fn what_happens(&mut self, scope: &mut Scope, s: &ast::Stmt) -> Option<StmtKind> {
        Some(match &*s.kind {
            Said::If(cases) => self.cases(scope, cases),
            Said::ForEach(each) => self.for_each(scope, each),
            Said::Alternate(turns) => self.by_turns(scope, turns),
            Said::Repeat(repeat) => self.again_and_again(scope, repeat),
            Said::Share(share) => self.share_out(scope, share),
            Said::Take(take) => return self.take(scope, take),
            Said::Choose(choose) => return self.choose(scope, choose, s.at),
            Said::Stop(stop) => return self.stop(scope, stop, s.at),
            Said::Again { from, once } => return self.again(scope, *from, *once),
            Said::ThisBecomes(word) => return self.this_becomes(scope, *word),
            Said::Until(lasting) => StmtKind::Wake(self.lasting(scope, lasting, s.at)?),
            Said::Place(place) => return self.put(scope, place, s.at),
            Said::Gather(gather) => return self.gather(scope, gather),
            Said::GameEnds => StmtKind::End,
            Said::Draw { word, number, from } => return self.draw(scope, *word, number.as_ref(), from),
            Said::Happens { card, roles, said } => return self.card_happens(scope, card, roles, *said),
            Said::Shuffle(deck) => return self.shuffle(scope, deck),
            Said::Reveal(what) => {
                let (what, of) = self.hidden(scope, what)?;
                StmtKind::Reveal(what, of)
            }
            Said::Spend(spend) => StmtKind::Spend(self.spend(scope, spend)?),
            Said::Give(e) => StmtKind::Give(self.effect(scope, e)),
            Said::Form { who, into, keeps_facing, keeps_front, moving } => {
                let keeps = keeps_facing.then_some(if *keeps_front { AsBefore::FacingAndFront } else { AsBefore::Facing });
                StmtKind::Form(Forming { keeps, ..self.forming(scope, who, *into, moving.as_ref()) })
            }
            Said::Note(text) => StmtKind::Note(text.sym),
            Said::May(may) => self.offer(scope, may),
            Said::Change { who, what } => return self.change_of(scope, who, what),
            Said::Turn(turn) => self.turn(scope, turn),
            Said::Move(motion) => self.motion(scope, motion),
            Said::Remove(who) => StmtKind::Remove(self.expr(scope, who)),
            Said::Withdraw(who) => {
                let who = self.expr(scope, who);
                if matches!(who.ty, Ty::Thing(k) if self.is(k, KindBase::Feature)) {
                    self.fault(Code::Type, who.at, "a feature lies on the board or is out of play", "write `is removed`");
                }
                StmtKind::Withdraw(who)
            }
            Said::Lead { who, whom } => StmtKind::Lead(self.expr(scope, who), self.expr(scope, whom)),
            Said::Join { who, what } => return self.join(scope, who, what, true),
            Said::Leave { who, what } => return self.join(scope, who, what, false),
            Said::Wins(who) => StmtKind::Win(self.expr(scope, who)),
            Said::Let { word, value } => self.word_for(scope, *word, value),
            Said::Do(deed) => return self.do_it(scope, deed),
        })
    }

    /// `x forms Line, moving up to 3"`.
    fn forming(&mut self, scope: &mut Scope, who: &ast::Expr, into: ast::NameOrWord, moving: Option<&ast::Expr>) -> Forming {
        let who = self.expr(scope, who);
        self.can_form(&who);
        let into = self.taken_up(scope, into);
        let limit = moving.map(|e| self.effect(scope, e));
        Forming { who, into, limit, keeps: None }
    }

    /// The formation that is named, whatever else is called so in a test; or what a word stands for.
    fn taken_up(&mut self, scope: &mut Scope, into: ast::NameOrWord) -> Expr {
        let into = match into {
            ast::NameOrWord::Name(name) => {
                if let Some(formation) = self.state_named(name.sym).filter(|s| self.is_formation(*s)) {
                    return Expr::new(ExprKind::Formation(formation), Ty::Formation, name.at);
                }
                super::lend::alone(name)
            }
            ast::NameOrWord::Word(word) => ast::Expr { kind: Box::new(ast::ExprKind::Local(word)), at: word.at },
        };
        self.expr(scope, &into)
    }

    /// Faults what can stand in no formation.
    fn can_form(&mut self, who: &Expr) {
        let able = match who.ty {
            Ty::Unknown => true,
            Ty::Thing(kind) => self.is(kind, KindBase::Group) || self.is(kind, KindBase::Piece),
            _ => false,
        };
        if able {
            return;
        }
        let is = self.describe(who.ty);
        let group = self.first_kind(KindBase::Group).and_then(|k| self.kind_of(k)).map_or("unit", |k| self.text(k.word)).to_owned();
        let message = format!("this is {is}, and only a {group} forms");
        self.fault(Code::Type, who.at, message, format!("name a {group}, by a name that nothing else has"));
    }

    /// `stop`, `stop Leap`, `stop movement of x`.
    fn stop(&mut self, scope: &mut Scope, stop: &ast::Stop, at: At) -> Option<StmtKind> {
        let what = match stop {
            ast::Stop::This => Stop::This,
            ast::Stop::Named(name) => Stop::Proc(self.proc_named(&ref_of(*name))?),
            ast::Stop::Word { word, of } if self.text(word.sym) == "movement" => Stop::Movement(of.as_ref().map(|of| self.expr(scope, of))),
            // the one that is being done
            ast::Stop::Word { word, .. } if self.is_deed(word.sym) => Stop::This,
            ast::Stop::Word { word, .. } => {
                let what = self.said(word.sym);
                let help = "name a procedure, or write `stop movement`";
                self.fault(Code::Name, at, format!("nothing that is called `{what}` can be stopped"), help);
                return None;
            }
        };
        Some(StmtKind::Stop(what))
    }

    /// `again from STEP`, `again from STEP, once`.
    fn again(&mut self, scope: &Scope, from: ast::Word, once: bool) -> Option<StmtKind> {
        if scope.steps.contains(&from.sym) {
            return Some(StmtKind::Again(from.sym, once));
        }
        let name = self.said(from.sym);
        let known: Vec<&str> = scope.steps.iter().map(|s| self.text(*s)).collect();
        let help = if known.is_empty() { "name a step that stands above".to_owned() } else { format!("above are {}", known.join(", ")) };
        self.fault(Code::Name, from.at, format!("no step `{name}` stands above"), help);
        None
    }

    /// `this becomes aimed`: a way in which what runs is done.
    fn this_becomes(&mut self, scope: &Scope, word: ast::Word) -> Option<StmtKind> {
        self.way(scope.proc?, &word).then_some(StmtKind::Way(word.sym))
    }

    /// `n = d6`.
    fn word_for(&mut self, scope: &mut Scope, word: ast::Word, value: &ast::Expr) -> StmtKind {
        let x = self.effect(scope, value);
        self.told_by_its_word(&x, word.sym);
        // what stands in the place of a step gives what the step would have given
        if let Some((_, result)) = scope.result.filter(|(called, _)| *called == word.sym) {
            self.agree(self.local_ty(result), x.ty, value.at);
        }
        // a local keeps its place when it is said anew in a later round of a loop
        let to = match scope.said(word.sym) {
            Some(old) if self.local_ty(old).fits(x.ty) => old,
            _ => {
                let to = self.local(word.sym, x.ty, Origin::Chosen);
                scope.bind(word.sym, to);
                to
            }
        };
        self.same_throw(scope, &x, to);
        StmtKind::Let(to, x)
    }
}
