//! Tables that are asked with keys in brackets.

use super::Wanted;
use super::show::Shown;
use crate::ast::{self, Name, NameRef, Param};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, TableId, Ty};
use crate::intern::Sym;
use crate::resolve::{Resolver, Scope};
use crate::source::{At, Span};

/// What stands in brackets behind a name.
pub(super) enum Keys<'a> {
    /// Questions with commas between them.
    Asked(&'a [ast::Expr]),
    /// One number, name or dice, which looks like what a rule is given.
    One(Param),
}

impl Keys<'_> {
    /// How many.
    const fn len(&self) -> usize {
        match self {
            Keys::Asked(list) => list.len(),
            Keys::One(_) => 1,
        }
    }

    /// The brackets and what stands in them.
    fn at(&self) -> At {
        let inner = match self {
            Keys::Asked(list) => list.first().map_or_else(At::default, |a| list.last().map_or(a.at, |b| a.at.to(b.at))),
            Keys::One(p) => param_at(*p),
        };
        let span = inner.span();
        At(Span::new((span.start as usize).saturating_sub(1), span.end as usize + 1))
    }
}

/// Where what is given in brackets stands.
const fn param_at(p: Param) -> At {
    match p {
        Param::Int(n) => n.at,
        Param::Dice(d) => d.at,
        Param::Name(n) => n.at,
    }
}

impl Resolver<'_> {
    /// What stands in brackets behind a name. One number or name there looks like the parameter of a rule.
    pub(super) fn keys_of<'a>(&self, call: &'a ast::Call) -> Option<Keys<'a>> {
        if !call.args.is_empty() {
            return Some(Keys::Asked(&call.args));
        }
        let param = call.name.param?;
        (!self.tables_named(call.name.name.sym).is_empty()).then_some(Keys::One(param))
    }

    /// `Table Name (key, key)`.
    pub(super) fn lookup_in(&mut self, scope: &mut Scope, call: &ast::Call, keys: &Keys<'_>) -> Expr {
        let name = &call.name;
        let tables = self.tables_named(name.name.sym);
        let Some(first) = tables.first().copied() else { return self.not_a_table(name, keys) };
        let given: Vec<Expr> = match keys {
            Keys::Asked(list) => list.iter().map(|e| self.expr(scope, e)).collect(),
            Keys::One(p) => vec![self.one_key(scope, *p)],
        };
        let fits = |t: &TableId| {
            let want = self.rules.tables.get(*t).and_then(|t| t.takes.first());
            matches!((given.first(), want), (Some(g), Some(w)) if g.ty.fits(*w))
        };
        let table = tables.iter().copied().find(fits).unwrap_or(first);
        self.fits_keys(table, name.name.sym, &given, keys.at());
        self.looked_up(scope, table, given, name)
    }

    /// A key that looks like what a rule is given.
    fn one_key(&mut self, scope: &mut Scope, p: Param) -> Expr {
        match p {
            Param::Int(n) => Expr::new(ExprKind::Int(n.value), Ty::PLAIN, n.at),
            Param::Name(n) => self.bare(scope, &alone(n)),
            Param::Dice(d) => self.fault(Code::Syntax, d.at, "this cannot be asked", "name a value"),
        }
    }

    /// Faults keys that a table does not have.
    fn fits_keys(&mut self, table: TableId, name: Sym, given: &[Expr], at: At) {
        let Some(t) = self.rules.tables.get(table) else { return };
        let (takes, first) = (t.takes.clone(), t.head.roles.first().map(|r| r.local));
        let written = self.said(name);
        if let Some(local) = first {
            let local = self.rules.locals.get(local).map_or("it", |l| self.text(l.word)).to_owned();
            self.fault(Code::Role, at, format!("`{written}` is looked up by one {local}"), format!("write `{written} of {local}`"));
            return;
        }
        if takes.len() != given.len() {
            let has = if takes.len() == 1 { "1 key (its rows)" } else { "2 keys (its rows and its columns)" };
            let told = if given.len() == 1 { "1 is given".to_owned() } else { format!("{} are given", given.len()) };
            self.fault(Code::Role, at, format!("`{written}` has {has}, and {told}"), format!("give it {}", takes.len()));
            return;
        }
        for (key, want) in given.iter().zip(takes) {
            if !key.ty.fits(want) {
                let (is, wanted) = (self.describe(key.ty), self.describe(want));
                let message = format!("`{written}` is looked up by {wanted}, and this is {is}");
                self.fault(Code::Type, key.at, message, format!("give it {wanted}"));
            }
        }
    }

    /// A lookup with its keys, all of which are known. Dice in its cells are rolled where that may be.
    pub(super) fn looked_up(&mut self, scope: &Scope, table: TableId, keys: Vec<Expr>, name: &NameRef) -> Expr {
        let gives = self.rules.tables.get(table).map_or(Ty::Unknown, |t| t.head.gives);
        let dice = self.table_rolls(table);
        let x = Expr::new(ExprKind::Look(table, keys), gives, name.at);
        match (dice, scope.effects) {
            (true, true) => Expr::new(ExprKind::RollCell(x), gives, name.at),
            (true, false) => self.holds_dice(name.name.sym, name.at),
            (false, _) => x,
        }
    }

    /// The fault for dice in a cell that is only asked.
    pub(super) fn holds_dice(&mut self, name: Sym, at: At) -> Expr {
        let message = format!("`{}` holds dice, and a question may not roll", self.text(name));
        self.fault(Code::Dice, at, message, "look it up in a step of its own, `step x = ...`, and ask `x`")
    }

    /// The fault for brackets behind something that is no table.
    fn not_a_table(&mut self, name: &NameRef, keys: &Keys<'_>) -> Expr {
        let Some(symbol) = self.lookup(name.name.sym).first().copied() else { return self.unknown_name(name, Wanted::Table) };
        let roles: Vec<&str> = self.head_of(symbol).map_or_else(Vec::new, |h| h.roles.iter().map(|r| r.prep.word()).collect());
        let shown = Shown(&self.rules.names);
        let written = self.said(name.name.sym);
        let mut fixed = written.clone();
        for i in 0..keys.len() {
            let key = match keys {
                Keys::Asked(list) => list.get(i).map_or_else(String::new, |e| shown.expr(e)),
                Keys::One(p) => shown.param(*p),
            };
            fixed = format!("{fixed} {} {key}", roles.get(i).copied().unwrap_or("of"));
        }
        let message = format!("`{written}` is {}, and brackets ask a table", self.sort_of(symbol));
        self.fault(Code::Kind, name.at, message, format!("write `{fixed}`"))
    }
}

/// A name with nothing behind it.
pub(super) const fn alone(name: Name) -> NameRef {
    NameRef { name, param: None, at: name.at }
}
