//! Moving, forming up, putting down, gathering.

use super::compile::{Pass, land};
use super::ir::{Course, Ex, Limit, Motion, Op, Pick, X};
use super::numbers::short;
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{KindBase, Symbol, Type};
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// `X moves ...`.
    pub fn motion(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let who = self.subject(scope, node);
        let distance = node.find(Rule::sum_expr).map(|e| self.effect(scope, code, e));
        if let (Some((_, ty)), Some(e)) = (&distance, node.find(Rule::sum_expr)) {
            if !ty.fits(&Type::LENGTH) {
                let is = self.program.book.describe(ty);
                self.fault(Code::Measure, e.span, format!("a move is in inches, and this is {is}"), "give a length such as 6\"");
            }
        }
        let course = match node.find(Rule::course) {
            None => self.own_way(node),
            Some(c) => {
                if self.own_way(node) != Course::Free {
                    let help = "say either where it goes, or `straight`, `straight back` or `forward`";
                    self.fault(Code::Place, c.span, "this move says twice which way it goes", help);
                }
                let (at, ty) = match (c.find(Rule::r#ref), c.find(Rule::selector)) {
                    (Some(r), _) => self.expr(scope, r),
                    (None, Some(s)) => {
                        let (sel, local) = self.selector(scope, s);
                        (self.program.ex(Ex::First(sel)), local.ty)
                    }
                    _ => (0, Type::Unknown),
                };
                match c.find(Rule::course_word).map_or("", |w| self.text(w)) {
                    w if w.starts_with("away") => Course::Away(at),
                    w if w.starts_with("into") => Course::Contact(at),
                    "onto" | "to" => Course::Onto(at),
                    _ if ty == Type::Edge => Course::Home(at),
                    _ => Course::Towards(at),
                }
            }
        };
        self.finish_motion(scope, code, node, who, distance.map(|d| d.0), course);
    }

    /// The way of a move that goes to nothing in particular: `forward`, `straight`, `straight back`.
    fn own_way(&self, node: &Node) -> Course {
        let says = |what: &str| node.all(Rule::move_opt).any(|o| self.says(o) == what);
        if says("straight back") {
            Course::Back
        } else if says("straight") {
            Course::Ahead
        } else if says("forward") {
            Course::Forward
        } else {
            Course::Free
        }
    }

    /// What is said of a move, each word after one space.
    fn says(&self, opt: &Node) -> String {
        self.text(opt).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn finish_motion(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, who: X, distance: Option<X>, course: Course) {
        let mut motion = Motion {
            who,
            course,
            distance,
            up_to: node.has(Rule::up_to),
            keep: None,
            end: None,
            through: None,
            forced: None,
            inside: Vec::new(),
            without: None,
            coherent: false,
            leaving: false,
            turning: false,
        };
        let mut said: Vec<String> = Vec::new();
        for whole in node.all(Rule::move_opt) {
            let Some(opt) = whole.first() else { continue };
            let says = self.says(whole);
            let sort = match opt.rule {
                Rule::word => says.clone(),
                Rule::passing if opt.has(Rule::hemmed) => "if surrounded".to_owned(),
                _ => says.split(' ').next().unwrap_or("").replace("stopping", "keeping"),
            };
            if said.contains(&sort) {
                self.fault(Code::Place, whole.span, "this is said already", "say it once, with one description of all that are meant");
            }
            said.push(sort);
            match opt.rule {
                Rule::stopping | Rule::ending => {
                    let d = opt.find(Rule::sum_expr).map_or(0, |e| self.expr(scope, e).0);
                    if let Some(s) = opt.find(Rule::selector) {
                        let (sel, _) = self.selector(scope, s);
                        *(if opt.rule == Rule::ending { &mut motion.end } else { &mut motion.keep }) = Some((d, sel));
                    }
                }
                Rule::passing => {
                    if let Some(s) = opt.find(Rule::selector) {
                        let (sel, _) = self.selector(scope, s);
                        *(if opt.has(Rule::hemmed) { &mut motion.forced } else { &mut motion.through }) = Some(sel);
                    }
                }
                Rule::keeping_in => motion.inside = self.grounds(opt),
                Rule::staying => motion.without = opt.find(Rule::selector).map(|s| self.selector(scope, s).0),
                _ if says == "leaving board" => motion.leaving = true,
                _ if says == "keeping coherency" => motion.coherent = true,
                _ if matches!(says.as_str(), "wheeling" | "turning about") => motion.turning = true,
                _ if matches!(says.as_str(), "forward" | "straight" | "straight back") => {}
                _ => {
                    self.fault(
                        Code::Syntax,
                        whole.span,
                        "moves know nothing of this",
                        "write `keeping 1\" from ...`, `ending 1\" from ...`, `through ...`, `without ...`, `keeping coherency` or `leaving board`",
                    );
                }
            }
        }
        self.program.motions.push(motion);
        let (id, reg) = (short(self.program.motions.len() - 1), scope.fresh());
        // the next register says whether some of the way is left
        let more = scope.fresh();
        let top = code.len();
        self.around_move(scope, code, who, false);
        code.push(Op::Move(id, reg));
        self.around_move(scope, code, who, true);
        if !self.program.arrivals.is_empty() {
            let more = self.program.ex(Ex::Reg(more));
            let end = code.len();
            code.push(Op::Unless(more, 0));
            code.push(Op::Jump(u32::try_from(top).unwrap_or(u32::MAX)));
            land(code, end);
        }
    }

    /// The sorts of ground that are named.
    fn grounds(&mut self, node: &Node) -> Vec<u16> {
        let mut out = Vec::new();
        for name in node.all(Rule::name) {
            let written = self.name(name);
            let found = self.program.book.find(written, Symbol::Terrain).map(short);
            match found {
                Some(t) => out.push(t),
                None => {
                    self.unknown_name(name, written, "a sort of ground");
                }
            }
        }
        out
    }

    /// `X forms F`.
    pub fn form(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let who = self.subject(scope, node);
        let form = node.kids.get(1).map_or(0, |k| self.expr(scope, k).0);
        let limit = node.find(Rule::sum_expr).map(|e| self.effect(scope, code, e).0);
        code.push(Op::Form(who, form, limit));
    }

    /// `X is placed ...`.
    pub fn put(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let (who, ty) = node.first().map_or((0, Type::Unknown), |k| self.expr(scope, k));
        let by = node.all(Rule::r#ref).nth(1);
        let side = by.map(|r| {
            let x = self.expr(scope, r).0;
            self.program.ex(Ex::Side(x))
        });
        let (mut spot, mut facing) = (None, None);
        for put in node.all(Rule::put_at) {
            if let Some(r) = put.find(Rule::r#ref) {
                let twice = if self.text(put).starts_with("facing") {
                    facing.replace(self.faced(scope, r)).is_some()
                } else {
                    spot.replace(self.expr(scope, r).0).is_some()
                };
                if twice {
                    self.fault(Code::Place, put.span, "this is said already", "leave out one of the two");
                }
            }
        }
        if let Some(limit) = node.all(Rule::put_at).find(|p| p.has(Rule::place_rel)).filter(|_| spot.is_some()) {
            self.fault(Code::Place, limit.span, "where it is placed is said already", "leave out one of the two");
        }
        let lies = match &ty {
            Type::Thing(k) => self.program.book.kinds.get(*k).map(|k| k.base),
            _ => None,
        };
        let decided = spot.is_some() && (lies != Some(KindBase::Feature) || facing.is_some());
        if let Some(r) = by.filter(|_| decided) {
            self.fault(Code::Place, r.span, "all is said already, so nobody decides", "leave out `by` and who it is");
        }
        match lies {
            Some(KindBase::Feature) => return self.lay(scope, code, node, (who, &ty), side, (spot, facing)),
            Some(KindBase::Group | KindBase::Piece) => {}
            None if ty == Type::Unknown => {}
            _ => {
                let is = self.program.book.describe(&ty);
                let help = "place a group, a piece or a feature";
                return drop(self.fault(Code::Type, node.span, format!("this is {is}, which never stands on the table"), help));
            }
        }
        if let Some(at) = spot {
            code.push(Op::Put { who, at, zone: None, facing });
            return;
        }
        // otherwise its player finds a place that fits
        let (pick, zone) = self.where_to(scope, node, who);
        let to = scope.fresh();
        let label = self.program.label("place");
        let by = side.unwrap_or_else(|| self.program.ex(Ex::Side(who)));
        let at = code.len();
        code.push(Op::Choose { pick, by, to, none: 0, may: false, label });
        land(code, at);
        let at = self.program.ex(Ex::Reg(to));
        code.push(Op::Put { who, at, zone, facing });
    }

    /// `FEATURE is placed ...`: features are nobody's, so who decides is said.
    fn lay(
        &mut self,
        scope: &mut Scope,
        code: &mut Vec<Op>,
        node: &Node,
        (who, ty): (X, &Type),
        by: Option<X>,
        (at, facing): (Option<X>, Option<(X, bool)>),
    ) {
        if by.is_none() && at.is_none() {
            let is = self.program.book.describe(ty);
            let help = "say which side's player, as in `, by side`";
            self.fault(Code::Place, node.span, format!("{is} is nobody's, and nothing says who places it"), help);
        }
        if let Type::Thing(kind) = ty {
            self.program.laid.push(*kind);
        }
        let (pick, _) = self.where_to(scope, node, who);
        let by = by.unwrap_or_else(|| self.int(0));
        code.push(Op::Lay { who, pick, at, facing, by });
    }

    /// Where something may be placed, and the zone if there is one.
    fn where_to(&mut self, scope: &mut Scope, node: &Node, who: X) -> (u16, Option<X>) {
        let pick = {
            let mut all = Node { rule: Rule::chosen, span: node.span, kids: Vec::new() };
            all.kids = node.all(Rule::put_at).flat_map(|p| p.all(Rule::place_rel).cloned()).collect();
            self.place_pick(scope, &all, Some(who))
        };
        let zone = if let Pick::Place { limits, .. } = &pick { limits.iter().find_map(Limit::zone) } else { None };
        self.program.picks.push(pick);
        (short(self.program.picks.len() - 1), zone)
    }
}
