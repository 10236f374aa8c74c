"""`plimsoll check --campaign` of Runs that other programs measured: the Run's own figure stands
beside the promise, with a verdict or with the reason why there is none, and nothing that a file
leaves out ends it."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from plimsoll.cli.schema import own
from tests.conftest import Plimsoll
from tests.features.fio_results import fio_writer
from tests.schemas import keeps
from tests.truth import foreign_files
from tests.truth.foreign_files import Row

CODES = {"kept": 0, "broken": 1, "inconclusive": 2}
FORMATS = (foreign_files.MEANS[0], foreign_files.DEVIATIONS[0], foreign_files.PERCENTILES[0])
"""One of each kind; what each format brings is held in tests/features/imports."""


def import_rows(
    plimsoll: Plimsoll, folder: Path, write: Callable[[Path, Sequence[Row]], None], *rows: Row
) -> None:
    files = folder / "files"
    files.mkdir()
    write(files, rows)
    plimsoll("import", "files", "--store", "i.db", code=0)


def promise(folder: Path, text: str) -> Path:
    path = folder / "p.toml"
    path.write_text(f'target = "x"\n{text}')
    return path


KEPT = ("--store", "i.db", "--campaign", "1")


def check_document(plimsoll: Plimsoll, *words: str | Path) -> Any:
    ended = plimsoll("check", *words, "--store", "i.db", "--campaign", "1", "--json")
    assert ended.out, ended.err
    found = ended.document
    keeps(found, own("check"))
    assert ended.code == CODES[found["verdict"]]
    return found


def check_text(plimsoll: Plimsoll, *words: str | Path) -> str:
    ended = plimsoll("check", *words, *KEPT, "--why", "--runs")
    assert ended.code in CODES.values(), ended.err
    return ended.out


@pytest.mark.parametrize("write", FORMATS, ids=lambda one: str(one.__name__))
def test_a_rate_without_intervals_stands_beside_the_promise(
    plimsoll: Plimsoll, tmp_path: Path, write: Callable[[Path, Sequence[Row]], None]
) -> None:
    import_rows(plimsoll, tmp_path, write, Row(None, 405.0, 0.316))
    path = promise(tmp_path, '[[promise]]\ndirection = "at_least"\nvalue = "1000 IOPS"\n')
    found = check_document(plimsoll, path)
    [one] = found["evidence"]
    assert found["verdict"] == "inconclusive"
    assert "405 IOPS" in one["because"]
    assert "59.1 % below" in one["because"]
    assert one["measured"]["value"] == pytest.approx(405, rel=0.001)
    assert "steadier" not in check_text(plimsoll, path)


@pytest.mark.parametrize("write", FORMATS, ids=lambda one: str(one.__name__))
def test_a_latency_of_the_file_decides_where_it_is_clear(
    plimsoll: Plimsoll, tmp_path: Path, write: Callable[[Path, Sequence[Row]], None]
) -> None:
    """A mean of 3 ms."""
    import_rows(plimsoll, tmp_path, write, Row(None, 1000.0, 0.003))
    kept = ("--store", "i.db", "--campaign", "1")
    for bound, verdict in (("9ms", "kept"), ("1ms", "broken"), ("3100us", "inconclusive")):
        ended = plimsoll("check", "--objective", f"mean <= {bound}", *kept, "--why")
        assert ended.code == CODES[verdict], ended.err
        assert f"\n{verdict}: " in ended.out
        assert "(completion_latency, all) 3 ms against" in ended.out


def test_a_rate_that_was_offered_is_the_question_of_a_promise_with_a_rate(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    rows = Row(1000.0, 1000.0, 0.003), Row(2000.0, 2000.0, 0.009)
    import_rows(plimsoll, tmp_path, foreign_files.fio_json, *rows)
    for rate, verdict in (("1000", "kept"), ("2000", "broken"), ("1500", "inconclusive")):
        found = check_document(plimsoll, "--rate", rate, "--objective", "mean <= 5ms")
        assert found["verdict"] == verdict
    [one] = found["evidence"]
    assert one["because"] == "no imported Run matches this promise"
    notes = " ".join(one["notes"])
    assert "1,000 IOPS" in notes
    assert "mean 9 ms" in notes


def test_a_rate_that_was_not_carried_is_shown(plimsoll: Plimsoll, tmp_path: Path) -> None:
    import_rows(plimsoll, tmp_path, foreign_files.fio_json, Row(1000.0, 405.0, 0.316))
    found = check_document(plimsoll, "--rate", "1000", "--objective", "mean <= 5ms")
    assert found["verdict"] == "inconclusive"
    assert "only 405 IOPS were carried" in found["because"]
    assert "client-bound" not in found["because"]


def test_runs_of_several_questions_are_shown_and_the_promise_is_asked_which(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    files = tmp_path / "files"
    files.mkdir()
    for size, rate in ((4096, 900.0), (65536, 300.0)):
        text = fio_run({"bs": str(size)}, rate=rate, block=size)
        (files / f"{size}.json").write_text(json.dumps(text))
    assert plimsoll("import", "files", "--store", "i.db").code == 0
    table = '[[promise]]\ndirection = "at_least"\nvalue = "500 IOPS"\n'
    [one] = check_document(plimsoll, promise(tmp_path, table))["evidence"]
    assert "differ in block size" in one["because"]
    assert "900 IOPS" in " ".join(one["notes"])
    assert "300 IOPS" in " ".join(one["notes"])
    assert one["decides"]["kind"] == "state_it"
    stated = promise(tmp_path, f'[workload]\nblock_size = "64k"\n{table}')
    [one] = check_document(plimsoll, stated)["evidence"]
    assert one["measured"]["value"] == pytest.approx(300, rel=0.001)


def fio_run(
    options: dict[str, str], *, rate: float, block: int, syncs: Sequence[int] = ()
) -> dict[str, Any]:
    """Writes of 2 ms each for ten seconds."""
    writes = fio_writer.Kind((2_000_000,) * round(rate * 10), block)
    asked = {"rw": "randwrite", "filename": "/dev/sdx", "ioengine": "libaio", **options}
    truth = fio_writer.Truth({"write": writes}, syncs=tuple(syncs), options=asked)
    return fio_writer.document(truth, (3, 33))


@pytest.mark.long
def test_an_objective_on_syncs_is_judged(plimsoll: Plimsoll, tmp_path: Path) -> None:
    """Every sync took 2 ms."""
    run = fio_run({"bs": "4k", "fdatasync": "1"}, rate=400.0, block=4096, syncs=[2_000_000] * 1000)
    (tmp_path / "s.json").write_text(json.dumps(run))
    assert plimsoll("import", "s.json", "--store", "i.db").code == 0
    for objective, verdict in (
        ("p99(sync) <= 5ms", "kept"),
        ("p99(fdatasync) <= 1ms", "broken"),
        ("mean(sync) <= 5ms", "kept"),
        ("p99(flush) <= 2100us", "inconclusive"),
        ("p99(sync) <= 5ms and mean(completion_latency, write) <= 1ms", "broken"),
    ):
        found = check_document(plimsoll, "--objective", objective)
        assert found["verdict"] == verdict
        table = promise(tmp_path, f'[[promise]]\nobjective = "{objective}"\n')
        assert check_document(plimsoll, table)["verdict"] == verdict
        if "and" not in objective:
            assert "flush) 2 ms against" in found["evidence"][0]["because"]


def test_an_objective_on_syncs_of_a_run_without_any_is_no_failure(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "s.json").write_text(json.dumps(fio_run({"bs": "4k"}, rate=400.0, block=4096)))
    assert plimsoll("import", "s.json", "--store", "i.db").code == 0
    found = check_document(plimsoll, "--objective", "p99(sync) <= 5ms")
    assert found["verdict"] == "inconclusive"
    assert "no syncs" in found["because"]
    assert "400 IOPS" in " ".join(found["evidence"][0]["notes"])


def test_what_the_file_and_the_promise_leave_out_is_said(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """Neither block size, mix nor depth (a log alone)."""
    rows = "".join(f"{second * 1000}, 300, 0, 0\n" for second in range(1, 31))
    (tmp_path / "x_iops.log").write_text(rows)
    assert plimsoll("import", "x_iops.log", "--store", "i.db").code == 0
    table = '[[promise]]\ndirection = "at_least"\nvalue = "1000 IOPS"\n'
    out = check_text(plimsoll, promise(tmp_path, table))
    assert "300 IOPS" in out
    assert "block size unknown" in out
    assert "closed loop, queue depth unknown;" in out
    assert "\n unknown  " in out, "the load of the Run"
    assert "--most-outstanding" not in out
    assert "a Run with more outstanding I/O" in out
    stated = f'[workload]\nblock_size = "4k"\n[load]\nworkers = 8\nqueue_depth = 16\n{table}'
    assert "300 IOPS" in check_text(plimsoll, promise(tmp_path, stated))


@pytest.mark.long
def test_a_measured_promise_says_what_it_took_for_granted(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    lengths = '[lengths]\nwarmup_for = "0s"\nmeasure_for = "2s"\n'
    table = '[[promise]]\ndirection = "at_least"\nvalue = "10 IOPS"\n'
    path = tmp_path / "p.toml"
    path.write_text(f'target = "null:"\n{lengths}{table}')
    ended = plimsoll("check", path, "--no-store", "--why")
    assert "does not state block size, share of reads or outstanding I/O" in ended.out
    assert "4 KiB random, all reads, 1 × 32 outstanding" in ended.out
