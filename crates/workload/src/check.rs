//! Checks of a workload or a load: one sentence for each contradiction: the key, the reason, the way out.
//!
//! Only contradictions inside the document are found. Whether a target can do it (its size, its logical block, its
//! trims) is checked where the target is known.

use plimsoll_base::Bytes;

use crate::load::{Bursts, Profile};
use crate::pattern::{Distribution, Walk};
use crate::spec::{ArrivalProcess, BlockShare, Load, Workload};
use crate::stream::zone_units;

/// Rounding in shares that add up to 100.
const NOISE: f64 = 1e-6;

impl Workload {
    /// The first contradiction, if there is one. A workload that passes can be streamed.
    pub fn check(&self) -> Result<(), String> {
        self.check_kinds()?;
        self.check_sizes()?;
        self.check_space()?;
        self.check_pattern()
    }

    fn check_kinds(&self) -> Result<(), String> {
        for (kind, percent) in [("reads", self.read_percent), ("trims", self.trim_percent)] {
            if !(0.0..=100.0).contains(&percent) {
                return Err(format!("{percent} % {kind}: a share lies between 0 and 100"));
            }
        }
        let sum = self.read_percent + self.trim_percent;
        if sum > 100.0 + NOISE {
            return Err(format!(
                "{} % reads and {} % trims are {sum} % together, which leaves a share of writes below 0: lower one of them",
                self.read_percent, self.trim_percent
            ));
        }
        match self.sync {
            Some(sync) if sync.writes == 0 => {
                Err("a flush after every 0 writes would never let a write through: choose 1 or more, or no sync".into())
            }
            Some(_) if !self.writes() => {
                Err("a flush after every so many writes is asked for, but nothing is written: leave the sync out, or \
                     lower the share of reads"
                    .into())
            }
            _ => Ok(()),
        }
    }

    fn check_sizes(&self) -> Result<(), String> {
        let mixes = [("reads", &self.read_blocks, self.reads()), ("writes", &self.write_blocks, self.changes())];
        for (kind, mix, _) in mixes.iter().filter(|(.., occurs)| *occurs) {
            if mix.is_empty() {
                return Err(format!("there are {kind}, but no block size for them: give one"));
            }
            let bad = |share: &&BlockShare| !(share.percent.is_finite() && share.percent > 0.0);
            if let Some(share) = mix.iter().find(bad) {
                return Err(format!(
                    "{} % of the {kind} are of {}: a share is above 0; leave the size out if it does not occur",
                    share.percent, share.bytes
                ));
            }
            if let Some(share) = mix.iter().find(|share| share.bytes.0 == 0 || u32::try_from(share.bytes.0).is_err()) {
                return Err(format!(
                    "{kind} of {} bytes: an operation has at least 1 byte and less than 4g; choose another size",
                    share.bytes.0
                ));
            }
            let sum: f64 = mix.iter().map(|share| share.percent).sum();
            if (sum - 100.0).abs() > NOISE {
                return Err(format!(
                    "the shares of the {kind}' block sizes add up to {sum} %, not to 100: correct one of them"
                ));
            }
        }
        let (smallest, largest) = (self.smallest_block(), self.largest_block());
        match self.block_size_bytes {
            Some(size) if size != smallest || size != largest => Err(format!(
                "every operation is said to be of {size}, but the mixes have sizes from {smallest} to {largest}: leave one \
                 of the two out"
            )),
            _ => Ok(()),
        }
    }

    fn check_space(&self) -> Result<(), String> {
        let (align, set, largest) = (self.align_bytes, self.working_set_bytes, self.largest_block());
        if align.0 == 0 {
            return Err("operations cannot start at multiples of 0 bytes: choose an alignment of 1 or more".into());
        }
        if set < largest {
            return Err(format!(
                "the working set of {set} is smaller than the largest block, {largest}: choose a larger working set or \
                 smaller blocks"
            ));
        }
        if set.0 % align.0 != 0 {
            return Err(format!(
                "the alignment of {align} does not divide the working set of {set}, whose end no operation would reach: \
                 choose a working set of {} or another alignment",
                Bytes(set.0 / align.0 * align.0)
            ));
        }
        if self.working_set_offset_bytes.0.checked_add(set.0).is_none() {
            return Err(format!(
                "a working set of {set} from byte {} on ends beyond 16 EiB: choose a smaller offset",
                self.working_set_offset_bytes.0
            ));
        }
        Ok(())
    }

    fn check_pattern(&self) -> Result<(), String> {
        let (align, set, pattern) = (self.align_bytes, self.working_set_bytes, &self.pattern);
        if !(0.0..=100.0).contains(&pattern.random_percent) {
            return Err(format!("{} % random operations: a share lies between 0 and 100", pattern.random_percent));
        }
        if pattern.random_percent < 100.0 {
            match pattern.walk {
                Walk::Strided(Bytes(0)) => {
                    return Err(
                        "a stride of 0 would go to the same place for ever: choose a multiple of the alignment".into(),
                    );
                }
                Walk::Strided(stride) if stride.0 % align.0 != 0 => {
                    return Err(format!(
                        "the alignment of {align} does not divide the stride of {stride}, so that it could not be kept: \
                         choose a stride that is a multiple of it"
                    ));
                }
                Walk::Strided(stride) if stride >= set => {
                    return Err(format!(
                        "a stride of {stride} leaves a working set of {set} with its first step, so that every operation \
                         would go to the same place: choose a smaller one"
                    ));
                }
                Walk::Strided(_) => {}
                Walk::Own | Walk::Shared | Walk::Each => {
                    if let Some(size) = self.sizes().find(|size| size.0 % align.0 != 0) {
                        return Err(format!(
                            "the alignment of {align} does not divide the blocks of {size}, so that a sequential walk would \
                             leave holes: choose an alignment that does, or strided:{align}"
                        ));
                    }
                }
            }
        }
        if pattern.random_percent > 0.0 { self.check_distribution() } else { Ok(()) }
    }

    fn check_distribution(&self) -> Result<(), String> {
        let add = |shares: &mut dyn Iterator<Item = f64>| shares.fold(0.0, |sum, share| sum + share);
        let within = |what: &str, value: f64, high: f64| {
            if value > 0.0 && value < high {
                Ok(())
            } else {
                Err(format!("{what} is {value}: choose a number above 0 and below {high}"))
            }
        };
        match &self.pattern.distribution {
            Distribution::Uniform => Ok(()),
            Distribution::Once if self.block_size_bytes != Some(self.align_bytes) => Err(format!(
                "places can be visited once each only when all operations are of one size, which is also their alignment \
                 (here {}): give one block size, or leave out :once",
                self.align_bytes
            )),
            Distribution::Once => Ok(()),
            Distribution::Zipf { theta } => within("theta of zipf", *theta, 10.0),
            Distribution::Pareto { h } => within("h of pareto", *h, 1.0),
            Distribution::Normal { stddev_percent } => {
                within("the standard deviation of normal, in percent,", *stddev_percent, 1000.0)
            }
            Distribution::Zones(zones) => {
                let sums = [
                    ("operations", add(&mut zones.iter().map(|zone| zone.operations_percent))),
                    ("space", add(&mut zones.iter().map(|zone| zone.space_percent))),
                ];
                if let Some((what, sum)) = sums.iter().find(|(_, sum)| sum.is_nan() || (sum - 100.0).abs() > NOISE) {
                    return Err(format!(
                        "the zones' shares of {what} add up to {sum} %, not to 100: correct one of them"
                    ));
                }
                let units = zone_units(zones, self.working_set_bytes.0 / self.align_bytes.0.max(1));
                match zones.iter().zip(units).find(|(zone, (from, to))| zone.operations_percent > 0.0 && from == to) {
                    None => Ok(()),
                    Some((zone, _)) => Err(format!(
                        "the zone of {} % of the space is empty in a working set of {} with an alignment of {}, but {} % of \
                         the operations should go there: choose a larger working set or a larger zone",
                        zone.space_percent, self.working_set_bytes, self.align_bytes, zone.operations_percent
                    )),
                }
            }
        }
    }
}

impl Load {
    /// The first contradiction, if there is one. A load that passes has a schedule.
    pub fn check(&self) -> Result<(), String> {
        let rate = |what: &str, rate: f64| {
            if rate.is_finite() && rate > 0.0 {
                Ok(())
            } else {
                Err(format!("{what} of {rate} a second: choose a number above 0"))
            }
        };
        if self.workers() == 0 {
            return Err("0 workers issue nothing: choose 1 or more".into());
        }
        match self.bursts() {
            Some(Bursts { on_ns, .. }) if on_ns.0 == 0 => {
                return Err("bursts of no length issue nothing: choose a time of load above 0".into());
            }
            _ => {}
        }
        match self {
            Load::Closed { queue_depth: 0, .. } => Err("a queue depth of 0 issues nothing: choose 1 or more".into()),
            Load::Closed { cap: Some(cap), .. } => {
                cap.operations_per_s.map_or(Ok(()), |r| rate("a cap in operations", r))?;
                cap.bytes_per_s.map_or(Ok(()), |r| rate("a cap in bytes", r))
            }
            Load::Closed { .. } => Ok(()),
            Load::Open { max_outstanding, workers, .. } if max_outstanding < workers => Err(format!(
                "{max_outstanding} outstanding operations for {workers} workers leave some without any: raise the first or \
                 lower the second"
            )),
            Load::Open { offered_rate_per_s, profile, arrivals, trace, .. } => {
                match (arrivals, trace) {
                    (ArrivalProcess::Trace, None) => {
                        return Err("arrivals as recorded need a trace: name its file".into());
                    }
                    (ArrivalProcess::Constant | ArrivalProcess::Poisson, Some(_)) => {
                        return Err(
                            "a trace says when operations arrive, and so does the process: leave one of them out"
                                .into(),
                        );
                    }
                    (ArrivalProcess::Trace, Some(_)) if *profile != Profile::Flat => {
                        return Err("a trace has its own profile: leave the ramp or the steps out".into());
                    }
                    _ => {}
                }
                rate("an offered rate", *offered_rate_per_s)?;
                profile.check()
            }
        }
    }
}

impl Profile {
    /// The first contradiction, if there is one.
    pub fn check(&self) -> Result<(), String> {
        let rates: Vec<f64> = match self {
            Profile::Flat => return Ok(()),
            Profile::Ramp { from_per_s, to_per_s } => vec![*from_per_s, *to_per_s],
            Profile::Steps { steps } => {
                if let Some(step) = steps.iter().find(|step| step.for_ns.0 == 0) {
                    return Err(format!(
                        "the step of {} operations a second has no length: give it one",
                        step.rate_per_s
                    ));
                }
                steps.iter().map(|step| step.rate_per_s).collect()
            }
        };
        if let Some(rate) = rates.iter().find(|rate| !(rate.is_finite() && **rate >= 0.0)) {
            return Err(format!("a rate of {rate} operations a second: choose 0 (a rest) or more"));
        }
        if rates.iter().all(|rate| *rate == 0.0) {
            return Err("a profile without any rate above 0 issues nothing: raise one".into());
        }
        Ok(())
    }
}
