"""What stands beside the answer of `plimsoll size` and beside a time line, and what a history says
of campaigns without a value, in one file that is read when it changes: `note_sentences.txt`. To
make it again:

    .venv/bin/python -m tests.features.sizing.note_sentences
"""

from collections.abc import Iterator
from pathlib import Path

from plimsoll.features.sizing import words
from plimsoll.features.sizing.notes import Note
from plimsoll.features.suites.history import text as history_text
from plimsoll.features.suites.history.gathering import LeftOut
from plimsoll.judge.timeline import Note as TimeLineNote
from plimsoll.judge.timeline import text as timeline_text

KEPT = Path(__file__).with_suffix(".txt")
NOTES = (
    Note("assumed", {"read_percent": 100, "block_bytes": 4096}),
    Note("assumed", {"profile": "web", "block_bytes": 4096}),
    Note("host_iops_not_given", {"hosts": 1200}),
    Note("planned_lower", {"planned_per_s": 8000.0, "low_per_s": 10_000.0}),
    Note("end_not_confirmed", {"end": "high"}),
    Note("missed_below", {"missed_per_s": 3000.0, "met_per_s": 4000.0}),
    Note("two_regimes", {"from_below_per_s": 4000.0, "from_above_per_s": 3000.0}),
    Note("measured_by_few", {"clients": 1}),
    Note("measured_by_few", {"clients": 2}),
    Note("measured_by_unknown", {"source": "line.json", "hosts": 8}),
    Note("mix_unknown", {"source": "line.json"}),
    Note("other_reads", {"read_percent": 100.0, "guests_read_percent": 70.0}),
    Note("other_blocks", {"block_bytes": 4096, "guests_block_bytes": [8192, 65536]}),
    Note("scaled_one_down"),
    Note("on_savings", {"element": "gp2", "held_s": 7000.0, "lasting_per_s": 300.0}),
)
BESIDE_TIME_LINES = (
    TimeLineNote("no_record", {"state": "interrupted"}),
    TimeLineNote("marks_left_out"),
    TimeLineNote("marks_without_record"),
    TimeLineNote("marks_of_import"),
    TimeLineNote("marks_undated"),
    TimeLineNote("recorder_stood_still", {"at_s": 13.0, "length_s": 12.0}),
    TimeLineNote("ends_before_the_run", {"length_s": 0.45}),
    TimeLineNote("no_intervals"),
    TimeLineNote("few_intervals", {"intervals": 1, "interval_s": 0.1, "made_by": "run"}),
    TimeLineNote("few_intervals", {"intervals": 7, "interval_s": 5.0, "made_by": "run"}),
    TimeLineNote("few_intervals", {"intervals": 7, "interval_s": 1.0, "made_by": "campaign"}),
    TimeLineNote("few_intervals", {"intervals": 7, "interval_s": 5.0, "made_by": "import"}),
)
STORE = "/stores/friday.db"
LEFT = (
    LeftOut(kind="not_finished", store=STORE, campaign=3, state="interrupted", words=""),
    LeftOut(kind="archived", store=STORE, campaign=3, words=""),
    LeftOut(kind="not_steady", store=STORE, campaign=4, words=""),
    LeftOut(
        kind="no_value",
        store=STORE,
        campaign=5,
        test="4k, read 100 %",
        mark="2 of 3 failed",
        words="",
    ),
    LeftOut(kind="no_value", store=STORE, campaign=6, test="4k, read 100 %", words=""),
)


def lines() -> Iterator[str]:
    yield from map(words.note, NOTES)
    yield ""
    yield from map(history_text.left_out, LEFT)
    yield ""
    yield from map(timeline_text.note, BESIDE_TIME_LINES)


def text() -> str:
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    KEPT.write_text(text(), encoding="utf-8")
