//! What things are called in sentences: deeds, amounts, owners.

use crate::hir::{ChanceKind, CountId, Expr, ExprKind, KindBase, KindId, LocalId, Measure, ProcId, ProcKind, RulingId, StateId, Ty};
use crate::speech::phrase::english::{CLOSE, a};
use crate::speech::voice::Voice;

/// A blank and what fills it: ` at the target`.
pub(in crate::speech) type Filled = (String, String);

/// What stands between a count and how much of it is meant.
pub(in crate::speech) const EQUAL: &str = " equal to ";

/// All blanks, behind a name.
pub(in crate::speech) fn tail(blanks: &[Filled]) -> String {
    blanks.iter().map(|(prep, who)| format!(" {prep} {who}")).collect()
}

impl Voice<'_> {
    /// What a procedure or throw is called.
    pub(in crate::speech) fn proc_name(&self, proc: ProcId) -> String {
        self.rules.procs.get(proc).map_or_else(|| "something".to_owned(), |p| self.name(p.head.name))
    }

    /// What a procedure is.
    pub(in crate::speech) fn proc_kind(&self, proc: ProcId) -> Option<&ProcKind> {
        self.rules.procs.get(proc).map(|p| &p.kind)
    }

    /// What a throw is, if something that happens is one.
    pub(in crate::speech) fn thrown(&self, proc: ProcId) -> Option<&ChanceKind> {
        if let Some(ProcKind::Chance(c)) = self.proc_kind(proc) { Some(&c.kind) } else { None }
    }

    /// What a state is called.
    pub(in crate::speech) fn state(&self, state: StateId) -> String {
        self.rules.states.get(state).map_or_else(|| "something".to_owned(), |s| self.name(s.name))
    }

    /// So much of a count: `2 Health`; the name is said once.
    pub(in crate::speech) fn much(&self, count: CountId, amount: &Expr) -> String {
        let name = self.rules.counts.get(count).map_or(String::new(), |c| self.name(c.name));
        if let ExprKind::ReadingNumber(ruling) = &*amount.kind {
            if let Some((number, title)) = self.number_read(*ruling) {
                return format!("{number} {name}, the {title}");
            }
        }
        let text = self.noun(amount);
        let said = text.strip_suffix(&name).is_some_and(|t| t.ends_with(' '));
        let worked_out = matches!(*amount.kind, ExprKind::If(..));
        match (said, worked_out) {
            (true, false) => text,
            (_, true) => format!("{name}, {text}"),
            _ if text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains(',') => format!("{text} {name}"),
            _ => format!("{name}{EQUAL}{text}"),
        }
    }

    /// The number that a ruling stands for as it is read, and its name.
    fn number_read(&self, ruling: RulingId) -> Option<(i64, String)> {
        let r = self.rules.rulings.get(ruling)?;
        let (_, number) = r.readings.get(r.chosen as usize)?;
        Some(((*number)?, self.name(r.name)))
    }

    /// The kind of what a word stands for, as a noun.
    pub(in crate::speech) fn kind_of_word(&self, local: LocalId) -> String {
        match self.rules.locals.get(local).map(|l| l.ty) {
            Some(Ty::Thing(k) | Ty::Row(k)) => self.kind(k),
            _ => "thing".to_owned(),
        }
    }

    /// What troops are made of, as a noun: the one kind of pieces, if there are not several.
    pub(in crate::speech) fn piece(&self) -> String {
        let mut kinds = self.rules.kinds.all().iter().filter(|k| k.base == KindBase::Piece);
        match (kinds.next(), kinds.next()) {
            (Some(kind), None) => self.name(kind.word),
            _ => "piece".to_owned(),
        }
    }

    /// The kind of what a word stands for.
    pub(in crate::speech) fn kind_id_of(&self, local: LocalId) -> Option<KindId> {
        match self.rules.locals.get(local).map(|l| l.ty) {
            Some(Ty::Thing(k) | Ty::Row(k)) => Some(k),
            _ => None,
        }
    }

    /// In what a number is measured: `inches`, `points`, a name of the pack's.
    pub(in crate::speech) fn measure(&self, m: Measure) -> String {
        match m {
            Measure::Plain => String::new(),
            Measure::Inches => "inches".into(),
            Measure::Degrees => "degrees".into(),
            Measure::Area => "square inches".into(),
            Measure::Points => "points".into(),
            Measure::Named(m) => self.rules.measures.get(m).map_or(String::new(), |s| self.name(*s)),
        }
    }

    /// A blank where it is made known: `an enemy unit, the target`. Its word is called so from here on.
    pub(in crate::speech) fn introduce(&self, local: LocalId) -> String {
        let Some(l) = self.rules.locals.get(local) else { return "something".into() };
        let word = self.name(l.word);
        match l.ty {
            Ty::Thing(k) | Ty::Row(k) => self.introduce_as(local, &a(&self.kind(k)), &self.kind(k)),
            Ty::Number(m) => {
                self.call(local, Self::article(&word, l.ty));
                let measure = self.measure(m);
                match () {
                    () if word.chars().count() < 2 && measure.is_empty() => word,
                    () if word.chars().count() < 2 => format!("{word} {measure}"),
                    () if word.ends_with('s') && !word.ends_with("ss") => format!("a number of {word}"),
                    () if measure.is_empty() => a(&word),
                    () => format!("a number of {measure}, the {word}{CLOSE}"),
                }
            }
            Ty::Formation | Ty::Place | Ty::Facing | Ty::Edge | Ty::Name | Ty::Need | Ty::Truth | Ty::Nothing | Ty::Unknown => {
                let kind = match l.ty {
                    Ty::Formation => "formation",
                    Ty::Place => "place",
                    Ty::Facing => "facing",
                    Ty::Edge => "edge",
                    Ty::Name => "name",
                    Ty::Need => "needed score",
                    Ty::Truth => "yes or no",
                    _ => word.as_str(),
                };
                self.introduce_as(local, &a(kind), kind)
            }
        }
    }

    /// The same with a description that stands for it: `a Tall unit`; the last word of it is given.
    pub(in crate::speech) fn introduce_as(&self, local: LocalId, phrase: &str, kind: &str) -> String {
        let word = self.rules.locals.get(local).map_or(String::new(), |l| self.name(l.word));
        self.call(local, format!("the {word}"));
        if word == kind { phrase.to_owned() } else { format!("{phrase}, the {word}{CLOSE}") }
    }
}
