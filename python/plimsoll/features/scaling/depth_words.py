"""The sentences on the queue depth that is enough (`depths.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.features.scaling import depths

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.features.scaling.depths import Best, LeftOut, Reason, Rung

NOTHING = "No answer: fewer than two queue depths have a Run that counts."


def sentence(found: Best | None) -> str:
    """The answer in a sentence."""
    if found is None:
        return NOTHING
    reason = found.reason
    f = reason.figures
    if reason.kind == "still_rises":
        deepest = "the deepest queue that has figures" if found.missing else "the deepest queue"
        return (
            f"IOPS still rise at {f['queue_depth']:.0f}, {deepest} ({units.rate(f['rate_per_s'])}"
            " IOPS), so how deep is enough is not known."
        )
    if reason.kind == "runs_differ":
        return (
            "Not answered: Runs at the same depth differ too much to tell which depth is enough."
            f" The highest rate, {units.rate(f['highest_rate_per_s'])} IOPS, was at"
            f" {f['highest_at']:.0f}. Repeat with more and longer Runs (--repeats, --measure-for),"
            " on an idle machine."
        )
    answer = (
        f"Queue depth {f['queue_depth']:.0f} is enough{_for_whom(found)}: {_comparison(reason)}"
    )
    if "p99_factor" in f:
        more = "p99" in found.deepest.at_least
        answer += f"; {_p99(f, more=more)}"
    return f"{answer}."


def _for_whom(found: Best) -> str:
    if "client_bound" in found.doubts:
        return " for this client, not shown for the storage"
    if "one_run_each" in found.doubts:
        return ", from one Run each"
    return ""


def _comparison(reason: Reason) -> str:
    f = reason.figures
    if reason.kind == "none_faster":
        return "no deeper queue is faster"
    if reason.kind == "none_measurably_faster":
        return (
            f"no deeper queue is measurably faster (at most {units.share(f['may_gain'])} faster,"
            f" {units.share(f['confidence'])} confidence)"
        )
    highest = units.rate(f["highest_rate_per_s"])
    if reason.kind == "highest_rate":
        return f"the highest IOPS, {highest}"
    return f"{units.share(f['share'])} of the highest IOPS, {highest} at {f['highest_at']:.0f}"


def _p99(f: Mapping[str, float], *, more: bool) -> str:
    return (
        f"p99 is {'more than ' if more else ''}{f['p99_factor']:.2g} times lower than at"
        f" {f['deepest']:.0f} ({units.nanos(f['p99_ns'])} instead of"
        f" {'> ' if more else ''}{units.nanos(f['deepest_p99_ns'])})"
    )


def latency_text(rung: Rung, figure: str) -> str:
    """The `mean` or `p99` of a depth, `> 1.2 s` with operations that never finished."""
    value = rung.mean_ns if figure == "mean" else rung.p99_ns
    more = "> " if value is not None and figure in rung.at_least else ""
    return more + units.nanos(value)


def left_out(entries: Sequence[LeftOut]) -> list[str]:
    """A line per reason for which Runs do not count, with their queue depths."""
    found: dict[tuple[str, str, bool], list[LeftOut]] = {}
    for runs in entries:
        found.setdefault((runs.outcome, runs.because, runs.all_of_them), []).append(runs)
    return [
        f"{_depths(group)} ({outcome}: {because})."
        for (outcome, because, _), group in found.items()
    ]


def _depths(group: Sequence[LeftOut]) -> str:
    plural = "s" if len(group) > 1 else ""
    if group[0].all_of_them:
        named = ", ".join(str(entry.queue_depth) for entry in group)
        return f"No figures for queue depth{plural} {named}"
    named = ", ".join(f"{entry.runs} of {entry.of} at {entry.queue_depth}" for entry in group)
    return f"Runs that do not count, by queue depth: {named}"


def beside(found: Best) -> list[str]:
    """Sentences on the limiter, the rule, the noise and the best ratio."""
    sentences = []
    if found.client is not None:
        sentences.append(f"The client limited the rate: {found.client.because}.")
    sentences.append(
        f"Rule: the smallest queue depth that no other beats by more than"
        f" {units.share(1 - depths.WORTH)} of the highest rate, {units.rate(found.top.rate)} IOPS"
        f" at {found.top.queue_depth}."
    )
    sentences.append(_noise(found))
    if (powerful := found.powerful) is not None:
        sentences.append(
            f"Best ratio of IOPS to latency: at {powerful.queue_depth},"
            f" {units.rate(powerful.rate)} IOPS with mean {units.nanos(powerful.mean_ns)}."
        )
    return sentences


def _noise(found: Best) -> str:
    if found.noise is None:
        return "One Run each, so no interval: how far Runs differ by chance is not known."
    if not found.noise:
        return "Runs at the same depth do not differ."
    differ = f"Runs at the same depth differ by ±{units.share(found.noise)}"
    if found.sure is found.rung:
        return f"{differ}: no other depth fits the rule."
    more = "More --repeats, a longer --measure-for or a quieter machine would tell more."
    if found.sure is None:
        return f"{differ}, so no depth is certainly enough. {more}"
    return f"{differ}: {found.sure.queue_depth} is the smallest that is certainly enough. {more}"
