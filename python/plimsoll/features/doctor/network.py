"""The way to storage that is not in this machine: route, interface, MTU and speed; links of Fibre
Channel."""

import ipaddress
import re

from plimsoll.features.doctor.finding import Check, CheckResult, DoesNotApply, Scene
from plimsoll.features.doctor.messages import message
from plimsoll.features.doctor.users import leaves
from plimsoll.native.machine import Machine, Unreadable

GROUP = "network"

SLOW_MBIT = 1000
"""Mbit/s: 1 Gbit/s carries 112 MiB/s at best, less than one disk."""

JUMBO = 9000


def _address(scene: Scene) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Of the server behind the target: of an export, or of a file system that a server gives."""
    subject = scene.target()
    facts = subject.facts
    if facts.kind == "network":
        if subject.name.startswith("nbd+unix"):
            raise DoesNotApply(message("socket-has-no-link"))
        address_text = facts.address
    else:
        options = subject.file_system["options"] if subject.file_system else []
        address_text = next(
            (option.removeprefix("addr=") for option in options if option.startswith("addr=")), None
        )
        if address_text is None:
            raise DoesNotApply(message("not-over-a-network"))
    try:
        return ipaddress.ip_address(address_text or "")
    except ValueError:
        raise Unreadable(
            *message.refusal("route-to-server", address=address_text or subject.name)
        ) from None


def _link(scene: Scene) -> list[CheckResult]:
    address = _address(scene)
    machine = scene.machine
    if address.is_loopback:
        return [CheckResult("note", message("server-is-here"), {"interface": "lo"})]
    name = _interface(machine, address)
    at = f"sys/class/net/{name}"
    mtu = machine.number(f"{at}/mtu")
    speed = machine.get_number(f"{at}/speed")
    duplex = machine.get(f"{at}/duplex")
    state = machine.get(f"{at}/operstate")
    values = {
        "interface": name,
        "mtu": mtu,
        "speed_mbit": speed,
        "duplex": duplex,
        "operstate": state,
    }
    interface_text = message("interface", name=name, mtu=f"{mtu:,}")
    has_speed = speed is not None and speed > 0
    if has_speed:
        figures = {"name": name, "mtu": f"{mtu:,}", "speed": f"{speed:,}", "duplex": duplex}
        interface_text = message("interface-duplex" if duplex else "interface-speed", **figures)
    results = []
    if state == "down":
        text = message("interface-down", name=name)
        results.append(CheckResult("stop", text, values, f"ip link set {name} up"))
    if duplex == "half":
        results.append(
            CheckResult(
                "warn",
                message("half-duplex", interface=interface_text),
                values,
                f"ethtool -s {name} duplex full autoneg on",
            )
        )
    elif has_speed and (speed or 0) <= SLOW_MBIT:
        text = message(
            "slow-interface", interface=interface_text, rate=f"{(speed or 0) / 8 * 0.94:,.0f}"
        )
        results.append(CheckResult("warn", text, values, message("use-a-faster-interface")))
    elif mtu < 1500:
        results.append(CheckResult("warn", interface_text, values, f"ip link set {name} mtu 1500"))
    elif not has_speed:
        results.append(
            CheckResult("unknown", message("no-speed", interface=interface_text, name=name), values)
        )
    elif mtu < JUMBO:
        mend = message("raise-mtu", name=name)
        results.append(CheckResult("note", interface_text, values, mend))
    return results or [CheckResult("ok", interface_text, values)]


def _interface(machine: Machine, address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    """The interface of the most exact route to the address."""
    best: tuple[int, int, str] | None = None
    if address.version == 4:
        for line in machine.text("proc/net/route").splitlines()[1:]:
            fields = line.split()
            if len(fields) < 8 or not all(
                re.fullmatch(r"[0-9A-Fa-f]{8}", fields[at]) for at in (1, 7)
            ):
                continue
            # Hexadecimal in the byte order of the machine: little-endian wherever Plimsoll runs.
            network, mask = (
                int.from_bytes(bytes.fromhex(fields[at])[::-1], "big") for at in (1, 7)
            )
            if int(address) & mask == network and fields[6].isdigit():
                best = max(best or (-1, 0, ""), (mask.bit_count(), -int(fields[6]), fields[0]))
        where = "/proc/net/route"
    else:
        for line in machine.text("proc/net/ipv6_route").splitlines():
            fields = line.split()
            if len(fields) < 10 or not re.fullmatch(r"[0-9a-f]{32}", fields[0]):
                continue
            length = int(fields[1], 16)
            shift = 128 - length
            if (
                0 <= shift <= 128
                and int(address) >> shift == int(fields[0], 16) >> shift
                and fields[9] != "lo"
            ):
                best = max(best or (-1, 0, ""), (length, -int(fields[5], 16), fields[9]))
        where = "/proc/net/ipv6_route"
    if best is None:
        raise Unreadable(where, message("no-route", address=address))
    if "/" in best[2] or best[2].startswith("."):
        raise Unreadable(where, message("no-interface-name"))
    return best[2]


def _fibre_channel(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    hosts = []
    for disk in leaves(scene.chain()):
        match = re.search(r"/(host\d+)/", machine.real(f"sys/class/block/{disk['name']}"))
        if match and match[1] not in hosts and machine.has(f"sys/class/fc_host/{match[1]}"):
            hosts.append(match[1])
    if not hosts:
        raise DoesNotApply(message("no-fibre-channel"))
    results = []
    for host in hosts:
        at = f"sys/class/fc_host/{host}"
        state, speed = machine.text(f"{at}/port_state"), machine.text(f"{at}/speed")
        supported = machine.get(f"{at}/supported_speeds")
        values = {"host": host, "port_state": state, "speed": speed, "supported_speeds": supported}
        gbit = re.match(r"(\d{1,4}) Gbit", speed)
        if state != "Online":
            results.append(
                CheckResult(
                    "warn",
                    message("port-state", host=host, state=state),
                    values,
                    message("look-at-the-port"),
                )
            )
        elif not gbit:
            results.append(
                CheckResult(
                    "unknown", message("port-no-speed", host=host, speed=speed[:20]), values
                )
            )
        elif int(gbit[1]) <= 8:
            results.append(
                CheckResult(
                    "warn",
                    message("port-speed", host=host, speed=speed),
                    values,
                    message("use-a-faster-port"),
                )
            )
        else:
            results.append(CheckResult("ok", message("port-speed", host=host, speed=speed), values))
    return results


LINK = Check(
    name="link",
    group=GROUP,
    reads="proc/net/route, class/net/*/mtu, speed, duplex",
    run=_link,
)
FIBRE_CHANNEL = Check(
    name="fibre_channel",
    group=GROUP,
    reads="class/fc_host/*/port_state, speed",
    run=_fibre_channel,
)
