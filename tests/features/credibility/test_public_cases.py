"""Results that storage engineers published, judged: each case with its own figures and where it
was published."""

from pathlib import Path

import pytest

from plimsoll.features.credibility import judging
from plimsoll.features.credibility.judging import JudgedRun
from plimsoll.features.credibility.links import link_of_name
from tests.features.credibility.result_writer import DIRECT, Document, section, write

MIB = 1 << 20
DISKSPD = Path(__file__).parents[2] / "fixtures/results/others/diskspd.txt"


def judge_result(
    folder: Path,
    options: dict[str, str],
    *,
    link: str | None = None,
    syncs_us: float | None = None,
    **sections: Document,
) -> JudgedRun:
    path = write(folder / "result.json", options, syncs_us=syncs_us, **sections)
    found = judging.judge([path], None if link is None else link_of_name(link))
    assert not found.left
    (file,) = found.files
    (run,) = file.runs
    return run


def codes(run: JudgedRun) -> set[str]:
    return {reason.code for reason in run.reasons}


def sentence(run: JudgedRun, code: str) -> str:
    (reason,) = (reason for reason in run.reasons if reason.code == code)
    return reason.sentence()


def bandwidth(mib_per_s: float, block: int) -> Document:
    return section(mib_per_s * MIB / block, None, block)


def test_201_000_iops_at_3_us_from_psync_are_memory(tmp_path: Path) -> None:
    """axboe/fio#1388, whose iodepth=2 has no effect with psync."""
    options = {"ioengine": "psync", "iodepth": "2", "rw": "randread", "filename": "t.dat"}
    run = judge_result(tmp_path, options, read=section(201_000, 3.0))
    assert run.use == "unusable"
    assert "cache_answered" in codes(run)
    # One at a time, and not two: no depth that was not reached.
    assert not codes(run) & {"depth_not_reached", "depth_partly_used"}


def test_6263_mib_per_s_do_not_cross_eight_lanes_of_sas(tmp_path: Path) -> None:
    """axboe/fio#851: a sequential write on a RAID controller."""
    options = {**DIRECT, "rw": "write", "bs": "1m"}
    written = bandwidth(6_263, MIB)
    run = judge_result(tmp_path, options, link="sas-6g-x8", write=written)
    assert run.use == "unusable"
    assert sentence(run, "above_link") == (
        "6.57 GB/s of writes are more than SAS 6 Gb/s x8 can carry (4.8 GB/s):"
        " a cache in front of the link took them."
    )
    # Lanes of twice the rate can carry it: nothing is said of a link that nobody named, either.
    assert "above_link" not in codes(
        judge_result(tmp_path, options, link="sas-12g-x8", write=written)
    )
    assert "above_link" not in codes(judge_result(tmp_path, options, write=written))


def test_53_gib_per_s_through_the_systems_cache_are_the_cache(tmp_path: Path) -> None:
    """microsoft/diskspd#228: 429,512 IOPS of 128 KiB without -Sh."""
    options = {"direct": "0", "rw": "read", "bs": "128k", "iodepth": "32", "numjobs": "16"}
    run = judge_result(tmp_path, options, read=section(429_512, None, 128 << 10))
    assert run.use == "unusable"
    assert "56.3 GB/s" in sentence(run, "cache_rate")


def test_a_rate_that_grows_with_the_memory_of_the_machine_went_through_its_cache(
    tmp_path: Path,
) -> None:
    """microsoft/diskspd#139: half as much again on a machine with twice the memory, with the
    system's cache left on, which is diskspd's default."""
    text, bypassed = (
        DISKSPD.read_text(),
        "software cache disabled\n\t\thardware write cache disabled, writethrough on",
    )
    assert bypassed in text
    path = tmp_path / "result.txt"
    path.write_text(text)
    (file,) = judging.judge([path], None).files
    assert "through_cache" not in codes(file.runs[0])
    path.write_text(text.replace(bypassed, "using software cache"))
    (file,) = judging.judge([path], None).files
    (run,) = file.runs
    assert run.use == "limited"
    assert "memory may have served a part" in sentence(run, "through_cache")
    assert "bypass_caches" in [reason.meaning.remedy for reason in run.reasons]


@pytest.mark.parametrize(
    ("read_iops", "said"),
    [(8_286, "8,286 IOPS are more than Azure Standard HDD up to 4 TiB can do (500"), (489, "")],
)
def test_a_cloud_disk_does_no_more_than_its_cap(read_iops: int, said: str, tmp_path: Path) -> None:
    """rook/rook#8273: storage class "default" of AKS, a Standard HDD of 500 IOPS, measured with
    kubestr. equinor/sdp-omnia#11 saw 489 on the same kind of disk."""
    options = {**DIRECT, "rw": "randread", "iodepth": "64", "size": "100g"}
    read = section(read_iops, 64 / read_iops * 1e6, p1=1e3, p50=32 / read_iops * 1e6, p99=4e5)
    run = judge_result(tmp_path, options, link="azure-standard-hdd", read=read)
    assert ("above_link" in codes(run)) is bool(said)
    if said:
        assert run.use == "unusable"
        assert said in sentence(run, "above_link")
    # The file does not name the disk, so the link is reported as not checked.
    run = judge_result(tmp_path, options, read=read)
    assert "above_link" not in codes(run)
    assert "link" in run.unchecked


@pytest.mark.parametrize(
    ("iops", "mean_us", "depth", "code"),
    [
        (5_727_985, 1_300.0, 16_384, "depth_not_reached"),
        (700_256, 9_000.0, 8_192, "depth_partly_used"),
    ],
)
def test_a_fleet_whose_latency_fills_a_part_of_its_depth(
    iops: int, mean_us: float, depth: int, code: str, tmp_path: Path
) -> None:
    """Dell's VMFleet page, four nodes of Azure Stack HCI: VMs × threads × outstanding."""
    options = {**DIRECT, "rw": "randread", "iodepth": str(depth)}
    run = judge_result(tmp_path, options, read=section(iops, mean_us))
    assert code in codes(run)
    assert run.use == "limited"


def test_an_encrypted_folder_is_no_faster_than_the_link_of_its_disk(tmp_path: Path) -> None:
    """bailey27/cppcryptfs#130: the disk 177.103 MB/s, the folder on it 638 MB/s."""
    options = {**DIRECT, "rw": "read", "bs": "1m"}
    disk, folder = (section(mb * 1e6 / MIB, None, MIB) for mb in (177.103, 638.0))
    assert "above_link" not in codes(judge_result(tmp_path, options, link="sata-6g", read=disk))
    assert judge_result(tmp_path, options, link="sata-6g", read=folder).use == "unusable"


def test_a_stick_on_usb_2_does_not_read_500_mb_per_s(tmp_path: Path) -> None:
    """JonMagon/KDiskMark#154."""
    read = section(500e6 / MIB, None, MIB)
    run = judge_result(tmp_path, {**DIRECT, "rw": "read", "bs": "1m"}, link="usb-2", read=read)
    assert "0.06 GB/s" in sentence(run, "above_link")


def test_flat_percentiles_at_a_full_queue_are_a_cap(tmp_path: Path) -> None:
    """2i2c-org/jupyterhub-home-nfs#6: EFS, 4 × 256 outstanding, p1 to p99 163 to 205 ms."""
    options = {**DIRECT, "rw": "randrw", "iodepth": "256", "numjobs": "4"}
    half = section(2_801, 177_570.0, p1=163_000.0, p50=177_000.0, p99=205_000.0)
    run = judge_result(tmp_path, options, read=half, write=half)
    said = sentence(run, "latency_of_a_queue")
    assert "1,024 ÷ 5,602 IOPS" in said
    assert "does not show how fast the storage answers" in said


def test_33_gib_per_s_do_not_cross_the_network_of_a_rados_block_device(tmp_path: Path) -> None:
    """ceph/ceph-csi#6274: a baseline of sequential reads."""
    options = {"rw": "read", "bs": "1m", "direct": "1"}
    run = judge_result(tmp_path, options, link="ethernet-100g", read=bandwidth(33_790, MIB))
    assert run.use == "unusable"


def test_a_durable_write_in_13_us_ended_in_a_write_cache(tmp_path: Path) -> None:
    """rook/rook#15036: 75.6k × 12.97 µs, one at a time."""
    options = {**DIRECT, "rw": "randwrite", "iodepth": "1", "sync": "1"}
    run = judge_result(tmp_path, options, write=section(75_600, 12.97))
    assert run.use == "limited"
    assert "12.97" in sentence(run, "sync_in_cache") or "13 µs" in sentence(run, "sync_in_cache")


def test_the_time_of_syncs_is_missing_between_815_and_1024(tmp_path: Path) -> None:
    """longhorn/longhorn#4861: fsync=1, 32 × 32 outstanding, 2,474 IOPS at 329.64 ms."""
    options = {**DIRECT, "rw": "randwrite", "iodepth": "32", "numjobs": "32", "fsync": "1"}
    run = judge_result(tmp_path, options, write=section(2_474, 329_640.0))
    assert "816 outstanding operations, but 1,024" in sentence(run, "sync_time_missing")
    # With the syncs in the file the sum is whole.
    whole = section(2_474, 200_000.0)
    run = judge_result(tmp_path, options, syncs_us=213_000.0, write=whole)
    assert "sync_time_missing" not in codes(run)


def test_a_rate_without_a_latency_cannot_be_held_against_its_depth(tmp_path: Path) -> None:
    """kastenhq/kubestr#144: gtod_reduce=1."""
    options = {**DIRECT, "rw": "randread", "iodepth": "64", "gtod_reduce": "1"}
    run = judge_result(tmp_path, options, read=section(8_286, None))
    assert run.use == "limited"
    assert "no_latency" in codes(run)


def test_a_gigabyte_in_179_ms_is_a_burst(tmp_path: Path) -> None:
    """openzfs/zfs#8066: 5,586 MB/s from the ARC."""
    read = section(5_586e6 / MIB, None, MIB, seconds=0.179)
    run = judge_result(tmp_path, {**DIRECT, "rw": "read", "bs": "1m"}, read=read)
    assert run.use == "unusable"
    assert "179 ms" in sentence(run, "too_short")


def test_direct_reads_in_6_us_are_no_flash(tmp_path: Path) -> None:
    """openzfs/zfs#10018: 584k IOPS of 4 KiB with direct=1, which ZFS took and ignored."""
    options = {**DIRECT, "rw": "randread", "numjobs": "4", "ioengine": "psync"}
    run = judge_result(tmp_path, options, read=section(584_000, 6.6))
    assert run.use == "limited"
    assert "6.6 µs" in sentence(run, "faster_than_flash")


@pytest.mark.parametrize(
    ("option", "code"),
    [
        ({"buffer_pattern": "0xdeadbeef"}, "data_pattern"),
        ({"zero_buffers": "1"}, "data_zeros"),
        ({"buffer_compress_percentage": "70"}, "data_compressible"),
        ({"dedupe_percentage": "40"}, "data_duplicates"),
    ],
)
def test_data_that_compress_are_said(option: dict[str, str], code: str, tmp_path: Path) -> None:
    """openzfs/zfs#9793: a pattern compresses too well; KDiskMark#136: so do zeros on btrfs."""
    options = {**DIRECT, "rw": "write", "iodepth": "1", **option}
    assert code in codes(judge_result(tmp_path, options, write=section(1_000, 1_000.0)))


@pytest.mark.parametrize(
    ("iops", "mean_us", "threads"),
    [(24_554, 51.5, 1), (766_560, 231.7, 128), (832_818, 427.8, 256)],
)
def test_the_latency_of_one_direction_is_not_that_of_all(
    iops: int, mean_us: float, threads: int, tmp_path: Path
) -> None:
    """earlephilhower/ezfio#62: the latency is of reads alone, the rate of reads and writes."""
    options = {**DIRECT, "rw": "randread", "iodepth": "1", "numjobs": str(threads)}
    run = judge_result(tmp_path, options, read=section(iops, mean_us))
    assert "one direction only" in sentence(run, "more_outstanding_than_depth")
    assert run.record["all"]["completion_latency_ns"]["mean"] is None


def test_p99_of_71_operations_is_the_longest(tmp_path: Path) -> None:
    """vllm-project/guidellm#1163: n = 71, "p99" 128.42 is the maximum."""
    options = {**DIRECT, "rw": "randread", "iodepth": "1"}
    few = section(7.1, 110_000.0, seconds=10.0, p50=109_000.0, p99=128_420.0)
    run = judge_result(tmp_path, options, read=few)
    assert "p99 of 71 operations" in sentence(run, "percentile_is_longest")
    assert run.record["all"]["completion_latency_ns"]["p99"] is None


def test_a_file_of_50_mb_fits_a_cache(tmp_path: Path) -> None:
    """teknolojik-blog.com: diskspd -c50M."""
    options = {**DIRECT, "rw": "randread", "iodepth": "8", "size": "50m"}
    run = judge_result(tmp_path, options, read=section(10_000, 800.0))
    assert "50 MiB" in sentence(run, "small_working_set")


def test_writes_that_a_controllers_cache_holds_are_a_limit(tmp_path: Path) -> None:
    """A PERC H730P, as that of axboe/fio#851, has a cache of 2 GB."""
    options = {**DIRECT, "rw": "randwrite", "iodepth": "16", "size": "100g"}
    run = judge_result(tmp_path, options, write=section(2_000, 8_000.0))
    assert run.use == "limited"
    assert "wrote only 469 MiB" in sentence(run, "writes_fit_cache")
    # Ten minutes of them are more, and syncs reach what survives a power cut.
    whole = section(2_000, 8_000.0, seconds=600.0)
    assert judge_result(tmp_path, options, write=whole).use == "usable"
    synced = section(2_000, 7_000.0)
    run = judge_result(tmp_path, {**options, "fsync": "1"}, syncs_us=1_000.0, write=synced)
    assert "writes_fit_cache" not in codes(run)


def test_an_honest_result_is_usable(tmp_path: Path) -> None:
    options = {**DIRECT, "rw": "randrw", "iodepth": "16", "size": "100g"}
    read = section(14_000, 800.0, p1=200.0, p50=700.0, p99=3_000.0)
    write_ = section(6_000, 800.0, p1=200.0, p50=700.0, p99=3_000.0)
    run = judge_result(tmp_path, options, link="sas-12g", read=read, write=write_)
    assert (run.use, codes(run)) == ("usable", set())
