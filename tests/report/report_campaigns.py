"""A campaign for each report, made by the verbs on the virtual clock. Nothing here is a test."""

import contextlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from plimsoll.cli import main
from plimsoll.store import Store
from tests import stores
from tests.stacks import runs

FILES = {
    "cap.toml": """
[limit.policy]
ops_per_s = 3000
[device.disk]
servers = 64
service = "1ms"
[volume.data]
size = "16g"
path = ["policy", "disk"]
""",
    "neighbours.toml": """
[device.array]
servers = 16
service = "700us"
[volume.victim]
size = "1g"
path = ["array"]
[volume.neighbour]
size = "1g"
path = ["array"]
[client.victim]
volumes = ["victim"]
load = { rate = 8000 }
[client.neighbour]
volumes = ["neighbour"]
load = { queue_depth = 1 }
""",
    "promises.toml": """
name = "a volume"
target = "stack:cap.toml"
virtual = true
[load]
workers = 2
queue_depth = 8
[lengths]
warmup_for = "100ms"
measure_for = "2s"
[[promise]]
name = "enough"
direction = "at_least"
value = "2000 IOPS"
[[promise]]
name = "too much"
direction = "at_least"
value = "4000 IOPS"
[[promise]]
name = "fast"
objective = "mean"
ideal = "1us"
tolerable = "1s"
""",
    "factors.toml": """
[campaign]
name = "study"
strategy = "factors"
virtual = true
warmup_for = "50ms"
measure_for = "200ms"
[target]
path = "stack:cap.toml"
[study]
confirm = 0
[factor.limit]
sets = "stack.policy.ops_per_s"
levels = [3000, 6000]
[factor.service]
sets = "stack.disk.service"
levels = ["2ms", "1ms"]
[factor.depth]
sets = "load.queue_depth"
levels = [1, 32]
""",
    "clients.toml": """
[campaign]
name = "neighbours"
virtual = true
warmup_for = "50ms"
measure_for = "500ms"
[[target]]
path = "stack:neighbours.toml"
[stack]
client.neighbour.load.queue_depth = [1, 64]
""",
}
SUITE = ("suite", "run", "kdiskmark", "--target", "stack:cap.toml", "--virtual")
SHORT = ("--set", "campaign.measure_for=100ms", "--set", "campaign.repeats=2")

STORE = "runs.plimsoll"


def command(*words: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        # 1: a promise is broken. 2: there is more to know.
        assert main([*words, "--store", str(folder / STORE)]) in (0, 1, 2)

    return make


def store_writer(make: Callable[[Store], object]) -> Callable[[Path], None]:
    def fill_store(folder: Path) -> None:
        with Store.open(folder / STORE) as store:
            make(store)

    return fill_store


LIMITS = ("limits", "--target", "stack:cap.toml", "--virtual", "--block-size", "4k,64k")
CAMPAIGNS: tuple[Callable[[Path], None], ...] = (
    store_writer(stores.demo),
    store_writer(lambda store: stores.grid(store, repeats=2).measure_all().finish()),
    command(*LIMITS, "--measure-for", "2s"),
    command("check", "promises.toml"),
    command("campaign", "run", "factors.toml"),
    command("campaign", "run", "clients.toml"),
    command(*SUITE, *SHORT),
)
"""A search, a grid with repeats, and what the verbs make in a folder with `FILES`."""


def make(folder: Path) -> Path:
    """A store with a campaign for each report, in this folder. One of the processes of a session
    measures it for all."""
    path = folder / STORE
    shutil.copyfile(runs.made_once("a campaign for each report", _measure), path)
    return path


def _measure(made: Path) -> None:
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        folder = Path(name)
        for file, text in FILES.items():
            (folder / file).write_text(text)
        for one in CAMPAIGNS:
            one(folder)
        shutil.copyfile(folder / STORE, made)
