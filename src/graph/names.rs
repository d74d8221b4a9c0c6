//! Names where a quantity, a thing or a deed is meant.

use super::compile::Pass;
use super::expr::short;
use super::ir::{Ex, X};
use super::scope::Scope;
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::{Head, Key, KindBase, Measure, State, StateKind, Symbol, Type, Until};
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// A name with its blanks, asked for its value.
    pub fn call(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let Some(name) = node.find(Rule::name_ref) else { return (self.int(0), Type::Unknown) };
        if let Some(args) = node.find(Rule::arguments) {
            return self.table_call(scope, name, args);
        }
        if !node.has(Rule::role) {
            return self.bare(scope, name);
        }
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let mut given = Vec::new();
        for role in node.all(Rule::role) {
            let prep = role.find(Rule::prep).map_or("", |p| self.text(p));
            let Some(operand) = role.filled() else { continue };
            let value = self.expr(scope, operand);
            given.push((prep.to_owned(), value.0, value.1, role.span));
        }
        let first = given.first().map(|g| g.2.clone());
        match self.pick_symbol(written, first.as_ref()) {
            Some(Symbol::Count(c)) => {
                let of = given.first().map_or(0, |g| g.1);
                let ty = self.program.book.counts.get(c).map_or(Type::Unknown, |c| c.holds.clone());
                (self.program.ex(Ex::Cell { of, count: short(c) }), ty)
            }
            Some(Symbol::Value(v)) => {
                let Some(head) = self.program.slot_heads.get(v).cloned() else { return (self.int(0), Type::Unknown) };
                let args = self.fill(scope, &head, given, name.span);
                let args = self.program.list(args);
                (self.program.ex(Ex::Value { slot: short(v), args }), head.gives)
            }
            Some(Symbol::Table(t)) => {
                let Some(head) = self.program.table_heads.get(t).cloned() else { return (self.int(0), Type::Unknown) };
                let args = self.fill(scope, &head, given, name.span);
                let args = self.program.list(args);
                (self.program.ex(Ex::Table { table: short(t), args }), head.gives)
            }
            Some(symbol @ (Symbol::Chance(_) | Symbol::Procedure(_))) => self.only_happens(scope, name, symbol),
            _ => self.unknown_name(name, written, "a value"),
        }
    }

    /// The fault for a roll or a procedure that is asked like a value.
    fn only_happens(&mut self, scope: &Scope, name: &Node, symbol: Symbol) -> (X, Type) {
        let head = match symbol {
            Symbol::Chance(c) => self.program.chances.get(c).and_then(|p| self.program.proc_heads.get(*p as usize)),
            Symbol::Procedure(p) => self.program.proc_heads.get(p),
            _ => None,
        };
        let Some(Head { name: title, word, span, .. }) = head.cloned() else { return (self.int(0), Type::Unknown) };
        let asker = if scope.proc.is_none() { "a value" } else { "a question" };
        let may_not = if matches!(symbol, Symbol::Chance(_)) { "may not roll dice" } else { "may not do anything" };
        let d = Diagnostic::new(Code::Dice, name.span, format!("`{title}` is {}, and {asker} {may_not}", with_article(&word)));
        self.report(d.label(span, "declared here").help("make it a step of its own, `step x = ...`, and ask `x`"));
        (self.int(0), Type::Unknown)
    }

    /// Puts what a call gives into the blanks of a head; a blank left out is filled by the local of its name.
    pub fn fill(&mut self, scope: &mut Scope, head: &Head, mut given: Vec<(String, X, Type, crate::source::Span)>, span: crate::source::Span) -> Vec<X> {
        let mut out = Vec::new();
        for role in &head.roles {
            if let Some(i) = given.iter().position(|g| g.0 == role.prep) {
                let (_, x, ty, at) = given.remove(i);
                if !ty.fits(&role.ty) && !(role.ty == Type::PLAIN && matches!(ty, Type::Number(_) | Type::Need)) {
                    let (is, want) = (self.program.book.describe(&ty), self.program.book.describe(&role.ty));
                    let d = Diagnostic::new(Code::Type, at, format!("`{}` wants {want} after `{}`, and this is {is}", head.name, role.prep));
                    self.report(d.here(format!("its head reads: {}", self.show_head(head))).help(format!("give it {want}")));
                }
                out.push(x);
            } else if let Some(local) = scope.find(&role.local).filter(|l| l.ty.fits(&role.ty)).or_else(|| scope.it.iter().rev().find(|l| l.name == role.local && l.ty.fits(&role.ty))).cloned() {
                out.push(self.program.ex(Ex::Reg(local.reg)));
            } else {
                let want = self.program.book.describe(&role.ty);
                self.fault(Code::Role, span, format!("`{}` is not told `{} {}`", head.name, role.prep, role.local), format!("add `{} ...` with {want}", role.prep));
                out.push(0);
            }
        }
        for (prep, _, _, at) in given {
            let shown = self.show_head(head);
            self.report(Diagnostic::new(Code::Role, at, format!("`{}` has no `{prep}`", head.name)).here(format!("its head reads: {shown}")).help(self.role_help(head)));
        }
        out
    }

    /// A head as a sentence.
    pub fn show_head(&self, head: &Head) -> String {
        let mut out = head.name.clone();
        for role in &head.roles {
            let kind = match &role.ty {
                Type::Thing(k) | Type::Row(k) => self.program.book.kinds.get(*k).map_or("", |k| k.word.as_str()),
                _ => "",
            };
            out.push_str(&format!(" {}", role.prep));
            if !kind.is_empty() && kind != role.local {
                out.push_str(&format!(" {kind}"));
            }
            out.push_str(&format!(" {}", role.local));
        }
        out
    }

    pub fn role_help(&self, head: &Head) -> String {
        match head.roles.as_slice() {
            [] => "leave it out: the head has no blanks".into(),
            [one] => format!("write `{} {}`", one.prep, one.local),
            many => format!("use {}", many.iter().map(|r| format!("`{}`", r.prep)).collect::<Vec<_>>().join(" or ")),
        }
    }

    fn table_call(&mut self, scope: &mut Scope, name: &Node, args: &Node) -> (X, Type) {
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let found = self.program.book.lookup(written).iter().find_map(|s| if let Symbol::Table(t) = s { Some(*t) } else { None });
        let Some(table) = found else { return self.not_a_table(name, args) };
        let keys: Vec<X> = args.kids.iter().map(|k| self.expr(scope, k).0).collect();
        let head = self.program.table_heads.get(table).cloned();
        let wanted = self.program.tables.get(table).map_or(0, |t| t.keys.len());
        if wanted != keys.len() {
            let has = match wanted {
                1 => "1 key (its rows)".to_owned(),
                n => format!("{n} keys (its rows and its columns)"),
            };
            let given = if keys.len() == 1 { "1 is given".to_owned() } else { format!("{} are given", keys.len()) };
            self.fault(Code::Role, args.span, format!("`{written}` has {has}, and {given}"), format!("give it {wanted}"));
        }
        let args = self.program.list(keys);
        (self.program.ex(Ex::Table { table: short(table), args }), head.map_or(Type::Unknown, |h| h.gives))
    }

    /// The fault for brackets behind something that is no table.
    fn not_a_table(&mut self, name: &Node, args: &Node) -> (X, Type) {
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let Some(symbol) = self.program.book.lookup(written).first().copied() else { return self.unknown_name(name, written, "a table") };
        let roles = self.head_of(symbol).map_or_else(Vec::new, |h| h.roles.clone());
        let mut fixed = written.to_owned();
        for (i, arg) in args.kids.iter().enumerate() {
            let prep = roles.get(i).map_or("of", |r| r.prep.as_str());
            fixed = format!("{fixed} {prep} {}", self.text(arg));
        }
        let message = format!("`{written}` is {}, and brackets ask a table", self.sort_of(symbol));
        self.fault(Code::Kind, name.span, message, format!("write `{fixed}`"))
    }

    /// The meaning of a name with blanks: values overload on what fills the first blank.
    fn pick_symbol(&self, written: &str, first: Option<&Type>) -> Option<Symbol> {
        let book = &self.program.book;
        let symbols = book.lookup(written);
        let fits = |s: &&Symbol| match (s, first) {
            (Symbol::Count(c), Some(Type::Thing(k))) => {
                book.counts.get(*c).is_some_and(|c| book.kind(&c.of) == Some(*k))
            }
            (Symbol::Value(v), Some(ty)) => self.program.slot_heads.get(*v).is_some_and(|h| h.roles.first().is_some_and(|r| r.ty.fits(ty))),
            (Symbol::Table(_) | Symbol::Chance(_) | Symbol::Procedure(_), _) => true,
            _ => false,
        };
        let quantity = |s: &&Symbol| matches!(s, Symbol::Value(_) | Symbol::Count(_));
        symbols.iter().find(|s| quantity(s) && fits(s)).or_else(|| symbols.iter().find(fits)).or_else(|| symbols.iter().find(quantity)).copied()
    }

    /// A name asked of given things, its first blank first.
    pub fn ask(&mut self, scope: &mut Scope, name: &Node, args: Vec<(X, Type)>) -> (X, Type) {
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let first = args.first().map(|a| a.1.clone());
        match self.pick_symbol(written, first.as_ref()) {
            Some(Symbol::Count(c)) => {
                let of = args.first().map_or(0, |a| a.0);
                let ty = self.program.book.counts.get(c).map_or(Type::Unknown, |c| c.holds.clone());
                (self.program.ex(Ex::Cell { of, count: short(c) }), ty)
            }
            Some(Symbol::Value(v)) => {
                let Some(head) = self.program.slot_heads.get(v).cloned() else { return (self.int(0), Type::Unknown) };
                let given = head.roles.iter().zip(args).map(|(r, (x, ty))| (r.prep.clone(), x, ty, name.span)).collect();
                let args = self.fill(scope, &head, given, name.span);
                let args = self.program.list(args);
                (self.program.ex(Ex::Value { slot: short(v), args }), head.gives)
            }
            _ => self.unknown_name(name, written, "a value"),
        }
    }

    /// A name that stands alone.
    pub fn bare(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let name = node.find(Rule::name).unwrap_or(node);
        let written = self.name(name);
        let key = Key::new(written);
        if let Some(k) = self.known.iter().find(|k| Key::new(&k.name) == key).cloned() {
            return (self.int(k.value), k.ty);
        }
        for symbol in self.program.book.lookup(written).to_vec() {
            match symbol {
                Symbol::Row(r) => {
                    let kind = self.program.list_rows.get(r).map_or(0, |r| r.kind);
                    return (self.int(i64::try_from(r).unwrap_or(-1)), Type::Row(kind));
                }
                Symbol::Ruling(r) => return self.ruling(r),
                Symbol::Thing(t) => {
                    let kind = self.program.things.get(t).map_or(0, |t| t.1);
                    return (self.program.ex(Ex::Named(short(t))), Type::Thing(kind));
                }
                Symbol::Reading(r) => return (self.int(i64::try_from(r).unwrap_or(0)), Type::Name),
                Symbol::State(s) if self.program.book.states.get(s).is_some_and(|s| s.kind == StateKind::Formation) => {
                    return (self.int(i64::try_from(s).unwrap_or(0)), Type::State);
                }
                Symbol::Word(w) => return (self.int(i64::try_from(w).unwrap_or(0)), Type::Name),
                _ => {}
            }
        }
        for symbol in self.program.book.lookup(written).to_vec() {
            if let Symbol::Value(v) = symbol {
                let Some(head) = self.program.slot_heads.get(v).cloned() else { continue };
                let args = self.fill(scope, &head, Vec::new(), node.span);
                let args = self.program.list(args);
                return (self.program.ex(Ex::Value { slot: short(v), args }), head.gives);
            }
            if let Symbol::State(s) = symbol {
                // a state named alone: the one thing that has it
                let of = self.program.book.states.get(s).map_or("game".to_owned(), |s| s.of.clone());
                if let Some(kind) = self.program.book.kind(&of) {
                    let reg = scope.fresh();
                    let var = self.program.ex(Ex::Reg(reg));
                    let test = self.program.ex(Ex::Bit { of: var, state: short(s) });
                    let domain = super::ir::Domain::All(super::select::small(kind));
                    self.program.sels.push(super::ir::Sel { domain, var: reg, filters: vec![test], extreme: None });
                    let sel = short(self.program.sels.len() - 1);
                    return (self.program.ex(Ex::First(sel)), self.thing_type(kind));
                }
            }
            if matches!(symbol, Symbol::Chance(_) | Symbol::Procedure(_)) {
                return self.only_happens(scope, node, symbol);
            }
        }
        self.unknown_name(node, written, "a value")
    }

    fn ruling(&mut self, id: usize) -> (X, Type) {
        let Some(r) = self.program.rulings.get(id).cloned() else { return (self.int(0), Type::Unknown) };
        match r.readings.get(r.chosen) {
            Some((_, Some(n))) => (self.int(*n), r.measure),
            _ => {
                let name = r.readings.get(r.chosen).map_or(String::new(), |(n, _)| n.clone());
                let reading = self.program.book.lookup(&name).iter().find_map(|s| if let Symbol::Reading(i) = s { Some(*i) } else { None });
                (self.int(reading.and_then(|r| i64::try_from(r).ok()).unwrap_or(0)), Type::Name)
            }
        }
    }

    /// Pronouns, accessors and locals.
    pub fn reference(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        match node.rule {
            Rule::me => self.me(scope, node),
            Rule::my => self.my(scope, node),
            Rule::it => match scope.it.last().cloned() {
                Some(it) => (self.program.ex(Ex::Reg(it.reg)), it.ty),
                None => self.fault(Code::Name, node.span, "`it` stands for nothing here", "name what is meant"),
            },
            Rule::the_one => match node.find(Rule::selector) {
                Some(s) => {
                    let (sel, local) = self.selector(scope, s);
                    (self.program.ex(Ex::First(sel)), local.ty)
                }
                None => (self.int(-1), Type::Unknown),
            },
            Rule::place_ref => {
                let ends: Vec<i64> = node.all(Rule::length).map(|l| super::expr::mils(self.text(l))).collect();
                let (a, b) = (ends.first().copied().unwrap_or(0), ends.get(1).copied().unwrap_or(0));
                (self.int(packed(a, b)), Type::Place)
            }
            Rule::accessor => self.accessor(scope, node),
            Rule::local => self.local(scope, node),
            _ => self.fault(Code::Syntax, node.span, "this cannot be asked", "name a value"),
        }
    }

    fn me(&mut self, scope: &Scope, node: &Node) -> (X, Type) {
        match &scope.me {
            Some(me) => {
                let ty = me.ty.clone();
                (self.program.ex(Ex::Reg(me.reg)), ty)
            }
            None => {
                let written = self.text(node);
                let blank = scope.locals.first().map(|l| l.name.as_str());
                let help = match (node.find(Rule::word).map(|w| self.text(w)), blank) {
                    (_, None) => "name who is meant".to_owned(),
                    (Some(word), Some(blank)) if word != blank => format!("write `{word} of {blank}`"),
                    (_, Some(blank)) => format!("write `{blank}`"),
                };
                self.fault(Code::Name, node.span, format!("nobody carries this, so `{written}` stands for nothing"), help)
            }
        }
    }

    fn my(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let (me, ty) = self.me(scope, node);
        let Some(word) = node.find(Rule::word) else { return (me, ty) };
        self.reach(scope, me, &ty, word)
    }

    fn accessor(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let Some(inner) = node.find(Rule::r#ref) else { return (self.int(0), Type::Unknown) };
        let (x, ty) = self.expr(scope, inner);
        if node.has(Rule::kw_other_side) {
            let side = self.program.ex(Ex::Side(x));
            let kind = self.program.book.kind("side").unwrap_or(1);
            return (self.program.ex(Ex::OtherSide(side)), Type::Thing(kind));
        }
        let Some(word) = node.find(Rule::word) else { return (x, ty) };
        self.reach(scope, x, &ty, word)
    }

    /// `leader of`, `side of`, `rank of`, or the group of a kind that holds it.
    fn reach(&mut self, _scope: &mut Scope, x: X, ty: &Type, word: &Node) -> (X, Type) {
        let text = self.text(word);
        let book = &self.program.book;
        match text {
            "side" | "owner" => {
                let kind = book.kind("side").unwrap_or(1);
                (self.program.ex(Ex::Side(x)), Type::Thing(kind))
            }
            "leader" => {
                let piece = book.kinds.iter().position(|k| k.base == KindBase::Piece).unwrap_or(0);
                (self.program.ex(Ex::Leader(x)), Type::Thing(piece))
            }
            "rank" => (self.program.ex(Ex::Rank(x)), Type::PLAIN),
            "type" => {
                let piece = book.kinds.iter().position(|k| k.base == KindBase::Piece).unwrap_or(0);
                (self.program.ex(Ex::TypeRow(x)), Type::Row(piece))
            }
            "formation" => (self.program.ex(Ex::FormOf(x)), Type::State),
            _ => match book.kind(text) {
                Some(kind) if *ty == Type::Thing(kind) => (x, ty.clone()),
                Some(kind) => (self.program.ex(Ex::Up(x, super::select::small(kind))), Type::Thing(kind)),
                None => {
                    let words: Vec<String> = book.kinds.iter().map(|k| k.word.clone()).chain(["leader", "side", "rank", "formation"].map(String::from)).collect();
                    let help = nearest(text, words.iter().map(String::as_str)).map_or("use `leader`, `side`, `rank` or a kind".to_owned(), |m| format!("did you mean `{m}`?"));
                    self.fault(Code::Name, word.span, format!("nothing is the `{text}` of something"), help)
                }
            },
        }
    }

    fn local(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let text = self.text(node);
        if let Some(x) = self.tag_words.get(&node.span) {
            return (*x, Type::Truth);
        }
        if let Some(local) = scope.find(text).cloned() {
            return (self.program.ex(Ex::Reg(local.reg)), local.ty);
        }
        if let Some(it) = scope.it.iter().rev().find(|l| l.name == text).cloned() {
            return (self.program.ex(Ex::Reg(it.reg)), it.ty);
        }
        if let Some((word, value)) = self.param.clone() {
            if word == text {
                return (self.int(value.parse().unwrap_or(0)), Type::PLAIN);
            }
        }
        if text == "turn" {
            return (self.program.ex(Ex::Turn), Type::PLAIN);
        }
        if text == "game" {
            return (self.program.ex(Ex::Game), Type::Thing(0));
        }
        if let Some((_, word)) = TRUTHS.iter().find(|(foreign, _)| *foreign == text) {
            return self.fault(Code::Habit, node.span, format!("`{text}` is not of this language"), format!("write `{word}`"));
        }
        let names: Vec<String> = scope.locals.iter().chain(&scope.it).map(|l| l.name.clone()).collect();
        let help = nearest(text, names.iter().map(String::as_str)).map_or_else(
            || if names.is_empty() { "name it first".to_owned() } else { format!("known here: {}", names.join(", ")) },
            |m| format!("did you mean `{m}`?"),
        );
        self.fault(Code::Name, node.span, format!("`{text}` stands for nothing here"), help)
    }

    /// A procedure or chance hook by name.
    pub fn procedure_named(&mut self, node: &Node, written: &str) -> Option<u16> {
        for symbol in self.program.book.lookup(written) {
            match symbol {
                Symbol::Procedure(p) => return Some(short(*p)),
                Symbol::Chance(c) => return self.program.chances.get(*c).copied(),
                _ => {}
            }
        }
        self.unknown_name(node, written, "a procedure or a roll");
        None
    }

    /// The bit that says a thing did a procedure; made when first asked for.
    pub fn did_state(&mut self, proc: u16, span: usize) -> u16 {
        if let Some(Some(state)) = self.program.procs.get(proc as usize).and_then(|p| p.did.get(span)) {
            return *state;
        }
        let (name, of, at) = self.program.proc_heads.get(proc as usize).map_or_else(
            || (String::new(), "game".into(), crate::source::Span::default()),
            |h| {
                let of = h.roles.first().and_then(|r| if let Type::Thing(k) = r.ty { self.program.book.kinds.get(k) } else { None });
                (h.name.clone(), of.map_or("game".into(), |k| k.word.clone()), h.span)
            },
        );
        let (kind, until) = match span {
            0 => (StateKind::DidTurn, Until::Turn),
            1 => (StateKind::DidPhase, Until::Phase(Key::default())),
            _ => (StateKind::DidGame, Until::Stays),
        };
        let id = short(self.program.book.states.len());
        self.program.book.states.push(State { name, kind, of, until, majority: false, any: false, span: at });
        if let Some(d) = self.program.procs.get_mut(proc as usize).and_then(|p| p.did.get_mut(span)) {
            *d = Some(id);
        }
        id
    }

    /// The fault for a name that nothing of the wanted sort has, with what may have been meant.
    pub fn unknown_name(&mut self, node: &Node, written: &str, wanted: &str) -> (X, Type) {
        if let Some(symbol) = self.program.book.lookup(written).first().copied() {
            let help = match symbol {
                Symbol::State(_) | Symbol::Rule(_) => format!("name {wanted}, or ask whether somebody `is {written}`"),
                _ => format!("name {wanted}"),
            };
            return self.fault(Code::Kind, node.span, format!("`{written}` is {}, and {wanted} is wanted here", self.sort_of(symbol)), help);
        }
        let key = Key::new(written);
        let names: Vec<String> = self.known_names().into_iter().filter(|n| Key::new(n) != key).collect();
        let d = Diagnostic::new(Code::Name, node.span, format!("there is no `{written}`"));
        let d = match nearest(written, names.iter().map(String::as_str)) {
            Some(m) => d.help(format!("did you mean `{m}`?")),
            None => d.help("declare it, or write it as it is declared"),
        };
        self.report(d);
        (self.int(0), Type::Unknown)
    }

    /// The head of what a name stands for, if it has one.
    fn head_of(&self, symbol: Symbol) -> Option<&Head> {
        let p = &self.program;
        match symbol {
            Symbol::Value(v) => p.slot_heads.get(v),
            Symbol::Table(t) => p.table_heads.get(t),
            Symbol::Procedure(i) => p.proc_heads.get(i),
            Symbol::Chance(c) => p.chances.get(c).and_then(|i| p.proc_heads.get(*i as usize)),
            _ => None,
        }
    }

    /// What a name stands for, in the words of the rules: `a marker`.
    fn sort_of(&self, symbol: Symbol) -> String {
        let p = &self.program;
        let kind_word = |k: usize| p.book.kinds.get(k).map_or("name", |k| k.word.as_str());
        let word = match symbol {
            Symbol::State(s) => match p.book.states.get(s).map(|s| s.kind) {
                Some(StateKind::Formation) => "formation",
                Some(StateKind::Tag) => "tag",
                _ => "marker",
            },
            Symbol::Terrain(_) => "terrain",
            Symbol::Row(r) => kind_word(p.list_rows.get(r).map_or(usize::MAX, |r| r.kind)),
            Symbol::Count(_) => "count",
            Symbol::Value(_) | Symbol::Table(_) | Symbol::Procedure(_) | Symbol::Chance(_) => self.head_of(symbol).map_or("value", |h| h.word.as_str()),
            Symbol::Rule(r) => p.rules.get(r).map_or("rule", |r| r.word.as_str()),
            Symbol::Ruling(_) => "ruling",
            Symbol::Reading(_) => "reading",
            Symbol::Word(_) => "name",
            Symbol::Thing(t) => kind_word(p.things.get(t).map_or(usize::MAX, |t| t.1)),
        };
        with_article(word)
    }

    fn known_names(&self) -> Vec<String> {
        let p = &self.program;
        let mut names: Vec<String> = p.book.states.iter().map(|s| s.name.clone()).collect();
        names.extend(p.book.counts.iter().map(|c| c.name.clone()));
        names.extend(p.slot_heads.iter().map(|h| h.name.clone()));
        names.extend(p.proc_heads.iter().map(|h| h.name.clone()));
        names.extend(p.rules.iter().map(|r| r.name.clone()));
        names.extend(p.list_rows.iter().map(|r| r.name.clone()));
        names.extend(p.terrains.iter().map(|t| t.name.clone()));
        names.extend(p.tables.iter().map(|t| t.name.clone()));
        names.extend(p.rulings.iter().map(|r| r.name.clone()));
        names.sort();
        names.dedup();
        names
    }

    /// Who a rule acts for: its carrier, else the first blank.
    pub fn carrier(&mut self, scope: &Scope) -> X {
        match &scope.me {
            Some(me) => {
                let reg = me.reg;
                self.program.ex(Ex::Reg(reg))
            }
            None => self.viewer(scope).unwrap_or(0),
        }
    }

    /// A measure as a type.
    pub fn measured(&self, name: &str) -> Type {
        self.program.book.measure(name).map_or(Type::Number(Measure::None), Type::Number)
    }
}

/// How other languages say yes and no.
const TRUTHS: &[(&str, &str)] = &[("true", "yes"), ("false", "no")];

/// `a marker`, `an action`.
fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// A place written as two lengths.
fn packed(x: i64, y: i64) -> i64 {
    let clip = |n: i64| i32::try_from(n).unwrap_or(i32::MAX / 2);
    crate::table::pack_place(clip(x), clip(y))
}
