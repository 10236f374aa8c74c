"""Shares and reservations under contention: the rule that they are held against is what mClock does
in virtual time, and real volumes behind a served scheduler are held against it.

Runs on a served stack are in real time and short: on a machine with other work they may decide
nothing. What they must never say is that shares hold which do not, or the other way round.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.execute import Session
from plimsoll.policy.contention import NEAR, Claim, Measured, judged, split
from tests.policy.grounds import served

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ended

    Plimsoll = Callable[..., Ended]

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/policies/shares"

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


@pytest.mark.parametrize("claims", ESTATES)
def test_what_is_split_comes_to_the_sum(claims: list[Claim]) -> None:
    for total in (100.0, 500.0, 999.0):
        most = sum(one.limit for one in claims)
        assert sum(split(total, claims)) == pytest.approx(min(total, most))


def _seen(*values: float, spread: float = 0.01) -> list[Measured]:
    return [Measured(one, one * (1 - spread), one * (1 + spread)) for one in values]


@pytest.mark.parametrize(
    ("claims", "measured", "kinds"),
    [
        ([Claim(3000), Claim(1000)], _seen(750, 250), ["contention_kept"] * 2),
        # Nobody schedules: both get the same.
        ([Claim(3000), Claim(1000)], _seen(500, 500), ["shares_otherwise"] * 2),
        # The same with intervals that tell nothing.
        ([Claim(3000), Claim(1000)], _seen(500, 500, spread=1.0), ["shares_open"] * 2),
        # A flood drowns what was reserved.
        ([Claim(1, 400), Claim(1000)], _seen(100, 900), ["reservation_missed", "shares_otherwise"]),
        ([Claim(1, 400), Claim(1000)], _seen(400, 600), ["contention_kept"] * 2),
        # All at their limits: nothing was scarce.
        ([Claim(1, 0, 100), Claim(9, 0, 100)], _seen(100, 100), ["not_scarce"] * 2),
        # More is reserved than there is.
        ([Claim(1, 800), Claim(1, 800)], _seen(500, 500), ["reservation_missed"] * 2),
    ],
)
def test_each_finding(claims: list[Claim], measured: list[Measured], kinds: list[str]) -> None:
    assert [one.kind for one in judged(claims, measured)] == kinds


def test_a_rate_without_an_interval_breaks_nothing() -> None:
    bare = [Measured(500, None, None), Measured(500, None, None)]
    found = judged([Claim(3000), Claim(1000)], bare)
    assert {one.verdict for one in found} == {"inconclusive"}


def _verified(plimsoll: Plimsoll, folder: Path, depth: int) -> dict[str, dict[str, Any]]:
    """The example, served with a scheduler of this depth, applied and verified."""
    text = (EXAMPLE / "stack.toml").read_text().replace("depth = 8\n", f"depth = {depth}\n")
    with served(text) as (nbd, control):
        file = folder / "policy.toml"
        said = (EXAMPLE / "policy.toml").read_text()
        file.write_text(
            said.replace("/tmp/shares.sock", str(nbd)).replace("/tmp/shares.control", str(control))
        )
        applied = plimsoll("policy", "apply", str(file))
        assert applied.code == 0, applied.err
        ended = plimsoll(
            "policy", "verify", str(file), "--no-store", "--reads-only", "--warmup-for", "1s",
            "--measure-for", "8s", "--json",
        )  # fmt: skip
        assert ended.code in (0, 1, 2), ended.err
        return {one["volume"]: one for one in json.loads(ended.out)["volumes"]}


def test_the_example_gets_what_mclock_says(plimsoll: Plimsoll, tmp_path: Path) -> None:
    """Of 2,000 that the array does 800 are reserved; 1,200 are left, 3000 : 1000 : 1."""
    found = _verified(plimsoll, tmp_path, depth=8)
    figures = {name: one["figures"] for name, one in found.items()}
    total = sum(one.get("contended_per_s", 0.0) for one in figures.values())
    for volume, gives in (("database", 900), ("web", 300), ("backup", 800)):
        assert found[volume]["verdict"] != "broken", found[volume]["because"]
        if found[volume]["verdict"] == "kept":
            assert found[volume]["kind"] == "contention_kept"
            got = figures[volume]["contended_per_s"]
            assert got == pytest.approx(figures[volume]["mclock_per_s"], rel=NEAR)
            # Of a machine that kept up.
            if total == pytest.approx(2000, rel=0.02):
                assert got == pytest.approx(gives, rel=2 * NEAR)


def test_a_scheduler_that_lets_everything_through_is_never_called_kept(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """Deeper than all that is outstanding it chooses among nobody: each gets a third."""
    found = _verified(plimsoll, tmp_path, depth=4096)
    assert {found[one]["verdict"] for one in ("database", "web")} <= {"broken", "inconclusive"}
