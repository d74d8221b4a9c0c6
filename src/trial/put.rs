//! Statements and questions of a test, put to the rules.

use super::run::{Outcome, Run};
use super::stage::Known;
use super::words::{unasked, unsound};
use crate::ast::{self, Part, StmtKind, Walk as _};
use crate::check::foregone;
use crate::diag::{Code, Diagnostic, any_error, nearest};
use crate::hir::{Block, Expr, KindBase, LocalId, Ty};
use crate::intern::Sym;
use crate::ir::{Key, ProcNo};
use crate::lower::{Snippet, snippet};
use crate::muster::may_gain;
use crate::resolve::{Asking, Scene};
use crate::source::Span;

/// A statement or question that a test puts to the rules.
#[derive(Clone, Copy, Debug)]
pub(super) enum Put<'w> {
    /// Statements to be done.
    Do(&'w ast::Block),
    /// A question; its answer is the result.
    Ask(&'w ast::Expr),
    /// A question that must be answered yes or no.
    Whether(&'w ast::Expr),
}

/// The same, resolved.
enum Meant {
    Done(Block),
    Asked(Expr),
}

impl Run<'_> {
    /// Adds what the test says to the program: the number of the procedure that does or asks it.
    pub fn compile(&mut self, put: Put<'_>, span: Span) -> Outcome<ProcNo> {
        let (meant, found) = self.resolve(put);
        self.sound(&found, span)?;
        if let (true, Put::Whether(_), Meant::Asked(e)) = (self.reads, put, &meant) {
            self.doubts.extend(foregone(&self.rules, e));
        }
        let fixed = self.known.iter().zip(&self.stand).map(|(k, l)| (*l, Some(k.value)));
        let known: Vec<(LocalId, Option<i64>)> = self.seen.iter().map(|s| (s.local, None)).chain(fixed).collect();
        let what = match &meant {
            Meant::Done(block) => Snippet::Do(block),
            Meant::Asked(e) => Snippet::Ask(e),
        };
        let labels = self.program().labels.len();
        // it grows by each statement, and is not copied
        let (lowered, id, found) = snippet(std::mem::take(&mut self.lowered), &self.rules, &known, what);
        self.lowered = lowered;
        let files = self.trial.book.files;
        self.lowered.say_limits(|at| files.slice(at.span()).to_owned());
        self.sound(&found, span)?;
        if let Put::Do(block) = put {
            self.look_ahead(block, id);
            self.deeds = deeds(block, |n| Key::new(self.text(n)));
            self.sound(unasked(&self.rules, self.program(), block, id, labels).as_slice(), span)?;
        }
        if !self.reads {
            may_gain(&self.lowered.program, &mut self.cast, id);
        }
        Ok(id)
    }

    /// Something that is done by its name.
    pub fn compile_deed(&mut self, deed: &ast::Do) -> Outcome<ProcNo> {
        let kind = Box::new(ast::StmtKind::Do(deed.clone()));
        let block = ast::Block(vec![ast::Stmt { kind, cites: Vec::new(), at: deed.at }]);
        self.compile(Put::Do(&block), deed.at.span())
    }

    fn resolve(&mut self, put: Put<'_>) -> (Meant, Vec<Diagnostic>) {
        let names = self.known.iter().zip(&self.stand).map(|(k, l)| (k.name, *l)).collect();
        let scene = Scene { names, words: self.seen.iter().map(|s| (s.word, s.local)).collect() };
        let asking = Asking::of(&mut self.rules, &scene);
        match put {
            Put::Do(block) => {
                let (block, found) = asking.block(block);
                (Meant::Done(block), found)
            }
            Put::Ask(e) => {
                let (e, found) = asking.question(e);
                (Meant::Asked(e), found)
            }
            Put::Whether(e) => {
                let (e, found) = asking.whether(e);
                (Meant::Asked(e), found)
            }
        }
    }

    /// Tells the first fault of what a test says.
    fn sound(&self, found: &[Diagnostic], span: Span) -> Outcome<()> {
        if !any_error(found) {
            return Ok(());
        }
        Err(found.first().map_or((span, String::new()), |d| {
            let told = unsound(self.trial.book.files, self.program(), d);
            self.unknown_here(d).map_or(told, |help| (d.span, format!("{}: {help}", d.message)))
        }))
    }

    /// What may be meant by a name that nothing has: a unit of the situation, unless another is nearly written so.
    fn unknown_here(&self, d: &Diagnostic) -> Option<String> {
        let written = self.trial.book.files.slice(d.span);
        let unknown = d.code == Code::Name && d.message == format!("there is no `{written}`") && d.labels.is_empty();
        let unit = |k: &&Known| matches!(k.ty, Ty::Thing(kind) if self.rules.kinds.get(kind).is_some_and(|k| k.base == KindBase::Group));
        let here: Vec<&str> = self.known.iter().filter(unit).map(|k| self.text(k.name)).collect();
        let (last, others) = here.split_last().filter(|_| unknown && here.len() <= FEW)?;
        let near = d.help.as_ref().and_then(|h| h.split('`').nth(1)).is_some_and(|meant| strsim::damerau_levenshtein(written, meant) <= 1);
        if let Some(turned) = here.iter().find_map(|unit| self.asked_of(written, unit)) {
            return Some(format!("write `{turned}`"));
        }
        match nearest(written, here.iter().copied()) {
            Some(meant) => Some(format!("did you mean `{meant}`?")),
            None if near => None,
            None if others.is_empty() => Some(format!("write `{last}`, the one unit of the situation, if it is meant")),
            None => Some(format!("name a unit of the situation: {} or {last}", others.join(", "))),
        }
    }
}

impl Run<'_> {
    /// `Band Nerve`, `Band Tired` and `Band Wave` said as they are asked and done.
    fn asked_of(&self, written: &str, unit: &str) -> Option<String> {
        let asked = written.strip_prefix(unit)?.strip_prefix(' ')?;
        let called = |name: Sym| self.text(name) == asked;
        let (rules, mut out) = (&self.rules, None);
        if rules.values.all().iter().any(|v| called(v.head.name)) || rules.counts.all().iter().any(|c| called(c.name)) {
            out = Some(format!("{asked} of {unit}"));
        } else if rules.states.all().iter().any(|s| called(s.name)) {
            out = Some(format!("{unit} is {asked}"));
        } else if rules.procs.all().iter().any(|p| called(p.head.name)) {
            out = Some(format!("{asked} by {unit}"));
        }
        out
    }
}

/// As many things of a situation as a message lists.
const FEW: usize = 12;

/// What some statements do by name, and where.
fn deeds(block: &ast::Block, key: impl Fn(Sym) -> Key) -> Vec<(Key, Span)> {
    let mut out = Vec::new();
    block.walk(&mut |part| {
        if let Part::Stmt(s) = part
            && let StmtKind::Do(deed) = &*s.kind
        {
            out.push((key(deed.call.name.name.sym), s.at.span()));
        }
    });
    out
}
