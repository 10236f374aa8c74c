"""Every verb says the same of the same store: some of the stores of `tests.truth.agreement`."""

from pathlib import Path

import pytest

from tests.conftest import Plimsoll
from tests.truth.agreement import contradictions

pytestmark = pytest.mark.long


@pytest.mark.parametrize("seed", range(4))
def test_no_verb_contradicts_another_on_one_store(
    plimsoll: Plimsoll, tmp_path: Path, seed: int
) -> None:
    assert list(contradictions(plimsoll, tmp_path, seed)) == []
