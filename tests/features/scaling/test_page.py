"""The report of scaling: where more outstanding I/O gives no more, and who ended it, from figures
of the store."""

from typing import Any

import pytest

from plimsoll.features.scaling import hosts as scaling_hosts
from plimsoll.report import registry
from plimsoll.report.describe import Chart, Line, Marks, Page, RuleX, Table
from plimsoll.report.evidence.evidence import gather
from plimsoll.store import Store
from tests import stores
from tests.report import making, sample

RATES = {8: 10_000.0, 16: 19_000.0, 32: 36_000.0, 64: 37_000.0, 128: 37_100.0}


def spans(outstanding: int, rate: float) -> list[float]:
    """Response times that Little's law asks for."""
    mean = outstanding / rate * 1e9
    return [mean * (0.5 + n / 1999) for n in range(2000)]


def of_depth(depth: int) -> stores.Question:
    """What is asked of one worker with so many outstanding."""
    disk, workload = {"name": "disk", "path": "/dev/x"}, {"block_size": "4k", "read": 100.0}
    return disk, workload, {"queue_depth": depth, "workers": 1}


def climb(
    store: Store,
    rates: dict[int, float] = RATES,
    *,
    outcome: dict[int, str] | None = None,
    **more: Any,
) -> int:
    """A grid over the queue depth of one worker."""
    campaign = stores.plan(store, (of_depth(depth) for depth in rates))
    for point in campaign.points:
        depth = point.load["queue_depth"]
        asked = {"outcome": (outcome or {}).get(depth, "ok"), **more}
        campaign.measure(point, achieved=rates[depth], spans=spans(depth, rates[depth]), **asked)
    return campaign.number


def page_of(store: Store, campaign: int) -> Page:
    return making.page(store, campaign, report="scaling")


def chart_of(page: Page) -> Chart:
    return next(s for s in page.sections if isinstance(s, Chart))


def rows_of(page: Page) -> list[dict[str, str]]:
    table = next(s for s in page.sections if isinstance(s, Table))
    return [dict(zip((c.label for c in table.columns), row, strict=True)) for row in table.rows]


def test_it_says_from_where_on_more_outstanding_gives_no_more(store: Store) -> None:
    page = page_of(store, climb(store))
    # 32 → 64 gives 2.8 %, under the 5 % that count as a rise; 16 → 32 nearly doubles it.
    assert page.answer.startswith(
        "No gain beyond 32 outstanding (36,000 IOPS): 64 gave 2.78 % more"
    )
    rules = [s for s in chart_of(page).panels[0].series if isinstance(s, RuleX)]
    assert ("no gain beyond 32", 32.0) in [(rule.name, rule.x) for rule in rules]


def test_runs_that_differ_too_much_end_no_gain_as_for_depth(store: Store) -> None:
    """At 16 and at 32 outstanding the two Runs lie a factor apart: `features/scaling/depths.py`
    answers nothing, and neither does the report, in its sentence, its first screen or its
    figures."""
    depths = {8: (10_000.0, 10_100.0), 16: (14_000.0, 22_000.0), 32: (15_000.0, 24_000.0)}
    campaign = stores.plan(store, (of_depth(depth) for depth in depths), repeats=2)
    for point in campaign.points:
        depth = point.load["queue_depth"]
        rate = depths[depth][point.repeat - 1]
        campaign.measure(point, achieved=rate, spans=spans(depth, rate))
    page = page_of(store, campaign.number)
    assert page.answer.startswith("Not answered: Runs at the same depth differ too much")
    assert (page.first.badge.standing, page.first.badge.words[:12]) == ("none", "Not answered")
    assert page.first.headline.startswith("Not answered")
    assert [one.value for one in page.figures if one.name == "Stops scaling at"] == ["not reached"]
    assert not [s for s in chart_of(page).panels[0].series if isinstance(s, RuleX)]


def test_every_load_stands_with_its_figures_and_the_law_that_binds_them(store: Store) -> None:
    page = page_of(store, climb(store))
    for row, (depth, rate) in zip(rows_of(page), RATES.items(), strict=True):
        assert (row["Queue depth"], row["Workers"], row["Outstanding set"]) == (
            str(depth),
            "1",
            str(depth),
        )
        assert row["Achieved, IOPS"] == f"{rate:,.0f}"
        assert float(row["Times the first"]) == pytest.approx(rate / 10_000, rel=0.005)
        assert float(row["Of the ideal"].removesuffix(" %")) == pytest.approx(
            100 * rate / 10_000 / (depth / 8), rel=0.01
        )
        assert float(row["Rate × latency"]) == pytest.approx(depth, rel=0.01)
    assert "Little's law holds: in all 5 loads" in page.because[0]
    first = chart_of(page).panels[0].series
    dots = {at.x: at.y for s in first if isinstance(s, Marks) for at in s.points}
    assert dots == {float(depth): rate for depth, rate in RATES.items()}


def test_the_ideal_is_straight_through_the_first_load(store: Store) -> None:
    panel = chart_of(page_of(store, climb(store))).panels[0]
    ideal = next(s for s in panel.series if isinstance(s, Line) and s.name == "ideal")
    for at in ideal.points:
        assert at.y == pytest.approx(at.x * 10_000 / 8)


def test_who_limited_each_load_follows_from_the_step_above_it(store: Store) -> None:
    page = page_of(store, climb(store))
    told = {row["Queue depth"]: row["Limited by"] for row in rows_of(page)}
    # The records of these samples say nothing from several Runs, and more workers were not run.
    assert told["8"] == "the generator's outstanding I/O"
    assert (told["32"], told["128"]) == ("not its outstanding I/O", "not determined")


def test_a_ladder_that_still_rises_at_its_end_is_not_called_the_storages_limit(
    store: Store,
) -> None:
    page = page_of(store, climb(store, {8: 1000.0, 16: 1990.0, 32: 3950.0}))
    assert page.answer.startswith("Still rising at 32 outstanding, the most tested (3,950 IOPS)")
    assert "the storage" not in page.answer


def test_a_load_whose_run_is_not_ok_is_crossed_named_and_not_joined(store: Store) -> None:
    page = page_of(store, climb(store, outcome={64: "not_steady"}))
    chart = chart_of(page)
    crossed = [
        at.x
        for s in chart.panels[0].series
        if isinstance(s, Marks) and s.shape == "crossed square"
        for at in s.points
    ]
    joined = next(s for s in chart.panels[0].series if isinstance(s, Line) and s.name == "achieved")
    assert crossed == [64.0]
    assert 64.0 not in [at.x for at in joined.points]
    assert "64 outstanding not steady" in chart.caption
    assert [row["Outcome"] for row in rows_of(page)].count("not steady") == 1


def test_a_fitted_curve_is_marked_where_it_is_extrapolated(store: Store) -> None:
    pytest.importorskip("scipy")
    panel = chart_of(page_of(store, climb(store))).panels[0]
    assert "fitted" in [s.name for s in panel.series if isinstance(s, (Line, RuleX))]
    assert ("measured to here", 128.0) in [
        (s.name, s.x) for s in panel.series if isinstance(s, RuleX)
    ]


def test_too_few_loads_have_no_curve_and_it_says_so(store: Store) -> None:
    page = page_of(store, climb(store, {8: 1000.0, 16: 1990.0, 32: 3950.0}))
    facts = next(s for s in page.sections if s.title == "Fitted curves")
    assert "it needs 4" in str(facts)


def test_it_does_not_fit_where_nothing_climbs(store: Store) -> None:
    assert "queue depth" in str(
        registry.find_report("scaling").fits(
            making.report_request(store, stores.grid(store).measure_all().finish()).evidence
        )
    )
    assert (
        registry.find_report("scaling").fits(
            making.report_request(store, stores.demo(store)).evidence
        )
        is not None
    )


def fleet(
    store: Store,
    hosts: tuple[int, ...],
    *,
    clients: tuple[int, ...] = (),
    first: float = 1.0,
    other: bool = False,
) -> int:
    """Stacks with so many hosts, two clients on each (or so many in all), each client asked the
    same.

    A host gives 1,500/s to each of its first two clients and nothing more to further ones; the
    first stack only a share `first` of it. `other`: the last stack has another controller.
    """
    clients = clients or tuple(2 * n for n in hosts)
    campaign = stores.plan(
        store,
        (
            (
                {"name": f"{n} hosts, {c} clients", "path": f"stack:{n}-{c}.toml"},
                {"block_size": "4k"},
                {"queue_depth": 8},
            )
            for n, c in zip(hosts, clients, strict=True)
        ),
    )
    for point, n, c in zip(campaign.points, hosts, clients, strict=True):
        rate = (
            1500.0
            * min(c, 2 * n)
            * (1.0 if n < 4 else 0.9)
            * (first if (n, c) == (hosts[0], clients[0]) else 1.0)
        )
        record, times = sample.record(None, 1, 1, target=f"stack:{n}-{c}.toml")
        record |= {"achieved_rate_per_s": rate, "outstanding_mean": 8.0 * c}
        record["spec"]["load"] = {"kind": "closed", "queue_depth": 8, "workers": c}
        record["spec"]["clients"] = [
            {"name": "guest", "clients": c, "volumes": c, "workload": record["spec"]["workload"]}
        ]
        record["spec"]["target"]["stack"] = {
            "name": f"{n}-{c}.toml",
            "elements": {"controller": {"cost": 2 if other and n == hosts[-1] else 1}},
            "hosts": {"esx": {"count": n, "runs_clients": True}},
            "clients": {"guest": {"number": {"count": c}}},
        }
        campaign.answer(point, (record, times))
    return campaign.number


def test_hosts_stand_on_the_axis_where_stacks_differ_in_nothing_else(store: Store) -> None:
    page = page_of(store, fleet(store, (1, 2, 4, 8)))
    # 8 hosts gave 0.9 of eight times the rate of one.
    assert page.answer.startswith(
        "8 hosts gave 7.2 times the rate of 1 host, 10 % less than linear; still rising at 8 hosts"
    )
    chart = chart_of(page)
    assert chart.x.label == "Hosts, 2 clients per host"
    achieved = next(
        s for s in chart.panels[0].series if isinstance(s, Line) and s.name == "achieved"
    )
    assert [(at.x, at.y) for at in achieved.points] == [
        (1, 3000.0),
        (2, 6000.0),
        (4, 10_800.0),
        (8, 21_600.0),
    ]
    assert [(row["Hosts"], row["Clients"]) for row in rows_of(page)] == [
        ("1", "2"),
        ("2", "4"),
        ("4", "8"),
        ("8", "16"),
    ]


def test_stacks_that_differ_in_more_than_hosts_are_no_ladder(store: Store) -> None:
    campaign = fleet(store, (1, 2), other=True)
    assert scaling_hosts.fleets(store, gather(store, campaign)) == ()
    assert "hosts" in str(registry.find_report("scaling").fits(gather(store, campaign)))


def test_hosts_and_clients_per_host_that_grow_together_are_no_ladder_and_it_says_so(
    store: Store,
) -> None:
    # 1 client on 1 host, 4 on each of 2, 10 on each of 4: nobody could say which of the two made
    # the rate rise.
    why = registry.find_report("scaling").fits(
        gather(store, fleet(store, (1, 2, 4), clients=(1, 8, 40)))
    )
    assert why is not None
    assert "the same clients per host" in why


def test_hosts_that_share_the_same_clients_have_no_ideal(store: Store) -> None:
    page = page_of(store, fleet(store, (1, 2, 4), clients=(8, 8, 8)))
    # 2 of 8 clients are served by one host, all 8 by four: 4 × 0.9 = 3.6.
    assert page.answer.startswith(
        "4 hosts gave 3.6 times the rate of 1 host, with the same 8 clients in all; "
    )
    assert "ideal" not in page.answer
    chart = chart_of(page)
    assert chart.x.label == "Hosts, 8 clients in all"
    assert not any(isinstance(s, Line) and s.name == "ideal" for s in chart.panels[0].series)
    # A column of dashes stands in the caption.
    table = next(s for s in page.sections if isinstance(s, Table))
    assert "Of the ideal" in table.caption.partition("Empty in every row: ")[2]


def test_hosts_by_clients_are_several_ladders_of_one_number_each(store: Store) -> None:
    page = page_of(store, fleet(store, (1, 1, 2, 2), clients=(2, 4, 2, 4)))
    charts = [s for s in page.sections if isinstance(s, Chart)]
    assert [(chart.x.label, chart.title.partition(": ")[2]) for chart in charts] == [
        ("Hosts, 2 clients per host", "at 2 clients per host"),
        ("Clients that drive it, on 1 host", "at 1 host"),
        ("Clients that drive it, on 2 hosts", "at 2 hosts"),
    ]
    # Each rate by hand: a host serves two clients, 1,500/s each; so more clients on one host give
    # nothing.
    assert (
        "At 2 clients per host: 2 hosts gave 2 times the rate of 1 host, which is linear (100 %"
        " of the ideal)" in page.answer
    )
    assert (
        "at 1 host: 4 clients gave 1 times the rate of 2 clients, 50 % of the ideal"
        in page.answer.lower()
    )
    # Four Runs stand on six rungs, and all six on charts that no choice hides.
    assert page.slicers == ()
    assert all(chart.where == () for chart in charts)
    assert any("in all 4 loads" in said for said in page.because) or any(
        "in 4 of 4 loads" in said for said in page.because
    )


def test_more_than_the_ideal_is_never_said_without_a_word(store: Store) -> None:
    # The first host alone gave half of what a host gives beside another.
    page = page_of(store, fleet(store, (1, 2), first=0.5))
    assert "200 % of the ideal (more than in proportion:" in page.answer
    table = next(s for s in page.sections if isinstance(s, Table))
    assert "More than 100 %:" in table.caption


def loading(store: Store, rates: dict[int, float]) -> int:
    """A grid over the hosts that generate the load, each with as much outstanding I/O."""
    lun, workload = {"name": "lun", "path": "/dev/x"}, {"block_size": "4k", "read": 100.0}
    asked = ((lun, workload, {"queue_depth": 8, "hosts": hosts}) for hosts in rates)
    campaign = stores.plan(store, asked)
    for point in campaign.points:
        hosts = point.load["hosts"]
        record, times = sample.record(None, 1, 1, target="/dev/x")
        record |= {"achieved_rate_per_s": rates[hosts], "outstanding_mean": 8.0 * hosts}
        record["spec"]["load"] = {"kind": "closed", "queue_depth": 8, "workers": hosts}
        record["hosts"] = [{"name": f"vm{n}", "outcome": "ok"} for n in range(hosts)]
        campaign.answer(point, (record, times))
    return campaign.number


@pytest.mark.parametrize(
    ("rates", "said"),
    [
        # 7.8 of eight times: 97.5 %.
        (
            {1: 1000.0, 2: 2000.0, 4: 3980.0, 8: 7800.0},
            "8 hosts gave 7.8 times the rate of 1 host, which is linear (97.5 % of the ideal)",
        ),
        (
            {1: 1000.0, 2: 1900.0, 4: 3500.0, 8: 6400.0},
            "8 hosts gave 6.4 times the rate of 1 host, 20 % less than linear; still rising",
        ),
        # Nothing more beyond four: the array is what ends it.
        (
            {1: 1000.0, 2: 2000.0, 4: 4000.0, 8: 4040.0},
            "8 hosts gave 4.04 times the rate of 1 host, 49.5 % less than linear; no gain beyond 4",
        ),
    ],
)
def test_n_hosts_are_n_times_or_less_or_end_somewhere(
    store: Store, rates: dict[int, float], said: str
) -> None:
    page = page_of(store, loading(store, rates))
    assert page.answer.startswith(said)
    assert chart_of(page).x.label == "Hosts, 8 outstanding per host"
