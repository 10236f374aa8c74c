"""A campaign in this process: its file as text, conducted into a store of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from plimsoll.base.sentence import Words
from plimsoll.campaign import loader, plan, point_runs
from plimsoll.campaign.conduct import conduct
from plimsoll.campaign.conductor import StoredCampaign
from plimsoll.campaign.run_recorder import CounterKeeper
from plimsoll.library import control
from plimsoll.native.listener import Listener
from plimsoll.native.session import Stop
from plimsoll.search.budget import Budget
from plimsoll.store import PlannedPointRow, Store

Begin = Callable[..., "CampaignInStore"]
"""Begins the campaign of a text: the fixture `begin`."""


@dataclass
class RecordingListener(Listener):
    """What a campaign told, and what to do when it told it."""

    events: list[str] = field(default_factory=list)
    points: list[tuple[int, str]] = field(default_factory=list)
    on_point: Callable[[PlannedPointRow], None] | None = None

    def point_changes(self, point: PlannedPointRow) -> None:
        self.points.append((point.number, point.state))
        if self.on_point:
            self.on_point(point)

    def note(self, words: Words, event: int | None = None) -> None:
        self.events.append(str(words))


@dataclass
class CampaignInStore:
    """A campaign in its store."""

    store: Store
    id: int
    heard: RecordingListener

    def conduct(self, *, counters: CounterKeeper | None = None) -> CampaignInStore:
        """Asks what is not finished."""
        row = self.store.campaign(self.id)
        assert row is not None
        campaign = StoredCampaign(self.store, self.id, loader.spec_of(row))
        conduct(campaign, Stop(), self.heard, counters=counters)
        return self

    def resume(self) -> CampaignInStore:
        """The same, as a later process would."""
        self.store.plans.take(self.id)
        return self.conduct()

    @property
    def points(self) -> list[PlannedPointRow]:
        return self.store.plans.points(self.id)


@contextlib.contextmanager
def beginning(folder: Path) -> Iterator[Begin]:
    """What begins the campaign that a text describes, in this folder."""
    with contextlib.ExitStack() as opened:

        def begin(text: str, **more: str) -> CampaignInStore:
            path = folder / "campaign.toml"
            path.write_text(
                text.format(folder=folder, **more) if more or "{folder}" in text else text
            )
            spec = loader.read(path)
            store = opened.enter_context(Store.open(folder / "campaign.db"))
            campaign = control.begin(store, spec, list(plan.points(spec)), path)
            return CampaignInStore(store, campaign.number, RecordingListener())

        yield begin


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of a few short Runs, where nothing is claimed of how narrow their answers are."""
    budget = replace(
        Budget.virtual(workers=1),
        most_probes=6,
        closed_operations=2_000,
        reference_operations=5_000,
        probe_operations=20_000,
        hold_operations=20_000,
        longest_hold_operations=40_000,
    )
    monkeypatch.setattr(point_runs, "budget", lambda *_, **__: budget)


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begins the campaign that this text describes."""
    with beginning(tmp_path) as begin:
        yield begin
