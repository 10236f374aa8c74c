"""The programs of docs/library.md: each is a file that runs, its output is the one that is shown,
and its types are right."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples/library"
PAGE = ROOT / "docs/library.md"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.py"))
NEEDS_POLARS = {"rates"}


def page_example(name: str) -> tuple[list[str], str]:
    """The words after the interpreter, and the output that the page shows."""
    found = re.search(
        rf"```console\n\$ (?:python|pytest -q) (examples/library/{name}\.py.*)\n((?:.*\n)*?)```",
        PAGE.read_text(encoding="utf-8"),
    )
    assert found is not None, f"{name} is not run on the page"
    return found[1].split(), found[2]


def test_there_are_six_and_the_page_shows_each_as_it_is() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(PROGRAMS) == 6
    for name in PROGRAMS:
        text = (FOLDER / f"{name}.py").read_text(encoding="utf-8").rstrip()
        assert f"```python\n{text}\n```" in page, name


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_prints_what_the_page_shows(name: str) -> None:
    if name in NEEDS_POLARS:
        pytest.importorskip("polars", reason="Polars is not installed")
    words, output = page_example(name)
    by_pytest = name.startswith("test_")
    # As outside of this repository, whose settings say less.
    how = ["-m", "pytest", "-c", os.devnull, "-q", "-p", "no:cacheprovider"] if by_pytest else []
    ended = subprocess.run(
        [sys.executable, *how, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    if by_pytest:
        assert re.search(r"^2 passed", ended.stdout, re.MULTILINE)
        assert "2 passed" in output
    else:
        assert ended.stdout == output


@pytest.mark.long
def test_the_types_of_the_programs_are_right(tmp_path: Path) -> None:
    """As mypy sees them from outside: `py.typed` is there, and an argument of another type is an
    error."""
    pytest.importorskip("polars", reason="Polars is not installed")
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import plimsoll\nplimsoll.run('null:', block_size=[8])\nplimsoll.run('null:', reed=1)\n"
    )
    files = [*(FOLDER / f"{name}.py" for name in PROGRAMS), wrong]
    mypy = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml"]
    ended = subprocess.run([*mypy, *files], cwd=ROOT, capture_output=True, text=True, check=False)
    errors = re.findall(r"(\w+\.py):(\d+): error:", ended.stdout)
    assert errors == [("wrong.py", "2"), ("wrong.py", "3")], ended.stdout
