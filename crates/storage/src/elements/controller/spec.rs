//! The description of adapters.

use plimsoll_base::Nanos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::service::ServiceSpec;

/// A `controller`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ControllerSpec {
    /// Adapters.
    pub adapters: u32,
    /// Requests that each works on at once.
    pub servers: u32,
    /// Work on a request; none: it takes no time.
    pub service: Option<ServiceSpec>,
    /// Ceiling of each adapter; none: what its work allows.
    pub max_ops_per_s: Option<f64>,
    /// Requests behind each adapter; none: any number.
    pub depth: Option<u32>,
    /// Requests of each volume; none: any number.
    pub depth_per_disk: Option<u32>,
    /// Processor time of the host for a request.
    pub cpu_ns_per_io: Nanos,
    /// Seed of its own.
    pub seed: Option<u64>,
}
