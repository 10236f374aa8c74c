//! The mark on files that Plimsoll made: a user attribute, or a file beside it where attributes aren't kept.
//!
//! The mark names the inode and its time of birth, so a copy that carries the attribute along is not ours, nor is a
//! stranger's file that got the inode later. The file beside (`NAME.plimsoll`) also names the size, since a birth time is
//! often missing there: mark again after the size has changed.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use rustix::fs::{AtFlags, StatxFlags, XattrFlags, fgetxattr, fsetxattr, readlink, statx};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

const ATTRIBUTE: &str = "user.plimsoll";
/// Far above what a mark takes; a longer one isn't ours.
const LONGEST: usize = 1024;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Mark {
    /// Version of the mark.
    plimsoll: u32,
    inode: u64,
    /// Birth of the inode, ns since 1970, where the file system keeps it.
    born_ns: Option<i128>,
    /// Bytes; only in the file beside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
}

impl Mark {
    fn of(file: BorrowedFd<'_>) -> io::Result<Self> {
        let wanted = StatxFlags::BASIC_STATS | StatxFlags::BTIME;
        let facts = statx(file, c"", AtFlags::EMPTY_PATH, wanted)?;
        let has_birth = StatxFlags::from_bits_retain(facts.stx_mask).contains(StatxFlags::BTIME);
        let birth = facts.stx_btime;
        Ok(Self {
            plimsoll: 1,
            inode: facts.stx_ino,
            born_ns: has_birth.then(|| i128::from(birth.tv_sec) * 1_000_000_000 + i128::from(birth.tv_nsec)),
            size: Some(facts.stx_size),
        })
    }

    fn fits(&self, file: &Self) -> bool {
        self.plimsoll == 1
            && self.inode == file.inode
            && self.born_ns == file.born_ns
            && self.size.is_none_or(|size| Some(size) == file.size)
    }
}

/// Marks an open regular file as made by Plimsoll. Call it only on a file that this process has just created.
pub fn mark_as_ours(file: impl AsFd) -> io::Result<()> {
    let file = file.as_fd();
    let mark = Mark::of(file)?;
    let in_attribute = serde_json::to_vec(&Mark { size: None, ..mark.clone() })?;
    match fsetxattr(file, ATTRIBUTE, &in_attribute, XattrFlags::empty()) {
        Ok(()) => Ok(()),
        Err(Errno::OPNOTSUPP | Errno::PERM | Errno::NOSYS) => write_beside(file, &mark),
        Err(errno) => Err(errno.into()),
    }
}

/// Whether an open regular file carries the mark, and the mark is its own.
pub fn is_ours(file: impl AsFd) -> bool {
    let file = file.as_fd();
    let Ok(now) = Mark::of(file) else { return false };
    from_attribute(file).or_else(|| from_beside(file)).is_some_and(|mark| mark.fits(&now))
}

fn from_attribute(file: BorrowedFd<'_>) -> Option<Mark> {
    let mut buffer = [0u8; LONGEST];
    let length = fgetxattr(file, ATTRIBUTE, &mut buffer).ok()?;
    serde_json::from_slice(buffer.get(..length)?).ok()
}

/// `NAME.plimsoll` beside the file that the descriptor leads to.
fn beside(file: BorrowedFd<'_>) -> io::Result<PathBuf> {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let link = readlink(format!("/proc/self/fd/{}", file.as_raw_fd()), Vec::new())?;
    let mut path = OsString::from_vec(link.into_bytes());
    path.push(".plimsoll");
    Ok(path.into())
}

fn parse_beside(file: &mut File) -> Option<Mark> {
    let mut text = Vec::new();
    file.take(LONGEST as u64).read_to_end(&mut text).ok()?;
    let mark: Mark = serde_json::from_slice(&text).ok()?;
    mark.size.is_some().then_some(mark)
}

fn from_beside(file: BorrowedFd<'_>) -> Option<Mark> {
    let options = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let mut beside = OpenOptions::new().read(true).custom_flags(options).open(beside(file).ok()?).ok()?;
    parse_beside(&mut beside)
}

fn write_beside(file: BorrowedFd<'_>, mark: &Mark) -> io::Result<()> {
    let path = beside(file)?;
    let new = OpenOptions::new().write(true).create_new(true).open(&path);
    let mut out = match new {
        Ok(out) => out,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let mut old = OpenOptions::new().read(true).write(true).custom_flags(libc::O_NOFOLLOW).open(&path)?;
            if parse_beside(&mut old).is_none() {
                return Err(error); // Somebody else's file; it's not for us to overwrite.
            }
            old.set_len(0)?;
            old.rewind()?;
            old
        }
        Err(error) => return Err(error),
    };
    out.write_all(&serde_json::to_vec(mark)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_fits_its_own_file_only() {
        let mark = Mark { plimsoll: 1, inode: 7, born_ns: Some(5), size: None };
        let file = Mark { size: Some(4096), ..mark.clone() };
        assert!(mark.fits(&file));
        assert!(!mark.fits(&Mark { inode: 8, ..file.clone() }), "a copy has another inode");
        assert!(!mark.fits(&Mark { born_ns: Some(6), ..file.clone() }), "a later file may get the same inode");
        assert!(!Mark { size: Some(1), ..mark.clone() }.fits(&file), "the size beside a file must be its own");
        assert!(!Mark { plimsoll: 2, ..mark }.fits(&file), "an unknown version says nothing");
    }

    #[test]
    fn the_file_beside_serves_where_attributes_are_not_kept_and_never_overwrites_a_strangers() {
        let directory = std::env::temp_dir().join(format!("plimsoll-mark-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("directory");
        let path = directory.join("data");
        let file = File::create(&path).expect("file");
        let mark = Mark::of(file.as_fd()).expect("mark");
        write_beside(file.as_fd(), &mark).expect("written");
        assert!(is_ours(&file));
        file.set_len(8192).expect("grown");
        assert!(!is_ours(&file), "the size is part of the mark beside");
        write_beside(file.as_fd(), &Mark::of(file.as_fd()).expect("mark")).expect("marked again");
        assert!(is_ours(&file));
        std::fs::write(directory.join("data.plimsoll"), "a stranger's").expect("written");
        assert!(!is_ours(&file));
        assert!(write_beside(file.as_fd(), &mark).is_err());
        let left = std::fs::read_to_string(directory.join("data.plimsoll")).expect("read");
        assert_eq!(left, "a stranger's");
        std::fs::remove_dir_all(&directory).expect("removed");
    }
}
