"""What hosts tell beside their load: on one clock, kept for each host, in bounds; with generators
in threads in the place of hosts."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from plimsoll import campaign
from plimsoll.base.errors import UsageError
from plimsoll.collect import Batch, Collectors, Remote, Sample, Source, Tally, sources
from plimsoll.features.hosts.generator import Load
from plimsoll.features.hosts.hosts_file import Host, HostsFile
from plimsoll.features.hosts.opening import Hosts
from plimsoll.features.hosts.telemetry import STEPS, Telemetry, spread
from plimsoll.live.pulse import parse
from plimsoll.live.state import State
from plimsoll.native.listener import Listener
from plimsoll.native.session import parse_span
from plimsoll.native.values import Progress
from plimsoll.report.common import host_grid
from plimsoll.report.describe import Heat
from plimsoll.report.evidence.evidence import gather
from plimsoll.store import Store
from plimsoll.web import live_view
from tests.features.hosts.thread_fleet import ThreadFleet

FILE = HostsFile(
    host=[Host(name="a", labels=["rack1"]), Host(name="b", labels=["rack1"]), Host(name="c")]
)
NULL: Any = {"target": "null:"}


def typed_sources(*commands: str, scrape: tuple[str, ...] = ()) -> tuple[Source, ...]:
    return sources(list(commands), list(scrape), None, parse_span=parse_span)


@pytest.mark.parametrize(
    ("typed", "on"),
    [("@a iostat 1", ["a"]), ("@rack1 iostat 1", ["a", "b"]), ("@* iostat 1", ["a", "b", "c"])],
)
def test_a_host_a_label_or_all_hosts_can_be_named(typed: str, on: list[str]) -> None:
    found = spread(typed_sources(typed), FILE)
    assert [(one.on, one.name, one.asked) for one in found] == [
        (name, f"{name}: iostat 1", "iostat 1") for name in on
    ]


def test_what_names_no_host_runs_here_also_with_an_at_inside() -> None:
    (found,) = spread(typed_sources("ssh root@array counters"), FILE)
    assert (found.on, found.asked) == (None, "ssh root@array counters")


def test_an_address_is_asked_from_the_host_that_is_named() -> None:
    (found,) = spread(typed_sources(scrape=("@b http://127.0.0.1:9100/metrics#^node_",)), FILE)
    assert (found.on, found.asked) == ("b", "http://127.0.0.1:9100/metrics")


@pytest.mark.parametrize("typed", ["@a", "@", "@ iostat 1", "@a/b iostat", "@-x iostat"])
def test_a_host_without_a_command_is_refused(typed: str) -> None:
    with pytest.raises(UsageError, match="after @"):
        typed_sources(typed)


def test_an_unknown_host_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UsageError) as refused:
        spread(typed_sources("@d iostat 1"), FILE)
    assert "a, b, c, rack1" in refused.value.what_now


TICKS = "@b while :; do echo '{\"ticks\": 1}'; sleep 0.1; done"
FAILS = "@c echo '{\"x\": 1}'; sleep 0.8; echo no disk >&2; exit 3"


@pytest.fixture(scope="module")
def stored_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Store, int]]:
    """A Run over three hosts in threads, with a collector on the second and one that fails on the
    third: its record, and where it is."""
    fleet = ThreadFleet([host.name for host in FILE.host])
    with Store.open(tmp_path_factory.mktemp("hosts") / "s.db") as store:
        try:
            hosts = Hosts(FILE, fleet)
            every = (
                *spread(typed_sources(TICKS, FAILS), FILE),
                *(Source.of_host(host.name) for host in FILE.host),
            )
            told: list[str] = []
            with Collectors(every, tell=told.append) as collectors, hosts.open(NULL) as session:
                hosts.telemetry.keep(collectors.remote())
                session.keeper = campaign.begin(
                    store, "run", NULL, objective=None, strategy="run", seed=1, asked={},
                    collectors=collectors,
                )  # fmt: skip
                record = session.run(
                    {
                        "rate": 3000.0,
                        "measure_for": "1200ms",
                        "warmup_for": "200ms",
                        "interval": "200ms",
                        "seed": 3,
                    },
                    role="run",
                )
                hosts.telemetry.end(fleet)
        finally:
            fleet.close()
        yield record, store, store.runs(1)[0].id


StoredRun = tuple[Any, Store, int]


def test_each_host_tells_of_itself_on_the_axis_of_the_run(stored_run: StoredRun) -> None:
    record, store, run = stored_run
    rows = {row.id: row for row in store.counters.collectors(1)}
    assert [(row.kind, row.source) for row in rows.values()][2:] == [
        ("host", "a"), ("host", "b"), ("host", "c"),
    ]  # fmt: skip
    begun = record["measure_started_ns"]
    intervals = record["intervals"]
    for counter in store.counters.of_run(run):
        if counter.name != "achieved_rate_per_s":
            continue
        # One for each interval, in its middle.
        assert [(t_ns - begun) / 1e9 for t_ns, _ in counter.points] == pytest.approx(
            [one["start_s"] + one["length_s"] / 2 for one in intervals], abs=1e-6
        )
        # What a host had in Measure is its count in the record.
        name = rows[counter.collector_id].source
        (host,) = [one for one in record["hosts"] if one["name"] == name]
        completed = sum(
            value * one["length_s"]
            for (_, value), one in zip(counter.points, intervals, strict=True)
            if one["phase"] == "measure"
        )
        assert completed == pytest.approx(host["figures"]["completed"], abs=0.01)


def test_the_record_has_the_system_load_of_every_host(stored_run: StoredRun) -> None:
    for host in stored_run[0]["hosts"]:
        process = host["system_load"]["process"]
        # Which of the two a moment counts as, the kernel says by what its clock tick met.
        assert process["user_ns"] + process["system_ns"] > 0
        assert host["steal_share"] == host["system_load"]["cpu"]["steal"]


def test_a_command_on_a_host_is_kept_under_its_name_and_a_failed_one_is_a_mark(
    stored_run: StoredRun,
) -> None:
    _, store, run = stored_run
    (first, *_) = store.counters.collectors(1)
    assert (first.kind, first.source.startswith("b: while")) == ("command", True)
    (ours,) = [row for row in store.counters.of_run(run) if row.collector_id == first.id]
    assert ours.name == "ticks"
    assert ours.points
    (mark,) = store.events_of_run(run)
    assert mark.kind == "collector"
    assert mark.text.startswith("collector 2 (c: echo")
    assert "exit code 3): no disk" in mark.text
    row = store.run(run)
    assert row.started_at_ns < mark.at_ns < time.time_ns()


class _HostInterval:
    """An interval of one host."""

    index = 0
    response_time = completion_latency = b""

    def __init__(self, start_s: float, reads: int) -> None:
        self.figures = {"start_s": start_s, "length_s": 1.0}
        self.workers = json.dumps(
            [
                {
                    "name": "a", "reads": reads, "writes": 0, "read_bytes": 0, "written_bytes": 0,
                    "outstanding_mean": 1.0, "response_time_ns_p99": reads,
                    "own_lag_ns_p99": None,
                }
            ]
        )  # fmt: skip


def test_of_a_long_run_steps_are_kept_and_none_hides_a_peak() -> None:
    hosts, own = Telemetry(), Remote(Source.of_host("a"))
    hosts.keep([own])
    fleet = ThreadFleet(["a"])
    hosts.begin(fleet, ["a"], 4 * STEPS)
    fleet.close()
    for second in range(6):
        hosts.interval(_HostInterval(float(second), 100 + second), 0)
    hosts.finish()
    samples, tally = own.intake.take()
    rates = [one for one in samples if one.name == "achieved_rate_per_s"]
    p99 = [one for one in samples if one.name == "response_time_p99_ns"]
    # Four intervals, and the two that were left.
    assert [(one.t_ns, one.value) for one in rates] == [(2 * 10**9, 101.5), (5 * 10**9, 104.5)]
    assert [one.value for one in p99] == [103.0, 105.0]
    assert tally.values == len(samples)


def test_times_of_a_host_are_told_on_our_clock() -> None:
    hosts = Telemetry()
    remote = Remote(Source.command("x").at("a"))
    hosts.keep([remote])
    ahead = 7_000_000_000
    batch = Batch([Sample("n", ahead + 5, 1.0)], Tally(values=1), "it ended", ahead + 9)
    hosts.take_handover("a", [Load(0.0, None)], [batch], ahead)
    (sample,), _ = remote.intake.take()
    assert (sample.t_ns, remote.ended_ns, remote.ended) == (5, 9, "it ended")


def test_the_report_of_a_run_shows_each_host_over_time(stored_run: StoredRun) -> None:
    record, store, run = stored_run
    (the_run,) = [one for one in gather(store, 1).runs if one.row.id == run]
    chart, table = host_grid.chart(store, the_run), host_grid.table(the_run)
    assert chart is not None
    assert [row[0] for row in table.rows] == ["a", "b", "c"]
    rates = chart.panels[0]
    # The first host of the file is on top: the last place of the axis.
    assert rates.y.categories == ("c", "b", "a")
    (heat,) = rates.series
    assert isinstance(heat, Heat)
    first = [cell for cell in heat.cells if cell.y == 1.5]
    assert all(0 <= cell.x < cell.x_to <= record["measure_s"] + 1e-6 for cell in first)
    # Cells of one width: their mean is the host's rate over Measure.
    mean = sum(cell.value for cell in first) / len(first)
    assert mean == pytest.approx(record["hosts"][0]["figures"]["achieved_rate_per_s"], rel=0.25)


def test_the_pulse_and_the_page_tell_what_each_host_did() -> None:
    state = State("run")
    fleet = ThreadFleet([host.name for host in FILE.host])
    texts: list[str] = []

    class Look(Listener):
        def run_progress(self, now: Progress) -> None:
            texts.append(state.text())

    try:
        with Hosts(FILE, fleet).open(NULL, listeners=[state, Look()]) as session:
            session.run(
                {"rate": 3000.0, "measure_for": "900ms", "warmup_for": "0s", "interval": "100ms"},
                role="run",
            )
    finally:
        fleet.close()
    pulses = [parse(text) for text in texts]
    told = next(one for one in reversed(pulses) if one["workers"])
    assert [(one["name"], one["host"]) for one in told["workers"]] == [
        ("a", True), ("b", True), ("c", True),
    ]  # fmt: skip
    shares = [one["cpu_busy_share"] for one in told["workers"]]
    assert any(share is not None and 0 <= share <= 1 for share in shares)
    page = live_view.hosts(told)
    assert [one["name"] for one in page["hosts"]] == ["a", "b", "c"]
    assert [one["rate"] for one in page["hosts"]] == [
        one["achieved_rate_per_s"] for one in told["workers"]
    ]
    # A single machine has no grid.
    assert live_view.hosts({**told, "workers": []}) is None
