//! What is nearly a sentence of the language, and the sentence that was meant.

use super::Rule;
use super::begins::{FIRST_WORDS, HEADS};
use super::door::is_reserved;
use super::fault::Faulty;
use super::layout::strip_comment;
use crate::diag::{Code, Diagnostic, nearest};
use crate::source::Span;

/// Words that come second in a statement, so that the first is who does it.
pub(super) const VERBS: &[&str] = &[
    "gains", "gain", "loses", "lose", "moves", "move", "becomes", "become", "forms", "is", "are", "may", "must", "leads", "wins", "of", "=",
];

/// Items that are lists of names, parted with commas.
const LISTS: &[&str] = &["rules", "carries", "has", "leader", "allies", "units", "gains", "tag", "tags"];

/// Words behind which rules name a thing of the game.
const BEFORE_NAMES: &[&str] = &["before", "after", "on", "over", "of", "instead"];

/// Words that part a name from its blanks.
const PREPOSITIONS: &[&str] = &["of", "by", "at", "with", "from", "to", "against", "for", "in", "on"];

/// Comparisons in words, and their signs.
const COMPARED: &[(&str, &str)] = &[
    ("more than", "is more than"),
    ("greater than", "is more than"),
    ("higher than", "is more than"),
    ("less than", "is less than"),
    ("fewer than", "is less than"),
    ("lower than", "is less than"),
];

const INDENT: &str = "indent it by two spaces";

/// A line that belongs below a declaration, and stands in column one.
pub(super) fn in_column_one(text: &str, start: usize) -> Option<Diagnostic> {
    let word = text.split(|c: char| !c.is_alphanumeric() && c != '-').next().unwrap_or("");
    let others = ["otherwise", "if", "for", "on", "always", "take", "skip", "ignore"];
    let item = word != "use" && FIRST_WORDS.contains(&word) && !HEADS.contains(&word) || others.contains(&word);
    item.then(|| {
        let message = format!("`{word}` belongs below a declaration, and this line stands in column one");
        Diagnostic::new(Code::Layout, Span::new(start, start + word.len()), message).help(INDENT)
    })
}

/// `remove Old Hands` in column one, which does not say what sort of thing that is.
pub(super) fn removed_in_column_one(text: &str, start: usize) -> Option<Diagnostic> {
    let name = text.strip_prefix("remove ").filter(|name| name.starts_with(char::is_uppercase))?;
    let message = "a line that is removed stands below its `amend`, and this line stands in column one";
    let to = start + text.len() - name.len() + name.split(" [").next().unwrap_or(name).len();
    Some(Diagnostic::new(Code::Layout, Span::new(start, to), message).help(INDENT))
}

impl Faulty<'_> {
    /// A line that is deeper than the one above, which opens nothing.
    pub fn deeper(&self) -> Option<Diagnostic> {
        let (first, _) = self.code.split_once('\n').filter(|(line, _)| self.at > line.len())?;
        let begun = self.code.get(..self.at)?.rfind('\n')? + 1;
        let line = self.code.get(begun..)?.lines().next()?;
        let from = begun + line.len() - line.trim_start().len();
        let word = line.trim_start().split(|c: char| !c.is_alphanumeric() && c != '-').next().filter(|w| !w.is_empty())?;
        let colon = strip_comment(first).contains(':');
        let other = word == "otherwise" && colon;
        // an opener without its colon is told of that
        let item = self.at == from && Self::begins_lines(word) && (colon || !self.opens());
        (other || item).then(|| {
            let help = format!("begin it in the column of `{}`", self.first());
            let message = format!("`{word}` is deeper than the line above, and is read as more of it");
            self.found(Code::Layout, from, word.len(), message, help)
        })
    }

    /// An item that stands where declarations do.
    pub fn outside(&self) -> Option<Diagnostic> {
        in_column_one(self.code, 0).filter(|_| self.head).map(|d| self.found(d.code, 0, d.span.len(), d.message, INDENT))
    }

    /// A condition before what it is a condition of.
    pub fn when_first(&self) -> Option<Diagnostic> {
        let word = self.first();
        (!self.head && self.at == 0 && matches!(word, "if" | "when" | "unless" | "whenever")).then(|| {
            let said = if word == "unless" { "unless" } else { "if" };
            let help = format!("begin with what is changed, and end with `{said}` and the rest");
            self.found(Code::Syntax, 0, word.len(), format!("`{word}` stands behind what it is a condition of"), help)
        })
    }

    /// `for` without `each`.
    pub fn one_by_one(&self) -> Option<Diagnostic> {
        let mut words = self.code.split_whitespace();
        let (first, whom, link, group) = (words.next()?, words.next()?, words.next(), words.next());
        if first != "for" || whom == "each" {
            return None;
        }
        let read = self.code.find(" read ").filter(|_| whom.starts_with(['+', '-']));
        if let Some(read) = read {
            let bare = |t: &str| t.trim().trim_start_matches(['+', '-']).trim_start().to_owned();
            let (old, new) = (self.code.get(first.len()..read)?, self.code.get(read + " read ".len()..)?);
            let help = format!("write `for {} read {}`", bare(old), bare(new));
            return Some(self.found(Code::Syntax, self.code.find(whom)?, 1, "numbers of a parent are named without their signs", help));
        }
        let help = match (link, group) {
            (Some("in"), Some(group)) => format!("write `for each {whom} of {}:`", group.trim_end_matches(':')),
            _ if matches!(whom, "all" | "every" | "any") => format!("write `for each {}`", link.unwrap_or("...")),
            _ => format!("write `for each {}`", whom.trim_end_matches(':')),
        };
        Some(self.found(Code::Habit, 0, 3, "`for` alone goes through nothing", help))
    }

    /// What is changed in a line, behind its colon: `Led: for 1 read 2`.
    pub fn changed_behind_colon(&self) -> Option<Diagnostic> {
        let (name, rest) = (self.code.get(..self.at)?.trim_end().strip_suffix(':')?, self.code.get(self.at..)?);
        let (old, new) = rest.strip_prefix("for ")?.split_once(" read ")?;
        let bare = |t: &str| t.trim().trim_start_matches(['+', '-']).trim_start().to_owned();
        let help = format!("write `{}, for {} read {}`", name.trim(), bare(old), bare(new));
        Some(self.found(Code::Syntax, name.len(), 1, "a comma stands between a line and what is changed in it", help))
    }

    /// Brackets behind a small word, as other languages ask.
    pub fn asked_by_brackets(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?;
        let word = self.before();
        let close = rest.find(')').filter(|_| rest.starts_with('('))?;
        let from = self.at.checked_sub(word.len()).filter(|_| self.code.get(..self.at).is_some_and(|t| t.ends_with(word)))?;
        let word = word.trim_start_matches(|c: char| !c.is_alphabetic());
        if !word.starts_with(char::is_lowercase) {
            return None;
        }
        let of = rest.get(1..close).unwrap_or("").trim();
        let help = match word {
            "len" | "size" | "count" | "number" => format!("write `count of`, and what is counted `of {of}`"),
            _ => format!("write a name with a capital, then `of {of}`"),
        };
        let start = from + self.before().len() - word.len();
        Some(self.found(Code::Habit, start, word.len() + close + 1, format!("`{word}(...)` is not of this language"), help))
    }

    /// A comparison in words.
    pub fn compared(&self) -> Option<Diagnostic> {
        let near = |i: usize, said: &str| i <= self.at && self.at <= i + said.len() + 1;
        COMPARED.iter().find_map(|(said, sign)| {
            let is = |i: usize| self.code.get(..i).is_some_and(|before| before.trim_end().ends_with(" is"));
            let (i, _) = self.code.match_indices(said).find(|(i, s)| near(*i, s) && !is(*i))?;
            let number = self.code.get(i + said.len()..)?.split_whitespace().next().unwrap_or("...");
            let number = number.trim_end_matches([':', ',', ';', ')']);
            let help = format!("write what is compared first: `count of ... {sign} {number}`");
            Some(self.found(Code::Habit, i, said.len(), format!("`{said}` is not said so"), help))
        })
    }

    /// `and` in a list of names.
    pub fn listed(&self) -> Option<Diagnostic> {
        let (token, before) = (self.token(), self.before());
        let list =
            self.code.get(..self.at)?.split([':', ';', ',']).any(|part| part.split_whitespace().next().is_some_and(|w| LISTS.contains(&w)));
        (list && matches!(token, "and" | "&") && before != ",").then(|| {
            self.found(Code::Syntax, self.at, token.len(), format!("`{token}` is not said in a list of names"), "write `,` instead")
        })
    }

    /// `for 1 to 5 read 1 to 6`: results are not words that one reads for another.
    pub fn read_for_results(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let (before, first) = read.rsplit_once(' ')?;
        let last = self.code.get(self.at..)?.strip_prefix("to ")?.split_whitespace().next()?;
        let number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        let amends = self.first() == "amend" && before.ends_with(" for");
        (amends && number(first) && number(last)).then(|| {
            let said = format!("{first} to {last}");
            let message = format!("`{said}` says of which results something follows, and `for` changes only what stands in a line");
            let new: Vec<&str> = self.code.split_once(" read ").map_or(said.as_str(), |(_, new)| new).split_whitespace().take(3).collect();
            let help = format!("write below the head the whole line anew, with its other numbers: `{}: ...`", new.join(" "));
            self.found(Code::Syntax, before.len() + 1, said.len(), message, help)
        })
    }

    /// `is yes` and `is no` behind what is a question already, `is no` before a name.
    pub fn yes_or_no(&self) -> Option<Diagnostic> {
        let (word, before) = (self.stopper(), self.before());
        let to = self.at + word.len();
        let read = self.code.get(..self.at)?.trim_end();
        let is = read.strip_suffix(" is").or_else(|| read.strip_suffix(" is not"))?.len() + 1;
        let said = self.code.get(is..to)?;
        let next = self.code.get(to..)?.split_whitespace().next().unwrap_or("");
        let (message, help) = match (word, before) {
            ("no", "is") if next.starts_with(char::is_uppercase) => {
                ("`is no` is not said of what somebody is".to_owned(), "write `is not`".to_owned())
            }
            ("yes" | "true", "is") | ("no" | "false", "not") => {
                (format!("a question is answered by itself, without `{said}`"), format!("leave `{said}` out"))
            }
            ("no" | "false", "is") | ("yes" | "true", "not") => (
                format!("a question is answered by itself, without `{said}`"),
                "write `not (...)`, with the question in the brackets".to_owned(),
            ),
            _ => return None,
        };
        Some(self.found(Code::Syntax, is, said.len(), message, help))
    }

    /// A word of the language for something of one's own.
    pub fn taken(&self) -> Option<Diagnostic> {
        let (word, before) = (self.stopper(), self.code.get(..self.at)?.trim_end());
        let sum = before.ends_with(['+', '-', '/', '=', '<', '>', '(']) || self.before() == "x";
        let key = self.first() == "table" && before.ends_with(['(', ',']) || before.ends_with("(the");
        let joint = matches!(word, "when" | "unless" | "if" | "then" | "else" | "otherwise" | "and" | "or" | "during" | "until" | "must");
        let asked = self.wants(&[Rule::expr, Rule::choice, Rule::literal, Rule::number, Rule::deep_ref, Rule::local, Rule::word]);
        (!joint && is_reserved(word) && (key || sum && asked)).then(|| {
            let message = format!("`{word}` is a word of the language, and stands for nothing of yours");
            self.found(Code::Syntax, self.at, word.len(), message, "give what is meant another name, and write that")
        })
    }

    /// Who, and then a word that is no verb.
    pub fn verb(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?;
        let from = read.rfind([':', ';']).map_or(0, |i| i + 1);
        let mut words = read.get(from..)?.split_whitespace();
        let (first, second) = (words.next()?, words.next()?);
        let small = |w: &str| w.chars().all(char::is_lowercase);
        if self.head
            || !small(first)
            || !small(second)
            || !words.all(small)
            || is_reserved(first)
            || is_reserved(second)
            || Self::begins_lines(first)
        {
            return None;
        }
        let at = from + read.get(from..)?.find(&format!(" {second}"))? + 1;
        let help = match nearest(second, VERBS.iter().copied()) {
            _ if first == "reroll" && matches!(second, "misses" | "missed" | "fails" | "failed") => "write `failures`".to_owned(),
            _ if first == "reroll" => "write what is rolled again: `failures`, `1 failure`, `6s`, `all`".to_owned(),
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "write a verb such as `gains`, `loses` or `becomes`".to_owned(),
        };
        let message = if first == "reroll" {
            format!("`{second}` does not say which dice are rolled again")
        } else {
            format!("`{second}` is no verb")
        };
        Some(self.found(Code::Syntax, at, second.len(), message, help))
    }

    /// What something costs, in an action and in a muster.
    pub fn price(&self) -> Option<Diagnostic> {
        let (token, before) = (self.token(), self.before());
        let code = self.code.trim_end();
        let mut words = self.code.get(..self.at)?.split_whitespace().rev();
        if self.first() == "costs" && self.around.above.starts_with("terrain ") && self.reads(&format!("ground {code}")) {
            let message = "this does not say what costs so much: the ground, or to cross it";
            return Some(self.found(Code::ItemWord, 0, "costs".len(), message, "write `ground costs`"));
        }
        let costs = ["costs ", "cost ", "move cost ", "movement cost "].iter().any(|w| code.starts_with(w));
        if self.around.above.starts_with("terrain ") && costs {
            let much = code.split_whitespace().nth(1).unwrap_or("double").to_owned();
            let now =
                if self.reads(&format!("ground costs {much}")) { format!("ground costs {much}") } else { "ground costs double".to_owned() };
            let message = "what a move over ground costs is said with `ground costs`";
            return Some(self.found(Code::ItemWord, 0, code.trim_end().len(), message, format!("write `{now}`")));
        }
        let costs = words.find(|w| *w == "costs").is_some() && !words.next().is_some_and(|w| matches!(w, "ground" | "crossing"));
        if costs {
            let i = code.get(..self.at).and_then(|t| t.rfind("costs"))?;
            let rest = code.get(i + 5..)?.lines().next()?.trim();
            return Some(self.found(
                Code::ItemWord,
                i,
                5,
                "`costs` is said of ground, and an action has a `cost`",
                format!("write `cost {rest}`"),
            ));
        }
        let number = !before.is_empty() && before.bytes().all(|b| b.is_ascii_digit());
        let points = matches!(token.trim_end_matches([',', ':']), "points" | "point" | "pt" | "pts." | "p");
        if number && points {
            let word = token.trim_end_matches([',', ':']);
            return Some(self.found(Code::Syntax, self.at, word.len(), format!("`{word}` is not said of a price"), "write `pts`"));
        }
        let named = self.code.get(..self.at)?.trim_end().trim_end_matches(before).split_whitespace().next_back();
        let headed = self.head && token.is_empty() && self.first() != "pack" && named.is_some_and(|w| w.starts_with(char::is_uppercase));
        let bare =
            headed && number || self.first() == "option" && number && (token.is_empty() || matches!(token, "each" | "a" | "an" | "per"));
        bare.then(|| {
            let from = self.code.get(..self.at).map_or(0, |t| t.trim_end().len()).saturating_sub(before.len());
            self.found(Code::Syntax, from, before.len(), format!("`{before}` is no price yet"), format!("write `{before} pts`"))
        })
    }

    /// Small letters where rules or declarations name something, and what a step may not be called.
    pub fn small_name(&self) -> Option<Diagnostic> {
        let (token, before) = (self.token(), self.before());
        let word = token.split([',', ':', ';', '.', '(']).next().unwrap_or("");
        // `step gain: ...` was read as far as `something gains`
        let second = self.code.split_whitespace().nth(1).map_or("", |w| w.trim_end_matches(':'));
        if self.first() == "step" && before == second && matches!(second, "gain" | "lose" | "move" | "become") {
            let at = self.code.find(second)?;
            let message = format!("`{second}` is a word of the language, and no step is called so");
            return Some(self.found(Code::Syntax, at, second.len(), message, "give the step another name, a word in small letters"));
        }
        if before == "step" {
            let help = "give the step another name, a word in small letters";
            if is_reserved(word) {
                let message = format!("`{word}` is a word of the language, and no step is called so");
                return Some(self.found(Code::Syntax, self.at, word.len(), message, help));
            }
            if word.starts_with(char::is_uppercase) {
                let message = format!("`{word}` is a name, and steps have words in small letters");
                return Some(self.found(Code::Syntax, self.at, word.len(), message, format!("write `{}`", word.to_lowercase())));
            }
            if word.starts_with(|c: char| c.is_ascii_digit()) {
                return Some(self.found(Code::Syntax, self.at, word.len(), format!("`{word}` is a number, and steps have words"), help));
            }
        }
        let first = self.first();
        let odd = ["kind", "many", "amend", "replace", "remove", "turn", "test", "use"];
        let own = self.head && before == first && !odd.contains(&first);
        let met = !self.head && before == first && BEFORE_NAMES.contains(&before);
        let extends = self.head && before == "extends";
        let taken = if met { is_reserved(word) } else { PREPOSITIONS.contains(&word) };
        if !word.starts_with(char::is_lowercase) || taken || !(own || met || extends) {
            return None;
        }
        let rest = self.code.get(self.at..)?;
        let small = |w: &&str| w.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '\'')) && !PREPOSITIONS.contains(w);
        let words: Vec<&str> = rest.split(' ').take_while(small).take_while(|w| w.starts_with(char::is_alphabetic)).collect();
        let words = if words.is_empty() { vec![word] } else { words };
        // a sentence is no name
        if words.len() > 1 && words.iter().any(|w| *w == "is" || Self::begins_lines(w)) || self.head && HEADS.contains(&word) {
            return None;
        }
        let said = words.join(" ");
        let name = words.iter().flat_map(|w| w.split('-')).map(super::fault::capital).collect::<Vec<_>>().join(" ");
        let help = if met { format!("write `{name}`, as it is declared") } else { format!("write `{name}`") };
        Some(self.found(Code::Syntax, self.at, said.len(), format!("`{said}` is no name: the words of a name have capitals"), help))
    }

    /// The name of a test, and a change that does not say of what sort of thing.
    pub fn unsorted(&self) -> Option<Diagnostic> {
        let mut words = self.code.split_whitespace();
        let (first, second) = (words.next()?, words.next()?);
        let change = matches!(first, "amend" | "replace" | "remove");
        let test = first == "test" || (change && second == "test");
        let named = if first == "test" { second } else { words.next().unwrap_or("") };
        if self.head && test && !named.is_empty() && !named.starts_with('"') {
            let from = self.code.find(" test ").filter(|_| change).map_or(0, |i| i + 1) + "test ".len();
            let name = self.code.get(from..)?.trim();
            let name = name.split(" in ").next().unwrap_or(name);
            let message = "the name of a test stands in quotes";
            return Some(self.found(Code::Syntax, from, name.len(), message, format!("write `\"{name}\"`")));
        }
        let bare = second.trim_end_matches(':');
        (self.head && change && bare.starts_with(char::is_uppercase)).then(|| {
            let from = self.code.find(second).unwrap_or(0);
            let message = format!("`{first}` is not told what sort of thing `{bare}` is");
            let help = format!("write first the word that it is declared with, such as `{first} value {bare}`");
            self.found(Code::Syntax, from, bare.len(), message, help)
        })
    }

    /// The name and version of a pack.
    pub fn pack_line(&self) -> Option<Diagnostic> {
        let token = self.token();
        if !self.head || self.first() != "pack" {
            return None;
        }
        let version = |w: &str| w.starts_with(|c: char| c.is_ascii_digit());
        let second = self.code.split_whitespace().nth(1).unwrap_or("");
        // what looks like a price is read as one, so that reading stops behind it
        if version(second) {
            let from = self.code.find(second)?;
            let names = self.code.split_whitespace().skip(2).take_while(|w| *w != "extends").collect::<Vec<_>>().join(" ");
            let message = format!("`{second}` stands before the name, and a version stands behind it");
            return Some(self.found(Code::Syntax, from, second.len(), message, format!("write `pack {names} {second}`")));
        }
        let before = self.before();
        let from = self.code.get(..self.at)?.trim_end().len().saturating_sub(before.len());
        if !before.is_empty() && before.bytes().all(|b| b.is_ascii_digit()) && version(token) {
            let named = self.code.get("pack ".len()..self.at)?.trim();
            let message = format!("the words of a name begin with a capital, and `{before}` is a number");
            return Some(self.found(Code::Syntax, from, before.len(), message, format!("write the name in quotes: `pack \"{named}\"`")));
        }
        if !before.is_empty() && before.bytes().all(|b| b.is_ascii_digit()) {
            let message = format!("`{before}` is no version: it has two numbers or more");
            return Some(self.found(Code::Syntax, from, before.len(), message, format!("write `{before}.0`")));
        }
        if token.is_empty() && before == "extends" {
            return Some(self.found(
                Code::Syntax,
                from,
                before.len(),
                "`extends` names no pack",
                "write behind it the pack that this one builds on",
            ));
        }
        if token != "extends" && token.starts_with("ext") {
            return Some(self.found(Code::Syntax, self.at, token.len(), format!("`{token}` is not said here"), "write `extends`"));
        }
        if version(token) && !token.contains('.') {
            let message = format!("`{token}` is no version: it has two numbers or more");
            return Some(self.found(Code::Syntax, self.at, token.len(), message, format!("write `{token}.0`")));
        }
        if token.starts_with(['v', 'V']) && token.get(1..).is_some_and(version) {
            let help = format!("write `{}`", token.trim_start_matches(['v', 'V']));
            return Some(self.found(Code::Syntax, self.at, token.len(), format!("`{token}` is no version: it is numbers alone"), help));
        }
        None
    }
}
