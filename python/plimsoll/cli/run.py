"""`plimsoll run`: one workload against one target, once."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from plimsoll.cli import _collecting, _flags, _screen
from plimsoll.errors import Interrupted, exit_code

if TYPE_CHECKING:
    from plimsoll.execute import Keeper, Session
    from plimsoll.model import ProbeRequest, Progress, RunRecord

EXAMPLES = (
    "plimsoll run --target test.dat --block-size 4k --queue-depth 32",
    "plimsoll run --target test.dat --block-size 8k --read 70 --rate 5000 --measure-for 30s --json",
    "plimsoll run --target /dev/nvme1n1 --read 0 --i-will-lose-the-data-on /dev/nvme1n1",
    "plimsoll run --target stack:array.toml --virtual --rate 3000 --measure-for 60s",
    "plimsoll run --target null: --queue-depth 32 --workers 2",
    "plimsoll run --target test.dat --store runs.db --scrape 'http://127.0.0.1:9100/metrics#^node_disk_'",
)

FIGURES = ("mean", "p50", "p90", "p99", "p99_9", "max")


def run(
    target: _flags.Target,
    workload: _flags.WorkloadFile = None,
    block_size: _flags.BlockSize = None,
    read: _flags.Read = None,
    pattern: _flags.Pattern = None,
    working_set: _flags.WorkingSet = None,
    working_set_offset: _flags.WorkingSetOffset = None,
    queue_depth: Annotated[
        int | None,
        typer.Option(
            "--queue-depth", metavar="N", min=1, help="Outstanding I/O per worker of a closed loop. Default 32."
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", min=1, help="Issuers, each with its own queue.")
    ] = 1,
    rate: Annotated[
        float | None,
        typer.Option(
            "--rate", metavar="PER_S", help="Open loop: operations/s over all workers. Without it: closed loop."
        ),
    ] = None,
    arrivals: _flags.Arrivals = None,
    max_outstanding: _flags.MaxOutstanding = None,
    objective: Annotated[
        str | None, typer.Option("--objective", metavar="TEXT", help="Also judge this: 'p99 <= 1ms'. Needs --rate.")
    ] = None,
    engine: _flags.Engine = None,
    cached: _flags.Cached = False,
    virtual: _flags.Virtual = False,
    warmup_for: Annotated[
        str, typer.Option("--warmup-for", metavar="TIME", help="Load before anything counts.")
    ] = "1s",
    measure_for: Annotated[str, typer.Option("--measure-for", metavar="TIME", help="What counts.")] = "5s",
    drain_limit: Annotated[
        str | None,
        typer.Option("--drain-limit", metavar="TIME", help="Longest wait for the last completions. Default 5s."),
    ] = None,
    interval: _flags.Interval = None,
    on_error: _flags.OnError = "stop",
    seed: _flags.Seed = None,
    store: Annotated[
        Path | None,
        typer.Option("--store", metavar="FILE", help="Keep the Run in this store. Default: it is only printed."),
    ] = None,
    collect: _collecting.Collect = None,
    scrape: _collecting.Scrape = None,
    collect_every: _collecting.CollectEvery = None,
    lose_data_on: _flags.LoseDataOn = None,
    overwrite_signature: _flags.OverwriteSignature = False,
    as_json: _flags.Json = False,
) -> int:
    """Run one workload against one target and print what was measured.

    Reading needs no confirmation and opens the target read-only. The exit code is 0 when a measurement stands, 2 when
    it does not speak about the target (generator_limited, not_steady), 74 when I/O errors ended it.
    """
    rate = _flags.finite(rate, "--rate", above=0)
    request = _flags.session_request(
        target=target, workload=workload, block_size=block_size, read=read, pattern=pattern, working_set=working_set,
        working_set_offset=working_set_offset, engine=engine, cached=cached, virtual=virtual, on_error=on_error, lose_data_on=lose_data_on,
        overwrite_signature=overwrite_signature,
    )  # fmt: skip
    counters = _collecting.sources(collect, scrape, collect_every, stored=store is not None, virtual=virtual)
    drawn = _flags.seed_or_drawn(seed, virtual=virtual)
    asked = {
        "rate": rate, "queue_depth": queue_depth, "workers": workers, "arrivals": arrivals, "max_outstanding": max_outstanding,
        "objective": objective, "warmup_for": warmup_for, "measure_for": measure_for, "drain_limit": drain_limit,
        "interval": interval, "seed": drawn, "stop_when_decided": False,
    }  # fmt: skip
    probe = cast("ProbeRequest", {key: value for key, value in asked.items() if value is not None})

    from plimsoll.cli._stopping import stopping
    from plimsoll.execute import Session

    with contextlib.ExitStack() as stack:
        stop = stack.enter_context(stopping())
        meter = _screen.Meter(quiet=as_json)
        session = stack.enter_context(Session.open(request, stop=stop, on_progress=lambda now: _show(meter, now)))
        if store is not None:
            # After the session: a refusal must not leave an empty store behind.
            collecting = _collecting.collectors(counters, meter, quiet=as_json)
            session.keeper = stack.enter_context(_kept(store, session, request, probe, drawn, collecting))
            _collecting.keep_writing(session)
        with meter:
            record, interrupted = _record(session, probe)
        (_screen.document if as_json else print_record)(cast("Any", record))
        if interrupted is not None:
            raise interrupted
    return exit_code(record["outcome"])


def _record(session: Session, probe: ProbeRequest) -> tuple[RunRecord, Interrupted | None]:
    try:
        return session.run(probe, role="run"), None
    except Interrupted as error:
        if error.record is None:
            raise
        return error.record, error


@contextlib.contextmanager
def _kept(path: Path, session: Session, request: Any, probe: ProbeRequest, seed: int, collecting: Any) -> Any:
    from plimsoll import campaign
    from plimsoll.store import Store

    with Store.open(path) as store, collecting as collectors:
        keeper = campaign.begin(
            store, "run", request, objective=probe.get("objective"), strategy="run", seed=seed, asked={"probe": probe},
            collectors=collectors,
        )  # fmt: skip
        yield cast("Keeper", keeper)
        keeper.end({"info": session.info})


def _show(meter: _screen.Meter, now: Progress) -> None:
    if now.phase in ("warmup", "measure", "drain"):
        from plimsoll.reports.units import rate

        doing = {"warmup": "warming up", "measure": "measuring", "drain": "draining"}[now.phase]
        meter.show(doing, max(0.0, now.limit_s - now.elapsed_s), detail=f"{rate(now.achieved_rate_per_s)} I/O/s")


def print_record(record: RunRecord) -> None:
    """A record for people: outcome first, then the figures by kind, then what to know."""
    from plimsoll.reports.answer import bounded
    from plimsoll.reports.units import rate, size

    offered = record["offered_rate_per_s"]
    rates = (
        f"offered {rate(offered) if offered else 'closed loop'} · issued {rate(record['issued_rate_per_s'])}"
        f" · achieved {rate(record['achieved_rate_per_s'])} I/O/s · {size(record['bytes_per_s'])}/s"
        f" · outstanding {record['outstanding_mean']:.1f} mean"
    )
    _screen.lines([f"{record['outcome']}: {record['because']}", "", rates])
    rows = []
    kinds = {"read": record["read"], "write": record["write"], "trim": record["trim"], "flush": record["flush"]}
    seen = {kind: figures for kind, figures in kinds.items() if figures["count"]}
    if len(seen) != 1:
        seen["all"] = record["all"]
    for kind, figures in seen.items():
        for label, spans in (
            ("response time", figures["response_time_ns"]),
            ("completion latency", figures["completion_latency_ns"]),
            ("slot wait", figures["slot_wait_ns"]),
            ("own lag", figures["own_lag_ns"]),
        ):
            rows.append(
                [
                    f"{kind} {label}",
                    f"{figures['count']:,}",
                    *(bounded(cast("dict[str, Any]", spans), name) for name in FIGURES),
                ]
            )
    _screen.table(["", "n", *(name.replace("_", ".") for name in FIGURES)], rows)
    cpu = record["generator_cpu_ns_per_io"]
    limited = record["limited_by"]
    said = []
    stop, judgement = record["spec"]["stop"], record["judgement"]
    if judgement is not None and stop.get("objective"):
        said.append(f"{stop['objective']}: {judgement['verdict']} ({judgement['reason'].replace('_', ' ')})")
    if limited["value"] == "unknown":
        said.append("limited by: not determined from one Run")
    else:
        said.append(f"limited by {limited['value']} ({limited['basis']}, confidence {limited['confidence']:.0%})")
    if cpu is not None:
        said.append(f"generator CPU {cpu['user']:.0f} ns user + {cpu['system']:.0f} ns system per I/O")
    if record["errors_by_errno"]:
        said.append("errors: " + ", ".join(f"{name} {count:,}" for name, count in record["errors_by_errno"].items()))
    said.append(f"engine {record['spec']['engine']}, {record['spec']['access']}, seed {record['seed']}")
    said.extend(f"note: {text}" for text in record["notes"])
    _screen.lines(said)
