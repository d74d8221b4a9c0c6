//! The grammar tries some groups of forms only where a word or sign stands that begins one of them. No form may begin otherwise.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use pest_meta::ast::Expr;
use pest_meta::parser::{Rule, consume_rules, parse};

const FILES: [&str; 6] = ["lexis", "keywords", "expressions", "statements", "items", "declarations"];
/// What is behind these guards stands a second time where the guard fails.
const TRIED_AGAIN: [&str; 2] = ["named", "contrib_core"];

struct Grammar(BTreeMap<String, Expr>);

/// What something may begin with: strings as they stand, sorts of letters by the name of their rule.
#[derive(Default)]
struct First {
    begins: BTreeSet<String>,
    /// Whether it may be nothing.
    empty: bool,
}

impl Grammar {
    fn read() -> Self {
        let text: String = FILES.iter().map(|f| fs::read_to_string(format!("grammar/{f}.pest")).expect("it is there") + "\n").collect();
        let pairs = parse(Rule::grammar_rules, &text).expect("a grammar");
        let rules = consume_rules(pairs).expect("sound rules");
        Self(rules.into_iter().map(|r| (r.name, r.expr)).collect())
    }

    fn first(&self, e: &Expr) -> First {
        let one = |text: &str| First { begins: BTreeSet::from([text.to_owned()]), empty: false };
        let none = || First { empty: true, ..First::default() };
        match e {
            Expr::Str(s) => one(s),
            Expr::Ident(name) => self.0.get(name).map_or_else(|| one(name), |e| self.first(e)),
            Expr::PosPred(_) | Expr::NegPred(_) => none(),
            Expr::Seq(a, b) => {
                let mut all = self.first(a);
                if all.empty {
                    let next = self.first(b);
                    all.begins.extend(next.begins);
                    all.empty = next.empty;
                }
                all
            }
            Expr::Choice(a, b) => {
                let (mut all, other) = (self.first(a), self.first(b));
                all.begins.extend(other.begins);
                all.empty |= other.empty;
                all
            }
            Expr::Opt(e) | Expr::Rep(e) => First { empty: true, ..self.first(e) },
            Expr::RepOnce(e) => self.first(e),
            other => panic!("the grammar says nothing of the sort: {other:?}"),
        }
    }

    /// What a guard lets pass, if it is one: a choice of strings and sorts of letters.
    fn guard(&self, e: &Expr) -> Option<BTreeSet<String>> {
        match e {
            Expr::PosPred(e) => self.leaves(e),
            Expr::Ident(name) if !TRIED_AGAIN.contains(&name.as_str()) => self.0.get(name).and_then(|e| self.guard(e)),
            _ => None,
        }
    }

    fn leaves(&self, e: &Expr) -> Option<BTreeSet<String>> {
        match e {
            Expr::Str(s) => Some(BTreeSet::from([s.clone()])),
            Expr::Ident(name) if !self.0.contains_key(name) => Some(BTreeSet::from([name.clone()])),
            Expr::Choice(a, b) => Some(self.leaves(a)?.into_iter().chain(self.leaves(b)?).collect()),
            _ => None,
        }
    }

    /// Every guard in a rule, with what stands behind it.
    fn guards<'e>(&self, e: &'e Expr, out: &mut Vec<(BTreeSet<String>, &'e Expr)>) {
        match e {
            Expr::Seq(a, b) => {
                out.extend(self.guard(a).map(|g| (g, &**b)));
                self.guards(a, out);
                self.guards(b, out);
            }
            Expr::Choice(a, b) => {
                self.guards(a, out);
                self.guards(b, out);
            }
            Expr::Opt(e) | Expr::Rep(e) | Expr::RepOnce(e) => self.guards(e, out),
            _ => {}
        }
    }
}

#[test]
fn a_guard_leaves_out_nothing_that_stands_behind_it() {
    let grammar = Grammar::read();
    let (mut faults, mut guards) = (Vec::new(), 0);
    for (name, e) in grammar.0.iter().filter(|(n, _)| !TRIED_AGAIN.contains(&n.as_str())) {
        let mut found = Vec::new();
        grammar.guards(e, &mut found);
        for (guard, behind) in found {
            guards += 1;
            let left = grammar.first(behind).begins.into_iter().filter(|b| !guard.iter().any(|g| b.starts_with(g.as_str())));
            faults.extend(left.map(|b| format!("{name}: `{b}`")));
        }
    }
    assert!(guards >= 8, "{guards} guards");
    assert!(faults.is_empty(), "these begin what a guard does not let pass:\n{}", faults.join("\n"));
}
