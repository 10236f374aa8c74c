"""What tests of the command share: the command within their own process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plimsoll.cli import main
from tests.conftest import Ended

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Plimsoll


@pytest.fixture
def inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Plimsoll:
    """The command within this process, in a folder of its own: what takes a second to load is
    loaded once for many cases."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str | Path) -> Ended:
        code = main([str(word) for word in words])
        return Ended(code, *capsys.readouterr())

    return run
