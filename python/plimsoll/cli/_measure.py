"""What every verb that measures opens: the wish to end it, what those outside can see of it, and
its progress."""

from __future__ import annotations

import contextlib
import ipaddress
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll import live
from plimsoll.cli._neighbours import Lookout
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen
from plimsoll.library.bench import Bench
from plimsoll.native import together
from plimsoll.native.listener import Listener
from plimsoll.native.together import Hosts

if TYPE_CHECKING:
    from plimsoll.native.record import SessionRequest
    from plimsoll.native.session import Session, Stop


@dataclass(frozen=True)
class Measuring:
    """A verb that measures, under way. Handed to whatever it begins."""

    stop: Stop
    state: live.State
    """What those outside see of it (`live`): the first listener of each session that `open`
    opens."""
    quiet: bool
    open: Callable[..., Session]
    """Opens a session as `Session.open` does, on this machine or over the hosts that were named.
    The wish to end and `state` come with it."""
    hosts: Hosts | None = None
    """Those hosts."""
    lookout: Lookout | None = None
    """For neighbours of this machine; none where other hosts measure."""

    def look_around(self, targets: Iterable[str]) -> None:
        """Warns, once, of who else uses this machine, before these targets are measured on it.
        Sessions that `open` opens need no such call."""
        if self.lookout is not None:
            self.lookout.on(targets)

    def look_around_for(self, request: SessionRequest) -> None:
        """The same for a session that was opened by other means than `open`."""
        if self.lookout is not None:
            self.lookout.before(request)

    def bench(self, *listeners: Listener, meter: screen.Meter | None = None) -> Bench:
        """The bench of a question whose progress these listeners show. The meter begins when the
        first session is open, after the warnings of who else uses the machine."""

        def open_session(
            request: SessionRequest, *, listeners: Sequence[Listener] = (), **how: Any
        ) -> Session:
            session = self.open(request, listeners=[*shown, *listeners], **how)
            if meter is not None:
                meter.begin()
            return session

        shown = listeners
        return Bench(open_session, self.stop, listeners, self.hosts, (self.state,))

    def meter(self) -> screen.Meter:
        """A meter of its progress. A context manager, to be entered when there is something to
        show."""
        return screen.Meter(quiet=self.quiet, state=self.state)


@contextlib.contextmanager
def measuring(
    kind: str, *, quiet: bool, metrics: str | None = None, hosts: Path | None = None
) -> Iterator[Measuring]:
    """While this is open Ctrl-C is a wish, and Runs and what a meter is told can be seen from
    outside. It costs a Run nothing.

    `metrics` is where to serve them, as typed; `hosts` the file of the hosts that measure. Raises
    what is wrong with those, before anything is measured.
    """
    from plimsoll.cli._stop import stopping
    from plimsoll.judge import run_verdict
    from plimsoll.live.pulse_writer import beating
    from plimsoll.native.session import Session, require_clock
    from plimsoll.native.values import SessionValues

    with contextlib.ExitStack() as stack:
        stop = stack.enter_context(stopping())
        state = live.State(kind, stopping=lambda: stop.is_requested, verdict=run_verdict.of)
        if metrics is not None:
            from plimsoll.live.metrics import address, serve_metrics

            asked = address(metrics)
            url = stack.enter_context(serve_metrics(state, asked))
            code = "metrics-here" if _is_here(asked[0]) else "metrics-open"
            screen.note(message(code, address=url))
        stack.enter_context(beating(state, screen.note))
        several, lookout = None, None
        if hosts is None:
            lookout = Lookout()
        else:
            several = stack.enter_context(together.feature().join_hosts(hosts))

        def open_session(
            request: SessionRequest, *, listeners: Sequence[Listener] = (), **how: Any
        ) -> Session:
            require_clock(virtual=SessionValues.of(request).virtual)
            opener = Session.open if several is None else several.open
            session = opener(request, stop=stop, listeners=[state, *listeners], **how)
            warn_of_engine(session)
            # Opened first: a refusal is quick, and the time that it takes is part of the look.
            if lookout is not None:
                lookout.before(request)
            return session

        yield Measuring(stop, state, quiet, open_session, several, lookout)


def warn_of_engine(session: Session) -> None:
    """Warns where another engine is used than the best or the named one, and says why: its figures
    are not those of the other."""
    for words in session.engine_notes():
        screen.note(f"WARNING: {words}")


def _is_here(host: str) -> bool:
    """Whether only this machine reaches that address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
