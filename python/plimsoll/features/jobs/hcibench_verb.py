"""`plimsoll hcibench`: HCIBench's configuration and parameter files as campaigns."""

from pathlib import Path
from typing import Annotated

from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen
from plimsoll.features.jobs import job_verb as _job_verb
from plimsoll.features.jobs.formats import hcibench as form
from plimsoll.features.jobs.formats.problems import Notes

EXAMPLES = (
    "plimsoll hcibench perf-conf.yaml vdbench-param-files/ --campaign job.toml",
    "plimsoll hcibench results/test1/vdb-1vmdk/ --target /dev/sdb --campaign again.toml",
    "plimsoll hcibench perf-conf.yaml vdbench-param-files/ --hosts hosts.toml --campaign job.toml",
    "plimsoll hcibench fio-8vmdk-100ws-4k-70rdpct-100randompct-4threads --campaign job.toml",
)


def hcibench(
    paths: Annotated[
        list[Path],
        argument(
            "PATH...",
            "perf-conf.yaml or hcibench.cfg, parameter files of vdbench or fio, or folders with"
            " them: of results, too.",
            ...,
        ),
    ],
    campaign: _job_verb.WrittenCampaign,
    target: _job_verb.TargetOption = None,
    hosts: Path | None = flag(
        "--hosts FILE",
        "Load from these hosts (hosts.toml) what number_vm VMs do together. Default: from this"
        " machine what one VM does.",
    ),
    lenient: _job_verb.Lenient = False,
    confirmed: _options.LoseDataOn = None,
    overwrite_signature: _options.OverwriteSignature = False,
) -> int:
    """Write a campaign that does what HCIBench's parameter files do in each VM.

    testing_duration overrides what the files say, as in HCIBench. VMs are not deployed: the
    campaign does what one VM does or, with --hosts, what all of them do. --target says which disks
    stand for those of the VM. Anything unsupported is refused with its name and line.
    """
    notes = Notes()
    setup = _job_verb.setup(confirmed, overwrite_signature=overwrite_signature)
    runs, number = form.read(paths, target or [], setup, notes)
    _job_verb.report_notes(notes, "HCIBench", lenient=lenient)
    weights: list[int] = []
    vms = number or 1
    if hosts is not None:
        from plimsoll.features.hosts import hosts_file

        weights = [host.weight for host in hosts_file.read(hosts).host]
        # Without a number of VMs, count a worker as one.
        vms = number or sum(weights)
        runs = form.over_hosts(runs, vms, weights)
    code = _job_verb.write_campaign(campaign, runs, " ".join(path.name for path in paths), hosts)
    vms_text = f"{vms} VM" if vms == 1 else f"{vms} VMs"
    if hosts is not None:
        screen.note(
            f"{vms_text} from {len(weights)} hosts, each with disks of its own in HCIBench: name"
            f" those of each host in {hosts}, with shared = false"
        )
    elif vms > 1:
        screen.note(
            f"it is what one of {vms_text} does: with --hosts FILE it is what all of them do"
        )
    return code
