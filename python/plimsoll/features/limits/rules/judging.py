"""Builds the finding: the law of rates per volume, the law of caps over volumes, and the
verdict."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from plimsoll.features.limits.rules import grants, holder
from plimsoll.features.limits.rules.cells import VolumeCells, fell_silent, gather
from plimsoll.features.limits.rules.comparing import LawComparison, Place, compare, points_of
from plimsoll.features.limits.rules.finding import (
    Cell,
    Holder,
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
from plimsoll.features.limits.rules.grants import PacingRun
from plimsoll.features.limits.rules.models import BYTES, OPS, UNITS, laws, size_laws

MIN_BLOCK_BYTES = 4 << 10
CAP_ERROR = 0.005
"""Lower bound for the relative error of a cap when caps are compared over volumes."""


class Silent(NamedTuple):
    """A closed-loop Run that is no evidence about the target: its outcome and reason."""

    outcome: str
    told: str = ""


def find_limits(
    observations: Sequence[Observation],
    silent: Sequence[Silent] = (),
    holder_runs: Mapping[str, holder.ExtraRuns] | None = None,
    pacing_runs: Mapping[str, Sequence[PacingRun]] | None = None,
) -> LimitFinding:
    """The limits that these closed-loop Runs show. Observations of a volume are in the order in
    which they were made.

    `silent`: the Runs that are no evidence. `holder_runs`: the Runs that find the cause of a cap,
    by volume. `pacing_runs`: those that find how its budget is granted.
    """
    answering = [observation for observation in observations if not fell_silent(observation)]
    silent = [*silent, *[Silent("stopped_answering")] * (len(observations) - len(answering))]
    names = list(dict.fromkeys(observation.volume for observation in answering))
    volumes = tuple(
        _volume(
            [observation for observation in answering if observation.volume == name],
            (holder_runs or {}).get(name, {}),
            (pacing_runs or {}).get(name, ()),
        )
        for name in names
    )
    laws_of_size = tuple(
        law
        for subject in (OPS.name, BYTES.name)
        if (law := _size_law(volumes, subject)) is not None
    )
    why = [] if volumes else [reason("nothing_to_judge")]
    why += [
        reason("left_out", runs=count, outcome=observation.outcome, told=observation.told)
        for observation, count in Counter(silent).items()
    ]
    return LimitFinding(_overall_verdict(volumes), volumes, laws_of_size, tuple(why))


def cells_of(observations: Sequence[Observation], slice_s: float = 0.0) -> tuple[Cell, ...]:
    """The cells of the first volume, without a law; empty where every Run fell silent. `slice_s`:
    the length of the slices in which operations pass, 0 without."""
    answering = [observation for observation in observations if not fell_silent(observation)]
    return gather(
        [observation for observation in answering if observation.volume == answering[0].volume],
        slice_s,
    ).cells


def rate_per_s(found: ModelFit, block_bytes: int, read_percent: float = 100.0) -> float | None:
    """The rate of a found law at a block size; None when one of its numbers is unknown."""
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


def _volume(
    observations: list[Observation],
    extra_runs: holder.ExtraRuns,
    pacing_runs: Sequence[PacingRun],
) -> VolumeLimit:
    gathered = gather(observations, grants.longest_slice_s(pacing_runs))
    first = observations[0]
    places = [_place(cell, first.volume_bytes) for cell in gathered.cells]
    volume_laws = laws([cell.read_percent for cell in gathered.cells])
    laws_sorted = compare(volume_laws, _data(gathered, places), places, _candidates(gathered.cells))
    verdict = _verdict(gathered.cells)
    cap_holder = holder.cap_holder(observations, gathered.cells, extra_runs)
    found = None if verdict == "absent" else laws_sorted.found
    granted = None if verdict == "absent" else _grant(gathered, pacing_runs, found, cap_holder)
    if granted is not None and granted.name == "slices":
        cap_holder = holder.of_slices(pacing_runs, cap_holder)
        granted = grants.widen(granted, gathered.cut_share)
    found = None if found is None else grants.widen(found, gathered.cut_share)
    limit = VolumeLimit(
        volume=first.volume,
        volume_bytes=first.volume_bytes,
        verdict=verdict,
        found=found,
        tied=() if verdict == "absent" else laws_sorted.tied,
        refuted=laws_sorted.refuted,
        cells=gathered.cells,
        # The rest of the slice in which a Run began is no burst.
        bursts=() if granted is not None and granted.name == "slices" else gathered.bursts,
        refill=granted,
        noise=gathered.noise,
        horizon_s=max(observation.seconds for observation in observations),
        holder=cap_holder,
        noted=gathered.noted,
    )
    return replace(limit, reasons=tuple(_reasons(limit, laws_sorted)))


def _grant(
    gathered: VolumeCells,
    runs: Sequence[PacingRun],
    found: ModelFit | None,
    cap_holder: Holder | None,
) -> ModelFit | None:
    """How the budget is granted. Storage that is full grants nothing evenly, though it may
    burst."""
    granted = grants.grant(gathered, runs, found)
    full = cap_holder is not None and cap_holder.value in ("target", "cache")
    return None if full and granted is not None and granted.name == "steady" else granted


def _verdict(cells: Sequence[Cell]) -> Verdict:
    if all(cell.lower_bound for cell in cells):
        return "absent"
    return "found" if any(cell.proven for cell in cells) else "inconclusive"


_HOLDER_REASONS = {"policy_cap": "throttled", "target": "saturated", "cache": "cached"}
"""Reasons by the cause of a cap; `capped` where it is unknown."""


def _reasons(judged: VolumeLimit, comparison: LawComparison) -> Iterator[Reason]:
    """The reasons of a verdict: the law and its ties, how long the rates held and how far they are
    proven, and what would separate tied laws."""
    cells, holder_found = judged.cells, judged.holder
    if judged.verdict == "absent":
        most = max(cells, key=lambda cell: cell.rate_per_s)
        yield reason("still_rises_everywhere", **_cell_figures(most))
        yield _burst(judged)
        return
    proven = [cell for cell in cells if cell.proven]
    if comparison.found is None:
        yield reason("no_law_fits")
    elif not proven:
        yield reason("fits")
    else:
        yield reason(
            _HOLDER_REASONS.get("" if holder_found is None else holder_found.value, "capped"),
            **_cell_figures(proven[0]),
        )
    if comparison.found is not None:
        yield from _tie_reasons(comparison)
    if not proven:
        yield reason("not_proven")
        if undecided := next((cell for cell in cells if cell.reasons), None):
            [why] = undecided.reasons
            yield reason("undecided", **_cell_figures(undecided), why=why.kind, **why.figures)
    elif len(proven) == len(cells):
        yield reason("held_everywhere", seconds=judged.held_s)
    else:
        yield from (
            reason("held_at", **_cell_figures(cell), seconds=cell.held_s, first=number)
            for number, cell in enumerate(proven)
        )
    yield _burst(judged)
    if judged.refill is not None and judged.refill.name != "steady":
        yield reason("granted")
    if comparison.found is not None:
        yield from _next_reasons(comparison)


def _cell_figures(cell: Cell) -> dict[str, float | str]:
    """Question and rate of a cell."""
    return {
        "block_bytes": cell.block_bytes,
        "read_percent": cell.read_percent,
        "rate_per_s": cell.rate_per_s,
    }


def _tie_reasons(comparison: LawComparison) -> Iterator[Reason]:
    """The reason that other laws fit as well."""
    if comparison.tied:
        yield reason("tied_with", laws=len(comparison.tied))


def _burst(judged: VolumeLimit) -> Reason:
    """The reason that the rates came after a burst, or may be one."""
    if judged.saw_burst_end:
        return reason("after_the_burst")
    return reason("burst_not_excluded", seconds=judged.held_s)


def _next_reasons(comparison: LawComparison) -> Iterator[Reason]:
    """The measurement that would separate tied laws."""
    if comparison.next_place is not None:
        yield reason(
            "would_decide",
            **comparison.next_place.figures,
            laws=comparison.separates,
            of=len(comparison.tied),
        )


def _place(cell: Cell, volume_bytes: int | None) -> Place:
    return Place(cell.volume, volume_bytes, cell.block_bytes, cell.read_percent)


def _candidates(cells: Sequence[Cell]) -> list[Place]:
    """Block sizes about which laws may disagree: powers of two and the first size beyond each unit,
    for the measured shares of reads.

    A mix of half reads is a candidate where both reads and writes were measured: it separates one
    budget from two.
    """
    powers = [1 << shift for shift in range(12, 21)]
    beyond = [unit + MIN_BLOCK_BYTES for unit in UNITS]
    kinds = sorted({cell.read_percent for cell in cells}, reverse=True)
    if len(kinds) > 1:
        kinds.append(50.0)
    return [
        Place("", None, block, kind)
        for kind in dict.fromkeys(kinds)
        for block in sorted({*powers, *beyond})
    ]


def _data(volume_cells: VolumeCells, places: Sequence[Place]) -> Data:
    cells = volume_cells.cells
    return Data(
        points_of(places),
        np.array([max(cell.rate_per_s, 1e-9) for cell in cells]),
        np.array([cell.error for cell in cells]),
        np.array([cell.lower_bound for cell in cells], dtype=bool),
        volume_cells.freedom,
    )


# -- several volumes -------------------------------------------------------------------------------


def _size_law(volumes: Sequence[VolumeLimit], subject: str) -> SizeLaw | None:
    """The law of one kind of cap over the sizes of volumes; None with fewer than two sizes."""
    caps = []
    for volume in volumes:
        cap = (
            volume.found.parameter(subject) if volume.found and volume.verdict == "found" else None
        )
        if cap is not None and cap.value is not None and volume.volume_bytes:
            error = ((cap.high or cap.value) - (cap.low or cap.value)) / cap.value / (2 * 1.96)
            caps.append((volume, cap.value, max(error, CAP_ERROR)))
    if len({volume.volume_bytes for volume, _, _ in caps}) < 2:
        return None
    in_bytes = subject == BYTES.name
    places = [Place(v.volume, v.volume_bytes, 0, 100.0) for v, _, _ in caps]
    data = Data(
        points_of(places),
        np.array([cap for _, cap, _ in caps]),
        np.array([error for _, _, error in caps]),
        np.zeros(len(caps), dtype=bool),
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
    comparison = compare(
        size_laws("bytes/s" if in_bytes else "operations/s"), data, places, candidates
    )
    by_name = {volume.volume: volume for volume, _, _ in caps}
    refuted = tuple(law_fit for law_fit in comparison.refuted if _is_refuted(law_fit, by_name))
    open_ = tuple(
        _open_law(law_fit, by_name) for law_fit in comparison.refuted if law_fit not in refuted
    )
    why = [reason("no_law_fits")]
    if comparison.found is not None:
        why = [*_tie_reasons(comparison), *_next_reasons(comparison)]
    why += [reason("size_not_excluded", laws=len(open_))] if open_ else []
    return SizeLaw(subject, comparison.found, comparison.tied, refuted, tuple(why), open_)


def _is_refuted(law: ModelFit, by_name: Mapping[str, VolumeLimit]) -> bool:
    """Whether a law that does not fit is refuted. A rate above the law refutes it only if it stayed
    after a burst: otherwise the rate may be a burst itself."""
    datum = law.datum
    return (
        datum is None
        or datum.measured_per_s <= datum.predicted_per_s
        or by_name[datum.volume].saw_burst_end
    )


def _open_law(law: ModelFit, volumes: Mapping[str, VolumeLimit]) -> ModelFit:
    datum = law.datum
    assert datum is not None, "what does not fit has a datum"
    why = reason(
        "fits_if_burst",
        volume=datum.volume,
        volume_bytes=datum.volume_bytes or 0,
        measured_per_s=datum.measured_per_s,
        predicted_per_s=datum.predicted_per_s,
        seconds=volumes[datum.volume].held_s,
    )
    return replace(law, reasons=(why,))


# -- the whole -------------------------------------------------------------------------------------


def _overall_verdict(volumes: Sequence[VolumeLimit]) -> Verdict:
    verdicts = {volume.verdict for volume in volumes}
    if not verdicts or "inconclusive" in verdicts:
        return "inconclusive"
    return "absent" if verdicts == {"absent"} else "found"
