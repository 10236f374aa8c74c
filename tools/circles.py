"""Do the modules of a package or of a crate know each other in a circle? `python tools/circles.py`:
each circle, and 1 if there is one.

The contracts of import-linter hold the direction between packages, and Cargo that between crates.
Inside one they see nothing: this does, for every import, also late ones and those for types only,
since a reader follows them all. How Rust is read stands in `rust_modules.py`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import rust_modules

ROOT = Path(__file__).resolve().parents[1] / "python"
CRATES = ROOT.parent / "crates"
PACKAGE = "plimsoll"
NATIVE = "plimsoll._native"


def modules() -> dict[str, Path]:
    """Every module by its dotted name."""
    found = {}
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported_modules(name: str, path: Path, known: dict[str, Path]) -> set[str]:
    """The modules that a module names, wherever in it. The native one is none of Python's."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            above = (
                package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            )
            source = ".".join([*above, *([node.module] if node.module else [])])
            names = {f"{source}.{alias.name}" for alias in node.names} - {NATIVE}
            found |= {one for one in names if one in known}
            if any(one not in known for one in names) and source in known:
                found.add(source)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in known}
    return found - {name}


def circles(arrows: dict[str, set[str]]) -> Iterator[list[str]]:
    """The strongly connected parts of more than one module, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []

    def visit(name: str) -> Iterator[list[str]]:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(arrows[name]):
            if other not in index:
                yield from visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            place = stack.index(name)
            part = stack[place:]
            del stack[place:]
            if len(part) > 1:
                yield sorted(part)

    for name in arrows:
        if name not in index:
            yield from visit(name)


def main() -> int:
    """Prints the circles."""
    known = modules()
    python = {name: imported_modules(name, path, known) for name, path in known.items()}
    found = [[one.removeprefix(PACKAGE + ".") for one in circle] for circle in circles(python)] + [
        [f"{crate} {one}" for one in circle]
        for crate, arrows in rust_modules.crates(CRATES)
        for circle in circles(arrows)
    ]
    for circle in found:
        print(f"circle: {' <-> '.join(circle)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
