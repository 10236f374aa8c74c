"""Limits of described stacks, measured and judged as `plimsoll limits` does it, against what their
files say.

`python -m tests.truth.limits [--only NAME] [--seeds N]` prints two tables as Markdown: what is
found on every stack with a limit, and, on figures drawn with the noise of real rigs, how often a
law is refuted although it is true (decision 0017-laws-of-limits). 1 when something is wrong.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.features.limits.rules import words
from tests.truth import harness
from tests.truth.places import STACKS
from tests.words import argv

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.finding import LimitFinding, ModelFit, SizeLaw, VolumeLimit

WITHIN = 0.01
"""Rates that are found lie this near to the truth."""
MIB = float(1 << 20)
S0 = ("4k", "8k", "16k", "64k", "128k", "1m")
"""The sizes of report S0."""
UNITS = ("4k", "16k", "40k", "64k", "128k", "1m")


@dataclass(frozen=True)
class Case:
    """A volume of a stack, what is asked of it, and the truth that its file sets.

    `law` names the true law with its scope, `values` its numbers. `found` is set where another law
    says the same with fewer numbers. `refuted` are laws that must be, with the block size that must
    do it (none: any). `burst` is the rate while credits last, operations in the bucket, and what
    comes back per second (none: not to be told).
    """

    name: str
    stack: str
    law: str
    values: Mapping[str, float]
    volume: str | None = None
    sizes: tuple[str, ...] = UNITS
    reads: tuple[float, ...] = (100.0,)
    seconds: float = 20.0
    found: str | None = None
    refuted: Mapping[str, int | None] = field(default_factory=dict)
    burst: tuple[float, float, float | None] | None = None
    volume_sizes: tuple[str, ...] = ()
    """Sizes that the volume is given in turn; then `law` is that of the sizes."""


def ops(rate: float) -> dict[str, float]:
    return {"ops_per_s": rate}


def both(rate: float, through: float) -> dict[str, float]:
    return {"ops_per_s": rate, "bytes_per_s": through}


AUTHOR = {"linear 32k": 64 << 10, "ceil 32k": 64 << 10, "flat": None, "bytes": None}
"""What report S0's own data refutes: its author's 93.75 MB/s, at 64k."""
CLOUD = ("4k", "16k", "64k", "256k", "512k", "1m")
LONG = 2100.0
PER_GIB = 1 / 1.073741824

FLAT: dict[str, int | None] = {"flat": None}
BYTES: dict[str, int | None] = {"bytes": None}
CONSTANT: dict[str, int | None] = {"constant": None}
LINEAR: dict[str, int | None] = {"linear 32k": None}
CEIL: dict[str, int | None] = {"ceil 32k": None}
BOTH: dict[str, int | None] = {"both": None}
MIDDLE = ("4k", "64k", "256k")
APART = {
    "read_ops_per_s": 375.0,
    "write_ops_per_s": 750.0,
    "read_bytes_per_s": 60 * MIB,
    "write_bytes_per_s": 60 * MIB,
}


def of_s0(name: str, stack: str, law: str, values: Mapping[str, float], **more: Any) -> Case:
    """At the sizes of the report."""
    return Case(name, stack, law, values, sizes=S0, **more)


def cloud(name: str, stack: str, values: Mapping[str, float], volume: str, **more: Any) -> Case:
    """A volume with a limit of operations and one of bytes."""
    return Case(name, stack, "both", values, volume, **{"sizes": CLOUD, "refuted": FLAT, **more})


def over_sizes(
    name: str, stack: str, law: str, values: Mapping[str, float], volumes: str, **more: Any
) -> Case:
    """A volume that is given these sizes in turn."""
    usual = {"sizes": ("4k",), "seconds": 5.0, "refuted": CONSTANT | {"per_gb": None}}
    return Case(name, stack, law, values, volume_sizes=argv(volumes), **{**usual, **more})


CASES = (
    of_s0(
        "S0 before its policy",
        "s0-before",
        "bytes",
        {"bytes_per_s": 250 * MIB},
        refuted=FLAT | LINEAR,
    ),
    of_s0("S0 under its policy", "s0-policy", "both", both(3000, 250 * MIB), refuted=AUTHOR),
    of_s0(
        "S0 under its policy, reads and writes",
        "s0-policy",
        "both together",
        both(3000, 250 * MIB),
        reads=(100, 0, 50),
        refuted={"both apart": None},
    ),
    Case("S0 on mClock", "s0-esxi-mclock", "ceil 32k", ops(3000), refuted=LINEAR | FLAT | BOTH),
    of_s0(
        "S0 on mClock, the report's sizes",
        "s0-esxi-mclock",
        "ceil 32k",
        ops(3000),
        found="linear 32k",
    ),
    Case("S0 on vSAN", "s0-vsan", "ceil 32k", ops(3000), refuted=LINEAR | FLAT),
    Case("IOPS cap", "iops-cap", "flat", ops(3000), refuted=BYTES | CEIL),
    Case("bytes/s cap", "bytes-cap", "bytes", {"bytes_per_s": 93.75 * MIB}, refuted=FLAT),
    Case(
        "gp2, 100 GiB",
        "cloud-gp2",
        "ceil 256k",
        ops(300),
        "small",
        ("16k", "256k", "260k"),
        seconds=LONG,
        refuted=FLAT,
        burst=(3000, 5.4e6, 300),
    ),
    Case(
        "gp2, 1 TiB",
        "cloud-gp2",
        "ceil 256k",
        ops(3072),
        "large",
        ("4k", "256k", "260k", "512k"),
        refuted=FLAT | {"linear 256k": None},
    ),
    cloud("gp3", "cloud-gp3", both(3000, 125 * MIB), "plain", refuted=FLAT | BYTES),
    cloud("gp3, most bought", "cloud-gp3", both(50_000, 2000 * MIB), "fast", seconds=5),
    cloud(
        "Azure P10",
        "cloud-azure-premium",
        both(500, 100e6),
        "p10",
        sizes=MIDDLE,
        seconds=LONG,
        burst=(3500, 5.4e6, 500),
    ),
    Case(
        "IBM VPC, 3 per GB",
        "cloud-ibm-vpc",
        "linear 16k",
        ops(6000),
        "data3",
        refuted=FLAT | LINEAR | {"ceil 16k": None},
    ),
    cloud("IBM VPC, 10 per GB", "cloud-ibm-vpc", both(20_000, 1.024e9), "data10", seconds=5),
    cloud("io1, 500 GiB", "cloud-io2", both(25_000, 1000 * MIB), "half", seconds=5),
    cloud("io2, 100 GiB", "cloud-io2", both(100_000, 4000 * MIB), "small", seconds=5),
    Case(
        "PD standard",
        "cloud-pd",
        "both apart",
        APART,
        "standard",
        (*MIDDLE, "1m"),
        (100, 0, 50),
        refuted={"both together": None},
    ),
    cloud("PD balanced", "cloud-pd", both(6000, 140 * MIB), "balanced"),
    Case(
        "S3, tier 1, 100 GB",
        "s3-tier1-100gb",
        "flat",
        ops(1000),
        sizes=("4k", "64k"),
        seconds=60,
        refuted=BYTES,
        burst=(0, 951, None),
    ),
    Case(
        "S3, tier 1, 2,000 GB",
        "s3-tier1-2000gb",
        "both",
        both(20_000, 110.34 * MIB),
        sizes=MIDDLE,
        refuted=FLAT | BYTES,
        burst=(0, 19_020, None),
    ),
    Case(
        "S3, tier 3",
        "s3-tier3",
        "both",
        both(6000, 110.34 * MIB),
        sizes=MIDDLE,
        refuted=FLAT | BYTES,
        burst=(0, 5706, None),
    ),
    over_sizes(
        "S3, over sizes",
        "s3-tier1-100gb",
        "per_gb",
        {"per_gb": 10},
        "100gb 500gb 2000gb",
        seconds=20,
        refuted=CONSTANT,
    ),
    over_sizes(
        "IBM VPC, over sizes",
        "cloud-ibm-vpc",
        "per_gb_floor_ceiling",
        {"per_gb": 3, "floor": 3000, "ceiling": 48_000},
        "250gb 500gb 2000gb 8000gb 18000gb 24000gb",
        volume="data3",
    ),
    over_sizes(
        "gp2, over sizes",
        "cloud-gp2",
        "per_gb_floor_ceiling",
        {"per_gb": 3 * PER_GIB, "floor": 100, "ceiling": 16_000},
        "20g 25g 100g 2t 7t 10t",
        volume="large",
        sizes=("16k",),
        seconds=LONG,
    ),
    over_sizes(
        "PD balanced, over sizes",
        "cloud-pd",
        "base_per_gb",
        {"base": 3000, "per_gb": 6 * PER_GIB},
        "100g 500g 2t",
        volume="balanced",
        reads=(100, 70, 50, 0),
    ),
)
SMOKE = (
    "S0 under its policy",
    "S0 on mClock, the report's sizes",
    "S3, tier 1, 100 GB",
    "S3, over sizes",
)


def reduce_stack(text: str, volume: str | None, size: str | None) -> str:
    """The file of a stack without its clients; with this volume and what its path leads through
    only, of this size."""
    parsed = tomllib.loads(text)
    kept = set(parsed["volume"]) if volume is None else {volume}
    kept |= {name for one in kept for name in parsed["volume"][one]["path"]}
    made = []
    for part in re.split(r"(?m)^(?=\[)", text):
        table = re.match(r"\[(\w+)\.([\w-]+)\]", part)
        if table is None or (table[1] != "client" and table[2] in kept):
            of_volume = size is not None and table is not None and table[1] == "volume"
            made.append(
                re.sub(r'(?m)^size = ".*"', f'size = "{size}"', part) if of_volume else part
            )
    return "".join(made)


def measure_limits(case: Case, seed: int = 1) -> LimitFinding:
    """What `plimsoll limits` says."""
    from plimsoll.features.limits.rules.judging import find_limits
    from plimsoll.features.limits.runs import Plan, measure, observations
    from plimsoll.native.session import Session
    from plimsoll.store import Store

    plan = Plan(case.sizes, case.reads, 32, 8, case.seconds, case.seconds / 4)
    with tempfile.TemporaryDirectory() as folder:
        requests: list[Any] = []
        for size in case.volume_sizes or (None,):
            path = Path(folder, f"{case.stack}-{size}.toml")
            path.write_text(
                reduce_stack((STACKS / f"{case.stack}.toml").read_text(), case.volume, size)
            )
            requests.append({"target": f"stack:{path}", "virtual": True, "workload": {}})
        defaults: Any = {"interval": f"{round(plan.interval_s * 1000)}ms"}
        with Store.open(Path(folder, "limits.db")) as store:
            keeper = measure(
                lambda request: Session.open(request, defaults=defaults),
                requests,
                store,
                plan,
                seed=seed,
                on_step=lambda _: None,
            )
            return find_limits(*observations(store, keeper.campaign_id))


def law_name(model: ModelFit) -> str:
    """A law as cases name it: with its unit, and with its scope where there is one."""
    from plimsoll.base import units

    unit = model.parameter("unit_bytes")
    name = (
        model.name
        if unit is None or not unit.value
        else f"{model.name} {units.block_size(unit.value)}"
    )
    return name if model.scope is None else f"{name} {model.scope}"


def case_limit(case: Case, finding: LimitFinding) -> VolumeLimit | SizeLaw | None:
    """The part of a finding that a case is about."""
    if not case.volume_sizes:
        return finding.volumes[0]
    return finding.size_laws[0] if finding.size_laws else None


def assess(case: Case, finding: LimitFinding) -> list[str]:
    """What is wrong with an answer, in words; empty when nothing is."""
    part = case_limit(case, finding)
    if part is None or part.found is None:
        return ["no law was found"]
    wrong = [] if finding.verdict == "found" else [f"the verdict is {finding.verdict}"]
    # A law of sizes that allows less is refuted only where no burst can be behind what was done.
    beyond = getattr(part, "not_excluded", ())
    refuted = {law_name(model): model for model in (*part.refuted, *beyond)}
    if case.law in {law_name(model) for model in part.refuted}:
        wrong.append(f"the true law is refuted: {words.fit(refuted[case.law])}")
    if law_name(part.found) != (case.found or case.law):
        wrong.append(f"{law_name(part.found)} was found")
    for name, value in case.values.items():
        parameter = part.found.parameter(name)
        if case.found is not None and parameter is None:
            continue
        if (
            parameter is None
            or parameter.value is None
            or abs(parameter.value / value - 1) > WITHIN
        ):
            wrong.append(f"{name} is {parameter and parameter.value}, not {value:g}")
    for name, block in case.refuted.items():
        if name not in refuted:
            wrong.append(f"{name} is not refuted")
        elif block is not None and (
            refuted[name].datum is None or refuted[name].datum.block_bytes != block
        ):
            wrong.append(f"{name} is refuted by another datum: {words.fit(refuted[name])}")
    return wrong + _bursts(case, finding.volumes[0])


def _bursts(case: Case, volume: VolumeLimit) -> list[str]:
    if case.volume_sizes:
        return []
    if case.burst is None:
        return [f"a burst that is none: {words.burst(burst)}" for burst in volume.bursts]
    rate, operations, refill = case.burst
    if not volume.bursts:
        return ["the burst was not seen"]
    first, wrong = volume.bursts[0], []
    if rate and abs(first.seconds * (rate - first.rate_after_per_s) / operations - 1) > WITHIN:
        wrong.append(f"the burst lasted {first.seconds:g} s")
    if rate and abs(first.rate_per_s / rate - 1) > WITHIN:
        wrong.append(f"the burst's rate is {first.rate_per_s:g}")
    if abs(first.operations / operations - 1) > WITHIN:
        wrong.append(f"the burst has {first.operations:g} operations, not {operations:g}")
    regained = None if volume.refill is None else volume.refill.parameter("refill_rate")
    if refill is not None and (
        regained is None or abs((regained.value or 0) / refill - 1) > WITHIN
    ):
        wrong.append(f"the refill is {regained}")
    return wrong


HEADER = (
    "| stack | block sizes | truth | found | refuted | tied | burst | verdict"
    " |\n|---|---|---|---|---|---|---|---|"
)


def row(case: Case, finding: LimitFinding) -> str:
    """A line of the table."""
    part = case_limit(case, finding)
    numbers = ", ".join(
        f"{name.removesuffix('_per_s').replace('_', ' ')} {value:,.4g}"
        for name, value in case.values.items()
    )
    asked = " ".join(case.volume_sizes or case.sizes)
    if part is None:
        return (
            f"| {case.name} | {asked} | {case.law}: {numbers} | nothing | - | - | - |"
            f" {finding.verdict} |"
        )
    found = "none fits" if part.found is None else words.law(part.found)
    tied = "; ".join(law_name(model) for model in part.tied) or "-"
    bursts = finding.volumes[0].bursts[:1] if not case.volume_sizes else ()
    said = (
        "; ".join(
            f"{burst.operations:,.0f} beyond {burst.rate_after_per_s:,.0f}/s" for burst in bursts
        )
        or "-"
    )
    return (
        f"| {case.name} | {asked} | {case.law}: {numbers} | {found} | {len(part.refuted)} | {tied}"
        f" | {said} | {finding.verdict} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.truth.limits")
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    print(HEADER, flush=True)
    wrong = []
    for case in CASES:
        if asked.only not in case.name:
            continue
        finding = measure_limits(case)
        print(row(case, finding), flush=True)
        wrong += [f"{case.name}: {told}" for told in assess(case, finding)]
    return harness.verdict(wrong)


if __name__ == "__main__":
    sys.exit(main())
