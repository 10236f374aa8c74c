"""Builds the first screen: a summary with date, host, target, and the origin of its figures."""

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from plimsoll.native import stack_parameters
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.describe import First
from plimsoll.report.evidence import dates, records
from plimsoll.report.evidence import origin as origins
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.first.summary import Summary, short_list
from plimsoll.report.messages import message


def draw(campaigns: Sequence[Evidence], summary: Summary) -> First:
    """The first screen that every form draws."""
    return First(
        summary.badge,
        origin(campaigns),
        about(campaigns),
        summary.headline,
        summary.number,
        summary.visible_rows,
        summary.obstacle,
        summary.todo,
        usable=summary.is_answer,
    )


def origin(campaigns: Sequence[Evidence]) -> str:
    """The origin of the figures, so that a model's are not taken for a device's."""
    return origins.words(
        origins.of(run.spec) for evidence in campaigns for run in evidence.measured_runs
    )


def about(campaigns: Sequence[Evidence]) -> tuple[tuple[str, str], ...]:
    """Date, host and target; for fio's jobs their names, and the name that a user gave the
    campaign."""
    jobs = list(
        dict.fromkeys(
            str(job) for evidence in campaigns if (job := evidence.campaign.spec.get("job"))
        )
    )
    when = list(dict.fromkeys(map(dates.words, campaigns)))
    hosts = list(
        dict.fromkeys(
            host.hostname
            for evidence in campaigns
            for run in evidence.measured_runs
            if (host := run.required_measurement.host) and host.hostname
        )
    )
    targets = target_files(
        name for evidence in campaigns for name in campaign_text.targets(evidence)
    )
    # The name given later, as the shelf shows it.
    names = list(
        dict.fromkeys(name for evidence in campaigns if (name := evidence.campaign.labels.name))
    )
    found = (
        (message("about-name"), short_list(names)),
        (message("about-job"), short_list(jobs)),
        (message("about-date"), short_list(when)),
        (message("about-host"), short_list(hosts)),
        (message("about-target"), short_list(targets)),
    )
    return tuple((name, value) for name, value in found if value)


def target_files(names: Iterable[str]) -> list[str]:
    """The files of stacks without their folders; the conditions show the whole path. Parameters
    that vary are left out: the answer and the tables have them."""
    named = stack_parameters.merge_parameters(map(stack_parameters.apart, names))
    return list(dict.fromkeys(_file(*entry) for entry in named))


def _file(name: str, parameters: str) -> str:
    kind, colon, path = name.rpartition(":")
    if colon and kind == "stack":
        name = PurePath(path).name
    return records.stack_words(name, parameters)
