"""Prometheus exporters by name, with their ports and the names of their storage metrics: `--scrape
node_exporter:HOST`. ONE ENTRY PER EXPORTER.
"""

import re
from dataclasses import dataclass

from plimsoll.base.errors import UsageError
from plimsoll.collect.messages import message


@dataclass(frozen=True)
class Exporter:
    """An exporter."""

    name: str
    port: int
    pattern: str
    """Selects metrics by default; at most 200 names are stored."""
    path: str = "/metrics"
    """Path of its metrics; `{target}` is the part before an @."""

    @property
    def what(self) -> str:
        """What it exports, for a list."""
        return message(f"exporter-{self.name}")

    def example(self, name: str) -> str:
        """An example of its address on the command line."""
        return f"{name}:switch01@exporter" if "{target}" in self.path else f"{name}:HOST"


_ALL = (
    # Names as of node_exporter 1.8.
    Exporter(
        "node_exporter",
        9100,
        "^node_(disk_(reads|writes)_completed_total|disk_(read|written)_bytes_total"
        "|disk_(read|write)_time_seconds_total|disk_io_time_(weighted_)?seconds_total"
        "|pressure_(io|cpu)_(waiting|stalled)_seconds_total|load1$)",
    ),
    # The prometheus module of ceph-mgr.
    Exporter(
        "ceph",
        9283,
        "^ceph_(osd_(apply|commit)_latency_ms|pool_(rd|wr)(_bytes)?|health_status"
        "|pg_(degraded|undersized|backfilling|recovering))",
    ),
    # NetApp Harvest's Prometheus exporter; the first port of its default range.
    Exporter(
        "netapp",
        12990,
        "^(node_cpu_busy|aggr_(disk|total)_(busy|transfers)"
        "|(node_)?volume_(read|write|total|avg)_(ops|latency|data))",
    ),
    Exporter(
        "snmp",
        9116,
        "^(ifHC(In|Out)Octets|if(In|Out)(Errors|Discards))",
        "/snmp?module=if_mib&target={target}",
    ),
)
EXPORTERS = {exporter.name: exporter for exporter in _ALL}
"""Every exporter."""
_ADDRESS = re.compile(
    r"^(?P<name>[a-z_]+):(?:(?P<target>[^@\s/#]+)@)?"
    r"(?P<host>\[[0-9a-fA-F:.]+\]|[\w.-]+)(?::(?P<port>\d{1,5}))?(?:#(?P<pattern>.*))?$"
)


def address(text: str) -> str:
    """The URL of `NAME:HOST`, with the pattern of its metrics; any other text unchanged. Raises
    UsageError for a known name in another form."""
    name = text.partition(":")[0]
    known = EXPORTERS.get(name)
    if known is None:
        return text
    found = _ADDRESS.match(text)
    if found is None or ("{target}" in known.path) != bool(found["target"]):
        raise UsageError(
            *message.refusal(
                "not-an-exporter",
                text=text.rpartition("@")[2] if "://" in text else text,
                name=name,
                example=known.example(name),
                port=known.port,
            )
        )
    path = known.path.replace("{target}", found["target"] or "")
    port = found["port"] or known.port
    return f"http://{found['host']}:{port}{path}#{found['pattern'] or known.pattern}"
