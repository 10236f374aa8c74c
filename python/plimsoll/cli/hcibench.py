"""`plimsoll hcibench`: HCIBench's configuration and parameter files as campaigns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plimsoll.cli import _job_verb
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.formats.jobs.problems import Problem

EXAMPLES = (
    "plimsoll hcibench perf-conf.yaml vdbench-param-files/ --campaign job.toml",
    "plimsoll hcibench results/test1/vdb-1vmdk/ --target /dev/sdb --campaign again.toml",
    "plimsoll hcibench perf-conf.yaml vdbench-param-files/ --hosts hosts.toml --campaign job.toml",
    "plimsoll hcibench fio-8vmdk-100ws-4k-70rdpct-100randompct-4threads --campaign job.toml",
)


def hcibench(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="perf-conf.yaml or hcibench.cfg, parameter files of vdbench or fio, or folders "
            "with them: of results, too.",
            show_default=False,
        ),
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
    hosts: Annotated[
        Path | None,
        typer.Option(
            "--hosts",
            metavar="FILE",
            help="Load from these hosts (hosts.toml) what number_vm VMs do together. Default: from"
            " this machine what one VM does.",
        ),
    ] = None,
    lenient: _job_verb.Lenient = False,
    confirmed: _job_verb.Confirmed = None,
    overwrite_signature: _job_verb.Overwrite = False,
) -> int:
    """Write a campaign that does what HCIBench's parameter files do in each VM.

    testing_duration overrides what the files say, as in HCIBench. VMs are not deployed: the
    campaign does what one VM does or, with --hosts, what all of them do. --target says which disks
    stand for those of the VM. Anything unsupported is refused with its name and line.
    """
    from plimsoll.formats.jobs import hcibench as form

    problems: list[Problem] = []
    told: list[Problem] = []
    setup = _job_verb.setup(confirmed, overwrite_signature=overwrite_signature)
    found = form.read(paths, target or [], setup, problems, told)
    _job_verb.refuse(problems, "HCIBench", lenient=lenient)
    _job_verb.tell(told)
    asked, vms = found.asked, found.vms or 1
    weights: list[int] = []
    if hosts is not None:
        from plimsoll.cluster import hosts_file

        file = hosts_file.read(hosts)
        weights = [host.weight for host in file.host]
        # Where nothing says how many VMs there were, a worker stands for one.
        vms = found.vms or sum(weights)
        asked = form.over_hosts(asked, vms, weights)
    source = " ".join(one.name for one in paths)
    code = _job_verb.write_campaign(campaign, asked, source, hosts)
    if hosts is not None:
        screen.note(
            f"{_vms(vms)} from {len(weights)} hosts, each with disks of its own in HCIBench: name"
            f" those of each host in {hosts}, with shared = false"
        )
    elif vms > 1:
        screen.note(
            f"it is what one of {_vms(vms)} does: with --hosts FILE it is what all of them do"
        )
    return code


def _vms(vms: int) -> str:
    return f"{vms} VM" if vms == 1 else f"{vms} VMs"
