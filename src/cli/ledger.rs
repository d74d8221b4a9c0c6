//! The ledger of a book's clauses, and who cites them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::diag::{Code, Diagnostic, nearest};
use crate::packs::{Library, Loaded};
use crate::source::{Files, Span};
use crate::syntax::{Block, Declaration, Node, Rule};

/// The file of a pack's folder that holds its ledger.
pub const FILE: &str = "clauses.toml";

/// Kinds of clause that no rule can carry out.
const NOT_MECHANICAL: &[&str] = &["physical", "advice"];

/// What a book says, clause by clause, and what it leaves unclear.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Ledger {
    /// Its clauses, in the book's order.
    #[serde(default)]
    pub clause: Vec<Clause>,
    /// What is unclear.
    #[serde(default)]
    pub ambiguity: Vec<Ambiguity>,
}

/// One separately testable fact.
#[derive(Clone, Debug, Deserialize)]
pub struct Clause {
    /// How rules cite it.
    pub id: String,
    /// Its chapter.
    #[serde(default, rename = "where")]
    pub chapter: String,
    /// What sort of fact it is.
    #[serde(default)]
    pub kind: String,
    /// In our own words.
    #[serde(default)]
    pub says: String,
}

/// A contradiction, a gap or a silence of the book.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ambiguity {
    /// How it is called.
    pub id: String,
    /// The clauses it is about.
    #[serde(default)]
    pub clauses: Vec<String>,
    /// What is unclear.
    #[serde(default)]
    pub question: String,
    /// How it can be read.
    #[serde(default)]
    pub readings: Vec<String>,
    /// Which of them is advised.
    #[serde(default)]
    pub recommended: String,
}

impl Ledger {
    /// The ledgers of a pack and of its parents, one after the other.
    ///
    /// # Errors
    /// A ledger that cannot be read, as a diagnostic.
    pub fn read(library: &Library, loaded: &Loaded) -> Result<Self, Box<Diagnostic>> {
        let mut whole = Self::default();
        for home in &loaded.homes {
            for item in library.files(home, FILE) {
                let fault = |why: String| {
                    let d = Diagnostic::new(Code::File, Span::default(), format!("`{}` cannot be read: {why}", item.path));
                    Box::new(d.help("mend it: each `[[clause]]` needs an `id`, with `where`, `kind` and `says`"))
                };
                let text = library.read(&item).map_err(fault)?;
                let one: Self = toml::from_str(&text).map_err(|e| fault(toml_fault(&text, &e)))?;
                whole.clause.extend(one.clause);
                whole.ambiguity.extend(one.ambiguity);
            }
        }
        Ok(whole)
    }
}

fn toml_fault(text: &str, e: &toml::de::Error) -> String {
    let line = e.span().and_then(|s| text.get(..s.start)).map(|before| before.matches('\n').count() + 1);
    let why = e.message().lines().next().unwrap_or("").to_lowercase();
    line.map_or_else(|| why.clone(), |n| format!("line {n}: {why}"))
}

/// How well a clause is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A rule and a test cite it.
    Covered,
    /// Only a test does.
    Held,
    /// Only a rule does.
    Untested,
    /// Nothing does.
    Missing,
    /// Nothing can: it is advice, or about things of wood and lead.
    NotMechanical,
}

impl Status {
    /// Every status, best first.
    pub const ALL: &'static [Self] = &[Self::Covered, Self::Held, Self::Untested, Self::Missing, Self::NotMechanical];

    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Covered => "covered",
            Self::Held => "held",
            Self::Untested => "untested",
            Self::Missing => "missing",
            Self::NotMechanical => "not-mechanical",
        }
    }

    /// Of a clause of that kind, cited so often.
    #[must_use]
    pub fn of(kind: &str, rules: usize, tests: usize) -> Self {
        match (rules, tests) {
            (0, 0) if NOT_MECHANICAL.contains(&kind) => Self::NotMechanical,
            (0, 0) => Self::Missing,
            (_, 0) => Self::Untested,
            (0, _) => Self::Held,
            _ => Self::Covered,
        }
    }
}

/// A place that cites a clause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Citation {
    /// Where the id stands.
    pub span: Span,
    /// The title of the test that it stands in, if it is one.
    pub test: Option<String>,
}

/// Who cites what.
#[must_use]
pub fn citations(files: &Files, declarations: &[Declaration]) -> BTreeMap<String, Vec<Citation>> {
    let mut out: BTreeMap<String, Vec<Citation>> = BTreeMap::new();
    for d in declarations {
        let test = (d.head.rule == Rule::test_d).then(|| d.head.kids.first().map_or("", |n| n.text(files)).trim_matches('"').to_owned());
        let mut ids: Vec<&Node> = d.cites.iter().collect();
        collect(&d.head, &mut ids);
        block(&d.body, &mut ids);
        ids.sort_by_key(|n| n.span);
        ids.dedup_by_key(|n| n.span);
        for id in ids {
            out.entry(id.text(files).to_owned()).or_default().push(Citation { span: id.span, test: test.clone() });
        }
    }
    for list in out.values_mut() {
        list.sort();
    }
    out
}

fn block<'a>(lines: &'a Block, ids: &mut Vec<&'a Node>) {
    for line in lines {
        ids.extend(&line.cites);
        for part in &line.parts {
            collect(part, ids);
        }
        block(&line.below, ids);
    }
}

fn collect<'a>(node: &'a Node, ids: &mut Vec<&'a Node>) {
    node.walk(&mut |n| {
        if n.rule == Rule::clause_id {
            ids.push(n);
        }
    });
}

/// The citations of clauses that no ledger has.
#[must_use]
pub fn strays(ledger: &Ledger, cited: &BTreeMap<String, Vec<Citation>>) -> Vec<Diagnostic> {
    let known: Vec<&str> = ledger.clause.iter().map(|c| c.id.as_str()).collect();
    let mut out = Vec::new();
    for (id, places) in cited {
        if known.is_empty() || known.contains(&id.as_str()) || ledger.ambiguity.iter().any(|a| a.id == *id) {
            continue;
        }
        let help = nearest(id, known.iter().copied())
            .map_or_else(|| format!("cite a clause of `{FILE}`, or enter it there"), |m| format!("did you mean `{m}`?"));
        out.extend(
            places.iter().map(|p| Diagnostic::new(Code::Name, p.span, format!("the ledger has no clause `{id}`")).help(help.clone())),
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Ledger, Status, citations, strays};
    use crate::source::Files;
    use crate::syntax;

    #[test]
    fn rules_and_tests_are_told_apart() {
        let mut files = Files::default();
        let text = "kind band is group\nvalue Reach of band = 5  [reach.base]\n  Far: + 1  [reach.far]\ntest \"it reaches\"  [reach.base]\n  expect 1 = 1  [reach.fra]\n";
        let id = files.add("a.grog", text);
        let (declarations, _) = syntax::parse(&files, id);
        let cited = citations(&files, &declarations);
        let of = |id: &str| cited.get(id).map_or_else(Vec::new, |c| c.iter().map(|c| c.test.clone()).collect());
        assert_eq!(of("reach.base"), [None, Some("it reaches".to_owned())]);
        assert_eq!(of("reach.far"), [None]);
        let ledger: Ledger =
            toml::from_str("[[clause]]\nid = 'reach.base'\n[[clause]]\nid = 'reach.far'\nwhere = 'p. 3'\n").expect("a ledger");
        let found = strays(&ledger, &cited);
        assert_eq!(found.iter().map(|d| d.help.as_deref()).collect::<Vec<_>>(), [Some("did you mean `reach.far`?")]);
    }

    #[test]
    fn status_follows_from_who_cites() {
        assert_eq!(Status::of("value", 1, 1), Status::Covered);
        assert_eq!(Status::of("value", 0, 1), Status::Held);
        assert_eq!(Status::of("value", 2, 0), Status::Untested);
        assert_eq!(Status::of("value", 0, 0), Status::Missing);
        assert_eq!(Status::of("advice", 0, 0), Status::NotMechanical);
    }
}
