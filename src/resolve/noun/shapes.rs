//! How formations stand.

use crate::ast::{Apart, DeclKind, Fewest, Int, ItemKind, RoleHead, ShapeKind, Titled};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, Form, KindId, LocalId, Origin, StateId, Test, Ty};

use super::super::{Resolver, Scope};

/// The gap between bases in loose order where none is said, in mils.
const LOOSE: i64 = 500;
/// The word behind the kind of a formation that is taken at the start.
const FIRST: &str = "first";

impl Resolver<'_> {
    /// The lines below each `formation`.
    pub(super) fn shapes(&mut self) {
        for (place, d) in self.declared() {
            let (DeclKind::Formation(t), Some(state)) = (&*d.kind, self.made.get(place).and_then(|m| m.state)) else { continue };
            let line = super::kinds::line(t.title.as_ref().map(|t| t.name.sym), d.head, d);
            let form = Form {
                state,
                loose: false,
                gaps: Vec::new(),
                ranks: (1, 1),
                fronts: Vec::new(),
                open: None,
                drills: Vec::new(),
                lost: None,
                first: false,
                line,
            };
            let form = self.shape(form, t);
            self.rules.forms.push(form);
        }
    }

    fn shape(&mut self, mut form: Form, t: &Titled) -> Form {
        let (mut scope, word) = self.formed(form.state);
        if let Some(role) = t.roles.first() {
            form.open = self.open_to(&mut scope, word, role);
            let noun = &role.who.noun;
            form.first = std::iter::once(noun.kind).chain(noun.called).any(|w| self.text(w.sym) == FIRST);
        }
        for item in &t.items {
            let ItemKind::Shape(parts) = &item.kind else { continue };
            for part in parts {
                self.shape_part(&mut form, &mut scope, word, &part.kind);
            }
        }
        form
    }

    /// A scope in which a word stands for whoever is in a formation.
    fn formed(&mut self, state: StateId) -> (Scope, LocalId) {
        let kind = self.rules.states.get(state).map_or(KindId(0), |s| s.of);
        let word = self.kind_of(kind).map(|k| k.word);
        let ty = self.thing_type(kind);
        let mut scope = Scope::default();
        let word = word.unwrap_or(crate::intern::Sym(u32::MAX));
        let local = self.local(word, ty, Origin::Blank);
        scope.bind(word, local);
        (scope, local)
    }

    /// Who may take a formation, as the words before the kind say.
    fn open_to(&mut self, scope: &mut Scope, word: LocalId, role: &RoleHead) -> Option<(LocalId, Expr)> {
        let of = Expr::new(ExprKind::Local(word), self.local_ty(word), role.at);
        let mut all: Vec<Expr> = Vec::new();
        for adjective in &role.who.adjectives {
            let test = self.adjective(scope, &of, adjective);
            all.extend(test.map(|t| asked(&of, t)));
        }
        let one = if all.len() > 1 { Expr::new(ExprKind::And(all), Ty::Truth, role.at) } else { all.pop()? };
        Some((word, one))
    }

    fn shape_part(&mut self, form: &mut Form, scope: &mut Scope, word: LocalId, part: &ShapeKind) {
        match part {
            ShapeKind::Loose(gap) => {
                form.loose = true;
                match gap {
                    Some(apart) => self.apart(form, scope, word, apart),
                    None => form.gaps.push((LOOSE, None)),
                }
            }
            ShapeKind::Gap(apart) => self.apart(form, scope, word, apart),
            ShapeKind::Ranks(ranks) => form.ranks = self.least_and_most("ranks", *ranks),
            ShapeKind::Front { files, when } => {
                let (least, most) = self.least_and_most("front", *files);
                let when = when.as_ref().map(|e| (word, self.truth(scope, e)));
                form.fronts.push((least, most, when));
            }
            ShapeKind::Drill(drill) => {
                form.drills.push(*drill);
                form.drills.sort_unstable();
                form.drills.dedup();
            }
            ShapeKind::Else(name) => form.lost = self.formation_named(name),
        }
    }

    /// The least and the most; where one is not said, it is the other.
    fn least_and_most(&mut self, word: &str, of: Fewest) -> (u8, u8) {
        if let (Some(least), Some(most)) = (of.least, of.most)
            && least.value > most.value
        {
            let (low, high) = (most.value, least.value);
            let message = format!("from {high} to {low} there is no number, so nobody can stand so");
            self.fault(Code::Place, least.at.to(most.at), message, format!("write `{word} {low} to {high}`"));
        }
        two(of)
    }

    fn apart(&mut self, form: &mut Form, scope: &mut Scope, word: LocalId, apart: &Apart) {
        let when = apart.when.as_ref().map(|e| (word, self.truth(scope, e)));
        form.gaps.push((apart.gap.mils, when));
    }
}

/// The least and the most; where one is not said, it is the other.
fn two(of: Fewest) -> (u8, u8) {
    let number = |n: Option<Int>| n.map(|n| u8::try_from(n.value).unwrap_or(1));
    let (least, most) = (number(of.least), number(of.most));
    (least.or(most).unwrap_or(1), most.or(least).unwrap_or(1))
}

/// What a word before a kind says of somebody, as a question.
fn asked(of: &Expr, test: Test) -> Expr {
    let truth = |kind| Expr::new(kind, Ty::Truth, of.at);
    let not = |e: Expr, not: bool| if not { truth(ExprKind::Not(e)) } else { e };
    match test {
        Test::Is(qualities, no) => not(truth(ExprKind::Is(of.clone(), qualities)), no),
        Test::Enemy(viewer) => truth(ExprKind::EnemyOf(of.clone(), viewer)),
        Test::Friendly(viewer) => truth(ExprKind::FriendOf(of.clone(), viewer)),
        Test::Other(viewer) => not(truth(ExprKind::Same(of.clone(), viewer)), true),
        Test::Where(e) => e,
        // nothing else stands before a kind
        _ => Expr::error(of.at),
    }
}
