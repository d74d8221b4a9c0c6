//! A declaration in sentences, with everything that meets it spliced in at the right place.

use super::meeting::{Comer, Meetings};
use crate::graph::{Row, Splice};
use crate::hir::{Hook, ProcId, RuleId, Rules};
use crate::intern::Sym;
use crate::source::At;
use crate::speech::{Part, Piece, Speech, What, pieces, said_ban, said_line, said_terms};

/// A line of the woven view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// How far it is indented.
    pub depth: usize,
    /// The sentence.
    pub text: String,
    /// Where it stands.
    pub at: At,
    /// The clauses that it carries out.
    pub cites: Vec<Sym>,
    /// The rule that puts it there, if it is not a line of its own.
    pub from: Option<String>,
}

/// What is needed to weave.
pub struct Loom<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// What meets what.
    pub meetings: Meetings<'a>,
}

impl Loom<'_> {
    /// A declaration with all that meets it.
    #[must_use]
    pub fn weave(&self, part: &Part) -> Vec<Thread> {
        let mut out = Vec::new();
        match &part.what {
            Some(What::Proc(id)) => self.proc(*id, &mut out),
            Some(what @ What::Value(id)) => {
                if let Some((head, rows)) = pieces(self.rules, what) {
                    own(&head, 0, None, &mut out);
                    for (piece, said) in rows {
                        own(&said, 1, None, &mut out);
                        if let Piece::Row(n) = piece {
                            self.splice(&self.meetings.offs(Row::OfValue(*id, n)), 2, &mut out);
                        }
                    }
                }
                self.splice(&self.meetings.changes(*id), 1, &mut out);
            }
            Some(What::Rule(id)) => self.rule(*id, &part.speech, &mut out),
            _ => own(&part.speech, 0, None, &mut out),
        }
        out
    }

    fn proc(&self, id: ProcId, out: &mut Vec<Thread>) {
        let Some((head, parts)) = pieces(self.rules, &What::Proc(id)) else { return };
        own(&head, 0, None, out);
        self.splice(&self.meetings.before(id), 1, out);
        let mut priced = false;
        if !parts.iter().any(|(p, _)| *p == Piece::Cost) {
            self.splice(&self.meetings.price(id), 1, out);
        }
        let thrown = self.rules.procs.get(id).is_some_and(|p| p.rows().is_some());
        for (piece, said) in parts {
            match piece {
                Piece::Step(step) => {
                    self.splice(&self.meetings.at_step(id, step, &[Splice::Before]), 1, out);
                    own(&said, 1, None, out);
                    self.splice(&self.meetings.at_step(id, step, &[Splice::Instead, Splice::Skip, Splice::Also]), 2, out);
                    self.splice(&self.meetings.at_step(id, step, &[Splice::After]), 1, out);
                }
                Piece::Cost => {
                    own(&said, 1, None, out);
                    if !priced {
                        self.splice(&self.meetings.price(id), 2, out);
                        priced = true;
                    }
                }
                Piece::Need(n) => {
                    own(&said, 1, None, out);
                    self.splice(&self.meetings.offs(Row::Need(id, n)), 2, out);
                }
                Piece::Row(n) => {
                    own(&said, 1, None, out);
                    if thrown {
                        self.splice(&self.meetings.offs(Row::OfThrow(id, n)), 2, out);
                    }
                }
                Piece::Other => own(&said, 1, None, out),
            }
        }
        self.splice(&self.meetings.whole(id), 1, out);
        self.splice(&self.meetings.after(id), 1, out);
    }

    /// A rule, and below each of its lines what it meets.
    fn rule(&self, id: RuleId, speech: &Speech, out: &mut Vec<Thread>) {
        let mut met: Vec<(At, What)> = Vec::new();
        let lines = self.rules.attaches.iter().filter(|(_, a)| a.rule == Some(id)).map(|(_, a)| (a.line.at, &a.meets));
        let bans = self.rules.forbids.iter().filter(|f| f.rule == Some(id)).map(|f| (f.line.at, &f.meets));
        for (at, meets) in lines.chain(bans) {
            for m in meets {
                let hook = m.within.as_ref().unwrap_or(&m.hook);
                let what = match hook {
                    Hook::Value(v) => What::Value(*v),
                    Hook::Cost(p) | Hook::Proc(p) | Hook::Step(p, _) => What::Proc(*p),
                    Hook::Rule(r) => What::Rule(*r),
                    Hook::Row(_) | Hook::Coming => continue,
                };
                if !met.iter().any(|(a, w)| a.span() == at.span() && *w == what) {
                    met.push((at, what));
                }
            }
        }
        let alone = speech.lines.len() == 1;
        for (i, line) in speech.lines.iter().enumerate() {
            out.push(Thread { depth: line.depth, text: line.text.clone(), at: line.at, cites: line.cites.clone(), from: None });
            // what belongs to a line stands below it, and then what it meets
            let next = speech.lines.get(i + 1).map(|l| l.at.span());
            let last = next.is_none_or(|n| n.start < line.at.span().start || n.start >= line.at.span().end);
            let of = |at: &At| alone || last && at.span().start <= line.at.span().start && line.at.span().start < at.span().end;
            let here: Vec<&What> = met.iter().filter(|(at, _)| of(at)).map(|(_, w)| w).collect();
            for what in here {
                self.meets(what, line.depth + 1, out);
            }
            met.retain(|(at, _)| !of(at));
        }
        for (_, what) in met {
            self.meets(&what, 1, out);
        }
    }

    /// The first sentence of what is met.
    fn meets(&self, what: &What, depth: usize, out: &mut Vec<Thread>) {
        let head = match pieces(self.rules, what) {
            Some((head, _)) => head,
            None => crate::speech::say(self.rules, what),
        };
        if let Some(l) = head.lines.first() {
            out.push(Thread { depth, text: l.text.clone(), at: l.at, cites: l.cites.clone(), from: Some("meets".into()) });
        }
    }

    fn splice(&self, met: &[Comer], depth: usize, out: &mut Vec<Thread>) {
        let mut named: Vec<Option<RuleId>> = Vec::new();
        for comer in met {
            let rule = self.meetings.rule_of(*comer);
            let from = self.called(rule);
            if let Some(id) = rule.filter(|_| !named.contains(&rule)) {
                own(&said_terms(self.rules, id), depth, Some(&from), out);
            }
            named.push(rule);
            let said = match comer {
                Comer::Line(m) => said_line(self.rules, m.attach),
                Comer::Ban(shut) => said_ban(self.rules, shut.forbid as usize),
            };
            own(&said, depth, Some(&from), out);
            if matches!(comer, Comer::Line(m) if !self.switches(*m)) {
                self.splice(&self.meetings.offs_of(*comer), depth + 1, out);
            }
        }
    }

    /// Whether a line itself switches something off.
    fn switches(&self, met: crate::graph::Met) -> bool {
        met.of(self.rules).is_some_and(|(_, m)| matches!(m.body, crate::hir::Body::Ignore | crate::hir::Body::Mute))
    }

    fn called(&self, rule: Option<RuleId>) -> String {
        let names = &self.rules.names;
        match rule.and_then(|r| self.rules.rules.get(r)) {
            Some(r) => format!("{} {}", names.text(r.word), names.text(r.name)),
            None => "the game".into(),
        }
    }
}

/// Lines as they are.
fn own(said: &Speech, depth: usize, from: Option<&str>, out: &mut Vec<Thread>) {
    let thread = |l: &crate::speech::Spoken| Thread {
        depth: depth + l.depth,
        text: l.text.clone(),
        at: l.at,
        cites: l.cites.clone(),
        from: from.map(str::to_owned),
    };
    out.extend(said.lines.iter().map(thread));
}
