"""Tests promises: takes the next load from the rules, runs it over a session, and stores every Run
and the verdict.

Each claim has a session of its own, so that an empty bucket or a warm cache of a described stack
does not carry over to the next claim. Every Run is evidence for every claim with the same question.
One Run at an offered rate is judged by all levels and by the objectives of all other claims at that
load (decision 0015-promise-verdicts). `measure_claims` makes the Runs; `judge_stored_runs` takes
them from a campaign of a store.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import os
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from plimsoll.base import language, rules, units, workload_text
from plimsoll.base.errors import InputError, UsageError
from plimsoll.base.sentence import Sentence
from plimsoll.campaign.run_recorder import begin
from plimsoll.features.promises import imported_evidence
from plimsoll.features.promises.messages import message
from plimsoll.features.promises.rules import claims as promise_claims
from plimsoll.features.promises.rules import rules as promise_rules
from plimsoll.features.promises.rules import verdict_document as promise_judged
from plimsoll.features.promises.rules.document import Check, ClaimVerdict
from plimsoll.features.promises.rules.reasons import code
from plimsoll.features.promises.rules.run_evidence import CONFIDENCE, RunEvidence
from plimsoll.native.session import Session, parse_size, parse_span
from plimsoll.search import document, rejudgement
from plimsoll.search.objectives import parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from plimsoll.base.sentence import Words
    from plimsoll.campaign.run_recorder import CampaignKeeper
    from plimsoll.features.promises.rules.claims import Claim, Level
    from plimsoll.features.promises.rules.document import Code
    from plimsoll.features.promises.rules.file import PromiseFile
    from plimsoll.features.promises.rules.parts import Lengths
    from plimsoll.native.record import (
        ProbeRequest,
        RunRecord,
        RunSpec,
        SessionRequest,
        Workload,
        WorkloadRequest,
    )
    from plimsoll.native.session import Stop
    from plimsoll.search.document import FindDocument
    from plimsoll.store import CampaignRow, Store

    Compared = Literal[
        "read_percent",
        "trim_percent",
        "pattern",
        "sync",
        "durable_writes",
        "read_blocks",
        "write_blocks",
        "payload",
        "align_bytes",
    ]

WHOLE_SECOND_S = 1.0
SAME_RATE = 0.005
"""Offered rates that differ by no more than this are the same question."""
SAME_SIZE = 0.01
"""A working set may be smaller than stated by this share: it is rounded to whole blocks."""
_DEPTH_DECISIONS = ("more_outstanding", "longer_or_more_outstanding")
"""Remedies of `reasons` that raise the outstanding I/O. Only Runs that are measured here can."""
_TARGET_KEYS = ("working_set", "working_set_offset")
"""Keys of a workload whose value depends on the size of the target."""


@dataclass(frozen=True)
class _PlannedRun:
    """The next Run: its load, also in words, `times` the stated length, and the levels that it is
    judged by."""

    load: ProbeRequest
    description: Sentence
    times: int = 1
    levels: tuple[Level, ...] = ()

    @staticmethod
    def closed_loop(
        workers: int, queue_depth: int, times: int = 1, *, levels: tuple[Level, ...] = ()
    ) -> _PlannedRun:
        """A closed loop."""
        described = partial(message, "outstanding", workers=workers, queue_depth=queue_depth)
        if times > 1:
            described = partial(message, "times-as-long", load=Sentence(described), times=times)
        return _PlannedRun(
            {"workers": workers, "queue_depth": queue_depth}, Sentence(described), times, levels
        )


@dataclass(frozen=True)
class _CheckRun:
    """A Run of this check, the claim that it was made for, and the levels that it was judged by."""

    run_id: int | None
    record: RunRecord
    claim: Claim
    levels: tuple[Level, ...]

    def about(self, claim: Claim, among: int) -> Iterator[RunEvidence]:
        """The Run as evidence for the claim that it was made for, or for another with the same
        question."""
        if claim is not self.claim:
            yield from _stored_evidence(claim, self.record, self.run_id, among)
        elif not self.levels:
            yield RunEvidence.of(self.record, claim, run_id=self.run_id, among=among)
        else:
            for level in self.levels:
                record = _level_record(self.record, level)
                if record is not None:
                    yield RunEvidence.of(record, claim, level=level, run_id=self.run_id)


@dataclass
class Checking:
    """Makes the Runs of claims. `open_session` opens the target for a workload; `tell` announces
    the next Run."""

    open_session: Callable[[SessionRequest], Session]
    request: SessionRequest
    lengths: Lengths
    seed: int
    tell: Callable[[Words], None]
    seconds: float = 0.0
    """Length of all Runs so far, on their own clock."""
    made: list[_CheckRun] = field(default_factory=list)
    """Every Run so far."""
    claims: list[Claim] = field(default_factory=list)
    """All claims of this check: a Run at an offered rate is judged for each with that load."""

    def refuse(self, claims: Sequence[Claim]) -> None:
        """Raises UsageError, before anything is measured, for a claim about reads, writes or
        syncs that its workload does not have."""
        for claim in claims:
            terms = [term for level in claim.levels for term in level.terms]
            if any(term.kind not in (None, "all") for term in terms):
                with self.open_session(self._request(claim)) as session:
                    for term in terms:
                        session.refuse_without_operations(term.text)

    def _request(self, claim: Claim) -> SessionRequest:
        request: SessionRequest = {**self.request, "workload": claim.workload}
        if _counts_errors(claim):
            request["on_error"] = "count"
        return request

    def ask(self, claim: Claim, keeper: CampaignKeeper) -> None:
        """Makes the Runs that a claim still needs, as far as they are allowed."""
        if self._next_run(claim, None) is None:
            return
        request = self._request(claim)
        with self.open_session(request) as session:
            session.keeper = dataclasses.replace(keeper, session=request)
            while wanted := self._next_run(claim, session.info["most_workers"]):
                self.tell(Sentence(partial("{}: {}".format, claim.name, wanted.description)))
                record = self._measure(session, claim, wanted)
                self.made.append(_CheckRun(session.newest, record, claim, wanted.levels))

    def evidence(self, claim: Claim) -> list[RunEvidence]:
        """Every Run that is evidence for a claim, in the order in which they were made."""
        found = [made for made in self.made if any(made.about(claim, 0))]
        return [seen for made in found for seen in made.about(claim, len(found))]

    def _next_run(self, claim: Claim, most_workers: int | None) -> _PlannedRun | None:
        """The next Run; None where the verdict stands or no further Run is allowed."""
        seen = self.evidence(claim)
        if not claim.levels:
            load = promise_rules.next_load(claim, seen, most_workers=most_workers)
            return None if load is None else _PlannedRun.closed_loop(*load)
        if claim.rate_per_s is None and claim.value is None:
            # All levels of a closed loop have the same load, so one Run serves them all.
            closed_run = _PlannedRun.closed_loop(
                claim.workers, claim.queue_depth, levels=claim.levels
            )
            return None if seen else closed_run
        for number, level in enumerate(claim.levels):
            level_runs = [run for run in seen if run.level == level]
            if not level_runs:
                # The same Run is judged by all levels below this one.
                levels = claim.levels[number:]
                offered = self._offered_load(claim, levels)
                described = partial(
                    message,
                    "offered-against",
                    rate=Sentence(partial(units.significant, offered["rate"], 6)),
                    objective=offered["objective"],
                )
                return _PlannedRun(offered, Sentence(described), levels=levels)
            # A stricter level that is met needs no other Run. Where this Run is no evidence about
            # the target, another at the same rate would not be either.
            if level_runs[-1].meets_level or not level_runs[-1].is_evidence:
                return None
        return None

    def _offered_load(self, claim: Claim, levels: tuple[Level, ...]) -> ProbeRequest:
        load: ProbeRequest = {
            "workers": claim.workers,
            "rate": claim.offered_rate,
            "arrivals": claim.arrivals,
            "objective": " and ".join(self._objectives(claim, levels)),
        }
        if claim.max_outstanding is not None:
            load["max_outstanding"] = claim.max_outstanding
        return load

    def _objectives(self, claim: Claim, levels: tuple[Level, ...]) -> list[str]:
        """The objectives of a Run at this offered rate: those of these levels, then those of other
        claims with the same load, up to MOST_OBJECTIVES."""
        found = [term.text for level in levels for term in level.terms]
        others = (other for other in self.claims if other is not claim and _same_load(claim, other))
        for level in (level for other in others for level in other.levels):
            more = [term.text for term in level.terms if term.text not in found]
            if len(found) + len(more) <= rules.MOST_OBJECTIVES:
                found += more
        return found

    def _measure(self, session: Session, claim: Claim, wanted: _PlannedRun) -> RunRecord:
        measure_s = wanted.times * parse_span(self.lengths.measure_for)
        interval_s = interval_of(measure_s)
        asked: ProbeRequest = {
            **wanted.load,
            "warmup_for": self.lengths.warmup_for,
            "measure_for": f"{round(measure_s * 1e9)}ns",
            "interval": f"{round(interval_s * 1e9)}ns",
            "stop_when_decided": False,
            "confidence": CONFIDENCE,
            "seed": self._seed(claim, wanted),
        }
        record = session.run(asked, role="check")
        self.seconds += seconds_of(record)
        return record

    def _seed(self, claim: Claim, planned: _PlannedRun) -> int:
        """Each Run has other addresses: the same ones would meet a warm cache."""
        again = f"/{planned.times}" if planned.times > 1 else ""
        text = f"{self.seed}/{claim.name}/{sorted(planned.load.items())}{again}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])


def measure_claims(
    checking: Checking,
    file: PromiseFile,
    claims: list[Claim],
    store: Store,
    *,
    name: str,
    stop: Stop,
) -> tuple[Check, int]:
    """The verdict on a promise file by Runs that are made now, and the number of their campaign.

    A verdict that cannot be stored stops the check (`stop.because`), and is returned all the same.
    """
    # Of several targets each has a campaign of its own.
    several = len(file.targets) > 1
    checking.refuse(claims)
    own_file = file.model_copy(update={"target": checking.request["target"]}) if several else file
    question = {"promise": own_file.model_dump(mode="json", exclude_none=True), "name": name}
    keeper = begin(
        store,
        "check",
        checking.request,
        objective=None,
        strategy="check",
        seed=checking.seed,
        asked=question,
    )
    checking.claims = claims
    for claim in claims:
        checking.ask(claim, keeper)
    # Runs of later claims may have shown that the rate of an earlier one was a burst.
    for claim in claims:
        checking.ask(claim, keeper)
    evidence = [promise_judged.judge(claim, checking.evidence(claim)) for claim in claims]
    for claim, judged in zip(claims, evidence, strict=True):
        promise_judged.add_notes(judged, *_assumptions(claim))
    check = _check_document(
        evidence, name, checking.request["target"], checking.seconds, checking.seed
    )
    keeper.end(check.model_dump(mode="json", by_alias=True), stop)
    return check, keeper.campaign_id


def judge_stored_runs(
    store: Store,
    campaign: CampaignRow,
    claims: list[Claim],
    *,
    name: str,
    promised: list[str],
    configuration: str | None = None,
) -> Check:
    """The verdict on a promise file by the Runs of a stored campaign, or of one of its
    configurations.

    `promised`: the targets that the file names. Runs of another target get a note beside every
    verdict.
    """
    all_rows = store.runs(campaign.id)
    rows = [row for row in all_rows if row.state == "finished"]
    unfinished = len(all_rows) - len(rows)
    if not rows:
        raise InputError(*message.refusal("no-finished-run", campaign=campaign.id))
    configurations = _run_configurations(store, campaign.id)
    if configuration is not None:
        rows = [row for row in rows if configurations.get(row.id) == configuration]
        if not rows:
            known = ", ".join(sorted({f"'{other}'" for other in configurations.values()}))
            raise UsageError(
                message(
                    "no-run-of-configuration", campaign=campaign.id, configuration=configuration
                ),
                message("configurations-known", known=known)
                if known
                else message("configurations-none"),
            )
    records = [(row.id, record) for row in rows if (record := store.record(row.id)) is not None]
    if all("imported" in record for _, record in records):
        evidence = [_imported_verdict(store, claim, records, configurations) for claim in claims]
    else:
        for claim in claims:
            try:
                promise_claims.refuse_unmeasurable(claim)
            except ValueError as error:
                raise InputError(f"{claim.name}: {error}", message("runs-measured-here")) from None
        evidence = [_measured_verdict(campaign, claim, records) for claim in claims]
    if unfinished:
        for judged in evidence:
            promise_judged.add_notes(judged, code("not_finished", runs=unfinished))
    seconds = sum(seconds_of(record) for _, record in records)
    target = str(records[0][1]["spec"]["target"]["name"])
    if promised and not any(_same_target(other, target) for other in promised):
        names = language.listing(promised)
        # "unknown" stands for a target that an imported file does not name.
        target = message("unknown-target") if target == "unknown" else target
        for judged in evidence:
            promise_judged.add_notes(judged, code("other_target", named=names, target=target))
    return _check_document(evidence, name, target, seconds, None)


def _measured_verdict(
    campaign: CampaignRow, claim: Claim, records: list[tuple[int, RunRecord]]
) -> ClaimVerdict:
    """The verdict on a claim by Runs that were measured here."""
    search = _matching_search(campaign, claim, [record for _, record in records])
    runs = [
        seen
        for run_id, record in records
        for seen in _stored_evidence(claim, record, run_id, len(records))
    ]
    judged = promise_judged.judge(claim, runs, search)
    if search is None and not runs:
        why = code("no_run_in_campaign", campaign=campaign.id)
        if claim.levels and any(_was_offered(claim, record) for _, record in records):
            # Runs at this rate exist, but they had no objective or another one.
            why = code("no_run_of_level", objective=claim.levels[0].objective)
        promise_judged.set_reason(judged, why)
    promise_judged.add_notes(judged, *_assumptions(claim))
    return judged


def _assumptions(claim: Claim) -> list[Code]:
    """Parts of the question that the promise leaves open, and the values that were used."""
    depth_free = claim.offered_rate is None and not {"workers", "queue_depth"} & claim.stated
    missing = [
        *([message("part-blocks")] if "block_size" not in claim.workload else []),
        *([message("part-read_percent")] if "read" not in claim.workload else []),
        *([message("part-outstanding")] if depth_free else []),
    ]
    if not missing:
        return []
    taken = workload_text.short(_with_defaults(claim.workload))
    if depth_free:
        depth = message("outstanding", workers=claim.workers, queue_depth=claim.queue_depth)
        taken = f"{taken}, {depth}"
    *before, last = missing
    free = message("or", names=", ".join(before), last=last) if before else last
    return [code("taken_as", free=free, asked=taken)]


def _run_configurations(store: Store, campaign_id: int) -> dict[int, str]:
    """The configuration of each Run that answers a Point."""
    names = {point.id: point.configuration for point in store.plans.points(campaign_id)}
    return {
        run.run_id: names[run.planned_point_id]
        for run in store.plans.of_campaign(campaign_id)
        if run.planned_point_id in names
    }


def _imported_verdict(
    store: Store,
    claim: Claim,
    records: list[tuple[int, RunRecord]],
    configurations: Mapping[int, str],
) -> ClaimVerdict:
    """The verdict on a claim by Runs of other programs."""
    found = imported_evidence.evidence_from_files(
        claim,
        lambda: _with_defaults(claim.workload),
        records,
        store.histograms,
        least_bytes=lambda record: _least_bytes(claim.workload, record["spec"]),
        configurations=configurations,
    )
    judged = promise_judged.judge(found.claim, found.runs)
    if found.silent is not None:
        promise_judged.set_reason(judged, found.silent)
        decision = {"several_questions": "state_it"}.get(found.silent.kind, "import_or_measure")
        promise_judged.set_decision(judged, code(decision))
    elif judged.decides is not None and judged.decides.kind in _DEPTH_DECISIONS:
        # An imported Run cannot be repeated with more outstanding I/O.
        promise_judged.set_decision(judged, code("deeper_run"))
    notes = _import_notes(records)
    if not claim.of_kind.ladder:
        notes = [note for note in notes if note.kind != "imported_without_intervals"]
    promise_judged.add_notes(judged, *found.notes, *notes)
    return judged


def _import_notes(records: list[tuple[int, RunRecord]]) -> list[Code]:
    """Notes on what imported Runs cannot show."""
    foreign = [record for _, record in records if "imported" in record]
    if not foreign:
        return []
    notes = [code("imported")]
    if not all(record["intervals"] for record in foreign):
        notes.append(code("imported_without_intervals"))
    return notes


def _same_target(one: str, other: str) -> bool:
    """Whether two names may be one target: they are equal, or one path ends in the other (promise
    and campaign may stand in different folders)."""
    parts = [Path(os.path.normpath(name.removeprefix("stack:"))).parts for name in (one, other)]
    shorter = min(len(part) for part in parts)
    return (
        one.startswith("stack:") == other.startswith("stack:")
        and parts[0][-shorter:] == parts[1][-shorter:]
    )


def interval_of(measure_s: float) -> float:
    """Length of an interval in a Run of this length."""
    # Whole seconds in longer Runs: some limiters grant the share of a second at once.
    shortest_s = WHOLE_SECOND_S if measure_s >= 20 * WHOLE_SECOND_S else rules.SHORTEST_INTERVAL_S
    return min(max(measure_s / rules.INTERVALS_OF_MEASURE, shortest_s), rules.LONGEST_INTERVAL_S)


def seconds_of(record: RunRecord) -> float:
    """Seconds of a Run on its own clock: Warmup, Measure and Drain."""
    phases = (record["warmup_s"], record["measure_s"], record["drain_s"])
    return float(sum(one or 0.0 for one in phases))


def _check_document(
    evidence: list[ClaimVerdict], name: str, target: str, seconds: float, seed: int | None
) -> Check:
    verdict, because = promise_judged.overall_verdict(evidence)
    return Check(
        verdict=verdict,
        because=because,
        evidence=evidence,
        name=name,
        target=target,
        test_seconds=seconds,
        measured=seed is not None,
        seed=seed,
    )


def _stored_evidence(
    claim: Claim, record: RunRecord, run_id: int | None, among: int
) -> Iterator[RunEvidence]:
    """A stored Run as evidence for a claim with the same question: once, or once for each level
    that it can be judged by."""
    if not _same_workload(claim.workload, record["spec"]):
        return
    load = record["spec"]["load"]
    outstanding: int | None = None
    if load["kind"] == "closed" and not (load["think"] or load["cap"] or load["bursts"]):
        outstanding = load["workers"] * load["queue_depth"]
    if not claim.levels:
        if outstanding is not None:
            yield RunEvidence.of(record, claim, run_id=run_id, among=among)
        return
    offered = claim.offered_rate
    if offered is None:
        if outstanding != claim.outstanding:
            return
    elif not _offers(record, offered, claim.arrivals):
        return
    for level in claim.levels:
        judged = _level_record(record, level)
        if judged is not None:
            yield RunEvidence.of(judged, claim, level=level, run_id=run_id)


def _was_offered(claim: Claim, record: RunRecord) -> bool:
    """Whether a Run was offered the rate of a claim, with its workload."""
    offered = claim.offered_rate
    return (
        offered is not None
        and _same_workload(claim.workload, record["spec"])
        and _offers(record, offered, claim.arrivals)
    )


def _offers(record: RunRecord, rate_per_s: float, arrivals: str) -> bool:
    """Whether a Run had this offered rate with these arrivals. Evenly spaced arrivals queue less
    than random ones."""
    offered = record["offered_rate_per_s"]
    if offered is None or abs(offered / rate_per_s - 1) > SAME_RATE:
        return False
    return record["spec"]["load"].get("arrivals") in (None, arrivals)


def _counts_errors(claim: Claim) -> bool:
    """Whether the claim bounds errors. Its Runs then go on after one."""
    return any(level.bounds_errors for level in claim.levels)


def _same_load(one: Claim, other: Claim) -> bool:
    """Whether one Run at an offered rate can test both claims."""
    return (
        bool(other.levels)
        and one.offered_rate == other.offered_rate
        and (one.workers, one.arrivals, one.max_outstanding, one.workload)
        == (other.workers, other.arrivals, other.max_outstanding, other.workload)
        and _counts_errors(one) == _counts_errors(other)
    )


def _level_record(record: RunRecord, level: Level) -> RunRecord | None:
    """The record of a Run judged by one level; None where the level was not among its objectives.

    Each objective has a finding of its own. An outcome that rests on another objective is taken
    back: if our own lateness left only that one open, the Run is `ok` for this level. A Run that
    stopped when all objectives were decided is evidence for this level only if the level itself was
    decided by then.
    """
    if record["offered_rate_per_s"] is None:
        return record
    stop = record["spec"]["stop"].copy()
    run_objective = stop["objective"]
    if not isinstance(run_objective, str):
        return None
    level_parts, run_parts = parts(level.objective), parts(run_objective)
    if level_parts == run_parts:
        return record
    if not set(level_parts) <= set(run_parts):
        return None
    judgement = record["judgement"]
    if judgement is None or not judgement["objectives"]:
        # The Run was too short to be judged, or was not judged: that holds for each objective.
        return record
    rejudged = rejudgement.rejudge(record, level.objective, None)
    assert rejudged is not None
    judged = rejudged[0]
    level_judgement = judged["judgement"]
    assert level_judgement is not None
    if stop["kind"] == "decided" and level_judgement["verdict"] == "undecided":
        return None
    stop["objective"] = level.objective
    spec: RunSpec = {**record["spec"], "stop": stop}
    judged = {**judged, "spec": spec}
    late = record["outcome"] == "generator_limited" and judgement["reason"] == rejudgement.OWN_LAG
    if late and level_judgement["reason"] != rejudgement.OWN_LAG:
        return {
            **judged,
            "outcome": "ok",
            "because": message("schedule-issued"),
            "limited_by": {**record["limited_by"], "value": "unknown"},
        }
    return judged


def _matching_search(
    campaign: CampaignRow, claim: Claim, records: list[RunRecord]
) -> FindDocument | None:
    """The load line search of the campaign, if claim and search have the same objective and
    workload."""
    if claim.kind != "line" or "load_line" not in (campaign.result or {}):
        return None
    search = document.read_find(campaign.result or {})
    if search.load_line.objective != claim.levels[0].objective:
        return None
    return search if _same_workload(claim.workload, records[0]["spec"]) else None


def _same_workload(request: WorkloadRequest, spec: RunSpec) -> bool:
    """Whether a Run has the workload of a claim, in every key that a claim can state.

    An easier workload proves nothing about a harder one (unsynced writes, part of the volume). A
    claim without a working set accepts any; the verdict reports how much was addressed.
    """
    clients = spec["clients"]
    if len(clients) > 1:
        return False
    run_workload = clients[0]["workload"] if clients else spec["workload"]
    claim_workload = _with_defaults(request)
    keys: list[Compared] = ["read_percent", "trim_percent", "pattern", "sync", "durable_writes"]
    keys += ["read_blocks"] if claim_workload["read_percent"] > 0 else []
    keys += ["write_blocks", "payload"] if claim_workload["read_percent"] < 100 else []
    keys += ["align_bytes"] if "align" in request else []
    run_keys: dict[str, object] = dict(run_workload)
    if any(run_keys.get(key, claim_workload[key]) != claim_workload[key] for key in keys):
        return False
    least = _least_bytes(request, spec)
    return least is None or run_workload["working_set_bytes"] >= least


def _least_bytes(request: WorkloadRequest, spec: RunSpec) -> float | None:
    """Bytes that a Run has to address; None where the promise states none, or states a share of a
    target of unknown size."""
    if "working_set" not in request:
        return None
    stated = str(request["working_set"])
    # Imported Runs may lack the size of their target.
    size: int | None = spec["target"]["size_bytes"]
    if not stated.endswith("%"):
        return parse_size(stated) * (1 - SAME_SIZE)
    return None if size is None else size * float(stated[:-1]) / 100 * (1 - SAME_SIZE)


def _with_defaults(request: WorkloadRequest) -> Workload:
    return _resolve_defaults(
        tuple(sorted((key, value) for key, value in request.items() if key not in _TARGET_KEYS))
    )


@functools.cache
def _resolve_defaults(request: tuple[tuple[str, object], ...]) -> Workload:
    """The workload with every default, as the native side fills them in for a null target."""
    with Session.open(
        cast("SessionRequest", {"target": "null:", "workload": dict(request)})
    ) as session:
        return session.info["workload"]
