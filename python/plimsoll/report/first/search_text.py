"""The answer of a search in words, at every length from badge to full sentence, for each way it can
end (`evidence/search_end.py`).

Without a load line the text states that first and prints no rate that reads like one. Without a
rate to plan with it never says "plan with"."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from plimsoll.base import language, units
from plimsoll.report.common import answer
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import records, search_end
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.search_end import Code, SearchEnd
from plimsoll.report.first.summary import sentence
from plimsoll.report.messages import message
from plimsoll.search import reasons
from plimsoll.search.reasons import reason_text

REASONS = (
    "stopped",
    "failed",
    "stopped_answering",
    "client_bound",
    "time_limit",
    "both_held",
    "line_moves",
    "interval_narrow_enough",
    "too_close_to_decide",
    "probe_limit",
    "no_upper_end",
    "objective_not_met",
    "above_range",
    "below_range",
    "not_confirmed",
    "undecided",
    "objective_needed",
    "target_changed",
    "machine_disturbed",
    "pauses_break_objective",
)
"""Reasons for which a search ends; of the last three there is no line, no bound and no limiter."""
SAME_RATE = 0.01
"""Relative distance within which a rate counts as tested: a Run's issued rate varies by chance."""
SMALL_GAP = 0.05
"""Relative distance below the interval from which a rate to plan with needs an explanation."""
_NONE = "none"
"""A figure that a sentence does without: the catalogue has the sentence without it, too."""


@dataclass(frozen=True)
class Wording:
    """The text of an answer at every length."""

    badge: str
    """Two or three words."""
    whole: str
    """With interval, workload, tests and the rate to plan with."""
    headlines: tuple[str, ...]
    """A sentence for the first screen, the fullest first."""
    objective_in: int = 1
    """So many of them, from the first on, state the objective."""
    reason_in: int = 0
    """So many of them state why the search ended."""
    verdict: str = field(default_factory=lambda: message("no-load-line"))
    """For the page to sign."""
    row: str = field(default_factory=lambda: message("no-load-line"))
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
    """The confidence: `95 %`."""
    subject: str
    """The measured subject at the start of a sentence."""
    small: str
    """The measured subject inside a sentence."""
    question: str
    """The workload and the objective: `8 KiB random, with p99 response time <= 1 ms`."""
    denied: str
    """The question after "no"."""
    objective: str
    """The objective in a headline: `p99 <= 1 ms`."""

    @property
    def interval(self) -> str:
        """`78,650 IOPS (72,500 .. 84,550, 95 %)`."""
        return message("interval", rate=self.rate, low=self.low, high=self.high, sure=self.sure)

    @property
    def carries(self) -> str:
        """The sentence on a confirmed line."""
        interval, question = self.interval, self.question
        return message("carries", subject=self.subject, interval=interval, question=question)

    @property
    def estimate(self) -> str:
        """The sentence on an estimated line."""
        interval, question = self.interval, self.question
        return message("estimated", subject=self.small, interval=interval, question=question)

    def both(self, headline: Callable[[str], str]) -> tuple[str, str]:
        """The headline with the objective, and without it."""
        return headline(self.objective), headline(_NONE)

    def plan_figure(self, basis: str) -> Figure:
        """The rate to plan with."""
        end = self.end
        return Figure(
            message("plan-with"), _iops(self.plan), basis, end.plan, low=end.low, high=end.high
        )


def _terms(evidence: Evidence) -> _Terms:
    end = search_end.decide(evidence)
    work = _work(evidence, end.low if end.rate is None else end.rate)
    subject, small = answer.subject(evidence), answer.subject(evidence, "inside")
    if end.cached:
        subject, small = (
            message("subject-page-cache", place=place, subject=small)
            for place in ("start", "inside")
        )
    promised = evidence.objective_words or _NONE
    return _Terms(
        evidence,
        end,
        rate=units.rate(end.low if end.rate is None else end.rate),
        low=units.rate(end.low),
        high=units.rate(end.high),
        plan=units.rate(end.plan),
        sure=units.significant_percent(end.confidence, 6)
        if end.confidence and not end.busy
        else _NONE,
        subject=subject,
        small=small,
        question=message("question", workload=work, objective=promised),
        denied=message("question-denied", workload=work, objective=promised),
        objective=evidence.brief_objective_words or _NONE,
    )


def commits_at(evidence: Evidence, rate_per_s: float | None) -> str:
    """Durable commits a second at a rate of the line; empty where nothing makes writes durable."""
    spec = evidence.spec
    if spec is None or rate_per_s is None or spec["clients"]:
        return ""
    share = records.commit_share(spec["workload"])
    return "" if share is None else units.rate(rate_per_s * share)


def _work(evidence: Evidence, rate_per_s: float | None) -> str:
    """The workload of the line, with its durable commits."""
    work, commits = answer.workload(evidence), commits_at(evidence, rate_per_s)
    return message("workload-with-commits", workload=work, commits=commits) if commits else work


def _iops(rate: str) -> str:
    return message("iops", rate=rate)


def _ends(terms: _Terms) -> str:
    """Both ends of a line, as the basis of a figure."""
    return message("ends", low=terms.low, high=terms.high)


# -- the ends --------------------------------------------------------------------------------------


def _running_wording(terms: _Terms) -> Wording:
    return Wording(
        message("no-answer-yet"),
        message("still-running-whole", runs=_runs(terms)),
        (message("still-running-headline"),),
        objective_in=0,
        verdict=message("no-result-yet"),
        row=message("no-answer-yet-row"),
    )


def _interrupted_wording(terms: _Terms) -> Wording:
    return Wording(
        message("interrupted"),
        message("interrupted-whole", runs=_runs(terms)),
        (message("interrupted-headline"),),
        objective_in=0,
        verdict=message("interrupted-verdict"),
        row=message("no-answer-yet-row"),
    )


def _runs(terms: _Terms) -> str:
    return answer.runs(len(terms.evidence.measured_runs))


def _confirmed_wording(terms: _Terms) -> Wording:
    end, low, high, plan_text = terms.end, terms.low, terms.high, terms.plan
    lowest, plan = end.low or 0.0, end.plan or 0.0
    basis = message("plan-below-range")
    if plan >= lowest * (1 - SMALL_GAP):
        basis = message("passed-test", test=_test(terms.evidence))
    grade = "busy" if end.busy else "quiet"
    row = message("confirmed-row", low=low, high=high, machine=grade)
    if plan < lowest:
        row = message("confirmed-plan-row", low=low, high=high, plan=plan_text, machine=grade)
    line = {"rate": terms.rate, "high": high, "sure": terms.sure}
    if plan_text == low:
        line_basis = message("line-basis-above", **line)
    else:
        line_basis = message("line-basis", low=low, **line)
    return Wording(
        message("confirmed", machine=grade),
        # A rate of the page cache is no rate to plan with.
        _join_sentences(terms.carries, _plan_of_line(terms)) if end.usable else terms.carries,
        terms.both(lambda goal: message("plan-headline", plan=plan_text, objective=goal)),
        verdict=message("carries-verdict", low=low),
        row=row,
        brief=low,
        number=terms.plan_figure(line_basis),
        figures=(
            Figure(message("load-line"), _iops(terms.rate), _ends(terms)),
            Figure(message("recommended-rate"), _iops(plan_text), basis),
        ),
    )


def _at_least_wording(terms: _Terms) -> Wording:
    low, seen = terms.low, "none" if terms.end.seen is None else units.rate(terms.end.seen)
    above = terms.both(
        lambda goal: (
            message("at-least-headline", low=low, objective=goal)
            if terms.end.seen is None
            else message("at-least-missed-headline", low=low, objective=goal, missed=seen)
        )
    )
    return Wording(
        message("at-least"),
        _open_above(terms),
        (above[0], message("at-least-short", low=low, objective=terms.objective), above[1]),
        objective_in=2,
        verdict=message("at-least-verdict", low=low),
        row=message("at-least-row", low=low),
        brief=f"≥ {low}",
        number=Figure(message("at-least"), _iops(low), message("hold-passed-basis")),
        figures=(_open_figure(terms),),
    )


def _estimated_wording(terms: _Terms) -> Wording:
    whole, rate, plan = terms.estimate, terms.rate, terms.plan
    return Wording(
        message("estimated-badge"),
        _join_sentences(whole, _plan_of_estimate(terms)) if terms.end.usable else whole,
        terms.both(lambda goal: message("estimated-headline", plan=plan, objective=goal)),
        verdict=message("estimated-verdict", rate=rate),
        row=message("estimated-row", rate=rate, plan=plan),
        brief=message("about", rate=rate),
        number=terms.plan_figure(
            message("estimated-basis", rate=rate, low=terms.low, high=terms.high, sure=terms.sure)
        ),
        figures=(_estimate(terms),),
    )


def _no_plan_wording(terms: _Terms) -> Wording:
    """A line without a rate to plan with; both, one or none of its ends are held."""
    end, low, high = terms.end, terms.low, terms.high
    if end.high is None:
        headlines = terms.both(
            lambda goal: message("no-plan-above-headline", low=low, objective=goal)
        )
        verdict = message("no-plan-above-verdict", low=low)
        row = message("no-plan-above-row", low=low)
    else:
        headlines = terms.both(
            lambda goal: message("no-plan-between-headline", low=low, high=high, objective=goal)
        )
        verdict = message("no-plan-between-verdict", low=low, high=high)
        row = message("no-plan-between-row", low=low, high=high)
    if not end.held:
        whole = _join_sentences(terms.estimate, _why_no_plan(terms.evidence))
        row, figure = message("no-plan-estimated-row", rate=terms.rate), _estimate(terms)
    elif end.high is None:
        whole, figure = (
            _join_sentences(_open_above(terms), message("no-plan-varied")),
            _open_figure(terms),
        )
    else:
        whole = _join_sentences(terms.carries, message("no-plan-varied"))
        basis = message("ends-no-plan", low=low, high=high)
        figure = Figure(message("load-line"), _iops(terms.rate), basis)
    return Wording(
        message("no-plan"),
        whole,
        headlines,
        verdict=verdict,
        row=row,
        brief=f"≥ {low}" if end.held and end.high is None else message("about", rate=terms.rate),
        figures=(figure,),
    )


def _not_placed_wording(terms: _Terms) -> Wording:
    low, high, why = terms.low, terms.high, _why_no_plan(terms.evidence)
    # Without a passed Run the line lies anywhere below its upper end.
    if terms.end.low is None:
        somewhere = message("less-than", high=high)
        whole = message("not-placed-below", subject=terms.small, high=high, question=terms.question)
    else:
        somewhere = message("range", low=low, high=high)
        whole = message(
            "not-placed-between", subject=terms.small, low=low, high=high, question=terms.question
        )
    return Wording(
        message("not-placed"),
        _join_sentences(whole, why),
        terms.both(lambda goal: message("not-placed-headline", rates=somewhere, objective=goal)),
        verdict=message("not-placed-verdict", rates=somewhere),
        row=message("not-placed-row"),
        figures=(Figure(message("line-not-placed"), somewhere, message("not-confirmed")),),
    )


def _seen_at_least_wording(terms: _Terms) -> Wording:
    low, planned = terms.low, terms.end.usable
    bounded = message("bounded", subject=terms.small, low=low, question=terms.question)
    whole = _join_sentences(bounded, _open_end(terms.evidence))
    unheld = message("not-confirmed-by-hold")
    return Wording(
        message("seen-at-least"),
        _join_sentences(whole, _plan_of_estimate(terms)) if planned else whole,
        terms.both(lambda goal: message("seen-at-least-headline", low=low, objective=goal)),
        row=message("seen-at-least-row", low=low),
        brief=f"≥ {low}",
        number=terms.plan_figure(unheld)
        if planned
        else Figure(message("at-least"), _iops(low), unheld),
        figures=(
            Figure(
                message("line-bounded"),
                message("at-least-rate", low=low),
                message("not-confirmed-not-reached"),
            ),
        ),
    )


def _at_most_wording(terms: _Terms) -> Wording:
    high = terms.high
    bound = message("at-most-whole", question=terms.question, high=high)
    return Wording(
        message("at-most"),
        _join_sentences(bound, sentence(reason(terms.evidence))),
        terms.both(lambda goal: message("at-most-headline", high=high, objective=goal)),
        number=Figure(message("less"), _iops(high), message("not-confirmed-by-hold")),
    )


def _unconfirmed_wording(terms: _Terms) -> Wording:
    low, passed = terms.low, search_end.highest_pass(terms.evidence) or 0.0
    if passed >= (terms.end.low or 0.0):
        whole = message("unconfirmed-passed", question=terms.question, low=low)
    else:
        whole = message("unconfirmed-leaned", question=terms.question, low=low)
    return Wording(
        message("unconfirmed"),
        whole,
        terms.both(lambda goal: message("unconfirmed-headline", objective=goal)),
        figures=(Figure(message("probes-passed"), _iops(low), message("probes-passed-basis")),),
    )


def _missed_wording(terms: _Terms) -> Wording:
    return replace(_no_line_wording(terms), badge=message("missed"))


def _target_changed_wording(terms: _Terms) -> Wording:
    return _no_answer_wording(terms, message("target-changed"))


def _machine_disturbed_wording(terms: _Terms) -> Wording:
    return _no_answer_wording(terms, message("machine-disturbed"))


def _pauses_wording(terms: _Terms) -> Wording:
    return replace(
        _no_answer_wording(terms, message("storage-pauses")),
        headlines=(message("storage-pauses-headline", objective=terms.objective),),
        objective_in=1,
        reason_in=0,
    )


def _no_answer_wording(terms: _Terms, badge: str) -> Wording:
    """The wording without a line or a bound."""
    why = message(f"reason-{terms.end.code}")
    return Wording(
        badge,
        message("no-answer-for", question=terms.question, why=why),
        (message("no-answer-because", why=why),),
        objective_in=0,
        reason_in=1,
    )


def _no_line_wording(terms: _Terms) -> Wording:
    why, number = reason(terms.evidence) or message("reason-none"), None
    high, light = terms.high, light_load(terms.evidence)
    whole = message("no-line-for", question=terms.denied, why=why)
    headlines: tuple[str, ...] = (
        *terms.both(lambda goal: message("no-line-headline", objective=goal, why=why)),
        message("no-line-short"),
    )
    objective_in, reason_in = 1, 2
    if terms.end.high is not None:
        whole = message("no-line-below", question=terms.denied, high=high, why=why)
        headlines = terms.both(lambda goal: message("missed-headline", objective=goal, high=high))
        number = Figure(message("less"), _iops(high), message("missed-at-lowest"))
        reason_in = 0
    if terms.end.busy:
        headlines = (message("machine-busy-headline"),)
        objective_in = reason_in = 0
    if terms.evidence.answer.read_from_runs:
        whole, light = message("no-line-for", question=terms.question, why=why), ""
    return Wording(
        message("no-answer"),
        _join_sentences(whole, light),
        headlines,
        objective_in=objective_in,
        reason_in=reason_in,
        number=number,
    )


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
    end, number, name = terms.end, wording.number, message("page-cache-name")
    if number is not None and end.code in search_end.PLANNABLE_CODES:
        number = replace(number, name=name, amount=None)
    verdict = wording.verdict
    if end.code in ("confirmed", "at_least"):
        verdict = message("page-cache-verdict", verdict=verdict)
    return replace(
        wording,
        badge=message("page-cache-badge"),
        headlines=(
            message("page-cache-headline", low=terms.low, objective=terms.objective),
            message("page-cache-answered"),
        ),
        objective_in=1,
        reason_in=0,
        verdict=verdict,
        row=message("page-cache-row"),
        number=number,
        figures=() if end.low is None else (Figure(name, _iops(terms.low), _ends(terms)),),
    )


# -- parts of the sentences ------------------------------------------------------------------------


def _join_sentences(*texts: str) -> str:
    """Sentences one after the other; empty ones are left out."""
    return language.sentences(filter(None, texts))


def _cut(terms: _Terms, whole: str) -> str:
    """The full answer with a prefix when the search was stopped or its target failed."""
    line = terms.evidence.load_line
    if line.reason not in ("stopped", "failed"):
        return whole
    if line.reason == "stopped" and (terms.end.held or line.is_estimated):
        return _join_sentences(message("stopped-early"), whole)
    known = "; ".join(_known_facts(terms.evidence))
    if line.reason == "stopped":
        if not known:
            return message("stopped-early-nothing")
        return message("stopped-early-known", question=terms.denied, facts=known)
    if not known:
        return message("target-failed-nothing")
    return message("target-failed-known", question=terms.denied, facts=known)


def reason(evidence: Evidence) -> str:
    """Why a search ended, or what a sweep lacks; empty when unknown."""
    line = evidence.load_line
    if evidence.answer.read_from_runs:
        return line.because if line.grade == "bounded" else ""
    given = line.reason or evidence.answer.because
    if given in REASONS:
        return message(f"reason-{given}")
    return language.without_stop(reason_text(given) if given in reasons.REASONS else given)


def _test(evidence: Evidence) -> str:
    """The kind of test that a rate passed. Lines read from existing Runs had no fresh one."""
    return "old" if evidence.answer.read_from_runs else "fresh"


def _estimate(terms: _Terms) -> Figure:
    basis = message("ends-not-confirmed", low=terms.low, high=terms.high)
    return Figure(message("line-estimated"), _iops(units.rate(terms.end.rate)), basis)


def _open_figure(terms: _Terms) -> Figure:
    """A line whose upper end was not confirmed."""
    upper, low = answer.upper(terms.evidence.load_line), terms.low
    basis = message("recommended-basis", upper=upper)
    if terms.end.plan is None:
        basis = message("no-plan-basis", upper=upper)
    sweep = terms.evidence.answer.read_from_runs and terms.end.seen is None
    value = message("at-least-rate", low=low) if sweep else _iops(low)
    return Figure(message("load-line"), value, basis)


def _plan_of_line(terms: _Terms) -> str:
    """The rate to plan with when both ends of the line were tested."""
    low, plan = terms.end.low or 0.0, terms.end.plan or 0.0
    test, high = _test(terms.evidence), terms.high
    if plan >= low * (1 - SAME_RATE):
        text = message("plan-passed", test=test, plan=terms.plan, high=high)
    elif plan >= low * (1 - SMALL_GAP):
        # A small distance needs no reason.
        text = message("plan-a-little-lower", test=test, plan=terms.plan, low=terms.low, high=high)
    else:
        text = message("plan-lower", test=test, plan=terms.plan, low=terms.low, high=high)
    return _join_sentences(text, _missed_below(terms.evidence, min(low, plan)))


def _plan_of_estimate(terms: _Terms) -> str:
    plan, text = terms.end.plan or 0.0, message("plan", plan=terms.plan)
    if search_end.of_files(terms.evidence):
        text = message("plan-of-files", plan=terms.plan)
    elif plan < (1 - SMALL_GAP) * (terms.end.low or 0.0):
        text = message("plan-lower-than-range", plan=terms.plan)
    return _join_sentences(text, _missed_below(terms.evidence, plan))


def _why_no_plan(evidence: Evidence) -> str:
    """Why an estimate has no rate to plan with."""
    if search_end.of_files(evidence):
        return message("no-plan-of-files")
    if "rejudged" in evidence.answer.notes:
        return message("no-plan-rejudged")
    return message("no-plan-no-retest")


def _open_above(terms: _Terms) -> str:
    """The sentences on a line whose upper end was not confirmed."""
    subject, low, question = terms.subject, terms.low, terms.question
    if terms.end.seen is not None:
        return message(
            "carries-probes-missed",
            subject=subject,
            low=low,
            question=question,
            missed=units.rate(terms.end.seen),
        )
    if terms.evidence.load_line.reason == "client_bound":
        return message("carries-client-bound", subject=subject, low=low, question=question)
    return message("carries-at-least", subject=subject, low=low, question=question)


def _open_end(evidence: Evidence) -> str:
    """Why a sweep has no upper end, and which rates missed the objective all the same."""
    missed = sorted(
        {rate for rate, probe in search_end.probes_by_rate(evidence) if probe.verdict == "fail"}
    )
    if not missed:
        return message("open-none-missed")
    text = message("open-missed", rate=units.rate(missed[0]))
    if len(missed) > 1:
        text = message("open-several", low=units.rate(missed[0]), high=units.rate(missed[-1]))
    if evidence.load_line.plan_per_s is None:
        text = _join_sentences(text, message("open-no-plan"))
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
    return message("missed-below", missed=missed, of=len(decided))


def _known_facts(evidence: Evidence) -> list[str]:
    """The facts known to an interrupted search without a line."""
    facts = []
    probes = search_end.probes_by_rate(evidence)
    if (top := search_end.maximum(evidence)) is not None:
        rate = units.rate(top)
        bound = "least" if search_end.lower_bound(evidence) else "about"
        facts.append(
            message("fact-maximum", rate=rate, bound=bound)
            if evidence.answer.maximum
            else message("fact-highest", rate=rate, bound=bound)
        )
    passes = [rate for rate, probe in probes if probe.verdict == "pass" and probe.estimates]
    fails = [rate for rate, probe in probes if probe.verdict == "fail"]
    if passes:
        facts.append(message("fact-met", rate=units.rate(max(passes))))
    if fails:
        facts.append(message("fact-missed", rate=units.rate(min(fails))))
    if probes and not passes and not fails:
        facts.append(message("fact-undecided"))
    return facts


def light_load(evidence: Evidence, *, row: bool = False) -> str:
    """The result of the lightest load, when even that missed the objective or nothing was
    decided; empty otherwise. A sentence, or for a `row` its figures."""
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
        message(
            "latency",
            name=records.latency_name(shown, metric),
            value=records.latency_text(run.figures(kind, metric), shown),
        )
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
    found = {"rate": units.rate(run.offered_rate), "latencies": message("and").join(latencies)}
    return message("lightest-load-row", **found) if row else message("lightest-load", **found)
