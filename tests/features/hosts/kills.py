"""`python -m tests.features.hosts.kills [--kills N] [--seed S]`: campaigns over two real hosts,
of which something dies at random moments, as Markdown.

Who dies: the coordinator, a generator (the actor of a host), or a host with all that runs on it,
which comes back a moment later. Every other campaign has one host bring what the other has sealed
(`carried`), as of many. The campaign is resumed until it is through. What must hold after
each death: no finished Point is lost or asked again; within the lease and a few seconds no
generator loads any more if its coordinator is gone; at the end the setting that the campaign
changed is what it was, and every Point has ended.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from plimsoll.base.errors import PlimsollError
from plimsoll.store import Store
from tests.campaign.kills import answers
from tests.features.hosts import namespaces
from tests.features.hosts.test_hosts import CARRIED, PLIMSOLL, start_command, working, write_hosts

VICTIMS = ("coordinator", "generator", "host")
WEIGHTS = (4, 4, 2)
LEASE_S = 2.0
QUIET_S = 20.0
"""By then after a coordinator's death every generator has stopped: the lease, and what a crowded
machine adds to it."""
MOST_S = 240.0
"""A campaign that has not ended in this time hangs."""
CAMPAIGN = """
targets = ["null:"]
[campaign]
name = "killed"
warmup_for = "0s"
measure_for = "1500ms"
settle = false
[load]
rate = [500, 600, 700, 800, 900, 1000]
[configuration.base]
[configuration.changed.setting]
name = "knob"
set = "echo changed > {knob}"
read = ["cat", "{knob}"]
restore = "echo $PLIMSOLL_ORIGINAL > {knob}"
expect = "changed"
"""


@dataclass
class ClusterKillReport:
    """What the kills did and what was wrong after them."""

    kills: Counter[str] = field(default_factory=Counter)
    campaigns: int = 0
    points: int = 0
    wrong: list[str] = field(default_factory=list)


def attack(made: namespaces.Hosts, kills: int, seed: int) -> ClusterKillReport:
    """So many deaths, in as many campaigns as it takes."""
    seen, moments = ClusterKillReport(), random.Random(seed)
    while seen.kills.total() < kills:
        with tempfile.TemporaryDirectory() as folder:
            _through(made, Path(folder), seen, moments, kills)
        seen.campaigns += 1
        print(f"{seen.kills.total()} of {kills}: {dict(seen.kills)}", file=sys.stderr, flush=True)
    return seen


def _through(
    made: namespaces.Hosts,
    folder: Path,
    seen: ClusterKillReport,
    moments: random.Random,
    kills: int,
) -> None:
    """One campaign, killed and resumed until it is through."""
    knob, store, campaign = folder / "knob", folder / "c.db", folder / "c.toml"
    knob.write_text("original\n")
    campaign.write_text(CAMPAIGN.format(knob=knob))
    hosts = write_hosts(made, folder)
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    finished: dict[int, tuple[int, ...]] = {}
    deaths = 0
    while True:
        started = store.exists() and answers_or_none(store) is not None
        words = (
            ("campaign", "resume", store)
            if started
            else ("campaign", "run", campaign, "--hosts", hosts, "--store", store)
        )
        process = start_command(made, *words, program=CARRIED if seen.campaigns % 2 else PLIMSOLL)
        victim = None
        # What dies while it starts is told by other tests: here a Point is under way, mostly.
        if seen.kills.total() < kills and deaths < 6:
            victim = _kill(made, process, moments)
        if victim is None:
            try:
                out, err = process.communicate(timeout=MOST_S)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                seen.wrong.append("a campaign hangs")
                return
            if process.returncode not in (0, 2):
                seen.wrong.append(f"ended with {process.returncode}: {err[-300:]} {out[-200:]}")
            break
        deaths += 1
        seen.kills[victim] += 1
        if victim == "coordinator":
            _await_quiet(made, seen)
        else:
            # The campaign may go on by itself, or end and be resumed.
            process.communicate(timeout=MOST_S)
        now = answers_or_none(store) or {}
        lost = [point for point, runs in finished.items() if now.get(point) != runs]
        if lost:
            seen.wrong.append(f"the death of a {victim} lost or repeated the Points {lost}")
        finished = now
        if victim == "host":
            namespaces.await_nodes(made)
    seen.points += len(finished)
    if knob.read_text() != "original\n":
        seen.wrong.append("the setting was not put back")


def answers_or_none(store: Path) -> dict[int, tuple[int, ...]] | None:
    """The Runs that answer each finished Point; none before there is a campaign."""

    try:
        with Store.open(store, create=False, read_only=True) as opened:
            if not opened.campaigns():
                return None
    except PlimsollError:
        return None
    return answers(store)


def _kill(
    made: namespaces.Hosts, process: subprocess.Popen[str], moments: random.Random
) -> str | None:
    """Lets somebody die once load runs, a random while later; none where the campaign ended
    first."""
    until = time.monotonic() + MOST_S
    while not any(working(host) for host in made.generators):
        if process.poll() is not None or time.monotonic() > until:
            return None
        time.sleep(0.02)
    time.sleep(moments.uniform(0.0, 4.0))
    if process.poll() is not None:
        return None
    (victim,) = moments.choices(VICTIMS, WEIGHTS)
    if victim == "coordinator":
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return victim
    host = moments.choice(made.generators)
    if victim == "generator":
        for one in host.generators():
            os.kill(one, signal.SIGKILL)
        return victim
    host.kill()
    host.ray(f"--address={made.address}")
    return victim


def _await_quiet(made: namespaces.Hosts, seen: ClusterKillReport) -> None:
    until = time.monotonic() + QUIET_S
    while any(working(host) for host in made.generators):
        if time.monotonic() > until:
            seen.wrong.append("a generator still loads after its coordinator died")
            return
        time.sleep(0.1)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.features.hosts.kills")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if why := namespaces.why_not():
        print(f"not here: {why}")
        return 0
    with namespaces.hosts(2) as made:
        seen = attack(made, asked.kills, asked.seed)
    told = ", ".join(f"{seen.kills[name]} of a {name}" for name in VICTIMS)
    print(
        f"{seen.kills.total()} deaths ({told}) in {seen.campaigns} campaigns over two hosts,"
        f" {seen.points} Points.\n"
    )
    print("\n".join(f"- WRONG: {words}" for words in seen.wrong) or "Nothing is wrong.")
    return 1 if seen.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
