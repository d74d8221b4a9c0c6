//! Moves.

use super::super::{Resolver, Scope};
use crate::ast::{self, CourseWay, MoveOptionKind as Opt, Whom};
use crate::diag::Code;
use crate::hir::{Course, Expr, ExprKind, Motion, StmtKind, TerrainId, Ty};

impl Resolver<'_> {
    /// `x moves up to 6" towards y, keeping 1" from enemy unit`.
    pub(super) fn motion(&mut self, scope: &mut Scope, said: &ast::Move) -> StmtKind {
        let who = self.expr(scope, &said.who);
        let distance = said.distance.as_ref().map(|e| {
            let x = self.effect(scope, e);
            if !x.ty.fits(Ty::LENGTH) {
                let is = self.describe(x.ty);
                self.fault(Code::Measure, e.at, format!("a move is in inches, and this is {is}"), "give a length such as 6\"");
            }
            x
        });
        let course = match &said.course {
            None => own_way(&said.options),
            Some(course) => {
                if own_way(&said.options) != Course::Free {
                    let help = "say either where it goes, or `straight`, `straight back` or `forward`";
                    self.fault(Code::Place, course.at, "this move says twice which way it goes", help);
                }
                if course.way == CourseWay::StraightAwayFrom && said.up_to {
                    let help = "leave out `up to`, or write `away from`";
                    self.fault(Code::Place, course.at, "whoever moves straight away goes as far as he can, and nobody chooses", help);
                }
                self.course(scope, course)
            }
        };
        let mut motion = Motion { distance, up_to: said.up_to, ..Motion::of(who, course) };
        self.move_options(scope, &mut motion, &said.options);
        self.faces_once(said, &motion);
        StmtKind::Move(Box::new(motion))
    }

    /// What else is said of a move, each sort once.
    pub(super) fn move_options(&mut self, scope: &mut Scope, motion: &mut Motion, options: &[ast::MoveOption]) {
        let mut sorts = Vec::new();
        for option in options {
            let sort = sort_of(&option.kind);
            if sorts.contains(&sort) {
                let help = "say it once, with one description of all that are meant";
                self.fault(Code::Place, option.at, "this is said already", help);
            }
            sorts.push(sort);
            self.move_option(scope, motion, &option.kind);
        }
    }

    /// Faults a move whose other words say already how it faces at its end.
    fn faces_once(&mut self, said: &ast::Move, motion: &Motion) {
        let Some(keeps) = said.options.iter().find(|o| o.kind == Opt::KeepingFacing) else { return };
        let why = match motion.course {
            _ if motion.turning => "turns to the way that it went",
            Course::Contact(_) => "turns to whom it touches",
            _ => return,
        };
        self.fault(Code::Place, keeps.at, format!("whoever moves so {why}"), "leave out `keeping facing`");
    }

    /// Where a move goes.
    fn course(&mut self, scope: &mut Scope, course: &ast::Course) -> Course {
        let to = match &course.whom {
            Whom::One(e) => self.expr(scope, e),
            Whom::Any(s) => {
                let sel = self.sel(scope, s);
                let ty = self.local_ty(sel.var);
                Expr::new(ExprKind::The(sel), ty, s.at)
            }
        };
        match course.way {
            CourseWay::AwayFrom => Course::Away(to),
            CourseWay::StraightAwayFrom => Course::StraightAway(to),
            CourseWay::IntoContactWith => Course::Contact(to),
            CourseWay::Onto | CourseWay::To => Course::Onto(to),
            CourseWay::Towards | CourseWay::After if to.ty == Ty::Edge => Course::Home(to),
            CourseWay::Towards | CourseWay::After => Course::Towards(to),
        }
    }

    fn move_option(&mut self, scope: &mut Scope, motion: &mut Motion, option: &Opt) {
        match option {
            Opt::Keeping { distance, from } => motion.keeping = Some((self.how_far(scope, distance), self.sel(scope, from))),
            Opt::Ending { distance, from } => motion.ending = Some((self.how_far(scope, distance), self.sel(scope, from))),
            Opt::Through { whom, if_surrounded: true } => motion.if_surrounded = Some(self.sel(scope, whom)),
            Opt::Through { whom, if_surrounded: false } => motion.through = Some(self.sel(scope, whom)),
            Opt::Inside(names) => motion.inside = self.grounds(names),
            Opt::Without(who) => motion.without = Some(self.sel(scope, who)),
            Opt::LeavingBoard => motion.leaving = true,
            Opt::KeepingFacing => motion.keeps_facing = true,
            Opt::KeepingCoherency => motion.coherent = true,
            Opt::Wheeling | Opt::TurningAbout => motion.turning = true,
            Opt::Forward | Opt::Straight | Opt::StraightBack => {}
        }
    }

    /// The sorts of ground that are named.
    fn grounds(&mut self, names: &[ast::Name]) -> Vec<TerrainId> {
        let mut out = Vec::new();
        for name in names {
            match self.terrain_named(name.sym) {
                Some(t) => out.push(t),
                None => {
                    self.unknown_name(&super::lend::ref_of(*name), "a sort of ground");
                }
            }
        }
        out
    }
}

/// The way of a move that goes to nothing in particular: `forward`, `straight`, `straight back`.
fn own_way(options: &[ast::MoveOption]) -> Course {
    let says = |kind: &Opt| options.iter().any(|o| o.kind == *kind);
    if says(&Opt::StraightBack) {
        Course::Back
    } else if says(&Opt::Straight) {
        Course::Ahead
    } else if says(&Opt::Forward) {
        Course::Forward
    } else {
        Course::Free
    }
}

/// What may be said of a move but once.
fn sort_of(option: &Opt) -> &'static str {
    match option {
        Opt::Keeping { .. } => "keeping",
        Opt::Ending { .. } => "ending",
        Opt::Inside(_) => "inside",
        Opt::Without(_) => "without",
        Opt::Through { if_surrounded: true, .. } => "if surrounded",
        Opt::Through { .. } => "through",
        Opt::Forward => "forward",
        Opt::Straight => "straight",
        Opt::StraightBack => "straight back",
        Opt::LeavingBoard => "leaving board",
        Opt::KeepingFacing => "keeping facing",
        Opt::KeepingCoherency => "keeping coherency",
        Opt::Wheeling => "wheeling",
        Opt::TurningAbout => "turning about",
    }
}
