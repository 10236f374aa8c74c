"""Campaigns whose verdict a hostile buyer has gone through: how each is made, and what every form
must say of it. Nothing here is a test.

Real ones are on the virtual clock, where the truth follows from the stack; what a simulation cannot
have (a page cache, stolen processor time, a machine that is taken away) is a record made by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.store import Store
from tests import stores
from tests.report import answers, sample
from tests.stack_texts import disk

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ending

    Ask = Callable[..., Ending]

STORE = "s.db"
STACKS = Path(__file__).resolve().parents[2] / "examples/stacks"
DISK = disk("50us", spread="exponential")
"""20,000 IOPS at most."""
FAULTY = DISK.replace('path = ["disk"]', 'path = ["f", "disk"]')
STALLS = '[client]\nstall_every = "100ms"\nstall_for = "20ms"\n'


@dataclass(frozen=True)
class Case:
    """A campaign, and what is to be said of it. `#` stands for any figure in the verdict."""

    name: str
    make: Callable[[Ask, Path], str]
    """Makes it as campaign 1 (or more) of `STORE`; what the terminal said."""
    verdict: str
    """Of the page to sign, and so of every form that draws it."""
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
    campaigns: tuple[int, ...] = (1,)

    @property
    def badge(self) -> str:
        """Standing and words of the badge on the first screen."""
        return BADGES[self.name]


def run(stack: str, *words: str, seconds: int = 4) -> Callable[[Ask, Path], str]:
    """`plimsoll run` on a stack."""

    def make(ask: Ask, folder: Path) -> str:
        (folder / "stack.toml").write_text(stack)
        asked = ("--measure-for", f"{seconds}s", "--warmup-for", "1s", "--seed", "1")
        target = ("--target", "stack:stack.toml", "--virtual", "--store", STORE)
        return ask("run", *target, *asked, *words, "--why").out

    return make


def verb(*words: str, stack: str = DISK) -> Callable[[Ask, Path], str]:
    """Another verb that measures the stack `stack.toml`."""

    def make(ask: Ask, folder: Path) -> str:
        (folder / "stack.toml").write_text(stack)
        return ask(*words, "--store", STORE, "--why").out

    return make


def find(*words: str, stack: str = DISK) -> Callable[[Ask, Path], str]:
    return verb(
        "find", "--target", "stack:stack.toml", "--virtual", "--seed", "1", *words, stack=stack
    )


def limits(*words: str, stack: str = DISK) -> Callable[[Ask, Path], str]:
    target = ("--target", "stack:stack.toml", "--virtual", "--seed", "1", "--measure-for", "3s")
    return verb("limits", *target, *words, stack=stack)


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
    "service =",
    'read = { distribution = "exponential", mean = "30us" }\nwrite =',
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


NEVER_MET = ("objective met",)
RATE = ("--rate", "10000", "--objective")
CASES = (
    # -- one Run -----------------------------------------------------------------------------------
    Case(
        "met",
        run(DISK, *RATE, "p99 <= 5ms"),
        "objective met",
        ("did 9,", "p99 response time", "objective met"),
        ("objective met: p99(response_time, all) <= 5ms",),
        ("objective missed", "objective undecided"),
        ("met",),
    ),
    Case(
        "missed",
        run(DISK, "--rate", "15000", "--objective", "p99 <= 300us"),
        "objective missed",
        ("objective missed",),
        ("objective missed: p99",),
        NEVER_MET,
        ("missed",),
    ),
    Case(
        "a mean that is missed is told as a mean",
        run(DISK, "--rate", "15000", "--objective", "mean <= 20us"),
        "objective missed",
        ("mean response time 2", "objective missed"),
        ("objective missed: mean",),
        NEVER_MET,
        ("missed",),
    ),
    Case(
        "not carried",
        run(DISK, "--rate", "30000", "--objective", "p99 <= 5ms"),
        "cannot carry; objective missed",
        ("cannot carry", "objective missed"),
        ("objective missed", "cannot carry: the target does not keep up"),
        NEVER_MET,
        ("missed",),
    ),
    Case(
        "not carried, no objective",
        run(DISK, "--rate", "30000"),
        "cannot carry, no objective was set",
        ("cannot carry",),
        ("cannot carry",),
        ("objective m",),
        ("",),
    ),
    Case(
        "behind our own in-flight cap",
        run(DISK, "--rate", "30000", "--objective", "p99 <= 5ms", "--max-outstanding", "16"),
        "cannot carry; objective undecided (missed so far: p99 # s, # ms allowed)",
        ("cannot carry", "objective undecided (missed so far: p99 2"),
        ("objective undecided", "missed so far"),
        (*NEVER_MET, "objective missed"),
        ("undecided",),
    ),
    Case(
        "a cap that no objective could be met behind",
        run(DISK, "--rate", "30000", "--objective", "p99 <= 200us", "--max-outstanding", "16"),
        "cannot carry; objective missed",
        ("objective missed",),
        ("objective missed",),
        NEVER_MET,
        ("missed",),
    ),
    Case(
        "too few operations",
        run(DISK, "--rate", "300", "--objective", "p99 <= 5ms", seconds=1),
        "objective undecided",
        ("objective undecided",),
        ("objective undecided", "too short"),
        (*NEVER_MET, "missed so far"),
        ("undecided",),
    ),
    Case(
        "a late client",
        run(DISK + STALLS, "--rate", "15000", "--objective", "p99 <= 2ms"),
        "objective undecided (missed so far, our own lag included: p99 # ms, # ms allowed); this"
        " machine stood still for # ms",
        ("objective undecided (missed so far, our own lag included",),
        ("objective undecided", "the generator was late"),
        (*NEVER_MET, "objective missed"),
        ("undecided",),
    ),
    Case(
        "one of two objectives",
        run(DISK, "--rate", "15000", "--objective", "p99 <= 5ms and mean <= 20us"),
        "objective missed",
        ("p99 response time", "mean response time", "objective missed"),
        ("objective missed", "met: p99", "missed: mean"),
        NEVER_MET,
        ("missed",),
    ),
    Case(
        "no objective",
        run(DISK, "--rate", "10000"),
        "complete, no objective was set",
        ("p99 response time",),
        ("ok: the target keeps up",),
        ("objective m", "objective undecided", "Verdict: ok"),
        ("",),
    ),
    Case(
        "closed loop",
        run(DISK, "--queue-depth", "4"),
        "complete, no objective was set",
        ("did 19,",),
        ("ok: closed loop",),
        ("objective m", "Verdict: ok", "the generator's processor"),
        ("",),
    ),
    Case(
        "an outage of 3 s, mean of 20 ms",
        run(
            faulty('stall_at = "10s"\nstall_for = "3s"'),
            *RATE,
            "mean <= 20ms",
            "--interval",
            "250ms",
            seconds=30,
        ),
        "objective undecided (missed so far: mean # ms, # ms allowed); an outage of # s",
        ("mean response time", "objective undecided (missed so far: mean", "an outage of 3"),
        ("objective undecided", "missed so far: mean", "An outage of 3"),
        (*NEVER_MET, "Measure for longer"),
        ("undecided",),
    ),
    Case(
        "an outage of 3 s, no objective",
        run(
            faulty('stall_at = "10s"\nstall_for = "3s"'),
            "--queue-depth",
            "4",
            "--interval",
            "250ms",
            seconds=30,
        ),
        "complete, no objective was set; an outage of # s",
        ("an outage of 3",),
        ("An outage of 3",),
        ("Verdict: ok",),
        ("",),
    ),
    Case(
        "slower for a while",
        run(
            faulty('slow_at = "12s"\nslow_for = "6s"\nslow_by = "2ms"'),
            "--queue-depth",
            "4",
            "--interval",
            "250ms",
            seconds=30,
        ),
        "complete, no objective was set; a dip (# s)",
        ("a dip (",),
        ("A dip (",),
        (),
        ("",),
    ),
    Case(
        "errors, 0.1 %",
        run(faulty("read_errors = 0.1"), *RATE, "p99 <= 5ms", "--on-error", "count"),
        "objective met; # of # operations failed (# %)",
        ("objective met", "operations failed (0."),
        ("objective met", "errors: "),
        (),
        ("met",),
    ),
    Case(
        "errors, 30 %",
        run(faulty("read_errors = 30"), *RATE, "p99 <= 5ms", "--on-error", "count"),
        "objective missed; # of # operations failed (# %)",
        ("objective missed", "operations failed (30"),
        ("objective missed", "errors: "),
        NEVER_MET,
        ("missed",),
    ),
    Case(
        "errors, 30 %, no objective",
        run(faulty("read_errors = 30"), "--queue-depth", "4", "--on-error", "count"),
        "complete, no objective was set; # of # operations failed (# %)",
        ("operations failed (",),
        ("errors: ",),
        (),
        ("",),
    ),
    Case(
        "an error that ends it",
        run(faulty("read_errors = 30"), *RATE, "p99 <= 5ms"),
        "failed; objective undecided",
        ("failed", "objective undecided"),
        ("failed: a read failed",),
        NEVER_MET,
        ("undecided",),
    ),
    Case(
        "it stops answering",
        run(
            faulty('outage_at = "2s"\noutage_for = "600s"\noutage = "hang"'),
            "--rate",
            "1000",
            "--objective",
            "p99 <= 5ms",
        ),
        "cannot carry; objective missed; an outage of # s; # of # operations never finished",
        ("objective missed", "never finished"),
        ("objective missed", "the target stopped answering"),
        (*NEVER_MET, "no sign that the target falls behind"),
        ("missed",),
    ),
    Case(
        "it never answers",
        run(
            faulty('outage_for = "600s"\noutage = "hang"'),
            "--rate",
            "1000",
            "--objective",
            "p99 <= 5ms",
            "--max-outstanding",
            "4",
        ),
        "cannot carry; objective missed; an outage of # s; # of # operations never finished",
        ("objective missed",),
        ("objective missed", "none of the"),
        NEVER_MET,
        ("missed",),
    ),
    Case(
        "the page cache answered",
        _one(15_000.0, _mark_cache_answer, outcome="cached"),
        "cached; objective met",
        ("cached",),
        never=("Verdict: objective met",),
        rows=("met",),
    ),
    Case(
        "stolen processor time",
        _one(15_000.0, _add_steal),
        "objective met",
        ("objective met",),
        rows=("met",),
    ),
    Case(
        "a busy machine that was late",
        _one(20_000.0, _limit_generator, outcome="generator_limited"),
        "generator limited; objective undecided",
        ("generator limited", "objective undecided"),
        never=(*NEVER_MET, "objective missed", "the generator's processor, not the storage"),
        rows=("undecided",),
    ),
    Case(
        "the null target",
        lambda ask, folder: (
            ask(
                "run",
                *("--target", "null:", "--queue-depth", "2", "--measure-for", "300ms"),
                *("--warmup-for", "0s", "--store", STORE, "--seed", "1", "--why"),
            ).out
        ),
        "complete, no objective was set",
        ("The null target (the generator itself)",),
        ("ok: closed loop",),
        ("Verdict: ok",),
        ("",),
    ),
    Case(
        "one Run of a described stack with clients",
        lambda ask, folder: (
            ask(
                "simulate",
                str(STACKS / "s4-vsan.toml"),
                *("--measure-for", "2s", "--store", STORE, "--why"),
            ).out
        ),
        "complete, no objective was set",
        ("The stack", "s4-vsan.toml did 6,"),
        ("ok: closed loop", "fitted: "),
        ("Verdict: ok",),
        ("",),
    ),
    # -- a load line -------------------------------------------------------------------------------
    Case(
        "confirmed",
        find("--objective", "p99 <= 2ms", "--between", "10000..20000"),
        "carries # IOPS",
        ("carries 17,", "95 %", "Plan with", "passed a fresh test"),
        ("carries 17,", "Plan with"),
        ("not confirmed", "client-bound"),
        json=("load_line.grade", "confirmed"),
    ),
    Case(
        "no rate meets it",
        find("--objective", "p99 <= 20us"),
        "no load line",
        ("No load line", "no offered rate met the objective", "The lightest load"),
        ("No load line",),
        ("Plan with", "carries 1"),
    ),
    Case(
        "above what was to be tried",
        find("--objective", "p99 <= 2ms", "--between", "1000..5000"),
        "carries at least # IOPS",
        ("carries at least",),
        ("carries at least",),
        ("Plan with 17",),
        json=("load_line.grade", "bounded"),
    ),
    Case(
        "below what was to be tried",
        find("--objective", "p99 <= 2ms", "--between", "25000..40000"),
        "no load line",
        ("No load line", "it lies below 25,"),
        ("No load line",),
        ("Plan with", "carries at least", "Verdict: carries"),
    ),
    Case(
        "beyond the client",
        _search_store(high=None, reason="client_bound", grade="bounded", limited_by=CLIENT),
        "carries at least # IOPS",
        ("carries ≥ 25,400", "client-bound", "was not reached"),
        never=("Limited by the storage itself", "25,400 .."),
        json=("load_line.grade", "bounded"),
    ),
    Case(
        "operations fail in it",
        hand_written_store(_failing_search),
        "carries # IOPS; # of # operations failed (# %)",
        ("carries 25,400", "operations failed (0.1"),
    ),
    Case(
        "a storage that stops answering has no line to plan with",
        find(
            "--objective",
            "p99 <= 2ms",
            stack=faulty('outage_at = "3s"\noutage_for = "600s"\noutage = "hang"'),
        ),
        "no load line; # of # operations never finished",
        ("No load line", "the target stopped answering, Run after Run"),
        never=("Plan with", "passed a fresh test"),
    ),
    Case(
        "an estimate that no Run met",
        hand_written_store(_line_without_plan),
        "not placed: less than # IOPS",
        ("No load line found", "No rate to plan with"),
        never=("Plan with", "passed a fresh test"),
    ),
    Case(
        "estimated",
        hand_written_store(_estimated_line),
        "estimated, not confirmed: # IOPS",
        ("Estimated: ", "not confirmed", "Plan with 24,000"),
        never=("passed a fresh test", "carries 25,400"),
    ),
    Case(
        "the upper end by probes alone",
        _search_store(high_confirmed=False),
        "carries at least # IOPS",
        ("at least 25,400", "no hold confirmed that end"),
        never=("25,400 .. 26,100",),
    ),
    Case(
        "nothing confirmed",
        _search_store(low_confirmed=False),
        "no load line",
        ("No confirmed load line", "Do not rely on it"),
        never=("Verdict: carries",),
    ),
    Case(
        "from the page cache",
        hand_written_store(_cached_search),
        "carries # IOPS, from the page cache",
        ("The page cache, not the storage",),
    ),
    Case(
        "still under way",
        hand_written_store(lambda store: stores.search(store).number),
        "no result yet",
        ("still running",),
        never=("Verdict: carries",),
    ),
    # -- limits ------------------------------------------------------------------------------------
    Case(
        "a cap",
        limits("--block-size", "4k,64k", stack=CAP),
        "Cap proven",
        ("Found: a cap of 3,000 IOPS",),
        ("Found: a cap of",),
        json=("verdict", "found"),
    ),
    Case(
        "a full device is no policy",
        limits("--block-size", "4k,64k"),
        "Cap proven",
        ("the target itself is saturated", "no throttle limits it"),
        ("Found: ", "no throttle limits it"),
        json=("verdict", "found"),
    ),
    Case(
        "nothing in reach",
        limits(
            *("--block-size", "4k", "--workers", "1", "--queue-depth", "2"),
            *("--most-outstanding", "4"),
            stack=(STACKS / "mdk.toml").read_text(),
        ),
        "No cap in reach",
        ("No limit found: ",),
        ("No limit found: ",),
        ("a cap of",),
        json=("verdict", "absent"),
    ),
    Case(
        "the client ends it",
        limits(
            *("--block-size", "4k,64k", "--measure-for", "1s"),
            stack=SLOW_CLIENT,
        ),
        "Inconclusive",
        ("Inconclusive: ", "no cap is proven"),
        ("Inconclusive: ",),
        json=("verdict", "inconclusive"),
    ),
    # -- promises ----------------------------------------------------------------------------------
    Case(
        "kept",
        check('direction = "at_least"\nvalue = "15000 IOPS"'),
        "Kept",
        ("Kept: ",),
        ("kept: ",),
        ("Broken: ", "Verdict: Broken"),
        json=("verdict", "kept"),
    ),
    Case(
        "broken",
        check('direction = "at_least"\nvalue = "30000 IOPS"'),
        "Broken",
        ("Broken: ",),
        ("broken: ",),
        ("Kept: ",),
        json=("verdict", "broken"),
    ),
    Case(
        "within tolerable",
        check(
            'objective = "mean"\nideal = "100us"\ntolerable = "5ms"\nload = { queue_depth = 32 }'
        ),
        "Kept, within tolerable",
        ("Kept: ",),
        ("kept, within tolerable",),
        ("ideal: met",),
        json=("evidence.0.level", "tolerable"),
    ),
    Case(
        "inconclusive, too little outstanding",
        check(
            'direction = "at_least"\nvalue = "30000 IOPS"\nload = { queue_depth = 1,'
            " most_outstanding = 1 }",
            stack=CAP.replace("ops_per_s = 3000", "ops_per_s = 300000"),
        ),
        "Inconclusive",
        ("Inconclusive: ",),
        ("inconclusive: ",),
        ("Broken: ", "Kept: "),
        json=("verdict", "inconclusive"),
    ),
    # -- campaigns ---------------------------------------------------------------------------------
    Case(
        "rates, some of them too high",
        campaign(
            '[load]\nrate = [5000, 10000, 19500, 30000]\narrivals = "poisson"\n',
            more='objective = "p99 <= 2ms"\n',
        ),
        "# of # Points met the objective; # of # Points ended ok (# could not carry the offered"
        " rate)",
        ("2 of 4 Points met the objective", "3 of 4 Points ended ok"),
        ("objective met", "objective missed", "cannot carry"),
        rows=("met", "met", "missed", "missed"),
        status=("objective met", "objective missed"),
    ),
    Case(
        "sizes that the stack cannot tell apart",
        campaign('[workload]\nblock_size = ["4k", "64k"]\n[load]\nqueue_depth = [16, 32]\n'),
        "# of # Points ended ok; no objective was set",
        ("All 4 Points ended ok",),
        ("cannot differ in IOPS",),
        ("objective met",),
        status=("cannot differ in IOPS",),
    ),
    Case(
        "levels that are missed",
        campaign(
            "[load]\nqueue_depth = [4, 64]\n",
            more='levels = { ideal = "mean <= 1ms", most = "rate >= 90000" }\n',
        ),
        "# of # miss 'most', # 'ideal'; # of # Points ended ok",
        ("2 of 2 miss 'most', 1 'ideal'", "All 2 Points ended ok"),
    ),
    Case(
        "an outage in one Point",
        campaign(
            "[load]\nqueue_depth = [4, 8]\n",
            more='interval = "250ms"\n',
            stack=faulty('stall_at = "10s"\nstall_for = "3s"'),
            seconds=20,
        ),
        "# of # Points ended ok; no objective was set; # outages (# s) in # Runs",
        ("outages (", "in 2 Runs"),
    ),
    Case(
        "lines of a campaign",
        campaign(
            '[load]\narrivals = "constant"\n',
            more='strategy = "load_line"\nobjective = "p99 <= 2ms"\neffort = "quick"\n',
            stack=disk("50us"),
        ),
        "# of # confirmed; # of # Points ended ok",
        ("19,", "with p99 response time <= 2 ms"),
        ("IOPS",),
    ),
    Case(
        "some not asked, some failed",
        _points(
            {"rate": 5_000.0},
            {"rate": 9_000.0, "verdict": "fail"},
            {"rate": 12_000.0, "verdict": "undecided"},
            {"rate": 15_000.0, "outcome": "generator_limited"},
            {"rate": 18_000.0, "outcome": "failed"},
            {"rate": 20_000.0, "state": "planned"},
        ),
        "# of # Points met the objective; # of # Points ended ok (# limited by the generator (not"
        " the storage), # failed, # not run yet)",
        ("1 of 6 Points met the objective", "3 of 6 Points ended ok"),
    ),
    Case(
        "none of them met it",
        _points({"rate": 9_000.0, "verdict": "fail"}, {"rate": 12_000.0, "verdict": "fail"}),
        "# of # Points met the objective; # of # Points ended ok",
        ("0 of 2 Points met the objective",),
    ),
    Case(
        "one Point only",
        _points({"rate": 9_000.0, "verdict": "pass"}),
        "# of # Point met the objective; # of # Points ended ok",
        ("1 of 1 Point met the objective",),
    ),
    # -- comparisons -------------------------------------------------------------------------------
    *(
        Case(
            name,
            two(first, second, "[load]\nqueue_depth = 8", seeds=seeds),
            "# of # Points ended ok; no objective was set",
            terminal=(compared,),
            compared=compared,
        )
        for name, first, second, compared, seeds in (
            ("better than before", DISK, DISK_40, "better", 3),
            ("worse than before", DISK_40, DISK, "worse", 3),
            ("as before", DISK, DISK, "same", 4),
            ("too few repeats to tell", DISK, DISK_49, "not enough data", 1),
        )
    ),
    Case(
        "reads better, writes worse",
        two(DISK, MIXED, "[workload]\nread = [100, 0]\n[load]\nqueue_depth = 8", seeds=3),
        "# of # Points ended ok; no objective was set",
        terminal=("better", "worse"),
        compared="differs by question",
    ),
)

BADGES = {
    "met": "met: Met",
    "missed": "missed: Missed",
    "a mean that is missed is told as a mean": "missed: Missed",
    "not carried": "missed: Missed",
    "not carried, no objective": "missed: Not carried",
    "behind our own in-flight cap": "none: Undecided, missed so far",
    "a cap that no objective could be met behind": "missed: Missed",
    "too few operations": "none: Undecided",
    "a late client": "none: Undecided, missed so far",
    "one of two objectives": "missed: Missed",
    "no objective": "measured: Complete, no objective",
    "closed loop": "measured: Complete, no objective",
    "an outage of 3 s, mean of 20 ms": "none: Undecided, missed so far",
    "an outage of 3 s, no objective": "mixed: Complete, but with an outage",
    "slower for a while": "measured: Complete, no objective",
    "errors, 0.1 %": "mixed: Met, but operations failed",
    "errors, 30 %": "missed: Missed",
    "errors, 30 %, no objective": "mixed: Complete, but operations failed",
    "an error that ends it": "missed: Failed",
    "it stops answering": "missed: Missed",
    "it never answers": "missed: Missed",
    "the page cache answered": "none: No answer: from the page cache",
    "stolen processor time": "met: Met",
    "a busy machine that was late": "none: No answer: the generator was late",
    "the null target": "measured: Complete, no objective",
    "one Run of a described stack with clients": "measured: Complete, no objective",
    "confirmed": "met: Confirmed",
    "no rate meets it": "missed: Missed",
    "above what was to be tried": "bounded: At least",
    "below what was to be tried": "missed: Missed",
    "beyond the client": "bounded: At least",
    "operations fail in it": "mixed: Confirmed, but operations failed",
    "a storage that stops answering has no line to plan with": "none: No answer",
    "an estimate that no Run met": "none: No answer: not placed",
    "estimated": "estimated: Estimated",
    "the upper end by probes alone": "bounded: At least",
    "nothing confirmed": "none: No answer: not confirmed",
    "from the page cache": "none: No answer: from the page cache",
    "still under way": "none: No answer yet",
    "a cap": "met: Cap proven",
    "a full device is no policy": "met: Cap proven",
    "nothing in reach": "bounded: No cap in reach",
    "the client ends it": "none: Inconclusive",
    "kept": "met: Kept",
    "broken": "missed: Broken",
    "within tolerable": "met: Kept, within tolerable",
    "inconclusive, too little outstanding": "none: Inconclusive",
    "rates, some of them too high": "mixed: Partly met",
    "sizes that the stack cannot tell apart": "measured: Complete, no objective",
    "levels that are missed": "missed: Missed",
    "an outage in one Point": "mixed: Complete, but with outages",
    "lines of a campaign": "met: Confirmed",
    "some not asked, some failed": "mixed: Partly met",
    "none of them met it": "missed: Missed",
    "one Point only": "met: Met",
    "better than before": "measured: Complete, no objective",
    "worse than before": "measured: Complete, no objective",
    "as before": "measured: Complete, no objective",
    "too few repeats to tell": "measured: Complete, no objective",
    "reads better, writes worse": "measured: Complete, no objective",
}
"""The badge of each case: its standing, which every form draws as a colour and a shape, and its
words. Only an answer that a fresh test confirmed is `met`."""

WITHOUT_AN_ANSWER = {
    # A Run that says nothing about its target.
    "an error that ends it",
    "a busy machine that was late",
    # A search without a rate to plan with.
    "no rate meets it",
    "below what was to be tried",
    "a storage that stops answering has no line to plan with",
    "an estimate that no Run met",
    "nothing confirmed",
    "from the page cache",
    "still under way",
    # Neither yes nor no.
    "the client ends it",
    "inconclusive, too little outstanding",
    # A campaign with Points that have no answer.
    "some not asked, some failed",
}
"""Cases whose report ends with exit code 2; all others' with 0."""
