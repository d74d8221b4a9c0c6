//! Changes within a line of the parent's: a word of it, its end, its condition. The rest of the line stays as it was.

use super::body::Amending;
use super::cells::HasCells;
use super::line::{Known, alike, called, result};
use super::{amounts, nearby};
use crate::ast::{
    Block, Cell, Chain, DeclKind, Edit, EditOf, EditWhat, Expr, ExprKind, Guard, GuardTest, Item, ItemKind, Level, Link, MoveOption, Op,
    Part, PartMut, StmtKind, Walk, WalkMut,
};
use crate::diag::{Code, Diagnostic};
use crate::source::{At, Files};

impl Amending<'_> {
    /// Carries out one change within a line, or tells why it cannot be.
    pub fn edit(&mut self, edit: &Edit, line: &Item) {
        if let Some(was) = &line.was {
            let d = Diagnostic::new(Code::Place, was.whole.span(), "what stays as it was needs no `was`");
            self.fault(d.help("take it away; `for ... read ...` says what stands there"));
        }
        let (key, place) = match edit.of {
            EditOf::Whole => return self.edit_all(&edit.what, line),
            EditOf::Step(word) => (Known::Step(word.sym), word.at),
            EditOf::Row(name) => (Known::Name(self.names.key_of(name.sym)), name.at),
            EditOf::Result(what, at) => (result(&what), at),
        };
        let text = self.files.slice(place.span()).trim();
        // nothing says which of two would come first
        if matches!(edit.what, EditWhat::Then(_) | EditWhat::First(_)) {
            let once = Known::Place(format!("{key:?} {:?}", std::mem::discriminant(&edit.what)));
            if !self.first_time(&once, text, line.at) {
                return;
            }
        }
        let found = self.rows_of(&key, text);
        let Some(old) = found.first().and_then(|i| self.body().get(*i)).cloned() else {
            let d = Diagnostic::new(Code::Name, place.span(), format!("`{}` has no line `{text}`", self.name));
            let d = d.label(self.d.head.span(), super::PARENT);
            let known = self.known_names();
            let limit = self.limited(edit);
            let on_head = matches!(&*self.d.kind, DeclKind::Table(t) if !t.pairs.is_empty());
            return self.fault(match nearby::meant(text, known.iter().map(String::as_str)) {
                _ if on_head => d.help(format!("its lines stand behind its head: write `{}`", self.pair_behind_head(text, &edit.what))),
                _ if limit.is_some() => d.help(limit.unwrap_or_default()),
                None if known.is_empty() => d.help("name what it has"),
                Some(meant) => d.help(format!("did you mean `{meant}`?")),
                None => d.help(format!("it has {}", known.join(", "))),
            });
        };
        let mut new = old.clone();
        let name = format!("{} of {}", called(self.files, self.names, &old), self.name);
        if let Err(d) = self.edited(&edit.what, &mut new, line.at, &name) {
            let d = self.read_before(&edit.what, d, &name);
            if d.code == Code::Twice {
                return self.fault(d);
            }
            let d = if d.labels.is_empty() { d.label(old.at.span(), "the parent's line") } else { d };
            let other = match (&edit.what, d.code) {
                (EditWhat::Read { old, cells, .. }, Code::Stale) => self.elsewhere(old, cells.first()),
                _ => None,
            };
            return self.fault(match other {
                _ if several_cells(self.names, &edit.what, &old.kind) => {
                    let row: Vec<&str> = self.files.slice(old.at.span()).split_whitespace().collect();
                    d.help(format!("write the whole row anew, with what it is to have: `{}`", row.join(" ")))
                }
                Some(row) => d.help(format!("did you mean `{row}`, where it stands?")),
                None => d,
            });
        }
        self.note_read(&edit.what, &name);
        // the line is spoken of where it was changed
        new.at = line.at;
        match (&mut new.kind, edit.of) {
            (ItemKind::Step(step), EditOf::Step(word)) => step.word = word,
            (ItemKind::Named { name: own, .. }, EditOf::Row(name)) => *own = name,
            (ItemKind::Band(band), EditOf::Result(_, at)) => band.what_at = at,
            (ItemKind::Row(row), EditOf::Row(name)) => row.first.iter_mut().for_each(|first| first.at = name.at),
            _ => {}
        }
        if !line.cites.is_empty() {
            new.cites.extend(line.cites.iter().filter(|c| !old.cites.iter().any(|o| o.id == c.id)));
        }
        self.changed(new.at, old.at);
        if let (Some(at), Some(lines)) = (found.first(), self.lines()) {
            if let Some(place) = lines.get_mut(*at) {
                *place = new;
            }
        }
    }

    /// The lines that are known by a key, or rows that begin with what is written: `2-3` is the key of a row, and no name.
    fn rows_of(&self, key: &Known, written: &str) -> Vec<usize> {
        let found = self.at(key);
        if !found.is_empty() {
            return found;
        }
        let begins = |i: &Item| match &i.kind {
            ItemKind::Row(row) => row.first.as_ref().is_some_and(|first| self.files.slice(first.at.span()).trim() == written),
            _ => false,
        };
        self.body().iter().enumerate().filter(|(_, i)| begins(i)).map(|(n, _)| n).collect()
    }

    /// How what a key gives is changed in a table that stands on one line.
    fn pair_behind_head(&self, key: &str, what: &EditWhat) -> String {
        let text = |e: &Expr| self.files.slice(e.at.span()).trim();
        match what {
            EditWhat::Read { old, new, .. } => format!("amend {}: {key} {}, was {}", self.name, text(new), text(old)),
            _ => format!("amend {}: {key} ...", self.name),
        }
    }

    /// How another limit of a unit is written, where a change names one of those that a force list offers.
    fn limited(&self, edit: &Edit) -> Option<String> {
        let (EditOf::Row(name), EditWhat::Read { old, new, .. }) = (edit.of, &edit.what) else { return None };
        let key = self.names.key_of(name.sym);
        let offers = |i: &Item| matches!(&i.kind, ItemKind::Units(u) if u.entries.iter().any(|e| self.names.key_of(e.name.sym) == key));
        let text = |at: At| self.files.slice(at.span()).trim();
        let unit = text(name.at);
        self.body().iter().any(offers).then(|| format!("write `units {unit} {}, was {unit} {}`", text(new.at), text(old.at)))
    }

    /// The one other line in which something stands.
    fn elsewhere(&self, old: &Expr, cell: Option<&Cell>) -> Option<String> {
        let cell = cell?;
        let mut rows = self.body().iter().filter(|i| stands(self.names, &mut i.kind.clone(), (old, cell)));
        let row = rows.next().filter(|_| rows.next().is_none())?;
        Some(called(self.files, self.names, row))
    }

    /// `for 6" read 8"`, wherever it stands in the declaration.
    fn edit_all(&mut self, what: &EditWhat, line: &Item) {
        let at = line.at;
        let EditWhat::Read { old, new, cells } = what else {
            let d = Diagnostic::new(Code::Place, at.span(), "nothing says which line of the parent's is changed");
            return self.fault(d.help("write first `step` and its word, or the name of a row, and a comma"));
        };
        let mut kind = self.d.kind.clone();
        match self.read_for(&mut *kind, (old, new, cells), &self.name) {
            Ok(before) => {
                self.note_read(what, &self.name.clone());
                self.d.kind = kind;
                let new = line.cites.iter().filter(|c| !self.d.cites.iter().any(|o| o.id == c.id)).copied().collect::<Vec<_>>();
                self.d.cites.extend(new);
                self.changed(at, before);
            }
            Err(d) => {
                let (head, d) = (self.d.head.span(), self.read_before(what, d, &self.name));
                self.fault(if d.code == Code::Twice || !d.labels.is_empty() { d } else { d.label(head, super::PARENT) });
            }
        }
    }

    /// How it is known what was read anew.
    fn read_key(&self, what: &EditWhat, name: &str) -> Option<(Known, At)> {
        let EditWhat::Read { old, .. } = what else { return None };
        Some((Known::Place(format!("for {} in {name}", self.files.slice(old.at.span()).trim())), old.at))
    }

    /// Keeps in mind what this pack has read anew.
    fn note_read(&mut self, what: &EditWhat, name: &str) {
        let key = self.read_key(what, name);
        self.keep(key);
    }

    /// What no longer stands there, where another change of this pack has read it anew.
    fn read_before(&self, what: &EditWhat, d: Diagnostic, name: &str) -> Diagnostic {
        let Some((key, at)) = self.read_key(what, name).filter(|_| d.code == Code::Stale) else { return d };
        let Some(before) = self.kept(&key) else { return d };
        let text = self.files.slice(at.span()).trim();
        let [first, last] = if before.span().start < at.span().start { [before, at] } else { [at, before] };
        Diagnostic::new(Code::Twice, last.span(), format!("two changes read `{text}` of `{name}` anew"))
            .here("once more here")
            .label(first.span(), "it is read anew here")
            .help("take one of the two away")
    }

    /// A line with one change in it.
    fn edited(&self, what: &EditWhat, line: &mut Item, at: At, name: &str) -> Result<(), Diagnostic> {
        match what {
            EditWhat::Read { old, new, cells } => self.read_for(&mut line.kind, (old, new, cells), name).map(drop),
            EditWhat::Adding(options) => add_to_moves(&mut line.kind, options, at, name),
            EditWhat::Then(block) => around(&mut line.kind, block, false, at, name),
            EditWhat::First(block) => around(&mut line.kind, block, true, at, name),
            EditWhat::OnlyIf(test) => narrowed(&mut line.kind, test, at, name),
            EditWhat::AlsoIf(test) => widened(&mut line.kind, test, at, name),
        }
    }

    /// Puts one thing in the place of another that stands there exactly once, and says where that was.
    fn read_for(&self, whole: &mut (impl Walk + WalkMut + HasCells), (old, new, cells): Read<'_>, name: &str) -> Result<At, Diagnostic> {
        let (mut found, mut before, mut unmeasured) = (0u32, old.at, false);
        whole.walk(&mut |part| match part {
            PartMut::Expr(e) if alike(self.names, &*e.kind, &*old.kind) => {
                found += 1;
                before = e.at;
                *e = new.clone();
            }
            PartMut::Thing(thing) if amounts::is(self.names, thing, old) => {
                found += 1;
                before = thing.at;
                match amounts::of(new) {
                    Some(other) => *thing = other,
                    None => unmeasured = true,
                }
            }
            _ => {}
        });
        let [cell, other] = cells;
        whole.cells(&mut |c| {
            if alike(self.names, &c.says, &cell.says) {
                found += 1;
                before = c.at;
                *c = other.clone();
            }
        });
        if let (ExprKind::Points(from), ExprKind::Points(to)) = (&*old.kind, &*new.kind) {
            whole.prices(&mut |price, at| {
                if price == from {
                    found += 1;
                    before = *at;
                    (*price, *at) = (*to, new.at);
                }
            });
        }
        let text = self.files.slice(old.at.span()).trim();
        match found {
            1 if alike(self.names, &*old.kind, &*new.kind) => {
                Err(Diagnostic::new(Code::Nothing, old.at.to(new.at).span(), "this changes nothing")
                    .help("write behind `read` what is to stand there"))
            }
            1 if unmeasured => Err(amounts::unmeasured(self.names, (old, text), (new, self.files.slice(new.at.span()).trim()))),
            1 => Ok(before),
            0 if named(self.names, whole, old) => {
                let message = format!("`{text}` is a name in `{name}`, and `for ... read` changes numbers, questions and cells");
                Err(Diagnostic::new(Code::Unready, old.at.span(), message).help(format!("write the line that has `{text}` anew")))
            }
            0 => {
                let d = Diagnostic::new(Code::Stale, old.at.span(), format!("`{text}` does not stand in `{name}`"));
                let bands = whole.has_bands();
                let exchanged = stands(self.names, whole, (new, other));
                let said = self.files.slice(new.at.span()).trim();
                let bare = text.trim_start_matches(['+', '-']).trim_start();
                let only = only_like(whole, (old, cell));
                let mut priced = false;
                if let ExprKind::Int(n) = *old.kind {
                    whole.prices(&mut |price, _| priced |= *price == n);
                }
                Err(match (bands, exchanged) {
                    _ if priced => d.help(format!("write `for {text} pts read {said} pts`: a price is said in points")),
                    (true, _) => d.help(BANDS),
                    _ if measured(self.files, whole, text).is_some() => {
                        let there = measured(self.files, whole, text).unwrap_or_default();
                        let sign = there.trim_start_matches(|c: char| c.is_ascii_digit());
                        d.help(format!("write `for {there} read {}{sign}`", said.trim_end_matches(['"', '°'])))
                    }
                    _ if bare != text => {
                        d.help(format!("write `for {bare} read {}`, without the signs", said.trim_start_matches(['+', '-']).trim_start()))
                    }
                    (false, true) => d.help(format!("write `for {said} read {text}`: the parent has `{said}`")),
                    (false, false) => match only {
                        Some(at) => {
                            let there = self.files.slice(at.span()).trim();
                            d.label(at.span(), "this stands there").help(format!("write `for {there}`: that is what stands there"))
                        }
                        None => d.help("write behind `for` what the parent says there now"),
                    },
                })
            }
            n => {
                let d = Diagnostic::new(
                    Code::Stale,
                    old.at.span(),
                    format!("`{text}` stands {n} times in `{name}`, and nothing says which is meant"),
                );
                Err(d.help("write more of the words around it, name the line (`NAME, for ... read ...`, `step go, for ... read ...`), or `replace` the whole"))
            }
        }
    }
}

/// Whether what is to be read otherwise stands in several cells of a row.
fn several_cells(names: &crate::intern::Names, what: &EditWhat, row: &ItemKind) -> bool {
    let (EditWhat::Read { cells, .. }, ItemKind::Row(row)) = (what, row) else { return false };
    let [cell, _] = &**cells;
    row.cells.iter().filter(|c| alike(names, &c.says, &cell.says)).count() > 1
}

/// Whether something stands there, as an expression or as a cell.
fn stands(names: &crate::intern::Names, whole: &mut (impl WalkMut + HasCells), (e, cell): (&Expr, &Cell)) -> bool {
    let mut found = false;
    whole.walk(&mut |part| match part {
        PartMut::Expr(one) => found |= alike(names, &*one.kind, &*e.kind),
        PartMut::Thing(thing) => found |= amounts::is(names, thing, e),
        PartMut::Stmt(_) => {}
    });
    whole.cells(&mut |c| found |= alike(names, &c.says, &cell.says));
    found
}

/// Where the one number of the same sort stands: the only length, the only price.
fn only_like(whole: &mut (impl WalkMut + HasCells), (e, cell): (&Expr, &Cell)) -> Option<At> {
    let mut all: Vec<At> = Vec::new();
    if let ExprKind::Points(_) = *e.kind {
        whole.prices(&mut |_, at| all.push(*at));
    } else if matches!(*e.kind, ExprKind::Int(_) | ExprKind::Length(_) | ExprKind::Degrees(_) | ExprKind::Need(_) | ExprKind::Amount { .. })
    {
        let (sort, says) = (std::mem::discriminant(&*e.kind), std::mem::discriminant(&cell.says));
        whole.walk(&mut |part| {
            if let PartMut::Expr(one) = part
                && std::mem::discriminant(&*one.kind) == sort
            {
                all.push(one.at);
            }
        });
        whole.cells(&mut |c| {
            if std::mem::discriminant(&c.says) == says {
                all.push(c.at);
            }
        });
    }
    let mut all = all.into_iter();
    all.next().filter(|_| all.next().is_none())
}

/// The number as it stands there with the sign of a measure, if it stands there so.
fn measured(files: &Files, whole: &mut (impl WalkMut + HasCells), number: &str) -> Option<String> {
    if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut all: Vec<At> = Vec::new();
    whole.walk(&mut |part| {
        if let PartMut::Expr(one) = part {
            all.push(one.at);
        }
    });
    whole.cells(&mut |c| all.push(c.at));
    let said = all.iter().map(|at| files.slice(at.span()).trim());
    said.filter(|said| said.strip_prefix(number).is_some_and(|sign| matches!(sign, "\"" | "°"))).map(str::to_owned).next()
}

/// Whether something is a name, and stands there as one.
fn named(names: &crate::intern::Names, whole: &impl Walk, e: &Expr) -> bool {
    let ExprKind::Call(call) = &*e.kind else { return false };
    let key = names.key_of(call.name.name.sym);
    let mut found = false;
    whole.walk(&mut |part| {
        if let Part::Name(name) = part {
            found |= names.key_of(name.name.sym) == key;
        }
    });
    found && call.roles.is_empty()
}

/// What to read for what, and both as cells.
type Read<'a> = (&'a Expr, &'a Expr, &'a [Cell; 2]);

/// How the results of a roll are changed.
const BANDS: &str = "write the whole line of that result anew, such as `1 to 6: ...`: it stands in place of the parent's";

/// Puts statements before or behind those of a step, or of what follows from a result.
fn around(line: &mut ItemKind, more: &Block, first: bool, at: At, name: &str) -> Result<(), Diagnostic> {
    let block = match line {
        ItemKind::Step(step) => step.block.get_or_insert_default(),
        ItemKind::Band(band) => &mut band.block,
        _ => {
            let d = Diagnostic::new(Code::Place, at.span(), format!("`{name}` is no step, and does nothing"));
            return Err(d.help("name a step: `step go, then: ...`"));
        }
    };
    let old = std::mem::take(block);
    let both = if first { [more.0.clone(), old.0] } else { [old.0, more.0.clone()] };
    *block = Block(both.concat());
    Ok(())
}

/// Adds to each move of a step.
fn add_to_moves(line: &mut ItemKind, options: &[MoveOption], at: At, name: &str) -> Result<(), Diagnostic> {
    let mut moves = 0u32;
    line.walk(&mut |part| {
        let PartMut::Stmt(stmt) = part else { return };
        let old = match &mut *stmt.kind {
            StmtKind::Move(m) => &mut m.options,
            StmtKind::Turn(t) => &mut t.options,
            _ => return,
        };
        old.extend(options.iter().cloned());
        moves += 1;
    });
    if moves == 0 {
        let d = Diagnostic::new(Code::Place, at.span(), format!("nothing moves in `{name}`"));
        return Err(d.help("`adding` says more of a move; what happens besides stands behind `then:` or `first:`"));
    }
    Ok(())
}

/// When a line holds.
fn guard_of(line: &mut ItemKind) -> Option<&mut Option<Guard>> {
    match line {
        ItemKind::Step(step) => Some(&mut step.guard),
        ItemKind::Named { contrib, .. } => Some(&mut contrib.guard),
        _ => None,
    }
}

fn unguarded(at: At, name: &str) -> Diagnostic {
    let d = Diagnostic::new(Code::Place, at.span(), format!("`{name}` is no line with an `if`"));
    d.help("name a step or a row")
}

/// What a guard asks, `unless` turned about.
fn question(test: GuardTest) -> Expr {
    let at = test.expr.at;
    if test.unless { Expr { kind: Box::new(ExprKind::Not(test.expr)), at } } else { test.expr }
}

/// Two questions as one.
fn joined(first: Expr, op: Op, level: Level, second: &Expr) -> GuardTest {
    let at = second.at;
    let link = Link { op, expr: second.clone(), rounded: Vec::new(), at };
    let chain = Chain { level, first, rest: vec![link] };
    GuardTest { unless: false, expr: Expr { kind: Box::new(ExprKind::Chain(chain)), at } }
}

/// `only if a`
fn narrowed(line: &mut ItemKind, test: &Expr, at: At, name: &str) -> Result<(), Diagnostic> {
    let Some(guard) = guard_of(line) else { return Err(unguarded(at, name)) };
    let old = guard.take();
    let (asked, during) = old.map_or((None, None), |g| (g.test, g.during));
    let test = match asked {
        Some(asked) => joined(question(asked), Op::And, Level::And, test),
        None => GuardTest { unless: false, expr: test.clone() },
    };
    *guard = Some(Guard { test: Some(test), during, at });
    Ok(())
}

/// `also if a`
fn widened(line: &mut ItemKind, test: &Expr, at: At, name: &str) -> Result<(), Diagnostic> {
    let Some(guard) = guard_of(line) else { return Err(unguarded(at, name)) };
    match guard.take() {
        Some(Guard { test: Some(asked), during: None, .. }) => {
            let test = joined(question(asked), Op::Or, Level::Or, test);
            *guard = Some(Guard { test: Some(test), during: None, at });
            Ok(())
        }
        Some(_) => {
            let d = Diagnostic::new(Code::Place, at.span(), format!("`{name}` holds during something, and cannot hold in one case more"));
            Err(d.help("write the whole line anew"))
        }
        None => {
            let d = Diagnostic::new(Code::Place, at.span(), format!("`{name}` has no `if`: it holds always"));
            Err(d.help("take this away, or write `only if`"))
        }
    }
}
