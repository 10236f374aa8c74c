"""Runs of different systems are never taken for repeats of one, and a sweep stays together."""

import json
from pathlib import Path
from typing import Any

import pytest

from plimsoll.features.imports import importing
from plimsoll.features.imports.import_names import names, series
from plimsoll.report import registry
from plimsoll.report.evidence import sweeps
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.forms import choosing
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from plimsoll.store.imports import ImportedRunRow
from tests.features.fio_results import fio_writer


def write_fio_json(
    path: Path,
    rate: float,
    *,
    target: str | None = "/dev/sda",
    mean_us: float | None = None,
    offered: float | None = None,
    job: str = "job",
    host: str | None = None,
    depth: int = 1,
) -> None:
    """Writes a file of fio's JSON with one job, of ten seconds."""
    options = {"rw": "randread", "bs": "4k", "ioengine": "libaio", "direct": "1"}
    options["iodepth"] = str(depth)
    if target is not None:
        options["filename"] = target
    if offered is not None:
        options["rate_iops"] = str(offered)
    count, mean = round(rate * 10), 1e3 * (mean_us or 1e6 / rate)
    spans = {"min": mean / 2, "max": 3 * mean, "mean": mean, "stddev": mean / 4, "N": count}
    read = {
        "io_bytes": count * 4096,
        "bw": round(rate * 4),
        "iops": rate,
        "runtime": 10_000,
        "total_ios": count,
        "lat_ns": spans,
        "clat_ns": spans,
    }
    made: dict[str, Any] = {"jobname": job, "groupid": 0, "error": 0, "job options": options}
    made |= {"read": read} | ({} if host is None else {"hostname": host})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"fio version": "fio-3.36", "jobs": [made], "file": path.name}))


def configurations(tmp_path: Path, *paths: Path, name: str | None = None) -> dict[str, int]:
    """How many Runs each has."""
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, paths, configuration=name)
        assert tally.campaign is not None
        points = store.plans.points(tally.campaign)
        found = dict.fromkeys(tally.configurations, 0)
        for point in points:
            found[point.configuration] += 1
        # What is counted as a repeat is one.
        for point in points:
            alike = [
                one.repeat
                for one in points
                if (one.configuration, one.target, one.workload, one.load)
                == (point.configuration, point.target, point.workload, point.load)
            ]
            assert sorted(alike) == list(range(1, len(alike) + 1))
    return found


def test_a_folder_is_a_configuration(tmp_path: Path) -> None:
    for disk, rate in (("hdd", 58.6), ("ssd", 8_361.0)):
        write_fio_json(tmp_path / "in" / disk / "one.json", rate)
    assert configurations(tmp_path, tmp_path / "in") == {"hdd": 1, "ssd": 1}


def test_logs_beside_a_result_do_not_take_its_folder_away(tmp_path: Path) -> None:
    for disk, rate in (("hdd", 58.0), ("ssd", 61.0)):
        write_fio_json(tmp_path / "in" / disk / "one.json", rate, job="x")
        rows = "".join(f"{1000 * n}, {rate:.0f}, 0, 0, 0\n" for n in range(1, 11))
        (tmp_path / "in" / disk / "x_iops.1.log").write_text(rows)
    assert configurations(tmp_path, tmp_path / "in") == {"hdd": 1, "ssd": 1}


def test_folders_that_are_named_are_told_apart_by_the_end_of_their_paths(tmp_path: Path) -> None:
    for side in ("before", "after"):
        write_fio_json(tmp_path / side / "x" / "one.json", 800.0 if side == "after" else 801.0)
    paths = (tmp_path / "before" / "x", tmp_path / "after" / "x")
    assert configurations(tmp_path, *paths) == {"before/x": 1, "after/x": 1}


@pytest.mark.parametrize(
    ("names", "asked", "found"),
    [
        ("rate-{}", "offered", {"as found": 3}),
        ("array1/r{}iops", "offered", {"array1": 3}),
        ("array1/qd{}", "depth", {"array1": 3}),
        ("iodepth_{}", "depth", {"as found": 3}),
        # None of these is what the files tell: they are three systems.
        ("disk{}", "depth", {"disk2": 1, "disk4": 1, "disk8": 1}),
        ("rate-{}", "depth", {"rate-2": 1, "rate-4": 1, "rate-8": 1}),
    ],
)
def test_folders_that_are_named_after_what_was_asked_are_one_sweep(
    tmp_path: Path, names: str, asked: str, found: dict[str, int]
) -> None:
    for value in (2, 4, 8):
        path = tmp_path / "in" / names.format(value) / "out.json"
        if asked == "depth":
            write_fio_json(path, 900.0 * value, depth=value, mean_us=1e6 / 1000)
        else:
            write_fio_json(path, value, offered=value, mean_us=500.0)
    assert configurations(tmp_path, tmp_path / "in") == found


def test_folders_with_an_equal_question_are_two_systems(tmp_path: Path) -> None:
    for name, rate in (("x", 3600.0), ("x-qd4", 3601.0)):
        write_fio_json(tmp_path / "in" / name / "out.json", rate, depth=4, mean_us=1e3)
    assert configurations(tmp_path, tmp_path / "in") == {"x": 1, "x-qd4": 1}


def test_a_name_for_all_makes_repeats_of_them(tmp_path: Path) -> None:
    for number in range(3):
        write_fio_json(tmp_path / "in" / f"r{number}" / "one.json", 800.0 + number)
    assert configurations(tmp_path, tmp_path / "in", name="array") == {"array": 3}


def test_files_of_one_folder_that_agree_are_repeats(tmp_path: Path) -> None:
    for number, rate in enumerate((800.0, 802.0, 804.0)):
        write_fio_json(tmp_path / "in" / f"{number}.json", rate)
    assert configurations(tmp_path, tmp_path / "in") == {"as found": 3}


@pytest.mark.parametrize(
    ("first", "other", "told"),
    [
        # Rates that no repeats have: by their names, whatever is numbered in them.
        ({"rate": 58.6}, {"rate": 8_361.0}, {"hdd": 2, "ssd": 2}),
        ({"rate": 800.0, "host": "a"}, {"rate": 801.0, "host": "b"}, {"a": 2, "b": 2}),
        # At an equal rate it is the latency that disagrees.
        (
            {"rate": 100.0, "offered": 100.0, "mean_us": 300.0},
            {"rate": 100.0, "offered": 100.0, "mean_us": 900.0},
            {"hdd": 2, "ssd": 2},
        ),
        ({"rate": 800.0}, {"rate": 801.0}, {"as found": 4}),
    ],
)
def test_files_of_one_folder_are_told_apart_where_they_are_no_repeats(
    tmp_path: Path, first: dict[str, Any], other: dict[str, Any], told: dict[str, int]
) -> None:
    for number in (1, 2):
        write_fio_json(tmp_path / "in" / f"hdd_{number}.json", **first)
        write_fio_json(tmp_path / "in" / f"ssd_{number}.json", **other)
    assert configurations(tmp_path, tmp_path / "in") == told


def test_numbers_in_a_word_leave_the_word(tmp_path: Path) -> None:
    for number in (1, 2):
        write_fio_json(tmp_path / "in" / f"hdd{number}.json", 58.6)
        write_fio_json(tmp_path / "in" / f"ssd{number}.json", 8_361.0)
    assert configurations(tmp_path, tmp_path / "in") == {"hdd": 2, "ssd": 2}


def text(path: Path, *rates: float) -> None:
    """fio's normal output of jobs at these rates, which it does not tell."""
    made = []
    for rate in rates:
        kind = fio_writer.Kind((1_000_000,) * round(10 * rate))
        made.append(fio_writer.text(fio_writer.Truth({"read": kind}, depth=64), (3, 33)))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(made))


def test_a_sweep_whose_rates_are_not_told_has_no_repeats_and_one_line(tmp_path: Path) -> None:
    for rate in (100, 200, 400):
        text(tmp_path / "in" / f"r{rate}.txt", rate)
    assert configurations(tmp_path, tmp_path / "in") == {
        f"as found: r{rate}.txt": 1 for rate in (100, 200, 400)
    }
    with Store.open(tmp_path / "s.db") as store:
        (cell,) = sweeps.cells([gather(store, 1)])
    assert (cell.configuration, cell.rates) == ("as found", 3)


def test_a_name_for_a_sweep_whose_rates_are_not_told_makes_no_repeats_of_it(tmp_path: Path) -> None:
    """The mean of 100, 200 and 400 IOPS is no figure of the array."""
    for rate in (100, 200):
        text(tmp_path / "in" / f"r{rate}.txt", rate)
    configurations(tmp_path, tmp_path / "in", name="array")
    text(tmp_path / "in" / "r400.txt", 400)
    found = configurations(tmp_path, tmp_path / "in", name="array")
    assert set(found) == {f"array: r{rate}.txt" for rate in (100, 200, 400)}
    with Store.open(tmp_path / "s.db") as store:
        (cell,) = sweeps.cells([gather(store, 1)])
    assert (cell.configuration, cell.rates) == ("array", 3)


def test_sections_of_a_file_that_disagree_are_no_repeats_either(tmp_path: Path) -> None:
    text(tmp_path / "in" / "all.txt", 100, 200, 400)
    assert list(configurations(tmp_path, tmp_path / "in").values()) == [1, 1, 1]
    with Store.open(tmp_path / "s.db") as store:
        (cell,) = sweeps.cells([gather(store, 1)])
    assert (cell.configuration, cell.rates) == ("as found", 3)


def test_repeats_of_a_rate_that_is_not_told_are_repeats(tmp_path: Path) -> None:
    for number, rate in enumerate((100.0, 101.0, 99.0)):
        text(tmp_path / "in" / f"{number}.txt", rate)
    assert configurations(tmp_path, tmp_path / "in") == {"as found": 3}


def test_what_one_question_alone_needs_leaves_a_sweep_together(tmp_path: Path) -> None:
    for rate in (100, 200, 300):
        write_fio_json(tmp_path / "in" / f"r{rate}.json", rate, offered=rate, mean_us=500.0)
    write_fio_json(tmp_path / "in" / "r300-2.json", 300, offered=300, mean_us=2_000.0)
    assert configurations(tmp_path, tmp_path / "in") == {
        "as found": 2,
        "r300-2.json": 1,
        "r300.json": 1,
    }


def test_files_that_come_later_are_told_apart_from_those_that_were_there(tmp_path: Path) -> None:
    write_fio_json(tmp_path / "in" / "hdd.json", 58.6)
    assert configurations(tmp_path, tmp_path / "in") == {"as found": 1}
    write_fio_json(tmp_path / "in" / "ssd.json", 8_361.0)
    assert configurations(tmp_path, tmp_path / "in") == {"hdd": 1, "ssd": 1}


def test_the_name_of_a_series_is_that_of_its_files_without_numbers() -> None:
    assert series("a/b/hdd-1.json") == series("hdd_02.json") == "hdd"
    assert series("4k-randread-qd32.json") == "randread"
    assert series("r17.json") == ""


@pytest.mark.parametrize("target", ["unknown", "/dev/sda"])
def test_of_a_target_that_is_not_told_other_names_are_other_systems(target: str) -> None:
    runs = [
        ImportedRunRow(
            run=number,
            point=number,
            configuration="as found",
            target=json.dumps({"name": target}),
            workload="{}",
            load="{}",
            folder="",
            machine=None,
            program="fio",
            section="job",
            file=f"{name}.txt",
            at="job 0",
            rate_per_s=800.0 + number,
            offered_rate_per_s=None,
            mean_ns=None,
        )
        for number, name in enumerate(("hdd-1", "hdd-2", "ssd-1"))
    ]
    apart = {0: "hdd", 1: "hdd", 2: "ssd"}
    assert names(runs) == (apart if target == "unknown" else {})


def test_a_page_of_one_value_at_a_time_opens_with_runs(tmp_path: Path) -> None:
    """The first configuration and the first target need not have met."""
    for number in range(40):
        write_fio_json(
            tmp_path / "in" / f"c{number}" / "x.json", 800.0, target=f"/dev/d{39 - number:02}"
        )
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [tmp_path / "in"])
        assert tally.campaign is not None
        page = registry.build("grid", ReportRequest(store, (tally.campaign,)))
    told: Any = choosing.data(page)
    singles = [one for one in told["slicers"] if one["one"]]
    assert singles
    shown = [
        at
        for at in range(len(told["runs"]))
        if all(one["of"][at] == one["first"] for one in singles)
    ]
    assert shown


def test_depths_that_another_program_ran_end_where_they_reach_95_percent(tmp_path: Path) -> None:
    """A flat step on the way up is no end."""
    rates = {1: 12_000, 2: 20_100, 4: 20_100, 8: 41_700, 16: 46_000, 32: 47_900}
    for depth, rate in rates.items():
        write_fio_json(
            tmp_path / "in" / f"q{depth}.json", rate, depth=depth, mean_us=0.98e6 * depth / rate
        )
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [tmp_path / "in"])
        assert tally.campaign is not None
        page = registry.build("scaling", ReportRequest(store, (tally.campaign,)))
    assert page.answer.startswith(
        "No gain beyond 16 outstanding (46,000 IOPS): 32 gave 4.13 % more"
    )
