"""Tells a damaged store from a defect of Plimsoll, after a report or a page failed.

Reading checks that a document is JSON (`store/reading.py`), not each of its hundred keys: that
would cost more than the reading. The full check runs only after an error, on one snapshot of the
store: every document against its type, every distribution, every reference. The first violation is
reported to the user, with exit code 65.

A store with a live writer is never called damaged, since restoring a copy of it would end a
measurement. Its reader is asked to try again when the writer has ended.
"""

import contextlib
import math
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from typing_extensions import TypedDict

from plimsoll.base import documents
from plimsoll.base.errors import DamagedError, InputError, InternalError, PlimsollError
from plimsoll.base.feature import load
from plimsoll.campaign.messages import message
from plimsoll.native import fine, histogram
from plimsoll.native.model import PointLoad, PointTarget, PointWorkload
from plimsoll.native.record import Interval, RunRecord, RunSpec, SessionRequest
from plimsoll.native.session import parse_objective
from plimsoll.search import strategies
from plimsoll.store import CampaignRow, PlannedPointRow, RunRow, Store, kinds
from plimsoll.store.reading import WrongValueError
from plimsoll.store.rows import SettleReference


class Result(TypedDict, total=False):
    """The result of a campaign whose kind has no document of its own."""

    info: dict[str, object] | None
    limited_by: dict[str, object] | None
    points: dict[str, int]
    scaling: list[dict[str, object]]
    because: str | None


@contextlib.contextmanager
def damage_errors(find: Callable[[], InputError | None]) -> Iterator[None]:
    """Replaces an unexpected error by the damage that `find` returns, if any."""
    try:
        yield
    except Exception as error:
        expected = isinstance(error, PlimsollError) and not isinstance(
            error, DamagedError | InternalError
        )
        if not expected and (found := find()) is not None:
            raise found from error
        raise


def in_any(paths: Iterable[Path]) -> InputError | None:
    """The damage of the first damaged store among these."""
    return next((found for path in paths if (found := of(path)) is not None), None)


def of(path: Path) -> InputError | None:
    """The first damage in this store; None for an intact one, and for one that cannot be opened."""
    writers: list[str] = []
    error: InputError | None = None
    try:
        with Store.open(path, create=False, read_only=True) as store:
            # A write of our own is no reason to try again.
            writers = [pid for pid in store.writers() if pid != str(os.getpid())]
            found = next(_violations(store), None)
    except InputError as raised:
        error = raised
        found = raised.found if isinstance(raised, WrongValueError) else raised.message
    except sqlite3.Error as raised:
        found = str(raised)
    except PlimsollError:
        return None
    if found is None:
        return None
    if writers:
        return InputError(
            *message.refusal("store-in-use", path=path, writers=", ".join(writers), why=found)
        )
    return error or WrongValueError(path, found)


def _violations(store: Store) -> Iterator[str]:
    yield from store.dangling()
    store.plans.configurations()
    for campaign in store.campaigns():
        yield from _campaign(campaign)
        for run in store.runs(campaign.id):
            yield from _run(store, run)
        for point in store.plans.points(campaign.id):
            yield from _point(store, point)
        store.plans.of_campaign(campaign.id)
        store.plans.journal_entries(campaign.id)
        store.events(campaign.id)
        store.counters.collectors(campaign.id)
    for run in store.runs(None):
        yield from _run(store, run)


def _campaign(row: CampaignRow) -> Iterator[str]:
    # Loads the whole file of a campaign with its designs, which a page that starts does without.
    from plimsoll.campaign import loader

    if row.kind == loader.KIND:
        try:
            loader.spec_of(row)
        except ValidationError as error:
            name = message("part-document", campaign=row.id)
            yield _mismatch(name, documents.first_difference(error))
    session = row.spec.get("session")
    if session is not None:
        name = message("part-session", campaign=row.id)
        yield from _mismatches(session, SessionRequest, name)
    if row.objective is not None and not _is_objective(row.objective):
        yield message("damaged-objective", campaign=row.id)
    if row.result is not None:
        kind = kinds.of(row)
        type_ = Result if kind.result is None else load(kind.result)
        yield from _mismatches(row.result, type_, message("part-result", campaign=row.id))


def _run(store: Store, run: RunRow) -> Iterator[str]:
    figures = (run.offered_rate_per_s, run.issued_rate_per_s, run.achieved_rate_per_s)
    if not all(figure is None or math.isfinite(figure) for figure in figures):
        yield message("damaged-rate", run=run.id)
    record = store.record(run.id, intervals=False)
    if record is not None:
        name = message("part-record", run=run.id)
        if "imported" in record:
            from plimsoll.store.imported_run import ImportedRun

            yield from _mismatches(record, ImportedRun, name)
        else:
            yield from _mismatches(record | {"intervals": []}, RunRecord, name)
            yield from _mismatches(run.spec, RunSpec, message("part-request", run=run.id))
    for interval in store.intervals(run.id):
        name = message("part-interval", interval=interval.number, run=run.id)
        if record is None or "imported" not in record:
            yield from _mismatches(interval.document, Interval, name)
        yield from _distributions((interval.response_time, interval.completion_latency), name)
        if interval.fine is not None:
            try:
                fine.unpack(interval.fine)
            except DamagedError as error:
                yield f"{name}: {error.message}"
    for kind, blob in store.histograms(run.id).items():
        name = message("part-distribution", name=kind, run=run.id)
        yield from _distributions((blob,), name)
    store.events_of_run(run.id)
    store.counters.of_run(run.id)
    store.counters.collector_summaries(run.id)


def _point(store: Store, point: PlannedPointRow) -> Iterator[str]:
    figures = {"point": point.number, "campaign": point.campaign_id}
    parts = (
        ("target", point.target, PointTarget),
        ("workload", point.workload, PointWorkload),
        ("load", point.load, PointLoad),
    )
    for name, document, type_ in parts:
        yield from _mismatches(document, type_, message(f"part-{name}", **figures))
    if point.strategy not in strategies.NAMES:
        yield message("damaged-strategy", **figures)
    if point.expected_s is not None and not math.isfinite(point.expected_s):
        yield message("damaged-length", **figures)
    if point.result is not None:
        kind = strategies.find_strategy(point.strategy).result()
        yield from _mismatches(point.result, kind, message("part-point-result", **figures))
    reference = store.plans.reference(
        point.campaign_id, point.configuration, str(point.target["name"])
    )
    if reference is not None:
        yield from _mismatches(reference, SettleReference, message("part-settles-to", **figures))


def _distributions(blobs: Iterable[bytes | None], name: str) -> Iterator[str]:
    for blob in blobs:
        try:
            if blob is not None:
                histogram.summary([blob])
        except PlimsollError as error:
            yield message("damaged-unreadable", part=name, why=error.message)


def _mismatches(document: object, type_: Any, name: str) -> Iterator[str]:
    difference = documents.difference(document, type_)
    if difference is not None:
        yield _mismatch(name, difference)


def _mismatch(name: str, difference: str) -> str:
    return message("damaged-mismatch", part=name, difference=difference)


def _is_objective(text: str) -> bool:
    try:
        parse_objective(text)
    except PlimsollError:
        return False
    return True
