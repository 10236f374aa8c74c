"""How large the house is, in figures that only go down: `python tools/counts.py`.

Each figure has a bound in `counts.toml`, and a figure above its bound is an error. `--write` lowers
the bounds to today's figures; it never raises one. A bound that has to rise is changed by hand,
with the reason in the commit's message.
"""

from __future__ import annotations

import ast
import gc
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ROOT / "python" / "plimsoll"
BOUNDS = Path(__file__).with_suffix(".toml")
GENERATED = "made by tools/generate.py"
"""What the head of a generated file says. Nobody has to read such a file, so it does not count."""


class Source:
    """The files of the product, read once."""

    def __init__(self) -> None:
        texts = {path: path.read_text(encoding="utf-8") for path in sorted(PRODUCT.rglob("*.py"))}
        self.texts = {path: text for path, text in texts.items() if GENERATED not in text[:200]}
        self.nodes = [list(ast.walk(ast.parse(text))) for text in self.texts.values()]
        """Every node of each file. To walk a tree takes longer than to read it."""

    def occurrences(self, pattern: str) -> int:
        """How often a regular expression matches in all files."""
        return sum(len(re.findall(pattern, text)) for text in self.texts.values())

    def lines(self, *folders: str) -> int:
        """Lines of the files below these folders of the package, or of all files."""
        places = [PRODUCT / folder for folder in folders] or [PRODUCT]
        return sum(
            text.count("\n")
            for path, text in self.texts.items()
            if any(path.is_relative_to(place) for place in places)
        )

    def function_lengths(self) -> list[int]:
        """Lines of every function, from its `def` to its end."""
        return [
            (node.end_lineno or node.lineno) - node.lineno + 1
            for nodes in self.nodes
            for node in nodes
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]


def sentences_in_code(source: Source) -> int:
    """Texts of two words and more that stand in code, not in a catalogue (`base/messages`):
    sentences, and what only looks like one, such as statements in SQL."""
    return sum(len(_texts(nodes)) for nodes in source.nodes)


def _texts(nodes: list[ast.AST]) -> list[str]:
    documentation = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    composed = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    inside = {id(part) for node in composed for part in ast.walk(node) if part is not node}
    texts = [
        "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        for node in composed
        if id(node) not in inside
    ]
    texts += [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documentation
        and id(node) not in inside
    ]
    return [text for text in texts if " " in text.strip() and len(_WORD.findall(text)) > 1]


_WORD = re.compile(r"[A-Za-z]{2,}")


def published_schemas(_: Source) -> int:
    """Documents that others may read, each with a schema."""
    return len(list((ROOT / "docs" / "reference" / "schemas").glob("*.json")))


def lines_of_tests(_: Source) -> int:
    """Lines of the Python tests and their helpers."""
    return sum(
        path.read_text(encoding="utf-8").count("\n") for path in (ROOT / "tests").rglob("*.py")
    )


def rust_lines(_: Source) -> int:
    """Lines of the crates, their tests included."""
    return sum(
        path.read_text(encoding="utf-8").count("\n") for path in (ROOT / "crates").rglob("*.rs")
    )


def documentation_words(_: Source) -> int:
    """Words of the pages below `docs`, as `wc -w` counts them: the bars of tables, too."""
    pages = (ROOT / "docs").rglob("*.md")
    return sum(len(page.read_text(encoding="utf-8").split()) for page in pages)


FIGURES: dict[str, Callable[[Source], int]] = {
    "python lines": Source.lines,
    "python files": lambda source: len(source.texts),
    "rust lines": rust_lines,
    "lines of tests": lines_of_tests,
    '.get("': lambda source: source.occurrences(r'\.get\("'),
    "dict[str, Any]": lambda source: source.occurrences(r"dict\[str, Any\]"),
    "cast(": lambda source: source.occurrences(r"\bcast\("),
    "NotRequired": lambda source: source.occurrences(r"\bNotRequired\["),
    "class Asked, Found, Told or Seen": lambda source: source.occurrences(
        r"(?m)^class _?(?:Asked|Found|Told|Seen)\b"
    ),
    "sentences in code": sentences_in_code,
    "functions above 50 lines": lambda source: sum(one > 50 for one in source.function_lengths()),
    "functions above 70 lines": lambda source: sum(one > 70 for one in source.function_lengths()),
    "published schemas": published_schemas,
    "words of docs": documentation_words,
}
"""Every figure by the name under which its bound stands."""


def find_excess(figures: dict[str, int], bounds: dict[str, int]) -> list[str]:
    """The figures above their bounds, in words. A figure without a bound is one, too."""
    return [
        f"{name}: {figure:,}, and the bound is {bounds[name]:,}"
        if name in bounds
        else f"{name}: {figure:,}, and there is no bound"
        for name, figure in figures.items()
        if figure > bounds.get(name, -1)
    ]


def lower_bounds(figures: dict[str, int], bounds: dict[str, int]) -> dict[str, int]:
    """The bounds, none of them above today's figure."""
    return {name: min(figure, bounds.get(name, figure)) for name, figure in figures.items()}


def main(arguments: Sequence[str]) -> int:
    source = Source()
    figures = {name: figure(source) for name, figure in FIGURES.items()}
    bounds = tomllib.loads(BOUNDS.read_text(encoding="utf-8")) if BOUNDS.exists() else {}
    if list(arguments) == ["--write"]:
        bounds = lower_bounds(figures, bounds)
        lines = [f"{_quote(name)} = {bound}" for name, bound in bounds.items()]
        BOUNDS.write_text("\n".join(["# Bounds of tools/counts.py.", *lines, ""]), encoding="utf-8")
    for name, figure in figures.items():
        print(f"{figure:>9,}  {name}")
    above = find_excess(figures, bounds)
    for line in above:
        print(f"above its bound: {line}", file=sys.stderr)
    return 1 if above else 0


def _quote(name: str) -> str:
    escaped = name.replace('"', '\\"')
    return f'"{escaped}"'


if __name__ == "__main__":
    # The trees of all the source are kept to the end: a collector would only look at them.
    gc.disable()
    sys.exit(main(sys.argv[1:]))
