//! The ledger of a book: its clauses and what it leaves unclear, the rules and tests that cite each, and whether the tests bite.

mod clauses;
mod extent;
mod proofs;
mod read;
mod readings;
mod report;
mod rulings;

pub use clauses::{Ambiguity, FILE, Ledger, Status, citations, strays};
pub use extent::Extent;
pub use proofs::{Found, Otherwise, Unnoticed, Watch};
pub use read::LedgerFault;
pub use readings::Speaks;
pub use report::{Changed, Cited, Idle, Report, Row, report};
pub use rulings::{Loose, RulingRow};
