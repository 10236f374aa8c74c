"""An image that the kernel mounts straight from a file: the smallest erofs there is, written by
hand.

The on-disk format is that of Linux' `fs/erofs/erofs_fs.h`: compact inodes, one folder with one file
in it, no compression.
"""

import struct

BLOCK = 4096
BLOCKS = 64
_MAGIC = 0xE0F5E1E2
_INODES = 1
"""The block that inodes lie in, 32 bytes each."""
_ROOT, _FILE = 0, 64
"""Numbers of their inodes."""
_DATA = 10
"""First block of the file."""
_FOLDER, _REGULAR = 0o40755, 0o100644
_INLINE = 2 << 1


def image() -> bytes:
    """All of it."""
    content = b"precious" * 10_240
    entries = _entries([(b".", _ROOT, 2), (b"..", _ROOT, 2), (b"file", _FILE, 1)])
    out = bytearray(BLOCKS * BLOCK)

    def put(at: int, what: bytes) -> None:
        out[at : at + len(what)] = what

    root = _INODES * BLOCK + 32 * _ROOT
    put(root, _inode(_INLINE, _FOLDER, 2, len(entries), 0, 1) + entries)
    put(_INODES * BLOCK + 32 * _FILE, _inode(0, _REGULAR, 1, len(content), _DATA, 2))
    put(_DATA * BLOCK, content)
    head = (_MAGIC, 0, 0, 12, 0, _ROOT, 2, 0, 0, BLOCKS, _INODES, 0, b"u" * 16, b"v" * 16, 0)
    put(1024, struct.pack("<IIIBBHQQIIII16s16sI", *head))
    return bytes(out)


def _inode(form: int, mode: int, links: int, size: int, block: int, number: int) -> bytes:
    return struct.pack("<HHHHIIIIHHI", form, 0, mode, links, size, 0, block, number, 0, 0, 0)


def _entries(names: list[tuple[bytes, int, int]]) -> bytes:
    heads, texts, at = b"", b"", 12 * len(names)
    for name, inode, kind in names:
        heads += struct.pack("<QHBB", inode, at, kind, 0)
        texts += name
        at += len(name)
    return heads + texts
