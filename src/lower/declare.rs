//! What there is, before what it does: heads and lines of values, procedures, tables, rules, rows of lists, things.

use super::build::Builder;
use crate::dice::name_key;
use crate::hir::{ChanceKind, Head, Line, ProcKind, Ty};
use crate::intern::Sym;
use crate::ir::{self, ProcNo, Procedure, RowNo, RuleInfo, Slot, Table};
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    /// Enters all that is declared, each under its own number.
    pub(super) fn declare(&mut self) {
        self.number_chances();
        self.book();
        self.declare_values();
        self.declare_procs();
        self.declare_tables();
        self.declare_rules();
        self.declare_rows();
        let things = self.rules.things.all();
        self.program.things = things.iter().map(|t| (self.text(t.name), number::kind(t.kind))).collect();
        self.state_ends();
        self.decks();
        self.secrets();
    }

    fn number_chances(&mut self) {
        for (proc, p) in self.rules.procs.iter() {
            if matches!(p.kind, ProcKind::Chance(_)) {
                self.maps.chances.insert(proc, self.program.chances.len());
                self.program.chances.push(number::proc(proc));
            }
        }
    }

    /// The line of what has a name.
    fn row_of_line(&mut self, name: Sym, line: &Line) -> RowNo {
        let row = self.row(self.text(name), line.at, &line.cites, None);
        self.maps.owners.insert(row, name);
        row
    }

    fn declare_values(&mut self) {
        for value in self.rules.values.all() {
            let head = &value.head;
            let truth = head.gives == Ty::Truth && value.column.is_none();
            let word = match value.column {
                Some(_) => "column",
                None if truth => "condition",
                None => "value",
            };
            let row = self.row_of_line(head.name, &head.line);
            let whole = value.rounding.is_some() && head.gives == Ty::LENGTH;
            let (name, roles) = (self.text(head.name), self.roles(head));
            self.program.slots.push(Slot { name, row, roles, rounding: value.rounding, whole, truth, ..Slot::default() });
            let head = self.program_head(head, word);
            self.program.slot_heads.push(head);
        }
    }

    /// How many blanks a head has.
    fn roles(&mut self, head: &Head) -> u8 {
        match u8::try_from(head.roles.len()) {
            Ok(n) => n,
            Err(_) => {
                self.limit(head.line.at, "blanks");
                0
            }
        }
    }

    fn declare_procs(&mut self) {
        self.program.acts = vec![Vec::new(); self.rules.kinds.len()].into();
        for (id, p) in self.rules.procs.iter() {
            if let ProcKind::Action(kind) | ProcKind::Card(kind) = p.kind {
                self.program.acts.get_mut(number::kind(kind)).into_iter().for_each(|acts| acts.push(number::proc(id)));
            }
            let word = match &p.kind {
                ProcKind::Procedure | ProcKind::Opening => "procedure".to_owned(),
                ProcKind::Phase => "phase".to_owned(),
                ProcKind::Turn => "turn".to_owned(),
                ProcKind::Manner(_) => "manner".to_owned(),
                ProcKind::Action(kind) | ProcKind::Card(kind) => self.kind_word(*kind),
                ProcKind::Chance(chance) => match chance.kind {
                    ChanceKind::Pool { .. } => "pool",
                    ChanceKind::Check { .. } => "check",
                    ChanceKind::Opposed { .. } => "opposed",
                    ChanceKind::Roll(_) | ChanceKind::Error => "roll",
                }
                .to_owned(),
            };
            let row = self.row_of_line(p.head.name, &p.head.line);
            if p.kind == ProcKind::Turn {
                // nothing is told by the name of the turn, which is always going on
                self.maps.owners.remove(&row);
            }
            let (name, roles) = (self.text(p.head.name), self.roles(&p.head));
            let (key, phase) = (name_key(&name), p.kind == ProcKind::Phase);
            self.program.procs.push(Procedure { name, key, row, word: word.clone(), roles, phase, ..Procedure::default() });
            let head = self.program_head(&p.head, &word);
            self.program.proc_heads.push(head);
            match p.kind {
                ProcKind::Turn => self.program.turn = Some(number::proc(id)),
                ProcKind::Opening => self.program.opening = Some(number::proc(id)),
                _ => {}
            }
        }
    }

    /// Another procedure than those of the rules; its number. The code comes later.
    pub fn new_proc(&mut self, name: &str, word: &str, roles: usize, at: At) -> ProcNo {
        self.new_proc_citing(name, word, roles, at, &[])
    }

    /// The same, whose line stands under clauses.
    pub(super) fn new_proc_citing(&mut self, name: &str, word: &str, roles: usize, at: At, cites: &[Sym]) -> ProcNo {
        let roles = u8::try_from(roles).unwrap_or(u8::MAX);
        let row = self.row(name.to_owned(), at, cites, None);
        let id = self.number(self.program.procs.len(), at, "procedures");
        let (name, word) = (name.to_owned(), word.to_owned());
        self.program.procs.push(Procedure {
            name: name.clone(),
            key: name_key(&name),
            row,
            word: word.clone(),
            roles,
            ..Procedure::default()
        });
        let gives = ir::Type::Nothing;
        self.program.proc_heads.push(ir::Head { name, word, roles: Vec::new(), gives, span: at.span() });
        id
    }

    fn declare_tables(&mut self) {
        for table in self.rules.tables.all() {
            let row = self.row_of_line(table.head.name, &table.head.line);
            let takes = table.takes.iter().map(|t| self.program_type(*t)).collect();
            self.program.tables.push(Table { name: self.text(table.head.name), row, takes, ..Table::default() });
            let head = self.program_head(&table.head, "table");
            self.program.table_heads.push(head);
        }
    }

    fn declare_rules(&mut self) {
        for (id, rule) in self.rules.rules.iter() {
            let number = number::rule(id);
            let row = self.row(self.text(rule.name), rule.line.at, &rule.line.cites, Some(number));
            self.maps.owners.insert(row, rule.title);
            self.maps.rules.insert(id, row);
            self.program.rules.push(RuleInfo {
                name: self.text(rule.name),
                word: self.text(rule.word),
                state: rule.state.map(number::state),
                rows: rule.by_rows(),
                row,
                price: rule.price,
                span: rule.line.at.span(),
            });
        }
    }

    fn declare_rows(&mut self) {
        for r in self.rules.rows.all() {
            let row = self.row_of_line(r.name, &r.line);
            let (name, kind) = (self.text(r.name), number::kind(r.kind));
            self.program.list_rows.push(ir::ListRow { name, kind, columns: Vec::new(), rules: Vec::new(), row });
        }
    }

    /// The states of effects that last, and the counts that keep what they note.
    pub(super) fn declare_lasting(&mut self) {
        for (id, effect) in self.rules.lasting.iter() {
            let at = effect.line.at;
            let state = Self::state_of("until", ir::StateKind::Note, effect.of, at.span());
            let state = self.new_state(state, at);
            let until = self.ends_with(state, &effect.until);
            if let Some(s) = self.program.book.states.get_mut(state) {
                s.until = until;
            }
            self.maps.lasting.insert(id, state);
            for (_, local) in &effect.notes {
                let word = self.rules.locals.get(*local).map_or_else(String::new, |l| self.text(l.word));
                let count = self.hidden_count(&format!("{word} noted"), effect.of, at);
                self.maps.notes.insert(*local, count);
            }
        }
    }
}
