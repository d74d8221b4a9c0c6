//! The state of resolving one pack.

use std::cell::RefCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::ast;
use crate::diag::{Code, Diagnostic};
use crate::hir::{
    DeckId, Expr, Head, Id, Kind, KindBase, KindId, Local, LocalId, Origin, ProcId, Role, RowId, RuleId, Rules, RulingId, StateId, Symbol,
    TableId, TerrainId, Ty, ValueId,
};
use crate::intern::{KeyId, Names, Sym};
use crate::source::At;

use super::happen::Places;
use super::{Resolved, Scope};

/// What a declaration became, by its place among the declarations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    /// The value or condition that it is.
    pub value: Option<ValueId>,
    /// The procedure, action, phase or throw that it is.
    pub proc: Option<ProcId>,
    /// The table that it is.
    pub table: Option<TableId>,
    /// The rules that it is: one, or one for each parameter.
    pub rules: Vec<RuleId>,
    /// The kind that it is.
    pub kind: Option<KindId>,
    /// The marker or formation that it is.
    pub state: Option<StateId>,
    /// The rows that it is, in the order of its lines.
    pub rows: Vec<RowId>,
    /// The ground that it is.
    pub terrain: Option<TerrainId>,
    /// The deck that it is.
    pub deck: Option<DeckId>,
}

/// The rules while they are resolved, and what was found wrong.
pub(crate) struct Resolver<'a> {
    /// The declarations, in canonical order: by key of their heads.
    pub decls: Vec<&'a ast::Decl>,
    /// What each declaration became.
    pub made: Vec<Made>,
    /// What is known so far.
    pub rules: Rules,
    /// What was wrong.
    pub found: Vec<Diagnostic>,
    /// Names that were compared with unknown ones so far.
    pub compared: usize,
    /// Kinds by their words.
    pub kinds: FxHashMap<Sym, KindId>,
    /// Names that stand for something beside all that is declared: things of a situation, in a test of it.
    pub known: Vec<(Sym, LocalId)>,
    /// Names of which one is chosen, by the word for it.
    pub offered: FxHashMap<LocalId, Vec<Sym>>,
    /// What is known of pools whose faces are counted.
    pub pools: super::ask::Pools,
    /// What is known at the steps of what happens.
    pub places: Places,
    /// What is known of rules where they meet the game.
    pub meet: super::meet::State<'a>,
    /// Rulings whose reading in force was looked at, so that what something means hangs on it.
    pub settled: RefCell<BTreeSet<RulingId>>,
}

impl<'a> Resolver<'a> {
    /// Nothing resolved yet.
    pub fn new(names: Names, decls: &'a [ast::Decl]) -> Self {
        let rules = Rules { names, ..Rules::default() };
        let decls: Vec<&ast::Decl> = decls.iter().collect();
        let made = decls.iter().map(|_| Made::default()).collect();
        Self {
            decls,
            made,
            rules,
            found: Vec::new(),
            compared: 0,
            kinds: FxHashMap::default(),
            known: Vec::new(),
            offered: FxHashMap::default(),
            pools: super::ask::Pools::default(),
            places: Places::default(),
            meet: super::meet::State::default(),
            settled: RefCell::default(),
        }
    }

    /// What came of it, the findings in the order of the texts.
    pub fn finish(mut self) -> Resolved {
        self.rules.settled.extend(self.settled.take());
        self.found.sort_by_key(|d| (d.span.start, d.code));
        self.found.dedup();
        Resolved { rules: self.rules, found: self.found }
    }

    /// A name as written.
    pub fn text(&self, sym: Sym) -> &str {
        self.rules.names.text(sym)
    }

    /// A name as written, kept apart from the state.
    pub fn said(&self, sym: Sym) -> String {
        self.text(sym).to_owned()
    }

    /// Notes a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Notes a fault with its one fix; gives what stands in for what is missing.
    pub fn fault(&mut self, code: Code, at: At, message: impl Into<String>, help: impl Into<String>) -> Expr {
        self.found.push(Diagnostic::new(code, at.span(), message).help(help));
        Expr::error(at)
    }

    /// All that a name may be.
    pub fn lookup(&self, sym: Sym) -> &[Symbol] {
        self.lookup_key(self.rules.names.key_of(sym))
    }

    /// All that a key may be.
    pub fn lookup_key(&self, key: KeyId) -> &[Symbol] {
        self.rules.symbols.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Enters a name.
    pub fn enter(&mut self, sym: Sym, symbol: Symbol) {
        let key = self.rules.names.key_of(sym);
        self.rules.symbols.entry(key).or_default().push(symbol);
    }

    /// The kind that a word stands for; a plural `s` is forgiven.
    pub fn kind(&self, word: Sym) -> Option<KindId> {
        self.kinds.get(&word).copied().or_else(|| {
            let one = self.rules.names.find(self.text(word).strip_suffix('s')?)?;
            self.kinds.get(&one).copied()
        })
    }

    /// What a kind is.
    pub fn kind_of(&self, kind: KindId) -> Option<&Kind> {
        self.rules.kinds.get(kind)
    }

    /// Whether a kind is of this sort.
    pub fn is(&self, kind: KindId, base: KindBase) -> bool {
        self.kind_of(kind).is_some_and(|k| k.base == base)
    }

    /// The first kind of this sort.
    pub fn first_kind(&self, base: KindBase) -> Option<KindId> {
        self.rules.kinds.iter().find(|(_, k)| k.base == base).map(|(i, _)| i)
    }

    /// The type of a thing of a kind.
    pub fn thing_type(&self, kind: KindId) -> Ty {
        if self.is(kind, KindBase::Row) { Ty::Row(kind) } else { Ty::Thing(kind) }
    }

    /// A new word that stands for something. The number past all others is never given out.
    pub fn local(&mut self, word: Sym, ty: Ty, origin: Origin) -> LocalId {
        self.rules.locals.push(Local { word, ty, origin }).unwrap_or(LocalId(u32::MAX))
    }

    /// What a word stands for.
    pub fn local_ty(&self, local: LocalId) -> Ty {
        self.rules.locals.get(local).map_or(Ty::Unknown, |l| l.ty)
    }

    /// A scope whose words are the blanks of a head.
    pub fn scope_of(&self, head: &Head) -> Scope {
        let mut scope = Scope::default();
        for role in &head.roles {
            if let Some(local) = self.rules.locals.get(role.local) {
                scope.bind(local.word, role.local);
                if scope.viewer.is_none() && matches!(local.ty, Ty::Thing(_)) {
                    scope.viewer = Some(role.local);
                }
            }
        }
        scope
    }

    /// How a type is called in messages.
    pub fn describe(&self, ty: Ty) -> String {
        self.rules.describe(ty)
    }

    /// How a head reads: its name and blanks.
    pub fn show_head(&self, head: &Head) -> String {
        let (name, said) = (self.said(head.name), |r: &Role| format!(" {} {}", r.prep.word(), self.show_blank(r.local)));
        match head.roles.split_first() {
            Some((first, rest)) if self.is_asked(head) => {
                format!("{} is {name}{}", self.show_blank(first.local), rest.iter().map(said).collect::<String>())
            }
            _ => format!("{name}{}", head.roles.iter().map(said).collect::<String>()),
        }
    }

    /// Whether a head is that of a condition, of whose first blank something is asked with `is`; checks give yes or no, too.
    pub fn is_asked(&self, head: &Head) -> bool {
        head.gives == Ty::Truth && !self.rules.procs.all().iter().any(|p| p.head.name == head.name && p.head.roles == head.roles)
    }

    /// What fills a blank, as a head has it: `unit (the target)`.
    fn show_blank(&self, local: LocalId) -> String {
        let Some(local) = self.rules.locals.get(local) else { return String::new() };
        let kind = match local.ty {
            Ty::Thing(k) | Ty::Row(k) => self.kind_of(k).map(|k| k.word),
            _ => None,
        };
        match kind.filter(|k| *k != local.word) {
            Some(kind) => format!("{} (the {})", self.text(kind), self.text(local.word)),
            None => self.said(local.word),
        }
    }

    /// All numbers of procedures.
    pub fn proc_ids(&self) -> Vec<ProcId> {
        (0..self.rules.procs.len()).filter_map(ProcId::new).collect()
    }
}
