//! Records read.

use crate::play::Record;
use crate::ready::{Paper, Refused, hash, papers};

impl Record {
    /// Reads a record; `path` is how messages call it.
    ///
    /// # Errors
    /// That it is none, of another format, or changed since it was written.
    pub fn parse(path: &str, text: &str) -> Result<Self, Refused> {
        let record: Self = serde_json::from_str(text).map_err(|e| Refused::misused(format!("`{path}` is not a game on record: {e}")))?;
        if record.format != Self::FORMAT {
            let why = format!("`{path}` is of the format {}, and this version reads {}", record.format, Self::FORMAT);
            return Err(Refused::misused(why));
        }
        let changed = record.seals.changed(&record);
        if changed.is_empty() {
            return Ok(record);
        }
        let why = format!("`{path}` was changed since it was written: {}; take it as it was, or play anew", changed.join(", "));
        Err(Refused::fails(why))
    }

    /// Its rosters.
    #[must_use]
    pub fn papers(&self) -> [Paper; 2] {
        papers(self)
    }

    /// The hash of how it ended, or of where it was left; none if it holds no position to compare with.
    #[must_use]
    pub fn end(&self) -> Option<&str> {
        hash(self)
    }
}
