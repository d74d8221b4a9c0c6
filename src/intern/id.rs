//! Numbers of things: one type for each sort, 32 bits each, so that none stands where another is meant.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

/// A number that stands for one thing of a list.
pub trait Id: Copy + Eq + Ord {
    /// The number of the `n`-th; none where there are more than 32 bits can count.
    fn new(n: usize) -> Option<Self>;
    /// Its place in the list.
    fn index(self) -> usize;
    /// The number as it is kept where values are.
    fn value(self) -> i64;

    /// The number that a value is; none where it can be none.
    #[inline]
    fn of_value(value: i64) -> Option<Self> {
        usize::try_from(value).ok().and_then(Self::new)
    }
}

/// Types of numbers, each with what is said of it. They are written as the numbers that they hold, under the names of their
/// types: `hir::print` says by these what they stand for.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub u32);

        impl $crate::intern::Id for $name {
            #[inline]
            fn new(n: usize) -> Option<Self> {
                u32::try_from(n).ok().map(Self)
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }

            #[inline]
            fn value(self) -> i64 {
                i64::from(self.0)
            }
        }
    )* };
}

pub(crate) use ids;

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

impl<I, T> From<Vec<T>> for List<I, T> {
    fn from(items: Vec<T>) -> Self {
        Self { items, of: PhantomData }
    }
}

impl<I, T> FromIterator<T> for List<I, T> {
    fn from_iter<J: IntoIterator<Item = T>>(all: J) -> Self {
        Vec::from_iter(all).into()
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
    #[inline]
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// What has this number, to be changed.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// Forgets all behind the first so many.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
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

/// In tests what is not there fails at once.
#[cfg(test)]
impl<I: Id, T> std::ops::Index<I> for List<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::{Id as _, List};

    ids! {
        /// A peg.
        PegId,
    }

    /// One more than 32 bits can count has no number, and neither has what is less than nothing.
    #[test]
    fn what_does_not_fit_has_no_number() {
        let most = usize::try_from(u32::MAX).unwrap();
        assert_eq!(PegId::new(most), Some(PegId(u32::MAX)));
        assert_eq!(PegId::new(most + 1), None);
        assert_eq!(PegId::of_value(-1), None);
        assert_eq!(PegId::of_value(i64::from(u32::MAX) + 1), None);
        assert_eq!(PegId::of_value(PegId(7).value()), Some(PegId(7)));
    }

    /// A number is written as one, and what it stands for is found again.
    #[test]
    fn a_list_gives_numbers() {
        let mut list = List::default();
        let pegs: Vec<PegId> = ["red", "blue"].into_iter().filter_map(|c| list.push(c)).collect();
        assert_eq!(pegs, [PegId(0), PegId(1)]);
        assert_eq!(list.get(PegId(1)), Some(&"blue"));
        assert_eq!(list.get(PegId(2)), None);
        assert_eq!(serde_json::to_string(&(PegId(1), &list)).unwrap(), r#"[1,["red","blue"]]"#);
    }
}
