"""Guests that fit: the reports' sums, and what must hold whatever is typed."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plimsoll.features.sizing import notes
from plimsoll.features.sizing.guests import SizeFile
from plimsoll.features.sizing.sums import (
    PENALTY,
    Drives,
    Guest,
    Rules,
    Storage,
    counts,
    fit,
    limits,
    over,
    size,
)
from plimsoll.judge.timeline.notes import NoteKind as TimeLineNoteKind

from . import note_sentences

NOTHING_FREE = Rules(headroom=0, down="none")


# -- the reports' sums -----------------------------------------------------------------------------


def test_s4_fifty_per_guest_and_five_hundred_per_host_are_eighty_guests_on_eight_hosts() -> None:
    storage = Storage(low=4000, high=4000, hosts=8, host_iops=500, in_hosts=True)
    found = size([Guest("guest", 80, 50)], storage, NOTHING_FREE)
    assert found.recommended.guests == 80
    assert found.wanted_fit
    assert (found.recommended.per_host.guests, found.recommended.per_host.iops) == (10, 500)
    # One host down: 7 x 10. A fifth kept free as well: 400 of a host are 8 guests.
    assert (
        size([Guest("guest", 80, 50)], storage, Rules(headroom=0, down="host")).recommended.guests
        == 70
    )
    assert (
        size([Guest("guest", 80, 50)], storage, Rules(headroom=0.2, down="host")).recommended.guests
        == 56
    )


def test_s1_eight_vms_of_1250_are_10000_and_48_fit_with_one_controller_down() -> None:
    storage = Storage(low=150_000, high=160_000, controllers=2)
    vms = [Guest("VM", 8, 1250, 8192, 0.7)]
    [line] = limits((8,), vms, storage, NOTHING_FREE)
    assert line.used == 10_000
    found = size(vms, storage, Rules(headroom=0.2, down="controller"))
    # 150,000 x 0.8 / 2 / 1,250 and 160,000 x 0.8 / 2 / 1,250.
    assert found.recommended.guests == 48
    assert (found.most.guests, found.recommended.breaks) == (51, "load line")


# 24 x 180 = 4,320 on drives; a guest of 50 at read 30 takes 50 x (0.3 + 0.7 x penalty): 50, 85,
# 155, 225.
@pytest.mark.parametrize(
    ("raid", "guests"), [("0", 86), ("1", 50), ("10", 50), ("5", 27), ("6", 19)]
)
def test_the_raid_level_divides_what_raw_drives_carry(raid: str, guests: int) -> None:
    storage = Storage(drives=Drives(24, 180, PENALTY[raid]))
    assert fit([Guest("guest", 1, 50, read=0.3)], storage, NOTHING_FREE).guests == guests


def test_four_fifths_of_the_pool_may_be_filled() -> None:
    storage = Storage(low=1e6, high=1e6, capacity_bytes=10e12)
    found = fit([Guest("guest", 1, 1, capacity_bytes=100e9)], storage, NOTHING_FREE)
    assert (found.guests, found.breaks) == (80, "capacity")
    # A controller that is down takes no capacity with it, a host that holds a share of it does.
    down = replace(storage, controllers=2, hosts=4, in_hosts=True)
    guests = [Guest("guest", 1, 1, capacity_bytes=100e9)]
    assert fit(guests, down, Rules(headroom=0, down="controller")).guests == 80
    assert fit(guests, down, Rules(headroom=0, down="host")).guests == 60


def test_bandwidth_breaks_first_with_large_blocks() -> None:
    storage = Storage(low=10_000, high=10_000, bytes_per_s=100 * 2**20)
    assert fit([Guest("guest", 1, 10, 4096)], storage, NOTHING_FREE).breaks == "load line"
    found = fit([Guest("guest", 1, 10, 2**20)], storage, NOTHING_FREE)
    assert (found.guests, found.breaks) == (10, "bandwidth")


def test_a_host_holds_whole_guests() -> None:
    # 500 are 4.17 guests of 120: 4 on each of eight hosts, although 8 x 500 / 120 are 33.
    found = fit([Guest("guest", 1, 120)], Storage(hosts=8, host_iops=500), NOTHING_FREE)
    assert (found.guests, found.breaks) == (32, "host")
    mixed = [Guest("large", 1, 300), Guest("small", 1, 100)]
    assert fit(mixed, Storage(hosts=8, host_iops=500), NOTHING_FREE).counts == (8, 8)


def test_headroom_is_kept_of_every_rate() -> None:
    guests, fifth = [Guest("guest", 1, 10, 4096)], Rules(headroom=0.2)
    for storage in (
        Storage(low=1000),
        Storage(low=1e6, bytes_per_s=1000 * 4096),
        Storage(drives=Drives(10, 100, 4)),
        Storage(host_iops=1000, hosts=1),
    ):
        assert (fit(guests, storage, NOTHING_FREE).guests, fit(guests, storage, fifth).guests) == (
            100,
            80,
        )


def test_growth_compounds() -> None:
    rules = Rules(headroom=0, growth=0.1, years=3)
    assert rules.growth_factor == pytest.approx(1.331)
    assert fit([Guest("guest", 1, 50)], Storage(low=4000, high=4000), rules).guests == 60


def test_a_line_without_a_high_end_leaves_the_most_open() -> None:
    found = size([Guest("guest", 1, 50)], Storage(low=4000), NOTHING_FREE)
    assert found.recommended.guests == 80
    assert found.most is None


def test_a_line_measured_with_one_part_down_is_taken_as_measured() -> None:
    storage = Storage(
        low=150_000, high=160_000, low_one_down=100_000, high_one_down=110_000, controllers=2
    )
    found = size([Guest("VM", 1, 1250)], storage, Rules(headroom=0, down="controller"))
    assert (found.recommended.guests, found.most.guests) == (80, 88)


def test_a_mix_keeps_its_proportions() -> None:
    guests = [Guest("database", 1, 1000), Guest("desktop", 9, 20)]
    assert fit(guests, Storage(low=11_800, high=11_800), NOTHING_FREE).counts == (10, 90)


@pytest.mark.parametrize(
    ("guests", "storage", "rules", "words"),
    [
        ([], Storage(low=1), NOTHING_FREE, "no guests"),
        ([Guest("g", 1, 1)], Storage(), NOTHING_FREE, "was not given"),
        ([Guest("g", 1, 1)], Storage(low=1, drives=Drives(1, 1, 1)), NOTHING_FREE, "two answers"),
        ([Guest("g", 1, 1)], Storage(low=2, high=1), NOTHING_FREE, "below its low end"),
        (
            [Guest("g", 1, 1)],
            Storage(low=2, controllers=1),
            Rules(down="controller"),
            "2 controllers or more",
        ),
        ([Guest("g", 1, 1)], Storage(low=2), Rules(down="host"), "2 hosts or more"),
        ([Guest("g", 1, 1)], Storage(host_iops=2), NOTHING_FREE, "number of hosts"),
        ([Guest("g", 1, 1)], Storage(low=2, capacity_bytes=1), NOTHING_FREE, "no guest takes any"),
        ([Guest("g", 1, 1e-9)], Storage(low=2e9, high=2e9), NOTHING_FREE, "check the units"),
    ],
)
def test_figures_that_contradict_each_other_are_refused(
    guests: list[Guest], storage: Storage, rules: Rules, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        size(guests, storage, rules)


# -- what must hold whatever is typed --------------------------------------------------------------

some_guests = st.lists(
    st.builds(
        Guest,
        name=st.just("g"),
        count=st.integers(1, 50),
        iops=st.floats(1, 5000),
        block_bytes=st.sampled_from([4096, 8192, 65536, 1 << 20]),
        read=st.floats(0, 1),
        capacity_bytes=st.floats(1e9, 1e12),
    ),
    min_size=1,
    max_size=3,
)
raw = st.builds(
    Drives,
    count=st.integers(1, 500),
    iops=st.floats(50, 20_000),
    penalty=st.sampled_from([1, 2, 4, 6]),
)
some_storage = st.builds(
    Storage,
    low=st.floats(10, 1e6),
    high=st.none(),
    bytes_per_s=st.none() | st.floats(1e7, 1e11),
    capacity_bytes=st.none() | st.floats(1e12, 1e16),
    controllers=st.integers(2, 8),
    hosts=st.integers(2, 64),
    host_iops=st.none() | st.floats(100, 1e5),
    in_hosts=st.booleans(),
) | st.builds(Storage, drives=raw, controllers=st.integers(2, 8), hosts=st.integers(2, 64))
some_rules = st.builds(
    Rules,
    headroom=st.floats(0, 0.9),
    growth=st.floats(0, 1),
    years=st.floats(0, 10),
    fill=st.floats(0.1, 1),
    down=st.sampled_from(["none", "controller", "host"]),
)


@given(some_guests, some_storage, some_rules)
@settings(max_examples=50)
def test_what_is_recommended_fits_and_one_more_does_not(
    guests: list[Guest], storage: Storage, rules: Rules
) -> None:
    found = fit(guests, storage, rules)
    assert all(limit.headroom >= -1e-9 * limit.usable for limit in found.limits)
    assert found.guests == sum(found.counts)
    # In one more step of the mix some limit is broken, and it is the one that is named.
    every = sum(guest.count for guest in guests)
    total = max(-(-n * every // guest.count) for n, guest in zip(found.counts, guests, strict=True))
    more = counts(total + every, guests)
    assert any(over(limit) for limit in limits(more, guests, storage, rules))
    assert found.breaks in {limit.name for limit in found.limits}


@pytest.mark.long
@given(some_guests, some_storage, some_rules, st.floats(0, 0.9))
@settings(max_examples=40)
def test_keeping_more_free_never_fits_more(
    guests: list[Guest], storage: Storage, rules: Rules, more: float
) -> None:
    base = fit(guests, storage, rules)
    tighter = [
        (storage, replace(rules, headroom=max(rules.headroom, more))),
        (storage, replace(rules, growth=rules.growth + more)),
        (storage, replace(rules, fill=rules.fill * (1 - more))),
    ]
    if rules.down == "none":
        tighter += [
            (storage, replace(rules, down="host")),
            (storage, replace(rules, down="controller")),
        ]
    if storage.low is not None:
        tighter.append((replace(storage, low=storage.low * (1 - more)), rules))
    if storage.drives is not None:
        drives = storage.drives
        tighter.append(
            (replace(storage, drives=replace(drives, penalty=drives.penalty + 1)), rules)
        )
    for other, reserve in tighter:
        assert all(
            a <= b for a, b in zip(fit(guests, other, reserve).counts, base.counts, strict=True)
        )


@given(some_guests, some_storage, some_rules, st.floats(1, 3))
@settings(max_examples=40)
def test_larger_guests_are_never_more(
    guests: list[Guest], storage: Storage, rules: Rules, times: float
) -> None:
    larger = [
        replace(one, iops=one.iops * times, capacity_bytes=one.capacity_bytes * times)
        for one in guests
    ]
    if storage.capacity_bytes is None:
        larger = [replace(one, iops=one.iops * times) for one in guests]
    assert fit(larger, storage, rules).guests <= fit(guests, storage, rules).guests


@given(some_guests, some_storage, some_rules, st.floats(1, 2))
@settings(max_examples=40)
def test_the_high_end_of_the_line_never_fits_less_than_the_low_end(
    guests: list[Guest], storage: Storage, rules: Rules, wider: float
) -> None:
    if storage.low is not None:
        storage = replace(storage, high=storage.low * wider)
    found = size(guests, storage, rules)
    assert found.most.guests >= found.recommended.guests


@given(some_guests, st.integers(0, 500))
@settings(max_examples=40)
def test_guests_of_all_kinds_add_up_and_none_is_taken_back(guests: list[Guest], total: int) -> None:
    here, more = counts(total, guests), counts(total + 1, guests)
    assert sum(here) == total
    assert sum(b - a for a, b in zip(here, more, strict=True)) == 1
    assert all(a <= b for a, b in zip(here, more, strict=True))
    every = sum(guest.count for guest in guests)
    assert counts(every, guests) == tuple(guest.count for guest in guests)


def test_the_busiest_guests_are_spread_first_and_the_others_fill_the_gaps() -> None:
    guests = [Guest("database", 5, 2000.0), Guest("desktop", 73, 50.0)]
    storage = Storage(low=1e6, hosts=4, host_iops=6000.0)
    fitted = fit(guests, storage, Rules(down="host"))
    assert fitted.per_host is not None
    # Three hosts are up: 2, 2 and 1 databases; the third takes 40 desktops more before it is level.
    placed = limits((5, 73), guests, storage, Rules(down="host"))[-1]
    assert placed.used == 2 * 2000 + 11 * 50


@given(some_guests, st.integers(1, 12))
@settings(max_examples=40)
def test_no_host_has_more_than_its_fair_share_and_one_guest(
    guests: list[Guest], hosts: int
) -> None:
    storage = Storage(low=1e12, hosts=hosts, host_iops=1e12)
    whole = tuple(guest.count for guest in guests)
    used = limits(whole, guests, storage, Rules())[-1].used
    every = sum(n * guest.iops for n, guest in zip(whole, guests, strict=True))
    assert every / hosts <= used * (1 + 1e-9)
    assert used <= (every / hosts + max(guest.iops for guest in guests)) * (1 + 1e-9)


def test_every_note_has_words_and_the_sentences_are_those_that_were_read_last() -> None:
    """Made again by `python -m tests.features.sizing.note_sentences`."""
    assert {one.kind for one in note_sentences.NOTES} == set(get_args(notes.Kind))
    beside = {one.kind for one in note_sentences.BESIDE_TIME_LINES}
    assert beside == set(get_args(TimeLineNoteKind))
    assert note_sentences.KEPT.read_text(encoding="utf-8") == note_sentences.text()


def test_what_was_not_said_of_guests_is_noted_as_figures() -> None:
    table = {"name": "x", "profile": [{"name": "g", "iops": 10, "count": 1}]}
    table |= {"storage": {"line": "line.json", "hosts": 2}}
    assumed, hosts = notes.assumptions(SizeFile.model_validate(table))
    assert assumed == notes.Note("assumed", {"read_percent": 100, "block_bytes": 4096})
    assert hosts == notes.Note("host_iops_not_given", {"hosts": 2})


def test_how_a_line_was_measured_otherwise_than_guests_ask_is_noted_as_figures() -> None:
    table = {"name": "x", "profile": [{"name": "g", "iops": 10, "count": 4, "block_size": "8k"}]}
    asked = SizeFile.model_validate(table | {"storage": {"line": "line.json"}})
    line = notes.Line(
        "line.json", 1000.0, 1200.0, 900.0, read=70.0, block_size_bytes=4096, measured_by=1
    )
    found = {one.kind: one.figures for one in notes.line_notes(asked, line)}
    assert found == {
        "planned_lower": {"planned_per_s": 900.0, "low_per_s": 1000.0},
        "measured_by_few": {"clients": 1},
        "other_reads": {"read_percent": 70.0, "guests_read_percent": 100.0},
        "other_blocks": {"block_bytes": 4096, "guests_block_bytes": [8192]},
    }
