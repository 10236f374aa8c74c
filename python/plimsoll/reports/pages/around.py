"""What stands on every page, whatever it says: conditions, what was not controlled, words, who made it, its data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plimsoll import __version__
from plimsoll.reports import tables

if TYPE_CHECKING:
    from plimsoll.reports.describe import Facts
    from plimsoll.reports.evidence import Evidence


def conditions(evidence: Evidence) -> tuple[Facts, ...]:
    """Under which conditions the figures hold, what was not controlled, and the words used."""
    return tables.conditions(evidence), tables.not_controlled(evidence), tables.glossary()


def made(evidence: Evidence) -> str:
    """By which version, and from which campaign of which store."""
    row = evidence.campaign
    return f"Plimsoll {row.version or __version__}, campaign {row.id} of {evidence.store_path.name}"


def data(evidence: Evidence) -> dict[str, Any]:
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
                "response_time_ns": run.figures("all", "response_time"),
            }
            for run in evidence.runs
        ],
    }
