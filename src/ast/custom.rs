//! Customs of a pack: how it measures, moves and keeps its groups together.

use super::expr::Expr;
use super::literal::Length;
use super::name::Word;

/// A custom of a pack, and how a ruling must be read for it to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Custom {
    /// What it says.
    pub kind: CustomKind,
    /// When it holds.
    pub when: Option<Expr>,
}

/// A custom of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomKind {
    /// `movement of leader`
    MovementOfLeader,
    /// `measure unit from leader to nearest`
    Measure {
        /// What kind of group.
        kind: Word,
        /// From where.
        from: GaugeEnd,
        /// To where.
        to: GaugeEnd,
    },
    /// `coherency 6" from leader`
    Coherency {
        /// How near.
        distance: Length,
        /// Whether to the leader.
        from_leader: bool,
    },
    /// `actions once per turn`
    ActionsOncePer(ActionsPer),
}

/// What of a group is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GaugeEnd {
    /// `leader`
    Leader,
    /// `nearest`
    Nearest,
}

/// How often the same action is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionsPer {
    /// `turn`
    Turn,
    /// `phase`
    Phase,
}
