//! From what was typed to a resolved spec: every default filled in, every contradiction refused. The only place.

pub mod clients;
mod load;
mod phases;
mod workload;

use plimsoll_engine::{ENGINES, EngineKind, EngineOptions};
use plimsoll_workload::Workload;

use crate::error::RunError;
use crate::request::WorkloadRequest;
use crate::spec::TargetKind;

pub use load::{Recording, load};
pub use phases::{phases, stop};
pub use workload::{members, workload};

/// In-flight cap of an open load, operations.
pub const MAX_OUTSTANDING: u32 = 4096;
/// In-flight cap of an open load, bytes of buffers.
pub const MAX_BUFFER_BYTES: u64 = 1 << 30;
/// Most workers.
pub const MAX_WORKERS: u32 = 1024;
/// Most workers of the model: they are no threads there.
pub const MAX_MODEL_WORKERS: u32 = 4 << 20;
/// Slots that a worker of the model has at least in an open load, so that many of them are not starved by a common cap.
const LEAST_MODEL_SLOTS: u32 = 64;

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

/// The engine for a target.
pub fn engine(typed: Option<&str>, kind: TargetKind) -> Result<(&'static EngineKind, Vec<String>), RunError> {
    let find = |name: &str| {
        let all: Vec<(&'static str, &'static EngineKind)> = ENGINES.iter().map(|e| (e.name, e)).collect();
        known("engine", name, &all)
    };
    let fitting: &[&str] = match kind {
        TargetKind::File | TargetKind::BlockDevice | TargetKind::Several => &["io_uring", "libaio", "psync"],
        TargetKind::Nbd => &["nbd"],
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

/// What was chosen about an engine, as the engine understands it, and the number of connections of an nbd target.
pub fn engine_options(
    typed: &[String],
    engine: &EngineKind,
    workload: &Workload,
) -> Result<(EngineOptions, u32), RunError> {
    let mut options = EngineOptions {
        durable_writes: workload.durable_writes,
        flush_data_only: workload.sync.is_none_or(|sync| sync.data_only),
        ..EngineOptions::default()
    };
    let mut connections = 1;
    for option in typed {
        match (engine.name, option.split_once('=').unwrap_or((option, ""))) {
            ("io_uring", ("iopoll", "")) => options.iopoll = true,
            ("io_uring", ("sqpoll", "")) => options.sqpoll = true,
            ("nbd", ("connections", number)) => {
                connections = number.parse().ok().filter(|n| (1..=64).contains(n)).ok_or_else(|| {
                    RunError::usage(format!("--engine-option {option}: connections=N takes a number from 1 to 64"))
                })?;
            }
            (name, _) => {
                return Err(RunError::usage(format!(
                    "unknown option '{option}' of engine {name} (known: iopoll and sqpoll of io_uring, connections=N of nbd)"
                )));
            }
        }
    }
    if options.iopoll && (workload.sync.is_some() || workload.trims()) {
        return Err(RunError::usage("iopoll serves reads and writes only: leave out flushes and trims, or iopoll"));
    }
    Ok((options, connections))
}
