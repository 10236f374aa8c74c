"""The tables and lists of a report: every Run, the conditions, what was not controlled, the words
used."""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll import neighbours, units, workload_text
from plimsoll.formats.results import words
from plimsoll.reports.common.answer import judged, outcome
from plimsoll.reports.describe import Chart, Column, Facts, Marks, Page, Table
from plimsoll.reports.evidence import sample_counts
from plimsoll.reports.evidence.run_fields import BY_NAME, Subject
from plimsoll.store.imports import KIND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from plimsoll._record import BlockDevice, RunSpec
    from plimsoll.reports.evidence.evidence import Evidence, Run
    from plimsoll.reports.evidence.records import Counts, Metric
    from plimsoll.reports.evidence.run_figures import RunFigures
    from plimsoll.store import CampaignRow


def every_run(evidence: Evidence, *, errors: bool | None = None) -> Table:
    """One row per Run, in the order in which they were started, with its outcome; how many
    operations failed where any did."""
    failed = has_errors([evidence]) if errors is None else errors
    columns = [column for column in _columns(evidence.metric) if failed or column[0] != "Errors"]
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
        tuple(Column(label, number=label not in _TEXTS) for label, _ in columns),
        tuple(
            tuple(write(Subject(evidence, run)) for _, write in columns) for run in evidence.runs
        ),
        caption,
        tuple(run.row.id for run in evidence.runs),
        folds=True,
    )


_TEXTS = ("Role", "Outcome", "Judgement")


def _columns(metric: Metric) -> list[tuple[str, Callable[[Subject], str]]]:
    """The columns of the table of Runs: the label of each, and what a Run has in it."""

    def named(name: str) -> tuple[str, Callable[[Subject], str]]:
        return BY_NAME[name].label, BY_NAME[name].text

    def span(label: str, name: str) -> tuple[str, Callable[[Subject], str]]:
        return label, lambda of: of.latency("all", metric).text(name)

    return [
        ("Run", lambda of: str(of.run.row.id)),
        named("role"),
        ("Offered, IOPS", lambda of: _offered(of.figures)),
        named("issued_rate_per_s"),
        named("achieved_rate_per_s"),
        span("Mean", "mean"),
        span("p50", "p50"),
        span("p99", "p99"),
        ("Own lag p99", lambda of: of.figures.own_lag.text("p99") if of.figures else units.DASH),
        ("Outcome", _outcome),
        ("Judgement", _judgement),
        named("measure_s"),
        ("n", lambda of: sample_counts.text(of.figures.counts()) if of.figures else units.DASH),
        ("Errors", lambda of: _share(of.figures.counts()) if of.figures else units.DASH),
    ]


def _offered(figures: RunFigures | None) -> str:
    if figures is None:
        return units.DASH
    if figures.offered_rate_per_s is not None:
        return units.rate(figures.offered_rate_per_s)
    depth, workers = figures.queue_depth, figures.worker_count
    if depth is None and workers is None:
        return "closed, depth not told"
    return f"closed, {units.count(depth)} × {units.count(workers)}"


def _outcome(of: Subject) -> str:
    row = of.run.row
    if of.figures is None:
        return f"{row.state}: {row.why}" if row.why else row.state
    return outcome(of.figures.outcome)


def _judgement(of: Subject) -> str:
    return judged(of.run) if of.figures is not None and of.figures.judgement else units.DASH


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


def syncs(campaigns: Iterable[Evidence]) -> Table | None:
    """What files of other programs tell of the syncs of their Runs; none where none does. They are
    in no figure of the operations beside them."""
    found = [
        (run.row.id, figures, figures.syncs)
        for one in campaigns
        for run in one.measured
        if (figures := run.measurement) is not None and figures.syncs is not None
    ]
    if not found:
        return None
    columns = ("Run", "Syncs per second", "Mean", "p50", "p99", "p99.9", "Max", "n")
    rows = []
    for number, figures, latency in found:
        count, seconds = figures.counts("flush").get("count"), figures.measure_s
        rows.append(
            (
                str(number),
                units.rate(count / seconds if count and seconds else None),
                *map(latency.text, ("mean", "p50", "p99", "p99_9", "max")),
                units.count(count),
            )
        )
    return Table(
        f"Sync latency ({len(rows)})",
        tuple(map(Column, columns)),
        tuple(rows),
        "From the call of fsync or fdatasync until it returned. Syncs are not in the rates and"
        " latencies of the other tables. A dash: the file does not say, or the sample is too"
        " small.",
        tuple(number for number, *_ in found),
        folds=True,
    )


def _share(every: Counts) -> str:
    told = sample_counts.Failed(every["errors"] or 0, every["count"] or 0)
    return f"{units.count(told.errors)} ({told.share})" if told else "0"


def conditions(evidence: Evidence) -> Facts:
    """Under which conditions the figures hold: enough to do it again."""
    measured = figures_of(evidence.runs)
    if not measured:
        return Facts(
            "Conditions",
            (
                ("Plimsoll", evidence.campaign.version or "unknown"),
                ("Campaign", _campaign(evidence)),
            ),
        )
    items = [
        ("Target", _each(measured, target)),
        *_machines(measured),
        ("Engine", _each(measured, engine)),
        ("Workload", _each(measured, workload_text.whole)),
        ("Loads", _loads(evidence)),
        *([("Phases", phases)] if (phases := _phases(evidence)) else []),
        *_own(evidence),
        *_origin(measured),
        ("Store", _store(evidence)),
        ("Campaign", _campaign(evidence)),
        ("Plimsoll", "; ".join(dict.fromkeys(map(_made_by, measured)))),
    ]
    return Facts("Conditions", tuple(items))


def figures_of(runs: Iterable[Run]) -> list[RunFigures]:
    """The figures of every Run that has a record."""
    return [run.measurement for run in runs if run.measurement is not None]


_MOST = 6
"""So many different targets or workloads are named in the conditions; the table of Runs has them
all."""


def _each(measured: Sequence[RunFigures], words: Callable[[RunSpec], str]) -> str:
    """What the Runs differ in, each once."""
    return _listed([words(figures.spec) for figures in measured])


def _own(evidence: Evidence) -> list[tuple[str, str]]:
    """What is known of Runs that Plimsoll made, and of no others."""
    measured = figures_of(evidence.runs)
    if all(figures.imported for figures in measured):
        return []
    stamps = [figures.stamps for figures in measured if figures.stamps]
    late = units.nanos(max(stamp["reap_gap_max_ns"] for stamp in stamps))
    mean = units.nanos(max(stamp["reap_gap_mean_ns"] for stamp in stamps) / 2)
    seed = f"campaign {evidence.campaign.seed}; each Run has its own, in its record"
    return [
        ("Stamps", f"a completion is noticed at most {late} late, on average {mean} or less"),
        ("Seed", seed),
    ]


def _origin(measured: Sequence[RunFigures]) -> list[tuple[str, str]]:
    """Of imported Runs: from which files, how they time an operation, what is unknown in them."""
    found = [figures.imported for figures in measured if figures.imported]
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


def target(spec: RunSpec, *, with_blocks: bool = False) -> str:
    """A target with its kind and size, as far as they are known."""
    of = spec["target"]
    # Files of other programs give none of it.
    kind: str | None = of["kind"]
    known = [
        *([outcome(kind)] if kind else []),
        *([units.size(size)] if (size := of["size_bytes"]) else []),
        *(
            [f"blocks of {units.size(block)}"]
            if with_blocks and (block := of["logical_block_bytes"])
            else []
        ),
    ]
    return f"{of['name']} ({', '.join(known)})" if known else of["name"]


def engine(spec: RunSpec) -> str:
    """An engine, and whether it went through the page cache."""
    return f"{spec['engine']}, {ACCESS.get(spec['access'], ACCESS[None])}"


ACCESS = {
    "direct": "bypassing the page cache (direct)",
    "cached": "through the page cache",
    None: "whether through the page cache is not told",
}
"""How a target was accessed."""


def _made_by(figures: RunFigures) -> str:
    version = figures.version
    if version["build"] == "imported":
        return f"{version['plimsoll']}, which imported them"
    return f"{version['plimsoll']} ({version['build']} build)"


def _machines(measured: Sequence[RunFigures]) -> list[tuple[str, str]]:
    """Every machine that Runs were made on: figures of two never stand under the name of one."""
    found: dict[str, list[str]] = {}
    for figures in measured:
        for name, value in _machine(figures):
            if value not in found.setdefault(name, []):
                found[name].append(value)
    return [(name, _several(values)) for name, values in found.items()]


def _several(values: list[str]) -> str:
    if len(values) == 1:
        return values[0]
    return f"{len(values)} different ones: {_listed(values)}"


def _machine(figures: RunFigures) -> list[tuple[str, str]]:
    host = figures.host
    if host is None:
        imported = "not told by the imported file"
        return [
            (
                "Machine",
                imported if figures.imported else "none: the Runs were on the virtual clock",
            )
        ]
    known = units.DASH
    if not host.get("kernel_release") and not host.get("cores_online"):
        # An imported file gives the name alone.
        return [("Machine", host.get("hostname") or "not told")]
    system = host.get("file_system")
    mounted = (
        f"{system['type_name']} on {system['source']}, {','.join(system['options'])}"
        if system
        else "none in between"
    )
    return [
        (
            "Device chain",
            " → ".join(map(_device, host["target_chain"])) or "not reported by this machine",
        ),
        ("File system", mounted),
        (
            "Machine",
            (
                f"{host.get('hostname') or known}, {host.get('cpu_model') or 'processor unknown'},"
                f" {host.get('cores_online') or known} cores,"
                f" {units.size(host.get('memory_bytes'))} memory"
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
    parts = (
        (device.get("scheduler"), "scheduler {}"),
        (device.get("nr_requests"), "{} requests"),
        (device.get("queue_depth"), "queue depth {}"),
        (device.get("write_cache"), "cache {}"),
    )
    said = [outcome(device["kind"]), *(words.format(value) for value, words in parts if value)]
    return f"{device['name']} ({', '.join(said)})"


def _loads(evidence: Evidence) -> str:
    asked = _asked_for(evidence)
    loads = [run.spec["load"] for run in asked]
    opened = [load for load in loads if load["kind"] == "open"]
    said = [f"{len(loads) - len(opened)} closed loop"] if len(opened) < len(loads) else []
    if opened:
        caps = {load["max_outstanding"] for load in opened}
        # Of imported Runs any of them may be unknown.
        processes: set[str | None] = {load["arrivals"] for load in opened}
        arrivals = " and ".join(sorted(one for one in processes if one))
        several = sorted({load["workers"] or 0 for load in opened} - {0})
        workers = " and ".join(str(n) for n in several)
        in_flight = " and ".join(units.count(cap) for cap in sorted(cap for cap in caps if cap))
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
    measured = figures_of(_asked_for(evidence) or evidence.measured)
    spans = {
        "warm-up": [figures.warmup_s for figures in measured],
        "measure": [figures.measure_s for figures in measured],
        "drain": [figures.drain_s for figures in measured],
    }
    known = {name: [one for one in lengths if one is not None] for name, lengths in spans.items()}
    return ", ".join(f"{name} {_range(values)}" for name, values in known.items() if values)


def _range(values: list[float]) -> str:
    low, high = units.seconds(min(values)), units.seconds(max(values))
    return low if low == high else f"{low} to {high}"


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
    said = [*_everywhere(evidence), *_notes(evidence)]
    said += [f"{kind.capitalize()}: {text}" for kind, text in evidence.marks]
    return Facts(
        "What was not controlled",
        tuple(("", text) for text in said or ["Nothing is known: no Run has a record."]),
    )


def _everywhere(evidence: Evidence) -> list[str]:
    """What surrounded the Runs, on each kind of target and machine there was, each sentence
    once."""
    measured = figures_of(evidence.runs)
    said = [one for of in measured for one in _surroundings(of, evidence.store_on_target)]
    others = _others(evidence) if any(of.host for of in measured) else []
    return [*dict.fromkeys(said), *others]


_NO_STORAGE = ("null", "stack")
"""Kinds of targets that are no real storage."""


def _surroundings(figures: RunFigures, store_on_target: bool | None) -> list[str]:
    if figures.imported:
        said = (
            "Another program measured: of the machine, its caches and whatever else ran on it"
            " Plimsoll saw nothing."
        )
        return [said]
    spec, host = figures.spec, figures.host
    if spec["clock"] == "virtual" and (host is None or spec["target"]["kind"] in _NO_STORAGE):
        model = (
            "The Runs were on the virtual clock: the target is a model, and nothing around"
            " it could disturb it."
        )
        return [model]
    found = []
    if host is None or spec["target"]["kind"] in _NO_STORAGE:
        found.append(
            "The target is not real storage: the figures speak about the model or the generator."
        )
    else:
        found.append(
            "Caches inside the device or array were neither emptied nor filled on purpose."
        )
        if system := host.get("file_system"):
            found.append(
                f"The {system['type_name']} file system lies in between: its journal and block"
                " allocation are part of the figures."
            )
        if store_on_target:
            found.append(
                "The store lies on the device under test: keeping the Runs writes to it, a little"
                " every few seconds."
            )
    if host is not None:
        if guest := host.get("virtualisation"):
            found.append(
                f"This machine is a guest ({guest}): others may share its processors and its"
                " storage."
            )
        governor = host.get("cpu_governor")
        if not governor:
            found.append(
                "The processor's frequency governor could not be read; clock speed may have"
                " changed."
            )
        elif governor != "performance":
            found.append(
                f"The processor's frequency governor is {governor}: clock speed follows the load."
            )
    return found


def _others(evidence: Evidence) -> list[str]:
    """Load of others on this machine: who was seen beside the Runs, and what its counters tell:
    stolen time, and CPU that was not ours."""
    found = neighbours.summary(figures.record for figures in figures_of(evidence.runs))
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
    measured = figures_of(evidence.runs)
    counts = Counter(note for figures in measured for note in figures.notes)
    total = len(measured)
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


_MEANINGS = """
Load line: the highest offered rate that the target carries steadily while it meets the objective;
 its low end is recommended
Offered, issued, achieved: IOPS intended, submitted, completed while measuring
Response time: from the instant an operation was intended to its completion: what a user would feel,
 waiting included
Completion latency: from submission to completion: the target, its queues included
Own lag: how late the generator itself was; above its limit a Run says nothing about the target
p99: 99 % of the operations were at least this fast; shown when ten or more lie beyond it
Probe, hold: a Run that ends when it is decided; a Run of fixed length that confirms
Maximum: what a closed loop achieves when only completions limit it; no objective applies
Knee: where mean completion latency is twice that at a tenth of the maximum
Horizon: how long, and over how many operations and bytes, the line was seen to hold
System load: processor time of the whole machine, time in which tasks waited for I/O, time in which
 the disk was busy
"""


def glossary() -> Facts:
    """The words of the report; the same everywhere in Plimsoll."""
    lines = _MEANINGS.replace("\n ", " ").strip().splitlines()
    entries = (line.partition(": ") for line in lines)
    return Facts(WORDS, tuple((word, meaning) for word, _, meaning in entries))
