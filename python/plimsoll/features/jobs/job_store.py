"""What the Runs of a job leave, and the store that keeps it.

The only Run of a phase is kept as it goes, so that a kill loses none of its intervals. Runs that go
at the same time are held until their phase is over. What cannot be kept costs no figures: the job
goes on and prints them, and then ends with the error of the store."""

from __future__ import annotations

import contextlib
import shlex
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from plimsoll.base.errors import PlimsollError
from plimsoll.cli.terminal import screen
from plimsoll.native.listener import ActiveRun, Campaign, Listener, RunOutput, SealedInterval
from plimsoll.native.model import ProbeValues
from plimsoll.native.session import NotKeptError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from plimsoll.campaign import CampaignKeeper
    from plimsoll.cli._measure import Measuring
    from plimsoll.features.jobs.formats.fio.steady import SteadyWindow
    from plimsoll.native.model import Interval, ProbeRequest, SessionRequest
    from plimsoll.native.session import Stop
    from plimsoll.store import Store


@dataclass
class Capture(Listener):
    """A recorder that holds what a Run leaves until it can be told, and kept."""

    run: ActiveRun | None = None
    sealed: list[SealedInterval] = field(default_factory=list)
    result: RunOutput | None = None
    watched: SteadyWindow | None = None
    """Of a job that ends once it is steady."""
    ends: Stop | None = None
    heard: Callable[[Interval], None] | None = None
    """Is told every interval as it is sealed, from the thread of its Run."""
    keeper: CampaignKeeper | None = None
    """Keeps the Run as it goes."""
    lost: PlimsollError | None = None
    """Why the Run could not be kept."""

    def run_begins(self, run: ActiveRun) -> None:
        """A Run begins."""
        self.run = run
        with self._keeping() as keeper:
            keeper.run_begins(run)

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        """A sealed interval of it."""
        self.sealed.append(sealed)
        with self._keeping() as keeper:
            keeper.interval(run, sealed)
        if self.ends and self.watched and self.watched.add(sealed.figures):
            self.ends.ask()
        if self.heard:
            self.heard(sealed.figures)

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        """Its record."""
        self.result = result
        with self._keeping() as keeper:
            keeper.run_ends(run, result)

    def run_fails(self, run: ActiveRun, why: str) -> None:
        """It ended without one."""
        with self._keeping() as keeper:
            keeper.run_fails(run, why)

    @contextlib.contextmanager
    def _keeping(self) -> Iterator[Listener]:
        """The keeper, if there is one and it has kept everything until now."""
        try:
            yield self.keeper if self.keeper is not None and self.lost is None else Listener()
        except NotKeptError as error:
            self.lost = error.cause

    @property
    def histograms(self) -> dict[str, bytes]:
        """What the Run left, by name."""
        return {} if self.result is None else dict(self.result.histograms)

    def intervals(self) -> tuple[Interval, ...]:
        """What it did in each."""
        return tuple(sealed.figures for sealed in self.sealed)

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
    """The store, if there is one."""

    store: Path | None
    request: dict[str, object]
    kept: list[tuple[int, str]] = field(default_factory=list)
    """Campaigns and the jobs they are of."""
    lost: PlimsollError | None = None
    """Why something could not be kept."""

    @contextlib.contextmanager
    def recording(
        self,
        job: str,
        session: SessionRequest,
        probe: ProbeRequest,
        capture: Capture,
        work: Measuring,
    ) -> Iterator[None]:
        """Keeps the only Run of a phase as it goes, as a campaign by the name of its job. Raises
        what the store refuses, before anything is measured."""
        if self.store is None:
            yield
            return
        with self._opened([session]) as store:
            capture.keeper = keeper = self._begun(store, job, session, probe, work)
            yield
            if capture.result is not None and capture.lost is None:
                with self._keeping():
                    keeper.end({})
            self.lost = self.lost or capture.lost

    def write(self, done: Sequence[tuple[str, SessionRequest, Capture]], work: Measuring) -> None:
        """Keeps what was held: each Run as a campaign of its own, by the name of its job."""
        held = [one for one in done if one[2].keeper is None]
        if self.store is None or not held:
            return
        with self._keeping(), self._opened([session for _, session, _ in held]) as store:
            for job, session, capture in held:
                probe = capture.run.request if capture.run else {}
                keeper = self._begun(store, job, session, probe, work)
                capture.into(keeper)
                keeper.end({})

    def _opened(
        self, sessions: Sequence[SessionRequest]
    ) -> contextlib.AbstractContextManager[Store]:
        from plimsoll.cli import _store_place
        from plimsoll.store import Store

        assert self.store is not None, "there is one"
        if not self.kept:
            _store_place.note(self.store, [session["target"] for session in sessions])
        return Store.open(self.store)

    def _begun(
        self,
        store: Store,
        job: str,
        session: SessionRequest,
        probe: ProbeRequest,
        work: Measuring,
    ) -> CampaignKeeper:
        from plimsoll import campaign

        keeper = campaign.begin(
            store,
            "run",
            session,
            objective=None,
            strategy="run",
            seed=int(ProbeValues.of(probe).seed or 0),
            asked={"probe": probe, "job": job, **self.request},
        )
        work.state.campaign_begins(Campaign(store.path, keeper.campaign_id, "run"))
        self.kept.append((keeper.campaign_id, job))
        return keeper

    @contextlib.contextmanager
    def _keeping(self) -> Iterator[None]:
        """What cannot be kept is known by its reason, and nothing else is lost."""
        try:
            yield
        except NotKeptError as error:
            self.lost = self.lost or error.cause
        except PlimsollError as error:
            self.lost = self.lost or error

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
