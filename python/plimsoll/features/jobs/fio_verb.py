"""`plimsoll fio`: fio's job files and command line, run by Plimsoll, reported in fio's shape."""

import os
import shlex
import time
from collections.abc import Sequence
from pathlib import Path

from plimsoll.base import preferences
from plimsoll.base.errors import UsageError
from plimsoll.base.printable import json_text, printable_columns
from plimsoll.base.version import __version__
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen
from plimsoll.features.jobs import job_verb as _job_verb
from plimsoll.features.jobs.formats import campaigns
from plimsoll.features.jobs.formats.campaigns import CampaignRun
from plimsoll.features.jobs.formats.fio import job, plan, reader
from plimsoll.features.jobs.formats.fio.job import Job
from plimsoll.features.jobs.formats.fio.plan import Unit
from plimsoll.features.jobs.formats.fio.reader import CommandLine
from plimsoll.features.jobs.formats.job_run import JobResult, place_runs
from plimsoll.features.jobs.formats.problems import Notes

EXAMPLES = (
    "plimsoll fio job.fio",
    "plimsoll fio job.fio --output-format=json --output=job.json",
    (
        "plimsoll fio --name=a --filename=test.dat --size=1g --rw=randread --bs=4k "
        "--direct=1 --ioengine=io_uring"
    ),
    "plimsoll fio --store runs.db --lenient job.fio",
    "plimsoll fio --stack examples/stacks/s0-policy.toml job.fio",
    "plimsoll fio --campaign job.toml job.fio",
    (
        "plimsoll fio --name=w --rw=randwrite --filename=/dev/nvme1n1 "
        "--i-will-lose-the-data-on /dev/nvme1n1"
    ),
)

COMMAND, CONTEXT = _job_verb.ForeignCommand, _job_verb.CONTEXT
"""fio's options follow fio's rules (`features/jobs/formats/fio/reader.py`), not ours."""

FORMATS = ("normal", "terse", "json", "json+")
VERSION = f"plimsoll-{__version__}"


def fio(
    arguments: list[str] | None = argument(
        "[JOBFILE|--OPTION=VALUE]...", "Job files, and fio's own options."
    ),
    campaign: _job_verb.CampaignOption = None,
    store: _job_verb.StoreOption = None,
    lenient: bool = flag(
        "--lenient",
        "Where an option is not supported, drops it with a warning; a few options that seldom"
        " matter (iodepth_batch, cpus_allowed, nice) are dropped with a warning even without"
        " --lenient. Default: refuse the job.",
    ),
    stack: _job_verb.StackOption = None,
    confirmed: _options.LoseDataOn = None,
    overwrite_signature: _options.OverwriteSignature = False,
) -> int:
    """Run fio jobs unchanged, and print what fio prints.

    Job files, --name=… jobs, --output, --output-format (normal, terse, json, json+) and --section
    work as in fio. An unsupported option is refused with its name and line. Files that do not
    exist are laid out first; an existing file is overwritten only if Plimsoll made it or
    prepared it, or with --i-will-lose-the-data-on. Beside fio's figures, stderr says what fio
    cannot: response time from the intended instant, what limited the Run where one Run can tell,
    whether the page cache answered.
    """
    words = reader.command_line(arguments or [], os.environ)
    if "version" in words.general:
        screen.lines([VERSION])
        return 0
    forms = _forms(words)
    notes = Notes()
    jobs = [job.meaning(section, notes) for section in words.sections]
    _job_verb.report_notes(notes, "fio", lenient=lenient)
    setup = _job_verb.setup(
        confirmed, overwrite_signature=overwrite_signature, stack=stack, campaign=campaign
    )
    units = plan.plan(jobs, setup, notes)
    _job_verb.report_notes(notes, "fio")
    units = place_runs(units, setup)
    if "readonly" in words.general and (writing := next((job for job in jobs if job.writes), None)):
        raise UsageError(f"--readonly is given, and job {writing.name} writes")
    if campaign is not None:
        return _job_verb.write_campaign(
            campaign, _campaign(units), f"fio {shlex.join(arguments or [])}"
        )
    if "parse-only" in words.general:
        return 0
    output = words.general.get("output")
    output = None if output == "/dev/stdout" else output
    store = store or preferences.configured_store()
    return _run(jobs, units, forms, output, store, arguments or [])


def _forms(words: CommandLine) -> list[str]:
    text = words.general.get("output-format") or (
        "terse" if "minimal" in words.general else "normal"
    )
    forms = [form.strip() for form in text.split(",")]
    if unknown := next((form for form in forms if form not in FORMATS), None):
        raise UsageError(f"--output-format={unknown} is not one of {', '.join(FORMATS)}")
    if "append-terse" in words.general and "terse" not in forms:
        forms.append("terse")
    if words.general.get("terse-version", "3") != "3":
        raise UsageError("--terse-version: only version 3 is printed, fio's default")
    return forms


def _campaign(units: Sequence[Unit]) -> list[CampaignRun]:
    from plimsoll.features.jobs.job_runs import phases

    notes = Notes()
    for phase in phases(units):
        now = "give group_reporting, or a stonewall between them"
        campaigns.refuse_together(phase, phase[0].job.where, now, notes)
    _job_verb.report_notes(notes, "fio")
    return [
        campaigns.CampaignRun(unit.name, unit.kept_as, unit, seed=unit.job.seed) for unit in units
    ]


def _run(
    jobs: list[Job],
    units: list[Unit],
    forms: list[str],
    output: str | None,
    store: Path | None,
    words: Sequence[str],
) -> int:
    from plimsoll.features.jobs import job_runs as _job_runs
    from plimsoll.features.jobs.formats.fio import outputs, text_form

    # Refuse unwritable outputs before anything is measured.
    if output is not None:
        outputs.OUTPUT.refuse(output)
    for name in outputs.log_names(units):
        outputs.LOG.refuse(name)
    start = text_form.start_text(jobs, VERSION) if "normal" in forms else ""
    if output is None:
        screen.columns(start)
    done: list[JobResult[Unit]] = []
    create_only = all(job.create_only for job in jobs)
    with _job_runs.job_runner("fio", units, store, words, only_lays_out=create_only) as runner:
        for phase in () if create_only else _job_runs.phases(units):
            done += runner.run(phase)
            if runner.is_stopped:
                break
    text = _text(forms, done)
    if output is None:
        screen.columns(text)
    else:
        outputs.OUTPUT.write(output, printable_columns(start + text))
    for name, log in outputs.log_files(done):
        outputs.LOG.write(name, log)
    for result in done:
        job, steady = result.unit.job, result.steady is not None and result.steady["attained"]
        _job_runs.note_remarks(
            [result],
            percentiles=job.report.percentiles,
            steady_s=job.report.steady.window_s if steady and job.report.steady else None,
        )
    return runner.end()


def _text(forms: list[str], done: list[JobResult[Unit]]) -> str:
    from plimsoll.features.jobs.formats.fio import json_form, outcome, text_form

    entries, disks = outcome.entries(done), outcome.disks(done)
    now = (time.time_ns() // 1_000_000, time.strftime("%a %b %e %H:%M:%S %Y"))
    texts = []
    for form in forms:
        if form in ("json", "json+"):
            document = json_form.document(entries, disks, now, VERSION, bins=form == "json+")
            texts.append(json_text(document, indent=2, ascii_only=True, colon=" : ") + "\n")
        elif form == "terse":
            texts.append(text_form.terse(entries, disks, VERSION))
        else:
            texts.append(text_form.text(entries, disks, now[1]))
    return "".join(texts)
