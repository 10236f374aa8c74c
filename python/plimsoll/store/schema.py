"""The shape of a store, as SQL, with its reasons.

A Run answers a Point = configuration × target × workload × load × repeat (measurement.md, section
8), so these are tables and columns, although a single `run` has only one of each. The record of a
Run is stored as JSON; columns repeat only what lists and searches need, so that a newer record
needs no newer table. Its spec has a column and sealed intervals have a table of their own, since
they are stored before the Run ends; `record()` puts them back into the document, with the keys that
are left out of it because their value is known.

Rows that carry figures have a checksum (`checksums.py`).

Numbers: times of day are nanoseconds since 1970-01-01 UTC; rates are per second; seeds are decimal
text because they use all 64 bits and SQLite's integers are signed.
"""

# Reason of an 'abandoned' Run whose process was killed. Readers of rows see it as "interrupted".
CUT = "interrupted: its process was killed, or the machine went down"

# "PLIM" in the header of SQLite, which identifies the file as a store.
APPLICATION_ID = 0x504C494D
VERSION = 2
"""Version of the tables below. A change of a table, an index or a stored document takes the next
number, and a step in `upgrade.py`."""

SCHEMA = """
-- What a campaign asked and what came out of it. A `plimsoll run` outside a campaign has none.
CREATE TABLE campaign (
    id             INTEGER PRIMARY KEY,
    kind           TEXT NOT NULL,              -- demo, find, limits, run, …
    objective      TEXT,                       -- canonical text; null: none was set
    strategy       TEXT NOT NULL,
    seed           TEXT NOT NULL,
    spec           TEXT NOT NULL,              -- JSON: as resolved, every default filled in
    version        TEXT,                       -- of Plimsoll
    state          TEXT NOT NULL CHECK (state IN ('running', 'finished')),
    -- who writes it: lets a reader tell "running" from "interrupted"
    writer         TEXT NOT NULL,
    started_at_ns  INTEGER NOT NULL,
    finished_at_ns INTEGER,
    result         TEXT,                       -- JSON; null until finished
    checksum INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A named set of settings of the system under test, as read back. 1 is the system as it was found.
CREATE TABLE configuration (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    settings TEXT NOT NULL,                    -- JSON
    checksum INTEGER NOT NULL DEFAULT 0,
    UNIQUE (name, settings)
) STRICT;
INSERT INTO configuration (id, name, settings) VALUES (1, 'as found', '{}');

-- One question. Target, workload and load are the resolved documents, so equal text is the same
-- question.
CREATE TABLE point (
    id               INTEGER PRIMARY KEY,
    campaign_id      INTEGER REFERENCES campaign (id),
    configuration_id INTEGER NOT NULL REFERENCES configuration (id),
    target           TEXT NOT NULL,
    workload         TEXT NOT NULL,
    load             TEXT NOT NULL,
    repeat           INTEGER NOT NULL CHECK (repeat >= 1)
) STRICT;
CREATE INDEX point_by_question ON point (campaign_id, configuration_id, target, workload, load,
    repeat);

-- The machine a Run ran on, once per distinct fingerprint.
CREATE TABLE host (
    id          INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE           -- JSON
) STRICT;

-- One execution of a Point, or one probe or hold of a search.
CREATE TABLE run (
    id                INTEGER PRIMARY KEY,
    campaign_id       INTEGER REFERENCES campaign (id),
    -- null until finished: the resolved spec comes with the record
    point_id          INTEGER REFERENCES point (id),
    host_id           INTEGER REFERENCES host (id),    -- null on the virtual clock
    -- run, maximum, probe, hold_low, hold_high, limit, rest, …
    role              TEXT NOT NULL,
    state             TEXT NOT NULL CHECK (state IN ('running', 'finished', 'abandoned')),
    -- of 'abandoned'; `CUT` of one whose process was killed
    why               TEXT,
    writer            TEXT NOT NULL,
    started_at_ns     INTEGER NOT NULL,
    finished_at_ns    INTEGER,
    spec              TEXT NOT NULL,           -- JSON: as asked; that of the record once finished
    seed              TEXT,
    version           TEXT,
    outcome           TEXT,
    offered_rate_per_s  REAL,                  -- null: closed load
    issued_rate_per_s   REAL,
    achieved_rate_per_s REAL,
    -- JSON, spec and intervals apart, and without what readers fill in; null until finished
    record            TEXT,
    checksum INTEGER NOT NULL DEFAULT 0,
    record_checksum INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX run_by_campaign ON run (campaign_id, id);

-- Distributions: HdrHistogram V2, deflated, in nanoseconds. Percentiles are computed from these,
-- after merging.
CREATE TABLE histogram (
    run_id INTEGER NOT NULL REFERENCES run (id),
    kind   TEXT NOT NULL,                      -- read, write, …
    metric TEXT NOT NULL,                      -- response_time, completion_latency, …
    v2     BLOB NOT NULL,
    checksum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (run_id, kind, metric)
) STRICT;

-- Sealed intervals, in order. They arrive while the Run still runs and stay when it is interrupted.
CREATE TABLE interval (
    run_id             INTEGER NOT NULL REFERENCES run (id),
    idx                INTEGER NOT NULL,
    json               TEXT NOT NULL,
    -- V2; null when only the record told of this interval
    response_time      BLOB,
    completion_latency BLOB,
    checksum INTEGER NOT NULL DEFAULT 0,
    distributions_checksum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (run_id, idx)
) STRICT;

-- Marks and notes on the time line.
CREATE TABLE event (
    id          INTEGER PRIMARY KEY,
    campaign_id INTEGER REFERENCES campaign (id),
    run_id      INTEGER REFERENCES run (id),
    at_ns       INTEGER NOT NULL,
    kind        TEXT NOT NULL,                 -- mark, note
    text        TEXT NOT NULL,
    checksum INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What was collected beside the Runs: a command or an address of a campaign.
CREATE TABLE collector (
    id          INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaign (id),
    kind        TEXT NOT NULL,                 -- command, scrape, file, host
    -- the command as typed; the address without user and password; before both the host that ran
    -- it, if it was another; of a host its name
    source      TEXT NOT NULL,
    every_s     REAL,                          -- of a scrape
    checksum INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A counter of it. Labels of Prometheus are part of the name.
CREATE TABLE counter_name (
    id           INTEGER PRIMARY KEY,
    collector_id INTEGER NOT NULL REFERENCES collector (id),
    name         TEXT NOT NULL,
    checksum INTEGER NOT NULL DEFAULT 0,
    UNIQUE (collector_id, name)
) STRICT;

-- Its values. t_ns is CLOCK_MONOTONIC: less the record's measure_started_ns it is the time of
-- the Run's intervals.
CREATE TABLE counter (
    run_id  INTEGER NOT NULL REFERENCES run (id),
    name_id INTEGER NOT NULL REFERENCES counter_name (id),
    t_ns    INTEGER NOT NULL,
    value   REAL NOT NULL,
    checksum INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX counter_by_run ON counter (run_id, name_id);

-- What became of a collector during a Run: values kept, what was lost and why, whether it still
-- ran at the end.
CREATE TABLE collected (
    run_id       INTEGER NOT NULL REFERENCES run (id),
    collector_id INTEGER NOT NULL REFERENCES collector (id),
    summary      TEXT NOT NULL,                -- JSON
    checksum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (run_id, collector_id)
) STRICT;

-- A Point as it was planned: what was asked, not yet resolved. `number` is its place in the
-- order of asking, from 1.
CREATE TABLE planned_point (
    id             INTEGER PRIMARY KEY,
    campaign_id    INTEGER NOT NULL REFERENCES campaign (id),
    number         INTEGER NOT NULL,
    configuration  TEXT NOT NULL,              -- its name
    target         TEXT NOT NULL,              -- JSON: name and what a session is asked of it
    workload       TEXT NOT NULL,              -- JSON: name and the keys of a workload file
    load           TEXT NOT NULL,              -- JSON: name and the keys of a load
    repeat         INTEGER NOT NULL CHECK (repeat >= 1),
    strategy       TEXT NOT NULL,              -- grid, maximum, load_line
    seed           TEXT NOT NULL,              -- of its Run, or of its search
    -- test time that it was thought to take; null on the virtual clock's searches
    expected_s     REAL,
    state          TEXT NOT NULL CHECK (state IN ('planned', 'running', 'finished', 'failed',
        'skipped')),
    -- of a finished one: whether it is evidence about the target
    stands         INTEGER CHECK (stands IN (0, 1)),
    attempt        INTEGER NOT NULL DEFAULT 0, -- how often it was begun
    -- how often settings changed under it, so that it was asked again
    invalidated    INTEGER NOT NULL DEFAULT 0,
    started_at_ns  INTEGER,
    finished_at_ns INTEGER,
    -- JSON: plimsoll.find/1, plimsoll.maximum/1; null for a grid's
    result         TEXT,
    checksum INTEGER NOT NULL DEFAULT 0,
    UNIQUE (campaign_id, number)
) STRICT;

-- Which Runs belong to which Point. Those of its last attempt that are valid are its answer.
CREATE TABLE planned_run (
    run_id           INTEGER PRIMARY KEY REFERENCES run (id),
    planned_point_id INTEGER NOT NULL REFERENCES planned_point (id),
    attempt          INTEGER NOT NULL,
    valid            INTEGER NOT NULL DEFAULT 1 CHECK (valid IN (0, 1)),
    why              TEXT,                     -- of an invalid one: which setting changed
    checksum INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX planned_run_by_point ON planned_run (planned_point_id, run_id);

-- A setting that is about to be changed, written before it is. `restored_at_ns` null: not put
-- back yet.
CREATE TABLE setting_journal (
    id             INTEGER PRIMARY KEY,
    campaign_id    INTEGER NOT NULL REFERENCES campaign (id),
    configuration  TEXT NOT NULL,
    setting        TEXT NOT NULL,
    original       TEXT NOT NULL,              -- as read before the change
    -- JSON: read, restore; so that the campaign's file is not needed once they are signed
    commands       TEXT NOT NULL,
    journalled_at_ns INTEGER NOT NULL,
    restored_at_ns INTEGER,
    trouble        TEXT,                       -- why the last attempt to put it back did not work
    checksum INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The latency of a target at queue depth 1 before any Point of a configuration ran: what
-- settling compares with.
CREATE TABLE settle_reference (
    campaign_id   INTEGER NOT NULL REFERENCES campaign (id),
    configuration TEXT NOT NULL,
    target        TEXT NOT NULL,               -- its name
    reference     TEXT NOT NULL,               -- JSON: mean_ns, noise_ns, runs
    checksum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (campaign_id, configuration, target)
) STRICT;

-- Somebody asks the process that runs a campaign to end it.
CREATE TABLE stop_wish (
    campaign_id INTEGER PRIMARY KEY REFERENCES campaign (id),
    at_ns       INTEGER NOT NULL
) STRICT;

-- What a store holds that would act on the machine of who resumes it (commands, what data may be
-- lost) is done only when that user signed it (`campaign/trust.py`).
-- Which store this is, so that what was signed in another is not taken for signed in this one.
CREATE TABLE identity (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    value TEXT NOT NULL                        -- random
) STRICT;
INSERT INTO identity (id, value) VALUES (1, lower(hex(randomblob(16))));

-- Signatures by the key of whoever wrote it (`base/signing.py`): of the document of a campaign, of
-- an entry of the journal.
CREATE TABLE signature (
    kind  TEXT NOT NULL,                       -- campaign, setting
    of_id INTEGER NOT NULL,                    -- the campaign, the entry
    value TEXT NOT NULL,
    PRIMARY KEY (kind, of_id)
) STRICT;

-- Of long Runs whose older intervals were merged.
-- What the time line reads of each of the intervals that the row of that number in `interval` was
-- merged from.
CREATE TABLE fine (
    run_id    INTEGER NOT NULL REFERENCES run (id),
    idx       INTEGER NOT NULL,
    intervals INTEGER NOT NULL,                -- how many
    series    BLOB NOT NULL,                   -- plimsoll/native/fine.py
    checksum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (run_id, idx)
) STRICT;

-- What people say of a campaign afterwards: nothing of it was measured, and nothing is judged by
-- it.
CREATE TABLE label (
    campaign_id INTEGER PRIMARY KEY REFERENCES campaign (id),
    name        TEXT,                          -- null: as its document calls it
    archived    INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
    -- others that ask the same of the same target are held against it
    baseline    INTEGER NOT NULL DEFAULT 0 CHECK (baseline IN (0, 1))
) STRICT;

CREATE TABLE tag (
    campaign_id INTEGER NOT NULL REFERENCES campaign (id),
    tag         TEXT NOT NULL,
    PRIMARY KEY (campaign_id, tag)
) STRICT;

-- A campaign that was moved out of this store. Its number is not given again: it may stand in
-- scripts.
CREATE TABLE deleted (
    campaign_id INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    at_ns       INTEGER NOT NULL,
    kept_in     TEXT NOT NULL                  -- the store that it was moved to
) STRICT;

-- Why Points failed, were skipped or say nothing about the target.
CREATE TABLE point_reason (
    planned_point_id INTEGER PRIMARY KEY REFERENCES planned_point (id),
    kind             TEXT NOT NULL,            -- `search/point_reasons.py` says it
    figures          TEXT NOT NULL,            -- JSON
    checksum INTEGER NOT NULL DEFAULT 0
) STRICT;
"""


def statements() -> list[str]:
    """The statements of the schema, to be executed one by one within a transaction."""
    return [statement for statement in SCHEMA.split(";\n") if statement.strip()]
