"""Throttle groups of a running QEMU or qemu-storage-daemon, through QMP (a unix socket).

`qom-get` and `qom-set` of the property `limits` of /objects/GROUP; its `x-` properties can be set
at the start only, where `qemu-nbd --object throttle-group,x-iops-total=…` (7.2) takes them and
limits nothing. A group that no block node uses limits nothing either: that is an error here.

QEMU's law (util/throttle.c): a bucket of a tenth of a second; a burst of MAX for LENGTH whole
seconds; with iops-size, an I/O larger than that counts in proportion.
"""

import contextlib
import json
import re
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Literal

from pydantic import Field

from plimsoll.features.policy.backends import contract
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import Difference, PolicyVolume, Rates, Rules

SCOPES = (("total", "shared"), ("read", "read"), ("write", "write"))
RATES = tuple(f"{kind}-{scope}" for kind in ("iops", "bps") for scope, _ in SCOPES)
KEYS = (*RATES, *(f"{key}{end}" for key in RATES for end in ("-max", "-max-length")), "iops-size")
GROUP = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,126}")
"""Id of a QEMU object; no path in its object model."""
ANSWER_S = 10.0
MAX_LINE_BYTES = 16 << 20
MAX_NODE_DEPTH = 32


class QemuSystem(contract.System):
    """A running QEMU or qemu-storage-daemon with a QMP socket."""

    sockets = ("qmp",)
    kind: Literal["qemu"]
    qmp: str = Field(description="The QMP unix socket.")


class _Monitor:
    def __init__(self, path: str, connection: socket.socket, reader: BinaryIO) -> None:
        self._path = path
        self._connection = connection
        self._reader = reader
        self._line()
        self.ask("qmp_capabilities")

    def _line(self) -> dict[str, Any]:
        text = self._reader.readline(MAX_LINE_BYTES)
        if not text.endswith(b"\n"):
            raise contract.BackendError(message("qmp-ended", path=self._path))
        received = json.loads(text)
        if not isinstance(received, dict):
            raise contract.BackendError(message("no-qmp-socket", path=self._path))
        return received

    def ask(self, command: str, **arguments: object) -> Any:
        """Runs a command. Raises BackendError with QEMU's message."""
        request = {"execute": command, "arguments": arguments}
        self._connection.sendall(json.dumps(request).encode() + b"\n")
        while True:
            received = self._line()
            if "error" in received:
                why = str(received["error"].get("desc", received["error"]))
                raise contract.BackendError(
                    message("qemu-refused", path=self._path, command=command, why=why)
                )
            if "return" in received:
                return received["return"]


def _connect(connection: socket.socket, path: str) -> None:
    try:
        connection.connect(path)
    except (FileNotFoundError, ConnectionRefusedError) as error:
        # A file that is no socket refuses as well.
        if isinstance(error, ConnectionRefusedError) and not Path(path).is_socket():
            raise contract.BackendError(message("no-qmp-socket", path=path)) from None
        raise contract.GoneError(
            *message.refusal("cannot-reach-qmp", path=path, error=error.strerror)
        ) from None


@contextlib.contextmanager
def _monitor(path: str) -> Iterator[_Monitor]:
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as connection:
        connection.settimeout(ANSWER_S)
        try:
            _connect(connection, path)
            with connection.makefile("rb") as reader:
                yield _Monitor(path, connection, reader)
        except TimeoutError:
            raise contract.BackendError(
                *message.refusal("qmp-no-answer", path=path, seconds=f"{ANSWER_S:g}")
            ) from None
        except OSError as error:
            raise contract.BackendError(
                *message.refusal("cannot-reach-qmp", path=path, error=error.strerror)
            ) from None
        except (ValueError, RecursionError):
            raise contract.BackendError(message("no-qmp-socket", path=path)) from None


def _unmet(rules: Rules, _: contract.Place) -> list[Difference]:
    return contract.lacking(
        ("no_reservation", rules.reservation.is_set),
        ("no_shares", rules.shares is not None),
        ("no_burst", rules.burst.is_set and not rules.bursts_for_whole_seconds),
        ("in_proportion", rules.unit_bytes is not None and rules.rounding == "up"),
    )


def _items(system: QemuSystem, assigned: Sequence[PolicyVolume]) -> list[contract.Item]:
    qmp = str(Path(system.qmp).absolute())
    return [
        contract.Item.of_volume(
            volume, {"qmp": qmp, "group": _group_id(volume.at["group"])}, _state(volume.rules)
        )
        for volume in assigned
    ]


def _group_id(group: str) -> str:
    if not GROUP.fullmatch(group):
        raise contract.BackendError(*message.refusal("no-throttle-group-id", group=group))
    return group


def _state(rules: Rules) -> contract.State:
    state = dict.fromkeys(KEYS, "0")
    state |= {f"{key}-max-length": "1" for key in RATES}
    for scope, name in SCOPES:
        rates: Rates = getattr(rules, name)
        for kind, value in (("iops", rates.ops_per_s), ("bps", rates.bytes_per_s)):
            if value is not None:
                state[f"{kind}-{scope}"] = str(max(1, round(value)))
    for kind, most in (("iops", rules.burst.ops_per_s), ("bps", rules.burst.bytes_per_s)):
        if most is not None:
            state[f"{kind}-total-max"] = str(round(most))
            state[f"{kind}-total-max-length"] = str(int(rules.burst_s))
    if rules.unit_bytes is not None:
        state["iops-size"] = str(rules.unit_bytes)
    return state


def _nodes(monitor: _Monitor) -> list[dict[str, Any]]:
    """The block nodes as trees of their options, each with its node name."""
    found = []
    for node in monitor.ask("query-named-block-nodes"):
        # QEMU writes options that no file name can express as json:{…}.
        kind, _, text = str(node.get("file", "")).partition(":")
        tree = json.loads(text) if kind == "json" else {}
        found.append({"node": str(node["node-name"]), **(tree if isinstance(tree, dict) else {})})
    return found


def _throttles(tree: object, depth: int = 0) -> Iterator[str]:
    """The throttle groups in a tree of nodes, from the top."""
    if not isinstance(tree, dict) or depth > MAX_NODE_DEPTH:
        return
    if tree.get("driver") == "throttle":
        yield str(tree.get("throttle-group"))
    for inner in tree.values():
        yield from _throttles(inner, depth + 1)


def _limits(monitor: _Monitor, group: str) -> contract.State:
    limits = monitor.ask("qom-get", path=f"/objects/{_group_id(group)}", property="limits")
    return {key: str(limits.get(key, 0)) for key in KEYS}


def _read(place: contract.Place) -> contract.State:
    with _monitor(place["qmp"]) as monitor:
        state = _limits(monitor, place["group"])
        if not any(place["group"] in _throttles(node) for node in _nodes(monitor)):
            raise contract.BackendError(
                *message.refusal("group-without-node", group=place["group"])
            )
        return state


def _write(place: contract.Place, state: contract.State | None) -> None:
    wanted = dict.fromkeys(KEYS, "0") | {f"{key}-max-length": "1" for key in RATES} | (state or {})
    with _monitor(place["qmp"]) as monitor:
        # One command: QEMU takes all values or none.
        monitor.ask(
            "qom-set",
            path=f"/objects/{_group_id(place['group'])}",
            property="limits",
            value={key: int(value) for key, value in wanted.items()},
        )


def _beside(place: contract.Place) -> list[contract.Beside]:
    """Other throttle groups on the path of this one."""
    with _monitor(place["qmp"]) as monitor:
        others: list[str] = []
        for node in _nodes(monitor):
            groups = list(_throttles(node))
            if place["group"] in groups:
                others += [
                    group for group in groups if group != place["group"] and group not in others
                ]
        found = []
        for group in others:
            state = {
                key: value
                for key, value in _limits(monitor, group).items()
                if value != "0" and not key.endswith("-max-length")
            }
            if state:
                found.append(contract.Beside(message("throttle-group", group=group), state))
        return found


QEMU = contract.Backend(
    kind="qemu",
    summary="throttle groups of a running QEMU or qemu-storage-daemon, through QMP",
    system=QemuSystem,
    keys=("group",),
    optional=(),
    unmet=_unmet,
    items=_items,
    read=_read,
    write=_write,
    beside=_beside,
)
