//! What resolved rules know by name, for resolving itself and for all that reads them afterwards.

use crate::ast::{NameRef, Param};
use crate::hir::{KindId, Measure, RuleId, Rules, StateId, Symbol, TerrainId, Ty};
use crate::intern::{KeyId, Sym};

use super::noun::dice_text;

impl Rules {
    /// All that a name may be.
    #[must_use]
    pub fn lookup(&self, name: Sym) -> &[Symbol] {
        self.lookup_key(self.names.key_of(name))
    }

    /// All that a key may be.
    #[must_use]
    pub fn lookup_key(&self, key: KeyId) -> &[Symbol] {
        self.symbols.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The first that a name is of the sort that is asked for.
    pub fn find<T>(&self, name: Sym, sort: impl Fn(Symbol) -> Option<T>) -> Option<T> {
        self.lookup(name).iter().copied().find_map(sort)
    }

    /// The state of a name.
    #[must_use]
    pub fn state_named(&self, name: Sym) -> Option<StateId> {
        self.find(name, |s| if let Symbol::State(s) = s { Some(s) } else { None })
    }

    /// The ground of a name.
    #[must_use]
    pub fn terrain_named(&self, name: Sym) -> Option<TerrainId> {
        self.find(name, |s| if let Symbol::Terrain(t) = s { Some(t) } else { None })
    }

    /// The kind of a word; a plural `s` is forgiven.
    #[must_use]
    pub fn kind_called(&self, word: &str) -> Option<KindId> {
        let find = |w: &str| {
            let word = self.names.find(w)?;
            self.kinds.iter().find(|(_, k)| k.word == word).map(|(id, _)| id)
        };
        find(word).or_else(|| find(word.strip_suffix('s')?))
    }

    /// The rule of a name, with what it is given in brackets.
    #[must_use]
    pub fn rule_named(&self, name: &NameRef) -> Option<RuleId> {
        let key = match &name.param {
            None => Some(self.names.key_of(name.name.sym)),
            Some(p) => self.names.find_key(&format!("{}({})", self.names.text(name.name.sym), self.param_text(p))),
        };
        self.lookup_key(key?).iter().find_map(|s| if let Symbol::Rule(r) = s { Some(*r) } else { None })
    }

    /// What stands in brackets, as rules are called by it.
    #[must_use]
    pub fn param_text(&self, param: &Param) -> String {
        match param {
            Param::Int(n) => n.value.to_string(),
            Param::Dice(d) => dice_text(*d),
            Param::Name(n) => self.names.text(n.sym).to_owned(),
        }
    }

    /// How a type is called in messages.
    #[must_use]
    pub fn describe(&self, ty: Ty) -> String {
        let text = |sym: Sym| self.names.text(sym);
        match ty {
            Ty::Number(Measure::Plain) => "a plain number".into(),
            Ty::Number(Measure::Area) => "square-inches".into(),
            Ty::Number(Measure::Inches) => "inches".into(),
            Ty::Number(Measure::Degrees) => "degrees".into(),
            Ty::Number(Measure::Points) => "pts".into(),
            Ty::Number(Measure::Named(m)) => self.measures.get(m).map_or_else(String::new, |n| text(*n).to_owned()),
            Ty::Truth => "yes or no".into(),
            Ty::Thing(k) | Ty::Row(k) => self.kinds.get(k).map_or_else(String::new, |k| format!("a {}", text(k.word))),
            Ty::Need => "a score needed".into(),
            Ty::Place => "a place".into(),
            Ty::Facing => "a facing".into(),
            Ty::Edge => "an edge of the board".into(),
            Ty::Formation => "a formation".into(),
            Ty::Name => "a name".into(),
            Ty::Nothing => "nothing".into(),
            Ty::Unknown => "unknown".into(),
        }
    }
}
