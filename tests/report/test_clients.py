"""What each kind of client got: a neighbour costs its victim nothing where a scheduler can choose
between them, and as much as arithmetic says where it cannot."""

from pathlib import Path

import pytest

from plimsoll.cli import main
from tests.conftest import Plimsoll

pytestmark = pytest.mark.long

EXAMPLES = Path(__file__).parents[2] / "examples"
# What is outstanding goes round in 17 ms. 24,000 arrivals of the victim are known to 0.65 %.
SHORTER = ("--set", "campaign.measure_for=3s", "--set", "campaign.warmup_for=200ms")
PER_S = 16 / 700e-6
"""What the array serves."""


def rows(page: str) -> dict[tuple[str, ...], list[str]]:
    """The cells of each kind of client, by its first three."""
    read = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.splitlines()
        if line.startswith(("| victim |", "| neighbour |"))
    ]
    return {tuple(cells[:3]): cells[3:] for cells in read}


def nanos(text: str) -> float:
    value, unit = text.split()
    return float(value) * {"µs": 1e3, "ms": 1e6, "s": 1e9}[unit]


def test_a_neighbour_costs_what_arithmetic_says(plimsoll: Plimsoll, tmp_path: Path) -> None:
    ended = plimsoll(
        "campaign", "run", EXAMPLES / "campaigns/noisy-neighbour.toml", *SHORTER, "--store", "n.db"
    )
    assert ended.code == 0, ended.err
    said = plimsoll("report", "clients", "--store", "n.db", "--to", "md").out
    assert "Hurt in 1 of 2" in said
    found = rows(said)
    assert len(found) == 20

    def rate(client: str, depth: str, beside: str) -> float:
        return float(found[client, depth, beside][1].replace(",", ""))

    def p99(client: str, depth: str, beside: str) -> float:
        return nanos(found[client, depth, beside][4])

    # Alone as good as alone, whatever the scheduler may hold back.
    assert p99("victim", "16", "1") == pytest.approx(p99("victim", "100,000", "1"), rel=0.1)
    assert p99("victim", "16", "256") < 1.25 * p99("victim", "16", "1")
    # First come, first served: (256 + 8,000/s W) / W is what the array serves.
    wait_s = 256 / (PER_S - 8000)
    mean = nanos(found["victim", "100,000", "256"][3])
    assert mean == pytest.approx(wait_s * 1e9, rel=0.05)
    for depth in ("16", "100,000"):
        assert rate("victim", depth, "256") == pytest.approx(8000, rel=0.02)
        assert rate("neighbour", depth, "256") == pytest.approx(PER_S - 8000, rel=0.03)
    for form in ("html", "xlsx", "svg"):
        output = tmp_path / f"c.{form}"
        # In this process: what draws is loaded once for all.
        words = ["report", "clients", "--store", str(tmp_path / "n.db"), "--output", str(output)]
        assert main(words) == 0
        assert output.stat().st_size > 5000


def test_without_several_kinds_of_clients_there_is_nothing_to_say(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "c.toml").write_text(
        f'targets = ["stack:{EXAMPLES}/stacks/mm1.toml"]\n[campaign]\nname = "x"\nvirtual = true\n'
        'measure_for = "1s"\n[load]\nqueue_depth = [1, 2]\n'
    )
    assert plimsoll("campaign", "run", "c.toml", "--store", "c.db").code == 0
    ended = plimsoll("report", "clients", "--store", "c.db", code=64)
    assert "fewer than two kinds of clients" in ended.err


def test_a_limit_costs_the_others_nothing_until_it_fills_the_array(plimsoll: Plimsoll) -> None:
    """PER_S - 8,000 = 14,857 are left for the neighbour: its limit of 10,000 leaves room, one of
    16,000 does not, and all that it has outstanding then waits in the array."""
    ended = plimsoll(
        "campaign", "run", EXAMPLES / "campaigns/neighbour-limit.toml", *SHORTER, "--store", "n.db"
    )
    assert ended.code == 0, ended.err
    found = rows(plimsoll("report", "clients", "--store", "n.db", "--to", "md").out)
    assert len(found) == 24
    for limit in ("1,000", "5,000", "10,000", "12,500", "14,000"):
        got = float(found["neighbour", "16", limit][1].replace(",", ""))
        assert got == pytest.approx(float(limit.replace(",", "")), rel=0.01)
    assert nanos(found["victim", "100,000", "10,000"][4]) < 4e6
    assert nanos(found["victim", "16", "16,000"][4]) < 4e6
    mean = nanos(found["victim", "100,000", "16,000"][3])
    assert mean == pytest.approx(1e9 * 256 / (PER_S - 8000), rel=0.06)
