"""What happened, on the live page: events of the store, and what the process says besides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.campaign import watch
from plimsoll.store import Store
from plimsoll.web.live_view import Watching
from tests.reports import sample

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from plimsoll.live.pulse import RemarkDocument

WORDS = "the target is sparse"


def test_an_event_of_the_store_is_shown_once_and_is_known_by_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(tmp_path / "s.db") as store:
        number = store.begin_campaign("run", sample.OBJECTIVE, "run", 1, "{}")
        kept = store.add_event(number, None, "note", WORDS)
        pulse = watch.look(store, number).pulse
        assert pulse is not None
        again: RemarkDocument = {"at_s": 2.0, "kind": "event", "event": kept, "words": WORDS}
        another: RemarkDocument = {"at_s": 1.0, "kind": "event", "event": None, "words": WORDS}
        pulse["said"] = [another, again]
        monkeypatch.setattr(watch, "look", lambda *_: watch.Look(number, pulse))
        said = Watching(store, number).look()["said"]
    # What the process says in the same words, without keeping it, is another thing.
    assert [(one["kind"], one["words"]) for one in said] == [("note", WORDS), ("event", WORDS)]
