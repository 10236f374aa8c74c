"""The distributions of Runs as a log of HdrHistogram (version 1.3), for its plotters and
processors: a line for each Run, kind and metric, tagged `run3.read.completion_latency`. The
histograms are the store's own, in nanoseconds."""

import base64

from plimsoll.base.version import __version__
from plimsoll.native import histogram
from plimsoll.report.forms import FormOutput, rows
from plimsoll.report.request import ReportRequest

_MARK = "#[Written by Plimsoll"


def write(request: ReportRequest) -> FormOutput:
    """The log."""
    found = list(rows.answering(request))
    # Runs without a date are placed at the start of the log.
    start = min((run.began_ns for _, run in found if run.began_ns), default=0) / 1e9
    lines = [
        f"{_MARK} {__version__}; campaigns {', '.join(map(str, request.campaigns))}]",
        "#[Histogram log format version 1.3]",
        f"#[StartTime: {start:.3f} (seconds since epoch)]",
        '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"',
    ]
    for _, run in found:
        for name, blob in request.store.histograms(run.row.id).items():
            most = histogram.summary([blob])["max"]
            packed = base64.b64encode(blob).decode()
            begin = run.began_ns / 1e9 - start if run.began_ns else 0.0
            # The log format has the largest value in ms.
            lines.append(
                f"Tag=run{run.row.id}.{name},{begin:.3f},{run.measure_s:.3f},"
                f"{(most or 0) / 1e6:.3f},{packed}"
            )
    return FormOutput(("\n".join(lines) + "\n").encode())


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll."""
    return head.startswith(_MARK.encode())
