//! What a device holds, by the marks that file systems, volume managers and partition tables leave on it.
//!
//! Offsets and magic values are those of util-linux' libblkid (libblkid/src/superblocks, partitions), written down again so
//! that the guard doesn't hang on a program being installed; `blkid` is asked too, as a second witness. False positives
//! only ask for one more flag, so checks are kept loose: a mark alone in zeroes counts. Random data, as Plimsoll writes, has one
//! by chance in about one of 65,000 devices, by the two bytes that end a boot sector; each other is [certain].
//!
//! [certain]: Signature::is_certain
//!
//! [`table`] has the marks that are a text at a place, [`checked`] those that take more.

mod checked;
mod table;

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::table::FIXED;

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;
/// The first MiB and the page after it (VMFS puts its mark right there).
const HEAD: u64 = MIB + 4 * KIB;
/// RAID, ZFS and backup partition tables put theirs at the end; ZFS needs the most, 512 KiB rounded down to 256 KiB.
const TAIL: u64 = MIB;
/// Marks further in: VMFS, the last LUKS2 copy, the first copy of a btrfs superblock.
const SPOTS: [u64; 3] = [2 * MIB, 4 * MIB, 64 * MIB];
const SPOT: u64 = 4 * KIB;

/// Who saw a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Witness {
    /// Plimsoll, reading the device.
    Plimsoll,
    /// The `blkid` command.
    Blkid,
}

/// A recognised mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Signature {
    /// What it is the mark of: `ext4`, `gpt`, `LVM2_member`, …
    pub name: String,
    /// Where it is, bytes; null when `blkid` saw it.
    pub offset: Option<u64>,
    /// Who saw it.
    pub witness: Witness,
}

/// What is seen where nothing but the end of a boot sector is.
const BOOT_CODE: &str = "boot code";

impl Signature {
    /// Whether random data has it by chance in less than one of 10 million files.
    pub fn is_certain(&self) -> bool {
        self.witness == Witness::Blkid || self.name != BOOT_CODE
    }
}

/// Names of signatures for a message, each once.
pub(super) fn list(signatures: &[Signature]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for signature in signatures {
        if !names.contains(&signature.name.as_str()) {
            names.push(&signature.name);
        }
    }
    names.join(", ")
}

/// Names of signatures as a sentence tells them.
pub(super) fn named(names: &[&str]) -> String {
    const TABLES: [&str; 8] = ["gpt", "dos", "sgi", "sun", "bsd", "mac", "atari", "PMBR"];
    const A: [&str; 15] = [
        "vfat", "btrfs", "squashfs", "bcachefs", "udf", "jfs", "reiserfs", "reiser4", "gfs2", "cramfs", "romfs",
        "zonefs", "nilfs2", "minix", "ufs",
    ];
    const AN: [&str; 13] = [
        "ext2", "ext3", "ext4", "xfs", "ntfs", "exfat", "erofs", "iso9660", "apfs", "f2fs", "hfsplus", "ocfs2", "hpfs",
    ];
    let one = |name: &&str| match *name {
        name if TABLES.contains(&name) => format!("a partition table ({name})"),
        name if A.contains(&name) => format!("a {name} file system"),
        name if AN.contains(&name) => format!("an {name} file system"),
        name => name.to_owned(),
    };
    names.iter().map(one).collect::<Vec<_>>().join(" and ")
}

/// The parts of a device that can carry a signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignatureBytes {
    size: u64,
    parts: Vec<(u64, Vec<u8>)>,
}

impl SignatureBytes {
    /// Reads them from an open device or image of `size` bytes: at most 2 MiB and some pages.
    pub fn read(file: &File, size: u64) -> io::Result<Self> {
        Self::by(size, |into, at| file.read_exact_at(into, at))
    }

    /// The same, by a way to read that fills a buffer from an offset on.
    pub(super) fn by(size: u64, mut read: impl FnMut(&mut [u8], u64) -> io::Result<()>) -> io::Result<Self> {
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

    fn at(&self, offset: u64, length: usize) -> Option<&[u8]> {
        self.parts.iter().find_map(|(start, part)| {
            let from = usize::try_from(offset.checked_sub(*start)?).ok()?;
            part.get(from..from.checked_add(length)?)
        })
    }

    fn is(&self, offset: u64, magic: &[u8]) -> bool {
        self.at(offset, magic.len()) == Some(magic)
    }

    fn u16_le(&self, offset: u64) -> Option<u16> {
        Some(u16::from_le_bytes(self.at(offset, 2)?.try_into().ok()?))
    }

    fn u16_be(&self, offset: u64) -> Option<u16> {
        self.u16_le(offset).map(u16::swap_bytes)
    }

    fn u32_le(&self, offset: u64) -> Option<u32> {
        Some(u32::from_le_bytes(self.at(offset, 4)?.try_into().ok()?))
    }

    fn u32_be(&self, offset: u64) -> Option<u32> {
        self.u32_le(offset).map(u32::swap_bytes)
    }
}

/// Everything recognised, in the order of the checks; empty when nothing is.
pub fn recognise(bytes: &SignatureBytes) -> Vec<Signature> {
    let mut found: Vec<Signature> = Vec::new();
    let mut see = |name: &str, offset: u64| {
        found.push(Signature { name: name.to_owned(), offset: Some(offset), witness: Witness::Plimsoll });
    };
    for &(name, offset, magic) in FIXED {
        if bytes.is(offset, magic) {
            see(name, offset);
        }
    }
    checked::look(bytes, &mut see);
    // A boot sector's last two bytes. FAT and NTFS end theirs the same way; anything else is a partition table or boot code.
    let boot_sector_of_its_own = ["vfat", "ntfs", "exfat", "BitLocker", "ReFS"];
    if !found.iter().any(|seen| boot_sector_of_its_own.contains(&seen.name.as_str())) {
        if let Some(table) = checked::boot_sector(bytes) {
            let name = if table { "dos" } else { BOOT_CODE };
            found.push(Signature { name: name.to_owned(), offset: Some(510), witness: Witness::Plimsoll });
        }
    }
    found
}
