"""Listens and answers, until it is told to end. The socket is bound before anything is printed:
port 0 is one that is free, and who comes early waits."""

from __future__ import annotations

import ipaddress
import secrets
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base.errors import IoError, UsageError
from plimsoll.web import guard

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from plimsoll.web.launcher import Allowed
    from plimsoll.web.shelf import Shelf

ENDS_WITHIN_S = 3
"""How long open connections may take at the end: live pages hold theirs."""


@dataclass(frozen=True)
class Listening:
    """Where it listens, and what one has to know to come in."""

    address: str
    token: str
    made: bool
    """Whether the token was made here, and has to be told."""
    local: bool


def bind(where: str) -> socket.socket:
    """A listening socket at HOST:PORT. Raises UsageError for what is no address, IoError when it
    cannot be had."""
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
        raise UsageError(
            f"--listen {where} is not HOST:PORT",
            "Write --listen 127.0.0.1:8080, say; port 0 is one that is free.",
        )
    try:
        found = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM)[0]
        made = socket.socket(found[0], found[1])
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(found[4])
        # Now already: who reads the address may come at once.
        made.listen(128)
    except UnicodeError:
        raise UsageError(
            f"--listen {where}: not a valid host name", "Name an address of this machine."
        ) from None
    except OSError as error:
        raise IoError(
            f"cannot listen on {where}: {error.strerror}", "Give another address with --listen."
        ) from None
    made.set_inheritable(False)
    return made


def serve(
    bound: socket.socket,
    shelf: Shelf,
    allowed: Allowed,
    *,
    host: str,
    token: str | None,
    names: tuple[str, ...],
    policies: tuple[Path, ...],
    told: Callable[[Listening], None],
    failed: Callable[[str], None],
) -> None:
    """Answers until SIGINT or SIGTERM. `host`: as it was asked for; `policies`: policy files that
    are shown; `told` hears once how one comes in, `failed` a line of each defect that a page met
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
    called = socket.gethostname() if ip.is_unspecified else host
    known_as = guard.names(host, (called, str(address), *names))
    rules = guard.Rules(secret, ip.is_loopback, port, known_as)
    server = Server(shelf, rules, Starter(allowed), policies, Failures(failed), Drawer())
    config = uvicorn.Config(
        server.app(),
        # What a page fails with is logged by `failures.py`.
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=ENDS_WITHIN_S,
        lifespan="on",
    )
    shown = f"[{called}]" if ":" in called else called
    told(Listening(f"http://{shown}:{port}/", secret, token is None, ip.is_loopback))
    connections.Server(config, bound).run()
