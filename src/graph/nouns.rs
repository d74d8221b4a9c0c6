//! Columns, ground, shapes, the starts of counts: what nouns say of themselves.

use super::compile::Pass;
use super::ir::Ex;
use super::ir::Form;
use super::numbers::{cell_number, short};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::Symbol;
use crate::syntax::{Declaration, Node, Rule};

impl<'a> Pass<'a> {
    /// Columns, cells, ground, shapes, starts of counts.
    pub fn nouns(&mut self, declarations: &'a [Declaration]) {
        self.row_tags();
        for d in declarations {
            match d.head.rule {
                Rule::named_d if self.word_of(d) == "columns" => self.columns(d),
                Rule::pack_d => self.customs(d),
                Rule::many_d => self.column_heads(d),
                Rule::table_d => self.table_words(d),
                Rule::kind_d => {
                    let word = d.head.find(Rule::word).map_or("", |w| self.text(w)).to_owned();
                    self.rules.kind_items.insert(word, d.body.iter().collect());
                }
                _ => {}
            }
        }
        for d in declarations {
            match d.head.rule {
                Rule::many_d => self.cells(d),
                Rule::table_d => self.table(d),
                Rule::count_d => self.count_start(d),
                Rule::named_d if self.word_of(d) == "formation" => self.shape(d),
                Rule::named_d if self.word_of(d) == "terrain" => self.ground(d),
                _ => {}
            }
        }
    }

    fn count_start(&mut self, d: &Declaration) {
        let words: Vec<&Node> = d.head.all(Rule::word).collect();
        let Some(of) = words.first().and_then(|w| self.program.book.kind(self.text(w))) else { return };
        let from = words.first().map_or(u32::MAX, |w| w.span.start);
        let Some(start) = d.head.find(Rule::choice) else { return };
        let mut scope = Scope::default();
        let word = self.program.book.kinds.get(of).map_or(String::new(), |k| k.word.clone());
        let ty = self.thing_type(of);
        scope.bind(&word, ty);
        let (x, _) = self.expr(&mut scope, start);
        for name in d.head.all(Rule::name).filter(|n| n.span.start < from) {
            let thing = self.thing_type(of);
            if let Some(c) = self.count_of(self.name(name), &thing).map(usize::from) {
                if self.program.starts.len() <= c {
                    self.program.starts.resize(c + 1, None);
                }
                if let Some(s) = self.program.starts.get_mut(c) {
                    *s = Some(x);
                }
            }
        }
    }

    fn shape(&mut self, d: &'a Declaration) {
        let Some((name, _)) = self.title(&d.head) else { return };
        let Some(state) = self.program.book.find(&name, Symbol::State).map(short) else {
            return;
        };
        let mut form = Form { state, ranks: (1, 1), ..Form::default() };
        let mut scope = Scope::default();
        let kind = self.program.book.states.get(state as usize).and_then(|s| self.program.book.kind(&s.of)).unwrap_or(0);
        let ty = self.thing_type(kind);
        let local = self.program.book.kinds.get(kind).map_or(String::new(), |k| k.word.clone());
        let reg = scope.bind(&local, ty.clone());
        let var = self.program.ex(Ex::Reg(reg));
        let mut open: Option<u32> = None;
        if let Some(role) = d.head.find(Rule::role_head) {
            for adjective in role.all(Rule::adjective) {
                let test = self.adjective(&mut scope, var, &ty, adjective);
                open = Some(self.both(open, test));
            }
            form.first = role.find(Rule::noun).is_some_and(|n| n.all(Rule::word).any(|w| self.text(w) == "first"));
        }
        form.open = open;
        for part in d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::shape) {
            for bit in part.all(Rule::shape_part) {
                let text = self.text(bit).to_owned();
                let numbers: Vec<i64> = bit.all(Rule::shape_num).filter_map(|n| cell_number(self.text(n))).collect();
                let two = |i: usize| u8::try_from(numbers.get(i).or_else(|| numbers.first()).copied().unwrap_or(1)).unwrap_or(1);
                if text.starts_with("loose") && !bit.has(Rule::guard_if) {
                    form.loose = Some(numbers.first().and_then(|n| i32::try_from(*n).ok()).unwrap_or(500));
                } else if text.starts_with("ranks") && !bit.has(Rule::guard_if) {
                    form.ranks = (two(0), two(1));
                } else if text.starts_with("front") {
                    let test = bit.find(Rule::guard_if).and_then(|g| g.find(Rule::expr)).map(|e| self.truth(&mut scope, e));
                    form.fronts.push((two(0), two(1), test));
                } else if text == "even" {
                    form.even = true;
                } else if let Some(name) = bit.find(Rule::name) {
                    form.lost = self.formation_named(name);
                } else if text == "deep" {
                    form.deep = true;
                } else if text == "arc front" {
                    form.arc = true;
                } else {
                    let help = "write `loose`, `ranks`, `front`, `even`, `deep`, `else` or `arc front`; only a front may hold `if`";
                    self.fault(Code::Place, bit.span, "formations are not shaped so", help);
                }
            }
        }
        self.program.forms.push(form);
    }
}
