"""Runs a campaign from a terminal, for the verbs that do: shows its progress and prints its
outcome."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING

from plimsoll.base.errors import Interruption, PlimsollError
from plimsoll.cli.terminal import answer as block
from plimsoll.cli.terminal import screen
from plimsoll.cli.terminal.answer import NO_DETAILS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from plimsoll.campaign.conductor import StoredCampaign
    from plimsoll.campaign.spec import Spec
    from plimsoll.campaign.status import Status
    from plimsoll.campaign.trust import Refusals
    from plimsoll.cli._measure import Measuring
    from plimsoll.cli.terminal.answer import Details
    from plimsoll.library.control import CampaignOutcome
    from plimsoll.native.listener import Listener
    from plimsoll.store import Store
    from plimsoll.store.plans import PlannedPoint

    Answer = Callable[[Store, int], int]
    """Prints what came of a campaign; the exit code."""


def conduct_new(
    spec: Spec,
    points: Sequence[PlannedPoint],
    file: Path,
    store: Path,
    refusals: Refusals,
    *,
    as_json: bool,
    metrics: str | None = None,
    jobs: int | None = None,
    answer: Answer | None = None,
    details: Details = NO_DETAILS,
) -> int:
    """Keeps a new campaign in a store, runs its Points and prints the outcome. Returns the exit
    code. `answer` prints the outcome in place of the status, and gives the code."""
    from plimsoll.campaign.side_by_side import points_at_a_time
    from plimsoll.cli._measure import measuring
    from plimsoll.cli.run import RunMeter
    from plimsoll.library import control

    at_a_time = points_at_a_time(jobs, spec)
    with (
        # Before the store: a port that is in use must not leave an empty one behind.
        measuring("campaign", quiet=as_json, metrics=metrics, hosts=spec.hosts_file) as work,
        contextlib.closing(work.meter()) as meter,
        control.run_new(
            work.bench(RunMeter(meter, quiet=as_json)),
            spec,
            points,
            file,
            store,
            refusals=refusals,
            progress=partial(begin_meter, work, meter),
            jobs=at_a_time,
        ) as outcome,
    ):
        meter.close()
        return print_outcome(outcome, as_json=as_json, answer=answer, details=details)


def begin_meter(work: Measuring, meter: screen.Meter, campaign: StoredCampaign) -> Listener:
    """Shows the progress of a campaign on the meter, after the warnings of who else uses the
    machine."""
    from plimsoll.cli.terminal.campaign import CampaignMeter

    store, number, spec = campaign.store, campaign.number, campaign.spec
    if campaign.hosts is None and not spec.campaign.virtual:
        work.look_around(path for target in spec.all_targets for path in target.paths)
    meter.begin()
    return CampaignMeter(meter, store, number, virtual=spec.campaign.virtual, quiet=work.quiet)


def print_outcome(
    outcome: CampaignOutcome,
    *,
    as_json: bool,
    answer: Answer | None = None,
    details: Details = NO_DETAILS,
) -> int:
    """Prints the outcome of a campaign, also after an interruption or an error, which is raised
    then. Returns the exit code."""
    campaign, error = outcome.campaign, outcome.error
    store, number = campaign.store, campaign.number
    if error is None:
        if answer is not None:
            return answer(store, number)
        return outcome.exit_code(show_status(store, number, as_json=as_json, details=details))
    if not isinstance(error, Interruption):
        # Print what was measured anyway, as far as the store can still be read.
        with contextlib.suppress(PlimsollError):
            show_status(
                store,
                number,
                as_json=as_json,
                details=details,
                ended=True,
                put_back=campaign.restored,
            )
    elif answer is not None:
        answer(store, number)
    else:
        show_status(store, number, as_json=as_json, details=details, ended=True)
    raise error


def show_status(
    store: Store,
    number: int,
    *,
    as_json: bool,
    details: Details = NO_DETAILS,
    ended: bool = False,
    put_back: Collection[int] = (),
) -> Status:
    """Prints how far a campaign has come, and what it answers so far."""
    from plimsoll.campaign import status
    from plimsoll.cli.terminal.campaign import (
        MOST_ROWS,
        MOST_ROWS_UNASKED,
        line_words,
        print_status,
    )
    from plimsoll.report.evidence import model_basis as described
    from plimsoll.report.evidence.evidence import gather

    with store.snapshot():
        row = store.known_campaign(number)
        # Who ends a long campaign does not wait for a table that no terminal holds.
        rows = as_json or store.plans.progress(number).points <= MOST_ROWS
        found = status.of(store, row, ended=ended, put_back=put_back, rows=rows)
        evidence = None
        if rows and found.state == "finished" and row.virtual:
            evidence = gather(store, number)
            found.same_by_construction = [one.to_json() for one in described.alike_of(evidence)]
    if as_json:
        screen.document(found.model_dump(by_alias=True))
    else:
        # A long table would push the answer off the screen; a pipe takes all of it.
        asked_for = details.runs or details.why or not screen.is_terminal()
        listed = rows and (asked_for or found.points.total <= MOST_ROWS_UNASKED)
        answers = line_words(store, found) if listed else None
        print_status(found, why=details.why, listed=listed, answers=answers)
        if details.runs:
            block.print_runs(gather(store, number))
        if details.why and evidence is not None:
            screen.lines(
                [*described.same_by_construction(evidence), *described.fit_notes([evidence])]
            )
        if rows:
            block.of_campaign(store, number, block.files_of(store.path, number))
    return found
