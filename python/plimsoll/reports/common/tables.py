"""The tables and lists of a report: every Run, the conditions, what was not controlled, the words
used."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll import neighbours, units, workload_text
from plimsoll.formats.results import words
from plimsoll.reports.common.answer import bounded, judged, outcome
from plimsoll.reports.describe import Chart, Column, Facts, Marks, Page, Table
from plimsoll.reports.evidence import records, sample_counts
from plimsoll.store.imports import KIND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from plimsoll._record import BlockDevice
    from plimsoll.reports.evidence.evidence import Evidence, Run
    from plimsoll.reports.evidence.records import Counts, Host, Record, Spec
    from plimsoll.store import CampaignRow


def every_run(evidence: Evidence, *, errors: bool | None = None) -> Table:
    """One row per Run, in the order in which they were started, whatever became of it; how many
    operations failed where any did."""
    failed = has_errors([evidence]) if errors is None else errors
    columns = (
        Column("Run"),
        Column("Role", number=False),
        Column("Offered, IOPS"),
        Column("Issued, IOPS"),
        Column("Achieved, IOPS"),
        Column("Mean"),
        Column("p50"),
        Column("p99"),
        Column("Own lag p99"),
        Column("Outcome", number=False),
        Column("Judgement", number=False),
        Column("Measured"),
        Column("n"),
        *((Column("Errors"),) if failed else ()),
    )
    caption = (
        f"{LATENCIES[evidence.metric]}; n is the number of operations behind them. A dash: the"
        f" sample"
        " is too small for the figure, or there is none."
    )
    marks = {str(run.row.outcome) for run in evidence.measured} & set(MARKS)
    if marks:
        caption += " " + " ".join(
            f"{outcome(one).capitalize()}: {MARKS[one]}." for one in sorted(marks)
        )
    if failed:
        caption += (
            " Errors: operations that failed, of those intended in Measure; they have no response"
            " time and are not in n."
        )
    return Table(
        f"All Runs ({len(evidence.runs)})",
        columns,
        tuple(_row(evidence, run, failed) for run in evidence.runs),
        caption,
        tuple(run.row.id for run in evidence.runs),
        folds=True,
    )


LATENCIES = {
    "response_time": "Response times are of all operations, from the intended instant",
    "completion_latency": (
        "Latencies are completion latencies of all operations, from the instant they were"
        " submitted:"
        " imported files do not give response times"
    ),
}
"""What mean and percentiles of a table are of, by the metric that stands for its Runs."""
MARKS = {
    "cached": "the figures are those of the page cache, not of the storage",
    "generator_limited": (
        "the figures are what this machine saw, its own lag included; they are no evidence"
        " about the target"
    ),
    "not_steady": "measured while the target was still changing",
}
"""What the figures of a Run are worth that does not speak about the target, by its outcome."""


def has_errors(campaigns: Iterable[Evidence]) -> bool:
    """Whether an operation failed in any Run of these."""
    return any(sample_counts.failed(evidence.measured) for evidence in campaigns)


def _row(evidence: Evidence, run: Run, failed: bool) -> tuple[str, ...]:
    row, record = run.row, run.record
    if record is None:
        why = f"{row.state}: {row.why}" if row.why else row.state
        return (
            str(row.id),
            outcome(row.role),
            *[units.DASH] * 7,
            why,
            *[units.DASH] * (3 + failed),
        )
    spans = run.figures("all", evidence.metric)
    judgement = record.get("judgement")
    verdict = units.DASH if judgement is None else judged(run)
    load = record["spec"]["load"]
    depth, workers = load.get("queue_depth"), load.get("workers")
    closed = f"closed, {units.count(depth)} × {units.count(workers)}"
    if depth is None and workers is None:
        closed = "closed, depth not told"
    offered = closed if run.offered is None else units.rate(run.offered)
    return (
        str(row.id),
        outcome(row.role),
        offered,
        units.rate(record["issued_rate_per_s"]),
        units.rate(record["achieved_rate_per_s"]),
        *(bounded(spans, name) for name in ("mean", "p50", "p99")),
        bounded(record["own_lag_ns"], "p99"),
        outcome(record["outcome"]),
        verdict,
        units.seconds(record["measure_s"]),
        sample_counts.text(record["all"]),
        *((_share(record["all"]),) if failed else ()),
    )


def syncs(campaigns: Iterable[Evidence]) -> Table | None:
    """What files of other programs tell of the syncs of their Runs; none where none does. They are
    in no figure of the operations beside them."""
    found = [run for one in campaigns for run in one.measured if records.syncs(run.told)]
    if not found:
        return None
    columns = (
        Column("Run"),
        Column("Syncs per second"),
        *(Column(name) for name in ("Mean", "p50", "p99", "p99.9", "Max")),
        Column("n"),
    )
    rows = []
    for run in found:
        told, spans = records.syncs(run.told), run.figures("flush", "completion_latency")
        count, seconds = told["count"], run.told["measure_s"]
        rows.append(
            (
                str(run.row.id),
                units.rate(count / seconds if count and seconds else None),
                *(bounded(spans, name) for name in ("mean", "p50", "p99", "p99_9", "max")),
                units.count(count),
            )
        )
    return Table(
        f"Sync latency ({len(rows)})",
        columns,
        tuple(rows),
        "From the call of fsync or fdatasync until it returned. Syncs are not in the rates and"
        " latencies of the other tables. A dash: the file does not say, or the sample is too"
        " small.",
        tuple(run.row.id for run in found),
        folds=True,
    )


def _share(every: Counts) -> str:
    told = sample_counts.Failed(every["errors"] or 0, every["count"] or 0)
    return f"{units.count(told.errors)} ({told.share})" if told else "0"


def conditions(evidence: Evidence) -> Facts:
    """Under which conditions the figures hold: enough to do it again."""
    record = evidence.first
    if not record:
        return Facts(
            "Conditions",
            (
                ("Plimsoll", evidence.campaign.version or "unknown"),
                ("Campaign", _campaign(evidence)),
            ),
        )
    items = [
        ("Target", _each(evidence, _target)),
        *_machines(evidence),
        ("Engine", _each(evidence, _engine)),
        (
            "Workload",
            _each(
                evidence,
                lambda spec: workload_text.clients(spec) or workload_text.long(spec["workload"]),
            ),
        ),
        ("Loads", _loads(evidence)),
        *([("Phases", phases)] if (phases := _phases(evidence)) else []),
        *_own(evidence),
        *_origin(evidence),
        ("Store", _store(evidence)),
        ("Campaign", _campaign(evidence)),
        ("Plimsoll", "; ".join(dict.fromkeys(_made_by(run.told) for run in evidence.measured))),
    ]
    return Facts("Conditions", tuple(items))


_MOST = 6
"""So many different targets or workloads are named in the conditions; the table of Runs has them
all."""


def _each(evidence: Evidence, words: Callable[[Spec], str]) -> str:
    """What the Runs differ in, each once."""
    said = list(dict.fromkeys(words(run.spec) for run in evidence.measured))
    more = [f"and {len(said) - _MOST} more"] if len(said) > _MOST else []
    return "; ".join(said[:_MOST] + more)


def _own(evidence: Evidence) -> list[tuple[str, str]]:
    """What is known of Runs that Plimsoll made, and of no others."""
    if all(run.told.get("imported") for run in evidence.measured):
        return []
    seed = f"campaign {evidence.campaign.seed}; each Run has its own, in its record"
    return [("Stamps", _stamps(evidence)), ("Seed", seed)]


def _origin(evidence: Evidence) -> list[tuple[str, str]]:
    """Of imported Runs: from which files, how they time an operation, what is unknown in them."""
    found = [one for run in evidence.measured if (one := run.told.get("imported"))]
    return (
        [
            ("Imported from", _listed([words.program(one) for one in found])),
            ("Latency", _listed([words.starts(one) for one in found])),
            ("Not known", _listed([said for one in found for said in words.unknowns(one)])),
        ]
        if found
        else []
    )


def _listed(said: list[str]) -> str:
    several = list(dict.fromkeys(one for one in said if one))
    more = [f"and {len(several) - _MOST} more"] if len(several) > _MOST else []
    return "; ".join(several[:_MOST] + more) or "nothing"


def _target(spec: Spec) -> str:
    target = spec["target"]
    kind, size = target.get("kind"), target.get("size_bytes")
    known = [*([outcome(kind)] if kind else []), *([units.size(size)] if size else [])]
    return f"{target['name']} ({', '.join(known)})" if known else str(target["name"])


def _engine(spec: Spec) -> str:
    return f"{spec['engine']}, {ACCESS.get(spec['access'], ACCESS[None])}"


ACCESS = {
    "direct": "bypassing the page cache (direct)",
    "cached": "through the page cache",
    None: "whether through the page cache is not told",
}
"""How a target was accessed."""


def _made_by(record: Record) -> str:
    if record["version"]["build"] == "imported":
        return f"{record['version']['plimsoll']}, which imported them"
    return f"{record['version']['plimsoll']} ({record['version']['build']} build)"


def _machines(evidence: Evidence) -> list[tuple[str, str]]:
    """Every machine that Runs were made on: figures of two are never told under the name of one."""
    found: dict[str, list[str]] = {}
    for run in evidence.measured:
        host = run.told.get("host")
        for name, value in _machine(host) if host else [("Machine", _no_machine(run))]:
            if value not in found.setdefault(name, []):
                found[name].append(value)
    return [(name, _several(values)) for name, values in found.items()]


def _no_machine(run: Run) -> str:
    if run.told.get("imported"):
        return "not told by the imported file"
    return "none: the Runs were on the virtual clock"


def _several(values: list[str]) -> str:
    if len(values) == 1:
        return values[0]
    more = [f"and {len(values) - _MOST} more"] if len(values) > _MOST else []
    return f"{len(values)} different ones: {'; '.join(values[:_MOST] + more)}"


def _machine(host: Host) -> list[tuple[str, str]]:
    known = units.DASH
    if not host.get("kernel_release") and not host.get("cores_online"):
        # An imported file tells the name alone.
        return [("Machine", str(host.get("hostname") or "not told"))]
    chain = " → ".join(_device(device) for device in host.get("target_chain", ()))
    system = host.get("file_system")
    memory = units.size(host.get("memory_bytes"))
    return [
        ("Device chain", chain or "not reported by this machine"),
        (
            "File system",
            (
                f"{system['type_name']} on {system['source']}, {','.join(system['options'])}"
                if system
                else "none in between"
            ),
        ),
        (
            "Machine",
            (
                f"{host.get('hostname') or known}, {host.get('cpu_model') or 'processor unknown'},"
                f" {host.get('cores_online') or known} cores, {memory} memory"
            ),
        ),
        (
            "Kernel",
            (
                f"Linux {host.get('kernel_release') or known}, clock source"
                f" {host.get('clocksource') or known}"
            ),
        ),
    ]


def _device(device: BlockDevice) -> str:
    said = [outcome(device["kind"])]
    if device.get("scheduler"):
        said.append(f"scheduler {device['scheduler']}")
    if device.get("nr_requests"):
        said.append(f"{device['nr_requests']} requests")
    if device.get("queue_depth"):
        said.append(f"queue depth {device['queue_depth']}")
    if device.get("write_cache"):
        said.append(f"cache {device['write_cache']}")
    return f"{device['name']} ({', '.join(said)})"


def _loads(evidence: Evidence) -> str:
    asked = _asked_for(evidence)
    loads = [run.spec["load"] for run in asked]
    opened = [load for load in loads if load["kind"] == "open"]
    said = [f"{len(loads) - len(opened)} closed loop"] if len(opened) < len(loads) else []
    if opened:
        caps = {load.get("max_outstanding") for load in opened}
        arrivals = " and ".join(sorted({load.get("arrivals") or "" for load in opened} - {""}))
        several = sorted({load["workers"] or 0 for load in opened} - {0})
        workers = " and ".join(str(n) for n in several)
        in_flight = " and ".join(units.count(cap) for cap in sorted(cap for cap in caps if cap))
        # Of imported Runs they may be unknown.
        parts = (
            f"{arrivals} arrivals" if arrivals else f"arrivals {units.NOT_TOLD}",
            f"{workers} {'worker' if workers == '1' else 'workers'}"
            if workers
            else f"workers {units.NOT_TOLD}",
            f"at most {in_flight} in flight" if in_flight else f"cap {units.NOT_TOLD}",
        )
        said.append(f"{len(opened)} open loop ({', '.join(parts)})")
    if beside := len(evidence.measured) - len(asked):
        said.append(f"{beside} more to settle the target between Points")
    return "; ".join(said)


def _asked_for(evidence: Evidence) -> list[Run]:
    """The measured Runs without those that settled the target between Points."""
    return [run for run in evidence.measured if run.row.role != "settle"]


def _phases(evidence: Evidence) -> str:
    measured = [run.told for run in _asked_for(evidence) or evidence.measured]
    spans: dict[str, list[float | None]] = {
        "warm-up": [record["warmup_s"] for record in measured],
        "measure": [record["measure_s"] for record in measured],
        "drain": [record["drain_s"] for record in measured],
    }
    known = {name: [one for one in lengths if one is not None] for name, lengths in spans.items()}
    return ", ".join(f"{name} {_range(values)}" for name, values in known.items() if values)


def _range(values: list[float]) -> str:
    low, high = units.seconds(min(values)), units.seconds(max(values))
    return low if low == high else f"{low} to {high}"


def _stamps(evidence: Evidence) -> str:
    stamps = [stamp for run in evidence.measured if (stamp := run.told["stamps"])]
    mean = max(stamp["reap_gap_mean_ns"] for stamp in stamps) / 2
    return (
        "a completion is noticed at most"
        f" {units.nanos(max(s['reap_gap_max_ns'] for s in stamps))} late, on average"
        f" {units.nanos(mean)} or less"
    )


def _store(evidence: Evidence) -> str:
    where = {
        True: "on the device under test",
        False: "not on the device under test",
        None: "whether on the device under test is not known",
    }
    return f"{evidence.store_path} ({where[evidence.store_on_target]})"


def _campaign(evidence: Evidence) -> str:
    row = evidence.campaign
    started = datetime.datetime.fromtimestamp(row.started_at_ns / 1e9, datetime.UTC)
    return (
        f"{row.id}, {row.kind}, strategy {row.strategy}, {_begun(row)} {started:%Y-%m-%d %H:%M:%S}"
        " UTC,"
        f" {row.state}"
    )


def _begun(row: CampaignRow) -> str:
    """What its date is of: its Runs have dates of their own where they were imported."""
    return "imported" if row.kind == KIND else "started"


def not_controlled(evidence: Evidence) -> Facts:
    """What may have moved the figures without our doing, as far as it was seen; and the notes of
    the Runs."""
    record = evidence.first
    said = [*_everywhere(evidence), *_notes(evidence)] if record else []
    said += [f"{kind.capitalize()}: {text}" for kind, text in evidence.marks]
    return Facts(
        "What was not controlled",
        tuple(("", text) for text in said or ["Nothing is known: no Run has a record."]),
    )


def _everywhere(evidence: Evidence) -> list[str]:
    """What surrounded the Runs, on each kind of target and machine there was, each sentence
    once."""
    groups: dict[tuple[str | None, ...], list[Run]] = {}
    for run in evidence.measured:
        spec, host = run.spec, run.told.get("host") or {}
        system = host.get("file_system")
        key = (
            spec["target"]["kind"],
            spec["clock"],
            system.get("type_name") if system else None,
            host.get("hostname"),
            host.get("virtualisation"),
            host.get("cpu_governor"),
        )
        groups.setdefault(key, []).append(run)
    every = (_surroundings(replace(evidence, runs=tuple(runs))) for runs in groups.values())
    others = (
        _others(evidence)
        if any(run.record and run.record.get("host") for run in evidence.measured)
        else []
    )
    return [*dict.fromkeys(one for said in every for one in said), *others]


def _surroundings(evidence: Evidence) -> list[str]:
    record, said = evidence.first, []
    if record.get("imported"):
        return [
            (
                "Another program measured: of the machine, its caches and whatever else ran on it"
                " Plimsoll"
                " saw nothing."
            )
        ]
    spec, host = record["spec"], record.get("host")
    if host is None or spec["target"]["kind"] in ("null", "stack"):
        if spec["clock"] == "virtual":
            return [
                (
                    "The Runs were on the virtual clock: the target is a model, and nothing around"
                    " it could disturb it."
                )
            ]
        said.append(
            "The target is not real storage: the figures speak about the model or the generator."
        )
    else:
        said.append("Caches inside the device or array were neither emptied nor filled on purpose.")
        if system := host.get("file_system"):
            said.append(
                f"The {system['type_name']} file system lies in between: its journal and block"
                " allocation are part of the figures."
            )
        if evidence.store_on_target:
            said.append(
                "The store lies on the device under test: keeping the Runs writes to it, a little"
                " every few seconds."
            )
    if host is not None:
        if host.get("virtualisation"):
            said.append(
                f"This machine is a guest ({host['virtualisation']}): others may share its"
                " processors and its storage."
            )
        if not host.get("cpu_governor"):
            said.append(
                "The processor's frequency governor could not be read; clock speed may have"
                " changed."
            )
        elif host["cpu_governor"] != "performance":
            said.append(
                f"The processor's frequency governor is {host['cpu_governor']}: clock speed follows"
                " the load."
            )
    return said


def _others(evidence: Evidence) -> list[str]:
    """Load of others on this machine: who was seen beside the Runs, and what its counters tell:
    stolen time, and CPU that was not ours."""
    found = neighbours.summary(run.told for run in evidence.measured)
    # What the hypervisor took is told below, of each interval.
    said = neighbours.sentences([one for one in found if one.name != neighbours.HYPERVISOR])
    said = [f"{one[0].upper()}{one[1:]}." for one in said]
    loads = evidence.loads()
    stolen = _together([(one.stolen_n, one.stolen_max, one.stolen_mean) for one in loads])
    foreign = _together([(one.foreign_n, one.foreign_max, one.foreign_mean) for one in loads])
    if stolen and stolen[0] > 0.005:
        said.append(
            f"The hypervisor gave processor time to others: up to {units.share(stolen[0])} of an"
            f" interval, {units.share(stolen[1])} on average."
        )
    if foreign and foreign[0] > 0.05:
        said.append(
            "Other processes, or kernel threads, used the processors: up to"
            f" {units.share(foreign[0])} of an interval, {units.share(foreign[1])} on average."
        )
    return said or (["No other load on this machine was seen."] if foreign else [])


def _together(
    found: Sequence[tuple[int, float | None, float | None]],
) -> tuple[float, float] | None:
    """The largest and the mean over several campaigns, each with its number of intervals; none
    where nothing is known."""
    known = [
        (n, most, mean) for n, most, mean in found if n and most is not None and mean is not None
    ]
    if not known:
        return None
    return max(most for _, most, _ in known), sum(n * mean for n, _, mean in known) / sum(
        n for n, _, _ in known
    )


def _notes(evidence: Evidence) -> list[str]:
    counts: dict[str, int] = {}
    for run in evidence.measured:
        for note in run.told.get("notes", ()):
            counts[note] = counts.get(note, 0) + 1
    total = len(evidence.measured)
    return [
        f"{note} ({'all' if n == total else n} of {total} Runs)" if total > 1 else note
        for note, n in counts.items()
    ]


WORDS = "Words"
"""Title of the words that are explained."""


def explained(page: Page) -> Page:
    """A page that explains the words it uses, and no others; none where it uses none."""
    said = _said(page).casefold()

    def used(name: str) -> bool:
        return any(word.strip().casefold() in said for word in name.split(","))

    sections: list[Chart | Table | Facts] = []
    for one in page.sections:
        if isinstance(one, Facts) and one.title == WORDS:
            items = tuple(item for item in one.items if used(item[0]))
            sections += [replace(one, items=items)] if items else []
        else:
            sections.append(one)
    return replace(page, sections=tuple(sections))


FEW_ROWS, FEW_COLUMNS = 3, 7
"""Tables with fewer are read at a glance as they are."""
_LONGEST = 60
"""Letters of a cell that still fits into a caption."""


def without_constants(page: Page) -> Page:
    """The page with what is the same in every row of a wide table of Runs said once, beneath it: a
    column of it takes the room of one that tells something. The first stays, it names the rows."""
    sections = tuple(_narrowed(one) if isinstance(one, Table) else one for one in page.sections)
    return replace(page, sections=sections)


def _narrowed(table: Table) -> Table:
    if not table.folds or len(table.rows) < FEW_ROWS or len(table.columns) < FEW_COLUMNS:
        return table
    first = table.rows[0]
    constant = [
        i
        for i in range(1, len(table.columns))
        if len(first[i]) <= _LONGEST and all(row[i] == first[i] for row in table.rows)
    ]
    if not constant:
        return table
    same = [f"{table.columns[i].label} {first[i]}" for i in constant if first[i] != units.DASH]
    empty = [table.columns[i].label for i in constant if first[i] == units.DASH]
    said = [table.caption] if table.caption else []
    said += [f"The same in every row: {'; '.join(same)}."] if same else []
    said += [f"In no row: {'; '.join(empty)}."] if empty else []
    kept = [i for i in range(len(table.columns)) if i not in constant]
    return replace(
        table,
        columns=tuple(table.columns[i] for i in kept),
        rows=tuple(tuple(row[i] for i in kept) for row in table.rows),
        caption=" ".join(said),
    )


def _said(page: Page) -> str:
    """Everything that a page says before its words."""
    parts = [page.answer, *page.because]
    parts += [text for figure in page.figures for text in (figure.name, figure.value, figure.basis)]
    for one in page.sections:
        match one:
            case Chart():
                parts += [one.title, one.caption, one.x.label]
                for panel in one.panels:
                    parts += [panel.title, panel.y.label]
                    parts += [
                        drawn.legend if isinstance(drawn, Marks) else drawn.name
                        for drawn in panel.series
                    ]
            case Table():
                parts += [one.title, one.caption, *(column.label for column in one.columns)]
                parts += [cell for row in one.rows for cell in row]
            case Facts() if one.title != WORDS:
                parts += [one.title, *(text for item in one.items for text in item)]
    return "\n".join(parts)


def glossary() -> Facts:
    """The words of the report; the same everywhere in Plimsoll."""
    return Facts(
        WORDS,
        (
            (
                "Load line",
                (
                    "the highest offered rate that the target carries steadily while it meets the"
                    " objective; its low end is recommended"
                ),
            ),
            (
                "Offered, issued, achieved",
                "IOPS intended, submitted, completed while measuring",
            ),
            (
                "Response time",
                (
                    "from the instant an operation was intended to its completion: what a user"
                    " would feel, waiting included"
                ),
            ),
            (
                "Completion latency",
                "from submission to completion: the target, its queues included",
            ),
            (
                "Own lag",
                (
                    "how late the generator itself was; above its limit a Run says nothing about"
                    " the target"
                ),
            ),
            (
                "p99",
                (
                    "99 % of the operations were at least this fast; shown when ten or more lie"
                    " beyond it"
                ),
            ),
            (
                "Probe, hold",
                "a Run that ends when it is decided; a Run of fixed length that confirms",
            ),
            (
                "Maximum",
                (
                    "what a closed loop achieves when only completions limit it; no objective "
                    "applies"
                ),
            ),
            ("Knee", "where mean completion latency is twice that at a tenth of the maximum"),
            (
                "Horizon",
                "how long, and over how many operations and bytes, the line was seen to hold",
            ),
            (
                "System load",
                (
                    "processor time of the whole machine, time in which tasks waited for I/O, time"
                    " in which the disk was busy"
                ),
            ),
        ),
    )
