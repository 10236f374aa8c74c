"""Shares and reservations under contention: the rule that they are held against is what mClock does
in virtual time, and real volumes behind a served scheduler are held against it.

Runs on a served stack are in real time and short: on a machine with other work they may decide
nothing. What they must never say is that shares hold which do not, or the other way round.
"""

import json
import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from plimsoll.features.policy import contention, words
from plimsoll.features.policy.backends.contract import Beside, Item
from plimsoll.features.policy.changes import Change
from plimsoll.features.policy.contention import _held_elsewhere, _with_finding
from plimsoll.features.policy.mclock import (
    TOLERANCE,
    Claim,
    VolumeRate,
    by_demand,
    cap_of,
    claim,
    judge_contention,
    split,
)
from plimsoll.features.policy.proof import Alone, Proof
from plimsoll.features.policy.rules import PolicyVolume, Rates, Rules
from plimsoll.features.policy.verdicts import Proven
from plimsoll.native.session import Session
from tests.conftest import Plimsoll
from tests.disturbance import retry_measurement
from tests.features.policy.grounds import served_stack

EXAMPLE = Path(__file__).resolve().parents[3] / "examples/policies/shares"

ESTATES = [
    [Claim(3000), Claim(1000)],
    [Claim(1, 400), Claim(1000), Claim(1000)],
    [Claim(1000, 0, 100), Claim(1000), Claim(2000)],
    [Claim(500, 300, 350), Claim(1000, 100), Claim(4000), Claim(1000, 0, 50)],
    [Claim(1000, 700), Claim(1000, 200)],
]
"""Of an array that does 1,000/s."""


def _stack(claims: list[Claim]) -> str:
    """Volumes v0, v1 … behind a scheduler, on an array that does 1,000/s: 8 servers of 8 ms."""
    of = ", ".join(
        f"v{at} = {{ shares = {one.shares}, reservation = {one.reservation}"
        + (f", limit = {one.limit}" if math.isfinite(one.limit) else "")
        + " }"
        for at, one in enumerate(claims)
    )
    parts = [
        f'[shares.scheduler]\ndepth = 8\nper = "disk"\nof = {{ {of} }}\n',
        '[device.array]\nservers = 8\nservice = "8ms"\n',
    ]
    for at, _ in enumerate(claims):
        parts.append(f'[volume.v{at}]\nsize = "64m"\npath = ["scheduler", "array"]\n')
        parts.append(f'[client.c{at}]\nvolumes = ["v{at}"]\nload = {{ queue_depth = 64 }}\n')
    return "".join(parts)


@pytest.mark.parametrize("claims", ESTATES)
def test_the_rule_is_what_mclock_does(claims: list[Claim], tmp_path: Path) -> None:
    """20 s in virtual time, 20,000 operations: 2 % or 5/s are more than what is under way."""
    (tmp_path / "s.toml").write_text(_stack(claims))
    with Session.open({"target": f"stack:{tmp_path / 's.toml'}", "virtual": True}) as session:
        record = session.run(
            {"warmup_for": "5s", "measure_for": "20s", "seed": 1, "stop_when_decided": False},
            role="run",
        )
    clients = {one["name"]: one["achieved_rate_per_s"] for one in record["clients"] or []}
    got = [clients[f"c{at}"] for at in range(len(claims))]
    assert split(sum(got), claims) == pytest.approx(got, rel=0.02, abs=5)


def _volume_rates(*values: float, spread: float = 0.01) -> list[VolumeRate]:
    return [VolumeRate(one, one * (1 - spread), one * (1 + spread)) for one in values]


@pytest.mark.parametrize(
    ("claims", "measured", "kinds"),
    [
        ([Claim(3000), Claim(1000)], _volume_rates(750, 250), ["contention_kept"] * 2),
        # Nobody schedules: both get the same.
        ([Claim(3000), Claim(1000)], _volume_rates(500, 500), ["shares_otherwise"] * 2),
        # The same with intervals that tell nothing.
        ([Claim(3000), Claim(1000)], _volume_rates(500, 500, spread=1.0), ["shares_open"] * 2),
        # A flood drowns what was reserved.
        (
            [Claim(1, 400), Claim(1000)],
            _volume_rates(100, 900),
            ["reservation_missed", "shares_otherwise"],
        ),
        ([Claim(1, 400), Claim(1000)], _volume_rates(400, 600), ["contention_kept"] * 2),
        # All at their limits: nothing was scarce.
        ([Claim(1, 0, 100), Claim(9, 0, 100)], _volume_rates(100, 100), ["not_scarce"] * 2),
        # More is reserved than there is.
        ([Claim(1, 800), Claim(1, 800)], _volume_rates(500, 500), ["reservation_missed"] * 2),
    ],
)
def test_each_finding(claims: list[Claim], measured: list[VolumeRate], kinds: list[str]) -> None:
    assert [one.kind for one in judge_contention(claims, measured)] == kinds


def test_a_rate_without_an_interval_breaks_nothing() -> None:
    bare = [VolumeRate(500, None, None), VolumeRate(500, None, None)]
    found = judge_contention([Claim(3000), Claim(1000)], bare)
    assert {one.verdict for one in found} == {"inconclusive"}


@pytest.mark.parametrize(
    ("claims", "measured", "shown"),
    [
        # Half each, with the reservation and without it; and equal shares are what nobody has.
        ([Claim(1000, 500), Claim(1000)], _volume_rates(1000, 1000), [set(), set()]),
        ([Claim(3000), Claim(1000)], _volume_rates(750, 250), [{"shares"}] * 2),
        # The one in the middle gets a third by equal shares, too: the others tell the rule.
        ([Claim(3000), Claim(2000), Claim(1000)], _volume_rates(600, 400, 200), [{"shares"}] * 3),
        # A reservation of 400 where it would have had 1.
        ([Claim(1, 400), Claim(1000), Claim(1000)], _volume_rates(400, 300, 300), None),
        # All at their reservations: any shares would do, and the first would have the rest.
        ([Claim(9, 750), Claim(1, 250)], _volume_rates(750, 250), [set(), {"reservation"}]),
        # One at its limit, one with the rest.
        ([Claim(9000, 0, 100), Claim(1000, 0, 800)], _volume_rates(100, 700), [set(), set()]),
    ],
)
def test_a_rule_shows_only_where_rates_would_be_others_without_it(
    claims: list[Claim], measured: list[VolumeRate], shown: list[set[str]] | None
) -> None:
    found = judge_contention(claims, measured)
    assert {one.kind for one in found} == {"contention_kept"}
    if shown is None:
        assert "reservation" in found[0].shown
    else:
        assert [set(one.shown) for one in found] == shown


def test_beside_a_rule_that_is_broken_nothing_is_shown_by_chance() -> None:
    """Nobody schedules: a third each, which is right for the one in the middle alone."""
    found = judge_contention([Claim(3000), Claim(2000), Claim(1000)], _volume_rates(400, 400, 400))
    assert [one.verdict for one in found] == ["broken", "kept", "broken"]
    assert not found[1].shown


ASKED = 128.0


@pytest.mark.parametrize(
    ("shares", "measured", "kind", "shown"),
    [
        # Half each, though the second asks for four times as much: nobody but a scheduler does so.
        ((1000, 1000), (500, 500), "contention_kept", {"shares"}),
        # By what each asks for: a queue in order of arrival.
        ((1000, 1000), (200, 800), "shares_by_demand", set()),
        ((3000, 1000), (200, 800), "shares_by_demand", set()),
        # Fair, and no more than that.
        ((3000, 1000), (500, 500), "shares_otherwise", set()),
        ((3000, 1000), (750, 250), "contention_kept", {"shares"}),
    ],
)
def test_one_that_asks_for_more_tells_equal_shares_from_no_scheduler(
    shares: tuple[int, int], measured: tuple[int, int], kind: str, shown: set[str]
) -> None:
    claims = [Claim(shares[0], demand=ASKED), Claim(shares[1], demand=4 * ASKED)]
    found = judge_contention(claims, _volume_rates(*measured))
    assert [(one.kind, set(one.shown)) for one in found] == [(kind, shown)] * 2


def test_a_queue_in_order_of_arrival_gives_by_what_is_asked(tmp_path: Path) -> None:
    """A device of 8 servers without a scheduler, 64 and 256 outstanding: one fifth, four fifths."""
    claims = [Claim(1000, demand=64), Claim(1000, demand=256)]
    text = _stack(claims).replace('"scheduler", ', "").split("[device.array]")[1]
    text = "[device.array]" + text.replace("queue_depth = 64", "queue_depth = 256")
    text = text.replace("queue_depth = 256", "queue_depth = 64", 1)
    (tmp_path / "s.toml").write_text(text)
    with Session.open({"target": f"stack:{tmp_path / 's.toml'}", "virtual": True}) as session:
        record = session.run(
            {"warmup_for": "5s", "measure_for": "20s", "seed": 1, "stop_when_decided": False},
            role="run",
        )
    got = [one["achieved_rate_per_s"] for one in record["clients"] or []]
    assert by_demand(sum(got), claims) == pytest.approx(got, rel=0.02, abs=5)


@pytest.mark.parametrize(
    ("verdict", "most", "throttled", "kinds"),
    [
        # It gets its part alone: the scheduler is what keeps it from it.
        ("kept", 900, False, ["shares_otherwise", "shares_otherwise"]),
        # It gets no more alone, and a throttle holds it: that is what breaks the policy.
        ("broken", 100, True, ["limit_elsewhere", "contention_kept"]),
        ("broken", 100, False, ["held_alone", "contention_kept"]),
        # Nobody knows: nothing is said against anybody.
        ("inconclusive", None, False, ["held_elsewhere", "held_elsewhere"]),
    ],
)
def test_a_scheduler_is_blamed_only_for_what_a_volume_gets_alone(
    monkeypatch: pytest.MonkeyPatch, verdict: Any, most: Any, throttled: bool, kinds: list[str]
) -> None:
    asked = []

    def alone(_: object, assigned: PolicyVolume, *__: object) -> Alone:
        asked.append(assigned.volume)
        return Alone(verdict, most, throttled, 12.0)

    monkeypatch.setattr(contention.proof, "alone", alone)
    claims = [Claim(1000, demand=ASKED), Claim(1000, demand=4 * ASKED)]
    found = judge_contention(claims, _volume_rates(100, 900))
    assert {one.verdict for one in found} == {"broken"}
    of = [_proof(Rules(shares=1000), Proven("inconclusive", "nothing_to_ask")) for _ in claims]
    work: Any = None
    spent, told = contention._measure_alone(work, of, claims, found, work)
    # Who got more than its part is asked nothing.
    assert len(asked) == 1
    assert [one.kind for one in told] == kinds
    assert [one.seconds for one in spent] == [12.0, 0.0]
    for one, said in zip(of, told, strict=True):
        proven = _with_finding(one, said, 2).proven
        assert words.verdict_sentence(proven.kind, proven.figures)


@pytest.mark.parametrize(("used", "kind"), [(0.95, "machine_full"), (0.3, "shares_otherwise")])
def test_on_a_machine_that_is_full_nobody_is_blamed(
    monkeypatch: pytest.MonkeyPatch, used: float, kind: str
) -> None:
    """A process that waits for a processor has no backlog, and who is beside it has the rest."""
    of = [_proof(Rules(shares=1000), Proven("inconclusive", "nothing_to_ask")) for _ in range(2)]
    rates = iter(_volume_rates(100, 900))
    driven: Any = [{"outcome": "ok", "used": used}] * 2
    monkeypatch.setattr(contention, "_drive_group", lambda *_: driven)
    monkeypatch.setattr(contention, "_seconds", lambda _: 1.0)
    monkeypatch.setattr(contention, "_volume_rate", lambda _: next(rates))
    monkeypatch.setattr(contention, "_machine_load", lambda one: one["used"])
    monkeypatch.setattr(contention, "again", lambda one: one)
    monkeypatch.setattr(contention.proof, "alone", lambda *_: Alone("kept", None, False, 1.0))
    work: Any = SimpleNamespace(tell=lambda _: None)
    found = contention._prove_group(work, of, work)
    assert {one.proven.kind for one in found} == {kind}
    assert all(words.verdict_sentence(one.proven.kind, one.proven.figures) for one in found)


NOTES = ("reservation_not_asked", "shares_not_asked")


def _proof(rules: Rules, proven: Proven, beside: list[Beside] | None = None) -> Proof:
    place = {"control": "/c", "element": "p", "volume": "v", "scheduler": "s"}
    item = Item("volume", "v", place, {}, "gold", 1)
    change = Change("stack", item, {}, "compliant", [], beside=beside or [])
    at = {"element": "p", "scheduler": "s"}
    return Proof(PolicyVolume("v", "gold", 1, rules, rules, "sut", at), change, proven)


def test_what_did_not_show_stays_untested() -> None:
    rules = Rules(reservation=Rates(500), shares=1000)
    told = judge_contention([Claim(1000, 500), Claim(1000)], _volume_rates(1000, 1000))[0]
    limited = _with_finding(_proof(rules, Proven("kept", "kept", {}, NOTES)), told, 2).proven
    assert limited.verdict == "kept"
    assert {"reservation_not_shown", "shares_not_shown"} <= set(limited.notes)
    bare = _with_finding(
        _proof(rules, Proven("inconclusive", "nothing_to_ask", {}, NOTES)), told, 2
    ).proven
    assert (bare.verdict, bare.kind) == ("inconclusive", "rules_not_shown")
    assert "without its shares and reservation" in words.verdict_sentence(bare.kind, bare.figures)


def test_what_showed_is_named_and_the_rest_is_not() -> None:
    """800 reserved, where shares alone give next to nothing; of its shares nothing shows."""
    rules = Rules(reservation=Rates(800), shares=1)
    claims = [Claim(1, 800), Claim(3000), Claim(1000)]
    told = judge_contention(claims, _volume_rates(800, 900, 300))[0]
    proven = _with_finding(
        _proof(rules, Proven("inconclusive", "nothing_to_ask", {}, NOTES)), told, 3
    )
    assert (proven.proven.verdict, proven.proven.notes) == ("kept", ("shares_not_shown",))
    said = words.verdict_sentence(proven.proven.kind, proven.proven.figures)
    assert said.endswith("its reservation holds")


def test_a_volume_that_another_limit_holds_breaks_nobody() -> None:
    """As measured: 100 for the one behind a limit of the host, 3 : 1 for the others."""
    rules = [Rules(shares=3000), Rules(shares=3000), Rules(shares=1000)]
    host = Beside("host", {"ops_per_s": "100", "bytes_per_s": "none"})
    claims = [claim(rules[0]), claim(rules[1], [host]), claim(rules[2])]
    found = judge_contention(claims, _volume_rates(1425, 100, 474.7))
    assert {one.verdict for one in found} == {"kept"}
    assert [set(one.shown) for one in found] == [{"shares"}, set(), {"shares"}]


@pytest.mark.parametrize(
    ("state", "cap"),
    [
        ({"ops_per_s": "100"}, 100),
        ({"bytes_per_s": "409600"}, 100),
        ({"write_ops_per_s": "100"}, math.inf),
        ({"read_ops_per_s": "100", "write_ops_per_s": "5"}, 100),
        ({"ops_per_s": "100", "cost": "ceil", "unit": "2048"}, 50),
        ({"ops_per_s": "100", "burst_ops": "5000"}, None),
        ({"ops_per_s": "what"}, None),
    ],
)
def test_what_another_limit_lets_through(state: dict[str, str], cap: float | None) -> None:
    assert cap_of(Beside("host", state)) == cap


def test_a_limit_that_volumes_share_or_that_says_nothing_leaves_it_open() -> None:
    host = Beside("host", {"ops_per_s": "500"})
    got = _volume_rates(400, 100, 1500)
    assert _held_elsewhere([[host], [host], []], got)
    # It was not full: it held nobody.
    assert not _held_elsewhere([[host], [host], []], _volume_rates(200, 100, 1700))
    assert not _held_elsewhere([[host], [], []], got)
    assert _held_elsewhere([[Beside("host", {"ops_per_s": "what"})], [], []], got)


def _verify_volumes(plimsoll: Plimsoll, folder: Path, depth: int) -> dict[str, dict[str, Any]]:
    """Serves the example with a scheduler of this depth, applies its policy and verifies it."""
    text = (EXAMPLE / "stack.toml").read_text().replace("depth = 8\n", f"depth = {depth}\n")
    with served_stack(text) as (nbd, control):
        file = folder / "policy.toml"
        said = (EXAMPLE / "policy.toml").read_text()
        file.write_text(
            said.replace("/tmp/shares.sock", str(nbd)).replace("/tmp/shares.control", str(control))
        )
        plimsoll("policy", "apply", str(file), code=0)
        ended = plimsoll(
            "policy", "verify", str(file), "--no-store", "--reads-only", "--warmup-for", "1s",
            "--measure-for", "5s", "--json",
        )  # fmt: skip
        assert ended.code in (0, 1, 2), ended.err
        return {one["volume"]: one for one in json.loads(ended.out)["volumes"]}


@pytest.mark.long
def test_the_example_gets_what_mclock_says(plimsoll: Plimsoll, tmp_path: Path) -> None:
    """Of 2,000 that the array does 800 are reserved; 1,200 are left, 3000 : 1000 : 1."""

    def wrong(found: dict[str, dict[str, Any]]) -> str:
        said = [one["because"] for one in found.values() if one["verdict"] == "broken"]
        return ", ".join(said)

    found = retry_measurement(lambda: _verify_volumes(plimsoll, tmp_path, depth=8), wrong)
    figures = {name: one["figures"] for name, one in found.items()}
    total = sum(one.get("contended_per_s", 0.0) for one in figures.values())
    for volume, gives in (("database", 900), ("web", 300), ("backup", 800)):
        if found[volume]["verdict"] == "kept":
            assert found[volume]["kind"] == "contention_kept"
            got = figures[volume]["contended_per_s"]
            assert got == pytest.approx(figures[volume]["mclock_per_s"], rel=TOLERANCE)
            # Of a machine that kept up.
            if total == pytest.approx(2000, rel=0.02):
                assert got == pytest.approx(gives, rel=2 * TOLERANCE)


@pytest.mark.long
def test_a_scheduler_that_lets_everything_through_is_never_called_kept(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """Deeper than all that is outstanding it chooses among nobody: each gets what it asks for."""

    def wrong(found: dict[str, dict[str, Any]]) -> str:
        said = [name for name in ("database", "web") if found[name]["verdict"] == "kept"]
        return f"kept: {', '.join(said)}" if said else ""

    retry_measurement(lambda: _verify_volumes(plimsoll, tmp_path, depth=4096), wrong)
