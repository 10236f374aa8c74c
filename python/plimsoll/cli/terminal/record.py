"""A record of one Run on the terminal: whether its objective was met, its outcome, then the figures
by kind, then what to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll import errors, neighbours
from plimsoll.cli.terminal import each, screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll._record import Summary, Verified
    from plimsoll.model import Interval, RunRecord

    Intervals = Sequence[tuple[Interval, bytes | None]]

FIGURES = ("mean", "p50", "p90", "p99", "p99_9", "max")


def show(record: RunRecord, kept: Intervals | None = None) -> None:
    """Prints it. `kept`: its intervals, where the record has only the first of them."""
    from plimsoll.units import rate, size

    offered = record["offered_rate_per_s"]
    rates = (
        f"offered {rate(offered) if offered else 'closed loop'} · issued"
        f" {rate(record['issued_rate_per_s'])} · achieved {rate(record['achieved_rate_per_s'])}"
        f" IOPS · {size(record['bytes_per_s'])}/s · outstanding {record['outstanding_mean']:.1f}"
        " mean"
    )
    screen.lines(
        [
            *_objective(record),
            f"{errors.outcome_text(record['outcome'])}: {record['because']}",
            *_outages(record, kept),
            "",
        ]
    )
    screen.lines([rates])
    screen.table(["", "n", *(name.replace("_", ".") for name in FIGURES)], _distributions(record))
    _hosts(record)
    each.show(record)
    screen.lines(
        [
            *_judged(record),
            *_limiter(record),
            *_generator(record),
            *_asked(record),
        ]
    )


def _distributions(record: RunRecord) -> list[list[str]]:
    """A row for each distribution of each kind of operation, and of all where there are several."""
    from plimsoll.reports.common.answer import bounded
    from plimsoll.reports.evidence import sample_counts

    rows = []
    virtual = record["spec"]["clock"] == "virtual"
    kinds = {
        "read": record["read"],
        "write": record["write"],
        "trim": record["trim"],
        "flush": record["flush"],
    }
    seen = {kind: figures for kind, figures in kinds.items() if figures["count"]}
    if len(seen) != 1:
        seen["all"] = record["all"]
    for kind, figures in seen.items():
        for metric, spans in (
            ("response_time", figures["response_time_ns"]),
            ("completion_latency", figures["completion_latency_ns"]),
            ("slot_wait", figures["slot_wait_ns"]),
            ("own_lag", figures["own_lag_ns"]),
        ):
            if (
                metric != "response_time"
                and virtual
                and not _differs(spans, figures["response_time_ns"])
            ):
                continue
            told = [bounded(spans, name) for name in FIGURES]
            rows.append(
                [f"{kind} {metric.replace('_', ' ')}", sample_counts.text(figures, metric), *told]
            )
    return rows


def _objective(record: RunRecord) -> list[str]:
    """Whether the objective was met, and of several which."""
    from plimsoll.judge import run_text, run_verdict

    objective, judgement = record["spec"]["stop"].get("objective"), record["judgement"]
    verdict = run_verdict.of(record)
    if judgement is None or objective is None or verdict is None:
        return []
    estimate = judgement["estimate"]
    given = "cannot_carry" if record["outcome"] == "cannot_carry" else judgement["reason"]
    why = run_text.reason(given, estimate["value"], estimate["allowed"])
    said_why = [part for part in (run_verdict.so_far(record), why) if part]
    beside = "" if why == run_verdict.WORDS[verdict] else f" ({'; '.join(said_why)})"
    said = [f"objective {verdict}: {objective}{beside}"]
    each = judgement["objectives"] or []
    # Of a Run that is no evidence, or fell behind, what its operations say decides nothing.
    if len(each) > 1 and record["outcome"] in ("ok", "cached"):
        met = {"pass": "met", "fail": "missed"}
        said += [f"  {met.get(one['verdict'], 'undecided')}: {one['objective']}" for one in each]
    return said


def _hosts(record: RunRecord) -> None:
    """A row for each host of a Run over several, and which of them stand out."""
    from plimsoll.reports.common import hosts

    if told := record.get("hosts"):
        screen.table(list(hosts.COLUMNS), hosts.rows(told))
        screen.lines(hosts.odd(told, open_loop=record["offered_rate_per_s"] is not None))


def _outages(record: RunRecord, kept: Intervals | None) -> list[str]:
    from plimsoll.reports.evidence import outages

    rows = record.get("intervals") or () if kept is None else kept
    found = outages.of(rows, outcome=record["outcome"])
    return [f"{found[0].upper()}{found[1:]}: 'plimsoll timeline' shows when"] if found else []


def _judged(record: RunRecord) -> list[str]:
    """What is known of the storage alone and of this machine."""
    from plimsoll.reports.common import storage_alone

    said = []
    if (storage := storage_alone.storage(record["all"])) is not None:
        said.append(f"the storage alone: {storage}")
    # Of several hosts each row tells its own.
    several = bool(record.get("hosts"))
    if not several and (machine := storage_alone.machine(record.get("machine"))) is not None:
        said.append(f"this machine {machine}")
    return said


def _generator(record: RunRecord) -> list[str]:
    """Its workers and its processor time, and what failed."""
    from plimsoll.reports.common.answer import bounded
    from plimsoll.units import rate

    said = []
    if workers := record.get("workers"):
        # Each is in the record; who reads this asks whether one was behind.
        ends = sorted(workers, key=lambda one: one["achieved_rate_per_s"])
        slow, fast = (
            f"{one['worker']} with {rate(one['achieved_rate_per_s'])} IOPS (p99"
            f" {bounded(one['response_time_ns'], 'p99')})"
            for one in (ends[0], ends[-1])
        )
        said.append(f"{len(workers)} workers: slowest {slow}, fastest {fast}")
    if (cpu := record["generator_cpu_ns_per_io"]) is not None:
        said.append(
            f"generator CPU {cpu['user']:.0f} ns user + {cpu['system']:.0f} ns system per I/O"
        )
    if record["errors_by_errno"]:
        said.append(_failed(record))
    return said


def _asked(record: RunRecord) -> list[str]:
    """With what it ran, what was asked of it, and what to know beside."""
    from plimsoll import workload_text

    spec = record["spec"]
    chosen = "".join(f" {option}" for option in spec["engine_options"])
    said = [
        f"engine {spec['engine']}{chosen}, {spec['access']}, seed {record['seed']}",
        workload_text.clients(spec) or workload_text.long(spec["workload"]),
    ]
    stack = spec["target"].get("stack")
    if stack and (fitted := stack.get("fitted")):
        said.append(f"fitted: {fitted}")
    if (steady := record["steady"]) is not None:
        said.append(f"steady state: {steady['because']}")
    if (verified := record["verified"]) is not None:
        said.extend(_found(verified))
    beside = neighbours.sentences(neighbours.summary([record]))
    return [*said, *(f"note: {text}" for text in (*beside, *record["notes"]))]


BASES = {"single": "from this Run alone", "scaling": "from scaling Runs"}
"""What a limiter was read from."""


def _limiter(record: RunRecord) -> list[str]:
    """Who limited a Run, why unless the outcome says it already, and what would decide it."""
    from plimsoll.judge import run_text
    from plimsoll.reports.common.answer import LIMITERS

    limited, known = record["limited_by"], record["because"]
    if limited["value"] == "unknown" and (full := run_text.bottleneck(record)) is not None:
        return [f"limited by the described storage: {full}"]
    if limited["value"] == "unknown":
        said = [
            (
                "limited by: not determined from one Run"
                if limited["basis"] == "single"
                else "limited by: not determined"
            )
        ]
    else:
        said = [
            (
                f"limited by {LIMITERS.get(limited['value'], limited['value'])}"
                f" ({BASES.get(limited['basis'], limited['basis'])},"
                f" {limited['confidence'] * 100:.0f} % sure)"
            )
        ]
    if (because := limited.get("because")) and because != known:
        said[0] += f": {because}"
    if would := limited.get("would_decide"):
        said.append(f"  what would decide it: {would}")
    return said


def _failed(record: RunRecord) -> str:
    """What failed, in Measure and in the whole Run: two counts that need not be the same."""
    named = ", ".join(f"{name} {count:,}" for name, count in record["errors_by_errno"].items())
    every = record["all"]
    measured = (
        f"{every['errors']:,} of {every['count']:,} operations in Measure, which have no response"
        " time"
    )
    return f"errors: {measured}; in the whole Run, Warmup and Drain included: {named}"


def _differs(spans: Summary, response_time: Summary) -> bool:
    """Whether a span tells more than that nothing waited: on the virtual clock most say the same or
    zero."""
    return bool(spans["max"]) and spans != response_time


def _found(verified: Verified) -> list[str]:
    """What verification says, and the first mismatches in words."""
    said = f"verified {verified['checked_units']:,} units"
    if verified["unknown_units"]:
        said += (
            f" ({verified['unknown_units']:,} more were never written under this journal, or"
            " changed during the check)"
        )
    wrong = ", ".join(f"{count:,} {kind}" for kind, count in verified["mismatches"].items())
    if not verified["checked_units"]:
        return [f"{said}: nothing that was read could be verified"]
    return [
        f"{said}: {wrong or 'every block is as written'}",
        *(f"  {text}" for text in verified["first"]),
    ]
