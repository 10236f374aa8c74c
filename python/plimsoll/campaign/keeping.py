"""Keeps the Runs of a session in a store: the `Keeper` that `execute` asks for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plimsoll import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.model import ProbeRequest, SessionRequest
    from plimsoll.store import Store


@dataclass(frozen=True)
class CampaignKeeper:
    """Every Run of one campaign. `session` stands with each Run as what was asked, until its resolved spec comes."""

    store: Store
    campaign_id: int
    session: SessionRequest

    def begin(self, role: str, request: ProbeRequest) -> int:
        """A Run begins; its id in the store."""
        return self.store.begin_run(self.campaign_id, role, json.dumps({"session": self.session, "probe": request}))

    def interval(self, run: int, index: int, document: str, response_time: bytes, completion_latency: bytes) -> None:
        """A sealed interval: on the disk within ten seconds."""
        self.store.add_interval(run, index, document, response_time, completion_latency)

    def finish(self, run: int, document: str, histograms: dict[str, bytes]) -> None:
        """The record of the Run: on the disk when this returns."""
        self.store.finish_run(run, document, histograms)

    def abandon(self, run: int, why: str) -> None:
        """The Run ended without a record; its intervals stay."""
        self.store.abandon_run(run, why)

    def end(self, result: Mapping[str, Any]) -> None:
        """The campaign is finished, with this result. One that is interrupted is never ended: readers see that."""
        self.store.finish_campaign(self.campaign_id, json.dumps(result))


def begin(
    store: Store,
    kind: str,
    session: SessionRequest,
    *,
    objective: str | None,
    strategy: str,
    seed: int,
    asked: Mapping[str, Any],
) -> CampaignKeeper:
    """Begins a campaign of this kind (`run`, `find`, `demo`); `asked` is what was asked beside the session."""
    spec = json.dumps({"session": session, **asked})
    return CampaignKeeper(
        store, store.begin_campaign(kind, objective, strategy, seed, spec, version=__version__), session
    )
