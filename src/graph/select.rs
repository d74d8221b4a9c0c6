//! Descriptions of things to selectors.

use super::compile::Pass;
use super::ir::{Bin, Domain, Ex, S, Sel, X};
use super::lines::line_in;
use super::numbers::{short, small};
use super::scope::{Local, Scope};
use crate::diag::{Code, nearest};
use crate::model::{KindBase, Symbol, Type};
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// Compiles a description; the local is its candidate.
    pub fn selector(&mut self, scope: &mut Scope, node: &Node) -> (S, Local) {
        let (kind, name) = self.noun(node);
        let ty = self.thing_type(kind);
        let reg = scope.fresh();
        let local = Local { name, reg, ty };
        let var = self.program.ex(Ex::Reg(reg));
        let seen = self.look_at(scope, &local);
        let mut sel = Sel { domain: Domain::All(small(kind)), var: reg, filters: Vec::new(), extreme: Vec::new() };
        for adjective in node.all(Rule::adjective) {
            let test = self.adjective(scope, var, &local.ty, adjective);
            sel.filters.push(test);
        }
        for relative in node.all(Rule::relative) {
            self.relative(scope, kind, var, &local.ty, relative, &mut sel);
        }
        Self::look_away(scope, seen);
        if sel.domain == Domain::All(small(kind)) && self.program.book.is(kind, KindBase::Row) {
            // rows asked for without an owner are those of the whole list
            sel.domain = Domain::Rows(small(kind));
        }
        self.program.sels.push(sel);
        (short(self.program.sels.len() - 1), local)
    }

    /// Looks at a candidate. A word of its own hides what is called so around it; says where that word stands.
    pub fn look_at(&self, scope: &mut Scope, local: &Local) -> Option<usize> {
        scope.it.push(local.clone());
        let kind = match local.ty {
            Type::Thing(k) | Type::Row(k) => self.program.book.kinds.get(k),
            _ => None,
        };
        if kind.is_some_and(|k| k.word == local.name) {
            return None;
        }
        scope.locals.push(local.clone());
        Some(scope.locals.len() - 1)
    }

    /// Looks no more at the last candidate.
    pub fn look_away(scope: &mut Scope, seen: Option<usize>) {
        scope.it.pop();
        if let Some(at) = seen.filter(|at| *at < scope.locals.len()) {
            scope.locals.remove(at);
        }
    }

    /// The kind of a description and the local it names.
    pub fn noun(&mut self, node: &Node) -> (usize, String) {
        let words: Vec<&Node> = node.find(Rule::noun).map_or_else(Vec::new, |n| n.all(Rule::word).collect());
        let Some(first) = words.first() else { return (0, String::new()) };
        let word = self.text(first);
        let kind = self.kind_word(first, word);
        let singular = self.program.book.kinds.get(kind).map_or(word.to_owned(), |k| k.word.clone());
        (kind, words.get(1).map_or(singular, |w| self.text(w).to_owned()))
    }

    /// The kind that a word stands for.
    pub fn kind_word(&mut self, node: &Node, word: &str) -> usize {
        if let Some(kind) = self.program.book.kind(word) {
            return kind;
        }
        let words: Vec<String> = self.program.book.kinds.iter().map(|k| k.word.clone()).collect();
        let help =
            nearest(word, words.iter().map(String::as_str)).map_or("declare it with `kind`".to_owned(), |m| format!("did you mean `{m}`?"));
        self.fault(Code::Kind, node.span, format!("`{word}` is not a kind of thing in this pack"), help);
        0
    }

    /// The type of a thing of a kind.
    pub fn thing_type(&self, kind: usize) -> Type {
        if self.program.book.is(kind, KindBase::Row) { Type::Row(kind) } else { Type::Thing(kind) }
    }

    /// What an adjective asks of a candidate.
    pub fn adjective(&mut self, scope: &mut Scope, var: X, ty: &Type, node: &Node) -> X {
        let not = node.has(Rule::not_adj);
        for kid in &node.kids {
            match kid.rule {
                Rule::allegiance => {
                    let enemy = self.text(kid) == "enemy";
                    let Some(viewer) = self.viewer(scope) else {
                        self.fault(Code::Type, kid.span, "nobody here has friends or enemies", "say whose, `of other side of ...`");
                        return var;
                    };
                    return self.allegiance(var, viewer, enemy);
                }
                Rule::kw_other => {
                    let Some(viewer) = self.viewer(scope) else { return var };
                    let same = self.program.ex(Ex::Two(Bin::Eq, var, viewer));
                    return self.program.ex(Ex::Not(same));
                }
                Rule::name_ref => {
                    let x = self.quality(scope, var, ty, kid);
                    return self.negate(not, x);
                }
                Rule::name_list_adj => {
                    let mut any: Option<X> = None;
                    for name in kid.all(Rule::name_ref) {
                        let one = self.quality(scope, var, ty, name);
                        any = Some(any.map_or(one, |a| self.program.ex(Ex::Two(Bin::Or, a, one))));
                    }
                    return any.unwrap_or(var);
                }
                _ => {}
            }
        }
        var
    }

    /// As [`Self::relative`], for a blank that is already filled: whose it is becomes a test.
    pub fn relative_filter(&mut self, scope: &mut Scope, kind: usize, var: X, ty: &Type, node: &Node, sel: &mut Sel) {
        let domain = sel.domain;
        let holder = self.relative(scope, kind, var, ty, node, sel);
        let test = match (sel.domain, holder) {
            (Domain::RowsOf(_, of), _) => Ex::Carries(of, var),
            (Domain::Of(_, of), Type::Thing(k)) if self.program.book.is(k, KindBase::Side) => {
                let (a, b) = (self.program.ex(Ex::Side(var)), self.program.ex(Ex::Side(of)));
                Ex::Two(Bin::Eq, a, b)
            }
            (Domain::Of(_, of), Type::Thing(k)) => {
                let whole = self.program.ex(Ex::Up(var, small(k)));
                Ex::Two(Bin::Eq, whole, of)
            }
            (among @ Domain::Of(..), _) => {
                let reg = scope.fresh();
                let one = self.program.ex(Ex::Reg(reg));
                let same = self.program.ex(Ex::Two(Bin::Eq, one, var));
                self.program.sels.push(Sel { domain: among, var: reg, filters: vec![same], extreme: Vec::new() });
                Ex::Exists(short(self.program.sels.len() - 1))
            }
            _ => return,
        };
        sel.filters.push(self.program.ex(test));
        sel.domain = domain;
    }

    /// What a description says more of a candidate; gives what it belongs to, if it says that.
    fn relative(&mut self, scope: &mut Scope, kind: usize, var: X, ty: &Type, node: &Node, sel: &mut Sel) -> Type {
        let mut holder = Type::Unknown;
        let Some(r) = node.first() else { return holder };
        // to whom a candidate belongs does not hang on itself, nor is it within reach of itself: `it` is what is around
        let of_it = r.find(Rule::r#ref).is_some_and(|n| n.has(Rule::it));
        let own = if of_it || matches!(r.rule, Rule::of_r | Rule::from_r | Rule::in_r) { scope.it.pop() } else { None };
        match r.rule {
            Rule::from_r => {
                let help = "write `of` for whose it is; whom `for each` begins with stands behind a comma, `, from ...`";
                self.fault(Code::Place, r.span, "nothing is described by `from`", help);
            }
            Rule::of_r => {
                let of = r.find(Rule::r#ref).map_or((0, Type::Unknown), |n| self.expr(scope, n));
                sel.domain = if self.program.book.is(kind, KindBase::Row) {
                    Domain::RowsOf(small(kind), of.0)
                } else {
                    Domain::Of(small(kind), of.0)
                };
                holder = of.1;
            }
            Rule::within_r => {
                let test = self.within_of(scope, var, r);
                sel.filters.push(test);
            }
            Rule::touching_r => {
                let test = if let Some(line) = line_in(r) {
                    self.along(scope, var, line, None)
                } else if let Some(n) = r.find(Rule::r#ref) {
                    let other = self.expr(scope, n).0;
                    self.program.ex(Ex::Touches(var, other))
                } else if let Some(n) = r.find(Rule::selector) {
                    let (inner, local) = self.selector(scope, n);
                    let other = self.program.ex(Ex::Reg(local.reg));
                    let touch = self.program.ex(Ex::Touches(var, other));
                    if let Some(s) = self.program.sels.get_mut(inner as usize) {
                        s.filters.push(touch);
                    }
                    self.program.ex(Ex::Exists(inner))
                } else {
                    var
                };
                let not = self.text(r).starts_with("not");
                let test = self.negate(not, test);
                sel.filters.push(test);
            }
            Rule::seen_r => {
                let by = r.find(Rule::r#ref).map_or(0, |n| self.expr(scope, n).0);
                sel.filters.push(self.program.ex(Ex::Sees(by, var)));
            }
            Rule::other_than => {
                let other = r.find(Rule::r#ref).map_or(0, |n| self.expr(scope, n).0);
                sel.filters.push(self.program.ex(Ex::Two(Bin::Ne, var, other)));
            }
            Rule::with_r => self.with_relative(scope, var, ty, r, sel),
            Rule::where_r => {
                if let Some(e) = r.find(Rule::expr) {
                    let test = self.truth(scope, e);
                    sel.filters.push(test);
                }
            }
            Rule::nearest_r => {
                let of = r.find(Rule::r#ref).map_or(0, |n| self.expr(scope, n).0);
                let d = self.program.ex(Ex::Distance(var, of));
                sel.extreme.push((d, r.has(Rule::kw_furthest)));
            }
            Rule::in_r => {
                if let Some(test) = self.among_cards(scope, var, r) {
                    sel.filters.push(test);
                } else if let Some(name) = r.find(Rule::r#ref).and_then(|n| n.find(Rule::name_ref)).or_else(|| r.find(Rule::name_ref)) {
                    if let Some(t) = self.terrain(name) {
                        sel.filters.push(self.program.ex(Ex::InTerrain(var, t)));
                    }
                } else if let Some(n) = r.find(Rule::r#ref) {
                    let (of, whose) = self.expr(scope, n);
                    sel.domain = Domain::Of(small(kind), of);
                    holder = whose;
                }
            }
            Rule::carrying_r => {
                let of = r.find(Rule::r#ref).or_else(|| r.find(Rule::name_ref)).map_or(0, |n| self.expr(scope, n).0);
                sel.filters.push(self.program.ex(Ex::Carries(var, of)));
            }
            Rule::spot => {
                let test = self.spot(scope, var, r);
                sel.filters.push(test);
            }
            _ => {}
        }
        scope.it.extend(own);
        holder
    }

    fn with_relative(&mut self, scope: &mut Scope, var: X, ty: &Type, r: &Node, sel: &mut Sel) {
        if let Some(ex) = r.find(Rule::extreme_r) {
            let Some(name) = ex.find(Rule::name_ref) else { return };
            let high = ex.first().is_none_or(|w| self.text(w) != "lowest");
            if let Some(no) = r.find(Rule::kw_no) {
                let help = format!("compare it: `where {} of it < ...`", self.text(name));
                self.fault(Code::Place, no.span, "only a marker, a tag or a rule can be missing", help);
            }
            let (value, _) = self.ask(scope, name, vec![(var, ty.clone())]);
            sel.extreme.push((value, high));
            return;
        }
        let not = r.has(Rule::kw_no);
        if let Some(list) = r.find(Rule::name_list) {
            for name in list.kids.iter().filter_map(|l| l.find(Rule::name_ref)) {
                let test = self.quality(scope, var, ty, name);
                let test = self.negate(not, test);
                sel.filters.push(test);
            }
        }
    }

    /// A kind of ground by name.
    pub fn terrain(&mut self, name: &Node) -> Option<u16> {
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let found = self.program.book.find(written, Symbol::Terrain).map(short);
        if found.is_none() {
            self.fault(Code::Name, name.span, format!("`{written}` is no kind of ground"), "declare it with `terrain`");
        }
        found
    }
}
