//! All parts of a tree, wholes before their parts, in the order of the words.

mod contrib;
mod decl;
mod expr;
mod item;
mod select;
mod stmt;

use super::{Cell, Cite, Expr, Item, NameRef, Selector, Stmt, Word};

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

impl Walk for NameRef {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        f(Part::Name(self));
    }
}

impl Walk for Cite {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        f(Part::Cite(self));
    }
}

impl Walk for Cell {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        f(Part::Cell(self));
    }
}

/// Implements [`Walk`] for structs, part by part.
macro_rules! walk_parts {
    ($($node:ty { $($field:tt),* $(,)? })*) => { $(
        impl super::Walk for $node {
            fn walk<'a>(&'a self, f: &mut dyn FnMut(super::Part<'a>)) {
                $( self.$field.walk(f); )*
            }
        }
    )* };
}

use walk_parts;
