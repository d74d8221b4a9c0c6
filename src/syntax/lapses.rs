//! Slips of the pen: a word misspelt, a sign doubled, a word or a sign left out.

use super::Rule;
use super::fault::{AFTER_WORDS, Faulty};
use crate::diag::{Code, Diagnostic, nearest, with_article};

/// Words that change what a parent says.
const CHANGES: &[&str] = &["amend", "replace", "remove"];

impl Faulty<'_> {
    /// `unles unit is Tired`: nearly a word that could stand there.
    pub fn misspelt(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let small = word.len() > 3 && word.chars().all(|c| c.is_ascii_lowercase());
        let keywords: Vec<String> = self.wanted.iter().filter_map(|r| Some(format!("{r:?}").strip_prefix("k_")?.to_owned())).collect();
        let guards = ["if", "unless"].into_iter().filter(|_| self.wants(&[Rule::guard, Rule::guard_if, Rule::guard_unless]));
        let meant = nearest(word, keywords.iter().map(String::as_str).chain(guards)).filter(|meant| *meant != word && meant.len() > 3)?;
        small.then(|| {
            self.found(
                Code::Syntax,
                self.at,
                word.len(),
                format!("`{word}` is no word of the language"),
                format!("did you mean `{meant}`?"),
            )
        })
    }

    /// `ammend action Move: ...`
    pub fn change_misspelt(&self) -> Option<Diagnostic> {
        let (first, second) = (self.first(), self.code.split_whitespace().nth(1)?);
        let meant = nearest(first, CHANGES.iter().copied()).filter(|meant| *meant != first)?;
        (self.head && Self::begins_declarations(second)).then(|| {
            let message = format!("no line begins with `{first}`");
            self.found(Code::ItemWord, 0, first.len(), message, format!("did you mean `{meant}`?"))
        })
    }

    /// `change action Move: ...`, `new action Move`
    pub fn change_in_other_words(&self) -> Option<Diagnostic> {
        let (first, second) = (self.first(), self.code.split_whitespace().nth(1)?);
        let help = match first {
            "change" | "changes" | "modify" | "alter" | "edit" | "update" | "errata" | "erratum" => "write `amend`",
            "override" | "redefine" | "overwrite" => "write `replace`",
            "delete" | "drop" | "cancel" => "write `remove`",
            "new" | "create" | "define" | "declare" => "leave it out: what is new begins with its sort",
            _ => return None,
        };
        (self.head && Self::begins_declarations(second)).then(|| {
            let message = format!("no declaration begins with `{first}`");
            self.found(Code::ItemWord, 0, first.len(), message, help)
        })
    }

    /// `option Full Ranks 20 pts: 2 more Man`
    pub fn price_before_colon(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let (head, bought) = line.split_once(": ").filter(|(head, _)| head.starts_with("option "))?;
        let (priced, each) = head.strip_suffix(" each").map_or((head, ""), |priced| (priced, " each"));
        let (named, number) = priced.strip_suffix(" pts")?.rsplit_once(' ')?;
        let (what, more) = bought.find(',').map_or((bought, ""), |comma| bought.split_at(comma));
        let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        (plain && self.at <= head.len()).then(|| {
            let message = "the price of an option stands behind what is bought";
            let help = format!("write `{named}: {what} {number} pts{each}{more}`");
            self.found(Code::Syntax, named.len() + 1, head.len() - named.len() - 1, message, help)
        })
    }

    /// `target may snap Wave at unit`, `target may wave at unit`
    pub fn may_without_colon(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end().strip_suffix(" may")?;
        let who = read.rsplit([':', ';']).next()?.trim();
        let rest = self.code.get(self.at..)?.lines().next()?.trim_end();
        let word = self.stopper();
        let met = super::misplaced::PLACES.iter().any(|place| who.starts_with(place));
        if self.head || who.is_empty() || met || word == "reroll" || !word.starts_with(|c: char| c.is_ascii_lowercase()) {
            return None;
        }
        let words: Vec<&str> = rest.split(' ').collect();
        let tags = words.iter().take_while(|w| w.bytes().all(|b| b.is_ascii_lowercase()) && !super::door::is_reserved(w)).count();
        let names = words.iter().skip(tags).take_while(|w| w.starts_with(char::is_uppercase)).count();
        if tags > 0 && names > 0 {
            let (call, roles) = (words.get(..tags + names)?.join(" "), words.get(tags + names..)?.join(" "));
            let by = if rest.contains(" by ") { String::new() } else { format!(" by {who}") };
            let help = format!("write `{who} may: {}`", format!("{call}{by} {roles}").trim_end());
            let message = "a colon stands between `may` and the way in which something is done";
            return Some(self.found(Code::Syntax, self.at, word.len(), message, help));
        }
        (tags > 0).then(|| {
            let message = format!("`{word}` is nothing that somebody may do: what is declared is called by its name");
            self.found(Code::Syntax, self.at, word.len(), message, format!("write `{}`", super::fault::capital(word)))
        })
    }

    /// `Marching phase`: a word of a name without its capital
    pub fn small_in_name(&self) -> Option<Diagnostic> {
        let (read, rest) = (self.code.get(..self.at)?.trim_end(), self.code.get(self.at..)?);
        let own = |w: &&str| w.bytes().all(|b| b.is_ascii_lowercase()) && !super::door::is_reserved(w) && !self.is_kind(w);
        let small: Vec<&str> = rest.split(' ').map(|w| w.trim_end_matches(AFTER_WORDS)).take_while(own).take(3).collect();
        let begun: Vec<&str> = read.rsplit(' ').take_while(|w| w.starts_with(char::is_uppercase) && !w.ends_with(AFTER_WORDS)).collect();
        let from = read.len().checked_sub(begun.iter().map(|w| w.len() + 1).sum::<usize>())? + 1;
        // what the line says elsewhere is a thing of its own, and the last word of a head is rather whose it is, without its `of`
        let twice = |word: &&str| self.words().iter().filter(|(_, w)| w == word).count() > 1;
        let whose = self.head && small.len() == 1 && !rest.trim_end().contains(' ');
        (!begun.is_empty() && from < self.at && !whose && !small.first().is_some_and(twice)).then_some(())?;
        // a question about some of them lacks its `there is`
        let asked = matches!(self.first(), "legal" | "always" | "needs" | "expect");
        let whole = || {
            format!("{}there is a {}{rest}", read.get(..from).unwrap_or(""), read.get(from..).map_or(String::new(), |n| format!("{n} ")))
        };
        if asked && self.reads(&whole()) {
            let name = self.code.get(from..self.at)?.trim_end();
            let kind = small.first().copied().unwrap_or("");
            let message = "a description alone is no question";
            let said = format!("{name} {kind}");
            return Some(self.found(Code::Syntax, from, said.len(), message, format!("write `there is {}`", with_article(&said))));
        }
        (1..=small.len()).find_map(|many| {
            let words = small.get(..many)?;
            let said = words.join(" ");
            let capitals = words.iter().map(|w| super::fault::capital(w)).collect::<Vec<_>>().join(" ");
            let behind = rest.strip_prefix(said.as_str())?;
            self.reads(&format!("{read} {capitals}{behind}")).then(|| {
                let name = self.code.get(from..self.at + said.len()).unwrap_or(said.as_str());
                let help = format!("write `{} {capitals}`", read.get(from..).unwrap_or(""));
                self.found(Code::Syntax, from, name.len(), format!("`{name}` is no name: each of its words has a capital"), help)
            })
        })
    }

    /// Whether the text speaks of a kind by this word elsewhere.
    fn is_kind(&self, word: &str) -> bool {
        const BEFORE: &[&str] = &["any", "of", "by", "at", "enemy", "friendly", "kind", "each"];
        // a file of thousands of faults is not searched for each
        if self.around.told > 1000 {
            return false;
        }
        let words = || self.around.file.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
        words().zip(words().skip(1)).any(|(before, w)| w == word && BEFORE.contains(&before))
    }

    /// `no band may Wave and Sing`
    pub fn and_between_deeds(&self) -> Option<Diagnostic> {
        let (read, behind) = (self.code.get(..self.at)?, self.code.get(self.at..)?.strip_prefix("and ")?);
        let (deed, next) = (self.before(), behind.split_whitespace().next()?);
        let listed = read.contains(" may ") && deed.starts_with(char::is_uppercase) && self.reads(&format!("{read}or {behind}"));
        listed.then(|| {
            let message = "what somebody may do, or may not, is listed with `or`";
            self.found(Code::Syntax, self.at, 3, message, format!("write `{deed} or {}`", next.trim_end_matches(AFTER_WORDS)))
        })
    }

    /// `carries Lamp x 10`
    pub fn carried_so_often(&self) -> Option<Diagnostic> {
        let said = self.code.get(self.at..)?.split([',', '[']).next()?.trim_end();
        let number = said.strip_prefix(['x', '×'])?.trim_start();
        let so = self.first() == "carries" && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        so.then(|| {
            let message = "each of them carries one: how many there are is said by `has`";
            self.found(Code::Syntax, self.at, said.len(), message, format!("take `{said}` away"))
        })
    }

    /// `on Pace + 2" of me`
    pub fn added_before_whom(&self) -> Option<Diagnostic> {
        let sign = self.stopper();
        let (met, rest) = (self.code.get(..self.at)?.trim_end(), self.code.get(self.at + sign.len()..)?.lines().next()?.trim());
        let (amount, whom) = rest.split_once(" of ")?;
        let plain = !amount.is_empty() && !amount.contains(' ') && !whom.contains([':', ' ']);
        (self.first() == "on" && matches!(sign, "+" | "-") && plain).then(|| {
            let message = "what is added stands behind a colon, and whose it is before it";
            self.found(Code::Syntax, self.at, sign.len(), message, format!("write `{met} of {whom}: {sign} {amount}`"))
        })
    }

    /// `6''`
    pub fn inches_of_two_signs(&self) -> Option<Diagnostic> {
        let at = self.code.match_indices("''").map(|(i, _)| i).find(|i| (*i..=i + 2).contains(&self.at) || *i + 1 == self.at)?;
        let digits = self.code.get(..at)?.bytes().rev().take_while(u8::is_ascii_digit).count();
        let number = self.code.get(at - digits..at).filter(|n| !n.is_empty())?;
        Some(self.found(Code::Habit, at, 2, "inches are marked with one sign", format!("write `{number}\"`")))
    }

    /// `The Other Text 1`, where a second reading begins
    pub fn reading_without_or(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let name = line.trim_end_matches(':');
        let words = name.split(' ').all(|w| w.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()));
        let ruling = self.around.above.lines().next().is_some_and(|head| head.starts_with("ruling "));
        let so = !self.head && ruling && words && name.starts_with(char::is_uppercase);
        so.then(|| {
            let message = "this name says nothing of its own here";
            self.found(Code::Syntax, 0, name.len(), message, format!("write `or {name}` if it is another reading of the ruling"))
        })
    }

    /// `Bravery, Skill` below `columns`
    pub fn columns_in_one_line(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let (first, rest) = line.split_once([',', ';', '|'])?;
        let columns = !self.head && self.around.above.starts_with("columns ");
        (columns && first.starts_with(char::is_uppercase) && !rest.trim().is_empty()).then(|| {
            let sign = self.code.get(first.len()..first.len() + 1).unwrap_or(",");
            let names = line.split([',', ';', '|']).map(str::trim).filter(|name| !name.is_empty());
            let named: Vec<String> = names.map(|name| format!("`{name}`")).collect();
            let help = format!("write {}, each on its own line", named.join(" and "));
            self.found(Code::Layout, first.len(), 1, format!("each column has a line of its own, and no `{sign}` parts them"), help)
        })
    }

    /// `unit Rangers: 62 pts`
    pub fn colon_before_price(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let (name, price) = line.split_once(": ")?;
        let number = price.strip_suffix(" pts").filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))?;
        (self.head && name.starts_with("unit ")).then(|| {
            let message = "no colon stands between a name and its price";
            self.found(Code::Syntax, name.len(), 1, message, format!("write `{name} {number} pts`"))
        })
    }

    /// `before step go of Wave by any unit unit loses Hidden`, `on Pace of any unit + 2"`
    pub fn done_without_colon(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?.lines().next()?.trim_end();
        let rest = rest.rsplit_once(" [").filter(|_| rest.ends_with(']')).map_or(rest, |(says, _)| says.trim_end());
        let (rule, message) = match self.first() {
            "before" | "after" | "instead" => (Rule::stmts, "what is done stands behind a colon"),
            "on" => (Rule::contribs, "what is changed stands behind a colon"),
            _ => return None,
        };
        let behind = self.wants(&[Rule::body, Rule::block]) && !self.code.get(..self.at)?.contains(':');
        (behind && super::again(rule, rest, 0).is_some())
            .then(|| self.found(Code::Syntax, self.at, self.stopper().len(), message, format!("write `: {rest}`")))
    }
}
