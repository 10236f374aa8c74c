"""Who brings what others hand over, and that nothing is lost or counted twice on the way, whoever
dies or is late: with a stand-in for Ray, under which every call may fail as Ray's may."""

import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plimsoll.collect import Batch, Sample, Tally
from plimsoll.features.hosts import ray_fleet
from plimsoll.features.hosts.carriers import MAX_GROUP, REPLY_BYTES, SLACK_REPLIES, Carriers
from plimsoll.features.hosts.fleet import HostLoss
from plimsoll.features.hosts.generator import Generator, Handover

# Which hosts are carried.


def carrier_groups(sizes: Mapping[int, int]) -> list[tuple[int, ...]]:
    carriers = Carriers()
    return carriers.regroup(sizes) or []


@given(st.dictionaries(st.integers(0, 300), st.integers(1, 60_000), max_size=120))
def test_everybody_is_asked_once_whatever_they_bring(sizes: dict[int, int]) -> None:
    carriers = Carriers()
    carriers.regroup(sizes)
    for asked in (set(sizes), set(list(sizes)[::2]), {*sizes, 301}):
        called = [host for call in carriers.calls(asked) for host in call]
        assert sorted(called) == sorted(asked)
    assert all(2 <= len(group) <= MAX_GROUP for group in carriers.groups or ())


@given(st.integers(2, 200), st.integers(1, 40_000))
def test_what_a_carrier_brings_of_hosts_that_are_alike_fits_into_a_reply(
    hosts: int, size: int
) -> None:
    groups = carrier_groups(dict.fromkeys(range(hosts), size))
    assert all(len(group) * size < REPLY_BYTES for group in groups)
    if 4 * size < REPLY_BYTES / 2:
        # Worth it: the calls of the coordinator are fewer than half.
        assert len(groups) <= hosts / 2
        assert sum(map(len, groups)) == hosts


def test_a_hundred_hosts_of_the_benchmark_are_a_sixth_of_the_calls() -> None:
    groups = carrier_groups(dict.fromkeys(range(100), 13_700))
    assert len(groups) == 17


def test_carriers_whose_reply_is_too_large_get_fewer_hosts_and_more_again_once_it_is_small() -> (
    None
):
    carriers = Carriers()
    carriers.regroup(dict.fromkeys(range(60), 10_000))
    first = len(carriers.groups or ())
    assert carriers.regroup(dict.fromkeys(range(60), 10_500)) is None, "what varies stays"
    more = carriers.regroup(dict.fromkeys(range(60), 30_000))
    assert more is not None
    assert len(more) > first
    later = [carriers.regroup(dict.fromkeys(range(60), 10_000)) for _ in range(SLACK_REPLIES)]
    assert later[:-1] == [None] * (SLACK_REPLIES - 1)
    assert len(later[-1] or ()) == first


def test_who_was_not_reached_is_asked_directly_and_a_failed_carrier_is_none_again() -> None:
    carriers, sizes = Carriers(), dict.fromkeys(range(40), 9_000)
    first, second, *_ = carriers.regroup(sizes) or ()
    carriers.exclude(first[1])
    assert (first[1],) in carriers.calls(sizes)
    carriers.exclude(second[0])
    assert carriers.calls(sizes) == [(host,) for host in range(40)], "nobody carries meanwhile"
    again = carriers.regroup(sizes) or []
    carried = {host for group in again for host in group}
    assert carried == set(range(40)) - {first[1], second[0]}
    carriers.readmit(first[1])
    carriers.regroup(sizes)
    assert (first[1],) not in carriers.calls(sizes)


# What a generator keeps.


class Sealing(Generator):
    """Seals a part whenever it is asked, each with the next number."""

    def __init__(self) -> None:
        super().__init__()
        self.sealed = 0
        self.dead = False

    def _take_handover(self) -> Handover:
        if self.dead:
            raise RuntimeError("The actor died unexpectedly")
        self.sealed += 1
        text = f"{self.sealed}"
        sample = Sample("x", self.sealed, 1.0)
        return Handover(
            [text.encode()], False, None, None, [], [Batch([sample], Tally(values=1), None)]
        )


def parts(handed: object) -> list[int]:
    assert isinstance(handed, Handover)
    return [int(part) for part in handed.parts]


def test_what_was_lost_on_the_way_is_handed_over_again_once() -> None:
    generator = Sealing()
    first = generator.hand_over(0)
    assert parts(first) == [1]
    # Lost twice: it comes with what has been sealed since.
    generator.hand_over(first.number)
    generator.hand_over(first.number)
    third = generator.hand_over(first.number)
    assert parts(third) == [2, 3, 4]
    (batch,) = third.collected
    assert ([one.t_ns for one in batch.samples], batch.tally.values) == ([2, 3, 4], 3)
    assert parts(generator.hand_over(third.number)) == [5]
    # A carrier that was late asks with an old number, and its answer is read by nobody.
    assert parts(generator.hand_over(first.number))[-1] == 6
    assert parts(generator.hand_over(third.number)) == [5, 6, 7]
    assert parts(generator.hand_over()) == [8], "who says nothing has everything"
    assert parts(generator.hand_over(0)) == [8, 9]


# The fleet.


class _RayError(Exception):
    """The class of all that Ray raises of a call."""


@dataclass(eq=False)
class Calls:
    """Ray, as far as a fleet and a carrier use it: what is called runs at once. `fate` says of each
    call whether it is made, whether its answer comes, and whether one hears of that."""

    fate: Callable[[], str] = lambda: "comes"
    made: list[str] = field(default_factory=list)
    fetched: int = 0
    exceptions: Any = field(default_factory=lambda: SimpleNamespace(RayError=_RayError))

    def get(self, references: Any, timeout: float | None = None) -> object:
        if isinstance(references, list):
            self.fetched += 1
            return [self.get(one) for one in references]
        if isinstance(references, _RayError):
            raise references
        if references is self:
            raise _RayError("Get timed out")
        return references[0]

    def wait(self, references: Any, **_: object) -> tuple[list[Any], list[Any]]:
        # Each stands for itself, also where two are alike.
        return [one for one in references if one is not self], []

    def of(self, method: str, actor: Any) -> Any:
        def remote(*arguments: object) -> object:
            self.made.append(method)
            fate = self.fate()
            if fate == "is not made":
                return _RayError("The actor is unavailable")
            try:
                answer = (getattr(actor, method)(*arguments),)
            except Exception as error:  # noqa: BLE001  # as Ray does
                return _RayError(str(error))
            if fate == "is lost":
                return _RayError("The node died")
            return self if fate == "is late" else Once(answer)

        return SimpleNamespace(remote=remote)

    def handle(self, actor: Any) -> Any:
        return SimpleNamespace(
            **{name: self.of(name, actor) for name in ("ask", "hand_over", "carry", "gather")}
        )


class Once(tuple[object, ...]):
    """An answer, which is like no other."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


class Fleet(ray_fleet.RayFleet):
    """Of generators in this process."""

    def __init__(self, calls: Calls, count: int) -> None:
        self.calls = calls
        self.generators: list[Sealing] = []
        hosts = [(f"host{number}", "") for number in range(count)]
        super().__init__(cast("Any", calls), cast("Any", None), hosts, 5.0)

    def _start_actor(self, number: int) -> Any:
        actor = ray_fleet._Actor(5.0, f"host{number}")
        made = Sealing()
        actor.generator = made
        self.generators.append(made)
        return self.calls.handle(actor)

    def hand_over_all(self, without: frozenset[int] = frozenset()) -> dict[int, Any]:
        return self.hand_over(one for one in range(len(self.names)) if one not in without)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    made = Calls()
    monkeypatch.setitem(sys.modules, "ray", cast("Any", made))
    monkeypatch.setattr(ray_fleet, "DIRECT_HOSTS", 4)
    # Ten hosts in groups of five.
    monkeypatch.setattr("plimsoll.features.hosts.carriers.MAX_GROUP", 5)
    return made


def test_answers_are_fetched_at_once_in_their_order_and_one_that_died_takes_no_other(
    calls: Calls,
) -> None:
    first, last = Once(("a",)), Once(("d",))
    assert ray_fleet.answers(cast("Any", calls), [first, last], 10.0) == ["a", "d"]
    assert calls.fetched == 1
    assert ray_fleet.answers(cast("Any", calls), [], 10.0) == []
    died = _RayError("\nThe actor died unexpectedly\nmore")
    assert ray_fleet.answers(cast("Any", calls), [first, died, calls, last], 10.0) == [
        "a",
        HostLoss("The actor died unexpectedly"),
        HostLoss("no answer within 10 s"),
        "d",
    ]


def test_after_the_first_time_the_coordinator_asks_carriers_alone(calls: Calls) -> None:
    fleet = Fleet(calls, 10)
    calls.made.clear()
    assert [parts(one) for one in fleet.hand_over_all().values()] == [[1]] * 10
    assert calls.made == ["hand_over"] * 10 + ["carry"] * 2
    calls.made.clear()
    assert [parts(one) for one in fleet.hand_over_all().values()] == [[2]] * 10
    assert calls.made == (["gather"] + ["hand_over"] * 4) * 2
    # Hosts that have ended are asked by nobody, their carrier carries on.
    answers = fleet.hand_over_all(frozenset({0, 7}))
    assert list(answers) == [1, 2, 3, 4, 5, 6, 8, 9]
    assert [parts(one) for one in answers.values()] == [[3]] * 8


def test_a_few_hosts_are_asked_directly(calls: Calls) -> None:
    fleet = Fleet(calls, 4)
    calls.made.clear()
    for _ in range(3):
        fleet.hand_over_all()
    assert calls.made == ["hand_over"] * 12


@pytest.mark.parametrize("seed", range(20))
def test_every_part_of_every_host_comes_once_whatever_becomes_of_calls(
    calls: Calls, seed: int
) -> None:
    fleet, random_ = Fleet(calls, 10), random.Random(seed)
    fates = ("comes", "is not made", "is lost", "is late")

    def fate() -> str:
        # Of what the coordinator asks directly nothing may be lost: such a host is given up.
        inner = calls.made[-1] != "hand_over" or carried
        return random_.choices(fates, (12, 1, 1, 1))[0] if inner else "comes"

    carried = False
    gather = ray_fleet._Actor.gather

    def mark_gather(self: Any, have: dict[int, int]) -> list[object]:
        nonlocal carried
        carried = True
        try:
            return gather(self, have)
        finally:
            carried = False

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ray_fleet._Actor, "gather", mark_gather)
        calls.fate = fate
        came: list[list[int]] = [[] for _ in fleet.names]
        for turn in range(60):
            if turn % 6 == 0:
                # Otherwise all are apart soon.
                fleet._carriers.apart.clear()
            for number, answer in fleet.hand_over_all().items():
                assert not isinstance(answer, HostLoss)
                came[number] += parts(answer)
    assert "gather" in calls.made
    for number, generator in enumerate(fleet.generators):
        assert came[number] == list(range(1, generator.sealed + 1))


def test_a_host_that_its_carrier_cannot_reach_is_asked_by_the_coordinator(calls: Calls) -> None:
    fleet = Fleet(calls, 10)
    fleet.hand_over_all()
    (_, first, *_), second = fleet._carriers.calls(range(10))
    fates = iter(("comes", "is late"))
    calls.fate = lambda: next(fates, "comes")
    came = [parts(one) for one in fleet.hand_over_all().values()]
    # What the carrier did not get in time came in the same second, with what was sealed since.
    assert came == [[2, 3] if host == first else [2] for host in range(10)]
    assert (first,) in fleet._carriers.calls(range(10))
    assert second in fleet._carriers.calls(range(10)), "nobody else is asked in another way"


@pytest.mark.parametrize("place", [0, 1])
def test_who_dies_takes_nobody_along(calls: Calls, place: int) -> None:
    fleet = Fleet(calls, 10)
    fleet.hand_over_all()
    dead = fleet._carriers.calls(range(10))[0][place]
    fleet.generators[dead].dead = True
    came: list[list[int]] = [[] for _ in fleet.names]
    for _ in range(3):
        for host, answer in fleet.hand_over_all().items():
            if host == dead:
                assert answer == HostLoss("The actor died unexpectedly")
            else:
                came[host] += parts(answer)
    for host, generator in enumerate(fleet.generators):
        assert came[host] == list(range(2, generator.sealed + 1))
    assert len(fleet._carriers.calls(range(10))) < 10, "the others are carried"


def test_whom_the_coordinator_cannot_reach_nobody_carries(calls: Calls) -> None:
    fleet = Fleet(calls, 10)
    fleet.hand_over_all()
    for place in (1, 0):
        host = fleet._carriers.calls(range(10))[0][place]
        fates = iter(["comes"] * host + ["is late"])
        calls.fate = lambda fates=fates: next(fates, "comes")  # type: ignore[misc]
        answers = fleet.ask_every(Generator.stop)
        assert [number for number, one in enumerate(answers) if isinstance(one, HostLoss)] == [host]
        assert (host,) in fleet._carriers.calls(range(10))
        assert all(isinstance(one, Handover) for one in fleet.hand_over_all().values())
        assert (host,) in fleet._carriers.calls(range(10))
