"""Random throttles of every law on the virtual clock: whether `plimsoll limits` names the law that
a file sets, leaves it open, or names another one; and whether the rates of the law are those of the
file. A law has two parts, both of which must be right: what a budget counts, and how it is granted.

`python -m tests.truth.throttles [--seeds N] [--keep FILE]` prints a table by law as Markdown; 1
when more than 2 % are named wrongly, or a rate is more than 1 % off. With `--keep` every answer is
kept as soon as it is there and not asked for again, so that it may be made in pieces.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.truth import harness
from tests.truth.limits import WITHIN, law_name

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.finding import LimitFinding, ModelFit, VolumeLimit

ALLOWED_WRONG = 0.02
SIZES = ("4k", "16k", "40k", "64k", "128k", "1m")
READS = (100.0, 0.0, 50.0)
SECONDS = 10.0
UNITS = (16, 32, 64, 256)
DEVICE = """
[device.array]
servers = 1024
service = { distribution = "gamma", mean = "100us", cv = 0.3 }

[volume.vmdk]
size = "64g"
path = ["policy", "array"]
"""

Rate = Callable[[int], float]
"""Operations/s by bytes of an operation, of reads or of writes alone."""


def draw_rate(stream: np.random.Generator) -> float:
    """Operations/s. A closed loop of 128 turns over several times within a Run at the smallest."""
    return float(np.exp(stream.uniform(math.log(500), math.log(8000))).round())


@dataclass(frozen=True)
class Throttle:
    """A limit as a file sets it, the law that it follows, and the rate that the law gives at a
    block size (bytes) and a share of reads (0 to 1)."""

    law: str
    keys: str
    rate: Callable[[int, float], float]
    kind: str = "limit"
    """The element that enforces it."""
    granted: str = "steady"
    numbers: Mapping[str, float] = field(default_factory=dict)
    """How the budget is granted, with its numbers at the first question."""
    lasts_s: float = 0.0
    """How long credits last."""


def _keys(**values: object) -> str:
    return "".join(f"{key} = {value}\n" for key, value in values.items() if value is not None)


def _table(cost: Callable[[int], float]) -> str:
    """A cost that is a straight line in the size, as a stack writes it."""
    return f'[["512", {cost(512):.6f}], ["16m", {cost(16 << 20):.6f}]]'


def _through(rate: float, stream: np.random.Generator) -> float:
    """A bandwidth that binds at some of the sizes: between 24k and 400k of every operation."""
    return rate * float(np.exp(stream.uniform(math.log(24 << 10), math.log(400 << 10))))


def _shape(name: str, stream: np.random.Generator) -> tuple[str, dict[str, object], Rate]:
    """A law of one kind of operation: its name with unit, the keys of a limit, and its rate."""
    rate = draw_rate(stream)
    unit = int(stream.choice(UNITS)) << 10
    through = round(_through(rate, stream))
    if name == "bytes":
        # Alone it binds at every size; at 4k a hundred thousand operations are enough.
        through = round(rate * float(np.exp(stream.uniform(math.log(4 << 10), math.log(64 << 10)))))
    match name:
        case "flat":
            return name, {"ops_per_s": rate}, lambda _: rate
        case "bytes":
            return name, {"bytes_per_s": f'"{through}"'}, lambda size: through / size
        case "both":
            keys = {"ops_per_s": rate, "bytes_per_s": f'"{through}"'}
            return name, keys, lambda size: min(rate, through / size)
        case "ceil" | "linear":
            keys = {"ops_per_s": rate, "cost": f'"{name}"', "unit": f'"{unit >> 10}k"'}
            whole = math.ceil if name == "ceil" else float
            return (f"{name} {unit >> 10}k", keys, lambda size: rate / max(1.0, whole(size / unit)))
        case _:
            costs = _table(lambda size: 1 + size * rate / through)
            keys = {"ops_per_s": rate, "cost": '"table"', "costs": costs}
            return name, keys, lambda size: 1 / (1 / rate + size / through)


def draw_throttle(name: str, scope: str, stream: np.random.Generator) -> Throttle:
    """A throttle of this law, with random numbers."""
    if scope == "priced":
        return _draw_budget(name, stream)
    if scope in ("credits", "slices", LONG_SLICES):
        return _draw_grant(name, scope, stream)
    law, keys, rate = _shape(name, stream)
    if scope == "together":
        return Throttle(f"{law} together", _keys(**keys), lambda size, _: rate(size))
    # Reads and writes with rates of their own, as far as a file can write it: no costs there.
    _, others, other = _shape(name, stream)
    own = {f"read_{key}": value for key, value in keys.items()}
    own |= {f"write_{key}": value for key, value in others.items()}

    def apart(size: int, share: float) -> float:
        reads = rate(size) / share if share else math.inf
        writes = other(size) / (1 - share) if share < 1 else math.inf
        return min(reads, writes)

    return Throttle(f"{law} apart", _keys(**own), apart)


def _draw_grant(name: str, scope: str, stream: np.random.Generator) -> Throttle:
    """A budget for reads and writes together, in slices or with credits. Slices are of 10 to 100
    ms, or of a second as vSAN's, long ones of 0.1 to 1 s; four in five credits end within a Run."""
    law, keys, rate = _shape(name, stream)
    first = 4 << 10
    each = first if name == "bytes" else 1
    kept = rate(first)
    long_slices = scope == LONG_SLICES
    if long_slices or scope == "slices":
        slice_s = 1.0
        if long_slices:
            slice_s = float(np.exp(stream.uniform(math.log(0.1), math.log(1.0))))
        elif stream.random() < 0.8:
            slice_s = float(np.exp(stream.uniform(math.log(0.01), math.log(0.1))))
        keys |= {"refill": '"window"', "period": f'"{slice_s * 1e3:.3f}ms"'}
        numbers, lasts_s = {"slice": slice_s, "quantum": slice_s * kept * each}, 0.0
    else:
        share = stream.uniform(*((0.03, 0.9) if stream.random() < 0.8 else (1, 3)))
        peak = kept * float(stream.uniform(1.5, 6))
        # A bucket that fills while it is spent lasts burst / (peak - rate) seconds.
        lasts_s = float(share) * SECONDS
        burst = (peak - kept) * lasts_s
        kind = "bytes" if name == "bytes" else "ops"
        bare = bool(stream.random() < 0.3)
        keys |= _burst_keys(kind, burst * each, peak * each, bare=bare)
        lasts_s = 0.0 if bare else lasts_s
        numbers = {"burst": burst * each}
    return Throttle(
        f"{law} together",
        _keys(**keys),
        lambda size, _: rate(size),
        granted="slices" if long_slices else scope,
        numbers=numbers,
        lasts_s=lasts_s,
    )


def _burst_keys(kind: str, burst: float, peak: float, *, bare: bool) -> dict[str, object]:
    """Credits as a `limit` writes them: all at once, or at a rate, of which a tenth of a second may
    pass at once."""
    written: Callable[[float], object] = str if kind == "ops" else lambda value: f'"{value:.0f}"'
    if bare:
        return {f"burst_{kind}": written(round(burst))}
    return {f"max_{kind}_per_s": written(round(peak)), "max_for": f'"{burst / peak * 1e3:.3f}ms"'}


def _draw_budget(name: str, stream: np.random.Generator) -> Throttle:
    reads, writes = draw_rate(stream), draw_rate(stream)
    through, other = (round(_through(rate, stream)) for rate in (reads, writes))
    if name == "flat_and_bytes":
        keys = _keys(read_ops_per_s=reads, write_bytes_per_s=f'"{other}"')
        return Throttle(
            f"{name} priced",
            keys,
            lambda size, share: 1 / (share / reads + (1 - share) * size / other),
            kind="budget",
        )
    keys = _keys(
        read_ops_per_s=reads,
        read_bytes_per_s=f'"{through}"',
        write_ops_per_s=writes,
        write_bytes_per_s=f'"{other}"',
    )

    def total_rate(size: int, share: float) -> float:
        # The rate of operations is that of a page (io.cost).
        page = 4096
        read = 1 / reads + (size - page) / through
        write = 1 / writes + (size - page) / other
        return 1 / (share * read + (1 - share) * write)

    return Throttle(f"{name} priced", keys, total_rate, kind="budget")


LONG_SLICES = "long slices"
"""Of which a Run holds so few that its rates are known to some percent: they are held to the
intervals that are said, and have a table of their own (`--long-slices`)."""

KINDS = (
    *((name, "together") for name in ("flat", "bytes", "both", "ceil", "linear")),
    ("base_plus_bytes", "together"),
    *((name, "apart") for name in ("flat", "bytes", "both")),
    ("flat_and_bytes", "priced"),
    ("base_plus_bytes", "priced"),
    *((name, "credits") for name in ("flat", "bytes", "ceil", "linear")),
    *((name, "slices") for name in ("flat", "bytes", "ceil", "linear")),
)
"""Every law with the scopes in which a file can set it."""
LONG_KINDS = tuple((name, LONG_SLICES) for name in ("flat", "bytes", "ceil", "linear"))


def measure_throttle(throttle: Throttle, seed: int) -> LimitFinding:
    """What `plimsoll limits` finds with 128 outstanding."""
    from plimsoll.features.limits.rules.judging import find_limits
    from plimsoll.features.limits.runs import Plan, measure, observations
    from plimsoll.native.session import Session
    from plimsoll.store import Store

    plan = Plan(SIZES, READS, 32, 4, SECONDS, 0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "throttle.toml")
        path.write_text(f"[{throttle.kind}.policy]\n{throttle.keys}{DEVICE}")
        request: Any = {"target": f"stack:{path}", "virtual": True, "workload": {}}
        defaults: Any = {"interval": f"{round(plan.interval_s * 1000)}ms"}
        with Store.open(Path(folder, "limits.db")) as store:
            keeper = measure(
                lambda asked: Session.open(asked, defaults=defaults),
                [request],
                store,
                plan,
                seed=seed,
                on_step=lambda _: None,
            )
            return find_limits(*observations(store, keeper.campaign_id))


@dataclass(frozen=True)
class Assessment:
    """`kind` is `named`, `open` or `wrong`; `off` the largest relative error of a rate of reads or
    of writes by the law that was found, `grant_off` that of a number of how it is granted; `words`
    say what was found. Errors count where the law is named."""

    kind: str
    off: float
    words: str
    grant_off: float = 0.0
    held: bool = True
    """Whether the interval of the rate holds that of the file."""


def assess(throttle: Throttle, volume: VolumeLimit) -> Assessment:
    """How an answer compares with the file. A law that gives the same rates at every block size and
    mix is the same law."""
    found = volume.found
    if found is None:
        return Assessment("open", 0.0, "no law fits")
    granted = volume.refill
    numbers = [*found.parameters, *(() if granted is None else granted.parameters)]
    named = "open" if granted is None else granted.name
    words = f"{law_name(found)}, {named} {[one.value for one in numbers]}"
    counts = _counts(throttle, volume, found)
    grants = _grants(throttle, volume)
    kind = min(counts, grants, key=("wrong", "open", "named").index)
    if kind != "named":
        return Assessment(kind, 0.0, f"{words}; counts {counts}, grants {grants}")
    measured = {cell.block_bytes for cell in volume.cells}
    off = _largest_error(throttle, found, measured, (100.0, 0.0))
    return Assessment(
        kind, off, words, _grant_error(throttle, granted), _holds_rate(throttle, found)
    )


def _holds_rate(throttle: Throttle, found: ModelFit) -> bool:
    """Of a law with one rate; of others it is not asked."""
    from plimsoll.features.limits.rules.judging import rate_per_s

    rates = [number for number in found.parameters if not number.fixed]
    if len(rates) != 1 or rates[0].low is None or rates[0].high is None:
        return True
    rate = rate_per_s(found, 4096, 100.0)
    assert rate, "it is named"
    assert rates[0].value, "it is named"
    share = throttle.rate(4096, 1.0) / rate * rates[0].value
    return rates[0].low <= share <= rates[0].high


def _counts(throttle: Throttle, volume: VolumeLimit, found: ModelFit) -> str:
    """Whether what a budget counts is named."""
    everywhere = _largest_error(throttle, found, [1 << shift for shift in range(12, 21)], READS)
    if law_name(found) == throttle.law or everywhere <= WITHIN:
        return "named"
    return "open" if throttle.law in {law_name(model) for model in volume.tied} else "wrong"


def _grants(throttle: Throttle, volume: VolumeLimit) -> str:
    """Whether the way in which it is granted is named. Credits that outlast the Runs are left open,
    in so many words: longer bursts would not show."""
    granted = volume.refill
    open_in_words = any(why.kind == "burst_not_excluded" for why in volume.reasons)
    if granted is None or (throttle.lasts_s > SECONDS and open_in_words):
        return "open"
    return "named" if granted.name == throttle.granted else "wrong"


def _grant_error(throttle: Throttle, granted: ModelFit | None) -> float:
    off = 0.0
    for name, truth in throttle.numbers.items():
        number = None if granted is None else granted.parameter(name)
        # A number that is only bounded must lie within its bounds.
        if number is None or number.value is None:
            low = 0.0 if number is None or number.low is None else number.low
            off = max(off, 0.0 if low <= truth * (1 + WITHIN) else math.inf)
        else:
            off = max(off, abs(number.value / truth - 1))
    return off


def _largest_error(
    throttle: Throttle, found: ModelFit, sizes: Iterable[int], reads: Iterable[float]
) -> float:
    """Infinite where a number of the law is unknown."""
    from plimsoll.features.limits.rules.judging import rate_per_s

    off = 0.0
    for size, read in product(sizes, reads):
        rate = rate_per_s(found, size, read)
        truth = throttle.rate(size, read / 100)
        off = max(off, math.inf if rate is None else abs(rate / truth - 1))
    return off


def answer(seed: int, kinds: Sequence[tuple[str, str]]) -> tuple[str, Assessment]:
    """The kind of throttle of a seed, and how it is answered."""
    name, scope = kinds[seed % len(kinds)]
    throttle = draw_throttle(name, scope, np.random.default_rng(seed))
    [volume] = measure_throttle(throttle, seed).volumes
    return f"{name} {scope}", assess(throttle, volume)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.truth.throttles")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--keep", type=Path, help="a file for the answers, to go on from")
    parser.add_argument("--long-slices", action="store_true", help="slices of 0.1 to 1 s alone")
    asked = parser.parse_args()
    long_slices: bool = asked.long_slices
    kinds = LONG_KINDS if long_slices else KINDS
    kept = _kept_answers(asked.keep)
    results = defaultdict[str, list[Assessment]](list)
    wrong = []
    for seed in range(asked.seeds):
        if seed not in kept:
            kept[seed] = answer(seed, kinds)
            if asked.keep is not None:
                with asked.keep.open("a") as file:
                    kind, found = kept[seed]
                    file.write(json.dumps([seed, kind, asdict(found)]) + "\n")
        kind, result = kept[seed]
        results[kind].append(result)
        beyond = not result.held if long_slices else result.off > WITHIN
        if result.kind == "wrong" or beyond:
            wrong.append(f"{seed}: {kind}: {result.kind}, {result.off:.2%} off: {result.words}")
            print(wrong[-1], file=sys.stderr, flush=True)
    print(
        "| law | throttles | named | left open | wrong | largest error of a rate | of a burst or"
        " slice |"
    )
    print("|---|---|---|---|---|---|---|")
    for law, found in results.items():
        verdicts = [result.kind for result in found]
        print(
            f"| {law} | {len(found)} | {verdicts.count('named')} | {verdicts.count('open')} |"
            f" {verdicts.count('wrong')} | {max(result.off for result in found):.2%} |"
            f" {max(result.grant_off for result in found):.2%} |"
        )
    every = [result for found in results.values() for result in found]
    share = sum(result.kind == "wrong" for result in every) / len(every)
    off = max(result.off for result in every)
    held = sum(result.held for result in every if result.kind == "named")
    named = sum(result.kind == "named" for result in every)
    holding = (
        f"; {held} of {named} intervals of a rate hold that of the file" if long_slices else ""
    )
    print(
        f"\n{len(every)} throttles, {share:.1%} wrong{holding}; made by"
        f" `python -m tests.truth.throttles --seeds {asked.seeds}"
        f"{' --long-slices' if long_slices else ''}`."
    )
    beyond = held < named if long_slices else off > WITHIN
    return harness.verdict(wrong if share > ALLOWED_WRONG or beyond else [])


def _kept_answers(file: Path | None) -> dict[int, tuple[str, Assessment]]:
    """The answers of an earlier part, by seed."""
    if file is None or not file.exists():
        return {}
    lines = map(json.loads, file.read_text().splitlines())
    return {seed: (kind, Assessment(**found)) for seed, kind, found in lines}


if __name__ == "__main__":
    sys.exit(main())
