//! Lines in which whoever carries a rule stands in two blanks of something that is done to enemies: he is not his own.

use super::super::Whole;
use super::super::sides::Foes;
use crate::diag::{Code, Diagnostic};
use crate::hir::{Blank, Fill, Hook, Meeting, ProcId, Rules, Ty};

/// Reports them.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let of_forbids = rules.forbids.iter().flat_map(|f| &f.meets).map(|m| (m, true));
    let of_rules = rules.attaches.all().iter().flat_map(|a| &a.meets).map(|m| (m, false));
    let twice: Vec<(&Meeting, bool)> = of_forbids.chain(of_rules).filter(|(m, _)| carriers(m).count() > 1).collect();
    if twice.is_empty() {
        return Vec::new();
    }
    let foes = Foes::of(rules);
    let found = twice.into_iter().filter_map(|(m, forbids)| {
        let (Hook::Proc(id) | Hook::Step(id, _)) = m.hook else { return None };
        Some(told(rules, id, own_foe(rules, &foes, id, m)?, forbids))
    });
    let mut found: Vec<Diagnostic> = found.collect();
    found.dedup();
    found
}

/// The blanks that the carrier fills, or what is his.
fn carriers(meeting: &Meeting) -> impl Iterator<Item = &Blank> {
    meeting.blanks.iter().filter(|b| matches!(b.fill, Fill::Me(_) | Fill::My(..)))
}

/// The later of two such blanks that always hold enemies.
fn own_foe<'m>(rules: &Rules, foes: &Foes, id: ProcId, meeting: &'m Meeting) -> Option<&'m Blank> {
    let by = |local| carriers(meeting).find(|b| b.role == local);
    let roles = &rules.procs.get(id)?.head.roles;
    let place = |b: &Blank| roles.iter().position(|r| r.local == b.role);
    foes.at(rules, id).find_map(|(one, other)| Some((by(one)?, by(other)?))).map(|(a, b)| if place(a) > place(b) { a } else { b })
}

fn told(rules: &Rules, id: ProcId, blank: &Blank, forbids: bool) -> Diagnostic {
    let role = rules.procs.get(id).and_then(|p| Some((p, p.head.roles.iter().find(|r| r.local == blank.role)?)));
    let (name, prep) = role.map_or(("", ""), |(p, r)| (rules.names.text(p.head.name), r.prep.word()));
    let kind = rules.locals.get(blank.role).and_then(|l| if let Ty::Thing(kind) = l.ty { rules.kinds.get(kind) } else { None });
    let kind = kind.map_or("", |k| rules.names.text(k.word));
    let d = Diagnostic::new(Code::Never, blank.at.span(), format!("`{name}` is done to an enemy, and nobody is his own enemy"));
    let d = d.here(if forbids { "so this forbids nothing" } else { "so this never happens" });
    d.help(if forbids { format!("write `no enemy {kind} may {name} {prep} me`") } else { format!("write `{prep} any enemy {kind}`") })
}
