"""The diagram of ARCHITECTURE.md, drawn from what the source says: the imports of the Python
packages and the dependencies of the crates. `tools/generate.py` writes it and checks it.

A row holds what depends on rows below it alone, so an arrow never points upward. Imports for types
only are left out, as the contract of import-linter leaves them out: at run time they bind nothing.
"""

from __future__ import annotations

import ast
import textwrap
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ROOT / "python" / "plimsoll"
BEGIN, END = "<!-- arrows: made by tools/generate.py -->", "<!-- end of arrows -->"
WIDTH = 110
NOT_DRAWN = {"__init__", "__main__", "_record", "_rules"}
"""The version, the way in, and generated files that everybody may read."""


def imports(tree: ast.AST) -> Iterator[str]:
    """The names that follow `plimsoll.` in the imports of a module, but for those of types."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and node.module == "plimsoll":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("plimsoll."):
            yield (node.module or "").split(".")[1]
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("plimsoll."):
                    yield alias.name.split(".")[1]
        yield from imports(node)


def python_arrows() -> dict[str, set[str]]:
    """Each package and module right below `plimsoll`, with those that it imports."""
    arrows: dict[str, set[str]] = {}
    for path in sorted(PRODUCT.rglob("*.py")):
        name = path.relative_to(PRODUCT).with_suffix("").parts[0]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        arrows.setdefault(name, set()).update(imports(tree))
    known = arrows.keys() - NOT_DRAWN
    return {name: (arrows[name] & known) - {name} for name in sorted(known)}


def rust_arrows() -> dict[str, set[str]]:
    """Each crate, with the crates that it depends on."""
    arrows = {}
    for path in sorted((ROOT / "crates").glob("*/Cargo.toml")):
        manifest = tomllib.loads(path.read_text(encoding="utf-8"))
        needed = {
            name.removeprefix("plimsoll-")
            for name in manifest.get("dependencies", {})
            if name.startswith("plimsoll-")
        }
        arrows[path.parent.name] = needed
    return arrows


def rows(arrows: Mapping[str, set[str]]) -> list[list[str]]:
    """The names by how far above the ground they stand, the highest first. Raises ValueError for a
    circle."""
    heights: dict[str, int] = {}

    def height(name: str, above: tuple[str, ...]) -> int:
        if name in above:
            raise ValueError(f"a circle: {' -> '.join((*above, name))}")
        if name not in heights:
            below = [height(other, (*above, name)) for other in arrows[name]]
            heights[name] = 1 + max(below, default=0)
        return heights[name]

    for name in arrows:
        height(name, ())
    return [
        sorted(name for name in heights if heights[name] == level)
        for level in range(max(heights.values()), 0, -1)
    ]


def diagram() -> str:
    """The diagram, between its marks: a line a row, continued where it is longer than the page."""
    lines = [BEGIN, "```text"]
    for title, arrows in (("Python", python_arrows()), ("Rust", rust_arrows())):
        for number, row in enumerate(rows(arrows)):
            lines += textwrap.wrap(
                " ".join(row),
                WIDTH,
                break_long_words=False,
                initial_indent=f"{'' if number else title:<6} ▼ ",
                subsequent_indent=" " * 9,
            )
    return "\n".join([*lines, "```", END])


def insert_diagram(text: str) -> str:
    """ARCHITECTURE.md with today's diagram in it."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{diagram()}{after}"
