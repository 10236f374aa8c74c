"""The form for a campaign, and the TOML that it becomes, which a user could have written and may
save.

The fields of workload and load are the rows of `base/keys.py`. An empty field leaves its key out,
so that `campaign/spec.py` has all defaults.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from plimsoll.base import keys, language
from plimsoll.base.errors import UsageError
from plimsoll.base.keys import LOAD, WORKLOAD, Key
from plimsoll.base.workloads import named_workloads
from plimsoll.search import strategies
from plimsoll.web.fields import Fields
from plimsoll.web.messages import message

Kind = Literal["text", "texts", "number", "numbers", "rates", "choice", "switch"]
TABLES = ("target", "campaign", "workload", "load")
"""In the order of the page."""
KINDS: dict[keys.Kind, Kind] = {
    "size": "texts",
    "percent": "numbers",
    "count": "numbers",
    "iops": "numbers",
    "rate": "rates",
    "time": "texts",
    "text": "texts",
    "switch": "switch",
}
"""The field of each kind of key."""
LISTS: tuple[Kind, ...] = ("texts", "numbers", "rates")
"""Fields that take several values."""


@dataclass(frozen=True)
class Field:
    """A field: its key and its words."""

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
        """Its label, with the unit."""
        if self.known is None:
            return message(f"field-{self.key}")
        words = language.capital(self.known.words)
        return f"{words} ({self.known.unit})" if self.known.unit else words

    @property
    def hint(self) -> str:
        """What it means and takes."""
        if self.key == "strategy":
            of_points = [each for each in strategies.STRATEGIES if each.of_points]
            return language.clauses(f"{each.label}: {each.summary}" for each in of_points)
        if self.known is None:
            return message(f"field-{self.key}-hint")
        bounds = self.known.bounds
        said = [self.known.in_files, *([bounds.text] if bounds is not None else [])]
        return language.sentences(said)

    @property
    def example(self) -> str:
        """What could stand in it; empty if nothing helps."""
        return self.known.example if self.known is not None else ""

    @property
    def rare(self) -> bool:
        """Whether it is kept under a heading to open."""
        return self.known is not None and not self.known.common

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Values and words to choose from."""
        if self.kind == "switch":
            return [("", message("switch-off")), ("true", message("switch-on"))]
        if self.key == "effort":
            return [("", message("effort-thorough")), ("quick", message("effort-quick"))]
        if self.key == "like":
            named = [(one.name, f"{one.name}: {one.summary}") for one in named_workloads()]
            return [("", message("like-none")), *named]
        return [(each.name, each.label) for each in strategies.STRATEGIES if each.of_points]


def _of_keys(table: str, rows: Mapping[str, Key]) -> tuple[Field, ...]:
    """A field for each key; those that are common come first."""
    return tuple(
        Field(table, row.name, KINDS[row.kind], grid_only=row.set_by_search, known=row)
        for row in sorted(rows.values(), key=lambda row: not row.common)
    )


FIELDS = (
    Field("target", "path", "text", needed=True, large=True),
    Field("campaign", "name", "text", "look", needed=True),
    Field("campaign", "strategy", "choice", "load_line"),
    Field("campaign", "objective", "text", "p99 <= 5ms", large=True),
    Field("campaign", "repeats", "number", "1"),
    Field("campaign", "warmup_for", "text"),
    Field("campaign", "measure_for", "text", "10s", grid_only=True),
    Field("campaign", "effort", "choice"),
    Field("campaign", "time_limit", "text"),
    Field("campaign", "expected_rate", "number"),
    Field("workload", "like", "choice", large=True),
    *_of_keys("workload", WORKLOAD),
    *_of_keys("load", LOAD),
)
"""Every field, in the order of the page."""


def toml(given: Mapping[str, str]) -> str:
    """The campaign file of these fields. Leaves out keys that the strategy does not use. Raises
    UsageError for an invalid number or a missing field."""
    sent = Fields(given)
    chosen = sent["campaign.strategy"]
    grid = chosen not in strategies.NAMES or not strategies.find_strategy(chosen).chooses_load
    tables: dict[str, list[str]] = {"campaign": [], "target": [], "workload": [], "load": []}
    for field in FIELDS:
        text = sent[field.name].strip()
        if field.needed and not text:
            raise UsageError(message("field-empty", field=field.label), _takes(field))
        if not text or (field.grid_only and not grid) or (field.key == "effort" and grid):
            continue
        tables[field.table].append(f"{field.key} = {_toml_value(field, text)}")
    if lost := sent["campaign.i_will_lose_the_data_on"].strip():
        tables["campaign"].append(f"i_will_lose_the_data_on = [{text_value(lost)}]")
    return "\n".join(
        f"[{table}]\n" + "".join(f"{line}\n" for line in lines)
        for table, lines in tables.items()
        if lines
    )


def _toml_value(field: Field, text: str) -> str:
    if field.kind == "switch":
        return "true"
    if field.kind in ("text", "choice"):
        return text_value(text)
    parts = _parts(text)
    if not parts:
        raise UsageError(message("field-only-commas", field=field.label), _takes(field))
    if field.kind not in LISTS and len(parts) > 1:
        raise UsageError(*message.refusal("field-one-value", field=field.label))
    values = [text_value(part) if field.kind == "texts" else _number(field, part) for part in parts]
    return values[0] if len(values) == 1 else f"[{', '.join(values)}]"


def _parts(text: str) -> list[str]:
    """Several values, separated by spaces or commas. A value with a colon may have commas itself:
    `4k:60,64k:40` is one mix."""
    words = [word.strip(",") for word in text.split()]
    parts = [[word] if ":" in word else word.split(",") for word in words]
    return [part for of_word in parts for part in of_word if part]


def _number(field: Field, text: str) -> str:
    try:
        value = float(text)
    except ValueError:
        if field.kind == "rates":
            # A profile of rates is text.
            return text_value(text)
        raise UsageError(
            message("field-not-a-number", text=text, field=field.label), _takes(field)
        ) from None
    bounds = field.known.bounds if field.known is not None else None
    if bounds is not None and value not in bounds:
        raise UsageError(message("field-out-of-bounds", text=text, field=field.label), bounds.text)
    return str(int(value)) if abs(value) < 2**53 and value == int(value) else repr(value)


def _takes(field: Field) -> str:
    return field.hint if field.known is not None else message("field-takes", hint=field.hint)


def text_value(text: str) -> str:
    """A basic string of TOML: JSON's escapes, and one for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
