"""A Run over several hosts, with generators in threads in the place of hosts: what is one Run to a
search, and what is said when a host is lost, late or refused."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import IoError, PlimsollError, RefusedError, UsageError
from plimsoll.features.hosts import ensemble
from plimsoll.features.hosts.clocks import Offset, RoundTrip, offset, offsets
from plimsoll.features.hosts.ensemble import Ensemble, Member
from plimsoll.features.hosts.generator import Handover
from plimsoll.features.hosts.hosts_file import Host, HostsFile
from plimsoll.features.hosts.opening import Hosts
from plimsoll.judge import run_verdict
from plimsoll.native.listener import ActiveRun, Listener, SealedInterval
from plimsoll.native.session import Prepare, Session, Stop
from plimsoll.native.values import Progress
from tests.disturbance import retry_measurement
from tests.features.hosts.thread_fleet import ThreadFleet
from tests.patience import PATIENCE_S, until

NAMES = ("a", "b", "c")
NULL: Any = {"target": "null:"}
LEASE_S = 60.0
"""Nobody is lost here but where that is the question: the machine may let all of them wait."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where others have the processors, a thread may hear of a start half a minute late."""
    monkeypatch.setattr(ensemble, "TRIES", 8)


@pytest.fixture
def fleet() -> Iterator[ThreadFleet]:
    made = ThreadFleet(NAMES, lease_s=LEASE_S)
    yield made
    made.close()


@pytest.fixture
def target_file(tmp_path: Path) -> Path:
    """A prepared file."""
    path = tmp_path / "t.dat"
    Prepare.open({"target": str(path), "size": "6m"}).run(stop=Stop())
    return path


def hosts(fleet: ThreadFleet, **asked: Any) -> Hosts:
    """A file of hosts, the second of twice the weight."""
    weights = {"b": 2}
    of = [Host(name=name, weight=weights.get(name, 1)) for name in NAMES]
    return Hosts(HostsFile(host=of, **{"lease": f"{LEASE_S:.0f}s", **asked}), fleet)


def probe(session: Session, **asked: Any) -> Any:
    """A short probe."""
    return session.probe(
        **{
            "rate": 4000.0,
            "measure_for_s": 0.6,
            "warmup_for_s": 0.1,
            "objective": None,
            "stop_when_decided": False,
            "seed": 5,
            "role": "probe",
            **asked,
        }
    )


def test_each_host_offers_its_share_and_the_record_is_of_all(fleet: ThreadFleet) -> None:
    with hosts(fleet).open(NULL) as session:
        record = probe(session)
    shares = {host["name"]: host["figures"]["count"] for host in record["hosts"]}
    assert sum(shares.values()) == record["all"]["count"]
    assert [host["workers"] for host in record["hosts"]] == [1, 2, 1]
    # Half of some 2,400 operations, within five standard deviations.
    half = record["all"]["count"] / 2
    assert abs(shares["b"] - half) < 5 * half**0.5
    assert record["spec"]["load"]["workers"] == 4
    assert all(host["clock"]["offset_bound_ns"] >= 0 for host in record["hosts"])


@pytest.mark.long
def test_the_stop_rule_ends_measure_on_all_hosts_together(fleet: ThreadFleet) -> None:
    with hosts(fleet).open(NULL) as session:
        record = probe(
            session, rate=1000.0, measure_for_s=30.0, objective="p99 <= 30s", stop_when_decided=True
        )
    if record["judgement"]["verdict"] == "undecided":
        pytest.skip("others who use this machine keep the backlog from being steady")
    # Seconds where nothing else runs.
    assert record["measure_s"] < 30, record["judgement"]
    # Each host's rate is counted over the same time: they add up to that of all.
    rates = [host["figures"]["achieved_rate_per_s"] for host in record["hosts"]]
    assert sum(rates) == pytest.approx(record["achieved_rate_per_s"], rel=1e-6)


@pytest.mark.long
def test_a_closed_load_has_every_hosts_outstanding_io(fleet: ThreadFleet) -> None:
    with hosts(fleet).open(NULL) as session:
        record = probe(session, rate=None, queue_depth=3, measure_for_s=0.2)
    assert record["outstanding_max"] <= 12
    assert record["outcome"] == "ok"


@pytest.mark.long
@pytest.mark.parametrize(
    ("on_loss", "outcome"), [("end", "failed"), ("go_on", "generator_limited")]
)
def test_a_lost_host_ends_the_run_or_not_as_was_asked_and_no_verdict_rests_on_it(
    fleet: ThreadFleet, on_loss: str, outcome: str
) -> None:
    with hosts(fleet, on_loss=on_loss).open(NULL) as session:
        lengths = iter((3.0, 12.0, 48.0))

        def run_with_loss() -> Any:
            """A Run that loses a host; a longer one where a full machine let it end before."""
            lost: list[float] = []
            length = next(lengths)

            class Loss(Listener):
                def run_progress(self, now: Progress) -> None:
                    if not lost and now.elapsed_s > length / 6:
                        lost.append(now.elapsed_s)
                        fleet.lose(2, "its cable was pulled")

            session.listeners = [Loss()]
            record = probe(session, measure_for_s=length, objective="p99 <= 30s")
            return record if lost else run_with_loss()

        record = run_with_loss()
        assert record["outcome"] == outcome, record["because"]
        assert record["because"].startswith("c was lost")
        lost = record["hosts"][2]
        assert lost["outcome"] is None
        assert "its cable was pulled" in lost["because"]
        assert any(note.startswith("c was lost") for note in record["notes"])
        assert run_verdict.of(record) != "met", "the whole rate was not offered"
        asked_s = record["spec"]["phases"]["measure_ns"] / 1e9
        if on_loss == "end":
            assert record["measure_s"] < asked_s
        else:
            assert record["measure_s"] == pytest.approx(asked_s)
        with pytest.raises(IoError, match="c: lost in an earlier Run"):
            probe(session)


@pytest.mark.long
def test_a_host_that_is_slow_to_answer_does_not_end_the_others(fleet: ThreadFleet) -> None:
    fleet.close()

    def measure_slow_host() -> Any:
        slow = ThreadFleet(NAMES, lease_s=1.0)
        calls: list[float] = []
        hand_over = slow.generators[1].hand_over

        def hand_over_late() -> Handover:
            calls.append(time.monotonic())
            if len(calls) == 3:
                time.sleep(2.0)
            return hand_over()

        slow.generators[1].hand_over = hand_over_late  # type: ignore[method-assign]
        try:
            with hosts(slow, lease="1s").open(NULL) as session:
                return probe(session, measure_for_s=3.0)
        finally:
            slow.close()

    # A machine that is full may itself keep a host waiting for longer than its lease.
    record = retry_measurement(
        measure_slow_host,
        lambda it: "" if it["outcome"] in ("ok", "generator_limited") else it["because"],
    )
    assert record["measure_s"] == pytest.approx(3.0)
    assert all(host["outcome"] is not None for host in record["hosts"])


@pytest.mark.long
def test_who_hears_of_the_start_too_late_is_asked_again(fleet: ThreadFleet) -> None:
    start = fleet.generators[1].start
    asked: list[str] = []

    def late(request: str) -> PlimsollError | None:
        asked.append(request)
        if len(asked) == 1:
            time.sleep(0.6)
        return start(request)

    fleet.generators[1].start = late  # type: ignore[method-assign]
    with hosts(fleet).open(NULL) as session:
        record = probe(session, measure_for_s=0.5)
    assert len(asked) >= 2
    assert record["measure_s"] == pytest.approx(0.5)
    assert record["outcome"] in ("ok", "generator_limited"), record["because"]


def test_every_interval_of_every_run_is_kept(fleet: ThreadFleet) -> None:
    class IndexRecorder(Listener):
        """Keeps the index of every interval."""

        def __init__(self) -> None:
            self.indices: list[int] = []

        def interval(self, run: ActiveRun, sealed: SealedInterval) -> None:
            self.indices.append(sealed.index)

        def run_fails(self, run: ActiveRun, why: str) -> None:
            raise AssertionError(why)

    kept = IndexRecorder()
    defaults: Any = {"interval": "100ms"}
    with hosts(fleet).open(NULL, defaults=defaults, keeper=kept) as session:
        for _ in range(2):
            kept.indices.clear()
            record = probe(session, measure_for_s=0.4)
            assert kept.indices == [one["index"] for one in record["intervals"]]


def test_the_in_flight_cap_of_all_hosts_is_the_sum_of_theirs(
    fleet: ThreadFleet, target_file: Path
) -> None:
    request: Any = {"target": str(target_file), "cached": True}
    with Session.open(request) as alone:
        of_one = probe(alone, rate=300.0, measure_for_s=0.1)["spec"]["load"]["max_outstanding"]
    with hosts(fleet).open(request) as session:
        of_all = probe(session, rate=300.0, measure_for_s=0.1)["spec"]["load"]["max_outstanding"]
    assert of_all == 3 * of_one


def test_a_generator_that_nobody_asks_for_anything_stops_its_load() -> None:
    fleet = ThreadFleet(("a",), lease_s=0.4)
    try:
        opened = Ensemble.open_all(fleet, [Member("a", NULL)])
        generator = fleet.generators[0]

        def is_begun() -> bool:
            start = time.monotonic_ns() + 200_000_000
            request = (
                '{"workers": 1, "rate": 100, "measure_for": "60s", "seed": 1, "segment":'
                f' {{"first_worker": 0, "workers": 1, "start_ns": {start}}}}}'
            )
            return generator.start(request) is None

        # On a busy machine the start may lie in the past by the time it hears of it.
        until(is_begun)
        generator.hand_over()
        ended = time.monotonic() + PATIENCE_S
        while not generator.has_expired() and time.monotonic() < ended:
            time.sleep(0.05)
        assert generator.has_expired()
        while not generator.hand_over().over and time.monotonic() < ended:
            time.sleep(0.05)
        left = generator.hand_over()
        assert left.over
        assert left.left is not None
        opened.close()
    finally:
        fleet.close()


def test_a_stop_ends_all_hosts_and_keeps_what_was_measured(fleet: ThreadFleet) -> None:
    stop = Stop()

    class Ending(Listener):
        def run_progress(self, now: Progress) -> None:
            if now.elapsed_s > 0.5:
                stop.request()

    with (
        hosts(fleet).open(NULL, stop=stop, listeners=[Ending()]) as session,
        pytest.raises(PlimsollError, match="interrupted") as caught,
    ):
        probe(session, measure_for_s=60.0)
    record = caught.value.record  # type: ignore[attr-defined]
    assert record["outcome"] == "stopped"
    assert record["all"]["count"] > 0


def test_a_target_that_one_host_cannot_open_is_told_by_the_hosts_name(fleet: ThreadFleet) -> None:
    file = HostsFile(
        host=[Host(name="a"), Host(name="b", target="/nonexistent/disk"), Host(name="c")]
    )
    with pytest.raises(PlimsollError, match=r"b: .*nonexistent") as caught:
        Hosts(file, fleet).open(NULL)
    assert caught.value.exit_code == 66


@pytest.mark.parametrize("workload", [{"pattern": "sequential"}, {"read": 0}])
def test_nobody_reads_in_order_or_writes_where_it_is_not_known_whether_storage_is_shared(
    fleet: ThreadFleet, target_file: Path, workload: dict[str, object]
) -> None:
    request: Any = {"target": str(target_file), "cached": True, "workload": workload}
    with pytest.raises(RefusedError, match="the same storage"):
        hosts(fleet).open(request)
    # Said, each host has a part of its own.
    with hosts(fleet, shared=True).open(request) as session:
        parts = [
            (of["working_set_offset_bytes"], of["working_set_bytes"])
            for of in (info["workload"] for info in session.native.infos)  # type: ignore[attr-defined]
        ]
        record = probe(session, rate=300.0, measure_for_s=0.2)
    ends = [first + size for first, size in parts]
    assert [first for first, _ in parts] == [0, *ends[:-1]]
    assert ends[-1] <= 6 << 20
    assert record["spec"]["workload"]["working_set_bytes"] == 6 << 20
    assert record["write" if "read" in workload else "read"]["count"] > 0


@pytest.mark.parametrize(
    ("identities", "same"),
    [(("x", "x", "x"), True), (("x", "y", "z"), False), (("x", "x", "y"), None),
     (("x", "x", None), None)],
)  # fmt: skip
def test_devices_say_themselves_whether_they_are_one(
    fleet: ThreadFleet, identities: tuple[str | None, ...], same: bool | None
) -> None:
    for generator, named in zip(fleet.generators, identities, strict=True):
        found = {} if named is None else {"/dev/x": {"block_device": {"wwn": named}}}
        generator.identities = lambda _, found=found: found  # type: ignore[method-assign,misc,assignment]
    members = [Member(name, {"target": "/dev/x"}) for name in NAMES]
    assert hosts(fleet)._same_device(members) is same


def test_described_storage_is_not_driven_by_hosts(fleet: ThreadFleet) -> None:
    with pytest.raises(UsageError, match="--hosts"):
        hosts(fleet).open({"target": "stack:array.toml"})  # type: ignore[typeddict-item]


def test_the_offset_of_a_clock_is_within_its_bound_however_the_ways_differ() -> None:
    # A clock that is 1,000 ahead; the way there takes 10 to 90 of a round trip of 100.
    for there in range(10, 100, 10):
        trips = [RoundTrip(5_000, 5_000 + there + 1_000, 5_100), RoundTrip(6_000, 7_500, 7_000)]
        found = offset(trips)
        assert abs(found.ns - 1_000) <= found.bound_ns == 50


def test_clocks_in_one_process_are_the_same_to_within_their_bounds(fleet: ThreadFleet) -> None:
    for found in offsets(fleet):
        assert isinstance(found, Offset)
        assert abs(found.ns) <= found.bound_ns + 1
