//! The null engine: operations succeed at once, without a system call. What a Run on it costs is the generator's own.

use std::io;

use plimsoll_base::Op;

use super::idle::idle;
use super::opening::{OpenError, Opening};
use crate::{Completion, Engine, Wait};

pub use crate::NULL as KIND;

/// See the module.
#[derive(Debug, Default)]
pub struct Null {
    staged: Vec<Completion>,
    done: Vec<Completion>,
}

impl Null {
    /// With room for `slots` operations.
    pub fn new(slots: u32) -> Null {
        Null { staged: Vec::with_capacity(slots as usize), done: Vec::with_capacity(slots as usize) }
    }
}

impl Null {
    /// Opens the engine.
    ///
    /// # Errors None.
    pub fn open(opening: Opening<'_>) -> Result<Null, OpenError> {
        Ok(Null::new(opening.slots))
    }
}

impl Engine for Null {
    #[inline]
    fn push(&mut self, slot: u32, op: Op) {
        self.staged.push(Completion { slot, result: Ok(op.len) });
    }

    #[inline]
    fn submit(&mut self) -> io::Result<()> {
        self.done.append(&mut self.staged);
        Ok(())
    }

    #[inline]
    fn reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()> {
        if self.done.is_empty() {
            // Nothing is ever outstanding, so the wait is for the schedule alone.
            idle(wait);
        }
        found.append(&mut self.done);
        Ok(())
    }

    fn system_calls(&self) -> u64 {
        0
    }
}
