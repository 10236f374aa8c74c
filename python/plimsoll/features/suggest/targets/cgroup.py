"""Linux cgroups v2 as shell commands: io.max of a cgroup, and io.cost of a device.

io.max limits reads and writes apart, of I/Os of any size (Documentation/admin-guide/cgroup-v2.rst).
io.cost is one budget of device time (`crates/storage/src/elements/budget.rs`); its files lie in the
root cgroup and need a kernel with CONFIG_BLK_CGROUP_IOCOST.
"""

import re
import shlex
from pathlib import PurePosixPath

from plimsoll.base.errors import UsageError
from plimsoll.features.policy.backends.cgroup import V2_WORDS, top_device
from plimsoll.features.policy.rules import Rates, Rules
from plimsoll.features.suggest.choosing import (
    CostModel,
    CostQos,
    KindCosts,
    Meaning,
    apart,
    cost_model,
)
from plimsoll.features.suggest.messages import message
from plimsoll.features.suggest.targets import contract

ROOT = "/sys/fs/cgroup"
MODEL, QOS = f"{ROOT}/io.cost.model", f"{ROOT}/io.cost.qos"
NUMBER = re.compile(r"[0-9]{1,4}:[0-9]{1,7}")
COEFFICIENTS = ("rbps", "rseqiops", "rrandiops", "wbps", "wseqiops", "wrandiops")


def _device(given: str) -> str:
    """The number of a device, which is written as such or as a path."""
    return given if NUMBER.fullmatch(given) else top_device(given)[1]


def _echo(value: str, path: str) -> str:
    return f"echo {shlex.quote(value)} > {shlex.quote(path)}\n"


def _echoes(text: str, count: int) -> list[tuple[dict[str, str], str]]:
    """The settings that a text writes, each with its file."""
    found = []
    for words in contract.only(list(contract.commands(text)), count=count):
        if len(words) != 4 or (words[0], words[2]) != ("echo", ">"):
            raise contract.UnreadableError("no echo into a file")
        device, *rest = words[1].split()
        if not NUMBER.fullmatch(device):
            raise contract.UnreadableError(f"'{device}' is no device")
        found.append((contract.settings(rest), words[3]))
    return found


def _write_max(meaning: Meaning, options: dict[contract.Option, str]) -> str:
    assert isinstance(meaning, Rules)
    group = PurePosixPath(options["for"])
    if ".." in group.parts or str(group) in ("/", ".", ROOT):
        raise UsageError(*message.refusal("no-cgroup", "option-for", name=options["for"]))
    # "max" takes away what another policy left.
    words = [
        f"{V2_WORDS[key]}={'max' if value is None else round(value)}"
        for key, value in (
            ("read_ops_per_s", meaning.read.ops_per_s),
            ("write_ops_per_s", meaning.write.ops_per_s),
            ("read_bytes_per_s", meaning.read.bytes_per_s),
            ("write_bytes_per_s", meaning.write.bytes_per_s),
        )
    ]
    path = group if group.is_relative_to(ROOT) else PurePosixPath(ROOT, str(group).lstrip("/"))
    return _echo(" ".join([_device(options["device"]), *words]), str(path / "io.max"))


def _read_max(text: str) -> Rules:
    [(found, path)] = _echoes(text, 1)
    if not path.endswith("/io.max"):
        raise contract.UnreadableError(f"'{path}' is not io.max")
    own = {
        key: None if found[word] == "max" else contract.whole(found[word])
        for key, word in V2_WORDS.items()
    }
    return Rules(
        read=Rates(own["read_ops_per_s"], own["read_bytes_per_s"]),
        write=Rates(own["write_ops_per_s"], own["write_bytes_per_s"]),
    )


def _write_cost(meaning: Meaning, options: dict[contract.Option, str]) -> str:
    assert isinstance(meaning, CostModel)
    device, qos = _device(options["device"]), meaning.qos
    values = [
        rate
        for kind in (meaning.read, meaning.write)
        for rate in (kind.bytes_per_s, kind.sequential_per_s, kind.random_per_s)
    ]
    model = " ".join(f"{key}={value}" for key, value in zip(COEFFICIENTS, values, strict=True))
    return _echo(f"{device} ctrl=user model=linear {model}", MODEL) + _echo(
        f"{device} enable=1 ctrl=user rpct={qos.read_percentile:.2f} rlat={qos.read_us}"
        f" wpct={qos.write_percentile:.2f} wlat={qos.write_us}"
        f" min={qos.least:.2f} max={qos.most:.2f}",
        QOS,
    )


def _read_cost(text: str) -> CostModel:
    (model, model_path), (qos, qos_path) = _echoes(text, 2)
    if (model_path, qos_path) != (MODEL, QOS):
        raise contract.UnreadableError("not io.cost.model and io.cost.qos")
    rates = [contract.whole(model[key]) or 0 for key in COEFFICIENTS]
    return CostModel(
        KindCosts(*rates[:3]),
        KindCosts(*rates[3:]),
        CostQos(
            float(qos["rpct"]),
            contract.whole(qos["rlat"]) or 0,
            float(qos["wpct"]),
            contract.whole(qos["wlat"]) or 0,
            float(qos["min"]),
            float(qos["max"]),
        ),
    )


IO_MAX = contract.Target(
    "io.max", ("for", "device"), lambda choosing, _: apart(choosing), _write_max, _read_max
)
IO_COST = contract.Target(
    "io.cost",
    ("device",),
    lambda choosing, _: cost_model(choosing),
    _write_cost,
    _read_cost,
    is_limit=False,
)
