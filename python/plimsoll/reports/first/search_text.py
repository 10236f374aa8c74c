"""The answer of a search in words, at every length: of its end (`evidence/search_end.py`) the
sentence with all that it rests on, and the headlines that are short enough for a first screen.

There are as many as there are ends of a search. One that has no load line says so first, and never
prints a rate that reads like one; one without a rate to plan with never says "plan with".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll import units
from plimsoll.reports.common import answer
from plimsoll.reports.evidence import search_end

if TYPE_CHECKING:
    from plimsoll.reports.evidence.evidence import Evidence
    from plimsoll.reports.evidence.search_end import Code, SearchEnd

BADGES: dict[Code, str] = {
    "running": "No answer yet",
    "interrupted": "Interrupted",
    "confirmed": "Confirmed",
    "at_least": "At least",
    "estimated": "Estimated",
    "not_to_plan_with": "No rate to plan with",
    "not_placed": "No answer: not placed",
    "seen_at_least": "At least, not confirmed",
    "at_most": "At most, not confirmed",
    "unconfirmed": "No answer: not confirmed",
    "missed": "Missed",
    "target_changed": "No answer: the target changed",
    "machine_disturbed": "No answer: this machine was disturbed",
    "pauses_break_objective": "Missed: the storage pauses",
    "none": "No answer",
}
_WITHOUT = {
    "target_changed": "the target changed during the search",
    "machine_disturbed": "this machine was too disturbed to measure from",
    "pauses_break_objective": "pauses of the storage break the objective at any rate",
}
"""Why there is no line, no bound and no limiter."""
REASONS = {
    "stopped": "it was stopped before it had an answer",
    "failed": "the target failed",
    "stopped_answering": "the target stopped answering, Run after Run",
    "client_bound": "the generator reached its limit before the target did",
    "time_limit": "the time limit was reached",
    "both_held": "holds confirmed both ends",
    "line_moves": "the line moved while it was measured",
    "interval_narrow_enough": "the interval is as narrow as asked",
    "too_close_to_decide": "Runs nearer to the line could not be decided",
    "probe_limit": "the limit on the number of Runs was reached",
    "no_upper_end": "no offered rate missed the objective",
    "objective_not_met": "no offered rate met the objective",
    "above_range": "the objective was still met at the highest rate that was to be tried",
    "below_range": "the objective was missed at the lowest rate that was to be tried",
    "not_confirmed": "no hold has passed at the low end within the limits",
    "undecided": "no Run could be decided within its limits",
    "objective_needed": "no default objective fits: give one",
    **_WITHOUT,
}
_CUT = {"stopped": "Stopped early", "failed": "The target failed"}
"""What cut a search short, as its answer begins."""
PAGE_CACHE = "The page cache answered, not the storage."
NEAR = 0.01
"""A rate this close to one that was tested is that rate: a Run issues its rate but for chance."""
BELOW = 0.05
"""So far below the interval of an estimate a rate to plan with needs a word."""


def reason(evidence: Evidence) -> str:
    """Why a search ended, or what a sweep did not tell; empty when it did not say."""
    line = evidence.load_line
    if evidence.answer.read_from_runs:
        return line.because if line.grade == "bounded" else ""
    given = line.reason or evidence.answer.because
    return REASONS.get(given, given.replace("_", " ").rstrip("."))


# -- the whole answer ------------------------------------------------------------------------------


def whole(evidence: Evidence) -> str:
    """The answer with its interval, its workload, what was tested and what to plan with."""
    end, line = search_end.decide(evidence), evidence.load_line
    if (cut := _CUT.get(line.reason)) is None:
        return _whole(evidence, end)
    if line.reason == "stopped" and (end.held or line.estimated):
        return f"{cut}. {_whole(evidence, end)}"
    if not (known := _known(evidence)):
        return f"{cut}: no load line, nothing was measured yet."
    promise = f" and {evidence.promised}" if evidence.promised else ""
    what = answer.workload(evidence)
    return f"{cut}: no load line for {what}{promise}. Known by then: {'; '.join(known)}."


def _whole(evidence: Evidence, end: SearchEnd) -> str:
    who, what = answer.subject(evidence), answer.workload(evidence)
    small = f"{who[0].lower()}{who[1:]}"
    keeping = f", with {evidence.promised}" if evidence.promised else ""
    if end.cached:
        who = f"The page cache, not the storage: {small}"
        small = f"{who[0].lower()}{who[1:]}"
    low, high = units.rate(end.low), units.rate(end.high)
    of = f"of {what}{keeping}"
    match end.code:
        case "running" | "interrupted":
            state = "is still running" if end.code == "running" else "was interrupted"
            kept = f"{answer.runs(len(evidence.measured))} kept"
            return f"No load line yet: the campaign {state} before it had an answer ({kept})."
        case "target_changed" | "machine_disturbed" | "pauses_break_objective":
            return f"No answer for {what}{keeping}: {_WITHOUT[end.code]}."
        case "confirmed":
            said = f"{who} carries {_line(end)} {of}."
            # What the page cache answered is no rate to plan with.
            return f"{said} {_planned(evidence, end)}" if end.usable else said
        case "at_least":
            return f"{who} carries {_open_above(evidence, end, of)}"
        case "estimated":
            said = f"Estimated: {small} carries about {_line(end)} {of}; not confirmed."
            return f"{said} {_plan_of_estimate(evidence, end)}" if end.usable else said
        case "not_to_plan_with" if end.held:
            why = "No rate to plan with: results varied too much from test to test."
            if end.high is None:
                return f"{who} carries {_open_above(evidence, end, of)} {why}"
            return f"{who} carries {_line(end)} {of}. {why}"
        case "not_to_plan_with":
            about = f"Estimated: {small} carries about {_line(end)} {of}; not confirmed."
            return f"{about} No rate to plan with: {_why_no_plan(evidence)}."
        case "not_placed":
            between = f"less than {high} IOPS"
            if end.low is not None:
                between = f"somewhere between {low} and {high} IOPS"
            said = f"The load line could not be placed: {small} carries {between} {of}."
            return f"{said} No rate to plan with: {_why_no_plan(evidence)}."
        case "seen_at_least":
            open_ = _open_end(evidence)
            return f"Bounded: {small} carries at least {low} IOPS {of}; not confirmed. {open_}"
        case "at_most":
            why = reason(evidence)
            bound = f"only a bound: it lies below {high} IOPS"
            return f"No load line for {what}{keeping}, {bound}. {why[0].upper()}{why[1:]}."
        case "unconfirmed":
            passed = (search_end.highest_pass(evidence) or 0.0) >= (end.low or 0.0)
            met = "probes passed" if passed else "undecided probes leaned towards a pass"
            said = f"No confirmed load line for {what}{keeping}: {met} up to {low} IOPS"
            return f"{said}, but no hold passed. Do not rely on it."
        case _:
            why = reason(evidence) or "the search ended without one"
            if evidence.answer.read_from_runs:
                return f"No load line for {what}{keeping}: {why}."
            why = why if end.high is None else f"it lies below {high} IOPS; {why}"
            promise = f" and {evidence.promised}" if evidence.promised else ""
            light = light_load(evidence)
            return f"No load line for {what}{promise}: {why}.{f' {light}' if light else ''}"


def _line(end: SearchEnd) -> str:
    """`78,650 IOPS (72,500 .. 84,550, 95 %)`."""
    sure = f", {end.confidence * 100:g} %" if end.confidence else ""
    best = end.rate if end.rate is not None else end.low
    return f"{units.rate(best)} IOPS ({units.rate(end.low)} .. {units.rate(end.high)}{sure})"


def test(evidence: Evidence) -> str:
    """What a rate passed: a line that was read from Runs that were there was tested by no new
    one."""
    return "a test" if evidence.answer.read_from_runs else "a fresh test"


def _planned(evidence: Evidence, end: SearchEnd) -> str:
    """The rate to plan with of a line whose ends were both tested."""
    low, plan = end.low or 0.0, end.plan or 0.0
    passed, failed = f"passed {test(evidence)}", f"and {units.rate(end.high)} failed one"
    if plan >= low * (1 - NEAR):
        told = f"Plan with {units.rate(plan)}: it {passed}, {failed}."
    else:
        # Only a little below what was tested, it needs no reason of its own.
        lower = (
            "a little lower than the range"
            if plan >= low * (1 - BELOW)
            else "lower than the range, because results varied from test to test"
        )
        told = f"Plan with {units.rate(plan)}, {lower}: {units.rate(low)} {passed}, {failed}."
    return f"{told}{_missed_below(evidence, min(low, plan))}"


def _plan_of_estimate(evidence: Evidence, end: SearchEnd) -> str:
    moves = ""
    if search_end.of_files(evidence):
        moves = ": the highest rate in the files that clearly met the objective"
    elif (end.plan or 0.0) < (1 - BELOW) * (end.low or 0.0):
        moves = ": lower than the range, because results varied from test to test"
    return f"Plan with {units.rate(end.plan)}{moves}.{_missed_below(evidence, end.plan or 0.0)}"


def _why_no_plan(evidence: Evidence) -> str:
    """Why an estimate comes without a rate to plan with."""
    if search_end.of_files(evidence):
        return "no rate in the files that is within a quarter of the line clearly met the objective"
    if "rejudged" in evidence.answer.notes:
        return (
            "none of these Runs was judged by this objective: measure there before planning on it"
        )
    return "no retest passed near the low end of the range"


def _open_above(evidence: Evidence, end: SearchEnd, of: str) -> str:
    """A line whose upper end was not confirmed."""
    low = units.rate(end.low)
    if end.seen is not None:
        missed = f"Probes missed the objective at {units.rate(end.seen)}"
        return f"at least {low} IOPS {of}. {missed}, but no hold confirmed that end."
    client = evidence.load_line.reason == "client_bound"
    bound, ends = ("≥", ", client-bound") if client else ("at least", "")
    return f"{bound} {low} IOPS {of}{ends}. The line itself was not reached."


def _open_end(evidence: Evidence) -> str:
    """Why a sweep has no upper end; where Runs missed the objective all the same, at which rates,
    and that nothing can be planned with."""
    missed = sorted(
        {rate for rate, one in search_end.offered(evidence) if one["verdict"] == "fail"}
    )
    if not missed:
        return "No Run clearly missed it, so the line itself was not reached."
    rates = units.rate(missed[0])
    if len(missed) > 1:
        rates += f" .. {units.rate(missed[-1])}"
    said = f"The line itself was not reached, but Runs at {rates} IOPS missed the objective."
    if evidence.load_line.plan_per_s is None:
        said += " No rate to plan with: none met it without a lower one that missed it."
    return said


def _missed_below(evidence: Evidence, plan: float) -> str:
    """How many Runs missed at rates up to the one to plan with: whoever plans with it reads of them
    in the table of Runs anyway. Nothing where none did."""
    decided = [
        probe["verdict"]
        for rate, probe in search_end.offered(evidence)
        # A Run that was asked for nothing but to carry its rate says nothing of the objective.
        if rate <= plan and probe["verdict"] in ("pass", "fail") and probe["estimates"]
    ]
    if not (missed := decided.count("fail")):
        return ""
    return f" At or below that, {missed} of {len(decided)} Runs missed the objective."


def _known(evidence: Evidence) -> list[str]:
    """What an interrupted search knows that has no line: each a fact of its Runs."""
    said = []
    probes = search_end.offered(evidence)
    if (top := search_end.maximum(evidence)) is not None:
        told = "the maximum is" if evidence.answer.maximum else "without any objective it did"
        least = "≥" if search_end.lower_bound(evidence) else "about"
        said.append(f"{told} {least} {units.rate(top)} IOPS")
    passes = [rate for rate, probe in probes if probe["verdict"] == "pass" and probe["estimates"]]
    fails = [rate for rate, probe in probes if probe["verdict"] == "fail"]
    if passes:
        met = "the highest rate that met the objective, in one short Run, is"
        said.append(f"{met} {units.rate(max(passes))}")
    if fails:
        said.append(f"the lowest that missed it is {units.rate(min(fails))}")
    if probes and not passes and not fails:
        said.append("no Run at an offered rate had met the objective or missed it")
    return said


def light_load(evidence: Evidence) -> str:
    """What the light load had, where even that missed the objective or nothing could be decided:
    the answer then. Empty where it was not asked."""
    if evidence.load_line.reason not in ("objective_not_met", "below_range", "undecided"):
        return ""
    light = [
        run
        for run in evidence.measured
        if run.offered is not None and run.row.role in ("reference", "probe")
    ]
    if not light:
        return ""
    run = min(light, key=lambda run: run.offered or 0.0)
    wanted = [(one.kind, one.metric, one.figure) for one in evidence.objectives]
    seen = [
        f"{shown.replace('_', '.')} {metric.replace('_', ' ')}"
        f" {answer.bounded(run.figures(kind, metric), shown)}"
        for kind, metric, figure in dict.fromkeys(wanted)
        # A percentile that so few operations do not carry: the mean is then all there is.
        for shown in (
            figure if answer.bounded(run.figures(kind, metric), figure) != units.DASH else "mean",
        )
    ]
    if not seen:
        return ""
    return f"The lightest load tried, {units.rate(run.offered)} IOPS, had {' and '.join(seen)}."


# -- short -----------------------------------------------------------------------------------------


def headlines(evidence: Evidence, end: SearchEnd) -> tuple[str, ...]:
    """The same in a sentence for the first screen, the fullest first."""
    wanted = evidence.promised_briefly
    keeping, aim = (f" at {wanted}", f" for {wanted}") if wanted else ("", "")
    rate, low, high = units.rate(end.rate), units.rate(end.low), units.rate(end.high)
    plan = units.rate(end.plan)
    if end.cached:
        return (f"The page cache answered, not the storage: {low} IOPS{keeping}.", PAGE_CACHE)
    match end.code:
        case "running":
            return ("No load line yet: the search is still running.",)
        case "interrupted":
            return ("No load line: the search was interrupted before it had an answer.",)
        case "confirmed":
            return (
                f"Plan with {plan} IOPS{keeping}; {high} failed the test.",
                f"Plan with {plan} IOPS{keeping}.",
                f"Plan with {plan} IOPS; {high} failed the test.",
            )
        case "at_least":
            above = "the limit was not reached"
            if end.seen is not None:
                above = f"only short Runs missed it, at {units.rate(end.seen)}"
            return (
                f"At least {low} IOPS{keeping}; {above}.",
                f"At least {low} IOPS{keeping}.",
                f"At least {low} IOPS; {above}.",
            )
        case "estimated":
            said = f"not confirmed; plan with {plan}."
            return _both(f"About {rate} IOPS", keeping, f", {said}")
        case "not_to_plan_with":
            return _both(f"{bounds(end)} IOPS", keeping, "; too uncertain to plan with.")
        case "not_placed":
            return _both(f"Not placed: {somewhere(end)}", keeping, ".")
        case "seen_at_least":
            return _both(f"At least {low} IOPS", keeping, ", not confirmed.")
        case "at_most":
            return _both(f"Less than {high} IOPS", keeping, ", not confirmed.")
        case "pauses_break_objective":
            return (f"Pauses of the storage break {wanted or 'the objective'} at any rate.",)
        case "target_changed" | "machine_disturbed":
            return (f"No answer: {_WITHOUT[end.code]}.",)
        case "unconfirmed":
            return _both("No load line", aim, ": no hold confirmed any rate.")
        case _ if end.busy:
            return ("No answer: other programs kept this machine busy.",)
        case _ if end.high is not None:
            return _both("Missed: the load line", aim, f" lies below {high} IOPS.")
        case _:
            why = reason(evidence) or "the search ended without one"
            return (*_both("No load line", aim, f": {why}."), "No load line.")


def _both(first: str, middle: str, last: str) -> tuple[str, str]:
    """With the objective in the middle, and without."""
    return f"{first}{middle}{last}", f"{first}{last}"


def bounds(end: SearchEnd) -> str:
    """The ends of a line in which no rate can be planned with."""
    if end.high is None:
        return f"At least {units.rate(end.low)}"
    return f"Between {units.rate(end.low)} and {units.rate(end.high)}"


def somewhere(end: SearchEnd) -> str:
    """Where a line lies that was not placed: anywhere below its upper end, where no Run met the
    objective."""
    high = f"{units.rate(end.high)} IOPS"
    return f"less than {high}" if end.low is None else f"{units.rate(end.low)} to {high}"


def verdict(end: SearchEnd) -> str:
    """The verdict on the page to sign."""
    memory = ", from the page cache" if end.cached else ""
    rate, low = units.rate(end.rate), units.rate(end.low)
    match end.code:
        case "running":
            return "no result yet"
        case "interrupted":
            return "interrupted"
        case "confirmed":
            return f"carries {low} IOPS{memory}"
        case "at_least":
            return f"carries at least {low} IOPS{memory}"
        case "estimated":
            return f"estimated, not confirmed: {rate} IOPS"
        case "not_to_plan_with" if end.high is None:
            return f"no rate to plan with: the line lies above {low}"
        case "not_to_plan_with":
            return f"no rate to plan with: the line lies between {low} and {units.rate(end.high)}"
        case "not_placed":
            return f"not placed: {somewhere(end)}"
        case _:
            return "no load line"
