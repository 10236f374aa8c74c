"""The first screen: what is told of the answer, with date, host, target, and whether anything was
measured on a device at all."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.describe import First
from plimsoll.report.evidence import dates
from plimsoll.report.evidence import origin as origins
from plimsoll.report.first.summary import Summary, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.report.evidence.evidence import Evidence


def draw(campaigns: Sequence[Evidence], summary: Summary) -> First:
    """As every form draws it."""
    return First(
        summary.badge,
        origin(campaigns),
        about(campaigns),
        summary.headline,
        summary.number,
        summary.shown,
        summary.obstacle,
        summary.todo,
        usable=summary.is_answer,
    )


def origin(campaigns: Sequence[Evidence]) -> str:
    """Whether the figures are a model's: nobody should take them for those of a device."""
    return origins.words(origins.of(run.spec) for evidence in campaigns for run in evidence.measured)


def about(campaigns: Sequence[Evidence]) -> tuple[tuple[str, str], ...]:
    """When, on which host, of which target; of fio's jobs also their names, and the name that a
    campaign was given."""
    jobs = list(
        dict.fromkeys(str(job) for evidence in campaigns if (job := evidence.campaign.spec.get("job")))
    )
    when = list(dict.fromkeys(map(dates.words, campaigns)))
    hosts = list(
        dict.fromkeys(
            host.hostname
            for evidence in campaigns
            for run in evidence.measured
            if (host := run.recorded.host) and host.hostname
        )
    )
    targets = list(
        dict.fromkeys(_file(name) for evidence in campaigns for name in campaign_text.targets(evidence))
    )
    # What somebody called it afterwards: reports say it as the shelf does.
    names = list(dict.fromkeys(name for evidence in campaigns if (name := evidence.campaign.labels.name)))
    found = (
        ("Name", listed(names)),
        ("Job", listed(jobs)),
        ("Date", listed(when)),
        ("Host", listed(hosts)),
        ("Target", listed(targets)),
    )
    return tuple((name, value) for name, value in found if value)


def _file(name: str) -> str:
    """A stack without its folders: all of the path stands in the conditions."""
    kind, colon, rest = name.rpartition(":")
    return PurePath(rest).name if colon and kind == "stack" else name
