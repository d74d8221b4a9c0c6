//! A muster entry: what a unit is made of, what may be bought for it, and what it costs.

use super::When;
use crate::ir::{KindNo, ListRowNo, RuleNo, StateNo};
use crate::source::Span;

/// A unit as a force list offers it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// As written.
    pub name: String,
    /// What it is called in play.
    pub shown: String,
    /// The kind of the group.
    pub kind: KindNo,
    /// The kind of its pieces.
    pub piece: KindNo,
    /// Its price without options.
    pub price: i64,
    /// Whether its price is written, be it 0.
    pub priced: bool,
    /// What its pieces may be.
    pub profiles: Vec<Profile>,
    /// What it consists of without options.
    pub has: Vec<Crew>,
    /// The list rows that everyone in it carries.
    pub carries: Vec<ListRowNo>,
    /// The rules that it brings.
    pub rules: Vec<RuleNo>,
    /// What may be bought.
    pub offers: Vec<Offer>,
    /// Where its name stands.
    pub span: Span,
    /// Where it is said what it consists of.
    pub crew: Option<Span>,
    /// The headings of its profiles: where they stand, and the columns that they name; none if one of them is at fault.
    pub headed: Option<(Span, Vec<usize>)>,
}

/// A sort of piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// As written.
    pub name: String,
    /// Its columns by number, and what stands there.
    pub columns: Vec<(usize, i64)>,
    /// What it is by nature: states of kind tag.
    pub tags: Vec<StateNo>,
    /// Where its name stands.
    pub span: Span,
}

/// So many of a sort.
#[derive(Clone, Debug, PartialEq)]
pub struct Crew {
    /// How many.
    pub count: usize,
    /// Of which profile.
    pub profile: usize,
    /// What they are besides.
    pub guise: Option<Guise>,
    /// Whether one of them leads.
    pub leader: bool,
}

/// What `as X` makes of a piece: another profile, a rule that it carries, a tag, or several of these under one name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guise {
    /// As written.
    pub name: String,
    /// Its profile from now on.
    pub profile: Option<usize>,
    /// The rule that it carries.
    pub rule: Option<RuleNo>,
    /// What it is.
    pub tag: Option<StateNo>,
}

/// An option.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// As written.
    pub name: String,
    /// What it does.
    pub what: What,
    /// What it costs.
    pub price: Price,
    /// Whether its price is written, be it 0.
    pub priced: bool,
    /// Rows for rows, for those that it is about.
    pub swaps: Vec<Swap>,
    /// Rules gained: by those that it is about if pieces carry them, else by the unit.
    pub gains: Vec<RuleNo>,
    /// Rules lost.
    pub loses: Vec<RuleNo>,
    /// With which other options it is offered.
    pub when: Option<When>,
    /// How often, if it says so.
    pub limit: Option<Limit>,
    /// The list of options that it stands in, if it does.
    pub from: Option<FromList>,
    /// Where its name stands.
    pub span: Span,
    /// Where it is said what it is about.
    pub about: Span,
}

/// A list of options that an entry offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromList {
    /// As written.
    pub list: String,
    /// How many options of it may be bought, if that is said.
    pub most: Option<Limit>,
}

/// What an option is about.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// More pieces: all at once, or one each time it is bought.
    More {
        /// How many, or how often.
        count: usize,
        /// Of which profile.
        profile: usize,
        /// One each time.
        up_to: bool,
    },
    /// Ordinary pieces become something else.
    Upgrade {
        /// How many each time.
        count: usize,
        /// Of which profile.
        profile: usize,
        /// How often, by the size of the unit.
        every: Option<Every>,
        /// What they become.
        to: Guise,
        /// Whether one of them takes the lead.
        leader: bool,
    },
    /// Pieces get what the option swaps and gives, and stay what they are.
    Equip {
        /// How many each time.
        count: usize,
        /// How often, by the size of the unit; if nothing is said, once.
        every: Option<Every>,
    },
    /// All of the unit.
    Whole(Option<Guise>),
    /// Every piece of a profile becomes another, or gets a tag.
    Turn {
        /// Of which profile.
        profile: usize,
        /// What they become.
        to: Guise,
    },
    /// The unit gains rules, and that is all.
    Gain,
}

/// Once for every so many pieces of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Every {
    /// So many.
    pub pieces: usize,
    /// Whether those that are left over count as so many.
    pub up: bool,
}

impl Every {
    /// How often in a unit of that size.
    #[must_use]
    pub fn times(self, size: usize) -> usize {
        let of = self.pieces.max(1);
        if self.up { size.div_ceil(of) } else { size / of }
    }
}

/// What an option costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Points.
    pub points: i64,
    /// For what.
    pub per: Per,
}

/// For what a price is paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Per {
    /// Once each time it is bought.
    #[default]
    Time,
    /// For each piece that it adds or changes.
    Each,
    /// For every piece of the unit as it takes the field.
    Piece,
}

/// How often something may be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So often by one unit.
    Unit(usize),
    /// So often by the whole force.
    Force(usize),
}

/// Rows given up for other rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Swap {
    /// Given up.
    pub from: Vec<ListRowNo>,
    /// Got instead.
    pub to: Vec<ListRowNo>,
}

impl Entry {
    /// Whether a roster may call it so.
    #[must_use]
    pub fn is_called(&self, written: &str) -> bool {
        let key = crate::ir::Key::new(written);
        crate::ir::Key::new(&self.name) == key || crate::ir::Key::new(&self.shown) == key
    }

    /// The number of an option by its name.
    #[must_use]
    pub fn offer(&self, written: &str) -> Option<usize> {
        let key = crate::ir::Key::new(written);
        self.offers.iter().position(|o| crate::ir::Key::new(&o.name) == key)
    }

    /// The number of a profile by its name.
    #[must_use]
    pub fn profile(&self, written: &str) -> Option<usize> {
        let key = crate::ir::Key::new(written);
        self.profiles.iter().position(|p| crate::ir::Key::new(&p.name) == key)
    }
}
