//! The order of the graph, and what switches off what, of rules made by hand.

use super::made::{Pack, always, int};
use super::{Graph, Order};
use crate::hir::{Blank, Body, ChangeKind, Fill, Forbid, Hook, Line, LocalId, Moment, Precedence};
use crate::source::At;

fn plus(n: i64) -> Body {
    Body::Changes(vec![always(ChangeKind::Add { minus: false, amount: int(n), every: None })])
}

#[test]
fn names_decide_and_not_the_texts() {
    let whole = |names: &[(&str, i64)]| {
        let mut pack = Pack::default();
        let value = pack.value("Pace");
        for (name, n) in names {
            let rule = pack.rule(name);
            pack.line(rule, Moment::On, Hook::Value(value), plus(*n));
        }
        let graph = Graph::of(&pack.0);
        let sum: Vec<String> =
            graph.on(&Hook::Value(value)).iter().filter_map(|m| m.of(&pack.0)).map(|(_, m)| format!("{:?}", m.body)).collect();
        (graph.show(&pack.0), sum)
    };
    let (shown, sum) = whole(&[("Slow", 3), ("Éager", 2), ("Slow", 1), ("Deft", 4)]);
    assert_eq!(shown, "value Pace: Deft, Éager, Slow, Slow\n");
    assert_eq!((shown, sum), whole(&[("Deft", 4), ("Slow", 1), ("Slow", 3), ("Éager", 2)]));
}

#[test]
fn who_says_that_it_comes_first_does() {
    let mut pack = Pack::default();
    let proc = pack.proc("Wave");
    let go = pack.sym("go");
    let step = || Hook::Step(proc, go);
    let [alone, behind, calm, early] = ["Alone", "Behind(2)", "Calm", "Early"].map(|n| pack.rule(n));
    let a = pack.line(alone, Moment::After, step(), Body::Happens(Vec::new()));
    let b = pack.line(behind, Moment::After, step(), Body::Happens(Vec::new()));
    pack.line(calm, Moment::After, step(), Body::Happens(Vec::new()));
    let e = pack.line(early, Moment::After, step(), Body::Happens(Vec::new()));
    pack.line(calm, Moment::Before, step(), Body::Happens(Vec::new()));
    pack.line(calm, Moment::On, step(), Body::Skip);
    pack.says(e, Precedence::Before, "Behind");
    pack.says(a, Precedence::After, "Early");
    let graph = Graph::of(&pack.0);
    assert_eq!(graph.show(&pack.0), "after Wave.go: Calm, Early, Alone, Behind(2)\nbefore Wave.go: Calm\nskip Wave.go: Calm\n");
    let [a, b, e] = [a, b, e].map(|attach| super::Met { attach, nth: 0 });
    assert!(graph.comes_first(e, b) && graph.comes_first(e, a) && !graph.comes_first(b, a));
    assert!(Order::new(&pack.0).circles(&[a, b, e]).is_empty());
}

#[test]
fn a_circle_keeps_the_order_of_names() {
    let mut pack = Pack::default();
    let proc = pack.proc("Wave");
    let [one, two] = ["One", "Two"].map(|n| pack.rule(n));
    let a = pack.line(one, Moment::Before, Hook::Proc(proc), Body::Happens(Vec::new()));
    let b = pack.line(two, Moment::Before, Hook::Proc(proc), Body::Happens(Vec::new()));
    pack.says(a, Precedence::Before, "Two");
    pack.says(b, Precedence::Before, "One");
    assert_eq!(Graph::of(&pack.0).show(&pack.0), "before Wave: One, Two\n");
    let both = [a, b].map(|attach| super::Met { attach, nth: 0 });
    assert_eq!(Order::new(&pack.0).circles(&both).len(), 1);
}

#[test]
fn lines_give_way_where_they_stand() {
    let mut pack = Pack::default();
    let (pace, reach, proc) = (pack.value("Pace"), pack.value("Reach"), pack.proc("Wave"));
    let [slow, bold, numb] = ["Slow", "Bold", "Numb"].map(|n| pack.rule(n));
    pack.line(slow, Moment::On, Hook::Value(pace), plus(1));
    pack.line(slow, Moment::On, Hook::Value(reach), plus(1));
    pack.line(slow, Moment::After, Hook::Proc(proc), Body::Happens(Vec::new()));
    let over = pack.line(bold, Moment::On, Hook::Value(pace), plus(2));
    pack.says(over, Precedence::Over, "Slow");
    assert_eq!(Graph::of(&pack.0).offs.len(), 1);
    // what is ignored is so wherever the blanks that are filled are known
    let ignore = pack.line(numb, Moment::On, Hook::Rule(slow), Body::Ignore);
    assert_eq!(Graph::of(&pack.0).offs.len(), 4);
    let role = pack.0.values.get(reach).and_then(|v| v.head.roles.first()).map_or(LocalId(0), |r| r.local);
    if let Some(meeting) = pack.0.attaches.get_mut(ignore).and_then(|a| a.meets.first_mut()) {
        meeting.blanks.push(Blank { role, fill: Fill::Number, called: None, at: At::default() });
    }
    let graph = Graph::of(&pack.0);
    assert_eq!(graph.offs.iter().map(|o| o.over).collect::<Vec<_>>(), [false, true]);
    assert!(graph.show(&pack.0).contains("off Slow: Bold (over)\noff Slow: Numb\n"));
}

#[test]
fn what_is_forbidden_stands_by_its_action() {
    let mut pack = Pack::default();
    let proc = pack.proc("Wave");
    let tame = pack.rule("Tame");
    let line = pack.line(tame, Moment::On, Hook::Proc(proc), Body::Ignore);
    let meets = pack.0.attaches.get(line).map_or_else(Vec::new, |a| a.meets.clone());
    pack.0.forbids.push(Forbid { line: Line::default(), rule: Some(tame), any: None, meets, lasting: None });
    assert_eq!(Graph::of(&pack.0).forbids_of(proc).len(), 1);
}
