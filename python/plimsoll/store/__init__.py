"""The store: one SQLite file that keeps every Run with everything that is needed to judge it later.

`schema.py` is the file's shape, `opening.py` decides whether a file is ours before anything touches
it (`ownership.py`: whose it is; `connection.py` and `declarations.py`: nothing that stands in it is
run), `store.py` writes and reads (`counters.py` what was collected beside the Runs, `plans.py` what
a campaign planned and how far it came, `signatures.py` what was signed, `labels.py` what people say
of a campaign; `moving.py` moves one out), `presence.py` watches that it is still there,
`snapshot.py` holds one moment of it for a reader, `interrupted_runs.py` notes what a kill cut,
`base/reading.py` tells damage, `rows.py` is what readers get. Nothing here prints, measures or
draws, and nothing here trusts a signature.
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
from plimsoll.store.store import Store, opened

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
    "opened",
]
