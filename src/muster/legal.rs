//! Questions of a force list that only the rules can answer.

use super::{Force, Problem};
use crate::graph::{Program, X};
use crate::source::Span;
use crate::vm::{Ask, Cast, EntId, World};

/// Asks the questions of a list of a side. `question` gives the compiled form of the question that stands at a place,
/// with the side in register 0; a question without one is passed over.
#[must_use]
pub fn ask_legal(program: &Program, cast: &Cast, world: &World, force: &Force, side: EntId, question: &dyn Fn(Span) -> Option<X>) -> Vec<Problem> {
    let ask = Ask { program, cast, world, context: 0 };
    let fails = |x: X| !ask.holds(x, &mut [i64::from(side); 48]);
    let broken = force.legal.iter().filter(|l| question(l.span).is_some_and(fails));
    broken
        .map(|l| {
            let name = if l.name.is_empty() { l.text.as_str() } else { l.name.as_str() };
            Problem::new(format!("`{}` asks for `{name}`", force.name), format!("see to it that {}", l.text))
        })
        .collect()
}
