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

FILES = Path(__file__).with_name("campaigns")
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
        shutil.copytree(FILES, folder, dirs_exist_ok=True)
        for one in CAMPAIGNS:
            one(folder)
        shutil.copyfile(folder / STORE, made)
