//! Tags, markers, formations and counts, before anything else is named: they are known by words alone.

use crate::ast::{self, Decl, DeclKind, ItemKind, Name, NameOrWord, RoleHead, TagRule, Titled};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Count, CountId, KindBase, KindId, Line, Measure, State, StateId, StateKind, Symbol, Ty, Until};
use crate::intern::Sym;

use super::super::Resolver;
use super::super::ask::named;
use super::heads::in_order;
use super::kinds::line;

impl Resolver<'_> {
    /// Enters tags, markers, formations, counts and measures; then force lists, of which units are.
    pub(super) fn states(&mut self) {
        let declared = self.declared();
        for (place, d) in &declared {
            match &*d.kind {
                DeclKind::Tags(tags) => self.tags(d, tags),
                DeclKind::Count(count) => self.count(d, count),
                DeclKind::Columns(columns) => self.column_measures(&columns.items),
                DeclKind::Marker(t) => self.borne(*place, d, t, StateKind::Marker),
                DeclKind::Formation(t) => self.borne(*place, d, t, StateKind::Formation),
                _ => {}
            }
        }
        self.card_sorts();
        for (_, d) in &declared {
            if let DeclKind::Force(force) = &*d.kind {
                self.force_tag(d, force);
            }
        }
    }

    /// The kind that a word means where it only says whose something is; the game's where it means none.
    pub(super) fn kind_or_game(&self, word: Sym) -> KindId {
        self.kind(word).unwrap_or(KindId(0))
    }

    /// A state of which nothing is said yet.
    pub(super) fn plain_state(&self, name: Sym, kind: StateKind, of_word: Sym, line: Line) -> State {
        let until = if kind == StateKind::Marker { Until::Turn } else { Until::Stays };
        let of = self.kind_or_game(of_word);
        // a plural is the kind itself
        let of_word = self.kind(of_word).and_then(|k| self.kind_of(k)).map_or(of_word, |k| k.word);
        State { name, kind, of, of_word, until, majority: false, any: false, secret: false, beside: None, line }
    }

    /// Enters a state, and faults one whose name another has.
    pub(super) fn enter_state(&mut self, state: State) -> Option<StateId> {
        let (name, at) = (state.name, state.line.at);
        if let Some(old) = self.state_named(name).and_then(|s| self.rules.states.get(s)) {
            let (first, second) = in_order(old.line.at, at);
            let d = Diagnostic::new(Code::Twice, second.span(), format!("`{}` is declared twice", self.text(name)));
            self.report(d.label(first.span(), "first declared here").help("give one of them another name"));
        }
        let id = self.rules.states.push(state)?;
        self.enter(name, Symbol::State(id));
        Some(id)
    }

    fn tags(&mut self, d: &Decl, tags: &ast::Tags) {
        let majority = tags.rules.iter().any(|r| matches!(r, TagRule::Majority(_)));
        let any = tags.rules.iter().any(|r| matches!(r, TagRule::Any(_)));
        self.of_its_pieces(tags);
        let mut set = Vec::new();
        let names: Vec<Name> = tags.names.iter().flat_map(|name| self.two_tags(name)).collect();
        for name in &names {
            let state = self.plain_state(name.sym, StateKind::Tag, tags.of.sym, line(Some(name.sym), name.at, d));
            let beside = tags.names.first().map(|first| first.sym);
            set.extend(self.enter_state(State { majority, any, beside, ..state }));
        }
        // of a group that any of its pieces makes so, two may hold
        if tags.rules.contains(&TagRule::Exclusive) && !any {
            self.rules.exclusive.push(set);
        }
    }

    /// Faults tags of a kind that hold for that very kind by what its pieces are: then its pieces cannot have them.
    fn of_its_pieces(&mut self, tags: &ast::Tags) {
        let of = self.kind(tags.of.sym);
        let itself = |r: &&TagRule| matches!(r, TagRule::Majority(word) | TagRule::Any(word) if of.is_some() && self.kind(word.sym) == of);
        let Some(rule) = tags.rules.iter().find(itself) else { return };
        let (how, whole) = (if matches!(rule, TagRule::Any(_)) { "any" } else { "majority" }, self.said(tags.of.sym));
        let of = of.and_then(|k| self.kind_of(k)).map(|k| k.word);
        let piece = self.rules.kinds.all().iter().find(|k| k.base == KindBase::Piece && k.of.iter().any(|w| Some(*w) == of));
        let help = match piece.map(|k| self.said(k.word)) {
            Some(piece) => format!("write `of {piece}`: then what its pieces are decides for the {whole}"),
            None => format!("leave out `{how} for {whole}`"),
        };
        let message = format!("`{how} for {whole}` asks the pieces of a {whole}, and these tags are of the {whole} itself");
        self.fault(Code::Kind, tags.of.at, message, help);
    }

    /// The names of a tag: of two between which the comma is missing, which is told, each by itself.
    fn two_tags(&mut self, name: &Name) -> Vec<Name> {
        let written = self.said(name.sym);
        let words: Vec<&str> = written.split(' ').collect();
        if words.len() < 2 {
            return vec![*name];
        }
        let asked = named(&self.rules.names, self.decls.iter().copied());
        let key = |text: &str| self.rules.names.find_key(text);
        let titled =
            |text: &str| self.decls.iter().any(|d| d.declares().iter().any(|sym| Some(self.rules.names.key_of(*sym)) == key(text)));
        let is_asked = |text: &str| key(text).is_some_and(|k| asked.contains(&k));
        let cuts = (1..words.len()).filter_map(|i| words.split_at_checked(i)).map(|(a, b)| vec![a.join(" "), b.join(" ")]);
        let apart = std::iter::once(words.iter().map(|w| (*w).to_owned()).collect()).chain(cuts);
        let apart = apart.into_iter().find(|all: &Vec<String>| all.iter().all(|one| is_asked(one) && !titled(one)));
        let Some(apart) = apart.filter(|_| !is_asked(&written)) else { return vec![*name] };
        let quoted = apart.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(" and ");
        let message = format!("`{written}` is declared as one tag, and {quoted} are asked for");
        self.fault(Code::Name, name.at, message, format!("write `{}`", apart.join(", ")));
        apart.iter().map(|one| Name { sym: self.rules.names.intern(one), at: name.at }).collect()
    }

    /// A marker or a formation.
    fn borne(&mut self, place: usize, d: &Decl, t: &Titled, kind: StateKind) {
        let Some(title) = &t.title else { return };
        let of = bearer(&t.roles).unwrap_or_else(|| self.home_of_pieces());
        let name = title.name;
        let state = self.plain_state(name.sym, kind, of, line(Some(name.sym), name.at, d));
        // what it ends with is read when procedures are known
        let secret = t.secret && self.is_somebodys(state.of, title.name, "marker");
        let id = self.enter_state(State { secret, ..state });
        if let Some(made) = self.made.get_mut(place) {
            made.state = id;
        }
    }

    /// A unit is what the force list is that it was drawn from, unless the name is a tag's already.
    fn force_tag(&mut self, d: &Decl, force: &ast::Force) {
        let Some(title) = force.title.as_ref().filter(|_| force.list) else { return };
        if self.state_named(title.name.sym).is_some() {
            return;
        }
        let of = self.home_of_pieces();
        let state = self.plain_state(title.name.sym, StateKind::Tag, of, line(Some(title.name.sym), title.name.at, d));
        self.enter_state(state);
    }

    fn count(&mut self, d: &Decl, count: &ast::Count) {
        let holds = match count.measure {
            None => Ty::PLAIN,
            Some(NameOrWord::Name(name)) => Ty::Number(self.new_measure(name)),
            Some(NameOrWord::Word(word)) if self.text(word.sym) == "place" => Ty::Place,
            Some(NameOrWord::Word(word)) => match self.kind(word.sym) {
                Some(kind) => self.thing_type(kind),
                None => self.measured(NameOrWord::Word(word)),
            },
        };
        let of = self.kind_or_game(count.of.sym);
        for name in &count.names {
            let secret = count.secret && self.is_somebodys(of, *name, "count");
            self.new_count(Count { name: name.sym, of, holds, starts: None, bounds: None, secret, line: line(Some(name.sym), name.at, d) });
        }
    }

    /// Whether things of a kind have a side that can know what is secret of them; told if they have none.
    fn is_somebodys(&mut self, of: KindId, name: Name, sort: &str) -> bool {
        let owned = [KindBase::Side, KindBase::Group, KindBase::Piece].iter().any(|b| self.is(of, *b));
        if !owned {
            let (text, is) = (self.said(name.sym), self.describe(Ty::Thing(of)));
            let message = format!("`{text}` is secret, and {is} is of no side that could know it");
            let help = format!("write `secret {sort} {text} of side`, or leave `secret` out; cards are held in a `hand`");
            self.fault(Code::Kind, name.at, message, help);
        }
        owned
    }

    fn new_count(&mut self, count: Count) -> Option<CountId> {
        let name = count.name;
        let id = self.rules.counts.push(count)?;
        self.enter(name, Symbol::Count(id));
        Some(id)
    }

    /// The measure of a name, a new one if none is called so.
    fn new_measure(&mut self, name: Name) -> Measure {
        if let Some(known) = self.measure_named(name.sym) {
            return known;
        }
        self.rules.measures.push(name.sym).map_or(Measure::Plain, Measure::Named)
    }

    fn column_measures(&mut self, items: &[ast::Item]) {
        for item in items {
            if let ItemKind::Column(ast::ShortColumn { measure: Some(NameOrWord::Name(name)), .. }) = item.kind {
                self.new_measure(name);
            }
        }
    }
}

/// The word for whoever fills the first blank of a head.
pub(super) fn bearer(roles: &[RoleHead]) -> Option<Sym> {
    roles.first().map(|r| r.who.noun.kind.sym)
}
