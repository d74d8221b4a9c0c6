//! Answers that a statement gives in advance: a call, a comma, the question and its answer.

use std::collections::BTreeSet;

use super::Whole;
use super::faulty::Faulty;
use crate::diag::{Code, Diagnostic, nearest};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{Call, Rules, Stmt, StmtKind};
use crate::intern::Sym;
use crate::source::Span;

/// What a place that is chosen on the way is called.
const PLACE: &str = "place";

/// Reports answers that nothing ever asks for.
pub(super) fn check(whole: Whole<'_>, faulty: &Faulty<'_>) -> Vec<Diagnostic> {
    let Whole { rules, files, .. } = whole;
    let mut all = Answers { rules, given: Vec::new(), asked: BTreeSet::new() };
    every::part(rules, &mut all);
    // what may be done is offered by the name of its rule
    for (attach, meeting) in rules.attaches.all().iter().flat_map(|a| a.meets.iter().map(move |m| (a, m))) {
        let rule = attach.rule.and_then(|r| rules.rules.get(r)).filter(|_| meeting.terms.may);
        all.asked.extend(rule.map(|r| all.called(r.name)));
    }
    let given = all.given.iter().filter(|(name, _)| !all.asked.contains(name) && !faulty.says(name));
    given
        .map(|(name, at)| {
            let near = nearest(name, all.asked.iter().map(String::as_str));
            let help = near.map_or("leave it out, or call it as what asks is called".to_owned(), |n| format!("did you mean `{n}`?"));
            Diagnostic::new(Code::Name, *at, format!("nothing ever asks for `{}`", files.slice(*at))).help(help)
        })
        .collect()
}

struct Answers<'a> {
    rules: &'a Rules,
    /// What is answered, and where.
    given: Vec<(String, Span)>,
    asked: BTreeSet<String>,
}

impl Answers<'_> {
    /// What a choice or an offer is called: by its word, or by the name of its rule as it is compared.
    fn called(&self, name: Sym) -> String {
        let names = &self.rules.names;
        let text = names.text(name);
        let key = || names.key_text(names.key_of(name));
        if text.starts_with(char::is_lowercase) { text.to_owned() } else { key().to_owned() }
    }
}

impl Walk for Answers<'_> {
    fn call(&mut self, c: &Call) {
        self.given.extend(c.answers.iter().map(|(name, value)| (self.called(*name), value.at.span())).collect::<Vec<_>>());
        c.args.iter().for_each(|a| self.expr(a));
        c.answers.iter().for_each(|(_, a)| self.expr(a));
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Choose { to, .. } | StmtKind::ChooseApart { to: (to, _), .. } => {
                let word = self.rules.locals.get(*to).map(|l| self.called(l.word));
                self.asked.extend(word);
            }
            StmtKind::May(offer) => {
                self.asked.insert(self.called(offer.label));
            }
            StmtKind::Place(_) => {
                self.asked.insert(PLACE.to_owned());
            }
            _ => {}
        }
        walk::walk_stmt(self, s);
    }
}
