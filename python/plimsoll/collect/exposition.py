"""Prometheus' text format into names and numbers
(https://prometheus.io/docs/instrumenting/exposition_formats/).

Labels become part of the name, as Prometheus itself writes it:
`node_disk_reads_completed_total{device="sda"}`. A time that stands with a sample is not used: it is
of the exporter's clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client.parser import text_string_to_metric_families

if TYPE_CHECKING:
    from re import Pattern


def parse(text: str, pattern: Pattern[str] | None) -> list[tuple[str, float]]:
    """Every sample whose name holds the pattern. Raises ValueError, in words, for what is not that
    format.

    Nothing is kept of an answer that cannot be read to its end: which part of it would be right is
    anybody's guess.
    """
    try:
        found = [
            (named(sample.name, sample.labels), float(sample.value))
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        ]
    except Exception as error:  # noqa: BLE001
        # The parser raises whatever it stumbles over: ValueError mostly, IndexError and others too.
        raise ValueError(f"not Prometheus' text format ({error})") from None
    return found if pattern is None else [pair for pair in found if pattern.search(pair[0])]


def named(name: str, labels: dict[str, str]) -> str:
    """The name with its labels, in the order of their names."""
    if not labels:
        return name
    inside = ",".join(f'{key}="{_escaped(value)}"' for key, value in sorted(labels.items()))
    return f"{name}{{{inside}}}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
