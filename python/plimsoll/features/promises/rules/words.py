"""THE ONE PLACE where a promise and its verdict become sentences: the promise, the reason, what
would decide it, and notes (`WORDS`, by code).

Sentences are made of codes and figures (`reasons.py`). Nothing is judged here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base.units import amount, exact_seconds, exact_size, share
from plimsoll.judge import codes, flatness
from plimsoll.judge.limiter.observations import SHARED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.promises.rules.document import (
        ClaimVerdict,
        Code,
        InUnits,
        PerVolume,
        Terms,
        Verdict,
    )
    from plimsoll.judge.codes import Catalogue, Figures

CLIENT = {
    "outstanding": "the client's own outstanding I/O was the limit",
    "processors": "the client's CPUs were saturated",
    "workers": "each worker's CPU was saturated, and no more workers were tried",
}
"""Limits of the client that may have set a rate."""

NO_PAIR = {
    "one_amount": "only one amount of outstanding I/O was tried",
    "did_not_grow": (
        "the outstanding I/O did not grow with what was asked: {outstanding_low:.3g} to"
        " {outstanding_high:.3g}"
    ),
}
"""Why no two Runs show the effect of more outstanding I/O."""


# -- what is promised ------------------------------------------------------------------------------

_SIDES = {"at_least": "at least", "at_most": "at most", "equals": "exactly"}


def name(own_name: str | None, terms: Terms) -> str:
    """The name of a promise: the one in its file, else the promise itself."""
    return (own_name or _terms_text(terms)) + at_size(terms.block_size)


def promise_text(terms: Terms) -> str:
    """What is promised, with the sums that led to the value."""
    return _terms_text(terms) + at_size(terms.block_size)


def at_size(block_size: str | None) -> str:
    """Suffix of the name of a promise that is tested at several block sizes."""
    return "" if block_size is None else f" at {block_size}"


def _terms_text(terms: Terms) -> str:
    if terms.value_per_s is None:
        return _objective(terms)
    sums = "; ".join([*_by_volume(terms.per_volume), *_by_units(terms.in_units)])
    value = amount(terms.value_per_s, "bytes" if terms.kind == "bytes" else "rate")
    within = f" within {terms.objective}" if terms.objective else ""
    side = _SIDES[str(terms.direction)]
    sums_text = f" ({sums})" if sums else ""
    return f"{side} {value}{within}{sums_text}"


def _objective(terms: Terms) -> str:
    text = str(terms.objective)
    if terms.tolerable is not None:
        ideal = "" if terms.ideal is None else f", {terms.ideal} ideal"
        text = f"{terms.objective} <= {terms.tolerable} tolerable{ideal}"
    if terms.offered_rate_per_s is not None:
        return f"{text} at {amount(terms.offered_rate_per_s, 'rate')}"
    if terms.queue_depth is None:
        return text
    return f"{text} with {terms.workers} × {terms.queue_depth} outstanding"


def _by_volume(rate: PerVolume | None) -> list[str]:
    return (
        [] if rate is None else [f"{amount(rate.rate_per_s, 'rate')}/{rate.unit} × {rate.volume}"]
    )


def _by_units(in_units: InUnits | None) -> list[str]:
    if in_units is None:
        return []
    units = f"{amount(in_units.units_per_s, 'rate', bare=True)} units of {in_units.size} a second"
    return [f"{units}, {in_units.cost:.4g} for {in_units.block_size}"]


# -- what was measured -----------------------------------------------------------------------------


def _amount(f: Figures, name: str, *, bare: bool = False) -> str:
    kind = "bytes" if f.get("counted") == "bytes" else "rate"
    return amount(float(f[name]), kind, bare=bare)


def _run_rate(f: Figures) -> str:
    """The rate of a Run with its interval and its load."""
    ends = (
        f" ({_amount(f, 'low_per_s', bare=True)} to {_amount(f, 'high_per_s', bare=True)})"
        if "low_per_s" in f
        else ""
    )
    depth = f" with {_load(f)}" if "queue_depth" in f else ""
    return f"{_amount(f, 'measured_per_s')}{ends}{depth}"


def _load(f: Figures) -> str:
    return f"{f['workers']:.0f} × {f['queue_depth']:.0f} outstanding"


def _bound(f: Figures) -> str:
    """The promised value with its margin."""
    bound, promised = float(f["bound_per_s"]), float(f["promised_per_s"])
    if float(f["margin"]) == 0:
        return _amount(f, "bound_per_s")
    joint = "less" if bound < promised else "and"
    return (
        f"{_amount(f, 'bound_per_s')} ({_amount(f, 'promised_per_s', bare=True)} {joint}"
        f" {float(f['margin']) * 100:.3g} %)"
    )


def _too_low(f: Figures) -> str:
    return f"{_run_rate(f)} is less than {_bound(f)}"


def _of_file(f: Figures) -> str:
    """The rate of a whole Run from its file, beside the promise."""
    apart = float(f.get("apart", 0.0))
    side = "below" if apart < 0 else "above"
    far = f", {100 * abs(apart):.3g} % {side} it" if abs(apart) >= 0.0005 else ""
    return (
        f"{_run_rate(f)} in its file against {_bound(f)}{far}; the file has the rate of the whole"
        " Run only, so how far it may be off is not known"
    )


def _includes(f: Figures) -> str:
    return f"the interval of {_run_rate(f)} includes {_amount(f, 'bound_per_s')}"


def _not_above(f: Figures) -> str:
    may = "may be" if f["above"] == "may_be" else "is not"
    return f"{_run_rate(f)} {may} above {_amount(f, 'promised_per_s')}"


def _steps(f: Figures) -> str:
    """The effect of more outstanding I/O."""
    kind = str(f["steps"])
    if kind in NO_PAIR:
        return NO_PAIR[kind].format(**f)
    return flatness.words(kind, f)


# -- an objective ----------------------------------------------------------------------------------

_SHARES = {
    "errors": "of operations failed",
    "achieved": "of what was offered was not achieved",
}


def _level(f: Figures) -> str:
    """A Run's figure beside the bound of a level."""
    at = "at a load that is not told"
    if "offered_per_s" in f:
        at = f"at {_amount(f, 'offered_per_s')} offered"
    elif "queue_depth" in f:
        at = f"with {_load(f)}"
    also = f"; met as well: {f['met_as_well']}" if "met_as_well" in f else ""
    match f["shows"]:
        case "not_carried" if "served_per_s" in f:
            return f"{at}: only {_amount(f, 'served_per_s')} were carried"
        case "not_carried":
            return f"{at}: {f['words']}"
        case "nothing":
            return f"{at}: nothing completed"
        case "share":
            ends = f" ({f['low']:.3g} to {f['high']:.3g})" if "low" in f else ""
            what = _SHARES.get(str(f["of"]), "is beyond it")
            return f"{at}: {f['objective']}: a share of {f['value']:.3g}{ends} {what}{also}"
        case "figure":
            ends = f" ({_span(f, 'low')} to {_span(f, 'high')})" if "low" in f else ""
            statistic = str(f["objective"]).partition(" <=")[0]
            bound = _span(f, "bound_ns")
            return f"{at}: {statistic} {_span(f, 'value')}{ends} against {bound}{also}"
        case _:
            ends = f" ({_span(f, 'low')} to {_span(f, 'high')})" if "low" in f else ""
            return f"{at}: mean {_span(f, 'value')}{ends} against {_span(f, 'bound_ns')}{also}"


def _span(f: Figures, name: str) -> str:
    return exact_seconds(float(f[name]) / 1e9)


def _met_text(f: Figures) -> str:
    level = {"tolerable": ", within tolerable", "ideal": ", ideal"}.get(str(f.get("level")), "")
    still = ""
    if "undecided" in f:
        longer = ". A longer Run would tell" if "first_ns" in f else ""
        still = f"; whether it is also {f['undecided']} is undecided{_mean_shift(f)}{longer}"
    return f"{_level(f)}{level}{still}"


def _undecided_text(f: Figures) -> str:
    why = f" ({str(f['reason']).replace('_', ' ')})" if "reason" in f else ""
    return f"{_level(f)}: undecided{why}{_mean_shift(f)}"


def _mean_shift(f: Figures) -> str:
    """The first and last mean of a Run whose mean had not settled."""
    if "first_ns" not in f:
        return ""
    return (
        f", since the mean had not settled: {_span(f, 'first_ns')} at first,"
        f" {_span(f, 'last_ns')} at the end"
    )


# -- a load line -----------------------------------------------------------------------------------


def _line(f: Figures) -> str:
    low = _amount(f, "line_low_per_s") if "line_low_per_s" in f else "nothing confirmed"
    high = "an end that was not reached"
    if "line_high_per_s" in f:
        high = _amount(f, "line_high_per_s")
    return f"the load line lies between {low} and {high}"


def _missed_rate(f: Figures) -> str:
    return (
        f"the objective was missed at {_amount(f, 'missed_per_s')}, below"
        f" {_amount(f, 'met_per_s')} where it was met"
    )


def _regimes(f: Figures) -> str:
    ends = " and ".join(
        f"{amount(float(rate), 'rate')} from {name.removeprefix('from_').removesuffix('_per_s')}"
        for name, rate in f.items()
    )
    return f"two regimes were found, {ends}: after overload the line lies lower than after rest"


# -- what would decide -----------------------------------------------------------------------------


def free(hold_up: str, others: float | None) -> str:
    """The advice where this machine kept a Run from a verdict."""
    busy = others is not None and others > SHARED
    others_text = f" (other programs had {share(others)} of its processors)" if busy else ""
    if hold_up == "own_lag":
        return (
            f"free this machine{others_text}, or measure from another: only its own lag made the"
            " Run miss, and more time would not help; plimsoll doctor says what disturbs it"
        )
    return f"free this machine first{others_text}; plimsoll doctor says what disturbs it"


def _free(f: Figures) -> str:
    return free(str(f["held_up_by"]), float(f["others"]) if "others" in f else None)


def _longer(f: Figures) -> str:
    measure = "measure for longer"
    if "seconds" in f:
        measure = f"measure for about {exact_seconds(float(f['seconds']))}"
    return f"{_free(f)}; then {measure}" if "held_up_by" in f else measure


def _more_outstanding(f: Figures) -> str:
    return (
        f"more outstanding I/O: --most-outstanding {f['most']:.0f} or more ({f['asked']:.0f} so"
        " far)"
    )


# -- beside the verdict ----------------------------------------------------------------------------


def _addressed_share(f: Figures) -> str:
    touched, volume = float(f["addressed_bytes"]), float(f["volume_bytes"])
    return (
        f"{exact_size(touched)} of {exact_size(volume)} were addressed"
        f" ({100 * touched / volume:.2g} %)"
    )


WORDS: Catalogue = {
    # Why: Runs that say nothing about the target.
    "no_run": "no Run tests it",
    "no_run_in_campaign": "campaign {campaign:.0f} has no Run of this workload and load",
    "no_run_of_level": "no Run was judged by {objective}",
    "cached": "the cache answered, not the storage: {words}",
    "failed": "operations failed: {words}",
    "client_bound": "client-bound: {words}",
    "of_the_run": "{words}",
    "not_settled": "the rate fell in the second half of Measure: it has not settled",
    "no_intervals": "the Runs have no intervals, so how far their rates may be off is not known",
    "too_few_intervals": "too few intervals for a confidence interval",
    # Why: a rate.
    "above": lambda f: f"{_run_rate(f)} is more than {_bound(f)}",
    "reached": lambda f: f"{_run_rate(f)} is no less than {_bound(f)}",
    "too_low": lambda f: f"{_too_low(f)}, and more outstanding I/O does not raise it: {_steps(f)}",
    "too_low_or_client": lambda f: f"client-bound: {_too_low(f)}, but {CLIENT[str(f['client'])]}",
    "too_low_so_far": lambda f: (
        f"client-bound: {_too_low(f)}, but more outstanding I/O might carry it ({_steps(f)})"
    ),
    "interval_includes": _includes,
    "cap_or_client": lambda f: f"client-bound: {_not_above(f)}, but {CLIENT[str(f['client'])]}",
    "no_proof_of_a_cap": lambda f: (
        f"client-bound: {_not_above(f)}, which is no proof of a cap: {_steps(f)}"
    ),
    "equals_and_capped": lambda f: (
        f"{_run_rate(f)} is within {float(f['margin']) * 100:.3g} % of"
        f" {_amount(f, 'promised_per_s')}, and the cap is proven: {_steps(f)}"
    ),
    "within_and_capped": lambda f: (
        f"{_run_rate(f)} is no more than {_bound(f)}, and the cap is proven: {_steps(f)}"
    ),
    # Why: Runs of other programs.
    "rate_of_file": _of_file,
    "near_in_file": lambda f: (
        f"{_level(f)}: too close to call from one figure of a whole Run, which may differ by a"
        " quarter from Run to Run"
    ),
    "not_carried_in_file": lambda f: (
        f"{_level(f)}, and the file does not tell whether the storage or the program that offered"
        " them was the limit"
    ),
    "no_run_alike": "no imported Run answers this question",
    "several_questions": (
        "the imported Runs differ in {differs}, and the promise does not say which it means"
    ),
    "figure_not_told": "{words}",
    # Why: an objective.
    "met": _met_text,
    "missed": _level,
    "undecided": _undecided_text,
    # Why: a load line.
    "line_reaches": lambda f: f"{_line(f)}: its low end is no less than {_bound(f)}",
    "line_too_low": lambda f: f"{_line(f)}: its high end is less than {_bound(f)}",
    "line_missed_below": lambda f: f"{_line(f)}, but {_missed_rate(f)}",
    "line_includes": lambda f: f"{_line(f)}, which does not exclude {_amount(f, 'bound_per_s')}",
    # Why: media.
    "may_be_a_cache": lambda f: (
        f"{_addressed_share(f)}: that may be a cache, and says nothing about the media"
    ),
    # What would decide it.
    "measure": "measure it",
    "measure_promised": "measure it: plimsoll check without --campaign",
    "use_direct": "use direct I/O",
    "mend": "fix what fails, then check again",
    "client_on_time": "a client that is not late",
    "to_the_end": "check again, to the end",
    "steady_or_longer": "a target that is steady, or longer Runs",
    "with_intervals": (
        "Runs with intervals: logs or interval output of the program that made them, or measure it:"
        " plimsoll check without --campaign"
    ),
    "steady": "a steady target",
    "settle": "warm up for longer than {seconds:time}, or measure for longer",
    "free": _free,
    "longer": _longer,
    "wider_margin": "a wider margin: the rate is right at the bound",
    "larger_client": "a client with more processors, or several",
    "faster_client": "a faster client, or several",
    "higher_in_flight_cap": "a higher load.max_outstanding",
    "more_outstanding": _more_outstanding,
    "longer_or_more_outstanding": lambda f: f"longer Runs, or {_more_outstanding(f)}",
    "holds_below": "holds at the rates below the promised one",
    "hold_at_promised": "a hold at the promised rate: plimsoll check without --campaign",
    "larger_working_set": lambda f: (
        f"a working set of {exact_size(float(f['wanted_bytes']))} or more"
        f" ({100 * float(f['share']):.3g} % of the volume)"
    ),
    "intervals_or_measure": (
        "intervals of the Run (logs by the second, or the output of each interval), or a"
        " measurement: plimsoll check without --campaign"
    ),
    "state_it": (
        "state it in the promise ([workload], [load]); a configuration is chosen by --configuration"
    ),
    "deeper_run": (
        "a Run with more outstanding I/O (plimsoll import), or a measurement: plimsoll check"
        " without --campaign"
    ),
    "import_or_measure": (
        "a Run that does (plimsoll import), or a measurement: plimsoll check without --campaign"
    ),
    # Beside the verdict.
    "media_not_examined": lambda f: f"the media were not examined: {_addressed_share(f)}",
    "not_reached_again": lambda f: (
        f"{_run_rate(f)} for {exact_seconds(float(f['seconds']))} was not reached again by a"
        " longer Run at the same load: not counted, it may have been a burst or credits"
    ),
    "settled_later": (
        "a Run with {workers:.0f} × {queue_depth:.0f} outstanding had not settled; a longer one at"
        " the same load counts in its place"
    ),
    "burst_kept_out": (
        "an initial burst of {amount:,.0f} {counted} beyond the rate in {seconds:time} was kept out"
    ),
    "shown": "shown for {seconds:time} and {operations:,.0f} operations",
    "shown_so_long": (
        "shown for {seconds:time} and {operations:,.0f} operations; this says nothing about credits"
        " or caches that last longer"
    ),
    "reached_with_more": (
        "reached with {asked:.0f} outstanding, not with the {stated:.0f} stated, which are bound by"
        " latency"
    ),
    "no_throttle_proven": "reaching the rate does not prove that there is a throttle",
    "missed_below": _missed_rate,
    "imported": (
        "The Runs were imported: what their files do not say (payload, synced writes, the client's"
        " processors) is not compared with the promise."
    ),
    "imported_without_intervals": (
        "Where a file has no intervals, the error of its rate is unknown, so no verdict rests on"
        " it."
    ),
    "run_shown": "Run {run:.0f}{unlike}: {shown} ({asked})",
    "more_runs": "and {runs:.0f} more Runs",
    "imported_question": lambda f: (
        f"judged by imported Runs of {f['asked']}"
        + (f"; the promise does not state {f['free']}" if f["free"] else "")
    ),
    "of_the_files": "{words}",
    "taken_as": "the promise does not state {free}: taken as {asked}",
    "not_finished": lambda f: (
        f"not counted: {f['runs']:.0f} Run{'' if f['runs'] == 1 else 's'} of this campaign that did"
        " not finish"
    ),
    "other_target": "the promise names {named}, but these Runs are of {target}",
    "two_regimes": _regimes,
}
"""By code."""


def sentence(reason_code: Code) -> str:
    """A code in words."""
    return codes.code_text(reason_code, WORDS)


def overall_sentence(verdict: Verdict, judgements: Sequence[ClaimVerdict], total: int) -> str:
    """The reason of the overall verdict: `judgements` are those with that verdict, of `total`
    promises."""
    if not judgements:
        return f"all {total} promises are kept"
    first = judgements[0]
    count = f"{len(judgements)} of {total} promises {verdict}: " if total > 1 else ""
    on = f" on {first.target}" if first.target else ""
    return f"{count}{first.promise}{on}: {first.because}"
