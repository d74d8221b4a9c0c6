//! The places where a rule can meet the game, each as its author would write it.

use std::collections::BTreeSet;

use serde::Serialize;

use super::place::{place, written};
use crate::compare::Where;
use crate::diag::nearest;
use crate::explain::remark;
use crate::graph::Graph;
use crate::hir::{
    AttachId, Body, ChanceKind, Head, Hook, Line, LocalId, Measure, Moment, OwnRow, Proc, ProcId, ProcKind, Role, RuleId, Rules, Ty,
    ValueId,
};
use crate::intern::{Sym, folded};
use crate::source::{At, Files};

/// A place that a rule can meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HookRow {
    /// The place as a rule names it, such as `before step go of Jog`.
    pub write: String,
    /// What is met there: `value`, `condition`, `cost`, `row`, `step` or the word for what happens or is thrown.
    pub sort: String,
    /// The blanks that a rule can fill there, as words.
    pub blanks: String,
    /// Where it stands.
    pub place: Option<Where>,
    /// The rules that meet it now, by name.
    pub met_by: Vec<String>,
    /// Its file, the clauses that it carries out, and what its author remarks about it.
    #[serde(skip)]
    about: String,
}

/// Those in which all of these words stand, or else those about which they are said; capitals and signs say nothing.
///
/// # Errors
/// That there are none, and the nearest words.
pub fn search(pack: &str, all: Vec<HookRow>, words: &[String]) -> Result<Vec<HookRow>, String> {
    let named = |row: &HookRow, word: &String| folded(&row.write).contains(&folded(word));
    let spoken_of = |row: &HookRow, word: &String| named(row, word) || folded(&row.about).contains(&folded(word));
    if let Some(strange) = words.iter().find(|w| !all.iter().any(|row| spoken_of(row, w))) {
        let known = all.iter().flat_map(|row| row.write.split([' ', '.']));
        let near = nearest(strange, known).map_or_else(String::new, |w| format!(": did you mean `{w}`?"));
        return Err(format!("nothing that a rule can meet in `{pack}` has `{strange}` in its name{near}"));
    }
    let so_called = all.iter().any(|row| words.iter().all(|w| named(row, w)));
    let wanted = |row: &HookRow| words.iter().all(|w| if so_called { named(row, w) } else { spoken_of(row, w) });
    let found: Vec<HookRow> = all.into_iter().filter(wanted).collect();
    if found.is_empty() && !words.is_empty() {
        return Err(format!("nothing that a rule can meet in `{pack}` has all of these words"));
    }
    Ok(found)
}

/// Every place that a rule can meet, by name.
#[must_use]
pub fn hooks(files: &Files, rules: &Rules, graph: &Graph) -> Vec<HookRow> {
    let mut all = All { files, rules, graph, out: Vec::new() };
    for (id, value) in rules.values.iter() {
        match value.head.roles.split_first() {
            Some((first, rest)) if value.head.gives == Ty::Truth => all.condition(id, &value.head, (first, rest)),
            _ => all.changed("on", (&value.head, "value"), &Hook::Value(id)),
        }
        all.named_rows(&value.head, &value.rows);
    }
    for (id, proc) in rules.procs.iter() {
        all.proc(id, proc);
    }
    let mut rows = all.out;
    // what happens is met in the order of its steps
    rows.sort_by_cached_key(|(key, _)| folded(key));
    rows.into_iter().map(|(_, row)| row).collect()
}

struct All<'a> {
    files: &'a Files,
    rules: &'a Rules,
    graph: &'a Graph,
    /// What each belongs to, and the place.
    out: Vec<(String, HookRow)>,
}

/// What a rule does at something that happens, and the words for it.
const MOMENTS: [(&str, Moment); 3] = [("before", Moment::Before), ("after", Moment::After), ("instead of", Moment::Instead)];

impl All<'_> {
    /// What happens or is thrown: all of it, its cost, its needs and its steps.
    fn proc(&mut self, id: ProcId, proc: &Proc) {
        let sort = word(self.rules, proc);
        let head = (&proc.head, sort);
        if let ProcKind::Manner(manner) = &proc.kind {
            self.changed("on", head, &Hook::Proc(id));
            self.named_rows(&proc.head, &manner.rows);
            return;
        }
        let thrown = if let ProcKind::Chance(chance) = &proc.kind { Some(chance) } else { None };
        if let Some(chance) = thrown {
            self.changed("on", head, &Hook::Proc(id));
            self.named_rows(&proc.head, &chance.rows);
        }
        if matches!(proc.kind, ProcKind::Action(_)) {
            self.changed("on cost of", (&proc.head, "cost"), &Hook::Cost(id));
            self.forbidden(id, head);
        }
        for (word, moment) in MOMENTS {
            let can = match moment {
                Moment::Before => true,
                Moment::After => proc.kind != ProcKind::Opening,
                _ => proc.kind != ProcKind::Opening && thrown.is_none(),
            };
            if can {
                self.moment(word, moment, head, (Hook::Proc(id), None));
            }
        }
        self.rows_of(&proc.head, proc.needs.iter().map(|n| &n.line));
        for step in &proc.steps {
            let Some(name) = step.line.name else { continue };
            let hook = Hook::Step(id, name);
            for (word, moment) in MOMENTS {
                self.moment(word, moment, (&proc.head, "step"), (hook.clone(), Some((name, step.line.at))));
            }
            let write = format!("skip step {} of {}", self.text(name), self.name(&proc.head));
            let met = self.met(&hook, |moment, body| moment == Moment::On && matches!(body, Body::Skip | Body::Also(_)));
            self.put(&proc.head, write, "step", step.line.at, met);
        }
    }

    /// A condition, as which somebody counts.
    fn condition(&mut self, id: ValueId, head: &Head, (first, rest): (&Role, &[Role])) {
        let met = self.met(&Hook::Value(id), |moment, _| moment == Moment::On);
        let who = self.rules.locals.get(first.local).map_or_else(String::new, |l| self.kind(l.ty));
        let others = Head { roles: rest.to_vec(), ..head.clone() };
        self.put(&others, format!("any {who} counts as {}", self.name(head)), "condition", head.line.at, met);
    }

    /// A quantity or throw, which is changed.
    fn changed(&mut self, word: &str, (head, sort): (&Head, &str), hook: &Hook) {
        let met = self.met(hook, |moment, _| moment == Moment::On);
        self.put(head, format!("{word} {}", self.name(head)), sort, head.line.at, met);
    }

    /// Something that happens, or a step of it, at a moment.
    fn moment(&mut self, word: &str, moment: Moment, (head, sort): (&Head, &str), (hook, step): (Hook, Option<(Sym, At)>)) {
        let at = step.map_or(head.line.at, |s| s.1);
        let name = self.name(head);
        let write = step.map_or_else(|| format!("{word} {name}"), |(s, _)| format!("{word} step {} of {name}", self.text(s)));
        let met = self.met(&hook, |m, _| m == moment);
        self.put(head, write, sort, at, met);
    }

    /// An action, which can be forbidden.
    fn forbidden(&mut self, id: ProcId, (head, sort): (&Head, &str)) {
        let lines = self.graph.forbids_of(id).iter().filter_map(|s| s.of(self.rules)).map(|(f, _)| f.rule);
        let met = self.called(lines);
        self.put(head, format!("may not {}", self.name(head)), sort, head.line.at, met);
    }

    /// The rows of a value or throw that have a name, which can be ignored.
    fn named_rows(&mut self, head: &Head, rows: &[OwnRow]) {
        self.rows_of(head, rows.iter().map(|r| &r.line));
    }

    fn rows_of<'l>(&mut self, head: &Head, lines: impl Iterator<Item = &'l Line>) {
        for line in lines {
            let Some(name) = line.name else { continue };
            let met = self.met(&Hook::Row(name), |_, body| matches!(body, Body::Ignore));
            self.put(head, format!("ignore {}", written(&self.text(name))), "row", line.at, met);
        }
    }

    fn put(&mut self, head: &Head, write: String, sort: &str, at: At, met_by: Vec<String>) {
        let place = place(self.files, at.span());
        let file = place.as_ref().and_then(|p| p.file.rsplit('/').next()).unwrap_or("");
        let cites: Vec<String> = head.line.cites.iter().map(|c| self.text(*c)).collect();
        let about = format!("{file} {} {}", cites.join(" "), remark(self.files, at));
        let row = HookRow { write, sort: sort.to_owned(), blanks: self.blanks(head), place, met_by, about };
        let of = self.text(head.name);
        // rows that a kind shares stand below each of it, and are met by one name
        if !self.out.iter().any(|(_, r)| *r == row) {
            self.out.push((of, row));
        }
    }

    /// The rules that meet a hook in a way.
    fn met(&self, hook: &Hook, wanted: impl Fn(Moment, &Body) -> bool) -> Vec<String> {
        let lines = self.graph.on(hook).iter().filter_map(|m| Some((m.attach, m.of(self.rules)?)));
        let fit: BTreeSet<AttachId> = lines.filter(|(_, (a, m))| wanted(a.moment, &m.body)).map(|(id, _)| id).collect();
        self.called(fit.iter().filter_map(|a| self.rules.attaches.get(*a)).map(|a| a.rule))
    }

    /// Rules by their names, each once; what nobody carries is of the game.
    fn called(&self, rules: impl Iterator<Item = Option<RuleId>>) -> Vec<String> {
        let name = |r: Option<RuleId>| r.and_then(|r| self.rules.rules.get(r)).map_or_else(|| "the game".into(), |r| self.text(r.name));
        let mut all: Vec<String> = rules.map(name).collect();
        all.sort();
        all.dedup();
        all
    }

    /// The blanks of a head, such as `by unit at unit (the target)`.
    fn blanks(&self, head: &Head) -> String {
        let one = |prep: &str, local: LocalId| {
            let Some(l) = self.rules.locals.get(local) else { return prep.to_owned() };
            let (kind, word) = (self.kind(l.ty), self.text(l.word));
            match (prep, kind.as_str()) {
                (_, "") | ("for", "number") => format!("{prep} {word}"),
                (_, same) if same == word => format!("{prep} {word}"),
                ("for", measure) => format!("for {word} in {measure}"),
                _ => format!("{prep} {kind} (the {word})"),
            }
        };
        head.roles.iter().map(|r| one(r.prep.word(), r.local)).collect::<Vec<_>>().join(" ")
    }

    /// The word for what fills a blank; empty where its own word says it.
    fn kind(&self, ty: Ty) -> String {
        match ty {
            Ty::Thing(kind) | Ty::Row(kind) => self.rules.kinds.get(kind).map_or_else(String::new, |k| self.text(k.word)),
            Ty::Number(Measure::Inches) => "inches".into(),
            Ty::Number(_) => "number".into(),
            _ => String::new(),
        }
    }

    /// How a rule names what has this head.
    fn name(&self, head: &Head) -> String {
        written(&self.text(head.name))
    }

    fn text(&self, name: Sym) -> String {
        self.rules.names.text(name).to_owned()
    }
}

/// The word that something which happens is declared with.
pub fn word<'a>(rules: &'a Rules, proc: &Proc) -> &'a str {
    match &proc.kind {
        ProcKind::Procedure | ProcKind::Opening => "procedure",
        ProcKind::Phase => "phase",
        ProcKind::Turn => "turn",
        ProcKind::Manner(_) => "manner",
        ProcKind::Action(kind) | ProcKind::Card(kind) => rules.kinds.get(*kind).map_or("action", |k| rules.names.text(k.word)),
        ProcKind::Chance(chance) => match chance.kind {
            ChanceKind::Pool { .. } => "pool",
            ChanceKind::Check { .. } => "check",
            ChanceKind::Opposed { .. } => "opposed",
            ChanceKind::Roll(_) | ChanceKind::Error => "roll",
        },
    }
}
