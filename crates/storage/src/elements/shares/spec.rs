//! The description of shares.

use std::collections::BTreeMap;

use plimsoll_base::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many operations a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SizeCost {
    /// One, whatever its size.
    None,
    /// Size / unit, rounded up; at least 1.
    Ceil,
    /// Size / unit; at least 1.
    Linear,
}

/// What a client is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// A VM.
    Vm,
    /// A volume.
    Disk,
}

/// What happens above a client's limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BeyondLimit {
    /// Requests wait.
    Wait,
    /// They are served when nobody else may be.
    Allow,
    /// They fail with EAGAIN.
    Reject,
}

/// What a client gets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareSpec {
    /// At least, in operations per second.
    pub reservation_per_s: f64,
    /// At most; none: no limit.
    pub limit_per_s: Option<f64>,
    /// Weight in what is left.
    pub shares: f64,
}

/// A `shares`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SharesSpec {
    /// Requests behind it at once; none: any number.
    pub depth: Option<u32>,
    /// Capacity of its own; none: that of what is behind.
    pub ops_per_s: Option<f64>,
    /// Operations of a request.
    pub cost: SizeCost,
    /// Unit of the cost.
    pub unit_bytes: Bytes,
    /// What a client is.
    pub per: Per,
    /// Of each client.
    pub each: ShareSpec,
    /// Of some.
    pub of: BTreeMap<String, ShareSpec>,
    /// Above a limit.
    pub at_limit: BeyondLimit,
}
