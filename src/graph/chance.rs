//! The code of pools, and the throws of every roll.

use super::compile::Pass;
use super::ir::{Bin, Contribution, Ex, Keep, Natural, Op, Throw, ThrowKind, X};
use super::numbers::{short, small};
use super::scope::Scope;
use super::splice::Splice;
use super::toss::Toss;
use crate::diag::Code;
use crate::dice::name_key;
use crate::model::{Head, Key, Measure, Type};
use crate::source::Span;
use crate::syntax::{Declaration, Node, Rule};

/// Sides of a die of a pool, at most: what each face counts is written down.
const MOST_SIDES: u8 = 20;
/// What a die of a pool counts, at most.
const MOST_COUNTED: u8 = 127;
/// Sides of a die of which natural scores are told apart, at most.
const MOST_NATURAL: u8 = 32;

impl<'a> Pass<'a> {
    /// Compiles a chance hook.
    pub fn chance_body(&mut self, d: &'a Declaration, proc: u16) {
        let Some(head) = self.program.proc_heads.get(proc as usize).cloned() else { return };
        let mut scope = self.scope_of(&head.roles);
        scope.proc = Some(proc);
        scope.step.clone_from(&head.word);
        let mut code = Vec::new();
        let mut tosses = self.throwing.tosses.get(&proc).cloned().unwrap_or_default();
        tosses.sort_by_cached_key(|t| {
            let name = self.program.rows.get(t.row as usize).map_or(String::new(), |r| r.name.clone());
            (name, self.text(t.contrib).to_owned(), t.attach.map_or("", |a| self.text(a)).to_owned())
        });
        for s in self.splice_list(proc, "").iter().filter(|s| !matches!(s.at, Splice::Before | Splice::After)) {
            let help = "change it with `on`, such as `on ...: passes`, or meet the step that rolls it";
            self.fault(Code::Place, s.attach.span, "a throw is neither left out nor replaced", help);
        }
        self.splice_at(&mut scope, &mut code, proc, "", Splice::Before, &head);
        match head.word.as_str() {
            "pool" => self.pool(d, proc, &head, &mut scope, &mut code, &tosses),
            "check" => self.check(d, proc, &head, &mut scope, &mut code, &tosses),
            "opposed" => self.opposed(d, proc, &head, &mut scope, &mut code, &tosses),
            _ => self.roll(d, proc, &head, &mut scope, &mut code, &tosses),
        }
        self.after_the_throw(proc, &mut scope, &mut code, &head);
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.code = code;
            p.regs = scope.most.saturating_add(1);
        }
    }

    /// What rules do once a throw is made, its result known as `passed` and `failed`.
    fn after_the_throw(&mut self, proc: u16, scope: &mut Scope, code: &mut Vec<Op>, head: &Head) {
        let Some(Op::Give(result)) = code.last().cloned() else { return };
        if !self.splice_list(proc, "").iter().any(|s| s.at == Splice::After) {
            return;
        }
        code.pop();
        let passed = match head.word.as_str() {
            "check" => Some(result),
            "pool" => {
                let blanks = (0..head.roles.len()).map(|i| self.program.ex(Ex::Reg(small(i)))).collect();
                let args = self.program.list(blanks);
                match self.program.exs.get(result as usize).copied() {
                    Some(Ex::Reg(reg)) => self.passed(proc, args, reg),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some(passed) = passed {
            let failed = self.negate(true, passed);
            for (word, x) in [("passed", passed), ("failed", failed)] {
                let reg = scope.bind(word, Type::Truth);
                code.push(Op::Set(reg, x));
            }
        }
        self.splice_at(scope, code, proc, "", Splice::After, head);
        code.push(Op::Give(result));
    }

    fn pool(&mut self, d: &'a Declaration, proc: u16, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, tosses: &[Toss<'a>]) {
        let zero = self.int(0);
        let id = self.throw(&head.name, "pool", ThrowKind::Pool, 6, zero, head.span);
        self.register(proc, id);
        for part in d.body.iter().flat_map(|l| &l.parts) {
            match part.rule {
                Rule::dice_item => {
                    let x = part.find(Rule::sum_expr).map_or(0, |e| self.effect(scope, code, e).0);
                    self.with_throw(id, |t| t.dice = x);
                }
                Rule::each_die => self.each_die(scope, id, part),
                Rule::keep_item => {
                    if let Some(k) = part.find(Rule::keep) {
                        self.kept_by_itself(id, part, k);
                    }
                }
                Rule::pass_item | Rule::named_row | Rule::row_contrib | Rule::natural | Rule::attach => {}
                _ => {
                    self.fault(
                        Code::Place,
                        part.span,
                        "this does not belong in a pool",
                        "a pool has `dice`, `each d6 >= ...`, `natural ...` and contributions",
                    );
                }
            }
        }
        self.own_naturals(d, id);
        self.tosses_into(id, head, scope, code, tosses);
        let hits = std::mem::take(&mut self.throwing.hits);
        self.throwing.multiplied.push((head.name.clone(), hits.iter().map(|h| h.c.clone()).collect()));
        self.throw_pool(proc, id, head, scope, code, &hits);
    }

    /// Dice that a throw keeps or drops of itself.
    pub fn kept_by_itself(&mut self, id: u16, part: &Node, keep: &Node) {
        let guard = self.int(1);
        let row = self.new_row("dice kept", part.span, Vec::new(), None);
        let keep = self.keep(keep);
        self.with_throw(id, |t| t.keep.push((keep, Contribution { row, guard, x: 0, me: None })));
    }

    /// `keep highest 2`, `drop lowest`.
    pub fn keep(&self, node: &Node) -> Keep {
        let number = node.find(Rule::integer).map_or(1, |i| self.text(i).parse().unwrap_or(1));
        let text = self.text(node);
        let highest = !text.contains("lowest");
        Keep { drop: text.starts_with("drop"), highest, number }
    }

    fn each_die(&mut self, scope: &mut Scope, id: u16, part: &Node) {
        let dice = part.find(Rule::dice).map_or(part.span, |n| n.span);
        let (number, sides) = self.dice_of(self.files.slice(dice), dice);
        if number != 1 || sides > MOST_SIDES || self.files.slice(dice).ends_with('"') {
            let help = format!("write one die of 1 to {MOST_SIDES} sides, such as `each d6 >= 4`; totals are of a `roll` or a `check`");
            self.fault(Code::Place, dice, "each die of a pool shows one of a few faces", help);
        }
        self.with_throw(id, |t| t.sides = sides);
        if let Some(c) = part.find(Rule::comparison) {
            let (x, ty) = c.find(Rule::sum_expr).map_or((0, Type::Unknown), |e| self.expr(scope, e));
            if !matches!(ty, Type::Need | Type::Number(Measure::None) | Type::Unknown) {
                let is = self.program.book.describe(&ty);
                self.fault(Code::Measure, c.span, format!("a die is compared with a score, and this is {is}"), "give a score such as 5+");
            }
            let (x, low) = match c.first().map(|o| o.rule) {
                Some(Rule::more) => (self.one_more(x, Bin::Add), false),
                Some(Rule::less) => (self.one_more(x, Bin::Sub), true),
                Some(Rule::at_most) => (x, true),
                Some(Rule::equal) => {
                    self.fault(Code::Unready, c.span, "one face alone cannot be asked for so", "write `each d6; 6 counts 1`");
                    (x, false)
                }
                _ => (x, false),
            };
            self.with_throw(id, |t| {
                t.need = Some(x);
                t.low = low;
            });
        }
        if let Some(counts) = part.find(Rule::counts_map) {
            let mut rows = Vec::new();
            for row in counts.all(Rule::count_row) {
                let n: Vec<u8> = row.all(Rule::integer).map(|i| self.small_count(i)).collect();
                match n.as_slice() {
                    [a, b, c] => rows.push((*a, *b, *c)),
                    [a, c] => rows.push((*a, *a, *c)),
                    _ => {}
                }
            }
            self.with_throw(id, |t| t.counts = rows);
        }
    }

    /// A face, or what one counts.
    fn small_count(&mut self, node: &Node) -> u8 {
        match self.text(node).parse() {
            Ok(n) if n <= MOST_COUNTED => n,
            _ => {
                self.fault(Code::Unready, node.span, format!("a die counts at most {MOST_COUNTED}"), "multiply the result of the pool");
                1
            }
        }
    }

    fn one_more(&mut self, x: X, op: Bin) -> X {
        let one = self.int(1);
        self.program.ex(Ex::Two(op, x, one))
    }

    /// Faces that a throw itself gives a result.
    pub fn own_naturals(&mut self, d: &'a Declaration, id: u16) {
        for line in &d.body {
            for part in line.parts.iter().filter(|p| p.rule == Rule::natural) {
                let cites = self.cites(if line.cites.is_empty() { &d.cites } else { &line.cites });
                let row = self.new_row("natural score", part.span, cites, None);
                let guard = self.int(1);
                let c = Contribution { row, guard, x: 0, me: None };
                self.natural_into(id, part, &c);
            }
        }
    }

    /// A face with a result of its own.
    pub fn natural_into(&mut self, id: u16, node: &Node, c: &Contribution) {
        let face: u8 = node.find(Rule::integer).map_or(0, |i| self.text(i).parse().unwrap_or(0));
        let sides = self.program.throws.get(id as usize).map_or(face, |t| t.sides);
        if sides > MOST_NATURAL {
            let message = format!("natural scores of a die with more than {MOST_NATURAL} sides are not told apart yet");
            self.fault(Code::Unready, node.span, message, "ask for the total instead");
        }
        let faces = match node.find(Rule::way_more).map(|w| self.text(w)) {
            Some("more") => face..=sides,
            Some(_) => 1..=face,
            None => face..=face,
        };
        let result = node.find(Rule::natural_result).map_or("", |r| self.text(r));
        let counts = result.split_whitespace().nth(1).and_then(|n| n.parse::<u32>().ok());
        let counts = counts.map(|n| match u8::try_from(n).ok().filter(|n| *n <= MOST_COUNTED) {
            Some(n) => n,
            None => {
                self.fault(Code::Unready, node.span, format!("a die counts at most {MOST_COUNTED}"), "multiply the result of the pool");
                1
            }
        });
        let natural = match result.split_whitespace().next() {
            Some("hits" | "passes") => Natural::Hits,
            Some("misses" | "fails") => Natural::Misses,
            Some("counts") if counts.is_some() => Natural::Counts(counts.unwrap_or(1)),
            _ => {
                self.fault(
                    Code::Unready,
                    node.span,
                    "this result of a natural score cannot be carried out yet",
                    "write `hits`, `misses` or `counts n`",
                );
                return;
            }
        };
        for face in faces {
            let c = c.clone();
            self.with_throw(id, |t| t.naturals.push((face, natural, c)));
        }
    }

    /// A new throw; its key is made of names, so that adding a rule elsewhere does not change it.
    pub fn throw(&mut self, name: &str, step: &str, kind: ThrowKind, sides: u8, dice: X, span: Span) -> u16 {
        let row = self.new_row(name, span, Vec::new(), None);
        let path = format!("{}.{step}", Key::new(name).as_str());
        let twins = self.program.throws.iter().filter(|t| t.path == path).count();
        self.program.throws.push(Throw {
            name: name.to_owned(),
            title: name.to_owned(),
            key: name_key(&path),
            path,
            twin: u32::try_from(twins).unwrap_or(0),
            row,
            kind,
            sides,
            halve: false,
            dice,
            more: Vec::new(),
            exact: Vec::new(),
            need: None,
            low: false,
            needs: Vec::new(),
            each: Vec::new(),
            base: None,
            naturals: Vec::new(),
            counts: Vec::new(),
            rerolls: Vec::new(),
            keep: Vec::new(),
            explodes: Vec::new(),
            asked: None,
            seen: false,
        });
        short(self.program.throws.len() - 1)
    }

    /// Changes a throw.
    pub fn with_throw(&mut self, id: u16, f: impl FnOnce(&mut Throw)) {
        if let Some(t) = self.program.throws.get_mut(id as usize) {
            f(t);
        }
    }

    /// Notes which chance hook a throw belongs to.
    pub fn register(&mut self, proc: u16, throw: u16) {
        let row = self.program.procs.get(proc as usize).map_or(0, |p| p.row);
        self.with_throw(throw, |t| t.row = row);
    }
}
