//! What sort of thing a name should be where it stands: which there are, and how a new one is declared.

use crate::ast::{Change, Part, StmtKind, ThingKind, Walk as _};
use crate::diag::{akin, likest};
use crate::hir::{KindId, ProcKind, StateKind, Symbol, Ty};
use crate::intern::Sym;
use crate::resolve::Resolver;

/// As many names as a message lists; of more, as many as it has for examples.
const FEW: usize = 8;
const EXAMPLES: usize = 3;
/// Of fewer tags it is not known that they are sorts of the same.
const FEW_TAGS: usize = 3;
/// A name of more letters is a word.
const LETTERS: usize = 4;

/// A sort of thing that a name should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// What something of this type can be.
    Quality(Ty),
    /// What something of this type gains or loses.
    Gained(Ty),
    /// What is asked of something of this type; of nobody, if there is none.
    Value(Option<Ty>),
    /// What a rule is given in brackets, and no name.
    Given,
    /// What a rule adds to.
    Changed,
    /// What happens or is thrown.
    Happens,
    /// What somebody may do, or may not.
    Action,
    /// What is done again and again, each time a stretch of the game.
    Stretch,
    /// A throw that passes or fails.
    Check,
    /// Where cards are.
    Deck,
    /// Where something is in it.
    Ground,
    /// How somebody moves.
    Manner,
    /// What things of this type keep.
    Count(Ty),
    /// What brackets ask.
    Table,
    /// A rule.
    Rule,
    /// A rule, or a line of a quantity that has a name.
    Line,
    /// What rows of such a list are by nature.
    RowTag(KindId),
}

impl Wanted {
    /// In the words of messages.
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Quality(_) => "a marker, a tag or a condition",
            Self::Gained(_) => "a marker or a count",
            Self::Value(_) => "a value",
            Self::Given => "a number, and nothing",
            Self::Changed => "a value or a roll",
            Self::Happens => "a procedure or a roll",
            Self::Action => "an action",
            Self::Stretch => "a procedure",
            Self::Check => "a check",
            Self::Deck => "a deck",
            Self::Ground => "a sort of ground",
            Self::Manner => "a manner",
            Self::Count(_) => "a count",
            Self::Table => "a table",
            Self::Rule => "a rule",
            Self::Line => "a rule or a named row",
            Self::RowTag(_) => "a tag of these rows",
        }
    }

    /// Whether something happens there.
    pub const fn happens(self) -> bool {
        matches!(self, Self::Happens | Self::Stretch)
    }

    /// Whether names of other sorts are never meant.
    pub const fn alone(self) -> bool {
        self.happens() || matches!(self, Self::Action | Self::Check | Self::Deck | Self::Ground)
    }
}

impl Resolver<'_> {
    /// Whether something is of the sort that is wanted.
    pub(super) fn is_wanted(&self, symbol: Symbol, wanted: Wanted) -> bool {
        match (wanted, symbol) {
            (Wanted::Quality(Ty::Row(kind)), Symbol::Row(r)) => self.rules.rows.get(r).is_some_and(|r| r.kind == kind),
            (Wanted::Quality(Ty::Row(_)), Symbol::State(s)) => self.row_tag(s).is_some(),
            (Wanted::Quality(ty), Symbol::State(s)) => self.bears(ty, s) && self.row_tag(s).is_none(),
            (Wanted::Quality(ty), Symbol::Value(v)) => self.is_condition(symbol) && self.asked_of(v, ty),
            (Wanted::Gained(ty), Symbol::State(s)) => {
                self.bears(ty, s) && self.rules.states.get(s).is_some_and(|s| s.kind == StateKind::Marker)
            }
            (Wanted::Gained(ty) | Wanted::Count(ty), Symbol::Count(c)) => {
                self.rules.counts.get(c).is_some_and(|c| ty.fits(Ty::Thing(c.of)))
            }
            (Wanted::Value(Some(ty)), Symbol::Count(c)) => self.rules.counts.get(c).is_some_and(|c| ty.fits(Ty::Thing(c.of))),
            (Wanted::Value(Some(ty)), Symbol::Value(v)) => !self.is_condition(symbol) && self.asked_of(v, ty),
            (Wanted::Value(None), Symbol::Value(v)) => self.rules.values.get(v).is_some_and(|v| v.head.roles.is_empty()),
            (Wanted::Value(_), Symbol::Table(_)) => true,
            (Wanted::Changed, Symbol::Value(_) | Symbol::Manner(_)) => true,
            (Wanted::Changed, Symbol::Proc(p)) => self.chance_sort(p).is_some(),
            (Wanted::Happens | Wanted::Stretch, Symbol::Proc(_)) => true,
            (Wanted::Action, Symbol::Proc(p)) => self.is_action(self.proc_word(p)),
            (Wanted::Check, Symbol::Proc(p)) => self.is_check(p),
            (Wanted::Deck, Symbol::Deck(_)) | (Wanted::Ground, Symbol::Terrain(_)) | (Wanted::Manner, Symbol::Manner(_)) => true,
            (Wanted::Table, Symbol::Table(_)) | (Wanted::Rule | Wanted::Line, Symbol::Rule(_)) => true,
            (Wanted::RowTag(kind), Symbol::State(s)) => self.row_tag(s).is_some() && self.rules.states.get(s).is_some_and(|s| s.of == kind),
            _ => false,
        }
    }

    /// Whether a value is asked of such a thing first.
    fn asked_of(&self, value: crate::hir::ValueId, ty: Ty) -> bool {
        let first = self.rules.values.get(value).and_then(|v| v.head.roles.first());
        first.is_some_and(|r| self.local_ty(r.local).fits(ty))
    }

    /// What to write where no name is like the one that is written: those that there are if they are few, and how a new one
    /// is declared.
    pub(super) fn named_or_declared(&self, written: &str, wanted: Wanted, fit: &[Sym]) -> String {
        let new = self.declaration(written, wanted);
        let texts = |names: &[Sym]| names.iter().map(|s| self.text(*s)).collect::<Vec<&str>>();
        let listed = self.wanted_names(fit, wanted);
        let quoted = |names: &[&str]| names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>();
        let all = likest(written, texts(&listed));
        // of many names, one that shares no word with what is written would be any
        let there = match (all.len(), akin(written, texts(fit)).as_slice()) {
            (0, _) => None,
            (1..=FEW, _) => Some(one_of(&quoted(&all))),
            (_, []) => self.few_tags(fit, wanted).or_else(|| self.as_short(written, fit)).map(|few| one_of(&quoted(&texts(&few)))),
            (_, like @ ([_] | [_, _])) => return format!("did you mean {}?", one_of(&quoted(like))),
            (_, like) => Some(format!("one that there is, such as {}", one_of(&quoted(like.get(..EXAMPLES).unwrap_or_default())))),
        };
        match (there, new) {
            (Some(there), Some(new)) => format!("write {there}, or declare it: `{new}`"),
            (Some(there), None) => format!("write {there}"),
            (None, Some(new)) => format!("declare it: `{new}`"),
            (None, None) if wanted == Wanted::Given => "write a number".to_owned(),
            (None, None) => "write it as it is declared".to_owned(),
        }
    }

    /// Whether somebody gains or loses so many of something, by its name.
    fn is_counted(&self, written: &str) -> bool {
        let mut counted = false;
        for d in &self.decls {
            d.walk(&mut |part| {
                let Part::Stmt(st) = part else { return };
                let StmtKind::Change { what: Change::Gains(things) | Change::Loses(things), .. } = &*st.kind else { return };
                for thing in things {
                    if let ThingKind::Amount { of, .. } | ThingKind::All(of) = &thing.kind {
                        counted |= self.said(of.name.sym) == written;
                    }
                }
            });
        }
        counted
    }

    /// How something of the sort that is wanted is declared.
    fn declaration(&self, written: &str, wanted: Wanted) -> Option<String> {
        if written.contains(['(', ')']) {
            return None;
        }
        let kind = |k: KindId| self.kind_of(k).map(|k| self.text(k.word));
        let of = |ty: Ty| match ty {
            Ty::Thing(k) if k != KindId(0) => kind(k).map_or_else(String::new, |word| format!(" of {word}")),
            Ty::Thing(_) => String::new(),
            _ => format!(" of {}", self.text(self.home_of_pieces())),
        };
        if let Wanted::Value(Some(ty @ Ty::Thing(_))) = wanted
            && self.is_counted(written)
        {
            return Some(format!("count {written}{}", of(ty)));
        }
        Some(match wanted {
            Wanted::Quality(Ty::Row(k)) | Wanted::RowTag(k) => format!("tags {written} of {}", kind(k)?),
            Wanted::Quality(ty) | Wanted::Gained(ty) => format!("marker {written}{}", of(ty)),
            Wanted::Value(None) => format!("value {written} = ..."),
            Wanted::Value(Some(ty @ Ty::Thing(_))) => format!("value {written}{} = ...", of(ty)),
            Wanted::Changed => format!("value {written}{} = ...", of(Ty::Unknown)),
            Wanted::Happens => format!("procedure {written}"),
            Wanted::Stretch => format!("phase {written}"),
            Wanted::Action => format!("action {written} by {}", self.text(self.home_of_pieces())),
            Wanted::Check => format!("check {written}"),
            Wanted::Deck => format!("deck {written}"),
            Wanted::Ground => format!("terrain {written}"),
            Wanted::Count(ty) => format!("count {written}{}", of(ty)),
            Wanted::Table => format!("table {written} (...)"),
            Wanted::Rule => format!("rule {written}"),
            Wanted::Line => return None,
            Wanted::Value(_) | Wanted::Given | Wanted::Manner => return None,
        })
    }

    /// The names of what is of the sort that is wanted, but for what the engine has named itself.
    pub(super) fn wanted_names(&self, names: &[Sym], wanted: Wanted) -> Vec<Sym> {
        let is = |s: &Symbol| self.is_wanted(*s, wanted);
        // of what happens, actions are what somebody names; the rest is called by the game
        let is_action =
            |s: &Symbol| matches!(s, Symbol::Proc(p) if self.rules.procs.get(*p).is_some_and(|p| matches!(p.kind, ProcKind::Action(_))));
        let fit: Vec<Sym> = names.iter().copied().filter(|s| self.lookup(*s).iter().any(is)).collect();
        let actions: Vec<Sym> = fit.iter().copied().filter(|s| self.lookup(*s).iter().any(is_action)).collect();
        let is_phase = |s: &Symbol| matches!(s, Symbol::Proc(p) if self.rules.procs.get(*p).is_some_and(|p| p.kind == ProcKind::Phase));
        let phases: Vec<Sym> = fit.iter().copied().filter(|s| self.lookup(*s).iter().any(is_phase)).collect();
        // of what somebody can be, what comes and goes is meant rather than what is so by nature
        let markers = self.of_state(&fit, StateKind::Marker);
        let many = matches!(wanted, Wanted::Quality(_)) && fit.len() > FEW;
        match () {
            () if wanted == Wanted::Stretch && !phases.is_empty() => phases,
            () if wanted.happens() && !actions.is_empty() => actions,
            () if many && !markers.is_empty() => markers,
            () => fit,
        }
    }

    /// Those of these names that are states of one kind.
    fn of_state(&self, names: &[Sym], kind: StateKind) -> Vec<Sym> {
        let is = |s: &Symbol| matches!(s, Symbol::State(s) if self.rules.states.get(*s).is_some_and(|s| s.kind == kind));
        names.iter().copied().filter(|s| self.lookup(*s).iter().any(is)).collect()
    }

    /// Those of these names that are letters which stand for words, as the written one is: `WP` for `AP`.
    fn as_short(&self, written: &str, fit: &[Sym]) -> Option<Vec<Sym>> {
        let is_short = |name: &str| name.len() <= LETTERS && name.chars().all(|c| c.is_ascii_uppercase());
        let all: Vec<Sym> = fit.iter().copied().filter(|s| is_short(self.text(*s))).collect();
        (is_short(written) && (1..=FEW).contains(&all.len())).then_some(all)
    }

    /// What somebody can be by nature, of many things that he can be, if that is little.
    fn few_tags(&self, fit: &[Sym], wanted: Wanted) -> Option<Vec<Sym>> {
        let tags = matches!(wanted, Wanted::Quality(_)).then(|| self.of_state(fit, StateKind::Tag))?;
        (FEW_TAGS..=FEW).contains(&tags.len()).then_some(tags)
    }
}

/// `A, B or C`.
fn one_of(names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((one, _)) => one.clone(),
        None => String::new(),
    }
}
