//! What a player is asked: which, how many, where, whether.

use super::compile::{Pass, land};
use super::ir::{Ex, Limit, Op, Pick, Stays, X};
use super::numbers::{short, small};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{KindBase, Type};
use crate::syntax::{Line, Node, Rule};

impl<'a> Pass<'a> {
    /// `choose x: ..., by REF`.
    pub fn choose(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let Some(word) = node.find(Rule::word) else { return };
        let name = self.text(word).to_owned();
        let Some(chosen) = node.find(Rule::chosen) else { return };
        let by = match node.find(Rule::r#ref) {
            Some(r) => {
                let x = self.expr(scope, r).0;
                self.program.ex(Ex::Side(x))
            }
            None => self.owner(scope),
        };
        let (pick, ty) = match chosen.first() {
            Some(s) if s.rule == Rule::selector => {
                let (sel, local) = self.selector(scope, s);
                (Pick::Thing(sel), local.ty)
            }
            Some(r) if r.rule == Rule::number_range => {
                let ends: Vec<(X, Type)> = r.kids.iter().map(|k| self.effect(scope, code, k)).collect();
                let ty = ends.last().map_or(Type::PLAIN, |e| e.1.clone());
                (Pick::Number(ends.first().map_or(0, |e| e.0), ends.get(1).map_or(0, |e| e.0)), ty)
            }
            Some(o) if o.rule == Rule::one_of => {
                let (mut names, mut forms) = (Vec::new(), true);
                for n in o.all(Rule::name) {
                    let (x, ty) = self.bare(scope, n);
                    forms &= ty == Type::State;
                    names.push((self.name(n).to_owned(), x));
                }
                (Pick::Names(names), if forms { Type::State } else { Type::Name })
            }
            Some(k) if k.rule == Rule::kw_place && self.text(k) != "place" && chosen.has(Rule::place_rel) => {
                let help = "choose among all of them, or say with `if` what becomes of the choice";
                return drop(self.fault(Code::Unready, chosen.span, "only places are limited so", help));
            }
            Some(k) if k.rule == Rule::kw_place && self.text(k) == "facing" => (Pick::Facing, Type::Name),
            Some(k) if k.rule == Rule::kw_place && self.text(k) == "edge" => (Pick::Names(self.edges()), Type::Edge),
            _ => {
                let who = self.stands_there(scope, node);
                (self.place_pick(scope, chosen, who), Type::Place)
            }
        };
        if node.has(Rule::at_random) {
            let Pick::Thing(sel) = pick else {
                self.fault(Code::Unready, chosen.span, "only things are picked at random", "roll a die, and ask what it shows");
                return;
            };
            let to = scope.bind(&name, ty);
            self.pick_at_random(scope, code, sel, to, node.span);
            return;
        }
        self.program.picks.push(pick);
        let pick = short(self.program.picks.len() - 1);
        let edge = ty == Type::Edge;
        let to = scope.bind(&name, ty);
        let label = self.program.label(&name);
        let at = code.len();
        code.push(Op::Choose { pick, by, to, none: 0, may: node.has(Rule::may), label });
        if edge {
            let chosen = self.edge_towards(to);
            code.push(Op::Set(to, chosen));
        }
        land(code, at);
    }

    /// A place to be chosen, what limits it, and for whom.
    pub fn place_pick(&mut self, scope: &mut Scope, node: &Node, who: Option<X>) -> Pick {
        let mut limits = Vec::new();
        for rel in node.all(Rule::place_rel).filter_map(Node::first) {
            let stays = match rel.rule {
                Rule::within_r => {
                    let far = rel.find(Rule::sum_expr).map_or(0, |e| self.length_of(scope, e));
                    let of = rel.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
                    if rel.has(Rule::is_within) { Stays::Within(far, of) } else { Stays::Beyond(far, of) }
                }
                Rule::not_near => {
                    let far = rel.find(Rule::sum_expr).map_or(0, |e| self.length_of(scope, e));
                    match (rel.find(Rule::selector), rel.find(Rule::r#ref)) {
                        (Some(s), _) => match self.only_word(s).and_then(|w| scope.find(w)).map(|l| l.reg) {
                            Some(reg) => Stays::Beyond(far, self.program.ex(Ex::Reg(reg))),
                            None => Stays::BeyondAll(far, self.selector(scope, s).0),
                        },
                        (None, of) => Stays::Beyond(far, of.map_or(0, |r| self.expr(scope, r).0)),
                    }
                }
                Rule::in_r => {
                    let zone = rel.find(Rule::r#ref).or_else(|| rel.find(Rule::name_ref));
                    Stays::Inside(zone.map_or(0, |r| self.expr(scope, r).0))
                }
                _ => {
                    let help = "limit it with `within 6\" of ...`, `more than 6\" from ...` and `in ...`";
                    self.fault(Code::Unready, rel.span, "a place cannot be limited so", help);
                    continue;
                }
            };
            let said = self.text(rel).trim_start_matches(',').trim().to_owned();
            limits.push(Limit { said, stays });
        }
        Pick::Place { limits, who }
    }

    /// The one word of a description that is no kind, and so may stand for something.
    fn only_word(&self, selector: &Node) -> Option<&'a str> {
        let [noun] = selector.kids.as_slice() else { return None };
        let [word] = noun.kids.as_slice() else { return None };
        Some(self.text(word)).filter(|w| self.program.book.kind(w).is_none())
    }

    fn length_of(&mut self, scope: &mut Scope, node: &Node) -> X {
        let (x, ty) = self.expr(scope, node);
        if !ty.fits(&Type::LENGTH) {
            let is = self.program.book.describe(&ty);
            self.fault(Code::Measure, node.span, format!("how far is in inches, and this is {is}"), "give a length such as 6\"");
        }
        x
    }

    /// `take any action by REF`.
    pub fn take(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let many = node.find(Rule::take_many).map_or("any", |w| self.text(w)).to_owned();
        let Some(word) = node.find(Rule::word) else { return };
        let Some(kind) = self.program.book.kind(self.text(word)).filter(|k| self.program.book.is(*k, KindBase::Action)) else {
            self.fault(
                Code::Kind,
                word.span,
                format!("`{}` is not a kind of action", self.text(word)),
                "take an `action`, or declare the kind with `is action`",
            );
            return;
        };
        let who = node.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
        let among = self.take_limits(scope, node);
        let top = code.len();
        self.offers_at_any_time(scope, code);
        let take = code.len();
        code.push(Op::Take { who, kind: small(kind), may: many == "any", among, exit: 0 });
        if many == "any" {
            code.push(Op::Jump(u32::try_from(top).unwrap_or(u32::MAX)));
        }
        land(code, take);
    }

    /// `at X`, `among A, B`: what it is done to, and the actions that one is taken from.
    fn take_limits(&mut self, scope: &mut Scope, node: &Node) -> u16 {
        let mut roles = node.all(Rule::role);
        let at = roles.next().and_then(Node::filled).map(|o| self.expr(scope, o).0);
        if let Some(second) = roles.next() {
            self.fault(Code::Role, second.span, "an action is aimed at one thing", "name only what fills its second blank");
        }
        let list = node.find(Rule::take_from).and_then(|f| f.find(Rule::name_list));
        if at.is_none() && list.is_none() {
            return u16::MAX;
        }
        let only = list.map(|list| {
            let mut procs = Vec::new();
            for name in list.kids.iter().filter_map(|l| l.find(Rule::name_ref)) {
                let written = self.name(name.find(Rule::name).unwrap_or(name));
                procs.extend(self.procedure_named(name, written));
            }
            procs
        });
        self.program.takes.push((at, only));
        short(self.program.takes.len() - 1)
    }

    /// `may ...`, `REF may ...`.
    pub fn may(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, below: &[Line]) {
        let who = node.find(Rule::r#ref).map(|r| self.expr(scope, r).0);
        let by = match who {
            Some(w) => self.program.ex(Ex::Side(w)),
            None => self.owner(scope),
        };
        let Some(body) = node.find(Rule::stmt_body) else { return };
        let mut tag = None;
        body.walk(&mut |n| {
            if n.rule == Rule::this_st && tag.is_none() {
                tag = n.find(Rule::word).map(|w| w.span);
            }
        });
        for line in below {
            for part in &line.parts {
                if part.rule == Rule::this_st && tag.is_none() {
                    tag = part.find(Rule::word).map(|w| w.span);
                }
            }
        }
        let name = tag.map_or_else(|| scope.step.clone(), |s| self.files.slice(s).to_owned());
        let label = self.program.label(&name);
        let mut exits = Vec::new();
        if let Some(spend) = body.find(Rule::spend_st) {
            self.spend(scope, code, spend, Some(&mut exits));
            let paid = code.pop();
            exits.push(code.len());
            let viewer = self.viewer(scope).unwrap_or(0);
            code.push(Op::Offer { by, no: 0, label, row: 0, who: who.unwrap_or(viewer) });
            code.extend(paid);
        } else {
            let viewer = self.viewer(scope).unwrap_or(0);
            exits.push(code.len());
            code.push(Op::Offer { by, no: 0, label, row: 0, who: who.unwrap_or(viewer) });
        }
        let mut after_if = None;
        match body.find(Rule::stmt) {
            Some(s) => self.statement(scope, code, s, below, &mut after_if),
            None => self.block(scope, code, body.find(Rule::block), below),
        }
        for e in exits {
            land(code, e);
        }
    }
}
