"""The formats that this feature reads. To add one: a file in this folder, and an entry here."""

from dataclasses import replace
from functools import partial

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results import (
    ceph_bench,
    crystaldiskmark,
    diskspd_text,
    diskspd_xml,
    iometer,
    kdiskmark,
    ndisk,
    ours,
)
from plimsoll.features.imports.results.registry import Format

_RADOS = Format.of(
    ceph_bench, "rados bench text", "rados bench", 130, partial(message, "format-rados-bench-text")
)
FORMATS = (
    Format.of(ours, "plimsoll record", "Plimsoll", 10, partial(message, "format-plimsoll-record")),
    Format.of(iometer, "iometer csv", "Iometer", 80, partial(message, "format-iometer-csv")),
    Format.of(diskspd_xml, "diskspd xml", "diskspd", 90, partial(message, "format-diskspd-xml")),
    Format.of(
        diskspd_text, "diskspd text", "diskspd", 100, partial(message, "format-diskspd-text")
    ),
    Format.of(ndisk, "ndisk64 text", "ndisk64", 110, partial(message, "format-ndisk64-text")),
    Format.of(
        crystaldiskmark,
        "crystaldiskmark text",
        "CrystalDiskMark",
        120,
        partial(message, "format-crystaldiskmark-text"),
    ),
    _RADOS,
    replace(
        _RADOS,
        name="rados bench json",
        summary=partial(message, "format-rados-bench-json"),
        place=140,
        sniff=ceph_bench.sniff_rados_json,
        read=ceph_bench.read_rados_json,
    ),
    replace(
        _RADOS,
        name="rbd bench text",
        summary=partial(message, "format-rbd-bench-text"),
        program="rbd bench",
        place=150,
        sniff=ceph_bench.sniff_rbd,
        read=ceph_bench.read_rbd,
    ),
    Format.of(
        kdiskmark, "kdiskmark text", "KDiskMark", 160, partial(message, "format-kdiskmark-text")
    ),
)
