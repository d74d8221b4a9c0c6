//! Heads and nouns: what there is, before what it does.

use super::compile::Pass;
use super::expr::{mils, short, way};
use super::ir::{Ex, Procedure, Slot, Table};
use super::program::{ColumnInfo, Form, ListRow, RuleInfo, Ruling, Terrain};
use super::scope::Scope;
use super::select::small;
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::{Head, KindBase, Role, State, StateKind, Symbol, Type, Until};
use crate::syntax::{Declaration, Line, Node, Rule};

/// Declaration words that are neither kinds of the pack nor spoken of elsewhere.
const MUSTER: &[&str] = &["force", "restrict", "scenario", "deck", "chapter"];

/// Declaration words of the language that a name must follow.
const NAMED: &[&str] = &[
    "value", "condition", "procedure", "phase", "event", "marker", "formation", "terrain", "table", "check", "pool", "roll", "opposed", "ruling", "test", "situation",
    "count", "tag", "tags", "kind", "many",
];

impl<'a> Pass<'a> {
    /// Enters every head.
    pub fn declare(&mut self, declarations: &[Declaration]) {
        for d in declarations {
            match d.head.rule {
                Rule::value_d | Rule::condition_d => self.declare_value(d),
                Rule::chance_d => self.declare_chance(d),
                Rule::table_d => self.declare_table(d),
                Rule::ruling_d => self.declare_ruling(d),
                Rule::many_d => self.declare_rows(d),
                Rule::named_d => self.declare_named(d),
                _ => {}
            }
        }
    }

    fn word_of(&self, d: &Declaration) -> &'a str {
        d.head.find(Rule::decl_word).map_or("", |w| self.text(w))
    }

    /// The title of a head, without quotes.
    pub fn title(&self, head: &Node) -> Option<(String, crate::source::Span)> {
        let name = head.find(Rule::title).and_then(|t| t.find(Rule::name)).or_else(|| head.find(Rule::name))?;
        Some((self.name(name).to_owned(), name.span))
    }

    /// The blanks of a head.
    pub fn roles(&mut self, head: &Node) -> Vec<Role> {
        let mut roles = Vec::new();
        for r in head.all(Rule::role_head) {
            let prep = r.find(Rule::prep).map_or("", |p| self.text(p)).to_owned();
            let words: Vec<&Node> = r.find(Rule::noun).map_or_else(Vec::new, |n| n.all(Rule::word).collect());
            let Some(first) = words.first() else { continue };
            let word = self.text(first);
            let ty = match word {
                "formation" => Type::State,
                "place" => Type::Place,
                "inches" => Type::LENGTH,
                _ => match self.program.book.kind(word) {
                    Some(k) => self.thing_type(k),
                    None if prep == "for" => Type::PLAIN,
                    None => {
                        self.noun(r);
                        Type::Unknown
                    }
                },
            };
            let local = words.get(1).map_or(word, |w| self.text(w)).to_owned();
            if roles.iter().any(|o: &Role| o.prep == prep) {
                self.fault(Code::Role, r.span, format!("there are two blanks with `{prep}`"), "use another preposition for one of them");
            }
            roles.push(Role { prep, ty, local, span: r.span });
        }
        // an amount (`for n`) is not a thing, and does not count
        if roles.iter().filter(|r| r.prep != "for").count() > 3 {
            self.fault(Code::Role, head.span, "a head has at most three blanks", "ask what else is needed from the things themselves");
        }
        roles
    }

    fn enter_once(&mut self, name: &str, span: crate::source::Span, symbol: Symbol, same: impl Fn(&Symbol) -> bool) {
        let olds: Vec<Symbol> = self.program.book.lookup(name).iter().filter(|s| same(s)).copied().collect();
        for old in olds {
            let (old_span, overload) = match (old, symbol) {
                (Symbol::Value(a), Symbol::Value(b)) => {
                    let kind = |v: usize| self.program.slot_heads.get(v).and_then(|h| h.roles.first()).map(|r| r.ty.clone());
                    (self.program.slot_heads.get(a).map(|h| h.span), kind(a) != kind(b))
                }
                (Symbol::Procedure(a), _) => (self.program.proc_heads.get(a).map(|h| h.span), false),
                (Symbol::Rule(a), _) => (self.program.rules.get(a).map(|r| r.span), false),
                _ => (None, false),
            };
            if !overload {
                let d = Diagnostic::new(Code::Twice, span, format!("`{name}` is declared twice")).help("give one of them another name, or `amend` the first");
                self.report(match old_span {
                    Some(s) => d.label(s, "first declared here"),
                    None => d,
                });
            }
        }
        self.program.book.enter(name, symbol);
    }

    fn declare_value(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let truth = d.head.rule == Rule::condition_d;
        let roles = self.roles(&d.head);
        let mut gives = if truth { Type::Truth } else { Type::PLAIN };
        let mut rounding = None;
        for opt in d.head.all(Rule::value_opt) {
            let text = self.text(opt);
            if text.starts_with("inches") {
                gives = Type::LENGTH;
            } else if text.starts_with("need") {
                gives = Type::Need;
            } else if text.starts_with("rounded") {
                rounding = opt.find(Rule::way).map(|w| way(self.text(w)));
            } else if text.starts_with("in ") {
                let n = opt.first().map_or("", |n| self.text(n));
                gives = self.measured(n);
                if let Some(k) = self.program.book.kind(n) {
                    gives = self.thing_type(k);
                }
            }
        }
        let cites = self.cites(&d.cites);
        let row = self.new_row(&name, span, cites, None);
        let id = self.program.slots.len();
        self.program.slots.push(Slot { name: name.clone(), row, roles: small(roles.len()), rounding, truth, ..Slot::default() });
        let word = if truth { "condition" } else { "value" };
        self.program.slot_heads.push(Head { name: name.clone(), word: word.into(), roles, gives, span });
        self.enter_once(&name, span, Symbol::Value(id), |s| matches!(s, Symbol::Value(_)));
        if name == "Score" {
            self.program.score = Some(short(id));
        }
        if name == "Standing" {
            self.program.standing = Some(short(id));
        }
    }

    /// Enters a procedure and says its number.
    fn new_procedure(&mut self, name: &str, span: crate::source::Span, word: &str, roles: Vec<Role>, gives: Type, cites: Vec<String>) -> usize {
        let row = self.new_row(name, span, cites, None);
        let id = self.program.procs.len();
        self.program.procs.push(Procedure { name: name.into(), row, word: word.into(), roles: small(roles.len()), phase: word == "phase", ..Procedure::default() });
        self.program.proc_heads.push(Head { name: name.into(), word: word.into(), roles, gives, span });
        id
    }

    fn declare_chance(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let word = d.head.find(Rule::chance_word).map_or("", |w| self.text(w));
        let roles = self.roles(&d.head);
        let gives = match word {
            "check" => Type::Truth,
            "opposed" => self.program.book.kind("side").map_or(Type::Unknown, Type::Thing),
            "roll" if self.files.slice(d.head.span).contains('"') => Type::LENGTH,
            _ => Type::PLAIN,
        };
        let cites = self.cites(&d.cites);
        let id = self.new_procedure(&name, span, word, roles, gives, cites);
        self.program.chances.push(short(id));
        self.program.chance_throws.push(u16::MAX);
        let chance = self.program.chances.len() - 1;
        self.chance_of.insert(short(id), chance);
        self.enter_once(&name, span, Symbol::Chance(chance), |s| matches!(s, Symbol::Chance(_)));
    }

    fn declare_table(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let roles = d.head.find(Rule::table_keys).map_or_else(Vec::new, |k| self.roles(k));
        let cites = self.cites(&d.cites);
        let row = self.new_row(&name, span, cites, None);
        let id = self.program.tables.len();
        self.program.tables.push(Table { name: name.clone(), row, ..Table::default() });
        self.program.table_heads.push(Head { name: name.clone(), word: "table".into(), roles, gives: Type::PLAIN, span });
        self.enter_once(&name, span, Symbol::Table(id), |s| matches!(s, Symbol::Table(_)));
    }

    fn declare_ruling(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let mut cites = self.cites(&d.cites);
        if let Some(c) = d.head.find(Rule::cites) {
            cites.extend(self.cites(&c.kids));
        }
        let row = self.new_row(&name, span, cites, None);
        let mut ruling = Ruling { name: name.clone(), row, measure: Type::Name, ..Ruling::default() };
        for reading in d.head.all(Rule::reading) {
            let Some(n) = reading.find(Rule::name) else { continue };
            let title = self.name(n).to_owned();
            let value = if let Some(a) = reading.find(Rule::amount) {
                let n = a.find(Rule::integer).and_then(|i| self.text(i).parse().ok());
                ruling.measure = a.find(Rule::name).map_or(Type::PLAIN, |m| self.measured(self.name(m)));
                n
            } else if let Some(l) = reading.find(Rule::literal) {
                ruling.measure = if self.text(l).ends_with('"') { Type::LENGTH } else { Type::PLAIN };
                Some(if self.text(l).ends_with('"') { mils(self.text(l)) } else { self.text(l).trim_end_matches('+').parse().unwrap_or(0) })
            } else {
                None
            };
            let id = self.program.labels.len() + 1000 * self.program.rulings.len() + ruling.readings.len();
            self.program.book.enter(&title, Symbol::Reading(id));
            ruling.readings.push((title, value));
        }
        if let Some(takes) = d.head.all(Rule::name).last() {
            let wanted = crate::model::Key::new(self.name(takes));
            ruling.chosen = ruling.readings.iter().position(|(n, _)| crate::model::Key::new(n) == wanted).unwrap_or(0);
        }
        let id = self.program.rulings.len();
        self.program.rulings.push(ruling);
        self.enter_once(&name, span, Symbol::Ruling(id), |s| matches!(s, Symbol::Ruling(_)));
    }

    fn declare_rows(&mut self, d: &Declaration) {
        let Some(word) = d.head.find(Rule::word) else { return };
        let Some(kind) = self.program.book.kind(self.text(word)) else {
            self.noun(&Node { rule: Rule::noun, span: word.span, kids: vec![Node { rule: Rule::noun, span: word.span, kids: vec![word.clone()] }] });
            return;
        };
        for line in &d.body {
            let Some(cells) = row_cells(line) else { continue };
            let Some(first) = cells.first() else { continue };
            let name = self.text(first).trim().trim_matches('"').to_owned();
            let cites = self.cites(&line.cites);
            let row = self.new_row(&name, first.span, cites, None);
            let id = self.program.list_rows.len();
            self.program.list_rows.push(ListRow { name: name.clone(), kind, columns: Vec::new(), rules: Vec::new(), row });
            self.enter_once(&name, first.span, Symbol::Row(id), |s| matches!(s, Symbol::Row(_)));
        }
    }

    fn declare_named(&mut self, d: &Declaration) {
        let word = self.word_of(d).to_owned();
        if matches!(word.as_str(), "turn" | "before-game") {
            let cites = self.cites(&d.cites);
            let id = self.new_procedure("Turn", d.head.span, &word, Vec::new(), Type::Nothing, cites);
            self.program.turn = Some(short(id));
            return;
        }
        if MUSTER.contains(&word.as_str()) {
            return;
        }
        let kind = self.program.book.kind(&word);
        let base = kind.and_then(|k| self.program.book.kinds.get(k)).map(|k| k.base);
        let Some((name, span)) = self.title(&d.head) else {
            self.nameless(d, &word, base);
            return;
        };
        match (word.as_str(), base) {
            ("procedure" | "phase" | "event", _) | (_, Some(KindBase::Action)) => {
                let roles = self.roles(&d.head);
                let cites = self.cites(&d.cites);
                let id = self.new_procedure(&name, span, &word, roles, Type::PLAIN, cites);
                self.enter_once(&name, span, Symbol::Procedure(id), |s| matches!(s, Symbol::Procedure(_)));
            }
            ("terrain", _) => {
                let cites = self.cites(&d.cites);
                let row = self.new_row(&name, span, cites, None);
                let id = self.program.terrains.len();
                self.program.terrains.push(Terrain { name: name.clone(), row, ..Terrain::default() });
                self.enter_once(&name, span, Symbol::Terrain(id), |s| matches!(s, Symbol::Terrain(_)));
            }
            ("marker" | "formation", _) | (_, Some(KindBase::Rule)) => self.declare_rule(d, &word, &name, span),
            (_, Some(KindBase::Feature)) => {
                let id = self.program.things.len();
                self.program.things.push((name.clone(), kind.unwrap_or(0)));
                self.enter_once(&name, span, Symbol::Thing(id), |s| matches!(s, Symbol::Thing(_)));
            }
            (_, Some(KindBase::Group | KindBase::Row | KindBase::Piece | KindBase::Card | KindBase::Token | KindBase::Side)) => {}
            _ => self.no_declaration(d, &word),
        }
    }

    /// Faults a declaration that wants a name and has none.
    fn nameless(&mut self, d: &Declaration, word: &str, base: Option<KindBase>) {
        if word == "columns" || matches!(base, Some(KindBase::Group | KindBase::Row | KindBase::Piece | KindBase::Card | KindBase::Token | KindBase::Side)) {
            return;
        }
        if base.is_none() && !NAMED.contains(&word) {
            self.no_declaration(d, word);
            return;
        }
        let span = d.head.find(Rule::decl_word).map_or(d.head.span, |w| w.span);
        self.fault(Code::Syntax, span, format!("this {word} has no name"), format!("write a name after `{word}`"));
    }

    /// Faults a first word that the language and the pack do not have.
    fn no_declaration(&mut self, d: &Declaration, word: &str) {
        let known: Vec<String> = self.program.book.kinds.iter().map(|k| k.word.clone()).collect();
        let span = d.head.find(Rule::decl_word).map_or(d.head.span, |w| w.span);
        let all = known.iter().map(String::as_str).chain(NAMED.iter().chain(MUSTER).copied());
        let help = nearest(word, all).map_or("declare it with `kind`".to_owned(), |m| format!("did you mean `{m}`?"));
        self.fault(Code::ItemWord, span, format!("`{word}` begins no declaration of this pack"), help);
    }

    fn declare_rule(&mut self, d: &Declaration, word: &str, name: &str, span: crate::source::Span) {
        let param = d.head.find(Rule::title).and_then(|t| t.find(Rule::word)).map(|w| self.text(w).to_owned());
        let Some(param) = param else {
            self.new_rule(d, word, name, span);
            return;
        };
        // a rule with a parameter is one rule for each that is named anywhere
        let mut given = self.params_of(name);
        given.sort();
        given.dedup();
        for value in given {
            let id = self.program.rules.len();
            self.new_rule(d, word, &format!("{name}({value})"), span);
            self.params.insert(short(id), (param.clone(), value));
            self.instances.entry(span).or_default().push(short(id));
        }
    }

    /// Every parameter that a rule is given in the texts.
    fn params_of(&self, name: &str) -> Vec<String> {
        let key = crate::model::Key::new(name);
        let mut out = Vec::new();
        for id in self.files.ids() {
            let text = self.files.slice(self.files.whole(id));
            for (at, _) in text.match_indices('(') {
                let before = text.get(..at).unwrap_or("");
                let start = before.rfind(|c: char| matches!(c, ',' | '\n' | ':' | '"' | '|')).map_or(0, |i| i + 1);
                let written = before.get(start..).unwrap_or("");
                let Some(close) = text.get(at..).and_then(|t| t.find(')')) else { continue };
                let inner = text.get(at + 1..at + close).unwrap_or("").trim();
                let fits = written.len() >= name.len() && crate::model::Key::new(written).as_str().ends_with(key.as_str());
                if fits && inner.starts_with(|c: char| c.is_ascii_digit() || c == 'd') && inner.chars().all(char::is_alphanumeric) && inner.chars().any(|c| c.is_ascii_digit()) {
                    out.push(inner.to_owned());
                }
            }
        }
        out
    }

    fn new_rule(&mut self, d: &Declaration, word: &str, name: &str, span: crate::source::Span) {
        let cites = self.cites(&d.cites);
        let row = self.new_row(name, span, cites, None);
        let id = self.program.rules.len();
        let symbols = self.program.book.lookup(name).to_vec();
        let own = symbols.iter().find_map(|s| if let Symbol::State(s) = s { Some(short(*s)) } else { None }).filter(|_| matches!(word, "marker" | "formation"));
        let of = self.carrier_words(d, word);
        let rows = of.iter().any(|w| self.program.book.kind(w).is_some_and(|k| self.program.book.is(k, KindBase::Row)));
        let bearer = of.iter().find(|w| self.program.book.kind(w).is_some_and(|k| !self.program.book.is(k, KindBase::Row) && !self.program.book.is(k, KindBase::Game)));
        let always = of.iter().all(|w| w == "game" || w == "scenario") && !of.is_empty();
        let state = match (own, bearer) {
            (Some(s), _) => Some(s),
            (None, Some(of)) if !always => {
                let s = short(self.program.book.states.len());
                self.program.book.states.push(State { name: name.into(), kind: StateKind::Rule, of: of.clone(), until: Until::Stays, majority: false, any: false, span });
                Some(s)
            }
            _ => None,
        };
        let price = d.head.find(Rule::kind_price).and_then(|p| p.find(Rule::integer)).and_then(|i| self.text(i).parse().ok()).unwrap_or(0);
        self.program.rules.push(RuleInfo { name: name.into(), word: word.into(), state, rows, row, price, span });
        if let Some(r) = self.program.rows.get_mut(row as usize) {
            r.rule = Some(short(id));
        }
        self.enter_once(name, span, Symbol::Rule(id), |s| matches!(s, Symbol::Rule(_)));
    }

    /// Who may carry a rule: as its head says, else as its kind says.
    fn carrier_words(&mut self, d: &Declaration, word: &str) -> Vec<String> {
        let mut of = Vec::new();
        for r in d.head.all(Rule::role_head) {
            if let Some(w) = r.find(Rule::noun).and_then(|n| n.find(Rule::word)) {
                of.push(self.text(w).to_owned());
            }
        }
        if of.is_empty() {
            if let Some(k) = self.program.book.kind(word).and_then(|k| self.program.book.kinds.get(k)) {
                of.clone_from(&k.of);
            }
        }
        of
    }

    /// Columns, cells, ground, shapes, starts of counts.
    pub fn nouns(&mut self, declarations: &'a [Declaration]) {
        for d in declarations {
            match d.head.rule {
                Rule::named_d if self.word_of(d) == "columns" => self.columns(d),
                Rule::named_d if self.word_of(d) == "terrain" => self.ground(d),
                Rule::pack_d => self.pack(d),
                Rule::many_d => self.column_heads(d),
                Rule::kind_d => {
                    let word = d.head.find(Rule::word).map_or("", |w| self.text(w)).to_owned();
                    self.kind_items.insert(word, d.body.iter().collect());
                }
                _ => {}
            }
        }
        for d in declarations {
            match d.head.rule {
                Rule::many_d => self.cells(d),
                Rule::table_d => self.table(d),
                Rule::count_d => self.count_start(d),
                Rule::named_d if self.word_of(d) == "formation" => self.shape(d),
                _ => {}
            }
        }
    }

    fn pack(&mut self, d: &Declaration) {
        for part in d.body.iter().flat_map(|l| &l.parts) {
            let text = self.text(part);
            let words: Vec<&str> = text.split_whitespace().collect();
            match words.as_slice() {
                ["measure", _, "from", a, "to", b] => {
                    self.program.gauge.from_leader = *a == "leader";
                    self.program.gauge.to_leader = *b == "leader";
                }
                ["coherency", d] => self.program.coherency = i32::try_from(mils(d)).unwrap_or(1000),
                ["actions", "once", "per", "turn"] => self.program.once_per_turn = true,
                _ => {}
            }
        }
    }

    fn new_column(&mut self, name: &str, kind: usize, gives: Type, span: crate::source::Span, cites: Vec<String>) -> usize {
        let col = self.program.columns.len();
        self.program.columns.push(ColumnInfo { name: name.into(), kind });
        let row = self.new_row(name, span, cites, None);
        let reg = self.program.ex(Ex::Reg(0));
        let of = if self.program.book.is(kind, KindBase::Row) { reg } else { self.program.ex(Ex::TypeRow(reg)) };
        let base = self.program.ex(Ex::Column { row: of, col: short(col) });
        let id = self.program.slots.len();
        self.program.slots.push(Slot { name: name.into(), row, roles: 1, base: Some(base), ..Slot::default() });
        let local = self.program.book.kinds.get(kind).map_or(String::new(), |k| k.word.clone());
        let ty = self.thing_type(kind);
        let roles = vec![Role { prep: "of".into(), ty, local, span }];
        self.program.slot_heads.push(Head { name: name.into(), word: "column".into(), roles, gives, span });
        self.program.book.enter(name, Symbol::Value(id));
        col
    }

    fn columns(&mut self, d: &Declaration) {
        let (kind, _) = d.head.find(Rule::role_head).map_or((0, String::new()), |r| self.noun(r));
        for line in &d.body {
            for part in &line.parts {
                let call = part.find(Rule::call).or_else(|| part.find(Rule::column)).unwrap_or(part);
                let Some(name) = call.find(Rule::name_ref).and_then(|n| n.find(Rule::name)).or_else(|| call.find(Rule::name)) else { continue };
                let measure = call.find(Rule::role).and_then(|r| r.find(Rule::operand)).map_or(Type::PLAIN, |o| self.measured(self.text(o)));
                let title = self.name(name).to_owned();
                let cites = self.cites(if line.cites.is_empty() { &d.cites } else { &line.cites });
                self.new_column(&title, kind, measure, name.span, cites);
            }
        }
    }

    fn header(&self, d: &Declaration) -> Vec<(String, crate::source::Span)> {
        d.head.find(Rule::cells).map_or_else(Vec::new, |c| c.all(Rule::cell_text).map(|t| (self.text(t).trim().to_owned(), t.span)).collect())
    }

    fn column_heads(&mut self, d: &Declaration) {
        let Some(kind) = d.head.find(Rule::word).and_then(|w| self.program.book.kind(self.text(w))) else { return };
        let header = self.header(d);
        for (i, (title, span)) in header.iter().enumerate() {
            if title == "rules" || title.is_empty() {
                continue;
            }
            let sample = d.body.iter().filter_map(row_cells).filter_map(|c| c.get(i + 1).map(|n| self.text(n).trim().to_owned())).find(|t| !t.is_empty() && t != "-");
            let gives = match sample {
                Some(t) if t.ends_with('"') => Type::LENGTH,
                Some(t) if t.ends_with('+') => Type::Need,
                _ => Type::PLAIN,
            };
            self.new_column(title, kind, gives, *span, Vec::new());
        }
    }

    fn cells(&mut self, d: &Declaration) {
        let Some(kind) = d.head.find(Rule::word).and_then(|w| self.program.book.kind(self.text(w))) else { return };
        let header = self.header(d);
        for line in &d.body {
            let Some(cells) = row_cells(line) else { continue };
            let Some(first) = cells.first() else { continue };
            let name = self.text(first).trim().trim_matches('"').to_owned();
            let Some(id) = self.program.book.lookup(&name).iter().find_map(|s| if let Symbol::Row(r) = s { Some(*r) } else { None }) else { continue };
            for (i, (title, _)) in header.iter().enumerate() {
                let Some(cell) = cells.get(i + 1) else {
                    if title != "rules" {
                        self.fault(Code::MissingRow, line.span, format!("`{name}` has no `{title}`"), "write `-` if it has none");
                    }
                    continue;
                };
                let text = self.text(cell).trim().to_owned();
                if title == "rules" {
                    self.row_rules(id, &text, cell);
                    continue;
                }
                let col = self.program.columns.iter().position(|c| c.kind == kind && c.name == *title);
                if let (Some(col), Some(n)) = (col, cell_number(&text)) {
                    if let Some(r) = self.program.list_rows.get_mut(id) {
                        r.columns.push((col, n));
                    }
                } else if !text.is_empty() {
                    self.fault(Code::Type, cell.span, format!("`{text}` is not a number"), "write a number, a length, a score such as 5+, or `-`");
                }
            }
        }
    }

    fn row_rules(&mut self, id: usize, text: &str, cell: &Node) {
        for name in text.split(',').map(str::trim).filter(|n| !n.is_empty() && *n != "-") {
            let rule = self.program.book.lookup(name).iter().find_map(|s| if let Symbol::Rule(r) = s { Some(short(*r)) } else { None });
            match rule {
                Some(rule) => {
                    if let Some(r) = self.program.list_rows.get_mut(id) {
                        r.rules.push(rule);
                    }
                }
                None => {
                    self.unknown_name(cell, name, "a rule");
                }
            }
        }
    }

    fn ground(&mut self, d: &Declaration) {
        let Some((name, _)) = self.title(&d.head) else { return };
        let Some(id) = self.program.book.lookup(&name).iter().find_map(|s| if let Symbol::Terrain(t) = s { Some(*t) } else { None }) else { return };
        for part in d.body.iter().flat_map(|l| &l.parts) {
            let text = self.text(part).to_owned();
            if let Some(t) = self.program.terrains.get_mut(id) {
                match text.as_str() {
                    t2 if t2.ends_with("costs double") => t.times = Some(2),
                    t2 if t2.ends_with("forbidden") => t.times = Some(0),
                    t2 if t2.ends_with("half-rest") => t.half_rest = true,
                    t2 if t2.starts_with("blocks") => t.blocks = true,
                    t2 if t2.ends_with("raised") => t.raised = true,
                    _ => {}
                }
            }
        }
    }

    fn count_start(&mut self, d: &Declaration) {
        let words: Vec<&Node> = d.head.all(Rule::word).collect();
        let Some(of) = words.first().and_then(|w| self.program.book.kind(self.text(w))) else { return };
        let from = words.first().map_or(u32::MAX, |w| w.span.start);
        let Some(start) = d.head.find(Rule::choice) else { return };
        let mut scope = Scope::default();
        let word = self.program.book.kinds.get(of).map_or(String::new(), |k| k.word.clone());
        let ty = self.thing_type(of);
        scope.bind(&word, ty);
        let (x, _) = self.expr(&mut scope, start);
        for name in d.head.all(Rule::name).filter(|n| n.span.start < from) {
            if let Some(Symbol::Count(c)) = self.program.book.lookup(self.name(name)).iter().find(|s| matches!(s, Symbol::Count(_))).copied() {
                if self.program.starts.len() <= c {
                    self.program.starts.resize(c + 1, None);
                }
                if let Some(s) = self.program.starts.get_mut(c) {
                    *s = Some(x);
                }
            }
        }
    }

    fn shape(&mut self, d: &'a Declaration) {
        let Some((name, _)) = self.title(&d.head) else { return };
        let Some(state) = self.program.book.lookup(&name).iter().find_map(|s| if let Symbol::State(t) = s { Some(short(*t)) } else { None }) else { return };
        let mut form = Form { state, ranks: (1, 1), ..Form::default() };
        let mut scope = Scope::default();
        let kind = self.program.book.states.get(state as usize).and_then(|s| self.program.book.kind(&s.of)).unwrap_or(0);
        let ty = self.thing_type(kind);
        let local = self.program.book.kinds.get(kind).map_or(String::new(), |k| k.word.clone());
        let reg = scope.bind(&local, ty.clone());
        let var = self.program.ex(Ex::Reg(reg));
        let mut open: Option<u32> = None;
        if let Some(role) = d.head.find(Rule::role_head) {
            for adjective in role.all(Rule::adjective) {
                let test = self.adjective(&mut scope, var, &ty, adjective);
                open = Some(self.both(open, test));
            }
            form.first = role.find(Rule::noun).is_some_and(|n| n.all(Rule::word).any(|w| self.text(w) == "first"));
        }
        form.open = open;
        for part in d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::shape) {
            for bit in part.all(Rule::shape_part) {
                let text = self.text(bit).to_owned();
                let numbers: Vec<i64> = bit.all(Rule::shape_num).filter_map(|n| cell_number(self.text(n))).collect();
                let two = |i: usize| u8::try_from(numbers.get(i).or_else(|| numbers.first()).copied().unwrap_or(1)).unwrap_or(1);
                if text.starts_with("loose") {
                    form.loose = Some(numbers.first().and_then(|n| i32::try_from(*n).ok()).unwrap_or(500));
                } else if text.starts_with("ranks") {
                    form.ranks = (two(0), two(1));
                } else if text.starts_with("front") {
                    let test = bit.find(Rule::guard_if).and_then(|g| g.find(Rule::expr)).map(|e| self.truth(&mut scope, e));
                    form.fronts.push((two(0), two(1), test));
                } else if text.starts_with("arc") {
                    form.arc = true;
                }
            }
        }
        self.program.forms.push(form);
    }
}

/// The cells of a row line, the row's own name first.
pub(super) fn row_cells(line: &Line) -> Option<Vec<Node>> {
    let mut out = Vec::new();
    for part in &line.parts {
        match part.rule {
            Rule::row_first => out.push(part.clone()),
            Rule::row_cells => out.extend(part.all(Rule::cell_text).cloned()),
            _ => {}
        }
    }
    (!out.is_empty()).then_some(out)
}

/// The number in a cell: 5, 5+, 6", -, +2.
pub(super) fn cell_number(text: &str) -> Option<i64> {
    let text = text.trim();
    if text == "-" || text == "–" || text.is_empty() {
        return Some(0);
    }
    if text.ends_with('"') {
        return Some(mils(text));
    }
    text.trim_end_matches('+').trim_start_matches('+').parse().ok()
}
