"""Runs the search for a load line over a session, and stores its Runs and its result."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from plimsoll.base import documents
from plimsoll.campaign.run_recorder import begin
from plimsoll.collect import Collectors
from plimsoll.native.session import Session
from plimsoll.native.values import SessionValues
from plimsoll.search.hint import ChosenBefore, Start

if TYPE_CHECKING:
    from plimsoll.native.record import SessionRequest
    from plimsoll.search.between import Between
    from plimsoll.search.budget import Budget
    from plimsoll.search.load_line import LoadLineResult
    from plimsoll.store import Store


def find(
    session: Session,
    request: SessionRequest,
    store: Store,
    *,
    kind: str,
    objective: str | None,
    arrivals: str,
    seed: int,
    budget: Budget,
    on_step: Callable[[object], None],
    collectors: Collectors | None = None,
    start: Start | None = None,
    between: Between | None = None,
    family: Mapping[str, object] | None = None,
) -> tuple[LoadLineResult, int]:
    """The load line, and the campaign of this kind (`find`, `demo`) that holds its Runs.

    `start` is a hint from neighbouring lines; `between` bounds the offered rates; `family` names
    the family of lines that this one belongs to, for reports (`over`, `label`, and the campaign of
    its first line).

    An interrupted search has a result too, which says that it was stopped. A killed one leaves its
    Runs and an unfinished campaign. An error of the store becomes the reason of the session's
    `stop`.
    """
    from plimsoll.search import document, load_line

    session.refuse_without_operations(objective)
    settings = {"objective": objective, "arrivals": arrivals, "budget": dataclasses.asdict(budget)}
    if start is not None:
        settings["start"] = dataclasses.asdict(start)
    if between is not None:
        settings["between"] = dataclasses.asdict(between)
    if family is not None:
        settings["family"] = dict(family)
    before = None if objective is not None else _chosen_before(store, request)
    keeper = begin(
        store,
        kind,
        request,
        objective=objective,
        strategy="load_line",
        seed=seed,
        asked=settings,
        collectors=collectors,
    )
    session.keeper = keeper
    result = load_line.find(
        session,
        objective=objective,
        arrivals=arrivals,
        seed=seed,
        budget=budget,
        on_step=on_step,
        start=start,
        between=between,
        before=before,
    )
    keeper.end(documents.plain(document.of(result)), session.stop)
    return result, keeper.campaign_id


def _chosen_before(store: Store, request: SessionRequest) -> ChosenBefore | None:
    """The objective of the newest search of this target with this workload that chose its own."""
    for row in reversed(store.campaigns()):
        session, line = row.session, (row.result or {}).get("load_line") or {}
        if (
            row.kind in ("find", "demo")
            and session.target == request["target"]
            and session.workload == SessionValues.of(request).workload
            and line.get("objective_from") == "default"
            and line.get("objective") is not None
        ):
            return ChosenBefore(row.id, line["objective"])
    return None
