//! The places that a pattern meets: steps, throws, quantities; by name, or by their kind.

use crate::ast::{Contrib, ContribKind, During, Guard as Asked, Met, Mine, NameRef, Pattern, PatternRole, PatternWho, Word};
use crate::diag::{Code, Diagnostic, misspelt, nearest};
use crate::hir::{Body, Head, Hook, KindBase, KindId, Meeting, Moment, Proc, ProcId, ProcKind, RuleId, Symbol, Ty, ValueId};
use crate::intern::Sym;
use crate::source::At;

use super::super::Resolver;
use super::super::ask::Wanted;
use super::super::happen::RESULT;
use super::line::{Line, contribs};

/// Words of throws that a rule may contribute to.
const THROWS: &[&str] = &["pool", "roll", "check"];

/// One of the places that a line lists: which, and what it says.
pub(super) type Listed<'l> = (u32, &'l Pattern);

/// What a line does at a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Happens<'l> {
    /// The step is left out.
    Skip,
    /// The step happens in this case too.
    Also(&'l Asked),
    /// Something is done.
    Body {
        /// Whether it is offered.
        may: bool,
    },
}

/// A place that a line meets, and what the line says of its blanks.
#[derive(Clone, Debug)]
pub(super) struct Place<'l> {
    /// The place.
    pub hook: Hook,
    /// Its head.
    pub head: Head,
    /// The moment.
    pub moment: Moment,
    /// Which of the places that the line lists.
    pub listed: u32,
    /// The kind by which it was met.
    pub any: Option<Sym>,
    /// What is said of its blanks.
    pub roles: &'l [PatternRole],
    /// While what goes on.
    pub during: Option<&'l During>,
    /// Where it is said.
    pub at: At,
}

impl<'l> Place<'l> {
    /// A place as a pattern meets it. After several places, the last `during` speaks of all of them.
    pub fn new(line: &Line<'l>, (listed, pattern): Listed<'l>, (hook, head, any): (Hook, Head, Option<Sym>), moment: Moment) -> Self {
        let last = match &line.item.kind {
            crate::ast::ItemKind::Attach(a) => a.patterns.last().and_then(|p| p.during.as_ref()),
            _ => None,
        };
        let during = pattern.during.as_ref().or(last);
        Self { hook, head, moment, listed, any, roles: &pattern.roles, during, at: pattern.at }
    }
}

impl<'a> Resolver<'a> {
    /// A line at the steps that one of its patterns meets.
    pub(super) fn spliced(&mut self, line: &Line<'a>, listed: Listed<'a>, (moment, does): (Moment, Happens<'a>)) -> Vec<Meeting> {
        let mut out = Vec::new();
        for (proc, step, any) in self.steps_met(listed.1) {
            if !self.is_step(line, listed.1, (proc, step, any), moment, does) {
                continue;
            }
            let Some(head) = self.rules.procs.get(proc).map(|p| p.head.clone()) else { continue };
            let hook = step.map_or(Hook::Proc(proc), |s| Hook::Step(proc, s));
            let place = Place::new(line, listed, (hook, head, any), moment);
            let scope = self.scope_at(proc, step, moment);
            let (mut scope, mut met) = self.meet(line, &place, scope);
            match does {
                Happens::Skip => met.body = Body::Skip,
                Happens::Also(g) => met.body = Body::Also(self.guard(&mut scope, g)),
                Happens::Body { may } => self.happens(line, &mut scope, &mut met, may),
            }
            out.push(met);
        }
        out
    }

    /// What a line changes at the places that one of its patterns meets.
    pub(super) fn changed(&mut self, line: &Line<'a>, listed: Listed<'a>, may: bool) -> Vec<Meeting> {
        let contribs = contribs(line.body());
        if contribs.is_empty() {
            let help = "write it after `:`, such as `+ 1`; statements go with `before` or `after`";
            self.fault(Code::Place, line.item.at, "`on` wants what is changed there", help);
            return Vec::new();
        }
        let mut out = Vec::new();
        for (hook, any) in self.changes_met(line.rule, listed.1) {
            let head = match &hook {
                Hook::Value(v) => self.rules.values.get(*v).map(|v| v.head.clone()),
                Hook::Cost(p) => self.rules.procs.get(*p).map(|p| p.head.clone()),
                Hook::Proc(p) if self.is_manner(*p) => self.head_of_proc(*p),
                Hook::Proc(p) => self.head_thrown(*p),
                _ => None,
            };
            let Some(head) = head else { continue };
            let dice = |c: &Contrib| matches!(c.kind, ContribKind::Reroll(_) | ContribKind::Explode { .. });
            if let (Hook::Value(_), Met::Named { name, .. }, true) = (&hook, &listed.1.what, contribs.iter().any(dice)) {
                self.not_rolled(name.name.sym, name.at, true);
                continue;
            }
            let thrown = if let Hook::Proc(p) = hook { Some(p).filter(|p| !self.is_manner(*p)) } else { None };
            if thrown.is_none() {
                let why = match hook {
                    Hook::Proc(_) => "a manner holds for every move that names it: nobody decides or pays anything there",
                    _ => "a value is only asked for: nobody decides or pays anything there",
                };
                self.takes_no_terms(line, may, why);
            }
            let scope = match &hook {
                Hook::Proc(p) => self.scope_at(*p, None, Moment::On),
                Hook::Cost(p) => {
                    let mut scope = self.scope_of(&head);
                    scope.proc = Some(*p);
                    scope
                }
                _ => self.scope_of(&head),
            };
            let place = Place::new(line, listed, (hook, head, any), Moment::On);
            let (scope, mut met) = self.meet(line, &place, scope);
            met.body = match thrown {
                Some(proc) => self.changes_throw(line, &scope, &mut met, (proc, may)),
                None => self.changes_quantity(&scope, &met.hook, contribs),
            };
            out.push(met);
        }
        out
    }

    /// What happens, and the step of it, that a pattern meets; and the kind by which it meets it.
    pub(super) fn steps_met(&mut self, pattern: &Pattern) -> Vec<(ProcId, Option<Sym>, Option<Sym>)> {
        let step = pattern.step.map(|s| s.sym);
        match &pattern.what {
            Met::Named { name, .. } if self.proc_of(name.name.sym).is_none() && self.manner_named(name.name.sym).is_some() => {
                let message = format!("`{}` is a manner of moving, and nothing happens in it", self.said(name.name.sym));
                let help =
                    "say what whoever moves so does besides, with `on` and such as `: through friendly unit`; or meet the step that moves";
                self.fault(Code::Place, name.at, message, help);
                Vec::new()
            }
            Met::Named { name, .. } => self.proc_named(name).map(|p| (p, step, None)).into_iter().collect(),
            Met::Any { kind, at } => {
                self.of_kind((kind, *at), &pattern.roles, |_| true).into_iter().map(|p| (p, step, Some(kind.sym))).collect()
            }
        }
    }

    /// The quantities and throws that a pattern meets.
    fn changes_met(&mut self, rule: Option<RuleId>, pattern: &Pattern) -> Vec<(Hook, Option<Sym>)> {
        match &pattern.what {
            Met::Named { name, .. } => self.hooks_named(rule, name, pattern).into_iter().map(|h| (h, None)).collect(),
            Met::Any { kind, at } => {
                let throws = self.of_kind((kind, *at), &pattern.roles, |word| THROWS.contains(&word));
                throws.into_iter().map(|p| (Hook::Proc(p), Some(kind.sym))).collect()
            }
        }
    }

    /// What happens of one kind, or of a kind of that kind, and has the blanks that the pattern fills.
    fn of_kind(&mut self, (kind, at): (&Word, At), roles: &[PatternRole], wanted: impl Fn(&str) -> bool) -> Vec<ProcId> {
        let word = self.said(kind.sym);
        let same = |cx: &Self, p: ProcId| {
            let is = cx.proc_word(p);
            (is == word || word == "action" && cx.is_action(is)) && wanted(is)
        };
        let all: Vec<ProcId> = self.proc_ids().into_iter().filter(|p| same(self, *p)).collect();
        let has = |p: &&ProcId| {
            let head = self.rules.procs.get(**p).map(|p| &p.head);
            roles.iter().all(|r| head.is_some_and(|h| h.roles.iter().any(|b| b.prep == r.prep)))
        };
        let fit: Vec<ProcId> = all.iter().filter(has).copied().collect();
        if fit.is_empty() {
            let words: Vec<&str> = self.proc_ids().into_iter().map(|p| self.proc_word(p)).filter(|w| wanted(w)).collect();
            let help = match nearest(&word, words) {
                Some(near) if near != word => format!("did you mean `any {near}`?"),
                _ => "name what is meant".to_owned(),
            };
            let why = if all.is_empty() {
                format!("nothing that can be met here is of the kind `{word}`")
            } else {
                format!("no `{word}` has all the blanks that are filled here")
            };
            self.fault(Code::Kind, at, why, help);
        }
        fit
    }

    /// Whether a word is that of a kind of action.
    pub(in crate::resolve) fn is_action(&self, word: &str) -> bool {
        let kind = self.rules.names.find(word).and_then(|w| self.kind(w));
        kind.is_some_and(|k| self.is(k, KindBase::Action))
    }

    /// Whether the line can stand at the step, told if it cannot.
    fn is_step(
        &mut self,
        line: &Line<'_>,
        pattern: &Pattern,
        (proc, step, any): (ProcId, Option<Sym>, Option<Sym>),
        moment: Moment,
        does: Happens<'_>,
    ) -> bool {
        let Some(p) = self.rules.procs.get(proc) else { return false };
        let (name, at) = (self.said(p.head.name), line.item.at);
        let steps: Vec<String> = p.steps.iter().filter_map(|s| s.line.name).map(|s| self.said(s)).collect();
        let word = self.proc_word(proc).to_owned();
        let thrown = matches!(p.kind, ProcKind::Chance(_));
        let opening = p.kind == ProcKind::Opening;
        let around = matches!(moment, Moment::Before | Moment::After);
        let Some(step) = step else {
            if matches!(does, Happens::Also(_)) {
                let one = steps.first().map_or("", String::as_str);
                let help = format!("name the step that is to happen, such as `step {one} of {name}`");
                self.fault(Code::Place, at, format!("a whole {word} happens where it is called, and in no other case"), help);
            }
            if thrown && !around {
                let help = "change it with `on`, such as `on ...: passes`, or meet the step that rolls it";
                self.fault(Code::Place, at, "a throw is neither left out nor replaced", help);
            }
            if opening && moment != Moment::Before {
                let help = "write `before Game: ...`; what counts at the end is asked by `value Score of side`";
                self.fault(Code::Unready, at, "nothing can be done in place of the game or after it", help);
            }
            return true;
        };
        let written = self.said(step);
        let result = word == "opposed" && written == RESULT;
        if result && !matches!(does, Happens::Body { .. }) {
            let help = "write `instead of ...: note \"nothing comes of it\"`, with `if` if need be";
            self.fault(Code::Place, at, "what comes of a roll is always looked at", help);
        }
        if result || steps.contains(&written) {
            return true;
        }
        // of those that are met by kind, the ones that have the step are meant
        if any.is_none() {
            // steps are few: more than a letter off, any of them may be meant
            let help = match (misspelt(&written, steps.iter().map(String::as_str)), self.has_step(step, pattern)) {
                (Some(meant), _) => format!("did you mean `step {meant} of {name}`?"),
                (None, Some(other)) => format!("write `step {written} of {other}`, which has one"),
                (None, _) => format!("write one of its steps: {}", steps.join(", ")),
            };
            let at = pattern.step.map_or(pattern.at, |word| word.at);
            self.report(Diagnostic::new(Code::Name, at.span(), format!("`{name}` has no step `{written}`")).help(help));
        }
        false
    }

    /// The one thing that has such a step, and the blanks that a line fills.
    fn has_step(&self, step: Sym, pattern: &Pattern) -> Option<String> {
        let fits = |p: &&Proc| {
            let fills = pattern.roles.iter().all(|r| p.head.roles.iter().any(|h| h.prep == r.prep));
            fills && p.steps.iter().any(|s| s.line.name == Some(step))
        };
        let mut all = self.rules.procs.all().iter().filter(fits);
        let first = all.next().filter(|_| all.next().is_none())?;
        Some(self.said(first.head.name))
    }

    /// The quantities and throws that a name addresses: values overload on the kind of their first blank.
    fn hooks_named(&mut self, rule: Option<RuleId>, name: &NameRef, pattern: &Pattern) -> Vec<Hook> {
        if pattern.cost {
            return self.proc_named(name).map(Hook::Cost).into_iter().collect();
        }
        let symbols = self.lookup(name.name.sym).to_vec();
        let values: Vec<ValueId> = symbols.iter().filter_map(|s| if let Symbol::Value(v) = s { Some(*v) } else { None }).collect();
        if values.len() > 1 {
            return self.overloaded(rule, name, pattern, &values);
        }
        if let Some(v) = values.first() {
            return vec![Hook::Value(*v)];
        }
        if let Some(manner) = self.manner_named(name.name.sym) {
            return vec![Hook::Proc(manner)];
        }
        let proc = symbols.iter().find_map(|s| if let Symbol::Proc(p) = s { Some(*p) } else { None });
        let Some(proc) = proc else {
            self.unknown_name(name, Wanted::Changed);
            return Vec::new();
        };
        if self.rules.procs.get(proc).is_some_and(|p| matches!(p.kind, ProcKind::Chance(_))) {
            return vec![Hook::Proc(proc)];
        }
        let message = format!("`{}` is something that happens, not a quantity", self.text(name.name.sym));
        let action = self.rules.procs.get(proc).is_some_and(|p| matches!(p.kind, ProcKind::Action(_)));
        let help = if action {
            format!(
                "write `on cost of {}`, if its price is meant, or meet it with `before`, `after` or `instead of`",
                self.text(name.name.sym)
            )
        } else {
            "meet it with `before`, `after` or `instead of`".to_owned()
        };
        self.fault(Code::Place, name.at, message, help);
        Vec::new()
    }

    /// Of values with one name, those that are asked of what fills the first blank.
    fn overloaded(&mut self, rule: Option<RuleId>, name: &NameRef, pattern: &Pattern, values: &[ValueId]) -> Vec<Hook> {
        let mine = pattern.roles.iter().any(|r| matches!(r.who, PatternWho::Mine { .. }));
        let wanted = match pattern.roles.first().map(|r| &r.who) {
            Some(PatternWho::Any(s)) => Some(self.noun_of(s).0),
            Some(PatternWho::Mine { whose, .. }) => self.kind_of_mine(rule, *whose, values),
            _ => None,
        };
        let fits = |v: &&ValueId| match (self.first_blank(**v), wanted) {
            (Some(Ty::Thing(k) | Ty::Row(k)), Some(w)) => k == w,
            (Some(Ty::Thing(k)), None) => !mine || !self.is(k, KindBase::Piece),
            _ => true,
        };
        let fit: Vec<Hook> = values.iter().filter(fits).map(|v| Hook::Value(*v)).collect();
        if fit.is_empty() {
            let asked: Vec<String> = values.iter().filter_map(|v| self.first_blank(*v)).map(|ty| self.describe(ty)).collect();
            let is = wanted.map_or("who carries this".to_owned(), |k| self.describe(self.thing_type(k)));
            let message = format!("`{}` is never asked of {is}", self.text(name.name.sym));
            self.fault(Code::Type, pattern.at, message, format!("name {}", asked.join(" or ")));
        }
        fit
    }

    /// Of what a value is asked first.
    fn first_blank(&self, value: ValueId) -> Option<Ty> {
        let role = self.rules.values.get(value)?.head.roles.first()?;
        Some(self.local_ty(role.local))
    }

    /// The kind of `me` or `my unit`, if one of these values is asked of such.
    fn kind_of_mine(&self, rule: Option<RuleId>, whose: Mine, values: &[ValueId]) -> Option<KindId> {
        let kind = match whose {
            Mine::My(word) => self.kind(word.sym)?,
            Mine::Me => self.rules.states.get(self.rules.rules.get(rule?)?.state?)?.of,
        };
        values.iter().any(|v| self.first_blank(*v) == Some(self.thing_type(kind))).then_some(kind)
    }
}
