"""The settings of a vdbench parameter file that results do not repeat: luns, direct I/O, arrivals.
Not a parser of the whole language: settings that differ between workloads of a file are unknown."""

from __future__ import annotations

import fnmatch
import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from plimsoll.features.imports.results.figures import Fields, Text, same, size
from plimsoll.features.imports.results.source import File

T = TypeVar("T")
_UNITS_S = {"": 1, "s": 1, "m": 60, "h": 3600}
_MOST_COPIES = 10_000


@dataclass(frozen=True)
class Parameters:
    """The settings."""

    sds: int | None = None
    """Storage definitions that a Run drives; None if unknown."""
    several_hosts: bool = False
    """Whether several hosts or processes drive them. The threads of each then depend on their
    distribution, which no file has."""
    luns_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The luns of its storage definitions by the name of the Run definition."""
    threads: int | None = None
    target: str | None = None
    target_kind: str | None = None
    direct: bool | None = None
    arrivals: str | None = None
    block_size_bytes: int | None = None
    blocks: tuple[tuple[int, float], ...] = ()
    """Several sizes: bytes and percent."""
    read_percent: float | None = None
    seek_percent: float | None = None
    interval_s: float | None = None
    warmup_s: float | None = None

    def of_run(self, name: str) -> Parameters:
        """The settings for one Run definition; a point of its curve is called `rd1_(10%)`."""
        plain = re.sub(r"_\(.*\)$", "", name)
        luns = self.luns_of.get(plain)
        if not luns:
            return self
        has_target = self.target is not None
        return replace(
            self,
            sds=None if self.several_hosts else len(luns),
            target=_target(luns) if has_target else None,
            target_kind=_kind(luns) if has_target else None,
        )


NONE = Parameters()


class _Definition(Fields):
    hd = Text("hd")
    sd = Text("sd")
    wd = Text("wd")
    rd = Text("rd")
    lun = Text("lun")
    count = Text("count")
    threads = Text("threads")
    openflags = Text("openflags")
    distribution = Text("distribution")
    xfersize = Text("xfersize")
    rdpct = Text("rdpct")
    seekpct = Text("seekpct")
    interval = Text("interval")
    warmup = Text("warmup")
    jvms = Text("jvms")
    clients = Text("clients")

    @property
    def of_storage(self) -> bool:
        """Whether it defines an SD of its own."""
        return self.sd not in (None, "default", "*") and not (self.wd or self.rd)


def read(file: File) -> Parameters:
    """Reads a parameter file. Nothing is refused: the results decide."""
    found = [_Definition(_pairs(text)) for text in _join_lines(file)]
    sds = [copy for each in found if each.of_storage for copy in _copies(each)]
    defaults = next((each for each in found if each.sd == "default"), _Definition({}))
    luns = {sd.sd: sd.lun for sd in sds if sd.sd and sd.lun}
    sizes = _one(definition.xfersize for definition in found)
    runs = [definition for definition in found if definition.rd]
    several = _several(found)
    spread = {(run.distribution or "exponential")[:1] for run in runs}
    every = tuple(luns.values())
    return Parameters(
        sds=None if several else len(luns) or None,
        several_hosts=several,
        luns_of=_luns_of(found, luns),
        threads=_one(_whole(sd.threads or defaults.threads) for sd in sds),
        target=_target(every) if luns else None,
        target_kind=_kind(every) if luns else None,
        direct=_direct(found, sds, defaults),
        arrivals={"e": "poisson", "d": "constant"}.get(spread.pop()) if len(spread) == 1 else None,
        block_size_bytes=None if sizes is None or not sizes.isalnum() else size(sizes),
        blocks=_blocks(sizes),
        read_percent=_one(_number(definition.rdpct) for definition in found),
        seek_percent=_one(_number(definition.seekpct) for definition in found),
        interval_s=_one(_number(run.interval) for run in runs),
        warmup_s=_one(_seconds(run.warmup) for run in runs),
    )


def _join_lines(file: File) -> Iterable[str]:
    """Statements of the file. A line that ends with a comma continues in the next."""
    statement = ""
    for _, raw in file.lines():
        text = html.unescape(re.sub(r"<[^>]*>", "", raw)).strip()
        if not text or text[0] in "*#/":
            continue
        statement += re.split(r"\s", text, maxsplit=1)[0]
        if not statement.endswith(","):
            yield statement
            statement = ""
    if statement:
        yield statement.rstrip(",")


def _copies(sd: _Definition) -> Iterable[_Definition]:
    """Expands `sd=sd,lun=/x/file,count=(1,4)` to sd1 to sd4, on file1 to file4."""
    found = re.fullmatch(r"\((\d+),(\d+)\)", sd.count or "")
    if found is None or int(found[2]) > _MOST_COPIES:
        yield sd
        return
    lun = sd.lun or ""
    for number in range(int(found[1]), int(found[1]) + int(found[2])):
        of_copy = lun.replace("*", str(number)) if "*" in lun else f"{lun}{number}"
        yield _Definition({**sd.given, "sd": f"{sd.sd}{number}", "lun": of_copy})


def _target(luns: Sequence[str]) -> str:
    return luns[0] if len(luns) == 1 else f"{len(luns)} luns"


def _kind(luns: Sequence[str]) -> str:
    return "block_device" if all(lun.startswith("/dev/") for lun in luns) else "file"


def _direct(
    found: Sequence[_Definition], sds: Sequence[_Definition], defaults: _Definition
) -> bool | None:
    """Whether the system's cache is passed by; none where the SDs differ in it. The flags of a WD
    or RD go before theirs."""
    later = [each.openflags for each in found if (each.wd or each.rd) and each.openflags]
    flags = later or [sd.openflags or defaults.openflags or "" for sd in sds]
    return _one("direct" in flag.lower() for flag in flags)


def _several(found: Sequence[_Definition]) -> bool:
    """Whether several hosts or processes drive the SDs."""
    hosts = [definition for definition in found if definition.hd]
    named = [host for host in hosts if host.hd not in ("default", "*")]
    return len(named) > 1 or any(
        (_whole(many) or 1) > 1 for host in hosts for many in (host.jvms, host.clients)
    )


def _luns_of(found: Sequence[_Definition], luns: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The luns that each Run definition drives: of the SDs of its workloads, else of all."""
    chosen = {each.wd: each.sd for each in found if each.wd and not each.rd}
    common = chosen.pop("default", None)
    made: dict[str, tuple[str, ...]] = {}
    for run in found:
        if not run.rd or run.rd == "default":
            continue
        workloads = [wd for wd in chosen if _matches_name(run.wd, wd)]
        of_run = [run.sd] if run.sd else [chosen[wd] or common for wd in workloads]
        made[run.rd] = tuple(
            lun
            for sd, lun in luns.items()
            if any(_matches_name(names, sd) for names in of_run or [None])
        )
    return made


def _matches_name(names: str | None, wanted: str) -> bool:
    """Whether `sd*`, `(sd1,sd4)` or `sd1-sd4` names it; nothing names all."""
    if names is None:
        return True
    for name in names.strip("()").split(","):
        low, dash, high = name.partition("-")
        ends = [re.fullmatch(r"(.*?)(\d+)", end) for end in (low, high, wanted)]
        if dash and all(ends):
            first, last, mine = ((end[1], int(end[2])) for end in ends if end)
            if first[0] == mine[0] and first[1] <= mine[1] <= last[1]:
                return True
        if fnmatch.fnmatchcase(wanted, name.strip()):
            return True
    return False


def _blocks(text: str | None) -> tuple[tuple[int, float], ...]:
    """`(4k,70,64k,30)`: sizes and their percent; empty for anything else."""
    words = (text or "").strip("()").split(",")
    if not (text or "").startswith("(") or len(words) < 2 or len(words) % 2:
        return ()
    sizes = [size(word) for word in words[::2]]
    shares = [_number(word) for word in words[1::2]]
    if None in sizes or None in shares or abs(sum(share or 0.0 for share in shares) - 100) > 0.5:
        return ()
    return tuple((a or 0, b or 0.0) for a, b in zip(sizes, shares, strict=True))


def _seconds(text: str | None) -> float | None:
    """`30`, `5m`, `1h`."""
    found = re.fullmatch(r"(\d+)([smh]?)", text or "", re.IGNORECASE)
    return None if found is None else float(found[1]) * _UNITS_S[found[2].lower()]


def _pairs(text: str) -> dict[str, str]:
    """`sd=sd1,lun=/dev/sdb`: by key; a value in parentheses is one."""
    first = re.split(r"\s", text, maxsplit=1)[0]
    return {
        key.lower(): value.strip("'\"")
        for key, value in re.findall(r"(\w+)=(\([^)]*\)|[^,]*)", first)
    }


def _one(values: Iterable[T | None]) -> T | None:
    """The value of all that have one; none where they differ."""
    return same(value for value in values if value is not None)


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isdigit() else None


def _number(text: str | None) -> float | None:
    named = {"random": 100.0, "seq": 0.0, "sequential": 0.0, "eof": 0.0, "-1": 0.0}
    if text is not None and text.lower() in named:
        return named[text.lower()]
    return float(text) if text and re.fullmatch(r"\d+(\.\d+)?", text) else None
