"""What stands on every page, whatever it says: the conditions under which its figures hold, what
was not controlled, the words it uses, who made it, its data."""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.base import units, workload_text
from plimsoll.base.version import __version__
from plimsoll.native import neighbours
from plimsoll.report.common import imported as words
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
    """A page with what every page has: `sections` without those that are None, then the conditions;
    the version and the campaigns at its foot; its data for programs, with `extra`."""
    evidence, several = campaigns[0], len(campaigns) > 1
    numbers = f" (campaigns {', '.join(str(one.campaign.id) for one in campaigns)})"
    return Page(
        title=title,
        answer=answer,
        because=tuple(because),
        figures=tuple(figures),
        sections=(*(one for one in sections if one is not None), *conditions_of(campaigns)),
        footer=f"{made(evidence)}{numbers if several else ''}",
        data={**data(evidence), **(extra or {})},
        slicers=slicers,
        first=first,
        verdict=verdict,
    )


def conditions(evidence: Evidence) -> tuple[Facts, ...]:
    """Under which conditions the figures hold, what was not controlled, and the words used."""
    return circumstances(evidence), not_controlled(evidence), glossary()


def conditions_of(campaigns: Sequence[Evidence]) -> tuple[Facts, ...]:
    """The same of several campaigns together: what they share is said once, each campaign with its
    seed by itself."""
    if len(campaigns) == 1:
        return conditions(campaigns[0])
    first = campaigns[0]
    together = replace(
        first,
        runs=tuple(run for one in campaigns for run in one.runs),
        marks=tuple(mark for one in campaigns for mark in one.marks),
        store_on_target=any(one.store_on_target for one in campaigns) or first.store_on_target,
        read_load=lambda _: [load for one in campaigns for load in one.loads()],
    )
    told, open_questions, meanings = conditions(together)
    items = [item for item in told.items if item[0] not in ("Campaign", "Seed")]
    each = [
        ("Campaign", f"{value}; seed {one.campaign.seed}")
        for one in campaigns
        for name, value in circumstances(one).items
        if name == "Campaign"
    ]
    return replace(told, items=(*items, *each)), open_questions, meanings


def made(evidence: Evidence) -> str:
    """By which version, and from which campaign of which store."""
    row = evidence.campaign
    return f"Plimsoll {row.version or __version__}, campaign {row.id} of {evidence.store_path.name}"


_BASIS = ("Machine", "Target", "Workload")


def basis(campaigns: Sequence[Evidence]) -> tuple[tuple[str, str], ...]:
    """What figures are of, in a few lines: of what, where, when, and whether they were measured."""
    told: dict[str, list[str]] = {}
    for one in campaigns:
        for name, value in circumstances(one).items:
            if value not in told.setdefault(name, []):
                told[name].append(value)
    promised = list(dict.fromkeys(one.promised for one in campaigns if one.promised))
    return (
        ("Date", "; ".join(dict.fromkeys(map(dates.words, campaigns)))),
        *((name, "; ".join(told[name])) for name in _BASIS if name in told),
        *([("Objective", "; ".join(promised))] if promised else []),
        *((("Figures", said),) if (said := simulated(campaigns) or _measured(campaigns)) else ()),
    )


def simulated(campaigns: Sequence[Evidence]) -> str:
    """That figures are a model's: nobody should sign them for those of a device. Empty where none
    is."""
    found = [origin.of(run.spec) for one in campaigns for run in one.measured]
    kinds: tuple[tuple[origin.Origin, str, str], ...] = (
        ("simulated", "A simulation", "virtual"),
        ("emulated", "An emulation", "real"),
    )
    told = []
    for kind, alone, clock in kinds:
        if many := found.count(kind):
            some = f"{many} of {len(found)} Runs are {kind}"
            which = alone if many == len(found) else some
            told.append(f"{which}: a described storage system on the {clock} clock")
    return f"{'; '.join(told)}; nothing was measured on a device." if told else ""


def _measured(campaigns: Sequence[Evidence]) -> str:
    runs = [figures for one in campaigns for figures in figures_of(one.runs)]
    foreign = sum(figures.imported is not None for figures in runs)
    if foreign:
        which = "Every Run was" if foreign == len(runs) else f"{foreign} of {len(runs)} Runs were"
        return f"{which} imported from another program; Plimsoll did not measure it."
    return "Measured: every Run was made against the target itself." if runs else ""


def data(evidence: Evidence) -> dict[str, object]:
    """The figures of the answer, for whoever reads the file with a program."""
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
    """The latency that stands for a Run, as its record was written: lower bounds are named where
    there are some."""
    if run.record is None:
        return {}
    spans = run.figures("all", run.metric)
    return {name: given for name, given in spans.items() if name != "at_least" or given}


def circumstances(evidence: Evidence) -> Facts:
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
    if not host.kernel_release and not host.cores_online:
        # An imported file gives the name alone.
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


def _beside_import(figures: RunFigures) -> list[str]:
    """The same of a Run that another program made."""
    said = [
        (
            "Another program measured: of the machine, its caches and whatever else ran on it"
            " Plimsoll saw nothing."
        )
    ]
    if figures.spec["access"] == "cached" and figures.outcome != "cached":
        said.append(
            "The file was opened through the operating system's cache: which part of the"
            " operations it answered, and how many writes had reached the storage, is not known."
        )
    return said


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
