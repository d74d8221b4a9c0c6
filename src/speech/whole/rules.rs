//! Rules, markers and formations, with all their lines.

use crate::hir::{Body, Carrier, Expr, ExprKind, Given, KindBase, Rule, RuleId, RulingId, State, StateKind, Ty, Until};
use crate::speech::phrase::english::{a, list};
use crate::speech::said::Said;
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// A rule with its lines.
    pub(in crate::speech) fn rule(&self, id: RuleId, rule: &Rule) -> Said {
        // its title is its name without what it was given
        let Rule { name, title: _, word, state, rows, price, given, terms, brings, line } = rule;
        let (name, word) = (self.name(*name), self.name(*word));
        let given = match given {
            Some(Given::Nothing) => ", given nothing".to_owned(),
            Some(Given::Dice(d)) if !name.ends_with(|c: char| c.is_ascii_digit()) => format!(", given {}", self.dice(d)),
            Some(Given::Number(_) | Given::Name(_) | Given::Dice(_)) | None => String::new(),
        };
        let price = match price {
            0 => String::new(),
            1 => " for 1 point".into(),
            n => format!(" for {n} points"),
        };
        let of = state.and_then(|s| self.rules.states.get(s));
        let mut owners: Vec<String> = of.map(|s| a(&self.name(s.of_word))).into_iter().collect();
        if !rows.is_empty() {
            let kinds = self.rows_that_carry(id);
            owners.extend(if kinds.is_empty() { vec!["a row of a list".to_owned()] } else { kinds });
        }
        let called = self.reading_called(&name);
        let read = called.or_else(|| self.reading_of(id));
        let form = state.and_then(|s| self.rules.forms.iter().find(|f| f.state == s));
        let mut below = Vec::new();
        let text = match of.map(|s| s.kind) {
            Some(StateKind::Marker) => format!("{name} is a marker of {}{price}{given}", list(&owners, "or")),
            Some(StateKind::Formation) => {
                let first = if form.is_some_and(|f| f.first) { ", which it has at the start" } else { "" };
                format!("{name} is a formation of {}{first}{price}{given}", list(&owners, "or"))
            }
            _ if called.is_some() => {
                let (ruling, reading) = name.split_once(": ").unwrap_or((&name, ""));
                format!("If the ruling {ruling} says {reading}")
            }
            _ if owners.is_empty() || self.is_of_its_kind(&word, &owners) => format!("{name}{price}{given}, {}", a(&word)),
            _ => format!("{name}{price}{given}, {} of {}", a(&word), list(&owners, "or")),
        };
        let played = read.filter(|_| called.is_none()).map_or_else(String::new, |(r, n)| self.if_played(r, n));
        let text = of.map_or(text.clone(), |s| format!("{text}{}", Self::so_for_groups(s))) + played.as_str();
        let mut text = text;
        if let Some(state) = of {
            match (&state.kind, &state.until) {
                (StateKind::Marker, Until::Turn) => text = format!("{text}, taken away at the latest at the end of the turn"),
                _ => below.extend(Some(self.ends(state)).filter(|t| !t.is_empty()).map(|t| Said::new(t, state.line.at))),
            }
        }
        below.extend(form.map_or_else(Vec::new, |f| self.form(f)));
        below.extend(self.terms(terms, None, line.at));
        if !brings.is_empty() {
            let names: Vec<String> = brings.iter().filter_map(|r| self.rules.rules.get(*r)).map(|r| self.name(r.name)).collect();
            let who = of.map_or_else(|| "whoever has it".to_owned(), |s| format!("this {}", self.name(s.of_word)));
            below.push(Said::new(format!("{who} has {}", list(&names, "and")), line.at));
        }
        let before = self.played.replace(read);
        below.extend(self.rule_lines(Some(id)));
        self.played.set(before);
        Said::short(text, below, line.at).headed(&line.cites)
    }

    /// Whether those who have a rule are those of whom all rules of its sort are.
    fn is_of_its_kind(&self, word: &str, owners: &[String]) -> bool {
        let kind = self.rules.kinds.all().iter().find(|k| self.name(k.word) == word);
        kind.is_some_and(|k| k.base == KindBase::Rule && k.of.iter().map(|w| a(&self.name(*w))).eq(owners.iter().cloned()))
    }

    /// The reading of a ruling whose lines are a rule of this name.
    fn reading_called(&self, name: &str) -> Option<(RulingId, u32)> {
        let (ruling, reading) = name.split_once(": ")?;
        let (id, found) = self.rules.rulings.iter().find(|(_, r)| self.name(r.name) == ruling)?;
        (0..).zip(&found.readings).find(|(_, r)| self.name(r.0) == reading).map(|(n, _)| (id, n))
    }

    /// The reading on which all lines of a rule hang, if there is one.
    fn reading_of(&self, id: RuleId) -> Option<(RulingId, u32)> {
        let lines = self.rules.attaches.iter().filter(|(_, a)| a.rule == Some(id)).flat_map(|(_, a)| &a.meets);
        let bans = self.rules.forbids.iter().filter(|f| f.rule == Some(id)).flat_map(|f| &f.meets);
        let mut meets = lines.chain(bans).map(|m| {
            let changes = if let Body::Changes(all) = &m.body { all.as_slice() } else { &[] };
            let asked = m.guard.iter().chain(changes.iter().flat_map(|c| &c.guard));
            let mut takes = asked.filter_map(|g| played_in(&g.test));
            takes.next()
        });
        let first = meets.next()??;
        meets.all(|m| m == Some(first)).then_some(first)
    }

    /// `, if the ruling The Mist says Yes`
    fn if_played(&self, ruling: RulingId, reading: u32) -> String {
        let title = self.rules.rulings.get(ruling).map_or(String::new(), |r| self.name(r.name));
        format!(", if the ruling {title} says {}", self.reading(ruling, reading))
    }

    /// How a group has what its pieces have.
    fn so_for_groups(state: &State) -> String {
        let mut out = String::new();
        if state.majority {
            out += ", which a group has when most of its pieces do";
        }
        if state.any {
            out += ", which a group has when any of its pieces does";
        }
        out
    }

    /// The kinds of rows that carry a rule, as its lines know them.
    fn rows_that_carry(&self, id: RuleId) -> Vec<String> {
        let mut kinds = Vec::new();
        for (_, a) in self.rules.attaches.iter().filter(|(_, a)| a.rule == Some(id)) {
            for m in &a.meets {
                let (Carrier::Blank(l) | Carrier::Each(l)) = m.carrier else { continue };
                if let Some(Ty::Row(k)) = self.rules.locals.get(l).map(|l| l.ty) {
                    kinds.push(k);
                }
            }
        }
        kinds.extend(self.rules.rows.iter().filter(|(_, r)| r.rules.contains(&id)).map(|(_, r)| r.kind));
        kinds.sort_unstable();
        kinds.dedup();
        kinds.into_iter().map(|k| crate::speech::phrase::english::a(&self.kind(k))).collect()
    }

    /// The lines of a rule where it meets the game, and what it forbids, as they stand in the texts.
    pub(in crate::speech) fn rule_lines(&self, of: Option<RuleId>) -> Vec<Said> {
        let mut out: Vec<Said> = Vec::new();
        // what all rules of its kind share is said of the kind
        let word = of.and_then(|r| self.rules.rules.get(r)).map(|r| r.word);
        let kind = self.rules.kinds.all().iter().find(|k| Some(k.word) == word);
        let shared: Vec<Said> =
            kind.iter().flat_map(|k| &k.lines).filter_map(|l| self.rules.attaches.get(*l)).flat_map(|l| self.attach(l)).collect();
        for (_, a) in self.rules.attaches.iter().filter(|(_, a)| a.rule == of && a.lasting.is_none()) {
            let known = |s: &Said| shared.iter().any(|k| k.at.span() == s.at.span() && k.text == s.text && k.below == s.below);
            out.extend(self.attach(a).into_iter().filter(|s| !known(s)));
        }
        for f in self.rules.forbids.iter().filter(|f| f.rule == of && f.lasting.is_none()) {
            out.extend(self.forbid(f));
        }
        out.sort_by_key(|s| s.at.span().start);
        out
    }
}

/// The reading that a question asks for, alone or with others.
fn played_in(e: &Expr) -> Option<(RulingId, u32)> {
    match &*e.kind {
        ExprKind::Takes(ruling, n) => Some((*ruling, *n)),
        ExprKind::And(all) => all.iter().find_map(played_in),
        _ => None,
    }
}
