"""The figures of one job of fio's JSON, of any version.

Every figure is checked against the others of the job. If the rate contradicts operations and time,
and no other figure decides between them, the Run is left out."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial

from plimsoll.base import units
from plimsoll.features.fio_results import fio_dialects, fio_options
from plimsoll.features.fio_results.fio_document import KINDS, JobEntry, Section, Spans
from plimsoll.features.fio_results.fio_options import JobOptions
from plimsoll.features.fio_results.messages import message
from plimsoll.features.imports.results.figures import times
from plimsoll.features.imports.results.run_result import FLUSH, Check, Latency, Operations, whole
from plimsoll.features.imports.results.source import Bad, Sentence

BINS = 0.0157
"""fio has 64 steps to a doubling."""
MOST_BINS = 10_000
"""fio has 64 bins to each of 29 groups (`stat.h`), and five times as many are room enough."""


def _too_many_bins(job: str, bins: int) -> Sentence:
    return lambda: message(
        "fio-too-many-bins", job=job, bins=units.count(bins), most=units.count(MOST_BINS)
    )


class Job:
    """The figures of one job. Raises Bad where a figure is none."""

    def __init__(self, job: JobEntry, version: str, options: JobOptions) -> None:
        self._job, self._options = job, options
        self._version = fio_dialects.version(version)
        self.host = job.host
        self.checks: list[Check] = []
        self.derived: dict[str, str] = {}
        self.old = False
        self.bytes_contradict = False
        given = {KINDS[kind]: part for kind, part in job.sections.items() if part.has_operations}
        # Before 3.18 the values under clat belong to lat if its percentiles were requested.
        self._under_clat = (
            self._version is not None
            and self._version < fio_dialects.PERCENTILES_OF_LAT_APART
            and options.lat_percentiles is True
        )
        of_lat = given and all(self._under_clat or _has_lat(section) for section in given.values())
        self.latency_name = "lat" if of_lat else "clat"
        errors = job.total_errors
        self._errors = errors if isinstance(errors, int) else 0 if job.error == 0 else None
        self._alone = len(given) == 1
        self.seconds = max((_seconds(section) for section in given.values()), default=0.0)
        self.kinds = {name: self._operations(name, section) for name, section in given.items()}
        user, system = job.user_percent, job.system_percent
        self.cpu = None if user is None or system is None else (user / 100, system / 100)
        if self.kinds and (syncs := self._syncs()) is not None:
            self.kinds[FLUSH] = syncs

    def _bad(self, problem: Sentence) -> Bad:
        assert self._job.place is not None
        file, line, _ = self._job.place
        return file.bad(problem, line)

    def _operations(self, name: str, section: Section) -> Operations:
        self.old = self.old or (section.clat_us is not None and section.clat_ns is None)
        seconds = _seconds(section)
        size = self._size(section)
        count, rate = self._count(name, section, size, seconds)
        size = self._agreeing_size(name, section, size, count, seconds)
        return Operations(
            count=count,
            bytes=None if size is None else int(size),
            # One number for all kinds; without continue_on_error a job ends with its first error.
            errors=self._errors if self._alone or self._errors == 0 else None,
            rate_per_s=rate,
            bytes_per_s=None if size is None or seconds <= 0 else size / seconds,
            completion=self._check_distribution(
                name, count, self._latency(section, self.latency_name, count)
            ),
            submission=self._latency(section, "slat", count),
            whole=self._latency(section, "lat", count),
        )

    def _size(self, section: Section) -> float | None:
        """Bytes; KiB before 2.21, which has `io_kbytes` besides since."""
        size = section.bytes
        if size is None or section.kbytes is not None:
            return size
        in_kib = self.old if self._version is None else self._version < fio_dialects.BYTES_IN_JSON
        return size * 1024 if in_kib else size

    def _count(
        self, name: str, section: Section, size: float | None, seconds: float
    ) -> tuple[int, float | None]:
        """The number of operations and their rate."""
        file_rate, total = section.iops, section.operations
        if total is None:
            # fio before 2.1.14 does not print the number of operations.
            most = (size or 0.0) + (1024 if section.kbytes is None else 0)
            count, rate, how = fio_options.count_and_rate(
                file_rate or 0.0, size or 0.0, most, seconds
            )
            self.derived[f"{name}.count"] = how
            return count, rate
        count = int(total)
        if file_rate is None or seconds <= 0:
            return count, count / seconds if seconds > 0 else file_rate
        # Runtimes are whole milliseconds, fio leaves out operations that it dropped, and before 2.2
        # it cut the rate to a whole number.
        cut = 1 / max(file_rate, 1) if isinstance(section.iops_as_written, int) else 0.0
        check = Check(
            f"{name}.rate_per_s", file_rate, count / seconds, 0.002 + 2e-3 / seconds + cut
        )
        if not check.agrees:
            return self._resolve_rate(check, section, count, seconds)
        self.checks.append(check)
        return count, count / seconds

    def _resolve_rate(
        self, check: Check, section: Section, count: int, seconds: float
    ) -> tuple[int, float | None]:
        """Which of two rates is right where they contradict each other: the one that the bandwidth
        gives, too. Without such a witness the Run is left out."""
        block, bw = self._options.requested_block(), section.kib_per_s
        by_bytes = bw * 1024 / block if bw and block else 0.0

        def near(rate: float) -> bool:
            return abs(rate - by_bytes) <= 0.01 * rate + 1024 / (block or 1024)

        agrees = near(check.told), near(check.recomputed)
        self.checks.append(check._replace(decides=agrees[0] == agrees[1]))
        if agrees[0] and not agrees[1]:
            return round(check.told * seconds), check.told
        return count, count / seconds

    def _agreeing_size(
        self, name: str, section: Section, size: float | None, count: int, seconds: float
    ) -> float | None:
        """The bytes, if the bandwidth or the operations confirm them."""
        bw = section.kib_per_s
        if bw is None or size is None or seconds <= 0:
            return size
        loose = 0.002 + 2e-3 / seconds + (2.0 / bw if bw else 1.0)
        check = Check(f"{name}.bytes_per_s", bw * 1024, size / seconds, loose)
        self.checks.append(check)
        if check.agrees or size == count * (self._options.requested_block() or -1):
            return size
        self.bytes_contradict = True
        return None

    def _check_distribution(self, name: str, count: int, latency: Latency | None) -> Latency | None:
        """Keeps the distribution of a latency if its count, median and mean agree with fio's own
        figures. A wrong unit shows here."""
        if latency is None or not latency.counts:
            return latency
        many = sum(latency.counts.values())
        checks = [Check(f"{name}.operations", count, many, 1e-3 + 2 / count)]
        file_median = latency.percentiles.get(50.0)
        if file_median is not None and latency.mean is not None and many:
            checks.append(Check(f"{name}.p50", file_median, _median(latency.counts, many), 0.05))
            mean = sum(value * n for value, n in latency.counts.items()) / many
            checks.append(Check(f"{name}.mean", latency.mean, mean, 0.05))
        self.checks += checks
        if all(check.agrees for check in checks[1:]):
            return latency
        return replace(latency, counts=None, width=None)

    def _latency(self, section: Section, name: str, count: int) -> Latency | None:
        spans, unit = section.latency(name)
        if spans is None:
            return None
        if self._under_clat and name in ("clat", "lat"):
            spans = _move_percentiles(section, name, spans)
        return self._spans(spans, count, unit)

    def _spans(self, spans: Spans, count: int, unit: float) -> Latency | None:
        samples = spans.count
        many = count if samples is None else int(samples)
        if not many:
            return None
        low, high, mean, spread = spans.min, spans.max, spans.mean, spans.stddev
        if unit != 1.0:
            low, high = times(low, unit), times(high, unit)
            mean, spread = times(mean, unit), times(spread, unit)
        bins = spans.bins
        counts = None if bins is None else self._bins(spans, bins, unit)
        return Latency(
            count=many,
            mean=mean,
            stddev=spread,
            # In microseconds 0 means less than one.
            min=None if unit > 1 and not low else low,
            max=high,
            percentiles=_percentiles(spans, unit),
            counts=counts,
            width=BINS if counts is not None else None,
        )

    def _bins(self, spans: Spans, bins: Mapping[str, object], unit: float) -> dict[int, int]:
        made: dict[int, int] = {}
        if len(bins) > MOST_BINS:
            raise self._bad(_too_many_bins(self._job.name, len(bins)))
        numbered = "FIO_IO_U_PLAT_BITS" in bins
        for value, many in bins.items():
            if value.startswith("FIO_"):
                continue
            count = None if many is None else spans.number(many, "bins")
            try:
                at = float(value)
                at = int((fio_dialects.middle_of_bin(int(at)) if numbered else at) * unit)
            except (ValueError, OverflowError):
                at = -1
            if at < 0:
                raise self._bad(partial(message, "fio-no-bin", value=value, job=self._job.name))
            if count:
                made[at] = made.get(at, 0) + int(count)
        return made

    def _syncs(self) -> Operations | None:
        """The syncs: a figure of their own, timed from before the call. None where there were
        none, or the file has none."""
        section = self._job.sync
        spans = None if section is None else section.lat_ns
        if section is None or spans is None:
            return None
        count = self._sync_count(section, spans)
        if count == 0 or not (spans.max or count):
            return None
        latency = self._spans(spans, 1 if count is None else count, 1.0)
        return Operations(
            count=count,
            bytes=0,
            rate_per_s=None if count is None or self.seconds <= 0 else count / self.seconds,
            bytes_per_s=0.0,
            completion=replace(latency, count=None) if latency and count is None else latency,
        )

    def _sync_count(self, section: Section, spans: Spans) -> int | None:
        """The number of syncs. With the engine `sync`, `total_ios` is 0 whatever their number, and
        before 3.18 the latency has no count. The depths of a job count every submission, syncs
        included, as a share of its operations."""
        if (samples := spans.count) is not None:
            return int(samples)
        if bins := spans.bins:
            return sum(int(spans.number(many, "bins") or 0) for many in bins.values())
        if total := section.operations:
            return int(total)
        levels = self._job.depths
        done = whole(self.kinds).count
        if levels is None or not done:
            return None
        shares = [self._job.number(share, "iodepth_level") or 0.0 for share in levels.values()]
        return max(0, round((sum(shares) / 100 - 1) * done)) or None


def _seconds(section: Section) -> float:
    return (section.runtime_ms or 0.0) / 1e3


def _has_lat(section: Section) -> bool:
    """Whether the distribution is of `lat`."""
    spans = section.lat_ns or section.lat_us
    return spans is not None and bool(spans.bins or spans.percentiles)


def _move_percentiles(section: Section, name: str, spans: Spans) -> Spans:
    """Moves percentiles and bins from clat, where old versions put them, to lat."""
    own = {key: value for key, value in spans.given.items() if key not in ("percentile", "bins")}
    if name == "lat":
        moved = section.clat_ns or Spans({})
        own["percentile"] = spans.percentiles or moved.percentiles
        own["bins"] = spans.bins or moved.bins
    return Spans(own, spans.place)


def _percentiles(spans: Spans, unit: float) -> dict[float, float]:
    found = {}
    for percent, value in (spans.percentiles or {}).items():
        span = None if value is None else spans.number(value, "percentile")
        if span is not None and (at := _percent(percent)) is not None:
            found[at] = span * unit
    return found


@lru_cache(maxsize=64)
def _percent(text: str) -> float | None:
    """The percent of a percentile by its key; None for another key."""
    try:
        at = round(float(text), 6)
    except ValueError:
        return None
    return at if 0 < at <= 100 else None


def _median(counts: Mapping[int, int], many: int) -> int:
    below = 0
    for value in sorted(counts):
        below += counts[value]
        if below * 2 >= many:
            return value
    return 0
