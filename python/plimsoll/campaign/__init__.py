"""From a question to Runs that are kept: a campaign's plan, its way through the Points, and what
survives a kill.

Data flow:

    FILE.toml ──spec──▶ Spec ──plan──▶ Points in order, each with its seed
                                          │ ──resolution, cost─▶ what `plan` prints
                                          │ control.begin: document and Points in one transaction
                                          ▼
                                        store ◀── status (any process) ── stop (any process)
                                          │
              conduct: settings that a killed process left are put back
                         queue: for each Point that is pending
                           point: preparation (settle, set the configuration, settle, clear caches)
                           ─▶ a session of its own
                           ─▶ point_runs (grid | maximum | load_line) ─▶ Runs, kept as they end
                           ─▶ the Point's answer, kept before the next begins
                         designed: a design may plan more Points while it has time
                       at the end, after an error, on Ctrl-C, by resume, by restore: settings put
                       back

Who decides what:

| question | file |
|---|---|
| what may be written, and every default | `spec.py` |
| which Points, in which order, with which seed | `plan.py` |
| whether they can be meant | `resolution.py`, by asking the native side |
| what they cost | `cost.py` |
| how a campaign is begun, resumed, stopped and restored | `control.py` |
| which pending Point runs next, and which are skipped | `queue.py` |
| which may run at the same time | `side_by_side.py` |
| what happens around a Point, and what an error means for the others | `point.py` |
| what is set, settled and cleared before its Runs | `preparation.py` |
| what a strategy is, costs and leaves | `search/strategies.py` |
| what it runs, and whether its answer stands | `point_runs.py` |
| which Points, where not all are asked | `designed.py`, by the feature that has the design |
| where a search begins; the maximum that a rate is a share of | `hints.py`, by Points before it |
| whether the target is as before | `settle.py` |
| what a setting was, and whether it is back | `settings.py`, by the store's journal |
| what of a store may be run | `trust.py`, by signature, file or a person |
| how far it has come | `status.py`, from the store alone |
| whether a store is damaged | `damage.py`, when reading it stumbled |

Every other verb that measures is a campaign without a plan: `run_recorder.py` puts every Run of a
session into the store before the next one starts; `line_search.py` runs a search over a session,
`limiter_runs.py` does the Runs that tell who limited one; features measure what they judge in their
own `runs.py`. Nothing here prints or draws.
"""

from plimsoll.campaign.line_search import find
from plimsoll.campaign.run_recorder import CampaignKeeper, begin

__all__ = ["CampaignKeeper", "begin", "find"]
