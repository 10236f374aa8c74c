"""What a campaign planned and how far it came: its part of a store.

The Points in the order of asking, which Runs belong to which, settings that were changed and not
yet put back, and the wish of another process that it ends. Every write is durable on return, so
what is read after a kill is what happened.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll.base import process
from plimsoll.base.errors import RefusedError
from plimsoll.store import checksums, interrupted_runs, signatures, writing
from plimsoll.store.checksums import Execute
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
    from plimsoll.native.model import LoadAsked, TargetAsked, WorkloadAsked

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


class Planned(NamedTuple):
    """A Point to be planned; what its fields mean: `schema.PLANS`."""

    configuration: str
    target: TargetAsked
    workload: WorkloadAsked
    load: LoadAsked
    repeat: int
    strategy: str
    seed: int
    expected_s: float | None


class Far(NamedTuple):
    """How far a campaign has come. `done` have an answer, or failed; seconds are real."""

    points: int
    ended: int
    done: int
    spent_s: float
    """By those that are done."""
    expected_s: float
    """Of those that are done."""
    ahead: int
    ahead_s: float
    """Expected of those that are planned or running."""
    running: int
    """Of those that are ahead; several where Points are asked side by side."""
    running_since_s: float
    """The sum of when they began, on the machine's clock."""
    timed: bool
    """Whether of every Point it is known how long it was expected to take."""


def is_answer(strategy: str | None, role: str) -> bool:
    """Whether a Run in this role is part of the answer of a Point: it neither settled the target
    nor only measured the maximum that the rate of a grid's Point is a share of."""
    return role != "settle" and (strategy, role) != ("grid", "maximum")


def plan(run: Execute, campaign_id: int, points: Iterable[Planned], first: int = 1) -> None:
    """Keeps the plan of a campaign, in the transaction that begins it: all of it, or nothing. The
    Points are numbered from `first`."""
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
    """`Store.plans`: reads and writes through the store that it belongs to."""

    # -- the plan ----------------------------------------------------------------------------------

    def take(self, campaign_id: int) -> None:
        """Makes this process the one that runs a campaign that was left. What is not finished is
        planned again; Runs that a kill cut are noted as such.

        Raises RefusedError when the process that runs it is alive: two would ask every Point twice.
        """
        with self._transaction() as run:
            by = run("SELECT writer, state FROM campaign WHERE id = ?", (campaign_id,)).fetchone()
            assert by is not None, f"no campaign {campaign_id}"
            if by[1] == "running" and by[0] != self._writer and process.is_alive(by[0]):
                raise RefusedError(
                    f"campaign {campaign_id} is running in process {by[0].split()[2]}",
                    "Watch it with 'plimsoll campaign status', or end it with 'plimsoll campaign"
                    " stop'.",
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
        """The Points of a campaign, in the order of asking."""
        return self._points("WHERE campaign_id = ? ORDER BY number", campaign_id)

    def waiting(self, campaign_id: int) -> list[int]:
        """The ids of the Points that are to be asked, in order."""
        asked = (
            "SELECT id FROM planned_point WHERE campaign_id = ? AND state = 'planned' ORDER BY"
            " number"
        )
        return [int(row[0]) for row in self._read(asked, campaign_id)]

    def lately(self, campaign_id: int, most: int) -> list[PlannedPointRow]:
        """The Points that are under way, then those that ended, the latest first; so many of those
        at most."""
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
        """How many Points are in which state."""
        return {state: count for state, (count, _) in self.counts(campaign_id).items()}

    def counts(self, campaign_id: int) -> dict[str, tuple[int, int]]:
        """How many Points are in which state, and how many of those have an answer that speaks
        about their target: of one moment."""
        counted = (
            "SELECT state, count(*), total(state = 'finished' AND stands = 1)"
            " FROM planned_point WHERE campaign_id = ? GROUP BY state ORDER BY state"
        )
        return {
            str(state): (int(count), int(stand))
            for state, count, stand in self._read(counted, campaign_id)
        }

    def far(self, campaign_id: int) -> Far:
        """How far a campaign has come, in sums: the same for a hundred thousand Points as for
        one."""
        over = "(state IN ('finished', 'failed') AND finished_at_ns IS NOT NULL)"
        ahead = "state IN ('planned', 'running')"
        [row] = self._read(
            "SELECT count(*), total(state NOT IN ('planned', 'running')),"  # noqa: S608  # our own text
            f" total({over}), total(iif({over}, (finished_at_ns - coalesce(started_at_ns, 0)) /"
            " 1e9, 0)),"
            f" total(iif({over}, expected_s, 0)), total({ahead}), total(iif({ahead}, expected_s,"
            " 0)),"
            " total(state = 'running'), total(iif(state = 'running', started_at_ns / 1e9, 0)),"
            " total(expected_s IS NULL)"
            " FROM planned_point WHERE campaign_id = ?",
            campaign_id,
        )
        points, ended, done, spent, expected, waiting, wanted, running, since, untimed = row
        return Far(
            points,
            int(ended),
            int(done),
            spent,
            expected,
            int(waiting),
            wanted,
            int(running),
            since,
            timed=untimed == 0,
        )

    def point(self, planned_point_id: int) -> PlannedPointRow | None:
        """One of them."""
        found = self._points("WHERE id = ?", planned_point_id)
        return found[0] if found else None

    def add(self, campaign_id: int, points: Iterable[Planned]) -> None:
        """Plans more Points, after those that there are: what is asked next was only known when
        they had ended."""
        with self._transaction() as run:
            last = run(
                "SELECT max(number) FROM planned_point WHERE campaign_id = ?", (campaign_id,)
            ).fetchone()[0]
            plan(run, campaign_id, points, (last or 0) + 1)

    # -- a Point under way -------------------------------------------------------------------------

    def start(self, planned_point_id: int) -> int:
        """A Point begins; which attempt at it this is, from 1."""
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
        """It has its answer. `stands`: whether that speaks about the target; `reason`: why not, or
        what stands beside a figure that does."""
        self._end(
            planned_point_id,
            reason,
            state="finished",
            stands=int(stands),
            result=None if result is None else writing.text(result),
        )

    def fail(self, planned_point_id: int, reason: Reason) -> None:
        """It has no answer, and this is why."""
        self._end(planned_point_id, reason, state="failed")

    def skip(self, planned_point_id: int, reason: Reason) -> None:
        """It was not asked, and this is why."""
        self._end(planned_point_id, reason, state="skipped")

    def skip_waiting(self, campaign_id: int, reason: Reason) -> int:
        """All that are still planned are not asked, and this is why; how many they are."""
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
        """Every Point is to be asked again: what the earlier ones did to the target is gone."""
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
        """It is to be asked again: it was interrupted, or settings changed under it."""
        with self._transaction() as run:
            run(
                "UPDATE planned_point SET state = 'planned', invalidated = invalidated + ? WHERE"
                " id = ?",
                (int(invalidated), planned_point_id),
            )
            checksums.seal(run, "planned_point", "id = ?", planned_point_id)

    def invalidate(self, run_id: int, why: str) -> None:
        """A Run is no evidence; it stays."""
        with self._transaction() as run:
            writing.update(run, "planned_run", "run_id = ?", (run_id,), valid=0, why=why)

    def runs(self, planned_point_id: int) -> list[PlannedRunRow]:
        """Every Run that belongs to a Point, in the order in which they were begun."""
        rows = self._read(
            "SELECT run_id, planned_point_id, attempt, valid, why, checksum FROM planned_run WHERE"
            " planned_point_id = ? ORDER BY run_id",
            planned_point_id,
        )
        return [self._belonging(*row) for row in rows]

    def of_campaign(self, campaign_id: int) -> list[PlannedRunRow]:
        """Every Run that belongs to a planned Point of a campaign, in the order in which they were
        begun."""
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
        """The Runs that answer a finished Point: valid, finished, of its last attempt, and not made
        for something beside it."""
        mine = {
            one.run_id
            for one in belonging
            if one.planned_point_id == point.id and one.attempt == point.attempt and one.valid
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
        """The same of every Point, by its id: each Run is looked at once, however many Points there
        are."""
        by_id = {run.id: run for run in runs}
        theirs: dict[int, list[PlannedRunRow]] = {}
        for one in belonging:
            theirs.setdefault(one.planned_point_id, []).append(one)
        found = {}
        for point in points:
            mine = theirs.get(point.id, [])
            found[point.id] = cls.answer(
                point, mine, [by_id[one.run_id] for one in mine if one.run_id in by_id]
            )
        return found

    # -- configurations ----------------------------------------------------------------------------

    def configuration(self, name: str, settings: Mapping[str, str]) -> int:
        """The id of a configuration with these settings as read back (`finish_run` takes it); made
        when it is new."""
        with self._transaction() as run:
            text = json.dumps(settings, ensure_ascii=False, sort_keys=True)
            run("INSERT OR IGNORE INTO configuration (name, settings) VALUES (?, ?)", (name, text))
            checksums.seal(run, "configuration", "name = ? AND settings = ?", name, text)
            found = run(
                "SELECT id FROM configuration WHERE name = ? AND settings = ?", (name, text)
            ).fetchone()
            return int(found[0])

    def configurations(self) -> dict[int, tuple[str, Document]]:
        """Every configuration by id: its name and its settings as read back. 1 is the system as it
        was found."""
        found = {}
        for id_, name, text, checksum in self._read(
            "SELECT id, name, settings, checksum FROM configuration ORDER BY id"
        ):
            what = f"the settings of configuration {id_}"
            self._reading.intact(checksum, what, id_, name, text)
            found[id_] = (name, self._reading.document(text, what))
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
        """Notes a setting before it is changed, signed by `sign`. On the disk when this returns;
        the id of the entry."""
        with self._transaction() as run:
            made = writing.insert(
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
                signatures.put(run, "setting", made, campaign_id, sign)
            return made

    def restored(self, journal_id: int) -> None:
        """It was put back, and was read back to be sure."""
        with self._transaction() as run:
            now = self._wall_ns()
            entry = (journal_id,)
            writing.update(
                run, "setting_journal", "id = ?", entry, restored_at_ns=now, trouble=None
            )

    def note_restore_failure(self, journal_id: int, trouble: str) -> None:
        """It could not be put back."""
        with self._transaction() as run:
            writing.update(run, "setting_journal", "id = ?", (journal_id,), trouble=trouble)

    def journalled(
        self, campaign_id: int | None = None, *, unrestored: bool = True
    ) -> list[JournalRow]:
        """Entries of the journal, oldest first: those that are not put back, or all; of one
        campaign or of every one."""
        rows = self._read(
            _JOURNAL + " WHERE ?1 IS NULL OR campaign_id = ?1 ORDER BY id", campaign_id
        )
        entries = []
        for *row, checksum in rows:
            of = f"entry {row[0]} of the journal"
            self._reading.intact(checksum, of, *row)
            commands = self._reading.commands(row[5], f"the commands of {of}")
            entries.append(JournalRow(*row)._replace(commands=commands))
        return [entry for entry in entries if not unrestored or entry.restored_at_ns is None]

    # -- settling, stopping ------------------------------------------------------------------------

    def keep_reference(
        self, campaign_id: int, configuration: str, target: str, reference: SettleReference
    ) -> None:
        """Keeps what settling compares with."""
        with self._transaction() as run:
            row = (campaign_id, configuration, target, writing.text(reference))
            writing.put(run, "settle_reference", *row)

    def reference(
        self, campaign_id: int, configuration: str, target: str
    ) -> SettleReference | None:
        """What settling compares with, if it was measured."""
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
        what = f"what '{target}' settles to"
        self._reading.intact(checksum, what, campaign_id, configuration, target, text)
        found: SettleReference = self._reading.document(text, what)
        return found

    def wish_stop(self, campaign_id: int) -> None:
        """Asks whoever runs this campaign to end it."""
        with self._transaction() as run:
            run("INSERT OR REPLACE INTO stop_wish VALUES (?, ?)", (campaign_id, self._wall_ns()))

    def stop_wished(self, campaign_id: int) -> bool:
        """Whether somebody asked."""
        return bool(self._read("SELECT 1 FROM stop_wish WHERE campaign_id = ?", campaign_id))

    # -- inside ------------------------------------------------------------------------------------

    def _end(self, planned_point_id: int, reason: Reason | None, **columns: object) -> None:
        with self._transaction() as run:
            done = writing.update(
                run,
                "planned_point",
                "id = ?",
                (planned_point_id,),
                **columns,
                finished_at_ns=self._wall_ns(),
            )
            assert done == 1, f"no planned point {planned_point_id}"
            if reason is None:
                _forget_reasons(run, "id = ?", planned_point_id)
            else:
                _keep_reason(run, reason, "id = ?", planned_point_id)

    def _points(self, which: str, *values: Any) -> list[PlannedPointRow]:
        """Those that `which` selects and orders."""
        return [self._point(row) for row in self._read(f"{_POINTS} {which}", *values)]

    def _belonging(
        self, run: int, point: int, attempt: int, valid: int, why: str | None, checksum: int
    ) -> PlannedRunRow:
        self._reading.intact(
            checksum, f"which Point Run {run} belongs to", run, point, attempt, valid, why
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
        *ended, checksum, kind, figures, reason_checksum = rest
        stands, attempt, invalidated, started, finished, result = ended
        read, of = self._reading, f"of Point {number} of campaign {campaign}"
        read.intact(checksum, f"what is kept {of}", *row[:11], *ended)
        reason = None
        if kind is not None:
            read.intact(reason_checksum, f"the reason {of}", id_, kind, figures)
            reason = Reason(kind, read.document(figures, f"the reason {of}"))
        return PlannedPointRow(
            id_,
            campaign,
            number,
            configuration,
            read.document(target, f"the target {of}"),
            read.document(workload, f"the workload {of}"),
            read.document(load, f"the load {of}"),
            repeat,
            strategy,
            read.number(seed, f"the seed {of}"),
            expected_s,
            state,
            None if stands is None else bool(stands),
            reason,
            attempt,
            invalidated,
            started,
            finished,
            None if result is None else read.document(result, f"the result {of}"),
        )


def _keep_reason(run: Execute, reason: Reason, which: str, value: int) -> None:
    """Within a transaction, of the Points that `which` selects."""
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
    """Within a transaction, of the Points that `which` selects: they are asked again, or need
    none."""
    run(
        "DELETE FROM point_reason WHERE planned_point_id IN (SELECT id FROM planned_point"  # noqa: S608  # our own text
        f" WHERE {which})",
        (value,),
    )
