"""The plans of campaigns in a store, and their progress.

Points in the order of asking, the Runs of each, the journal of changed settings, and stop requests
of other processes. Every write is durable on return, so after a kill the store has what happened.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll.base import process
from plimsoll.base.errors import RefusedError
from plimsoll.store import checksums, interrupted_runs, signatures, writing
from plimsoll.store.checksums import Execute
from plimsoll.store.messages import message
from plimsoll.store.rows import (
    Commands,
    Document,
    JournalRow,
    PlannedPointRow,
    PlannedRunRow,
    Reason,
    RunRow,
    SettleReference,
)
from plimsoll.store.signatures import Sign
from plimsoll.store.writing import Part

if TYPE_CHECKING:
    from plimsoll.native.model import PointLoad, PointTarget, PointWorkload

_POINTS = (
    "SELECT id, campaign_id, number, configuration, target, workload, load, repeat, strategy, seed,"
    " expected_s, state, stands, attempt, invalidated, started_at_ns, finished_at_ns, result,"
    " planned_point.checksum, kind, figures, point_reason.checksum FROM planned_point"
    " LEFT JOIN point_reason ON planned_point_id = id"
)
_JOURNAL = (
    "SELECT id, campaign_id, configuration, setting, original, commands, journalled_at_ns,"
    " restored_at_ns, trouble, checksum FROM setting_journal"
)


class PlannedPoint(NamedTuple):
    """A Point to be planned. `schema.py` describes the fields."""

    configuration: str
    target: PointTarget
    workload: PointWorkload
    load: PointLoad
    repeat: int
    strategy: str
    seed: int
    expected_s: float | None


class CampaignProgress(NamedTuple):
    """The progress of a campaign, as numbers of Points and real seconds."""

    points: int
    ended: int
    done: int
    """Points with an answer, and failed ones."""
    spent_s: float
    """Actual time of the done Points."""
    expected_s: float
    """Expected time of the done Points."""
    ahead: int
    """Planned and running Points."""
    ahead_s: float
    """Expected time of these."""
    running: int
    """More than one where Points run in parallel."""
    running_since_s: float
    """Sum of their start times, on the machine's clock."""
    timed: bool
    """Whether every Point has an expected time."""


def is_answer(strategy: str | None, role: str) -> bool:
    """Whether a Run in this role belongs to the answer of a Point. Settling does not, nor does the
    maximum that the rate of a grid's Point is a share of."""
    return role != "settle" and (strategy, role) != ("grid", "maximum")


def plan(run: Execute, campaign_id: int, points: Iterable[PlannedPoint], first: int = 1) -> None:
    """Stores Points of a campaign, numbered from `first`, within a transaction."""
    for number, point in enumerate(points, first):
        run(
            "INSERT INTO planned_point (campaign_id, number, configuration, target, workload, load,"
            " repeat, strategy, seed, expected_s, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
            " 'planned')",
            (
                campaign_id,
                number,
                point.configuration,
                writing.text(point.target),
                writing.text(point.workload),
                writing.text(point.load),
                point.repeat,
                point.strategy,
                str(point.seed),
                point.expected_s,
            ),
        )
    checksums.seal(run, "planned_point", "campaign_id = ? AND number >= ?", campaign_id, first)


class Plans(Part):
    """`Store.plans`."""

    # -- the plan ----------------------------------------------------------------------------------

    def take(self, campaign_id: int) -> None:
        """Makes this process the one that runs an interrupted campaign. Unfinished Points are
        pending again, and Runs that a kill interrupted are marked.

        Raises RefusedError while another process runs the campaign.
        """
        with self._transaction() as run:
            by = run("SELECT writer, state FROM campaign WHERE id = ?", (campaign_id,)).fetchone()
            assert by is not None, f"no campaign {campaign_id}"
            if by[1] == "running" and by[0] != self._writer and process.is_alive(by[0]):
                raise RefusedError(
                    *message.refusal(
                        "campaign-running", campaign=campaign_id, process=by[0].split()[2]
                    )
                )
            run(
                "UPDATE campaign SET state = 'running', writer = ? WHERE id = ?",
                (self._writer, campaign_id),
            )
            run(
                "UPDATE planned_point SET state = 'planned' WHERE campaign_id = ? AND state !="
                " 'finished'",
                (campaign_id,),
            )
            run("DELETE FROM stop_wish WHERE campaign_id = ?", (campaign_id,))
            interrupted_runs.mark(
                run,
                interrupted_runs.find(
                    lambda query, *values: run(query, values).fetchall(), campaign_id
                ),
            )

    def points(self, campaign_id: int) -> list[PlannedPointRow]:
        """The Points of a campaign in the order of asking."""
        return self._points("WHERE campaign_id = ? ORDER BY number", campaign_id)

    def waiting(self, campaign_id: int) -> list[int]:
        """The ids of the pending Points in order."""
        query = (
            "SELECT id FROM planned_point WHERE campaign_id = ? AND state = 'planned' ORDER BY"
            " number"
        )
        return [int(row[0]) for row in self._read(query, campaign_id)]

    def recent_points(self, campaign_id: int, most: int) -> list[PlannedPointRow]:
        """The running Points, then at most `most` of those that ended, latest first."""
        running = self._points(
            "WHERE campaign_id = ? AND state = 'running' ORDER BY number", campaign_id
        )
        ended = self._points(
            "WHERE campaign_id = ? AND state NOT IN ('planned', 'running')"
            " ORDER BY finished_at_ns DESC, number LIMIT ?",
            campaign_id,
            most,
        )
        return [*running, *ended]

    def states(self, campaign_id: int) -> dict[str, int]:
        """Number of Points by state."""
        return {state: count for state, (count, _) in self.counts(campaign_id).items()}

    def counts(self, campaign_id: int) -> dict[str, tuple[int, int]]:
        """Number of Points by state, and of the valid ones among them, in one query."""
        query = (
            "SELECT state, count(*), total(state = 'finished' AND stands = 1)"
            " FROM planned_point WHERE campaign_id = ? GROUP BY state ORDER BY state"
        )
        return {
            str(state): (int(count), int(stand))
            for state, count, stand in self._read(query, campaign_id)
        }

    def progress(self, campaign_id: int) -> CampaignProgress:
        """The progress of a campaign, in sums, so its size is the same for any number of Points."""
        done = "(state IN ('finished', 'failed') AND finished_at_ns IS NOT NULL)"
        ahead = "state IN ('planned', 'running')"
        [row] = self._read(
            "SELECT count(*), total(state NOT IN ('planned', 'running')),"  # noqa: S608  # our own text
            f" total({done}), total(iif({done}, (finished_at_ns - coalesce(started_at_ns, 0)) /"
            " 1e9, 0)),"
            f" total(iif({done}, expected_s, 0)), total({ahead}), total(iif({ahead}, expected_s,"
            " 0)),"
            " total(state = 'running'), total(iif(state = 'running', started_at_ns / 1e9, 0)),"
            " total(expected_s IS NULL)"
            " FROM planned_point WHERE campaign_id = ?",
            campaign_id,
        )
        (
            points,
            ended,
            finished,
            spent_s,
            expected_s,
            waiting,
            ahead_s,
            running,
            since_s,
            untimed,
        ) = row
        return CampaignProgress(
            points,
            int(ended),
            int(finished),
            spent_s,
            expected_s,
            int(waiting),
            ahead_s,
            int(running),
            since_s,
            timed=untimed == 0,
        )

    def point(self, planned_point_id: int) -> PlannedPointRow | None:
        """The Point of this id."""
        found = self._points("WHERE id = ?", planned_point_id)
        return found[0] if found else None

    def add(self, campaign_id: int, points: Iterable[PlannedPoint]) -> None:
        """Plans more Points after the existing ones."""
        with self._transaction() as run:
            last = run(
                "SELECT max(number) FROM planned_point WHERE campaign_id = ?", (campaign_id,)
            ).fetchone()[0]
            plan(run, campaign_id, points, (last or 0) + 1)

    # -- a Point under way -------------------------------------------------------------------------

    def start(self, planned_point_id: int) -> int:
        """Marks a Point as running. Returns the number of the attempt, from 1."""
        with self._transaction() as run:
            run(
                "UPDATE planned_point SET state = 'running', attempt = attempt + 1, started_at_ns ="
                " ?, finished_at_ns = NULL, stands = NULL, result = NULL WHERE id = ?",
                (self._wall_ns(), planned_point_id),
            )
            checksums.seal(run, "planned_point", "id = ?", planned_point_id)
            _forget_reasons(run, "id = ?", planned_point_id)
            return int(
                run(
                    "SELECT attempt FROM planned_point WHERE id = ?", (planned_point_id,)
                ).fetchone()[0]
            )

    def finish(
        self,
        planned_point_id: int,
        *,
        stands: bool,
        reason: Reason | None = None,
        result: Mapping[str, object] | None = None,
    ) -> None:
        """Stores the answer of a Point. `stands`: it is evidence about the target; `reason`: why
        not, or a remark on the figure."""
        self._end(
            planned_point_id,
            reason,
            state="finished",
            stands=int(stands),
            result=None if result is None else writing.text(result),
        )

    def fail(self, planned_point_id: int, reason: Reason) -> None:
        """Marks a Point as failed."""
        self._end(planned_point_id, reason, state="failed")

    def skip(self, planned_point_id: int, reason: Reason) -> None:
        """Marks a Point as skipped."""
        self._end(planned_point_id, reason, state="skipped")

    def skip_waiting(self, campaign_id: int, reason: Reason) -> int:
        """Marks all pending Points as skipped. Returns their number."""
        waiting = "campaign_id = ? AND state = 'planned'"
        with self._transaction() as run:
            _keep_reason(run, reason, waiting, campaign_id)
            return writing.update(
                run,
                "planned_point",
                waiting,
                (campaign_id,),
                state="skipped",
                finished_at_ns=self._wall_ns(),
            )

    def ask_again(self, campaign_id: int) -> None:
        """Makes every Point of a campaign pending again."""
        with self._transaction() as run:
            writing.update(
                run,
                "planned_point",
                "campaign_id = ?",
                (campaign_id,),
                state="planned",
                stands=None,
                result=None,
            )
            _forget_reasons(run, "campaign_id = ?", campaign_id)

    def put_back(self, planned_point_id: int, *, invalidated: bool = False) -> None:
        """Makes a Point pending again: it was interrupted, or settings changed meanwhile."""
        with self._transaction() as run:
            run(
                "UPDATE planned_point SET state = 'planned', invalidated = invalidated + ? WHERE"
                " id = ?",
                (int(invalidated), planned_point_id),
            )
            checksums.seal(run, "planned_point", "id = ?", planned_point_id)

    def invalidate(self, run_id: int, why: str) -> None:
        """Marks a Run as no evidence. It stays in the store."""
        with self._transaction() as run:
            writing.update(run, "planned_run", "run_id = ?", (run_id,), valid=0, why=why)

    def runs(self, planned_point_id: int) -> list[PlannedRunRow]:
        """The Runs of a planned Point, in the order of their start."""
        rows = self._read(
            "SELECT run_id, planned_point_id, attempt, valid, why, checksum FROM planned_run WHERE"
            " planned_point_id = ? ORDER BY run_id",
            planned_point_id,
        )
        return [self._belonging(*row) for row in rows]

    def of_campaign(self, campaign_id: int) -> list[PlannedRunRow]:
        """The Runs of all planned Points of a campaign, in the order of their start."""
        rows = self._read(
            "SELECT run_id, planned_point_id, planned_run.attempt, valid, planned_run.why,"
            " planned_run.checksum FROM planned_run JOIN planned_point ON planned_point.id ="
            " planned_point_id WHERE campaign_id = ? ORDER BY run_id",
            campaign_id,
        )
        return [self._belonging(*row) for row in rows]

    @staticmethod
    def answer(
        point: PlannedPointRow, belonging: Iterable[PlannedRunRow], runs: Iterable[RunRow]
    ) -> list[RunRow]:
        """The Runs that answer a Point: valid, finished, of its last attempt, in a role that
        counts."""
        mine = {
            row.run_id
            for row in belonging
            if row.planned_point_id == point.id and row.attempt == point.attempt and row.valid
        }
        return [
            run
            for run in runs
            if run.id in mine and run.state == "finished" and is_answer(point.strategy, run.role)
        ]

    @classmethod
    def answers(
        cls,
        points: Iterable[PlannedPointRow],
        belonging: Iterable[PlannedRunRow],
        runs: Iterable[RunRow],
    ) -> dict[int, list[RunRow]]:
        """The Runs that answer each Point, by its id. Takes linear time."""
        by_id = {run.id: run for run in runs}
        by_point: dict[int, list[PlannedRunRow]] = {}
        for row in belonging:
            by_point.setdefault(row.planned_point_id, []).append(row)
        found = {}
        for point in points:
            mine = by_point.get(point.id, [])
            found[point.id] = cls.answer(
                point, mine, [by_id[row.run_id] for row in mine if row.run_id in by_id]
            )
        return found

    # -- configurations ----------------------------------------------------------------------------

    def configuration(self, name: str, settings: Mapping[str, str]) -> int:
        """The id of a configuration with these settings as read back, for `finish_run`. Creates it
        if it is new."""
        with self._transaction() as run:
            text = json.dumps(settings, ensure_ascii=False, sort_keys=True)
            run("INSERT OR IGNORE INTO configuration (name, settings) VALUES (?, ?)", (name, text))
            checksums.seal(run, "configuration", "name = ? AND settings = ?", name, text)
            found = run(
                "SELECT id FROM configuration WHERE name = ? AND settings = ?", (name, text)
            ).fetchone()
            return int(found[0])

    def configurations(self) -> dict[int, tuple[str, Document]]:
        """All configurations by id: name and settings as read back. 1 is the system as found."""
        found = {}
        for id_, name, text, checksum in self._read(
            "SELECT id, name, settings, checksum FROM configuration ORDER BY id"
        ):
            label = partial(message, "part-configuration", configuration=id_)
            self._reading.intact(checksum, label, id_, name, text)
            found[id_] = (name, self._reading.document(text, label))
        return found

    def journal(
        self,
        campaign_id: int,
        configuration: str,
        setting: str,
        original: str,
        commands: Commands,
        *,
        sign: Sign | None = None,
    ) -> int:
        """Adds an entry for a setting before it is changed, signed by `sign`. Durable on return.
        Returns its id."""
        with self._transaction() as run:
            entry_id = writing.insert(
                run,
                "setting_journal",
                campaign_id=campaign_id,
                configuration=configuration,
                setting=setting,
                original=original,
                commands=writing.text(commands),
                journalled_at_ns=self._wall_ns(),
            )
            if sign is not None:
                signatures.put(run, "setting", entry_id, campaign_id, sign)
            return entry_id

    def note_restore(self, journal_id: int) -> None:
        """Notes that a setting was restored and read back."""
        with self._transaction() as run:
            now = self._wall_ns()
            entry = (journal_id,)
            writing.update(
                run, "setting_journal", "id = ?", entry, restored_at_ns=now, trouble=None
            )

    def note_restore_failure(self, journal_id: int, trouble: str) -> None:
        """Notes why a setting could not be restored."""
        with self._transaction() as run:
            writing.update(run, "setting_journal", "id = ?", (journal_id,), trouble=trouble)

    def journal_entries(
        self, campaign_id: int | None = None, *, unrestored: bool = True
    ) -> list[JournalRow]:
        """Entries of the journal, oldest first: the unrestored ones or all, of one campaign or of
        all campaigns."""
        rows = self._read(
            _JOURNAL + " WHERE ?1 IS NULL OR campaign_id = ?1 ORDER BY id", campaign_id
        )
        entries = []
        for *row, checksum in rows:
            label = partial(message, "part-journal", entry=row[0])
            self._reading.intact(checksum, label, *row)
            commands = self._reading.commands(
                row[5], partial(message, "part-journal-commands", entry=row[0])
            )
            entries.append(JournalRow(*row)._replace(commands=commands))
        return [entry for entry in entries if not unrestored or entry.restored_at_ns is None]

    # -- settling, stopping ------------------------------------------------------------------------

    def keep_reference(
        self, campaign_id: int, configuration: str, target: str, reference: SettleReference
    ) -> None:
        """Stores the reference that settling compares with."""
        with self._transaction() as run:
            row = (campaign_id, configuration, target, writing.text(reference))
            writing.put(run, "settle_reference", *row)

    def reference(
        self, campaign_id: int, configuration: str, target: str
    ) -> SettleReference | None:
        """The reference that settling compares with; None before it is measured."""
        rows = self._read(
            "SELECT reference, checksum FROM settle_reference WHERE campaign_id = ? AND"
            " configuration = ? AND target = ?",
            campaign_id,
            configuration,
            target,
        )
        if not rows:
            return None
        [(text, checksum)] = rows
        label = partial(message, "part-settles-to", target=target)
        self._reading.intact(checksum, label, campaign_id, configuration, target, text)
        found: SettleReference = self._reading.document(text, label)
        return found

    def request_stop(self, campaign_id: int) -> None:
        """Requests a stop from the process that runs a campaign."""
        with self._transaction() as run:
            run("INSERT OR REPLACE INTO stop_wish VALUES (?, ?)", (campaign_id, self._wall_ns()))

    def has_stop_request(self, campaign_id: int) -> bool:
        """Whether a stop was requested."""
        return bool(self._read("SELECT 1 FROM stop_wish WHERE campaign_id = ?", campaign_id))

    # -- inside ------------------------------------------------------------------------------------

    def _end(self, planned_point_id: int, reason: Reason | None, **columns: object) -> None:
        with self._transaction() as run:
            count = writing.update(
                run,
                "planned_point",
                "id = ?",
                (planned_point_id,),
                **columns,
                finished_at_ns=self._wall_ns(),
            )
            assert count == 1, f"no planned point {planned_point_id}"
            if reason is None:
                _forget_reasons(run, "id = ?", planned_point_id)
            else:
                _keep_reason(run, reason, "id = ?", planned_point_id)

    def _points(self, which: str, *values: Any) -> list[PlannedPointRow]:
        """The Points that `which` selects and orders."""
        return [self._point(row) for row in self._read(f"{_POINTS} {which}", *values)]

    def _belonging(
        self, run: int, point: int, attempt: int, valid: int, why: str | None, checksum: int
    ) -> PlannedRunRow:
        self._reading.intact(
            checksum, partial(message, "part-belonging", run=run), run, point, attempt, valid, why
        )
        return PlannedRunRow(run, point, attempt, bool(valid), why)

    def _point(self, row: tuple[Any, ...]) -> PlannedPointRow:
        (
            id_,
            campaign,
            number,
            configuration,
            target,
            workload,
            load,
            repeat,
            strategy,
            seed,
            expected_s,
            state,
            *rest,
        ) = row
        *outcome, checksum, kind, figures, reason_checksum = rest
        stands, attempt, invalidated, started, finished, result = outcome
        read, of = self._reading, {"point": number, "campaign": campaign}
        read.intact(checksum, partial(message, "part-point", **of), *row[:11], *outcome)
        reason = None
        if kind is not None:
            read.intact(
                reason_checksum, partial(message, "part-point-reason", **of), id_, kind, figures
            )
            reason = Reason(
                kind, read.document(figures, partial(message, "part-point-reason", **of))
            )
        return PlannedPointRow(
            id_,
            campaign,
            number,
            configuration,
            read.document(target, partial(message, "part-point-target", **of)),
            read.document(workload, partial(message, "part-point-workload", **of)),
            read.document(load, partial(message, "part-point-load", **of)),
            repeat,
            strategy,
            read.number(seed, partial(message, "part-point-seed", **of)),
            expected_s,
            state,
            None if stands is None else bool(stands),
            reason,
            attempt,
            invalidated,
            started,
            finished,
            None
            if result is None
            else read.document(result, partial(message, "part-point-result", **of)),
        )


def _keep_reason(run: Execute, reason: Reason, which: str, value: int) -> None:
    """Sets the reason of the Points that `which` selects, within a transaction."""
    run(
        "INSERT OR REPLACE INTO point_reason SELECT id, ?, ?, 0 FROM planned_point WHERE "  # noqa: S608  # our own text
        + which,
        (reason.kind, writing.text(reason.figures), value),
    )
    checksums.seal(
        run,
        "point_reason",
        f"planned_point_id IN (SELECT id FROM planned_point WHERE {which})",  # noqa: S608
        value,
    )


def _forget_reasons(run: Execute, which: str, value: int) -> None:
    """Deletes the reasons of the Points that `which` selects, within a transaction."""
    run(
        "DELETE FROM point_reason WHERE planned_point_id IN (SELECT id FROM planned_point"  # noqa: S608  # our own text
        f" WHERE {which})",
        (value,),
    )
