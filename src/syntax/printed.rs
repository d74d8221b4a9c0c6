//! Phrases as other games and other programs print them, and what is written here instead.

use super::Rule;
use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// Limits as other books say them, and as they are said here.
const LIMITS: &[(&str, &str)] = &[
    ("to a maximum of", "at most"),
    ("up to a maximum of", "at most"),
    ("a maximum of", "at most"),
    ("maximum of", "at most"),
    ("maximum", "at most"),
    ("max", "at most"),
    ("a minimum of", "at least"),
    ("minimum of", "at least"),
    ("minimum", "at least"),
    ("min", "at least"),
];

/// Points of the compass in one word, and as they are written here.
const BETWEEN: &[(&str, &str)] = &[
    ("northeast", "north east"),
    ("northwest", "north west"),
    ("southeast", "south east"),
    ("southwest", "south west"),
    ("ne", "north east"),
    ("nw", "north west"),
    ("se", "south east"),
    ("sw", "south west"),
];

/// When a book says that something happens, and the word that meets it.
const MOMENTS: &[(&str, &str)] = &[
    ("at the start of ", "before"),
    ("at the beginning of ", "before"),
    ("at the end of ", "after"),
    ("start of ", "before"),
    ("end of ", "after"),
];

/// Words with which other books begin a rule that meets whoever comes near.
const COMING: &[&str] = &["whenever", "when", "if", "as soon as", "as", "on", "after", "before", "once", "each time", "every time"];

/// A plain number: digits alone.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

impl Faulty<'_> {
    /// `reroll all 1's`
    pub fn faces_with_apostrophe(&self) -> Option<Diagnostic> {
        let (sign, face) = self.code.match_indices("'s").find_map(|(i, _)| {
            let read = self.code.get(..i)?;
            let face = read.rsplit(' ').next().filter(|face| is_number(face))?;
            (i + "'s".len() + 1 >= self.at).then_some((i, face))
        })?;
        let from = sign - face.len();
        let from = from - if self.code.get(..from)?.ends_with(" all ") { "all ".len() } else { 0 };
        let message = "faces of dice are written without an apostrophe";
        Some(self.found(Code::Syntax, from, sign + "'s".len() - from, message, format!("write `{face}s`")))
    }

    /// `= Mettle of crew + 1, maximum 6`
    pub fn limit_in_other_words(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?;
        if let Some(found) = self.limit_of_entry(rest) {
            return Some(found);
        }
        let (said, now, number) = LIMITS.iter().find_map(|(said, now)| {
            let number = rest.strip_prefix(said)?.strip_prefix(' ')?.split_whitespace().next()?;
            Some((said, now, number.trim_end_matches([':', ';', ','])))
        })?;
        let help = format!("write `{now} {number}`");
        Some(self.found(Code::Syntax, self.at, said.len(), format!("a limit is not said with `{said}`"), help))
    }

    /// `units Band min 1`, `units Band at most 2`, `units Band exactly 1`
    fn limit_of_entry(&self, rest: &str) -> Option<Diagnostic> {
        let plain = ["at most", "at least", "exactly"].map(|w| (w, w));
        let known = LIMITS.iter().copied().chain(plain).filter(|_| self.first() == "units");
        let (now, number) = known.into_iter().find_map(|(said, now)| {
            let number = rest.strip_prefix(said)?.trim_start_matches([':', ' ', '.']).split_whitespace().next()?;
            Some((now, number.trim_end_matches([':', ';', ','])))
        })?;
        let help = match now {
            "at least" => format!("write `{number} or more`"),
            "exactly" => format!("write `{number}-{number}`"),
            _ => format!("write `0-{number}`"),
        };
        let length = rest.find(number)? + number.len();
        let message = "how many may be taken is a span, or `or more`";
        is_number(number).then(|| self.found(Code::Syntax, self.at, length, message, help))
    }

    /// `when any enemy unit (the mover) comes within 8" of me:`, `after an enemy unit moves within 8" of me:`
    pub fn comes_within(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?;
        let word = COMING.iter().find(|w| line.strip_prefix(**w).is_some_and(|rest| rest.starts_with(' ')))?;
        let met = line.get(word.len()..)?.split([':', ',']).next()?.trim();
        let (who, near) = ["comes", "moves", "gets", "goes", "arrives", "is", "ends", "enters"]
            .iter()
            .find_map(|v| met.split_once(&format!(" {v} within ")))?;
        let who = ["any ", "an ", "a ", "each ", "the "].iter().fold(who, |who, w| who.strip_prefix(w).unwrap_or(who));
        let whole = format!("as any {who} comes within {near}");
        let stands = !word.starts_with("when") && met.contains(" is within ");
        let asks = stands || met.contains(" if ") || met.contains(" unless ");
        (!self.head && !asks && line.contains(':') && self.at <= word.len() + 1 + met.len()).then(|| {
            let message = "what meets those who come near begins with `as`";
            self.found(Code::Syntax, 0, word.len(), message, format!("write `{whole}`"))
        })
    }

    /// `share hits between enemy unit: ...`
    pub fn shared_between(&self) -> Option<Diagnostic> {
        let head = self.code.lines().next()?.split(':').next()?;
        let word = ["between", "amongst", "across", "over", "to", "on"].into_iter().find(|w| head.contains(&format!(" {w} ")))?;
        let at = head.find(&format!(" {word} "))? + 1;
        let shares = self.first() == "share" && !head.contains(" among ");
        shares.then(|| self.found(Code::Syntax, at, word.len(), "what is shared falls among those who take it", "write `among`"))
    }

    /// `within 45 degrees`
    pub fn degrees(&self) -> Option<Diagnostic> {
        let (word, before) = (self.stopper(), self.before());
        let so = matches!(word, "degrees" | "degree" | "deg" | "deg.") && is_number(before);
        so.then(|| {
            let from = self.code.get(..self.at).map_or(0, |t| t.trim_end().len()).saturating_sub(before.len());
            let help = format!("write `{before}°`");
            self.found(Code::Syntax, from, self.at + word.len() - from, "degrees are marked with a sign", help)
        })
    }

    /// `has 1x Ranger leader`
    pub fn times_before_name(&self) -> Option<Diagnostic> {
        let (word, read) = (self.stopper(), self.code.get(..self.at)?.trim_end());
        let digits = read.bytes().rev().take_while(u8::is_ascii_digit).count();
        let number = read.get(read.len() - digits..).filter(|n| !n.is_empty())?;
        let named = self.code.get(self.at + word.len()..)?.trim_start().starts_with(char::is_uppercase);
        (word == "x" && named).then(|| {
            let from = read.len() - digits;
            let message = "how many there are is a number alone";
            self.found(Code::Syntax, from, self.at + 1 - from, message, format!("write `{number}`"))
        })
    }

    /// `on any Tired unit's Pace: half`
    pub fn whose_first(&self) -> Option<Diagnostic> {
        let sign = self.code.match_indices("'s ").map(|(i, _)| i).find(|i| i + "'s ".len() >= self.at)?;
        let name = self.code.get(sign + "'s ".len()..)?;
        let name: Vec<&str> = name.split([':', ',', ';']).next()?.split(' ').take_while(|w| w.starts_with(char::is_uppercase)).collect();
        let read = self.code.get(..sign)?;
        let (kind, before) = (read.rsplit(' ').next()?, read.rsplit_once(' ').map_or("", |(before, _)| before));
        let described = before.rsplit(' ').take_while(|w| w.starts_with(char::is_uppercase) || matches!(*w, "enemy" | "friendly"));
        let mut words: Vec<&str> = described.collect();
        let left = before.split(' ').count() - words.len();
        words.extend(before.split(' ').nth(left.saturating_sub(1)).filter(|w| matches!(*w, "any" | "each" | "every" | "no" | "my")));
        words.reverse();
        words.push(kind);
        let (name, whom) = (name.join(" "), words.join(" "));
        let small = kind.starts_with(|c: char| c.is_ascii_lowercase());
        (small && !name.is_empty()).then(|| {
            let from = sign - whom.len();
            let help = format!("write `{name} of {whom}`");
            let length = sign + "'s ".len() + name.len() - from;
            self.found(Code::Habit, from, length, "what is asked for comes first, then `of`, and then of whom", help)
        })
    }

    /// `at the start of each turn:`
    pub fn moment_of_a_book(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?;
        let (said, word) = MOMENTS.iter().find(|(said, _)| line.starts_with(said))?;
        let when = line.get(said.len()..)?.split([':', ',']).next()?.trim();
        let name: Vec<String> = when
            .split(' ')
            .filter(|w| !matches!(*w, "each" | "every" | "the" | "a" | "any" | "my" | "his" | "its" | "their"))
            .map(super::fault::capital)
            .collect();
        (!self.head && !name.is_empty()).then(|| {
            let help = format!("write `{word}` and what it is called that begins or ends, such as `{word} {}:`", name.join(" "));
            self.found(Code::Syntax, 0, said.len() + when.len(), "a rule says what it meets", help)
        })
    }

    /// `drawn = draw a card from Omens`
    pub fn draws_a_card(&self) -> Option<Diagnostic> {
        let at = self.code.find("draw ").filter(|_| !self.code.contains("draw from "))? + "draw ".len();
        let (what, deck) = self.code.get(at..)?.split_once(" from ")?;
        let (number, rest) = what.split_once(' ').unwrap_or((what, ""));
        let many = !rest.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && number != "1";
        let deck = deck.split([':', ';', ',', '[']).next()?.trim();
        let kept = self.code.get(..at)?.contains(" = ") && !what.contains([':', ';']) && !what.starts_with(char::is_uppercase);
        (kept && (at..=at + what.len() + 1).contains(&self.at)).then(|| {
            if many {
                let message = "what is drawn are cards of the deck, and this is not said";
                return self.found(Code::Syntax, at + number.len() + 1, rest.len(), message, format!("write `draw {number} from {deck}`"));
            }
            let message = "what is drawn is one card of the deck, and this is not said";
            self.found(Code::Syntax, at, what.len(), message, format!("write `draw from {deck}`"))
        })
    }

    /// `manner Wary of band: up to 9", keeping 1" from enemy band`
    pub fn manner_with_length(&self) -> Option<Diagnostic> {
        let (head, ways) = self.code.split_once(": ").filter(|_| self.first() == "manner")?;
        let from = head.len() + 2;
        let said = ways.split([',', '[']).next().map(str::trim_end).filter(|way| way.starts_with("up to ") || way.starts_with("moves "))?;
        let rest = ways.get(said.len()..)?.trim_start_matches(',').trim_start();
        let reads = if rest.is_empty() { self.reads(head) } else { self.reads(&format!("{head}: {rest}")) };
        reads.then(|| {
            let message = "a manner does not say how far something goes";
            self.found(Code::Syntax, from, said.len(), message, "leave it out: the move that names the manner says it")
        })
    }

    /// `terrain Bog soft ground`
    pub fn terrain_does(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let named = self.code.strip_prefix("terrain ")?.starts_with(char::is_uppercase);
        let plain = word.chars().all(|c| c.is_ascii_lowercase()) && self.wants(&[Rule::role, Rule::prep, Rule::role_head]);
        (self.head && named && plain && self.at > 0).then(|| {
            let message = format!("no terrain does what `{word}` says");
            let help = "write what it does, such as `ground costs double`, `ground costs forbidden` or `blocks sight`";
            self.found(Code::Syntax, self.at, word.len(), message, help)
        })
    }

    /// `Mist around 18",18"` and no radius
    pub fn around_without_size(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end().trim_end_matches(';').trim_end();
        let from = read.rfind(" around ")?;
        let place = read.get(from + " around ".len()..)?;
        let point = place.contains("\",") && place.ends_with('"') && !place.contains(' ');
        let name = read.get(..from)?.rsplit([':', ';']).next()?.trim();
        (point && !name.is_empty()).then(|| {
            let message = format!("`{name}` lies around a place, and this does not say how far");
            let help = format!("write its radius behind the place, such as `around {place} 3\"`");
            self.found(Code::Syntax, from + 1, "around ".len() + place.len(), message, help)
        })
    }

    /// `facing northeast`
    pub fn between_two_points(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let said = word.to_lowercase().replace('-', "");
        let (_, now) = BETWEEN.iter().find(|(w, _)| *w == said).filter(|_| matches!(self.before(), "facing" | "faces"))?;
        let message = format!("`{word}` is no point of the compass here");
        Some(self.found(Code::Syntax, self.at, word.len(), message, format!("write `{now}`")))
    }

    /// `on my Courage: + 1`
    pub fn my_before_name(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?.strip_prefix("my ")?;
        let name: Vec<&str> = rest.split([':', ',']).next()?.split(' ').take_while(|w| w.starts_with(char::is_uppercase)).collect();
        (self.first() == "on" && !name.is_empty()).then(|| {
            let (name, message) = (name.join(" "), "whose it is stands behind what is changed");
            self.found(Code::Syntax, self.at, "my ".len() + name.len(), message, format!("write `{name} of me`"))
        })
    }

    /// `- 2" if unit is in Wood, otherwise - 1"`, behind what a rule meets
    pub fn otherwise_of_change(&self) -> Option<Diagnostic> {
        (self.first() == "on" && self.stopper() == "otherwise").then(|| {
            let message = "a change is made or not, and has no other amount";
            let help = "write a second line for the other amount, with `unless` in the place of `if`";
            self.found(Code::Syntax, self.at, "otherwise".len(), message, help)
        })
    }

    /// `marker Winded of unit until next turn`
    pub fn until_next(&self) -> Option<Diagnostic> {
        let span = self.code.get(self.at..)?.split([':', ',', ';', '[']).next()?.trim_end();
        let what = span.strip_prefix("next ").or_else(|| span.strip_prefix("the next "))?;
        (self.before() == "until" && !what.is_empty()).then(|| {
            let message = "what something lasts is said by the end of it";
            let help = format!("write `end of {what}`, or `end of next {what}` if it lasts through the next, too");
            self.found(Code::Syntax, self.at, span.len(), message, help)
        })
    }

    /// `use The List for Hold Cost`
    pub fn reading_before_question(&self) -> Option<Diagnostic> {
        let said = self.said().strip_prefix("use ")?;
        let (reading, question) = [" for ", " as "].iter().find_map(|word| said.split_once(word))?;
        let named = |text: &str| text.starts_with(char::is_uppercase) && !text.contains('=');
        (named(reading) && named(question)).then(|| {
            let message = "the question stands first, and its reading behind `=`";
            self.found(Code::Syntax, "use ".len(), said.len(), message, format!("write `{question} = {reading}`"))
        })
    }

    /// `Felled of band for Toll (score) by foe`
    pub fn question_without_brackets(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end().strip_suffix('(')?.trim_end();
        let from = read.rfind(" for ")? + " for ".len();
        let name = read.get(from..)?;
        let named = !name.is_empty() && name.split(' ').all(|w| w.starts_with(char::is_uppercase));
        let close = self.at + self.code.get(self.at..)?.find(')')? + 1;
        let asked = self.code.get(from..close)?;
        named.then(|| {
            let message = "a question with a key of its own stands in brackets";
            self.found(Code::Syntax, from, asked.len(), message, format!("write `({asked})`"))
        })
    }

    /// `side of foe gains Prize (n) Loot`
    pub fn amount_without_brackets(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let open = read.rfind('(')?;
        let verb = [" gains ", " loses "].iter().filter_map(|v| Some(read.get(..open)?.rfind(v)? + v.len())).max()?;
        let name = read.get(verb..open)?.trim();
        let named = !name.is_empty() && name.split(' ').all(|w| w.starts_with(char::is_uppercase));
        let close = open + self.code.get(open..)?.find(')')? + 1;
        let what = self.code.get(close..)?.trim_start();
        let (asked, what) = (self.code.get(verb..close)?, what.split([':', ';', ',', '[']).next()?.trim());
        (named && what.starts_with(char::is_uppercase)).then(|| {
            let message = "an amount that is worked out stands in brackets";
            self.found(Code::Syntax, verb, asked.len(), message, format!("write `({asked}) {what}`"))
        })
    }
}
