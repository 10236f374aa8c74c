"""Who else uses this machine when a verb begins to measure on it: named before the first Run, as
the first lines on stderr.

The machine is looked at twice, a fifth of a second apart, and what the verb sets up meanwhile is
part of that time. Each Run's record names its neighbours as well; this look only tells a user while
they can still be stopped.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import PlimsollError
from plimsoll.cli.messages import message
from plimsoll.native.values import SessionValues

if TYPE_CHECKING:
    from plimsoll.native.neighbours import Neighbour
    from plimsoll.native.record import SessionRequest
    from plimsoll.native.session import Neighbourhood

LOOK_S = 0.2
"""Time between the two looks, at least. The kernel counts processor time in hundredths of a
second."""

NOTEWORTHY_CPU = 0.25
"""Share of a core from which a program is named: less is a moment's work in so short a time,"""

NOTEWORTHY_BYTES_PER_S = 1 << 20
"""and so are fewer bytes on the device."""

MOST_S = 1.0
"""What the second look may take before nobody waits for it any more."""

MOST_TARGETS = 4
"""Targets whose devices are looked at: a campaign may have hundreds, mostly on few devices."""

NOT_REAL = ("null:", "stack:")
"""Targets that nobody else can use."""


class Lookout:
    """Looks for neighbours once, when the first real target is about to be measured."""

    def __init__(self) -> None:
        from plimsoll.native.session import Neighbourhood

        self._began_s = time.monotonic()
        self._first = Neighbourhood.begin()
        self._done = False

    def before(self, request: SessionRequest) -> None:
        """Runs of this session are about to begin. Warns of neighbours unless it was done
        before."""
        asked = SessionValues.of(request)
        if not asked.virtual:
            self.on([asked.target or "", *asked.more_targets])

    def on(self, targets: Iterable[str]) -> None:
        """These targets are about to be measured on the machine's clock. Warns of neighbours unless
        it was done before."""
        real = [name for name in targets if name and not name.startswith(NOT_REAL)]
        if self._done or not real:
            return
        self._done = True
        from plimsoll.cli.terminal import screen

        said: list[str] = []

        def look() -> None:
            # Opening the target reports what is wrong with it.
            with contextlib.suppress(PlimsollError):
                said.extend(warnings(self._first, real))

        time.sleep(max(0.0, self._began_s + LOOK_S - time.monotonic()))
        # Apart: the file system of a target may hang.
        looking = threading.Thread(target=look, name="plimsoll-look", daemon=True)
        looking.start()
        looking.join(MOST_S)
        for warning in said:
            screen.note(message("warning", text=warning))


def warnings(first: Neighbourhood, targets: Iterable[str]) -> list[str]:
    """What to say of neighbours since this first look, on the devices of these targets."""
    from plimsoll.native import neighbours

    looked = islice(dict.fromkeys(map(_there, targets)), MOST_TARGETS)
    looks = [told for target in looked if (told := first.neighbours(target)) is not None]
    found = neighbours.of_looks((None, told) for told in looks)
    return neighbours.sentences([one for one in found if _noteworthy(one)])


def _noteworthy(neighbour: Neighbour) -> bool:
    match neighbour.kind:
        case "measuring":
            return True
        case "device":
            return neighbour.bytes_per_s >= NOTEWORTHY_BYTES_PER_S
        case "cpu":
            return neighbour.cpu_share >= NOTEWORTHY_CPU


def _there(target: str) -> str:
    """The target, or of a file that is still to be made the folder that it will lie in."""
    if "://" in target:
        return target
    while target and not os.path.exists(target):  # noqa: PTH110  # of a path it raises for some
        target = str(Path(target).parent) if target != str(Path(target).parent) else ""
    return target or "."
