//! Moves: who, how far, where to, past whom.

use super::english::{list, of};
use super::noun::loose;
use super::sel::As;
use crate::hir::{ChangeKind, Course, Expr, ExprKind, Motion, Moves, OwnRow, Sel, Spending, TerrainId, Test, Turn};
use crate::speech::Voice;

impl Voice<'_> {
    /// A move as a sentence, with the word before its verb, such as `may`, if there is one.
    #[must_use]
    pub fn motion(&self, m: &Motion, modal: &str) -> String {
        let Motion { who, course, distance, up_to, manner, .. } = m;
        if let Course::Turn(turn) = course {
            return self.turn(m, turn, modal);
        }
        let verb = if modal.is_empty() { "moves".to_owned() } else { format!("{modal} move") };
        let mut text = format!("{} {verb}", self.noun(who));
        if *up_to {
            text += if distance.is_some() { " up to" } else { " as far as its player likes" };
        }
        if let Some(far) = distance {
            text = format!("{text} {}", self.noun(far));
        }
        let course_said = self.course(course);
        if !course_said.is_empty() && loose(&text) {
            text.push(',');
        }
        text += &course_said;
        let named = manner.map(|p| self.proc_name(p));
        let more = named.into_iter().chain(self.manners(m));
        std::iter::once(text).chain(more).collect::<Vec<_>>().join(", ")
    }

    /// What is said of a move besides.
    fn manners(&self, m: &Motion) -> Vec<String> {
        let Motion {
            who: _,
            course,
            distance: _,
            up_to: _,
            manner: _,
            keeping,
            ending,
            through,
            if_surrounded,
            inside,
            without,
            coherent,
            leaving,
            going_on,
            turning,
            keeps_facing,
            spending,
        } = m;
        let towards = drawn_to(course);
        let mut more: Vec<String> = Vec::new();
        more.extend(keeping.as_ref().map(|(far, whom)| self.kept_from(far, whom, towards)));
        more.extend(through.as_ref().map(|s| format!("through {}", self.let_by(s))));
        more.extend(if_surrounded.as_ref().map(|s| format!("through {} if it is surrounded", self.let_by(s))));
        if !inside.is_empty() {
            more.push(format!("staying in {}", self.grounds(inside)));
        }
        more.extend(without.as_ref().map(|s| format!("without {}", self.let_by(s))));
        more.extend(ending.as_ref().map(|(far, whom)| self.ends_from(far, whom)));
        let flags = [(*coherent, COHERENT), (*leaving, LEAVING), (*going_on, GOING_ON), (*turning, TURNING), (*keeps_facing, KEEPS_FACING)];
        more.extend(flags.into_iter().filter(|(said, _)| *said).map(|(_, text)| text.to_owned()));
        more.extend(spending.map(|s| self.paying(s, "it moves")));
        more
    }

    /// From what count a move is paid, for each inch that goes there.
    fn paying(&self, s: Spending, what: &str) -> String {
        let count = self.rules.counts.get(s.count).map_or_else(String::new, |c| self.name(c.name));
        let each = if s.double { 2 } else { 1 };
        format!("paying {each}\" of its {count} for each inch that {what}")
    }

    fn kept_from(&self, far: &Expr, whom: &Sel, towards: bool) -> String {
        let word = if towards { "stopping" } else { "keeping" };
        format!("{word} {} from {}", self.noun(far), self.sel_as(whom, As::Many))
    }

    fn ends_from(&self, far: &Expr, whom: &Sel) -> String {
        format!("ending at least {} from {}", self.noun(far), self.sel_as(whom, As::Many))
    }

    fn grounds(&self, grounds: &[TerrainId]) -> String {
        let names: Vec<String> = grounds.iter().filter_map(|t| self.rules.terrains.get(*t)).map(|t| self.name(t.name)).collect();
        list(&names, "or")
    }

    /// One thing that a manner, or a rule that meets it, says of whoever moves so.
    #[must_use]
    pub fn moves_besides(&self, m: &Moves) -> String {
        match m {
            Moves::Keeping(far, whom) => self.kept_from(far, whom, false),
            Moves::Ending(far, whom) => self.ends_from(far, whom),
            Moves::Through(s) => format!("through {}", self.let_by(s)),
            Moves::IfSurrounded(s) => format!("through {} if it is surrounded", self.let_by(s)),
            Moves::Without(s) => format!("without {}", self.let_by(s)),
            Moves::Inside(grounds) => format!("staying in {}", self.grounds(grounds)),
            Moves::Coherent => COHERENT.to_owned(),
            Moves::Leaving => LEAVING.to_owned(),
            Moves::GoingOn => GOING_ON.to_owned(),
            Moves::Turning => TURNING.to_owned(),
            Moves::KeepsFacing => KEEPS_FACING.to_owned(),
        }
    }

    /// What a manner always says of those who move so, and the places of its other rows.
    #[must_use]
    pub fn manner(&self, rows: &[OwnRow]) -> (String, Vec<usize>) {
        let mut always: Vec<(usize, String)> = Vec::new();
        let mut others = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            match &row.change.kind {
                ChangeKind::Moves(m) if row.line.name.is_none() && row.change.guard.is_empty() => {
                    always.push((rank(m), self.moves_besides(m)));
                }
                _ => others.push(i),
            }
        }
        always.sort();
        (always.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(", "), others)
    }

    /// A turn on the spot as a sentence.
    fn turn(&self, m: &Motion, turn: &Turn, modal: &str) -> String {
        let does = if matches!(turn, Turn::Wheel(_)) { "wheel" } else { "turn" };
        let verb = if modal.is_empty() { format!("{does}s") } else { format!("{modal} {does}") };
        let way = match turn {
            Turn::UpTo(e) => format!("up to {} as its player likes", self.noun(e)),
            Turn::To(e) => format!("until it faces as {}", self.noun(e)),
            Turn::Towards(e) => format!("to face {}", self.noun(e)),
            Turn::About => "about".to_owned(),
            Turn::Wheel(e) => format!("up to {} about either front corner as its player likes", self.noun(e)),
        };
        let ending = m.ending.as_ref().map(|(far, s)| format!(", ending at least {} from {}", self.noun(far), self.sel_as(s, As::Many)));
        let without = m.without.as_ref().map(|s| format!(", without {}", self.let_by(s)));
        let paying = m.spending.map(|s| format!(", {}", self.paying(s, "its outer corner goes")));
        let more: String = [without, ending, paying].into_iter().flatten().collect();
        format!("{} {verb} {way}{more}", self.noun(&m.who))
    }

    /// Where a move goes: ` towards the enemy`; nothing where its player likes.
    #[must_use]
    pub fn course(&self, c: &Course) -> String {
        match c {
            Course::Free => String::new(),
            Course::Towards(e) => format!(" towards {}", self.noun(e)),
            Course::Away(e) => format!(" away from {}", self.noun(e)),
            Course::StraightAway(e) => format!(" straight away from {}", self.noun(e)),
            Course::Turn(_) => String::new(),
            Course::Contact(e) => format!(" into contact with {}", self.noun(e)),
            Course::Home(e) => format!(" towards and off {}", self.edge_noun(e)),
            Course::Forward => " forward".to_owned(),
            Course::Aside { angle, less } => {
                let most = if *less { "up to " } else { "" };
                format!(" in a direction {most}{} left or right of straight ahead, facing as before", self.noun(angle))
            }
            Course::Ahead => " straight ahead".to_owned(),
            Course::Back => " straight back".to_owned(),
            Course::Onto(e) => format!(" onto {}", self.noun(e)),
        }
    }

    fn edge_noun(&self, e: &Expr) -> String {
        match &*e.kind {
            ExprKind::Reach(crate::hir::Reach::Edge, x) => of(&self.held(x), "edge of the board"),
            _ => self.noun(e),
        }
    }

    /// Who is moved through: a best one, any of a sort, or all.
    fn let_by(&self, s: &Sel) -> String {
        let one = s.tests.iter().any(|t| matches!(t, Test::Most(..) | Test::Nearest(..)));
        let plain = s.tests.iter().all(|t| matches!(t, Test::Is(..) | Test::Enemy(_) | Test::Friendly(_) | Test::Other(_)));
        self.sel_as(
            s,
            if one {
                As::The
            } else if plain {
                As::Many
            } else {
                As::Any
            },
        )
    }
}

/// Whether a way goes to somebody, so that it may end before him.
fn drawn_to(c: &Course) -> bool {
    match c {
        Course::Towards(_) | Course::Contact(_) | Course::Onto(_) => true,
        Course::Free
        | Course::Away(_)
        | Course::StraightAway(_)
        | Course::Turn(_)
        | Course::Home(_)
        | Course::Forward
        | Course::Aside { .. }
        | Course::Ahead
        | Course::Back => false,
    }
}

const COHERENT: &str = "keeping coherency";
const LEAVING: &str = "off the board if the way leads there";
const GOING_ON: &str = "going on until there is room";
const TURNING: &str = "turning the way it went";
pub(in crate::speech) const KEEPS_FACING: &str = "keeping the way it faces";

/// In what order it is said what a manner says.
const fn rank(m: &Moves) -> usize {
    match m {
        Moves::Keeping(..) => 0,
        Moves::Through(_) => 1,
        Moves::IfSurrounded(_) => 2,
        Moves::Inside(_) => 3,
        Moves::Without(_) => 4,
        Moves::Ending(..) => 5,
        Moves::Coherent => 6,
        Moves::Leaving => 7,
        Moves::GoingOn => 8,
        Moves::Turning => 9,
        Moves::KeepsFacing => 10,
    }
}
