"""Names that end in a participle: `python tools/names.py` lists them, and returns 1 if any.

`found`, `asked` or `_counted` leave open what they return. A name is a noun of what it returns, or
an imperative verb. Checked are modules, classes and functions of Python, and modules, types, traits
and functions of Rust. Predicates (`is_closed`) may end in a participle, tests are sentences, and
variants of enums name states.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import rust_modules

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
PYTHON = ("python/plimsoll", "tools", "benches", "tests")
RUST = ("crates", "fuzz/targets")


def vocabulary(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


IRREGULAR = vocabulary("""
    awoken beaten become been begun bent bitten blown borne bought bred broken brought built caught
    chosen dealt done drawn driven eaten fallen felt fled flown forbidden forgotten found given
    gone grown heard held hidden hung kept known laid lain left lent lost made meant met overridden
    paid risen said seen sent shaken shown shrunk slept sold sought spent spoken spun stolen stood
    struck stuck sunk swept taken taught thought thrown told torn understood undone unknown unseen
    withdrawn won worn woven written
""")
NO_PARTICIPLES = vocabulary("""
    bed bleed breed closed elapsed embed exceed feed greed heed hundred indeed need proceed red
    seed shed shred speed succeed unlimited weed
""")
"""Words on -ed that may end a name. `closed` and `unlimited` are adjectives of loads and budgets,
and `elapsed` is what Rust's own clock calls it."""
PREDICATES = vocabulary("""
    are be can did does had has have is just may must needs should was were will would
""")
"""First words of names that state whether something is so."""

ALLOWED = {
    "crates/engine/src/engines/emulated.rs:emulated": "the engine's name, as users type it",
    "crates/engine/src/engines/emulated.rs:Emulated": "the engine's name, as users type it",
    "python/plimsoll/search/curve.py:allowed": "a field of the document",
    "crates/host/src/allocator.rs:alloc_zeroed": "a method of GlobalAlloc",
    "crates/measure/src/steady.rs:Tracked": "a title in the schema of records",
    "crates/python/src/hosts.rs:lost": "a method that Python calls",
    "crates/python/src/lib.rs:resolved": "a method that Python calls",
    "crates/python/src/serve.rs:begun": "a method that Python calls",
    "crates/run/src/prepare/document.rs:Prepared": "a title in the schema of records",
    "crates/run/src/record.rs:Measured": "a title in the schema of records",
    "crates/run/src/record.rs:Verified": "a title in the schema of records",
    "crates/run/src/show.rs:StackShown": "a title in the schema of stacks",
    "python/plimsoll/native/record.py:StackShown": "generated from the schema of stacks",
    "python/plimsoll/native/record.py:Verified": "generated from the schema of records",
    "python/plimsoll/web/connections.py:connection_made": "a method that asyncio calls",
    "python/plimsoll/web/connections.py:connection_lost": "a method that asyncio calls",
    "tools/unused.py:unused": "a command, as contributors type it",
}
"""Names that have to stay, and why."""

ITEMS = frozenset({"enum", "fn", "mod", "struct", "trait", "type", "union"})


def words(name: str) -> list[str]:
    """The words of a name in snake case or camel case, in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


def ends_in_participle(name: str) -> bool:
    """Whether the last word is a participle and the name no predicate."""
    parts = words(name)
    if not parts or parts[0] in PREDICATES or name.startswith("test_"):
        return False
    last = parts[-1]
    return last in IRREGULAR or (last.endswith("ed") and last not in NO_PARTICIPLES)


def python_names(path: Path) -> Iterator[tuple[int, str]]:
    """The module's own name and those of its classes and functions, each with its line."""
    yield 1, path.parent.name if path.stem == "__init__" else path.stem
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    definitions = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    yield from sorted((node.lineno, node.name) for node in nodes if isinstance(node, definitions))


def rust_names(path: Path) -> Iterator[tuple[int, str]]:
    """The module's own name and those of its items, without functions that are tests."""
    yield 1, path.parent.name if path.stem == "mod" else path.stem
    text = path.read_text(encoding="utf-8")
    tokens = rust_modules.tokens(text)
    is_test = False
    for before, word, name in zip(["", *tokens], tokens, tokens[1:], strict=False):
        if before == "[" and word == "test":
            is_test = True
        if word in ITEMS and name.isidentifier():
            if not (word == "fn" and is_test):
                place = re.search(rf"\b{word}\s+(r#)?{name}\b", text)
                yield text.count("\n", 0, place.start()) + 1 if place else 1, name
            is_test = False


def participles(root: Path) -> Iterator[tuple[str, int, str]]:
    """Every name of a project that ends in a participle: file, line and name."""
    for folders, suffix, names in ((PYTHON, "py", python_names), (RUST, "rs", rust_names)):
        for folder in folders:
            for path in sorted((root / folder).rglob(f"*.{suffix}")):
                place = path.relative_to(root).as_posix()
                for line, name in names(path):
                    if ends_in_participle(name):
                        yield place, line, name


def main() -> int:
    """Prints the names, and allowed ones that are gone; 1 if there are any."""
    names = list(participles(ROOT))
    lines = [
        f"{place}:{line}: {name} ends in a participle"
        for place, line, name in names
        if f"{place}:{name}" not in ALLOWED
    ]
    present = {f"{place}:{name}" for place, _, name in names}
    lines += [f"{entry} is allowed, and is gone" for entry in ALLOWED if entry not in present]
    print("".join(f"{line}\n" for line in lines), end="")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
