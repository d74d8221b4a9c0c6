//! Reading the ledgers of a pack and of its parents.

use std::ops::Range;

use super::clauses::{FILE, Ledger};
use toml::de::DeTable;

use crate::diag::{Code, Diagnostic, nearest};
use crate::muster::Misread;
use crate::packs::{Library, Loaded};
use crate::source::{Files, Span};

/// How a ledger is mended of which nothing better is known.
const FIX: &str = "mend it: each `[[clause]]` needs an `id`, with `where`, `kind` and `says`";

/// What rows begin with.
const HEADINGS: &[&str] = &["clause", "ambiguity", "answered"];

/// The keys of the rows below each heading.
const KEYS: [&[&str]; 3] = [
    &["id", "where", "kind", "says", "cases", "base", "change"],
    &["id", "clauses", "question", "readings", "recommended", "who", "why"],
    &["question", "by"],
];

/// The keys behind which a list of texts stands.
const LISTS: &[&str] = &["cases", "clauses", "readings"];

/// What is wrong in a file of clauses.
#[derive(Debug)]
pub struct LedgerFault {
    path: String,
    /// What stands in it; nothing if it could not be read at all.
    text: String,
    faults: Vec<Misread>,
}

impl LedgerFault {
    /// As diagnostics, with their places in the file, which is added to the others.
    pub fn told(&self, files: &mut Files) -> Vec<Diagnostic> {
        let start = (!self.text.is_empty()).then(|| {
            let whole = files.add(self.path.clone(), &self.text);
            files.whole(whole).start as usize
        });
        let at = |fault: &Misread| start.map_or_else(Span::default, |start| Span::new(start + fault.at.start, start + fault.at.end));
        self.faults.iter().map(|fault| Diagnostic::new(Code::File, at(fault), fault.what.clone()).help(fault.fix.clone())).collect()
    }
}

impl Ledger {
    /// The ledgers of a pack and of its parents, one after the other: a row of a variant takes the place of the
    /// parent's clause that it stands for.
    ///
    /// # Errors
    /// What is wrong in a ledger.
    pub fn read(library: &Library, loaded: &Loaded) -> Result<Self, Box<LedgerFault>> {
        match Self::gathered(library, loaded)? {
            (whole, None) => Ok(whole),
            (_, Some(fault)) => Err(fault),
        }
    }

    /// As [`Ledger::read`]: of ledgers that can be read, and in which something is odd, the clauses all the same, and what is odd.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn gathered(library: &Library, loaded: &Loaded) -> Result<(Self, Option<Box<LedgerFault>>), Box<LedgerFault>> {
        let (mut whole, mut odd) = (Self::default(), None);
        for home in &loaded.homes {
            whole.own.clear();
            for item in library.files(home, FILE) {
                let text = library.read(&item).map_err(|why| {
                    let what = format!("`{}` cannot be read: {why}", item.path);
                    let faults = vec![Misread { at: 0..0, what, fix: FIX.to_owned() }];
                    LedgerFault { path: item.path.clone(), text: String::new(), faults }
                })?;
                let wrong = |faults| Box::new(LedgerFault { path: item.path.clone(), text: text.clone(), faults });
                let (one, faults) = Self::one(&text, &whole).map_err(wrong)?;
                odd = odd.or_else(|| (!faults.is_empty()).then(|| wrong(faults)));
                whole.take_in(one);
            }
        }
        Ok((whole, odd))
    }

    /// One ledger, after those of parents, and what is odd in it.
    fn one(text: &str, before: &Self) -> Result<(Self, Vec<Misread>), Vec<Misread>> {
        let (mut found, mended) = Misread::single(text, HEADINGS, LISTS);
        let text = mended.text.as_str();
        let place = |fault: Misread| Misread { at: mended.before(&fault.at), ..fault };
        found.extend(other_heading(text).map(place));
        let unknown = unknown_key(text);
        let read = toml::from_str::<Self>(text).map_err(|e| {
            if let Some(wrong) = unknown_key(text) {
                return wrong;
            }
            let at = e.span().unwrap_or(0..0);
            if let Some(word) = e.message().strip_prefix("unknown variant `").and_then(|w| w.split('`').next()) {
                let what = format!("`{word}` is no word for what has changed");
                return Misread { at, what, fix: "write `same`, `changed`, `new` or `dropped`".to_owned() };
            }
            let what = || e.message().lines().next().unwrap_or("").to_lowercase();
            Misread::known(text, e.message(), at.clone()).unwrap_or_else(|| Misread { at, what: what(), fix: FIX.to_owned() })
        });
        let mut one = match read {
            Ok(one) => one,
            Err(fault) => {
                found.push(place(fault));
                return Err(found);
            }
        };
        one.drop_nameless();
        found.extend(nameless(text).into_iter().map(place));
        let odd = one.odd().into_iter().chain(before.misnamed(&one));
        let odd = odd.map(|(key, value, what, fix)| Misread { at: value_of(text, key, &value), what, fix });
        let all: Vec<Misread> = unknown.or_else(|| other_key(text)).into_iter().chain(odd).map(place).collect();
        found.extend(all);
        Ok((one, found))
    }
}

/// The rows without an id.
fn nameless(text: &str) -> Vec<Misread> {
    let Ok(table) = DeTable::parse(text) else { return Vec::new() };
    let rows = |heading: &'static str| {
        let rows = table.get_ref().get(heading).and_then(|rows| rows.get_ref().as_array());
        let known = HEADINGS.iter().zip(KEYS).find(|(h, _)| **h == heading).map_or(&[][..], |(_, keys)| keys);
        // a key that is misspelt is told
        let lacks = move |key: &str| key != "id" && known.contains(&key);
        rows.into_iter()
            .flatten()
            .filter(move |row| row.get_ref().as_table().is_some_and(|keys| keys.iter().all(|(k, _)| lacks(k.get_ref()))))
    };
    let told = |heading: &'static str, who: &'static str| {
        rows(heading).map(move |row| {
            let what = format!("this row of `[[{heading}]]` has no `id`, by which {who}");
            Misread { at: row.span(), what, fix: "write below it `id = \"...\"`".to_owned() }
        })
    };
    told("clause", "rules cite it").chain(told("ambiguity", "its ruling is found")).collect()
}

/// The first key of a row that is misspelt. Quite other keys are for other readers of a ledger.
fn unknown_key(text: &str) -> Option<Misread> {
    let table = DeTable::parse(text).ok()?;
    HEADINGS.iter().zip(KEYS).find_map(|(heading, known)| {
        let rows = table.get_ref().get(*heading)?.get_ref().as_array()?;
        let keys = rows.iter().filter_map(|row| row.get_ref().as_table()).flat_map(|row| row.keys());
        keys.filter(|k| !known.contains(&k.get_ref().as_ref())).find_map(|key| {
            let (written, meant) = (key.get_ref(), nearest(key.get_ref(), known.iter().copied())?);
            let what = format!("a row of `[[{heading}]]` has no `{written}`");
            Some(Misread { at: key.span(), what, fix: format!("did you mean `{meant}`?") })
        })
    })
}

/// A text under another key, in a row that lacks its own text. Quite other keys beside it are for other readers of a ledger.
fn other_key(text: &str) -> Option<Misread> {
    let table = DeTable::parse(text).ok()?;
    HEADINGS.iter().zip(KEYS).zip(["says", "question"]).find_map(|((heading, known), wanted)| {
        let rows = table.get_ref().get(*heading)?.get_ref().as_array()?;
        let rows = rows.iter().filter_map(|row| row.get_ref().as_table()).filter(|row| row.iter().all(|(k, _)| k.get_ref() != wanted));
        let mut texts = rows.flat_map(|row| row.iter()).filter(|(_, said)| said.get_ref().as_str().is_some());
        let (key, _) = texts.find(|(key, _)| !known.contains(&key.get_ref().as_ref()))?;
        let what = format!("a row of `[[{heading}]]` has no `{}`", key.get_ref());
        Some(Misread { at: key.span(), what, fix: format!("write `{wanted}`") })
    })
}

/// A row that begins with another heading than those of a ledger, and would be passed over.
fn other_heading(text: &str) -> Option<Misread> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let heading = line.trim_end().strip_prefix("[[").and_then(|l| Some(l.split_once("]]")?.0));
        if let Some(name) = heading.filter(|name| !HEADINGS.contains(&name.trim())) {
            let whole = name.len() + "[[]]".len();
            let fix = nearest(name, HEADINGS.iter().copied())
                .map_or("write `[[clause]]`, `[[ambiguity]]` or `[[answered]]`".into(), |h| format!("write `[[{h}]]`"));
            return Some(Misread { at: start..start + whole, what: format!("`[[{name}]]` begins no row of a ledger"), fix });
        }
        start += line.len();
    }
    None
}

/// Where the last line in which a key has this value, or a list with it, says it, in bytes.
fn value_of(text: &str, key: &str, value: &str) -> Range<usize> {
    let has = |v: &str| v.trim_matches(['"', '\'']) == value || v.starts_with('[') && v.contains(&format!("\"{value}\""));
    let says = |l: &str| l.split_once('=').is_some_and(|(k, v)| k.trim() == key && has(v.trim()));
    let mut start = 0;
    let mut at = 0..0;
    for line in text.split_inclusive('\n') {
        let said = line.find('=').unwrap_or(0);
        let found = line.get(said..).and_then(|l| l.find(value)).map(|i| said + i);
        if let Some(from) = found.filter(|_| says(line)) {
            at = start + from..start + from + value.len();
        }
        start += line.len();
    }
    at
}
