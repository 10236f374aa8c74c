"""The contract of back ends, over all of them, on real systems."""

import itertools
import json
from collections.abc import Iterator
from typing import get_args

import pytest

from plimsoll.base import reading
from plimsoll.base.errors import PlimsollError
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.backends.contract import Backend, BackendError, GoneError, Item
from plimsoll.features.policy.file import PolicyFile
from plimsoll.features.policy.resolving import resolve
from plimsoll.features.policy.rules import Difference, Rates, Rules
from tests.features.policy.grounds import GROUNDS, MORE_GROUNDS, Ground

WRITERS = [kind for kind, backend in BACKENDS.items() if backend.write is not None]


def test_every_back_end_that_writes_is_tried_on_a_real_system() -> None:
    assert set(WRITERS) == set(GROUNDS)


@pytest.fixture(
    params=[
        pytest.param(kind, marks=pytest.mark.long) if kind == "vcenter" else kind
        for kind in MORE_GROUNDS
    ]
)
def ground(request: pytest.FixtureRequest) -> Iterator[Ground]:
    with MORE_GROUNDS[request.param]() as made:
        yield made


def parts(ground: Ground, rules: str) -> tuple[Backend, list[Item]]:
    """The back end and its items for these rules, without what it cannot do."""
    file = reading.parse(ground.file(rules), PolicyFile, name="it")
    backend = BACKENDS[ground.kind]
    wanted = resolve(file).rules["gold"]
    at = file.volume["one"].at
    ground.accepts = tuple(backend.unmet(wanted, dict(at)))
    file = reading.parse(ground.file(rules), PolicyFile, name="it")
    resolved = resolve(file)
    assert not resolved.wrong, resolved.wrong
    return backend, backend.items(file.system["sut"], resolved.assigned)


def test_what_is_written_is_read_back_and_can_be_put_back(ground: Ground) -> None:
    for rules in ground.rules:
        backend, items = parts(ground, rules)
        assert backend.read is not None
        assert backend.write is not None
        # A place is all that a journal keeps.
        places = [json.loads(json.dumps(item.place)) for item in items]
        before = [backend.read(place) for place in places]
        backend.write(places[0], items[0].wanted)
        # Again: the same. And it concerns this item alone.
        backend.write(places[0], items[0].wanted)
        assert backend.read(places[0]) == items[0].wanted, rules
        assert backend.read(places[1]) == before[1], rules
        backend.write(places[0], before[0])
        assert backend.read(places[0]) == before[0], rules


def test_from_any_rules_to_any_others(ground: Ground) -> None:
    found = {}
    for rules in ground.rules:
        backend, items = parts(ground, rules)
        # Rules that come to the same on this system are one state.
        found[json.dumps([items[0].place, items[0].wanted])] = items[0]
    assert backend.read is not None
    assert backend.write is not None
    states, circle = list(found.values()), each_after_each(len(found))
    assert set(itertools.pairwise(circle)) == set(
        itertools.product(range(len(states)), range(len(states)))
    )
    backend.write(states[0].place, states[0].wanted)
    for one in (states[number] for number in circle[1:]):
        backend.write(one.place, one.wanted)
        assert backend.read(one.place) == one.wanted


def each_after_each(count: int) -> list[int]:
    """A way that goes once from each of so many to each, itself too: of two, 0 0 1 1 0."""
    way = []
    for first in range(count):
        way.append(first)
        for second in range(first + 1, count):
            way += [first, second]
    return [*way, 0]


def test_a_state_is_flat_and_of_text(ground: Ground) -> None:
    backend, items = parts(ground, ground.rules[-1])
    assert backend.read
    for item in items:
        now = backend.read(item.place)
        assert now is not None
        assert item.wanted is not None
        assert set(now) == set(item.wanted)
        for table in (item.place, now, item.wanted):
            assert all(isinstance(value, str) for value in table.values())


def test_what_is_not_there_is_an_error_that_says_so_and_nothing_is_written(ground: Ground) -> None:
    backend = BACKENDS[ground.kind]
    ground.at["one"] = ground.gone
    file = reading.parse(ground.file(), PolicyFile, name="it")
    resolved = resolve(file)

    def ask() -> None:
        assert backend.read
        for item in backend.items(file.system["sut"], resolved.assigned[:1]):
            backend.read(item.place)

    with pytest.raises(BackendError) as raised:
        ask()
    assert raised.value.exit_code == 74


def test_names_that_try_to_get_out_do_no_harm(ground: Ground) -> None:
    backend = BACKENDS[ground.kind]
    assert ground.hostile
    for at in ground.hostile:
        ground.at["one"] = at
        file = reading.parse(ground.file(), PolicyFile, name="it")
        with pytest.raises(PlimsollError):
            _ask(backend, file)


def _ask(backend: Backend, file: PolicyFile) -> None:
    assert backend.read
    for item in backend.items(file.system["sut"], resolve(file).assigned[:1]):
        backend.read(item.place)


def test_what_it_cannot_do_has_a_name_and_once_accepted_is_gone(ground: Ground) -> None:
    backend = BACKENDS[ground.kind]
    everything = Rules(
        shared=Rates(3000, 1 << 20),
        reservation=Rates(10),
        shares=1000,
        unit_bytes=32768,
        burst=Rates(5000),
        burst_s=2.5,
    )
    unmet = backend.unmet(everything, {})
    assert set(unmet) <= set(get_args(Difference))
    # Only a vCenter has a scheduler whatever the volume.
    assert {"no_reservation", "no_shares"} <= set(unmet) or ground.kind == "vcenter"
    assert backend.unmet(everything.without(frozenset(unmet)), {}) == []


def test_a_system_that_is_gone_is_an_error_that_says_so() -> None:
    for kind in WRITERS:
        with GROUNDS[kind]() as ground:
            backend, items = parts(ground, ground.rules[0])
        assert backend.read
        with pytest.raises(BackendError) as raised:
            backend.read(items[0].place)
        # A vCenter that does not answer is restarting, as far as anybody can tell.
        assert isinstance(raised.value, GoneError) == (kind != "vcenter")
