//! The description of an array.

use plimsoll_base::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rebuild::RebuildSpec;
use crate::wiring::Members;

/// How data are kept more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// All members hold the same.
    One,
    /// One parity in each row.
    Five,
    /// Two parities in each row.
    Six,
    /// Pairs that hold the same, striped.
    Ten,
}

/// What a write of less than a row reads first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PartialWrite {
    /// What it replaces.
    Modify,
    /// That, or what stays, whichever is fewer requests.
    Fewest,
}

/// A `raid`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RaidSpec {
    /// How data are kept more than once.
    pub level: Level,
    /// Where.
    pub members: Members,
    /// Bytes on one member before the next one's turn.
    pub unit_bytes: Bytes,
    /// What a write of less than a row reads first.
    pub partial_write: PartialWrite,
    /// Members that are out, counted from 1.
    #[serde(default)]
    pub failed: Vec<u32>,
    /// A member that is filled anew.
    pub rebuild: Option<RebuildSpec>,
}
