"""With the core alone a report is HTML, Markdown, CSV or JSON; what needs more is refused before
any work is done, in one line that has the command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plimsoll.base.extras import EXTRAS
from tests.conftest import Plimsoll

ROOT = Path(__file__).parents[2]
STACK = ROOT / "examples/stacks/mm1.toml"


@pytest.fixture
def core_alone(tmp_path: Path) -> dict[str, str]:
    """The variables of a Python that finds none of the optional packages."""
    modules = sorted({name for extra in EXTRAS.values() for name in extra.modules})
    lines = ["import sys", *(f"sys.modules[{name!r}] = None" for name in modules)]
    place = tmp_path / "core"
    place.mkdir()
    (place / "sitecustomize.py").write_text("\n".join(lines) + "\n")
    return {"PYTHONPATH": f"{place}:{ROOT / 'python'}"}


@pytest.fixture
def store(plimsoll: Plimsoll, core_alone: dict[str, str]) -> str:
    """A store with a Run, made with the core alone."""
    done = plimsoll(
        "simulate", STACK, "--rate", "2000", "--measure-for", "2s", "--store", "t.db", **core_alone
    )
    assert done.code in (0, 2), done.err
    return "t.db"


@pytest.mark.parametrize("form", ["html", "md", "csv", "json", "openmetrics", "hlog"])
def test_the_core_makes_these_forms(
    plimsoll: Plimsoll, core_alone: dict[str, str], store: str, tmp_path: Path, form: str
) -> None:
    done = plimsoll("report", "--store", store, "--to", form, "--output", f"r.{form}", **core_alone)
    assert done.code == 0, done.err
    text = (tmp_path / f"r.{form}").read_text()
    if form == "html":
        assert "vegaEmbed" in text
    if form == "md":
        assert "needs vl-convert-python, not installed here" in text
        assert "pip install 'plimsoll-storage[charts]'" in text


@pytest.mark.parametrize(
    ("form", "extra"),
    [
        ("pdf", "pdf"),
        ("xlsx", "excel"),
        ("parquet", "parquet"),
        ("svg", "charts"),
        ("png", "charts"),
        ("card", "charts"),
    ],
)
def test_a_form_that_needs_more_is_refused_in_one_line_with_the_command(
    plimsoll: Plimsoll,
    core_alone: dict[str, str],
    store: str,
    tmp_path: Path,
    form: str,
    extra: str,
) -> None:
    done = plimsoll("report", "--store", store, "--to", form, "--output", f"r.{form}", **core_alone)
    assert (done.code, done.out) == (64, "")
    assert re.fullmatch(
        rf"plimsoll: .* not installed here\. Install it: pip install"
        rf" 'plimsoll-storage\[{extra}\]'\.\n",
        done.err,
    ), done.err
    assert not (tmp_path / f"r.{form}").exists()
