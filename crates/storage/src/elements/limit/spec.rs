//! The description of a limit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::meter::{AppliesTo, Rates, Refill};

/// The bucket at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Initial {
    /// Holds a whole burst.
    Full,
    /// Holds nothing.
    Empty,
}

/// What happens to a request without tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AtLimit {
    /// It queues.
    Wait,
    /// It fails at once with EAGAIN.
    Reject,
}

/// A throttle with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The I/O filter of ESXi 6.5 to 7.0 U3.
    EsxiIofilter,
    /// The scheduler of ESXi from 7.0 U3q and 8.0 U3.
    EsxiMclock,
    /// vSAN's limit.
    Vsan,
    /// QEMU's throttle.
    Qemu,
}

/// A `limit`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitSpec {
    /// The throttle whose ways these are; what it says stands below.
    pub profile: Option<Profile>,
    /// Which requests count.
    pub applies_to: AppliesTo,
    /// The rates: one entry, or those of reads and those of writes when they have them each.
    pub rates: Vec<Rates>,
    /// How much a request counts.
    pub cost: Cost,
    /// How the rates are handed out.
    pub refill: Refill,
    /// At the start.
    pub initial: Initial,
    /// Without tokens.
    pub at_limit: AtLimit,
}
