"""`plimsoll compare` and `plimsoll curve` end to end, on stacks whose differences follow from
arithmetic."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from plimsoll import campaign
from plimsoll.cli.schema import own
from plimsoll.judge.variant import Run
from plimsoll.native.session import Session
from plimsoll.store import Store
from tests.conftest import Plimsoll
from tests.schemas import keeps
from tests.stack_texts import disk
from tests.stores import search

RATES = (1_500.0, 3_000.0)
CLIENT = '[client]\ncpu_per_io = "10us"\n'


def stack(folder: Path, service_us: int, size: str = "16g") -> Path:
    path = folder / f"disk-{service_us}-{size}.toml"
    path.write_text(disk(f"{service_us}us", spread="exponential", size=size))
    return path


def measure(
    store: Path,
    stack: Path,
    loads: list[dict[str, Any]],
    seeds: list[int],
    *,
    seconds: float = 4.0,
    **session: Any,
) -> None:
    """Runs kept as `plimsoll run --store` keeps them, each in a campaign of its own."""

    request: Any = {
        "target": f"stack:{stack}",
        "virtual": True,
        "workload": {"block_size": "4k"},
        **session,
    }
    for seed in seeds:
        for load in loads:
            probe: Any = {
                "workers": 1,
                **load,
                "measure_for": f"{seconds}s",
                "seed": seed,
                "stop_when_decided": False,
            }
            with Store.open(store) as opened, Session.open(request) as session:
                keeper = campaign.begin(
                    opened,
                    "run",
                    request,
                    objective=None,
                    strategy="run",
                    seed=seed,
                    asked={"probe": probe},
                )
                session.keeper = keeper
                session.run(probe, role="run")
                keeper.end({"info": session.info})


def loads_at(*rates: float) -> list[dict[str, Any]]:
    return [{"rate": rate} for rate in rates]


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """a: 200 us; b: 150 us; same: 200 us under other seeds; each five repeats at two rates."""
    folder = tmp_path_factory.mktemp("stores")
    for name, service, first in (("a", 200, 1), ("b", 150, 11), ("same", 200, 21)):
        measure(
            folder / f"{name}.db",
            stack(folder, service),
            loads_at(*RATES),
            [first + i for i in range(5)],
        )
    return folder


def test_the_faster_stack_is_better_by_what_the_formula_says(
    plimsoll: Plimsoll, stores: Path
) -> None:
    ended = plimsoll(
        "compare", f"{stores}/a.db#all", f"{stores}/b.db#all", "--figure", "mean", "--json"
    )
    assert (ended.code, ended.err) == (0, "")
    document = ended.document
    keeps(document, own("compare"))
    assert [question["verdicts"][0]["verdict"] for question in document["questions"]] == [
        "better",
        "better",
    ]
    for question, rate in zip(document["questions"], RATES, strict=True):
        mean = next(figure for figure in question["figures"] if figure["name"] == "mean")[
            "findings"
        ][0]
        # M/M/1: 1 / (μ' − x) over 1 / (μ − x).
        true = (1e6 / 200 - rate) / (1e6 / 150 - rate)
        assert mean["low"] * 0.99 < true < mean["high"] * 1.01
        assert mean["repeats"] == [5, 5]


def test_people_read_the_verdict_and_what_it_rests_on(plimsoll: Plimsoll, stores: Path) -> None:
    out = plimsoll(
        "compare", f"{stores}/a.db#all", f"{stores}/b.db#all", f"{stores}/same.db#all", "--why"
    ).out
    assert re.search(
        r"^B's p99 response time is [\d.]+ % \([\d.]+ to [\d.]+\) shorter than A's$",
        out,
        re.MULTILINE,
    )
    # The same stack under other seeds is neither better nor worse.
    assert "C is the same as A within 5 %" in out or "C against A: not enough data" in out
    assert "C is better" not in out
    assert "C is worse" not in out
    assert "between-Run noise of p99" in out
    assert f"A = {stores}/a.db#all: stack:" in out


def test_the_answer_says_that_nothing_of_it_was_measured_in_the_readers_language(
    plimsoll: Plimsoll, stores: Path
) -> None:
    both = (f"{stores}/a.db#all", f"{stores}/b.db#all")
    assert "✓ Better · Simulated" in plimsoll("compare", *both).out.splitlines()
    turkish = plimsoll("--lang", "tr", "compare", *both).out
    assert "✓ Daha iyi · Benzetim" in turkish.splitlines()
    assert "< 0,0001" in turkish


def test_single_runs_are_not_enough_data_and_say_what_would_be(
    plimsoll: Plimsoll, stores: Path
) -> None:
    ended = plimsoll("compare", f"{stores}/a.db", f"{stores}/b.db", "--why", code=2)
    assert "Repeat each at least twice, in turn (A B B A)" in ended.out


def test_what_single_runs_achieved_stands_side_by_side_with_its_unit(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    # One operation at a time, of 200 and of 400 us on average: 5,000 and 2,500 IOPS.
    for service, seed in ((200, 1), (400, 2)):
        load = [{"queue_depth": 1}]
        measure(tmp_path / "both.db", stack(tmp_path, service), load, [seed], seconds=1)
    seen = r"A ([45],\d{3}) IOPS, B (2,\d{3}) IOPS, -[45]\d"
    assert re.search(seen, plimsoll("compare", "both.db#1", "both.db#2", "--why").out)
    page = plimsoll(
        *("report", "compare", "--store", "both.db", "--campaign", "1", "--campaign", "2"),
        *("--to", "md"),
    ).out
    row = next(line for line in page.splitlines() if line.startswith("- Seen: "))
    assert re.search(r"achieved rate .* [45],\d{3} IOPS, .* 2,\d{3} IOPS, -[45]\d", row)


@pytest.mark.long
def test_single_runs_on_the_virtual_clock_are_told_apart_where_nothing_else_differs(
    plimsoll: Plimsoll, stores: Path, tmp_path: Path
) -> None:
    # 400 and 500 us on average; and the same disk under another seed.
    for name, service, seed in (("a", 200, 1), ("b", 222, 2), ("again", 200, 3)):
        stack_file = stack(tmp_path, service)
        load = [{"rate": 2_500, "interval": "1s"}]
        measure(tmp_path / f"{name}.db", stack_file, load, [seed], seconds=20)
    told = plimsoll("compare", "a.db", "b.db", "again.db", "--figure", "mean", "--json")
    verdicts = [one["verdict"] for one in told.document["questions"][0]["verdicts"]]
    assert verdicts[0] == "worse"
    assert verdicts[1] in ("same", "not enough data")
    [mean] = [one for one in told.document["questions"][0]["figures"] if one["name"] == "mean"]
    finding = mean["findings"][0]
    assert finding["design"] == "intervals"
    # M/M/1: 1 / (μ' − x) over 1 / (μ − x).
    assert finding["low"] < (5_000 - 2_500) / (1e6 / 222 - 2_500) < finding["high"]


@pytest.mark.long
def test_limits_and_sweeps_are_compared_too(plimsoll: Plimsoll, tmp_path: Path) -> None:
    for name, cap in (("a", 3_000), ("b", 2_400)):
        limited = disk("1ms", servers=64, before=f"[limit.cap]\nops_per_s = {cap}")
        (tmp_path / f"{name}.toml").write_text(limited)
        target = ("--target", f"stack:{name}.toml", "--virtual", "--store", f"{name}.db")
        asked = ("--block-size", "4k,16k", "--measure-for", "2s")
        assert plimsoll("limits", *target, *asked).code == 0
    told = plimsoll("compare", "a.db", "b.db", "--json", code=0)
    [question] = told.document["questions"]
    assert question["words"] == "limits"
    assert [one["name"] for one in question["figures"]] == ["cap", "4 KiB reads", "16 KiB reads"]
    assert question["verdicts"][0]["verdict"] == "worse"
    for figure in question["figures"]:
        finding = figure["findings"][0]
        assert finding["low"] < 0.8 < finding["high"]

    for name, service in (("slow", 222), ("fast", 200)):
        loads = [{"rate": rate, "objective": "p99 <= 5ms"} for rate in (3_000, 3_500, 4_000, 4_400)]
        measure(tmp_path / f"{name}.db", stack(tmp_path, service), loads, [11], seconds=20)
    told = plimsoll("compare", "slow.db#all", "fast.db#all", "--json").document
    [line] = [one for one in told["questions"] if one["kind"] == "search"]
    assert line["main"] == "load line"
    values = line["figures"][0]["values"]
    # 1 / service less ln(100) / 5 ms.
    for value, service in zip(values, (222, 200), strict=True):
        assert abs(value / (1e6 / service - 921) - 1) < 0.08
    assert line["verdicts"][0]["verdict"] in ("better", "not enough data")


def test_copies_of_a_virtual_run_are_not_repeats(
    plimsoll: Plimsoll, stores: Path, tmp_path: Path
) -> None:
    measure(
        tmp_path / "copies.db",
        stores / "disk-150-16g.toml",
        loads_at(3_000),
        [7, 7, 7],
        seconds=2.0,
    )
    measure(
        tmp_path / "first.db", stores / "disk-200-16g.toml", loads_at(3_000), [1, 2, 3], seconds=2.0
    )
    ended = plimsoll("compare", "first.db#all", "copies.db#all", "--json", code=2)
    assert ended.document["variants"][1]["runs"] == 1
    left_out = ended.document["variants"][1]["left_out"]
    assert [(one["kind"], one["run"], one["as_run"]) for one in left_out] == [
        ("same_seed", 2, 1),
        ("same_seed", 3, 1),
    ]
    keeps(ended.document, own("compare"))


def test_other_questions_are_refused_with_what_differs_unless_told(
    plimsoll: Plimsoll, stores: Path, tmp_path: Path
) -> None:
    measure(
        tmp_path / "small.db", stack(tmp_path, 150, "8g"), loads_at(3_000), [1, 2, 3], seconds=2.0
    )
    refused = plimsoll("compare", f"{stores}/a.db#all", "small.db#all", code=65)
    assert "no comparable results: working set 16 GiB against 8 GiB" in refused.err
    assert "--across" in refused.err
    assert (
        plimsoll("compare", f"{stores}/a.db#all", "small.db#all", "--across", "--margin", "50").code
        == 0
    )


def test_what_only_one_was_asked_is_named(plimsoll: Plimsoll, stores: Path, tmp_path: Path) -> None:
    measure(
        tmp_path / "more.db",
        stores / "disk-150-16g.toml",
        loads_at(3_000, 4_000),
        [1, 2],
        seconds=2.0,
    )
    out = plimsoll("compare", f"{stores}/a.db#all", "more.db#all").out
    assert (
        "not compared: 4 KiB random, all reads, 4,000 IOPS offered (poisson): only in more.db#all"
        in out
    )


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["a.db"], 64, "one variant cannot be compared"),
        (["a.db", "a.db"], 64, "named twice"),
        (["a.db#1-3", "a.db#3-5"], 64, "both hold Run 3"),
        (["a.db#all", "b.db#0x"], 64, "'0x' in"),
        (["a.db#all", "b.db#3:"], 64, "ends before the name"),
        (["a.db#all", "b.db#99"], 64, "holds no campaign 99"),
        (["a.db#all", "b.db#1:fast"], 65, "has no configuration 'fast'"),
        (["a.db#all", "gone.db"], 66, "there is no store"),
        (["a.db#all", "b.db#all", "--margin", "0"], 64, "--margin"),
        (["a.db#all", "b.db#all", "--chart", "x.pdf"], 64, ".svg or .png"),
        (["a.db#all", "b.db#all", "--chart", "there.svg"], 73, "left as it is"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_line(
    plimsoll: Plimsoll, stores: Path, tmp_path: Path, words: list[str], code: int, said: str
) -> None:
    for name in ("a.db", "b.db"):
        (tmp_path / name).write_bytes((stores / name).read_bytes())
    (tmp_path / "there.svg").write_text("mine")
    ended = plimsoll("compare", *words, code=code)
    assert said in ended.err
    assert len(ended.err.strip().splitlines()) == 1
    assert (tmp_path / "there.svg").read_text() == "mine"


@pytest.mark.long
def test_the_picture_shows_each_variant_by_name_and_shape(
    plimsoll: Plimsoll, stores: Path, tmp_path: Path
) -> None:
    ended = plimsoll("compare", f"{stores}/a.db#all", f"{stores}/b.db#all", "--chart", "curves.svg")
    assert "curves." in ended.err
    text = (tmp_path / "curves.svg").read_text()
    root = ElementTree.fromstring(text)
    words = "".join(root.itertext())
    assert f"A = {stores}/a.db#all" in words
    assert f"B = {stores}/b.db#all" in words
    # Drawn alone, nothing is left to a page: no names of colours, no fonts of its surroundings.
    assert "var(" not in text
    assert "inherit" not in text
    # What a title or a caption needs lies inside of the picture.
    height = float(root.attrib["height"])
    assert all(float(node.attrib["y"]) < height for node in root if node.tag.endswith("text"))


@pytest.mark.long
def test_a_curve_finds_the_asymptote_and_marks_what_it_extrapolates(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    rates = [500.0, 1_500, 2_500, 3_500, 4_000, 4_400]
    measure(tmp_path / "sweep.db", stack(tmp_path, 200), loads_at(*rates), [1], seconds=40.0)
    ended = plimsoll(
        "curve", "--store", "sweep.db", "--campaign", "all", "--at", "3k,4.7k,6k", "--json", code=0
    )
    keeps(ended.document, own("curve"))
    [curve] = ended.document["curves"]
    assert curve["fit"]["parameters"]["x_max"]["value"] == pytest.approx(5_000, rel=0.05)
    within, outside, beyond = curve["fit"]["predictions"]
    # M/M/1 at 3,000/s: 1 / 2,000 s.
    assert within["low"] <= 500_000 <= within["high"]
    assert (within["extrapolated"], outside["extrapolated"], beyond["value"]) == (False, True, None)


@pytest.mark.parametrize(
    ("judgement", "settled"),
    [
        (None, True),
        ({"reason": "objective_met", "stationary": {"verdict": "yes"}}, True),
        ({"reason": "too_close", "stationary": {"verdict": "unknown"}}, True),
        ({"reason": "far_beyond_objective", "stationary": {"verdict": "unknown"}}, False),
        ({"reason": "cannot_carry", "stationary": {"verdict": "no"}}, False),
    ],
)
def test_a_target_that_was_still_filling_up_is_no_point_of_a_curve(
    judgement: Any, settled: bool
) -> None:
    assert Run(1, 1, 0.0, "ok", {"judgement": judgement}).is_settled is settled


def test_too_few_runs_for_a_curve_end_with_two_and_say_so(plimsoll: Plimsoll, stores: Path) -> None:
    ended = plimsoll("curve", "--store", f"{stores}/a.db", "--campaign", "all", code=2)
    assert "a curve needs 5 different values of rate, and 2 were measured" in ended.out
    told = plimsoll("curve", "--store", f"{stores}/a.db", "--campaign", "all", "--json").document
    assert [one["no_fit"] for one in told["curves"]] == [
        {"kind": "too_few_values", "values": 2, "least": 5}
    ]
    refused = plimsoll("curve", "--store", f"{stores}/a.db", "--campaign", "all", "--at", "fast")
    assert (refused.code, "is not a number" in refused.err) == (64, True)


@pytest.mark.long
def test_a_storage_that_fails_operations_is_never_the_better_one(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """What fails at once leaves the others more room: three reads of ten, and p99 falls."""
    faulty = disk("200us", spread="exponential", before="[fault.bad]\nread_errors = 30")
    (tmp_path / "faulty.toml").write_text(faulty)
    for name, of, seeds in (
        ("good", stack(tmp_path, 200), [1, 2, 3]),
        ("faulty", tmp_path / "faulty.toml", [11, 12, 13]),
    ):
        measure(tmp_path / f"{name}.db", of, loads_at(4_000), seeds, seconds=10.0, on_error="count")
    ended = plimsoll("compare", "good.db#all", "faulty.db#all", "--json")
    [question] = ended.document["questions"]
    keeps(ended.document, own("compare"))
    figure = next(one for one in question["figures"] if one["name"] == "p99")
    assert figure["findings"][0]["verdict"] == "better"  # as far as the figure alone goes
    assert question["verdicts"] == [{"variant": 1, "verdict": "not enough data", "from": "failed"}]
    assert ended.code == 2
    words = plimsoll("compare", "good.db#all", "faulty.db#all", "--why").out
    assert (
        "operations failed or never finished in 0 of 3 Runs of A (0 % of its operations), in 3 of 3"
        " of B (" in words
    )


@pytest.mark.long
def test_what_the_generator_could_not_load_is_not_the_same(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """Two targets far beyond a client of 10 us per operation: both rates are the client's
    100,000/s."""
    for name, service, seeds in (("one", 100, [1, 2, 3]), ("two", 50, [4, 5, 6])):
        (tmp_path / f"{name}.toml").write_text(disk(f"{service}us", servers=1024) + CLIENT)
        measure(
            tmp_path / f"{name}.db",
            tmp_path / f"{name}.toml",
            [{"queue_depth": 64}],
            seeds,
            seconds=0.3,
        )
    ended = plimsoll("compare", "one.db#all", "two.db#all", "--why", code=2)
    assert (
        "not enough data: the generator's processor set the rate in 3 of 3 Runs of A and 3 of 3"
        " of B" in ended.out
    )


@pytest.mark.long
def test_a_curve_says_where_it_is_the_generators(plimsoll: Plimsoll, tmp_path: Path) -> None:
    """A client of 10 us per operation before a target that is never full: its rate over queue depth
    is the client's."""
    (tmp_path / "client.toml").write_text(disk("100us", servers=1024) + CLIENT)
    loads = [{"queue_depth": depth} for depth in (1, 2, 4, 16, 32, 64)]
    measure(tmp_path / "client.db", tmp_path / "client.toml", loads, [1], seconds=0.3)
    words = ("curve", "--store", "client.db", "--campaign", "all", "--over", "queue_depth")
    document = plimsoll(*words, "--json").document
    keeps(document, own("curve"))
    assert document["curves"][0]["client_bound"] >= 3
    assert (
        "of them the generator's processor limited the rate, not the target" in plimsoll(*words).out
    )


UNPLACED: dict[str, Any] = {
    "grade": "estimated",
    "rate_per_s": 2_227.0,
    "low": 300.0,
    "high": 11_250.0,
    "low_confirmed": False,
    "high_confirmed": False,
    "plan_per_s": None,
    "horizon": None,
}
"""A search that never placed its line: nothing to plan with."""


@pytest.mark.long
def test_a_search_without_an_answer_is_compared_with_nothing(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    with Store.open(tmp_path / "plimsoll.db") as store:
        search(store).confirm()
        search(store, seed=50).confirm(line=UNPLACED, probes=[])
    for first, second in (("1", "2"), ("2", "1")):
        said = plimsoll("compare", f"plimsoll.db#{first}", f"plimsoll.db#{second}", "--why", code=2)
        assert "B against A: not comparable: campaign 2 has no line (not placed: " in said.out
        assert "worse than" not in said.out
        assert "better than" not in said.out
        [grades] = [line for line in said.out.splitlines() if line.split()[:1] == ["grade"]]
        assert "Confirmed" in grades
        assert "No answer: not placed" in grades
        told = plimsoll("compare", f"plimsoll.db#{first}", f"plimsoll.db#{second}", "--json")
        keeps(told.document, own("compare"))
        assert (told.code, told.document["enough_data"]) == (2, False)
        [question] = told.document["questions"]
        assert [one["verdict"] for one in question["verdicts"]] == ["not comparable"]
    page = plimsoll(
        *("report", "compare", "--campaign", "1", "--campaign", "2"),
        *("--to", "md", "--output", "-"),
    )
    assert page.code == 2
    assert "**○ Not comparable**" in page.out


def test_a_store_with_more_of_the_kind_says_that_only_the_newest_was_taken(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    measure(tmp_path / "a.db", stack(tmp_path, 200), loads_at(1_000), [1, 2])
    measure(tmp_path / "b.db", stack(tmp_path, 200), loads_at(1_000), [3])
    ended = plimsoll("compare", "a.db", "b.db")
    assert "a.db: only its newest campaign (2) is compared, of 2 of this kind" in ended.err
    assert "'a.db#all' takes all of them together" in ended.err
    assert "b.db: only" not in ended.err
    assert "only its newest" not in plimsoll("compare", "a.db#all", "b.db#1").err


def test_across_is_not_offered_where_the_loads_differ_too(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """Nothing matches by load alone either: what is advised would be refused again."""
    disk = stack(tmp_path, 190)
    measure(tmp_path / "low.db", disk, loads_at(1_500), [1], seconds=1.0)
    measure(tmp_path / "high.db", disk, loads_at(3_000), [1], seconds=1.0)
    refused = plimsoll("compare", "low.db", "high.db", code=65)
    assert "Measure both under the same conditions." in refused.err
    assert "--across" not in refused.err
