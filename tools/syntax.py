"""Syntax trees of Python, for the checks that read all of the source.

The trees of a project are a million objects, and none of them is garbage before the end: a program
that keeps them begins with `gc.disable()`, without which a third of its time is spent on looking.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def parse(path: Path) -> ast.Module:
    """The tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node of a tree, as `ast.walk` has them, in less than half the time. Contexts and
    operators, which have nothing beneath them, are left out."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for inner in node.__dict__.values():
            if isinstance(inner, list):
                waiting.extend(one for one in inner if isinstance(one, ast.AST))
            elif isinstance(inner, ast.AST) and inner._fields:
                waiting.append(inner)
