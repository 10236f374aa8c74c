//! Signs of life of processes that write: when one was killed, its last sign tells up to when changes were its own.
//!
//! A sign is a small file in memory (`/dev/shm/plimsoll-UID/NAME.alive`), written four times a second: not on the file that is
//! measured, where setting an attribute holds up every read and write of that file for as long as the file system takes
//! (over NFS for a round trip). It outlives a kill, not a restart of the machine or the container; then the mark's own note
//! has to do. The folder must be this user's alone, and in memory: anybody may write to its parent.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU64, Ordering};

use plimsoll_base::clock::wall_time_ns;
use rustix::fs::{AtFlags, Dir, Mode, OFlags, fstat, fstatfs, mkdir, open, openat, statat, unlinkat};
use rustix::process::geteuid;

use super::SLACK_NS;

const SUFFIX: &str = ".alive";
/// Signs that are older than this, seconds, are cleared away.
const KEPT_S: i64 = 30 * 24 * 3600;
const TMPFS: u32 = 0x0102_1994;
const RAMFS: u32 = 0x8584_58f6;

/// The sign of a process that writes one file. It stays when this is dropped: whoever finds the file's mark reads it.
#[derive(Debug)]
pub(super) struct Sign {
    file: File,
}

impl Sign {
    /// Makes the file that keeps it.
    pub(super) fn make(name: &str) -> io::Result<Self> {
        let folder = folder()?;
        clear(&folder);
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(Self { file: openat(folder, file_name(name)?, flags, Mode::RUSR | Mode::WUSR)?.into() })
    }

    /// The process lives at this time (ns since 1970, by the clock of the written file's file system).
    pub(super) fn beat(&self, now_ns: i64) {
        self.write(now_ns, 0);
    }

    /// It has written its last.
    pub(super) fn end(&self, now_ns: i64) {
        self.write(now_ns, 1);
    }

    /// Both words at once: a reader sees the one before or this one.
    fn write(&self, now_ns: i64, ended: u64) {
        let mut words = [0; 16];
        words[..8].copy_from_slice(&now_ns.to_le_bytes());
        words[8..].copy_from_slice(&ended.to_le_bytes());
        let _ = self.file.write_all_at(&words, 0);
    }
}

/// The last sign of life of a writer.
pub(super) fn last(name: &str) -> Option<i64> {
    read(name).map(|(at, _)| at)
}

/// A name for the sign of a new writer of this process.
pub(super) fn name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{:x}-{:x}-{:x}", std::process::id(), wall_time_ns(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Whether a writer lives: its process is there, and its last sign is not its end, and of about now.
pub(super) fn lives(name: &str, now_ns: i64) -> bool {
    read(name).is_some_and(|(at, ended)| !ended && (now_ns - SLACK_NS..=now_ns + SLACK_NS).contains(&at)) && runs(name)
}

/// Whether there is a process of the number in a name, and not only what is left of one until its parent looks.
fn runs(name: &str) -> bool {
    let number = name.split('-').next().and_then(|hex| u32::from_str_radix(hex, 16).ok());
    let stat = number.and_then(|number| std::fs::read_to_string(format!("/proc/{number}/stat")).ok());
    // The state follows the command's name in parentheses (proc_pid_stat(5)).
    stat.is_some_and(|stat| stat.rsplit(')').next().is_some_and(|rest| !rest.trim_start().starts_with(['Z', 'X'])))
}

/// Takes the sign of a writer away: nothing asks for it any more.
pub(super) fn forget(name: &str) {
    if let (Ok(folder), Ok(file)) = (folder(), file_name(name)) {
        let _ = unlinkat(folder, file, AtFlags::empty());
    }
}

fn read(name: &str) -> Option<(i64, bool)> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(openat(folder().ok()?, file_name(name).ok()?, flags, Mode::empty()).ok()?);
    let mut words = [0; 16];
    file.read_exact_at(&mut words, 0).ok()?;
    let (at, ended) = words.split_at(8);
    Some((i64::from_le_bytes(at.try_into().ok()?), ended != [0; 8]))
}

/// Takes away the signs of those whose files nobody has asked for in so long; most of these files are gone.
fn clear(folder: &OwnedFd) {
    let old = i64::try_from(wall_time_ns() / 1_000_000_000).unwrap_or_default() - KEPT_S;
    let Ok(entries) = Dir::read_from(folder) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_bytes().ends_with(SUFFIX.as_bytes())) {
        let stat = statat(folder, entry.file_name(), AtFlags::SYMLINK_NOFOLLOW);
        if stat.is_ok_and(|stat| stat.st_mtime < old) {
            let _ = unlinkat(folder, entry.file_name(), AtFlags::empty());
        }
    }
}

/// Opened, so that no other folder can take its place while it is used; made where there is none.
fn folder() -> io::Result<OwnedFd> {
    let path = format!("/dev/shm/plimsoll-{}", geteuid().as_raw());
    let opened = || open(path.as_str(), OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty());
    let folder = opened().or_else(|_| {
        mkdir(path.as_str(), Mode::RWXU)?;
        opened()
    })?;
    let (stat, kind) = (fstat(&folder)?, fstatfs(&folder)?.f_type as u32);
    if stat.st_uid != geteuid().as_raw() || stat.st_mode & 0o077 != 0 {
        return Err(io::Error::other(format!("{path} is not this user's alone")));
    }
    if kind != TMPFS && kind != RAMFS {
        return Err(io::Error::other(format!("{path} is not in memory")));
    }
    Ok(folder)
}

/// The mark is its file's owner's to write: the names in it are not trusted.
fn file_name(writer: &str) -> io::Result<String> {
    if writer.is_empty()
        || writer.len() > 40
        || !writer.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    Ok(format!("{writer}{SUFFIX}"))
}

#[cfg(test)]
#[allow(clippy::print_stderr)]
mod tests {
    use super::*;

    #[test]
    fn the_last_sign_is_found_until_it_is_forgotten_and_names_lead_nowhere_else() {
        let name = name();
        let Ok(sign) = Sign::make(&name) else {
            eprintln!("skipped: no folder of our own in /dev/shm");
            return;
        };
        assert!(Sign::make(&name).is_err(), "one writer, one sign");
        assert_eq!(last(&name), None, "nothing was signed yet");
        sign.beat(1000);
        assert_eq!(last(&name), Some(1000));
        assert!(lives(&name, 1000) && lives(&name, 1000 + SLACK_NS) && !lives(&name, 1001 + SLACK_NS));
        assert!(!lives(&name, 999 - SLACK_NS), "a clock that was set back makes nobody live");
        sign.end(2000);
        drop(sign);
        assert_eq!(last(&name), Some(2000));
        assert!(!lives(&name, 2000), "it has ended");
        forget(&name);
        assert_eq!(last(&name), None);
        let old = Sign::make(&name).expect("again");
        old.beat(1000);
        old.file.set_modified(std::time::UNIX_EPOCH).expect("set");
        // No process has this number (proc(5): pid_max is 2^22 at most).
        let other = format!("ffffffff-{name}");
        Sign::make(&other).expect("another").beat(1000);
        assert!(!lives(&other, 1000), "its process was killed");
        assert_eq!((last(&name), last(&other)), (None, Some(1000)), "what is old is cleared away");
        forget(&other);
        for bad in ["", "../x", "a/b", ".", "a b", &"x".repeat(41)] {
            assert!(Sign::make(bad).is_err(), "{bad:?}");
        }
    }
}
