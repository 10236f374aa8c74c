"""Functions end within 70 lines: what comes after the signature and the docstring fits a screen."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
LONGEST = 70
GENERATED = ROOT / "python" / "plimsoll" / "native/record.py"
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where statements hold statements."""


def functions(block: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function in it. Statements are looked through and expressions, which hold none, are
    not: they are nine tenths of a tree."""
    for name in BLOCKS:
        for inner in getattr(block, name, ()):
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                yield inner
            yield from functions(inner)


def body(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of it after the signature, without its docstring."""
    said = ast.get_docstring(function, clean=False) is not None
    rest = function.body[1:] if said else function.body
    return (rest[-1].end_lineno or 0) - rest[0].lineno + 1 if rest else 0


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {lines} lines"
        for folder in ("python", "tests", "tools", "benches")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path != GENERATED
        for node in functions(ast.parse(path.read_text()))
        if (lines := body(node)) > LONGEST
    ]
    assert long == []
