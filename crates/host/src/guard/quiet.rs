//! Reads that leave the page cache as it was. Data examined before a Run must not be answered from memory in it, and
//! cached data of other programs must not be driven out.
//!
//! Past the cache where the file system offers that (`O_DIRECT`). Elsewhere without read-ahead, and the pages that were
//! read are dropped again; only these, so a warm cache stays warm but for them.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, IoSliceMut};
use std::num::NonZeroU64;
use std::os::fd::{AsFd, BorrowedFd};

use rustix::fs::{Advice, Mode, OFlags, fadvise, fcntl_getfl, fcntl_setfl, open};
use rustix::io::{Errno, preadv};

use super::reopen::again;

/// Alignment of direct I/O: a page satisfies every logical block size up to its own.
pub(super) const PAGE: usize = 4096;
/// Pages of one call: below the kernel's limit of segments (IOV_MAX, 1024).
const PAGES: usize = 256;

#[derive(Clone)]
#[repr(align(4096))]
struct Page([u8; PAGE]);

#[derive(Debug)]
pub(super) struct Quiet {
    file: File,
    direct: Cell<bool>,
}

impl Quiet {
    /// Opens what a descriptor (an `O_PATH` one will do) leads to once more, for reading.
    pub(super) fn open(descriptor: BorrowedFd<'_>) -> rustix::io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let path = again(descriptor);
        let (file, direct) = match open(path.as_str(), flags | OFlags::DIRECT, Mode::empty()) {
            Err(Errno::INVAL) => (open(path.as_str(), flags, Mode::empty())?, false),
            opened => (opened?, true),
        };
        let quiet = Self { file: file.into(), direct: Cell::new(direct) };
        if !direct {
            quiet.without_read_ahead();
        }
        Ok(quiet)
    }

    /// The descriptor, for questions beside the contents.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Fills the whole buffer from `at` on.
    pub(super) fn read_exact_at(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        let mut done = 0;
        while done < buffer.len() {
            match self.read_some(&mut buffer[done..], at + done as u64)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => done += read,
            }
        }
        Ok(())
    }

    /// Some of it, in whole pages around what is wanted.
    fn read_some(&self, buffer: &mut [u8], at: u64) -> io::Result<usize> {
        let start = at / PAGE as u64 * PAGE as u64;
        let skip = (at - start) as usize;
        let count = (skip + buffer.len()).div_ceil(PAGE).min(PAGES);
        let mut pages = vec![Page([0; PAGE]); count];
        let mut slices: Vec<IoSliceMut<'_>> = pages.iter_mut().map(|page| IoSliceMut::new(&mut page.0)).collect();
        let read = match preadv(&self.file, &mut slices, start) {
            // Some take the flag and refuse the read: larger blocks than a page.
            Err(Errno::INVAL) if self.direct.get() => {
                self.through_the_cache()?;
                preadv(&self.file, &mut slices, start)?
            }
            read => read?,
        };
        if !self.direct.get() {
            let _ = fadvise(&self.file, start, NonZeroU64::new((count * PAGE) as u64), Advice::DontNeed);
        }
        let wanted = read.saturating_sub(skip).min(buffer.len());
        let mut done = 0;
        for page in &pages {
            let from = if done == 0 { skip } else { 0 };
            let part = (PAGE - from).min(wanted - done);
            buffer[done..done + part].copy_from_slice(&page.0[from..from + part]);
            done += part;
        }
        Ok(wanted)
    }

    fn through_the_cache(&self) -> rustix::io::Result<()> {
        fcntl_setfl(&self.file, fcntl_getfl(&self.file)?.difference(OFlags::DIRECT))?;
        self.direct.set(false);
        self.without_read_ahead();
        Ok(())
    }

    fn without_read_ahead(&self) {
        let _ = fadvise(&self.file, 0, None, Advice::Random);
    }
}

impl AsFd for Quiet {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_span_is_read_as_it_is_and_nothing_beyond_the_end() {
        let path = std::env::temp_dir().join(format!("plimsoll-quiet-{}", std::process::id()));
        let content: Vec<u8> = (0..3 * PAGE + 100).map(|n| (n * 7 % 251) as u8).collect();
        std::fs::write(&path, &content).expect("written");
        let file = File::open(&path).expect("opened");
        for direct in [true, false] {
            let quiet = Quiet::open(file.as_fd()).expect("opened");
            if !direct {
                quiet.through_the_cache().expect("switched");
            }
            for (at, length) in [(0, 1), (0, PAGE), (PAGE - 1, 2), (5000, 7000), (content.len() - 3, 3), (10, 0)] {
                let mut buffer = vec![0; length];
                quiet.read_exact_at(&mut buffer, at as u64).expect("read");
                assert_eq!(buffer, content[at..at + length], "{length} bytes at {at}");
            }
            assert!(quiet.read_exact_at(&mut [0; 4], content.len() as u64 - 3).is_err());
        }
        std::fs::remove_file(path).expect("removed");
    }
}
