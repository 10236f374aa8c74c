"""Campaigns whose verdict a hostile buyer has gone through, and how each is made; `forty.toml` has
what every form must say of it. Nothing here is a test.

Real ones are on the virtual clock, where the truth follows from the stack; what a simulation cannot
have (a page cache, stolen processor time, a machine that is taken away) is a record made by hand.
"""

import shlex
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plimsoll.store import Store
from tests import stores
from tests.conftest import Ending
from tests.report import answers, sample
from tests.stack_texts import disk

Ask = Callable[..., Ending]

STORE = "s.db"
STACKS = Path(__file__).resolve().parents[2] / "examples/stacks"
TARGET = "--target stack:stack.toml --virtual --seed 1"
DISK = disk("50us", spread="exponential")
"""20,000 IOPS at most."""
FAULTY = DISK.replace('path = ["disk"]', 'path = ["f", "disk"]')
STALLS = '[client]\nstall_every = "100ms"\nstall_for = "20ms"\n'


@dataclass(frozen=True)
class Case:
    """A campaign, and what is to be said of it. `#` stands for any figure in the verdict."""

    name: str
    make: Callable[[Ask, Path], str]
    """Makes it as campaign 1 of `STORE`; what the terminal said."""
    verdict: str
    """Of the page to sign, and so of every form that draws it."""
    badge: str
    """Its standing, which every form draws as a colour and a shape, and its words. Only an answer
    that a fresh test confirmed is `met`."""
    headline: tuple[str, ...] = ()
    """What the headline must hold, in this order."""
    terminal: tuple[str, ...] = ()
    """What the terminal must hold."""
    never: tuple[str, ...] = ()
    """What no form may say."""
    rows: tuple[str, ...] | None = None
    """The verdicts of the rows that are results, in order; none: whatever they are."""
    status: tuple[str, ...] = ()
    """What `campaign status` must hold."""
    json: tuple[str, Any] | None = None
    """A key of `--json` (dots between) and its value."""
    compared: str = ""
    """How its targets compare; empty where that is not asked."""
    answered: bool = True
    """Whether its report ends with exit code 0, or with 2: it says nothing about its target, has no
    rate to plan with, neither yes nor no, or Points without an answer."""


def command(line: str, stack: str = DISK) -> Callable[[Ask, Path], str]:
    """A command beside the stack `stack.toml`."""

    def make(ask: Ask, folder: Path) -> str:
        (folder / "stack.toml").write_text(stack)
        return ask(*shlex.split(line), "--store", STORE, "--why").out

    return make


def run(stack: str, flags: str, seconds: int = 4) -> Callable[[Ask, Path], str]:
    return command(f"run {TARGET} --measure-for {seconds}s --warmup-for 1s {flags}", stack)


def find(flags: str, stack: str = DISK) -> Callable[[Ask, Path], str]:
    return command(f"find {TARGET} {flags}", stack)


def limits(flags: str, stack: str = DISK) -> Callable[[Ask, Path], str]:
    return command(f"limits {TARGET} --measure-for 3s {flags}", stack)


def check(promise: str, stack: str = DISK) -> Callable[[Ask, Path], str]:
    """`plimsoll check` of one promise."""

    def make(ask: Ask, folder: Path) -> str:
        (folder / "stack.toml").write_text(stack)
        (folder / "p.toml").write_text(
            'name = "tier"\ntarget = "stack:stack.toml"\nvirtual = true\n[lengths]\n'
            f'warmup_for = "1s"\nmeasure_for = "4s"\n[[promise]]\nname = "it"\n{promise}\n'
        )
        return ask("check", "p.toml", "--seed", "1", "--store", STORE, "--why").out

    return make


def campaign(
    asked: str, *, more: str = "", stack: str = DISK, seconds: int = 2
) -> Callable[[Ask, Path], str]:
    """`plimsoll campaign run` of a file."""

    def make(ask: Ask, folder: Path) -> str:
        (folder / "stack.toml").write_text(stack)
        (folder / "c.toml").write_text(
            f'[campaign]\nname = "c"\nvirtual = true\nmeasure_for = "{seconds}s"\n'
            f'warmup_for = "1s"\n{more}[target]\nname = "disk"\n'
            f'path = "stack:stack.toml"\n{asked}\n'
        )
        return ask("campaign", "run", "c.toml", "--store", STORE, "--why").out

    return make


def hand_written_store(make: Callable[[Store], object]) -> Callable[[Ask, Path], str]:
    """A store that is written by hand; there was no terminal."""

    def make_store(ask: Ask, folder: Path) -> str:
        del ask
        with Store.open(folder / STORE) as store:
            make(store)
        return ""

    return make_store


def _one(rate: float | None, change: Callable[[dict[str, Any]], None], **more: Any) -> Any:
    """A Run by hand, on a real machine."""

    def make(store: Store) -> None:
        made, times = sample.record(rate, 3, 7, **more)
        if rate is not None:
            made["spec"]["stop"] = {"objective": sample.OBJECTIVE}
        change(made)
        objective = sample.OBJECTIVE if rate is not None else None
        stores.campaign(store, "run", objective=objective).run("run", (made, times)).finish()

    return hand_written_store(make)


def _add_steal(record: dict[str, Any]) -> None:
    for one in (record["system_load"], *(i["system_load"] for i in record["intervals"])):
        one["cpu"] |= {"steal": 0.3, "idle": 0.2}


def _limit_generator(record: dict[str, Any]) -> None:
    record["limited_by"] = {"value": "unknown", "basis": "single", "confidence": 0.0}
    record["judgement"] |= {"verdict": "undecided", "reason": "own_lag"}


def _mark_cache_answer(record: dict[str, Any]) -> None:
    record["limited_by"] = {"value": "cache", "basis": "single", "confidence": 0.95}


def _search_store(**line: Any) -> Any:
    return hand_written_store(lambda store: stores.search(store).confirm(line=line))


def _estimated_line(store: Store) -> None:
    line = {
        "grade": "estimated",
        "rate_per_s": 25_800.0,
        "low_confirmed": False,
        "high_confirmed": False,
        "plan_per_s": 24_000.0,
        "horizon": None,
    }
    stores.search(store).confirm(line=line, probes=[answers.probe(24_000.0)])


def _line_without_plan(store: Store) -> None:
    line = {
        "grade": "estimated",
        "rate_per_s": 900.0,
        "low": 12.0,
        "high": 25_800.0,
        "low_confirmed": False,
        "high_confirmed": False,
        "plan_per_s": None,
        "horizon": None,
    }
    stores.search(store).confirm(line=line, probes=[])


CLIENT = {"value": "client_cpu", "basis": "scaling", "confidence": 0.9, "because": "full"}


def _failing_search(store: Store) -> None:
    made, times = sample.record(sample.LINE, 12, 40, verdict="pass")
    made["all"] |= {"errors": made["all"]["count"] // 1000}
    stores.search(store).run("hold_low", (made, times)).finish(sample.result())


def _cached_search(store: Store) -> None:
    told = {"kind": "cached", "rate_per_s": None, "words": "the page cache answered", "figures": {}}
    stores.search(store).confirm(events=[told])


def _points(*points: dict[str, Any], objective: str | None = sample.OBJECTIVE) -> Any:
    return hand_written_store(
        lambda store: stores.campaign_of(store, list(points), objective=objective)
    )


def two(first: str, second: str, *words: str, seeds: int = 4) -> Callable[[Ask, Path], str]:
    """The same Runs of two stacks as two campaigns with repeats, compared."""

    def make(ask: Ask, folder: Path) -> str:
        for name, text in (("a", first), ("b", second)):
            (folder / f"{name}.toml").write_text(text)
        targets = "".join(f'[[target]]\nname = "{n}"\npath = "stack:{n}.toml"\n' for n in "ab")
        (folder / "c.toml").write_text(
            f'[campaign]\nname = "ab"\nvirtual = true\nmeasure_for = "2s"\nwarmup_for = "1s"\n'
            f"repeats = {seeds}\n{targets}{' '.join(words)}\n"
        )
        ask("campaign", "run", "c.toml", "--store", STORE)
        return ask("compare", f"{STORE}#1:a", f"{STORE}#1:b", "--why").out

    return make


DISK_49 = DISK.replace("50us", "49us")
MIXED = DISK.replace(
    "service =", 'read = { distribution = "exponential", mean = "30us" }\nwrite ='
).replace("50us", "80us")
DISK_40 = DISK.replace("50us", "40us")
SLOW_CLIENT = (
    (STACKS / "beyond-client.toml")
    .read_text()
    .replace('"100us"', '"1ms"')
    .replace('"10us"', '"100us"')
)
"""Ten times as slow: its end takes a tenth of the operations to find."""
CAP = (
    "[limit.cap]\nops_per_s = 3000\n[device.disk]\nservers = 32\nservice = "
    '"1ms"\n[volume.data]\nsize = "16g"\npath = ["cap", "disk"]\n'
)


def faulty(fault: str) -> str:
    return f"[fault.f]\n{fault}\n{FAULTY}"


QUEUE_8 = "[load]\nqueue_depth = 8"
MAKERS = {
    # -- one Run -----------------------------------------------------------------------------------
    "met": run(DISK, "--rate 10000 --objective 'p99 <= 5ms'"),
    "missed": run(DISK, "--rate 15000 --objective 'p99 <= 300us'"),
    "a mean that is missed is told as a mean": run(DISK, "--rate 15000 --objective 'mean <= 20us'"),
    "not carried": run(DISK, "--rate 30000 --objective 'p99 <= 5ms'"),
    "not carried, no objective": run(DISK, "--rate 30000"),
    "behind our own in-flight cap": run(
        DISK, "--rate 30000 --objective 'p99 <= 5ms' --max-outstanding 16"
    ),
    "a cap that no objective could be met behind": run(
        DISK, "--rate 30000 --objective 'p99 <= 200us' --max-outstanding 16"
    ),
    "too few operations": run(DISK, "--rate 300 --objective 'p99 <= 5ms'", seconds=1),
    "a late client": run(DISK + STALLS, "--rate 15000 --objective 'p99 <= 2ms'"),
    "one of two objectives": run(DISK, "--rate 15000 --objective 'p99 <= 5ms and mean <= 20us'"),
    "no objective": run(DISK, "--rate 10000"),
    "closed loop": run(DISK, "--queue-depth 4"),
    "an outage of 3 s, mean of 20 ms": run(
        faulty('stall_at = "10s"\nstall_for = "3s"'),
        "--rate 10000 --objective 'mean <= 20ms' --interval 250ms",
        seconds=30,
    ),
    "an outage of 3 s, no objective": run(
        faulty('stall_at = "10s"\nstall_for = "3s"'), "--queue-depth 4 --interval 250ms", seconds=30
    ),
    "slower for a while": run(
        faulty('slow_at = "12s"\nslow_for = "6s"\nslow_by = "2ms"'),
        "--queue-depth 4 --interval 250ms",
        seconds=30,
    ),
    "errors, 0.1 %": run(
        faulty("read_errors = 0.1"), "--rate 10000 --objective 'p99 <= 5ms' --on-error count"
    ),
    "errors, 30 %": run(
        faulty("read_errors = 30"), "--rate 10000 --objective 'p99 <= 5ms' --on-error count"
    ),
    "errors, 30 %, no objective": run(
        faulty("read_errors = 30"), "--queue-depth 4 --on-error count"
    ),
    "an error that ends it": run(
        faulty("read_errors = 30"), "--rate 10000 --objective 'p99 <= 5ms'"
    ),
    "it stops answering": run(
        faulty('outage_at = "2s"\noutage_for = "600s"\noutage = "hang"'),
        "--rate 1000 --objective 'p99 <= 5ms'",
    ),
    "it never answers": run(
        faulty('outage_for = "600s"\noutage = "hang"'),
        "--rate 1000 --objective 'p99 <= 5ms' --max-outstanding 4",
    ),
    "the page cache answered": _one(15_000.0, _mark_cache_answer, outcome="cached"),
    "stolen processor time": _one(15_000.0, _add_steal),
    "a busy machine that was late": _one(20_000.0, _limit_generator, outcome="generator_limited"),
    "the null target": command(
        "run --target null: --queue-depth 2 --measure-for 300ms --warmup-for 0s --seed 1"
    ),
    "one Run of a described stack with clients": command(
        f"simulate {STACKS / 's4-vsan.toml'} --measure-for 2s"
    ),
    # -- a load line -------------------------------------------------------------------------------
    "confirmed": find("--objective 'p99 <= 2ms' --between 10000..20000"),
    "no rate meets it": find("--objective 'p99 <= 20us'"),
    "above what was to be tried": find("--objective 'p99 <= 2ms' --between 1000..5000"),
    "below what was to be tried": find("--objective 'p99 <= 2ms' --between 25000..40000"),
    "beyond the client": _search_store(
        high=None, reason="client_bound", grade="bounded", limited_by=CLIENT
    ),
    "operations fail in it": hand_written_store(_failing_search),
    "a storage that stops answering has no line to plan with": find(
        "--objective 'p99 <= 2ms'",
        stack=faulty('outage_at = "3s"\noutage_for = "600s"\noutage = "hang"'),
    ),
    "an estimate that no Run met": hand_written_store(_line_without_plan),
    "estimated": hand_written_store(_estimated_line),
    "the upper end by probes alone": _search_store(high_confirmed=False),
    "nothing confirmed": _search_store(low_confirmed=False),
    "from the page cache": hand_written_store(_cached_search),
    "still under way": hand_written_store(lambda store: stores.search(store).number),
    # -- limits ------------------------------------------------------------------------------------
    "a cap": limits("--block-size 4k,64k", stack=CAP),
    "a full device is no policy": limits("--block-size 4k,64k"),
    "nothing in reach": limits(
        "--block-size 4k --workers 1 --queue-depth 2 --most-outstanding 4",
        stack=(STACKS / "mdk.toml").read_text(),
    ),
    "the client ends it": limits("--block-size 4k,64k --measure-for 1s", stack=SLOW_CLIENT),
    # -- promises ----------------------------------------------------------------------------------
    "kept": check('direction = "at_least"\nvalue = "15000 IOPS"'),
    "broken": check('direction = "at_least"\nvalue = "30000 IOPS"'),
    "within tolerable": check(
        'objective = "mean"\nideal = "100us"\ntolerable = "5ms"\nload = { queue_depth = 32 }'
    ),
    "inconclusive, too little outstanding": check(
        'direction = "at_least"\nvalue = "30000 IOPS"\nload = { queue_depth = 1,'
        " most_outstanding = 1 }",
        stack=CAP.replace("ops_per_s = 3000", "ops_per_s = 300000"),
    ),
    # -- campaigns ---------------------------------------------------------------------------------
    "rates, some of them too high": campaign(
        '[load]\nrate = [5000, 10000, 19500, 30000]\narrivals = "poisson"\n',
        more='objective = "p99 <= 2ms"\n',
    ),
    "sizes that the stack cannot tell apart": campaign(
        '[workload]\nblock_size = ["4k", "64k"]\n[load]\nqueue_depth = [16, 32]\n'
    ),
    "levels that are missed": campaign(
        "[load]\nqueue_depth = [4, 64]\n",
        more='levels = { ideal = "mean <= 1ms", most = "rate >= 90000" }\n',
    ),
    "an outage in one Point": campaign(
        "[load]\nqueue_depth = [4, 8]\n",
        more='interval = "250ms"\n',
        stack=faulty('stall_at = "10s"\nstall_for = "3s"'),
        seconds=20,
    ),
    "lines of a campaign": campaign(
        '[load]\narrivals = "constant"\n',
        more='strategy = "load_line"\nobjective = "p99 <= 2ms"\neffort = "quick"\n',
        stack=disk("50us"),
    ),
    "some not asked, some failed": _points(
        {"rate": 5_000.0},
        {"rate": 9_000.0, "verdict": "fail"},
        {"rate": 12_000.0, "verdict": "undecided"},
        {"rate": 15_000.0, "outcome": "generator_limited"},
        {"rate": 18_000.0, "outcome": "failed"},
        {"rate": 20_000.0, "state": "planned"},
    ),
    "none of them met it": _points(
        {"rate": 9_000.0, "verdict": "fail"}, {"rate": 12_000.0, "verdict": "fail"}
    ),
    "one Point only": _points({"rate": 9_000.0, "verdict": "pass"}),
    # -- comparisons -------------------------------------------------------------------------------
    "better than before": two(DISK, DISK_40, QUEUE_8, seeds=3),
    "worse than before": two(DISK_40, DISK, QUEUE_8, seeds=3),
    "as before": two(DISK, DISK, QUEUE_8),
    "too few repeats to tell": two(DISK, DISK_49, QUEUE_8, seeds=1),
    "reads better, writes worse": two(
        DISK, MIXED, "[workload]\nread = [100, 0]\n[load]\nqueue_depth = 8", seeds=3
    ),
}
"""How each case is made, by its name."""
EXPECTED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
CASES = tuple(
    Case(
        name,
        MAKERS[name],
        **{key: tuple(value) if isinstance(value, list) else value for key, value in said.items()},
    )
    for name, said in EXPECTED.items()
)
assert EXPECTED.keys() == MAKERS.keys()
