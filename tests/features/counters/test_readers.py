"""The contract of every reader: it reads the same load from its format, and refuses what is half,
damaged, empty or of another kind in one line that names the file."""

import json
from datetime import timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import InputError
from plimsoll.features.counters import readers
from plimsoll.features.counters.load import NO_LIMITS, load
from plimsoll.features.counters.series import Recording, join
from plimsoll.features.imports.recordings.moment import Times
from tests.features.counters import counter_writer as writer

SECONDS = [100] * 60 + [40] * 60 + [300] * 60
TEXTS = writer.texts(SECONDS)
DOCUMENTS = [name for name, text in TEXTS.items() if text.startswith("{")]


def read(tmp_path: Path, *texts: str) -> list[Recording]:
    series = []
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.txt"
        path.write_bytes(text.encode())
        series += readers.read(path, Times())[1]
    return join(series)


@pytest.mark.parametrize("name", TEXTS)
def test_every_format_gives_the_same_load(name: str, tmp_path: Path) -> None:
    (recording,) = read(tmp_path, TEXTS[name])
    rates = [one.rate_per_s for one in recording.intervals]
    # iostat's figures have four digits behind the point.
    assert rates == pytest.approx([100, 40, 300], abs=1e-3)
    found = load(recording, NO_LIMITS, 1)
    assert found.mean_rate_per_s == pytest.approx(sum(SECONDS) / 180, abs=1e-3)
    assert found.size_bytes == pytest.approx(writer.BLOCK, rel=1e-4)
    assert {one.length_s for one in recording.intervals} == {60}
    if found.latency_ns is not None:
        assert found.latency_ns == pytest.approx(1e6, rel=1e-6)
        # Little's law: rate times latency.
        assert found.outstanding == pytest.approx(sum(SECONDS) / 180 * 0.001, rel=1e-4)
    if name != "sadf":
        assert found.read_share == pytest.approx(0.5)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_half_a_document_is_refused_with_its_line(name: str, tmp_path: Path) -> None:
    text = TEXTS[name]
    for part in (2, 3, 10):
        with pytest.raises(InputError, match=r"0\.txt.* line \d+.*(too early|damaged)"):
            read(tmp_path, text[: len(text) - len(text) // part])


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("wrong", [None, "many", True, [], {}, -1, float("nan")])
def test_a_value_of_a_wrong_type_is_refused_with_its_place(
    name: str, wrong: Any, tmp_path: Path
) -> None:
    """Every number and every time of the document in turn, as far as it is needed."""
    needed = {
        "CloudWatch": ["MetricDataResults", 0, "Values", 1],
        "Azure Monitor": ["value", 0, "timeseries", 0, "data", 1, "timeStamp"],
        "Google Cloud Monitoring": ["timeSeries", 0, "points", 1, "interval", "endTime"],
        "Prometheus": ["data", "result", 0, "values", 1, 1],
        "sadf": ["sysstat", "hosts", 0, "statistics", 0, "disk", 0, "tps"],
    }[name]
    document = json.loads(TEXTS[name])
    parent = document
    for key in needed[:-1]:
        parent = parent[key]
    parent[needed[-1]] = wrong
    with pytest.raises(InputError, match=r"expected here|missing") as caught:
        read(tmp_path, json.dumps(document))
    assert "0.txt" in caught.value.message
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    "text",
    ["", " \n\n", "\0\1\2\3" * 100, "{}", "[]", "null", "a,b\n1,2\n", "Linux\n", "%PDF-1.7\n"],
)
def test_other_files_are_refused_in_one_line(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    assert "0.txt" in caught.value.message
    assert "\n" not in caught.value.message


def test_a_part_of_an_answer_is_refused(tmp_path: Path) -> None:
    document = writer.cloudwatch(SECONDS)
    with pytest.raises(InputError, match="one page of several"):
        read(tmp_path, json.dumps({**document, "NextToken": "x"}))
    document["MetricDataResults"][0]["StatusCode"] = "PartialData"
    with pytest.raises(InputError, match="Complete is expected"):
        read(tmp_path, json.dumps(document))
    with pytest.raises(InputError, match="one page of several"):
        read(tmp_path, json.dumps({**writer.gcp(SECONDS), "nextPageToken": "x"}))


@pytest.mark.parametrize("name", [name for name in TEXTS if name not in DOCUMENTS])
def test_a_cut_line_of_a_table_is_refused(name: str, tmp_path: Path) -> None:
    """The last figure may be a part of one."""
    text = TEXTS[name].rstrip("\n")
    with pytest.raises(InputError, match=r"0\.txt.* line \d+"):
        read(tmp_path, text[:-1])


def test_one_time_has_no_interval(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two times"):
        read(tmp_path, json.dumps(writer.cloudwatch(SECONDS[:60])))


def test_means_of_operations_are_no_sums(tmp_path: Path) -> None:
    points = [{"Timestamp": writer.stamp(60 * at), "Average": 5.0} for at in range(3)]
    text = json.dumps({"Label": "VolumeReadOps", "Datapoints": points})
    with pytest.raises(InputError, match="VolumeReadOps is not exported as Sum"):
        read(tmp_path, text)


def test_a_rate_of_prometheus_has_no_name_and_is_refused(tmp_path: Path) -> None:
    document = writer.prometheus(SECONDS)
    del document["data"]["result"][0]["metric"]["__name__"]
    with pytest.raises(InputError, match=r"query the counters themselves, not rate\(\)"):
        read(tmp_path, json.dumps(document))


def test_a_counter_that_falls_was_reset_and_its_interval_is_left_out(tmp_path: Path) -> None:
    document = writer.prometheus(SECONDS)
    for one in document["data"]["result"]:
        one["values"][2:] = [[at, "5"] for at, _ in one["values"][2:]]
    (recording,) = read(tmp_path, json.dumps(document))
    assert [one.rate_per_s for one in recording.intervals] == [100, 0]


IOSTAT = """\
Linux 6.1.0 (host)\t11/02/2026\t_x86_64_\t(2 CPU)

{reports}
"""


def iostat_call(first: int, *rates: float) -> str:
    """What a call of `iostat -xt 1` prints from this second of a minute on."""
    head = "Device r/s rkB/s r_await w/s wkB/s w_await aqu-sz %util"
    return IOSTAT.format(
        reports="\n\n".join(
            f"11/02/2026 10:00:{first + at:02} AM\n{head}\n"
            f"sda {rate:.2f} {4 * rate:.2f} 0.50 0.00 0.00 0.00 0.50 50.00"
            for at, rate in enumerate(rates)
        )
    )


def test_the_first_report_of_every_call_of_iostat_is_the_mean_since_the_start(
    tmp_path: Path,
) -> None:
    """Two calls appended to one file, as by cron: 7 IOPS are the mean of months."""
    (recording,) = read(tmp_path, iostat_call(0, 7, 1000, 1000) + iostat_call(30, 7, 1000, 1000))
    assert [one.rate_per_s for one in recording.intervals] == [1000] * 4


def iostat_document(first: int, *rates: float) -> str:
    """The same of `iostat -xt -o JSON 1`."""
    disk = {"disk_device": "sda", "rkB/s": 0.0, "w/s": 0.0, "wkB/s": 0.0, "r_await": 0.5}
    reports = [
        {"timestamp": f"11/02/2026 10:00:{first + at:02} AM", "disk": [{**disk, "r/s": rate}]}
        for at, rate in enumerate(rates)
    ]
    host = {"nodename": "host", "number-of-cpus": 2, "statistics": reports}
    return json.dumps({"sysstat": {"hosts": [host]}}, indent=1) + "\n"


def test_so_it_is_in_its_json(tmp_path: Path) -> None:
    text = iostat_document(0, 7, 1000, 1000) + iostat_document(30, 7, 1000, 1000)
    (recording,) = read(tmp_path, text)
    assert [one.rate_per_s for one in recording.intervals] == [1000] * 4


def test_a_rate_that_no_volume_has_is_left_out(tmp_path: Path) -> None:
    """A counter of 32 bits ran over: iostat shows its range as the rate of a second."""
    (recording,) = read(tmp_path, iostat_call(0, 7, 1000, 4_294_966_296, 1000))
    assert [one.rate_per_s for one in recording.intervals] == [1000, 1000]
    assert recording.incomplete == 1


@pytest.mark.parametrize("step_s", [1, 5, 30])
def test_a_counter_of_32_bits_that_was_reset_is_no_rate_however_long_the_interval(
    step_s: int, tmp_path: Path
) -> None:
    """A disk came anew after 70,000 operations of 8 sectors: both counters show their range less
    what they had counted. A second one has no counter of its bytes."""
    seconds = [at * step_s for at in range(5)]
    reset, sectors = (2**32 - 70_000) / step_s, (2**32 - 8 * 70_000) / step_s
    rates = [7, 1000, reset, 1000, 1000]
    sizes = [7 * 4, 4000, sectors / 2, 4000, 4000]
    for with_bytes in (True, False):
        head = f"Device r/s {'rkB/s ' if with_bytes else ''}w/s aqu-sz"
        rows = [
            f"sda {rate:.2f} {f'{kib:.2f} ' if with_bytes else ''}0.00 0.50"
            for rate, kib in zip(rates, sizes, strict=True)
        ]
        reports = "\n\n".join(
            f"11/02/2026 10:{at // 60:02}:{at % 60:02} AM\n{head}\n{row}"
            for at, row in zip(seconds, rows, strict=True)
        )
        (recording,) = read(tmp_path, IOSTAT.format(reports=reports))
        assert [one.rate_per_s for one in recording.intervals] == [1000] * 3
        assert recording.incomplete == 1


def test_a_volume_that_does_as_many_operations_in_an_hour_is_believed(tmp_path: Path) -> None:
    """900,000 IOPS of 4 KiB: 3.2e9 operations in an hour, with the bytes for it."""
    (recording,) = read(
        tmp_path, json.dumps(writer.cloudwatch([10] * 3600 + [900_000] * 3600, 3600))
    )
    assert [one.rate_per_s for one in recording.intervals] == [10, 900_000]


def test_the_busiest_day_of_a_provider_is_believed_without_its_bytes(tmp_path: Path) -> None:
    """30,000 IOPS over a day are 2.6e9 operations, between quiet days; a provider's sum is no
    counter that was reset."""
    days = [3_000, 30_000, 4_000]
    document = writer.cloudwatch([rate for rate in days for _ in range(86_400)], 86_400)
    operations = [one for one in document["MetricDataResults"] if one["Label"].endswith("Ops")]
    (recording,) = read(tmp_path, json.dumps({"MetricDataResults": operations}))
    assert [one.rate_per_s for one in recording.intervals] == days


def test_missing_writes_are_no_writes_of_zero(tmp_path: Path) -> None:
    document = writer.cloudwatch(SECONDS)
    writes = document["MetricDataResults"][1]
    writes["Timestamps"], writes["Values"] = writes["Timestamps"][1:], writes["Values"][1:]
    (recording,) = read(tmp_path, json.dumps(document))
    assert len(recording.intervals) == 2
    assert recording.incomplete == 1


def test_of_overlapping_intervals_the_shorter_ones_count(tmp_path: Path) -> None:
    """A day in minutes and the same day in hours is one day, in minutes where they are known."""
    hour = [10] * 3600 + [20] * 3600
    minutes = json.dumps(writer.cloudwatch(hour[:3600], 60))
    hours = json.dumps(writer.cloudwatch(hour, 3600))
    for texts in ((minutes, hours), (hours, minutes)):
        (recording,) = read(tmp_path, *texts)
        assert sum(one.length_s for one in recording.intervals) == 7200
        assert [one.length_s for one in recording.intervals] == [60] * 60 + [3600]


def test_cached_and_other_limits_of_a_machine_concern_each_of_its_disks(tmp_path: Path) -> None:
    def metric(name: str, values: list[float], lun: str | None = None) -> dict[str, Any]:
        labels = [] if lun is None else [{"name": {"value": "LUN"}, "value": lun}]
        data = [
            {"timeStamp": writer.stamp(60 * at), "average": value}
            for at, value in enumerate(values)
        ]
        return {
            "id": f"/x/providers/Microsoft.Compute/virtualMachines/vm1/providers/{name}",
            "name": {"value": name},
            "timeseries": [{"data": data, "metadatavalues": labels}],
        }

    document = {
        "interval": "PT1M",
        "timespan": "",
        "namespace": "",
        "value": [
            metric("Data Disk Read Operations/Sec", [50.0, 60.0], "0"),
            metric("Data Disk Write Operations/Sec", [0.0, 0.0], "0"),
            metric("VM Cached IOPS Consumed Percentage", [3.0, 4.0]),
            metric("VM Uncached IOPS Consumed Percentage", [99.0, 12.0]),
        ],
    }
    (recording,) = read(tmp_path, json.dumps(document))
    assert recording.volume == "vm1 LUN 0"
    found = load(recording, NO_LIMITS, 1)
    assert [(held.by, held.intervals) for held in found.held] == [("instance_iops", 1)]


def metric_data(*documents: dict[str, Any]) -> str:
    """Answers for several volumes or statistics as one."""
    results: list[dict[str, Any]] = []
    for number, one in enumerate(documents):
        results += [found | {"Id": f"{found['Id']}_{number}"} for found in one["MetricDataResults"]]
    return json.dumps({"MetricDataResults": results})


def with_labels(document: dict[str, Any], more: str) -> dict[str, Any]:
    return {
        "MetricDataResults": [
            one | {"Label": f"{one['Label']} {more}"} for one in document["MetricDataResults"]
        ]
    }


def gauge(unit: str) -> str:
    """Counts of Google that were aligned: as a rate, or as the mean of their samples."""
    document = writer.gcp(SECONDS)
    for one in document["timeSeries"]:
        one |= {"metricKind": "GAUGE", "valueType": "DOUBLE", "unit": unit}
        one["points"] = [
            {"interval": point["interval"], "value": {"doubleValue": 50.0}}
            for point in one["points"]
        ]
    return json.dumps(document)


HOUR = [100] * 3600
REFUSED = {
    # Sums of five minutes read as those of one minute are five times too high.
    "a value every 300 s, others every 60 s": metric_data(
        writer.cloudwatch(HOUR), writer.cloudwatch(HOUR, 300, "vol-00000000000000001")
    ),
    "a value every|Period 300": writer.cloudwatch_csv(SECONDS).replace("60,60\n", "60,300\n"),
    "is not exported as Sum": metric_data(with_labels(writer.cloudwatch(HOUR), "Average")),
    "VolumeQueueLength is not exported as Average": json.dumps(
        {
            "Label": "VolumeQueueLength",
            "Datapoints": [{"Timestamp": writer.stamp(at), "Sum": 5.0} for at in (0, 300)],
        }
    ),
    "twice with different values": metric_data(
        writer.cloudwatch(HOUR), writer.cloudwatch([50] * 3600)
    ),
    "aligned as a rate": gauge("1"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_would_be_a_wrong_rate_is_refused(why: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=why):
        read(tmp_path, REFUSED[why])


def test_a_count_that_was_aligned_as_a_rate_is_one(tmp_path: Path) -> None:
    (recording,) = read(tmp_path, gauge("1/s"))
    assert {one.rate_per_s for one in recording.intervals} == {100}


@pytest.mark.parametrize(("step", "lengths"), [(15, {60}), (14, {56, 70}), (60, {60})])
def test_a_step_below_the_scrape_interval_makes_no_peaks(
    step: int, lengths: set[int], tmp_path: Path
) -> None:
    """A value that is repeated until the next scrape grows by a minute within one step."""
    document = writer.prometheus(HOUR)
    for one in document["data"]["result"]:
        scrapes = one["values"]
        began = scrapes[0][0]
        one["values"] = [[began + at, scrapes[at // 60][1]] for at in range(0, 3600 - step, step)]
    (recording,) = read(tmp_path, json.dumps(document))
    rates = [one.rate_per_s or 0 for one in recording.intervals]
    assert max(rates) <= 100 * 60 / min(lengths) + 1e-6
    assert {one.length_s for one in recording.intervals} <= lengths


def test_minutes_at_a_limit_are_not_diluted_by_the_mean_of_a_longer_period(tmp_path: Path) -> None:
    """VolumeIOPSExceededCheck is 1 for each minute: 0.2 in five minutes is one minute at it."""
    counts = writer.cloudwatch(HOUR, 300, VolumeIOPSExceededCheck=[0.2] * 12)
    (recording,) = read(tmp_path, json.dumps(counts))
    (held,) = load(recording, NO_LIMITS, 1).held
    assert (held.by, held.intervals) == ("volume_iops", 12)


def test_times_of_csv_without_a_zone_are_utc_unless_the_user_says(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    path.write_text(writer.cloudwatch_csv(SECONDS).replace("+00:00", ""))
    ends = [
        join(readers.read(path, Times(zone))[1])[0].intervals[0].end_ns
        for zone in (None, timezone(timedelta(hours=9)))
    ]
    assert ends[0] == int(writer.START.timestamp() + 60) * 10**9
    assert ends[0] - ends[1] == 9 * 3600 * 10**9
