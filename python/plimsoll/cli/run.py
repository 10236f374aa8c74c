"""`plimsoll run`: one workload against one target, once."""

from __future__ import annotations

import contextlib
import functools
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from plimsoll.base import preferences, rates
from plimsoll.base.errors import Interruption, IoError, UsageError, exit_code
from plimsoll.cli import _collectors, _options, _store_place, _who_limits
from plimsoll.cli._options import flag
from plimsoll.cli.terminal import record as terminal_record
from plimsoll.cli.terminal import screen
from plimsoll.native.listener import Listener
from plimsoll.native.model import ProbeValues

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.campaign import CampaignKeeper
    from plimsoll.cli._measure import Measuring
    from plimsoll.collect import Collectors, Source
    from plimsoll.native.model import ProbeRequest, Progress, RunRecord, SessionRequest
    from plimsoll.native.session import Session

EXAMPLES = (
    "plimsoll run --target test.dat --block-size 4k --queue-depth 32",
    "plimsoll run --target test.dat --block-size 8k --read 70 --rate 5000 --measure-for 30s --json",
    "plimsoll run --target /dev/nvme1n1 --read 0 --i-will-lose-the-data-on /dev/nvme1n1",
    "plimsoll run --target stack:array.toml --virtual --rate 3000 --measure-for 60s",
    "plimsoll run --target a.dat --target b.dat --pattern zipf:1.1 --block-size 4k:60,64k:40",
    "plimsoll run --target test.dat --rate 1000..50000 --measure-for 60s",
    "plimsoll run --target a.dat --target b.dat --rate 1250/target",
    "plimsoll run --target test.dat --rate 80% --objective 'p99 <= 5ms' --measure-for 30s",
    "plimsoll run --target test.dat --read 50 --verify --verify-journal test.journal",
    "plimsoll run --target nbd://127.0.0.1/ --engine-option connections=4",
    (
        "plimsoll run --target test.dat --store runs.db --scrape"
        " 'http://127.0.0.1:9100/metrics#^node_disk_'"
    ),
    "plimsoll run --target null: --queue-depth 32 --workers 2",
    "plimsoll run --target test.dat --queue-depth 1 --who-limits",
    "plimsoll run --hosts hosts.toml --target /dev/mapper/lun1 --rate 50000 --measure-for 60s",
)


@_options.spread(of_load=tuple(_options.OF_RUN))
def run(
    asked: _options.RunOptions,
    objective: _options.Objective = None,
    seed: _options.Seed = None,
    store: Path | None = flag(
        "--store FILE",
        "Keep the Run in this store. Default: as 'plimsoll config store' says; else print it only.",
    ),
    no_store: bool = flag(
        "--no-store", "Keep nothing, whatever 'plimsoll config store' says; print it only."
    ),
    collect: _collectors.Collect = None,
    scrape: _collectors.Scrape = None,
    collect_every: _collectors.CollectEvery = None,
    who_limits: _who_limits.WhoLimits = False,
    hosts: _options.Hosts = None,
    metrics: _options.Metrics = None,
    as_json: _options.Json = False,
) -> int:
    """Run one workload against one target, or several together, and print what was measured.

    Reading needs no confirmation and opens the target read-only. The exit code is 0 when the
    measurement is valid, 2 when it says nothing about the target (generator_limited, not_steady),
    74 when I/O errors ended it.
    """
    request = asked.request()
    virtual = asked.virtual
    store = _kept_in(store, no_store=no_store)
    counters = _collectors.sources(
        collect, scrape, collect_every, stored=store is not None, virtual=virtual, hosts=hosts
    )
    drawn = _options.seed_or_drawn(seed, virtual=virtual)
    probe: ProbeRequest = {"workers": 1, **asked.probe(), "seed": drawn, "stop_when_decided": False}
    if objective is not None:
        probe["objective"] = _options.joined(objective)

    from plimsoll.cli._measure import measuring

    with measuring("run", quiet=as_json, metrics=metrics, hosts=hosts) as work:
        return measured(
            work,
            request,
            probe,
            rate=asked.load["rate"],
            store=store,
            counters=counters,
            who_limits=who_limits,
        )


def measured(
    work: Measuring,
    request: SessionRequest,
    probe: ProbeRequest,
    *,
    store: Path | None,
    who_limits: bool,
    rate: object = None,
    counters: tuple[Source, ...] = (),
    simulated: bool = False,
) -> int:
    """Does a Run, keeps it where there is a store, and prints it. Returns the exit code.

    `rate` is the offered rate as it was typed, which may be a share of the maximum; of a
    `simulated` Run what the parts of the storage did is printed as well.
    """
    with contextlib.ExitStack() as stack:
        meter = work.meter()
        session = stack.enter_context(work.open(request, listeners=[RunMeter(meter)]))
        _offer_share(rate, probe, session, meter)
        found: _who_limits.LimiterFindings = {}
        if store is not None:
            # After the session: a refusal must not leave an empty store behind.
            collecting = _collectors.collectors(counters, meter, quiet=work.quiet, hosts=work.hosts)
            seed = int(probe["seed"] or 0)
            session.keeper = stack.enter_context(
                kept(store, session, request, probe, seed, collecting, found, meter)
            )
        if not work.quiet and not simulated:
            screen.note(
                "memory for buffers and histograms, whatever the length:"
                f" {_mib(session.memory_bytes(probe))}"
            )
        with meter:
            record, interrupted = recorded(session, probe)
            written = session.result.raw_record if session.result is not None else {}
            whole = beyond_record(session, record)
            if who_limits and interrupted is None:
                record, interrupted = _who_limits.find_out(
                    session, stack, request, probe, record, meter, found
                )
        if work.quiet:
            screen.document({**written, "limited_by": record["limited_by"]})
        else:
            terminal_record.show(record, whole, storage=simulated)
            _who_limits.print_scaling(found.get("scaling", []))
        if interrupted is not None:
            raise interrupted
    return exit_code(record["outcome"])


def _kept_in(store: Path | None, *, no_store: bool) -> Path | None:
    """The store that the Run is kept in; none where it is only printed."""
    if no_store and store is not None:
        raise UsageError("--store and --no-store exclude each other", "Give one of them.")
    return None if no_store else store or preferences.configured_store()


def _mib(count: int) -> str:
    from plimsoll.base.units import size

    return size(count)


def _offer_share(typed: object, probe: ProbeRequest, session: Session, meter: screen.Meter) -> None:
    """Fills in a rate that was given as a share of the maximum: measures that, and says what came
    of it. Nothing of it is kept; the Run's record has the rate."""
    offered = rates.of_load({"rate": typed})
    if offered is None or offered.share is None:
        return
    from plimsoll.base.units import rate
    from plimsoll.search import maximum
    from plimsoll.search.budget import Budget
    from plimsoll.search.ledger import Halt

    # What else is wrong is told before anything is loaded.
    session.memory_bytes({**probe, "rate": 1.0})
    virtual = session.info["clock"] == "virtual"
    budget = Budget.virtual() if virtual else Budget.thorough()
    budget = budget.allowing(session.info["most_workers"])
    try:
        with meter:
            top, _ = maximum.of_session(session, budget, int(probe["seed"] or 0), lambda _: None)
    except Halt as halt:
        if halt.reason == "stopped":
            raise Interruption(halt.words) from None
        raise IoError(f"the maximum was not measured: {halt.words}") from None
    if top.rate_per_s <= 0:
        raise IoError("the maximum was not measured: nothing completed in the closed loop")
    probe.update(offered.request(top.rate_per_s))
    least = " or more (the generator was saturated)" if top.lower_bound else ""
    screen.note(
        f"{typed} of the maximum of {rate(top.rate_per_s)} IOPS{least}:"
        f" {rate(probe['rate'] or 0.0)} IOPS offered"
    )


def recorded(session: Session, probe: ProbeRequest) -> tuple[RunRecord, Interruption | None]:
    """The record of a Run, and the interruption that ended it early, if one did."""
    try:
        return session.run(probe, role="run"), None
    except Interruption as error:
        if error.record is None:
            raise
        return error.record, error


def beyond_record(session: Session, record: RunRecord) -> terminal_record.Intervals | None:
    """The intervals of the newest Run as its store holds them, where the record has only the first
    of them; else none."""
    from plimsoll.campaign import CampaignKeeper

    keeper = session.keeper
    if not isinstance(keeper, CampaignKeeper) or session.newest is None:
        return None
    told = record["intervals"]
    end_s = told[-1]["start_s"] + told[-1]["length_s"] if told else 0.0
    if end_s >= record["measure_s"]:
        return None
    return keeper.store.interval_series(session.newest)


@contextlib.contextmanager
def kept(
    path: Path,
    session: Session,
    request: SessionRequest,
    probe: ProbeRequest,
    seed: int,
    collecting: contextlib.AbstractContextManager[Collectors | None],
    found: _who_limits.LimiterFindings,
    meter: screen.Meter,
    kind: Literal["run", "depth"] = "run",
) -> Iterator[CampaignKeeper]:
    """A keeper in the store at `path`, for the Runs of one call, which is of that `kind`. What is
    `found` by its end is kept with them; the meter tells what happens in long ones."""
    from plimsoll import campaign
    from plimsoll.store import Store

    _store_place.note(path, [request["target"]])
    with Store.open(path) as store, collecting as collectors:
        keeper = campaign.begin(
            store,
            kind,
            request,
            objective=ProbeValues.of(probe).objective,
            strategy="run",
            seed=seed,
            asked={"probe": probe},
            collectors=collectors,
            tell=functools.partial(meter.say, kind="event"),
        )
        yield keeper
        keeper.end({"info": session.info, **found})


class RunMeter(Listener):
    """Shows on a meter how far a Run is."""

    def __init__(self, meter: screen.Meter) -> None:
        # Loaded here, before the Run: it would take a tenth of a second of processor time out of
        # Measure.
        from plimsoll.base.units import rate

        self._meter, self._rate = meter, rate

    def run_progress(self, now: Progress) -> None:
        """The phase, its time left and the rate."""
        doing = {"warmup": "warming up", "measure": "measuring", "drain": "draining"}
        if now.phase in doing:
            self._meter.show(
                doing[now.phase],
                max(0.0, now.limit_s - now.elapsed_s),
                detail=f"{self._rate(now.achieved_rate_per_s)} IOPS",
            )
