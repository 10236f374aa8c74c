"""A store in a folder of its own."""

from pathlib import Path

import pytest

from plimsoll.store import Store


@pytest.fixture
def store(tmp_path: Path):
    with Store.open(tmp_path / "runs.db") as opened:
        yield opened
