"""THE ONE PLACE where a promise and its verdict become sentences: the promise, the reason, what
would decide it, and notes (`WORDS`, by code).

Sentences are made of codes and figures (`reasons.py`). Nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.base.messages import ENGLISH
from plimsoll.base.units import amount, exact_seconds, exact_size, share
from plimsoll.features.promises.messages import message
from plimsoll.judge import codes, flatness, run_text
from plimsoll.judge.codes import Catalogue, Figures
from plimsoll.judge.limiter.observations import SHARED

if TYPE_CHECKING:
    from plimsoll.features.promises.rules.document import (
        ClaimVerdict,
        Code,
        InUnits,
        PerVolume,
        Terms,
        Verdict,
    )

THIS_OBJECTIVE, THIS_RATE = "this objective", "this rate"
"""Names of a promise from the flags of the command, as they are stored."""
_OF_FLAGS = {THIS_OBJECTIVE: "this-objective", THIS_RATE: "this-rate"}
NO_PAIR: Mapping[str, Callable[[Figures], str]] = {
    "one_amount": lambda _: message("steps-one_amount"),
    "did_not_grow": lambda f: message(
        "steps-did_not_grow",
        low=units.significant(float(f["outstanding_low"]), 3),
        high=units.significant(float(f["outstanding_high"]), 3),
    ),
}
"""Why no two Runs show the effect of more outstanding I/O."""


# -- what is promised ------------------------------------------------------------------------------


def name(own_name: str | None, terms: Terms) -> str:
    """The name of a promise: the one in its file, else the promise itself."""
    return _at_size(own_name or _terms_text(terms), terms.block_size)


def shown_name(stored: str, terms: Terms) -> str:
    """The name of a promise for a reader. It is stored in English: what the user wrote stays as it
    is, and the rest is written anew."""
    with language.writing(ENGLISH):
        own, made = without_size(stored, terms.block_size), _terms_text(terms)
    size = terms.block_size if own != stored else None
    if own == made:
        return _at_size(_terms_text(terms), size)
    return _at_size(message(_OF_FLAGS[own]) if own in _OF_FLAGS else own, size)


def promise_text(terms: Terms) -> str:
    """What is promised, with the sums that led to the value."""
    return _at_size(_terms_text(terms), terms.block_size)


def _at_size(promise: str, block_size: str | None) -> str:
    """The name of a promise that is tested at several block sizes."""
    return promise if block_size is None else message("at-size", promise=promise, size=block_size)


def without_size(promise: str, block_size: str | None) -> str:
    """The name of a promise without the block size at its end."""
    return promise.removesuffix(_at_size("", block_size)) if block_size else promise


def _terms_text(terms: Terms) -> str:
    if terms.value_per_s is None:
        return _objective(terms)
    value = amount(terms.value_per_s, "bytes" if terms.kind == "bytes" else "rate")
    text = message(f"promised-{terms.direction}", value=value)
    if terms.objective:
        text = message("within-objective", promise=text, objective=terms.objective)
    sums = language.clauses([*_by_volume(terms.per_volume), *_by_units(terms.in_units)])
    return f"{text} ({sums})" if sums else text


def _objective(terms: Terms) -> str:
    text = str(terms.objective)
    if terms.tolerable is not None:
        bounds = {"objective": text, "tolerable": terms.tolerable, "ideal": terms.ideal}
        text = message("levels-ideal" if terms.ideal is not None else "levels", **bounds)
    if terms.offered_rate_per_s is not None:
        rate = amount(terms.offered_rate_per_s, "rate")
        return message("objective-at", objective=text, rate=rate)
    if terms.queue_depth is None:
        return text
    return message(
        "objective-with", objective=text, workers=terms.workers, queue_depth=terms.queue_depth
    )


def _by_volume(rate: PerVolume | None) -> list[str]:
    return (
        [] if rate is None else [f"{amount(rate.rate_per_s, 'rate')}/{rate.unit} × {rate.volume}"]
    )


def _by_units(in_units: InUnits | None) -> list[str]:
    if in_units is None:
        return []
    return [
        message(
            "in-units",
            units=amount(in_units.units_per_s, "rate", bare=True),
            size=in_units.size,
            cost=units.significant(in_units.cost, 4),
            block_size=in_units.block_size,
        )
    ]


# -- what was measured -----------------------------------------------------------------------------


def _amount(f: Figures, name: str, *, bare: bool = False) -> str:
    kind = "bytes" if f.get("counted") == "bytes" else "rate"
    return amount(float(f[name]), kind, bare=bare)


def _run_rate(f: Figures) -> str:
    """The rate of a Run with its interval and its load."""
    rate = _amount(f, "measured_per_s")
    if "low_per_s" in f:
        low, high = _amount(f, "low_per_s", bare=True), _amount(f, "high_per_s", bare=True)
        rate = message("with-ends", value=rate, low=low, high=high)
    return message("rate-with", rate=rate, load=_load(f)) if "queue_depth" in f else rate


def _load(f: Figures) -> str:
    return message("outstanding", workers=int(f["workers"]), queue_depth=int(f["queue_depth"]))


def _margin(f: Figures) -> str:
    return units.significant(float(f["margin"]) * 100, 3)


def _bound(f: Figures) -> str:
    """The promised value with its margin."""
    bound, promised = float(f["bound_per_s"]), float(f["promised_per_s"])
    if float(f["margin"]) == 0:
        return _amount(f, "bound_per_s")
    return message(
        "bound-less" if bound < promised else "bound-and",
        bound=_amount(f, "bound_per_s"),
        promised=_amount(f, "promised_per_s", bare=True),
        margin=_margin(f),
    )


def _of_rate(code: str) -> Callable[[Figures], str]:
    """A reason with the rate of a Run and the bound."""
    return lambda f: message(code, rate=_run_rate(f), bound=_bound(f))


def _with_steps(code: str) -> Callable[[Figures], str]:
    """The same, and the effect of more outstanding I/O."""
    return lambda f: message(code, rate=_run_rate(f), bound=_bound(f), steps=_steps(f))


def _of_file(f: Figures) -> str:
    """The rate of a whole Run from its file, beside the promise."""
    apart = float(f.get("apart", 0.0))
    figures = {"rate": _run_rate(f), "bound": _bound(f)}
    if abs(apart) < 0.0005:
        return message("reason-rate_of_file", **figures)
    code = "reason-rate_of_file-below" if apart < 0 else "reason-rate_of_file-above"
    return message(code, **figures, apart=units.significant(100 * abs(apart), 3))


def _includes(f: Figures) -> str:
    return message("reason-interval_includes", rate=_run_rate(f), bound=_amount(f, "bound_per_s"))


def _above(f: Figures) -> str:
    return "may-be" if f["above"] == "may_be" else "is-not"


def _promise_amount(f: Figures) -> str:
    return _amount(f, "promised_per_s")


def _steps(f: Figures) -> str:
    """The effect of more outstanding I/O."""
    kind = str(f["steps"])
    return NO_PAIR[kind](f) if kind in NO_PAIR else flatness.words(kind, f)


# -- an objective ----------------------------------------------------------------------------------


def _level(f: Figures) -> str:
    """A Run's figure beside the bound of a level."""
    at = message("at-unknown-load")
    if "offered_per_s" in f:
        at = message("at-offered", rate=_amount(f, "offered_per_s"))
    elif "queue_depth" in f:
        at = message("at-load", load=_load(f))
    return f"{at}: {_level_finding(f)}"


def _level_finding(f: Figures) -> str:
    match f["shows"]:
        case "not_carried" if "served_per_s" in f:
            return message("level-served", rate=_amount(f, "served_per_s"))
        case "not_carried":
            return str(f["words"])
        case "nothing":
            return message("level-nothing")
        case "share":
            value = units.significant(f["value"], 3)
            if "low" in f:
                ends = {
                    "low": units.significant(f["low"], 3),
                    "high": units.significant(f["high"], 3),
                }
                value = message("with-ends", value=value, **ends)
            of = str(f["of"]) if f["of"] in ("errors", "achieved") else "beyond"
            text = message(f"level-share-{of}", objective=f["objective"], share=value)
        case shows:
            value = _span(f, "value")
            if "low" in f:
                ends = {"low": _span(f, "low"), "high": _span(f, "high")}
                value = message("with-ends", value=value, **ends)
            statistic = "mean" if shows != "figure" else str(f["objective"]).partition(" <=")[0]
            text = message(
                "level-against", statistic=statistic, value=value, bound=_span(f, "bound_ns")
            )
    if "met_as_well" in f:
        return message("met-as-well", finding=text, others=f["met_as_well"])
    return text


def _span(f: Figures, name: str) -> str:
    return exact_seconds(float(f[name]) / 1e9)


def _unsettled_means(f: Figures) -> dict[str, str]:
    """The first and last mean of a Run whose mean had not settled; empty where it had."""
    if "first_ns" not in f:
        return {}
    return {"first": _span(f, "first_ns"), "last": _span(f, "last_ns")}


def _met_text(f: Figures) -> str:
    level = str(f.get("level"))
    text = _level(f)
    if level in ("tolerable", "ideal"):
        text = message(f"reason-met-{level}", finding=text)
    if "undecided" not in f:
        return text
    code = "also-undecided-unsettled" if _unsettled_means(f) else "also-undecided"
    return f"{text}; {message(code, level=f['undecided'], **_unsettled_means(f))}"


def _undecided_text(f: Figures) -> str:
    finding, moved = _level(f), _unsettled_means(f)
    if "reason" in f:
        why = run_text.short_reason(str(f["reason"]))
        if moved:
            return message("reason-undecided-because-unsettled", finding=finding, why=why, **moved)
        return message("reason-undecided-because", finding=finding, why=why)
    if moved:
        return message("reason-undecided-unsettled", finding=finding, **moved)
    return message("reason-undecided", finding=finding)


# -- a load line -----------------------------------------------------------------------------------


def _line(f: Figures) -> str:
    low = _amount(f, "line_low_per_s") if "line_low_per_s" in f else None
    high = _amount(f, "line_high_per_s") if "line_high_per_s" in f else None
    if low is not None and high is not None:
        return message("line", low=low, high=high)
    if low is not None:
        return message("line-no-high", low=low)
    return message("line-no-low", high=high) if high is not None else message("line-open")


def _missed_rate(f: Figures) -> str:
    return message(
        "note-missed_below", missed=_amount(f, "missed_per_s"), met=_amount(f, "met_per_s")
    )


def _regimes(f: Figures) -> str:
    first, *others = (
        message(
            "regime-above" if "above" in name else "regime-below", rate=amount(float(rate), "rate")
        )
        for name, rate in f.items()
    )
    ends = message("and", names=first, last=others[0]) if others else first
    return message("note-two_regimes", ends=ends)


# -- what would decide -----------------------------------------------------------------------------


def free(hold_up: str, others: float | None) -> str:
    """The advice where this machine kept a Run from a verdict."""
    of = "own-lag" if hold_up == "own_lag" else "others"
    if others is not None and others > SHARED:
        return message(f"free-{of}-busy", share=share(others))
    return message(f"free-{of}")


def _free(f: Figures) -> str:
    return free(str(f["held_up_by"]), float(f["others"]) if "others" in f else None)


def _longer(f: Figures) -> str:
    if "held_up_by" in f and "seconds" in f:
        time = exact_seconds(float(f["seconds"]))
        return message("decide-free-then-longer-about", free=_free(f), time=time)
    if "held_up_by" in f:
        return message("decide-free-then-longer", free=_free(f))
    if "seconds" in f:
        return message("decide-longer-about", time=exact_seconds(float(f["seconds"])))
    return message("decide-longer")


def _more_outstanding(code: str) -> Callable[[Figures], str]:
    return lambda f: message(code, most=int(f["most"]), asked=int(f["asked"]))


# -- beside the verdict ----------------------------------------------------------------------------


def _address_text(code: str) -> Callable[[Figures], str]:
    """A text with the addressed share of the volume."""

    def text(f: Figures) -> str:
        touched, volume = float(f["addressed_bytes"]), float(f["volume_bytes"])
        return message(
            code,
            addressed=exact_size(touched),
            volume=exact_size(volume),
            share=units.significant(100 * touched / volume, 2),
        )

    return text


def _shown_text(code: str) -> Callable[[Figures], str]:
    return lambda f: message(
        code,
        time=exact_seconds(float(f["seconds"])),
        operations=units.count(float(f["operations"])),
    )


def _burst_text(f: Figures) -> str:
    code = "note-burst_kept_out-bytes" if f["counted"] == "bytes" else "note-burst_kept_out"
    time = exact_seconds(float(f["seconds"]))
    return message(code, amount=units.count(float(f["amount"])), time=time)


def _run_note(f: Figures) -> str:
    figures = {"run": int(f["run"]), "shown": f["shown"], "load": f["asked"]}
    if f["unlike"]:
        return message("note-run_shown-unlike", **figures, parts=f["unlike"])
    return message("note-run_shown", **figures)


def _imported_question(f: Figures) -> str:
    if f["free"]:
        return message("note-imported_question-free", load=f["asked"], parts=f["free"])
    return message("note-imported_question", load=f["asked"])


def _plain(code: str) -> Callable[[Figures], str]:
    """A text without figures."""
    return lambda _: message(code)


def _text_of_code(f: Figures) -> str:
    """A text from elsewhere."""
    return str(f["words"])


WORDS: Catalogue = {
    # Why: Runs that say nothing about the target.
    "no_run": _plain("reason-no_run"),
    "no_run_in_campaign": lambda f: message(
        "reason-no_run_in_campaign", campaign=int(f["campaign"])
    ),
    "no_run_of_level": lambda f: message("reason-no_run_of_level", objective=f["objective"]),
    "cached": lambda f: message("reason-cached", because=f["words"]),
    "failed": lambda f: message("reason-failed", because=f["words"]),
    "client_bound": lambda f: message("reason-client_bound", because=f["words"]),
    "of_the_run": _text_of_code,
    "not_settled": _plain("reason-not_settled"),
    "no_intervals": _plain("reason-no_intervals"),
    "too_few_intervals": _plain("reason-too_few_intervals"),
    # Why: a rate.
    "above": _of_rate("reason-above"),
    "reached": _of_rate("reason-reached"),
    "too_low": _with_steps("reason-too_low"),
    "too_low_or_client": lambda f: message(
        f"reason-too_low_or_client-{f['client']}", rate=_run_rate(f), bound=_bound(f)
    ),
    "too_low_so_far": _with_steps("reason-too_low_so_far"),
    "interval_includes": _includes,
    "cap_or_client": lambda f: message(
        f"reason-cap_or_client-{f['client']}-{_above(f)}",
        rate=_run_rate(f),
        promised=_promise_amount(f),
    ),
    "no_proof_of_a_cap": lambda f: message(
        f"reason-no_proof_of_a_cap-{_above(f)}",
        rate=_run_rate(f),
        promised=_promise_amount(f),
        steps=_steps(f),
    ),
    "equals_and_capped": lambda f: message(
        "reason-equals_and_capped",
        rate=_run_rate(f),
        margin=_margin(f),
        promised=_promise_amount(f),
        steps=_steps(f),
    ),
    "within_and_capped": _with_steps("reason-within_and_capped"),
    # Why: Runs of other programs.
    "rate_of_file": _of_file,
    "near_in_file": lambda f: message("reason-near_in_file", finding=_level(f)),
    "not_carried_in_file": lambda f: message("reason-not_carried_in_file", finding=_level(f)),
    "no_run_alike": _plain("reason-no_run_alike"),
    "several_questions": lambda f: message("reason-several_questions", parts=f["differs"]),
    "figure_not_told": _text_of_code,
    # Why: an objective.
    "met": _met_text,
    "missed": _level,
    "undecided": _undecided_text,
    # Why: a load line.
    "line_reaches": lambda f: message("reason-line_reaches", line=_line(f), bound=_bound(f)),
    "line_too_low": lambda f: message("reason-line_too_low", line=_line(f), bound=_bound(f)),
    "line_missed_below": lambda f: message(
        "reason-line_missed_below", line=_line(f), missed=_missed_rate(f)
    ),
    "line_includes": lambda f: message(
        "reason-line_includes", line=_line(f), bound=_amount(f, "bound_per_s")
    ),
    # Why: media.
    "may_be_a_cache": _address_text("reason-may_be_a_cache"),
    # What would decide it.
    "measure": _plain("decide-measure"),
    "measure_promised": _plain("decide-measure_promised"),
    "use_direct": _plain("decide-use_direct"),
    "mend": _plain("decide-mend"),
    "client_on_time": _plain("decide-client_on_time"),
    "to_the_end": _plain("decide-to_the_end"),
    "steady_or_longer": _plain("decide-steady_or_longer"),
    "with_intervals": _plain("decide-with_intervals"),
    "steady": _plain("decide-steady"),
    "settle": lambda f: message("decide-settle", time=exact_seconds(float(f["seconds"]))),
    "free": _free,
    "longer": _longer,
    "wider_margin": _plain("decide-wider_margin"),
    "larger_client": _plain("decide-larger_client"),
    "faster_client": _plain("decide-faster_client"),
    "higher_in_flight_cap": _plain("decide-higher_in_flight_cap"),
    "more_outstanding": _more_outstanding("decide-more_outstanding"),
    "longer_or_more_outstanding": _more_outstanding("decide-longer_or_more_outstanding"),
    "holds_below": _plain("decide-holds_below"),
    "hold_at_promised": _plain("decide-hold_at_promised"),
    "larger_working_set": lambda f: message(
        "decide-larger_working_set",
        wanted=exact_size(float(f["wanted_bytes"])),
        share=units.significant(100 * float(f["share"]), 3),
    ),
    "intervals_or_measure": _plain("decide-intervals_or_measure"),
    "state_it": _plain("decide-state_it"),
    "deeper_run": _plain("decide-deeper_run"),
    "import_or_measure": _plain("decide-import_or_measure"),
    # Beside the verdict.
    "media_not_examined": _address_text("note-media_not_examined"),
    "not_reached_again": lambda f: message(
        "note-not_reached_again", rate=_run_rate(f), time=exact_seconds(float(f["seconds"]))
    ),
    "settled_later": lambda f: message("note-settled_later", load=_load(f)),
    "burst_kept_out": _burst_text,
    "shown": _shown_text("note-shown"),
    "shown_so_long": _shown_text("note-shown_so_long"),
    "reached_with_more": lambda f: message(
        "note-reached_with_more", asked=int(f["asked"]), stated=int(f["stated"])
    ),
    "no_throttle_proven": _plain("note-no_throttle_proven"),
    "missed_below": _missed_rate,
    "imported": _plain("note-imported"),
    "imported_without_intervals": _plain("note-imported_without_intervals"),
    "run_shown": _run_note,
    "more_runs": lambda f: message("note-more_runs", runs=int(f["runs"])),
    "imported_question": _imported_question,
    "of_the_files": _text_of_code,
    "taken_as": lambda f: message("note-taken_as", parts=f["free"], load=f["asked"]),
    "not_finished": lambda f: message("note-not_finished", runs=int(f["runs"])),
    "other_target": lambda f: message("note-other_target", named=f["named"], target=f["target"]),
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
        return message("overall-kept", promises=total)
    first = judgements[0]
    text = message("promise-because", promise=on_target(first), because=first.because)
    if total == 1:
        return text
    return message(
        f"overall-{verdict}-because", count=len(judgements), promises=total, because=text
    )


def on_target(judged: ClaimVerdict) -> str:
    """The name of a promise, with its target where there are several."""
    if not judged.target:
        return judged.promise
    return message("promise-on", promise=judged.promise, target=judged.target)


def verdict_text(judged: ClaimVerdict) -> str:
    """The verdict with the level that was kept: `kept, ideal`."""
    if judged.level in ("ideal", "tolerable"):
        return message(f"verdict-{judged.verdict}-{judged.level}")
    return message(f"verdict-{judged.verdict}")
