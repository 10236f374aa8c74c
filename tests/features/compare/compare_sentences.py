"""What a comparison says of questions that are not the same, of what was left out and of what
differs besides, in one file that is read when it changes: `compare_sentences.txt`. To make it
again:

    .venv/bin/python -m tests.features.compare.compare_sentences
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plimsoll.features.compare.rules import words
from plimsoll.features.compare.rules.question import QuestionTerms, apart
from plimsoll.judge.variant import Different, LeftOut, left_out

KEPT = Path(__file__).with_suffix(".txt")
K, GIB = 1 << 10, 1 << 30
CLOSED = {"kind": "closed", "queue_depth": 32, "workers": 1}
OPEN = {"kind": "open", "offered_rate_per_s": 3000.0, "arrivals": "poisson"}


def blocks(size: int) -> list[dict[str, Any]]:
    return [{"bytes": size, "percent": 100.0}]


def block_size_keys(size: int, **more: Any) -> dict[str, Any]:
    """What a block size resolves to: the same size for reads and writes, aligned to it."""
    of = {"block_size_bytes": size, "read_blocks": blocks(size), "write_blocks": blocks(size)}
    return {**of, "align_bytes": size, **more}


def run_question(load: dict[str, Any] | None = None, **workload: Any) -> QuestionTerms:
    """The question of a Run."""
    made: Any = {
        "workload": {
            **block_size_keys(4 * K),
            "read_percent": 100.0,
            "trim_percent": 0.0,
            "pattern": "random",
            "working_set_bytes": 16 * GIB,
            "working_set_offset_bytes": 0,
            "sync": None,
            "durable_writes": False,
            "payload": {"kind": "random", "compressible_percent": 0.0, "duplicate_percent": 0.0},
            "verify": False,
            **workload,
        },
        "load": load or CLOSED,
        "clock": "real",
        "access": "direct",
    }
    return made


def search_question(objective: str | None = None, limits: bool = False) -> QuestionTerms:
    """The question of a search."""
    made: Any = run_question()
    del made["load"]
    more = {"asked": "limits"} if limits else {"objective": objective, "arrivals": "poisson"}
    return made | more


RANDOM = {"kind": "random", "compressible_percent": 0.0, "duplicate_percent": 0.0}
PAIRS: dict[str, tuple[QuestionTerms, QuestionTerms]] = {
    "a block size": (run_question(), run_question(**block_size_keys(8 * K))),
    "a block size of writes that do not occur": (
        run_question(),
        run_question(write_blocks=blocks(8 * K)),
    ),
    "an alignment of its own": (run_question(), run_question(align_bytes=64 * K)),
    "a mix, and what is written": (
        run_question(),
        run_question(
            read_percent=70.0, trim_percent=10.0, payload=RANDOM | {"compressible_percent": 50.0}
        ),
    ),
    "a pattern and a working set": (
        run_question(),
        run_question(pattern="zipf:1.1", working_set_bytes=8 * GIB, working_set_offset_bytes=GIB),
    ),
    "a working set by one block": (
        run_question(),
        run_question(working_set_bytes=16 * GIB - 4 * K),
    ),
    "what makes writes durable": (
        run_question(read_percent=0.0, verify=True),
        run_question(read_percent=0.0, durable_writes=True, sync={"writes": 4, "data_only": False}),
    ),
    "the kind of load": (run_question(), run_question(OPEN | {"profile": {"kind": "flat"}})),
    "a queue depth": (run_question(), run_question(CLOSED | {"queue_depth": 64, "workers": 2})),
    "a think time": (
        run_question(),
        run_question(CLOSED | {"think": {"kind": "constant", "mean_ns": 2_000_000}}),
    ),
    "a ramp": (
        run_question(OPEN | {"profile": {"kind": "flat"}}),
        run_question(
            OPEN | {"profile": {"kind": "ramp", "from_per_s": 1000.0, "to_per_s": 5000.0}}
        ),
    ),
    "clock and cache": (run_question(), {**run_question(), "clock": "virtual", "access": "cached"}),
    "a Run and a search": (run_question(), search_question("p99 <= 5ms")),
    "limits and a line": (search_question(limits=True), search_question("p99 <= 5ms")),
    "a line and a maximum": (search_question("p99 <= 5ms"), search_question()),
}
LEFT = (
    LeftOut("no_record", run=7, state="interrupted"),
    LeftOut("not_finished", campaign=2, point=3, state="failed", told="the target went away"),
    LeftOut("not_finished", campaign=2, point=4, state="planned"),
    LeftOut("no_answer", campaign=5, state="running"),
    LeftOut("same_file", run=9, as_run=8),
    LeftOut("same_seed", run=3, as_run=1),
)
DIFFERENT = (
    Different("engine", (("io_uring",), ("libaio", "psync"))),
    Different("host", (("alpha",), ())),
    Different("version", (("0.1.0",), ("0.2.0",))),
    Different("measure_s", ((10.0,), (60.0,))),
    Different("workers", ((4,), (8,))),
    Different("working_set_bytes", ((16 * GIB,), (8 * GIB,))),
    Different("program", (("Plimsoll",), ("fio",))),
    Different("max_outstanding", ((512,), (1024,))),
)


def lines() -> Iterator[str]:
    for title, (first, other) in PAIRS.items():
        yield f"{title}:\n    {words.apart(apart([first], [other]))}"
    yield ""
    for one in (
        run_question(),
        run_question(OPEN),
        search_question("p99 <= 5ms"),
        search_question(),
        search_question(limits=True),
    ):
        yield words.only_in(one, ["after", "later"])
    yield ""
    yield from map(left_out, LEFT)
    yield ""
    yield from (words.different(one, ["before", "after"]) for one in DIFFERENT)


def text() -> str:
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    KEPT.write_text(text(), encoding="utf-8")
