//! The mark of a fill under way: up to where everything is written and flushed, so that a killed fill can resume.
//!
//! It lies in an attribute of the file (`user.plimsoll.prepare`), which moves with the file, else in a file beside it
//! (`TARGET.plimsoll-prepare`); for a device in a file in the working directory; or at `--mark-file`. A mark counts
//! only when it belongs to this very fill (file, size, part, block size, passes, content) and the range before it still
//! looks written: the last page before it has the checksum of the mark, and a file has no hole there. A single block
//! further back that another program has overwritten since goes unnoticed. On a device, zeroes look like a range that
//! was discarded since: such a fill has no mark.

use std::fs::File as Handle;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use plimsoll_base::Bytes;
use plimsoll_base::random::split_mix;
use plimsoll_host::Entry;
use rustix::fs::{Mode, OFlags, SeekFrom, XattrFlags, fgetxattr, fremovexattr, fsetxattr};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::plan::Plan;

const ATTRIBUTE: &str = "user.plimsoll.prepare";
/// Bytes of a mark: one sector, so that writing it anew is all or nothing.
const SECTOR: usize = 512;
/// Bytes before the mark that are checked, at least; and at most.
const PAGE: u64 = 4096;
const LARGEST_PAGE: usize = 64 << 10;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    /// Version of the mark.
    plimsoll_prepare: u32,
    /// Inode of the file; none for a device, whose node's inode identifies nothing.
    inode: Option<u64>,
    size: u64,
    from: u64,
    bytes: u64,
    block: u32,
    passes: u32,
    content: String,
    /// Everything before it is written, over all passes.
    pub(super) done: u64,
    /// Checksum of the page before it.
    last_page: Option<u64>,
}

/// Where the mark of a target lies.
#[derive(Debug)]
pub(super) struct Keeper {
    place: Option<Place>,
    inode: Option<u64>,
}

#[derive(Debug)]
enum Place {
    Attribute,
    Beside(PathBuf),
}

impl Keeper {
    /// Keeps the mark of the target open as `file`, at `beside` where the user names a place.
    pub(super) fn of(file: &OwnedFd, path: &Path, device: bool, plan: &Plan, beside: Option<&str>) -> Keeper {
        let inode = (!device).then(|| rustix::fs::fstat(file).ok()).flatten().map(|stat| stat.st_ino);
        let named = |dir: Option<&Path>| {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(".plimsoll-prepare");
            dir.map_or_else(|| PathBuf::from(&name), |dir| dir.join(&name))
        };
        let place = match beside {
            _ if device && plan.content_name() == "zero" => None,
            Some(typed) => Some(Place::Beside(typed.into())),
            None if device => Some(Place::Beside(named(None))),
            None => match fgetxattr(file, ATTRIBUTE, &mut [0_u8; SECTOR]) {
                Ok(_) | Err(Errno::NODATA | Errno::RANGE) => Some(Place::Attribute),
                Err(_) => Some(Place::Beside(named(path.parent()))),
            },
        };
        Keeper { place, inode }
    }

    /// Where it lies, for people; none where there is none.
    pub(super) fn place(&self, target: &str) -> Option<String> {
        self.place.as_ref().map(|place| match place {
            Place::Attribute => format!("attribute {ATTRIBUTE} of {target}"),
            Place::Beside(path) => path.display().to_string(),
        })
    }

    /// Reads the mark. A file in its place that is no mark is an error: it belongs to another program.
    pub(super) fn load(&self, file: &OwnedFd) -> io::Result<Option<Mark>> {
        let mut text = [0_u8; SECTOR];
        let length = match &self.place {
            None => return Ok(None),
            Some(Place::Attribute) => match fgetxattr(file, ATTRIBUTE, &mut text) {
                Ok(length) => length,
                Err(Errno::NODATA | Errno::RANGE) => return Ok(None),
                Err(errno) => return Err(errno.into()),
            },
            Some(Place::Beside(path)) => match Entry::of(path).and_then(|entry| open(&entry, OFlags::RDONLY)) {
                Ok(mut handle) => return read(&mut handle),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error),
            },
        };
        Ok(serde_json::from_slice(&text[..length]).ok())
    }

    /// The mark of a fill that has come to `done`; what lies before it must be flushed already.
    pub(super) fn mark(&self, file: &OwnedFd, plan: &Plan, done: u64) -> Mark {
        Mark {
            plimsoll_prepare: 1,
            inode: self.inode,
            size: plan.size,
            from: plan.from,
            bytes: plan.bytes,
            block: plan.block,
            passes: plan.passes,
            content: plan.content_name().into(),
            done,
            last_page: last_page(file, plan, done),
        }
    }

    /// Keeps a mark, in place of the one before.
    pub(super) fn save(&self, file: &OwnedFd, mark: &Mark) -> io::Result<()> {
        let mut text = serde_json::to_vec(mark)?;
        match &self.place {
            None => Ok(()),
            // Durable with the next flush of the file: a mark that is older than the data is no harm.
            Some(Place::Attribute) => Ok(fsetxattr(file, ATTRIBUTE, &text, XattrFlags::empty())?),
            Some(Place::Beside(path)) => {
                text.resize(SECTOR - 1, b' ');
                text.push(b'\n');
                let entry = Entry::of(path)?;
                let mode = Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH;
                let handle = match entry.open(OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL, mode) {
                    // The one that is looked at is the one that is written to.
                    Err(Errno::EXIST) => {
                        let mut there = open(&entry, OFlags::RDWR)?;
                        read(&mut there)?;
                        there
                    }
                    other => other?.into(),
                };
                handle.write_all_at(&text, 0)?;
                handle.sync_all()
            }
        }
    }

    /// Takes the mark away: the fill is complete.
    pub(super) fn remove(&self, file: &OwnedFd) -> io::Result<()> {
        let gone = match &self.place {
            None => return Ok(()),
            Some(Place::Attribute) => fremovexattr(file, ATTRIBUTE).map_err(io::Error::from),
            Some(Place::Beside(path)) => Entry::of(path).and_then(|entry| {
                let mut there = open(&entry, OFlags::RDONLY)?;
                read(&mut there)?;
                entry.remove(&there)
            }),
        };
        match gone {
            Err(error) if error.raw_os_error() == Some(Errno::NODATA.raw_os_error()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }
}

impl Mark {
    /// Whether a fill as planned may go on from here; else why not.
    pub(super) fn fits(&self, now: &Mark, file: &OwnedFd, plan: &Plan, device: bool) -> Result<(), String> {
        let size = |bytes: u64| Bytes(bytes).to_string();
        let pairs = [
            ("version", self.plimsoll_prepare.to_string(), now.plimsoll_prepare.to_string()),
            ("inode", format!("{:?}", self.inode), format!("{:?}", now.inode)),
            ("size", size(self.size), size(now.size)),
            ("working set offset", size(self.from), size(now.from)),
            ("working set", size(self.bytes), size(now.bytes)),
            ("block size", size(u64::from(self.block)), size(u64::from(now.block))),
            ("passes", self.passes.to_string(), now.passes.to_string()),
            ("content", self.content.clone(), now.content.clone()),
        ];
        if let Some((what, old, new)) = pairs.iter().find(|(_, old, new)| old != new) {
            return Err(format!("it is of a fill with {what} {old}, this one has {new}"));
        }
        if self.done > plan.total() || self.done % plan.grain != 0 {
            return Err(format!("byte {} is no place in this fill", self.done));
        }
        if self.done == 0 {
            return Ok(());
        }
        let changed = "what lies before it is not what was written";
        if !device {
            let end = plan.from + self.done.min(plan.bytes);
            match rustix::fs::seek(file, SeekFrom::Hole(plan.from)) {
                Ok(hole) if hole >= end => {}
                Ok(_) => return Err(changed.into()),
                Err(errno) => return Err(format!("holes cannot be looked for: {errno}")),
            }
        }
        match self.last_page {
            None => Err("it has no checksum".into()),
            checksum if checksum == last_page(file, plan, self.done) => Ok(()),
            Some(_) => Err(changed.into()),
        }
    }
}

/// Aligned as direct I/O needs it.
#[repr(align(4096))]
struct Page([u8; LARGEST_PAGE]);

/// Checksum of the last page before a position. None where there is no whole page, or it can't be read.
fn last_page(file: &OwnedFd, plan: &Plan, done: u64) -> Option<u64> {
    let length = PAGE.max(plan.grain);
    let end = done.checked_sub(1)? % plan.bytes + 1;
    if end < length || length > LARGEST_PAGE as u64 {
        return None;
    }
    let mut page = Box::new(Page([0; LARGEST_PAGE]));
    let page = &mut page.0[..length as usize];
    let read = rustix::io::pread(file.as_fd(), &mut *page, plan.from + end - length).ok()?;
    if read < page.len() {
        return None;
    }
    let words = page.chunks_exact(8).filter_map(|word| word.first_chunk::<8>());
    Some(words.fold(0, |sum, word| split_mix(sum ^ u64::from_le_bytes(*word))))
}

fn open(entry: &Entry, access: OFlags) -> io::Result<Handle> {
    Ok(entry.open(access | OFlags::NOFOLLOW | OFlags::NONBLOCK, Mode::empty())?.into())
}

/// The mark in a file; none in an empty one, which a mark that found no space leaves.
fn read(handle: &mut Handle) -> io::Result<Option<Mark>> {
    const NO_MARK: &str = "it is no mark of plimsoll prepare. Move it, or name another file with --mark-file";
    let mut text = Vec::new();
    handle.take(SECTOR as u64 + 1).read_to_end(&mut text)?;
    if text.is_empty() {
        return Ok(None);
    }
    serde_json::from_slice(&text).map(Some).map_err(|_| io::Error::new(io::ErrorKind::AlreadyExists, NO_MARK))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_workload::PayloadKind;
    use std::fs::OpenOptions;

    const BYTES: u64 = 1 << 20;

    fn plan(content: PayloadKind) -> Plan {
        Plan { content, block: 65_536, passes: 2, size: BYTES, from: 0, bytes: BYTES, grain: 512 }
    }

    /// A file with content that differs in every page, and its folder.
    fn file(name: &str) -> (PathBuf, OwnedFd) {
        let folder = std::env::temp_dir().join(format!("plimsoll-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let content: Vec<u8> = (0..BYTES as u32 / 8).flat_map(|n| split_mix(u64::from(n)).to_le_bytes()).collect();
        std::fs::write(folder.join("t.dat"), content).unwrap();
        let file = OpenOptions::new().read(true).write(true).open(folder.join("t.dat")).unwrap();
        file.sync_all().unwrap();
        (folder, file.into())
    }

    fn keepers(folder: &Path, file: &OwnedFd, plan: &Plan) -> Vec<Keeper> {
        let beside = folder.join("beside").display().to_string();
        vec![
            Keeper::of(file, &folder.join("t.dat"), false, plan, None),
            Keeper::of(file, &folder.join("t.dat"), false, plan, Some(&beside)),
        ]
    }

    #[test]
    fn a_mark_comes_back_as_it_was_kept_and_goes_when_it_is_removed() {
        let (folder, file) = file("mark-back");
        let plan = plan(PayloadKind::Random);
        for keeper in keepers(&folder, &file, &plan) {
            assert_eq!(keeper.load(&file).unwrap(), None);
            for done in [0, 65_536, BYTES + 4096] {
                let mark = keeper.mark(&file, &plan, done);
                keeper.save(&file, &mark).unwrap();
                assert_eq!(keeper.load(&file).unwrap().as_ref(), Some(&mark));
                assert_eq!(mark.fits(&keeper.mark(&file, &plan, 0), &file, &plan, false), Ok(()));
            }
            keeper.remove(&file).unwrap();
            assert_eq!(keeper.load(&file).unwrap(), None);
            keeper.remove(&file).unwrap();
        }
        assert!(!folder.join("beside").exists());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_mark_of_another_fill_is_not_used_and_says_why() {
        let (folder, file) = file("mark-other");
        let plan = plan(PayloadKind::Random);
        let keeper = &keepers(&folder, &file, &plan)[0];
        let mark = keeper.mark(&file, &plan, 65_536);
        for (other, says) in [
            (Plan { size: 2 * BYTES, ..plan.clone() }, "size 1m, this one has 2m"),
            (Plan { from: 4096, ..plan.clone() }, "working set offset"),
            (Plan { bytes: BYTES / 2, ..plan.clone() }, "working set 1m"),
            (Plan { block: 4096, ..plan.clone() }, "block size 64k, this one has 4k"),
            (Plan { passes: 1, ..plan.clone() }, "passes 2"),
            (Plan { content: PayloadKind::Zero, ..plan.clone() }, "content random, this one has zero"),
        ] {
            let why = mark.fits(&keeper.mark(&file, &other, 0), &file, &other, false).unwrap_err();
            assert!(why.contains(says), "{why}");
        }
        let copied = Mark { inode: Some(1), ..mark };
        assert!(copied.fits(&keeper.mark(&file, &plan, 0), &file, &plan, false).unwrap_err().contains("inode"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_mark_is_not_used_when_what_lies_before_it_has_changed() {
        let (folder, file) = file("mark-changed");
        for content in [PayloadKind::Random, PayloadKind::Zero] {
            let plan = plan(content);
            let keeper = &keepers(&folder, &file, &plan)[0];
            let mark = keeper.mark(&file, &plan, 131_072);
            let fits = || mark.fits(&keeper.mark(&file, &plan, 0), &file, &plan, false);
            assert_eq!(fits(), Ok(()));
            rustix::io::pwrite(&file, b"another", 131_072 - 2000).unwrap();
            assert!(fits().unwrap_err().contains("not what was written"));
            // Made anew under the same inode: all of it is a hole, though its size is the same.
            rustix::fs::ftruncate(&file, 0).unwrap();
            rustix::fs::ftruncate(&file, BYTES).unwrap();
            assert!(fits().unwrap_err().contains("not what was written"), "{content:?}");
            rustix::io::pwrite(&file, &vec![0; BYTES as usize], 0).unwrap();
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn zeroes_on_a_device_have_no_mark() {
        let (folder, file) = file("mark-zero");
        let keeper = Keeper::of(&file, Path::new("/dev/x"), true, &plan(PayloadKind::Zero), None);
        assert_eq!(keeper.place("/dev/x"), None);
        let keeper = Keeper::of(&file, Path::new("/dev/x"), true, &plan(PayloadKind::Random), None);
        assert_eq!(keeper.place("/dev/x").as_deref(), Some("x.plimsoll-prepare"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn somebody_elses_file_in_the_place_of_a_mark_is_left_alone() {
        let (folder, file) = file("mark-stranger");
        let plan = plan(PayloadKind::Random);
        let keeper = &keepers(&folder, &file, &plan)[1];
        std::fs::write(folder.join("beside"), "a stranger's").unwrap();
        assert!(keeper.load(&file).is_err());
        assert!(keeper.save(&file, &keeper.mark(&file, &plan, 0)).is_err());
        assert!(keeper.remove(&file).is_err());
        assert_eq!(std::fs::read_to_string(folder.join("beside")).unwrap(), "a stranger's");
        std::fs::write(folder.join("beside"), "").unwrap();
        keeper.save(&file, &keeper.mark(&file, &plan, 0)).unwrap();
        assert_eq!(std::fs::metadata(folder.join("beside")).unwrap().len(), SECTOR as u64);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
