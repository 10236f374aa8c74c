"""What a promise file says (TOML), and what it comes to: one `Claim` for each promise and block size.

A promise names a direction, a value with its unit, a margin and a subject; or an objective with the levels that are
ideal and tolerable; or both: a load line. All arithmetic on what was promised is done here, once: IOPS per GB times the
volume, a cost in units of 32 KiB divided out for each block size. Whether it is kept is for `promise.py`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from plimsoll.errors import PlimsollError
from plimsoll.execute import parse_objective, parse_size, parse_span

MARGIN = 1.0
"""Percent of a promised value that a rate may be off."""
MEDIA_SHARE = 50.0
"""Percent of the volume that must be addressed before a rate says something about the media: S1 tests 50 to 80 % of the data."""
MORE = 4
"""How many times the stated outstanding I/O is tried at most, unless the file says."""

VALUE = re.compile(
    r"\s*(?P<number>[0-9][0-9,_]*(\.[0-9]+)?)\s*"
    r"((?P<iops>iops|i/o/s)(\s*(/|per)\s*(?P<per>[gt]i?b))?|(?P<bytes>[kmgt]?i?b)/s)\s*",
    re.IGNORECASE,
)
METRIC = re.compile(r"[a-z0-9.]+(\([a-z_, ]*\))?")

Direction = Literal["at_least", "at_most", "equals"]
Subject = Literal["throttle", "media", "system"]
SAID = {"at_least": "at least", "at_most": "at most", "equals": "exactly"}
SUBJECTS = {"throttle": "the throttle", "media": "the media", "system": "the system"}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Workload(_Part):
    """What operations look like: the keys of a workload file."""

    block_size: int | str | None = Field(None, description="Bytes of each operation: 4k, or a mix 4k:60,64k:40.")
    write_block_size: int | str | None = Field(None, description="The same for writes and trims.")
    align: int | str | None = Field(None, description="Operations start at multiples of it.")
    read: float | None = Field(None, ge=0, le=100, description="Share of reads in percent; the rest are writes.")
    trim: float | None = Field(None, ge=0, le=100, description="Share of trims in percent.")
    pattern: str | None = Field(None, description="random, sequential, zipf:1.1 and the others of --pattern.")
    working_set: int | str | None = Field(None, description="Bytes that are addressed: 1g, 50%.")
    working_set_offset: int | str | None = Field(None, description="First byte that is addressed.")
    fsync_every: int | None = Field(None, ge=1, description="A flush after every so many writes of a worker.")
    fdatasync_every: int | None = Field(None, ge=1, description="A flush of data only after every so many writes.")
    durable_writes: bool | None = Field(None, description="Every write is durable before it is acknowledged.")
    payload: str | None = Field(None, description="What writes contain: random or zero.")
    compressible: float | None = Field(None, ge=0, le=100, description="Percent of the payload that can be saved.")
    duplicates: float | None = Field(None, ge=0, le=100, description="Percent of the written blocks that are copies.")


class Load(_Part):
    """The clients: workers × queue depth, closed loop; or an offered rate for an objective."""

    workers: int | None = Field(None, ge=1, description="Issuers, each with its own queue. Default 1.")
    queue_depth: int | None = Field(None, ge=1, description="Outstanding I/O of each worker, closed loop. Default 32.")
    most_outstanding: int | None = Field(
        None,
        ge=1,
        description="How far the outstanding I/O over all workers may be raised to tell a cap, or a shortfall, from a client "
        f"with too little of it. Default: {MORE} times what is stated.",
    )
    rate: str | float | None = Field(None, description="Offered rate of an objective: '4000 IOPS', over all workers.")
    arrivals: Literal["poisson", "constant"] | None = Field(
        None, description="Spacing of an offered rate. Default poisson."
    )
    max_outstanding: int | None = Field(None, ge=1, description="In-flight cap of an offered rate over all workers.")

    @field_validator("rate")
    @classmethod
    def _rate(cls, given: str | float | None) -> float | None:
        if given is None:
            return None
        value, unit, per = quantity(f"{given} IOPS" if isinstance(given, int | float) else given)
        if unit != "IOPS" or per:
            raise ValueError(f"'{given}' is no offered rate: write it as '4000 IOPS'")
        return value


class Lengths(_Part):
    """How long each Run takes."""

    warmup_for: str = Field("5s", description="Load before anything counts.")
    measure_for: str = Field("60s", description="What counts, the initial burst taken out of it.")

    @field_validator("warmup_for", "measure_for")
    @classmethod
    def _span(cls, given: str) -> str:
        _native(parse_span, given)
        return given

    @model_validator(mode="after")
    def _some(self) -> Self:
        if parse_span(self.measure_for) < 2:
            raise ValueError("measure_for must be 2s or more: an interval of confidence needs 20 intervals of 100 ms")
        return self


class Promise(_Part):
    """One promise."""

    name: str | None = Field(None, description="What a reader calls it. Default: its own words.")
    direction: Direction | None = Field(
        None, description="at_least, at_most (a cap) or equals; an objective alone has none."
    )
    value: str | None = Field(
        None, description="'20000 IOPS', '93.75 MiB/s', or '10 IOPS/GB' with `volume`. MB is 1000, MiB 1024."
    )
    volume: str | None = Field(None, description="Size of the volume as it was bought: '2000 GB'.")
    normalised_at: str | None = Field(
        None,
        description="The value counts units of this size, not operations: '32k'. A block of 64k then costs two, and half as many pass.",
    )
    rounding: Literal["up", "linear"] = Field(
        "up", description="Units of an operation: started ones (up), or its size over the unit, at least one (linear)."
    )
    block_sizes: list[int | str] | None = Field(
        None, min_length=1, description="The promise is checked at each of these block sizes. Default: the workload's."
    )
    objective: str | None = Field(
        None,
        description="'p99 <= 20ms'; or only its left side, 'mean', beside the levels `ideal` and `tolerable`. With a value: the load line.",
    )
    ideal: str | None = Field(None, description="Within this the promise is kept and good: '20ms'.")
    tolerable: str | None = Field(None, description="Within this it is still kept: '100ms'; beyond it is broken.")
    margin: float = Field(MARGIN, ge=0, lt=100, description="Percent of the value that it may be off.")
    subject: Subject = Field(
        "system", description="What the promise is about: the throttle, the media, or the whole system."
    )
    media_share: float = Field(
        MEDIA_SHARE, gt=0, le=100, description="Percent of the volume that must be addressed to speak about the media."
    )
    workload: Workload = Field(Workload(), description="Where it differs from the file's workload.")
    load: Load = Field(Load(), description="Where it differs from the file's load.")

    @field_validator("value", "volume", "normalised_at", "ideal", "tolerable", "objective")
    @classmethod
    def _quantities(cls, given: str | None, info: Any) -> str | None:
        if given is not None:
            _READ[info.field_name](given)
        return given

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.value is None and self.objective is None:
            raise ValueError("a promise needs a value ('20000 IOPS'), an objective ('p99 <= 20ms'), or both")
        if self.value is not None and self.direction is None:
            raise ValueError("the direction is missing. Add direction = \"at_least\", \"at_most\" or \"equals\".")
        levels = self.ideal is not None or self.tolerable is not None
        if levels and (self.objective is None or self.tolerable is None or "<=" in self.objective):
            raise ValueError(
                "levels stand as objective = \"mean\" (no '<='), tolerable = \"100ms\" and, if you like, ideal = \"20ms\""
            )
        if self.ideal is not None and parse_span(self.ideal) > parse_span(str(self.tolerable)):
            raise ValueError(f"ideal ({self.ideal}) lies beyond tolerable ({self.tolerable})")
        if self.objective is not None and not levels and "<=" not in self.objective:
            raise ValueError(f"the objective '{self.objective}' has no bound. Write '{self.objective} <= 20ms', or levels.")
        if self.objective is not None:
            if self.value is not None and (self.direction != "at_least" or levels):
                raise ValueError("a load line is at_least so many IOPS within one objective, 'p99 <= 20ms', without levels")
            if self.value is None and self.direction not in (None, "at_most"):
                raise ValueError("an objective is a bound: its direction is at_most, or left out")
        if self.value is not None:
            _, unit, per = quantity(self.value)
            if per and self.volume is None:
                raise ValueError(f"'{self.value}' needs the size of the volume: volume = \"2000 GB\"")
            if unit != "IOPS" and (self.normalised_at or self.objective):
                raise ValueError("only IOPS are normalised or carried within an objective, not bytes/s")
        if self.normalised_at is not None and self.value is None:
            raise ValueError("normalised_at needs a value in IOPS")
        return self


class PromiseFile(_Part):
    """A promise and how to test it: what `plimsoll check` reads."""

    name: str | None = Field(None, description="What the file is about, in a line. Default: the file's name.")
    target: str = Field(
        description="What to test, as --target. A path in it is taken from the folder of this file."
    )
    virtual: bool = Field(False, description="On the virtual clock: for stack: targets only.")
    workload: Workload = Field(Workload(), description="What operations look like, unless a promise says otherwise.")
    load: Load = Field(Load(), description="The clients, unless a promise says otherwise.")
    lengths: Lengths = Field(Lengths(), description="How long each Run takes.")
    promise: list[Promise] = Field(min_length=1, description="What is promised: one table each.")

    @model_validator(mode="after")
    def _claims(self) -> Self:
        # What only the whole can tell is told while it is read, with the file's name.
        claims(self)
        return self


@dataclass(frozen=True)
class Level:
    """A bound on a statistic: its name (none for an objective without levels), canonical text, and the bound in ns."""

    name: str | None
    objective: str
    metric: str
    bound_ns: float

    @property
    def is_mean(self) -> bool:
        """Whether it bounds a mean over all operations, which a closed loop can be held against."""
        return self.objective.startswith("mean(") and ", all)" in self.objective


@dataclass(frozen=True)
class Claim:
    """One question: is this much promised, under this workload and load, and of what is it said?

    `kind` is rate (operations/s), bytes (bytes/s), objective or line. `value` is per second at this block size, none for
    an objective; `margin` is a share. `steps` of outstanding I/O are tried at most, doubling.
    """

    name: str
    kind: Literal["rate", "bytes", "objective", "line"]
    promised: str
    direction: Direction
    value: float | None
    margin: float
    subject: Subject
    levels: tuple[Level, ...]
    workload: dict[str, Any]
    workers: int
    queue_depth: int
    most_outstanding: int
    rate_per_s: float | None
    arrivals: str
    max_outstanding: int | None
    volume_bytes: int | None
    media_share: float

    @property
    def outstanding(self) -> int:
        """What the stated clients keep outstanding."""
        return self.workers * self.queue_depth

    @property
    def steps(self) -> int:
        """How many closed-loop Runs the verdict may rest on: as stated and doubled, or as stated and half of it."""
        return max(2, 1 + int(math.log2(max(1.0, self.most_outstanding / self.outstanding))))


def claims(file: PromiseFile) -> list[Claim]:
    """Every claim of a file, in order. Raises ValueError where a promise can't be tested with its load."""
    found = []
    for number, promise in enumerate(file.promise, 1):
        base = _over(file.workload, promise.workload)
        load = Load(**_over(file.load, promise.load))
        for size in promise.block_sizes or [base.get("block_size")]:
            workload = base if size is None else base | {"block_size": size}
            try:
                found.append(_claim(promise, workload, load, several=promise.block_sizes))
            except ValueError as error:
                raise ValueError(f"promise {number}: {error}") from None
    return found


def _claim(promise: Promise, workload: dict[str, Any], load: Load, *, several: object) -> Claim:
    levels = tuple(_levels(promise))
    kind: Literal["rate", "bytes", "objective", "line"] = "objective"
    value, sums = None, ""
    if promise.value is not None:
        value, unit, sums = _promised_value(promise, workload)
        kind = "line" if levels else "rate" if unit == "IOPS" else "bytes"
    if kind in ("rate", "bytes") and load.rate is not None:
        raise ValueError(
            "a rate is tested in a closed loop (workers and queue_depth): an offered rate can show no more than itself"
        )
    if kind == "objective" and load.rate is None and not all(level.is_mean for level in levels):
        raise ValueError(
            f"'{promise.objective}' needs an offered rate: load.rate = \"4000 IOPS\". In a closed loop only 'mean' "
            "over all operations is judged"
        )
    workers = load.workers or 1
    depth = load.queue_depth or 32
    words = _words(promise, kind, value, sums, load)
    at = f" at {workload['block_size']}" if several or promise.normalised_at else ""
    return Claim(
        name=(promise.name or words) + at,
        kind=kind,
        promised=words + at,
        direction=promise.direction or "at_most",
        value=value,
        margin=promise.margin / 100,
        subject=promise.subject,
        levels=levels,
        workload=workload,
        workers=workers,
        queue_depth=depth,
        most_outstanding=max(load.most_outstanding or MORE * workers * depth, 1),
        rate_per_s=None if load.rate is None else float(load.rate),
        arrivals=load.arrivals or "poisson",
        max_outstanding=load.max_outstanding,
        volume_bytes=None if promise.volume is None else parse_size(promise.volume),
        media_share=promise.media_share / 100,
    )


def _levels(promise: Promise) -> list[Level]:
    if promise.objective is None:
        return []
    if promise.tolerable is None:
        named: list[tuple[str | None, str]] = [(None, promise.objective)]
    else:
        bounds = (("ideal", promise.ideal), ("tolerable", promise.tolerable))
        named = [(name, f"{promise.objective} <= {bound}") for name, bound in bounds if bound is not None]
    made = []
    for name, text in named:
        canonical = parse_objective(text)
        metric = "completion_latency" if "completion_latency" in canonical else "response_time"
        made.append(Level(name, canonical, metric, parse_span(canonical.partition("<=")[2].strip()) * 1e9))
    return made


def _promised_value(promise: Promise, workload: dict[str, Any]) -> tuple[float, str, str]:
    """The value at this block size, its unit, and the sums that led to it in words."""
    value, unit, per = quantity(str(promise.value))
    sums = []
    if per:
        volume = parse_size(str(promise.volume))
        sums.append(f"{_number(value)} IOPS/{per} × {promise.volume}")
        value *= volume / parse_size(f"1{per}")
    if promise.normalised_at is not None:
        size = workload.get("block_size")
        if size is None or ":" in str(size):
            raise ValueError("normalised_at needs one block size: in workload, or block_sizes = [\"32k\", \"64k\"]")
        units = cost(parse_size(str(size)), parse_size(promise.normalised_at), promise.rounding)
        sums.append(f"{_number(value)} units of {promise.normalised_at} a second, {_number(units)} for {size}")
        value /= units
    return value, unit, f" ({'; '.join(sums)})" if sums else ""


def cost(size_bytes: int, unit_bytes: int, rounding: str) -> float:
    """How many units an operation costs: started ones, or its size in units; at least one."""
    return float(-(-size_bytes // unit_bytes)) if rounding == "up" else max(1.0, size_bytes / unit_bytes)


def quantity(text: str) -> tuple[float, str, str | None]:
    """A promised value: (number per second, IOPS or bytes/s, the size that it is per). Raises ValueError."""
    found = VALUE.fullmatch(text)
    if found is None:
        raise ValueError(f"cannot read '{text}': write '20000 IOPS', '93.75 MiB/s' or '10 IOPS/GB'")
    number = float(re.sub("[,_]", "", found["number"]))
    if number <= 0:
        raise ValueError(f"'{text}' promises nothing: the value must be above zero")
    if found["iops"]:
        per = found["per"]
        return number, "IOPS", None if per is None else per[0].upper() + per[1:].replace("b", "B").replace("I", "i")
    return float(parse_size(f"{number!r}{found['bytes']}")), "bytes/s", None


def _words(promise: Promise, kind: str, value: float | None, sums: str, load: Load) -> str:
    if kind == "objective":
        if promise.tolerable is None:
            said = str(promise.objective)
        else:
            ideal = "" if promise.ideal is None else f", {promise.ideal} ideal"
            said = f"{promise.objective} <= {promise.tolerable} tolerable{ideal}"
        if load.rate is not None:
            return f"{said} at {_number(float(load.rate))} IOPS"
        return f"{said} with {load.workers or 1} × {load.queue_depth or 32} outstanding"
    assert value is not None
    unit = " bytes/s" if kind == "bytes" else " IOPS"
    within = f" within {promise.objective}" if kind == "line" else ""
    return f"{SAID[str(promise.direction)]} {_number(value)}{unit}{within}{sums}"


def _number(value: float) -> str:
    return f"{value:,.10g}" if value >= 1000 or value == int(value) else f"{value:.6g}"


def _over(base: BaseModel, over: BaseModel) -> dict[str, Any]:
    return base.model_dump(exclude_none=True) | over.model_dump(exclude_none=True)


def _native(read: Any, text: str) -> Any:
    """Reads a quantity with the native side; what is wrong with it becomes an error of the document."""
    try:
        return read(text)
    except PlimsollError as error:
        raise ValueError(str(error)) from None


def _objective(text: str) -> None:
    if "<=" in text:
        _native(parse_objective, text)
    elif METRIC.fullmatch(text.strip()):
        _native(parse_objective, f"{text} <= 1s")
    else:
        raise ValueError(f"cannot read '{text}': write 'p99 <= 20ms', or 'mean' beside the levels")


_READ = {
    "value": quantity,
    "volume": lambda text: _native(parse_size, text),
    "normalised_at": lambda text: _native(parse_size, text),
    "ideal": lambda text: _native(parse_span, text),
    "tolerable": lambda text: _native(parse_span, text),
    "objective": _objective,
}
"""How each quantity of a promise is read; each raises ValueError."""


def schema() -> dict[str, Any]:
    """The JSON schema of a promise file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **PromiseFile.model_json_schema(),
        "title": "plimsoll.promise/1",
    }
