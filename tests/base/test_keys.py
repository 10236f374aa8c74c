"""The table of keys: it says what Rust reads, and whatever is made from it has each of its rows."""

import json
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from typer.main import get_command

from plimsoll.base import rates
from plimsoll.base.errors import PlimsollError
from plimsoll.base.keys import LOAD, RUN, WORKLOAD, Kind
from plimsoll.campaign import point_runs, spec
from plimsoll.cli import app
from plimsoll.features.promises.rules import parts
from plimsoll.native import session as execute
from plimsoll.native.model import PointLoad
from plimsoll.web.form import FIELDS, toml
from tests.conftest import Plimsoll
from tests.truth.places import STACKS

IN_JSON: dict[Kind, set[str]] = {
    "size": {"SizeText", "string"},
    "percent": {"number"},
    "count": {"integer"},
    "iops": {"number"},
    "rate": {"number"},
    "time": {"string"},
    "text": {"string"},
    "switch": {"boolean"},
}
NO_KEYS = {
    # The two other forms of a rate (`base/rates.py`).
    "rate_per",
    "rate_profile",
    # What a verb or a search sets.
    "objective",
    "seed",
    "stop_when_decided",
    "storage_time",
    "confidence",
    "max_operations",
    "bytes_each",
    "segment",
}
"""What is asked of a Run and is no key."""


def _types(of: Any) -> set[str]:
    """The types of a property, without null."""
    if "anyOf" in of:
        return set().union(*(_types(one) for one in of["anyOf"])) - {"null"}
    if "$ref" in of:
        return {of["$ref"].rpartition("/")[2]}
    told = of["type"]
    return set([told] if isinstance(told, str) else told) - {"null"}


def test_the_rows_of_a_workload_are_the_keys_that_rust_reads() -> None:
    request = json.loads(execute.schema("session_request"))["$defs"]["WorkloadRequest"]
    assert request["properties"].keys() == WORKLOAD.keys()
    for name, of in request["properties"].items():
        assert _types(of) <= IN_JSON[WORKLOAD[name].kind], name


def test_the_rows_of_load_and_run_are_what_rust_is_asked_of_a_run() -> None:
    request = json.loads(execute.schema("probe_request"))["properties"]
    rows = LOAD | RUN
    assert request.keys() == rows.keys() | NO_KEYS
    for name, row in rows.items():
        assert _types(request[name]) <= IN_JSON[row.kind], name


def test_files_and_points_have_a_key_for_each_row() -> None:
    own = {"name", "hosts", "passes", "measure_for"}
    assert get_type_hints(PointLoad).keys() == LOAD.keys() | own
    assert spec.Load.model_fields.keys() == LOAD.keys() | own
    assert spec.Workload.model_fields.keys() == WORKLOAD.keys() | {"name", "like", "loads", "once"}
    assert parts.Workload.model_fields.keys() == WORKLOAD.keys() - {"verify"}
    assert parts.Load.model_fields.keys() - {"most_outstanding"} < LOAD.keys()


def test_run_has_a_flag_and_the_form_a_field_for_each_row() -> None:
    command: Any = get_command(app(["run"]))
    flags = {name for one in command.commands["run"].params for name in one.opts}
    rows = WORKLOAD | LOAD | RUN
    assert {row.flag for row in rows.values()} < flags
    fields = {one.key: one for one in FIELDS if one.known is not None}
    assert fields.keys() == WORKLOAD.keys() | LOAD.keys()
    for key, field in fields.items():
        assert field.known is rows[key]
        assert rows[key].in_files in field.hint


def test_the_example_of_each_row_is_a_value_that_its_field_takes(
    tmp_path: Path, plimsoll: Plimsoll
) -> None:
    """Alone in the form, an example becomes a file with a plan."""
    for table, rows in (("workload", WORKLOAD), ("load", LOAD)):
        for name, row in rows.items():
            filled = row.example or "true"
            given = {"target.path": "null:", "campaign.name": "x", f"{table}.{name}": filled}
            for need, value in CHANGES[name][1].items():
                holder = "workload" if need in WORKLOAD else "load"
                given[f"{holder}.{need}"] = str(value)
            (tmp_path / "filled.toml").write_text(toml(given))
            planned = plimsoll("campaign", "plan", "filled.toml", "--json", code=0)
            assert len(planned.document["points"]) == len(filled.split()), name


CHANGES: dict[str, tuple[Any, dict[str, Any]]] = {
    "block_size": ("8k", {}),
    "write_block_size": ("8k", {"read": 50}),
    "align": ("8k", {}),
    "read": (50, {}),
    "trim": (10, {}),
    "pattern": ("sequential", {}),
    "working_set": ("50%", {}),
    "working_set_offset": ("25%", {"working_set": "50%"}),
    "sync": ("fdatasync:4", {"read": 50}),
    "payload": ("zero", {"read": 50}),
    "compressible": (50, {"read": 50}),
    "duplicates": (10, {"read": 50}),
    "verify": (True, {"read": 50}),
    "workers": (2, {}),
    "queue_depth": (2, {}),
    "rate": (1000.0, {}),
    "arrivals": ("constant", {"rate": 1000.0}),
    "max_outstanding": (4, {"rate": 1000.0}),
    "think_time": ("1ms", {}),
    "cap_rate": (100.0, {}),
    "cap_bytes": ("1m", {}),
    "bursts": ("10ms/10ms", {}),
    "per_client": (True, {}),
    "warmup_for": ("100ms", {}),
    "steady": ("snia", {}),
    "steady_of": ("bytes", {"steady": "snia", "steady_limit": "1s"}),
    "steady_limit": ("2s", {"steady": "snia"}),
    "measure_for": ("200ms", {}),
    "drain_limit": ("1s", {}),
    "io_deadline": ("1s", {}),
    "interval": ("200ms", {}),
}
"""A value of each key that changes a Run, and the keys without which it means nothing."""


def _spec(keys: dict[str, Any]) -> Any:
    """What a Run with these keys is resolved to; of one that is refused the refusal."""
    keys = {"measure_for": "400ms", **keys}
    session: Any = {
        "target": f"stack:{STACKS / 'mm1.toml'}",
        "virtual": True,
        "workload": {key: value for key, value in keys.items() if key in WORKLOAD},
    }
    probe: Any = {key: value for key, value in keys.items() if key not in WORKLOAD}
    try:
        with execute.Session.open(session) as opened:
            return opened.run({**probe, "seed": 1}, role="run")["spec"]
    except PlimsollError as error:
        return error.message


@pytest.mark.parametrize("name", sorted({**WORKLOAD, **LOAD, **RUN}))
def test_no_key_is_read_and_forgotten(name: str) -> None:
    value, beside = CHANGES[name]
    without = _spec(beside)
    assert isinstance(without, dict), without
    assert _spec({**beside, name: value}) != without


def test_any_number_or_size_of_a_campaign_may_be_a_range() -> None:
    load = spec.Load.model_validate({"max_outstanding": {"from": 1, "to": 3, "step": 1}})
    assert load.max_outstanding == [1, 2, 3]
    workload = spec.Workload.model_validate({"align": {"from": "4k", "to": "16k", "times": 2}})
    assert [execute.parse_size(str(size)) for size in workload.align] == [4096, 8192, 16384]


def test_a_size_in_a_load_may_be_a_number_of_bytes() -> None:
    file = {"campaign": {"name": "c"}, "targets": ["null:"], "load": {"cap_bytes": 1048576}}
    asked = point_runs.grid_request(spec.Spec.model_validate(file), {"cap_bytes": 1048576}, 1)
    assert asked["cap_bytes"] == "1048576"


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        (5000.0, {"rate": 5000.0}),
        ("5000", {"rate": 5000.0}),
        ("1250/client", {"rate": 1250.0, "rate_per": "client"}),
        ("1000..2000/target", {"rate_profile": "1000..2000", "rate_per": "target"}),
        ("1000..50000", {"rate_profile": "1000..50000"}),
        ("80%", {"rate": 988.2}),
    ],
)
def test_a_rate_is_taken_apart_once(written: float | str, asked: dict[str, object]) -> None:
    # 80 % of 1,235.25 IOPS are 988.2: what is offered has four digits.
    assert rates.of(written).request(1235.25) == asked


def test_a_share_asks_nothing_while_the_maximum_is_unknown() -> None:
    assert rates.of("80%").request() == {}


@pytest.mark.parametrize("wrong", ["1250/disk", "/client", "80%/client"])
def test_a_rate_of_each_of_something_else_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="cannot read the rate"):
        rates.of(wrong)
