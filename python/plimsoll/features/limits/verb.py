"""`plimsoll limits` finds the limits of a target: operations/s, bytes/s, how they count sizes,
bursts, per GB."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import language, preferences
from plimsoll.base.errors import Interruption, UsageError
from plimsoll.base.sentence import Words
from plimsoll.cli import _options, _store_place
from plimsoll.cli._options import flag
from plimsoll.cli.terminal import answer, screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.features.limits.messages import message
from plimsoll.library.question import seed_or_default
from plimsoll.native.values import SessionValues

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.finding import (
        Holder,
        LimitFinding,
        ModelFit,
        SizeLaw,
        VolumeLimit,
    )
    from plimsoll.features.limits.runs import Plan
    from plimsoll.native.record import ProbeRequest, SessionRequest
    from plimsoll.native.session import Session
    from plimsoll.store import Store


EXAMPLES = (
    "plimsoll limits --target test.dat",
    (
        "plimsoll limits --target /dev/nvme1n1 --block-size 4k,32k,40k,256k,1m --measure-for 60s"
        " --json"
    ),
    "plimsoll limits --target stack:examples/stacks/s0-policy.toml --virtual --no-store",
    "plimsoll limits --target /dev/vdb --target /dev/vdc --block-size 16k",
    "plimsoll limits --store plimsoll.db --campaign 3",
)

SIZES = "4k,16k,40k,64k,128k,1m"
"""40k distinguishes started units from units by the byte."""
MAX_BURST_LINES = 4
"""Maximum number of bursts on a terminal."""
CODES = {"found": 0, "absent": 0, "inconclusive": 2}


@_options.spread(
    target="none",
    of_workload=("pattern", "working_set"),
    of_session=("engine", "engine_option", "virtual", "lose_data_on", "overwrite_signature"),
)
def limits(
    options: _options.RunOptions,
    target: list[str] | None = flag("--target T", message("help-target")),
    block_size: str = flag("--block-size SIZES", message("help-block-size"), SIZES),
    read: str = flag("--read PERCENTS", message("help-read"), "100"),
    queue_depth: int = flag("--queue-depth N", message("help-queue-depth"), 32, min=1),
    workers: int = flag("--workers N", message("help-workers"), 4, min=1),
    most_outstanding: int = flag(
        "--most-outstanding N", message("help-most-outstanding"), 1024, min=1
    ),
    measure_for: str = flag("--measure-for TIME", message("help-measure-for"), "20s"),
    rest_for: str | None = flag("--rest-for TIME", message("help-rest-for")),
    seed: _options.Seed = None,
    store: Path | None = flag("--store FILE", message("help-store", store=preferences.STORE)),
    no_store: _options.NoStore = False,
    campaign: int | None = flag("--campaign ID", message("help-campaign")),
    hosts: _options.Hosts = None,
    metrics: _options.Metrics = None,
    why: _options.Why = False,
    runs: _options.Runs = False,
    as_json: _options.Json = False,
) -> int:
    """Find the limits of a target: what they count, which explanations the data refutes, what would
    decide the rest.

    Measures closed loops over block sizes, each at two depths, or judges the closed-loop Runs that
    a store holds. The exit code is 0 when a limit or its absence is established and 2 when it is
    not.
    """
    details = Details(why=why, runs=runs)
    if target is None:
        if no_store:
            raise UsageError(*message.refusal("nothing-to-do"))
        return _judge_store(store or preferences.store(), campaign, details, as_json=as_json)
    if campaign is not None:
        raise UsageError(*message.refusal("campaign-and-target"))
    sizes, reads = _sizes(block_size), _reads(read)
    if queue_depth * workers < 2:
        raise UsageError(*message.refusal("two-depths"))

    from plimsoll.features.limits.runs import Plan
    from plimsoll.native.session import parse_span

    measure_s = parse_span(measure_for)
    if measure_s <= 0:
        raise UsageError(*message.refusal("measure-for-invalid", measure_for=measure_for))
    rest_s = parse_span(rest_for) if rest_for is not None else measure_s / 4
    plan = Plan(sizes, reads, queue_depth, workers, measure_s, rest_s, most_outstanding)
    requests = [replace(options, target=[path]).request() for path in target]
    kept_path = None if no_store else store or preferences.store()
    return _measure(
        requests,
        plan,
        kept_path,
        seed_or_default(seed, virtual=options.virtual),
        metrics,
        hosts,
        details,
        as_json=as_json,
    )


def _measure(
    requests: list[SessionRequest],
    plan: Plan,
    kept_path: Path | None,
    seed: int,
    metrics: str | None,
    hosts: Path | None,
    details: Details,
    *,
    as_json: bool,
) -> int:
    from plimsoll.cli._measure import measuring
    from plimsoll.features.limits.rules.document import of
    from plimsoll.features.limits.rules.judging import find_limits
    from plimsoll.features.limits.runs import measure, observations, question_request
    from plimsoll.store import Store

    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("limits", quiet=as_json, metrics=metrics, hosts=hosts))
        stop, meter = work.stop, stack.enter_context(work.meter())
        step_meter = _StepMeter(
            meter, plan, len(requests), virtual=SessionValues.of(requests[0]).virtual
        )
        defaults: ProbeRequest = {"interval": f"{round(plan.interval_s * 1000)}ms"}

        def open_session(request: SessionRequest) -> Session:
            return work.open(request, defaults=defaults)

        # Every target is opened once before the store is made and the first Run begins, so that a
        # refusal comes at once and leaves nothing behind.
        for request in requests:
            for size in plan.block_sizes:
                open_session(question_request(request, size, min(plan.reads))).close()
        path = kept_path or Path(stack.enter_context(tempfile.TemporaryDirectory()), "once.db")
        results = stack.enter_context(Store.open(path))
        if kept_path is not None:
            _store_place.note(kept_path, [request["target"] for request in requests])
        try:
            keeper = measure(
                open_session, requests, results, plan, seed=seed, on_step=step_meter.step
            )
        except Interruption as interrupt:
            where = "" if kept_path is None else message("measured-until-then", store=kept_path)
            raise Interruption("interrupted", where) from interrupt
        finding = find_limits(*observations(results, keeper.campaign_id))
        document = of(finding)
        keeper.end(document, stop)
        meter.close()
        if as_json:
            screen.document(
                document
                if kept_path is None
                else document | {"store": str(kept_path), "campaign": keeper.campaign_id}
            )
        else:
            files = []
            if kept_path is not None and stop.because is None:
                files = answer.files_of(kept_path, keeper.campaign_id)
            print_finding(finding, results, [keeper.campaign_id], details, files)
    return CODES[finding.verdict]


def _judge_store(path: Path, campaign: int | None, details: Details, *, as_json: bool) -> int:
    from plimsoll.features.limits.rules.document import of
    from plimsoll.features.limits.rules.judging import find_limits
    from plimsoll.features.limits.runs import observations
    from plimsoll.store import Store

    with Store.open(path, create=False, read_only=True) as results:
        finding = find_limits(*observations(results, campaign))
        if not as_json:
            judged = [row.id for row in results.campaigns()] if campaign is None else [campaign]
            print_finding(finding, results, judged, details)
    if as_json:
        screen.document(of(finding) | {"store": str(path), "campaign": campaign})
    return CODES[finding.verdict]


class _StepMeter:
    """Shows the current question and the time left, in real seconds, on a meter."""

    def __init__(self, meter: screen.Meter, plan: Plan, targets: int, *, virtual: bool) -> None:
        self._meter = meter
        self._questions = targets * len(plan.block_sizes) * len(plan.reads)
        self._each_s = 2 * plan.measure_for_s
        self._virtual = virtual
        self._asked = 0

    def step(self, told: Words) -> None:
        """Shows the question that begins."""
        left = max(0, self._questions - self._asked)
        self._asked += 1
        self._meter.show(told, None if self._virtual else left * self._each_s)


def _sizes(typed: str) -> tuple[str, ...]:
    sizes = tuple(size.strip() for size in typed.split(",") if size.strip())
    if not sizes:
        raise UsageError(*message.refusal("no-block-size", sizes=SIZES))
    if mix := next((size for size in sizes if ":" in size), None):
        raise UsageError(*message.refusal("mix-of-sizes", mix=mix))
    return tuple(dict.fromkeys(sizes))


def _reads(typed: str) -> tuple[float, ...]:
    try:
        reads = tuple(float(read) for read in typed.split(",") if read.strip())
    except ValueError:
        raise UsageError(*message.refusal("read-no-list", typed=typed)) from None
    if not reads or not all(0 <= read <= 100 for read in reads):
        raise UsageError(*message.refusal("read-invalid", typed=typed))
    return tuple(dict.fromkeys(reads))


# -- for people ------------------------------------------------------------------------------------


@language.for_reader
def print_finding(
    finding: LimitFinding,
    store: Store,
    campaigns: Sequence[int],
    details: Details,
    files: Sequence[str] = (),
) -> None:
    """Prints the measurements of each volume, what was asked for besides, and the answer.
    `campaigns`: those that were judged."""
    from plimsoll.features.limits import first
    from plimsoll.features.limits.rules import words
    from plimsoll.report.evidence.evidence import gather
    from plimsoll.report.first import screen as first_screen

    judged = [gather(store, number) for number in campaigns]
    for volume in finding.volumes:
        _print_cells(volume, alone=len(finding.volumes) == 1)
    if details.runs:
        for evidence in judged:
            answer.print_runs(evidence)
    if details.why:
        because = language.without_stop(words.finding(finding))
        screen.lines([message(finding.verdict, because=because)])
        for volume in finding.volumes:
            screen.lines(_reasons(volume, alone=len(finding.volumes) == 1))
        for law in finding.size_laws:
            subject = law.subject.replace("_per_s", "/s")
            size_line = message("line-over-the-sizes", subject=subject, law=words.size_law(law))
            screen.lines(["", size_line, *_models(law)])
    answer.block(first_screen.draw(judged, first.of_finding(finding, with_laws=False)), files)


def _print_cells(volume: VolumeLimit, *, alone: bool) -> None:
    """What was measured at each block size."""
    from plimsoll.base import units
    from plimsoll.features.limits.rules import words

    rows = [
        [
            units.block_size(cell.block_bytes),
            units.mix(cell.read_percent),
            units.digits(cell.outstanding),
            units.iops(cell.rate_per_s),
            units.bandwidth(cell.rate_per_s * cell.block_bytes),
            units.percent(cell.error, 1),
            (message("at-least-this") if cell.lower_bound else words.cap(cell)),
        ]
        for cell in volume.cells
    ]
    columns = ("block-size", "of", "outstanding", "rate", "bytes", "error", "cap")
    title = None if alone else volume.volume
    screen.table([message(f"terminal-{column}") for column in columns], rows, title=title)


def _reasons(volume: VolumeLimit, *, alone: bool) -> list[str]:
    """The cause of the limit, the bursts, and the laws: found, tied, refuted."""
    from plimsoll.base import units
    from plimsoll.features.limits.rules import words

    lines = [
        message("line-burst", burst=words.burst(burst)) for burst in volume.bursts[:MAX_BURST_LINES]
    ]
    if len(volume.bursts) > MAX_BURST_LINES:
        lines.append(message("line-more-bursts", bursts=len(volume.bursts) - MAX_BURST_LINES))
    if volume.refill is not None:
        lines.append(_budget_line(volume.refill))
    noise = message("line-noise", noise=units.percent(volume.noise, 1))
    holder_lines = [] if volume.holder is None else [_holder_line(volume.holder)]
    notes = [message("line-note", note=note) for note in words.notes(volume)]
    named = [] if alone else ["", volume.volume]
    return [*named, *holder_lines, *lines, *_models(volume), noise, *notes]


def _budget_line(granted: ModelFit) -> str:
    """How the budget is granted, with the ranges of its numbers."""
    from plimsoll.features.limits.rules import words

    known = [one for one in granted.parameters if one.low is not None]
    law = words.law(granted)
    if not known:
        return message("line-budget", granted=law)
    ranges = language.listing(map(words.range_text, known))
    return message("line-budget-ranges", granted=law, ranges=ranges)


def _holder_line(holder: Holder) -> str:
    """The cause of the limit, with its signs."""
    from plimsoll.base import units
    from plimsoll.features.limits.rules import words

    because = words.holder(holder)
    if holder.value not in ("policy_cap", "target", "cache"):
        return message("line-holder-unknown", because=because)
    confidence = units.percent(holder.confidence)
    return message(f"line-holder-{holder.value}", confidence=confidence, because=because)


def _ties(tied: list[ModelFit]) -> list[str]:
    """Lines on the laws that fit as well; a law with several units has one line, with the remedy of
    its first."""
    from plimsoll.base import units
    from plimsoll.features.limits.rules import words

    lines = []
    groups: dict[tuple[str, str | None], list[ModelFit]] = {}
    for model in tied:
        groups.setdefault((model.name, model.scope), []).append(model)
    for first, *others in groups.values():
        other_units = [
            units.block_size(unit.value)
            for item in others
            if (unit := item.parameter("unit_bytes")) and unit.value
        ]
        tie, because = words.law(first), words.fit(first)
        lines.append(
            message(
                "line-tied-units", law=tie, units=language.listing(other_units), because=because
            )
            if other_units
            else message("line-tied", law=tie, because=because)
        )
    return lines


def _models(judged: VolumeLimit | SizeLaw) -> list[str]:
    """Lines on the found, tied and refuted laws. Laws that separate reads from writes are listed
    only with the scope or shape that was found."""

    from plimsoll.base import units
    from plimsoll.features.limits.rules import words
    from plimsoll.features.limits.rules.finding import VolumeLimit

    def is_relevant(model: ModelFit) -> bool:
        found = judged.found
        return found is None or model.scope == found.scope or model.name == found.name

    lines = []
    if judged.found is not None:
        ranges = language.listing(
            words.range_text(item) for item in judged.found.parameters if not item.fixed
        )
        proven = not isinstance(judged, VolumeLimit) or judged.verdict == "found"
        figures = {
            "law": words.law(judged.found),
            "ranges": ranges,
            "because": words.fit(judged.found),
        }
        lines.append(message("line-law" if proven else "line-fits", **figures))
        unit = judged.found.parameter("unit_bytes")
        # The hint needs every rate behind the law to be a cap.
        everywhere = not isinstance(judged, VolumeLimit) or (
            all(cell.proven for cell in judged.cells)
            and (judged.holder is None or judged.holder.value in ("policy_cap", "unknown"))
        )
        if everywhere and (
            hint := words.KNOWN_FROM.get(
                (judged.found.name, int(unit.value) if unit and unit.value else None)
            )
        ):
            lines.append(message("line-hint", hint=message(hint)))
    lines += _ties([model for model in judged.tied if is_relevant(model)])
    # The nearest laws come first; the refutation of a distant one is no news.
    refuted = sorted(
        (model for model in judged.refuted if is_relevant(model)), key=lambda item: item.misfit
    )
    if not isinstance(judged, VolumeLimit):
        lines += [
            message("line-not-excluded", law=words.law(model), because=words.fit(model))
            for model in judged.not_excluded
        ]
    # A rate that a burst let through refutes a law of the time in which it lasts.
    while_held = isinstance(judged, VolumeLimit) and not judged.saw_burst_end and judged.held_s
    for model in refuted[:MAX_BURST_LINES]:
        law, because = words.law(model), words.fit(model)
        lines.append(
            message(
                "line-refuted-for",
                duration=units.exact_seconds(while_held),
                law=law,
                because=because,
            )
            if while_held
            else message("line-refuted", law=law, because=because)
        )
    if len(refuted) > MAX_BURST_LINES:
        lines.append(message("line-more-refuted", laws=len(refuted) - MAX_BURST_LINES))
    silent = sum(not is_relevant(model) for model in (*judged.tied, *judged.refuted))
    return [*lines, message("line-more-of-mixes", laws=silent)] if silent else lines
