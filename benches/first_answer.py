"""How long the ways in of README take, from the first command to the first answer:
`python -m benches.first_answer pip container tar`.

The commands are README's, read from its first block as they are printed there. Each round runs
them in an empty folder, with an empty home, as a user without rights; the files of dist/ that they
name are beside them. `--answers FOLDER` keeps what they printed. Needs root, to become that user;
the container's way needs a daemon of docker that the user may call.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
WAYS = ("pip", "container", "tar")
"""As the comments of README's block name them, in its order."""
USER = 65534
LIMIT_S = 900


@dataclass(frozen=True)
class Round:
    """One way, taken once."""

    total_s: float
    demo_s: float
    """Of that, the last command."""
    processor_s: float
    """Processor time of what it started; a daemon's is not in it."""
    answered: bool
    """Whether the demo gave a rate to plan with; on a disturbed disk it may have none."""
    printed: str


def commands(readme: str) -> dict[str, list[str]]:
    """The commands of each way; one that goes on over several lines is one."""
    block = re.search(r"^## Four ways in$.*?^```sh\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    assert block is not None, "README.md has no block of commands under 'Four ways in'"
    parts = re.split(r"^# \d\. .*\n", block[1], flags=re.MULTILINE)[1:]
    named = dict(zip(WAYS, parts, strict=False))
    return {
        way: [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]
        for way, text in named.items()
    }


def take(lines: list[str], place: Path, group: int | None) -> Round:
    """Runs the commands of a way, one after the other; it ends at the first that fails."""
    home = place / "home"
    work = place / "work"
    for folder in (home, work):
        folder.mkdir(parents=True)
        os.chown(folder, USER, USER)
    place.chmod(0o755)
    (work / "dist").symlink_to(DIST)
    groups = [f"--groups={group}"] if group is not None else ["--clear-groups"]
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    printed = []
    spent = []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for line in lines:
        began = time.monotonic()
        done = subprocess.run(
            ["setpriv", f"--reuid={USER}", f"--regid={USER}", *groups, "--no-new-privs",
             "sh", "-c", line],
            cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=LIMIT_S, check=False,
        )  # fmt: skip
        spent.append(time.monotonic() - began)
        printed.append(f"$ {line}\n{done.stdout}")
        # A demo without an answer ends with 2, and so does a tar that is damaged.
        if done.returncode != 0 and (line is not lines[-1] or done.returncode != 2):
            sys.exit("".join([*printed, f"exit code {done.returncode}"]))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Round(sum(spent), spent[-1], processor_s, done.returncode == 0, "".join(printed))


def main() -> None:
    """Takes the ways that are named and prints their times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ways", nargs="+", choices=WAYS)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--group", type=int, help="number of the group that may call docker")
    parser.add_argument("--folder", type=Path, help="where the empty folders are made")
    parser.add_argument("--answers", type=Path, help="where to keep what was printed")
    given = parser.parse_args()
    known = commands((ROOT / "README.md").read_text(encoding="utf-8"))
    for way in given.ways:
        rounds = []
        for number in range(given.repeats):
            place = Path(tempfile.mkdtemp(prefix=f"first-answer-{way}-", dir=given.folder))
            try:
                rounds.append(take(known[way], place, given.group))
            finally:
                shutil.rmtree(place)
            last = rounds[-1]
            load = os.getloadavg()[0]
            print(f"{way} {number + 1}: {last.total_s:.0f} s, of which the demo "
                  f"{last.demo_s:.0f} s{'' if last.answered else ', no answer'};"
                f" {last.processor_s:.0f} s of processor time, load {load:.1f}",
                  flush=True)  # fmt: skip
            if given.answers:
                given.answers.mkdir(parents=True, exist_ok=True)
                (given.answers / f"{way}-{number + 1}.txt").write_text(last.printed)
        total = statistics.median(one.total_s for one in rounds)
        demo = statistics.median(one.demo_s for one in rounds)
        print(f"{way}: median {total:.0f} s, of which the demo {demo:.0f} s")


if __name__ == "__main__":
    main()
