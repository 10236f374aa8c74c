"""How long a reader waits for a whole command: help, the first I/O, a search and a grid on the
virtual clock.

    python -m benches.commands --rounds 10
    python -m benches.commands --beside ../earlier/.venv/bin/plimsoll
        by turns with another build: medians of the rounds' ratios

Each command runs as installed, start included, with a new store. The marks are times on a machine
that nobody else uses; processor time says what a command costs on any machine.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benches.model import STACKS, process_cost
from benches.tools import PLIMSOLL, median_text

if TYPE_CHECKING:
    from benches.model import ProcessCost

TITLE = "## Whole commands"
_GRID = STACKS.parent / "campaigns" / "s1.toml"
_SEARCH = ("find", "--virtual", "--target")
COMMANDS: dict[str, tuple[tuple[str, ...], float]] = {
    "`plimsoll --help`": (("--help",), 0.1),
    "`run` on the null engine, beyond its 0.1 s": (
        ("run", "--target", "null:", "--warmup-for", "0s", "--measure-for", "100ms"),
        0.15,
    ),
    "`find --virtual` on `s1-storage-a.toml`": (
        (*_SEARCH, f"stack:{STACKS / 's1-storage-a.toml'}"),
        1.0,
    ),
    "`find --virtual` on `s4-vsan.toml` with 8 guests": (
        (*_SEARCH, f"stack:{STACKS / 's4-vsan.toml'}", "--set", "client.guest.count=8"),
        15.0,
    ),
    "the grid `s1.toml`, 132 virtual Points": (("campaign", "run", str(_GRID)), 15.0),
}
"""What is timed, and its mark in seconds."""
_STORED = ("run", "find", "campaign")
_OFF_S = {"`run` on the null engine, beyond its 0.1 s": 0.1}


def cost(program: list[str], words: tuple[str, ...]) -> ProcessCost:
    """The command, once."""
    with tempfile.TemporaryDirectory() as folder:
        store = ("--store", str(Path(folder) / "s.plimsoll")) if words[0] in _STORED else ()
        return process_cost([*program, *words, *store])


def page(rounds: int, beside: str | None = None, only: str = "") -> list[str]:
    """The section of the page."""
    programs = [PLIMSOLL, *([[beside]] if beside else [])]
    rows = []
    for name, (words, mark_s) in COMMANDS.items():
        if only not in name:
            continue
        seen: list[list[ProcessCost]] = [[] for _ in programs]
        for number in range(rounds):
            print(f"{name}: round {number + 1} of {rounds}", file=sys.stderr)
            turn = number % len(programs)
            for index in [*range(turn, len(programs)), *range(turn)]:
                seen[index].append(cost(programs[index], words))
        ours = seen[0]
        off = _OFF_S.get(name, 0.0)
        cells = [
            name,
            f"{median_text([took.wall_s - off for took in ours])} s",
            f"{statistics.median(took.cpu_s for took in ours):.2f} s",
            f"{max(took.peak_mib for took in ours):,.0f}",
            f"{mark_s:g} s",
        ]
        if beside:
            pairs = list(zip(*seen, strict=True))
            cells.append(median_text([one.wall_s / other.wall_s for one, other in pairs]))
            cells.append(median_text([one.cpu_s / other.cpu_s for one, other in pairs]))
        rows.append(f"| {' | '.join(cells)} |")
        print(rows[-1], file=sys.stderr)
    return [
        TITLE,
        "",
        (
            f"Each as installed, start included, with a new store; {rounds} rounds, medians with"
            " their 95 % interval."
        ),
        "",
        "| command | by the clock | processor time | MiB at most | mark |"
        + (" time / the other's | CPU / the other's |" if beside else ""),
        "|---|---:|---:|---:|---:|" + ("---:|---:|" if beside else ""),
        *rows,
        "",
    ]


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--beside", metavar="PROGRAM", help="plimsoll of another build")
    parser.add_argument(
        "--only", default="", metavar="WORDS", help="commands with this in the name"
    )
    chosen = parser.parse_args()
    print("\n".join(page(chosen.rounds, chosen.beside, chosen.only)))


if __name__ == "__main__":
    main()
