//! What a line below a reading asks besides its own question: that the reading is in force.

use super::{Chain, Expr, ExprKind, Guard, GuardTest, Item, ItemKind, Level, Link, Name, Op};

/// Lets a line hold under a reading alone.
pub fn under(item: &mut Item, ruling: Name, reading: Name) {
    let at = item.at;
    let Some(guard) = guard_of(item) else { return };
    let takes = Expr { kind: Box::new(ExprKind::Takes(ruling, reading)), at };
    let during = guard.as_ref().and_then(|g| g.during.clone());
    let expr = match guard.take().and_then(|g| g.test) {
        None => takes,
        Some(test) => {
            let asked = if test.unless { Expr { at: test.expr.at, kind: Box::new(ExprKind::Not(test.expr)) } } else { test.expr };
            let rest = vec![Link { op: Op::And, expr: asked, rounded: Vec::new(), at }];
            Expr { kind: Box::new(ExprKind::Chain(Chain { level: Level::And, first: takes, rest })), at }
        }
    };
    *guard = Some(Guard { test: Some(GuardTest { unless: false, expr }), during, at });
}

/// The line as it was written, without asking for a reading; which that was of which ruling.
pub fn freed(item: &mut Item) -> Option<(Name, Name)> {
    let line = item.at;
    let guard = guard_of(item)?;
    let during = guard.as_ref()?.during.clone();
    let asked = &guard.as_ref()?.test.as_ref()?.expr;
    let (under, own) = match &*asked.kind {
        ExprKind::Takes(ruling, reading) => ((*ruling, *reading), None),
        ExprKind::Chain(Chain { level: Level::And, first, rest }) => match (&*first.kind, rest.as_slice()) {
            (ExprKind::Takes(ruling, reading), [own]) => ((*ruling, *reading), Some(own.expr.clone())),
            _ => return None,
        },
        _ => return None,
    };
    let at = own.as_ref().map_or(line, |own| own.at);
    let test = own.map(|own| match *own.kind {
        ExprKind::Not(expr) => GuardTest { unless: true, expr },
        _ => GuardTest { unless: false, expr: own },
    });
    *guard = (test.is_some() || during.is_some()).then_some(Guard { test, during, at });
    Some(under)
}

fn guard_of(item: &mut Item) -> Option<&mut Option<Guard>> {
    match &mut item.kind {
        ItemKind::Attach(a) => Some(&mut a.guard),
        ItemKind::Forbid(f) => Some(&mut f.guard),
        ItemKind::Comes(c) => Some(&mut c.guard),
        _ => None,
    }
}
