"""Every job option of fio 3.33, with its treatment.

`job` interprets the options in `HONOURED`; `DIFFERS` lists their differences from fio. Options in
`WITHOUT_MEANING` change nothing that is measured, for the given reason. `TOLD` is accepted with a
note on stderr, because it may change something. `REFUSED` is refused with the reason, unless the
value is fio's default. The reference page is generated from these tables, and a test compares them
with Debian's fio."""

import difflib
from collections.abc import Mapping


def _by_name(reasons: Mapping[str, str]) -> dict[str, str]:
    return {name: why for why, listed in reasons.items() for name in listed.split()}


ALIASES = {
    "readwrite": "rw",
    "blocksize": "bs",
    "blockalign": "ba",
    "blocksize_range": "bsrange",
    "blocksize_unaligned": "bs_unaligned",
    "iodepth_batch_submit": "iodepth_batch",
    "iodepth_batch_complete": "iodepth_batch_complete_min",
    "io_limit": "io_size",
    "fill_fs": "fill_device",
    "fileoffset": "offset",
    "nr_files": "nrfiles",
    "timeout": "runtime",
    "iomem": "mem",
    "mem_align": "iomem_align",
    "ratemin": "rate_min",
    "ratecycle": "rate_cycle",
    "wait_for_previous": "stonewall",
    "disable_bw": "disable_bw_measurement",
    "ss": "steadystate",
    "ss_dur": "steadystate_duration",
    "ss_ramp": "steadystate_ramp_time",
    "threads": "thread",
}
"""Aliases in fio. `threads` is no alias, but occurs in fio's own examples as an abbreviation."""

_HONOURED = """
description name wait_for filename directory filename_format rw bs ba bsrange bssplit
norandommap randrepeat randseed allrandrepeat ioengine iodepth size io_size filesize offset
offset_increment number_ios random_distribution percentage_random nrfiles fsync fdatasync direct
buffered loops numjobs startdelay runtime time_based ramp_time verify do_verify
rwmixread rwmixwrite thinktime thinktime_blocks rate rate_iops rate_process invalidate sync
create_only allow_file_create unlink stonewall new_group write_bw_log write_lat_log
write_iops_log log_avg_msec group_reporting zero_buffers refill_buffers
buffer_compress_percentage dedupe_percentage percentile_list lat_percentiles clat_percentiles
continue_on_error kb_base steadystate steadystate_duration steadystate_ramp_time uri hipri
sqthread_poll per_job_logs mem
"""
HONOURED = tuple(_HONOURED.split())

_ONE_LOG = "clones that share a Run (group_reporting) share one log; fio writes one for each"
DIFFERS = {
    "write_bw_log": _ONE_LOG,
    "write_iops_log": _ONE_LOG,
    "write_lat_log": f"no _slat log is written; {_ONE_LOG}",
}
"""Differences of honoured options from fio, noted on stderr."""

WITHOUT_MEANING = {
    "allow_mounted_write": "a mounted device is never written to here",
    "bs_unaligned": "buffers are always aligned",
    "clocksource": "instants are read from the monotonic clock",
    "create_fsync": "a laid out file is always flushed",
    "create_serialize": "files are laid out one after the other",
    "disable_bw_measurement": "bandwidth is always measured",
    "disable_clat": "completion latency is always measured",
    "disable_lat": "latency is always measured",
    "disable_slat": "submission latency is always measured",
    "disk_util": "the disks beneath a file are always watched",
    "error_dump": "the first error is always reported",
    "fadvise_hint": "a hint; none is given",
    "fallocate": "a laid out file is written, not only allocated",
    "fixedbufs": "buffers are registered where the kernel allows it",
    "gtod_reduce": "every operation is timed",
    "gtod_cpu": "each worker reads the clock itself",
    "hugepage-size": "huge pages, where mem asks for them, are of the system's size",
    "iomem_align": "buffers are aligned to pages",
    "log_entries": "logs need no memory ahead of time",
    "nonvectored": "single buffers are always used",
    "numa_mem_policy": "memory is taken where the worker runs",
    "opendir": "files are opened once",
    "openfiles": "every file is open",
    "overwrite": "a laid out file is always written before it is overwritten",
    "random_generator": "addresses come from a 64-bit generator",
    "registerfiles": "files are registered where the kernel allows it",
    "scramble_buffers": "every block that is written is different",
    "significant_figures": "as many figures are printed as by default",
    "sqthread_poll_cpu": "the kernel chooses the processor",
    "thread": "workers are always threads",
    "unique_filename": "there are no network clients",
    "bwavgtime": "bandwidth is sampled every 500 ms",
    "iopsavgtime": "IOPS are sampled every 500 ms",
    "slat_percentiles": "it adds figures only to fio's own text",
    "file_service_type": "each file has its own workers",
    "userspace_reap": "the engine reaps as it can",
    "log_unix_epoch": "logs count from the start of the job",
    "unit_base": "the text is in bytes",
    "verify_fatal": "a mismatch always ends the Run",
    "verify_dump": "a mismatch is reported with its address",
    "verify_async": "a worker checks what it has read",
}

PLACED_BY = {
    **dict.fromkeys(("cpus_allowed", "cpus_allowed_policy", "cpumask"), "taskset"),
    "numa_cpu_nodes": "numactl",
    "nice": "nice",
    "prio": "ionice",
    "prioclass": "ionice",
}
"""Commands that set these options for a whole process."""

_NO_HIST_LOG = (
    "no histogram log is written: --output-format=json+ has the distribution of the whole job, and"
    " --store that of every interval"
)
_TOLD = {
    "a schedule is always kept, whatever thread submits": "io_submit_mode",
    "operations are submitted as they become ready, not in batches": "iodepth_batch",
    "completions are taken as they arrive": "iodepth_batch_complete_min iodepth_batch_complete_max",
    "the queue is kept full": "iodepth_low",
    "a rate is kept at every moment": "rate_cycle",
    "a rate that is missed does not end the job": "rate_min rate_iops_min",
    "no hint is given": "write_hint",
    "blocks are compressible as a whole": "buffer_compress_chunk",
    "copies are drawn from all blocks that were written": (
        "dedupe_mode dedupe_working_set_percentage dedupe_global"
    ),
    "random data are written instead of the pattern": "buffer_pattern",
    "blocks carry address, generation and checksum, not the pattern": "verify_pattern",
    "every block has one header": "verify_interval",
    "every block has its header at its start": "verify_offset",
    "what was written is verified once the writes are over": "verify_backlog verify_backlog_batch",
    "what was written is verified by its own checksum": "experimental_verify",
    "it has no meaning without latency_target": "latency_window latency_percentile latency_run",
    "files are laid out before the job begins": "create_on_open",
    "nothing is flushed after the last write, and the figures have no such flush": (
        "end_fsync fsync_on_close"
    ),
    "errors are counted with continue_on_error, and none of them is ignored": "ignore_error",
    "think time and a rate are not used together": "rate_ignore_thinktime",
    "memory is not locked; a memory cgroup leaves as little to the page cache": "lockmem",
    _NO_HIST_LOG: "log_hist_coarseness log_hist_msec write_hist_log",
    "an operation is not held back while another on the same blocks is outstanding": (
        "serialize_overlap"
    ),
    "reads and writes are reported apart": "unified_rw_reporting",
    "a log holds sums over log_avg_msec, which have no offset": "log_offset",
    "a log holds sums over log_avg_msec, which have no priority": "log_prio",
    "I/O starts at the offset": "file_append",
    "every job is reported": "stats",
}
ACCEPTED_WITH_NOTE = {
    **{name: f"ignored: start the command with {how}" for name, how in PLACED_BY.items()},
    **_by_name(_TOLD),
}

_REFUSED = {
    "": "atomic block_error_percentiles profile random_sequence_stride sprandom",
    "start the command inside the cgroup": "cgroup cgroup_nodelete cgroup_weight",
    "a job file never runs commands here: run it before": "exec_prerun",
    "a job file never runs commands here: run it after": "exec_postrun",
    "jobs do not end each other; give each its runtime": "exitall exit_what exitall_on_error",
    "give a size; plimsoll prepare fills a device": "fill_device",
    "jobs are not kept in proportion; use rate_iops, or rwmixread for one job": "flow",
    "jobs are not kept in proportion; use rate_iops": "flow_id flow_sleep",
    "run the command as that user": "gid uid",
    "the zones of a device are not known here": (
        "ignore_zone_limits job_max_open_zones max_open_zones read_beyond_wp "
        "zone_reset_frequency zone_reset_threshold zonecapacity zonemode zonerange zonesize "
        "zoneskip"
    ),
    "a setting of the device: set it before, plimsoll doctor shows it": "ioscheduler",
    "plimsoll depth and plimsoll find look for that depth or rate": "latency_target",
    "files are not locked between jobs": "lockfile",
    "logs count from the start of the job": "log_alternate_epoch log_alternate_epoch_clock_id",
    "logs are plain text": "log_compression log_compression_cpus log_store_compressed",
    "a log holds means; --store has the maximum of every interval": "log_max_value",
    "a job is not ended by one slow operation; its maximum is in the figures": "max_latency",
    "recorded load is replayed by --arrivals trace:FILE of plimsoll run": (
        "merge_blktrace_file merge_blktrace_iters merge_blktrace_scalars read_iolog "
        "read_iolog_chunked replay_align replay_no_stall replay_redirect replay_skip"
    ),
    "give an offset that is aligned": "offset_align",
    "read the files with a separate job before it, and give invalidate=0": "pre_read",
    (
        "it divides the addresses of a recording and changes nothing of its speed, which "
        "replay_time_scale does; recorded load is replayed by --arrivals trace:FILE of "
        "plimsoll run, at the addresses and times that it has"
    ): "replay_scale",
    (
        "it stretches the time of a recording in percent (50: twice as fast); recorded load "
        "is replayed by --arrivals trace:FILE of plimsoll run"
    ): "replay_time_scale",
    "places are drawn anew for every operation": "rw_sequencer",
    "the steady state is looked at every second": "steadystate_check_interval",
    "use fdatasync": "sync_file_range write_barrier",
    "think time follows every operation": "thinktime_blocks_type thinktime_iotime",
    "a worker that thinks does not spin": "thinktime_spin",
    "what is verified is not trimmed": (
        "trim_backlog trim_backlog_batch trim_percentage trim_verify_zero"
    ),
    "files are removed at the end only": "unlink_each_loop",
    "give --verify-journal to plimsoll run": "verify_only verify_state_load verify_state_save",
    "the operations of a job are not recorded": "write_iolog",
}
REFUSED = _by_name(_REFUSED)
NEVER_LEFT_OUT = ("verify_only",)
"""Refused options without which a job that only reads would write."""

_ZERO_HAS_MEANING = """
buffer_pattern cgroup cpus_allowed cpus_allowed_policy cpumask exec_postrun exec_prerun gid
ioscheduler log_compression_cpus merge_blktrace_file numa_cpu_nodes prio profile read_iolog
replay_redirect uid verify_pattern write_hist_log write_iolog
"""
"""Options for which 0 or none is a real setting: a processor, a node, a user, a name, a command."""
DEFAULTS: dict[str, tuple[str, ...]] = {
    "zonemode": ("none",),
    "unified_rw_reporting": ("none",),
    "lockfile": ("none",),
    "rw_sequencer": ("sequential",),
    "thinktime_blocks_type": ("complete",),
    "verify_state_save": ("0", "1"),
    "trim_verify_zero": ("1",),
    "stats": ("1",),
    "exit_what": ("group",),
    "iodepth_batch": ("1",),
    "iodepth_batch_complete_min": ("1",),
    "iodepth_batch_complete_max": ("0", "1"),
    **dict.fromkeys(_ZERO_HAS_MEANING.split(), ()),
}
"""fio's defaults of noted or refused options, if other than `0` or `none`."""

ONE_AT_A_TIME = ("sync", "psync", "vsync", "pvsync", "pvsync2")
"""Engines with one operation outstanding, whatever the iodepth."""
ENGINES = {
    **dict.fromkeys(ONE_AT_A_TIME, "psync"),
    **{name: name for name in ("libaio", "io_uring", "nbd", "null")},
}
"""Supported engines of fio, with the names of ours."""

BATCHES = ("iodepth_batch", "iodepth_batch_complete_min", "iodepth_batch_complete_max")
"""Options without which fio submits and reaps one operation in a call."""
QUEUES = ("libaio", "io_uring")
"""Engines of ours whose calls could carry several operations."""
MEMORY = {
    **dict.fromkeys(("malloc", "shm", "mmap", "mmapshared"), False),
    **dict.fromkeys(("shmhuge", "mmaphuge"), True),
}
"""Kinds of memory for buffers, and whether they are huge pages."""

_FLAGS = """
allow_file_create allow_mounted_write allrandrepeat atomic block_error_percentiles bs_unaligned
buffered cgroup_nodelete clat_percentiles continue_on_error create_fsync create_on_open
create_only create_serialize direct disable_bw disable_bw_measurement disable_clat disable_lat
disable_slat disk_util do_verify end_fsync exitall exitall_on_error experimental_verify
file_append fill_device fill_fs fixedbufs fsync_on_close group_reporting gtod_reduce hipri
invalidate lat_percentiles latency_run log_offset log_prio log_store_compressed log_unix_epoch
new_group nonvectored norandommap overwrite per_job_logs pre_read randrepeat
rate_ignore_thinktime read_beyond_wp refill_buffers registerfiles replay_no_stall
scramble_buffers serialize_overlap slat_percentiles sqthread_poll stats stonewall thread threads
time_based trim_verify_zero unlink unlink_each_loop verify_dump verify_fatal verify_only
verify_state_load verify_state_save wait_for_previous write_bw_log write_iops_log write_lat_log
zero_buffers
"""
FLAGS = frozenset(_FLAGS.split())
"""Options that may stand without a value."""

_SWITCHES = """
bs_unaligned exitall exitall_on_error fixedbufs group_reporting hipri new_group
norandommap refill_buffers registerfiles sqthread_poll stonewall thread threads time_based
verify_only wait_for_previous zero_buffers
"""
SWITCHES = frozenset(_SWITCHES.split())
"""Flags whose value must follow an equals sign: the next word of a command line is never their
value. fio calls them "empty or boolean"."""
WORDS = frozenset(("continue_on_error", "write_bw_log", "write_iops_log", "write_lat_log"))
"""Flags whose value is a word; other flags have 0 or 1."""


EVERY = (*HONOURED, *WITHOUT_MEANING, *ACCEPTED_WITH_NOTE, *REFUSED, *ALIASES)
"""All names of options, aliases included."""


def canonical_name(name: str) -> str | None:
    """The canonical name of an option; None if fio does not have it."""
    name = ALIASES.get(name, name)
    return name if name in EVERY and name not in ALIASES else None


def remark_text(written: str, name: str) -> str:
    """The note on an option of `TOLD`, under the name in the file."""
    return f"{written}{' ' if name in PLACED_BY else ': '}{ACCEPTED_WITH_NOTE[name]}"


def nearest(name: str) -> str:
    """The most similar known names, for an error."""
    close = difflib.get_close_matches(name[:64], EVERY, n=3, cutoff=0.6)
    return ", ".join(close)
