//! Texts in their one layout.

use crate::format::{Left, format};
use crate::ready::Refused;
use crate::source::Files;

/// A text of rules in its one layout: it says the same, and formatted again it is the same. `name` is how messages call it.
///
/// ```
/// let text = "pack  Small 1.0\nkind unit is group\nmarker Tired of unit  -- until it rests\n\n\n";
/// let neat = "pack Small 1.0\nkind unit is group\nmarker Tired of unit   -- until it rests\n";
/// assert_eq!(grognard::formatted("small.grog", text).unwrap(), neat);
/// assert!(grognard::formatted("small.grog", "nonsense here").is_err());
/// ```
///
/// # Errors
/// What of it cannot be read.
pub fn formatted(name: &str, text: &str) -> Result<String, Refused> {
    let mut files = Files::default();
    let id = files.add(name, text);
    format(&files, id).map_err(|why| match why {
        Left::Unread(found) => Refused::found(&files, found, false),
        Left::Otherwise => {
            Refused::fails(format!("`{name}` is left as it is: formatted it would say something else, which is a fault of this program"))
        }
    })
}
