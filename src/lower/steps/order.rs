//! Rules at one moment whose order matters and of which nothing says which comes first: the pack says who decides.

use rustc_hash::FxHashSet;

use crate::graph::Graph;
use crate::ir::{Bin, Choosing, Ex, LabelNo, Op, Pick, Reg, RowNo, X};
use crate::lower::build::{Builder, Place, land, patch, target};
use crate::lower::frame::Frame;
use crate::source::At;

/// Pairs of rules that somebody must put in order.
pub(crate) type Pairs = FxHashSet<(Place, Place)>;

impl Builder<'_> {
    /// The rules of a moment in parts that are done one after the other: a rule alone, or several between which somebody
    /// decides.
    pub(super) fn clusters(&self, graph: &Graph, list: &[Place]) -> Vec<Vec<Place>> {
        if self.pairs.is_empty() {
            return list.iter().map(|p| vec![*p]).collect();
        }
        let met = |a: Place, b: Place| self.pairs.contains(&(a, b)) || self.pairs.contains(&(b, a));
        let meets = |a: Place| list.iter().any(|b| met(a, *b));
        // what is in no pair and yet comes between two that are belongs with them
        let linked = |a: Place, b: Place| {
            let ordered = graph.comes_first(a, b) || graph.comes_first(b, a);
            met(a, b) || ordered && (meets(a) || meets(b))
        };
        let mut of: Vec<usize> = (0..list.len()).collect();
        for (i, a) in list.iter().enumerate() {
            for (j, b) in list.iter().enumerate().skip(i + 1) {
                let (x, y) = (of.get(i).copied().unwrap_or(i), of.get(j).copied().unwrap_or(j));
                if x != y && linked(*a, *b) {
                    of.iter_mut().filter(|o| **o == x.max(y)).for_each(|o| *o = x.min(y));
                }
            }
        }
        let mut out: Vec<(usize, Vec<Place>)> = Vec::new();
        for (place, cluster) in list.iter().zip(of) {
            match out.iter_mut().find(|(c, _)| *c == cluster) {
                Some((_, members)) => members.push(*place),
                None => out.push((cluster, vec![*place])),
            }
        }
        out.into_iter().map(|(_, members)| members).collect()
    }

    /// Several rules at one moment, each once, in the order that somebody chooses; who has nothing to choose is not asked.
    pub(super) fn in_chosen_order(&mut self, f: &mut Frame, code: &mut Vec<Op>, list: &[Place]) {
        let Some((side, by)) = &self.rules.settings.simultaneous else { return };
        if f.reg(*side).is_none() {
            f.bind(*side);
        }
        let by = self.ask(f, by);
        let by = self.ex(Ex::Side(by));
        let picked = f.fresh();
        let zero = self.int(0);
        let done: Vec<Reg> = list.iter().map(|_| f.fresh()).collect();
        code.extend(done.iter().map(|d| Op::Set(*d, zero)));
        let ready: Vec<X> = list.iter().zip(&done).map(|(place, done)| self.still_to_come(f, *place, *done)).collect();
        let graph = self.effects();
        let mut rules = Vec::new();
        for (place, mine) in list.iter().zip(&ready) {
            let mut open = *mine;
            for (_, other) in list.iter().zip(&ready).filter(|(o, _)| graph.comes_first(**o, *place)) {
                let not = self.negate(true, *other);
                open = self.both(Some(open), not);
            }
            rules.push((self.place_row(*place), open));
        }
        let rows: Vec<RowNo> = rules.iter().map(|(row, _)| *row).collect();
        let pick = self.number(self.program.picks.len(), At::default(), "choices");
        self.program.picks.push(Pick::Rules(rules));
        let choose = code.len();
        code.push(Op::Choose(Choosing { pick, by, to: picked, none: 0, may: false, label: LabelNo::ORDER, secret: false, closed: false }));
        for ((place, row), mine) in list.iter().zip(rows).zip(&done) {
            let (now, this) = (self.reg(picked), self.int(Pick::rule(row)));
            let test = self.two(Bin::Eq, now, this);
            let other = code.len();
            code.push(Op::Unless(test, 0));
            for exit in self.spliced(f, code, *place) {
                land(code, exit);
            }
            let one = self.int(1);
            // whoever comes earlier and would not happen then has missed its turn
            let past = list.iter().zip(&done).filter(|(o, _)| graph.comes_first(**o, *place)).map(|(_, d)| *d);
            code.extend(past.chain([*mine]).map(|d| Op::Set(d, one)));
            code.push(Op::Jump(target(choose)));
            land(code, other);
        }
        let end = code.len();
        patch(code, choose, end);
    }

    /// Whether a rule would happen now and has not yet: its guard, its needs and limits, its price.
    fn still_to_come(&mut self, f: &mut Frame, place: Place, done: Reg) -> X {
        let was = self.reg(done);
        let not = self.negate(true, was);
        let Some(mut met) = self.met_at(f, place) else { return not };
        let guard = met.guard.unwrap_or_else(|| self.int(1));
        let row = self.place_row(place);
        let mut guard = self.unless_off(guard, row);
        let (mut terms, mut exits) = (Vec::new(), Vec::new());
        self.rule_terms(&mut met.frame, &mut terms, place, &mut exits);
        for op in terms.iter().take_while(|op| !matches!(op, Op::Offer(_))) {
            if let Op::Unless(x, _) = op {
                guard = self.both(Some(guard), *x);
            }
        }
        let any = self.over_carriers(guard, met.me);
        f.after(&met.frame);
        self.both(Some(not), any)
    }
}
