"""`plimsoll limits` finds the limits of a target: operations/s, bytes/s, how they count sizes,
bursts, per GB."""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import preferences
from plimsoll.base.errors import Interruption, UsageError
from plimsoll.cli import _options, _store_place
from plimsoll.cli._options import flag
from plimsoll.cli.terminal import screen
from plimsoll.library.question import seed_or_default
from plimsoll.native.model import SessionValues

if TYPE_CHECKING:
    from plimsoll.features.limits.rules import Holder, LimitFinding, ModelFit, SizeLaw, VolumeLimit
    from plimsoll.features.limits.runs import Plan
    from plimsoll.native.model import ProbeRequest, SessionRequest
    from plimsoll.native.session import Session


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
    target: list[str] | None = flag(
        "--target T",
        "Target, as for run; repeat it for several volumes, measured one after the other."
        " Without it: judge what the store holds.",
    ),
    block_size: str = flag("--block-size SIZES", "Block sizes, comma-separated.", SIZES),
    read: str = flag(
        "--read PERCENTS",
        "Read percentages, comma-separated: 100,0,50 shows whether reads and writes share"
        " one budget.",
        "100",
    ),
    queue_depth: int = flag(
        "--queue-depth N",
        "Queue depth per worker. Half of it is measured too, and more while the rate still rises.",
        32,
        min=1,
    ),
    workers: int = flag("--workers N", "Workers, each with its own queue.", 4, min=1),
    most_outstanding: int = flag(
        "--most-outstanding N", "Maximum outstanding I/O over all workers.", 1024, min=1
    ),
    measure_for: str = flag(
        "--measure-for TIME",
        "Length of each Run. A burst is detected only by a Run that outlasts it.",
        "20s",
    ),
    rest_for: str | None = flag(
        "--rest-for TIME",
        "After a Run that began with a burst: how long to let the target rest before"
        " measuring again; 0s: do not rest. Default: a quarter of --measure-for.",
    ),
    seed: _options.Seed = None,
    store: Path | None = flag(
        "--store FILE", f"Where every Run is kept. Default {preferences.STORE}."
    ),
    no_store: _options.NoStore = False,
    campaign: int | None = flag("--campaign ID", "Without --target: judge only this campaign."),
    hosts: _options.Hosts = None,
    metrics: _options.Metrics = None,
    as_json: _options.Json = False,
) -> int:
    """Find the limits of a target: what they count, which explanations the data refutes, what would
    decide the rest.

    Measures closed loops over block sizes, each at two depths, or judges the closed-loop Runs that
    a store holds. The exit code is 0 when a limit or its absence is established and 2 when it is
    not.
    """
    if target is None:
        if no_store:
            raise UsageError(
                "there is nothing to measure and nothing to read",
                "Give --target, or --store without --no-store.",
            )
        return _judge_store(store or preferences.store(), campaign, as_json=as_json)
    if campaign is not None:
        raise UsageError(
            "--campaign names what is in the store, --target what is to be measured",
            "Give one of them.",
        )
    sizes, reads = _sizes(block_size), _reads(read)
    if queue_depth * workers < 2:
        raise UsageError(
            "proving a limit takes Runs at two depths", "Give --queue-depth or --workers above 1."
        )

    from plimsoll.features.limits.runs import Plan
    from plimsoll.native.session import parse_span

    measure_s = parse_span(measure_for)
    if measure_s <= 0:
        raise UsageError(f"--measure-for {measure_for} is invalid", "Give a time above 0.")
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
        as_json=as_json,
    )


def _measure(
    requests: list[SessionRequest],
    plan: Plan,
    kept_path: Path | None,
    seed: int,
    metrics: str | None,
    hosts: Path | None,
    *,
    as_json: bool,
) -> int:
    from plimsoll.cli._measure import measuring
    from plimsoll.features.limits.rules import find_limits
    from plimsoll.features.limits.rules.document import of
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
            where = "" if kept_path is None else f"What was measured until then is in {kept_path}"
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
            print_finding(finding)
            if kept_path is not None and stop.because is None:
                screen.lines([f"Kept as campaign {keeper.campaign_id} in {kept_path}"])
    return CODES[finding.verdict]


def _judge_store(path: Path, campaign: int | None, *, as_json: bool) -> int:
    from plimsoll.features.limits.rules import find_limits
    from plimsoll.features.limits.rules.document import of
    from plimsoll.features.limits.runs import observations
    from plimsoll.store import Store

    with Store.open(path, create=False, read_only=True) as results:
        finding = find_limits(*observations(results, campaign))
    if as_json:
        screen.document(of(finding) | {"store": str(path), "campaign": campaign})
    else:
        print_finding(finding)
    return CODES[finding.verdict]


class _StepMeter:
    """Shows the current question and the time left, in real seconds, on a meter."""

    def __init__(self, meter: screen.Meter, plan: Plan, targets: int, *, virtual: bool) -> None:
        self._meter = meter
        self._questions = targets * len(plan.block_sizes) * len(plan.reads)
        self._each_s = 2 * plan.measure_for_s
        self._virtual = virtual
        self._asked = 0

    def step(self, told: str) -> None:
        """Shows the question that begins."""
        left = max(0, self._questions - self._asked)
        self._asked += 1
        self._meter.show(told, None if self._virtual else left * self._each_s)


def _sizes(typed: str) -> tuple[str, ...]:
    sizes = tuple(size.strip() for size in typed.split(",") if size.strip())
    if not sizes:
        raise UsageError("--block-size names no size", f"Give some, with commas between: {SIZES}.")
    if mix := next((size for size in sizes if ":" in size), None):
        raise UsageError(
            f"--block-size {mix} is a mix", "A limit is found from one size at a time: 4k,64k."
        )
    return tuple(dict.fromkeys(sizes))


def _reads(typed: str) -> tuple[float, ...]:
    try:
        reads = tuple(float(read) for read in typed.split(",") if read.strip())
    except ValueError:
        raise UsageError(
            f"--read {typed} is not a list of percentages", "Give some, with commas between: 100,0."
        ) from None
    if not reads or not all(0 <= read <= 100 for read in reads):
        raise UsageError(
            f"--read {typed} is invalid",
            "Give percentages from 0 to 100, with commas between: 100,0.",
        )
    return tuple(dict.fromkeys(reads))


# -- for people ------------------------------------------------------------------------------------


def print_finding(finding: LimitFinding) -> None:
    """Prints the verdict, then per volume the measurements, the laws (found, refuted, tied) and the
    bursts."""
    from plimsoll.features.limits.rules import words

    screen.lines([f"{finding.verdict}: {words.finding(finding)}"])
    for volume in finding.volumes:
        _print_volume(volume, alone=len(finding.volumes) == 1)
    for law in finding.size_laws:
        subject = law.subject.replace("_per_s", "/s")
        size_line = f"over the sizes of volumes ({subject}): {words.size_law(law)}"
        screen.lines(["", size_line, *_models(law)])


def _print_volume(volume: VolumeLimit, *, alone: bool) -> None:
    from plimsoll.base import units
    from plimsoll.features.limits.rules import words

    if not alone:
        screen.lines(["", f"{volume.volume}: {volume.verdict}"])
    rows = [
        [
            units.block_size(cell.block_bytes),
            units.mix(cell.read_percent),
            units.digits(cell.outstanding),
            units.iops(cell.rate_per_s),
            units.bandwidth(cell.rate_per_s * cell.block_bytes),
            units.percent(cell.error, 1),
            ("at least this" if cell.lower_bound else words.cap(cell)),
        ]
        for cell in volume.cells
    ]
    screen.table(["block size", "of", "outstanding", "rate", "bytes", "error", "cap"], rows)
    lines = [f"burst: {words.burst(burst)}" for burst in volume.bursts[:MAX_BURST_LINES]]
    if len(volume.bursts) > MAX_BURST_LINES:
        lines.append(f"({len(volume.bursts) - MAX_BURST_LINES} more bursts: --json has them)")
    if volume.refill is not None:
        refill_rate = volume.refill.value
        lines.append(
            f"refill: at least {units.iops(volume.refill.low or 0.0)}: the bucket was full again"
            " after the rest"
            if refill_rate is None
            else f"refill: {units.iops(refill_rate)} while it rested"
        )
    noise = f"assumed noise between Runs: {units.percent(volume.noise, 1)}"
    holder_lines = [] if volume.holder is None else [_holder_line(volume.holder)]
    notes = [f"note: {text}" for text in words.notes(volume)]
    screen.lines([*holder_lines, *lines, *_models(volume), noise, *notes])


def _holder_line(holder: Holder) -> str:
    """The cause of the limit, with its signs."""
    from plimsoll.base import units
    from plimsoll.features.limits.rules import words

    because = words.holder(holder)
    whose = {
        "policy_cap": "limited by a throttle",
        "target": "limited by the target itself, which is saturated",
        "cache": "answered by a cache",
    }.get(holder.value)
    if whose is None:
        return f"not known whether a throttle or the target itself is the limit: {because}"
    return f"{whose} (confidence {units.percent(holder.confidence)}): {because}"


def _models(judged: VolumeLimit | SizeLaw) -> list[str]:
    """Lines on the found, tied and refuted laws. Laws that separate reads from writes are listed
    only with the scope or shape that was found."""

    from plimsoll.base import units
    from plimsoll.features.limits.rules import VolumeLimit, words

    def is_relevant(model: ModelFit) -> bool:
        found = judged.found
        return found is None or model.scope == found.scope or model.name == found.name

    lines = []
    if judged.found is not None:
        ranges = ", ".join(
            words.range_text(item) for item in judged.found.parameters if not item.fixed
        )
        proven = not isinstance(judged, VolumeLimit) or judged.verdict == "found"
        lines.append(
            f"{'law' if proven else 'fits, not proven'}: {words.law(judged.found)} ({ranges};"
            f" {words.fit(judged.found)})"
        )
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
            lines.append(f"hint: {hint}")
    tied = [model for model in judged.tied if is_relevant(model)]
    # A law with several units is one line, with the remedy of the first.
    groups: dict[tuple[str, str | None], list[ModelFit]] = {}
    for model in tied:
        groups.setdefault((model.name, model.scope), []).append(model)
    for first, *others in groups.values():
        other_units = [
            units.block_size(unit.value)
            for item in others
            if (unit := item.parameter("unit_bytes")) and unit.value
        ]
        also = f" (and with units of {', '.join(other_units)})" if other_units else ""
        lines.append(f"tied: {words.law(first)}{also}: {words.fit(first)}")
    # The nearest laws come first; the refutation of a distant one is no news.
    refuted = sorted(
        (model for model in judged.refuted if is_relevant(model)), key=lambda item: item.misfit
    )
    if not isinstance(judged, VolumeLimit):
        lines += [
            f"not excluded: {words.law(model)}: {words.fit(model)}" for model in judged.not_excluded
        ]
    # A rate that a burst let through refutes a law of the time in which it lasts.
    lasted = (
        f" for these {units.exact_seconds(judged.held_s)}"
        if isinstance(judged, VolumeLimit) and not judged.saw_burst_end and judged.held_s
        else ""
    )
    lines += [
        f"refuted{lasted}: {words.law(model)}: {words.fit(model)}"
        for model in refuted[:MAX_BURST_LINES]
    ]
    if len(refuted) > MAX_BURST_LINES:
        more = len(refuted) - MAX_BURST_LINES
        laws = "law" if more == 1 else "laws"
        lines.append(f"({more} more refuted {laws}: --json has them)")
    silent = sum(not is_relevant(model) for model in (*judged.tied, *judged.refuted))
    return lines + (
        [f"({silent} more laws of reads against writes: --json has them)"] if silent else []
    )
