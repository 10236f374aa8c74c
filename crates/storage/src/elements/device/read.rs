//! A device as a stack file describes it: its profile, and the keys beside it.

use plimsoll_base::Bytes;

use super::profile::PROFILES;
use super::spec::{MAX_SERVERS, NO_BANDWIDTH};
use super::{CliffSpec, DeviceSpec, DiskSpec, SlowSpec};
use crate::error::StackError;
use crate::read::Section;
use crate::service::ServiceSpec;

/// The value of a key, else of the key for both directions, else of the profile. The general key beside both special
/// ones is an error: it would have no effect.
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

pub(in crate::elements) fn read(from: &Section<'_>) -> Result<DeviceSpec, StackError> {
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
        servers: from.whole("servers", u64::from(MAX_SERVERS))?.map_or(p.map_or(1, |p| p.servers), |n| n as u32),
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
    Ok(spec)
}
