"""What is said of workers: a maximum stands beside the load that gave it, and one number of workers
means one thing."""

import pytest

from plimsoll.base import language
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import points
from plimsoll.report.evidence.evidence import gather
from plimsoll.store import Store
from tests import stores

from . import answers, making, sample


def store_climb(store: Store, told: dict[str, object], *, volumes: int) -> int:
    """Stores a search with closed loops of a stack's clients: so many workers × queue depth gave
    these rates."""
    made = stores.campaign(store, "find", objective=sample.OBJECTIVE)
    for number, (workers, depth, rate) in enumerate(
        ((32, 1, 101_880.0), (32, 2, 102_303.0), (32, 4, 102_262.0))
    ):
        record, times = sample.record(None, 2, number)
        record["achieved_rate_per_s"] = rate
        record["spec"]["load"] = {"kind": "closed", "workers": workers, "queue_depth": depth}
        record["spec"]["clients"] = [
            {"name": "vm", "clients": 8, "volumes": volumes, "workload": record["spec"]["workload"]}
        ]
        made.run("maximum", (record, times))
    return made.finish(answers.find(answers.line(), maximum=answers.maximum(**told)))


def maximum(store: Store, campaign: int) -> Figure:
    return next(
        one
        for one in making.page(store, campaign, report="summary").figures
        if one.name == "Maximum"
    )


def test_the_maximum_is_told_with_the_load_of_the_run_that_achieved_it(store: Store) -> None:
    # The search goes on from 1 worker of each of 32 volumes, at depth 1: what gave within 3 % of
    # the best.
    campaign = store_climb(
        store, {"rate_per_s": 102_303.0, "workers": 1, "queue_depth": 1}, volumes=32
    )
    found = maximum(store, campaign)
    assert found.value == "102,303 IOPS"
    assert (
        found.basis
        == "closed loop (at 32 workers × queue depth 2; 32 × 1 already gave 101,880 IOPS)"
    )
    page = making.page(store, campaign, report="summary")
    assert not any("workers 1" in said for said in page.because)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "32 × 1 already gave 101,880 IOPS"),
        ("ja", "32 × 1ですでに101,880 IOPS"),
        ("tr", "32 × 1 ile de 101.880 IOPS alınmıştı"),
    ],
)
def test_a_smaller_load_is_told_with_what_it_gave_and_without_a_judgement(
    store: Store, code: str, words: str
) -> None:
    # It may be four fifths of a maximum that is a lower bound.
    campaign = store_climb(
        store, {"rate_per_s": 102_303.0, "workers": 1, "queue_depth": 1}, volumes=32
    )
    with language.writing(code):
        page = making.page(store, campaign, report="summary")
    assert any(one.basis.endswith(f"{words})") for one in page.figures)


def test_a_maximum_that_the_search_goes_on_from_is_told_once(store: Store) -> None:
    campaign = store_climb(
        store, {"rate_per_s": 102_303.0, "workers": 32, "queue_depth": 2}, volumes=1
    )
    assert maximum(store, campaign).basis == "closed loop (at 32 workers × queue depth 2)"


def test_a_maximum_of_which_no_run_is_kept_is_told_without_a_load(store: Store) -> None:
    campaign = store_climb(
        store, {"rate_per_s": 50_000.0, "workers": 9, "queue_depth": 9}, volumes=1
    )
    assert maximum(store, campaign).basis == "closed loop"


@pytest.mark.parametrize("clients", [True, False])
def test_workers_that_a_point_asks_of_each_volume_are_called_so(
    store: Store, clients: bool
) -> None:
    target, workload = {"name": "a", "path": "stack:a.toml"}, {"block_size": "4k"}
    campaign = stores.plan(store, ((target, workload, {"workers": n}) for n in (1, 2)))
    for point, n in zip(campaign.points, (1, 2), strict=True):
        record, times = sample.record(None, 1, n)
        # A Run counts all of them: of 32 volumes as many times more.
        record["spec"]["load"] = {
            "kind": "closed",
            "workers": 32 * n if clients else n,
            "queue_depth": 8,
        }
        if clients:
            record["spec"]["clients"] = [
                {"name": "vm", "clients": 8, "volumes": 32, "workload": record["spec"]["workload"]}
            ]
        campaign.answer(point, (record, times))
    found = points.gather(gather(store, campaign.number))
    assert found.dimension("workers").values == (
        ("1 per volume", "2 per volume") if clients else ("1", "2")
    )
