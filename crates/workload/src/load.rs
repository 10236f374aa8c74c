//! The parts of a load: how a rate changes, pauses, caps, bursts, and recorded instants.

use plimsoll_base::Nanos;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the offered rate changes in the course of Measure. Before Measure it is the first rate, after it the last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Profile {
    /// Not at all.
    Flat,
    /// Linearly, over the whole of Measure. For scouting: what is seen at a rate still carries what came before it.
    Ramp {
        /// Operations per second at the start of Measure.
        from_per_s: f64,
        /// Operations per second at its end.
        to_per_s: f64,
    },
    /// In steps, one behind the other.
    Steps {
        /// The steps, in order.
        steps: Vec<Step>,
    },
}

/// One rate for a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Operations per second over all workers; 0 is a rest.
    pub rate_per_s: f64,
    /// How long.
    pub for_ns: Nanos,
}

/// The time that a slot of a closed load rests between a completion and its next operation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Think {
    /// Its mean.
    pub mean_ns: Nanos,
    /// Exponentially distributed; otherwise always the same.
    pub exponential: bool,
}

/// A rate that a closed load does not exceed. Waiting for it is part of no latency.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cap {
    /// Operations per second over all workers; null: any number.
    pub operations_per_s: Option<f64>,
    /// Bytes per second over all workers; null: any number.
    pub bytes_per_s: Option<f64>,
}

/// Load for a time, then rest for a time, from the start of the Run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bursts {
    /// Length of a burst.
    pub on_ns: Nanos,
    /// Length of the rest after it.
    pub off_ns: Nanos,
}

/// Recorded instants of arrival. The instants themselves are kept beside the document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// Name of the file they were read from.
    pub file: String,
    /// How many there are.
    pub operations: u64,
    /// Time from one round of the trace to the next: a Run that is longer begins it again.
    pub span_ns: Nanos,
    /// The instants are stretched by this factor; 1 as recorded.
    pub stretch: f64,
    /// Hash of the instants, so that a Run names what it replayed.
    pub digest: String,
}
