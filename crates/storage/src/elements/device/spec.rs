//! The description of a device, and the rules that it keeps.

use plimsoll_base::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CliffSpec, DiskSpec, SlowSpec};
use crate::element::BrokenRule;
use crate::service::ServiceSpec;

/// The most servers: more than any device has, few enough to hold a word for each.
pub(super) const MAX_SERVERS: u32 = 1 << 20;

/// A `device`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeviceSpec {
    /// Requests worked on at once.
    pub servers: u32,
    /// Service time of reads.
    pub read: ServiceSpec,
    /// Service time of writes.
    pub write: ServiceSpec,
    /// Service time of flushes.
    pub flush: ServiceSpec,
    /// Service time of trims.
    pub trim: ServiceSpec,
    /// Bandwidth of each server for reads; none: size costs nothing.
    pub read_bytes_per_s: Option<Bytes>,
    /// Bandwidth of each server for writes; none: size costs nothing.
    pub write_bytes_per_s: Option<Bytes>,
    /// Bandwidth of the bus that all data crosses; none: there is no such bus.
    pub max_bytes_per_s: Option<Bytes>,
    /// Arm and platter; none: addresses make no difference.
    pub disk: Option<DiskSpec>,
    /// Flash that runs out of erased space.
    pub write_cliff: Option<CliffSpec>,
    /// When it is slower.
    pub slow: Option<SlowSpec>,
    /// Seed of its own.
    pub seed: Option<u64>,
}

pub(super) const NO_BANDWIDTH: &str = "0 is not a bandwidth: write one above 0, or leave it out";

impl DeviceSpec {
    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        if self.servers == 0 || self.servers > MAX_SERVERS {
            let why = format!("{} servers can't serve: write a whole number from 1 to {MAX_SERVERS}", self.servers);
            return Err(("servers", why));
        }
        let times = [("read", self.read), ("write", self.write), ("flush", self.flush), ("trim", self.trim)];
        for (key, time) in times {
            time.check().map_err(|why| (key, why))?;
        }
        let rates = [
            ("read_bytes_per_s", self.read_bytes_per_s),
            ("write_bytes_per_s", self.write_bytes_per_s),
            ("max_bytes_per_s", self.max_bytes_per_s),
        ];
        if let Some((key, _)) = rates.into_iter().find(|(_, rate)| *rate == Some(Bytes(0))) {
            return Err((key, NO_BANDWIDTH.into()));
        }
        if let Some(disk) = self.disk {
            disk.check()?;
            if self.servers != 1 {
                let why = format!("{} arms over one platter is no disk: a disk has servers = 1", self.servers);
                return Err(("servers", why));
            }
        }
        if let Some(cliff) = self.write_cliff {
            cliff.check().map_err(|why| ("write_cliff", why))?;
        }
        if let Some(slow) = self.slow {
            slow.check().map_err(|why| ("slow", why))?;
        }
        Ok(())
    }
}
