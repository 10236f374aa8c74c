"""`plimsoll fio` beside Debian's fio: the same keys, bytes and operations; and what it refuses."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ending, Plimsoll

FIO = shutil.which("fio")
needs_fio = pytest.mark.skipif(FIO is None, reason="fio is not installed")

MIB = 1 << 20


def fio(folder: Path, *words: str) -> str:
    """What Debian's fio prints."""
    assert FIO is not None
    done = subprocess.run(
        [FIO, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def keys(document: Any, at: str = "") -> set[str]:
    """Every key of a document, with the keys above it. Bins are the values of samples."""
    found: set[str] = set()
    if isinstance(document, dict):
        for key, value in document.items():
            if at.endswith(".bins"):
                continue
            found |= {f"{at}.{key}"} | keys(value, f"{at}.{key}")
    elif isinstance(document, list):
        for value in document:
            found |= keys(value, f"{at}[]")
    return found


def ran(ended: Ending) -> Any:
    """The document of a command that went well."""
    assert ended.code == 0, ended.err
    return ended.document


JOB = [
    *("--size=4m", "--bs=4k", "--direct=1", "--ioengine=libaio", "--iodepth=4"),
    *("--filename=laid.dat", "--rw={rw}", "--name=job"),
]


def words(rw: str, *more: str) -> list[str]:
    """The command line of a small job."""
    return [word.format(rw=rw) for word in JOB] + list(more)


@pytest.mark.long
@needs_fio
@pytest.mark.parametrize(("rw", "form"), [("randrw", "json+"), ("write", "json")])
def test_every_key_of_fio_is_there_and_no_other_but_ours(
    plimsoll: Plimsoll, disk: Path, rw: str, form: str
) -> None:
    ours = ran(plimsoll("fio", *words(rw, f"--output-format={form}")))
    (disk / "laid.dat").unlink()
    theirs = json.loads(fio(disk, *words(rw, f"--output-format={form}")))
    # A disk has keys of its own where fio finds slaves beneath it.
    kept = {key for key in keys(theirs) if "aggr" not in key and not key.startswith(".disk_util[]")}
    mine = {key for key in keys(ours) if not key.startswith(".disk_util[]")}
    assert kept - mine == set()
    assert {key for key in mine - kept if not key.startswith(".jobs[].plimsoll")} == set()


@pytest.mark.long
@needs_fio
@pytest.mark.parametrize(
    "more",
    [
        ("--rw=read", "--bs=64k", "--size=1000k"),
        ("--rw=write", "--loops=2"),
        ("--rw=randread", "--io_size=9m"),
        ("--rw=randread", "--number_ios=77", "--loops=3"),
        ("--rw=read", "--numjobs=3", "--group_reporting"),
        ("--rw=randwrite", "--offset=1m", "--size=1m"),
    ],
)
def test_a_size_brings_the_bytes_and_operations_that_fio_brings(
    plimsoll: Plimsoll, disk: Path, more: tuple[str, ...]
) -> None:
    command = [*words("read"), *more, "--output-format=json"]
    ours = ran(plimsoll("fio", *command))
    (disk / "laid.dat").unlink()
    theirs = json.loads(fio(disk, *command))
    for kind in ("read", "write"):
        for key in ("io_bytes", "io_kbytes", "total_ios"):
            assert [job[kind][key] for job in ours["jobs"]] == [
                job[kind][key] for job in theirs["jobs"]
            ], (kind, key)
    assert [job["job options"] for job in ours["jobs"]] == [
        job["job options"] for job in theirs["jobs"]
    ]


def test_the_figures_of_a_job_agree_with_each_other(plimsoll: Plimsoll, disk: Path) -> None:
    (job,) = ran(plimsoll("fio", *words("randrw", "--output-format=json+")))["jobs"]
    for kind in ("read", "write"):
        one = job[kind]
        assert one["io_bytes"] == 4096 * one["total_ios"]
        assert one["bw_bytes"] == 1000 * one["io_bytes"] // one["runtime"]
        assert one["iops"] == pytest.approx(1000 * one["total_ios"] / one["runtime"])
        latency = one["clat_ns"]
        assert latency["N"] == sum(latency["bins"].values()) == one["total_ios"]
        percentiles = list(latency["percentile"].values())
        assert percentiles == sorted(percentiles)
        # fio's buckets are told by their middles: at most 1/128 from the value.
        assert latency["min"] * 0.99 <= percentiles[0] <= percentiles[-1]
        assert percentiles[-1] <= latency["max"] * 1.01
        assert latency["min"] <= latency["mean"] <= latency["max"]
        assert one["bw_min"] <= one["bw_mean"] <= one["bw_max"] + 1
    levels = [job[f"latency_{unit}"] for unit in ("ns", "us", "ms")]
    # A share below 0.01 is told as 0.01, as fio does.
    assert sum(sum(level.values()) for level in levels) == pytest.approx(100, abs=0.3)
    assert job["read"]["io_bytes"] + job["write"]["io_bytes"] == 4 * MIB
    assert sum(job["iodepth_level"].values()) == 100


@pytest.mark.long
@needs_fio
def test_terse_has_as_many_fields_in_the_same_places(plimsoll: Plimsoll, disk: Path) -> None:
    command = words("randrw", "--minimal", "--disk_util=0")
    ours = plimsoll("fio", *command, code=0)
    (disk / "laid.dat").unlink()
    mine, theirs = ours.out.strip().split(";"), fio(disk, *command).strip().split(";")
    # Behind field 121 come the disks, nine fields each, which not every target has.
    assert mine[0] == theirs[0] == "3"
    assert len(mine[:121]) == len(theirs[:121])
    for place in range(121):
        assert mine[place].endswith("%") == theirs[place].endswith("%"), place
        assert ("%=" in mine[place]) == ("%=" in theirs[place]), place
    assert int(mine[5]) + int(mine[46]) == int(theirs[5]) + int(theirs[46]) == 4096


def bare(text: str) -> list[str]:
    """The lines of fio's text, numbers and their units taken out."""
    lines = []
    for line in text.splitlines():
        known = re.sub(r"[\d.]+(?:[KMGk]i?)?", "#", re.sub(r"pid=.*", "", line)).strip()
        if known.startswith(("lat (", "|", "#")) or "percentiles" in known:
            continue
        lines.append(re.sub(r"\((?:n|u|m)sec\)| +|[KM]iB|[kM]?B\b", "", known))
    return lines


@pytest.mark.long
@needs_fio
def test_the_text_has_fios_lines(plimsoll: Plimsoll, disk: Path) -> None:
    ours = plimsoll("fio", *words("randread"), code=0)
    (disk / "laid.dat").unlink()
    begins = ("read:", "slat", "clat", "lat", "cpu", "IOdepths", "submit", "complete", "issued")
    mine = [line for line in bare(ours.out) if line.startswith(begins)]
    theirs = [line for line in bare(fio(disk, *words("randread"))) if line.startswith(begins)]
    assert [line.split(":")[0] for line in mine] == [line.split(":")[0] for line in theirs]
    assert "Run status group 0 (all jobs):" in ours.out


SPELLINGS = [
    "-filename h/h1.dat -direct 1 -iodepth 8 -rw randread -ioengine libaio -size 64k -name -h1",
    "--filename h/h1.dat --direct 0 --readwrite read --blocksize 8k --size 64k --name h1",
    "-name=h1 -filename=h/h1.dat -size=64k -thread=1 -time_based=0 -runtime=3 --invalidate=0",
]
"""Of options: one dash or two, with and without an equals sign, abbreviated, and with an h."""


@pytest.mark.long
@needs_fio
@pytest.mark.parametrize("line", SPELLINGS)
def test_a_command_line_means_what_it_means_to_fio_however_its_options_are_spelt(
    plimsoll: Plimsoll, disk: Path, line: str
) -> None:
    (disk / "h").mkdir()
    words = [*line.split(), "-output-format=json"]
    ours = ran(plimsoll("fio", *words))
    (disk / "h/h1.dat").unlink()
    theirs = json.loads(fio(disk, *words))
    assert ours.get("global options") == theirs.get("global options")
    for mine, their in zip(ours["jobs"], theirs["jobs"], strict=True):
        assert mine["job options"] == their["job options"]
        assert mine["read"]["total_ios"] == their["read"]["total_ios"]


def test_what_a_job_did_not_lay_out_is_neither_written_nor_lengthened(
    plimsoll: Plimsoll, data: Path
) -> None:
    before = data.read_bytes()
    job = ["--name=j", f"--filename={data}", "--bs=4k", "--ioengine=psync"]
    ended = plimsoll("fio", *job, "--rw=write", "--size=1m", code=73)
    assert "--i-will-lose-the-data-on" in ended.err
    ended = plimsoll("fio", *job, "--rw=read", "--size=2m", code=73)
    assert "does not change or lengthen" in ended.err
    assert data.read_bytes() == before
    ended = plimsoll(
        "fio", *job, "--rw=write", "--size=1m", "--direct=1", "--i-will-lose-the-data-on", data
    )
    assert ended.code in (0, 64), ended.err


def test_an_option_that_is_not_supported_is_refused_by_name_and_line(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "j.fio").write_text("[j]\nioengine=null\nsize=1m\nzonemode=zbd\nnumjbs=3\n")
    ended = plimsoll("fio", "j.fio", code=65)
    assert "j.fio, line 4: zonemode=zbd is not supported" in ended.err
    assert "line 5: option 'numjbs' is not known here (like it: numjobs, " in ended.err
    assert ended.out == ""
    ended = plimsoll("fio", "--lenient", "j.fio", "--output-format=json", code=0)
    assert "not as in fio: " in ended.err
    assert ended.document["jobs"][0]["read"]["io_bytes"] == MIB


def test_what_a_later_phase_is_refused_is_told_before_anything_is_measured(
    plimsoll: Plimsoll, data: Path, tmp_path: Path
) -> None:
    (tmp_path / "j.fio").write_text(
        f"[a]\nioengine=null\nsize=1m\n[b]\nstonewall\nrw=write\nsize=1m\nfilename={data}\n"
    )
    plimsoll("fio", "--store", "runs.db", "j.fio", code=73)
    assert not (tmp_path / "runs.db").exists()


@pytest.mark.long
def test_beside_fios_figures_stands_what_fio_cannot_tell(plimsoll: Plimsoll) -> None:
    ended = plimsoll(
        *("fio", "--name=j", "--ioengine=null", "--size=1g", "--rw=randread", "--rate_iops=2000"),
        *("--runtime=1", "--time_based", "--output-format=json", "--iodepth=4"),
    )
    (run,) = ran(ended)["jobs"][0]["plimsoll"]["runs"]
    assert run["offered_rate_per_s"] == 2000
    assert run["response_time_ns"]["mean"] > 0
    assert {99.9, 99.99} <= set(run["percentiles_beyond_sample"])
    assert "from the intended instant: p99" in ended.err


@pytest.mark.long
def test_a_rate_counts_writes_and_not_syncs(plimsoll: Plimsoll) -> None:
    ended = plimsoll(
        *("fio", "--name=j", "--filename=s.dat", "--size=1m", "--rw=randwrite", "--fsync=1"),
        *("--rate_iops=100", "--runtime=1", "--time_based", "--output-format=json"),
    )
    job = json.loads(ended.out)["jobs"][0]
    (run,) = job["plimsoll"]["runs"]
    assert run["offered_rate_per_s"] == 100
    # As many syncs as writes; a slow disk carries fewer of both, never one without the other.
    assert abs(job["write"]["total_ios"] - job["sync"]["total_ios"]) <= 2


def test_a_closed_loop_is_not_said_to_be_ok_and_its_limit_not_guessed(
    plimsoll: Plimsoll, data: Path
) -> None:
    ended = plimsoll(
        *("fio", "--name=j", f"--filename={data}", "--size=1m", "--rw=randread", "--direct=1"),
        *("--output-format=json", "--cpus_allowed=0"),
    )
    (job,) = ran(ended)["jobs"]
    (run,) = job["plimsoll"]["runs"]
    assert "ok:" not in ended.err
    assert "cpus_allowed ignored: start the command with taskset" in ended.err
    limited = run["limited_by"]["value"]
    # Of a Run of some milliseconds what its processor did says nothing.
    if job["job_runtime"] < 100:
        assert limited != "client_cpu"
        assert (job["usr_cpu"], job["sys_cpu"]) == (None, None)
    assert ("plimsoll run --who-limits" in ended.err) == (limited == "unknown")
    assert "p99.9, p99.95, p99.99 of only 256 operations are unreliable" in ended.err


@pytest.mark.long
def test_a_job_that_ends_because_it_is_steady_has_ended_well(plimsoll: Plimsoll) -> None:
    ended = plimsoll(
        *("fio", "--name=j", "--ioengine=null", "--size=1g", "--rw=randread", "--time_based"),
        *("--runtime=60", "--steadystate=iops:90%", "--steadystate_duration=2"),
        *("--rate_iops=1000", "--output-format=json"),
    )
    (job,) = ran(ended)["jobs"]
    assert job["steadystate"]["attained"] == 1
    assert job["job_runtime"] < 60_000


def test_what_was_written_is_read_back_and_verified(plimsoll: Plimsoll, tmp_path: Path) -> None:
    ended = plimsoll(
        *("fio", "--name=j", "--filename=v.dat", "--size=1m", "--rw=randwrite", "--bs=4k"),
        *("--verify=crc32c", "--output-format=json"),
    )
    job = ran(ended)["jobs"][0]
    assert job["write"]["io_bytes"] == job["read"]["io_bytes"] == MIB
    assert (tmp_path / "v.dat").stat().st_size == MIB


@pytest.mark.long
def test_runs_are_kept_and_reported(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "j.fio").write_text("[global]\nioengine=null\nsize=4m\n[a]\n[b]\nstonewall\n")
    kept = plimsoll("fio", "--store", "runs.db", "j.fio", code=0)
    assert "campaigns 1 a; 2 b" in kept.err
    assert "--campaign 1 --campaign 2" in kept.err
    listed = plimsoll("report", "--list", "--json", "--store", "runs.db").document
    assert [one["job"] for one in listed["campaigns"]] == ["a", "b"]
    both = ("--campaign", "1", "--campaign", "2")
    ended = plimsoll("report", "--store", "runs.db", *both, "--to", "md", "--output", "out.md")
    # One Run each is not enough data to compare.
    assert ended.code == 2, ended.err
    assert "· Measured · a, b ·" in (tmp_path / "out.md").read_text()


def test_the_output_goes_where_it_is_wanted(plimsoll: Plimsoll, tmp_path: Path) -> None:
    job = ("--name=j", "--ioengine=null", "--size=1m")
    ended = plimsoll("fio", *job, "--output=o.json", "--output-format=json")
    assert (ended.code, ended.out) == (0, "")
    assert json.loads((tmp_path / "o.json").read_text())["jobs"][0]["jobname"] == "j"
    ended = plimsoll("fio", *job, "--output-format=xml", code=64)
    plimsoll("fio", *job, "--output=/nowhere/o.json", "--output-format=json", code=74)


def test_a_file_that_was_there_is_kept_whatever_unlink_says(
    plimsoll: Plimsoll, data: Path, tmp_path: Path
) -> None:
    job = ("fio", "--rw=read", "--bs=4k", "--size=1m", "--unlink=1", "--numjobs=2")
    ended = plimsoll(*job, "--name=j", f"--filename={data}")
    assert data.exists()
    kept = f"j: unlink=1: {data} was there before the job, and is kept"
    assert ended.err.count(kept) == 1, ended.err
    ended = plimsoll(*job, "--name=k")
    assert "unlink=1" not in ended.err
    assert not list(tmp_path.glob("k.*"))


LOGGED = (
    *("fio", "--name=j", "--ioengine=null", "--rw=read", "--runtime=1", "--time_based"),
    *("--size=1m", "--rate_iops=100", "--log_avg_msec=500"),
)


@pytest.mark.long
def test_outputs_and_logs_replace_only_what_plimsoll_wrote(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    words = (*LOGGED, "--write_bw_log=l", "--write_lat_log=l", "--output=o")
    for form in ("normal", "json"):
        plimsoll(*words, f"--output-format={form}", code=0)
    assert json.loads((tmp_path / "o").read_text())["jobs"][0]["jobname"] == "j"
    log = (tmp_path / "l_bw.1.log").read_text()
    assert re.fullmatch(r"(\d+, \d+, 0, 4096, 0\n)+", log)


@pytest.mark.long
def test_a_latency_log_of_a_mix_tells_reads_and_writes_apart(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    mixed = [word.replace("--rw=read", "--rw=randrw") for word in LOGGED]
    plimsoll(*mixed, "--write_lat_log=l", "--write_iops_log=l", code=0)
    latencies, rates = (
        [line.split(", ") for line in (tmp_path / f"l_{kind}.1.log").read_text().splitlines()]
        for kind in ("lat", "iops")
    )
    assert {row[2] for row in latencies} == {"0", "1"}
    assert [(row[0], row[2]) for row in latencies] == [(row[0], row[2]) for row in rates]
    assert all(int(row[1]) > 0 for row in latencies)


@pytest.mark.parametrize(
    ("name", "linked"), [("o", False), ("l_bw.1.log", False), ("l_clat.1.log", True)]
)
def test_what_plimsoll_did_not_write_is_left_before_anything_is_measured(
    plimsoll: Plimsoll, tmp_path: Path, name: str, linked: bool
) -> None:
    precious = tmp_path / "precious"
    # A link is not followed even to what could be replaced.
    precious.write_text("1, 2, 0, 4096, 0\n" if linked else "1, 2, 0, 4096, 0\nmine\n")
    before = precious.read_bytes()
    if linked:
        (tmp_path / name).symlink_to(precious)
    else:
        precious.rename(tmp_path / name)
    ended = plimsoll(
        *(*LOGGED, "--write_bw_log=l", "--write_lat_log=l", "--output=o", "--store=runs.db")
    )
    assert ended.code == 73, ended.err
    assert name in ended.err
    assert "was left as it is" in ended.err
    assert (tmp_path / name).read_bytes() == before
    assert (tmp_path / name).is_symlink() is linked
    assert not (tmp_path / "runs.db").exists()


def test_streams_and_empty_files_are_written_to_and_no_link_is_followed(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    job = ("fio", "--name=j", "--ioengine=null", "--size=1m", "--output-format=json")
    assert ran(plimsoll(*job, "--output=/dev/stdout"))["jobs"][0]["jobname"] == "j"
    assert plimsoll(*job, "--output=/dev/null").code == 0
    (tmp_path / "made-by-mktemp").touch()
    assert plimsoll(*job, "--output=made-by-mktemp").code == 0
    assert json.loads((tmp_path / "made-by-mktemp").read_text())["jobs"]
    (tmp_path / "o").symlink_to(tmp_path / "made")
    assert plimsoll(*job, "--output=o").code == 73
    assert not (tmp_path / "made").exists()


@pytest.mark.long
def test_ndisk_runs_four_processes_on_four_files_it_lays_out(
    plimsoll: Plimsoll, disk: Path
) -> None:
    ended = plimsoll(
        *("ndisk", "-f", "a:b:c:d", "-R", "-r", "50", "-M", "4", "-b", "4K"),
        *("-s", "1M", "-t", "1", "-D", "--store", "runs.db"),
    )
    assert ended.code == 0, ended.err
    rows = [line for line in ended.out.splitlines() if re.match(r" +\d+ - ", line)]
    assert len(rows) == 4
    assert "TOTALS" in ended.out
    assert ended.out.endswith("- Random procs=  4 read= 50% bs=  4KB\n")
    assert "response time: mean" in ended.err
    assert all((disk / name).stat().st_size == MIB for name in "abcd")
    ended = plimsoll("ndisk", "-f", "nowhere", "-R", "-r", "50", code=64)
    assert "Give -s" in ended.err
