//! Rulings that are asked: the reading in force, and whether it is this one.

use super::quality::plain_name;
use super::said::truth;
use crate::ast::{self, ExprKind as Ast, Is, NameRef};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, RulingId, Symbol, Ty};
use crate::resolve::Resolver;
use crate::source::At;

impl Resolver<'_> {
    /// `the ruling RULING says A or B`: whether the reading in force is one of these, whatever else has their names. None if it asks for
    /// no readings of a ruling.
    pub(super) fn takes(&mut self, of: &ast::Expr, what: &Is, at: At) -> Option<Expr> {
        let ruling = self.ruling_asked(of)?;
        let names: Vec<NameRef> = match what {
            Is::Says(list) => list.clone(),
            Is::Names(list) => self.first_asked(of, list, at),
            Is::Thing(e) => match &*e.kind {
                Ast::Call(c) if plain_name(c) => self.first_asked(of, &[c.name], at),
                _ => return None,
            },
            _ => return None,
        };
        let mut any = Vec::new();
        for name in names {
            match self.reading_named(ruling, name.name.sym) {
                Some(reading) => any.push(truth(ExprKind::Takes(ruling, reading), name.at)),
                None => drop(self.no_reading(ruling, &ast::Name { sym: name.name.sym, at: name.at })),
            }
        }
        Some(Self::any_of(any, at))
    }

    /// Faults `RULING is A or B`: a ruling is asked for what it says.
    fn first_asked(&mut self, of: &ast::Expr, list: &[NameRef], at: At) -> Vec<NameRef> {
        let readings: Vec<String> = list.iter().map(|n| self.said(n.name.sym)).collect();
        let Ast::Call(ruling) = &*of.kind else { return list.to_vec() };
        let help = format!("write `the ruling {} says {}`", self.said(ruling.name.name.sym), readings.join(" or "));
        self.fault(Code::FirstEdition, of.at.to(at), "a ruling is asked for what it says", help);
        list.to_vec()
    }

    /// Whether a ruling is read so, as the lines below a reading ask.
    pub(super) fn read_so(&mut self, ruling: &ast::Name, reading: &ast::Name, at: At) -> Expr {
        let found = self.ruling_named(ruling.sym).and_then(|id| Some((id, self.reading_named(id, reading.sym)?)));
        // a ruling that could not be entered was told
        found.map_or_else(|| Expr::error(at), |(id, n)| truth(ExprKind::Takes(id, n), at))
    }

    /// The ruling that a question is about.
    fn ruling_asked(&self, e: &ast::Expr) -> Option<RulingId> {
        let Ast::Call(c) = &*e.kind else { return None };
        let name = Some(c).filter(|c| plain_name(c))?.name.name.sym;
        self.ruling_named(name)
    }

    /// The reading in force, as a value: the number that it stands for, else its name.
    pub(super) fn ruling(&self, id: RulingId, at: At) -> Expr {
        let Some(r) = self.rules.rulings.get(id) else { return Expr::error(at) };
        let Some((name, number)) = r.readings.get(r.chosen as usize).copied() else { return Expr::error(at) };
        if number.is_some() {
            return Expr::new(ExprKind::ReadingNumber(id), r.measure, at);
        }
        self.settled.borrow_mut().insert(id);
        // readings of one name are one value, whatever rulings they are of
        let first = self.lookup(name).iter().find_map(|s| if let Symbol::Reading(r, i) = s { Some((*r, *i)) } else { None });
        let (ruling, reading) = first.unwrap_or((id, r.chosen));
        Expr::new(ExprKind::Reading(ruling, reading), Ty::Name, at)
    }
}
