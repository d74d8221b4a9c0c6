//! Numbers of what is declared: one type for each sort, 32 bits each.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

/// A number that stands for one thing of a list.
pub trait Id: Copy + Eq + Ord {
    /// The number of the `n`-th; none where there are more than 32 bits can count.
    fn new(n: usize) -> Option<Self>;
    /// Its place in the list.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl Id for $name {
            fn new(n: usize) -> Option<Self> {
                u32::try_from(n).ok().map(Self)
            }

            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )* };
}

ids! {
    /// A kind of thing.
    KindId,
    /// A measure that counts and columns introduce.
    MeasureId,
    /// A yes-or-no that things can have.
    StateId,
    /// A stored number.
    CountId,
    /// A quantity or condition.
    ValueId,
    /// Something that happens: procedures, actions, phases, throws.
    ProcId,
    /// A table.
    TableId,
    /// A rule.
    RuleId,
    /// A row of a list.
    RowId,
    /// A column of lists or profiles.
    ColumnId,
    /// A ruling.
    RulingId,
    /// A sort of ground.
    TerrainId,
    /// A thing that is declared by name, such as a feature.
    ThingId,
    /// A deck.
    DeckId,
    /// A word that stands for something in a sentence.
    LocalId,
    /// A line where a rule meets the game.
    AttachId,
    /// An effect that lasts.
    LastingId,
    /// How often something may be.
    LimitId,
}

/// A list whose places are numbers of one type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct List<I, T> {
    items: Vec<T>,
    #[serde(skip)]
    of: PhantomData<fn(I) -> I>,
}

impl<I, T> Default for List<I, T> {
    fn default() -> Self {
        Self { items: Vec::new(), of: PhantomData }
    }
}

impl<I: Id, T> List<I, T> {
    /// Adds one. None where its number would not fit.
    pub fn push(&mut self, item: T) -> Option<I> {
        let id = I::new(self.items.len())?;
        self.items.push(item);
        Some(id)
    }

    /// The number that the next will have.
    #[must_use]
    pub fn next_id(&self) -> Option<I> {
        I::new(self.items.len())
    }

    /// What has this number.
    #[must_use]
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// What has this number, to be changed.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// All, with their numbers.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + Clone {
        self.items.iter().enumerate().filter_map(|(i, t)| I::new(i).map(|i| (i, t)))
    }

    /// All, with their numbers, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (I, &mut T)> {
        self.items.iter_mut().enumerate().filter_map(|(i, t)| I::new(i).map(|i| (i, t)))
    }

    /// All numbers. They do not borrow the list.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + Clone + use<I, T> {
        (0..self.items.len()).filter_map(I::new)
    }

    /// All.
    #[must_use]
    pub fn all(&self) -> &[T] {
        &self.items
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}
