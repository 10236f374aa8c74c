"""`make truth`: the statistical checks on all seeds. Writes docs/truth.md; the same source and seeds write the same text.

Parts, each printed by a program of its own as Markdown: how often a probe is decided wrongly (Rust), how often a search finds
the line that the arithmetic gives, and what the time line tells of quiet stacks and of faults (Python, on stacks in virtual
time). Any may fail: then nothing is written.
One table each, printed by a program of its own as Markdown: how often a probe is decided wrongly (Rust), how often a search finds
the line that the arithmetic gives and how often a verdict on a promise is wrong (Python, on stacks in virtual time). Any
may fail: then nothing is written.
Tables, each printed by a program of its own as Markdown: how often a probe is decided wrongly (Rust), how often a search finds
the line that the arithmetic gives (Python, on stacks in virtual time), which limits are found. Any may fail: then nothing
is written.
Tables, each printed by a program of its own as Markdown: how often a probe is decided wrongly (Rust); how often a search
finds the line that the arithmetic gives (Python, on stacks in virtual time); how often a comparison tells a difference that
is not there or misses one that is; how near fitted curves come. Any may fail: then nothing is written.
Tables, each printed by a program of its own as Markdown: how often a probe is decided wrongly (Rust); how often a
search finds the line that the arithmetic gives (Python, on stacks in virtual time); what 220 kills cost campaigns. Any may
fail: then nothing is written.
Tables, each printed by a program of its own as Markdown: how often a probe is decided wrongly (Rust), how often a search
finds the line that the arithmetic gives (Python, on stacks in virtual time), and how often the limiter of a Run is named
right (the same, and real cases of this machine: rows of those may differ from day to day). Any may fail: then nothing is
written.
Four tables, each printed by a program of its own as Markdown: how often a probe is decided wrongly (Rust); how often a
search finds the line that the arithmetic gives, what a family of lines costs against a grid, and what is said of storage
whose line depends on how long one looks (Python, on stacks in virtual time). Each may fail: then nothing is written.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEEDS = "200"
PARTS = (
    (
        "How often a probe is decided wrongly",
        [
            "cargo",
            "run",
            "--release",
            "--locked",
            "--quiet",
            "-p",
            "plimsoll-measure",
            "--example",
            "decide_truth",
            "--",
            SEEDS,
        ],
    ),
    ("How often a search finds the line", [sys.executable, "-m", "tests.truth"]),
    ("What the time line tells", [sys.executable, "-m", "tests.truth.timeline"]),
    ("How often a verdict on a promise is wrong", [sys.executable, "-m", "tests.truth.promises", "--seeds", SEEDS]),
    ("Which limits are found, refuted and tied", [sys.executable, "-m", "tests.truth.limits"]),
    ("How often a law of a limit is refuted wrongly", [sys.executable, "-m", "tests.truth.limits_noise"]),
    ("How often a comparison is wrong", [sys.executable, "-m", "tests.truth.comparing", "--seeds", SEEDS]),
    ("How well a fitted curve describes", [sys.executable, "-m", "tests.truth.curving"]),
    ("What kills cost a campaign", [sys.executable, "-m", "tests.campaign.kills"]),
    ("Who limited it", [sys.executable, "-m", "tests.truth.limiters", "--seeds", "5", "--real"]),
    ("How often a search finds the line", [sys.executable, "-m", "tests.truth", "--seeds", SEEDS, "--processes", "2"]),
    ("What a family of lines costs", [sys.executable, "-m", "tests.truth.family"]),
    ("Lines that depend on how long one looks", [sys.executable, "-m", "tests.truth.slow"]),
)
HEAD = """# Truth

Made by `make truth`. Each figure compares what Plimsoll says about a described stack with what arithmetic says about it;
everything is seeded, so the same commit makes the same tables.
"""


def main() -> int:
    parts = [HEAD]
    for title, command in PARTS:
        print(f"{title} …", file=sys.stderr, flush=True)
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        print(done.stdout)
        if done.returncode:
            print(f"failed ({done.returncode}): docs/truth.md is left as it was", file=sys.stderr)
            return 1
        parts.append(f"## {title}\n\n{done.stdout.strip()}\n")
    (ROOT / "docs" / "truth.md").write_text("\n".join(parts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
