//! A disk's arm and platter: what it takes until the head is over the data.
//!
//! Seek time by distance, the square root law of Ruemmler and Wilkes ("An introduction to disk drive modeling", IEEE
//! Computer, 1994): the arm accelerates and brakes, so time grows with the root of the way, and over long ways, at its
//! highest speed, linearly. With the way x as a share of the full stroke: `min + a sqrt(x) + b x`, no time for x = 0.
//! Three figures of a data sheet fix it: track to track is `min`, the full stroke `min + a + b` is `max`, and `average`
//! is the mean over two independent uniform places. Their distance has density 2 (1 - x), so E[sqrt x] = 8/15 and
//! E[x] = 1/3: `average = min + 8/15 a + b / 3`. Without `average` b is 0, and it is min + 8/15 (max - min).
//!
//! The platter is anywhere when the arm arrives: uniform from 0 to one turn. A request that begins where one of the last
//! `streams` sequences ended costs neither: read ahead or held back, as drives do for a few streams at once.
//!
//! Not modelled: zones (the outer tracks are faster), cylinders (any distance above 0 is a seek), the angle of a
//! sector, and a drive's own reordering. A drive that sorts a deep queue by seek and turn gives more.

use plimsoll_base::random::{Random, unit};
use plimsoll_base::{Bytes, Nanos};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::BrokenRule;
use crate::error::StackError;
use crate::read::Section;

/// Times of an arm: what its data sheet says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeekSpec {
    /// Track to track.
    pub min_ns: Nanos,
    /// Mean over two uniform places.
    pub average_ns: Nanos,
    /// Full stroke.
    pub max_ns: Nanos,
}

/// What makes a device a disk.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiskSpec {
    /// The arm.
    pub seek: SeekSpec,
    /// Turns per minute.
    pub rpm: f64,
    /// Ends of sequences that it remembers.
    pub streams: u32,
    /// Bytes of the whole disk; none: those of the volume.
    pub size_bytes: Option<Bytes>,
}

/// E[sqrt x] of the distance between two uniform places.
const MEAN_ROOT: f64 = 8.0 / 15.0;
/// Every request looks at each remembered end.
const MAX_STREAMS: u32 = 64;
/// Half an hour: far above any arm, far below what the clock carries.
const LONGEST_SEEK: Nanos = Nanos::from_secs(1800);

impl SeekSpec {
    /// With the pure square root law.
    pub(super) const fn root(min_ns: u64, max_ns: u64) -> SeekSpec {
        SeekSpec { min_ns: Nanos(min_ns), average_ns: Nanos(min_ns + (max_ns - min_ns) * 8 / 15), max_ns: Nanos(max_ns) }
    }

    pub(super) fn read(from: &Section<'_>) -> Result<Option<SeekSpec>, StackError> {
        if !from.has("seek") {
            return Ok(None);
        }
        let example = "{ min = \"1ms\", max = \"16ms\" }, with average = \"8.5ms\" if the data sheet says it";
        let table = from.section("seek").ok_or_else(|| from.wrong("seek", format!("has to be a table: {example}")))?;
        table.only(&["min", "average", "max"])?;
        let time = |key| table.time(key)?.ok_or_else(|| table.missing(key, &format!("a time, as in {example}")));
        let (min_ns, average_ns, max_ns) = (time("min")?, table.time("average")?, time("max")?);
        if min_ns > max_ns {
            return Err(from.wrong("seek", format!("min, {min_ns}, is longer than max, {max_ns}")));
        }
        let root = SeekSpec::root(min_ns.0, max_ns.0);
        Ok(Some(SeekSpec { average_ns: average_ns.unwrap_or(root.average_ns), ..root }))
    }

    /// `a` and `b` of the law, in ns.
    fn law(&self) -> (f64, f64) {
        let (whole, mean) = (self.above(self.max_ns), self.above(self.average_ns));
        // mean = 8/15 a + (whole - a) / 3, and 8/15 - 1/3 = 1/5.
        let a = (mean - whole / 3.0) / (MEAN_ROOT - 1.0 / 3.0);
        (a, whole - a)
    }

    fn above(&self, time: Nanos) -> f64 {
        time.0 as f64 - self.min_ns.0 as f64
    }

    fn check(&self) -> Result<(), String> {
        if self.min_ns > self.max_ns || self.max_ns > LONGEST_SEEK {
            return Err(format!("{} to {} is no seek: write min up to max, max up to 30m", self.min_ns, self.max_ns));
        }
        // The time grows with the way, and less and less, when a >= 0 and, at x = 1, a/2 + b >= 0:
        // mean from whole / 3 to whole 11/15. One ns for what the file's rounding does to it.
        let (whole, mean) = (self.above(self.max_ns), self.above(self.average_ns));
        if mean + 1.0 < whole / 3.0 || mean - 1.0 > whole * 11.0 / 15.0 {
            let [low, high] = [whole / 3.0, whole * 11.0 / 15.0].map(|x| Nanos(self.min_ns.0 + x as u64));
            return Err(format!(
                "no arm has average {} with min {} and max {}: write one from {low} to {high}, or leave it out",
                self.average_ns, self.min_ns, self.max_ns
            ));
        }
        Ok(())
    }
}

impl DiskSpec {
    /// Reads the keys of a disk, over those of the profile.
    pub(super) fn read(from: &Section<'_>, profile: Option<DiskSpec>) -> Result<Option<DiskSpec>, StackError> {
        let seek = SeekSpec::read(from)?.or(profile.map(|p| p.seek));
        let rpm = from.number("rpm")?.or(profile.map(|p| p.rpm));
        let streams = from.whole("streams", u64::from(u32::MAX))?.map(|n| n as u32);
        let size_bytes = from.size("size")?;
        match (seek, rpm) {
            (Some(seek), Some(rpm)) => Ok(Some(DiskSpec { seek, rpm, streams: streams.unwrap_or(4), size_bytes })),
            (None, Some(_)) => Err(from.missing("seek", "beside rpm: { min = \"…\", max = \"…\" }, times of the arm")),
            (Some(_), None) => Err(from.missing("rpm", "beside seek: the turns per minute, such as 7200")),
            (None, None) => match ["streams", "size"].into_iter().find(|key| from.has(key)) {
                Some(key) => Err(from.wrong(key, "has no effect without seek and rpm, which make the device a disk")),
                None => Ok(None),
            },
        }
    }

    pub(super) fn check(&self) -> Result<(), BrokenRule> {
        self.seek.check().map_err(|why| ("seek", why))?;
        if !(1.0..=1e6).contains(&self.rpm) {
            return Err(("rpm", format!("{} turns per minute is no disk: write a number from 1 to 1000000", self.rpm)));
        }
        if self.streams == 0 || self.streams > MAX_STREAMS {
            let why = format!("{} can't be remembered: write a whole number from 1 to {MAX_STREAMS}", self.streams);
            return Err(("streams", why));
        }
        if self.size_bytes.is_some_and(|b| b.0 == 0) {
            return Err(("size", "0 is not the size of a disk: write one above 0, or leave it out".into()));
        }
        Ok(())
    }
}

/// An arm at work.
#[derive(Debug)]
pub(super) struct Arm {
    min_ns: f64,
    root_ns: f64,
    linear_ns: f64,
    turn_ns: f64,
    size_bytes: f64,
    /// Byte under the head.
    head: u64,
    /// Where sequences ended, the last used first; [`NOWHERE`] where there is none yet.
    ends: Vec<u64>,
    random: Random,
}

/// Ends at no address: a request there would have no byte.
const NOWHERE: u64 = u64::MAX;

impl Arm {
    pub(super) fn new(spec: &DiskSpec, size_bytes: u64, random: Random) -> Arm {
        let (root_ns, linear_ns) = spec.seek.law();
        Arm {
            min_ns: spec.seek.min_ns.0 as f64,
            root_ns,
            linear_ns,
            turn_ns: 60e9 / spec.rpm,
            size_bytes: size_bytes.max(1) as f64,
            head: 0,
            ends: vec![NOWHERE; spec.streams as usize],
            random,
        }
    }

    /// Goes to the `len` bytes at `address`, and past them: seek and turn in ns; none when it goes on where a sequence ended.
    pub(super) fn reach(&mut self, address: u64, len: u32) -> Option<f64> {
        let known = self.ends.iter().position(|end| *end == address);
        let distance = address.abs_diff(self.head);
        let end = address.saturating_add(u64::from(len));
        // To the front; a sequence that is not known takes the place of the one that was not used for longest.
        let oldest = self.ends.len() - 1;
        self.ends[..=known.unwrap_or(oldest)].rotate_right(1);
        (self.ends[0], self.head) = (end, end);
        if known.is_some() {
            return None;
        }
        let way = (distance as f64 / self.size_bytes).min(1.0);
        let seek = if distance == 0 { 0.0 } else { self.min_ns + self.root_ns * way.sqrt() + self.linear_ns * way };
        Some(seek.max(0.0) + self.turn_ns * unit(&mut self.random))
    }
}
