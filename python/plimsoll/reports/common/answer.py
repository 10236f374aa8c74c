"""The answer of a campaign in words: the headline, what it rests on, and the figures beside it.

There are as many headlines as there are ends of a search. One that has no load line says so first,
and never prints a rate that reads like one.
"""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING, Any

from plimsoll import units, workload_text
from plimsoll.judge import run_verdict
from plimsoll.judge.run_text import reason as in_words
from plimsoll.reports.evidence import answers, outages, records, sample_counts
from plimsoll.store.imports import KIND

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll._record import Summary
    from plimsoll.reports.describe import Figure
    from plimsoll.reports.evidence.answers import Answer, Line
    from plimsoll.reports.evidence.evidence import Evidence, Run
    from plimsoll.reports.evidence.records import Record
    from plimsoll.search.document import HorizonDocument, ProbeDocument

LIMITERS = {
    "target": "the storage itself",
    "policy_cap": "a cap set by policy",
    "client_cpu": "the generator's processor, not the storage",
    "client_outstanding": "the generator's outstanding I/O, not the storage",
    "cache": "a cache in between",
    "schedule": "nothing: the offered rate was carried",
    "unknown": "not determined",
}


def held(line: Line) -> tuple[float | None, float | None]:
    """The ends of a load line that holds confirmed: the rate that passed, and the lowest that
    failed; none else."""
    low, high = line.get("low"), line.get("high")
    if low is None or line.get("low_confirmed") is False:
        return None, None
    return low, None if line.get("high_confirmed") is False else high


def cached(result: Answer) -> bool:
    """Whether the page cache answered in a search: its figures speak about memory."""
    return any(one["kind"] == "cached" for one in result.get("events") or ())


def subject(evidence: Evidence) -> str:
    """What was measured, as a sentence begins."""
    target = (evidence.first.get("spec") or {}).get("target") or {}
    system = (evidence.first.get("host") or {}).get("file_system")
    match target.get("kind"):
        case "file" if system and system.get("memory_backed"):
            return "This file in memory (no storage)"
        case "file" | "block_device":
            return "This disk"
        case "stack":
            return f"The stack {target['name'].removeprefix('stack:')}"
        case "null":
            return "The null target (the generator itself)"
        case _:
            return "The target"


def workload(evidence: Evidence) -> str:
    """The workload in words: `8 KiB random, 70 % read`."""
    spec = evidence.first.get("spec")
    if spec and (several := workload_text.clients(spec)):
        return several
    asked = spec.get("workload") if spec else None
    if not asked:
        return "the workload asked for"
    return workload_text.short(asked)


def headline(evidence: Evidence) -> str:
    """The answer, or plainly that there is none; and that operations failed, which no response time
    shows."""
    said, hold = _headline(evidence), evidence.final_hold
    if hold is not None and not _is_a_run(evidence) and (gone := outages.of_runs([hold])):
        said = f"{said} In Run {hold.row.id}{_at(hold)} {gone.removesuffix(' in 1 Run')}."
    if hold is None or not (lost := sample_counts.failed([hold])) or lost.words in said:
        return said
    # Without a line that holds it may be why there is none.
    miss = (
        ""
        if held(evidence.load_line)[0] is not None or not _is_miss(evidence)
        else "; each counts as a miss"
    )
    return f"{said} In Run {hold.row.id}{_at(hold)} {lost.words}{miss}."


def _is_a_run(evidence: Evidence) -> bool:
    """Whether it is one Run, whose headline has its own figures. Nothing was searched for in what
    was imported."""
    return evidence.campaign.kind == "run" or (
        evidence.campaign.kind == KIND and len(evidence.measured) == 1
    )


def _is_miss(evidence: Evidence) -> bool:
    """Whether an operation that failed counts as one that is too slow: it does for every bound of a
    latency."""
    return bool(evidence.objectives)


def _lossy(evidence: Evidence) -> bool:
    """Whether a search found no line while operations failed."""
    return (
        "low" in evidence.load_line
        and evidence.load_line["low"] is None
        and bool(sample_counts.failed(evidence.measured))
    )


def _at(run: Run) -> str:
    return "" if run.offered is None else f", at {units.rate(run.offered)} IOPS,"


def _headline(evidence: Evidence) -> str:
    given = evidence.load_line.get("reason")
    if given not in _CUT:
        return _ended(evidence)
    cut, known = _CUT[given], _known(evidence)
    promise = f" and {evidence.promised}" if evidence.promised else ""
    line = held(evidence.load_line)[0] is not None or evidence.load_line.get("grade") == "estimated"
    # What a target carried until it failed is no figure to plan with.
    if line and given == STOPPED:
        return f"{cut}. {_ended(evidence)}"
    if not known:
        return f"{cut}: no load line, nothing was measured yet."
    return (
        f"{cut}: no load line for {workload(evidence)}{promise}. Known by then: {'; '.join(known)}."
    )


STOPPED = "stopped"
"""Why a search ended that somebody interrupted."""
_CUT = {STOPPED: "Stopped early", "failed": "The target failed"}
"""What cut a search short, as its headline begins."""


def _known(evidence: Evidence) -> list[str]:
    """What an interrupted search knows that has no line: each a fact of its Runs."""
    said = []
    probes = _offered(evidence)
    if (top := maximum(evidence)) is not None:
        told = (
            "the maximum is" if evidence.result.get("maximum") else "without any objective it did"
        )
        said.append(f"{told} {lower_bound(evidence).strip() or 'about'} {units.rate(top)} IOPS")
    passes = [
        rate for rate, probe in probes if probe["verdict"] == "pass" and probe.get("estimates")
    ]
    fails = [rate for rate, probe in probes if probe["verdict"] == "fail"]
    if passes:
        said.append(
            "the highest rate that met the objective, in one short Run, is"
            f" {units.rate(max(passes))}"
        )
    if fails:
        said.append(f"the lowest that missed it is {units.rate(min(fails))}")
    if probes and not passes and not fails:
        said.append("no Run at an offered rate had met the objective or missed it")
    return said


def _ended(evidence: Evidence) -> str:
    line = evidence.load_line
    low, high = held(line)
    keeping = f", with {evidence.promised}" if evidence.promised else ""
    who, what = subject(evidence), workload(evidence)
    if cached(evidence.result):
        who = f"The page cache, not the storage: {who[0].lower()}{who[1:]}"
    if (without := NO_LINE.get(line.get("reason") or "")) is not None:
        return f"No answer for {what}{keeping}: {without}."
    if line.get("grade") == "estimated":
        return _estimated(evidence, line, who, what, keeping)
    # Only a rate that was held: an estimate of the line lies above it.
    recommended, probed = low, line.get("low")
    if read_from_runs(evidence.result) and recommended is None:
        return _of_sweep(evidence, line, who, what, keeping)
    if recommended is None and probed is not None:
        met = (
            "probes passed"
            if (passed(evidence) or 0.0) >= probed
            else "undecided probes leaned towards a pass"
        )
        return (
            f"No confirmed load line for {what}{keeping}: {met} up to {units.rate(probed)} IOPS,"
            " but no hold passed. Do not rely on it."
        )
    if recommended is not None and high is not None:
        return _between(evidence, line, who, what, keeping)
    if recommended is not None:
        if (missed := line.get("high")) is not None:
            return (
                f"{who} carries at least {units.rate(recommended)} IOPS of {what}{keeping}. Probes "
                f"missed the objective at {units.rate(missed)}, but no hold confirmed that end."
            )
        bound = "≥ " if line.get("reason") == "client_bound" else "at least "
        ends = ", client-bound" if line.get("reason") == "client_bound" else ""
        return (
            f"{who} carries {bound}{units.rate(recommended)} IOPS of {what}{keeping}{ends}. The"
            " line itself was not reached."
        )
    if _is_a_run(evidence) and evidence.measured:
        asked_for = [run for run in evidence.measured if run.row.role != "scaling"]
        return _of_a_run(evidence, (asked_for or evidence.measured)[-1])
    if evidence.campaign.kind == KIND and evidence.measured and not evidence.load_line:
        return _imported(evidence, who, what)
    kept = f"{runs(len(evidence.measured))} kept"
    if evidence.campaign.state in ("interrupted", "running"):
        state = (
            "was interrupted" if evidence.campaign.state == "interrupted" else "is still running"
        )
        return f"No load line yet: the campaign {state} before it had an answer ({kept})."
    return (
        f"No load line for {what}{f' and {evidence.promised}' if evidence.promised else ''}:"
        f" {_why_none(evidence, line)}.{at_light_load(evidence)}"
    )


def _imported(evidence: Evidence, who: str, what: str) -> str:
    """Of Runs for which nothing was searched: the mean of repeats, the range of others."""
    rates = sorted(run.told["achieved_rate_per_s"] for run in evidence.measured)
    least, most = units.rate(rates[0]), units.rate(rates[-1])
    if len(rates) > 1 and rates[-1] <= rates[0] * (1 + REPEATS):
        mean = units.rate(fmean(rates))
        return (
            f"{who} did {mean} IOPS of {what}, the mean of {runs(len(rates))} ({least} .. {most})."
        )
    ends = dict.fromkeys((least, most))
    verb = "was" if len(rates) == 1 else "were"
    return f"{runs(len(rates))} of {what} {verb} imported: {' to '.join(ends)} IOPS."


def _between(evidence: Evidence, line: Line, who: str, what: str, keeping: str) -> str:
    """The answer of a line both ends of which were tested: the line as well as it is known
    between them, and the rate to plan with."""
    low, high = held(line)
    assert low is not None
    assert high is not None
    sure = line.get("confidence")
    confidence = f", {sure * 100:g} %" if isinstance(sure, (int, float)) else ""
    best = line.get("rate_per_s")
    plan, test = line.get("plan_per_s"), _test(evidence)
    if plan is None or plan >= low * (1 - SAME):
        told = (
            f"Plan with {units.rate(plan or low)}: it passed {test}, and"
            f" {units.rate(high)} failed one."
        )
    else:
        shown = f"{units.rate(low)} passed {test}, and {units.rate(high)} failed one."
        # Only a little below what was tested, it needs no reason of its own.
        lower = (
            "a little lower than the range"
            if plan >= low * (1 - WIDE)
            else "lower than the range, because results varied from test to test"
        )
        told = f"Plan with {units.rate(plan)}, {lower}: {shown}"
    return (
        f"{who} carries {units.rate(best if best is not None else low)} IOPS "
        f"({units.rate(low)} .. {units.rate(high)}{confidence}) of {what}{keeping}. "
        f"{told}{_missed_below(evidence, min(low, plan or low))}"
    )


NO_LINE = {
    "target_changed": "the target changed during the search",
    "machine_disturbed": "this machine was too disturbed to measure from",
    "pauses_break_objective": "pauses of the storage break the objective at any rate",
}
"""Why there is no line, no bound and no limiter."""


def _test(evidence: Evidence) -> str:
    """What a rate passed: a line that was read from Runs that were there was tested by no new
    one."""
    return "a test" if read_from_runs(evidence.result) else "a fresh test"


def _why_none(evidence: Evidence, line: Line) -> str:
    """Why there is no line; of a range that it lies below, that first."""
    why = reason(evidence) or "the search ended without one"
    high = line.get("high") if line.get("reason") == "below_range" else None
    return why if high is None else f"it lies below {units.rate(high)} IOPS; {why}"


def at_light_load(evidence: Evidence) -> str:
    """What the light load had, where even that missed the objective or nothing could be decided:
    the answer then. Empty where it was not asked."""
    known = ("objective_not_met", "below_range", "undecided")
    if not {evidence.load_line.get("reason"), evidence.result.get("reason")} & set(known):
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
        f" {bounded(run.figures(kind, metric), shown)}"
        for kind, metric, figure in dict.fromkeys(wanted)
        # A percentile that so few operations do not carry: the mean is then all there is.
        for shown in (
            figure if bounded(run.figures(kind, metric), figure) != units.DASH else "mean",
        )
    ]
    return (
        f" The lightest load tried, {units.rate(run.offered)} IOPS, had {' and '.join(seen)}."
        if seen
        else ""
    )


def _of_sweep(evidence: Evidence, line: Line, who: str, what: str, keeping: str) -> str:
    """What a sweep bounds that holds no end."""
    low, high = line.get("low"), line.get("high")
    if low is not None:
        return (
            f"Bounded: {who[0].lower()}{who[1:]} carries at least {units.rate(low)} IOPS of"
            f" {what}{keeping}; not confirmed. {_open_end(evidence, line)}"
        )
    why = reason(evidence)
    if high is not None:
        return (
            f"No load line for {what}{keeping}, only a bound: it lies below {units.rate(high)} "
            f"IOPS. {why[0].upper()}{why[1:]}."
        )
    return f"No load line for {what}{keeping}: {why}."


def _open_end(evidence: Evidence, line: Line) -> str:
    """Why a sweep has no upper end; where Runs missed the objective all the same, at which rates,
    and that nothing can be planned with."""
    missed = sorted({rate for rate, one in _offered(evidence) if one["verdict"] == "fail"})
    if not missed:
        return "No Run clearly missed it, so the line itself was not reached."
    rates = units.rate(missed[0])
    if len(missed) > 1:
        rates += f" .. {units.rate(missed[-1])}"
    said = f"The line itself was not reached, but Runs at {rates} IOPS missed the objective."
    if line.get("plan_per_s") is None:
        said += " No rate to plan with: none met it without a lower one that missed it."
    return said


def read_from_runs(result: Answer) -> bool:
    """Whether a line was read from Runs that were there, and not searched."""
    kinds = {one["kind"] for one in result.get("events") or ()}
    return bool(kinds & {"read_from_runs", "closed_loop_only"})


def _offered(evidence: Evidence) -> list[tuple[float, ProbeDocument]]:
    """Every Run of a search at an offered rate, with that."""
    probes = evidence.result.get("probes") or ()
    return [(rate, probe) for probe in probes if (rate := probe["offered_rate_per_s"])]


def passed(evidence: Evidence) -> float | None:
    """The highest rate below an estimated line, and below every hold that failed, at which a Run
    passed; none where none did."""
    line = evidence.load_line.get("rate_per_s")
    every = _offered(evidence)
    holds = [
        rate
        for rate, probe in every
        if probe["role"].startswith("hold") and probe["verdict"] == "fail"
    ]
    most = min(holds, default=math.inf)
    rates = [rate for rate, probe in every if probe["verdict"] == "pass" and probe.get("estimates")]
    return max(
        (rate for rate in rates if (line is None or rate <= line) and rate < most), default=None
    )


def _estimated(evidence: Evidence, line: Line, who: str, what: str, keeping: str) -> str:
    """The load line as all Runs together place it, what was tested of it, and what to plan with."""
    low, high = units.rate(line["low"]), units.rate(line["high"])
    confidence = line.get("confidence")
    sure = f", {confidence * 100:g} %" if confidence else ""
    said = (
        f"Estimated: {who[0].lower()}{who[1:]} carries about {units.rate(line['rate_per_s'])} IOPS"
        f" ({low} .. {high}{sure}) of {what}{keeping}; not confirmed."
    )
    if unplaced(line):
        said = (
            f"The load line could not be placed: {who[0].lower()}{who[1:]} carries"
            f" {somewhere(evidence)} of {what}{keeping}."
        )
    plan = line.get("plan_per_s")
    if plan is None:
        rejudged = any(e["kind"] == "rejudged" for e in evidence.result.get("events") or ())
        if of_files(evidence):
            why = (
                "no rate in the files that is within a quarter of the line clearly met the"
                " objective"
            )
            return f"{said} No rate to plan with: {why}."
        why = (
            "none of these Runs was judged by this objective: measure there before planning on it"
            if rejudged
            else "no retest passed near the low end of the range"
        )
        return f"{said} No rate to plan with: {why}."
    moves = (
        ": lower than the range, because results varied from test to test"
        if plan < (1 - WIDE) * (line["low"] or 0.0)
        else ""
    )
    if of_files(evidence):
        moves = ": the highest rate in the files that clearly met the objective"
    return f"{said} Plan with {units.rate(plan)}{moves}.{_missed_below(evidence, plan)}"


def of_files(evidence: Evidence) -> bool:
    """Whether a line was read from Runs of other programs, which nobody judged."""
    return read_from_runs(evidence.result) and all(
        records.imported(run.told) is not None for run in evidence.measured
    )


SAME = 0.01
"""A rate this close to one that was tested is that rate: a Run issues its rate but for chance."""
REPEATS = 0.1
"""Share by which the rates of imported Runs may differ whose mean is told."""
WIDE = 0.05
"""So far below the interval of an estimate a rate to plan with needs a word."""


UNPLACED = 3.0
"""An estimate whose ends lie this far apart, as a ratio, has no middle worth a word."""


def unplaced(line: Line) -> bool:
    """Whether an estimated line is only known to lie between two rates far apart."""
    low, high = line.get("low") or 0.0, line.get("high") or math.inf
    return line.get("grade") == "estimated" and high > UNPLACED * low


def somewhere(evidence: Evidence) -> str:
    """Where a line lies that was not placed: above nothing, where no Run met the objective."""
    line = evidence.load_line
    high = f"{units.rate(line['high'])} IOPS"
    if passed(evidence) is None:
        return f"less than {high}"
    return f"somewhere between {units.rate(line['low'])} and {high}"


def _missed_below(evidence: Evidence, plan: float) -> str:
    """How many Runs missed at rates up to the one to plan with: whoever plans with it reads of them
    in the table of Runs anyway. Nothing where none did."""
    decided = [
        probe["verdict"]
        for rate, probe in _offered(evidence)
        # A Run that was asked for nothing but to carry its rate says nothing of the objective.
        if rate <= plan and probe["verdict"] in ("pass", "fail") and probe.get("estimates")
    ]
    missed = decided.count("fail")
    if not missed:
        return ""
    return f" At or below that, {missed} of {len(decided)} Runs missed the objective."


def _of_a_run(evidence: Evidence, run: Run) -> str:
    record = run.told
    said = (
        f"{subject(evidence)} did {units.rate(record['achieved_rate_per_s'])} IOPS of"
        f" {workload(evidence)}"
    )
    offered = f" at {units.rate(run.offered)} offered" if run.offered is not None else ""
    # Of what was asked for, else what most ask for.
    wanted = [(one.kind, one.metric, one.figure) for one in evidence.objectives]
    told = []
    for kind, metric, name in dict.fromkeys(wanted or _usual(run)):
        of = workload_text.of_kind(kind)
        value = bounded(run.figures(kind, metric), name)
        told.append(f"{name.replace('_', '.')} {_metric(metric)}{of} {value}")
    ended = outcome(str(run.row.outcome))
    parts = [", ".join([f"{said}{offered}", *told]), *([] if ended == "ok" else [ended])]
    return f"{'; '.join([*parts, *beside_outcome(run)])}."


def _metric(metric: str) -> str:
    if metric == "total_latency":
        return "latency with the submit call"
    return metric.replace("_", " ")


def _usual(run: Run) -> list[tuple[str, str, str]]:
    """What most ask for of a Run: its p99. Files of other programs may have a mean only, or no
    latency."""
    told: Any = run.told.get("imported") or {}
    if any(one["code"] == "submit_held" for one in told.get("findings", ())):
        # Without the submit call it is not what an operation took.
        return [("all", "total_latency", "mean")]
    names = ("p99", "mean") if told else ("p99",)
    figures = run.figures("all", run.metric)
    known = [name for name in names if bounded(figures, name) != units.DASH]
    return [("all", run.metric, name) for name in known[:1] or names[: 2 - len(names)]]


def ended_as(run: Run) -> str:
    """The verdict on a Run: whether it met its objective, and that none was set where none was; an
    outcome other than ok first. That a Run ended ok is no verdict."""
    ended, beside = outcome(str(run.row.outcome)), beside_outcome(run)
    if run_verdict.words(run.told):
        return "; ".join(beside if ended == "ok" else [ended, *beside])
    asked_for = run_verdict.asked(run.told)
    open_ = "the objective was not judged" if asked_for else "no objective was set"
    return "; ".join([f"{'complete' if ended == 'ok' else ended}, {open_}", *beside])


def beside_outcome(run: Run) -> list[str]:
    """What an outcome does not say: whether the objective was met, outages, and operations that
    failed or never finished."""
    parts = [
        run_verdict.words(run.told),
        outages.words(run.happened, run.metric, outcome=str(run.row.outcome)),
        sample_counts.failed([run]).words,
    ]
    return [part for part in parts if part]


def upper(line: Line) -> str:
    """The upper end of a load line in words: confirmed, seen by probes alone, or not reached."""
    high = line.get("high")
    if high is None:
        return "upper end not reached"
    return f"up to {units.rate(high)}" + (
        ", by probes alone" if line.get("high_confirmed") is False else ""
    )


def reason(evidence: Evidence) -> str:
    """Why the search ended, or what a sweep did not tell, in words; empty when it did not say."""
    if read_from_runs(evidence.result):
        return (
            ""
            if evidence.load_line.get("grade") != "bounded"
            else str(evidence.load_line["because"])
        )
    given = (
        evidence.load_line.get("reason")
        or evidence.result.get("reason")
        or evidence.result.get("because")
        or ""
    )
    return _REASONS.get(given, str(given).replace("_", " ").rstrip("."))


_REASONS = {
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
    **NO_LINE,
}


def outcome(value: str) -> str:
    """An outcome as it is read."""
    return value.replace("_", " ")


def judged_as(record: Mapping[str, Any]) -> str:
    """Whether a Run met its objective, and why, in a few words; the verdict is that of
    `run_verdict`. Of a Run without an objective it is only whether the target kept up: what the
    generator did not issue, the target did not miss."""
    judgement, ended = record["judgement"], str(record["outcome"])
    judged = str(judgement["verdict"])
    if ended == "generator_limited" and judged in ("pass", "fail"):
        return "says nothing: the generator did not keep to its schedule"
    if ended == "not_steady" and judged in ("pass", "fail"):
        return "says nothing: the target never became steady"
    estimate = judgement.get("estimate") or {}
    reason = in_words(str(judgement["reason"]), estimate.get("value"), estimate.get("allowed"))
    if judgement["reason"] in ("from_histogram", "from_file", "coarse_steps"):
        return reason
    verdict = run_verdict.of(record)
    if verdict is None:
        carried = judged == "pass" and ended != "cannot_carry"
        return f"no objective: {'carried' if carried else _fell_behind(ended, reason)}"
    why = _fell_behind(ended, reason)
    return why if why == run_verdict.WORDS[verdict] else f"{verdict}: {why}"


def judged(run: Run) -> str:
    """The same of a Run, as the search that made it judged it in the light of all its Runs."""
    if not run.searched or run.probe is None:
        return judged_as(run.told)
    estimate = run.probe["estimate"]
    seen = (None, None) if estimate is None else (estimate["value"], estimate["allowed"])
    match run.probe["verdict"]:
        case "pass":
            return "objective met, with the Runs at about this rate"
        case "fail":
            return "objective missed, without this machine's part"
        case "undecided":
            return f"undecided: {in_words(str(run.probe['reason']), *seen)}"
        case _:
            return "says nothing: this machine was disturbed"


def _fell_behind(ended: str, reason: str) -> str:
    # It stopped answering: no statistic of its operations tells that.
    return "cannot carry" if ended == "cannot_carry" else reason


def judged_each(record: Mapping[str, Any], verdict: str) -> str:
    """The same of one of several objectives. Of a Run that is no evidence, or fell behind, what its
    operations say decides nothing."""
    if record["outcome"] in ("ok", "cached"):
        return {"pass": "met", "fail": "missed"}.get(verdict, "undecided")
    return run_verdict.of(record) or "undecided"


def bounded(summary: Summary, name: str) -> str:
    """A figure in ns: `1.25 ms`; `> 1.25 s` when operations that never finished stand in it; `1 ms
    to 2 ms` where it lies somewhere in a step of an imported distribution; a dash when not
    carried."""
    value = records.figure(summary, name)
    if value is not None and (step := records.within(summary, name)) is not None:
        return f"{units.nanos(step[0])} to {units.nanos(step[1])}"
    more = "> " if value is not None and name in summary.get("at_least", ()) else ""
    return more + units.nanos(value)


def maximum(evidence: Evidence) -> float | None:
    """The highest rate that a closed load achieved; none of Points that ask different things."""
    if evidence.points:
        return None
    told = answers.rate(evidence.result.get("maximum"))
    if told is not None:
        return told
    closed = [
        run.row.achieved_rate_per_s
        for run in evidence.measured
        if run.offered is None
        and run.row.role != "scaling"
        and run.told.get("outcome") in ("ok", "cached")
    ]
    return max((rate for rate in closed if rate is not None), default=None)


def maximum_name(evidence: Evidence) -> str:
    """What the highest rate of a closed load is called: the maximum where a search climbed to it;
    on a machine that worked for others meanwhile the best of short Runs."""
    told = evidence.result.get("maximum")
    if told is None:
        return "Highest achieved"
    return "Best of short Runs" if told.get("others") else "Maximum"


def lower_bound(evidence: Evidence) -> str:
    """What stands before a maximum that is only a lower bound (the generator was full, or no search
    ended with one): `≥ `."""
    told = evidence.result.get("maximum")
    return "≥ " if told is None or told["lower_bound"] else ""


def limiter(evidence: Evidence) -> str | None:
    """Who set the limit: as the search says, else as the Runs just above the line, else the
    maximum's. None where nobody did."""
    if evidence.points:
        return None
    told = evidence.load_line.get("limited_by") or evidence.result.get("limited_by")
    who = told["value"] if isinstance(told, dict) else told
    top = evidence.result.get("maximum")
    if who is None and top is not None and top["lower_bound"]:
        return top["limited_by"]
    if who is not None:
        return who
    above = [run for run in evidence.measured if run.row.role == "hold_high"]
    closed = [run for run in evidence.measured if run.offered is None and run.row.role != "scaling"]
    for run in [*reversed(above), *sorted(closed, key=lambda r: -(r.row.achieved_rate_per_s or 0))]:
        found = str(run.told["limited_by"]["value"])
        if found not in ("schedule", "unknown"):
            return found
    return None


def because(evidence: Evidence) -> tuple[str, ...]:
    """The sentences under the headline: maximum, horizon, limiter, why it ended, what is
    missing."""
    said = []
    if (top := maximum(evidence)) is not None:
        ended = evidence.result.get("maximum") or read_from_runs(evidence.result)
        so_far = "" if ended else " so far"
        said.append(
            f"{maximum_name(evidence)}{so_far} (no objective): {lower_bound(evidence)}"
            f"{units.rate(top)} IOPS{_maximum_note(evidence)}."
        )
    horizon = evidence.load_line.get("horizon")
    if horizon and held(evidence.load_line)[0] is not None:
        said.append(f"Holds for at least {_horizon(horizon)}.")
    limit = limiter(evidence)
    # Where no rate is carried nothing limits it: that operations fail is no limit, and what is
    # known is of the maximum.
    of_top = evidence.result.get("maximum") if reason(evidence) and _lossy(evidence) else None
    top_told = evidence.result.get("maximum")
    if of_top is None and limit == "unknown" and top_told is not None and top_told["lower_bound"]:
        # Nothing is known of the line's limit: what is known is that the generator was full at the
        # maximum.
        of_top = top_told
    if of_top is not None:
        said.append(
            f"Limit of the maximum: {LIMITERS.get(of_top['limited_by'], 'not determined')}."
        )
    elif limit and evidence.measured:
        who = "Who set the limit was not determined." if limit == "unknown" else None
        said.append(who or f"Limited by {LIMITERS.get(limit, limit)}.")
    read = read_from_runs(evidence.result)
    stopped = evidence.load_line.get("reason") == STOPPED
    if (
        not read
        and not stopped
        and (why := reason(evidence))
        and evidence.load_line.get("low") is not None
    ):
        said.append(f"The search ended because {why}.")
    regimes = evidence.result.get("regimes") or []
    if len(regimes) > 1:
        said.append(
            f"{len(regimes)} regimes were found: the line differs when approached from below and"
            " from above."
        )
    for event in evidence.result.get("events") or ():
        words = event["words"]
        # What bounds a line of closed loops alone stands in the headline.
        if words and event["kind"] != "closed_loop_only":
            said.append(f"{words[0].upper()}{words[1:].rstrip('.')}.")
    said += missing(evidence)
    return tuple(said)


def missing(evidence: Evidence) -> list[str]:
    """What was lost, or has not come."""
    said = []
    if (lost := [run for run in evidence.runs if run.row.state == "interrupted"]) != []:
        said.append(
            (
                f"{len(lost)} Run was interrupted and has no record; the intervals it completed"
                " are kept."
            )
            if len(lost) == 1
            else (
                f"{len(lost)} Runs were interrupted and have no record; the intervals they"
                " completed are kept."
            )
        )
    if not evidence.measured:
        said.append("No Run has finished: there is nothing to draw.")
    return said


def _maximum_note(evidence: Evidence) -> str:
    """At what the maximum was achieved, and with how little outstanding nearly as much already
    was."""
    told = evidence.result.get("maximum")
    at = []
    climbed = [
        run
        for run in evidence.measured
        if run.row.role == "maximum" and run.row.achieved_rate_per_s
    ]
    rate = answers.rate(told)
    best = next(
        (
            run
            for run in climbed
            if rate and abs((run.row.achieved_rate_per_s or 0.0) / rate - 1) < _SAME
        ),
        None,
    )
    if best is not None:
        workers, depth = _climbed(best)
        at.append(
            f"at {units.count(workers)} worker{'s' * (workers != 1)} × queue depth"
            f" {units.count(depth)}"
        )
        size = None if told is None else (told["workers"], told["queue_depth"])
        # The search goes on from the smallest load that comes near: of each volume of clients so
        # many workers.
        near = [run for run in climbed if _asked(run) == size]
        if near and _climbed(near[-1]) != (workers, depth):
            few, short = _climbed(near[-1])
            less = units.rate(near[-1].row.achieved_rate_per_s)
            at.append(f"{units.count(few)} × {units.count(short)} already gave {less}")
    if told is not None and told["lower_bound"]:
        if told.get("limited_by") == "target":
            why = "more outstanding I/O still gave a little more"
        elif read_from_runs(evidence.result):
            why = "no Run shows that more outstanding I/O would not give more"
        else:
            why = "the generator was saturated"
        at.append(f"a lower bound: {why}")
    if told is not None and (others := told.get("others")):
        at.append(f"others had {units.share(others)} of this machine's processors")
    return f" ({'; '.join(at)})" if at else ""


_SAME = 1e-3
"""A Run whose rate comes so near to the maximum is the one that it was taken from."""


def _climbed(run: Run) -> tuple[int, int]:
    """Workers, of all volumes together, and queue depth of a closed loop."""
    load = run.spec["load"]
    return int(load["workers"]), int(load["queue_depth"])


def _asked(run: Run) -> tuple[int, int]:
    """The same as a search asks for it: of clients the workers of each volume."""
    workers, depth = _climbed(run)
    volumes = sum(int(group["volumes"]) for group in run.spec.get("clients") or ())
    return workers // max(1, volumes), depth


def _horizon(horizon: HorizonDocument) -> str:
    parts = [units.seconds(horizon["seconds"]), f"{units.count(horizon['operations'])} operations"]
    if horizon["bytes_written"]:
        parts.append(f"{units.size(horizon['bytes_written'])} written")
    return ", ".join(parts)


def figures(evidence: Evidence) -> tuple[Figure, ...]:
    """The few numbers that stand out, each with what it rests on."""
    from plimsoll.reports.describe import Figure

    found = _line_figures(evidence)
    if (top := maximum(evidence)) is not None:
        found.append(
            Figure(
                maximum_name(evidence),
                f"{lower_bound(evidence)}{units.rate(top)} IOPS",
                f"closed loop{_maximum_note(evidence)}",
            )
        )
    if (hold := evidence.final_hold) is not None and hold.record is not None:
        found += _hold_figures(evidence, hold, hold.record)
    if evidence.measured:
        # Phases on the Run's own clock: on the virtual clock far longer than it took.
        spent = sum(records.spent_s(run.told) for run in evidence.measured)
        # Whoever cuts figures cuts from the end: that operations failed is never cut.
        found[0:0] = failed(evidence)
        found.append(
            Figure(
                "Test time",
                units.seconds(spent) if spent else units.NOT_TOLD,
                f"{runs(len(evidence.measured))}, warm-up and drain included",
            )
        )
    return tuple(found)


def _line_figures(evidence: Evidence) -> list[Figure]:
    """The line in its grade, and the rate that is recommended."""
    from plimsoll.reports.describe import Figure

    line = evidence.load_line
    low, high = held(line)
    best, probed = line.get("rate_per_s"), line.get("low")
    if low is not None and high is not None and best is not None:
        between = f"{units.rate(low)} .. {units.rate(high)}"
        plan = line.get("plan_per_s")
        moves = plan is not None and plan < low * (1 - WIDE)
        return [
            Figure("Load line", f"{units.rate(best)} IOPS", between),
            Figure(
                "Recommended rate",
                f"{units.rate(plan or low)} IOPS",
                "below the range: results varied from test to test"
                if moves
                else f"passed {_test(evidence)}",
            ),
        ]
    from_runs = read_from_runs(evidence.result)
    if low is not None:
        at_least = "at least " if line.get("high") is None and from_runs else ""
        basis = f"recommended rate; {upper(line)}"
        return [Figure("Load line", f"{at_least}{units.rate(low)} IOPS", basis)]
    if line.get("grade") == "estimated":
        between = f"{units.rate(line['low'])} .. {units.rate(line['high'])}"
        value = f"{units.rate(line['rate_per_s'])} IOPS"
        return [Figure("Load line, estimated", value, f"{between}; not confirmed")]
    if probed is None:
        return []
    if from_runs:
        value = f"at least {units.rate(probed)} IOPS"
        return [Figure("Load line, bounded", value, "not confirmed; not reached")]
    basis = "no load line: no hold confirmed it"
    return [Figure("Probes passed up to", f"{units.rate(probed)} IOPS", basis)]


def _hold_figures(evidence: Evidence, hold: Run, record: Record) -> list[Figure]:
    """What the final hold measured of the objective, and its throughput."""
    from plimsoll.reports.describe import Figure

    at = f"at {units.rate(hold.offered)} IOPS, " if hold.offered is not None else ""
    # A figure of a Run that is not ok, or that missed the objective, is never shown as if it
    # were one that holds.
    ended, judged = str(record["outcome"]), run_verdict.of(record)
    at += f"{outcome(ended)}, " if ended != "ok" else ""
    at += "the objective was missed, " if judged == "missed" else ""
    at += "undecided, " if judged == "undecided" else ""
    wanted = [(one.kind, one.metric, one.figure) for one in evidence.objectives]
    found = []
    for kind, metric, name in dict.fromkeys(wanted or [("all", hold.metric, "p99")]):
        of = workload_text.of_kind(kind)
        label = f"{name.replace('_', '.')} {metric.replace('_', ' ')}{of}"
        basis = sample_counts.beside(records.of_kind(record, kind), metric)
        found.append(Figure(label, bounded(hold.figures(kind, metric), name), f"{at}{basis}"))
    throughput = units.told(units.throughput(record["bytes_per_s"]))
    length = units.told(units.seconds(record["measure_s"]))
    found.append(Figure("Throughput", throughput, f"{at}{length}"))
    return found


def failed(evidence: Evidence) -> tuple[Figure, ...]:
    """That operations failed, as a figure; none when none did."""
    many = len(evidence.measured)
    return sample_counts.failed(evidence.measured).figures(
        "in its Run" if many == 1 else f"in all {runs(many)}"
    )


def runs(n: int) -> str:
    """`1 Run`, `12 Runs`."""
    return f"{units.count(n)} Run{'s' * (n != 1)}"
