"""`plimsoll iometer`: Iometer's configurations as campaigns."""

from pathlib import Path
from typing import Annotated

from plimsoll.cli import _options
from plimsoll.cli._options import argument
from plimsoll.features.jobs import job_verb as _job_verb
from plimsoll.features.jobs.formats import iometer as form
from plimsoll.features.jobs.formats.problems import Notes

EXAMPLES = (
    "plimsoll iometer test.icf --target /dev/nvme1n1 --campaign test.toml",
    "plimsoll iometer test.icf --target 'PHYSICALDRIVE:1=/dev/sdb' --campaign test.toml",
)


def iometer(
    path: Annotated[Path, argument("FILE.icf", "A configuration of Iometer.", ...)],
    campaign: _job_verb.WrittenCampaign,
    target: _job_verb.TargetOption = None,
    lenient: _job_verb.Lenient = False,
    confirmed: _options.LoseDataOn = None,
    overwrite_signature: _options.OverwriteSignature = False,
) -> int:
    """Write a campaign that does what an Iometer configuration does.

    Access specifications, workers, outstanding I/Os, run time, ramp-up and cycling. What is not
    supported is refused by its line.
    """
    notes = Notes()
    setup = _job_verb.setup(confirmed, overwrite_signature=overwrite_signature)
    runs = form.read(path, target or [], setup, notes)
    _job_verb.report_notes(notes, "Iometer", lenient=lenient)
    return _job_verb.write_campaign(campaign, runs, path.name)
