"""`plimsoll diskspd`: diskspd's command line and XML profiles, run by Plimsoll, told in diskspd's
text."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plimsoll import preferences
from plimsoll.cli import _job_verb
from plimsoll.cli.terminal import screen
from plimsoll.errors import UsageError, exit_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from plimsoll.formats.jobs.campaigns import CampaignRun
    from plimsoll.formats.jobs.diskspd.profile_model import Span
    from plimsoll.formats.jobs.job_run import JobResult, JobRun
    from plimsoll.formats.jobs.problems import Problem

EXAMPLES = (
    "plimsoll diskspd -c1G -b8K -d60 -o32 -t4 -r -w30 -Sh -L test.dat",
    "plimsoll diskspd -b4K -d30 -o8 -r -Sh -L --store runs.db /dev/nvme1n1",
    "plimsoll diskspd -Xprofile.xml",
    "plimsoll diskspd -b8K -d60 -r -Sh test.dat --campaign job.toml",
)

COMMAND, CONTEXT = _job_verb.ForeignCommand, _job_verb.CONTEXT
"""diskspd's own flags, -h among them, are read by its rules (`formats/jobs/diskspd`)."""


def diskspd(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FLAGS]... TARGET...", help="diskspd's own flags.", show_default=False
        ),
    ] = None,
    campaign: _job_verb.CampaignOption = None,
    store: _job_verb.StoreOption = None,
    lenient: _job_verb.Lenient = False,
    stack: _job_verb.StackOption = None,
    confirmed: _job_verb.Confirmed = None,
    overwrite_signature: _job_verb.Overwrite = False,
) -> int:
    """Run a diskspd command line or profile unchanged, and print what diskspd prints.

    -b -B -c -d -D -f -g -L -o -r -s -S -t -w -W -z -Z and -Xprofile.xml mean what they mean there;
    what is not supported is refused by name. Targets are paths of this machine. A file that is not
    there is laid out with -c; what is there is written only if Plimsoll made or prepared it, or
    with --i-will-lose-the-data-on. Latency is completion latency, as in diskspd; stderr has
    response time from the intended instant.
    """
    problems: list[Problem] = []
    told: list[Problem] = []
    words = arguments or []
    spans = _spans(words, problems, told)
    _job_verb.refuse_rehearsal(campaign, stack)
    setup = _job_verb.setup(confirmed, overwrite_signature=overwrite_signature, stack=stack)
    from plimsoll.formats.jobs.diskspd import plan
    from plimsoll.formats.jobs.job_run import placed

    planned = [
        (span, placed(plan.runs(span, number, setup, problems, told), setup))
        for number, span in enumerate(spans, 1)
    ]
    _job_verb.refuse(problems, "diskspd", lenient=lenient)
    _job_verb.tell(told)
    command = f"diskspd {shlex.join(words)}"
    if campaign is not None:
        return _job_verb.write_campaign(campaign, _asked(planned), command)
    return _run(planned, command, store or preferences.stated(), words)


def _spans(words: Sequence[str], problems: list[Problem], told: list[Problem]) -> list[Span]:
    from plimsoll.formats.jobs.diskspd import command, profile

    found = command.read(words, problems, told)
    if found.profile is None:
        return [command.span(found)]
    others = [word for word in words if not word.startswith(("-X", "-R", "-v"))]
    if others:
        raise UsageError(
            f"-X is given, and {others[0][:60]}: a profile says everything itself",
            "Leave the other out, or change the profile.",
        )
    return profile.read(found.profile, problems, told)


def _asked(planned: Sequence[tuple[Span, list[JobRun]]]) -> list[CampaignRun]:
    """As Points of campaigns. Raises InputError."""
    from plimsoll.formats.jobs.campaigns import CampaignRun

    found = []
    for number, (_, runs) in enumerate(planned, 1):
        _job_verb.refuse_several(f"timespan {number}", runs)
        found += [CampaignRun(f"timespan {number}", run.name, run) for run in runs]
    return found


def _run(
    planned: Sequence[tuple[Span, list[JobRun]]],
    command: str,
    store: Path | None,
    words: Sequence[str],
) -> int:
    from plimsoll.cli import _job_runs
    from plimsoll.cli._measure import measuring
    from plimsoll.formats.jobs.diskspd import report

    every = [run for _, runs in planned for run in runs]
    worst = 0
    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("diskspd", quiet=True))
        _job_runs.lay_out(every, work.stop, may_write=True)
        _job_runs.examine(every, work.stop)
        keeping = _job_runs.JobStore(store, {"diskspd": list(words)})
        _print(report.asked(command, [span for span, _ in planned]))
        for number, (span, runs) in enumerate(planned, 1):
            done = _job_runs.run_phase(runs, work, keeping)
            _print(report.results(span, number, done))
            shown = [percent for _, percent in report.PERCENTILES] if span.latency else []
            _job_verb.beside(done, shown)
            worst = max(worst, _code(done))
            if work.stop.asked:
                break
    keeping.tell()
    return worst


def _print(lines: Iterable[str]) -> None:
    screen.columns("".join(f"{line}\n" for line in lines))


def _code(done: Sequence[JobResult[JobRun]]) -> int:
    return max(exit_code(record["outcome"]) for one in done for record in one.records)
