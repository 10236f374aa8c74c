"""The bench that questions are measured on: how sessions open, who hears of them, which hosts load
the target, and the wish to end.

A verb has one that shows progress (`cli/_measure.py`); a call has one whose only listener is the
caller's.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.base.errors import UsageError
from plimsoll.base.sentence import Words
from plimsoll.library.messages import message
from plimsoll.native import together
from plimsoll.native.together import Hosts

if TYPE_CHECKING:
    from plimsoll.collect import Collectors, Source
    from plimsoll.native.listener import Listener
    from plimsoll.native.record import SessionRequest
    from plimsoll.native.session import Session, Stop
    from plimsoll.store import Store


@dataclass(frozen=True)
class Bench:
    """Handed to whatever measures."""

    open: Callable[..., Session]
    """Opens a session as `Session.open` does, on this machine or over the hosts. The wish to end
    and the listeners of its Runs come with it."""
    stop: Stop
    listeners: Sequence[Listener] = ()
    """Hear of searches and of what a reader of the answer should know."""
    hosts: Hosts | None = None
    observers: Sequence[Listener] = ()
    """Hear of the Runs and show them outside of this process. Sessions that `open` opens have them
    already."""

    def note(self, words: Words) -> None:
        """Tells all listeners something that a reader of the answer should know."""
        for listener in self.listeners:
            listener.note(words)

    def step(self, words: object) -> None:
        """Tells all listeners of a step."""
        for listener in self.listeners:
            listener.search_step(words)

    def event(self, words: Words) -> None:
        """Tells all listeners what happens in a long Run while it runs."""
        for listener in self.listeners:
            listener.run_event(words)

    def preparing(self, what: Words) -> None:
        """Tells all listeners of work before a Run."""
        for listener in self.listeners:
            listener.preparing(what)

    @contextlib.contextmanager
    def search(self, expected_s: Mapping[str, float], store: Store) -> Iterator[None]:
        """While this is open a search is under way. `expected_s`: real seconds by the role of its
        Runs."""
        for listener in self.listeners:
            listener.search_begins(expected_s, store)
        try:
            yield
        finally:
            for listener in self.listeners:
                listener.search_ends()

    @contextlib.contextmanager
    def collectors(self, sources: Sequence[Source]) -> Iterator[Collectors | None]:
        """Runs the collectors of these sources while this is open; None without any. Hosts that
        measure report about themselves, too. Listeners are told of trouble."""
        if not sources and self.hosts is None:
            yield None
            return
        from plimsoll.collect import Collectors, Source

        of_hosts = [] if self.hosts is None else [Source.of_host(name) for name in self.hosts.names]
        with Collectors((*sources, *of_hosts), tell=self.note) as running:
            if self.hosts is not None:
                self.hosts.tell(running)
            yield running


@contextlib.contextmanager
def quiet_bench(
    *, stop: Stop | None = None, listener: Listener | None = None, hosts: Path | None = None
) -> Iterator[Bench]:
    """A bench without a terminal. `hosts`: the file of the hosts that generate the load; None: this
    machine does. A reason to stop that nobody asked for (results that could not be kept) is raised
    at the end."""
    from plimsoll.native.session import Session, Stop, require_clock
    from plimsoll.native.values import SessionValues

    stop = stop or Stop()
    listeners = [] if listener is None else [listener]
    with contextlib.ExitStack() as stack:
        joined = (
            None
            if hosts is None
            else stack.enter_context(together.feature().join_hosts(Path(hosts)))
        )

        def open_session(
            request: SessionRequest, *, listeners: Sequence[Listener] = (), **how: Any
        ) -> Session:
            require_clock(virtual=SessionValues.of(request).virtual)
            opener = Session.open if joined is None else joined.open
            return opener(request, stop=stop, listeners=[*heard, *listeners], **how)

        heard = listeners
        yield Bench(open_session, stop, listeners, joined)
        if stop.because is not None:
            raise stop.because


@contextlib.contextmanager
def store_or_temporary(path: Path | None) -> Iterator[Path]:
    """The store; without one a place that is gone afterwards: what is not to be kept takes the same
    way."""
    if path is not None:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="plimsoll-") as folder:
        yield Path(folder, "once.db")


def sources(
    commands: Sequence[str] | None,
    exporters: Sequence[str] | None,
    every: str | None,
    *,
    stored: bool,
    virtual: bool,
    hosts: Path | None = None,
) -> tuple[Source, ...]:
    """What is collected beside the Runs, as given to --collect, --scrape and --collect-every;
    `hosts` is the file of the hosts that measure. Raises UsageError for what cannot be meant."""
    if not commands and not exporters and every is None:
        return ()
    flag = "--collect" if commands else "--scrape" if exporters else "--collect-every"
    if virtual:
        raise UsageError(*message.refusal("no-counters-virtual", flag=flag))
    if (commands or exporters) and not stored:
        raise UsageError(*message.refusal("counters-without-store", flag=flag))
    from plimsoll import collect
    from plimsoll.native.session import parse_span

    chosen = collect.sources(
        list(commands or ()), list(exporters or ()), every, parse_span=parse_span
    )
    return host_sources(chosen, hosts)


def host_sources(chosen: tuple[Source, ...], hosts: Path | None) -> tuple[Source, ...]:
    """The sources with those that name a host expanded to the hosts of the file `hosts`. Raises
    UsageError for an unknown one."""
    if all(one.on is None for one in chosen):
        return chosen
    return together.feature().host_sources(chosen, hosts)


def warning_of_place(store: Path, targets: Sequence[str]) -> str | None:
    """What to say where results would be written to the very disk that is measured: a block device
    under test holds the file system that the store is in. None elsewhere. A target that is a file
    needs no warning: who measures a file next to the store sees where both are."""
    for target in targets:
        if shared := sorted(_disks_beneath(str(store.absolute().parent)) & _disks_of(target)):
            return message("store-on-target", store=store, devices=", ".join(shared))
    return None


def _disks_of(target: str) -> set[str]:
    import stat

    try:
        is_device = stat.S_ISBLK(Path(target).stat().st_mode)
    except (OSError, ValueError):
        # No path (null:, stack:, nbd://), or not there yet.
        return set()
    return _disks_beneath(target) if is_device else set()


def _disks_beneath(path: str) -> set[str]:
    """The disks that a path rests on."""
    from plimsoll.base.errors import PlimsollError
    from plimsoll.native import session

    try:
        return {device["name"] for device in session.chain(path)["devices"]}
    except PlimsollError:
        return set()
