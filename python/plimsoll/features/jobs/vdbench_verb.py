"""`plimsoll vdbench`: vdbench's parameter files, run by Plimsoll, reported in vdbench's columns."""

from __future__ import annotations

import re
import threading
import time
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.jobs.formats.campaigns import CampaignRun
    from plimsoll.features.jobs.formats.job_run import JobResult, JobRun, Setup
    from plimsoll.features.jobs.formats.problems import Notes
    from plimsoll.features.jobs.formats.vdbench.folder import Folder
    from plimsoll.features.jobs.formats.vdbench.job import Turn
    from plimsoll.features.jobs.job_runs import JobRunner
    from plimsoll.native.model import Interval

EXAMPLES = (
    "plimsoll vdbench -f job.parm",
    "plimsoll vdbench -f job.parm --store runs.db && plimsoll report --store runs.db",
    "plimsoll vdbench -f job.parm -e 60 -i 5 -w 30 lun=/dev/nvme1n1",
    "plimsoll vdbench -f job.parm -s",
    "plimsoll vdbench -f job.parm --campaign job.toml",
)

COMMAND, CONTEXT = _job_verb.ForeignCommand, _job_verb.CONTEXT
"""What else vdbench has is refused by name (`_variables`)."""

FLAGS = {
    "-c": "a file that does not exist is laid out, and an existing one is left alone",
    "-d": "it switches parts of vdbench itself",
    "-j": "use verify of plimsoll run",
    "-jr": "use verify of plimsoll run",
    "-jro": "use verify of plimsoll run",
    "-k": "the disk beneath a target is always watched",
    "-l": "repeat a campaign instead: --campaign, then campaign.repeats",
    "-m": "there is no Java here",
    "-p": "there are no slaves",
    "-t": "plimsoll demo is the first look here",
    "-tf": "file system workloads are not run here",
    "-v": "use verify of plimsoll run",
    "-vr": "use verify of plimsoll run",
    "-vw": "use verify of plimsoll run",
    "-vt": "use verify of plimsoll run",
}
"""Flags of vdbench that are not supported, and what to do instead."""


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
    from plimsoll.features.jobs.formats.problems import Notes

    if output is not None and campaign is not None:
        raise UsageError("--campaign runs nothing, so that -o has nothing to write")
    notes = Notes()
    turns = _turns(files or [], arguments or [], (elapsed, interval, warmup), notes)
    setup = _job_verb.setup(
        confirmed, overwrite_signature=overwrite_signature, stack=stack, campaign=campaign
    )
    planned = [(turn, _planned(turn, setup, notes, number)) for number, turn in enumerate(turns, 1)]
    _job_verb.report_notes(notes, "vdbench", lenient=lenient)
    if campaign is not None:
        source = " ".join(one.name for one in files or [])
        return _job_verb.write_campaign(campaign, _campaign(planned), source)
    if simulate:
        return _simulate(turns)
    out = Out(_folder(output, files or []))
    names = [str(one) for one in files or []]
    return _run(planned, setup, store or preferences.stated(), names, out)


BEGUN = f"Vdbench distribution: plimsoll-{__version__}"
"""The first line."""


def _simulate(turns: Sequence[Turn]) -> int:
    from plimsoll.features.jobs.formats.vdbench import report

    now = time.time()
    Out(None).lines([BEGUN, *(report.begun(turn, None, now, simulated=True) for turn in turns)])
    return 0


@dataclass
class Out:
    """Where what is printed goes: stdout, and the folder if there is one."""

    folder: Folder | None

    def lines(self, lines: list[str]) -> None:
        """Lines of vdbench's, as they are."""
        screen.columns("".join(f"{line}\n" for line in lines))
        if self.folder is not None:
            self.folder.printed(lines)

    def begun(self, line: str) -> None:
        """A Run begins with this line."""
        screen.columns(f"\n{line}\n\n")
        if self.folder is not None:
            self.folder.begun(line)


def _folder(output: str | None, files: Sequence[Path]) -> Folder | None:
    """The folder that is to be written, looked at before anything is measured."""
    if output is None:
        return None
    from plimsoll.features.jobs.formats.vdbench import folder

    parameters = "".join(path.read_text("utf-8-sig", "replace") for path in files)
    made = folder.Folder(folder.named(output, time.time()), parameters)
    made.open()
    return made


def _turns(
    files: Sequence[Path],
    arguments: Sequence[str],
    spans: tuple[str | None, str | None, str | None],
    notes: Notes,
) -> list[Turn]:
    from plimsoll.features.jobs.formats.vdbench import entries, job, reader
    from plimsoll.features.jobs.formats.vdbench.reader import Parameter

    variables = _variables(arguments)
    if not files:
        raise UsageError("vdbench needs a parameter file", "Give it with -f FILE.")
    parameters = [one for path in files for one in reader.read(path, variables)]
    found = entries.sorted_out(parameters, notes)
    for name, letter, text in zip(("elapsed", "interval", "warmup"), "eiw", spans, strict=True):
        if text is not None:
            for run in found.runs:
                run.given[name] = Parameter(name, (text,), f"-{letter}")
    return job.turns(found)


def _variables(arguments: Sequence[str]) -> dict[str, str]:
    """`lun=/dev/sdb`, for `$lun`. Raises UsageError."""
    found = {}
    for word in arguments:
        given = re.fullmatch(r"(\w+)=(.*)", word)
        if given is not None:
            found[given[1]] = given[2]
            continue
        flag = next((one for one in sorted(FLAGS, key=len, reverse=True) if word == one), None)
        flag = flag or next((one for one in FLAGS if word.startswith(one)), None)
        if flag is not None:
            raise UsageError(f"vdbench's {flag} is not supported: {FLAGS[flag]}")
        raise UsageError(
            f"'{word[:60]}' is neither a flag of vdbench nor NAME=VALUE",
            "Supported are -f, -e, -i, -w and -s.",
        )
    return found


def _planned(turn: Turn, setup: Setup, notes: Notes, seed: int) -> list[JobRun]:
    from plimsoll.features.jobs.formats.job_run import placed
    from plimsoll.features.jobs.formats.vdbench import plan

    return placed(plan.runs(turn, setup, notes, seed), setup)


def _campaign(planned: Sequence[tuple[Turn, list[JobRun]]]) -> list[CampaignRun]:
    """As Points of campaigns. Raises InputError."""
    from plimsoll.features.jobs.formats import campaigns
    from plimsoll.features.jobs.formats.problems import Notes
    from plimsoll.features.jobs.formats.vdbench import plan

    found: list[CampaignRun] = []
    notes = Notes()
    for turn, runs in planned:
        if any("bytes_each" in one.probe for one in runs):
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

    out.lines([BEGUN])
    every = [run for _, runs in planned for run in runs]
    with job_runner("vdbench", every, store, files) as runner:
        _run_turns(planned, setup, runner, out)
    ended = "completed successfully" if not runner.gravest else "ended; see stderr"
    folder = f"Output directory: {out.folder.path.resolve()}" if out.folder else ""
    kept = f"Runs kept in: {store}" if store else ""
    where = "; ".join(one for one in (folder, kept) if one)
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
    """Every turn; a curve's points at rates of its maximum."""
    from plimsoll.features.jobs.formats.problems import Notes
    from plimsoll.features.jobs.formats.vdbench import job

    maximum = 0.0
    for number, (turn, runs) in enumerate(planned, 1):
        rate = None
        if turn.share is not None:
            if (rate := job.rounded(maximum, turn.share)) is None:
                screen.note(f"{turn.called}: below 10 IOPS, left out, as vdbench does")
                continue
            runs = _planned(replace(turn, rate=float(rate)), setup, Notes(), number)  # noqa: PLW2901
        done = _run_turn(turn, runs, rate, runner, out)
        if turn.curve:
            records = [record for one in done for record in one.records]
            maximum = sum(one["achieved_rate_per_s"] for one in records)
        if runner.stopped or _stops(turn, done, out):
            break
        if setup.stand_in is None:
            runner.rest(turn.timing.pause)


def _stops(turn: Turn, done: Sequence[JobResult[JobRun]], out: Out) -> bool:
    """vdbench's stopcurve: everything ends behind a point of a curve that is slower."""
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
    """Runs a turn, and prints it as it goes."""
    from plimsoll.features.jobs.formats.vdbench import report
    from plimsoll.features.jobs.job_runs import note_remarks

    out.begun(report.begun(turn, rate, time.time()))
    row = None if out.folder is None else partial(out.folder.row, turn, rate)
    progress, one_at_a_time = report.Progress(len(runs), row), threading.Lock()

    def heard(interval: Interval) -> None:
        with one_at_a_time:
            out.lines(list(progress.add(interval, time.time())))

    done = runner.run(runs, heard)
    label, average, now = report.average(turn, progress.told), report.of_runs(done), time.time()
    line = report.line(label, average, now)
    out.lines([line])
    if out.folder is not None:
        out.folder.row(turn, rate, label, average, now)
        out.folder.ended([*report.heading(now), line], done)
    note_remarks(done)
    return done
