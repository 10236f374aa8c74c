"""`plimsoll policy simulate`, on described datastores whose split is known beforehand: what mClock
gives by its own rule, what a limit lets through, and where an array is full. Virtual time only."""

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from plimsoll.cli.schema import own
from plimsoll.features.policy_simulation.notes import NoteKind
from tests.conftest import Plimsoll
from tests.features.policy_simulation import simulation_sentences
from tests.schemas import keeps

ESTATE = Path(__file__).resolve().parents[3] / "examples/policies/estate"

CAPACITY = 10_000.0
"""Of the array: 10 servers of 1 ms."""
POOL = """
[shares.scheduler]
depth = 10
per = "disk"
[device.array]
servers = 10
service = "1ms"
[volume.lun]
size = "1g"
path = ["scheduler", "array"]
"""
PLAIN = """
[device.array]
servers = 10
service = "1ms"
[volume.lun]
size = "1g"
path = ["array"]
"""
NEAR = 0.02
"""A described array in full use for 3 s does 30,000 operations: who is served next differs by the
few that are under way."""


BRIEF = ("--warmup-for", "500ms", "--measure-for", "2s")
"""Of Runs that search a limit, each asked with three seeds: 8,000 operations carry a p99."""


def policies(**rules: str) -> str:
    """One component and one policy of each name."""
    return "".join(
        f"[component.{name}]\n{said}\n[policy.{name}]\ncomponents = ['{name}']\n"
        for name, said in rules.items()
    )


@pytest.fixture
def simulate_guests(
    tmp_path: Path, plimsoll: Plimsoll
) -> Callable[..., tuple[int, dict[str, Any]]]:
    """Simulates guests (their tables) under policies on a pool; exit code and document."""

    def run(pool: str, rules: str, guests: str, *more: str) -> tuple[int, dict[str, Any]]:
        (tmp_path / "pool.toml").write_text(pool)
        text = f"version = 1\n{rules}[datastore.ds]\nstack = 'pool.toml'\n{guests}"
        (tmp_path / "policy.toml").write_text(text)
        ended = plimsoll(
            "policy", "simulate", str(tmp_path / "policy.toml"), "--warmup-for", "1s",
            "--measure-for", "3s", *more, "--json",
        )  # fmt: skip
        assert ended.code in (0, 1, 2), ended.err
        said = json.loads(ended.out)
        keeps(said, own("policy"))
        return ended.code, said["pools"][0]

    return run


def guests(name: str, policy: str | None, load: str, **more: str) -> str:
    """The table of a kind."""
    keys = [f"{load}\ndatastore = 'ds'"]
    keys += [] if policy is None else [f"policy = '{policy}'"]
    keys += [f"{key} = {value}" for key, value in more.items()]
    return f"[guests.{name}]\n" + "\n".join(keys) + "\n"


def kinds(pool: dict[str, Any]) -> set[str]:
    """Its notes, as codes."""
    return {one["kind"] for one in pool["noted"]}


def of(pool: dict[str, Any], name: str) -> dict[str, Any]:
    """The guests of a kind in the answer."""
    (found,) = [one for one in pool["guests"] if one["name"] == name]
    return dict(found)


def answer_for(pool: dict[str, Any], policy: str) -> dict[str, Any]:
    """The answer for a policy."""
    (found,) = [one for one in pool["policies"] if one["policy"] == policy]
    return dict(found)


def test_shares_split_a_full_array_as_mclock_says(simulate_guests: Any) -> None:
    """Backlogged clients get capacity in proportion to their shares: 3000 : 1000 : 1000."""
    code, pool = simulate_guests(
        POOL,
        policies(gold="shares = 3000", iron="shares = 1000"),
        guests("rich", "gold", "queue_depth = 64")
        + guests("poor", "iron", "queue_depth = 64", count="2"),
    )
    assert code == 0
    assert of(pool, "rich")["achieved_rate_per_s"] == pytest.approx(CAPACITY * 3 / 5, rel=NEAR)
    assert of(pool, "poor")["achieved_rate_per_s"] == pytest.approx(CAPACITY / 5, rel=NEAR)
    assert pool["bottleneck"] == "array"


@pytest.mark.long
def test_a_reservation_is_held_while_a_neighbour_floods(simulate_guests: Any) -> None:
    """By shares alone it would get 10,000 x 1 / 1001; it has 4,000 reserved."""
    code, pool = simulate_guests(
        POOL,
        policies(safe="reservation = '4000 IOPS'\nshares = 1", flood="shares = 1000"),
        guests("victim", "safe", "queue_depth = 64")
        + guests("bully", "flood", "queue_depth = 256"),
    )
    assert code == 0
    victim = of(pool, "victim")
    assert victim["reservation_verdict"] == "met"
    assert victim["achieved_rate_per_s"] == pytest.approx(4000, rel=NEAR)
    assert of(pool, "bully")["achieved_rate_per_s"] == pytest.approx(6000, rel=NEAR)


@pytest.mark.long
def test_reservations_beyond_the_array_are_missed_and_that_is_no_zero(simulate_guests: Any) -> None:
    code, pool = simulate_guests(
        POOL,
        policies(safe="reservation = '6000 IOPS'"),
        guests("greedy", "safe", "queue_depth = 64", count="2"),
    )
    assert code == 1
    assert of(pool, "greedy")["reservation_verdict"] == "missed"
    assert pool["verdict"] == "missed"


@pytest.mark.long
def test_who_wants_less_than_is_reserved_misses_nothing(simulate_guests: Any) -> None:
    code, pool = simulate_guests(
        POOL,
        policies(safe="reservation = '4000 IOPS'"),
        guests("idle", "safe", "iops = 500") + guests("bully", None, "queue_depth = 256"),
    )
    assert (code, of(pool, "idle")["reservation_verdict"]) == (0, "met")


@pytest.mark.long
@pytest.mark.parametrize(
    ("rule", "block", "allowed"),
    [
        ("limit = '1000 IOPS'", "4k", 1000),
        ("limit = '1000 IOPS'", "64k", 1000),
        ("limit = '1000 IOPS'\nnormalised_at = '32k'", "40k", 500),
        ("limit = '1000 IOPS'\nnormalised_at = '32k'\nrounding = 'exact'", "40k", 800),
        ("limit = '16 MiB/s'", "64k", 256),
        ("limit = { read = '300 IOPS', write = '700 IOPS' }", "4k", 600),
    ],
)
def test_each_volume_has_the_limit_of_its_policy(
    simulate_guests: Any, rule: str, block: str, allowed: float
) -> None:
    """Each of two guests, not both together; where reads have less, half of all: 300 / 0.5."""
    _, pool = simulate_guests(
        POOL,
        policies(capped=rule),
        guests("one", "capped", "queue_depth = 64", count="2", block_size=f"'{block}'", read="50"),
    )
    assert of(pool, "one")["achieved_rate_per_s"] == pytest.approx(allowed, rel=NEAR)


@pytest.mark.long
def test_the_largest_harmless_limit_lies_where_the_array_is_full(simulate_guests: Any) -> None:
    """The victim offers 4,000; two neighbours have 6,000 left, 3,000 each. Below that the array has
    room and a request waits for few others; beyond it 2 x 64 outstanding wait before every one of
    the victim's: 13 ms. Written into the file that limit harms nobody, and the next one does."""
    both = guests("victim", None, "iops = 4000", objective="'p99 <= 5ms'") + guests(
        "bully", "loud", "queue_depth = 64", count="2"
    )
    code, pool = simulate_guests(PLAIN, policies(loud="limit = '5000 IOPS'"), both, *BRIEF)
    assert (code, of(pool, "victim")["verdict"]) == (1, "missed")
    found = answer_for(pool, "loud")
    assert found["answer"] == "largest"
    low, high = found["low"]["shared"]["rate_per_s"], found["high"]["shared"]["rate_per_s"]
    assert 2700 < low <= 3000
    assert low < high <= low * 1.03
    assert (found["harmed"], found["own_guests_harmed"]) == (["victim"], False)
    for rate, harms in ((low, False), (high, True)):
        code, _ = simulate_guests(PLAIN, policies(loud=f"limit = '{rate:.0f} IOPS'"), both, *BRIEF)
        assert (code != 0) is harms, rate


@pytest.mark.long
def test_a_policy_without_a_limit_is_told_the_one_that_it_lacks(simulate_guests: Any) -> None:
    _, pool = simulate_guests(
        PLAIN,
        policies(free=""),
        guests("victim", None, "iops = 4000", objective="'p99 <= 5ms'")
        + guests("bully", "free", "queue_depth = 64", count="2"),
        *BRIEF,
    )
    found = answer_for(pool, "free")
    assert found["now"] is None
    assert 2700 < found["low"]["shared"]["rate_per_s"] <= 3000


@pytest.mark.long
def test_where_nothing_is_harmed_no_limit_is_needed(simulate_guests: Any) -> None:
    """With as many slots as servers the scheduler keeps the flood out of the array."""
    _, pool = simulate_guests(
        POOL,
        policies(gold="shares = 1000", loud="limit = '5000 IOPS'\nshares = 1000"),
        guests("victim", "gold", "iops = 2000", objective="'p99 <= 20ms'")
        + guests("bully", "loud", "queue_depth = 64"),
    )
    assert answer_for(pool, "loud")["answer"] == "none_needed"


@pytest.mark.long
def test_where_no_limit_helps_none_is_recommended(simulate_guests: Any) -> None:
    """1 ms of service never makes a p50 of 0.5 ms."""
    code, pool = simulate_guests(
        PLAIN,
        policies(loud="limit = '5000 IOPS'"),
        guests("victim", None, "iops = 100", objective="'p50 <= 500us'")
        + guests("bully", "loud", "queue_depth = 8"),
    )
    found = answer_for(pool, "loud")
    assert (code, found["answer"], found["low"]) == (1, "always_harm", None)


def test_a_bound_that_no_sample_can_carry_is_undecided(simulate_guests: Any) -> None:
    """300 operations have no p99.99."""
    code, pool = simulate_guests(
        PLAIN, "", guests("few", None, "iops = 100", objective="'p99.99 <= 5ms'")
    )
    assert (code, of(pool, "few")["verdict"]) == (2, "undecided")


@pytest.mark.long
@pytest.mark.parametrize(("limit", "verdict"), [(990, "missed"), (1000, "missed"), (1500, "met")])
def test_a_queue_that_grows_for_ever_meets_nothing(
    simulate_guests: Any, limit: int, verdict: str
) -> None:
    """10 IOPS too little: 40 more wait after 4 s, 600 after a minute. A p99 of 6 s is no figure."""
    code, pool = simulate_guests(
        PLAIN,
        policies(tight=f"limit = '{limit} IOPS'"),
        guests("one", "tight", "iops = 1000", objective="'p99 <= 500ms'"),
    )
    assert (of(pool, "one")["verdict"], code) == (verdict, int(verdict == "missed"))
    assert (of(pool, "one")["held_by"] == "limit") is (verdict == "missed")
    assert ("held_by_limit" in kinds(pool)) is (verdict == "missed")


def test_storage_that_falls_behind_meets_nothing(simulate_guests: Any) -> None:
    """10,500 offered to 10,000: the queue is 4 s x 500 / 10,000 = 200 ms in this Run."""
    code, pool = simulate_guests(
        PLAIN, "", guests("one", None, "iops = 10500", objective="'p99 <= 500ms'")
    )
    assert code in (1, 2)
    assert of(pool, "one")["held_by"] == "pool"


def test_storage_that_falls_behind_by_little_is_undecided_with_the_reason(
    simulate_guests: Any,
) -> None:
    """10,050 offered to 10,000: by chance less comes in one Run, and more in another."""
    code, pool = simulate_guests(
        PLAIN, "", guests("one", None, "iops = 10050", objective="'p99 <= 500ms'")
    )
    assert (code, of(pool, "one")["verdict"]) == (2, "undecided")
    assert "held_in_some_runs" in kinds(pool)


@pytest.mark.long
def test_a_burst_runs_and_what_outlasts_the_warm_up_is_said(simulate_guests: Any) -> None:
    """30,000 saved up, spent at 3,000 - 1,000 a second: 15 s. After that it has its limit."""
    rules = policies(app="limit = '1000 IOPS'\nburst = '3000 IOPS for 10s'")
    one = guests("one", "app", "queue_depth = 8")
    _, pool = simulate_guests(PLAIN, rules, one)
    assert of(pool, "one")["achieved_rate_per_s"] == pytest.approx(3000, rel=NEAR)
    (lasts,) = (one for one in pool["noted"] if one["kind"] == "burst_outlasts_warmup")
    assert (lasts["guests"], lasts["figures"]["burst_s"]) == ("one", pytest.approx(15))
    _, pool = simulate_guests(PLAIN, rules, one, "--warmup-for", "16s")
    assert of(pool, "one")["achieved_rate_per_s"] == pytest.approx(1000, rel=NEAR)
    assert "burst_outlasts_warmup" not in kinds(pool)


@pytest.mark.long
@pytest.mark.parametrize("now", ["", "limit = '9000 IOPS'", "limit = '12000 IOPS'"])
def test_a_narrow_window_is_not_stepped_over(simulate_guests: Any, now: str) -> None:
    """Between 8,000, which are reserved, and what the others leave, the window is narrow: steps
    from above jump from what harms others to what harms its own guests. 9,000 harms nobody."""
    _, pool = simulate_guests(
        (ESTATE / "pool.toml").read_text(),
        policies(bulk=f"reservation = '8000 IOPS'\n{now}"),
        guests("db", None, "iops = 3000", count="4", objective="'p99 <= 5ms'")
        + guests("bulk", "bulk", "queue_depth = 128"),
        *BRIEF,
    )
    found = answer_for(pool, "bulk")
    assert found["answer"] == "largest"
    harmless = 9000 if "9000" in now else 8000 * 0.95
    assert harmless <= found["low"]["shared"]["rate_per_s"] < 22_857 - 12_000
    assert found["low"]["shared"]["rate_per_s"] < found["high"]["shared"]["rate_per_s"]


def test_clients_of_the_stack_file_run_beside_the_guests(simulate_guests: Any) -> None:
    resident = '[client.old]\nvolumes = ["lun"]\nload = { queue_depth = 64 }\n'
    _, pool = simulate_guests(POOL + resident, "", guests("new", None, "queue_depth = 64"))
    assert pool["residents"]["old"] == pytest.approx(CAPACITY / 2, rel=NEAR)
    assert of(pool, "new")["achieved_rate_per_s"] == pytest.approx(CAPACITY / 2, rel=NEAR)


@pytest.mark.long
def test_the_same_seed_gives_the_same_answer(simulate_guests: Any) -> None:
    what = (PLAIN, "", guests("one", None, "iops = 3000"))
    assert simulate_guests(*what, "--seed", "7") == simulate_guests(*what, "--seed", "7")
    assert simulate_guests(*what, "--seed", "7") != simulate_guests(*what, "--seed", "8")


def test_names_with_spaces_and_quotes_are_names(simulate_guests: Any) -> None:
    _, pool = simulate_guests(
        POOL,
        policies(gold="shares = 3000\nlimit = '2000 IOPS'"),
        guests("\"data base '12'\"", "gold", "queue_depth = 64"),
    )
    assert of(pool, "data base '12'")["achieved_rate_per_s"] == pytest.approx(2000, rel=NEAR)


BROKEN = {
    "no guests": (POOL, "", "", 64, "has no guests"),
    "no rate": (POOL, "", "[guests.a]\ndatastore = 'ds'\n", 65, "iops or queue_depth"),
    "both": (POOL, "", guests("a", None, "iops = 5\nqueue_depth = 3"), 65, "iops or queue_depth"),
    "nowhere": (POOL, "", "[guests.a]\niops = 5\ndatastore = 'x'\n", 65, "'x', which does not"),
    "no objective": (
        POOL, "", guests("a", None, "iops = 5", objective="'errors <= 1%'"), 65, "not a bound on a",
    ),
    "policy": (POOL, "", guests("a", "none", "iops = 5"), 65, "the policy 'none'"),
    "taken": (POOL, "", guests("lun", None, "iops = 5"), 65, "has a volume of that name already"),
    "no scheduler": (
        PLAIN, policies(gold="shares = 5"), guests("a", "gold", "iops = 5"), 65, "no scheduler",
    ),
    "bytes reserved": (
        POOL, policies(gold="reservation = '5 MiB/s'"), guests("a", "gold", "iops = 5"), 65,
        "reserves bytes/s",
    ),
    "block": (
        POOL, "", guests("a", None, "iops = 5", block_size="'1000'"), 65, "with the guests on it",
    ),
    "pool broken": ("[device.array\n", "", guests("a", None, "iops = 5"), 65, "pool.toml"),
    "pool wrong": (
        POOL.replace("servers", "server"), "", guests("a", None, "iops = 5"), 65,
        "pool.toml:6: unknown key 'server'",
    ),
    "paths": (
        POOL + '[volume.b]\nsize = "1g"\npath = ["array"]\n', "", guests("a", None, "iops = 5"),
        65, "path_of",
    ),
    "dot": (POOL, "", guests("'a.b'", None, "iops = 5"), 65, "its name contains '.'"),
    "huge": (POOL, "", guests("a", None, "iops = 1e300"), 65, "iops"),
    "infinite": (POOL, "", guests("a", None, "iops = inf"), 65, "iops"),
    "many": (POOL, "", guests("a", None, "iops = 5", count="100000"), 65, "count"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_wrong_is_said_with_what_to_do(
    what: str, tmp_path: Path, plimsoll: Plimsoll
) -> None:
    pool, rules, kinds, code, said = BROKEN[what]
    (tmp_path / "pool.toml").write_text(pool)
    text = f"version = 1\n{rules}[datastore.ds]\nstack = 'pool.toml'\n{kinds}"
    (tmp_path / "policy.toml").write_text(text)
    ended = plimsoll("policy", "simulate", str(tmp_path / "policy.toml"))
    assert (ended.code, said in ended.err) == (code, True), ended.err
    assert "Traceback" not in ended.err
    assert "plimsoll-pool-" not in ended.err


def test_a_flag_that_cannot_be_meant_is_told_as_one(tmp_path: Path, plimsoll: Plimsoll) -> None:
    (tmp_path / "pool.toml").write_text(POOL)
    text = "version = 1\n[datastore.ds]\nstack = 'pool.toml'\n" + guests("a", None, "iops = 5")
    (tmp_path / "policy.toml").write_text(text)
    for flag, value in (
        ("--measure-for", "0s"),
        ("--measure-for", "soon"),
        ("--warmup-for", "-1s"),
    ):
        ended = plimsoll("policy", "simulate", "policy.toml", f"{flag}={value}")
        assert (ended.code, flag in ended.err) == (64, True), ended.err


def test_the_answer_is_the_block_of_all_verbs_and_comes_last(
    tmp_path: Path, plimsoll: Plimsoll
) -> None:
    (tmp_path / "pool.toml").write_text(POOL)
    text = "version = 1\n[datastore.ds]\nstack = 'pool.toml'\n" + guests("a", None, "iops = 5")
    (tmp_path / "policy.toml").write_text(text)
    brief = ("--warmup-for", "100ms", "--measure-for", "1s")
    for lang, badge, answer in (
        ("en", "Complete, no needs stated · Simulated · pool.toml", "No guest here has"),
        ("ja", "完了、必要な性能の指定なし · シミュレーション · pool.toml", "目標または予約"),
    ):
        ended = plimsoll(
            "--lang", lang, "policy", "simulate", str(tmp_path / "policy.toml"), *brief
        )
        *_, verdict, headline, total = ended.out.splitlines()
        assert verdict.endswith(badge)
        assert headline.startswith(answer)
        assert total.split()[0] == "ds"
        english = re.search(r"^ guests .* verdict", ended.out, re.MULTILINE)
        assert (english is None) == (lang != "en"), ended.out


@pytest.mark.parametrize(
    ("lang", "missed"),
    [
        ("en", "database misses what it needs."),
        ("tr", "Gereksinimi karşılanmayan konuk: database."),
    ],
)
def test_an_answer_begins_as_a_sentence_unless_a_name_begins_it(
    lang: str, missed: str, plimsoll: Plimsoll
) -> None:
    brief = ("--warmup-for", "500ms", "--measure-for", "1s")
    told = plimsoll("--lang", lang, "policy", "simulate", str(ESTATE / "policy.toml"), *brief).out
    assert missed in told.splitlines()


def test_a_datastore_without_a_stack_or_with_a_missing_one(
    tmp_path: Path, plimsoll: Plimsoll
) -> None:
    file = tmp_path / "policy.toml"
    for line, code, said in (("", 65, "no stack"), ("stack = 'gone.toml'", 66, "gone.toml")):
        file.write_text(f"version = 1\n[datastore.ds]\n{line}\n" + guests("a", None, "iops = 5"))
        ended = plimsoll("policy", "simulate", str(file))
        assert (ended.code, said in ended.err) == (code, True), ended.err


@pytest.mark.long
def test_the_example_is_what_its_comment_says(plimsoll: Plimsoll) -> None:
    """8,857 IOPS are left for two backups, 4,428 each, and the array needs some room. In 1 s it
    does 22,000 operations, and three seeds 66,000."""
    brief = ("--warmup-for", "500ms", "--measure-for", "1s")
    ended = plimsoll("policy", "simulate", str(ESTATE / "policy.toml"), *brief, "--json", code=1)
    (pool,) = json.loads(ended.out)["pools"]
    assert of(pool, "database")["objective_verdict"] == "missed"
    assert of(pool, "database")["reservation_verdict"] == "met"
    low = answer_for(pool, "bronze")["low"]["shared"]["rate_per_s"]
    left = (16 / 700e-6 - 14_000) / 2
    assert 0.8 * left < low < left
    assert math.isclose(pool["total_rate_per_s"], 16 / 700e-6, rel_tol=NEAR)


def test_everything_that_is_said_of_a_simulation_is_what_was_read_last() -> None:
    """Made again by `python -m tests.features.policy_simulation.simulation_sentences`."""
    assert {one.kind for one in simulation_sentences.BESIDE} == set(get_args(NoteKind))
    assert simulation_sentences.KEPT.read_text(encoding="utf-8") == simulation_sentences.text()
