"""Moves a campaign out of a store, into one of its own: what deleting it means.

Nothing that was measured is lost by it: the other store is whole, and every command reads it. First
the copy is on the disk, then the campaign leaves its store in one transaction: a kill in between
leaves two of it. What is shared with others (hosts, configurations) is copied and stays. Signatures
stay behind and go with it: another store is another identity, and nothing in it is signed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sqlite3 import Connection

    from plimsoll.store.checksums import Execute

_RUNS = "IN (SELECT id FROM run WHERE campaign_id = ?1)"


class _Own(NamedTuple):
    """The rows of a table that belong to a campaign; `stays`: others may need them, too."""

    table: str
    where: str
    stays: bool = False


# Whom a row points to stands before it. Each `where` takes one value, the campaign.
_OWN = (
    _Own("configuration", "1 OR ?", stays=True),
    _Own("host", "id IN (SELECT host_id FROM run WHERE campaign_id = ?)", stays=True),
    _Own("campaign", "id = ?"),
    _Own("point", "campaign_id = ?"),
    _Own("run", "campaign_id = ?"),
    _Own("histogram", f"run_id {_RUNS}"),
    _Own("interval", f"run_id {_RUNS}"),
    _Own("fine", f"run_id {_RUNS}"),
    _Own("event", f"campaign_id = ?1 OR run_id {_RUNS}"),
    _Own("collector", "campaign_id = ?"),
    _Own("counter_name", "collector_id IN (SELECT id FROM collector WHERE campaign_id = ?)"),
    _Own("counter", f"run_id {_RUNS}"),
    _Own("collected", f"run_id {_RUNS}"),
    _Own("planned_point", "campaign_id = ?"),
    _Own(
        "point_reason",
        "planned_point_id IN (SELECT id FROM planned_point WHERE campaign_id = ?)",
    ),
    _Own("planned_run", f"run_id {_RUNS}"),
    _Own("setting_journal", "campaign_id = ?"),
    _Own("settle_reference", "campaign_id = ?"),
    _Own("stop_wish", "campaign_id = ?"),
    _Own("label", "campaign_id = ?"),
    _Own("tag", "campaign_id = ?"),
)
_SIGNED = (
    (
        "DELETE FROM signature WHERE kind = 'setting' AND of_id IN"
        " (SELECT id FROM setting_journal WHERE campaign_id = ?)"
    ),
    "DELETE FROM signature WHERE kind = 'campaign' AND of_id = ?",
)
_AT_ONCE = 500


def copy(read: Execute, into: Connection, campaign_id: int) -> None:
    """Copies a campaign with all that belongs to it into an empty store, as one transaction."""
    into.execute("BEGIN IMMEDIATE")
    try:
        for one in _OWN:
            _copy_rows(read, into, one, campaign_id)
        into.execute("COMMIT")
    except BaseException:
        into.execute("ROLLBACK")
        raise


def _copy_rows(read: Execute, into: Connection, one: _Own, campaign_id: int) -> None:
    # All of it our own text.
    rows = read(f"SELECT * FROM {one.table} WHERE {one.where}", (campaign_id,))  # noqa: S608
    places = ", ".join("?" * len(rows.description))
    insert = f"INSERT OR IGNORE INTO {one.table} VALUES ({places})"  # noqa: S608
    while some := rows.fetchmany(_AT_ONCE):
        into.executemany(insert, some)


def forget(run: Execute, campaign_id: int) -> None:
    """Takes a campaign out of its store, within a transaction."""
    for statement in _SIGNED:
        run(statement, (campaign_id,))
    for one in reversed(_OWN):
        if not one.stays:
            run(f"DELETE FROM {one.table} WHERE {one.where}", (campaign_id,))  # noqa: S608
