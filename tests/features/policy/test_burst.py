"""Bursts: their rate, their length and what comes after, on described limits in virtual time, where
each is known by arithmetic; and by one of QEMU in real time.

A bucket of 3,000/s for 4 s over 1,000/s holds 12,000 and loses 2,000/s: it lasts for 6 s, of which
0.15 s are in the tenth of a second's 300 that pass at once (crates/storage/src/elements/limit.rs).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from plimsoll.features.policy import burst, words
from plimsoll.features.policy.burst import Burst, bursts
from plimsoll.features.policy.rules import Rates, Rules
from plimsoll.judge.rate import Slice
from tests.conftest import Plimsoll
from tests.disturbance import retry_measurement
from tests.features.policy.grounds import daemon
from tests.features.policy.test_traps import Trap, verify_trap

RULES = "limit = '1000 IOPS'\nburst = '3000 IOPS for 4s'"
LIMIT = "[limit.policy]\nops_per_s = 1000\n"
ASKED = Burst("rate", 4096, 1000, 3000, 4.0)


def test_how_long_it_lasts_and_rests() -> None:
    assert ASKED.longest_s == pytest.approx(6.0)
    # 12,000 at 1,000/s.
    assert 12.0 < ASKED.rest_s < 14.0
    assert ASKED.measure_s > ASKED.longest_s * 1.1
    (found,) = bursts(Rules(shared=Rates(1000), burst=Rates(3000), burst_s=4.0))
    assert found == ASKED


def test_a_burst_that_another_limit_hides_is_not_asked() -> None:
    rules = Rules(shared=Rates(1000, 4096 * 2000), burst=Rates(3000), burst_s=4.0)
    assert bursts(rules) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("settings", "verdict", "kind"),
    [
        ("max_ops_per_s = 3000\nmax_for = '4s'\n", "kept", "kept"),
        ("", "broken", "burst_missing"),
        ("max_ops_per_s = 3000\nmax_for = '1.4s'\n", "broken", "burst_shorter"),
        ("max_ops_per_s = 3000\nmax_for = '5s'\n", "broken", "burst_longer"),
        ("max_ops_per_s = 3000\nmax_for = '300s'\n", "broken", "burst_endless"),
        ("max_ops_per_s = 5000\nmax_for = '4s'\n", "broken", "burst_faster"),
        ("max_ops_per_s = 2500\nmax_for = '4.8s'\n", "inconclusive", "burst_slower"),
    ],
)
def test_verify_finds_what_a_burst_is(
    plimsoll: Plimsoll, tmp_path: Path, settings: str, verdict: str, kind: str
) -> None:
    compliant = settings == "max_ops_per_s = 3000\nmax_for = '4s'\n"
    trap = Trap(
        kind,
        LIMIT + settings,
        ["policy"],
        "compliant" if compliant else "out_of_date",
        verdict,
        kind,
        RULES,
        reads_only=True,
    )
    said = verify_trap(plimsoll, tmp_path, trap)
    assert (said["verdict"], said["kind"]) == (verdict, kind), said["because"]
    figures = said["figures"]
    if verdict == "kept":
        assert figures["burst_got_per_s"] == pytest.approx(3000, rel=0.01)
        assert figures["burst_got_s"] == pytest.approx(5.85, abs=0.02)
        assert figures["burst_after_per_s"] == pytest.approx(1000, rel=0.01)
        assert "burst_kept" in said["noted"]


def _slices(*rates: float) -> list[Slice]:
    return [Slice(0.1, one * 0.1, round(one * 0.1), round(one * 0.1), None) for one in rates]


@pytest.mark.parametrize(
    ("mixed", "length"), [(2900.0, 0.395), (2200.0, 0.36), (1400.0, 0.32), (1050.0, 0.3025)]
)
def test_the_end_lies_where_what_passed_says(mixed: float, length: float) -> None:
    """Three intervals of a burst, the one in which it ends, and then the limit."""
    short = Burst("rate", 4096, 1000, 3000, 0.25)
    seen = burst._judge_slices(short, _slices(3000, 3000, 3000, mixed, 1000, 1000, 1000), {})
    # An interval within 5 % of the burst is one of it.
    expected = 0.4 if mixed > 2850 else length
    assert seen.figures["burst_got_s"] == pytest.approx(expected, abs=0.001)


def test_a_stall_is_not_the_end() -> None:
    seen = burst._judge_slices(ASKED, _slices(3000, 3000, 500, *[3000] * 57, *[1000] * 20), {})
    assert seen.figures["burst_got_s"] == pytest.approx(6.0, abs=0.05)


def test_storage_that_gives_no_more_breaks_no_burst() -> None:
    seen = burst._judge_slices(ASKED, _slices(*[1500] * 80), burst._burst_figures(ASKED))
    assert (seen.verdict, seen.kind) == ("inconclusive", "burst_slower")
    assert words.verdict_sentence(seen.kind, seen.figures).startswith("it is not known whether")


@pytest.mark.long
def test_a_burst_of_qemu_has_its_length(plimsoll: Plimsoll, tmp_path: Path) -> None:
    """2,000/s for 2 s over 1,000/s: 4,000, less the second bucket, at 1,000/s: some 4 s. In real
    time: a machine with other work may decide nothing, and breaks nothing again and again."""
    with daemon() as beside:
        file = tmp_path / "policy.toml"
        file.write_text(f"""
version = 1
component.it = {{ limit = "1000 IOPS", burst = "2000 IOPS for 2s" }}
policy.gold = {{ components = ["it"], margin = 3 }}
system.host = {{ kind = "qemu", qmp = "{beside / "qmp"}" }}
[volume.one]
policy = "gold"
system = "host"
at = {{ group = "one" }}
target = "nbd+unix:///one?socket={beside / "nbd"}"
""")
        assert plimsoll("policy", "apply", file).code == 0
        flags = ("--no-store", "--warmup-for", "500ms", "--measure-for", "2s", "--reads-only")

        def verify_volume() -> dict[str, Any]:
            ended = plimsoll("policy", "verify", file, *flags, "--json")
            (volume,) = json.loads(ended.out)["volumes"]
            return dict(volume)

        found = retry_measurement(
            verify_volume, lambda it: it["because"] if it["verdict"] == "broken" else ""
        )
    if found["kind"] == "kept":
        figures: dict[str, Any] = found["figures"]
        assert figures["burst_got_per_s"] == pytest.approx(2000, rel=burst.TOLERANCE)
        assert 1.8 < figures["burst_got_s"] < 4.4
