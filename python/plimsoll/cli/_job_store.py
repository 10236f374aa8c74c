"""What the Runs of a job leave: held until a phase is over, then kept in a store."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from plimsoll.cli.terminal import screen
from plimsoll.listener import ActiveRun, Campaign, Listener, RunResult, SealedInterval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from plimsoll.campaign import CampaignKeeper
    from plimsoll.cli._measure import Measuring
    from plimsoll.execute import Stop
    from plimsoll.formats.jobs.fio.steady import SteadyWindow
    from plimsoll.model import Interval, SessionRequest


@dataclass
class Capture(Listener):
    """A recorder that holds what a Run leaves until it can be told, and kept."""

    run: ActiveRun | None = None
    sealed: list[SealedInterval] = field(default_factory=list)
    result: RunResult | None = None
    watched: SteadyWindow | None = None
    """Of a job that ends once it is steady."""
    ends: Stop | None = None
    heard: Callable[[Interval], None] | None = None
    """Is told every interval as it is sealed, from the thread of its Run."""

    def run_begins(self, run: ActiveRun) -> None:
        """A Run begins."""
        self.run = run

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        """A sealed interval of it."""
        del run
        self.sealed.append(sealed)
        if self.ends and self.watched and self.watched.add(json.loads(sealed.json)):
            self.ends.ask()
        if self.heard:
            self.heard(cast("Interval", json.loads(sealed.json)))

    def run_ends(self, run: ActiveRun, result: RunResult) -> None:
        """Its record."""
        del run
        self.result = result

    @property
    def histograms(self) -> dict[str, bytes]:
        """What the Run left, by name."""
        return {} if self.result is None else dict(self.result.histograms)

    def intervals(self) -> tuple[Interval, ...]:
        """What it did in each."""
        return tuple(cast("Interval", json.loads(sealed.json)) for sealed in self.sealed)

    def into(self, keeper: CampaignKeeper) -> None:
        """Keeps the Run."""
        assert self.run is not None, "the Run has ended"
        assert self.result is not None, "with a record"
        kept = replace(self.run, id=None)
        keeper.run_begins(kept)
        for sealed in self.sealed:
            keeper.interval(kept, sealed)
        keeper.run_ends(kept, self.result)


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
                probe = capture.run.request if capture.run else {}
                keeper = campaign.begin(
                    store,
                    "run",
                    session,
                    objective=None,
                    strategy="run",
                    seed=int(probe.get("seed") or 0),
                    asked={"probe": probe, "job": job, **self.request},
                )
                work.state.campaign_begins(Campaign(store.path, keeper.campaign_id, "run"))
                capture.into(keeper)
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
