"""The Runs of campaigns as OpenMetrics text, readable as Prometheus' format: gauges of each Run,
and distributions as histograms with two buckets per doubling."""

from plimsoll.base.printable import printable
from plimsoll.base.version import __version__
from plimsoll.native import histogram
from plimsoll.report.evidence import records
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.forms import FormOutput, rows
from plimsoll.report.request import ReportRequest

_MARK = "# HELP plimsoll_run_achieved_iops"
_GAUGES = {
    "achieved_iops": ("Operations of data completed per second in Measure.", "achieved_rate_per_s"),
    "offered_iops": (
        "Operations intended per second; none of a closed loop.",
        "offered_rate_per_s",
    ),
    "bytes_per_second": ("Bytes per second in Measure.", "bytes_per_s"),
    "outstanding": ("Operations outstanding, mean.", "outstanding_mean"),
    "measure_seconds": ("Length of Measure.", "measure_s"),
}
_PER_OCTAVE = 2


def write(request: ReportRequest) -> FormOutput:
    """The text."""
    found = list(rows.answering(request))
    lines: list[str] = []
    for name, (about, key) in _GAUGES.items():
        lines += [f"# HELP plimsoll_run_{name} {about}", f"# TYPE plimsoll_run_{name} gauge"]
        for evidence, run in found:
            value = getattr(run.measurement, key)
            if value is not None:
                lines.append(f"plimsoll_run_{name}{{{_labels(evidence, run)}}} {value!r}")
    for metric in ("response_time", "completion_latency"):
        family = f"plimsoll_run_{metric}_seconds"
        samples = [
            line
            for evidence, run in found
            for line in _distribution(request, evidence, run, metric, family)
        ]
        if samples:
            lines += [
                f"# HELP {family} {records.metric_words(metric).capitalize()} of all operations.",
                f"# TYPE {family} histogram",
                f"# UNIT {family} seconds",
                *samples,
            ]
    return FormOutput(("\n".join([*lines, "# EOF"]) + "\n").encode())


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll."""
    return head.startswith(_MARK.encode())


def _distribution(
    request: ReportRequest, evidence: Evidence, run: Run, metric: str, family: str
) -> list[str]:
    lines = []
    for name, blob in request.store.histograms(run.row.id).items():
        kind, _, metric_name = name.partition(".")
        if metric_name != metric:
            continue
        labels = f'{_labels(evidence, run)},kind="{kind}"'
        total = 0
        for bound, many in histogram.buckets([blob], _PER_OCTAVE):
            total += many
            lines.append(f'{family}_bucket{{{labels},le="{bound / 1e9!r}"}} {total}')
        mean = histogram.summary([blob])["mean"] or 0.0
        lines += [
            f'{family}_bucket{{{labels},le="+Inf"}} {total}',
            f"{family}_count{{{labels}}} {total}",
            f"{family}_sum{{{labels}}} {mean * total / 1e9!r}",
        ]
    return lines


def _labels(evidence: Evidence, run: Run) -> str:
    point = evidence.point_of(run)
    labels = {
        "run": str(run.row.id),
        "campaign": str(evidence.campaign.id),
        "configuration": point.configuration if point else "",
        "target": str(run.spec["target"]["name"]),
        "outcome": str(run.row.outcome),
        "version": __version__,
    }
    return ",".join(f'{key}="{_escape(value)}"' for key, value in labels.items() if value)


def _escape(text: str) -> str:
    return printable(text).replace("\\", "\\\\").replace('"', '\\"')
