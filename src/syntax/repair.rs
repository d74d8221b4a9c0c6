//! The one small change after which a line reads: two words exchanged, a word put in, put in the place of another, or taken away.
//! Looked for last, near where reading stopped, and told only if all of the line reads with it.

use super::begins::HEADS;
use super::door;
use super::fault::{Faulty, capital};
use crate::diag::{Code, Diagnostic};

/// Words and signs that are left out, the likeliest first.
const LINKS: &[&str] =
    &["is", "of", ":", ",", "gains", "gain", "if", "by", "at", "to", "with", "in", "for", "from", "=", "where", "within", "any", "each"];

/// Words and signs that are mistaken for others, and what is meant.
const MISTAKEN: &[(&[&str], &[&str])] = &[
    (PREPOSITIONS, PREPOSITIONS),
    (&["are", "be", "was", "equals", "="], &["is"]),
    (&["never", "no"], &["not"]),
    (&["and", "or", "&"], &["or", "and", ","]),
    (&[",", ";", "."], &[":", ","]),
    (&["gets", "get", "receives", "takes", "gain"], &["gains"]),
    (&["drops", "lose"], &["loses"]),
    (&["all", "every"], &["each"]),
    (&["when", "whenever"], &["if"]),
    (&["till"], &["until"]),
    (&["then"], &[":"]),
    (&["dice"], &["die"]),
    (&["die"], &["dice"]),
];

/// Words behind which several stand with commas between them.
const LISTING: &[&str] = &[" gains ", " loses ", " becomes "];

const PREPOSITIONS: &[&str] = &["of", "by", "at", "to", "with", "in", "for", "from", "on", "against", "as", "into", "within"];

/// Words behind which a kind of thing is named.
const BEFORE_KINDS: &[&str] = &["of", "by", "at", "any", "each", "no", "enemy", "friendly"];

/// Words behind which a kind of thing may be forgotten.
const WANTING: &[&str] = &["of", "by", "at", "any", "each", "no", "enemy", "friendly", "for", "if", "and", "or", "where", "the"];

/// Words that stand there too, and are no kind of thing.
const OF_KINDS: &[&str] = &["enemy", "friendly", "x"];

/// Words that English has and no sentence of the language needs.
const NEEDLESS: &[&str] = &[
    "the", "a", "an", "then", "also", "that", "will", "must", "can", "his", "her", "their", "its", "so", "just", "only", "always",
    "passing",
];

/// What a line begins with that changes a quantity.
const CHANGES: &[&str] = &["it is ", "+ ", "- ", "x ", "each die", "half", "double", "reroll", "at least ", "at most "];

/// Words that begin a line, and are forgotten.
const BEGINNINGS: &[&str] = &["on", "before", "after", "step"];

/// How many words before the place where reading stopped are looked at, too.
const BACK: usize = 3;

/// Bytes of the longest line that is tried in every way.
const LONGEST: usize = 400;

/// Faults of one file after which no line is tried in every way any more.
const MANY: usize = 200;

/// A word with its signs, or a sign by itself: where it begins and ends.
#[derive(Clone, Copy)]
struct Piece<'a> {
    from: usize,
    to: usize,
    text: &'a str,
}

impl Piece<'_> {
    fn is_word(self) -> bool {
        self.text.starts_with(char::is_alphanumeric)
    }
}

impl Faulty<'_> {
    /// What a line says after one small change.
    pub fn repaired(&self) -> Option<Diagnostic> {
        if self.code.len() > LONGEST || self.around.told > MANY {
            return None;
        }
        let pieces = pieces(self.code);
        let stop = pieces.iter().position(|p| p.to > self.at).unwrap_or(pieces.len());
        self.ended(&pieces)
            .or_else(|| self.bracketed(&pieces, stop))
            .or_else(|| self.undeclared(&pieces))
            .or_else(|| self.unopened(&pieces))
            .or_else(|| self.kind_left_out(&pieces, stop))
            .or_else(|| self.gap(&pieces, stop, true))
            .or_else(|| self.mistaken(&pieces, stop))
            .or_else(|| self.exchanged(&pieces, stop, false))
            .or_else(|| self.in_small_letters(&pieces, stop))
            .or_else(|| self.needless(&pieces, stop))
            .or_else(|| self.link_left_out(&pieces, stop))
            .or_else(|| self.exchanged(&pieces, stop, true))
            .or_else(|| self.gap(&pieces, stop, false))
            // a guess, which whoever knows the names may better
            .map(Diagnostic::guessed)
    }

    /// A sign at the end, as other texts end.
    fn ended(&self, pieces: &[Piece<'_>]) -> Option<Diagnostic> {
        let last = pieces.last().filter(|p| matches!(p.text, "." | ";" | ","))?;
        self.with(last.from, last.to, "").then(|| {
            let name = if last.text == "." {
                "full stop"
            } else if last.text == ";" {
                "semicolon"
            } else {
                "comma"
            };
            self.found(Code::Syntax, last.from, 1, format!("a line ends without a {name}"), "take it away")
        })
    }

    /// A name in small letters.
    fn in_small_letters(&self, pieces: &[Piece<'_>], stop: usize) -> Option<Diagnostic> {
        [Some(stop), stop.checked_sub(1)].into_iter().flatten().find_map(|i| {
            let one = pieces.get(i).filter(|p| is_small(p))?;
            let before = pieces.get(i.checked_sub(1)?)?;
            // what is said twice is a kind of thing, and so is what follows an article
            let kind = pieces.iter().filter(|p| p.text == one.text).count() > 1 || NEEDLESS.contains(&before.text);
            let begins = Self::begins_lines(before.text) || Self::begins_declarations(before.text);
            (!kind && (begins || !is_small(before))).then_some(())?;
            let name = capital(one.text);
            if before.text.bytes().all(|b| b.is_ascii_digit())
                && self.code.get(..before.from).is_some_and(|t| t.trim_end().ends_with("loses"))
            {
                let message = format!("`{}` is no count, of which some are lost", one.text);
                let help =
                    format!("choose who it is, and take him away: `choose victim: {} of ...`, and below it `victim is removed`", one.text);
                return Some(self.found(Code::Syntax, one.from, one.to - one.from, message, help));
            }
            self.with(one.from, one.to, &name).then(|| {
                let message = format!("`{}` is no name: the words of a name have capitals", one.text);
                self.found(Code::Syntax, one.from, one.to - one.from, message, format!("write `{name}`"))
            })
        })
    }

    /// A declaration without the word that says what is declared, or with a word that does not.
    fn undeclared(&self, pieces: &[Piece<'_>]) -> Option<Diagnostic> {
        let first = pieces.first().filter(|p| self.head && !HEADS.contains(&p.text) && p.text != "use")?;
        let only = |to: usize, space: &str| {
            let mut fits = HEADS.iter().filter(|head| self.with(first.from, to, &format!("{head}{space}")));
            fits.next().filter(|_| fits.next().is_none())
        };
        // `ground kind` is rather `kind ground`
        let second =
            pieces.get(1).is_some_and(|p| HEADS.contains(&p.text) && self.with(first.from, p.to, &format!("{} {}", p.text, first.text)));
        if first.text.starts_with(char::is_lowercase)
            && !HEADS.contains(&first.text)
            && !second
            && let Some(head) = only(first.to, "")
        {
            let message = format!("no declaration begins with `{}`", first.text);
            return Some(self.found(Code::Syntax, first.from, first.to - first.from, message, format!("write `{head}`")));
        }
        let head = only(first.from, " ")?;
        let message = format!("nothing says what `{}` is", first.text);
        Some(self.found(Code::Syntax, first.from, first.to - first.from, message, format!("write `{head} {}`", first.text)))
    }

    /// A line without the word that says where or when it holds.
    fn unopened(&self, pieces: &[Piece<'_>]) -> Option<Diagnostic> {
        let first = pieces.first().filter(|p| !self.head && !Self::begins_lines(p.text))?;
        // what is changed is changed of a quantity
        let changed = self.code.split_once(": ").is_some_and(|(_, rest)| CHANGES.iter().any(|c| rest.trim_start().starts_with(c)));
        let reads = |word: &&&str| (!changed || **word == "on") && self.with(first.from, first.from, &format!("{word} "));
        let mut fits = BEGINNINGS.iter().filter(reads);
        let word = fits.next().filter(|_| fits.next().is_none())?;
        let message = format!("`{word}` is missing before `{}`", first.text);
        Some(self.found(Code::Syntax, first.from, first.to - first.from, message, format!("write `{word} {}`", first.text)))
    }

    /// `(60 pts)`, where no brackets stand.
    fn bracketed(&self, pieces: &[Piece<'_>], stop: usize) -> Option<Diagnostic> {
        let open = pieces.get(stop.saturating_sub(BACK)..=stop.min(pieces.len().saturating_sub(1)))?.iter().rfind(|p| p.text == "(")?;
        let close = open.from + self.code.get(open.from..)?.find(')')?;
        let inside = self.code.get(open.to..close)?.trim();
        self.with(open.from, close + 1, inside).then(|| {
            let message = "no brackets stand round this";
            self.found(Code::Syntax, open.from, close + 1 - open.from, message, format!("write `{inside}`"))
        })
    }

    /// `option More Men: 4 more Ranger 50 pts (was 45 pts)`
    pub fn was_in_brackets(&self) -> Option<Diagnostic> {
        let open = self.code.find(" (was ")?;
        let (was, rest) = self.code.get(open + 2..)?.split_once(')')?;
        self.reads(&format!("{}, {was}{rest}", self.code.get(..open)?)).then(|| {
            let message = "what a parent says stands behind a comma";
            self.found(Code::Syntax, open + 1, was.len() + 2, message, format!("write `, {was}`"))
        })
    }

    /// `unit's`, as English says whose something is.
    pub fn owned_by_apostrophe(&self) -> Option<Diagnostic> {
        let pieces = pieces(self.code);
        let (i, one) = pieces.iter().enumerate().find(|(_, p)| p.text.ends_with("'s") && p.text.starts_with(char::is_lowercase))?;
        let whom = one.text.strip_suffix("'s")?;
        let names = |p: &&Piece<'_>| p.text.starts_with(char::is_uppercase) || matches!(p.text, "leader" | "side" | "opponent" | "price");
        let asked: Vec<&Piece<'_>> = pieces.iter().skip(i + 1).take_while(names).collect();
        let said = asked.iter().map(|p| p.text).collect::<Vec<_>>().join(" ");
        let (to, turned) = asked.last().map_or((one.to, whom.to_owned()), |last| (last.to, format!("{said} of {whom}")));
        [(to, turned), (one.to, whom.to_owned())].into_iter().find(|(to, meant)| self.with(one.from, *to, meant)).map(|(to, meant)| {
            let message = "whose something is, is said by `of`";
            self.found(Code::Habit, one.from, to - one.from, message, format!("write `{meant}`"))
        })
    }

    /// Two neighbours that stand the other way round. No name is parted by it; whether one may be made of two is said.
    fn exchanged(&self, pieces: &[Piece<'_>], stop: usize, joining: bool) -> Option<Diagnostic> {
        let named =
            |i: Option<usize>| i.and_then(|i| pieces.get(i)).is_some_and(|p| p.text.starts_with(char::is_uppercase) && p.text != "I");
        [stop.checked_sub(1), Some(stop), stop.checked_sub(2), Some(0)].into_iter().flatten().find_map(|i| {
            let (a, b) = (pieces.get(i)?, pieces.get(i + 1)?);
            let parts = named(Some(i + 1)) && named(Some(i + 2)) || named(Some(i)) && named(i.checked_sub(1));
            let joins = i > 0 && (named(i.checked_sub(1)) && named(Some(i + 1)) || named(Some(i)) && named(Some(i + 2)));
            let amount = Self::begins_lines(a.text) && b.text.starts_with(|c: char| c.is_ascii_digit());
            let heads = i == 0 && self.head && HEADS.contains(&b.text) && a.text == "use";
            (a.is_word() && b.is_word() && a.text != b.text && !parts && joins == joining && !amount && !heads).then_some(())?;
            let said = format!("{} {}", b.text, a.text);
            self.with(a.from, b.to, &said).then(|| {
                let message = "these words stand the other way round";
                self.found(Code::Syntax, a.from, b.to - a.from, message, format!("write `{said}`"))
            })
        })
    }

    /// A kind of thing that is missing, and that the line names elsewhere.
    fn kind_left_out(&self, pieces: &[Piece<'_>], stop: usize) -> Option<Diagnostic> {
        let (before, after) = (pieces.get(stop.checked_sub(1)?)?, pieces.get(stop)?);
        let kinds = pieces.iter().zip(pieces.iter().skip(1)).filter(|(before, p)| BEFORE_KINDS.contains(&before.text) && is_small(p));
        // `model of of unit` is of no model
        let asked = stop.checked_sub(2).and_then(|i| pieces.get(i)).map_or("", |p| p.text);
        let fits = |kind: &&str| *kind != asked && !OF_KINDS.contains(kind) && WANTING.contains(&before.text);
        let mut own = kinds.map(|(_, p)| p.text).filter(fits);
        let kind = own.find(|kind| self.with(before.to, after.from, &format!(" {kind} ")))?;
        let message = format!("`{kind}` is missing behind `{}`", before.text);
        Some(self.found(Code::Syntax, before.from, before.to - before.from, message, format!("write `{} {kind}`", before.text)))
    }

    /// A word or a sign that is missing between others.
    fn link_left_out(&self, pieces: &[Piece<'_>], stop: usize) -> Option<Diagnostic> {
        (0..=BACK).filter_map(|back| stop.checked_sub(back)).find_map(|i| {
            let before = pieces.get(i.checked_sub(1)?)?;
            let number = pieces.get(i).is_some_and(|p| p.text.starts_with(|c: char| c.is_ascii_digit()));
            // what is rolled again has words of its own, and no comma stands before an amount
            let ends = i == pieces.len() && !self.opens();
            let fits = |link: &&&str| before.text != "reroll" && !(**link == "," && number) && !(**link == ":" && ends);
            LINKS.iter().filter(fits).find_map(|link| {
                if is_sign(link) && *link != "=" {
                    return self.with(before.to, before.to, link).then(|| {
                        let message = format!("`{link}` is missing behind `{}`", before.text);
                        self.found(Code::Syntax, before.from, before.to - before.from, message, format!("write `{}{link}`", before.text))
                    });
                }
                let after = pieces.get(i).filter(|_| *link != "gains" || !matches!(before.text, "I" | "may"))?;
                self.with(after.from, after.from, &format!("{link} ")).then(|| {
                    let message = format!("`{link}` is missing before `{}`", after.text);
                    self.found(Code::Syntax, after.from, after.to - after.from, message, format!("write `{link} {}`", after.text))
                })
            })
        })
    }

    /// A word or a sign in the place of another.
    fn mistaken(&self, pieces: &[Piece<'_>], stop: usize) -> Option<Diagnostic> {
        [Some(stop), stop.checked_sub(1)].into_iter().flatten().filter(|i| *i > 0).find_map(|i| {
            let one = pieces.get(i)?;
            let (_, meant) = MISTAKEN.iter().find(|(said, _)| said.contains(&one.text))?;
            // who gains this and that has both
            let listed = matches!(one.text, "and" | "&") && LISTING.iter().any(|word| self.code.contains(word));
            let meant: &[&str] = if listed { &[","] } else { meant };
            meant.iter().filter(|other| **other != one.text).find_map(|other| {
                // a sign stands close to the word before it
                let from = if is_sign(other) { pieces.get(i - 1)?.to } else { one.from };
                self.with(from, one.to, other).then(|| {
                    let message = match *other {
                        ":" => "what happens, or what is changed, stands behind a colon".to_owned(),
                        _ => format!("`{}` is not said here", one.text),
                    };
                    self.found(Code::Syntax, one.from, one.to - one.from, message, format!("write `{other}`"))
                })
            })
        })
    }

    /// A word too many.
    fn needless(&self, pieces: &[Piece<'_>], stop: usize) -> Option<Diagnostic> {
        let articles = pieces.iter().enumerate().filter(|(_, p)| matches!(p.text, "a" | "an")).map(|(i, _)| i);
        (0..=BACK).filter_map(|back| stop.checked_sub(back)).chain(articles).find_map(|i| {
            let sort = i == 1 && HEADS.contains(&pieces.get(1).map_or("", |p| p.text)) && self.first() == "use";
            let one = pieces.get(i).filter(|p| {
                sort || NEEDLESS.contains(&p.text) || i == stop && matches!(p.text, "+" | "." | ";") || i + 1 >= stop && p.text == ","
            })?;
            self.with(one.from, one.to, "")
                .then(|| self.found(Code::Syntax, one.from, one.to - one.from, format!("`{}` is not said here", one.text), "leave it out"))
        })
    }

    /// A gap where a name, a number or a kind of thing must be said; with `signs` only before a sign.
    fn gap(&self, pieces: &[Piece<'_>], stop: usize, signs: bool) -> Option<Diagnostic> {
        let (before, after) = (pieces.get(stop.checked_sub(1)?)?, pieces.get(stop)?);
        if signs && !(is_sign(after.text) && door::is_reserved(before.text)) {
            return None;
        }
        let fits = |said: &str| self.with(before.to, after.from, &format!(" {said} "));
        ["Someone", "2", "2\"", "someone", "me"].into_iter().find(|said| fits(said))?;
        let message = format!("something is missing behind `{}`", before.text);
        Some(self.found(Code::Syntax, before.from, before.to - before.from, message, format!("say what is meant behind `{}`", before.text)))
    }

    /// Whether the line reads with this in the place of a part of it.
    pub fn with(&self, from: usize, to: usize, said: &str) -> bool {
        let parts = self.code.get(..from).zip(self.code.get(to..));
        parts.is_some_and(|(before, behind)| self.reads(&format!("{before}{said}{behind}")))
    }
}

/// Whether it is a word in small letters that is none of the language.
fn is_small(piece: &Piece<'_>) -> bool {
    piece.text.starts_with(char::is_lowercase) && !door::is_reserved(piece.text)
}

fn is_sign(text: &str) -> bool {
    !text.starts_with(char::is_alphanumeric)
}

/// The words and signs of a line.
fn pieces(code: &str) -> Vec<Piece<'_>> {
    let mut out: Vec<Piece<'_>> = Vec::new();
    let inner = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '!' | '"' | '%' | '°' | '’' | '-');
    let mut from = 0;
    while let Some(rest) = code.get(from..).filter(|r| !r.is_empty()) {
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let word = if rest.starts_with(char::is_alphanumeric) { rest.find(|c| !inner(c)).unwrap_or(rest.len()) } else { first };
        if let Some(text) = rest.get(..word).filter(|t| !t.trim().is_empty()) {
            out.push(Piece { from, to: from + word, text });
        }
        from += word.max(1);
    }
    out
}
