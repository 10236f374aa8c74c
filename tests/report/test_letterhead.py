"""Reports as documents: customer, author, number, logo, footer and boxes to stamp."""

import base64
import struct
import zlib
from pathlib import Path

import pytest

from plimsoll.base import logo
from plimsoll.base.errors import InputError, NoTargetError
from plimsoll.report.describe import Letterhead, Page
from plimsoll.report.forms import html, markdown
from plimsoll.report.labels import ReportLabels

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M0 0h9"/></svg>'


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(wide: int = 2, high: int = 2, data: bytes = zlib.compress(b"\0" * 6)) -> bytes:
    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    chunks = (chunk(b"IHDR", head), chunk(b"IDAT", data), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize(("content", "kind"), [(SVG, "svg"), (png(), "png")])
def test_a_logo_is_kept_as_it_is(tmp_path: Path, content: bytes, kind: str) -> None:
    (tmp_path / "logo").write_bytes(content)
    found = logo.read(tmp_path / "logo")
    assert (found.kind, found.content) == (kind, content)
    assert logo.of_url(found.url) == found


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"GIF89a", "neither PNG nor SVG"),
        (b"", "neither PNG nor SVG"),
        (b"<html/>", "neither PNG nor SVG"),
        (SVG[:-3], "damaged"),
        (png()[:-6], "damaged"),
        (png()[:40] + b"x" + png()[41:], "damaged"),
        (png(data=b"no deflate"), "damaged"),
        (png(wide=100_000), "more than 4096 pixels"),
        (b"<!DOCTYPE svg>" + SVG, "DOCTYPE"),
        (SVG.replace(b'<path d="M0 0h9"/>', b"<script/>"), "an element 'script'"),
        (
            SVG.replace(b"<path", b'<image href="http://192.0.2.1/a.png"'),
            "it needs http://192.0.2.1/a.png",
        ),
    ],
)
def test_another_file_is_no_logo(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "logo.png").write_bytes(content)
    with pytest.raises(InputError, match=why) as raised:
        logo.read(tmp_path / "logo.png")
    assert "logo.png" in raised.value.message


def test_a_large_or_missing_file_is_no_logo(tmp_path: Path) -> None:
    (tmp_path / "large.svg").write_bytes(SVG + b" " * logo.MOST_BYTES)
    with pytest.raises(InputError, match="larger than 1 MiB"):
        logo.read(tmp_path / "large.svg")
    with pytest.raises(NoTargetError, match="there is no logo"):
        logo.read(tmp_path / "none.svg")


def test_flags_replace_parts_of_the_file() -> None:
    in_file = ReportLabels(customer="A", author="B", stamps=("C",))
    assert ReportLabels(author="D").over(in_file) == ReportLabels(
        customer="A", author="D", stamps=("C",)
    )


def test_a_page_begins_with_them() -> None:
    head = Letterhead((("宛先", "旧<ストレージ>(東京)"),), logo.Logo("svg", SVG), ("承認", "確認"))
    page = Page("夜間バッチの性能試験", "Answer.", (), (), (), "", letterhead=head)
    drawn = html.document(page)
    assert "<dt>宛先</dt><dd>旧&lt;ストレージ&gt;(東京)</dd>" in drawn
    assert f'src="data:image/svg+xml;base64,{base64.b64encode(SVG).decode()}"' in drawn
    assert drawn.count("<li><span>") == 2
    assert "| 承認 | 確認 |\n| :--- | :--- |\n|  |  |" in markdown.document(page)


def test_a_page_without_them_has_no_head() -> None:
    assert "letterhead" not in html.document(Page("Title", "Answer.", (), (), (), ""))
