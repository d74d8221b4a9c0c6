//! Where a rule meets the game, and what it changes there.

use super::deed::MoveOption;
use super::expr::{Call, Expr};
use super::literal::{Int, Range, Rounded};
use super::name::{Name, NameRef, Period, Prep, Word};
use super::select::{Adjective, Noun, Selector};
use super::stmt::{Block, Mood};
use crate::dice::Keep;
use crate::source::At;

/// `on Pace of me, may: + 2"`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attach {
    /// At which moment of what it meets.
    pub place: AtPlace,
    /// What it meets. Never empty.
    pub patterns: Vec<Pattern>,
    /// Whether somebody is asked, and how often.
    pub moods: Vec<Mood>,
    /// When it holds.
    pub guard: Option<Guard>,
    /// Which rules it comes before or stands over.
    pub overs: Vec<Over>,
    /// What is different there, if anything is said.
    pub body: Option<Body>,
}

/// `as enemy unit comes within 6" of me: ...`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comes {
    /// Who comes.
    pub who: Selector,
    /// How near.
    pub distance: Expr,
    /// To whom.
    pub of: Expr,
    /// Whether somebody is asked, and how often.
    pub moods: Vec<Mood>,
    /// When it holds.
    pub guard: Option<Guard>,
    /// Which rules it comes before or stands over.
    pub overs: Vec<Over>,
    /// What is done.
    pub body: Body,
}

/// `may not Wave during Leap if ...`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbid {
    /// What.
    pub what: Forbidden,
    /// By whom, at whom.
    pub roles: Vec<PatternRole>,
    /// While what goes on.
    pub during: Option<During>,
    /// When it holds.
    pub guard: Option<Guard>,
}

/// What is forbidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// `take any action other than Wave`
    Any {
        /// The kind of action.
        kind: Word,
        /// What is allowed all the same.
        except: Vec<Name>,
    },
    /// `Wave, Leap or Jog`
    Named(Vec<Name>),
}

/// At which moment of what it meets a rule works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtPlace {
    /// `on`
    On,
    /// `before`
    Before,
    /// `after`
    After,
    /// `instead of`
    InsteadOf,
    /// `anytime in`
    Anytime,
}

/// What a rule meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Whether its price is meant: `cost of`.
    pub cost: bool,
    /// The step of it that is met: `step go of`.
    pub step: Option<Word>,
    /// What.
    pub what: Met,
    /// Of whom, by whom.
    pub roles: Vec<PatternRole>,
    /// While what goes on.
    pub during: Option<During>,
    /// Where.
    pub at: At,
}

/// What a rule meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Met {
    /// `Leap`, `any Leap`
    Named {
        /// Whether `any` stands before it.
        any: bool,
        /// By its name.
        name: NameRef,
    },
    /// `any action`, `any throw`
    Any {
        /// The kind.
        kind: Word,
        /// Where.
        at: At,
    },
}

/// A blank of what is met, and who fills it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternRole {
    /// Which.
    pub prep: Prep,
    /// Who.
    pub who: PatternWho,
    /// Where.
    pub at: At,
}

/// Who fills a blank of what is met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternWho {
    /// `the nearest unit`
    The(Selector),
    /// `Tired me`, `my unit`
    Mine {
        /// What stands before it.
        adjectives: Vec<Adjective>,
        /// The carrier itself, or something of it.
        whose: Mine,
        /// Where.
        at: At,
    },
    /// `any enemy unit (the target) within 6" of me`: whoever fits.
    Any(Selector),
    /// `that unit`: of whom the sentences around it speak.
    That(Noun),
    /// That one.
    Is(Expr),
}

impl PatternWho {
    /// Who carries the rule, where nobody else is named.
    #[must_use]
    pub fn carrier(at: At) -> Self {
        Self::Mine { adjectives: Vec::new(), whose: Mine::Me, at }
    }
}

/// The carrier of a rule, or what it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mine {
    /// `me`
    Me,
    /// `my unit`
    My(Word),
}

/// `during aimed Wave`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct During {
    /// With which tags.
    pub tags: Vec<Word>,
    /// What.
    pub name: NameRef,
    /// Where.
    pub at: At,
}

/// `when a, during Wave`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// What is asked.
    pub test: Option<GuardTest>,
    /// While what goes on.
    pub during: Option<During>,
    /// Where.
    pub at: At,
}

/// `when a`, `unless a`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardTest {
    /// Whether it must not hold.
    pub unless: bool,
    /// What is asked.
    pub expr: Expr,
}

/// Which rule it stands over or comes before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// Which.
    pub how: OverHow,
    /// The rule.
    pub name: Name,
    /// Where.
    pub at: At,
}

/// How two rules of one moment stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OverHow {
    /// `over`
    Over,
    /// `before`
    Before,
    /// `after`
    After,
}

/// What is different where a rule meets the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// `+ 1; reroll 1s`
    Contribs(Vec<Contrib>),
    /// Statements.
    Block(Block),
}

/// How often something may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// In what stretch of the game.
    pub per: Period,
    /// For whom, if that is said.
    pub of: Option<Word>,
    /// Under which name it is counted, if that is said.
    pub called: Option<Name>,
    /// Where.
    pub at: At,
}

/// What is changed of a value or a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrib {
    /// What.
    pub kind: ContribKind,
    /// When.
    pub guard: Option<Guard>,
    /// Where.
    pub at: At,
    /// Where, without its guard.
    pub core: At,
}

/// What is changed of a value or a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContribKind {
    /// `ignore`
    Ignore,
    /// `skip`
    Skip,
    /// `also if ...`
    Also(Guard),
    /// `each hit counts 2`
    HitCounts(Expr),
    /// `each die + 1`: to every die.
    Each(Signed),
    /// `reroll 1s as a new test`
    Reroll(Reroll),
    /// `natural 6 hits`
    Natural(Natural),
    /// `need 4+`
    Need(Expr),
    /// `explode 6s once`
    Explode {
        /// Which dice.
        which: Exploding,
        /// Whether the new dice bring no more.
        once: bool,
    },
    /// `exactly 3 dice`
    Exactly {
        /// How many.
        number: Expr,
        /// Whether `dice` is said.
        dice: bool,
    },
    /// `keep highest 2`
    Keep(Keeping),
    /// `total + 1`
    Total(Signed),
    /// `at least 1`
    AtLeast(Expr),
    /// `at most 6`
    AtMost(Expr),
    /// `+ 2 dice for every full 5 model of unit, keep highest 1`
    Dice(DiceMod),
    /// `x 2`, `x 1/2 rounded up`, `half rounded down`
    Scale {
        /// By what.
        by: Factor,
        /// How it is rounded.
        rounded: Option<Rounded>,
    },
    /// `it is 3`
    Set(Expr),
    /// `= 3`: what a value is before anything changes it, in its own declaration or an amendment of it.
    Base(Expr),
    /// `+ 2 for every 5 model of unit`
    Add {
        /// How much.
        amount: Signed,
        /// How often.
        per: Option<ForEvery>,
    },
    /// `passes`
    Passes,
    /// `fails`
    Fails,
    /// `no`
    No,
    /// `yes`
    Yes,
    /// `through friendly unit`, `keeping 1" from enemy unit`: of whoever moves in a manner.
    Moves(Box<MoveOption>),
}

/// An amount with its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Whether it is taken away.
    pub minus: bool,
    /// How much.
    pub amount: Expr,
}

/// By what something is multiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Factor {
    /// `half`
    Half,
    /// `x 2`
    Times(Expr),
}

/// Dice thrown again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reroll {
    /// Whether somebody is asked.
    pub may: bool,
    /// Which dice.
    pub faces: Faces,
    /// Where those are named.
    pub faces_at: At,
    /// `as a new test`
    pub anew: bool,
}

/// Dice of a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Faces {
    /// `failures`
    Failures,
    /// `successes`
    Successes,
    /// `all`
    All,
    /// `once`
    Once,
    /// `2 failures`
    SomeFailures(Int),
    /// `2 successes`
    SomeSuccesses(Int),
    /// `2 dice`
    Some(Int),
    /// `6s`
    Face(Int),
    /// `11 or more`
    Range(Range),
}

/// Dice that bring others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exploding {
    /// `6s`
    Face(Int),
    /// `11 or more`
    Range(Range),
}

/// `natural 6 hits`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Natural {
    /// The face.
    pub face: Int,
    /// Which others as well.
    pub or: Option<OrWay>,
    /// What it does.
    pub result: NaturalResult,
}

/// `or more`, `or less`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrWay {
    /// `more`
    More,
    /// `less`
    Less,
}

/// What a face does by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NaturalResult {
    /// `hits`
    Hits,
    /// `misses`
    Misses,
    /// `passes`
    Passes,
    /// `fails`
    Fails,
    /// `counts 2`
    Counts(Expr),
}

/// `keep highest 2`, `drop lowest`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// Which.
    pub what: Keep,
    /// Where.
    pub at: At,
}

/// How many dice more, fewer, or times as many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceMod {
    /// More, fewer or times as many.
    pub op: DiceOp,
    /// How many.
    pub amount: Expr,
    /// How often.
    pub per: Option<ForEvery>,
    /// Which are kept then.
    pub keep: Option<Keeping>,
}

/// More, fewer or times as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `x`
    Times,
}

/// `for every full 5 model of unit`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForEvery {
    /// Whether `full` is said.
    pub full: bool,
    /// Of how many, if that is said.
    pub number: Option<Int>,
    /// Of what.
    pub of: Counted,
    /// Where.
    pub at: At,
}

/// Of what something is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Things that fit.
    Things(Selector),
    /// What a value comes to.
    Value(Call),
}
