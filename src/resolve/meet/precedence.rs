//! Which of two rules gives way, and which of two comes first: the names that stand before the colon.

use crate::ast::{
    AtPlace, Attach, Item, ItemKind, Met, Mine, NameRef, Noun, Over, OverHow, Pattern, PatternRole, PatternWho, Selector, Word,
};
use crate::diag::{Code, Diagnostic};
use crate::hir::{AttachId, Body, Hook, Meeting, Moment, ProcId};
use crate::intern::{KeyId, Sym};

use super::super::Resolver;
use super::super::ask::{Shown, Wanted};
use super::ignore::whole;
use super::index::address;
use super::line::contribs;

/// What comes of one name before a colon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Heard {
    /// Whether its line meets the game where it could say something of others.
    line: bool,
    /// Whether it says something of one.
    name: bool,
}

impl<'a> Resolver<'a> {
    /// Tells what says something of others and means nothing.
    pub(super) fn give_way(&mut self) {
        let ordered: Vec<&'a Item> = self.meet.index.as_ref().map_or_else(Vec::new, |i| i.ordered.clone());
        for item in ordered {
            match &item.kind {
                ItemKind::Attach(a) => {
                    for over in &a.overs {
                        self.says_something(item, Some(a), over);
                    }
                }
                ItemKind::Comes(c) => {
                    for over in &c.overs {
                        self.says_something(item, None, over);
                    }
                }
                _ => {}
            }
        }
    }

    /// Faults a name before a colon that orders nothing.
    fn says_something(&mut self, item: &Item, attach: Option<&Attach>, over: &Over) {
        let gives_way = over.how == OverHow::Over;
        let place = attach.map(|a| a.place);
        let (could, why) = if gives_way {
            let ignores =
                attach.is_some_and(|a| contribs(a.body.as_ref()).first().is_some_and(|c| c.kind == crate::ast::ContribKind::Ignore));
            (place.is_some_and(|p| p != AtPlace::Anytime) && !ignores, "nothing gives way here")
        } else {
            (matches!(place, Some(AtPlace::Before | AtPlace::After)), "only what happens before or after a step comes before others")
        };
        let written = self.said(over.name.sym);
        if place == Some(AtPlace::InsteadOf) && !could {
            self.ordered_instead(over, &written);
            return;
        }
        let how = match over.how {
            OverHow::Over => "overriding",
            OverHow::Before => "earlier than",
            OverHow::After => "later than",
        };
        let help = format!("leave `{how} {written}` out");
        let own = self.decls.iter().find(|d| d.at.span().start <= item.at.span().start && item.at.span().end <= d.at.span().end);
        let same = own.and_then(|d| d.kind.title()).is_some_and(|t| self.rules.names.same(t.name.sym, over.name.sym));
        if same {
            let message = format!("`{written}` is this rule itself");
            self.fault(Code::Nothing, over.name.at, message, format!("name the other rule behind `{how}`"));
            return;
        }
        if !could {
            self.fault(Code::Place, over.at, why, help);
            return;
        }
        let heard = if gives_way { self.gives_way(item, over) } else { self.comes_first(item, over) };
        if heard.name || !heard.line {
            return;
        }
        let name = NameRef { name: over.name, param: None, at: over.name.at };
        if !gives_way && !self.rules.rules.iter().any(|(_, r)| self.rules.names.same(r.title, over.name.sym)) {
            self.unknown_name(&name, Wanted::Rule);
            return;
        }
        let why = if gives_way { "so it cannot give way" } else { "so neither comes first" };
        let patterns = attach.map_or(&[][..], |a| &a.patterns);
        let here = patterns.iter().map(|p| format!("`{}`", self.shown_pattern(p))).collect::<Vec<_>>().join(" or ");
        let message = format!("`{written}` does nothing at {here}, {why}");
        self.report(Diagnostic::new(Code::Nothing, over.at.span(), message).help(format!("name a rule that does, or {help}")));
    }

    /// Tells of a line that is to come before or after another where one alone can stand.
    fn ordered_instead(&mut self, over: &Over, written: &str) {
        let how = if over.how == OverHow::Before { "earlier than" } else { "later than" };
        let message = format!("`{how}` says which of two comes first, and only one can stand in the place of a step");
        self.fault(Code::Place, over.at, message, format!("write `overriding {written}`"));
    }

    /// What a line became, for each of the rules whose line it is.
    fn became(&self, item: &Item) -> &[AttachId] {
        self.meet.became.get(&address(item)).map_or(&[], Vec::as_slice)
    }

    /// What gives way to a line.
    fn gives_way(&mut self, item: &Item, over: &Over) -> Heard {
        let meets = self.became(item).iter().filter_map(|id| self.rules.attaches.get(*id)).flat_map(|a| &a.meets);
        let meets: Vec<&Meeting> = meets.filter(|m| !matches!(m.body, Body::Ignore | Body::Mute)).collect();
        let mut heard = Heard { line: !meets.is_empty(), name: false };
        let targets = self.targets(over.name.sym);
        if targets.is_empty() && heard.line {
            // nothing has that name, and it is told so
            let name = NameRef { name: over.name, param: None, at: over.name.at };
            self.unknown_name(&name, Wanted::Line);
            return Heard { line: true, name: true };
        }
        heard.name = meets.iter().any(|m| {
            let here = whole(&m.hook);
            targets.iter().any(|(what, at)| Some(at) == here.as_ref() && self.stands_at(what, m))
        });
        heard
    }

    /// Whether one of the lines of what gives way stands where a line does: at its step, if both stand at one.
    fn stands_at(&self, what: &Hook, here: &Meeting) -> bool {
        let (Hook::Rule(rule), Some((proc, step))) = (what, step_of(here)) else { return true };
        let lines = self.rules.attaches.iter().filter(|(_, a)| a.rule == Some(*rule) && a.moment != Moment::Anytime);
        let bans = self.rules.forbids.iter().filter(|f| f.rule == Some(*rule)).flat_map(|f| &f.meets);
        let at_proc = |m: &Meeting| whole(&m.hook) == Some(Hook::Proc(proc));
        let mut any_ban = bans.filter(|m| at_proc(m));
        if any_ban.next().is_some() {
            return true;
        }
        for (_, a) in lines {
            for m in a.meets.iter().filter(|m| at_proc(m) && !matches!(m.body, Body::Ignore | Body::Mute)) {
                // a place that is met by its kind is one, at however many steps
                let same = a.meets.iter().filter(|o| o.listed == m.listed);
                let steps: Vec<Option<Sym>> = same.filter_map(step_of).filter(|(p, _)| *p == proc).map(|(_, s)| s).collect();
                if steps.is_empty() || steps.contains(&step) {
                    return true;
                }
            }
        }
        false
    }

    /// What comes before a line at its moment, or after it.
    fn comes_first(&self, item: &Item, over: &Over) -> Heard {
        let key = self.rules.names.key_of(over.name.sym);
        let mut heard = Heard::default();
        for id in self.became(item) {
            let Some(a) = self.rules.attaches.get(*id) else { continue };
            for m in &a.meets {
                heard.line |= step_of(m).is_some();
                heard.name |= step_of(m).is_some_and(|here| self.stands_with((*id, m.listed), a.moment, here, key));
            }
        }
        heard
    }

    /// Whether another line of a rule of this name stands at a step at this moment.
    fn stands_with(&self, own: (AttachId, u32), moment: Moment, here: (ProcId, Option<Sym>), name: KeyId) -> bool {
        self.rules.attaches.iter().filter(|(_, a)| a.moment == moment).any(|(id, a)| {
            let called = a.rule.and_then(|r| self.rules.rules.get(r)).is_some_and(|r| self.rules.names.key_of(r.title) == name);
            called && a.meets.iter().any(|m| (id, m.listed) != own && step_of(m) == Some(here))
        })
    }

    /// A place as it is written.
    fn shown_pattern(&self, p: &Pattern) -> String {
        let shown = Shown(&self.rules.names);
        let mut out = if p.cost { "cost of ".to_owned() } else { String::new() };
        out.extend(p.step.map(|step| format!("step {} of ", self.text(step.sym))));
        match &p.what {
            Met::Named { name, .. } => out.push_str(&shown.name_ref(name)),
            Met::Any { kind, .. } => out.extend(["any ", self.text(kind.sym)]),
        }
        for role in &p.roles {
            out.extend([" ", role.prep.word(), " "]);
            out.push_str(&self.shown_who(shown, role));
        }
        if let Some(during) = &p.during {
            out.push_str(" during ");
            during.tags.iter().for_each(|t| out.extend([self.text(t.sym), " "]));
            out.push_str(&shown.name_ref(&during.name));
        }
        out
    }

    fn shown_who(&self, shown: Shown<'_>, role: &PatternRole) -> String {
        match &role.who {
            PatternWho::The(s) => format!("the {}", shown.selector(s)),
            PatternWho::Any(s) => format!("any {}", shown.selector(s)),
            PatternWho::That(noun) => format!("that {}", self.text(noun.kind.sym)),
            PatternWho::Is(e) => shown.expr(e),
            PatternWho::Mine { adjectives, whose, at } => {
                let whose = match whose {
                    Mine::Me => "me".to_owned(),
                    Mine::My(word) => format!("my {}", self.text(word.sym)),
                };
                // a description of nothing is what stands before it
                let nothing = Word { sym: Sym(u32::MAX), at: *at };
                let noun = Noun { kind: nothing, called: None, at: *at };
                let before = Selector { adjectives: adjectives.clone(), noun, relatives: Vec::new(), at: *at };
                format!("{}{whose}", shown.selector(&before))
            }
        }
    }
}

/// The step at which something happens, is left out or added; none of a whole procedure.
fn step_of(m: &Meeting) -> Option<(ProcId, Option<Sym>)> {
    match (&m.hook, &m.body) {
        (_, Body::Changes(_) | Body::Ignore | Body::Mute) => None,
        (Hook::Step(p, s), _) => Some((*p, Some(*s))),
        (Hook::Proc(p), _) => Some((*p, None)),
        _ => None,
    }
}
