//! What a player has drawn from a force list, as it stands in a file.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::diag::{Code, Diagnostic, nearest};
use crate::source::{FileId, Files, Span};

/// Every key that a roster may have, at any depth.
const KEYS: &[&str] = &["name", "force", "points", "unit", "entry", "options"];

/// A roster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// What the force is called.
    pub name: String,
    /// The force list that it is drawn from.
    pub force: String,
    /// The allowance agreed.
    pub points: i64,
    /// What was taken.
    #[serde(default, rename = "unit")]
    pub units: Vec<Picked>,
}

/// A unit of a roster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picked {
    /// The list's entry.
    pub entry: String,
    /// What the unit is called in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The options it has bought, each as often as it was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// Why a roster cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RosterError {
    /// What is wrong; names the key.
    pub message: String,
    /// Where, in bytes of the text.
    pub at: Range<usize>,
    /// The fix, if it is known.
    pub help: Option<String>,
}

impl Roster {
    /// Reads a roster from TOML.
    ///
    /// # Errors
    /// When it is not TOML, a key is missing or unknown, or a value is of the wrong sort.
    pub fn parse(text: &str) -> Result<Self, RosterError> {
        toml::from_str(text).map_err(|e| {
            let message = e.message().lines().next().unwrap_or("it cannot be read").to_owned();
            let at = e.span().unwrap_or(0..0);
            let help = unknown_key(&message).map(|key| match nearest(key, KEYS.iter().copied()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("remove `{key}`"),
            });
            RosterError { message, at, help }
        })
    }

    /// Reads a roster file.
    ///
    /// # Errors
    /// The fault, with its place in the file.
    pub fn read(files: &Files, id: FileId) -> Result<Self, Diagnostic> {
        let whole = files.whole(id);
        Self::parse(files.slice(whole)).map_err(|e| {
            let from = whole.start as usize;
            let d = Diagnostic::new(Code::Roster, Span::new(from + e.at.start, from + e.at.end), e.message);
            match e.help {
                Some(help) => d.help(help),
                None => d.help("a roster has `name`, `force`, `points` and `[[unit]]` with `entry`, `name` and `options`"),
            }
        })
    }

    /// The roster as TOML.
    ///
    /// # Errors
    /// When it cannot be written as TOML.
    pub fn write(&self) -> Result<String, toml::ser::Error> {
        toml::to_string_pretty(self)
    }
}

/// The key that a message calls unknown.
fn unknown_key(message: &str) -> Option<&str> {
    message.strip_prefix("unknown field `")?.split('`').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "name = \"Ours\"\nforce = \"Coast\"\npoints = 90\n[[unit]]\nentry = \"Band\"\noptions = [\"Horn\"]\n[[unit]]\nentry = \"Band\"\nname = \"Second\"\n";

    #[test]
    fn what_is_written_is_read_again() {
        let r = Roster::parse(GOOD).expect("it is good");
        assert_eq!(r.units.len(), 2);
        assert_eq!(Roster::parse(&r.write().expect("it can be written")), Ok(r));
    }

    #[test]
    fn faults_name_the_key() {
        let mut files = Files::default();
        files.add("before", "something else\n");
        let id = files.add("r.toml", &GOOD.replace("force", "forse"));
        let d = Roster::read(&files, id).expect_err("`forse` is no key");
        assert!(d.message.contains("forse"), "{}", d.message);
        assert_eq!(files.slice(d.span).trim(), "forse");
        assert_eq!(d.help.as_deref(), Some("did you mean `force`?"));
        let missing = Roster::parse("name = \"Ours\"\npoints = 90\n").expect_err("no force");
        assert!(missing.message.contains("force"));
        let wrong = Roster::parse(&GOOD.replace("90", "\"many\"")).expect_err("not a number");
        assert!(!wrong.at.is_empty());
    }
}
