//! Phrases as they stand in books and lists of prices, where the language says them otherwise.

use super::door::is_reserved;
use super::fault::{Faulty, capital};
use crate::diag::{Code, Diagnostic};

impl Faulty<'_> {
    /// Whether a text in quotes begins before a place: the mark of inches has a digit before it.
    fn in_quotes(&self, at: usize) -> bool {
        self.code.get(..at).is_some_and(|before| before.starts_with('"') || before.contains(" \""))
    }

    /// `option Bearer: 1 Man as Bearer, swaps Lamp for Rope 8 pts`
    pub fn price_last(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?.trim_end();
        let number = rest.strip_suffix("pts")?.trim_end();
        let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        let first = self.code.get(..self.at)?.split(',').next()?.trim();
        (self.first() == "option" && plain && self.code.get(..self.at)?.contains(',')).then(|| {
            let message = "the price of an option stands behind what is bought, and before the comma";
            self.found(Code::Syntax, self.at, rest.len(), message, format!("write `{first} {number} pts, ...`"))
        })
    }

    /// `85 points`
    pub fn points_for_pts(&self) -> Option<Diagnostic> {
        let at = self.code.find(" points").map(|i| i + 1).filter(|at| !self.in_quotes(*at))?;
        let before = self.code.get(..at)?.trim_end();
        let number = before.rsplit(|c: char| !c.is_ascii_digit()).next().filter(|n| !n.is_empty())?;
        let near = at.abs_diff(self.at) <= number.len() + 2 || self.at >= at;
        near.then(|| self.found(Code::Syntax, at, "points".len(), "points are written `pts`", format!("write `{number} pts`")))
    }

    /// `on Aim of me: reroll failures, once per game`
    pub fn how_often_last(&self) -> Option<Diagnostic> {
        let (at, said) = ["once per ", "first time per "].iter().find_map(|w| Some((self.code.find(w)?, w)))?;
        let place = ["on ", "before ", "after ", "instead of ", "as any "].iter().any(|w| self.code.starts_with(w));
        let colon = self.code.find(": ").filter(|c| *c < at)?;
        let span = self.code.get(at + said.len()..)?.split([',', ';', ' ', '[']).next().filter(|s| !s.is_empty())?;
        let (head, does) = (self.code.get(..colon)?, self.code.get(colon + 2..at)?.trim_end().trim_end_matches(','));
        let how = format!("{said}{span}");
        (place && self.at > colon).then(|| {
            let message = "how often a rule does something is said before the colon";
            self.found(Code::Syntax, at, how.len(), message, format!("write `{head}, {how}: {does}`"))
        })
    }

    /// `once per game, on Aim of me: reroll failures`
    pub fn how_often_first(&self) -> Option<Diagnostic> {
        let how =
            ["once per ", "first time per "].iter().find_map(|w| self.code.starts_with(w).then(|| self.code.split(", ").next())?)?;
        let rest = self.code.get(how.len() + 2..)?;
        let place = ["on ", "before ", "after ", "instead of ", "skip ", "as any "].iter().any(|w| rest.starts_with(w));
        let (at_place, does) = rest.trim_end().split_once(": ").filter(|_| place)?;
        let message = "how often a rule does something stands behind the place where it does it";
        Some(self.found(Code::Syntax, 0, how.len(), message, format!("write `{at_place}, {how}: {does}`")))
    }

    /// `cost 1 AP once per turn`
    pub fn how_often_behind_price(&self) -> Option<Diagnostic> {
        let how = self.code.get(self.at..)?.trim_end();
        let priced = self.first() == "cost" && ["once per ", "first time per "].iter().any(|w| how.starts_with(w));
        let message = "how often something may be done stands on a line of its own";
        priced.then(|| self.found(Code::Syntax, self.at, how.len(), message, format!("begin a line with it: `{how}`")))
    }

    /// `remove Old Hands, was - 1 if ...`
    pub fn removed_was(&self) -> Option<Diagnostic> {
        let at = self.code.find(", was ").filter(|_| self.first() == "remove")?;
        let said = self.code.get(at..)?.split(" [").next()?.trim_end();
        let help = "leave it out: the version after `extends` says for which parent this was written";
        Some(self.found(Code::Syntax, at, said.len(), "what is removed has no `was`", help))
    }

    /// `amend action March: was 2 AP, cost 1 AP`
    pub fn was_first(&self) -> Option<Diagnostic> {
        let at = if self.code.starts_with("was ") { 0 } else { self.code.find(": was ")? + 2 };
        let (old, new) = self.code.get(at..)?.trim_end().strip_prefix("was ")?.split_once(", ")?;
        let message = "what stands there now comes first, and what it was behind it";
        Some(self.found(Code::Syntax, at, "was".len(), message, format!("write `{new}, was {old}`")))
    }

    /// `units Watch up to 2`
    pub fn up_to_in_list(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?.strip_prefix("up to ")?;
        let n: String = rest.chars().take_while(char::is_ascii_digit).collect();
        (self.first() == "units" && !n.is_empty()).then(|| {
            let message = "how many may be taken is a span, or `or more`";
            self.found(Code::Syntax, self.at, "up to ".len() + n.len(), message, format!("write `0-{n}`"))
        })
    }

    /// `drawn goes into Letters of side`
    pub fn goes_into(&self) -> Option<Diagnostic> {
        let (at, said) = [" goes into ", " goes to ", " goes in "].iter().find_map(|w| Some((self.code.find(w)?, w)))?;
        let where_ = self.code.get(at + said.len()..)?.split([';', '[', '}']).next()?.trim();
        let named = where_.starts_with(|c: char| c.is_uppercase());
        (named && self.at <= at + said.len()).then(|| {
            let message = "what comes to a deck, a hand or a tray joins it";
            self.found(Code::Syntax, at + 1, said.trim().len(), message, format!("write `joins {where_}`"))
        })
    }

    /// `Old Hands: + 1 if ...`, `Bow, for 3 read 4` in the first column
    pub fn row_in_first_column(&self) -> Option<Diagnostic> {
        let erratum = || self.code.split_once(", for ").filter(|(_, change)| change.contains(" read ")).map(|(name, _)| (name, "= "));
        let (name, change) = self.code.split_once(':').or_else(erratum)?;
        let named = name.split(' ').all(|w| w.starts_with(|c: char| c.is_uppercase()));
        let sign = change.trim_start().starts_with(['+', '-', '='])
            || ["it is ", "each ", "x ", "at least ", "at most ", "also if "].iter().any(|w| change.trim_start().starts_with(w));
        (self.head && named && sign && self.at <= name.len()).then(|| {
            let message = format!("`{name}` is a row of a declaration, and a line in the first column begins a new one");
            self.found(Code::Layout, 0, name.len(), message, "begin the line with two blanks, below what it is a row of")
        })
    }

    /// `marker Smoke of squad until start of next Turn`
    pub fn until_start(&self) -> Option<Diagnostic> {
        let word = ["start", "the start", "beginning", "the beginning"].iter().find(|w| self.code.contains(&format!("until {w} of")))?;
        let at = self.code.find(&format!("until {word} of"))?;
        let message = "what lasts, lasts until the end of something";
        let help =
            "write `until end of ...`; or `until removed`, and take it away where that begins: `before Wave of any unit: unit loses Smoke`";
        (self.at >= at).then(|| self.found(Code::Syntax, at, "until ".len() + word.len(), message, help))
    }

    /// `marker Smoke of squad until the end of the turn`
    pub fn until_the_end(&self) -> Option<Diagnostic> {
        const WORDS: &str = "until the end of";
        let at = self.code.find(WORDS)?;
        let rest = self.code.get(at + WORDS.len()..)?;
        let span = rest.split([',', ':', ';', '[']).next()?.trim_end();
        let what = span.trim().trim_start_matches("the ").trim_start_matches("this ");
        (self.at >= at && !what.is_empty()).then(|| {
            let (next, what) = what.strip_prefix("next ").map_or(("", what), |what| ("next ", what));
            let named = if what == "turn" && next.is_empty() { what.to_owned() } else { format!("{next}{}", titled(what)) };
            let (len, help) = (WORDS.len() + span.len(), format!("write `until end of {named}`"));
            self.found(Code::Syntax, at, len, "how long something lasts is said by `until end of` and a name", help)
        })
    }

    /// `may re-roll failures`
    pub fn reroll_with_hyphen(&self) -> Option<Diagnostic> {
        let at = self.code.find("re-roll").filter(|at| !self.in_quotes(*at))?;
        Some(self.found(Code::Syntax, at, "re-roll".len(), "`re-roll` is one word here", "write `reroll`"))
    }

    /// `use Late Start = Next morning`
    pub fn small_in_reading(&self) -> Option<Diagnostic> {
        let at = self.code.find(" = ")? + " = ".len();
        let reading = self.code.get(at..)?.trim_end();
        let named = reading.starts_with(char::is_uppercase) && reading.chars().all(|c| c.is_alphanumeric() || " '-".contains(c));
        (self.first() == "use" && self.at > at && named).then(|| {
            let help = format!("write `{}`", titled(reading));
            self.found(Code::Syntax, at, reading.len(), "each word of a reading has a capital", help)
        })
    }

    /// `condition ship is Bearing On ship (the foe)`
    pub fn blank_without_its_word(&self) -> Option<Diagnostic> {
        let (word, before) = (self.stopper(), self.before());
        let own = word.starts_with(|c: char| c.is_ascii_lowercase()) && !is_reserved(word);
        let asked = self.first() == "condition" && before.starts_with(char::is_uppercase) && self.code.contains(" is ");
        (self.head && asked && own && self.code.get(..self.at)?.find('=').is_none()).then(|| {
            let message = format!("a small word stands between a name and the `{word}` that it is asked about");
            self.found(Code::Syntax, self.at, word.len(), message, format!("write `to {word}`, or `of`, `at`, `by`, `from` or `with`"))
        })
    }

    /// `/ 6", rounded down`
    pub fn comma_before_rounded(&self) -> Option<Diagnostic> {
        let comma = self.code.find(", rounded")?;
        (self.stopper() == "rounded" || self.at == comma)
            .then(|| self.found(Code::Syntax, comma, 1, "no comma stands before `rounded`", "take the comma away"))
    }

    /// `may reroll` and no more
    pub fn reroll_of_nothing(&self) -> Option<Diagnostic> {
        let whole = self.code.trim_end();
        let at = whole.strip_suffix("reroll")?.len();
        (self.at >= at).then(|| {
            let message = "this does not say which dice are rolled again";
            self.found(Code::Syntax, at, "reroll".len(), message, "write `reroll failures`, `reroll 1s` or `reroll all`")
        })
    }

    /// `draw a card from Lots`, `draw from Lots`
    pub fn draws_for_nobody(&self) -> Option<Diagnostic> {
        if let Some((before, deck)) = self.code.split_once("draw from ").filter(|(_, deck)| deck.starts_with(char::is_lowercase)) {
            let word = deck.split(|c: char| !c.is_alphanumeric() && c != '-').next()?;
            let message = format!("`{word}` is no deck: cards are drawn from a deck, by its name");
            let help = "write the name of the deck, whose words have capitals";
            return Some(self.found(Code::Syntax, before.len() + "draw from ".len(), word.len(), message, help));
        }
        let at = if self.code.starts_with("draw ") { 0 } else { self.code.find(": draw ")? + ": ".len() };
        let deck = self.code.get(at..)?.split_once("from ")?.1.split([':', ';', ',', '[']).next()?.trim();
        let named = deck.starts_with(char::is_uppercase) && self.at >= at;
        named.then(|| {
            let message = "what is drawn is called something";
            self.found(Code::Syntax, at, "draw".len(), message, format!("write `drawn = draw from {deck}`"))
        })
    }

    /// `foe loses Wounds equal to hits`
    pub fn equal_to(&self) -> Option<Diagnostic> {
        let at = self.code.find(" equal to ").map(|i| i + 1).filter(|at| !self.in_quotes(*at))?;
        let verb = ["gains ", "loses "].into_iter().find(|v| self.code.get(..at).is_some_and(|t| t.contains(v)))?;
        let from = self.code.find(verb)? + verb.len();
        let what = self.code.get(from..at)?.trim();
        let number = self.code.get(at + "equal to ".len()..)?.split([',', ';', '[']).next()?.trim();
        let named = what.starts_with(char::is_uppercase) && !number.is_empty();
        let said = if number.contains(' ') { format!("({number})") } else { number.to_owned() };
        (named && self.at + 1 >= at).then(|| {
            let message = "how much is said before what";
            self.found(Code::Syntax, at, "equal to".len(), message, format!("write `{verb}{said} {what}`"))
        })
    }

    /// `on Able To Wade of any band: never if band is Tired`
    pub fn condition_met_with_never(&self) -> Option<Diagnostic> {
        let at = self.code.find(": never").map(|i| i + ": ".len())?;
        let met = self.code.strip_prefix("on ")?.split_once(':')?.0;
        let (name, of) = met.split_once(" of ")?;
        let kind = of.strip_prefix("any ").and_then(|k| k.split([' ', ',']).next()).unwrap_or("one");
        (self.at >= at).then(|| {
            let message = "`never` stands below a condition of one's own alone";
            let help = format!("write `no {kind} counts as {name} if ...`");
            self.found(Code::Syntax, at, "never".len(), message, help)
        })
    }
}

/// Words as a name has them: each with a capital.
fn titled(words: &str) -> String {
    words.split_whitespace().map(capital).collect::<Vec<String>>().join(" ")
}
