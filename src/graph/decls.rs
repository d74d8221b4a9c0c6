//! Heads: what there is, before what it does.

use super::compile::Pass;
use super::ir::Terrain;
use super::ir::{Procedure, Slot};
use super::numbers::{short, small, way};
use crate::diag::{Code, Diagnostic, nearest};
use crate::dice::name_key;
use crate::model::{Head, KindBase, Role, Symbol, Type};
use crate::source::Span;
use crate::syntax::{Declaration, Node, Rule};

/// Declaration words that are neither kinds of the pack nor spoken of elsewhere.
const MUSTER: &[&str] = &["force", "scenario"];

/// Declaration words of the language that a name must follow.
const NAMED: &[&str] = &[
    "value",
    "condition",
    "procedure",
    "phase",
    "marker",
    "formation",
    "terrain",
    "table",
    "check",
    "pool",
    "roll",
    "opposed",
    "ruling",
    "test",
    "situation",
    "count",
    "tag",
    "tags",
    "kind",
    "many",
    "deck",
];

/// The game as a whole, as rules speak of it.
const GAME: &str = "Game";

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
        self.declare_game(declarations);
    }

    /// Where rules meet the game as a whole, it is something that happens: `before Game: ...`.
    fn declare_game(&mut self, declarations: &[Declaration]) {
        let mut met = None;
        for part in declarations.iter().flat_map(|d| &d.body).flat_map(|l| &l.parts).filter(|p| p.rule == Rule::attach) {
            let heads = part.all(Rule::pattern).filter_map(|p| p.find(Rule::pattern_head)).filter_map(|h| h.find(Rule::name_ref));
            met = met.or(heads.filter(|n| self.text(n) == GAME).map(|n| n.span).next());
        }
        let known = self.program.book.find(GAME, Symbol::Procedure).is_some();
        if let (Some(span), false) = (met, known) {
            let id = self.new_procedure(GAME, span, "procedure", Vec::new(), Type::Nothing, Vec::new());
            self.program.book.enter(GAME, Symbol::Procedure(id));
            self.program.opening = Some(short(id));
        }
    }

    /// The first word of a declaration.
    pub fn word_of(&self, d: &Declaration) -> &'a str {
        d.head.find(Rule::decl_word).map_or("", |w| self.text(w))
    }

    /// The title of a head, without quotes.
    pub fn title(&self, head: &Node) -> Option<(String, Span)> {
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
            if roles.iter().any(|o: &Role| o.local == local) {
                let noun = r.find(Rule::noun).map_or(r.span, |n| n.span);
                self.two_called(&local, noun);
            }
            roles.push(Role { prep, ty, local, span: r.span });
        }
        // an amount (`for n`) is not a thing, and does not count
        if roles.iter().filter(|r| r.prep != "for").count() > 3 {
            self.fault(Code::Role, head.span, "a head has at most three blanks", "ask what else is needed from the things themselves");
        }
        roles
    }

    /// Enters a name, and faults one that is there already.
    pub fn enter_once(&mut self, name: &str, span: Span, symbol: Symbol, same: impl Fn(&Symbol) -> bool) {
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
                let d = Diagnostic::new(Code::Twice, span, format!("`{name}` is declared twice"))
                    .help("give one of them another name, or `amend` the first");
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
        let mut said: Vec<&str> = Vec::new();
        for opt in d.head.all(Rule::value_opt) {
            let text = self.text(opt);
            let sort = match text.split_whitespace().collect::<Vec<_>>().as_slice() {
                ["at", least, ..] => *least,
                ["rounded", ..] => "rounded",
                _ => "measure",
            };
            if said.contains(&sort) {
                self.fault(Code::Twice, opt.span, format!("`{name}` says this twice"), "leave out one of the two");
            }
            said.push(sort);
            if text.starts_with("inches") {
                gives = Type::LENGTH;
            } else if text.starts_with("need") {
                gives = Type::Need;
            } else if text.starts_with("rounded") {
                rounding = opt.find(Rule::way).map(|w| way(self.text(w)));
            } else if let Some(n) = opt.first().filter(|_| text.starts_with("in ")) {
                gives = match self.program.book.kind(self.text(n)) {
                    Some(k) => self.thing_type(k),
                    None => self.measured(n),
                };
            }
        }
        let whole = rounding.is_some() && gives == Type::LENGTH;
        let cites = self.cites(&d.cites);
        let row = self.new_row(&name, span, cites, None);
        let id = self.program.slots.len();
        self.program.slots.push(Slot { name: name.clone(), row, roles: small(roles.len()), rounding, whole, truth, ..Slot::default() });
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
    pub fn new_procedure(&mut self, name: &str, span: Span, word: &str, roles: Vec<Role>, gives: Type, cites: Vec<String>) -> usize {
        let row = self.new_row(name, span, cites, None);
        let id = self.program.procs.len();
        self.program.procs.push(Procedure {
            name: name.into(),
            key: name_key(name),
            row,
            word: word.into(),
            roles: small(roles.len()),
            phase: word == "phase",
            ..Procedure::default()
        });
        self.program.proc_heads.push(Head { name: name.into(), word: word.into(), roles, gives, span });
        id
    }

    fn declare_chance(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let word = d.head.find(Rule::chance_word).map_or("", |w| self.text(w));
        let roles = self.roles(&d.head);
        let gives = match word {
            "check" => Type::Truth,
            "opposed" => match roles.first() {
                Some(one) => one.ty.clone(),
                None => self.program.book.kind("side").map_or(Type::Unknown, Type::Thing),
            },
            "roll" if d.head.find(Rule::chance_body).is_some_and(|b| self.text(b).contains('"')) => Type::LENGTH,
            _ => Type::PLAIN,
        };
        let cites = self.cites(&d.cites);
        let id = self.new_procedure(&name, span, word, roles, gives, cites);
        self.program.chances.push(short(id));
        let chance = self.program.chances.len() - 1;
        self.chance_of.insert(short(id), chance);
        self.enter_once(&name, span, Symbol::Chance(chance), |s| matches!(s, Symbol::Chance(_)));
    }

    fn declare_named(&mut self, d: &Declaration) {
        let word = self.word_of(d).to_owned();
        if word == "turn" {
            let cites = self.cites(&d.cites);
            let id = self.new_procedure("Turn", d.head.span, &word, Vec::new(), Type::Nothing, cites);
            self.program.turn = Some(short(id));
            self.enter_once("Turn", d.head.span, Symbol::Procedure(id), |s| matches!(s, Symbol::Procedure(_)));
            return;
        }
        if word == "deck" {
            self.declare_deck(d);
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
            ("procedure" | "phase", _) | (_, Some(KindBase::Action)) => {
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
            (_, Some(KindBase::Group | KindBase::Row | KindBase::Piece | KindBase::Side)) => {}
            _ => self.no_declaration(d, &word),
        }
    }

    /// Faults a declaration that wants a name and has none.
    fn nameless(&mut self, d: &Declaration, word: &str, base: Option<KindBase>) {
        if word == "columns" || matches!(base, Some(KindBase::Group | KindBase::Row | KindBase::Piece | KindBase::Side)) {
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
        let name = d.head.find(Rule::title).and_then(|t| t.find(Rule::name)).map_or("...", |n| self.text(n));
        let whole = match word {
            "test" => Some(format!("test \"{name}\"`")),
            "tag" | "tags" => Some(format!("{word} {name} of ...` with the kind that has it")),
            "count" => Some(format!("count {name} of ...` with the kind that has it")),
            "kind" | "many" => Some(format!("{word} {}`", name.to_lowercase())),
            _ => None,
        };
        if let Some(whole) = whole {
            let span = d.head.find(Rule::title).map_or(span, |t| span.to(t.span));
            self.fault(Code::Syntax, span, format!("this is no whole `{word}`"), format!("write `{whole}"));
            return;
        }
        let help = nearest(word, all).map_or("declare it with `kind`".to_owned(), |m| format!("did you mean `{m}`?"));
        self.fault(Code::ItemWord, span, format!("`{word}` begins no declaration of this pack"), help);
    }
}
