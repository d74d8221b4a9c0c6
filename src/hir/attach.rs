//! Where rules meet the game.

use serde::{Deserialize, Serialize};

use super::{Block, Change, Expr, Guard, KindId, Line, LocalId, ProcId, RuleId, Sel, Test, ValueId};
use crate::intern::Sym;
use crate::source::At;

/// When, at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Moment {
    /// Changes what is there.
    On,
    /// Happens before it.
    Before,
    /// Happens after it.
    After,
    /// Happens in its place.
    Instead,
    /// May happen whenever an action may be taken, while it runs.
    Anytime,
}

/// In what a limit is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Per {
    /// Once a turn.
    Turn,
    /// Once a phase.
    Phase,
    /// Once a game.
    Game,
    /// Once while this runs.
    Proc(ProcId),
}

/// `once per turn of unit`, `first time per game`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limit {
    /// Which: a limit of one number is one limit, at however many places it is asked for.
    pub id: super::LimitId,
    /// Whether what counts is that it could have been, not that it was done.
    pub first: bool,
    /// In what.
    pub per: Per,
    /// Whose limit it is, where it says so: the word or kind of it.
    pub of: Option<Expr>,
    /// Others of this name share it.
    pub shared: Option<Sym>,
    /// Where.
    pub at: At,
}

/// `cost 1 AP of unit`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// What is paid with.
    pub count: super::CountId,
    /// Who pays.
    pub of: Expr,
    /// How much.
    pub amount: Expr,
    /// Its line.
    pub line: Line,
}

/// What is asked before something is done: all of it.
pub type Needs = Vec<Need>;

/// `needs Name: question`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Need {
    /// Its line.
    pub line: Line,
    /// What must hold.
    pub test: Expr,
}

/// What a rule asks before it acts: of its kind, its own, of the line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// Whether it is offered.
    pub may: bool,
    /// What must hold.
    pub needs: Vec<Need>,
    /// How often.
    pub limits: Vec<Limit>,
    /// What it costs.
    pub costs: Vec<Price>,
}

/// Which of two rules at one place gives way or comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Precedence {
    /// Makes the other give way.
    Over,
    /// Comes before the other.
    Before,
    /// Comes after the other.
    After,
}

/// A line where a rule meets the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attach {
    /// Its line.
    pub line: Line,
    /// The rule whose line it is; none for rules of the game that nobody carries.
    pub rule: Option<RuleId>,
    /// When.
    pub moment: Moment,
    /// What it says itself before its colon; all that is asked at a place is in [`Meeting::terms`].
    pub terms: Terms,
    /// Others that it goes before, after or over.
    pub precedence: Vec<(Precedence, Sym, At)>,
    /// The places that it meets, and what it does at each.
    pub meets: Vec<Meeting>,
    /// The effect that lasts of which this is a part.
    pub lasting: Option<super::LastingId>,
}

/// What is met.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Hook {
    /// A value or condition.
    Value(ValueId),
    /// What an action costs.
    Cost(ProcId),
    /// Something that happens, or a throw, as a whole.
    Proc(ProcId),
    /// A step of something that happens.
    Step(ProcId, Sym),
    /// A rule, which is switched off.
    Rule(RuleId),
    /// A named row or need, which is switched off.
    Row(Sym),
    /// The coming of somebody who moves; see [`Coming`].
    Coming,
}

/// A line at one place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    /// The place; of what switches off, what it switches off.
    pub hook: Hook,
    /// Of what switches a row or a rule off: the value or procedure at which it is switched off, whose blanks are filled.
    pub within: Option<Hook>,
    /// Which of the places that the line lists, counted from 0; those that are met by their kind are listed as one.
    pub listed: u32,
    /// Whether the place was met by its kind, `any KIND`: the word of it.
    pub any: Option<Sym>,
    /// Who carries the rule here.
    pub carrier: Carrier,
    /// Of an effect that lasts, the blank of whoever has it, where that is not the rule's carrier.
    pub bearer: Option<LocalId>,
    /// What switches the rule off for its carrier.
    pub mutes: Vec<Mute>,
    /// What fills the blanks of the place.
    pub blanks: Vec<Blank>,
    /// While this runs.
    pub during: Vec<Expr>,
    /// When it holds.
    pub guard: Vec<Guard>,
    /// Who comes near, for what meets moves.
    pub coming: Option<Coming>,
    /// What is asked and taken before it happens: what the rule's kind says, what the rule says, what the line says.
    pub terms: Terms,
    /// What it does.
    pub body: Body,
    /// Where.
    pub at: At,
}

/// Another rule of the carrier's that switches this one off, and when it does: it is off if all of this holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mute {
    /// The rule that the carrier carries besides.
    pub by: RuleId,
    /// What must be so of the carrier.
    pub of: Vec<Test>,
    /// While this runs.
    pub during: Vec<Expr>,
    /// When.
    pub guard: Vec<Guard>,
}

/// Somebody comes near.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coming {
    /// Who.
    pub who: Sel,
    /// How near.
    pub limit: Expr,
    /// To what.
    pub of: Expr,
}

/// How `me` is known at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Carrier {
    /// Nobody carries the rule.
    Nobody,
    /// Whoever fills this blank of the place.
    Blank(LocalId),
    /// Whoever there is that carries it; the word that stands for them.
    Each(LocalId),
}

/// What is said of one blank of the place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blank {
    /// The blank of the place's head.
    pub role: LocalId,
    /// What fills it.
    pub fill: Fill,
    /// What it is called in the lines below, where the line says so.
    pub called: Option<Sym>,
    /// Where.
    pub at: At,
}

/// What fills a blank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fill {
    /// `by Foot me`: the carrier, of whom this must be so.
    Me(Vec<Test>),
    /// `by my unit`: what the carrier belongs to, or what belongs to it.
    My(Expr, Vec<Test>),
    /// `by enemy unit mover`: whoever is described; the blank's word is then this kind's or the given word.
    Described(KindId, Vec<Test>),
    /// `with (Mangonel)`: this very one.
    Exactly(Expr),
    /// `for n`: a number, called so.
    Number,
}

/// What a line does at a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Body {
    /// Changes a quantity or a throw.
    Changes(Vec<Change>),
    /// Happens.
    Happens(Block),
    /// The step is left out.
    Skip,
    /// The step happens in this case too.
    Also(Vec<Guard>),
    /// What is named is switched off.
    Ignore,
    /// The carrier's rule of that name is switched off for it.
    Mute,
}

/// `may not A or B during C when d`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forbid {
    /// Its line.
    pub line: Line,
    /// The rule whose line it is.
    pub rule: Option<RuleId>,
    /// `any KIND` of actions, the word; the rest are exceptions.
    pub any: Option<Sym>,
    /// What is forbidden, each at its place.
    pub meets: Vec<Meeting>,
    /// The effect that lasts of which this is a part.
    pub lasting: Option<super::LastingId>,
}

/// When an effect or a marker ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Until {
    /// Never by itself.
    Stays,
    /// With the turn.
    Turn,
    /// With the phase that runs.
    Phase,
    /// With this phase or procedure.
    Proc(ProcId),
    /// With the next turn.
    NextTurn,
    /// With the next run of this for its bearer.
    NextProc(ProcId),
}

/// An effect that lasts: rules that are bound from the start and asleep until they are woken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lasting {
    /// The rule whose effect it is.
    pub rule: Option<RuleId>,
    /// When it ends.
    pub until: Until,
    /// Whether it ends with the one that goes on where it is woken: `until end of this Fight`.
    pub this: bool,
    /// Whoever has it, where that is not the rule's carrier: the word of whom it speaks.
    pub bearer: Option<Sym>,
    /// The kind of whoever has it.
    pub of: KindId,
    /// What is noted when it is woken: the word outside, and the word by which its lines know it.
    pub notes: Vec<(Sym, LocalId)>,
    /// Its line.
    pub line: Line,
}

/// An effect that lasts begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wake {
    /// Which.
    pub what: super::LastingId,
    /// Whoever has it.
    pub on: Expr,
    /// What is noted: the word by which its lines know it, and the word here. What has no word here is not noted.
    pub notes: Vec<(LocalId, LocalId)>,
}

impl Attach {
    /// The same line as if it stood for itself: not a part of the effect that it is of.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { lasting: None, ..self.clone() }
    }
}

impl Forbid {
    /// The same line as if it stood for itself: not a part of the effect that it is of.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { lasting: None, ..self.clone() }
    }
}
