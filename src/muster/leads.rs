//! Units that nobody is said to lead, where rules ask for their leader, and units that several are said to lead.

use super::names::Names;
use super::{Entries, Entry, Rulebook, What};
use crate::ast::{Crew, ItemKind, Named};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::{self, Walk, every};
use crate::hir::{Expr, ExprKind, Id as _, KindId, Reach, Rules, Ty};
use crate::source::{At, Span};

impl Entries {
    /// Entries that lack what others of their kind have and rules ask for: a leader, a column.
    #[must_use]
    pub fn unled(&self, book: Rulebook<'_>) -> Vec<Diagnostic> {
        let mut found = self.led_by_nobody(book);
        found.extend(self.incomplete(book));
        found
    }

    /// Entries of which nobody is said to lead, where others of their kind say so and rules ask for their leader.
    fn led_by_nobody(&self, book: Rulebook<'_>) -> Vec<Diagnostic> {
        let open: Vec<&Entry> = self.entries.iter().filter(|e| !leads(e) && is_several(e)).collect();
        if open.is_empty() {
            return Vec::new();
        }
        let asked = Asked::of(book.rules);
        open.into_iter().filter_map(|e| self.told(&asked, e)).collect()
    }

    fn told(&self, asked: &Asked, e: &Entry) -> Option<Diagnostic> {
        let same = || self.entries.iter().filter(|o| o.kind == e.kind && is_several(o));
        let led = same().filter(|o| leads(o)).count();
        let (open, span) = (same().count() - led, e.crew?);
        // where many say nothing of it, that is how this is written there
        if led == 0 || open > led / 4 + 1 {
            return None;
        }
        let (_, at) = asked.0.iter().find(|(kind, _)| kind.index() == e.kind.0 as usize)?;
        let first = e.has.first().and_then(|c| Some((c.count, e.profiles.get(c.profile)?)));
        let (count, first) = first.map_or((1, ""), |(count, profile)| (count, profile.name.as_str()));
        let help = if count == 1 {
            format!("write `1 {first} leader`, or `leader` behind whoever else leads it")
        } else {
            format!("write `1 {first} leader, {} {first}`, or `leader` behind whoever else leads it", count - 1)
        };
        let d = Diagnostic::new(Code::Unmet, span, format!("nobody is said to lead `{}`", e.name));
        let d = d.here("others of its kind name a `leader`").label(at.span(), "here its leader is asked for");
        Some(d.help(help))
    }
}

impl Names<'_> {
    /// Faults all who are said to lead a unit but the first: it has one leader.
    pub fn one_leader(&mut self, unit: &Named) {
        let crews = unit.items.iter().filter_map(|i| if let ItemKind::Has(has) = &i.kind { Some(&has.crews) } else { None });
        let mut leading = crews.flatten().filter(|c| c.leader);
        let Some(first) = leading.next() else { return };
        for other in leading {
            let d = Diagnostic::new(Code::Twice, leader_word(other), "a unit has one leader, and somebody else leads this one");
            self.found.push(d.label(first.at.span(), "the leader").help("leave `leader` out here"));
        }
    }
}

/// The word `leader` at the end of a part.
fn leader_word(crew: &Crew) -> Span {
    let end = crew.at.span().end as usize;
    Span::new(end.saturating_sub("leader".len()), end)
}

/// Whether somebody in it leads, or may be bought to lead it.
fn leads(e: &Entry) -> bool {
    e.has.iter().any(|c| c.leader) || e.offers.iter().any(|o| matches!(o.what, What::Upgrade { leader: true, .. }))
}

/// Whether it has more than one piece, so that it must be said who leads.
fn is_several(e: &Entry) -> bool {
    e.has.iter().map(|c| c.count).fold(0, usize::saturating_add) > 1
}

/// Of which kinds rules ask for the leader, and where first.
#[derive(Default)]
struct Asked(Vec<(KindId, At)>);

impl Asked {
    fn of(rules: &Rules) -> Self {
        let mut all = Self::default();
        every::part(rules, &mut all);
        all
    }
}

impl Walk for Asked {
    fn expr(&mut self, e: &Expr) {
        if let ExprKind::Reach(Reach::Leader, of) = &*e.kind
            && let Ty::Thing(kind) = of.ty
            && !self.0.iter().any(|(k, _)| *k == kind)
        {
            self.0.push((kind, e.at));
        }
        walk::walk_expr(self, e);
    }
}
