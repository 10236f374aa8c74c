"""The objective that a search chose stays that of the next one in the same store."""

from pathlib import Path

import pytest

from tests.conftest import Plimsoll
from tests.store_edits import edit_store
from tests.words import argv

pytestmark = pytest.mark.long

STACK = Path(__file__).resolve().parents[2] / "examples/stacks/iops-cap.toml"
HIGHER = "p99(response_time, all) <= 50ms"


def test_the_next_search_of_the_same_question_keeps_it(plimsoll: Plimsoll, tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    target = f"stack:{STACK}"

    def find_objective(*more: str) -> str:
        asked = argv(f"find --target {target} --virtual --arrivals constant --store {store} --json")
        return str(plimsoll(*asked, *more).document["load_line"]["objective"])

    own = find_objective()
    assert own != HIGHER
    with edit_store(store) as connection:
        connection.execute(
            "UPDATE campaign SET result = json_set(result, '$.load_line.objective', ?)", (HIGHER,)
        )
    assert find_objective("--block-size", "64k") == own, "another workload is another question"
    assert find_objective() == HIGHER
