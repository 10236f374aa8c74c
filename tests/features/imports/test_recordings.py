"""Counters that other programs wrote to files: every time as the file means it, values by the names
that the program gave them, and laid beside the Runs that were under way."""

import json
import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from plimsoll.base.errors import InputError
from plimsoll.features.imports import recordings
from plimsoll.features.imports.recordings.moment import ORDERS, Order, Times, dates_of, day_of
from plimsoll.features.imports.results.file_description import describe_file
from plimsoll.features.imports.results.source import File
from plimsoll.store import Store
from tests.conftest import Ending, Plimsoll

FIO = Path(__file__).parents[2] / "fixtures/results/fio/mixed-jsonplus.json"
EAST = timezone(timedelta(hours=2))

IOSTAT = Path(__file__).with_name("recordings_iostat.txt").read_text()
SAR = Path(__file__).with_name("recordings_sar.txt").read_text()
SADF = """\
# hostname;interval;timestamp;DEV;tps;rkB/s;%util
vm;1;2026-11-25 15:10:24 UTC;sda;10.00;40.00;5.00
vm;1;2026-11-25 15:10:24 UTC;sdb;20.00;80.00;6.00
vm;-1;2026-11-25 15:10:25 UTC;LINUX-RESTART\t(2 CPU)
vm;1;2026-11-25 15:10:26 UTC;sda;11.00;44.00;5.50
"""
ESXTOP = (
    r'"(PDH-CSV 4.0) (EST)(300)","\\esx01\Physical Disk Adapter(vmhba0)\Reads/sec",'
    r'"\\esx01\Memory\Free MBytes"' + "\n"
    '"11/25/2026 10:10:24","120.50","4096"\n'
    '"11/25/2026 10:10:26","121.50","4095"\n'
)


def at(*parts: int, zone: timezone = UTC) -> int:
    return int(datetime(2026, 11, *parts, tzinfo=zone).timestamp()) * 1_000_000_000


def read(
    tmp_path: Path, text: str, zone: timezone | None = EAST, order: Order = "mdy"
) -> tuple[str, list[tuple[int, dict[str, float]]]]:
    path = tmp_path / "x"
    path.write_text(text)
    file = File(path, "x")
    # By one format alone.
    (found,) = (one for one in recordings.RECORDINGS if one.sniff(file.head))
    assert recordings.recording_format(file) == found
    return found.name, [tuple(moment) for moment in found.read(file, Times(zone, order))]


def test_iostat_is_read_by_its_times_and_without_the_mean_since_the_machine_started(
    tmp_path: Path,
) -> None:
    name, moments = read(tmp_path, IOSTAT)
    assert name == "iostat text"
    assert [when for when, _ in moments] == [
        at(25, 16, 10, 24, zone=EAST),
        at(25, 16, 10, 25, zone=EAST),
    ]
    assert moments[0][1] == {
        "cpu.%user": 1.0,
        "cpu.%nice": 0.0,
        "cpu.%system": 2.5,
        "cpu.%iowait": 0.0,
        "cpu.%steal": 0.25,
        "cpu.%idle": 96.25,
        "vda.r/s": 12.5,
        "vda.rkB/s": 50.0,
        "vda.%util": 3.1,
        "nvme0n1.r/s": 0.0,
        "nvme0n1.rkB/s": 0.0,
        "nvme0n1.%util": 0.0,
    }
    assert moments[1][1] == {"vda.r/s": 13.5, "vda.rkB/s": 54.0, "vda.%util": 3.2}


def test_times_that_name_their_zone_are_not_moved(tmp_path: Path) -> None:
    iso = IOSTAT
    for second in (23, 24, 25):
        iso = iso.replace(f"11/25/2026 04:10:{second} PM", f"2026-11-25T16:10:{second}+0000")
    _, moments = read(tmp_path, iso)
    assert [when for when, _ in moments] == [at(25, 16, 10, 24), at(25, 16, 10, 25)]


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("11/25/2026 04:10:{} PM", "mdy"),
        ("11/25/26 16:10:{}", "mdy"),
        ("25/11/26 16:10:{}", "dmy"),
        ("25/11/2026 04:10:{} pm", "dmy"),
        ("25/11/26 4:10:{} p.m.", "dmy"),
        ("25.11.2026 16:10:{}", "dmy"),
        ("25-11-26, 16:10:{}", "dmy"),
        ("26/11/25 16:10:{}", "ymd"),
        ("2026/11/25 16:10:{}", "mdy"),
        ("2026-11-25 16:10:{}", "dmy"),
    ],
)
def test_dates_of_any_locale_are_read(tmp_path: Path, written: str, order: Order) -> None:
    text = IOSTAT
    for second in (23, 24, 25):
        text = text.replace(f"11/25/2026 04:10:{second} PM", written.format(second))
    text = text.replace("11/25/2026", written.split(maxsplit=1)[0].rstrip(","))
    _, moments = read(tmp_path, text, order=order)
    assert [when for when, _ in moments] == [
        at(25, 16, 10, 24, zone=EAST),
        at(25, 16, 10, 25, zone=EAST),
    ]
    # The order is among those that are possible, and every other possible one is of another day.
    dates = dates_of(text.splitlines())
    days = [day_of(dates.example, one) for one in dates.orders]
    assert day_of(dates.example, order) in days
    assert len(set(days)) == len(days)


def test_a_date_that_is_none_in_any_order_is_no_date() -> None:
    assert dates_of(["31/31/31 00:00:00", "a 1/2/03"]).orders == ()
    # A kernel and a machine that look like dates.
    assert dates_of(["Linux 6.1.10 (1-2-03) \t25/11/2026"]) == (("dmy",), "25/11/2026")
    # The same day in each of them: nothing to choose.
    assert len(dates_of(["10/10/10 10:10:10"]).orders) == 1
    # A second date leaves one.
    assert dates_of(["11/12/2026 10:00:00", "13/12/2026 10:00:00"]).orders == ("dmy",)
    assert set(dates_of(["03/04/05 10:00:00"]).orders) == set(ORDERS)


def test_noon_and_midnight_of_twelve_hours(tmp_path: Path) -> None:
    text = IOSTAT.replace("04:10:24 PM", "12:00:01 AM").replace("04:10:25 PM", "12:00:02 PM")
    _, moments = read(tmp_path, text)
    assert [when for when, _ in moments] == [
        at(25, 0, 0, 1, zone=EAST),
        at(25, 12, 0, 2, zone=EAST),
    ]


def test_iostat_without_times_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("\n".join(line for line in IOSTAT.splitlines() if "PM" not in line))
    file = File(path, "x")
    found = recordings.recording_format(file)
    with pytest.raises(InputError, match="call iostat with -t"):
        list(found.read(file, Times()))


def test_sar_passes_midnight_in_each_of_its_tables(tmp_path: Path) -> None:
    name, moments = read(tmp_path, SAR)
    assert name == "sar text"
    before, after = at(25, 23, 59, 59, zone=EAST), at(26, 0, 0, 0, zone=EAST)
    cpu = sorted(f"cpu.%{one}" for one in ("user", "nice", "system", "iowait", "steal", "idle"))
    assert [(when, sorted(values)) for when, values in moments] == [
        (before, cpu),
        (after, cpu),
        (before, ["sda.%util", "sda.rkB/s", "sda.tps", "sdb.%util", "sdb.rkB/s", "sdb.tps"]),
        (after, ["sda.%util", "sda.rkB/s", "sda.tps"]),
    ]
    assert moments[1][1]["cpu.%user"] == 3.0


def test_the_rows_of_sadf_are_of_utc(tmp_path: Path) -> None:
    name, moments = read(tmp_path, SADF)
    assert name == "sar text"
    assert [when for when, _ in moments] == [at(25, 15, 10, 24), at(25, 15, 10, 26)]
    assert moments[0][1]["sdb.tps"] == 20.0


def test_esxtop_says_how_far_from_utc_it_is(tmp_path: Path) -> None:
    name, moments = read(tmp_path, ESXTOP)
    assert name == "esxtop csv"
    assert moments == [
        (
            at(25, 15, 10, 24),
            {"Physical Disk Adapter(vmhba0).Reads/sec": 120.5, "Memory.Free MBytes": 4096.0},
        ),
        (
            at(25, 15, 10, 26),
            {"Physical Disk Adapter(vmhba0).Reads/sec": 121.5, "Memory.Free MBytes": 4095.0},
        ),
    ]


IOSTAT_JSON = Path(__file__).with_name("recordings_iostat_json.json").read_text()


def test_iostats_json_says_what_its_text_says(tmp_path: Path) -> None:
    name, moments = read(tmp_path, IOSTAT_JSON)
    assert name == "iostat json"
    assert moments == read(tmp_path, IOSTAT)[1]
    # Laid out by another program, and never closed because iostat was killed.
    for text in (
        json.dumps(json.loads(IOSTAT_JSON)),
        json.dumps(json.loads(IOSTAT_JSON), indent=2),
        IOSTAT_JSON[: IOSTAT_JSON.rindex("}\n\t\t\t\t\t]")] + "}",
    ):
        assert read(tmp_path, text)[1] == moments


def test_iostats_json_without_times_is_refused_and_its_dates_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(re.sub(r"\s*\"timestamp\".*\n", "\n", IOSTAT_JSON))
    file = File(path, "x")
    found = recordings.recording_format(file)
    with pytest.raises(InputError, match="call iostat with -t"):
        list(found.read(file, Times()))
    path.write_text(IOSTAT_JSON.replace("11/25/2026", "25.11.2026"))
    assert dates_of(found.date_texts(File(path, "x"))).orders == ("dmy",)


PERFMON = (
    r'"(PDH-CSV 4.0) (W. Europe Standard Time)(-60)","\\SRV\PhysicalDisk(0 C:)\Disk Reads/sec",'
    r'"\\SRV\PhysicalDisk(0 C:)\Avg. Disk sec/Read","\\SRV\Memory\Available MBytes"'
    "\n"
    '"11/25/2026 17:10:24.123"," "," ","4096"\n'
    '"11/25/2026 17:10:25.123","120.5","0.00125","4095"\n'
)


def test_a_performance_log_of_windows_is_none_of_esxtop(tmp_path: Path) -> None:
    name, moments = read(tmp_path, PERFMON)
    assert name == "perfmon csv"
    # 17:10:25 of a zone that is an hour ahead.
    assert moments[1] == (
        at(25, 16, 10, 25),
        {
            "PhysicalDisk(0 C:).Disk Reads/sec": 120.5,
            "PhysicalDisk(0 C:).Avg. Disk sec/Read": 0.00125,
            "Memory.Available MBytes": 4095.0,
        },
    )
    # typeperf names no zone, ends with words, and writes commas where the system does.
    typeperf = PERFMON.replace(" (W. Europe Standard Time)(-60)", "").replace("120.5", "120,5")
    typeperf = "\n" + typeperf + "Exiting, please wait...\nThe command completed successfully.\n"
    name, moments = read(tmp_path, typeperf)
    assert (name, moments[1][0]) == ("perfmon csv", at(25, 17, 10, 25, zone=EAST))
    assert moments[1][1]["PhysicalDisk(0 C:).Disk Reads/sec"] == 120.5


@pytest.mark.parametrize(
    ("disk", "encoding"),
    [
        ("Physikalischer Datenträger", "cp1252"),
        ("Disque logique", "utf-8"),
        ("Disco físico", "utf-16"),
        ("Физический диск", "utf-8-sig"),
        ("FizikselDisk", "utf-8"),
    ],
)
def test_a_performance_log_has_the_names_of_the_language_of_windows(
    disk: str, encoding: str, tmp_path: Path
) -> None:
    path = tmp_path / "perf.csv"
    path.write_bytes(PERFMON.replace("PhysicalDisk", disk).encode(encoding))
    file = File(path, "perf.csv")
    recording = recordings.recording_format(file)
    assert recording.name == "perfmon csv"
    _, last = recording.read(file, Times())
    assert last.values[f"{disk}(0 C:).Disk Reads/sec"] == 120.5


@pytest.mark.parametrize("zone", [" (W. Europe Standard Time)(-60)", "", " (UTC)(0)"])
def test_a_performance_log_without_disks_is_refused_by_name(tmp_path: Path, zone: str) -> None:
    """Whatever zone it has, esxtop's among them."""
    path = tmp_path / "perf.csv"
    path.write_text(
        rf'"(PDH-CSV 4.0){zone}","\\SRV\Processor(_Total)\% Processor Time"'
        '\n"11/25/2026 17:10:25.123","12.5"\n'
    )
    file = File(path, "perf.csv")
    assert recordings.recording_format(file) is None
    said = describe_file(file)
    assert said.program == "perfmon"
    assert "perf.csv is a performance log of Windows (perfmon) without" in said.sentence()


def beside_fio(tmp_path: Path) -> tuple[int, int]:
    """fio's result in the folder, and a recording of every second around it; when it began and
    ended, in seconds."""
    text = FIO.read_text()
    # Of ten seconds: a report of one lies inside.
    text = text.replace('"runtime" : 62', '"runtime" : 10062').replace(
        '"job_runtime" : 61', '"job_runtime" : 10061'
    )
    document = json.loads(text)
    (tmp_path / "result.json").write_text(text)
    ended = document["timestamp_ms"] // 1000
    rows = [r'"(PDH-CSV 4.0) (UTC)(0)","\\esx01\Disk\Reads/sec","\\esx01\Disk\Writes/sec"']
    for second in range(ended - 300, ended + 300):
        when = datetime.fromtimestamp(second, UTC)
        rows.append(f'"{when:%m/%d/%Y %H:%M:%S}","{second % 1000}","7"')
    (tmp_path / "esxtop.csv").write_text("\n".join(rows) + "\n")
    return ended - 300, ended + 300


def test_a_recording_comes_in_beside_the_runs_it_was_made_with(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    beside_fio(tmp_path)
    said = plimsoll("import", ".", "--store", "kept.db", "--only", "Reads", "--json").document
    (counters,) = said["counters"]
    assert (counters["program"], counters["runs"], counters["names"]) == ("esxtop", said["runs"], 1)
    with Store.open(tmp_path / "kept.db") as store:
        for run in said["runs"]:
            record = store.record(run, intervals=False)
            (counter,) = store.counters.of_run(run)
            assert counter.name == "Disk.Reads/sec"
            began = record["started_at_ns"]
            assert record["measure_s"] > 10
            for t_ns, value in counter.points:
                # The second before belongs to it, too, but for what whole seconds are off by.
                assert began <= t_ns - 5e8 <= began + record["measure_s"] * 1e9
                assert value == t_ns // 1_000_000_000 % 1000
            assert 9 <= len(counter.points) <= 10
    whole = plimsoll("report", "--store", "kept.db", "--to", "md").out
    assert "esxtop.csv (esxtop, sha256" in whole
    of_one = ("report", "point", "--run", str(said["runs"][0]), "--store", "kept.db")
    assert "Disk.Reads/sec" in plimsoll(*of_one, "--to", "md").out
    # Once more adds nothing.
    again = plimsoll("import", ".", "--store", "kept.db", "--only", "Reads", "--json")
    assert (again.code, again.document["counters"][0]["known"]) == (0, True)
    assert again.document["counters"][0]["runs"] == []


def test_a_report_that_also_covers_time_outside_a_run_is_left_out(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    beside_fio(tmp_path)
    rows = (tmp_path / "esxtop.csv").read_text().splitlines()
    # Every twenty seconds: none lies inside a Run of ten.
    (tmp_path / "esxtop.csv").write_text("\n".join([rows[0], *rows[1::20]]) + "\n")
    assert plimsoll("import", "result.json", "--store", "kept.db").code == 0
    said = plimsoll("import", "esxtop.csv", "--store", "kept.db", "--json", code=65)
    (counters,) = said.document["counters"]
    assert (counters["values"], counters["runs"]) == (0, [])
    assert counters["cut"] == 1


def test_a_recording_of_another_time_says_which(plimsoll: Plimsoll, tmp_path: Path) -> None:
    beside_fio(tmp_path)
    (tmp_path / "iostat.txt").write_text(IOSTAT)
    assert plimsoll("import", "result.json", "--store", "kept.db").code == 0
    said = plimsoll("import", "iostat.txt", "--store", "kept.db", "--utc-offset", "+02:00", code=65)
    assert "2026-11-25 14:10:24" in said.out
    assert "--utc-offset" in said.out


def test_the_order_of_dates_is_that_which_lies_beside_runs(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    text = FIO.read_text().replace('"runtime" : 62', '"runtime" : 10062')
    ended = json.loads(text)["timestamp_ms"] // 1000
    (tmp_path / "result.json").write_text(text)
    assert plimsoll("import", "result.json", "--store", "kept.db").code == 0

    def write_recording(form: str, days: int = 0) -> None:
        lines = [f"Linux 6.1 (vm) \t{datetime.fromtimestamp(ended, UTC):{form}} \t_x86_64_\n\n"]
        for second in range(ended - 20, ended + 20):
            when = datetime.fromtimestamp(second, UTC) + timedelta(days=days)
            lines.append(f"{when:{form} %H:%M:%S}\nDevice  r/s\nvda     {second % 100}\n\n")
        (tmp_path / "io.txt").write_text("".join(lines))

    def import_recording(*more: str) -> Ending:
        call = ("import", "io.txt", "--store", "kept.db", "--utc-offset", "+00:00")
        return plimsoll(*call, *more)

    for form in ("%d/%m/%y", "%m/%d/%y", "%y/%m/%d", "%d.%m.%Y"):
        write_recording(form)
        said = import_recording("--json")
        assert said.code == 0, said.out
        (counters,) = said.document["counters"]
        assert len(counters["runs"]) == 1
    # Of another year: nothing says whether it is day or month, or the year.
    write_recording("%d/%m/%y", days=-800)
    said = import_recording()
    assert said.code == 65
    assert re.search(r"may be 20\d\d-\d\d-\d\d \(dmy\) or .*: say which with --dates", said.out)
    assert "no Run of kept.db was measured" in import_recording("--dates", "dmy").out
    assert import_recording("--dates", "american").code == 64


def test_what_cannot_be_is_refused(plimsoll: Plimsoll, tmp_path: Path) -> None:
    beside_fio(tmp_path)
    alone = plimsoll("import", "esxtop.csv", "--store", "none.db", code=65)
    assert "no Runs to match these counters with" in alone.err
    assert not (tmp_path / "none.db").exists()
    assert plimsoll("import", ".", "--utc-offset", "2").code == 64
    assert plimsoll("import", ".", "--only", "(").code == 64
    # Damaged further down: nothing of it is kept.
    rows = (tmp_path / "esxtop.csv").read_text().splitlines()
    rows[400] = '"yesterday","1","2"'
    (tmp_path / "esxtop.csv").write_text("\n".join(rows))
    said = plimsoll("import", ".", "--store", "kept.db", "--json").document
    assert said["counters"] == []
    (left,) = said["left_out"]
    assert (left["kind"], left["file"].endswith("esxtop.csv")) == ("counters", True)
    assert "line 401: " in left["why"]
    with Store.open(tmp_path / "kept.db") as store:
        assert not any(store.counters.of_run(run) for run in said["runs"])
