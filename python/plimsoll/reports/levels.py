"""The lines that figures are held against: objectives, the levels of promises, rates that were promised."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.errors import PlimsollError
from plimsoll.judge.levels import Level, parse
from plimsoll.reports import placed, units

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plimsoll.reports.evidence import Evidence

_STATISTIC = re.compile(r"\s*(mean|max|p[\d.]+)")


def gather(every: Iterable[Evidence]) -> tuple[Level, ...]:
    """The levels that these campaigns state, each once: objectives, named levels, and of a check what its promises say."""
    found: list[Level] = []
    for evidence in every:
        found += [
            Level(f"objective {one.figure.replace('_', '.')} <= {units.nanos(one.bound_ns)}", one.bound_ns, "time", one.figure)
            for one in placed.objectives(evidence)
            if one.kind == "all" and one.metric == "response_time"
        ]  # fmt: skip
        found += _stated(evidence)
        if evidence.campaign.kind == "check":
            found += [*_promised(evidence), *_rates(evidence)]
    kept: dict[tuple[float, str, str], Level] = {}
    for level in found:
        kept.setdefault((level.value, level.of, level.figure), level)
    return tuple(sorted(kept.values(), key=lambda level: (level.of, level.value)))


def _stated(evidence: Evidence) -> list[Level]:
    """What the campaign's file names, with its bound behind the name."""
    stated = (evidence.campaign.spec.get("campaign") or {}).get("levels") or {}
    return [replace(parse(name, text), name=f"{name}: {text}") for name, text in stated.items()]


def _promised(evidence: Evidence) -> list[Level]:
    """`ideal` and `tolerable` of the promises, and bounds that one states."""
    from plimsoll.execute import parse_span

    found = []
    for promise in (evidence.campaign.spec.get("promise") or {}).get("promise") or ():
        objective = str(promise.get("objective") or "")
        statistic = _STATISTIC.match(objective)
        if statistic is None:
            continue
        figure = statistic[1].replace(".", "_")
        bounds = {name: promise.get(name) for name in ("ideal", "tolerable")}
        bounds["objective"] = objective.partition("<=")[2].strip() or None
        for name, bound in bounds.items():
            try:
                value = parse_span(str(bound)) * 1e9 if bound else None
            except PlimsollError:
                continue
            if value is not None:
                found.append(Level(f"{name} {statistic[1]} <= {units.nanos(value)}", value, "time", figure))
    return found


def _rates(evidence: Evidence) -> list[Level]:
    """Rates that were promised."""
    return [
        Level(f"{one['promise']} ({str(one['direction']).replace('_', ' ')} {units.rate(one['value'])})", float(one["value"]), "rate")
        for one in evidence.result.get("evidence") or ()
        if one.get("value") is not None and str(one.get("unit")) in ("operations/s", "1/s", "IOPS")
    ]  # fmt: skip
