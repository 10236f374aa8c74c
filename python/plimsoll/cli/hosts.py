"""`plimsoll hosts`: the hosts that generate a load together: a first file, are they there, do they
fit together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from plimsoll.cli import _options
from plimsoll.cli.terminal import screen
from plimsoll.errors import PlimsollError, RefusedError

if TYPE_CHECKING:
    from plimsoll.cluster.examination import Fact, Unit
    from plimsoll.cluster.opening import Hosts

EXAMPLES = (
    "plimsoll hosts init",
    "plimsoll hosts status hosts.toml",
    "plimsoll hosts doctor hosts.toml --target /dev/mapper/lun1",
)

FIRST = """\
# The hosts that generate a load together: plimsoll run --hosts hosts.toml …
# Every host needs Plimsoll in the same version, and is a node of one Ray cluster:
#   on this machine   RAY_AUTH_MODE=token ray start --head --node-ip-address=ADDRESS --port=6379
#   on each host      RAY_AUTH_MODE=token ray start --address=ADDRESS:6379
# (both read the cluster's token from ~/.ray/auth_token: ray get-auth-token --generate)

ray = "auto"            # or the head's address: "10.0.0.1:6379"
# token_file = "token"  # mode 0600; default: ~/.ray/auth_token
# shared = true         # one and the same storage from all hosts: each writes to a part of its own
# on_loss = "end"       # or "go_on": a Run goes on without a host that is lost
# lease = "5s"          # a host that hears nothing for so long stops its load

[[host]]
name = "vm1"
address = "10.0.0.11"   # default: the name
# target = "/dev/sdb"   # default: the --target of the command
# weight = 1            # workers here for each worker that is asked for
# labels = ["rack1"]

[[host]]
name = "vm2"
address = "10.0.0.12"
"""

Action = Literal["init", "status", "doctor"]


def hosts(
    action: Annotated[
        Action,
        typer.Argument(
            help=(
                "init: write a commented file of hosts. status: is every host there? doctor: what"
                " differs between them, and would skew the results?"
            )
        ),
    ],
    file: Annotated[Path, typer.Argument(help="The file of hosts.")] = Path("hosts.toml"),
    target: _options.OptionalTarget = None,
    as_json: _options.Json = False,
) -> int:
    """Set up and look at the hosts that generate a load together (--hosts of run, find, limits and
    check).

    The exit code of status and doctor is 0 when every host is there and nothing is wrong, and 2
    when something is.
    """
    if action == "init":
        return _init(file)
    from plimsoll.cluster.opening import joined

    with joined(file) as together:
        return (_status if action == "status" else _doctor)(together, target or [], as_json=as_json)


def _init(file: Path) -> int:
    try:
        with file.open("x") as made:
            made.write(FIRST)
    except FileExistsError:
        raise RefusedError(f"{file} is there already", "Choose another name.") from None
    except OSError as error:
        from plimsoll.errors import IoError

        raise IoError(f"{file} cannot be written: {error.strerror}") from None
    screen.lines([f"{file} is written: name your hosts in it, then: plimsoll hosts status {file}"])
    return 0


def _status(together: Hosts, _: list[str], *, as_json: bool) -> int:
    """A row for each host: who it is, and how its clock is known."""
    from plimsoll import units
    from plimsoll.cluster import clocks
    from plimsoll.cluster.generator import Host
    from plimsoll.cluster.status_document import HostsStatus, HostStatus

    offsets = clocks.offsets(together.fleet)
    found = together.fleet.ask_all("host", [() for _ in together.fleet.names])
    rows: list[list[str]] = []
    document: list[HostStatus] = []
    missing = 0
    for host, said, offset in zip(together.file.host, found, offsets, strict=True):
        there = isinstance(said, Host) and offset is not None
        missing += not there
        known = cast("Host", said) if there else None
        document.append(
            {
                "name": host.name,
                "address": host.at,
                "there": there,
                "version": known and known.version,
                "kernel": known and known.kernel,
                "processors": known and known.processors,
                "clock_offset_ns": offset and offset.ns,
                "clock_known_ns": offset and offset.bound_ns,
            }
        )
        rows.append(
            [
                host.name,
                host.at,
                "there" if there else "missing",
                known.version if known else units.DASH,
                known.kernel if known else units.DASH,
                str(known.processors) if known else units.DASH,
                units.nanos(offset.bound_ns) if offset else units.DASH,
            ]
        )
    if as_json:
        screen.document(HostsStatus(schema="plimsoll.hosts_status/1", hosts=document))
    else:
        columns = ["Host", "Address", "", "Plimsoll", "Kernel", "Processors", "Clock known to"]
        screen.table(columns, rows)
        there_are = len(rows) - missing
        noun = "host is" if len(rows) == 1 else "hosts are"
        screen.lines([f"{there_are} of {len(rows)} {noun} there."])
    return 2 if missing else 0


def _doctor(together: Hosts, targets: list[str], *, as_json: bool) -> int:
    """What differs between hosts, the worst first."""
    from plimsoll.cluster import clocks, examination
    from plimsoll.cluster.doctor_document import FactOfHosts, HostsDoctor

    head = together.file.ray.rpartition(":")[0] or None
    offsets = clocks.offsets(together.fleet)
    asked = [(host.targets or targets, head) for host in together.file.host]
    answers = together.fleet.ask_all("examined", list(asked))
    facts: list[dict[str, Fact]] = []
    for host, answer, offset in zip(together.file.host, answers, offsets, strict=True):
        if isinstance(answer, PlimsollError) or not isinstance(answer, dict):
            facts.append({"target_error": f"{host.name} did not answer"})
            continue
        own = cast("dict[str, Fact]", answer)
        if offset is not None:
            own |= {"clock_known_ns": offset.bound_ns, "round_trip_ns": 2 * offset.bound_ns}
        facts.append(own)
    found = examination.differences(facts, shared=together.file.shared)
    names = [host.name for host in together.file.host]
    wrong = [one for one in found if one.weight == "wrong"]
    if as_json:
        screen.document(
            HostsDoctor(
                schema="plimsoll.hosts_doctor/1",
                hosts=names,
                facts=[
                    FactOfHosts(
                        name=one.name,
                        values=list(one.values),
                        weight=one.weight,
                        because=one.because,
                    )
                    for one in found
                ],
            )
        )
        return 2 if wrong else 0
    marks = {"wrong": "wrong", "look": "look", "fine": ""}
    rows = [
        [marks[one.weight], one.name, *(_shown(value, one.unit) for value in one.values)]
        for one in found
    ]
    screen.table(["", "", *names], rows)
    screen.lines([f"{one.name}: {one.because}." for one in found if one.because])
    if not wrong:
        screen.lines(["Nothing is in the way of generating load from these hosts together."])
    return 2 if wrong else 0


def _shown(value: Fact, unit: Unit | None) -> str:
    from plimsoll.units import DASH, nanos, rate, size

    if value is None:
        return DASH
    if unit is None:
        return str(value)
    return {"ns": nanos, "bytes": size, "per_s": rate}[unit](float(value))
