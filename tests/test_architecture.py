"""ARCHITECTURE.md is short, and what it, CONTRIBUTING.md and the records name is there."""

import builtins
import re
import subprocess
from collections.abc import Mapping
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
CLASS = re.compile(r"`([a-z_]+)\.([A-Z]\w*[a-z]\w*)`")
"""A class of a module."""
OF_USERS = {"json.py"}
"""A module of theirs that hides the standard library's."""
OF_OTHERS = {"policy.toml", "stack.toml", "scaffold.toml"}
"""Files that users write."""


def short(path: str) -> str:
    """A path as the pages write it: without `python/plimsoll/`, and without what Rust adds."""
    return path.removeprefix("python/plimsoll/").removeprefix("crates/").replace("/src/", "/")


def endings(paths: set[str]) -> set[str]:
    """Every name that a page may have for one of these paths, or for a folder of theirs: its last
    parts. Of the folders that pages leave out nothing is left."""
    parts = [Path(short(path)).parts for path in paths]
    folders = {of[:end] for of in parts for end in range(1, len(of))}
    names = [(of, "") for of in parts] + [(of, "/") for of in folders]
    found = {"/".join(of[start:]) + slash for of, slash in names for start in range(len(of))}
    return found | {""}


def missing(text: str, known: set[str]) -> list[str]:
    """What a text names that is none of these endings."""
    named = NAMED.findall(text)
    return [name for name in named if name not in OF_OTHERS and short(name) not in known]


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


def test_every_file_that_a_page_names_is_there(paths: set[str]) -> None:
    known = endings(paths | {"python/plimsoll/_native.pyi"})
    lost = {page.name: missing(page.read_text(encoding="utf-8"), known) for page in PAGES}
    assert {page: names for page, names in lost.items() if names} == {}


def without_class(text: str, sources: Mapping[str, str]) -> list[str]:
    """The classes that a text names and no module of that name has; `sources` by path."""
    return [
        f"{module}.{name}"
        for module, name in CLASS.findall(text)
        if not any(
            re.search(rf"^(class )?{name}\b", source, re.MULTILINE)
            for path, source in sources.items()
            if path.endswith(f"/{module}.py")
        )
    ]


def test_every_class_that_a_page_names_is_in_its_module(paths: set[str]) -> None:
    texts = {page.name: page.read_text(encoding="utf-8") for page in PAGES}
    modules = {module for text in texts.values() for module, _ in CLASS.findall(text)}
    sources = {
        path: (ROOT / path).read_text(encoding="utf-8")
        for path in paths
        if Path(path).suffix == ".py" and Path(path).stem in modules
    }
    missed = {name: without_class(text, sources) for name, text in texts.items()}
    assert {name: classes for name, classes in missed.items() if classes} == {}


def test_a_class_that_was_renamed_is_found() -> None:
    sources = {"results/run_result.py": "class Result:\n", "results/figures.py": "Fields = 1\n"}
    text = "`run_result.Result`, `figures.Fields`, `measured.Result`, `run_result.Found`"
    assert without_class(text, sources) == ["measured.Result", "run_result.Found"]


def test_a_file_that_has_moved_is_found() -> None:
    paths = {"crates/run/src/issuer.rs", "python/plimsoll/features/limits/rules/models.py"}
    text = "`run/issuer.rs`, `limits/rules/models.py`, `features/limits/`, `judge/laws.py`, `laws/`"
    assert missing(text, endings(paths)) == ["judge/laws.py", "laws/"]


def test_the_architecture_is_read_in_ten_minutes() -> None:
    assert (ROOT / "ARCHITECTURE.md").stat().st_size <= LONGEST_BYTES


def test_every_file_that_a_comment_names_is_there(paths: set[str]) -> None:
    """Comments and docstrings of the product name files of the repository."""
    named = {
        name: path
        for path in sorted(paths)
        if path.startswith(("python/plimsoll/", "crates/")) and path.endswith((".py", ".rs"))
        for name in NAMED.findall((ROOT / path).read_text(encoding="utf-8"))
        if name.endswith((".py", ".rs")) and name not in OF_USERS
    }
    gone = missing(" ".join(f"`{name}`" for name in named), endings(paths))
    assert {name: named[name] for name in gone} == {}


OF_MANY_FOLDERS = {"page.py", "runs.py", "feature.py"}
"""Files that a report or a feature has: their bare name means each of them."""


def out_of_sight(path: str, text: str, paths: set[str]) -> list[str]:
    """Bare names of files in a text that lie neither beside its file, nor below or above it: a
    reader would find the wrong one of that name, or none."""
    folder = Path(path).parent
    near = [folder, Path(path).with_suffix(""), *folder.parents]
    return [
        name
        for name in NAMED.findall(text)
        if "/" not in name
        and name.endswith((".py", ".rs"))
        and name not in OF_MANY_FOLDERS | OF_USERS
        and not any(str(place / name) in paths for place in near)
    ]


def test_a_bare_name_in_a_comment_is_that_of_a_file_nearby(paths: set[str]) -> None:
    astray = {
        path: names
        for path in sorted(paths)
        if path.startswith(("python/plimsoll/", "crates/")) and path.endswith((".py", ".rs"))
        if (names := out_of_sight(path, (ROOT / path).read_text(encoding="utf-8"), paths))
    }
    assert astray == {}


def test_a_bare_name_of_a_file_elsewhere_is_found() -> None:
    paths = {"python/a/text.py", "python/a/rules/words.py", "python/b/words.py", "python/b.py"}
    assert out_of_sight("python/a/text.py", "`words.py`, `b.py`, `rules/words.py`", paths) == [
        "words.py"
    ]
    assert out_of_sight("python/a.py", "`text.py`", paths) == []


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
