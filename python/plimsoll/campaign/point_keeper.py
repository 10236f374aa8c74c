"""Keeps the Runs of one Point, with settings read back and faults injected around each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.campaign.commands import CommandError
from plimsoll.campaign.run_recorder import CampaignKeeper, keeping
from plimsoll.campaign.settings import SettingsChangedError

if TYPE_CHECKING:
    from plimsoll.campaign.faults import Faults
    from plimsoll.campaign.settings import Settings
    from plimsoll.model import ProbeRequest


@dataclass(frozen=True)
class PointKeeper(CampaignKeeper):
    """Keeps the Runs of one Point."""

    settings: Settings | None = None
    faults: Faults | None = None

    def begin(self, role: str, request: ProbeRequest) -> int:
        """A Run begins, if every setting is as it was."""
        if self.settings is not None:
            self.settings.check()
        run = super().begin(role, request)
        if self.faults is not None and role == "run":
            try:
                self.faults.begin(run)
            except CommandError as error:
                super().abandon(run, error.message)
                raise
        return run

    def interval(
        self, run: int, index: int, document: str, response_time: bytes, completion_latency: bytes
    ) -> None:
        """A sealed interval; the first of Measure starts the clock of the faults."""
        if self.faults is not None:
            self.faults.interval(document)
        super().interval(run, index, document, response_time, completion_latency)

    def abandon(self, run: int, why: str) -> None:
        """The Run produced no record. An injected fault is undone anyway."""
        super().abandon(run, why)
        if self.faults is not None:
            self.faults.end()

    def finish(self, run: int, document: str, histograms: dict[str, bytes]) -> None:
        """The record of the Run, which is no evidence when a setting changed under it."""
        super().finish(run, document, histograms)
        if self.faults is not None:
            self.faults.end()
        if self.settings is not None:
            try:
                self.settings.check()
            except SettingsChangedError as changed:
                with keeping():
                    self.store.plans.invalidate(run, changed.message)
                raise
