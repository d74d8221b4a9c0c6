//! Who chooses or draws, where what is chosen or drawn has no name yet.

use super::door::is_reserved;
use super::fault::Faulty;
use super::slips::VERBS;
use crate::diag::{Code, Diagnostic};

/// Words for choosing, the language's own last.
const CHOOSING: &[&str] = &["picks", "pick", "selects", "select", "nominates", "nominate", "designates", "chooses", "choose"];
/// Words before what is chosen that say nothing here.
const ARTICLES: &[&str] = &["a", "an", "one", "any", "the", "another"];

impl Faulty<'_> {
    /// `my side chooses a friendly unit within 12" of me`, `unit picks foe: enemy unit`
    pub fn chooses_without_name(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let said = CHOOSING.iter().find_map(|word| {
            let alone = |at: &usize| *at == 0 || line.get(..*at).is_some_and(|before| before.ends_with(' '));
            line.match_indices(&format!("{word} ")).map(|(at, _)| at).find(alone).map(|at| (at, *word))
        });
        let (at, word) = said.filter(|_| !self.head)?;
        let from = at + word.len() + 1;
        let rest = line.get(from..)?.trim();
        let rest = rest.rsplit_once(" [").filter(|_| rest.ends_with(']')).map_or(rest, |(says, _)| says.trim_end());
        let now = if word.ends_with('s') { "chooses" } else { "choose" };
        if self.at < at || rest.is_empty() || rest.contains(';') {
            return None;
        }
        if rest.contains(':') {
            let message = format!("`{word}` is not said here");
            return (word != now).then(|| self.found(Code::Syntax, at, word.len(), message, format!("write `{now}`")));
        }
        let first = rest.split(' ').next().filter(|w| ARTICLES.contains(w)).unwrap_or("");
        let what = rest.strip_prefix(first).unwrap_or(rest).trim_start();
        let who = line.get(..at)?.rsplit([':', ';']).next()?.trim_start();
        // who is called something in brackets has his name
        let gloss = what.split_once(" (the ").and_then(|(before, rest)| Some((before, rest.split_once(')')?)));
        let name = match gloss {
            Some((_, (name, _))) => name.to_owned(),
            None => self.named_below(rest).unwrap_or_else(|| kind_of(what).to_owned()),
        };
        let what = gloss.map_or_else(|| what.to_owned(), |(before, (_, behind))| format!("{before}{behind}"));
        let help = format!("write `{who}{now} {name}: {what}`");
        Some(self.found(Code::Syntax, from, rest.len(), "what is chosen is called something, and this has no name", help))
    }

    /// `side of unit chooses victim: model of unit, at random`
    pub fn chance_chooses(&self) -> Option<Diagnostic> {
        let line = self.said();
        let at = line.find(" chooses ")?;
        let who = line.get(..at)?.rsplit([':', ';']).next()?.trim_start();
        let said = line.get(at + " chooses ".len()..)?;
        let from = at - who.len();
        (!self.head && said.contains(": ") && said.ends_with("at random")).then(|| {
            let message = "whom chance picks, nobody chooses";
            self.found(Code::Syntax, from, who.len() + " chooses".len(), message, "write `choose`")
        })
    }

    /// The word that the next line below says something of, if this line may bring it.
    fn named_below(&self, said: &str) -> Option<String> {
        let line = self.around.below.lines().map(str::trim).find(|l| !l.is_empty())?;
        let (first, second) = line.split_once(' ')?;
        let verb = second.split([' ', ':']).next()?;
        let small = first.bytes().all(|b| b.is_ascii_lowercase()) && !is_reserved(first) && !Self::begins_lines(first);
        let known = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|w| w == first);
        (small && VERBS.contains(&verb) && !known(said) && !known(self.around.above)).then(|| first.to_owned())
    }

    /// `draw Cards`, `draw 2 Cards`
    pub fn draws_without_name(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let at = if line.starts_with("draw ") { 0 } else { line.find(": draw ")? + ": ".len() };
        let what = line.get(at + "draw ".len()..)?.split([':', ';', ',', '[']).next()?.trim();
        let deck = what.split(' ').skip_while(|w| !w.starts_with(char::is_uppercase)).collect::<Vec<_>>().join(" ");
        // `draw 1 card from Events` has its deck, and a word too many
        if let Some((card, from)) = what.split_once(" from ").filter(|_| !what.contains(" = ")) {
            let number = card.split(' ').find(|w| w.bytes().all(|b| b.is_ascii_digit())).filter(|n| *n != "1");
            let number = number.map_or(String::new(), |n| format!("{n} "));
            let message = "what is drawn is called something, and cards are drawn from a deck";
            let help = format!("write `drawn = draw {number}from {from}`");
            return Some(self.found(Code::Syntax, at, "draw ".len() + what.len(), message, help));
        }
        let number = what.split(' ').next().filter(|w| w.bytes().all(|b| b.is_ascii_digit())).map_or(String::new(), |n| format!("{n} "));
        let named = !deck.is_empty() && !what.contains(" = ") && !what.contains("from ");
        named.then(|| {
            let message = "what is drawn comes from a deck, and is called something";
            self.found(Code::Syntax, at, "draw ".len() + what.len(), message, format!("write `drawn = draw {number}from {deck}`"))
        })
    }
}

/// The word for the kind in a description: the first in small letters.
fn kind_of(what: &str) -> &str {
    let own = |w: &&str| w.bytes().all(|b| b.is_ascii_lowercase()) && !is_reserved(w) && !matches!(*w, "friendly" | "enemy");
    what.split(' ').find(own).unwrap_or("chosen")
}
