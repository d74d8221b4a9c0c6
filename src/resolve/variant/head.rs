//! What a variant changes on the head line of a declaration: a price, a base, the dice, pairs of a table.

use super::body::Amending;
use super::faults;
use super::line::{Known, alike, says_nothing};
use super::spans::overlap;
use crate::ast::{
    AmendHead, Contrib, ContribKind, DeclKind, Expr, ExprKind, HeadWas, Item, ItemKind, Key, Pair, PairWas, Points, Range, ValueOption,
    ValueOptionKind, Was, WasKind,
};
use crate::diag::{Code, Diagnostic};
use crate::intern::KeyId;
use crate::source::At;

/// What stood in a part of a head, and what stands there now: places and prints.
struct Swap {
    what: String,
    key: Known,
    old: Option<(At, String)>,
    new: (At, String),
}

/// What an author says that a part of a head was.
enum Saw {
    /// Nothing is said.
    Untold,
    /// There was nothing.
    Nothing,
    /// Something: where it is said, and whether it fits.
    Said(At, bool),
}

impl Amending<'_> {
    /// What stands after the colon of `amend X:` and is no item. Whether anything does.
    pub fn heads(&mut self, head: &AmendHead) -> bool {
        match head {
            AmendHead::Price { price, was } => {
                let new = Points { value: price.points.value, at: price.at };
                let DeclKind::Named(d) = &mut *self.d.kind else {
                    let d = Diagnostic::new(Code::Place, price.at.span(), format!("`{}` has no price", self.name));
                    self.fault(d.label(self.d.head.span(), super::PARENT).help("leave the price out"));
                    return true;
                };
                let old = d.price.replace(new);
                let saw = saw(was.as_ref(), |w| old.is_some_and(|o| o.value == w.points.value), |w| w.at);
                let old = old.map(|o| (o.at, o.value.to_string()));
                self.swapped(&Swap { what: "price".into(), key: Known::Words("price"), old, new: (price.at, new.value.to_string()) }, &saw);
            }
            AmendHead::Base { base, was } => {
                let names = self.names;
                let DeclKind::Chance(d) = &mut *self.d.kind else {
                    let d = Diagnostic::new(
                        Code::Place,
                        base.at.span(),
                        format!("`{}` is not rolled, and its base stands behind `=`", self.name),
                    );
                    let d = d.label(self.d.head.span(), super::PARENT);
                    self.fault(d.help("write `=` before its new base, or the word of the item that changes"));
                    return true;
                };
                let old = d.base.replace(base.clone());
                let saw = saw(was.as_ref(), |w| old.as_ref().is_some_and(|o| alike(names, o, w)), |w| w.at);
                let old = old.map(|o| (o.at, format!("{o:?}")));
                self.swapped(&Swap { what: "dice".into(), key: Known::Words("dice"), old, new: (base.at, format!("{base:?}")) }, &saw);
            }
            AmendHead::Pairs { pairs, was } => {
                let last = pairs.len().saturating_sub(1);
                for (i, pair) in pairs.iter().enumerate() {
                    self.pair(pair, was.as_ref().filter(|_| i == last));
                }
                return !pairs.is_empty();
            }
        }
        true
    }

    /// Changes an item of the body that the parent has on its head line. Whether it is one.
    pub fn in_head(&mut self, line: &Item) -> bool {
        match (&line.kind, &*self.d.kind) {
            (ItemKind::Starts(new), DeclKind::Count(_)) => {
                self.swap_expr("starts", line, new);
                true
            }
            (ItemKind::Contrib(c), DeclKind::Value(_) | DeclKind::Condition(_)) if c.guard.is_none() => self.own(line, c),
            _ => false,
        }
    }

    /// A line without a name below a value or condition: its base, its question, its own bounds.
    fn own(&mut self, line: &Item, c: &Contrib) -> bool {
        let condition = matches!(*self.d.kind, DeclKind::Condition(_));
        match &c.kind {
            ContribKind::Base(new) if condition => {
                if matches!(*new.kind, ExprKind::Choice(_)) {
                    let d =
                        Diagnostic::new(Code::Place, c.at.span(), "a condition is one question").label(self.d.head.span(), super::PARENT);
                    self.fault(d.help("put its cases together with `and` and `or`"));
                } else {
                    self.swap_expr("question", line, new);
                }
                true
            }
            ContribKind::Base(new) => {
                self.swap_expr("base", line, new);
                true
            }
            ContribKind::AtLeast(e) if !condition => self.bound("at least", line, ValueOptionKind::AtLeast(e.clone())),
            ContribKind::AtMost(e) if !condition => self.bound("at most", line, ValueOptionKind::AtMost(e.clone())),
            _ => false,
        }
    }

    /// `at least 1` and `at most 6` on the head of a value.
    fn bound(&mut self, words: &'static str, line: &Item, kind: ValueOptionKind) -> bool {
        let DeclKind::Value(v) = &*self.d.kind else { return false };
        let same = |o: &ValueOption| std::mem::discriminant(&o.kind) == std::mem::discriminant(&kind);
        let Some(at) = v.options.iter().position(same) else { return false };
        let key = Known::Words(words);
        if !self.first_time(&key, words, line.at) {
            return true;
        }
        let new = ValueOption { kind, at: line.at };
        let DeclKind::Value(v) = &mut *self.d.kind else { return true };
        let Some(place) = v.options.get_mut(at) else { return true };
        let old = std::mem::replace(place, new.clone());
        let names = self.names;
        let fits = |w: &Was| match &w.kind {
            WasKind::Item(item) => match (&**item, &old.kind) {
                (ItemKind::Contrib(c), ValueOptionKind::AtLeast(e)) => {
                    matches!(&c.kind, ContribKind::AtLeast(x) | ContribKind::Base(x) if alike(names, x, e))
                }
                (ItemKind::Contrib(c), ValueOptionKind::AtMost(e)) => {
                    matches!(&c.kind, ContribKind::AtMost(x) | ContribKind::Base(x) if alike(names, x, e))
                }
                _ => false,
            },
            _ => false,
        };
        let saw = saw_line(line.was.as_ref(), fits);
        let swap =
            Swap { what: words.into(), key, old: Some((old.at, format!("{:?}", old.kind))), new: (line.at, format!("{:?}", new.kind)) };
        self.told_swap(&swap, &saw);
        true
    }

    /// A base, a question or a start of the head, by a line of the body.
    fn swap_expr(&mut self, what: &'static str, line: &Item, new: &Expr) {
        let names = self.names;
        let place = match &mut *self.d.kind {
            DeclKind::Value(v) => &mut v.base,
            DeclKind::Condition(c) => &mut c.base,
            DeclKind::Count(c) => &mut c.starts,
            _ => return,
        };
        let old = place.replace(new.clone());
        let before = |x: &Expr| old.as_ref().is_some_and(|o| alike(names, x, o));
        let fits = |w: &Was| match &w.kind {
            WasKind::Item(item) => match &**item {
                ItemKind::Contrib(c) => matches!(&c.kind, ContribKind::Base(x) if before(x)),
                ItemKind::Starts(x) => before(x),
                _ => false,
            },
            _ => false,
        };
        let saw = saw_line(line.was.as_ref(), fits);
        let old = old.map(|o| (o.at, format!("{:?}", o.kind)));
        self.swapped(&Swap { what: what.into(), key: Known::Words(what), old, new: (new.at, format!("{:?}", new.kind)) }, &saw);
    }

    /// Tells what is to be told of a part that now stands in a head.
    fn swapped(&mut self, swap: &Swap, saw: &Saw) {
        if !self.first_time(&swap.key, &swap.what, swap.new.0) {
            return;
        }
        match (&swap.old, saw) {
            (None, Saw::Said(at, _)) => self.absent(&swap.what, None, *at),
            (None, _) => self.head_changed = true,
            (Some(_), _) => self.told_swap(swap, saw),
        }
    }

    fn told_swap(&mut self, swap: &Swap, saw: &Saw) {
        let Some((old_at, old)) = &swap.old else { return };
        let (new_at, new) = &swap.new;
        if let Saw::Said(at, false) = saw {
            let one = |at: At| self.files.slice(at.span()).split_whitespace().collect::<Vec<_>>().join(" ");
            let name = format!("{} of {}", swap.what, self.name);
            let d = faults::stale(&name, *at, *old_at, &one(*old_at), &one(*new_at));
            self.fault(d);
        }
        if old == new {
            self.fault(faults::nothing(*new_at, *old_at));
        }
        self.better(*old_at, old, *new_at, new, !matches!(saw, Saw::Untold));
        self.changed(*new_at, *old_at);
        self.head_changed = true;
    }

    /// A key of a table on one line, and what it gives.
    fn pair(&mut self, new: &Pair, was: Option<&HeadWas<PairWas>>) {
        let what = self.files.slice(new.at.span()).rsplit_once(' ').map_or("", |(key, _)| key).trim().to_owned();
        let (body, names) = (!self.body().is_empty(), self.names);
        let DeclKind::Table(t) = &mut *self.d.kind else {
            self.no_pairs(new);
            return;
        };
        if t.pairs.is_empty() && body {
            self.no_pairs(new);
            return;
        }
        let at = t.pairs.iter().position(|p| alike(names, &p.keys, &new.keys));
        // a key that holds some of another's is told as two rows for one number
        let clashes = at.is_none() && t.pairs.iter().any(|p| overlap(numbers(&p.keys), numbers(&new.keys)));
        if let (None, false, Some(HeadWas::Is(w))) = (at, clashes, was) {
            let of = |k: &Key| if let Key::Name(n) = k { Some((names.text(n.sym), n.at)) } else { None };
            let called = new.keys.first().and_then(of).map(|(_, at)| at);
            let known = t.pairs.iter().flat_map(|p| &p.keys).filter_map(of).map(|(name, _)| name);
            // it is not entered, so that nothing else is told of its name
            let d = faults::absent((&self.name, self.d.head), &what, (called, pair_was(w)), known);
            return self.fault(d);
        }
        let old = match at.and_then(|i| t.pairs.get_mut(i)) {
            Some(place) => Some(std::mem::replace(place, new.clone())),
            None => {
                t.pairs.push(new.clone());
                None
            }
        };
        let fits = |w: &PairWas| match (w, &old) {
            (PairWas::Pair(p), Some(old)) => alike(names, p, old),
            (PairWas::Gives(c), Some(old)) => alike(names, c, &old.gives),
            (_, None) => false,
        };
        let saw = if clashes { Saw::Nothing } else { saw(was, fits, pair_was) };
        let old = old.map(|o| (o.at, format!("{:?}", o.gives)));
        self.swapped(
            &Swap { what, key: Known::Place(format!("pair {:?}", new.keys)), old, new: (new.at, format!("{:?}", new.gives)) },
            &saw,
        );
    }

    fn no_pairs(&mut self, new: &Pair) {
        let d = Diagnostic::new(Code::Place, new.at.span(), format!("`{}` has no pairs of a key and what it gives", self.name));
        let d = d.label(self.d.head.span(), super::PARENT);
        self.fault(d.help("write what changes below, as the parent has it"));
    }

    /// Takes a key out of a table on one line; whether it was there.
    pub fn unpair(&mut self, key: KeyId) -> bool {
        let names = self.names;
        let DeclKind::Table(t) = &mut *self.d.kind else { return false };
        let before = t.pairs.len();
        t.pairs.retain(|p| !p.keys.iter().any(|k| matches!(k, Key::Name(n) if names.key_of(n.sym) == key)));
        before != t.pairs.len()
    }
}

/// Where it is said what a pair was.
const fn pair_was(was: &PairWas) -> At {
    match was {
        PairWas::Pair(p) => p.at,
        PairWas::Gives(c) => c.at,
    }
}

/// The numbers of a list of keys.
fn numbers(keys: &[Key]) -> impl Iterator<Item = Range> {
    keys.iter().filter_map(|k| if let Key::Range(r) = k { Some(*r) } else { None })
}

fn saw<T>(was: Option<&HeadWas<T>>, fits: impl Fn(&T) -> bool, at: impl Fn(&T) -> At) -> Saw {
    match was {
        None => Saw::Untold,
        Some(HeadWas::Nothing(_)) => Saw::Nothing,
        Some(HeadWas::Is(w)) => Saw::Said(at(w), fits(w)),
    }
}

fn saw_line(was: Option<&Was>, fits: impl Fn(&Was) -> bool) -> Saw {
    match was {
        None => Saw::Untold,
        Some(w) if says_nothing(w) => Saw::Nothing,
        Some(w) => Saw::Said(w.at, fits(w)),
    }
}
