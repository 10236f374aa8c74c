"""Families of lines on the command line: what is kept of a grid beside them, and mistakes that are
told at once."""

import json
from pathlib import Path

import pytest

from plimsoll.base import documents
from plimsoll.campaign.run_recorder import begin
from plimsoll.library import families
from plimsoll.library.searches import Line
from plimsoll.native.record import SessionRequest
from plimsoll.native.session import Session
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.first import full
from plimsoll.search import document, load_line
from plimsoll.search.budget import Budget
from plimsoll.store import Store
from tests.campaign.kills import ROOT
from tests.conftest import Plimsoll

pytestmark = pytest.mark.long

# The median takes the fewest operations to decide.
OBJECTIVE = "p50(response_time, all) <= 1ms"


def test_what_a_grid_read_off_is_never_told_as_a_rate_that_the_target_carries(
    tmp_path: Path, plimsoll: Plimsoll
) -> None:
    request: SessionRequest = {
        "target": f"stack:{ROOT}/examples/stacks/mm1.toml",
        "virtual": True,
        "workload": {"block_size": "4k"},
    }
    with Store.open(tmp_path / "grid.db") as store, Session.open(request) as session:
        keeper = begin(
            store, "find", request, objective=OBJECTIVE, strategy="load_line", seed=1, asked={}
        )
        session.keeper = keeper
        found = load_line.find(
            session,
            objective=OBJECTIVE,
            arrivals="poisson",
            seed=1,
            budget=Budget.virtual(workers=1),
            on_step=lambda _: None,
        )
        keeper.end(documents.plain(document.of(found)))
        assert (
            families.grid_pair(Line(found, keeper.campaign_id, request, session, store), seed=1)
            is not None
        )
        searched, *grids = store.campaigns()
        assert [row.kind for row in grids] == ["grid", "grid"]
        for row in grids:
            assert "load_line" not in (row.result or {})
            said = full.headline(gather(store, row.id))
            assert "carries" not in said
            assert "crossed the objective at" in said
    plimsoll("report", "--store", tmp_path / "grid.db", "--to", "json", code=0)
    assert full.headline(gather(Store.open(tmp_path / "grid.db", create=False), searched.id)).split(
        ":"
    )[0] in (plimsoll("report", "--store", tmp_path / "grid.db", "--to", "md").out)


def test_a_report_of_any_line_of_a_family_has_all_of_them(
    tmp_path: Path, plimsoll: Plimsoll
) -> None:
    store = tmp_path / "family.db"
    # At a constant rate it takes the fewest operations to decide: 12,000 IOPS of 8k, 6,000 of 16k.
    searched = plimsoll(
        *("find", "--target", f"stack:{ROOT}/examples/stacks/bytes-cap.toml", "--virtual"),
        *("--block-size", "8k,16k", "--arrivals", "constant", "--objective", OBJECTIVE),
        *("--seed", "1", "--store", store, "--json"),
    )
    assert searched.code == 0, searched.err
    lines = json.loads(searched.out)["lines"]
    assert len({f"{line['find']['load_line']['low']:,.0f}" for line in lines}) == 2
    for line in lines:
        shown = plimsoll(
            "report", "load-line", "--store", store, "--campaign", line["campaign"], "--to", "md"
        )
        assert shown.code == 0, shown.err
        assert "## The lines (2)" in shown.out
        for other in lines:
            assert f"{other['find']['load_line']['low']:,.0f}" in shown.out
