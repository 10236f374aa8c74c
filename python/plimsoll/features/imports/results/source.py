"""Reads a file: its encoding, its numbered lines, its digest, and errors that name file and line.

A small file is read once and kept while it is in use. A larger one is read line by line. UTF-8
(with or without its mark), UTF-16 and Latin-1, any line end."""

import codecs
import contextlib
import hashlib
import io
import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from plimsoll.base import language, posix
from plimsoll.base.errors import InputError, NoTargetError, PlimsollError, one_line
from plimsoll.base.printable import printable
from plimsoll.features.imports.messages import message

HEAD = 64 << 10
"""Bytes by which a format is known."""
SMALL = 256 << 10
"""Bytes up to which a file is read once: most results are that small, and opening a file anew for
its format, its digest and its lines takes longer than reading it."""
LONGEST_LINE = 64 << 20
"""Characters: a JSON document on one line."""
LEFT_OUT_ADVICE = message("left-out-advice")


def _latin1(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("plimsoll.latin1", _latin1)


_QUOTE = re.compile(r"^(?:> ?)+")
"""Before a line that was pasted as a quotation."""


def _unix_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


Sentence = Callable[[], str]
"""A sentence that is made where it is shown: in the reader's language, or in English."""


class Bad(InputError):  # noqa: N818  # said where it is raised: file.bad
    """A result file is not what it should be. Its message is in English; `sentence` makes the same
    in the reader's language."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(in_english(sentence), LEFT_OUT_ADVICE)


def in_english(sentence: Sentence) -> str:
    """The sentence for a document, a record or an error."""
    with language.for_programs():
        return one_line(sentence())


def sentence_of(error: PlimsollError) -> Sentence:
    """The message of an error for a reader."""
    return error.sentence if isinstance(error, Bad) else lambda: error.message


@dataclass(frozen=True)
class File:
    """One file of a source. `shown` is what errors and records call it."""

    path: Path
    shown: str

    def bad(self, what: Sentence, line: int | None = None) -> Bad:
        """An error that names the file and the line."""

        def sentence() -> str:
            if not line:
                return message("bad-file", file=self.shown, text=what())
            return message("bad-line", file=self.shown, line=line, text=what())

        return Bad(sentence)

    @cached_property
    def encoding(self) -> str:
        """The encoding, from its mark or the positions of zero bytes; else UTF-8, with invalid
        bytes as Latin-1."""
        head = self._bytes(4096)
        if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16"
        if head.startswith(codecs.BOM_UTF8):
            return "utf-8-sig"
        pairs = len(head) // 2
        if pairs >= 4:
            if head[1::2].count(0) > 0.6 * pairs and head[0::2].count(0) == 0:
                return "utf-16-le"
            if head[0::2].count(0) > 0.6 * pairs and head[1::2].count(0) == 0:
                return "utf-16-be"
        return "utf-8"

    @cached_property
    def head(self) -> str:
        """The begin of its text."""
        if not self._is_quoted:
            return self._head
        return "\n".join(_QUOTE.sub("", line) for line in self._head.split("\n"))

    @cached_property
    def _head(self) -> str:
        """The begin of the text, unchanged."""
        decoder = codecs.getincrementaldecoder(self.encoding)(errors="plimsoll.latin1")
        with self._errors():
            text = decoder.decode(self._bytes(HEAD), final=False)
        return _unix_lines(text)

    @cached_property
    def _is_quoted(self) -> bool:
        """Whether the text was pasted as a quotation, with a mark before each line."""
        if not self._head.lstrip().startswith(">"):
            return False
        lines = [line for line in self._head.split("\n") if line.strip()]
        return len(lines) > 1 and all(line.startswith(">") for line in lines)

    @property
    def begin(self) -> bytes:
        """The first bytes, which identify binary files."""
        return self._bytes(512)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Numbered lines, without line ends and quotation marks."""
        if not self._is_quoted:
            return self._lines()
        return ((number, _QUOTE.sub("", line)) for number, line in self._lines())

    def _lines(self) -> Iterator[tuple[int, str]]:
        errors = "replace" if self.encoding.startswith("utf-16") else "plimsoll.latin1"
        if (content := self._content) is not None:
            with self._errors():
                lines = _unix_lines(content.decode(self.encoding, errors)).split("\n")
            if not lines[-1]:
                lines.pop()
            yield from enumerate(lines, 1)
            return
        with self._errors(), self._open() as raw:
            text = io.TextIOWrapper(raw, self.encoding, errors=errors, newline=None)
            number = 0
            while line := text.readline(LONGEST_LINE):
                number += 1
                if len(line) == LONGEST_LINE and not line.endswith("\n"):
                    raise self.bad(
                        lambda: message("line-too-long", most=LONGEST_LINE >> 20), number
                    )
                yield number, line.rstrip("\n")

    def utf8(self, most: int) -> bytes | None:
        """The whole content, if it is UTF-8 with line feeds and at most `most` bytes. None
        otherwise: the caller reads lines then."""
        size, _ = self.stamp()
        if size > most or self.encoding != "utf-8" or self._is_quoted:
            return None
        with self._errors(), self._open() as raw:
            # As much as there is: room for as many bytes as are asked for is taken first.
            text = raw.read(size)
        return None if b"\r" in text else text

    def refuse_cut(self, number: int, *, complete: bool = False) -> None:
        """Raises Bad where this line of figures is the last of the file and does not end: its last
        figure may be a part of one. `complete`: it is seen to be whole, as in a text copied from a
        console, whose last line has no end."""
        if not complete and not self._ends and number == self._last:
            raise self.bad(lambda: message("line-cut"), number)

    @cached_property
    def _ends(self) -> bool:
        with self._errors(), self._open() as raw:
            raw.seek(max(0, self.path.stat().st_size - 4))
            rest = raw.read(4)
        return any(rest.endswith(end) for end in (b"\n", b"\r", b"\n\0", b"\r\0"))

    @cached_property
    def _last(self) -> int:
        return sum(1 for _ in self.lines())

    def digest(self) -> str:
        """SHA-256 of its bytes."""
        if (content := self._content) is not None:
            return hashlib.sha256(content).hexdigest()
        made = hashlib.sha256()
        with self._errors(), self._open() as raw:
            while block := raw.read(1 << 20):
                made.update(block)
        return made.hexdigest()

    def stamp(self) -> tuple[int, int]:
        """Changes when it is written: size and time."""
        with self._errors():
            found = self.path.stat()
        return found.st_size, found.st_mtime_ns

    @property
    def _content(self) -> bytes | None:
        """The current content of a small file; None for a larger one."""
        stamp = self.stamp()
        cached: tuple[tuple[int, int], bytes | None] | None = self.__dict__.get("_held")
        if cached is None or cached[0] != stamp:
            with self._errors(), self._open() as raw:
                found = raw.read(SMALL + 1)
            cached = stamp, found if len(found) <= SMALL else None
            self.__dict__["_held"] = cached
        return cached[1]

    def _bytes(self, most: int) -> bytes:
        if (content := self._content) is not None:
            return content[:most]
        with self._errors(), self._open() as raw:
            return raw.read(most)

    def _open(self) -> BinaryIO:
        descriptor = os.open(
            self.path, os.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC | posix.O_NOCTTY
        )
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise self.bad(lambda: message("not-regular"))
        return os.fdopen(descriptor, "rb", buffering=1 << 18)

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (FileNotFoundError, NotADirectoryError):
            raise NoTargetError(
                *message.refusal("no-such-file", file=printable(str(self.path)))
            ) from None
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise self.bad(lambda: message("unreadable", why=why)) from None
