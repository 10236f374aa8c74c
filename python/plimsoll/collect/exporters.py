"""Prometheus exporters by name, with the port that they have and the names that tell of storage:
`--scrape node_exporter:HOST`. ONE ENTRY PER EXPORTER.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from plimsoll.base.errors import UsageError


@dataclass(frozen=True)
class Exporter:
    """An exporter."""

    what: str
    port: int
    pattern: str
    """Of the names that are kept where none are asked for: at most 200 fit."""
    path: str = "/metrics"
    """Where it answers; `{target}` is what stands before an @."""

    def example(self, name: str) -> str:
        """As it is typed."""
        return f"{name}:switch01@exporter" if "{target}" in self.path else f"{name}:HOST"


EXPORTERS = {
    # Names as of node_exporter 1.8.
    "node_exporter": Exporter(
        "disks, I/O wait and load of a Linux host",
        9100,
        "^node_(disk_(reads|writes)_completed_total|disk_(read|written)_bytes_total"
        "|disk_(read|write)_time_seconds_total|disk_io_time_(weighted_)?seconds_total"
        "|pressure_(io|cpu)_(waiting|stalled)_seconds_total|load1$)",
    ),
    # The prometheus module of ceph-mgr.
    "ceph": Exporter(
        "a Ceph cluster: its OSDs' latencies, its pools' operations and bytes",
        9283,
        "^ceph_(osd_(apply|commit)_latency_ms|pool_(rd|wr)(_bytes)?|health_status"
        "|pg_(degraded|undersized|backfilling|recovering))",
    ),
    # NetApp Harvest's Prometheus exporter, whose default port range begins there.
    "netapp": Exporter(
        "an ONTAP cluster through Harvest: volumes, aggregates and nodes",
        12990,
        "^(node_cpu_busy|aggr_(disk|total)_(busy|transfers)"
        "|(node_)?volume_(read|write|total|avg)_(ops|latency|data))",
    ),
    "snmp": Exporter(
        "ports of a switch through snmp_exporter: bytes, errors and discards",
        9116,
        "^(ifHC(In|Out)Octets|if(In|Out)(Errors|Discards))",
        "/snmp?module=if_mib&target={target}",
    ),
}
"""Every exporter."""
_WRITTEN = re.compile(
    r"^(?P<name>[a-z_]+):(?:(?P<target>[^@\s/#]+)@)?"
    r"(?P<host>\[[0-9a-fA-F:.]+\]|[\w.-]+)(?::(?P<port>\d{1,5}))?(?:#(?P<pattern>.*))?$"
)


def address(text: str) -> str:
    """The address that `NAME:HOST` stands for, with the pattern of its names; any other text as it
    is. Raises UsageError for a known name that is written otherwise."""
    name = text.partition(":")[0]
    known = EXPORTERS.get(name)
    if known is None:
        return text
    written = _WRITTEN.match(text)
    wants = "{target}" in known.path
    if written is None or wants != bool(written["target"]):
        raise UsageError(
            f"--scrape {text.rpartition('@')[2] if '://' in text else text} is not the address of "
            f"a {name} exporter",
            f"Write --scrape {known.example(name)}, with :PORT if it is not {known.port} and"
            " #PATTERN for other names.",
        )
    path = known.path.replace("{target}", written["target"] or "")
    port = written["port"] or known.port
    return f"http://{written['host']}:{port}{path}#{written['pattern'] or known.pattern}"
