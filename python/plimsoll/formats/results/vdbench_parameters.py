"""What a parameter file of vdbench asked, as far as its results do not repeat it: the luns, direct
or not, and how operations were spread in time. Not a parser of the whole language: of several
workloads in one file, what they differ in is unknown."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plimsoll.formats.results.source import File

T = TypeVar("T")
_POWER = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}


@dataclass(frozen=True)
class Parameters:
    """What was asked."""

    sds: int | None = None
    threads: int | None = None
    target: str | None = None
    target_kind: str | None = None
    direct: bool | None = None
    arrivals: str | None = None
    block_size_bytes: int | None = None
    read_percent: float | None = None
    seek_percent: float | None = None
    interval_s: float | None = None


NONE = Parameters()


def size(text: str | None) -> int | None:
    """A size in bytes: `4k`, `4096`; none for what is no single size."""
    found = re.fullmatch(r"(\d+)([kmgt]?)", (text or "").strip(), re.IGNORECASE)
    return None if found is None else int(found[1]) * 1024 ** _POWER[found[2].lower()] or None


def read(file: File) -> Parameters:
    """What the parameter file says. Nothing in it is refused: results say what was done."""
    lines = [html.unescape(re.sub(r"<[^>]*>", "", text)).strip() for _, text in file.lines()]
    found = [_pairs(text) for text in lines if text and text[0] not in "*#/"]
    sds = [one for one in found if "sd" in one and one["sd"] not in ("default", "*")]
    defaults = next((one for one in found if one.get("sd") == "default"), {})
    luns = [one["lun"] for one in sds if "lun" in one]
    flags = " ".join(one.get("openflags", "") for one in (*sds, defaults))
    runs = [one for one in found if "rd" in one]
    spread = {one.get("distribution", "exponential")[:1] for one in runs}
    return Parameters(
        sds=len([one for one in found if "sd" in one and "lun" in one]) or None,
        threads=_one(_whole(one.get("threads") or defaults.get("threads")) for one in sds),
        target=luns[0] if len(luns) == 1 else f"{len(luns)} luns" if luns else None,
        target_kind=None
        if not luns
        else "block_device"
        if all(one.startswith("/dev/") for one in luns)
        else "file",
        direct=None if not sds else "direct" in flags.lower(),
        arrivals={"e": "poisson", "d": "constant"}.get(spread.pop()) if len(spread) == 1 else None,
        block_size_bytes=_one(size(one["xfersize"]) for one in found if "xfersize" in one),
        read_percent=_one(_number(one["rdpct"]) for one in found if "rdpct" in one),
        seek_percent=_one(_number(one["seekpct"]) for one in found if "seekpct" in one),
        interval_s=_one(_number(one["interval"]) for one in runs if "interval" in one),
    )


def _pairs(text: str) -> dict[str, str]:
    """`sd=sd1,lun=/dev/sdb`: by key; a value in parentheses is one."""
    first = re.split(r"\s", text, maxsplit=1)[0]
    return {
        key.lower(): value.strip("'\"")
        for key, value in re.findall(r"(\w+)=(\([^)]*\)|[^,]*)", first)
    }


def _one(values: Iterable[T | None]) -> T | None:
    """The value that all have; none where they differ."""
    known = {one for one in values if one is not None}
    return known.pop() if len(known) == 1 else None


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isdigit() else None


def _number(text: str) -> float | None:
    named = {"random": 100.0, "seq": 0.0, "sequential": 0.0, "eof": 0.0, "-1": 0.0}
    if text.lower() in named:
        return named[text.lower()]
    return float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else None
