//! What may stand below which declaration: any other item is told where it stands, and left out.

use super::Reader;
use crate::ast::{Base, ChanceSort, Item, ItemKind, ProcessSort};
use crate::diag::Code;
use crate::syntax::lines_of;

/// A sort of declaration that takes only some items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Pack,
    Kind(Base),
    Tag,
    Count,
    Many,
    Table,
    Value,
    Condition,
    Chance(ChanceSort),
    Reading,
    Test,
    Situation,
    Columns,
    Marker,
    Formation,
    Terrain,
    Deck,
    Process(ProcessSort),
    Scenario,
    Force,
    Options,
    Remove,
}

impl Family {
    /// How it is called.
    const fn name(self) -> &'static str {
        match self {
            Self::Pack => "a pack",
            Self::Kind(base) => match base {
                Base::Group => "a kind of groups",
                Base::Piece => "a kind of pieces",
                Base::Feature => "a kind of features",
                Base::Card => "a kind of cards",
                Base::Row => "a kind of rows",
                Base::Rule => "a kind of rules",
                Base::Action => "a kind of actions",
                Base::Side => "a kind of sides",
            },
            Self::Tag => "a tag",
            Self::Count => "a count",
            Self::Many => "a list",
            Self::Table => "a table",
            Self::Value => "a value",
            Self::Condition => "a condition",
            Self::Chance(ChanceSort::Roll) => "a roll",
            Self::Chance(ChanceSort::Pool) => "a pool",
            Self::Chance(ChanceSort::Check) => "a check",
            Self::Chance(ChanceSort::Opposed) => "an opposed roll",
            Self::Reading => "a reading",
            Self::Test => "a test",
            Self::Situation => "a situation",
            Self::Columns => "`columns`",
            Self::Marker => "a marker",
            Self::Formation => "a formation",
            Self::Terrain => "a terrain",
            Self::Deck => "a deck",
            Self::Process(ProcessSort::Turn) => "a turn",
            Self::Process(ProcessSort::Phase) => "a phase",
            Self::Process(ProcessSort::Procedure) => "a procedure",
            Self::Process(ProcessSort::Manner) => "a manner",
            Self::Scenario => "a scenario",
            Self::Force => "a force list",
            Self::Options => "a list of options",
            Self::Remove => "`remove`",
        }
    }

    /// What may stand below it.
    fn has(self) -> &'static str {
        match self {
            Self::Kind(Base::Group) => "`gains` and the rules that all of them carry",
            Self::Kind(Base::Piece) => "a table of bases, and `gains`",
            Self::Kind(Base::Action) => "costs, needs, limits, ways and steps",
            Self::Kind(Base::Rule) => "`may`, costs, needs, limits and `gains`",
            Self::Tag | Self::Count | Self::Remove | Self::Kind(_) => "no lines",
            Self::Reading => {
                "declarations, what `may not` be done, what `counts as` what, and where it meets the game: `on`, `before`, `after`, `instead of`"
            }
            Self::Pack => lines_of("pack"),
            Self::Deck => lines_of("deck"),
            Self::Many | Self::Table => lines_of("table"),
            Self::Value | Self::Condition => lines_of("value"),
            Self::Chance(ChanceSort::Pool) => lines_of("pool"),
            Self::Chance(ChanceSort::Roll) => lines_of("roll"),
            Self::Chance(ChanceSort::Check) => lines_of("check"),
            Self::Chance(ChanceSort::Opposed) => lines_of("opposed"),
            Self::Marker => lines_of("marker"),
            Self::Formation => lines_of("formation"),
            Self::Terrain => lines_of("terrain"),
            Self::Process(ProcessSort::Manner) => lines_of("manner"),
            Self::Process(_) => lines_of("procedure"),
            Self::Test => lines_of("test"),
            Self::Situation => lines_of("situation"),
            Self::Scenario => lines_of("scenario"),
            Self::Force => lines_of("force"),
            Self::Options => lines_of("options"),
            Self::Columns => lines_of("columns"),
        }
    }

    fn takes(self, item: &ItemKind) -> bool {
        use ItemKind as I;
        // what meets the game does so from wherever it stands
        let anywhere = matches!(item, I::Shown(_) | I::Attach(_) | I::Forbid(_) | I::Comes(_));
        let changes = matches!(item, I::Named { .. } | I::Contrib(_));
        let terms = matches!(item, I::Cost(_) | I::Needs(_) | I::Limit(_));
        match self {
            Self::Pack => anywhere || matches!(item, I::Custom(_) | I::Simultaneous(_) | I::Legal(_)),
            Self::Kind(Base::Group) => anywhere || matches!(item, I::Gains(_)),
            Self::Kind(Base::Piece) => anywhere || matches!(item, I::Gains(_) | I::Row(_)),
            Self::Kind(Base::Action) => anywhere || terms || matches!(item, I::Step(_) | I::Ways(_)),
            Self::Kind(Base::Rule) => anywhere || terms || matches!(item, I::May | I::Gains(_)),
            Self::Deck => anywhere || matches!(item, I::Listed(..)),
            Self::Kind(_) | Self::Tag | Self::Count => anywhere,
            Self::Reading => matches!(item, I::Attach(_) | I::Forbid(_) | I::Comes(_)),
            Self::Many | Self::Table => anywhere || matches!(item, I::Row(_)),
            Self::Value | Self::Condition => anywhere || changes,
            Self::Chance(sort) => {
                let own = match sort {
                    ChanceSort::Pool => matches!(item, I::Dice(_) | I::EachDie(_) | I::Natural(_) | I::PassesWith { .. } | I::Keep(_)),
                    ChanceSort::Roll | ChanceSort::Opposed => matches!(item, I::Band(_) | I::Keep(_)),
                    ChanceSort::Check => matches!(item, I::Band(_) | I::Natural(_)),
                };
                anywhere || changes || own || matches!(item, I::Ways(_))
            }
            Self::Marker => anywhere || terms || matches!(item, I::Until(_) | I::Gains(_)),
            Self::Formation => anywhere || matches!(item, I::Shape(_) | I::Gains(_)),
            // of whoever stands there a rule speaks that asks where he is
            Self::Terrain => matches!(item, I::Shown(_) | I::Ground(_)),
            Self::Process(ProcessSort::Manner) => anywhere || changes,
            Self::Process(_) => anywhere || matches!(item, I::Step(_) | I::Ways(_)),
            Self::Test => matches!(item, I::Use(_) | I::Given(_) | I::Answers(_) | I::Do(_) | I::Expect(_)),
            Self::Situation => matches!(item, I::Board(_) | I::Turns(_) | I::Side(_) | I::Rules(_) | I::Use(_)),
            Self::Scenario => matches!(item, I::Board(_) | I::Turns(_) | I::Setup(_) | I::Side(_) | I::Rules(_)),
            Self::Force => {
                matches!(item, I::Legal(l) if !l.always)
                    || matches!(item, I::Units(_) | I::Allies(_) | I::Rules(_) | I::Gains(_) | I::Shown(_))
            }
            Self::Options => matches!(item, I::Option(_)),
            Self::Columns => matches!(item, I::Column(_)),
            Self::Remove => false,
        }
    }
}

impl Reader<'_> {
    /// The items that a declaration takes; the others are told.
    pub fn only(&mut self, family: Family, items: Vec<Item>) -> Vec<Item> {
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            if family.takes(&item.kind) {
                out.push(item);
            } else if let (Family::Process(_), ItemKind::Cost(_) | ItemKind::Needs(_) | ItemKind::Limit(_)) = (family, &item.kind) {
                let message = format!("{} happens wherever it is called: nothing is asked or paid first", family.name());
                self.fault(Code::Place, item.at, message, "make it an `action`, or say it where it is called");
            } else if self.files.slice(item.at.span()).starts_with("otherwise") {
                let message = "`otherwise` stands less deep than the `if` that it goes on with";
                self.fault(Code::Place, item.at, message, "indent it as deep as its `if`");
            } else {
                let message = format!("nothing comes of this below {}", family.name());
                self.fault(Code::Place, item.at, message, format!("below {} stand {}", family.name(), family.has()));
            }
        }
        out
    }

    /// Items where nothing is amended: what speaks of a parent is told, and left out.
    pub fn unamended(&mut self, mut items: Vec<Item>) -> Vec<Item> {
        items.retain_mut(|item| {
            if let Some(was) = item.was.take() {
                self.stray(was.whole, "`was` says what a parent says");
            }
            match &mut item.kind {
                ItemKind::Remove(_) => {
                    self.stray(item.at, "`remove` takes a parent's line away");
                    false
                }
                ItemKind::Edit(_) => {
                    self.stray(item.at, "this changes a parent's line");
                    false
                }
                ItemKind::Step(step) => {
                    if let Some(place) = step.place.take() {
                        self.stray(place.at, "a step is put `before` or `after` another where a parent's are amended");
                    }
                    true
                }
                _ => true,
            }
        });
        items
    }
}
