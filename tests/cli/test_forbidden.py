"""Where the system forbids a way of doing I/O, the next one is taken, and the terminal and the
record say which and why."""

import sys
from pathlib import Path

import pytest

from tests import forbidding
from tests.conftest import Plimsoll

RUN = ("run", "--rate", "200", "--measure-for", "300ms", "--warmup-for", "0s", "--store", "t.db")


def without(error: str, *calls: str) -> tuple[str, ...]:
    """The prefix of a command for which these system calls fail."""
    return (sys.executable, str(Path(forbidding.__file__)), f"{error}:{','.join(calls)}")


@pytest.mark.parametrize(
    ("forbidden", "flags", "engine", "because"),
    [
        (("EPERM", "io_uring_setup"), (), "libaio", "io_uring is forbidden here"),
        pytest.param(
            *(("ENOSYS", "io_uring_setup"), (), "libaio", "this kernel has no io_uring"),
            marks=pytest.mark.long,
        ),
        pytest.param(
            *(("EPERM", "io_uring_setup"), ("--engine", "io_uring"), "libaio", "is forbidden here"),
            marks=pytest.mark.long,
        ),
        # Through the page cache libaio would do one operation at a time.
        (("EPERM", "io_uring_setup"), ("--cached",), "psync", "io_uring is forbidden here"),
        (("EPERM", "io_uring_setup", "io_setup"), (), "psync", "AIO is not allowed here"),
    ],
    ids=["filter", "no-call", "named", "cached", "both"],
)
def test_the_next_engine_is_taken_and_named(
    plimsoll: Plimsoll,
    disk: Path,
    forbidden: tuple[str, ...],
    flags: tuple[str, ...],
    engine: str,
    because: str,
) -> None:
    (disk / "t.dat").write_bytes(bytes(4 << 20))
    asked = (*RUN, "--target", "t.dat", *flags, "--json")
    done = plimsoll(*asked, before=without(*forbidden))
    assert done.code in (0, 2), done.err
    assert done.document["spec"]["engine"] == engine
    (note,) = [text for text in done.document["notes"] if because in text]
    assert note.startswith(f"{engine} is used instead of "), note
    assert f"WARNING: {note}" in " ".join(done.err.split())


@pytest.mark.long
def test_a_search_says_it_on_the_terminal_and_keeps_it(plimsoll: Plimsoll, disk: Path) -> None:
    (disk / "t.dat").write_bytes(bytes(4 << 20))
    done = plimsoll(
        "find", "--target", "t.dat", "--objective", "p99 <= 500ms", "--time", "30s", "--store",
        "f.db", before=without("EPERM", "io_uring_setup"),
    )  # fmt: skip
    assert done.code in (0, 1, 2), done.err
    assert "libaio is used instead of io_uring: io_uring is forbidden here" in done.out + done.err


@pytest.mark.long
def test_a_fill_takes_threads(plimsoll: Plimsoll, disk: Path) -> None:
    done = plimsoll("prepare", "t.dat", "--size", "4m", before=without("EPERM", "io_uring_setup"))
    assert done.code == 0, done.err
    assert "note: psync is used instead of io_uring: io_uring is forbidden here" in done.out


@pytest.mark.long
def test_an_option_of_an_engine_that_is_forbidden_is_refused_with_the_reason(
    plimsoll: Plimsoll, disk: Path
) -> None:
    (disk / "t.dat").write_bytes(bytes(4 << 20))
    done = plimsoll(
        *RUN, "--target", "t.dat", "--engine-option", "sqpoll",
        before=without("EPERM", "io_uring_setup"),
    )  # fmt: skip
    assert done.code == 64
    assert "io_uring is forbidden here" in done.err


@pytest.mark.long
def test_a_named_engine_without_another_is_refused(plimsoll: Plimsoll, disk: Path) -> None:
    (disk / "t.dat").write_bytes(bytes(4 << 20))
    done = plimsoll(
        *RUN, "--target", "t.dat", "--engine", "libaio", before=without("EPERM", "io_setup")
    )
    assert (done.code, done.err.count("\n")) == (64, 1)
    assert "engine 'libaio' does not work here: AIO is not allowed here" in done.err


@pytest.mark.long
def test_the_list_of_engines_says_what_does_not_work_here(plimsoll: Plimsoll) -> None:
    done = plimsoll("engines", before=without("EPERM", "io_uring_setup"), code=0)
    assert "(not here: io_uring is forbidden here" in done.out
