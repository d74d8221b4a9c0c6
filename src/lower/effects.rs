//! The effect graph where the program is made.

use std::sync::Arc;

use super::build::Builder;
use crate::graph::Graph;

impl Builder<'_> {
    /// What meets what.
    pub fn effects(&self) -> Arc<Graph> {
        Arc::clone(&self.graph)
    }
}
