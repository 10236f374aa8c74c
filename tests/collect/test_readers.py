"""Readers of other programs' output: recorded output where the program is to be had, else their
documented form."""

import json
import subprocess
from pathlib import Path

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.collect import Source, exporters, readers, scrape
from plimsoll.collect.intake import MOST_NAMES
from tests.conftest import COMMAND, Plimsoll

RECORDED = Path(__file__).with_name("recorded")
ESXTOP = (
    '"(PDH-CSV 4.0) (UTC)(0)","\\\\\\\\esx01\\\\Physical Cpu(_Total)\\\\% Util Time",'
    '"\\\\\\\\esx01\\\\Physical Disk Adapter(vmhba0)\\\\Commands/sec",'
    '"\\\\\\\\esx01\\\\Physical Disk Adapter(vmhba0)\\\\Average Driver MilliSec/Command"\n'
    '"11/23/2026 10:00:00","1.21","812.50","0.42"\n'
    '"11/23/2026 10:00:02","1.30","","0.40"\n'
).replace("\\\\", "\\")
CEPH = """# HELP ceph_osd_apply_latency_ms OSD stat apply_latency_ms
# TYPE ceph_osd_apply_latency_ms gauge
ceph_osd_apply_latency_ms{ceph_daemon="osd.5"} 2.0
ceph_osd_commit_latency_ms{ceph_daemon="osd.5"} 1.0
ceph_pool_rd{pool_id="1"} 4242.0
ceph_pool_wr_bytes{pool_id="1"} 1.0e9
ceph_health_status 0.0
ceph_osd_metadata{ceph_daemon="osd.5",hostname="a"} 1.0
"""
HARVEST = """node_cpu_busy{cluster="c",node="n1"} 41
aggr_disk_busy{aggr="a1",cluster="c"} 17
volume_read_latency{cluster="c",svm="s",volume="v"} 812
volume_write_ops{cluster="c",svm="s",volume="v"} 1200
volume_labels{cluster="c",volume="v"} 1
"""


def read(name: str, text: str) -> list[dict[str, float]]:
    known = readers.find_reader(name)
    return list(known.values(text.splitlines(keepends=True)))


def test_iostat_as_it_was_recorded() -> None:
    found = read("iostat", (RECORDED / "iostat.txt").read_text())
    disks = [one for one in found if any(name.endswith(".r/s") for name in one)]
    processors = [one for one in found if "cpu.%iowait" in one]
    assert len(disks) == len(processors) == 3, "three reports, each as soon as it was over"
    assert all("vda.%util" in one and "vda.aqu-sz" in one for one in disks)
    assert all(0 <= one["cpu.%idle"] <= 100 for one in processors)


def test_iostat_of_a_place_with_decimal_commas() -> None:
    text = "Device            r/s     %util\nsda              1,50     12,00\n\n"
    assert read("iostat", text) == [{"sda.r/s": 1.5, "sda.%util": 12.0}]


def test_snmp_as_it_was_recorded() -> None:
    for name in ("snmpwalk.txt", "snmpwalk-quick.txt"):
        found = {
            key: value
            for one in read("snmp", (RECORDED / name).read_text())
            for key, value in one.items()
        }
        assert found["iso.3.6.1.2.1.31.1.1.1.6.1"] > 0, name
        assert all("::" not in key for key in found)


def test_iostat_without_empty_lines_and_a_device_that_comes_again() -> None:
    text = "Device r/s\nsda 1\nsdb 2\nDevice r/s\nsda 3\nsda 4\n"
    assert read("iostat", text) == [
        {"sda.r/s": 1.0, "sdb.r/s": 2.0},
        {"sda.r/s": 3.0},
        {"sda.r/s": 4.0},
    ]


def test_esxtop_after_a_connection_that_broke_within_a_line() -> None:
    broken = ESXTOP + '"11/23/2026 10:00:04","1.5\n' + ESXTOP.splitlines()[1] + "\n"
    assert len(read("esxtop", broken)) >= 3


def test_snmp_time_ticks_gauges_and_texts() -> None:
    text = (
        "DISMAN-EVENT-MIB::sysUpTimeInstance = Timeticks: (4242) 0:00:42.42\n"
        "SNMPv2-MIB::sysName.0 = STRING: switch01\n"
        "ENTITY-MIB::x.1 = Gauge32: 17 Celsius\n"
        "IF-MIB::ifPhysAddress.2 = Hex-STRING: 00 1B 21 4C 8B 19\n"
        "IF-MIB::ifDescr.2 = STRING: 10 GigabitEthernet\n"
        "ifPhysAddress.2 00 1B 21\n"
        "Timeout: No Response from switch01.\n"
    )
    assert read("snmp", text) == [{"sysUpTimeInstance": 4242.0}, {"x.1": 17.0}]


def test_esxtop_by_its_form() -> None:
    assert read("esxtop", ESXTOP) == [
        {
            "Physical Cpu(_Total).% Util Time": 1.21,
            "Physical Disk Adapter(vmhba0).Commands/sec": 812.5,
            "Physical Disk Adapter(vmhba0).Average Driver MilliSec/Command": 0.42,
        },
        {
            "Physical Cpu(_Total).% Util Time": 1.3,
            "Physical Disk Adapter(vmhba0).Average Driver MilliSec/Command": 0.4,
        },
    ]


@pytest.mark.parametrize("reader", [one.name for one in readers.READERS])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n\n",
        "Device\n",
        '"(PDH-CSV 4.0)',
        "a,b\n1,2\n",
        "\0\0",
        "x" * 100_000,
        "= =\n",
        "." * 100_000,
        "a." * 50_000,
    ],
)
def test_what_is_something_else_is_nothing_and_no_crash(reader: str, text: str) -> None:
    assert not any(read(reader, text))


@pytest.mark.long
def test_a_line_comes_out_as_soon_as_it_went_in() -> None:
    with subprocess.Popen(
        [COMMAND, "collect", "snmp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2):
            process.stdin.write(f"IF-MIB::ifHCInOctets.1 = Counter64: {number}\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"ifHCInOctets.1": number}
        process.stdin.close()
    assert process.returncode == 0


def test_bad_input_is_told(plimsoll: Plimsoll, tmp_path: Path) -> None:
    listed = plimsoll("collect", "--json").document
    assert [one["name"] for one in listed["readers"]] == [one.name for one in readers.READERS]
    assert {one["name"] for one in listed["exporters"]} == set(exporters.EXPORTERS)
    for words, code, said in (
        (("vmstat",), 64, "The readers are: iostat, esxtop, snmp"),
        (("ceph",), 64, "--scrape ceph:HOST"),
        (("iostat", "--only", "("), 64, "is not a pattern"),
        (("--only", "x"), 64, "needs a READER"),
        (("iostat",), 65, "nothing on stdin looks like iostat"),
    ):
        ended = plimsoll("collect", *words)
        assert (ended.code, said in ended.err) == (code, True), ended.err


def test_exporters_by_name_have_their_port_and_no_more_names_than_fit() -> None:
    node = Source.scrape("node_exporter:10.0.0.1", 1.0)
    assert node.asked == "http://10.0.0.1:9100/metrics"
    found = scrape.parse((RECORDED / "node_exporter.txt").read_text(), node.pattern)
    names = [name for name, _ in found]
    assert any(name.startswith("node_disk_io_time_seconds_total") for name in names)
    assert any(name.startswith("node_pressure_io_stalled_seconds_total") for name in names)
    assert 10 <= len(names) <= MOST_NAMES
    for name, text, kept in (("ceph", CEPH, 5), ("netapp", HARVEST, 4)):
        source = Source.scrape(f"{name}:host.example:1234", 1.0)
        assert source.asked == "http://host.example:1234/metrics"
        assert len(scrape.parse(text, source.pattern)) == kept, name
    switch = Source.scrape("snmp:switch01@[::1]#^ifHC", 1.0)
    assert switch.asked == "http://[::1]:9116/snmp?module=if_mib&target=switch01"
    assert switch.pattern.pattern == "^ifHC"
    for wrong in ("ceph", "ceph:", "ceph:a b", "snmp:switch01", "ceph:x@host", "node_exporter:h:x"):
        with pytest.raises(UsageError):
            Source.scrape(wrong, 1.0)
    # What is no known name is an address as before.
    assert Source.scrape("http://ceph:9283/metrics", 1.0).asked == "http://ceph:9283/metrics"
