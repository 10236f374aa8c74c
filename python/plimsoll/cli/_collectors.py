"""`--collect`, `--scrape` and `--collect-every`: the flags, and collectors that run as long as the
Runs of a session."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Annotated

import typer

from plimsoll.cli.terminal import screen
from plimsoll.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.collect import Collectors, Source
    from plimsoll.execute import Session
    from plimsoll.model import Progress

Collect = Annotated[
    list[str] | None,
    typer.Option(
        "--collect",
        metavar="CMD",
        help=(
            "Keep the counters that this shell command prints: one JSON object of names and "
            "numbers per line ('plimsoll collect' converts the output of iostat, esxtop, snmp). "
            "Repeatable."
        ),
    ),
]
Scrape = Annotated[
    list[str] | None,
    typer.Option(
        "--scrape",
        metavar="URL",
        help=(
            "Keep the counters of this Prometheus exporter; URL#PATTERN keeps only the names that "
            "match; node_exporter:HOST, ceph:HOST, netapp:HOST stand for a URL and a pattern. "
            "Repeatable."
        ),
    ),
]
CollectEvery = Annotated[
    str | None,
    typer.Option(
        "--collect-every", metavar="TIME", help="Time between scrapes, 100ms to 1h. Default 1s."
    ),
]


def sources(
    collect: list[str] | None,
    scrape: list[str] | None,
    every: str | None,
    *,
    stored: bool,
    virtual: bool,
) -> tuple[Source, ...]:
    """What is to be collected, from the flags as typed. Raises UsageError for what cannot be
    meant."""
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
    from plimsoll.execute import parse_span

    return collecting.sources(collect or [], scrape or [], every, parse_span=parse_span)


@contextlib.contextmanager
def collectors(
    asked: tuple[Source, ...], meter: screen.Meter, *, quiet: bool
) -> Iterator[Collectors | None]:
    """Runs what is to be collected while this is open; none when nothing is. Trouble is told on
    stderr, `quiet` or not."""
    if not asked:
        yield None
        return
    from plimsoll.collect import Collectors

    with Collectors(asked, tell=screen.note if quiet else meter.say) as running:
        yield running


def keep_writing(session: Session) -> None:
    """While Runs are under way what was collected reaches the store every few seconds, however long
    their intervals are.

    To be called once, after `on_progress` was set.
    """
    from plimsoll.campaign import CampaignKeeper

    told = session.on_progress

    def on_progress(now: Progress) -> None:
        if isinstance(session.keeper, CampaignKeeper):
            session.keeper.write_due()
        if told is not None:
            told(now)

    session.on_progress = on_progress
