"""What a line, and an answer of an exporter, says."""

import re

import pytest

from plimsoll.collect import lines, scrape


def test_objects_become_names_with_dots_and_booleans_numbers() -> None:
    line = lines.parse(
        b'{"cpu": 12, "port": {"a": {"up": true}, "b": {"up": false}}, "gone": null}'
    )
    assert line.pairs == [("cpu", 12.0), ("port.a.up", 1.0), ("port.b.up", 0.0)]
    assert (line.not_numbers, line.stamp_ns) == (0, None)


def test_strings_and_lists_are_skipped_and_counted() -> None:
    line = lines.parse(b'{"state": "ok", "cores": [1, 2], "x": {"name": "a", "y": -1.5e3}}')
    assert (line.pairs, line.not_numbers) == ([("x.y", -1500.0)], 3)


def test_only_the_clock_of_the_runs_is_taken_for_the_time() -> None:
    # `t` is of a clock that we do not know: neither a stamp nor a counter.
    assert lines.parse(b'{"t": 1790000000.5, "a": 1}') == lines.Line([("a", 1.0)], None, 0)
    assert lines.parse(b'{"monotonic_ns": 5000000000, "a": 1}') == lines.Line(
        [("a", 1.0)], 5_000_000_000, 0
    )
    assert lines.parse(b'{"monotonic_ns": "soon", "a": 1}').stamp_ns is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"hello", "not JSON"),
        (b'{"a": 1', "not JSON"),
        (b"[1, 2]", "not an object"),
        (b"7", "not an object"),
        (b"\xff\xfe{}", "UTF"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 5000 + b"}", "nested too deeply"),
    ],
)
def test_rubbish_is_told_in_words(text: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        lines.parse(text)


def test_a_line_that_is_deep_but_readable_does_not_recurse() -> None:
    # Deeper than Python would recurse through it if it were flattened by recursion twice over.
    line = lines.parse(b'{"a":' * 400 + b"1" + b"}" * 400)
    assert line.pairs == [(".".join("a" * 400), 1.0)]


def test_labels_become_part_of_the_name() -> None:
    text = '# TYPE reads counter\nreads_total{device="sda",b="x\\"y"} 5 1790000000000\nload 1.5\n'
    assert scrape.parse(text, None) == [('reads_total{b="x\\"y",device="sda"}', 5.0), ("load", 1.5)]
    assert scrape.parse(text, re.compile("^load$")) == [("load", 1.5)]


@pytest.mark.parametrize(
    "text", ["<html><body>no</body></html>", "hello world", '{"a": 1}', 'a{b="c" 1\n', "\x00\xff 1"]
)
def test_an_answer_in_another_format_is_told_in_words(text: str) -> None:
    with pytest.raises(ValueError, match="not Prometheus' text format"):
        scrape.parse(text, None)
