//! Two packs that change one declaration of a common parent: what they make of it together, if they change different lines.

use super::item::{apart, known_by, said, squeezed_nodes};
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Line, Node, Rule};

/// Where two packs say different things: the words of each, if it has any there.
#[derive(Default)]
pub(super) struct Differ {
    pub one: Option<Span>,
    pub other: Option<Span>,
    /// Whether it is a line below the head.
    pub line: bool,
}

/// The declaration with the changes of both, unless both change the same or their order would matter.
pub(super) fn join(files: &Files, base: &Declaration, a: &Declaration, b: &Declaration) -> Result<Declaration, Differ> {
    let mut out = a.clone();
    out.head = head(files, base, a, b)?;
    out.unread |= b.unread;
    for cite in &b.cites {
        if !out.cites.iter().any(|c| c.text(files) == cite.text(files)) {
            out.cites.push(cite.clone());
        }
    }
    out.body = body(files, &lines(base), lines(a), &lines(b))?;
    Ok(out)
}

fn lines(d: &Declaration) -> Vec<Line> {
    d.body.iter().flat_map(apart).collect()
}

fn head(files: &Files, base: &Declaration, a: &Declaration, b: &Declaration) -> Result<Node, Differ> {
    let [was, one, other] = [base, a, b].map(|d| squeezed_nodes(files, &d.head));
    match (one == was, other == was) {
        (true, _) => Ok(b.head.clone()),
        (_, true) => Ok(a.head.clone()),
        _ if one == other => Ok(a.head.clone()),
        _ => {
            let both = a.head.kids.iter().zip(&b.head.kids).find(|(x, y)| x.text(files) != y.text(files));
            Err(Differ { one: both.map(|(x, _)| x.span), other: both.map(|(_, y)| y.span), line: false })
        }
    }
}

fn body(files: &Files, base: &[Line], mut out: Vec<Line>, b: &[Line]) -> Result<Vec<Line>, Differ> {
    let says = |list: &[Line], line: &Line| list.iter().position(|l| said(files, l) == said(files, line));
    let lost: Vec<&Line> = base.iter().filter(|l| says(b, l).is_none()).collect();
    let like = |list: &[&Line], line: &Line| {
        let key = known_by(files, line)?;
        list.iter().position(|l| known_by(files, l).as_ref() == Some(&key))
    };
    let differ = |one: Option<&Line>, other: Option<&Line>| Differ { one: one.map(|l| l.span), other: other.map(|l| l.span), line: true };
    let twin = |list: &[Line], line: &Line| like(&list.iter().collect::<Vec<_>>(), line);
    let ordered = |l: &Line| l.parts.iter().any(|p| matches!(p.rule, Rule::step | Rule::row_cells));
    for (n, line) in b.iter().enumerate().filter(|(_, l)| says(base, l).is_none()) {
        if says(&out, line).is_some() {
            continue;
        }
        if let Some(old) = like(&lost, line).and_then(|i| lost.get(i)) {
            // the other has changed it too
            match says(&out, old).and_then(|at| out.get_mut(at)) {
                Some(place) => *place = line.clone(),
                None => return Err(differ(twin(&out, old).and_then(|i| out.get(i)), Some(line))),
            }
            continue;
        }
        if let Some(i) = twin(&out, line) {
            return Err(differ(out.get(i), Some(line)));
        }
        let before = n.checked_sub(1).and_then(|i| b.get(i)).and_then(|l| says(&out, l));
        let at = before.map_or(out.len(), |i| i + 1);
        // where both put something new in one place, nothing says which comes first
        let taken = out.get(at).is_some_and(|next| ordered(next) && says(base, next).is_none());
        if ordered(line) && (taken || before.is_none()) {
            return Err(Differ { line: false, ..differ(out.get(at).filter(|_| taken), Some(line)) });
        }
        out.insert(at, line.clone());
    }
    for old in lost {
        if !b.iter().any(|l| known_by(files, l).is_some() && known_by(files, l) == known_by(files, old)) {
            match says(&out, old) {
                Some(at) => drop(out.remove(at)),
                // the other has taken it away too, or it has changed it
                None => {
                    if let Some(i) = twin(&out, old) {
                        return Err(differ(out.get(i), None));
                    }
                }
            }
        }
    }
    Ok(out)
}
