"""Sections that every page has: the conditions of its figures, uncontrolled factors, a glossary,
its version and its data."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.base import language, units, workload_text
from plimsoll.base.version import __version__
from plimsoll.native import neighbours, stack_parameters
from plimsoll.report.common import import_text as words
from plimsoll.report.describe import Chart, Facts, Marks, Page, Table
from plimsoll.report.evidence import dates, origin, records
from plimsoll.report.messages import message
from plimsoll.store.imports import KIND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from plimsoll.native.record import BlockDevice, RunSpec
    from plimsoll.report.describe import Figure, First, Slicer
    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.report.evidence.run_figures import RunFigures

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
    evidence, bottom = campaigns[0], footer(campaigns[0])
    if len(campaigns) > 1:
        numbers = language.listing(str(evidence.campaign.id) for evidence in campaigns)
        bottom = message("footer-campaigns", footer=bottom, campaigns=numbers)
    return Page(
        title=title,
        answer=answer,
        because=tuple(because),
        figures=tuple(figures),
        sections=(
            *(section for section in sections if section is not None),
            *conditions_of(campaigns),
        ),
        footer=bottom,
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
    campaign_name, seed = message("fact-campaign"), message("fact-seed")
    items = [item for item in facts.items if item[0] not in (campaign_name, seed)]
    each = [
        (campaign_name, message("campaign-seed", campaign=value, seed=evidence.campaign.seed))
        for evidence in campaigns
        for name, value in circumstances(evidence).items
        if name == campaign_name
    ]
    return replace(facts, items=(*items, *each)), open_questions, meanings


def footer(evidence: Evidence) -> str:
    """The version of Plimsoll, the campaign and its store."""
    row = evidence.campaign
    return message(
        "footer",
        version=row.version or __version__,
        campaign=row.id,
        store=evidence.store_path.name,
    )


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
    names = (message("fact-machine"), message("about-target"), message("fact-workload"))
    return (
        (message("about-date"), language.clauses(dict.fromkeys(map(dates.words, campaigns)))),
        *((name, language.clauses(values[name])) for name in names if name in values),
        *([(message("objective"), language.clauses(promised))] if promised else []),
        *(
            ((message("fact-figures"), origin_text),)
            if (origin_text := simulation_note(campaigns) or _origin_note(campaigns))
            else ()
        ),
    )


def simulation_note(campaigns: Sequence[Evidence]) -> str:
    """A note that the figures come from a model, so that nobody signs them for a device. Empty
    when none do."""
    found = [origin.of(run.spec) for evidence in campaigns for run in evidence.measured_runs]
    simulated, emulated, of = found.count("simulated"), found.count("emulated"), len(found)
    parts = []
    if simulated:
        parts.append(
            message("all-simulated")
            if simulated == of
            else message("some-simulated", n=simulated, of=of)
        )
    if emulated:
        parts.append(
            message("all-emulated")
            if emulated == of
            else message("some-emulated", n=emulated, of=of)
        )
    return message("nothing-on-a-device", parts=language.clauses(parts)) if parts else ""


def _origin_note(campaigns: Sequence[Evidence]) -> str:
    runs = [figures for evidence in campaigns for figures in figures_of(evidence.runs)]
    foreign = sum(figures.imported is not None for figures in runs)
    if foreign == len(runs):
        return message("every-run-imported") if runs else ""
    if foreign:
        return message("some-runs-imported", n=foreign, of=len(runs))
    return message("every-run-measured")


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
            message("conditions"),
            (
                ("Plimsoll", evidence.campaign.version or message("unknown")),
                (message("fact-campaign"), _campaign(evidence)),
            ),
        )
    items = [
        (message("about-target"), _short_list(targets(measured))),
        *_machines(measured),
        (message("fact-engine"), _each(measured, engine)),
        (message("fact-workload"), _each(measured, workload_text.whole)),
        (message("fact-loads"), _loads(evidence)),
        *([(message("phases"), phases)] if (phases := _phases(evidence)) else []),
        *_own(evidence),
        *_origin(measured),
        (message("fact-store"), _store(evidence)),
        (message("fact-campaign"), _campaign(evidence)),
        ("Plimsoll", language.clauses(dict.fromkeys(map(_made_by, measured)))),
    ]
    return Facts(message("conditions"), tuple(items))


def figures_of(runs: Iterable[Run]) -> list[RunFigures]:
    """The figures of every Run that has a record."""
    return [run.measurement for run in runs if run.measurement is not None]


_MAX_LISTED_VALUES = 6
"""Conditions list at most this many targets or workloads; the table of Runs has all of them."""


def _each(measured: Sequence[RunFigures], words: Callable[[RunSpec], str]) -> str:
    """Every distinct value over these Runs."""
    return _short_list([words(figures.spec) for figures in measured])


def targets(measured: Sequence[RunFigures]) -> list[str]:
    """The targets; described storage that was measured with more sets of parameters than are
    listed is one of them, with their number."""
    given: dict[str, dict[str, RunSpec]] = {}
    for figures in measured:
        name = figures.spec["target"]["name"]
        given.setdefault(stack_parameters.apart(name)[0], {})[name] = figures.spec
    texts: list[str] = []
    for file, specs in given.items():
        if len(specs) <= _MAX_LISTED_VALUES:
            texts += map(target, specs.values())
            continue
        spec = next(iter(specs.values()))
        spec = {**spec, "target": {**spec["target"], "name": file}}
        texts.append(message("target-sets", target=target(spec), sets=len(specs)))
    return texts


def _own(evidence: Evidence) -> list[tuple[str, str]]:
    """Facts that only Runs measured by Plimsoll have."""
    measured = figures_of(evidence.runs)
    if all(figures.imported for figures in measured):
        return []
    stamps = [figures.stamps for figures in measured if figures.stamps]
    late = units.nanos(max(stamp["reap_gap_max_ns"] for stamp in stamps))
    mean = units.nanos(max(stamp["reap_gap_mean_ns"] for stamp in stamps) / 2)
    return [
        (message("stamps"), message("completions-noticed", most=late, mean=mean)),
        (message("fact-seed"), message("seeds", seed=evidence.campaign.seed)),
    ]


def _origin(measured: Sequence[RunFigures]) -> list[tuple[str, str]]:
    """Sources of imported Runs: files, how latency is timed, and unknown figures."""
    found = [figures.imported for figures in measured if figures.imported]
    return (
        [
            (message("imported-from"), _short_list([words.program(source) for source in found])),
            (message("fact-latency"), _short_list([words.starts(source) for source in found])),
            (
                message("fact-not-known"),
                _short_list([unknown for source in found for unknown in words.unknowns(source)]),
            ),
        ]
        if found
        else []
    )


def _short_list(texts: list[str]) -> str:
    several = list(dict.fromkeys(text for text in texts if text))
    listed, more = language.clauses(several[:_MAX_LISTED_VALUES]), len(several) - _MAX_LISTED_VALUES
    if more > 0:
        return message("values-and-more", values=listed, more=more)
    return listed or message("nothing")


def target(spec: RunSpec, *, with_blocks: bool = False) -> str:
    """A target with its kind and size, as far as they are known."""
    spec_target = spec["target"]
    name = records.target_words(spec_target["name"])
    # Imported files may have none of these.
    kind: str | None = spec_target["kind"]
    known = [
        *([message("target-kind", kind=kind)] if kind else []),
        *([units.size(size)] if (size := spec_target["size_bytes"]) else []),
        *(
            [message("blocks-of", size=units.size(block))]
            if with_blocks and (block := spec_target["logical_block_bytes"])
            else []
        ),
    ]
    if not known:
        return name
    return message("name-and-facts", name=name, facts=language.listing(known))


def engine(spec: RunSpec) -> str:
    """An engine, and whether it went through the page cache."""
    return message("engine-and-access", engine=spec["engine"], access=spec["access"])


def _made_by(figures: RunFigures) -> str:
    version = figures.version
    if version["build"] == "imported":
        return message("version-imported", version=version["plimsoll"])
    return message("version-and-build", version=version["plimsoll"], build=version["build"])


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
    return message("several-values", n=len(values), values=_short_list(values))


def _machine(figures: RunFigures) -> list[tuple[str, str]]:
    host = figures.host
    if host is None:
        unknown = message("machine-not-told") if figures.imported else message("machine-none")
        return [(message("fact-machine"), unknown)]
    known = units.DASH
    if not host.kernel_release and not host.cores_online:
        # An imported file has only the host name.
        return [(message("fact-machine"), host.hostname or units.unknown_figure())]
    mounted = message("no-file-system")
    if system := host.file_system:
        mounted = message(
            "mounted",
            type=system["type_name"],
            source=system["source"],
            options=",".join(system["options"]),
        )
    machine = message(
        "machine-described",
        host=host.hostname or known,
        cpu=host.cpu_model or message("processor-unknown"),
        cores=host.cores_online or known,
        memory=units.size(host.memory_bytes),
    )
    kernel, clock = host.kernel_release or known, host.clocksource or known
    chain = " → ".join(map(_device, host.target_chain)) or message("chain-not-reported")
    return [
        (message("device-chain"), chain),
        (message("file-system"), mounted),
        (message("fact-machine"), machine),
        (message("kernel"), message("kernel-and-clock", kernel=kernel, clock=clock)),
    ]


def _device(device: BlockDevice) -> str:
    parts = {
        "scheduler": device["scheduler"],
        "requests": device["nr_requests"],
        "depth": device["queue_depth"],
        "cache": device["write_cache"],
    }
    facts = [
        message("device-kind", kind=device["kind"]),
        *(message(f"device-{name}", value=value) for name, value in parts.items() if value),
    ]
    return message("name-and-facts", name=device["name"], facts=language.listing(facts))


def _loads(evidence: Evidence) -> str:
    runs = _asked_for(evidence)
    loads = [run.spec["load"] for run in runs]
    opened = [load for load in loads if load["kind"] == "open"]
    load_texts = []
    if len(opened) < len(loads):
        load_texts.append(message("closed-loop-runs", n=len(loads) - len(opened)))
    if opened:
        caps = {load["max_outstanding"] for load in opened}
        # Any of these may be unknown in imported Runs.
        processes: set[str | None] = {load["arrivals"] for load in opened}
        and_ = message("and")
        arrivals = and_.join(
            message("arrival-process", process=process)
            for process in sorted(filter(None, processes))
        )
        several = sorted({load["workers"] or 0 for load in opened} - {0})
        workers = message("load-workers-not-told")
        if several:
            count = and_.join(str(n) for n in several)
            workers = message("workers", workers=sum(several), count=count)
        in_flight = and_.join(units.count(cap) for cap in sorted(cap for cap in caps if cap))
        parts = (
            message("told-arrivals", value=arrivals or "none"),
            workers,
            message("told-in-flight", value=in_flight or "none"),
        )
        load_texts.append(message("open-loop-runs", n=len(opened), load=language.listing(parts)))
    if beside := len(evidence.measured_runs) - len(runs):
        load_texts.append(message("settling-runs", n=beside))
    return language.clauses(load_texts)


def _asked_for(evidence: Evidence) -> list[Run]:
    """The measured Runs, without those that settled the target between Points."""
    return [run for run in evidence.measured_runs if run.row.role != "settle"]


def _phases(evidence: Evidence) -> str:
    measured = figures_of(_asked_for(evidence) or evidence.measured_runs)
    spans = {
        "warmup": [figures.warmup_s for figures in measured],
        "measure": [figures.measure_s for figures in measured],
        "drain": [figures.drain_s for figures in measured],
    }
    known = {
        name: [length for length in lengths if length is not None]
        for name, lengths in spans.items()
    }
    return language.listing(
        message(f"lengths-{name}", time=_range(values)) for name, values in known.items() if values
    )


def _range(values: list[float]) -> str:
    low, high = units.seconds(min(values)), units.seconds(max(values))
    return low if low == high else message("latency-within", low=low, high=high)


def _store(evidence: Evidence) -> str:
    where = {True: "on", False: "off", None: "unknown"}[evidence.store_on_target]
    return message("store-place", store=evidence.store_path, where=where)


def _campaign(evidence: Evidence) -> str:
    row = evidence.campaign
    return message(
        "campaign-described",
        campaign=row.id,
        kind=message("campaign-kind", kind=row.kind),
        strategy=message("strategy", strategy=row.strategy),
        # Imported campaigns were not started here: their Runs carry their own dates.
        begun="imported" if row.kind == KIND else "started",
        time=language.second(language.moment(row.started_at_ns)),
        state=row.state,
    )


def uncontrolled_factors(evidence: Evidence) -> Facts:
    """Known influences on the figures that nobody controlled, and the notes of the Runs."""
    sentences = [*_everywhere(evidence), *_notes(evidence)]
    sentences += [message("event-named", kind=kind, text=text) for kind, text in evidence.marks]
    return Facts(
        message("not-controlled"), tuple(("", text) for text in sentences or [message("not-known")])
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
    sentences = [message("another-program-measured")]
    if figures.spec["access"] == "cached" and figures.outcome != "cached":
        sentences.append(message("opened-through-cache"))
    return sentences


def _surroundings(figures: RunFigures, store_on_target: bool | None) -> list[str]:
    if figures.imported:
        return _beside_import(figures)
    spec, host = figures.spec, figures.host
    if spec["clock"] == "virtual" and (host is None or spec["target"]["kind"] in _NO_STORAGE):
        return [message("on-virtual-clock")]
    found = []
    if host is None or spec["target"]["kind"] in _NO_STORAGE:
        found.append(message("no-real-storage"))
    else:
        found.append(message("caches-not-emptied"))
        if system := host.file_system:
            found.append(message("file-system-between", type=system["type_name"]))
        if store_on_target:
            found.append(message("store-on-device"))
    if host is not None:
        if guest := host.virtualisation:
            found.append(message("machine-is-guest", guest=guest))
        governor = host.cpu_governor
        if not governor:
            found.append(message("governor-unknown"))
        elif governor != "performance":
            found.append(message("governor-is", governor=governor))
    return found


def _others(evidence: Evidence) -> list[str]:
    """Other load on this machine: the programs seen beside the Runs, stolen time, and foreign
    CPU time."""
    found = neighbours.summary(figures.record for figures in figures_of(evidence.runs))
    # The hypervisor's share is stated below, per interval.
    sentences = neighbours.sentences(
        [neighbour for neighbour in found if neighbour.name != neighbours.HYPERVISOR]
    )
    sentences = [language.capital(f"{sentence}.") for sentence in sentences]
    loads = evidence.loads()
    stolen = _together([(load.stolen_n, load.stolen_max, load.stolen_mean) for load in loads])
    foreign = _together([(load.foreign_n, load.foreign_max, load.foreign_mean) for load in loads])
    if stolen and stolen[0] > 0.005:
        most, mean = map(units.share, stolen)
        sentences.append(message("processor-time-stolen", most=most, mean=mean))
    if foreign and foreign[0] > 0.05:
        most, mean = map(units.share, foreign)
        sentences.append(message("other-processes", most=most, mean=mean))
    return sentences or ([message("no-other-load")] if foreign else [])


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
    if total <= 1:
        return list(counts)
    return [
        message("note-of-all", note=note, of=total)
        if n == total
        else message("note-of-runs", note=note, n=n, of=total)
        for note, n in counts.items()
    ]


def trim_glossary(page: Page) -> Page:
    """The page with a glossary of only the words that it uses; without any, no glossary."""
    page_text, title = _page_text(page).casefold(), message("words")

    def occurs(name: str) -> bool:
        return any(word.strip().casefold() in page_text for word in name.split(","))

    sections: list[Chart | Table | Facts] = []
    for section in page.sections:
        if isinstance(section, Facts) and section.title == title:
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
            case Facts() if section.title != message("words"):
                parts += [section.title, *(text for item in section.items for text in item)]
    return "\n".join(parts)


_WORDS = (
    "load-line",
    "offered",
    "response-time",
    "completion-latency",
    "own-lag",
    "p99",
    "probe",
    "maximum",
    "knee",
    "horizon",
    "system-load",
)


def glossary() -> Facts:
    """The glossary, with the same words as everywhere in Plimsoll."""
    return Facts(
        message("words"),
        tuple((message(f"word-{word}"), message(f"meaning-{word}")) for word in _WORDS),
    )
