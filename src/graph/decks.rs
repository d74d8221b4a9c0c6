//! Decks: a card for each thing of a kind, which is in the deck or drawn; and one of many at random.

use super::compile::{Pass, land};
use super::ir::{Bin, Domain, Ex, Op, Reg, Sel, ThrowKind, X};
use super::loops::close_loop;
use super::numbers::{short, small};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{KindBase, State, StateKind, Symbol, Type, Until};
use crate::source::Span;
use crate::syntax::{Declaration, Node, Rule};

impl Pass<'_> {
    /// `deck Cards of unit`: whether the card of a unit is in the deck is a state of the unit.
    pub fn declare_deck(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let Some(role) = d.head.find(Rule::role_head) else {
            self.fault(Code::Place, d.head.span, format!("nothing says whose cards are in `{name}`"), "write `deck Cards of unit`");
            return;
        };
        let (kind, _) = self.noun(role);
        if ![KindBase::Group, KindBase::Piece, KindBase::Feature, KindBase::Side].iter().any(|b| self.program.book.is(kind, *b)) {
            let is = self.program.book.kinds.get(kind).map_or("this", |k| k.word.as_str());
            let help = "name a kind of what is in play, or roll on a `table` for one line of a list";
            self.fault(Code::Kind, role.span, format!("a deck holds a card for each that is in play, and no `{is}` is"), help);
            return;
        }
        let state = self.hidden_state(&format!("in {name}"), kind, span);
        self.program.decks.push((state, kind));
        let id = self.program.decks.len() - 1;
        self.deck_heads.push(role.clone());
        self.enter_once(&name, span, Symbol::Deck(id), |s| matches!(s, Symbol::Deck(_)));
    }

    /// A state that only the machine speaks of.
    fn hidden_state(&mut self, name: &str, kind: usize, span: Span) -> u16 {
        let of = self.program.book.kinds.get(kind).map_or_else(String::new, |k| k.word.clone());
        self.program.book.states.push(State {
            name: name.to_owned(),
            kind: StateKind::Marker,
            of,
            until: Until::Stays,
            majority: false,
            any: false,
            span,
        });
        short(self.program.book.states.len() - 1)
    }

    /// The deck of that name: its number, state and kind.
    pub fn deck(&self, name: &Node) -> Option<(usize, u16, usize)> {
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let id = self.program.book.find(written, Symbol::Deck)?;
        self.program.decks.get(id).map(|(state, kind)| (id, *state, *kind))
    }

    /// `in Cards`, `in drawn`: whether the candidate has its card there.
    pub fn among_cards(&mut self, scope: &Scope, var: X, r: &Node) -> Option<X> {
        let inner = r.find(Rule::r#ref).unwrap_or(r);
        let state = match (inner.find(Rule::local), inner.find(Rule::name_ref)) {
            (Some(word), _) => {
                let text = self.text(word);
                scope.hands.iter().rev().find(|(w, _)| w == text).map(|(_, s)| *s)?
            }
            (None, Some(name)) => self.deck(name)?.1,
            _ => return None,
        };
        Some(self.program.ex(Ex::Bit { of: var, state }))
    }

    /// `x = draw n from Cards`, `shuffle Cards`.
    pub fn draw(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let Some(name) = node.find(Rule::name_ref) else { return };
        let Some((id, state, kind)) = self.deck(name) else {
            let written = self.name(name.find(Rule::name).unwrap_or(name));
            self.unknown_name(name, written, "a deck");
            return;
        };
        match node.find(Rule::word) {
            None => self.shuffle(scope, code, id, state),
            Some(word) => self.draw_from(scope, code, node, word, state, kind),
        }
    }

    /// Everybody of the deck's description has a card in it.
    fn shuffle(&mut self, scope: &mut Scope, code: &mut Vec<Op>, id: usize, state: u16) {
        let Some(head) = self.deck_heads.get(id).cloned() else { return };
        let known = scope.locals.len();
        code.push(Op::Clear(state));
        let top = self.open_loop(scope, code, &described(&head), &[]);
        if let Some(var) = scope.locals.last().map(|l| l.reg) {
            let var = self.program.ex(Ex::Reg(var));
            code.push(Op::Gain(var, state));
        }
        close_loop(code, top);
        scope.locals.truncate(known);
    }

    fn draw_from(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, word: &Node, state: u16, kind: usize) {
        let text = self.text(word).to_owned();
        let n = match node.find(Rule::sum_term) {
            Some(e) => self.effect(scope, code, e).0,
            None => self.int(1),
        };
        let hand = self.hidden_state(&format!("{text} drawn"), kind, word.span);
        self.program.hands.push(hand);
        let ty = self.thing_type(kind);
        let to = scope.bind(&text, ty);
        scope.hands.push((text, hand));
        code.push(Op::Clear(hand));
        let none = self.int(-1);
        code.push(Op::Set(to, none));
        let sel = self.with_state(scope, kind, state);
        let left = scope.fresh();
        code.push(Op::Set(left, n));
        let (reg, zero, one) = (self.program.ex(Ex::Reg(left)), self.int(0), self.int(1));
        let more = self.program.ex(Ex::Two(Bin::Lt, zero, reg));
        let any = self.program.ex(Ex::Exists(sel));
        let go_on = self.both(Some(more), any);
        let top = code.len();
        code.push(Op::Unless(go_on, 0));
        let throw = self.random_throw(scope, node.span, self.name(node.find(Rule::name_ref).unwrap_or(node)));
        code.push(Op::Pick { sel, throw, to });
        let card = self.program.ex(Ex::Reg(to));
        code.push(Op::Lose(card, state));
        code.push(Op::Gain(card, hand));
        let less = self.program.ex(Ex::Two(Bin::Sub, reg, one));
        code.push(Op::Set(left, less));
        code.push(Op::Jump(u32::try_from(top).unwrap_or(u32::MAX)));
        land(code, top);
    }

    /// All in play of a kind that have a state.
    fn with_state(&mut self, scope: &mut Scope, kind: usize, state: u16) -> u16 {
        let var = scope.fresh();
        let of = self.program.ex(Ex::Reg(var));
        let test = self.program.ex(Ex::Bit { of, state });
        self.program.sels.push(Sel { domain: Domain::All(small(kind)), var, filters: vec![test], extreme: Vec::new() });
        short(self.program.sels.len() - 1)
    }

    /// What a pick at random is keyed and called by.
    fn random_throw(&mut self, scope: &Scope, span: Span, name: &str) -> u16 {
        let one = self.int(1);
        let step = scope.step.clone();
        self.throw(name, &step, ThrowKind::Sum, 6, one, span)
    }

    /// `choose x: SEL, at random`.
    pub fn pick_at_random(&mut self, scope: &Scope, code: &mut Vec<Op>, sel: u16, to: Reg, span: Span) {
        let name = scope.proc.and_then(|p| self.program.proc_heads.get(p as usize)).map_or_else(String::new, |h| h.name.clone());
        let throw = self.random_throw(scope, span, &name);
        code.push(Op::Pick { sel, throw, to });
    }

    /// `X joins Y`, `X leaves Y`: a deck or a group.
    pub fn join(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let joins = node.rule == Rule::join_st;
        let Some(target) = node.kids.get(1) else { return };
        let (who, ty) = node.first().map_or((0, Type::Unknown), |k| self.expr(scope, k));
        if let Some((_, state, _)) = Some(target).filter(|t| t.rule == Rule::name_ref).and_then(|t| self.deck(t)) {
            code.push(if joins { Op::Gain(who, state) } else { Op::Lose(who, state) });
            return;
        }
        let (group, group_ty) = self.expr(scope, target);
        let fits = match (&ty, &group_ty) {
            (Type::Thing(a), Type::Thing(b)) => self.part_of(*a, *b),
            _ => true,
        };
        if !fits {
            let (is, want) = (self.program.book.describe(&ty), self.program.book.describe(&group_ty));
            self.fault(Code::Type, target.span, format!("{is} is no part of {want}"), "name the group that its kind is `of`");
        }
        code.push(if joins { Op::Join(who, group) } else { Op::Leave(who) });
    }

    /// Whether things of one kind are parts of another.
    fn part_of(&self, part: usize, whole: usize) -> bool {
        let kinds = &self.program.book.kinds;
        let (Some(p), Some(w)) = (kinds.get(part), kinds.get(whole)) else { return true };
        p.of.contains(&w.word) || w.of.contains(&p.word)
    }
}

/// The description that a blank of a head is.
pub(super) fn described(role: &Node) -> Node {
    let mut node = role.clone();
    node.rule = Rule::selector;
    for kid in &mut node.kids {
        if kid.rule == Rule::role_rel {
            kid.rule = Rule::relative;
        }
    }
    node
}
