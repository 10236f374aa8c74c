"""A command as a document has it."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field


def runnable(command: str | list[str]) -> str | list[str]:
    """What the kernel would refuse is told before anything runs. Raises ValueError."""
    words = [command] if isinstance(command, str) else command
    if not words or not words[0].strip():
        raise ValueError("an empty command: give a program, or 'true' where nothing is to be done")
    if any("\0" in word for word in words):
        raise ValueError("a command cannot hold a NUL character")
    return command


Command = Annotated[
    str | list[str],
    AfterValidator(runnable),
    Field(
        description=(
            "A text is run by /bin/sh -c; a list is a program and its arguments, run as it is."
        )
    ),
]
