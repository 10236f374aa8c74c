"""`plimsoll vdbench`: vdbench's parameter files, run by Plimsoll, reported in vdbench's columns."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import preferences
from plimsoll.base.errors import InputError, UsageError
from plimsoll.base.version import __version__
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen
from plimsoll.features.jobs import job_verb as _job_verb
from plimsoll.features.jobs.formats import campaigns
from plimsoll.features.jobs.formats.campaigns import CampaignRun
from plimsoll.features.jobs.formats.job_run import JobResult, JobRun, Setup, place_runs
from plimsoll.features.jobs.formats.problems import Notes
from plimsoll.features.jobs.formats.vdbench import entries, job, plan, reader
from plimsoll.features.jobs.formats.vdbench.job import Turn
from plimsoll.features.jobs.formats.vdbench.reader import Parameter
from plimsoll.native.record import Interval

if TYPE_CHECKING:
    from plimsoll.features.jobs.formats.vdbench.folder import Folder
    from plimsoll.features.jobs.job_runs import JobRunner

EXAMPLES = (
    "plimsoll vdbench -f job.parm",
    "plimsoll vdbench -f job.parm --store runs.db && plimsoll report --store runs.db",
    "plimsoll vdbench -f job.parm -e 60 -i 5 -w 30 lun=/dev/nvme1n1",
    "plimsoll vdbench -f job.parm -s",
    "plimsoll vdbench -f job.parm --campaign job.toml",
)

COMMAND, CONTEXT = _job_verb.ForeignCommand, _job_verb.CONTEXT
"""Other flags of vdbench are refused by name (`_variables`)."""

FLAGS = {
    "-c": "a file that does not exist is laid out, and an existing one is left alone",
    "-d": "it switches parts of vdbench itself",
    **dict.fromkeys(("-j", "-jr", "-jro"), "use verify of plimsoll run"),
    "-k": "the disk beneath a target is always watched",
    "-l": "repeat a campaign instead: --campaign, then campaign.repeats",
    "-m": "there is no Java here",
    "-p": "there are no slaves",
    "-t": "plimsoll demo is the first look here",
    "-tf": "file system workloads are not run here",
    **dict.fromkeys(("-v", "-vr", "-vw", "-vt"), "use verify of plimsoll run"),
}
"""Unsupported flags of vdbench, with advice."""


def vdbench(
    arguments: list[str] | None = argument(
        "[NAME=VALUE]...", "Values of $NAME in the parameter file."
    ),
    files: list[Path] | None = flag("-f FILE", "Parameter file. May be repeated."),
    elapsed: str | None = flag("-e SECONDS", "Replace every elapsed=."),
    interval: str | None = flag("-i SECONDS", "Replace every interval=."),
    warmup: str | None = flag("-w SECONDS", "Replace every warmup=."),
    output: str | None = flag(
        "-o FOLDER",
        "Write vdbench's summary, totals, flatfile, histogram and parmfile .html there. FOLDER+"
        " takes the next free number, FOLDER.tod the time. Default: none is written.",
    ),
    simulate: bool = flag("-s", "List the Runs that there would be, and run nothing."),
    campaign: _job_verb.CampaignOption = None,
    store: _job_verb.StoreOption = None,
    lenient: _job_verb.Lenient = False,
    stack: _job_verb.StackOption = None,
    confirmed: _options.LoseDataOn = None,
    overwrite_signature: _options.OverwriteSignature = False,
) -> int:
    """Run vdbench parameter files unchanged, and print vdbench's columns.

    Supports SD, WD and RD with their defaults, abbreviations, for loops, lists of rates and curves.
    Anything unsupported is refused with its name and line, file system workloads (FSD, FWD) among
    it. Files that do not exist are laid out with size=; an existing target is written to only if
    Plimsoll made or prepared it, or with --i-will-lose-the-data-on. resp is completion latency, as
    in vdbench; stderr has response time from the intended instant.
    """
    if output is not None and campaign is not None:
        raise UsageError("--campaign runs nothing, so that -o has nothing to write")
    notes = Notes()
    turns = _turns(files or [], arguments or [], (elapsed, interval, warmup), notes)
    setup = _job_verb.setup(
        confirmed, overwrite_signature=overwrite_signature, stack=stack, campaign=campaign
    )
    planned = [(turn, _plan_turn(turn, setup, notes, n)) for n, turn in enumerate(turns, 1)]
    _job_verb.report_notes(notes, "vdbench", lenient=lenient)
    if campaign is not None:
        source = " ".join(path.name for path in files or [])
        return _job_verb.write_campaign(campaign, _campaign(planned), source)
    if simulate:
        return _simulate(turns)
    out = Out(_folder(output, files or []))
    names = [str(path) for path in files or []]
    return _run(planned, setup, store or preferences.configured_store(), names, out)


FIRST_LINE = f"Vdbench distribution: plimsoll-{__version__}"
"""The first line of the output."""


def _simulate(turns: Sequence[Turn]) -> int:
    from plimsoll.features.jobs.formats.vdbench import report

    now = time.time()
    Out(None).lines(
        [FIRST_LINE, *(report.start_line(turn, None, now, simulated=True) for turn in turns)]
    )
    return 0


@dataclass
class Out:
    """Writes to stdout, and to the folder if there is one."""

    folder: Folder | None

    def lines(self, lines: list[str]) -> None:
        """Writes lines unchanged."""
        screen.columns("".join(f"{line}\n" for line in lines))
        if self.folder is not None:
            self.folder.add_lines(lines)

    def begin_run(self, line: str) -> None:
        """Writes the first line of a Run."""
        screen.columns(f"\n{line}\n\n")
        if self.folder is not None:
            self.folder.begin_run(line)


def _folder(output: str | None, files: Sequence[Path]) -> Folder | None:
    """The folder to be written, checked before anything is measured."""
    if output is None:
        return None
    from plimsoll.features.jobs.formats.vdbench import folder

    parameters = "".join(path.read_text("utf-8-sig", "replace") for path in files)
    made = folder.Folder(folder.folder_path(output, time.time()), parameters)
    made.open()
    return made


def _turns(
    files: Sequence[Path],
    arguments: Sequence[str],
    spans: tuple[str | None, str | None, str | None],
    notes: Notes,
) -> list[Turn]:
    variables = _variables(arguments)
    if not files:
        raise UsageError("vdbench needs a parameter file", "Give it with -f FILE.")
    parameters = [parameter for path in files for parameter in reader.read(path, variables)]
    found = entries.build_definitions(parameters, notes)
    for name, letter, text in zip(("elapsed", "interval", "warmup"), "eiw", spans, strict=True):
        if text is not None:
            for run in found.runs:
                run.given[name] = Parameter(name, (text,), f"-{letter}")
    return job.turns(found)


def _variables(arguments: Sequence[str]) -> dict[str, str]:
    """Values of variables: `lun=/dev/sdb`, for `$lun`. Raises UsageError."""
    found = {}
    for word in arguments:
        given = re.fullmatch(r"(\w+)=(.*)", word)
        if given is not None:
            found[given[1]] = given[2]
            continue
        flag = next((name for name in sorted(FLAGS, key=len, reverse=True) if word == name), None)
        flag = flag or next((known for known in FLAGS if word.startswith(known)), None)
        if flag is not None:
            raise UsageError(f"vdbench's {flag} is not supported: {FLAGS[flag]}")
        raise UsageError(
            f"'{word[:60]}' is neither a flag of vdbench nor NAME=VALUE",
            "Supported are -f, -e, -i, -w and -s.",
        )
    return found


def _plan_turn(turn: Turn, setup: Setup, notes: Notes, seed: int) -> list[JobRun]:
    return place_runs(plan.runs(turn, setup, notes, seed), setup)


def _campaign(planned: Sequence[tuple[Turn, list[JobRun]]]) -> list[CampaignRun]:
    found: list[CampaignRun] = []
    notes = Notes()
    for turn, runs in planned:
        if any("bytes_each" in run.probe for run in runs):
            ends = "walks its luns once (seekpct=eof)"
            if turn.amounts:
                ends = f"ends after an amount of data ({turn.amounts[0].counts}=)"
            screen.note(
                f"{turn.where}: rd={turn.rd} {ends}, and Runs of a campaign end by time: left out;"
                " plimsoll prepare fills files and devices"
            )
            continue
        plan.note_pause(turn, notes)
        where = f"{turn.where}: rd={turn.rd}"
        campaigns.refuse_together(runs, where, "run it as it is, without --campaign", notes)
        found += [
            campaigns.CampaignRun(turn.rd, turn.kept_as, run, turn.of_maximum) for run in runs
        ]
    if not found:
        raise InputError("no run definition in it ends by time: there is nothing for a campaign")
    _job_verb.report_notes(notes, "vdbench")
    return found


def _run(
    planned: Sequence[tuple[Turn, list[JobRun]]],
    setup: Setup,
    store: Path | None,
    files: list[str],
    out: Out,
) -> int:
    from plimsoll.features.jobs.job_runs import job_runner

    out.lines([FIRST_LINE])
    every = [run for _, runs in planned for run in runs]
    with job_runner("vdbench", every, store, files) as runner:
        _run_turns(planned, setup, runner, out)
    ended = "completed successfully" if not runner.gravest else "ended; see stderr"
    folder = f"Output directory: {out.folder.path.resolve()}" if out.folder else ""
    store_text = f"Runs kept in: {store}" if store else ""
    where = "; ".join(place for place in (folder, store_text) if place)
    where = where or "Output directory: none (-o writes one, --store keeps the Runs)"
    out.lines([f"{_clock()} Vdbench execution {ended}. {where}"])
    if out.folder:
        out.folder.write()
    return runner.end()


def _clock() -> str:
    from plimsoll.features.jobs.formats.vdbench.report import clock

    return clock(time.time())


def _run_turns(
    planned: Sequence[tuple[Turn, list[JobRun]]], setup: Setup, runner: JobRunner, out: Out
) -> None:
    """Runs all turns; a curve's points follow its maximum."""
    maximum = 0.0
    for number, (turn, runs) in enumerate(planned, 1):
        rate = None
        if turn.share is not None:
            if (rate := job.curve_rate(maximum, turn.share)) is None:
                screen.note(f"{turn.name}: below 10 IOPS, left out, as vdbench does")
                continue
            runs = _plan_turn(replace(turn, rate=float(rate)), setup, Notes(), number)  # noqa: PLW2901
        done = _run_turn(turn, runs, rate, runner, out)
        if turn.curve:
            records = [record for result in done for record in result.records]
            maximum = sum(record["achieved_rate_per_s"] for record in records)
        if runner.is_stopped or _stops(turn, done, out):
            break
        if setup.stand_in is None:
            runner.rest(turn.timing.pause)


def _stops(turn: Turn, done: Sequence[JobResult[JobRun]], out: Out) -> bool:
    """vdbench's stopcurve: whether a point of a curve is too slow to continue."""
    from plimsoll.features.jobs.formats.vdbench.report import of_runs

    limit = turn.timing.stop_ms
    if limit is None or turn.share is None or of_runs(done).all.mean / 1e6 <= limit:
        return False
    out.lines(
        [f"{_clock()} Vdbench terminating because of requested 'stopcurve={limit:g}' parameter."]
    )
    return True


def _run_turn(
    turn: Turn, runs: list[JobRun], rate: float | None, runner: JobRunner, out: Out
) -> list[JobResult[JobRun]]:
    from plimsoll.features.jobs.formats.vdbench import report
    from plimsoll.features.jobs.job_runs import note_remarks

    out.begin_run(report.start_line(turn, rate, time.time()))
    row = None if out.folder is None else partial(out.folder.row, turn, rate)
    progress, one_at_a_time = report.Progress(len(runs), row), threading.Lock()

    def print_interval(interval: Interval) -> None:
        with one_at_a_time:
            out.lines(list(progress.add(interval, time.time())))

    done = runner.run(runs, print_interval)
    label, average, now = report.average(turn, progress.printed), report.of_runs(done), time.time()
    line = report.line(label, average, now)
    out.lines([line])
    if out.folder is not None:
        out.folder.row(turn, rate, label, average, now)
        out.folder.end_run([*report.heading(now), line], done)
    note_remarks(done)
    return done
