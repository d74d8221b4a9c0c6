//! Parts of a muster said alone, for printed lists.

use super::scenes::Spoken;
use crate::ast::{Crew, Item, ItemKind, NameRef, OptionsOf, UnitOption};
use crate::hir::Rules;
use crate::intern::Sym;

/// Says names, crews and options as players know them.
pub struct Titles(Spoken);

impl Titles {
    /// Of these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self(Spoken::new(rules))
    }

    /// What something is called.
    #[must_use]
    pub fn name(&self, name: Sym) -> String {
        self.0.text(name)
    }

    /// What a rule is called that may be given something.
    #[must_use]
    pub fn name_ref(&self, name: &NameRef) -> String {
        let Some(given) = &name.param else { return self.0.name_ref(name) };
        format!("{} ({})", self.0.text(name.name.sym), self.0.rules.param_text(given).replace(['(', ')'], ""))
    }

    /// Models of one sort, and whether one of them leads.
    #[must_use]
    pub fn crew(&self, crew: &Crew, leads: bool) -> String {
        self.0.crew(crew, leads).replace('\u{1}', "")
    }

    /// An option among all lines of its unit, without its name.
    #[must_use]
    pub fn option(&mut self, option: &UnitOption, all: &[Item]) -> String {
        self.0.options = all.iter().filter_map(|i| if let ItemKind::Option(o) = &i.kind { Some(o.name.sym) } else { None }).collect();
        let said = self.0.option_itself(option);
        self.0.options.clear();
        said
    }

    /// What a list of options offers.
    #[must_use]
    pub fn options_of(&self, options: &OptionsOf) -> String {
        self.0.options_of(options)
    }
}
