//! What players choose.

use crate::hir::{Choice, Expr, ExprKind, KindBase, LocalId, Sel, Ty};
use crate::speech::phrase::english::{list, of};
use crate::speech::phrase::{As, EVEN_ALIKE};
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// `the side chooses a unit as the target`
    pub(in crate::speech) fn choose(&self, to: LocalId, choice: &Choice, by: Option<&Expr>, may: bool, secret: bool) -> String {
        let word = self.rules.locals.get(to).map_or(String::new(), |l| self.name(l.word));
        let (what, named) = self.picked_of(choice, &word);
        let who = by.map(|b| self.chooser(b));
        let called = self.known_as(to, &word, named);
        let secretly = if secret { ", in secret" } else { "" };
        let alike = if matches!(choice, Choice::Thing { each: true, .. }) { EVEN_ALIKE } else { "" };
        // behind a long description nobody knows any more what is called so
        let long = what.contains(" where ") || matches!(choice, Choice::Number(_, to) if !matches!(*to.kind, ExprKind::Int(_)));
        let what = match called.strip_prefix(" as ") {
            Some(called) if long => format!("{called}, {what}{alike}{secretly}"),
            _ => format!("{what}{called}{alike}{secretly}"),
        };
        match (who, may) {
            (Some(w), false) => format!("{w} chooses {what}"),
            (Some(w), true) => format!("{w} may choose {what}"),
            (None, false) => format!("choose {what}"),
            (None, true) => format!("its player may choose {what}"),
        }
    }

    /// Who chooses is a side: that of whatever is named.
    fn chooser(&self, by: &Expr) -> String {
        let side = |k| self.rules.kinds.get(k).is_some_and(|k| k.base == KindBase::Side);
        match by.ty {
            Ty::Thing(k) if !side(k) => of(&self.held(by), "side"),
            _ => self.noun(by),
        }
    }

    /// Each side at once: `each side chooses Attack or Hold as its plan, in secret; then both are told`
    pub(in crate::speech) fn choose_apart(&self, side: LocalId, to: (LocalId, LocalId), choice: &Choice, may: bool) -> String {
        let word = self.rules.locals.get(to.0).map_or(String::new(), |l| self.name(l.word));
        self.call(side, "that side");
        let (what, _) = self.picked_of(choice, &word);
        let may = if may { "may choose" } else { "chooses" };
        format!("each side {may} {what} as its {word}, in secret; then both are told")
    }

    /// Of what is chosen, and whether that needs a word of its own.
    fn picked_of(&self, choice: &Choice, word: &str) -> (String, bool) {
        let mut named = true;
        let what = match choice {
            Choice::Thing { of, .. } => {
                named = self.kind(of.kind) != *word;
                if named && word.chars().count() > 1 { self.sel_called(of, &format!("the {word}")) } else { self.sel_as(of, As::A) }
            }
            Choice::Number(from, end) => format!("a number from {} to {}", self.noun(from), self.noun(end)),
            Choice::Names(names) => {
                let one = |(name, stands): &(crate::intern::Sym, Expr)| {
                    let (name, thing) = (self.name(*name), self.noun(stands));
                    if name.eq_ignore_ascii_case(&thing) { thing } else { format!("{name}, which is {thing}") }
                };
                list(&names.iter().map(one).collect::<Vec<_>>(), "or")
            }
            Choice::Place(limits, near) => {
                let near = near.as_ref().map_or(String::new(), |e| format!(" for {}", self.noun(e)));
                let limits: Vec<String> = limits.iter().map(|(s, _)| self.stays(s)).collect();
                format!("a place{near}{}{}", if limits.is_empty() { "" } else { " " }, list(&limits, "and"))
            }
            Choice::Facing => "a facing".into(),
            Choice::Edge => "an edge".into(),
        };
        (what, named)
    }

    /// `choose a unit as the target at random`
    pub(in crate::speech) fn at_random(&self, to: LocalId, sel: &Sel) -> String {
        let word = self.rules.locals.get(to).map_or(String::new(), |l| self.name(l.word));
        let named = self.kind(sel.kind) != word;
        let what = if named { self.sel_called(sel, &format!("the {word}")) } else { self.sel_as(sel, As::A) };
        format!("choose {what}{} at random", self.known_as(to, &word, named))
    }

    /// What is chosen is called so from here on.
    fn known_as(&self, to: LocalId, word: &str, named: bool) -> String {
        let short = word.chars().count() < 2;
        let called = if short { word.to_owned() } else { format!("the {word}") };
        // another of that name is known already
        let known = !named && self.is_called(&called) && !self.is_own(to, &called);
        let called = if known { format!("the chosen {word}") } else { called };
        self.call(to, called.clone());
        match (named || known, short) {
            (false, _) => String::new(),
            (true, true) => format!(", {word}"),
            (true, false) => format!(" as {called}"),
        }
    }

    fn is_own(&self, local: LocalId, phrase: &str) -> bool {
        self.word(local) == phrase && {
            let before = self.call(local, "\u{2}");
            let other = self.is_called(phrase);
            self.recall(local, before);
            !other
        }
    }
}
