"""Reference lines for figures, as people write them: `mean <= 20ms`, `p99(sync) <= 10ms`,
`rate >= 4000`.

Reports draw and name them; they judge nothing. Requirements are objectives and promises.
"""

import re
from dataclasses import dataclass
from typing import Literal

from plimsoll.base.errors import InputError
from plimsoll.judge.messages import message
from plimsoll.native.session import parse_span

_TIME = re.compile(r"(mean|max|p\d+(?:\.\d+)?)\s*(\(\s*sync\s*\))?\s*<=\s*(\d[\d.]*\s*[a-z]+)")
_RATE = re.compile(r"rate\s*>=\s*(\d[\d,_]*(?:\.\d+)?)")


@dataclass(frozen=True)
class Level:
    """A reference value in base units; `figure` is the name in a record, empty for a rate."""

    name: str
    value: float
    of: Literal["rate", "time"]
    figure: str = ""
    of_syncs: bool = False
    """Whether it is on the latency of syncs, not on that of all operations."""


def parse(name: str, text: str) -> Level:
    """The level in a text. Raises InputError for a text that is neither a latency nor a rate."""
    if found := _TIME.fullmatch(text.strip()):
        bound = parse_span(found[3].replace(" ", "")) * 1e9
        return Level(name, bound, "time", found[1].replace(".", "_"), of_syncs=bool(found[2]))
    if found := _RATE.fullmatch(text.strip()):
        return Level(name, float(found[1].replace(",", "").replace("_", "")), "rate")
    raise InputError(*message.refusal("level-unreadable", name=name, text=text))
