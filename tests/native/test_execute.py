"""A native call in a thread of its own, watched: results and errors arrive, and a wish to stop is
never lost."""

import threading

import pytest

from plimsoll.native.session import Stop, _while_watching
from tests.patience import PATIENCE_S


def nothing() -> None:
    pass


def test_a_result_arrives() -> None:
    assert _while_watching(lambda: 42, every=nothing, end=nothing, stop=Stop()) == 42


def test_an_error_of_the_work_is_raised_here() -> None:
    def work() -> None:
        raise KeyError("deep down")

    with pytest.raises(KeyError, match="deep down"):
        _while_watching(work, every=nothing, end=nothing, stop=Stop())


def test_a_wish_to_stop_that_came_too_early_is_repeated_until_it_is_heard() -> None:
    ended = threading.Event()
    asked = 0

    def end() -> None:
        # The first is lost, as with a native loop that has not begun.
        nonlocal asked
        asked += 1
        if asked > 1:
            ended.set()

    stop = Stop()
    stop.request()
    assert _while_watching(lambda: ended.wait(PATIENCE_S), every=nothing, end=end, stop=stop)


def test_an_error_while_watching_ends_the_work_and_is_raised() -> None:
    ended = threading.Event()

    def every() -> None:
        raise OSError("the store is full")

    with pytest.raises(OSError, match="full"):
        _while_watching(lambda: ended.wait(PATIENCE_S), every=every, end=ended.set, stop=Stop())
    assert ended.is_set()
