//! What is asked, counted and paid before something happens.

use crate::hir::{ExprKind, Limit, LocalId, Need, Price, Terms};
use crate::source::At;
use crate::speech::phrase::english::list;
use crate::speech::said::Said;
use crate::speech::sentence::names::EQUAL;
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// What is asked for something to be done at all, each a sentence; `at` is where the whole stands.
    pub(in crate::speech) fn terms(&self, terms: &Terms, payer: Option<LocalId>, at: At) -> Vec<Said> {
        let Terms { may, needs, limits, costs } = terms;
        let mut out = Vec::new();
        if *may {
            out.push(Said::new("it is an offer, which its player may decline", at));
        }
        out.extend(self.prices(costs, payer));
        out.extend(needs.iter().map(|n| self.need(n)));
        out.extend(limits.iter().map(|l| Said::new(self.limit_sentence(l), l.at)));
        out
    }

    /// What must hold.
    pub(in crate::speech) fn need(&self, need: &Need) -> Said {
        let Need { line, test } = need;
        let clause = self.clause(test);
        let text = match line.name {
            Some(name) => format!("needs {}: {clause}", self.name(name)),
            None => format!("needs that {clause}"),
        };
        Said::new(text, line.at).citing(&line.cites)
    }

    /// What is paid: what one line asks for stands in one sentence.
    pub(in crate::speech) fn prices(&self, costs: &[Price], payer: Option<LocalId>) -> Vec<Said> {
        let mut out: Vec<(Said, Vec<String>)> = Vec::new();
        for price in costs {
            let Price { count: _, of: _, amount: _, line } = price;
            let text = self.paid(price, payer);
            match out.iter_mut().find(|(said, _)| said.at.span() == line.at.span()) {
                Some((_, parts)) => parts.push(text),
                None => out.push((Said::new(String::new(), line.at).citing(&line.cites), vec![text])),
            }
        }
        let sentence = |(said, parts): (Said, Vec<String>)| Said { text: format!("it costs {}", list(&parts, "and")), ..said };
        out.into_iter().map(sentence).collect()
    }

    /// What is paid once; who pays is said unless it is whoever acts.
    pub(in crate::speech) fn paid(&self, price: &Price, payer: Option<LocalId>) -> String {
        let Price { count, of, amount, line: _ } = price;
        let what = self.much(*count, amount);
        let acts = matches!(*of.kind, ExprKind::Local(l) if Some(l) == payer);
        match what.split_once(EQUAL) {
            _ if acts => what,
            // of whom it is must not be heard of what it is equal to
            Some((count, much)) => format!("{count} of {},{EQUAL}{much}", self.noun(of)),
            None => format!("{what} of {}", self.noun(of)),
        }
    }

    /// How often something can be done, as a sentence.
    pub(in crate::speech) fn limit_sentence(&self, limit: &Limit) -> String {
        let Limit { id: _, first, per: _, of: _, shared: _, at: _ } = limit;
        format!("{} {}", if *first { "it happens only" } else { "it can be done" }, self.limit(limit))
    }
}
