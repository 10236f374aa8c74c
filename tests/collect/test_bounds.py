"""What is asked and what is kept: flags that cannot be meant, and the bounds of a collector. No
clock, no process."""

import math

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.collect import MOST_NAMES, MOST_VALUES_PER_S, Source, Tally, losses, sources
from plimsoll.collect.command import LONGEST_LINE, MOST_READ_PER_S, _Reader
from plimsoll.collect.intake import Intake, shorten

SECOND = 1_000_000_000


def seconds(text: str) -> float:
    return float(text.removesuffix("s"))


def test_no_more_than_so_many_values_of_a_second_are_kept_and_the_rest_is_counted() -> None:
    intake = Intake()
    for t_ns in (5 * SECOND, 5 * SECOND + 999_999_999, 6 * SECOND):
        intake.values(t_ns, [("a", float(i)) for i in range(MOST_VALUES_PER_S - 10)])
    samples, tally = intake.take()
    assert (tally.values, tally.over_rate) == (2 * MOST_VALUES_PER_S - 10, MOST_VALUES_PER_S - 20)
    assert len(samples) == tally.values
    assert intake.take() == ([], Tally())


def test_the_first_names_are_kept_and_stay() -> None:
    intake = Intake()
    for t_ns in (SECOND, 3 * SECOND):
        intake.values(t_ns, [(f"n{i}", 1.0) for i in range(MOST_NAMES + 50)])
    samples, tally = intake.take()
    assert {sample.name for sample in samples} == {f"n{i}" for i in range(MOST_NAMES)}
    assert (tally.values, tally.over_names) == (2 * MOST_NAMES, 100)


def test_what_is_no_finite_number_is_a_gap() -> None:
    intake = Intake()
    intake.values(1, [("a", math.nan), ("b", math.inf), ("c", 1.0)])
    samples, tally = intake.take()
    assert [tuple(sample) for sample in samples] == [("c", 1, 1.0)]
    assert tally.not_numbers == 2


def test_a_name_that_no_store_could_keep_is_made_fit() -> None:
    intake = Intake()
    intake.values(1, [("a\ud800b\x1b[31m", 1.0)])
    [[sample], _] = intake.take()
    assert sample.name == "a\ufffdb\ufffd[31m"
    assert sample.name.encode()


def test_what_is_shown_of_rubbish_is_short_and_harmless() -> None:
    assert shorten("\x1b]0;title\x07 over\nlines") == "]0;title over lines"
    assert len(shorten("y" * 1000)) == 120


def test_lines_come_together_however_they_are_cut() -> None:
    text = b'{"a":1}\n\n{"a":2}\nrubbish\n{"a":3}'
    for size in range(1, len(text) + 1):
        intake = Intake()
        reader = _Reader(intake)
        for start in range(0, len(text), size):
            reader.feed(text[start : start + size], SECOND)
        reader.last(SECOND)
        samples, tally = intake.take()
        assert [sample.value for sample in samples] == [1.0, 2.0, 3.0]
        assert (tally.bad, tally.first_bad) == (1, "not JSON: rubbish")


def test_a_line_without_end_is_dropped_once_and_the_next_one_is_read() -> None:
    intake = Intake()
    reader = _Reader(intake)
    for number in range(8):
        reader.feed(b"x" * (LONGEST_LINE // 4 + 1), SECOND + number)
    reader.feed(b'"}\n{"a":1}\n', SECOND + 9)
    samples, tally = intake.take()
    assert [sample.value for sample in samples] == [1.0]
    assert tally.bad == 1
    assert "a line of more than 256 KiB" in str(tally.first_bad)


def test_a_flood_is_counted_then_held_back_and_read_again_in_the_next_second() -> None:
    intake = Intake()
    reader = _Reader(intake)
    chunk = b'{"a":1}\n' * 8192
    fed = 0
    while reader.pause_s(SECOND) == 0:
        reader.feed(chunk, SECOND)
        fed += len(chunk)
    assert MOST_READ_PER_S <= fed < MOST_READ_PER_S + len(chunk)
    _, tally = intake.take()
    assert (tally.values, tally.over_rate) == (MOST_VALUES_PER_S, fed // 8 - MOST_VALUES_PER_S)
    assert reader.pause_s(SECOND + SECOND // 4) == 0.75
    reader.feed(b'{"a":2}\n', 2 * SECOND)
    assert [sample.value for sample in intake.take()[0]] == [2.0]


def test_a_stamp_of_its_own_is_believed_when_it_can_be() -> None:
    intake = Intake()
    reader = _Reader(intake)
    reader.feed(
        b'{"a":1,"monotonic_ns":7}\n{"a":2,"monotonic_ns":99}\n{"a":3,"monotonic_ns":-1}\n', 50
    )
    assert [sample.t_ns for sample in intake.take()[0]] == [7, 50, 50]


def test_the_flags_become_collectors_in_order() -> None:
    found = sources(
        ["vmstat 1"], ["http://u:secret@h:9100/metrics#^node_"], "0.5s", parse_span=seconds
    )
    assert [(s.kind, s.name, s.every_s) for s in found] == [
        ("command", "vmstat 1", None),
        ("scrape", "http://h:9100/metrics#^node_", 0.5),
    ]
    assert found[1].asked == "http://u:secret@h:9100/metrics"


@pytest.mark.parametrize(
    ("commands", "addresses", "every", "words"),
    [
        ([" "], [], None, "was given no command"),
        ([], ["ftp://h/metrics"], None, "not the address of an exporter"),
        ([], ["localhost:9100"], None, "not the address of an exporter"),
        ([], ["http://"], None, "not the address of an exporter"),
        ([], ["http://h:999999/"], None, "not the address of an exporter"),
        ([], ["http://h/a b"], None, "not the address of an exporter"),
        ([], ["http://h/#("], None, "is not a pattern"),
        ([], ["http://h/"], "0.01s", "Give a time from 100ms to 1h"),
        (["x"], [], "1s", "Add --scrape URL"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    commands: list[str], addresses: list[str], every: str, words: str
) -> None:
    with pytest.raises(UsageError) as refused:
        sources(commands, addresses, every, parse_span=seconds)
    assert words in str(refused.value)


def test_a_password_is_not_told_when_an_address_is_refused() -> None:
    with pytest.raises(UsageError) as refused:
        Source.scrape("htp://user:secret@host/metrics", 1.0)
    assert "secret" not in str(refused.value)


def test_losses_are_told_with_their_counts_and_nothing_is_told_of_none() -> None:
    assert losses(Tally(values=5)) == []
    assert losses(Tally(bad=2, over_names=1000)) == [
        "2 unreadable",
        "1,000 values of names beyond the first 200 dropped",
    ]
