//! Bodies: the bases of values, the steps of procedures with what rules splice into them, tables.

use super::compile::{HookId, Pass, Splice, Spliced, patch};
use super::decls::{cell_number, row_cells};
use super::expr::short;
use super::ir::{Bin, Domain, Ex, Gate, Op, Sel, X};
use super::scope::{Local, Scope};
use super::select::small;
use crate::diag::{Code, Diagnostic};
use crate::model::{KindBase, Measure, State, StateKind, Symbol, Type, Until};
use crate::syntax::{Declaration, Line, Node, Rule};

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
                let steps = d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::step).filter_map(|s| s.find(Rule::word));
                let steps = steps.map(|w| (self.text(w).to_owned(), w.span)).collect();
                self.step_names.insert(p, steps);
            }
        }
        self.check_splices();
        for d in declarations {
            if let Some(p) = self.body_of(d) {
                if self.chance_of.contains_key(&p) { self.chance_body(d, p) } else { self.procedure_body(d, p) }
            }
        }
    }

    /// The procedure that a declaration is the body of.
    fn body_of(&self, d: &Declaration) -> Option<u16> {
        if d.head.rule == Rule::named_d && d.head.find(Rule::decl_word).is_some_and(|w| self.text(w) == "turn") {
            return self.program.turn;
        }
        match self.hook_of(d)? {
            HookId::Proc(p) => Some(p),
            _ => None,
        }
    }

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
        let places: Vec<((u16, String), Vec<Spliced<'a>>)> = self.splices.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
        for ((proc, step), list) in places {
            if step.is_empty() {
                continue;
            }
            let steps = self.step_names.get(&proc).cloned().unwrap_or_default();
            if step == "pay" || steps.iter().any(|(n, _)| *n == step) {
                continue;
            }
            let name = self.program.proc_heads.get(proc as usize).map_or(String::new(), |h| h.name.clone());
            for s in list {
                let names: Vec<&str> = steps.iter().map(|(n, _)| n.as_str()).collect();
                let help = crate::diag::nearest(&step, names.iter().copied()).map_or_else(|| format!("its steps are {}", names.join(", ")), |m| format!("did you mean `{name}.{m}`?"));
                let span = s.pattern.find(Rule::pattern_head).map_or(s.pattern.span, |h| h.span);
                self.report(Diagnostic::new(Code::Name, span, format!("`{name}` has no step `{step}`")).help(help));
            }
        }
    }

    fn procedure_body(&mut self, d: &'a Declaration, proc: u16) {
        let Some(head) = self.program.proc_heads.get(proc as usize).cloned() else { return };
        let mut scope = self.scope_of(&head.roles);
        scope.proc = Some(proc);
        let mut code = Vec::new();
        self.action_items(d, proc, &mut scope);
        let pays = d.body.iter().flat_map(|l| &l.parts).any(|p| p.rule == Rule::step && p.find(Rule::word).is_some_and(|w| self.text(w) == "pay"));
        let action = self.program.book.kind(&head.word).is_some_and(|k| self.program.book.is(k, KindBase::Action));
        let skip = self.splice_list(proc, "");
        let whole = self.splice_guards(&mut scope, &skip, Splice::Skip, &head);
        let skip_at = whole.map(|g| {
            let x = self.negate(true, g);
            code.push(Op::Unless(x, 0));
            code.len() - 1
        });
        self.splice_at(&mut scope, &mut code, proc, "", Splice::Before, &head);
        if action && !pays {
            self.pay(&mut code, proc);
        }
        for line in &d.body {
            let last = line.parts.len().saturating_sub(1);
            for (i, part) in line.parts.iter().enumerate() {
                let below: &[Line] = if i == last { &line.below } else { &[] };
                match part.rule {
                    Rule::step => self.step(&mut scope, &mut code, proc, part, line, below, action),
                    Rule::cost | Rule::needs | Rule::limit | Rule::attach | Rule::forbid | Rule::shown | Rule::note_item | Rule::label => {}
                    Rule::band if self.foreign_else(part) => {}
                    _ if matches!(head.word.as_str(), "procedure" | "phase" | "turn" | "event") || action => {
                        self.fault(Code::Place, part.span, format!("this does not belong in a {}", head.word), "put what happens in a `step`");
                    }
                    _ => {}
                }
            }
        }
        self.splice_at(&mut scope, &mut code, proc, "", Splice::After, &head);
        if let Some(at) = skip_at {
            let end = code.len();
            patch(&mut code, at, end);
        }
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.code = code;
            p.regs = scope.most.saturating_add(1);
        }
    }

    /// Costs, needs and limits of an action.
    fn action_items(&mut self, d: &'a Declaration, proc: u16, scope: &mut Scope) {
        for line in &d.body {
            for part in &line.parts {
                match part.rule {
                    Rule::cost => self.cost(proc, scope, part),
                    Rule::needs => {
                        let holds = part.find(Rule::expr).map_or(0, |e| self.tagged_truth(scope, e));
                        let row = self.rows_at.get(&part.span).copied().unwrap_or(0);
                        if let Some(p) = self.program.procs.get_mut(proc as usize) {
                            p.gates.push(Gate { row, holds, me: None });
                        }
                    }
                    Rule::limit => self.limit(proc, scope, part),
                    _ => {}
                }
            }
        }
        let action = self.program.procs.get(proc as usize).is_some_and(|p| self.program.book.kind(&p.word).is_some_and(|k| self.program.book.is(k, KindBase::Action)));
        if action {
            if self.program.once_per_turn {
                self.did_state(proc, 0);
            }
            self.aim(d, proc, scope);
        }
    }

    /// What may fill the second blank of an action, when a player chooses it.
    fn aim(&mut self, d: &'a Declaration, proc: u16, scope: &mut Scope) {
        let Some(second) = d.head.all(Rule::role_head).nth(1) else { return };
        let Some(head) = self.program.proc_heads.get(proc as usize).cloned() else { return };
        if head.roles.get(1).is_some_and(|r| r.ty == Type::State) {
            let reg = scope.fresh();
            let kind = head.roles.first().and_then(|r| if let Type::Thing(k) = r.ty { Some(k) } else { None }).unwrap_or(0);
            self.program.sels.push(Sel { domain: Domain::Forms(small(kind)), var: reg, filters: Vec::new(), extreme: None });
        } else {
            let saved = scope.locals.clone();
            let known = scope.locals.len().saturating_sub(head.roles.len() - 1);
            scope.locals.truncate(known);
            let (sel, _) = self.selector_of_role(scope, second);
            scope.locals = saved;
            if let Some(p) = self.program.procs.get_mut(proc as usize) {
                p.aim = Some(sel);
            }
            return;
        }
        let sel = short(self.program.sels.len() - 1);
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.aim = Some(sel);
        }
    }

    fn selector_of_role(&mut self, scope: &mut Scope, role: &Node) -> (u16, Local) {
        let mut node = role.clone();
        node.rule = Rule::selector;
        for kid in &mut node.kids {
            if kid.rule == Rule::role_rel {
                kid.rule = Rule::relative;
            }
        }
        self.selector(scope, &node)
    }

    fn cost(&mut self, proc: u16, scope: &mut Scope, part: &Node) {
        let slot = self.cost_slot(proc);
        let mut code = Vec::new();
        let first = self.program.proc_heads.get(proc as usize).map_or(0, |h| h.roles.len());
        let args: Vec<X> = (0..first).map(|i| self.program.ex(Ex::Reg(small(i)))).collect();
        let of_first = args.first().copied().unwrap_or(0);
        let list = self.program.list(args);
        // an amount written out, or a value or ruling that is measured in a count
        let things: Vec<&Node> = part.all(Rule::thing).collect();
        let found = if let Some(thing) = things.first() {
            self.counted(scope, &mut code, thing).map(|(c, x)| (c, x, part.find(Rule::r#ref).map(|r| self.expr(scope, r).0)))
        } else if let Some(name) = part.find(Rule::name_ref) {
            let (x, ty) = self.bare(scope, name);
            let count = self.program.book.counts.iter().position(|c| c.holds == ty && ty != Type::PLAIN).map(short);
            if count.is_none() {
                self.fault(Code::Measure, name.span, "nothing is paid in this", "name an amount of a count, such as `1 TAC`");
            }
            count.map(|c| (c, x, None))
        } else {
            None
        };
        let Some((count, x, of)) = found else { return };
        if let Some(s) = self.program.slots.get_mut(slot as usize) {
            s.base = Some(x);
        }
        let amount = self.program.ex(Ex::Value { slot, args: list });
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.costs.push((count, of.unwrap_or(of_first), amount));
        }
    }

    /// `once per phase of side`: a bit of the bearer that the deed sets.
    fn limit(&mut self, proc: u16, scope: &mut Scope, part: &Node) {
        let text = self.text(part).to_owned();
        let bearer = part.all(Rule::word).last().filter(|_| text.contains(" of "));
        let (x, of) = match bearer {
            Some(w) if self.text(w) == "side" => {
                let first = self.program.ex(Ex::Reg(0));
                (self.program.ex(Ex::Side(first)), "side".to_owned())
            }
            Some(w) => {
                let local = scope.find(self.text(w)).cloned();
                let reg = local.map_or(0, |l| l.reg);
                (self.program.ex(Ex::Reg(reg)), self.text(w).to_owned())
            }
            None => {
                let of = self.program.proc_heads.get(proc as usize).and_then(|h| h.roles.first()).and_then(|r| if let Type::Thing(k) = r.ty { self.program.book.kinds.get(k) } else { None });
                let of = of.map_or("game".to_owned(), |k| k.word.clone());
                (self.program.ex(Ex::Reg(0)), of)
            }
        };
        let state = self.limit_state(&text, &of, part);
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.limits.push((x, state));
        }
    }

    /// A bit that is cleared at the end of what the limit is per.
    pub fn limit_state(&mut self, text: &str, of: &str, node: &Node) -> u16 {
        let until = if text.contains("per game") {
            Until::Stays
        } else if text.contains("per phase") {
            Until::Phase(crate::model::Key::default())
        } else {
            Until::Turn
        };
        let kind = if until == Until::Turn { StateKind::DidTurn } else if until == Until::Stays { StateKind::DidGame } else { StateKind::DidPhase };
        self.program.book.states.push(State { name: text.to_owned(), kind, of: of.to_owned(), until, majority: false, any: false, span: node.span });
        short(self.program.book.states.len() - 1)
    }

    fn pay(&mut self, code: &mut Vec<Op>, proc: u16) {
        let Some(p) = self.program.procs.get(proc as usize).cloned() else { return };
        for (count, of, amount) in &p.costs {
            let minus = self.program.ex(Ex::Neg(*amount));
            code.push(Op::Add(*of, *count, minus));
        }
        code.push(Op::Did(proc));
    }

    #[allow(clippy::too_many_arguments)] // one step needs all of its surroundings
    fn step(&mut self, scope: &mut Scope, code: &mut Vec<Op>, proc: u16, part: &'a Node, line: &Line, below: &[Line], action: bool) {
        let Some(head) = self.program.proc_heads.get(proc as usize).cloned() else { return };
        let Some(word) = part.find(Rule::word) else { return };
        let name = self.text(word).to_owned();
        scope.step.clone_from(&name);
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
        let replaced = self.splice_instead(scope, code, &list, &head);
        if name == "pay" && action {
            self.pay(code, proc);
        }
        let known = scope.locals.len();
        if let Some(value) = part.find(Rule::choice) {
            let (x, ty) = self.effect(scope, code, value);
            let reg = result.unwrap_or(0);
            code.push(Op::Set(reg, x));
            let label = self.program.label(&name);
            code.push(Op::Result(label, reg));
            scope.locals.truncate(known);
            scope.alias(&name, reg, ty);
        }
        let known = scope.locals.len();
        if part.has(Rule::block) {
            // what a step names stays known to later steps
            let before = scope.locals.len();
            let block = part.find(Rule::block);
            let inner = block.and_then(Node::first);
            let mut kept = Vec::new();
            match inner {
                Some(i) if i.rule != Rule::braced => {
                    let mut line = Line { span: part.span, parts: i.kids.clone(), cites: Vec::new(), below: below.to_vec() };
                    line.parts = line.parts.into_iter().map(|p| if p.rule == Rule::stmt { p.kids.into_iter().next().unwrap_or(Node { rule: Rule::note_st, span: part.span, kids: Vec::new() }) } else { p }).collect();
                    self.lines(scope, code, std::slice::from_ref(&line));
                }
                Some(_) => self.block(scope, code, block, below),
                None => self.lines(scope, code, below),
            }
            kept.extend(scope.locals.drain(before..));
            scope.locals.truncate(known);
            scope.locals.extend(kept);
        }
        for at in replaced {
            let end = code.len();
            patch(code, at, end);
        }
        self.splice_at(scope, code, proc, &name, Splice::After, &head);
        if let Some(j) = jump {
            let end = code.len();
            patch(code, j, end);
        }
    }

    /// The rules at a step, in the order of their names.
    fn splice_list(&self, proc: u16, step: &str) -> Vec<Spliced<'a>> {
        let mut list = self.splices.get(&(proc, step.to_owned())).cloned().unwrap_or_default();
        list.sort_by_cached_key(|s| {
            let name = self.program.rows.get(s.row as usize).map_or(String::new(), |r| crate::model::Key::new(&r.name).as_str().to_owned());
            (name, self.text(s.attach).to_owned())
        });
        list
    }

    /// The union of the guards of all rules of one sort at a step.
    fn splice_guards(&mut self, scope: &mut Scope, list: &[Spliced<'a>], at: Splice, head: &crate::model::Head) -> Option<X> {
        let mut any = None;
        for s in list.iter().filter(|s| s.at == at) {
            let mut met = self.meet_within(scope, s.rule, head, s.attach, s.pattern);
            let mut guard = met.guard;
            if at == Splice::Also {
                let mut also = None;
                s.attach.walk(&mut |n| {
                    if n.rule == Rule::also {
                        also = n.find(Rule::guard).cloned();
                    }
                });
                if let Some(g) = also {
                    for l in scope.locals.iter().skip(head.roles.len()) {
                        met.scope.alias(&l.name, l.reg, l.ty.clone());
                    }
                    let x = self.guard(&mut met.scope, &g);
                    guard = Some(self.both(guard, x));
                }
            }
            let x = guard.unwrap_or_else(|| self.int(1));
            let x = self.unless_off(x, s.row);
            let x = self.over_carriers(x, met.me);
            scope.next = scope.next.max(met.scope.next);
            scope.most = scope.most.max(met.scope.most);
            any = Some(match any {
                None => x,
                Some(a) => self.program.ex(Ex::Two(Bin::Or, a, x)),
            });
        }
        any
    }

    /// A guard that does not hold where another rule switches the row off.
    fn unless_off(&mut self, guard: X, row: u16) -> X {
        if self.program.rows.get(row as usize).is_none_or(|r| r.off.is_empty()) {
            return guard;
        }
        let off = self.program.ex(Ex::Off(row));
        let on = self.negate(true, off);
        self.both(Some(guard), on)
    }

    /// Whether a guard holds for any carrier of its rule.
    pub fn over_carriers(&mut self, guard: X, me: Option<(u8, u16)>) -> X {
        match me {
            None => guard,
            Some((reg, rule)) => {
                self.program.sels.push(Sel { domain: Domain::Carriers(rule), var: reg, filters: vec![guard], extreme: None });
                let sel = short(self.program.sels.len() - 1);
                self.program.ex(Ex::Exists(sel))
            }
        }
    }

    /// Replacements: each jumps over the original when it applied.
    fn splice_instead(&mut self, scope: &mut Scope, code: &mut Vec<Op>, list: &[Spliced<'a>], head: &crate::model::Head) -> Vec<usize> {
        let mut jumps = Vec::new();
        for s in list.iter().filter(|s| s.at == Splice::Instead) {
            let after = self.spliced(scope, code, s, head);
            jumps.push(code.len());
            code.push(Op::Jump(0));
            for at in after {
                let here = code.len();
                patch(code, at, here);
            }
        }
        jumps
    }

    fn splice_at(&mut self, scope: &mut Scope, code: &mut Vec<Op>, proc: u16, step: &str, at: Splice, head: &crate::model::Head) {
        for s in self.splice_list(proc, step).iter().filter(|s| s.at == at) {
            let exits = self.spliced(scope, code, s, head);
            for e in exits {
                let here = code.len();
                patch(code, e, here);
            }
        }
    }

    /// The body of one rule at a step, behind its guard; gives the jumps that leave it.
    fn spliced(&mut self, scope: &mut Scope, code: &mut Vec<Op>, s: &Spliced<'a>, head: &crate::model::Head) -> Vec<usize> {
        let met = self.meet_within(scope, s.rule, head, s.attach, s.pattern);
        let mut inner = met.scope;
        // results of earlier steps are known too
        for l in scope.locals.iter().skip(head.roles.len()) {
            if inner.find(&l.name).is_none() {
                inner.alias(&l.name, l.reg, l.ty.clone());
            }
        }
        // fresh registers start above those of the procedure
        inner.next = inner.next.max(scope.next);
        inner.most = inner.most.max(inner.next);
        inner.proc = scope.proc;
        inner.step = self.program.rows.get(s.row as usize).map_or(String::new(), |r| crate::model::Key::new(&r.name).as_str().to_owned());
        let guard = met.guard.unwrap_or_else(|| self.int(1));
        let guard = self.unless_off(guard, s.row);
        let mut exits = Vec::new();
        let mut looped = None;
        if let Some((reg, rule)) = met.me {
            let own = inner.fresh();
            let at = inner.fresh();
            let _end = inner.fresh();
            self.program.sels.push(Sel { domain: Domain::Carriers(rule), var: reg, filters: vec![guard], extreme: None });
            let sel = short(self.program.sels.len() - 1);
            code.push(Op::Each { sel, at, order: Vec::new() });
            looped = Some(code.len());
            code.push(Op::Next { var: reg, at, exit: 0 });
            let _ = own;
        }
        exits.push(code.len());
        code.push(Op::Unless(guard, 0));
        self.rule_terms(&mut inner, code, s, &mut exits);
        code.push(Op::Step(s.row));
        let body = s.attach.find(Rule::body);
        let last = s.line.parts.last().is_some_and(|p| p.span == s.attach.span);
        let below: &[Line] = if last { &s.line.below } else { &[] };
        match body.and_then(Node::first) {
            Some(b) if b.rule == Rule::stmts => {
                let line = Line { span: b.span, parts: b.kids.iter().filter_map(|k| k.first().cloned()).collect(), cites: Vec::new(), below: below.to_vec() };
                self.lines(&mut inner, code, std::slice::from_ref(&line));
            }
            Some(b) if b.rule == Rule::braced => {
                let block = Node { rule: Rule::block, span: b.span, kids: vec![b.clone()] };
                self.block(&mut inner, code, Some(&block), below);
            }
            Some(b) if b.rule == Rule::contribs => {
                self.fault(Code::Place, b.span, "a step is not a quantity", "write what happens, `skip` or `also when`");
            }
            _ => self.lines(&mut inner, code, below),
        }
        if let Some(top) = looped {
            for e in exits.drain(..) {
                let here = code.len();
                patch(code, e, here);
            }
            self.close_loop(code, top);
        }
        scope.most = scope.most.max(inner.most);
        scope.next = scope.next.max(inner.next);
        exits
    }

    /// What a rule's kind and moods ask before it acts: needs, limits, the offer, the price.
    fn rule_terms(&mut self, scope: &mut Scope, code: &mut Vec<Op>, s: &Spliced<'a>, exits: &mut Vec<usize>) {
        let rule = s.rule.and_then(|r| self.program.rules.get(r as usize)).cloned();
        let who = self.carrier(scope);
        let mut used = Vec::new();
        let mut costs = Vec::new();
        let lines: Vec<&'a Line> = rule.as_ref().and_then(|r| self.kind_items.get(&r.word)).cloned().unwrap_or_default();
        let own: Vec<&'a Node> = self.own_terms.get(&s.rule.unwrap_or(u16::MAX)).cloned().unwrap_or_default();
        let parts: Vec<&'a Node> = lines.iter().flat_map(|l| &l.parts).chain(own).chain(s.attach.all(Rule::mood)).collect();
        for part in parts {
            let text = self.text(part).to_owned();
            match part.rule {
                Rule::needs => {
                    let x = part.find(Rule::expr).map_or(0, |e| self.truth(scope, e));
                    exits.push(code.len());
                    code.push(Op::Unless(x, 0));
                }
                Rule::limit | Rule::mood if text.contains(" per ") => {
                    let of = scope.me.as_ref().and_then(|m| if let Type::Thing(k) = m.ty { self.program.book.kinds.get(k).map(|k| k.word.clone()) } else { None }).unwrap_or("game".into());
                    let key = (part.span, s.rule.unwrap_or(u16::MAX));
                    let state = match self.limit_bits.get(&key) {
                        Some(b) => *b,
                        None => {
                            let b = self.limit_state(&text, &of, part);
                            self.limit_bits.insert(key, b);
                            b
                        }
                    };
                    let bit = self.program.ex(Ex::Bit { of: who, state });
                    let free = self.negate(true, bit);
                    exits.push(code.len());
                    code.push(Op::Unless(free, 0));
                    used.push(state);
                }
                Rule::cost => {
                    if let Some(thing) = part.find(Rule::thing) {
                        let of = part.find(Rule::r#ref).map_or(who, |r| self.expr(scope, r).0);
                        if let Some((count, amount)) = self.counted(scope, code, thing) {
                            let cell = self.program.ex(Ex::Cell { of, count });
                            let enough = self.program.ex(Ex::Two(Bin::Le, amount, cell));
                            exits.push(code.len());
                            code.push(Op::Unless(enough, 0));
                            costs.push((of, count, amount));
                        }
                    }
                }
                _ => {}
            }
        }
        if s.may {
            let by = self.program.ex(Ex::Side(who));
            let label = self.program.label(&scope.step.clone());
            exits.push(code.len());
            code.push(Op::Offer { by, no: 0, label, row: s.row, who });
        }
        for state in used {
            code.push(Op::Gain(who, state));
        }
        for (of, count, amount) in costs {
            let minus = self.program.ex(Ex::Neg(amount));
            code.push(Op::Add(of, count, minus));
        }
    }

    /// A table's keys and cells.
    pub fn table(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let Some(id) = self.program.book.lookup(&name).iter().find_map(|s| if let Symbol::Table(t) = s { Some(*t) } else { None }) else { return };
        let mut keys: Vec<Vec<(i64, i64)>> = vec![Vec::new()];
        let mut cells = Vec::new();
        let mut sample = String::new();
        for pair in d.head.all(Rule::table_pair) {
            let Some(range) = pair.find(Rule::range_or_names) else { continue };
            let text = pair.find(Rule::cell_value).map_or("", |c| self.text(c)).trim().to_owned();
            for r in &range.kids {
                keys.first_mut().map(|k| k.push(key_range(self.text(r))));
                cells.push(self.cell(&text, pair));
            }
            sample = text;
        }
        let rows: Vec<Vec<Node>> = d.body.iter().filter_map(row_cells).collect();
        if let Some(header) = rows.first().filter(|_| rows.len() > 1) {
            let two = header.first().is_some_and(|c| self.text(c).trim().is_empty());
            if two {
                keys.push(header.iter().skip(1).map(|c| key_range(self.text(c))).collect());
            }
            let body = if two { rows.get(1..).unwrap_or(&[]) } else { &rows[..] };
            for row in body {
                let Some(first) = row.first() else { continue };
                keys.first_mut().map(|k| k.push(key_range(self.text(first))));
                let wide = if two { header.len() - 1 } else { 1 };
                if row.len() != wide + 1 {
                    self.fault(Code::MissingRow, first.span, format!("this row of `{name}` has {} cells, and there are {wide} columns", row.len() - 1), "write `-` in an empty cell");
                }
                for c in row.iter().skip(1).take(wide) {
                    let text = self.text(c).trim().to_owned();
                    cells.push(self.cell(&text, c));
                    sample = text;
                }
            }
        }
        self.gaps(&name, span, &keys);
        if let Some(h) = self.program.table_heads.get_mut(id) {
            h.gives = match sample.as_str() {
                t if t.ends_with('"') => Type::LENGTH,
                t if t.ends_with('+') => Type::Need,
                t if t.starts_with(char::is_uppercase) => Type::Name,
                _ => Type::PLAIN,
            };
        }
        if let Some(t) = self.program.tables.get_mut(id) {
            t.keys = keys;
            t.cells = cells;
        }
    }

    fn cell(&mut self, text: &str, node: &Node) -> i64 {
        if let Some(n) = cell_number(text) {
            return n;
        }
        if text == "always" {
            return 0;
        }
        let name = text.trim_matches('"');
        if let Some(r) = self.program.book.lookup(name).iter().find_map(|s| match s {
            Symbol::Word(w) => i64::try_from(*w).ok(),
            Symbol::State(s) => i64::try_from(*s).ok(),
            _ => None,
        }) {
            return r;
        }
        if name.starts_with(char::is_uppercase) {
            let id = 100_000 + usize::from(self.program.label(name));
            self.program.book.enter(name, Symbol::Word(id));
            return i64::try_from(id).unwrap_or(0);
        }
        self.fault(Code::Type, node.span, format!("`{text}` is not a table's cell"), "write a number, a length, a score such as 5+, or a Name");
        0
    }

    /// Faults gaps and doubles among a table's keys.
    fn gaps(&mut self, name: &str, span: crate::source::Span, keys: &[Vec<(i64, i64)>]) {
        for list in keys {
            let mut sorted = list.clone();
            sorted.sort_unstable();
            for pair in sorted.windows(2) {
                let [a, b] = pair else { continue };
                if b.0 <= a.1 {
                    self.fault(Code::TwiceRow, span, format!("`{name}` has two rows for {}", b.0), "give each key one row");
                } else if b.0 > a.1.saturating_add(1) {
                    self.fault(Code::MissingRow, span, format!("`{name}` has no row for {}", a.1 + 1), format!("add a row for {}", a.1 + 1));
                }
            }
        }
    }
}

/// The keys that a cell stands for: `3`, `2-3`, `11+`, `under 2`, `else`.
fn key_range(text: &str) -> (i64, i64) {
    let text = text.trim();
    let number = |t: &str| cell_number(t.trim());
    if let Some(n) = text.strip_suffix('+').and_then(number) {
        return (n, i64::MAX);
    }
    if let Some(n) = text.strip_prefix("under ").and_then(number) {
        return (i64::MIN, n - 1);
    }
    if let Some(n) = text.strip_prefix("over ").and_then(number) {
        return (n + 1, i64::MAX);
    }
    for sep in [" to ", "-"] {
        if let Some((a, b)) = text.split_once(sep) {
            if let (Some(a), Some(b)) = (number(a), number(b)) {
                return (a, b);
            }
        }
    }
    number(text).map_or((i64::MIN, i64::MAX), |n| (n, n))
}
