"""Which law rates follow: found with its numbers, refuted by a datum that is named, tied with what
would separate it."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from plimsoll.features.limits import first
from plimsoll.features.limits.rules import document, words
from plimsoll.features.limits.rules.finding import (
    LimitFinding,
    ModelFit,
    Observation,
    Reason,
    VolumeLimit,
)
from plimsoll.features.limits.rules.judging import Silent, find_limits, rate_per_s
from tests.schemas import keeps

K, MIB = 1 << 10, 1 << 20
S0 = {4 * K: 3000.0, 8 * K: 3000.0, 16 * K: 3000.0, 64 * K: 3000.0, 128 * K: 2000.0, MIB: 250.0}
"""Report S0 with a controller of 250 MiB/s."""


def run(
    block: int,
    rate: float,
    depth: int = 256,
    read: float = 100.0,
    volume: str = "v",
    size: int = 64 << 30,
) -> Observation:
    """A closed loop at a cap: N = X · R."""
    return Observation(volume, block, read, depth, rate, depth / rate * 1e9, 60.0, size)


def observations_of(rates: dict[int, float], read: float = 100.0) -> list[Observation]:
    """One observation for each size at each of two depths."""
    return [run(block, rate, depth, read) for block, rate in rates.items() for depth in (128, 256)]


def law(sizes: tuple[int, ...], rate: Callable[[int], float]) -> dict[int, float]:
    return {size: rate(size) for size in sizes}


def only(finding: LimitFinding) -> VolumeLimit:
    [volume] = finding.volumes
    return volume


def find_model(
    models: tuple[ModelFit, ...], name: str, unit: int | None = None, scope: str | None = None
) -> ModelFit:
    [found] = [
        model
        for model in models
        if model.name == name
        and (unit is None or model.parameter("unit_bytes").value == unit)
        and (scope is None or model.scope == scope)
    ]
    return found


def kinds(reasons: tuple[Reason, ...]) -> list[str]:
    return [one.kind for one in reasons]


@pytest.mark.parametrize(
    ("workers", "busy", "full", "verdict", "why"),
    [
        ((1, 1), 0.97, 0.5, "inconclusive", ("client_workers", 0.97)),
        ((1, 2), 0.97, 0.5, "found", ("cap", 0.0)),
        ((1, 2), 0.5, 0.99, "inconclusive", ("client_machine", 0.99)),
        ((1, 1), 0.02, 0.99, "found", ("cap", 0.0)),
        ((1, 1), None, None, "found", ("cap", 0.0)),
    ],
)
def test_a_flat_rate_of_a_full_client_proves_no_cap(
    workers: tuple[int, int],
    busy: float | None,
    full: float | None,
    verdict: str,
    why: tuple[str, float],
) -> None:
    runs = [
        replace(one, workers=each, worker_busy=busy, machine_full=full)
        for one, each in zip(observations_of({4 * K: 800_000.0}), workers, strict=True)
    ]
    found = find_limits(runs)
    assert found.verdict == verdict
    [volume] = found.volumes
    [shown] = volume.cells[0].reasons
    assert (shown.kind, shown.figures["busy"]) == why
    assert ("undecided" in kinds(volume.reasons)) == (verdict == "inconclusive")


def test_runs_that_say_nothing_about_the_target_are_told() -> None:
    silent = [Silent("cached", "in memory"), Silent("not_steady", "it wandered")]
    nothing, two, one = find_limits([], [*silent, silent[0]]).reasons
    assert nothing.kind == "nothing_to_judge"
    assert two.figures == {"runs": 2, "outcome": "cached", "told": "in memory"}
    assert one.figures == {"runs": 1, "outcome": "not_steady", "told": "it wandered"}
    assert kinds(find_limits(observations_of(S0), silent[1:]).reasons) == ["left_out"]
    stopped = replace(
        run(4 * K, 1000.0), interval_s=1.0, interval_rates_per_s=(1000.0,) * 10 + (0.0,) * 10
    )
    _, silent_one = find_limits([stopped]).reasons
    assert (silent_one.kind, silent_one.figures["outcome"]) == ("left_out", "stopped_answering")


def test_s0_is_two_caps_and_its_authors_explanation_is_refuted_by_its_own_64k_row() -> None:
    volume = only(find_limits(observations_of(S0)))
    assert (volume.verdict, volume.found.name) == ("found", "both")
    for name, truth in (("ops_per_s", 3000), ("bytes_per_s", 250 * MIB)):
        parameter = volume.found.parameter(name)
        assert parameter.value == pytest.approx(truth, rel=0.001)
        assert parameter.low < truth < parameter.high
    # IOPS x 32 KB = 93.75 MB/s, by the byte or by begun units.
    for name in ("linear", "ceil"):
        author = find_model(volume.refuted, name, 32 * K)
        assert (author.datum.block_bytes, author.datum.measured_per_s) == (
            64 * K,
            pytest.approx(3000),
        )
        assert author.datum.predicted_per_s == pytest.approx(1500)
        allows, anchor = author.reasons
        assert (allows.kind, allows.figures) == (
            "allows_less",
            {
                "block_bytes": 64 * K,
                "read_percent": 100.0,
                "measured_per_s": author.datum.measured_per_s,
                "predicted_per_s": author.datum.predicted_per_s,
            },
        )
        assert (anchor.kind, anchor.figures["block_bytes"]) == ("cap_set_by", 4 * K)
    assert volume.tied == ()
    assert kinds(volume.reasons) == ["capped", "held_everywhere", "burst_not_excluded"]
    assert kinds(volume.found.reasons) == ["within_errors"]


def test_sizes_that_cannot_tell_leave_laws_tied_with_the_size_that_would() -> None:
    volume = only(find_limits(observations_of({4 * K: 3000.0, 8 * K: 3000.0, 16 * K: 3000.0})))
    assert volume.found.name == "flat"
    begun = find_model(volume.tied, "ceil", 32 * K)
    assert begun.separator.block_bytes == MIB
    assert begun.separator.factor == pytest.approx(32, rel=0.01)
    # Nothing says where a cap of bytes would begin, only where it does not: above 16k x 3000/s.
    through = find_model(volume.tied, "both").parameter("bytes_per_s")
    assert through.value is None
    assert through.high is None
    assert through.low == pytest.approx(16 * K * 3000, rel=0.05)
    [why] = begun.reasons
    assert (why.kind, why.figures["block_bytes"]) == ("differs_elsewhere", MIB)
    assert why.figures["found_per_s"] == pytest.approx(3000)
    assert why.figures["factor"] == begun.separator.factor
    assert kinds(volume.reasons)[-1] == "would_decide"
    assert volume.reasons[-1].figures["of"] == len(volume.tied)


def test_begun_units_and_units_by_the_byte_part_where_a_size_is_no_multiple() -> None:
    by_begun = law(
        (4 * K, 32 * K, 64 * K, 128 * K), lambda size: 3000 / max(1, -(-size // (32 * K)))
    )
    volume = only(find_limits(observations_of(by_begun)))
    both = [volume.found, *volume.tied]
    assert {"linear", "ceil"} <= {model.name for model in both if model is not None}
    [separator] = [model.separator for model in volume.tied if model.name in ("linear", "ceil")]
    assert separator.block_bytes is not None
    assert separator.block_bytes % (32 * K) != 0
    told = only(find_limits(observations_of(by_begun | {40 * K: 1500.0})))
    assert told.found.name == "ceil"
    assert find_model(told.refuted, "linear", 32 * K).datum is not None


@pytest.mark.long
def test_one_budget_and_two_are_told_apart_by_a_mix_and_by_nothing_else() -> None:
    pure = observations_of({4 * K: 3000.0, 64 * K: 3000.0}) + observations_of(
        {4 * K: 3000.0, 64 * K: 3000.0}, read=0
    )
    volume = only(find_limits(pure))
    assert volume.found.scope == "together"
    separator = find_model(volume.tied, "flat", scope="apart").separator
    assert (separator.read_percent, separator.factor) == (50, pytest.approx(2))
    told = only(find_limits(pure + observations_of({4 * K: 6000.0}, read=50)))
    assert (told.found.name, told.found.scope) == ("flat", "apart")
    refuted = find_model(told.refuted, "flat", scope="together")
    assert refuted.datum.read_percent == 50


def test_a_write_that_takes_two_shares_of_one_budget_is_found() -> None:
    rates = {100.0: 3000.0, 0.0: 1500.0, 50.0: 2000.0}
    volume = only(
        find_limits(
            [
                one
                for read, rate in rates.items()
                for one in observations_of({4 * K: rate, 64 * K: rate}, read)
            ]
        )
    )
    assert (volume.found.name, volume.found.scope) == ("flat", "weighted")
    cost = volume.found.parameter("write_cost")
    assert cost.value == pytest.approx(2, rel=0.01)


def test_reads_by_number_and_writes_by_bytes_from_one_budget_are_found_with_their_ranges() -> None:
    def rate(size: int, read: float) -> float:
        return 1 / (read / 100 / 20_000 + (1 - read / 100) * size / (80 * MIB))

    def runs_of(reads: tuple[float, ...]) -> list[Observation]:
        sizes = (4 * K, 16 * K, 64 * K, 256 * K)
        return [
            one
            for read in reads
            for one in observations_of({size: rate(size, read) for size in sizes}, read)
        ]

    volume = only(find_limits(runs_of((100, 0, 50))))
    assert (volume.found.name, volume.found.scope) == ("flat_and_bytes", "priced")
    for name, truth in (("read_ops_per_s", 20_000), ("write_bytes_per_s", 80 * MIB)):
        parameter = volume.found.parameter(name)
        assert parameter.value == pytest.approx(truth, rel=0.001)
        assert parameter.low < truth < parameter.high
    assert rate_per_s(volume.found, 64 * K, 50) == pytest.approx(rate(64 * K, 50), rel=0.001)
    assert words.law(volume.found) == (
        "one budget for both; reads alone: a cap of 20,000 IOPS at any block size;"
        " writes alone: a cap of 80 MiB/s"
    )
    # Without a mix two budgets do as well, and a mix is what would decide.
    pure = only(find_limits(runs_of((100, 0))))
    named = {(model.name, model.scope) for model in (pure.found, *pure.tied)}
    assert {("flat_and_bytes", "priced"), ("both", "apart")} <= named
    [decides] = [one for one in pure.reasons if one.kind == "would_decide"]
    assert decides.figures["read_percent"] == 50


@pytest.mark.parametrize(
    ("seconds", "headline"),
    [
        (
            lambda size, read: read / 20_000 + (1 - read) * size / (80 * MIB),
            "Capped at 20,000 IOPS of reads or 80 MiB/s of writes.",
        ),
        # A write counts as four reads, and no block reaches 8,000 IOPS: 4 KiB do 7,143.
        (
            lambda size, read: (read + 4 * (1 - read)) * (1 / 8000 + size / (256 * MIB)),
            "Capped at less than 8,000 IOPS of reads or less than 256 MiB/s of reads.",
        ),
    ],
)
def test_the_headline_says_of_which_operations_a_cap_is_and_that_none_reach_it(
    seconds: Callable[[int, float], float], headline: str
) -> None:
    sizes = (4 * K, 16 * K, 64 * K, 256 * K, MIB)
    runs = [
        one
        for read in (100, 0, 50)
        for one in observations_of({size: 1 / seconds(size, read / 100) for size in sizes}, read)
    ]
    summary = first.of_finding(find_limits(runs))
    assert summary.headline == headline
    # The law of io.cost contains both, and predicts the same at every block and mix.
    assert summary.todo == ""


def test_rates_that_no_law_explains_are_told_as_that() -> None:
    volume = only(
        find_limits(
            observations_of(
                {4 * K: 3000.0, 8 * K: 1000.0, 16 * K: 3000.0, 64 * K: 900.0, MIB: 890.0}
            )
        )
    )
    assert volume.found is None
    assert volume.tied == ()
    assert kinds(volume.reasons) == ["no_law_fits", "held_everywhere", "burst_not_excluded"]
    assert volume.verdict == "found"


def test_a_rate_that_still_rises_is_no_limit_and_bounds_one_from_below() -> None:
    rising = [run(4 * K, 5000, 8), run(4 * K, 9900, 16)]
    absent = find_limits(rising)
    assert absent.verdict == "absent"
    why, burst = only(absent).reasons
    assert (burst.kind, burst.figures["seconds"]) == ("burst_not_excluded", 60.0)
    assert (why.kind, why.figures["rate_per_s"]) == ("still_rises_everywhere", pytest.approx(9900))
    # 16k is at 3000 with more outstanding, 4k still rises: a law may let 4k do more, not less.
    volume = only(find_limits([*rising, run(16 * K, 3000, 64), run(16 * K, 3000, 128)]))
    assert volume.verdict == "found"
    assert [cell.lower_bound for cell in volume.cells] == [True, False]
    [proven] = [one for one in volume.reasons if one.kind == "held_at"]
    assert proven.figures["block_bytes"] == 16 * K
    assert find_model(volume.refuted, "flat").datum is not None
    assert volume.found is not None
    assert rate_per_s(volume.found, 4 * K) == pytest.approx(12_000, rel=0.001)


def test_what_was_measured_at_one_depth_proves_nothing() -> None:
    finding = find_limits([run(block, rate) for block, rate in S0.items()])
    assert finding.verdict == "inconclusive"
    assert kinds(only(finding).reasons)[:2] == ["fits", "not_proven"]
    assert find_limits([]).verdict == "inconclusive"


@pytest.mark.long
@pytest.mark.parametrize("noise", [0.01, 0.03])
def test_noise_between_runs_does_not_refute_the_law_that_is_true(noise: float) -> None:
    refuted = 0
    for seed in range(20):
        stream = np.random.default_rng(seed)
        noisy = [
            replace(one, rate_per_s=rate, completion_latency_mean_ns=one.outstanding / rate * 1e9)
            for one in observations_of(S0)
            for rate in [one.rate_per_s * float(np.exp(noise * stream.standard_normal()))]
        ]
        volume = only(find_limits(noisy))
        refuted += any(model.name == "both" for model in volume.refuted)
        find_model(volume.refuted, "linear", 32 * K)
    # Of a hundred true laws one may be refuted: two of twenty by chance once in sixty.
    assert refuted <= 1


@pytest.mark.long
def test_caps_of_several_volumes_give_a_slope_a_floor_and_a_ceiling() -> None:
    truth = {100: 300.0, 20: 100.0, 25: 100.0, 1000: 3000.0, 6000: 16_000.0, 8000: 16_000.0}
    seen = [
        run(block, rate, depth, volume=f"{size} GB", size=size * 10**9)
        for size, rate in truth.items()
        for block in (4 * K, 8 * K, 16 * K, 64 * K)
        for depth in (128, 256)
    ]
    finding = find_limits(seen)
    [found] = [one for one in finding.size_laws if one.subject == "ops_per_s"]
    assert found.found.name == "per_gb_floor_ceiling"
    values = {one.name: one.value for one in found.found.parameters}
    assert values == {
        "per_gb": pytest.approx(3),
        "floor": pytest.approx(100),
        "ceiling": pytest.approx(16_000),
    }
    # What allows less than a volume did in a minute is right where that was a burst.
    assert {"constant", "per_gb", "per_gb_ceiling"} <= {one.name for one in found.not_excluded}
    assert "per_gb_floor" in {model.name for model in found.refuted}
    assert all(model.datum is not None for model in (*found.refuted, *found.not_excluded))
    assert all(one.datum.measured_per_s < one.datum.predicted_per_s for one in found.refuted)
    two = find_limits([one for one in seen if one.volume in ("100 GB", "1000 GB")])
    [law_of_two] = two.size_laws
    assert law_of_two.found.name == "per_gb"
    floor = find_model(law_of_two.tied, "per_gb_floor").separator
    assert floor.volume_bytes < 100 * 10**9


def test_a_law_is_not_refuted_by_a_rate_that_may_be_a_burst() -> None:
    """gp2: 3 IOPS per GiB, and 3,000 for the first 2,000 s of a volume of 100 GiB. Twenty seconds
    see 3,000 and 3,072: that is no proof against the truth, and the headline says so."""
    truth = {100: 3000.0, 1024: 3072.0}
    seen = [
        replace(run(block, rate, depth, volume=f"{size} GiB", size=size << 30), seconds=20.0)
        for size, rate in truth.items()
        for block in (4 * K, 16 * K)
        for depth in (128, 256)
    ]
    finding = find_limits(seen)
    [law] = [one for one in finding.size_laws if one.subject == "ops_per_s"]
    assert "per_gb" not in {one.name for one in law.refuted}
    open_ = find_model(law.not_excluded, "per_gb")
    [why] = open_.reasons
    assert (why.kind, why.figures["volume"]) == ("fits_if_burst", "100 GiB")
    said = words.finding(finding)
    assert "held for 20 s at each size" in said
    assert "bursts longer than 20 s would not show" in said
    assert "not excluded: 2.794 IOPS per GB" in said


def test_what_stayed_after_a_burst_refutes() -> None:
    """The same once its credits ran out within each Run: 300 stays, and that is no burst."""
    seen = [
        replace(
            run(block, 1200.0, depth, volume=f"{size} GiB", size=size << 30),
            interval_s=1.0,
            interval_rates_per_s=(*(3000.0,) * 20, *(stays,) * 40),
            interval_latencies_ns=(*(depth / 3000 * 1e9,) * 20, *(depth / stays * 1e9,) * 40),
        )
        for size, stays in ((100, 300.0), (400, 900.0))
        for block in (4 * K, 16 * K)
        for depth in (128, 256)
    ]
    finding = find_limits(seen)
    assert all(volume.saw_burst_end for volume in finding.volumes)
    assert [volume.held_s for volume in finding.volumes] == [40.0, 40.0]
    [law] = [one for one in finding.size_laws if one.subject == "ops_per_s"]
    assert "per_gb" in {one.name for one in law.refuted}
    assert law.not_excluded == ()
    assert "the sustained rate after a burst" in words.finding(finding)


def test_volumes_of_one_size_say_nothing_about_size() -> None:
    seen = [run(4 * K, 3000, depth, volume=name) for name in "ab" for depth in (128, 256)]
    assert find_limits(seen).size_laws == ()


@pytest.mark.long
def test_the_document_of_a_finding_is_what_its_schema_says() -> None:
    import jsonschema_rs

    for seen in (observations_of(S0), [], [run(4 * K, 5000, 8), run(4 * K, 9900, 16)]):
        made = document.of(find_limits(seen))
        keeps(made, document.schema())
        with pytest.raises(jsonschema_rs.ValidationError):
            keeps(made | {"verdict": "perhaps"}, document.schema())
        for volume in made["volumes"]:
            broken = made | {"volumes": [volume | {"colour": "blue"}]}
            with pytest.raises(jsonschema_rs.ValidationError):
                keeps(broken, document.schema())


def test_a_size_that_was_measured_is_never_named_as_the_one_that_would_tell() -> None:
    """Reads of 1 MiB were measured, too shallow to prove a cap: what would tell lies elsewhere."""
    small = observations_of({4 * K: 3000.0, 8 * K: 3000.0, 16 * K: 3000.0})
    before = only(find_limits(small))
    assert {model.separator.block_bytes for model in before.tied if model.separator} >= {MIB}
    volume = only(find_limits([*small, run(MIB, 48.0, 1)]))
    asked = {cell.block_bytes for cell in volume.cells}
    assert MIB in asked
    separators = [model.separator for model in volume.tied if model.separator is not None]
    assert separators
    assert all(one.block_bytes not in asked for one in separators)
    decides = [one.figures["block_bytes"] for one in volume.reasons if one.kind == "would_decide"]
    assert decides
    assert MIB not in decides
