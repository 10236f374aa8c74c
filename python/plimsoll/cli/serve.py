"""`plimsoll serve`: a described storage as network block devices that any client can drive."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import reading, units
from plimsoll.base.errors import UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen
from plimsoll.library.question import stack_file
from plimsoll.native import stack_parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.native.record import Cut, ServeStatistics
    from plimsoll.native.session import Server

EXAMPLES = (
    "plimsoll serve examples/stacks/s0-policy.toml --listen 127.0.0.1:10809",
    "plimsoll serve array.toml --unix /run/array.sock --content array.img",
    "plimsoll serve array.toml --unix array.sock --control control.sock --json",
    "plimsoll switch control.sock faults outage=error",
)

ENOUGH_ANSWERS = 100
"""Answers before the live line warns: the share that was late is none of the first few, which meet
cold caches."""


def serve(
    stack: str = argument("STACK", message("help-serve-stack"), ..., callback=stack_file),
    listen: list[str] | None = flag("--listen HOST:PORT", message("help-serve-listen")),
    unix: list[str] | None = flag("--unix PATH", message("help-serve-unix")),
    content: str | None = flag("--content WHERE", message("help-serve-content")),
    memory: str | None = flag("--memory SIZE", message("help-serve-memory")),
    durable: bool = flag("--durable", message("help-serve-durable")),
    fuse: str | None = flag("--fuse DIR", message("help-serve-fuse")),
    control: Path | None = flag("--control PATH", message("help-serve-control")),
    spin: str | None = flag("--spin TIME", message("help-serve-spin")),
    connections_max: int | None = flag(
        "--connections-max N", message("help-serve-connections-max"), min=1
    ),
    statistics_every: str = flag(
        "--statistics-every TIME", message("help-serve-statistics-every"), "1s"
    ),
    seed: _options.StackSeed = None,
    parameters: _options.Parameters = None,
    lose_data_on: _options.LoseDataOn = None,
    as_json: bool = flag("--json", message("help-serve-as-json")),
) -> int:
    """Serve a described storage system as network block devices (NBD), on the machine's own clock,
    until Ctrl-C.

    Each volume is an export with the limits and delays of the stack; limits hold for the volume,
    however many connections drive it. Statistics go to stderr and show how late answers were: an
    emulator that can't keep up says so.
    """
    from plimsoll.native.session import Server, parse_span

    if not (listen or unix or fuse):
        raise UsageError(*message.refusal("nowhere-to-serve"))
    pace = parse_span(statistics_every)
    if pace < 0.1:
        raise UsageError(*message.refusal("statistics-too-often", time=statistics_every))
    server = Server.open(
        {
            "stack_toml": reading.text_of(Path(stack), message("stack-file")),
            "stack_name": stack,
            "stack_parameters": stack_parameters.parse_flags(parameters or []),
            "listen": listen or [],
            "unix": unix or [],
            "content": content,
            "memory": memory,
            "durable": durable,
            "confirmations": lose_data_on or [],
            "seed": seed,
            "fuse": fuse,
            "connections_max": connections_max,
            "spin": spin,
        }
    )
    _serve(server, fuse, content, control, pace, as_json=as_json)
    last = server.statistics()
    if as_json:
        screen.document_line({"kind": "ended", **last})
    else:
        print_statistics(last)
    return 0


def _serve(
    server: Server,
    fuse: str | None,
    content: str | None,
    control: Path | None,
    pace_s: float,
    *,
    as_json: bool,
) -> None:
    """Serves until it is stopped, and shows what it does."""
    from plimsoll.cli._stop import stopping
    from plimsoll.native import serving

    with contextlib.ExitStack() as entered:
        stop = entered.enter_context(stopping())
        thread = entered.enter_context(serving.serve_in_thread(server))
        if control is not None:
            entered.enter_context(serving.control(control, server))
        _announce(server, fuse, as_json=as_json)
        _warn_of_space(content)
        shown = LiveStatistics(as_json=as_json)
        serving.every(
            pace_s, lambda: not thread.is_alive(), lambda: shown.now(server.statistics()), stop
        )
        _warn_of_loop_devices(fuse)


def _announce(server: Server, fuse: str | None, *, as_json: bool) -> None:
    volumes = server.statistics()["volumes"] if fuse is not None else []
    files = [str(Path(fuse or "") / volume["name"]) for volume in volumes]
    if as_json:
        screen.document_line({"kind": "serving", "uris": server.uris(), "files": files})
    else:
        screen.lines([*server.uris(), *files])
        screen.note(message("serving"))


def _warn_of_space(content: str | None) -> None:
    """A sparse file takes its space as it is written: where there is less than its volume may take,
    that is known now."""
    if content in (None, "memory", "none"):
        return
    from plimsoll.base.units import size

    path = Path(content)
    with contextlib.suppress(OSError):
        found = [
            file.stat() for file in (path.iterdir() if path.is_dir() else (path,)) if file.is_file()
        ]
        wants = sum(max(0, one.st_size - one.st_blocks * 512) for one in found)
        at = os.statvfs(path)
        free = at.f_bavail * at.f_frsize
        if wants > free:
            screen.note(message("may-grow", file=path, size=size(wants), free=size(free)))


def _warn_of_loop_devices(fuse: str | None) -> None:
    """A loop device on a served file outlives its server, and fails every request from then on."""
    if fuse is None:
        return
    folder = Path(fuse).resolve()
    for backing in sorted(Path("/sys/block").glob("loop*/loop/backing_file")):
        with contextlib.suppress(OSError):
            if Path(backing.read_text().strip()).parent == folder:
                device = f"/dev/{backing.parts[3]}"
                screen.note(message("still-attached", device=device))


def _cut(cut: Cut) -> str:
    """Why a connection was cut."""
    # What a client sent is known by its bytes.
    hexadecimal = cut["kind"] != "operations_left" and cut["value"] is not None
    value = f"{cut['value']:#x}" if hexadecimal else units.count(cut["value"])
    return message(f"cut-{cut['kind']}", value=value, volume=cut["volume"] or "")


def _connections(number: int) -> str:
    return message("connections", connections=number, count=units.count(number))


def _warnings(statistics: ServeStatistics) -> Iterator[tuple[str, int, str]]:
    """What held the rate beside the stack, the clients' sockets or this machine, each with the
    number of answers that say so and the words for it."""
    sockets, late = statistics["sockets"], statistics["lateness"]
    if sockets["hold_rate"]:
        speed, share = units.size(sockets["bytes_per_s"]), units.share(sockets["late_share"])
        text = message("sockets-hold-rate", speed=speed, share=share)
        yield "sockets", late["count"] + late["held_up_by_clients"], text
    if not late["keeps_up"]:
        text = message("machine-does-not-keep-up", share=units.share(late["late_share"]))
        yield "machine", late["count"], text


class LiveStatistics:
    """What is shown while a stack is served: a line on stderr when something happens, or JSON
    lines."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._before = ""
        self._warned_of: set[str] = set()

    def now(self, statistics: ServeStatistics) -> None:
        """Shows them, if they say something new."""
        if self._as_json:
            screen.document_line({"kind": "statistics", **statistics}, may_pass=True)
            return
        from plimsoll.base.units import count, nanos, size

        volumes = statistics["volumes"]
        total = sum(volume["rate_per_s"] or 0 for volume in volumes)
        moved = sum(volume["bytes_per_s"] or 0 for volume in volumes)
        text = message(
            "serve-statistics",
            connections=_connections(statistics["clients"]),
            rate=count(total),
            speed=size(moved),
            operations=sum(volume["in_flight"] for volume in volumes),
            late=nanos(statistics["lateness"]["p99_ns"]),
        )
        for cause, answers, warning in _warnings(statistics):
            if answers >= ENOUGH_ANSWERS and cause not in self._warned_of:
                self._warned_of.add(cause)
                screen.note(warning)
        if text != self._before:
            screen.note(text)
        self._before = text


def print_statistics(statistics: ServeStatistics) -> None:
    """What a server has done, for people."""
    from plimsoll.base.units import count, nanos, share, size

    rows = []
    for volume in statistics["volumes"]:
        kinds = {
            "read": volume["read"],
            "write": volume["write"],
            "trim": volume["trim"],
            "flush": volume["flush"],
        }
        for kind, one in kinds.items():
            if one["count"]:
                latency = one["completion_latency_ns"]
                shown = [
                    nanos(ns)
                    for ns in (latency["mean"], latency["p50"], latency["p99"], latency["max"])
                ]
                rows.append(
                    [
                        volume["name"],
                        message(f"served-kind-{kind}"),
                        count(one["count"]),
                        count(one["errors"]),
                        size(one["bytes"]),
                        *shown,
                    ]
                )
    if rows:
        columns = ("n", "errors", "bytes", "mean", "p50", "p99", "max")
        head = [message("served-volume"), "", *(message(f"served-{name}") for name in columns)]
        screen.table(head, rows, title=message("served-operations"))
    late = statistics["lateness"]
    figures = {
        "connections": _connections(statistics["clients_total"]),
        "cut": statistics["cut"],
        "refused": statistics["refused"],
    }
    said = [
        message("served-connections-cut", **figures, latest=_cut(cut))
        if (cut := statistics["latest_cut"])
        else message("served-connections", **figures),
        message(
            "served-late",
            p50=nanos(late["p50_ns"]),
            p99=nanos(late["p99_ns"]),
            max=nanos(late["max_ns"]),
            share=share(late["late_share"]),
        ),
    ]
    if late["held_up_by_clients"]:
        said.append(message("held-up", operations=count(late["held_up_by_clients"])))
    said += [message("serve-warning", text=text) for *_, text in _warnings(statistics)]
    screen.lines(said)
