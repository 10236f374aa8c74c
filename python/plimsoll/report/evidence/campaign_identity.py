"""The identity of a campaign: its display name, and the question that decides which campaigns it
can be compared with."""

import hashlib
import json
from pathlib import Path
from typing import Any

from plimsoll.base import language
from plimsoll.native import stack_parameters
from plimsoll.report.evidence import records
from plimsoll.report.evidence.evidence import Evidence, gather
from plimsoll.report.messages import message
from plimsoll.store import CampaignRow, Store
from plimsoll.store.imports import AS_FOUND, KIND

_INCIDENTAL_KEYS = ("name", "seed", "repeats")
"""Keys of a workload or load that do not change the question."""


def display_name(evidence: Evidence) -> str:
    """The name that a user gave the campaign, else its kind and targets."""
    row = evidence.campaign
    names = ", ".join(Path(target).name for target in short_targets(evidence))
    by_targets = f"{row.kind} {names}".strip()
    return row.display_name or _import_name(row) or by_targets


def targets(evidence: Evidence) -> list[str]:
    """Names of the targets, also for a campaign without Runs."""
    planned = [stack_parameters.target_display_name(point.target) for point in evidence.points]
    measured = [str(run.spec["target"]["name"]) for run in evidence.measured_runs]
    target = evidence.campaign.session.target
    return list(dict.fromkeys(planned or measured or ([str(target)] if target else [])))


def short_targets(evidence: Evidence) -> list[str]:
    """The same for readers: described storage once, without the parameters that vary."""
    if not evidence.points:
        named = stack_parameters.merge_parameters(map(stack_parameters.apart, targets(evidence)))
        return [records.stack_words(*entry) for entry in named]
    planned = (
        (point.target["name"], ", ".join(stack_parameters.words(point.target)))
        for point in evidence.points
    )
    return [", ".join(filter(None, entry)) for entry in stack_parameters.merge_parameters(planned)]


def question(evidence: Evidence) -> str:
    """Digest of the question: what a campaign measures, on which target and host. Campaigns with
    equal digests have comparable key figures.

    Seeds, repeats, lengths and configurations are left out: repeating a question, or varying its
    configuration, does not change it."""
    row = evidence.campaign
    host = evidence.machine.hostname
    parts: list[Any] = [row.kind, row.strategy, evidence.objective_words or row.objective, host]
    if evidence.points:
        points = {
            json.dumps(
                [
                    stack_parameters.target_display_name(point.target),
                    _plain(point.workload),
                    _plain(point.load),
                ],
                sort_keys=True,
            )
            for point in evidence.points
        }
        parts.append(sorted(points))
    else:
        parts += [targets(evidence), *map(row.spec.get, ("promise", "paths"))]
        if evidence.measured_runs:
            spec = evidence.measured_runs[0].spec
            parts.append(spec["workload"])
            # In a search the load is the answer; in a Run it is part of the question.
            parts.append(spec["load"] if row.kind == "run" else None)
    text = json.dumps(parts, sort_keys=True)
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()


def pinned_for(store: Store, campaign_id: int) -> list[int]:
    """The campaigns pinned as baseline for the question of this campaign."""
    pinned = [row.id for row in store.campaigns() if row.labels.baseline]
    if not pinned:
        return []
    own_question = question(gather(store, campaign_id))
    return [number for number in pinned if question(gather(store, number)) == own_question]


def _plain(settings: Any) -> dict[str, object]:
    return {key: value for key, value in settings.items() if key not in _INCIDENTAL_KEYS}


def _import_name(row: CampaignRow) -> str:
    """The name of an import: its --as, else its files."""
    paths = row.spec.get("paths")
    if row.kind != KIND or not paths:
        return ""
    named = [name for name in row.spec.get("configuration") or () if name != AS_FOUND]
    files = [Path(path).name for path in paths]
    if named:
        return language.listing(named)
    listed, more = language.listing(files[:3]), len(files) - 3
    if more > 0:
        return message("import-of-more", files=listed, more=more)
    return message("import-of", files=listed)
