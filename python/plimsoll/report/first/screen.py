"""Builds the first screen: a summary with date, host, target, and the origin of its figures."""

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from plimsoll.native import stack_parameters
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.common import answer
from plimsoll.report.describe import First
from plimsoll.report.evidence import dates, records
from plimsoll.report.evidence import origin as origins
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.first.summary import Summary, short_list
from plimsoll.report.messages import message


def draw(campaigns: Sequence[Evidence], summary: Summary) -> First:
    """The first screen that every form draws."""
    return First(
        summary.badge,
        origin(campaigns),
        about(campaigns, summary.headline),
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


def about(campaigns: Sequence[Evidence], headline: str) -> tuple[tuple[str, str], ...]:
    """Date, host, target and workload; for fio's jobs their names, and the name that a user gave
    the campaign. What the headline has is not said again."""
    runs = [run for evidence in campaigns for run in evidence.measured_runs]
    jobs = (str(job) for one in campaigns if (job := one.campaign.spec.get("job")))
    hosts = (run.required_measurement.host for run in runs)
    targets = target_files(name for one in campaigns for name in campaign_text.targets(one))
    # The name given later, as the shelf shows it.
    names = (name for one in campaigns if (name := one.campaign.labels.name))
    work = _workload(runs)
    found = (
        (message("about-name"), _distinct(names)),
        (message("about-job"), _distinct(jobs)),
        (message("about-date"), _distinct(map(dates.words, campaigns))),
        (message("about-host"), _distinct(host.hostname or "" for host in hosts if host)),
        (message("about-target"), _distinct(targets)),
        (message("fact-workload"), "" if work in headline else work),
    )
    return tuple((name, value) for name, value in found if value)


def _distinct(values: Iterable[str]) -> str:
    return short_list(list(dict.fromkeys(filter(None, values))))


def _workload(runs: Sequence[Run]) -> str:
    """The workload that all Runs have; empty where it varies, which the answer says."""
    found = ""
    for run in runs:
        words = answer.workload_of(run.spec)
        if found not in ("", words):
            return ""
        found = words
    return found


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
