//! The plan of a journal, and the header that identifies its file: magic, version, target, unit, working set and key,
//! under a checksum. A file that is anything else is left as it is.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use plimsoll_base::Bytes;
use xxhash_rust::xxh3::xxh3_64;

use super::error::VerifyError;
use super::sector::SECTOR;

/// Parameters of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalPlan {
    /// Where it is kept; none: in memory, for this session only.
    pub path: Option<PathBuf>,
    /// The target's name, which stays the same when it is opened again.
    pub target: String,
    /// Bytes of the target.
    pub target_bytes: u64,
    /// Bytes of a unit, a multiple of 512: every operation covers whole units.
    pub unit_bytes: u32,
    /// First byte of the working set.
    pub first_byte: u64,
    /// Bytes of the working set, a whole number of units.
    pub working_set_bytes: u64,
    /// Seed of the session. The session's key is made of it and of the time.
    pub seed: u64,
}

const MAGIC: &[u8; 8] = b"PLIMJRNL";
const VERSION: u32 = 1;
/// Bytes of the file's header: a page, so that the words start on one.
pub(super) const HEADER: usize = 4096;
/// Bytes of the header that the checksum covers, from 8 on; the name's are zero behind its end.
const NAME_AT: usize = 80;
const NAME_MAX: usize = 1024;

impl JournalPlan {
    pub(super) fn check(&self) -> Result<(), VerifyError> {
        let unit = u64::from(self.unit_bytes);
        let why = if unit == 0 || unit % SECTOR as u64 != 0 {
            format!("{unit} bytes are no unit: write blocks that are a multiple of {SECTOR}")
        } else if self.working_set_bytes == 0 || self.working_set_bytes % unit != 0 {
            format!("a working set of {} bytes is not a whole number of units of {unit}", self.working_set_bytes)
        } else if self.first_byte.checked_add(self.working_set_bytes).is_none_or(|end| end > self.target_bytes) {
            format!("the working set ends behind the target's {} bytes", self.target_bytes)
        } else {
            return Ok(());
        };
        Err(VerifyError::Plan { why })
    }

    /// The mark of every sector: name and size of the target.
    pub(super) fn target_id(&self) -> u64 {
        let mut identity = self.target.as_bytes().to_vec();
        identity.extend_from_slice(&self.target_bytes.to_le_bytes());
        xxh3_64(&identity)
    }

    fn numbers(&self) -> [(&'static str, usize, u64); 5] {
        [
            ("bytes of the target", 24, self.target_bytes),
            ("bytes of a unit", 32, u64::from(self.unit_bytes)),
            ("first byte of the working set", 40, self.first_byte),
            ("bytes of the working set", 48, self.working_set_bytes),
            ("target", 56, self.target_id()),
        ]
    }

    pub(super) fn create(&self, file: &File, path: &Path, bytes: u64, key: u64) -> Result<(), VerifyError> {
        let io = |doing: &'static str| move |source| VerifyError::Io { path: path.to_owned(), doing, source };
        let free = free_bytes(file).map_err(io("ask the free space of"))?;
        let no_space = || VerifyError::NoSpace { path: path.to_owned(), needed: Bytes(bytes), free: Bytes(free) };
        if free < bytes {
            return Err(no_space());
        }
        // Reserved, not only sized: a mapped page that finds no space on disk would end the process.
        // SAFETY: the descriptor is open.
        match unsafe { libc::posix_fallocate(file.as_raw_fd(), 0, bytes as libc::off_t) } {
            0 => {}
            libc::ENOSPC => return Err(no_space()),
            errno => return Err(io("reserve")(io::Error::from_raw_os_error(errno))),
        }
        let mut header = vec![0; HEADER];
        header[16..20].copy_from_slice(&VERSION.to_le_bytes());
        for (_, at, value) in self.numbers() {
            header[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        header[64..72].copy_from_slice(&key.to_le_bytes());
        let name = &self.target.as_bytes()[..self.target.len().min(NAME_MAX)];
        header[72..76].copy_from_slice(&(name.len() as u32).to_le_bytes());
        header[NAME_AT..NAME_AT + name.len()].copy_from_slice(name);
        let sum = xxh3_64(&header[16..]);
        header[8..16].copy_from_slice(&sum.to_le_bytes());
        header[..8].copy_from_slice(MAGIC);
        file.write_all_at(&header, 0).map_err(io("write"))
    }

    /// Whether the journal in `file` is this one; gives its key.
    pub(super) fn compare(&self, file: &File, path: &Path, bytes: u64) -> Result<u64, VerifyError> {
        let io = |doing: &'static str| move |source| VerifyError::Io { path: path.to_owned(), doing, source };
        let not_one = |why: &str| Err(VerifyError::NotAJournal { path: path.to_owned(), why: why.into() });
        let mut header = vec![0; HEADER];
        match file.read_exact_at(&mut header, 0) {
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return not_one("it is too short"),
            other => other.map_err(io("read"))?,
        }
        let word = |at: usize| header[at..at + 8].iter().rev().fold(0, |word, b| (word << 8) | u64::from(*b));
        if &header[..8] != MAGIC {
            return not_one("it begins otherwise, or its making was interrupted");
        }
        if word(8) != xxh3_64(&header[16..]) {
            return not_one("its header is damaged");
        }
        let mut differs = Vec::new();
        if word(16) as u32 != VERSION {
            return not_one(&format!("it is of version {}, this is version {VERSION}", word(16) as u32));
        }
        let name_len = ((word(72) as u32) as usize).min(NAME_MAX);
        let name = String::from_utf8_lossy(&header[NAME_AT..NAME_AT + name_len]).into_owned();
        for (what, at, wanted) in self.numbers() {
            match word(at) {
                found if found == wanted => {}
                _ if what == "target" && name == self.target => {}
                _ if what == "target" => differs.push(format!("target: {name} there, {} here", self.target)),
                found => differs.push(format!("{what}: {found} there, {wanted} here")),
            }
        }
        if !differs.is_empty() {
            return Err(VerifyError::Differs { path: path.to_owned(), differs: differs.join("; ") });
        }
        if file.metadata().map_err(io("stat"))?.len() != bytes {
            return not_one("its length is not what its header says");
        }
        Ok(word(64))
    }
}

/// Two processes on one journal would each take the other's writes for faults.
pub(super) fn lock(file: &File, path: &Path) -> Result<(), VerifyError> {
    // SAFETY: the descriptor is open.
    if unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) } == 0 {
        return Ok(());
    }
    match io::Error::last_os_error() {
        e if e.kind() == io::ErrorKind::WouldBlock => Err(VerifyError::InUse { path: path.to_owned() }),
        source => Err(VerifyError::Io { path: path.to_owned(), doing: "lock", source }),
    }
}

fn free_bytes(file: &File) -> io::Result<u64> {
    // SAFETY: all-zero is a valid statvfs, which the call fills; the descriptor is open.
    let (answer, stat) = unsafe {
        let mut stat: libc::statvfs = std::mem::zeroed();
        (libc::fstatvfs(file.as_raw_fd(), &mut stat), stat)
    };
    if answer == 0 { Ok(stat.f_bavail.saturating_mul(stat.f_frsize)) } else { Err(io::Error::last_os_error()) }
}
