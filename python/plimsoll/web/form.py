"""The form that asks for a campaign, and the TOML that it becomes: the file that one would have
written, to be kept.

A field that is empty leaves its key out, so that the defaults are those of `campaign/spec.py`,
which also checks the rest. Nothing is decided here but which fields a person meets first.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.base.errors import UsageError
from plimsoll.base.keys import LOAD, WORKLOAD, Key
from plimsoll.search import strategies
from plimsoll.web.fields import Fields

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind = Literal["text", "texts", "number", "numbers", "choice"]
TITLES = {"campaign": "Campaign", "target": "Target", "workload": "Workload", "load": "Load"}


@dataclass(frozen=True)
class Field:
    """A field: the key that it sets, and what a person reads. `texts` and `numbers` are lists,
    split at commas."""

    table: str
    key: str
    kind: Kind
    label: str
    hint: str = ""
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    grid_only: bool = False
    needed: bool = False
    large: bool = False

    @property
    def name(self) -> str:
        """As the form has it."""
        return f"{self.table}.{self.key}"


def _of_key(table: str, key: Key, kind: Kind, value: str = "", *, grid_only: bool = False) -> Field:
    """The field of a row of the table of keys."""
    return Field(table, key.name, kind, key.label, key.example, value, grid_only=grid_only)


FIELDS = (
    Field(
        "target",
        "path",
        "text",
        "What is tested",
        "a file, a block device, nbd://…, null: or stack:FILE.toml",
        needed=True,
        large=True,
    ),
    Field("campaign", "name", "text", "Name", "how the campaign is called", "look", needed=True),
    Field(
        "campaign",
        "strategy",
        "choice",
        "Strategy",
        strategies.summaries(),
        strategies.STRATEGIES[0].name,
        choices=tuple((one.name, one.label) for one in strategies.STRATEGIES if one.of_points),
    ),
    Field(
        "campaign",
        "objective",
        "text",
        "Objective",
        "p99 <= 1ms; needed by the load line",
        large=True,
    ),
    _of_key("workload", WORKLOAD["block_size"], "texts", "4k"),
    _of_key("workload", WORKLOAD["read"], "numbers", "100"),
    _of_key("workload", WORKLOAD["pattern"], "texts", "random"),
    _of_key("workload", WORKLOAD["working_set"], "text"),
    _of_key("load", LOAD["queue_depth"], "numbers", "1, 32", grid_only=True),
    _of_key("load", LOAD["rate"], "numbers", grid_only=True),
    _of_key("load", LOAD["workers"], "numbers"),
    Field("campaign", "repeats", "number", "Repeats", "of every Point", "1"),
    Field("campaign", "warmup_for", "text", "Warm-up", "1s; empty: as the strategy does"),
    Field(
        "campaign",
        "measure_for",
        "text",
        "Measure for",
        "each Run of a grid",
        "10s",
        grid_only=True,
    ),
    Field(
        "campaign",
        "effort",
        "choice",
        "Effort of a search",
        "quick: about a minute each, a wider interval",
        "",
        choices=(("", "thorough"), ("quick", "quick")),
    ),
    Field(
        "campaign",
        "time_limit",
        "text",
        "Time limit",
        "30m: no new Point starts after this much test time",
    ),
    Field(
        "campaign",
        "expected_rate",
        "number",
        "Expected rate",
        "IOPS, for the arithmetic of the plan only",
    ),
)
"""Every field, in the order of the page."""


def toml(given: Mapping[str, str]) -> str:
    """The campaign that these fields ask for. Raises UsageError for a number that is none, or a
    field that is missing.

    `given`: by the name of the field. What has no meaning with the strategy is left out.
    """
    sent = Fields(given)
    chosen = sent["campaign.strategy"]
    grid = chosen not in strategies.NAMES or not strategies.named(chosen).chooses_load
    tables: dict[str, list[str]] = {"campaign": [], "target": [], "workload": [], "load": []}
    rates = sent["load.rate"].strip()
    for one in FIELDS:
        text = sent[one.name].strip()
        if one.needed and not text:
            raise UsageError(f"the field '{one.label}' is empty", f"It takes {one.hint}.")
        if (
            not text
            or (one.grid_only and not grid)
            or (one.key == "queue_depth" and rates)
            or (one.key == "effort" and grid)
        ):
            continue
        tables[one.table].append(f"{one.key} = {_toml_value(one, text)}")
    if lost := sent["campaign.i_will_lose_the_data_on"].strip():
        tables["campaign"].append(f"i_will_lose_the_data_on = [{_text(lost)}]")
    return "\n".join(
        f"[{table}]\n" + "".join(f"{line}\n" for line in lines)
        for table, lines in tables.items()
        if lines
    )


def _toml_value(one: Field, text: str) -> str:
    if one.kind in ("text", "choice"):
        return _text(text)
    # A comma parts values; within a mix of block sizes the file has one, and here a plus stands for
    # it.
    parts = [part.strip() for part in text.split(",") if part.strip()]
    values = [
        _number(one, part) if one.kind in ("number", "numbers") else _text(part.replace("+", ","))
        for part in parts
    ]
    if not values:
        raise UsageError(f"the field '{one.label}' has only commas", f"It takes {one.hint}.")
    if one.kind == "number" and len(values) > 1:
        raise UsageError(f"the field '{one.label}' takes one value", "Give one.")
    return values[0] if len(values) == 1 else f"[{', '.join(values)}]"


def _number(one: Field, text: str) -> str:
    try:
        value = float(text)
    except ValueError:
        if one.key == "rate":
            # A profile of rates is text.
            return _text(text)
        raise UsageError(
            f"'{text}' in the field '{one.label}' is not a number", f"It takes {one.hint}."
        ) from None
    return str(int(value)) if abs(value) < 2**53 and value == int(value) else repr(value)


def _text(text: str) -> str:
    """A basic string: JSON's escapes are TOML's, but for DEL, which TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
