"""What is said of imported results: the one place that makes sentences of the codes in a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll import units

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

UNKNOWN = {
    "asked_without_latency": "{program} was not asked to measure it (-L)",
    "starts_at_submission": (
        "{program} times an operation from its submission, not from when it was due"
    ),
    "percentiles_of_parts": (
        "the file has percentiles of each part only, and percentiles cannot be combined"
    ),
    "first_threads_counted_again": (
        "diskspd for Linux counts the first of several threads once for each that follows in its"
        " percentiles of reads and writes together; those of reads and of writes are right"
    ),
    "not_told": "the file does not say",
    "not_in_terse": "fio's terse output does not have it",
    "syncs_before_3_4": "fio times syncs since version 3.4",
    "syncs_put_together": "fio does not write it with unified_rw_reporting",
    "figures_disagree": "the file's own figures of it contradict each other",
    "no_latency": "{program} does not measure latency",
}
"""Why a figure is unknown."""
DERIVED = {
    "little": "rate × mean latency",
    "little_with_syncs": "rate × mean latency + syncs per second × their mean latency",
    "block_by_bytes": "bytes ÷ operations",
    "operations_by_rate": "rate × seconds",
    "operations_by_bytes": "bytes ÷ block size",
    "rate_by_operations": "operations ÷ seconds",
    "bytes_by_block_size": "operations × block size",
    "sum_of_parts": "sum over the parts",
    "difference": "difference between two readings",
    "seconds_by_rate": "operations ÷ rate",
    "cpu_by_share": "CPU share × seconds ÷ operations",
}
"""How a figure follows from others."""
REMARKS = {
    "clat_without_submission": (
        "Latency is fio's clat, which starts after the submit call. Its lat, submission"
        " included, has"
        " no percentiles in this file: run fio with --lat_percentiles=1 to get them."
    ),
    "percentiles_told": (
        "Percentiles are the file's own: without the distribution they cannot be combined with"
        " those"
        " of other Runs. fio writes it with --output-format=json+."
    ),
    "short": (
        "It ran for less than 0.1 s, and fio gives its length in whole milliseconds, so the rate"
        " is only rough."
    ),
    "microseconds_by_debug": "The file was written with debug=23: its times are microseconds.",
    "no_percentiles": "The file has only means and maxima, no percentiles.",
    "percentiles_told_alone": (
        "Percentiles are the file's own: it has no distribution, so they cannot be combined with"
        " those of other Runs."
    ),
    "coarse_steps": (
        "Each step of the distribution is twice the last or more: percentiles are the middle of"
        " a step."
    ),
    "no_latency_bound": (
        "ndisk64 measures no latency. With one operation at a time per process its mean is at least"
        " processes ÷ rate."
    ),
    "rates_by_time_asked": (
        "diskspd for Linux divides by the time that it was asked to run, not by the time that it"
        " ran: where that was longer, its rates are too high."
    ),
    "best_of_passes": "CrystalDiskMark reports the best of its passes, not their mean.",
    "rate_not_told": (
        "Whether a rate was asked for is not in this output: it counts as a closed loop."
    ),
    "logs_alone": (
        "Logs alone do not give block size, depth or the rate asked for; their latencies are taken"
        " as nanoseconds, as fio 3 writes them."
    ),
    "lines_of_one_name": (
        "Several lines of the file have this name. They are taken as Runs of their own; if they"
        " are clones of one job (numjobs without group_reporting), their rates add up. Terse output"
        " does not tell: use --output-format=json+."
    ),
    "words_within": (
        "Lines of another program stood between those of the JSON document; they were passed over."
    ),
    "ran_beside": "Other jobs of the same file ran at the same time.",
    "unfinished_status": "The last status in the file was written before the job ended.",
    "reads_and_writes_together": "Reads and writes are reported together (unified_rw_reporting).",
    "microseconds_before_3": "fio before version 3 reports latencies in microseconds.",
}
"""What else a reader must know."""


def unknown(code: str, program: str) -> str:
    """Why a figure is unknown."""
    return UNKNOWN.get(code, code.replace("_", " ")).format(program=program)


def derived(code: str) -> str:
    """How a figure was worked out."""
    return DERIVED.get(code, code.replace("_", " "))


def remark(code: str) -> str:
    """What else is to be known."""
    return REMARKS.get(code, code.replace("_", " "))


def origin(imported: Mapping[str, Any]) -> str:
    """`fio 3.33, results/a.json, jobs[0] (line 8)`."""
    source = imported["source"]
    version = f" {source['version']}" if source.get("version") else ""
    line = f" (line {imported['line']})" if imported.get("line") else ""
    return f"{source['program']}{version}, {source['file']}, {imported['at']}{line}"


def program(imported: Mapping[str, Any]) -> str:
    """`fio 3.33 (fio json)`."""
    source = imported["source"]
    version = f" {source['version']}" if source.get("version") else ""
    return f"{source['program']}{version} ({source['format']})"


def starts(imported: Mapping[str, Any]) -> str:
    """When the clock of an operation starts, and what that leaves out."""
    name = imported["source"]["program"]
    return {
        "intended": "response time: Plimsoll measured it elsewhere, from the intended instant",
        "submission": (
            f"completion latency: {name} starts its clock when it submits an operation, so waiting"
            " for its turn is not in it; response time, which counts from when the operation was"
            " due,"
            " is not known"
        ),
        "after_submission": (
            f"completion latency: {name} started its clock after the submit call (clat), so neither"
            " that call nor waiting for its turn is in it; response time is not known"
        ),
    }.get(str(imported.get("starts")), f"{name} gives no latency in this file")


def percentiles(imported: Mapping[str, Any]) -> str:
    """What percentiles are made of."""
    match imported.get("percentiles"):
        case "distribution":
            step = imported.get("step")
            wide = f" in steps of up to {units.percent(step, 1)} of the value" if step else ""
            return f"from the distribution in the file{wide}"
        case "told":
            return "as given in the file; without its distribution they are not combined"
    return ""


def unknowns(imported: Mapping[str, Any]) -> list[str]:
    """Every figure that is unknown, and why."""
    name = imported["source"]["program"]
    return [
        f"{FIGURES.get(figure, figure.replace('_', ' '))}: {unknown(code, name)}"
        for figure, code in imported["unknown"].items()
    ]


FIGURES = {
    "response_time_ns": "response time",
    "completion_latency_ns": "completion latency",
    "completion_latency_ns.percentiles": "percentiles of all operations",
    "bytes_per_s": "bytes per second",
    "warmup_s": "warm-up",
    "errors": "errors",
    "flush": "sync latency (fsync, fdatasync)",
    "outstanding_mean": "outstanding I/O",
}
"""Figures of a record as one says them."""


def because(imported: Mapping[str, Any]) -> str:
    """Why the outcome of an imported Run is what it is."""
    program = imported["source"]["program"]
    return {
        "finished": f"imported from {program}, which finished it",
        "fell_behind": (f"imported from {program}: it did not reach the rate it was asked for"),
        "client_full": (
            f"imported from {program}: it did not reach the rate it was asked for, and its own"
            " CPU was saturated"
        ),
        "errors": f"imported from {program}, which ended it with errors",
        "cut": f"imported from {program}: the file ends before the Run did",
    }[imported["ended"]]
