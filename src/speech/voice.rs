//! Who speaks: the rules, and what the words that stand for something are called where it is.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use crate::hir::{Expr, ExprKind, KindId, Local, LocalId, Origin, ProcId, Rules, RulingId, Ty};
use crate::intern::Sym;

/// Words that do not stand after `the`.
const NOT_NOUNS: &[&str] = &[
    "lost", "stood", "caught", "far", "ours", "theirs", "full", "near", "short", "saved", "more", "many", "first", "second", "wiped",
    "hurt",
];

/// Says phrases. What words are called may change while it speaks, so that it can be shared.
pub struct Voice<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// How words are said.
    called: RefCell<FxHashMap<LocalId, String>>,
    /// From whose side friends and enemies are seen, where it is not said.
    viewer: Cell<Option<LocalId>>,
    /// How whoever carries the rule is called, where it is not `this unit`.
    pub(super) me: RefCell<Option<String>>,
    /// What is being done where it speaks.
    pub(super) doing: Cell<Option<ProcId>>,
    /// The reading of a ruling below which it speaks: its lines do not ask for it again.
    pub(super) played: Cell<Option<(RulingId, u32)>>,
}

impl<'a> Voice<'a> {
    /// Nothing has been called anything yet.
    #[must_use]
    pub fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            called: RefCell::default(),
            viewer: Cell::default(),
            me: RefCell::default(),
            doing: Cell::default(),
            played: Cell::default(),
        }
    }

    /// Whether a question asks for the reading below which it speaks, alone or with others.
    pub(super) fn is_played(&self, e: &Expr) -> bool {
        match &*e.kind {
            ExprKind::Takes(ruling, n) => self.played.get() == Some((*ruling, *n)),
            ExprKind::And(all) => all.iter().any(|e| self.is_played(e)),
            _ => false,
        }
    }

    /// What a question asks beside the reading below which it speaks.
    pub(super) fn beside_played<'e>(&self, e: &'e Expr) -> Vec<&'e Expr> {
        match &*e.kind {
            _ if !self.is_played(e) => vec![e],
            ExprKind::And(all) => all.iter().flat_map(|e| self.beside_played(e)).collect(),
            _ => Vec::new(),
        }
    }

    /// From here on this word is said so. What it was called before is given back.
    pub fn call(&self, local: LocalId, phrase: impl Into<String>) -> Option<String> {
        self.called.borrow_mut().insert(local, phrase.into())
    }

    /// The word is called again what it was before.
    pub fn recall(&self, local: LocalId, before: Option<String>) {
        let mut called = self.called.borrow_mut();
        match before {
            Some(phrase) => called.insert(local, phrase),
            None => called.remove(&local),
        };
    }

    /// All that words are called now.
    pub(super) fn calls(&self) -> FxHashMap<LocalId, String> {
        self.called.borrow().clone()
    }

    /// Words are called again what they were.
    pub(super) fn recall_all(&self, calls: FxHashMap<LocalId, String>) {
        self.called.replace(calls);
    }

    /// Whether some word is called so.
    #[must_use]
    pub fn is_called(&self, phrase: &str) -> bool {
        self.called.borrow().values().any(|p| p == phrase)
    }

    /// From here on friends and enemies are those of this word, where nothing else is said; none: those of whoever carries
    /// the rule. Who it was before is given back.
    pub fn view_from(&self, viewer: Option<LocalId>) -> Option<LocalId> {
        self.viewer.replace(viewer)
    }

    /// Whether friends and enemies of this word need not be said to be his.
    pub(super) fn sees_as(&self, local: LocalId) -> bool {
        match self.viewer.get() {
            Some(viewer) => viewer == local,
            None => self.rules.locals.get(local).is_some_and(|l| l.origin == Origin::Carrier),
        }
    }

    /// What stands for something, as it is called here: `the unit`, `the target`.
    #[must_use]
    pub fn word(&self, local: LocalId) -> String {
        if let Some(phrase) = self.called.borrow().get(&local) {
            return phrase.clone();
        }
        self.rules.locals.get(local).map_or_else(|| "it".to_owned(), |l| self.by_origin(l))
    }

    /// What a word is called where nothing else was said.
    fn by_origin(&self, l: &Local) -> String {
        let word = self.name(l.word);
        match (l.origin, l.ty) {
            (Origin::Carrier, Ty::Thing(k)) => format!("this {}", self.kind(k)),
            (Origin::Candidate, Ty::Thing(k) | Ty::Row(k)) => format!("that {}", self.kind(k)),
            _ => Self::article(&word, l.ty),
        }
    }

    /// A word as it stands for one thing: `the target`; numbers of one letter and words that are no nouns stand alone.
    #[must_use]
    pub fn article(word: &str, ty: Ty) -> String {
        let alone = word.chars().count() < 2 || NOT_NOUNS.contains(&word);
        if alone && !matches!(ty, Ty::Thing(_) | Ty::Row(_)) { word.to_owned() } else { format!("the {word}") }
    }

    /// A name as titles are said.
    #[must_use]
    pub fn name(&self, sym: Sym) -> String {
        let written = self.rules.names.text(sym);
        // the words of a step or a result are written as one; those of a name are as they are
        let one = written.starts_with(char::is_lowercase);
        let plain: String = written.chars().map(|c| if "()[]{}=<>_".contains(c) || one && c == '-' { ' ' } else { c }).collect();
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The word of a kind.
    #[must_use]
    pub fn kind(&self, k: KindId) -> String {
        self.rules.kinds.get(k).map_or_else(|| "thing".to_owned(), |k| self.name(k.word))
    }
}
