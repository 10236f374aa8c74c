"""Whether the catalogues and what asks for their messages agree: `python tools/catalogues.py`.

A catalogue is a folder `messages` of a package (`base/messages`). Every code that the package
asks for stands in its `en.ftl`, and is given the figures that the message wants and no others; a
refusal asks for two messages at once. Every message is asked for. In another language no message is
missing but those below the heading `English only`, and each has the figures of the English one: a
figure that stands in the English text stands in the other text for the same variants, or chooses
its words there.

A code that is composed must begin with constant text, and counts as asking for every message that
begins so. A code that is computed otherwise counts as used when it stands in the package as a text.

A call outside of functions runs when its module is loaded, before the language of the reader is
known. It may only ask for messages below `English only`.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll._native import messages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PACKAGE = Path(__file__).resolve().parents[1] / "python/plimsoll"
LANGUAGES = ("ja", "tr")
ENGLISH_ONLY = "English only"
ENTRIES = {"Verb": ("summary",), "ReportEntry": ("title", "about"), "FormEntry": ("form",)}
"""What an entry of `base/feature.py` asks the catalogue for that it is given, before its name."""


@dataclass(frozen=True)
class Reading:
    """One way to read a message: a variant for each figure that chooses one."""

    variants: tuple[tuple[str, str, bool], ...]
    """The figure, the value or plural form for which the variant is chosen, and whether it is also
    chosen for values that no other variant is for."""
    figures: frozenset[str]
    """The figures that stand in the text."""


@dataclass(frozen=True)
class Message:
    """A message of a file."""

    figures: frozenset[str]
    group: str
    readings: tuple[Reading, ...]

    def keys(self, figure: str) -> set[str]:
        """The values and plural forms of a figure that have variants of their own."""
        variants = (variant for reading in self.readings for variant in reading.variants)
        return {key for name, key, _ in variants if name == figure}


@dataclass
class Requests:
    """What the modules of a package ask a catalogue for."""

    calls: list[tuple[str, tuple[str, ...], frozenset[str] | None]] = field(default_factory=list)
    """Place, codes (of a refusal two), and the names of the figures; none where they are handed on
    as a mapping."""
    prefixes: list[tuple[str, str]] = field(default_factory=list)
    """Place, and the constant start of a code."""
    loading: list[tuple[str, str, bool]] = field(default_factory=list)
    """Place and code of calls that run when their module is loaded; and whether the code is only
    the constant start of one."""
    texts: set[str] = field(default_factory=set)
    """Every constant text, one of which may be a code."""


def read(path: Path) -> dict[str, Message]:
    """The messages of a file. Raises ValueError for a line that Fluent does not accept and for a
    code that is there twice."""
    found: dict[str, Message] = {}
    for code, figures, group, readings in messages(str(path), path.read_text(encoding="utf-8")):
        if code in found:
            raise ValueError(f"{path}: '{code}' is there twice")
        ways = (Reading(tuple(variants), frozenset(shown)) for variants, shown in readings)
        found[code] = Message(frozenset(figures), group, tuple(ways))
    return found


def requests(folder: Path) -> dict[str, Requests]:
    """What all modules ask for, by the module of the catalogue."""
    found: dict[str, Requests] = {}
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        # To parse and to walk a module takes long, and only half of them import a catalogue.
        if ".messages" not in source:
            continue
        tree = ast.parse(source)
        nodes = list(ast.walk(tree))
        names = catalogue_names(nodes)
        for catalogue in set(names.values()):
            found.setdefault(catalogue, Requests()).texts |= texts(nodes)
        for node in chain.from_iterable(map(direct_calls, nodes)) if names else ():
            if (catalogue := called_catalogue(node, names)) and isinstance(node, ast.Call):
                add_call(found[catalogue], f"{path}:{node.lineno}", node)
        for node in run_at_loading(tree) if names else ():
            if (catalogue := called_catalogue(node, names)) and isinstance(node, ast.Call):
                found[catalogue].loading += [
                    (f"{path}:{node.lineno}", *code) for code in constants(node.args[0])
                ]
    return found


def called_catalogue(node: ast.AST, names: dict[str, str]) -> str:
    """The catalogue that a call asks for a message; empty for every other node."""
    match node:
        case ast.Call(
            func=ast.Name(id=name) | ast.Attribute(ast.Name(id=name), "refusal"), args=[_, *_]
        ):
            return names.get(name, "")
    return ""


def direct_calls(node: ast.AST) -> Iterator[ast.AST]:
    """A call that `partial` puts off, and those that an entry makes, as the calls themselves; every
    other node as it is. Figures that are not given now may be given later."""
    match node:
        case ast.Call(func=ast.Name(id="partial"), args=[function, *arguments]):
            figures = node.keywords or [ast.keyword(None, ast.Name("later"))]
            yield ast.copy_location(ast.Call(function, arguments, figures), node)
        case ast.Call(func=ast.Name(id=kind), args=[name, *arguments]) if kind in ENTRIES:
            for start in ENTRIES[kind]:
                code: ast.expr = ast.JoinedStr([ast.Constant(f"{start}-")])
                if isinstance(name, ast.Constant):
                    code = ast.Constant(f"{start}-{name.value}")
                yield from (
                    ast.copy_location(ast.Call(catalogue, [code], []), node)
                    for catalogue in arguments
                )
        case _:
            yield node


def run_at_loading(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run when a module is loaded: not the bodies of functions, but their defaults
    and decorators."""
    yield node
    for name, value in ast.iter_fields(node):
        if name == "body" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from run_at_loading(child)


def catalogue_names(nodes: list[ast.AST]) -> dict[str, str]:
    """The catalogue behind each name that a module imports one as."""
    return {
        alias.asname or alias.name: node.module
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module and node.module.endswith(".messages")
        for alias in node.names
        if alias.name == "message"
    }


def texts(nodes: list[ast.AST]) -> set[str]:
    """Constant texts of a module, those inside composed ones not."""
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def add_call(found: Requests, place: str, call: ast.Call) -> None:
    """Notes what a call asks for."""
    figures = (
        None
        if any(keyword.arg is None for keyword in call.keywords)
        else frozenset(keyword.arg for keyword in call.keywords if keyword.arg is not None)
    )
    for code, is_prefix in constants(call.args[0]):
        if is_prefix:
            found.prefixes.append((place, code))
        else:
            found.calls.append((place, (code, *remedies(call, code)), figures))


def remedies(call: ast.Call, code: str) -> list[str]:
    """The code of the remedy, of a call for a refusal."""
    if not isinstance(call.func, ast.Attribute):
        return []
    shared = call.args[1] if len(call.args) > 1 else ast.Constant(f"{code}-now")
    return [str(shared.value)] if isinstance(shared, ast.Constant) else []


def constants(argument: ast.expr) -> Iterator[tuple[str, bool]]:
    """The codes that an argument may be, as far as they are constant; and whether a code goes on
    after that."""
    for code in codes(argument):
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            yield code.value, False
        elif isinstance(code, ast.JoinedStr):
            start = code.values[0] if code.values else None
            yield str(start.value) if isinstance(start, ast.Constant) else "", True


def codes(argument: ast.expr) -> Iterator[ast.expr]:
    """The codes that an argument may be: both sides of a condition."""
    if isinstance(argument, ast.IfExp):
        yield from codes(argument.body)
        yield from codes(argument.orelse)
    else:
        yield argument


def check_requests(name: str, english: dict[str, Message], found: Requests) -> Iterator[str]:
    """Requests that a catalogue does not meet, and messages that nobody asks for."""
    for place, asked_codes, figures in found.calls:
        missing = [code for code in asked_codes if code not in english]
        yield from (f"{place}: {name} has no message '{code}'" for code in missing)
        if missing:
            continue
        wanted = frozenset[str]().union(*(english[code].figures for code in asked_codes))
        if figures is not None and figures != wanted:
            yield (
                f"{place}: '{asked_codes[0]}' is given {join_names(figures)} and wants "
                f"{join_names(wanted)}"
            )
    for place, prefix in found.prefixes:
        if not prefix:
            yield f"{place}: a code has to begin with constant text"
        elif not any(code.startswith(prefix) for code in english):
            yield f"{place}: {name} has no message that begins with '{prefix}'"
    for place, start, is_prefix in found.loading:
        for code, message in english.items():
            asked = code.startswith(start) if is_prefix else code == start
            if asked and message.group != ENGLISH_ONLY:
                yield f"{place}: '{code}' is asked for before the reader's language is known"
    used = {code for _, asked_codes, _ in found.calls for code in asked_codes} | found.texts
    for code in english:
        if code not in used and not any(code.startswith(prefix) for _, prefix in found.prefixes):
            yield f"{name}: nobody asks for '{code}'"


def check_language(
    name: str, english: dict[str, Message], other: dict[str, Message]
) -> Iterator[str]:
    """Messages of another language that are missing, superfluous, or want other figures."""
    for code, message in english.items():
        if code not in other and message.group != ENGLISH_ONLY:
            yield f"{name}: '{code}' is missing"
    for code, message in other.items():
        if code not in english:
            yield f"{name}: there is no '{code}' in English"
        elif not message.figures <= english[code].figures:
            yield (
                f"{name}: '{code}' wants {join_names(message.figures)}, and the English one has "
                f"{join_names(english[code].figures)}"
            )
        elif lost := lost_figures(english[code], message):
            yield f"{name}: '{code}' leaves out {join_names(lost)}"


def lost_figures(english: Message, other: Message) -> frozenset[str]:
    """Figures that the English text has for some values, where the text of the other language for
    the same values neither has them nor is chosen by them."""
    lost: set[str] = set()
    for theirs in other.readings:
        chosen_by = {figure for figure, _, _ in theirs.variants}
        for ours in english.readings:
            if go_together(english, ours, other, theirs):
                lost |= ours.figures - theirs.figures - chosen_by
    return frozenset(lost)


def go_together(one: Message, reading: Reading, other: Message, its_reading: Reading) -> bool:
    """Whether some values of the figures lead to both readings."""
    for figure, key, is_default in reading.variants:
        for its_figure, its_key, its_is_default in its_reading.variants:
            if figure == its_figure and key != its_key:
                leads_there = is_default and its_key not in one.keys(figure)
                leads_here = its_is_default and key not in other.keys(figure)
                if not (leads_there or leads_here):
                    return False
    return True


def join_names(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "no figure"


def faults(package: Path) -> list[str]:
    """Everything that does not agree, a line each."""
    found: list[str] = []
    wanted = requests(package)
    for path in sorted(package.rglob("messages/en.ftl")):
        module = ".".join((package.name, *path.parent.relative_to(package).parts))
        try:
            english = read(path)
            found += check_requests(module, english, wanted.pop(module, Requests()))
            for language in LANGUAGES:
                other = path.with_name(f"{language}.ftl")
                if other.is_file():
                    found += check_language(f"{module} ({language})", english, read(other))
        except ValueError as error:
            found.append(str(error))
    found += [
        f"{module} is imported and has no en.ftl"
        for module in wanted
        if not (package / Path(*module.split(".")[1:])).with_suffix(".py").is_file()
    ]
    return found


def main(arguments: Sequence[str]) -> int:
    found = faults(Path(arguments[0]) if arguments else PACKAGE)
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
