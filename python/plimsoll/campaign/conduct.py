"""Runs what is pending of a campaign, in this process.

Settings that a killed process left changed are put back first; then the Points run (`queue.py`),
and a design may add some while it has time (`designed.py`); whatever happens, settings are put back
at the end. Nothing here prints: listeners hear what happens.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from plimsoll.base.errors import Interrupted, PlimsollError
from plimsoll.campaign.conductor import Conductor
from plimsoll.campaign.hints import Findings
from plimsoll.campaign.point import PointRunner
from plimsoll.campaign.preparation import Preparation
from plimsoll.campaign.queue import run_pending_points
from plimsoll.campaign.settings import Settings
from plimsoll.native import listener as listening

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plimsoll.campaign.control import StoredCampaign
    from plimsoll.campaign.run_recorder import CounterKeeper
    from plimsoll.native.listener import Listener
    from plimsoll.native.session import Stop


def conduct(
    campaign: StoredCampaign,
    stop: Stop,
    told: Listener,
    *,
    counters: CounterKeeper | None = None,
    listeners: Sequence[Listener] = (),
    jobs: int = 1,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Runs every pending Point and closes the campaign when none is left.

    Raises Interrupted when it was told to stop (by Ctrl-C, or by another process), what the store
    raises, and NotRestoredError when settings could not be put back.
    """
    conductor = Conductor(campaign, stop, told, counters, listeners, jobs, clock)
    store, number, spec = campaign.store, campaign.number, campaign.spec
    for listener in listeners:
        listener.campaign_begins(
            listening.Campaign(store.path, number, "campaign", spec.campaign.name)
        )
    settings = Settings(
        store,
        number,
        spec.configuration,
        conductor.command_limit_s,
        campaign.trust,
        campaign.restored,
    )
    points = PointRunner(conductor, Preparation(conductor, settings), Findings(store, number))
    try:
        # Settings that a killed process left changed are restored before anything is measured.
        settings.leave()
        if spec.design is not None:
            spec.design.run(points)
        else:
            run_pending_points(points)
    except BaseException as trouble:
        # An error ended the campaign, not a stop request.
        unkept = stop.because if isinstance(trouble, Interrupted) else None
        _put_back(settings, unkept or trouble, told)
        if unkept is not None:
            raise unkept from None
        raise
    settings.leave()
    store.finish_campaign(number, json.dumps({"points": store.plans.states(number)}))


def _put_back(settings: Settings, trouble: BaseException, told: Listener) -> None:
    """Restores the settings after trouble. The trouble is raised, so a setting that cannot be
    restored is only told."""
    try:
        settings.leave()
    except PlimsollError as error:
        if str(error) != str(trouble):
            told.note(str(error))
