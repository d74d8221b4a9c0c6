//! Amounts that are nothing: a gain of 0, a move of 0", a loop of no round, a choice between 5 and 2.

use super::super::Whole;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{Change, ChangeKind, Choice, Course, Expr, Factor, Motion, Repeat, Stmt, StmtKind, Test, Thing, Ty};
use crate::source::At;

#[derive(Default)]
struct Amounts(Vec<Diagnostic>);

impl Amounts {
    fn tell(&mut self, at: At, message: &str, help: &str) {
        let d = Diagnostic::new(Code::Never, at.span(), message).here("nothing comes of it").help(help);
        if !self.0.contains(&d) {
            self.0.push(d);
        }
    }

    /// A move into contact that keeps away from those whom it is to touch.
    fn kept_apart(&mut self, m: &Motion) {
        let (Course::Contact(to), Some((far, sel))) = (&m.course, &m.keeping) else { return };
        let excepts = |t: &Test| matches!(t, Test::OtherThan(_) | Test::Where(_) | Test::Is(..) | Test::With(..));
        if far.constant().is_some_and(|n| n > 0) && to.ty == Ty::Thing(sel.kind) && !sel.tests.iter().any(excepts) {
            let help = "leave this out, or except whom it goes to: `other than` and that";
            self.tell(sel.at, "a move into contact never comes there if it keeps away from all of these", help);
        }
    }

    fn nothing(&mut self, e: &Expr, message: &str) {
        if e.constant() == Some(0) {
            self.tell(e.at, message, "write how much, or leave it out");
        }
    }
}

impl Walk for Amounts {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Gain(_, list) | StmtKind::Lose(_, list) => {
                for thing in list {
                    if let Thing::Amount(_, e) = thing {
                        self.nothing(e, "0 is gained or lost");
                    }
                }
            }
            StmtKind::Move(m) => {
                m.distance.iter().for_each(|d| self.nothing(d, "this moves nobody"));
                self.kept_apart(m);
            }
            StmtKind::Repeat(Repeat::Times(e), _) => self.nothing(e, "this is repeated 0 times"),
            StmtKind::Choose { choice: Choice::Number(a, b), .. } | StmtKind::ChooseApart { choice: Choice::Number(a, b), .. }
                if a.constant().zip(b.constant()).is_some_and(|(a, b)| a > b) =>
            {
                self.tell(a.at.to(b.at), "no number lies between these", "write the lesser number first");
            }
            _ => {}
        }
        walk::walk_stmt(self, s);
    }

    fn change(&mut self, c: &Change) {
        match &c.kind {
            ChangeKind::Add { amount, .. }
            | ChangeKind::Each { amount, .. }
            | ChangeKind::Total { amount, .. }
            | ChangeKind::Dice { amount, .. } => self.nothing(amount, "this changes nothing"),
            ChangeKind::Scale(Factor::By(e), _) if e.constant() == Some(1) => {
                self.tell(e.at, "once as much is as much", "write how many times, or leave it out");
            }
            _ => {}
        }
        walk::walk_change(self, &c.kind);
        self.guards(&c.guard);
    }
}

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mut amounts = Amounts::default();
    every::part(whole.rules, &mut amounts);
    amounts.0
}
