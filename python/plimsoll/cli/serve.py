"""`plimsoll serve`: a described storage as network block devices that any client can drive."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import reading
from plimsoll.base.errors import UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen
from plimsoll.library.question import stack_file
from plimsoll.native import stack_parameters

if TYPE_CHECKING:
    from plimsoll.native.model import ServeStatistics
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
    stack: str = argument(
        "STACK", "The stack file: elements and volumes.", ..., callback=stack_file
    ),
    listen: list[str] | None = flag(
        "--listen HOST:PORT", "Address to listen on; port 0 picks a free one. Repeatable."
    ),
    unix: list[str] | None = flag("--unix PATH", "Unix socket to listen on. Repeatable."),
    content: str | None = flag(
        "--content WHERE",
        "Where data is kept: memory, none (reads return zeroes), a sparse file for one"
        " volume, or a folder with one file per volume. Default memory.",
    ),
    memory: str | None = flag(
        "--memory SIZE", "Maximum memory for data. Default: half of what is free."
    ),
    durable: bool = flag("--durable", "With data in files: a flush waits for the disk."),
    fuse: str | None = flag(
        "--fuse DIR",
        "Also expose each volume as the file DIR/VOLUME (needs root); losetup makes it a device.",
    ),
    control: Path | None = flag(
        "--control PATH",
        "Control socket for 'plimsoll switch': inject faults and read statistics while it runs.",
    ),
    spin: str | None = flag(
        "--spin TIME", "Spin at the end of each wait: more precise timing at the cost of CPU."
    ),
    connections_max: int | None = flag(
        "--connections-max N", "Maximum number of connections. Default 1024.", min=1
    ),
    statistics_every: str = flag("--statistics-every TIME", "How often to print statistics.", "1s"),
    seed: _options.StackSeed = None,
    parameters: _options.Parameters = None,
    lose_data_on: _options.LoseDataOn = None,
    as_json: bool = flag(
        "--json",
        "Print one JSON object per line: addresses, statistics, and final statistics at the end.",
    ),
) -> int:
    """Serve a described storage system as network block devices (NBD), on the machine's own clock,
    until Ctrl-C.

    Each volume is an export with the limits and delays of the stack; limits hold for the volume,
    however many connections drive it. Statistics go to stderr and show how late answers were: an
    emulator that can't keep up says so.
    """
    from plimsoll.native.session import Server, parse_span

    if not (listen or unix or fuse):
        raise UsageError(
            "nowhere to serve",
            "Give --listen 127.0.0.1:10809, --unix PATH, or --fuse DIR (several may be given).",
        )
    pace = parse_span(statistics_every)
    if pace < 0.1:
        raise UsageError(
            f"--statistics-every {statistics_every} is too often", "Give 100ms or more."
        )
    server = Server.open(
        {
            "stack_toml": reading.text_of(Path(stack), "stack file"),
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
        screen.note("serving; Ctrl-C ends it")


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
            screen.note(
                f"{path} may grow by {size(wants)} as it is written, and its file system has"
                f" {size(free)} free: a write that finds no space fails"
            )


def _warn_of_loop_devices(fuse: str | None) -> None:
    """A loop device on a served file outlives its server, and fails every request from then on."""
    if fuse is None:
        return
    folder = Path(fuse).resolve()
    for backing in sorted(Path("/sys/block").glob("loop*/loop/backing_file")):
        with contextlib.suppress(OSError):
            if Path(backing.read_text().strip()).parent == folder:
                device = f"/dev/{backing.parts[3]}"
                screen.note(
                    f"{device} is still attached, and fails every request from now on; detach it:"
                    f" losetup --detach {device}"
                )


def _connections(number: int) -> str:
    return "1 connection" if number == 1 else f"{number:,} connections"


class LiveStatistics:
    """What is shown while a stack is served: a line on stderr when something happens, or JSON
    lines."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._before = ""
        self._warned = False

    def now(self, statistics: ServeStatistics) -> None:
        """Shows them, if they say something new."""
        if self._as_json:
            screen.document_line({"kind": "statistics", **statistics}, may_pass=True)
            return
        from plimsoll.base.units import count, nanos, size

        volumes = statistics["volumes"]
        total = sum(volume["rate_per_s"] or 0 for volume in volumes)
        moved = sum(volume["bytes_per_s"] or 0 for volume in volumes)
        lateness = statistics["lateness"]
        text = (
            f"{_connections(statistics['clients'])}, {count(total)} IOPS, {size(moved)}/s,"
            f" {sum(volume['in_flight'] for volume in volumes)} in flight, late p99"
            f" {nanos(lateness['p99_ns'])}"
        )
        if lateness["warning"] and lateness["count"] >= ENOUGH_ANSWERS and not self._warned:
            self._warned = True
            screen.note(lateness["warning"])
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
                        kind,
                        count(one["count"]),
                        count(one["errors"]),
                        size(one["bytes"]),
                        *shown,
                    ]
                )
    if rows:
        head = ["volume", "", "n", "errors", "bytes", "mean", "p50", "p99", "max"]
        screen.table(head, rows, title="Operations and their completion latency (mean to max)")
    late = statistics["lateness"]
    said = [
        f"{_connections(statistics['clients_total'])}, {statistics['cut']} cut,"
        f" {statistics['refused']} refused"
        + (f"; the latest cut: {statistics['latest_cut']}" if statistics["latest_cut"] else ""),
        (
            f"answers late by p50 {nanos(late['p50_ns'])}, p99 {nanos(late['p99_ns'])}, max"
            f" {nanos(late['max_ns'])}; {share(late['late_share'])} by more than 5 % of their"
            " latency and 30 us"
        ),
    ]
    if late["held_up_by_clients"]:
        said.append(f"held up by clients: {count(late['held_up_by_clients'])}")
    if late["warning"]:
        said.append(f"warning: {late['warning']}")
    screen.lines(said)
