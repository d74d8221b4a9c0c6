//! Signs and words of other languages, and what is written here instead.

use super::fault::Faulty;
use super::layout::opens_or_closes;
use crate::diag::{Code, Diagnostic};

/// Signs of other languages, and what is written here instead.
const SIGNS: &[(&str, &str)] = &[
    ("==", "write `is` to compare"),
    ("!=", "write `is not`"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("//", "begin a comment with `--`"),
    ("/*", "begin a comment with `--`"),
    ("#", "begin a comment with `--`"),
    ("*", "write `x` to multiply"),
    ("->", "write `:`"),
    ("=>", "write `is at least` to compare, or `:` before what happens"),
    (":=", "write `=`"),
    ("+=", "write `gains` in what happens, `+` in a rule"),
    ("-=", "write `loses` in what happens, `-` in a rule"),
    ("!", "write `not`"),
    ("'s", "turn it about: first what is asked for, then `of`, then of whom"),
    ("’s", "turn it about: first what is asked for, then `of`, then of whom"),
    ("{", "open a block with `:` and indent the lines below"),
    ("}", "take it away: a block ends where the indentation does"),
];

/// Signs that word processors put in the place of those of the keyboard.
const TYPOGRAPHIC: &[(char, &str, &str)] = &[
    ('“', "`“` is a typographic quote", "write `\"`"),
    ('”', "`”` is a typographic quote", "write `\"`"),
    ('„', "`„` is a typographic quote", "write `\"`"),
    ('″', "`″` is a typographic sign for inches", "write `\"`"),
    ('‘', "`‘` is a typographic quote", "write `\"`"),
    ('’', "`’` is a typographic quote", "write `\"`"),
    ('–', "`–` is a typographic dash", "write `-`"),
    ('−', "`−` is a typographic minus", "write `-`"),
    ('—', "`—` is a typographic dash", "write `--`"),
    ('×', "`×` is a typographic sign", "write `x`"),
    ('÷', "`÷` is a typographic sign", "write `/`"),
    ('≥', "`≥` is a typographic sign", "write `is at least`"),
    ('≤', "`≤` is a typographic sign", "write `is at most`"),
    ('≠', "`≠` is a typographic sign", "write `is not`"),
    ('½', "`½` is a typographic fraction", "write `1/2`"),
    ('\u{a0}', "this is a no-break space", "write a plain space"),
    ('\u{202f}', "this is a narrow no-break space", "write a plain space"),
    ('\u{2009}', "this is a thin space", "write a plain space"),
];

/// Words with which other languages begin a sentence, and what is written here instead.
const FOREIGN: &[(&str, &str)] = &[
    ("else", "write `otherwise:`"),
    ("elif", "write `otherwise if ...:`"),
    ("elseif", "write `otherwise if ...:`"),
    ("while", "write `repeat while ...:`"),
    ("foreach", "write `for each ...:`"),
    ("return", "write `the result is`, and what it is"),
    ("let", "leave it out: a name is given with `=` alone"),
    ("var", "leave it out: a name is given with `=` alone"),
    ("add", "write `+` and how much"),
    ("subtract", "write `-` and how much"),
    ("set", "write who or what, then `becomes`"),
    ("function", "write `procedure`"),
    ("def", "write `procedure`"),
    ("class", "write `kind`"),
    ("import", "write `extends` on the `pack` line"),
    ("include", "leave it out: all files of a folder are one pack"),
];

/// What spreadsheets work out.
const SHEET: &[&str] = &["IF", "MIN", "MAX"];

/// A text with the signs of the keyboard in the place of typographic ones, if it has any.
#[must_use]
pub fn plain_signs(text: &str) -> Option<String> {
    let plain = text.replace(['“', '”', '„', '″'], "\"").replace(['–', '−', '—'], "-").replace('×', "x").replace('½', "1/2");
    let plain = plain.replace(['\u{a0}', '\u{202f}', '\u{2009}'], " ");
    (plain != text).then_some(plain)
}

impl Faulty<'_> {
    /// A sign of a word processor, outside of quotes. An apostrophe within a word is one of its letters.
    pub fn typographic(&self) -> Option<Diagnostic> {
        let (mut quoted, mut remark, mut before) = (false, false, ' ');
        let mut all = Vec::new();
        let mut signs = self.code.char_indices().peekable();
        while let Some((i, c)) = signs.next() {
            if opens_or_closes(c, before, quoted) {
                quoted = !quoted;
            }
            if c == '\n' {
                (quoted, remark) = (false, false);
            }
            remark |= !quoted && c == '-' && before == '-';
            let within = c == '’' && before.is_alphabetic() && signs.peek().is_some_and(|(_, n)| n.is_alphabetic());
            let known = TYPOGRAPHIC.iter().find(|(sign, ..)| *sign == c && !quoted && !remark && !within);
            all.extend(known.map(|k| (i, k)));
            before = c;
        }
        let (i, (sign, message, help)) = all.first()?;
        // a long dash takes away only before a number
        let number = |i: usize| self.code.get(i..).is_some_and(|t| t.trim_start().starts_with(|c: char| c.is_ascii_digit()));
        let length = |i: usize| {
            self.code.get(..i).is_some_and(|t| t.ends_with(|c: char| c.is_ascii_digit()))
                && self.code.get(i + sign.len_utf8()..).is_some_and(|t| t.starts_with('"'))
        };
        let half = self.code.get(..*i).unwrap_or("").rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
        let decimal = format!("write `{half}.5\"`");
        let help = if *sign == '½' && length(*i) { decimal.as_str() } else { help };
        let help = if *sign == '—' && number(i + sign.len_utf8()) { "write `-`" } else { help };
        let mut d = self.found(Code::Habit, *i, sign.len_utf8(), *message, help.to_owned());
        for (i, (sign, _, help)) in all.iter().skip(1) {
            let other = self.found(Code::Habit, *i, sign.len_utf8(), "", "");
            d = d.label(other.span, *help);
        }
        Some(d)
    }

    /// A brace at the end of a line, or alone.
    pub fn brace(&self) -> Option<Diagnostic> {
        let code = self.code.trim_end();
        let sign = if code.ends_with('{') { "{" } else { "}" };
        let lone = code.ends_with('{') || code.starts_with('}');
        let help = SIGNS.iter().find(|(s, _)| *s == sign).map_or("", |(_, h)| *h);
        let at = if sign == "{" { code.len().saturating_sub(1) } else { 0 };
        lone.then(|| self.found(Code::Habit, at, 1, format!("`{sign}` is not of this language"), help))
    }

    /// `IF(a; b; c)`, `MIN(a; b)`: what a spreadsheet works out.
    pub fn of_a_spreadsheet(&self) -> Option<Diagnostic> {
        let (at, name) = SHEET.iter().find_map(|name| Some((self.code.find(&format!("{name}("))?, *name)))?;
        let alone = !self.code.get(..at)?.ends_with(|c: char| c.is_alphanumeric());
        let inner = self.code.get(at + name.len() + 1..)?;
        let inner = inner.get(..inner.rfind(')')?)?;
        let parts: Vec<&str> = inner.split([';', ',']).map(str::trim).collect();
        let now = match (name, parts.as_slice()) {
            ("IF", [asked, yes, no]) => format!("{yes} if {asked}, otherwise {no}"),
            ("MIN", [one, other]) => format!("lesser of ({one}, {other})"),
            ("MAX", [one, other]) => format!("greater of ({one}, {other})"),
            _ => return None,
        };
        let len = name.len() + inner.len() + 2;
        (alone && at <= self.at)
            .then(|| self.found(Code::Habit, at, len, format!("`{name}` is not of this language"), format!("write `{now}`")))
    }

    /// A sentence begun as in another language.
    pub fn first_word(&self) -> Option<Diagnostic> {
        let starts = std::iter::once(0).chain(self.code.match_indices([':', ';']).map(|(i, _)| i + 1));
        starts.filter(|i| *i <= self.at).find_map(|i| {
            let rest = self.code.get(i..)?;
            let from = i + rest.len() - rest.trim_start().len();
            let word = rest.trim_start().split(|c: char| !c.is_alphanumeric()).next()?;
            let (word, help) = FOREIGN.iter().find(|(w, _)| *w == word)?;
            let again = *word == "else" && rest.split_whitespace().nth(1) == Some("if");
            let help = if again { "write `otherwise if ...:`" } else { help };
            Some(self.found(Code::Habit, from, word.len(), format!("`{word}` is not of this language"), help))
        })
    }

    /// What is so in the other case: `otherwise`, in a question behind a comma, where something happens on a line of its own.
    pub fn otherwise(&self) -> Option<Diagnostic> {
        let (token, before) = (self.token(), self.before());
        let is = |word: &str, wanted: &str| word.trim_end_matches([':', ',']) == wanted;
        let near = self.code.get(..self.at)?.trim_end().len();
        let at = |wanted: &str| if is(token, wanted) { self.at } else { near.saturating_sub(before.len()) };
        let happens = self.code.get(..self.at)?.contains(':') && !self.head;
        if is(token, "else") || is(before, "else") {
            let help = if happens {
                "write `otherwise:` on a line of its own, as deep as its `if`"
            } else {
                "write `, otherwise`, with a comma before it"
            };
            return Some(self.found(Code::Habit, at("else"), 4, "`else` cannot stand here", help));
        }
        (is(token, "otherwise") && !happens).then(|| {
            let message = "`otherwise` cannot stand here";
            self.found(Code::Habit, at("otherwise"), 9, message, "write `, otherwise`, with a comma before it")
        })
    }

    /// A distance that is asked for in other words.
    pub fn gauge(&self) -> Option<Diagnostic> {
        let words = ["distance", "march"].into_iter();
        let said = words.flat_map(|word| self.code.match_indices(word)).filter(|(i, _)| *i <= self.at);
        said.filter_map(|(i, word)| {
            let rest = self.code.get(i + word.len()..)?;
            let next = rest.split_whitespace().next().filter(|_| rest.starts_with(' '))?;
            let (_, later) = rest.split_once(next)?;
            let wrong = matches!(next, "of" | "between" | "to") || (next == "from" && !later.contains(" to "));
            let help = format!("write `{word} from ... to ...`");
            wrong.then(|| self.found(Code::Habit, i, word.len() + 1 + next.len(), format!("`{word} {next}` is not said here"), help))
        })
        .last()
    }

    /// A sign of another language.
    pub fn sign(&self) -> Option<Diagnostic> {
        let code = self.code.trim_end();
        if code.ends_with(';') && self.at >= code.len().saturating_sub(1) {
            return Some(self.found(
                Code::Habit,
                code.len() - 1,
                1,
                "`;` at the end of a line",
                "take it away: it only parts two sentences on one line",
            ));
        }
        let near = |i: usize, sign: &str| i <= self.at + 1 && self.at <= i + sign.len();
        let all = SIGNS.iter().flat_map(|(sign, help)| self.code.match_indices(sign).map(|(i, s)| (i, s, *help)));
        let (i, sign, help) = all.filter(|(i, sign, _)| near(*i, sign)).max_by_key(|(_, sign, _)| sign.len())?;
        Some(self.found(Code::Habit, i, sign.len(), format!("`{sign}` is not of this language"), help))
    }
}
