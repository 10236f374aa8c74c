"""Files of counters as their programs write them, from a true load of every second."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

START = datetime(2026, 11, 2, tzinfo=UTC)
BLOCK = 16384
"""Bytes of every operation."""
LATENCY_S = 0.001
VOLUME = "vol-0123456789abcdef0"


def sums(seconds: Sequence[int], length: int) -> list[int]:
    """Operations of each interval of so many seconds."""
    return [sum(seconds[at : at + length]) for at in range(0, len(seconds), length)]


def stamp(at_s: float) -> str:
    return (START + timedelta(seconds=at_s)).isoformat()


def cloudwatch(
    seconds: Sequence[int], length: int = 60, volume: str = VOLUME, **more: Sequence[float]
) -> dict[str, Any]:
    """`aws cloudwatch get-metric-data`: half of the operations are reads. `more`: other metrics."""
    counts = sums(seconds, length)
    reads = [count // 2 for count in counts]
    writes = [count - half for count, half in zip(counts, reads, strict=True)]
    metrics: dict[str, Sequence[float]] = {
        "VolumeReadOps": reads,
        "VolumeWriteOps": writes,
        "VolumeReadBytes": [BLOCK * count for count in reads],
        "VolumeWriteBytes": [BLOCK * count for count in writes],
        "VolumeTotalReadTime": [LATENCY_S * count for count in reads],
        "VolumeTotalWriteTime": [LATENCY_S * count for count in writes],
        **more,
    }
    return {
        "MetricDataResults": [
            {
                "Id": f"m{number}",
                "Label": f"{volume} {name}",
                "Timestamps": [stamp(at * length) for at in range(len(values))][::-1],
                "Values": list(values)[::-1],
                "StatusCode": "Complete",
            }
            for number, (name, values) in enumerate(metrics.items())
        ],
        "Messages": [],
    }


def azure(seconds: Sequence[int], length: int = 60) -> dict[str, Any]:
    counts = sums(seconds, length)
    half = [count / 2 / length for count in counts]
    metrics = {
        "Composite Disk Read Operations/sec": half,
        "Composite Disk Write Operations/sec": half,
        "Composite Disk Read Bytes/sec": [BLOCK * rate for rate in half],
        "Composite Disk Write Bytes/sec": [BLOCK * rate for rate in half],
    }
    disk = "/subscriptions/1/resourceGroups/g/providers/Microsoft.Compute/disks/data1"
    return {
        "cost": 1,
        "interval": f"PT{length // 60}M",
        "namespace": "Microsoft.Compute/disks",
        "resourceregion": "westeurope",
        "timespan": f"{stamp(0)}/{stamp(len(seconds))}",
        "value": [
            {
                "id": f"{disk}/providers/Microsoft.Insights/metrics/{name}",
                "name": {"localizedValue": name, "value": name},
                "timeseries": [
                    {
                        "data": [
                            {"average": value, "timeStamp": stamp(at * length)}
                            for at, value in enumerate(values)
                        ],
                        "metadatavalues": [],
                    }
                ],
                "unit": "CountPerSecond",
            }
            for name, values in metrics.items()
        ],
    }


def gcp(seconds: Sequence[int], length: int = 60) -> dict[str, Any]:
    counts = sums(seconds, length)
    reads = [count // 2 for count in counts]
    writes = [count - half for count, half in zip(counts, reads, strict=True)]
    metrics = {
        "read_ops_count": reads,
        "write_ops_count": writes,
        "read_bytes_count": [BLOCK * count for count in reads],
        "write_bytes_count": [BLOCK * count for count in writes],
    }
    return {
        "timeSeries": [
            {
                "metric": {
                    "type": f"compute.googleapis.com/instance/disk/{name}",
                    "labels": {"device_name": "data1", "instance_name": "db-1"},
                },
                "resource": {"type": "gce_instance", "labels": {"instance_id": "42"}},
                "metricKind": "DELTA",
                "valueType": "INT64",
                "points": [
                    {
                        "interval": {
                            "startTime": stamp(at * length),
                            "endTime": stamp((at + 1) * length),
                        },
                        "value": {"int64Value": str(value)},
                    }
                    for at, value in enumerate(values)
                ][::-1],
            }
            for name, values in metrics.items()
        ]
    }


def prometheus(seconds: Sequence[int], length: int = 60) -> dict[str, Any]:
    counts = sums(seconds, length)
    reads = [count // 2 for count in counts]
    writes = [count - half for count, half in zip(counts, reads, strict=True)]
    metrics: dict[str, Sequence[float]] = {
        "node_disk_reads_completed_total": reads,
        "node_disk_writes_completed_total": writes,
        "node_disk_read_bytes_total": [BLOCK * count for count in reads],
        "node_disk_written_bytes_total": [BLOCK * count for count in writes],
        "node_disk_read_time_seconds_total": [LATENCY_S * count for count in reads],
        "node_disk_write_time_seconds_total": [LATENCY_S * count for count in writes],
    }
    began = START.timestamp()
    result = []
    for name, values in metrics.items():
        total, samples = 1e6, [[began, "1000000"]]
        for at, value in enumerate(values, 1):
            total += value
            samples.append([began + at * length, repr(total)])
        result.append(
            {
                "metric": {"__name__": name, "device": "data1", "instance": "db-1:9100"},
                "values": samples,
            }
        )
    return {"status": "success", "data": {"resultType": "matrix", "result": result}}


def sadf(seconds: Sequence[int], length: int = 60) -> dict[str, Any]:
    def report(at: int, count: int) -> dict[str, Any]:
        end = START + timedelta(seconds=(at + 1) * length)
        kb = BLOCK / 1024 * count / length / 2
        return {
            "timestamp": {
                "date": f"{end:%Y-%m-%d}",
                "time": f"{end:%H:%M:%S}",
                "utc": 1,
                "interval": length,
            },
            "disk": [
                {
                    "disk-device": "data1",
                    "tps": count / length,
                    "rkB": kb,
                    "wkB": kb,
                    "await": LATENCY_S * 1000,
                    "util": 3.0,
                }
            ],
        }

    reports = [report(at, count) for at, count in enumerate(sums(seconds, length))]
    return {"sysstat": {"hosts": [{"nodename": "db-1", "statistics": reports}]}}


def iostat(seconds: Sequence[int], length: int = 60) -> str:
    text = "Linux 6.1.0 (db-1) \t11/22/2026 \t_x86_64_\t(2 CPU)\n\n"
    # The first report is the mean since the machine started.
    for at, count in enumerate([0, *sums(seconds, length)]):
        rate = count / length / 2
        kb, latency = BLOCK / 1024 * rate, LATENCY_S * 1000
        when = datetime(2026, 11, 22, 10, tzinfo=UTC) + timedelta(seconds=at * length)
        row = f"{rate:.4f} {rate:.4f} {kb:.4f} {kb:.4f} {latency:.2f} {latency:.2f}"
        head = "Device r/s w/s rkB/s wkB/s r_await w_await"
        text += f"{when:%m/%d/%Y %I:%M:%S %p}\n{head}\ndata1 {row}\n\n"
    return text


def perfmon(seconds: Sequence[int], length: int = 60) -> str:
    names = ("Disk Reads/sec", "Disk Writes/sec", "Disk Read Bytes/sec", "Disk Write Bytes/sec")
    columns = [rf"\\WIN1\PhysicalDisk(1 D:)\{name}" for name in names]
    columns += [rf"\\WIN1\PhysicalDisk(_Total)\{names[0]}"]
    lines = ['"(PDH-CSV 4.0) (Coordinated Universal Time)(0)",' + _cells(columns)]
    for at, count in enumerate(sums(seconds, length), 1):
        rate = count / length / 2
        when = START + timedelta(seconds=at * length)
        values = [rate, rate, BLOCK * rate, BLOCK * rate, 99_999]
        lines.append(f'"{when:%m/%d/%Y %H:%M:%S}.000",' + _cells(map(str, values)))
    return "\n".join(lines) + "\n"


def esxtop(seconds: Sequence[int], length: int = 60) -> str:
    device, adapter = "Physical Disk SCSI Device(naa.1)", "Physical Disk Adapter(vmhba0)"
    names = ("Reads/sec", "Writes/sec", "MBytes Read/sec", "MBytes Written/sec")
    columns = [rf"\\esx01\{device}\{name}" for name in names] + [rf"\\esx01\{adapter}\Reads/sec"]
    lines = ['"(PDH-CSV 4.0) (UTC)(0)",' + _cells(columns)]
    for at, count in enumerate(sums(seconds, length), 1):
        rate = count / length / 2
        moved = rate * BLOCK / (1 << 20)
        when = START + timedelta(seconds=at * length)
        values = [rate, rate, moved, moved, 99_999]
        lines.append(f'"{when:%m/%d/%Y %H:%M:%S}",' + _cells(map(str, values)))
    return "\n".join(lines) + "\n"


def cloudwatch_csv(seconds: Sequence[int], length: int = 60) -> str:
    counts = sums(seconds, length)
    metrics = ("VolumeReadOps", "VolumeWriteOps", "VolumeReadBytes", "VolumeWriteBytes")
    lines = [
        "Label," + ",".join(f"{VOLUME} {name}" for name in metrics),
        "Statistic,Sum,Sum,Sum,Sum",
        f"Period,{length},{length},{length},{length}",
    ]
    for at, count in enumerate(counts):
        reads, writes = count // 2, count - count // 2
        cells = (reads, writes, BLOCK * reads, BLOCK * writes)
        lines.append(f"{stamp(at * length)}," + ",".join(map(str, cells)))
    return "\n".join(lines) + "\n"


def _cells(values: Any) -> str:
    return ",".join(f'"{value}"' for value in values)


def texts(seconds: Sequence[int]) -> dict[str, str]:
    """The same load in every format, by its name."""
    documents = {
        "CloudWatch": cloudwatch(seconds),
        "Azure Monitor": azure(seconds),
        "Google Cloud Monitoring": gcp(seconds),
        "Prometheus": prometheus(seconds),
        "sadf": sadf(seconds),
    }
    return {
        **{name: json.dumps(found, indent=1) + "\n" for name, found in documents.items()},
        "CloudWatch CSV": cloudwatch_csv(seconds),
        "iostat": iostat(seconds),
        "perfmon": perfmon(seconds),
        "esxtop": esxtop(seconds),
    }
