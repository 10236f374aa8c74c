"""The contract of a target of `suggest`: a system for which a policy is written as text.

A target says which lines its figures come from (`choose`), writes the text (`write`) and reads a
text back (`read`): what was written must be read as exactly what was meant, whatever the names in
it. It measures, proves and prints nothing. One file for the targets of a system, and one line each
in `TARGETS`. One suite of tests runs over all: `tests/features/suggest/test_contract.py`.
"""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from plimsoll.base.errors import UsageError
from plimsoll.features.suggest.choosing import Choosing, Meaning, PolicyChoice
from plimsoll.features.suggest.messages import message

Option = Literal["for", "device", "disk", "driver", "type"]
"""What a text needs to know beside the figures, each a flag of that name."""

PRINTABLE_MOST = 4096
"""Letters of the longest name: that of a path."""


class UnreadableError(Exception):
    """A text that is not one of a target. The words are for a test's output."""


@dataclass(frozen=True)
class Target:
    """A target."""

    name: str
    options: tuple[Option, ...]
    """Required."""
    choose: Callable[[Choosing, dict[Option, str]], PolicyChoice]
    """The figures. Raises NoPolicy where the lines do not support them."""
    write: Callable[[Meaning, dict[Option, str]], str]
    """The text, without comments. Raises UsageError for a name that the system does not take."""
    read: Callable[[str], Meaning]
    """What a text with comments means. Raises UnreadableError."""
    comment: tuple[str, str] = ("# ", "")
    """Begin and end of a comment line."""
    profile: str | None = None
    """The law of the stack element `limit` by which the system keeps it."""
    optional: tuple[Option, ...] = ()
    is_limit: bool = True
    """Whether it is a limit, which `policy verify` measures on the system itself."""


def check_options(target: Target, given: dict[Option, str]) -> None:
    """Raises UsageError for an option that is missing, of no use, or no line of text."""
    for option in target.options:
        if option not in given:
            raise UsageError(
                message("option-missing", target=target.name, option=option),
                message(f"option-{option}"),
            )
    for option, value in given.items():
        if option not in (*target.options, *target.optional):
            raise UsageError(
                *message.refusal("option-of-no-use", target=target.name, option=option)
            )
        if not value.strip() or not value.isprintable() or len(value) > PRINTABLE_MOST:
            raise UsageError(
                message("name-unprintable", option=option, most=PRINTABLE_MOST),
                message(f"option-{option}"),
            )


def commands(text: str) -> Iterator[list[str]]:
    """The commands of a shell text, as the shell splits them, without comments. A last line that
    does not end is half a text."""
    if not text.endswith("\n"):
        raise UnreadableError("the text ends early")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            try:
                yield shlex.split(line)
            except ValueError as error:
                raise UnreadableError(str(error)) from None


def only(found: list[list[str]], *, count: int = 1) -> list[list[str]]:
    """These commands, of which there are so many. Raises UnreadableError for another number."""
    if len(found) != count:
        raise UnreadableError(f"{len(found)} commands, not {count}")
    return found


def settings(words: list[str]) -> dict[str, str]:
    """Words of the form KEY=VALUE."""
    return {key: value for key, _, value in (word.partition("=") for word in words)}


def whole_setting(given: Mapping[str, str], name: str) -> int | None:
    """The whole number of a setting, or None where it is not set."""
    return whole(given.get(name))


def whole(text: str | None) -> int | None:
    """A whole number, or None where there is none."""
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]+", text):
        raise UnreadableError(f"'{text}' is no whole number")
    return int(text)
