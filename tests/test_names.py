"""The lint of names reports participles of made-up modules, and nothing else."""

from pathlib import Path

import pytest

FILES = {
    "python/plimsoll/judge/found.py": """
class PointShown:
    def is_closed(self): ...
    def kept(self): ...
def test_a_run_is_recorded(): ...
def seed():
    def _counted(): ...
""",
    "crates/run/src/simulated.rs": """
mod known; // fn commented() {}
pub(crate) enum State { Closed, Lost }
pub struct DataLost;
impl State {
    pub const fn held() -> State { State::Lost }
    fn has_ended(&self) -> bool { self.read("fn asked()") }
}
#[test]
fn a_promise_is_kept() {}
""",
}


def test_participles_are_reported_but_no_predicates_nouns_and_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "tools"))
    import names

    for place, text in FILES.items():
        path = tmp_path / place
        path.parent.mkdir(parents=True)
        path.write_text(text)
    python, rust = FILES
    assert list(names.participles(tmp_path)) == [
        (python, 1, "found"),
        (python, 2, "PointShown"),
        (python, 4, "kept"),
        (python, 7, "_counted"),
        (rust, 1, "simulated"),
        (rust, 2, "known"),
        (rust, 4, "DataLost"),
        (rust, 6, "held"),
    ]
