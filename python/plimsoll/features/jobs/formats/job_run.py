"""The Runs of a job file, for all formats, and their results.

A format makes a `JobRun` of each; the verbs lay out files, open sessions, run and store them
without knowing the format."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from plimsoll.base.errors import InputError
from plimsoll.features.jobs.formats.fio.job import SteadyState
from plimsoll.native.record import (
    Interval,
    OnError,
    ProbeRequest,
    RunRecord,
    SessionRequest,
    WorkloadRequest,
)
from plimsoll.native.values import ProbeValues, SessionValues


@dataclass(frozen=True)
class Layout:
    """A file that a Run needs, with its minimum size."""

    path: str
    bytes: int


@dataclass(frozen=True)
class StandIn:
    """Described storage that replaces the files and devices of a job."""

    target: str
    """`stack:FILE.toml`."""
    bytes: int
    """Size of its volume."""


@dataclass(frozen=True)
class Setup:
    """The environment for which a job is planned."""

    size_of: Callable[[str], int | None]
    """Bytes of a file or device; None if it does not exist."""
    is_file: Callable[[str], bool]
    confirmations: tuple[str, ...]
    overwrite_signature: bool = False
    stand_in: StandIn | None = None


@dataclass(frozen=True)
class JobRun:
    """One Run of a job."""

    name: str
    session: SessionRequest
    probe: ProbeRequest
    layouts: tuple[Layout, ...] = ()
    """Files that the Run needs."""
    phase: int = 0
    """Runs of one phase start at once."""
    reads_back: SessionRequest | None = None
    """The session that verifies the written data, if any."""
    drops_cache: bool = False
    """Drop the files from the page cache first."""
    delay_s: float = 0.0
    """Delay before the start."""
    steady: SteadyState | None = None
    """The steady state that ends the Run."""
    may_create: bool = True
    """Missing files may be laid out."""
    unlinks: bool = False
    """Laid out files are removed at the end."""

    @property
    def kept_as(self) -> str:
        """The name in a store."""
        return self.name

    @property
    def targets(self) -> tuple[str, ...]:
        """Paths of all targets."""
        return (self.session["target"], *SessionValues.of(self.session).more_targets)


def session_of(
    targets: Sequence[str],
    workload: WorkloadRequest,
    setup: Setup,
    *,
    cached: bool,
    on_error: OnError = "stop",
    engine: str | None = None,
    engine_options: Sequence[str] = (),
) -> SessionRequest:
    """The request for a session on these targets."""
    session: SessionRequest = {
        "target": targets[0],
        "more_targets": list(targets[1:]),
        "cached": cached,
        "confirmations": list(setup.confirmations),
        "overwrite_signature": setup.overwrite_signature,
        "on_error": on_error,
        "workload": workload,
    }
    if engine is not None:
        session |= {"engine": engine, "engine_options": list(engine_options)}
    return session


def probe_of(
    more: ProbeRequest,
    *,
    workers: int,
    depth: int,
    most: int,
    rate: float | None = None,
    arrivals: str = "constant",
) -> ProbeRequest:
    """The request for a Run: a closed load of this depth, or an open load at this rate with at most
    `most` outstanding. Workers are counted per target."""
    probe: ProbeRequest = {"workers": workers, "drain_limit": "60s", "stop_when_decided": False}
    if rate is None:
        probe["queue_depth"] = depth
    else:
        probe |= {"rate": rate, "arrivals": arrivals, "max_outstanding": most}
    return probe | more


def largest(runs: Iterable[JobRun]) -> list[tuple[Layout, JobRun]]:
    """The files that Runs need, each with the Run that needs the largest size."""
    needed: dict[str, tuple[Layout, JobRun]] = {}
    for run in runs:
        for layout in run.layouts:
            if layout.path not in needed or needed[layout.path][0].bytes < layout.bytes:
                needed[layout.path] = (layout, run)
    return list(needed.values())


D = TypeVar("D", bound=JobRun)

VIRTUAL_SEED = 1
"""Seed on the virtual clock: a job has the same figures each time."""


def place_runs(runs: Sequence[D], setup: Setup) -> list[D]:
    """Moves the Runs to the described storage if one replaces their targets. Raises InputError if
    several would run at once, since each has that storage to itself, and for verification, since it
    holds no data."""
    if setup.stand_in is None:
        return list(runs)
    most = Counter(run.phase for run in runs).most_common(1)
    if most and most[0][1] > 1:
        raise InputError(
            f"{most[0][1]} Runs would go at once, each with the described storage to itself",
            "Join them (fio: group_reporting), let one wait for the other (stonewall), or leave "
            "out --stack.",
        )
    for run in runs:
        if run.session["workload"].get("verify"):
            raise InputError(
                f"{run.name} verifies what it wrote, but described storage holds no data",
                "Leave out verification, or --stack.",
            )
    return [_move_run(run, setup.stand_in) for run in runs]


def _move_run(run: D, stand_in: StandIn) -> D:
    """The Run on that storage, on the virtual clock. Its files share one volume."""

    def on(session: SessionRequest) -> SessionRequest:
        return {
            "target": stand_in.target,
            "virtual": True,
            "on_error": session["on_error"],
            "workload": session["workload"],
        }

    workers = (run.probe["workers"] or 1) * len(run.targets)
    seed = ProbeValues.of(run.probe).seed or VIRTUAL_SEED
    probe: Any = {**run.probe, "workers": workers, "seed": seed}
    back = run.reads_back and on(run.reads_back)
    return replace(run, session=on(run.session), probe=probe, reads_back=back, layouts=())


@dataclass(frozen=True)
class JobResult(Generic[D]):
    """A finished Run of a job. It has several records if written data were read back."""

    unit: D
    records: tuple[RunRecord, ...]
    histograms: tuple[Mapping[str, bytes], ...]
    intervals: tuple[tuple[Interval, ...], ...]
    faults: tuple[int, int, int]
    """Context switches, major and minor faults of the process during the Run."""
    steady: Mapping[str, object] | None = None
