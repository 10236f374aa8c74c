"""`run`, `find`, `prepare` and `report` through the installed command: documents, stores and exit
codes."""

import re
import shlex
from pathlib import Path

import pytest

from plimsoll.cli.schema import own
from plimsoll.native import record_reading
from plimsoll.store import Store
from tests import stack_texts
from tests.conftest import Plimsoll
from tests.schemas import keeps

STACKS = Path(__file__).resolve().parents[2] / "examples" / "stacks"
LATE = stack_texts.disk("50us") + '[client]\nstall_every = "20ms"\nstall_for = "1ms"\n'
BRIEF = ("--measure-for", "200ms", "--warmup-for", "0s")
VIRTUAL = ("run", "--target", f"stack:{STACKS / 'iops-cap.toml'}", "--virtual")


def test_the_document_of_a_run_follows_its_schema(plimsoll: Plimsoll) -> None:
    schema = plimsoll("schema", "run").document
    for arguments in [("run", "--target", "null:", *BRIEF), (*VIRTUAL, "--rate", "100", *BRIEF)]:
        ended = plimsoll(*arguments, "--json")
        # Data goes to standard output, progress to standard error.
        assert (ended.code in (0, 2), ended.err) == (True, "")
        keeps(ended.document, schema)
        loud = plimsoll(*arguments)
        assert not [line for line in loud.out.splitlines() if line.startswith("measuring")]


def test_reading_a_file_that_we_did_not_make_needs_no_confirmation_and_changes_nothing(
    plimsoll: Plimsoll, disk: Path, data: Path
) -> None:
    content = data.read_bytes()
    ended = plimsoll("run", "--target", data, "--queue-depth", "4", *BRIEF, "--json")
    assert ended.code in (0, 2), ended.err
    assert ended.document["read"]["count"] > 0
    assert ended.document["write"]["count"] == 0
    assert data.parent == disk
    assert data.read_bytes() == content


def test_a_prepared_file_may_be_written_without_more_ado(plimsoll: Plimsoll, disk: Path) -> None:
    made = plimsoll("prepare", "test.dat", "--size", "8m", "--json", code=0)
    assert made.document["outcome"] == "ok"
    assert made.document["bytes_written"] == (disk / "test.dat").stat().st_size == 8 << 20
    ended = plimsoll("run", "--target", "test.dat", "--read", "50", *BRIEF, "--json")
    assert ended.code in (0, 2), ended.err
    assert ended.document["write"]["count"] > 0


def test_the_same_seed_gives_the_same_virtual_run(plimsoll: Plimsoll) -> None:
    def figures_of_seed(seed: str) -> dict[str, object]:
        record = plimsoll(
            *VIRTUAL, "--rate", "500", "--measure-for", "2s", "--seed", seed, "--json"
        ).document
        return {
            key: record[key]
            for key in ("all", "intervals", "achieved_rate_per_s", "outcome", "spec")
        }

    assert figures_of_seed("7") == figures_of_seed("7")
    assert figures_of_seed("7") != figures_of_seed("8")


def test_a_run_can_be_kept_and_reported(plimsoll: Plimsoll, tmp_path: Path) -> None:
    printed = plimsoll(*VIRTUAL, "--rate", "500", "--store", "kept.db", "--json").document
    with Store.open(tmp_path / "kept.db", create=False, read_only=True) as store:
        [campaign] = store.campaigns()
        [run] = store.runs(campaign.id)
        assert store.record(run.id) == record_reading.run_record(printed)
        assert store.histograms(run.id)
    listed = plimsoll("report", "--store", "kept.db", "--list", "--json").document
    assert [(row["kind"], row["state"], row["runs"]) for row in listed["campaigns"]] == [
        ("run", "finished", 1)
    ]
    assert plimsoll("report", "--store", "kept.db").code == 0
    assert (tmp_path / "report.html").read_text().startswith("<!DOCTYPE html>")
    # Our own report may be replaced.
    assert plimsoll("report", "--store", "kept.db").code == 0
    [row] = plimsoll("report", "--store", "kept.db", "--to", "json").document["runs"]
    assert row["achieved_rate_per_s"] == printed["achieved_rate_per_s"]


FIND = shlex.split(f"--target stack:{STACKS / 'iops-cap.toml'} --virtual --arrivals constant")


def test_find_on_the_virtual_clock_prints_the_contract(plimsoll: Plimsoll, tmp_path: Path) -> None:
    found = plimsoll("find", *FIND, "--objective", "p99 <= 20ms", "--json", code=0).document
    assert {"load_line", "regimes", "maximum", "knee", "probes", "test_seconds"} <= set(found)
    assert {"rate_per_s", "low", "high", "confidence", "horizon", "objective", "reason"} <= set(
        found["load_line"]
    )
    assert found["load_line"]["low"] <= found["load_line"]["high"]
    with Store.open(tmp_path / "plimsoll.db", create=False, read_only=True) as store:
        [campaign] = store.campaigns()
        assert (campaign.kind, campaign.state) == ("find", "finished")
        assert {probe["run_id"] for probe in found["probes"]} == {
            run.id for run in store.runs(campaign.id)
        }


@pytest.mark.long
def test_a_list_makes_a_family_and_every_line_of_it_is_kept(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    # The slower the target, the more seconds a search simulates.
    text = (STACKS / "iops-cap.toml").read_text().replace("= 3000 ", "= 30000 ")
    (tmp_path / "cap.toml").write_text(text)
    both = ("--objective", "mean <= 1ms", "--objective", "p99 <= 5ms")
    target = shlex.split("--target stack:cap.toml --virtual --arrivals constant")
    ended = plimsoll("find", *target, "--read", "100,50", *both, "--beside-grid", "--json", code=0)
    found = ended.document
    assert (found["schema"], found["over"]) == ("plimsoll.find_family/1", "read")
    assert (
        found["objective"] == "mean(response_time, all) <= 1ms and p99(response_time, all) <= 5ms"
    )
    assert [line["workload"] for line in found["lines"]] == [{"read": 100.0}, {"read": 50.0}]
    assert [line["expected_share_of_maximum"] is None for line in found["lines"]] == [True, False]
    keeps(found, own("find"))
    for line in found["lines"]:
        ends = line["find"]["load_line"]
        assert ends["low"] <= 30_000 <= ends["high"]
        assert ends["low_confirmed"]
        assert ends["high_confirmed"]
        # The cap lies between two rates of a grid of twelve.
        assert all(
            30_000 * 0.9 <= grid["rate_per_s"] <= 30_000 * 1.1
            for grid in line["grids"]
            if grid["rate_per_s"]
        )
        assert len(line["grids"]) == 2
        assert {one["objective"] for one in line["find"]["probes"][-1]["estimates"]} == set(
            found["objective"].split(" and ")
        )
    with Store.open(tmp_path / "plimsoll.db", create=False, read_only=True) as store:
        kept = [(row.id, row.kind, row.state) for row in store.campaigns()]
        assert sorted(kind for _, kind, _ in kept) == ["find"] * 2 + ["grid"] * 4
        assert {state for _, _, state in kept} == {"finished"}
        assert {line["campaign"] for line in found["lines"]} <= {number for number, _, _ in kept}
    # In words, and as a report.
    number = str(found["lines"][1]["campaign"])
    plimsoll("report", "--campaign", number, "--to", "md", code=0)


@pytest.mark.long
def test_a_horizon_is_asked_for_and_told_and_nothing_is_kept_where_told_so(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    # Nobody asked, it would be 100 s: 300,000 operations.
    asked = ("--horizon", "3m", "--objective", "p99 <= 5ms", "--no-store", "--json")
    found = plimsoll("find", *FIND, *asked).document
    assert found["load_line"]["horizon"]["seconds"] >= 180
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("find", "--read", "100,x"), "'x' is not a number"),
        (("find", "--read", "70,200"), "--read 70,200"),
        (("find", "--read", "70,nan"), "--read 70,nan"),
        (("find", "--read", "100,70,70"), "given twice"),
        (("find", "--read", "100,70", "--block-size", "4k,8k"), "can't both be lists"),
        (("run", "--read", "100,70"), "Only find takes several"),
        (("run", "--read", "most"), "--read most is not a number"),
        (("find", "--objective", "errors <= 1%"), "--on-error count"),
        (("find", "--objective", "max <= 5ms"), "needs a period"),
        (("find", "--objective", "p99 <= 1ms", "--objective", "p99 <= 1000us"), "twice"),
        (("run", "--rate", "100", "--objective", "max over 60s <= 5ms"), "shorter than one period"),
        (("find", "--horizon", "10"), "no unit"),
    ],
)
def test_what_makes_no_family_and_no_objective_is_refused(
    plimsoll: Plimsoll, arguments: tuple[str, ...], words: str
) -> None:
    target = f"stack:{STACKS / 'iops-cap.toml'}"
    ended = plimsoll(arguments[0], "--target", target, "--virtual", *arguments[1:], code=64)
    assert words in ended.err
    assert "--read" not in arguments or "maximum" not in ended.err, "nothing was searched before"


def test_errors_of_measure_and_of_the_whole_run_are_told_apart(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    lossy = stack_texts.disk("2ms", servers=64, before="[fault.bad]\nread_errors = 30")
    (tmp_path / "lossy.toml").write_text(lossy)
    how = "--virtual --on-error count --rate 1000 --seed 1 --warmup-for 2s --measure-for 4s"
    asked = ("run", "--target", "stack:lossy.toml", *shlex.split(how))
    record = plimsoll(*asked, "--json").document
    inside, whole = record["all"]["errors"], record["errors_by_errno"]["EIO"]
    assert 0 < inside < whole
    printed = plimsoll(*asked, "--why").out
    asked_for = record["all"]["count"]
    measured = f"{inside:,} of {asked_for:,} operations in Measure, which have no response time"
    said = f"errors: {measured}; in the whole Run, Warmup and Drain included: EIO {whole:,}"
    assert said in printed.splitlines()


def test_spans_in_sentences_are_written_alike_on_the_screen_and_in_the_document(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "late.toml").write_text(LATE)
    asked = shlex.split("run --target stack:late.toml --virtual --rate 1000 --measure-for 20s")
    printed = plimsoll(*asked, "--why", code=0)
    [outcome] = [line for line in printed.out.splitlines() if line.startswith("ok: ")]
    assert re.search(r"late \(p99 of own lag [\d.]+ ms\)", outcome), outcome
    assert not re.search(r"\d us\b", printed.out)
    assert re.search(r"p99 of own lag [\d.]+ ms", plimsoll(*asked, "--json").document["because"])
