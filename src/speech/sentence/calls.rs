//! Something else that is done: a deed, a throw, a procedure.

use super::names::{Filled, tail};
use crate::hir::{Call, ChanceKind, Expr, ExprKind, ProcId, Stmt};
use crate::intern::Sym;
use crate::source::At;
use crate::speech::phrase::english::a;
use crate::speech::said::Said;
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// Something else that is done, and what is done if it fails.
    pub(super) fn doing(&self, call: &Call, or: Option<&[Stmt]>, modal: &str, at: At) -> Said {
        let text = self.sentence_of(call, modal);
        match or {
            None => Said::new(text, at),
            Some(block) => Said::opening(format!("{text}; if that fails"), self.block(block), at),
        }
    }

    fn sentence_of(&self, call: &Call, modal: &str) -> String {
        let Call { proc, args, ways, answers, result: _, at: _ } = call;
        let name = self.proc_name(*proc);
        let ways: Vec<String> = ways.iter().map(|w| self.name(*w)).collect();
        let titled = if ways.is_empty() { name.clone() } else { a(&format!("{} {name}", ways.join(" "))) };
        let mut blanks = self.called_with(*proc, args);
        let verb = |one: &str, bare: &str| if modal.is_empty() { one.to_owned() } else { format!("{modal} {bare}") };
        let wish = if modal.is_empty() { "" } else { "if its player wishes, " };
        let first = blanks.first().map(|b| b.0.clone());
        let mut text = match (self.thrown(*proc), first.as_deref()) {
            (Some(ChanceKind::Check { .. }), Some("of")) => {
                let (_, who) = blanks.remove(0);
                let says_so = ["Check", "Test", "Roll"].iter().any(|w| titled.ends_with(w));
                let titled = if ways.is_empty() { a(&titled) } else { titled };
                format!("{who} {} {titled}{}{}", verb("takes", "take"), if says_so { "" } else { " check" }, tail(&blanks))
            }
            (None, Some("by")) => {
                let (_, who) = blanks.remove(0);
                format!("{who} {} {titled}{}", verb("performs", "perform"), tail(&blanks))
            }
            (Some(_), _) => format!("{wish}{}{}", rolled(&titled), tail(&blanks)),
            (None, _) => format!("{wish}resolve {titled}{}", for_whom(&blanks)),
        };
        for answer in answers {
            text = format!("{text}, {}", self.answer(answer));
        }
        text
    }

    /// The blanks of a call and what fills them.
    fn called_with(&self, proc: ProcId, args: &[Expr]) -> Vec<Filled> {
        let Some(head) = self.rules.procs.get(proc).map(|p| &p.head) else { return Vec::new() };
        // who does something is always said; what is thrown has nobody who does it
        let always = if self.thrown(proc).is_some() { 0 } else { args.len() };
        self.said_blanks(head, args, always).into_iter().map(|(prep, arg)| (prep.word().to_owned(), self.noun(arg))).collect()
    }

    /// A choice answered beforehand.
    fn answer(&self, (what, with): &(Sym, Expr)) -> String {
        let what = self.name(*what);
        match &*with.kind {
            ExprKind::Truth(true) => what,
            ExprKind::Truth(false) => format!("not {what}"),
            _ => format!("with {} for {what}", self.noun(with)),
        }
    }
}

/// `roll Dash`, but `make the First Roll`.
pub(in crate::speech) fn rolled(name: &str) -> String {
    let is_roll = name.split_whitespace().take_while(|w| w.starts_with(char::is_uppercase)).any(|w| w == "Roll");
    if is_roll { format!("make the {name}") } else { format!("roll {name}") }
}

/// The blanks of something that happens.
fn for_whom(blanks: &[Filled]) -> String {
    let mut out = String::new();
    for (i, (p, w)) in blanks.iter().enumerate() {
        let p = if i == 0 && p == "of" { "for" } else { p };
        out = format!("{out} {p} {w}");
    }
    out
}
