//! Lines where rules meet the game: `before the “go” step of Advance by this unit, ...`.

use super::names::tail;
use super::places::Spot;
use crate::hir::{
    Attach, Body, Carrier, Coming, ExprKind, Forbid, Hook, Lasting, LastingId, Meeting, Moment, Mute, Precedence, ProcId, ProcKind, RuleId,
    Terms, Wake,
};
use crate::intern::Sym;
use crate::source::At;
use crate::speech::phrase::english::list;
use crate::speech::phrase::{As, Place};
use crate::speech::said::{Said, joined};
use crate::speech::voice::Voice;

/// What a line says at one place.
struct Here {
    /// Its place.
    spot: Spot,
    /// What stands between the place and what is done: while what, if what, how often.
    asks: String,
    /// What is changed, a sign standing for the place.
    alike: String,
    /// What is changed, the place said.
    changes: String,
    /// What is done.
    done: Vec<Said>,
    /// What is ignored, at each place.
    ignored: Vec<String>,
    /// The places as nouns.
    nouns: Vec<String>,
}

impl Voice<'_> {
    /// A line that says where a rule meets the game, and what it does there.
    pub(in crate::speech) fn attach(&self, attach: &Attach) -> Vec<Said> {
        let Attach { line, rule: _, moment, terms: _, precedence, meets, lasting: _ } = attach;
        let overs = self.overs(precedence);
        let mut groups: Vec<Vec<&Meeting>> = Vec::new();
        for m in meets {
            match groups.last_mut().filter(|g| g.first().is_some_and(|f| f.listed == m.listed && together(f, m))) {
                Some(group) => group.push(m),
                None => groups.push(vec![m]),
            }
        }
        let mut heres: Vec<Here> = Vec::new();
        for group in groups {
            for here in self.classes(attach, group) {
                match heres.iter_mut().find(|h| same(h, &here)) {
                    Some(first) => first.join(here),
                    None => heres.push(here),
                }
            }
        }
        if heres.is_empty() {
            return vec![Said::new("it meets nothing", line.at).citing(&line.cites)];
        }
        heres.into_iter().map(|h| Self::said_here(*moment, h, &overs, line.at).citing(&line.cites)).collect()
    }

    /// What a line says at places that one pattern means: once for all of whom it says the same, and of the others by name.
    fn classes(&self, attach: &Attach, group: Vec<&Meeting>) -> Vec<Here> {
        let mut classes: Vec<(Here, Vec<&Meeting>)> = Vec::new();
        for m in group {
            let Some(here) = self.here(attach, &[m]) else { continue };
            match classes.iter_mut().find(|(h, _)| same(h, &here) && h.spot.blanks == here.spot.blanks) {
                Some((_, all)) => all.push(m),
                None => classes.push((here, vec![m])),
            }
        }
        // those of whom most is said stand for their kind
        classes.sort_by_key(|(_, all)| std::cmp::Reverse(all.len()));
        let mut out = Vec::new();
        for (i, (_, all)) in classes.into_iter().enumerate() {
            if i == 0 {
                out.extend(self.here(attach, &all));
            } else {
                out.extend(all.into_iter().filter_map(|m| self.here(attach, &[&Meeting { any: None, ..m.clone() }])));
            }
        }
        out
    }

    /// What a line says at places that are said together.
    fn here(&self, attach: &Attach, group: &[&Meeting]) -> Option<Here> {
        let m = *group.first()?;
        Some(self.at_place(m, |mut spot| {
            let Meeting {
                hook: _,
                within: _,
                listed: _,
                any,
                carrier: _,
                bearer: _,
                mutes,
                blanks: _,
                during,
                guard,
                coming,
                terms,
                body,
                at: _,
            } = m;
            if let Some(word) = any {
                let met: Vec<ProcId> = group.iter().filter_map(|m| proc_of(&m.hook)).collect();
                let others = self.others(*word, &met, m);
                let name = spot.name.clone();
                spot.place.noun = spot.place.noun.replacen(&name, &format!("{name}{others}"), 1);
            }
            let lists = matches!(body, Body::Changes(_)) && matches!(attach.moment, Moment::On);
            let mut asks = self.while_(during);
            let guards = match body {
                Body::Skip | Body::Ignore | Body::Mute | Body::Also(_) => self.guards(guard),
                Body::Changes(_) if lists => self.guards(guard),
                Body::Changes(_) | Body::Happens(_) => self.if_guards(guard),
            };
            asks += &guards;
            asks += self.whatever(guard, Some(body));
            let mut offer = self.asked_here(attach, terms);
            offer += &self.muted(attach.rule, mutes);
            let ignored = vec![self.ignored(&spot, group)];
            let mut here = Here { spot, asks, alike: String::new(), changes: String::new(), done: Vec::new(), ignored, nouns: Vec::new() };
            match body {
                Body::Changes(changes) if lists => {
                    let say = |place: &Place| {
                        let all: Vec<String> = changes.iter().map(|c| self.changed(c, place)).collect();
                        let text = format!("{}{}", all.join(", and "), here.asks);
                        if offer.is_empty() { text } else { format!("{}, {text}", offer.trim_start_matches(", ")) }
                    };
                    here.changes = say(&here.spot.place);
                    let holds = here.spot.place.holds.as_ref().map(|_| ("\u{2}".to_owned(), "\u{3}".to_owned()));
                    here.alike = say(&Place { noun: "\u{2}".into(), here: false, holds });
                }
                Body::Changes(changes) => {
                    here.asks += &offer;
                    here.done = changes.iter().map(|c| Said::new(self.changed(c, &Place::here()), c.at)).collect();
                }
                Body::Happens(block) => {
                    // one question at the beginning of a sentence
                    let whether = here.asks.contains(", if ");
                    here.asks += &if whether { offer.replacen(", if ", ", and ", 1) } else { offer.clone() };
                    here.done = self.block(block);
                    if let Some(coming) = coming {
                        here.spot.place.noun = self.coming(coming, &here.spot);
                    }
                }
                Body::Skip => here.alike = format!("\u{2}{} is left out{}{offer}", self.what_is_lost(group, ""), here.asks),
                Body::Also(also) => here.alike = format!("\u{2} also happens{}{}{offer}", here.asks, self.guards(also)),
                Body::Ignore => here.alike = format!("\u{4}{}{offer}", here.asks),
                Body::Mute => {
                    let (name, who) = (here.spot.name.clone(), here.spot.blanks.first().map_or(String::new(), |b| b.1.clone()));
                    here.ignored = vec![format!("{who} ignores its own {name}")];
                    here.alike = format!("\u{4}{}{offer}", here.asks);
                }
            }
            here.nouns = vec![here.spot.place.noun.clone()];
            here
        }))
    }

    /// One or several places and what is done there, in a sentence.
    fn said_here(moment: Moment, here: Here, overs: &str, at: At) -> Said {
        let Here { spot, asks, alike, changes: _, done, ignored, nouns } = here;
        if !alike.is_empty() {
            let ignored = list(&merged_by(ignored, " does not apply", " do not apply"), "and");
            let noun = list(&merged(nouns), "and");
            let (yes, no) = spot.place.holds.map_or((noun, String::new()), |h| h);
            let text = alike.replace('\u{2}', &yes).replace('\u{3}', &no).replace('\u{4}', &ignored);
            return Said::new(format!("{text}{overs}"), at);
        }
        let noun = &list(&merged(nouns), "or");
        let begins = match moment {
            _ if noun.starts_with("as soon as ") => noun.clone(),
            Moment::Before => format!("before {noun}"),
            Moment::After => format!("after {noun}"),
            Moment::Instead => format!("instead of {noun}"),
            Moment::Anytime => format!("at any time in {noun}"),
            Moment::On => format!("at {noun}"),
        };
        // what has lines below is a sentence of its own
        let list = matches!(moment, Moment::Instead) && joined(&done).is_none();
        Said::opening(format!("{begins}{overs}{asks}{}", if list { ", this is done" } else { "" }), done, at)
    }

    /// Somebody comes near.
    fn coming(&self, coming: &Coming, spot: &Spot) -> String {
        let Coming { who, limit, of } = coming;
        let (asked, known) = (self.sel_as(who, As::A), spot.blanks.first().map_or("", |b| b.1.as_str()));
        let mover = if known.starts_with(&asked) { known.to_owned() } else { format!("{asked}, {known}") };
        format!("as soon as {mover} comes within {} of {}", self.noun(limit), self.noun(of))
    }

    /// What is offered, how often, at what price: as far as neither its kind nor its rule says it.
    fn asked_here(&self, attach: &Attach, terms: &Terms) -> String {
        let Terms { may, needs: _, limits: _, costs: _ } = terms;
        let shown = self.shown(attach);
        let here = self.each_term(terms);
        let mut out = String::new();
        for limit in &attach.terms.limits {
            out = format!("{out}, {}", self.limit(limit));
        }
        // a line that says so itself is heard to say it, whatever is asked there
        if *may || attach.terms.may {
            let rule = attach.rule.and_then(|r| self.rules.rules.get(r));
            let bearer = rule.and_then(|r| r.state).and_then(|s| self.rules.states.get(s));
            let whose = bearer.map_or_else(|| "its".to_owned(), |s| format!("this {}'s", self.name(s.of_word)));
            out = format!("{out}, if {whose} player wishes");
        }
        for extra in here.iter().filter(|t| !shown.contains(t)) {
            out = format!("{out}, and {extra}");
        }
        for missing in shown.iter().filter(|t| !here.contains(t) && !takes_none(attach)) {
            out = format!("{out}, but not {missing}");
        }
        out
    }

    /// What its kind, its rule and the line itself ask, each in words.
    fn shown(&self, attach: &Attach) -> Vec<String> {
        let mut out = self.each_term(&attach.terms);
        if attach.lasting.is_none() {
            let rule = attach.rule.and_then(|r| self.rules.rules.get(r));
            out.extend(rule.map_or_else(Vec::new, |r| self.each_term(&r.terms)));
            let kind = rule.and_then(|r| self.rules.kinds.all().iter().find(|k| k.word == r.word));
            out.extend(kind.map_or_else(Vec::new, |k| self.each_term(&k.terms)));
        }
        out
    }

    fn each_term(&self, terms: &Terms) -> Vec<String> {
        let Terms { may: _, needs, limits, costs } = terms;
        let mut out: Vec<String> = needs.iter().map(|n| self.need(n).text).collect();
        out.extend(limits.iter().map(|l| self.limit(l)));
        out.extend(costs.iter().map(|c| format!("it costs {}", self.paid(c, None))));
        out
    }

    /// What else switches the rule off for its carrier, where no line of that other rule says so.
    fn muted(&self, rule: Option<RuleId>, mutes: &[Mute]) -> String {
        let says = |by: RuleId| {
            let lines = self.rules.attaches.iter().filter(|(_, a)| a.rule == Some(by)).flat_map(|(_, a)| &a.meets);
            lines.into_iter().any(|m| matches!(m.body, Body::Mute) && rule.is_some_and(|r| m.hook == Hook::Rule(r)))
        };
        let mut out = String::new();
        for Mute { by, of: _, during: _, guard: _ } in mutes.iter().filter(|m| !says(m.by)) {
            let name = self.rules.rules.get(*by).map_or(String::new(), |r| self.name(r.name));
            out = format!("{out}, unless {name} switches it off");
        }
        out
    }

    /// What is ignored, as a sentence.
    fn ignored(&self, spot: &Spot, group: &[&Meeting]) -> String {
        let within = self.within(group);
        let name = &format!("{}{}", spot.name, self.what_is_lost(group, "which says: "));
        match spot.blanks.split_first() {
            Some(((_, who), rest)) if spot.mine => format!("{who} ignores {name}{within}{}", tail(rest)),
            Some(_) => {
                let whom = |prep: &str| if matches!(prep, "of" | "by") { "to".to_owned() } else { prep.to_owned() };
                let blanks: Vec<_> = spot.blanks.iter().map(|(p, w)| (whom(p), w.clone())).collect();
                format!("{name}{within} does not apply{}", tail(&blanks))
            }
            None => format!("{name}{within} does not apply"),
        }
    }

    /// Where something is ignored, if it is not so wherever it stands.
    fn within(&self, group: &[&Meeting]) -> String {
        let Some(first) = group.first() else { return String::new() };
        let here: Vec<&Hook> = group.iter().filter_map(|m| m.within.as_ref()).collect();
        let all = self.stands_at(&first.hook);
        if all.iter().all(|h| here.contains(&h)) {
            return String::new();
        }
        let name = |h: &&Hook| match h {
            Hook::Value(v) => self.rules.values.get(*v).map_or(String::new(), |v| self.name(v.head.name)),
            Hook::Cost(p) => format!("the cost of {}", self.proc_name(*p)),
            Hook::Proc(p) | Hook::Step(p, _) => self.proc_name(*p),
            Hook::Rule(_) | Hook::Row(_) | Hook::Coming => String::new(),
        };
        format!(" in {}", list(&here.iter().map(name).collect::<Vec<_>>(), "and"))
    }

    /// Where something that can be switched off stands.
    fn stands_at(&self, what: &Hook) -> Vec<Hook> {
        let r = self.rules;
        let called = |name: Option<Sym>, row: Sym| name.is_some_and(|n| r.names.same(n, row));
        match what {
            Hook::Row(row) => {
                let own = r.values.iter().filter(|(_, v)| v.rows.iter().any(|x| called(x.line.name, *row))).map(|(id, _)| Hook::Value(id));
                let procs = r.procs.iter().filter(|(_, p)| {
                    let thrown = matches!(&p.kind, ProcKind::Chance(c) if c.rows.iter().any(|x| called(x.line.name, *row)));
                    thrown || p.needs.iter().any(|n| called(n.line.name, *row))
                });
                own.chain(procs.map(|(id, _)| Hook::Proc(id))).collect()
            }
            Hook::Rule(rule) => {
                let lines = r.attaches.iter().filter(|(_, a)| a.rule == Some(*rule) && a.moment != Moment::Anytime);
                let meets = lines.flat_map(|(_, a)| &a.meets).filter(|m| !matches!(m.body, Body::Ignore | Body::Mute));
                let bans = r.forbids.iter().filter(|f| f.rule == Some(*rule)).flat_map(|f| &f.meets);
                let whole = |h: &Hook| match h {
                    Hook::Step(p, _) => Some(Hook::Proc(*p)),
                    Hook::Value(_) | Hook::Cost(_) | Hook::Proc(_) => Some(h.clone()),
                    Hook::Rule(_) | Hook::Row(_) | Hook::Coming => None,
                };
                meets.chain(bans).filter_map(|m| whole(&m.hook)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Before, after or instead of which others a rule is carried out.
    fn overs(&self, precedence: &[(Precedence, Sym, At)]) -> String {
        let mut out = String::new();
        for (word, said) in
            [(Precedence::Over, "overruling"), (Precedence::Before, "before the rule"), (Precedence::After, "after the rule")]
        {
            let names: Vec<String> = precedence.iter().filter(|p| p.0 == word).map(|p| self.known(p.1)).collect();
            if !names.is_empty() {
                let and = if word == Precedence::Over { "" } else { "and " };
                let many = if word != Precedence::Over && names.len() > 1 { "s" } else { "" };
                out = format!("{out}, {and}{said}{many} {}", list(&names, "and"));
            }
        }
        out
    }

    /// What a rule forbids.
    pub(in crate::speech) fn forbid(&self, forbid: &Forbid) -> Vec<Said> {
        let Forbid { line, rule, any, meets, lasting: _ } = forbid;
        let met: Vec<ProcId> = meets.iter().filter_map(|m| proc_of(&m.hook)).collect();
        let mut out: Vec<(String, String, Vec<String>)> = Vec::new();
        for m in meets {
            let (who, rest, name) = self.at_place(m, |spot| {
                let Meeting {
                    hook,
                    within: _,
                    listed: _,
                    any: _,
                    carrier: _,
                    bearer: _,
                    mutes,
                    blanks: _,
                    during,
                    guard,
                    coming: _,
                    terms: _,
                    body: _,
                    at: _,
                } = m;
                let (by, rest): (Vec<_>, Vec<_>) = spot.blanks.into_iter().partition(|(p, _)| p == "by");
                let who = by.first().map_or("nobody".to_owned(), |b| b.1.trim_end_matches(crate::speech::CLOSE).to_owned());
                let rest = format!("{}{}{}{}", tail(&rest), self.while_(during), self.guards(guard), self.muted(*rule, mutes))
                    + self.whatever(guard, None);
                let name = proc_of(hook).map_or(String::new(), |p| self.proc_name(p));
                (who, rest, name)
            });
            match out.iter_mut().find(|(w, r, _)| *w == who && *r == rest) {
                Some((_, _, names)) => names.push(name),
                None => out.push((who, rest, vec![name])),
            }
        }
        let several = out.len() > 1;
        let others = any.zip(meets.first()).map_or(String::new(), |(word, m)| self.others(word, &met, m));
        let sentence = |(who, rest, names): (String, String, Vec<String>)| {
            let what = match any {
                Some(word) if !several => format!("any {}{others}", self.name(*word)),
                _ => list(&names, "or"),
            };
            let text = match who.as_str() {
                "nobody" => format!("nobody can perform {what}{rest}"),
                _ => format!("{who} cannot perform {what}{rest}"),
            };
            Said::new(text, line.at).citing(&line.cites)
        };
        out.into_iter().map(sentence).collect()
    }

    /// An effect that lasts, where it begins.
    pub(in crate::speech) fn wake(&self, wake: &Wake, at: At) -> Said {
        let Wake { what, on, notes } = wake;
        let Some(lasting) = self.rules.lasting.get(*what) else { return Said::new("an effect begins", at) };
        let Lasting { rule: _, until, this: _, bearer: _, of: _, notes: _, line: _ } = lasting;
        let who = self.noun(on);
        let before: Vec<_> = notes.iter().map(|(inner, outer)| (*inner, self.call(*inner, self.word(*outer)))).collect();
        let me = self.me.replace(Some(who.clone()));
        let said = self.lines_of(*what);
        self.me.replace(me);
        for (local, phrase) in before {
            self.recall(local, phrase);
        }
        let carried = self.parts_of(*what).any(|m| !matches!(m.carrier, Carrier::Nobody) || m.bearer.is_some());
        let whom = if carried || matches!(*on.kind, ExprKind::Game) { String::new() } else { format!(", for {who}") };
        Said::opening(format!("until {}{whom}", self.until(until)), said, at)
    }

    fn parts_of(&self, what: LastingId) -> impl Iterator<Item = &Meeting> {
        let lines = self.rules.attaches.iter().filter(move |(_, a)| a.lasting == Some(what)).flat_map(|(_, a)| &a.meets);
        lines.chain(self.rules.forbids.iter().filter(move |f| f.lasting == Some(what)).flat_map(|f| &f.meets))
    }

    /// The lines of an effect that lasts.
    fn lines_of(&self, what: LastingId) -> Vec<Said> {
        let mut out: Vec<Said> = Vec::new();
        // it has begun under the reading already
        let played = self.played.replace(None);
        for (_, a) in self.rules.attaches.iter().filter(|(_, a)| a.lasting == Some(what)) {
            out.extend(self.attach(a));
        }
        for f in self.rules.forbids.iter().filter(|f| f.lasting == Some(what)) {
            out.extend(self.forbid(f));
        }
        self.played.set(played);
        out
    }
}

impl Here {
    /// The same at another place.
    fn join(&mut self, other: Self) {
        self.nouns.extend(other.nouns);
        self.ignored.extend(other.ignored);
        let both = |a: &str, b: &str| format!("{a} and {b}");
        self.spot.place.holds = self.spot.place.holds.take().zip(other.spot.place.holds).map(|(a, b)| (both(&a.0, &b.0), both(&a.1, &b.1)));
    }
}

fn merged_by(all: Vec<String>, one: &str, many: &str) -> Vec<String> {
    if all.len() > 1 && all.iter().all(|t| t.ends_with(one)) {
        let names: Vec<String> = all.iter().map(|t| t.trim_end_matches(one).to_owned()).collect();
        return vec![format!("{}{many}", list(&names, "and"))];
    }
    all
}

/// `the Go step of A by X` and `the Go step of B by X` are `the Go step of A or B by X`.
fn merged(nouns: Vec<String>) -> Vec<String> {
    if nouns.len() < 2 {
        return nouns;
    }
    let parts: Vec<Vec<&str>> = nouns.iter().map(|n| n.split(' ').collect()).collect();
    let least = parts.iter().map(Vec::len).min().unwrap_or(0);
    let same = |f: &dyn Fn(&Vec<&str>, usize) -> Option<String>| {
        (0..least).take_while(|i| parts.iter().all(|p| f(p, *i) == parts.first().and_then(|q| f(q, *i)))).count()
    };
    let front = same(&|p, i| p.get(i).map(|w| (*w).to_owned()));
    let back = same(&|p, i| p.iter().rev().nth(i).map(|w| (*w).to_owned())).min(least.saturating_sub(front));
    let Some(first) = parts.first() else { return nouns };
    // the same but for names in the middle: what they have in common after them begins with whose they are
    let whose = |back: &usize| first.get(first.len() - back).is_some_and(|w| matches!(*w, "of" | "by" | "in" | "at"));
    let back = match (2..=back).rev().filter(whose).find(|b| front + b < least) {
        Some(back) => back,
        // of whomever they are
        None if front > 1 && first.get(front - 1) == Some(&"of") => 0,
        None => return nouns,
    };
    let middle: Vec<String> = parts.iter().filter_map(|p| p.get(front..p.len() - back)).map(|w| w.join(" ")).collect();
    // a blank in the middle belongs to one of them alone
    let blank = |m: &String| ["by ", "of ", "in ", "at "].iter().any(|prep| m.starts_with(prep));
    if middle.iter().any(|m| m.is_empty() || m.contains(',') || blank(m)) {
        return nouns;
    }
    let start = first.get(..front).unwrap_or(&[]).join(" ");
    let end = first.get(first.len() - back..).unwrap_or(&[]).join(" ");
    vec![format!("{start} {} {end}", list(&middle, "or")).trim().to_owned()]
}

/// Whether a line holds and does not happen, so that nothing is asked for it.
fn takes_none(attach: &Attach) -> bool {
    let value = |m: &Meeting| matches!(m.hook, Hook::Value(_) | Hook::Cost(_));
    attach.meets.iter().any(|m| matches!(m.body, Body::Skip | Body::Also(_) | Body::Ignore | Body::Mute) || value(m))
}

/// Whether what is said at two places is the same but for the place.
fn same(a: &Here, b: &Here) -> bool {
    a.asks == b.asks && a.alike == b.alike && a.done == b.done && a.spot.place.holds.is_some() == b.spot.place.holds.is_some()
}

/// Whether two meetings are of one place that is listed.
fn together(a: &Meeting, b: &Meeting) -> bool {
    a.any.is_some() && a.any == b.any || a.within.is_some() && a.hook == b.hook
}

/// What happens at a place.
fn proc_of(hook: &Hook) -> Option<ProcId> {
    match hook {
        Hook::Proc(p) | Hook::Step(p, _) | Hook::Cost(p) => Some(*p),
        Hook::Value(_) | Hook::Rule(_) | Hook::Row(_) | Hook::Coming => None,
    }
}
