"""Each Point in the words that tell it from the others of its campaign."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plimsoll.campaign.point_text import PointNames
from plimsoll.store import Store
from plimsoll.store.plans import PlannedPoint
from tests import stores

Question = tuple[str, dict[str, Any], dict[str, Any]]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "names.db") as opened:
        yield opened


def names(store: Store, *questions: Question, repeats: int = 1) -> list[str]:
    planned = [
        PlannedPoint("as found", {"name": target}, workload, load, repeat, "grid", 1, 1.0)
        for repeat in range(1, repeats + 1)
        for target, workload, load in questions
    ]
    points = stores.campaign(store, "campaign", points=planned).points
    short = PointNames(points)
    return [short.of(point) for point in points]


def test_a_named_test_is_its_name(store: Store) -> None:
    found = names(
        store,
        ("disk", {"name": "SEQ1M read", "block_size": "1m"}, {"name": "Q8T1", "queue_depth": 8}),
        ("disk", {"name": "RND4K read", "block_size": "4k"}, {"name": "Q1T1", "queue_depth": 1}),
        repeats=2,
    )
    each = ["SEQ1M read", "RND4K read"]
    assert found == [*each, *(f"{name}; repeat 2" for name in each)]


def test_what_varies_within_a_name_stands_beside_it(store: Store) -> None:
    oltp = [{"name": "oltp", "block_size": size, "read": 70} for size in ("4k", "8k")]
    backup = {"name": "backup", "block_size": "1m", "read": 0}
    depths = [{"queue_depth": depth} for depth in (1, 32)]
    found = names(
        store,
        *(("disk", workload, load) for workload in oltp for load in depths),
        ("disk", backup, depths[1]),
    )
    assert found == [
        "oltp, block size 4k; queue depth 1",
        "oltp, block size 4k; queue depth 32",
        "oltp, block size 8k; queue depth 1",
        "oltp, block size 8k; queue depth 32",
        "backup",
    ]


def test_a_key_that_only_some_have_tells_them_apart(store: Store) -> None:
    workload = {"block_size": "8k"}
    found = names(store, ("a", workload, {"queue_depth": 8}), ("b", workload, {"rate": 500}))
    assert found == ["a; queue depth 8", "b; rate 500"]


def test_one_point_alone_is_named_in_full(store: Store) -> None:
    question = ("disk", {"block_size": "8k"}, {"queue_depth": 8})
    assert names(store, question) == ["disk; block size 8k; queue depth 8"]
