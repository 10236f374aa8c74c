"""Neighbours: other users of the machine during Runs, that is other generators, programs that moved
bytes on the target's device, programs that took processor time, the hypervisor.

Each Run's record names them (found by `crates/host/src/neighbours`). Here the records of several
Runs become one list, and the list becomes sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from plimsoll.base import units
from plimsoll.native.messages import message

if TYPE_CHECKING:
    from plimsoll.native import record as _record

Kind = Literal["measuring", "device", "cpu"]

KINDS: tuple[Kind, ...] = ("measuring", "device", "cpu")
"""In the order of sentences: another generator disturbs most."""

HYPERVISOR = "hypervisor"
"""Name of the neighbour without a process that takes processor time."""

MOST_NAMED = 3
"""Neighbours of a kind that a sentence names."""

MOST_PIDS = 3
"""Processes of a program that are named by number; more are only counted."""


@dataclass(frozen=True)
class Neighbour:
    """A program on this machine, or several processes of the same program, over several Runs. Rates
    and shares are means over the Runs that it was seen in."""

    name: str
    kind: Kind
    pids: tuple[int, ...]
    """Empty where no process can be named: the hypervisor (`cpu`), or bytes on the device that no
    named process accounts for (`device`)."""
    cpu_share: float
    """In cores: 0.95 is 95 % of one core."""
    read_bytes_per_s: float | None
    """None where reading it is not permitted."""
    written_bytes_per_s: float | None
    device: str | None
    """The device that the target lies on."""
    host: str | None
    """The host, for a Run over several hosts."""
    runs: int
    """Runs that it was seen in."""
    of_runs: int
    """Runs that were looked at."""

    @property
    def pid(self) -> int | None:
        """Its process, where it is one."""
        return self.pids[0] if len(self.pids) == 1 else None

    @property
    def bytes_per_s(self) -> float:
        """Its reads and writes, as far as known."""
        return (self.read_bytes_per_s or 0.0) + (self.written_bytes_per_s or 0.0)

    @property
    def words(self) -> str:
        """Its name with its process, and how much it did: `dd (pid 123), 300 MiB/s`."""
        who = self.name
        if len(self.pids) > MOST_PIDS:
            who = message("who-processes", name=who, count=len(self.pids))
        elif self.pids:
            pids = ", ".join(map(str, self.pids))
            who = message("who-pid" if len(self.pids) == 1 else "who-pids", name=who, pids=pids)
        if self.host is not None:
            who = message("who-on-host", who=who, host=self.host)
        return message(
            f"neighbour-{self.kind}{self._suffix}",
            who=who,
            rate=f"{units.size(self.bytes_per_s)}/s",
            **self._figures,
        )

    @property
    def hypervisor_text(self) -> str:
        """The time that the hypervisor took, of a neighbour that is one."""
        return message(f"hypervisor-took{self._suffix}", **self._figures)

    @property
    def _suffix(self) -> str:
        return "" if self.runs == self.of_runs else "-in-some"

    @property
    def _figures(self) -> dict[str, str]:
        """Its share of a processor, and in how many of the Runs it was seen."""
        return {
            "share": units.percent(self.cpu_share),
            "runs": units.count(self.runs),
            "of_runs": units.count(self.of_runs),
        }


def summary(records: Iterable[_record.RunRecord]) -> list[Neighbour]:
    """The neighbours of these Runs, the worst first. Empty without any, and for Runs that were not
    observed: on the virtual clock, of other programs."""
    return of_looks(look for record in records for look in _looks(record))


def of_looks(looks: Iterable[tuple[str | None, _record.Neighbours]]) -> list[Neighbour]:
    """The neighbours in these looks at a machine, each with the name of its host where there are
    several; the worst first."""
    count: Counter[str | None] = Counter()
    seen: dict[tuple[str | None, str, bool], list[_Sight]] = {}
    for host, neighbours in looks:
        count[host] += 1
        for sight in _sights(neighbours):
            seen.setdefault((host, sight.name, not sight.pids), []).append(sight)
    found = [_merge_sights(sights, host, count[host]) for (host, *_), sights in seen.items()]
    return sorted(found, key=_rank)


def sentences(neighbours: Sequence[Neighbour]) -> list[str]:
    """A sentence for each kind of neighbour, in lower case and without a full stop."""
    found = []
    for kind in KINDS:
        ours = [
            user for user in neighbours if user.kind == kind and (user.pids or kind == "measuring")
        ]
        if ours:
            found.append(_activity(kind, ours, _name_list(ours)))
    for user in neighbours:
        if not user.pids and user.kind == "device":
            nameless = replace(user, name=message("who-unnamed"))
            found.append(_activity("device", [user], nameless.words))
        elif user.name == HYPERVISOR and not user.pids:
            found.append(user.hypervisor_text)
    return found


def can_be_stopped(neighbours: Sequence[Neighbour]) -> bool:
    """Whether a user of this machine can stop any of them: a guest cannot stop its hypervisor."""
    return any(user.pids or user.name != HYPERVISOR for user in neighbours)


@dataclass(frozen=True)
class _Sight:
    """A program in one Run."""

    name: str
    kind: Kind
    pids: tuple[int, ...]
    cpu_share: float
    read: float | None
    written: float | None
    device: str | None
    span_s: float


def _looks(record: _record.RunRecord) -> Iterable[tuple[str | None, _record.Neighbours]]:
    """Every look at a machine that a record has: one, or one for each host, with its name."""
    if neighbours := record["neighbours"]:
        yield None, neighbours
    for host in record["hosts"]:
        if neighbours := host["neighbours"]:
            yield host["name"], neighbours


def _sights(neighbours: _record.Neighbours) -> list[_Sight]:
    """Processes of the same program are one sight: a compiler is many short ones."""

    def program(entry: _record.Neighbour) -> tuple[str, bool]:
        return entry["name"], entry["pid"] is None

    grouped = groupby(sorted(neighbours["named"], key=program), key=program)
    return [_sight(list(group), neighbours) for _, group in grouped]


def _sight(group: list[_record.Neighbour], neighbours: _record.Neighbours) -> _Sight:
    return _Sight(
        name=group[0]["name"],
        kind=_strongest(entry["kind"] for entry in group),
        pids=tuple(sorted(pid for entry in group if (pid := entry["pid"]) is not None)),
        cpu_share=sum(entry["cpu_share"] for entry in group),
        read=_sum(entry["read_bytes_per_s"] for entry in group),
        written=_sum(entry["written_bytes_per_s"] for entry in group),
        device=neighbours["device"],
        span_s=neighbours["span_s"],
    )


def _merge_sights(sights: list[_Sight], host: str | None, looks: int) -> Neighbour:
    first = sights[0]
    return Neighbour(
        name=first.name,
        kind=_strongest(sight.kind for sight in sights),
        pids=tuple(sorted({pid for sight in sights for pid in sight.pids})),
        cpu_share=_mean((sight.span_s, sight.cpu_share) for sight in sights) or 0.0,
        read_bytes_per_s=_mean((sight.span_s, sight.read) for sight in sights),
        written_bytes_per_s=_mean((sight.span_s, sight.written) for sight in sights),
        device=next((sight.device for sight in sights if sight.device), None),
        host=host,
        runs=len(sights),
        of_runs=looks,
    )


def _strongest(kinds: Iterable[Kind]) -> Kind:
    return min(kinds, key=KINDS.index)


def _sum(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _mean(weighted: Iterable[tuple[float, float | None]]) -> float | None:
    known = [(weight, value) for weight, value in weighted if value is not None]
    weight = sum(weight for weight, _ in known)
    return sum(weight * value for weight, value in known) / weight if weight > 0 else None


def _rank(user: Neighbour) -> tuple[int, float, str]:
    """The order: by kind, then by amount over all Runs."""
    amount = user.cpu_share if user.kind == "cpu" else user.bytes_per_s
    return KINDS.index(user.kind), -amount * user.runs, user.name


def _activity(kind: Kind, ours: Sequence[Neighbour], programs: str) -> str:
    if kind != "device":
        return message(f"also-{kind}", programs=programs)
    reads = any((user.read_bytes_per_s or 0.0) > 0.1 * user.bytes_per_s for user in ours)
    writes = any((user.written_bytes_per_s or 0.0) > 0.1 * user.bytes_per_s for user in ours)
    does = "both" if reads == writes else "reading" if reads else "writing"
    device = next((user.device for user in ours if user.device), None)
    if device is None:
        return message(f"also-{does}", programs=programs)
    return message(f"also-{does}-device", device=f"/dev/{device}", programs=programs)


def _name_list(ours: Sequence[Neighbour]) -> str:
    named = [user.words for user in ours[:MOST_NAMED]]
    left = len(ours) - len(named)
    return "; ".join([*named, message("neighbours-more", count=left)] if left else named)
