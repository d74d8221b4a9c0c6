//! The pack itself, and its kinds.

use crate::ast::{self, Base, Cite, Decl, DeclKind, ItemKind, Word};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Kind, KindBase, Line, Pack, Terms};
use crate::intern::Sym;
use crate::source::{At, Span};

use super::super::Resolver;

/// Kinds that every pack has, the game's first.
const BUILT_IN: [(&str, KindBase); 4] =
    [("game", KindBase::Game), ("side", KindBase::Side), ("rule", KindBase::Rule), ("action", KindBase::Action)];
/// What carries the rules that only some scenarios have; it is no kind.
pub(super) const SCENARIO: &str = "scenario";

/// The line of a declaration.
pub(super) fn line(name: Option<Sym>, at: At, d: &Decl) -> Line {
    Line { name, at, cites: d.cites.iter().map(|c| c.id).collect() }
}

/// What a line cites: where it cites nothing itself, it stands under the clauses of what is around it.
pub(crate) fn cited(own: &[Cite], around: &[Cite]) -> Vec<Sym> {
    let cites = if own.is_empty() { around } else { own };
    cites.iter().map(|c| c.id).collect()
}

impl<'a> Resolver<'a> {
    /// All declarations, with their places in the canonical order.
    pub(super) fn declared(&self) -> Vec<(usize, &'a Decl)> {
        self.decls.iter().copied().enumerate().collect()
    }

    /// Enters the pack and all kinds.
    pub(super) fn kinds(&mut self) {
        let game = self.rules.names.intern("game");
        for (word, base) in BUILT_IN {
            let word = self.rules.names.intern(word);
            self.new_kind(Kind { word, base, of: vec![game], terms: Terms::default(), lines: Vec::new(), line: Line::default() });
        }
        for (place, d) in self.declared() {
            match &*d.kind {
                DeclKind::Pack(pack) => self.pack(d, pack),
                DeclKind::Kind(kind) => self.declare_kind(place, d, kind),
                _ => {}
            }
        }
    }

    fn pack(&mut self, d: &Decl, pack: &ast::Pack) {
        self.rules.pack = Pack {
            name: Some(pack.name.sym),
            version: pack.version.as_ref().map_or_else(String::new, |v| self.said(v.text.sym)),
            extends: pack.extends.iter().map(|p| p.name.sym).collect(),
            line: line(Some(pack.name.sym), pack.name.at, d),
        };
    }

    fn declare_kind(&mut self, place: usize, d: &Decl, kind: &ast::Kind) {
        let base = match kind.is() {
            Base::Group => KindBase::Group,
            Base::Piece => KindBase::Piece,
            Base::Feature => KindBase::Feature,
            Base::Card => KindBase::Card,
            Base::Row => KindBase::Row,
            Base::Action => KindBase::Action,
            Base::Side => KindBase::Side,
            Base::Rule => KindBase::Rule,
        };
        let word = kind.word;
        if let Some(old) = self.kinds.get(&word.sym).and_then(|k| self.rules.kinds.get(*k)) {
            let first = old.line.at.span();
            let d = Diagnostic::new(Code::Twice, word.at.span(), format!("the kind `{}` is declared twice", self.text(word.sym)));
            self.report(if first.is_empty() {
                d.help("choose another word: this one is built in")
            } else {
                d.label(first, "first declared here").help("remove one of them")
            });
            return;
        }
        let of = kind.of.iter().map(|w| w.sym).collect();
        let line = line(Some(word.sym), word.at, d);
        let id = self.new_kind(Kind { word: word.sym, base, of, terms: Terms::default(), lines: Vec::new(), line });
        if let Some(made) = self.made.get_mut(place) {
            made.kind = id;
        }
    }

    fn new_kind(&mut self, kind: Kind) -> Option<crate::hir::KindId> {
        let word = kind.word;
        let id = self.rules.kinds.push(kind)?;
        self.kinds.insert(word, id);
        Some(id)
    }

    /// Faults kinds that are not there, where a word only says whose something is.
    pub(super) fn whose(&mut self) {
        for (_, d) in self.declared() {
            let words: Vec<Word> = match &*d.kind {
                DeclKind::Kind(kind) => kind.of.clone(),
                DeclKind::Tags(tags) => vec![tags.of],
                DeclKind::Count(count) => vec![count.of],
                DeclKind::Marker(t) | DeclKind::Formation(t) => first_noun(&t.roles),
                DeclKind::Named(n) if self.kind(n.word.sym).is_some_and(|k| self.is(k, KindBase::Rule)) => first_noun(&n.roles),
                _ => Vec::new(),
            };
            for word in words {
                if self.text(word.sym) != SCENARIO {
                    self.kind_word(&word);
                }
            }
        }
    }
}

impl Resolver<'_> {
    /// Faults a kind of pieces that is of nothing, where a group that is mustered has none.
    pub(super) fn pieces_of_nothing(&mut self) {
        let all: Vec<&Decl> = self.declared().into_iter().map(|(_, d)| d).collect();
        let mustered = all.iter().find_map(|d| match &*d.kind {
            DeclKind::Named(n) if n.items.iter().any(|i| matches!(i.kind, ItemKind::Has(_))) => Some(n.word.sym),
            _ => None,
        });
        let piece = |d: &&&Decl| matches!(&*d.kind, DeclKind::Kind(kind) if kind.is() == Base::Piece);
        let of = |d: &Decl, group| matches!(&*d.kind, DeclKind::Kind(kind) if kind.of.iter().any(|w| Some(w.sym) == group));
        let mut loose = all.iter().filter(piece).filter(|d| matches!(&*d.kind, DeclKind::Kind(kind) if kind.of.is_empty()));
        let (Some(group), Some(d), None) = (mustered, loose.next(), all.iter().filter(piece).find(|d| of(d, mustered))) else { return };
        let (DeclKind::Kind(kind), group) = (&*d.kind, self.said(group)) else { return };
        let head = d.head.span();
        let base = Span::new((head.end as usize).saturating_sub("piece".len()), head.end as usize);
        let what = format!("of what a `{}` is a piece is not said", self.said(kind.word.sym));
        self.report(Diagnostic::new(Code::Kind, base, what).help(format!("write `piece of {group}`")));
    }
}

/// The kind in the first blank of a head.
fn first_noun(roles: &[ast::RoleHead]) -> Vec<Word> {
    roles.first().map(|r| r.who.noun.kind).into_iter().collect()
}
