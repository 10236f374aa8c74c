"""The answer of a search in words, at every length from badge to full sentence, for each way it can
end (`evidence/search_end.py`).

Without a load line the text states that first and prints no rate that reads like one. Without a
rate to plan with it never says "plan with"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.report.common import answer
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import records, search_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.report.evidence.search_end import Code, SearchEnd

_NO_ANSWER_REASONS = {
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
    **_NO_ANSWER_REASONS,
}
_CUT_PREFIXES = {"stopped": "Stopped early", "failed": "The target failed"}
"""Reasons that cut a search short, at the start of its answer."""
PAGE_CACHE = "The page cache answered, not the storage."
SAME_RATE = 0.01
"""Relative distance within which a rate counts as tested: a Run's issued rate varies by chance."""
SMALL_GAP = 0.05
"""Relative distance below the interval from which a rate to plan with needs an explanation."""
_VARIATION = "results varied from test to test"


@dataclass(frozen=True)
class Wording:
    """The text of an answer at every length."""

    badge: str
    """Two or three words."""
    whole: str
    """With interval, workload, tests and the rate to plan with."""
    headlines: tuple[str, ...]
    """A sentence for the first screen, the fullest first."""
    verdict: str = "no load line"
    """For the page to sign."""
    row: str = "no load line"
    """In a list of lines: the rate and its grade."""
    brief: str = ""
    """In a headline of several lines: only a confirmed line stands without a qualifier."""
    number: Figure | None = None
    """The main number. None when there is no rate to plan with, since a large figure would be
    taken for one."""
    figures: tuple[Figure, ...] = ()
    """The line with its grade, and the recommended rate."""


def of(evidence: Evidence) -> Wording:
    """The answer of a search."""
    return evidence.once(_wording)


def _wording(evidence: Evidence) -> Wording:
    given = _terms(evidence)
    wording = _WORDINGS[given.end.code](given)
    if given.end.cached:
        wording = _from_memory(given, wording)
    return replace(wording, whole=_cut(given, wording.whole))


@dataclass(frozen=True)
class _Terms:
    """The parts of the sentences."""

    evidence: Evidence
    end: SearchEnd
    rate: str
    """The line itself, or its low end when only that is known."""
    low: str
    high: str
    plan: str
    sure: str
    """`, 95 %`."""
    subject: str
    """The measured subject at the start of a sentence."""
    question: str
    """The workload and the objective: `8 KiB random, with p99 response time <= 1 ms`."""
    neither: str
    """The question after "no"."""
    at: str
    """The objective in a headline: ` at p99 <= 1 ms`."""
    aim: str
    """The objective in a headline when it was not reached."""

    @property
    def interval(self) -> str:
        """`78,650 IOPS (72,500 .. 84,550, 95 %)`."""
        return f"{self.rate} IOPS ({self.low} .. {self.high}{self.sure})"

    @property
    def estimate(self) -> str:
        """The sentence on an estimated line."""
        about = f"{self.small} carries about {self.interval} of {self.question}"
        return f"Estimated: {about}; not confirmed."

    @property
    def small(self) -> str:
        """The measured subject inside a sentence."""
        return _small(self.subject)

    def plan_figure(self, basis: str) -> Figure:
        """The rate to plan with."""
        end = self.end
        return Figure("Plan with", f"{self.plan} IOPS", basis, end.plan, low=end.low, high=end.high)


def _terms(evidence: Evidence) -> _Terms:
    end, subject = search_end.decide(evidence), answer.subject(evidence)
    work, promised, brief = (
        _work(evidence),
        evidence.objective_words,
        evidence.brief_objective_words,
    )
    return _Terms(
        evidence,
        end,
        rate=units.rate(end.low if end.rate is None else end.rate),
        low=units.rate(end.low),
        high=units.rate(end.high),
        plan=units.rate(end.plan),
        sure=f", {end.confidence * 100:g} %" if end.confidence and not end.busy else "",
        subject=f"The page cache, not the storage: {_small(subject)}" if end.cached else subject,
        question=f"{work}{f', with {promised}' if promised else ''}",
        neither=f"{work}{f' and {promised}' if promised else ''}",
        at=f" at {brief}" if brief else "",
        aim=f" for {brief}" if brief else "",
    )


def _work(evidence: Evidence) -> str:
    """The workload of the line. In our own Runs syncs count as operations."""
    work, spec = answer.workload(evidence), evidence.spec
    counted = (
        spec is not None and spec["workload"].get("sync") and not search_end.of_files(evidence)
    )
    return f"{work} (syncs counted)" if counted else work


def _small(text: str) -> str:
    return f"{text[0].lower()}{text[1:]}"


def _both(first: str, middle: str, last: str) -> tuple[str, str]:
    """The sentence with the objective in the middle, and without it."""
    return f"{first}{middle}{last}", f"{first}{last}"


# -- the ends --------------------------------------------------------------------------------------


def _running_wording(terms: _Terms) -> Wording:
    return Wording(
        "No answer yet",
        _no_answer_yet(terms, "is still running"),
        ("No load line yet: the search is still running.",),
        verdict="no result yet",
        row="no answer yet",
    )


def _interrupted_wording(terms: _Terms) -> Wording:
    return Wording(
        "Interrupted",
        _no_answer_yet(terms, "was interrupted"),
        ("No load line: the search was interrupted before it had an answer.",),
        verdict="interrupted",
        row="no answer yet",
    )


def _no_answer_yet(terms: _Terms, state: str) -> str:
    runs_text = f"{answer.runs(len(terms.evidence.measured_runs))} kept"
    return f"No load line yet: the campaign {state} before it had an answer ({runs_text})."


def _confirmed_wording(terms: _Terms) -> Wording:
    end = terms.end
    low, plan = end.low or 0.0, end.plan or 0.0
    carries = f"{terms.subject} carries {terms.interval} of {terms.question}."
    basis = f"below the range: {_VARIATION}"
    if plan >= low * (1 - SMALL_GAP):
        basis = f"passed {_test(terms.evidence)}"
    known = "confirmed on a busy machine" if end.busy else "confirmed"
    lower = f"; plan with {terms.plan}" if plan < low else ""
    return Wording(
        "Confirmed, on a busy machine" if end.busy else "Confirmed",
        # A rate of the page cache is no rate to plan with.
        f"{carries} {_plan_of_line(terms)}" if end.usable else carries,
        (
            f"Plan with {terms.plan} IOPS{terms.at}; {terms.high} failed the test.",
            f"Plan with {terms.plan} IOPS{terms.at}.",
            f"Plan with {terms.plan} IOPS; {terms.high} failed the test.",
        ),
        verdict=f"carries {terms.low} IOPS",
        row=f"{terms.low} IOPS, {known}; {terms.high} failed{lower}",
        brief=terms.low,
        number=terms.plan_figure(
            f"load line {terms.rate} ({terms.low} to {terms.high}{terms.sure})"
        ),
        figures=(
            Figure("Load line", f"{terms.rate} IOPS", f"{terms.low} .. {terms.high}"),
            Figure("Recommended rate", f"{terms.plan} IOPS", basis),
        ),
    )


def _at_least_wording(terms: _Terms) -> Wording:
    seen = terms.end.seen
    above = "the limit was not reached"
    if seen is not None:
        above = f"only short Runs missed it, at {units.rate(seen)}"
    return Wording(
        "At least",
        f"{terms.subject} carries {_open_above(terms)}",
        (
            f"At least {terms.low} IOPS{terms.at}; {above}.",
            f"At least {terms.low} IOPS{terms.at}.",
            f"At least {terms.low} IOPS; {above}.",
        ),
        verdict=f"carries at least {terms.low} IOPS",
        row=f"at least {terms.low} IOPS; the limit was not reached",
        brief=f"≥ {terms.low}",
        number=Figure("At least", f"{terms.low} IOPS", "a hold passed; upper end not confirmed"),
        figures=(_open_figure(terms),),
    )


def _estimated_wording(terms: _Terms) -> Wording:
    whole = terms.estimate
    between = f"{terms.low} to {terms.high}{terms.sure}"
    return Wording(
        "Estimated",
        f"{whole} {_plan_of_estimate(terms)}" if terms.end.usable else whole,
        _both(f"About {terms.rate} IOPS", terms.at, f", not confirmed; plan with {terms.plan}."),
        verdict=f"estimated, not confirmed: {terms.rate} IOPS",
        row=f"about {terms.rate} IOPS, estimated, not confirmed; plan with {terms.plan}",
        brief=f"about {terms.rate}",
        number=terms.plan_figure(f"line about {terms.rate} ({between}), not confirmed"),
        figures=(_estimate(terms),),
    )


def _no_plan_wording(terms: _Terms) -> Wording:
    """A line without a rate to plan with; both, one or none of its ends are held."""
    end, open_above = terms.end, terms.end.high is None
    why = "No rate to plan with: results varied too much from test to test."
    bounds = f"at least {terms.low}" if open_above else f"between {terms.low} and {terms.high}"
    lies = f"above {terms.low}" if open_above else bounds
    row = f"{bounds} IOPS"
    if not end.held:
        about = terms.estimate
        whole = f"{about} No rate to plan with: {_why_no_plan(terms.evidence)}."
        row, figure = f"about {terms.rate} IOPS, estimated", _estimate(terms)
    elif open_above:
        whole, figure = f"{terms.subject} carries {_open_above(terms)} {why}", _open_figure(terms)
    else:
        whole = f"{terms.subject} carries {terms.interval} of {terms.question}. {why}"
        basis = f"{terms.low} .. {terms.high}; no rate to plan with"
        figure = Figure("Load line", f"{terms.rate} IOPS", basis)
    return Wording(
        "No rate to plan with",
        whole,
        _both(f"{bounds.capitalize()} IOPS", terms.at, "; too uncertain to plan with."),
        verdict=f"no rate to plan with: the line lies {lies}",
        row=f"{row}; not to plan with",
        brief=f"≥ {terms.low}" if end.held and open_above else f"about {terms.rate}",
        figures=(figure,),
    )


def _not_placed_wording(terms: _Terms) -> Wording:
    # Without a passed Run the line lies anywhere below its upper end.
    below = terms.end.low is None
    somewhere = f"less than {terms.high} IOPS" if below else f"{terms.low} to {terms.high} IOPS"
    between = f"somewhere between {terms.low} and {terms.high} IOPS"
    lies = f"{terms.small} carries {somewhere if below else between} of {terms.question}"
    return Wording(
        "No answer: not placed",
        f"The load line could not be placed: {lies}. No rate to plan with:"
        f" {_why_no_plan(terms.evidence)}.",
        _both(f"Not placed: {somewhere}", terms.at, "."),
        verdict=f"not placed: {somewhere}",
        row="no answer: not placed",
        figures=(Figure("Load line, not placed", somewhere, "not confirmed"),),
    )


def _seen_at_least_wording(terms: _Terms) -> Wording:
    bound, why = f"at least {terms.low} IOPS", _open_end(terms.evidence)
    whole = f"Bounded: {terms.small} carries {bound} of {terms.question}; not confirmed. {why}"
    unheld = "not confirmed by a hold"
    planned = terms.end.usable
    return Wording(
        "At least, not confirmed",
        f"{whole} {_plan_of_estimate(terms)}" if planned else whole,
        _both(f"At least {terms.low} IOPS", terms.at, ", not confirmed."),
        row=f"{bound}, not confirmed",
        brief=f"≥ {terms.low}",
        number=terms.plan_figure(unheld)
        if planned
        else Figure("At least", f"{terms.low} IOPS", unheld),
        figures=(Figure("Load line, bounded", bound, "not confirmed; not reached"),),
    )


def _at_most_wording(terms: _Terms) -> Wording:
    why = reason(terms.evidence)
    bound = f"only a bound: it lies below {terms.high} IOPS"
    return Wording(
        "At most, not confirmed",
        f"No load line for {terms.question}, {bound}. {why[0].upper()}{why[1:]}.",
        _both(f"Less than {terms.high} IOPS", terms.at, ", not confirmed."),
        number=Figure("Less than", f"{terms.high} IOPS", "not confirmed by a hold"),
    )


def _unconfirmed_wording(terms: _Terms) -> Wording:
    passed = (search_end.highest_pass(terms.evidence) or 0.0) >= (terms.end.low or 0.0)
    met = "probes passed" if passed else "undecided probes leaned towards a pass"
    basis = "no load line: no hold confirmed it"
    return Wording(
        "No answer: not confirmed",
        f"No confirmed load line for {terms.question}: {met} up to {terms.low} IOPS, but no hold"
        " passed. Do not rely on it.",
        _both("No load line", terms.aim, ": no hold confirmed any rate."),
        figures=(Figure("Probes passed up to", f"{terms.low} IOPS", basis),),
    )


def _missed_wording(terms: _Terms) -> Wording:
    return replace(_no_line_wording(terms), badge="Missed")


def _target_changed_wording(terms: _Terms) -> Wording:
    return _no_answer_wording(terms, "No answer: the target changed")


def _machine_disturbed_wording(terms: _Terms) -> Wording:
    return _no_answer_wording(terms, "No answer: this machine was disturbed")


def _pauses_wording(terms: _Terms) -> Wording:
    wanted = terms.evidence.brief_objective_words or "the objective"
    return replace(
        _no_answer_wording(terms, "Missed: the storage pauses"),
        headlines=(f"Pauses of the storage break {wanted} at any rate.",),
    )


def _no_answer_wording(terms: _Terms, badge: str) -> Wording:
    """The wording without a line or a bound."""
    why = _NO_ANSWER_REASONS[terms.end.code]
    return Wording(badge, f"No answer for {terms.question}: {why}.", (f"No answer: {why}.",))


def _no_line_wording(terms: _Terms) -> Wording:
    why = reason(terms.evidence) or "the search ended without one"
    below = terms.end.high is not None
    if terms.evidence.answer.read_from_runs:
        whole = f"No load line for {terms.question}: {why}."
    else:
        light, lies = (
            light_load(terms.evidence),
            f"it lies below {terms.high} IOPS; " if below else "",
        )
        whole = f"No load line for {terms.neither}: {lies}{why}.{f' {light}' if light else ''}"
    headlines: tuple[str, ...] = (*_both("No load line", terms.aim, f": {why}."), "No load line.")
    if terms.end.busy:
        headlines = ("No answer: other programs kept this machine busy.",)
    elif below:
        headlines = _both("Missed: the load line", terms.aim, f" lies below {terms.high} IOPS.")
    basis = "missed at the lowest rate tried"
    number = Figure("Less than", f"{terms.high} IOPS", basis) if below else None
    return Wording("No answer", whole, headlines, number=number)


_WORDINGS: dict[Code, Callable[[_Terms], Wording]] = {
    "running": _running_wording,
    "interrupted": _interrupted_wording,
    "confirmed": _confirmed_wording,
    "at_least": _at_least_wording,
    "estimated": _estimated_wording,
    "not_to_plan_with": _no_plan_wording,
    "not_placed": _not_placed_wording,
    "seen_at_least": _seen_at_least_wording,
    "at_most": _at_most_wording,
    "unconfirmed": _unconfirmed_wording,
    "missed": _missed_wording,
    "target_changed": _target_changed_wording,
    "machine_disturbed": _machine_disturbed_wording,
    "pauses_break_objective": _pauses_wording,
    "none": _no_line_wording,
}


def _from_memory(terms: _Terms, wording: Wording) -> Wording:
    """The wording when the page cache answered: no figure describes the storage."""
    end, number = terms.end, wording.number
    if number is not None and end.code in search_end.PLANNABLE_CODES:
        number = replace(number, name="From the page cache", amount=None)
    carries = end.code in ("confirmed", "at_least")
    figure = Figure("From the page cache", f"{terms.low} IOPS", f"{terms.low} .. {terms.high}")
    return replace(
        wording,
        badge="No answer: from the page cache",
        headlines=(
            f"The page cache answered, not the storage: {terms.low} IOPS{terms.at}.",
            PAGE_CACHE,
        ),
        verdict=f"{wording.verdict}, from the page cache" if carries else wording.verdict,
        row="no answer: from the page cache",
        number=number,
        figures=() if end.low is None else (figure,),
    )


# -- parts of the sentences ------------------------------------------------------------------------


def _cut(terms: _Terms, whole: str) -> str:
    """The full answer with a prefix when the search was stopped or its target failed."""
    line = terms.evidence.load_line
    if (cut := _CUT_PREFIXES.get(line.reason)) is None:
        return whole
    if line.reason == "stopped" and (terms.end.held or line.is_estimated):
        return f"{cut}. {whole}"
    if not (known := _known_facts(terms.evidence)):
        return f"{cut}: no load line, nothing was measured yet."
    return f"{cut}: no load line for {terms.neither}. Known by then: {'; '.join(known)}."


def reason(evidence: Evidence) -> str:
    """Why a search ended, or what a sweep lacks; empty when unknown."""
    line = evidence.load_line
    if evidence.answer.read_from_runs:
        return line.because if line.grade == "bounded" else ""
    given = line.reason or evidence.answer.because
    return REASONS.get(given, given.replace("_", " ").rstrip("."))


def _test(evidence: Evidence) -> str:
    """The noun for the test that a rate passed. Lines read from existing Runs had no fresh one."""
    return "a test" if evidence.answer.read_from_runs else "a fresh test"


def _estimate(terms: _Terms) -> Figure:
    basis = f"{terms.low} .. {terms.high}; not confirmed"
    return Figure("Load line, estimated", f"{units.rate(terms.end.rate)} IOPS", basis)


def _open_figure(terms: _Terms) -> Figure:
    """A line whose upper end was not confirmed."""
    planned = "no rate to plan with" if terms.end.plan is None else "recommended rate"
    sweep = terms.evidence.answer.read_from_runs and terms.end.seen is None
    value = f"{'at least ' if sweep else ''}{terms.low} IOPS"
    return Figure("Load line", value, f"{planned}; {answer.upper(terms.evidence.load_line)}")


def _plan_of_line(terms: _Terms) -> str:
    """The rate to plan with when both ends of the line were tested."""
    low, plan = terms.end.low or 0.0, terms.end.plan or 0.0
    passed, failed = f"passed {_test(terms.evidence)}", f"and {terms.high} failed one"
    if plan >= low * (1 - SAME_RATE):
        text = f"Plan with {terms.plan}: it {passed}, {failed}."
    else:
        # A small distance needs no reason.
        lower = f"lower than the range, because {_VARIATION}"
        if plan >= low * (1 - SMALL_GAP):
            lower = "a little lower than the range"
        text = f"Plan with {terms.plan}, {lower}: {terms.low} {passed}, {failed}."
    return f"{text}{_missed_below(terms.evidence, min(low, plan))}"


def _plan_of_estimate(terms: _Terms) -> str:
    plan, moves = terms.end.plan or 0.0, ""
    if search_end.of_files(terms.evidence):
        moves = ": the highest rate in the files that clearly met the objective"
    elif plan < (1 - SMALL_GAP) * (terms.end.low or 0.0):
        moves = f": lower than the range, because {_VARIATION}"
    return f"Plan with {terms.plan}{moves}.{_missed_below(terms.evidence, plan)}"


def _why_no_plan(evidence: Evidence) -> str:
    """Why an estimate has no rate to plan with."""
    if search_end.of_files(evidence):
        return "no rate in the files that is within a quarter of the line clearly met the objective"
    if "rejudged" in evidence.answer.notes:
        return (
            "none of these Runs was judged by this objective: measure there before planning on it"
        )
    return "no retest passed near the low end of the range"


def _open_above(terms: _Terms) -> str:
    """A line whose upper end was not confirmed."""
    if terms.end.seen is not None:
        missed = f"Probes missed the objective at {units.rate(terms.end.seen)}"
        least = f"at least {terms.low} IOPS of {terms.question}"
        return f"{least}. {missed}, but no hold confirmed that end."
    client = terms.evidence.load_line.reason == "client_bound"
    bound, ends = ("≥", ", client-bound") if client else ("at least", "")
    return f"{bound} {terms.low} IOPS of {terms.question}{ends}. The line itself was not reached."


def _open_end(evidence: Evidence) -> str:
    """Why a sweep has no upper end, and which rates missed the objective all the same."""
    missed = sorted(
        {rate for rate, probe in search_end.probes_by_rate(evidence) if probe.verdict == "fail"}
    )
    if not missed:
        return "No Run clearly missed it, so the line itself was not reached."
    rates = units.rate(missed[0])
    if len(missed) > 1:
        rates += f" .. {units.rate(missed[-1])}"
    text = f"The line itself was not reached, but Runs at {rates} IOPS missed the objective."
    if evidence.load_line.plan_per_s is None:
        text += " No rate to plan with: none met it without a lower one that missed it."
    return text


def _missed_below(evidence: Evidence, plan: float) -> str:
    """The number of missed Runs at or below the rate to plan with, since readers find them in
    the table of Runs; empty without any."""
    decided = [
        probe.verdict
        for rate, probe in search_end.probes_by_rate(evidence)
        # Runs without an objective do not count.
        if rate <= plan and probe.verdict in ("pass", "fail") and probe.estimates
    ]
    if not (missed := decided.count("fail")):
        return ""
    return f" At or below that, {missed} of {len(decided)} Runs missed the objective."


def _known_facts(evidence: Evidence) -> list[str]:
    """The facts known to an interrupted search without a line."""
    facts = []
    probes = search_end.probes_by_rate(evidence)
    if (top := search_end.maximum(evidence)) is not None:
        words = "the maximum is" if evidence.answer.maximum else "without any objective it did"
        least = "≥" if search_end.lower_bound(evidence) else "about"
        facts.append(f"{words} {least} {units.rate(top)} IOPS")
    passes = [rate for rate, probe in probes if probe.verdict == "pass" and probe.estimates]
    fails = [rate for rate, probe in probes if probe.verdict == "fail"]
    if passes:
        met = "the highest rate that met the objective, in one short Run, is"
        facts.append(f"{met} {units.rate(max(passes))}")
    if fails:
        facts.append(f"the lowest that missed it is {units.rate(min(fails))}")
    if probes and not passes and not fails:
        facts.append("no Run at an offered rate had met the objective or missed it")
    return facts


def light_load(evidence: Evidence) -> str:
    """The result of the lightest load, when even that missed the objective or nothing was
    decided; empty otherwise."""
    if evidence.load_line.reason not in ("objective_not_met", "below_range", "undecided"):
        return ""
    light = [
        run
        for run in evidence.measured_runs
        if run.offered_rate is not None and run.row.role in ("reference", "probe")
    ]
    if not light:
        return ""
    run = min(light, key=lambda run: run.offered_rate or 0.0)
    wanted = [
        (objective.kind, objective.metric, objective.figure) for objective in evidence.objectives
    ]
    latencies = [
        f"{shown.replace('_', '.')} {metric.replace('_', ' ')}"
        f" {records.latency_text(run.figures(kind, metric), shown)}"
        for kind, metric, figure in dict.fromkeys(wanted)
        # Too few operations for the percentile: show the mean.
        for shown in (
            figure
            if records.latency_text(run.figures(kind, metric), figure) != units.DASH
            else "mean",
        )
    ]
    if not latencies:
        return ""
    rate = units.rate(run.offered_rate)
    return f"The lightest load tried, {rate} IOPS, had {' and '.join(latencies)}."
