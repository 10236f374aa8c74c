"""`plimsoll iometer`: Iometer's configurations as campaigns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plimsoll.cli import _job_verb

if TYPE_CHECKING:
    from plimsoll.formats.jobs.problems import Problem

EXAMPLES = (
    "plimsoll iometer test.icf --target /dev/nvme1n1 --campaign test.toml",
    "plimsoll iometer test.icf --target 'PHYSICALDRIVE:1=/dev/sdb' --campaign test.toml",
)


def iometer(
    path: Annotated[
        Path,
        typer.Argument(metavar="FILE.icf", help="A configuration of Iometer.", show_default=False),
    ],
    campaign: Annotated[
        Path,
        typer.Option(
            "--campaign",
            metavar="OUT.toml",
            help="The campaign to write. Where it takes several, they are called OUT-….toml.",
        ),
    ],
    target: _job_verb.TargetOption = None,
    lenient: _job_verb.Lenient = False,
    confirmed: _job_verb.Confirmed = None,
) -> int:
    """Write a campaign that does what an Iometer configuration does.

    Access specifications, workers, outstanding I/Os, run time, ramp-up and cycling. What is not
    supported is refused by its line.
    """
    from plimsoll.formats.jobs import iometer as form

    problems: list[Problem] = []
    told: list[Problem] = []
    setup = _job_verb.setup(confirmed, overwrite_signature=False)
    asked = form.read(path, target or [], setup, problems, told)
    _job_verb.refuse(problems, "Iometer", lenient=lenient)
    _job_verb.tell(told)
    return _job_verb.write_campaign(campaign, asked, path.name)
