//! Moving, forming up, putting down, gathering.

use super::compile::{Pass, land};
use super::ir::{Course, Ex, Motion, Op, Pick, X};
use super::numbers::short;
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{Symbol, Type};
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
        let says = |what: &str| node.all(Rule::move_opt).any(|o| self.text(o) == what);
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
        for whole in node.all(Rule::move_opt) {
            let Some(opt) = whole.first() else { continue };
            let says = self.text(whole).split_whitespace().collect::<Vec<_>>().join(" ");
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
            let found =
                self.program.book.lookup(written).iter().find_map(|s| if let Symbol::Terrain(t) = s { Some(short(*t)) } else { None });
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
        let who = self.subject(scope, node);
        let (mut spot, mut facing) = (None, None);
        for put in node.all(Rule::put_at) {
            if let Some(r) = put.find(Rule::r#ref) {
                if self.text(put).starts_with("facing") {
                    facing = Some(self.faced(scope, r));
                } else {
                    spot = Some(self.expr(scope, r).0);
                }
            }
        }
        if let Some(at) = spot {
            if let Some(limit) = node.all(Rule::put_at).find(|p| p.has(Rule::place_rel)) {
                self.fault(Code::Place, limit.span, "where it is placed is said already", "leave out one of the two");
            }
            code.push(Op::Put { who, at, zone: None, facing });
            return;
        }
        // otherwise its player finds a place that fits
        let pick = {
            let mut all = Node { rule: Rule::chosen, span: node.span, kids: Vec::new() };
            all.kids = node.all(Rule::put_at).flat_map(|p| p.all(Rule::place_rel).cloned()).collect();
            self.place_pick(scope, &all, Some(who))
        };
        let zone = if let Pick::Place { zone, .. } = &pick { *zone } else { None };
        self.program.picks.push(pick);
        let pick = short(self.program.picks.len() - 1);
        let to = scope.fresh();
        let label = self.program.label("place");
        let by = self.program.ex(Ex::Side(who));
        let at = code.len();
        code.push(Op::Choose { pick, by, to, none: 0, may: false, label });
        land(code, at);
        let at = self.program.ex(Ex::Reg(to));
        code.push(Op::Put { who, at, zone, facing });
    }
}
