"""What tests of the command share: the command in their own process, and as a shell starts it."""

import os
import subprocess
from pathlib import Path

import pytest

from plimsoll.cli import main
from tests.conftest import COMMAND, Ending, Plimsoll


@pytest.fixture
def inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Plimsoll:
    """The command within this process, in a folder of its own: what takes a second to load is
    loaded once for many cases."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str | Path) -> Ending:
        return Ending(main([str(word) for word in words]), *capsys.readouterr())

    return run


@pytest.fixture
def bash(tmp_path: Path, state_home: Path) -> Plimsoll:
    """A line of bash in the folder of the test, with the installed command as $PLIMSOLL."""

    def run(line: str, **environment: str) -> Ending:
        around = {"XDG_STATE_HOME": str(state_home), "PLIMSOLL": str(COMMAND), **environment}
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=tmp_path,
            env={**os.environ, **around},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        return Ending(done.returncode, done.stdout, done.stderr)

    return run
