"""What a hostile NBD client sends: sessions that are almost right, drawn from a seed.

Each begins as the protocol says and goes wrong somewhere: in the greeting, in an option, in a
request, in a payload, or by hanging up. So the parsers are met beyond their first check.
"""

import random
import struct

from tests.hostile.nbd import OPT_GO, OPTION, REQUEST, go, option, request

LENGTHS = (
    0,
    1,
    511,
    512,
    4096,
    65536,
    1 << 20,
    (1 << 20) + 1,
    32 << 20,
    (32 << 20) + 512,
    (1 << 31) - 1,
    1 << 31,
    (1 << 32) - 1,
)
OFFSETS = (
    0,
    1,
    511,
    512,
    (64 << 20) - 512,
    64 << 20,
    (64 << 20) + 512,
    (1 << 63) - 1,
    1 << 63,
    (1 << 64) - 1,
    (1 << 64) - 512,
)


def session(draw: random.Random) -> bytes:
    """The bytes of one client."""
    said = bytearray(_flags(draw))
    for _ in range(draw.choice((0, 0, 1, 2, 5))):
        said += _option(draw)
    if draw.random() < 0.8:
        said += go(draw.choice(("", "data", "data", "none", "x" * 200)))
    for _ in range(draw.choice((0, 1, 3, 10))):
        said += _request(draw)
    return bytes(_spoilt(draw, said))


def _flags(draw: random.Random) -> bytes:
    return struct.pack(">I", 3 if draw.random() < 0.85 else draw.getrandbits(32))


def _option(draw: random.Random) -> bytes:
    number = draw.choice((*range(1, 13), draw.getrandbits(32)))
    data = draw.randbytes(draw.choice((0, 1, 4, 10, 100, 4096)))
    if draw.random() < 0.2:
        # A length that is not that of what follows.
        return struct.pack(">QII", OPTION, number, draw.choice(LENGTHS)) + data
    if number == OPT_GO and draw.random() < 0.5:
        data = (
            struct.pack(">I", draw.choice((0, 4, 1 << 31)))
            + b"data"
            + struct.pack(">H", draw.choice((0, 1, 65535)))
        )
    return option(number, data)


def _request(draw: random.Random) -> bytes:
    kind = draw.choice((*range(10), draw.getrandbits(16)))
    flags = draw.choice((0, 0, 1, 2, 4, 8, 16, draw.getrandbits(16)))
    length = draw.choice(LENGTHS)
    said = request(kind, draw.getrandbits(64), draw.choice(OFFSETS), length, flags)
    if kind == 1 and length <= 1 << 20 and draw.random() < 0.8:
        said += draw.randbytes(length)
    if draw.random() < 0.05:
        said = struct.pack(">I", REQUEST ^ 1) + said[4:]
    return said


def _spoilt(draw: random.Random, said: bytearray) -> bytearray:
    """Some bytes flipped, or the end cut off, or noise after it."""
    how = draw.random()
    if how < 0.3 and said:
        for _ in range(draw.randint(1, 4)):
            said[draw.randrange(len(said))] ^= 1 << draw.randrange(8)
    elif how < 0.5:
        del said[draw.randrange(len(said) + 1) :]
    elif how < 0.6:
        said += draw.randbytes(draw.randint(1, 4096))
    return said
