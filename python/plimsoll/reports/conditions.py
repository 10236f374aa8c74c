"""What stands on every page, whatever it says: conditions, what was not controlled, words, who made
it, its data."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll import __version__
from plimsoll.reports.common import tables
from plimsoll.reports.evidence import dates, origin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.reports.describe import Facts
    from plimsoll.reports.evidence.evidence import Evidence


def conditions(evidence: Evidence) -> tuple[Facts, ...]:
    """Under which conditions the figures hold, what was not controlled, and the words used."""
    return tables.conditions(evidence), tables.not_controlled(evidence), tables.glossary()


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
    told, open_questions, words = conditions(together)
    items = [item for item in told.items if item[0] not in ("Campaign", "Seed")]
    each = [
        ("Campaign", f"{value}; seed {one.campaign.seed}")
        for one in campaigns
        for name, value in tables.conditions(one).items
        if name == "Campaign"
    ]
    return replace(told, items=(*items, *each)), open_questions, words


def made(evidence: Evidence) -> str:
    """By which version, and from which campaign of which store."""
    row = evidence.campaign
    return f"Plimsoll {row.version or __version__}, campaign {row.id} of {evidence.store_path.name}"


_BASIS = ("Machine", "Target", "Workload")


def basis(campaigns: Sequence[Evidence]) -> tuple[tuple[str, str], ...]:
    """What figures are of, in a few lines: of what, where, when, and whether they were measured."""
    told: dict[str, list[str]] = {}
    for one in campaigns:
        for name, value in tables.conditions(one).items:
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
    runs = [figures for one in campaigns for figures in tables.figures_of(one.runs)]
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
                f"{run.metric}_ns": run.figures("all", run.metric),
            }
            for run in evidence.runs
        ],
    }
