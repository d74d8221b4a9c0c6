//! Titles, blanks and keys: what head lines are made of.

use super::Reader;
use super::kids::Kids;
use crate::ast::{ChanceBase, Int, NameOrWord, Points, Price, RoleHead, TableKey, Target, Title, Version};
use crate::ast::{ExprKind, Text};
use crate::source::At;
use crate::syntax::{Node, Rule};

impl Reader<'_> {
    /// `Lucky (n)`
    pub fn title(&mut self, node: &Node) -> Option<Title> {
        self.read(node, |r, k| {
            let name = r.name_next(k)?;
            let params = k.all(Rule::word).into_iter().map(|w| r.word(w)).collect();
            Some(Title { name, params, at: At(node.span) })
        })
    }

    /// The title that comes next, if one does. None only if it could not be read.
    pub fn title_next(&mut self, k: &mut Kids<'_>) -> Option<Option<Title>> {
        match k.take(Rule::title) {
            Some(title) => self.title(title).map(Some),
            None => Some(None),
        }
    }

    /// The blanks that come next.
    pub fn role_heads(&mut self, k: &mut Kids<'_>) -> Option<Vec<RoleHead>> {
        k.all(Rule::role_head).into_iter().map(|n| self.role_head(n)).collect()
    }

    fn role_head(&mut self, node: &Node) -> Option<RoleHead> {
        self.read(node, |r, k| {
            let prep = k.take(Rule::prep).and_then(|p| r.prep(p))?;
            let start = k.peek()?.span;
            let who = r.described(k, At(start.to(node.span)))?;
            Some(RoleHead { prep, who, at: At(node.span) })
        })
    }

    /// `1.0.2`
    pub fn version(&mut self, node: &Node) -> Option<Version> {
        let at = At(node.span);
        let written = self.files.slice(node.span);
        let numbers = written.split('.').map(|n| self.number(n, at)).collect::<Option<_>>()?;
        Some(Version { numbers, text: Text { sym: self.names.intern(written), at } })
    }

    /// `15 pts` on the head of what is bought.
    pub fn kind_price(&mut self, node: &Node) -> Option<Points> {
        self.read(node, |r, k| {
            let minus = k.sign("-");
            let value = r.integer(k)?.value;
            k.mark(Rule::k_pts);
            Some(Points { value: if minus { -value } else { value }, at: At(node.span) })
        })
    }

    /// `12 pts each`
    pub fn price(&mut self, node: &Node) -> Option<Price> {
        self.read(node, |r, k| {
            let minus = k.sign("-");
            let points = r.integer(k)?;
            k.mark(Rule::k_pts);
            let points = Int { value: if minus { -points.value } else { points.value }, ..points };
            Some(Price { points, each: k.mark(Rule::kw_each), at: At(node.span) })
        })
    }

    /// `2d6 + 1, ties roll again`
    pub fn chance_body(&mut self, node: &Node) -> Option<ChanceBase> {
        self.read(node, |r, k| {
            let expr = k.take(Rule::choice).and_then(|c| r.expr(c))?;
            Some(ChanceBase { expr, ties_roll_again: k.mark(Rule::tie_rule), at: At(node.span) })
        })
    }

    /// `(key, key) of unit`, if that comes next: the keys, and of whom.
    pub fn table_keys(&mut self, k: &mut Kids<'_>) -> Option<(Vec<TableKey>, Vec<RoleHead>)> {
        let Some(node) = k.take(Rule::table_keys) else { return Some((Vec::new(), Vec::new())) };
        self.read(node, |r, k| {
            let keys = k.all(Rule::table_key).into_iter().map(|n| r.table_key(n)).collect::<Option<_>>()?;
            Some((keys, r.role_heads(k)?))
        })
    }

    fn table_key(&mut self, node: &Node) -> Option<TableKey> {
        self.read(node, |r, k| {
            let what = k.next()?;
            if what.rule == Rule::dice_term {
                return r.dice_term(what).map(TableKey::Dice);
            }
            let expr = r.expr(what)?;
            Some(match *expr.kind {
                ExprKind::Local(word) => TableKey::Word(word),
                kind => TableKey::Expr(crate::ast::Expr::of(kind, expr.at)),
            })
        })
    }

    /// What is amended or removed.
    pub fn target(&mut self, node: &Node) -> Option<Target> {
        self.read(node, |r, k| {
            let word = k.take(Rule::decl_word).map(|w| r.word(w))?;
            let list = k.mark(Rule::any_part);
            let name: Option<NameOrWord> = k.take_any(&[Rule::name, Rule::word]).map(|n| r.name_or_word(n));
            let (keys, mut roles) = r.table_keys(k)?;
            roles.extend(r.role_heads(k)?);
            Some(Target { word, list, name, keys, roles, at: At(node.span) })
        })
    }
}
