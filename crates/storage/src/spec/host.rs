//! A host: where clients run, where members of a placed element lie.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::BrokenRule;
use crate::error::StackError;
use crate::read::Section;

pub(super) const KEYS: [&str; 4] = ["count", "runs_clients", "holds_data", "cores"];

/// The most hosts under one name.
const MAX_COUNT: u32 = 100_000;

/// One host, or several alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostSpec {
    /// How many there are of it.
    pub count: u32,
    /// Whether clients run on it.
    pub runs_clients: bool,
    /// Whether members of placed elements may lie on it.
    pub holds_data: bool,
    /// Processor cores: what the processor time of its clients and controllers is divided by.
    pub cores: Option<u32>,
}

impl HostSpec {
    pub(super) fn read(from: &Section<'_>) -> Result<HostSpec, StackError> {
        from.only(&KEYS)?;
        let host = HostSpec {
            count: from.whole("count", u64::from(MAX_COUNT))?.map_or(1, |n| n as u32),
            runs_clients: from.truth("runs_clients")?.unwrap_or(true),
            holds_data: from.truth("holds_data")?.unwrap_or(true),
            cores: from.whole("cores", 1 << 20)?.map(|n| n as u32),
        };
        host.check().map_err(|(key, why)| from.wrong(key, why))?;
        Ok(host)
    }

    pub(super) fn check(&self) -> Result<(), BrokenRule> {
        if self.count == 0 || self.count > MAX_COUNT {
            return Err(("count", format!("{} hosts: write a number from 1 to {MAX_COUNT}", self.count)));
        }
        if self.cores == Some(0) {
            return Err(("cores", "0 cores run nothing: write 1 or more, or leave it out".into()));
        }
        Ok(())
    }
}
