//! Names in musters and what they stand for.

use super::Rulebook;
use super::entry::{Entry, Guise};
use crate::ast::{self, DeclKind, Int, Item, Name, NameRef, Title};
use crate::check::Own;
use crate::diag::{Code, Diagnostic, likest, nearest};
use crate::hir::{ColumnId, Given, Kind, KindBase, KindId, Rule, RuleId, Rules, StateKind, Symbol};
use crate::intern::{KeyId, Sym};
use crate::ir::{KindNo, ListRowNo, Program, RuleNo, StateNo};
use crate::resolve::named_bare;
use crate::source::{At, Span};
use crate::syntax::LINES;

/// As many names as a message lists.
const FEW: usize = 12;
/// Of more, as many as it has for examples.
const EXAMPLES: usize = 4;

/// Looks names up and notes those that stand for nothing.
pub(super) struct Names<'a> {
    pub book: Rulebook<'a>,
    pub rules: &'a Rules,
    pub program: &'a Program,
    pub found: Vec<Diagnostic>,
    /// Of columns without a measure, whether the first cell that says more than nothing is a score such as `5+`, and where.
    pub(super) scored: Vec<(ColumnId, bool, Span)>,
}

impl<'a> Names<'a> {
    pub fn new(book: Rulebook<'a>) -> Self {
        Self { book, rules: book.rules, program: book.program(), found: Vec::new(), scored: Vec::new() }
    }

    /// A name as written, without quotes.
    pub fn text(&self, sym: Sym) -> &'a str {
        self.rules.names.text(sym)
    }

    pub fn key(&self, sym: Sym) -> KeyId {
        self.rules.names.key_of(sym)
    }

    /// The words that stand at a place, for messages.
    pub fn words(&self, at: At) -> &'a str {
        self.book.files.slice(at.span())
    }

    /// The text of a name that may not be there.
    pub fn said(&self, name: Option<Sym>) -> String {
        name.map_or_else(String::new, |s| self.text(s).to_owned())
    }

    /// The kind of a word, which is written as it is declared.
    pub fn kind_of(&self, word: Sym) -> Option<KindId> {
        self.rules.kinds.iter().find(|(_, k)| k.word == word).map(|(id, _)| id)
    }

    /// The kind of a word; a plural `s` is forgiven.
    pub fn kind(&self, word: Sym) -> Option<KindId> {
        self.rules.kind_called(self.text(word))
    }

    /// Whether a kind is of this sort.
    pub fn is(&self, kind: KindId, base: KindBase) -> bool {
        self.rules.kinds.get(kind).is_some_and(|k| k.base == base)
    }

    /// The word of a kind.
    pub fn word(&self, kind: KindId) -> &'a str {
        self.rules.kinds.get(kind).map_or("", |k| self.text(k.word))
    }

    /// A whole number; nothing in a muster is as great as 65536.
    pub fn number(&mut self, n: Int) -> usize {
        u16::try_from(n.value).map_or_else(
            |_| {
                self.found.push(
                    Diagnostic::new(Code::Type, n.at.span(), format!("`{}` is too large", n.value)).help("write a number below 65536"),
                );
                0
            },
            usize::from,
        )
    }

    /// A fault for a name that stands for nothing of the wanted sort.
    pub fn unknown<'b>(&mut self, name: Name, sort: &str, known: impl IntoIterator<Item = &'b str>) {
        let declared = !self.rules.lookup(name.sym).is_empty();
        self.unknown_text(name.at, self.text(name.sym), declared, sort, known);
    }

    /// As [`Self::unknown`], for words of which it is known whether something else is declared by them.
    pub fn unknown_text<'b>(&mut self, at: At, written: &str, declared: bool, sort: &str, known: impl IntoIterator<Item = &'b str>) {
        let d = if declared {
            Diagnostic::new(Code::Kind, at.span(), format!("`{written}` is no {}", sort.trim_end_matches(" called")))
        } else {
            Diagnostic::new(Code::Name, at.span(), format!("there is no {sort} `{written}`"))
        };
        let known: Vec<&str> = known.into_iter().collect();
        if let Some(meant) = taken_apart(written, &known) {
            self.found.push(d.help(format!("write `{meant}`")));
            return;
        }
        self.found.push(match nearest(written, known.iter().copied()) {
            Some(meant) => d.help(format!("did you mean `{meant}`?")),
            None if known.len() == 1 => d.help(format!("write `{}`", known.join(""))),
            None if (1..=FEW).contains(&known.len()) => d.help(format!("write one of these: {}", known.join(", "))),
            None if known.is_empty() => d.help("declare it"),
            None => d.help(format!("write one that there is, such as {}", examples(written, known))),
        });
    }

    /// An item that belongs elsewhere.
    pub fn misplaced(&mut self, item: &Item, place: &str) {
        let first = self.words(item.at).split_whitespace().next().unwrap_or("");
        if let Some((_, now)) = LINES.iter().find(|(said, _)| *said == first) {
            let d = Diagnostic::new(Code::ItemWord, item.at.span(), format!("no line begins with `{first}`"));
            self.found.push(d.help(format!("write `{now}`")));
            return;
        }
        // the word that a rule is declared with says nothing here
        let called = self.words(item.at).trim().strip_prefix(first).unwrap_or("").trim();
        if self.rules.rules.iter().any(|(_, rule)| self.text(rule.name) == called) {
            let d = Diagnostic::new(Code::ItemWord, item.at.span(), "the rules that an entry has stand in a line `rules`");
            let help = format!("write `rules {called}`");
            self.found.push(d.help(help));
            return;
        }
        self.found.push(
            Diagnostic::new(Code::Place, item.at.span(), format!("`{first}` has no place in {place}"))
                .help("move it where it belongs, or remove it"),
        );
    }

    /// A rule by its name.
    pub fn rule(&mut self, name: &NameRef) -> Option<RuleNo> {
        let rules = self.rules;
        let rule = rules.rule_named(name);
        let told = name.param.is_some() || rule.is_none_or(|r| rules.rules.get(r).is_none_or(|r| r.given != Some(Given::Nothing)));
        if let Some(rule) = rule.filter(|_| told) {
            return Some(RuleNo(rule.0));
        }
        if let Some((message, help)) = named_bare(rules, self.book.decls, name.name.sym).filter(|_| name.param.is_none()) {
            self.found.push(Diagnostic::new(Code::Name, name.at.span(), message).help(help));
            return None;
        }
        if name.param.is_none() && self.two_of(name.name, rules.rules.all().iter().map(|r| r.name)) {
            return None;
        }
        if name.param.is_none() && self.find_tag(name.name.sym).is_some() {
            let written = self.words(name.at).trim_matches('"');
            let d = Diagnostic::new(Code::Kind, name.at.span(), format!("`{written}` is a tag, and no rule"));
            self.found.push(d.help("take it out here, and write it below `is` in the row of whom it is true"));
            return None;
        }
        let written = self.words(name.at).trim_matches('"');
        if name.param.is_none() && self.sort_of(name.name.sym).is_some_and(|(_, line)| line == "carries") {
            let d = Diagnostic::new(Code::Kind, name.at.span(), format!("`{written}` is something carried, and no rule"));
            let option = self.book.files.line_of(name.at.span()).trim_start().starts_with("option ");
            self.found.push(d.help(if option {
                format!("write `carries {written}` in place of `gains {written}`")
            } else {
                format!("take it out here, and write `carries {written}` on a line of its own")
            }));
            return None;
        }
        let declared = name.param.is_none() && !self.rules.lookup(name.name.sym).is_empty();
        let known = rules.rules.all().iter().map(|r| rules.names.text(r.name));
        self.unknown_text(name.at, self.words(name.at).trim_matches('"'), declared, "rule", known);
        None
    }

    /// The rules of some names.
    pub fn rules(&mut self, names: &[NameRef]) -> Vec<RuleNo> {
        names.iter().filter_map(|n| self.rule(n)).collect()
    }

    /// The rules of some names, which groups, pieces or sides must be able to carry.
    pub fn carried(&mut self, names: &[NameRef]) -> Vec<RuleNo> {
        let mut out = Vec::new();
        for name in names {
            let Some(rule) = self.rule(name) else { continue };
            let info = self.rules.rules.get(RuleId(rule.0));
            if info.is_some_and(|r| r.state.is_none()) {
                let written = self.words(name.at).trim_matches('"');
                let (what, help) = match info.and_then(|r| Some((r, *r.rows.first()?))) {
                    Some((rule, list)) => self.of_rows(rule, list),
                    None => (
                        format!("`{written}` is always in force, and nothing carries it"),
                        info.and_then(|r| self.carried_instead(r)).unwrap_or_else(|| "leave it out".to_owned()),
                    ),
                };
                self.found.push(Diagnostic::new(Code::Kind, name.at.span(), what).help(help));
                continue;
            }
            out.push(rule);
        }
        out
    }

    /// How a rule is declared that units carry.
    fn carried_instead(&self, rule: &Rule) -> Option<String> {
        let unit = self.rules.kinds.all().iter().find(|k| k.base == KindBase::Group)?;
        let sort = self.rules.kinds.all().iter().find(|k| k.base == KindBase::Rule && k.word != rule.word)?;
        let (sort, name, unit) = (self.text(sort.word), self.text(rule.name), self.text(unit.word));
        Some(format!("where it is declared, write `{sort} {name} of {unit}`, or leave it out here"))
    }

    /// What is said of a rule of the rows of a list, which nothing that is mustered can carry, and the fix.
    fn of_rows(&self, rule: &Rule, list: KindId) -> (String, String) {
        let (name, word, row) = (self.text(rule.name), self.text(rule.word), self.word(list));
        let what = format!("`{name}` is a {word} of a {row}, and nothing that is mustered can carry it");
        let heads = |m: &ast::Many| m.columns.iter().filter_map(|c| c.name).any(|n| self.text(n.sym) == "rules");
        let listed =
            self.book.decls.iter().any(|d| matches!(&*d.kind, DeclKind::Many(m) if self.kind(m.kind.sym) == Some(list) && heads(m)));
        let unit = self.rules.kinds.all().iter().find(|k| k.base == KindBase::Group).map_or("unit", |k| self.text(k.word));
        let help = if listed {
            format!("name it in the `rules` column of the list of {row}")
        } else {
            format!("where it is declared, write `{word} {name} of {unit}`")
        };
        (what, help)
    }

    /// A row of a list by its name, of a kind that the piece or its group may carry.
    pub fn row(&mut self, name: Name, kinds: [KindId; 2]) -> Option<ListRowNo> {
        let rules = self.rules;
        let Some(row) = self.rules.find(name.sym, |s| if let Symbol::Row(r) = s { Some(r) } else { None }) else {
            if self.rules.find(name.sym, |s| if let Symbol::Rule(r) = s { Some(r) } else { None }).is_some() {
                let written = self.text(name.sym);
                let d = Diagnostic::new(Code::Kind, name.at.span(), format!("`{written}` is a rule, and nothing that is carried"));
                self.found.push(d.help(format!("write it on a line of its own: `rules {written}`")));
                return None;
            }
            if let Some((message, help)) = named_bare(rules, self.book.decls, name.sym) {
                self.found.push(
                    Diagnostic::new(Code::Name, name.at.span(), message).help(format!("{help}, behind `rules` on a line of its own")),
                );
                return None;
            }
            if self.two_of(name, rules.rows.all().iter().map(|r| r.name)) {
                return None;
            }
            self.unknown_row(name, kinds);
            return None;
        };
        let of = rules.rows.get(row).and_then(|r| rules.kinds.get(r.kind)).map(|k| k.of.as_slice()).unwrap_or_default();
        if of.is_empty() || of.iter().any(|w| self.kind(*w).is_some_and(|k| kinds.contains(&k))) {
            return Some(ListRowNo(row.0));
        }
        let written = self.text(name.sym);
        self.found.push(
            Diagnostic::new(Code::Kind, name.at.span(), format!("`{written}` is not carried by these"))
                .help("say in its kind who carries it: `is item of ...`"),
        );
        None
    }

    /// The fault for what is carried and is in no list: what there is, and where a new one is written.
    fn unknown_row(&mut self, name: Name, kinds: [KindId; 2]) {
        let written = self.text(name.sym);
        let declared = !self.rules.lookup(name.sym).is_empty();
        let carried = |k: &Kind| k.of.is_empty() || k.of.iter().any(|w| self.kind(*w).is_some_and(|k| kinds.contains(&k)));
        let lists = || self.rules.kinds.iter().filter(|(_, k)| k.base == KindBase::Row && carried(k)).map(|(id, _)| id);
        let rows: Vec<(&str, KindId)> =
            self.rules.rows.all().iter().filter(|r| lists().any(|l| l == r.kind)).map(|r| (self.text(r.name), r.kind)).collect();
        let words: Vec<&str> = lists().filter(|l| rows.iter().any(|(_, k)| k == l)).map(|l| self.word(l)).collect();
        let sort = match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => words.concat(),
        };
        let near = likest(written, rows.iter().map(|(n, _)| *n)).first().copied();
        let list = rows.iter().find(|(n, _)| Some(*n) == near).map(|(_, k)| *k);
        let Some(list) = list.filter(|_| !declared && nearest(written, rows.iter().map(|(n, _)| *n)).is_none()) else {
            self.unknown_text(name.at, written, declared, &sort, rows.iter().map(|(n, _)| *n));
            return;
        };
        let many = |d: &&ast::Decl| matches!(&*d.kind, DeclKind::Many(m) if self.kind(m.kind.sym) == Some(list));
        let head = self.book.decls.iter().find(many).map_or_else(Span::default, |d| d.head.span());
        let own = Own::of(self.book.files, self.book.decls).is(self.book.files, head);
        let (there, amend) = (examples(written, rows.iter().map(|(n, _)| *n)), if own { "" } else { "amend " });
        let help = format!("write one that there is, such as {there}, or add a row below `{amend}many {}`", self.word(list));
        self.found.push(Diagnostic::new(Code::Name, name.at.span(), format!("there is no {sort} `{written}`")).help(help));
    }

    /// Faults two names without the comma between them.
    fn two_of(&mut self, name: Name, known: impl Iterator<Item = Sym>) -> bool {
        let written = self.text(name.sym);
        let known: Vec<&str> = known.map(|sym| self.text(sym)).collect();
        let parts = written.match_indices(' ').map(|(i, _)| (written.get(..i).unwrap_or(""), written.get(i + 1..).unwrap_or("")));
        let Some((one, two)) = parts.into_iter().find(|(one, two)| known.contains(one) && known.contains(two)) else { return false };
        let d = Diagnostic::new(Code::Name, name.at.span(), format!("`{one}` and `{two}` are two, and no comma parts them"));
        let d = d.help(format!("write `{one}, {two}`"));
        self.found.push(d);
        true
    }

    /// The rows of some names.
    pub fn rows(&mut self, names: &[Name], kinds: [KindId; 2]) -> Vec<ListRowNo> {
        names.iter().filter_map(|n| self.row(*n, kinds)).collect()
    }

    /// A tag by its name.
    pub fn find_tag(&self, name: Sym) -> Option<StateNo> {
        self.rules.find(name, |s| match s {
            Symbol::State(s) if self.rules.states.get(s).is_some_and(|s| s.kind == StateKind::Tag) => Some(StateNo(s.0)),
            _ => None,
        })
    }

    /// What else than a tag is called so, and the word that a line of an entry begins with for it; the word is empty if no
    /// line has it.
    pub fn sort_of(&self, name: Sym) -> Option<(&'static str, &'static str)> {
        self.rules.find(name, |s| match s {
            Symbol::Rule(_) => Some(("rule", "rules")),
            Symbol::Row(_) => Some(("row of a list", "carries")),
            _ => None,
        })
    }

    /// The kind that bears the state of a rule.
    pub fn bearer(&self, rule: RuleId) -> Option<KindId> {
        let state = self.rules.states.get(self.rules.rules.get(rule)?.state?)?;
        self.kind(state.of_word)
    }

    /// What `as X` means in an entry.
    pub fn guise(&mut self, name: Name, entry: &Entry) -> Option<Guise> {
        let written = self.text(name.sym);
        let profile = entry.profile(written);
        let found = self.rules.find(name.sym, |s| if let Symbol::Rule(r) = s { Some(r) } else { None });
        if found.is_some_and(|r| self.bearer(r).is_some_and(|k| self.is(k, KindBase::Group))) && profile.is_none() {
            let message = format!("`{written}` is a rule of the whole, and no single one of it has it");
            let d = Diagnostic::new(Code::Kind, name.at.span(), message);
            self.found.push(d.help(format!("write `all`, the price, and `gains {written}`: as in `all 5 pts, gains {written}`")));
            return None;
        }
        let rule = found.filter(|r| self.bearer(*r).is_some_and(|k| self.is(k, KindBase::Piece)));
        let tag = self.find_tag(name.sym);
        if profile.is_none() && rule.is_none() && tag.is_none() {
            if let Some((message, help)) = named_bare(self.rules, self.book.decls, name.sym) {
                self.found.push(Diagnostic::new(Code::Name, name.at.span(), message).help(help));
                return None;
            }
            if self.sort_of(name.sym).is_some_and(|(_, line)| line == "carries") {
                let d = Diagnostic::new(Code::Kind, name.at.span(), format!("`{written}` is something carried, and nobody is one"));
                self.found.push(
                    d.help(format!("write `carries {written}` behind a comma, or `swaps ... for {written}`, in place of `as {written}`")),
                );
                return None;
            }
            let own = self.rules.rules.iter().filter(|(r, _)| self.bearer(*r).is_some_and(|k| KindNo(k.0) == entry.piece));
            let rules: Vec<&str> = own.map(|(_, r)| self.text(r.name)).collect();
            self.unknown(name, "profile, tag or rule of these pieces", entry.profiles.iter().map(|p| p.name.as_str()).chain(rules));
            return None;
        }
        Some(Guise { name: written.to_owned(), profile, rule: rule.map(|r| RuleNo(r.0)), tag })
    }

    /// A profile of an entry by its name.
    pub fn profile(&mut self, name: Name, entry: &Entry) -> Option<usize> {
        let found = entry.profile(self.text(name.sym));
        if found.is_none() {
            let profiles = entry.profiles.iter().map(|p| p.name.as_str());
            self.unknown(name, &format!("profile of `{}` called", entry.name), profiles);
        }
        found
    }
}

/// A few of those that there are, the most like first.
fn examples<'b>(written: &str, known: impl IntoIterator<Item = &'b str>) -> String {
    likest(written, known).into_iter().take(EXAMPLES).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
}

/// The name of a title and where it stands; of what has none, where its head is.
pub(super) fn titled(title: Option<&Title>, head: At) -> (Option<Sym>, Span) {
    title.map_or((None, head.span()), |t| (Some(t.name.sym), t.name.at.span()))
}

/// Two of the known names without the comma between them, or one without the brackets round what is given to it.
fn taken_apart(written: &str, known: &[&str]) -> Option<String> {
    if known.contains(&written) {
        return None;
    }
    written.match_indices(' ').find_map(|(at, _)| {
        let (one, other) = (written.get(..at)?, written.get(at + 1..)?);
        let given = known.iter().any(|k| k.split_once('(').is_some_and(|(name, _)| name == one));
        if given {
            return Some(format!("{one}({other})"));
        }
        (known.contains(&one) && known.contains(&other)).then(|| format!("{one}, {other}"))
    })
}
