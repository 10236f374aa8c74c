"""What several policy files need (a tag) stays until the last of them puts it back, whichever that
is; on a system that is a table here."""

import dataclasses
import itertools
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from plimsoll.features.policy import applying, journal
from plimsoll.features.policy.applying import PutBack
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.backends.contract import BackendError, Item, Place, State
from plimsoll.features.policy.changes import survey

KIND = "stack"
TAG = "tag"


class Ground:
    """A system that holds states, and files that want items there."""

    def __init__(self) -> None:
        self.states: dict[str, State] = {}
        self.files: dict[str, list[Item]] = {}

    def write(self, place: Place, state: State | None) -> None:
        if state is None:
            self.states.pop(place["at"], None)
        else:
            self.states[place["at"]] = state

    def wants(self, file: str, volume: str, *common: str) -> None:
        """What a file says: these tags, and a volume of its own."""
        there = {"exists": "yes"}
        made = [Item("tag", one, {"at": one}, there, "p", 1, common=True) for one in common]
        made.append(Item("volume", volume, {"at": volume}, {"limit": "1"}, "p", 1))
        self.files[file] = made

    def resolve_file(self, file: str) -> Any:
        table = SimpleNamespace(kind=KIND, items=self.files[file])
        one = SimpleNamespace(system="it", volume="it", policy="p", version=1)
        return SimpleNamespace(file=SimpleNamespace(system={"it": table}), assigned=[one])

    def apply(self, file: str) -> None:
        with journal.locked_journal() as held:
            came = applying.apply(self.resolve_file(file), held, file, lambda _: None)
        assert came.failed is None

    def remove(self, file: str, *, last_only: bool = False) -> PutBack:
        with journal.locked_journal() as held:
            return applying.put_back(
                held,
                file,
                last_only=last_only,
                overwrite=False,
                forget=False,
                on_step=lambda _: None,
            )


@pytest.fixture
def ground(state_home: Path, monkeypatch: pytest.MonkeyPatch) -> Ground:
    monkeypatch.setenv("XDG_STATE_HOME", str(state_home))
    made = Ground()
    backend = dataclasses.replace(
        BACKENDS[KIND],
        items=lambda table, _: list(table.items),
        read=lambda place: made.states.get(place["at"]),
        write=made.write,
        beside=lambda _: [],
    )
    monkeypatch.setitem(BACKENDS, KIND, backend)
    return made


@pytest.mark.parametrize("order", list(itertools.permutations("abc")))
@pytest.mark.parametrize("again", [False, True])
def test_it_stays_for_whoever_needs_it_and_goes_with_the_last(
    ground: Ground, order: tuple[str, ...], again: bool
) -> None:
    for file in ("a", "b", "c"):
        ground.wants(file, f"of {file}", TAG)
        ground.apply(file)
    if again:
        for file in ("a", "c", "b"):
            ground.apply(file)
    for position, file in enumerate(order):
        left = sorted(order[position + 1 :])
        came = ground.remove(file)
        assert [chain.last.name for chain in came.done] == [f"of {file}"] + [TAG] * (not left)
        assert [(chain.last.name, by) for chain, by in came.kept] == [(TAG, left)] * bool(left)
        assert (TAG in ground.states) == bool(left)
    assert ground.states == {}
    assert journal.read_journal().chains == {}


def test_what_was_there_before_all_of_them_stays_after_all_of_them(ground: Ground) -> None:
    ground.states[TAG] = {"exists": "yes"}
    for file in ("a", "b"):
        ground.wants(file, f"of {file}", TAG)
        ground.apply(file)
    ground.remove("a")
    ground.remove("b")
    assert ground.states == {TAG: {"exists": "yes"}}


def test_a_file_that_no_longer_names_it_leaves_it_to_the_others(ground: Ground) -> None:
    for file in ("a", "b"):
        ground.wants(file, f"of {file}", TAG)
        ground.apply(file)
    ground.wants("a", "of a")
    (leaving,) = [
        one for one in survey(ground.resolve_file("a"), journal.read_journal(), "a") if one.leaves
    ]
    assert not leaving.changes
    ground.apply("a")
    assert TAG in ground.states
    assert ground.remove("a").kept == []
    assert [chain.last.name for chain in ground.remove("b").done] == ["of b", TAG]
    assert ground.states == {}


def test_the_last_apply_alone_is_put_back_after_another_file_was(ground: Ground) -> None:
    for file in ("a", "b"):
        ground.wants(file, f"of {file}", TAG)
        ground.apply(file)
    ground.wants("b", "of b", TAG, "second")
    ground.apply("b")
    ground.remove("a")
    came = ground.remove("b", last_only=True)
    assert [chain.last.name for chain in came.done] == ["second"]
    assert TAG in ground.states


def test_a_journal_that_ended_between_its_lines_loses_nothing(
    ground: Ground, state_home: Path
) -> None:
    for file in ("a", "b"):
        ground.wants(file, f"of {file}", TAG)
        ground.apply(file)
    kept = next(state_home.rglob(journal.NAME))
    before = len(kept.read_bytes().splitlines())
    ground.remove("a")
    lines = kept.read_bytes().splitlines(keepends=True)
    steps = [json.loads(line)["step"] for line in lines[before:]]
    for cut in range(len(steps) + 1):
        for name in (journal.NAME, journal.COPY):
            kept.with_name(name).write_bytes(b"".join(lines[: before + cut]))
        (chain,) = [one for one in journal.read_journal().chains.values() if one.last.name == TAG]
        assert chain.original is None
        assert "b" in {entry.file for entry in chain.entries}


def test_one_that_another_still_uses_is_tried_again_when_that_has_gone(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground.wants("a", "of a")
    ground.apply("a")
    ground.wants("a", "of a", TAG)
    ground.apply("a")

    def write(place: Place, state: State | None) -> None:
        if place["at"] == TAG and "of a" in ground.states:
            raise BackendError("in use")
        ground.write(place, state)

    used = dataclasses.replace(BACKENDS[KIND], write=write)
    monkeypatch.setitem(BACKENDS, KIND, used)
    came = ground.remove("a")
    assert [chain.last.name for chain in came.done] == ["of a", TAG]
    assert came.failed == []
    assert ground.states == {}


def test_what_a_volume_needs_that_cannot_be_found_does_not_leave(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground.wants("a", "of a", TAG)
    ground.apply("a")

    def raise_error(*_: object) -> list[Item]:
        raise BackendError("no such disk")

    monkeypatch.setitem(BACKENDS, KIND, dataclasses.replace(BACKENDS[KIND], items=raise_error))
    resolved = ground.resolve_file("a")
    resolved.assigned[0].volume = "of a"
    (only,) = survey(resolved, journal.read_journal(), "a")
    assert (only.item.name, only.configured, only.leaves) == ("of a", "unknown", False)
