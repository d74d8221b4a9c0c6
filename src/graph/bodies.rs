//! Bodies: the bases of values, the steps of procedures.

use super::compile::{HookId, Pass, land};
use super::ir::Program;
use super::ir::{Bin, Ex, Op, Reg};
use super::scope::Scope;
use super::splice::{Splice, Spliced};
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::{KindBase, Measure, Type};
use crate::syntax::{Declaration, Line, Node, Rule};

/// A step where it stands.
struct Step<'n> {
    proc: u16,
    part: &'n Node,
    line: &'n Line,
    below: &'n [Line],
    /// Whether its procedure is an action, which is paid at `step pay`.
    action: bool,
}

impl<'a> Pass<'a> {
    /// Compiles every body.
    pub fn bodies(&mut self, declarations: &'a [Declaration]) {
        for d in declarations {
            if let (Rule::value_d | Rule::condition_d, Some(HookId::Slot(s))) = (d.head.rule, self.hook_of(d)) {
                self.value_base(d, s);
            }
        }
        // every step is known before any code, so that a rule may meet a step declared later
        for d in declarations {
            if let Some(p) = self.body_of(d) {
                let shared = self.shared_lines(p);
                let lines = shared.into_iter().chain(&d.body);
                let steps = lines.flat_map(|l| &l.parts).filter(|p| p.rule == Rule::step).filter_map(|s| s.find(Rule::word));
                let steps = steps.map(|w| (self.text(w).to_owned(), w.span)).collect();
                self.splicing.step_names.insert(p, steps);
            }
        }
        self.check_splices();
        self.pool_needs(declarations);
        for d in declarations {
            if let Some(p) = self.body_of(d) {
                if self.chance_of.contains_key(&p) { self.chance_body(d, p) } else { self.procedure_body(d, p) }
            }
        }
        self.arrival_bodies();
        self.opening();
        self.asked_faces();
        self.nothing_to_pay();
    }

    /// Faults what changes the price of an action that has none.
    fn nothing_to_pay(&mut self) {
        let free: Vec<u16> = self.cost_slots.values().copied().collect();
        for slot in
            free.iter().filter_map(|s| self.program.slots.get(*s as usize)).filter(|s| s.base.is_none()).cloned().collect::<Vec<_>>()
        {
            for row in Program::contributions(&slot).filter_map(|(_, c)| self.program.rows.get(c.row as usize)).cloned().collect::<Vec<_>>()
            {
                let name = slot.name.trim_start_matches("cost of ");
                let help = format!("say what `{name}` costs, were it `cost 0 ...`");
                self.fault(Code::Place, row.span, format!("`{name}` costs nothing, and nobody asks for its price"), help);
            }
        }
    }

    /// What rules do before the game.
    fn opening(&mut self) {
        let Some(proc) = self.program.opening else { return };
        let Some(head) = self.program.proc_heads.get(proc as usize).cloned() else { return };
        let mut scope = Scope { proc: Some(proc), ..Scope::default() };
        let mut code = Vec::new();
        for s in self.splice_list(proc, "").iter().filter(|s| s.at != Splice::Before) {
            let help = "write `before Game: ...`; what counts at the end is asked by `value Score of side`";
            self.fault(Code::Unready, s.attach.span, "nothing can be done in place of the game or after it", help);
        }
        self.splice_at(&mut scope, &mut code, proc, "", Splice::Before, &head);
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.code = code;
            p.regs = scope.most.saturating_add(1);
        }
    }

    /// The procedure that a declaration is the body of.
    fn body_of(&self, d: &Declaration) -> Option<u16> {
        if d.head.rule == Rule::named_d && d.head.find(Rule::decl_word).is_some_and(|w| self.text(w) == "turn") {
            return self.program.turn;
        }
        match self.hook_of(d)? {
            HookId::Proc(p) => Some(p),
            HookId::Slot(_) => None,
        }
    }

    /// The base of a value, and its own floor and ceiling.
    fn value_base(&mut self, d: &Declaration, slot: u16) {
        let Some(head) = self.program.slot_heads.get(slot as usize).cloned() else { return };
        let mut scope = self.scope_of(&head.roles);
        scope.rounds = self.program.slots.get(slot as usize).and_then(|s| s.rounding);
        scope.receiver = Some(head.name.clone());
        let body = d.head.find(Rule::choice).or_else(|| d.head.find(Rule::expr));
        if let Some(body) = body {
            let (x, ty) = self.expr(&mut scope, body);
            let zero = self.program.constant(x) == Some(0);
            if !ty.fits(&head.gives) && !zero {
                let (is, want) = (self.program.book.describe(&ty), self.program.book.describe(&head.gives));
                let help = match &ty {
                    Type::Number(Measure::Inches) => "say `, inches` after the head".to_owned(),
                    Type::Number(Measure::Named(_)) => format!("say `, in {is}` after the head"),
                    _ => format!("give it in {want}"),
                };
                self.fault(Code::Measure, body.span, format!("`{}` is {want}, and this is {is}", head.name), help);
            }
            if let Some(s) = self.program.slots.get_mut(slot as usize) {
                s.base = Some(x);
            }
        }
        for opt in d.head.all(Rule::value_opt) {
            let text = self.text(opt).to_owned();
            let Some(e) = opt.find(Rule::sum_expr) else { continue };
            let x = self.expr(&mut scope, e).0;
            if let Some(s) = self.program.slots.get_mut(slot as usize) {
                if text.starts_with("at least") { s.least = Some(x) } else { s.most = Some(x) }
            }
        }
    }

    /// Faults rules that meet a step that is not there.
    fn check_splices(&mut self) {
        let places: Vec<((u16, String), Vec<Spliced<'a>>)> = self.splicing.splices.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
        for ((proc, step), list) in places {
            if step.is_empty() {
                let (name, word) = self.program.procs.get(proc as usize).map(|p| (p.name.clone(), p.word.clone())).unwrap_or_default();
                let one = self.splicing.step_names.get(&proc).and_then(|s| s.first()).map_or(String::new(), |s| s.0.clone());
                for s in list.iter().filter(|s| s.at == Splice::Also) {
                    let help = format!("name the step that is to happen, such as `{name}.{one}`");
                    self.fault(
                        Code::Place,
                        s.attach.span,
                        format!("a whole {word} happens where it is called, and in no other case"),
                        help,
                    );
                }
                continue;
            }
            let steps = self.splicing.step_names.get(&proc).cloned().unwrap_or_default();
            let opposed = self.program.procs.get(proc as usize).is_some_and(|p| p.word == "opposed");
            let result = opposed && step == super::opposed::RESULT;
            for s in list.iter().filter(|s| result && matches!(s.at, Splice::Skip | Splice::Also)) {
                let help = "write `instead of ...: note \"nothing comes of it\"`, with `when` if need be";
                self.fault(Code::Place, s.attach.span, "what comes of a roll is always looked at", help);
            }
            if result || steps.iter().any(|(n, _)| *n == step) {
                continue;
            }
            let name = self.program.proc_heads.get(proc as usize).map_or(String::new(), |h| h.name.clone());
            // of those that are met by kind, the ones that have the step are meant
            for s in list.into_iter().filter(|s| s.pattern.has(Rule::pattern_head)) {
                let names: Vec<&str> = steps.iter().map(|(n, _)| n.as_str()).collect();
                let help = nearest(&step, names.iter().copied())
                    .map_or_else(|| format!("its steps are {}", names.join(", ")), |m| format!("did you mean `{name}.{m}`?"));
                let span = s.pattern.find(Rule::pattern_head).map_or(s.pattern.span, |h| h.span);
                self.report(Diagnostic::new(Code::Name, span, format!("`{name}` has no step `{step}`")).help(help));
            }
        }
    }

    /// What all actions of a procedure's kind have in common: its steps come first.
    pub fn shared_lines(&self, proc: u16) -> Vec<&'a Line> {
        let Some(p) = self.program.procs.get(proc as usize) else { return Vec::new() };
        let action = self.program.book.kind(&p.word).is_some_and(|k| self.program.book.is(k, KindBase::Action));
        self.rules.kind_items.get(&p.word).filter(|_| action).cloned().unwrap_or_default()
    }

    /// The code of a procedure: its steps, and what rules put around them.
    fn procedure_body(&mut self, d: &'a Declaration, proc: u16) {
        let Some(head) = self.program.proc_heads.get(proc as usize).cloned() else { return };
        let mut scope = self.scope_of(&head.roles);
        scope.proc = Some(proc);
        let mut code = Vec::new();
        self.action_items(d, proc, &mut scope);
        let pays =
            d.body.iter().flat_map(|l| &l.parts).any(|p| p.rule == Rule::step && p.find(Rule::word).is_some_and(|w| self.text(w) == "pay"));
        let action = self.program.book.kind(&head.word).is_some_and(|k| self.program.book.is(k, KindBase::Action));
        let skip = self.splice_list(proc, "");
        let whole = self.splice_guards(&mut scope, &skip, Splice::Skip, &head);
        let skip_at = whole.map(|g| {
            let x = self.negate(true, g);
            code.push(Op::Unless(x, 0));
            code.len() - 1
        });
        self.splice_at(&mut scope, &mut code, proc, "", Splice::Before, &head);
        let replaced = self.splice_instead(&mut scope, &mut code, &skip, &head);
        if action && !pays {
            self.pay(&mut code, proc);
        }
        let shared = self.shared_lines(proc);
        for line in shared.into_iter().chain(&d.body) {
            let last = line.parts.len().saturating_sub(1);
            for (i, part) in line.parts.iter().enumerate() {
                let below: &[Line] = if i == last { &line.below } else { &[] };
                match part.rule {
                    Rule::step => self.step(&mut scope, &mut code, &Step { proc, part, line, below, action }),
                    Rule::cost | Rule::needs | Rule::limit if !action => {
                        let message = format!("a {} happens wherever it is called: nothing is asked or paid first", head.word);
                        self.fault(Code::Place, part.span, message, "make it an `action`, or say it where it is called");
                    }
                    Rule::cost | Rule::needs | Rule::limit | Rule::attach | Rule::forbid | Rule::shown => {}
                    Rule::band if self.foreign_else(part) => {}
                    _ if matches!(head.word.as_str(), "procedure" | "phase" | "turn") || action => {
                        self.fault(
                            Code::Place,
                            part.span,
                            format!("this does not belong in a {}", head.word),
                            "put what happens in a `step`",
                        );
                    }
                    _ => {}
                }
            }
        }
        for at in replaced {
            land(&mut code, at);
        }
        self.splice_at(&mut scope, &mut code, proc, "", Splice::After, &head);
        if let Some(at) = skip_at {
            land(&mut code, at);
        }
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.code = code;
            p.regs = scope.most.saturating_add(1);
        }
    }

    /// A step: what rules put before, after and in place of it, its result, its block.
    fn step(&mut self, scope: &mut Scope, code: &mut Vec<Op>, step: &Step<'_>) {
        let Step { proc, part, line, action, .. } = *step;
        let Some(head) = self.program.proc_heads.get(proc as usize).cloned() else { return };
        let Some(word) = part.find(Rule::word) else { return };
        let name = self.text(word).to_owned();
        scope.step.clone_from(&name);
        scope.steps.push((name.clone(), code.len()));
        let cites = self.cites(&line.cites);
        let row = self.new_row(&format!("{}.{name}", head.name), part.span, cites, None);
        // its result is known below, whether the step happens or not
        let mut result = None;
        let guard = part.find(Rule::guard).map(|g| self.guard(scope, g));
        let list = self.splice_list(proc, &name);
        let also = self.splice_guards(scope, &list, Splice::Also, &head);
        let skip = self.splice_guards(scope, &list, Splice::Skip, &head);
        let mut when = match (guard, also) {
            (Some(g), Some(a)) => Some(self.program.ex(Ex::Two(Bin::Or, g, a))),
            (g, _) => g,
        };
        if let Some(s) = skip {
            let not = self.negate(true, s);
            when = Some(self.both(when, not));
        }
        if part.has(Rule::choice) {
            result = Some(scope.fresh());
            let zero = self.int(0);
            code.push(Op::Set(result.unwrap_or(0), zero));
        }
        let jump = when.map(|w| {
            code.push(Op::Unless(w, 0));
            code.len() - 1
        });
        code.push(Op::Step(row));
        self.splice_at(scope, code, proc, &name, Splice::Before, &head);
        scope.result = result.map(|reg| (name.clone(), reg));
        let replaced = self.splice_instead(scope, code, &list, &head);
        scope.result = None;
        let given = std::mem::take(&mut self.splicing.instead_given);
        if name == "pay" && action {
            self.pay(code, proc);
        }
        let known = scope.locals.len();
        // the call that the result of this step is
        let mut made = None;
        if let Some(value) = part.find(Rule::choice) {
            let from = code.len();
            let (x, ty) = self.effect(scope, code, value);
            let reg = result.unwrap_or(0);
            for (other, span) in &given {
                self.agree(&ty, other, *span);
            }
            made = code.iter().skip(from).rev().find_map(|op| match op {
                Op::Call { to, proc, .. } if self.program.exs.get(x as usize) == Some(&Ex::Reg(*to)) => Some((*to, *proc)),
                _ => None,
            });
            code.push(Op::Set(reg, x));
            self.same_throw(scope, x, reg);
            let label = self.program.label(&name);
            code.push(Op::Result(label, reg));
            scope.locals.truncate(known);
            scope.alias(&name, reg, ty);
        }
        match part.find(Rule::or_else) {
            Some(or) => self.step_or(scope, code, step, or, made),
            None => self.step_block(scope, code, step),
        }
        for at in replaced {
            land(code, at);
        }
        self.splice_at(scope, code, proc, &name, Splice::After, &head);
        if let Some(j) = jump {
            land(code, j);
        }
    }

    /// `step x = Test of unit, or: ...`.
    fn step_or(&mut self, scope: &mut Scope, code: &mut Vec<Op>, step: &Step<'_>, or: &Node, made: Option<(Reg, u16)>) {
        let Some((reg, proc)) = made else {
            self.fault(Code::Place, or.span, "nothing here is passed or failed", "write `step x = ... , or: ...` with a check or a pool");
            return;
        };
        let head = self.program.proc_heads.get(proc as usize).map(|h| (h.name.clone(), h.gives.clone()));
        let (name, gives) = head.unwrap_or_default();
        self.or_else(scope, code, &name, (reg, gives), or, step.below);
    }

    /// What happens at a step; what it names stays known to later steps.
    fn step_block(&mut self, scope: &mut Scope, code: &mut Vec<Op>, step: &Step<'_>) {
        let Some(block) = step.part.find(Rule::block) else { return };
        match block.first() {
            Some(stmts) if stmts.rule != Rule::braced => {
                let parts = stmts.kids.iter().filter_map(|p| if p.rule == Rule::stmt { p.first() } else { Some(p) }).cloned().collect();
                let line = Line { span: step.part.span, parts, cites: Vec::new(), below: step.below.to_vec() };
                self.lines(scope, code, std::slice::from_ref(&line));
            }
            Some(_) => self.block(scope, code, Some(block), step.below),
            None => self.lines(scope, code, step.below),
        }
    }
}
