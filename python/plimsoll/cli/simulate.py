"""`plimsoll simulate`: a described storage under load on the virtual clock: what it gives, and
where the time goes."""

from dataclasses import replace
from pathlib import Path

import typer

from plimsoll.base.errors import UsageError
from plimsoll.base.keys import LOAD, OF_DESCRIBED_STORAGE, RUN
from plimsoll.cli import _options, _who_limits
from plimsoll.cli._options import argument, flag, key
from plimsoll.cli.messages import message
from plimsoll.cli.terminal.answer import Details
from plimsoll.library.question import all_objectives, host_names, stack_file
from plimsoll.library.runs import SIMULATED_FOR, simulation_probe
from plimsoll.library.searches import MOST_WORKERS, SearchOptions

EXAMPLES = (
    "plimsoll simulate examples/stacks/s2-fc-array.toml",
    "plimsoll simulate array.toml --block-size 8k --read 70 --rate 150000 --measure-for 30s",
    "plimsoll simulate examples/stacks/s4-vsan.toml --set client.guest.count=8 --rate 500/client",
    "plimsoll simulate array.toml --find --objective 'p99 <= 1ms'",
    "plimsoll simulate vsan.toml --down host3 --queue-depth 50 --json",
)

CHOSEN_BY_SEARCH = (
    "--rate",
    "--queue-depth",
    "--measure-for",
    "--warmup-for",
    "--per-client",
    "--who-limits",
)
"""Flags of a single Run, which --find chooses or does without."""


@_options.spread(
    target="none",
    of_workload=OF_DESCRIBED_STORAGE,
    of_load=("arrivals", "max_outstanding", "per_client", "warmup_for"),
    of_session=("workload", "parameters", "on_error"),
)
def simulate(
    options: _options.RunOptions,
    context: typer.Context,
    stack: str = argument("STACK", message("help-simulate-stack"), ..., callback=stack_file),
    queue_depth: int | None = key(LOAD["queue_depth"], message("help-simulate-queue-depth")),
    workers: int | None = key(LOAD["workers"], message("help-simulate-workers")),
    rate: str | None = key(LOAD["rate"], message("help-simulate-rate")),
    down: _options.Down = None,
    find: bool = flag("--find", message("help-simulate-find")),
    objective: _options.Objective = None,
    measure_for: str | None = key(
        RUN["measure_for"], message("help-simulate-measure-for", default=SIMULATED_FOR)
    ),
    seed: _options.StackSeed = None,
    store: Path | None = flag("--store FILE", message("help-simulate-store")),
    who_limits: _who_limits.WhoLimits = False,
    why: _options.Why = False,
    runs: _options.Runs = False,
    as_json: _options.Json = False,
) -> int:
    """Simulate a described storage system under load, on the virtual clock.

    The clients that the stack describes drive it, each kind with its own workload and load; a flag
    given here applies to all of them. Without clients, one generator drives all volumes. The same
    stack, flags and seed give the same figures, except `real_s`: the real time that it took.
    """
    question = replace(
        options.question(),
        targets=[f"stack:{stack}"],
        virtual=True,
        hosts_down=host_names(down),
    )
    details = Details(why=why, runs=runs)
    if find:
        if extra := [flag for flag in _options.typed_flags(context) if flag in CHOSEN_BY_SEARCH]:
            raise UsageError(*message.refusal("not-with-find", extra=", ".join(extra)))
        from plimsoll.cli._search import search_and_print

        search = SearchOptions(
            objective=all_objectives(objective),
            workers=workers or MOST_WORKERS,
            load=question.probe(),
            seed=seed,
            store=store,
        )
        return search_and_print(question.session(), search, as_json=as_json, details=details)
    probe = simulation_probe(
        question,
        queue_depth=queue_depth,
        workers=workers,
        rate=rate,
        objective=all_objectives(objective),
        measure_for=measure_for,
        seed=seed,
    )
    from plimsoll.cli._measure import measuring
    from plimsoll.cli.run import run_and_print

    with measuring("simulate", quiet=as_json) as work:
        return run_and_print(
            work,
            question.session(),
            probe,
            store=store,
            who_limits=who_limits,
            details=details,
            simulated=True,
        )
