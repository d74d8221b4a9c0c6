//! Where rules meet hooks: patterns to guards, contributions to ports.

use super::compile::{HookId, Pass, Splice, Spliced};
use super::expr::short;
use super::ir::{Bin, Contribution, Domain, Ex, Gate, Off, Reg, Sel, X};
use super::program::Program;
use super::scope::{Local, Scope};
use super::select::small;
use crate::diag::{Code, Diagnostic};
use crate::model::{Head, Key, KindBase, Symbol, Type};
use crate::syntax::{Declaration, Line, Node, Rule};

/// A contribution to a chance hook, compiled when the hook's code is.
#[derive(Clone)]
pub(super) struct Toss<'a> {
    pub row: u16,
    pub rule: Option<u16>,
    pub attach: Option<&'a Node>,
    pub pattern: Option<&'a Node>,
    pub contrib: &'a Node,
    pub may: bool,
}

/// Who a rule is about, at one hook.
pub(super) struct Met {
    pub scope: Scope,
    pub guard: Option<X>,
    pub me: Option<(Reg, u16)>,
}

impl<'a> Pass<'a> {
    /// Gathers what every rule contributes.
    pub fn attachments(&mut self, declarations: &'a [Declaration]) {
        for d in declarations {
            self.own_rows(d);
        }
        // switching off comes last: it speaks of rows that others make
        let mut ignores = Vec::new();
        for d in declarations {
            for rule in self.rules_of(d) {
                for line in &d.body {
                    self.lasting(rule, line, &mut ignores);
                    for part in &line.parts {
                        match part.rule {
                            Rule::attach => self.attach(rule, line, part, &mut ignores),
                            Rule::forbid => self.forbid(rule, line, part),
                            _ => {}
                        }
                    }
                }
            }
        }
        for (rule, row, attach, pattern) in ignores {
            let target = pattern.find(Rule::pattern_head).and_then(|h| h.find(Rule::name_ref)).and_then(|n| n.find(Rule::name));
            if let Some(name) = target {
                self.ignore(rule, row, attach, pattern, name, None);
            }
        }
        for (rule, row, attach, pattern, hook) in std::mem::take(&mut self.overs) {
            let names: Vec<&'a Node> = attach.all(Rule::over).filter(|o| self.text(o).starts_with("over")).filter_map(|o| o.find(Rule::name)).collect();
            for name in names {
                self.ignore(rule, row, attach, pattern, name, Some(hook));
            }
        }
    }

    /// Effects that last: their rules are bound from the start and asleep until they are woken.
    fn lasting(&mut self, rule: Option<u16>, line: &'a Line, ignores: &mut Vec<(Option<u16>, u16, &'a Node, &'a Node)>) {
        let mut found: Vec<&'a Node> = Vec::new();
        for part in &line.parts {
            part.walk(&mut |n| {
                if n.rule == Rule::until_st {
                    found.push(n);
                }
            });
        }
        for node in found {
            let what = node.find(Rule::until_what).map_or("", |w| self.text(w)).to_owned();
            let bearer = rule.and_then(|r| self.program.rules.get(r as usize)).and_then(|r| r.state).and_then(|s| self.program.book.states.get(s as usize)).map_or("game".to_owned(), |s| s.of.clone());
            let named = node.find(Rule::until_what).and_then(|w| { let mut f = None; w.walk(&mut |n| if n.rule == Rule::name { f = Some(n.span) }); f }).map(|s| self.files.slice(s).trim_matches('"').to_owned());
            let proc = named.as_ref().and_then(|n| self.program.book.lookup(n).iter().find_map(|s| if let Symbol::Procedure(p) = s { Some(short(*p)) } else { None }));
            let phase = proc.filter(|p| self.program.procs.get(*p as usize).is_some_and(|p| p.phase));
            let until = match (phase, &named) {
                (Some(_), Some(n)) => crate::model::Until::Phase(Key::new(n)),
                _ if what.ends_with("game") || proc.is_some() => crate::model::Until::Stays,
                _ if what.ends_with("phase") => crate::model::Until::Phase(Key::default()),
                _ => crate::model::Until::Turn,
            };
            self.program.book.states.push(crate::model::State { name: format!("until {what}"), kind: crate::model::StateKind::Marker, of: bearer, until, majority: false, any: false, span: node.span });
            let state = short(self.program.book.states.len() - 1);
            if let (Some(p), None) = (proc, phase) {
                if let Some(p) = self.program.procs.get_mut(p as usize) {
                    p.clears.push(state);
                }
            }
            self.sleepers.insert(node.span, state);
            let inner: Vec<&'a Node> = node.all(Rule::attach).chain(node.all(Rule::braced).flat_map(|b| b.all(Rule::attach))).collect();
            for attach in inner {
                self.asleep.insert(attach.span, state);
                self.attach(rule, line, attach, ignores);
            }
            for below in &line.below {
                for attach in below.parts.iter().filter(|p| p.rule == Rule::attach) {
                    self.asleep.insert(attach.span, state);
                    self.attach(rule, below, attach, ignores);
                }
            }
        }
        for below in &line.below {
            self.lasting(rule, below, ignores);
        }
    }

    /// The rules that a declaration is: none, one, or one for each parameter.
    fn rules_of(&self, d: &Declaration) -> Vec<Option<u16>> {
        let span = self.title(&d.head).map_or(d.head.span, |t| t.1);
        match self.instances.get(&span) {
            Some(list) => list.iter().map(|r| Some(*r)).collect(),
            None => vec![self.rule_of(d)],
        }
    }

    /// The rule that a declaration is, if it is one.
    fn rule_of(&self, d: &Declaration) -> Option<u16> {
        let (name, span) = self.title(&d.head)?;
        self.program.book.lookup(&name).iter().find_map(|s| match s {
            Symbol::Rule(r) if self.program.rules.get(*r).is_some_and(|i| i.span == span) => Some(short(*r)),
            _ => None,
        })
    }

    /// Rows that hooks have of their own: named rows of values and pools, and `needs`.
    fn own_rows(&mut self, d: &'a Declaration) {
        let Some(hook) = self.hook_of(d) else { return };
        for line in &d.body {
            for part in &line.parts {
                let name = match part.rule {
                    Rule::named_row | Rule::needs => part.find(Rule::name).map(|n| self.name(n).to_owned()),
                    Rule::row_contrib => None,
                    _ => continue,
                };
                let owner = self.title(&d.head).map_or(String::new(), |t| t.0);
                let cites = self.cites(if line.cites.is_empty() { &d.cites } else { &line.cites });
                let row = self.new_row(name.as_deref().unwrap_or(&owner), part.span, cites, None);
                if let Some(n) = name {
                    self.row_names.entry(Key::new(&n)).or_default().push((row, hook));
                }
                self.rows_at.insert(part.span, row);
                if matches!(part.rule, Rule::named_row | Rule::row_contrib) {
                    if let Some(c) = part.find(Rule::contrib) {
                        self.own_contribution(d, hook, row, c);
                    }
                }
            }
        }
    }

    /// The hook that a declaration is.
    pub fn hook_of(&self, d: &Declaration) -> Option<HookId> {
        let (name, span) = self.title(&d.head)?;
        self.program.book.lookup(&name).iter().find_map(|s| match s {
            Symbol::Value(v) if self.program.slot_heads.get(*v).is_some_and(|h| h.span == span) => Some(HookId::Slot(short(*v))),
            Symbol::Procedure(p) if self.program.proc_heads.get(*p).is_some_and(|h| h.span == span) => Some(HookId::Proc(short(*p))),
            Symbol::Chance(c) => {
                let p = *self.program.chances.get(*c)?;
                (self.program.proc_heads.get(p as usize)?.span == span).then_some(HookId::Proc(p))
            }
            _ => None,
        })
    }

    fn own_contribution(&mut self, d: &'a Declaration, hook: HookId, row: u16, contrib: &'a Node) {
        match hook {
            HookId::Slot(slot) => {
                let has_base = d.head.has(Rule::choice) || d.head.has(Rule::expr);
                let roles = self.program.slot_heads.get(slot as usize).map_or_else(Vec::new, |h| h.roles.clone());
                let mut scope = self.scope_of(&roles);
                scope.rounds = self.program.slots.get(slot as usize).and_then(|s| s.rounding);
                scope.receiver = self.program.slots.get(slot as usize).map(|s| s.name.clone());
                let first_base = self.program.slots.get(slot as usize).is_some_and(|s| s.base.is_none()) && !has_base;
                if let (true, Some(core), false) = (first_base, contrib.find(Rule::contrib_core).and_then(Node::first).filter(|c| c.rule == Rule::set), contrib.has(Rule::guard)) {
                    let (x, _) = core.first().map_or((0, Type::Unknown), |e| self.expr(&mut scope, e));
                    if let Some(s) = self.program.slots.get_mut(slot as usize) {
                        s.base = Some(x);
                    }
                    return;
                }
                self.contribute_to_slot(slot, row, scope, None, None, contrib);
            }
            HookId::Proc(p) if self.chance_of.contains_key(&p) => {
                self.tosses.entry(p).or_default().push(Toss { row, rule: None, attach: None, pattern: None, contrib, may: false });
            }
            _ => {
                self.fault(Code::Place, contrib.span, "a contribution stands only below a value, a condition or a roll", "put it there, or in a rule: `on ...: ...`");
            }
        }
    }

    fn attach(&mut self, rule: Option<u16>, line: &'a Line, attach: &'a Node, ignores: &mut Vec<(Option<u16>, u16, &'a Node, &'a Node)>) {
        let at = attach.find(Rule::at_place).and_then(Node::first).map_or(Rule::on, |p| p.rule);
        for pattern in attach.all(Rule::pattern) {
            let name = rule.and_then(|r| self.program.rules.get(r as usize)).map_or(String::new(), |r| r.name.clone());
            let cites = if line.cites.is_empty() {
                rule.and_then(|r| self.program.rules.get(r as usize)).and_then(|r| self.program.rows.get(r.row as usize)).map_or_else(Vec::new, |r| r.cites.clone())
            } else {
                self.cites(&line.cites)
            };
            let row = self.new_row(&name, attach.span, cites, rule);
            let contribs: Vec<&Node> = attach.find(Rule::body).and_then(|b| b.find(Rule::contribs)).map_or_else(Vec::new, |c| c.all(Rule::contrib).collect());
            let moods: Vec<&Node> = attach.all(Rule::mood).collect();
            let kind_may = rule.is_some_and(|r| self.kind_says_may(r));
            let may = kind_may || moods.iter().any(|m| self.text(m).trim() == "may");
            let core = contribs.first().and_then(|c| c.find(Rule::contrib_core)).and_then(Node::first).map(|c| c.rule);
            if core == Some(Rule::ignore) {
                ignores.push((rule, row, attach, pattern));
                continue;
            }
            let splice = match at {
                Rule::before => Some(Splice::Before),
                Rule::after => Some(Splice::After),
                Rule::instead => Some(Splice::Instead),
                Rule::on => match core {
                    Some(Rule::skip) => Some(Splice::Skip),
                    Some(Rule::also) => Some(Splice::Also),
                    _ => None,
                },
                _ => {
                    self.fault(Code::Unready, attach.span, "`anytime` is understood but cannot be carried out yet", "name the step: `before ...`");
                    continue;
                }
            };
            match splice {
                Some(at) => self.splice(Spliced { at, row, rule, attach, pattern, line, may }),
                None => self.contribute(rule, row, attach, pattern, &contribs, may),
            }
        }
    }

    /// Whether all rules of its kind are offers.
    pub fn kind_says_may(&self, rule: u16) -> bool {
        let Some(r) = self.program.rules.get(rule as usize) else { return false };
        self.kind_items.get(&r.word).is_some_and(|lines| lines.iter().flat_map(|l| &l.parts).any(|p| p.rule == Rule::mood_item && self.text(p).starts_with("may")))
    }

    fn splice(&mut self, spliced: Spliced<'a>) {
        let Some(name) = spliced.pattern.find(Rule::pattern_head).and_then(|h| h.find(Rule::name_ref)) else { return };
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let Some(proc) = self.procedure_named(name, written) else { return };
        let step = name.find(Rule::member).map_or(String::new(), |m| self.text(m).trim_start_matches('.').to_owned());
        if spliced.attach.has(Rule::over) {
            self.overs.push((spliced.rule, spliced.row, spliced.attach, spliced.pattern, HookId::Proc(proc)));
        }
        self.splices.entry((proc, step)).or_default().push(spliced);
    }

    fn contribute(&mut self, rule: Option<u16>, row: u16, attach: &'a Node, pattern: &'a Node, contribs: &[&'a Node], may: bool) {
        let Some(name) = pattern.find(Rule::pattern_head).and_then(|h| h.find(Rule::name_ref)) else { return };
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let cost = pattern.has(Rule::pattern_words);
        if contribs.is_empty() {
            self.fault(Code::Place, attach.span, "`on` wants what is changed there", "write it after `:`, such as `+ 1`; statements go with `before` or `after`");
            return;
        }
        let hooks = self.hooks_named(name, written, pattern, cost);
        for hook in hooks {
            if attach.has(Rule::over) {
                self.overs.push((rule, row, attach, pattern, hook));
            }
            match hook {
                HookId::Slot(slot) => {
                    let Some(head) = self.program.slot_heads.get(slot as usize).cloned() else { continue };
                    let met = self.meet(rule, &head, attach, pattern);
                    for contrib in contribs {
                        let scope = met.scope.clone();
                        self.contribute_to_slot(slot, row, scope, met.guard, met.me, contrib);
                    }
                }
                HookId::Proc(p) => {
                    for contrib in contribs {
                        self.tosses.entry(p).or_default().push(Toss { row, rule, attach: Some(attach), pattern: Some(pattern), contrib, may });
                    }
                }
            }
        }
    }

    /// The hooks that a name addresses: values overload on the kind of their first blank.
    fn hooks_named(&mut self, name: &Node, written: &str, pattern: &Node, cost: bool) -> Vec<HookId> {
        let symbols = self.program.book.lookup(written).to_vec();
        if cost {
            let Some(p) = self.procedure_named(name, written) else { return Vec::new() };
            return vec![HookId::Slot(self.cost_slot(p))];
        }
        let values: Vec<u16> = symbols.iter().filter_map(|s| if let Symbol::Value(v) = s { Some(short(*v)) } else { None }).collect();
        if values.len() > 1 {
            let me = pattern.all(Rule::pattern_role).any(|r| r.kids.iter().any(|k| k.rule == Rule::my_sel));
            let wanted = pattern.find(Rule::pattern_role).and_then(|r| r.find(Rule::selector_role)).map(|s| self.noun(s).0);
            let fits: Vec<HookId> = values
                .iter()
                .filter(|v| {
                    let kind = self.program.slot_heads.get(**v as usize).and_then(|h| h.roles.first()).map(|r| r.ty.clone());
                    match (&kind, wanted) {
                        (Some(Type::Thing(k) | Type::Row(k)), Some(w)) => *k == w,
                        (Some(Type::Thing(k)), None) => !me || !self.program.book.is(*k, KindBase::Piece),
                        _ => true,
                    }
                })
                .map(|v| HookId::Slot(*v))
                .collect();
            return fits;
        }
        if let Some(v) = values.first() {
            return vec![HookId::Slot(*v)];
        }
        for s in &symbols {
            match s {
                Symbol::Chance(c) => return self.program.chances.get(*c).map(|p| vec![HookId::Proc(*p)]).unwrap_or_default(),
                Symbol::Procedure(_) => {
                    self.fault(Code::Place, name.span, format!("`{written}` is something that happens, not a quantity"), "meet it with `before`, `after` or `instead of`");
                    return Vec::new();
                }
                _ => {}
            }
        }
        self.unknown_name(name, written, "a value or a roll");
        Vec::new()
    }

    /// The slot of what a procedure costs.
    pub fn cost_slot(&mut self, proc: u16) -> u16 {
        if let Some(s) = self.cost_slots.get(&proc) {
            return *s;
        }
        let head = self.program.proc_heads.get(proc as usize).cloned();
        let (name, roles, span) = head.map_or((String::new(), Vec::new(), crate::source::Span::default()), |h| (h.name, h.roles, h.span));
        let row = self.new_row(&format!("cost of {name}"), span, Vec::new(), None);
        let id = short(self.program.slots.len());
        self.program.slots.push(super::ir::Slot { name: format!("cost of {name}"), row, roles: small(roles.len()), ..Default::default() });
        // what it is measured in is known when its procedure is compiled
        self.program.slot_heads.push(Head { name: format!("cost of {name}"), word: "cost".into(), roles, gives: Type::Unknown, span });
        self.cost_slots.insert(proc, id);
        id
    }

    /// As [`Self::meet`], where the code around already uses the registers of `scope`.
    pub fn meet_within(&mut self, around: &Scope, rule: Option<u16>, head: &Head, attach: &Node, pattern: &Node) -> Met {
        self.floor = around.next;
        let met = self.meet(rule, head, attach, pattern);
        self.floor = 0;
        met
    }

    /// Fills in who a rule is about at a hook: `me`, the other blanks, when.
    pub fn meet(&mut self, rule: Option<u16>, head: &Head, attach: &Node, pattern: &Node) -> Met {
        let mut scope = self.scope_of(&head.roles);
        scope.proc = self.program.proc_heads.iter().position(|h| h.span == head.span).map(short);
        let mut guard = None;
        let mut me = None;
        let state = rule.and_then(|r| self.program.rules.get(r as usize)).and_then(|r| r.state);
        self.param = rule.and_then(|r| self.params.get(&r)).cloned();
        let by_row = rule.and_then(|r| self.program.rules.get(r as usize)).is_some_and(|r| r.rows);
        let direct = pattern.all(Rule::pattern_role).find_map(|r| {
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
                (_, Some(state)) => Some(self.program.ex(Ex::Bit { of: var, state })),
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
            let bit = self.program.ex(Ex::Bit { of: var, state });
            guard = Some(self.both(guard, bit));
            me = Some((reg, r));
        }
        for role in pattern.all(Rule::pattern_role) {
            self.pattern_role(&mut scope, head, role, &mut guard);
        }
        let outer = attach.all(Rule::guard).find_map(|g| g.find(Rule::during));
        if let Some(d) = pattern.find(Rule::during).or_else(|| attach.find(Rule::during)).or(outer) {
            let x = self.during(d);
            guard = Some(self.both(guard, x));
        }
        for g in attach.all(Rule::guard).filter(|g| !g.has(Rule::during)) {
            let text = self.text(g);
            // the result of a throw is asked after it
            if text.ends_with(" failed") || text.ends_with(" passed") {
                continue;
            }
            let x = self.guard(&mut scope, g);
            guard = Some(self.both(guard, x));
        }
        if let Some(state) = self.asleep.get(&attach.span).copied() {
            let of = self.carrier(&scope);
            let awake = self.program.ex(Ex::Bit { of, state });
            guard = Some(self.both(guard, awake));
        }
        Met { scope, guard, me }
    }

    fn pattern_role(&mut self, scope: &mut Scope, head: &Head, role: &Node, guard: &mut Option<X>) {
        let prep = role.find(Rule::prep).map_or("", |p| self.text(p)).to_owned();
        let Some(i) = head.roles.iter().position(|h| h.prep == prep) else {
            let (shown, help) = (self.show_head(head), self.role_help(head));
            self.report(Diagnostic::new(Code::Role, role.span, format!("`{}` has no `{prep}`", head.name)).here(format!("its head reads: {shown}")).help(help));
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
        } else if let Some(word) = role.find(Rule::selector_role).filter(|_| matches!(ty, Type::Number(_))).and_then(|s| s.find(Rule::noun)).and_then(|n| n.find(Rule::word)) {
            let name = self.text(word).to_owned();
            scope.alias(&name, small(i), ty);
        } else if let Some(sel) = role.find(Rule::selector_role) {
            let (kind, local) = self.noun(sel);
            let want = self.thing_type(kind);
            if !want.fits(&ty) {
                let (is, w) = (self.program.book.describe(&want), self.program.book.describe(&ty));
                self.fault(Code::Type, sel.span, format!("`{}` wants {w} after `{prep}`, and this is {is}", head.name), format!("give it {w}"));
            }
            scope.alias(&local, small(i), ty.clone());
            let it = Local { name: local, reg: small(i), ty: ty.clone() };
            scope.it.push(it);
            let mut filters = Vec::new();
            for a in sel.all(Rule::adjective) {
                filters.push(self.adjective(scope, var, &ty, a));
            }
            let mut narrowed = Sel { domain: Domain::All(small(kind)), var: small(i), filters: Vec::new(), extreme: None };
            for r in sel.all(Rule::relative).chain(sel.all(Rule::role_rel)) {
                self.relative_filter(scope, kind, var, &ty, r, &mut narrowed);
            }
            filters.extend(narrowed.filters);
            for x in filters {
                *guard = Some(self.both(*guard, x));
            }
        } else if let Some(op) = role.find(Rule::operand).or_else(|| role.find(Rule::the_one)) {
            let (x, _) = self.expr(scope, op);
            let same = self.program.ex(Ex::Two(Bin::Eq, var, x));
            *guard = Some(self.both(*guard, same));
        }
    }

    /// `during aimed Fire`.
    fn during(&mut self, node: &Node) -> X {
        let Some(name) = node.find(Rule::name_ref) else { return 0 };
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let Some(proc) = self.procedure_named(name, written) else { return 0 };
        let tags: Vec<String> = node.all(Rule::tag_word).filter_map(|t| t.find(Rule::word)).map(|w| self.text(w).to_owned()).collect();
        let mut guard = None;
        if tags.is_empty() {
            let bit = self.context(proc, None);
            guard = Some(self.program.ex(Ex::During(bit)));
        }
        for tag in tags {
            let bit = self.context(proc, Some(&tag));
            let x = self.program.ex(Ex::During(bit));
            guard = Some(self.both(guard, x));
        }
        guard.unwrap_or(0)
    }

    /// `when c`, `unless c`, `during P`.
    pub fn guard(&mut self, scope: &mut Scope, node: &Node) -> X {
        if let Some(d) = node.find(Rule::during) {
            return self.during(d);
        }
        let unless = node.has(Rule::kw_unless);
        let x = node.find(Rule::expr).map_or(0, |e| self.tagged_truth(scope, e));
        self.negate(unless, x)
    }

    /// A question in which a bare word may be a tag of the running procedure: `unless delayed or standing`.
    pub fn tagged_truth(&mut self, scope: &mut Scope, expr: &Node) -> X {
        if let Some(proc) = scope.proc {
            let mut words = Vec::new();
            expr.walk(&mut |n| {
                if n.rule == Rule::local {
                    words.push(n.span);
                }
            });
            for span in words {
                let text = self.files.slice(span);
                if scope.find(text).is_none() && !scope.it.iter().any(|l| l.name == text) && text != "turn" && text != "game" {
                    let bit = self.context(proc, Some(text));
                    let x = self.program.ex(Ex::During(bit));
                    self.tag_words.insert(span, x);
                }
            }
        }
        self.truth(scope, expr)
    }

    /// Puts one contribution into a slot.
    fn contribute_to_slot(&mut self, slot: u16, row: u16, mut scope: Scope, guard: Option<X>, me: Option<(Reg, u16)>, contrib: &Node) {
        let mut guard = guard;
        for g in contrib.all(Rule::guard) {
            let x = self.guard(&mut scope, g);
            guard = Some(self.both(guard, x));
        }
        let guard = guard.unwrap_or_else(|| self.int(1));
        let Some(core) = contrib.find(Rule::contrib_core).and_then(Node::first) else { return };
        let gives = self.program.slot_heads.get(slot as usize).map_or(Type::Unknown, |h| h.gives.clone());
        scope.rounds = self.program.slots.get(slot as usize).and_then(|s| s.rounding);
        scope.receiver = self.program.slots.get(slot as usize).map(|s| s.name.clone());
        let truth = gives == Type::Truth;
        let mut x = 0;
        let mut ty = gives.clone();
        let mut scale = (1, 1);
        match core.rule {
            Rule::set | Rule::floor | Rule::ceiling => (x, ty) = core.first().map_or((0, Type::Unknown), |e| self.expr(&mut scope, e)),
            Rule::add => {
                (x, ty) = core.find(Rule::sum_expr).map_or((0, Type::Unknown), |e| self.expr(&mut scope, e));
                if core.has(Rule::minus) {
                    x = self.program.ex(Ex::Neg(x));
                }
                if let Some(f) = core.find(Rule::for_every) {
                    x = self.for_every(&mut scope, x, f);
                }
            }
            Rule::scale => {
                scale = match core.find(Rule::sum_term).map(|e| (self.share_of_one(e), e)) {
                    Some((Some(s), _)) => s,
                    Some((None, e)) => {
                        let n = self.expr(&mut scope, e).0;
                        (self.program.constant(n).unwrap_or(1), 1)
                    }
                    None => (1, 2),
                };
            }
            Rule::assent | Rule::veto if truth => x = self.int(1),
            _ => {
                self.fault(Code::Place, core.span, "this changes rolls or steps, not a quantity", "write `= e`, `+ e`, `x n`, `at least e` or `at most e`");
                return;
            }
        }
        let zero = self.program.constant(x) == Some(0);
        if !ty.fits(&gives) && !zero && !matches!((&ty, &gives), (Type::Number(_), Type::Need)) {
            let (is, want) = (self.program.book.describe(&ty), self.program.book.describe(&gives));
            let name = self.program.slots.get(slot as usize).map_or(String::new(), |s| s.name.clone());
            self.report(Diagnostic::new(Code::Measure, core.span, format!("`{name}` is {want}, and this is {is}")).help(format!("give it in {want}")));
        }
        let c = Contribution { row, guard, x, me };
        let Some(s) = self.program.slots.get_mut(slot as usize) else { return };
        match core.rule {
            Rule::set => {
                self.sets_at.insert(c.x, core.span);
                s.sets.push(c);
            }
            Rule::add | Rule::assent => s.adds.push(c),
            Rule::floor => s.floors.push(c),
            Rule::ceiling => s.ceilings.push(c),
            Rule::veto => s.vetoes.push(c),
            _ => s.scales.push((c, scale.0, scale.1)),
        }
    }

    /// A bare fraction used as a factor.
    fn share_of_one(&self, node: &Node) -> Option<(i64, i64)> {
        let mut found = None;
        node.walk(&mut |n| {
            if n.rule == Rule::fraction {
                found = Some(n.span);
            }
        });
        let (a, b) = self.files.slice(found?).split_once('/')?;
        Some((a.parse().ok()?, b.parse().ok()?))
    }

    /// `for every full 5 models of unit`.
    pub fn for_every(&mut self, scope: &mut Scope, x: X, node: &Node) -> X {
        let n = node.find(Rule::integer).map_or(1, |i| self.text(i).parse().unwrap_or(1));
        let times = if let Some(s) = node.find(Rule::selector) {
            let (sel, _) = self.selector(scope, s);
            self.program.ex(Ex::Count(sel))
        } else if node.has(Rule::name_ref) {
            self.call(scope, node).0
        } else {
            self.int(1)
        };
        let n = self.int(n);
        let full = self.program.ex(Ex::Div(times, n, crate::num::Rounding::Down));
        self.program.ex(Ex::Two(Bin::Mul, x, full))
    }

    /// `forbid A, B by SEL when c`.
    fn forbid(&mut self, rule: Option<u16>, line: &'a Line, node: &'a Node) {
        let cites = self.cites(&line.cites);
        let name = rule.and_then(|r| self.program.rules.get(r as usize)).map_or(String::new(), |r| r.name.clone());
        let listed: Vec<u16> = node.find(Rule::forbid_list).map_or_else(Vec::new, |l| {
            l.all(Rule::name).filter_map(|n| { let w = self.name(n); self.procedure_named(n, w) }).collect()
        });
        let all = node.has(Rule::any_action);
        let actions: Vec<u16> = (0..self.program.procs.len())
            .map(short)
            .filter(|p| {
                let is_action = self.program.procs.get(*p as usize).is_some_and(|q| self.program.book.kind(&q.word).is_some_and(|k| self.program.book.is(k, KindBase::Action)));
                if all { is_action && !listed.contains(p) } else { listed.contains(p) }
            })
            .collect();
        for p in actions {
            let Some(head) = self.program.proc_heads.get(p as usize).cloned() else { continue };
            let met = self.meet(rule, &head, node, node);
            let row = self.new_row(&name, node.span, cites.clone(), rule);
            let guard = met.guard.unwrap_or_else(|| self.int(1));
            let holds = self.program.ex(Ex::Not(guard));
            if let Some(q) = self.program.procs.get_mut(p as usize) {
                q.gates.push(Gate { row, holds, me: met.me });
            }
        }
    }

    /// `on ROW by me: ignore`.
    fn ignore(&mut self, rule: Option<u16>, row: u16, attach: &'a Node, pattern: &'a Node, name: &'a Node, only: Option<HookId>) {
        let written = self.name(name);
        let mut targets: Vec<(u16, HookId)> = self.row_names.get(&Key::new(written)).cloned().unwrap_or_default();
        for s in self.program.book.lookup(written).to_vec() {
            if let Symbol::Rule(r) = s {
                targets.extend(self.rule_hooks(short(r)));
            }
        }
        if targets.is_empty() {
            self.unknown_name(name, written, "a rule or a named row");
            return;
        }
        for (target, hook) in targets.into_iter().filter(|(_, h)| only.is_none_or(|o| o == *h)) {
            let head = match hook {
                HookId::Slot(s) => self.program.slot_heads.get(s as usize).cloned(),
                HookId::Proc(p) => self.program.proc_heads.get(p as usize).cloned(),
            };
            let Some(head) = head else { continue };
            let met = self.meet(rule, &head, attach, pattern);
            let guard = met.guard.unwrap_or_else(|| self.int(1));
            if let Some(r) = self.program.rows.get_mut(target as usize) {
                r.off.push(Off { guard, me: met.me, row });
            }
        }
    }

    /// The rows of a rule, each with its hook.
    fn rule_hooks(&self, rule: u16) -> Vec<(u16, HookId)> {
        let mine = |row: u16| self.program.rows.get(row as usize).is_some_and(|r| r.rule == Some(rule));
        let mut out = Vec::new();
        for (i, s) in self.program.slots.iter().enumerate() {
            out.extend(Program::contributions(s).filter(|(_, c)| mine(c.row)).map(|(_, c)| (c.row, HookId::Slot(short(i)))));
        }
        for (p, list) in &self.tosses {
            out.extend(list.iter().filter(|t| t.rule == Some(rule)).map(|t| (t.row, HookId::Proc(*p))));
        }
        for ((p, _), list) in &self.splices {
            out.extend(list.iter().filter(|s| s.rule == Some(rule)).map(|s| (s.row, HookId::Proc(*p))));
        }
        for (i, p) in self.program.procs.iter().enumerate() {
            out.extend(p.gates.iter().filter(|g| mine(g.row)).map(|g| (g.row, HookId::Proc(short(i)))));
        }
        out.sort_by_key(|(row, _)| *row);
        out
    }
}
