"""Every job option of fio 3.33, and what becomes of it here.

`HONOURED` is given its meaning by `job`; `DIFFERS` says where that is not all of fio's.
`WITHOUT_MEANING` changes nothing that is measured here, and says why. `TOLD` is accepted and said
on stderr, because it may change something. `REFUSED` is refused unless it has fio's own default,
with the reason. The reference page is made from these tables, and a test holds them against what
Debian's fio lists.
"""

from __future__ import annotations

import difflib

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
"""fio's other names; `threads` is not one of them, but stands in fio's own examples and is read as
an abbreviation."""

_HONOURED = """
description name wait_for filename directory filename_format rw bs ba bsrange bssplit
norandommap randrepeat randseed allrandrepeat ioengine iodepth size io_size filesize offset
offset_increment number_ios random_distribution percentage_random nrfiles fsync fdatasync direct
buffered loops numjobs startdelay runtime time_based ramp_time verify do_verify verify_only
rwmixread rwmixwrite thinktime thinktime_blocks rate rate_iops rate_process invalidate sync
create_only allow_file_create end_fsync unlink stonewall new_group write_bw_log write_lat_log
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
"""Of what is honoured: what is different all the same, said on stderr."""

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
    "cpus_allowed": "taskset",
    "cpus_allowed_policy": "taskset",
    "cpumask": "taskset",
    "numa_cpu_nodes": "numactl",
    "nice": "nice",
    "prio": "ionice",
    "prioclass": "ionice",
}
"""What sets these for a whole command."""

_NO_HIST_LOG = (
    "no histogram log is written: --output-format=json+ has the distribution of the whole job, and"
    " --store that of every interval"
)
TOLD = {
    **{name: f"ignored: start the command with {how}" for name, how in PLACED_BY.items()},
    "io_submit_mode": "a schedule is always kept, whatever thread submits",
    "iodepth_batch": "operations are submitted as they become ready, not in batches",
    "iodepth_batch_complete_min": "completions are taken as they arrive",
    "iodepth_batch_complete_max": "completions are taken as they arrive",
    "iodepth_low": "the queue is kept full",
    "rate_cycle": "a rate is kept at every moment",
    "rate_min": "a rate that is missed does not end the job",
    "rate_iops_min": "a rate that is missed does not end the job",
    "write_hint": "no hint is given",
    "buffer_compress_chunk": "blocks are compressible as a whole",
    "dedupe_mode": "copies are drawn from all blocks that were written",
    "dedupe_working_set_percentage": "copies are drawn from all blocks that were written",
    "dedupe_global": "copies are drawn from all blocks that were written",
    "buffer_pattern": "random data are written instead of the pattern",
    "verify_pattern": "blocks carry address, generation and checksum, not the pattern",
    "verify_interval": "every block has one header",
    "verify_offset": "every block has its header at its start",
    "verify_backlog": "what was written is verified once the writes are over",
    "verify_backlog_batch": "what was written is verified once the writes are over",
    "experimental_verify": "what was written is verified by its own checksum",
    "latency_window": "it has no meaning without latency_target",
    "latency_percentile": "it has no meaning without latency_target",
    "latency_run": "it has no meaning without latency_target",
    "create_on_open": "files are laid out before the job begins",
    "fsync_on_close": "what was written is flushed at the end",
    "ignore_error": "errors are counted with continue_on_error, and none of them is ignored",
    "rate_ignore_thinktime": "think time and a rate are not used together",
    "lockmem": "memory is not locked; a memory cgroup leaves as little to the page cache",
    "log_hist_coarseness": _NO_HIST_LOG,
    "log_hist_msec": _NO_HIST_LOG,
    "write_hist_log": _NO_HIST_LOG,
    "serialize_overlap": (
        "an operation is not held back while another on the same blocks is outstanding"
    ),
    "unified_rw_reporting": "reads and writes are reported apart",
    "log_offset": "a log holds sums over log_avg_msec, which have no offset",
    "log_prio": "a log holds sums over log_avg_msec, which have no priority",
    "file_append": "I/O starts at the offset",
    "stats": "every job is reported",
}

REFUSED = {
    "atomic": "",
    "block_error_percentiles": "",
    "cgroup": "start the command inside the cgroup",
    "cgroup_nodelete": "start the command inside the cgroup",
    "cgroup_weight": "start the command inside the cgroup",
    "exec_prerun": "a job file never runs commands here: run it before",
    "exec_postrun": "a job file never runs commands here: run it after",
    "exitall": "jobs do not end each other; give each its runtime",
    "exit_what": "jobs do not end each other; give each its runtime",
    "exitall_on_error": "jobs do not end each other; give each its runtime",
    "fill_device": "give a size; plimsoll prepare fills a device",
    "flow": "jobs are not kept in proportion; use rate_iops, or rwmixread for one job",
    "flow_id": "jobs are not kept in proportion; use rate_iops",
    "flow_sleep": "jobs are not kept in proportion; use rate_iops",
    "gid": "run the command as that user",
    "uid": "run the command as that user",
    "ignore_zone_limits": "the zones of a device are not known here",
    "ioscheduler": "a setting of the device: set it before, plimsoll doctor shows it",
    "job_max_open_zones": "the zones of a device are not known here",
    "latency_target": "plimsoll depth and plimsoll find look for that depth or rate",
    "lockfile": "files are not locked between jobs",
    "log_alternate_epoch": "logs count from the start of the job",
    "log_alternate_epoch_clock_id": "logs count from the start of the job",
    "log_compression": "logs are plain text",
    "log_compression_cpus": "logs are plain text",
    "log_max_value": "a log holds means; --store has the maximum of every interval",
    "log_store_compressed": "logs are plain text",
    "max_latency": "a job is not ended by one slow operation; its maximum is in the figures",
    "max_open_zones": "the zones of a device are not known here",
    "merge_blktrace_file": "recorded load is replayed by --arrivals trace:FILE of plimsoll run",
    "merge_blktrace_iters": "recorded load is replayed by --arrivals trace:FILE of plimsoll run",
    "merge_blktrace_scalars": "recorded load is replayed by --arrivals trace:FILE of plimsoll run",
    "offset_align": "give an offset that is aligned",
    "pre_read": "read the files with a separate job before it, and give invalidate=0",
    "profile": "",
    "random_sequence_stride": "",
    "read_beyond_wp": "the zones of a device are not known here",
    "read_iolog": "recorded load is replayed by --arrivals trace:FILE of plimsoll run",
    "read_iolog_chunked": "recorded load is replayed by --arrivals trace:FILE of plimsoll run",
    "replay_align": "recorded load is replayed by --arrivals trace:FILE of plimsoll run",
    "replay_no_stall": "recorded load is replayed by --arrivals trace:FILE of plimsoll run",
    "replay_redirect": "recorded load is replayed by --arrivals trace:FILE of plimsoll run",
    "replay_scale": (
        "it divides the addresses of a recording and changes nothing of its speed, which"
        " replay_time_scale does; recorded load is replayed by --arrivals trace:FILE of plimsoll"
        " run, at the addresses and times that it has"
    ),
    "replay_skip": "recorded load is replayed by --arrivals trace:FILE of plimsoll run",
    "replay_time_scale": (
        "it stretches the time of a recording in percent (50: twice as fast); recorded load is"
        " replayed by --arrivals trace:FILE of plimsoll run"
    ),
    "rw_sequencer": "places are drawn anew for every operation",
    "sprandom": "",
    "steadystate_check_interval": "the steady state is looked at every second",
    "sync_file_range": "use fdatasync",
    "thinktime_blocks_type": "think time follows every operation",
    "thinktime_iotime": "think time follows every operation",
    "thinktime_spin": "a worker that thinks does not spin",
    "trim_backlog": "what is verified is not trimmed",
    "trim_backlog_batch": "what is verified is not trimmed",
    "trim_percentage": "what is verified is not trimmed",
    "trim_verify_zero": "what is verified is not trimmed",
    "unlink_each_loop": "files are removed at the end only",
    "verify_state_load": "give --verify-journal to plimsoll run",
    "verify_state_save": "give --verify-journal to plimsoll run",
    "write_barrier": "use fdatasync",
    "write_iolog": "the operations of a job are not recorded",
    "zone_reset_frequency": "the zones of a device are not known here",
    "zone_reset_threshold": "the zones of a device are not known here",
    "zonecapacity": "the zones of a device are not known here",
    "zonemode": "the zones of a device are not known here",
    "zonerange": "the zones of a device are not known here",
    "zonesize": "the zones of a device are not known here",
    "zoneskip": "the zones of a device are not known here",
}

DEFAULTS = {
    "zonemode": ("none",),
    "unified_rw_reporting": ("none",),
    "lockfile": ("none",),
    "rw_sequencer": ("sequential",),
    "thinktime_blocks_type": ("complete",),
    "verify_state_save": ("0", "1"),
    "trim_verify_zero": ("1",),
    "stats": ("1",),
    "exit_what": ("group",),
    # Here 0 or none is a processor, a node, a user, a name, a command: something that was asked.
    "buffer_pattern": (),
    "cgroup": (),
    "cpus_allowed": (),
    "cpus_allowed_policy": (),
    "cpumask": (),
    "exec_postrun": (),
    "exec_prerun": (),
    "gid": (),
    "ioscheduler": (),
    "iodepth_batch": ("1",),
    "iodepth_batch_complete_min": ("1",),
    "iodepth_batch_complete_max": ("0", "1"),
    "log_compression_cpus": (),
    "merge_blktrace_file": (),
    "numa_cpu_nodes": (),
    "prio": (),
    "profile": (),
    "read_iolog": (),
    "replay_redirect": (),
    "uid": (),
    "verify_pattern": (),
    "write_hist_log": (),
    "write_iolog": (),
}
"""What of a told or refused option is fio's own default, where that is not `0` or `none`."""

ENGINES = {
    "sync": "psync",
    "psync": "psync",
    "vsync": "psync",
    "pvsync": "psync",
    "pvsync2": "psync",
    "libaio": "libaio",
    "io_uring": "io_uring",
    "nbd": "nbd",
    "null": "null",
}
"""fio's engines that there are here, and what they are called."""
ONE_AT_A_TIME = ("sync", "psync", "vsync", "pvsync", "pvsync2")
"""Those that have one operation outstanding, whatever iodepth says."""

BATCHES = ("iodepth_batch", "iodepth_batch_complete_min", "iodepth_batch_complete_max")
"""Without one of them fio hands over one operation in a call, and takes back one."""
QUEUES = ("libaio", "io_uring")
"""Engines of ours that hand over and take back by calls which could carry several operations."""
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
"""Those of them whose value, if any, stands behind an equals sign: the next word of a command line
is never theirs. fio calls them "empty or boolean"."""
WORDS = frozenset(("continue_on_error", "write_bw_log", "write_iops_log", "write_lat_log"))
"""Those of them whose value is a word; that of the others is 0 or 1."""


def known(name: str) -> str | None:
    """The option's own name; none when fio has no such option."""
    name = ALIASES.get(name, name)
    if name in HONOURED or name in WITHOUT_MEANING or name in TOLD or name in REFUSED:
        return name
    return None


def every() -> tuple[str, ...]:
    """Every option's name, fio's other names among them."""
    return (*HONOURED, *WITHOUT_MEANING, *TOLD, *REFUSED, *ALIASES)


def told(written: str, name: str) -> str:
    """What is said of an option of `TOLD`, as it was written."""
    if name in PLACED_BY:
        return f"{written} ignored: start the command with {PLACED_BY[name]}"
    return f"{written}: {TOLD[name]}"


def nearest(name: str) -> str:
    """The known names that are most like this one, for an error."""
    close = difflib.get_close_matches(name[:64], every(), n=3, cutoff=0.6)
    return ", ".join(close)
