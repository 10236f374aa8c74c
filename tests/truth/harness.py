"""What the programs of truth share: a search of a described stack, seeds side by side, and what is
wrong below a table."""

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from plimsoll.native.session import Session
from plimsoll.search.budget import Budget
from plimsoll.search.load_line import LoadLineResult, find
from tests.truth.places import STACKS

BRIEF = replace(
    Budget.virtual(),
    probe_operations=100_000,
    hold_operations=30_000,
    longest_hold_operations=200_000,
)
"""A tenth of the operations: wider intervals, which hold the line as surely. For claims that do not
depend on how near to the line a search goes."""


@contextmanager
def open_stack(
    stack: str | Path, workload: Mapping[str, Any] | None = None, defaults: Any = None, **more: Any
) -> Iterator[Any]:
    """A session on the virtual clock with this stack: a file, the name of an example, or a text."""
    with TemporaryDirectory() as folder:
        file = stack if isinstance(stack, Path) else STACKS / f"{stack}.toml"
        if isinstance(stack, str) and "\n" in stack:
            file = Path(folder, "stack.toml")
            file.write_text(stack)
        asked: Any = {"target": f"stack:{file}", "virtual": True, "workload": dict(workload or {})}
        with Session.open({**asked, **more}, defaults=defaults) as session:
            yield session


def search_stack(
    stack: str | Path,
    objective: str | None,
    budget: Budget,
    seed: int = 1,
    *,
    arrivals: str = "poisson",
    workload: Mapping[str, Any] | None = None,
    defaults: Mapping[str, Any] | None = None,
    **more: Any,
) -> LoadLineResult:
    """A whole search of this stack."""
    with open_stack(stack, workload, {"arrivals": arrivals, **(defaults or {})}) as session:
        return find(
            session,
            objective=objective,
            arrivals=arrivals,
            seed=seed,
            budget=budget,
            on_step=lambda _: None,
            **more,
        )


def arguments(about: str | None, seeds: int, **figures: float) -> Any:
    """Of the command line: seeds, processes, and these figures."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--seeds", type=int, default=seeds)
    parser.add_argument("--jobs", "--processes", type=int, default=len(os.sched_getaffinity(0)))
    for name, default in figures.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_args()


def table(header: str, rows: Iterable[tuple[str, bool]]) -> int:
    """Prints a table of rows that say themselves whether they are as was asked; the exit code."""
    print(header, flush=True)
    well = True
    for words, good in rows:
        print(words, flush=True)
        well &= good
    return 0 if well else 1


def verdict(wrong: Sequence[str], wide: Sequence[str] = ()) -> int:
    """Prints below a table what is wrong, and which intervals are right but wider than they should
    be; the exit code."""
    print("\n" + ("\n".join(f"- WRONG: {one}" for one in wrong) or "Nothing is wrong."))
    if wide:
        print("\nNot as narrow as is asked for:\n\n" + "\n".join(f"- {one}" for one in wide))
    return 1 if wrong else 0
