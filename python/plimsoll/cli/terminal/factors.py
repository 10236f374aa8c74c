"""What people see of a factor study: its plan, and its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.cli.terminal import screen
from plimsoll.judge.factors import words

if TYPE_CHECKING:
    from plimsoll.judge.factors.document import Answer
    from plimsoll.judge.factors.study import Study

FIRST = 12
"""Runs that a plan shows; --json has all."""
TOO_FEW = "no answer yet: too few valid Runs of the design to tell effects from noise"
CODES = {-1.0: "low", 0.0: "middle", 1.0: "high"}


def print_study(study: Study) -> None:
    """The Runs of the design, in the order of asking."""
    layers = len({run.block for run in study.runs}) > 1
    plots = len({run.plot for run in study.runs}) > 1
    head = ["", *(["block"] if layers else []), *(["plot"] if plots else [])]
    head += [one.name for one in study.factors]
    rows = [
        [
            str(at),
            *([str(run.block + 1)] if layers else []),
            *([str(run.plot + 1)] if plots else []),
            *(
                str(getattr(factor, CODES[code]))
                for factor, code in zip(study.factors, run.levels, strict=True)
            ),
        ]
        for at, run in enumerate(study.runs[:FIRST], 1)
    ]
    screen.table(head, rows)


def print_answer(answer: Answer) -> None:
    """The answer first, then every effect with its interval."""
    from plimsoll.reports.factors import tables

    screen.lines([words.headline(answer), *words.because(answer)])
    screen.description(filter(None, (tables.effects(answer), tables.interactions(answer))))
