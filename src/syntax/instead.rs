//! Words and orders of words of other books, and what the language says instead.

use super::Rule;
use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// What a die that succeeds is said to do elsewhere.
const HITS: &[&str] = &["saves", "succeeds", "scores", "wounds", "passes", "kills", "works"];

impl Faulty<'_> {
    /// `each d6 saves on 5`
    pub fn saves_on(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let on = self.code.get(self.at + word.len()..)?.trim_start().starts_with("on ");
        (HITS.contains(&word) && self.first() == "each" && on).then(|| {
            let message = format!("whatever comes of it, a die that succeeds hits, and `{word}` is no word of the language");
            self.found(Code::Syntax, self.at, word.len(), message, "write `hits on`")
        })
    }

    /// `within 6" of a friendly unit`, `end of the turn`
    pub fn article(&self) -> Option<Diagnostic> {
        let (word, before) = (self.stopper(), self.before());
        let read = self.code.get(..self.at)?.trim_end();
        if matches!(before, "a" | "an") && word.starts_with(char::is_alphabetic) {
            let at = read.len().checked_sub(before.len())?;
            let help = format!("write `any {word}`, or leave `{before}` out");
            return Some(self.found(Code::Syntax, at, before.len(), format!("the language has no `{before}`"), help));
        }
        let rest = self.code.get(self.at + word.len()..)?.split_whitespace().next()?;
        (word == "the" && before != "the")
            .then(|| self.found(Code::Syntax, self.at, word.len(), "`the` cannot stand here", format!("leave it out: `{before} {rest}`")))
    }

    /// `choose band: friendly unit within 12" of me by my side`
    pub fn chooser_first(&self) -> Option<Diagnostic> {
        let chooses = matches!(self.first(), "choose" | "step") && self.code.contains("choose ") && self.wants(&[Rule::EOI]);
        (self.stopper() == "by" && chooses).then(|| {
            let who = self.code.get(self.at + 2..).and_then(|t| t.lines().next()).unwrap_or("").trim();
            self.found(Code::Syntax, self.at, 2, "who chooses stands first", format!("write `{who} chooses`, and then what is chosen"))
        })
    }

    /// `asks May a unit fire through smoke?`
    pub fn question_in_quotes(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let said = line.strip_prefix("asks:").or_else(|| line.strip_prefix("asks "));
        let question = said.map(str::trim).filter(|q| !q.is_empty() && !q.contains('"'))?;
        let at = line.len() - question.len();
        Some(self.found(Code::Syntax, at, question.len(), "a question stands in quotes", format!("write `asks \"{question}\"`")))
    }

    /// `step rest, add: ...`
    pub fn added_to_a_step(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let step = self.first() == "step" && self.code.get(..self.at)?.trim_end().ends_with(',');
        (step && matches!(word, "add" | "adds" | "also do" | "append")).then(|| {
            let help = "write `then:` for what is done after what the parent does there, `first:` for what is done before it";
            self.found(Code::Syntax, self.at, word.len(), format!("a step is not told to `{word}`"), help)
        })
    }

    /// `1 Ranger as Piper +3 pts`
    pub fn signed_price(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let number = word.strip_prefix('+').filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))?;
        let price = self.code.get(self.at + word.len()..)?.trim_start().starts_with("pts");
        price.then(|| self.found(Code::Syntax, self.at, word.len(), "a price has no sign", format!("write `{number} pts`")))
    }

    /// `change 10" to 12"`, below what is amended
    pub fn changed_to(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?;
        let at = line.rfind(": ").map_or(0, |i| i + 2);
        let line = line.get(at..)?;
        let (old, new) = line.strip_prefix("change ").or_else(|| line.strip_prefix("replace "))?.split_once(" to ").or_else(|| {
            let (old, new) = line.strip_prefix("replace ")?.split_once(" with ")?;
            Some((old, new))
        })?;
        let amends = !self.head || self.first() == "amend";
        let word = line.split(' ').next().unwrap_or("");
        amends.then(|| {
            let help = format!("write `for {} read {}`", old.trim(), new.trim());
            self.found(Code::Syntax, at, word.len(), format!("what a parent says is not told to `{word}`"), help)
        })
    }

    /// `if target is in Wood, on Pluck of any band: each die -1`
    pub fn condition_first(&self) -> Option<Diagnostic> {
        let word = Some(self.first()).filter(|w| matches!(*w, "if" | "when" | "whenever" | "unless"))?;
        let line = self.code.lines().next()?.trim_end();
        let place = |sign| super::misplaced::PLACES.iter().filter_map(move |place| line.find(&format!("{sign} {place} ")));
        let at = [",", ":"].into_iter().flat_map(place).min()?;
        let (asked, rest) = (line.get(word.len()..at)?.trim(), line.get(at + 2..)?);
        (!self.head && self.at <= at + 2).then(|| {
            let (met, says) = rest.split_once(": ").unwrap_or((rest.trim_end_matches(':'), ""));
            let said = match word {
                _ if met.contains(" if ") => "and",
                "unless" => "unless",
                _ => "if",
            };
            let help = format!("write `{}`", format!("{met} {said} {asked}: {says}").trim_end());
            self.found(Code::Syntax, 0, at, "a rule begins with where it meets the game, and then asks whether", help)
        })
    }

    /// `is neither Tired nor Lost`, `is either Tired or Lost`, `is both Tired and Lost`, `is not Tired nor Lost`
    pub fn paired(&self) -> Option<Diagnostic> {
        if self.stopper() == "nor" && !self.code.contains(" neither ") {
            return Some(self.found(Code::Syntax, self.at, "nor".len(), "`nor` is not said here", "write `or`"));
        }
        let pairs = [("neither", "nor"), ("either", "or"), ("both", "and")];
        let (at, first, join) = pairs.into_iter().find_map(|(f, j)| Some((self.code.find(&format!(" {f} "))? + 1, f, j)))?;
        let (one, rest) = self.code.get(at + first.len() + 1..)?.split_once(&format!(" {join} "))?;
        let rest = if one.starts_with("in ") { rest.strip_prefix("in ").unwrap_or(rest) } else { rest };
        let name = rest.split([',', ':', ';', ')', '[']).next()?;
        let two: Vec<&str> = name.split(' ').take_while(|w| w.starts_with(char::is_uppercase)).collect();
        let two = two.join(" ");
        let end = self.code.len() - rest.len() + two.len();
        let verb = self.code.get(..at)?.split_whitespace().next_back()?;
        let said = match (first, verb) {
            ("neither", "is" | "are" | "am") => format!("not {one} or {two}"),
            ("neither", "has" | "have") => format!("no {one} or {two}"),
            ("either" | "both", "is" | "are" | "am" | "has" | "have") => format!("{one} {join} {two}"),
            _ => return None,
        };
        (!two.is_empty() && (at..=end).contains(&self.at)).then(|| {
            let message = format!("`{first} ... {join}` is not of this language");
            self.found(Code::Syntax, at, end - at, message, format!("write `{said}`"))
        })
    }

    /// `unit Danish Rangers 60 pts`, indented
    pub fn declared_below(&self) -> Option<Diagnostic> {
        let (first, line) = (self.first(), self.code.lines().next()?.trim_end());
        let whole = !self.head && line.ends_with(" pts") && super::door::read_whole(Rule::head_line, line, 0).is_ok();
        whole.then(|| {
            let message = format!("`{first}` begins a declaration, and this line is indented");
            self.found(Code::Layout, 0, first.len(), message, "begin it in column one")
        })
    }

    /// `option More Men: 5 Ranger 50 pts`
    pub fn more_of_them(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let (head, bought) = line.split_once(": ").filter(|(head, _)| head.starts_with("option "))?;
        let (number, rest) = bought.split_once(' ')?;
        let name = rest.split(' ').take_while(|w| w.starts_with(char::is_uppercase)).collect::<Vec<_>>().join(" ");
        let price = rest.strip_prefix(&name)?.trim_start();
        let bare = !name.is_empty() && price.starts_with(|c: char| c.is_ascii_digit()) && price.contains("pts");
        let plain = bare && number.bytes().all(|b| b.is_ascii_digit());
        if plain && [", swaps ", ", carries "].iter().any(|w| price.contains(w)) {
            let message = "who of a unit gets something else is said by the kind, and not by a name";
            let help = "write the kind in small letters, such as `model`";
            return Some(self.found(Code::Syntax, head.len() + 2 + number.len() + 1, name.len(), message, help));
        }
        plain.then(|| {
            let message = "who joins those that a unit has is said with `more`";
            self.found(Code::Syntax, head.len() + 2, number.len() + 1 + name.len(), message, format!("write `{number} more {name}`"))
        })
    }

    /// `option More Men: 4 Ranger more 16 pts`
    pub fn more_behind(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let (_, bought) = read.split_once(": ").filter(|(head, _)| head.starts_with("option "))?;
        let (number, name) = bought.split_once(' ')?;
        let named = name.split(' ').all(|w| w.starts_with(char::is_uppercase)) && number.bytes().all(|b| b.is_ascii_digit());
        (self.stopper() == "more" && named).then(|| {
            let from = read.len() - name.len();
            let message = "`more` stands before who is added";
            self.found(Code::Syntax, from, self.at + "more".len() - from, message, format!("write `{number} more {name}`"))
        })
    }

    /// `Gage: +1 to sail if ...`
    pub fn plus_to_something(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let rest = self.code.get(self.at..)?.lines().next()?;
        let said = rest.split(" if ").next()?.split([',', ';', '[']).next()?.trim_end();
        let from = read.rfind(['+', '-'])?;
        let amount = read.get(from + 1..)?.trim();
        let plain = !amount.is_empty() && amount.bytes().all(|b| b.is_ascii_digit()) && said.starts_with("to ");
        let sign = read.get(from..=from)?;
        plain.then(|| {
            let message = format!("what is rolled is said by the roll itself, and not by `{said}`");
            let total = ["roll", "total", "result", "score", "sum"].iter().any(|w| said.ends_with(w));
            let help = if total {
                format!("write `{sign} {amount}`")
            } else {
                format!("write `each die {sign}{amount}` where dice are counted, `{sign} {amount}` where they are added up")
            };
            self.found(Code::Syntax, from, self.at + said.len() - from, message, help)
        })
    }

    /// `step steady, then unit loses Tired`
    pub fn then_without_colon(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let word = ["then", "first"].into_iter().find(|w| read.ends_with(&format!(", {w}")))?;
        (self.first() == "step").then(|| {
            let rest = self.code.get(self.at..).and_then(|t| t.lines().next()).unwrap_or("");
            let message = format!("what is done stands behind a colon, and `{word}` has none");
            self.found(Code::Syntax, read.len() - word.len(), word.len(), message, format!("write `{word}: {rest}`"))
        })
    }

    /// `Lantern: Reach 20"`, below a list that is amended
    pub fn cell_behind_colon(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let (row, cell) = line.split_once(": ")?;
        let (column, now) = cell.split_once(' ')?;
        let names = [row, column].iter().all(|n| n.starts_with(char::is_uppercase) && !n.contains([',', '|', '=']));
        let value = now.starts_with(|c: char| c.is_ascii_digit()) && !now.contains(' ');
        (names && value && !self.head && self.wants(&[Rule::k_across])).then(|| {
            let message = "a cell of a parent's list is changed by what it says";
            self.found(
                Code::Syntax,
                row.len(),
                line.len() - row.len(),
                message,
                format!("write `{row}, for` what it says, then `read {now}`"),
            )
        })
    }

    /// `cost 2 AP   (wave.cost)`
    pub fn cited_in_round_brackets(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let open = line.rfind(" (")? + 1;
        let id = line.get(open + 1..)?.strip_suffix(')')?;
        is_clause(id).then(|| self.found(Code::Syntax, open, line.len() - open, ROUND, format!("write `[{id}]`")))
    }
}

/// What is said of a clause in round brackets.
pub const ROUND: &str = "a clause is cited in square brackets";

/// Whether words look like the id of a clause: small letters, with a point within.
pub fn is_clause(id: &str) -> bool {
    let within = id.split('.').all(|part| !part.is_empty()) && id.contains('.');
    within
        && id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-'))
}
