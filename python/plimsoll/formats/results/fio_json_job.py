"""The figures of one job of fio's JSON, whichever version wrote it.

Every figure is held against the others of the job. A rate that contradicts the operations and the
time of the job, with nothing to tell which is right, is nobody's: the Run is left out."""

from __future__ import annotations

from typing import Any

from plimsoll.formats.results import fio_dialects, fio_options
from plimsoll.formats.results.measured import FLUSH, Check, Latency, Operations, whole
from plimsoll.formats.results.source import File

Object = dict[str, Any]
BINS = 0.0157
"""fio has 64 steps to a doubling."""
MOST_BINS = 10_000
"""fio has 64 bins to each of 29 groups (`stat.h`), and five times as many are room enough."""
_STEPS_LOG2 = 6
_KIND_NAMES = {"read": "read", "write": "write", "trim": "trim", "mixed": "all"}


class Job:
    """The figures of one job. Raises Bad where a figure is none."""

    def __init__(
        self, file: File, job: Object, line: int, version: str, options: dict[str, str]
    ) -> None:
        self._file, self._line, self._options = file, line, options
        self._version = fio_dialects.version(version)
        self.name = str(job.get("jobname"))
        self.host = str(job["hostname"]) if job.get("hostname") else None
        self.checks: list[Check] = []
        self.derived: dict[str, str] = {}
        self.old = False
        self.bytes_contradict = False
        given = {
            name: job[key]
            for key, name in _KIND_NAMES.items()
            if isinstance(job.get(key), dict) and self._done(job[key])
        }
        # Before 3.18 what is under clat is of lat where its percentiles were asked for.
        self._under_clat = (
            self._version is not None
            and self._version < fio_dialects.PERCENTILES_OF_LAT_APART
            and fio_options.flag(options.get("lat_percentiles"))
        )
        of_lat = given and all(self._under_clat or _has_lat(one) for one in given.values())
        self.of = "lat" if of_lat else "clat"
        error = job.get("error")
        total_err = job.get("total_err")
        self.errors = total_err if isinstance(total_err, int) else 0 if error == 0 else None
        self.given = tuple(given)
        self.seconds = max((self._runtime(one) for one in given.values()), default=0.0)
        self.kinds = {name: self._operations(name, one) for name, one in given.items()}
        self.cpu = self._shares(job)
        syncs = self._syncs(job)
        if syncs is not None and self.kinds:
            self.kinds[FLUSH] = syncs

    def _done(self, of: Object) -> bool:
        told = self._number(of.get("total_ios"), "total_ios")
        if told is not None:
            return told > 0
        return bool(self._number(of.get("io_bytes"), "io_bytes") and of.get("runtime"))

    def _runtime(self, of: Object) -> float:
        return (self._number(of.get("runtime"), "runtime") or 0.0) / 1e3

    def _number(self, given: object, name: str) -> float | None:
        if given is None:
            return None
        good = isinstance(given, int | float) and not isinstance(given, bool)
        if not good or not 0 <= float(given) < 2**63:  # type: ignore[arg-type]
            raise self._file.bad(f"'{name}' of job {self.name} is no count or span", self._line)
        return float(given)  # type: ignore[arg-type]

    # -- operations ----------------------------------------------------------------------------

    def _operations(self, name: str, of: Object) -> Operations:
        self.old = self.old or (
            isinstance(of.get("clat"), dict) and not isinstance(of.get("clat_ns"), dict)
        )
        seconds = self._runtime(of)
        size = self._size(of)
        count, rate = self._count(name, of, size, seconds)
        size = self._agreeing_size(name, of, size, count, seconds)
        # One number for all kinds; without continue_on_error a job ends with its first error.
        errors = self.errors if len(self.given) == 1 or self.errors == 0 else None
        return Operations(
            count=count,
            bytes=None if size is None else int(size),
            errors=errors,
            rate_per_s=rate,
            bytes_per_s=None if size is None or seconds <= 0 else size / seconds,
            completion=self._counted(name, count, self._latency(of, self.of, count)),
            submission=self._latency(of, "slat", count),
            whole=self._latency(of, "lat", count),
        )

    def _size(self, of: Object) -> float | None:
        """Bytes; KiB before 2.21, which has `io_kbytes` besides since."""
        size = self._number(of.get("io_bytes"), "io_bytes")
        if size is None or "io_kbytes" in of:
            return size
        if self._version is None:
            return size * 1024 if self.old else size
        return size * 1024 if self._version < fio_dialects.BYTES_IN_JSON else size

    def _count(
        self, name: str, of: Object, size: float | None, seconds: float
    ) -> tuple[int, float | None]:
        """How many operations there were, and their rate."""
        told = self._number(of.get("iops"), "iops")
        total = self._number(of.get("total_ios"), "total_ios")
        if total is None:
            return self._count_by_rate(name, of, size, seconds)
        count = int(total)
        if told is None or seconds <= 0:
            return count, count / seconds if seconds > 0 else told
        # The runtime is told in milliseconds, fio leaves out operations that it dropped, and
        # before 2.2 it cut the rate to a whole number.
        cut = 1 / max(told, 1) if isinstance(of.get("iops"), int) else 0.0
        loose = 0.002 + 2e-3 / seconds + cut
        check = Check(f"{name}.rate_per_s", told, count / seconds, loose)
        if not check.agrees:
            return self._witnessed(check, of, count, seconds)
        self.checks.append(check)
        return count, count / seconds

    def _witnessed(
        self, check: Check, of: Object, count: int, seconds: float
    ) -> tuple[int, float | None]:
        """Which of two rates is right where they contradict each other: the one that the bandwidth
        gives, too. Without such a witness the Run is left out."""
        block, bw = self._block(), self._number(of.get("bw"), "bw")
        by_bytes = bw * 1024 / block if bw and block else 0.0

        def near(rate: float) -> bool:
            return abs(rate - by_bytes) <= 0.01 * rate + 1024 / (block or 1024)

        agrees = near(check.told), near(check.recomputed)
        self.checks.append(
            Check(
                check.figure,
                check.told,
                check.recomputed,
                check.tolerance,
                decides=agrees[0] == agrees[1],
            )
        )
        if agrees[0] and not agrees[1]:
            return round(check.told * seconds), check.told
        return count, count / seconds

    def _count_by_rate(
        self, name: str, of: Object, size: float | None, seconds: float
    ) -> tuple[int, float | None]:
        """Before 2.1.14 fio does not tell how many operations there were."""
        told = self._number(of.get("iops"), "iops") or 0.0
        most = (size or 0.0) + (0 if "io_kbytes" in of else 1024)
        count, rate, how = fio_options.counted(told, size or 0.0, most, seconds)
        self.derived[f"{name}.count"] = how
        return count, rate

    def _block(self) -> int | None:
        """The one block size that was asked for; none for several, or where it is not told."""
        asked = fio_options.block_asked(self._options)
        return asked or None

    def _agreeing_size(
        self, name: str, of: Object, size: float | None, count: int, seconds: float
    ) -> float | None:
        """The bytes, where the bandwidth says so, too, or the operations do."""
        bw = self._number(of.get("bw"), "bw")
        if bw is None or size is None or seconds <= 0:
            return size
        loose = 0.002 + 2e-3 / seconds + (2.0 / bw if bw else 1.0)
        check = Check(f"{name}.bytes_per_s", bw * 1024, size / seconds, loose)
        self.checks.append(check)
        if check.agrees or size == count * (self._block() or -1):
            return size
        self.bytes_contradict = True
        return None

    # -- latencies -----------------------------------------------------------------------------

    def _counted(self, name: str, count: int, latency: Latency | None) -> Latency | None:
        """The latency with its distribution, where that is of these operations: its number, median
        and mean are those that fio worked out. Units that are mixed up show here."""
        if latency is None or not latency.counts:
            return latency
        many = sum(latency.counts.values())
        checks = [Check(f"{name}.operations", count, many, 1e-3 + 2 / count)]
        told = latency.percentiles.get(50.0)
        if told is not None and latency.mean is not None and many:
            checks.append(Check(f"{name}.p50", told, _median(latency.counts, many), 0.05))
            mean = sum(value * n for value, n in latency.counts.items()) / many
            checks.append(Check(f"{name}.mean", latency.mean, mean, 0.05))
        self.checks += checks
        if all(one.agrees for one in checks[1:]):
            return latency
        from dataclasses import replace

        return replace(latency, counts=None, width=None)

    def _latency(self, of: Object, name: str, count: int) -> Latency | None:
        unit = 1.0
        spans = of.get(f"{name}_ns")
        if not isinstance(spans, dict):
            spans, unit = of.get(name), 1e3
        if not isinstance(spans, dict):
            return None
        if self._under_clat and name in ("clat", "lat"):
            spans = self._put_right(of, name, spans)
        return self._spans(spans, count, unit)

    def _put_right(self, of: Object, name: str, spans: Object) -> Object:
        """The percentiles and bins that stand under clat and are of lat."""
        apart = {key: value for key, value in spans.items() if key not in ("percentile", "bins")}
        if name == "clat":
            return apart
        clat = of.get("clat_ns")
        moved = clat if isinstance(clat, dict) else {}
        return {
            **apart,
            **{
                key: found
                for key in ("percentile", "bins")
                if (found := spans.get(key) or moved.get(key))
            },
        }

    def _spans(self, spans: Object, count: int, unit: float) -> Latency | None:
        numbers = {
            key: self._number(spans.get(key), key) for key in ("min", "max", "mean", "stddev")
        }
        told = self._number(spans.get("N"), "N")
        many = count if told is None else int(told)
        if not many:
            return None
        scaled = {key: None if one is None else one * unit for key, one in numbers.items()}
        if unit > 1 and not scaled["min"]:
            # Anything below a microsecond.
            scaled["min"] = None
        bins = spans.get("bins")
        counts = self._bins(bins, unit) if isinstance(bins, dict) and bins else None
        return Latency(
            count=many,
            mean=scaled["mean"],
            stddev=scaled["stddev"],
            min=scaled["min"],
            max=scaled["max"],
            percentiles=self._percentiles(spans.get("percentile"), unit),
            counts=counts,
            width=BINS if counts is not None else None,
        )

    def _bins(self, bins: Object, unit: float) -> dict[int, int]:
        made: dict[int, int] = {}
        if len(bins) > MOST_BINS:
            raise self._file.bad(
                f"a distribution of job {self.name} has {len(bins):,} bins: fio has at most"
                f" {MOST_BINS:,}",
                self._line,
            )
        numbered = "FIO_IO_U_PLAT_BITS" in bins
        for value, many in bins.items():
            if value.startswith("FIO_"):
                continue
            count = self._number(many, "bins")
            try:
                at = float(value)
                at = int((_middle(int(at)) if numbered else at) * unit)
            except (ValueError, OverflowError):
                raise self._file.bad(
                    f"'{value}' is no bin of job {self.name}", self._line
                ) from None
            if at < 0:
                raise self._file.bad(f"'{value}' is no bin of job {self.name}", self._line)
            if count:
                made[at] = made.get(at, 0) + int(count)
        return made

    def _percentiles(self, given: object, unit: float) -> dict[float, float]:
        if not isinstance(given, dict):
            return {}
        found = {}
        for percent, value in given.items():
            span = self._number(value, "percentile")
            try:
                at = round(float(percent), 6)
            except ValueError:
                continue
            if span is not None and 0 < at <= 100:
                found[at] = span * unit
        return found

    # -- syncs ---------------------------------------------------------------------------------

    def _syncs(self, job: Object) -> Operations | None:
        """The syncs: a figure of their own, timed from before the call. None where there were
        none, or the file has none."""
        told = job.get("sync")
        spans = told.get("lat_ns") if isinstance(told, dict) else None
        if not isinstance(told, dict) or not isinstance(spans, dict):
            return None
        count = self._how_many_syncs(job, told, spans)
        if count == 0 or not (self._number(spans.get("max"), "max") or count):
            return None
        latency = self._spans(spans, 1 if count is None else count, 1.0)
        if latency is not None and count is None:
            from dataclasses import replace

            latency = replace(latency, count=None)
        return Operations(
            count=count,
            bytes=0,
            rate_per_s=None if count is None or self.seconds <= 0 else count / self.seconds,
            bytes_per_s=0.0,
            completion=latency,
        )

    def _how_many_syncs(self, job: Object, told: Object, spans: Object) -> int | None:
        """`total_ios` of the engine `sync` is 0 however many there were, and before 3.18 the
        latency does not say of how many it is. The depths of a job count every submission, syncs
        included, as a share of its operations."""
        samples = self._number(spans.get("N"), "N")
        if samples is not None:
            return int(samples)
        bins = spans.get("bins")
        if isinstance(bins, dict) and bins:
            return sum(int(self._number(many, "bins") or 0) for many in bins.values())
        if total := self._number(told.get("total_ios"), "total_ios"):
            return int(total)
        levels = job.get("iodepth_level")
        done = whole(self.kinds).count
        if not isinstance(levels, dict) or not done:
            return None
        submitted = sum(self._number(share, "iodepth_level") or 0.0 for share in levels.values())
        return max(0, round((submitted / 100 - 1) * done)) or None

    def _shares(self, job: Object) -> tuple[float, float] | None:
        user = self._number(job.get("usr_cpu"), "usr_cpu")
        system = self._number(job.get("sys_cpu"), "sys_cpu")
        return None if user is None or system is None else (user / 100, system / 100)


def _has_lat(of: Object) -> bool:
    """Whether the distribution is of `lat`."""
    for key in ("lat_ns", "lat"):
        spans = of.get(key)
        if isinstance(spans, dict):
            return bool(spans.get("bins") or spans.get("percentile"))
    return False


def _median(counts: dict[int, int] | Any, many: int) -> int:
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen * 2 >= many:
            return int(value)
    return 0


def _middle(number: int) -> float:
    """The middle of a bin by its number: 128 bins of one unit, then 64 to each doubling."""
    if number < 2 << _STEPS_LOG2:
        return float(number)
    wide = (number >> _STEPS_LOG2) - 1
    return float((1 << (wide + _STEPS_LOG2)) + ((number % (1 << _STEPS_LOG2)) + 0.5) * (1 << wide))
