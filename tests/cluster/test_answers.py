"""What a fleet makes of calls of which some fail or never answer, with a stand-in for Ray: what
Ray's own calls do is what its reference says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from plimsoll.cluster.fleet import Gone
from plimsoll.cluster.ray_fleet import answers

if TYPE_CHECKING:
    from collections.abc import Sequence


class _RayError(Exception):
    """The class of all that Ray raises of a call."""


class _Stub:
    """A reference is what it brings: a value, an error, or None while it is under way."""

    exceptions = SimpleNamespace(RayError=_RayError)

    def __init__(self) -> None:
        self.fetched = 0

    def get(self, references: Any, timeout: float | None = None) -> object:
        if isinstance(references, list):
            self.fetched += 1
            return [self.get(one, timeout) for one in references]
        if references is None:
            raise _RayError("Get timed out")
        if isinstance(references, Exception):
            raise references
        return references

    def wait(
        self, references: Sequence[Any], *, num_returns: int, timeout: float
    ) -> tuple[list[Any], list[Any]]:
        assert num_returns == len(references)
        assert 0 <= timeout <= 10
        return [one for one in references if one is not None], []


def test_answers_of_all_are_fetched_at_once_in_their_order() -> None:
    ray = _Stub()
    assert answers(ray, ["a", "b", "c"], 10.0) == ["a", "b", "c"]
    assert ray.fetched == 1
    assert answers(ray, [], 10.0) == []


def test_one_that_died_and_one_that_is_silent_take_no_other_with_them() -> None:
    died = _RayError("\nThe actor died unexpectedly\nmore")
    assert answers(_Stub(), ["a", died, None, "d"], 10.0) == [
        "a",
        Gone("The actor died unexpectedly"),
        Gone("no answer within 10 s"),
        "d",
    ]
