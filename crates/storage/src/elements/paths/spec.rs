//! The description of several ways.

use plimsoll_base::{Bytes, Nanos};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::wiring::Members;

/// How a path is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// The first that is up.
    Fixed,
    /// By turns.
    RoundRobin,
    /// The fewest requests.
    LeastQueue,
    /// The fewest bytes over weight.
    ServiceTime,
}

/// A time in which a path is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LossSpec {
    /// The path, from 0.
    pub member: u16,
    /// Start, from the first instant that the stack is told.
    pub at_ns: Nanos,
    /// Length; none: for good.
    pub for_ns: Option<Nanos>,
}

/// A `paths`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathsSpec {
    /// The paths.
    pub members: Members,
    /// How one is chosen.
    pub policy: Policy,
    /// Requests in a row; none: any number.
    pub switch_after: Option<u32>,
    /// Bytes in a row; none: any number.
    pub switch_bytes: Option<Bytes>,
    /// How fast each is; empty: alike.
    pub weights: Vec<f64>,
    /// When which is lost.
    pub down: Vec<LossSpec>,
    /// From a loss until it is noticed.
    pub failover_ns: Nanos,
    /// A request waits so long for a path; none: for ever.
    pub give_up_ns: Option<Nanos>,
}
