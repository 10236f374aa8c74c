//! The bytes of a device that carry marks.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

pub(super) const KIB: u64 = 1024;
pub(super) const MIB: u64 = 1024 * KIB;

/// The first MiB and the page after it (VMFS puts its mark right there).
const HEAD: u64 = MIB + 4 * KIB;

/// RAID, ZFS and backup partition tables put theirs at the end; ZFS needs the most, 512 KiB rounded down to 256 KiB.
const TAIL: u64 = MIB;

/// Marks further in: VMFS, the last LUKS2 copy, the first copy of a btrfs superblock.
const SPOTS: [u64; 3] = [2 * MIB, 4 * MIB, 64 * MIB];

const SPOT: u64 = 4 * KIB;

/// The parts of a device that can carry a signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignatureBytes {
    pub(super) size: u64,
    parts: Vec<(u64, Vec<u8>)>,
}

impl SignatureBytes {
    /// Reads them from an open device or image of `size` bytes: at most 2 MiB and some pages.
    pub fn read(file: &File, size: u64) -> io::Result<Self> {
        Self::by(size, |into, at| file.read_exact_at(into, at))
    }

    /// The same, by a way to read that fills a buffer from an offset on.
    pub(in crate::guard) fn by(size: u64, mut read: impl FnMut(&mut [u8], u64) -> io::Result<()>) -> io::Result<Self> {
        let mut bytes = Self { size, parts: Vec::new() };
        let mut spots = vec![(0, HEAD), (size.saturating_sub(TAIL), TAIL)];
        spots.extend(SPOTS.iter().map(|&at| (at, SPOT)));
        for (at, length) in spots {
            let length = length.min(size.saturating_sub(at));
            if length > 0 {
                let mut part = vec![0; length as usize];
                read(&mut part, at)?;
                bytes.parts.push((at, part));
            }
        }
        Ok(bytes)
    }

    pub(super) fn at(&self, offset: u64, length: usize) -> Option<&[u8]> {
        self.parts.iter().find_map(|(start, part)| {
            let from = usize::try_from(offset.checked_sub(*start)?).ok()?;
            part.get(from..from.checked_add(length)?)
        })
    }

    pub(super) fn is(&self, offset: u64, magic: &[u8]) -> bool {
        self.at(offset, magic.len()) == Some(magic)
    }

    pub(super) fn u16_le(&self, offset: u64) -> Option<u16> {
        Some(u16::from_le_bytes(self.at(offset, 2)?.try_into().ok()?))
    }

    pub(super) fn u16_be(&self, offset: u64) -> Option<u16> {
        self.u16_le(offset).map(u16::swap_bytes)
    }

    pub(super) fn u32_le(&self, offset: u64) -> Option<u32> {
        Some(u32::from_le_bytes(self.at(offset, 4)?.try_into().ok()?))
    }

    pub(super) fn u32_be(&self, offset: u64) -> Option<u32> {
        self.u32_le(offset).map(u32::swap_bytes)
    }
}
