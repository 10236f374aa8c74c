"""Every target of `plimsoll policy suggest`: what is written is read back as what was meant, is
kept on the model, and rests on lines that have a rate to plan with."""

import dataclasses
import json
import shlex
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
import yaml

from plimsoll.features.policy.backends.qemu import QEMU
from plimsoll.features.suggest.choosing import COST_LINES, Choosing, NoPolicy
from plimsoll.features.suggest.lines import FoundLine, Question, StoredLines
from plimsoll.features.suggest.proof import prove
from plimsoll.features.suggest.suggestion import policy_text, read_back
from plimsoll.features.suggest.targets import TARGETS
from plimsoll.features.suggest.targets.contract import Option, Target, UnreadableError
from plimsoll.store import Store
from tests import stores
from tests.conftest import Plimsoll
from tests.patience import until
from tests.schemas import keeps

SCHEMA = Path(__file__).parents[3] / "docs/reference/schemas/suggest.json"
HOSTILE = 'it\'s "a" $(reboot) `id` ; & | <b> --x=%PATH% {} [] # ü 日本 \\'
COMMENTED = "two\nlines -- --> */ ' \" # \x1b[31m"
"""Of a target or a store, in a comment."""
OPTIONS: dict[str, dict[Option, str]] = {
    "io.max": {"for": "app.slice/a", "device": "259:0"},
    "io.cost": {"device": "259:0"},
    "qemu": {"for": "limits0"},
    "libvirt": {"for": HOSTILE},
    "vsphere": {"for": HOSTILE, "disk": HOSTILE},
    "ceph-mclock": {"for": "osd.3", "type": "ssd"},
    "volume-attributes-class": {"for": "a" * 52, "driver": "disk.csi.azure.com", "type": HOSTILE},
    "cinder": {"for": HOSTILE},
    "policy": {"for": HOSTILE, "type": "apart"},
}
EVERY = pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)

RATES = {
    "read_bytes": 597.6, "read_sequential_iops": 27_119.0, "read_iops": 26_638.0,
    "write_bytes": 131.9, "write_sequential_iops": 3_257.0, "write_iops": 3_208.0,
}  # fmt: skip
"""A drive of resctl-demo PR#286, the bytes as 1 MiB blocks per second."""


def line(question: Question, plan: float | None, **said: Any) -> FoundLine:
    """A line as a search leaves it."""
    of_line = FoundLine(
        1, "/dev/nvme1n1", question, "confirmed", plan, plan, plan and 1.05 * plan,
        "p99(response_time, all) <= 2ms",
    )  # fmt: skip
    return dataclasses.replace(of_line, **said)


def six(**said: Any) -> StoredLines:
    """A store with the six lines of a cost model."""
    return store_of(*(line(question, RATES[figure], **said) for figure, question in COST_LINES))


def store_of(*lines: FoundLine) -> StoredLines:
    """A store of these lines."""
    return StoredLines(COMMENTED, COMMENTED, lines)


def text_of(target: Target, lines: StoredLines, headroom: float = 0.0) -> tuple[str, Any]:
    """What is written, and what is meant by it."""
    options = OPTIONS[target.name]
    chosen = target.choose(Choosing(lines, headroom), options)
    return policy_text(target, options, lines, headroom, chosen), chosen.meaning


@EVERY
@pytest.mark.parametrize("headroom", [0.0, 12.5])
def test_what_is_written_is_read_back_as_what_was_meant(target: Target, headroom: float) -> None:
    text, meant = text_of(target, six(), headroom)
    assert read_back(target, text, meant) == meant


@EVERY
def test_half_a_text_is_no_policy(target: Target) -> None:
    text, meant = text_of(target, six())
    for at in range(len(text.rstrip())):
        try:
            half = target.read(text[:at])
        except (UnreadableError, KeyError, ValueError):
            continue
        assert half != meant, text[:at]


@EVERY
def test_the_model_keeps_what_was_read_back(target: Target) -> None:
    text, _ = text_of(target, six())
    proven = prove(target.read(text), target.profile)
    assert (proven.proven.verdict, proven.proven.kind) == ("kept", "kept")
    assert len(proven.answers) >= 1


@EVERY
def test_no_policy_rests_on_a_search_without_a_rate_to_plan_with(target: Target) -> None:
    with pytest.raises(NoPolicy) as found:
        text_of(target, six(plan_per_s=None))
    assert found.value.open
    assert not found.value.missing


@EVERY
def test_an_estimated_line_is_said_with_its_interval(target: Target) -> None:
    text, _ = text_of(target, six(grade="estimated", low=1234.0, high=5678.0))
    assert "1,234 to 5,678, estimated" in text
    assert "A line is estimated" in text


@EVERY
def test_no_figure_is_above_the_line_less_its_headroom(target: Target) -> None:
    chosen = target.choose(Choosing(six(), 20.0), OPTIONS[target.name])
    for basis in chosen.bases:
        assert basis.line.plan_per_s is not None
        size = basis.line.question.block_bytes if basis.figure.endswith("bytes") else 1
        assert basis.value <= 0.8 * basis.line.plan_per_s * size < basis.value * 1.02 + 1


def shell_words(text: str, command: str) -> list[str]:
    """The words that a shell gives this command of a text."""
    script = f"{command}() {{ printf '%s\\0' \"$@\"; }}\n{text}"
    ended = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=True)
    return ended.stdout.split("\0")[:-1]


def test_names_are_quoted_for_the_shell_xml_powershell_toml_and_yaml() -> None:
    text, _ = text_of(TARGETS["cinder"], six())
    assert shell_words(text, "openstack")[-1] == HOSTILE
    text, _ = text_of(TARGETS["libvirt"], six())
    assert ET.fromstring(f"<disk>{text}</disk>").findtext("iotune/group_name") == HOSTILE
    text, _ = text_of(TARGETS["vsphere"], six())
    assert text.count("'" + HOSTILE.replace("'", "''") + "'") == 3
    policy = tomllib.loads(text_of(TARGETS["policy"], six())[0])["policy"]
    assert policy == {HOSTILE: {"components": [HOSTILE]}}
    [manifest] = yaml.safe_load_all(text_of(TARGETS["volume-attributes-class"], six())[0])
    assert manifest["metadata"]["name"] == "a" * 52
    assert manifest["parameters"] == {"DiskIOPSReadWrite": "3208", "DiskMBpsReadWrite": "138"}


def test_a_cgroup_of_any_name_is_one_file_of_the_shell(tmp_path: Path) -> None:
    target, lines = TARGETS["io.max"], six()
    options: dict[Option, str] = {"for": f"{tmp_path}/{HOSTILE}", "device": "8:16"}
    chosen = target.choose(Choosing(lines, 0.0), options)
    text = policy_text(target, options, lines, 0.0, chosen).replace("/sys/fs/cgroup/", "/")
    (tmp_path / HOSTILE).mkdir()
    subprocess.run(["/bin/sh", "-c", text], check=True)
    written_there = (tmp_path / HOSTILE / "io.max").read_text()
    assert written_there == "8:16 riops=26638 wiops=3208 rbps=626629017 wbps=138307174\n"


def test_io_cost_is_the_six_coefficients_of_the_kernel_and_the_objective() -> None:
    text, _ = text_of(TARGETS["io.cost"], six())
    model, qos = text.splitlines()[-2:]
    assert model == (
        "echo '259:0 ctrl=user model=linear rbps=626629017 rseqiops=27119 rrandiops=26638"
        " wbps=138307174 wseqiops=3257 wrandiops=3208' > /sys/fs/cgroup/io.cost.model"
    )
    assert qos == (
        "echo '259:0 enable=1 ctrl=user rpct=99.00 rlat=2000 wpct=99.00 wlat=2000 min=50.00"
        " max=100.00' > /sys/fs/cgroup/io.cost.qos"
    )


def test_a_cost_model_names_each_search_that_is_missing() -> None:
    with pytest.raises(NoPolicy) as found:
        text_of(TARGETS["io.cost"], store_of(*six().lines[:4]))
    assert [question.flags for question in found.value.missing] == [
        "--block-size 4k --read 0 --pattern sequential",
        "--block-size 4k --read 0",
    ]


def test_reads_and_writes_of_one_mix_hold_together() -> None:
    mixed = line(Question("random", 8192, 70.0), 10_000.0)
    _, meant = text_of(TARGETS["io.max"], store_of(mixed, *six().lines))
    assert (meant.read.ops_per_s, meant.write.ops_per_s) == (7000, 3000)


def test_a_limit_of_esxi_counts_large_io_as_several() -> None:
    large = line(Question("random", 40 << 10, 70.0), 1000.0)
    _, meant = text_of(TARGETS["vsphere"], store_of(large))
    assert meant.shared.ops_per_s == 2000
    assert meant.rate_at(40 << 10, 70) == 1000


WRITES_4K, READS_4K = Question("random", 4096, 0.0), Question("random", 4096, 100.0)
READS_1M = Question("sequential", 1 << 20, 100.0)


@pytest.mark.parametrize(
    ("name", "lines", "remarks"),
    [
        # Writes of 1 MiB were never searched, so that reads bound the bytes of both.
        (
            "qemu",
            (line(READS_4K, 45e3), line(WRITES_4K, 22_600.0), line(READS_1M, 2872.0)),
            ("one_mix_of_bytes",),
        ),
        ("qemu", (line(READS_4K, 45e3), line(READS_1M, 2872.0)), ("one_mix",)),
        # 91,904 I/Os of 4 KiB a second were never found.
        ("vsphere", (line(READS_1M, 2872.0),), ("one_mix", "small_unsearched", "counted_in_32k")),
        ("io.max", (line(READS_1M, 2872.0),), ("large_only", "no_writes")),
    ],
)
def test_a_limit_says_which_of_its_figures_were_searched_how(
    name: str, lines: tuple[FoundLine, ...], remarks: tuple[str, ...]
) -> None:
    chosen = TARGETS[name].choose(Choosing(store_of(*lines), 0.0), OPTIONS[name])
    assert chosen.remarks == remarks


def test_a_limit_is_held_against_every_line_of_the_store() -> None:
    """An I/O of 64 KiB counts as two, but the storage carries an eighth."""
    wide = line(Question("random", 64 << 10, 0.0), 2000.0, campaign=7)
    lines = store_of(line(WRITES_4K, 16_000.0), wide)
    text, _ = text_of(TARGETS["vsphere"], lines)
    assert "random 64k, writes: this lets 8,000 IOPS through, and campaign 7 has 2,000" in text
    assert "lets" not in text_of(TARGETS["vsphere"], store_of(lines.lines[0]))[0]


def test_a_capacity_is_one_through_the_osd_and_one_that_ceph_believes() -> None:
    """The bare device carries more than BlueStore leaves of it."""
    lines, options = store_of(line(WRITES_4K, 600.0)), OPTIONS["ceph-mclock"]
    for media, remarks in (
        ("hdd", ("capacity", "capacity_unusual")),
        ("ssd", ("capacity", "capacity_unusual")),
    ):
        chosen = TARGETS["ceph-mclock"].choose(Choosing(lines, 0.0), {**options, "type": media})
        assert chosen.remarks == remarks
    chosen = TARGETS["ceph-mclock"].choose(
        Choosing(store_of(line(WRITES_4K, 500.0)), 0.0), {**options, "type": "hdd"}
    )
    assert chosen.remarks == ("capacity",)


@pytest.mark.parametrize(
    "workload", [{"trim_percent": 50.0}, {"sync": {"call": "fsync", "writes": 1}}]
)
def test_a_line_of_trims_or_syncs_is_no_line_of_writes(
    inside: Plimsoll, workload: dict[str, Any]
) -> None:
    with Store.open("s.db") as store:
        stores.search(store, scale=0.5).confirm()
        stores.search(store, workload=workload).confirm()
    made = inside("policy", "suggest", "qemu", "--from", "s.db", "--for", "g", "--json")
    assert [figure["campaign"] for figure in made.document["figures"]] == [1]
    assert "campaign 2 is left out" in made.err


def test_the_objective_of_one_block_size_is_not_asked_of_another(inside: Plimsoll) -> None:
    with Store.open("s.db") as store:
        stores.search(store, workload={"block_size_bytes": 4096}).confirm()
    ended = inside("policy", "suggest", "io.cost", "--from", "s.db", "--device", "8:0")
    small, large = (
        [text for text in ended.err.splitlines()[1:] if f"--block-size {size} " in text]
        for size in ("4k", "1m")
    )
    assert (len(small), len(large)) == (4, 2)
    assert all("--objective" in command for command in small)
    assert not any("--objective" in command for command in large)


def test_the_newest_search_of_a_workload_counts(inside: Plimsoll) -> None:
    """A later search without an answer is an answer, too: exit code 2, one line, and what to do."""
    with Store.open("s.db") as store:
        stores.search(store, scale=0.5).confirm()
    made = inside("policy", "suggest", "qemu", "--from", "s.db", "--for", "g", "--json")
    assert made.code == 0
    keeps(made.document, json.loads(SCHEMA.read_text()))
    [figure] = made.document["figures"]
    assert figure["value"] == figure["plan_per_s"] == figure["low"]
    assert json.loads(made.out)["proof"]["verdict"] == "kept"
    with Store.open("s.db") as store:
        stores.search(store, scale=0.5).confirm(
            line={"low_confirmed": False, "high_confirmed": False, "grade": "bounded"}
        )
    refused = inside("policy", "suggest", "qemu", "--from", "s.db", "--for", "g")
    first, command = refused.err.splitlines()
    assert (refused.code, refused.out) == (2, "")
    assert "has no rate to plan with" in first
    assert command.startswith("  plimsoll find --target ")


def test_a_newer_line_that_does_not_count_is_named(inside: Plimsoll) -> None:
    with Store.open("s.db") as store:
        stores.search(store, scale=0.5).confirm()
        stores.search(store, workload={"working_set_bytes": 1 << 20}).confirm()
    made = inside("policy", "suggest", "qemu", "--from", "s.db", "--for", "g", "--json")
    assert [figure["campaign"] for figure in made.document["figures"]] == [1]
    assert "campaign 2 is left out, though newer than campaign 1" in made.err


@pytest.mark.skipif(
    shutil.which("qemu-storage-daemon") is None, reason="qemu-storage-daemon is not here"
)
def test_qemu_reads_what_was_meant(tmp_path: Path) -> None:
    text, meant = text_of(TARGETS["qemu"], six())
    option = next(line for line in text.splitlines() if not line.startswith("#"))
    nodes = (
        "driver=null-co,node-name=n",
        "driver=throttle,node-name=t,throttle-group=limits0,file=n",
    )
    command = [
        "qemu-storage-daemon", *shlex.split(option),
        *(word for node in nodes for word in ("--blockdev", node)),
        "--chardev", f"socket,path={tmp_path}/q,server=on,wait=off,id=c", "--monitor", "chardev=c",
    ]  # fmt: skip
    with subprocess.Popen(command) as daemon:
        try:
            until((tmp_path / "q").exists)
            assert QEMU.read is not None
            state = QEMU.read({"qmp": f"{tmp_path}/q", "group": "limits0"})
        finally:
            daemon.terminate()
    assert state["iops-total"] == str(round(meant.shared.ops_per_s))
    assert state["bps-total"] == str(round(meant.shared.bytes_per_s))


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("nvme",), 64, "Known: io.max, io.cost"),
        (("qemu",), 64, "needs --for"),
        (("qemu", "--for", "0 x"), 64, "cannot be the id"),
        (("qemu", "--for", "g", "--driver", "d"), 64, "means nothing for qemu"),
        (("qemu", "--for", "a\nb"), 64, "signs that cannot be printed"),
        (("qemu", "--for", "g", "--headroom", "100"), 64, "is no headroom"),
        (("qemu", "--for", "g", "--block-size", "3m"), 64, "It has: "),
        (("ceph-mclock", "--for", "osd.3", "--type", "ssd"), 2, "--block-size 4k --read 0"),
        (("ceph-mclock", "--for", "3", "--type", "ssd"), 2, "--block-size 4k --read 0"),
        (("io.max", "--for", "/", "--device", "8:0"), 64, "is not a cgroup"),
    ],
)
def test_what_cannot_be_written_is_refused(
    inside: Plimsoll, words: tuple[str, ...], code: int, said: str
) -> None:
    with Store.open("s.db") as store:
        stores.search(store).confirm()
    ended = inside("policy", "suggest", *words, "--from", "s.db")
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err
