"""Parses a vdbench parameter file into parameters with their places.

The grammar is that of vdbench's scanner: a line that begins with `/`, `#` or `*` is a comment,
`eof` ends the file, `include=FILE` reads another (which may not include a third), a line that ends
with a comma continues in the next, text after a blank is a comment, quotes keep blanks, commas and
equal signs, a value in parentheses is a list, `$name` comes from the command line. The meaning of
parameters is not checked here."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from plimsoll.base import reading
from plimsoll.base.errors import InputError, NoTargetError
from plimsoll.features.jobs.formats.problems import cut

LONGEST_LINE = 1 << 20
"""Longest line in characters, with continuations: vdbench allows 10,240 values of a parameter."""

VARIABLE = re.compile(r"\$(\w+)")


@dataclass(frozen=True)
class Parameter:
    """`keyword=value`, or `keyword=(value,value)`."""

    keyword: str
    """The keyword in lower case; it may be abbreviated."""
    values: tuple[str, ...]
    where: str
    """Place of the parameter: `jobs.parm, line 3`."""

    @property
    def text(self) -> str:
        """The parameter as written, for a message."""
        inside = ",".join(self.values)
        return f"{self.keyword}={cut(f'({inside})' if len(self.values) > 1 else inside)}"


@dataclass(frozen=True)
class _Line:
    where: str
    text: str


def read(path: Path, variables: Mapping[str, str]) -> list[Parameter]:
    """The parameters of a file, in order. Raises NoTargetError, InputError."""
    return [
        parameter
        for line in _join_lines(_lines(path, variables, 0))
        for parameter in _parameters(line)
    ]


def _lines(path: Path, variables: Mapping[str, str], depth: int) -> Iterator[_Line]:
    for number, raw in enumerate(_text(path).splitlines(), 1):
        where = f"{path.name}, line {number}"
        line = raw.strip()
        if line.startswith("eof"):
            return
        if not line or line[0] in "/#*":
            continue
        line = _expand_variables(line, variables, where)
        if line.startswith("include="):
            if depth:
                raise InputError(f"{where}: an included file cannot include another")
            yield from _lines(_include_path(line.split(maxsplit=1)[0], path, where), variables, 1)
        else:
            yield _Line(where, line)


def _text(path: Path) -> str:
    now = "It must be a parameter file of vdbench."
    text = reading.text_of(path, "job file", now, foreign=True)
    if "\0" in text:
        raise InputError(f"{path.name} is not text: it holds NUL bytes")
    return text


def _include_path(line: str, beside: Path, where: str) -> Path:
    """Finds an included file beside the including one, or in the working folder, as vdbench
    does."""
    name = line.partition("=")[2].strip("\"'")
    if not name:
        raise InputError(f"{where}: include= names no file")
    for found in (beside.parent / name, Path(name)):
        if found.is_file():
            return found
    raise NoTargetError(f"{where}: include={cut(name)} does not exist")


def _expand_variables(line: str, variables: Mapping[str, str], where: str) -> str:
    def value(found: re.Match[str]) -> str:
        if found[1] not in variables:
            known = ", ".join(sorted(variables)) or "none is"
            raise InputError(
                f"{where}: ${found[1]} is not given ({known})",
                f"Give it on the command line: {found[1]}=VALUE.",
            )
        return variables[found[1]]

    return VARIABLE.sub(value, line)


def _join_lines(lines: Iterator[_Line]) -> Iterator[_Line]:
    """Joins lines that end with a comma with the next, and strips comments."""
    statement: _Line | None = None
    for line in lines:
        text = _without_comment(line)
        statement = line if statement is None else statement
        whole = text if statement is line else statement.text + text
        if len(whole) > LONGEST_LINE:
            raise InputError(f"{statement.where}: a line has more than {LONGEST_LINE:,} characters")
        statement = _Line(statement.where, whole)
        if not whole.endswith(","):
            yield statement
            statement = None
    if statement is not None:
        yield _Line(statement.where, statement.text.rstrip(","))


def _without_comment(line: _Line) -> str:
    """The line up to the first blank outside of quotes."""
    quoted = False
    for place, sign in enumerate(line.text):
        if sign == '"':
            quoted = not quoted
        elif sign.isspace() and not quoted:
            return line.text[:place]
    if quoted:
        raise InputError(f'{line.where}: a quote (") is not closed')
    return line.text


def _parameters(line: _Line) -> Iterator[Parameter]:
    for part in _split(line, line.text, "parameter"):
        keyword, equals, value = part.partition("=")
        if not equals or not keyword:
            raise InputError(f"{line.where}: '{cut(part)}' is no keyword=value")
        listed = value.startswith("(")
        if listed and not value.endswith(")"):
            raise InputError(f"{line.where}: '{cut(part)}': text after the closing parenthesis")
        inside = _split(line, value[1:-1], "value") if listed else [value]
        values = tuple((item.strip("()") if listed else item).replace('"', "") for item in inside)
        if not any(values):
            raise InputError(f"{line.where}: {cut(keyword)}= has no value")
        yield Parameter(keyword.lower(), values, line.where)


def _split(line: _Line, text: str, what: str) -> list[str]:
    """Splits at commas outside of quotes and parentheses. Raises InputError."""
    parts, start, depth, quoted = [], 0, 0, False
    for place, sign in enumerate(text):
        if sign == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif sign == "(":
            depth += 1
        elif sign == ")":
            depth -= 1
            if depth < 0:
                raise InputError(f"{line.where}: a ')' closes nothing")
        elif sign == "," and not depth:
            parts.append(text[start:place])
            start = place + 1
    if depth:
        raise InputError(f"{line.where}: a '(' is not closed")
    parts.append(text[start:])
    if what == "parameter" and any(not part for part in parts):
        raise InputError(f"{line.where}: there is nothing between two commas")
    return parts
