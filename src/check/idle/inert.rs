//! Rules given to those for whom nothing that they say can ever hold: by what they are, and by what they carry.

use super::super::holds::holds;
use super::super::names::names;
use super::super::{Whole, spoilt};
use super::armed::carried;
use super::bearers::is_entry;
use crate::ast::{Decl, DeclKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Carrier, Expr, ExprKind, Fill, LocalId, Meeting, Quality, RuleId, Rules, StateKind};
use crate::intern::{KeyId, Sym};
use crate::source::Span;

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let others = whole.decls.iter().filter(|d| !is_entry(whole, d) && !matches!(*d.kind, DeclKind::Test(_) | DeclKind::Situation(_)));
    let given: Vec<Sym> = others.flat_map(carried).collect();
    let entries = whole.decls.iter().filter(|d| is_entry(whole, d));
    entries.flat_map(|d| Kit::of(whole.rules, d, &given).inert()).collect()
}

/// All that an entry speaks of: its units are and carry nothing else.
struct Kit<'a> {
    rules: &'a Rules,
    entry: &'a Decl,
    said: Vec<(Sym, Span)>,
    keys: Vec<KeyId>,
    /// What is given to carry by others than entries.
    given: &'a [Sym],
}

impl<'a> Kit<'a> {
    fn of(rules: &'a Rules, entry: &'a Decl, given: &'a [Sym]) -> Self {
        let said = names(entry).0;
        let keys = said.iter().map(|(n, _)| rules.names.key_of(*n)).collect();
        Self { rules, entry, said, keys, given }
    }

    fn inert(&self) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for (name, span) in &self.said {
            let rule = self.rules.rules.iter().find(|(_, r)| r.state.is_some() && self.rules.names.same(r.title, *name));
            let Some((id, missing)) = rule.and_then(|(id, _)| Some((id, self.missing(id)?))) else { continue };
            let title = self.rules.rules.get(id).map_or("", |r| self.rules.names.text(r.title));
            let missing = self.rules.names.text(missing);
            let whose = self.entry.kind.title().map_or("", |t| self.rules.names.text(t.name.sym));
            let d = Diagnostic::new(Code::Never, *span, format!("nothing that `{title}` says ever holds for `{whose}`"));
            let d = d.here(format!("it asks for `{missing}`, which none of them is or carries"));
            out.push(d.help("name another rule, or leave this one out"));
        }
        out
    }

    /// What they would have to be or carry for any line of a rule; none if one of its lines may hold.
    fn missing(&self, rule: RuleId) -> Option<Sym> {
        let brings = self.rules.rules.get(rule).is_some_and(|r| !r.brings.is_empty());
        if brings || self.rules.forbids.iter().any(|f| f.rule == Some(rule)) {
            return None;
        }
        let attaches = self.rules.attaches.all().iter().filter(|a| a.rule == Some(rule));
        let mut first = None;
        for attach in attaches {
            for meeting in &attach.meets {
                let asked = holds(self.rules, attach.rule, attach.lasting, meeting);
                if attach.lasting.is_some() || spoilt::any(&asked) {
                    return None;
                }
                let mine = Mine::of(meeting);
                let missing = asked.iter().find_map(|e| self.barred(&mine, e))?;
                first = first.or(Some(missing));
            }
        }
        first
    }

    /// What somebody would have to be or carry for this to be so, if none of them is or does.
    fn barred(&self, mine: &Mine<'_>, e: &Expr) -> Option<Sym> {
        match &*e.kind {
            ExprKind::And(list) => list.iter().find_map(|e| self.barred(mine, e)),
            ExprKind::Is(who, list) if mine.is(who) => {
                let mut first = None;
                for quality in list {
                    first = first.or(Some(self.lacks(quality)?));
                }
                first
            }
            ExprKind::Same(who, what) if mine.tool(who) => match *what.kind {
                ExprKind::Row(row) => {
                    let row = self.rules.rows.get(row)?;
                    let item = self.rules.kinds.get(row.kind).is_some_and(|k| !k.of.is_empty());
                    let given = self.given.iter().any(|g| self.rules.names.same(*g, row.name));
                    (item && !given && !self.says(row.name)).then_some(row.name)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A tag that none of them has.
    fn lacks(&self, quality: &Quality) -> Option<Sym> {
        let Quality::State(state) = quality else { return None };
        let state = self.rules.states.get(*state).filter(|s| s.kind == StateKind::Tag)?;
        (!self.says(state.name)).then_some(state.name)
    }

    fn says(&self, name: Sym) -> bool {
        self.keys.contains(&self.rules.names.key_of(name))
    }
}

/// What stands at a place for whoever carries the rule.
struct Mine<'m> {
    locals: Vec<LocalId>,
    exprs: Vec<&'m Expr>,
    /// What he does something with there.
    tools: Vec<LocalId>,
}

impl<'m> Mine<'m> {
    fn of(meeting: &'m Meeting) -> Self {
        let own = match meeting.carrier {
            Carrier::Blank(local) | Carrier::Each(local) => vec![local],
            Carrier::Nobody => Vec::new(),
        };
        let mut out = Self { locals: own, exprs: Vec::new(), tools: Vec::new() };
        for (i, blank) in meeting.blanks.iter().enumerate() {
            match &blank.fill {
                Fill::Me(_) => out.locals.push(blank.role),
                Fill::My(mine, _) => {
                    out.locals.push(blank.role);
                    out.exprs.push(mine);
                }
                Fill::Exactly(_) if i > 0 && matches!(meeting.blanks.first().map(|b| &b.fill), Some(Fill::Me(_) | Fill::My(..))) => {
                    out.tools.push(blank.role);
                }
                _ => {}
            }
        }
        out
    }

    fn is(&self, e: &Expr) -> bool {
        matches!(*e.kind, ExprKind::Local(l) if self.locals.contains(&l)) || self.exprs.iter().any(|m| m.kind == e.kind)
    }

    fn tool(&self, e: &Expr) -> bool {
        matches!(*e.kind, ExprKind::Local(l) if self.tools.contains(&l))
    }
}
