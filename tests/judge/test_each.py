"""What each of several had of a Run: best and worst, and what is said of an offered rate."""

from typing import Any

from plimsoll.judge import each


def one(name: str, mean_us: float | None, rate: float, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "group": "vm",
        "offered_rate_per_s": None,
        "count": 1000,
        "unfinished": 0,
        "errors": 0,
        "completed": 1000,
        "achieved_rate_per_s": rate,
        "bytes_per_s": rate * 4096,
        "mean_ns": None if mean_us is None else mean_us * 1e3,
        "p50_ns": None,
        "p99_ns": None,
        "max_ns": None,
        "at_least": [],
        **more,
    }


def clients(*figures: dict[str, Any]) -> Any:
    return {"of": "client", "figures": list(figures)}


def test_the_worst_waits_longest_and_who_got_nothing_is_worse_still() -> None:
    (spread,) = each.of(
        clients(one("vm1", 300, 10), one("vm2", None, 0), one("vm3", 100, 30), one("vm4", 200, 20))
    )
    assert [those["name"] for those in spread.ranked] == ["vm3", "vm4", "vm1", "vm2"]
    assert (spread.best["name"], spread.median["name"]) == ("vm3", "vm1")
    assert spread.apart is None
    assert "0 to 30" in spread.words


def test_kinds_are_held_against_their_own() -> None:
    spreads = each.of(
        clients(one("a1", 1, 1, group="a"), one("b", 2, 2, group="b"), one("a2", 3, 2, group="a"))
    )
    assert [(spread.kind, len(spread.ranked)) for spread in spreads] == [("a", 2)]
    assert spreads[0].apart == 2


def test_of_an_offered_rate_what_was_served_counts_and_not_what_chance_offered() -> None:
    told = {"offered_rate_per_s": 100.0, "count": 900, "completed": 900}
    (spread,) = each.of(clients(one("vm1", 1, 90, **told), one("vm2", 1, 110, **told)))
    assert "all of it served" in spread.words
    behind = {**told, "completed": 450}
    (spread,) = each.of(clients(one("vm1", 1, 90, **told), one("vm2", 9, 45, **behind)))
    assert "50 % to 100 % of it served" in spread.words


def test_of_many_three_are_shown() -> None:
    (spread,) = each.of(clients(*(one(f"vm{at}", at, 1) for at in range(1, 101))))
    assert [name for name, _ in each.table_rows(spread)] == [
        "best: vm1",
        "median: vm51",
        "worst: vm100",
    ]


def test_a_record_without_has_none() -> None:
    assert each.of(None) == []
    assert each.not_told_apart({"each": None, "spec": {"clients": [{"clients": 65}]}}) is not None
    assert each.not_told_apart({"each": None, "spec": {"clients": [{"clients": 64}]}}) is None
