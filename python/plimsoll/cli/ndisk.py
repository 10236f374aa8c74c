"""`plimsoll ndisk`: ndisk64's command line, run by Plimsoll, told in ndisk64's form."""

from __future__ import annotations

import contextlib
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plimsoll import preferences
from plimsoll.cli import _job_verb, _options
from plimsoll.cli.terminal import screen
from plimsoll.errors import Interrupted, UsageError, exit_code, outcome_text

if TYPE_CHECKING:
    from plimsoll.formats.jobs.driven import Setup
    from plimsoll.formats.jobs.ndisk import Asked
    from plimsoll.model import RunRecord

EXAMPLES = (
    "plimsoll ndisk -f a.dat:b.dat:c.dat:d.dat -R -r 50 -M 4 -b 4K -s 1G -t 60 -D",
    "plimsoll ndisk -f a.dat -S -r 100 -b 64K -s 1G -t 60 -D",
)

COMMAND, CONTEXT = _job_verb.ForeignCommand, _job_verb.CONTEXT
"""ndisk64's own flags are read by its rules (`formats/jobs/ndisk.py`)."""


def ndisk(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FLAG [VALUE]]...", help="ndisk64's own flags.", show_default=False
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option("--store", metavar="FILE", help="Keep the Run in this store."),
    ] = None,
    confirmed: _job_verb.Confirmed = None,
    overwrite_signature: _job_verb.Overwrite = False,
    seed: _options.Seed = None,
) -> int:
    """Run an ndisk64 command line unchanged, and print what ndisk64 prints.

    -f file:file… names the files, -R or -S the pattern, -r the percentage of reads, -M the
    processes (each with one operation outstanding), -b the block size, -s the file size, -t the
    seconds, -D direct I/O. A file that does not exist is laid out with -s. stderr has the
    response time, and what limited the Run.
    """
    from plimsoll.formats.jobs import ndisk as form

    ask = form.asked(arguments or [])
    setup = _job_verb.setup(confirmed, overwrite_signature=overwrite_signature)
    session, probe, files = form.requests(ask, setup)
    drawn = _options.seed_or_drawn(seed, virtual=False)
    probe["seed"] = drawn
    size = _laid_out(ask, files, setup)

    from plimsoll.cli._measure import measuring
    from plimsoll.cli.run import kept, recorded

    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("ndisk", quiet=True))
        opened = stack.enter_context(work.open(session))
        place = store or preferences.stated()
        if place is not None:
            opened.keeper = stack.enter_context(
                kept(
                    place,
                    opened,
                    session,
                    probe,
                    drawn,
                    contextlib.nullcontext(),
                    {},
                    work.meter(),
                )
            )
        record, interrupted = recorded(opened, probe)
    screen.columns("".join(f"{line}\n" for line in form.text(ask, record, size, _program())))
    _beside(record)
    if interrupted is not None:
        raise Interrupted("interrupted")
    return exit_code(record["outcome"])


def _beside(record: RunRecord) -> None:
    """What ndisk64 cannot tell, on stderr."""
    from plimsoll.units import nanos

    response = record["all"]["response_time_ns"]
    screen.note(f"{outcome_text(record['outcome'])}: {record['because']}")
    screen.note(
        f"response time: mean {nanos(response.get('mean'))}, p99 {nanos(response.get('p99'))},"
        f" max {nanos(response.get('max'))}"
    )
    if record["limited_by"]["value"] != "unknown":
        screen.note(f"limited by {record['limited_by']['value']}")


def _program() -> str:
    """What stands in the `Command:` line for the program: the name that was typed, where that is
    a link to the command, and the original's where it is not."""
    typed = sys.argv[0]
    name = typed.rpartition("/")[2]
    if not name.startswith("ndisk"):
        return "./ndisk64"
    # Where the shell looked the name up on PATH, the whole path is handed over.
    return name if shutil.which(name) == typed else typed


def _laid_out(ask: Asked, files: tuple[str, ...], setup: Setup) -> int:
    """Makes the files that are not there; bytes of each that are used."""
    from plimsoll.execute import Prepare, Stop

    sizes = []
    for path in files:
        there = setup.size_of(path)
        if there is None:
            if ask.size is None:
                raise UsageError(f"ndisk: {path} does not exist", "Give -s to lay it out.")
            screen.note(f"laying out {path} ({ask.size / 2**20:g} MiB)")
            Prepare.open({"target": path, "size": str(ask.size), "content": "random"}).run(
                stop=Stop()
            )
            there = ask.size
        sizes.append(there)
    return ask.size or min(sizes)
