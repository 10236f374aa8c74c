//! The contents of a file or device, by their signatures.

use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::os::fd::BorrowedFd;

use rustix::fs::{Advice, FileType, fadvise, fstat};

use super::blkid;
use super::mark::{Look, Standing, standing};
use super::quiet::Quiet;
use super::reopen::reopen_to_read;
use super::signature::{Signature, SignatureBytes, recognise};

/// Signatures in a file. `blkid` does not examine a file of our own: it was sealed as we wrote it, and only data that
/// came in while we wrote could show.
pub(super) fn signatures_of_file(file: &Quiet, size: u64, ours: bool) -> Option<Vec<Signature>> {
    let read = |into: &mut [u8], at| file.read_exact_at(into, at);
    let mut found = recognise(&SignatureBytes::by(size, read).ok()?);
    if ours {
        found.retain(Signature::is_certain);
    } else {
        found.extend(blkid::ask(file.file()));
    }
    Some(found)
}

pub(super) fn signatures_of_device(device: &File, size: u64) -> Option<Vec<Signature>> {
    let found = SignatureBytes::read(device, size).ok().map(|bytes| {
        let mut found = recognise(&bytes);
        found.extend(blkid::ask(device));
        found
    });
    // These reads must not sit in the page cache when measuring begins. Advice: it may fail.
    let _ = fadvise(device, 0, None, Advice::DontNeed);
    found
}

/// Signatures behind an open descriptor; none where it can't be read, or is neither a file nor a block device.
pub(super) fn signatures_of(descriptor: BorrowedFd<'_>) -> Option<Vec<Signature>> {
    let stat = fstat(descriptor).ok()?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => {
            let file = Quiet::open(descriptor).ok()?;
            let ours = standing(&file, Look::Inside) == Standing::Ours;
            signatures_of_file(&file, u64::try_from(stat.st_size).ok()?, ours)
        }
        FileType::BlockDevice => {
            let mut device = reopen_to_read(descriptor).ok()?;
            let size = device.seek(SeekFrom::End(0)).ok()?;
            signatures_of_device(&device, size)
        }
        _ => None,
    }
}
