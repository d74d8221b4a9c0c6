//! The kinds of fault, each with a short name that people can look up.

use super::Severity;

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $what:literal;)*) => {
        /// What sort of fault a diagnostic reports.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $(#[doc = $what] $variant,)* }

        impl Code {
            /// Every code, in the order of the reference.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
            /// The name shown in brackets.
            #[must_use] pub fn name(self) -> &'static str { match self { $(Self::$variant => $name,)* } }
            /// How grave it is.
            #[must_use] pub fn severity(self) -> Severity { match self { $(Self::$variant => Severity::$severity,)* } }
            /// One line for the reference.
            #[must_use] pub fn what(self) -> &'static str { match self { $(Self::$variant => $what,)* } }
        }
    };
}

codes! {
    Syntax "syntax" Error "a line is not a sentence of the language";
    Limit "limit" Error "more than is read: a line too long or too deep, a file too large";
    Unread "unread" Error "words that nothing reads where they stand";
    Layout "layout" Error "a line stands at an impossible depth";
    Unclosed "unclosed" Error "a bracket or quote is not closed";
    FirstEdition "first-edition" Error "a form of the first edition of the language";
    Grouping "grouping" Error "`and` beside `or`, or behind `where`, without brackets";
    Bare "bare-kind" Error "a kind that does not say whether any is meant or one that was spoken of";
    Habit "habit" Error "a habit of another language";
    ItemWord "item-word" Error "the first word of a line is misspelt";
    Name "name" Error "a name is not declared";
    Twice "twice" Error "a name is declared twice";
    Kind "kind" Error "a name is used as what it is not";
    Role "role" Error "a blank that the head does not have";
    Type "type" Error "something of the wrong kind stands in a blank";
    Measure "measure" Error "measures that do not agree";
    Dice "dice-in-value" Error "a value may not roll dice";
    Rounding "rounding" Error "a fraction where a whole number is needed";
    Place "place" Error "an item that does not belong in its declaration";
    Conflict "conflict" Error "two rules meet and nothing says which holds";
    Cycle "cycle" Error "rules that depend on each other in a circle";
    MissingRow "missing-row" Error "a table has no row for a key that may come";
    TwiceRow "twice-row" Error "a table has two rows for one key";
    Stale "stale-override" Error "what is amended has changed";
    Nothing "nothing" Error "a change that changes nothing";
    BetterWay "better-way" Warning "a change turns a score or an amount the other way";
    Order "undecided-order" Error "two rules touch the same thing at one moment";
    Roster "roster" Error "a roster that is not legal";
    Unready "unready" Error "a sentence that the machine cannot carry out yet";
    Test "test" Error "a test of the rules does not hold";
    File "file" Error "a file that cannot be read";
    Never "never" Warning "a condition that can never hold";
    Unreachable "unreachable" Warning "something that nothing leads to";
    Drops "drops" Warning "a change drops what the parent says besides";
    Outlier "outlier" Warning "a row unlike all others of its list";
    NearName "near-name" Warning "a new line that has nearly the name of a parent's";
    Hides "hides" Warning "a name of a pack's own that is one of the language too";
    Unmet "unmet" Warning "a rule that nobody carries";
    Uncited "uncited" Note "a rule that cites no clause";
}
