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
from plimsoll.web.messages import message

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind = Literal["text", "texts", "number", "numbers", "choice"]
TABLES = ("target", "campaign", "workload", "load")
"""In the order of the page."""


@dataclass(frozen=True)
class Field:
    """A field: its key and its words. `texts` and `numbers` are lists, separated by commas."""

    table: str
    key: str
    kind: Kind
    value: str = ""
    grid_only: bool = False
    needed: bool = False
    large: bool = False
    known: Key | None = None
    """The key in `base/keys.py`, which has its words."""

    @property
    def name(self) -> str:
        """Its name in the form."""
        return f"{self.table}.{self.key}"

    @property
    def label(self) -> str:
        """Its label."""
        return message(f"field-{self.key}") if self.known is None else self.known.label

    @property
    def hint(self) -> str:
        """What it takes."""
        if self.key == "strategy":
            return strategies.summaries()
        return message(f"field-{self.key}-hint") if self.known is None else self.known.example

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Values and words to choose from."""
        if self.key == "effort":
            return [("", message("effort-thorough")), ("quick", message("effort-quick"))]
        return [(each.name, each.label) for each in strategies.STRATEGIES if each.of_points]


def _of_key(table: str, key: Key, kind: Kind, value: str = "", *, grid_only: bool = False) -> Field:
    """The field of a key in `base/keys.py`."""
    return Field(table, key.name, kind, value, grid_only=grid_only, known=key)


FIELDS = (
    Field("target", "path", "text", needed=True, large=True),
    Field("campaign", "name", "text", "look", needed=True),
    Field("campaign", "strategy", "choice", strategies.STRATEGIES[0].name),
    Field("campaign", "objective", "text", large=True),
    _of_key("workload", WORKLOAD["block_size"], "texts", "4k"),
    _of_key("workload", WORKLOAD["read"], "numbers", "100"),
    _of_key("workload", WORKLOAD["pattern"], "texts", "random"),
    _of_key("workload", WORKLOAD["working_set"], "text"),
    _of_key("load", LOAD["queue_depth"], "numbers", "1, 32", grid_only=True),
    _of_key("load", LOAD["rate"], "numbers", grid_only=True),
    _of_key("load", LOAD["workers"], "numbers"),
    Field("campaign", "repeats", "number", "1"),
    Field("campaign", "warmup_for", "text"),
    Field("campaign", "measure_for", "text", "10s", grid_only=True),
    Field("campaign", "effort", "choice"),
    Field("campaign", "time_limit", "text"),
    Field("campaign", "expected_rate", "number"),
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
            raise UsageError(message("field-empty", field=field.label), _takes(field))
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
        raise UsageError(message("field-only-commas", field=field.label), _takes(field))
    if field.kind == "number" and len(values) > 1:
        raise UsageError(
            message("field-one-value", field=field.label), message("field-one-value-advice")
        )
    return values[0] if len(values) == 1 else f"[{', '.join(values)}]"


def _number(field: Field, text: str) -> str:
    try:
        value = float(text)
    except ValueError:
        if field.key == "rate":
            # A profile of rates is text.
            return _text(text)
        raise UsageError(
            message("field-not-a-number", text=text, field=field.label), _takes(field)
        ) from None
    return str(int(value)) if abs(value) < 2**53 and value == int(value) else repr(value)


def _takes(field: Field) -> str:
    return message("field-takes", hint=field.hint)


def _text(text: str) -> str:
    """A basic string of TOML: JSON's escapes, and one for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
