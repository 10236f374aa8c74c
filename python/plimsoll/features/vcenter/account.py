"""The account for a vCenter, and the check of its certificate.

Both come from the environment (PLIMSOLL_VCENTER names the server that PLIMSOLL_VCENTER_USER and
PLIMSOLL_VCENTER_PASSWORD are for), else from `vcenter.toml` beside `config.toml`, which only its
owner may read:

    ["vc.example.com"]
    user = "plimsoll@vsphere.local"
    password = "…"          # or keyring = true
    ca = "/etc/ssl/vc.pem"  # or insecure = true

A password belongs to a server by name, so that no other file can send it elsewhere. It is in no
error, repr, process argument or journal."""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from plimsoll.base import posix, preferences, reading
from plimsoll.base.errors import InputError, NoTargetError, RefusedError
from plimsoll.base.extras import install_command
from plimsoll.features.vcenter.messages import message

NAME = "vcenter.toml"
PORT = 443
SERVER = re.compile(
    r"(?P<host>[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])"
    r"(:(?P<port>[0-9]{1,5}))?"
)
ENVIRONMENT = ("PLIMSOLL_VCENTER", "PLIMSOLL_VCENTER_USER", "PLIMSOLL_VCENTER_PASSWORD")
KEYRING = "plimsoll vCenter"
"""Service name of passwords in a keyring."""
MOST_BYTES = 1 << 20


@dataclass(frozen=True)
class _Table:
    """A server's table in the file."""

    user: str = ""
    password: str = field(default="", repr=False)
    keyring: bool = False
    ca: str | None = None
    insecure: bool = False


KEYS: dict[str, type] = {key.name: bool if key.default is False else str for key in fields(_Table)}


@dataclass(frozen=True)
class Account:
    """A server with the user's credentials."""

    server: str
    user: str
    password: str = field(repr=False)
    ca: str | None = None
    """File of trusted certificates; None for those of this machine."""
    insecure: bool = False
    """The certificate is not checked."""

    @property
    def host(self) -> str:
        """The name without the port."""
        return _parts(self.server)[0].strip("[]")

    @property
    def port(self) -> int:
        """The port."""
        return _parts(self.server)[1]


def canonical(server: str) -> str:
    """The canonical form of a server: `vc.example.com`, with `:PORT` unless it is 443. Raises
    InputError for an invalid name."""
    host, port = _parts(server)
    return host if port == PORT else f"{host}:{port}"


def _parts(server: str) -> tuple[str, int]:
    found = SERVER.fullmatch(server)
    port = PORT if found is None or found["port"] is None else int(found["port"])
    if found is None or not 0 < port < 65536:
        raise InputError(*message.refusal("server-invalid", server=server))
    return found["host"].lower(), port


def load_account(server: str, environment: Mapping[str, str] | None = None) -> Account:
    """The account for a server. Raises NoTargetError without credentials, RefusedError for a file
    that others may read, InputError for an invalid file."""
    environment = os.environ if environment is None else environment
    server = canonical(server)
    environment_server, user, password = (environment.get(name, "") for name in ENVIRONMENT)
    tables = _tables(place(environment))
    table = tables.get(server, _Table())
    if environment_server and canonical(environment_server) == server:
        if not user or not password:
            raise NoTargetError(
                *message.refusal(
                    "credentials-incomplete",
                    variable=ENVIRONMENT[0],
                    server=server,
                    user=ENVIRONMENT[1],
                    password=ENVIRONMENT[2],
                )
            )
    else:
        user, password = table.user, table.password
        if table.keyring:
            password = _from_keyring(server, user)
    if not user or not password:
        raise NoTargetError(
            *message.refusal(
                "no-credentials",
                server=server,
                file=place(environment),
                variables=", ".join(ENVIRONMENT),
            )
        )
    return Account(server, user, password, table.ca, table.insecure)


def is_unverified(server: str) -> bool:
    """Whether the certificate of a server is not checked."""
    return _tables(place()).get(canonical(server), _Table()).insecure


def place(environment: Mapping[str, str] | None = None) -> Path:
    """Path of the account file, which need not exist."""
    return preferences.place(environment).parent / NAME


def _tables(path: Path) -> dict[str, _Table]:
    text = _private(path)
    if text is None:
        return {}
    try:
        found = reading.toml(text)
    except ValueError:
        # The parser's message could contain a line with a password.
        raise InputError(*message.refusal("not-toml", file=path)) from None
    return {canonical(name): _table(path, name, table) for name, table in found.items()}


def _table(path: Path, name: str, given: object) -> _Table:
    if not isinstance(given, dict):
        raise InputError(
            *message.refusal("not-a-table", file=path, name=name, server=canonical(name))
        )
    for key, value in given.items():
        if key not in KEYS:
            raise InputError(*message.refusal("no-key", file=path, key=key, keys=", ".join(KEYS)))
        if not isinstance(value, KEYS[key]):
            raise InputError(
                message("wrong-type", file=path, key=key, name=name, type=KEYS[key].__name__)
            )
    return _Table(**given)


def _private(path: Path) -> str | None:
    """The text of a file that only its owner may read; None if it does not exist."""
    try:
        descriptor = os.open(path, os.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(message("cannot-read", file=path, why=error.strerror)) from None
    with os.fdopen(descriptor, "rb") as file:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise InputError(message("not-a-file", file=path))
        if about.st_uid != posix.user() or stat.S_IMODE(about.st_mode) & 0o077:
            raise RefusedError(*message.refusal("not-private", file=path))
        try:
            return file.read(MOST_BYTES).decode()
        except UnicodeDecodeError:
            raise InputError(message("not-utf-8", file=path)) from None


def _from_keyring(server: str, user: str) -> str:
    try:
        import keyring
    except ImportError:
        raise InputError(message("no-keyring", server=server), install_command("keyring")) from None
    try:
        found: str | None = keyring.get_password(KEYRING, f"{user}@{server}")
    except Exception as error:  # noqa: BLE001  # back ends of keyrings raise what they like
        raise InputError(message("keyring-fails", why=type(error).__name__)) from None
    if not found:
        raise NoTargetError(
            message("not-in-keyring", user=user, server=server),
            f"keyring set '{KEYRING}' '{user}@{server}'",
        )
    return found
