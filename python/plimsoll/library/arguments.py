"""The arguments of calls: those of `base/keys.py` with their types, how a target is opened, where
Runs are kept; and how they become a `Question`.

An argument is called like its flag, with underscores, and means the same. A size is a number of
bytes or a text with its unit ("8k"), a share is a number or a text ("70%"), a time is a text with
its unit ("60s"), a rate a number or a text ("80%", "1000..50000").
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from typing_extensions import TypedDict

from plimsoll.base.errors import UsageError
from plimsoll.base.keys import LOAD, RUN, WORKLOAD
from plimsoll.library.messages import message
from plimsoll.library.question import Question, host_names
from plimsoll.native import stack_parameters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from plimsoll.native.listener import Listener
    from plimsoll.native.session import Stop

    TargetName = str | PathLike[str]


class AccessArguments(TypedDict, total=False):
    """What operations look like, as far as a described stack knows."""

    block_size: int | str
    write_block_size: int | str
    align: int | str
    read: float | str
    trim: float | str
    pattern: str
    working_set: int | str
    working_set_offset: int | str
    sync: str


class WorkloadArguments(AccessArguments, total=False):
    """What operations look like (`keys.WORKLOAD`)."""

    payload: str
    compressible: float | str
    duplicates: float | str
    verify: bool


class TargetArguments(TypedDict, total=False):
    """How a target is opened and what may be written."""

    workload: str | PathLike[str]
    """A workload file, or a workload known by name."""
    engine: str
    engine_option: str | Sequence[str]
    cached: bool
    virtual: bool
    """On the virtual clock; of `stack:` targets alone."""
    parameters: Mapping[str, object]
    """Of a described stack, in the place of what its file says: by NAME.KEY."""
    i_will_lose_the_data_on: TargetName | Sequence[TargetName]
    """Targets that may be overwritten, as they are named."""
    overwrite_signature: bool


class RunTargetArguments(TargetArguments, total=False):
    """The same of Runs by themselves."""

    down: str | Sequence[str]
    """Hosts of a described stack that are down."""
    on_error: Literal["stop", "continue", "count"]
    verify_journal: str | PathLike[str]


class BenchArguments(TypedDict, total=False):
    """Where results are kept, which hosts measure, who hears of it."""

    seed: int
    store: str | PathLike[str] | None
    """Keeps every Run; without it they are gone with the answer."""
    hosts: str | PathLike[str]
    """The file of the hosts that generate the load."""
    listener: Listener
    stop: Stop


class CollectArguments(TypedDict, total=False):
    """Counters that are kept beside the Runs."""

    collect: str | Sequence[str]
    scrape: str | Sequence[str]
    collect_every: str


class ClosedLoopArguments(TypedDict, total=False):
    """The load of a closed loop, and how many workers there are."""

    workers: int
    queue_depth: int
    think_time: str
    cap_rate: float
    cap_bytes: int | str


class OpenLoopArguments(TypedDict, total=False):
    """What Runs at an offered rate have beside it."""

    arrivals: str
    max_outstanding: int
    bursts: str
    io_deadline: str


class LengthArguments(TypedDict, total=False):
    """How long a Run takes, and what is kept of it (`keys.RUN`)."""

    per_client: bool
    warmup_for: str
    steady: str
    steady_of: str
    steady_limit: str
    measure_for: str
    drain_limit: str
    interval: str


class RunArguments(
    WorkloadArguments,
    ClosedLoopArguments,
    OpenLoopArguments,
    LengthArguments,
    RunTargetArguments,
    BenchArguments,
    CollectArguments,
    total=False,
):
    """Of `run`."""

    rate: float | str


class FindArguments(
    WorkloadArguments,
    OpenLoopArguments,
    RunTargetArguments,
    BenchArguments,
    CollectArguments,
    total=False,
):
    """Of `find`."""

    workers: int


class SimulateArguments(AccessArguments, total=False):
    """Of `simulate`."""

    workload: str | PathLike[str]
    parameters: Mapping[str, object]
    on_error: Literal["stop", "continue", "count"]
    arrivals: str
    max_outstanding: int
    per_client: bool
    warmup_for: str
    measure_for: str
    queue_depth: int
    workers: int
    rate: float | str
    down: str | Sequence[str]
    seed: int
    store: str | PathLike[str] | None
    listener: Listener
    stop: Stop


class CheckArguments(TargetArguments, BenchArguments, total=False):
    """Of `check`."""

    block_size: int | str
    read: float | str
    pattern: str
    working_set: int | str
    max_outstanding: int
    workers: int
    most_outstanding: int
    warmup_for: str
    measure_for: str


class Arguments:
    """The arguments of one call, read."""

    def __init__(self, given: Mapping[str, Any], known: type, *own: str) -> None:
        """`known`: their TypedDict; `own`: those of the function itself, for what is said of an
        unknown one. Raises UsageError for one that is none."""
        names = tuple(known.__annotations__)
        if unknown := [name for name in given if name not in names]:
            raise UsageError(
                *message.refusal(
                    "unknown-argument", name=unknown[0], names=", ".join(sorted((*own, *names)))
                )
            )
        self._given = {name: value for name, value in given.items() if value is not None}
        for name, value in self._given.items():
            _refuse_type(name, value)

    def value(self, name: str) -> Any:
        """The value of an argument; None where it was not given."""
        return self._given.get(name)

    def flags(self, *more: str) -> list[str]:
        """The arguments that were given, and these, as flags of the verb."""
        return [f"--{name.replace('_', '-')}" for name in (*more, *self._given)]

    def path(self, name: str) -> Path | None:
        """A path."""
        value = self.value(name)
        return None if value is None else Path(value)

    def texts(self, name: str) -> list[str]:
        """One or several texts or paths."""
        return texts(self.value(name))

    def question(
        self, targets: Sequence[str], *, but: Sequence[str] = (), virtual: bool = False
    ) -> Question:
        """The question of these targets, without the keys of its load that are read elsewhere."""
        return Question(
            targets=targets,
            workload_file=self.path("workload"),
            workload={name: self.value(name) for name in WORKLOAD if name in self._given},
            load={
                name: self._load(name)
                for name in LOAD | RUN
                if name in self._given and name not in but
            },
            engine=self.value("engine"),
            engine_options=self.texts("engine_option"),
            cached=bool(self.value("cached")),
            virtual=virtual or bool(self.value("virtual")),
            parameters=parameter_texts(self.value("parameters") or {}),
            hosts_down=host_names(self.value("down")),
            on_error=self.value("on_error") or "stop",
            confirmations=self.texts("i_will_lose_the_data_on"),
            overwrite_signature=bool(self.value("overwrite_signature")),
            verify_journal=next(iter(self.texts("verify_journal")), None),
        )

    def _load(self, name: str) -> object:
        value = self.value(name)
        # Of a bandwidth the native side reads the text.
        return str(value) if name == "cap_bytes" else value


def parameter_texts(parameters: Mapping[str, object]) -> list[str]:
    """Parameters of a described stack as the native side reads them; a table of tables is taken
    apart."""
    given = stack_parameters.flat(parameters)
    plain = {key.removeprefix(stack_parameters.PREFIX): value for key, value in given.items()}
    return stack_parameters.parse_flags(stack_parameters.native(plain))


def texts(value: object) -> list[str]:
    """One or several texts or paths, as texts."""
    if value is None:
        return []
    if isinstance(value, list | tuple):
        return [str(one) for one in value]
    return [str(value)]


_TIMES = {key.name for key in (LOAD | RUN).values() if key.kind == "time"}
_SWITCHES = {key.name for key in (WORKLOAD | LOAD | RUN).values() if key.kind == "switch"}
_COUNTS = {key.name for key in (WORKLOAD | LOAD | RUN).values() if key.kind == "count"}


def _refuse_type(name: str, value: object) -> None:
    """Raises UsageError for a value of another type than its argument has, where the native side
    would say it in words of its own."""
    if name in _TIMES and not isinstance(value, str):
        raise UsageError(
            *message.refusal(
                "time-without-unit", argument=name.replace("_", "-"), value=f"{value!r}"
            )
        )
    if name in _SWITCHES and not isinstance(value, bool):
        raise UsageError(
            *message.refusal(
                "neither-true-nor-false", argument=name.replace("_", "-"), value=f"{value!r}"
            )
        )
    if name in _COUNTS and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
        raise UsageError(
            *message.refusal(
                "not-a-whole-number", argument=name.replace("_", "-"), value=f"{value!r}"
            )
        )
