//! Rows of profiles.

use super::entry::Profile;
use super::names::Names;
use crate::ast::{Cell, CellSays, Heads, Item, ItemKind, Name};
use crate::diag::{Code, Diagnostic, akin, nearest, one_of};
use crate::hir::{Column, ColumnId, Id, KindId, Measure, StateKind, Ty};
use crate::intern::Sym;
use crate::ir::{POINTS, StateNo};
use crate::resolve::direction;
use crate::source::{At, Span};

/// What a column of the rows means.
#[derive(Clone, Copy)]
enum Heading {
    /// A column of the pack.
    Column(ColumnId),
    /// Tags.
    Is,
    /// Wrong, and reported.
    Nothing,
}

/// `1 cell`, `3 cells`
fn so_many_cells(n: usize) -> String {
    format!("{n} cell{}", if n == 1 { "" } else { "s" })
}

/// The number in a cell: `5`, `5+`, `6"`, `45°`, `+2`, `-`.
fn number(cell: &CellSays) -> Option<i64> {
    match *cell {
        CellSays::Empty | CellSays::Dash => Some(0),
        CellSays::Length(mils) => crate::num::Measure::from_thousandths(mils).on_table().ok().map(i64::from),
        CellSays::Int(n) | CellSays::Need(n) | CellSays::Degrees(n) => i32::try_from(n).ok().map(i64::from),
        _ => None,
    }
}

impl Names<'_> {
    /// The profiles of an entry. `kinds` are those whose columns may stand there, pieces first.
    pub fn profiles(&mut self, items: &[Item], kinds: [KindId; 2]) -> Vec<Profile> {
        let mut out: Vec<Profile> = Vec::new();
        let mut keys = Vec::new();
        let mut headings: Option<Vec<Heading>> = None;
        let mut headed: Vec<&Cell> = Vec::new();
        let mut headless = false;
        for item in items {
            let ItemKind::Row(row) = &item.kind else { continue };
            let mut cells = row.all();
            let Some(first) = cells.next() else { continue };
            let name = first.name.map_or("", |n| self.text(n.sym));
            let rest: Vec<&Cell> = cells.collect();
            if row.heads(&self.rules.names) == Some(Heads::Profiles) {
                let all: Vec<Heading> = rest.iter().map(|c| self.heading(c, kinds)).collect();
                self.headed_once(&rest, &all);
                headings = Some(all);
                headed = rest;
                continue;
            }
            if matches!(first.says, CellSays::Empty | CellSays::Dash) {
                self.found.push(
                    Diagnostic::new(Code::Place, first.at.span(), "this row is of nobody: a profile begins with a name")
                        .help("write in its first cell who it is of"),
                );
                continue;
            }
            let Some(headings) = &headings else {
                // what the others lack is the same
                if !std::mem::replace(&mut headless, true) {
                    let d = Diagnostic::new(Code::Place, item.at.span(), "a row of cells without headings");
                    self.found.push(d.help(self.headings_above(&rest, kinds)));
                }
                out.push(Profile { name: name.to_owned(), span: first.at.span(), ..Profile::default() });
                continue;
            };
            let key = first.name.map(|n| self.key(n.sym));
            if keys.contains(&key) {
                self.found.push(
                    Diagnostic::new(Code::TwiceRow, first.at.span(), format!("there are two profiles `{name}`"))
                        .help("give one of them another name"),
                );
            }
            keys.push(key);
            if rest.len() != headings.len() {
                let message = format!("`{name}` has {}, and there are {} headings", so_many_cells(rest.len()), headings.len());
                let d = match rest.get(headings.len()) {
                    Some(more) => self.surplus(message, more.at.to(rest.last().unwrap_or(more).at)),
                    None => self.lacking(message, headings, &headed, &rest),
                };
                self.found.push(if d.span.is_empty() { Diagnostic { span: item.at.span(), ..d } } else { d });
                // under which heading each cell belongs is not known
                out.push(Profile { name: name.to_owned(), span: first.at.span(), ..Profile::default() });
                continue;
            }
            let profile = self.fill_profile((name, first.at), headings, &rest);
            out.push(profile);
        }
        out
    }

    /// Where the headings of the profiles stand, and the columns that they name. Where one is at fault, that is told.
    pub fn headed(&self, items: &[Item], kinds: [KindId; 2]) -> Option<(Span, Vec<usize>)> {
        let mut heads = items.iter().filter_map(|i| match &i.kind {
            ItemKind::Row(row) if row.heads(&self.rules.names) == Some(Heads::Profiles) => Some((i.at.span(), row)),
            _ => None,
        });
        let (span, row) = heads.next()?;
        let mut columns = Vec::new();
        for name in row.cells.iter().map(|c| c.name) {
            match name {
                Some(n) if self.text(n.sym) == "is" => {}
                _ => columns.push(self.column_of(name?, kinds)?.index()),
            }
        }
        heads.next().is_none().then_some((span, columns))
    }

    /// The column that a heading names, of pieces first.
    fn column_of(&self, name: Name, kinds: [KindId; 2]) -> Option<ColumnId> {
        kinds.iter().find_map(|k| self.column(name.sym, *k))
    }

    /// Faults columns that two headings name.
    fn headed_once(&mut self, cells: &[&Cell], all: &[Heading]) {
        for (i, (cell, heading)) in cells.iter().zip(all).enumerate() {
            let Heading::Column(column) = heading else { continue };
            let first = all.iter().take(i).position(|h| matches!(h, Heading::Column(c) if c == column));
            if let Some(first) = first.and_then(|n| cells.get(n)) {
                let name = self.rules.columns.get(*column).map_or("", |c| self.text(c.name));
                let d = Diagnostic::new(Code::Twice, cell.at.span(), format!("two headings are `{name}`"));
                self.found.push(d.label(first.at.span(), "the first").help("head it with another column"));
            }
        }
    }

    fn heading(&mut self, cell: &Cell, kinds: [KindId; 2]) -> Heading {
        let written = cell.name.map_or("", |n| self.text(n.sym));
        if written == "is" {
            return Heading::Is;
        }
        let found = cell.name.and_then(|n| self.column_of(n, kinds));
        if let Some(c) = found {
            return Heading::Column(c);
        }
        let known: Vec<&str> = self.rules.columns.all().iter().filter(|c| kinds.contains(&c.kind)).map(|c| self.text(c.name)).collect();
        let declared = cell.name.is_some_and(|n| !self.rules.lookup(n.sym).is_empty());
        self.unknown_text(cell.at, written, declared, "column", known.into_iter().chain(["is"]));
        Heading::Nothing
    }

    /// A column by its name, its code, its measure; one without code and measure also by its first letter if no other begins so.
    fn column(&self, name: Sym, kind: KindId) -> Option<ColumnId> {
        let (key, written) = (self.key(name), self.text(name));
        let own = || self.rules.columns.iter().filter(|(_, c)| c.kind == kind);
        let by_name = own().find(|(_, c)| self.key(c.name) == key);
        let measured = |ty: Ty| match ty {
            Ty::Number(Measure::Named(m)) => self.rules.measures.get(m).is_some_and(|m| self.key(*m) == key),
            Ty::Number(Measure::Points) => self.rules.names.key_text(key) == POINTS,
            _ => false,
        };
        let by_code = || own().find(|(_, c)| c.short.is_some_and(|s| self.text(s) == written));
        let by_measure = || own().find(|(_, c)| self.rules.values.get(c.value).is_some_and(|v| measured(v.head.gives)));
        let by_letter = || {
            let begins = |c: Sym| written.chars().count() == 1 && self.text(c).to_lowercase().starts_with(&written.to_lowercase());
            let coded = |c: &Column| {
                let gives = self.rules.values.get(c.value).map(|v| v.head.gives);
                c.short.is_some() || matches!(gives, Some(Ty::Number(Measure::Named(_) | Measure::Points)))
            };
            let mut begin = own().filter(|(_, c)| begins(c.name) && !coded(c));
            begin.next().filter(|_| begin.next().is_none())
        };
        by_name.or_else(by_code).or_else(by_measure).or_else(by_letter).map(|(id, _)| id)
    }

    fn fill_profile(&mut self, (name, at): (&str, At), headings: &[Heading], rest: &[&Cell]) -> Profile {
        let mut profile = Profile { name: name.to_owned(), span: at.span(), ..Profile::default() };
        if self.crossed(headings, rest) {
            return profile;
        }
        for (heading, cell) in headings.iter().zip(rest) {
            match heading {
                Heading::Nothing => {}
                Heading::Column(c) if matches!(cell.says, CellSays::Empty) => {
                    let heading = self.rules.columns.get(*c).map_or("", |c| self.text(c.short.unwrap_or(c.name)));
                    let message = format!("`{name}` has nothing under `{heading}`");
                    self.found.push(Diagnostic::new(Code::MissingRow, at.span(), message).help("write `-` if it has none"));
                }
                Heading::Column(c) => match self.amount(*c, cell) {
                    Some(n) => {
                        profile.columns.push((c.index(), n));
                        self.measure_of(*c, cell);
                    }
                    None => {
                        let text = cell.name.map_or("", |n| self.text(n.sym));
                        self.found.push(
                            Diagnostic::new(Code::Type, cell.at.span(), format!("`{text}` is not a number"))
                                .help("write a number, a length, a score such as 5+, or `-`"),
                        );
                    }
                },
                Heading::Is => profile.tags.extend(self.tags(cell)),
            }
        }
        profile
    }

    /// What a column holds.
    fn measured(&self, column: ColumnId) -> Ty {
        let value = self.rules.columns.get(column).and_then(|c| self.rules.values.get(c.value));
        value.map_or(Ty::Unknown, |v| v.head.gives)
    }

    /// What stands in a cell of a column: a number, or a point of the compass.
    fn amount(&self, column: ColumnId, cell: &Cell) -> Option<i64> {
        let way = || cell.name.and_then(|n| direction(self.text(n.sym)));
        number(&cell.says).or_else(|| way().filter(|_| self.measured(column) == Ty::Facing))
    }

    /// What a cell measures, and whether that may stand in a column; none of one that says nothing.
    fn agrees(&self, column: ColumnId, cell: &Cell) -> Option<(Ty, bool)> {
        let wanted = self.measured(column);
        let is = match cell.says {
            CellSays::Empty | CellSays::Dash | CellSays::Int(0) => return None,
            CellSays::Names(_) => Ty::Facing,
            CellSays::Length(_) => Ty::LENGTH,
            CellSays::Degrees(_) => Ty::ANGLE,
            CellSays::Need(_) => Ty::Need,
            _ => Ty::PLAIN,
        };
        // a plain cell takes the measure of its heading, and a score may stand where its number is asked
        let good = is.fits(wanted)
            || (is == Ty::PLAIN && ![Ty::LENGTH, Ty::ANGLE, Ty::Facing].contains(&wanted))
            || (is == Ty::Need && wanted == Ty::PLAIN);
        Some((is, good))
    }

    /// Faults a cell that measures something else than its column.
    fn measure_of(&mut self, column: ColumnId, cell: &Cell) {
        let Some(info) = self.rules.columns.get(column) else { return };
        let Some((is, good)) = self.agrees(column, cell) else { return };
        let wanted = self.measured(column);
        if wanted == Ty::PLAIN && [Ty::PLAIN, Ty::Need].contains(&is) {
            self.written_alike(column, info.name, is == Ty::Need, cell);
        }
        if !good {
            let (is, want) = (self.rules.describe(is), self.rules.describe(wanted));
            let message = format!("this cell is {is}, and `{}` is {want}", self.text(info.name));
            self.found.push(Diagnostic::new(Code::Measure, cell.at.span(), message).help(match wanted {
                Ty::Need if is == "a plain number" => format!("write `{}+`", self.words(cell.at).trim()),
                _ => format!("give it as {want}"),
            }));
        }
    }

    /// Whether a cell may stand under a heading.
    fn sits(&self, heading: Heading, cell: &Cell) -> bool {
        match heading {
            Heading::Nothing => true,
            Heading::Is => matches!(cell.says, CellSays::Dash) || number(&cell.says).is_none(),
            Heading::Column(c) => self.amount(c, cell).is_some() && self.agrees(c, cell).is_none_or(|(_, good)| good),
        }
    }

    /// Cells of a row above which no heading stands.
    fn surplus(&self, message: String, more: At) -> Diagnostic {
        let d = Diagnostic::new(Code::MissingRow, more.span(), message).here("no heading stands above this");
        d.help(format!("take `{}` away", self.words(more)))
    }

    /// A row with a cell too few: which it may be, as far as those that it has say so.
    fn lacking(&self, message: String, headings: &[Heading], headed: &[&Cell], rest: &[&Cell]) -> Diagnostic {
        let gaps = self.gaps(headings, rest);
        let title = |gap: &usize| headed.get(*gap).map_or("", |c| self.words(c.at));
        // the first that cannot stand where it does, else the whole row
        let next = gaps.last().and_then(|gap| rest.get(*gap));
        let whole = rest.first().zip(rest.last()).map(|(first, last)| first.at.to(last.at));
        let at = match gaps.as_slice() {
            [_] => next.or(rest.last()).map(|c| c.at),
            _ => whole,
        };
        let at = at.or(headed.last().map(|c| c.at)).unwrap_or_default();
        let d = Diagnostic::new(Code::MissingRow, at.span(), message);
        match gaps.as_slice() {
            [] => d.help("write what stands below each heading, and `-` where there is nothing"),
            [gap] => {
                let place = next.map_or_else(|| "at the end".to_owned(), |next| format!("before `{}`", self.words(next.at)));
                let help = format!("write the cell of `{}` {place}, or `-` where there is nothing", title(gap));
                let d = d.label(headed.get(*gap).map_or_else(At::default, |c| c.at).span(), "the cell of this is left out");
                d.help(help)
            }
            [some @ .., last] => {
                let some: Vec<String> = some.iter().map(|gap| format!("`{}`", title(gap))).collect();
                let help = format!("see which cell is left out, that of {} or `{}`, and write it", some.join(", "), title(last));
                d.help(format!("{help}, or `-` where there is nothing"))
            }
        }
    }

    /// The headings of which the one cell that a row lacks may be: the others stand right, those behind it one heading farther.
    fn gaps(&self, headings: &[Heading], rest: &[&Cell]) -> Vec<usize> {
        if rest.len() + 1 != headings.len() {
            return Vec::new();
        }
        let sits = |at: usize, cell: &Cell| headings.get(at).is_some_and(|h| self.sits(*h, cell));
        let fits = |gap: &usize| rest.iter().enumerate().all(|(i, cell)| sits(if i < *gap { i } else { i + 1 }, cell));
        (0..headings.len()).filter(fits).collect()
    }

    /// Faults two cells of a row each of which would stand right in the place of the other; says whether there are.
    fn crossed(&mut self, headings: &[Heading], rest: &[&Cell]) -> bool {
        let sits = |h: usize, c: usize| headings.get(h).zip(rest.get(c)).is_some_and(|(h, c)| self.sits(*h, c));
        let wrong: Vec<usize> = (0..headings.len()).filter(|i| !sits(*i, *i)).collect();
        let [first, second] = *wrong.as_slice() else { return false };
        let (Some(one), Some(other)) = (rest.get(first), rest.get(second)) else { return false };
        if !sits(first, second) || !sits(second, first) {
            return false;
        }
        let message = format!("`{}` and `{}` stand in each other's column", self.words(one.at), self.words(other.at));
        let d = Diagnostic::new(Code::Measure, one.at.span(), message);
        self.found.push(d.label(other.at.span(), "the other").help("turn the two about"));
        true
    }

    /// Faults a score such as `5+` in a column where plain numbers stand, and the other way about.
    fn written_alike(&mut self, column: ColumnId, name: Sym, score: bool, cell: &Cell) {
        let span = cell.at.span();
        match self.scored.iter().find(|(c, ..)| *c == column) {
            None => self.scored.push((column, score, span)),
            Some((_, first, _)) if *first == score => {}
            Some((_, _, first)) => {
                let (is, other) = if score { ("a score", "a plain number") } else { ("a plain number", "a score such as `5+`") };
                let message = format!("this cell is {is}, and `{}` is {other} elsewhere", self.text(name));
                let d = Diagnostic::new(Code::Measure, span, message).label(*first, "as it is here");
                self.found.push(d.help(if score { "take the `+` away" } else { "write it with `+`" }));
            }
        }
    }

    /// Faults a tag that one before it in the cell excludes.
    fn excluded(&mut self, name: &Name, tag: StateNo, before: &[StateNo]) {
        let rules = self.rules;
        let set = rules.exclusive.iter().find(|set| set.iter().any(|s| s.0 == tag.0));
        let other = set.and_then(|set| set.iter().find(|s| s.0 != tag.0 && before.iter().any(|b| b.0 == s.0)));
        if let Some(other) = other.and_then(|s| rules.states.get(*s)) {
            let (this, other) = (self.text(name.sym), self.text(other.name));
            let message = format!("`{this}` and `{other}` exclude each other, and one row has both");
            self.found.push(Diagnostic::new(Code::Twice, name.at.span(), message).help(format!("leave out `{this}` or `{other}`")));
        }
    }

    /// The tags that a cell names.
    pub fn tags(&mut self, cell: &Cell) -> Vec<StateNo> {
        let whole = cell.name.as_slice();
        let names: &[Name] = match &cell.says {
            CellSays::Empty | CellSays::Dash => return Vec::new(),
            // only commas stand between tags
            CellSays::Names(names) if !whole.iter().any(|n| self.text(n.sym).contains(" or ")) => names,
            _ => whole,
        };
        let mut out = Vec::new();
        for name in names {
            let written = self.text(name.sym);
            if matches!(written, "-" | "–") {
                continue;
            }
            if let Some(tag) = self.find_tag(name.sym) {
                self.excluded(name, tag, &out);
                out.push(tag);
                continue;
            }
            let known: Vec<&str> = self.rules.states.all().iter().filter(|s| s.kind == StateKind::Tag).map(|s| self.text(s.name)).collect();
            let other = known.iter().copied().filter(|tag| !names.iter().any(|n| self.text(n.sym) == *tag));
            let meant = nearest(written, known.iter().copied()).map_or_else(|| akin(written, other), |one| vec![one]);
            let d = Diagnostic::new(Code::Name, name.at.span(), format!("there is no tag `{written}`"));
            let sort = self.sort_of(name.sym);
            let d = if let Some((sort, _)) = sort { d.here(format!("it is a {sort}")) } else { d };
            let elsewhere = sort.map(|(_, word)| format!("take it out here, and write `{word} {written}` below"));
            let few = || one_of(&known).filter(|_| known.len() <= FEW).map(|there| format!("{there}, or declare it with `tags`"));
            let help = elsewhere.or_else(|| one_of(&meant)).or_else(few);
            self.found.push(d.help(help.unwrap_or_else(|| "declare it with `tags`".to_owned())));
        }
        out
    }
}

/// So few tags are named where none of them is like what is written.
const FEW: usize = 8;

#[cfg(test)]
mod tests {
    use super::number;
    use crate::ast::CellSays;

    #[test]
    fn numbers_of_cells() {
        assert_eq!(number(&CellSays::Need(5)), Some(5));
        assert_eq!(number(&CellSays::Length(2500)), Some(2500));
        assert_eq!(number(&CellSays::Dash), Some(0));
        assert_eq!(number(&CellSays::Int(2)), Some(2));
        assert_eq!(number(&CellSays::Yes), None);
        assert_eq!(number(&CellSays::Int(99_999_999_999_999)), None);
    }
}
