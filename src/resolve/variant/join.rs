//! Two packs that change one declaration of a common parent: what they make of it together, if they change different lines.

use super::line::{Known, known_by};
use crate::ast::{Decl, DeclKind, Item, ItemKind};
use crate::intern::Names;
use crate::source::At;

/// Where two packs say different things: the words of each, if it has any there.
#[derive(Default)]
pub(super) struct Differ {
    pub one: Option<At>,
    pub other: Option<At>,
    /// Whether it is a line below the head.
    pub line: bool,
}

/// The declaration with the changes of both, unless both change the same or their order would matter.
pub(super) fn join(names: &Names, base: &Decl, a: &Decl, b: &Decl) -> Result<Decl, Differ> {
    let mut out = a.clone();
    let kind = head(base, a, b)?;
    let body = body(names, base.kind.items(), a.kind.items().to_vec(), b.kind.items())?;
    *out.kind = kind;
    if let Some(list) = out.kind.items_mut() {
        *list = body;
    }
    out.unread |= b.unread;
    for cite in &b.cites {
        if !out.cites.iter().any(|c| c.id == cite.id) {
            out.cites.push(*cite);
        }
    }
    Ok(out)
}

fn head(base: &Decl, a: &Decl, b: &Decl) -> Result<DeclKind, Differ> {
    let [was, one, other] = [base, a, b].map(|d| d.kind.bare_head());
    match (one == was, other == was) {
        (true, _) => Ok(other),
        (_, true) => Ok(one),
        _ if one == other => Ok(one),
        _ => {
            let part = |d: &Decl| {
                let mut parts = base.kind.head_parts().into_iter().zip(d.kind.head_parts());
                parts.find(|(was, is)| was.span() != is.span()).map_or(d.head, |(_, is)| is)
            };
            Err(Differ { one: Some(part(a)), other: Some(part(b)), line: false })
        }
    }
}

fn body(names: &Names, base: &[Item], mut out: Vec<Item>, b: &[Item]) -> Result<Vec<Item>, Differ> {
    let says = |list: &[Item], line: &Item| list.iter().position(|l| l.kind == line.kind);
    let lost: Vec<&Item> = base.iter().filter(|l| says(b, l).is_none()).collect();
    let key = |line: &Item| -> Option<Known> { known_by(names, line) };
    let differ = |one: Option<&Item>, other: Option<&Item>| Differ { one: one.map(|l| l.at), other: other.map(|l| l.at), line: true };
    let twin = |list: &[Item], line: &Item| {
        let wanted = key(line)?;
        list.iter().position(|l| key(l).as_ref() == Some(&wanted))
    };
    let ordered = |l: &Item| matches!(l.kind, ItemKind::Step(_) | ItemKind::Row(_));
    for (n, line) in b.iter().enumerate().filter(|(_, l)| says(base, l).is_none()) {
        if says(&out, line).is_some() {
            continue;
        }
        let old = key(line).and_then(|k| lost.iter().find(|l| key(l).as_ref() == Some(&k)));
        if let Some(old) = old {
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
        if !b.iter().any(|l| key(l).is_some() && key(l) == key(old)) {
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
