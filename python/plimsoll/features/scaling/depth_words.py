"""The sentences on the queue depth that is enough (`depths.py`)."""

from collections.abc import Mapping, Sequence

from plimsoll.base import language, units
from plimsoll.features.scaling import depths
from plimsoll.features.scaling.depths import Best, LeftOut, Reason, Rung
from plimsoll.features.scaling.messages import message


def sentence(found: Best | None) -> str:
    """The answer in a sentence."""
    if found is None:
        return message("no-answer")
    reason, f = found.reason, found.reason.figures
    if reason.kind == "still_rises":
        code = "still-rises-known" if found.missing else "still-rises"
        return message(
            code, depth=units.decimal(f["queue_depth"], 0), rate=units.rate(f["rate_per_s"])
        )
    if reason.kind == "runs_differ":
        highest = units.rate(f["highest_rate_per_s"])
        return message("runs-differ", rate=highest, depth=units.decimal(f["highest_at"], 0))
    kind = "client" if "client_bound" in found.doubts else "all"
    if kind == "all" and "one_run_each" in found.doubts:
        kind = "one-run"
    depth, comparison = units.decimal(f["queue_depth"], 0), _comparison(reason)
    if "p99_factor" not in f:
        return message(f"enough-{kind}", depth=depth, reason=comparison)
    p99 = _p99(f, more="p99" in found.deepest.at_least)
    return message(f"enough-p99-{kind}", depth=depth, reason=comparison, p99=p99)


def _comparison(reason: Reason) -> str:
    f = reason.figures
    figures: dict[str, str] = {}
    if reason.kind == "none_measurably_faster":
        figures = {"gain": units.share(f["may_gain"]), "confidence": units.share(f["confidence"])}
    elif reason.kind == "highest_rate":
        figures = {"rate": units.rate(f["highest_rate_per_s"])}
    elif reason.kind == "share_of_highest":
        figures = {
            "share": units.share(f["share"]),
            "rate": units.rate(f["highest_rate_per_s"]),
            "depth": units.decimal(f["highest_at"], 0),
        }
    return message(f"reason-{reason.kind}", **figures)


def _p99(f: Mapping[str, float], *, more: bool) -> str:
    return message(
        "p99-at-least" if more else "p99-lower",
        times=units.significant(f["p99_factor"], 2),
        depth=units.decimal(f["deepest"], 0),
        p99=units.nanos(f["p99_ns"]),
        deepest=units.nanos(f["deepest_p99_ns"]),
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
    return [_left_out(group, outcome, because) for (outcome, because, _), group in found.items()]


def _left_out(group: Sequence[LeftOut], outcome: str, because: str) -> str:
    why = {"outcome": outcome, "reason": because}
    if group[0].all_of_them:
        named = language.listing(str(entry.queue_depth) for entry in group)
        return message("no-figures", count=len(group), depths=named, **why)
    named = language.listing(
        message("runs-at-depth", runs=entry.runs, total=entry.of, depth=entry.queue_depth)
        for entry in group
    )
    return message("runs-left-out", runs=named, **why)


def beside(found: Best) -> list[str]:
    """Sentences on the limiter, the rule, the noise and the best ratio."""
    sentences = []
    if found.client is not None:
        sentences.append(message("client-limited", reason=found.client.because))
    sentences.append(
        message(
            "rule",
            share=units.share(1 - depths.WORTH),
            rate=units.rate(found.top.rate),
            depth=found.top.queue_depth,
        )
    )
    sentences.append(_noise(found))
    if (best := found.powerful) is not None:
        depth, rate, mean = best.queue_depth, units.rate(best.rate), units.nanos(best.mean_ns)
        sentences.append(message("best-ratio", depth=depth, rate=rate, mean=mean))
    return sentences


def _noise(found: Best) -> str:
    if found.noise is None:
        return message("noise-unknown")
    if not found.noise:
        return message("noise-none")
    noise = units.share(found.noise)
    if found.sure is found.rung:
        return message("noise-small", noise=noise)
    if found.sure is None:
        return message("noise-too-large", noise=noise)
    return message("noise-sure", noise=noise, depth=found.sure.queue_depth)
