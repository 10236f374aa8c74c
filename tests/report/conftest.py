"""A store with a whole campaign in it, and a drawing library that need not be bundled for every
test."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from plimsoll.report.forms import library
from plimsoll.store import Store

from . import making


@pytest.fixture
def store(tmp_path: Path):
    with Store.open(tmp_path / "runs.plimsoll") as opened:
        yield opened


@pytest.fixture
def without_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library is the same in every file, and most of it: one test holds the whole file."""
    monkeypatch.setattr(library, "script", lambda: "/* the library */")


def page_text(store: Store, campaign: int, path: Path) -> str:

    making.write(store, campaign, path)
    return path.read_text(encoding="utf-8")


def data(text: str, name: str) -> Any:
    found = re.search(
        rf'<script type="application/json" id="plimsoll-{name}">(.*?)</script>', text, re.DOTALL
    )
    return json.loads(found[1])
