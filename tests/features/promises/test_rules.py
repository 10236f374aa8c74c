"""Kept, broken, inconclusive: the rules of decision 0015-promise-verdicts on Runs that say
what each rule is about."""

from typing import Any, get_args

import pytest

from plimsoll.features.promises.rules import answer
from plimsoll.features.promises.rules.claims import Claim
from plimsoll.features.promises.rules.document import Check, ClaimVerdict
from plimsoll.features.promises.rules.file import PromiseFile
from plimsoll.features.promises.rules.kinds import KINDS, KindName
from plimsoll.features.promises.rules.rules import JUDGE, next_load
from plimsoll.features.promises.rules.run_evidence import RunEvidence
from plimsoll.features.promises.rules.verdict_document import judge, overall_verdict
from plimsoll.native import record_reading
from plimsoll.search.document import read_find
from tests.report import answers
from tests.truth.promises import record


def claim(
    load: dict[str, Any] | None = None, workload: dict[str, Any] | None = None, **promise: Any
) -> Claim:
    table = {"direction": "at_least", "value": "20000 IOPS"} | promise
    table = {key: value for key, value in table.items() if value is not None}
    file = {
        "target": "stack:any.toml",
        "load": load or {"workers": 4, "queue_depth": 1},
        "promise": [table],
    }
    [made] = PromiseFile.model_validate(file | {"workload": workload or {}}).claims()
    return made


def run(
    rate: float, depth: int, *, busy: float | None = None, seconds: int = 60, **other: Any
) -> Any:
    made = record([rate] * seconds, depth) | other
    made["spec"] = made["spec"] | {"load": {"kind": "closed", "workers": depth, "queue_depth": 1}}
    for interval in made["intervals"]:
        interval["system_load"] = (
            None if busy is None else {"cpu": {"idle": 1 - busy, "iowait": 0.0}}
        )
    return made


def verdict_of(asked: Claim, *records: Any) -> ClaimVerdict:
    return judge(asked, [RunEvidence.of(one, asked) for one in records])


# S3's own figures: one, two and four processes.
ONE, TWO, FOUR = (5379.2, 1), (10312.0, 2), (20030.0, 4)


@pytest.mark.parametrize("direction", ["at_most", "equals"])
def test_four_processes_do_not_prove_a_cap_although_they_meet_its_number(direction: str) -> None:
    found = verdict_of(claim(direction=direction), run(*TWO), run(*FOUR))
    assert found.verdict == "inconclusive"
    assert "client-bound" in found.because
    assert found.would_decide is not None
    assert "more outstanding" in found.would_decide


@pytest.mark.parametrize("direction", ["at_most", "equals"])
def test_eight_processes_at_the_same_rate_and_twice_the_latency_prove_it(direction: str) -> None:
    found = verdict_of(claim(direction=direction), run(*FOUR), run(20000, 8))
    assert (found.verdict, found.flatness.verdict) == ("kept", "flat")


def test_one_process_that_is_bound_by_latency_breaks_no_promise() -> None:
    found = verdict_of(claim(), run(*ONE), run(*TWO))
    assert found.verdict == "inconclusive"
    assert "client-bound" in found.because


def test_a_rate_that_is_reached_keeps_at_least_whoever_limits_it() -> None:
    assert verdict_of(claim(), run(*FOUR)).verdict == "kept"
    assert verdict_of(claim(), run(*FOUR, busy=1.0)).verdict == "kept"


def test_a_cap_below_the_promise_breaks_it() -> None:
    assert verdict_of(claim(), run(15000, 4), run(15000, 8)).verdict == "broken"
    assert verdict_of(claim(direction="equals"), run(15000, 4), run(15000, 8)).verdict == "broken"
    assert verdict_of(claim(direction="at_most"), run(15000, 4), run(15000, 8)).verdict == "kept"


def test_a_rate_above_the_cap_breaks_it_with_one_run() -> None:
    assert verdict_of(claim(direction="at_most"), run(20300, 4)).verdict == "broken"
    assert verdict_of(claim(direction="equals"), run(20300, 4)).verdict == "broken"
    assert verdict_of(claim(direction="at_most", margin=2), run(20300, 4)).verdict == "inconclusive"


@pytest.mark.parametrize("direction", ["at_least", "at_most", "equals"])
def test_a_full_client_proves_neither_a_cap_nor_a_shortfall(direction: str) -> None:
    found = verdict_of(claim(direction=direction), run(15000, 4), run(15000, 8, busy=0.99))
    assert found.verdict == "inconclusive"
    assert "CPUs were saturated" in found.because


@pytest.mark.parametrize("direction", ["at_least", "at_most", "equals"])
@pytest.mark.parametrize("limit", ["client_cpu", "client_outstanding"])
def test_what_the_client_limits_is_no_evidence_against_the_storage(
    direction: str, limit: str
) -> None:
    top = run(15000, 8, limited_by={"value": limit})
    assert verdict_of(claim(direction=direction), run(15000, 4), top).verdict == "inconclusive"


@pytest.mark.parametrize(
    ("direction", "kept"), [("at_least", "broken"), ("at_most", "kept"), ("equals", "broken")]
)
def test_a_full_worker_proves_neither_unless_more_workers_gain_nothing_either(
    direction: str, kept: str
) -> None:
    def of(workers: int, depth: int) -> Any:
        # 60 µs an operation at 15,000/s are 0.9 of a processor for each worker.
        each = {"user": 20_000.0 * workers, "system": 40_000.0 * workers}
        made = run(15000, workers * depth, generator_cpu_ns_per_io=each)
        made["spec"]["load"] |= {"workers": workers, "queue_depth": depth}
        return made

    asked = claim(direction=direction)
    deeper = verdict_of(asked, of(1, 4), of(1, 8))
    assert deeper.verdict == "inconclusive"
    assert "each worker's CPU was saturated" in deeper.because
    assert verdict_of(asked, of(1, 4), of(2, 4)).verdict == kept


def test_outstanding_io_that_does_not_grow_is_told() -> None:
    # A client with a cap of its own: 16 were asked, 4 were outstanding.
    found = verdict_of(
        claim(direction="at_most"), run(15000, 4), run(15000, 16, outstanding_mean=4.0)
    )
    assert found.verdict == "inconclusive"
    assert "did not grow with the queue depth" in found.because


@pytest.mark.parametrize("direction", ["at_least", "at_most", "equals"])
def test_the_cache_decides_nothing(direction: str) -> None:
    # S3: 638,410 through the page cache.
    found = verdict_of(
        claim(direction=direction),
        run(638410, 4, outcome="cached", because="the page cache answered"),
    )
    assert found.verdict == "inconclusive"
    assert "cache" in found.because


@pytest.mark.parametrize("outcome", ["generator_limited", "not_steady", "failed"])
@pytest.mark.parametrize("rate", [1000.0, 30000.0])
def test_a_run_that_does_not_speak_about_the_target_decides_nothing(
    outcome: str, rate: float
) -> None:
    for direction in ("at_least", "at_most", "equals"):
        bad = run(rate, 4, outcome=outcome, because="so")
        assert verdict_of(claim(direction=direction), bad).verdict == "inconclusive"


@pytest.mark.parametrize("subject", ["throttle", "media", "system"])
def test_a_small_working_set_says_nothing_about_media_only(subject: str) -> None:
    found = verdict_of(claim(subject=subject, volume="2000 GB"), run(*FOUR))
    assert found.verdict == ("inconclusive" if subject == "media" else "kept")
    told = found.because if subject == "media" else " ".join(found.notes)
    assert "16 GiB of 1.819 TiB" in told


def test_half_of_the_volume_is_enough_for_media() -> None:
    assert verdict_of(claim(subject="media", volume="32g"), run(*FOUR)).verdict == "kept"
    assert verdict_of(claim(subject="media", volume="33g"), run(*FOUR)).verdict == "inconclusive"
    assert (
        verdict_of(claim(subject="media", volume="33g", media_share=40), run(*FOUR)).verdict
        == "kept"
    )


def test_a_rate_known_too_badly_is_inconclusive_and_says_how_long_would_do() -> None:
    noisy = record([19000.0, 21000.0, 20500.0, 19200.0] * 3, 4)
    noisy["spec"]["load"] |= {"workers": 4, "queue_depth": 1}
    found = verdict_of(claim(), noisy)
    assert found.verdict == "inconclusive"
    assert found.would_decide is not None
    assert "measure for about" in found.would_decide


def test_the_initial_burst_does_not_break_a_cap() -> None:
    # S3's 100 GB: 1,015.8 over the minute, 1.6 % above the promise.
    first = record([1951.0] + [1000.0] * 59, 4)
    first["spec"]["load"] |= {"workers": 4, "queue_depth": 1}
    asked = claim(direction="equals", value="10 IOPS/GB", volume="100 GB")
    found = verdict_of(asked, first, run(1000, 8))
    assert found.verdict == "kept"
    assert any("951 operations" in note for note in found.notes)


# -- objectives ------------------------------------------------------------------------------------


def levels(mean_ms: float, deviation: float = 0.0) -> ClaimVerdict:
    asked = claim(
        load={"workers": 1, "queue_depth": 50},
        direction=None,
        value=None,
        objective="mean",
        ideal="20ms",
        tolerable="100ms",
    )
    made = record([50 / mean_ms * 1e3 * (1 + deviation * (-1) ** (i // 6)) for i in range(60)], 50)
    return judge(asked, [RunEvidence.of(made, asked, level=level) for level in asked.levels])


@pytest.mark.parametrize(
    ("mean_ms", "verdict", "level"),
    [(7.5, "kept", "ideal"), (60.0, "kept", "tolerable"), (141.0, "broken", None)],
    ids=["ideal", "S4: 60 ms is kept, within tolerable", "beyond"],
)
def test_levels_of_a_saturating_benchmark(mean_ms: float, verdict: str, level: str | None) -> None:
    found = levels(mean_ms)
    assert (found.verdict, found.level) == (verdict, level)


def test_a_mean_on_both_sides_of_tolerable_is_inconclusive() -> None:
    assert levels(100.0, deviation=0.3).verdict == "inconclusive"


def test_a_mean_that_moved_during_the_run_says_so_where_it_decides_nothing() -> None:
    # S4 at 64k: its write buffer is full after 37 of 60 seconds, and 7.5 ms become 17.5 ms.
    asked = claim(
        load={"workers": 1, "queue_depth": 50},
        direction=None,
        value=None,
        objective="mean",
        ideal="20ms",
        tolerable="100ms",
    )
    rates = [50 / mean_ms * 1e3 for mean_ms in [7.5] * 37 + [17.5] * 23]
    made = record(rates, 50)
    found = judge(asked, [RunEvidence.of(made, asked, level=level) for level in asked.levels])
    assert (found.verdict, found.level) == ("kept", "tolerable")
    assert "the mean had not settled: 7.5 ms at first, 17.5 ms at the end" in found.because


def open_load_verdict(verdict: str, **other: Any) -> ClaimVerdict:
    asked = claim(load={"rate": "4000 IOPS"}, direction=None, value=None, objective="p99 <= 20ms")
    made = record([4000.0] * 60, 4) | {"offered_rate_per_s": 4000.0}
    made["spec"] = made["spec"] | {"load": {"kind": "open", "workers": 1, "max_outstanding": 512}}
    estimate = {"value": 0.002, "low": 0.001, "high": 0.004, "allowed": 0.01}
    made |= {
        "judgement": {
            "verdict": verdict,
            "reason": "so",
            "confidence": 0.95,
            "estimate": estimate,
            "objectives": [{"objective": "p99(response_time, all) <= 20ms", "estimate": estimate}],
        }
    } | other
    made = record_reading.run_record(made)
    return judge(asked, [RunEvidence.of(made, asked, level=asked.levels[0])])


def test_an_objective_follows_the_judgement_of_its_run() -> None:
    assert open_load_verdict("pass").verdict == "kept"
    assert open_load_verdict("fail").verdict == "broken"
    assert open_load_verdict("undecided").verdict == "inconclusive"


def test_a_rate_that_is_not_carried_breaks_an_objective_unless_our_own_cap_held_it() -> None:
    full = {"value": "target", "basis": "single", "confidence": 0.9}
    assert (
        open_load_verdict("fail", outcome="cannot_carry", because="behind", limited_by=full).verdict
        == "broken"
    )
    found = open_load_verdict(
        "fail", outcome="cannot_carry", because="behind", limited_by=full | {"value": "unknown"}
    )
    assert found.verdict == "inconclusive"
    assert "client-bound" in found.because


def test_a_late_generator_breaks_no_objective() -> None:
    found = open_load_verdict(
        "fail", outcome="generator_limited", because="late", limited_by={"value": "client_cpu"}
    )
    assert found.verdict == "inconclusive"


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (4000, 4200, "kept"),
        (3970, 4200, "kept"),
        (3500, 3800, "broken"),
        (3800, 4200, "inconclusive"),
        (None, None, "inconclusive"),
    ],
)
def test_a_load_line_that_was_found_decides_by_its_confirmed_ends(
    low: float | None, high: float | None, verdict: str
) -> None:
    asked = claim(value="4000 IOPS", objective="mean <= 20ms")
    found = answers.find(answers.line(low=low, high=high))
    assert judge(asked, [], read_find(found)).verdict == verdict
    if low:
        line = found["load_line"] | {"low_confirmed": False, "high_confirmed": False}
        assert judge(asked, [], read_find(found | {"load_line": line})).verdict == "inconclusive"


def test_a_line_below_which_the_objective_is_missed_keeps_no_promise() -> None:
    asked = claim(value="4000 IOPS", objective="mean <= 20ms")
    found = answers.find(answers.line(low=4200, high=4400))
    region = {"fails_at": 1500.0, "passes_at": 2500.0}
    judged = judge(asked, [], read_find(found | {"non_monotone": [region]}))
    assert judged.verdict == "inconclusive"
    assert "missed at 1,500" in judged.because
    # What lies above the line is no news.
    above = {"fails_at": 4500.0, "passes_at": 4600.0}
    assert judge(asked, [], read_find(found | {"non_monotone": [above]})).verdict == "kept"
    regimes = [
        {"approached_from": "below", "low": 5000.0, "high": None},
        {"approached_from": "above", "low": 4200.0, "high": 4400.0},
    ]
    judged = judge(asked, [], read_find(found | {"regimes": regimes}))
    assert judged.verdict == "kept"
    assert any("two regimes" in note for note in judged.notes)


# -- what comes next -------------------------------------------------------------------------------


def ladder(asked: Claim, rate_of: Any, **limits: Any) -> list[tuple[int, int]]:
    """The loads that are asked for, where so much outstanding I/O gets this rate."""
    seen: list[RunEvidence] = []
    loads = []
    while load := next_load(asked, seen, **limits):
        loads.append((load.workers, load.queue_depth))
        made = run(rate_of(load.workers * load.queue_depth), load.workers * load.queue_depth)
        made["spec"]["load"] |= {"workers": load.workers, "queue_depth": load.queue_depth}
        seen.append(RunEvidence.of(made, asked))
    return loads


def rate_at(outstanding: int) -> float:
    return min(20000.0, outstanding / 200e-6)


def test_the_stated_clients_are_enough_where_they_reach_the_rate() -> None:
    assert ladder(claim(), rate_at) == [(4, 1)]


def test_a_cap_is_asked_with_more_and_no_more_than_it_takes() -> None:
    assert ladder(claim(direction="equals"), rate_at) == [(4, 1), (8, 1)]


def test_more_is_asked_up_to_what_is_allowed() -> None:
    assert ladder(claim(direction="at_most"), lambda n: 100.0 * n) == [(4, 1), (8, 1), (16, 1)]
    few = claim({"workers": 4, "queue_depth": 1, "most_outstanding": 4}, direction="at_most")
    assert ladder(few, lambda n: 100.0 * n) == [(4, 1), (2, 1)]
    assert ladder(claim(direction="at_most"), lambda n: 100.0 * n, most_workers=4) == [
        (4, 1),
        (4, 2),
        (4, 4),
    ]


def bucket(cap: float, saved: float, per_slot: float) -> Any:
    """The rate at so much outstanding I/O of a target that saves up operations for a burst and has
    that many left, by 60 s Runs."""
    left = [saved]

    def rate_of(outstanding: int) -> float:
        free = outstanding * per_slot
        used = min(left[0], max(0.0, free - cap) * 60)
        left[0] -= used
        return free if used == max(0.0, free - cap) * 60 else cap

    return rate_of


@pytest.mark.parametrize("direction", ["at_most", "equals"])
def test_a_bucket_that_outlasts_a_run_breaks_no_cap(direction: Any) -> None:
    asked = claim(direction=direction)
    rate_of = bucket(20_000, 200_000, 5_500)
    seen: list[RunEvidence] = []
    loads = []
    while load := next_load(asked, seen):
        loads.append(tuple(load))
        made = run(rate_of(load.workers * load.queue_depth), load.workers, seconds=60 * load.times)
        made["spec"]["load"] |= {"workers": load.workers, "queue_depth": load.queue_depth}
        seen.append(RunEvidence.of(made, asked))
    # 22,000 at first; then the bucket is emptied, and the load asked again.
    assert loads == [(4, 1, 1), (16, 1, 2), (4, 1, 2)]
    found = judge(asked, seen)
    assert found.verdict == "kept", found.because
    assert len(found.runs) == 3
    assert any("22,000 IOPS" in note and "not counted" in note for note in found.notes)
    # Whoever asks for at least what the burst gave is not told that it is kept.
    least = judge(claim(value="22000 IOPS"), seen)
    assert least.verdict == "broken", least.because


def test_a_rate_that_fell_is_asked_again_and_what_it_settles_at_counts() -> None:
    asked = claim()
    fell = record([25_000.0] * 50 + [15_000.0] * 10, 4)
    fell["spec"] = run(1.0, 4)["spec"]
    seen = [RunEvidence.of(fell, asked)]
    assert judge(asked, seen).verdict == "inconclusive"
    assert next_load(asked, seen) == (4, 1, 2)
    seen.append(RunEvidence.of(run(15_000.0, 4, seconds=120), asked))
    again = judge(asked, seen)
    assert again.verdict != "kept"
    assert any("had not settled" in note for note in again.notes)
    seen[1] = RunEvidence.of(run(25_000.0, 4, seconds=120), asked)
    assert judge(asked, seen).verdict == "kept"


def test_what_stays_above_a_cap_breaks_it() -> None:
    asked = claim(direction="at_most")
    assert ladder(asked, lambda n: 5_500.0 * n) == [(4, 1), (16, 1), (16, 1)]
    assert verdict_of(asked, run(22000, 4), run(88000, 16), run(88000, 16)).verdict == "broken"


@pytest.mark.parametrize("rate", [15_000.0, 20_000.0, 30_000.0])
def test_how_long_it_was_shown_is_said_of_every_verdict(rate: float) -> None:
    for direction in ("at_least", "at_most", "equals"):
        found = verdict_of(claim(direction=direction), run(rate, 4))
        assert any(note.startswith("shown for") for note in found.notes), found


def test_nothing_more_is_asked_of_a_target_that_fails() -> None:
    asked = claim(direction="at_most")
    bad = RunEvidence.of(run(10.0, 4, outcome="failed", because="every operation failed"), asked)
    assert next_load(asked, [bad]) is None


def test_broken_outweighs_inconclusive_and_inconclusive_outweighs_kept() -> None:
    kept = verdict_of(claim(), run(*FOUR))
    broken = verdict_of(claim(direction="at_most"), run(30000, 4))
    unsure = verdict_of(claim(direction="at_most"), run(*FOUR))
    assert overall_verdict([kept, unsure, broken])[0] == "broken"
    assert overall_verdict([kept, unsure])[0] == "inconclusive"
    assert overall_verdict([kept, kept])[0] == "kept"


@pytest.mark.parametrize("outcome", ["cached", "failed"])
def test_one_run_of_the_cache_or_with_errors_leaves_the_others_undecided(outcome: str) -> None:
    good, bad = run(20030, 4), run(638410, 8, outcome=outcome, because="so")
    for direction in ("at_least", "at_most", "equals"):
        assert verdict_of(claim(direction=direction), good, bad).verdict == "inconclusive"


def test_every_kind_of_promise_is_judged_and_some_file_promises_it() -> None:
    offered: dict[str, Any] = {"rate": "4000 IOPS"}
    promised = (
        claim(),
        claim(value="500 MB/s"),
        claim(load=offered, direction=None, value=None, objective="p99 <= 20ms"),
        claim(load={"workers": 1}, value="4000 IOPS", objective="p99 <= 20ms"),
    )
    kinds = {one.kind for one in promised}
    assert kinds == set(JUDGE) == set(KINDS) == set(get_args(KindName))


@pytest.mark.parametrize(
    ("reason", "others", "held_up_by", "says", "not_"),
    [
        ("too_close", 0.02, None, "--measure-for 40s", "free this machine"),
        ("too_close", 0.6, "others", "Other programs used 60 % of the CPU: see", "would not help"),
        ("own_lag", 0.6, "own_lag", "other programs had 60 % of its", "--measure-for"),
        ("own_lag", 0.02, "own_lag", "more time would not help", "--measure-for"),
    ],
)
def test_the_advice_is_what_would_help(
    reason: str, others: float, held_up_by: str | None, says: str, not_: str
) -> None:
    """A Run that only this machine's lateness made miss stays so, however long it is."""
    asked = claim(load={"rate": "500 IOPS"}, direction=None, value=None, objective="p99 <= 20ms")
    made = record([500.0] * 20, 4) | {"offered_rate_per_s": 500.0, "measure_s": 20.0}
    made["spec"] = made["spec"] | {"load": {"kind": "open", "workers": 1}}
    estimate = {"value": 0.002, "low": 0.001, "high": 0.04, "allowed": 0.01}
    made["judgement"] = {
        "verdict": "undecided",
        "reason": reason,
        "confidence": 0.95,
        "estimate": estimate,
        "objectives": [{"objective": "p99(response_time, all) <= 20ms", "estimate": estimate}],
    }
    made["system_load"] = {
        "cpu": {"user": others, "system": 0.0, "steal": 0.0, "idle": 1 - others, "iowait": 0.0},
        "cpu_per_core": [0.5, 0.5],
        "process": {"user_ns": 0, "system_ns": 0},
    }
    seen = RunEvidence.of(made, asked, level=asked.levels[0])
    found = judge(asked, [seen])
    assert (found.verdict, found.runs[-1].held_up_by) == ("inconclusive", held_up_by)
    assert found.would_decide is not None
    check = Check.model_construct(verdict="inconclusive", evidence=[found])
    said = answer.sentence(check, "p99 <= 20ms")
    assert says in said
    assert not_.lower() not in said.lower()
    assert ("free this machine" in found.would_decide) == (held_up_by is not None)
