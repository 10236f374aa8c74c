//! Mounts and swaps, as the kernel lists them.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use crate::mounts::{Mount, Swap, parse_mountinfo, parse_swaps};
use crate::root::SysRoot;

/// Read once per examination.
#[derive(Debug)]
pub(super) struct Tables {
    /// Mounts of this process's namespace.
    pub(super) mounts: Vec<Mount>,
    /// Mounts of other namespaces, as far as their processes may be examined, each with the way to that namespace's
    /// root.
    pub(super) mounts_elsewhere: Vec<(PathBuf, Mount)>,
    pub(super) swaps: Vec<Swap>,
}

impl Tables {
    pub(super) fn read(root: &SysRoot) -> io::Result<Self> {
        let mounts = fs::read_to_string(root.proc.join("self/mountinfo"))?;
        let swaps = match fs::read_to_string(root.proc.join("swaps")) {
            Ok(text) => text,
            // A kernel without swap has no such file.
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        Ok(Self {
            mounts: parse_mountinfo(&mounts),
            mounts_elsewhere: mounts_elsewhere(root),
            swaps: parse_swaps(&swaps),
        })
    }
}

/// The mounts of every other mount namespace that has a process. One without (a bind mount of its file keeps it) stays
/// unseen: there the exclusive claim on each device is what refuses.
fn mounts_elsewhere(root: &SysRoot) -> Vec<(PathBuf, Mount)> {
    let namespace = |process: &str| fs::read_link(root.proc.join(process).join("ns/mnt")).ok();
    let mut seen: BTreeSet<_> = namespace("self").into_iter().collect();
    let mut mounts = Vec::new();
    for entry in fs::read_dir(&root.proc).into_iter().flatten().flatten() {
        let Some(process) =
            entry.file_name().to_str().filter(|name| name.bytes().all(|b| b.is_ascii_digit())).map(str::to_owned)
        else {
            continue;
        };
        if namespace(&process).is_some_and(|other| seen.insert(other)) {
            let text = fs::read_to_string(entry.path().join("mountinfo")).unwrap_or_default();
            mounts.extend(parse_mountinfo(&text).into_iter().map(|mount| (entry.path().join("root"), mount)));
        }
    }
    mounts
}
