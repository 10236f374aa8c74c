//! The description of faults.

use plimsoll_base::Nanos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::window::WindowSpec;

/// How an outage looks to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outage {
    /// Requests fail with EIO.
    Error,
    /// Requests are never answered.
    Hang,
}

/// A `fault`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultSpec {
    /// When requests wait.
    pub stall: Option<WindowSpec>,
    /// When requests are not served.
    pub outages: Option<WindowSpec>,
    /// How that looks.
    pub outage: Outage,
    /// When requests are slow; none: always, if `slow_by_ns` is above 0.
    pub slow: Option<WindowSpec>,
    /// What is added to a slow request.
    pub slow_by_ns: Nanos,
    /// Share of reads that fail, in percent.
    pub read_error_percent: f64,
    /// Share of writes, trims and flushes that fail, in percent.
    pub write_error_percent: f64,
    /// Share of writes that are lost, in percent.
    pub lost_percent: f64,
    /// Share of writes that are torn, in percent.
    pub torn_percent: f64,
    /// Share of writes that are misplaced, in percent.
    pub misplaced_percent: f64,
    /// Share of reads that are stale, in percent.
    pub stale_percent: f64,
    /// Seed of its own.
    pub seed: Option<u64>,
}
