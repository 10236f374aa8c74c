"""No verdict and no text hangs on a sentence: nothing in the program takes prose apart or looks for
words in it.

What is made for people is made once, of codes and figures, at the edge. Prose of others
(pydantic's, the kernel's, SQLite's) is read in few places, which are listed.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import plimsoll
from tests.words import argv

PACKAGE = Path(plimsoll.__file__).parent
TAKES_APART = {
    *argv("removeprefix removesuffix partition rpartition split rsplit startswith endswith"),
    *argv("replace find rfind index rindex count"),
}
PROSE = re.compile(
    r"[a-z]{2,}[,.:]? [a-z]|[a-z]{3,}[,:]? $|^[,.:;]? [a-z]{2,}|^[,.:;] [a-z]", re.IGNORECASE
)
"""Two words; a word with the blank behind it or before it, as it stands in a sentence; what is put
behind one."""
SENTENCES = {"words", "sentence", "headline", "because"}
"""Attributes that hold prose: nothing is looked for in another text by one of them, and no text in
one."""
OF_OTHERS = {
    "Value error, ": "pydantic begins a refusal of ours with it",
    "Assertion failed, ": "likewise",
    "plimsoll: ": "a child process of ours says its error on a line",
    "Bearer ": "a header of HTTP",
    "ancestors 'none'": "likewise, of ours",
    "can't start new thread": "Python's error when the system gives no more",
    "not authorized": "SQLite's",
    "Could not decode": "SQLite's driver, of bytes that are no UTF-8",
    "integer string conversion": "Python's error for a number with too many digits",
    "verification failed": "OpenSSH's, of a host's key",
    "Permission denied": "OpenSSH's, of ours",
    "is not a VIM server": "pyVmomi's, of a server that is no vCenter",
    " - cgroup": "the kernel's, in mountinfo",
    " and ": "joins the objectives that somebody types",
    "fio ": "begins the name of an engine of fio's: fio libaio",
}
NOT_INSIDE = {
    "web/live_view.py": "whole sentences: an event that the store has is not told again",
    "features/jobs/formats/ndisk.py": "the words of a command line, each by itself",
}
"""Where such an attribute is compared and nothing is looked for inside of a sentence."""


FOREIGN = tuple(
    PACKAGE / "features" / name
    for name in ("imports", "fio_results", "vdbench_results", "elbencho_results", "jobs")
)
"""Read what other programs print for people: there is nothing else to read."""


@dataclass(frozen=True)
class FileFindings:
    """What a file has of what is looked for here. Its tree is not kept: all trees together are a
    million objects, which would be looked through for garbage again and again."""

    texts: list[tuple[int, str]]
    tight: list[int]


@pytest.fixture(scope="module")
def read() -> dict[Path, FileFindings]:
    """Every file's, by one walk."""
    return {path: _findings_of(path) for path in sorted(PACKAGE.rglob("*.py"))}


def _findings_of(path: Path) -> FileFindings:
    kinds = (ast.Call, ast.Compare, ast.JoinedStr)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [node for node in _walk(tree) if isinstance(node, kinds)]
    return FileFindings(list(_texts(nodes)), list(_tight(nodes)))


def _walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node of it, as `ast.walk` has them, in half the time."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for name in node._fields:
            inner = getattr(node, name, None)
            if isinstance(inner, list):
                waiting.extend(one for one in inner if isinstance(one, ast.AST))
            elif isinstance(inner, ast.AST):
                waiting.append(inner)


@pytest.mark.long
def test_nothing_takes_a_sentence_apart(read: dict[Path, FileFindings]) -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {text!r}"
        for path, of in read.items()
        if not set(FOREIGN) & set(path.parents)
        for line, text in of.texts
        if text not in OF_OTHERS
        if text not in SENTENCES or path.relative_to(PACKAGE).as_posix() not in NOT_INSIDE
    ]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "gone.removesuffix(' in 1 Run')",
        "span.partition(' from ')",
        "reach.removesuffix(' IOPS')",
        "name.removesuffix(f' at {size}')",
        "unrecorded.replace(' not recorded', '')",
        "load.startswith(('rate ', 'depth '))",
        "'rate ' in point.load",
        "lost.words in said",
        "'cap' in finding.because",
        "text.split('; because ')[1]",
        "said.find('objective') > 0 and said.find('the objective')",
    ],
)
def test_the_guard_sees_prose_that_is_taken_apart(code: str) -> None:
    assert list(_texts(list(ast.walk(ast.parse(code))))), code


@pytest.mark.parametrize(
    "code",
    [
        "name.removesuffix('_share')",
        "text.replace(' ', '')",
        "role.partition('_')",
        "kind in ('cached', 'not steady')",
        "words in VERDICTS",
        "path.endswith('.toml')",
        "said.rstrip('.')",
    ],
)
def test_the_guard_lets_names_and_codes_pass(code: str) -> None:
    assert list(_texts(list(ast.walk(ast.parse(code))))) == []


def _texts(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Line and prose of what a call takes a text apart by, and of what a comparison looks for in
    one; where a sentence of ours is looked for, or in, the name of its attribute."""
    for node in nodes:
        looked: list[ast.expr] = []
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in TAKES_APART
        ):
            # What is put in the place of something is looked for by nobody.
            given = node.args[:1] if node.func.attr == "replace" else node.args
            looked = [
                one for arg in given for one in (arg.elts if isinstance(arg, ast.Tuple) else [arg])
            ]
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            looked = [node.left]
            yield from (
                (side.lineno, side.attr)
                for side in (node.left, node.comparators[0])
                if isinstance(side, ast.Attribute) and side.attr in SENTENCES
            )
        for one in looked:
            text = _literal(one)
            if PROSE.search(text):
                yield one.lineno, text


def _literal(one: ast.expr) -> str:
    """A text that stands in the code, a digit for each value in it; empty for any other."""
    if isinstance(one, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "0" for part in one.values
        )
    return one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else ""


AS_TYPED = {"features/jobs/vdbench_verb.py": "a rate as it is typed: 50%"}
"""Where a figure is followed by % without a space, and why."""


def test_a_percentage_is_printed_by_units_with_a_space_before_its_sign(
    read: dict[Path, FileFindings],
) -> None:
    """In sentences and cells alike, `1.2 %`; what is typed has none, and other tools' output is
    theirs."""
    found = [
        f"{name}:{line}"
        for path, of in read.items()
        if not set(FOREIGN) & set(path.parents)
        and (name := path.relative_to(PACKAGE).as_posix()) not in AS_TYPED
        for line in of.tight
    ]
    assert found == []


def _tight(nodes: list[ast.AST]) -> Iterator[int]:
    """Lines with a figure that is formatted as `1%`, or that a % follows."""
    for node in nodes:
        if not isinstance(node, ast.JoinedStr):
            continue
        for part, behind in zip(node.values, [*node.values[1:], None], strict=True):
            if not isinstance(part, ast.FormattedValue):
                continue
            spec = "" if part.format_spec is None else ast.unparse(part.format_spec)
            text = behind.value if isinstance(behind, ast.Constant) else ""
            if spec.rstrip("\"'").endswith("%") or str(text).startswith("%"):
                yield part.lineno
