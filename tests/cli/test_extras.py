"""With the core alone a report is HTML, Markdown, CSV or JSON; what needs more is refused before
any work is done, in one line that has the command."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from plimsoll.base.extras import EXTRAS

ROOT = Path(__file__).parents[2]
STACK = ROOT / "examples/stacks/mm1.toml"
MADE = ("html", "md", "csv", "json", "openmetrics", "hlog")
REFUSED = {
    "pdf": "pdf",
    "xlsx": "excel",
    "parquet": "parquet",
    "svg": "charts",
    "png": "charts",
    "card": "charts",
}
"""Forms that need an extra, and its name."""

CORE_ALONE = """
import json, os, sys
from pathlib import Path
asked = json.load(sys.stdin)
for name in asked["hidden"]:
    sys.modules[name] = None
from tests.command import call_command
folder = Path(asked["folder"])
variables = {**os.environ, "XDG_STATE_HOME": str(folder / "state"), "NO_COLOR": "1"}
for name, words in asked["commands"].items():
    code, out, err = call_command(words, folder, variables)
    print(json.dumps([name, code, out.decode(), err.decode()]))
"""
"""Runs commands one after another in a Python that finds none of the optional packages."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("core")


@pytest.fixture(scope="module")
def endings(folder: Path) -> dict[str, tuple[int, str, str]]:
    """Exit code, stdout and stderr of a report in each form, of a store that the core made."""
    commands = {
        form: ["report", "--store", "t.db", "--to", form, "--output", f"r.{form}"]
        for form in (*MADE, *REFUSED)
    }
    simulate = ["simulate", str(STACK), "--rate", "2000", "--measure-for", "2s", "--store", "t.db"]
    asked = {
        "hidden": sorted({name for extra in EXTRAS.values() for name in extra.modules}),
        "folder": str(folder),
        "commands": {"store": simulate, **commands},
    }
    done = subprocess.run(
        [sys.executable, "-c", CORE_ALONE],
        cwd=ROOT,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    found = {name: tuple(rest) for name, *rest in map(json.loads, done.stdout.splitlines())}
    assert found["store"][0] in (0, 2), found["store"]
    return found


@pytest.mark.long
@pytest.mark.parametrize("form", MADE)
def test_the_core_makes_these_forms(
    folder: Path, endings: dict[str, tuple[int, str, str]], form: str
) -> None:
    code, _, err = endings[form]
    assert code == 0, err
    text = (folder / f"r.{form}").read_text()
    if form == "html":
        assert "vegaEmbed" in text
    if form == "md":
        assert "needs vl-convert-python, not installed here" in text
        assert "pip install 'plimsoll-storage[charts]'" in text


@pytest.mark.parametrize("form", REFUSED)
def test_a_form_that_needs_more_is_refused_in_one_line_with_the_command(
    folder: Path, endings: dict[str, tuple[int, str, str]], form: str
) -> None:
    code, out, err = endings[form]
    assert (code, out) == (64, "")
    assert re.fullmatch(
        rf"plimsoll: .* not installed here\. Install it: \S+ -m pip install"
        rf" 'plimsoll-storage\[{REFUSED[form]}\]'\.\n",
        err,
    ), err
    assert not (folder / f"r.{form}").exists()
