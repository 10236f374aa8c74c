"""`plimsoll simulate`: a described storage under load on the virtual clock: what it gives, and
where the time goes."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from plimsoll.cli import _options, _who_limits
from plimsoll.cli.terminal import record as terminal_record
from plimsoll.cli.terminal import screen
from plimsoll.errors import UsageError, exit_code

if TYPE_CHECKING:
    from plimsoll.model import ProbeRequest, SessionRequest

EXAMPLES = (
    "plimsoll simulate examples/stacks/s2-fc-array.toml",
    "plimsoll simulate array.toml --block-size 8k --read 70 --rate 150000 --measure-for 30s",
    "plimsoll simulate examples/stacks/s4-vsan.toml --set client.guest.count=8 --rate 500/client",
    "plimsoll simulate array.toml --find --objective 'p99 <= 1ms'",
    "plimsoll simulate vsan.toml --down host3 --queue-depth 50 --json",
)

MEASURE_FOR = "10s"


def simulate(
    stack: Annotated[
        str,
        typer.Argument(
            metavar="STACK",
            help="The stack file: elements, volumes, hosts, clients.",
            callback=_options.stack_file,
        ),
    ],
    workload: _options.WorkloadFile = None,
    block_size: _options.BlockSize = None,
    write_block_size: _options.WriteBlockSize = None,
    align: _options.Align = None,
    read: _options.Read = None,
    trim: _options.Trim = None,
    pattern: _options.Pattern = None,
    working_set: _options.WorkingSet = None,
    working_set_offset: _options.WorkingSetOffset = None,
    fsync_every: _options.FsyncEvery = None,
    fdatasync_every: _options.FdatasyncEvery = None,
    queue_depth: Annotated[
        int | None,
        typer.Option(
            "--queue-depth",
            metavar="N",
            min=1,
            help="Closed loop: queue depth of each worker. Default: as described, or 32.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            metavar="N",
            min=1,
            help="Workers on each volume. Default: as described, or 1.",
        ),
    ] = None,
    rate: Annotated[
        str | None,
        typer.Option(
            "--rate",
            metavar="PER_S",
            help=(
                "Open loop: offered IOPS of all clients together, or of each: 1250/client. Default:"
                " as described, or a closed loop."
            ),
        ),
    ] = None,
    arrivals: _options.Arrivals = None,
    max_outstanding: _options.MaxOutstanding = None,
    down: _options.Down = None,
    parameters: _options.Parameters = None,
    find: Annotated[
        bool, typer.Option("--find", help="Find the load line instead of doing one Run.")
    ] = False,
    per_client: _options.PerClient = False,
    objective: _options.Objective = None,
    warmup_for: Annotated[
        str | None,
        typer.Option("--warmup-for", metavar="TIME", help="Warm-up before measuring. Default 1s."),
    ] = None,
    measure_for: Annotated[
        str | None,
        typer.Option(
            "--measure-for", metavar="TIME", help=(f"How long to measure. Default {MEASURE_FOR}.")
        ),
    ] = None,
    on_error: _options.OnError = "stop",
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, max=2**64 - 1, help="Random seed. Default: 1."),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store", metavar="FILE", help="Keep the Run in this store. Default: print it only."
        ),
    ] = None,
    who_limits: _who_limits.WhoLimits = False,
    as_json: _options.Json = False,
) -> int:
    """Simulate a described storage system under load, on the virtual clock.

    The clients that the stack describes drive it, each kind with its own workload and load; a flag
    given here applies to all of them. Without clients, one generator drives all volumes. The same
    stack, flags and seed give the same figures, except `real_s`: the real time that it took.
    """
    asked = _options.Asked(
        target=[f"stack:{stack}"],
        workload=workload,
        block_size=block_size,
        write_block_size=write_block_size,
        align=align,
        read=read,
        trim=trim,
        pattern=pattern,
        working_set=working_set,
        working_set_offset=working_set_offset,
        fsync_every=fsync_every,
        fdatasync_every=fdatasync_every,
        virtual=True,
        parameters=parameters,
        on_error=on_error,
    )
    request: SessionRequest = {**asked.request(), "hosts_down": _options.hosts_down(down)}
    if find:
        given = {
            "--rate": rate,
            "--queue-depth": queue_depth,
            "--measure-for": measure_for,
            "--warmup-for": warmup_for,
            "--per-client": per_client or None,
        }
        given["--who-limits"] = who_limits or None
        if extra := [flag for flag, value in given.items() if value is not None]:
            raise UsageError(
                f"{', '.join(extra)} cannot be combined with --find",
                "The search chooses rates, depths and times.",
            )
        from plimsoll.cli._search import Options, search_and_tell

        options = Options(
            objective=_options.joined(objective),
            workers=workers or 4,
            arrivals=arrivals,
            max_outstanding=max_outstanding,
            seed=seed,
            store=store,
        )
        return search_and_tell(request, options, virtual=True, as_json=as_json)
    if rate is not None and rate.strip().endswith("%"):
        raise UsageError(
            f"--rate {rate}: a share of the maximum is measured by plimsoll run",
            f"plimsoll run --virtual --target stack:{stack} --rate {rate}",
        )
    typed = {
        "queue_depth": queue_depth,
        "workers": workers,
        **_options.rate(rate),
        "per_client": per_client or None,
        "arrivals": arrivals,
        "max_outstanding": max_outstanding,
        "objective": _options.joined(objective),
        "warmup_for": warmup_for,
        "measure_for": measure_for or MEASURE_FOR,
        "seed": _options.seed_or_drawn(seed, virtual=True),
        "stop_when_decided": False,
    }
    probe = cast("ProbeRequest", {key: value for key, value in typed.items() if value is not None})
    return _simulated(request, probe, store, who_limits=who_limits, as_json=as_json)


def _simulated(
    request: SessionRequest,
    probe: ProbeRequest,
    store: Path | None,
    *,
    who_limits: bool,
    as_json: bool,
) -> int:
    from plimsoll.cli._measure import measuring
    from plimsoll.cli.run import beyond_record, kept, recorded, shown_on
    from plimsoll.execute import Session

    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("simulate", quiet=as_json))
        meter = work.meter()
        session = stack.enter_context(
            Session.open(request, stop=work.stop, on_progress=shown_on(meter), watcher=work.state)
        )
        found: _who_limits.Found = {}
        if store is not None:
            nothing = contextlib.nullcontext()
            seed = int(probe["seed"] or 0)
            session.keeper = stack.enter_context(
                kept(store, session, request, probe, seed, nothing, found, meter)
            )
        with meter:
            record, interrupted = recorded(session, probe)
            whole = beyond_record(session, record)
            if who_limits and interrupted is None:
                record, interrupted = _who_limits.find_out(
                    session, stack, request, probe, record, meter, found
                )
        if as_json:
            screen.document(record)
        else:
            terminal_record.show(record, whole, storage=True)
            _who_limits.print_scaling(found.get("scaling", []))
        if interrupted is not None:
            raise interrupted
    return exit_code(record["outcome"])
