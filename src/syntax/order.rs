//! Words that stand at another place in the sentence, or for which the language has others: durations, conditions, spans, sides.

use super::fault::Faulty;
use super::quantifiers::{described, singular};
use crate::diag::{Code, Diagnostic};

/// How what a line changes begins.
const CHANGES: [&str; 9] = ["+", "-", "it is ", "each ", "half", "reroll ", "may reroll ", "at least ", "at most "];

impl Faulty<'_> {
    /// `amend action March: cost 1 AP instead of 2 AP`
    pub fn instead_for_was(&self) -> Option<Diagnostic> {
        let at = self.code.find(" instead of ")?;
        let rest = self.code.get(at + " instead of ".len()..)?.split(" [").next()?.trim_end();
        let now = format!(", was {rest}");
        let len = " instead of ".len() + rest.len();
        (self.at <= at + " instead of ".len() && self.with(at, at + len, &now)).then(|| {
            let message = "what stood there before is said with `was`";
            self.found(
                Code::Syntax,
                at + 1,
                len - 1,
                message,
                format!("write `{now}` behind `{}`", self.code.get(..at).unwrap_or("").rsplit(' ').next().unwrap_or("")),
            )
        })
    }

    /// `on March cost by me: + 1 AP`
    pub fn cost_behind(&self) -> Option<Diagnostic> {
        let at = self.code.find(" cost ").filter(|_| self.code.starts_with("on "))?;
        let name = self.code.get("on ".len()..at)?;
        let rest = self.code.get(at + " cost ".len()..)?.split(':').next()?;
        let to = at + " cost ".len() + rest.len();
        let now = format!("cost of {name} {rest}");
        (name.starts_with(char::is_uppercase) && self.with("on ".len(), to, &now)).then(|| {
            let message = "what something costs is `cost of` it";
            self.found(Code::Syntax, "on ".len(), to - "on ".len(), message, format!("write `{now}`"))
        })
    }

    /// `check Nerve of band: d6 + Grit of its leader, 7 or more`
    pub fn score_behind_comma(&self) -> Option<Diagnostic> {
        const ENDS: &[(&str, &str)] =
            &[(" or more", "is at least"), (" or better", "is at least"), (" or less", "is at most"), ("+", "is at least")];
        let (before, said) = self.code.split(" [").next()?.trim_end().rsplit_once(", ")?;
        let (n, asks) = ENDS.iter().find_map(|(end, asks)| Some((said.strip_suffix(end)?, asks)))?;
        let now = format!(" {asks} {n}");
        let digits = !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
        (digits && self.with(before.len(), before.len() + 2 + said.len(), &now)).then(|| {
            let message = "what a check must reach stands behind its total";
            self.found(Code::Syntax, before.len() + 2, said.len(), message, format!("write `{asks} {n}`, without the comma"))
        })
    }

    /// `each d6 scoring Score of arm hits`, `each dice hits on 4`
    pub fn each_in_english(&self) -> Option<Diagnostic> {
        let line = self.code.split(" [").next()?.trim_end();
        let rest = line.strip_prefix("each ")?;
        let (die, rest) = rest.split_once(' ')?;
        let scored = ["scoring ", "showing ", "that scores ", "which scores ", "of "]
            .iter()
            .find_map(|w| rest.strip_prefix(w)?.strip_suffix(" hits"));
        let now = match scored {
            Some(score) => format!("each {die} hits on {score}"),
            None if matches!(die, "dice" | "die") && rest.starts_with("hits on ") => format!("each d6 {rest}"),
            None => return None,
        };
        self.with(0, line.len(), &now).then(|| {
            let message =
                if scored.is_some() { "the score of each die stands behind `hits on`" } else { "this does not say which dice they are" };
            self.found(Code::Syntax, 0, line.len(), message, format!("write `{now}`"))
        })
    }

    /// `a Tired band may not March`
    pub fn a_may_not(&self) -> Option<Diagnostic> {
        let at = self.code.find(" may not ")?;
        let now = match ["a ", "an ", "any ", "each "].iter().find_map(|w| self.code.get(..at)?.strip_prefix(w)) {
            Some(who) => format!("no {who} may "),
            // `Tired bands may not March`
            None => {
                let (so, noun) = described(self.code.get(..at)?)?;
                let rest = self.code.get(..at)?.rsplit_once(noun)?.1;
                let plural = singular(noun) != noun && !so.is_empty();
                plural.then(|| format!("no {} {}{rest} may ", so.join(" "), singular(noun)))?
            }
        };
        self.with(0, at + " may not ".len(), &now).then(|| {
            let message = "what others may not do begins with `no`";
            self.found(Code::Syntax, 0, at + " may not".len(), message, format!("write `{}`", now.trim_end()))
        })
    }

    /// `expect chance of Nerve of One is 1/2`
    pub fn chance_behind(&self) -> Option<Diagnostic> {
        let rest = self.code.strip_prefix("expect chance of ")?.split(" [").next()?.trim_end();
        let (what, chance) = rest.rsplit_once(" is ").or_else(|| rest.rsplit_once(" = "))?;
        let number = chance.starts_with(|c: char| c.is_ascii_digit()) && !chance.contains(' ');
        let length = "expect chance of ".len() + rest.len();
        let now = format!("expect chance {chance} of {what}");
        (number && self.with(0, length, &now)).then(|| {
            let from = "expect ".len();
            let message = "how likely it is stands before what it is the chance of";
            self.found(Code::Syntax, from, length - from, message, format!("write `chance {chance} of {what}`"))
        })
    }

    /// `on Courage if I am Tired by me: ...`: what a rule meets stands before when it does.
    pub fn role_behind_if(&self) -> Option<Diagnostic> {
        let colon = self.code.find(": ").filter(|_| super::misplaced::PLACES.contains(&self.first()))?;
        let head = self.code.get(..colon)?;
        let when = head.find(" if ")?;
        [" by ", " of ", " at ", " with "].iter().find_map(|role| {
            let at = head.rfind(role).filter(|at| *at > when)?;
            let (who, when_said) = (head.get(at..)?, head.get(when..at)?);
            let now = format!("{who}{when_said}");
            (self.at > when && self.with(when, colon, &now)).then(|| {
                let message = "whom a rule meets stands before the condition under which it does";
                self.found(Code::Syntax, when + 1, colon - when - 1, message, format!("write `{}`", now.trim_start()))
            })
        })
    }

    /// `Heavy Ball: +1 each die if ...`
    pub fn die_behind(&self) -> Option<Diagnostic> {
        let colon = self.code.find(": ").map_or(0, |i| i + 2);
        let said = self.code.get(colon..)?;
        let end =
            [" each die", " per die", " to each die", " on each die", " for each die"].iter().find_map(|w| Some((said.find(w)?, *w)))?;
        let number = said.get(..end.0)?.replace(' ', "");
        let signed = number.starts_with(['+', '-']) && number.len() > 1 && number.bytes().skip(1).all(|b| b.is_ascii_digit());
        let (to, now) = (colon + end.0 + end.1.len(), format!("each die {number}"));
        (signed && self.with(colon, to, &now)).then(|| {
            self.found(Code::Syntax, colon, to - colon, "how much each die counts more stands behind it", format!("write `{now}`"))
        })
    }

    /// `Blue musters 160 of Denmark: ...`
    pub fn musters_points(&self) -> Option<Diagnostic> {
        let at = self.code.find(" musters ")? + " musters ".len();
        let number = self.code.get(at..)?.split(' ').next().filter(|n| n.bytes().all(|b| b.is_ascii_digit()))?;
        let now = format!("{number} pts");
        self.with(at, at + number.len(), &now)
            .then(|| self.found(Code::Syntax, at, number.len(), "points are told with their measure", format!("write `{now}`")))
    }

    /// `on Pace of me: + d3 AP`
    pub fn dice_in_a_measure(&self) -> Option<Diagnostic> {
        let at = [": + d", ": - d", ": +d", ": -d"].iter().find_map(|w| Some(self.code.find(w)? + w.len() - 1))?;
        let dice = self.code.get(at..)?.split([' ', ';']).next()?;
        let sides = dice.get(1..).filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))?;
        let to = at + dice.len();
        (self.at >= at && self.with(at, to, sides)).then(|| {
            let message = "a value rolls no dice: it may be asked at any time, and as often as one likes";
            let help = "roll in a step, and keep what it came to in a count";
            self.found(Code::Dice, at, dice.len(), message, help)
        })
    }

    /// `pack Night Watch version 1.0`, `pack Night Watch v1.0`
    pub fn version_said(&self) -> Option<Diagnostic> {
        self.code.strip_prefix("pack ")?;
        [" version ", " Version ", " edition ", " ver. ", " v. ", " v"].iter().find_map(|said| {
            let at = self.code.find(said)?;
            let number = self.code.get(at + said.len()..)?.split(' ').next()?;
            let digits = number.starts_with(|c: char| c.is_ascii_digit());
            (digits && self.with(at + 1, at + said.len(), "")).then(|| {
                let message = "the version is a number alone";
                let end = at + said.len() + number.len();
                self.found(Code::Syntax, at + 1, end - at - 1, message, format!("write `{number}`"))
            })
        })
    }

    /// `replace value Pace: = 10"`: what is replaced is said whole.
    pub fn replaced_in_part(&self) -> Option<Diagnostic> {
        let rest = self.code.strip_prefix("replace ")?;
        (self.code.contains(": ") && self.with(0, "replace".len(), "amend")).then(|| {
            let name = rest.split(':').next().unwrap_or(rest);
            let message = format!("`replace` says all of `{name}` anew, and a line of it is changed with `amend`");
            self.found(Code::Syntax, 0, "replace".len(), message, "write `amend`")
        })
    }

    /// `band takes any action`, `band may take one order`
    pub fn takes_an_action(&self) -> Option<Diagnostic> {
        const SAID: [&str; 5] = [" takes ", " may take ", " can take ", " must take ", " may then take "];
        let (at, said) = SAID.iter().find_map(|w| Some((self.code.find(w)?, *w)))?;
        let before = self.code.get(..at)?;
        let from = before.rfind([':', ';']).map_or(0, |i| i + 1);
        let who = before.get(from..)?.trim_start();
        let from = before.len() - who.len();
        let who = who.strip_prefix("the ").unwrap_or(who);
        let rest = self.code.get(at + said.len()..)?;
        let (many, kind) = rest.split_once(' ')?;
        let kind = kind.split([' ', ',', ';', '[']).next()?;
        let to = at + said.len() + many.len() + 1 + kind.len();
        let many = match many {
            "an" | "a" | "one" | "1" if said.contains("must") || said == " takes " => "one",
            "an" | "a" | "one" | "1" | "any" => "any",
            _ => return None,
        };
        let kind = singular(kind);
        let now = format!("take {many} {kind} by {who}");
        self.with(from, to, &now).then(|| {
            let message = "what somebody may choose to do is offered with `take`";
            self.found(Code::Syntax, from, to - from, message, format!("write `{now}`"))
        })
    }

    /// `band gains Tired until end of turn`
    pub fn gains_until(&self) -> Option<Diagnostic> {
        let at = self.code.find(" until ")?;
        let gains = self.code.get(..at)?.rsplit(": ").next()?.contains(" gains ");
        let until = self.code.get(at + 1..)?.split([';', '[']).next()?.trim_end();
        (gains && !self.head && self.at >= at && self.at <= at + 1 + until.len() && self.with(at, at + 1 + until.len(), "")).then(|| {
            let message = "how long a marker lasts is said where it is declared: `marker ... until end of turn`";
            self.found(Code::Syntax, at + 1, until.len(), message, "leave it out here")
        })
    }

    /// `has Chief leader, 7 Hand`
    pub fn has_uncounted(&self) -> Option<Diagnostic> {
        let line = self.code.split(" [").next()?.trim_end();
        let rest = line.strip_prefix("has ")?;
        let mut at = line.len() - rest.len();
        for part in rest.split(',') {
            let name = part.trim_start();
            let from = at + part.len() - name.len();
            if name.starts_with(char::is_uppercase) && self.further(from, 0, "1 ") {
                let message = "this does not say how many there are";
                return Some(self.found(Code::Syntax, from, name.len(), message, format!("write `1 {name}`")));
            }
            at += part.len() + 1;
        }
        None
    }

    /// `carries 1 Lamp`
    pub fn carries_counted(&self) -> Option<Diagnostic> {
        let rest = self.code.strip_prefix("carries ")?.trim_start();
        let n = rest.split(' ').next().filter(|n| n.bytes().all(|b| b.is_ascii_digit()))?;
        let at = self.code.len() - rest.len();
        self.further(at, n.len() + 1, "").then(|| {
            let message = "each of them carries what stands here, and no number does";
            self.found(Code::Syntax, at, n.len(), message, "leave it out")
        })
    }

    /// `game over`, `end the game`
    pub fn game_over(&self) -> Option<Diagnostic> {
        let said = ["the game is over", "game over", "end the game", "end game", "game ends now"]
            .iter()
            .find_map(|w| Some((self.code.find(w)?, *w)));
        let (at, said) = said.filter(|_| self.first() != "expect")?;
        self.with(at, at + said.len(), "the game ends")
            .then(|| self.found(Code::Syntax, at, said.len(), format!("`{said}` is not said here"), "write `the game ends`"))
    }

    /// `on Aim of that band: each die -1 until end of turn`
    pub fn until_last(&self) -> Option<Diagnostic> {
        let at = self.code.find(" until end of ").map(|i| i + 1)?;
        let until = self.code.get(at..)?.trim_end();
        let before = self.code.get(..at)?.trim_end().trim_end_matches(',');
        let changes = before.split_once(": ").is_some_and(|(_, does)| CHANGES.iter().any(|c| does.starts_with(c)));
        (!self.head && changes && self.at >= at && self.at <= at + until.len()).then(|| {
            let message = "how long it lasts is said first";
            self.found(Code::Syntax, at, until.len(), message, format!("write `{until}: {before}`, where it happens"))
        })
    }

    /// `on Pace of any band: if band is in Wood, half`
    pub fn if_behind_colon(&self) -> Option<Diagnostic> {
        let colon = self.code.find(": if ")?;
        let place = ["on ", "no ", "any "].iter().any(|w| self.code.starts_with(w));
        let (question, change) = self.code.get(colon + 2..)?.trim_end().rsplit_once(", ")?;
        let does = CHANGES.iter().any(|c| change.starts_with(c));
        (place && does && self.at > colon).then(|| {
            let head = self.code.get(..colon).unwrap_or("");
            let message = "when it holds is said before the colon";
            self.found(Code::Syntax, colon + 2, question.len(), message, format!("write `{head} {question}: {change}`"))
        })
    }

    /// `if band is Tired: each die -1`, as a line of its own
    pub fn if_goes_on(&self) -> Option<Diagnostic> {
        let colon = self.code.find(": ")?;
        let change = self.code.get(colon + 2..)?;
        let does = CHANGES.iter().any(|c| change.starts_with(c));
        (self.first() == "if" && does && self.at > colon).then(|| {
            let message = "this changes something, and does not say what: it seems to go on from the line above";
            self.found(Code::Layout, 0, self.code.trim_end().len(), message, "indent it by four spaces more than the line above")
        })
    }

    /// `if band is Tired` below a line that it belongs to, with nothing behind it
    pub fn if_without_colon(&self) -> Option<Diagnostic> {
        let whole = self.code.trim_end();
        let bare = matches!(self.first(), "if" | "unless") && !whole.contains(':') && self.at >= whole.len();
        (!self.head && bare).then(|| {
            let help = "indent it by four spaces more than the line that it belongs to; or write what happens then, behind `:`";
            self.found(Code::Layout, 0, whole.len(), "nothing follows from this: it seems to go on from the line above", help)
        })
    }

    /// `band: - 2"` in the first column
    pub fn blank_goes_on(&self) -> Option<Diagnostic> {
        let (word, change) = self.code.split_once(": ")?;
        let small = word.bytes().all(|b| b.is_ascii_lowercase());
        let does = CHANGES.iter().any(|c| change.starts_with(c));
        (self.head && small && does && !Self::begins_declarations(word)).then(|| {
            let help = "indent it by four spaces more than the line that it belongs to";
            self.found(Code::Syntax, 0, self.code.trim_end().len(), super::nearly::GOES_ON, help)
        })
    }

    /// `+ 1 per friendly band`
    pub fn per_for_each(&self) -> Option<Diagnostic> {
        let at = self.code.find(" per ").map(|i| i + 1)?;
        let amount = self.code.get(..at)?.trim_end().ends_with(|c: char| c.is_ascii_digit());
        if self.first() == "option" && amount && self.at >= at && self.code.get(..at)?.contains("at most ") {
            let whole = self.code.get(at..)?.split([',', '[']).next()?.trim_end();
            let message = "how often an option may be bought is said of the force";
            return Some(self.found(Code::Syntax, at, whole.len(), message, "write `in the force`"));
        }
        let message = "what adds several times is said with `for each`";
        (amount && self.at <= at + "per".len() && self.at >= at)
            .then(|| self.found(Code::Syntax, at, "per".len(), message, "write `for each`"))
    }

    /// `step steady, adding: band loses Fear`
    pub fn adding_a_sentence(&self) -> Option<Diagnostic> {
        let at = self.code.find(", adding: ")? + 2;
        let said = self.code.get(at + "adding: ".len()..)?.trim_end();
        let sentence = [" gains ", " loses ", " becomes ", " moves "].iter().any(|v| said.contains(v));
        (sentence && self.at > at).then(|| {
            let message = "`adding` says more of a move; what happens besides stands behind `then` or `first`";
            self.found(Code::Syntax, at, "adding".len(), message, format!("write `then: {said}`"))
        })
    }

    /// `hidden marker Masked of band`
    pub fn hidden_marker(&self) -> Option<Diagnostic> {
        let mut words = self.code.split_whitespace();
        let (first, second) = (words.next()?, words.next()?);
        let hidden = ["hidden", "private", "concealed", "covert"].contains(&first);
        (self.head && hidden && ["marker", "count"].contains(&second)).then(|| {
            let message = "what its own side alone knows is `secret`";
            self.found(Code::Syntax, 0, first.len(), message, format!("write `secret {second}`"))
        })
    }

    /// `within 45° either side of straight ahead of foe`
    pub fn either_side(&self) -> Option<Diagnostic> {
        let said = ["either side of", "to either side of", "each side of", "on either side of"];
        let (at, said) = said.iter().find_map(|w| Some((self.code.find(&format!("° {w} "))? + "° ".len(), *w)))?;
        let message = "an arc lies left or right of straight ahead";
        let help = "write `left or right of straight ahead of ...`";
        (self.at >= at && self.at <= at + said.len()).then(|| self.found(Code::Syntax, at, said.len(), message, help))
    }

    /// `option Aides: 0-3 more Helper 4 pts each`
    pub fn span_of_more(&self) -> Option<Diagnostic> {
        let at = self.code.find(": ")? + 2;
        let (span, _) = self.code.get(at..)?.split_once(" more ")?;
        let (least, most) = span.split_once('-')?;
        let numbers = [least, most].iter().all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        (self.first() == "option" && numbers).then(|| {
            let message = "how many may be bought is said with `up to`";
            self.found(Code::Syntax, at, span.len(), message, format!("write `up to {most} more`"))
        })
    }

    /// `03. Apr 1`: a span of which a spreadsheet has made a date
    pub fn date_with_point(&self) -> Option<Diagnostic> {
        const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        let (month, at) = (1..).zip(MONTHS).find_map(|(n, m)| Some((n, self.code.find(&format!(". {m}"))?)))?;
        let before = self.code.get(..at)?;
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let day: u32 = before.get(before.len() - digits..)?.parse().ok()?;
        let (from, length) = (at - digits, digits + ". Apr".len());
        (self.at >= from && self.at <= from + length).then(|| {
            let help = format!("write `{day}-{month}`, of which a spreadsheet makes a date");
            self.found(Code::Syntax, from, length, "a date stands here, where a span is wanted", help)
        })
    }

    /// `the game begins, and drawn by mules.`: the second line of a remark
    pub fn remark_goes_on(&self) -> Option<Diagnostic> {
        let text = self.code.trim_end();
        let small = |w: &str| w.bytes().all(|b| b.is_ascii_lowercase());
        let prose = text.ends_with('.') && text.split(' ').take(2).all(small) && text.split(' ').count() > 3;
        (self.head && prose && !Self::begins_declarations(self.first()))
            .then(|| self.found(Code::Layout, 0, text.len(), "this reads like a remark", "begin each line of a remark with `--`"))
    }
}
