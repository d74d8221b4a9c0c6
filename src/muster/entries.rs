//! All that can be mustered: entries, force lists, and what everybody of a kind carries.

use super::foot::{self, Feet};
use super::names::{Names, bearer, short};
use super::profile::cells;
use super::{Crew, Entry, Force, Legal};
use crate::diag::{Code, Diagnostic};
use crate::graph::Program;
use crate::model::{Key, KindBase};
use crate::source::Files;
use crate::syntax::{Declaration, Line, Node, Rule};

/// Every entry and force list of a pack and its lists.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    /// Units that can be taken.
    pub entries: Vec<Entry>,
    /// Lists that rosters are drawn from.
    pub forces: Vec<Force>,
    /// Questions that must hold of every side, whatever list it is drawn from.
    pub legal: Vec<Legal>,
    /// Rules that everything of a kind carries.
    pub common: Vec<(usize, Vec<u16>)>,
    /// Rules that a rule brings with it, by rule.
    pub brings: Vec<Vec<u16>>,
    /// Tags of which a thing has one.
    pub exclusive: Vec<Vec<u16>>,
    /// For each rule, whether pieces carry it.
    pub of_pieces: Vec<bool>,
    /// For each state, whether pieces bear it.
    pub tags_of_pieces: Vec<bool>,
    /// What pieces stand on.
    pub feet: Feet,
}

impl Entries {
    /// Reads entries and lists out of everything that was declared. What names nothing is reported and left out.
    #[must_use]
    pub fn read(files: &Files, declarations: &[Declaration], program: &Program) -> (Self, Vec<Diagnostic>) {
        let mut names = Names::new(files, program);
        let is_piece = |k: Option<usize>| k.is_some_and(|k| program.book.is(k, KindBase::Piece));
        let mut all = Self {
            of_pieces: (0..program.rules.len()).map(|r| is_piece(bearer(program, short(r)))).collect(),
            tags_of_pieces: program.book.states.iter().map(|s| is_piece(program.book.kind(&s.of))).collect(),
            brings: vec![Vec::new(); program.rules.len()],
            ..Self::default()
        };
        for d in declarations {
            match d.head.rule {
                Rule::tag_d if d.head.all(Rule::tag_rule).any(|r| names.text(r) == "exclusive") => {
                    let set: Vec<u16> = d.head.all(Rule::name).filter_map(|n| names.find_tag(names.name(n))).collect();
                    all.exclusive.push(set);
                }
                Rule::pack_d => {
                    let asked = d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::legal);
                    all.legal.extend(asked.filter_map(|p| names.legal(p)));
                }
                Rule::kind_d => names.kind(d, &mut all),
                Rule::named_d => names.brought(d, &mut all),
                _ => {}
            }
        }
        let mut seen: Vec<Key> = Vec::new();
        for d in declarations.iter().filter(|d| d.head.rule == Rule::named_d) {
            if names.word(&d.head).1.is_some_and(|k| program.book.is(k, KindBase::Group)) {
                let entry = names.entry(d);
                names.once(&mut seen, &entry.name, entry.span);
                all.entries.push(entry);
            }
        }
        let mut joined = Vec::new();
        seen.clear();
        for d in names.headed(declarations, "force") {
            let (force, allies) = names.force(d, &all.entries);
            names.once(&mut seen, &force.name, force.span);
            all.forces.push(force);
            joined.push(allies);
        }
        for (i, allies) in joined.iter().enumerate() {
            let found = allies.iter().filter_map(|n| names.ally(n, &all.forces)).collect();
            if let Some(f) = all.forces.get_mut(i) {
                f.allies = found;
            }
        }
        names.found.sort_by_key(|d| (d.span.start, d.code));
        (all, names.found)
    }

    /// Gives a set of tags one more, which drives out those that it excludes.
    pub(super) fn add_tag(&self, tags: &mut Vec<u16>, tag: u16) {
        for set in self.exclusive.iter().filter(|s| s.contains(&tag)) {
            tags.retain(|t| !set.contains(t));
        }
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }

    /// Whether pieces carry a rule.
    pub(super) fn piece_rule(&self, rule: u16) -> bool {
        self.of_pieces.get(rule as usize).copied().unwrap_or(false)
    }
}

impl Names<'_> {
    fn once(&mut self, seen: &mut Vec<Key>, name: &str, span: crate::source::Span) {
        let key = Key::new(name);
        if seen.contains(&key) {
            self.found
                .push(Diagnostic::new(Code::Twice, span, format!("`{name}` is declared twice")).help("give one of them another name"));
        }
        seen.push(key);
    }

    fn ally(&mut self, node: &Node, forces: &[Force]) -> Option<usize> {
        let written = self.name(node);
        let found = forces.iter().position(|f| Key::new(&f.name) == Key::new(written));
        if found.is_none() {
            self.unknown(node.span, written, "force list", forces.iter().map(|f| f.name.as_str()));
        }
        found
    }

    /// What a kind says of all its things: rules that they carry, and the bases of pieces.
    fn kind(&mut self, d: &Declaration, all: &mut Entries) {
        let Some(kind) = d.head.find(Rule::word).and_then(|w| self.program.book.kind(self.text(w))) else { return };
        let rules: Vec<u16> =
            d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::gains_rule).flat_map(|p| self.brought_in(p)).collect();
        if self.program.book.is(kind, KindBase::Rule) {
            let word = self.program.book.kinds.get(kind).map_or("", |k| k.word.as_str());
            for (r, list) in self.program.rules.iter().zip(&mut all.brings) {
                if r.word == word {
                    list.extend(&rules);
                }
            }
        } else if !rules.is_empty() {
            all.common.push((kind, rules));
        }
        if self.program.book.is(kind, KindBase::Piece) {
            for line in &d.body {
                self.foot(line, kind, &mut all.feet);
            }
        }
    }

    /// A row `25 mm | Tag, Tag` below `base | is`.
    fn foot(&mut self, line: &Line, kind: usize, feet: &mut Feet) {
        let Some(cells) = cells(line) else { return };
        let Some((first, rest)) = cells.split_first() else { return };
        let text = self.name(first);
        if text == "base" {
            return;
        }
        if let Some(more) = rest.get(1).filter(|c| !self.name(c).is_empty()) {
            let d = Diagnostic::new(Code::MissingRow, more.span, format!("`{text}` has a cell that no column heads"));
            self.found.push(d.help("leave it out: a base has its size and the tags that get it"));
        }
        match foot::size(self.text(first)) {
            Some(base) => {
                let tags = rest.first().map_or_else(Vec::new, |c| self.tags(c));
                feet.lines.push((kind, tags, base));
            }
            None => self.found.push(
                Diagnostic::new(Code::Type, first.span, format!("`{text}` is not a base"))
                    .help("write a size such as `25 mm` or `2\" x 1\"`"),
            ),
        }
    }

    fn brought_in(&mut self, item: &Node) -> Vec<u16> {
        if let Some(guard) = item.find(Rule::guard) {
            self.found.push(
                Diagnostic::new(Code::Unready, guard.span, "what is brought along cannot depend on anything yet")
                    .help("put the condition into the rule that is brought"),
            );
        }
        self.carried_in(item)
    }

    /// Rules that a rule brings with it.
    fn brought(&mut self, d: &Declaration, all: &mut Entries) {
        let items: Vec<&Node> = d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::gains_rule).collect();
        if items.is_empty() {
            return;
        }
        let (_, span) = self.title(&d.head);
        let program = self.program;
        let own: Vec<usize> = program.rules.iter().enumerate().filter(|(_, r)| r.span == span).map(|(i, _)| i).collect();
        if own.is_empty() {
            return;
        }
        let rules: Vec<u16> = items.into_iter().flat_map(|p| self.brought_in(p)).collect();
        for r in own {
            if let Some(list) = all.brings.get_mut(r) {
                list.extend(&rules);
            }
        }
    }

    fn entry(&mut self, d: &Declaration) -> Entry {
        let (name, span) = self.title(&d.head);
        let (word, kind) = self.word(&d.head);
        let program = self.program;
        let kind = kind.unwrap_or(0);
        let piece = program.book.kinds.iter().position(|k| k.base == KindBase::Piece && k.of.iter().any(|w| w == word));
        if piece.is_none() {
            self.found.push(
                Diagnostic::new(Code::Kind, d.head.span, format!("nothing is a piece of a `{word}`"))
                    .help(format!("declare a kind that `is piece of {word}`")),
            );
        }
        let mut entry = Entry { shown: name.clone(), name, kind, piece: piece.unwrap_or(kind), span, ..Entry::default() };
        let kinds = [entry.piece, entry.kind];
        if let Some(n) = d.head.find(Rule::kind_price).and_then(|p| p.find(Rule::integer)) {
            entry.price = i64::try_from(self.number(n)).unwrap_or(0);
        }
        entry.profiles = self.profiles(d, kinds);
        let parts: Vec<&Node> = d.body.iter().flat_map(|l| &l.parts).collect();
        for part in &parts {
            match part.rule {
                Rule::shown => entry.shown = part.find(Rule::quoted).map_or_else(|| entry.name.clone(), |q| self.name(q).to_owned()),
                Rule::carries_item => entry.carries.extend(self.rows_in(part, kinds)),
                Rule::rules_item | Rule::gains_rule => entry.rules.extend(self.carried_in(part)),
                Rule::has_item => {
                    let crews: Vec<Crew> = part.all(Rule::crew).filter_map(|c| self.crew(c, &entry)).collect();
                    entry.has.extend(crews);
                }
                Rule::option | Rule::row_first | Rule::row_cells => {}
                _ => self.misplaced(part, "a unit entry"),
            }
        }
        let options: Vec<&Node> = parts.into_iter().filter(|p| p.rule == Rule::option).collect();
        self.offer_names(&options, &mut entry);
        self.offers(&options, &mut entry);
        entry
    }

    fn crew(&mut self, node: &Node, entry: &Entry) -> Option<Crew> {
        let count = node.find(Rule::integer).map(|n| self.number(n))?;
        let mut names = node.all(Rule::name);
        let profile = self.profile(names.next()?, entry)?;
        let guise = match names.next() {
            Some(n) => Some(self.guise(n, entry)?),
            None => None,
        };
        Some(Crew { count, profile, guise, leader: node.has(Rule::kw_leader) })
    }
}
