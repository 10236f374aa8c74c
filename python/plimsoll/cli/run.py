"""`plimsoll run`: one workload against one target, once."""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import preferences
from plimsoll.base.errors import UsageError
from plimsoll.base.sentence import Sentence
from plimsoll.cli import _collectors, _options, _who_limits
from plimsoll.cli._options import flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import answer, screen
from plimsoll.cli.terminal import record as terminal_record
from plimsoll.cli.terminal.answer import Details
from plimsoll.library import bench
from plimsoll.library.question import OF_RUN
from plimsoll.library.runs import run_once
from plimsoll.native.listener import Listener
from plimsoll.native.values import Progress

if TYPE_CHECKING:
    from plimsoll.base.sentence import Words
    from plimsoll.cli._measure import Measuring
    from plimsoll.collect import Source
    from plimsoll.native.record import ProbeRequest, SessionRequest

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


@_options.spread(of_load=tuple(OF_RUN))
def run(
    asked: _options.RunOptions,
    objective: _options.Objective = None,
    seed: _options.Seed = None,
    store: Path | None = flag("--store FILE", message("help-run-store")),
    no_store: bool = flag("--no-store", message("help-run-no-store")),
    collect: _collectors.Collect = None,
    scrape: _collectors.Scrape = None,
    collect_every: _collectors.CollectEvery = None,
    who_limits: _who_limits.WhoLimits = False,
    hosts: _options.Hosts = None,
    metrics: _options.Metrics = None,
    why: _options.Why = False,
    as_json: _options.Json = False,
) -> int:
    """Run one workload against one target, or several together, and print what was measured.

    Reading needs no confirmation and opens the target read-only. The exit code is 0 when the
    measurement is valid, 2 when it says nothing about the target (generator_limited, not_steady),
    74 when I/O errors ended it.
    """
    question = asked.question()
    request = question.session()
    store = _store_of(store, no_store=no_store)
    sources = bench.sources(
        collect,
        scrape,
        collect_every,
        stored=store is not None,
        virtual=question.virtual,
        hosts=hosts,
    )
    probe = question.run(objective=objective, seed=seed)

    from plimsoll.cli._measure import measuring

    with measuring("run", quiet=as_json, metrics=metrics, hosts=hosts) as work:
        return run_and_print(
            work,
            request,
            probe,
            rate=asked.load["rate"],
            store=store,
            sources=sources,
            who_limits=who_limits,
            details=Details(why=why),
        )


def run_and_print(
    work: Measuring,
    request: SessionRequest,
    probe: ProbeRequest,
    *,
    store: Path | None,
    who_limits: bool,
    details: Details,
    rate: object = None,
    sources: tuple[Source, ...] = (),
    simulated: bool = False,
) -> int:
    """Does a Run, keeps it where there is a store, and prints it. Returns the exit code.

    `rate` is the offered rate as it was typed, which may be a share of the maximum; of a
    `simulated` Run what the parts of the storage did is printed as well.
    """
    meter = work.meter()
    progress = RunMeter(meter, quiet=work.quiet)
    with (
        contextlib.closing(meter),
        run_once(
            work.bench(progress, meter=meter),
            request,
            probe,
            rate=rate,
            store=store,
            sources=sources,
            who_limits=who_limits,
        ) as outcome,
    ):
        meter.close()
        if work.quiet:
            screen.document(outcome.document)
        else:
            files = []
            if outcome.campaign is not None and outcome.interruption is None:
                files = answer.files_of(store, outcome.campaign)
            terminal_record.show(outcome, details, files, storage=simulated)
        if outcome.interruption is not None:
            raise outcome.interruption
    return outcome.exit_code


def _store_of(store: Path | None, *, no_store: bool) -> Path | None:
    """The store that the Run is kept in; None where it is only printed."""
    if no_store and store is not None:
        raise UsageError(*message.refusal("store-and-no-store"))
    return None if no_store else store or preferences.configured_store()


class RunMeter(Listener):
    """Shows on a meter how far a Run is. `quiet`: warnings alone."""

    def __init__(self, meter: screen.Meter, *, quiet: bool = False) -> None:
        # Loaded here, before the Run: it would take a tenth of a second of processor time out of
        # Measure.
        from plimsoll.base.units import rate

        self._meter, self._rate, self._quiet = meter, rate, quiet

    def search_step(self, step: object) -> None:
        """A scaling Run has ended."""
        self._meter.say(Sentence(lambda: f"  {step}"))

    def run_event(self, words: Words) -> None:
        """Something happens in a long Run."""
        self._meter.say(words, kind="event")

    def note(self, words: Words, event: int | None = None) -> None:
        """A warning: on stderr, whatever else is printed."""
        del event
        if self._quiet:
            screen.note(str(words))
        else:
            self._meter.say(words)

    def run_progress(self, now: Progress) -> None:
        """The phase, its time left and the rate."""
        if now.phase in ("warmup", "measure", "drain"):
            self._meter.show(
                Sentence(partial(message, f"phase-{now.phase}")),
                max(0.0, now.limit_s - now.elapsed_s),
                detail=message("run-rate", rate=self._rate(now.achieved_rate_per_s)),
            )
