"""`plimsoll import` as a user meets it: the example of docs/how-to/from-fio.md, and what it prints
at its end."""

import json
import shutil
from pathlib import Path

import pytest

from plimsoll import read as library_read
from plimsoll.base.errors import InputError
from plimsoll.report.evidence import campaign_identity as called
from plimsoll.report.evidence.evidence import gather
from plimsoll.store import Store
from tests.conftest import Plimsoll

ROOT = Path(__file__).parents[3]
RECORDED = ROOT / "tests/fixtures/results/fio"


def test_the_example_of_before_and_after_works(plimsoll: Plimsoll, tmp_path: Path) -> None:
    shutil.copy(RECORDED / "mixed-jsonplus.json", tmp_path / "before.json")
    # Not the same bytes, or it would have been imported before.
    text = (RECORDED / "mixed-jsonplus.json").read_text()
    (tmp_path / "after.json").write_text(f"{text}\n")
    guide = (ROOT / "docs/how-to/from-fio.md").read_text().partition("## Before and after")[2]
    commands = [line[11:] for line in guide.splitlines() if line.startswith("$ plimsoll ")]
    assert len(commands) == 3
    ended = [plimsoll(*command.split()) for command in commands]
    assert [one.code for one in ended[:2]] == [0, 0]
    assert "A = imp.db#1:before" in ended[2].out
    told = ended[1].out.splitlines()
    assert told[0] == "1 Run imported (1 of fio) into campaign 2 of imp.db"
    printed = [
        line.partition("plimsoll ")[2] for line in told if ":" in line and "plimsoll" in line
    ]
    assert printed == ["report --store imp.db --campaign 2", "compare imp.db#1 imp.db#2"]
    assert plimsoll(*printed[0].split()).code == 0
    assert plimsoll(*printed[1].split()).code == ended[2].code
    again = plimsoll(*commands[1].split())
    assert "1 file was imported before" in again.out

    with Store.open(tmp_path / "imp.db") as store:
        names = [called.display_name(gather(store, row.id)) for row in store.campaigns()]
    assert names == ["before", "after"]


def closed_loop(mean_us: float) -> str:
    """What fio writes of 4 reads that are always outstanding, for 1 s: percentiles, and no
    distribution."""
    count = round(4e6 / mean_us)
    spread = {"min": 1000 * mean_us / 2, "max": 9000 * mean_us, "mean": 1000 * mean_us}
    clat = {**spread, "stddev": 1000 * mean_us, "N": count}
    clat["percentile"] = {"50.000000": 900 * mean_us, "99.000000": 4000 * mean_us}
    read = {
        "io_bytes": 4096 * count,
        "bw_bytes": 4096 * count,
        "bw": 4 * count,
        "iops": float(count),
        "runtime": 1000,
        "total_ios": count,
        "clat_ns": clat,
        "lat_ns": {**spread, "stddev": 1000 * mean_us, "N": count},
    }
    words = {"rw": "randread", "bs": "4k", "iodepth": "4", "direct": "1"}
    words |= {"filename": "/dev/x", "ioengine": "libaio"}
    job = {"jobname": "a", "groupid": 0, "error": 0, "job options": words, "read": read}
    return json.dumps({"fio version": "fio-3.33", "timestamp": 1795588397, "jobs": [job]})


def test_a_comparison_of_files_without_distributions_has_their_means(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """Means of several Runs can be told, weighted by operations; percentiles cannot, and it says
    so."""
    for name, means in {"before": (200.0, 201.0, 199.0), "after": (400.0, 402.0, 398.0)}.items():
        (tmp_path / name).mkdir()
        for index, mean_us in enumerate(means):
            (tmp_path / name / f"r{index}.json").write_text(closed_loop(mean_us))
        plimsoll("import", name, "--as", name, "--store", "imp.db")
    said = plimsoll("compare", "imp.db#1", "imp.db#2", "--why").out
    rows = {line.split()[0]: line.split()[1:5] for line in said.splitlines() if line.split()}
    assert (rows["mean"], rows["p99"][:2]) == (["200", "µs", "400", "µs"], ["–", "–"])
    assert "p50, p99: a ratio from Run to Run, without values: the files" in said


def test_a_run_through_the_page_cache_says_that_it_may_have_answered(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """As slow as a disk is: that the cache answered all of it is not told, nor that it did not."""
    through = "opened through the operating system's cache"
    for name, text in {
        "direct": closed_loop(200.0),
        "cached": closed_loop(200.0).replace('"direct": "1"', '"direct": "0"'),
    }.items():
        (tmp_path / f"{name}.json").write_text(text)
        assert plimsoll("import", f"{name}.json", "--store", f"{name}.db").code == 0
        page = plimsoll("report", "summary", "--store", f"{name}.db", "--to", "md").out
        assert (through in page) == (name == "cached")
        assert "ended without a verdict" not in page


def test_a_folder_without_files_is_refused(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    ended = plimsoll("import", "empty", "--store", "imp.db", code=65)
    assert "there is no file in what was named" in ended.err


def test_the_answer_is_in_the_readers_language_and_the_document_is_not(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "results").mkdir()
    shutil.copy(RECORDED / "mixed-jsonplus.json", tmp_path / "results")
    (tmp_path / "results/packed.gz").write_bytes(b"\x1f\x8b\x08")
    said = plimsoll("--lang", "ja", "import", "results", "--store", "ja.db").out
    assert "1回の実行をja.dbのキャンペーン1に取り込みました(fio 1回)" in said
    assert "results/packed.gzはgzipで圧縮されています。" in said
    said = plimsoll("--lang", "tr", "import", "results", "--store", "tr.db").out
    assert "tr.db dosyasındaki 1 numaralı kampanyaya 1 koşu içe aktarıldı (fio: 1)" in said
    assert "results/packed.gz: gzip ile sıkıştırılmış" in said
    left = plimsoll("--lang", "ja", "import", "results", "--store", "i.db", "--json").document
    assert left["ignored"][0]["why"].startswith("results/packed.gz is packed with gzip: ")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "left out: cut.json, line 1: a JSON document begins here and does not end (read"),
        (
            "ja",
            "対象外: cut.jsonの1行目: ここから始まるJSON文書に終わりがありません(fio jsonとして",
        ),
        ("tr", "dışarıda bırakıldı: cut.json, satır 1: burada başlayan JSON belgesi bitmiyor (fio"),
    ],
)
def test_a_reason_is_in_the_readers_language_and_an_error_is_not(
    plimsoll: Plimsoll, tmp_path: Path, language: str, said: str
) -> None:
    text = (RECORDED / "mixed-jsonplus.json").read_text()
    (tmp_path / "cut.json").write_text(text[: len(text) // 2])
    ended = plimsoll("--lang", language, "import", "cut.json", "--store", "i.db")
    assert (ended.code, said in ended.out) == (65, True), ended.out
    with pytest.raises(InputError, match=r"cut\.json, line 1: a JSON document begins here and"):
        library_read(tmp_path / "cut.json")
