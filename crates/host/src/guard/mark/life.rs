//! Signs of life of writing processes. After a kill, changes up to the last sign were the process's own.
//!
//! A sign is a small file in memory (`/dev/shm/plimsoll-UID/NAME.alive`), written four times a second. It does not lie
//! on the measured file, where setting an attribute holds up every read and write of that file for as long as the file
//! system takes (over NFS for a round trip). It outlives a kill, not a restart of the machine or the container; then
//! the mark's own note has to do. The folder must be this user's alone: any user may write to `/dev/shm`, and the first
//! one to create the folder there could remove signs. Where it is not ours, or there is none, the folder for the user's
//! running programs (`XDG_RUNTIME_DIR`) is used, else that for state, which is on a disk. Where none of these is ours
//! there are no signs, and the mark records that: such a file, its writer killed, does not count as ours.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, FileExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use plimsoll_base::clock::wall_time_ns;
use rustix::fs::{AtFlags, Dir, Mode, OFlags, fstat, fstatfs, open, openat, statat, unlinkat};
use rustix::process::geteuid;

use super::document::SLACK_NS;

const SUFFIX: &str = ".alive";
/// Signs that are older than this, seconds, are cleared away.
const RETENTION_S: i64 = 30 * 24 * 3600;
const TMPFS: u32 = 0x0102_1994;
const RAMFS: u32 = 0x8584_58f6;

/// The sign of a process that writes one file. It stays when this is dropped: readers of the file's mark need it.
#[derive(Debug)]
pub(super) struct Sign {
    file: File,
}

impl Sign {
    /// Makes the file that keeps it.
    pub(super) fn make(name: &str) -> io::Result<Self> {
        let folder = own_folder(&places())?;
        clear(&folder);
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(Self { file: openat(folder, file_name(name)?, flags, Mode::RUSR | Mode::WUSR)?.into() })
    }

    /// The process lives at this time (ns since 1970, by the clock of the written file's file system).
    pub(super) fn beat(&self, now_ns: i64) {
        self.write(now_ns, 0);
    }

    /// Records the end of writing.
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

/// Removes the sign of a writer: it is needed no more.
pub(super) fn forget(name: &str) {
    let Ok(file) = file_name(name) else { return };
    for folder in places().iter().filter_map(|place| place.open().ok()) {
        let _ = unlinkat(folder, file.as_str(), AtFlags::empty());
    }
}

fn read(name: &str) -> Option<(i64, bool)> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let name = file_name(name).ok()?;
    // The writer may have had other places.
    let opened = |place: &Place| Some(openat(place.open().ok()?, name.as_str(), flags, Mode::empty()).ok()?.into());
    let file: File = places().iter().find_map(opened)?;
    let mut words = [0; 16];
    file.read_exact_at(&mut words, 0).ok()?;
    let (at, ended) = words.split_at(8);
    Some((i64::from_le_bytes(at.try_into().ok()?), ended != [0; 8]))
}

/// Removes old signs that no reader has needed for long; most of their files are gone.
fn clear(folder: &OwnedFd) {
    let old = i64::try_from(wall_time_ns() / 1_000_000_000).unwrap_or_default() - RETENTION_S;
    let Ok(entries) = Dir::read_from(folder) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_bytes().ends_with(SUFFIX.as_bytes())) {
        let stat = statat(folder, entry.file_name(), AtFlags::SYMLINK_NOFOLLOW);
        if stat.is_ok_and(|stat| stat.st_mtime < old) {
            let _ = unlinkat(folder, entry.file_name(), AtFlags::empty());
        }
    }
}

/// A folder for signs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    path: PathBuf,
    /// Whether the folder that it lies in must be this user's alone too. Else that one keeps others from exchanging it
    /// (`/dev/shm` is sticky).
    in_a_folder_of_ours: bool,
    in_memory: bool,
}

/// The best first.
fn places() -> Vec<Place> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let shared = format!("/dev/shm/plimsoll-{}", geteuid().as_raw()).into();
    let state = folder("XDG_STATE_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/state")));
    let mut places = vec![Place { path: shared, in_a_folder_of_ours: false, in_memory: true }];
    if let Some(running) = folder("XDG_RUNTIME_DIR") {
        places.push(Place { path: running.join("plimsoll"), in_a_folder_of_ours: true, in_memory: true });
    }
    if let Some(state) = state {
        places.push(Place { path: state.join("plimsoll/alive"), in_a_folder_of_ours: true, in_memory: false });
    }
    places
}

/// The first that is this user's alone, made where it is missing.
fn own_folder(places: &[Place]) -> io::Result<OwnedFd> {
    let mut last = io::Error::other("there is no folder for signs of life");
    for place in places {
        match place.open().or_else(|_| place.make().and_then(|()| place.open())) {
            Ok(folder) => return Ok(folder),
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl Place {
    /// Opened, so that no other folder can take its place while it is used.
    fn open(&self) -> io::Result<OwnedFd> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let not = |what: &str| Err(io::Error::other(format!("{} is not {what}", self.path.display())));
        if self.in_a_folder_of_ours {
            let parent = self.path.parent().unwrap_or(Path::new("/"));
            let stat = fstat(open(parent, OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?)?;
            if stat.st_uid != geteuid().as_raw() || stat.st_mode & 0o022 != 0 {
                return not("in a folder of this user's alone");
            }
        }
        let folder = open(&self.path, flags, Mode::empty())?;
        let (stat, kind) = (fstat(&folder)?, fstatfs(&folder)?.f_type as u32);
        if stat.st_uid != geteuid().as_raw() || stat.st_mode & 0o077 != 0 {
            return not("this user's alone");
        }
        if self.in_memory && kind != TMPFS && kind != RAMFS {
            return not("in memory");
        }
        Ok(folder)
    }

    fn make(&self) -> io::Result<()> {
        let mut made = std::fs::DirBuilder::new();
        made.mode(0o700).recursive(!self.in_memory).create(&self.path)
    }
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

    #[test]
    fn a_folder_that_is_anothers_or_open_to_others_is_passed_over() {
        let at = std::env::temp_dir().join(format!("plimsoll-life-{}", std::process::id()));
        std::fs::DirBuilder::new().mode(0o700).create(&at).expect("folder");
        let place = |name: &str| Place { path: at.join(name), in_a_folder_of_ours: true, in_memory: false };
        let made = |name: &str, mode| std::fs::DirBuilder::new().mode(mode).create(at.join(name)).expect("folder");
        made("open to others", 0o755);
        made("linked", 0o700);
        std::os::unix::fs::symlink(at.join("linked"), at.join("link")).expect("link");
        let mut places = vec![place("open to others"), place("link")];
        if geteuid().is_root() {
            made("another's", 0o700);
            std::os::unix::fs::chown(at.join("another's"), Some(1000), None).expect("given away");
            places.push(place("another's"));
        }
        assert!(own_folder(&places).is_err());
        places.extend([place("deep/er"), place("never")]);
        let folder = fstat(own_folder(&places).expect("the first that is ours")).expect("stat");
        let deep = std::os::unix::fs::MetadataExt::ino(&std::fs::metadata(at.join("deep/er")).expect("made"));
        assert!(folder.st_ino == deep && !at.join("never").exists());
        // A user who may write to the folder around it could exchange it.
        std::fs::set_permissions(at.join("deep"), std::os::unix::fs::PermissionsExt::from_mode(0o777)).expect("opened");
        assert!(own_folder(&[place("deep/er")]).is_err());
        std::fs::remove_dir_all(at).expect("removed");
    }
}
