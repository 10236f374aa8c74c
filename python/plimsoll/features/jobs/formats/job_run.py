"""What a job file of any program comes to: Runs that go at once, and what each left.

A format makes a `JobRun` of each; the command line lays out files, opens, runs and keeps them
without knowing whose job it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from plimsoll.base.errors import InputError
from plimsoll.features.jobs.formats.fio.job import SteadyState
from plimsoll.native.model import (
    Interval,
    ProbeRequest,
    ProbeValues,
    RunRecord,
    SessionRequest,
    SessionValues,
)
from plimsoll.native.record import OnError, WorkloadRequest


@dataclass(frozen=True)
class Layout:
    """A file that a Run needs: of at least so many bytes."""

    path: str
    bytes: int


@dataclass(frozen=True)
class StandIn:
    """Described storage that stands in for the files and devices that a job names."""

    target: str
    """`stack:FILE.toml`."""
    bytes: int
    """Of its volume."""


@dataclass(frozen=True)
class Setup:
    """What a plan is made with."""

    size_of: Callable[[str], int | None]
    """Bytes of a file or device; None where there is nothing."""
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
    """The files that it needs."""
    phase: int = 0
    """Those of a phase go at once."""
    reads_back: SessionRequest | None = None
    """The session in which what was written is verified, if it is."""
    drops_cache: bool = False
    """What the page cache holds of its files is dropped first."""
    delay_s: float = 0.0
    """It begins so late."""
    steady: SteadyState | None = None
    """The steady state that ends it."""
    may_create: bool = True
    """Files that are not there are laid out."""
    unlinks: bool = False
    """What was laid out for it is removed at the end."""

    @property
    def kept_as(self) -> str:
        """The name under which it is kept."""
        return self.name

    @property
    def targets(self) -> tuple[str, ...]:
        """What it drives."""
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
    """What the session of a Run on these targets is asked."""
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
    """What a Run is asked: a closed load of this depth, or this rate with so many outstanding at
    most, and how long. Workers are those of each target."""
    probe: ProbeRequest = {"workers": workers, "drain_limit": "60s", "stop_when_decided": False}
    if rate is None:
        probe["queue_depth"] = depth
    else:
        probe |= {"rate": rate, "arrivals": arrivals, "max_outstanding": most}
    return probe | more


def largest(runs: Iterable[JobRun]) -> list[tuple[Layout, JobRun]]:
    """The files that Runs need, each as large as the Run that needs most of it."""
    needed: dict[str, tuple[Layout, JobRun]] = {}
    for run in runs:
        for layout in run.layouts:
            if layout.path not in needed or needed[layout.path][0].bytes < layout.bytes:
                needed[layout.path] = (layout, run)
    return list(needed.values())


D = TypeVar("D", bound=JobRun)

VIRTUAL_SEED = 1
"""On the virtual clock nothing is drawn: the same job has the same figures."""


def place_runs(runs: Sequence[D], setup: Setup) -> list[D]:
    """The Runs where they are carried out: on the described storage if one stands in for their
    targets. Raises InputError where several would go at once, each with that storage to itself, and
    where data are to be verified, of which it has none."""
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
    """A Run of a job that has ended. More than one record where what was written was read back."""

    unit: D
    records: tuple[RunRecord, ...]
    histograms: tuple[Mapping[str, bytes], ...]
    intervals: tuple[tuple[Interval, ...], ...]
    faults: tuple[int, int, int]
    """Context switches, major and minor faults of the process meanwhile."""
    steady: Mapping[str, object] | None = None
