"""Stores the Runs of a job.

A Run that is alone in its phase is stored while it runs, so that a kill loses no interval. Parallel
Runs are stored after their phase. An error of the store costs no figures: the job continues, prints
them, and ends with that error."""

import contextlib
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from plimsoll import campaign
from plimsoll.base.errors import PlimsollError
from plimsoll.campaign import CampaignKeeper
from plimsoll.cli import _store_place
from plimsoll.cli._measure import Measuring
from plimsoll.cli.terminal import screen
from plimsoll.features.jobs.formats.fio.steady import SteadyWindow
from plimsoll.native.listener import ActiveRun, Campaign, Listener, RunOutput, SealedInterval
from plimsoll.native.record import Interval, ProbeRequest, SessionRequest
from plimsoll.native.session import NotKeptError, Stop
from plimsoll.native.values import ProbeValues
from plimsoll.store import Store


@dataclass
class Capture(Listener):
    """Collects the data of a Run until it can be printed and stored."""

    run: ActiveRun | None = None
    sealed: list[SealedInterval] = field(default_factory=list)
    result: RunOutput | None = None
    steady_window: SteadyWindow | None = None
    """The window of a job that ends once it is steady."""
    stop: Stop | None = None
    on_interval: Callable[[Interval], None] | None = None
    """Called with every sealed interval, from the thread of its Run."""
    keeper: CampaignKeeper | None = None
    """Stores the Run while it runs."""
    store_error: PlimsollError | None = None
    """Why the Run could not be stored."""

    def run_begins(self, run: ActiveRun) -> None:
        """A Run begins."""
        self.run = run
        with self._keeping() as keeper:
            keeper.run_begins(run)

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        """An interval is sealed."""
        self.sealed.append(sealed)
        with self._keeping() as keeper:
            keeper.interval(run, sealed)
        if self.stop and self.steady_window and self.steady_window.add(sealed.figures):
            self.stop.request()
        if self.on_interval:
            self.on_interval(sealed.figures)

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        """The Run has a record."""
        self.result = result
        with self._keeping() as keeper:
            keeper.run_ends(run, result)

    def run_fails(self, run: ActiveRun, why: str) -> None:
        """The Run ended without a record."""
        with self._keeping() as keeper:
            keeper.run_fails(run, why)

    @contextlib.contextmanager
    def _keeping(self) -> Iterator[Listener]:
        """The keeper, if there is one and it has not failed."""
        try:
            yield (
                self.keeper if self.keeper is not None and self.store_error is None else Listener()
            )
        except NotKeptError as error:
            self.store_error = error.cause

    @property
    def histograms(self) -> dict[str, bytes]:
        """The histograms of the Run, by name."""
        return {} if self.result is None else dict(self.result.histograms)

    def intervals(self) -> tuple[Interval, ...]:
        """The figures of all intervals."""
        return tuple(sealed.figures for sealed in self.sealed)

    def into(self, keeper: CampaignKeeper) -> None:
        """Stores the Run after its end."""
        assert self.run is not None, "the Run has ended"
        assert self.result is not None, "with a record"
        run = replace(self.run, id=None)
        keeper.run_begins(run)
        for sealed in self.sealed:
            keeper.interval(run, sealed)
        keeper.run_ends(run, self.result)


@dataclass
class JobStore:
    """The store of a job, if there is one."""

    store: Path | None
    request: dict[str, object]
    campaigns: list[tuple[int, str]] = field(default_factory=list)
    """Ids of campaigns, with the names of their jobs."""
    store_error: PlimsollError | None = None
    """The first error of the store."""

    @contextlib.contextmanager
    def recording(
        self,
        job: str,
        session: SessionRequest,
        probe: ProbeRequest,
        capture: Capture,
        work: Measuring,
    ) -> Iterator[None]:
        """Stores the only Run of a phase while it runs, as a campaign named after its job. Raises
        errors of the store before anything is measured."""
        if self.store is None:
            yield
            return
        with self._open_store([session]) as store:
            capture.keeper = keeper = self._begin_campaign(store, job, session, probe, work)
            yield
            if capture.result is not None and capture.store_error is None:
                with self._keeping():
                    keeper.end({})
            self.store_error = self.store_error or capture.store_error

    def write(self, done: Sequence[tuple[str, SessionRequest, Capture]], work: Measuring) -> None:
        """Stores the finished Runs that are not stored yet, each as a campaign named after its
        job."""
        pending = [entry for entry in done if entry[2].keeper is None]
        if self.store is None or not pending:
            return
        with self._keeping(), self._open_store([session for _, session, _ in pending]) as store:
            for job, session, capture in pending:
                probe = capture.run.request if capture.run else {}
                keeper = self._begin_campaign(store, job, session, probe, work)
                capture.into(keeper)
                keeper.end({})

    def _open_store(
        self, sessions: Sequence[SessionRequest]
    ) -> contextlib.AbstractContextManager[Store]:
        assert self.store is not None, "there is one"
        if not self.campaigns:
            _store_place.note(self.store, [session["target"] for session in sessions])
        return Store.open(self.store)

    def _begin_campaign(
        self, store: Store, job: str, session: SessionRequest, probe: ProbeRequest, work: Measuring
    ) -> CampaignKeeper:
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
        self.campaigns.append((keeper.campaign_id, job))
        return keeper

    @contextlib.contextmanager
    def _keeping(self) -> Iterator[None]:
        """Remembers an error of the store and continues."""
        try:
            yield
        except NotKeptError as error:
            self.store_error = self.store_error or error.cause
        except PlimsollError as error:
            self.store_error = self.store_error or error

    def note_campaigns(self) -> None:
        """Notes the campaigns of the jobs, and the command that reports all of them, since a report
        shows only the newest by default."""
        if len(self.campaigns) < 2:
            return
        shown = "; ".join(f"{number} {job}" for number, job in self.campaigns[:8])
        more = f"; and {len(self.campaigns) - 8} more" if len(self.campaigns) > 8 else ""
        screen.note(f"kept in {self.store} as campaigns {shown}{more}")
        if len(self.campaigns) <= 8:
            chosen = " ".join(f"--campaign {number}" for number, _ in self.campaigns)
            place = shlex.quote(str(self.store))
            screen.note(f"all in one report: plimsoll report --store {place} {chosen}")
