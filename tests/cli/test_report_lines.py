"""The lines that the founding reports print, run as they stand there: they are data in
`tests/fixtures/reports`, and nothing of them is rewritten but the path of the file.

The loop of report S0 takes twelve minutes. Here it is rehearsed (`PLIMSOLL_STACK`), as users can do
too, on the described storage of that report.
"""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import COMMAND

ROOT = Path(__file__).resolve().parents[2]
LOOP = (ROOT / "tests/fixtures/reports/s0-loop.sh").read_text()
PATH = "/mnt/rook-vol1/test"
SIZES = {"4k": 4, "8k": 8, "16k": 16, "64k": 64, "128k": 128, "1m": 1024}
PATTERNS = ("write", "randwrite", "read", "randread")


def expected(kib: int) -> float:
    """The policy's 3,000 IOPS, or the controller's 250 MiB/s, whichever is less."""
    return min(3000.0, 250 * 1024 / kib)


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
@pytest.mark.parametrize(
    ("path", "as_fio"),
    [(PATH, "link"), ("/home/me/h1/test", 'fio() { "$PLIMSOLL" fio "$@"; }')],
)
def test_the_loop_of_report_s0_finds_what_the_report_found(
    tmp_path: Path, state_home: Path, path: str, as_fio: str
) -> None:
    search = os.environ["PATH"]
    if as_fio == "link":
        (tmp_path / "fio").symlink_to(COMMAND)
        as_fio, search = "", f"{tmp_path}:{search}"
    ended = subprocess.run(
        ["bash", "-c", f"{as_fio}\n{LOOP.replace(PATH, path)}"],
        cwd=tmp_path,
        env={
            **os.environ,
            "XDG_STATE_HOME": str(state_home),
            "PATH": search,
            "PLIMSOLL": str(COMMAND),
            "PLIMSOLL_STACK": str(ROOT / "examples/stacks/s0-policy.toml"),
        },
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    # jq -r prints a CSV line of strings in quotes and numbers without.
    lines = list(csv.reader(ended.stdout.splitlines(), quoting=csv.QUOTE_NONNUMERIC))
    assert [line[:3] for line in lines] == [
        ["32", size, pattern] for size in SIZES for pattern in PATTERNS
    ]
    for _, size, pattern, *figures in lines:
        kib = SIZES[str(size)]
        done, other = (0, 1) if "read" in str(pattern) else (1, 0)
        iops, bandwidth = figures[:2], figures[2:]
        # What the limits let through is exact, but for the operation that ends with the time: of
        # the fewest, 7,500, it is 0.013 %.
        assert iops[done] == pytest.approx(expected(kib), rel=0.0002)
        assert bandwidth[done] == pytest.approx(expected(kib) * kib, rel=0.0002)
        assert (iops[other], bandwidth[other]) == (0, 0)
    assert not Path(path).exists()
