//! Where names are spoken of, outside the declarations that they name.

use std::collections::HashSet;

use crate::graph::compile::Pass;
use crate::model::Key;
use crate::syntax::{Declaration, Line, Node, Rule};

/// Names that are spoken of.
#[derive(Default)]
pub(super) struct Mentions {
    /// Somewhere that asks, calls, gives or tests, not only as the place that a rule meets.
    pub used: HashSet<Key>,
    /// Somewhere that gives, not only where something is asked whether it has it.
    pub given: HashSet<Key>,
}

impl Mentions {
    /// Of all declarations.
    pub fn of(pass: &Pass<'_>, declarations: &[Declaration]) -> Self {
        let mut out = Self::default();
        for d in declarations {
            // a test bears the name of nothing but its situation
            let own = pass.title(&d.head).filter(|_| d.head.rule != Rule::test_d).map(|t| (Key::new(&t.0), t.1));
            let mut found = (Vec::new(), Vec::new());
            gather(pass, &d.head, &mut found);
            lines(pass, &d.body, &mut found);
            let own = own.as_ref().map(|o| &o.0);
            out.used.extend(found.0.into_iter().filter(|k| Some(k) != own));
            out.given.extend(found.1.into_iter().filter(|k| Some(k) != own));
        }
        out
    }
}

type Found = (Vec<Key>, Vec<Key>);

fn lines(pass: &Pass<'_>, list: &[Line], out: &mut Found) {
    for line in list {
        line.parts.iter().for_each(|p| gather(pass, p, out));
        lines(pass, &line.below, out);
    }
}

fn gather(pass: &Pass<'_>, node: &Node, out: &mut Found) {
    match node.rule {
        // the place that a rule meets is not asked by being met
        Rule::over | Rule::forbid_list => return,
        Rule::pattern_head => return,
        Rule::name => {
            let key = Key::new(pass.name(node));
            out.0.push(key.clone());
            out.1.push(key);
        }
        Rule::cell_text => {
            for word in pass.text(node).split(',') {
                let key = Key::new(word.split('(').next().unwrap_or("").trim());
                out.0.push(key.clone());
                out.1.push(key);
            }
        }
        _ => {}
    }
    let tests = matches!(node.rule, Rule::is_p | Rule::has_p | Rule::adjective | Rule::with_r | Rule::during | Rule::loses);
    let known = out.1.len();
    node.kids.iter().for_each(|k| gather(pass, k, out));
    if tests {
        out.1.truncate(known);
    }
}
