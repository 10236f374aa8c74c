"""Commands in tests, written as somebody types them."""

import shlex


def argv(line: str) -> tuple[str, ...]:
    """The words of a command line; quotes hold together what belongs together, as in a shell."""
    return tuple(shlex.split(line))
