"""A drive with a write cliff, small enough for whole suites in virtual time."""

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples" / "suites"


@pytest.fixture
def drive() -> str:
    return f"stack:{EXAMPLES / 'write-cliff.toml'}"
