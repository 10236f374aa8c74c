"""`python -m tests.truth.agreement [--stores N]`: whether every verb says the same of the same
store; 1 when one contradicts another.

Each store holds a sweep of rates on made-up storage: servers, service times, caps and clients that
stand still are drawn. `find --from`, `campaign status`, `check --campaign`, `size --line`, the rows
and the page of a Run are asked, and compared with one another: none of them is taken for the truth.
"""

import argparse
import csv
import io
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.conftest import COMMAND, Ending

Ask = Callable[..., Ending]

OBJECTIVES = ("p99 <= 5ms", "p95 <= 2ms", "mean <= 1ms", "p99 <= 40ms")
VERDICTS = {"pass": "met", "fail": "missed", "undecided": "undecided", None: ""}
KEPT = {"met": "kept", "missed": "broken", "undecided": "inconclusive"}


def write_files(folder: Path, seed: int) -> str:
    """Writes stack, campaign and promise of a store; the objective that its Runs are judged by."""
    drawn = random.Random(seed)
    servers, mean_us = drawn.choice([1, 2, 8]), drawn.choice([100, 200, 500])
    most = servers * 1e6 / mean_us
    capped = drawn.random() < 0.4
    top = min(most, drawn.uniform(0.4, 0.8) * most if capped else most)
    law = drawn.choice(['"exponential"', '"gamma"'])
    shape = ", cv = 0.5" if law == '"gamma"' else ""
    stalls = '[client]\nstall_every = "200ms"\nstall_for = "8ms"\n' if drawn.random() < 0.3 else ""
    cap = f"[limit.cap]\nops_per_s = {round(top)}\n" if capped else ""
    path = '"cap", "disk"' if capped else '"disk"'
    (folder / "s.toml").write_text(
        f"{stalls}{cap}[device.disk]\nservers = {servers}\nservice = {{ distribution = {law}, mean"
        f' = "{mean_us}us"{shape} }}\n[volume.data]\nsize = "16g"\npath = [{path}]\n'
    )
    objective = drawn.choice(OBJECTIVES)
    shares = sorted(drawn.sample([0.2, 0.4, 0.6, 0.75, 0.85, 0.9, 0.95, 1.05, 1.3], 5))
    rates = [round(share * top) for share in shares]
    seconds = drawn.choice([2, 6, 12])
    (folder / "c.toml").write_text(
        f'[campaign]\nname = "sweep"\nvirtual = true\nseed = {seed}\nmeasure_for = "{seconds}s"\n'
        f'warmup_for = "1s"\nobjective = "{objective}"\n[target]\npath = "stack:s.toml"\n[load]\n'
        f'rate = {rates}\narrivals = "poisson"\nmax_outstanding = 512\n'
    )
    promises = "".join(
        f'[[promise]]\nname = "{rate}"\nobjective = "{objective}"\nload = {{ rate = "{rate} IOPS",'
        " max_outstanding = 512 }\n"
        for rate in rates
    )
    (folder / "p.toml").write_text(f'target = "stack:s.toml"\nvirtual = true\n{promises}')
    return objective


def contradictions(ask: Ask, folder: Path, seed: int) -> Iterator[str]:
    """What verbs say of one store that does not go together."""
    objective = write_files(folder, seed)
    ran = ask("campaign", "run", "c.toml", "--store", "c.db")
    if ran.code not in (0, 2):
        yield f"the campaign ended with {ran.code}: {ran.err}"
        return
    status = ask("campaign", "status", "c.db", "--json").document
    table = ask("report", "point", "--store", "c.db", "--to", "csv").out
    rows = {int(row["run"]): row for row in csv.DictReader(io.StringIO(table))}
    for point in status["rows"]:
        [run] = point["runs"]
        row = rows[run]
        if VERDICTS[point["verdict"]] != row["verdict"]:
            yield f"Run {run}: status {point['verdict']}, rows {row['verdict']}"
        if point["figures"]["limited_by"] != row["limited_by"]:
            yield f"Run {run}: limited by {point['figures']['limited_by']}, {row['limited_by']}"
    yield from _promises(ask, rows)
    yield from _line(ask, objective, rows)


def _promises(ask: Ask, rows: dict[int, dict[str, str]]) -> Iterator[str]:
    """A promise of an objective at a rate is what its Run says."""
    checked = ask("check", "p.toml", "--store", "c.db", "--campaign", "1", "--json").document
    by_rate = {round(float(row["offered_rate_per_s"])): row for row in rows.values()}
    for one in checked["evidence"]:
        row = by_rate[int(one["promise"])]
        if one["verdict"] != KEPT[row["verdict"]]:
            yield (
                f"{one['promise']} IOPS: the Run {row['verdict']}, the promise {one['verdict']}"
                f" ({one['because']})"
            )


def _line(ask: Ask, objective: str, rows: dict[int, dict[str, str]]) -> Iterator[str]:
    """The line lies above what was met and below what was missed, where these do not overlap; it is
    what `size` plans with, and what the report says."""
    found: dict[str, Any] = ask("find", "--from", "c.db#1", "--json").document["load_line"]
    low, high, plan = found["low"], found["high"], found["plan_per_s"]
    of = [(float(row["offered_rate_per_s"]), row["verdict"]) for row in rows.values()]
    met = [rate for rate, verdict in of if verdict == "met"]
    missed = [rate for rate, verdict in of if verdict == "missed"]
    if low is not None and high is not None and low > high:
        yield f"the low end {low} lies above the high end {high}"
    if found["grade"] == "bounded" and low is not None and low not in met:
        yield f"at least {low}, which no Run met"
    if found["low_confirmed"] and low not in met:
        yield f"a confirmed end {low} that no Run met"
    if found["high_confirmed"] and high not in missed:
        yield f"a confirmed end {high} that no Run missed"
    if plan is not None and missed and plan >= min(missed):
        yield f"plan with {plan}, and {min(missed)} was missed"
    if plan is not None and not met and found["grade"] != "estimated":
        yield f"plan with {plan}, and no Run met {objective}"
    sized = ask("size", "--line", "c.db#1", "--guest-iops", "50", "--guest-read", "100", "--json")
    if (sized.code == 0) != (plan is not None):
        yield f"plan with {plan}, and size ends with {sized.code}: {sized.err.strip()}"
    elif plan is not None and sized.document["line"]["plan_per_s"] != plan:
        yield f"plan with {plan}, and size plans with {sized.document['line']['plan_per_s']}"


def _asking(folder: Path) -> Ask:
    def ask(*words: str) -> Ending:
        done = subprocess.run(
            [COMMAND, *words], cwd=folder, capture_output=True, text=True, check=False
        )
        return Ending(done.returncode, done.stdout, done.stderr)

    return ask


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--stores", type=int, default=60)
    wrong = 0
    stores = parser.parse_args().stores
    for seed in range(stores):
        with tempfile.TemporaryDirectory() as name:
            for words in contradictions(_asking(Path(name)), Path(name), seed):
                wrong += 1
                print(f"- store {seed}: {words}")
    print(f"{stores} stores; {wrong or 'no'} contradictions.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
