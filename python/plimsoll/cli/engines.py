"""`plimsoll engines`: how bytes can be moved, and what of it works on this machine."""

from plimsoll.cli import _options
from plimsoll.cli.terminal import screen

EXAMPLES = ("plimsoll engines", "plimsoll engines --json")


def engines(as_json: _options.Json = False) -> None:
    """List the I/O engines and which of them work on this machine."""
    from plimsoll.native import session as execute

    screen.names("engines", execute.engines(), as_json=as_json)
