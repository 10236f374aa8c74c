"""The lint of names reports participles of made-up modules, and nothing else."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

PYTHON = """
class RunOptions:
    def is_closed(self): ...
    def kept(self): ...
class PointShown: ...
def seed(): ...
def test_a_run_is_recorded(): ...
def outer():
    def _counted(): ...
"""
RUST = """
mod known;
/// fn commented() {}
pub struct DataLost;
pub(crate) enum State { Closed, Lost }
impl State {
    pub const fn held() -> State { State::Lost }
    fn has_ended(&self) -> bool { self.read("fn asked()") }
}
#[test]
fn a_promise_is_kept() {}
fn merged() {}
"""


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool, which imports its neighbours as scripts do."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "tools"))
    import names as tool

    return tool


def test_a_participle_is_reported_and_a_predicate_a_noun_or_a_test_is_not(
    names: ModuleType, tmp_path: Path
) -> None:
    for place, text in {
        "python/plimsoll/judge/found.py": PYTHON,
        "crates/run/src/simulated.rs": RUST,
    }.items():
        path = tmp_path / place
        path.parent.mkdir(parents=True)
        path.write_text(text)
    assert list(names.participles(tmp_path)) == [
        "python/plimsoll/judge/found.py:1: found",
        "python/plimsoll/judge/found.py:4: kept",
        "python/plimsoll/judge/found.py:5: PointShown",
        "python/plimsoll/judge/found.py:9: _counted",
        "crates/run/src/simulated.rs:1: simulated",
        "crates/run/src/simulated.rs:2: known",
        "crates/run/src/simulated.rs:4: DataLost",
        "crates/run/src/simulated.rs:7: held",
        "crates/run/src/simulated.rs:12: merged",
    ]


def test_every_name_that_is_allowed_is_still_there(names: ModuleType) -> None:
    for entry in names.ALLOWED:
        place, name = entry.split(":")
        read = names.rust_names if place.endswith(".rs") else names.python_names
        assert name in {found for _, found in read(names.ROOT / place)}, entry
