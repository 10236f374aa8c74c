//! What a device holds, by the marks that file systems, volume managers and partition tables leave on it.
//!
//! Offsets and magic values are those of util-linux' libblkid (libblkid/src/superblocks, partitions), written down again so
//! that the guard doesn't hang on a program being installed; `blkid` is asked too, as a second witness. False positives
//! only ask for one more flag, so checks are kept loose. Random data, as Plimsoll writes, matches one of the two-byte
//! marks with a chance of about 1 in 20,000 per device.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// The parts of a device that can carry a signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignatureBytes {
    size: u64,
    parts: Vec<(u64, Vec<u8>)>,
}

impl SignatureBytes {
    /// Reads them from an open device or image of `size` bytes: at most 2 MiB and some pages.
    pub fn read(file: &File, size: u64) -> io::Result<Self> {
        let mut bytes = Self { size, parts: Vec::new() };
        let mut spots = vec![(0, HEAD), (size.saturating_sub(TAIL), TAIL)];
        spots.extend(SPOTS.iter().map(|&at| (at, SPOT)));
        for (at, length) in spots {
            let length = length.min(size.saturating_sub(at));
            if length > 0 {
                let mut part = vec![0; length as usize];
                file.read_exact_at(&mut part, at)?;
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

    fn u32_le(&self, offset: u64) -> Option<u32> {
        Some(u32::from_le_bytes(self.at(offset, 4)?.try_into().ok()?))
    }
}

/// Marks that are a fixed text at a fixed place.
#[rustfmt::skip]
const FIXED: &[(&str, u64, &[u8])] = &[
    ("xfs", 0, b"XFSB"),
    ("btrfs", 0x1_0040, b"_BHRfS_M"),
    ("btrfs", 64 * MIB + 0x40, b"_BHRfS_M"),
    ("crypto_LUKS", 0, b"LUKS\xba\xbe"),
    ("crypto_LUKS", 0x4000, b"SKUL\xba\xbe"),
    ("crypto_LUKS", 0x8000, b"SKUL\xba\xbe"),
    ("crypto_LUKS", 0x1_0000, b"SKUL\xba\xbe"),
    ("crypto_LUKS", 0x2_0000, b"SKUL\xba\xbe"),
    ("crypto_LUKS", 0x4_0000, b"SKUL\xba\xbe"),
    ("crypto_LUKS", 0x8_0000, b"SKUL\xba\xbe"),
    ("crypto_LUKS", MIB, b"SKUL\xba\xbe"),
    ("crypto_LUKS", 2 * MIB, b"SKUL\xba\xbe"),
    ("crypto_LUKS", 4 * MIB, b"SKUL\xba\xbe"),
    ("BitLocker", 3, b"-FVE-FS-"),
    ("ntfs", 3, b"NTFS    "),
    ("exfat", 3, b"EXFAT   "),
    ("ReFS", 3, b"ReFS\0"),
    ("vfat", 0x36, b"FAT12   "), ("vfat", 0x36, b"FAT16   "), ("vfat", 0x36, b"MSDOS"),
    ("vfat", 0x52, b"FAT32   "), ("vfat", 0x52, b"MSWIN"),
    ("iso9660", 0x8001, b"CD001"),
    ("udf", 0x8001, b"BEA01"), ("udf", 0x8801, b"NSR02"), ("udf", 0x8801, b"NSR03"),
    ("bcache", 4096 + 24, b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"),
    ("bcachefs", 4096 + 24, b"\xc6\x85\x73\xf6\x66\xce\x90\xa9\xd9\x6a\x60\xcf\x80\x3d\xf7\xef"),
    ("VMFS_volume_member", MIB, b"\x0d\xd0\x01\xc0"),
    ("VMFS", 2 * MIB, b"\x5e\xf1\xab\x2f"),
    ("ceph_bluestore", 0, b"bluestore block device"),
    ("f2fs", 1024, b"\x10\x20\xf5\xf2"),
    ("erofs", 1024, b"\xe2\xe1\xf5\xe0"),
    ("squashfs", 0, b"hsqs"),
    ("jfs", 0x8000, b"JFS1"),
    ("reiserfs", 0x1_0034, b"ReIsEr"), ("reiserfs", 0x2034, b"ReIsErFs"),
    ("gfs2", 0x1_0000, b"\x01\x16\x19\x70"),
    ("ocfs2", 1024, b"OCFSV2"), ("ocfs2", 2048, b"OCFSV2"), ("ocfs2", 4096, b"OCFSV2"), ("ocfs2", 8192, b"OCFSV2"),
    ("hfsplus", 1024, b"H+\0\x04"), ("hfsplus", 1024, b"HX\0\x05"),
    ("apfs", 32, b"NXSB"),
    ("oracleasm", 32, b"ORCLDISK"),
    ("DM_integrity", 0, b"integrt\0"),
    ("DM_verity_hash", 0, b"verity\0\0"),
    ("vdo", 0, b"dmvdo001"),
    ("stratis", 516, b"!Stra0tis\x86\xff\x02^\x41rh"),
    ("gpt", 512, b"EFI PART"), ("gpt", 4096, b"EFI PART"),
];

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
    if let Some(name) = ext(bytes) {
        see(name, 0x438);
    }
    if let Some((name, offset)) = swap(bytes) {
        see(name, offset);
    }
    for sector in 0..4 {
        if bytes.is(sector * 512, b"LABELONE") && bytes.is(sector * 512 + 24, b"LVM2 001") {
            see("LVM2_member", sector * 512);
        }
    }
    at_the_end(bytes, &mut see);
    if let Some(offset) = zfs(bytes) {
        see("zfs_member", offset);
    }
    // A boot sector's last two bytes. FAT and NTFS end theirs the same way; anything else is a partition table or boot code.
    let boot_sector_of_its_own = ["vfat", "ntfs", "exfat", "BitLocker", "ReFS"];
    if bytes.is(510, b"\x55\xaa") && !found.iter().any(|seen| boot_sector_of_its_own.contains(&seen.name.as_str())) {
        found.push(Signature { name: "dos".to_owned(), offset: Some(510), witness: Witness::Plimsoll });
    }
    found
}

/// ext2, 3 or 4 by their features, as libblkid tells them apart.
fn ext(bytes: &SignatureBytes) -> Option<&'static str> {
    const SUPERBLOCK: u64 = 0x400;
    const COMPAT_HAS_JOURNAL: u32 = 0x4;
    const INCOMPAT_JOURNAL_DEVICE: u32 = 0x8;
    // All incompatible features up to ext3: filetype, recover, meta_bg, journal device.
    const INCOMPAT_UP_TO_EXT3: u32 = 0x2 | 0x4 | 0x8 | 0x10;
    // All read-only-compatible features up to ext3: sparse_super, large_file, btree_dir.
    const RO_COMPAT_UP_TO_EXT3: u32 = 0x1 | 0x2 | 0x4;
    let block_size_log = bytes.u32_le(SUPERBLOCK + 0x18)?;
    if !bytes.is(SUPERBLOCK + 0x38, b"\x53\xef") || block_size_log > 6 {
        return None;
    }
    let compat = bytes.u32_le(SUPERBLOCK + 0x5c)?;
    let incompat = bytes.u32_le(SUPERBLOCK + 0x60)?;
    let ro_compat = bytes.u32_le(SUPERBLOCK + 0x64)?;
    Some(if incompat & INCOMPAT_JOURNAL_DEVICE != 0 {
        "jbd"
    } else if incompat & !INCOMPAT_UP_TO_EXT3 != 0 || ro_compat & !RO_COMPAT_UP_TO_EXT3 != 0 {
        "ext4"
    } else if compat & COMPAT_HAS_JOURNAL != 0 {
        "ext3"
    } else {
        "ext2"
    })
}

/// Swap, or a suspended system in it: ten bytes at the end of the first page, whose size is the machine's that made it.
fn swap(bytes: &SignatureBytes) -> Option<(&'static str, u64)> {
    const MARKS: [(&str, &[u8]); 7] = [
        ("swap", b"SWAPSPACE2"),
        ("swap", b"SWAP-SPACE"),
        ("swsuspend", b"S1SUSPEND"),
        ("swsuspend", b"S2SUSPEND"),
        ("swsuspend", b"ULSUSPEND"),
        ("swsuspend", b"TuxOnIce"),
        ("swsuspend", b"LINHIB0001"),
    ];
    [4, 8, 16, 32, 64]
        .iter()
        .map(|kib| kib * KIB - 10)
        .find_map(|offset| MARKS.iter().find(|(_, magic)| bytes.is(offset, magic)).map(|(name, _)| (*name, offset)))
}

/// Software RAID and backup tables.
fn at_the_end(bytes: &SignatureBytes, see: &mut impl FnMut(&str, u64)) {
    const MD: [u8; 4] = 0xa92b_4efc_u32.to_le_bytes();
    const MD_BIG_ENDIAN: [u8; 4] = 0xa92b_4efc_u32.to_be_bytes();
    let size = bytes.size;
    // 0.90: the last whole 64 KiB; 1.0: the last 8 KiB on a 4 KiB bound; 1.1: the start; 1.2: 4 KiB.
    let old = (size / (64 * KIB)).checked_sub(1).map(|blocks| blocks * 64 * KIB);
    let one_zero = (size / 512).checked_sub(16).map(|sectors| (sectors & !7) * 512);
    for offset in [old, one_zero, Some(0), Some(4096)].into_iter().flatten() {
        if bytes.is(offset, &MD) || bytes.is(offset, &MD_BIG_ENDIAN) {
            see("linux_raid_member", offset);
        }
    }
    let from_end = |distance: u64| size.checked_sub(distance);
    for offset in [from_end(512), from_end(4096)].into_iter().flatten() {
        if bytes.is(offset, b"EFI PART") {
            see("gpt", offset);
        }
    }
    if let Some(offset) = from_end(1024).filter(|&offset| bytes.is(offset, b"Intel Raid ISM Cfg Sig. ")) {
        see("isw_raid_member", offset);
    }
    if let Some(offset) = from_end(512).filter(|&offset| bytes.is(offset, &0xde11_de11_u32.to_be_bytes())) {
        see("ddf_raid_member", offset);
    }
}

/// ZFS: an uberblock in one of the four labels of 256 KiB, two at each end (OpenZFS, `vdev_impl.h`).
fn zfs(bytes: &SignatureBytes) -> Option<u64> {
    const LABEL: u64 = 256 * KIB;
    const UBERBLOCK: u64 = 0x00ba_b10c;
    let end = bytes.size / LABEL * LABEL;
    let labels = [Some(0), Some(LABEL), end.checked_sub(2 * LABEL), end.checked_sub(LABEL)];
    labels
        .into_iter()
        .flatten()
        .flat_map(|label| (0..128).map(move |index| label + 128 * KIB + index * KIB))
        .find(|&offset| bytes.is(offset, &UBERBLOCK.to_le_bytes()) || bytes.is(offset, &UBERBLOCK.to_be_bytes()))
}
