"""The report of a search for the load line (and of a demo, which is one): the answer first, then how it was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plimsoll import __version__
from plimsoll.reports import answer, charts, counters, several, tables
from plimsoll.reports.describe import Facts, Page
from plimsoll.reports.evidence import gather

if TYPE_CHECKING:
    from plimsoll.reports.charts import Curve
    from plimsoll.reports.evidence import Evidence
    from plimsoll.store import Store


def build(store: Store, campaign_id: int, curve: Curve | None = None) -> Page:
    """Describes the report of a campaign. `curve` draws points of a percentile curve from V2 histograms.

    Raises InputError when the store has no such campaign.
    """
    evidence = gather(store, campaign_id)
    hold = evidence.final_hold
    collected = counters.gather(store, evidence)
    if evidence.campaign.kind in several.KINDS:
        return _of_several(store, evidence, collected)
    line = charts.load_line(evidence)
    sections = [line]
    if collected is not None and line is not None:
        sections.append(counters.over_rate(collected, *charts.offered(evidence), beside=line))
    if hold is not None:
        over_time = charts.hold_over_time(hold)
        sections.append(over_time)
        if collected is not None and over_time is not None:
            sections.append(counters.over_time(collected, hold, over_time))
        sections.append(charts.distribution(hold, store.histograms(hold.row.id), curve or _native_curve, evidence))
    target = (evidence.first.get("spec") or {}).get("target", {}).get("name", "no target")
    return Page(
        title=f"A Run on {target}" if evidence.campaign.kind == "run" else f"Load line of {target}",
        answer=answer.headline(evidence),
        because=answer.because(evidence),
        figures=answer.figures(evidence),
        sections=(
            *(section for section in sections if section is not None),
            tables.every_run(evidence),
            *(() if collected is None else counters.tables(collected, hold)),
            *_around(evidence),
        ),
        footer=f"{_made(evidence)}, {answer.workload(evidence)}",
        data=_data(evidence),
    )


def _of_several(store: Store, evidence: Evidence, collected: counters.Collected | None) -> Page:
    return Page(
        title=several.title(evidence),
        answer=several.headline(store, evidence),
        because=several.because(evidence),
        figures=several.figures(evidence),
        sections=(
            several.asked(store, evidence, tables.every_run(evidence)),
            *(() if collected is None else counters.tables(collected, None)),
            *_around(evidence),
        ),
        footer=_made(evidence),
        data=_data(evidence),
    )


def _around(evidence: Evidence) -> tuple[Facts, ...]:
    return tables.conditions(evidence), tables.not_controlled(evidence), tables.glossary()


def _made(evidence: Evidence) -> str:
    row = evidence.campaign
    return f"Plimsoll {row.version or __version__}, campaign {row.id} of {evidence.store_path.name}"


def _data(evidence: Evidence) -> dict[str, Any]:
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
                "response_time_ns": run.figures("all", "response_time"),
            }
            for run in evidence.runs
        ],
    }


def _native_curve(blobs: list[bytes], steps: int) -> list[tuple[float, int]]:
    from plimsoll.histogram import curve

    return curve(blobs, steps)
