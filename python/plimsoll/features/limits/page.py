"""The report of a search for limits: the cap, proven or only seen, and the laws that the data
refutes or leaves tied.

It draws the stored answer of `plimsoll limits`. A campaign without an answer has only its table of
Runs.
"""

from __future__ import annotations

from plimsoll.features.limits import charts
from plimsoll.features.limits.first import HOLDERS
from plimsoll.features.limits.rules import LimitFinding, VolumeLimit, document, words
from plimsoll.report import conditions
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.common import answer, tables
from plimsoll.report.describe import Chart, Facts, Figure, Page, Table
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.request import ReportRequest


def fits(evidence: Evidence) -> str | None:
    """Only campaigns of `plimsoll limits` have this answer."""
    row = evidence.campaign
    if row.kind != "limits":
        return (
            "it did not look for limits; to find limits from its closed-loop Runs: plimsoll "
            f"limits --store {evidence.store_path} --campaign {row.id}"
        )
    return None


def build(asked: ReportRequest) -> Page:
    """Describes the report."""
    evidence = asked.evidence
    finding = _finding(evidence)
    runs = campaign_text.run_table(evidence, tables.every_run(evidence))
    return conditions.page(
        [evidence],
        title=campaign_text.title(evidence),
        answer=(
            campaign_text.headline(asked.store, evidence) if finding is None else headline(finding)
        ),
        because=_because(evidence, finding),
        figures=(*(() if finding is None else _figures(finding)), *campaign_text.figures(evidence)),
        sections=(
            *(() if finding is None else _sections(finding)),
            runs,
        ),
        verdict="" if finding is None else finding.verdict,
    )


def headline(finding: LimitFinding) -> str:
    """The cap in a sentence, and whether it is proven."""
    because = words.finding(finding).rstrip(".")
    match finding.verdict:
        case "found":
            return f"Found: {because}."
        case "absent":
            return f"No limit was met: {because}."
        case _:
            return f"Inconclusive: {because}."


def _finding(evidence: Evidence) -> LimitFinding | None:
    """The stored answer; None before the limits were judged."""
    return None if "verdict" not in evidence.result else document.read(evidence.result)


def _because(evidence: Evidence, finding: LimitFinding | None) -> tuple[str, ...]:
    if finding is None:
        return campaign_text.because(evidence)
    sentences = []
    for volume in finding.volumes:
        name = f"{volume.volume}: " if len(finding.volumes) > 1 else ""
        unproven = [cell for cell in volume.cells if not cell.proven]
        if volume.verdict == "found" and unproven:
            sentences.append(
                f"{name}At {len(unproven)} of {len(volume.cells)} questions the cap is only seen,"
                " not proven."
            )
        if volume.tied:
            sentences.append(
                f"{name}{_count_text(len(volume.tied), 'other law')}"
                f" fit{'s' * (len(volume.tied) == 1)} as well."
            )
        if volume.refuted:
            sentences.append(
                f"{name}{_count_text(len(volume.refuted), 'law')} refuted, each by a datum that"
                " the table names."
            )
        sentences += [
            f"{name}{note[0].upper()}{note[1:].rstrip('.')}." for note in words.notes(volume)
        ]
    return (*sentences, *answer.missing(evidence))


def _count_text(n: int, noun: str) -> str:
    return f"{n} {noun}{'s' * (n != 1)}"


def _figures(finding: LimitFinding) -> tuple[Figure, ...]:
    """The numbers of the found law with their ranges; only for a single volume."""
    if len(finding.volumes) != 1 or finding.volumes[0].found is None:
        return ()
    from plimsoll.base import units

    figures = []
    if (holder := finding.volumes[0].holder) is not None:
        holder_name = HOLDERS.get(holder.value, "not known")
        figures.append(Figure("Limited by", holder_name, words.holder(holder)))
    for parameter in finding.volumes[0].found.parameters:
        if parameter.fixed or parameter.value is None:
            continue
        name, text = {
            "operations/s": ("Cap, operations", f"{units.rate(parameter.value)} IOPS"),
            "bytes/s": ("Cap, bytes", units.throughput(parameter.value)),
        }.get(
            parameter.unit,
            (parameter.name.replace("_", " ").capitalize(), units.plain(parameter.value)),
        )
        if parameter.name.startswith(("read_", "write_")) and parameter.unit != "reads":
            name = f"{name} of {parameter.name.partition('_')[0]}s"
        figures.append(
            Figure(name, text, f"95 %: {words.interval(parameter) or words.range_text(parameter)}")
        )
    return tuple(figures)


def _sections(finding: LimitFinding) -> list[Chart | Table | Facts]:
    sections: list[Chart | Table | Facts] = []
    several_volumes = len(finding.volumes) > 1
    for number, volume in enumerate(finding.volumes, 1):
        sections += _volume_sections(volume, number, several=several_volumes)
    for law in finding.size_laws:
        sections.append(charts.over_sizes(finding, law))
        sections.append(
            charts.table(law, f"Laws of the volume's size, {law.subject.replace('_per_s', '/s')}")
        )
    return sections


def _volume_sections(
    volume: VolumeLimit, number: int, *, several: bool
) -> list[Chart | Table | Facts]:
    mixes = sorted({cell.read_percent for cell in volume.cells}, reverse=True)
    sections: list[Chart | Table | Facts] = [
        charts.chart(volume, mix, f"limit-{number}-{mix:g}", several=several) for mix in mixes
    ]
    sections.append(charts.table(volume, f"Laws tested on {volume.volume}"))
    sections.append(charts.measurement_table(volume))
    burst = charts.bursts(volume)
    return sections if burst is None else [*sections, burst]
