"""An import under way: its Runs are those of another program, and do not say all that ours do."""

from pathlib import Path

import pytest

from plimsoll.campaign import watch
from plimsoll.store import Store
from plimsoll.web import history
from tests.conftest import Plimsoll

FIO = Path(__file__).resolve().parents[2] / "fixtures/results/fio"


@pytest.mark.parametrize("name", ["grouped.json", "logs.json"])
def test_an_import_under_way_can_be_watched(name: str, plimsoll: Plimsoll, tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    assert plimsoll("import", FIO / name, "--store", store).code == 0
    with Store.open(store, read_only=True) as kept:
        [row] = kept.campaigns()
        told = watch.pulse_from_store(kept, row, {})
        assert told["kind"] == "import"
        assert told["last_run"] is None
        assert told["intervals"] == []
        assert history.of(kept, row.id) == []
