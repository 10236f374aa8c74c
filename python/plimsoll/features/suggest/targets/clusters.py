"""Clusters: the capacity of a Ceph OSD, a VolumeAttributesClass of Kubernetes, a QoS of Cinder.

Ceph: `osd_mclock_max_capacity_iops_hdd` or `_ssd` of one OSD, from which mClock derives what
clients and recovery may use. Ceph's own benchmark at the first start counts random writes of 4 KiB,
and throws results outside 50 to 500 (hdd) or 1,000 to 80,000 (ssd) away.
Kubernetes: the class as the back end `kubernetes` of policies writes it.
Cinder: a QoS of the front end, which Nova hands to libvirt (docs.openstack.org, basic-volume-qos).
None was tried against a cluster.
"""

import re
import shlex

from plimsoll.base.errors import UsageError
from plimsoll.features.policy.backends import kubernetes
from plimsoll.features.policy.rules import Rates, Rules
from plimsoll.features.suggest.choosing import (
    Choosing,
    Meaning,
    PolicyChoice,
    small_random_writes,
    together,
)
from plimsoll.features.suggest.messages import message
from plimsoll.features.suggest.targets import contract

OSD = re.compile(r"osd\.[0-9]{1,6}")
CAPACITY = re.compile(r"osd_mclock_max_capacity_iops_(hdd|ssd)")
USUAL = {"hdd": (50, 500), "ssd": (1_000, 80_000)}
MIB, MB = 1 << 20, 1_000_000
BYTES_KEYS = {"throughput": MIB, "DiskMBpsReadWrite": MB}
"""Parameters of a class that are bytes/s, with their units."""
IOPS_KEYS = ("iops", "DiskIOPSReadWrite")


def _write_ceph(meaning: Meaning, options: dict[contract.Option, str]) -> str:
    assert isinstance(meaning, Rules)
    osd, media = options["for"], options["type"]
    if not OSD.fullmatch(osd):
        raise UsageError(*message.refusal("no-osd", name=osd))
    if media not in ("hdd", "ssd"):
        raise UsageError(*message.refusal("no-osd-type", name=media))
    capacity = round(meaning.shared.ops_per_s or 0)
    return f"ceph config set {osd} osd_mclock_max_capacity_iops_{media} {capacity}\n"


def _read_ceph(text: str) -> Rules:
    [words] = contract.only(list(contract.commands(text)))
    if (
        words[:3] != ["ceph", "config", "set"]
        or len(words) != 6
        or not CAPACITY.fullmatch(words[4])
    ):
        raise contract.UnreadableError("no capacity of an OSD")
    return Rules(shared=Rates(contract.whole(words[5])))


def _choose_class(choosing: Choosing, options: dict[contract.Option, str]) -> PolicyChoice:
    driver = options["driver"]
    if driver not in kubernetes.DRIVERS:
        known = ", ".join(kubernetes.DRIVERS)
        raise UsageError(
            *message.refusal("no-driver", "known-drivers", driver=driver, drivers=known)
        )
    return together(choosing, bytes_multiple=MB if driver == "disk.csi.azure.com" else MIB)


def _write_class(meaning: Meaning, options: dict[contract.Option, str]) -> str:
    assert isinstance(meaning, Rules)
    if not kubernetes.LABEL.fullmatch(options["for"]):
        raise UsageError(*message.refusal("no-class-name", name=options["for"]))
    return kubernetes.attributes_class(
        options["for"], options["driver"], meaning.shared, options["type"]
    )


def _read_class(text: str) -> Rules:
    found = dict(re.findall(r'^  ([A-Za-z]+): "([0-9]+)(?:Mi)?"$', text, re.MULTILINE))
    ops = next((contract.whole(found[key]) for key in IOPS_KEYS if key in found), None)
    through = next(
        (int(found[key]) * unit for key, unit in BYTES_KEYS.items() if key in found), None
    )
    if ops is None and through is None:
        raise contract.UnreadableError("no parameters of a class")
    return Rules(shared=Rates(ops, through))


def _write_cinder(meaning: Meaning, options: dict[contract.Option, str]) -> str:
    assert isinstance(meaning, Rules)
    rates = meaning.shared
    words = ["openstack", "volume", "qos", "create", "--consumer", "front-end"]
    for key, value in (("total_iops_sec", rates.ops_per_s), ("total_bytes_sec", rates.bytes_per_s)):
        if value is not None:
            words += ["--property", f"{key}={round(value)}"]
    # After --, a name that begins with a dash is no option.
    return shlex.join([*words, "--", options["for"]]) + "\n"


def _read_cinder(text: str) -> Rules:
    [words] = contract.only(list(contract.commands(text)))
    if words[:4] != ["openstack", "volume", "qos", "create"] or words[-2:-1] != ["--"]:
        raise contract.UnreadableError("no QoS")
    given = contract.settings(
        [words[at + 1] for at, word in enumerate(words[:-2]) if word == "--property"]
    )
    return Rules(
        shared=Rates(
            contract.whole_setting(given, "total_iops_sec"),
            contract.whole_setting(given, "total_bytes_sec"),
        )
    )


CEPH = contract.Target(
    "ceph-mclock",
    ("for", "type"),
    lambda choosing, options: small_random_writes(choosing, USUAL.get(options["type"])),
    _write_ceph,
    _read_ceph,
    is_limit=False,
)
CLASS = contract.Target(
    "volume-attributes-class",
    ("for", "driver", "type"),
    _choose_class,
    _write_class,
    _read_class,
)
CINDER = contract.Target(
    "cinder",
    ("for",),
    lambda choosing, _: together(choosing),
    _write_cinder,
    _read_cinder,
    profile="qemu",
)
