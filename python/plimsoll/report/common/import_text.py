"""Sentences for imported results, made from the codes in their records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import gaps, units

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from plimsoll.store.imported_run import ImportedDocument

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
    "contradicted": "other figures of the file contradict it",
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
    "bytes_by_block_size_rate": "bytes per second ÷ block size",
    "most_outstanding_seen": "the most that were outstanding in its table",
    "mean_of_directions": (
        "the printed figure ÷ (share of reads² + share of writes²): KDiskMark prints the mean of"
        " reads and writes, each weighted by its share"
    ),
    "sum_of_parts": "sum over the parts",
    "difference": "difference between two readings",
    "seconds_by_rate": "operations ÷ rate",
    "by_share_asked": "the share of reads that the name of the case asks for",
    "by_percentile_of_hcibench": "(95%tile_LAT − LATENCY) ÷ 1.645, which HCIBench made it from",
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
        "The steps of the distribution are wide, most of them twice as long at their end as at"
        " their begin: a percentile lies somewhere in one, and the middle of it is shown."
    ),
    "hcibench_means": (
        "HCIBench's latencies are the mean over VMs of each VM's mean. What it calls the 95th"
        " percentile is none of all operations (the mean plus 1.645 standard deviations, or a mean"
        " of percentiles) and is left out: import the case's folder for figures of all operations."
    ),
    "histogram_with_warmup": (
        "vdbench's histogram includes the warm-up: so do the percentiles. Rates and means do not."
    ),
    "vms_missing": (
        "Some VMs left no results: the figures are those of the others, and all of them together"
        " did more."
    ),
    "zone_not_told": "The file names no time zone: its times are taken as UTC.",
    "no_latency_bound": (
        "ndisk64 measures no latency. With one operation at a time per process its mean is at least"
        " processes ÷ rate."
    ),
    "rates_by_time_asked": (
        "diskspd for Linux divides by the time that it was asked to run, not by the time that it"
        " ran: where that was longer, its rates are too high."
    ),
    "best_of_passes": "CrystalDiskMark reports the best of its passes, not their mean.",
    "percentiles_are_bounds": (
        "Percentiles are the upper ends of elbencho's steps, each 19 % wider than the last: the"
        " true ones lie within a step below. --lathisto and --jsonfile have the distribution."
    ),
    "live_figures": (
        "These are elbencho's live figures: what was done after the last line is not in them."
        " --jsonfile has the whole phase, with its distribution."
    ),
    "mean_of_passes": "KDiskMark's Default profile reports the mean of its passes.",
    "best_of_passes_of_kdiskmark": (
        "This profile of KDiskMark reports the best of its passes, not their mean."
    ),
    "block_size_of_version": (
        "The text does not tell the block size of sequential tests: it is that of this version of"
        " CrystalDiskMark, 128 KiB with a queue and 1 MiB without."
    ),
    "rate_not_told": (
        "Whether a rate was asked for is not in this output: it counts as a closed loop."
    ),
    "logs_alone": (
        "Logs alone do not give block size, depth or the rate asked for. Logs of one prefix count"
        " as jobs that ran at the same time; put the JSON result of the run beside them to be sure."
    ),
    "nanoseconds_assumed": (
        "Latencies are taken as nanoseconds, as fio 3 writes them; fio 2 wrote microseconds, and"
        " these logs do not tell which version wrote them."
    ),
    "jobs_in_one_log": (
        "The times in the log begin again, so it holds several jobs (per_job_logs=0). They count"
        " as jobs that ran at the same time. If they are runs one after the other, which fio"
        " appends to the same file, the rate is too high."
    ),
    "rows_lost": (
        "The log ends in rows of zeros, which fio 2 wrote in place of rows that it had lost: what"
        " came after them is not known."
    ),
    "jobs_ended_apart": (
        "The jobs did not run for the same time, or nothing completed in some of them before the"
        " end: the time line covers the time in which all of them have rows."
    ),
    "windows_without_rows": (
        "Windows without a row count as 0 IOPS: fio writes no row for a window in which nothing"
        " completed. If fio's own thread that writes the rows stood still, the log looks the same;"
        " the JSON result of the run would tell."
    ),
    "windows_of_nothing": (
        "Nothing completed in windows without a row: fio writes none then, and the operations in"
        " the JSON result are those of the rows that there are."
    ),
    "nothing_waited": (
        "In windows without a row no operation waited, by the latencies of what completed after"
        " them: fio stood still, or asked for nothing, and the storage is not to blame. The time"
        " line leaves that time out."
    ),
    "latencies_without_rates": (
        "Rows of IOPS are missing: rows of latency were written in that time, so operations"
        " completed. The time line leaves it out, as no rate was recorded in it."
    ),
    "rows_missing": (
        "Rows are missing: the JSON result counts operations that completed while no row was"
        " written. The time line leaves that time out, as nothing was recorded in it."
    ),
    "logs_go_back": (
        "The times in a log of one job go back: a clock was set back, or its lines are not as fio"
        " wrote them. Its intervals are not shown."
    ),
    "logs_disagree": (
        "Logs of its name lie beside the result, but with another rate (see the figures that do not"
        " agree): they are not shown as its time line."
    ),
    "latencies_of_logs_disagree": (
        "The latencies of its logs are not those of the result (see the figures that do not agree):"
        " its time line has rates only."
    ),
    "logs_of_another_run": (
        "It has no time line: a later result in this folder names the same logs, or which of the"
        " results they belong to is not told, and fio keeps only the logs of the last run."
    ),
    "logs_not_told_apart": (
        "It has no time line: logs of its name lie beside the result, but which of them are those"
        " of its jobs cannot be told."
    ),
    "logs_give_no_rate": (
        "It has no time line: its logs give no rate, as there is no log of IOPS of every job."
    ),
    "logs_of_ones": (
        "It has no time line: every row of its log of IOPS is 1. With log_compression fio averages"
        " single operations there, not the rate."
    ),
    "maxima_in_logs": (
        "The latency logs hold the maximum of each window (log_window_value=max) and no mean: they"
        " are not shown."
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
"""Remarks on imported results, by code."""


FINDINGS: dict[str, Callable[[str, Mapping[str, float]], str]] = {
    "more_outstanding_than_depth": lambda _, data: (
        f"Rate x latency is {data['outstanding']:.3g} operations outstanding, and no more than"
        f" {data['depth']:.3g} were asked for: the latency, or the depth, is of something else (a"
        " clock, one direction only, another job). The latency is not shown."
    ),
    "depth_not_reached": lambda _, data: (
        f"On average {data['outstanding']:.3g} operations were outstanding of {data['depth']:.3g}"
        " that were asked for: something before the storage held them (an engine that waits for"
        " each, the submit call, the CPU), so this is not what the storage does at that depth."
    ),
    "depth_or_rate": lambda _, data: (
        f"On average {data['outstanding']:.3g} operations were outstanding of {data['depth']:.3g}"
        " that were asked for: a rate limit, which this output would not tell, or something before"
        " the storage held them (an engine that waits for each, the submit call, the CPU). This is"
        " not what the storage does at that depth."
    ),
    "least_above_most": lambda kind, data: (
        f"The shortest {_latency(kind)} is {units.nanos(data['min_ns'])} and the longest"
        f" {units.nanos(data['max_ns'])}: neither is shown."
    ),
    "mean_beyond_extremes": lambda kind, data: (
        f"The mean {_latency(kind)} is {units.nanos(data['mean_ns'])}, which does not lie between"
        f" its shortest and its longest ({units.nanos(data['min_ns'])} to"
        f" {units.nanos(data['max_ns'])}): it is not shown."
    ),
    "percentile_beyond_extremes": lambda kind, data: (
        f"p{data['percent']:g} of {_latency(kind)} is {units.nanos(data['value_ns'])}, which"
        f" {_beyond(data)}: the percentiles are not shown."
    ),
    "mean_beyond_percentiles": lambda kind, data: (
        f"The mean {_latency(kind)} is {units.nanos(data['mean_ns'])}, which its percentiles"
        f" do not leave room for ({_room(data)}): they are not shown."
    ),
    "distribution_against_mean": lambda kind, data: (
        f"The mean {_latency(kind)} is {units.nanos(data['mean_ns'])}, and that of the distribution"
        f" beside it {units.nanos(data['distribution_ns'])}: it is of other operations (a warm-up),"
        " and its percentiles are not shown."
    ),
    "longer_without_submission": lambda kind, data: (
        f"{_latency(kind).capitalize()} is {units.nanos(data['without_ns'])} without its submission"
        f" and {units.nanos(data['with_ns'])} with it: neither is shown."
    ),
    "submit_held": lambda kind, data: (
        f"The submit call was a part of {_latency(kind)}: {units.nanos(data['with_ns'])} with it"
        f" (fio's lat), {units.nanos(data['without_ns'])} without (clat)."
    ),
    "cache_answered": lambda _, data: (
        f"A cache answered, not the storage: an operation took {units.nanos(data['each_ns'])}, and"
        f" no disk has {units.size(data['block'])} in less than {units.nanos(data['least_ns'])}."
        " The file was opened through the operating system's cache; measure without it (fio"
        " direct=1, diskspd -Sh)."
    ),
    "memory_answered": lambda _, data: (
        f"Memory answered, not the storage: an operation took {units.nanos(data['each_ns'])}, less"
        " than any disk takes."
    ),
    "beyond_one_disk": lambda _, data: (
        f"{data['bytes_per_s'] / 1e9:.3g} GB/s are more than one disk carries (PCIe 5.0 x4:"
        f" {data['one_disk'] / 1e9:.3g} GB/s), and the file does not say that caches were passed"
        " by: many disks answered, or a cache."
    ),
    "bytes_against_operations": lambda _, data: (
        f"Bytes by operations are {units.size(data['each'])} each, and blocks of"
        f" {units.size(data['block'])} were asked for: the bytes are not shown."
    ),
}
"""Contradictions between figures of a file, by code."""


def _latency(kind: str) -> str:
    return "latency" if kind == "all" else f"{kind} latency"


def _beyond(data: Mapping[str, float]) -> str:
    if "min_ns" in data:
        return f"is less than the shortest, {units.nanos(data['min_ns'])}"
    if "max_ns" in data:
        return f"is more than the longest, {units.nanos(data['max_ns'])}"
    return f"is less than a lower percentile, {units.nanos(data['before_ns'])}"


def _room(data: Mapping[str, float]) -> str:
    if "most_ns" in data:
        return f"{units.nanos(data['most_ns'])} at most"
    return f"{units.nanos(data['least_ns'])} at least"


def finding(code: str, kind: str, data: Mapping[str, float]) -> str:
    """A sentence on two figures of a file that contradict each other; `kind` is that of the
    operations."""
    return FINDINGS[code](kind, data)


def unknown_reason(code: str, program: str) -> str:
    """Why a figure is unknown."""
    return UNKNOWN.get(code, code.replace("_", " ")).format(program=program)


def derivation(code: str) -> str:
    """How a figure was derived."""
    return DERIVED.get(code, code.replace("_", " "))


def remark(code: str) -> str:
    """A remark by its code."""
    return REMARKS.get(code, code.replace("_", " "))


def gap_sentences(document: Mapping[str, object] | None) -> list[str]:
    """Sentences on time that the file does not cover: its length, its place and a likely cause."""
    found = gaps.of_record(document)
    sentences = []
    if found.gaps:
        meaning = gaps.meaning(found.average)
        sentences.append(f"{_gaps(found.gaps)}: {meaning}.")
    sentences += [
        f"The recorder stood still for {units.seconds(gap.length_s)} at {units.seconds(gap.at_s)}:"
        " the rows of that time were written behind it, at once."
        for gap in found.late[:_MOST_GAPS]
    ]
    return sentences


_MOST_GAPS = 5
"""Gaps that are listed with their place; the time line has all of them."""


def _gaps(found: Sequence[gaps.Gap]) -> str:
    places = ", ".join(
        f"{units.seconds(gap.at_s)} to {units.seconds(gap.until_s)}" for gap in found[:_MOST_GAPS]
    )
    more = f" and {len(found) - _MOST_GAPS} more" if len(found) > _MOST_GAPS else ""
    total = units.seconds(sum(gap.length_s for gap in found))
    if len(found) == 1:
        return f"Nothing was recorded for {total} ({places} of Measure)"
    return f"Nothing was recorded for {total} in {len(found)} gaps ({places}{more} of Measure)"


def origin(imported: ImportedDocument) -> str:
    """`fio 3.33, results/a.json, jobs[0] (line 8)`."""
    line = f" (line {imported['line']})" if imported["line"] else ""
    return f"{_program_version(imported)}, {imported['source']['file']}, {imported['at']}{line}"


def program(imported: ImportedDocument) -> str:
    """`fio 3.33 (fio json)`."""
    return f"{_program_version(imported)} ({imported['source']['format']})"


def _program_version(imported: ImportedDocument) -> str:
    source = imported["source"]
    return f"{source['program']} {source['version']}" if source["version"] else source["program"]


STARTS = {
    "intended": "response time: Plimsoll measured it elsewhere, from the intended instant",
    "submission": (
        "completion latency: {program} starts its clock when it submits an operation, so waiting"
        " for its turn is not in it; response time, which counts from when the operation was due,"
        " is not known"
    ),
    "after_submission": (
        "completion latency: {program} started its clock after the submit call (clat), so neither"
        " that call nor waiting for its turn is in it; response time is not known"
    ),
}
"""When the clock of an operation starts, and what that leaves out."""


def starts(imported: ImportedDocument) -> str:
    """When the clock of an operation starts."""
    words = STARTS.get(imported["starts"] or "", "{program} gives no latency in this file")
    return words.format(program=imported["source"]["program"])


def percentiles(imported: ImportedDocument) -> str:
    """The source of the percentiles."""
    if imported["percentiles"] == "told":
        return "as given in the file; without its distribution they are not combined"
    if imported["percentiles"] is None:
        return ""
    step = imported["step"]
    wide = f" in steps of up to {units.percent(step, 1)} of the value" if step else ""
    return f"from the distribution in the file{wide}"


def unknowns(imported: ImportedDocument) -> list[str]:
    """Every figure that is unknown, and why."""
    name = imported["source"]["program"]
    return [
        f"{FIGURES.get(figure, figure.replace('_', ' '))}: {unknown_reason(code, name)}"
        for figure, code in imported["unknown"].items()
    ]


FIGURES = {
    "response_time_ns": "response time",
    "completion_latency_ns": "completion latency",
    "completion_latency_ns.percentiles": "percentiles of all operations",
    "bytes_per_s": "bytes per second",
    "warmup_s": "warm-up",
    "measure_s": "how long it measured",
    "errors": "errors",
    "flush": "sync latency (fsync, fdatasync)",
    "outstanding_mean": "outstanding I/O",
}
"""Names of figures of a record."""


ENDED = {
    "finished": "imported from {program}, which finished it",
    "fell_behind": "imported from {program}: it did not reach the rate it was asked for",
    "client_full": (
        "imported from {program}: it did not reach the rate it was asked for, and its own CPU was"
        " saturated"
    ),
    "cached": "imported from {program}: a cache in memory answered, not the storage",
    "errors": "imported from {program}, which ended it with errors",
    "cut": "imported from {program}: the file ends before the Run did",
}
"""How a Run of another program ended."""


def because(imported: ImportedDocument) -> str:
    """Why the outcome of an imported Run is what it is."""
    return ENDED[imported["ended"]].format(program=imported["source"]["program"])
