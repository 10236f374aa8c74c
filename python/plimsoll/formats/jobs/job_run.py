"""What a job file of any program comes to: Runs that go at once, and what each left.

A format makes a `JobRun` of each (fio, which tells more of its jobs, has a `Unit` of its own); the
command line lays out files, opens, runs and keeps them without knowing whose job it was.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from plimsoll.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from plimsoll.formats.jobs.fio.job import SteadyState
    from plimsoll.model import Interval, ProbeRequest, RunRecord, SessionRequest


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


class Driven(Protocol):
    """One Run of a job."""

    @property
    def name(self) -> str:
        """The job's."""
        ...

    @property
    def called(self) -> str:
        """The name under which it is kept."""
        ...

    @property
    def phase(self) -> int:
        """Those of a phase go at once."""
        ...

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """The files that it needs."""
        ...

    @property
    def session(self) -> SessionRequest:
        """What its session is asked."""
        ...

    @property
    def probe(self) -> ProbeRequest:
        """What its Run is asked."""
        ...

    @property
    def reads_back(self) -> SessionRequest | None:
        """The session in which what was written is verified, if it is."""
        ...

    @property
    def drops_cache(self) -> bool:
        """What the page cache holds of its files is dropped first."""
        ...

    @property
    def delay_s(self) -> float:
        """It begins so late."""
        ...

    @property
    def steady(self) -> SteadyState | None:
        """The steady state that ends it."""
        ...

    @property
    def may_create(self) -> bool:
        """Files that are not there are laid out."""
        ...

    @property
    def unlinks(self) -> bool:
        """What was laid out for it is removed at the end."""
        ...


@dataclass(frozen=True)
class JobRun:
    """One Run of a job that has nothing of fio's own."""

    name: str
    session: SessionRequest
    probe: ProbeRequest
    layouts: tuple[Layout, ...] = ()
    phase: int = 0
    reads_back: SessionRequest | None = None
    drops_cache: bool = False
    delay_s: float = 0.0
    steady: SteadyState | None = None
    may_create: bool = True
    unlinks: bool = False

    @property
    def called(self) -> str:
        """As its name."""
        return self.name

    @property
    def targets(self) -> tuple[str, ...]:
        """What it drives."""
        return (self.session["target"], *self.session.get("more_targets", ()))


D = TypeVar("D", bound=Driven)

VIRTUAL_SEED = 1
"""On the virtual clock nothing is drawn: the same job has the same figures."""


def placed(runs: Sequence[D], setup: Setup) -> list[D]:
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
        if run.session.get("workload", {}).get("verify"):
            raise InputError(
                f"{run.name} verifies what it wrote, but described storage holds no data",
                "Leave out verification, or --stack.",
            )
    return [_moved(run, setup.stand_in) for run in runs]


def _moved(run: D, stand_in: StandIn) -> D:
    session, probe = _on(stand_in, run.session, run.probe)
    back = run.reads_back and _on(stand_in, run.reads_back, run.probe)[0]
    # Any: every Driven is a dataclass, which a protocol cannot say.
    moved: Any = replace(
        cast("Any", run), session=session, probe=probe, reads_back=back, layouts=()
    )
    return cast("D", moved)


def _on(
    stand_in: StandIn, session: SessionRequest, probe: ProbeRequest
) -> tuple[SessionRequest, ProbeRequest]:
    """A Run's requests, for that storage on the virtual clock. Its files share one volume."""
    files = 1 + len(session.get("more_targets", ()))
    workers = int(probe.get("workers") or 1) * files
    moved: SessionRequest = {
        "target": stand_in.target,
        "virtual": True,
        "on_error": session.get("on_error"),
        "workload": session.get("workload", {}),
    }
    return moved, {**probe, "workers": workers, "seed": probe.get("seed") or VIRTUAL_SEED}


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
