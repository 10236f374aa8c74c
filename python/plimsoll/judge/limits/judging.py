"""Puts the answer together: per volume the law of its rates, over volumes the law of their caps,
and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from plimsoll import units
from plimsoll.judge.limits import holder
from plimsoll.judge.limits.cells import Gathered, fell_silent, gather
from plimsoll.judge.limits.comparing import Compared, Place, compare, points_of
from plimsoll.judge.limits.finding import (
    Cell,
    Holder,
    LimitFinding,
    ModelFit,
    Observation,
    SizeLaw,
    Verdict,
    VolumeLimit,
)
from plimsoll.judge.limits.fitting import Data
from plimsoll.judge.limits.models import BYTES, OPS, UNITS, laws, size_laws

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LARGEST_BLOCK = 1 << 20
"""Sizes up to this are proposed as the next to measure."""
FOUR_K = 4 << 10
CAP_ERROR = 0.005
"""The least error that is reckoned with of a cap that was found, when caps are compared over
volumes."""


def find_limits(
    observations: Sequence[Observation],
    silent: Sequence[str] = (),
    told: Mapping[str, holder.Told] | None = None,
) -> LimitFinding:
    """The limits that these closed-loop Runs show. Observations of a volume are in the order in
    which they were made.

    `silent` are the reasons why other Runs, one each, say nothing about the target. `told`: of a
    volume the Runs that tell who holds a cap.
    """
    answered = [one for one in observations if not fell_silent(one)]
    silent = [
        *silent,
        *(
            "the target stopped answering during the Run"
            for _ in range(len(observations) - len(answered))
        ),
    ]
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
    return LimitFinding(
        _overall(volumes), _in_words(volumes, laws_of_size, silent), volumes, laws_of_size
    )


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
    compared = compare(known, _data(gathered, places), places, _candidates(gathered.cells), _shown)
    verdict = _verdict(gathered.cells)
    held = holder.of(observations, gathered.cells, told)
    return VolumeLimit(
        volume=first.volume,
        volume_bytes=first.volume_bytes,
        verdict=verdict,
        because=_because(verdict, gathered, compared, held),
        found=None if verdict == "absent" else compared.found,
        tied=() if verdict == "absent" else compared.tied,
        refuted=compared.refuted,
        cells=gathered.cells,
        bursts=gathered.bursts,
        refill=gathered.refill,
        noise=gathered.noise,
        horizon_s=max(one.seconds for one in observations),
        notes=gathered.notes,
        holder=held,
    )


def _verdict(cells: Sequence[Cell]) -> Verdict:
    if all(cell.lower_bound for cell in cells):
        return "absent"
    return "found" if any(cell.proven for cell in cells) else "inconclusive"


def _because(verdict: Verdict, gathered: Gathered, compared: Compared, held: Holder | None) -> str:
    cells = gathered.cells
    if verdict == "absent":
        most = max(cells, key=lambda cell: cell.rate_per_s)
        return (
            "everywhere more outstanding I/O still raised the rate: no limit up to"
            f" {units.both(most.rate_per_s, most.block_bytes)} at"
            f" {units.block_size(most.block_bytes)}"
        )
    proven = [cell for cell in cells if cell.proven]
    if not proven:
        proof = (
            "no cap is proven: nowhere did more outstanding I/O leave the rate unchanged and"
            " raise the latency in proportion while the client had capacity to spare; measure"
            " with twice the queue depth, or with more workers"
        )
        if undecided := next((cell for cell in cells if cell.proof), None):
            proof += f" ({units.block_size(undecided.block_bytes)}: {undecided.proof_words})"
    elif len(proven) == len(cells):
        proof = (
            "proven at every size: more outstanding I/O raises the latency in proportion but not"
            " the rate"
        )
    else:
        proof = "proven at " + ", ".join(_question(cell) for cell in proven)
    if compared.found is None:
        return (
            "none of the known laws fits: the limit at each size is what was measured there;"
            f" {proof}"
        )
    fits = compared.found.words
    said = f"the rates fit {fits}, but {proof}"
    if proven:
        at = f"{units.iops(proven[0].rate_per_s)} with {_question(proven[0])}"
        said = {
            "policy_cap": f"{fits}, enforced by a throttle; {proof}",
            "target": (
                f"the target itself is saturated ({at}), no throttle limits it; its rates fit the "
                f"law of {fits}; {proof}"
            ),
            "cache": f"a cache answered ({at}); its rates fit the law of {fits}; {proof}",
        }.get("unknown" if held is None else held.value, f"{fits}; {proof}")
    if compared.next_place is not None:
        said += f"; {_next(compared)}"
    return said


def _next(compared: Compared) -> str:
    """What to measure next, and what it would decide."""
    assert compared.next_place is not None
    count = len(compared.tied)
    rivals = (
        "the one other law that fits"
        if count == 1
        else f"{compared.separates} of the {count} other laws that fit"
    )
    return f"{compared.next_place.separates} would tell it from {rivals}"


def _question(cell: Cell) -> str:
    return f"{units.block_size(cell.block_bytes)} {units.mix(cell.read_percent)}"


def _place(cell: Cell, volume_bytes: int | None) -> Place:
    name = _question(cell)
    return Place(cell.volume, volume_bytes, cell.block_bytes, cell.read_percent, name, name)


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
        Place("", None, block, kind, "", f"{units.block_size(block)} {units.mix(kind)}")
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


def _shown(per_s: float, place: Place) -> str:
    return units.both(per_s, place.block_bytes)


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
    show = units.bandwidth if in_bytes else units.iops
    places = [
        Place(
            v.volume,
            v.volume_bytes,
            0,
            100.0,
            f"{v.volume} ({units.volume_size(v.volume_bytes or 0)})",
            v.volume,
        )
        for v, _, _ in known
    ]
    data = Data(
        points_of(places),
        np.array([cap for _, cap, _ in known]),
        np.array([error for _, _, error in known]),
        np.zeros(len(known), dtype=bool),
        None,
    )
    sizes = [place.volume_bytes or 0 for place in places]
    candidates = [
        Place("", size, 0, 100.0, "", f"a volume of {units.volume_size(size)}")
        for size in sorted(
            {
                round(bound * factor)
                for bound in (min(sizes), max(sizes))
                for factor in (1 / 8, 1 / 2, 2, 8)
            }
        )
    ]
    compared = compare(
        size_laws("bytes/s" if in_bytes else "operations/s", show),
        data,
        places,
        candidates,
        lambda rate, _: show(rate),
    )
    if compared.found is None:
        because = "no known law of the volume's size fits"
    else:
        because = compared.found.words
        slope = compared.found.parameter("per_gb")
        if slope is not None and slope.value is not None:
            because += f" ({show(slope.value * 1.073741824)} per GiB)"
        if compared.next_place is not None:
            because += f"; {_next(compared)}"
    return SizeLaw(subject, because, compared.found, compared.tied, compared.refuted)


# -- the whole -------------------------------------------------------------------------------------


def _overall(volumes: Sequence[VolumeLimit]) -> Verdict:
    verdicts = {volume.verdict for volume in volumes}
    if not verdicts or "inconclusive" in verdicts:
        return "inconclusive"
    return "absent" if verdicts == {"absent"} else "found"


def _in_words(
    volumes: Sequence[VolumeLimit], over: Sequence[SizeLaw], silent: Sequence[str]
) -> str:
    runs = "A Run was" if len(silent) == 1 else f"{len(silent)} Runs were"
    left_out = [f"{runs} left out ({'; '.join(dict.fromkeys(silent))})"] if silent else []
    if not volumes:
        return ". ".join(["there is no closed-loop Run to judge", *left_out])
    said = [
        volume.because if len(volumes) == 1 else f"{volume.volume}: {volume.because}"
        for volume in volumes
    ]
    return ". ".join(
        [*said, *(f"Over the sizes of volumes: {law.because}" for law in over), *left_out]
    )
