//! Where rules say that they meet the game: every `on`, `before`, `after`, `instead of` and `forbid` of a pack.

use crate::model::Key;
use crate::source::Files;
use crate::syntax::{Block, Declaration, Line, Node, Rule};

/// On which side of what it meets something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// It happens before.
    Before,
    /// It changes it, or takes it away.
    On,
    /// It takes its place.
    Instead,
    /// It happens after.
    After,
    /// It forbids it.
    Forbid,
}

/// One place where a rule meets something.
pub struct Meeting<'a> {
    /// The declaration that says so.
    pub by: &'a Declaration,
    /// The line that says so.
    pub line: &'a Line,
    /// The sentence within the line.
    pub sentence: &'a Node,
    /// On which side.
    pub at: At,
    /// The name that is met; none for any action of a kind.
    pub name: Option<Key>,
    /// The step that is met, if not the whole.
    pub step: Option<String>,
    /// Whether what it costs is met, and not what it does.
    pub cost: bool,
    /// For any of a kind: the kind, and those left out.
    pub any: Option<(String, Vec<Key>)>,
    /// The pattern's blanks.
    roles: Vec<&'a Node>,
}

impl Meeting<'_> {
    /// Whether the carrier of the rule stands in the blank with this preposition.
    #[must_use]
    pub fn carrier_in(&self, files: &Files, prep: &str) -> bool {
        let at = |r: &&&Node| r.find(Rule::prep).is_some_and(|p| p.text(files) == prep);
        self.roles.iter().filter(at).any(|r| r.has(Rule::my_sel))
    }

    /// The kind that the pattern wants in its first blank, if it names one.
    #[must_use]
    pub fn first_kind(&self, files: &Files) -> Option<String> {
        let noun = self.roles.first()?.find(Rule::selector_role)?.find(Rule::noun)?;
        noun.first().map(|w| w.text(files).to_owned())
    }
}

/// Every meeting of a pack, in the order of its declarations.
#[must_use]
pub fn meetings<'a>(files: &Files, declarations: &'a [Declaration]) -> Vec<Meeting<'a>> {
    let mut out = Vec::new();
    for d in declarations.iter().filter(|d| !matches!(d.head.rule, Rule::test_d | Rule::situation_d)) {
        block(files, d, &d.body, &mut out);
    }
    out
}

fn block<'a>(files: &Files, by: &'a Declaration, lines: &'a Block, out: &mut Vec<Meeting<'a>>) {
    for line in lines {
        for part in &line.parts {
            part.walk(&mut |node| match node.rule {
                Rule::attach => attach(files, by, line, node, out),
                Rule::forbid => forbid(files, by, line, node, out),
                _ => {}
            });
        }
        block(files, by, &line.below, out);
    }
}

fn attach<'a>(files: &Files, by: &'a Declaration, line: &'a Line, node: &'a Node, out: &mut Vec<Meeting<'a>>) {
    let at = match node.find(Rule::at_place).and_then(Node::first).map(|n| n.rule) {
        Some(Rule::before) => At::Before,
        Some(Rule::after) => At::After,
        Some(Rule::instead) => At::Instead,
        _ => At::On,
    };
    for pattern in node.all(Rule::pattern) {
        let roles = pattern.all(Rule::pattern_role).collect();
        let cost = pattern.has(Rule::pattern_words);
        let mut met = Meeting { by, line, sentence: node, at, name: None, step: None, cost, any: None, roles };
        if let Some(name) = pattern.find(Rule::pattern_head).and_then(|h| h.find(Rule::name_ref)) {
            met.name = name.find(Rule::name).map(|n| Key::new(n.text(files)));
            met.step = name.find(Rule::member).map(|m| m.text(files).trim_start_matches('.').to_owned());
        } else if let Some(any) = pattern.find(Rule::any_place) {
            let mut words = any.all(Rule::word).map(|w| w.text(files).to_owned());
            met.any = words.next().map(|w| (w, Vec::new()));
            met.step = words.next();
        }
        out.push(met);
    }
}

fn forbid<'a>(files: &Files, by: &'a Declaration, line: &'a Line, node: &'a Node, out: &mut Vec<Meeting<'a>>) {
    let roles: Vec<&Node> = node.all(Rule::pattern_role).collect();
    let listed = node.find(Rule::forbid_list).map_or_else(Vec::new, |l| l.all(Rule::name).map(|n| Key::new(n.text(files))).collect());
    let met = |name, any| Meeting { by, line, sentence: node, at: At::Forbid, name, step: None, cost: false, any, roles: roles.clone() };
    match node.find(Rule::any_action).and_then(|a| a.find(Rule::word)) {
        Some(word) => out.push(met(None, Some((word.text(files).to_owned(), listed)))),
        None => out.extend(listed.into_iter().map(|name| met(Some(name), None))),
    }
}
