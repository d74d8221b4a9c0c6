//! The ledger of a book's clauses, and who cites them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::ast::{Decl, DeclKind, Part, Walk as _};
use crate::diag::{Code, Diagnostic, nearest};
use crate::intern::Names;
use crate::resolve::variant::called;
use crate::source::Span;

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
    /// In a variant's ledger, what was unclear in a parent and is so no more.
    #[serde(default)]
    answered: Vec<Answered>,
    /// Those of its clauses that stand in the last pack's own file.
    #[serde(skip)]
    pub(super) own: BTreeSet<String>,
    /// Clauses of parents that rows of a variant stand for, each with the id of the row; nearest parents last.
    #[serde(skip)]
    heirs: Vec<Heir>,
    /// Of each row without an id of its own, how its id would begin; nothing where it has none at all.
    #[serde(skip)]
    nameless: Vec<String>,
}

/// A parent's clause, and the row that a variant's ledger has in its place.
#[derive(Clone, Debug)]
struct Heir {
    base: String,
    id: String,
    /// Whether it says the same, so that what cites the parent's clause counts for it.
    same: bool,
}

/// What a variant's row does to the parent's clause that it stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Says it again, perhaps under another name.
    Same,
    /// Says something else.
    Changed,
    /// Stands for no clause of a parent.
    #[default]
    New,
    /// Says that the parent's clause holds no more.
    Dropped,
}

/// One separately testable fact.
#[derive(Clone, Debug, Deserialize)]
pub struct Clause {
    /// How rules cite it.
    #[serde(default)]
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
    /// Worked cases that the book gives, each in a sentence.
    #[serde(default)]
    pub cases: Vec<String>,
    /// In a variant's ledger, the parent's clause that it stands for; without it, the clause of its own id.
    #[serde(default)]
    pub base: Option<String>,
    /// In a variant's ledger, what it does to that clause.
    #[serde(default)]
    pub change: Change,
}

/// A contradiction, a gap or a silence of the book.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ambiguity {
    /// How it is called.
    #[serde(default)]
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
    /// Who advises it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub who: String,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// A question of a parent that a variant answers, or drops with the clause that raised it.
#[derive(Clone, Debug, Deserialize)]
struct Answered {
    /// How the question is called.
    question: String,
    /// The variant's clauses that answer it.
    by: Vec<String>,
}

/// What is odd in a ledger: the key and the value that say it, what is wrong, and how it is mended.
pub(super) type Odd = (&'static str, String, String, String);

impl Ledger {
    /// What cannot be meant: ids that stand twice, clauses that say nothing, advice to take a reading that is not there.
    pub(super) fn odd(&self) -> Vec<Odd> {
        let mut ids = BTreeSet::new();
        let twice = self.clause.iter().filter(|c| !ids.insert(&c.id)).map(|c| {
            let what = format!("there are two clauses `{}`", c.id);
            ("id", c.id.clone(), what, "give the second an id of its own, or take it out".to_owned())
        });
        let mut out: Vec<Odd> = twice.collect();
        out.extend(self.clause.iter().filter(|c| c.says.trim().is_empty()).map(|c| {
            let what = format!("`{}` is a clause that says nothing", c.id);
            ("id", c.id.clone(), what, "write below it what it is about: `says = \"...\"`".to_owned())
        }));
        let letters =
            |a: &Ambiguity| a.readings.iter().filter_map(|r| r.split_once(':')).map(|(l, _)| l.trim().to_owned()).collect::<Vec<_>>();
        let missing = |a: &&Ambiguity| !a.recommended.is_empty() && !letters(a).contains(&a.recommended);
        out.extend(self.ambiguity.iter().filter(missing).map(|a| {
            let what = format!("`{}` recommends `{}`, and has no such reading", a.id, a.recommended);
            ("recommended", a.recommended.clone(), what, format!("write one of these: {}", letters(a).join(", ")))
        }));
        out
    }

    /// What names a clause or an unclear place that no ledger before it has.
    pub(super) fn misnamed(&self, one: &Self) -> Vec<Odd> {
        let unclear = || self.ambiguity.iter().chain(&one.ambiguity).map(|a| a.id.as_str());
        let clauses = || self.clause.iter().map(|c| c.id.as_str()).chain(self.heirs.iter().map(|h| h.base.as_str()));
        let mut out: Vec<Odd> = Vec::new();
        for (c, base) in one.clause.iter().filter_map(|c| Some((c, c.base.as_deref()?))) {
            if clauses().any(|id| id == base) {
                continue;
            }
            let fix = match nearest(base, clauses()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "name a clause of the parent's ledger, or leave `base` out".to_owned(),
            };
            out.push(("base", base.to_owned(), format!("`{}` stands for `{base}`, and no parent has that clause", c.id), fix));
        }
        let mut ids = BTreeSet::new();
        let doubled = one.clause.iter().any(|c| !ids.insert(&c.id));
        for (id, clause) in self.unknown(one) {
            let ids = clauses().chain(one.clause.iter().map(|c| c.id.as_str()));
            let fix = match nearest(clause, ids) {
                Some(meant) => format!("did you mean `{meant}`?"),
                // it may be the one that stands under the id of another
                None if doubled => continue,
                None => format!("name a clause of `{FILE}`, or enter it there"),
            };
            out.push(("clauses", clause.to_owned(), format!("`{id}` names `{clause}`, and the ledger has no such clause"), fix));
        }
        for a in one.answered.iter().filter(|a| unclear().all(|id| id != a.question)) {
            let what = format!("`{}` is answered, and is no place that is unclear", a.question);
            let fix = match nearest(&a.question, unclear()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "name what stands as `id` below an `[[ambiguity]]` of the parent".to_owned(),
            };
            out.push(("question", a.question.clone(), what, fix));
        }
        out
    }

    /// What is unclear and names a clause that neither this ledger nor those before it have: its id, and the clause.
    fn unknown<'o>(&self, one: &'o Self) -> Vec<(&'o str, &'o str)> {
        let known: BTreeSet<&str> = self.known().into_iter().chain(one.known()).collect();
        let named = one.ambiguity.iter().flat_map(|a| a.clauses.iter().map(|c| (a.id.as_str(), c.as_str())));
        // a ledger of questions alone has nothing to look them up in
        named.filter(|(_, c)| !known.is_empty() && !known.contains(c)).collect()
    }

    /// Takes rows without an id out: nothing can name them.
    pub(super) fn drop_nameless(&mut self) {
        let before = self.clause.len();
        self.clause.retain(|c| !c.id.is_empty());
        self.nameless.extend((self.clause.len()..before).map(|_| String::new()));
        self.ambiguity.retain(|a| !a.id.is_empty());
    }

    pub(super) fn take_in(&mut self, one: Self) {
        let base = |c: &Clause| c.base.clone().unwrap_or_else(|| c.id.clone());
        for c in &one.clause {
            if self.clause.iter().any(|old| old.id == base(c)) || self.heirs.iter().any(|h| h.base == base(c)) {
                self.heirs.push(Heir { base: base(c), id: c.id.clone(), same: c.change == Change::Same });
            }
        }
        self.own.extend(one.clause.iter().map(|c| c.id.clone()));
        let mut ids = BTreeSet::new();
        self.nameless.extend(one.clause.iter().filter(|c| !ids.insert(&c.id)).map(|c| chapter_of(&c.id).to_owned()));
        self.nameless.extend(one.nameless);
        let displaced = |id: &str| one.clause.iter().any(|c| c.id == id || c.base.as_deref() == Some(id));
        self.clause.retain(|old| !displaced(&old.id));
        let answered = |id: &str| one.answered.iter().any(|a| a.question == id && !a.by.is_empty());
        self.ambiguity.retain(|old| one.ambiguity.iter().all(|a| a.id != old.id) && !answered(&old.id));
        self.clause.extend(one.clause);
        self.ambiguity.extend(one.ambiguity);
        self.answered.extend(one.answered);
    }

    /// Whether a clause stands in the pack's own ledger, not in that of a parent.
    #[must_use]
    pub fn is_own(&self, id: &str) -> bool {
        self.own.contains(id)
    }

    /// Leaves out the clauses of parents, and what is unclear in them.
    pub fn keep_own(&mut self) {
        let own = std::mem::take(&mut self.own);
        self.clause.retain(|c| own.contains(&c.id));
        self.ambiguity.retain(|a| a.clauses.iter().any(|id| own.contains(id)));
        self.own = own;
    }

    /// The clauses that a citation of an id is of: itself, and the rows of variants that say the same.
    #[must_use]
    pub fn meant(&self, id: &str) -> Vec<String> {
        let mut out = vec![id.to_owned()];
        for h in self.heirs.iter().filter(|h| h.same) {
            if out.contains(&h.base) && !out.contains(&h.id) {
                out.push(h.id.clone());
            }
        }
        out
    }

    /// The chapter of the first clause that is among these, or that is asked about in an unclear place among these.
    #[must_use]
    pub fn chapter(&self, cites: &[String]) -> String {
        let of = |id: &String| self.meant(id).iter().find_map(|id| self.clause.iter().find(|c| c.id == *id)).map(|c| c.chapter.clone());
        let asked = |id: &String| self.ambiguity.iter().find(|a| a.id == *id).and_then(|a| a.clauses.iter().find_map(of));
        cites.iter().find_map(of).or_else(|| cites.iter().find_map(asked)).unwrap_or_default()
    }

    /// Every clause that may be cited, and every question answered: also parents' that a variant has other rows for.
    fn known(&self) -> Vec<&str> {
        let clauses = self.clause.iter().map(|c| c.id.as_str()).chain(self.heirs.iter().map(|h| h.base.as_str()));
        clauses.chain(self.answered.iter().map(|a| a.question.as_str())).collect()
    }
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
    /// What else it stands in: its word and its name.
    pub name: Option<String>,
}

/// Who cites what, by the clauses that are meant.
#[must_use]
pub fn citations(ledger: &Ledger, names: &Names, decls: &[Decl]) -> BTreeMap<String, Vec<Citation>> {
    let mut out: BTreeMap<String, Vec<Citation>> = BTreeMap::new();
    for d in decls {
        let test = if let DeclKind::Test(t) = &*d.kind { Some(names.text(t.name.sym).to_owned()) } else { None };
        let name = if test.is_none() { called(names, d) } else { None };
        let mut places: BTreeSet<(Span, &str)> = BTreeSet::new();
        d.walk(&mut |part| {
            if let Part::Cite(c) = part {
                places.insert((c.at.span(), names.text(c.id)));
            }
        });
        for (span, id) in places {
            for meant in ledger.meant(id) {
                out.entry(meant).or_default().push(Citation { span, test: test.clone(), name: name.clone() });
            }
        }
    }
    for list in out.values_mut() {
        list.sort();
    }
    out
}

/// The clause whose id begins another one, up to the end of a word, the longest of them; or the only one that it begins.
fn begins_alike<'k>(id: &str, known: &[&'k str]) -> Option<&'k str> {
    let begins = |whole: &str, start: &str| whole.strip_prefix(start).is_some_and(|rest| rest.starts_with(['-', '.']));
    // the name of a section alone says nothing
    let start = known.iter().copied().filter(|k| k.contains('.') && begins(id, k)).max_by_key(|k| k.len());
    let mut longer = known.iter().copied().filter(|k| id.contains('.') && begins(k, id));
    start.or_else(|| longer.next().filter(|_| longer.next().is_none()))
}

/// The citations of clauses that no ledger has.
#[must_use]
pub fn strays(ledger: &Ledger, cited: &BTreeMap<String, Vec<Citation>>) -> Vec<Diagnostic> {
    let known = ledger.known();
    let mut out = Vec::new();
    let strange = |id: &str| !known.contains(&id) && ledger.ambiguity.iter().all(|a| a.id != id);
    let meant_by = |id: &str| nearest(id, known.iter().copied()).or_else(|| begins_alike(id, &known));
    // a row without an id of its own may be the one that is cited in vain: one of its chapter, if any is
    let mut lost: Vec<&str> = cited.keys().map(String::as_str).filter(|id| strange(id) && meant_by(id).is_none()).collect();
    let mut spare = BTreeSet::new();
    for chapter in &ledger.nameless {
        let own = lost.iter().position(|id| chapter_of(id) == chapter);
        if let Some(at) = own.or_else(|| (!lost.is_empty()).then_some(0)) {
            spare.insert(lost.remove(at));
        }
    }
    for (id, places) in cited {
        if known.is_empty() || !strange(id) || spare.contains(id.as_str()) {
            continue;
        }
        let meant = meant_by(id);
        let help = meant.map_or_else(|| format!("cite a clause of `{FILE}`, or enter it there"), |m| format!("did you mean `{m}`?"));
        out.extend(
            places.iter().map(|p| Diagnostic::new(Code::Name, p.span, format!("the ledger has no clause `{id}`")).help(help.clone())),
        );
    }
    out
}

/// What an id begins with, before its last point.
fn chapter_of(id: &str) -> &str {
    id.rsplit_once('.').map_or("", |(chapter, _)| chapter)
}

#[cfg(test)]
mod tests {
    use super::{Ledger, Status, begins_alike, citations, strays};
    use crate::packs::Compiled;
    use crate::source::Files;

    #[test]
    fn rules_and_tests_are_told_apart() {
        let mut files = Files::default();
        let text = "kind band is group\nvalue Reach of band = 5  [reach.base]\n  Far: + 1  [reach.far]\ntest \"it reaches\"  [reach.base]\n  expect 1 is 1  [reach.fra]\n";
        files.add("a.grog", text);
        let compiled = Compiled::of(&files);
        let cited = citations(&Ledger::default(), &compiled.resolved.rules.names, &compiled.effective.decls);
        let of = |id: &str| cited.get(id).map_or_else(Vec::new, |c| c.iter().map(|c| c.test.clone()).collect());
        assert_eq!(of("reach.base"), [None, Some("it reaches".to_owned())]);
        assert_eq!(of("reach.far"), [None]);
        let ledger: Ledger =
            toml::from_str("[[clause]]\nid = 'reach.base'\n[[clause]]\nid = 'reach.far'\nwhere = 'p. 3'\n").expect("a ledger");
        let found = strays(&ledger, &cited);
        assert_eq!(found.iter().map(|d| d.help.as_deref()).collect::<Vec<_>>(), [Some("did you mean `reach.far`?")]);
    }

    #[test]
    fn a_variants_row_stands_for_the_parents_clause() {
        let read = |text: &str| toml::from_str::<Ledger>(text).expect("a ledger");
        let mut ledger = Ledger::default();
        ledger.take_in(read("[[clause]]\nid = 'a'\n[[clause]]\nid = 'b'\n[[clause]]\nid = 'c'\n[[clause]]\nid = 'd'\n[[ambiguity]]\nid = 'q'\n[[ambiguity]]\nid = 'r'\n"));
        ledger.take_in(read(
            "[[clause]]\nid = 'x'\nbase = 'a'\nchange = 'same'\n[[clause]]\nid = 'b'\nchange = 'changed'\n[[clause]]\nid = 'y'\nbase = 'c'\nchange = 'changed'\n",
        ));
        ledger.take_in(read("[[clause]]\nid = 'z'\nbase = 'x'\nchange = 'same'\n[[answered]]\nquestion = 'q'\nby = ['z']\n"));
        assert_eq!(ledger.ambiguity.iter().map(|a| a.id.as_str()).collect::<Vec<_>>(), ["r"]);
        assert_eq!(ledger.clause.iter().map(|c| c.id.as_str()).collect::<Vec<_>>(), ["d", "b", "y", "z"]);
        assert_eq!(ledger.meant("a"), ["a", "x", "z"]);
        assert_eq!(ledger.meant("c"), ["c"]);
        let mut files = Files::default();
        let text = "kind band is group\nvalue Reach of band = 5  [a]\nvalue Width of band = 5  [c]\nvalue Depth of band = 5  [e]\n";
        files.add("a.grog", text);
        let compiled = Compiled::of(&files);
        let cited = citations(&ledger, &compiled.resolved.rules.names, &compiled.effective.decls);
        assert!(cited.contains_key("z") && !cited.contains_key("y"));
        assert_eq!(strays(&ledger, &cited).len(), 1);
    }

    #[test]
    fn an_id_that_begins_with_a_known_one_means_it() {
        let known = ["storm", "storm.mod-far", "storm.mod-near-to", "storm.mod"];
        assert_eq!(begins_alike("storm.mod-far-away", &known), Some("storm.mod-far"));
        assert_eq!(begins_alike("storm.mod-near", &["storm.mod-near-to"]), Some("storm.mod-near-to"));
        assert_eq!(begins_alike("storm.other", &known), None);
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
