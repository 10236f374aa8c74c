//! Is there room? Asked before anything is written.

use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::SeekFrom;

use super::plan::Plan;
use crate::error::{ErrorKind, RunError};

/// Left free on the file system, so that nothing else on it fails because of us.
const RESERVE: u64 = 64 << 20;

/// Bytes of the part to fill that the file has already, at least: what isn't known to be there counts as missing.
pub(super) fn allocated_bytes(file: &OwnedFd, plan: &Plan) -> u64 {
    let blocks = rustix::fs::fstat(file).map_or(0, |s| s.st_blocks as u64 * 512);
    let elsewhere = plan.size - plan.bytes;
    blocks.saturating_sub(elsewhere).max(data_bytes(file, plan)).min(plan.bytes)
}

/// Bytes of the part to fill that are no hole.
fn data_bytes(file: &OwnedFd, plan: &Plan) -> u64 {
    let (mut at, end) = (plan.from, plan.from + plan.bytes);
    let mut sum = 0;
    while at < end {
        let Ok(data) = rustix::fs::seek(file, SeekFrom::Data(at)) else { break };
        let Ok(hole) = rustix::fs::seek(file, SeekFrom::Hole(data)) else { break };
        sum += hole.min(end).saturating_sub(data.max(at));
        at = hole.max(at + 1);
    }
    sum
}

/// Refuses when the file system cannot take `bytes`, of which `have` are the file's already.
pub(super) fn space_for(path: &Path, bytes: u64, have: u64) -> Result<(), RunError> {
    let dir = match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    };
    let stat = rustix::fs::statvfs(dir).map_err(|e| match e {
        rustix::io::Errno::NOENT | rustix::io::Errno::NOTDIR => RunError::new(
            ErrorKind::NoTarget,
            format!("no such directory: {}. Make it, or choose another", dir.display()),
        ),
        e => RunError::io(&format!("cannot ask {} for its free space", dir.display()), &e.into()),
    })?;
    // A file system without a size of its own (ramfs, some of FUSE) tells no free space either: the writing will show.
    if stat.f_blocks == 0 {
        return Ok(());
    }
    let free = stat.f_bavail.saturating_mul(stat.f_frsize);
    let needed = bytes.saturating_sub(have) + RESERVE;
    if free < needed {
        return Err(RunError::new(
            ErrorKind::NoSpace,
            format!(
                "no space: {} needs {} MiB more (64 MiB stay free), and the file system of {} has {} MiB free. Give a smaller \
                 --size, or another place",
                path.display(),
                needed >> 20,
                dir.display(),
                free >> 20
            ),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_workload::PayloadKind;

    #[test]
    fn only_what_lies_in_the_part_counts_as_there() {
        let path = std::env::temp_dir().join(format!("plimsoll-space-{}", std::process::id()));
        let file: OwnedFd =
            std::fs::OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path).unwrap().into();
        rustix::fs::ftruncate(&file, 16 << 20).unwrap();
        rustix::io::pwrite(&file, &vec![1; 1 << 20], 0).unwrap();
        rustix::io::pwrite(&file, &vec![1; 1 << 20], 8 << 20).unwrap();
        std::fs::File::from(file.try_clone().unwrap()).sync_all().unwrap();
        let part = |from: u64, bytes: u64| Plan {
            content: PayloadKind::Random,
            block: 4096,
            passes: 1,
            size: 16 << 20,
            from,
            bytes,
            grain: 512,
        };
        let have = [part(0, 1 << 20), part(4 << 20, 2 << 20), part(7 << 20, 2 << 20), part(0, 16 << 20)]
            .map(|plan| allocated_bytes(&file, &plan));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(have[..3], [1 << 20, 0, 1 << 20]);
        // The whole file's blocks may hold a little of the file system's own.
        assert!((2 << 20..3 << 20).contains(&have[3]), "{have:?}");
    }
}
