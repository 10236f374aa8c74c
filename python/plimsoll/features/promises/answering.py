"""A verdict as a program gets it: `plimsoll.check`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.features.promises import checking
from plimsoll.library.arguments import texts
from plimsoll.library.question import all_objectives
from plimsoll.library.results import CampaignPlace, CheckResult, Scratch

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from plimsoll.features.promises.rules.document import Check
    from plimsoll.library.arguments import Arguments
    from plimsoll.library.bench import Bench

OF_REQUEST = ("workers", "warmup_for", "measure_for")
"""Keys of a load and a Run that a check reads by itself."""


def check(
    bench: Bench,
    given: Arguments,
    promise: str | PathLike[str] | None,
    own: Mapping[str, Any],
) -> CheckResult:
    """The verdict on a promise file, or on a rate and an objective (`own`)."""
    store, campaign = given.path("store"), own.get("campaign")
    scratch = Scratch() if store is None and campaign is None else None
    plan = checking.CheckRequest(
        given.question([], but=OF_REQUEST),
        flags=given.flags(*own),
        promise=None if promise is None else Path(promise),
        targets=texts(own.get("target")) or None,
        rate=own.get("rate"),
        objective=all_objectives(own.get("objective")),
        workers=given.get("workers"),
        most_outstanding=given.get("most_outstanding"),
        warmup_for=given.get("warmup_for"),
        measure_for=given.get("measure_for"),
        seed=given.get("seed"),
        store=store,
        scratch=None if scratch is None else scratch.store,
        campaign=campaign,
        configuration=own.get("configuration"),
    ).plan()
    if campaign is not None:
        assert store is not None, "refused without one"
        return _result(checking.judge_campaign(plan), CampaignPlace(store, (campaign,)))
    with checking.measure(bench, plan) as (verdict, numbers):
        path = store if scratch is None else scratch.store
        assert path is not None, "one of them is there"
        return _result(verdict, CampaignPlace(path, numbers[:1], scratch=scratch))


def _result(verdict: Check, place: CampaignPlace) -> CheckResult:
    document = verdict.model_dump(mode="json", by_alias=True)
    return CheckResult(document, checking.CODES[verdict.verdict], place)
