"""Reads HCIBench's configuration (perf-conf.yaml, or the hcibench.cfg beside results) and the
parameter files of vdbench and fio that it generates: the Runs of one VM.

The YAML is limited to the form that HCIBench writes: `key: value`, and lists with a dash below a
key. Other YAML is refused with its line. The appliance's deployment (vCenter, VMs, networks) is not
reproduced."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plimsoll.base import reading
from plimsoll.base.errors import InputError, NoTargetError
from plimsoll.features.jobs.formats import campaigns
from plimsoll.features.jobs.formats.campaigns import CampaignRun
from plimsoll.features.jobs.formats.fio import job as fio_job
from plimsoll.features.jobs.formats.fio import plan as fio_plan
from plimsoll.features.jobs.formats.fio import reader as fio_reader
from plimsoll.features.jobs.formats.fio.reader import Setting
from plimsoll.features.jobs.formats.job_run import JobRun, Setup
from plimsoll.features.jobs.formats.problems import Notes, Option, cut, option, options
from plimsoll.features.jobs.formats.vdbench import entries, plan, reader
from plimsoll.features.jobs.formats.vdbench import job as turns
from plimsoll.native.values import ProbeValues

MOST_FILES = 256
CONF = re.compile(r"^(vm_prefix|tool|number_vm|testing_duration|easy_run):", re.MULTILINE)
FIO = re.compile(r"^[ \t]*\[[^\]]+\][ \t]*$", re.MULTILINE)
VDBENCH = re.compile(r"^[ \t]*(sd|wd|rd)=", re.MULTILINE)
"""Lines that identify HCIBench's configuration and the files of the two programs."""

_DEPLOYMENT = """
vc vc_username vc_password datacenter_name cluster_name resource_pool_name vm_folder_name
network_name static_enabled static_ip_prefix reuse_vm datastore_name deploy_on_hosts hosts
hosts_credential host_username host_password storage_policy vm_prefix multi_writer number_cpu
size_ram number_data_disk size_data_disk cleanup_vm output_path vsan_debug
"""
_DEPLOYS = "VMs are not deployed: the load comes from this machine, or from hosts (--hosts)"
_VSAN = "what the appliance does to vSAN; here, use a campaign's clear_caches or a configuration"
_EASY = "with easy_run only"
_PREPARE = "disks are not written first: plimsoll prepare does that"
_GROUPS = "groups of VMs with different loads at once: write a campaign for each"
KEYS = (
    *options("no_meaning", *_DEPLOYMENT.split(), why=_DEPLOYS),
    *options("honoured", "tool", "self_defined_param_file_path", "testing_duration"),
    Option("number_vm", "honoured", "with --hosts; without, the campaign is what one VM does"),
    Option("clear_cache", "told", _VSAN),
    Option("warm_up_disk_before_testing", "differs", _PREPARE),
    Option("easy_run", "refused", "its threads depend on the vSAN that it finds: give the files"),
    Option("workloads", "refused", f"{_EASY}: give the parameter files that it wrote"),
    Option("latency_target", "refused", f"{_EASY}: plimsoll find looks for that rate"),
    Option("vm_groups", "refused", _GROUPS),
)
SECTIONS = {"perf-conf.yaml and hcibench.cfg": KEYS}
UNSET_VALUES = {
    "easy_run": ("false", ""),
    "latency_target": ("max", ""),
    "clear_cache": ("false", ""),
    "warm_up_disk_before_testing": ("none", ""),
    "vm_groups": ("",),
    # Without easy_run its keys are left over from an earlier one.
    "workloads": ("",),
}
"""Values of a key that have no effect."""


def read(
    paths: Sequence[Path], places: Sequence[str], setup: Setup, notes: Notes
) -> tuple[list[CampaignRun], int | None]:
    """The Runs of these files and folders, and the number of VMs if a configuration has it.
    `places` maps the VMs' disks to paths here (`campaigns.paths_here`).

    Raises NoTargetError, InputError; unsupported settings are added to the notes."""
    confs, files = _sort_files(paths)
    known: dict[str, Value] = {}
    for path in confs:
        known |= _conf(path, notes)
    place = known.get("self_defined_param_file_path")
    if not files and place is not None and place.text:
        folder = Path(place.text)
        if not folder.is_dir():
            raise NoTargetError(
                f"{place.where}: {cut(place.text, 200)} does not exist",
                "Name the folder of the parameter files beside it.",
            )
        _, files = _sort_files([folder])
    if not files and not notes.problems:
        raise InputError(
            "there is no parameter file of vdbench or fio",
            "Name the files, or their folder, as HCIBench generated them.",
        )
    number = _number_of_vms(known.get("number_vm"), confs, notes)
    if not files:
        return [], number
    duration = _duration(known.get("testing_duration"), notes)
    kinds = [(_Fio if FIO.search(_text(path)) else _Vdbench)(path, notes) for path in files]
    names = list(dict.fromkeys(name for file in kinds for name in file.targets()))
    here = campaigns.paths_here(names, places, here=lambda name: setup.size_of(name) is not None)
    return [run for file in kinds for run in file.runs(here, duration, setup)], number


def over_hosts(runs: Sequence[CampaignRun], vms: int, weights: Sequence[int]) -> list[CampaignRun]:
    """The load of all VMs, from hosts with these weights. Workers are multiplied by a host's
    weight; a rate is the sum of all VMs.

    Raises InputError if the VMs cannot be divided among the hosts."""
    share, rest = divmod(vms, sum(weights))
    if rest:
        raise InputError(
            f"{vms} VMs cannot be divided among hosts with weights that add up to {sum(weights)}",
            f"HCIBench gives each VM the same load: name {vms} hosts, or a number that divides it.",
        )
    return [replace(run, run=_times(run.run, vms, workers=share)) for run in runs]


def _times(run: JobRun, many: int, workers: int = 1) -> JobRun:
    """Multiplies the rate of a Run, and its workers."""
    probe: Any = {**run.probe, "workers": workers * (ProbeValues.of(run.probe).workers or 1)}
    for key in ("rate", "max_outstanding"):
        if isinstance(value := probe.get(key), int | float):
            probe[key] = value * many
    return replace(run, probe=probe)


def _sort_files(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """Sorts paths into configurations and parameter files; other files in a folder are skipped."""
    confs, files = [], []
    for path in paths:
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        if len(inside) > MOST_FILES:
            raise InputError(f"{path} holds more than {MOST_FILES} files: name those that count")
        for file in inside:
            suffixes = ("", ".cfg", ".yaml", ".parm", ".fio")
            if path.is_dir() and not (file.is_file() and file.suffix in suffixes):
                continue
            text = _text(file)
            if CONF.search(text):
                confs.append(file)
            elif FIO.search(text) or VDBENCH.search(text):
                files.append(file)
            elif not path.is_dir():
                raise InputError(
                    f"{file.name} is neither a perf-conf.yaml nor a parameter file of vdbench or"
                    " fio"
                )
    return confs, files


def _text(path: Path) -> str:
    return reading.text_of(path, "job file", "It must be a file of HCIBench.", foreign=True)


@dataclass(frozen=True)
class Value:
    """The values of a key."""

    values: tuple[str, ...]
    where: str

    @property
    def text(self) -> str:
        """All values as one text."""
        return ", ".join(self.values)


def _conf(path: Path, notes: Notes) -> dict[str, Value]:
    found: dict[str, Value] = {}
    key = ""
    for number, raw in enumerate(_text(path).splitlines(), 1):
        where = f"{path.name}, line {number}"
        line = raw.rstrip()
        if not line.strip() or line.lstrip().startswith("#") or line.strip() == "---":
            continue
        if line[0].isspace() or line.startswith("-"):
            if key:
                item = line.strip().removeprefix("-").strip()
                known = found[key]
                found[key] = replace(known, values=(*filter(None, known.values), _bare(item)))
            continue
        key, colon, value = line.partition(":")
        if not colon or not re.fullmatch(r"\w+", key):
            raise InputError(f"{where}: '{cut(line)}' is not a key: value line")
        if key in found:
            notes.refuse(where, f"{key} is given twice")
        found[key] = Value((_bare(value),), where)
    for key, given in found.items():
        _weigh(key, given, notes)
    return found


def _bare(value: str) -> str:
    value = re.sub(r"\s#.*$", "", value.strip()).strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return value


def _weigh(key: str, value: Value, notes: Notes) -> None:
    known = option(KEYS, key)
    # Such files hold passwords: never print the value of a key without a meaning.
    if known is None:
        notes.refuse(value.where, f"key '{cut(key)}' is not known here", True)
    elif value.text.lower() in UNSET_VALUES.get(key, ()):
        return
    elif known.kind == "refused":
        problem = f"{key}: {cut(value.text)} is not supported: {known.why}"
        notes.refuse(value.where, problem, True)
    elif known.kind in ("told", "differs"):
        notes.remark(value.where, f"{key}: {cut(value.text)}: {known.why}")


def _duration(value: Value | None, notes: Notes) -> int | None:
    if value is None or not value.text:
        return None
    if re.fullmatch(r"\d{1,8}", value.text) and int(value.text):
        return int(value.text)
    problem = f"testing_duration: {cut(value.text)} is not a number of seconds"
    notes.refuse(value.where, problem)
    return None


def _number_of_vms(value: Value | None, confs: Sequence[Path], notes: Notes) -> int | None:
    """None where no configuration is named that could say so. HCIBench does not run without that
    line either, and one VM would be a guess."""
    if not confs:
        return None
    if value is not None and re.fullmatch(r"0*[1-9]\d{0,5}", value.text):
        return int(value.text)
    now = "give it, as number_vm: 8"
    if value is None:
        names = ", ".join(path.name for path in confs)
        notes.refuse(names, f"the line number_vm: is missing: {now}", True)
    elif not value.text:
        notes.refuse(value.where, f"number_vm: has no number: {now}", True)
    else:
        problem = f"number_vm: {cut(value.text)} is no number of VMs from 1 up: {now}"
        notes.refuse(value.where, problem)
    return None


_ALONE = "run the file with plimsoll vdbench or plimsoll fio"


class _Vdbench:
    def __init__(self, path: Path, notes: Notes) -> None:
        self.name, self.notes = path.stem, notes
        self.found = entries.build_definitions(reader.read(path, {}), notes)

    def targets(self) -> list[str]:
        return [sd.given["lun"].values[0] for sd in self.found.storages if "lun" in sd.given]

    def runs(
        self, here: Mapping[str, str], duration: int | None, setup: Setup
    ) -> list[CampaignRun]:
        for sd in self.found.storages:
            if (lun := sd.given.get("lun")) is not None:
                sd.given["lun"] = replace(lun, values=(here[lun.values[0]],))
        if duration is not None:
            elapsed = reader.Parameter("elapsed", (str(duration),), "testing_duration")
            for run in self.found.runs:
                run.given["elapsed"] = elapsed
        made: list[CampaignRun] = []
        for number, turn in enumerate(turns.turns(self.found), 1):
            plan.note_pause(turn, self.notes)
            together = merge_runs(plan.runs(turn, setup, self.notes, number))
            campaigns.refuse_together(together, turn.where, _ALONE, self.notes)
            name = f"{self.name} {turn.kept_as}"
            made += [CampaignRun(self.name, name, unit, turn.of_maximum) for unit in together[:1]]
        return made


class _Fio:
    def __init__(self, path: Path, notes: Notes) -> None:
        self.name, self.notes = path.stem, notes
        read_in = fio_reader.Reading({})
        read_in.file(path)
        self.sections = read_in.sections

    def targets(self) -> list[str]:
        """The files; a setting may list several, with colons."""
        return [
            name
            for section in self.sections
            for setting in section.settings
            if setting.name == "filename"
            for name in (setting.value or "").split(":")
        ]

    def runs(
        self, here: Mapping[str, str], duration: int | None, setup: Setup
    ) -> list[CampaignRun]:
        more: list[Setting] = []
        if duration is not None:
            more = [Setting("runtime", str(duration), "testing_duration")]
        sections = [
            replace(
                section,
                shared=tuple(_at(setting, here) for setting in section.shared),
                own=(*(_at(setting, here) for setting in section.own), *more),
            )
            for section in self.sections
        ]
        jobs = [fio_job.meaning(section, self.notes) for section in sections]
        if self.notes.is_blocked:
            return []
        units = fio_plan.plan(jobs, setup, self.notes)
        made: list[CampaignRun] = []
        for phase in sorted({unit.phase for unit in units}):
            together = merge_runs([unit for unit in units if unit.phase == phase])
            campaigns.refuse_together(together, self.name, _ALONE, self.notes)
            made += [
                CampaignRun(self.name, f"{self.name} {job_run.name}", job_run)
                for job_run in together[:1]
            ]
        return made


def _at(setting: Setting, here: Mapping[str, str]) -> Setting:
    if setting.name != "filename":
        return setting
    names = (setting.value or "").split(":")
    return replace(setting, value=":".join(here[name] for name in names))


def merge_runs(runs: Sequence[JobRun]) -> list[JobRun]:
    """Merges Runs that differ only in their targets, since HCIBench writes a job for each disk.
    Rates add up."""
    groups: dict[str, list[JobRun]] = {}
    for run in runs:
        session = {**run.session, "target": "", "more_targets": []}
        probe = {**run.probe, "seed": 0}
        groups.setdefault(repr((session, probe)), []).append(run)
    return [_merge_group(group) for group in groups.values()]


def _merge_group(group: list[JobRun]) -> JobRun:
    targets = [target for run in group for target in run.targets]
    session: Any = {**group[0].session, "target": targets[0], "more_targets": targets[1:]}
    layouts = {layout.path: layout for run in group for layout in run.layouts}
    whole = replace(group[0], session=session, layouts=tuple(layouts.values()))
    return _times(whole, len(group))
