//! A machine that knows jumps, loops and registers, and writes down what it comes by.

use std::collections::{HashMap, HashSet};

use crate::ir::{Bin, Choosing, Domain, Ex, Op, ProcNo, Program, S, Sel, StateNo, X};

/// Instructions at most.
const MOST: usize = 10_000;

/// A run of one procedure.
pub(super) struct Run<'p> {
    program: &'p Program,
    regs: Vec<i64>,
    /// Who has which state.
    pub bits: HashSet<(i64, StateNo)>,
    /// Things in play.
    pub things: Vec<i64>,
    loops: HashMap<u8, Vec<i64>>,
    /// Notes, steps, what was gained, offered, called, in order.
    pub said: Vec<String>,
    /// What the procedure gave.
    pub gave: Option<i64>,
}

impl<'p> Run<'p> {
    pub fn new(program: &'p Program, things: &[i64]) -> Self {
        let things = things.to_vec();
        Self { program, regs: vec![0; 256], bits: HashSet::new(), things, loops: HashMap::new(), said: Vec::new(), gave: None }
    }

    /// Runs a procedure with this in its first blank.
    pub fn run(&mut self, proc: ProcNo, first: i64) -> &mut Self {
        self.regs = vec![0; 256];
        self.regs[0] = first;
        let code = &self.program.procs[proc].code;
        let mut at = 0;
        for _ in 0..MOST {
            let Some(op) = code.get(at) else { return self };
            at += 1;
            match op {
                Op::Set(reg, x) => self.regs[usize::from(*reg)] = self.x(*x),
                Op::Jump(to) => at = *to as usize,
                Op::Unless(x, to) => {
                    if self.x(*x) == 0 {
                        at = *to as usize;
                    }
                }
                Op::Each { sel, at, .. } => {
                    let found = self.found(*sel);
                    self.loops.insert(*at, found);
                }
                Op::Next { var, at: of, exit } => match self.loops.get_mut(of).filter(|l| !l.is_empty()).map(|l| l.remove(0)) {
                    Some(thing) => self.regs[usize::from(*var)] = thing,
                    None => at = *exit as usize,
                },
                Op::Gain(x, state) => {
                    let who = self.x(*x);
                    self.bits.insert((who, *state));
                }
                Op::Lose(x, state) => {
                    let who = self.x(*x);
                    self.bits.remove(&(who, *state));
                }
                Op::Note(row) => self.said.push(self.program.rows[*row].name.clone()),
                Op::Step(_) => {}
                Op::Result(label, reg) => {
                    self.said.push(format!("{} = {}", self.program.labels[*label], self.regs[usize::from(*reg)]));
                }
                Op::Call { proc, args, to, .. } => {
                    let args: Vec<i64> = self.program.lists[*args].iter().map(|x| self.x(*x)).collect();
                    self.said.push(format!("{} {args:?}", self.program.procs[*proc].name));
                    self.regs[usize::from(*to)] = args.iter().sum();
                }
                Op::Choose(Choosing { pick, to, none, .. }) => match &self.program.picks[*pick] {
                    // the last that may
                    crate::ir::Pick::Rules(rules) => match rules.iter().rev().find(|(_, x)| self.x(*x) != 0) {
                        Some((row, _)) => self.regs[usize::from(*to)] = crate::ir::Pick::rule(*row),
                        None => at = *none as usize,
                    },
                    _ => return self,
                },
                Op::Give(x) => {
                    self.gave = Some(self.x(*x));
                    return self;
                }
                other => panic!("{other:?}"),
            }
        }
        panic!("no end");
    }

    fn found(&mut self, sel: S) -> Vec<i64> {
        let Sel { var, filters, domain, .. } = self.program.sels[sel].clone();
        assert!(matches!(domain, Domain::All(_) | Domain::Carriers(_)), "{domain:?}");
        let mut out = Vec::new();
        for thing in self.things.clone() {
            self.regs[usize::from(var)] = thing;
            if filters.iter().all(|x| self.x(*x) != 0) {
                out.push(thing);
            }
        }
        out
    }

    fn x(&mut self, x: X) -> i64 {
        let truth = i64::from;
        match self.program.exs[x] {
            Ex::Int(n) => n,
            Ex::Reg(r) => self.regs[usize::from(r)],
            Ex::Game => -7,
            Ex::Side(_) => 1,
            Ex::Bit { of, state } => {
                let who = self.x(of);
                truth(self.bits.contains(&(who, state)))
            }
            Ex::Not(x) => truth(self.x(x) == 0),
            Ex::Neg(x) => -self.x(x),
            Ex::If(test, a, b) => {
                let x = if self.x(test) != 0 { a } else { b };
                self.x(x)
            }
            Ex::Exists(sel) => truth(!self.found(sel).is_empty()),
            Ex::First(sel) => self.found(sel).first().copied().unwrap_or(-1),
            Ex::Count(sel) => i64::try_from(self.found(sel).len()).unwrap(),
            Ex::Two(op, a, b) => {
                let (a, b) = (self.x(a), self.x(b));
                match op {
                    Bin::Add => a + b,
                    Bin::Sub => a - b,
                    Bin::Mul => a * b,
                    Bin::Min => a.min(b),
                    Bin::Max => a.max(b),
                    Bin::Eq => truth(a == b),
                    Bin::Ne => truth(a != b),
                    Bin::Lt => truth(a < b),
                    Bin::Le => truth(a <= b),
                    Bin::And => truth(a != 0 && b != 0),
                    Bin::Or => truth(a != 0 || b != 0),
                }
            }
            other => panic!("{other:?}"),
        }
    }
}
