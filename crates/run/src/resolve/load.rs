//! How fast operations come.

use std::io::BufReader;
use std::sync::Arc;

use plimsoll_base::{Bytes, Nanos};
use plimsoll_engine::{Drives, EngineKind};
use plimsoll_workload::trace::{self, RecordedArrivals};
use plimsoll_workload::{ArrivalProcess, Bursts, Cap, Load, Profile, Step, Think, Trace, Workload};

use super::choice::parse_choice;
use super::most::{MAX_BUFFER_BYTES, MAX_MODEL_WORKERS, MAX_OUTSTANDING, MAX_WORKERS, MIN_MODEL_SLOTS};
use crate::error::RunError;
use crate::reading::{self, What};
use crate::request::ProbeRequest;

/// Highest rate that is not a typing error.
const MAX_RATE: f64 = 1e8;

/// Recorded instants, read once for a session.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {
    /// File and content.
    pub read: Option<(String, Arc<RecordedArrivals>)>,
}

impl Recording {
    fn of(&mut self, file: &str) -> Result<Arc<RecordedArrivals>, RunError> {
        if let Some((name, recorded)) = &self.read {
            if name == file {
                return Ok(recorded.clone());
            }
        }
        const TRACE: What = What { it: "the arrival trace", now: "Give trace:FILE" };
        let source = reading::open(file, TRACE)?;
        let recorded = trace::read(BufReader::with_capacity(1 << 16, source)).map_err(|e| match e {
            trace::ReadFailure::Unread(e) => reading::unread(file, TRACE, &e),
            trace::ReadFailure::NoTrace(e) => RunError::input(format!("{file}: {e}")),
        })?;
        let recorded = Arc::new(recorded);
        self.read = Some((file.to_owned(), recorded.clone()));
        Ok(recorded)
    }
}

impl Recording {
    /// The instants, stretched by `factor`.
    ///
    /// # Errors
    /// The stretched trace is longer than a clock can count.
    pub(crate) fn stretch(&self, factor: f64) -> Result<Option<RecordedArrivals>, RunError> {
        let Some((file, recorded)) = &self.read else { return Ok(None) };
        recorded.stretch(factor).map(Some).map_err(|e| RunError::input(format!("{file}: {e}")))
    }
}

/// The rate as typed.
enum Rate {
    Flat(f64),
    Changing(Profile),
}

/// The load of a Run. A typed rate counts `times` over: the part of a kind of clients, or each of several targets.
///
/// `kernel_queue`: requests that the disks' own queues take ([`crate::target::OpenTarget::kernel_queue`]). The default cap of
/// an open load does not exceed it: what lies beyond would wait inside the submit call, where it keeps the worker from
/// its schedule and from finding completions (decision 0006-submit-calls).
pub(crate) fn load(
    typed: &ProbeRequest,
    workload: &Workload,
    targets: u32,
    times: f64,
    engine: &EngineKind,
    kernel_queue: Option<u32>,
    recording: &mut Recording,
) -> Result<Load, RunError> {
    let workers = typed.workers.unwrap_or(1).saturating_mul(targets);
    let model = engine.drives == Drives::Stack;
    let most = if model && targets > 1 { MAX_MODEL_WORKERS } else { MAX_WORKERS };
    if workers == 0 || workers > most {
        let all = if targets > 1 { format!(" over {targets} targets") } else { String::new() };
        return Err(RunError::usage(format!("--workers {workers}{all} is not between 1 and {most}")));
    }
    let room = Room { typed, workload, engine, workers, many: model && targets > 1 };
    let bursts = typed.bursts.as_deref().map(bursts).transpose()?;
    let recorded = match typed.arrivals.as_deref().and_then(|text| text.strip_prefix("trace:")) {
        None => None,
        Some(file) => Some((file.to_owned(), recording.of(file)?)),
    };
    let Some(rate) = rate(typed, times, recorded.as_ref().map(|(_, r)| &**r))? else {
        return Ok(Load::Closed {
            queue_depth: room.queue_depth()?,
            workers,
            think: think(typed)?,
            cap: cap(typed)?,
            bursts,
        });
    };
    if typed.think_time.is_some() || typed.cap_rate.is_some() || typed.cap_bytes.is_some() {
        return Err(RunError::usage(
            "--think-time, --cap-rate and --cap-bytes belong to a closed load; --rate is an open one. Give one or the other",
        ));
    }
    if typed.queue_depth.is_some() {
        return Err(RunError::usage(
            "--queue-depth belongs to a closed load, --rate to an open one: give one of them (--max-outstanding caps an open load)",
        ));
    }
    let arrivals = match &recorded {
        Some(_) => ArrivalProcess::Trace,
        None => parse_choice("arrival process", typed.arrivals.as_deref().unwrap_or("poisson"), &ArrivalProcess::ALL)
            .map_err(|e| RunError::usage(format!("{}, trace:FILE)", e.message.trim_end_matches(')'))))?,
    };
    let max_outstanding = room.max_outstanding(kernel_queue)?;
    let (offered_rate_per_s, profile) = match rate {
        Rate::Flat(rate) => (rate, Profile::Flat),
        Rate::Changing(_) if bursts.is_some() || recorded.is_some() => {
            return Err(RunError::usage("a ramp or steps need constant or poisson arrivals, and no --bursts"));
        }
        Rate::Changing(profile) => (mean_rate(&profile), profile),
    };
    let trace = recorded.map(|(file, recorded)| Trace {
        file,
        operations: recorded.instants.len() as u64,
        span_ns: recorded.span,
        stretch: recorded.rate_per_s() / offered_rate_per_s,
        digest: recorded.digest.clone(),
    });
    Ok(Load::Open { offered_rate_per_s, profile, arrivals, trace, bursts, max_outstanding, workers })
}

/// Bounds of the number of operations that a load may have outstanding.
struct Room<'a> {
    typed: &'a ProbeRequest,
    workload: &'a Workload,
    engine: &'a EngineKind,
    workers: u32,
    /// The workers are many clients of a model.
    many: bool,
}

impl Room<'_> {
    fn block(&self) -> u32 {
        self.workload.largest_block().0 as u32
    }

    /// Bytes of buffers for so many slots of each worker.
    fn buffer_bytes(&self, slots: u32) -> u64 {
        let (reads, writes) = (self.workload.reads(), self.workload.writes());
        let bytes = plimsoll_engine::buffer_bytes(slots, self.block(), reads, writes) * u64::from(self.workers);
        if self.engine.moves_bytes { bytes } else { 0 }
    }

    /// The queue depth of a closed load. Options of an open one are errors.
    fn queue_depth(&self) -> Result<u32, RunError> {
        let Room { typed, engine, workers, .. } = *self;
        let block = self.block();
        let queue_depth = typed.queue_depth.unwrap_or(engine.default_queue_depth);
        if queue_depth == 0 || queue_depth > engine.max_slots {
            return Err(RunError::usage(format!(
                "--queue-depth {queue_depth} is not between 1 and {}, the most that the {} engine can hold",
                engine.max_slots, engine.name
            )));
        }
        if self.buffer_bytes(queue_depth) > 16 * MAX_BUFFER_BYTES {
            return Err(RunError::usage(format!(
                "--queue-depth {queue_depth} of {workers} workers at {block} bytes needs more than 16 GiB of buffers"
            )));
        }
        if typed.arrivals.is_some() || typed.max_outstanding.is_some() {
            return Err(RunError::usage("--arrivals and --max-outstanding belong to an open load: give --rate too"));
        }
        if let Some(per) = &typed.rate_per {
            return Err(RunError::usage(format!("rate_per '{per}' is for an offered rate: give --rate too")));
        }
        Ok(queue_depth)
    }

    /// The cap of an open load.
    fn max_outstanding(&self, kernel_queue: Option<u32>) -> Result<u32, RunError> {
        let Room { typed, workload, engine, workers, .. } = *self;
        let block = self.block();
        let by_engine = engine.max_slots.saturating_mul(workers);
        Ok(match typed.max_outstanding {
            Some(0) => {
                return Err(RunError::usage("--max-outstanding 0 lets nothing through: give at least one per worker"));
            }
            Some(cap) if cap < workers || cap > by_engine => {
                return Err(RunError::usage(format!(
                    "--max-outstanding {cap} is not between {workers} (one per worker) and {by_engine}, what the {} engine can hold",
                    engine.name
                )));
            }
            Some(cap) if self.buffer_bytes(cap.div_ceil(workers)) > 16 * MAX_BUFFER_BYTES => {
                return Err(RunError::usage(format!(
                    "--max-outstanding {cap} at {block} bytes needs more than 16 GiB of buffers"
                )));
            }
            Some(cap) => cap,
            None => {
                let per_slot =
                    u64::from(block.max(1)) * (u64::from(workload.reads()) + u64::from(workload.writes())).max(1);
                let by_memory = u32::try_from(MAX_BUFFER_BYTES / per_slot).unwrap_or(u32::MAX);
                let at_least = if self.many { workers.saturating_mul(MIN_MODEL_SLOTS) } else { 0 };
                let usual = MAX_OUTSTANDING.min(by_memory).max(at_least);
                usual.min(by_engine).min(kernel_queue.unwrap_or(u32::MAX)).max(workers)
            }
        })
    }
}

/// The rate that was typed, `times` over; none for a closed load.
fn rate(typed: &ProbeRequest, times: f64, recorded: Option<&RecordedArrivals>) -> Result<Option<Rate>, RunError> {
    let checked = |rate: f64, least: f64| {
        if rate >= least && rate * times.max(1.0) <= MAX_RATE && (rate > 0.0 || least == 0.0) {
            Ok(rate * times)
        } else {
            Err(RunError::usage(format!(
                "--rate {rate} is not a rate: give IOPS over all workers, above 0 and at most 1e8"
            )))
        }
    };
    match (typed.rate, &typed.rate_profile, recorded) {
        (Some(_), Some(_), _) => Err(RunError::usage("--rate is one rate or a profile of rates, not both")),
        (Some(rate), None, _) => Ok(Some(Rate::Flat(checked(rate, f64::MIN_POSITIVE)?))),
        (None, None, Some(recorded)) => Ok(Some(Rate::Flat(recorded.rate_per_s()))),
        (None, None, None) => Ok(None),
        (None, Some(text), _) => {
            let wrong = || {
                RunError::usage(format!(
                    "--rate '{text}' is not a rate (5000), a ramp (1000..50000) or steps (1000:10s,5000:20s)"
                ))
            };
            let number = |t: &str| t.trim().parse::<f64>().map_err(|_| wrong());
            if let Some((from, to)) = text.split_once("..") {
                let (from, to) = (checked(number(from)?, 0.0)?, checked(number(to)?, 0.0)?);
                if from.max(to) <= 0.0 {
                    return Err(wrong());
                }
                return Ok(Some(Rate::Changing(Profile::Ramp { from_per_s: from, to_per_s: to })));
            }
            let mut steps = Vec::new();
            for part in text.split(',') {
                let (rate, length) = part.split_once(':').ok_or_else(wrong)?;
                let for_ns: Nanos = length.parse().map_err(|e| RunError::usage(format!("--rate {text}: {e}")))?;
                if for_ns == Nanos::ZERO {
                    return Err(wrong());
                }
                steps.push(Step { rate_per_s: checked(number(rate)?, 0.0)?, for_ns });
            }
            if steps.iter().all(|step| step.rate_per_s <= 0.0) {
                return Err(wrong());
            }
            Ok(Some(Rate::Changing(Profile::Steps { steps })))
        }
    }
}

/// Mean of a changing rate over its own length.
fn mean_rate(profile: &Profile) -> f64 {
    match profile {
        Profile::Flat => 0.0,
        Profile::Ramp { from_per_s, to_per_s } => (from_per_s + to_per_s) / 2.0,
        Profile::Steps { steps } => {
            let seconds: f64 = steps.iter().map(|s| s.for_ns.as_secs_f64()).sum();
            steps.iter().map(|s| s.rate_per_s * s.for_ns.as_secs_f64()).sum::<f64>() / seconds
        }
    }
}

fn think(typed: &ProbeRequest) -> Result<Option<Think>, RunError> {
    let Some(text) = &typed.think_time else { return Ok(None) };
    let (exponential, time) = match text.strip_prefix("exp:") {
        Some(rest) => (true, rest),
        None => (false, text.as_str()),
    };
    let mean_ns = time.parse().map_err(|e| RunError::usage(format!("--think-time: {e}")))?;
    Ok(Some(Think { mean_ns, exponential }))
}

fn cap(typed: &ProbeRequest) -> Result<Option<Cap>, RunError> {
    let bytes_per_s = match &typed.cap_bytes {
        None => None,
        Some(text) => {
            let text = text.trim().trim_end_matches("/s");
            Some(text.parse::<Bytes>().map_err(|e| RunError::usage(format!("--cap-bytes: {e}")))?.0 as f64)
        }
    };
    if let Some(rate) = [typed.cap_rate, bytes_per_s].into_iter().flatten().find(|rate| !(*rate > 0.0 && *rate < 1e15))
    {
        return Err(RunError::usage(format!(
            "a cap of {rate} per second is invalid: give a value above 0 and below \
             1e15"
        )));
    }
    let cap = Cap { operations_per_s: typed.cap_rate, bytes_per_s };
    Ok((cap.operations_per_s.is_some() || cap.bytes_per_s.is_some()).then_some(cap))
}

fn bursts(text: &str) -> Result<Bursts, RunError> {
    let wrong = |why: String| RunError::usage(format!("--bursts '{text}': {why}; write ON/OFF, such as 100ms/900ms"));
    let (on, off) = text.split_once('/').ok_or_else(|| wrong("two times are needed".into()))?;
    let time = |t: &str| t.trim().parse::<Nanos>().map_err(|e| wrong(e.to_string()));
    let bursts = Bursts { on_ns: time(on)?, off_ns: time(off)? };
    if bursts.on_ns == Nanos::ZERO {
        return Err(wrong("ON must be above 0".into()));
    }
    Ok(bursts)
}
