"""The store: one SQLite file with every Run and everything that is needed to judge it later.

| `schema.py`, `upgrade.py` | the tables; stores of earlier versions | |---|---| | `opening.py`,
`ownership.py` | is it a store, is it intact, whose is it: before anything touches it | |
`connection.py`, `declarations.py` | nothing inside a file is executed | | `store.py` | writes and
reads Runs and campaigns | | `plans.py`, `counters.py`, `labels.py`, `imports.py`, `signatures.py`,
`merging.py` | parts of it | | `moving.py`, `interrupted_runs.py` | moves a campaign out; marks Runs
that a kill interrupted | | `presence.py`, `snapshot.py` | is the file still there; a consistent
view for a reader | | `reading.py`, `checksums.py`, `contradictions.py` | find damage | | `rows.py`
| the rows that readers get |

Nothing here prints, measures or draws, and nothing here trusts a signature.
"""

from plimsoll.store.rows import (
    CampaignRow,
    CollectorRow,
    CounterRow,
    IntervalRow,
    JournalRow,
    Labels,
    PlannedPointRow,
    PlannedRunRow,
    ProcessorLoad,
    Reason,
    RunRow,
)
from plimsoll.store.store import Store, opened_paths

__all__ = [
    "CampaignRow",
    "CollectorRow",
    "CounterRow",
    "IntervalRow",
    "JournalRow",
    "Labels",
    "PlannedPointRow",
    "PlannedRunRow",
    "ProcessorLoad",
    "Reason",
    "RunRow",
    "Store",
    "opened_paths",
]
