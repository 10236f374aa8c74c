"""What a finding on the figures of a Run means for its use: the one table of their codes.

A finding is a code with figures. Readers of result files and `plimsoll judge` make them; this table
says how far each reaches and what to measure instead. Pure."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Use = Literal["usable", "limited", "unusable"]
"""unusable: no measure of the storage. limited: usable within limits. usable: nothing is against
it."""
Remedy = Literal[
    "bypass_caches",
    "larger_set",
    "all_latencies",
    "fill_the_queue",
    "lower_the_depth",
    "longer",
    "real_data",
    "more_clients",
    "repair",
    "keep_latency",
    "whole_output",
    "real_target",
    "steady_clock",
]
"""What to measure instead; `features/credibility/messages` has the sentences."""


class Meaning(NamedTuple):
    """How far a finding reaches, and what to measure instead."""

    use: Use
    remedy: Remedy | None = None


FINDINGS: dict[str, Meaning] = {
    # Memory, and not the storage.
    "cache_answered": Meaning("unusable", "bypass_caches"),
    "memory_answered": Meaning("unusable", "bypass_caches"),
    "cache_rate": Meaning("unusable", "bypass_caches"),
    "above_link": Meaning("unusable", "bypass_caches"),
    "above_disk_link": Meaning("unusable", "bypass_caches"),
    "beyond_one_disk": Meaning("limited", "bypass_caches"),
    "faster_than_flash": Meaning("limited", "larger_set"),
    "small_working_set": Meaning("limited", "larger_set"),
    "sync_in_cache": Meaning("limited"),
    "data_zeros": Meaning("limited", "real_data"),
    "data_pattern": Meaning("limited", "real_data"),
    "data_compressible": Meaning("limited", "real_data"),
    "data_duplicates": Meaning("limited", "real_data"),
    # Rate, latency and depth.
    "more_outstanding_than_depth": Meaning("limited", "all_latencies"),
    "depth_not_reached": Meaning("limited", "fill_the_queue"),
    "depth_or_rate": Meaning("limited", "fill_the_queue"),
    "depth_partly_used": Meaning("limited", "fill_the_queue"),
    "sync_time_missing": Meaning("limited", "all_latencies"),
    "latency_of_a_queue": Meaning("limited", "lower_the_depth"),
    "submit_held": Meaning("limited", "fill_the_queue"),
    "processors_full": Meaning("usable", "more_clients"),
    # Figures of one latency.
    "one_direction_timed": Meaning("limited", "all_latencies"),
    "directions_apart": Meaning("limited", "whole_output"),
    "least_above_most": Meaning("limited", "all_latencies"),
    "mean_beyond_extremes": Meaning("limited", "all_latencies"),
    "percentile_beyond_extremes": Meaning("limited", "all_latencies"),
    "mean_beyond_percentiles": Meaning("limited", "all_latencies"),
    "distribution_against_mean": Meaning("limited", "all_latencies"),
    "longer_without_submission": Meaning("limited", "all_latencies"),
    "percentile_is_longest": Meaning("limited", "longer"),
    "two_modes": Meaning("limited", "larger_set"),
    "bytes_against_operations": Meaning("limited", "whole_output"),
    # Time.
    "too_short": Meaning("unusable", "longer"),
    "ended_early": Meaning("limited", "longer"),
    "ran_over": Meaning("limited", "longer"),
    "level_changed": Meaning("limited", "longer"),
    "clock_jumped": Meaning("limited", "steady_clock"),
    # Errors.
    "operations_failed": Meaning("limited", "repair"),
    "many_failed": Meaning("unusable", "repair"),
}
"""Of findings that are kept with an imported Run, and of the link that a user named
(`above_link`)."""
REMARKS: dict[str, Meaning] = {
    "best_of_passes": Meaning("limited", "longer"),
    "best_of_passes_of_kdiskmark": Meaning("limited", "longer"),
    "histogram_with_warmup": Meaning("limited", "longer"),
    "hcibench_means": Meaning("limited", "whole_output"),
    "live_figures": Meaning("limited", "whole_output"),
    "rates_by_time_asked": Meaning("limited", "whole_output"),
    "rows_lost": Meaning("limited", "whole_output"),
    "vms_missing": Meaning("limited", "whole_output"),
    "logs_go_back": Meaning("limited", "whole_output"),
    "logs_alone": Meaning("limited", "whole_output"),
    "jobs_in_one_log": Meaning("limited", "whole_output"),
    "jobs_put_together": Meaning("limited", "whole_output"),
    "lines_of_one_name": Meaning("limited", "whole_output"),
    "nanoseconds_assumed": Meaning("limited", "whole_output"),
    "unfinished_status": Meaning("unusable", "longer"),
}
"""Of the remarks on imported Runs those that limit their use."""
OUTCOMES: dict[str, Meaning] = {
    "cached": Meaning("unusable", "bypass_caches"),
    "generator_limited": Meaning("unusable", "more_clients"),
    "not_steady": Meaning("unusable", "longer"),
    "failed": Meaning("unusable", "repair"),
    "stopped": Meaning("limited", "longer"),
}
"""Of the outcomes of Runs those after which a Run says little or nothing of the storage."""
UNCHECKED: dict[str, Meaning] = {
    "through_cache": Meaning("limited", "bypass_caches"),
    "cache_unknown": Meaning("limited", "bypass_caches"),
    "no_latency": Meaning("limited", "keep_latency"),
    "depth_unknown": Meaning("limited", "whole_output"),
    "writes_fit_cache": Meaning("limited", "longer"),
    "figures_disagree": Meaning("limited", "whole_output"),
    "time_not_recorded": Meaning("limited", "longer"),
    "refuted": Meaning("unusable", "whole_output"),
    "null_target": Meaning("unusable", "real_target"),
    "stack_target": Meaning("usable"),
}
"""What `plimsoll judge` finds missing, or sees of the whole record."""
_ORDER: tuple[Use, ...] = ("usable", "limited", "unusable")


def severity(use: Use) -> int:
    """How far a finding of this use reaches: the more, the less remains."""
    return _ORDER.index(use)


def worst(uses: Iterable[Use]) -> Use:
    """What remains usable after all findings together."""
    return max(uses, key=severity, default="usable")


def use_of(findings: Iterable[str], remarks: Iterable[str]) -> Use:
    """What remains usable of a Run with these findings and remarks. A code of a later version
    limits it."""
    unknown = Meaning("limited")
    of_findings = [FINDINGS.get(code, unknown).use for code in findings]
    of_remarks = [REMARKS[code].use for code in remarks if code in REMARKS]
    return worst((*of_findings, *of_remarks))
