"""A logo for documents: a PNG or SVG file, checked once and kept as a `data:` URL, which web pages
embed as it is."""

import base64
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from xml.parsers import expat

from plimsoll.base import reading
from plimsoll.base.errors import InputError
from plimsoll.base.messages import message

MOST_BYTES = 1 << 20
_MOST_PIXELS = 4096
"""Most pixels of a side. Larger pictures take forms too much memory."""
_PNG_START = b"\x89PNG\r\n\x1a\n"
_SVG_SPACE = "http://www.w3.org/2000/svg"
_KINDS: dict[str, Literal["png", "svg"]] = {"image/png": "png", "image/svg+xml": "svg"}


@dataclass(frozen=True)
class Logo:
    """A checked logo."""

    kind: Literal["png", "svg"]
    content: bytes

    @property
    def url(self) -> str:
        """The logo as a `data:` URL."""
        mime = next(mime for mime, kind in _KINDS.items() if kind == self.kind)
        return f"data:{mime};base64,{base64.b64encode(self.content).decode()}"


def read(path: Path) -> Logo:
    """The logo in a file. Raises NoTargetError where there is none, and InputError for one that is
    too large, neither PNG nor SVG, or damaged."""
    now = message("logo-now")
    content = reading.bytes_of(path, message("logo"), now, most=MOST_BYTES)
    try:
        return _check_content(content)
    except ValueError as error:
        raise InputError(message("logo-unfit", path=path, why=error), now) from None


def of_url(url: str) -> Logo:
    """The logo in a `data:` URL. Raises ValueError for another address, and as for a file."""
    head, _, text = url.partition(";base64,")
    if head.removeprefix("data:") not in _KINDS or not head.startswith("data:"):
        raise ValueError(message("logo-neither"))
    return _check_content(base64.b64decode(text, validate=True))


def is_url(text: str) -> bool:
    """Whether the text is a logo itself, and not the path of one."""
    return text.startswith("data:")


def _check_content(content: bytes) -> Logo:
    """Raises ValueError for what no form can draw."""
    if content.startswith(_PNG_START):
        _check_png(content)
        return Logo("png", content)
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        raise ValueError(message("logo-neither"))
    _check_svg(content)
    return Logo("svg", content)


def _check_png(content: bytes) -> None:
    """Checks size and chunks (PNG specification, sections 5.3 and 11.2)."""
    place, kind, data = len(_PNG_START), b"", b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", content.ljust(place + 8, b"\0"), place)
        body, end = content[place + 8 : place + 8 + length], place + 12 + length
        if end > len(content) or zlib.crc32(kind + body) != int.from_bytes(
            content[end - 4 : end], "big"
        ):
            raise ValueError(message("logo-damaged"))
        if place == len(_PNG_START):
            if kind != b"IHDR" or length != 13:
                raise ValueError(message("logo-damaged"))
            wide, high = struct.unpack_from(">II", body)
            if not (0 < wide <= _MOST_PIXELS and 0 < high <= _MOST_PIXELS):
                raise ValueError(message("logo-many-pixels", most=_MOST_PIXELS))
        if kind == b"IDAT":
            data += body
        place = end
    unpacking = zlib.decompressobj()
    try:
        # A row has at most 8 bytes a pixel, and one for its filter.
        unpacking.decompress(data, (8 * _MOST_PIXELS + 1) * _MOST_PIXELS)
    except zlib.error:
        raise ValueError(message("logo-damaged")) from None
    if not unpacking.eof:
        raise ValueError(message("logo-damaged"))


def _check_svg(content: bytes) -> None:
    """Checks that it is SVG, and only a drawing: a document type can name entities of any size, a
    script acts, and an outside address makes a report depend on the network."""
    root: list[str] = []

    def begin(tag: str, attributes: dict[str, str]) -> None:
        if not root:
            root.append(tag)
        name = tag.rpartition(" ")[2]
        if name in ("script", "foreignObject"):
            raise ValueError(message("logo-acts", element=name))
        for key, value in attributes.items():
            if key.rpartition(" ")[2] == "href" and not value.startswith(("#", "data:image/")):
                raise ValueError(message("logo-outside", address=value[:100]))

    def doctype(*_: object) -> None:
        raise ValueError(message("logo-doctype"))

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.StartDoctypeDeclHandler = begin, doctype
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, LookupError):
        raise ValueError(message("logo-damaged")) from None
    if root[0] != f"{_SVG_SPACE} svg":
        raise ValueError(message("logo-neither"))
