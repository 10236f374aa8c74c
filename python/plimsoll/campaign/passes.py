"""Runs that end by bytes: so many passes over the working set, as preconditioning asks.

On the machine's clock the native side ends each worker at its bytes. The virtual clock has no such
end: there Runs follow each other, each as long as the rest will take at the rate so far, until all
is done. The last of them is the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from plimsoll.execute import parse_span

if TYPE_CHECKING:
    from plimsoll.campaign.spec import Spec
    from plimsoll.execute import Session
    from plimsoll.model import ProbeRequest, RunRecord

MOST_RUNS = 200
"""Of a fill on the virtual clock: more than any rate that settles takes."""
SHORTEST_S = 0.01


def passed(session: Session, spec: Spec, request: ProbeRequest, passes: float) -> RunRecord:
    """The Run, or the last of them, after which each worker has done so many passes over the
    working set, or the time of the load is over."""
    each = round(passes * int(session.info["workload"]["working_set_bytes"]))
    if session.info["clock"] != "virtual":
        return session.run(cast("ProbeRequest", {**request, "bytes_each": each}), role="run")
    wanted = each * (request.get("workers") or 1)
    limit_s = parse_span(request.get("measure_for") or spec.campaign.measure_for)
    # A first look that is short beside the whole, whatever the rate.
    next_s, done, spent_s = min(limit_s, parse_span(spec.campaign.measure_for), 1.0), 0.0, 0.0
    for _ in range(MOST_RUNS):
        asked = cast("ProbeRequest", {**request, "measure_for": f"{next_s:.6f}s"})
        record = session.run(asked, role="run")
        measured_s = float(record["measure_s"])
        done += float(record["bytes_per_s"]) * measured_s
        spent_s += measured_s
        if done >= wanted or spent_s >= limit_s or not record["bytes_per_s"]:
            return record
        rest_s = (wanted - done) / float(record["bytes_per_s"])
        next_s = max(SHORTEST_S, min(rest_s, limit_s - spent_s))
    return record
