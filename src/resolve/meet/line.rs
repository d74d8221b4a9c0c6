//! One line that meets the game: what it says before its colon, and what sort of thing it does.

use crate::ast::{AtPlace, Attach, Body as Says, Contrib, ContribKind, Guard, Item, ItemKind, Mood, MoodKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{self, Attach as Met, AttachId, LastingId, Line as Cited, Moment, RuleId};
use crate::source::At;

use super::super::Resolver;
use super::index::address;
use super::place::Happens;

/// A line of a rule, where it stands among the declarations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'l> {
    /// The line.
    pub item: &'l Item,
    /// The rule whose line it is.
    pub rule: Option<RuleId>,
    /// The effect that lasts of which it is a part.
    pub lasting: Option<LastingId>,
}

impl<'l> Line<'l> {
    /// What somebody is asked, and how often it may be.
    pub fn moods(&self) -> &'l [Mood] {
        match &self.item.kind {
            ItemKind::Attach(a) => &a.moods,
            ItemKind::Comes(c) => &c.moods,
            _ => &[],
        }
    }

    /// When it holds: what it asks at its place, and what `skip`, `also` and `ignore` ask behind them, which have no amount
    /// that could ask for itself.
    pub fn guards(&self) -> impl Iterator<Item = &'l Guard> + use<'l> {
        let (own, body) = match &self.item.kind {
            ItemKind::Attach(a) => (a.guard.as_ref(), a.body.as_ref()),
            ItemKind::Comes(c) => (c.guard.as_ref(), Some(&c.body)),
            ItemKind::Forbid(f) => (f.guard.as_ref(), None),
            _ => (None, None),
        };
        let behind = contribs(body).iter().filter(|c| is_whole(c)).filter_map(|c| c.guard.as_ref());
        own.into_iter().chain(behind)
    }

    /// What it changes or does.
    pub fn body(&self) -> Option<&'l Says> {
        match &self.item.kind {
            ItemKind::Attach(a) => a.body.as_ref(),
            ItemKind::Comes(c) => Some(&c.body),
            _ => None,
        }
    }

    /// Whether it says itself that it is an offer.
    pub fn says_may(&self) -> bool {
        self.moods().iter().any(|m| m.kind == MoodKind::May)
    }
}

/// What a body changes, if it changes something.
pub(super) fn contribs(body: Option<&Says>) -> &[Contrib] {
    match body {
        Some(Says::Contribs(list)) => list,
        _ => &[],
    }
}

/// Whether something is done to a step or a row as a whole.
pub(super) const fn is_whole(c: &Contrib) -> bool {
    matches!(c.kind, ContribKind::Skip | ContribKind::Also(_) | ContribKind::Ignore)
}

impl<'a> Resolver<'a> {
    /// How a line is cited: by the name of its rule, and by the rule's clauses where it has none of its own.
    pub(super) fn cited(&self, line: &Line<'_>) -> Cited {
        let rule = line.rule.and_then(|r| self.rules.rules.get(r));
        let own: Vec<_> = line.item.cites.iter().map(|c| c.id).collect();
        // a line stands under the clauses of what is around it: an effect that lasts, a rule
        let lasting = line.lasting.and_then(|l| self.rules.lasting.get(l)).map(|l| &l.line.cites).filter(|c| !c.is_empty());
        let around = lasting.or(rule.map(|r| &r.line.cites)).cloned().unwrap_or_default();
        let cites = if own.is_empty() { around } else { own };
        Cited { name: rule.map(|r| r.name), at: line.item.at, cites }
    }

    /// Whether all rules of a rule's kind are offers.
    pub(super) fn kind_says_may(&self, rule: Option<RuleId>) -> bool {
        self.items_of_kind_of(rule).iter().any(|i| i.kind == ItemKind::May)
    }

    /// The lines below the kind of a rule.
    pub(super) fn items_of_kind_of(&self, rule: Option<RuleId>) -> &'a [Item] {
        let word = rule.and_then(|r| self.rules.rules.get(r)).map(|r| r.word);
        let kind = word.and_then(|w| self.meet.index.as_ref()?.kinds.get(&w)).and_then(|d| self.decls.get(*d)).copied();
        kind.map_or(&[], |d| d.kind.items())
    }

    /// The lines of a rule itself.
    pub(super) fn items_of_rule(&self, rule: Option<RuleId>) -> &'a [Item] {
        rule.and_then(|r| self.decl_of_rule(r)).map_or(&[], |d| d.kind.items())
    }

    /// `on A of me, B by any unit: ...`: each of its places in turn.
    pub(super) fn attach(&mut self, line: &Line<'a>, a: &'a Attach) {
        let contribs = contribs(a.body.as_ref());
        let first = contribs.first();
        let may = self.kind_says_may(line.rule) || line.says_may();
        let moment = match a.place {
            AtPlace::On => Moment::On,
            AtPlace::Before => Moment::Before,
            AtPlace::After => Moment::After,
            AtPlace::InsteadOf => Moment::Instead,
            AtPlace::Anytime => Moment::Anytime,
        };
        if first.is_some_and(is_whole) {
            self.stands_alone(contribs);
            self.takes_no_terms(line, may, "this is so wherever it applies, and nobody is asked or pays for it");
        }
        let ignores = first.is_some_and(|c| c.kind == ContribKind::Ignore);
        let id = self.new_attach(line, a, moment);
        for (listed, pattern) in (0u32..).zip(&a.patterns) {
            let meets = if ignores {
                match self.muting(line, pattern) {
                    Some(rule) => self.mute_shown(line, (listed, pattern), rule),
                    None => {
                        self.later_switched_off(line, id, (listed, pattern));
                        Vec::new()
                    }
                }
            } else {
                match (moment, first.map(|c| &c.kind)) {
                    (Moment::Anytime, _) => self.at_any_time(line, (listed, pattern), may),
                    (Moment::On, Some(ContribKind::Skip)) => self.spliced(line, (listed, pattern), (moment, Happens::Skip)),
                    (Moment::On, Some(ContribKind::Also(g))) => self.spliced(line, (listed, pattern), (moment, Happens::Also(g))),
                    (Moment::On, _) => self.changed(line, (listed, pattern), may),
                    _ => self.spliced(line, (listed, pattern), (moment, Happens::Body { may })),
                }
            };
            if let Some(attach) = self.rules.attaches.get_mut(id) {
                attach.meets.extend(meets);
            }
        }
    }

    /// Enters a line, its places yet to come.
    pub(super) fn new_attach(&mut self, line: &Line<'_>, a: &Attach, moment: Moment) -> AttachId {
        let precedence = a.overs.iter().map(|o| (precedence(order_at(moment, o.how)), o.name.sym, o.at)).collect();
        self.enter_attach(line, moment, precedence)
    }

    /// Enters a line by what stands before its colon.
    pub(super) fn enter_attach(
        &mut self,
        line: &Line<'_>,
        moment: Moment,
        precedence: Vec<(hir::Precedence, crate::intern::Sym, At)>,
    ) -> AttachId {
        let terms = self.shown_terms(line);
        let cited = self.cited(line);
        let attach = Met { line: cited, rule: line.rule, moment, terms, precedence, meets: Vec::new(), lasting: line.lasting };
        let id = self.rules.attaches.push(attach).unwrap_or(AttachId(u32::MAX));
        self.meet.became.entry(address(line.item)).or_default().push(id);
        id
    }

    /// What leaves a step out, adds a case or switches off is said once.
    fn stands_alone(&mut self, contribs: &[Contrib]) {
        if let [_, second, ..] = contribs {
            let help = "write it on a line of its own";
            self.fault(Code::Place, second.at, "nothing can follow here: what stands before it is all that is done", help);
        }
    }

    /// Where a rule holds and does not happen, it is neither offered nor paid for nor used up.
    pub(super) fn takes_no_terms(&mut self, line: &Line<'_>, may: bool, why: &str) {
        // an effect that lasts was paid for when it was woken
        let awake = line.rule.filter(|_| line.lasting.is_none());
        // what limits a whole kind speaks of those of its rules that happen
        let kind = self.items_of_kind_of(awake).iter().filter(|i| matches!(i.kind, ItemKind::Needs(_) | ItemKind::Cost(_) | ItemKind::May));
        let own =
            self.items_of_rule(awake).iter().filter(|i| matches!(i.kind, ItemKind::Needs(_) | ItemKind::Cost(_) | ItemKind::Limit(_)));
        let term = line.moods().iter().map(|m| m.at).chain(own.chain(kind).map(|i| i.at)).next();
        if term.is_some() || may && awake.is_some() {
            let help = "meet a step with `before`, `after` or `instead of`, and change there what is to be changed";
            let whole = line.item.at.span();
            // what stands within the line is underlined alone
            let d = match term.map(crate::source::At::span) {
                Some(t) if t.start >= whole.start && t.end <= whole.end => {
                    let help = "leave it out, and say with `if` when this holds; what is offered or limited happens: \
                                meet a step with `before`, `after` or `instead of`";
                    Diagnostic::new(Code::Place, t, why).here("this would have no effect").help(help)
                }
                Some(t) => Diagnostic::new(Code::Place, whole, why).label(t, "this would have no effect").help(help),
                None => Diagnostic::new(Code::Place, whole, why).help(help),
            };
            self.report(d);
        }
    }
}

/// What a line is taken to say of another: of two in one place none comes first, which is told, and it may be meant to override.
const fn order_at(moment: Moment, how: crate::ast::OverHow) -> crate::ast::OverHow {
    if matches!(moment, Moment::Instead) { crate::ast::OverHow::Over } else { how }
}

/// How one line stands to another.
pub(super) const fn precedence(how: crate::ast::OverHow) -> hir::Precedence {
    match how {
        crate::ast::OverHow::Over => hir::Precedence::Over,
        crate::ast::OverHow::Before => hir::Precedence::Before,
        crate::ast::OverHow::After => hir::Precedence::After,
    }
}
