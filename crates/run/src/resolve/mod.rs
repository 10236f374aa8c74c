//! From what was typed to a resolved spec: every default filled in, every contradiction refused. The only place.

mod choice;
pub(crate) mod clients;
mod load;
mod most;
mod phases;
mod workload;

use plimsoll_engine::{Drives, ENGINES, EngineKind, EngineOptions, Takes};
use plimsoll_workload::{Access, Workload};

use crate::error::RunError;
use crate::request::WorkloadRequest;
use crate::spec::TargetKind;

pub(crate) use choice::parse_choice;
pub(crate) use load::{Recording, load};
#[cfg(feature = "measure")]
pub(crate) use most::MAX_BUFFER_BYTES;
pub(crate) use most::MAX_MODEL_WORKERS;
pub(crate) use phases::not_steady;
pub(crate) use phases::{bytes_each, phases, stop};
pub(crate) use workload::{members, workload};

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

/// The engine for a target, and a note for each that would have been taken before it but does not work here.
pub(crate) fn engine(
    typed: Option<&str>,
    kind: TargetKind,
    access: Access,
) -> Result<(&'static EngineKind, Vec<String>), RunError> {
    let wanted = match kind {
        TargetKind::File | TargetKind::BlockDevice | TargetKind::Several => Drives::Files,
        TargetKind::Nbd => Drives::Nbd,
        TargetKind::Null => Drives::Null,
        TargetKind::Stack => Drives::Stack,
    };
    let fitting = || ENGINES.iter().copied().filter(|engine| engine.drives == wanted);
    if let Some(name) = typed {
        let all: Vec<(&'static str, &'static EngineKind)> = ENGINES.iter().map(|e| (e.name, *e)).collect();
        let engine = parse_choice("engine", name, &all)?;
        if engine.drives != wanted {
            let names: Vec<&str> = fitting().map(|engine| engine.name).collect();
            return Err(RunError::usage(format!(
                "engine '{name}' cannot drive this target (it takes: {})",
                names.join(", ")
            )));
        }
        let candidates = std::iter::once(engine).chain(engine.stand_ins.iter().copied());
        return first_that_works(candidates.filter(|one| one.name == name || suits(one, access)))
            .map_err(|why| RunError::usage(format!("engine '{name}' does not work here: {why}")));
    }
    first_that_works(fitting().filter(|one| suits(one, access)))
        .map_err(|why| RunError::usage(format!("no engine works on this target here: {why}")))
}

/// Whether an engine that nobody named is of use with this access.
fn suits(engine: &EngineKind, access: Access) -> bool {
    access == Access::Direct || !engine.direct_only
}

/// The first engine that works here, and a note for each before it; else why none of them does.
fn first_that_works(
    candidates: impl Iterator<Item = &'static EngineKind>,
) -> Result<(&'static EngineKind, Vec<String>), String> {
    let mut refusals = Vec::new();
    for engine in candidates {
        match (engine.available)() {
            Ok(()) => {
                let note = |(name, why)| format!("{} is used instead of {name}: {why}", engine.name);
                return Ok((engine, refusals.into_iter().map(note).collect()));
            }
            Err(why) => refusals.push((engine.name, why)),
        }
    }
    Err(refusals.into_iter().map(|(_, why)| why).collect::<Vec<_>>().join("; "))
}

/// The engine's options, as the engine takes them.
pub(crate) fn engine_options(
    typed: &[String],
    engine: &EngineKind,
    workload: &Workload,
) -> Result<EngineOptions, RunError> {
    let mut options = EngineOptions {
        durable_writes: workload.durable_writes,
        flush_data_only: workload.sync.is_none_or(|sync| sync.data_only),
        ..EngineOptions::default()
    };
    for option in typed {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        match (engine.options.iter().find(|known| known.name == name).map(|known| known.takes), value) {
            (Some(Takes::Nothing(set)), "") => set(&mut options),
            (Some(Takes::Number(least, most, set)), number) => {
                let number = number.parse().ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| {
                    RunError::usage(format!("--engine-option {option}: {name}=N takes a number from {least} to {most}"))
                })?;
                set(&mut options, number);
            }
            _ => {
                return Err(RunError::usage(format!(
                    "unknown option '{option}' of engine {} (known: {})",
                    engine.name,
                    known_options()
                )));
            }
        }
    }
    if options.iopoll && (workload.sync.is_some() || workload.trims()) {
        return Err(RunError::usage("iopoll serves reads and writes only: leave out flushes and trims, or iopoll"));
    }
    Ok(options)
}

/// Every engine's options: `io_uring: iopoll, sqpoll; nbd: connections=N`.
fn known_options() -> String {
    let each = ENGINES.iter().filter(|engine| !engine.options.is_empty()).map(|engine| {
        let names: Vec<String> = engine
            .options
            .iter()
            .map(|option| match option.takes {
                Takes::Nothing(_) => option.name.to_owned(),
                Takes::Number(..) => format!("{}=N", option.name),
            })
            .collect();
        format!("{}: {}", engine.name, names.join(", "))
    });
    each.collect::<Vec<_>>().join("; ")
}
