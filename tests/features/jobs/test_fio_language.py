"""fio's job language: what a file means, and what is said of one that means nothing."""

from pathlib import Path

import pytest

from plimsoll.base.errors import InputError, NoTargetError, UsageError
from plimsoll.features.imports import fio_values as values
from plimsoll.features.jobs.formats.fio import job, reader
from plimsoll.features.jobs.formats.fio.plan import Unit, plan
from plimsoll.features.jobs.formats.job_run import Setup
from plimsoll.features.jobs.formats.problems import Notes
from tests.words import argv

MIB = 1 << 20


def read(tmp_path: Path, text: str, **variables: str) -> tuple[reader.Section, ...]:
    """The sections of a job file of this text."""
    path = tmp_path / "job.fio"
    path.write_text(text)
    reading = reader.Reading(variables)
    reading.file(path)
    return tuple(reading.sections)


def jobs_and_notes(tmp_path: Path, text: str) -> tuple[list[job.Job], Notes]:
    """The jobs of a file, and the notes on them."""
    notes = Notes()
    return [job.meaning(section, notes) for section in read(tmp_path, text)], notes


def units_of(tmp_path: Path, text: str, size: int | None = None) -> list[Unit]:
    """The Runs of a file, where every file has this size."""
    return units_and_remarks(tmp_path, text, size)[0]


def units_and_remarks(tmp_path: Path, text: str, size: int | None = None) -> tuple[list[Unit], str]:
    """The Runs of a file, and the remarks on them."""
    jobs, notes = jobs_and_notes(tmp_path, text)
    units = plan(jobs, Setup(lambda _: size, lambda _: True, ()), notes)
    assert not notes.problems, notes.problems
    return units, "; ".join(str(remark) for remark in notes.remarks)


def wrong(tmp_path: Path, text: str) -> str:
    """What is said of one job with these lines."""
    _, notes = jobs_and_notes(tmp_path, f"[j]\n{text}\n")
    return "; ".join(str(problem) for problem in notes.problems)


def test_a_section_inherits_what_was_global_before_it_and_its_own_wins(tmp_path: Path) -> None:
    jobs, notes = jobs_and_notes(
        tmp_path, "[global]\nbs=8k\nrw=randread\n[a]\nbs=16k\n[global]\niodepth=4\n[b]\n"
    )
    assert not notes.problems
    assert [(one.name, one.one_block, one.depth, one.random) for one in jobs] == [
        ("a", 16384, 1, True),
        ("b", 8192, 4, True),
    ]


def test_comments_includes_variables_and_keywords_are_read(tmp_path: Path) -> None:
    (tmp_path / "more.fio").write_text("size=${SIZE} ; the file's\n")
    (section,) = read(
        tmp_path, "# a\n[j] # job\ninclude more.fio\nnumjobs=$ncpus\n; end\n", SIZE="8m"
    )
    values_ = {setting.name: setting.value for setting in section.own}
    assert values_["size"] == "8m"
    assert int(values_["numjobs"] or 0) >= 1
    assert section.own[0].where.endswith("more.fio, line 1")


def test_a_variable_is_text_whatever_is_in_it(tmp_path: Path) -> None:
    (section,) = read(tmp_path, "[j]\nfilename=${F}\n", F="a'; $(rm -rf x) ${G}")
    assert section.own[0].value == "a'; $(rm -rf x) ${G}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bs=4k\n", "before any section"),
        ("[j\n", "a name in brackets"),
        ("[j]\nfilename=${NOWHERE}\n", "no variable NOWHERE"),
        ("[j]\ninclude job.fio\n", "includes itself"),
        ("[j]\ninclude\n", "names no file"),
        ("[j]\n" + "x" * 10_000_000 + "\n", "larger than 4 MiB"),
        ("[j]\nname=" + "x" * 100_000 + "\n", "has 100005 characters"),
        ("# nothing\n", "describes no job"),
        ("".join(f"[j{n}]\n" for n in range(5000)), "more than 4096 jobs"),
    ],
)
def test_what_is_no_job_file_is_refused_in_a_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path, text)
    assert says in str(error.value)
    assert len(str(error.value)) < 400


def test_a_loop_of_includes_over_two_files_ends(tmp_path: Path) -> None:
    (tmp_path / "other.fio").write_text("include job.fio\n")
    with pytest.raises(InputError, match="includes itself"):
        read(tmp_path, "[j]\ninclude other.fio\n")


def test_a_file_that_is_not_there_is_no_target(tmp_path: Path) -> None:
    with pytest.raises(NoTargetError):
        read(tmp_path, "[j]\ninclude nowhere.fio\n")


def test_a_command_line_is_a_job_file_in_other_words() -> None:
    asked = reader.command_line(
        list(argv("--ioengine=libaio --name=a --rw randread --direct --output-format json")),
        {},
    )
    (section,) = asked.sections
    assert [(one.name, one.value) for one in section.settings] == [
        ("ioengine", "libaio"),
        ("rw", "randread"),
        ("direct", None),
    ]
    assert asked.general == {"output-format": "json"}


def test_what_fio_does_as_a_command_and_plimsoll_does_not_is_refused_by_name() -> None:
    with pytest.raises(UsageError, match="--server of fio"):
        reader.command_line(["--server"], {})
    with pytest.raises(UsageError, match="no job is given"):
        reader.command_line([], {})
    with pytest.raises(UsageError, match="no section 'b'"):
        reader.command_line(["--section=b", "--name=a"], {})


@pytest.mark.parametrize(
    ("text", "bytes_"),
    [
        # Read off fio 3.33 with --create_only.
        ("4k", 4096),
        ("4ki", 4096),
        ("4kb", 4096),
        ("4kib", 4000),
        ("1m", MIB),
        ("0x1000", 4096),
        ("1.5g", 3 << 29),
    ],
)
def test_sizes_are_fios(text: str, bytes_: int) -> None:
    assert values.number(text) == bytes_


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("bs=-4k", "bs=-4k is negative"),
        ("bs=4q", "has a unit that is not known: q"),
        ("bs=0", "a block of 0 bytes"),
        ("size=9999999999999999999", "is too large"),
        ("size=120%", "not a percentage"),
        ("numjobs=999999999", "is not between 1 and 1024"),
        ("iodepth=0", "is not between 1"),
        ("rw=randred", "is not one of read"),
        ("rwmixread=101", "is not a percentage"),
        ("runtime=-5", "is negative"),
        (f"runtime={'9' * 60_000}", "is too large"),
        (f"runtime={'9' * 60_000}x", "is not a time"),
        ("runtime=99999d", "longer than a year"),
        ("bssplit=4k/60:8k/60", "120 %"),
        ("random_distribution=zoned:50/5:30/15", "80 %"),
        ("random_distribution=zipf", "is not one of random"),
        ("percentile_list=0:101", "list of 1 to 20"),
        ("rw=read:-8k", "backwards"),
        ("ioengine=rbd", "ioengine=rbd is not supported"),
        ("zonemode=zbd", "the zones of a device"),
        ("exec_prerun=reboot", "never runs commands"),
        ("bss=4k", "option 'bss' is not known here (like it: ss, bs"),
        ("write_bw_log=x", "give log_avg_msec"),
        ("iodepth=8\nioengine=libaio\nfsync=1", "lets the queue run dry"),
        ("iodepth=8\nioengine=libaio\nthinktime=10", "each rests by itself"),
        # Not half the speed: it divides offsets.
        ("replay_scale=2", "it divides the addresses of a recording"),
        ("replay_time_scale=50", "stretches the time of a recording in percent"),
        # It decides whether the disk is read at all.
        ("size=1m\npre_read=1", "line 3: pre_read=1 is not supported: "),
        ("size=1m\npre_read=1", "invalidate=0"),
    ],
)
def test_what_cannot_be_meant_is_told_with_its_line(tmp_path: Path, line: str, says: str) -> None:
    told = wrong(tmp_path, line)
    assert says in told
    assert "job.fio, line " in told


def test_every_problem_is_found_before_any_is_told(tmp_path: Path) -> None:
    told = wrong(tmp_path, "bs=4q\nzonemode=zbd\nnothing=1")
    assert all(name in told for name in ("bs=4q", "zonemode=zbd", "'nothing'"))


def test_the_default_of_what_is_not_supported_is_accepted(tmp_path: Path) -> None:
    assert not wrong(tmp_path, "zonemode=none\nverify=0\nfill_device=0\nunified_rw_reporting=none")
    assert not wrong(tmp_path, "size=1m\npre_read=0")


@pytest.mark.parametrize("line", ["verify_only", "verify_only=1"])
def test_a_job_that_only_verifies_is_refused_as_it_would_write(tmp_path: Path, line: str) -> None:
    lines = f"rw=write\nverify=crc32c\n{line}"
    assert "--verify-journal" in wrong(tmp_path, lines)
    assert jobs_and_notes(tmp_path, f"[j]\n{lines}\n")[1].is_blocked
    assert not wrong(tmp_path, "rw=write\nverify=crc32c\nverify_only=0")


@pytest.mark.parametrize("option", ["end_fsync", "fsync_on_close"])
def test_a_flush_at_the_end_is_said_to_be_in_no_figure(tmp_path: Path, option: str) -> None:
    """fio counts its time, so its bandwidth is lower."""
    _, notes = jobs_and_notes(tmp_path, f"[j]\nrw=write\n{option}=1\n")
    assert "nothing is flushed after the last write" in "; ".join(map(str, notes.remarks))
    assert not notes.problems


def test_a_size_ends_a_job_after_as_many_bytes_as_fio_does(tmp_path: Path) -> None:
    # As fio 3.33 reports io_bytes for these.
    for lines, each in [
        ("size=1000k\nbs=64k\nrw=randread", 15 * 65536),
        ("size=1m\nio_size=2500k\nbs=64k", 40 * 65536),
        ("size=1m\nio_size=2500k\nloops=2\nbs=64k", 3 * MIB),
        ("size=1m\nio_size=600k\nloops=3\nbs=64k", 29 * 65536),
        ("size=1m\nio_size=512k\nbs=4k", MIB // 2),
        ("size=1m\nloops=3\nbs=4k", 3 * MIB),
        ("size=1m\nnumber_ios=10\nbs=4k", 40960),
        ("size=1m\nnumber_ios=10\nloops=3\nbs=4k", 3 * 40960),
        ("size=64k\nnumber_ios=40\nloops=3\nbs=4k", 3 * 65536),
        ("size=64k\nnumber_ios=20\nio_size=256k\nloops=3\nbs=4k", 60 * 4096),
        ("size=8m\nfilename=a:b\niodepth=4\nioengine=libaio", 4 * MIB),
    ]:
        (unit,) = units_of(tmp_path, f"[j]\n{lines}\n")
        assert unit.probe["bytes_each"] == each, lines


def test_time_based_jobs_end_by_time_alone(tmp_path: Path) -> None:
    (unit,) = units_of(tmp_path, "[j]\nsize=1m\ntime_based\nruntime=1m30s\nramp_time=500ms\n")
    assert "bytes_each" not in unit.probe
    assert (unit.probe["measure_for"], unit.probe["warmup_for"]) == ("90000000us", "500000us")


def test_a_rate_is_an_open_load_with_the_depth_as_its_cap(tmp_path: Path) -> None:
    (unit,) = units_of(
        tmp_path,
        "[j]\nfilename=f\nsize=1m\nrw=randrw\nrwmixread=70\nrate_iops=1000,300\nrate_process=poisson\n"
        "numjobs=3\ngroup_reporting\niodepth=8\nioengine=libaio\n",
    )
    # rwmixread loses to the rates, as in fio.
    assert unit.session["workload"]["read"] == pytest.approx(100 * 1000 / 1300)
    assert unit.probe["rate"] == 3900
    assert (unit.probe["arrivals"], unit.probe["max_outstanding"]) == ("poisson", 24)
    assert "queue_depth" not in unit.probe


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("rw=randwrite\nrate_iops=200\nfsync=1\n", 200),
        ("rw=randwrite\nrate_iops=200\nfdatasync=4\nnumjobs=3\ngroup_reporting\n", 600),
        ("rw=randrw\nrate_iops=300,100\nfsync=2\n", 400),
        ("rw=write\nbs=4k\nrate=400k\nfsync=1\n", 100),
        ("rw=randwrite\nrate_iops=200\nfsync=0\n", 200),
        ("rw=randread\nrate_iops=200\nfsync=1\n", 200),
    ],
)
def test_writes_come_at_their_rate_and_syncs_beside_it(
    tmp_path: Path, text: str, rate: float
) -> None:
    # fio 3.33 writes rate_iops a second, whatever fsync says.
    (unit,) = units_of(tmp_path, f"[j]\nfilename=f\nsize=1m\n{text}")
    assert unit.probe["rate"] == pytest.approx(rate)


@pytest.mark.parametrize(
    "option",
    [
        *("cpus_allowed=0", "numa_cpu_nodes=0", "prio=0", "buffer_pattern=0", "iodepth_batch=0"),
        *("stats=0", "uid=0", "gid=0", "ioscheduler=none", "exec_prerun=0", "write_iolog=0"),
        "log_compression_cpus=0",
    ],
)
def test_an_option_whose_zero_asks_for_something_is_told_or_refused(
    tmp_path: Path, option: str
) -> None:
    _, notes = jobs_and_notes(tmp_path, f"[j]\nfilename=f\nsize=1m\n{option}\n")
    assert any(option.partition("=")[0] in str(said) for said in (*notes.remarks, *notes.problems))


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ("ioengine=libaio", ["one-per-call", "plain-pages"]),
        ("ioengine=io_uring", ["one-per-call", "plain-pages"]),
        ("ioengine=psync", ["plain-pages"]),
        ("ioengine=null", []),
        ("ioengine=libaio\nmem=mmaphuge:/dev/hugepages/f", ["one-per-call"]),
        ("ioengine=libaio\nmem=shm", ["one-per-call", "plain-pages"]),
        ("ioengine=libaio\niodepth_batch_submit=16", ["plain-pages"]),
        ("ioengine=libaio\niodepth_batch_complete_max=16", ["plain-pages"]),
        (
            "ioengine=libaio\niodepth_batch=1\niodepth_batch_complete=1",
            ["one-per-call", "plain-pages"],
        ),
    ],
)
def test_calls_and_buffers_are_those_of_fio_unless_a_job_asks_for_others(
    tmp_path: Path, options: str, asked: list[str]
) -> None:
    (unit,), remarks = units_and_remarks(
        tmp_path, f"[j]\nfilename=f\nsize=1m\ndirect=1\n{options}\n"
    )
    assert unit.session["engine_options"] == asked
    # Batches other than fio's own are not imitated, and that is said.
    assert ("batch" in remarks) == ("=16" in options)


def test_memory_that_is_not_known_is_refused_with_what_is(tmp_path: Path) -> None:
    _, notes = jobs_and_notes(tmp_path, "[j]\nfilename=f\nsize=1m\nmem=hug\n")
    assert any(
        "malloc" in str(problem) and "mmaphuge" in str(problem) for problem in notes.problems
    )


def test_zeros_mean_what_they_mean_in_fio(tmp_path: Path) -> None:
    # Seen in fio 3.33: io_size=0 is the whole size, and a log may be called 0.
    (unit,) = units_of(
        tmp_path,
        "[j]\nfilename=f\nsize=1m\nio_size=0\nrandseed=0\nwrite_bw_log=0\nlog_avg_msec=500\n",
    )
    assert unit.probe["bytes_each"] == MIB
    assert (unit.probe["seed"], unit.job.report.logs) == (0, {"bw": "0"})


def test_clones_that_are_told_together_are_workers_of_one_run(tmp_path: Path) -> None:
    text = "[j]\nfilename=f\nsize=1m\nnumjobs=4\nrw={rw}\n"
    (unit,) = units_of(tmp_path, text.format(rw="read") + "group_reporting\n")
    assert unit.probe["workers"] == 4
    assert unit.session["workload"]["pattern"] == "sequential:each"
    alone = units_of(tmp_path, text.format(rw="randread"))
    assert [one.probe["workers"] for one in alone] == [1] * 4
    assert len({one.probe["seed"] for one in alone}) == 4
    assert alone[0].session["workload"]["pattern"] == "random:once"


def test_a_stonewall_begins_a_phase_and_new_group_a_group(tmp_path: Path) -> None:
    units = units_of(
        tmp_path, "[global]\nsize=1m\n[a]\n[b]\nnew_group\n[c]\nstonewall\n[d]\nwait_for=c\n"
    )
    assert [(one.job.name, one.phase, one.group) for one in units] == [
        ("a", 0, 0),
        ("b", 0, 1),
        ("c", 1, 2),
        ("d", 2, 2),
    ]


def test_files_lie_where_fio_puts_them_and_have_its_names(tmp_path: Path) -> None:
    """Clones take turns over directories; files with a name of their own are in the first. As fio
    3.33 does."""
    units = units_of(
        tmp_path,
        "[j]\nsize=1m\ndirectory=/a:/b\nnumjobs=3\nnrfiles=2\niodepth=2\nioengine=libaio\n"
        "[k]\nsize=1m\ndirectory=/a:/b\nnumjobs=2\nfilename=x\n"
        "[l]\nsize=1m\ndirectory=/c\\:d\n[m]\nfilename=a\\:b\nsize=1m\n",
    )
    assert [one.targets for one in units] == [
        ("/a/j.0.0", "/a/j.0.1"),
        ("/b/j.1.0", "/b/j.1.1"),
        ("/a/j.2.0", "/a/j.2.1"),
        ("/a/x",),
        ("/a/x",),
        ("/c:d/l.0.0",),
        ("a:b",),
    ]


@pytest.mark.parametrize(
    ("lines", "refused"),
    [
        ("", True),
        ("filename_format=$jobname.dat", True),
        ("filename_format=f.$jobnum", False),
        ("filename=f", False),
        ("ioengine=null", False),
        ("ioengine=null\nwrite_bw_log\nlog_avg_msec=1000", True),
        ("ioengine=null\nwrite_bw_log=b\nlog_avg_msec=1000", False),
    ],
)
def test_a_jobs_name_does_not_lead_out_of_the_directory(
    tmp_path: Path, lines: str, refused: bool
) -> None:
    _, notes = jobs_and_notes(tmp_path, f"[../x]\nsize=1m\n{lines}\n")
    said = [str(problem) for problem in notes.problems]
    if refused:
        assert len(said) == 1
        assert "job.fio, line 1: [../x] becomes a file's name" in said[0]
    else:
        assert said == []


def test_offsets_of_clones_step_on_and_the_file_reaches_to_their_end(tmp_path: Path) -> None:
    units = units_of(
        tmp_path, "[j]\nfilename=f\nsize=1m\noffset=1m\noffset_increment=2m\nnumjobs=2\n"
    )
    assert [one.session["workload"]["working_set_offset"] for one in units] == [MIB, 3 * MIB]
    assert [one.layouts[0].bytes for one in units] == [2 * MIB, 4 * MIB]


def test_a_device_is_written_by_one_run_at_a_time(tmp_path: Path) -> None:
    jobs, notes = jobs_and_notes(tmp_path, "[j]\nfilename=/dev/x\nrw=write\nnumjobs=2\n")
    plan(jobs, Setup(lambda _: 1 << 30, lambda _: False, ()), notes)
    assert "written by several jobs at once" in str(notes.problems[0])
    jobs, notes = jobs_and_notes(
        tmp_path, "[j]\nfilename=/dev/x\nrw=write\nnumjobs=2\ngroup_reporting\n"
    )
    plan(jobs, Setup(lambda _: 1 << 30, lambda _: False, ()), notes)
    assert not notes.problems


def test_a_size_beyond_a_device_is_cut_to_it(tmp_path: Path) -> None:
    jobs, notes = jobs_and_notes(tmp_path, "[j]\nfilename=/dev/x\nsize=10g\nbs=1m\n")
    (unit,) = plan(jobs, Setup(lambda _: 1 << 30, lambda _: False, ()), notes)
    assert unit.session["workload"]["working_set"] == 1 << 30


def test_distributions_and_mixes_are_those_of_a_workload(tmp_path: Path) -> None:
    for lines, key, value in [
        ("random_distribution=zipf:1.2", "pattern", "zipf:1.2"),
        ("random_distribution=zoned:50/5:30/15:20/", "pattern", "zones:50/5,30/15,20/80"),
        ("percentage_random=30", "pattern", "random:once+70%sequential"),
        ("norandommap", "pattern", "random"),
        ("bssplit=4k/60:8k/", "block_size", "4096:60,8192:40"),
        ("bsrange=4k-16k", "block_size", "4096:25,8192:25,12288:25,16384:25"),
    ]:
        (unit,) = units_of(tmp_path, f"[j]\nrw=randread\nsize=1m\n{lines}\n")
        assert unit.session["workload"][key] == value, lines


def test_the_page_cache_is_gone_through_unless_direct_is_given(tmp_path: Path) -> None:
    for lines, cached in [("", True), ("direct=1", False), ("buffered=0", False)]:
        (unit,) = units_of(tmp_path, f"[j]\nsize=1m\n{lines}\n")
        assert unit.session["cached"] is cached, lines


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[j]\nsize=1m\nnumjobs=1000\n", "1000 Runs would go at once"),
        ("".join(f"[j{n}]\nsize=1m\nnumjobs=1024\n" for n in range(800)), "more than 1024 Runs"),
    ],
)
def test_jobs_without_end_are_refused_at_once(tmp_path: Path, text: str, says: str) -> None:
    jobs, notes = jobs_and_notes(tmp_path, text)
    plan(jobs, Setup(lambda _: None, lambda _: True, ()), notes)
    assert says in str(notes.problems[0])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("lockmem=1g", "memory is not locked"),
        ("write_lat_log=l\nlog_avg_msec=500", "no _slat log is written"),
        ("unified_rw_reporting=1", "reads and writes are reported apart"),
        ("unified_rw_reporting=mixed", "reads and writes are reported apart"),
        ("write_hist_log=h\nlog_hist_msec=1000", "--output-format=json+ has the distribution"),
        ("serialize_overlap=1", "is not held back while another on the same blocks"),
        (
            "write_bw_log=b\nlog_avg_msec=10",
            "log_avg_msec=10: a log holds means over 100 ms, the nearest",
        ),
        (
            "write_bw_log=b\nlog_avg_msec=120000",
            "log_avg_msec=120000: a log holds means over 60000 ms",
        ),
    ],
)
def test_what_does_not_change_the_load_is_taken_with_a_note(
    tmp_path: Path, line: str, says: str
) -> None:
    _, notes = jobs_and_notes(tmp_path, f"[j]\nfilename=f\nsize=1m\nrw=randrw\n{line}\n")
    assert not notes.problems
    assert any(says in str(told) and "job.fio, line" in str(told) for told in notes.remarks)


@pytest.mark.parametrize("size", ["size=64m", "filesize=8m"])
def test_more_files_than_operations_are_one_file_as_large_as_all(tmp_path: Path, size: str) -> None:
    text = f"[j]\n{size}\nnrfiles=8\nrw=randread\nioengine=libaio\n"
    (unit,), remarks = units_and_remarks(tmp_path, f"{text}iodepth=4\n")
    assert unit.targets == ("j.0.0",)
    assert unit.session["workload"]["working_set"] == 64 * MIB
    assert unit.probe["queue_depth"] == 4
    assert "one file as large as all 8 stands for them" in remarks
    # As many operations as files: a file each.
    (unit,) = units_of(tmp_path, f"{text}iodepth=16\n")
    assert len(unit.targets) == 8
    assert unit.session["workload"]["working_set"] == 8 * MIB
    assert unit.probe["queue_depth"] == 2


def test_named_files_that_operations_cannot_be_spread_over_are_refused_with_a_depth(
    tmp_path: Path,
) -> None:
    text = "[j]\nfilename=a:b:c\nsize=3m\nioengine=libaio\niodepth={}\n"
    for depth, says in ((2, "give iodepth=3 with"), (7, "give iodepth=6 or 9 with")):
        jobs, notes = jobs_and_notes(tmp_path, text.format(depth))
        assert not notes.problems
        plan(jobs, Setup(lambda _: None, lambda _: True, ()), notes)
        (problem,) = notes.problems
        assert f"[j] drives 3 files with iodepth={depth}" in str(problem)
        assert says in str(problem)
