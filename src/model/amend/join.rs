//! Two packs that change one declaration of a common parent: what they make of it together, if they change different lines.

use super::item::{apart, known_by, said, squeezed_nodes};
use crate::source::Files;
use crate::syntax::{Declaration, Line, Node, Rule};

/// The declaration with the changes of both. Nothing if both change the same, or if their order would matter.
pub(super) fn join(files: &Files, base: &Declaration, a: &Declaration, b: &Declaration) -> Option<Declaration> {
    let mut out = a.clone();
    out.head = head(files, base, a, b)?;
    out.unread |= b.unread;
    for cite in &b.cites {
        if !out.cites.iter().any(|c| c.text(files) == cite.text(files)) {
            out.cites.push(cite.clone());
        }
    }
    out.body = body(files, &lines(base), lines(a), &lines(b))?;
    Some(out)
}

fn lines(d: &Declaration) -> Vec<Line> {
    d.body.iter().flat_map(apart).collect()
}

fn head(files: &Files, base: &Declaration, a: &Declaration, b: &Declaration) -> Option<Node> {
    let [was, one, other] = [base, a, b].map(|d| squeezed_nodes(files, &d.head));
    match (one == was, other == was) {
        (true, _) => Some(b.head.clone()),
        (_, true) => Some(a.head.clone()),
        _ => (one == other).then(|| a.head.clone()),
    }
}

fn body(files: &Files, base: &[Line], mut out: Vec<Line>, b: &[Line]) -> Option<Vec<Line>> {
    let says = |list: &[Line], line: &Line| list.iter().position(|l| said(files, l) == said(files, line));
    let lost: Vec<&Line> = base.iter().filter(|l| says(b, l).is_none()).collect();
    let like = |list: &[&Line], line: &Line| {
        let key = known_by(files, line)?;
        list.iter().position(|l| known_by(files, l).as_ref() == Some(&key))
    };
    let ordered = |l: &Line| l.parts.iter().any(|p| matches!(p.rule, Rule::step | Rule::row_cells));
    for (n, line) in b.iter().enumerate().filter(|(_, l)| says(base, l).is_none()) {
        if says(&out, line).is_some() {
            continue;
        }
        if let Some(old) = like(&lost, line).and_then(|i| lost.get(i)) {
            // the other has changed it too
            let at = says(&out, old)?;
            *out.get_mut(at)? = line.clone();
            continue;
        }
        if like(&out.iter().collect::<Vec<_>>(), line).is_some() {
            return None;
        }
        let before = n.checked_sub(1).and_then(|i| b.get(i)).and_then(|l| says(&out, l));
        let at = before.map_or(out.len(), |i| i + 1);
        // where both put something new in one place, nothing says which comes first
        let taken = out.get(at).is_some_and(|next| ordered(next) && says(base, next).is_none());
        if ordered(line) && (taken || before.is_none()) {
            return None;
        }
        out.insert(at, line.clone());
    }
    for old in lost {
        if !b.iter().any(|l| known_by(files, l).is_some() && known_by(files, l) == known_by(files, old)) {
            match says(&out, old) {
                Some(at) => drop(out.remove(at)),
                // the other has taken it away too, or it has changed it
                None if like(&out.iter().collect::<Vec<_>>(), old).is_none() => {}
                None => return None,
            }
        }
    }
    Some(out)
}
