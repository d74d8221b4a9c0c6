//! Sentences of players and books, and what is written here.

use super::fault::{Faulty, capital};
use super::quantifiers::singular;
use crate::diag::{Code, Diagnostic};

impl Faulty<'_> {
    /// `foe moves back 3"`, `foe falls back 3"`
    pub fn moves_back(&self) -> Option<Diagnostic> {
        const BACK: &[&str] = &["moves back", "falls back", "retreats", "withdraws", "pulls back", "retires", "recoils"];
        let (at, said) = BACK.iter().find_map(|said| Some((self.code.find(&format!(" {said} "))? + 1, *said)))?;
        let rest = self.code.get(at + said.len()..)?.trim_start();
        let amount = rest.split([' ', ',', ';', '[']).next().filter(|a| a.contains('"'))?;
        let whole = self.code.len() - rest.len() + amount.len() - at;
        let now = format!("moves {amount} straight back");
        [now, format!("moves {amount}, straight back")]
            .into_iter()
            .find(|now| self.with(at, at + whole, now))
            .map(|now| self.found(Code::Syntax, at, whole, "how far somebody goes stands behind `moves`", format!("write `{now}`")))
    }

    /// `foe must Rally`
    pub fn must_do(&self) -> Option<Diagnostic> {
        let (before, deed) = self.code.split_once(" must ")?;
        let from = before.rfind([':', ';']).map_or(0, |i| i + 1);
        let who = before.get(from..)?.trim();
        let to = deed.find([';', '[', ',']).unwrap_or(deed.len());
        let deed = deed.get(..to)?.trim_end();
        let at = self.code.find(before.get(from..)?.trim_start())?.max(from);
        let small =
            !who.contains(' ') && who.starts_with(char::is_lowercase) && deed.starts_with(char::is_uppercase) && !deed.contains(" of ");
        let now = format!("{deed} by {who}");
        let length = who.len() + " must ".len() + deed.len();
        (small && self.with(at, at + length, &now)).then(|| {
            let message = "what somebody has to do is written as what is done";
            self.found(Code::Syntax, at, length, message, format!("write `{now}`"))
        })
    }

    /// `roll a d6, on 4+ ...`
    pub fn rolls_in_english(&self) -> Option<Diagnostic> {
        let (at, said) = ["rolls a ", "roll a ", "rolls ", "roll ", "throw a ", "throw "]
            .iter()
            .find_map(|said| Some((self.code.find(*said)?, *said)))?;
        let dice = self.code.get(at + said.len()..)?.split([' ', ',', ':', ';']).next()?;
        let (count, sides) = dice.split_once(['d', 'D'])?;
        let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
        let alone = at == 0 || self.code.get(..at)?.ends_with(' ');
        let named = self.code.get(..at)?.trim_end().ends_with('=');
        (!self.head && alone && !named && digits(count) && digits(sides) && !sides.is_empty() && self.first() != "expect").then(|| {
            let message = "dice are rolled where they are named, without `roll`";
            let help = format!(
                "give what is rolled a name, `x = {}`, and ask it on the next line: `if x is at least 4: ...`",
                dice.to_lowercase()
            );
            self.found(Code::Habit, at, said.len() + dice.len(), message, help)
        })
    }

    /// `each friendly bands within 6" get + 1 Courage`
    pub fn gets_an_amount(&self) -> Option<Diagnostic> {
        let line = self.said();
        let (who, rest) = [" get ", " gets ", " have ", " has ", " receive ", " receives ", " gain ", " gains "]
            .iter()
            .find_map(|verb| line.split_once(verb))?;
        let sign = rest.chars().next().filter(|c| matches!(c, '+' | '-'))?;
        let (amount, what) = rest.get(1..)?.trim_start().split_once(' ')?;
        let what = ["to its ", "to their ", "to "].iter().find_map(|to| what.strip_prefix(to)).unwrap_or(what);
        let named = what.split(' ').all(|w| w.starts_with(char::is_uppercase));
        let plain = !self.head && named && amount.starts_with(|c: char| c.is_ascii_digit()) && !who.contains([':', ',']);
        plain.then(|| {
            let whom = if matches!(who, "I" | "me") { "me".to_owned() } else { format!("any {}", singulars(who)) };
            let help = format!("write `on {what} of {whom}: {sign} {amount}`");
            self.found(Code::Syntax, 0, line.len(), "what is changed is said of a quantity, `on`", help)
        })
    }

    /// `I ignore The Row`
    pub fn i_ignore(&self) -> Option<Diagnostic> {
        let what = self.said().strip_prefix("I ignore ")?;
        let now = format!("ignore {what} by me");
        (!self.head && self.reads(&now)).then(|| {
            let message = "a line that ignores something begins with `ignore`";
            self.found(Code::Syntax, 0, "I ignore ".len() + what.len(), message, format!("write `{now}`"))
        })
    }

    /// `once per game: I gain 1 Zeal`, with no moment
    pub fn once_of_no_moment(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?;
        let (often, _) = line.split_once(':')?;
        let often = often.trim_end();
        (!self.head && often.starts_with("once per ") && often.split(' ').count() == 3 && self.at >= often.len()).then(|| {
            let help = format!("begin with `before` or `after` and what happens, and end that with `, {often}:`");
            self.found(Code::Syntax, 0, often.len(), "this does not say at what moment", help)
        })
    }

    /// `gather Tired band in brawl`, `any of band`
    pub fn gathers_in(&self) -> Option<Diagnostic> {
        let into = [" in to ", " in "].iter().find_map(|said| self.code.rfind(said).map(|at| (at + 1, said.trim())));
        if let Some((at, said)) = into.filter(|_| self.code.contains("gather "))
            && self.with(at, at + said.len(), "into")
        {
            let message = format!("`{said}` is not said here");
            return Some(self.found(Code::Syntax, at, said.len(), message, "write `into`"));
        }
        let at = self.code.find("any of ").or_else(|| self.code.find("majority of ")).filter(|_| self.first() == "tags")?;
        let of = at + self.code.get(at..)?.find(" of ")? + 1;
        self.with(of, of + 2, "for").then(|| {
            let message = "what a group is by its pieces is said with `for`";
            self.found(Code::Syntax, of, 2, message, "write `for`")
        })
    }

    /// `legal Few Old sum of ...`
    pub fn colon_behind_name(&self) -> Option<Diagnostic> {
        let word = self.first();
        let named = matches!(word, "legal" | "always" | "needs") && !self.code.contains(": ");
        let mut to = word.len();
        while let Some(next) = self.code.get(to..)?.strip_prefix(' ').and_then(|rest| rest.split(' ').next()) {
            if !named || !next.starts_with(char::is_uppercase) {
                break;
            }
            to += 1 + next.len();
            if self.with(to, to, ":") {
                let message = format!("`:` is missing behind `{next}`");
                return Some(self.found(Code::Syntax, to - next.len(), next.len(), message, format!("write `{next}:`")));
            }
        }
        None
    }
}

/// A verb without its `ed`: `moved` is of `move`, `tidied` of `tidy`.
fn plain(done: &str) -> String {
    let Some(stem) = done.strip_suffix("ed").filter(|stem| stem.len() > 1) else { return done.to_owned() };
    if let Some(stem) = stem.strip_suffix('i') {
        return format!("{stem}y");
    }
    let silent = stem.ends_with(['v', 'c', 'g', 'z', 'u']) || ["ir", "at", "ut", "or", "as"].iter().any(|end| stem.ends_with(end));
    if silent { format!("{stem}e") } else { stem.to_owned() }
}

impl Faulty<'_> {
    /// `if I have not moved this turn`
    pub fn has_done(&self) -> Option<Diagnostic> {
        const DONE: &[&str] = &["fought", "been", "done"];
        let (at, said) = [" have not ", " has not ", " hasn't ", " haven't ", " have ", " has "]
            .iter()
            .find_map(|said| Some((self.code.find(said)? + 1, said.trim())))?;
        let rest = self.code.get(at + said.len()..)?.trim_start();
        let done = rest.split([' ', ':', ',', ')']).next().filter(|w| DONE.contains(w) || w.ends_with("ed"))?;
        let near = (at..=at + said.len() + 1 + done.len() + " this".len() + 1).contains(&self.at);
        near.then(|| {
            let not = if said.contains('n') { "did not" } else { "did" };
            let message = "what somebody did is asked with `did` and the name of what was done";
            let help = format!("write `{not} {}` with the name that it has here, and `this turn` behind it", capital(&plain(done)));
            self.found(Code::Syntax, at, said.len() + 1 + done.len(), message, help)
        })
    }

    /// `option Chief: 1 Hand becomes Chief leader 6 pts`
    pub fn becomes_for_as(&self) -> Option<Diagnostic> {
        let (at, said) = [" becomes a ", " becomes ", " turns into ", " is upgraded to ", " upgrades to ", " to "]
            .iter()
            .find_map(|said| Some((self.code.find(said)? + 1, said.trim())))?;
        (self.first() == "option" && self.with(at, at + said.len(), "as")).then(|| {
            let message = "as whom somebody takes the field is said with `as`";
            self.found(Code::Syntax, at, said.len(), message, "write `as`")
        })
    }

    /// `Red: Guards: 8 x Ranger at ...`
    pub fn times_before_entry(&self) -> Option<Diagnostic> {
        let token = self.stopper();
        let number = Some(token.trim_end_matches(['x', '×'])).filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))?;
        let rest = self.code.get(self.at + number.len()..)?.trim_start().trim_start_matches(['x', '×']).trim_start();
        let words: Vec<&str> = rest.split(' ').take_while(|w| w.trim_end_matches(',').starts_with(char::is_uppercase)).collect();
        let entry = words.join(" ");
        let entry = entry.split(',').next().filter(|name| !name.is_empty())?;
        let stands = self.code.get(..self.at)?.trim_end().ends_with(':') && rest.contains(" at ") && !self.head;
        stands.then(|| {
            let length = self.code.get(self.at..).and_then(|t| t.find(entry)).map_or(number.len(), |i| i + entry.len());
            let help = format!("write `{entry}, {number} models`, with the word that your game has for models");
            self.found(Code::Syntax, self.at, length, "how many there are stands behind what they are", help)
        })
    }

    /// `table Wind (score): 1-4 0, 5-8 1 9-10 2`
    pub fn comma_between_keys(&self) -> Option<Diagnostic> {
        let table = self.head && self.code.starts_with("table ") || self.code.starts_with("amend table ");
        let before = self.code.get(..self.at)?.trim_end();
        let last = self.before();
        (table && self.with(before.len(), before.len(), ",")).then(|| {
            let message = format!("`,` is missing behind `{last}`");
            self.found(Code::Syntax, before.len() - last.len(), last.len(), message, format!("write `{last},`"))
        })
    }

    /// `Cold Night x 2` below a deck
    pub fn cards_times(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let (name, number) = [" x ", " × ", " x", " ×", ": "].iter().find_map(|sign| line.rsplit_once(sign))?;
        let deck = ["deck ", "hand ", "tray ", "amend deck "].iter().any(|head| self.around.above.starts_with(head));
        let so = deck && !self.head && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        so.then(|| {
            let message = "how many there are of a card is a number alone";
            self.found(Code::Syntax, name.len() + 1, line.len() - name.len() - 1, message, format!("write `{number}`"))
        })
    }

    /// `amend many bow | Range`
    pub fn headings_of_parent(&self) -> Option<Diagnostic> {
        let rest = self.code.strip_prefix("amend many ").or_else(|| self.code.strip_prefix("amend columns of "))?;
        let (kind, headings) = rest.split_once('|')?;
        let from = self.code.len() - headings.len() - 1;
        let length = self.code.get(from..)?.lines().next()?.trim_end().len();
        self.head.then(|| {
            let help = format!("write `amend many {}`, and below it the new rows", kind.trim());
            self.found(Code::Syntax, from, length, "the headings of a list are the parent's, and are not said again", help)
        })
    }
}

impl Faulty<'_> {
    /// `failed by 1 or 2: ...`
    pub fn one_or_two(&self) -> Option<Diagnostic> {
        let at = self.code.get(..self.at)?.trim_end().strip_suffix(" or").map(str::len)?;
        let word = self.first();
        let result = matches!(word, "failed" | "passed" | "difference") || word.starts_with(|c: char| c.is_ascii_digit());
        (result && self.with(at + 1, at + 3, "to")).then(|| {
            let message = "results from one number to another are said with `to`";
            self.found(Code::Syntax, at + 1, 2, message, "write `to`")
        })
    }

    /// `each d6 needs 4 or better`
    pub fn scored_otherwise(&self) -> Option<Diagnostic> {
        let line = self.said();
        let (at, said) =
            [" needs ", " scores on ", " succeeds on ", " wins on "].iter().find_map(|w| Some((line.find(w)? + 1, w.trim())))?;
        let score = line.get(at + said.len()..)?.trim_start();
        let plain = [" or better", " or more", " or higher", "+"].iter().find_map(|end| score.strip_suffix(end)).unwrap_or(score);
        let now = format!("hits on {plain}");
        (self.first() == "each" && self.with(at, line.len(), &now)).then(|| {
            let message = "which dice succeed is said with `hits on`";
            self.found(Code::Syntax, at, line.len() - at, message, format!("write `{now}`"))
        })
    }
}

impl Faulty<'_> {
    /// `AP of band is reduced by 1`
    pub fn is_reduced(&self) -> Option<Diagnostic> {
        let line = self.said();
        let from = line.rfind(": ").map_or(0, |i| i + 2);
        let (what, by, verb) = [
            (" is reduced by ", "loses"),
            (" is lowered by ", "loses"),
            (" decreases by ", "loses"),
            (" is increased by ", "gains"),
            (" is raised by ", "gains"),
            (" increases by ", "gains"),
        ]
        .iter()
        .find_map(|(said, verb)| line.get(from..)?.split_once(said).map(|(what, by)| (what, by, *verb)))?;
        let (count, whose) = what.split_once(" of ")?;
        let now = format!("{whose} {verb} {by} {count}");
        (!self.head && self.with(from, line.len(), &now)).then(|| {
            let message = "how much somebody has of something is changed by `gains` and `loses`";
            self.found(Code::Syntax, from, line.len() - from, message, format!("write `{now}`"))
        })
    }

    /// `place a Tired marker on band`, `give band a Tired token`
    pub fn places_marker(&self) -> Option<Diagnostic> {
        const MARKS: &[&str] = &["marker", "token", "counter"];
        let line = self.said();
        let from = line.rfind(": ").map_or(0, |i| i + 2);
        let words: Vec<&str> = line.get(from..)?.split(' ').collect();
        let gives = words.first().filter(|w| matches!(**w, "place" | "put" | "add" | "give" | "gives" | "mark"))?;
        let names = words.iter().filter(|w| w.starts_with(char::is_uppercase));
        let name = names.copied().collect::<Vec<_>>().join(" ");
        let marks = words.iter().any(|w| MARKS.contains(w));
        let whom = if matches!(*gives, "give" | "gives") { words.get(1) } else { words.last() }?;
        let now = format!("{whom} gains {name}");
        (!self.head && marks && !name.is_empty() && self.with(from, line.len(), &now)).then(|| {
            let message = "who gets a marker gains it";
            self.found(Code::Syntax, from, line.len() - from, message, format!("write `{now}`"))
        })
    }

    /// `enemy bands within 6" gain Tired`, `all enemy bands within 6" of me gain Tired`
    pub fn several_gain(&self) -> Option<Diagnostic> {
        let line = self.said();
        let from = line.rfind(": ").map_or(0, |i| i + 2);
        let (who, what) = [" gains ", " gain ", " loses ", " lose ", " becomes ", " become "]
            .iter()
            .find_map(|verb| line.get(from..)?.split_once(verb).map(|(who, what)| (who, (verb.trim().trim_end_matches('s'), what))))?;
        let described = who.contains(" within ") || ["all ", "each ", "every "].iter().any(|w| who.starts_with(w));
        let unmeasured = who.contains(" within ") && !who.contains("\" of ");
        let of = if unmeasured { format!(" of {}", self.me()?) } else { String::new() };
        let whom = singulars(who);
        let (kind, near) =
            whom.split_once(" within ").map_or((whom.as_str(), String::new()), |(kind, rest)| (kind, format!(" within {rest}")));
        let now = format!("for each {kind} (the other){near}{of}: other {}s {}", what.0, what.1);
        (!self.head && described && self.with(from, line.len(), &now)).then(|| {
            let message = "what happens to several is said of each of them";
            self.found(Code::Syntax, from, line.len() - from, message, format!("write `{now}`"))
        })
    }

    /// `if any enemy within 6"`, of which sort is not said
    pub fn side_without_kind(&self) -> Option<Diagnostic> {
        let kind = self.kind_around()?;
        ["enemy", "friendly"].iter().find_map(|side| {
            let (at, _) = self.code.match_indices(side).find(|(at, _)| {
                let rest = self.code.get(at + side.len()..).unwrap_or("");
                let next = rest.trim_start().split([' ', ',', ':']).next().unwrap_or("");
                rest.starts_with([' ', ',', ':']) && matches!(next, "" | "within" | "in" | "that" | "at" | "is" | "where")
            })?;
            let to = at + side.len();
            self.further(at, side.len(), &format!("{side} {kind}")).then(|| {
                let message = format!("`{side}` does not say which sort of thing");
                self.found(Code::Syntax, at, to - at, message, format!("write `{side} {kind}`"))
            })
        })
    }

    /// The word of the kind that the declaration around is of or by.
    fn kind_around(&self) -> Option<&str> {
        let head = self.around.above.lines().next()?;
        let said = [" of ", " by "].iter().find_map(|w| head.split_once(w))?.1;
        said.split([' ', ',', '(', '=']).next().filter(|w| w.starts_with(|c: char| c.is_ascii_lowercase()))
    }

    /// Who does what the declaration around says: `me` in a rule.
    fn me(&self) -> Option<String> {
        let kind = self.kind_around()?;
        let happens = ["procedure ", "action ", "step "].iter().any(|w| self.around.above.starts_with(w));
        Some(if happens { kind.to_owned() } else { "me".to_owned() })
    }

    /// `hits on 4+` below a pool
    pub fn hits_without_each(&self) -> Option<Diagnostic> {
        let pool = self.around.above.starts_with("pool ") || self.around.above.starts_with("amend pool ");
        (!self.head && pool && self.code.starts_with("hits ") && self.reads(&format!("each d6 {}", self.code))).then(|| {
            let message = "which dice hit on it is said first";
            self.found(Code::Syntax, 0, "hits".len(), message, "write `each d6 hits`, with the die of your game")
        })
    }

    /// `tags Wheeled, Tracked`, of nobody
    pub fn tags_of_nobody(&self) -> Option<Diagnostic> {
        let line = self.said();
        let names = line.strip_prefix("tags ")?;
        let bare = names.split(", ").all(|n| n.split(' ').all(|w| w.starts_with(char::is_uppercase)));
        (self.head && bare).then(|| {
            let message = "this does not say whose tags they are";
            self.found(Code::Syntax, "tags ".len(), names.len(), message, format!("write `{names} of`, and the word of a kind"))
        })
    }
}

/// A description in which what stands in the plural stands for one.
fn singulars(who: &str) -> String {
    let words = who.split(' ').filter(|w| !matches!(*w, "each" | "every" | "all" | "any" | "the"));
    words.map(|w| if w.starts_with(char::is_lowercase) { singular(w) } else { w.to_owned() }).collect::<Vec<_>>().join(" ")
}
