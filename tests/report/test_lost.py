"""What failed is seen: operations beside every answer, Points in the words that they deserve, and n
is what a figure rests on.

The stores are filled by the real command on the virtual clock. What is expected is read from them
by SQL and by another implementation of the histograms' encoding.
"""

import base64
import json
import shlex
import sqlite3
from pathlib import Path

import pytest
from hdrh.histogram import HdrHistogram

from plimsoll.report.describe import Facts, Figure, Page, Table
from plimsoll.report.evidence import point_outcomes, records, sample_counts
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.evidence.points import Repeat
from plimsoll.report.grid import page as grid_page
from plimsoll.store import Store
from tests import stores

from . import making
from .virtual import ROOT, plimsoll

LOSSY = """
[fault.bad]
read_errors = {share}
[device.array]
servers = 64
service = {{ distribution = "gamma", mean = "200us", cv = 0.3 }}
[volume.v]
size = "1g"
path = ["bad", "array"]
"""
CAMPAIGN = """
[campaign]
name = "lost"
virtual = true
warmup_for = "200ms"
measure_for = "1s"
{more}
{targets}
[workload]
block_size = "4k"
[load]
{load}
"""
ONE_RUN = tuple(
    shlex.split("--virtual --seed 1 --warmup-for 500ms --measure-for 1s --on-error count")
)


def stack(folder: Path, name: str, share: int) -> str:
    file = folder / f"{name}.toml"
    file.write_text(LOSSY.format(share=share))
    return f'[[target]]\nname = "{name}"\npath = "stack:{file}"\n'


def campaign(folder: Path, *targets: str, load: str, more: str = "") -> Path:
    file, store = folder / "campaign.toml", folder / "lost.db"
    file.write_text(CAMPAIGN.format(more=more, load=load, targets="".join(targets)))
    plimsoll(store, "campaign", "run", str(file))
    return store


@pytest.fixture(scope="module")
def lossy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lossy")
    return campaign(
        folder, stack(folder, "bad", 30), load="queue_depth = [1, 8]", more='on_error = "count"'
    )


@pytest.fixture(scope="module")
def mixed_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mixed")
    targets = stack(folder, "good", 0), stack(folder, "dead", 100)
    more = 'repeats = 2\nobjective = "p99 <= 100us"'
    return campaign(folder, *targets, load="rate = [3000, 4000, 5000]", more=more)


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("one")
    stack(folder, "bad", 3)
    store = folder / "one.db"
    return store, plimsoll(
        *(store, "run", "--target", f"stack:{folder / 'bad.toml'}", "--queue-depth", "8"),
        *(*ONE_RUN, "--why"),
    )


def query_store(store: Path, query: str) -> list[tuple[int, ...]]:
    opened = sqlite3.connect(store)
    try:
        return opened.execute(query).fetchall()
    finally:
        opened.close()


def error_share(store: Path) -> str:
    """How many of the operations failed, by the records of the store."""
    (found,) = query_store(
        store,
        "SELECT sum(json_extract(record, '$.all.errors')), sum(json_extract(record, '$.all.count'))"
        " FROM run WHERE outcome = 'ok'",
    )
    assert found[0] > 0
    return f"{found[0]:,} of {found[1]:,}"


def sizes(store: Path) -> dict[str, int]:
    """The size of each distribution of the only Run, by the other implementation."""
    rows = query_store(store, "SELECT kind || '.' || metric, v2 FROM histogram")
    return {
        str(name): HdrHistogram.decode(base64.b64encode(bytes(v2))).get_total_count()  # type: ignore[arg-type]
        for name, v2 in rows
    }


def page(store: Path, report: str) -> Page:
    with Store.open(store) as opened:
        return making.page(opened, 1, report=report)


def figure(described: Page, name: str) -> Figure:
    return next(one for one in described.figures if one.name == name)


@pytest.mark.parametrize("report", ["summary", "grid"])
def test_points_that_ended_ok_with_failed_operations_say_so_in_sentence_and_figure(
    lossy: Path, report: str
) -> None:
    described, expected = page(lossy, report), error_share(lossy)
    assert f"All 2 Points ended ok; {expected} operations failed (" in described.answer
    assert figure(described, "Operations failed").value == expected
    if report == "summary":
        assert f"{expected} operations failed" in described.verdict


@pytest.mark.long
def test_the_tables_have_errors_where_there_are_any(lossy: Path, mixed_store: Path) -> None:
    each = query_store(lossy, "SELECT json_extract(record, '$.all.errors') FROM run")
    for report in ("grid", "runs"):
        table = next(
            one for one in reversed(page(lossy, report).sections) if isinstance(one, Table)
        )
        place = [column.label for column in table.columns].index("Errors")
        assert sorted(row[place].partition(" ")[0] for row in table.rows) == sorted(
            f"{n:,}" for (n,) in each
        )
    clean = next(one for one in page(mixed_store, "runs").sections if isinstance(one, Table))
    assert "Errors" not in [column.label for column in clean.columns]


@pytest.mark.parametrize("report", ["summary", "load-line", "point"])
def test_a_run_that_lost_operations_is_not_only_ok(one: tuple[Path, str], report: str) -> None:
    described, expected = page(one[0], report), error_share(one[0])
    assert f"{expected} operations failed" in described.answer
    assert figure(described, "Operations failed").value == expected
    if report == "summary":
        assert described.verdict.startswith(
            f"complete, no objective was set; {expected} operations failed"
        )


def test_the_n_beside_a_figure_is_the_size_of_its_distribution(one: tuple[Path, str]) -> None:
    known = sizes(one[0])
    n = known["read.response_time"]
    errors = query_store(one[0], "SELECT json_extract(record, '$.all.errors') FROM run")[0][0]
    assert (
        figure(page(one[0], "summary"), "p99 response time").basis
        == f"n = {n:,}, plus {errors:,} errors"
    )
    table = next(
        s
        for s in page(one[0], "point").sections
        if isinstance(s, Table) and s.title == "Every metric"
    )
    told = {(row[0], row[1].replace(" ", "_")): row[2] for row in table.rows}
    assert told == {
        (kind, name.partition(".")[2]): f"{size:,}"
        for name, size in known.items()
        for kind in ("all", "read")
    }


def test_the_terminal_tells_the_same_n_and_both_numbers_of_errors(one: tuple[Path, str]) -> None:
    store, printed = one
    n = sizes(store)["read.response_time"]
    rows = [line for line in printed.splitlines() if line.lstrip().startswith("read ")]
    assert rows
    assert f"{n:,}" in rows[0]
    (every,) = query_store(store, "SELECT json_extract(record, '$.errors_by_errno.EIO') FROM run")[
        0
    ]
    told = " ".join(printed.split())
    assert f"errors: {error_share(store)} operations in Measure" in told
    assert f"in the whole Run, Warmup and Drain included: EIO {every:,}" in told


def test_the_report_of_a_run_labels_both_numbers_of_errors(one: tuple[Path, str]) -> None:
    facts = next(
        s for s in page(one[0], "point").sections if isinstance(s, Facts) and s.title == "Result"
    )
    items = dict(facts.items)
    record = json.loads(str(query_store(one[0], "SELECT record FROM run")[0][0]))
    every, measured = record["errors_by_errno"]["EIO"], record["all"]["errors"]
    assert every > measured, "the warm-up loses some too"
    assert items["Operations in Measure"].startswith(
        f"{record['all']['count']:,}, of them {measured:,} errors"
    )
    assert items["Errors"].endswith(f"in the whole Run, Warmup and Drain included: EIO {every:,}")


@pytest.mark.long
def test_a_search_that_finds_no_line_says_that_failed_operations_are_misses(tmp_path: Path) -> None:
    stack(tmp_path, "bad", 30)
    store = tmp_path / "find.db"
    plimsoll(
        store,
        "find",
        "--target",
        f"stack:{tmp_path / 'bad.toml'}",
        *shlex.split("--virtual --objective 'p99 <= 10ms' --on-error count --seed 1"),
    )
    described = page(store, "summary")
    assert described.answer.startswith("No load line")
    assert "operations failed" in described.answer
    assert "each counts as a miss" in described.answer
    assert not any(one.startswith("Limited by") for one in described.because), (
        "no rate was carried that a limit ended"
    )
    (every,) = query_store(store, "SELECT sum(json_extract(record, '$.all.errors')) FROM run")
    assert figure(described, "Operations failed").value.startswith(f"{every[0]:,} of ")


def test_an_operation_that_never_finished_is_in_the_tail_and_has_no_lag() -> None:
    figures = {"count": 100, "errors": 7, "unfinished": 3}
    assert records.sample_size(figures) == records.sample_size(figures, "slot_wait") == 93
    assert records.sample_size(figures, "own_lag") == 90
    assert records.sample_size(figures, "completion_latency") is None, (
        "nobody knows how many of the three were submitted"
    )
    assert sample_counts.text(figures, "submission_latency") == "–"


def test_what_failed_is_not_told_as_still_to_come(mixed_store: Path) -> None:
    described = page(mixed_store, "grid")
    assert "dead: no answer (6 failed)" in described.answer
    assert "yet" not in described.answer
    with Store.open(mixed_store) as store:
        line = making.page(store, 1, report="load-line")
        runs = {run.id for run in store.runs(1)}
    assert any(
        one == "6 of 12 Points of campaign 1 have no answer: 6 failed." for one in line.because
    )
    told = {
        run for section in line.sections if isinstance(section, Table) for run in section.runs or ()
    }
    assert told >= runs, "a Run that failed stands in a table too"
    # The sweep was judged by an objective, so its line is read: here every rate missed it.
    assert line.answer.startswith(
        "No load line for 4 KiB random, all reads, with p99 response time <= 100 µs, only a bound:"
        " it lies below 3,000"
    )


def test_the_summary_and_the_grid_count_the_same_questions(mixed_store: Path) -> None:
    one, other = (
        figure(page(mixed_store, report), "Objective met") for report in ("summary", "grid")
    )
    assert one == other
    assert one.value.endswith("of 6 questions")
    assert "3 failed" in one.basis
    assert f"{one.value} met the objective" in page(mixed_store, "summary").verdict


def test_a_campaign_whose_points_all_failed_has_no_grid_and_says_why(tmp_path: Path) -> None:
    store = campaign(tmp_path, stack(tmp_path, "dead", 100), load="queue_depth = [1, 2]")
    with Store.open(store) as opened:
        assert grid_page.fits(gather(opened, 1)) == "its Points have no answer (2 failed)"


def test_what_is_still_to_come_is_told_apart_from_what_ended() -> None:
    every = [
        Repeat(1, None),
        Repeat(1, None, "failed"),
        Repeat(1, None, "under way"),
        *[Repeat(1, None, "not asked yet")] * 3,
    ]
    told = point_outcomes.of("Points", every)
    assert (
        told.sentence
        == "1 of 6 Points ended ok so far; 1 did not: 1 failed; 3 not run yet, 1 under way."
    )
    assert (
        point_outcomes.of("Points", every[1:]).no_answer
        == "no answer yet (1 failed, 3 not run yet, 1 under way)"
    )
    assert point_outcomes.of("Points", every[2:]).no_answer == "no answer yet"


def test_many_loads_that_stop_at_once_are_counted_in_good_grammar(tmp_path: Path) -> None:
    with Store.open(tmp_path / "flat.db") as store:
        loads = {"queue_depth": 8, "workers": 1}, {"queue_depth": 16, "workers": 1}
        number = stores.grid(store, loads=loads).measure_all().number
        assert (
            "in 12 series: 12 at most 8 outstanding."
            in making.page(store, number, report="scaling").answer
        )


def test_a_search_of_a_target_that_is_only_too_slow_does_not_say_that_it_stopped(
    tmp_path: Path,
) -> None:
    # The reference Run outlasts the burst credits: 8,000 of its operations are left waiting.
    target = f"stack:{ROOT / 'examples' / 'stacks' / 'cloud-pd.toml'}"
    told = plimsoll(tmp_path / "s.db", "find", "--virtual", "--target", target)
    assert "never finished" in told
    assert "No load line: no default objective fits this target." in told
    assert "Set an objective" in told
    assert "stopped answering" not in told


TOO_MUCH = """
[fault.f]
FAULT
[device.d]
service = "200us"
[volume.v]
size = "1g"
path = ["f", "d"]
"""


@pytest.mark.parametrize(
    ("fault", "stopped"),
    [
        # The device answers 5,000 a second to the end: what is unfinished waits behind the others.
        ('stall_at = "1s"\nstall_for = "4s"', False),
        ('outage_at = "9s"\noutage_for = "1h"\noutage = "hang"', True),
    ],
)
def test_operations_left_waiting_by_too_high_a_load_are_no_target_that_stopped(
    tmp_path: Path, fault: str, stopped: bool
) -> None:
    stack = tmp_path / "stack.toml"
    stack.write_text(TOO_MUCH.replace("FAULT", fault))
    load = ("--rate", "1000") if stopped else ("--rate", "10000", "--max-outstanding", "30000")
    length = ("--measure-for", "10s", "--warmup-for", "0s", "--seed", "1")
    told = plimsoll(
        tmp_path / "s.db", "run", "--virtual", "--target", f"stack:{stack}", *load, *length
    )
    assert "never finished" in told
    assert ("an outage of" in told, "See when it stopped" in told) == (True, stopped)
    assert ("Offer less" in told) is not stopped
