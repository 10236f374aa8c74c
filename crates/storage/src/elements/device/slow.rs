//! A device that is slower for a time: a disk that retries, a drive that is hot. Its answers stay right.
//!
//! The factor applies to all the service of a request that starts in the window, not to one that is under way, and not
//! to the bus. Windows count from the start of the stack's clock.

use plimsoll_base::Nanos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::elements::fault::WindowSpec;
use crate::error::StackError;
use crate::read::Section;

/// When and how much a device is slower, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlowSpec {
    /// When.
    pub during: WindowSpec,
    /// Times as long that service takes.
    pub factor: f64,
}

impl SlowSpec {
    pub(super) fn read(from: &Section<'_>) -> Result<Option<SlowSpec>, StackError> {
        if !from.has("slow") {
            return Ok(None);
        }
        let example = "{ at = \"10s\", for = \"5s\", factor = 3 }, with every = \"60s\" to repeat it";
        let table = from.section("slow").ok_or_else(|| from.wrong("slow", format!("has to be a table: {example}")))?;
        table.only(&["at", "for", "every", "factor"])?;
        let missing = |key| table.missing(key, &format!("as in {example}"));
        Ok(Some(SlowSpec {
            during: WindowSpec::read(&table, ["at", "for", "every"])?.ok_or_else(|| missing("for"))?,
            factor: table.number("factor")?.ok_or_else(|| missing("factor"))?,
        }))
    }

    pub(super) fn check(&self) -> Result<(), String> {
        self.during.check("for", "every").map_err(|(key, why)| format!("{key} {why}"))?;
        if !(1.0..=1e6).contains(&self.factor) {
            return Err(format!("factor {} is out of range: write a number from 1 to 1000000", self.factor));
        }
        Ok(())
    }
}

/// A [`SlowSpec`] on the clock.
#[derive(Debug)]
pub(super) struct Slow {
    spec: SlowSpec,
    start: Nanos,
}

impl Slow {
    pub(super) fn new(spec: SlowSpec) -> Slow {
        Slow { spec, start: Nanos::ZERO }
    }

    pub(super) fn start(&mut self, now: Nanos) {
        self.start = now;
    }

    /// Times as long that a service takes which starts at `at`.
    pub(super) fn factor(&self, at: Nanos) -> f64 {
        if self.spec.during.end(self.start, at).is_some() { self.spec.factor } else { 1.0 }
    }
}
