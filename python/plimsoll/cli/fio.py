"""`plimsoll fio`: fio's job files and command line, run by Plimsoll, told in fio's shape."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plimsoll import __version__, preferences
from plimsoll.cli import _job_verb
from plimsoll.cli.terminal import screen
from plimsoll.errors import UsageError, exit_code
from plimsoll.printable import json_text, printable_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.formats.jobs.fio.job import Job
    from plimsoll.formats.jobs.fio.outcome import JobResult
    from plimsoll.formats.jobs.fio.plan import Unit
    from plimsoll.formats.jobs.fio.reader import CommandLine
    from plimsoll.formats.jobs.job_run import Setup
    from plimsoll.formats.jobs.problems import Problem

EXAMPLES = (
    "plimsoll fio job.fio",
    "plimsoll fio job.fio --output-format=json --output=job.json",
    (
        "plimsoll fio --name=a --filename=test.dat --size=1g --rw=randread --bs=4k "
        "--direct=1 --ioengine=io_uring"
    ),
    "plimsoll fio --store runs.db --lenient job.fio",
    "plimsoll fio --stack examples/stacks/s0-policy.toml job.fio",
    (
        "plimsoll fio --name=w --rw=randwrite --filename=/dev/nvme1n1 "
        "--i-will-lose-the-data-on /dev/nvme1n1"
    ),
)

COMMAND, CONTEXT = _job_verb.ForeignCommand, _job_verb.CONTEXT
"""fio's own options are read by fio's rules (`formats/jobs/fio/reader.py`), not by ours."""

FORMATS = ("normal", "terse", "json", "json+")


def fio(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[JOBFILE|--OPTION=VALUE]...",
            help="Job files, and fio's own options.",
            show_default=False,
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store", metavar="FILE", help="Keep every Run in this store, for plimsoll report."
        ),
    ] = None,
    lenient: Annotated[
        bool,
        typer.Option(
            "--lenient",
            help="Where an option is not supported, drops it with a warning; a few options that "
            "seldom matter (iodepth_batch, cpus_allowed, nice) are dropped with a warning even "
            "without --lenient. Default: refuse the job.",
        ),
    ] = False,
    stack: _job_verb.StackOption = None,
    confirmed: _job_verb.Confirmed = None,
    overwrite_signature: _job_verb.Overwrite = False,
) -> int:
    """Run fio jobs unchanged, and print what fio prints.

    Job files, --name=… jobs, --output, --output-format (normal, terse, json, json+) and --section
    work as in fio. An unsupported option is refused with its name and line. Files that do not
    exist are laid out first; an existing file is overwritten only if Plimsoll made it or
    prepared it, or with --i-will-lose-the-data-on. Beside fio's figures, stderr says what fio
    cannot: response time from the intended instant, what limited the Run where one Run can tell,
    whether the page cache answered.
    """
    from plimsoll.formats.jobs.fio import logs, outputs, reader, text_form

    asked = reader.command_line(arguments or [], os.environ)
    if "version" in asked.general:
        screen.lines([_version()])
        return 0
    forms = _forms(asked)
    jobs = _jobs(asked, lenient=lenient)
    setup = _job_verb.setup(confirmed, overwrite_signature=overwrite_signature, stack=stack)
    units = _planned(jobs, setup)
    if "readonly" in asked.general and (writing := next((job for job in jobs if job.writes), None)):
        raise UsageError(f"--readonly is given, and job {writing.name} writes")
    if "parse-only" in asked.general:
        return 0
    # Before anything is measured: what cannot be written is told now.
    output = _output(asked)
    if output is not None:
        outputs.refuse_output(output)
    for name in logs.file_names(units):
        outputs.refuse_log(name)
    begun = text_form.begun(jobs, _version()) if "normal" in forms else ""
    if output is None:
        screen.columns(begun)
    done = _run(jobs, units, store or preferences.stated(), arguments or [])
    told = _told(forms, done)
    if output is None:
        screen.columns(told)
    else:
        outputs.write_output(output, printable_columns(begun + told))
    for name, text in logs.files(done):
        outputs.write_log(name, text)
    _beside(done)
    return _code(done)


def _code(done: list[JobResult]) -> int:
    """The gravest of the Runs. One that was stopped because it was steady has ended well."""
    found = 0
    for one in done:
        steady = one.steady is not None and one.steady["attained"]
        codes = [exit_code(record["outcome"]) for record in one.records]
        found = max(found, 0 if steady else max(codes))
    return found


def _output(asked: CommandLine) -> str | None:
    """The file that is asked for; None: standard output."""
    output = asked.general.get("output")
    return None if output == "/dev/stdout" else output


def _version() -> str:
    return f"plimsoll-{__version__}"


def _forms(asked: CommandLine) -> list[str]:
    text = asked.general.get("output-format") or (
        "terse" if "minimal" in asked.general else "normal"
    )
    forms = [form.strip() for form in text.split(",")]
    if unknown := next((form for form in forms if form not in FORMATS), None):
        raise UsageError(f"--output-format={unknown} is not one of {', '.join(FORMATS)}")
    if "append-terse" in asked.general and "terse" not in forms:
        forms.append("terse")
    if asked.general.get("terse-version", "3") != "3":
        raise UsageError("--terse-version: only version 3 is printed, fio's default")
    return forms


def _jobs(asked: CommandLine, *, lenient: bool) -> list[Job]:
    from plimsoll.formats.jobs.fio import job

    problems: list[Problem] = []
    jobs = [job.meaning(section, problems) for section in asked.sections]
    _refuse(problems, lenient=lenient)
    for told in dict.fromkeys(told for one in jobs for told in one.lenient):
        screen.note(f"{told}")
    return jobs


def _planned(jobs: list[Job], setup: Setup) -> list[Unit]:
    from plimsoll.formats.jobs.fio.plan import plan
    from plimsoll.formats.jobs.job_run import placed

    problems: list[Problem] = []
    units = plan(jobs, setup, problems)
    _refuse(problems, lenient=False)
    return placed(units, setup)


def _refuse(problems: list[Problem], *, lenient: bool) -> None:
    """Raises what is wrong; what can be left out is, if that is wished."""
    from plimsoll.formats.jobs.problems import left

    for problem in left(problems, lenient=lenient):
        screen.note(f"not as in fio: {problem}")


def _run(
    jobs: list[Job], units: list[Unit], store: Path | None, arguments: Sequence[str]
) -> list[JobResult]:
    from plimsoll.cli import _job_runs
    from plimsoll.cli._measure import measuring

    done: list[JobResult] = []
    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("fio", quiet=True))
        made = _job_runs.lay_out(units, work.stop, may_write=True)
        if all(job.create_only for job in jobs):
            return []
        _job_runs.examine(units, work.stop)
        keeping = _job_runs.JobStore(store, {"fio": list(arguments)})
        for phase in _job_runs.phases(units):
            done += _job_runs.run_phase(phase, work, keeping)
            if work.stop.asked:
                break
        _job_runs.removed(units, made)
    keeping.tell()
    return done


def _told(forms: list[str], done: list[JobResult]) -> str:
    from plimsoll.formats.jobs.fio import json_form, outcome, text_form

    entries, disks = outcome.entries(done), outcome.disks(done)
    now = (time.time_ns() // 1_000_000, time.strftime("%a %b %e %H:%M:%S %Y"))
    texts = []
    for form in forms:
        if form in ("json", "json+"):
            document = json_form.document(entries, disks, now, _version(), bins=form == "json+")
            texts.append(json_text(document, indent=2, ascii_only=True, colon=" : ") + "\n")
        elif form == "terse":
            texts.append(text_form.terse(entries, disks, _version()))
        else:
            texts.append(text_form.text(entries, disks, now[1]))
    return "".join(texts)


def _beside(done: list[JobResult]) -> None:
    """What fio cannot tell, on stderr."""
    from plimsoll.formats.jobs.fio.extra_figures import lines

    for one in done:
        steady = one.steady is not None and bool(one.steady["attained"])
        for record in one.records:
            for line in lines(one.unit.job, record, steady=steady):
                screen.note(f"{one.unit.job.name}: {line}")
