"""`plimsoll find`: the load line of a target: the maximum, then the highest rate that still meets
the objective."""

import typer

from plimsoll.base import preferences
from plimsoll.base.errors import UsageError
from plimsoll.cli import _collectors, _family, _options
from plimsoll.cli._options import flag
from plimsoll.cli._search import search_and_print
from plimsoll.cli.messages import message
from plimsoll.cli.terminal.answer import Details
from plimsoll.library import bench, families
from plimsoll.library.question import all_objectives
from plimsoll.library.searches import MOST_WORKERS, SearchOptions, refuse_together

EXAMPLES = (
    "plimsoll find --target test.dat --block-size 8k --read 70 --objective 'p99 <= 1ms'",
    "plimsoll find --target /dev/nvme1n1 --objective 'mean(completion_latency) <= 500us' --json",
    (
        "plimsoll find --target test.dat --objective 'mean <= 1ms' --objective 'p99 <= 3ms' --read"
        " 100,70,0 --beside-grid"
    ),
    "plimsoll find --target test.dat --objective 'p99 <= 5ms' --time 90s",
    "plimsoll find --target test.dat --objective 'p99 <= 20ms' --horizon 10m",
    "plimsoll find --target /dev/mapper/prod --objective 'p99 <= 5ms' --between 2000..8000",
    "plimsoll find --hosts hosts.toml --target nbd://array/lun1 --objective 'p99 <= 5ms'",
    "plimsoll find --from plimsoll.db",
    "plimsoll find --from friday.db#3 --objective 'p99 <= 2ms'",
    "plimsoll find --from archive.db --read 70 --block-size 8k --objective 'mean <= 6ms' --json",
    (
        "plimsoll find --target /dev/nvme1n1 --collect './array-counters.sh' --scrape"
        " http://127.0.0.1:9100/metrics"
    ),
    "plimsoll find --target stack:array.toml --virtual --objective 'p99 <= 5ms' --no-store",
)


@_options.spread(
    target="optional", of_load=("arrivals", "max_outstanding", "bursts", "io_deadline")
)
def find(
    options: _options.RunOptions,
    context: typer.Context,
    objective: _options.Objective = None,
    source: str | None = flag("--from STORE[#CAMPAIGN]", message("help-find-from")),
    horizon: str | None = flag("--horizon TIME", message("help-find-horizon")),
    time: str | None = flag("--time TIME", message("help-find-time")),
    between: str | None = flag("--between LOW..HIGH", message("help-find-between")),
    configuration: str | None = flag("--configuration NAME", message("help-find-configuration")),
    beside_grid: bool = flag("--beside-grid", message("help-find-beside-grid")),
    workers: int = flag("--workers N", message("help-find-workers"), MOST_WORKERS, min=1),
    seed: _options.Seed = None,
    store: _options.RunsStore = preferences.STORE,
    no_store: _options.NoStore = False,
    collect: _collectors.Collect = None,
    scrape: _collectors.Scrape = None,
    collect_every: _collectors.CollectEvery = None,
    hosts: _options.Hosts = None,
    metrics: _options.Metrics = None,
    why: _options.Why = False,
    runs: _options.Runs = False,
    as_json: _options.Json = False,
) -> int:
    """Find the load line: the highest offered rate that is carried and still meets the objective.

    Measures the maximum, searches with probes near the line, and confirms both ends of the interval
    with fresh holds. What could not be confirmed within the time budget is estimated from all Runs,
    and reported as an estimate. Without an objective one is chosen from the storage's latency at a
    light load, and reported; the next search of the same target and workload in the same store
    keeps it where it can.

    A list after --read or --block-size (100,70,0 or 4k,8k,64k) gives one load line for each value,
    each search starting from the lines already found. The exit code is 0 when every line has a
    rate to plan with, and 2 when one has none.

    With --from nothing is run: the line is read from a sweep of rates that a store already holds,
    for the objective its Runs were judged by or for --objective; one line for each target, workload
    and configuration, or those that --read, --block-size and --configuration choose.
    """
    details = Details(why=why, runs=runs)
    if source is not None or configuration is not None:
        return _read_lines(
            options,
            source,
            objective,
            configuration,
            _options.typed_flags(context),
            details=details,
            as_json=as_json,
        )
    if not options.target:
        raise UsageError(*message.refusal("target-missing"))
    question, virtual = options.question(), options.virtual
    members = families.members(question)
    search = SearchOptions(
        objective=all_objectives(objective),
        workers=workers,
        load=question.probe(),
        seed=seed,
        store=None if no_store else store,
        horizon=horizon,
        time=time,
        between=between,
        sources=bench.sources(
            collect, scrape, collect_every, stored=not no_store, virtual=virtual, hosts=hosts
        ),
    )
    refuse_together(search, several=members, beside_grid=beside_grid)
    if members or beside_grid:
        return _family.search_and_print(
            members or [families.only(question)],
            search,
            virtual=virtual,
            as_json=as_json,
            beside_grid=beside_grid,
            metrics=metrics,
            hosts=hosts,
            details=details,
        )
    return search_and_print(
        question.session(), search, as_json=as_json, details=details, metrics=metrics, hosts=hosts
    )


def _read_lines(
    options: _options.RunOptions,
    source: str | None,
    objective: list[str] | None,
    configuration: str | None,
    flags: list[str],
    *,
    details: Details,
    as_json: bool,
) -> int:
    """With --from: the lines that a store holds."""
    from plimsoll.cli import _stored_lines
    from plimsoll.library.stored_lines import Choice

    question = options.question()
    if source is None:
        raise UsageError(*message.refusal("configuration-without-from"))
    return _stored_lines.read_and_print(
        source,
        objective,
        [flag for flag in flags if flag not in _stored_lines.FLAGS],
        Choice.of(question.read, question.block_size, configuration),
        details=details,
        as_json=as_json,
    )
