"""Sections that every page has: the conditions of its figures, uncontrolled factors, a glossary,
its version and its data."""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.base import units, workload_text
from plimsoll.base.version import __version__
from plimsoll.native import neighbours
from plimsoll.report.common import import_text as words
from plimsoll.report.common.answer import outcome
from plimsoll.report.describe import Chart, Facts, Marks, Page, Table
from plimsoll.report.evidence import dates, origin
from plimsoll.store.imports import KIND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from plimsoll.native.record import BlockDevice, RunSpec
    from plimsoll.report.describe import Figure, First, Slicer
    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.report.evidence.run_figures import RunFigures
    from plimsoll.store import CampaignRow

    Section = Chart | Table | Facts


def page(
    campaigns: Sequence[Evidence],
    *,
    title: str,
    answer: str,
    because: Iterable[str],
    figures: Iterable[Figure],
    sections: Iterable[Section | None],
    extra: Mapping[str, object] | None = None,
    slicers: tuple[Slicer, ...] = (),
    first: First | None = None,
    verdict: str = "",
) -> Page:
    """A page with the sections that every page has: `sections` (None entries are dropped), the
    conditions, the footer and the data, with `extra`."""
    evidence, several = campaigns[0], len(campaigns) > 1
    numbers = f" (campaigns {', '.join(str(evidence.campaign.id) for evidence in campaigns)})"
    return Page(
        title=title,
        answer=answer,
        because=tuple(because),
        figures=tuple(figures),
        sections=(
            *(section for section in sections if section is not None),
            *conditions_of(campaigns),
        ),
        footer=f"{footer(evidence)}{numbers if several else ''}",
        data={**data(evidence), **(extra or {})},
        slicers=slicers,
        first=first,
        verdict=verdict,
    )


def conditions(evidence: Evidence) -> tuple[Facts, ...]:
    """The conditions of the figures, the uncontrolled factors and the glossary."""
    return circumstances(evidence), uncontrolled_factors(evidence), glossary()


def conditions_of(campaigns: Sequence[Evidence]) -> tuple[Facts, ...]:
    """The conditions of several campaigns: shared facts once, each campaign with its own seed."""
    if len(campaigns) == 1:
        return conditions(campaigns[0])
    first = campaigns[0]
    together = replace(
        first,
        runs=tuple(run for evidence in campaigns for run in evidence.runs),
        marks=tuple(mark for evidence in campaigns for mark in evidence.marks),
        store_on_target=any(evidence.store_on_target for evidence in campaigns)
        or first.store_on_target,
        read_load=lambda _: [load for evidence in campaigns for load in evidence.loads()],
    )
    facts, open_questions, meanings = conditions(together)
    items = [item for item in facts.items if item[0] not in ("Campaign", "Seed")]
    each = [
        ("Campaign", f"{value}; seed {evidence.campaign.seed}")
        for evidence in campaigns
        for name, value in circumstances(evidence).items
        if name == "Campaign"
    ]
    return replace(facts, items=(*items, *each)), open_questions, meanings


def footer(evidence: Evidence) -> str:
    """The version of Plimsoll, the campaign and its store."""
    row = evidence.campaign
    return f"Plimsoll {row.version or __version__}, campaign {row.id} of {evidence.store_path.name}"


_BASIS = ("Machine", "Target", "Workload")


def basis(campaigns: Sequence[Evidence]) -> tuple[tuple[str, str], ...]:
    """Where the figures come from, in a few lines: date, machine, target, workload, and whether
    they were measured."""
    values: dict[str, list[str]] = {}
    for evidence in campaigns:
        for name, value in circumstances(evidence).items:
            if value not in values.setdefault(name, []):
                values[name].append(value)
    promised = list(
        dict.fromkeys(
            evidence.objective_words for evidence in campaigns if evidence.objective_words
        )
    )
    return (
        ("Date", "; ".join(dict.fromkeys(map(dates.words, campaigns)))),
        *((name, "; ".join(values[name])) for name in _BASIS if name in values),
        *([("Objective", "; ".join(promised))] if promised else []),
        *(
            (("Figures", origin_text),)
            if (origin_text := simulation_note(campaigns) or _origin_note(campaigns))
            else ()
        ),
    )


def simulation_note(campaigns: Sequence[Evidence]) -> str:
    """A note that the figures come from a model, so that nobody signs them for a device. Empty
    when none do."""
    found = [origin.of(run.spec) for evidence in campaigns for run in evidence.measured_runs]
    kinds: tuple[tuple[origin.Origin, str, str], ...] = (
        ("simulated", "A simulation", "virtual"),
        ("emulated", "An emulation", "real"),
    )
    sentences = []
    for kind, alone, clock in kinds:
        if many := found.count(kind):
            some = f"{many} of {len(found)} Runs are {kind}"
            which = alone if many == len(found) else some
            sentences.append(f"{which}: a described storage system on the {clock} clock")
    return f"{'; '.join(sentences)}; nothing was measured on a device." if sentences else ""


def _origin_note(campaigns: Sequence[Evidence]) -> str:
    runs = [figures for evidence in campaigns for figures in figures_of(evidence.runs)]
    foreign = sum(figures.imported is not None for figures in runs)
    if foreign:
        which = "Every Run was" if foreign == len(runs) else f"{foreign} of {len(runs)} Runs were"
        return f"{which} imported from another program; Plimsoll did not measure it."
    return "Measured: every Run was made against the target itself." if runs else ""


def data(evidence: Evidence) -> dict[str, object]:
    """The figures of the answer, for programs that read the file."""
    return {
        "campaign": evidence.campaign.id,
        "version": evidence.campaign.version or __version__,
        "result": evidence.campaign.result,
        "runs": [
            {
                "run": run.row.id,
                "role": run.row.role,
                "state": run.row.state,
                "outcome": run.row.outcome,
                "offered_rate_per_s": run.row.offered_rate_per_s,
                "achieved_rate_per_s": run.row.achieved_rate_per_s,
                f"{run.metric}_ns": _spans(run),
            }
            for run in evidence.runs
        ],
    }


def _spans(run: Run) -> dict[str, object]:
    """The main latency of a Run as in its record; `at_least` only when some figures are lower
    bounds."""
    if run.record is None:
        return {}
    spans = run.figures("all", run.metric)
    return {name: given for name, given in spans.items() if name != "at_least" or given}


def circumstances(evidence: Evidence) -> Facts:
    """The conditions of the figures, complete enough to repeat the measurement."""
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


_MAX_LISTED_VALUES = 6
"""Conditions list at most this many targets or workloads; the table of Runs has all of them."""


def _each(measured: Sequence[RunFigures], words: Callable[[RunSpec], str]) -> str:
    """Every distinct value over these Runs."""
    return _short_list([words(figures.spec) for figures in measured])


def _own(evidence: Evidence) -> list[tuple[str, str]]:
    """Facts that only Runs measured by Plimsoll have."""
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
    """Sources of imported Runs: files, how latency is timed, and unknown figures."""
    found = [figures.imported for figures in measured if figures.imported]
    return (
        [
            ("Imported from", _short_list([words.program(source) for source in found])),
            ("Latency", _short_list([words.starts(source) for source in found])),
            (
                "Not known",
                _short_list([unknown for source in found for unknown in words.unknowns(source)]),
            ),
        ]
        if found
        else []
    )


def _short_list(texts: list[str]) -> str:
    several = list(dict.fromkeys(text for text in texts if text))
    more = (
        [f"and {len(several) - _MAX_LISTED_VALUES} more"]
        if len(several) > _MAX_LISTED_VALUES
        else []
    )
    return "; ".join(several[:_MAX_LISTED_VALUES] + more) or "nothing"


def target(spec: RunSpec, *, with_blocks: bool = False) -> str:
    """A target with its kind and size, as far as they are known."""
    spec_target = spec["target"]
    # Imported files may have none of these.
    kind: str | None = spec_target["kind"]
    known = [
        *([outcome(kind)] if kind else []),
        *([units.size(size)] if (size := spec_target["size_bytes"]) else []),
        *(
            [f"blocks of {units.size(block)}"]
            if with_blocks and (block := spec_target["logical_block_bytes"])
            else []
        ),
    ]
    return f"{spec_target['name']} ({', '.join(known)})" if known else spec_target["name"]


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
    """Every machine that Runs were made on, so that figures of two machines are never shown
    under one name."""
    found: dict[str, list[str]] = {}
    for figures in measured:
        for name, value in _machine(figures):
            if value not in found.setdefault(name, []):
                found[name].append(value)
    return [(name, _several(values)) for name, values in found.items()]


def _several(values: list[str]) -> str:
    if len(values) == 1:
        return values[0]
    return f"{len(values)} different ones: {_short_list(values)}"


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
    if not host.kernel_release and not host.cores_online:
        # An imported file has only the host name.
        return [("Machine", host.hostname or "not told")]
    system = host.file_system
    mounted = (
        f"{system['type_name']} on {system['source']}, {','.join(system['options'])}"
        if system
        else "none in between"
    )
    return [
        (
            "Device chain",
            " → ".join(map(_device, host.target_chain)) or "not reported by this machine",
        ),
        ("File system", mounted),
        (
            "Machine",
            (
                f"{host.hostname or known}, {host.cpu_model or 'processor unknown'},"
                f" {host.cores_online or known} cores,"
                f" {units.size(host.memory_bytes)} memory"
            ),
        ),
        (
            "Kernel",
            (f"Linux {host.kernel_release or known}, clock source {host.clocksource or known}"),
        ),
    ]


def _device(device: BlockDevice) -> str:
    parts = (
        (device["scheduler"], "scheduler {}"),
        (device["nr_requests"], "{} requests"),
        (device["queue_depth"], "queue depth {}"),
        (device["write_cache"], "cache {}"),
    )
    facts = [outcome(device["kind"]), *(words.format(value) for value, words in parts if value)]
    return f"{device['name']} ({', '.join(facts)})"


def _loads(evidence: Evidence) -> str:
    runs = _asked_for(evidence)
    loads = [run.spec["load"] for run in runs]
    opened = [load for load in loads if load["kind"] == "open"]
    load_texts = [f"{len(loads) - len(opened)} closed loop"] if len(opened) < len(loads) else []
    if opened:
        caps = {load["max_outstanding"] for load in opened}
        # Any of these may be unknown in imported Runs.
        processes: set[str | None] = {load["arrivals"] for load in opened}
        arrivals = " and ".join(sorted(process for process in processes if process))
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
        load_texts.append(f"{len(opened)} open loop ({', '.join(parts)})")
    if beside := len(evidence.measured_runs) - len(runs):
        load_texts.append(f"{beside} more to settle the target between Points")
    return "; ".join(load_texts)


def _asked_for(evidence: Evidence) -> list[Run]:
    """The measured Runs, without those that settled the target between Points."""
    return [run for run in evidence.measured_runs if run.row.role != "settle"]


def _phases(evidence: Evidence) -> str:
    measured = figures_of(_asked_for(evidence) or evidence.measured_runs)
    spans = {
        "warm-up": [figures.warmup_s for figures in measured],
        "measure": [figures.measure_s for figures in measured],
        "drain": [figures.drain_s for figures in measured],
    }
    known = {
        name: [length for length in lengths if length is not None]
        for name, lengths in spans.items()
    }
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
        f"{row.id}, {row.kind}, strategy {row.strategy}, {_start_verb(row)}"
        f" {started:%Y-%m-%d %H:%M:%S} UTC, {row.state}"
    )


def _start_verb(row: CampaignRow) -> str:
    """Imported campaigns were not started here: their Runs carry their own dates."""
    return "imported" if row.kind == KIND else "started"


def uncontrolled_factors(evidence: Evidence) -> Facts:
    """Known influences on the figures that nobody controlled, and the notes of the Runs."""
    sentences = [*_everywhere(evidence), *_notes(evidence)]
    sentences += [f"{kind.capitalize()}: {text}" for kind, text in evidence.marks]
    return Facts(
        "What was not controlled",
        tuple(("", text) for text in sentences or ["Nothing is known: no Run has a record."]),
    )


def _everywhere(evidence: Evidence) -> list[str]:
    """Surroundings of the Runs on every kind of target and machine; each sentence once."""
    measured = figures_of(evidence.runs)
    sentences = [
        sentence
        for figures in measured
        for sentence in _surroundings(figures, evidence.store_on_target)
    ]
    others = _others(evidence) if any(figures.host for figures in measured) else []
    return [*dict.fromkeys(sentences), *others]


_NO_STORAGE = ("null", "stack")
"""Kinds of targets that are no real storage."""


def _beside_import(figures: RunFigures) -> list[str]:
    """Surroundings of an imported Run."""
    sentences = [
        (
            "Another program measured: of the machine, its caches and whatever else ran on it"
            " Plimsoll saw nothing."
        )
    ]
    if figures.spec["access"] == "cached" and figures.outcome != "cached":
        sentences.append(
            "The file was opened through the operating system's cache: which part of the"
            " operations it answered, and how many writes had reached the storage, is not known."
        )
    return sentences


def _surroundings(figures: RunFigures, store_on_target: bool | None) -> list[str]:
    if figures.imported:
        return _beside_import(figures)
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
        if system := host.file_system:
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
        if guest := host.virtualisation:
            found.append(
                f"This machine is a guest ({guest}): others may share its processors and its"
                " storage."
            )
        governor = host.cpu_governor
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
    """Other load on this machine: the programs seen beside the Runs, stolen time, and foreign
    CPU time."""
    found = neighbours.summary(figures.record for figures in figures_of(evidence.runs))
    # The hypervisor's share is stated below, per interval.
    sentences = neighbours.sentences(
        [neighbour for neighbour in found if neighbour.name != neighbours.HYPERVISOR]
    )
    sentences = [f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences]
    loads = evidence.loads()
    stolen = _together([(load.stolen_n, load.stolen_max, load.stolen_mean) for load in loads])
    foreign = _together([(load.foreign_n, load.foreign_max, load.foreign_mean) for load in loads])
    if stolen and stolen[0] > 0.005:
        sentences.append(
            f"The hypervisor gave processor time to others: up to {units.share(stolen[0])} of an"
            f" interval, {units.share(stolen[1])} on average."
        )
    if foreign and foreign[0] > 0.05:
        sentences.append(
            "Other processes, or kernel threads, used the processors: up to"
            f" {units.share(foreign[0])} of an interval, {units.share(foreign[1])} on average."
        )
    return sentences or (["No other load on this machine was seen."] if foreign else [])


def _together(
    found: Sequence[tuple[int, float | None, float | None]],
) -> tuple[float, float] | None:
    """The largest value and the weighted mean over several campaigns; None when nothing is
    known."""
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
"""Title of the glossary."""


def trim_glossary(page: Page) -> Page:
    """The page with a glossary of only the words that it uses; without any, no glossary."""
    page_text = _page_text(page).casefold()

    def occurs(name: str) -> bool:
        return any(word.strip().casefold() in page_text for word in name.split(","))

    sections: list[Chart | Table | Facts] = []
    for section in page.sections:
        if isinstance(section, Facts) and section.title == WORDS:
            items = tuple(item for item in section.items if occurs(item[0]))
            sections += [replace(section, items=items)] if items else []
        else:
            sections.append(section)
    return replace(page, sections=tuple(sections))


def _page_text(page: Page) -> str:
    """All text of a page above its glossary."""
    parts = [page.answer, *page.because]
    parts += [text for figure in page.figures for text in (figure.name, figure.value, figure.basis)]
    for section in page.sections:
        match section:
            case Chart():
                parts += [section.title, section.caption, section.x.label]
                for panel in section.panels:
                    parts += [panel.title, panel.y.label]
                    parts += [
                        drawn.legend if isinstance(drawn, Marks) else drawn.name
                        for drawn in panel.series
                    ]
            case Table():
                parts += [
                    section.title,
                    section.caption,
                    *(column.label for column in section.columns),
                ]
                parts += [cell for row in section.rows for cell in row]
            case Facts() if section.title != WORDS:
                parts += [section.title, *(text for item in section.items for text in item)]
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
    """The glossary, with the same words as everywhere in Plimsoll."""
    lines = _MEANINGS.replace("\n ", " ").strip().splitlines()
    entries = (line.partition(": ") for line in lines)
    return Facts(WORDS, tuple((word, meaning) for word, _, meaning in entries))
