//! What somebody can be: a state, a rule it carries, a condition, a row, ground.

use crate::ast::{Call, Name, NameRef, Param, Prep, Word};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Given, KindBase, Quality, StateId, Symbol, Ty, ValueId};
use crate::intern::Sym;
use crate::resolve::{Resolver, Scope};
use crate::source::At;

use super::Given as Filled;
use super::Wanted;
use super::show::Shown;

/// Whether a question is no more than a name.
pub(super) fn plain_name(c: &Call) -> bool {
    c.args.is_empty() && c.roles.is_empty()
}

impl Resolver<'_> {
    /// What a name says that `of` is.
    pub fn quality(&mut self, scope: &mut Scope, of: &Expr, name: &NameRef) -> Quality {
        if self.never_offered(of, name) {
            return Quality::Error;
        }
        let mut symbols = self.qualities(name).to_vec();
        if of.ty == Ty::Facing && symbols.is_empty() {
            return Quality::Same(self.bare(scope, name));
        }
        if self.stands_for_one(name.name.sym, symbols.is_empty()) {
            return Quality::Same(self.bare(scope, name));
        }
        // of a feature, ground comes first
        symbols.sort_by_key(|s| !matches!(s, Symbol::Terrain(_)));
        let row = matches!(of.ty, Ty::Row(_));
        let mut others = None;
        for symbol in symbols {
            match symbol {
                Symbol::State(state) if row => {
                    let Some(column) = self.row_tag(state) else { continue };
                    return Quality::Tagged(state, column);
                }
                Symbol::State(state) if !self.bears(of.ty, state) => others = Some(state),
                Symbol::State(state) => return Quality::State(state),
                Symbol::Rule(rule) if row => return Quality::Rule(rule),
                Symbol::Rule(rule) => match self.rules.rules.get(rule).and_then(|r| r.state) {
                    // a marker with lines below it is a rule too
                    Some(state) if others == Some(state) => {}
                    Some(_) => return Quality::Rule(rule),
                    None => {}
                },
                Symbol::Value(_) => return self.condition(scope, of, name),
                Symbol::Row(r) if row => return Quality::Row(r),
                Symbol::Terrain(t) if matches!(of.ty, Ty::Thing(k) if self.is(k, KindBase::Feature)) => return Quality::Ground(t),
                Symbol::Reading(..) | Symbol::Word(_) | Symbol::Thing(_) => return Quality::Same(self.bare(scope, name)),
                _ => {}
            }
        }
        match others {
            Some(state) => self.not_borne(of.ty, state, name),
            None => self.unknown_quality(of.ty, name),
        }
        Quality::Error
    }

    /// Faults a name that is never chosen, of a word that stands for one of several names.
    fn never_offered(&mut self, of: &Expr, name: &NameRef) -> bool {
        let (ExprKind::Local(word) | ExprKind::Picked(word, ..)) = *of.kind else { return false };
        let Some(names) = self.offered.get(&word) else { return false };
        if names.iter().any(|n| self.rules.names.same(*n, name.name.sym)) || self.stands_for_one(name.name.sym, false) {
            return false;
        }
        let listed = names.iter().map(|n| format!("`{}`", self.text(*n))).collect::<Vec<_>>().join(" or ");
        let message = format!("`{}` is never chosen", self.said(name.name.sym));
        self.fault(Code::Name, name.at, message, format!("name what is chosen: {listed}"));
        true
    }

    /// A condition asked of somebody, its first blank.
    fn condition(&mut self, scope: &mut Scope, of: &Expr, name: &NameRef) -> Quality {
        match *self.asked_so(scope, name, vec![(Prep::Of, of.clone(), name.at)], name.at).kind {
            ExprKind::Ask(value, args) => Quality::Condition(value, args),
            _ => Quality::Error,
        }
    }

    /// A condition asked of the first that is given, its other blanks filled by the others.
    pub(super) fn asked_so(&mut self, scope: &mut Scope, name: &NameRef, mut given: Vec<Filled>, at: At) -> Expr {
        let ty = given.first().map_or(Ty::Unknown, |g| g.1.ty);
        let Some(value) = self.value_of(name.name.sym, ty) else { return Expr::error(at) };
        let Some(head) = self.rules.values.get(value).map(|v| v.head.clone()) else { return Expr::error(at) };
        if let (Some(first), Some(own)) = (given.first_mut(), head.roles.first()) {
            first.0 = own.prep;
        }
        let args = self.fill(scope, &head, given, name.at);
        Expr { at, ..self.valued(value, args, name.at) }
    }

    /// Whether a name is that of a condition.
    pub(super) fn known_condition(&self, name: &NameRef) -> bool {
        self.lookup(name.name.sym).iter().any(|s| self.is_condition(*s))
    }

    /// Whether a symbol is a condition, which is asked with `is`.
    pub(super) fn is_condition(&self, symbol: Symbol) -> bool {
        matches!(symbol, Symbol::Value(v) if self.rules.values.get(v).is_some_and(|v| v.head.gives == Ty::Truth))
    }

    /// The value of this name that is asked of such a thing; where none is, the first.
    fn value_of(&self, name: Sym, ty: Ty) -> Option<ValueId> {
        let values: Vec<ValueId> =
            self.lookup(name).iter().filter_map(|s| if let Symbol::Value(v) = s { Some(*v) } else { None }).collect();
        let first = |v: &ValueId| self.rules.values.get(*v).and_then(|v| v.head.roles.first()).map(|r| self.local_ty(r.local));
        values.iter().find(|v| first(v).is_some_and(|t| t.fits(ty))).or(values.first()).copied()
    }

    fn unknown_quality(&mut self, ty: Ty, name: &NameRef) {
        let text = self.quality_text(name);
        let sym = self.rules.names.intern(&text);
        self.unknown(sym, name.at, Wanted::Quality(ty));
    }

    /// What a quality is called: with what it is given in brackets.
    pub fn quality_text(&self, name: &NameRef) -> String {
        let mut out = self.said(name.name.sym);
        if let Some(p) = name.param {
            let at = match p {
                Param::Int(n) => n.at,
                Param::Dice(d) => d.at,
                Param::Name(n) => n.at,
            };
            // with a space before the bracket it is another name
            let apart = at.span().start > name.name.at.span().end + 1;
            out.push_str(if apart { " (" } else { "(" });
            out.push_str(&Shown(&self.rules.names).param(p));
            out.push(')');
        }
        out
    }

    /// All that a quality may be.
    pub(crate) fn qualities(&self, name: &NameRef) -> &[Symbol] {
        match name.param {
            None => self.lookup(name.name.sym),
            Some(_) => self.rules.names.find_key(&self.quality_text(name)).map_or(&[], |key| self.lookup_key(key)),
        }
    }

    /// Whether a name is something that things can be.
    pub(super) fn known_quality(&self, name: &NameRef) -> bool {
        self.qualities(name).iter().any(|s| match s {
            Symbol::State(_) | Symbol::Rule(_) => true,
            other => self.is_condition(*other),
        })
    }

    /// The name that the rule was given, if a word stands for it.
    pub(super) fn given_name(&self, scope: &Scope, word: Word) -> Option<NameRef> {
        match self.given(scope, word.sym)? {
            Given::Name(sym) => Some(NameRef { name: Name { sym: *sym, at: word.at }, param: None, at: word.at }),
            _ => None,
        }
    }

    /// Whether a thing can ever have a state.
    pub fn bears(&self, ty: Ty, state: StateId) -> bool {
        if let Ty::Thing(kind) = ty { self.rules.bears(kind, state) } else { true }
    }

    /// Whether a name is a state of groups and not of their pieces.
    pub(super) fn is_of_group(&self, ty: Ty, name: &NameRef) -> bool {
        let state = self.qualities(name).iter().find_map(|s| if let Symbol::State(s) = s { Some(*s) } else { None });
        let (Some(state), Some(piece)) = (state, self.first_kind(KindBase::Piece)) else { return false };
        self.bears(ty, state) && !self.bears(Ty::Thing(piece), state)
    }

    /// Faults a question whether a thing is what it can never be.
    fn not_borne(&mut self, ty: Ty, state: StateId, name: &NameRef) {
        let Some(state) = self.rules.states.get(state) else { return };
        let (title, of, span, is) = (self.said(state.name), self.said(state.of_word), state.line.at.span(), self.describe(ty));
        let (of_piece, of_group) = (self.is(state.of, KindBase::Piece), self.is(state.of, KindBase::Group));
        let asked = if let Ty::Thing(kind) = ty { self.kind_of(kind) } else { None };
        let help = match asked {
            Some(kind) if kind.base == KindBase::Group && of_piece => format!("write `has {title}`"),
            Some(kind) if kind.base == KindBase::Piece && of_group => format!("ask it of the {of}: `{of} of {}`", self.text(kind.word)),
            _ => format!("ask it of a {of}"),
        };
        self.report(
            Diagnostic::new(Code::Type, name.at.span(), format!("`{title}` is of a {of}, and this is {is}"))
                .label(span, "declared here")
                .help(help),
        );
    }
}
