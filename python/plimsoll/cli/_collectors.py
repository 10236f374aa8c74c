"""`--collect`, `--scrape` and `--collect-every`: the flags."""

from __future__ import annotations

from typing import Annotated

from plimsoll.cli._options import shared_flag

Collect = Annotated[
    list[str] | None,
    shared_flag(
        "--collect CMD",
        "Keep the counters that this shell command prints: one JSON object of names and "
        "numbers per line ('plimsoll collect' converts the output of iostat, esxtop, snmp). "
        "With --hosts, '@vm1 CMD' runs it on that host (a name or a label; '@*': on all). "
        "Repeatable.",
    ),
]
Scrape = Annotated[
    list[str] | None,
    shared_flag(
        "--scrape URL",
        "Keep the counters of this Prometheus exporter; URL#PATTERN keeps only the names that "
        "match; node_exporter:HOST, ceph:HOST, netapp:HOST stand for a URL and a pattern. "
        "'@vm1 URL' scrapes from that host. "
        "Repeatable.",
    ),
]
CollectEvery = Annotated[
    str | None,
    shared_flag("--collect-every TIME", "Time between scrapes, 100ms to 1h. Default 1s."),
]
