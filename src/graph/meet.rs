//! Who a rule is about where it meets a hook: its carrier, the blanks, when.

use super::compile::Pass;
use super::guards::{guards_of, meanwhile};
use super::ir::{Bin, Domain, Ex, Reg, Sel, X};
use super::names::role_help;
use super::numbers::{short, small};
use super::scope::{Local, Scope};
use crate::diag::{Code, Diagnostic};
use crate::model::{Head, Type};
use crate::source::Span;
use crate::syntax::{Node, Rule};

/// Who a rule is about, at one hook.
#[derive(Clone)]
pub(super) struct Met {
    pub scope: Scope,
    pub guard: Option<X>,
    pub me: Option<(Reg, u16)>,
}

/// Where a rule is being met.
#[derive(Default)]
pub(super) struct Here {
    /// Registers below this are in use where a rule is met.
    pub floor: Reg,
    /// Results that are known where a rule is met.
    pub around: Vec<Local>,
    /// Whether what is met is a throw, whose result is asked for later.
    pub tossing: bool,
}

impl Pass<'_> {
    /// As [`Self::meet`], where the code around already uses the registers of `scope`.
    pub fn meet_within(&mut self, around: &Scope, rule: Option<u16>, head: &Head, attach: &Node, pattern: &Node) -> Met {
        self.here.floor = around.next;
        // results of the steps before are known where a rule asks `when`
        self.here.around = around.locals.iter().skip(head.roles.len()).cloned().collect();
        let met = self.meet(rule, head, attach, pattern);
        self.here.floor = 0;
        self.here.around.clear();
        met
    }

    /// Fills in who a rule is about at a hook: `me`, the other blanks, when.
    pub fn meet(&mut self, rule: Option<u16>, head: &Head, attach: &Node, pattern: &Node) -> Met {
        let mut scope = self.scope_of(&head.roles);
        scope.proc = self.program.proc_heads.iter().position(|h| h.span == head.span).map(short);
        scope.hears(&self.here.around);
        scope.param = rule.and_then(|r| self.rules.params.get(&r)).cloned();
        let Scope { locals, param, .. } = &mut scope;
        locals.iter_mut().filter(|l| param.as_ref().is_some_and(|p| p.word == l.name)).for_each(|l| l.name.clear());
        let mut guard = None;
        let mut me = None;
        let state = rule.and_then(|r| self.program.rules.get(r as usize)).and_then(|r| r.state);
        let by_row = rule.and_then(|r| self.program.rules.get(r as usize)).is_some_and(|r| r.rows);
        // what lasts on somebody else hangs no more on who carried the rule
        let lasts_on = self.sleep.lasts_on.get(&attach.span).cloned();
        let state = state.filter(|_| lasts_on.is_none());
        let roles = self.pattern_roles(head, pattern);
        let direct = roles.iter().find_map(|r| {
            let sel = r.find(Rule::my_sel)?;
            sel.find(Rule::me)?;
            let prep = r.find(Rule::prep).map(|p| self.text(p))?;
            head.roles.iter().position(|h| h.prep == prep)
        });
        if let Some(i) = direct {
            let ty = head.roles.get(i).map_or(Type::Unknown, |r| r.ty.clone());
            let var = self.program.ex(Ex::Reg(small(i)));
            scope.me = Some(Local { name: "me".into(), reg: small(i), ty: ty.clone() });
            let carried = match (&ty, state) {
                (Type::Row(_), _) if by_row => rule.map(|r| self.program.ex(Ex::RowHas { row: var, rule: r })),
                (_, Some(state)) => Some(self.carried(rule, var, state)),
                _ => None,
            };
            if let Some(c) = carried {
                guard = Some(self.both(guard, c));
            }
        } else if let (Some(r), Some(state)) = (rule, state) {
            let reg = scope.fresh();
            let of = self.program.book.states.get(state as usize).map_or("game".to_owned(), |s| s.of.clone());
            let ty = self.program.book.kind(&of).map_or(Type::Unknown, |k| self.thing_type(k));
            scope.me = Some(Local { name: "me".into(), reg, ty });
            let var = self.program.ex(Ex::Reg(reg));
            let bit = self.carried(rule, var, state);
            guard = Some(self.both(guard, bit));
            me = Some((reg, r));
        }
        if let (Some(count), Some(me)) = (rule.and_then(|r| self.arriving.met.get(&(attach.span, r))).copied(), scope.me.clone()) {
            let of = self.program.ex(Ex::Reg(me.reg));
            let noted = self.program.ex(Ex::Cell { of, count });
            let (mover, one) = (self.program.ex(Ex::Reg(0)), self.int(1));
            let mark = self.program.ex(Ex::Two(Bin::Add, mover, one));
            let came = self.program.ex(Ex::Two(Bin::Eq, noted, mark));
            guard = Some(self.both(guard, came));
        }
        let holder = roles.iter().find_map(|r| {
            let noun = r.find(Rule::selector_role)?.find(Rule::noun)?;
            let prep = r.find(Rule::prep).filter(|_| lasts_on.as_ref().is_some_and(|w| self.just(noun, w)))?;
            head.roles.iter().position(|h| h.prep == self.text(prep))
        });
        let bearer = match holder {
            Some(i) => self.program.ex(Ex::Reg(small(i))),
            None => self.bearer_of_effect(&scope),
        };
        if let Some(notes) = self.sleep.notes.get(&attach.span).cloned() {
            let of = bearer;
            scope.noted = notes.into_iter().map(|(w, count)| (w, self.program.ex(Ex::Cell { of, count }))).collect();
            // what was noted is meant, and not a blank of the same word that the rule calls otherwise
            let Scope { locals, noted, .. } = &mut scope;
            locals.iter_mut().filter(|l| noted.iter().any(|(word, _)| *word == l.name)).for_each(|l| l.name.clear());
        }
        if let Some(muted) = self.muted_here(rule, &mut scope) {
            guard = Some(self.both(guard, muted));
        }
        self.called_alike(attach, &roles, scope.param.as_ref().map(|p| p.word.as_str()));
        for role in &roles {
            self.pattern_role(&mut scope, head, role, &mut guard);
        }
        for d in meanwhile(attach, pattern) {
            let x = self.during(d);
            guard = Some(self.both(guard, x));
        }
        for g in guards_of(attach) {
            // the result of a throw is asked after it
            let Some(g) = (if self.here.tossing { self.before_the_throw(g) } else { Some(g.clone()) }) else { continue };
            let x = self.guard(&mut scope, &g);
            guard = Some(self.both(guard, x));
        }
        if let Some(state) = self.sleep.asleep.get(&attach.span).copied() {
            let awake = self.program.ex(Ex::Bit { of: bearer, state });
            guard = Some(self.both(guard, awake));
        }
        if let Some(g) = guard {
            self.asks(&scope, guards_of(attach).fold(pattern.span, |s, g| s.to(g.span)), attach, g, &[]);
        }
        Met { scope, guard, me }
    }

    /// The blanks that a pattern fills. A description may seem to go on with `from me`, `with NAME` or `in KIND`: where
    /// the head has such a blank, and nothing else fills it, that is what is meant.
    fn pattern_roles(&self, head: &Head, pattern: &Node) -> Vec<Node> {
        let mut out: Vec<Node> = Vec::new();
        // whoever comes near fills the only blank of what meets a move
        if let Some(sel) = pattern.find(Rule::selector).filter(|_| pattern.rule == Rule::comes) {
            let who = Node { rule: Rule::selector_role, ..sel.clone() };
            out.push(Node { rule: Rule::pattern_role, span: sel.span, kids: vec![who] });
        }
        let given = |prep: &str| pattern.all(Rule::pattern_role).any(|r| r.find(Rule::prep).is_some_and(|p| self.text(p) == prep));
        for role in pattern.all(Rule::pattern_role) {
            let mut role = role.clone();
            let mut more = Vec::new();
            for sel in role.kids.iter_mut().filter(|k| k.rule == Rule::selector_role) {
                sel.kids.retain(|relative| {
                    let Some(r) = relative.first().filter(|_| relative.rule == Rule::relative) else { return true };
                    let prep = match r.rule {
                        Rule::from_r => "from",
                        Rule::with_r => "with",
                        Rule::of_r => "of",
                        Rule::in_r => "in",
                        _ => return true,
                    };
                    let Some(blank) = head.roles.iter().find(|h| h.prep == prep).filter(|_| !given(prep)) else { return true };
                    let kind = r.find(Rule::r#ref).and_then(|n| n.find(Rule::local)).and_then(|w| self.program.book.kind(self.text(w)));
                    let Some(filled) = blank_of(r, prep, kind.is_some()) else { return true };
                    // whose it is, or what ground it is on, stays with the description
                    let fits =
                        kind.map_or(!r.find(Rule::r#ref).is_some_and(|n| n.has(Rule::name_ref)), |k| self.thing_type(k).fits(&blank.ty));
                    if matches!(prep, "of" | "in") && !fits {
                        return true;
                    }
                    more.push(filled);
                    false
                });
            }
            out.push(role);
            out.extend(more);
        }
        out
    }

    /// Faults two blanks of one place that are called by the same word, where the rule goes on to speak of it.
    fn called_alike(&mut self, attach: &Node, roles: &[Node], given: Option<&str>) {
        let (mut spoken, mut called): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for part in attach.kids.iter().filter(|k| matches!(k.rule, Rule::guard | Rule::body)) {
            part.walk(&mut |n| spoken.extend(Some(self.text(n)).filter(|_| n.rule == Rule::local)));
        }
        // statements may stand below
        let done = attach.find(Rule::body).is_some_and(|b| !b.has(Rule::contribs));
        for noun in roles.iter().filter_map(|r| r.find(Rule::selector_role)).filter_map(|s| s.find(Rule::noun)) {
            let Some(word) = noun.all(Rule::word).last().map(|w| self.text(w)) else { continue };
            if given == Some(word) {
                let message = format!("the rule is given `{word}`, and this blank is called `{word}` too");
                self.fault(Code::Role, noun.span, message, "call the blank by another word");
            }
            if called.contains(&word) && (done || spoken.contains(&word)) {
                self.two_called(word, noun.span);
            }
            called.push(word);
        }
    }

    /// The fault for two blanks of one sentence with the same word.
    pub fn two_called(&mut self, word: &str, span: Span) {
        let help = format!("call one of them by a word of its own, such as `{} other`", self.files.slice(span).trim());
        self.fault(Code::Role, span, format!("two blanks are called `{word}` here"), help);
    }

    fn pattern_role(&mut self, scope: &mut Scope, head: &Head, role: &Node, guard: &mut Option<X>) {
        let prep = role.find(Rule::prep).map_or("", |p| self.text(p)).to_owned();
        let Some(i) = head.roles.iter().position(|h| h.prep == prep) else {
            let (shown, help) = (self.show_head(head), role_help(head));
            self.report(
                Diagnostic::new(Code::Role, role.span, format!("`{}` has no `{prep}`", head.name))
                    .here(format!("its head reads: {shown}"))
                    .help(help),
            );
            return;
        };
        let ty = head.roles.get(i).map_or(Type::Unknown, |r| r.ty.clone());
        let var = self.program.ex(Ex::Reg(small(i)));
        if let Some(sel) = role.find(Rule::my_sel) {
            for a in sel.all(Rule::adjective) {
                let x = self.adjective(scope, var, &ty, a);
                *guard = Some(self.both(*guard, x));
            }
            if let Some(my) = sel.find(Rule::my) {
                let (mine, _) = self.reference(scope, my);
                let same = self.program.ex(Ex::Two(Bin::Eq, var, mine));
                *guard = Some(self.both(*guard, same));
            }
        } else if let Some(word) = role
            .find(Rule::selector_role)
            .filter(|_| matches!(ty, Type::Number(_)))
            .and_then(|s| s.find(Rule::noun))
            .and_then(|n| n.find(Rule::word))
        {
            let name = self.text(word).to_owned();
            scope.alias(&name, small(i), ty);
        } else if let Some(sel) = role.find(Rule::selector_role) {
            let (kind, local) = self.noun(sel);
            let want = self.thing_type(kind);
            if !want.fits(&ty) {
                let (is, w) = (self.program.book.describe(&want), self.program.book.describe(&ty));
                self.fault(
                    Code::Type,
                    sel.span,
                    format!("`{}` wants {w} after `{prep}`, and this is {is}", head.name),
                    format!("give it {w}"),
                );
            }
            // in an effect that lasts, whom the sentences around it speak of is meant
            if let Some((_, noted)) = scope.noted.iter().find(|(word, _)| *word == local) {
                let same = self.program.ex(Ex::Two(Bin::Eq, var, *noted));
                *guard = Some(self.both(*guard, same));
            }
            scope.alias(&local, small(i), ty.clone());
            let it = Local { name: local, reg: small(i), ty: ty.clone() };
            scope.it.push(it);
            let mut filters = Vec::new();
            for a in sel.all(Rule::adjective) {
                filters.push(self.adjective(scope, var, &ty, a));
            }
            let mut narrowed = Sel { domain: Domain::All(small(kind)), var: small(i), filters: Vec::new(), extreme: Vec::new() };
            for r in sel.all(Rule::relative).chain(sel.all(Rule::role_rel)) {
                self.relative_filter(scope, kind, var, &ty, r, &mut narrowed);
            }
            filters.extend(narrowed.filters);
            // the nearest is one of all that are so
            if !narrowed.extreme.is_empty() {
                let (all, _) = self.selector(scope, sel);
                let one = self.program.ex(Ex::First(all));
                filters.push(self.program.ex(Ex::Two(Bin::Eq, var, one)));
            }
            for x in filters {
                *guard = Some(self.both(*guard, x));
            }
        } else if let Some(op) = role.find(Rule::operand).or_else(|| role.find(Rule::the_one)) {
            let (x, _) = self.expr(scope, op);
            let same = self.program.ex(Ex::Two(Bin::Eq, var, x));
            *guard = Some(self.both(*guard, same));
        }
    }

    /// A guard that does not hold where another rule switches the row off.
    pub fn unless_off(&mut self, guard: X, row: u16) -> X {
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
                self.program.sels.push(Sel { domain: Domain::Carriers(rule), var: reg, filters: vec![guard], extreme: Vec::new() });
                let sel = short(self.program.sels.len() - 1);
                self.program.ex(Ex::Exists(sel))
            }
        }
    }

    /// Who a rule acts for: its carrier, else the first blank.
    pub fn carrier(&mut self, scope: &Scope) -> X {
        match &scope.me {
            // a row has no player
            Some(me) if !matches!(me.ty, Type::Row(_)) => self.program.ex(Ex::Reg(me.reg)),
            _ => self.viewer(scope).unwrap_or_else(|| self.program.ex(Ex::Game)),
        }
    }
}

/// `from me`, `with NAME` or, if it names a kind, `in KIND` of a description, as what fills a blank.
fn blank_of(relative: &Node, prep: &str, kind: bool) -> Option<Node> {
    let node = |rule, span, kids| Node { rule, span, kids };
    let start = relative.span.start as usize;
    let word = node(Rule::prep, Span::new(start, start + prep.len()), Vec::new());
    let what = match relative.find(Rule::r#ref) {
        Some(r) if r.has(Rule::me) || r.has(Rule::my) => node(Rule::my_sel, r.span, r.kids.clone()),
        Some(r) if kind => {
            let word = r.find(Rule::local)?.first()?.clone();
            node(Rule::selector_role, r.span, vec![node(Rule::noun, r.span, vec![word])])
        }
        Some(r) => node(Rule::operand, r.span, vec![r.clone()]),
        None => {
            let list = relative.find(Rule::name_list).filter(|l| l.kids.len() == 1 && !relative.has(Rule::kw_no))?;
            let name = list.first()?.find(Rule::name_ref)?;
            let inner = node(Rule::r#ref, name.span, vec![name.clone()]);
            node(Rule::operand, name.span, vec![inner])
        }
    };
    Some(node(Rule::pattern_role, relative.span, vec![word, what]))
}
