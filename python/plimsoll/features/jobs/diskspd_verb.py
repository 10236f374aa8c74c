"""`plimsoll diskspd`: diskspd's command lines and XML profiles as campaigns."""

import shlex

from plimsoll.cli import _options
from plimsoll.cli._options import argument
from plimsoll.features.jobs import job_verb as _job_verb
from plimsoll.features.jobs.formats.diskspd import plan
from plimsoll.features.jobs.formats.problems import Notes

EXAMPLES = (
    "plimsoll diskspd -c1G -b8K -d60 -o32 -t4 -r -w30 -Sh test.dat --campaign job.toml",
    "plimsoll diskspd -Xprofile.xml --target '#1=/dev/nvme1n1' --campaign job.toml",
)

COMMAND, CONTEXT = _job_verb.ForeignCommand, _job_verb.CONTEXT
"""diskspd's flags, including -h, follow its own rules (`features/jobs/formats/diskspd`)."""


def diskspd(
    campaign: _job_verb.WrittenCampaign,
    arguments: list[str] | None = argument("[FLAGS]... TARGET...", "diskspd's own flags."),
    target: _job_verb.TargetOption = None,
    lenient: _job_verb.Lenient = False,
    confirmed: _options.LoseDataOn = None,
    overwrite_signature: _options.OverwriteSignature = False,
) -> int:
    """Write a campaign that does what a diskspd command line or profile does.

    -b -B -c -d -D -f -g -o -r -s -S -t -w -W -z -Z and -Xprofile.xml mean what they mean there;
    what is not supported is refused by name. Disks of Windows (#1, c:) need --target. A campaign
    lays no file out: plimsoll prepare does.
    """
    words = arguments or []
    notes = Notes()
    setup = _job_verb.setup(confirmed, overwrite_signature=overwrite_signature)
    runs = plan.read(words, target or [], setup, notes)
    _job_verb.report_notes(notes, "diskspd", lenient=lenient)
    return _job_verb.write_campaign(campaign, runs, f"diskspd {shlex.join(words)}")
