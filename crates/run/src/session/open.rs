//! How a session is opened: what the target is, whether it may be written, and how it is driven.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

use plimsoll_base::Bytes;
use plimsoll_workload::{Access, Workload};

use super::machine::verify;
use super::{Crew, Verification};
use super::{Session, State};
use crate::control::StopRequest;
use crate::error::RunError;
use crate::request::{SessionRequest, WorkloadRequest};
use crate::resolve::clients::Group;
use crate::resolve::{self, Recording};
use crate::spec::{Member, OnError, RunClock, Target, TargetKind};
use crate::target::{OpenTarget, check_build, kind_of};

impl Session {
    /// Opens the target, or the targets.
    ///
    /// # Errors
    /// As measurement.md section 10: bad flags or files, no such target, refused for safety, I/O.
    pub fn open(request: &SessionRequest) -> Result<Session, RunError> {
        let typed = typed_workload(request)?;
        // Flags are checked before anything is opened.
        let access = if request.cached { Access::Cached } else { Access::Direct };
        let kind = kind_of_all(request)?;
        check_build(kind)?;
        let (engine, mut notes) = resolve::engine(request.engine.as_deref(), kind, access)?;
        let replaced = notes.clone();
        if request.on_virtual_clock && kind != TargetKind::Stack {
            return Err(RunError::usage("--virtual needs a described stack as target: stack:FILE.toml"));
        }
        let (opened, targets) = open_targets(request, &typed, access, &mut notes)?;
        let (workload, target) = workload_on(&targets, &typed, access, request.on_virtual_clock)?;
        let fleet = match &target.stack {
            Some(stack) if request.on_virtual_clock => resolve::clients::groups(stack, &typed, &target)?,
            _ => Vec::new(),
        };
        let first = || fleet.first().map(|group| group.workload().clone());
        let workload = workload.or_else(first).ok_or_else(|| RunError::usage("the stack has no volume"))?;
        resolve::engine_options(&request.engine_options, engine, &workload).map_err(|mut error| {
            // An option of the engine that does not work here: the reason comes with the refusal.
            for note in &replaced {
                error.message.push_str(&format!(". {note}"));
            }
            error
        })?;
        opened.iter().try_for_each(|one| one.allows(&workload))?;
        let verification = verification(request, &target, targets.len(), &workload)?;
        check_stack_only(request, &fleet, &target)?;
        let clock = if request.on_virtual_clock { RunClock::Virtual } else { RunClock::Real };
        let kernel_queue = match &target.stack {
            Some(stack) => stack.client().max_outstanding,
            None if access == Access::Direct => opened.iter().map(OpenTarget::kernel_queue).sum(),
            None => None,
        };
        // A named engine is taken; otherwise the better one for a device that completes nothing without waiting.
        let waits = request.engine.is_none() && opened.iter().any(|o| o.waits_for_completion(&workload, access));
        Ok(Session {
            target,
            engine,
            engine_options: request.engine_options.clone(),
            waits,
            access,
            workload,
            clock,
            on_error: request.on_error.unwrap_or(OnError::Stop),
            fleet,
            down: request.hosts_down.clone(),
            notes,
            kernel_queue,
            opened,
            verification,
            state: Mutex::new(State { crew: Crew::default(), world: None, recording: Recording::default() }),
            held: AtomicU64::new(0),
            feed: Arc::default(),
            requests: StopRequest::default(),
            left_behind: AtomicBool::new(false),
        })
    }
}

/// The workload as typed: flags before the file.
fn typed_workload(request: &SessionRequest) -> Result<WorkloadRequest, RunError> {
    let from_file = match &request.workload_toml {
        None => Default::default(),
        Some(text) => resolve::workload_file(text, request.workload_file.as_deref().unwrap_or("the workload file"))?,
    };
    Ok(request.workload.clone().or(from_file))
}

fn names_of(request: &SessionRequest) -> impl Iterator<Item = &String> {
    std::iter::once(&request.target).chain(&request.more_targets)
}

/// The kind of the target. Several targets of one Run are of one kind.
fn kind_of_all(request: &SessionRequest) -> Result<TargetKind, RunError> {
    let kind = kind_of(&request.target)?;
    for name in &request.more_targets {
        if kind != TargetKind::File || kind_of(name)? != TargetKind::File {
            return Err(RunError::usage("several targets in one Run must all be files or block devices"));
        }
    }
    Ok(kind)
}

/// Opens each target through the guard, and refuses one that was named twice.
fn open_targets(
    request: &SessionRequest,
    typed: &WorkloadRequest,
    access: Access,
    notes: &mut Vec<String>,
) -> Result<(Vec<OpenTarget>, Vec<Target>), RunError> {
    let writes = typed.read.unwrap_or(100.0 - typed.trim.unwrap_or(0.0)) < 100.0;
    let (mut opened, mut targets): (Vec<OpenTarget>, Vec<Target>) = Default::default();
    for name in names_of(request) {
        let (one, target) = OpenTarget::open(request, name, access, writes, notes)?;
        let same = opened.iter().position(|other| one.identity().is_some() && other.identity() == one.identity());
        if let Some(same) = same.and_then(|at| targets.get(at)) {
            return Err(RunError::usage(format!(
                "{} and {} are the same: name each target once",
                same.name, target.name
            )));
        }
        opened.push(one);
        targets.push(target);
    }
    Ok((opened, targets))
}

/// The workload on these targets, and all of them as one target. No workload on the virtual clock, where each kind of client
/// has its own.
fn workload_on(
    targets: &[Target],
    typed: &WorkloadRequest,
    access: Access,
    on_virtual_clock: bool,
) -> Result<(Option<Workload>, Target), RunError> {
    Ok(match targets {
        [one] if on_virtual_clock => (None, one.clone()),
        [one] if one.kind == TargetKind::Stack => {
            let volumes = volumes_of(one);
            let (workload, members) = resolve::members(typed, &volumes, access)?;
            // A single volume is the target itself.
            let members = if volumes.len() == 1 { Vec::new() } else { members };
            (Some(workload), Target { members, ..one.clone() })
        }
        [one] => (Some(resolve::workload(typed, one, access)?), one.clone()),
        several => {
            let (workload, members) = resolve::members(typed, several, access)?;
            (Some(workload), together(several, members))
        }
    })
}

/// The journals of written data, where the workload verifies.
fn verification(
    request: &SessionRequest,
    target: &Target,
    targets: usize,
    workload: &Workload,
) -> Result<Vec<Arc<Verification>>, RunError> {
    match (workload.verify, &request.verify_journal) {
        (false, None) => Ok(Vec::new()),
        (false, Some(_)) => Err(RunError::usage("--verify-journal belongs to --verify: give that too")),
        (true, _) if request.on_virtual_clock => {
            Err(RunError::usage("--verify needs data, which the virtual clock has none of: leave out --virtual"))
        }
        (true, Some(_)) if targets > 1 => Err(RunError::usage("--verify-journal keeps one target: give one --target")),
        (true, journal) if !workload.changes() && !journal.as_ref().is_some_and(|name| Path::new(name).exists()) => {
            Err(RunError::usage(
                "nothing is known about this target's data, so that reading it verifies nothing: give the --verify-journal \
                 of the session that wrote it, or write too (--read below 100)",
            ))
        }
        (true, journal) => verify(target, workload, journal.as_deref()),
    }
}

/// Refuses what only a described stack has.
fn check_stack_only(request: &SessionRequest, fleet: &[Group], target: &Target) -> Result<(), RunError> {
    if !request.hosts_down.is_empty() && fleet.is_empty() {
        return Err(RunError::usage("hosts can be down in a described stack on the virtual clock only"));
    }
    if !request.stack_parameters.is_empty() && target.stack.is_none() {
        return Err(RunError::usage(
            "parameters can be set in a described stack only (--target stack:FILE.toml): leave out --set",
        ));
    }
    Ok(())
}

/// Several targets as one.
fn together(targets: &[Target], members: Vec<Member>) -> Target {
    let names: Vec<&str> = targets.iter().map(|t| t.name.as_str()).collect();
    Target {
        name: names.join(", "),
        kind: TargetKind::Several,
        size_bytes: Bytes(targets.iter().map(|t| t.size_bytes.0).sum()),
        logical_block_bytes: targets.iter().map(|t| t.logical_block_bytes).max().unwrap_or(512),
        made_by_plimsoll: targets.iter().all(|t| t.made_by_plimsoll),
        stack: None,
        members,
    }
}

/// The volumes of a stack as targets of their own.
fn volumes_of(target: &Target) -> Vec<Target> {
    let topology = target.stack.as_ref().map(plimsoll_storage::Topology::of).unwrap_or_default();
    let of = |volume: &plimsoll_storage::topology::VolumeInfo| Target {
        name: volume.name.clone(),
        size_bytes: Bytes(volume.size_bytes),
        logical_block_bytes: volume.logical_block_bytes,
        stack: None,
        ..target.clone()
    };
    topology.volumes.iter().map(of).collect()
}
