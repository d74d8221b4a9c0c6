//! Statements to instructions.

use super::compile::{Pass, land};
use super::ir::{Ex, Op, Reg, X};
use super::numbers::small;
use super::scope::Scope;
use crate::diag::{Code, nearest};
use crate::model::{KindBase, Symbol, Type};
use crate::source::Span;
use crate::syntax::{Line, Node, Rule};

/// Verbs that stand between who does it and a name.
const VERBS: &[&str] = &["gains", "loses", "becomes", "forms", "moves", "leads"];

impl Pass<'_> {
    /// Lines of statements.
    pub fn lines(&mut self, scope: &mut Scope, code: &mut Vec<Op>, lines: &[Line]) {
        let mut after_if = None;
        for line in lines {
            self.parts(scope, code, &line.parts, &line.below, &mut after_if);
        }
    }

    fn parts(&mut self, scope: &mut Scope, code: &mut Vec<Op>, parts: &[Node], below: &[Line], after_if: &mut Option<usize>) {
        let last = parts.len().saturating_sub(1);
        for (i, part) in parts.iter().enumerate() {
            let below = if i == last { below } else { &[] };
            self.statement(scope, code, part, below, after_if);
        }
    }

    /// The block of a construct: what stands after its `:`, or the deeper lines.
    pub fn block(&mut self, scope: &mut Scope, code: &mut Vec<Op>, block: Option<&Node>, below: &[Line]) {
        let known = scope.locals.len();
        let mut after_if = None;
        match block.and_then(Node::first) {
            Some(inner) if inner.rule == Rule::braced => {
                for kid in &inner.kids {
                    self.parts(scope, code, &kid.kids, &[], &mut after_if);
                }
            }
            Some(inner) => self.parts(scope, code, &inner.kids, below, &mut after_if),
            None => self.lines(scope, code, below),
        }
        scope.locals.truncate(known);
    }

    /// One statement; `after_if` is the jump that an `otherwise` may take.
    pub fn statement(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, below: &[Line], after_if: &mut Option<usize>) {
        let was_if = after_if.take();
        match node.rule {
            Rule::stmt => {
                if let Some(inner) = node.first() {
                    self.statement(scope, code, inner, below, after_if);
                }
            }
            Rule::if_st => *after_if = Some(self.if_st(scope, code, node, below)),
            Rule::otherwise_st => match was_if {
                Some(jump) => *after_if = self.otherwise(scope, code, node, below, jump),
                None => {
                    self.fault(Code::Place, node.span, "`otherwise` follows no `if`", "put it right below the `if` at the same depth");
                }
            },
            Rule::for_each_st => self.for_each(scope, code, node, below),
            Rule::alternate_st => self.alternate(scope, code, node, below),
            Rule::repeat_st => self.repeat(scope, code, node, below),
            Rule::take_st => self.take(scope, code, node),
            Rule::choose_st => self.choose(scope, code, node),
            Rule::may_st => self.may(scope, code, node, below),
            Rule::spend_st => self.spend(scope, code, node, None),
            Rule::stop_st => self.stop(scope, code, node),
            Rule::give_st => {
                if let Some(kid) = node.first() {
                    let (x, _) = self.effect(scope, code, kid);
                    code.push(Op::Give(x));
                }
            }
            Rule::this_st => self.this_is(scope, code, node),
            Rule::let_st => self.let_st(scope, code, node),
            Rule::do_st => self.do_st(scope, code, node, below),
            Rule::change_st => self.change(scope, code, node),
            Rule::move_st => self.motion(scope, code, node),
            Rule::form_st => self.form(scope, code, node),
            Rule::place_st => self.put(scope, code, node),
            Rule::remove_st => {
                let x = self.subject(scope, node);
                code.push(Op::Remove(x));
            }
            Rule::lead_st => {
                let refs: Vec<X> = node.kids.iter().map(|k| self.expr(scope, k).0).collect();
                if let [a, b] = refs.as_slice() {
                    code.push(Op::Lead(*a, *b));
                }
            }
            Rule::gather_st => self.gather(scope, code, node),
            Rule::draw_st => self.draw(scope, code, node),
            Rule::share_st => self.share_out(scope, code, node, below),
            Rule::join_st | Rule::leave_st => self.join(scope, code, node),
            Rule::again_st => self.again(scope, code, node),
            Rule::wins_st => {
                let x = self.subject(scope, node);
                code.push(Op::Win(x));
            }
            Rule::ends_st => code.push(Op::End),
            Rule::until_st => match self.sleep.sleepers.get(&(node.span, scope.rule)).copied() {
                Some(state) => self.wake(scope, code, node, state),
                None => {
                    self.fault(Code::Place, node.span, "nothing lasts here", "put it in a rule");
                }
            },
            Rule::note_st => {
                let said = node.first().map_or("", |q| self.name(q)).to_owned();
                let row = self.new_row(&said, node.span, Vec::new(), None);
                code.push(Op::Note(row));
            }
            Rule::band if self.foreign_else(node) => {}
            _ => {
                self.fault(
                    Code::Unready,
                    node.span,
                    "this sentence is understood but cannot be carried out yet",
                    "say it with the statements of docs/language.md",
                );
            }
        }
    }

    /// Faults `else:`, which reads as the row of a table that holds for all that is left.
    pub fn foreign_else(&mut self, node: &Node) -> bool {
        let word = "else";
        let is = self.text(node).starts_with(word);
        if is {
            let start = node.span.start as usize;
            self.fault(
                Code::Habit,
                Span::new(start, start + word.len()),
                format!("`{word}` is not of this language"),
                "write `otherwise:`",
            );
        }
        is
    }

    /// The thing a statement is about: its first reference.
    pub fn subject(&mut self, scope: &mut Scope, node: &Node) -> X {
        node.first().map_or(0, |k| self.expr(scope, k).0)
    }

    fn if_st(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, below: &[Line]) -> usize {
        let test = node.find(Rule::expr).map_or(0, |e| self.effect_truth(scope, code, e));
        if let Some(e) = node.find(Rule::expr) {
            self.asks(scope, e.span, e, test, &[]);
        }
        let jump = code.len();
        code.push(Op::Unless(test, 0));
        self.block(scope, code, node.find(Rule::block), below);
        land(code, jump);
        self.if_chain = vec![test];
        jump
    }

    fn otherwise(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, below: &[Line], jump: usize) -> Option<usize> {
        let over = code.len();
        code.push(Op::Jump(0));
        land(code, jump);
        let mut inner = None;
        let mut chain = std::mem::take(&mut self.if_chain);
        if node.find(Rule::expr).is_none() {
            let (any, word) = (self.int(1), Span::new(node.span.start as usize, node.span.start as usize + "otherwise".len()));
            self.asks(scope, word, node, any, &chain);
        }
        if let Some(e) = node.find(Rule::expr) {
            let test = self.effect_truth(scope, code, e);
            self.asks(scope, e.span, e, test, &chain);
            chain.push(test);
            inner = Some(code.len());
            code.push(Op::Unless(test, 0));
        }
        self.block(scope, code, node.find(Rule::block), below);
        land(code, over);
        if let Some(i) = inner {
            land(code, i);
        }
        self.if_chain = chain;
        inner
    }

    fn stop(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        match node.find(Rule::name) {
            Some(name) => {
                let written = self.name(name);
                if let Some(p) = self.procedure_named(name, written) {
                    code.push(Op::Stop(p));
                }
            }
            None if node.find(Rule::word).is_some_and(|w| self.text(w) == "movement") => {
                let of = node.find(Rule::r#ref).map(|r| self.expr(scope, r).0);
                code.push(Op::Halt(of));
            }
            // the one that is being done
            None if node.find(Rule::word).is_some_and(|w| self.is_deed(w)) => code.push(Op::Stop(scope.proc.unwrap_or(u16::MAX))),
            None if node.has(Rule::word) => {
                let what = node.find(Rule::word).map_or("", |w| self.text(w));
                self.fault(
                    Code::Name,
                    node.span,
                    format!("nothing that is called `{what}` can be stopped"),
                    "name a procedure, or write `stop movement`",
                );
            }
            None => code.push(Op::Stop(scope.proc.unwrap_or(u16::MAX))),
        }
    }

    fn is_deed(&self, word: &Node) -> bool {
        self.program.book.kind(self.text(word)).is_some_and(|k| self.program.book.is(k, KindBase::Action))
    }

    fn this_is(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let Some(word) = node.find(Rule::word) else { return };
        let Some(proc) = scope.proc else { return };
        let tag = self.text(word).to_owned();
        let bit = self.context(proc, Some(&tag));
        code.push(Op::Tag(bit, proc));
    }

    /// The bit that says a procedure, or one with a tag, is running.
    pub fn context(&mut self, proc: u16, tag: Option<&str>) -> u8 {
        let wanted = (proc, tag.map(str::to_owned));
        let at = self.program.contexts.iter().position(|c| *c == wanted).unwrap_or_else(|| {
            self.program.contexts.push(wanted);
            self.program.contexts.len() - 1
        });
        if tag.is_none() {
            if let Some(p) = self.program.procs.get_mut(proc as usize) {
                p.during = Some(small(at));
            }
        }
        small(at)
    }

    fn let_st(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let (Some(word), Some(value)) = (node.find(Rule::word), node.find(Rule::choice)) else { return };
        let (x, ty) = self.effect(scope, code, value);
        let name = self.text(word).to_owned();
        if scope.result.as_ref().is_some_and(|(result, _)| *result == name) {
            self.splicing.instead_given.push((ty.clone(), value.span));
        }
        // a local keeps its place when it is said anew in a later round of a loop
        let reg = match scope.said(&name).cloned() {
            Some(old) if old.ty.fits(&ty) => old.reg,
            _ => scope.bind(&name, ty),
        };
        code.push(Op::Set(reg, x));
        self.same_throw(scope, x, reg);
        let label = self.program.label(&name);
        code.push(Op::Result(label, reg));
    }

    /// `again from STEP`, `again from STEP, once`.
    fn again(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let member = node.find(Rule::name_ref).and_then(|n| n.find(Rule::member));
        let Some(word) = node.find(Rule::word).or(member) else {
            self.fault(Code::Syntax, node.span, "nothing says from which step", "name a step that stands above");
            return;
        };
        let name = self.text(word).trim_start_matches('.').to_owned();
        let Some(at) = scope.steps.iter().find(|(s, _)| *s == name).map(|(_, at)| *at) else {
            let known: Vec<&str> = scope.steps.iter().map(|(s, _)| s.as_str()).collect();
            let help =
                if known.is_empty() { "name a step that stands above".to_owned() } else { format!("above are {}", known.join(", ")) };
            self.fault(Code::Name, word.span, format!("no step `{name}` stands above"), help);
            return;
        };
        let back = Op::Jump(u32::try_from(at).unwrap_or(u32::MAX));
        if node.has(Rule::kw_once) {
            let done = scope.untouched();
            let (x, one) = (self.program.ex(Ex::Reg(done)), self.int(1));
            let first = self.negate(true, x);
            let jump = code.len();
            code.push(Op::Unless(first, 0));
            code.push(Op::Set(done, one));
            code.push(back);
            land(code, jump);
        } else {
            code.push(back);
        }
    }

    fn do_st(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, below: &[Line]) {
        let Some(call) = node.find(Rule::call) else { return };
        let Some(name) = call.find(Rule::name_ref) else { return };
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        if self.misspelt_verb(scope, node, written) {
            return;
        }
        let Some(proc) = self.procedure_named(name, written) else { return };
        let mut tags = 0u64;
        for tag in node.all(Rule::tag_word).filter_map(|t| t.find(Rule::word)) {
            let text = self.text(tag).to_owned();
            tags |= 1u64.checked_shl(u32::from(self.context(proc, Some(&text)))).unwrap_or(0);
        }
        let answers: Vec<Node> = node.all(Rule::answer).cloned().collect();
        let (reg, ty) = self.call_proc(scope, code, call, proc, tags, &answers);
        let Some(or) = node.find(Rule::or_else) else { return };
        self.or_else(scope, code, written, (reg, ty), or, below);
    }

    /// `or ...`: what is done if the call just made is failed.
    pub fn or_else(&mut self, scope: &mut Scope, code: &mut Vec<Op>, written: &str, (reg, ty): (Reg, Type), or: &Node, below: &[Line]) {
        let made = code.iter().rev().find_map(|op| match op {
            Op::Call { proc, args, to, .. } if *to == reg => Some((*proc, *args)),
            _ => None,
        });
        let passed = match made.and_then(|(proc, args)| self.passed(proc, args, reg)) {
            Some(x) => x,
            None => {
                if !ty.fits(&Type::Truth) {
                    let help = "use `or` only after a check, or a pool that `passes with ...`";
                    self.fault(Code::Type, or.span, format!("`{written}` neither passes nor fails"), help);
                }
                self.program.ex(Ex::Reg(reg))
            }
        };
        let failed = self.program.ex(Ex::Not(passed));
        let jump = code.len();
        code.push(Op::Unless(failed, 0));
        match or.find(Rule::stmts) {
            Some(s) => {
                let mut after_if = None;
                self.parts(scope, code, &s.kids, below, &mut after_if);
            }
            None => self.block(scope, code, or.find(Rule::block), below),
        }
        land(code, jump);
    }

    /// Faults `band gians Steady`: two words and a name that nothing happens by.
    fn misspelt_verb(&mut self, scope: &Scope, node: &Node, written: &str) -> bool {
        let happens = self.program.book.lookup(written).iter().any(|s| matches!(s, Symbol::Procedure(_) | Symbol::Chance(_)));
        let words: Vec<&Node> = node.all(Rule::tag_word).filter_map(|t| t.find(Rule::word)).collect();
        let Some((verb, before)) = words.split_last().filter(|_| !happens) else { return false };
        let text = self.text(verb);
        let meant = nearest(text, VERBS.iter().copied());
        let subject = before.last().is_some_and(|w| scope.find(self.text(w)).is_some());
        let help = match meant {
            Some(m) => format!("did you mean `{m}`?"),
            None if subject => "write a verb such as `gains`, `loses` or `becomes`".to_owned(),
            None => return false,
        };
        self.fault(Code::Name, verb.span, format!("`{text}` is no verb and no tag"), help);
        true
    }
}
