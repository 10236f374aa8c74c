"""Reads a document that a person wrote (a campaign, a promise, a profile: TOML) into its type, with
errors that have file, line and key.

Every text file that a user names is read by `text_of`, with a limit on size and time (the native
side's twin is `crates/run/src/reading.rs`). The type is a pydantic model with the defaults, the
rules and the JSON schema. An error has file, line, key and mistake, and the known names for an
unknown one. Only the first mistake in the file is reported.
"""

from __future__ import annotations

import difflib
import errno
import hashlib
import json
import os
import re
import select
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from plimsoll.base import posix
from plimsoll.base.errors import InputError, NoTargetError, RefusedError
from plimsoll.base.messages import message
from plimsoll.base.rules import DOCUMENT_BYTES, PIPE_PATIENCE_S

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

Document = TypeVar("Document", bound="BaseModel")
TomlTable: TypeAlias = dict[str, Any]
"""A table of a TOML file before validation."""

MOST_PARTS = 64
"""Parts of a dotted key: the parser's work grows with their square, and no document of ours has
more than five."""
_DOTTED = re.compile(r"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++)++")
MOST_MISTAKES = 20
"""Mistakes among which the first is looked for: a file with a mistake on every line would take too
long."""


def text_of(
    path: Path,
    what: str = "file",
    now: str | None = None,
    *,
    most: int = DOCUMENT_BYTES,
    foreign: bool = False,
) -> str:
    """The text of a file; errors call it "the `what` `path`" and end with `now`, by default that it
    must be TOML. `foreign`: another program wrote it, so that characters that are not UTF-8 are
    replaced.

    Raises NoTargetError where there is none; InputError where it cannot be read, is larger than
    `most`, or not UTF-8.
    """
    now = message("must-be-toml") if now is None else now
    raw = bytes_of(path, what, now, most=most)
    try:
        return raw.decode("utf-8-sig", "replace") if foreign else raw.decode()
    except UnicodeDecodeError:
        raise InputError(message("file-no-text", what=what, path=path), now) from None


def bytes_of(path: Path, what: str, now: str, *, most: int = DOCUMENT_BYTES) -> bytes:
    """The bytes of a file, for formats that name their own encoding."""
    try:
        # O_NONBLOCK: opening a pipe would wait for a writer.
        descriptor = os.open(
            path, os.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC | posix.O_NOCTTY
        )
        try:
            raw = _all_of(descriptor, most)
        finally:
            os.close(descriptor)
    except (FileNotFoundError, NotADirectoryError):
        raise NoTargetError(*message.refusal("file-missing", what=what, path=path)) from None
    except (OSError, ValueError) as error:
        if isinstance(error, PermissionError):
            now = message("file-unreadable-now")
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(message("file-unreadable", what=what, path=path, why=why), now) from None
    if len(raw) > most:
        raise InputError(message("file-too-large", what=what, path=path, most=most >> 20), now)
    return raw


def _all_of(descriptor: int, most: int) -> bytes:
    """All bytes, up to one more than `most`."""
    kind = os.fstat(descriptor).st_mode
    if stat.S_ISDIR(kind):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    raw = bytearray()
    while len(raw) <= most:
        if stat.S_ISFIFO(kind):
            # Before its first writer has come a pipe looks as if it were at its end.
            _await(descriptor)
        try:
            part = os.read(descriptor, most + 1 - len(raw))
        except BlockingIOError:
            _await(descriptor)
            continue
        if not part:
            break
        raw += part
    return bytes(raw)


def _await(descriptor: int) -> None:
    looked = select.poll()
    looked.register(descriptor, select.POLLIN)
    if not looked.poll(PIPE_PATIENCE_S * 1000):
        raise OSError(errno.ETIMEDOUT, message("file-silent-pipe", limit=f"{PIPE_PATIENCE_S:.0f}"))


def toml(text: str) -> TomlTable:
    """Parses TOML. Raises ValueError, whose text ends with the place of the mistake if known."""
    for dotted in _DOTTED.finditer(text):
        if dotted[0].count(".") >= MOST_PARTS:
            line = text.count("\n", 0, dotted.start()) + 1
            column = dotted.start() - text.rfind("\n", 0, dotted.start())
            raise ValueError(message("key-too-long", most=MOST_PARTS, line=line, column=column))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError(message("too-deep")) from None


def parsed_json(text: str) -> Any:
    """Parses JSON. Raises ValueError."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(message("too-deep")) from None


def digest(text: str) -> str:
    """SHA-256 of a text's bytes in UTF-8, as `sha256sum` prints it for the file."""
    return hashlib.sha256(text.encode()).hexdigest()


def read(
    path: Path,
    model: type[Document],
    *,
    amend: Callable[[TomlTable], None] | None = None,
    sha256: str | None = None,
    what: str = "file",
) -> Document:
    """The document in this file. Raises NoTargetError when there is none, InputError with the line
    of the mistake.

    `amend` may change the table before validation, for flags that win over the file. `sha256`: the
    required digest of the text that is used, else RefusedError. `what` names an empty file in the
    error.
    """
    text = text_of(path)
    if sha256 is not None and digest(text) != sha256.strip().lower():
        raise RefusedError(*message.refusal("file-other-digest", path=path, digest=digest(text)))
    if not text.strip():
        raise InputError(*message.refusal("file-empty", "must-be-toml", what=what, path=path))
    return parse(text, model, name=str(path), amend=amend)


def parse(
    text: str,
    model: type[Document],
    *,
    name: str,
    amend: Callable[[TomlTable], None] | None = None,
) -> Document:
    """The document in this text; `name` is what errors call it."""
    from pydantic import ValidationError

    try:
        raw = toml(text)
    except ValueError as error:
        where = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
        place = f":{where[1]}" if where else ""
        words = str(error)[: where.start()] if where else str(error)
        raise InputError(
            message("not-toml", place=f"{name}{place}", why=words),
            message("not-toml-now" if where else "too-deep-now"),
        ) from None
    if amend is not None:
        amend(raw)
    try:
        return model.model_validate(raw)
    except RecursionError:
        raise InputError(f"{name}: {message('too-deep')}", message("too-deep-now")) from None
    except ValidationError as error:
        mistakes = error.errors(include_url=False)[:MOST_MISTAKES]
        places = _places(text)
        found = [(_line_in(places, details["loc"]), details) for details in mistakes]
        # A union has one mistake per type: of those on the first line the deepest is reported.
        line, details = min(found, key=lambda mistake: (mistake[0] or 0, -len(mistake[1]["loc"])))
        at = f":{line}" if line else ""
        mistake, now = _mistake_text(details, model)
        raise InputError(f"{name}{at}: {mistake}", now) from None


_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_ASSIGNMENT = re.compile(r"\s*([A-Za-z0-9_\-.\"' ]+?)\s*=")
KeyPlace: TypeAlias = tuple[int, list[int | str]]
"""A line (from 1), and the path of the table or key that begins there."""


def _places(text: str) -> list[KeyPlace]:
    """Every table and key of a TOML document, in order."""
    places: list[KeyPlace] = []
    table: list[int | str] = []
    counts: dict[tuple[int | str, ...], int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            path = _keys(header[2])
            table = list(path)
            if header[1] == "[[":
                index = counts[path] = counts.get(path, -1) + 1
                table.append(index)
            places.append((number, table))
        elif assigned := _ASSIGNMENT.match(line):
            places.append((number, [*table, *_keys(assigned[1])]))
    return places


def _line_in(places: list[KeyPlace], location: tuple[int | str, ...]) -> int | None:
    """The line (from 1) of this key, or of the nearest table above it; None without either."""
    wanted = [part for part in location if not (isinstance(part, str) and _is_a_type(part))]
    first = next((at for at, part in enumerate(wanted) if isinstance(part, int)), len(wanted))
    # Where a list of tables or a single one is allowed ([workload]), the model counts the single
    # one as the first.
    wanted_as_one = wanted[:first] + wanted[first + 1 :] if wanted[first:][:1] == [0] else wanted
    best: tuple[int, int] = (0, 0)
    for number, here in places:
        # A table whose path only begins like the wanted one is another table.
        if len(here) > best[0] and here in (wanted[: len(here)], wanted_as_one[: len(here)]):
            best = (len(here), number)
    return best[1] or None


def _keys(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def _is_a_type(part: str) -> bool:
    """Whether pydantic put the name of a union's branch into the location."""
    return part.startswith(
        ("function-", "tagged-union", "union[", "list[", "dict[", "literal[", "constrained-")
    ) or (part in ("str", "int", "float", "bool"))


def _mistake_text(details: ErrorDetails, model: type[BaseModel]) -> tuple[str, str]:
    key = ".".join(
        str(part) for part in details["loc"] if not (isinstance(part, str) and _is_a_type(part))
    )
    kind = details["type"]
    if kind == "extra_forbidden":
        last = str(details["loc"][-1])
        known = _known_keys(model, details["loc"][:-1])
        like = difflib.get_close_matches(last, known, n=1)
        keys = ", ".join(known)
        if like:
            now = message("key-unknown-now-like", like=like[0], keys=keys)
        else:
            now = message("key-unknown-now", keys=keys)
        return message("key-unknown", key=key), now
    if kind == "missing":
        return message("key-missing", key=key), message("key-missing-now")
    mistake = details["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    given: Any = details["input"]
    if kind == "value_error":
        return f"{key}: {mistake}" if key else mistake, ""
    mistake = f"{mistake[:1].lower()}{mistake[1:]}"
    if isinstance(given, dict | list):
        return f"{key}: {mistake}", ""
    return message("key-mistaken", key=key, mistake=mistake, given=repr(given)), ""


def _known_keys(model: type[BaseModel], location: tuple[int | str, ...]) -> list[str]:
    """The keys that are known at this place, by walking the models."""
    from pydantic import BaseModel

    at: list[type[BaseModel]] = [model]
    for part in location:
        if isinstance(part, int) or _is_a_type(part):
            continue
        named = [
            field
            for owner in at
            for key, field in owner.model_fields.items()
            if part in (key, field.alias)
        ]
        inner = [found for field in named for found in _models_in(field.annotation)]
        if inner:
            at = inner
    names = [field.alias or key for owner in at for key, field in owner.model_fields.items()]
    assert all(issubclass(owner, BaseModel) for owner in at)
    return list(dict.fromkeys(names))


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    from typing import get_args

    from pydantic import BaseModel

    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [candidate for part in get_args(annotation) for candidate in _models_in(part)]
