"""`plimsoll vdbench`: vdbench's parameter files, run by Plimsoll, told in vdbench's columns."""

from __future__ import annotations

import contextlib
import re
import threading
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plimsoll import __version__, preferences
from plimsoll.cli import _job_verb
from plimsoll.cli.terminal import screen
from plimsoll.errors import InputError, UsageError, exit_code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.cli._job_runs import JobStore
    from plimsoll.cli._measure import Measuring
    from plimsoll.formats.jobs.campaigns import CampaignRun
    from plimsoll.formats.jobs.job_run import JobResult, JobRun, Setup
    from plimsoll.formats.jobs.problems import Problem
    from plimsoll.formats.jobs.vdbench.entries import Definitions
    from plimsoll.formats.jobs.vdbench.folder import Folder
    from plimsoll.formats.jobs.vdbench.job import Turn
    from plimsoll.model import Interval

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
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=VALUE]...",
            help="Values of $NAME in the parameter file.",
            show_default=False,
        ),
    ] = None,
    files: Annotated[
        list[Path] | None,
        typer.Option("-f", metavar="FILE", help="Parameter file. May be repeated."),
    ] = None,
    elapsed: Annotated[
        str | None, typer.Option("-e", metavar="SECONDS", help="Replace every elapsed=.")
    ] = None,
    interval: Annotated[
        str | None, typer.Option("-i", metavar="SECONDS", help="Replace every interval=.")
    ] = None,
    warmup: Annotated[
        str | None, typer.Option("-w", metavar="SECONDS", help="Replace every warmup=.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            metavar="FOLDER",
            help="Write vdbench's summary, totals, flatfile, histogram and parmfile .html there. "
            "FOLDER+ takes the next free number, FOLDER.tod the time. Default: none is written.",
        ),
    ] = None,
    simulate: Annotated[
        bool, typer.Option("-s", help="List the Runs that there would be, and run nothing.")
    ] = False,
    campaign: _job_verb.CampaignOption = None,
    store: _job_verb.StoreOption = None,
    lenient: _job_verb.Lenient = False,
    stack: _job_verb.StackOption = None,
    confirmed: _job_verb.Confirmed = None,
    overwrite_signature: _job_verb.Overwrite = False,
) -> int:
    """Run vdbench parameter files unchanged, and print vdbench's columns.

    Supports SD, WD and RD with their defaults, abbreviations, for loops, lists of rates and curves.
    Anything unsupported is refused with its name and line, file system workloads (FSD, FWD) among
    it. Files that do not exist are laid out with size=; an existing target is written to only if
    Plimsoll made or prepared it, or with --i-will-lose-the-data-on. resp is completion latency, as
    in vdbench; stderr has response time from the intended instant.
    """
    problems: list[Problem] = []
    if output is not None and campaign is not None:
        raise UsageError("--campaign runs nothing, so that -o has nothing to write")
    _job_verb.refuse_rehearsal(campaign, stack)
    found, turns = _read(files or [], arguments or [], (elapsed, interval, warmup), problems)
    setup = _job_verb.setup(confirmed, overwrite_signature=overwrite_signature, stack=stack)
    planned = _planned(turns, setup, problems)
    _job_verb.refuse(problems, "vdbench", lenient=lenient)
    _job_verb.tell(found.told)
    if campaign is not None:
        return _job_verb.write_campaign(campaign, _asked(planned), _names(files or []))
    begun = f"Vdbench distribution: plimsoll-{__version__}"
    if simulate:
        Out(None).lines([begun, *_simulated(turns)])
        return 0
    out = Out(_folder(output, files or []))
    out.lines([begun])
    return _run(
        planned, setup, store or preferences.stated(), [str(one) for one in files or []], out
    )


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
    from plimsoll.formats.jobs.vdbench import folder

    asked = "".join(path.read_text("utf-8-sig", "replace") for path in files)
    made = folder.Folder(folder.named(output, time.time()), asked)
    made.open()
    return made


def _distributions(done: Sequence[JobResult[JobRun]]) -> dict[str, list[bytes]]:
    """Completion latencies of Runs that went at once, by kind."""
    blobs = [blob for one in done for blob in one.histograms]
    return {
        kind: [found for blob in blobs if (found := blob.get(f"{kind}.completion_latency"))]
        for kind in ("read", "write")
    }


def _names(files: Sequence[Path]) -> str:
    return " ".join(one.name for one in files)


def _read(
    files: Sequence[Path],
    arguments: Sequence[str],
    spans: tuple[str | None, str | None, str | None],
    problems: list[Problem],
) -> tuple[Definitions, list[Turn]]:
    from plimsoll.formats.jobs.vdbench import entries, job, reader
    from plimsoll.formats.jobs.vdbench.reader import Parameter

    variables = _variables(arguments)
    if not files:
        raise UsageError("vdbench needs a parameter file", "Give it with -f FILE.")
    parameters = [one for path in files for one in reader.read(path, variables)]
    found = entries.sorted_out(parameters, problems)
    for name, flag, text in zip(("elapsed", "interval", "warmup"), "eiw", spans, strict=True):
        if text is not None:
            for run in found.runs:
                run.given[name] = Parameter(name, (text,), f"-{flag}")
    return found, job.turns(found)


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


def _planned(
    turns: Sequence[Turn], setup: Setup, problems: list[Problem]
) -> list[tuple[Turn, list[JobRun]]]:
    from plimsoll.formats.jobs.job_run import placed
    from plimsoll.formats.jobs.vdbench import plan

    found = []
    for number, turn in enumerate(turns, 1):
        # Of a curve's point any rate: it is planned again once the maximum is known.
        rated = turn if turn.share is None else replace(turn, rate=turn.share)
        found.append((turn, placed(plan.runs(rated, setup, problems, number), setup)))
    return found


def _asked(planned: Sequence[tuple[Turn, list[JobRun]]]) -> list[CampaignRun]:
    """As Points of campaigns. Raises InputError."""
    from plimsoll.formats.jobs.campaigns import CampaignRun
    from plimsoll.formats.jobs.vdbench import plan

    found: list[CampaignRun] = []
    told: list[Problem] = []
    for turn, runs in planned:
        what = f"{turn.where}: rd={turn.rd}"
        if any(one.probe.get("bytes_each") is not None for one in runs):
            ends = "walks its luns once (seekpct=eof)"
            if turn.amounts:
                ends = f"ends after an amount of data ({turn.amounts[0].counts}=)"
            screen.note(
                f"{what} {ends}, and Runs of a campaign end by time: left out; plimsoll prepare"
                " fills files and devices"
            )
            continue
        told += plan.without_pause(turn)
        _job_verb.refuse_several(what, runs)
        rate = None if turn.share is None else f"{turn.share:g}%"
        found += [CampaignRun(turn.rd, turn.kept_as, run, rate) for run in runs]
    if not found:
        raise InputError("no run definition in it ends by time: there is nothing for a campaign")
    _job_verb.tell(told)
    return found


def _simulated(turns: Sequence[Turn]) -> list[str]:
    from plimsoll.formats.jobs.vdbench import report

    now = time.time()
    return [report.begun(turn, None, now, simulated=True) for turn in turns]


def _run(
    planned: Sequence[tuple[Turn, list[JobRun]]],
    setup: Setup,
    store: Path | None,
    files: list[str],
    out: Out,
) -> int:
    from plimsoll.cli import _job_runs
    from plimsoll.cli._measure import measuring

    every = [run for _, runs in planned for run in runs]
    worst = 0
    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("vdbench", quiet=True))
        _job_runs.lay_out(every, work.stop, may_write=True)
        _job_runs.examine(_once(every), work.stop)
        keeping = _job_runs.JobStore(store, {"vdbench": files})
        worst = _turn_by_turn(planned, setup, work, keeping, out)
    keeping.tell()
    ended = "completed successfully" if not worst else "ended; see stderr"
    folder = f"Output directory: {out.folder.path.resolve()}" if out.folder else ""
    kept = f"Runs kept in: {store}" if store else ""
    where = "; ".join(one for one in (folder, kept) if one)
    where = where or "Output directory: none (-o writes one, --store keeps the Runs)"
    out.lines([f"{_clock()} Vdbench execution {ended}. {where}"])
    if out.folder:
        out.folder.write()
    return worst


def _once(runs: Sequence[JobRun]) -> list[JobRun]:
    """One of those that open the same: a loop of a thousand turns need not be opened as often."""
    return list({repr((one.session, one.layouts)): one for one in runs}.values())


def _clock() -> str:
    from plimsoll.formats.jobs.vdbench.report import clock

    return clock(time.time())


def _turn_by_turn(
    planned: Sequence[tuple[Turn, list[JobRun]]],
    setup: Setup,
    work: Measuring,
    keeping: JobStore,
    out: Out,
) -> int:
    """Every turn; a curve's points at rates of its maximum. The gravest exit code."""
    from plimsoll.cli._job_runs import rest
    from plimsoll.formats.jobs.vdbench import job

    worst, maximum = 0, 0.0
    for number, (turn, runs) in enumerate(planned, 1):
        rate = None
        if turn.share is not None:
            if (rate := job.rounded(maximum, turn.share)) is None:
                screen.note(f"{turn.called}: below 10 IOPS, left out, as vdbench does")
                continue
            runs = _at_rate(turn, rate, setup, number)  # noqa: PLW2901
        done = _told(turn, runs, rate, work, keeping, out)
        records = [record for one in done for record in one.records]
        worst = max(worst, *(exit_code(one["outcome"]) for one in records))
        if turn.curve:
            maximum = sum(one["achieved_rate_per_s"] for one in records)
        if work.stop.asked:
            break
        if _stops(turn, done, out):
            break
        if setup.stand_in is None:
            rest(turn.timing.pause, work.stop)
    return worst


def _at_rate(turn: Turn, rate: int, setup: Setup, seed: int) -> list[JobRun]:
    from plimsoll.formats.jobs.job_run import placed
    from plimsoll.formats.jobs.vdbench import plan

    return placed(plan.runs(replace(turn, rate=float(rate)), setup, [], seed), setup)


def _stops(turn: Turn, done: Sequence[JobResult[JobRun]], out: Out) -> bool:
    """vdbench's stopcurve: everything ends behind a point of a curve that is slower."""
    from plimsoll.formats.jobs.vdbench.report import of_runs

    limit = turn.timing.stop_ms
    if limit is None or turn.share is None or of_runs(done).all.mean / 1e6 <= limit:
        return False
    out.lines(
        [f"{_clock()} Vdbench terminating because of requested 'stopcurve={limit:g}' parameter."]
    )
    return True


def _told(
    turn: Turn,
    runs: list[JobRun],
    rate: float | None,
    work: Measuring,
    keeping: JobStore,
    out: Out,
) -> list[JobResult[JobRun]]:
    """Runs a turn, and prints it as it goes."""
    from plimsoll.cli import _job_runs
    from plimsoll.formats.jobs.vdbench import report

    out.begun(report.begun(turn, rate, time.time()))
    told = None if out.folder is None else partial(out.folder.row, turn, rate)
    progress, one_at_a_time = report.Progress(len(runs), told), threading.Lock()

    def heard(interval: Interval) -> None:
        with one_at_a_time:
            out.lines(list(progress.add(interval, time.time())))

    done = _job_runs.run_phase(runs, work, keeping, heard)
    label, row, now = report.average(turn, progress.told), report.of_runs(done), time.time()
    line = report.line(label, row, now)
    out.lines([line])
    if out.folder is not None:
        out.folder.row(turn, rate, label, row, now)
        out.folder.ended([*report.heading(now), line], _distributions(done))
    _job_verb.beside(done)
    return done
