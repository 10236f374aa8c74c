"""`compare` of what fio measured, as people meet it: folders in, a verdict at the end."""

import json
from pathlib import Path
from typing import Any

import pytest

from plimsoll.report.forms import captions
from tests.conftest import Plimsoll

BEGAN_S = 1_700_000_000


def write_fio_json(
    path: Path,
    rate: float,
    *,
    after_s: int = 0,
    target: str = "/dev/sda",
    sync_us: float | None = None,
    block: int = 4096,
) -> None:
    """Writes fio's JSON of one job of ten seconds, whose worker always has one outstanding."""
    count, mean = round(rate * 10), 0.9e9 / rate
    spans = {"min": mean / 2, "max": 3 * mean, "mean": mean, "stddev": mean / 4, "N": count}
    done = {
        "io_bytes": count * block,
        "bw": round(rate * block / 1024),
        "iops": rate,
        "runtime": 10_000,
        "total_ios": count,
        "lat_ns": spans,
        "clat_ns": spans,
    }
    options = {"rw": "randwrite", "bs": str(block), "ioengine": "libaio", "direct": "1"}
    made: dict[str, Any] = {"jobname": "job", "groupid": 0, "error": 0, "write": done}
    made["job options"] = {**options, "iodepth": "1", "filename": target}
    if sync_us is not None:
        told = {"min": 1.0, "max": 5e3 * sync_us, "mean": 1e3 * sync_us, "N": count}
        made["sync"] = {"total_ios": count, "lat_ns": {**told, "stddev": 1.0}}
    document = {"fio version": "fio-3.36", "timestamp": BEGAN_S + after_s, "jobs": [made]}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document))


def compare_folders(plimsoll: Plimsoll, *words: str) -> tuple[int, str, str]:
    """Imports and compares the folders a and b in `in`: exit code, output and the last line before
    the block, which is the verdict on all questions or on the only one."""
    assert plimsoll("import", "in", "--store", "i.db").code == 0
    ended = plimsoll("compare", "--store", "i.db", "a", "b", "--why", *words)
    lines = [line for line in ended.out.splitlines() if line.strip()]
    signs = tuple(captions.SIGNS.values())
    badge = next((at for at, line in enumerate(lines) if line.startswith(signs)), 0)
    return ended.code, ended.out, lines[badge - 1] if badge else ended.err


@pytest.mark.parametrize("names", ["hdd{}", "hdd-{}"])
def test_a_folder_with_several_systems_is_compared_one_by_one(
    plimsoll: Plimsoll, tmp_path: Path, names: str
) -> None:
    """Each with the one of its name, halved in b: no pool of a disk and an SSD, and no refusal."""
    for side, factor in (("a", 1.0), ("b", 0.5)):
        for number in range(3):
            for disk, rate in (("hdd", 80.0), ("ssd", 8000.0)):
                name = names.replace("hdd", disk).format(number)
                after = 300 * number + (side == "b") * 5000
                path = tmp_path / "in" / side / f"{name}.json"
                write_fio_json(path, (rate + number * rate / 500) * factor, after_s=after)
    code, said, last = compare_folders(plimsoll)
    assert code == 0
    assert "hdd, 4 KiB random" in said
    assert "ssd, 4 KiB random" in said
    assert said.count("B carries 50.0 %") == 2
    # The last of several questions does not stand for all of them.
    assert last == "B against A: worse in 2 of 2 questions"


def test_questions_of_several_targets_are_named_by_them(plimsoll: Plimsoll, tmp_path: Path) -> None:
    for side, factors in (("a", (1.0, 1.0)), ("b", (1.3, 0.7))):
        for number in range(3):
            for target, factor in zip(("/dev/sda", "/dev/sdb"), factors, strict=True):
                path = tmp_path / "in" / side / f"{target[-1]}{number}.json"
                after = 300 * number + (side == "b") * 5000
                write_fio_json(path, (800 + number) * factor, target=target, after_s=after)
    code, said, last = compare_folders(plimsoll)
    assert code == 0
    assert "queue depth 1 × 1, on /dev/sda" in said
    assert "queue depth 1 × 1, on /dev/sdb" in said
    assert last == "B against A: better in 1, worse in 1 of 2 questions"


def test_a_sync_that_takes_three_times_as_long_is_not_the_same(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    for side, sync in (("a", 30.0), ("b", 90.0)):
        for number in range(3):
            path = tmp_path / "in" / side / f"{number}.json"
            after = 300 * number + (side == "b") * 5000
            write_fio_json(path, 800 + number, sync_us=sync + number / 10, after_s=after)
    code, said, last = compare_folders(plimsoll)
    assert code == 0
    assert "mean sync latency" in said
    assert "B is the same as A within 5 %" in last
    assert "but worse in mean sync latency +199" in last
    document = plimsoll("compare", "--store", "i.db", "a", "b", "--json").document
    figures = {one["name"]: one for one in document["questions"][0]["figures"]}
    assert figures["mean sync latency"]["values"] == pytest.approx([30_100, 90_100], rel=1e-3)
    # Means of files without distributions stand side by side, weighted by operations.
    assert figures["mean"]["values"] == pytest.approx([1.1236e6] * 2, rel=1e-2)


def test_writes_stand_beside_writes_and_syncs_beside_syncs(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """Our latencies of all operations hold syncs, those of fio's writes do not."""
    stack = """
        [device.d]
        servers = 1
        service = { distribution = "constant", mean = "0.9ms" }
        flush = { distribution = "constant", mean = "0.1ms" }
        [volume.v]
        size = "1g"
        path = ["d"]
        """
    (tmp_path / "s.toml").write_text(stack)
    run = "run --target stack:s.toml --virtual --read 0 --queue-depth 1 --workers 1 --sync fsync"
    length = "--measure-for 2s --warmup-for 0s --store own.db"
    assert plimsoll(*run.split(), *length.split()).code == 0
    write_fio_json(tmp_path / "in" / "a.json", 1000, sync_us=100)
    assert plimsoll("import", "in", "--store", "i.db").code == 0
    document = plimsoll("compare", "own.db", "i.db", "--across", "--json").document
    figures = {one["name"]: one["values"] for one in document["questions"][0]["figures"]}
    assert figures["mean"] == pytest.approx([0.9e6, 0.9e6], rel=1e-2)
    assert figures["mean sync latency"] == pytest.approx([0.1e6, 0.1e6], rel=1e-2)
    assert figures["achieved rate"] == pytest.approx([1000, 1000], rel=1e-2)
    assert figures["p50"] == [pytest.approx(0.9e6, rel=1e-2), None]


def test_repeats_are_told_as_such_and_nothing_was_searched(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    for number in range(2):
        write_fio_json(tmp_path / "in" / "a" / f"{number}.json", 800 + 2 * number)
    assert plimsoll("import", "in", "--store", "i.db").code == 0
    page = plimsoll("report", "--store", "i.db", "--to", "md").out
    assert "Achieved: **801 IOPS** (mean of 2 Runs)" in page
    assert "did 801 IOPS of 4 KiB random, all writes, the mean of 2 Runs (800 .. 802)." in page
    assert "the search ended" not in page


def test_sweeps_whose_rates_are_not_told_are_compared_file_by_file(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """Closed loops of one question that are no repeats: each with the file of its name."""
    for side, factor in (("a", 1.0), ("b", 0.92)):
        for rate in (1000, 2000, 4000, 8000):
            write_fio_json(tmp_path / "in" / side / f"r{rate}.json", rate * factor)
    code, _, last = compare_folders(plimsoll)
    assert code == 0
    assert last.startswith("B carries 8.0 % (7.9 to 8.1) fewer IOPS than A (over 4 questions")
