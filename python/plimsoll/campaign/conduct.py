"""Runs the pending Points of a campaign in this process.

Settings that a killed process left changed are restored first. Then the Points run (`queue.py`), to
which a design may add more (`designs.py`). Settings are restored at the end, also after an error.
Nothing here prints; listeners get the events.
"""

import time
from collections.abc import Callable, Sequence

from plimsoll.base.errors import Interruption, PlimsollError
from plimsoll.campaign.conductor import Conductor, StoredCampaign
from plimsoll.campaign.hints import Findings
from plimsoll.campaign.point import PointRunner
from plimsoll.campaign.preparation import Preparation
from plimsoll.campaign.queue import run_pending_points
from plimsoll.campaign.run_recorder import CounterKeeper
from plimsoll.campaign.settings import Settings
from plimsoll.native import listener as listening
from plimsoll.native.listener import Listener
from plimsoll.native.session import Stop


def conduct(
    campaign: StoredCampaign,
    stop: Stop,
    listener: Listener,
    *,
    counters: CounterKeeper | None = None,
    listeners: Sequence[Listener] = (),
    jobs: int = 1,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Runs every pending Point and closes the campaign when none is left.

    Raises Interruption after a stop request (Ctrl-C, or another process), errors of the store, and
    NotRestoredError when a setting could not be restored.
    """
    conductor = Conductor(campaign, stop, listener, counters, listeners, jobs, clock)
    store, number, spec = campaign.store, campaign.number, campaign.spec
    for each in listeners:
        each.campaign_begins(listening.Campaign(store.path, number, "campaign", spec.campaign.name))
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
        settings.leave()
        if spec.design is not None:
            spec.design.run(points)
        else:
            run_pending_points(points)
    except BaseException as trouble:
        # An error ended the campaign, not a stop request.
        cause = stop.because if isinstance(trouble, Interruption) else None
        _restore_settings(settings, cause or trouble, listener)
        if cause is not None:
            raise cause from None
        raise
    settings.leave()
    store.finish_campaign(number, {"points": store.plans.states(number)})


def _restore_settings(settings: Settings, trouble: BaseException, listener: Listener) -> None:
    """Restores the settings after an error. That error is raised, so a failure to restore is only
    noted."""
    try:
        settings.leave()
    except PlimsollError as error:
        if str(error) != str(trouble):
            listener.note(str(error))
