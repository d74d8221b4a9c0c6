//! With which other options an option is offered.

use super::Entry;

/// A question about what else was bought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// This option was, by its number.
    Bought(usize),
    /// It does not hold.
    Not(Box<When>),
    /// All hold.
    All(Vec<When>),
    /// Any holds.
    Any(Vec<When>),
}

impl When {
    /// Whether it holds of what was bought: how often each option was.
    #[must_use]
    pub fn holds(&self, bought: &[usize]) -> bool {
        match self {
            Self::Bought(i) => bought.get(*i).is_some_and(|n| *n > 0),
            Self::Not(inner) => !inner.holds(bought),
            Self::All(all) => all.iter().all(|w| w.holds(bought)),
            Self::Any(any) => any.iter().any(|w| w.holds(bought)),
        }
    }

    /// Whether it holds of all who bought this option, or of none of them; none where that hangs on other options.
    #[must_use]
    pub fn where_bought(&self, own: usize) -> Option<bool> {
        let all = |list: &[When], is: bool| {
            let each = || list.iter().map(|w| w.where_bought(own));
            if each().any(|w| w == Some(!is)) {
                return Some(!is);
            }
            each().all(|w| w == Some(is)).then_some(is)
        };
        match self {
            Self::Bought(i) => (*i == own).then_some(true),
            Self::Not(inner) => inner.where_bought(own).map(|w| !w),
            Self::All(list) => all(list, true),
            Self::Any(list) => all(list, false),
        }
    }

    /// The options of which it speaks.
    #[must_use]
    pub fn asked(&self) -> Vec<usize> {
        match self {
            Self::Bought(i) => vec![*i],
            Self::Not(inner) => inner.asked(),
            Self::All(list) | Self::Any(list) => list.iter().flat_map(Self::asked).collect(),
        }
    }

    /// As people read it: `with A`, `without B`.
    #[must_use]
    pub fn shown(&self, entry: &Entry) -> String {
        let name = |i: usize| entry.offers.get(i).map_or(String::new(), |o| format!("`{}`", o.name));
        match self {
            Self::Bought(i) => format!("with {}", name(*i)),
            Self::Not(inner) => match inner.as_ref() {
                Self::Bought(i) => format!("without {}", name(*i)),
                Self::Any(any) => Self::All(any.iter().cloned().map(|w| Self::Not(Box::new(w))).collect()).shown(entry),
                Self::Not(twice) => twice.shown(entry),
                Self::All(all) => Self::Any(all.iter().cloned().map(|w| Self::Not(Box::new(w))).collect()).shown(entry),
            },
            Self::All(all) => all.iter().map(|w| w.shown(entry)).collect::<Vec<_>>().join(" and "),
            Self::Any(any) => any.iter().map(|w| w.shown(entry)).collect::<Vec<_>>().join(" or "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::When;

    #[test]
    fn options_exclude_and_need_each_other() {
        let w = When::All(vec![When::Bought(0), When::Not(Box::new(When::Any(vec![When::Bought(1), When::Bought(2)])))]);
        assert!(w.holds(&[1, 0, 0]));
        assert!(!w.holds(&[1, 0, 2]));
        assert!(!w.holds(&[0, 0, 0]));
        assert!(!w.holds(&[]));
        assert_eq!([0, 1, 3].map(|own| w.where_bought(own)), [None, Some(false), None]);
    }
}
