"""Names of modules that nobody uses, and constants that are assigned twice: `tools/unused.py`.

Looked at are functions, classes and constants of `python/plimsoll` at the top level of a module. A
name counts as used when its own module names it once more, or another one imports it, reads it as
an attribute or has it as a text (`getattr`). Names are compared without their modules, so one that
others share may go unseen; a private name is looked for in its own module alone.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).resolve().parents[1] / "python/plimsoll"
GENERATED = {"native/record.py", "native/left_out.py"}
ALLOWED = {
    "__init__.py:__getattr__": "Python asks it for a name that a module does not have",
    "__init__.py:__dir__": "Python asks it for the names of a module",
    "features/jobs/formats/vdbench/names.py:TITLES": "headings of the reference of options",
    "features/imports/verb.py:import_": "a verb, which is found by its name",
    "search/coarse.py:share_beyond": "tests state what a wide step leaves open of a share",
    "store/checksums.py:seal_all": "tests edit a store by hand and seal it again",
}
"""Names that only tests or Python itself use, and what for."""


def definitions(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """Names that the top level of a module defines, each with its statement."""
    for node in tree.body:
        if exports(node):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            # What a function is decorated with may use it, as an application does with its command.
            if isinstance(node, ast.ClassDef) or not node.decorator_list:
                yield node.name, node
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from ((name, node) for name in names_in(target))
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield from ((name, node) for name in names_in(node.target))


def exports(node: ast.stmt) -> bool:
    """Whether it is the list of what a package shows: that uses nothing."""
    return isinstance(node, ast.Assign) and names_in(node.targets[0]) == ["__all__"]


def names_in(target: ast.expr) -> list[str]:
    """Names that an assignment binds."""
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]


def count_names(statements: list[ast.stmt]) -> Counter[str]:
    """How often each name stands in them, as a name, an attribute, an import or a text."""
    found: list[str] = []
    for node in (inner for statement in statements for inner in ast.walk(statement)):
        kind = type(node)
        if kind is ast.Name:
            found.append(node.id)
        elif kind is ast.Attribute:
            found.append(node.attr)
        elif kind is ast.ImportFrom:
            found += [name.name for name in node.names]
        elif kind is ast.Constant and isinstance(node.value, str):
            # A place may be written as `module:name`.
            found += node.value.split(":")
    return Counter(found)


MANY = 4
"""A name that stands this often is used: nobody looks which of the places are its own."""


def used_otherwise(place: str, name: str) -> bool:
    """Whether a name is used in a way that no file of the package shows: a verb is the function
    that its file is named after, and packaging tools read the version."""
    verb = place in (f"cli/{name}.py", f"cli/{name}_.py")
    return verb or name == "__version__" or f"{place}:{name}" in ALLOWED


def main() -> int:
    """Prints what it finds; 1 when there is any."""
    trees = {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).as_posix() not in GENERATED
    }
    names = {
        place: count_names([node for node in tree.body if not exports(node)])
        for place, tree in trees.items()
    }
    everywhere: Counter[str] = Counter()
    for counted in names.values():
        everywhere.update(counted)
    found = []
    for place, tree in trees.items():
        seen: set[str] = set()
        for name, node in definitions(tree):
            line = f"{place}:{node.lineno}: {name}"
            # A private name is its module's own: others may have one that is called alike.
            times = names[place][name] if name.startswith("_") else everywhere[name]
            # An assignment names what it binds, and a function that only calls itself is not used.
            own = count_names([node])[name] if times < MANY else 0
            if times <= own and not used_otherwise(place, name):
                found.append(f"{line} is used by nothing")
            if name in seen and isinstance(node, ast.Assign | ast.AnnAssign):
                found.append(f"{line} is assigned twice")
            seen.add(name)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    # The trees of all the source are kept to the end: a collector would only look at them.
    gc.disable()
    sys.exit(main())
