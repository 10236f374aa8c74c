"""Reading needs no Linux: what measures nothing works where Python lacks what it has on Linux
alone, and the others say so.

Windows is played here: the modules, flags and calls that its Python lacks are taken away before
Plimsoll is imported, and so is the half of the native module that is compiled on Linux only.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from plimsoll.base.posix import needs_linux

ROOT = Path(__file__).parents[2]
STACK = ROOT / "examples/stacks/iops-cap.toml"
FIO = ROOT / "tests/fixtures/results/fio/three-jobs.json"
PROMISE = """\
target = "stack:{stack}"
virtual = true
[workload]
read = 100
[[promise]]
direction = "equals"
value = "3000 IOPS"
"""

CAMPAIGN = """\
[campaign]
name = "elsewhere"
measure_for = "1s"
[[target]]
path = "{target}"
[[workload]]
[[load]]
rate = 100
"""

ELSEWHERE = """
import json, os, select, signal, sys
from plimsoll import _native
for name in ("fcntl", "pwd", "resource", "termios"):
    sys.modules[name] = None
for name in ("O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "geteuid",
             "sched_getaffinity", "statvfs"):
    delattr(os, name)
for name in ("setitimer", "pthread_sigmask"):
    delattr(signal, name)
del select.poll
os.supports_dir_fd.discard(os.open)
for name in ("Coordinator", "Neighbourhood", "Prepare", "Server", "UnixSocket", "chain",
             "identity_difference", "remove_own", "target_identity"):
    delattr(_native, name)

class Session:
    '''Opens what a build without the feature `measure` opens: nothing real.'''
    opened = _native.Session.open

    @staticmethod
    def open(request):
        assert json.loads(request)["target"].startswith(("null:", "stack:")), request
        return Session.opened(request)

_native.Session = Session
from plimsoll.cli import main
print(json.dumps([main(words) for words in json.loads(sys.argv[1])]), file=sys.stderr)
"""


def _elsewhere(folder: Path, *calls: list[str]) -> tuple[list[int], str]:
    """The exit codes of these calls of the command in one process, and what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, json.dumps(calls)],
        cwd=folder, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    *said, codes = done.stderr.splitlines() or [""]
    assert codes.startswith("["), done.stderr
    return json.loads(codes), done.stdout + "\n".join(said)


def test_what_reads_and_simulates_works_without_linux(tmp_path: Path) -> None:
    simulation = ["simulate", str(STACK), "--rate", "400", "--measure-for", "1s", "--store", "s.db"]
    codes, said = _elsewhere(
        tmp_path,
        [*simulation, "--seed", "1"],
        [*simulation, "--seed", "2"],
        ["size", str(ROOT / "examples/sizes/s1-eight-vms.toml")],
        ["report", "--store", "s.db", "--to", "html", "--output", "r.html"],
        ["report", "--store", "s.db", "--to", "csv", "--output", "r.csv"],
        ["compare", "1", "2", "--store", "s.db"],
    )
    assert codes[:5] == [0] * 5, said
    assert codes[5] in (0, 1, 2), said
    assert "<html" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_what_is_stored_or_imported_is_judged_without_linux(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(PROMISE.format(stack=STACK))
    codes, said = _elsewhere(
        tmp_path,
        ["import", str(FIO), "--store", "i.db"],
        ["report", "--store", "i.db", "--to", "md", "--output", "i.md"],
        ["check", "p.toml", "--measure-for", "2s", "--store", "c.db"],
        ["check", "p.toml", "--store", "c.db", "--campaign", "1"],
        ["limits", "--store", "c.db"],
        ["kubernetes", "manifest", "--pvc", "orders"],
    )
    assert codes[:4] == [0] * 4, said
    assert codes[4] in (0, 2), said
    assert codes[5] == 0, said


@pytest.mark.parametrize(
    "words", [["prepare", "t.dat", "--size", "4m"], ["serve", str(STACK), "--unix", "x.sock"]]
)
def test_what_needs_linux_says_so_in_one_line(tmp_path: Path, words: list[str]) -> None:
    codes, said = _elsewhere(tmp_path, words)
    assert codes == [needs_linux().exit_code], said
    assert str(needs_linux()) in said
    assert not (tmp_path / "t.dat").exists()


def test_what_needs_linux_is_refused_before_its_store_is_made(tmp_path: Path) -> None:
    target = f"stack:{STACK}"
    (tmp_path / "file.toml").write_text(CAMPAIGN.format(target="t.dat"))
    (tmp_path / "stack.toml").write_text(CAMPAIGN.format(target=target))
    (tmp_path / "p.toml").write_text(PROMISE.format(stack=STACK).replace("virtual = true\n", ""))
    kept = ["--store", "s.db"]
    codes, said = _elsewhere(
        tmp_path,
        ["campaign", "run", "file.toml", *kept],
        ["campaign", "run", "stack.toml", *kept],
        ["run", "--target", target, "--rate", "100", *kept],
        ["find", "--target", target, "--objective", "p99 <= 5ms", *kept],
        ["check", "p.toml", *kept],
    )
    assert codes == [needs_linux().exit_code] * 5, said
    assert said.count(str(needs_linux())) == 5, said
    assert not (tmp_path / "s.db").exists()
