"""`plimsoll depth`: which queue depth is best: IOPS and latency over a ladder of queue depths."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from plimsoll import preferences
from plimsoll.cli import _options
from plimsoll.cli.terminal import screen
from plimsoll.errors import Interrupted, UsageError

if TYPE_CHECKING:
    from plimsoll.execute import Session
    from plimsoll.judge.depths import Rung
    from plimsoll.model import ProbeRequest, RunRecord

EXAMPLES = (
    "plimsoll depth --target test.dat",
    "plimsoll depth --target /dev/nvme1n1 --block-size 8k --read 70 --queue-depths 1,2,4,8,16,30",
    "plimsoll depth --target stack:examples/stacks/s2-fc-array.toml --virtual --no-store --json",
)
DEPTHS = "1..256"
MOST = 65_536


@_options.spread
def depth(
    asked: _options.Asked,
    queue_depths: Annotated[
        str,
        typer.Option(
            "--queue-depths",
            metavar="N..N|N,N",
            help="Queue depths of each worker: 1..256 doubles each time; or a list: 1,2,4,8,30.",
        ),
    ] = DEPTHS,
    workers: Annotated[
        int,
        typer.Option(
            "--workers", metavar="N", min=1, help="Workers per target, each with its own queue."
        ),
    ] = 1,
    repeats: Annotated[
        int,
        typer.Option(
            "--repeats",
            metavar="N",
            min=1,
            max=100,
            help="Runs at each depth; they tell how far Runs differ by chance.",
        ),
    ] = 3,
    warmup_for: Annotated[
        str, typer.Option("--warmup-for", metavar="TIME", help="Warm-up before each Run.")
    ] = "500ms",
    measure_for: Annotated[
        str, typer.Option("--measure-for", metavar="TIME", help="Length of each Run.")
    ] = "2s",
    seed: _options.Seed = None,
    store: Annotated[
        Path,
        typer.Option(
            "--store", metavar="FILE", help="Store for every Run.", callback=_options.kept_in
        ),
    ] = preferences.STORE,
    no_store: Annotated[
        bool, typer.Option("--no-store", help="Keep nothing; print the answer only.")
    ] = False,
    as_json: _options.Json = False,
) -> int:
    """Find the best queue depth: IOPS, latency and CPU per I/O over a ladder of queue depths.

    Closed loops, in random order, each depth several times. The best depth is the smallest one that
    gives at least 95 % of the highest IOPS: beyond it only latency rises. The exit code is 0 when
    one depth fits that rule, and 2 when IOPS still rise at the deepest, or Runs differ too much to
    tell the depths apart.
    """
    depths = _depths(queue_depths)
    request = asked.request()
    drawn = _options.seed_or_drawn(seed, virtual=asked.virtual)
    probe = cast(
        "ProbeRequest",
        {
            "workers": workers,
            "warmup_for": warmup_for,
            "measure_for": measure_for,
            "stop_when_decided": False,
            "seed": drawn,
        },
    )
    from plimsoll.cli._measure import measuring
    from plimsoll.cli.run import kept
    from plimsoll.execute import Session
    from plimsoll.judge import depths as judged

    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("depth", quiet=as_json))
        meter = stack.enter_context(work.meter())
        session = stack.enter_context(Session.open(request, stop=work.stop, watcher=work.state))
        # What cannot be run is told before anything is kept.
        session.memory_bytes({**probe, "queue_depth": max(depths)})
        if not no_store:
            nothing = contextlib.nullcontext()
            session.keeper = stack.enter_context(
                kept(store, session, request, probe, drawn, nothing, {}, meter)
            )
        records = _measured(session, probe, depths, repeats, drawn, meter)
        rungs = [_rung(depth, of_depth) for depth, of_depth in records.items() if of_depth]
        said = judged.document(", ".join(asked.target or ()), workers, rungs)
        found = judged.best(rungs)
        campaign = getattr(session.keeper, "campaign_id", None)
    if as_json:
        screen.document(said.model_dump(mode="json", by_alias=True))
    else:
        _print(rungs)
        screen.lines([said.because, *(() if found is None else judged.beside(found))])
        if campaign is not None:
            again = f"plimsoll report scaling --store {store} --campaign {campaign}"
            screen.lines([f"Kept as campaign {campaign} in {store}. Charts: {again}"])
    return 0 if found is not None and found.certain and not found.rises else 2


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
    if len(found) < 2 or found[0] < 1 or found[-1] > MOST:
        raise UsageError(
            f"--queue-depths '{text}': two depths or more are needed, each from 1 to {MOST}",
            "Write 1..256, or a list such as 1,2,4,8,30.",
        )
    return found


def _measured(
    session: Session,
    probe: ProbeRequest,
    depths: list[int],
    repeats: int,
    seed: int,
    meter: screen.Meter,
) -> dict[int, list[RunRecord]]:
    """The Runs of each depth. In rounds, each in an order of its own: what drifts meets all
    depths."""
    from plimsoll.execute import parse_span
    from plimsoll.search.ledger import probe_seed

    records: dict[int, list[RunRecord]] = {depth: [] for depth in depths}
    order = random.Random(seed)  # noqa: S311  # an order, no secret
    each_s = parse_span(str(probe["warmup_for"])) + parse_span(str(probe["measure_for"]))
    left = repeats * len(depths)
    for number in range(repeats):
        for depth in order.sample(depths, len(depths)):
            meter.show(f"queue depth {depth}", left * each_s)
            left -= 1
            asked: ProbeRequest = {
                **probe,
                "queue_depth": depth,
                "seed": probe_seed(seed, f"depth {depth}", number),
            }
            record = session.run(asked, role="run")
            if record["outcome"] == "stopped":
                raise Interrupted("interrupted")
            if record["outcome"] in ("ok", "cached"):
                records[depth].append(record)
    return records


def _rung(depth: int, records: list[RunRecord]) -> Rung:
    import statistics

    from plimsoll.judge.depths import Rung

    def mean(values: list[float | None]) -> float | None:
        known = [value for value in values if value is not None]
        return statistics.fmean(known) if len(known) == len(values) else None

    cpu = [record["generator_cpu_ns_per_io"] for record in records]
    counts = [record["all"]["count"] for record in records]
    means = [record["all"]["response_time_ns"]["mean"] for record in records]
    weighed = sum(n * (value or 0.0) for n, value in zip(counts, means, strict=True))
    return Rung(
        depth,
        tuple(record["achieved_rate_per_s"] for record in records),
        statistics.fmean(record["bytes_per_s"] for record in records),
        weighed / sum(counts) if sum(counts) and None not in means else None,
        statistics.median(tails) if (tails := _tails(records)) else None,
        mean([None if one is None else one["user"] + one["system"] for one in cpu]),
    )


def _tails(records: list[RunRecord]) -> list[float]:
    """The p99 of each Run; none where one has none."""
    found = [record["all"]["response_time_ns"]["p99"] for record in records]
    known = [float(value) for value in found if value is not None]
    return known if len(known) == len(found) else []


def _print(rungs: list[Rung]) -> None:
    from plimsoll.units import bandwidth, nanos, rate, share

    top = max((rung.rate for rung in rungs), default=0.0)
    rows = [
        [
            str(rung.queue_depth),
            rate(rung.rate),
            share(rung.rate / top) if top else "–",
            (f"{rate(min(rung.rates))} to {rate(max(rung.rates))}" if len(rung.rates) > 1 else "–"),
            bandwidth(rung.bytes_per_s),
            nanos(rung.mean_ns),
            nanos(rung.p99_ns),
            nanos(rung.cpu_ns_per_io),
        ]
        for rung in rungs
    ]
    screen.table(
        ["queue depth", "IOPS", "of max", "Runs", "bytes/s", "mean", "p99", "CPU per I/O"], rows
    )
