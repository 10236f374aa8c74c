"""`plimsoll hosts`: the hosts that generate a load together: a first file, bring them up and take
them down, are they there, do they fit together."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, cast

import typer

from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen
from plimsoll.errors import IoError, PlimsollError, RefusedError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from plimsoll.cluster.bringing import Came
    from plimsoll.cluster.examination import Fact, Unit
    from plimsoll.cluster.opening import Hosts
    from plimsoll.cluster.ssh import Calls

EXAMPLES = (
    "plimsoll hosts init",
    "plimsoll hosts up hosts.toml --wheel dist",
    "plimsoll hosts status hosts.toml",
    "plimsoll hosts doctor hosts.toml --target /dev/mapper/lun1",
    "plimsoll hosts down hosts.toml",
)

FIRST = """\
# The hosts that generate load together: plimsoll run --hosts hosts.toml …
# Every host needs the same version of Plimsoll, and is a node of one Ray cluster.
# To set that up by SSH:
#   plimsoll hosts up hosts.toml --wheel dist
# To remove all of it again: plimsoll hosts down hosts.toml

ray = "10.0.0.1:6379"   # this machine, as hosts reach it; "auto": the cluster it belongs to
# token_file = "token"  # of an existing cluster: mode 0600, beside this file
# user = "root"         # who logs in by SSH; also ssh_port, python and interface; all four can
#                       # also be set for one host
# shared = true         # all hosts drive the same storage: each writes to its own part
# on_loss = "end"       # or "go_on": a Run continues without a host that is lost
# lease = "5s"          # a host that hears nothing for that long stops its load

[[host]]
name = "vm1"
address = "10.0.0.11"   # default: the name
# target = "/dev/sdb"   # default: the --target of the command
# weight = 1            # workers on this host for each worker asked for
# labels = ["rack1"]

[[host]]
name = "vm2"
address = "10.0.0.12"
"""

APP = typer.Typer(
    help="""Set up and look at the hosts that generate a load together (--hosts of run, find,
limits, check and campaign).

up makes one folder on each host, ~/.plimsoll-hosts-…, and one for Ray under /tmp; it changes
nothing else there. down removes all of it.
"""
)
FILE = argument("FILE", "The hosts file.", Path("hosts.toml"))
SSH_CONFIG = flag("--ssh-config FILE", "Use this ssh config file instead of ~/.ssh/config.")


@APP.command("init")
def init(file: Path = FILE) -> int:
    """Write a commented hosts file, to begin with."""
    try:
        with file.open("x") as made:
            made.write(FIRST)
    except FileExistsError:
        raise RefusedError(f"{file} is there already", "Choose another name.") from None
    except OSError as error:
        raise IoError(f"{file} cannot be written: {error.strerror}") from None
    screen.lines(
        [f"{file} is written: name your hosts in it, then: plimsoll hosts up {file} --wheel dist"]
    )
    return 0


@APP.command("up")
def up(
    file: Path = FILE,
    wheel: Path | None = flag(
        "--wheel FILE", "The wheel that 'make wheel' made, or the folder that it is in."
    ),
    wheelhouse: Path | None = flag(
        "--wheelhouse FOLDER",
        "Wheels of everything else, for hosts that reach no package index.",
    ),
    ssh_config: Path | None = SSH_CONFIG,
    as_json: _options.Json = False,
) -> int:
    """Install Plimsoll and start Ray on every host, by SSH.

    After a failure, run it again: it resumes.
    """
    from plimsoll.cluster import bringing, hosts_file
    from plimsoll.cluster.opening import joined

    read = hosts_file.read(file)
    if wheel is None:
        raise UsageError("up needs --wheel FILE", "Make one: make wheel; it is in dist/ then.")
    asked = bringing.Asked(wheel, wheelhouse, ssh_config)
    with _at_work(quiet=as_json) as (tell, calls):
        came = bringing.up(file, read, asked, tell, calls)
    _raise_failures(
        came,
        f"What is done stays: mend it and run plimsoll hosts up {file} again, or undo it: plimsoll"
        f" hosts down {file}.",
    )
    if not as_json:
        where = next((one.folder for one in came if one.folder), None)
        screen.note(f"all in {where} on each host, and gone with: plimsoll hosts down {file}")
    with joined(file) as together:
        return _status(together, as_json=as_json)


@APP.command("status")
def status(file: Path = FILE, as_json: _options.Json = False) -> int:
    """Say whether every host can be reached.

    The exit code is 0 when every host is there, and 2 when one is missing.
    """
    from plimsoll.cluster.opening import joined

    with joined(file) as together:
        return _status(together, as_json=as_json)


@APP.command("doctor")
def doctor(
    file: Path = FILE,
    target: _options.OptionalTarget = None,
    as_json: _options.Json = False,
) -> int:
    """Say what differs between the hosts and would skew the results.

    The exit code is 0 when nothing is wrong, and 2 when something is.
    """
    from plimsoll.cluster.opening import joined

    with joined(file) as together:
        return _doctor(together, target or [], as_json=as_json)


@APP.command("down")
def down(
    file: Path = FILE, ssh_config: Path | None = SSH_CONFIG, as_json: _options.Json = False
) -> int:
    """Remove what up made on every host."""
    from plimsoll.cluster import bringing, installed

    with _at_work(quiet=as_json) as (tell, calls):
        came = bringing.down(file, ssh_config, tell, calls)
    if as_json:
        from plimsoll.cluster import documents

        screen.document(documents.down(came))
    elif not came:
        screen.lines(
            [f"Nothing to do: plimsoll hosts up made nothing for {file} from this machine."]
        )
    else:
        rows = [
            [
                installed.HERE if one.name == bringing.HEAD else one.name,
                str(one.stopped),
                ", ".join(one.removed) or "nothing",
                ", ".join(one.left) or "nothing",
            ]
            for one in came
            if one.failure is None
        ]
        screen.table(["Host", "Processes ended", "Removed", "Left, not ours"], rows)
    _raise_failures(
        came,
        f"Once they can be reached, run plimsoll hosts down {file} again: it knows what is left.",
    )
    return 0


@contextlib.contextmanager
def _at_work(*, quiet: bool) -> Iterator[tuple[Callable[[str, str], None], Calls]]:
    """Who is told what hosts do, and the calls to them, which end when this is left."""
    from plimsoll.cluster.ssh import Calls

    calls = Calls()
    try:
        yield (lambda host, words: None if quiet else screen.note(f"{host}: {words}")), calls
    finally:
        calls.end()


def _raise_failures(came: list[Came], now: str) -> None:
    """Tells what failed on which host, and raises when something did."""
    from plimsoll.cluster import bringing, installed

    failed = [one for one in came if one.failure is not None]
    if not failed:
        return
    for one in failed:
        assert one.failure is not None
        name = installed.HERE if one.name == bringing.HEAD else one.name
        why = one.failure.why.rstrip(".")
        screen.note(f"{name}: {one.failure.step} failed: {why}. {one.failure.now}".rstrip())
    names = ", ".join(installed.HERE if one.name == bringing.HEAD else one.name for one in failed)
    raise IoError(f"{len(failed)} of {len(came)} failed: {names}", now)


def _status(together: Hosts, *, as_json: bool) -> int:
    """A row for each host: who it is, and how its clock is known."""
    from plimsoll import units
    from plimsoll.cluster import clocks, hosts_file
    from plimsoll.cluster.documents import HostsStatus, HostStatus
    from plimsoll.cluster.generator import Host

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
        screen.document(HostsStatus(schema="plimsoll.hosts/1", action="status", hosts=document))
    else:
        columns = ["Host", "Address", "", "Plimsoll", "Kernel", "Processors", "Clock known to"]
        screen.table(columns, rows)
        there_are = len(rows) - missing
        noun = "host is" if len(rows) == 1 else "hosts are"
        screen.lines([f"{there_are} of {len(rows)} {noun} there."])
        if all(hosts_file.shares_a_machine(host.at) for host in together.file.host):
            screen.lines(
                ["All of them are this machine: good for trying hosts out, not for measuring."]
            )
    return 2 if missing else 0


def _doctor(together: Hosts, targets: list[str], *, as_json: bool) -> int:
    """What differs between hosts, the worst first."""
    from plimsoll.cluster import clocks, examination
    from plimsoll.cluster.documents import FactOfHosts, HostsDoctor

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
                schema="plimsoll.hosts/1",
                action="doctor",
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
