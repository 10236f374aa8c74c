"""`plimsoll hosts`: writes a first hosts file, brings hosts up and down, and checks them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from plimsoll.base.errors import IoError, RefusedError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen
from plimsoll.features.hosts.messages import message

if TYPE_CHECKING:
    from plimsoll.features.hosts.bringing import HostOutcome
    from plimsoll.features.hosts.documents import HostStatus
    from plimsoll.features.hosts.examination import Difference, Fact, Unit
    from plimsoll.features.hosts.ssh import Calls

EXAMPLES = (
    "plimsoll hosts init",
    "plimsoll hosts up hosts.toml --wheel dist",
    "plimsoll hosts status hosts.toml",
    "plimsoll hosts doctor hosts.toml --target /dev/mapper/lun1",
    "plimsoll hosts down hosts.toml",
)

FIRST_FILE = """\
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
FILE = argument("FILE", message("help-file"), Path("hosts.toml"))
SSH_CONFIG = flag("--ssh-config FILE", message("help-ssh-config"))


@APP.command("init")
def init(file: Path = FILE) -> int:
    """Write a commented hosts file, to begin with."""
    try:
        with file.open("x") as new_file:
            new_file.write(FIRST_FILE)
    except FileExistsError:
        raise RefusedError(*message.refusal("file-exists", file=file)) from None
    except OSError as error:
        raise IoError(message("cannot-write", file=file, error=error.strerror)) from None
    screen.lines([message("written", file=file)])
    return 0


@APP.command("up")
def up(
    file: Path = FILE,
    wheel: Path | None = flag("--wheel FILE", message("help-wheel")),
    wheelhouse: Path | None = flag("--wheelhouse FOLDER", message("help-wheelhouse")),
    ssh_config: Path | None = SSH_CONFIG,
    as_json: _options.Json = False,
) -> int:
    """Install Plimsoll and start Ray on every host, by SSH.

    After a failure, run it again: it resumes.
    """
    from plimsoll.features.hosts import bringing, hosts_file

    read = hosts_file.read(file)
    if wheel is None:
        raise UsageError(*message.refusal("up-needs-wheel"))
    installation = bringing.Installation(wheel, wheelhouse, ssh_config)
    with _at_work(quiet=as_json) as (tell, calls):
        outcomes = bringing.up(file, read, installation, tell, calls)
    _raise_failures(outcomes, message("done-stays", file=file))
    if not as_json:
        where = next((outcome.folder for outcome in outcomes if outcome.folder), None)
        screen.note(message("all-in", where=where, file=file))
    return status(file, as_json=as_json)


@APP.command("status")
def status(file: Path = FILE, as_json: _options.Json = False) -> int:
    """Say whether every host can be reached.

    The exit code is 0 when every host is there, and 2 when one is missing.
    """
    from plimsoll.features.hosts import clocks
    from plimsoll.features.hosts.documents import HostsStatus
    from plimsoll.features.hosts.generator import Generator, Host
    from plimsoll.features.hosts.opening import join_hosts

    with join_hosts(file) as together:
        offsets = clocks.offsets(together.fleet)
        answers = together.fleet.ask_every(Generator.host)
        hosts: list[HostStatus] = []
        for host, answer, offset in zip(together.file.host, answers, offsets, strict=True):
            known = answer if isinstance(answer, Host) and offset is not None else None
            hosts.append(
                {
                    "name": host.name,
                    "address": host.at,
                    "there": known is not None,
                    "version": known and known.version,
                    "kernel": known and known.kernel,
                    "processors": known and known.processors,
                    "clock_offset_ns": offset and offset.ns,
                    "clock_known_ns": offset and offset.bound_ns,
                }
            )
        if as_json:
            screen.document(HostsStatus(schema="plimsoll.hosts/1", action="status", hosts=hosts))
        else:
            _print_status(hosts)
    return 0 if all(host["there"] for host in hosts) else 2


def _print_status(hosts: list[HostStatus]) -> None:
    """Prints a row per host."""
    from plimsoll.base import units
    from plimsoll.features.hosts import hosts_file

    columns = [
        message("column-host"),
        message("column-address"),
        "",
        *(message(f"fact-{fact}") for fact in ("plimsoll", "kernel", "processors")),
        message("fact-clock_known_ns"),
    ]
    rows = [
        [
            host["name"],
            host["address"],
            message("there" if host["there"] else "missing"),
            host["version"] or units.DASH,
            host["kernel"] or units.DASH,
            str(host["processors"] or units.DASH),
            units.nanos(host["clock_known_ns"]),
        ]
        for host in hosts
    ]
    screen.table(columns, rows)
    there = sum(host["there"] for host in hosts)
    screen.lines([message("hosts-there", there=there, hosts=len(hosts))])
    if all(hosts_file.shares_a_machine(host["address"]) for host in hosts):
        screen.lines([message("all-this-machine")])


@APP.command("doctor")
def doctor(
    file: Path = FILE,
    target: _options.OptionalTarget = None,
    as_json: _options.Json = False,
) -> int:
    """Show what differs between the hosts and would skew the results.

    The exit code is 0 when nothing is wrong, and 2 when something is.
    """
    from plimsoll.features.hosts import clocks, examination
    from plimsoll.features.hosts.documents import FactOfHosts, HostsDoctor
    from plimsoll.features.hosts.fleet import NoAnswer
    from plimsoll.features.hosts.generator import Generator
    from plimsoll.features.hosts.opening import join_hosts

    with join_hosts(file) as together:
        head = together.file.ray.rpartition(":")[0] or None
        offsets = clocks.offsets(together.fleet)
        wanted = {
            number: (host.targets or target or [], head)
            for number, host in enumerate(together.file.host)
        }
        answers = together.fleet.ask_all(Generator.host_facts, wanted)
        facts: list[dict[str, Fact]] = []
        for (number, answer), offset in zip(answers.items(), offsets, strict=True):
            if isinstance(answer, NoAnswer):
                name = together.file.host[number].name
                facts.append({"target_error": message("did-not-answer", name=name)})
                continue
            if offset is not None:
                answer |= {"clock_known_ns": offset.bound_ns, "round_trip_ns": 2 * offset.bound_ns}
            facts.append(answer)
        found = examination.differences(facts, shared=together.file.shared)
        names = [host.name for host in together.file.host]
        if as_json:
            rows = [
                FactOfHosts(
                    name=fact.name,
                    values=list(fact.values),
                    weight=fact.weight,
                    because=fact.because,
                )
                for fact in found
            ]
            screen.document(
                HostsDoctor(schema="plimsoll.hosts/1", action="doctor", hosts=names, facts=rows)
            )
        else:
            _print_differences(names, found)
    return 2 if any(fact.weight == "wrong" for fact in found) else 0


def _print_differences(names: list[str], found: list[Difference]) -> None:
    """Prints the differences, the worst first."""
    marks = {"wrong": message("wrong"), "look": message("look"), "fine": ""}
    rows = [
        [marks[fact.weight], fact.name, *(_value_text(value, fact.unit) for value in fact.values)]
        for fact in found
    ]
    screen.table(["", "", *names], rows)
    screen.lines([f"{fact.name}: {fact.because}." for fact in found if fact.because])
    if not any(fact.weight == "wrong" for fact in found):
        screen.lines([message("nothing-in-the-way")])


def _value_text(value: Fact, unit: Unit | None) -> str:
    from plimsoll.base.units import DASH, nanos, rate, size

    if value is None:
        return DASH
    if unit is None:
        return str(value)
    return {"ns": nanos, "bytes": size, "per_s": rate}[unit](float(value))


@APP.command("down")
def down(
    file: Path = FILE, ssh_config: Path | None = SSH_CONFIG, as_json: _options.Json = False
) -> int:
    """Remove what up made on every host."""
    from plimsoll.features.hosts import bringing

    with _at_work(quiet=as_json) as (tell, calls):
        outcomes = bringing.down(file, ssh_config, tell, calls)
    if as_json:
        from plimsoll.features.hosts import documents

        screen.document(documents.down(outcomes))
    elif not outcomes:
        screen.lines([message("nothing-to-do", file=file)])
    else:
        rows = [
            [
                outcome.host,
                str(outcome.stopped),
                ", ".join(outcome.removed) or message("nothing"),
                ", ".join(outcome.left) or message("nothing"),
            ]
            for outcome in outcomes
            if outcome.failure is None
        ]
        columns = ("host", "ended", "removed", "left")
        screen.table([message(f"column-{column}") for column in columns], rows)
    _raise_failures(outcomes, message("down-again", file=file))
    return 0


@contextlib.contextmanager
def _at_work(*, quiet: bool) -> Iterator[tuple[Callable[[str, str], None], Calls]]:
    """The output for the hosts' progress, and the calls, which end with this context."""
    from plimsoll.features.hosts.ssh import Calls

    calls = Calls()
    try:
        yield (lambda host, words: None if quiet else screen.note(f"{host}: {words}")), calls
    finally:
        calls.end()


def _raise_failures(outcomes: list[HostOutcome], now: str) -> None:
    """Prints the failures of hosts, and raises if there are any."""
    failed = []
    for outcome in outcomes:
        if (failure := outcome.failure) is not None:
            failed.append(outcome.host)
            why = failure.why.rstrip(".")
            text = message("step-failed", host=outcome.host, step=failure.step, why=why)
            screen.note(f"{text} {failure.now}".rstrip())
    if failed:
        raise IoError(
            message(
                "hosts-failed", failed=len(failed), outcomes=len(outcomes), names=", ".join(failed)
            ),
            now,
        )
