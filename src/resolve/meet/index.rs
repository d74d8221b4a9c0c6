//! What stands where among the declarations: the lines of each, the effects that last, the declaration of each rule.

use rustc_hash::FxHashMap;

use crate::ast::{self, Block, Body, DeclKind, Item, ItemKind, PatternWho, Stmt, StmtKind};
use crate::hir::{Hook, ProcId, RuleId};
use crate::intern::{KeyId, Sym};
use crate::source::At;

use super::super::Resolver;

/// An effect that lasts, as a sentence of the rules.
#[derive(Clone, Debug)]
pub(super) struct Effect<'a> {
    /// The declaration in which it stands.
    pub decl: usize,
    /// The item of it.
    pub item: usize,
    /// What it says.
    pub says: &'a ast::Lasting,
    /// Words by which the sentences around it know somebody, in the order of the sentences.
    pub around: Vec<Sym>,
    /// The clauses that its line cites.
    pub cites: Vec<Sym>,
    /// Where.
    pub at: At,
}

/// What stands where.
#[derive(Debug, Default)]
pub(super) struct Index<'a> {
    /// Effects that last, in the order of the declarations.
    pub effects: Vec<Effect<'a>>,
    /// Those by the address of what they say: a tree is read where it stands.
    by_address: FxHashMap<usize, usize>,
    /// Those of each item.
    by_item: FxHashMap<(usize, usize), Vec<usize>>,
    /// Lines that name others before their colon.
    pub ordered: Vec<&'a Item>,
    /// The declaration of each kind; the last, if there are several.
    pub kinds: FxHashMap<Sym, usize>,
    /// The declaration of each rule.
    pub rules: FxHashMap<RuleId, usize>,
    /// Where each named row or need stands, by the key of its name.
    pub rows: FxHashMap<KeyId, Vec<Hook>>,
}

impl<'a> Index<'a> {
    /// The effect that a sentence of the declarations is.
    pub fn effect_of(&self, says: &ast::Lasting) -> Option<usize> {
        let here = self.by_address.get(&address(says)).copied();
        here.or_else(|| self.effects.iter().position(|e| e.says == says))
    }

    /// The effects that stand in an item.
    pub fn effects_in(&self, decl: usize, item: usize) -> Vec<usize> {
        self.by_item.get(&(decl, item)).cloned().unwrap_or_default()
    }

    fn add(&mut self, effect: Effect<'a>) {
        self.by_address.insert(address(effect.says), self.effects.len());
        self.by_item.entry((effect.decl, effect.item)).or_default().push(self.effects.len());
        self.effects.push(effect);
    }
}

/// Where something lies among the declarations, which stay where they are while they are resolved.
pub(super) fn address<T>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}

/// A walk through one item: it notes the effects that last and the lines that name others.
struct Finder<'f, 'a> {
    index: &'f mut Index<'a>,
    decl: usize,
    item: usize,
}

impl<'a> Finder<'_, 'a> {
    fn item(&mut self, item: &'a Item, around: &[Sym]) {
        match &item.kind {
            ItemKind::Attach(a) => {
                if !a.overs.is_empty() {
                    self.index.ordered.push(item);
                }
                let mut around = around.to_vec();
                for role in a.patterns.iter().flat_map(|p| &p.roles) {
                    if let PatternWho::Any(s) = &role.who {
                        around.push(s.noun.local().sym);
                    }
                }
                self.body(a.body.as_ref(), &around);
            }
            ItemKind::Comes(c) => {
                if !c.overs.is_empty() {
                    self.index.ordered.push(item);
                }
                let around: Vec<Sym> = around.iter().copied().chain([c.who.noun.local().sym]).collect();
                self.body(Some(&c.body), &around);
            }
            ItemKind::Step(s) => {
                s.block.iter().chain(&s.or_else).for_each(|b| self.block(b, around));
            }
            ItemKind::Band(b) => self.block(&b.block, around),
            ItemKind::Setup(b) | ItemKind::Does(b) => self.block(b, around),
            ItemKind::Do(ast::DoItem::Block(b)) => self.block(b, around),
            _ => {}
        }
    }

    fn body(&mut self, body: Option<&'a Body>, around: &[Sym]) {
        if let Some(Body::Block(b)) = body {
            self.block(b, around);
        }
    }

    fn block(&mut self, block: &'a Block, around: &[Sym]) {
        block.0.iter().for_each(|s| self.stmt(s, around));
    }

    fn stmt(&mut self, stmt: &'a Stmt, around: &[Sym]) {
        match &*stmt.kind {
            StmtKind::If(i) => {
                i.arms.iter().for_each(|a| self.block(&a.block, around));
                i.otherwise.iter().for_each(|o| self.block(&o.block, around));
            }
            StmtKind::ForEach(f) => {
                let around: Vec<Sym> = around.iter().copied().chain([f.each.noun.local().sym]).collect();
                self.block(&f.block, &around);
            }
            StmtKind::Alternate(a) => self.block(&a.block, around),
            StmtKind::Repeat(r) => self.block(&r.block, around),
            StmtKind::Share(s) => self.block(&s.block, around),
            StmtKind::May(m) => self.block(&m.block, around),
            StmtKind::Do(d) => d.or_else.iter().for_each(|b| self.block(b, around)),
            StmtKind::Until(says) => {
                let cites = stmt.cites.iter().map(|c| c.id).collect();
                self.index.add(Effect { decl: self.decl, item: self.item, says, around: around.to_vec(), cites, at: stmt.at });
                says.rules.iter().for_each(|i| self.item(i, around));
            }
            _ => {}
        }
    }
}

impl Resolver<'_> {
    /// Looks through the declarations once, when all heads are known.
    pub(super) fn prepare_meetings(&mut self) {
        if self.meet.index.is_some() {
            return;
        }
        let mut index = Index::default();
        for (di, made) in self.made.iter().enumerate() {
            index.rules.extend(made.rules.iter().map(|r| (*r, di)));
        }
        for (di, decl) in self.decls.iter().copied().enumerate() {
            if let DeclKind::Kind(k) = &*decl.kind {
                index.kinds.insert(k.word.sym, di);
            }
            let head = self.made.get(di).and_then(|m| m.proc).and_then(|p| self.rules.procs.get(p)).map(|p| &p.head);
            let roles = head.into_iter().flat_map(|h| &h.roles).filter_map(|r| self.rules.locals.get(r.local)).map(|l| l.word);
            let around: Vec<Sym> = roles.collect();
            for (ii, item) in decl.kind.items().iter().enumerate() {
                Finder { index: &mut index, decl: di, item: ii }.item(item, &around);
            }
        }
        self.meet.index = Some(index);
        let rows = self.named_rows();
        if let Some(index) = &mut self.meet.index {
            index.rows = rows;
        }
    }

    /// Where named rows and needs stand that can be switched off.
    fn named_rows(&self) -> FxHashMap<KeyId, Vec<Hook>> {
        let mut rows: FxHashMap<KeyId, Vec<Hook>> = FxHashMap::default();
        for (di, decl) in self.decls.iter().copied().enumerate() {
            if !decl.kind.items().iter().any(|i| matches!(i.kind, ItemKind::Named { .. } | ItemKind::Needs(_))) {
                continue;
            }
            let made = self.made.get(di);
            let own = made.and_then(|m| m.value.map(Hook::Value).or(m.proc.map(Hook::Proc)));
            let hooks: Vec<Hook> = match (&*decl.kind, own) {
                (DeclKind::Kind(k), _) => self.procs_called(k.word.sym).into_iter().map(Hook::Proc).collect(),
                (_, own) => own.into_iter().collect(),
            };
            for item in decl.kind.items() {
                let name = match &item.kind {
                    ItemKind::Named { name, .. } => Some(name.sym),
                    // what all of a kind need goes by the name of the kind if it has none of its own
                    ItemKind::Needs(n) => {
                        n.name.map(|n| n.sym).or(if let DeclKind::Kind(k) = &*decl.kind { Some(k.word.sym) } else { None })
                    }
                    _ => None,
                };
                if let Some(name) = name {
                    rows.entry(self.rules.names.key_of(name)).or_default().extend(hooks.iter().cloned());
                }
            }
        }
        rows
    }

    /// What happens that is declared with this word.
    pub(super) fn procs_called(&self, word: Sym) -> Vec<ProcId> {
        self.proc_ids().into_iter().filter(|p| self.proc_word(*p) == self.text(word)).collect()
    }
}
