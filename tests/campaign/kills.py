"""`python -m tests.campaign.kills [--virtual N] [--real N]`: campaigns killed with SIGKILL at
random moments, as Markdown.

A campaign with two configurations (one changes a file, and must put it back) is begun, killed,
resumed, killed again, and so on until it is through. What must hold after every kill: no finished
Point is lost or asked again, at most one Point was under way. At the end: every Point has exactly
one answer, no kill cost more than one Point, the file is as it was, and on the virtual clock every
answer is the same, byte for byte, as that of a campaign that nobody killed.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from plimsoll.store import Store
from tests.command import run_command, start_command

ROOT = Path(__file__).resolve().parents[2]
STACK = ROOT / "examples" / "stacks" / "s4-vsan.toml"
NOT_MEASURED = ("host", "version", "generator_cpu_ns_per_io", "system_load", "real_s")
"""What of a record lies outside its measured section (`RunRecord::canonical`)."""
KILLS_OF_A_REAL_ONE = 5
"""Kills of a campaign on the real clock: it has to come through in between."""
MOST_S = 120.0
"""A campaign that has not ended in this time hangs."""

CAMPAIGN = """
[campaign]
name = "killed"
seed = {seed}
virtual = {virtual}
measure_for = "{measure_for}"
warmup_for = "50ms"
settle = false

[target]
path = "{target}"

[workload]
block_size = {sizes}
read = [100, 70, 30]

[load]
queue_depth = [1, 8]

[configuration.base]

[configuration.changed.setting]
name = "knob"
set = "echo changed > {knob}"
read = ["cat", "{knob}"]
restore = "echo $PLIMSOLL_ORIGINAL > {knob}"
expect = "changed"
"""


@dataclass
class KillReport:
    """What the kills did and what was wrong after them."""

    campaigns: int = 0
    kills: int = 0
    points: int = 0
    repeated: int = 0
    knob_found_changed: int = 0
    lost: int = 0
    """Finished Points that a kill lost or had asked again."""
    beyond_one: int = 0
    """Points asked again beyond one for each kill."""
    left_changed: int = 0
    """Campaigns that ended with a setting changed."""
    differing: int = 0
    """Campaigns whose answers are not those of one that nobody killed."""
    wrong: list[str] = field(default_factory=list)


def write_campaign(
    folder: Path, *, seed: int, virtual: bool, target: str, small: bool = False
) -> Path:
    """The campaign's file: 24 Points, or 12 that are shorter."""
    path = folder / "killed.toml"
    path.write_text(
        CAMPAIGN.format(
            seed=seed,
            virtual=str(virtual).lower(),
            measure_for="100ms" if small else "600ms" if virtual else "150ms",
            target=target,
            sizes='"4k"' if small else '["4k", "64k"]',
            knob=folder / "knob",
        )
    )
    (folder / "knob").write_text("original\n")
    return path


def begin_run(words: list[str | Path], folder: Path) -> subprocess.Popen[str]:
    """A command of a campaign."""
    return start_command(["campaign", *words], folder)


def kill_until_through(
    folder: Path, file: Path, seen: KillReport, moments: random.Random, most: int, *, virtual: bool
) -> Path:
    """Begins the campaign and kills it up to `most` times; the store in which it came through."""
    store = folder / "killed.db"
    store.unlink(missing_ok=True)
    finished: dict[int, tuple[int, ...]] = {}
    kills = 0
    ended = False
    while not ended:
        there = store.exists() and has_plan(store)
        words = ["resume", store] if there else ["run", file, "--store", store]
        with begin_run(words, folder) as process:
            if kills < most:
                ended = _kill_at_random(process, moments)
                kills += not ended
            else:
                process.communicate(timeout=MOST_S)
                ended = True
            # 2: all were asked, and some do not speak about the target, as may be on a busy machine
            # with a real clock.
            if ended and process.returncode not in ((0,) if virtual else (0, 2)):
                seen.wrong.append(f"{' '.join(map(str, words))} ended with {process.returncode}")
        if not store.exists():
            continue
        seen.knob_found_changed += (folder / "knob").read_text().strip() != "original"
        now = answers(store)
        lost = [point for point, runs in finished.items() if now.get(point) != runs]
        seen.lost += len(lost)
        if lost:
            seen.wrong.append(f"a kill lost or repeated the finished Points {lost}")
        finished = now
        with Store.open(store, create=False, read_only=True) as opened:
            under_way = [
                p.number
                for row in opened.campaigns()
                for p in opened.plans.points(row.id)
                if p.state == "running"
            ]
        if len(under_way) > 1:
            seen.wrong.append(f"Points {under_way} were under way at once")
    seen.kills += kills
    seen.campaigns += 1
    with Store.open(store, create=False, read_only=True) as opened:
        # A campaign that was killed before its plan was kept left nothing.
        (row,) = opened.campaigns()
        points = opened.plans.points(row.id)
        seen.points += len(points)
        repeated = sum(point.attempt - 1 for point in points)
        seen.repeated += repeated
        seen.beyond_one += max(0, repeated - kills)
        if repeated > kills:
            seen.wrong.append(f"{kills} kills repeated {repeated} Points")
        if [point.state for point in points] != ["finished"] * len(points):
            seen.wrong.append(
                f"not every Point is finished: {[point.reason for point in points if point.reason]}"
            )
        if any(len(runs) != 1 for runs in answers(store).values()):
            seen.wrong.append("a Point has not exactly one answer")
        if opened.plans.journal_entries():
            seen.wrong.append("the journal says that a setting is not put back")
    if (folder / "knob").read_text().strip() != "original":
        seen.left_changed += 1
        seen.wrong.append("the setting was not put back")
    return store


def _kill_at_random(process: subprocess.Popen[str], moments: random.Random) -> bool:
    """Kills it at a random moment; True when it had ended before that.

    One in five dies while it starts, the others after the first Point has begun.
    """
    if moments.random() < 0.8:
        process.stderr.readline()
    delay = moments.uniform(0.0, 0.7)
    until = time.monotonic() + delay
    while time.monotonic() < until and process.poll() is None:
        time.sleep(0.002)
    if process.poll() is not None:
        return True
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    return False


def answers(store: Path) -> dict[int, tuple[int, ...]]:
    """The Runs that answer each finished Point, by its number; empty for a store without a
    campaign."""
    with Store.open(store, create=False, read_only=True) as opened:
        rows = opened.campaigns()
        if not rows:
            return {}
        belonging, runs = opened.plans.of_campaign(rows[0].id), opened.runs(rows[0].id)
        points = opened.plans.points(rows[0].id)
        return {
            point.number: tuple(run.id for run in opened.plans.answer(point, belonging, runs))
            for point in points
            if point.state == "finished"
        }


def has_plan(store: Path) -> bool:
    """Whether the plan was kept before the kill: then it is resumed, else run."""
    with Store.open(store, create=False, read_only=True) as opened:
        return bool(opened.campaigns())


def measured_sections(store: Path) -> dict[int, str]:
    """The measured section of the answer of each Point, as text."""
    with Store.open(store, create=False, read_only=True) as opened:
        found = {}
        for number, runs in answers(store).items():
            records = [opened.record(run) or {} for run in runs]
            found[number] = json.dumps(
                [
                    {key: value for key, value in record.items() if key not in NOT_MEASURED}
                    for record in records
                ]
            )
        return found


def assault(
    kills: int, *, virtual: bool, folder: Path, seed: int = 1, small: bool = False
) -> KillReport:
    """So many kills, in as many campaigns as it takes. `seed` draws the moments. `small`: of a
    shorter campaign."""
    seen = KillReport()
    moments = random.Random(seed)
    target = f"stack:{STACK}" if virtual else str(folder / "data.dat")
    if not virtual:
        prepare = ["prepare", folder / "data.dat", "--size", "8m" if small else "32m"]
        assert run_command(prepare, folder).returncode == 0
    undisturbed: dict[int, str] = {}
    file = write_campaign(folder, seed=seed, virtual=virtual, target=target, small=small)
    if virtual:
        whole = folder / "whole.db"
        with begin_run(["run", file, "--store", whole], folder) as process:
            process.communicate(timeout=MOST_S)
        assert process.returncode == 0
        undisturbed = measured_sections(whole)
    while seen.kills < kills:
        if not virtual:
            # Each in an order of its own: whichever configuration comes first meets most of the
            # kills.
            file = write_campaign(
                folder, seed=seed + seen.campaigns, virtual=False, target=target, small=small
            )
        most = kills - seen.kills if virtual else min(KILLS_OF_A_REAL_ONE, kills - seen.kills)
        store = kill_until_through(folder, file, seen, moments, most, virtual=virtual)
        if virtual and measured_sections(store) != undisturbed:
            seen.differing += 1
            seen.wrong.append("the answers are not those of a campaign that was not killed")
    return seen


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.campaign.kills")
    parser.add_argument("--virtual", type=int, default=200)
    parser.add_argument("--real", type=int, default=20)
    asked = parser.parse_args()
    print(
        "A campaign of 24 Points in two configurations, one of which changes a setting, is killed"
        " with SIGKILL at random moments and resumed until it is through. Every count should be"
        " 0.\n"
    )
    print(
        "| clock | kills | finished Points lost | Points asked again beyond one a kill | settings"
        " left changed | answers that differ |"
    )
    print("|---|---:|---:|---:|---:|---:|")
    wrong = []
    for virtual, kills in ((True, asked.virtual), (False, asked.real)):
        if not kills:
            continue
        # A real file has to lie on a disk: /tmp may be memory, /var/tmp outlives a reboot (FHS 3.0,
        # 5.15).
        with tempfile.TemporaryDirectory(dir=None if virtual else "/var/tmp") as folder:
            seen = assault(kills, virtual=virtual, folder=Path(folder))
        wrong += seen.wrong
        clock, differing = ("virtual", str(seen.differing)) if virtual else ("real", "-")
        print(
            f"| {clock} | {seen.kills} | {seen.lost} | {seen.beyond_one} | {seen.left_changed} |"
            f" {differing} |",
            flush=True,
        )
        # What depends on the moments that the machine gave.
        told = (
            f"{clock}: {seen.campaigns} campaigns, {seen.points} Points, {seen.repeated} asked"
            f" again, settings found changed after {seen.knob_found_changed} kills"
        )
        print(told, file=sys.stderr, flush=True)
    print(
        "\n"
        + (
            "\n".join(f"- WRONG: {words}" for words in dict.fromkeys(wrong))
            if wrong
            else "Nothing is wrong."
        )
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
