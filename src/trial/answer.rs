//! Answers that a test gives.

use super::parts::{name_alone, written};
use super::run::{Outcome, Run};
use super::script::Said;
use super::side::heading;
use crate::ast::{Answer, AnswerValue, Expr, Name, NameOrWord};
use crate::hir::{ProcKind, Symbol};
use crate::ir::Pick;
use crate::ir::{Key, RuleNo};
use crate::vm::{Choice, NONE_CHOICE};

impl Run<'_> {
    /// Takes in an answer; `refused` is one that will not do.
    pub fn answer(&mut self, answer: &Answer, refused: bool) -> Outcome<()> {
        let label = self.text(answer.label.sym()).to_owned();
        let word = match answer.label {
            NameOrWord::Name(n) => n,
            NameOrWord::Word(w) => Name { sym: w.sym, at: w.at },
        };
        self.is_asked(word, &label)?;
        let choice = match &answer.value {
            AnswerValue::None => NONE_CHOICE,
            AnswerValue::Yes => Choice::of(1),
            AnswerValue::No => Choice::of(0),
            AnswerValue::Heading(h) => Choice::of(i64::from(heading(*h).0)),
            AnswerValue::Is { what, to } => self.is(&label, what, to.as_ref().map(|(_, to)| to))?,
        };
        self.answered.push((Key::new(&label), answer.at.span()));
        self.script.answers.entry(Key::new(&label)).or_default().push_back(Said { choice, refused, if_failed: false });
        Ok(())
    }

    fn is(&mut self, label: &str, what: &Expr, to: Option<&Expr>) -> Outcome<Choice> {
        if let Some(name) = name_alone(what).copied() {
            if self.absent(&name) {
                let told = written(self.trial.book.files, &name.name);
                let why =
                    format!("`{told}` is not on this table: begin the situation with a scenario that has it, or answer with what is there");
                return Err((name.at.span(), why));
            }
            if let Some(choice) = self.deed(label, name.name, to)? {
                return Ok(choice);
            }
        }
        self.value_of(what).map(Choice::of)
    }

    /// An action that is named in an answer, and what it is done to.
    fn deed(&mut self, label: &str, name: Name, to: Option<&Expr>) -> Outcome<Option<Choice>> {
        if self.named(name.sym).is_some() {
            return Ok(None);
        }
        let rules = &self.rules;
        let rule = rules.find(name.sym, |s| if let Symbol::Rule(r) = s { Some(r) } else { None });
        // a formation is meant as what is chosen, not as what it does
        let state = rules.state_named(name.sym).is_some();
        let rule = rule.and_then(|r| self.program().rules.get(RuleNo(r.0)));
        if let Some(rule) = rule.filter(|_| label == "order" && !state) {
            return Ok(Some(Choice::of(Pick::rule(rule.row))));
        }
        let happens = |s| match s {
            Symbol::Proc(p) if rules.procs.get(p).is_some_and(|p| !matches!(p.kind, ProcKind::Chance(_) | ProcKind::Card(_))) => {
                Some(i64::from(p.0))
            }
            _ => None,
        };
        let Some(proc) = rules.find(name.sym, happens) else {
            let fault = (name.at.span(), format!("there is no action `{}`", self.text(name.sym)));
            return if label == "action" { Err(fault) } else { Ok(None) };
        };
        let Some(to) = to else { return Ok(Some(Choice::of(proc))) };
        let state = name_alone(to).filter(|n| self.named(n.name.sym).is_none()).and_then(|n| rules.state_named(n.name.sym));
        let second = match state {
            Some(state) => i64::from(state.0),
            None => self.value_of(to)?,
        };
        Ok(Some(Choice { value: proc, second }))
    }
}
