//! The description of a device: read, its profile filled in, checked.

use plimsoll_base::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::profile::PROFILES;
use super::{CliffSpec, DiskSpec, SlowSpec};
use crate::element::Broken;
use crate::elements::ElementSpec;
use crate::error::StackError;
use crate::read::Section;
use crate::service::ServiceSpec;

/// The most servers: more than any device has, few enough to hold a word for each.
const MOST_SERVERS: u32 = 1 << 20;

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

/// What a key says, or the key that speaks for both directions, or the profile. Both keys and the general one beside
/// them: it would have no effect.
fn either<T: Copy>(
    from: &Section<'_>,
    [both, first, second]: [&str; 3],
    profile: [Option<T>; 2],
    read: impl Fn(&Section<'_>, &str) -> Result<Option<T>, StackError>,
) -> Result<[Option<T>; 2], StackError> {
    if from.has(both) && from.has(first) && from.has(second) {
        return Err(from.wrong(both, format!("has no effect beside both {first} and {second}: leave it out")));
    }
    let general = read(from, both)?;
    Ok([read(from, first)?.or(general).or(profile[0]), read(from, second)?.or(general).or(profile[1])])
}

pub(super) fn read(from: &Section<'_>) -> Result<ElementSpec, StackError> {
    let profile = from.choice("profile", &PROFILES)?.map(|profile| profile());
    let p = profile.as_ref();
    let times = [p.map(|p| p.read), p.map(|p| p.write)];
    let [read, write] = either(from, ["service", "read", "write"], times, ServiceSpec::read)?;
    let missing = || from.missing("service", "a time, such as \"200us\", or { distribution = \"…\", mean = \"…\" }");
    let (read, write) = (read.ok_or_else(missing)?, write.ok_or_else(missing)?);
    let rates = [p.and_then(|p| p.read_bytes_per_s), p.and_then(|p| p.write_bytes_per_s)];
    let keys = ["bytes_per_s", "read_bytes_per_s", "write_bytes_per_s"];
    let [read_bytes_per_s, write_bytes_per_s] = either(from, keys, rates, |from, key| from.size(key))?;
    // Without a profile a flush and a trim are as long as a write.
    let other = |key, of: fn(&DeviceSpec) -> ServiceSpec| {
        Ok(ServiceSpec::read(from, key)?.or(p.map(of)).unwrap_or(write))
    };
    let spec = DeviceSpec {
        servers: from.whole("servers", u64::from(MOST_SERVERS))?.map_or(p.map_or(1, |p| p.servers), |n| n as u32),
        read,
        write,
        flush: other("flush", |p| p.flush)?,
        trim: other("trim", |p| p.trim)?,
        read_bytes_per_s,
        write_bytes_per_s,
        max_bytes_per_s: from.size("max_bytes_per_s")?.or(p.and_then(|p| p.max_bytes_per_s)),
        disk: DiskSpec::read(from, p.and_then(|p| p.disk))?,
        write_cliff: CliffSpec::read(from)?.or(p.and_then(|p| p.write_cliff)),
        slow: SlowSpec::read(from)?,
        seed: from.whole("seed", u64::MAX)?,
    };
    // Which key was written matters to the error only.
    if from.size("bytes_per_s")? == Some(Bytes(0)) {
        return Err(from.wrong("bytes_per_s", NO_BANDWIDTH));
    }
    for key in ["read", "write"] {
        let time = if key == "read" { spec.read } else { spec.write };
        let written = if from.has(key) { key } else { "service" };
        time.check().map_err(|why| from.wrong(written, why))?;
    }
    Ok(ElementSpec::Device(spec))
}

const NO_BANDWIDTH: &str = "0 is not a bandwidth: write one above 0, or leave it out";

impl DeviceSpec {
    pub(crate) fn check(&self) -> Result<(), Broken> {
        if self.servers == 0 || self.servers > MOST_SERVERS {
            let why = format!("{} servers can't serve: write a whole number from 1 to {MOST_SERVERS}", self.servers);
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
