//! What each declaration enters, and declarations that are none.

use crate::ast::{Decl, DeclKind, ItemKind, Name, Named, Prep, Titled, Word};
use crate::diag::{Code, nearest};
use crate::hir::{self, KindBase, ProcKind, Symbol, Terrain};
use crate::source::{At, Span};

use super::super::Resolver;
use super::kinds::{SCENARIO, line};
use super::rules::RuleHead;

/// What other games and tools call a declaration, and what it is called here.
const OTHERWISE: &[(&[&str], &str)] = &[
    (&["stat", "attribute", "characteristic", "formula"], "value"),
    (&["routine", "function", "sequence", "process"], "procedure"),
    (&["state", "status", "token", "counter"], "marker"),
    (&["chart", "matrix"], "table"),
    (&["mission", "battle"], "scenario"),
    (&["order", "activity", "manoeuvre"], "action"),
    (&["dice"], "pool"),
    (&["class", "type"], "kind"),
    (&["army", "faction", "nation"], "force list"),
];

/// Words of the language, beside those of kinds, that a declaration without need of a name here may begin with.
const MUSTER: [&str; 2] = ["force", SCENARIO];
/// Words of the language that a name must follow.
const NAMED: [&str; 24] = [
    "value",
    "condition",
    "procedure",
    "manner",
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
    "hand",
    "tray",
];

impl Resolver<'_> {
    /// Enters every head.
    pub(super) fn heads(&mut self) {
        for (place, d) in self.declared() {
            match &*d.kind {
                DeclKind::Value(v) => self.declare_value(place, d, v),
                DeclKind::Condition(c) => self.declare_condition(place, d, c),
                DeclKind::Chance(c) => self.declare_chance(place, d, c),
                DeclKind::Table(t) => self.declare_table(place, d, t),
                DeclKind::Ruling(r) => self.declare_ruling(d, r),
                DeclKind::Many(m) => self.declare_rows(place, d, m),
                DeclKind::Process(p) => self.declare_process(place, d, p),
                DeclKind::Marker(t) => self.declare_borne(place, d, t, "marker"),
                DeclKind::Formation(t) => self.declare_borne(place, d, t, "formation"),
                DeclKind::Terrain(t) => self.declare_terrain(place, d, t),
                DeclKind::Deck(t) => self.declare_deck(place, d, t),
                DeclKind::Named(n) => self.declare_named(place, d, n),
                _ => {}
            }
        }
        self.declare_game();
    }

    /// A marker or a formation is a rule too, since others may bring it along and lines may stand below it.
    fn declare_borne(&mut self, place: usize, d: &Decl, t: &Titled, word: &str) {
        let Some(title) = &t.title else { return self.nameless(word, d.head) };
        let state = self.state_named(title.name.sym);
        let word = self.rules.names.intern(word);
        self.declare_rule(place, d, &RuleHead { word, title, roles: &t.roles, price: 0, state });
    }

    fn declare_terrain(&mut self, place: usize, d: &Decl, t: &Titled) {
        let Some(title) = &t.title else { return self.nameless("terrain", d.head) };
        let name = title.name;
        let terrain = Terrain {
            name: name.sym,
            costs: Vec::new(),
            blocks: false,
            shelters: None,
            raised: false,
            by_leader: false,
            line: line(Some(name.sym), name.at, d),
        };
        let Some(id) = self.rules.terrains.push(terrain) else { return };
        self.enter_once(name.sym, name.at, Symbol::Terrain(id), |_, s| matches!(s, Symbol::Terrain(_)).then_some(None));
        if let Some(made) = self.made.get_mut(place) {
            made.terrain = Some(id);
        }
    }

    /// What begins with a word of the pack's own.
    fn declare_named(&mut self, place: usize, d: &Decl, n: &Named) {
        let kind = self.kind(n.word.sym);
        let base = kind.and_then(|k| self.kind_of(k)).map(|k| k.base);
        if MUSTER.contains(&self.text(n.word.sym)) {
            return;
        }
        let Some(title) = &n.title else { return self.named_nothing(n, base) };
        let name = title.name;
        match (kind, base) {
            (Some(kind), Some(KindBase::Action)) => {
                self.done_by_somebody(n, name);
                self.declare_proc(place, d, (name.sym, name.at), &n.roles, ProcKind::Action(kind));
            }
            (Some(_), Some(KindBase::Rule)) => {
                let price = n.price.map_or(0, |p| p.value);
                self.declare_rule(place, d, &RuleHead { word: n.word.sym, title, roles: &n.roles, price, state: None });
            }
            (Some(kind), Some(KindBase::Card)) => self.declare_card(place, d, n, kind),
            (Some(kind), Some(KindBase::Feature)) => {
                let thing = hir::Named { name: name.sym, kind, line: line(Some(name.sym), name.at, d) };
                let Some(id) = self.rules.things.push(thing) else { return };
                self.enter_once(name.sym, name.at, Symbol::Thing(id), |_, s| matches!(s, Symbol::Thing(_)).then_some(None));
            }
            // what is mustered is read with the forces
            (_, Some(KindBase::Group | KindBase::Row | KindBase::Piece | KindBase::Side)) => {}
            _ => self.no_declaration(n),
        }
    }

    /// Faults an `action` of which its head does not say who does it.
    fn done_by_somebody(&mut self, n: &Named, name: Name) {
        let plain = n.roles.first().filter(|first| self.text(n.word.sym) == "action" && first.prep != Prep::By);
        if let Some(first) = plain {
            let (action, prep, who) = (self.said(name.sym), first.prep.word(), self.said(first.who.noun.kind.sym));
            let message = format!("an action is done by somebody, and `{action}` is `{prep} {who}`");
            self.fault(Code::Role, first.at, message, format!("write `by {who}`"));
        }
    }

    /// A declaration of a pack's own word without a name.
    fn named_nothing(&mut self, n: &Named, base: Option<KindBase>) {
        if matches!(base, Some(KindBase::Group | KindBase::Row | KindBase::Piece | KindBase::Side)) {
            return;
        }
        if base.is_none() && !NAMED.contains(&self.text(n.word.sym)) {
            return self.no_declaration(n);
        }
        let word = self.said(n.word.sym);
        self.nameless(&word, n.word.at);
    }

    /// Faults a declaration that wants a name and has none; `at` begins with its word.
    pub(super) fn nameless(&mut self, word: &str, at: At) {
        let start = at.span().start as usize;
        let at = At(Span::new(start, start.saturating_add(word.len())));
        self.fault(Code::Syntax, at, format!("this {word} has no name"), format!("write a name after `{word}`"));
    }

    /// Faults a first word that the language and the pack do not have.
    fn no_declaration(&mut self, n: &Named) {
        let Word { sym, at } = n.word;
        let word = self.said(sym);
        let name = n.title.as_ref().map_or("...", |t| self.text(t.name.sym));
        let whole = match word.as_str() {
            "test" => Some(format!("test \"{name}\"`")),
            "tag" | "tags" => Some(format!("{word} {name} of ...` with the kind that has it")),
            "count" => Some(format!("count {name} of ...` with the kind that has it")),
            "kind" | "many" => Some(format!("{word} {}`", name.to_lowercase())),
            "extends" => Some(format!("pack ... extends {name}` on the first line of the pack, and take this line out")),
            _ => None,
        };
        if let Some(whole) = whole {
            let at = n.title.as_ref().map_or(at, |t| at.to(t.at));
            self.fault(Code::Syntax, at, format!("this is no whole `{word}`"), format!("write `{whole}"));
            return;
        }
        let kinds = self.rules.kinds.all().iter().map(|k| self.text(k.word));
        let other = OTHERWISE.iter().find(|(said, _)| said.contains(&word.as_str())).map(|(_, meant)| *meant);
        let near = other.or_else(|| nearest(&word, kinds.chain(NAMED).chain(MUSTER)));
        let rules = self.rules.kinds.all().iter().filter(|k| k.base == KindBase::Rule).map(|k| format!("`{}`", self.text(k.word)));
        let known: Vec<String> = rules.collect();
        let entry = n.price.is_some() || n.items.iter().any(|i| matches!(i.kind, ItemKind::Has(_) | ItemKind::Row(_)));
        let group = self.rules.kinds.all().iter().find(|k| k.base == KindBase::Group && k.of.is_empty()).map(|k| self.text(k.word));
        let help = match (near, group) {
            (Some(m), _) if other.is_some() => format!("write `{m}`"),
            (Some(m), _) => format!("did you mean `{m}`?"),
            (None, Some(group)) if entry => format!("write `{group} {name}`: what is mustered is called `{group}` in this game"),
            _ => format!("declare it with `kind`; what somebody carries begins with {}", known.join(" or ")),
        };
        self.fault(Code::ItemWord, at, format!("`{word}` begins no declaration of this pack"), help);
    }
}
