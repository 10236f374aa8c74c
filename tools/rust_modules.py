"""Which modules of a crate know which: the arrows of Rust for `circles.py`.

Reads `use` trees and the paths in code; no types, no methods, and no macro is expanded.

- A module is a file. What stands in an inline `mod … { }` belongs to its file.
- A name is followed to the file that defines it. `pub use` passes a name on and is no arrow by
  itself, so a file of nothing but `mod` and `pub use` lines is never part of a circle.
- A parent counts like any other module: a child may use what stands in `a/mod.rs` (or `a.rs`) only
  where that file uses nothing of the child. What both need has a file of its own.
- Methods are not followed: those of one type may stand in several files.
- Tests (`#[cfg(test)]`) may know everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

Names = tuple[str, ...]
"""A module or an item, by the names that lead to it from the root of its crate."""

TOKEN = re.compile(
    r"""
      //[^\n]*                                   # comments
    | /\*(?:[^*]|\*(?!/))*\*/
    | b?r(?P<hashes>\#*)"(?s:.*?)"(?P=hashes)    # raw strings, strings, characters
    | [bc]?"(?:[^"\\]|\\(?s:.))*"
    | b?'(?:[^'\\\n]|\\(?:u\{[^}]*\}|x..|.))'
    | '\w+                                       # lifetimes
    | (?P<name>(?:r\#)?[A-Za-z_]\w*)
    | (?P<sign>::|[^\s\w])
    | \d\w*
    """,
    re.VERBOSE,
)
DEFINES = {"struct", "enum", "union", "fn", "trait", "type", "const", "static", "macro_rules"}
OPENING, CLOSING = "([{", ")]}"


def tokens(text: str) -> list[str]:
    """The names and signs of a file, without its comments and literals."""
    return [
        (match["name"] or match["sign"]).removeprefix("r#")
        for match in TOKEN.finditer(text)
        if match["name"] or match["sign"]
    ]


def skip_group(words: list[str], at: int) -> int:
    """Behind the bracket that closes the one at this place."""
    depth = 0
    while at < len(words):
        depth += (words[at] in OPENING) - (words[at] in CLOSING)
        at += 1
        if depth == 0:
            break
    return at


def skip_item(words: list[str], at: int) -> int:
    """Behind the item that begins here: its block, or its semicolon."""
    while at < len(words) and words[at] == "#":
        at = skip_group(words, at + 1)
    while at < len(words):
        if words[at] == ";":
            return at + 1
        if words[at] in OPENING:
            block = words[at] == "{"
            at = skip_group(words, at)
            if block and (at >= len(words) or words[at] != ";"):
                return at
        else:
            at += 1
    return at


def without_tests(words: list[str]) -> tuple[list[str], set[str]]:
    """A file without its items under `#[cfg(test)]`, and the names of the modules among these."""
    kept: list[str] = []
    test_modules: set[str] = set()
    at = 0
    while at < len(words):
        if words[at : at + 7] == ["#", "[", "cfg", "(", "test", ")", "]"]:
            end = skip_item(words, at)
            item = words[at + 7 : end]
            if item[-1:] == [";"] and "mod" in item:
                test_modules.add(item[item.index("mod") + 1])
            at = end
        else:
            kept.append(words[at])
            at += 1
    return kept, test_modules


@dataclass
class Module:
    """A file: what it defines, the names that it brings in, and the paths in its code.

    Paths are kept from the root of the crate."""

    name: Names
    defined: set[str] = field(default_factory=set)
    used: dict[str, Names] = field(default_factory=dict)
    """Names that `use` brings in, each with its path from the root of the crate."""
    passed_on: set[str] = field(default_factory=set)
    """Those of them that stand in a `pub use`."""
    globs: list[tuple[Names, bool]] = field(default_factory=list)
    """What `use …::*` brings in, and whether it passes it on."""
    nameless: list[Names] = field(default_factory=list)
    """Traits that are brought in `as _`."""
    paths: list[Names] = field(default_factory=list)
    """Paths in the code that begin with `crate`, `self` or `super`, from the root of the crate."""
    heads: list[Names] = field(default_factory=list)
    """All other paths in the code, single names included."""


def use_tree(words: list[str], at: int) -> tuple[list[tuple[Names, str]], int]:
    """What a `use` brings in from this place on, as paths with their names here; and the place
    behind it."""
    path: list[str] = []
    while True:
        word = words[at]
        if word == "{":
            leaves = []
            at += 1
            while words[at] != "}":
                below, at = use_tree(words, at)
                leaves += [((*path, *more), name) for more, name in below]
                at += words[at] == ","
            return leaves, at + 1
        if word == "*":
            return [((*path,), "*")], at + 1
        if word != "::":
            path.append(word)
        at += 1
        if words[at] == "as":
            return [((*path,), words[at + 1])], at + 2
        if words[at] != "::" and word != "::":
            if path[-1] == "self":
                return [((*path[:-1],), path[-2] if len(path) > 1 else "self")], at
            return [((*path,), path[-1])], at


class Crate:
    """The modules of one crate, and who knows whom."""

    def __init__(self, source: Path) -> None:
        self.modules: dict[Names, Module] = {}
        files = {}
        for path in sorted(source.rglob("*.rs")):
            parts = path.relative_to(source).with_suffix("").parts
            files[() if parts == ("lib",) else parts[:-1] if parts[-1] == "mod" else parts] = path
        tests: set[Names] = set()
        read = {}
        for name, path in files.items():
            read[name], of_tests = without_tests(tokens(path.read_text(encoding="utf-8")))
            tests |= {(*name, one) for one in of_tests}
        for name in files:
            if not any(name[:length] in tests for length in range(1, len(name) + 1)):
                self.modules[name] = Module(name)
        for module in self.modules.values():
            self._read(module, read[module.name])

    def _absolute(self, module: Names, inline: Names, path: Names) -> Names | None:
        """A path from the root of the crate; None where it leads out of the crate."""
        head, rest = path[0], path[1:]
        if head in ("crate", "$"):
            return rest
        place = (*module, *inline)
        if head == "self":
            return (*place, *rest)
        if head == "super":
            place = place[:-1]
            while rest and rest[0] == "super":
                place, rest = place[:-1], rest[1:]
            return (*place, *rest)
        if not inline and (*module, head) in self.modules:
            return (*module, *path)
        return None

    def _read(self, module: Module, words: list[str]) -> None:
        """Sorts the words of a file."""
        inline: list[tuple[str, int]] = []
        depth = at = 0
        while at < len(words):
            word = words[at]
            here = tuple(name for name, _ in inline)
            if word == "use":
                leaves, end = use_tree(words, at + 1)
                self._bring_in(module, here, leaves, public=_is_public(words, at))
                at = end
                continue
            if word == "mod" and words[at + 2] == ";":
                at += 3
                continue
            if word == "mod" and words[at + 2] == "{":
                inline.append((words[at + 1], depth))
                at += 2
                continue
            if word == "{":
                depth += 1
            elif word == "}":
                depth -= 1
                if inline and inline[-1][1] == depth:
                    inline.pop()
            if word in DEFINES and depth == len(inline):
                name = words[at + 2] if word == "macro_rules" else words[at + 1]
                if word == "const" and name in ("fn", "unsafe"):
                    at += 1
                    continue
                module.defined.add(name)
                at += 2
                continue
            if word.isidentifier() and (at == 0 or words[at - 1] != "."):
                path, at = _path(words, at)
                absolute = self._absolute(module.name, here, path) if len(path) > 1 else None
                if absolute is not None:
                    module.paths.append(absolute)
                else:
                    module.heads.append(path)
                continue
            at += 1

    def _bring_in(
        self, module: Module, inline: Names, leaves: list[tuple[Names, str]], *, public: bool
    ) -> None:
        for path, name in leaves:
            absolute = (
                self._absolute(module.name, inline, path) if path else (*module.name, *inline)
            )
            if absolute is None:
                continue
            if name == "*":
                module.globs.append((absolute, public))
            elif name == "_":
                module.nameless.append(absolute)
            else:
                module.used[name] = absolute
                if public:
                    module.passed_on.add(name)

    def home(self, path: Names, seen: frozenset[Names] = frozenset()) -> Names:
        """The module that defines what a path names."""
        place: Names = ()
        for length, name in enumerate(path):
            if (*place, name) in self.modules:
                place = (*place, name)
                continue
            module = self.modules[place]
            rest = path[length + 1 :]
            if name in module.defined:
                return place
            if name in module.used and path not in seen:
                return self.home((*module.used[name], *rest), seen | {path})
            for source, _ in module.globs:
                if source not in seen and self._holds(source, name):
                    return self.home((*source, name, *rest), seen | {path, source})
            return place
        return place

    def _holds(self, source: Names, name: str) -> bool:
        """Whether a module has a name that a glob would bring in."""
        module = self.modules.get(source)
        return module is not None and (
            name in module.defined or name in module.used or (*source, name) in self.modules
        )

    def arrows(self) -> dict[str, set[str]]:
        """Each module with the modules that it knows, by their names."""
        return {
            "::".join(("crate", *module.name)): {
                "::".join(("crate", *home)) for home in self._known_modules(module) - {module.name}
            }
            for module in self.modules.values()
        }

    def _known_modules(self, module: Module) -> set[Names]:
        heads = {path[0] for path in module.heads}
        longer = {path[0] for path in module.heads if len(path) > 1}
        known = {self.home(path) for path in (*module.paths, *module.nameless)}
        for name, path in module.used.items():
            # A module of which the code names items: these decide, below.
            if not (path in self.modules and name in longer) and (
                name not in module.passed_on or name in heads
            ):
                known.add(self.home(path))
        for path in module.heads:
            if path[0] in module.used:
                known.add(self.home((*module.used[path[0]], *path[1:])))
            else:
                for source, _ in module.globs:
                    if self._holds(source, path[0]):
                        known.add(self.home((*source, *path)))
        known |= {self.home(source) for source, public in module.globs if not public}
        return known


def _path(words: list[str], at: int) -> tuple[Names, int]:
    """The path that begins here, and the place behind it."""
    path = [words[at]]
    at += 1
    while words[at : at + 1] == ["::"] and at + 1 < len(words) and words[at + 1].isidentifier():
        path.append(words[at + 1])
        at += 2
    return (*path,), at


def _is_public(words: list[str], at: int) -> bool:
    """Whether the `use` at this place passes on what it brings in."""
    if at and words[at - 1] == ")":
        while words[at] != "(":
            at -= 1
    return bool(at) and words[at - 1] == "pub"


def crates(folder: Path) -> Iterator[tuple[str, dict[str, set[str]]]]:
    """Every crate of a folder, by its name, with the arrows between its modules."""
    for source in sorted(folder.glob("*/src")):
        yield source.parent.name, Crate(source).arrows()
