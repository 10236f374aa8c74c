"""A process that drives one volume among several that compete: where a system limits processes
(cgroups), each volume needs one of its own, and all have to begin together.

Two lines come in: what is asked, as JSON, and then any other, upon which the Run begins. Two go
out: that the target is open, and the record; or what went wrong, in the place of either. Whoever
started it ends it by closing its end.
"""

from __future__ import annotations

import json
import sys
import threading
from typing import TYPE_CHECKING, Any, NoReturn

from plimsoll.base.errors import PlimsollError
from plimsoll.native.session import Session, Stop

if TYPE_CHECKING:
    from plimsoll.native.model import ProbeRequest, SessionRequest

MODULE = "plimsoll.features.policy.contender"
READY = "ready"


def run() -> int:
    """The process; its exit code says nothing."""
    asked = json.loads(sys.stdin.readline())
    try:
        record = _driven(asked["session"], asked["probe"], asked["role"])
    except PlimsollError as error:
        _say({"error": error.message, "what_now": error.what_now})
    else:
        _say({"record": record})
    return 0


def _driven(session: SessionRequest, probe: ProbeRequest, role: str) -> Any:
    stop = Stop()
    with Session.open(session, stop=stop) as opened:
        _say(READY)
        if not sys.stdin.readline():
            stop.ask()
        threading.Thread(target=_end_with, args=(stop,), daemon=True).start()
        return opened.run(probe, role=role)


def _end_with(stop: Stop) -> None:
    """Whoever started it has ended: nobody would read the record."""
    sys.stdin.read()
    stop.ask()


def _say(what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":

    def main() -> NoReturn:
        """For whoever starts it by hand."""
        sys.exit(run())

    main()
