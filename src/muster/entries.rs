//! All that can be mustered: entries, force lists, and what everybody of a kind carries.

use super::foot::{self, Feet};
use super::names::{Names, titled};
use super::{Crew, Entry, Force, Legal, Rulebook};
use crate::ast::{self, Decl, DeclKind, Gains, Heads, Int, Item, ItemKind, Name, Row, TagRule};
use crate::diag::{Code, Diagnostic};
use crate::hir::{KindBase, KindId};
use crate::intern::{KeyId, Sym};
use crate::ir::{KindNo, List, RuleNo, StateNo};
use crate::source::{At, Span};

/// The key of a name, if there is one, and where it is declared.
type Declared = (Option<KeyId>, Span);

/// Every entry and force list of a pack and its lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entries {
    /// Units that can be taken.
    pub entries: Vec<Entry>,
    /// Lists that rosters are drawn from.
    pub forces: Vec<Force>,
    /// Questions that must hold of every side, whatever list it is drawn from: before it may be fielded, or always.
    pub legal: Vec<Legal>,
    /// Rules that everything of a kind carries.
    pub common: Vec<(KindNo, Vec<RuleNo>)>,
    /// Rules that a rule brings with it, by rule.
    pub brings: List<RuleNo, Vec<RuleNo>>,
    /// Tags of which a thing has one.
    pub exclusive: Vec<Vec<StateNo>>,
    /// For each rule, whether pieces carry it.
    pub of_pieces: List<RuleNo, bool>,
    /// For each state, whether pieces bear it.
    pub tags_of_pieces: List<StateNo, bool>,
    /// What pieces stand on.
    pub feet: Feet,
}

impl Entries {
    /// Reads entries and lists out of everything that was declared. What names nothing is reported and left out.
    #[must_use]
    pub fn read(book: Rulebook<'_>) -> (Self, Vec<Diagnostic>) {
        let mut names = Names::new(book);
        let mut all = names.of_all();
        for d in book.decls {
            match &*d.kind {
                DeclKind::Tags(t) if t.rules.contains(&TagRule::Exclusive) => {
                    all.exclusive.push(t.names.iter().filter_map(|n| names.find_tag(n.sym)).collect());
                }
                DeclKind::Pack(p) => all.legal.extend(p.items.iter().filter_map(|i| names.legal(i))),
                DeclKind::Kind(k) => names.of_kind(k, &mut all),
                _ => {}
            }
        }
        let mut seen = Vec::new();
        for d in book.decls {
            let DeclKind::Named(n) = &*d.kind else { continue };
            if let Some(kind) = names.kind_of(n.word.sym).filter(|k| names.is(*k, KindBase::Group)) {
                let (entry, name) = names.entry(d, n, kind);
                names.once(&mut seen, name, entry.span);
                all.entries.push(entry);
            }
        }
        let mut joined: Vec<Vec<Name>> = Vec::new();
        let mut forces = Vec::new();
        for d in book.decls {
            let DeclKind::Force(f) = &*d.kind else { continue };
            let (force, name, allies) = names.force(d, f, &all.entries);
            names.once(&mut forces, name, force.span);
            all.forces.push(force);
            joined.push(allies);
        }
        for (i, allies) in joined.iter().enumerate() {
            let own = all.forces.get(i).map_or("", |f| f.name.as_str()).to_owned();
            let (same, others): (Vec<Name>, Vec<Name>) = allies.iter().copied().partition(|n| names.text(n.sym) == own);
            names.found.extend(same.into_iter().map(|n| {
                let d = Diagnostic::new(Code::Nothing, n.at.span(), format!("`{own}` is this list itself"));
                d.help("name another list, or leave it out")
            }));
            let found = others.into_iter().filter_map(|n| names.ally(n, &forces, &all.forces)).collect();
            if let Some(f) = all.forces.get_mut(i) {
                f.allies = found;
            }
        }
        names.found.sort_by_key(|d| (d.span.start, d.code));
        (all, names.found)
    }

    /// Gives a set of tags one more, which drives out those that it excludes.
    pub(super) fn add_tag(&self, tags: &mut Vec<StateNo>, tag: StateNo) {
        for set in self.exclusive.iter().filter(|s| s.contains(&tag)) {
            tags.retain(|t| !set.contains(t));
        }
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }

    /// Whether pieces carry a rule.
    pub(super) fn piece_rule(&self, rule: RuleNo) -> bool {
        self.of_pieces.get(rule).copied().unwrap_or(false)
    }
}

impl Names<'_> {
    /// What is known of all rules and states before anything is mustered.
    fn of_all(&self) -> Entries {
        let program = self.program;
        Entries {
            of_pieces: self.rules.rules.ids().map(|r| self.bearer(r).is_some_and(|k| self.is(k, KindBase::Piece))).collect(),
            tags_of_pieces: program.book.states.all().iter().map(|s| program.book.is(s.of, crate::ir::KindBase::Piece)).collect(),
            brings: self.rules.rules.all().iter().map(|r| r.brings.iter().map(|b| RuleNo(b.0)).collect()).collect(),
            ..Entries::default()
        }
    }

    fn once(&mut self, seen: &mut Vec<Declared>, name: Option<Sym>, span: Span) {
        let key = name.map(|n| self.key(n));
        if let Some((_, first)) = seen.iter().find(|(k, _)| *k == key) {
            let message = format!("`{}` is declared twice", self.said(name));
            let d = Diagnostic::new(Code::Twice, span, message).label(*first, "first declared here");
            self.found.push(d.help("give one of them another name"));
        }
        seen.push((key, span));
    }

    fn ally(&mut self, name: Name, declared: &[Declared], forces: &[Force]) -> Option<usize> {
        let found = declared.iter().position(|(k, _)| *k == Some(self.key(name.sym)));
        if found.is_none() {
            self.unknown(name, "force list", forces.iter().map(|f| f.name.as_str()));
        }
        found
    }

    /// What a kind of things says of all of them: rules that they carry, and the bases of pieces.
    fn of_kind(&mut self, k: &ast::Kind, all: &mut Entries) {
        let Some(kind) = self.kind(k.word.sym) else { return };
        if !self.is(kind, KindBase::Rule) {
            let rules: Vec<RuleNo> = gains(&k.items).flat_map(|g| self.brought_along(g)).collect();
            if !rules.is_empty() {
                all.common.push((KindNo(kind.0), rules));
            }
        }
        if self.is(kind, KindBase::Piece) {
            for item in &k.items {
                if let ItemKind::Row(row) = &item.kind {
                    self.foot(row, kind, &mut all.feet);
                }
            }
        }
    }

    /// A row `25 mm | Tag, Tag` below `base | is`.
    fn foot(&mut self, row: &Row, kind: KindId, feet: &mut Feet) {
        if row.heads(&self.rules.names) == Some(Heads::Bases) {
            return;
        }
        let mut cells = row.all();
        let Some(first) = cells.next() else { return };
        let text = first.name.map_or("", |n| self.text(n.sym));
        let tags = cells.next();
        if let Some(more) = cells.next().filter(|c| c.name.is_some()) {
            let d = Diagnostic::new(Code::MissingRow, more.at.span(), format!("`{text}` has a cell that no column heads"));
            self.found.push(d.help("leave it out: a base has its size and the tags that get it"));
        }
        match foot::size(&first.says) {
            Some(base) => {
                let tags = tags.map_or_else(Vec::new, |c| self.tags(c));
                feet.lines.push((KindNo(kind.0), tags, base));
            }
            None => self.found.push(
                Diagnostic::new(Code::Type, first.at.span(), format!("`{text}` is not a base"))
                    .help("write a size such as `25 mm` or `2\" x 1\"`"),
            ),
        }
    }

    fn brought_along(&mut self, gains: &Gains) -> Vec<RuleNo> {
        if let Some(guard) = &gains.guard {
            self.found.push(
                Diagnostic::new(Code::Unready, guard.at.span(), "what is brought along cannot depend on anything yet")
                    .help("put the condition into the rule that is brought"),
            );
        }
        self.carried(&gains.rules)
    }

    fn entry(&mut self, d: &Decl, n: &ast::Named, kind: KindId) -> (Entry, Option<Sym>) {
        let (title, span) = titled(n.title.as_ref(), d.head);
        let name = self.said(title);
        let word = n.word.sym;
        let piece = self.rules.kinds.iter().find(|(_, k)| k.base == KindBase::Piece && k.of.contains(&word)).map(|(id, _)| id);
        if piece.is_none() {
            let word = self.text(word);
            self.found.push(
                Diagnostic::new(Code::Kind, d.head.span(), format!("nothing is a piece of a `{word}`"))
                    .help(format!("declare a kind that `is piece of {word}`")),
            );
        }
        let kinds = [piece.unwrap_or(kind), kind];
        let [piece, kind] = kinds.map(|k| KindNo(k.0));
        let mut entry = Entry { shown: name.clone(), name, kind, piece, span, ..Entry::default() };
        if let Some(price) = n.price {
            entry.priced = true;
            entry.price = i64::try_from(self.number(points(price))).unwrap_or(0);
        }
        entry.profiles = self.profiles(&n.items, kinds);
        entry.headed = self.headed(&n.items, kinds);
        self.one_leader(n);
        for item in &n.items {
            match &item.kind {
                ItemKind::Shown(text) => self.text(text.sym).clone_into(&mut entry.shown),
                ItemKind::Carries(c) => entry.carries.extend(self.rows(&c.what, kinds)),
                ItemKind::Rules(names) | ItemKind::Gains(Gains { rules: names, .. }) => entry.rules.extend(self.carried(names)),
                ItemKind::Has(has) => {
                    let crews: Vec<Crew> = has.crews.iter().filter_map(|c| self.crew(c, &entry)).collect();
                    // who is not known may have been said to lead
                    if crews.len() == has.crews.len() {
                        entry.crew = entry.crew.or(Some(item.at.span()));
                    }
                    entry.has.extend(crews);
                }
                ItemKind::Option(_) | ItemKind::Options(_) | ItemKind::Row(_) => {}
                _ => self.misplaced(item, "a unit entry"),
            }
        }
        let options: Vec<&ast::UnitOption> =
            n.items.iter().filter_map(|i| if let ItemKind::Option(o) = &i.kind { Some(&**o) } else { None }).collect();
        self.offer_names(&options, &mut entry);
        self.offers(&options, &mut entry, kinds);
        (entry, title)
    }

    fn crew(&mut self, crew: &ast::Crew, entry: &Entry) -> Option<Crew> {
        let count = self.number(crew.number);
        let profile = self.profile(crew.profile, entry)?;
        let guise = match crew.guise {
            Some(name) => Some(self.guise(name, entry)?),
            None => None,
        };
        Some(Crew { count, profile, guise, leader: crew.leader })
    }
}

/// What stands behind `gains`.
fn gains(items: &[Item]) -> impl Iterator<Item = &Gains> {
    items.iter().filter_map(|i| if let ItemKind::Gains(g) = &i.kind { Some(g) } else { None })
}

/// The number of a price, without its sign.
fn points(price: ast::Points) -> Int {
    let value = price.value.saturating_abs();
    let start = price.at.span().start as usize + usize::from(price.value < 0);
    Int { value, at: At(Span::new(start, start + value.to_string().len())) }
}
