"""`make truth`: the statistical checks on all seeds. Writes docs/truth.md; the same source and seeds write the same text.

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
