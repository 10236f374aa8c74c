"""What the Runs of a job leave: held until a phase is over, then kept in a store."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from plimsoll.cli._measure import Measuring
    from plimsoll.execute import Stop
    from plimsoll.formats.jobs.fio.steady import SteadyWindow
    from plimsoll.model import Interval, ProbeRequest, SessionRequest


@dataclass
class Capture:
    """A keeper that holds what a Run leaves until it can be told, and kept."""

    request: ProbeRequest | None = None
    sealed: list[tuple[int, str, bytes, bytes]] = field(default_factory=list)
    record: str = ""
    histograms: dict[str, bytes] = field(default_factory=dict)
    watched: SteadyWindow | None = None
    """Of a job that ends once it is steady."""
    ends: Stop | None = None
    heard: Callable[[Interval], None] | None = None
    """Is told every interval as it is sealed, from the thread of its Run."""

    def begin(self, role: str, request: ProbeRequest) -> int:
        """A Run begins."""
        del role
        self.request = request
        return 0

    def interval(
        self, run: int, index: int, document: str, response_time: bytes, completion_latency: bytes
    ) -> None:
        """A sealed interval of it."""
        del run
        self.sealed.append((index, document, response_time, completion_latency))
        if self.ends and self.watched and self.watched.add(json.loads(document)):
            self.ends.ask()
        if self.heard:
            self.heard(cast("Interval", json.loads(document)))

    def finish(self, run: int, document: str, histograms: dict[str, bytes]) -> None:
        """Its record."""
        del run
        self.record, self.histograms = document, histograms

    def abandon(self, run: int, why: str) -> None:
        """It ended without one."""

    def intervals(self) -> tuple[Interval, ...]:
        """What it did in each."""
        return tuple(cast("Interval", json.loads(document)) for _, document, _, _ in self.sealed)


@dataclass
class JobStore:
    """The store, if there is one: what was captured is written when a phase is over."""

    store: Path | None
    request: dict[str, object]
    kept: list[tuple[int, str]] = field(default_factory=list)
    """Campaigns and the jobs they are of."""

    def write(self, done: Sequence[tuple[str, SessionRequest, Capture]], work: Measuring) -> None:
        """Each Run as a campaign of its own, by the name of its job."""
        if self.store is None:
            return
        from plimsoll import campaign
        from plimsoll.cli import _store_place
        from plimsoll.store import Store

        if not self.kept:
            _store_place.note(self.store, [session["target"] for _, session, _ in done])
        with Store.open(self.store) as store:
            for job, session, capture in done:
                keeper = campaign.begin(
                    store,
                    "run",
                    session,
                    objective=None,
                    strategy="run",
                    seed=int((capture.request or {}).get("seed") or 0),
                    asked={"probe": capture.request, "job": job, **self.request},
                    watcher=work.state,
                )
                run = keeper.begin("run", capture.request or {})
                for index, document, response_time, completion_latency in capture.sealed:
                    keeper.interval(run, index, document, response_time, completion_latency)
                keeper.finish(run, capture.record, capture.histograms)
                keeper.end({})
                self.kept.append((keeper.campaign_id, job))

    def tell(self) -> None:
        """Which campaign is which job, and how all are reported: a report shows the newest
        alone."""
        if len(self.kept) < 2:
            return
        shown = "; ".join(f"{number} {job}" for number, job in self.kept[:8])
        more = f"; and {len(self.kept) - 8} more" if len(self.kept) > 8 else ""
        screen.note(f"kept in {self.store} as campaigns {shown}{more}")
        if len(self.kept) <= 8:
            chosen = " ".join(f"--campaign {number}" for number, _ in self.kept)
            place = shlex.quote(str(self.store))
            screen.note(f"all in one report: plimsoll report --store {place} {chosen}")
