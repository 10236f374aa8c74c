//! From what was typed to a resolved spec: every default filled in, every contradiction refused. The only place.

use plimsoll_base::{Bytes, Nanos};
use plimsoll_engine::buffers::Buffers;
use plimsoll_engine::{ENGINES, EngineKind};
use plimsoll_measure::objective::Objective;
use plimsoll_workload::{Access, ArrivalProcess, Load, Pattern, Workload};

use crate::error::RunError;
use crate::request::{ProbeRequest, SizeText, WorkloadRequest};
use crate::spec::{Phases, StopRule, Target, TargetKind};

/// In-flight cap of an open load, operations.
pub const MAX_OUTSTANDING: u32 = 4096;
/// In-flight cap of an open load, bytes of buffers.
pub const MAX_BUFFER_BYTES: u64 = 1 << 30;
/// Most workers.
pub const MAX_WORKERS: u32 = 1024;
/// Largest block.
const MAX_BLOCK: u64 = 1 << 30;
/// Highest rate that is not a typing error.
const MAX_RATE: f64 = 1e8;

/// The value of `name` in a list of known ones, or an error that lists them.
pub fn known<T: Copy>(what: &str, typed: &str, all: &[(&'static str, T)]) -> Result<T, RunError> {
    all.iter().find(|(name, _)| *name == typed).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        RunError::usage(format!("unknown {what} '{typed}' (known: {})", names.join(", ")))
    })
}

/// Reads a workload file.
pub fn workload_file(text: &str, name: &str) -> Result<WorkloadRequest, RunError> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let mut why = error.message().lines().next().unwrap_or_default().to_owned();
        if !why.contains("expected one of") {
            why.push_str(&format!(" (known keys: {})", WorkloadRequest::KEYS.join(", ")));
        }
        RunError::input(format!("{name}, line {line}: {why}"))
    })
}

/// The workload on a target.
pub fn workload(typed: &WorkloadRequest, target: &Target, access: Access) -> Result<Workload, RunError> {
    let block = match &typed.block_size {
        None => Bytes(4096),
        Some(size) => size.to_string().parse::<Bytes>().map_err(|e| RunError::usage(format!("--block-size: {e}")))?,
    };
    let logical = u64::from(target.logical_block_bytes.max(1));
    if block.0 == 0 || block.0 > MAX_BLOCK {
        return Err(RunError::usage(format!("--block-size {block} is not between 1 byte and {}", Bytes(MAX_BLOCK))));
    }
    if access == Access::Direct && block.0 % logical != 0 {
        return Err(RunError::usage(format!(
            "--block-size {block} is not a multiple of {logical} bytes, the logical block of {}, which direct I/O needs. \
             Choose a multiple, or --cached to go through the page cache",
            target.name
        )));
    }
    let read_percent = typed.read.unwrap_or(100.0);
    if !(0.0..=100.0).contains(&read_percent) {
        return Err(RunError::usage(format!("--read {read_percent} is not a percentage from 0 to 100")));
    }
    let pattern: Pattern =
        typed.pattern.as_deref().unwrap_or("random").parse().map_err(|e| RunError::usage(format!("--pattern: {e}")))?;
    if target.size_bytes.0 < block.0 {
        return Err(RunError::usage(format!(
            "{} holds {} bytes, less than one block of {block}. Choose a smaller --block-size, or make the target \
             larger: plimsoll prepare {} --size 1g",
            target.name, target.size_bytes.0, target.name
        )));
    }
    let offset = match &typed.working_set_offset {
        None => 0,
        Some(size) => share("--working-set-offset", size, target.size_bytes.0)?,
    };
    let rest = target.size_bytes.0.saturating_sub(offset);
    let set = match &typed.working_set {
        None => rest,
        Some(size) => share("--working-set", size, target.size_bytes.0)?,
    };
    if set > rest || set < block.0 {
        return Err(RunError::usage(format!(
            "a working set of {set} bytes from byte {offset} does not fit {} ({} bytes), or is less than one block of {block}",
            target.name, target.size_bytes.0
        )));
    }
    if access == Access::Direct && offset % logical != 0 {
        return Err(RunError::usage(format!("--working-set-offset {offset} is not a multiple of {logical} bytes")));
    }
    let working_set_bytes = Bytes(set / block.0 * block.0);
    Ok(Workload::simple(block, read_percent, pattern, Bytes(offset), working_set_bytes))
}

fn share(flag: &str, typed: &SizeText, whole: u64) -> Result<u64, RunError> {
    let text = typed.to_string();
    match text.trim().strip_suffix('%') {
        None => text.parse::<Bytes>().map(|b| b.0).map_err(|e| RunError::usage(format!("{flag}: {e}"))),
        Some(percent) => match percent.trim().parse::<f64>() {
            Ok(p) if (0.0..=100.0).contains(&p) => Ok((whole as f64 * p / 100.0) as u64),
            _ => Err(RunError::usage(format!("{flag}: '{text}' is not a percentage from 0% to 100%"))),
        },
    }
}

/// The engine for a target.
pub fn engine(typed: Option<&str>, kind: TargetKind) -> Result<(&'static EngineKind, Vec<String>), RunError> {
    let find = |name: &str| {
        let all: Vec<(&'static str, &'static EngineKind)> = ENGINES.iter().map(|e| (e.name, e)).collect();
        known("engine", name, &all)
    };
    let fitting: &[&str] = match kind {
        TargetKind::File | TargetKind::BlockDevice => &["io_uring", "psync"],
        TargetKind::Null => &["null"],
        TargetKind::Stack => &["emulated"],
    };
    if let Some(name) = typed {
        let engine = find(name)?;
        if !fitting.contains(&name) {
            return Err(RunError::usage(format!(
                "engine '{name}' cannot drive this target (it takes: {})",
                fitting.join(", ")
            )));
        }
        if let Err(why) = (engine.available)() {
            if name == "io_uring" {
                return Ok((find("psync")?, vec![format!("io_uring was asked for, psync is used: {why}")]));
            }
            return Err(RunError::usage(format!("engine '{name}' does not work here: {why}")));
        }
        return Ok((engine, Vec::new()));
    }
    let mut notes = Vec::new();
    for name in fitting {
        let engine = find(name)?;
        match (engine.available)() {
            Ok(()) => return Ok((engine, notes)),
            Err(why) => notes.push(format!("{name} is not used: {why}")),
        }
    }
    Err(RunError::usage("no engine works on this target here"))
}

/// The load of a Run.
///
/// `kernel_queue`: requests that the disks' own queues take ([`crate::opened::Opened::kernel_queue`]). The default cap of
/// an open load does not exceed it: what lies beyond would wait inside the submit call, where it keeps the worker from
/// its schedule and from finding completions (docs/decisions/0005).
pub fn load(
    typed: &ProbeRequest,
    workload: &Workload,
    engine: &EngineKind,
    kernel_queue: Option<u32>,
) -> Result<Load, RunError> {
    let workers = typed.workers.unwrap_or(1);
    if workers == 0 || workers > MAX_WORKERS {
        return Err(RunError::usage(format!("--workers {workers} is not between 1 and {MAX_WORKERS}")));
    }
    let block = workload.largest_block().0 as u32;
    let buffer_limit = |slots_per_worker: u32| {
        let bytes =
            Buffers::bytes_needed(slots_per_worker, block, workload.reads(), workload.writes()) * u64::from(workers);
        if engine.name == "null" || engine.name == "emulated" { 0 } else { bytes }
    };
    let Some(rate) = typed.rate else {
        let queue_depth = typed.queue_depth.unwrap_or(if engine.name == "psync" { 1 } else { 32 });
        if queue_depth == 0 || queue_depth > engine.max_slots {
            return Err(RunError::usage(format!(
                "--queue-depth {queue_depth} is not between 1 and {}, the most that the {} engine can hold",
                engine.max_slots, engine.name
            )));
        }
        if buffer_limit(queue_depth) > 16 * MAX_BUFFER_BYTES {
            return Err(RunError::usage(format!(
                "--queue-depth {queue_depth} of {workers} workers at {block} bytes needs more than 16 GiB of buffers"
            )));
        }
        if typed.arrivals.is_some() || typed.max_outstanding.is_some() {
            return Err(RunError::usage("--arrivals and --max-outstanding belong to an open load: give --rate too"));
        }
        if typed.objective.is_some() {
            return Err(RunError::usage("an objective is judged at an offered rate: give --rate too"));
        }
        return Ok(Load::closed(queue_depth, workers));
    };
    if !(rate > 0.0 && rate <= MAX_RATE) {
        return Err(RunError::usage(format!(
            "--rate {rate} is not a rate: give operations per second over all workers, above 0 and at most 1e8"
        )));
    }
    if typed.queue_depth.is_some() {
        return Err(RunError::usage(
            "--queue-depth belongs to a closed load, --rate to an open one: give one of them (--max-outstanding caps an open load)",
        ));
    }
    let arrivals = known("arrival process", typed.arrivals.as_deref().unwrap_or("poisson"), &ArrivalProcess::ALL)?;
    let by_engine = engine.max_slots.saturating_mul(workers);
    let max_outstanding = match typed.max_outstanding {
        Some(0) => {
            return Err(RunError::usage("--max-outstanding 0 lets nothing through: give at least one per worker"));
        }
        Some(cap) if cap < workers || cap > by_engine => {
            return Err(RunError::usage(format!(
                "--max-outstanding {cap} is not between {workers} (one per worker) and {by_engine}, what the {} engine can hold",
                engine.name
            )));
        }
        Some(cap) if buffer_limit(cap.div_ceil(workers)) > 16 * MAX_BUFFER_BYTES => {
            return Err(RunError::usage(format!(
                "--max-outstanding {cap} at {block} bytes needs more than 16 GiB of buffers"
            )));
        }
        Some(cap) => cap,
        None => {
            let per_slot = u64::from(block) * (u64::from(workload.reads()) + u64::from(workload.writes())).max(1);
            let by_memory = u32::try_from(MAX_BUFFER_BYTES / per_slot).unwrap_or(u32::MAX);
            MAX_OUTSTANDING.min(by_memory).min(by_engine).min(kernel_queue.unwrap_or(u32::MAX)).max(workers)
        }
    };
    Ok(Load::open(rate, arrivals, max_outstanding, workers))
}

/// Lengths of the phases.
pub fn phases(typed: &ProbeRequest) -> Result<Phases, RunError> {
    let time = |flag: &str, text: &Option<String>, default: &str| -> Result<Nanos, RunError> {
        text.as_deref().unwrap_or(default).parse().map_err(|e| RunError::usage(format!("{flag}: {e}")))
    };
    let phases = Phases {
        warmup_ns: time("--warmup-for", &typed.warmup_for, "1s")?,
        measure_ns: time("--measure-for", &typed.measure_for, "5s")?,
        drain_limit_ns: time("--drain-limit", &typed.drain_limit, "5s")?,
        interval_ns: time("--interval", &typed.interval, if typed.stop_when_decided { "100ms" } else { "1s" })?,
    };
    if phases.measure_ns < Nanos::from_millis(1) {
        return Err(RunError::usage(format!(
            "--measure-for {} is too short to measure anything: give at least 1ms",
            phases.measure_ns
        )));
    }
    if phases.interval_ns < Nanos::from_millis(100) || phases.interval_ns > Nanos::from_secs(60) {
        return Err(RunError::usage(format!("--interval {} is not between 100ms and 60s", phases.interval_ns)));
    }
    const YEAR: Nanos = Nanos::from_secs(366 * 86_400);
    if [phases.warmup_ns, phases.measure_ns, phases.drain_limit_ns].iter().any(|t| *t > YEAR) {
        return Err(RunError::usage("a phase of more than a year is a typing error"));
    }
    Ok(phases)
}

/// When Measure ends.
pub fn stop(typed: &ProbeRequest) -> Result<StopRule, RunError> {
    let objective: Option<Objective> = typed
        .objective
        .as_deref()
        .map(str::parse)
        .transpose()
        .map_err(|e| RunError::usage(format!("--objective: {e}")))?;
    let confidence = typed.confidence.unwrap_or(0.95);
    if !(0.5..1.0).contains(&confidence) {
        return Err(RunError::usage(format!("a confidence of {confidence} is not between 0.5 and 1")));
    }
    match (typed.stop_when_decided, objective) {
        (false, objective) => Ok(StopRule::Fixed { objective, confidence }),
        (true, None) => Err(RunError::usage("stopping when decided needs an objective: give --objective 'p99 <= 1ms'")),
        (true, Some(_)) if typed.rate.is_none() => {
            Err(RunError::usage("an objective is decided at an offered rate: give --rate"))
        }
        (true, Some(objective)) => {
            Ok(StopRule::Decided { objective, confidence, max_operations: typed.max_operations.unwrap_or(5_000_000) })
        }
    }
}
