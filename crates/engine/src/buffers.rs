//! The memory that operations move: page-aligned, made once, one read and one write buffer per slot.
//!
//! Reads and writes do not share buffers: what a read brings (zeroes, from a sparse target) must not become what the
//! next write sends. Write buffers are filled with random bytes when they are made and stamped before each write.
#![allow(unsafe_code)]

use std::io;
use std::ptr::NonNull;

use plimsoll_base::Op;
use plimsoll_base::random::Random;
use plimsoll_workload::payload;

/// Buffers of `slots` operations of `block` bytes. `reads` and `writes` say which are needed.
#[derive(Debug)]
pub struct Buffers {
    base: NonNull<u8>,
    bytes: usize,
    block: usize,
    /// First write buffer, in blocks.
    write_from: usize,
    slots: usize,
    writes: u64,
}

// SAFETY: the mapping belongs to this value alone; moving it to another thread moves the only access with it.
unsafe impl Send for Buffers {}

impl Buffers {
    /// Bytes that buffers for these operations take.
    pub fn bytes_needed(slots: u32, block: u32, reads: bool, writes: bool) -> u64 {
        u64::from(slots) * u64::from(block) * (u64::from(reads) + u64::from(writes)).max(1)
    }

    /// Maps and fills the buffers.
    ///
    /// # Errors
    /// The system has no memory for them.
    pub fn new(slots: u32, block: u32, reads: bool, writes: bool, random: &mut Random) -> io::Result<Buffers> {
        let bytes = Self::bytes_needed(slots, block, reads, writes) as usize;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_POPULATE;
        // SAFETY: a new anonymous mapping at an address of the kernel's choice touches nothing that exists.
        let base = unsafe { libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base = NonNull::new(base.cast::<u8>()).ok_or_else(io::Error::last_os_error)?;
        let (slots, block) = (slots as usize, block as usize);
        let write_from = if reads { slots } else { 0 };
        let mut buffers = Buffers { base, bytes, block, write_from, slots, writes: 0 };
        if writes {
            for slot in 0..slots {
                payload::fill(buffers.write_slice(slot as u32), random);
            }
            // Stamps of this session start at a random number, so that two sessions do not write the same.
            use rand::Rng as _;
            buffers.writes = random.next_u64() >> 1;
        }
        Ok(buffers)
    }

    /// Where the read of `slot` goes.
    #[inline]
    pub fn read_buffer(&mut self, slot: u32) -> *mut u8 {
        assert!((slot as usize) < self.slots, "slot {slot} has no buffer");
        // SAFETY: the offset lies inside the mapping, which has room for `slots` blocks from its start.
        unsafe { self.base.as_ptr().add(slot as usize * self.block) }
    }

    /// What the write of `slot` sends: `len` bytes, unlike any sent before.
    #[inline]
    pub fn write_buffer(&mut self, slot: u32, op: &Op) -> *const u8 {
        self.writes = self.writes.wrapping_add(1);
        let number = self.writes;
        let slice = self.write_slice(slot);
        let len = (op.len as usize).min(slice.len());
        payload::stamp(&mut slice[..len], number);
        slice.as_ptr()
    }

    fn write_slice(&mut self, slot: u32) -> &mut [u8] {
        assert!((slot as usize) < self.slots, "slot {slot} has no buffer");
        let at = (self.write_from + slot as usize) * self.block;
        assert!(at + self.block <= self.bytes, "no write buffers were made");
        // SAFETY: bytes at..at+block lie inside the mapping (asserted), are initialised (zeroed by the kernel, then
        // filled) and are borrowed through &mut self.
        unsafe { std::slice::from_raw_parts_mut(self.base.as_ptr().add(at), self.block) }
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
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.bytes) };
    }
}
