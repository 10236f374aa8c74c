"""The form for a campaign, and the TOML that it becomes, which a user could have written and may
save.

An empty field leaves its key out, so that `campaign/spec.py` has all defaults and checks. Here is
only which keys have a field.
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
    """A field: its key and its words. `texts` and `numbers` are lists, separated by commas."""

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
        """Its name in the form."""
        return f"{self.table}.{self.key}"


def _of_key(table: str, key: Key, kind: Kind, value: str = "", *, grid_only: bool = False) -> Field:
    """The field of a key in `base/keys.py`."""
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
        choices=tuple(
            (strategy.name, strategy.label)
            for strategy in strategies.STRATEGIES
            if strategy.of_points
        ),
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
    """The campaign file of these fields. Leaves out keys that the strategy does not use. Raises
    UsageError for an invalid number or a missing field."""
    sent = Fields(given)
    chosen = sent["campaign.strategy"]
    grid = chosen not in strategies.NAMES or not strategies.find_strategy(chosen).chooses_load
    tables: dict[str, list[str]] = {"campaign": [], "target": [], "workload": [], "load": []}
    rates = sent["load.rate"].strip()
    for field in FIELDS:
        text = sent[field.name].strip()
        if field.needed and not text:
            raise UsageError(f"the field '{field.label}' is empty", f"It takes {field.hint}.")
        if (
            not text
            or (field.grid_only and not grid)
            or (field.key == "queue_depth" and rates)
            or (field.key == "effort" and grid)
        ):
            continue
        tables[field.table].append(f"{field.key} = {_toml_value(field, text)}")
    if lost := sent["campaign.i_will_lose_the_data_on"].strip():
        tables["campaign"].append(f"i_will_lose_the_data_on = [{_text(lost)}]")
    return "\n".join(
        f"[{table}]\n" + "".join(f"{line}\n" for line in lines)
        for table, lines in tables.items()
        if lines
    )


def _toml_value(field: Field, text: str) -> str:
    if field.kind in ("text", "choice"):
        return _text(text)
    # A comma separates values, so in a mix of block sizes a plus replaces it.
    parts = [part.strip() for part in text.split(",") if part.strip()]
    values = [
        _number(field, part)
        if field.kind in ("number", "numbers")
        else _text(part.replace("+", ","))
        for part in parts
    ]
    if not values:
        raise UsageError(f"the field '{field.label}' has only commas", f"It takes {field.hint}.")
    if field.kind == "number" and len(values) > 1:
        raise UsageError(f"the field '{field.label}' takes one value", "Give one.")
    return values[0] if len(values) == 1 else f"[{', '.join(values)}]"


def _number(field: Field, text: str) -> str:
    try:
        value = float(text)
    except ValueError:
        if field.key == "rate":
            # A profile of rates is text.
            return _text(text)
        raise UsageError(
            f"'{text}' in the field '{field.label}' is not a number", f"It takes {field.hint}."
        ) from None
    return str(int(value)) if abs(value) < 2**53 and value == int(value) else repr(value)


def _text(text: str) -> str:
    """A basic string of TOML: JSON's escapes, and one for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
