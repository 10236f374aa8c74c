"""The formats that this feature reads. To add one: a file in this folder, and an entry here."""

from dataclasses import replace

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

_RADOS = Format.of(ceph_bench, "rados bench text", "rados bench", 130, message)
FORMATS = (
    Format.of(ours, "plimsoll record", "Plimsoll", 10, message),
    Format.of(iometer, "iometer csv", "Iometer", 80, message),
    Format.of(diskspd_xml, "diskspd xml", "diskspd", 90, message),
    Format.of(diskspd_text, "diskspd text", "diskspd", 100, message),
    Format.of(ndisk, "ndisk64 text", "ndisk64", 110, message),
    Format.of(crystaldiskmark, "crystaldiskmark text", "CrystalDiskMark", 120, message),
    _RADOS,
    replace(
        _RADOS,
        name="rados bench json",
        place=140,
        sniff=ceph_bench.sniff_rados_json,
        read=ceph_bench.read_rados_json,
    ),
    replace(
        _RADOS,
        name="rbd bench text",
        program="rbd bench",
        place=150,
        sniff=ceph_bench.sniff_rbd,
        read=ceph_bench.read_rbd,
    ),
    Format.of(kdiskmark, "kdiskmark text", "KDiskMark", 160, message),
)
