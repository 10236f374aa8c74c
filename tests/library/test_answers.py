"""An answer of the library is the answer of the command: the same document for the same question
and seed; and what it says of itself is what stands there."""

import json
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import plimsoll as lib
from plimsoll.library.results import Result
from tests.conftest import Plimsoll
from tests.schemas import keeps
from tests.words import argv

ROOT = Path(__file__).resolve().parents[2]
MM1 = f"stack:{ROOT}/examples/stacks/mm1.toml"
CAP = f"stack:{ROOT}/examples/stacks/iops-cap.toml"
ARRAY = ROOT / "examples/stacks/s2-fc-array.toml"
TIER = ROOT / "examples/promises/s3-four-processes.toml"
RESULTS = ROOT / "tests/fixtures/results/others"
UNLIKE = ("real_s", "store", "campaign")
"""Keys of a document that tell of the process, not of the question."""


def plain(document: Any) -> Any:
    """A document as JSON has it, without what tells of the process."""
    document = json.loads(json.dumps(document))
    return {key: value for key, value in document.items() if key not in UNLIKE}


@pytest.mark.long
def test_a_run_is_the_run_of_the_command(plimsoll: Plimsoll) -> None:
    ended = plimsoll(
        *("run", "--target", MM1, "--virtual", "--block-size", "8k", "--read", "70"),
        *("--rate", "50%", "--objective", "p99 <= 5ms", "--measure-for", "5s", "--json"),
    )
    run = lib.run(
        MM1,
        virtual=True,
        block_size="8k",
        read="70%",
        rate="50%",
        objective="p99 <= 5ms",
        measure_for="5s",
    )
    assert plain(run.document) == plain(ended.document)
    assert run.exit_code == ended.code == 0
    assert run.offered_iops == run.document["offered_rate_per_s"]
    assert run.p99_seconds == pytest.approx(
        run.document["all"]["response_time_ns"]["p99"] / 1e9, rel=1e-12
    )
    assert run.outcome == "ok"
    assert str(run).startswith("Met: ")


@pytest.mark.long
def test_who_limits_is_found_by_the_same_runs(plimsoll: Plimsoll) -> None:
    words = ("--queue-depth", "1", "--measure-for", "2s", "--who-limits", "--json")
    ended = plimsoll("run", "--target", MM1, "--virtual", *words)
    run = lib.run(MM1, virtual=True, queue_depth=1, measure_for="2s", who_limits=True)
    assert plain(run.document) == plain(ended.document)


@pytest.mark.long
def test_a_simulation_is_that_of_the_command(plimsoll: Plimsoll) -> None:
    ended = plimsoll(
        "simulate", ARRAY, "--measure-for", "200ms", "--set", "client.vm.count=2", "--json"
    )
    simulated = lib.simulate(ARRAY, measure_for="200ms", parameters={"client.vm.count": 2})
    assert plain(simulated.document) == plain(ended.document)
    assert [one["name"] for one in simulated.elements]


class Steps(lib.Listener):
    """What a listener hears of a search."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def search_begins(self, expected_s: object, store: object) -> None:
        self.steps.append("begins")

    def search_step(self, step: object) -> None:
        self.steps.append(str(step))

    def search_ends(self) -> None:
        self.steps.append("ends")


@pytest.mark.long
def test_a_line_is_the_line_of_the_command_and_a_listener_hears_its_steps(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    store, heard = tmp_path / "line.db", Steps()
    # At a constant rate it takes the fewest operations to decide.
    asked = argv("--virtual --objective 'p50 <= 1ms' --arrivals constant --seed 3")
    ended = plimsoll("find", "--target", CAP, *asked, "--no-store", "--json")
    line = lib.find(
        CAP,
        virtual=True,
        objective="p50 <= 1ms",
        arrivals="constant",
        seed=3,
        store=store,
        listener=heard,
    )
    assert (heard.steps[0], heard.steps[-1]) == ("begins", "ends")
    assert any(step.startswith("hold low") for step in heard.steps)
    assert plain(line.document) == plain(ended.document)
    assert line.exit_code == ended.code == 0
    known = ended.document["load_line"]
    assert (line.plan_iops, line.low_iops, line.high_iops, line.grade) == (
        known["plan_per_s"],
        known["low"],
        known["high"],
        "confirmed",
    )
    assert line.low_iops is not None
    assert line.high_iops is not None
    assert line.low_iops <= 3000 <= line.high_iops, "what the policy lets through"
    with lib.open(store) as opened:
        [campaign] = opened
        assert campaign.kind == "find"
        assert plain(campaign.load_line.document) == plain(line.document)
        assert campaign.document["value"]["amount"] == line.plan_iops
    # What it says in a line is what the report says first.
    told = plimsoll("report", "--store", store, "--to", "json").document["answer"]
    assert str(line) == f"{told['grade']}: {told['headline']}"


@pytest.mark.long
def test_a_verdict_is_that_of_the_command(plimsoll: Plimsoll) -> None:
    words = ("--rate", "3000", "--objective", "p99 <= 5ms", "--measure-for", "2s", "--no-store")
    ended = plimsoll("check", "--target", MM1, "--virtual", *words, "--json")
    kept = lib.check(target=MM1, virtual=True, rate=3000, objective="p99 <= 5ms", measure_for="2s")
    assert plain(kept.document) == plain(ended.document)
    assert (kept.exit_code, kept.is_kept) == (ended.code, ended.code == 0)
    keeps(dict(kept.document), json.loads(plimsoll("schema", "check", "verdict").out))


@pytest.mark.long
def test_a_promise_file_and_its_stored_runs_give_verdicts(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    store = tmp_path / "s3.db"
    ended = plimsoll("check", TIER, "--no-store", "--json")
    checked = lib.check(TIER, store=store)
    # The file names its stack from its own folder, wherever the caller stands.
    assert plain(checked.document) == plain(ended.document)
    assert checked.verdict == "inconclusive"
    assert checked.exit_code == ended.code == 2
    again = lib.check(TIER, store=store, campaign=checked.campaign)
    assert again.verdict == checked.verdict
    assert again.document["measured"] is False


def test_a_comparison_is_that_of_the_command(plimsoll: Plimsoll, tmp_path: Path) -> None:
    stores = {"200us": tmp_path / "before.db", "150us": tmp_path / "after.db"}
    for seed in (1, 2, 3):
        for mean, store in stores.items():
            lib.run(
                MM1,
                virtual=True,
                parameters={"disk.service.mean": mean},
                rate=3000,
                measure_for="3s",
                seed=seed,
                store=store,
            )
    names = [f"{store}#all" for store in stores.values()]
    ended = plimsoll("compare", *names, "--json")
    comparison = lib.compare(*names)
    assert plain(comparison.document) == plain(ended.document)
    assert comparison.verdict == "better"
    assert comparison.exit_code == ended.code == 0
    assert str(comparison) == "Better in 1 of 1 questions."
    with lib.open(stores["200us"]) as before, lib.open(stores["150us"]) as after:
        pair = lib.compare(before.campaign(1), after.campaign(1))
    assert (pair.verdict, pair.exit_code) == ("not enough data", 2)


def test_results_of_others_are_those_that_the_command_imports(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    file = RESULTS / "diskspd-linux.txt"
    ended = plimsoll("import", file, "--store", tmp_path / "a.db", "--json")
    read = lib.read(file)
    assert read.import_document is not None
    assert plain(read.import_document) == plain(ended.document)
    [run] = read.runs
    assert run.achieved_iops == pytest.approx(15725, rel=1e-4)
    assert run.p99_seconds is None, "diskspd tells completion latency"
    assert run.latency_seconds("mean", metric="completion_latency") == pytest.approx(
        509e-6, rel=0.01
    )
    stored = lib.read(tmp_path / "a.db")
    assert [one.achieved_iops for one in stored.runs] == [run.achieved_iops]
    assert lib.read(f"{tmp_path / 'a.db'}#1").number == 1


@pytest.mark.long
def test_lines_of_stored_runs_are_those_of_find_from(plimsoll: Plimsoll, tmp_path: Path) -> None:
    store = tmp_path / "sweep.db"
    for rate in (1000, 2000, 3000, 4000, 4500):
        lib.run(MM1, virtual=True, rate=rate, measure_for="20s", store=store)
    ended = plimsoll("find", "--from", store, "--objective", "p99 <= 5ms", "--json")
    with lib.open(store) as opened:
        [line] = opened.load_lines(objective="p99 <= 5ms")
    assert plain(line.document) == plain(ended.document)
    assert line.exit_code == ended.code


@pytest.mark.long
def test_a_few_slow_operations_are_drawn_too(tmp_path: Path) -> None:
    """Too few for a p99, and slower than the axis of a chart begins without one."""
    run = lib.run(
        MM1,
        virtual=True,
        parameters={"disk.service.mean": "20ms"},
        rate=20,
        warmup_for="0s",
        measure_for="1s",
    )
    assert run.p99_seconds is None
    assert run.mean_seconds is not None
    assert run.mean_seconds > 0.005
    assert run.save(tmp_path / "slow.html") == [tmp_path / "slow.html"]
    assert "<svg" in run._repr_html_()


def test_a_store_shows_one_moment(tmp_path: Path) -> None:
    store = tmp_path / "moment.db"
    lib.run("null:", rate=100, warmup_for="0s", measure_for="200ms", store=store)
    with lib.open(store) as opened:
        assert [one.number for one in opened] == [1]
        run = lib.run("null:", rate=100, warmup_for="0s", measure_for="200ms", store=store)
        assert (run.campaign, run.number) == (2, 2)
        assert [one.number for one in opened] == [1]
        with pytest.raises(lib.UsageError):
            opened.campaign(2)
        first = opened.campaign()
    # Let go of, it is read again when it is asked for more.
    assert [one.role for one in first.runs] == ["run"]
    with lib.open(store) as again:
        assert again.campaign().number == 2


def test_a_stop_ends_it_and_what_is_known_is_in_the_error(tmp_path: Path) -> None:
    stop = lib.Stop()
    begun = threading.Event()

    class Progress(lib.Listener):
        def run_progress(self, now: object) -> None:
            begun.set()

    def end() -> None:
        begun.wait(60)
        stop.request()

    threading.Thread(target=end, daemon=True).start()
    with pytest.raises(lib.Interruption) as interrupted:
        lib.run("null:", rate=100, measure_for="10m", stop=stop, listener=Progress())
    assert interrupted.value.exit_code == 130
    so_far = interrupted.value.result
    assert isinstance(so_far, lib.RunResult)
    assert so_far.outcome == "stopped"


@pytest.mark.parametrize(
    ("badge", "headline", "line"),
    [
        (
            "No answer: this machine was disturbed",
            "No answer: this machine was too disturbed to measure from.",
            "No answer: this machine was too disturbed to measure from.",
        ),
        ("Confirmed", "Plan with 3,994 IOPS.", "Confirmed: Plan with 3,994 IOPS."),
    ],
)
def test_an_answer_in_a_line_gives_its_verdict_once(badge: str, headline: str, line: str) -> None:
    first = SimpleNamespace(badge=SimpleNamespace(words=badge), headline=headline)
    answer: Any = SimpleNamespace(_first=lambda: (first, None, ""))
    assert Result.__str__(answer) == line
