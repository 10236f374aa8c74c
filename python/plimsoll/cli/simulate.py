"""`plimsoll simulate`: a described storage under load on the virtual clock: what it gives, and
where the time goes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from plimsoll.base.errors import UsageError
from plimsoll.base.keys import LOAD, RUN, WORKLOAD
from plimsoll.cli import _options, _who_limits
from plimsoll.cli._options import argument, flag, key

if TYPE_CHECKING:
    from plimsoll.native.model import ProbeRequest, SessionRequest

EXAMPLES = (
    "plimsoll simulate examples/stacks/s2-fc-array.toml",
    "plimsoll simulate array.toml --block-size 8k --read 70 --rate 150000 --measure-for 30s",
    "plimsoll simulate examples/stacks/s4-vsan.toml --set client.guest.count=8 --rate 500/client",
    "plimsoll simulate array.toml --find --objective 'p99 <= 1ms'",
    "plimsoll simulate vsan.toml --down host3 --queue-depth 50 --json",
)

MEASURE_FOR = "10s"
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
    of_workload=tuple(WORKLOAD)[:10],
    of_load=("arrivals", "max_outstanding", "per_client", "warmup_for"),
    of_session=("workload", "parameters", "on_error"),
)
def simulate(
    asked: _options.RunOptions,
    context: typer.Context,
    stack: str = argument(
        "STACK",
        "The stack file: elements, volumes, hosts, clients.",
        ...,
        callback=_options.stack_file,
    ),
    queue_depth: int | None = key(
        LOAD["queue_depth"],
        "Closed loop: queue depth of each worker. Default: as described, or 32.",
    ),
    workers: int | None = key(
        LOAD["workers"], "Workers on each volume. Default: as described, or 1."
    ),
    rate: str | None = key(
        LOAD["rate"],
        "Open loop: offered IOPS of all clients together, or of each: 1250/client. Default:"
        " as described, or a closed loop.",
    ),
    down: _options.Down = None,
    find: bool = flag("--find", "Find the load line instead of doing one Run."),
    objective: _options.Objective = None,
    measure_for: str | None = key(
        RUN["measure_for"], f"How long to measure. Default {MEASURE_FOR}."
    ),
    seed: _options.StackSeed = None,
    store: Path | None = flag(
        "--store FILE", "Keep the Run in this store. Default: print it only."
    ),
    who_limits: _who_limits.WhoLimits = False,
    as_json: _options.Json = False,
) -> int:
    """Simulate a described storage system under load, on the virtual clock.

    The clients that the stack describes drive it, each kind with its own workload and load; a flag
    given here applies to all of them. Without clients, one generator drives all volumes. The same
    stack, flags and seed give the same figures, except `real_s`: the real time that it took.
    """
    asked = replace(asked, target=[f"stack:{stack}"], virtual=True)
    request: SessionRequest = {**asked.request(), "hosts_down": _options.hosts_down(down)}
    if find:
        if extra := [flag for flag in _options.typed(context) if flag in CHOSEN_BY_SEARCH]:
            raise UsageError(
                f"{', '.join(extra)} cannot be combined with --find",
                "The search chooses rates, depths and times.",
            )
        from plimsoll.cli._search import Options, search_and_tell

        options = Options(
            objective=_options.joined(objective),
            workers=workers or 4,
            load=asked.probe(),
            seed=seed,
            store=store,
        )
        return search_and_tell(request, options, virtual=True, as_json=as_json)
    offered = _options.rate(rate)
    if offered is not None and offered.share is not None:
        raise UsageError(
            f"--rate {rate}: a share of the maximum is measured by plimsoll run",
            f"plimsoll run --virtual --target stack:{stack} --rate {rate}",
        )
    typed: ProbeRequest = {
        "queue_depth": queue_depth,
        "workers": workers,
        **({} if offered is None else offered.request()),
        **asked.probe(),
        "objective": _options.joined(objective),
        "measure_for": measure_for or MEASURE_FOR,
        "seed": _options.seed_or_drawn(seed, virtual=True),
        "stop_when_decided": False,
    }
    from plimsoll.cli._measure import measuring
    from plimsoll.cli.run import measured
    from plimsoll.native.session import without_none

    with measuring("simulate", quiet=as_json) as work:
        return measured(
            work, request, without_none(typed), store=store, who_limits=who_limits, simulated=True
        )
