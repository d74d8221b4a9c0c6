//! `all`, `every` and `each`, where a rule speaks of whoever fits.

use super::fault::Faulty;
use super::misplaced::PLACES;
use crate::diag::{Code, Diagnostic};

/// Words that speak of all at once.
const ALL: &[&str] = &["all", "every", "each"];
/// Words that part what is met from of whom.
const PREPOSITIONS: &[&str] = &["of", "by", "at", "with", "from", "to", "against"];

/// The word of a kind for one of its things.
pub(super) fn singular(noun: &str) -> String {
    if let Some(stem) = noun.strip_suffix("ies") {
        return format!("{stem}y");
    }
    if let Some(stem) = noun.strip_suffix("men") {
        return format!("{stem}man");
    }
    noun.strip_suffix('s').filter(|stem| !stem.ends_with('s')).unwrap_or(noun).to_owned()
}

/// A description at the beginning of a text: words with capitals and of sides, then the word of a kind.
pub(super) fn described(text: &str) -> Option<(Vec<&str>, &str)> {
    let mut words = text.split(' ').map(|w| w.trim_end_matches([',', ':', ';', ')']));
    let mut so = Vec::new();
    loop {
        let word = words.next()?;
        if !word.starts_with(char::is_uppercase) && !matches!(word, "enemy" | "friendly" | "other" | "not" | "or") {
            return word.starts_with(|c: char| c.is_ascii_lowercase()).then_some((so, word));
        }
        so.push(word);
    }
}

impl Faulty<'_> {
    /// `step test: Nerve Check of unit, otherwise ...`
    pub fn otherwise_behind_check(&self) -> Option<Diagnostic> {
        let behind = self.code.get(self.at..)?.strip_prefix("otherwise ")?;
        let now = format!("{}or {behind}", self.code.get(..self.at)?);
        (self.first() == "step" && self.before().ends_with(',') && self.reads(&now)).then(|| {
            let message = "what comes of a check that fails stands behind `or`";
            self.found(Code::Syntax, self.at, "otherwise".len(), message, "write `or`")
        })
    }

    /// `is between 6" and 12"`
    pub fn is_between(&self) -> Option<Diagnostic> {
        let at = self.code.find(" is between ")? + " is ".len();
        let rest = self.code.get(at + "between ".len()..)?;
        let (low, behind) = rest.split_once(" and ")?;
        let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains(' ');
        let high = behind.split([' ', ':', ',', ';', ')']).next()?;
        (number(low) && number(high)).then(|| {
            let length = "between ".len() + low.len() + " and ".len() + high.len();
            let message = "both ends of a span are said with `to`, and belong to it";
            self.found(Code::Syntax, at, length, message, format!("write `{low} to {high}`"))
        })
    }

    /// `count of Lifeguards of side`, where the kind is left out
    pub fn counts_names(&self) -> Option<Diagnostic> {
        let at = self.code.find("count of ")? + "count of ".len();
        let rest = self.code.get(at..)?;
        let named = |w: &&str| w.starts_with(char::is_uppercase);
        let names: Vec<&str> = rest.split(' ').take_while(named).collect();
        let name = names.join(" ");
        let behind = rest.get(name.len()..)?.split(' ').nth(1).unwrap_or("");
        let whose = matches!(behind, "of" | "in" | "within" | "is" | "at");
        let kind = self.kind_of_entry(&name).unwrap_or("unit");
        (!name.is_empty() && whose && self.at <= at + name.len() + 1).then(|| {
            let message = format!("`{name}` does not say of what kind they are that are counted");
            self.found(Code::Syntax, at, name.len(), message, format!("write `{name} {kind}`"))
        })
    }

    /// The word with which the text declares something of this name at a price.
    fn kind_of_entry(&self, name: &str) -> Option<&str> {
        let heads = self.around.file.lines().filter_map(|l| l.split_once(' '));
        let mut entries = heads.filter(|(_, rest)| rest.strip_prefix(name).is_some_and(|r| r.trim_end().ends_with(" pts")));
        entries.next().map(|(word, _)| word)
    }

    /// `on Pace of every Tired band`, `on Pace of all Tired bands`
    pub fn all_for_any(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let met = PLACES.contains(&self.first()) && PREPOSITIONS.contains(&self.before()) && ALL.contains(&word);
        let rest = self.code.get(self.at + word.len()..)?;
        let more = ["of the ", "of ", "the "].iter().find(|w| rest.trim_start().starts_with(**w)).map_or(0, |w| w.len());
        let text = rest.trim_start().get(more..)?;
        let (so, noun) = described(text)?;
        let one = singular(noun);
        (met && !self.head).then(|| {
            let message = format!("a rule speaks of each by itself, and of `any` who fits, not of `{word}`");
            if one == noun && more == 0 {
                return self.found(Code::Syntax, self.at, word.len(), message, "write `any`");
            }
            let before = so.iter().map(|w| format!("{w} ")).collect::<String>();
            let length = self.code.len() - text.len() + before.len() + noun.len() - self.at;
            self.found(Code::Syntax, self.at, length, message, format!("write `any {before}{one}`"))
        })
    }

    /// `all Tired bands may not Wave`, `every Tired band cannot Wave`
    pub fn all_may_not(&self) -> Option<Diagnostic> {
        let first = self.first();
        let text = self.code.strip_prefix(first)?.strip_prefix(' ')?;
        let (so, noun) = described(text)?;
        let before = so.iter().map(|w| format!("{w} ")).collect::<String>();
        let rest = text.strip_prefix(&format!("{before}{noun}"))?;
        let verb = [" may not ", " cannot ", " can not ", " must not "].iter().find(|v| rest.starts_with(**v))?;
        let length = self.code.len() - rest.len() + verb.len() - 1;
        (!self.head && (ALL.contains(&first) || first == "any") && self.at <= length).then(|| {
            let help = format!("write `no {before}{} may`", singular(noun));
            self.found(Code::Syntax, 0, length, format!("what `{first}` of them may not do is forbidden with `no`"), help)
        })
    }

    /// `may only Wave`, `no Tired band may do anything but Wave`
    pub fn may_only(&self) -> Option<Diagnostic> {
        const ONLY: [&str; 5] = ["may only ", "can only ", "must only ", "may do nothing but ", "can do nothing but "];
        let code = self.said();
        let (at, said) = ONLY.iter().find_map(|w| Some((code.find(w)?, *w)))?;
        let rest = code.get(at + said.len()..)?;
        let (deed, more) = rest.split_once(" if ").map_or((rest, String::new()), |(deed, when)| (deed, format!(" if {when}")));
        let deed = deed.trim_end_matches([':', ',']);
        (!self.head && deed.starts_with(char::is_uppercase)).then(|| {
            let message = "what somebody may do alone is said by what he may not";
            let who = code.get(..at).unwrap_or("").trim_end();
            let who = who.strip_prefix("any ").map_or_else(|| who.to_owned(), |who| format!("no {who}"));
            let verb = if who.is_empty() { "may not take".to_owned() } else { format!("{who} may take") };
            self.found(Code::Syntax, 0, code.len(), message, format!("write `{verb} any action other than {deed}{more}`"))
        })
    }
}
