//! What each code means at more length: what is wrong, an example of it, and the mend.

use serde::Serialize;

use super::Code;

/// What a code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// What is wrong, and why it is told.
    pub means: &'static str,
    /// Lines of which it is told.
    pub example: &'static str,
    /// What to write.
    pub mend: &'static str,
}

const fn advice(means: &'static str, example: &'static str, mend: &'static str) -> Advice {
    Advice { means, example, mend }
}

impl Code {
    /// The code of that name.
    #[must_use]
    pub fn called(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|c| c.name() == name).copied()
    }

    /// What it means.
    #[must_use]
    pub fn advice(self) -> Advice {
        self.of_texts().or_else(|| self.of_names()).or_else(|| self.of_rules()).unwrap_or_else(|| self.of_packs())
    }

    /// Of what cannot be read.
    fn of_texts(self) -> Option<Advice> {
        Some(match self {
            Self::Syntax => advice(
                "The line is no sentence of the language. It was read as far as the mark; the message says what could come there.",
                "value Zeal of band = = 5",
                "write what the message names in place of what stands at the mark: `value Zeal of band = 5`",
            ),
            Self::Limit => advice(
                "There is more of something than is read: a line too long or with too many brackets, a file or a pack too large, a \
                 number too great. Limits keep a slip from taking all memory.",
                "value Zeal of band = 99999999999999999999",
                "make two lines, files or values of one; move files that do not belong to the pack out of its folder",
            ),
            Self::Unread => advice(
                "The words can be read, but nothing comes of them where they stand. They are told so that nobody relies on them.",
                "marker Weary 3 pts of band",
                "move them to the declaration that they belong to, or take them out",
            ),
            Self::Layout => advice(
                "Where a line begins says what it belongs to. This one begins where none can: a declaration that stands in, an item \
                 that does not, a tab, or a step too deep.",
                "kind band is group\n  value Zeal of band = 5",
                "begin declarations in the first column, and what belongs to them two blanks further in",
            ),
            Self::Unclosed => advice(
                "A bracket, brace or quote is opened and not closed on this line, or closed and not opened.",
                "value Zeal of band = 2 x (5 + 1",
                "write its partner: `2 x (5 + 1)`",
            ),
            Self::FirstEdition => advice(
                "The line is in a form of the first edition of the language, which is written otherwise now. The message says how.",
                "value Zeal of band = 5\n  Rested: + 1 when band is Calm",
                "write the form that the message shows: `+ 1 if band is Calm`",
            ),
            Self::Grouping => advice(
                "`and` stands beside `or`, or either of them behind `where`, and without brackets it can be read in two ways.",
                "rule Late\n  on Pace of any band if there is a band where it is Tired and it is Lost: - 2\"",
                "put brackets round what belongs together: `there is a band where (it is Tired and it is Lost)`",
            ),
            Self::Bare => advice(
                "A kind stands where a rule meets the game, and it is not said whether anybody of that kind is meant or the one \
                 that was spoken of.",
                "rule Late\n  on Pace of band: - 2\"",
                "write `any band`, or `that band` in an effect that lasts: `on Pace of any band`",
            ),
            Self::Habit => advice(
                "It is a habit of a programming language or of a word processor, and is written otherwise here. The message says how.",
                "while band is Calm: band loses Calm",
                "write `is` to compare, indent instead of braces, and type plain quotes and dashes",
            ),
            Self::ItemWord => advice(
                "The first word of a line says what sort of line it is, and no sort of line or declaration begins with this one. It is \
                 misspelt, or it is a kind that the pack does not declare.",
                "valeu Zeal of band = 5",
                "take the word that is suggested, or declare the kind",
            ),
            Self::Unready => advice(
                "The sentence is understood, and the machine cannot carry it out yet. It is told rather than passed over.",
                "scenario Meadow\n  board 48\" x 36\"\n  turns 6",
                "say it in the other way that the message names; under `Not carried out yet` the reference lists all",
            ),
            Self::File => advice(
                "A file or a pack is not there, or cannot be read as text.",
                "pack Ours extends Their Gaem",
                "correct its name (`grognard list` names the packs), name its folder with `--packs`, or save the file as plain text",
            ),
            _ => return None,
        })
    }

    /// Of what is not what it is called or used as.
    fn of_names(self) -> Option<Advice> {
        Some(match self {
            Self::Name => advice(
                "Nothing that can stand here has this name. Names are compared by letters and digits alone, so a capital or an \
                 accent is not the reason.",
                "condition band is Ready = band is not Wearyy",
                "take the name that is suggested, or declare what is meant; `grognard explain` says what there is",
            ),
            Self::Twice => advice(
                "Two things of one sort have one name, so nobody could say which is meant. In a pack that extends another, a new \
                 declaration of a name that the parent has is told too: nothing is changed by having the same name.",
                "value Zeal of band = 5\nvalue Zeal of band = 6",
                "give one another name, or write `amend` or `replace` if the parent's is to change",
            ),
            Self::Kind => advice(
                "A word stands where a kind is wanted, and is no kind, or a kind of another sort.",
                "value Zeal of bnad = 5",
                "write a kind that the pack declares, or declare it: `kind band is group`",
            ),
            Self::Role => advice(
                "A head says which blanks it has (`by`, `at`, `of`). Here one is filled that it does not have, or one that it has \
                 is left empty.",
                "value Calmness of band = Zeal of band at band",
                "fill the blanks that the head has; the message names them",
            ),
            Self::Type => advice(
                "Something of the wrong sort stands in a blank: a side where a unit is wanted, a number where yes or no is.",
                "value Spirit of side = Zeal of side",
                "ask for what is wanted: `Zeal of band`, of a band of that side",
            ),
            Self::Measure => advice(
                "Inches, points and plain numbers are told apart, and these two cannot be added or compared.",
                "value Gait of band, in inches = 6\" + 2",
                "write both in one measure, such as `2\"`, or say how one becomes the other: `2 x 1\"`",
            ),
            Self::Dice => advice(
                "A value or condition is a question, which may be asked at any time and as often as one likes. Dice in it would fall \
                 otherwise each time.",
                "value Gait of band, in inches = 4\" + d6 x 1\"",
                "roll in a step, and use the step's result: `step extra = d6`",
            ),
            Self::Rounding => advice(
                "A fraction can be left over where a whole number is needed, and nothing says which way it goes.",
                "value Weary Zeal of band = half Zeal of band",
                "write `rounded down` or `rounded up`",
            ),
            Self::Place => advice(
                "The line does not belong there: a change to a step, a moment of a value, a line below what has none such.",
                "marker Weary of band\n  dice 3",
                "move it to the declaration that it belongs to, or take it out; values are changed by `on`, steps are met by `before`, \
                 `after` and `instead of`, and `grognard hooks WORD` lists both",
            ),
            _ => return None,
        })
    }

    /// Of rules that do not go together, or that do nothing.
    fn of_rules(self) -> Option<Advice> {
        Some(match self {
            Self::Conflict => advice(
                "Two rules may meet at one place and say different things, and nothing says which of them holds. Whichever came \
                 first would be chance.",
                "gift Stoic of band\n  on Zeal of me: it is 7\ngift Timid of band\n  on Zeal of me: it is 2",
                "say which holds: `on Zeal of me, overriding Timid: it is 7`, or let their conditions exclude each other",
            ),
            Self::Cycle => advice(
                "Things lead back to themselves: a value that asks itself through others, a procedure that does itself again \
                 whatever happens, rules that each come before the other, packs that extend each other.",
                "value Zeal of band = 1 + Fame of band\nvalue Fame of band = Zeal of band",
                "take one of the steps of the circle away; the message shows them",
            ),
            Self::MissingRow => advice(
                "A table has no row for a number that may come, or a row has fewer or more cells than there are columns.",
                "table Toll (score) gives losses: 0 to 3 0, 7 or more 2",
                "write the row that is missing: `4 to 6 1`; a cell with nothing in it is `-`",
            ),
            Self::TwiceRow => advice(
                "A table has two rows for one number, or two lines below a roll hold some of the same numbers.",
                "table Toll (score) gives losses: 0 to 3 0, 3 to 6 1, 7 or more 2",
                "let each number stand in one row: `0 to 2 0, 3 to 6 1`",
            ),
            Self::Order => advice(
                "Two rules touch the same thing at one moment, and nothing says which comes first, though that makes a difference.",
                "gift Dour of band\n  after step sit of Halt by me: Hope of me becomes 2\ngift Merry of band\n  after step sit of Halt by me: Hope of me becomes 3",
                "say it in one of them: `after step sit of Halt by me, earlier than Merry: ...`, or let the pack say who puts them in order",
            ),
            Self::Never => advice(
                "The question can never be answered with yes, or never with no, so what hangs on it never happens or need not ask. \
                 A warning.",
                "die = d6\nif die is more than 6: band gains 1 Hope",
                "ask for what can come, or leave the question out",
            ),
            Self::Unreachable => advice(
                "Nothing leads to it: it stands behind an end, in a branch that those before leave nothing, or nobody asks for it or \
                 does it. A warning.",
                "step rest:\n  band gains 1 Hope\n  stop\nstep song: band gains 2 Hope",
                "move it before the end, let something lead to it, or take it out",
            ),
            Self::Unmet => advice(
                "There are force lists, and no unit of them brings this rule, nor does anything else. A warning.",
                "gift Singers of band\n  after step rest of Camp by me: I gain 2 Hope",
                "write it below the `rules` of a unit, let an option give it, or make it a rule of the game",
            ),
            Self::Uncited => advice(
                "The rule names no clause of the book that it carries out. Only `check --cite` tells it, of a pack that has a \
                 ledger of clauses. A note.",
                "rule Mud\n  on Gait of any band: - 1\"",
                "write the clause behind the line: `on Gait of any band: - 1\"   [mud.gait]`",
            ),
            Self::Test => advice(
                "A test that stands beside the rules does not hold. The message says what came out instead.",
                "test \"they are brave\" in Field\n  expect Zeal of One is 6",
                "mend the rule if the test says what the book says, else the test; in a variant, `replace` or `remove` a test that \
                 no longer holds",
            ),
            _ => return None,
        })
    }

    /// Of packs over packs, and of rosters.
    fn of_packs(self) -> Advice {
        match self {
            Self::Stale => advice(
                "A variant says what the parent had when the line was written, and the parent has something else now, or is of \
                 another version. Nobody has looked whether the change is still meant.",
                "amend value Zeal: = 6, was 4",
                "read what the parent says now, and if the change still stands, write that behind `was`: `was 5`",
            ),
            Self::Nothing => advice(
                "The change leaves everything as it was, so it is not what was meant.",
                "amend value Zeal: = 5, was 5",
                "write what is to be otherwise, or take the line out",
            ),
            Self::BetterWay => advice(
                "A score needed gets better downwards: 4+ is easier than 5+. This change makes it harder, and does not say what it \
                 was. A warning.",
                "amend value Aim: = 5+",
                "write `was` and the parent's score if it is meant: `= 5+, was 4+`",
            ),
            Self::Drops => advice(
                "The parent's line holds only if something is so, and the line that takes its place always does; or a declaration \
                 with rows of its own gives way to one without any. Nobody says that this is meant. A warning.",
                "amend value Boldness\n  Confident: + 25",
                "write the parent's `if` again, or what the line was, behind `, was`; write `amend` to keep the rows",
            ),
            Self::Outlier => advice(
                "All other rows of a list have a number in a column, and this one has none; or of two columns the first is less in all \
                 others, and more in this one. So it is told, too, of a profile that leaves out a column which all others have, of a table \
                 that is open below and ends above, of results between which one is left out, of pieces for which no line of bases is, \
                 and of the one unit of a situation that is larger than its entry. A warning.",
                "  Arbalest | - | 4+",
                "write the number, or turn the two about",
            ),
            Self::NearName => advice(
                "A line below `amend` is new, and its name is a letter or two from that of a line that the parent has. It may be a \
                 slip, and would then stand beside the parent's line instead of in its place. A warning.",
                "amend value Zeal\n  Elder Presnt: + 2",
                "correct the name, or write `was nothing` behind the line if it is new",
            ),
            Self::Hides => advice(
                "Something is called as a point of the compass is. What a pack declares is meant first, so that `facing North` would no \
                 longer be a direction. A marker may be called so. A warning.",
                "scenery North: Wood",
                "call it otherwise, such as `The North Wood`",
            ),
            _ => advice(
                "A roster cannot be read, or is not legal: an entry or option that its list does not have, too many of one, more \
                 points than were agreed, a `legal` line that does not hold.",
                "[[unit]]\nentry = \"Hillmne\"",
                "change what the message names; `grognard muster ROSTER` looks again, `grognard list units --pack P` names entries",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Code;

    #[test]
    fn each_code_has_advice_of_its_own() {
        let mut all: Vec<&str> = Code::ALL.iter().map(|c| c.advice().means).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), Code::ALL.len());
        assert!(Code::ALL.iter().all(|c| Code::called(c.name()) == Some(*c)));
        assert_eq!(Code::called("no-such-code"), None);
    }
}
