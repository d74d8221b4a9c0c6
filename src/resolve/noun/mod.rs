//! Nouns: what there is, before what it does.

mod astray;
mod bands;
mod belongs;
mod cards;
mod cell;
mod columns;
mod counts;
mod customs;
mod decks;
mod declare;
mod ends;
mod find;
mod given;
mod ground;
mod happens;
mod heads;
mod keys;
mod kinds;
mod order;
mod rows;
mod rules;
mod rulings;
mod secrets;
mod shapes;
mod states;
mod tables;
#[cfg(test)]
mod tests;

pub(crate) use find::{compass, direction};
pub(crate) use given::{dice_text, named_bare};
pub(crate) use order::canonical;

use super::Resolver;

impl Resolver<'_> {
    /// Enters every name, then what nouns say of themselves. Each stage speaks only of what earlier ones entered.
    pub fn nouns(&mut self) {
        // what sentences need to be read at all
        self.kinds();
        self.states();
        self.heads();
        self.whose();
        self.pieces_of_nothing();
        // what is asked by name
        self.row_tags();
        self.scenario_names();
        self.columns();
        self.list_cells();
        self.secret_names();
        self.tables();
        // what nouns ask themselves
        self.count_starts();
        self.shapes();
        self.all_ground();
        self.cards();
        self.given_names();
        self.marker_ends();
        self.brought();
        self.belongs();
        self.limits_nothing();
    }
}
