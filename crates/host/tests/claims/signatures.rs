//! Signatures: each written by hand where its format puts it, and by the real tools where they are installed.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::process::Command;

use crate::common::{Scratch, exists};
use plimsoll_host::guard::{SignatureBytes, recognise};

const MIB: u64 = 1 << 20;
const SIZE: u64 = 80 * MIB;

/// Offsets and what is written there.
type Marks<'a> = &'a [(u64, &'a [u8])];

fn names(file: &File, size: u64) -> Vec<String> {
    let bytes = SignatureBytes::read(file, size).expect("read");
    let mut names: Vec<String> = recognise(&bytes).into_iter().map(|signature| signature.name).collect();
    names.dedup();
    names
}

fn image(scratch: &Scratch, size: u64, marks: &[(u64, &[u8])]) -> File {
    let path = scratch.file("image", size);
    let file = File::options().read(true).write(true).open(path).expect("opened");
    for (offset, bytes) in marks {
        file.write_all_at(bytes, *offset).expect("written");
    }
    file
}

const MD: &[u8] = &0xa92b_4efc_u32.to_le_bytes();
const ZFS: &[u8] = &0x00ba_b10c_u64.to_le_bytes();

#[rustfmt::skip]
const MARKED: &[(&str, Marks)] = &[
    ("xfs", &[(0, b"XFSB")]),
    ("btrfs", &[(65536 + 64, b"_BHRfS_M")]),
    ("btrfs", &[(64 * MIB + 64, b"_BHRfS_M")]),
    ("swap", &[(4086, b"SWAPSPACE2")]),
    ("swap", &[(65526, b"SWAPSPACE2")]),
    ("swsuspend", &[(4086, b"S1SUSPEND\0")]),
    ("LVM2_member", &[(512, b"LABELONE"), (536, b"LVM2 001")]),
    ("crypto_LUKS", &[(0, b"LUKS\xba\xbe\0\x02")]),
    ("crypto_LUKS", &[(4 * MIB, b"SKUL\xba\xbe\0\x02")]),
    // 0.90 in the last whole 64 KiB; 1.0 in the last 8 KiB; 1.1 at the start; 1.2 at 4 KiB.
    ("linux_raid_member", &[(SIZE - 65536, MD)]),
    ("linux_raid_member", &[(SIZE - 8192, MD)]),
    ("linux_raid_member", &[(0, MD)]),
    ("linux_raid_member", &[(4096, MD)]),
    ("dos", &[(446, &[0x80, 0, 0, 0, 0x83, 0, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0]), (510, b"\x55\xaa")]),
    ("gpt", &[(512, b"EFI PART")]),
    ("gpt", &[(4096, b"EFI PART")]),
    ("gpt", &[(SIZE - 512, b"EFI PART")]),
    ("ntfs", &[(3, b"NTFS    "), (510, b"\x55\xaa")]),
    ("exfat", &[(3, b"EXFAT   "), (510, b"\x55\xaa")]),
    ("vfat", &[(82, b"FAT32   "), (510, b"\x55\xaa")]),
    ("vfat", &[(54, b"FAT16   "), (510, b"\x55\xaa")]),
    ("iso9660", &[(32769, b"CD001")]),
    // The 5th uberblock of the second label, and one in the last label.
    ("zfs_member", &[(256 * 1024 + 128 * 1024 + 4 * 1024, ZFS)]),
    ("zfs_member", &[(SIZE - 256 * 1024 + 128 * 1024, ZFS)]),
    ("bcache", &[(4120, b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81")]),
    ("VMFS_volume_member", &[(MIB, b"\x0d\xd0\x01\xc0")]),
    ("VMFS", &[(2 * MIB, b"\x5e\xf1\xab\x2f")]),
    ("ceph_bluestore", &[(0, b"bluestore block device\n")]),
    ("LVM1_member", &[(0, b"HM")]),
    ("LVM1_member", &[(0, b"HM\x02\0")]),
    // Minix 1 and 2 with names of 14 and 30 bytes, and 3; each in both orders of bytes.
    ("minix", &[(1040, b"\x7f\x13")]), ("minix", &[(1040, b"\x8f\x13")]),
    ("minix", &[(1040, b"\x13\x7f")]), ("minix", &[(1040, b"\x13\x8f")]),
    ("minix", &[(1040, b"\x68\x24")]), ("minix", &[(1040, b"\x78\x24")]),
    ("minix", &[(1040, b"\x24\x68")]), ("minix", &[(1040, b"\x24\x78")]),
    ("minix", &[(1048, b"\x5a\x4d")]), ("minix", &[(1048, b"\x4d\x5a")]),
    // NILFS2 has a copy in the last but seventh sector.
    ("nilfs2", &[(1024 + 6, b"\x34\x34")]),
    ("nilfs2", &[(SIZE - 4096 + 6, b"\x34\x34"), (SIZE - 4096 + 20, b"\x02\0\0\0")]),
    ("hfs", &[(1024, b"BD")]),
    ("hfs", &[(1024, b"BD"), (1044, b"\0\0\x10\0")]),
    ("hfsplus", &[(1024, b"H+\0\x04")]),
    ("ufs", &[(8192 + 1372, b"\x54\x19\x01\0")]), ("ufs", &[(64 * 1024 + 1372, b"\x19\x01\x54\x19")]),
    ("sgi", &[(0, b"\x0b\xe5\xa9\x41")]),
    ("sun", &[(508, b"\xda\xbe")]),
    ("sun", &[(508, b"\xda\xbe\xda\xbe")]),
    ("bsd", &[(512, b"\x57\x45\x56\x82")]), ("bsd", &[(64, b"\x57\x45\x56\x82")]),
    ("mac", &[(0, b"ER")]), ("mac", &[(0, b"ER\x02\0"), (512, b"PM")]),
    ("cramfs", &[(0, b"\x45\x3d\xcd\x28")]), ("romfs", &[(0, b"-rom1fs-")]), ("zonefs", &[(0, b"SFOZ")]),
    ("drbd", &[(SIZE - 4096 + 60, b"\x83\x74\x02\x6d")]),
    ("isw_raid_member", &[(SIZE - 1024, b"Intel Raid ISM Cfg Sig. ")]),
    ("ddf_raid_member", &[(SIZE - 512, b"\xde\x11\xde\x11")]),
    ("qcow2", &[(0, b"QFI\xfb\0\0\0\x03")]), ("qed", &[(0, b"QED\0")]), ("vhdx", &[(0, b"vhdxfile")]),
    ("vmdk", &[(0, b"KDMV")]), ("vmdk", &[(0, b"COWD")]), ("vmdk", &[(0, b"# Disk DescriptorFile\n")]),
    ("vmdk", &[(0, &0xcafe_babe_u64.to_le_bytes())]),
    ("vhd", &[(0, b"conectix")]), ("vhd", &[(SIZE - 512, b"conectix")]), ("vhd", &[(SIZE - 511, b"conectix")]),
    ("vdi", &[(0, b"<<< Oracle VM VirtualBox Disk Image >>>\n"), (64, b"\x7f\x10\xda\xbe")]),
    ("parallels", &[(0, b"WithouFreSpacExt")]), ("dmg", &[(SIZE - 512, b"koly")]),
];

#[test]
fn each_mark_is_recognised_and_nothing_else() {
    for (name, marks) in MARKED {
        let scratch = Scratch::new();
        assert_eq!(names(&image(&scratch, SIZE, marks), SIZE), [*name], "{marks:?}");
    }
}

#[test]
fn two_bytes_among_others_that_the_format_does_not_allow_are_chance() {
    let noise: Vec<u8> = (0..4096_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8 | 1).collect();
    for (at, mark) in [
        (0, &b"HM"[..]),
        (0, b"ER"),
        (508, b"\xda\xbe"),
        (1024, b"BD"),
        (1030, b"\x34\x34"),
        (1040, b"\x7f\x13"),
        (1048, b"\x5a\x4d"),
        (1080, b"\x53\xef"),
    ] {
        let scratch = Scratch::new();
        assert!(names(&image(&scratch, SIZE, &[(0, &noise), (at, mark)]), SIZE).is_empty(), "{mark:?}");
    }
}

#[test]
fn the_end_of_a_boot_sector_alone_is_not_certain_and_all_else_is() {
    let recognised = |marks: Marks| {
        let scratch = Scratch::new();
        recognise(&SignatureBytes::read(&image(&scratch, SIZE, marks), SIZE).expect("read"))
    };
    let code = recognised(&[(0, &[0x55; 512]), (510, b"\x55\xaa")]);
    assert_eq!(
        code.iter().map(|seen| (seen.name.as_str(), seen.is_certain())).collect::<Vec<_>>(),
        [("boot code", false)]
    );
    for marks in [&[(510, &b"\x55\xaa"[..])], &[(0, &b"XFSB"[..])]] {
        assert!(recognised(marks).iter().all(|seen| seen.is_certain()));
    }
}

#[test]
fn ext_is_told_apart_by_its_features() {
    // Superblock at 1024: magic at +0x38; compatible, incompatible, read-only-compatible features at +0x5c, +0x60, +0x64.
    let cases =
        [("ext2", 0u32, 0x2u32, 0x1u32), ("ext3", 0x4, 0x2, 0x1), ("ext4", 0x4, 0x42, 0x1), ("ext4", 0x4, 0x2, 0x8)];
    for (name, compat, incompat, ro_compat) in cases {
        let scratch = Scratch::new();
        let features: Vec<u8> = [compat, incompat, ro_compat].iter().flat_map(|word| word.to_le_bytes()).collect();
        let file = image(&scratch, SIZE, &[(0x438, b"\x53\xef"), (0x45c, &features)]);
        assert_eq!(names(&file, SIZE), [name]);
    }
}

#[test]
fn zeros_and_random_data_are_nothing() {
    let scratch = Scratch::new();
    assert!(names(&image(&scratch, SIZE, &[]), SIZE).is_empty());
    // xorshift64 (Marsaglia 2003) from one fixed seed: the same bytes on every machine.
    let mut state = 88_172_645_463_325_252_u64;
    let noise: Vec<u8> = (0..2 * MIB / 8)
        .flat_map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_le_bytes()
        })
        .collect();
    let file = image(&scratch, SIZE, &[(0, &noise), (SIZE - noise.len() as u64, &noise)]);
    assert!(names(&file, SIZE).is_empty());
}

#[test]
fn devices_of_any_size_can_be_looked_at() {
    for size in [0, 1, 511, 512, 1024, 4096, 65535, 65536, 256 * 1024, MIB - 1, MIB + 5000, 64 * MIB + 100] {
        let scratch = Scratch::new();
        assert!(names(&image(&scratch, size, &[]), size).is_empty(), "{size} bytes");
    }
    let scratch = Scratch::new();
    assert_eq!(names(&image(&scratch, 512, &[(510, b"\x55\xaa")]), 512), ["dos"]);
    assert!(SignatureBytes::read(&image(&scratch, 512, &[]), 1024).is_err(), "a device that ends early is unreadable");
}

#[test]
fn what_the_real_tools_make_is_recognised() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("mkfs.ext4", &["-q", "-F", "-t", "ext2"], "ext2"),
        ("mkfs.ext4", &["-q", "-F", "-t", "ext3"], "ext3"),
        ("mkfs.ext4", &["-q", "-F", "-t", "ext4"], "ext4"),
        ("mkswap", &[], "swap"),
        ("mkfs.xfs", &["-q", "-f"], "xfs"),
        ("mkfs.btrfs", &["-q", "-f"], "btrfs"),
        ("mkfs.vfat", &[], "vfat"),
        ("mkfs.ntfs", &["-q", "-F"], "ntfs"),
        ("mkfs.minix", &["-1"], "minix"),
        ("mkfs.minix", &["-2"], "minix"),
        ("mkfs.minix", &["-3"], "minix"),
        ("mkfs.bfs", &[], "bfs"),
        ("mkfs.nilfs2", &["-q", "-f"], "nilfs2"),
        ("mkfs.exfat", &[], "exfat"),
        ("mkfs.f2fs", &["-q"], "f2fs"),
        ("mkreiserfs", &["-q", "-ff"], "reiserfs"),
        ("hformat", &["-f"], "hfs"),
        ("qemu-img", &["create", "-q", "-f", "qcow2"], "qcow2"),
        ("qemu-img", &["create", "-q", "-f", "qed"], "qed"),
        ("qemu-img", &["create", "-q", "-f", "vdi"], "vdi"),
        ("qemu-img", &["create", "-q", "-f", "vhdx"], "vhdx"),
        ("qemu-img", &["create", "-q", "-f", "vpc"], "vhd"),
        ("qemu-img", &["create", "-q", "-f", "vpc", "-o", "subformat=fixed"], "vhd"),
        ("qemu-img", &["create", "-q", "-f", "vmdk"], "vmdk"),
        ("qemu-img", &["create", "-q", "-f", "parallels"], "parallels"),
    ];
    for (program, args, name) in cases {
        if !exists(program) {
            eprintln!("skipped: {name}, since {program} is not installed");
            continue;
        }
        let scratch = Scratch::new();
        let size = 512 * MIB; // What mkfs.xfs asks for at least, and more.
        let path = scratch.file("image", size);
        // An image has a size of its own, which is not that of its file.
        let of = if *program == "qemu-img" { vec!["512M"] } else { Vec::new() };
        let made = Command::new(program).args(*args).arg(&path).args(of).output().expect("run");
        assert!(made.status.success(), "{program}: {}", String::from_utf8_lossy(&made.stderr));
        let file = File::open(&path).expect("opened");
        let size = file.metadata().expect("size").len();
        assert_eq!(names(&file, size), [*name], "{program} {args:?}");
    }
}

#[test]
fn what_sfdisk_makes_is_recognised() {
    if !exists("sfdisk") {
        eprintln!("skipped: disk labels, since sfdisk (fdisk) is not installed");
        return;
    }
    for (label, name) in [("dos", "dos"), ("gpt", "gpt"), ("sun", "sun"), ("sgi", "sgi")] {
        let scratch = Scratch::new();
        let path = scratch.file("image", SIZE);
        let script = format!("echo 'label: {label}' | sfdisk -q {}", path.display());
        let made = Command::new("sh").args(["-c", &script]).output().expect("run");
        assert!(made.status.success(), "{label}: {}", String::from_utf8_lossy(&made.stderr));
        let found = names(&File::open(&path).expect("opened"), SIZE);
        assert!(found.iter().any(|found| found == name), "{label}: {found:?}");
    }
}
