"""A session with a vCenter: SOAP for inventory, disks and counters (pyVmomi), the same session for
storage policies (SPBM, at /pbm), and REST for tags.

There is one session for each server and process, which is logged out at its end. A session that
vCenter ended is reopened once. Faults become errors with vCenter's message and the name of a
missing privilege."""

import atexit
import base64
import contextlib
import http.client
import json
import math
import re
import socket
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import ParseError
from xml.parsers.expat import ExpatError

from plimsoll.base import extras
from plimsoll.base.errors import IoError
from plimsoll.features.vcenter import account
from plimsoll.features.vcenter.account import Account
from plimsoll.features.vcenter.messages import message

PATIENCE_S = 30
KEPT_S = 2.0
"""Longest idle time after which a connection is reused, and a session assumed to be alive. Servers
drop idle connections after 5 s or more. A request sent at that moment cannot be repeated safely,
since it may have been executed."""
LONGEST_ANSWER = 64 << 20
COOKIE = re.compile(r'vmware_soap_session="?([^";\s]+)')
REST = "/rest/com/vmware/cis/"


class VcenterError(IoError):
    """A vCenter is unreachable, or refused a request."""


class MissingError(VcenterError):
    """An object does not exist, or the user may not see it: vCenter need not distinguish the
    two."""


class AbsentError(MissingError):
    """An object does not exist, according to a user who would see it."""


@dataclass
class Session:
    """An open session."""

    account: Account
    context: ssl.SSLContext
    service: Any
    content: Any
    """vim.ServiceInstanceContent."""
    listed: dict[tuple[str, ...], tuple[float, list[Any]]] = field(default_factory=dict)
    """Cached inventory listings, with their times."""
    answered_at: float = field(default_factory=time.monotonic)
    """Time of the last answer that confirmed the session."""
    _policies: Any = None
    _idle: list[tuple[float, http.client.HTTPSConnection]] = field(default_factory=list, repr=False)
    """The idle REST connection and the start of its idle time; a request takes it out of the list.
    Reuse pays: a handshake takes longer than most answers."""
    _rest: str = field(default="", repr=False)

    @property
    def policies(self) -> Any:
        """pbm.ServiceInstanceContent: storage policies, through the same session."""
        if self._policies is None:
            from pyVmomi import pbm
            from pyVmomi.SoapAdapter import SoapStubAdapter

            cookie = COOKIE.search(self.service._stub.cookie)
            stub = SoapStubAdapter(
                host=self.account.host,
                port=self.account.port,
                path="/pbm",
                # 6.5: the first version with components.
                version="pbm.version.version11",
                sslContext=self.context,
                httpConnectionTimeout=PATIENCE_S,
                requestContext={"vcSessionCookie": cookie[1] if cookie else ""},
            )
            stub.cookie = self.service._stub.cookie
            self._policies = pbm.ServiceInstance("ServiceInstance", stub).RetrieveContent()
        return self._policies

    def rest(self, method: str, path: str, body: object = None) -> Any:
        """Sends a request to the REST endpoint and returns its value. Raises MissingError for a
        missing object."""
        if not self._rest:
            user = f"{self.account.user}:{self.account.password}".encode()
            head = {"Authorization": "Basic " + base64.b64encode(user).decode()}
            self._rest = str(self._send("POST", "session", None, head))
        head = {"vmware-api-session-id": self._rest}
        return self._send(method, path, body, head)

    def _send(self, method: str, path: str, body: object, head: dict[str, str]) -> Any:
        connection = self._connection()
        try:
            text = None if body is None else json.dumps(body)
            head = head | {"Content-Type": "application/json", "Accept": "application/json"}
            connection.request(method, REST + path, text, head)
            answer = connection.getresponse()
            content = answer.read(LONGEST_ANSWER)
        except BaseException:
            connection.close()
            raise
        if answer.isclosed():
            self._idle.append((time.monotonic(), connection))
        else:
            connection.close()
        if answer.status == 404:
            raise MissingError(message("no-path", server=self.account.server, path=path))
        if not 200 <= answer.status < 300:
            raise VcenterError(
                message(
                    "request-refused",
                    server=self.account.server,
                    method=method,
                    path=path,
                    why=_why(answer, content),
                )
            )
        value = json.loads(content or b"null")
        return value.get("value") if isinstance(value, dict) else value

    def _connection(self) -> http.client.HTTPSConnection:
        """The idle connection if it is recent, else a new one."""
        with contextlib.suppress(IndexError):
            since, connection = self._idle.pop()
            if time.monotonic() - since < KEPT_S:
                return connection
            connection.close()
        return http.client.HTTPSConnection(
            self.account.host, self.account.port, timeout=PATIENCE_S, context=self.context
        )

    def wait(self, task: Any) -> None:
        """Waits for the end of a task. Raises VcenterError if it failed."""
        from pyVim.task import WaitForTasks

        # Not WaitForTask: for a running task it requests the name of its method, and fails with an
        # AttributeError if pyVmomi does not know the method.
        WaitForTasks([task], si=self.service)

    def close(self) -> None:
        """Logs out."""
        with contextlib.suppress(Exception):
            if self._rest:
                self.rest("DELETE", "session")
        with contextlib.suppress(Exception):
            self.content.sessionManager.Logout()
        for service in (self.service, self._policies and self._policies.profileManager):
            if service is not None:
                service._stub.DropConnections()
        while self._idle:
            self._idle.pop()[1].close()


def _why(answer: http.client.HTTPResponse, content: bytes) -> str:
    with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError):
        found = json.loads(content)
        kind = str(found["type"]).rpartition(".")[2].replace("_", " ")
        more = [each.get("default_message", "") for each in found["value"].get("messages") or ()]
        return ": ".join(text for text in (kind, *more) if text)
    return f"HTTP {answer.status} {answer.reason}"


_open: dict[str, Session] = {}


@contextlib.contextmanager
def session(server: str) -> Iterator[Session]:
    """The session with a server. Raises VcenterError for any failure inside."""
    server = account.canonical(server)
    with _translate_errors(server):
        opened = _open.get(server)
        if opened is not None and not _alive(opened):
            opened.close()
            opened = None
        if opened is None:
            if not _open:
                atexit.register(_close)
            opened = _open[server] = _connect(account.load_account(server))
        try:
            yield opened
        except BaseException:
            # After an error, check the session before its next use.
            opened.answered_at = -math.inf
            raise


def _alive(opened: Session) -> bool:
    now = time.monotonic()
    # A setting takes dozens of small requests: do not check the session before each.
    if now - opened.answered_at < KEPT_S:
        return True
    try:
        alive = opened.content.sessionManager.currentSession is not None
    except Exception:  # noqa: BLE001  # whatever is wrong with it, a new one says
        return False
    opened.answered_at = now
    return alive


def _close() -> None:
    for opened in _open.values():
        opened.close()
    _open.clear()


def _connect(login: Account) -> Session:
    extras.require("vcenter")
    from pyVim.connect import SmartStubAdapter
    from pyVmomi import vim

    context = _context(login)
    _check_reachable(login, context)
    stub = SmartStubAdapter(
        host=login.host, port=login.port, sslContext=context, httpConnectionTimeout=PATIENCE_S
    )
    try:
        service = vim.ServiceInstance("ServiceInstance", stub)
        content: Any = service.RetrieveContent()
        content.sessionManager.Login(login.user, login.password, None)
    except BaseException:
        stub.DropConnections()
        raise
    return Session(login, context, service, content)


def _check_reachable(login: Account, context: ssl.SSLContext) -> None:
    """Checks that the server answers: pyVmomi requests its versions without a timeout."""
    connection = http.client.HTTPSConnection(
        login.host, login.port, timeout=PATIENCE_S, context=context
    )
    with contextlib.closing(connection):
        connection.request("GET", "/sdk/vimServiceVersions.xml")
        connection.getresponse().read(LONGEST_ANSWER)


def _context(login: Account) -> ssl.SSLContext:
    try:
        context = ssl.create_default_context(cafile=login.ca)
    except (OSError, ssl.SSLError) as error:
        raise VcenterError(
            message("certificates-unreadable", file=login.ca, why=error.strerror),
            message("certificates-unreadable-todo", file=account.place()),
        ) from None
    if login.insecure:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


@contextlib.contextmanager
def _translate_errors(server: str) -> Iterator[None]:
    """Translates failures into errors with vCenter's message. They never contain the request."""
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise VcenterError(
            *message.refusal(
                "not-trusted", server=server, why=error.verify_message, file=account.place()
            )
        ) from None
    except ConnectionRefusedError:
        raise VcenterError(*message.refusal("nobody-answers", server=server)) from None
    except (TimeoutError, socket.gaierror, OSError, http.client.HTTPException) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise VcenterError(message("unreachable", server=server, why=why)) from None
    except (json.JSONDecodeError, UnicodeDecodeError, ExpatError, ParseError):
        raise _other(server) from None
    except Exception as error:
        if (translated := _fault(server, error)) is None:
            raise
        raise translated from None


def _other(server: str) -> VcenterError:
    return VcenterError(*message.refusal("no-vcenter", server=server))


def _fault(server: str, error: Exception) -> VcenterError | None:
    """Translates a fault of pyVmomi; None for other errors."""
    try:
        from pyVmomi import vim, vmodl
    except ImportError:
        return None
    # pyVmomi has no other error for a server that is no vCenter.
    if type(error) is Exception and str(error).endswith("is not a VIM server"):
        return _other(server)
    if isinstance(error, vim.fault.InvalidLogin):
        return VcenterError(
            *message.refusal(
                "login-refused",
                server=server,
                variable=account.ENVIRONMENT[0],
                file=account.place(),
            )
        )
    if isinstance(error, vim.fault.NoPermission):
        return VcenterError(
            *message.refusal("no-permission", server=server, privilege=error.privilegeId)
        )
    if isinstance(error, vmodl.fault.ManagedObjectNotFound):
        what = getattr(error.obj, "_moId", "it")
        return AbsentError(message("no-longer", server=server, what=what))
    if isinstance(error, vmodl.MethodFault):
        kind = type(error).__name__.rpartition(".")[2]
        why = getattr(error, "msg", None) or kind
        return VcenterError(message("refused", server=server, why=why, kind=kind))
    return None
