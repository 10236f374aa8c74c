//! The target of a session: what a name stands for, and what this build can do with it.

#[cfg(not(feature = "measure"))]
mod described_only;
#[cfg(feature = "measure")]
mod opening;

use plimsoll_base::Bytes;
use plimsoll_storage::StackSpec;

use crate::error::{ErrorKind, RunError};
use crate::reading::{self, What};
use crate::spec::{Target, TargetKind};

#[cfg(not(feature = "measure"))]
pub(crate) use described_only::OpenTarget;
#[cfg(feature = "measure")]
pub(crate) use opening::{File, OpenTarget};
#[cfg(feature = "measure")]
pub use opening::{guard_error, remove_own};

/// The kind of target that a name stands for, before anything is touched.
pub(crate) fn kind_of(name: &str) -> Result<TargetKind, RunError> {
    const FORMS: &str = "a path to a file or block device, nbd://host:port/export, nbd+unix:///export?socket=PATH, null:, \
                         or stack:FILE.toml";
    match name.split_once(':') {
        _ if name.is_empty() => Err(RunError::usage(format!("no target given: name {FORMS}"))),
        Some(("null", _)) => Ok(TargetKind::Null),
        Some(("stack", "")) => Err(RunError::usage("stack: names no file: write stack:FILE.toml")),
        Some(("stack", _)) => Ok(TargetKind::Stack),
        Some(("nbd" | "nbd+unix", rest)) if rest.starts_with("//") => Ok(TargetKind::Nbd),
        Some((scheme, rest)) if rest.starts_with("//") => Err(RunError::new(
            ErrorKind::NoTarget,
            format!("{scheme}:// targets cannot be driven by this version. Name {FORMS}"),
        )),
        // A path may hold a colon. Whether it is a file or a device is seen when it is opened.
        _ => Ok(TargetKind::File),
    }
}

/// Refuses what this build has no part for. Without `measure` that is every real target: workloads are still checked against
/// `null:` and described stacks, as where stored Runs are judged, and a Run of them on the machine's clock is refused when it
/// begins.
pub(crate) fn check_build(kind: TargetKind) -> Result<(), RunError> {
    let can = cfg!(feature = "measure") || matches!(kind, TargetKind::Stack | TargetKind::Null);
    if can { Ok(()) } else { Err(RunError::needs_linux()) }
}

/// Nominal size of the null target: large enough for any working set.
const NULL_BYTES: u64 = 1 << 40;

/// The null target.
fn null(name: &str) -> Target {
    Target {
        name: name.into(),
        kind: TargetKind::Null,
        size_bytes: Bytes(NULL_BYTES),
        logical_block_bytes: 1,
        made_by_plimsoll: true,
        stack: None,
        members: Vec::new(),
    }
}

/// A described stack as a target.
fn stack_of(name: &str, parameters: &[String]) -> Result<Target, RunError> {
    let file = name.strip_prefix("stack:").unwrap_or(name);
    Ok(stack_target(name, read_stack(file, parameters)?, parameters))
}

fn read_stack(name: &str, parameters: &[String]) -> Result<StackSpec, RunError> {
    let text = reading::document(name, What { it: "the stack", now: "Give stack:FILE.toml" })?;
    StackSpec::from_toml_with(&text, name, parameters).map_err(|e| RunError::stack(&e))
}

fn stack_target(name: &str, spec: StackSpec, parameters: &[String]) -> Target {
    Target {
        name: plimsoll_storage::name_with_parameters(name, parameters),
        kind: TargetKind::Stack,
        size_bytes: Bytes(plimsoll_storage::Topology::of(&spec).volumes.iter().map(|v| v.size_bytes).sum()),
        logical_block_bytes: spec.logical_block_size(),
        made_by_plimsoll: true,
        stack: Some(spec),
        members: Vec::new(),
    }
}
