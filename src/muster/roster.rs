//! What a player has drawn from a force list, as it stands in a file.

use serde::Serialize;

use super::Sheet;
use crate::diag::Diagnostic;
use crate::source::Files;

/// A roster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Roster {
    /// What the force is called.
    pub name: String,
    /// The force list that it is drawn from.
    pub force: String,
    /// The allowance agreed.
    pub points: i64,
    /// What was taken.
    #[serde(rename = "unit")]
    pub units: Vec<Picked>,
}

/// A unit of a roster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Picked {
    /// The list's entry.
    pub entry: String,
    /// What the unit is called in play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The options it has bought, each as often as it was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

impl Roster {
    /// Reads a roster from TOML.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let mut files = Files::default();
        let id = files.add("roster", text);
        let (sheet, found) = Sheet::read(&files, id);
        if found.is_empty() { Ok(sheet.roster) } else { Err(found) }
    }

    /// The roster as TOML.
    ///
    /// # Errors
    /// When it cannot be written as TOML.
    pub fn write(&self) -> Result<String, toml::ser::Error> {
        toml::to_string_pretty(self)
    }
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
}
