"""`plimsoll find`: the load line of a target: the maximum, then the highest rate that still meets the objective."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plimsoll.cli import _collecting, _flags
from plimsoll.cli._searching import Options, search_and_tell

EXAMPLES = (
    "plimsoll find --target test.dat --block-size 8k --read 70 --objective 'p99 <= 1ms'",
    "plimsoll find --target /dev/nvme1n1 --objective 'mean(completion_latency) <= 500us' --json",
    "plimsoll find --target /dev/nvme1n1 --collect './array-counters.sh' --scrape http://127.0.0.1:9100/metrics",
    "plimsoll find --target stack:array.toml --virtual --objective 'p99 <= 5ms' --no-store",
)


@_flags.spread
def find(
    asked: _flags.Asked,
    objective: Annotated[
        str | None,
        typer.Option(
            "--objective",
            metavar="TEXT",
            help="What must still hold: 'p99 <= 1ms'. Default: chosen from the latency at a light load, and told.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", min=1, help="Most workers per target that the search may use.")
    ] = 4,
    arrivals: _flags.Arrivals = None,
    max_outstanding: _flags.MaxOutstanding = None,
    bursts: _flags.Bursts = None,
    io_deadline: _flags.IoDeadline = None,
    seed: _flags.Seed = None,
    store: Annotated[Path, typer.Option("--store", metavar="FILE", help="Where every Run is kept.")] = Path(
        "plimsoll.db"
    ),
    no_store: Annotated[bool, typer.Option("--no-store", help="Keep nothing; only print the answer.")] = False,
    collect: _collecting.Collect = None,
    scrape: _collecting.Scrape = None,
    collect_every: _collecting.CollectEvery = None,
    as_json: _flags.Json = False,
) -> int:
    """Find the load line: the highest offered rate that is carried and still meets the objective.

    Measures the maximum, searches with probes that end as soon as they are decided, and confirms both ends of the
    interval with fresh holds. The exit code is 0 when the line stands and 2 when it does not speak about the target.
    """
    request = asked.request()
    virtual = asked.virtual
    counters = _collecting.sources(collect, scrape, collect_every, stored=not no_store, virtual=virtual)
    options = Options(
        objective=objective, workers=workers, arrivals=arrivals, max_outstanding=max_outstanding, bursts=bursts,
        io_deadline=io_deadline, seed=seed, store=None if no_store else store,
    )  # fmt: skip
    return search_and_tell(request, options, counters, virtual=virtual, as_json=as_json)
