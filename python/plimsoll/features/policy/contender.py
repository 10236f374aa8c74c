"""A process that drives one of several competing volumes, since a cgroup limits processes.

It reads its request as a line of JSON, opens the target and writes a line. The next line from the
parent starts the Run, whose record (or error) is the last line out. The parent ends it by closing
the pipe.
"""

from __future__ import annotations

import json
import sys
import threading
from typing import TYPE_CHECKING, Any

from plimsoll.base.errors import PlimsollError
from plimsoll.native.session import Session, Stop

if TYPE_CHECKING:
    from plimsoll.native.record import ProbeRequest, SessionRequest

MODULE = "plimsoll.features.policy.contender"
READY = "ready"


def run() -> int:
    """Runs the process. Its exit code has no meaning."""
    request = json.loads(sys.stdin.readline())
    try:
        record = _run_volume(request["session"], request["probe"], request["role"])
    except PlimsollError as error:
        _send({"error": error.message, "what_now": error.what_now})
    else:
        _send({"record": record})
    return 0


def _run_volume(session: SessionRequest, probe: ProbeRequest, role: str) -> Any:
    stop = Stop()
    with Session.open(session, stop=stop) as opened:
        _send(READY)
        if not sys.stdin.readline():
            stop.request()
        threading.Thread(target=_end_with, args=(stop,), daemon=True).start()
        return opened.run(probe, role=role)


def _end_with(stop: Stop) -> None:
    """Stops the Run when the parent has ended."""
    sys.stdin.read()
    stop.request()


def _send(message: object) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(run())
