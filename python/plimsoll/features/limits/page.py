"""The report of a search for limits: the cap, proven or only seen, and the laws that the data
refutes or leaves tied.

It draws the stored answer of `plimsoll limits`. A campaign without an answer has only its table of
Runs.
"""

from plimsoll.base import language
from plimsoll.features.limits import charts
from plimsoll.features.limits.first import HOLDERS
from plimsoll.features.limits.messages import message
from plimsoll.features.limits.rules import document, words
from plimsoll.features.limits.rules.finding import LimitFinding, VolumeLimit
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
        return message("report-does-not-fit", store=evidence.store_path, campaign=row.id)
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
        verdict="" if finding is None else message(f"verdict-{finding.verdict}"),
    )


def headline(finding: LimitFinding) -> str:
    """The cap in a sentence, and whether it is proven."""
    because = language.without_stop(words.finding(finding))
    match finding.verdict:
        case "found":
            return message("found", because=because)
        case "absent":
            return message("absent", because=because)
        case _:
            return message("inconclusive", because=because)


def _finding(evidence: Evidence) -> LimitFinding | None:
    """The stored answer; None before the limits were judged."""
    return None if "verdict" not in evidence.result else document.read(evidence.result)


def _because(evidence: Evidence, finding: LimitFinding | None) -> tuple[str, ...]:
    if finding is None:
        return campaign_text.because(evidence)
    sentences: list[str] = []
    for volume in finding.volumes:
        found: list[str] = []
        unproven = [cell for cell in volume.cells if not cell.proven]
        if volume.verdict == "found" and unproven:
            cells = len(volume.cells)
            found.append(message("only-seen", unproven=len(unproven), cells=cells))
        if volume.tied:
            found.append(message("ties", laws=len(volume.tied)))
        found += map(language.sentence, words.notes(volume))
        sentences += (
            [message("finding-of-volume", volume=volume.volume, finding=text) for text in found]
            if len(finding.volumes) > 1
            else found
        )
    return (*sentences, *answer.missing(evidence))


def _figures(finding: LimitFinding) -> tuple[Figure, ...]:
    """The numbers of the found law with their ranges; only for a single volume."""
    if len(finding.volumes) != 1 or finding.volumes[0].found is None:
        return ()
    figures = []
    if (holder := finding.volumes[0].holder) is not None:
        known = holder.value in HOLDERS
        name = message(f"holder-{holder.value}") if known else message("holder-not-known")
        figures.append(Figure(message("row-limited-by"), name, words.holder(holder)))
    granted = finding.volumes[0].refill
    numbers = finding.volumes[0].found.parameters + (() if granted is None else granted.parameters)
    for parameter in numbers:
        if parameter.fixed or parameter.value is None:
            continue
        text = words.number(parameter, parameter.value)
        ends = words.interval(parameter) or words.range_text(parameter)
        name = message(f"figure-{parameter.name}")
        figures.append(Figure(name, text, message("within-95", ends=ends)))
    return tuple(figures)


def _sections(finding: LimitFinding) -> list[Chart | Table | Facts]:
    sections: list[Chart | Table | Facts] = []
    several_volumes = len(finding.volumes) > 1
    for number, volume in enumerate(finding.volumes, 1):
        sections += _volume_sections(volume, number, several=several_volumes)
    for law in finding.size_laws:
        sections.append(charts.over_sizes(finding, law))
        sections.append(charts.table(law, message(f"table-size-laws-{law.subject}")))
    return sections


def _volume_sections(
    volume: VolumeLimit, number: int, *, several: bool
) -> list[Chart | Table | Facts]:
    mixes = sorted({cell.read_percent for cell in volume.cells}, reverse=True)
    sections: list[Chart | Table | Facts] = [
        charts.chart(volume, mix, f"limit-{number}-{mix:g}", several=several) for mix in mixes
    ]
    sections.append(charts.table(volume, message("table-laws", volume=volume.volume)))
    sections.append(charts.measurement_table(volume))
    burst = charts.bursts(volume)
    return sections if burst is None else [*sections, burst]
