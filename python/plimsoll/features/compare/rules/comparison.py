"""Judges one figure by the repeats of two or more variants: better, worse, the same, or not enough
data.

The unit of replication is the Run, never the I/O. Every variant is compared with the first;
`contrasts.py` gives the ratio, its error and the rig's own noise between Runs; this module turns
them into verdicts:

- better, worse: the interval of the ratio leaves 1 out, and is not all within the margin;
- same: two one-sided tests put the ratio within the margin (Schuirmann 1987), whether or not a
  difference too small to matter can be seen; the interval that is drawn is the wider one of the
  test for a difference, and may reach out of it;
- without repeats, what has an interval of its own is judged by that (`_by_intervals`): lines, caps
  and, on the virtual clock, the figures of a Run;
- not enough data: neither. Then `needed_repeats` estimates how many would do.

More than two variants: Holm's correction (1979), because it holds whatever the design correlates
(Dunnett's needs independent groups of one variance, which blocks, trends and unlike variants are
not). An interval is drawn at the level at which Holm judged it, so interval and verdict agree.
Pure: no store, no clock. Distributions come from `scipy.special`, which loads in a fraction of the
time of `scipy.stats`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from plimsoll.features.compare.rules.contrasts import (
    RESOLUTION,
    Contrast,
    Design,
    Repeat,
    contrast,
    freedom_of,
)

LEVEL = 0.03
"""Nominal level of every verdict. The design is chosen from the data, which costs part of it:
measured, less than 5 % of comparisons report a false difference (docs/truth.md; decision
0016-comparing-variants)."""
MARGIN = 0.05
"""Differences up to this do not matter, unless the caller says otherwise."""
POWER = 0.80
"""`needed_repeats` repeats detect a difference of the margin, or show sameness, this often."""
MAX_REPEATS = 1000

Verdict = Literal["better", "worse", "same", "not enough data"]
Overall = Literal["better", "worse", "same", "mixed", "not enough data", "not comparable"]
"""Of a question with several figures: mixed where one is better and another worse."""
Common = Literal["better", "worse", "same", "mixed", "not enough data"]
"""Of one effect over many questions."""
Reason = Literal[
    "ruled_out",
    "too_small_to_matter",
    "equality_excluded",
    "drift_or_difference",
    "both_included",
    "no_room",
    "apart",
    "apart_beyond_margin",
    "apart_within_drift",
    "overlap",
    "no_repeat",
    "one_repeat",
]
"""Why it is judged so: `words.py` says it."""


@dataclass(frozen=True)
class Finding:
    """A variant against the first, in one figure. Ratios are variant over first; `low` and `high`
    bound it."""

    variant: int
    verdict: Verdict
    ratio: float | None
    low: float | None
    high: float | None
    confidence: float
    p: float | None
    p_same: float | None
    """Of the two one-sided tests: below `LEVEL` (after Holm) the variant is the same within the
    margin."""
    effect_size: float | None
    """The difference in standard deviations between Runs (Hedges' g)."""
    repeats: tuple[int, int]
    repeats_needed: int | None
    """Of each variant, for this figure; none where nothing can be said."""
    design: Design | None
    """What of the order in time was used."""
    noise: float | None
    """Standard deviation between Runs of one variant, relative; with so many degrees of freedom:"""
    noise_freedom: int | None
    drift: float | None
    """The fitted trend over all Runs of the two, relative."""
    within: tuple[float, float] | None
    """Of variants that were measured one after the other: what each drifted by meanwhile,
    relative."""
    reason: Reason


def compare(
    repeats: Sequence[Repeat],
    variants: int,
    *,
    lower_is_better: bool,
    margin: float = MARGIN,
    drifts: bool = True,
) -> tuple[Finding, ...]:
    """The findings about variants 1 … against variant 0. Raises ValueError for a margin that is no
    share."""
    if not 0 < margin < 1:
        raise ValueError(f"a margin is a share above 0 and below 1, not {margin}")
    counts = [sum(repeat.variant == variant for repeat in repeats) for variant in range(variants)]
    tested: dict[int, Contrast] = {}
    for variant in range(1, variants):
        pair = [
            replace(one, variant=int(one.variant > 0))
            for one in repeats
            if one.variant in (0, variant)
        ]
        found = contrast(pair, drifts=drifts) if min(counts[0], counts[variant]) >= 2 else None
        if found is not None:
            tested[variant] = found
    levels = _holm({variant: _p(found) for variant, found in tested.items()})
    findings = []
    for variant in range(1, variants):
        pair_counts = (counts[0], counts[variant])
        if variant in tested:
            findings.append(
                _contrast_finding(
                    variant, tested[variant], levels[variant], pair_counts, margin, lower_is_better
                )
            )
        else:
            pair = [one for one in repeats if one.variant in (0, variant)]
            findings.append(
                _by_intervals(variant, pair_counts, pair, margin, lower_is_better)
                or _too_few(variant, pair_counts, repeats)
            )
    return tuple(findings)


def _by_intervals(
    variant: int, counts: tuple[int, int], pair: Sequence[Repeat], margin: float, lower: bool
) -> Finding | None:
    """What their own intervals say where one of the two has no second repeat; none where one has no
    interval.

    The extremes of both, so that no more is claimed than that they do not overlap. Between Runs of
    a real machine lies time, of which no interval of one of them knows: there the gap has to be
    wider than the margin.
    """
    ends = [[one.ends for one in pair if one.variant == v] for v in (0, variant)]
    known = [[end for end in of if end is not None] for of in ends]
    if not min(counts) or any(len(of) < len(every) for of, every in zip(known, ends, strict=True)):
        return None
    (first_low, first_high), (other_low, other_high) = (
        (min(low for low, _ in of), max(high for _, high in of)) for of in known
    )
    low, high = other_low - first_high, other_high - first_low
    bound = math.log1p(margin)
    slack = 0.0 if all(one.at_s is None for one in pair) else bound
    verdict: Verdict = "not enough data"
    reason: Reason
    if -bound <= low and high <= bound:
        verdict, reason = "same", "no_room"
    elif low > slack or high < -slack:
        verdict = "better" if (high < 0) == lower else "worse"
        reason = "apart_beyond_margin" if slack else "apart"
    elif low > 0 or high < 0:
        reason = "apart_within_drift"
    else:
        reason = "overlap"
    return Finding(
        variant,
        verdict,
        _seen_ratio(pair, variant, counts),
        math.exp(low),
        math.exp(high),
        0.95,
        None,
        None,
        None,
        counts,
        None,
        "intervals",
        None,
        None,
        None,
        None,
        reason,
    )


LEAST_QUESTIONS = 3
"""So many questions tell how far one effect scatters over them."""
BOTH = 0.2
"""Such a share of questions on either side is no chance."""


@dataclass(frozen=True)
class Effect:
    """One effect over many questions, each of which is a replicate of it. `higher` and `lower`:
    questions in which the other variant's figure is."""

    verdict: Common
    ratio: float
    low: float
    high: float
    confidence: float
    p: float
    p_same: float
    higher: int
    lower: int


def over_all(
    log_ratios: Sequence[float], *, lower_is_better: bool, margin: float = MARGIN
) -> Effect | None:
    """The effect that these questions share, by their mean and how they scatter around it; none of
    too few. Mixed where it is not decided and many questions differ by more than the margin either
    way."""
    from scipy import special

    count = len(log_ratios)
    if count < LEAST_QUESTIONS:
        return None
    mean = math.fsum(log_ratios) / count
    variance = math.fsum((one - mean) ** 2 for one in log_ratios) / (count - 1)
    error = math.sqrt(max(variance, RESOLUTION**2) / count)
    freedom, bound = count - 1, math.log1p(margin)
    half = float(special.stdtrit(freedom, 1 - LEVEL / 2)) * error
    p = float(2 * special.stdtr(freedom, -abs(mean) / error))
    p_same = float(special.stdtr(freedom, (abs(mean) - bound) / error))
    beyond = [one for one in log_ratios if abs(one) > bound]
    fewest = min(sum(one > 0 for one in beyond), sum(one < 0 for one in beyond))
    verdict: Common = "mixed" if fewest >= max(2, BOTH * count) else "not enough data"
    if p_same < LEVEL:
        verdict = "same"
    elif p < LEVEL:
        verdict = "better" if (mean < 0) == lower_is_better else "worse"
    return Effect(
        verdict,
        math.exp(mean),
        math.exp(mean - half),
        math.exp(mean + half),
        1 - LEVEL,
        p,
        p_same,
        sum(one > 0 for one in log_ratios),
        sum(one < 0 for one in log_ratios),
    )


def _seen_ratio(repeats: Sequence[Repeat], variant: int, counts: tuple[int, int]) -> float:
    means = [
        sum(r.log_value for r in repeats if r.variant == v) / n
        for v, n in zip((0, variant), counts, strict=True)
    ]
    return math.exp(means[1] - means[0])


def _too_few(variant: int, counts: tuple[int, int], repeats: Sequence[Repeat]) -> Finding:
    """What can be said without any repeat of one of them: the ratio as it was seen."""
    ratio = _seen_ratio(repeats, variant, counts) if min(counts) else None
    return Finding(
        variant,
        "not enough data",
        ratio,
        None,
        None,
        1 - LEVEL,
        None,
        None,
        None,
        counts,
        None,
        None,
        None,
        None,
        None,
        None,
        "no_repeat" if min(counts) == 0 else "one_repeat",
    )


def _contrast_finding(
    variant: int,
    found: Contrast,
    level: float,
    counts: tuple[int, int],
    margin: float,
    lower: bool,
) -> Finding:
    from scipy import special

    bound = math.log1p(margin)
    half = float(special.stdtrit(found.freedom, 1 - level / 2)) * found.error + found.allowance
    low, high = found.log_ratio - half, found.log_ratio + half
    p, p_same = _p(found), _p_same(found, bound)
    is_different, is_same = p < level, p_same < level
    verdict: Verdict = "not enough data"
    if is_same:
        verdict = "same"
    elif is_different:
        verdict = "better" if (found.log_ratio < 0) == lower else "worse"
    # Hedges 1981: the standard deviation is itself an estimate.
    g = found.log_ratio / found.noise * (1 - 3 / (4 * found.noise_freedom - 1))
    needed = needed_repeats(found.noise, found.design, margin, level)
    drift = None if found.drift is None else math.expm1(found.drift)
    within = (
        None if found.within is None else (math.expm1(found.within[0]), math.expm1(found.within[1]))
    )
    return Finding(
        variant,
        verdict,
        math.exp(found.log_ratio),
        math.exp(low),
        math.exp(high),
        1 - level,
        p,
        p_same,
        g,
        counts,
        needed,
        found.design,
        found.noise,
        found.noise_freedom,
        drift,
        within,
        _reason(verdict, found, level, differs=is_different),
    )


def _reason(verdict: Verdict, found: Contrast, level: float, *, differs: bool) -> Reason:
    if verdict == "same":
        return "too_small_to_matter" if differs else "ruled_out"
    if verdict != "not enough data":
        return "equality_excluded"
    # Without the drift the same Runs would have shown a difference.
    by_drift = found.allowance > 0 and _p(replace(found, allowance=0.0)) < level
    return "drift_or_difference" if by_drift else "both_included"


def _p(d: Contrast) -> float:
    """The p value of no difference beyond possible drift."""
    from scipy import special

    return float(2 * special.stdtr(d.freedom, -d.reach / d.error))


def _p_same(d: Contrast, bound: float) -> float:
    """The p value of a difference beyond the margin: the larger of two one-sided tests."""
    from scipy import special

    return float(special.stdtr(d.freedom, (abs(d.log_ratio) + d.allowance - bound) / d.error))


def _holm(p_values: dict[int, float]) -> dict[int, float]:
    """The level at which Holm judges each p value: the smallest at LEVEL / m, the next at LEVEL /
    (m − 1), …

    After the first one that is not rejected, all others are judged at its level, so that none of
    them is rejected.
    """
    levels, m, stop_level = {}, len(p_values), None
    for rank, variant in enumerate(sorted(p_values, key=lambda v: p_values[v])):
        level = stop_level if stop_level is not None else LEVEL / (m - rank)
        levels[variant] = level
        if stop_level is None and p_values[variant] >= level:
            stop_level = level
    return levels


def needed_repeats(
    noise: float, design: Design, margin: float = MARGIN, level: float = LEVEL
) -> int | None:
    """Repeats of each variant that detect a difference of the margin, or show sameness, with
    `POWER`; None beyond `MAX_REPEATS`.

    `noise` is the standard deviation of the log values between Runs.
    """
    from scipy import special

    bound = math.log1p(margin)
    noise = max(noise, RESOLUTION)
    # Exactly known noise gives a lower bound; the search begins a little below it.
    quantiles = float(special.ndtri(1 - level / 2) + special.ndtri(POWER))
    fewest = max(2, int(2 * (quantiles * noise / bound) ** 2) - 1)
    for n in range(fewest, MAX_REPEATS + 1):
        freedom = freedom_of(design, n)
        error = noise * math.sqrt(2 / n)
        if freedom < 1:
            continue
        shift = bound / error
        critical = float(special.stdtrit(freedom, 1 - level / 2))
        # Far beyond the critical value the distribution function cannot be computed.
        sees = 1.0 if shift > critical + 30 else 1 - float(special.nctdtr(freedom, shift, critical))
        # Both one-sided tests succeed: |estimate| below bound − t · error, taken at its mean error.
        room = shift - float(special.stdtrit(freedom, 1 - level))
        shows = 1 - 2 * float(special.stdtr(freedom, -room)) if room > 0 else 0.0
        if min(sees, shows) >= POWER:
            return n
    return None


def carry_verdict(
    first: tuple[int, int], other: tuple[int, int], *, still: bool = False
) -> tuple[Verdict, float | None]:
    """Verdict and p value on how often two variants carried an offered rate, from (carried, all
    Runs) of each.

    Fisher's exact test. `same` where both carried it always, or never. `still`: on the virtual
    clock only the target decides whether a Run carries its rate, so always and never differ without
    a test.
    """
    if (first[0] == first[1] and other[0] == other[1]) or first[0] == other[0] == 0:
        return "same", 1.0
    if still and {
        first[0] / first[1] if first[1] else -1,
        other[0] / other[1] if other[1] else -1,
    } == {0.0, 1.0}:
        return ("better" if other[0] else "worse"), None
    p = _fisher_p(first, other)
    if p >= LEVEL:
        return "not enough data", p
    return ("better" if other[0] * first[1] > first[0] * other[1] else "worse"), p


def _fisher_p(first: tuple[int, int], other: tuple[int, int]) -> float:
    """Two-sided p value of Fisher's exact test: the probability of all tables that are no likelier
    than this one, with the same sums. Counted in integers, so that ties are exact."""
    carried_in_all = first[0] + other[0]

    def ways(of_first: int) -> int:
        return math.comb(first[1], of_first) * math.comb(other[1], carried_in_all - of_first)

    all_ways = [
        ways(of_first)
        for of_first in range(max(0, carried_in_all - other[1]), min(carried_in_all, first[1]) + 1)
    ]
    return sum(one for one in all_ways if one <= ways(first[0])) / sum(all_ways)


def is_contradictory(verdicts: Sequence[tuple[Verdict, float | None]]) -> bool:
    """Whether figures of the same Runs contradict each other, from (verdict, p) of each. The level
    is shared among the figures, because one of many differs by chance."""
    level = LEVEL / max(len(verdicts), 1)
    significant = {verdict for verdict, p in verdicts if p is None or p < level}
    return {"better", "worse"} <= significant


def standing(
    figure: Verdict, other: Verdict, leans: Literal["better", "worse"] | None
) -> tuple[Verdict, bool]:
    """The verdict on a figure after another finding about the same Runs, and whether the other
    finding decided it.

    A figure covers only Runs and operations that came through. A decided finding on the others
    (rates not carried, failed operations, a full generator) outweighs it. An undecided one that
    `leans` against the figure makes it inconclusive, since the figure may owe its value to what is
    missing.
    """
    if other in ("better", "worse"):
        return other, True
    if other == "same" or figure in ("not enough data", leans):
        return figure, False
    return "not enough data", True
