"""`plimsoll ndisk`: ndisk64's command line, run by Plimsoll, reported in ndisk64's form."""

import shlex
import shutil
import sys

from plimsoll.base import preferences
from plimsoll.cli import _options
from plimsoll.cli._options import argument
from plimsoll.cli.terminal import screen
from plimsoll.features.jobs import job_verb as _job_verb
from plimsoll.features.jobs.formats.campaigns import CampaignRun
from plimsoll.features.jobs.formats.job_run import place_runs
from plimsoll.library.question import seed_or_default
from plimsoll.native.record import RunRecord

EXAMPLES = (
    "plimsoll ndisk -f a.dat:b.dat:c.dat:d.dat -R -r 50 -M 4 -b 4K -s 1G -t 60 -D",
    "plimsoll ndisk -f a.dat -S -r 100 -b 64K -s 1G -t 60 -D",
    "plimsoll ndisk -f a.dat -R -r 50 -s 1G -D --campaign job.toml",
)

COMMAND, CONTEXT = _job_verb.ForeignCommand, _job_verb.CONTEXT
"""ndisk64's flags follow its own rules (`features/jobs/formats/ndisk.py`)."""


def ndisk(
    arguments: list[str] | None = argument("[FLAG [VALUE]]...", "ndisk64's own flags."),
    campaign: _job_verb.CampaignOption = None,
    store: _job_verb.StoreOption = None,
    stack: _job_verb.StackOption = None,
    confirmed: _options.LoseDataOn = None,
    overwrite_signature: _options.OverwriteSignature = False,
    seed: _options.Seed = None,
) -> int:
    """Run an ndisk64 command line unchanged, and print what ndisk64 prints.

    -f file:file… names the files, -R or -S the pattern, -r the percentage of reads, -M the
    processes (each with one operation outstanding), -b the block size, -s the file size, -t the
    seconds, -D direct I/O. A file that does not exist is laid out with -s. stderr has the
    response time, and what limited the Run.
    """
    from plimsoll.features.jobs.formats import ndisk as form

    words = arguments or []
    line = form.command_line(words)
    setup = _job_verb.setup(
        confirmed, overwrite_signature=overwrite_signature, stack=stack, campaign=campaign
    )
    run = form.run(line, setup, seed_or_default(seed, virtual=stack is not None))
    if campaign is not None:
        whole = [CampaignRun("ndisk", "ndisk", run, seed=seed)]
        return _job_verb.write_campaign(campaign, whole, f"ndisk64 {shlex.join(words)}")
    size = line.size or min(setup.size_of(path) or 0 for path in run.targets)

    from plimsoll.features.jobs import job_runs as _job_runs

    runs = place_runs([run], setup)
    with _job_runs.job_runner(
        "ndisk", runs, store or preferences.configured_store(), words
    ) as runner:
        done = runner.run(runs)
    for result in done:
        for record in result.records:
            text = form.text(line, record, size, _program())
            screen.columns("".join(f"{row}\n" for row in text))
            _note_response(record)
    _job_runs.note_remarks(done)
    return runner.end()


def _note_response(record: RunRecord) -> None:
    """Notes the response time, since ndisk64 prints no latency."""
    from plimsoll.base.units import nanos

    response = record["all"]["response_time_ns"]
    screen.note(
        f"response time: mean {nanos(response.get('mean'))}, p99 {nanos(response.get('p99'))},"
        f" max {nanos(response.get('max'))}"
    )


def _program() -> str:
    """The program name for the `Command:` line: the typed name if it is a link to the command, else
    the original's."""
    typed = sys.argv[0]
    name = typed.rpartition("/")[2]
    if not name.startswith("ndisk"):
        return "./ndisk64"
    # For a name found on PATH, argv has the whole path.
    return name if shutil.which(name) == typed else typed
