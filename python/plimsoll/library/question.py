"""What is asked of a target: which, what operations look like, how fast they come. A verb makes a
`Question` of its flags, a call of its arguments; both are read here, by the same readers.

What a value means in the end is parsed in Rust. Here a text stays a text; a percentage and a rate
are read, since they become numbers on the way.
"""

from __future__ import annotations

import math
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

from plimsoll.base import rates, workloads
from plimsoll.base.errors import UsageError
from plimsoll.base.keys import LOAD, RUN, WORKLOAD, Key
from plimsoll.base.rates import OfferedRate
from plimsoll.library.messages import message

if TYPE_CHECKING:
    from plimsoll.native.record import OnError, ProbeRequest, SessionRequest, WorkloadRequest

OF_RUN = LOAD | RUN
"""Keys of load and Run."""


@dataclass(frozen=True)
class Question:
    """What is driven, what operations look like and how fast they come. Keys that are None or False
    were not given: a workload file may say them, or they have their default."""

    targets: Sequence[str]
    """One or several, driven together."""
    workload_file: Path | None = None
    """Or a workload that is known by name (`base/workloads`)."""
    workload: Mapping[str, object] = field(default_factory=dict)
    """By the names in `keys.WORKLOAD`; percentages as numbers or as text."""
    load: Mapping[str, object] = field(default_factory=dict)
    """By the names in `keys.LOAD` and `keys.RUN`."""
    engine: str | None = None
    engine_options: Sequence[str] = ()
    cached: bool = False
    virtual: bool = False
    parameters: Sequence[str] = ()
    """Set in a described stack, as `stack_parameters` has them for the native side."""
    hosts_down: Sequence[str] = ()
    """Of a described stack."""
    on_error: OnError | None = "stop"
    confirmations: Sequence[str] = ()
    """What may be overwritten, as the user named it."""
    overwrite_signature: bool = False
    verify_journal: str | None = None

    @property
    def read(self) -> str | None:
        """The share of reads, or several, as given."""
        return _text(self.workload.get("read"))

    @property
    def block_size(self) -> str | None:
        """The block size, a mix, or several, as given."""
        return _text(self.workload.get("block_size"))

    def session(self) -> SessionRequest:
        """The request for a session. What was not given stays out.

        Raises UsageError for a percentage that is no number.
        """
        from plimsoll.native.session import identities

        workload = given_keys(self.workload)
        for name, value in workload.items():
            if WORKLOAD[name].kind == "percent":
                workload[name] = percentage(value, WORKLOAD[name])
        # The native side refuses unknown keys and lists the known ones.
        request: SessionRequest = {
            "target": self.targets[0],
            "more_targets": list(self.targets[1:]),
            "engine": self.engine,
            "engine_options": list(self.engine_options),
            "cached": self.cached,
            "virtual": self.virtual,
            "stack_parameters": list(self.parameters),
            "confirmations": list(self.confirmations),
            "identities": identities(self.confirmations),
            "overwrite_signature": self.overwrite_signature,
            "verify_journal": self.verify_journal,
            "on_error": self.on_error,
            "workload": cast("WorkloadRequest", workload),
            "workload_toml": (
                None if self.workload_file is None else workloads.text_of(self.workload_file)
            ),
            "workload_file": None if self.workload_file is None else str(self.workload_file),
        }
        if self.hosts_down:
            request["hosts_down"] = list(self.hosts_down)
        return request

    def probe(self) -> ProbeRequest:
        """The request for its Runs. A rate that is a share of the maximum stays out: the maximum is
        measured first (`runs.py`).

        Raises UsageError for a rate that is none.
        """
        load = given_keys(self.load)
        for name, value in load.items():
            if OF_RUN[name].kind == "iops":
                finite(float(str(value)), OF_RUN[name].flag, above=0)
        offered = offered_rate(load.pop("rate", None))
        return cast("ProbeRequest", load | ({} if offered is None else offered.request()))

    def run(self, *, objective: str | Sequence[str] | None, seed: int | None) -> ProbeRequest:
        """The request for one Run by itself, which no verdict ends early. Raises UsageError as
        `probe`."""
        request: ProbeRequest = {
            "workers": 1,
            **self.probe(),
            "seed": seed_or_default(seed, virtual=self.virtual),
            "stop_when_decided": False,
        }
        if objective is not None:
            request["objective"] = all_objectives(objective)
        return request


def given_keys(keys: Mapping[str, object]) -> dict[str, object]:
    """The keys that were given; a switch that is off was not."""
    return {name: value for name, value in keys.items() if value is not None and value is not False}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def percentage(value: object, key: Key) -> float | None:
    """A percentage: 70, '70' or '70%'. Raises UsageError for anything else."""
    try:
        return finite(float(str(value).strip().removesuffix("%")), key.flag)
    except ValueError:
        several = "," in str(value) and key.name == "read"
        raise UsageError(
            message("not-a-number", flag=key.flag, value=value),
            message("several-shares" if several else "not-a-number-advice"),
        ) from None


def offered_rate(written: object) -> OfferedRate | None:
    """The offered rate; None of a closed loop. Raises UsageError for what is no rate."""
    if written is None:
        return None
    try:
        offered = rates.of(cast("float | str", written))
    except ValueError as error:
        raise UsageError(message("invalid-rate", reason=error)) from None
    finite(offered.per_s, "--rate", above=0)
    return offered


def finite(value: float | None, flag: str, *, above: float | None = None) -> float | None:
    """The number, refused when it is none (nan, inf) or not above the bound: JSON cannot carry
    those to the native side."""
    if value is None or (math.isfinite(value) and (above is None or value > above)):
        return value
    raise UsageError(
        message("invalid-number", flag=flag, value=f"{value:g}"),
        message("give-finite")
        if above is None
        else message("give-finite-above", least=f"{above:g}"),
    )


def all_objectives(objectives: str | Sequence[str] | None) -> str | None:
    """Several objectives as one text: all of them must hold."""
    if objectives is None or isinstance(objectives, str):
        return objectives or None
    return " and ".join(objectives) or None


def seed_or_default(seed: int | None, *, virtual: bool) -> int:
    """The seed that was given; else 1 on the virtual clock, where nothing is warm, and a random one
    otherwise."""
    if seed is not None:
        return seed
    # 53 bits: every reader of JSON keeps them exactly.
    return 1 if virtual else secrets.randbits(53)


def host_names(given: str | Sequence[str] | None) -> list[str]:
    """Names of hosts, of which each text may hold several with commas between."""
    texts = [given] if isinstance(given, str) else given or []
    return [name.strip() for text in texts for name in text.split(",") if name.strip()]


def name_pattern(only: str | None) -> re.Pattern[str] | None:
    """The pattern of --only; None without it. Raises UsageError for what is none."""
    try:
        return None if only is None else re.compile(only)
    except re.error as error:
        raise UsageError(message("not-a-pattern", pattern=only, reason=error), "") from None


def stack_file(written: str) -> str:
    """The file of a stack, also where it is written as a target (`stack:FILE.toml`). Raises
    UsageError where none is named."""
    file = written.removeprefix("stack:")
    if not file.strip():
        raise UsageError(*message.refusal("no-stack-file"))
    return file
