"""Random throttles of every law on the virtual clock: whether `plimsoll limits` names the law that
a file sets, leaves it open, or names another one; and whether the rates of the law are those of the
file.

`python -m tests.truth.throttles [--seeds N]` prints a table by law as Markdown; 1 when more than
2 % are named wrongly, or a rate is more than 1 % off.
"""

from __future__ import annotations

import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.truth import harness
from tests.truth.limits import WITHIN, law_name

if TYPE_CHECKING:
    from plimsoll.features.limits.rules import LimitFinding, ModelFit, VolumeLimit

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
            return (
                f"{name} {unit >> 10}k",
                keys,
                lambda size: rate / max(1.0, whole(size / unit)),
            )
        case _:
            costs = _table(lambda size: 1 + size * rate / through)
            keys = {"ops_per_s": rate, "cost": '"table"', "costs": costs}
            return name, keys, lambda size: 1 / (1 / rate + size / through)


def draw_throttle(name: str, scope: str, stream: np.random.Generator) -> Throttle:
    """A throttle of this law, with random numbers."""
    if scope == "priced":
        return _draw_budget(name, stream)
    law, keys, rate = _shape(name, stream)
    if scope == "together":
        refill: dict[str, object] = {}
        if "cost" not in keys and stream.random() < 0.3:
            refill = {"refill": '"window"', "period": stream.choice(['"10ms"', '"100ms"', '"1s"'])}
        return Throttle(f"{law} together", _keys(**keys, **refill), lambda size, _: rate(size))
    # Reads and writes with rates of their own, as far as a file can write it: no costs there.
    _, others, other = _shape(name, stream)
    own = {f"read_{key}": value for key, value in keys.items()}
    own |= {f"write_{key}": value for key, value in others.items()}

    def apart(size: int, share: float) -> float:
        reads = rate(size) / share if share else math.inf
        writes = other(size) / (1 - share) if share < 1 else math.inf
        return min(reads, writes)

    return Throttle(f"{law} apart", _keys(**own), apart)


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


KINDS = (
    *((name, "together") for name in ("flat", "bytes", "both", "ceil", "linear")),
    ("base_plus_bytes", "together"),
    *((name, "apart") for name in ("flat", "bytes", "both")),
    ("flat_and_bytes", "priced"),
    ("base_plus_bytes", "priced"),
)
"""Every law with the scopes in which a file can set it."""


def measure_throttle(throttle: Throttle, seed: int) -> LimitFinding:
    """What `plimsoll limits` finds with 128 outstanding."""
    from plimsoll.features.limits.rules import find_limits
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
    of writes by the law that was found; `words` say what was found."""

    kind: str
    off: float
    words: str


def assess(throttle: Throttle, volume: VolumeLimit) -> Assessment:
    """How an answer compares with the file. A law that gives the same rates at every block size and
    mix is the same law."""
    found = volume.found
    if found is None:
        return Assessment("open", 0.0, "no law fits")
    words = f"{law_name(found)} {[one.value for one in found.parameters]}"
    measured = {cell.block_bytes for cell in volume.cells}
    off = _largest_error(throttle, found, measured, (100.0, 0.0))
    everywhere = _largest_error(throttle, found, [1 << shift for shift in range(12, 21)], READS)
    if law_name(found) == throttle.law or everywhere <= WITHIN:
        return Assessment("named", off, words)
    stand = {law_name(model) for model in volume.tied}
    return Assessment("open" if throttle.law in stand else "wrong", off, words)


def _largest_error(
    throttle: Throttle, found: ModelFit, sizes: Iterable[int], reads: Iterable[float]
) -> float:
    """Infinite where a number of the law is unknown."""
    from plimsoll.features.limits.rules import rate_per_s

    off = 0.0
    for size, read in product(sizes, reads):
        rate = rate_per_s(found, size, read)
        truth = throttle.rate(size, read / 100)
        off = max(off, math.inf if rate is None else abs(rate / truth - 1))
    return off


def main() -> int:
    count = harness.arguments(__doc__, 200).seeds
    results = defaultdict[str, list[Assessment]](list)
    wrong = []
    for seed in range(count):
        name, scope = KINDS[seed % len(KINDS)]
        throttle = draw_throttle(name, scope, np.random.default_rng(seed))
        [volume] = measure_throttle(throttle, seed).volumes
        result = assess(throttle, volume)
        results[f"{name} {scope}"].append(result)
        if result.kind == "wrong" or result.off > WITHIN:
            wrong.append(
                f"{seed}: {throttle.law}: {result.kind}, {result.off:.2%} off: {result.words}"
            )
            print(wrong[-1], file=sys.stderr, flush=True)
    print("| law | throttles | named | left open | wrong | largest error of a rate |")
    print("|---|---|---|---|---|---|")
    for law, found in results.items():
        kinds = [result.kind for result in found]
        print(
            f"| {law} | {len(found)} | {kinds.count('named')} | {kinds.count('open')} |"
            f" {kinds.count('wrong')} | {max(result.off for result in found):.2%} |"
        )
    share = sum(result.kind == "wrong" for one in results.values() for result in one) / count
    off = max(result.off for one in results.values() for result in one)
    print(f"\n{count} throttles; made by `python -m tests.truth.throttles --seeds {count}`.")
    return harness.verdict(wrong if share > ALLOWED_WRONG or off > WITHIN else [])


if __name__ == "__main__":
    sys.exit(main())
