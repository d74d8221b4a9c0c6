//! All parts of a tree, wholes before their parts, in the order of the words.

mod contrib;
mod decl;
mod expr;
mod item;
mod select;
mod stmt;

use super::{Cell, Cite, Expr, Item, NameRef, Selector, Stmt, Thing, Word};

/// A part of a tree.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// A question.
    Expr(&'a Expr),
    /// A description.
    Selector(&'a Selector),
    /// A name with what may stand behind it.
    Name(&'a NameRef),
    /// A word that stands for something.
    Word(&'a Word),
    /// A statement.
    Stmt(&'a Stmt),
    /// A line below a declaration.
    Item(&'a Item),
    /// A cell of a row.
    Cell(&'a Cell),
    /// A clause that a line cites.
    Cite(&'a Cite),
}

/// What has parts.
pub trait Walk {
    /// Calls `f` on this, if it is a part, and on all parts in it.
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>));
}

impl<T: Walk> Walk for Vec<T> {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        self.iter().for_each(|part| part.walk(f));
    }
}

impl<T: Walk> Walk for Option<T> {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        self.iter().for_each(|part| part.walk(f));
    }
}

impl<T: Walk> Walk for Box<T> {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        (**self).walk(f);
    }
}

impl<A: Walk, B: Walk> Walk for (A, B) {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        self.0.walk(f);
        self.1.walk(f);
    }
}

/// A part of a tree that can be changed in place.
#[derive(Debug)]
pub enum PartMut<'a> {
    /// A question.
    Expr(&'a mut Expr),
    /// A statement.
    Stmt(&'a mut Stmt),
    /// A state or an amount that is gained, lost or paid.
    Thing(&'a mut Thing),
}

/// What has parts, to be changed in place.
pub trait WalkMut {
    /// Calls `f` on all questions, statements and amounts in this, parts before their wholes.
    fn walk(&mut self, f: &mut dyn FnMut(PartMut<'_>));
}

impl<T: WalkMut> WalkMut for Vec<T> {
    fn walk(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        self.iter_mut().for_each(|part| part.walk(f));
    }
}

impl<T: WalkMut> WalkMut for Option<T> {
    fn walk(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        self.iter_mut().for_each(|part| part.walk(f));
    }
}

impl<T: WalkMut> WalkMut for Box<T> {
    fn walk(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        (**self).walk(f);
    }
}

impl<A: WalkMut, B: WalkMut> WalkMut for (A, B) {
    fn walk(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        WalkMut::walk(&mut self.0, f);
        WalkMut::walk(&mut self.1, f);
    }
}

/// Parts in which no question stands.
macro_rules! walk_leaves {
    ($($node:ty: $part:ident),* $(,)?) => { $(
        impl Walk for $node {
            fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
                f(Part::$part(self));
            }
        }
        impl WalkMut for $node {
            fn walk(&mut self, _: &mut dyn FnMut(PartMut<'_>)) {}
        }
    )* };
}

walk_leaves!(NameRef: Name, Word: Word, Cite: Cite, Cell: Cell);

/// Implements [`Walk`] and [`WalkMut`] for structs, part by part.
macro_rules! walk_parts {
    ($($node:ty { $($field:tt),* $(,)? })*) => { $(
        impl super::Walk for $node {
            fn walk<'a>(&'a self, f: &mut dyn FnMut(super::Part<'a>)) {
                $( super::Walk::walk(&self.$field, f); )*
            }
        }
        impl super::WalkMut for $node {
            fn walk(&mut self, f: &mut dyn FnMut(super::PartMut<'_>)) {
                $( super::WalkMut::walk(&mut self.$field, f); )*
            }
        }
    )* };
}

/// Implements [`Walk`] and [`WalkMut`] by one text, which holds for both.
macro_rules! walk_both {
    ($node:ty, $me:ident, $f:ident => $body:block) => {
        impl super::Walk for $node {
            fn walk<'a>(&'a $me, $f: &mut dyn FnMut(super::Part<'a>)) $body
        }
        impl super::WalkMut for $node {
            fn walk(&mut $me, $f: &mut dyn FnMut(super::PartMut<'_>)) $body
        }
    };
}

use {walk_both, walk_parts};
