//! Signatures on a device: marks that file systems, volume managers and partition tables leave on it.
//!
//! Offsets and magic values are those of util-linux' libblkid (libblkid/src/superblocks, partitions), written down
//! again so that the guard does not depend on an installed program; `blkid` runs, too, as a second witness. A false
//! positive only costs the user one more flag, so checks are kept loose: a mark alone in zeroes counts. Random data, as
//! Plimsoll writes, has one by chance on about one of 65,000 devices, by the two bytes that end a boot sector; each
//! other is [certain].
//!
//! [certain]: Signature::is_certain
//!
//! [`table`] has the marks that are a text at a place, [`checked`] those that take more.

mod bytes;
mod checks;
mod table;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::bytes::SignatureBytes;
use self::table::FIXED;

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

/// The name of a boot sector's end without anything else.
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

/// A list of signatures for a sentence.
pub(super) fn list_signatures(names: &[&str]) -> String {
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
    checks::look(bytes, &mut see);
    // A boot sector's last two bytes. FAT and NTFS end theirs the same way; anything else is a partition table or boot code.
    let boot_sector_of_its_own = ["vfat", "ntfs", "exfat", "BitLocker", "ReFS"];
    if !found.iter().any(|seen| boot_sector_of_its_own.contains(&seen.name.as_str())) {
        if let Some(table) = checks::boot_sector(bytes) {
            let name = if table { "dos" } else { BOOT_CODE };
            found.push(Signature { name: name.to_owned(), offset: Some(510), witness: Witness::Plimsoll });
        }
    }
    found
}
