"""Moves a campaign out of a store into one of its own, which is how campaigns are deleted.

The new store is complete, and every command can read it. The copy is on disk before one transaction
removes the campaign, so a kill in between leaves two copies. Rows that others share (hosts,
configurations) are copied and stay. Signatures are removed and not copied, since they are only
valid in their own store.
"""

from sqlite3 import Connection
from typing import NamedTuple

from plimsoll.store.checksums import Execute

_RUNS = "IN (SELECT id FROM run WHERE campaign_id = ?1)"


class _Own(NamedTuple):
    """The rows of a table that belong to a campaign; `shared`: other campaigns may need them."""

    table: str
    where: str
    shared: bool = False


# Rows come after those that they reference. Each `where` takes one value, the campaign.
_OWN = (
    _Own("configuration", "1 OR ?", shared=True),
    _Own("host", "id IN (SELECT host_id FROM run WHERE campaign_id = ?)", shared=True),
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
_DELETE_SIGNATURES = (
    (
        "DELETE FROM signature WHERE kind = 'setting' AND of_id IN"
        " (SELECT id FROM setting_journal WHERE campaign_id = ?)"
    ),
    "DELETE FROM signature WHERE kind = 'campaign' AND of_id = ?",
)
_ROWS_PER_INSERT = 500


def copy(read: Execute, into: Connection, campaign_id: int) -> None:
    """Copies a campaign into an empty store, in one transaction."""
    into.execute("BEGIN IMMEDIATE")
    try:
        for rows in _OWN:
            _copy_rows(read, into, rows, campaign_id)
        into.execute("COMMIT")
    except BaseException:
        into.execute("ROLLBACK")
        raise


def _copy_rows(read: Execute, into: Connection, own: _Own, campaign_id: int) -> None:
    # All of it our own text.
    rows = read(f"SELECT * FROM {own.table} WHERE {own.where}", (campaign_id,))  # noqa: S608
    places = ", ".join("?" * len(rows.description))
    insert = f"INSERT OR IGNORE INTO {own.table} VALUES ({places})"  # noqa: S608
    while batch := rows.fetchmany(_ROWS_PER_INSERT):
        into.executemany(insert, batch)


def forget(run: Execute, campaign_id: int) -> None:
    """Removes a campaign from its store, within a transaction."""
    for statement in _DELETE_SIGNATURES:
        run(statement, (campaign_id,))
    for own in reversed(_OWN):
        if not own.shared:
            run(f"DELETE FROM {own.table} WHERE {own.where}", (campaign_id,))  # noqa: S608
