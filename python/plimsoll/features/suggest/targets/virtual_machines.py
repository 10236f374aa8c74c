"""Limits of virtual disks: QEMU's throttle groups, libvirt's iotune, vSphere's IOPS limit.

QEMU: the option that makes a throttle group, of QEMU, qemu-storage-daemon and qemu-nbd. The `x-`
properties that older pages show are taken and ignored by qemu-nbd 7.2 (`policy/backends/qemu.py`).
vSphere: PowerCLI, not tried against a vCenter. ESXi from 7.0 U3q and 8.0 U3 counts an I/O above
32 KiB as several; before, a policy's limit counts each as one (Broadcom KB 385258).
"""

import re
import xml.etree.ElementTree as ET

from plimsoll.base.errors import UsageError
from plimsoll.features.policy.backends.qemu import GROUP
from plimsoll.features.policy.rules import Rates, Rules
from plimsoll.features.suggest.choosing import Meaning, together
from plimsoll.features.suggest.messages import message
from plimsoll.features.suggest.targets import contract

ESXI_UNIT = 32 << 10
POWERCLI = re.compile(
    r"Get-VM -Name '(?:[^']|'')*' \| Get-VMResourceConfiguration \|"
    r" Set-VMResourceConfiguration -Disk \(Get-VM -Name '(?:[^']|'')*' \|"
    r" Get-HardDisk -Name '(?:[^']|'')*'\) -DiskLimitIOPerSecond ([0-9]+)\n"
)


def _without_comments(text: str, begin: str) -> str:
    lines = [line for line in text.splitlines(True) if not line.startswith(begin)]
    return "".join(lines)


def _shared_rates(meaning: Meaning) -> Rates:
    assert isinstance(meaning, Rules)
    return meaning.shared


def _write_qemu(meaning: Meaning, options: dict[contract.Option, str]) -> str:
    if not GROUP.fullmatch(options["for"]):
        raise UsageError(*message.refusal("no-qemu-id", name=options["for"]))
    rates = _shared_rates(meaning)
    words = ["throttle-group", f"id={options['for']}"]
    for key, value in (("iops", rates.ops_per_s), ("bps", rates.bytes_per_s)):
        if value is not None:
            words.append(f"limits.{key}-total={round(value)}")
    return f"--object {','.join(words)}\n"


def _read_qemu(text: str) -> Rules:
    [words] = contract.only(list(contract.commands(text)))
    kind, *rest = words[-1].split(",")
    if words[:-1] != ["--object"] or kind != "throttle-group":
        raise contract.UnreadableError("no throttle group")
    given = contract.settings(rest)
    return Rules(
        shared=Rates(
            contract.whole_setting(given, "limits.iops-total"),
            contract.whole_setting(given, "limits.bps-total"),
        )
    )


def _write_libvirt(meaning: Meaning, options: dict[contract.Option, str]) -> str:
    rates = _shared_rates(meaning)
    tune = ET.Element("iotune")
    for tag, value in (
        ("total_bytes_sec", rates.bytes_per_s),
        ("total_iops_sec", rates.ops_per_s),
    ):
        if value is not None:
            ET.SubElement(tune, tag).text = str(round(value))
    if "for" in options:
        ET.SubElement(tune, "group_name").text = options["for"]
    ET.indent(tune)
    return ET.tostring(tune, encoding="unicode") + "\n"


def _read_libvirt(text: str) -> Rules:
    try:
        # Our own text, without a document type: no entities can be declared.
        tune = ET.fromstring(_without_comments(text, "<!--"))  # noqa: S314
    except ET.ParseError as error:
        raise contract.UnreadableError(str(error)) from None
    return Rules(
        shared=Rates(
            contract.whole(tune.findtext("total_iops_sec")),
            contract.whole(tune.findtext("total_bytes_sec")),
        )
    )


def _quote(text: str) -> str:
    """A text of PowerShell, in which nothing has a meaning. It takes typographic quotes for its
    own."""
    return "'" + re.sub("(['\u2018\u2019\u201a\u201b])", r"\1\1", text) + "'"


def _write_vsphere(meaning: Meaning, options: dict[contract.Option, str]) -> str:
    vm, disk = _quote(options["for"]), _quote(options.get("disk", "Hard disk 1"))
    limit = round(_shared_rates(meaning).ops_per_s or 0)
    return (
        f"Get-VM -Name {vm} | Get-VMResourceConfiguration | Set-VMResourceConfiguration"
        f" -Disk (Get-VM -Name {vm} | Get-HardDisk -Name {disk}) -DiskLimitIOPerSecond {limit}\n"
    )


def _read_vsphere(text: str) -> Rules:
    found = POWERCLI.fullmatch(_without_comments(text, "#"))
    if found is None:
        raise contract.UnreadableError("no command of PowerCLI")
    return Rules(shared=Rates(contract.whole(found[1])), unit_bytes=ESXI_UNIT)


QEMU = contract.Target(
    "qemu",
    ("for",),
    lambda choosing, _: together(choosing),
    _write_qemu,
    _read_qemu,
    profile="qemu",
)
LIBVIRT = contract.Target(
    "libvirt",
    (),
    lambda choosing, _: together(choosing),
    _write_libvirt,
    _read_libvirt,
    comment=("<!-- ", " -->"),
    profile="qemu",
    optional=("for",),
)
VSPHERE = contract.Target(
    "vsphere",
    ("for",),
    lambda choosing, _: together(choosing, with_bytes=False, unit_bytes=ESXI_UNIT),
    _write_vsphere,
    _read_vsphere,
    profile="esxi-mclock",
    optional=("disk",),
)
