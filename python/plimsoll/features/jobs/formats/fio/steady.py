"""fio's `steadystate`: a job ends once a metric has been steady for a window.

The window holds a value for each second. It is steady if its slope, or its largest deviation from
the mean, is within the limit; a limit with % is relative to the mean (HOWTO.rst)."""

from collections import deque
from dataclasses import dataclass, field

from plimsoll.features.jobs.formats.fio.job import SteadyState
from plimsoll.native.interval_counts import completed_operations
from plimsoll.native.record import Interval


@dataclass
class SteadyWindow:
    """The window of a running job."""

    rule: SteadyState
    window: deque[dict[str, float]] = field(default_factory=deque)
    """Values of each second: iops, bw in bytes/s, lat in ns."""
    seconds: float = 0.0
    of_second: list[Interval] = field(default_factory=list)
    attained: bool = False
    found: float = 0.0
    """The slope, or the largest deviation."""
    share: float = 0.0
    """The criterion: in percent of the mean if the limit is."""

    def add(self, interval: Interval) -> bool:
        """Adds an interval. Returns whether the job has become steady."""
        if interval["phase"] != "measure" or self.attained:
            return self.attained
        self.of_second.append(interval)
        length = sum(interval["length_s"] for interval in self.of_second)
        if length < 0.999:
            return False
        self.seconds += length
        if self.seconds > self.rule.after_s:
            self.window.append(self._value(length))
            while len(self.window) > max(2, round(self.rule.window_s)):
                self.window.popleft()
        self.of_second.clear()
        if len(self.window) >= max(2, round(self.rule.window_s)):
            self.attained = self._is_steady()
        return self.attained

    def _value(self, length: float) -> dict[str, float]:
        counts = [completed_operations(row) for row in self.of_second]
        size = sum(row["read_bytes"] + row["written_bytes"] for row in self.of_second)
        means = [row["completion_latency_ns"]["mean"] or 0.0 for row in self.of_second]
        waits = sum(mean * count for mean, count in zip(means, counts, strict=True))
        total = sum(counts)
        return {"iops": total / length, "bw": size / length, "lat": waits / max(1, total)}

    def _is_steady(self) -> bool:
        values = [second[self.rule.metric] for second in self.window]
        n = len(values)
        mean = sum(values) / n
        if self.rule.slope:
            middle = (n - 1) / 2
            square = sum((i - middle) ** 2 for i in range(n))
            rise = sum((i - middle) * value for i, value in enumerate(values))
            self.found = abs(rise / square)
        else:
            self.found = max(abs(value - mean) for value in values)
        self.share = 100.0 * self.found / mean if self.rule.percent and mean else self.found
        return self.share <= self.rule.limit

    def document(self) -> dict[str, object]:
        """The state in fio's form."""
        rule, sign = self.rule, "%" if self.rule.percent else ""
        data: dict[str, object] = {}
        names = ("bw", "iops", "lat") if rule.metric == "lat" else ("bw", "iops")
        for name in names:
            values = [second[name] for second in self.window]
            data[f"{name}_mean"] = round(sum(values) / max(1, len(values)))
        for name in reversed(names):
            data[name] = [round(second[name]) for second in self.window]
        return {
            "ss": f"{rule.metric}{'_slope' if rule.slope else ''}:{rule.limit:f}{sign}",
            "duration": round(rule.window_s),
            "attained": int(self.attained),
            "criterion": f"{self.share:f}{sign}",
            "max_deviation": 0.0 if rule.slope else self.found,
            "slope": self.found if rule.slope else 0.0,
            "data": data,
        }
