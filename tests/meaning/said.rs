//! What texts mean and say, to be compared.

use std::collections::{BTreeMap, BTreeSet};

use grognard::floors::hir::{Sort, declared, fingerprint};
use grognard::floors::packs::Compiled;
use grognard::floors::source::Files;
use grognard::floors::speech::book;

use crate::variations::{MARK, Said};

/// What texts mean and say.
pub struct Meaning {
    pub fingerprint: String,
    prints: BTreeMap<(Sort, String), Vec<String>>,
    speech: Vec<String>,
}

/// Texts compiled together; what is wrong with them that is not wrong with the game.
pub fn compiled(game: &Compiled, texts: &[(String, String)]) -> Result<Meaning, Vec<String>> {
    let mut files = Files::default();
    for (name, text) in texts {
        files.add(name, text);
    }
    let compiled = Compiled::of(&files);
    let told = compiled.found.iter().map(|d| format!("{}: {}: {}", files.place(d.span), d.message, files.slice(d.span)));
    let told: Vec<String> = told.collect();
    let codes = |c: &Compiled| c.found.iter().map(|d| d.code.name()).collect::<BTreeSet<_>>();
    if told.len() == game.found.len() && codes(&compiled) == codes(game) { Ok(Meaning::of(&compiled)) } else { Err(told) }
}

impl Meaning {
    pub fn of(compiled: &Compiled) -> Self {
        let rules = &compiled.resolved.rules;
        Self {
            fingerprint: fingerprint(rules),
            prints: declared(rules).into_iter().map(|(key, list)| (key, list.into_iter().map(|d| d.print).collect())).collect(),
            speech: book(rules, &compiled.effective.decls).iter().map(|p| p.speech.text()).collect(),
        }
    }

    /// What is meant or said otherwise.
    pub fn differences(&self, now: &Self, said: Said) -> Vec<String> {
        let mut out = Vec::new();
        for (key, print) in &self.prints {
            if now.prints.get(key) != Some(print) {
                let new = now.prints.get(key).map_or_else(String::new, |p| p.join("\n"));
                out.push(format!("{key:?} is printed otherwise\n  {}", apart(&print.join("\n"), &new)));
            }
        }
        out.extend(now.prints.keys().filter(|k| !self.prints.contains_key(k)).map(|k| format!("{k:?} is new")));
        if (self.fingerprint == now.fingerprint) != out.is_empty() {
            out.push("the fingerprint is another than the prints say".to_owned());
        }
        let (mut old, mut new) = (heard(&self.speech, said), heard(&now.speech, said));
        if said == Said::InAnotherOrder {
            old.sort();
            new.sort();
        }
        if old.len() != new.len() {
            out.push(format!("{} declarations are said, not {}", new.len(), old.len()));
        }
        out.extend(old.iter().zip(&new).filter(|(a, b)| a != b).map(|(a, b)| format!("said otherwise\n  {}", apart(a, b))));
        out
    }
}

/// What is to be compared of what is said.
fn heard(speech: &[String], said: Said) -> Vec<String> {
    let words = |text: &String| {
        let plain = |w: &str| w.trim_matches([',', ';', ':', '.', '-']).to_lowercase();
        let mut words: Vec<String> = text.split_whitespace().map(plain).filter(|w| !w.is_empty()).collect();
        words.sort();
        words.join(" ")
    };
    speech
        .iter()
        .map(|text| match said {
            Said::Alike => text.clone(),
            Said::InAnotherOrder => words(text),
            Said::Unheard => String::new(),
            Said::Marked => text.replace(MARK, ""),
        })
        .collect()
}

/// Where two texts begin to differ.
fn apart(a: &str, b: &str) -> String {
    let at = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let part = |s: &str| {
        s.chars().skip(s.get(..at).map_or(0, |p| p.chars().count()).saturating_sub(90)).take(180).collect::<String>().replace('\n', " / ")
    };
    format!("{}\n  {}", part(a), part(b))
}
