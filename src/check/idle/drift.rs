//! Counts that only grow or only shrink, and what they can therefore never be; and prices that nobody can ever pay.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::Whole;
use super::super::term::number;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{CountId, Expr, Offer, Price, Rules, Stmt, StmtKind, Thing};
use crate::source::At;

/// Least and most of counts.
pub(in crate::check) type Drifts = FxHashMap<CountId, (i64, i64)>;

struct Changes<'a> {
    rules: &'a Rules,
    raised: FxHashSet<CountId>,
    lowered: FxHashSet<CountId>,
    /// What counts are set to; none where that is not known before any game.
    stored: FxHashMap<CountId, Vec<Option<i64>>>,
    /// What is paid, and where that is said.
    prices: Vec<(CountId, i64, At)>,
}

impl Changes<'_> {
    fn of(rules: &Rules) -> Changes<'_> {
        let mut all = Changes {
            rules,
            raised: FxHashSet::default(),
            lowered: FxHashSet::default(),
            stored: FxHashMap::default(),
            prices: Vec::new(),
        };
        every::part(rules, &mut all);
        all
    }

    fn starts(&self, id: CountId) -> Option<i64> {
        let count = self.rules.counts.get(id)?;
        count.starts.as_ref().map_or(Some(0), |(_, e)| number(self.rules, e))
    }

    fn pays(&mut self, count: CountId, amount: &Expr) {
        self.lowered.insert(count);
        if let Some(n) = number(self.rules, amount) {
            self.prices.push((count, n, amount.at));
        }
    }
}

impl Walk for Changes<'_> {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Gain(_, list) | StmtKind::Lose(_, list) => {
                let gained = matches!(s.kind, StmtKind::Gain(..));
                for thing in list {
                    match thing {
                        Thing::Amount(count, _) if gained => drop(self.raised.insert(*count)),
                        Thing::Amount(count, _) => drop(self.lowered.insert(*count)),
                        Thing::All(count) => self.stored.entry(*count).or_default().push(Some(0)),
                        _ => {}
                    }
                }
            }
            StmtKind::Store(count, _, to) => {
                let to = number(self.rules, to);
                self.stored.entry(*count).or_default().push(to);
            }
            StmtKind::Move(m) => self.lowered.extend(m.spending.iter().map(|s| s.count)),
            StmtKind::Spend(spend) => self.pays(spend.count, &spend.amount),
            StmtKind::May(Offer { spend: Some(spend), .. }) => self.pays(spend.count, &spend.amount),
            _ => {}
        }
        walk::walk_stmt(self, s);
    }

    fn price(&mut self, p: &Price) {
        self.pays(p.count, &p.amount);
    }
}

/// What counts can be that only grow, or only shrink, and are never set.
pub(in crate::check) fn drifts(rules: &Rules) -> Drifts {
    let all = Changes::of(rules);
    let mut out = Drifts::default();
    for (id, count) in rules.counts.iter() {
        // what lies between bounds, or is set, may be anything
        if all.stored.contains_key(&id) || count.bounds.is_some() {
            continue;
        }
        let Some(start) = all.starts(id) else { continue };
        match (all.raised.contains(&id), all.lowered.contains(&id)) {
            (true, false) => drop(out.insert(id, (start, i64::MAX))),
            (false, true) => drop(out.insert(id, (i64::MIN, start))),
            _ => {}
        }
    }
    out
}

/// Reports prices beyond the most that a count ever is.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let all = Changes::of(rules);
    let mut out: Vec<Diagnostic> = Vec::new();
    for (id, n, at) in &all.prices {
        let Some(count) = rules.counts.get(*id).filter(|_| !all.raised.contains(id)) else { continue };
        let stored = all.stored.get(id).map_or(&[][..], Vec::as_slice);
        let most = stored.iter().copied().chain([all.starts(*id)]).collect::<Option<Vec<i64>>>().and_then(|all| all.into_iter().max());
        let Some(most) = most.filter(|most| most < n) else { continue };
        let name = rules.names.text(count.name);
        let d = Diagnostic::new(Code::Never, at.span(), format!("nobody can ever pay this: `{name}` is never more than {most}"))
            .label(count.line.at.span(), "declared here")
            .help(format!("ask for {most} at most, or say who gains more"));
        if !out.contains(&d) {
            out.push(d);
        }
    }
    out
}
