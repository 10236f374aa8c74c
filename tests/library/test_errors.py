"""What goes wrong in a call is one of the errors, with the exit code of the command, in the words
of a program."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plimsoll as lib
from plimsoll.library import boundary
from plimsoll.native import session

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("call", "kind", "code", "words"),
    [
        (lambda: lib.run("nope"), "NoTargetError", 66, "nope does not exist"),
        (lambda: lib.open("nope.db"), "NoTargetError", 66, "no store at nope.db"),
        (lambda: lib.read("nope.json"), "NoTargetError", 66, "no file nope.json"),
        (lib.read, "UsageError", 64, "nothing to read was named"),
        (lambda: lib.read(__file__), "InputError", 65, "no known program"),
        (lib.compare, "UsageError", 64, "no variant is named"),
        (lambda: lib.run("null:", read="7x"), "UsageError", 64, "read 7x is not a number"),
        (lambda: lib.run("null:", rate=-1), "UsageError", 64, "rate -1 is invalid"),
        (lambda: lib.run("null:", rate=9, objective="p99 <"), "UsageError", 64, "p99 <"),
        (lambda: lib.find("null:", time="3s"), "UsageError", 64, "time 3s is too short"),
        (
            lambda: lib.find("null:", between=(100, 200), horizon="1m"),
            "UsageError",
            64,
            "between cannot be combined with horizon",
        ),
        (lambda: lib.find("null:", read="100,70"), "UsageError", 64, "Call find once for each"),
        (lambda: lib.check(rate=5), "UsageError", 64, "target and objective must be given"),
        (lambda: lib.check(campaign=1), "UsageError", 64, "campaign reads a store"),
        (lambda: lib.simulate(""), "UsageError", 64, "no stack file is named"),
        (lambda: lib.simulate("nope.toml"), "NoTargetError", 66, "nope.toml"),
        (lambda: lib.simulate("a.toml", rate="80%"), "UsageError", 64, "a share of the maximum"),
    ],
)
def test_a_mistake_is_told_in_the_words_of_a_program(
    call: Callable[[], object], kind: str, code: int, words: str
) -> None:
    with pytest.raises(lib.Error) as raised:
        call()
    assert type(raised.value).__name__ == kind
    assert raised.value.exit_code == code
    assert words in str(raised.value)
    assert " --" not in raised.value.message


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"reed": 70}, "there is no argument 'reed'"),
        ({"measure_for": 60}, "measure_for 60 has no unit"),
        ({"verify": "yes"}, "verify 'yes' is neither True nor False"),
        ({"queue_depth": 0}, "queue_depth 0 is not a whole number above 0"),
        ({"workers": True}, "workers True is not a whole number above 0"),
    ],
)
def test_an_argument_of_another_type_is_refused_before_anything_is_opened(
    arguments: dict[str, Any], words: str
) -> None:
    with pytest.raises(lib.UsageError, match="^" + words):
        lib.run("nope", **arguments)


def test_an_unknown_argument_is_answered_with_the_known_ones() -> None:
    with pytest.raises(lib.UsageError) as raised:
        lib.run("null:", blocksize="8k")  # type: ignore[call-arg]
    assert "block_size" in raised.value.what_now
    assert "objective" in raised.value.what_now


def test_writing_needs_the_consent_of_the_command(data: Path) -> None:
    before = data.read_bytes()
    with pytest.raises(lib.RefusedError) as raised:
        lib.run(data, read=0, cached=True, measure_for="200ms", warmup_for="0s")
    assert raised.value.exit_code == 73
    assert data.read_bytes() == before
    written = lib.run(
        data,
        read=0,
        cached=True,
        measure_for="200ms",
        warmup_for="0s",
        rate=100,
        i_will_lose_the_data_on=data,
    )
    assert written.document["write"]["count"] > 0
    assert data.read_bytes() != before


def test_a_file_that_is_not_ours_is_not_overwritten(tmp_path: Path) -> None:
    run = lib.run("null:", rate=100, warmup_for="0s", measure_for="200ms")
    foreign = tmp_path / "mine.html"
    foreign.write_text("<p>mine</p>")
    with pytest.raises(lib.RefusedError):
        run.save(foreign)
    assert foreign.read_text() == "<p>mine</p>"
    assert run.save(tmp_path / "run.html") == [tmp_path / "run.html"]
    assert run.save(tmp_path / "run.html") == [tmp_path / "run.html"], "our own is replaced"
    with pytest.raises(lib.UsageError, match="known report format"):
        run.save(tmp_path / "run.doc")


def test_a_panic_of_the_native_side_is_an_internal_error() -> None:
    with pytest.raises(lib.InternalError) as raised:
        boundary.call(session.inject_panic)()
    assert raised.value.exit_code == 70
    assert "the details are in" in raised.value.what_now


def test_an_error_of_a_listener_is_its_own() -> None:
    class BrokenListener(lib.Listener):
        def run_begins(self, run: object) -> None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        lib.run("null:", rate=100, measure_for="200ms", listener=BrokenListener())


def test_a_damaged_store_is_told_as_damage(tmp_path: Path) -> None:
    store = tmp_path / "broken.db"
    lib.run("null:", rate=100, warmup_for="0s", measure_for="200ms", store=store)
    content = bytearray(store.read_bytes())
    content[4096:8192] = bytes(4096)
    store.write_bytes(content)
    with pytest.raises(lib.InputError) as raised:
        lib.read(store)
    assert raised.value.exit_code == 65


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("--measure-for 5 is no time", "measure_for 5 is no time"),
        ("Write --set a.b=1, say", "Write parameters a.b=1, say"),
        ("Add one: plimsoll find --from x.db", "Add one: plimsoll find --from x.db"),
        ("a target --x named -- so", "a target x named -- so"),
    ],
)
def test_flags_become_arguments_but_not_those_of_a_command(text: str, told: str) -> None:
    assert boundary._with_arguments(text) == told
