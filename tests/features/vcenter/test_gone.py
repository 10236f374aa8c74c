"""What of a vCenter may be forgotten as gone: only what a server that answers says is not there."""

import contextlib
import socket
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from plimsoll.features.policy.backends import vcenter
from plimsoll.features.policy.backends.contract import BackendError, GoneError, Place
from plimsoll.features.vcenter.session import _fault

pytest.importorskip("pyVmomi", reason="needs the extra vcenter (pyvmomi)")


def session_with(machine: object) -> Any:
    """A session whose vCenter knows this VM."""
    index = SimpleNamespace(FindByUuid=lambda *_, **__: machine)
    return SimpleNamespace(
        content=SimpleNamespace(searchIndex=index), account=SimpleNamespace(server="vc")
    )


PLACE: Place = {"server": "vc", "what": "disk", "vm": "uuid", "disk": "2000", "backing": "b"}
HIDDEN = SimpleNamespace(name="app01", config=None)
WITHOUT = SimpleNamespace(name="app01", config=SimpleNamespace(hardware=SimpleNamespace(device=[])))


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], BackendError]:
    """What reading a disk of this VM ends with."""

    def read(machine: object) -> BackendError:
        @contextlib.contextmanager
        def open_session(_: str) -> Any:
            yield session_with(machine)

        monkeypatch.setattr(vcenter, "session", open_session)
        with pytest.raises(BackendError) as raised:
            vcenter._read(PLACE)
        return raised.value

    return read


@pytest.mark.parametrize(
    ("machine", "gone", "why"),
    [
        (None, False, "It was deleted, or the user may not see it: vCenter answers the same in"),
        (HIDDEN, False, "does not show this user the disks"),
        (WITHOUT, True, "no longer has that disk"),
    ],
)
def test_what_the_user_may_not_see_is_not_gone(
    reading: Callable[[object], BackendError], machine: object, gone: bool, why: str
) -> None:
    error = reading(machine)
    assert isinstance(error, GoneError) == gone
    assert why in f"{error.message} {error.what_now}"


def test_a_vcenter_that_is_restarting_is_not_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        server = f"127.0.0.1:{closed.getsockname()[1]}"
    monkeypatch.setenv("PLIMSOLL_VCENTER", server)
    monkeypatch.setenv("PLIMSOLL_VCENTER_USER", "me")
    monkeypatch.setenv("PLIMSOLL_VCENTER_PASSWORD", "secret")
    with pytest.raises(BackendError, match="nobody answers") as raised:
        vcenter._read(PLACE | {"server": server})
    assert not isinstance(raised.value, GoneError)


def test_what_vcenter_says_was_deleted_is_gone() -> None:
    from pyVmomi import vim, vmodl

    fault = vmodl.fault.ManagedObjectNotFound(obj=vim.VirtualMachine("vm-7"))
    assert type(_fault("vc", fault)).__name__ == "AbsentError"
