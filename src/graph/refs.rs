//! Pronouns, accessors and locals.

use super::compile::Pass;
use super::ir::{Ex, X};
use super::numbers::{mils, small};
use super::scope::Scope;
use crate::diag::{Code, nearest};
use crate::model::{KindBase, Type};
use crate::syntax::{Node, Rule};

/// Words that stand for something everywhere.
pub const ALWAYS: &[&str] = &["turn", "turns", "game"];
/// How other languages say yes and no.
const TRUTHS: &[(&str, &str)] = &[("true", "yes"), ("false", "no")];

impl Pass<'_> {
    /// Pronouns, accessors and locals.
    pub fn reference(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        match node.rule {
            Rule::me => self.me(scope, node),
            Rule::my => self.my(scope, node),
            Rule::it => match scope.it.last().cloned() {
                Some(it) => (self.program.ex(Ex::Reg(it.reg)), it.ty),
                None => self.fault(Code::Name, node.span, "`it` stands for nothing here", "name what is meant"),
            },
            Rule::the_one => match node.find(Rule::selector) {
                Some(s) => {
                    let (sel, local) = self.selector(scope, s);
                    (self.program.ex(Ex::First(sel)), local.ty)
                }
                None => (self.int(-1), Type::Unknown),
            },
            Rule::place_ref => {
                let ends: Vec<i64> = node.all(Rule::length).map(|l| mils(self.text(l))).collect();
                let (a, b) = (ends.first().copied().unwrap_or(0), ends.get(1).copied().unwrap_or(0));
                (self.int(packed(a, b)), Type::Place)
            }
            Rule::accessor => self.accessor(scope, node),
            Rule::this_ref => self.this_deed(scope, node),
            Rule::local => self.local(scope, node),
            Rule::bracket_ref => match node.first() {
                Some(inner) => self.expr(scope, inner),
                None => (self.int(-1), Type::Unknown),
            },
            Rule::spot_ref => self.spot_ref(scope, node),
            Rule::line_ref => self.fault(
                Code::Place,
                node.span,
                "a line is not asked for itself",
                "write `touching the line ...` or `within 1\" of the line ...` in a description",
            ),
            _ => self.fault(Code::Syntax, node.span, "this cannot be asked", "name a value"),
        }
    }

    /// `this order`: the deed that is being done, as a name.
    fn this_deed(&mut self, scope: &Scope, node: &Node) -> (X, Type) {
        let word = node.find(Rule::word).map_or("", |w| self.text(w));
        let deed = self.program.book.kind(word).is_some_and(|k| self.program.book.is(k, KindBase::Action));
        match scope.proc.filter(|_| deed) {
            Some(proc) => (self.int(i64::from(proc)), Type::Name),
            None => self.fault(Code::Name, node.span, format!("`this {word}` stands for nothing here"), "name what is meant"),
        }
    }

    fn me(&mut self, scope: &Scope, node: &Node) -> (X, Type) {
        if let Some(me) = &scope.me {
            return (self.program.ex(Ex::Reg(me.reg)), me.ty.clone());
        }
        let written = self.text(node);
        let blank = scope.locals.first().map(|l| l.name.as_str());
        let help = match (node.find(Rule::word).map(|w| self.text(w)), blank) {
            (_, None) => "name who is meant".to_owned(),
            (Some(word), Some(blank)) if word != blank => format!("write `{word} of {blank}`"),
            (_, Some(blank)) => format!("write `{blank}`"),
        };
        self.fault(Code::Name, node.span, format!("nobody carries this, so `{written}` stands for nothing"), help)
    }

    fn my(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let (me, ty) = self.me(scope, node);
        let Some(word) = node.find(Rule::word) else { return (me, ty) };
        self.reach(me, &ty, word)
    }

    fn accessor(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let Some(inner) = node.find(Rule::r#ref) else { return (self.int(0), Type::Unknown) };
        let (x, ty) = self.expr(scope, inner);
        if node.has(Rule::kw_other_side) {
            let side = self.program.ex(Ex::Side(x));
            let kind = self.program.book.kind("side").unwrap_or(1);
            return (self.program.ex(Ex::OtherSide(side)), Type::Thing(kind));
        }
        let Some(word) = node.find(Rule::word) else { return (x, ty) };
        self.reach(x, &ty, word)
    }

    /// `leader of`, `side of`, `rank of`, `price of`, or the group of a kind that holds it.
    pub fn reach(&mut self, x: X, ty: &Type, word: &Node) -> (X, Type) {
        let text = self.text(word);
        let book = &self.program.book;
        match text {
            "side" | "owner" => {
                let kind = book.kind("side").unwrap_or(1);
                (self.program.ex(Ex::Side(x)), Type::Thing(kind))
            }
            "leader" => {
                let piece = book.kinds.iter().position(|k| k.base == KindBase::Piece).unwrap_or(0);
                (self.program.ex(Ex::Leader(x)), Type::Thing(piece))
            }
            "rank" => (self.program.ex(Ex::Rank(x)), Type::PLAIN),
            "place" => (self.program.ex(Ex::PlaceOf(x)), Type::Place),
            "edge" => (self.program.ex(Ex::EdgeOf(x)), Type::Edge),
            "type" => {
                let piece = book.kinds.iter().position(|k| k.base == KindBase::Piece).unwrap_or(0);
                (self.program.ex(Ex::TypeRow(x)), Type::Row(piece))
            }
            "formation" => (self.program.ex(Ex::FormOf(x)), Type::State),
            "price" | "allowance" => self.bill(x, ty, word),
            _ => match book.kind(text) {
                Some(kind) if *ty == Type::Thing(kind) => (x, ty.clone()),
                Some(kind) => (self.program.ex(Ex::Up(x, small(kind))), Type::Thing(kind)),
                None => {
                    let words: Vec<String> = book
                        .kinds
                        .iter()
                        .map(|k| k.word.clone())
                        .chain(["leader", "side", "rank", "formation", "place", "edge", "price", "allowance"].map(String::from))
                        .collect();
                    let help = nearest(text, words.iter().map(String::as_str))
                        .map_or("use `leader`, `side`, `rank` or a kind".to_owned(), |m| format!("did you mean `{m}`?"));
                    self.fault(Code::Name, word.span, format!("nothing is the `{text}` of something"), help)
                }
            },
        }
    }

    fn local(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let text = self.text(node);
        if let Some(x) = self.tag_words.get(&node.span) {
            return (*x, Type::Truth);
        }
        if let Some(local) = scope.find(text).cloned() {
            return (self.program.ex(Ex::Reg(local.reg)), local.ty);
        }
        if let Some(it) = scope.it.iter().rev().find(|l| l.name == text).cloned() {
            return (self.program.ex(Ex::Reg(it.reg)), it.ty);
        }
        if let Some(param) = scope.given(text).cloned() {
            return match param.name() {
                Some(name) => self.bare(scope, &name),
                None if param.given.is_empty() => (self.int(0), Type::Unknown),
                None => (self.int(param.given.parse().unwrap_or(0)), Type::PLAIN),
            };
        }
        if let Some((_, x)) = scope.noted.iter().find(|(w, _)| w == text) {
            return (*x, Type::Unknown);
        }
        match text {
            "turn" => return (self.program.ex(Ex::Turn), Type::PLAIN),
            "turns" => return (self.program.ex(Ex::Turns), Type::PLAIN),
            "game" => return (self.program.ex(Ex::Game), Type::Thing(0)),
            _ => {}
        }
        if let Some((_, word)) = TRUTHS.iter().find(|(foreign, _)| *foreign == text) {
            return self.fault(Code::Habit, node.span, format!("`{text}` is not of this language"), format!("write `{word}`"));
        }
        let names: Vec<String> = scope.locals.iter().chain(&scope.it).map(|l| l.name.clone()).collect();
        let help = nearest(text, names.iter().map(String::as_str)).map_or_else(
            || if names.is_empty() { "name it first".to_owned() } else { format!("known here: {}", names.join(", ")) },
            |m| format!("did you mean `{m}`?"),
        );
        self.fault(Code::Name, node.span, format!("`{text}` stands for nothing here"), help)
    }

    /// From whose side friends and enemies are seen: who carries the rule, else the first blank.
    pub fn viewer(&mut self, scope: &Scope) -> Option<X> {
        match (&scope.me, scope.viewer) {
            (Some(me), _) if !matches!(me.ty, Type::Row(_)) => Some(self.program.ex(Ex::Reg(me.reg))),
            (_, viewer) => viewer,
        }
    }

    /// Whose player decides, unless it is said: the owner of who carries the rule, else of the first blank.
    pub fn owner(&mut self, scope: &Scope) -> X {
        let viewer = self.viewer(scope).unwrap_or_else(|| self.program.ex(Ex::Game));
        self.program.ex(Ex::Side(viewer))
    }
}

/// A place written as two lengths.
fn packed(x: i64, y: i64) -> i64 {
    let clip = |n: i64| i32::try_from(n).unwrap_or(i32::MAX / 2);
    crate::table::pack_place(clip(x), clip(y))
}
