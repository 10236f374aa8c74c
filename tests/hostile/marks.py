"""The first bytes of what may lie on a device: by the tool that makes it where there is one, else
by hand.

Offsets and values are those of the formats' own definitions, as `file` and libblkid know them too.
"""

from pathlib import Path

from tests.hostile.rig import MIB, run, tools

SIZE = 80 * MIB
"""Room for the second superblock of btrfs, 64 MiB in."""
K = 1024

BY_TOOL: dict[str, tuple[str, ...]] = {
    "ext4": ("mkfs.ext4", "-q", "-F"),
    "ext2": ("mkfs.ext4", "-q", "-F", "-t", "ext2"),
    "an ext4 journal": ("mkfs.ext4", "-q", "-F", "-O", "journal_dev"),
    "swap": ("mkswap",),
    "minix": ("mkfs.minix",),
    "minix 3": ("mkfs.minix", "-3"),
    "bfs": ("mkfs.bfs",),
}
"""Each is given the image's name last."""
CONTAINERS = ("qcow2", "vmdk", "vhdx", "vdi")
"""Straight on a device, as they are after `dd if=disk.qcow2 of=/dev/…`."""

MD = 0xA92B4EFC.to_bytes(4, "little")
ZFS = 0x00BAB10C.to_bytes(8, "little")

BY_HAND: dict[str, tuple[tuple[int, bytes], ...]] = {
    "GPT": ((512, b"EFI PART"),),
    "GPT of 4 KiB sectors": ((4096, b"EFI PART"),),
    "the second GPT": ((SIZE - 512, b"EFI PART"),),
    "MBR": ((446, b"\x80\0\0\0\x83\0\0\0\0\x08\0\0\0\x08\0\0"), (510, b"\x55\xaa")),
    "LVM 2": ((512, b"LABELONE"), (536, b"LVM2 001")),
    "LVM 1": ((0, b"HM\x01\0"),),
    "md 0.90": ((SIZE - 64 * K, MD),),
    "md 1.0": ((SIZE - 8 * K, MD),),
    "md 1.1": ((0, MD),),
    "md 1.2": ((4096, MD),),
    "LUKS 1": ((0, b"LUKS\xba\xbe\0\x01"),),
    "LUKS 2": ((0, b"LUKS\xba\xbe\0\x02"),),
    "LUKS 2, its second header": ((16 * K, b"SKUL\xba\xbe\0\x02"),),
    "btrfs": ((64 * K + 64, b"_BHRfS_M"),),
    "btrfs, its second superblock": ((64 * MIB + 64, b"_BHRfS_M"),),
    "ZFS": ((128 * K, ZFS),),
    "ZFS, at the end": ((SIZE - 128 * K, ZFS),),
    "XFS": ((0, b"XFSB"),),
    "swap of 64 KiB pages": ((64 * K - 10, b"SWAPSPACE2"),),
    "a hibernated machine": ((4096 - 10, b"S1SUSPEND\0"),),
    "DRBD": ((SIZE - 4 * K + 60, b"\x83\x74\x02\x6b"),),
    "zonefs": ((0, b"SFOZ"),),
    "cramfs": ((0, 0x28CD3D45.to_bytes(4, "little")), (16, b"Compressed ROMFS")),
    "squashfs": ((0, b"hsqs"),),
    "UFS": ((8 * K + 1372, 0x00011954.to_bytes(4, "little")),),
    "UFS 2": ((64 * K + 1372, 0x19540119.to_bytes(4, "little")),),
    "NTFS": ((3, b"NTFS    "), (510, b"\x55\xaa")),
    "exFAT": ((3, b"EXFAT   "), (510, b"\x55\xaa")),
    "FAT": ((82, b"FAT32   "), (510, b"\x55\xaa")),
    "ISO 9660": ((32 * K + 1, b"CD001"),),
    "F2FS": ((1024, b"\x10\x20\xf5\xf2"),),
    "HFS+": ((1024, b"H+\0\x04"),),
    "APFS": ((32, b"NXSB"),),
    "VMFS": ((2 * MIB, b"\x5e\xf1\xab\x2f"),),
    "a Ceph OSD": ((0, b"bluestore block device\n"),),
    "ASM": ((32, b"ORCLDISK"),),
    "bcache": ((4096 + 24, b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"),),
    "BitLocker": ((3, b"-FVE-FS-"),),
    "minix by its magic alone": ((1024 + 16, b"\x8f\x13"),),
    "nilfs2 by its magic alone": ((1024 + 6, b"\x34\x34"),),
    "classic HFS": ((1024, b"BD"),),
    "an SGI label": ((0, b"\x0b\xe5\xa9\x41"),),
    "a Sun label": ((508, b"\xda\xbe"),),
    "a BSD label": ((512, b"\x57\x45\x56\x82"), (512 + 132, b"\x57\x45\x56\x82")),
    "qcow2 by its magic alone": ((0, b"QFI\xfb\0\0\0\x03"),),
    "VMDK by its magic alone": ((0, b"KDMV\x01\0\0\0"),),
    "VHDX by its magic alone": ((0, b"vhdxfile"),),
}


def write(name: str, image: Path) -> None:
    """Makes the image carry it."""
    if name in BY_TOOL:
        words = BY_TOOL[name]
        tools(words[0])
        run(*words, image)
        return
    if name in CONTAINERS:
        tools("qemu-img")
        container = image.with_name("container")
        run("qemu-img", "create", "-q", "-f", name, container, "4M")
        with image.open("r+b") as file:
            file.write(container.read_bytes()[:MIB])
        return
    with image.open("r+b") as file:
        for at, content in BY_HAND[name]:
            file.seek(at)
            file.write(content)
