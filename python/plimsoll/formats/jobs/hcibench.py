"""HCIBench's configuration (perf-conf.yaml, or the hcibench.cfg beside results) and the parameter
files of vdbench and fio that it generates: the Runs that one VM makes of them.

The YAML is that of HCIBench's own writer: `key: value`, and lists with a dash below a key. Other
YAML is refused by its line. What the appliance deploys (vCenter, VMs, networks) is not rebuilt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.errors import InputError, NoTargetError
from plimsoll.formats.jobs.campaigns import CampaignRun
from plimsoll.formats.jobs.fio import job as fio_job
from plimsoll.formats.jobs.fio import plan as fio_plan
from plimsoll.formats.jobs.fio import reader as fio_reader
from plimsoll.formats.jobs.fio.reader import Setting
from plimsoll.formats.jobs.places import placed
from plimsoll.formats.jobs.problems import Option, Problem, cut
from plimsoll.formats.jobs.vdbench import entries, plan, reader
from plimsoll.formats.jobs.vdbench import job as turns

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from plimsoll.formats.jobs.job_run import JobRun, Setup

LARGEST_FILE = 4 << 20
MOST_FILES = 256
_DEPLOYS = "VMs are not deployed: the load comes from this machine, or from hosts (--hosts)"
_VSAN = "what the appliance does to vSAN; here, use a campaign's clear_caches or a configuration"

KEYS = (
    *(
        Option(name, "no_meaning", _DEPLOYS)
        for name in (
            *("vc", "vc_username", "vc_password", "datacenter_name", "cluster_name"),
            *("resource_pool_name", "vm_folder_name", "network_name", "static_enabled"),
            *("static_ip_prefix", "reuse_vm", "datastore_name", "deploy_on_hosts", "hosts"),
            *("hosts_credential", "host_username", "host_password", "storage_policy"),
            *("vm_prefix", "multi_writer", "number_cpu", "size_ram", "number_data_disk"),
            *("size_data_disk", "cleanup_vm", "output_path", "vsan_debug"),
        )
    ),
    Option("clear_cache", "told", _VSAN),
    Option("number_vm", "honoured", "with --hosts; without, the campaign is what one VM does"),
    Option("tool", "honoured"),
    Option("self_defined_param_file_path", "honoured"),
    Option("testing_duration", "honoured"),
    Option(
        "warm_up_disk_before_testing",
        "differs",
        "disks are not written first: plimsoll prepare does that",
    ),
    Option("easy_run", "refused", "its threads depend on the vSAN that it finds: give the files"),
    Option("workloads", "refused", "with easy_run only: give the parameter files that it wrote"),
    Option("latency_target", "refused", "with easy_run only: plimsoll find looks for that rate"),
    Option(
        "vm_groups",
        "refused",
        "groups of VMs with different loads at once: write a campaign for each",
    ),
)
SECTIONS = {"perf-conf.yaml and hcibench.cfg": KEYS}
DEFAULTS = {
    "easy_run": ("false", ""),
    "latency_target": ("max", ""),
    "clear_cache": ("false", ""),
    "warm_up_disk_before_testing": ("none", ""),
    "vm_groups": ("",),
}
"""What is not asked for."""


@dataclass(frozen=True)
class Value:
    """What stands behind a key."""

    values: tuple[str, ...]
    where: str

    @property
    def text(self) -> str:
        """As one."""
        return ", ".join(self.values)


@dataclass(frozen=True)
class Read:
    """What was found in the files that were named."""

    asked: tuple[CampaignRun, ...]
    vms: int | None


def read(
    paths: Sequence[Path],
    places: Sequence[str],
    setup: Setup,
    problems: list[Problem],
    told: list[Problem],
) -> Read:
    """The Runs of these files and folders. `places`: what the VMs' disks are here (`places.py`).

    Raises NoTargetError, InputError; what is not supported is added to the problems.
    """
    confs, files = _sorted(paths)
    known: dict[str, Value] = {}
    for path in confs:
        known |= _conf(path, problems, told)
    place = known.get("self_defined_param_file_path")
    if not files and place is not None and place.text:
        folder = Path(place.text)
        if not folder.is_dir():
            raise NoTargetError(
                f"{place.where}: {cut(place.text, 200)} does not exist",
                "Name the folder of the parameter files beside it.",
            )
        _, files = _sorted([folder])
    if not files and not problems:
        raise InputError(
            "there is no parameter file of vdbench or fio",
            "Name the files, or their folder, as HCIBench generated them.",
        )
    vms = _vms(known.get("number_vm"), confs, problems)
    if not files:
        return Read((), vms)
    duration = _duration(known.get("testing_duration"), problems)
    read_in = [_Fio(path) if is_fio(_text(path)) else _Vdbench(path, problems) for path in files]
    names = list(dict.fromkeys(name for one in read_in for name in one.targets()))
    found = placed(names, places, here=lambda name: setup.size_of(name) is not None)
    asked: list[CampaignRun] = []
    for one in read_in:
        asked += one.asked(_Given(found, duration, setup), problems, told)
    return Read(tuple(asked), vms)


def over_hosts(
    asked: Sequence[CampaignRun], vms: int, weights: Sequence[int]
) -> tuple[CampaignRun, ...]:
    """What all VMs do together, from hosts with these weights: a host has its workers for each
    worker of the load times its weight, a rate is that of all of them.

    Raises InputError where the VMs cannot be divided among the hosts.
    """
    share, rest = divmod(vms, sum(weights))
    if rest:
        raise InputError(
            f"{vms} VMs cannot be divided among hosts with weights that add up to {sum(weights)}",
            f"HCIBench gives each VM the same load: name {vms} hosts, or a number that divides it.",
        )
    return tuple(replace(one, run=_times(one.run, vms, share)) for one in asked)


def _times(run: JobRun, vms: int, share: int) -> JobRun:
    probe: Any = dict(run.probe)
    probe["workers"] = share * (probe.get("workers") or 1)
    for key in ("rate", "max_outstanding"):
        if isinstance(value := probe.get(key), int | float):
            probe[key] = value * vms
    return replace(run, probe=probe)


def _sorted(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """Configurations, and parameter files; of a folder of results only those."""
    confs, files = [], []
    for path in paths:
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        if len(inside) > MOST_FILES:
            raise InputError(f"{path} holds more than {MOST_FILES} files: name those that count")
        for one in inside:
            if path.is_dir() and not one.is_file():
                continue
            if path.is_dir() and one.suffix not in ("", ".cfg", ".yaml", ".parm", ".fio"):
                continue
            text = _text(one)
            if is_conf(text):
                confs.append(one)
            elif is_fio(text) or is_vdbench(text):
                files.append(one)
            elif not path.is_dir():
                raise InputError(
                    f"{one.name} is neither a perf-conf.yaml nor a parameter file of vdbench or fio"
                )
    return confs, files


def _text(path: Path) -> str:
    try:
        if not path.is_file():
            raise NoTargetError(f"cannot read {path}: no such file")
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path.name} has more than {LARGEST_FILE >> 20} MiB: no job file")
        return path.read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        raise NoTargetError(f"cannot read {path}: {error.strerror}") from None


def is_conf(text: str) -> bool:
    """Whether it is HCIBench's configuration."""
    return (
        re.search(r"^(vm_prefix|tool|number_vm|testing_duration|easy_run):", text, re.MULTILINE)
        is not None
    )


def is_fio(text: str) -> bool:
    """Whether it is a job file of fio."""
    return re.search(r"^[ \t]*\[[^\]]+\][ \t]*$", text, re.MULTILINE) is not None


def is_vdbench(text: str) -> bool:
    """Whether it is a parameter file of vdbench."""
    return re.search(r"^[ \t]*(sd|wd|rd)=", text, re.MULTILINE) is not None


# -- the configuration ---------------------------------------------------------------------------


def _conf(path: Path, problems: list[Problem], told: list[Problem]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    key = ""
    for number, raw in enumerate(_text(path).splitlines(), 1):
        where = f"{path.name}, line {number}"
        line = raw.rstrip()
        if not line.strip() or line.lstrip().startswith("#") or line.strip() == "---":
            continue
        if line[0].isspace() or line.lstrip().startswith("-"):
            if key:
                item = line.strip().removeprefix("-").strip()
                known = found[key]
                found[key] = replace(known, values=(*filter(None, known.values), _bare(item)))
            continue
        name, colon, value = line.partition(":")
        if not colon or not re.fullmatch(r"\w+", name):
            raise InputError(f"{where}: '{cut(line)}' is not a key: value line")
        if name in found:
            problems.append(Problem(where, f"{name} is given twice"))
        key = name
        found[key] = Value((_bare(value),), where)
    for name, said in found.items():
        _weigh(name, said, problems, told)
    return found


def _bare(value: str) -> str:
    value = re.sub(r"\s#.*$", "", value.strip()).strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return value


def _weigh(name: str, value: Value, problems: list[Problem], told: list[Problem]) -> None:
    known = next((one for one in KEYS if one.name == name), None)
    # Passwords stand in such files: no value of a key without a meaning is told.
    if known is None:
        problems.append(Problem(value.where, f"key '{cut(name)}' is not known here", True))
    elif value.text.lower() in DEFAULTS.get(name, ()):
        return
    elif known.kind == "refused":
        # Without easy_run its keys are left over from an earlier one.
        if name == "workloads" and not value.text:
            return
        problems.append(
            Problem(value.where, f"{name}: {cut(value.text)} is not supported: {known.why}", True)
        )
    elif known.kind in ("told", "differs"):
        told.append(Problem(value.where, f"{name}: {cut(value.text)}: {known.why}"))


def _duration(value: Value | None, problems: list[Problem]) -> int | None:
    if value is None or not value.text:
        return None
    if not re.fullmatch(r"\d{1,8}", value.text) or not int(value.text):
        problems.append(
            Problem(value.where, f"testing_duration: {cut(value.text)} is not a number of seconds")
        )
        return None
    return int(value.text)


def _vms(value: Value | None, confs: Sequence[Path], problems: list[Problem]) -> int | None:
    """How many there were; None where no configuration is named that could say so. HCIBench does
    not run without that line either, and one VM would be a guess."""
    if not confs:
        return None
    if value is not None and re.fullmatch(r"0*[1-9]\d{0,5}", value.text):
        return int(value.text)
    now = "give it, as number_vm: 8"
    if value is None:
        names = ", ".join(path.name for path in confs)
        problems.append(Problem(names, f"the line number_vm: is missing: {now}", True))
    elif not value.text:
        problems.append(Problem(value.where, f"number_vm: has no number: {now}", True))
    else:
        what = f"number_vm: {cut(value.text)} is no number of VMs from 1 up: {now}"
        problems.append(Problem(value.where, what))
    return None


# -- parameter files -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Given:
    """What goes before the files."""

    places: Mapping[str, str]
    duration: int | None
    setup: Setup


class _Vdbench:
    """A parameter file of vdbench."""

    def __init__(self, path: Path, problems: list[Problem]) -> None:
        self.path = path
        self.found = entries.sorted_out(reader.read(path, {}), problems)

    def targets(self) -> list[str]:
        """Its luns."""
        return [one.given["lun"].values[0] for one in self.found.storages if "lun" in one.given]

    def asked(
        self, given: _Given, problems: list[Problem], told: list[Problem]
    ) -> list[CampaignRun]:
        """Its Runs."""
        for sd in self.found.storages:
            if (lun := sd.given.get("lun")) is not None:
                sd.given["lun"] = replace(lun, values=(given.places[lun.values[0]],))
        if given.duration is not None:
            elapsed = reader.Parameter("elapsed", (str(given.duration),), "testing_duration")
            for run in self.found.runs:
                run.given["elapsed"] = elapsed
        asked = _turns(self.path, self.found, given.setup, problems)
        told += self.found.told
        return asked


def _turns(
    path: Path, found: entries.Definitions, setup: Setup, problems: list[Problem]
) -> list[CampaignRun]:
    asked: list[CampaignRun] = []
    for number, turn in enumerate(turns.turns(found), 1):
        rated = turn if turn.share is None else replace(turn, rate=turn.share)
        rate = None if turn.share is None else f"{turn.share:g}%"
        found.told += [one for one in plan.without_pause(turn) if one not in found.told]
        together = merged(plan.runs(rated, setup, problems, number))
        asked += [
            CampaignRun(path.stem, f"{path.stem} {turn.kept_as}", one, rate)
            for one in _one(together, turn.where, problems)
        ]
    return asked


class _Fio:
    """A job file of fio."""

    def __init__(self, path: Path) -> None:
        self.path = path
        reading = fio_reader.Reading({})
        reading.file(path)
        self.sections = reading.sections

    def targets(self) -> list[str]:
        """Its files; a setting may list several, with colons."""
        return [
            name
            for section in self.sections
            for setting in section.settings
            if setting.name == "filename"
            for name in (setting.value or "").split(":")
        ]

    def asked(
        self, given: _Given, problems: list[Problem], told: list[Problem]
    ) -> list[CampaignRun]:
        """Its Runs."""
        more: tuple[Setting, ...] = ()
        if given.duration is not None:
            more = (Setting("runtime", str(given.duration), "testing_duration"),)
        sections = [
            replace(
                one,
                shared=tuple(_at(setting, given.places) for setting in one.shared),
                own=(*(_at(setting, given.places) for setting in one.own), *more),
            )
            for one in self.sections
        ]
        jobs = [fio_job.meaning(one, problems) for one in sections]
        told += [word for one in jobs for word in one.lenient]
        if problems:
            return []
        units = fio_plan.plan(jobs, given.setup, problems)
        asked: list[CampaignRun] = []
        for phase in sorted({unit.phase for unit in units}):
            together = merged([unit for unit in units if unit.phase == phase])
            asked += [
                CampaignRun(self.path.stem, f"{self.path.stem} {one.name}", one)
                for one in _one(together, self.path.name, problems)
            ]
        return asked


def _at(setting: Setting, places: Mapping[str, str]) -> Setting:
    """A file name as it is here."""
    if setting.name != "filename":
        return setting
    names = (setting.value or "").split(":")
    return replace(setting, value=":".join(places[name] for name in names))


def _one(runs: list[JobRun], where: str, problems: list[Problem]) -> list[JobRun]:
    if len(runs) > 1:
        problems.append(
            Problem(
                where,
                f"{len(runs)} different loads go at once, and a campaign asks one at a time: run it"
                " with plimsoll vdbench or plimsoll fio",
            )
        )
    return runs[:1]


def merged(runs: Sequence[JobRun]) -> list[JobRun]:
    """Runs that do the same, each on targets of its own, as one on all of them: HCIBench writes a
    job for each disk. Rates add up."""
    groups: dict[str, list[JobRun]] = {}
    for run in runs:
        session = {**run.session, "target": "", "more_targets": []}
        probe = {**run.probe, "seed": 0}
        groups.setdefault(repr((session, probe)), []).append(run)
    return [_merged(group) for group in groups.values()]


def _merged(group: list[JobRun]) -> JobRun:
    first = group[0]
    targets = [
        target
        for run in group
        for target in (run.session["target"], *run.session.get("more_targets", ()))
    ]
    session: Any = {**first.session, "target": targets[0], "more_targets": targets[1:]}
    probe: Any = dict(first.probe)
    for key in ("rate", "max_outstanding"):
        if isinstance(value := probe.get(key), int | float):
            probe[key] = value * len(group)
    layouts = {one.path: one for run in group for one in run.layouts}
    return replace(first, session=session, probe=probe, layouts=tuple(layouts.values()))
