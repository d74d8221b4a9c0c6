//! When a line holds at one of its places, as questions all of which must be answered yes.

use crate::hir::{Carrier, Expr, ExprKind, Fill, LastingId, LocalId, Meeting, Quality, RuleId, Rules, Test, Ty};
use crate::source::At;

/// All that must be so for a line to count: its carrier carries it, the blanks are as it says, it is the time.
pub(super) fn holds(rules: &Rules, rule: Option<RuleId>, lasting: Option<LastingId>, meeting: &Meeting) -> Vec<Expr> {
    let at = meeting.at;
    let word = |local: LocalId| Expr::new(ExprKind::Local(local), rules.locals.get(local).map_or(Ty::Unknown, |l| l.ty), at);
    let carrier = match meeting.carrier {
        Carrier::Nobody => None,
        Carrier::Blank(local) | Carrier::Each(local) => Some(local),
    };
    // what lasts on somebody else hangs no more on who carried the rule
    let elsewhere = lasting.and_then(|l| rules.lasting.get(l)).is_some_and(|l| l.bearer.is_some());
    let mut out = Vec::new();
    if let (Some(me), Some(rule), false) = (carrier, rule, elsewhere) {
        let carried = rules.rules.get(rule).is_some_and(|r| r.by_rows() || r.state.is_some());
        out.extend(carried.then(|| truth(ExprKind::Is(word(me), vec![Quality::Rule(rule)]), at)));
    }
    for mute in &meeting.mutes {
        let Some(me) = carrier else { continue };
        let mut off = vec![truth(ExprKind::Is(word(me), vec![Quality::Rule(mute.by)]), at)];
        off.extend(mute.of.iter().flat_map(|t| said(&word(me), t)));
        off.extend(mute.during.iter().cloned().chain(mute.guard.iter().map(|g| g.test.clone())));
        out.push(truth(ExprKind::Not(truth(ExprKind::And(off), at)), at));
    }
    for blank in &meeting.blanks {
        let filler = word(blank.role);
        match &blank.fill {
            Fill::Me(tests) | Fill::Described(_, tests) => out.extend(tests.iter().flat_map(|t| said(&filler, t))),
            Fill::My(mine, tests) => {
                out.extend(tests.iter().flat_map(|t| said(&filler, t)));
                out.push(truth(ExprKind::Same(filler, mine.clone()), at));
            }
            Fill::Exactly(e) => out.push(truth(ExprKind::Same(filler, e.clone()), at)),
            Fill::Number => {}
        }
    }
    out.extend(meeting.during.iter().cloned());
    // the result of a throw is asked after it
    out.extend(meeting.guard.iter().filter(|g| g.result.is_none()).map(|g| g.test.clone()));
    out
}

fn truth(kind: ExprKind, at: At) -> Expr {
    Expr::new(kind, Ty::Truth, at)
}

/// What a description says of somebody, as questions. What is only asked among several says nothing of one.
fn said(of: &Expr, test: &Test) -> Vec<Expr> {
    use ExprKind as K;
    let (x, at) = (of.clone(), of.at);
    let not = |not: bool, e: Expr| if not { truth(K::Not(e), at) } else { e };
    vec![match test {
        Test::Is(list, no) => not(*no, truth(K::Is(x, list.clone()), at)),
        Test::With(list, no) => {
            return list.iter().map(|q| not(*no, truth(K::Is(x.clone(), vec![q.clone()]), at))).collect();
        }
        Test::Enemy(other) => truth(K::EnemyOf(x, other.clone()), at),
        Test::Friendly(other) => truth(K::FriendOf(x, other.clone()), at),
        Test::Other(e) | Test::OtherThan(e) => not(true, truth(K::Same(x, e.clone()), at)),
        Test::InGround(ground) => truth(K::InGround(x, *ground), at),
        Test::InDeck(pile) => truth(K::InDeck(x, pile.clone()), at),
        Test::InHand(hand) => truth(K::InHand(x, *hand), at),
        Test::Within(limit, target, no) => not(*no, truth(K::Within(x, limit.clone(), target.clone()), at)),
        Test::Touching(target, no) => not(*no, truth(K::Touches(x, target.clone()), at)),
        Test::SeenBy(e, no) => not(*no, truth(K::Sees(e.clone(), x), at)),
        Test::Carrying(e) => truth(K::Carries(x, e.clone()), at),
        Test::InSpot(spot, e) => truth(K::InSpot(x, *spot, e.clone()), at),
        Test::Where(e) => e.clone(),
        Test::Of(_) | Test::In(_) | Test::Most(..) | Test::Nearest(..) => return Vec::new(),
    }]
}
