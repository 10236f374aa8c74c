"""A smoke of what `make truth` does two hundred times: kill -9 repeats at most the Point under way
and loses none."""

from pathlib import Path

import pytest

from tests.campaign.kills import assault

pytestmark = pytest.mark.long


def test_killed_campaigns_end_as_if_nobody_had_killed_them(tmp_path: Path) -> None:
    seen = assault(4, virtual=True, folder=tmp_path, small=True)
    assert (seen.wrong, seen.kills) == ([], 4)


@pytest.mark.disk
def test_killed_campaigns_on_a_real_file_lose_no_point(disk: Path) -> None:
    seen = assault(2, virtual=False, folder=disk, small=True)
    assert (seen.wrong, seen.kills) == ([], 2)
