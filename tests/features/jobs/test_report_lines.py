"""The lines that the founding reports print, run as they stand there: they are data in
`tests/fixtures/reports`, and nothing of them is rewritten but the path of the file and which of its
sizes the loop goes through.

The loop of report S0 takes twelve minutes. Here it is rehearsed (`PLIMSOLL_STACK`), as users can do
too, on the described storage of that report.
"""

import csv
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import COMMAND, Plimsoll

ROOT = Path(__file__).resolve().parents[3]
LOOP = (ROOT / "tests/fixtures/reports/s0-loop.sh").read_text()
PATH = "/mnt/rook-vol1/test"
SIZES = {"4k": 4, "8k": 8, "16k": 16, "64k": 64, "128k": 128, "1m": 1024}
PATTERNS = ("write", "randwrite", "read", "randread")


FUNCTION = 'fio() { "$PLIMSOLL" fio "$@"; }'


def iops_limit(kib: int) -> float:
    """The policy's 3,000 IOPS, or the controller's 250 MiB/s, whichever is less."""
    return min(3000.0, 250 * 1024 / kib)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
@pytest.mark.parametrize(("path", "as_fio"), [(PATH, "link"), ("/home/me/h1/test", FUNCTION)])
def test_the_loop_of_report_s0_finds_what_the_report_found(
    bash: Plimsoll, tmp_path: Path, path: str, as_fio: str
) -> None:
    search = os.environ["PATH"]
    # A size that the policy limits and one that the controller limits; tests/stacks/test_s0.py has
    # all six.
    sizes = ("4k", "1m")
    if as_fio == "link":
        (tmp_path / "fio").symlink_to(COMMAND)
        as_fio, search = "", f"{tmp_path}:{search}"
    else:
        # By the other way to call it, and with an h in the path.
        sizes = ("64k",)
    assert LOOP.count(" ".join(SIZES)) == 1
    loop = LOOP.replace(" ".join(SIZES), " ".join(sizes))
    stack = str(ROOT / "examples/stacks/s0-policy.toml")
    ended = bash(f"{as_fio}\n{loop.replace(PATH, path)}", PATH=search, PLIMSOLL_STACK=stack)
    assert ended.code == 0, ended.err
    # jq -r prints a CSV line of strings in quotes and numbers without.
    lines = list(csv.reader(ended.out.splitlines(), quoting=csv.QUOTE_NONNUMERIC))
    assert [line[:3] for line in lines] == [
        ["32", size, pattern] for size in sizes for pattern in PATTERNS
    ]
    for _, size, pattern, *figures in lines:
        kib = SIZES[str(size)]
        done, other = (0, 1) if "read" in str(pattern) else (1, 0)
        iops, bandwidth = figures[:2], figures[2:]
        # What the limits let through is exact, but for the operation that ends with the time: of
        # the fewest, 7,500, it is 0.013 %.
        assert iops[done] == pytest.approx(iops_limit(kib), rel=0.0002)
        assert bandwidth[done] == pytest.approx(iops_limit(kib) * kib, rel=0.0002)
        assert (iops[other], bandwidth[other]) == (0, 0)
    assert not Path(path).exists()


STACK = ("--stack", str(ROOT / "examples/stacks/s0-policy.toml"))
PARM = """sd=sd1,lun=/nowhere/h.dat,threads=8,openflags=o_direct,size=1g
wd=wd1,sd=sd1,xfersize=4k,rdpct=70
rd=run1,wd=wd1,iorate=curve,curve=(50,100),elapsed=10,interval=1,pause=600
"""


def test_a_rehearsal_of_other_programs_jobs_finds_the_same_limits(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "h.parm").write_text(PARM)
    ended = plimsoll("vdbench", "-fh.parm", *STACK, code=0)
    rates = [
        float(line.split()[2]) for line in ended.out.splitlines() if re.search(r" avg_2-10 ", line)
    ]
    # The maximum, then half of it, by Poisson arrivals, and all of it.
    assert rates == [3000, pytest.approx(1500, rel=0.05), 3000]
    words = "-f /nowhere/h1:/nowhere/h2 -R -r 100 -M 2 -b 128K -s 1G -t 10 -D"
    ended = plimsoll("ndisk", *words.split(), *STACK, code=0)
    [total] = re.findall(r"^TOTALS .*", ended.out, re.MULTILINE)
    # What the controller lets through: 250 MiB/s.
    assert float(total.split()[4]) == pytest.approx(250, rel=0.01)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            "fio -name=a -size=1m -filename=h -name=b -size=1m -filename=h",
            "2 Runs would go at once",
        ),
        ("fio -name=a -size=1m -filename=h -rw=write -verify=md5", "holds no data"),
        ("vdbench -fh.parm --campaign out.toml", "cannot be combined with --stack"),
        ("fio -name=a -size=1m -filename=h --campaign out.toml", "cannot be combined with"),
        ("ndisk -f h -R -r 100 -s 1m --campaign out.toml", "cannot be combined with --stack"),
    ],
)
def test_what_cannot_be_rehearsed_is_refused(
    plimsoll: Plimsoll, tmp_path: Path, words: str, says: str
) -> None:
    (tmp_path / "h.parm").write_text(PARM)
    ended = plimsoll(*words.split(), *STACK)
    assert ended.code in (64, 65)
    assert says in ended.err
    assert ended.out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["h.parm"]


@pytest.mark.parametrize(
    ("stack", "says"),
    [("s1-storage-a", "clients of its own"), ("nowhere", "cannot read the stack")],
)
def test_a_stack_that_is_not_one_volume_of_the_jobs_own_is_refused(
    plimsoll: Plimsoll, stack: str, says: str
) -> None:
    named = str(ROOT / f"examples/stacks/{stack}.toml")
    ended = plimsoll("fio", "-name=a", "-size=1m", PLIMSOLL_STACK=named)
    assert ended.code in (65, 66)
    assert says in ended.err
    assert ended.out == ""


@pytest.mark.long
@pytest.mark.parametrize(
    ("typed", "told"), [("ndisk64", "ndisk64"), ('"$PLIMSOLL" ndisk', "./ndisk64")]
)
def test_ndisk64_names_itself_as_it_was_called(
    bash: Plimsoll, disk: Path, typed: str, told: str
) -> None:
    (disk / "ndisk64").symlink_to(COMMAND)
    words = "-f h1:h2 -R -r 50 -M 2 -b 4K -s 1M -t 1 -D"
    ended = bash(f"{typed} {words}", PATH=f"{disk}:{os.environ['PATH']}")
    assert ended.code == 0, ended.err
    first, *_, last = ended.out.splitlines()
    assert first == f"Command: {told} {words.replace(':', ' ')}"
    assert last == "- Random procs=  2 read= 50% bs=  4KB"
