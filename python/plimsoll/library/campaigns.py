"""Stores as a program sees them: campaigns and their Runs, of one moment, read and never
written."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from plimsoll.base.errors import InputError, exit_code
from plimsoll.library.arguments import texts
from plimsoll.library.boundary import call
from plimsoll.library.messages import message
from plimsoll.library.results import CampaignPlace, CampaignResult, LoadLine, RunResult, Scratch

if TYPE_CHECKING:
    from plimsoll.report.request import ReportRequest
    from plimsoll.store import CampaignRow
    from plimsoll.store import Store as OpenStore


class Store:
    """A store, open for reading: `with plimsoll.open("runs.db") as store`. It shows one moment and
    no later writes. Iterating gives its campaigns, oldest first."""

    def __init__(self, path: str | PathLike[str]) -> None:
        """Use `plimsoll.open`."""
        from plimsoll.store import Store as OpenStore

        self._path = Path(path)
        self._open: OpenStore | None = OpenStore.open(self._path, create=False, read_only=True)
        self._open.__enter__()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Campaign]:
        return iter(self.campaigns)

    def __repr__(self) -> str:
        return f"plimsoll.open({str(self._path)!r})"

    @property
    def path(self) -> Path:
        """Its file."""
        return self._path

    @call
    def close(self) -> None:
        """Lets go of the file. Campaigns that were taken from it open it again when they are
        asked for more."""
        if self._open is not None:
            self._open.close()
            self._open = None

    @property
    def campaigns(self) -> list[Campaign]:
        """Its campaigns, oldest first."""
        with self._store() as store:
            return [Campaign(row, self._place(row.id)) for row in store.campaigns()]

    @call
    def campaign(self, number: int | None = None) -> Campaign:
        """The campaign with this number; without one the newest that is an answer (grids beside a
        search are none). Raises `InputError` where there is none."""
        with self._store() as store:
            row = campaign_row(store, number)
            return Campaign(row, self._place(row.id))

    @call
    def load_lines(
        self,
        campaign: int | Sequence[int] | None = None,
        *,
        objective: str | Sequence[str] | None = None,
        read: str | float | Sequence[str | float] | None = None,
        block_size: str | int | Sequence[str | int] | None = None,
        configuration: str | None = None,
    ) -> list[LoadLine]:
        """The load lines of Runs that it holds, as `plimsoll find --from` reads them: of this
        campaign or these; without one of the newest. One line for each target, workload and
        configuration, or those that are chosen. Nothing is run.

        `objective`: what must hold; without it the one that the Runs were judged by. Raises
        `InputError` where there is no line to read, `UsageError` where the Runs were judged by no
        objective, or by several.
        """
        from plimsoll.library.stored_lines import Choice, read_lines

        numbers = "" if campaign is None else f"#{','.join(texts(campaign))}"
        choice = Choice.of(
            ",".join(texts(read)) or None, ",".join(texts(block_size)) or None, configuration
        )
        objectives = texts(objective) or None
        with read_lines(f"{self._path}{numbers}", objectives, choice, lambda _: None) as stored:
            return [
                LoadLine(document, code, self._place(number))
                for document, code, number in stored.documents
            ]

    @contextlib.contextmanager
    def _store(self) -> Iterator[OpenStore]:
        from plimsoll.store import Store as OpenStore

        if self._open is not None:
            yield self._open
        else:
            with OpenStore.open(self._path, create=False, read_only=True) as store:
                yield store

    def _place(self, number: int) -> CampaignPlace:
        return _SnapshotPlace(self, number)


class _SnapshotPlace(CampaignPlace):
    """A campaign of a store that is open: of the moment that the store shows."""

    def __init__(self, of: Store, number: int, run: int | None = None) -> None:
        super().__init__(of.path, (number,), run=run)
        self._of = of

    def of_run(self, run: int) -> CampaignPlace:
        """The same for one of its Runs."""
        return _SnapshotPlace(self._of, self.campaigns[0], run)

    @contextlib.contextmanager
    def request(self) -> Iterator[ReportRequest]:
        """A request for its report."""
        from plimsoll.report.request import ReportRequest

        with self._of._store() as store:
            yield ReportRequest(store, self.campaigns, self.run)


class Campaign(CampaignResult):
    """A campaign of a store: its question, its answer, its Runs."""

    def __init__(
        self,
        row: CampaignRow,
        place: CampaignPlace,
        *,
        import_document: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__({}, 0, place)
        self._row, self._import_document = row, import_document

    @cached_property
    def _answer(self) -> Mapping[str, Any]:
        from plimsoll.report import answer_document

        with self._place.request() as request:
            return dict(answer_document.of(request))

    @property
    def document(self) -> Mapping[str, Any]:
        """Its answer, `plimsoll.answer/1`: the first screen of its report with the figures and
        codes behind it, as plain data."""
        return self._answer

    @property
    def exit_code(self) -> int:
        """The exit code of `plimsoll report`: 0 for an answer, 2 without one."""
        return 0 if self._answer["usable"] else 2

    @property
    def number(self) -> int:
        """Its number in the store."""
        return self._row.id

    @property
    def kind(self) -> str:
        """The verb that made it: run, find, campaign, check, import and so on."""
        return self._row.kind

    @property
    def name(self) -> str:
        """Its name, from its file or its label; empty without one."""
        return self._row.display_name

    @property
    def tags(self) -> tuple[str, ...]:
        """Its tags."""
        return tuple(self._row.labels.tags)

    @property
    def state(self) -> str:
        """running, finished or interrupted, as it was when the store was opened."""
        return self._row.state

    @property
    def objective(self) -> str | None:
        """Its objective; None without one."""
        return self._row.objective

    @property
    def started_at(self) -> datetime:
        """When it began, UTC."""
        return datetime.fromtimestamp(self._row.started_at_ns / 1e9, UTC)

    @property
    def import_document(self) -> Mapping[str, Any] | None:
        """The document `plimsoll.import/1` of results that `plimsoll.read` imported; else None."""
        return self._import_document

    @property
    def runs(self) -> list[RunResult]:
        """Its Runs that left a record, in the order of their starts."""
        with self._place.request() as request:
            return [
                RunResult(
                    dict(record),
                    exit_code(record["outcome"]),
                    self._place.of_run(row.id),
                    number=row.id,
                    role=row.role,
                )
                for row in request.store.runs(self.number)
                if (record := request.store.record(row.id)) is not None
            ]

    @property
    def load_line(self) -> LoadLine | None:
        """The load line that it searched; None of a campaign that searched none, or several."""
        result = self._row.result
        if result is None or "load_line" not in result:
            return None
        from plimsoll.library.searches import verdict_code
        from plimsoll.search import document

        whole = {**result, "store": str(self.store), "campaign": self.number}
        return LoadLine(whole, verdict_code(document.read_find(result)), self._place)

    def __repr__(self) -> str:
        name = f", name={self.name!r}" if self.name else ""
        return f"Campaign(number={self.number}, kind={self.kind!r}{name}, state={self.state!r})"


def campaign_row(store: OpenStore, number: int | None) -> CampaignRow:
    """The campaign with this number; without one the newest that is an answer: the grids of `find
    --beside-grid` stand after the search that they were run beside. Raises InputError where there
    is none."""
    if number is not None:
        return store.known_campaign(number)
    campaigns = store.campaigns()
    if not campaigns:
        raise InputError(*message.refusal("empty-store", store=store.path))
    return next((row for row in reversed(campaigns) if row.kind != "grid"), campaigns[-1])


def campaign_of(
    path: Path,
    number: int | None,
    *,
    scratch: Scratch | None = None,
    import_document: Mapping[str, Any] | None = None,
) -> Campaign:
    """A campaign of a store that is not kept open."""
    from plimsoll.store import Store as OpenStore

    with OpenStore.open(path, create=False, read_only=True) as store:
        row = campaign_row(store, number)
    return Campaign(
        row, CampaignPlace(path, (row.id,), scratch=scratch), import_document=import_document
    )
