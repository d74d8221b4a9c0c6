//! A declaration and what a variant makes of it, item by item.

use super::chain::Entry;
use super::ident::{bare, target};
use super::item::{
    apart, called, elements, is_new, is_row, known_by, lead_end, name_key, need, place_key, said, sayings, step_key, was, was_words,
    without_was,
};
use super::{Change, Effective, Removed, faults};
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::Key;
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Line, Node, Rule, squeezed};

/// A declaration that is being amended.
pub(super) struct Amending<'a> {
    pub files: &'a Files,
    pub out: &'a mut Effective,
    /// As the parent has it, then as it becomes.
    pub d: Declaration,
    /// How messages call it.
    pub name: String,
    /// What was amended so far, and where.
    seen: Vec<(String, Span)>,
    /// Steps that are new.
    pub steps: Vec<Line>,
    /// Whether the head was changed.
    pub head_changed: bool,
}

impl<'a> Amending<'a> {
    pub fn new(files: &'a Files, out: &'a mut Effective, entry: &Entry) -> Self {
        let name = entry.ids.first().map_or(String::new(), super::ident::Id::spoken);
        let mut d = entry.d.clone();
        d.body = d.body.iter().flat_map(apart).collect();
        Self { files, out, d, name, seen: Vec::new(), steps: Vec::new(), head_changed: false }
    }

    pub fn fault(&mut self, d: Diagnostic) {
        self.out.found.push(d);
    }

    /// Makes all changes that one pack has.
    pub fn run(mut self, amends: &[&Declaration]) -> Declaration {
        let mut lines = Vec::new();
        for a in amends {
            let before = self.head_changed;
            self.head_changed = false;
            let on_head = self.heads(&a.head);
            lines.extend(a.body.iter().flat_map(apart).map(|l| (l, *a)));
            self.d.unread |= a.unread;
            if !on_head && a.body.is_empty() && a.cites.is_empty() && !a.unread {
                let t = target(self.files, &a.head);
                let d = Diagnostic::new(Code::Nothing, t.span, "this changes nothing").label(self.d.head.span, "the parent says it");
                self.fault(d.help("write below it what is to be different"));
            }
            self.renamed(a);
            self.head_changed |= before;
            for c in &a.cites {
                if !self.d.cites.iter().any(|old| old.text(self.files) == c.text(self.files)) {
                    self.d.cites.push(c.clone());
                }
            }
        }
        // what they say decides their order, not where they stand
        let files = self.files;
        lines.sort_by_cached_key(|(l, _)| (!l.parts.iter().any(|p| p.rule == Rule::remove_item), known_by(files, l), said(files, l)));
        for (line, a) in lines {
            self.head_changed = false;
            self.line(line);
            self.renamed(a);
        }
        self.place_steps();
        self.d
    }

    /// A head that was changed is spoken of where that was done.
    fn renamed(&mut self, a: &Declaration) {
        let new = a.head.find(Rule::target).and_then(|t| t.find(Rule::name));
        if let (true, Some(new), false) = (self.head_changed, new, self.d.head.rule == Rule::count_d) {
            let head = &mut self.d.head;
            let within = head.kids.iter().position(|k| k.rule == Rule::title);
            let kids = match within.and_then(|i| head.kids.get_mut(i)) {
                Some(title) => &mut title.kids,
                None => &mut head.kids,
            };
            if let Some(old) = kids.iter_mut().find(|k| k.rule == Rule::name) {
                *old = new.clone();
            }
        }
    }

    fn line(&mut self, line: Line) {
        let Some(part) = line.parts.first() else { return };
        if part.rule == Rule::remove_item {
            let all: Vec<Node> = part.all(Rule::removal).cloned().collect();
            all.iter().for_each(|r| self.remove(r));
            return;
        }
        if elements(part).is_some() {
            self.list(&line);
            return;
        }
        if self.in_head(&line) {
            return;
        }
        let new = is_new(self.files, &line);
        let Some(key) = known_by(self.files, &line) else {
            match was(&line).map(|w| w.span) {
                Some(span) if !new => {
                    let d = faults::unnamed(&self.name, span, self.d.head.span);
                    self.fault(d);
                }
                _ => self.add(without_was(line, self.files)),
            }
            return;
        };
        let what = called(self.files, &line);
        if !self.first_time(&key, &what, line.span) {
            return;
        }
        let found: Vec<usize> = self.at(&key);
        match found.as_slice() {
            [] => {
                if let Some(w) = was(&line).filter(|_| !new).map(|w| w.span) {
                    self.absent(&what, w);
                } else if part.rule == Rule::step {
                    self.steps.push(line);
                } else {
                    if !new {
                        self.doubt(&line, &what);
                    }
                    self.add(without_was(line, self.files));
                }
            }
            [one] => self.swap(*one, line),
            [_, second, ..] => {
                let (first, second) = (found.first().and_then(|i| self.d.body.get(*i)), self.d.body.get(*second));
                let spans: Vec<Span> = first.into_iter().chain(second).map(|l| l.span).collect();
                let mut d = Diagnostic::new(Code::Place, line.span, format!("the parent has more than one `{what}`"));
                for s in spans {
                    d = d.label(s, "one");
                }
                let help = format!("write `replace {}` and say all of it anew", self.name);
                self.fault(d.help(help));
            }
        }
    }

    /// Whether that is amended for the first time; told if it is not.
    pub fn first_time(&mut self, key: &str, what: &str, span: Span) -> bool {
        if let Some((_, old)) = self.seen.iter().find(|(k, _)| k == key) {
            let d = Diagnostic::new(Code::Twice, span, format!("`{what}` of `{}` is amended twice", self.name)).label(*old, "here too");
            self.fault(d.help("take one of the two away"));
            return false;
        }
        self.seen.push((key.to_owned(), span));
        true
    }

    /// The lines that are known by that.
    fn at(&self, key: &str) -> Vec<usize> {
        let known = |l: &Line| known_by(self.files, l).as_deref() == Some(key);
        self.d.body.iter().enumerate().filter(|(_, l)| known(l)).map(|(i, _)| i).collect()
    }

    /// The names that lines of the parent have.
    pub fn known_names(&self) -> Vec<String> {
        self.d.body.iter().map(|l| called(self.files, l)).filter(|n| !n.is_empty()).collect()
    }

    /// Warns of a new line that has nearly the name of one of the parent's.
    fn doubt(&mut self, line: &Line, what: &str) {
        let files = self.files;
        let Some(part) = line.parts.first() else { return };
        let named = matches!(part.rule, Rule::row_first | Rule::named_row | Rule::side_item | Rule::legal | Rule::needs | Rule::option);
        let alike = |l: &&Line| l.parts.first().is_some_and(|p| p.rule == part.rule) && faults::nearly(what, &called(files, l));
        if let Some(old) = self.d.body.iter().filter(|_| named).find(alike) {
            let place = part.find(Rule::name).or_else(|| part.find(Rule::option_body).and_then(|b| b.find(Rule::name)));
            let span = place.map_or(part.span, |n| n.span);
            let d = Diagnostic::new(Code::NearName, span, format!("`{what}` is a new line of `{}`", self.name))
                .label(old.span, "the parent has this")
                .help(format!("write `{}` if that is meant, or else end the line with `, was nothing`", called(files, old)));
            self.fault(d);
        }
    }

    pub fn absent(&mut self, what: &str, was: Span) {
        let names = self.known_names();
        let d = faults::absent(&self.name, what, was, self.d.head.span, names.iter().map(String::as_str));
        self.fault(d);
    }

    /// Puts a line in the place of the parent's.
    fn swap(&mut self, at: usize, line: Line) {
        let files = self.files;
        let Some(old) = self.d.body.get(at).cloned() else { return };
        if let Some(place) = line.parts.first().and_then(|p| p.find(Rule::step_place)) {
            let d = Diagnostic::new(Code::Place, place.span, "the parent has this step, and it keeps its place")
                .label(old.span, "it stands here");
            self.fault(d.help("take these words away"));
            return;
        }
        let was = was(&line).cloned();
        let new = self.one_more_case(&old, without_was(line, files));
        let said_was = was.as_ref().map(was_words);
        if let Some(words) = said_was {
            let saw = squeezed(words.text(files));
            if !old.below.is_empty() {
                let d =
                    Diagnostic::new(Code::Place, words.span, "`was` cannot speak of several lines").label(old.span, "the parent's lines");
                self.fault(d.help("leave it out; the version after `extends` says for which parent this was written"));
            } else if !sayings(files, &old).contains(&saw) {
                let price = words.text(files).trim_end().ends_with("pts");
                let name = format!("{} of {}", called(files, &old), self.name);
                let d = faults::stale(&name, words.span, old.span, &tail(files, &old, price), &tail(files, &new, price));
                self.fault(d);
            }
        }
        if said(files, &old) == said(files, &new) && new.cites.is_empty() {
            self.fault(faults::nothing(new.span, old.span));
        }
        self.better(old.span, &old.parts, new.span, &new.parts, was.is_some());
        let cites = if new.cites.is_empty() { old.cites.clone() } else { new.cites.clone() };
        self.changed(new.span, old.span);
        if let Some(place) = self.d.body.get_mut(at) {
            *place = Line { cites, ..new };
        }
    }

    /// Warns of a score that became harder without anybody saying that it was easier.
    pub fn better(&mut self, old_at: Span, old: &[Node], new_at: Span, new: &[Node], told: bool) {
        if let (Some(from), Some(to), false) = (need(self.files, old), need(self.files, new), told) {
            if to > from {
                self.fault(faults::worse(new_at, old_at, from, to));
            }
        }
    }

    pub fn changed(&mut self, now: Span, before: Span) {
        self.out.changes.push(Change { head: self.d.head.span, now, before });
    }

    /// Adds a line that the parent has not.
    pub fn add(&mut self, line: Line) {
        if is_row(&line) && self.d.head.has(Rule::table_pair) {
            let d = Diagnostic::new(Code::Place, line.span, "the parent's table stands on one line").label(self.d.head.span, "the table");
            let help = format!("write `amend {}:` and the key with what it gives", self.name);
            self.fault(d.help(help));
            return;
        }
        let rows = self.d.body.iter().enumerate().filter(|(_, l)| is_row(l)).map(|(i, _)| i);
        // of the rows of a kind the first that fits counts, and its last fits all
        let at = match (is_row(&line), self.d.head.rule) {
            (true, Rule::kind_d) => rows.min(),
            (true, _) => rows.max(),
            _ => None,
        };
        match at {
            Some(i) => self.d.body.insert(i + 1, line),
            None => self.d.body.push(line),
        }
    }

    /// Takes a line away, or a name out of a list.
    fn remove(&mut self, r: &Node) {
        let files = self.files;
        let text = r.text(files).trim();
        let Some(first) = r.first() else { return };
        let key = match first.rule {
            Rule::word => step_key(first.text(files)),
            Rule::name => name_key(first.text(files)),
            Rule::item_word => match text {
                "once" | "limit" => "limit".to_owned(),
                word => word.to_owned(),
            },
            _ => place_key(text),
        };
        let found = self.at(&key);
        let mut gone = !found.is_empty();
        for i in found.into_iter().rev() {
            self.d.body.remove(i);
        }
        if first.rule == Rule::name {
            gone |= self.unlist(&Key::new(first.text(files)));
            gone |= self.unpair(&Key::new(first.text(files)));
        }
        if gone {
            self.out.removed.push(Removed { key: Key::new(&bare(files, first)), span: r.span });
            return;
        }
        let names = self.known_names();
        let d = Diagnostic::new(Code::Name, r.span, format!("`{}` has no `{text}`", self.name)).label(self.d.head.span, "the parent");
        let wanted = if first.rule == Rule::word { text.to_owned() } else { bare(files, first) };
        self.fault(match nearest(&wanted, names.iter().map(String::as_str)) {
            Some(meant) => d.help(format!("did you mean `{meant}`?")),
            None => d.help("name a line of the parent by its name, its step or its first word"),
        });
    }
}

/// What a line says after the words by which it is known, on one line; only its price where that is meant.
fn tail(files: &Files, line: &Line, price: bool) -> String {
    let Some(part) = line.parts.first() else { return String::new() };
    let body = part.find(Rule::option_body).and_then(|b| b.find(Rule::price_of)).filter(|_| price);
    let text = match body {
        Some(p) => p.text(files),
        None if is_row(line) => line.parts.iter().find(|p| p.rule == Rule::row_cells).map_or("", |p| p.text(files)),
        None => {
            let lead = lead_end(part);
            let first = part.text(files).split_whitespace().next().map_or(0, str::len);
            let start = if lead > part.span.start { lead } else { part.span.start + u32::try_from(first).unwrap_or(0) };
            files.slice(Span { start, end: part.span.end })
        }
    };
    let text = text.trim().trim_start_matches(':');
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
