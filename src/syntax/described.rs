//! Descriptions in another order of words: what somebody is behind its kind, who is left out, and `that is`.

use super::door::is_reserved;
use super::fault::Faulty;
use crate::diag::{Code, Diagnostic, sounds_open};

/// Words that say whose somebody is.
const SIDES: &[&str] = &["friendly", "enemy", "other"];
/// Words that leave somebody out, the longest first.
const LEAVING: &[&str] = &["except for", "excepting", "excluding", "apart from", "but not", "except", "without", "but"];
/// Those of them that are said of other things too.
const OTHERWISE_TOO: &[&str] = &["without", "but"];
/// Words with which English goes on about somebody, and what is said instead.
const RELATIVE: &[(&str, &str)] = &[("that", "where it"), ("which", "where it"), ("who", "where it"), ("whose", "where its")];
/// Words before a description.
const QUANTIFIERS: &[&str] = &["any", "no", "every", "each", "a", "an"];

/// What a text ends with after its last blank.
fn last_word(text: &str) -> &str {
    text.rsplit([' ', '\n']).next().unwrap_or(text)
}

/// Whether a word behind a kind begins a description in English, and is no name for the one described.
pub(super) fn describes(word: &str) -> bool {
    let leaves = LEAVING.iter().any(|w| w.split(' ').next() == Some(word));
    leaves || SIDES.contains(&word) || RELATIVE.iter().any(|(w, _)| *w == word)
}

fn named(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word != "I"
}

/// Whether a word may be that of a kind.
fn is_kind(word: &str) -> bool {
    !word.is_empty()
        && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        && !is_reserved(word)
        && !matches!(word, "step" | "a" | "an" | "the")
        && !SIDES.contains(&word)
}

/// How many bytes the names at the beginning of a text have.
fn names_length(text: &str) -> usize {
    let mut length = 0;
    for part in text.split_inclusive(' ') {
        let word = part.trim_end().trim_end_matches([',', ':', ';', ')']);
        if !named(word) {
            break;
        }
        length += part.len();
        if word.len() < part.trim_end().len() {
            return length - (part.len() - word.len());
        }
    }
    text.get(..length).map_or(0, |t| t.trim_end().len())
}

/// What stands behind a kind and belongs before it.
struct Behind<'a> {
    from: usize,
    length: usize,
    /// Whose they are, as it is written.
    sides: &'a str,
    names: String,
    /// The word that leaves them out.
    leaving: Option<&'a str>,
}

impl<'a> Faulty<'a> {
    /// `any unit friendly Tall`, `any unit Tall within 6"`, `any unit except Tall`
    pub fn described_behind(&self) -> Option<Diagnostic> {
        let behind = self.behind_here().or_else(|| self.behind_before())?;
        let (moved, read) = (self.code.get(behind.from..behind.from + behind.length)?, self.code.get(..behind.from)?.trim_end());
        let kind = last_word(read);
        let start = Self::description_of(read.get(..read.len() - kind.len())?);
        let own = read.get(start..read.len() - kind.len())?;
        let parts = [behind.sides, own.trim(), &behind.names, kind].into_iter().filter(|p| !p.is_empty());
        let said = parts.collect::<Vec<_>>().join(" ");
        let rest = self.code.get(behind.from + behind.length..)?;
        let before = self.code.get(..start)?;
        let sure = !behind.sides.is_empty() || behind.leaving.is_some_and(|w| !OTHERWISE_TOO.contains(&w));
        if !is_kind(kind) || !sure && !self.reads(&format!("{before}{said}{rest}")) {
            return None;
        }
        let quantifier = match Some(last_word(before.trim_end())).filter(|w| QUANTIFIERS.contains(w)) {
            Some("a" | "an") => if sounds_open(&said) { "an " } else { "a " }.to_owned(),
            word => word.map_or(String::new(), |w| format!("{w} ")),
        };
        let (underlined, message) = match behind.leaving {
            Some(word) => (word, format!("`{word}` is no word of a description: who is left out has `not` before it")),
            None if behind.names.is_empty() => (moved, format!("`{moved}` stands before the kind")),
            None => (moved, "what somebody is stands before the kind".to_owned()),
        };
        Some(self.found(Code::Syntax, behind.from, underlined.len(), message, format!("write `{quantifier}{said}`")))
    }

    /// `any unit that is Tall`, `any unit whose Reach is 2`
    pub fn relative_in_english(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let (_, now) = RELATIVE.iter().find(|(said, _)| *said == word)?;
        let (read, rest) = (self.code.get(..self.at)?, self.code.get(self.at + word.len()..)?);
        let of_one = is_kind(self.before()) && self.reads(&format!("{read}{now}{rest}"));
        let message = format!("`{word}` does not go on with a description");
        of_one.then(|| self.found(Code::Syntax, self.at, word.len(), message, format!("write `{now}`")))
    }

    /// What stands where reading stopped, if it belongs before the kind.
    fn behind_here(&self) -> Option<Behind<'a>> {
        let rest = self.code.get(self.at..)?;
        if let Some(word) = LEAVING.iter().find_map(|w| rest.get(..w.len()).filter(|t| t == w && rest[w.len()..].starts_with(' '))) {
            return self.left_out(word);
        }
        let mut length = 0;
        for part in rest.split_inclusive(' ') {
            if !SIDES.contains(&part.trim_end().trim_end_matches([',', ':', ';', ')'])) {
                break;
            }
            length += part.len();
        }
        let sides = rest.get(..length)?.trim_end().trim_end_matches([',', ':', ';', ')']);
        let gap = if sides.len() < length { rest.get(..length)?.trim_end().len() } else { length };
        let names = rest.get(gap..).filter(|_| gap == sides.len()).map_or("", |more| {
            let more = more.trim_start();
            more.get(..names_length(more)).unwrap_or("")
        });
        let whole = if names.is_empty() { sides.len() } else { length + names.len() };
        (!sides.is_empty()).then(|| Behind { from: self.at, length: whole, sides, names: names.to_owned(), leaving: None })
    }

    /// Who is left out behind a word for that.
    fn left_out(&self, word: &'a str) -> Option<Behind<'a>> {
        let rest = self.code.get(self.at + word.len()..)?;
        let (mut out, mut end) = (Vec::new(), 0);
        loop {
            let more = rest.get(end..)?;
            let list = more.trim_start_matches(',').trim_start();
            let list = ["or ", "and ", "any ", "for "].iter().fold(list, |l, w| l.strip_prefix(w).unwrap_or(l));
            let length = names_length(list);
            if length == 0 {
                break;
            }
            out.push(format!("not {}", list.get(..length)?));
            end = rest.len() - list.len() + length;
        }
        (!out.is_empty()).then(|| Behind { from: self.at, length: word.len() + end, sides: "", names: out.join(" "), leaving: Some(word) })
    }

    /// Names that were read behind a kind, up to where reading stopped.
    fn behind_before(&self) -> Option<Behind<'a>> {
        let read = self.code.get(..self.at)?.trim_end();
        let mut from = read.len();
        while let Some(before) = read.get(..from).map(str::trim_end).filter(|b| named(last_word(b))) {
            from = before.len() - last_word(before).len();
        }
        let not = read.get(..from)?.trim_end().strip_suffix(" not").map(|b| b.len() + 1);
        let begin = not.unwrap_or(from);
        let names = read.get(begin..)?.to_owned();
        (from < read.len()).then_some(Behind { from: begin, length: names.len(), sides: "", names, leaving: None })
    }

    /// Where the words begin that say before a kind what somebody is.
    fn description_of(before: &str) -> usize {
        let mut from = before.len();
        while let Some(read) = before.get(..from).map(str::trim_end) {
            let word = last_word(read);
            if !(named(word) || SIDES.contains(&word) || matches!(word, "not" | "or")) {
                break;
            }
            from = read.len() - word.len();
        }
        from
    }

    /// `terrain Wood at 10",10" to 20",20"`, where scenery is laid out
    pub fn ground_by_its_sort(&self) -> Option<Diagnostic> {
        let laid = self.said().strip_prefix("terrain ")?;
        (!self.head && laid.contains(" at ") && laid.starts_with(char::is_uppercase)).then(|| {
            let message = "a piece of ground is laid out behind the name of its list";
            self.found(Code::Syntax, 0, "terrain".len(), message, format!("write `Ground: {laid}`"))
        })
    }

    /// `Guard: Regulars facing north at 24",6"`
    pub fn facing_first(&self) -> Option<Diagnostic> {
        let from = self.code.find(" facing ")? + 1;
        let (facing, rest) = self.code.get(from..)?.split_once(" at ")?;
        let place = rest.split([';', ' ']).next().filter(|place| place.contains('"'))?;
        let said = format!("at {place} {facing}");
        let length = facing.len() + " at ".len() + place.len();
        self.with(from, from + length, &said).then(|| {
            let message = "where something stands is said before how it faces";
            self.found(Code::Syntax, from, length, message, format!("write `{said}`"))
        })
    }

    /// `step Roll Dice = 2d6`
    pub fn step_with_capitals(&self) -> Option<Diagnostic> {
        let rest = self.code.strip_prefix("step ").filter(|_| !self.head)?;
        let words: Vec<&str> = rest.split([' ', ':']).take_while(|w| w.starts_with(char::is_uppercase)).collect();
        let (named, word) = (words.join(" "), words.join("-").to_lowercase());
        let from = "step ".len();
        (!words.is_empty() && self.with(from, from + named.len(), &word)).then(|| {
            let message = "a step is called by one word in small letters";
            self.found(Code::Syntax, from, named.len(), message, format!("write `{word}`"))
        })
    }
}
