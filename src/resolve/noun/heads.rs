//! Heads of values and conditions; the blanks of all heads, which become words.

use crate::ast::{self, Decl, Prep, RoleHead, ValueOptionKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Head, Origin, Role, Symbol, Ty, Value, ValueId};
use crate::intern::Sym;
use crate::source::At;

use super::super::Resolver;
use super::super::meet::another;
use super::kinds::line;

/// Things that a head may ask for at most.
const MOST_BLANKS: usize = 3;

impl Resolver<'_> {
    /// The blanks of a head; each is a new word.
    pub(super) fn roles(&mut self, roles: &[RoleHead], head: At) -> Vec<Role> {
        let mut out: Vec<Role> = Vec::new();
        let mut words: Vec<Sym> = Vec::new();
        for r in roles {
            let noun = &r.who.noun;
            let ty = self.blank_type(r);
            let word = if noun.called.is_none() { self.one_of(&noun.kind) } else { noun.local().sym };
            if out.iter().any(|o| o.prep == r.prep) {
                let prep = r.prep.word();
                self.fault(Code::Role, r.at, format!("there are two blanks with `{prep}`"), "use another preposition for one of them");
            }
            if words.contains(&word) {
                let help = format!("write `{} (the {})`", self.text(noun.kind.sym), another(r.prep));
                let word = self.said(word);
                self.fault(Code::Role, r.who.noun.at, format!("two blanks are called `{word}` here"), help);
            }
            words.push(word);
            let local = self.local(word, ty, Origin::Blank);
            out.push(Role { prep: r.prep, local, at: r.at });
        }
        // an amount (`for n`) is not a thing, and does not count
        if out.iter().filter(|r| r.prep != Prep::For).count() > MOST_BLANKS {
            self.fault(Code::Role, head, "a head has at most three blanks", "ask what else is needed from the things themselves");
        }
        out
    }

    /// The word of one thing of a kind, told where several are spoken of: a blank is filled by one.
    fn one_of(&mut self, word: &ast::Word) -> Sym {
        let kind = self.kind(word.sym).filter(|_| !self.kinds.contains_key(&word.sym));
        let Some(one) = kind.and_then(|k| self.kind_of(k)).map(|k| k.word) else { return word.sym };
        let (several, single) = (self.said(word.sym), self.said(one));
        self.fault(Code::Kind, word.at, format!("`{several}` are several, and a blank is one"), format!("write `{single}`"));
        one
    }

    /// What fills a blank, by its first word.
    fn blank_type(&mut self, r: &RoleHead) -> Ty {
        let word = r.who.noun.kind;
        match self.text(word.sym) {
            "formation" => Ty::Formation,
            "place" => Ty::Place,
            "facing" => Ty::Facing,
            "degrees" => Ty::ANGLE,
            "inches" => Ty::LENGTH,
            _ => match self.kind(word.sym) {
                Some(kind) => self.thing_type(kind),
                None if r.prep == Prep::For => Ty::PLAIN,
                None => {
                    self.kind_word(&word);
                    Ty::Unknown
                }
            },
        }
    }

    /// Enters a name, and faults others of the same sort that are there already; where those stand, if that is known.
    pub(super) fn enter_once(&mut self, name: Sym, at: At, symbol: Symbol, same: impl Fn(&Self, Symbol) -> Option<Option<At>>) {
        let olds: Vec<Option<At>> = self.lookup(name).iter().filter_map(|s| same(self, *s)).collect();
        for old in olds {
            let (first, second) = old.map_or((at, at), |old| in_order(old, at));
            let d = Diagnostic::new(Code::Twice, second.span(), format!("`{}` is declared twice", self.text(name)))
                .help("give one of them another name");
            self.report(match old {
                Some(_) => d.label(first.span(), "first declared here"),
                None => d,
            });
        }
        self.enter(name, symbol);
    }

    /// A value or condition that is declared.
    pub(super) fn declare_value(&mut self, place: usize, d: &Decl, value: &ast::Value) {
        let name = value.title.name;
        let roles = self.roles(&value.roles, d.head);
        let (mut gives, mut rounding) = (Ty::PLAIN, None);
        let mut said: Vec<u8> = Vec::new();
        for option in &value.options {
            let sort = match &option.kind {
                ValueOptionKind::AtLeast(_) => 0,
                ValueOptionKind::AtMost(_) => 1,
                ValueOptionKind::Rounded(_) => 2,
                ValueOptionKind::Inches | ValueOptionKind::Need | ValueOptionKind::In(_) => 3,
            };
            if said.contains(&sort) {
                let message = format!("`{}` says this twice", self.text(name.sym));
                self.fault(Code::Twice, option.at, message, "leave out one of the two");
            }
            said.push(sort);
            match option.kind {
                ValueOptionKind::Inches => gives = Ty::LENGTH,
                ValueOptionKind::Need => gives = Ty::Need,
                ValueOptionKind::Rounded(r) => rounding = Some(r.way),
                ValueOptionKind::In(what) => {
                    gives = match self.kind(what.sym()) {
                        Some(kind) => self.thing_type(kind),
                        None => self.measured(what),
                    }
                }
                ValueOptionKind::AtLeast(_) | ValueOptionKind::AtMost(_) => {}
            }
        }
        let head = Head { name: name.sym, roles, gives, line: line(Some(name.sym), name.at, d) };
        let value = Value { head, base: None, rounding, least: None, most: None, rows: Vec::new(), column: None };
        let id = self.enter_value(value);
        match crate::intern::folded(self.text(name.sym)).as_str() {
            "score" => self.rules.settings.score = id,
            "standing" => self.rules.settings.standing = id,
            _ => {}
        }
        self.made_value(place, id);
    }

    /// A condition that is declared.
    pub(super) fn declare_condition(&mut self, place: usize, d: &Decl, condition: &ast::Condition) {
        let name = condition.title.name;
        let roles = self.roles(&condition.roles, d.head);
        let head = Head { name: name.sym, roles, gives: Ty::Truth, line: line(Some(name.sym), name.at, d) };
        let value = Value { head, base: None, rounding: None, least: None, most: None, rows: Vec::new(), column: None };
        let id = self.enter_value(value);
        self.made_value(place, id);
    }

    fn made_value(&mut self, place: usize, id: Option<ValueId>) {
        if let Some(made) = self.made.get_mut(place) {
            made.value = id;
        }
    }

    /// Enters a value. Two of one name are told apart by what fills their first blanks.
    fn enter_value(&mut self, value: Value) -> Option<ValueId> {
        let (name, at) = (value.head.name, value.head.line.at);
        let first = self.first_blank_of(&value.head);
        let id = self.rules.values.push(value)?;
        self.enter_once(name, at, Symbol::Value(id), |cx, s| match s {
            Symbol::Value(old) => {
                let head = &cx.rules.values.get(old)?.head;
                (cx.first_blank_of(head) == first).then_some(Some(head.line.at))
            }
            _ => None,
        });
        Some(id)
    }

    /// What fills the first blank of a head.
    fn first_blank_of(&self, head: &Head) -> Option<Ty> {
        head.roles.first().map(|r| self.local_ty(r.local))
    }
}

/// Two places in the order of the texts, whatever order they are read in.
pub(super) fn in_order(a: At, b: At) -> (At, At) {
    if a.span().start <= b.span().start { (a, b) } else { (b, a) }
}
