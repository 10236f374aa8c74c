"""ARCHITECTURE.md is short, and what it, CONTRIBUTING.md and the records name is there."""

from __future__ import annotations

import builtins
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LONGEST_BYTES = 8_192
PAGES = [
    ROOT / "ARCHITECTURE.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "docs" / "performance.md",
    *sorted((ROOT / "docs" / "decisions").glob("*.md")),
]
NAMED = re.compile(r"`([\w./-]*\w\.(?:py|rs|toml|txt|sh)|[\w-]+(?:/[\w-]+)*/)`")
"""A file, or a folder with its slash. A name with a placeholder is none."""
OF_OTHERS = {"policy.toml", "stack.toml", "scaffold.toml"}
"""Files that users write."""


def short(path: str) -> str:
    """A path as the pages write it: without `python/plimsoll/`, and without what Rust adds."""
    return path.removeprefix("python/plimsoll/").removeprefix("crates/").replace("/src/", "/")


def missing(text: str, paths: set[str]) -> list[str]:
    """What a text names that no path ends with."""
    known = {f"/{short(path)}" for path in paths}
    folders = {f"{parent}/" for path in known for parent in Path(path).parents}
    return [
        name
        for name in NAMED.findall(text)
        if name not in OF_OTHERS
        and not any(path.endswith(f"/{short(name)}") for path in known | folders)
    ]


@pytest.fixture(scope="module")
def paths() -> set[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("no clone of git")
    return {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_is_there(page: Path, paths: set[str]) -> None:
    assert missing(page.read_text(encoding="utf-8"), paths | {"python/plimsoll/_native.pyi"}) == []


def test_a_file_that_has_moved_is_found() -> None:
    paths = {"crates/run/src/issuer.rs", "python/plimsoll/features/limits/rules/models.py"}
    text = "`run/issuer.rs`, `limits/rules/models.py`, `features/limits/`, `judge/laws.py`, `laws/`"
    assert missing(text, paths) == ["judge/laws.py", "laws/"]


def test_the_architecture_is_read_in_ten_minutes() -> None:
    assert (ROOT / "ARCHITECTURE.md").stat().st_size <= LONGEST_BYTES


def test_every_file_that_a_comment_names_is_there(paths: set[str]) -> None:
    """Comments and docstrings of the product name files of the repository."""
    of_users = {"json.py"}
    named = {
        name: path
        for path in sorted(paths)
        if path.startswith(("python/plimsoll/", "crates/")) and path.endswith((".py", ".rs"))
        for name in NAMED.findall((ROOT / path).read_text(encoding="utf-8"))
        if name.endswith((".py", ".rs")) and name not in of_users
    }
    gone = missing(" ".join(f"`{name}`" for name in named), paths)
    assert {name: named[name] for name in gone} == {}


def test_an_error_that_a_docstring_promises_is_there() -> None:
    """`Raises NoTargetError` names a class."""
    product = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((ROOT / "python").rglob("*.py"))
    )
    promised = set(re.findall(r"\bRaises (?:only )?`?([A-Z]\w+)", product))
    # That of xml.
    raised = (
        {"ParseError"}
        | set(re.findall(r"^class (\w+)", product, re.MULTILINE))
        | set(dir(builtins))
    )
    assert promised - raised == set()
