//! `word`: what a word of the language does.

use grognard::{Sought, Word, word, words};

use super::book::WIDEST;
use super::{Common, Exit, out};

/// Tell what a word of the language does, with an example; without a word, list them all
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The word, such as `overriding`
    word: Option<String>,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    let Some(name) = &args.word else {
        list(common);
        return Exit::Well;
    };
    match word(name) {
        Sought::Word(found, now) => {
            if let Some(now) = now {
                out::mention(format!("in the first edition `{}` also stood for what is now `{now}`", name.trim()));
            }
            show(found, common);
        }
        Sought::Replaced(now, found) => {
            out::mention(format!("`{}` is of the first edition: write `{now}`", name.trim()));
            match found {
                Some(found) => show(found, common),
                None if common.json => out::json(&now),
                None => out::say(now),
            }
        }
        Sought::Unknown(near) => {
            let near = near.map_or_else(|| "`grognard word` lists all".to_owned(), |w| format!("did you mean `{w}`?"));
            out::complain(format!("`{}` is no word of the language: {near}", name.trim()));
            return Exit::Misused;
        }
    }
    Exit::Well
}

fn list(common: &Common) {
    if common.json {
        out::json(&words());
        return;
    }
    match out::terminal() {
        Some(width) => out::say(columns(&forms(), width.min(WIDEST))),
        None => forms().into_iter().for_each(|(form, w)| out::say(out::row([form, &w.does]))),
    }
}

/// Every form of every word, from A to Z.
fn forms() -> Vec<(&'static str, &'static Word)> {
    let mut all: Vec<_> = words().iter().flat_map(|w| w.words.iter().map(move |form| (form.as_str(), w))).collect();
    all.sort_by_key(|(form, _)| *form);
    all
}

/// In columns, read downwards.
fn columns(all: &[(&str, &Word)], width: usize) -> String {
    let widest = all.iter().map(|(form, _)| form.len()).max().unwrap_or(0) + 2;
    let across = (width / widest).max(1);
    let down = all.len().div_ceil(across).max(1);
    let line = |n: usize| {
        let row = all.iter().skip(n).step_by(down);
        row.map(|(form, _)| out::padded(form, widest)).collect::<String>().trim_end().to_owned()
    };
    (0..down).map(line).collect::<Vec<_>>().join("\n")
}

fn show(w: &Word, common: &Common) {
    if common.json {
        out::json(w);
        return;
    }
    let mut lines = vec![w.words.join(", ")];
    lines.extend(out::wrapped(&w.does, WIDEST.min(out::width()), "  ", "  "));
    lines.push(String::new());
    lines.extend(w.example.trim().lines().map(|l| format!("    {l}").trim_end().to_owned()));
    lines.extend(w.note().map(|note| format!("\n  {note}")));
    if !w.see.is_empty() {
        lines.push(format!("\n  See also {}.", w.see.join(", ")));
    }
    out::say(lines.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::{columns, forms};

    #[test]
    fn words_stand_in_columns_from_top_to_bottom() {
        let text = columns(&forms(), 100);
        assert!(text.lines().all(|l| l.len() <= 100), "{text}");
        let first: Vec<&str> = text.lines().filter_map(|l| l.split_whitespace().next()).collect();
        assert!(first.is_sorted() && first.len() > 5, "{text}");
        assert_eq!(text.split_whitespace().count(), forms().len());
    }
}
