//! Descriptions: `an enemy unit within 6" of it`.

use super::clause::pair;
use super::english::{CLOSE, a, label, list, plural};
use super::noun::loose;
use super::throw::end;
use super::words::Words;
use crate::hir::walk::Walk;
use crate::hir::{Expr, ExprKind, LocalId, Quality, Sel, Target, Test, Ty};
use crate::speech::Voice;

/// How a description begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum As {
    /// `a unit`
    A,
    /// `the unit`
    The,
    /// `units`
    Many,
    /// `the units`
    All,
    /// `unit`
    Bare,
    /// `each unit`
    Each,
    /// `any unit`
    Any,
}

/// What a description says, sorted by where it stands.
#[derive(Default)]
struct Parts<'a> {
    before: Vec<String>,
    after: Vec<String>,
    /// What is asked behind `where`.
    facts: Vec<&'a Expr>,
    /// What it is not.
    nots: Vec<String>,
    /// What it is, behind `that is`.
    thats: Vec<String>,
    wheres: Vec<String>,
}

impl Voice<'_> {
    /// A description: `an enemy unit within 6" of it`.
    #[must_use]
    pub fn sel(&self, s: &Sel) -> String {
        self.sel_as(s, As::A)
    }

    /// A description as it is wanted. Of its word nothing is said later.
    #[must_use]
    pub fn sel_as(&self, s: &Sel, how: As) -> String {
        // of many, none is meant
        if !self.has_its_name(s) || matches!(how, As::Many | As::All) && !self.speaks_of_its_kind(s) {
            return self.speaking_of(s, None, || self.description(s, how, None));
        }
        if !self.speaks_of_its_kind(s) {
            let (plain, called) = self.speaking_of(s, None, || (self.description(s, how, None), self.word(s.var)));
            // where nothing calls it so, the name would be one more word to keep in mind
            if !plain.contains(&called) {
                return plain;
            }
        }
        let before = self.call(s.var, String::new());
        let said = self.described(s, how);
        self.recall(s.var, before);
        said
    }

    /// A description of what is called so from here on, and in it already.
    pub(in crate::speech) fn sel_called(&self, s: &Sel, phrase: &str) -> String {
        let before = self.call(s.var, phrase);
        let said = self.description(s, As::A, None);
        self.recall(s.var, before);
        said
    }

    /// Whether a description has a name of its own.
    pub(in crate::speech) fn has_its_name(&self, s: &Sel) -> bool {
        let word = self.rules.locals.get(s.var).map(|l| self.name(l.word));
        word.is_some_and(|word| word != self.kind(s.kind) && word != "it")
    }

    /// Whether a description speaks of another of its kind: who is meant is heard by its name alone.
    fn speaks_of_its_kind(&self, s: &Sel) -> bool {
        let of_its_kind = |l: LocalId| self.rules.locals.get(l).is_some_and(|l| l.ty == Ty::Thing(s.kind));
        let mut words = Words::default();
        s.tests.iter().filter(|t| matches!(t, Test::Where(_))).for_each(|t| words.test(t));
        words.others().any(|l| l != s.var && of_its_kind(l))
    }

    /// A description whose word is used afterwards, `an enemy unit, the foe`; the word is called so from here on.
    #[must_use]
    pub fn described(&self, s: &Sel, how: As) -> String {
        let (kind, word) = (self.kind(s.kind), self.rules.locals.get(s.var).map_or_else(String::new, |l| self.name(l.word)));
        // it hides what was called so before
        let phrase = format!("the {word}");
        self.call(s.var, phrase.clone());
        let called = (word != kind).then_some(phrase);
        self.description(s, how, called.as_deref())
    }

    /// Says something in which the word of a description is known, as `that unit`, of which `more` speaks too.
    pub fn speaking_of<T>(&self, s: &Sel, more: Option<&Expr>, say: impl FnOnce() -> T) -> T {
        let mut words = Words::default();
        words.sel(s);
        more.iter().for_each(|e| words.expr(e));
        let others: Vec<String> = words.others().map(|l| self.word(l)).collect();
        let phrase = free_phrase(&self.kind(s.kind), |p| others.iter().any(|o| o == p));
        let before = self.call(s.var, phrase);
        let said = say();
        self.recall(s.var, before);
        said
    }

    /// A description of what belongs to `it`, without that: who says it says `its`. None if it says of nothing, or of
    /// something else, that it is of that.
    pub(super) fn its_own(&self, s: &Sel) -> Option<Sel> {
        self.owned(s).filter(|(owner, _)| owner == "it").map(|(_, own)| own)
    }

    /// Whose something is, if that is somebody known, and its description without that.
    pub(super) fn owned(&self, s: &Sel) -> Option<(String, Sel)> {
        let of = |t: &Test| match t {
            Test::Of(e) if !self.rules.is_gathered(e.ty) && matches!(*e.kind, ExprKind::Local(_)) => Some(self.noun(e)),
            _ => None,
        };
        let at = s.tests.iter().position(|t| of(t).is_some())?;
        let mut tests = s.tests.clone();
        let owner = of(&tests.remove(at))?;
        Some((owner, Sel { tests, ..s.clone() }))
    }

    fn description(&self, s: &Sel, how: As, called: Option<&str>) -> String {
        let many = matches!(how, As::Many | As::All);
        if let Some(own) = self.its_own(s).filter(|_| many || how == As::The) {
            return format!("its {}", self.description(&own, if many { As::Many } else { As::Bare }, called));
        }
        let Sel { kind, var: _, tests, at: _ } = s;
        let mut parts = Parts::default();
        for t in tests {
            self.sort(t, s, &mut parts);
        }
        // `that` speaks of the word right before it: behind others the one that is meant is named, unless `are` says that
        // many are
        let whole = |part: &String| !part.contains(',');
        let near = called.is_none() && (parts.after.is_empty() || many && parts.after.iter().all(whole));
        // and `whose` speaks of no place
        let whose = near || called.is_none() && parts.after.iter().all(|part| part.starts_with("in ") && !part.contains(','));
        for not in std::mem::take(&mut parts.nots) {
            // of a name of several words `non-` would be heard of the first
            if near && not.contains(' ') {
                parts.thats.push(format!("that {} not {not}", if many { "are" } else { "is" }));
            } else {
                parts.before.push(format!("non-{not}"));
            }
        }
        let heard = |e: &Expr| near && self.said_of_it(e, s, many).is_some() || whose && self.had_by_it(e, s).is_some();
        let facts = std::mem::take(&mut parts.facts).into_iter().flat_map(|e| match &*e.kind {
            ExprKind::And(all) if all.iter().all(heard) => all.iter().collect(),
            _ => vec![e],
        });
        for e in facts {
            match (self.said_of_it(e, s, many).filter(|_| near), self.had_by_it(e, s).filter(|_| whose)) {
                (Some(rest), _) => parts.thats.push(format!("that {rest}")),
                (None, Some(rest)) => parts.thats.push(format!("whose {rest}")),
                (None, None) => match self.done_to_it(e, s).or_else(|| self.has_it(e, s, many)).filter(|_| near) {
                    Some(which) => parts.thats.push(which),
                    None => parts.wheres.push(self.where_clause(e)),
                },
            }
        }
        // of several names before a noun, one that begins as the end of a sentence does would be heard of the name before it
        while near
            && parts.before.len() > 1
            && let Some(i) = parts.before.iter().position(|name| trails(name))
        {
            parts.thats.insert(0, format!("that {} {}", if many { "are" } else { "is" }, parts.before.remove(i)));
        }
        let kind = self.kind(*kind);
        parts.before.push(if many { plural(&kind) } else { kind });
        let text = parts.before.join(" ");
        let mut text = match how {
            As::A => a(&text),
            As::The | As::All => format!("the {text}"),
            As::Many | As::Bare => text,
            As::Each => format!("each {text}"),
            As::Any => format!("any {text}"),
        };
        let mut open = false;
        for part in parts.after {
            // what describes something else ends with a comma
            text = format!("{text}{}{part}", if open { ", " } else { " " });
            open = open || far_reaching(&part);
        }
        if let Some(phrase) = called {
            text = format!("{text}, {phrase}{CLOSE}");
        } else if open && !parts.wheres.is_empty() {
            text.push(',');
        }
        for (i, that) in parts.thats.iter().enumerate() {
            let and = if i == 0 { "" } else { " and" };
            text = format!("{text}{and} {that}");
        }
        for (i, w) in parts.wheres.iter().enumerate() {
            text.push_str(if i == 0 && parts.thats.is_empty() { " where " } else { " and where " });
            text.push_str(w);
        }
        text
    }

    fn sort<'a>(&self, t: &'a Test, s: &Sel, parts: &mut Parts<'a>) {
        match t {
            Test::Is(any, none) => {
                let of: Vec<&Quality> = any.iter().filter(|q| !is_clause(q, s)).collect();
                match (of.len() == any.len(), none) {
                    (true, false) => parts.before.push(list(&any.iter().map(|q| self.quality(q)).collect::<Vec<_>>(), "or")),
                    (true, true) if any.len() == 1 => parts.nots.extend(any.iter().map(|q| self.quality(q))),
                    _ => parts.wheres.push(self.is_what(&self.word(s.var), any, *none)),
                }
            }
            Test::Enemy(viewer) if self.is_viewer(viewer) => parts.before.push("enemy".to_owned()),
            Test::Friendly(viewer) if self.is_viewer(viewer) => parts.before.push("friendly".to_owned()),
            Test::Other(viewer) if self.is_viewer(viewer) => parts.before.push("other".to_owned()),
            // `within 6" of the unit` says other than whom
            Test::OtherThan(one) if s.tests.iter().any(|t| is_about(t, one)) => parts.before.insert(0, "other".to_owned()),
            Test::With(any, none) if any.iter().any(|q| is_clause(q, s)) => {
                let said = self.is_what(&self.word(s.var), any, *none);
                parts.wheres.push(format!("it is said of it that {said}"));
            }
            Test::Where(e) => parts.facts.push(e),
            Test::Enemy(_)
            | Test::Friendly(_)
            | Test::Other(_)
            | Test::Of(_)
            | Test::In(_)
            | Test::InGround(_)
            | Test::InDeck(_)
            | Test::InHand(_)
            | Test::Within(..)
            | Test::Touching(..)
            | Test::SeenBy(..)
            | Test::OtherThan(_)
            | Test::With(..)
            | Test::Carrying(_)
            | Test::InSpot(..)
            | Test::Most(..)
            | Test::Nearest(..) => parts.after.push(self.relative(t, s)),
        }
    }

    fn relative(&self, t: &Test, s: &Sel) -> String {
        match t {
            Test::Is(any, none) | Test::With(any, none) => {
                let no = if *none { "no " } else { "" };
                format!("with {no}{}", list(&any.iter().map(|q| self.quality(q)).collect::<Vec<_>>(), "or"))
            }
            Test::Enemy(viewer) => format!("hostile to {}", self.noun(viewer)),
            Test::Friendly(viewer) => format!("friendly to {}", self.noun(viewer)),
            Test::Other(viewer) => format!("besides {}", self.noun(viewer)),
            Test::Of(e) => format!("{} {}", if self.rules.is_gathered(e.ty) { "in" } else { "of" }, self.noun(e)),
            Test::In(e) => format!("in {}", self.noun(e)),
            Test::InGround(t) => format!("in {}", self.rules.terrains.get(*t).map_or_else(String::new, |t| self.name(t.name))),
            Test::InDeck(d) => format!("with a card in {}", self.pile(d)),
            Test::InHand(l) => format!("among {}", self.word(*l)),
            Test::Within(far, target, not) => format!("{}{}", if *not { "not " } else { "" }, self.near(far, target)),
            Test::Touching(target, not) => format!("{}touching {}", if *not { "not " } else { "" }, self.target(target)),
            Test::SeenBy(e, not) => format!("{}seen by {}", if *not { "not " } else { "" }, self.noun(e)),
            Test::OtherThan(e) => format!("other than {}", self.noun(e)),
            Test::Carrying(e) => format!("carrying {}", self.noun(e)),
            Test::InSpot(spot, from) => self.placed_at(*spot, from),
            Test::Where(e) => format!("where {}", self.where_clause(e)),
            Test::Most(which, e) => match self.own_name(e, s) {
                Some(name) => format!("with the {} {name}", end(*which)),
                None => format!("with the {} result of {}", end(*which), self.held(e)),
            },
            Test::Nearest(e, far) => format!("{} {}", if *far { "furthest from" } else { "nearest to" }, self.noun(e)),
        }
    }

    /// What a question says of the one that is described, or of many, if it speaks of it only at its beginning: `is Tired`.
    fn said_of_it(&self, e: &Expr, s: &Sel, many: bool) -> Option<String> {
        let rest = self.plainly_said_of_it(e, s)?;
        let of_many = |rest: &str| match rest.strip_prefix("is ") {
            Some(what) => format!("are {what}"),
            None => rest.replacen("touches ", "touch ", 1),
        };
        Some(if many { of_many(&rest) } else { rest })
    }

    /// What a plain fact says of the one that is described: `is Tired`, `is within 6" of it`, `touches it`.
    pub(super) fn plainly_said_of_it(&self, e: &Expr, s: &Sel) -> Option<String> {
        let asked = if let ExprKind::Not(inner) = &*e.kind { inner } else { e };
        let plain = matches!(
            *asked.kind,
            ExprKind::Ask(..)
                | ExprKind::Is(..)
                | ExprKind::Within(..)
                | ExprKind::Touches(..)
                | ExprKind::OffBoard(_)
                | ExprKind::InPlay(_)
                | ExprKind::InGround(..)
        );
        if !plain {
            return None;
        }
        let (text, word) = (self.where_clause(e), self.word(s.var));
        let rest = text.strip_prefix(&word)?.strip_prefix(' ')?;
        let plain = rest.starts_with("is ") || rest.starts_with("touches ");
        (plain && !rest.contains(&word)).then(|| rest.to_owned())
    }

    /// What a comparison says of something that the one that is described has: `Score is 3`.
    fn had_by_it(&self, e: &Expr, s: &Sel) -> Option<String> {
        if matches!(*e.kind, ExprKind::And(_) | ExprKind::Or(_) | ExprKind::If(..)) {
            return None;
        }
        let (text, word) = (self.where_clause(e), self.word(s.var));
        let rest = text.strip_prefix(&word)?.strip_prefix("'s ")?;
        (!rest.contains(&word)).then(|| rest.to_owned())
    }

    /// What the one that is described has, if that is asked: `that has a Tired model`.
    fn has_it(&self, e: &Expr, s: &Sel, many: bool) -> Option<String> {
        if !matches!(*e.kind, ExprKind::Exists(..) | ExprKind::HasAny(..)) {
            return None;
        }
        let (text, word) = (self.where_clause(e), self.word(s.var));
        let rest = text.strip_prefix(&word)?.strip_prefix(" has ")?;
        (!rest.contains(&word)).then(|| format!("that {} {rest}", if many { "have" } else { "has" }))
    }

    /// What a condition says of somebody else with the one that is described at its end: `in which the squad is Safe`.
    fn done_to_it(&self, e: &Expr, s: &Sel) -> Option<String> {
        if !matches!(*e.kind, ExprKind::Ask(..)) {
            return None;
        }
        let (text, word) = (self.where_clause(e), self.word(s.var));
        let (rest, prep) = text.strip_suffix(&word)?.trim_end().rsplit_once(' ')?;
        let plain = matches!(prep, "in" | "at" | "against" | "from" | "with" | "to" | "under") && !rest.contains(&word);
        plain.then(|| format!("{prep} which {rest}"))
    }

    /// What is asked behind `where`: several questions are held together where they could not be heard apart.
    fn where_clause(&self, e: &Expr) -> String {
        // behind a noun, `it` would be heard of that
        let calls = self.calls();
        for local in calls.iter().filter(|(_, phrase)| *phrase == "it").map(|(local, _)| *local) {
            self.recall(local, None);
        }
        let text = self.clause(e);
        self.recall_all(calls);
        let apart = match pair(e, false) {
            // three or more are heard as a list
            Some("both") => text.contains(", and ") && matches!(&*e.kind, ExprKind::And(all) if all.len() == 2),
            Some(_) => text.contains(", or "),
            None => false,
        };
        match pair(e, false) {
            Some(word) if apart => format!("{word} {text}"),
            _ => text,
        }
    }

    /// What something can be, as a name. One that begins with an article stands in quotation marks, or it would be heard as
    /// what follows that article.
    #[must_use]
    pub fn quality(&self, q: &Quality) -> String {
        let name = self.quality_name(q);
        if name.starts_with("The ") { label(&name) } else { name }
    }

    fn quality_name(&self, q: &Quality) -> String {
        let r = self.rules;
        match q {
            Quality::State(s) => r.states.get(*s).map_or_else(String::new, |s| self.name(s.name)),
            // a tag is of one column, of which it has the name
            Quality::Tagged(s, column) => {
                let (tag, column) = (r.states.get(*s).map(|s| s.name), r.columns.get(*column).map(|c| c.name));
                let same = tag.zip(column).is_some_and(|(a, b)| r.names.same(a, b));
                let tag = tag.map_or_else(String::new, |t| self.name(t));
                column.filter(|_| !same).map_or_else(|| tag.clone(), |c| format!("{tag} by {}", self.name(c)))
            }
            Quality::Rule(id) => r.rules.get(*id).map_or_else(String::new, |x| self.name(x.name)),
            Quality::Condition(v, _) => r.values.get(*v).map_or_else(String::new, |v| self.name(v.head.name)),
            Quality::Row(id) => r.rows.get(*id).map_or_else(String::new, |x| self.name(x.name)),
            Quality::Ground(t) => r.terrains.get(*t).map_or_else(String::new, |t| self.name(t.name)),
            Quality::Same(e) => self.noun(e),
            Quality::Error => "what could not be read".to_owned(),
        }
    }
}

/// Whether a description says where things are from one and the same.
fn is_about(t: &Test, one: &Expr) -> bool {
    match t {
        Test::Within(_, Target::One(e), _) | Test::Touching(Target::One(e), _) => e.kind == one.kind,
        _ => false,
    }
}

/// Whether a name begins as what stands at the end of a sentence does: `In Contact`.
pub(in crate::speech) fn trails(name: &str) -> bool {
    const ENDS: &[&str] =
        &["At ", "Behind ", "By ", "For ", "From ", "In ", "Into ", "Off ", "On ", "Out ", "To ", "Under ", "With ", "Without "];
    ENDS.iter().any(|word| name.starts_with(word))
}

/// Whether what follows could be heard as said of something within it.
fn far_reaching(part: &str) -> bool {
    loose(part) || [" within ", " touching ", " with ", " of a ", " of an ", " nearest "].iter().any(|w| part.contains(w))
}

/// A way to point at one of a kind that nothing else is called by here.
fn free_phrase(kind: &str, taken: impl Fn(&str) -> bool) -> String {
    let all = ["that", "that other", "the third", "the fourth", "the fifth", "the sixth"];
    let mut phrases = all.iter().map(|w| format!("{w} {kind}"));
    phrases.find(|p| !taken(p)).unwrap_or_else(|| format!("the last {kind}"))
}

/// Whether a quality says more than its name.
fn is_clause(q: &Quality, s: &Sel) -> bool {
    match q {
        Quality::Condition(_, args) => args.len() != 1 || !args.iter().all(|a| matches!(*a.kind, ExprKind::Local(l) if l == s.var)),
        Quality::State(_)
        | Quality::Rule(_)
        | Quality::Row(_)
        | Quality::Tagged(..)
        | Quality::Ground(_)
        | Quality::Same(_)
        | Quality::Error => false,
    }
}
