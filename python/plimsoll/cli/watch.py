"""`plimsoll watch`: how a campaign goes that another process runs, as it goes."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from plimsoll.base import preferences
from plimsoll.base.errors import Interruption, NoTargetError
from plimsoll.cli._options import flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen as _screen
from plimsoll.cli.terminal import streams as _streams

if TYPE_CHECKING:
    from rich.console import RenderableType

    from plimsoll.campaign.watch import Look
    from plimsoll.live.pulse import PulseDocument
    from plimsoll.store import CampaignRow, Store

EXAMPLES = (
    "plimsoll watch",
    "plimsoll watch --store s4.db",
    "plimsoll watch --store s4.db --campaign 3 --once",
    "plimsoll watch --store s4.db --json",
)

EVERY_S = 0.5
"""A pulse is replaced as often."""
STORE_EVERY_S = 2.0
"""Without a pulse: what is read every time is the store."""


def watch(
    store: Path | None = flag("--store FILE", message("help-watch-store", STORE=preferences.STORE)),
    campaign: int | None = flag("--campaign N", message("help-watch-campaign")),
    once: bool = flag("--once", message("help-watch-once")),
    as_json: bool = flag("--json", message("help-watch-as-json")),
) -> int:
    """Watch a campaign, a search or a Run in another process of the same user.

    Shows progress, rates, bytes/s, response times, the last minute and the load of the machine: on
    a terminal redrawn, elsewhere a line for each interval and each change. It ends when the
    campaign ends and reports how that ended; the exit code is 0 either way. Ctrl-C stops only the
    watching (130): the campaign goes on.

    A process that does not report here (another user's, or before its first Run) is read from its
    store, up to 5 s late.
    """
    from plimsoll.store import Store

    path = store or _newest_pulse()
    # Each look is one moment of the store, and the whole of them is not.
    with contextlib.closing(Store.open(path, create=False, read_only=True)) as opened:
        number = campaign
        try:
            number = (_as_json if as_json else _show_until_end)(opened, campaign, once)
        except KeyboardInterrupt:
            command = f"plimsoll watch --store {path}"
            raise Interruption(*message.refusal("no-longer-watched", command=command)) from None
        with opened.snapshot():
            row = opened.campaign(number)
            assert row is not None, "it was found in this store"
            if not as_json and not (once and row.state == "running"):
                _tell_end(opened, row)
    return 0


def _newest_pulse() -> Path:
    """The store that is meant when none is named."""
    kept = preferences.store()
    if kept.exists():
        return kept
    from plimsoll.live.pulse import read

    stores = sorted({store for pulse in read() if (store := pulse["store"]) is not None})
    if len(stores) == 1:
        return Path(stores[0])
    if stores:
        raise NoTargetError(*message.refusal("several-processes", stores=", ".join(stores)))
    raise NoTargetError(*message.refusal("nothing-to-watch", store=kept))


def _looks(store: Store, number: int | None) -> Iterator[Look]:
    """One look after the other, the last of them without a pulse: it has ended."""
    from plimsoll.campaign import watch as campaign_watch

    seen: campaign_watch.IntervalCache = {}
    while True:
        now = campaign_watch.look(store, number, seen)
        yield now
        if now.pulse is None:
            return
        time.sleep(STORE_EVERY_S if now.pulse["late_s"] else EVERY_S)


def _show_until_end(store: Store, number: int | None, once: bool) -> int:
    """Shows it until it ends; which campaign it was."""
    screen = _redrawn if _screen.redraws(sys.stdout) and not once else _plain
    found = 0
    with screen(store) as show:
        for now in _looks(store, number):
            found = now.number
            if now.pulse is not None:
                show(now.pulse)
            if once:
                break
    return found


@contextlib.contextmanager
def _plain(_: Store) -> Iterator[Callable[[PulseDocument], None]]:
    from plimsoll.cli.terminal import watch_text

    before: list[PulseDocument] = []
    feed = watch_text.IntervalFeed()

    def show(pulse: PulseDocument) -> None:
        _screen.lines(watch_text.lines(before[0] if before else None, pulse, feed.take(pulse)))
        before[:] = [pulse]

    yield show


@contextlib.contextmanager
def _redrawn(store: Store) -> Iterator[Callable[[PulseDocument], None]]:
    from rich.console import Console
    from rich.live import Live

    from plimsoll.cli.terminal import watch_screen
    from plimsoll.report.evidence.search_progress import SearchReader

    searched = SearchReader(store)

    def frame(pulse: PulseDocument) -> RenderableType:
        with store.snapshot():
            number = pulse["campaign"]
            row = None if number is None else store.campaign(number)
            known = None if row is None or not drawable else searched.look(row)
        return watch_screen.draw(pulse, width=out.width, height=out.height, known=known)

    drawable = _streams.takes_all(sys.stdout)
    out = Console(
        file=cast("TextIO", _screen.NoWrapStream(sys.stdout)),
        highlight=False,
        markup=False,
        emoji=False,
    )
    with Live(
        console=out,
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    ) as live:
        yield lambda pulse: live.update(frame(pulse), refresh=True)


def _as_json(store: Store, number: int | None, once: bool) -> int:
    """A pulse for each change, each with the intervals that are new; then how it ended."""
    from plimsoll.campaign import watch as campaign_watch
    from plimsoll.cli.terminal import watch_text

    before: PulseDocument | None = None
    feed = watch_text.IntervalFeed()
    found = 0
    for now in _looks(store, number):
        found = now.number
        if now.pulse is not None:
            fresh = feed.take(now.pulse)
            if before is None or fresh or _lasting(now.pulse) != _lasting(before):
                _screen.document_line({**now.pulse, "intervals": fresh})
                before = now.pulse
        if once:
            break
    if once and before is not None:
        return found
    with store.snapshot():
        end = campaign_watch.end(store, found)
    _screen.document_line(end)
    return found


def _lasting(pulse: PulseDocument) -> dict[str, object]:
    """What of a pulse is a change: not the time of day, nor what follows from it."""
    passing = {"written_at_s", "left_s", "progress", "detail", "intervals", "totals"}
    return {key: value for key, value in pulse.items() if key not in passing}


def _tell_end(store: Store, row: CampaignRow) -> None:
    """How it ended."""
    from plimsoll.campaign import loader
    from plimsoll.campaign import watch as campaign_watch

    if row.kind == loader.KIND:
        from plimsoll.cli._campaign_run import show_status

        show_status(store, row.id, as_json=False)
        return
    from plimsoll.report.evidence.evidence import gather
    from plimsoll.report.first import full

    end = campaign_watch.end(store, row.id)
    _screen.lines(
        [
            message(
                "campaign-status",
                number=row.id,
                name=row.kind,
                store=store.path,
                state=message(f"campaign-state-{end['state']}"),
            ),
            full.headline(gather(store, row.id)),
        ]
    )
