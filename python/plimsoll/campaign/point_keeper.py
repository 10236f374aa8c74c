"""Stores the Runs of one Point. Settings are read back and faults injected around each Run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.campaign.commands import CommandError
from plimsoll.campaign.run_recorder import CampaignKeeper, id_of, keeping
from plimsoll.campaign.settings import Settings, SettingsChangedError
from plimsoll.native.listener import ActiveRun, RunOutput, SealedInterval

if TYPE_CHECKING:
    from plimsoll.campaign.faults import Faults


@dataclass(frozen=True)
class PointKeeper(CampaignKeeper):
    """The recorder of one Point."""

    settings: Settings | None = None
    faults: Faults | None = None

    def run_begins(self, run: ActiveRun) -> None:
        """Begins a Run. Raises SettingsChangedError when a setting changed."""
        if self.settings is not None:
            self.settings.check()
        super().run_begins(run)
        if self.faults is not None and run.role == "run":
            try:
                self.faults.begin(id_of(run))
            except CommandError as error:
                super().run_fails(run, error.message)
                raise

    def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
        """Stores an interval; the first of Measure starts the clock of the faults."""
        if self.faults is not None:
            self.faults.interval(sealed.json)
        super().interval(run, sealed)

    def run_fails(self, run: ActiveRun, why: str) -> None:
        """The Run produced no record. An injected fault is undone anyway."""
        super().run_fails(run, why)
        if self.faults is not None:
            self.faults.end()

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        """Stores the record, and marks the Run invalid when a setting changed meanwhile."""
        super().run_ends(run, result)
        if self.faults is not None:
            self.faults.end()
        if self.settings is not None:
            try:
                self.settings.check()
            except SettingsChangedError as changed:
                with keeping():
                    self.store.plans.invalidate(id_of(run), changed.message)
                raise
