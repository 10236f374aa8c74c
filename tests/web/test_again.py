"""A campaign that is asked again: its file says what the earlier one was asked."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from plimsoll.store import CampaignRow, Store
from plimsoll.web import again
from tests import stores

SESSION = {"target": "/dev/nvme0n1", "workload": {"block_size": "4k", "read": 70.0}}


def row(folder: Path, kind: str, spec: dict[str, Any]) -> CampaignRow:
    with Store.open(folder / "s.db") as store:
        kept = store.campaign(stores.campaign(store, "find").number)
    return kept._replace(
        kind=kind, strategy="load_line", objective="p99(response_time, all) <= 5ms", spec=spec
    )


def test_the_file_of_a_campaign_comes_back_with_every_value(tmp_path: Path) -> None:
    asked = {
        "campaign": {"name": 'a "b"\n夜間', "virtual": True, "warmup_for": "1s"},
        "target": [{"name": "x", "path": "/dev/sda"}, {"path": "stack:s.toml"}],
        "workload": [{"read": [0.0, 33.5], "block_size": ["4k", "4k:60,64k:40"]}],
        "setting": [{"name": "q", "values": {"a b": ["c", True, 3]}}],
        "report": {"customer": "東京"},
    }
    found = again.toml(row(tmp_path, "campaign", {**asked, "file": "/x/a.toml"}))
    assert found is not None
    assert tomllib.loads(found) == asked


def test_a_logo_is_left_out_since_a_file_names_where_it_lies(tmp_path: Path) -> None:
    report = {"customer": "c", "logo": "data:image/png;base64,AAAA"}
    found = again.toml(row(tmp_path, "campaign", {"campaign": {"name": "n"}, "report": report}))
    assert found is not None
    assert tomllib.loads(found)["report"] == {"customer": "c"}


def test_a_search_becomes_a_campaign_of_the_same_question(tmp_path: Path) -> None:
    found = again.toml(row(tmp_path, "find", {"session": SESSION}))
    assert found is not None
    read = tomllib.loads(found)
    assert read["campaign"] | {"name": ""} == {
        "name": "",
        "strategy": "load_line",
        "objective": "p99(response_time, all) <= 5ms",
    }
    assert (read["target"], read["workload"]) == (
        {"path": "/dev/nvme0n1"},
        {"block_size": "4k", "read": 70},
    )


@pytest.mark.parametrize("more", [{"more_targets": ["/dev/sdb"]}, {"cached": True}])
def test_what_a_file_would_ask_otherwise_is_not_offered(
    tmp_path: Path, more: dict[str, Any]
) -> None:
    assert again.toml(row(tmp_path, "find", {"session": SESSION | more})) is None
    assert again.toml(row(tmp_path, "run", {"session": SESSION})) is None
    even = {"session": SESSION, "arrivals": "constant"}
    assert again.toml(row(tmp_path, "find", even)) is None
