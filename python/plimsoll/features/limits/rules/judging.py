"""Puts the answer together: per volume the law of its rates, over volumes the law of their caps,
and the verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from plimsoll.features.limits.rules import holder
from plimsoll.features.limits.rules.cells import Gathered, fell_silent, gather
from plimsoll.features.limits.rules.comparing import Compared, Place, compare, points_of
from plimsoll.features.limits.rules.finding import (
    Cell,
    LimitFinding,
    ModelFit,
    Observation,
    Reason,
    SizeLaw,
    Verdict,
    VolumeLimit,
    reason,
)
from plimsoll.features.limits.rules.fitting import Data
from plimsoll.features.limits.rules.models import BYTES, OPS, UNITS, laws, size_laws

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

FOUR_K = 4 << 10
CAP_ERROR = 0.005
"""The least error that is reckoned with of a cap that was found, when caps are compared over
volumes."""


class Silent(NamedTuple):
    """A closed-loop Run that says nothing about the target: its outcome, and what its record tells
    of it."""

    outcome: str
    told: str = ""


def find_limits(
    observations: Sequence[Observation],
    silent: Sequence[Silent] = (),
    told: Mapping[str, holder.Told] | None = None,
) -> LimitFinding:
    """The limits that these closed-loop Runs show. Observations of a volume are in the order in
    which they were made.

    `silent` are the other Runs: they say nothing about the target. `told`: of a volume the Runs
    that tell who holds a cap.
    """
    answered = [one for one in observations if not fell_silent(one)]
    silent = [*silent, *[Silent("stopped_answering")] * (len(observations) - len(answered))]
    names = list(dict.fromkeys(one.volume for one in answered))
    volumes = tuple(
        _volume([one for one in answered if one.volume == name], (told or {}).get(name, {}))
        for name in names
    )
    laws_of_size = tuple(
        law
        for subject in (OPS.name, BYTES.name)
        if (law := _over_sizes(volumes, subject)) is not None
    )
    why = [] if volumes else [reason("nothing_to_judge")]
    why += [
        reason("left_out", runs=count, outcome=one.outcome, told=one.told)
        for one, count in Counter(silent).items()
    ]
    return LimitFinding(_overall(volumes), volumes, laws_of_size, tuple(why))


def cells_of(observations: Sequence[Observation]) -> tuple[Cell, ...]:
    """The cells of the first volume of these, without a law that they follow: none where no Run
    went on answering."""
    answered = [one for one in observations if not fell_silent(one)]
    return gather([one for one in answered if one.volume == answered[0].volume]).cells


def rate_per_s(found: ModelFit, block_bytes: int, read_percent: float = 100.0) -> float | None:
    """What a law that was found says of a block size; none when a number of it is not known."""
    values = [parameter.value for parameter in found.parameters if not parameter.fixed]
    fixed = [parameter.value for parameter in found.parameters if parameter.fixed]
    for law in laws((0, 100) if found.scope else (100,)):
        if (law.name, law.scope, [value for _, value in law.fixed]) == (
            found.name,
            found.scope,
            fixed,
        ):
            known = [value for value in values if value is not None]
            return (
                law.of_one(known, block_bytes, read_percent) if len(known) == len(values) else None
            )
    raise ValueError(f"there is no law {found.name}")


# -- one volume ------------------------------------------------------------------------------------


def _volume(observations: list[Observation], told: holder.Told) -> VolumeLimit:
    gathered = gather(observations)
    first = observations[0]
    places = [_place(cell, first.volume_bytes) for cell in gathered.cells]
    known = laws([cell.read_percent for cell in gathered.cells])
    compared = compare(known, _data(gathered, places), places, _candidates(gathered.cells))
    verdict = _verdict(gathered.cells)
    held = holder.of(observations, gathered.cells, told)
    made = VolumeLimit(
        volume=first.volume,
        volume_bytes=first.volume_bytes,
        verdict=verdict,
        found=None if verdict == "absent" else compared.found,
        tied=() if verdict == "absent" else compared.tied,
        refuted=compared.refuted,
        cells=gathered.cells,
        bursts=gathered.bursts,
        refill=gathered.refill,
        noise=gathered.noise,
        horizon_s=max(one.seconds for one in observations),
        holder=held,
        noted=gathered.noted,
    )
    return replace(made, reasons=tuple(_reasons(made, compared)))


def _verdict(cells: Sequence[Cell]) -> Verdict:
    if all(cell.lower_bound for cell in cells):
        return "absent"
    return "found" if any(cell.proven for cell in cells) else "inconclusive"


HELD = {"policy_cap": "throttled", "target": "saturated", "cache": "cached"}
"""Reasons by who holds a cap; where nobody is known to, `capped`."""


def _reasons(judged: VolumeLimit, compared: Compared) -> Iterator[Reason]:
    """What was found and what fits as well, for how long it held and how far it is proven, and what
    would decide between laws."""
    cells, held = judged.cells, judged.holder
    if judged.verdict == "absent":
        most = max(cells, key=lambda cell: cell.rate_per_s)
        yield reason("still_rises_everywhere", **_at(most))
        yield _burst(judged)
        return
    proven = [cell for cell in cells if cell.proven]
    if compared.found is None:
        yield reason("no_law_fits")
    elif not proven:
        yield reason("fits")
    else:
        yield reason(HELD.get("" if held is None else held.value, "capped"), **_at(proven[0]))
    if compared.found is not None:
        yield from _tied(compared)
    if not proven:
        yield reason("not_proven")
        if undecided := next((cell for cell in cells if cell.reasons), None):
            [why] = undecided.reasons
            yield reason("undecided", **_at(undecided), why=why.kind, **why.figures)
    elif len(proven) == len(cells):
        yield reason("held_everywhere", seconds=judged.held_s)
    else:
        yield from (
            reason("held_at", **_at(cell), seconds=cell.held_s, first=number)
            for number, cell in enumerate(proven)
        )
    yield _burst(judged)
    if compared.found is not None:
        yield from _next(compared)


def _at(cell: Cell) -> dict[str, float | str]:
    """What was asked, and the rate."""
    return {
        "block_bytes": cell.block_bytes,
        "read_percent": cell.read_percent,
        "rate_per_s": cell.rate_per_s,
    }


def _tied(compared: Compared) -> Iterator[Reason]:
    """That other laws fit as well."""
    if compared.tied:
        yield reason("tied_with", laws=len(compared.tied))


def _burst(judged: VolumeLimit) -> Reason:
    """Whether what was seen may be a burst."""
    if judged.spent:
        return reason("after_the_burst")
    return reason("burst_not_excluded", seconds=judged.held_s)


def _next(compared: Compared) -> Iterator[Reason]:
    """What to measure next, and what it would decide."""
    if compared.next_place is not None:
        yield reason(
            "would_decide",
            **compared.next_place.figures,
            laws=compared.separates,
            of=len(compared.tied),
        )


def _place(cell: Cell, volume_bytes: int | None) -> Place:
    return Place(cell.volume, volume_bytes, cell.block_bytes, cell.read_percent)


def _candidates(cells: Sequence[Cell]) -> list[Place]:
    """Block sizes that laws may disagree about: powers of two, and the first size beyond each unit,
    of what was read and written.

    A mix of half reads is a candidate where both reads and writes were measured: it separates one
    budget from two.
    """
    powers = [1 << shift for shift in range(12, 21)]
    beyond = [unit + FOUR_K for unit in UNITS]
    kinds = sorted({cell.read_percent for cell in cells}, reverse=True)
    if len(kinds) > 1:
        kinds.append(50.0)
    return [
        Place("", None, block, kind)
        for kind in dict.fromkeys(kinds)
        for block in sorted({*powers, *beyond})
    ]


def _data(gathered: Gathered, places: Sequence[Place]) -> Data:
    cells = gathered.cells
    return Data(
        points_of(places),
        np.array([max(cell.rate_per_s, 1e-9) for cell in cells]),
        np.array([cell.error for cell in cells]),
        np.array([cell.lower_bound for cell in cells], dtype=bool),
        gathered.freedom,
    )


# -- several volumes -------------------------------------------------------------------------------


def _over_sizes(volumes: Sequence[VolumeLimit], subject: str) -> SizeLaw | None:
    """The law of one kind of cap over the sizes of volumes; none unless it is known of two sizes at
    least."""
    known = []
    for volume in volumes:
        cap = (
            volume.found.parameter(subject) if volume.found and volume.verdict == "found" else None
        )
        if cap is not None and cap.value is not None and volume.volume_bytes:
            error = ((cap.high or cap.value) - (cap.low or cap.value)) / cap.value / (2 * 1.96)
            known.append((volume, cap.value, max(error, CAP_ERROR)))
    if len({volume.volume_bytes for volume, _, _ in known}) < 2:
        return None
    in_bytes = subject == BYTES.name
    places = [Place(v.volume, v.volume_bytes, 0, 100.0) for v, _, _ in known]
    data = Data(
        points_of(places),
        np.array([cap for _, cap, _ in known]),
        np.array([error for _, _, error in known]),
        np.zeros(len(known), dtype=bool),
        None,
    )
    sizes = [place.volume_bytes or 0 for place in places]
    candidates = [
        Place("", size, 0, 100.0)
        for size in sorted(
            {
                round(bound * factor)
                for bound in (min(sizes), max(sizes))
                for factor in (1 / 8, 1 / 2, 2, 8)
            }
        )
    ]
    compared = compare(
        size_laws("bytes/s" if in_bytes else "operations/s"), data, places, candidates
    )
    seen = {volume.volume: volume for volume, _, _ in known}
    refuted = tuple(one for one in compared.refuted if _excluded(one, seen))
    open_ = tuple(_open(one, seen) for one in compared.refuted if one not in refuted)
    why = [reason("no_law_fits")]
    if compared.found is not None:
        why = [*_tied(compared), *_next(compared)]
    why += [reason("size_not_excluded", laws=len(open_))] if open_ else []
    return SizeLaw(subject, compared.found, compared.tied, refuted, tuple(why), open_)


def _excluded(law: ModelFit, seen: Mapping[str, VolumeLimit]) -> bool:
    """Whether a law that does not fit is refuted. One that allows less than a volume did is not
    while that may have been a burst: only a rate that stayed after one says so."""
    datum = law.datum
    return (
        datum is None or datum.measured_per_s <= datum.predicted_per_s or seen[datum.volume].spent
    )


def _open(law: ModelFit, seen: Mapping[str, VolumeLimit]) -> ModelFit:
    datum = law.datum
    assert datum is not None, "what does not fit has a datum"
    why = reason(
        "fits_if_burst",
        volume=datum.volume,
        volume_bytes=datum.volume_bytes or 0,
        measured_per_s=datum.measured_per_s,
        predicted_per_s=datum.predicted_per_s,
        seconds=seen[datum.volume].held_s,
    )
    return replace(law, reasons=(why,))


# -- the whole -------------------------------------------------------------------------------------


def _overall(volumes: Sequence[VolumeLimit]) -> Verdict:
    verdicts = {volume.verdict for volume in volumes}
    if not verdicts or "inconclusive" in verdicts:
        return "inconclusive"
    return "absent" if verdicts == {"absent"} else "found"
