//! The write cliff of flash: writes go into blocks erased beforehand; when those are used up, each has to wait for one.
//!
//! The erased space is a leaky bucket, full at the start: it holds `after` bytes, a write takes its size out of it when
//! its service begins, and collection of garbage puts `recover` bytes a second back, whatever else goes on. A write
//! that finds too little takes `slower` times as long, and nothing out of the pool: it erases its own block.
//!
//! What follows, with writes that keep every server busy, which is F bytes a second while they are fast, r = recover:
//! * the burst lasts `after / (F - r)`, and carries `after F / (F - r)` bytes;
//! * then all that is recovered is written fast, which takes the share r/F of the servers' time, and the rest of the
//!   time goes at F/slower: **r + (F - r) / slower** bytes a second. With r >= F there is no cliff.
//!
//! It stands for what users see of an FTL, not for one: no blocks, no write amplification by fill level or by pattern,
//! and trims give nothing back.

use plimsoll_base::{Bytes, Nanos};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::StackError;
use crate::read::Section;

/// A write cliff, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CliffSpec {
    /// Erased space when full.
    pub after_bytes: Bytes,
    /// Times as long that a write takes without.
    pub slower: f64,
    /// Erased again per second; 0: never.
    pub recover_bytes_per_s: Bytes,
}

impl CliffSpec {
    pub(super) fn read(from: &Section<'_>) -> Result<Option<CliffSpec>, StackError> {
        if !from.has("write_cliff") {
            return Ok(None);
        }
        let example = "{ after = \"10g\", slower = 4, recover = \"50m\" }";
        let wrong = || from.wrong("write_cliff", format!("has to be a table: {example}"));
        let table = from.section("write_cliff").ok_or_else(wrong)?;
        table.only(&["after", "slower", "recover"])?;
        let missing = |key| table.missing(key, &format!("as in {example}"));
        Ok(Some(CliffSpec {
            after_bytes: table.size("after")?.ok_or_else(|| missing("after"))?,
            slower: table.number("slower")?.ok_or_else(|| missing("slower"))?,
            recover_bytes_per_s: table.size("recover")?.unwrap_or(Bytes(0)),
        }))
    }

    pub(super) fn check(&self) -> Result<(), String> {
        if self.after_bytes.0 == 0 {
            return Err("after 0 bytes there is no cliff: write a size above 0".into());
        }
        if !(1.0..=1e6).contains(&self.slower) {
            return Err(format!("slower {} is out of range: write a number from 1 to 1000000", self.slower));
        }
        Ok(())
    }
}

/// The erased space. Bytes as floating point: 2^53 of them, 9 PB, are exact to a byte.
#[derive(Debug)]
pub(super) struct Pool {
    after: f64,
    slower: f64,
    recover_per_ns: f64,
    erased: f64,
    /// As of this instant.
    at: u64,
}

impl Pool {
    pub(super) fn new(spec: &CliffSpec) -> Pool {
        let after = spec.after_bytes.0 as f64;
        let recover_per_ns = spec.recover_bytes_per_s.0 as f64 / 1e9;
        Pool { after, slower: spec.slower, recover_per_ns, erased: after, at: 0 }
    }

    pub(super) fn start(&mut self, now: Nanos) {
        self.at = now.0;
    }

    /// A write of `len` bytes starts at `start`, not before the one before it: how many times as long it takes.
    pub(super) fn write(&mut self, start: u64, len: u32) -> f64 {
        let passed = start.saturating_sub(self.at) as f64;
        self.erased = (self.erased + passed * self.recover_per_ns).min(self.after);
        self.at = self.at.max(start);
        // A write that is larger than the whole pool is fast when the pool is full.
        let needs = f64::from(len).min(self.after);
        if self.erased < needs {
            return self.slower;
        }
        self.erased -= needs;
        1.0
    }
}
