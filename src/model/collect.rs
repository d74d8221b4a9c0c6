//! First pass: every name is entered before any is used, so that the order of declarations never matters.

use std::collections::HashMap;

use super::{Book, Key, Kind, Measure, Type};
use super::{Count, KindBase, State, StateKind, Symbol, Until};
use crate::diag::{Code, Diagnostic};
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Line, Node, Rule};

/// Kinds that every pack has.
const BUILT_IN: &[(&str, KindBase)] =
    &[("game", KindBase::Game), ("side", KindBase::Side), ("rule", KindBase::Rule), ("action", KindBase::Action)];

/// Enters kinds, states, counts, columns and measures of all declarations.
pub fn collect(files: &Files, declarations: &[Declaration], found: &mut Vec<Diagnostic>) -> Book {
    let mut book = Book::default();
    for (word, base) in BUILT_IN {
        book.kinds.push(Kind { word: (*word).into(), base: *base, of: vec!["game".into()], span: Span::default() });
    }
    let mut pass = Collect { files, book, found };
    for d in declarations {
        pass.kinds(d);
    }
    for d in declarations {
        pass.nouns(d);
    }
    for d in declarations {
        pass.list(d);
    }
    pass.scenes(declarations);
    pass.book
}

struct Collect<'a> {
    files: &'a Files,
    book: Book,
    found: &'a mut Vec<Diagnostic>,
}

impl Collect<'_> {
    fn text(&self, node: &Node) -> String {
        node.text(self.files).to_owned()
    }

    /// Tests and situations, each of one name.
    fn scenes(&mut self, declarations: &[Declaration]) {
        let mut known: HashMap<(bool, Key), Span> = HashMap::new();
        for d in declarations {
            let (test, name) = match d.head.rule {
                Rule::test_d => (true, d.head.find(Rule::quoted)),
                Rule::situation_d => (false, d.head.find(Rule::name)),
                _ => continue,
            };
            let Some(name) = name else { continue };
            let text = self.text(name);
            match known.get(&(test, Key::new(&text))) {
                Some(old) => self.found.push(
                    Diagnostic::new(
                        Code::Twice,
                        name.span,
                        format!("there are two {} `{}`", if test { "tests" } else { "situations" }, text.trim_matches('"')),
                    )
                    .label(*old, "first declared here")
                    .help("give one of them another name"),
                ),
                None => {
                    known.insert((test, Key::new(&text)), name.span);
                }
            }
        }
    }

    fn kinds(&mut self, d: &Declaration) {
        match d.head.rule {
            Rule::pack_d => self.pack(&d.head),
            Rule::kind_d => self.kind(&d.head),
            _ => {}
        }
    }

    fn pack(&mut self, head: &Node) {
        let mut names = head.all(Rule::name);
        if let Some(name) = names.next() {
            self.book.name = self.text(name);
        }
        self.book.extends = names.map(|n| n.text(self.files).to_owned()).collect();
        // another version would be a parent's
        if let Some(v) = head.kids.get(1).filter(|k| k.rule == Rule::version) {
            self.book.version = self.text(v);
        }
    }

    fn kind(&mut self, head: &Node) {
        let Some(word) = head.find(Rule::word) else { return };
        let written = self.text(word);
        let base = match head.find(Rule::base_kind).map(|b| b.text(self.files)) {
            Some("group") => KindBase::Group,
            Some("piece") => KindBase::Piece,
            Some("feature") => KindBase::Feature,
            Some("row") => KindBase::Row,
            Some("action") => KindBase::Action,
            Some("side") => KindBase::Side,
            _ => KindBase::Rule,
        };
        let of = head.find(Rule::kind_of).map_or_else(Vec::new, |k| k.all(Rule::word).map(|w| self.text(w)).collect());
        if let Some(old) = self.book.kinds.iter().find(|k| k.word == written) {
            let d = Diagnostic::new(Code::Twice, word.span, format!("the kind `{written}` is declared twice"));
            let d = if old.span.is_empty() {
                d.help("choose another word: this one is built in")
            } else {
                d.label(old.span, "first declared here").help("remove one of them")
            };
            self.found.push(d);
            return;
        }
        self.book.kinds.push(Kind { word: written, base, of, span: word.span });
    }

    fn nouns(&mut self, d: &Declaration) {
        match d.head.rule {
            Rule::tag_d => self.tags(&d.head),
            Rule::count_d => self.count(&d.head),
            Rule::named_d => self.named(d),
            _ => {}
        }
    }

    /// A unit is what the force list is that it was drawn from, unless the name is a tag's already.
    fn list(&mut self, d: &Declaration) {
        let title = d.head.find(Rule::title).and_then(|t| t.find(Rule::name)).filter(|_| d.head.has(Rule::any_part));
        let Some(title) = title.filter(|_| d.head.find(Rule::decl_word).is_some_and(|w| w.text(self.files) == "force")) else { return };
        let written = self.text(title).trim_matches('"').to_owned();
        if self.book.find(&written, Symbol::State).is_some() {
            return;
        }
        let of = self.book.home_of_pieces();
        let id = self.state(&written, StateKind::Tag, &of, title.span);
        if let Some(state) = self.book.states.get_mut(id) {
            state.until = Until::Stays;
        }
    }

    fn state(&mut self, name: &str, kind: StateKind, of: &str, span: Span) -> usize {
        let id = self.book.states.len();
        if let Some(old) = self.book.find(name, Symbol::State).and_then(|i| self.book.states.get(i)) {
            let d = Diagnostic::new(Code::Twice, span, format!("`{name}` is declared twice")).label(old.span, "first declared here");
            self.found.push(d.help("give one of them another name"));
        }
        self.book.states.push(State { name: name.into(), kind, of: of.into(), until: Until::Turn, majority: false, any: false, span });
        self.book.enter(name, Symbol::State(id));
        id
    }

    fn tags(&mut self, head: &Node) {
        let of = head.find(Rule::word).map_or_else(String::new, |w| self.text(w));
        let rules: Vec<String> = head.all(Rule::tag_rule).map(|r| self.text(r)).collect();
        let mut set = Vec::new();
        for name in head.all(Rule::name) {
            let written = self.text(name);
            let id = self.state(&written, StateKind::Tag, &of, name.span);
            set.push(id);
            if let Some(state) = self.book.states.get_mut(id) {
                state.until = Until::Stays;
                state.majority = rules.iter().any(|r| r.starts_with("majority"));
                state.any = rules.iter().any(|r| r.starts_with("any"));
            }
        }
        // of a group that any of its pieces makes so, two may hold
        if rules.iter().any(|r| r == "exclusive") && !rules.iter().any(|r| r.starts_with("any")) {
            self.book.exclusive.push(set);
        }
    }

    fn count(&mut self, head: &Node) {
        let words: Vec<&Node> = head.all(Rule::word).collect();
        let of = words.first().map_or_else(String::new, |w| self.text(w));
        let all: Vec<&Node> = head.all(Rule::name).collect();
        let starts = words.first().map_or(u32::MAX, |w| w.span.start);
        let holds = words.get(1).map_or(Type::PLAIN, |w| {
            if w.text(self.files) == "place" {
                return Type::Place;
            }
            self.book
                .kind(w.text(self.files))
                .map_or(Type::PLAIN, |k| if self.book.is(k, KindBase::Row) { Type::Row(k) } else { Type::Thing(k) })
        });
        let measure = all.iter().find(|n| n.span.start > starts).map(|n| self.text(n));
        let holds = match &measure {
            Some(m) => Type::Number(self.new_measure(m)),
            None => holds,
        };
        for name in all.iter().filter(|n| n.span.start < starts) {
            let id = self.book.counts.len();
            let written = self.text(name);
            self.book.counts.push(Count { name: written.clone(), of: of.clone(), holds: holds.clone(), span: name.span });
            self.book.enter(&written, Symbol::Count(id));
        }
    }

    fn new_measure(&mut self, name: &str) -> Measure {
        let key = Key::new(name);
        if self.book.measure(name).is_none() {
            self.book.measures.push((key.clone(), name.to_owned()));
        }
        Measure::Named(key)
    }

    fn named(&mut self, d: &Declaration) {
        let Some(word) = d.head.find(Rule::decl_word).map(|w| self.text(w)) else { return };
        if word == "columns" {
            for line in &d.body {
                self.column_measure(line);
            }
            return;
        }
        let Some(title) = d.head.find(Rule::title).and_then(|t| t.find(Rule::name)) else { return };
        let written = self.text(title).trim_matches('"').to_owned();
        let first_group = self.book.home_of_pieces();
        let of = d.head.find(Rule::role_head).and_then(|r| r.find(Rule::noun)).map_or(first_group, |n| self.text(n));
        let of = of.split_whitespace().next().unwrap_or("").to_owned();
        match word.as_str() {
            "marker" => {
                let id = self.state(&written, StateKind::Marker, &of, title.span);
                let until = Self::until(d);
                if let Some(state) = self.book.states.get_mut(id) {
                    state.until = until;
                }
            }
            "formation" => {
                let id = self.state(&written, StateKind::Formation, &of, title.span);
                if let Some(state) = self.book.states.get_mut(id) {
                    state.until = Until::Stays;
                }
            }
            _ => {}
        }
    }

    /// When a marker ends, unless something is named that it ends with: procedures are not known yet.
    fn until(d: &Declaration) -> Until {
        let part = d.body.iter().flat_map(|l| &l.parts).find(|p| p.rule == Rule::until_item);
        if part.is_some_and(|p| !p.has(Rule::until_what)) { Until::Stays } else { Until::Turn }
    }

    fn column_measure(&mut self, line: &Line) {
        for part in &line.parts {
            if let Some(m) = part.all(Rule::name).nth(1) {
                let name = self.text(m);
                self.new_measure(&name);
            }
        }
    }
}
