"""Lines of a campaign begin from those known nearby, and a campaign that was disturbed answers as
one that was not."""

import json
from typing import Any

import pytest

from plimsoll.campaign import hints
from plimsoll.search.hint import Start
from plimsoll.store import PlannedPointRow
from tests.campaign.conftest import Begin, CampaignInStore
from tests.campaign.kills import ROOT
from tests.report import answers as whole

LINES = """
[target]
name = "mm1"
path = "stack:{root}/examples/stacks/mm1.toml"
[campaign]
name = "lines"
virtual = true
strategy = "load_line"
objective = "p99 <= 5ms"
repeats = 2
[workload]
read = [100, 50, 0]
"""


def find_result(line: float, *, top: float = 10_000.0, depth: int = 8) -> dict[str, Any]:
    return whole.find(
        whole.line(low=line), maximum=whole.maximum(rate_per_s=top, queue_depth=depth, workers=1)
    )


@pytest.fixture
def points(begin: Begin) -> list[PlannedPointRow]:
    """Planned in this order: 100, 50, 0 percent reads of 4k, then of 8k; the same again as a second
    repeat."""
    text = LINES.replace("repeats", 'order = "as_written"\nrepeats') + 'block_size = ["4k", "8k"]\n'
    return sorted(begin(text, root=str(ROOT)).points, key=lambda p: p.number)


def finished_point(point: PlannedPointRow, line: float) -> PlannedPointRow:
    return point._replace(state="finished", stands=True, result=find_result(line))


def at(points: list[PlannedPointRow], read: float, size: str, repeat: int = 1) -> PlannedPointRow:
    return next(
        p
        for p in points
        if (p.workload["read"], p.workload["block_size"], p.repeat) == (read, size, repeat)
    )


def test_read_shares_of_the_same_block_size_come_first_and_block_sizes_where_there_are_none(
    points: list[PlannedPointRow],
) -> None:
    last = max(points, key=lambda p: p.number if p.repeat == 1 else 0)
    read, size = last.workload["read"], last.workload["block_size"]
    other_size = next(s for s in ("4k", "8k") if s != size)
    beside = finished_point(at(points, read, other_size), 3_000.0)
    hint = hints.start([beside], last)
    assert hint == Start(0.3, 8, 1)
    near = next(
        p
        for p in points
        if p.workload["block_size"] == size and p.workload["read"] != read and p.repeat == 1
    )
    assert hints.start([beside, finished_point(near, 6_000.0)], last) == Start(0.6, 8, 1)


def test_points_after_this_one_and_those_of_another_repeat_configuration_target_or_load_say_nothing(
    points: list[PlannedPointRow],
) -> None:
    first, second = points[0], points[1]
    assert hints.start([finished_point(second, 6_000.0)], first) is None
    known = finished_point(first, 6_000.0)
    assert hints.start([known], second) is not None
    for other in (
        {"repeat": 2},
        {"configuration": "b"},
        {"target": {"path": "x"}},
        {"load": {"workers": 2}},
        {"stands": False},
        {"state": "failed"},
        {"workload": {**first.workload, "pattern": "sequential"}},
    ):
        assert hints.start([known._replace(**other)], second) is None


def answers(begun: CampaignInStore) -> dict[tuple[float, int], str]:
    """The documents of all Points as text, less the numbers that Runs have in the store."""
    made = {}
    for point in begun.points:
        document = json.loads(json.dumps(point.result))
        for probe in document["probes"]:
            del probe["run_id"]
        made[point.workload["read"], point.repeat] = json.dumps(document)
    return made


@pytest.mark.long
def test_a_campaign_of_lines_that_was_interrupted_answers_byte_for_byte_as_one_that_was_not(
    begin: Begin, short_searches: None
) -> None:
    once = LINES.replace("repeats = 2", "repeats = 1")
    whole = begin(once, root=str(ROOT)).conduct()
    begun_nearby = [
        any(event["kind"] == "started_nearby" for event in (point.result or {})["events"])
        for point in whole.points
    ]
    # The first has nothing to begin from.
    assert begun_nearby == [False, True, True]

    disturbed = begin(once, root=str(ROOT))

    def disturb(_: object) -> None:
        (under_way,) = [point for point in disturbed.points if point.state == "running"]
        if under_way.attempt == 1 and len(disturbed.store.plans.runs(under_way.id)) == 5:
            raise KeyboardInterrupt

    disturbed.heard.search_step = disturb
    for _ in disturbed.points:
        with pytest.raises(KeyboardInterrupt):
            disturbed.resume()
    disturbed.resume()
    assert [point.attempt for point in disturbed.points] == [2] * 3
    assert answers(disturbed) == answers(whole)
