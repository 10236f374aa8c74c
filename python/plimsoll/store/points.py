"""The Point that a Run answers: equal target, workload and load, as text, are one question, and the
same question again is its next repeat.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from plimsoll.store import writing
from plimsoll.store.checksums import Execute


class Question(NamedTuple):
    """The resolved documents of a question, as JSON."""

    target: str
    workload: str
    load: str


def question(spec: Mapping[str, Any]) -> Question:
    """The question of a Run by its spec."""
    target, workload, load = spec["target"], spec["workload"], spec["load"]
    return Question(writing.text(target), writing.text(workload), writing.text(load))


def add(run: Execute, campaign_id: int | None, configuration_id: int, question: Question) -> int:
    """Adds the Point of a Run, within the transaction that adds the Run, and returns its id."""
    columns = (campaign_id, configuration_id, *question)
    row_id = run(
        "INSERT INTO point (campaign_id, configuration_id, target, workload, load, repeat) VALUES"
        " (?, ?, ?, ?, ?, ?)",
        (*columns, last_repeat(run, *columns) + 1),
    ).lastrowid
    assert row_id is not None
    return row_id


def last_repeat(
    run: Execute,
    campaign_id: int | None,
    configuration_id: int,
    target: str,
    workload: str,
    load: str,
) -> int:
    """How often the store has this question."""
    (repeat,) = run(
        # The last entry of the index, since counting takes longer with each repeat.
        "SELECT repeat FROM point WHERE campaign_id IS ? AND configuration_id = ? AND target = ?"
        " AND workload = ? AND load = ? ORDER BY repeat DESC LIMIT 1",
        (campaign_id, configuration_id, target, workload, load),
    ).fetchone() or (0,)
    return int(repeat)
