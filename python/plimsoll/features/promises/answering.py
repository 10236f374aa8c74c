"""A verdict as a program gets it: `plimsoll.check`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.features.promises import checking
from plimsoll.library.bench import Bench
from plimsoll.library.results import CampaignPlace, CheckResult, Scratch

if TYPE_CHECKING:
    from plimsoll.features.promises.rules.document import Check
    from plimsoll.library.arguments import Arguments

OF_REQUEST = ("workers", "warmup_for", "measure_for")
"""Keys of a load and a Run that a check reads by itself."""


def check(
    bench: Bench,
    given: Arguments,
    flags: Sequence[str],
    *,
    promise: Path | None,
    targets: list[str],
    rate: float | None,
    objective: str | None,
    campaign: int | None,
    configuration: str | None,
) -> CheckResult:
    """The verdict on a promise file, or on a rate and an objective. `flags`: what was given."""
    store = given.path("store")
    scratch = Scratch() if store is None and campaign is None else None
    plan = checking.CheckRequest(
        given.question([], but=OF_REQUEST),
        flags=flags,
        promise=promise,
        targets=targets or None,
        rate=rate,
        objective=objective,
        workers=given.value("workers"),
        most_outstanding=given.value("most_outstanding"),
        warmup_for=given.value("warmup_for"),
        measure_for=given.value("measure_for"),
        seed=given.value("seed"),
        store=store,
        scratch=None if scratch is None else scratch.store,
        campaign=campaign,
        configuration=configuration,
    ).plan()
    if campaign is not None:
        assert store is not None, "refused without one"
        return _result(checking.judge_campaign(plan), CampaignPlace(store, (campaign,)))
    with checking.measure(bench, plan) as (verdict, numbers, _):
        path = store if scratch is None else scratch.store
        assert path is not None, "one of them is there"
        return _result(verdict, CampaignPlace(path, numbers[:1], scratch=scratch))


def _result(verdict: Check, place: CampaignPlace) -> CheckResult:
    document = verdict.model_dump(mode="json", by_alias=True)
    return CheckResult(document, checking.CODES[verdict.verdict], place)
