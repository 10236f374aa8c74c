//! Marks that take more than a comparison: places that depend on the size, texts in several places, and marks of two bytes,
//! which random data has by chance in one of 65,536 files. Those are believed when the fields beside them are what the format
//! allows, or empty: a mark alone in zeroes counts, and random data passes all of these together in less than one of
//! 10 million files.

use super::bytes::{KIB, SignatureBytes};
use super::table::FROM_END;

/// Everything of this kind that is seen.
pub(super) fn look(bytes: &SignatureBytes, see: &mut impl FnMut(&str, u64)) {
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
    if bytes.is(0, b"HM") && bytes.u16_le(2).is_some_and(|version| version <= 2) {
        see("LVM1_member", 0);
    }
    at_the_end(bytes, see);
    for (name, offset) in [
        ("zfs_member", zfs(bytes)),
        ("minix", minix(bytes)),
        ("nilfs2", nilfs(bytes)),
        ("hfs", hfs(bytes)),
        ("ufs", ufs(bytes)),
        ("sun", sun(bytes)),
        ("mac", mac(bytes)),
    ] {
        if let Some(offset) = offset {
            see(name, offset);
        }
    }
}

/// The last two bytes of a boot sector: of a partition table when each of its four entries may be one (their first byte
/// is empty or the boot flag), else of boot code.
pub(super) fn boot_sector(bytes: &SignatureBytes) -> Option<bool> {
    let may_be_entry = |at| bytes.at(at, 1).is_some_and(|first| first[0] & 0x7f == 0);
    bytes.is(510, b"\x55\xaa").then(|| [446, 462, 478, 494].into_iter().all(may_be_entry))
}

/// ext2, 3 or 4 by their features, as in libblkid.
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

/// Software RAID, and what has its mark at the end.
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
    for &(name, distance, magic) in FROM_END {
        if let Some(offset) = size.checked_sub(distance).filter(|&offset| bytes.is(offset, magic)) {
            see(name, offset);
        }
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

/// Minix 1, 2 and 3, in either order of bytes (minix_fs.h). The zone size is that of a block, and the state, which versions 1
/// and 2 have, is one of three.
fn minix(bytes: &SignatureBytes) -> Option<u64> {
    const SUPERBLOCK: u64 = 1024;
    const MAGICS: [u16; 4] = [0x137f, 0x138f, 0x2468, 0x2478];
    const MAGIC_3: u16 = 0x4d5a;
    let either = |at: u64| Some([bytes.u16_le(SUPERBLOCK + at)?, bytes.u16_be(SUPERBLOCK + at)?]);
    let (magic, state, zone) = (either(16)?, either(18)?, either(10)?);
    if (0..2).any(|order| MAGICS.contains(&magic[order]) && state[order] <= 3 && zone[order] == 0) {
        return Some(SUPERBLOCK + 16);
    }
    let (magic, zone, block, padding) = (either(24)?, either(12)?, either(28)?, bytes.u16_le(SUPERBLOCK + 14)?);
    (0..2)
        .any(|order| magic[order] == MAGIC_3 && zone[order] == 0 && padding == 0 && block[order] % 1024 == 0)
        .then_some(SUPERBLOCK + 24)
}

/// NILFS2, at the start or its copy near the end (nilfs2_ondisk.h): the block size is at most 64 KiB.
fn nilfs(bytes: &SignatureBytes) -> Option<u64> {
    let copy = (bytes.size / 512).checked_sub(8).map(|sectors| sectors * 512);
    [Some(1024), copy]
        .into_iter()
        .flatten()
        .find(|at| bytes.is(at + 6, b"\x34\x34") && bytes.u32_le(at + 20).is_some_and(|log| log <= 6))
        .map(|at| at + 6)
}

/// HFS without plus (Inside Macintosh: Files): the allocation block is a multiple of 512 bytes and at most 64 MiB.
fn hfs(bytes: &SignatureBytes) -> Option<u64> {
    let block = bytes.u32_be(1024 + 20)?;
    (bytes.is(1024, b"BD") && block % 512 == 0 && block <= 64 << 20).then_some(1024)
}

/// UFS in one of its four places, in either order of bytes.
fn ufs(bytes: &SignatureBytes) -> Option<u64> {
    const MAGICS: [u32; 6] = [0x1954_0119, 0x0001_1954, 0x0019_5612, 0x0009_5014, 0x0061_2195, 0x0523_1994];
    [0, 8, 64, 256].into_iter().map(|kib| kib * KIB + 1372).find(|&at| {
        let read = [bytes.u32_le(at), bytes.u32_be(at)];
        read.into_iter().flatten().any(|magic| MAGICS.contains(&magic))
    })
}

/// A disk label of Sun's: its 256 words come to zero (exclusive or), or it has no checksum.
fn sun(bytes: &SignatureBytes) -> Option<u64> {
    let label = bytes.at(0, 512)?;
    let sum = label.chunks_exact(2).fold(0, |sum, word| sum ^ u16::from_be_bytes([word[0], word[1]]));
    (bytes.is(508, b"\xda\xbe") && (sum == 0 || bytes.is(510, &[0, 0]))).then_some(508)
}

/// A partition map of Apple's: the block size, and the first entry beside it.
fn mac(bytes: &SignatureBytes) -> Option<u64> {
    let block = bytes.u16_be(2)?;
    let entry = |at| bytes.is(at, b"PM") || bytes.is(at, b"TS") || bytes.is(at, &[0, 0]);
    let known = matches!(block, 0 | 512 | 1024 | 2048 | 4096) && entry(u64::from(block.max(512)));
    (bytes.is(0, b"ER") && known).then_some(0)
}
