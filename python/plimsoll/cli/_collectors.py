"""`--collect`, `--scrape` and `--collect-every`: the flags, and collectors that run as long as the
Runs of a session."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Annotated

from plimsoll.base.errors import UsageError
from plimsoll.cli._options import shared
from plimsoll.cli.terminal import screen
from plimsoll.native import together

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plimsoll.collect import Collectors, Source
    from plimsoll.native.together import Hosts

Collect = Annotated[
    list[str] | None,
    shared(
        "--collect CMD",
        "Keep the counters that this shell command prints: one JSON object of names and "
        "numbers per line ('plimsoll collect' converts the output of iostat, esxtop, snmp). "
        "With --hosts, '@vm1 CMD' runs it on that host (a name or a label; '@*': on all). "
        "Repeatable.",
    ),
]
Scrape = Annotated[
    list[str] | None,
    shared(
        "--scrape URL",
        "Keep the counters of this Prometheus exporter; URL#PATTERN keeps only the names that "
        "match; node_exporter:HOST, ceph:HOST, netapp:HOST stand for a URL and a pattern. "
        "'@vm1 URL' scrapes from that host. "
        "Repeatable.",
    ),
]
CollectEvery = Annotated[
    str | None,
    shared("--collect-every TIME", "Time between scrapes, 100ms to 1h. Default 1s."),
]


def sources(
    collect: list[str] | None,
    scrape: list[str] | None,
    every: str | None,
    *,
    stored: bool,
    virtual: bool,
    hosts: Path | None = None,
) -> tuple[Source, ...]:
    """What is to be collected, from the flags as typed; `hosts` is the file of the hosts that
    measure. Raises UsageError for what cannot be meant."""
    if not collect and not scrape and every is None:
        return ()
    flag = "--collect" if collect else "--scrape" if scrape else "--collect-every"
    if virtual:
        raise UsageError(
            f"{flag} cannot be used with --virtual: counters exist in real time only",
            "Leave one of them out.",
        )
    if (collect or scrape) and not stored:
        raise UsageError(
            f"{flag} needs a store to keep the counters in",
            "Add --store FILE, and leave out --no-store; the report then draws them.",
        )
    from plimsoll import collect as collecting
    from plimsoll.native.session import parse_span

    asked = collecting.sources(collect or [], scrape or [], every, parse_span=parse_span)
    if all(one.on is None for one in asked):
        return asked
    return together.feature().host_sources(asked, hosts)


@contextlib.contextmanager
def collectors(
    asked: tuple[Source, ...], meter: screen.Meter, *, quiet: bool, hosts: Hosts | None = None
) -> Iterator[Collectors | None]:
    """Runs what is to be collected while this is open; none when nothing is. `hosts` that measure
    tell of themselves, too. Trouble is told on stderr, `quiet` or not."""
    if not asked and hosts is None:
        yield None
        return
    from plimsoll.collect import Collectors, Source

    of_hosts = [] if hosts is None else [Source.of_host(name) for name in hosts.names]
    with Collectors((*asked, *of_hosts), tell=screen.note if quiet else meter.say) as running:
        if hosts is not None:
            hosts.tell(running)
        yield running
