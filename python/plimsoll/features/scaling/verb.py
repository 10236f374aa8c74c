"""`plimsoll depth`: which queue depth is best: IOPS and latency over a ladder of queue depths."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from plimsoll.base import language, preferences
from plimsoll.base.errors import InputError, Interruption, UsageError, exit_code
from plimsoll.base.sentence import Sentence
from plimsoll.cli import _options
from plimsoll.cli._options import flag
from plimsoll.cli.terminal import answer as block
from plimsoll.cli.terminal import screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.features.scaling.messages import message
from plimsoll.library.question import seed_or_default

if TYPE_CHECKING:
    from pathlib import Path

    from plimsoll.features.scaling.depth_document import Subject
    from plimsoll.features.scaling.depths import Best, LeftOut, Rung
    from plimsoll.native.record import ProbeRequest, RunRecord
    from plimsoll.native.session import Session

EXAMPLES = (
    "plimsoll depth --target test.dat",
    "plimsoll depth --target /dev/nvme1n1 --block-size 8k --read 70 --queue-depths 1,2,4,8,16,30",
    "plimsoll depth --hosts hosts.toml --target /dev/mapper/lun1",
    "plimsoll depth --target stack:examples/stacks/s2-fc-array.toml --virtual --no-store --json",
)
DEFAULT_DEPTHS = "1..256"
MAX_DEPTH = 65_536


@_options.spread()
def depth(
    options: _options.RunOptions,
    queue_depths: str = flag(
        "--queue-depths N..N|N,N",
        message("help-queue-depths"),
        DEFAULT_DEPTHS,
    ),
    workers: int = flag("--workers N", message("help-workers"), 1, min=1),
    repeats: int = flag("--repeats N", message("help-repeats"), 3, min=1, max=100),
    warmup_for: str = flag("--warmup-for TIME", message("help-warmup-for"), "500ms"),
    measure_for: str = flag("--measure-for TIME", message("help-measure-for"), "2s"),
    hosts: _options.Hosts = None,
    seed: _options.Seed = None,
    store: _options.RunsStore = preferences.STORE,
    no_store: _options.NoStore = False,
    why: _options.Why = False,
    show_runs: _options.Runs = False,
    as_json: _options.Json = False,
) -> int:
    """Find the best queue depth: IOPS, latency and CPU per I/O over a ladder of queue depths.

    Closed loops, in random order, each depth several times; then the best depth again with twice
    the workers, to see whether the client was the bottleneck. The best depth is the smallest one
    that no other depth beats by more than 5 %. Deeper queues add latency, not IOPS.

    Exit code 0: settled, no other depth can give more than 10 % more. 2: not settled (too much
    noise, one Run per depth, IOPS still rising at the deepest, or the client was the bottleneck).
    74: I/O errors left a depth without a Run.
    """
    depths, details = _depths(queue_depths), Details(why=why, runs=show_runs)
    request = options.request()
    run_seed = seed_or_default(seed, virtual=options.virtual)
    probe = _probe(workers, warmup_for, measure_for, run_seed)
    from plimsoll.cli._measure import measuring
    from plimsoll.cli.run import RunMeter
    from plimsoll.features.scaling import depth_document
    from plimsoll.features.scaling import depths as judged
    from plimsoll.library.runs import keep

    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("depth", quiet=as_json, hosts=hosts))
        meter = stack.enter_context(work.meter())
        session = stack.enter_context(work.open(request))
        # Refuse before anything is stored.
        session.memory_bytes({**probe, "queue_depth": max(depths)})
        if not no_store:
            bench = work.bench(RunMeter(meter, quiet=as_json))
            stack.enter_context(keep(bench, store, session, request, probe, kind="depth"))
        runs = _run_ladder(session, probe, depths, repeats, run_seed, meter)
        rungs, left_out = _rungs(runs)
        wide = _run_wide(session, probe, judged.best(rungs), repeats, run_seed, meter)
        campaign = getattr(session.keeper, "campaign_id", None)
    found = judged.best(rungs, wide, left_out)
    subject = _subject(language.listing(options.target or ()), workers, runs)
    with language.answering(as_json=as_json):
        answer = depth_document.document(
            subject.target, workers, rungs, wide=wide, left_out=left_out, subject=subject
        )
        if as_json:
            screen.document(answer.model_dump(mode="json", by_alias=True))
        else:
            _print(rungs, wide)
            _print_details(runs, subject, found, left_out, details)
            record = next(iter(runs.values()))[0].record
            _print_answer(record, found, answer.because, _kept_line(store, campaign))
    return _code(found, left_out)


def _probe(workers: int, warmup_for: str, measure_for: str, seed: int) -> ProbeRequest:
    """The request of every Run, without its depth."""
    return cast(
        "ProbeRequest",
        {
            "workers": workers,
            "warmup_for": warmup_for,
            "measure_for": measure_for,
            "stop_when_decided": False,
            "seed": seed,
        },
    )


def _print_details(
    runs: dict[int, list[_Run]],
    subject: Subject,
    found: Best | None,
    left_out: list[LeftOut],
    details: Details,
) -> None:
    """What stands between the table of depths and the answer: Runs that were left out, and with
    --runs and --why what they show."""
    from plimsoll.features.scaling import depth_words

    screen.lines(depth_words.left_out(left_out))
    if details.runs:
        screen.table(*_run_rows(runs))
    if details.why:
        beside = () if found is None else depth_words.beside(found)
        screen.lines([_subject_line(subject), *beside])


def _kept_line(store: Path, campaign: int | None) -> list[str]:
    """Where the Runs are kept and the command that reports them; nothing where none is kept."""
    if campaign is None:
        return []
    again = f"plimsoll report scaling --store {store} --campaign {campaign}"
    return [message("kept", command=again, campaign=campaign, store=store)]


def _code(found: Best | None, left_out: list[LeftOut]) -> int:
    """The exit code: that of missing Runs, else of the answer."""
    have = () if found is None else (rung.queue_depth for rung in found.rungs)
    missing = [entry for entry in left_out if entry.queue_depth not in have]
    if missing:
        return max(exit_code(entry.outcome) for entry in missing)
    return 0 if found is not None and not found.doubts else 2


def _depths(text: str) -> list[int]:
    """Queue depths as typed: a doubling range, or a list."""
    try:
        if ".." in text:
            first, _, last = text.partition("..")
            low, high = int(first), int(last)
            found = [low]
            while low >= 1 and found[-1] * 2 <= high:
                found.append(found[-1] * 2)
            found += [high] if high > found[-1] else []
        else:
            found = sorted({int(part) for part in text.split(",")})
    except ValueError:
        found = []
    if len(found) < 2 or found[0] < 1 or found[-1] > MAX_DEPTH:
        raise UsageError(*message.refusal("queue-depths-invalid", text=text, most=MAX_DEPTH))
    return found


@dataclass(frozen=True)
class _Run:
    """A Run with the distributions that percentiles are taken from."""

    record: RunRecord
    response_time: tuple[bytes, ...]

    @property
    def counts(self) -> bool:
        """Whether it is evidence about the target."""
        return self.record["outcome"] in ("ok", "cached") and self.record["achieved_rate_per_s"] > 0


def _run_ladder(
    session: Session,
    probe: ProbeRequest,
    depths: list[int],
    repeats: int,
    seed: int,
    meter: screen.Meter,
) -> dict[int, list[_Run]]:
    """The Runs of each depth, in rounds of random order, so that drift affects all depths alike."""
    runs: dict[int, list[_Run]] = {depth: [] for depth in depths}
    order = random.Random(seed)  # noqa: S311  # an order, no secret
    each_s = _each_s(probe)
    left = repeats * len(depths)
    for number in range(repeats):
        for depth in order.sample(depths, len(depths)):
            meter.show(Sentence(partial(message, "progress", depth=depth)), left * each_s)
            left -= 1
            name = f"depth {depth}"
            runs[depth].append(_run(session, {**probe, "queue_depth": depth}, seed, name, number))
    return runs


def _run_wide(
    session: Session,
    probe: ProbeRequest,
    found: Best | None,
    repeats: int,
    seed: int,
    meter: screen.Meter,
) -> Rung | None:
    """Runs the answer's depth with twice the workers. None without so many, or while IOPS still
    rise."""
    if found is None or found.rises:
        return None
    depth, workers = found.rung.queue_depth, 2 * (probe["workers"] or 1)
    wide_probe: ProbeRequest = {**probe, "queue_depth": depth, "workers": workers}
    most = session.info["most_workers"]
    if most is not None and workers > most:
        return None
    try:
        session.memory_bytes(wide_probe)
    except (InputError, UsageError):
        return None
    runs = []
    for number in range(repeats):
        left = (repeats - number) * _each_s(probe)
        wide = partial(message, "progress-workers", depth=depth, workers=workers)
        meter.show(Sentence(wide), left)
        runs.append(_run(session, wide_probe, seed, f"depth {depth}, {workers} workers", number))
    return _rung(depth, counted) if (counted := [run for run in runs if run.counts]) else None


def _each_s(probe: ProbeRequest) -> float:
    from plimsoll.native.session import parse_span

    return parse_span(str(probe["warmup_for"])) + parse_span(str(probe["measure_for"]))


def _run(session: Session, probe: ProbeRequest, seed: int, name: str, number: int) -> _Run:
    from plimsoll.native.histogram import RESPONSE_TIME
    from plimsoll.search.ledger import probe_seed

    record = session.run({**probe, "seed": probe_seed(seed, name, number)}, role="run")
    if record["outcome"] == "stopped":
        raise Interruption(message("interrupted"))
    assert session.result is not None, "a Run that ended left its distributions"
    blobs = session.result.histograms.items()
    wanted = (blob for name, blob in blobs if name.partition(".")[2] in RESPONSE_TIME)
    return _Run(record, tuple(wanted))


def _rungs(runs: dict[int, list[_Run]]) -> tuple[list[Rung], list[LeftOut]]:
    """The depths with their valid Runs, and the Runs that were left out."""
    valid = {depth: [run for run in every if run.counts] for depth, every in runs.items()}
    rungs = [_rung(depth, counting) for depth, counting in valid.items() if counting]
    return rungs, [skip for depth, every in runs.items() for skip in _skipped_runs(depth, every)]


def _skipped_runs(depth: int, runs: list[_Run]) -> list[LeftOut]:
    """Invalid Runs by outcome."""
    from plimsoll.features.scaling.depths import LeftOut

    found: dict[str, list[_Run]] = {}
    for run in runs:
        if not run.counts:
            found.setdefault(run.record["outcome"], []).append(run)
    return [
        LeftOut(depth, outcome, skipped[0].record["because"], len(skipped), len(runs))
        for outcome, skipped in found.items()
    ]


def _rung(depth: int, runs: list[_Run]) -> Rung:
    import statistics

    from plimsoll.features.scaling.depths import Rung
    from plimsoll.judge.limiter.observations import RunFacts
    from plimsoll.native import histogram

    records = [run.record for run in runs]
    cpu = [cost for record in records if (cost := record["generator_cpu_ns_per_io"]) is not None]
    merged = histogram.summary(blob for run in runs for blob in run.response_time)
    return Rung(
        depth,
        tuple(record["achieved_rate_per_s"] for record in records),
        statistics.fmean(record["bytes_per_s"] for record in records),
        merged["mean"],
        merged["p99"],
        (
            statistics.fmean(cost["user"] + cost["system"] for cost in cpu)
            if len(cpu) == len(records)
            else None
        ),
        tuple(facts for record in records if (facts := RunFacts.of(record)) is not None),
        tuple(name for name in ("mean", "p99") if name in merged["at_least"]),
    )


def _subject(target: str, workers: int, runs: dict[int, list[_Run]]) -> Subject:
    from plimsoll.base import workload_text
    from plimsoll.features.scaling.depth_document import Subject

    spec = next(iter(runs.values()))[0].record["spec"]
    return Subject(
        target=target,
        workload=workload_text.clients(spec) or workload_text.short(spec["workload"]),
        engine=spec["engine"],
        access=spec["access"],
        workers=workers,
    )


def _subject_line(subject: Subject) -> str:
    return message(
        "subject-cached" if subject.access == "cached" else "subject",
        target=subject.target,
        workload=subject.workload,
        engine=subject.engine,
        workers=subject.workers,
    )


def _print_answer(
    record: RunRecord, found: Best | None, because: str, files: Sequence[str]
) -> None:
    """Prints the answer; `record` is one of the Runs, which differ in depth alone."""
    from plimsoll.features.scaling import first
    from plimsoll.report.evidence import single_run
    from plimsoll.report.first import screen as first_screen

    evidence = single_run.of_record(record, [])
    shown = first_screen.draw([evidence], first.of_depth(found, because))
    # The sentence is the answer, whatever its length.
    block.block(replace(shown, headline=because), files)


def _run_rows(runs: dict[int, list[_Run]]) -> tuple[list[str], list[list[str]]]:
    """A row for each Run."""
    from plimsoll.base.errors import outcome_text
    from plimsoll.base.units import nanos, rate

    rows = [
        [
            str(depth),
            rate(run.record["achieved_rate_per_s"]),
            nanos(run.record["all"]["response_time_ns"]["mean"]),
            outcome_text(run.record["outcome"]),
        ]
        for depth, of_depth in runs.items()
        for run in of_depth
    ]
    heads = [message("climbs-queue-depth"), "IOPS", message("mean"), message("head-outcome")]
    return heads, rows


def _print(rungs: list[Rung], wide: Rung | None) -> None:
    from plimsoll.base.units import bandwidth, nanos, rate, share
    from plimsoll.features.scaling.depth_words import latency_text

    top = max((rung.rate for rung in rungs), default=0.0)
    named = [(str(rung.queue_depth), rung) for rung in rungs]
    if wide is not None:
        named.append((message("depth-twice-workers", depth=wide.queue_depth), wide))
    rows = [
        [
            name,
            rate(rung.rate),
            share(rung.rate / top) if top else "–",
            (
                message("range", low=rate(min(rung.rates)), high=rate(max(rung.rates)))
                if len(rung.rates) > 1
                else "–"
            ),
            bandwidth(rung.bytes_per_s),
            latency_text(rung, "mean"),
            latency_text(rung, "p99"),
            nanos(rung.cpu_ns_per_io),
        ]
        for name, rung in named
    ]
    heads = [message("climbs-queue-depth"), "IOPS", message("head-of-max"), message("head-runs")]
    heads += [message("head-bytes"), message("mean"), "p99", message("head-cpu")]
    screen.table(heads, rows)
