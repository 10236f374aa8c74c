"""`plimsoll find`: the load line of a target: the maximum, then the highest rate that still meets the objective."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from plimsoll.cli import _collecting, _flags, _screen
from plimsoll.cli._searching import Searching, print_answer, verdict_code
from plimsoll.errors import Interrupted

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

    from plimsoll.campaign import find as search
    from plimsoll.cli._stopping import stopping
    from plimsoll.execute import Session, parse_objective
    from plimsoll.search.budget import Budget
    from plimsoll.store import Store

    canonical = None if objective is None else parse_objective(objective)
    defaults: Any = {
        key: value
        for key, value in {
            "arrivals": arrivals,
            "max_outstanding": max_outstanding,
            "bursts": bursts,
            "io_deadline": io_deadline,
        }.items()
        if value is not None
    }
    with contextlib.ExitStack() as stack:
        stop = stack.enter_context(stopping())
        session = stack.enter_context(Session.open(request, defaults=defaults, stop=stop))
        # What is not to be kept goes into a store that is gone afterwards: one path for both.
        path = Path(stack.enter_context(tempfile.TemporaryDirectory()), "once.db") if no_store else store
        kept = stack.enter_context(Store.open(path))
        # A server that does not keep connections consistent is written over one.
        workers = min(workers, session.info["most_workers"] or workers)
        budget = Budget.virtual(workers=workers) if virtual else Budget.thorough(workers=workers)
        with _screen.Meter(quiet=as_json) as meter:
            searching = Searching(meter, budget.expected_s())
            session.on_progress = searching.progress
            _collecting.keep_writing(session)
            collectors = stack.enter_context(_collecting.collectors(counters, meter, quiet=as_json))
            result, campaign = search(
                session, request, kept, kind="find", objective=canonical, arrivals=arrivals or "poisson",
                seed=_flags.seed_or_drawn(seed, virtual=virtual), budget=budget, on_step=searching.step,
                collectors=collectors,
            )  # fmt: skip
        shown = result.to_json()
        if as_json:
            _screen.document(shown if no_store else shown | {"store": str(store), "campaign": campaign})
        else:
            print_answer(kept, campaign)
            if not no_store:
                _screen.lines(
                    [f"Kept as campaign {campaign} in {store}; draw it with: plimsoll report --store {store}"]
                )
    if stop.asked:
        raise Interrupted("interrupted", "" if no_store else f"What was measured until then is in {store}")
    return verdict_code(shown)
