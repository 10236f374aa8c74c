"""HCIBench's configuration and parameter files: what they mean, and what is refused."""

import tomllib
from pathlib import Path

import pytest

from plimsoll.base.errors import InputError, PlimsollError
from plimsoll.features.jobs.formats import campaigns, hcibench
from plimsoll.features.jobs.formats.campaigns import CampaignRun
from plimsoll.features.jobs.formats.job_run import Setup
from plimsoll.features.jobs.formats.problems import Notes

PLACES = ["/t/a=/h/a", "/t/b=/h/b"]
SETUP = Setup(lambda path: 1 << 30, lambda path: True, ())
VDBENCH = """*Auto Generated VDBench Parameter File
debug=86
data_errors=10000
sd=sd1,lun=/t/a,openflags=o_direct,hitarea=0,range=(0,100),threads=4
sd=sd2,lun=/t/b,openflags=o_direct,hitarea=0,range=(0,100),threads=4
wd=wd1,sd=(sd1,sd2),xfersize=4k,rdpct=70,seekpct=100
rd=run1,wd=wd1,iorate=900,elapsed=3600,warmup=1800,interval=5
"""
FIO = Path(__file__).with_name("hcibench_fio.fio").read_text()
CONF = Path(__file__).with_name("hcibench_conf.yaml").read_text()


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def read(folder: Path, *names: str) -> tuple[list[CampaignRun], str, str]:
    """The Runs, the problems and the remarks."""
    (runs, _), notes = read_with_notes(folder, *names)
    return runs, "; ".join(map(str, notes.problems)), "; ".join(map(str, notes.remarks))


def read_with_notes(
    folder: Path, *names: str
) -> tuple[tuple[list[CampaignRun], int | None], Notes]:
    """What was read, with the number of VMs, and the notes."""
    notes = Notes()
    return hcibench.read([folder / one for one in names or ("",)], PLACES, SETUP, notes), notes


def test_the_files_of_both_tools_ask_the_same_of_a_vm(tmp_path: Path) -> None:
    found, problems, _ = read(write(tmp_path, vdb=VDBENCH, fio=FIO))
    assert problems == ""
    fio, vdbench = (one.run for one in found)
    for run in (fio, vdbench):
        assert (run.session["target"], run.session["more_targets"]) == ("/h/a", ["/h/b"])
        assert (run.probe["rate"], run.probe["max_outstanding"]) == (900, 8)
        assert (run.session["workload"]["read"], run.session["cached"]) == (70, False)
        assert run.session["workload"]["working_set"] == 1 << 30
        assert run.session["workload"]["pattern"] == "random"


def test_the_configuration_goes_before_the_files(tmp_path: Path) -> None:
    folder = write(tmp_path, vdb=VDBENCH, fio=FIO, perf_conf__yaml=CONF)
    (runs, vms), notes = read_with_notes(folder)
    assert (notes.problems, vms) == ([], 8)
    text = "".join(campaigns.files("c", runs, "x").values())
    assert text.count('measure_for = "60s"') == len(runs) == 2
    assert notes.remarks == []


def test_a_password_is_never_told(tmp_path: Path) -> None:
    conf = f"{CONF}colour: 'secret too'\n"
    _, problems, told = read(write(tmp_path, vdb=VDBENCH, c__yaml=conf))
    assert "key 'colour' is not known here" in problems
    assert "secret" not in problems + told


def test_the_folder_that_it_names_is_read(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    write(tmp_path / "files", vdb=VDBENCH)
    conf = f"{CONF}self_defined_param_file_path: '{tmp_path}/files'\n"
    found, problems, _ = read(write(tmp_path, c__yaml=conf), "c.yaml")
    assert (problems, len(found)) == ("", 1)
    gone = conf.replace("/files'", "/gone'")
    with pytest.raises(PlimsollError, match="gone does not exist"):
        read(write(tmp_path, c__yaml=gone), "c.yaml")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("easy_run: false", "easy_run: true", "line 10: easy_run: true is not supported"),
        ("workloads:", "workloads:\n- '4k70r'", "line 11: workloads: 4k70r is not supported"),
        ("workloads:", "latency_target: 'Low'", "line 11: latency_target: Low is not supported"),
        ("duration: 60", "duration: soon", "line 9: testing_duration: soon is not a number"),
        ("tool: ", "number_vm: 2\ntool: ", "line 7: number_vm is given twice"),
        ("number_vm: 8", "number_vm:", "line 6: number_vm: has no number: give it, as number_vm:"),
        ("number_vm: 8", "number_vm: '0'", "line 6: number_vm: 0 is no number of VMs from 1 up"),
        ("number_vm: 8", "number_vm: few", "line 6: number_vm: few is no number of VMs"),
    ],
)
def test_what_is_not_supported_is_refused_by_key_and_line(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    _, problems, _ = read(write(tmp_path, vdb=VDBENCH, c__yaml=CONF.replace(old, new)))
    assert f"c.yaml, {says}" in problems


def test_a_configuration_without_the_number_of_vms_is_refused_by_that_line(tmp_path: Path) -> None:
    """HCIBench 3.0 wrote such files, on which it ended without a word."""
    write(tmp_path, vdb=VDBENCH, c__yaml=CONF.replace("number_vm: 8\n", ""))
    (_, vms), notes = read_with_notes(tmp_path)
    assert [str(one) for one in notes.problems] == [
        "c.yaml: the line number_vm: is missing: give it, as number_vm: 8"
    ]
    # With --lenient it is what one VM does.
    assert notes.problems[0].can_be_left_out
    assert vms is None
    # Parameter files alone say nothing of VMs, and need not.
    assert read(tmp_path, "vdb")[1] == ""


def test_a_pause_that_a_campaign_does_not_make_is_told(tmp_path: Path) -> None:
    _, problems, told = read(
        write(tmp_path, vdb=VDBENCH.replace("interval=5", "interval=5,pause=30"))
    )
    assert problems == ""
    assert "vdb, line 7: rd=run1,pause=30 is left out: a campaign waits until its target" in told


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("c__yaml", "tool: fio\n{broken", "c.yaml, line 2: '{broken' is not a key: value"),
        ("c__yaml", "tool: fio\n", "there is no parameter file of vdbench or fio"),
        ("c__yaml", "nonsense\n", "c.yaml is neither a perf-conf.yaml nor a parameter file"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, name: str, text: str, says: str) -> None:
    with pytest.raises(PlimsollError) as error:
        read(write(tmp_path, **{name: text}), name.replace("__", "."))
    assert says in str(error.value)


def test_what_vdbench_does_not_support_is_told_with_the_parameter_files_line(
    tmp_path: Path,
) -> None:
    broken = VDBENCH.replace("seekpct=100", "rhpct=50")
    _, problems, _ = read(write(tmp_path, vdb=broken))
    assert "vdb, line 6: rhpct=50 is not supported" in problems


@pytest.mark.parametrize(("weights", "share"), [([1] * 8, 1), ([1, 1], 4), ([1, 3], 2), ([1], 8)])
def test_hosts_do_together_what_all_vms_do(tmp_path: Path, weights: list[int], share: int) -> None:
    """Eight VMs, each with a worker for each of its disks, 8 outstanding and 900 IOPS."""
    (runs, vms), notes = read_with_notes(write(tmp_path, vdb=VDBENCH, c__yaml=CONF))
    assert notes.problems == []
    (one,) = hcibench.over_hosts(runs, vms or 0, weights)
    (of_a_vm,) = runs
    before, probe = of_a_vm.run.probe, one.run.probe
    # A host has as many of the load's workers as its weight says: together eight times a VM's.
    assert probe["workers"] == share * (before.get("workers") or 1)
    assert share * sum(weights) == 8
    assert (probe["rate"], probe["max_outstanding"]) == (8 * 900, 8 * 8)
    text = "".join(campaigns.files("c", [one], "x", tmp_path / "hosts.toml").values())
    assert tomllib.loads(text)["campaign"]["hosts"] == str(tmp_path / "hosts.toml")


def test_vms_that_hosts_cannot_share_are_refused(tmp_path: Path) -> None:
    found, _, _ = read(write(tmp_path, vdb=VDBENCH, c__yaml=CONF))
    with pytest.raises(InputError, match="8 VMs cannot be divided among hosts"):
        hcibench.over_hosts(found, 8, [1, 2])
