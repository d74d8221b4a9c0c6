//! What nothing leads to: quantities that nobody asks, procedures that nobody calls, rules that nobody carries,
//! statements behind the end.

use super::mentions::Mentions;
use crate::diag::{Code, Diagnostic};
use crate::graph::compile::Pass;
use crate::graph::splice::Splice;
use crate::model::{Head, Key, StateKind};
use crate::source::Span;
use crate::syntax::{Declaration, Line, Node, Rule};

/// What the program itself asks or does.
const ASKED: &[&str] = &["Score", "Standing", "Game"];

/// Reports them.
pub(super) fn check(pass: &Pass<'_>, declarations: &[Declaration]) -> Vec<Diagnostic> {
    let mentions = Mentions::of(pass, declarations);
    let mut out = Vec::new();
    for d in declarations {
        let own = pass.title(&d.head).map_or(String::new(), |t| t.0);
        steps_after_end(pass, d, &own, &mut out);
        d.body.iter().for_each(|l| behind_in_line(pass, l, &own, &mut out));
    }
    let heads = pass.program.slot_heads.iter().chain(&pass.program.proc_heads).chain(&pass.program.table_heads);
    for head in heads {
        let verb = match head.word.as_str() {
            "value" | "condition" => "nothing asks",
            "roll" | "pool" | "check" | "opposed" => "nothing rolls",
            "procedure" => "nothing does",
            "table" => "nothing looks up",
            _ => continue,
        };
        if !mentions.used.contains(&Key::new(&head.name)) && !ASKED.contains(&head.name.as_str()) {
            out.push(nobody(head, verb));
        }
    }
    if declarations.iter().any(|d| pass.word_of(d) == "force") {
        out.extend(uncarried(pass, &mentions));
    }
    out
}

fn nobody(head: &Head, verb: &str) -> Diagnostic {
    Diagnostic::new(Code::Unreachable, head.span, format!("{verb} `{}`", head.name))
        .here("whatever it says, it changes nothing")
        .help(format!("say where it matters, or take this {} out", head.word))
}

/// Rules that somebody must carry, and nobody does. Those with a price are bought, whoever wants them.
fn uncarried(pass: &Pass<'_>, mentions: &Mentions) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = Vec::new();
    for (i, rule) in pass.program.rules.iter().enumerate() {
        let carried = rule.state.and_then(|s| pass.program.book.states.get(s as usize)).is_some_and(|s| s.kind == StateKind::Rule);
        let bought = rule.price != 0
            || pass
                .rules
                .kind_items
                .get(&rule.word)
                .is_some_and(|l| l.iter().flat_map(|l| &l.parts).any(|p| pass.text(p).starts_with("price")));
        let name = rule.name.split('(').next().unwrap_or("").trim();
        let by_row = pass.program.list_rows.iter().any(|r| r.rules.contains(&u16::try_from(i).unwrap_or(u16::MAX)));
        if !(carried || rule.rows)
            || bought
            || by_row
            || mentions.given.contains(&Key::new(name))
            || out.iter().any(|d| d.span == rule.span)
        {
            continue;
        }
        out.push(
            Diagnostic::new(Code::Unmet, rule.span, format!("nobody carries `{}`", rule.name))
                .here(format!("no entry, option, row or other {} brings it", rule.word))
                .help("name it under `rules` of an entry that has it, or leave it out"),
        );
    }
    out
}

/// What ends the procedure it stands in, if the statement does.
fn ends<'n>(pass: &Pass<'_>, node: &'n Node, own: &str) -> Option<&'n Node> {
    let node = if node.rule == Rule::stmt { node.first()? } else { node };
    let named = node.find(Rule::name).or_else(|| node.find(Rule::word));
    let mine = named.is_none_or(|n| Key::new(pass.name(n)) == Key::new(own));
    match node.rule {
        Rule::stop_st if mine && !node.has(Rule::r#ref) => Some(node),
        Rule::give_st | Rule::ends_st => Some(node),
        _ => None,
    }
}

fn behind(end: Span, next: Span) -> Diagnostic {
    Diagnostic::new(Code::Unreachable, next, "this is never come to")
        .here("what runs has ended before")
        .label(end, "it ends here, whatever happens")
        .help("put it before the end, or leave it out")
}

/// Statements one after another: none stands behind one that ends them all.
fn sequence(pass: &Pass<'_>, own: &str, list: &[&Node], out: &mut Vec<Diagnostic>) {
    for (a, b) in list.iter().zip(list.iter().skip(1)) {
        if let Some(end) = ends(pass, a, own) {
            out.push(behind(end.span, b.span));
            return;
        }
    }
}

fn behind_in_line(pass: &Pass<'_>, line: &Line, own: &str, out: &mut Vec<Diagnostic>) {
    let below: Vec<&Node> = line.below.iter().flat_map(|l| &l.parts).collect();
    sequence(pass, own, &below, out);
    for part in &line.parts {
        part.walk(&mut |n| {
            if n.rule == Rule::stmts {
                sequence(pass, own, &n.kids.iter().collect::<Vec<_>>(), out);
            }
        });
    }
    line.below.iter().for_each(|l| behind_in_line(pass, l, own, out));
}

/// Steps behind a step that always ends the procedure.
fn steps_after_end(pass: &Pass<'_>, d: &Declaration, own: &str, out: &mut Vec<Diagnostic>) {
    let mut ended: Option<Span> = None;
    for line in &d.body {
        for (i, step) in line.parts.iter().enumerate().filter(|(_, p)| p.rule == Rule::step) {
            if let Some(end) = ended {
                let word = step.find(Rule::word).map_or(step.span, |w| Span { start: step.span.start, end: w.span.end });
                out.push(behind(end, word));
                return;
            }
            let name = step.find(Rule::word).map_or("", |w| pass.text(w));
            let passed_over = pass.splicing.splices.iter().any(|((p, s), list)| {
                s == name
                    && pass.program.procs.get(*p as usize).is_some_and(|q| q.name == own)
                    && list.iter().any(|s| matches!(s.at, Splice::Skip | Splice::Instead))
            });
            if step.has(Rule::guard) || passed_over {
                continue;
            }
            let inline = step.find(Rule::block).and_then(Node::first).filter(|b| b.rule == Rule::stmts);
            let below = if i + 1 == line.parts.len() { &line.below[..] } else { &[] };
            let all = inline.into_iter().flat_map(|b| &b.kids).chain(below.iter().flat_map(|l| &l.parts));
            ended = all.into_iter().find_map(|n| ends(pass, n, own)).map(|n| n.span);
        }
    }
}
