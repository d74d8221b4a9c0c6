//! What happens: statements and blocks.

use serde::{Deserialize, Serialize};

use super::{CountId, Expr, Extreme, Hidden, KindId, LocalId, Pile, ProcId, Sel, StateId, TerrainId, Wake};
use crate::intern::Sym;
use crate::ir::AsBefore;
use crate::source::At;

/// Statements, one after the other.
pub type Block = Vec<Stmt>;

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// The clauses that its own line cites; where it cites none, it stands under those of what is around it.
    pub cites: Vec<Sym>,
    /// Where.
    pub at: At,
}

/// In what order a loop goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Those first of whom this is the highest, or the lowest.
    Rank(Extreme, Expr),
    /// This one before all others.
    First(Expr),
}

/// A loop over a description.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loop {
    /// Over whom. Its word stands for the one that is dealt with, in the block too.
    pub over: Sel,
    /// Who comes first.
    pub order: Vec<Order>,
    /// Who says which comes next, where several may.
    pub chosen_by: Option<Expr>,
    /// Whether all happens at once.
    pub together: bool,
}

/// How long something is repeated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Repeat {
    /// So many times.
    Times(Expr),
    /// While this holds.
    While(Expr),
    /// Until this holds.
    Until(Expr),
}

/// What a place that is chosen keeps to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stays {
    /// No farther than this from that.
    Within(Expr, Expr),
    /// Farther than this from that.
    Beyond(Expr, Expr),
    /// Farther than this from all of these.
    BeyondAll(Expr, Sel),
    /// In this zone, or in the zone of this side.
    Inside(Expr),
}

/// What may be chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Choice {
    /// One of these things.
    Thing {
        /// Whom.
        of: Sel,
        /// Whether of those that are alike in all but their places each is offered.
        each: bool,
    },
    /// A number from here to there.
    Number(Expr, Expr),
    /// One of these names; what each stands for.
    Names(Vec<(Sym, Expr)>),
    /// A place; how each limit is written.
    Place(Vec<(Stays, At)>, Option<Expr>),
    /// A direction to face.
    Facing,
    /// An edge of the board.
    Edge,
}

/// A call of something that happens, or of a throw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Which.
    pub proc: ProcId,
    /// Its blanks in order.
    pub args: Vec<Expr>,
    /// The ways in which it is done.
    pub ways: Vec<Sym>,
    /// What is answered in advance: the name of the choice or offer, the answer.
    pub answers: Vec<(Sym, Expr)>,
    /// The word for its result, which later sentences may ask for faces.
    pub result: LocalId,
    /// Where.
    pub at: At,
}

/// Dice that are rolled where they stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dice {
    /// How many.
    pub number: i64,
    /// How many sides each has.
    pub sides: i64,
    /// Added to the total.
    pub plus: i64,
    /// Whether the total is in inches.
    pub inches: bool,
    /// Where.
    pub at: At,
}

/// How something moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Motion {
    /// Who.
    pub who: Expr,
    /// Where to.
    pub course: Course,
    /// How far.
    pub distance: Option<Expr>,
    /// Whether it may be less.
    pub up_to: bool,
    /// As this manner says, besides.
    pub manner: Option<ProcId>,
    /// Keeps this far from these.
    pub keeping: Option<(Expr, Sel)>,
    /// Ends this far from these.
    pub ending: Option<(Expr, Sel)>,
    /// Passes through these.
    pub through: Option<Sel>,
    /// Passes through these if there is no other way.
    pub if_surrounded: Option<Sel>,
    /// Stays on ground of these sorts.
    pub inside: Vec<TerrainId>,
    /// These of the group stay where they are.
    pub without: Option<Sel>,
    /// Keeps its pieces together.
    pub coherent: bool,
    /// May leave the board.
    pub leaving: bool,
    /// Goes on past those who stand where it would end.
    pub going_on: bool,
    /// Ends facing the way it went.
    pub turning: bool,
    /// Ends facing as it did.
    pub keeps_facing: bool,
    /// What it moves is taken from this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spending: Option<Spending>,
}

/// How somebody forms up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forming {
    /// Who.
    pub who: Expr,
    /// In what formation.
    pub into: Expr,
    /// How far each piece may move to do so.
    pub limit: Option<Expr>,
    /// What stays as it was, so that nobody is asked.
    pub keeps: Option<AsBefore>,
}

/// What a move is paid from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spending {
    /// The count of whoever moves.
    pub count: CountId,
    /// Whether two inches are taken for each that it moves.
    pub double: bool,
}

impl Motion {
    /// A move of somebody, of which nothing else is said.
    #[must_use]
    pub const fn of(who: Expr, course: Course) -> Self {
        Self {
            who,
            course,
            distance: None,
            up_to: false,
            manner: None,
            keeping: None,
            ending: None,
            through: None,
            if_surrounded: None,
            inside: Vec::new(),
            without: None,
            coherent: false,
            leaving: false,
            going_on: false,
            turning: false,
            keeps_facing: false,
            spending: None,
        }
    }
}

/// How something turns where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Turn {
    /// As its player likes, by this angle at most.
    UpTo(Expr),
    /// To this facing.
    To(Expr),
    /// To this thing or place.
    Towards(Expr),
    /// To the opposite.
    About,
    /// About one of its front corners, as its player likes, the other going at most so far.
    Wheel(Expr),
}

/// Where a move goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Course {
    /// Where its player likes.
    Free,
    /// Straight at it.
    Towards(Expr),
    /// Straight away from it.
    Away(Expr),
    /// Away from it along the line between the centres, past nothing.
    StraightAway(Expr),
    /// Nowhere: it turns where it stands.
    Turn(Turn),
    /// Until bases touch.
    Contact(Expr),
    /// Off an edge of the board.
    Home(Expr),
    /// Where its player likes before its front.
    Forward,
    /// Where its player likes, by this angle to either side of straight ahead or, if `less`, by less; facing as before.
    Aside {
        /// By what angle.
        angle: Expr,
        /// Whether less is enough.
        less: bool,
    },
    /// Straight ahead.
    Ahead,
    /// Straight back.
    Back,
    /// To that very place, as far as it goes.
    Onto(Expr),
}

/// How something is put on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placing {
    /// Who.
    pub who: Expr,
    /// Whether it is a feature, which lies there.
    pub feature: bool,
    /// At this place, if it is said.
    pub spot: Option<Expr>,
    /// What it faces; whether that is a direction.
    pub facing: Option<(Expr, bool)>,
    /// What its place keeps to.
    pub limits: Vec<(Stays, At)>,
    /// Who decides what is not said.
    pub by: Option<Expr>,
}

/// What is gathered into groups.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Gather {
    /// Those linked by contact.
    Touching,
    /// Of so many to so many.
    Pairs(Expr, Expr),
    /// Those of whom all of these are the same; they speak of the description's word.
    Alike(Vec<Expr>),
}

/// What a deed is taken from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Take {
    /// As many as are wanted, not one.
    pub any: bool,
    /// Of this kind.
    pub kind: KindId,
    /// Who acts.
    pub by: Expr,
    /// To whom it is done.
    pub target: Option<Expr>,
    /// Only one of these.
    pub among: Option<Vec<ProcId>>,
}

/// What is stopped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stop {
    /// The one that is being done.
    This,
    /// This one, further out.
    Proc(ProcId),
    /// The move of somebody, or the innermost.
    Movement(Option<Expr>),
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// For whom; where nothing says it, the rule's carrier or the first blank.
    pub who: Option<Expr>,
    /// What the answer is called.
    pub label: Sym,
    /// What it costs first.
    pub spend: Option<Spend>,
    /// What happens then.
    pub block: Block,
}

/// What is paid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spend {
    /// With what.
    pub count: CountId,
    /// Of whom.
    pub of: Expr,
    /// How much.
    pub amount: Expr,
}

/// What somebody gains or loses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Thing {
    /// A state.
    State(StateId),
    /// A rule, with what comes along with it.
    Rule(super::RuleId),
    /// So much of a count.
    Amount(CountId, Expr),
    /// All of a count.
    All(CountId),
    /// A formation that a word stands for.
    Formation(Expr),
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StmtKind {
    /// What could not be resolved, and was told.
    Error,
    /// The first block whose question is answered yes, else the last.
    If(Vec<(Expr, Block)>, Option<Block>),
    /// A loop.
    ForEach(Loop, Block),
    /// By turns: the word for whose turn it is, who begins, while what holds.
    Alternate(LocalId, Expr, Expr, Block),
    /// Again and again.
    Repeat(Repeat, Block),
    /// An amount dealt out one by one: how much, among whom, by whom; the word for the part that falls on each.
    Share(Expr, Sel, Option<Expr>, LocalId, Block),
    /// An action is taken.
    Take(Take),
    /// A player picks: the word for it, what of, who, whether none may be picked.
    Choose {
        /// The word for what is picked.
        to: LocalId,
        /// What of.
        choice: Choice,
        /// Who; where nothing says it, the owner of the rule's carrier or of the first blank.
        by: Option<Expr>,
        /// Whether nothing may be picked.
        may: bool,
        /// Whether only who picks is told what it is.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
    },
    /// Each side picks, and none knows what another picked until both have.
    ChooseApart {
        /// The word for the side that picks.
        side: LocalId,
        /// The words for what the first and the second side pick.
        to: (LocalId, LocalId),
        /// What of.
        choice: Choice,
        /// Whether nothing may be picked.
        may: bool,
    },
    /// One of them, each as likely: the word for it.
    PickAtRandom(LocalId, Sel),
    /// An offer.
    May(Offer),
    /// A price.
    Spend(Spend),
    /// Something ends.
    Stop(Stop),
    /// This procedure ends with a result.
    Give(Expr),
    /// The procedure that runs goes on in this way.
    Way(Sym),
    /// A word for a value.
    Let(LocalId, Expr),
    /// A word that is known stands for something else from here on; nobody is told of it.
    Set(LocalId, Expr),
    /// A call; what is done if it is failed.
    Do(Call, Option<Block>),
    /// Somebody gains.
    Gain(Expr, Vec<Thing>),
    /// Somebody loses.
    Lose(Expr, Vec<Thing>),
    /// Somebody takes up a formation as if by itself.
    Become(Expr, Expr),
    /// A count is set: of whom, to what.
    Store(CountId, Expr, Expr),
    /// Somebody moves.
    Move(Box<Motion>),
    /// Somebody forms up.
    Form(Forming),
    /// Something is put on the table.
    Place(Placing),
    /// Somebody leaves the game.
    Remove(Expr),
    /// Somebody leaves the board, and not the game.
    Withdraw(Expr),
    /// The first takes the lead of the second.
    Lead(Expr, Expr),
    /// Groups are made.
    Gather(Sel, KindId, Gather),
    /// Cards are drawn: the word for them, how many, from which deck.
    Draw(LocalId, Expr, Pile),
    /// What a card does: which, and for each sort of its kind, whether it is that, and the call of what that does.
    Happens(Expr, Vec<(Expr, Call)>),
    /// A deck is shuffled.
    Shuffle(Pile),
    /// Everybody is told what one side alone knew of somebody.
    Reveal(Hidden, Expr),
    /// The first becomes part of the second.
    Join(Expr, Expr),
    /// A card is put into a deck.
    JoinDeck(Expr, Pile),
    /// The first is part of its group no more.
    Leave(Expr),
    /// A card is taken out of a deck.
    LeaveDeck(Expr, Pile),
    /// It goes on from a step that stands above; only once.
    Again(Sym, bool),
    /// A side has won.
    Win(Expr),
    /// The game is over.
    End,
    /// An effect that lasts begins.
    Wake(Wake),
    /// Words for whoever looks on.
    Note(Sym),
}

impl StmtKind {
    /// The words that it gives a meaning; not those of what stands in it.
    #[must_use]
    pub fn words(&self) -> Vec<LocalId> {
        match self {
            Self::Let(word, _)
            | Self::Set(word, _)
            | Self::PickAtRandom(word, _)
            | Self::Draw(word, ..)
            | Self::Share(_, _, _, word, _)
            | Self::Alternate(word, ..)
            | Self::Choose { to: word, .. } => vec![*word],
            Self::ChooseApart { to: (first, second), .. } => vec![*first, *second],
            Self::ForEach(each, _) => vec![each.over.var],
            _ => Vec::new(),
        }
    }
}
