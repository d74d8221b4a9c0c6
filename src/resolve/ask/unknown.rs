//! Faults for names that are not there, or are not what is wanted.

use crate::ast::{self, ChanceSort, Decl, DeclKind, ItemKind, NameRef};
use crate::diag::{Code, Diagnostic, akin, nearest, with_article};
use crate::hir::{ChanceKind, Count, CountId, Expr, ExprKind, Head, KindId, ProcId, ProcKind, RowId, StateKind, Symbol, Ty};
use crate::intern::Sym;
use crate::resolve::{Resolver, named_bare};
use crate::source::At;
use crate::syntax::capital_dice;

use super::wanted::Wanted;

/// How many names are compared with unknown ones; for those that come later nothing is proposed.
const MOST_COMPARED: usize = 2_000_000;

/// As many names as a message lists.
const FEW: usize = 12;

/// Begins with a capital, as names do and words do not.
fn is_name(text: &str) -> bool {
    text.starts_with(char::is_uppercase)
}

impl Resolver<'_> {
    /// The fault for a name that is nothing of the sort that is wanted, with what may have been meant.
    pub fn unknown_name(&mut self, name: &NameRef, wanted: Wanted) -> Expr {
        self.unknown(name.name.sym, name.at, wanted)
    }

    /// A marker or count whose name begins as this one does.
    fn begun_alike(&self, written: &str) -> Option<String> {
        const ALIKE: usize = 4;
        let start: String = written.chars().take(ALIKE).collect();
        let states = self.rules.states.all().iter().filter(|s| s.kind == StateKind::Marker).map(|s| s.name);
        let mut all = states.chain(self.rules.counts.all().iter().map(|c| c.name)).map(|n| self.text(n));
        all.find(|n| n.starts_with(&start) && *n != written).filter(|_| start.chars().count() == ALIKE).map(str::to_owned)
    }

    /// The count that begins as a column says.
    fn begins_with(&self, symbol: Symbol) -> Option<String> {
        let Symbol::Value(column) = symbol else { return None };
        let starts = |c: &&Count| matches!(&c.starts, Some((_, e)) if matches!(&*e.kind, ExprKind::Ask(v, _) if *v == column));
        self.rules.counts.all().iter().find(starts).map(|c| self.said(c.name))
    }

    /// As [`Self::unknown_name`], for a name as it is written in `at`.
    pub fn unknown(&mut self, sym: Sym, at: At, wanted: Wanted) -> Expr {
        if let Some(symbol) = self.lookup(sym).first().copied() {
            return self.of_another_sort(sym, at, symbol, wanted);
        }
        // of very many unknown names not each is looked for in all declarations
        let looked = self.compared <= MOST_COMPARED;
        self.compared += self.decls.len();
        let bare = if looked { named_bare(&self.rules, self.decls.iter().copied(), sym) } else { None };
        if let Some((message, help)) = bare {
            return self.fault(Code::Name, at, message, help);
        }
        let written = self.said(sym);
        if let Some(word) = Some(sym).filter(|_| looked).and_then(|sym| self.entry_word(sym)) {
            let message = format!("`{written}` is a {word} that can be mustered, and no rule can ask for it by that name");
            let help = "give its pieces a tag or a rule of their own, and ask for that";
            return self.fault(Code::Name, at, message, help);
        }
        let help = self.meant_instead(sym, &written, wanted);
        self.fault(Code::Name, at, format!("there is no `{written}`"), help)
    }

    /// The word of the entry of force lists that has this name.
    fn entry_word(&self, sym: Sym) -> Option<String> {
        let key = self.rules.names.key_of(sym);
        let entry = |d: &&Decl| match &*d.kind {
            DeclKind::Named(n) => {
                let has = n.items.iter().any(|i| matches!(i.kind, ItemKind::Has(_)));
                has && n.title.as_ref().is_some_and(|t| self.rules.names.key_of(t.name.sym) == key)
            }
            _ => false,
        };
        let DeclKind::Named(named) = &*self.decls.iter().copied().find(entry)?.kind else { return None };
        Some(self.said(named.word.sym))
    }

    /// The fault for a name that is declared, and is something else.
    fn of_another_sort(&mut self, sym: Sym, at: At, symbol: Symbol, wanted: Wanted) -> Expr {
        let (written, phrase) = (self.said(sym), wanted.phrase());
        let help = match symbol {
            Symbol::State(_) | Symbol::Rule(_) if wanted.happens() => {
                format!("name {phrase}, or say who `gains {written}` or `loses {written}`")
            }
            Symbol::State(_) | Symbol::Rule(_) => format!("name {phrase}, or ask whether somebody `is {written}`"),
            Symbol::Row(row) if matches!(wanted, Wanted::Quality(Ty::Thing(k)) if self.can_carry(k, row)) => {
                format!("write `carries {written}`, or name {phrase}")
            }
            _ if matches!(wanted, Wanted::Gained(_) | Wanted::Count(_)) => match (self.begins_with(symbol), self.begun_alike(&written)) {
                (Some(count), _) => format!("write `{count}`, which begins with it"),
                (None, Some(meant)) => format!("did you mean `{meant}`?"),
                (None, None) => format!("name {phrase}"),
            },
            _ => format!("name {phrase}"),
        };
        self.fault(Code::Kind, at, format!("`{written}` is {}, and {phrase} is wanted here", self.sort_of(symbol)), help)
    }

    /// Whether things of a kind can carry what a row is.
    fn can_carry(&self, kind: KindId, row: RowId) -> bool {
        let (who, what) = (self.kind_of(kind), self.rules.rows.get(row).and_then(|r| self.kind_of(r.kind)));
        who.zip(what).is_some_and(|(who, what)| what.of.contains(&who.word))
    }

    /// What to write in place of a name that nothing has.
    fn meant_instead(&mut self, sym: Sym, written: &str, wanted: Wanted) -> String {
        let key = self.rules.names.key_of(sym);
        let here: Vec<Sym> = self.known.iter().map(|(s, _)| *s).filter(|s| is_name(self.text(*s))).collect();
        let other = |s: &Sym| self.rules.names.key_of(*s) != key && is_name(self.text(*s));
        let enough = self.compared > MOST_COMPARED;
        let all: Vec<Sym> = if enough { Vec::new() } else { here.iter().copied().chain(self.all_names()).filter(other).collect() };
        let texts = |names: &[Sym]| names.iter().map(|s| self.text(*s)).collect::<Vec<&str>>();
        let fit: Vec<Sym> = all.iter().copied().filter(|s| self.lookup(*s).iter().any(|s| self.is_wanted(*s, wanted))).collect();
        let compared = texts(if wanted.alone() { &fit } else { &all });
        let longer = compared.iter().find(|n| n.strip_prefix(written).is_some_and(|rest| rest.starts_with(" Of ")));
        let near = nearest(written, texts(&fit)).or_else(|| nearest(written, compared.iter().copied()));
        let help = match near {
            _ if self.shown_as(written).is_some() => format!("write `{}`", self.shown_as(written).unwrap_or_default()),
            _ if longer.is_some() => format!("did you mean `{}`? all words of a name have capitals", longer.unwrap_or(&"")),
            _ if capital_dice(written).is_some() => format!("dice have a small `d`: write `{}`", written.to_lowercase()),
            Some(m) => format!("did you mean `{m}`?"),
            None if !here.is_empty() && matches!(wanted, Wanted::Value(_)) => {
                let listed: Vec<String> = here.iter().map(|s| format!("`{}`", self.text(*s))).collect();
                format!("name one that is there: {}", listed.join(", "))
            }
            None => match Some(()).filter(|()| wanted.happens()).and_then(|()| super::unnamed(&self.rules, self.decls.iter().copied())) {
                Some(meant) => format!("did you mean `{meant}`, which nothing names?"),
                None => self.named_or_declared(written, wanted, &fit),
            },
        };
        self.compared += compared.len();
        help
    }

    /// What is shown to players by these words.
    fn shown_as(&self, written: &str) -> Option<String> {
        let shown = self.rules.procs.all().iter().find(|p| p.shown.is_some_and(|s| self.text(s).trim_matches('"') == written))?;
        Some(self.said(shown.head.name))
    }

    /// The fault for a count that is not there: those that such a thing keeps.
    pub fn unknown_count(&mut self, name: &NameRef, of: Ty) {
        let fit: Vec<Sym> = self.rules.counts.all().iter().filter(|c| of.fits(Ty::Thing(c.of))).map(|c| c.name).collect();
        let mut kept: Vec<String> = fit.iter().map(|name| self.said(*name)).collect();
        kept.sort();
        kept.dedup();
        if kept.is_empty() || !self.lookup(name.name.sym).is_empty() {
            self.unknown_name(name, Wanted::Count(of));
            return;
        }
        let (written, whose) = (self.said(name.name.sym), self.describe(of));
        let help = match nearest(&written, kept.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if kept.len() > FEW => match akin(&written, kept.iter().map(String::as_str)).first() {
                Some(like) => format!("write one that {whose} has, such as `{like}`, or declare `count {written}`"),
                None => self.named_or_declared(&written, Wanted::Count(of), &fit),
            },
            None => format!("write one that {whose} has: {}", kept.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ")),
        };
        self.fault(Code::Name, name.at, format!("there is no count `{written}`"), help);
    }

    /// Faults a count of what does not keep it.
    pub fn keeps(&mut self, count: CountId, ty: Ty, at: At) {
        let Some(c) = self.rules.counts.get(count).filter(|c| !ty.fits(Ty::Thing(c.of)) && !self.of_no_kind(c)) else { return };
        let of = with_article(self.kind_of(c.of).map_or("", |k| self.text(k.word)));
        let (is, title, declared) = (self.describe(ty), self.said(c.name), c.line.at);
        let of_side = c.of == self.side_kind();
        let d = Diagnostic::new(Code::Type, at.span(), format!("`{title}` is of {of}, and this is {is}"));
        let who = match ty {
            Ty::Thing(kind) => self.kind_of(kind).map(|k| self.text(k.word)),
            _ => None,
        };
        let help = match who {
            Some(who) if of_side => format!("name {of}: write `{title} of side of {who}`"),
            _ => format!("name {of}"),
        };
        self.report(d.label(declared.span(), "declared here").help(help));
    }

    /// Whether a count is declared of what is no kind, so that nobody knows who keeps it.
    fn of_no_kind(&self, count: &Count) -> bool {
        let declares =
            |d: &&&ast::Decl| matches!(&*d.kind, DeclKind::Count(c) if c.names.iter().any(|n| n.at.span() == count.line.at.span()));
        let declared = self.decls.iter().find(declares);
        declared.is_some_and(|d| matches!(&*d.kind, DeclKind::Count(c) if self.kind(c.of.sym).is_none()))
    }

    /// The procedure that a name means, told if there is none.
    pub fn proc_named(&mut self, name: &NameRef) -> Option<ProcId> {
        let found = self.proc_of(name.name.sym);
        if found.is_none() {
            self.unknown_name(name, Wanted::Happens);
        }
        found
    }

    /// What happens or is thrown that has this name.
    pub fn proc_of(&self, name: Sym) -> Option<ProcId> {
        self.lookup(name).iter().find_map(|s| if let Symbol::Proc(p) = s { Some(*p) } else { None })
    }

    /// The head of what a name stands for, if it has one.
    pub fn head_of(&self, symbol: Symbol) -> Option<&Head> {
        match symbol {
            Symbol::Value(v) => self.rules.values.get(v).map(|v| &v.head),
            Symbol::Table(t) => self.rules.tables.get(t).map(|t| &t.head),
            Symbol::Proc(p) => self.rules.procs.get(p).map(|p| &p.head),
            _ => None,
        }
    }

    /// What a name stands for, in the words of the rules: `a marker`.
    pub fn sort_of(&self, symbol: Symbol) -> String {
        let kind = |k| self.kind_of(k).map_or("name", |k| self.text(k.word));
        let word = match symbol {
            Symbol::State(s) => match self.rules.states.get(s).map(|s| s.kind) {
                Some(StateKind::Formation) => "formation",
                Some(StateKind::Tag) => "tag",
                _ => "marker",
            },
            Symbol::Terrain(_) => "terrain",
            Symbol::Row(r) => self.rules.rows.get(r).map_or("name", |r| kind(r.kind)),
            Symbol::Count(_) => "count",
            Symbol::Value(v) => match self.rules.values.get(v) {
                Some(v) if v.column.is_some() => "column",
                Some(v) if v.head.gives == Ty::Truth => "condition",
                _ => "value",
            },
            Symbol::Table(_) => "table",
            Symbol::Proc(p) | Symbol::Manner(p) => self.proc_word(p),
            Symbol::Rule(r) => self.rules.rules.get(r).map_or("rule", |r| self.text(r.word)),
            Symbol::Ruling(_) => "ruling",
            Symbol::Reading(..) => "reading",
            Symbol::Word(_) => "name",
            Symbol::Deck(_) => "deck",
            Symbol::Thing(t) => self.rules.things.get(t).map_or("name", |t| kind(t.kind)),
        };
        with_article(word)
    }

    /// The word that something which happens is declared with: `procedure`, `pool`, the word of an action's kind.
    pub fn proc_word(&self, proc: ProcId) -> &str {
        match self.rules.procs.get(proc).map(|p| &p.kind) {
            Some(ProcKind::Phase) => "phase",
            Some(ProcKind::Turn) => "turn",
            Some(ProcKind::Manner(_)) => "manner",
            Some(ProcKind::Action(k) | ProcKind::Card(k)) => self.kind_of(*k).map_or("action", |k| self.text(k.word)),
            Some(ProcKind::Chance(_)) => match self.chance_sort(proc) {
                Some(ChanceSort::Pool) => "pool",
                Some(ChanceSort::Check) => "check",
                Some(ChanceSort::Opposed) => "opposed",
                _ => "roll",
            },
            _ => "procedure",
        }
    }

    /// What sort of throw something is, if it is one: as it says where it is resolved, else as it is declared.
    pub fn chance_sort(&self, proc: ProcId) -> Option<ChanceSort> {
        let ProcKind::Chance(chance) = &self.rules.procs.get(proc)?.kind else { return None };
        match chance.kind {
            ChanceKind::Pool { .. } => Some(ChanceSort::Pool),
            ChanceKind::Roll(_) => Some(ChanceSort::Roll),
            ChanceKind::Check { .. } => Some(ChanceSort::Check),
            ChanceKind::Opposed { .. } => Some(ChanceSort::Opposed),
            ChanceKind::Error => {
                let made = self.made.iter().position(|m| m.proc == Some(proc))?;
                chance_in(&self.decls.get(made)?.kind).map(|c| c.sort)
            }
        }
    }

    /// The names of all that may be named.
    fn all_names(&self) -> impl Iterator<Item = Sym> + '_ {
        let r = &self.rules;
        let states = r.states.all().iter().map(|s| s.name);
        let heads = r.values.all().iter().map(|v| v.head.name).chain(r.procs.all().iter().map(|p| p.head.name));
        let nouns = r.rules.all().iter().map(|r| r.name).chain(r.rows.all().iter().map(|r| r.name));
        let places = r.terrains.all().iter().map(|t| t.name).chain(r.tables.all().iter().map(|t| t.head.name));
        let counts = r.counts.all().iter().map(|c| c.name);
        states.chain(counts).chain(heads).chain(nouns).chain(places).chain(r.rulings.all().iter().map(|r| r.name))
    }
}

/// The throw that a declaration is, new or in the place of another.
fn chance_in(kind: &DeclKind) -> Option<&ast::Chance> {
    match kind {
        DeclKind::Chance(c) => Some(c),
        DeclKind::Replace(inner) => chance_in(inner),
        _ => None,
    }
}
