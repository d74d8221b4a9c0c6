//! Moves: who, how far, where to, past whom.

use super::english::{list, of};
use super::noun::loose;
use super::sel::As;
use crate::hir::{Course, Expr, ExprKind, Motion, Sel, Test, Turn};
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
            turning,
            keeps_facing,
        } = m;
        let mut more: Vec<String> = Vec::new();
        if let Some((far, whom)) = keeping {
            let word = if drawn_to(course) { "stopping" } else { "keeping" };
            more.push(format!("{word} {} from {}", self.noun(far), self.sel_as(whom, As::Many)));
        }
        if let Some(whom) = through {
            more.push(format!("through {}", self.let_by(whom)));
        }
        if let Some(whom) = if_surrounded {
            more.push(format!("through {} if it is surrounded", self.let_by(whom)));
        }
        if !inside.is_empty() {
            let names: Vec<String> = inside.iter().filter_map(|t| self.rules.terrains.get(*t)).map(|t| self.name(t.name)).collect();
            more.push(format!("staying in {}", list(&names, "or")));
        }
        if let Some(whom) = without {
            more.push(format!("without {}", self.let_by(whom)));
        }
        if let Some((far, whom)) = ending {
            more.push(format!("ending at least {} from {}", self.noun(far), self.sel_as(whom, As::Many)));
        }
        if *coherent {
            more.push("keeping coherency".to_owned());
        }
        if *leaving {
            more.push("off the board if the way leads there".to_owned());
        }
        if *turning {
            more.push("turning the way it went".to_owned());
        }
        if *keeps_facing {
            more.push("keeping the way it faces".to_owned());
        }
        more
    }

    /// What a manner says of those who move so.
    #[must_use]
    pub fn manner(&self, m: &Motion) -> String {
        self.manners(m).join(", ")
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
        format!("{} {verb} {way}{}{}", self.noun(&m.who), without.unwrap_or_default(), ending.unwrap_or_default())
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
        | Course::Ahead
        | Course::Back => false,
    }
}
