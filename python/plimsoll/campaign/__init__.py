"""Campaigns: from a file to a plan, from the plan through its Points to stored Runs, across kills.

The way of a campaign, from its file to its first Run:

    FILE.toml ──loader──▶ table with --set ──spec──▶ Spec, paths absolute
                                          │ plan: Points in order, each with its seed
                                          │ cost: with expected times ─▶ what `plan` prints
                                          │ resolution: each checked by the native side
                                          │ library/control.begin: all of it in one transaction
                                          ▼
                                        store ◀── status (any process) ── stop (any process)
                                          │
              conduct: restores settings that a killed process left changed
                         queue: for each pending Point
                           point: preparation (settle, set the configuration, settle, clear caches)
                           ─▶ a session of its own
                           ─▶ point_runs (grid | maximum | load_line) ─▶ Runs, stored as they end
                           ─▶ the Point's answer, stored before the next Point begins
                         designed: a design may plan more Points while it has time
                       restores settings at the end, after an error and on Ctrl-C; `resume` and
                       `restore` do it after a kill

Who decides what:

| question | file |
|---|---|
| which keys a file may have, and every default | `spec.py` |
| what the command line changes in it, and how its paths become absolute | `loader.py` |
| which Points, in which order, with which seed | `plan.py` |
| whether the Points are valid | `resolution.py`, with the rules of the native side |
| what they cost | `cost.py` |
| how a campaign is begun, resumed, stopped and restored | `library/control.py` |
| which pending Point runs next, and which are skipped | `queue.py` |
| which may run at the same time | `side_by_side.py` |
| the steps of a Point, and what its error means for the others | `point.py` |
| settings, settling and caches before its Runs | `preparation.py` |
| the properties of a strategy | `search/strategies.py` |
| the Runs of a strategy, and whether the answer stands | `point_runs.py` |
| which Points of a design | `designs.py`, with the feature that has the design |
| where a search begins; the maximum of a relative rate | `hints.py`, from earlier Points |
| whether the target is as before | `settle.py` |
| the original value of a setting; is it restored | `settings.py`, with the store's journal |
| which commands of a store may run | `trust.py`: signed, in the file, or confirmed |
| the progress of a campaign | `status.py`, from the store alone |
| whether a store is damaged | `damage.py`, after an error in reading it |

Every other verb that measures is a campaign without a plan: `run_recorder.py` puts every Run of a
session into the store before the next one starts; `line_search.py` runs a search over a session;
`limiter_runs.py` runs the extra Runs that the limiter's rules need; features have their own
`runs.py`. Nothing here prints or draws.
"""

from plimsoll.campaign.line_search import find
from plimsoll.campaign.run_recorder import CampaignKeeper, begin

__all__ = ["CampaignKeeper", "begin", "find"]
