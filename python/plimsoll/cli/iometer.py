"""`plimsoll iometer`: Iometer's configurations as campaigns."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plimsoll.cli import _job_verb

EXAMPLES = (
    "plimsoll iometer test.icf --target /dev/nvme1n1 --campaign test.toml",
    "plimsoll iometer test.icf --target 'PHYSICALDRIVE:1=/dev/sdb' --campaign test.toml",
)


def iometer(
    path: Annotated[
        Path,
        typer.Argument(metavar="FILE.icf", help="A configuration of Iometer.", show_default=False),
    ],
    campaign: _job_verb.WrittenCampaign,
    target: _job_verb.TargetOption = None,
    lenient: _job_verb.Lenient = False,
    confirmed: _job_verb.Confirmed = None,
    overwrite_signature: _job_verb.Overwrite = False,
) -> int:
    """Write a campaign that does what an Iometer configuration does.

    Access specifications, workers, outstanding I/Os, run time, ramp-up and cycling. What is not
    supported is refused by its line.
    """
    from plimsoll.formats.jobs import iometer as form
    from plimsoll.formats.jobs.problems import Notes

    notes = Notes()
    setup = _job_verb.setup(confirmed, overwrite_signature=overwrite_signature)
    runs = form.read(path, target or [], setup, notes)
    _job_verb.settle(notes, "Iometer", lenient=lenient)
    return _job_verb.write_campaign(campaign, runs, path.name)
