"""Binds the socket of the server and runs it until SIGINT or SIGTERM. The socket is bound before
the address is printed, so that port 0 is known and early clients wait."""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plimsoll.base.errors import IoError, UsageError
from plimsoll.web import guard
from plimsoll.web.messages import message

if TYPE_CHECKING:
    from plimsoll.web.launcher import Permissions
    from plimsoll.web.shelf import Shelf

ENDS_WITHIN_S = 3
"""Time for open connections at the end, such as those of live pages."""


@dataclass(frozen=True)
class Listening:
    """The address of the server, and the token to log in."""

    address: str
    token: str
    made: bool
    """Whether the token was generated, and has to be shown."""
    local: bool


def bind(where: str) -> socket.socket:
    """A listening socket at HOST:PORT. Raises UsageError for an invalid address, IoError if it
    cannot be opened."""
    host, colon, port = where.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if (
        not colon
        or not host
        or not port.isascii()
        or not port.isdecimal()
        or len(port) > 5
        or int(port) > 65535
    ):
        raise UsageError(*message.refusal("listen-invalid", where=where))
    try:
        found = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM)[0]
        bound = socket.socket(found[0], found[1])
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(found[4])
        # Before the address is printed, since clients may connect at once.
        bound.listen(128)
    except UnicodeError:
        raise UsageError(*message.refusal("listen-name", where=where)) from None
    except OSError as error:
        raise IoError(
            *message.refusal("listen-failed", where=where, reason=error.strerror)
        ) from None
    bound.set_inheritable(False)
    return bound


def serve(
    bound: socket.socket,
    shelf: Shelf,
    allowed: Permissions,
    *,
    host: str,
    token: str | None,
    names: tuple[str, ...],
    added: Mapping[str, Any],
    told: Callable[[Listening], None],
    failed: Callable[[str], None],
) -> None:
    """Serves until SIGINT or SIGTERM. `host`: as typed; `added`: the flags of features'
    pages (`cli/_added_flags.py`); `told` gets the address once, `failed` a line for each defect
    (`failures.py`)."""
    import uvicorn

    from plimsoll.web import connections
    from plimsoll.web.app import Server
    from plimsoll.web.failures import Failures
    from plimsoll.web.launcher import Starter
    from plimsoll.web.report_files import Drawer

    address, port = bound.getsockname()[:2]
    ip = ipaddress.ip_address(address)
    secret = token if token is not None else secrets.token_urlsafe(24)
    name = socket.gethostname() if ip.is_unspecified else host
    own_names = guard.names(host, (name, str(address), *names))
    rules = guard.Rules(secret, ip.is_loopback, port, own_names)
    server = Server(shelf, rules, Starter(allowed), added, Failures(failed), Drawer())
    config = uvicorn.Config(
        server.app(),
        # `failures.py` logs errors of pages.
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=ENDS_WITHIN_S,
        lifespan="on",
    )
    url_host = f"[{name}]" if ":" in name else name
    told(Listening(f"http://{url_host}:{port}/", secret, token is None, ip.is_loopback))
    connections.Server(config, bound).run()
