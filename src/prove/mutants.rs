//! Mutants of a small pack: each means something else, stands in the texts, and is put back.

use crate::graph::Said;
use crate::hir::mutate::{Mutation, Part, change, mutants, mutations, restore};
use crate::hir::{AttachId, fingerprint};
use crate::lower::{lower, lower_knowing};
use crate::packs::Compiled;
use crate::source::Files;

const PACK: &str = "pack Small 1.0\n  coherency 1\"\nkind band is group\nkind soul is piece of band\ncolumns of soul\n  Worth\n\
count Toil of band starts 2  [toil]\nvalue Reach of band, in inches = 5\"  [reach.base]\n  Far: + 1\" if Toil of band is more than 1  [reach.far]\n\
procedure Rest by band\n  step begin: band gains 1 Toil\n  step end: band loses 2 Toil  [rest.end]\n\
rule Long of band\n  on Reach of me: + 2\"\n  on Reach of me if Toil of me is less than 3: at most 9\"\n";

fn compiled() -> (Files, Compiled) {
    let mut files = Files::default();
    files.add("small.grog", PACK);
    let compiled = Compiled::of(&files);
    assert!(compiled.found.is_empty(), "{:?}", compiled.found);
    (files, compiled)
}

#[test]
fn each_change_is_another_meaning_and_is_put_back() {
    let (_, compiled) = compiled();
    let rules = &compiled.resolved.rules;
    let before = fingerprint(rules);
    let mut seen = 0;
    mutants(rules, |mutant, m| {
        assert_ne!(fingerprint(mutant), before, "{m:?}");
        seen += 1;
        true
    });
    assert!(seen > 12, "{seen}");
    let mut work = rules.clone();
    for m in mutations(rules) {
        assert!(change(&mut work, &m), "{m:?}");
        restore(&mut work, rules, &m);
    }
    assert_eq!(fingerprint(&work), before);
}

#[test]
fn each_change_is_lowered_as_if_nothing_were_known() {
    let (_, compiled) = compiled();
    let rules = &compiled.resolved.rules;
    let said = Said::of(rules);
    mutants(rules, |mutant, m| {
        let lines: Vec<AttachId> = m.parts.iter().filter_map(|p| if let Part::Attach(a) = p { Some(*a) } else { None }).collect();
        assert_eq!(lower_knowing(mutant, &said, &lines).0.program, lower(mutant).0.program, "{m:?}");
        true
    });
}

#[test]
fn what_is_changed_stands_in_the_texts_and_under_its_clause() {
    let (files, compiled) = compiled();
    let rules = &compiled.resolved.rules;
    let all = mutations(rules);
    let said = |m: &Mutation| {
        let clause = m.cited.as_ref().map_or("", |c| rules.names.text(c.clauses[0]));
        format!("{} {} {clause}", m.what, files.slice(m.at.span()))
    };
    let all: Vec<String> = all.iter().map(said).collect();
    for wanted in ["number 5\" reach.base", "number 1 reach.far", "number 2 rest.end", "number 2 toil", "number 9\" "] {
        assert!(all.iter().any(|s| s == wanted), "{wanted}: {all:#?}");
    }
}
