//! Markers, counts and formations that change.

use super::super::ask::{Shown, Wanted};
use super::super::{Resolver, Scope};
use super::spend::name_of;
use crate::ast::{self, ThingKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, KindBase, StateId, StateKind, StmtKind, Symbol, Thing, Ty};
use crate::source::At;

impl Resolver<'_> {
    /// `x gains Dazzled`, `x loses 2 AP`, `x becomes Line`.
    pub(super) fn change_of(&mut self, scope: &mut Scope, who: &ast::Expr, what: &ast::Change) -> Option<StmtKind> {
        match what {
            ast::Change::Becomes(value) => self.becomes(scope, who, value),
            ast::Change::Gains(things) => {
                let (who, things) = self.things_changed(scope, who, things, "gains");
                Some(StmtKind::Gain(who, things))
            }
            ast::Change::Loses(things) => {
                let (who, things) = self.things_changed(scope, who, things, "loses");
                Some(StmtKind::Lose(who, things))
            }
        }
    }

    /// Who gains or loses, and what.
    fn things_changed(&mut self, scope: &mut Scope, who: &ast::Expr, things: &[ast::Thing], verb: &str) -> (Expr, Vec<Thing>) {
        let whose = self.expr(scope, who);
        let mut out = Vec::with_capacity(things.len());
        for thing in things {
            if !self.of_its_side(who, whose.ty, thing, verb) {
                out.extend(self.thing_changed(scope, thing, whose.ty));
            }
        }
        (whose, out)
    }

    /// Tells of a count that is given to somebody, and is of his side.
    fn of_its_side(&mut self, who: &ast::Expr, ty: Ty, thing: &ast::Thing, verb: &str) -> bool {
        let (ThingKind::All(name) | ThingKind::Name(name) | ThingKind::Amount { of: name, .. }) = &thing.kind else { return false };
        if !self.qualities(name).iter().any(|s| matches!(s, Symbol::Count(_))) {
            return false;
        }
        let Some(count) = self.count_of(name.name.sym, ty).and_then(|c| self.rules.counts.get(c)) else { return false };
        let grouped = matches!(ty, Ty::Thing(k) if self.is(k, KindBase::Group) || self.is(k, KindBase::Piece));
        if count.of != self.side_kind() || !grouped {
            return false;
        }
        let (title, declared, is) = (self.said(count.name), count.line.at, self.describe(ty));
        let shown = Shown(&self.rules.names);
        let amount = match &thing.kind {
            ThingKind::All(_) => "all ".to_owned(),
            ThingKind::Amount { amount, .. } => shown.expr(amount) + " ",
            _ => String::new(),
        };
        let help = format!("write `side of {} {verb} {amount}{title}`", shown.expr(who));
        let d = Diagnostic::new(Code::Type, name.at.span(), format!("`{title}` is of a side, and this is {is}"));
        self.report(d.label(declared.span(), "declared here").help(help));
        true
    }

    /// What somebody of this type gains or loses.
    fn thing_changed(&mut self, scope: &mut Scope, thing: &ast::Thing, ty: Ty) -> Option<Thing> {
        let name = match &thing.kind {
            ThingKind::Number(n) => {
                self.measureless(*n, ty);
                return None;
            }
            ThingKind::Word(word) => {
                let what = self.said(word.sym);
                self.fault(Code::Name, thing.at, format!("`{what}` is no marker, rule or count"), "name it, with a capital");
                return None;
            }
            ThingKind::All(name) | ThingKind::Name(name) | ThingKind::Amount { of: name, .. } => name,
        };
        let symbols = self.qualities(name).to_vec();
        let state = symbols.iter().find_map(|s| match s {
            Symbol::State(s) => Some((*s, Thing::State(*s))),
            Symbol::Rule(r) => self.rules.rules.get(*r).and_then(|rule| rule.state).map(|s| (s, Thing::Rule(*r))),
            _ => None,
        });
        if let Some((state, had)) = state {
            self.can_bear(state, ty, name.at);
            if let ThingKind::Amount { .. } = &thing.kind {
                let title = self.said(name.name.sym);
                let of = if let Ty::Thing(kind) = ty { self.kind_of(kind).map(|k| self.said(k.word)) } else { None };
                let help = match of {
                    Some(of) => format!("write `{title}` alone, or declare `count {title} of {of}` in place of what it is"),
                    None => format!("write `{title}` alone"),
                };
                self.fault(Code::Kind, thing.at, format!("`{title}` is had or not, and is not counted"), help);
            }
            return Some(had);
        }
        if symbols.iter().any(|s| matches!(s, Symbol::Count(_))) {
            let (count, amount) = self.counted(scope, thing, ty)?;
            let all = matches!(thing.kind, ThingKind::All(_));
            return Some(if all { Thing::All(count) } else { Thing::Amount(count, amount) });
        }
        let counted = matches!(thing.kind, ThingKind::Amount { .. } | ThingKind::All(_));
        self.unknown_name(name, if counted { Wanted::Count(ty) } else { Wanted::Gained(ty) });
        None
    }

    /// Faults a state given to what cannot bear it.
    fn can_bear(&mut self, state: StateId, ty: Ty, at: At) {
        let (Some(s), Ty::Thing(is)) = (self.rules.states.get(state), ty) else { return };
        let base = |kind| self.kind_of(kind).map(|k| k.base);
        // where nothing says whose it is, and there are no pieces, anybody may have it
        if base(is) == base(s.of) || base(s.of) == Some(KindBase::Game) || self.kind(s.of_word).is_none() {
            return;
        }
        let (is, want, title) = (self.describe(ty), self.said(s.of_word), self.said(s.name));
        let d = Diagnostic::new(Code::Type, at.span(), format!("`{title}` is of a {want}, and this is {is}"));
        let d = d.label(s.line.at.span(), "declared here").help(format!("give it to a {want}"));
        self.report(d);
    }

    /// The tag that is named alone, of those that drive each other out. Others are faulted.
    fn tag_alone(&mut self, scope: &Scope, value: &ast::Expr) -> Option<StateId> {
        let written = name_of(value)?;
        // a word of the rule's own may be like a name
        if scope.find(written).is_some() {
            return None;
        }
        let is_tag = |s: StateId| self.rules.states.get(s).is_some_and(|s| s.kind == StateKind::Tag);
        let tag = self.find(written, |s| if let Symbol::State(s) = s { Some(s).filter(|s| is_tag(*s)) } else { None })?;
        if !self.rules.exclusive.iter().any(|set| set.contains(&tag)) {
            let written = self.said(written);
            let help = format!("write `gains {written}`, or declare it `exclusive` with those that it drives out");
            self.fault(Code::Type, value.at, format!("`{written}` takes the place of nothing"), help);
        }
        Some(tag)
    }

    /// `x becomes y`: a stored number, a tag among its like, a formation, or a word that is said anew.
    fn becomes(&mut self, scope: &mut Scope, subject: &ast::Expr, value: &ast::Expr) -> Option<StmtKind> {
        if let ast::ExprKind::Call(call) = &*subject.kind {
            let count = self.find(call.name.name.sym, |s| if let Symbol::Count(c) = s { Some(c) } else { None });
            if count.is_some() {
                return self.stored_anew(scope, subject, call, value);
            }
        }
        if let Some(tag) = self.tag_alone(scope, value) {
            let who = self.expr(scope, subject);
            // a group is changed with all its pieces
            if !matches!(who.ty, Ty::Thing(k) if self.is(k, KindBase::Group)) {
                self.can_bear(tag, who.ty, value.at);
            }
            return Some(StmtKind::Become(who, Expr::new(ExprKind::Formation(tag), Ty::Formation, value.at)));
        }
        let word = match &*subject.kind {
            ast::ExprKind::Local(word) => scope.find(word.sym),
            _ => None,
        };
        if let Some(local) = word.filter(|l| !matches!(self.local_ty(*l), Ty::Thing(_))) {
            self.offered.remove(&local);
            return Some(StmtKind::Set(local, self.effect(scope, value)));
        }
        if self.marker_alone(value) {
            let (who, what) = (Shown(&self.rules.names).expr(subject), Shown(&self.rules.names).expr(value));
            let message = format!("`{what}` is a marker, and a marker is gained");
            self.fault(Code::Type, value.at, message, format!("write `{who} gains {what}`"));
            return None;
        }
        let who = self.expr(scope, subject);
        let x = self.expr(scope, value);
        if x.ty.fits(Ty::Formation) {
            return Some(StmtKind::Become(who, x));
        }
        if let Some(local) = word {
            self.offered.remove(&local);
            return Some(StmtKind::Set(local, x));
        }
        // of what is not known, nobody knows what it can become
        if who.ty != Ty::Unknown {
            self.fault(Code::Type, value.at, "only a formation or a number can be become", "name a formation");
        }
        None
    }

    /// Whether no more than a marker is named.
    fn marker_alone(&self, value: &ast::Expr) -> bool {
        let ast::ExprKind::Call(call) = &*value.kind else { return false };
        let marker = |s| matches!(s, Symbol::State(s) if self.rules.states.get(s).is_some_and(|s| s.kind == StateKind::Marker));
        call.args.is_empty() && call.roles.is_empty() && self.find(call.name.name.sym, |s| marker(s).then_some(())).is_some()
    }

    /// `AP of x becomes 3`.
    fn stored_anew(&mut self, scope: &mut Scope, subject: &ast::Expr, call: &ast::Call, value: &ast::Expr) -> Option<StmtKind> {
        let cell = self.expr(scope, subject);
        let x = self.effect(scope, value);
        self.measured_so(call.name.name.sym, cell.ty, &x, value.at);
        if let ExprKind::Count(count, of) = *cell.kind {
            return Some(StmtKind::Store(count, of, x));
        }
        if cell.ty != Ty::Unknown {
            let message = format!("`{}` is worked out, not remembered", Shown(&self.rules.names).expr(subject));
            self.fault(Code::Type, call.at, message, "change a count, or what it is worked out from");
        }
        None
    }
}
