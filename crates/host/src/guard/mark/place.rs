//! Where the mark of a file is kept: in a user attribute, or in a file beside it (`NAME.plimsoll`) where attributes aren't
//! kept. That file goes by the name: after a rename, and by a hard link, the mark is not found, and the file is a stranger's.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::fs::{Mode, OFlags, XattrFlags, fgetxattr, fsetxattr, readlink};
use rustix::io::Errno;

use super::document::{Mark, Stat};
use crate::entry::Entry;

const ATTRIBUTE: &str = "user.plimsoll";
/// Suffix of the file beside.
const SUFFIX: &str = ".plimsoll";
const UNFOLLOWED: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK);
/// Far above what a mark takes; a longer one isn't ours.
const LONGEST: usize = 1024;
/// Bytes of the file beside: one sector, so that writing it anew is all or nothing. Blanks fill it.
const SECTOR: usize = 512;

/// The mark that is there.
pub(super) fn load(file: impl AsFd) -> Option<Mark> {
    let mut text = [0; LONGEST];
    match fgetxattr(&file, ATTRIBUTE, &mut text) {
        Ok(length) => serde_json::from_slice(text.get(..length)?).ok(),
        Err(_) => {
            let there = beside(&file).ok()?.open(OFlags::RDONLY | UNFOLLOWED, Mode::empty()).ok()?;
            parse(&there.into())
        }
    }
}

/// Stores a mark in place of the one before. Returns the time by the clock of the file system.
pub(super) fn store(file: impl AsFd, mark: &Mark) -> io::Result<i64> {
    let text = serde_json::to_vec(mark)?;
    match fsetxattr(&file, ATTRIBUTE, &text, XattrFlags::empty()) {
        Ok(()) => Ok(Stat::of(file)?.ctime_ns),
        Err(Errno::OPNOTSUPP | Errno::PERM | Errno::NOSYS) => store_beside(file, text),
        Err(errno) => Err(errno.into()),
    }
}

/// Removes our mark beside a file that goes, and no other file.
pub(in crate::guard) fn remove_beside(entry: &Entry) {
    let Ok(beside) = entry.beside(SUFFIX) else { return };
    let Ok(opened) = beside.open(OFlags::RDONLY | UNFOLLOWED, Mode::empty()).map(File::from) else { return };
    if parse(&opened).is_some() {
        let _ = beside.remove(&opened);
    }
}

fn store_beside(file: impl AsFd, mut text: Vec<u8>) -> io::Result<i64> {
    text.resize(SECTOR.max(text.len()), b' ');
    let beside = beside(&file)?;
    let mode = Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH;
    let out = match beside.open(OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL, mode) {
        // The one that is looked at is the one that is written to.
        Err(Errno::EXIST) => {
            let there = File::from(beside.open(OFlags::RDWR | UNFOLLOWED, Mode::empty())?);
            if parse(&there).is_none() {
                return Err(Errno::EXIST.into()); // Somebody else's file; it's not for us to overwrite.
            }
            there
        }
        new => new?.into(),
    };
    out.write_all_at(&text, 0)?;
    out.set_len(text.len() as u64)?;
    Ok(Stat::of(&out)?.mtime_ns)
}

/// `NAME.plimsoll` beside the file that the descriptor leads to.
fn beside(file: impl AsFd) -> io::Result<Entry> {
    let link = readlink(format!("/proc/self/fd/{}", file.as_fd().as_raw_fd()), Vec::new())?;
    Entry::of(Path::new(&OsString::from_vec(link.into_bytes())))?.beside(SUFFIX)
}

/// A mark in a file names the size.
fn parse(beside: &File) -> Option<Mark> {
    let mut text = Vec::new();
    beside.take(LONGEST as u64).read_to_end(&mut text).ok()?;
    let mark: Mark = serde_json::from_slice(&text).ok()?;
    mark.size.is_some().then_some(mark)
}

#[cfg(test)]
mod tests {
    use super::super::document::State;
    use super::*;

    #[test]
    fn the_file_beside_is_replaced_as_a_whole_and_never_a_strangers() {
        let directory = std::env::temp_dir().join(format!("plimsoll-beside-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("directory");
        let file = File::create(directory.join("data")).expect("file");
        let own = directory.join("data.plimsoll");
        let long =
            Mark { writers: vec!["writer".into(); 80], ..Mark::of(&Stat::of(&file).expect("stat"), State::Writing) };
        let short = Mark::at_seal(&Stat::of(&file).expect("stat"), 7);
        for mark in [&short, &long, &short] {
            store_beside(&file, serde_json::to_vec(mark).expect("text")).expect("written");
            assert_eq!(load(&file).as_ref(), Some(mark));
        }
        assert_eq!(std::fs::metadata(&own).expect("there").len(), SECTOR as u64);
        let entry = Entry::of(&directory.join("data")).expect("a name");
        remove_beside(&entry);
        assert!(!own.exists());
        std::fs::write(&own, "a stranger's").expect("written");
        assert_eq!(load(&file), None);
        assert!(store_beside(&file, serde_json::to_vec(&short).expect("text")).is_err());
        remove_beside(&entry);
        assert_eq!(std::fs::read_to_string(&own).expect("read"), "a stranger's");
        std::fs::remove_dir_all(&directory).expect("removed");
    }
}
