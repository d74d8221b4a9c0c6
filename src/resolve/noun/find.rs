//! What is found by name: kinds, states, ground, rows, rules, counts, tables, measures. Every part of resolving asks here.

use crate::ast::{Name, NameOrWord, NameRef, Selector, Word};
use crate::diag::{Code, Diagnostic, nearest};
use crate::hir;
use crate::hir::{
    Cell, ColumnId, CountId, DeckId, Expr, Head, KindId, ListCell, Measure, ProcId, Role, RowId, RuleId, RulingId, StateId, StateKind,
    Symbol, TableId, TerrainId, Ty, ValueId,
};
use crate::intern::{Sym, folded};
use crate::table::Facing;

use super::super::Resolver;

/// What prices are in, as it is written.
pub(crate) const POINTS: &str = "pts";

/// The direction of a point of the compass, in 1/65536 turn.
pub(crate) fn direction(written: &str) -> Option<i64> {
    point(written).map(|(_, way)| i64::from(way.0))
}

/// A point of the compass as it is written.
pub(crate) fn compass(written: &str) -> Option<&'static str> {
    point(written).map(|(name, _)| name)
}

fn point(written: &str) -> Option<(&'static str, Facing)> {
    Facing::COMPASS.into_iter().find(|(name, _)| folded(name) == folded(written))
}

impl Resolver<'_> {
    /// The kind that a word stands for, told if there is none.
    pub fn kind_word(&mut self, word: &Word) -> KindId {
        if let Some(kind) = self.kind(word.sym) {
            return kind;
        }
        let written = self.said(word.sym);
        let words: Vec<&str> = self.rules.kinds.all().iter().map(|k| self.text(k.word)).collect();
        let pieces = self.rules.kinds.all().iter().filter(|k| matches!(k.base, hir::KindBase::Group | hir::KindBase::Piece));
        let own: Vec<String> = pieces.map(|k| format!("`{}`", self.text(k.word))).collect();
        let others = if own.is_empty() { String::new() } else { format!(", or name one that there is, such as {}", own.join(" or ")) };
        let help = nearest(&written, words).map_or_else(|| format!("declare it with `kind`{others}"), |m| format!("did you mean `{m}`?"));
        self.fault(Code::Kind, word.at, format!("`{written}` is not a kind of thing in this pack"), help);
        KindId(0)
    }

    /// The kind of a description that fills a blank, told if there is none: then the blank's own kind was meant.
    pub fn noun_in(&mut self, s: &Selector, head: &Head, own: &Role) -> (KindId, Sym) {
        let (Ty::Thing(wanted) | Ty::Row(wanted)) = self.local_ty(own.local) else { return self.noun_of(s) };
        let words: Vec<&str> = self.rules.kinds.all().iter().map(|k| self.text(k.word)).collect();
        let (word, written) = (s.noun.kind, self.said(s.noun.kind.sym));
        let Some(meant) = self.kind_of(wanted).map(|k| self.said(k.word)).filter(|_| self.kind(word.sym).is_none()) else {
            return self.noun_of(s);
        };
        if nearest(&written, words).is_some() {
            return self.noun_of(s);
        }
        let help = format!("write `{meant}`, which `{}` has behind `{}`", self.text(head.name), own.prep.word());
        self.fault(Code::Kind, word.at, format!("`{written}` is not a kind of thing in this pack"), help);
        (KindId(0), s.noun.called.map_or(word.sym, |w| w.sym))
    }

    /// The kind of a description, told if there is none, and the word that it makes known: its own, else the kind's.
    pub fn noun_of(&mut self, s: &Selector) -> (KindId, Sym) {
        let kind = self.kind_word(&s.noun.kind);
        let own = self.kind_of(kind).map_or(s.noun.kind.sym, |k| k.word);
        (kind, s.noun.called.map_or(own, |w| w.sym))
    }

    /// The word of the kind of group that pieces belong to; the game's if there are none.
    pub fn home_of_pieces(&self) -> Sym {
        let piece = self.first_kind(crate::hir::KindBase::Piece).and_then(|k| self.kind_of(k));
        let game = self.kind_of(KindId(0)).map_or(Sym(u32::MAX), |k| k.word);
        piece.and_then(|k| k.of.first().copied()).unwrap_or(game)
    }

    /// The first that a name is of the sort that is asked for.
    pub fn find<T>(&self, name: Sym, sort: impl Fn(Symbol) -> Option<T>) -> Option<T> {
        self.lookup(name).iter().copied().find_map(sort)
    }

    /// The state of a name.
    pub fn state_named(&self, name: Sym) -> Option<StateId> {
        self.find(name, |s| if let Symbol::State(s) = s { Some(s) } else { None })
    }

    /// The formation of a name, told if there is none.
    pub fn formation_named(&mut self, name: &Name) -> Option<StateId> {
        let found = self.find(name.sym, |s| match s {
            Symbol::State(s) if self.is_formation(s) => Some(s),
            _ => None,
        });
        if found.is_none() {
            let written = self.said(name.sym);
            self.fault(Code::Kind, name.at, format!("`{written}` is not a formation"), "name a formation of this pack");
        }
        found
    }

    /// Whether a state is a formation.
    pub fn is_formation(&self, state: StateId) -> bool {
        self.rules.states.get(state).is_some_and(|s| s.kind == StateKind::Formation)
    }

    /// The ground of a name.
    pub fn terrain_named(&self, name: Sym) -> Option<TerrainId> {
        self.find(name, |s| if let Symbol::Terrain(t) = s { Some(t) } else { None })
    }

    /// The row of a name; only of lists of a kind, if one is given.
    pub fn row_named(&self, name: Sym, kind: Option<KindId>) -> Option<RowId> {
        self.find(name, |s| match s {
            Symbol::Row(r) if kind.is_none() || self.rules.rows.get(r).map(|r| r.kind) == kind => Some(r),
            _ => None,
        })
    }

    /// The manner of a name.
    pub fn manner_named(&self, name: Sym) -> Option<ProcId> {
        self.find(name, |s| if let Symbol::Manner(p) = s { Some(p) } else { None })
    }

    /// The deck of a name.
    pub fn deck_named(&self, name: Sym) -> Option<DeckId> {
        self.find(name, |s| if let Symbol::Deck(d) = s { Some(d) } else { None })
    }

    /// The ruling of a name.
    pub fn ruling_named(&self, name: Sym) -> Option<RulingId> {
        self.find(name, |s| if let Symbol::Ruling(r) = s { Some(r) } else { None })
    }

    /// Every table of a name.
    pub fn tables_named(&self, name: Sym) -> Vec<TableId> {
        self.lookup(name).iter().filter_map(|s| if let Symbol::Table(t) = s { Some(*t) } else { None }).collect()
    }

    /// The rule of a name, with what it is given in brackets.
    pub fn rule_named(&self, name: &NameRef) -> Option<RuleId> {
        self.rules.rule_named(name)
    }

    /// The count of a name that such a thing keeps; where nobody knows what it is, the first.
    pub fn count_of(&self, name: Sym, ty: Ty) -> Option<CountId> {
        let own = self.find(name, |s| match s {
            Symbol::Count(c) if self.rules.counts.get(c).is_some_and(|c| ty == Ty::Thing(c.of)) => Some(c),
            _ => None,
        });
        own.or_else(|| self.find(name, |s| if let Symbol::Count(c) = s { Some(c) } else { None }))
    }

    /// The measure of a name, if any count or column has it.
    pub fn measure_named(&self, name: Sym) -> Option<Measure> {
        let key = self.rules.names.key_of(name);
        if self.rules.names.key_text(key) == POINTS {
            return Some(Measure::Points);
        }
        self.rules.measures.iter().find(|(_, m)| self.rules.names.key_of(**m) == key).map(|(id, _)| Measure::Named(id))
    }

    /// What is measured in something that a count is kept in, told if none is.
    pub fn measured(&mut self, name: NameOrWord) -> Ty {
        if let Some(measure) = self.measure_named(name.sym()) {
            return Ty::Number(measure);
        }
        match self.text(name.sym()) {
            "facing" => return Ty::Facing,
            "degrees" => return Ty::ANGLE,
            "inches" => return Ty::LENGTH,
            "score" => return Ty::Need,
            _ => {}
        }
        let written = self.said(name.sym());
        let known: Vec<&str> = self.rules.measures.all().iter().map(|m| self.text(*m)).collect();
        let help = nearest(&written, known).map_or("declare a count in it first".to_owned(), |m| format!("did you mean `{m}`?"));
        let key = self.rules.names.key_of(name.sym());
        let count = self.rules.counts.all().iter().find(|c| self.rules.names.key_of(c.name) == key);
        if let Some((count, measure)) = count.and_then(|c| Some((c, self.measure_of(c.holds)?))) {
            let d = Diagnostic::new(Code::Name, name.at().span(), format!("`{written}` is the count, and what it holds is `{measure}`"));
            let d = d.label(count.line.at.span(), format!("it is `in {measure}`")).help(format!("write `{measure}`"));
            self.report(d);
            return Ty::Unknown;
        }
        if let Some(count) = count {
            let of = self.kind_of(count.of).map_or_else(String::new, |k| format!(" of {}", self.text(k.word)));
            let message = format!("`{written}` is a count by itself: nothing is measured in it here");
            let help = format!("write `count {written}{of} in {written}` where it is declared, or the number alone here");
            let declared = count.line.at.span();
            self.report(Diagnostic::new(Code::Name, name.at().span(), message).label(declared, "it is declared here").help(help));
            return Ty::Unknown;
        }
        self.fault(Code::Name, name.at(), format!("nothing is measured in `{written}`"), help).ty
    }

    /// What a measure that has a name is called.
    fn measure_of(&self, holds: Ty) -> Option<String> {
        let Ty::Number(Measure::Named(id)) = holds else { return None };
        self.rules.measures.get(id).map(|m| self.said(*m))
    }

    /// The column that says whether a row has a tag.
    pub fn row_tag(&self, state: StateId) -> Option<ColumnId> {
        self.rules.columns.iter().find(|(_, c)| c.tag == Some(state)).map(|(id, _)| id)
    }

    /// The column that a value asks for.
    pub fn column_of(&self, value: ValueId) -> Option<ColumnId> {
        self.rules.values.get(value)?.column
    }

    /// Whether a cell of a column holds dice, so that it is rolled where it is looked up.
    pub fn column_rolls(&self, column: ColumnId) -> bool {
        self.rules.rows.all().iter().flat_map(|r| &r.cells).any(|(c, cell)| *c == column && matches!(cell, ListCell::Dice(_)))
    }

    /// Whether a cell of a table holds dice, so that it is rolled where it is looked up.
    pub fn table_rolls(&self, table: TableId) -> bool {
        self.rules.tables.get(table).is_some_and(|t| t.cells.iter().any(|c| matches!(c, Cell::Dice(_))))
    }

    /// The reading of a ruling that has this name.
    pub fn reading_named(&self, ruling: RulingId, name: Sym) -> Option<u32> {
        let readings = &self.rules.rulings.get(ruling)?.readings;
        let at = readings.iter().position(|(n, _)| self.rules.names.same(*n, name))?;
        u32::try_from(at).ok()
    }

    /// The fault for a reading that a ruling does not have.
    pub fn no_reading(&mut self, ruling: RulingId, name: &Name) -> Expr {
        let Some(r) = self.rules.rulings.get(ruling) else { return Expr::error(name.at) };
        let readings: Vec<String> = r.readings.iter().map(|(n, _)| format!("`{}`", self.text(*n))).collect();
        let (title, written) = (self.said(r.name), self.said(name.sym));
        let help = format!("its readings: {}", readings.join(", "));
        self.fault(Code::Name, name.at, format!("`{title}` has no reading `{written}`"), help)
    }
}
