//! The first sentence of a declaration.

use super::english::{CLOSE, a, list, plural};
use super::voice::Voice;
use crate::syntax::{Declaration, Node, Rule};

impl Voice<'_> {
    /// The title that a declaration gives.
    pub fn title_of(&self, head: &Node) -> String {
        let Some(t) = head.find(Rule::title) else { return head.find(Rule::name).map_or(String::new(), |n| self.name(n)) };
        let name = t.find(Rule::name).map_or(String::new(), |n| self.name(n));
        let params: Vec<&str> = t.all(Rule::word).map(|w| self.text(w)).collect();
        for p in &params {
            self.bind(p, (*p).to_owned());
        }
        format!("{name}{}", params.iter().map(|p| format!(" {p}")).collect::<String>())
    }

    /// The blanks of a head, their words remembered: ` by a unit at an enemy unit, the target`.
    pub fn head_blanks(&self, head: &Node) -> Vec<(String, String)> {
        let roles: Vec<&Node> = head.all(Rule::role_head).collect();
        let mut out = Vec::new();
        for r in &roles {
            let prep = r.find(Rule::prep).map_or("", |p| self.text(p)).to_owned();
            let words = r.find(Rule::noun).map_or_else(Vec::new, |n| n.all(Rule::word).map(|w| self.text(w).to_owned()).collect());
            let (kind, local) = (words.first().cloned().unwrap_or_default(), words.get(1).cloned());
            let adjectives: Vec<String> = r.all(Rule::adjective).map(|k| self.adjective(k)).collect();
            let noun = adjectives.iter().cloned().chain([kind.clone()]).collect::<Vec<_>>().join(" ");
            let plain_number = !self.words.is_kind(&kind);
            let mut phrase = match (&local, plain_number) {
                (None, true) => kind.clone(),
                (Some(l), true) => format!("{l} {kind}"),
                _ => a(&noun),
            };
            match local {
                Some(l) => {
                    self.bind(&l, if plain_number { l.clone() } else { format!("the {l}") });
                    if !plain_number {
                        phrase = format!("{phrase}, the {l}{CLOSE}");
                    }
                }
                None => {
                    self.bind(&kind, if plain_number { kind.clone() } else { format!("the {kind}") });
                }
            }
            for rel in r.all(Rule::role_rel).filter_map(Node::first) {
                phrase = format!("{phrase} {}", self.relative(rel));
            }
            out.push((prep, phrase));
        }
        out
    }

    /// The sentence of a head, and the clause that what follows may be put into.
    pub fn head(&self, d: &Declaration) -> String {
        let h = &d.head;
        let title = self.title_of(h);
        let blanks = self.head_blanks(h);
        let tail = |blanks: &[(String, String)]| blanks.iter().map(|(p, w)| format!(" {p} {w}")).collect::<String>();
        let names = || h.all(Rule::name).map(|n| self.name(n)).collect::<Vec<_>>();
        match h.rule {
            Rule::pack_d => {
                let mut packs: Vec<String> = Vec::new();
                for k in &h.kids {
                    match (k.rule, packs.as_mut_slice()) {
                        (Rule::name, _) => packs.push(self.name(k)),
                        (Rule::version, [one]) => *one = format!("{one}, version {}", self.text(k)),
                        (Rule::version, [.., last]) => *last = format!("{last} {}", self.text(k)),
                        _ => {}
                    }
                }
                let (own, parents) = packs.split_first().map_or((String::new(), &[][..]), |(o, p)| (o.clone(), p));
                let extends = if parents.is_empty() { String::new() } else { format!(", which builds on {}", list(parents, "and")) };
                format!("these are the rules of {own}{extends}")
            }
            Rule::kind_d => self.kind(h),
            Rule::tag_d => self.tags(h),
            Rule::count_d => {
                let measure = h.all(Rule::name).nth(names().len()).map(|n| self.name(n));
                let text = self.text(h);
                let all = names();
                let of = h.find(Rule::word).map_or("", |w| self.text(w));
                // the last name is the measure if it follows `in`
                let measured = text.split(" of ").next().map_or(all.len(), |t| t.matches(',').count() + 1).min(all.len());
                let starts = h.find(Rule::choice).map_or(String::new(), |c| format!(", beginning at {}", self.choice(c)));
                let in_what =
                    all.get(measured).cloned().or(measure).or_else(|| h.all(Rule::word).nth(1).map(|w| format!("a {}", self.text(w))));
                if let Some(kept) = in_what.as_ref().filter(|m| m.starts_with("a ")) {
                    let kept = a(kept.trim_start_matches("a "));
                    return format!("each {of} can have {kept} as its {}{starts}", list(all.get(..measured).unwrap_or(&[]), "and"));
                }
                let in_what = in_what.map_or(String::new(), |m| format!(", in {m}"));
                format!("each {of} has a count of {}{in_what}{starts}", list(all.get(..measured).unwrap_or(&[]), "and"))
            }
            Rule::many_d => {
                let kind = h.find(Rule::word).map_or("", |w| self.text(w));
                format!("these are the {}", plural(kind))
            }
            Rule::table_d => {
                let keys: Vec<String> =
                    h.find(Rule::table_keys).map_or_else(Vec::new, |k| k.all(Rule::table_key).map(|k| self.text(k).to_owned()).collect());
                let by = if keys.is_empty() { String::new() } else { format!(", by {}", list(&keys, "and")) };
                let gives = h.all(Rule::word).next().map_or(String::new(), |w| format!(", gives {}", self.text(w)));
                format!("{title} is a table{by}{gives}").replace(", gives", " that gives")
            }
            Rule::value_d => self.value(h, &title, &blanks),
            Rule::condition_d => {
                let sentence = super::conditions::holds(&title, &blanks, false);
                match h.find(Rule::expr) {
                    Some(e) if self.text(e) == "yes" => format!("{sentence} unless a rule says otherwise"),
                    Some(e) => format!("{sentence} if {}", self.expr(e)),
                    None if d.body.is_empty() => format!("{sentence} only if a rule says so"),
                    None => format!("{sentence} in these cases only"),
                }
            }
            Rule::chance_d => self.chance(h, &title, &tail(&blanks)),
            Rule::ruling_d => {
                let readings: Vec<String> = h
                    .all(Rule::reading)
                    .map(|r| {
                        let name = r.find(Rule::name).map_or(String::new(), |n| self.name(n));
                        let what = r.kids.get(1).map_or(String::new(), |k| format!(", which is {}", self.amount(k)));
                        format!("{name}{what}")
                    })
                    .collect();
                let takes = h.find(Rule::name).map_or(String::new(), |n| format!("; this pack takes {}", self.name(n)));
                format!("{title} can be read as {}{takes}", list(&readings, "or"))
            }
            Rule::test_d => {
                let place = h.find(Rule::name).map_or(String::new(), |n| format!(" in {}", self.name(n)));
                format!("test{place}: {}", h.find(Rule::quoted).map_or("", |q| self.text(q).trim_matches('"')))
            }
            Rule::situation_d => {
                let names = names();
                let extends = names.get(1).map_or(String::new(), |n| format!(", as {n} and more"));
                let of = h
                    .find(Rule::scenario_of)
                    .and_then(|s| s.find(Rule::name))
                    .map_or(String::new(), |n| format!(", on the table of {}", self.name(n)));
                format!("situation {}{extends}{of}", names.first().cloned().unwrap_or_default())
            }
            Rule::amend_d | Rule::remove_d | Rule::use_d => self.change_of(h),
            Rule::named_d => self.named(h, &title, &blanks, d.body.len()),
            _ => self.plain(h),
        }
    }

    /// An item that stands alone, as sentences.
    pub fn line_item(&self, n: &Node) -> Vec<String> {
        let line = crate::syntax::Line { span: n.span, parts: Vec::new(), cites: Vec::new(), below: Vec::new() };
        self.item(n, &line, &[]).unwrap_or_else(|| vec![self.stmt(n, &[])]).into_iter().map(|s| s.text).collect()
    }

    fn kind(&self, h: &Node) -> String {
        let word = h.find(Rule::word).map_or("", |w| self.text(w));
        let owners: Vec<String> = h.find(Rule::kind_of).map_or_else(Vec::new, |k| k.all(Rule::word).map(|w| a(self.text(w))).collect());
        let owners = list(&owners, "or");
        match h.find(Rule::base_kind).map_or("", |b| self.text(b)) {
            "group" if owners.is_empty() || self.words.is_part(word) => {
                let pieces = plural(self.words.pieces_of(word).unwrap_or("piece"));
                let whole = if owners.is_empty() { String::new() } else { format!(", and belongs to {owners}") };
                format!("{} is a group of {pieces}{whole}", a(word))
            }
            "group" => format!("{} is a group of {}", a(word), plural(owners.trim_start_matches("an ").trim_start_matches("a "))),
            "piece" if owners.is_empty() => format!("{} is a piece on the table", a(word)),
            "piece" => format!("{} is a piece on the table that belongs to {owners}", a(word)),
            "feature" => format!("{} lies on the table", a(word)),
            "row" if owners.is_empty() => format!("{} is a line of a list", a(word)),
            "row" => format!("{} is something that {owners} can carry", a(word)),
            "rule" if owners.is_empty() => format!("{} is a rule", a(word)),
            "rule" => format!("{} is a rule that {owners} can have", a(word)),
            "action" => format!("{} is an action of {}", a(word), if owners.is_empty() { "a side".into() } else { owners }),
            "" => format!("{} is a kind of its own", a(word)),
            base if owners.is_empty() => format!("{} is {}", a(word), a(base)),
            base => format!("{} is {} of {owners}", a(word), a(base)),
        }
    }

    fn tags(&self, h: &Node) -> String {
        let names: Vec<String> = h.all(Rule::name).map(|n| self.name(n)).collect();
        let kind = h.find(Rule::word).map_or("", |w| self.text(w));
        let rules: Vec<String> = h
            .all(Rule::tag_rule)
            .map(|r| {
                let of = r.find(Rule::word).map_or("", |w| self.text(w));
                let text = self.text(r);
                if text.starts_with("majority") {
                    format!("{} is what most of its {} are", a(of), plural(kind))
                } else if text.starts_with("any") {
                    format!("{} is so if any of its {} is", a(of), plural(kind))
                } else {
                    "never two of these at once".into()
                }
            })
            .collect();
        let rules = if rules.is_empty() { String::new() } else { format!("; {}", rules.join("; ")) };
        format!("{} can be {}{rules}", a(kind), list(&names, "or"))
    }

    fn value(&self, h: &Node, title: &str, blanks: &[(String, String)]) -> String {
        let noun = match blanks.split_first() {
            Some(((p, who), rest)) if p == "of" && !who.contains(',') => {
                format!("{} {title}{}", super::english::whose(who), rest.iter().map(|(p, w)| format!(" {p} {w}")).collect::<String>())
            }
            _ => format!("the {title}{}", blanks.iter().map(|(p, w)| format!(" {p} {w}")).collect::<String>()),
        };
        let noun = if blanks.is_empty() { title.to_owned() } else { noun };
        let comma = if noun.contains(',') { "," } else { "" };
        let mut extra = Vec::new();
        for o in h.all(Rule::value_opt) {
            let text = self.text(o).split_whitespace().collect::<Vec<_>>().join(" ");
            let sum = o.find(Rule::sum_expr).map(|s| self.sum(s));
            extra.push(match sum {
                Some(s) if text.starts_with("at least") => format!("at least {s}"),
                Some(s) => format!("at most {s}"),
                None if text == "inches" => "in inches".into(),
                None if text == "need" => "the score that a die needs".into(),
                None if text.starts_with("in ") => {
                    let w = text.trim_start_matches("in ").replace("pts", "points");
                    if w == "points" {
                        extra.push("in points".into());
                        continue;
                    }
                    if w.chars().next().is_some_and(char::is_lowercase) { a(&w) } else { format!("in {w}") }
                }
                None => text,
            });
        }
        let base = h.find(Rule::choice).map(|c| self.choice(c));
        let inches = extra.iter().any(|e| e == "in inches");
        if inches && base.as_ref().is_some_and(|b| b.contains('"')) {
            extra.retain(|e| e != "in inches");
        }
        let extra = if extra.is_empty() { String::new() } else { format!(", {}", extra.join(", ")) };
        match base {
            Some(b) => format!("{noun}{comma} is {b}{extra}"),
            None => format!("{noun}{comma} is what the rules say{extra}"),
        }
    }

    fn chance(&self, h: &Node, title: &str, tail: &str) -> String {
        let word = h.find(Rule::chance_word).map_or("", |w| self.text(w));
        let body = h.find(Rule::chance_body).map_or(String::new(), |b| self.chance_body(word, b));
        let sort = match word {
            "opposed" => "a roll of both sides".into(),
            "pool" => "a roll of several dice".into(),
            _ => a(word),
        };
        format!("{title}{tail} is {sort}{body}")
            .replace(" is a roll:", ":")
            .replace(" is a check:", ":")
            .replace(" is a roll of both sides:", ":")
    }

    /// What is thrown, and when it is passed: `: roll d6; it is passed with ...`.
    pub fn chance_body(&self, word: &str, b: &Node) -> String {
        let (what, over) = b.find(Rule::choice).map_or_else(Default::default, |c| self.thrown(c));
        let tie = if b.has(Rule::tie_rule) { "; ties are rolled again" } else { "" };
        let goal = over.map_or(String::new(), |k| format!("; it is passed with {k}"));
        match word {
            "opposed" => format!(": each side rolls {what}, and the higher wins{tie}"),
            _ => format!(": roll {what}{goal}{tie}"),
        }
    }

    fn named(&self, h: &Node, title: &str, blanks: &[(String, String)], lines: usize) -> String {
        let word = h.find(Rule::decl_word).map_or("", |w| self.text(w));
        let text = self.text(h);
        let price = h.find(Rule::kind_price).map_or(String::new(), |p| format!(" for {}", self.price(p)));
        let tail: String = blanks.iter().map(|(p, w)| format!(" {p} {w}")).collect();
        let names: Vec<String> = h.all(Rule::name).map(|n| self.name(n)).collect();
        match word {
            "turn" => "a turn is played like this".into(),
            "phase" if title.ends_with("Phase") => format!("the {title}{tail}"),
            "phase" => format!("the {title} phase{tail}"),
            "procedure" => format!("{title}{tail}"),
            "force" => format!("the force list {title}"),
            "marker" => {
                let first = blanks.first().map_or_else(|| a(self.words.group()), |(_, w)| w.clone());
                let short = !text.contains(" stays") && !text.contains(" until ") && self.fades.get();
                let end = if short { ", taken away at the end of the turn" } else { "" };
                format!("{title} is a marker of {first}{end}")
            }
            "formation" => {
                let first = if text.trim_end().ends_with(" first") { ", which it has at the start" } else { "" };
                let who = blanks
                    .first()
                    .map_or_else(|| a(self.words.group()), |(_, w)| w.trim_end_matches(CLOSE).trim_end_matches(", the first").to_owned());
                format!("{title} is a formation of {who}{first}")
            }
            "terrain" => format!("{title} is a kind of ground"),
            "deck" => format!("{title} is a deck of cards"),
            "columns" => format!(
                "{} has {}",
                blanks.first().map_or("each thing".to_owned(), |(_, w)| w.replacen("a ", "each ", 1).replacen("an ", "each ", 1)),
                if lines == 1 { "this number" } else { "these numbers" }
            ),
            "scenario" => format!("the scenario {title}"),
            _ if self.words.is_action(word) => {
                format!("{title}, {}{price}{tail}", a(word))
            }
            _ if !names.is_empty() && h.has(Rule::title) => format!("{title} is {} of {}", a(word), list(&names, "and")),
            _ if self.words.is_kind(word) && self.words.carrier(word).is_none() && word != "rule" => {
                format!("{title} is {}{price}", a(word))
            }
            _ if blanks.is_empty() => format!("{title}, {}{price}", a(word)),
            _ => {
                let owner = blanks.first().map_or("", |(_, w)| w.as_str());
                let always = matches!(owner, "a game" | "game");
                if always { format!("{title}{price}, {}", a(word)) } else { format!("{title}{price}, {} of {owner}", a(word)) }
            }
        }
    }

    /// What carries the rule, for `me`.
    pub fn carrier(files: &crate::source::Files, words: &super::words::Words, d: &Declaration) -> String {
        let role = d.head.find(Rule::role_head).and_then(|r| r.find(Rule::noun)).and_then(Node::first).map(|w| w.text(files));
        let word = d.head.find(Rule::decl_word).map_or("", |w| w.text(files));
        let kind = d.head.find(Rule::word).map_or("", |w| w.text(files));
        let who = if d.head.rule == Rule::kind_d {
            words.carrier(kind).unwrap_or(kind)
        } else {
            role.or_else(|| words.carrier(word)).unwrap_or_else(|| words.group())
        };
        format!("this {who}")
    }
}
