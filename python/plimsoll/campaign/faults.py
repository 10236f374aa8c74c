"""What a campaign breaks on purpose while a Run is under way, and mends.

The same rule as for settings (`settings.py`): what there was, and what puts it back, is in the
journal on the disk before the load begins. So a campaign that is killed in between is mended by
`resume` or `restore` as it is after a setting. The commands run in a thread, at their times after
the start of Measure, which is known from the first sealed interval; they become marks on the time
line of the Run when it has ended, each at the time when its command began.
"""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.campaign.commands import CommandError
from plimsoll.campaign.spec import FAULTS, Setting
from plimsoll.native.session import parse_span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.campaign.settings import Settings
    from plimsoll.campaign.spec import Fault
    from plimsoll.store import Store

MARK = "mark"


class Step(NamedTuple):
    """A command of a fault, and when it is due, in seconds after the start of Measure."""

    at_s: float
    fault: Fault
    does: str


def steps(faults: Sequence[Fault]) -> list[Step]:
    """All commands, in order of their times."""
    made = [Step(parse_span(one.at), one, "do") for one in faults]
    made += [Step(parse_span(one.undo_at), one, "undo") for one in faults]
    return sorted(made, key=lambda step: step.at_s)


@dataclass
class Faults:
    """The faults of a campaign, around one Run at a time."""

    store: Store
    campaign_id: int
    faults: Sequence[Fault]
    settings: Settings
    limit_s: float
    _run: int | None = None
    _thread: threading.Thread | None = None
    _over: threading.Event = field(default_factory=threading.Event)
    _came: list[tuple[int, str]] = field(default_factory=list)
    _failed: CommandError | None = None

    def begin(self, run: int) -> None:
        """Before its load: notes what there is. Raises CommandError where that cannot be read."""
        self._run, self._thread, self._failed = run, None, None
        self._over.clear()
        self._came.clear()
        for one in self.faults:
            self.settings.note(FAULTS, _setting(one))

    def interval(self, document: str) -> None:
        """A sealed interval of the Run; with the first of Measure the times of the faults begin."""
        if self._run is None or self._thread is not None:
            return
        sealed = json.loads(document)
        if sealed["phase"] != "measure":
            return
        began_s = time.monotonic() - sealed["start_s"] - sealed["length_s"]
        self._thread = threading.Thread(
            target=self._act, args=(began_s,), name="plimsoll-faults", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """The Run is over: everything is mended that is not yet, and the marks are kept. Raises
        CommandError for a fault that could not be injected, NotRestoredError for one that could not
        be mended."""
        run, self._run = self._run, None
        if run is None:
            return
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        for at_ns, text in self._came:
            self.store.add_event(self.campaign_id, run, MARK, text, at_ns=at_ns)
        self.settings.restore_configuration(FAULTS)
        if self._failed is not None:
            raise self._failed

    def _act(self, began_s: float) -> None:
        for step in steps(self.faults):
            if self._over.wait(max(0.0, began_s + step.at_s - time.monotonic())):
                return
            at_ns = time.time_ns()
            command = step.fault.do if step.does == "do" else step.fault.undo
            try:
                self.settings.act(FAULTS, step.fault.name, command, changes=step.does == "do")
            except CommandError as error:
                self._came.append((at_ns, f"fault '{step.fault.name}': {error.message}"))
                if step.does == "do":
                    self._failed = CommandError(
                        f"the fault '{step.fault.name}' could not be injected: {error.message}"
                    )
                    return
                continue
            undone = "" if step.does == "do" else " undone"
            self._came.append((at_ns, f"fault '{step.fault.name}'{undone}"))


def _setting(fault: Fault) -> Setting:
    return Setting(name=fault.name, set=fault.do, read=fault.read, restore=fault.undo)
