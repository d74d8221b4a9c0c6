//! What may be said of a thing: that it is, has, did, sees.

use super::compile::Pass;
use super::ir::{Bin, Domain, Ex, Sel, Spot, X};
use super::lines::line_in;
use super::numbers::{mils, short, small, way};
use super::rules::Param;
use super::scope::Scope;
use super::unknown::with_article;
use crate::diag::{Code, Diagnostic};
use crate::model::{KindBase, Symbol, Type};
use crate::num::Rounding;
use crate::source::Span;
use crate::syntax::{Node, Rule};

impl<'a> Pass<'a> {
    /// What is said of the thing before it.
    pub fn postfix(&mut self, scope: &mut Scope, x: X, ty: Type, span: Span, node: &Node) -> (X, Type) {
        match node.rule {
            Rule::rounding => {
                let way = node.first().map_or(Rounding::Up, |w| way(self.text(w)));
                self.rounded(scope, (x, ty), way, node.span)
            }
            Rule::is_p => self.is(scope, x, &ty, span, node),
            Rule::has_p => self.has(scope, x, &ty, node),
            Rule::did_p => self.did(x, node),
            Rule::within_p => (self.within_of(scope, x, node), Type::Truth),
            Rule::touches_p => {
                let not = node.has(Rule::no_touch);
                let out = match (node.find(Rule::r#ref), node.find(Rule::selector)) {
                    (Some(_), _) if line_in(node).is_some() => line_in(node).map_or(x, |line| self.along(scope, x, line, None)),
                    (Some(r), _) => {
                        let other = self.expr(scope, r).0;
                        self.program.ex(Ex::Touches(x, other))
                    }
                    (None, Some(s)) => {
                        let (sel, local) = self.selector(scope, s);
                        let var = self.program.ex(Ex::Reg(local.reg));
                        let touch = self.program.ex(Ex::Touches(x, var));
                        if let Some(s) = self.program.sels.get_mut(sel as usize) {
                            s.filters.push(touch);
                        }
                        self.program.ex(Ex::Exists(sel))
                    }
                    _ => x,
                };
                (self.negate(not, out), Type::Truth)
            }
            Rule::sees_p => {
                let other = node.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
                let out = self.program.ex(Ex::Sees(x, other));
                (self.negate(node.has(Rule::no_see), out), Type::Truth)
            }
            Rule::carries_p => {
                let other = node.find(Rule::operand).map_or(0, |r| self.expr(scope, r).0);
                let out = self.program.ex(Ex::Carries(x, other));
                (self.negate(node.has(Rule::no_carry), out), Type::Truth)
            }
            Rule::spot_p => (node.find(Rule::spot).map_or(0, |s| self.spot(scope, x, s)), Type::Truth),
            _ => (x, ty),
        }
    }

    /// An answer, or its opposite.
    pub fn negate(&mut self, not: bool, x: X) -> X {
        if not { self.program.ex(Ex::Not(x)) } else { x }
    }

    /// `within 6" of X`, of a thing, a place or a line; `not within`.
    pub fn within_of(&mut self, scope: &mut Scope, x: X, node: &Node) -> X {
        let limit = node.find(Rule::sum_expr).map_or(0, |e| self.expr(scope, e).0);
        if let Some(line) = line_in(node) {
            let near = self.along(scope, x, line, Some(limit));
            return self.negate(node.has(Rule::no_within), near);
        }
        let of = node.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
        self.within(x, limit, of, node.has(Rule::no_within))
    }

    /// Whether two things are that near each other.
    pub fn within(&mut self, a: X, limit: X, b: X, far: bool) -> X {
        let d = self.program.ex(Ex::Distance(a, b));
        let near = self.program.ex(Ex::Two(Bin::Le, d, limit));
        self.negate(far, near)
    }

    /// Whether a thing is in front, on the flank or in the rear of another.
    pub fn spot(&mut self, scope: &mut Scope, of: X, node: &Node) -> X {
        if let Some(degrees) = node.find(Rule::degrees) {
            let from = node.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
            let thousandths = mils(self.text(degrees).trim_end_matches('°'));
            let half = u16::try_from(thousandths * 65_536 / 360_000).unwrap_or(u16::MAX / 2);
            return self.program.ex(Ex::InArc { of, from, half });
        }
        let spot = match node.first().map(|w| self.text(w)) {
            Some("flank") => Spot::Flank,
            Some("rear") => Spot::Rear,
            _ => Spot::Front,
        };
        let from = node.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
        self.program.ex(Ex::In { of, from, spot })
    }

    fn is(&mut self, scope: &mut Scope, x: X, ty: &Type, span: Span, node: &Node) -> (X, Type) {
        let not = node.has(Rule::no_not);
        let Some(what) = node.kids.iter().find(|k| k.rule != Rule::no_not) else { return (x, Type::Truth) };
        let out = match what.rule {
            Rule::in_play => self.program.ex(Ex::InPlay(x)),
            Rule::off_board => {
                let there = self.program.ex(Ex::OnBoard(x));
                self.program.ex(Ex::Not(there))
            }
            Rule::in_terrain if what.find(Rule::name_ref).is_some_and(|n| self.deck(n).is_some()) => {
                self.among_cards(scope, x, what).unwrap_or(x)
            }
            Rule::in_terrain => match what.find(Rule::name_ref).and_then(|n| self.terrain(n)) {
                Some(t) => self.program.ex(Ex::InTerrain(x, t)),
                None => x,
            },
            Rule::enemy_of | Rule::friend_of => {
                let other = what.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
                self.allegiance(x, other, what.rule == Rule::enemy_of)
            }
            Rule::spot => self.spot(scope, x, what),
            Rule::name_list => {
                let mut any: Option<X> = None;
                for listed in &what.kids {
                    let Some(name) = listed.find(Rule::name_ref) else { continue };
                    let one = self.quality(scope, x, ty, name);
                    any = Some(match any {
                        None => one,
                        Some(a) => self.program.ex(Ex::Two(Bin::Or, a, one)),
                    });
                }
                any.unwrap_or(x)
            }
            // before a preposition a quality looks like a thing
            Rule::r#ref if what.first().is_some_and(|n| n.rule == Rule::name_ref && self.known_quality(n)) => {
                what.first().map_or(x, |name| self.quality(scope, x, ty, name))
            }
            // what a rule was given stands for a quality
            Rule::r#ref if self.given_name(scope, what).is_some() => {
                self.given_name(scope, what).map_or(x, |name| self.quality(scope, x, ty, &name))
            }
            Rule::r#ref => {
                let (other, other_ty) = self.expr(scope, what);
                self.agree_thing(ty, &other_ty, span);
                self.program.ex(Ex::Two(Bin::Eq, x, other))
            }
            _ => {
                self.fault(Code::Syntax, what.span, "this cannot be what something is", "compare with `=`");
                x
            }
        };
        (self.negate(not, out), Type::Truth)
    }

    /// The Name that the rule was given, if a reference is its word.
    fn given_name(&self, scope: &Scope, node: &Node) -> Option<Node> {
        scope.given(self.text(node.find(Rule::local)?)).and_then(Param::name)
    }

    /// What a quality is called: with its number, if it has one.
    fn named_quality(&self, name: &Node) -> &'a str {
        let last = name.find(Rule::params).or_else(|| name.find(Rule::name)).unwrap_or(name);
        self.files.slice(Span { start: name.span.start, end: last.span.end }).trim_matches('"')
    }

    /// Whether a name is something that things can be.
    fn known_quality(&self, name: &Node) -> bool {
        let symbols = self.program.book.lookup(self.named_quality(name));
        symbols.iter().any(|s| match s {
            Symbol::State(_) | Symbol::Rule(_) => true,
            Symbol::Value(v) => self.program.slot_heads.get(*v).is_some_and(|h| h.gives == Type::Truth),
            _ => false,
        })
    }

    fn agree_thing(&mut self, a: &Type, b: &Type, span: Span) {
        if !a.fits(b) {
            let (x, y) = (self.program.book.describe(a), self.program.book.describe(b));
            self.fault(Code::Type, span, format!("{x} is never {y}"), "compare things of one kind");
        }
    }

    /// Whose side a thing is on, against another's.
    pub fn allegiance(&mut self, x: X, other: X, enemy: bool) -> X {
        let (a, b) = (self.program.ex(Ex::Side(x)), self.program.ex(Ex::Side(other)));
        self.program.ex(Ex::Two(if enemy { Bin::Ne } else { Bin::Eq }, a, b))
    }

    /// Whether `x` is what a name says: a state, a rule it carries, a condition, a row.
    pub fn quality(&mut self, scope: &mut Scope, x: X, ty: &Type, name: &Node) -> X {
        let written = self.named_quality(name);
        let mut symbols = self.program.book.lookup(written).to_vec();
        // of a feature, ground comes first
        symbols.sort_by_key(|s| !matches!(s, Symbol::Terrain(_)));
        let mut others = None;
        for symbol in symbols {
            match symbol {
                Symbol::State(state) if matches!(ty, Type::Row(_)) => {
                    let Some(col) = self.row_tag(short(state)) else { continue };
                    return self.program.ex(Ex::Column { row: x, col });
                }
                Symbol::State(state) if !self.bears(ty, state) => others = Some(state),
                Symbol::State(state) => return self.program.ex(Ex::Bit { of: x, state: short(state) }),
                Symbol::Rule(rule) => {
                    if matches!(ty, Type::Row(_)) {
                        return self.program.ex(Ex::RowHas { row: x, rule: short(rule) });
                    }
                    match self.program.rules.get(rule).and_then(|r| r.state) {
                        // a marker with lines below it is a rule too
                        Some(state) if others == Some(usize::from(state)) => {}
                        Some(state) => return self.carried(Some(short(rule)), x, state),
                        None => {}
                    }
                }
                Symbol::Value(_) => return self.ask(scope, name, vec![(x, ty.clone())]).0,
                Symbol::Row(row) if matches!(ty, Type::Row(_)) => {
                    let row = self.int(i64::try_from(row).unwrap_or(-1));
                    return self.program.ex(Ex::Two(Bin::Eq, x, row));
                }
                Symbol::Terrain(t) if matches!(ty, Type::Thing(k) if self.program.book.is(*k, KindBase::Feature)) => {
                    return self.program.ex(Ex::Ground(x, short(t)));
                }
                Symbol::Reading(_) | Symbol::Word(_) | Symbol::Thing(_) => {
                    let (other, _) = self.bare(scope, name);
                    return self.program.ex(Ex::Two(Bin::Eq, x, other));
                }
                _ => {}
            }
        }
        match others {
            Some(state) => self.not_borne(ty, state, name),
            None => drop(self.unknown_name(name, written, "a marker, a tag or a condition")),
        }
        x
    }

    /// Whether a thing can ever have a state: it is declared of such, or of the pieces of which a group takes it over.
    fn bears(&self, ty: &Type, state: usize) -> bool {
        let book = &self.program.book;
        let base = |kind: usize| book.kinds.get(kind).map(|k| k.base);
        let (Type::Thing(kind), Some(state)) = (ty, book.states.get(state)) else { return true };
        let Some(of) = book.kind(&state.of).and_then(base) else { return true };
        let taken_over = (state.majority || state.any) && of == KindBase::Piece && base(*kind) == Some(KindBase::Group);
        // where nothing says whose it is, and there are no pieces, anybody may have it
        of == KindBase::Game || base(*kind) == Some(of) || taken_over
    }

    /// Whether a name is a state of groups and not of their pieces.
    fn is_of_group(&self, ty: &Type, name: &Node) -> bool {
        let book = &self.program.book;
        let symbols = book.lookup(self.named_quality(name));
        let Some(state) = symbols.iter().find_map(|s| if let Symbol::State(s) = s { Some(*s) } else { None }) else { return false };
        let Some(piece) = book.kinds.iter().position(|k| k.base == KindBase::Piece) else { return false };
        self.bears(ty, state) && !self.bears(&Type::Thing(piece), state)
    }

    /// Faults a question whether a thing is what it can never be.
    fn not_borne(&mut self, ty: &Type, state: usize, name: &Node) {
        let book = &self.program.book;
        let Some(state) = book.states.get(state) else { return };
        let base = |kind: usize| book.kinds.get(kind).map(|k| k.base);
        let (title, of, span, is) = (state.name.clone(), state.of.clone(), state.span, book.describe(ty));
        let of_piece = book.kind(&of).and_then(base) == Some(KindBase::Piece);
        let of_group = book.kind(&of).and_then(base) == Some(KindBase::Group);
        let asked = if let Type::Thing(kind) = ty { book.kinds.get(*kind) } else { None };
        let help = match asked {
            Some(kind) if kind.base == KindBase::Group && of_piece => format!("write `has {title}`"),
            Some(kind) if kind.base == KindBase::Piece && of_group => format!("ask it of the {of}: `{of} of {}`", kind.word),
            _ => format!("ask it of a {of}"),
        };
        self.report(
            Diagnostic::new(Code::Type, name.span, format!("`{title}` is of a {of}, and this is {is}"))
                .label(span, "declared here")
                .help(help),
        );
    }

    fn has(&mut self, scope: &mut Scope, x: X, ty: &Type, node: &Node) -> (X, Type) {
        let mut any: Option<X> = None;
        if let Some(list) = node.find(Rule::name_list) {
            let group =
                matches!(ty, Type::Thing(k) if self.program.book.is(*k, KindBase::Group) || self.program.book.is(*k, KindBase::Side));
            for name in list.kids.iter().filter_map(|l| l.find(Rule::name_ref)) {
                if group && self.is_of_group(ty, name) {
                    let written = self.named_quality(name).to_owned();
                    let message = format!("`has` asks each of its pieces, and `{written}` is of the whole");
                    self.fault(Code::Type, name.span, message, format!("write `is {written}`"));
                    continue;
                }
                let one = if group { self.any_piece(scope, x, name) } else { self.quality(scope, x, ty, name) };
                any = Some(any.map_or(one, |a| self.program.ex(Ex::Two(Bin::Or, a, one))));
            }
        } else if let Some(amount) = node.find(Rule::amount) {
            any = self.has_amount(x, ty, amount);
        } else if let Some(sel) = node.find(Rule::selector) {
            let (s, local) = self.selector(scope, sel);
            let kept = |k: usize| self.program.book.kinds.get(k).is_some_and(|k| !k.of.is_empty());
            match (&local.ty, ty) {
                (Type::Row(k), _) if kept(*k) => {}
                (Type::Thing(k) | Type::Row(k), Type::Thing(holder)) => self.holds(*holder, *k, sel),
                _ => {}
            }
            let had = match local.ty {
                Type::Thing(k) => Some(Domain::Of(small(k), x)),
                Type::Row(k) => Some(Domain::RowsOf(small(k), x)),
                _ => None,
            };
            if let (Some(s), Some(had)) = (self.program.sels.get_mut(s as usize), had) {
                s.domain = had;
            }
            any = Some(self.program.ex(Ex::Exists(s)));
        }
        let out = any.unwrap_or(x);
        (self.negate(node.has(Rule::kw_no), out), Type::Truth)
    }

    /// `has 2 AP`: at least so much of the count that is measured so.
    fn has_amount(&mut self, x: X, ty: &Type, node: &Node) -> Option<X> {
        let name = node.find(Rule::name)?;
        let (written, n) = (self.name(name), node.find(Rule::integer).and_then(|i| self.text(i).parse().ok()).unwrap_or(1));
        let gives = self.measured(name);
        if gives == Type::Unknown {
            return None;
        }
        let book = &self.program.book;
        let count = book.counts.iter().position(|c| c.holds == gives && matches!(ty, Type::Thing(k) if book.kind(&c.of) == Some(*k)));
        let Some(count) = count else {
            let who = self.program.book.describe(ty);
            self.fault(Code::Unready, node.span, format!("{who} keeps no count in {written}"), "compare a value: `Worth of unit >= 2`");
            return None;
        };
        let (n, cell) = (self.int(n), self.program.ex(Ex::Cell { of: x, count: short(count) }));
        Some(self.program.ex(Ex::Two(Bin::Le, n, cell)))
    }

    /// Only what belongs to a thing can be had by it.
    fn holds(&mut self, holder: usize, held: usize, node: &Node) {
        let book = &self.program.book;
        let (a, b) = (book.kinds.get(holder).cloned(), book.kinds.get(held).cloned());
        let (Some(a), Some(b)) = (a, b) else { return };
        let mut of = b.of.clone();
        let mut deep = 0;
        while !of.contains(&a.word) && deep < 4 {
            of = of.iter().filter_map(|w| book.kind(w)).filter_map(|k| book.kinds.get(k)).flat_map(|k| k.of.clone()).collect();
            deep += 1;
        }
        let groups = a.base == KindBase::Group && a.of.contains(&b.word);
        if a.base != KindBase::Side && !of.contains(&a.word) && !groups {
            self.fault(
                Code::Unready,
                node.span,
                format!("a {} holds no {}", a.word, b.word),
                "ask for those that are meant: `any enemy unit touching unit`",
            );
        }
    }

    /// Whether any piece of a group is what a name says.
    fn any_piece(&mut self, scope: &mut Scope, group: X, name: &Node) -> X {
        let Some(piece) = self.program.book.kinds.iter().position(|k| k.base == KindBase::Piece) else { return group };
        let reg = scope.fresh();
        let var = self.program.ex(Ex::Reg(reg));
        let test = self.quality(scope, var, &Type::Thing(piece), name);
        let domain = Domain::Of(u8::try_from(piece).unwrap_or(0), group);
        self.program.sels.push(Sel { domain, var: reg, filters: vec![test], extreme: Vec::new() });
        let s = short(self.program.sels.len() - 1);
        self.program.ex(Ex::Exists(s))
    }

    fn did(&mut self, x: X, node: &Node) -> (X, Type) {
        let moment = node.find(Rule::moment).map_or("", |m| self.text(m));
        let last = moment.starts_with("last");
        if last && !moment.ends_with("turn") {
            self.fault(Code::Unready, node.span, "only the last turn is remembered", "write `last turn`");
        }
        if let Some(m) = node.find(Rule::moment).filter(|m| !m.has(Rule::kw_period)) {
            let name = m.first().map_or("", |w| self.name(w));
            let help = "write `this turn`, `this phase` or `this game`; what is still going on is asked with `during`";
            self.fault(Code::Place, m.span, format!("what was done is not remembered for `{name}`"), help);
        }
        let span = match node.find(Rule::moment).map(|m| self.text(m)) {
            Some(t) if t.ends_with("game") => 2,
            Some(t) if t.ends_with("phase") => 1,
            _ => 0,
        };
        let mut any: Option<X> = None;
        let names: Vec<&Node> =
            node.find(Rule::name_list).map_or_else(Vec::new, |l| l.kids.iter().filter_map(|k| k.find(Rule::name_ref)).collect());
        for name in names {
            let written = self.name(name.find(Rule::name).unwrap_or(name));
            let Some(proc) = self.procedure_named(name, written) else { continue };
            let word = self.program.procs.get(proc as usize).map_or(String::new(), |p| p.word.clone());
            if !self.program.book.kind(&word).is_some_and(|k| self.program.book.is(k, KindBase::Action)) {
                let message = format!("`{written}` is {}, and only actions are remembered", with_article(&word));
                self.fault(Code::Kind, name.span, message, "give a marker where it happens, and ask for that");
            }
            let state = self.did_state(proc, span);
            let state = if last { self.last_state(state) } else { state };
            let one = self.program.ex(Ex::Bit { of: x, state });
            any = Some(any.map_or(one, |a| self.program.ex(Ex::Two(Bin::Or, a, one))));
        }
        let out = any.unwrap_or(x);
        (self.negate(node.has(Rule::no_not), out), Type::Truth)
    }
}
