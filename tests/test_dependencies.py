"""Every declared dependency is imported: one that nothing imports is a download and a risk for
nothing."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import plimsoll
from plimsoll.base import extras

PACKAGE = Path(plimsoll.__file__).parent
PROJECT = PACKAGE.parents[1] / "pyproject.toml"
MODULES = {"vl-convert-python": "vl_convert", "pyvmomi": "pyVmomi", "fonttools": "fontTools"}
"""Packages whose module has another name than they have."""


def imported_modules() -> set[str]:
    """The first part of every module that some file of the package imports, late imports
    included."""
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found


@pytest.mark.long
def test_every_declared_dependency_is_imported() -> None:
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"].values()
    declared = [
        re.split(r"[\[<>=!~; ]", requirement)[0]
        for requirement in [*project["dependencies"], *(one for each in optional for one in each)]
        if not requirement.startswith(project["name"])
    ]
    assert len(declared) > 10, "the list was read"
    modules = {name: MODULES.get(name, name.replace("-", "_")) for name in declared}
    there = imported_modules()
    assert {name for name, module in modules.items() if module not in there} == set()


def test_every_extra_is_one_that_commands_name_when_it_is_missing() -> None:
    declared = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    (every,) = declared.pop("all")
    assert every == f"plimsoll-storage[{','.join(declared)}]"
    assert {
        name: {re.split(r"[<>=]", package)[0] for package in packages}
        for name, packages in declared.items()
    } == {name: set(extra.modules.values()) for name, extra in extras.EXTRAS.items()}
