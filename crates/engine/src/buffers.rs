//! The memory that operations move: page-aligned, made once, one read and one write buffer per slot.
//!
//! Reads and writes do not share buffers: what a read brings (zeroes, from a sparse target) must not become what the
//! next write sends. Write buffers are filled when they are made and changed before each write, so that no two writes
//! are alike (`plimsoll_workload::payload`). With a verifier, every sector that is written is marked, and every one that
//! is read is checked ([`crate::verify`]); without one that is a branch per operation.
#![allow(unsafe_code)]

use std::io;
use std::ptr::NonNull;

use plimsoll_base::random::{Random, stream};
use plimsoll_base::{Op, OpKind};
use plimsoll_workload::payload::{Payload, PayloadKind, PayloadSpec};
use rand::seq::SliceRandom as _;

use crate::verify::Verifier;

/// Page size of the machine's memory.
const PAGE: usize = 4096;

/// Sizes and contents of buffers.
#[derive(Debug)]
pub struct BufferPlan<'a> {
    /// Operations at once.
    pub slots: u32,
    /// Bytes of the largest.
    pub block: u32,
    /// Whether any reads.
    pub reads: bool,
    /// Whether any writes.
    pub writes: bool,
    /// Contents of writes.
    pub payload: &'a PayloadSpec,
    /// Marks what is written and checks what is read; none: nothing is checked.
    pub verifier: Option<Verifier>,
    /// Buffers are on ordinary pages ([`EngineOptions::plain_pages`](crate::EngineOptions::plain_pages)).
    pub plain_pages: bool,
}

impl BufferPlan<'static> {
    /// Random payload, nothing checked.
    pub const fn plain(slots: u32, block: u32, reads: bool, writes: bool) -> BufferPlan<'static> {
        const RANDOM: &PayloadSpec =
            &PayloadSpec { kind: PayloadKind::Random, compressible_percent: 0.0, duplicate_percent: 0.0 };
        BufferPlan { slots, block, reads, writes, payload: RANDOM, verifier: None, plain_pages: false }
    }
}

/// See the module.
#[derive(Debug)]
pub struct Buffers {
    mapping: Mapping,
    /// First byte of the buffers, and how many there are.
    base: NonNull<u8>,
    bytes: usize,
    block: usize,
    /// First write buffer, in blocks.
    write_from: usize,
    slots: usize,
    payload: Payload,
    verifier: Option<Verifier>,
}

// SAFETY: the mapping belongs to this value alone; moving it to another thread moves the only access with it.
unsafe impl Send for Buffers {}

impl Buffers {
    /// Maps and fills the buffers.
    ///
    /// # Errors
    /// The system has no memory for them. The payload contradicts itself, or what is asked for cannot be verified
    /// (`InvalidInput`).
    pub fn new(plan: BufferPlan<'_>, random: &mut Random) -> io::Result<Buffers> {
        let BufferPlan { slots, block, reads, writes, payload: spec, mut verifier, plain_pages } = plan;
        let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
        spec.check().map_err(invalid)?;
        if verifier.is_some() && spec.duplicate_percent > 0.0 {
            return Err(invalid(
                "duplicates cannot be verified: each block would have to carry its own address, and \
                                then it is no copy. Leave out one of the two"
                    .into(),
            ));
        }
        let bytes = crate::buffer_bytes(slots, block, reads, writes) as usize;
        let mapping = match (plain_pages, bytes >= Mapping::HUGE) {
            (true, _) => Mapping::with_scattered_pages(bytes)?,
            (false, large) => Mapping::new(bytes, large)?,
        };
        let base = mapping.start;
        let (slots, block) = (slots as usize, block as usize);
        let write_from = if reads { slots } else { 0 };
        if let Some(verifier) = &mut verifier {
            verifier.make_room(slots, block);
        }
        let payload = Payload::new(spec, block, random);
        let mut buffers = Buffers { mapping, base, bytes, block, write_from, slots, payload, verifier };
        if writes {
            for slot in 0..slots {
                spec.fill(buffers.write_slice(slot as u32), random);
            }
        }
        Ok(buffers)
    }

    /// Whether what is read is checked.
    pub fn verifies(&self) -> bool {
        self.verifier.is_some()
    }

    /// An operation begins in `slot`: gives where it goes, which with a verifier may be another place than asked
    /// ([`Verifier::begin`]). The first thing an engine does in `push`.
    #[inline]
    pub fn begin(&mut self, slot: u32, op: Op) -> Op {
        match &mut self.verifier {
            None => op,
            Some(verifier) => verifier.begin(slot, op),
        }
    }

    /// The operation begun in `slot` has ended: gives its result, or EBADMSG when it read what was not written.
    ///
    /// # Errors
    /// The operation's own errno, or EBADMSG.
    #[inline]
    pub fn check(&mut self, slot: u32, result: Result<u32, i32>) -> Result<u32, i32> {
        if self.verifier.is_none() {
            return result;
        }
        self.check_data(slot, result)
    }

    fn check_data(&mut self, slot: u32, result: Result<u32, i32>) -> Result<u32, i32> {
        let read = result.map_or(0, |len| (len as usize).min(self.block));
        let buffer = self.read_buffer(slot);
        let Some(verifier) = &mut self.verifier else { return result };
        // SAFETY: the read buffer of `slot` has `block` initialised bytes; the operation has ended, so that nobody else
        // writes to them while they are borrowed here.
        verifier.check(slot, result, unsafe { std::slice::from_raw_parts(buffer, read) })
    }

    /// Where the read of `slot` goes.
    #[inline]
    pub fn read_buffer(&mut self, slot: u32) -> *mut u8 {
        assert!((slot as usize) < self.slots, "slot {slot} has no buffer");
        // SAFETY: the offset lies inside the mapping, which has room for `slots` blocks from its start.
        unsafe { self.base.as_ptr().add(slot as usize * self.block) }
    }

    /// The data for the write of `slot`: `len` bytes of the payload, with a verifier marked as `op` was begun.
    #[inline]
    pub fn write_buffer(&mut self, slot: u32, op: &Op) -> *const u8 {
        self.write_slice_of(slot, op).as_ptr()
    }

    /// As [`write_buffer`](Buffers::write_buffer), for an engine that copies it itself.
    #[inline]
    pub(crate) fn write_slice_of(&mut self, slot: u32, op: &Op) -> &[u8] {
        debug_assert_eq!(op.kind, OpKind::Write);
        let at = self.write_at(slot);
        // SAFETY: as in `write_slice`; `payload` and `verifier` are other fields.
        let slice = unsafe { std::slice::from_raw_parts_mut(self.base.as_ptr().add(at), self.block) };
        let slice = &mut slice[..(op.len as usize).min(self.block)];
        self.payload.next(slice);
        if let Some(verifier) = &self.verifier {
            verifier.seal(slot, op, slice);
        }
        slice
    }

    /// First byte of the write buffer of `slot` in the mapping.
    #[inline]
    fn write_at(&self, slot: u32) -> usize {
        assert!((slot as usize) < self.slots, "slot {slot} has no buffer");
        let at = (self.write_from + slot as usize) * self.block;
        assert!(at + self.block <= self.bytes, "no write buffers were made");
        at
    }

    fn write_slice(&mut self, slot: u32) -> &mut [u8] {
        let at = self.write_at(slot);
        // SAFETY: bytes at..at+block lie inside the mapping (asserted), are initialised (zeroed by the kernel, then
        // filled) and are borrowed through &mut self.
        unsafe { std::slice::from_raw_parts_mut(self.base.as_ptr().add(at), self.block) }
    }

    /// The read buffer of `slot`, for an engine that fills it itself.
    pub(crate) fn read_slice(&mut self, slot: u32) -> &mut [u8] {
        let (buffer, block) = (self.read_buffer(slot), self.block);
        // SAFETY: it has `block` initialised bytes, borrowed through &mut self.
        unsafe { std::slice::from_raw_parts_mut(buffer, block) }
    }

    /// The whole region, for registration with the kernel.
    pub fn region(&self) -> (*mut u8, usize) {
        (self.base.as_ptr(), self.bytes)
    }
}

impl Drop for Buffers {
    fn drop(&mut self) {
        // SAFETY: the mapping was made by `new` with this length and nobody else knows it. Engines leak their buffers
        // instead when operations are still in flight.
        unsafe { libc::munmap(self.mapping.base.as_ptr().cast(), self.mapping.bytes) };
    }
}

/// Memory from the system: in huge pages where it is large enough and the system has them, so that an operation of a
/// mebibyte is one piece to the device and not 256.
#[derive(Debug)]
struct Mapping {
    /// As mapped.
    base: NonNull<u8>,
    bytes: usize,
    /// Where the buffers begin.
    start: NonNull<u8>,
}

impl Mapping {
    const HUGE: usize = 2 << 20;

    /// Anonymous memory; `populate`: its pages are there, in the order in which the system hands them out.
    fn map_anonymous(bytes: usize, populate: bool) -> io::Result<NonNull<u8>> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | if populate { libc::MAP_POPULATE } else { 0 };
        // SAFETY: a new anonymous mapping at an address of the kernel's choice touches nothing that exists.
        let base = unsafe { libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        NonNull::new(base.cast::<u8>()).ok_or_else(io::Error::last_os_error)
    }

    /// Ordinary pages, no two neighbours of which are neighbours in the machine's memory: they are touched in random
    /// order. In order they are sometimes pairs and longer runs, as the system's free lists have it just then, and what
    /// a device without indirect descriptors carries changes by a third with that (decision 0034-job-files).
    fn with_scattered_pages(bytes: usize) -> io::Result<Mapping> {
        let base = Self::map_anonymous(bytes, false)?;
        let mut pages: Vec<usize> = (0..bytes).step_by(PAGE).collect();
        pages.shuffle(&mut stream(0, "pages", 0));
        for at in pages {
            // SAFETY: `at` is a page of the mapping, which nobody else knows.
            unsafe { base.add(at).write_volatile(0) };
        }
        Ok(Mapping { base, bytes, start: base })
    }

    fn new(bytes: usize, huge: bool) -> io::Result<Mapping> {
        // Room to begin at a huge page.
        let mapped = if huge { bytes.next_multiple_of(Self::HUGE) + Self::HUGE } else { bytes };
        let base = Self::map_anonymous(mapped, !huge)?;
        if !huge {
            return Ok(Mapping { base, bytes: mapped, start: base });
        }
        let skip = base.as_ptr().align_offset(Self::HUGE);
        // SAFETY: the mapping has room for `bytes` behind the first huge page boundary, which lies less than one huge page
        // from its start.
        let start = unsafe { base.add(skip) };
        // Best effort: where the system has no huge pages, or does not populate on request, the pages come one by one.
        // SAFETY: the range lies inside the mapping; advice changes how it is backed, and populating writes nothing.
        unsafe {
            libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE);
            if libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_POPULATE_WRITE) != 0 {
                for at in (0..bytes).step_by(PAGE) {
                    start.add(at).write_volatile(0);
                }
            }
        }
        Ok(Mapping { base, bytes: mapped, start })
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::os::unix::fs::FileExt as _;

    use super::*;

    /// The page frame number of each page of the mapping; None without root, from whom the kernel does not hide them, or
    /// where every process gets huge pages (`transparent_hugepage/enabled` is `always`).
    fn frames(mapping: &Mapping) -> Option<Vec<u64>> {
        let always = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
        let told = File::open("/proc/self/pagemap").ok()?;
        let first = mapping.start.as_ptr() as usize / PAGE;
        let mut entries = vec![0_u8; mapping.bytes / PAGE * 8];
        told.read_exact_at(&mut entries, first as u64 * 8).ok()?;
        // Bits 0 to 54: the number of the frame (Documentation/admin-guide/mm/pagemap.rst).
        let frames: Vec<u64> =
            entries.as_chunks::<8>().0.iter().map(|one| u64::from_ne_bytes(*one) & ((1 << 55) - 1)).collect();
        (!always.contains("[always]") && frames.iter().all(|one| *one != 0)).then_some(frames)
    }

    #[test]
    #[allow(clippy::print_stderr)] // What was skipped is said.
    fn no_two_scattered_pages_are_neighbours() {
        let mapping = Mapping::with_scattered_pages(8 << 20).expect("8 MiB of memory");
        let Some(frames) = frames(&mapping) else {
            eprintln!("skipped: where pages lie is told to root alone, and not of huge pages");
            return;
        };
        let neighbours = frames.windows(2).filter(|two| two[1] == two[0] + 1).count();
        // Of 2,047 pairs in a random order 1 is expected, of a Poisson kind; 12 is beyond 1e-9.
        assert!(neighbours < 12, "{neighbours} of {} pages lie behind the one before", frames.len());
    }
}
