"""Cases that people reported in public, by their numbers: what the counters mean, and what they do
not."""

import json
from pathlib import Path

import pytest

from plimsoll.features.counters import readers
from plimsoll.features.counters.decision import answer
from plimsoll.features.counters.load import NO_LIMITS, Load, load
from plimsoll.features.counters.offers import offers
from plimsoll.features.counters.series import join
from plimsoll.features.counters.volumes import Volume
from plimsoll.features.imports.recordings.moment import Times
from tests.features.counters import counter_writer as writer

HEAD = "Linux 5.4.0 (db) \t11/22/2026 \t_x86_64_\t(8 CPU)\n\n"


def loads(tmp_path: Path, text: str) -> dict[str, Load]:
    path = tmp_path / "x"
    path.write_text(text)
    series = readers.read(path, Times())[1]
    return {one.volume: load(one, NO_LIMITS, 1) for one in join(series)}


def iostat(columns: str, *rows: dict[str, str]) -> str:
    text = HEAD
    for at, row in enumerate([rows[0], *rows]):
        lines = "".join(f"{name} {cells}\n" for name, cells in row.items())
        text += f"11/22/2026 10:00:{at:02} AM\nDevice {columns}\n{lines}\n"
    return text


def test_a_full_util_does_not_mean_saturated(tmp_path: Path) -> None:
    """sysstat#187: 13,526 and 4,380 reads/s both with util 100 %, and both in 0.10 ms."""
    columns = "r/s w/s rkB/s wkB/s r_await w_await aqu-sz %util"
    rows = [
        {"nvme0n1": f"{rate} 0 {4 * rate} 0 0.10 0.00 {queue} 100.00"}
        for rate, queue in [(13526, 1.40), (4380, 0.43)] * 4
    ]
    (found,) = loads(tmp_path, iostat(columns, *rows, *rows)).values()
    # Twice the queue at three times the rate and one latency is no limit.
    assert found.standing == "not_held"
    little = [one.outstanding for one in found.intervals[:2]]
    assert little == pytest.approx([1.3526, 0.438], rel=1e-6)


def test_a_starved_disk_is_not_slow(tmp_path: Path) -> None:
    """fio#278: sdf 41,171 reads/s at 0.32 ms beside sdc with 68,505 and a queue of 31.4: the one
    with less was offered less."""
    columns = "r/s w/s rkB/s wkB/s await"
    row = {"sdf": "41171 0 164684 0 0.32", "sdc": "68505 0 274020 0 0.458"}
    found = loads(tmp_path, iostat(columns, row, row, row))
    assert found["sdf"].outstanding == pytest.approx(13.2, abs=0.1)
    assert found["sdc"].outstanding == pytest.approx(31.4, abs=0.1)
    assert {one.standing for one in found.values()} == {"open"}


def test_sectors_of_sar_are_512_bytes_and_svctm_is_no_figure(tmp_path: Path) -> None:
    """bobbydurrettdba.com: 7,669.55 writes/s of 61,353.93 sectors: 30.0 MiB/s, 4 KiB, and
    4.61 ms x 7,670/s = 35.4 outstanding, the queue that sar counted."""
    head = "tps rd_sec/s wr_sec/s avgrq-sz avgqu-sz await svctm %util"
    row = "7669.55 0.00 61353.93 8.00 35.39 4.61 0.03 19.80"
    text = HEAD.replace("11/22/2026", "11/22/26")
    text += f"10:00:00 DEV {head}\n10:01:00 sdb {row}\n10:02:00 sdb {row}\nAverage: sdb {row}\n"
    (found,) = loads(tmp_path, text).values()
    assert found.mean_bytes_per_s == pytest.approx(30.0 * 2**20, rel=2e-3)
    assert found.size_bytes == pytest.approx(4096, rel=1e-3)
    assert found.outstanding == pytest.approx(35.39, rel=2e-3)


def test_a_count_per_interval_is_not_a_rate(tmp_path: Path) -> None:
    """store.orenocloud.tokyo read 72,000 operations of five minutes as 72,000 IOPS: 240."""
    path = tmp_path / "x"
    path.write_text(json.dumps(writer.cloudwatch([240] * 900, 300)))
    (one,) = join(readers.read(path, Times())[1])
    assert load(one, NO_LIMITS, 1).mean_rate_per_s == pytest.approx(240)


def test_a_burst_of_seconds_on_a_volume_is_bounded_and_not_seen(tmp_path: Path) -> None:
    """cockroach#82109, amazon-cloudwatch-auto-alarms#51: microbursts in one-minute means. A minute
    of 600 IOPS on average can hide 12 s at 3,000."""
    path = tmp_path / "x"
    path.write_text(json.dumps(writer.cloudwatch([600] * 300)))
    volume = Volume(id=writer.VOLUME, type="gp3", size_gib=100)
    found = answer(join(readers.read(path, Times())[1]), [volume], offers(), headroom=0, window_s=1)
    (one,) = found.judged
    assert one.load.burst_rate == (600, 3000, 12)
    assert (one.load.standing, one.verdict) == ("not_held", "right")


def test_a_queue_that_grows_at_one_rate_is_a_limit_of_somebody(tmp_path: Path) -> None:
    """A volume that stays at 2,400 while 4 to 64 wait is held, though its own limit is 3,000."""
    columns = "r/s w/s rkB/s wkB/s r_await w_await"
    rows = [
        {"sda": f"{rate} 0 {4 * rate} 0 {1000 * queue / rate:.3f} 0"}
        for rate, queue in ((400, 0.4), (2390, 4), (2400, 16), (2400, 32), (2395, 64))
    ]
    (found,) = loads(tmp_path, iostat(columns, *rows)).values()
    assert [held.by for held in found.held] == ["plateau_iops"]
    assert found.held[0].level == pytest.approx(2400)


def test_means_that_are_taken_for_sums_contradict_the_queue(tmp_path: Path) -> None:
    """get-metric-data does not show its statistic: over 300 s a mean of five minutes' sums is a
    fifth of their sum, and the queue shows it."""
    path = tmp_path / "x"
    minutes = writer.cloudwatch([3600] * 6000, 300, VolumeQueueLength=[3.6] * 20)
    path.write_text(json.dumps(minutes))
    (one,) = join(readers.read(path, Times())[1])
    assert load(one, NO_LIMITS, 1).contradiction is None
    for result in minutes["MetricDataResults"]:
        if "Queue" not in result["Label"]:
            result["Values"] = [value / 5 for value in result["Values"]]
    path.write_text(json.dumps(minutes))
    (one,) = join(readers.read(path, Times())[1])
    found = load(one, NO_LIMITS, 1)
    assert (found.contradiction, found.standing) == (pytest.approx(0.2), "open")
