"""Runs a campaign from a terminal, for the verbs that do: shows its progress and prints its
outcome."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.base.errors import Interruption, PlimsollError
from plimsoll.cli import _store_place
from plimsoll.cli.terminal import screen
from plimsoll.library import bench

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from plimsoll.campaign.control import StoredCampaign
    from plimsoll.campaign.spec import Spec
    from plimsoll.campaign.status import Status
    from plimsoll.campaign.trust import Refusals
    from plimsoll.cli._measure import Measuring
    from plimsoll.collect import Source
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
) -> int:
    """Keeps a new campaign in a store and runs its Points. Returns the exit code. `answer` prints
    the outcome in place of the status, and gives the code."""
    from plimsoll.campaign import control
    from plimsoll.campaign.side_by_side import points_at_a_time
    from plimsoll.campaign.trust import of_spec
    from plimsoll.cli._measure import measuring
    from plimsoll.store import Store

    hosts = control.hosts_file_of(spec)
    at_a_time = points_at_a_time(jobs, spec)
    with contextlib.ExitStack() as stack:
        # Before the store: a port that is in use must not leave an empty one behind.
        work = stack.enter_context(
            measuring("campaign", quiet=as_json, metrics=metrics, hosts=hosts)
        )
        opened = stack.enter_context(Store.open(store))
        if hosts is None:
            _store_place.note(store, {str(point.target["path"]) for point in points})
        campaign = control.begin(
            opened, spec, points, file, refusals=refusals, stop=work.stop, hosts=work.hosts
        )
        if campaign.trust.trouble and of_spec(spec):
            screen.note(
                "the commands and permissions of this campaign are not signed: "
                f"{campaign.trust.trouble.rstrip('.')}. To resume it after a kill, name its file:"
                f" plimsoll campaign resume {file} --store {store}"
            )
        return conduct(campaign, work, at_a_time, as_json=as_json, answer=answer)


def conduct(
    campaign: StoredCampaign,
    work: Measuring,
    at_a_time: int,
    *,
    as_json: bool,
    answer: Answer | None = None,
) -> int:
    """Runs the pending Points, so many at a time, and prints the outcome, also after an interrupt
    or an error. Returns the exit code."""
    from plimsoll.campaign import conduct as conducting
    from plimsoll.campaign.run_recorder import counter_keeper
    from plimsoll.cli.run import RunMeter
    from plimsoll.cli.terminal.campaign import CampaignMeter

    store, number, asked = campaign.store, campaign.number, campaign.spec.campaign
    if campaign.hosts is None and not asked.virtual:
        work.look_around(path for target in campaign.spec.all_targets for path in target.paths)
    sources = _sources(campaign.spec)
    with (
        work.meter() as meter,
        replace(work.bench(RunMeter(meter, quiet=as_json)), hosts=campaign.hosts).collectors(
            sources
        ) as collectors,
    ):
        try:
            conducting.conduct(
                campaign,
                work.stop,
                CampaignMeter(meter, store, number, virtual=asked.virtual, quiet=as_json),
                counters=counter_keeper(store, number, collectors),
                listeners=[work.state],
                jobs=at_a_time,
            )
        except Interruption:
            meter.close()
            if answer is None:
                show_status(store, number, as_json=as_json, ended=True)
            else:
                answer(store, number)
            raise Interruption(
                "interrupted", f"Go on with: plimsoll campaign resume {store.path}"
            ) from None
        except PlimsollError:
            # Print what was measured anyway, as far as the store can still be read.
            meter.close()
            with contextlib.suppress(PlimsollError):
                show_status(store, number, as_json=as_json, ended=True, put_back=campaign.restored)
            raise
    if answer is not None:
        return answer(store, number)
    return _exit_code(campaign, show_status(store, number, as_json=as_json))


def _sources(spec: Spec) -> tuple[Source, ...]:
    """What is collected beside the Runs of a campaign."""
    from plimsoll.campaign import control

    asked = spec.campaign
    return bench.sources(
        asked.collect or None,
        asked.scrape or None,
        asked.collect_every,
        stored=True,
        virtual=asked.virtual,
        hosts=control.hosts_file_of(spec),
    )


def _exit_code(campaign: StoredCampaign, status: Status) -> int:
    """0 where every Point is valid and what the campaign was to find is known, 2 where not."""
    from plimsoll.campaign import designs as designed
    from plimsoll.campaign.rounds import RoundTracker
    from plimsoll.search.strategies import leaves

    if campaign.spec.rounds is not None:
        rounds = RoundTracker(campaign.store, campaign.number, campaign.spec.rounds)
        return 0 if rounds.ended_well() else 2
    if status.points.standing != status.points.total:
        return 2
    if designed.of(status.strategy) is not None:
        return 0 if status.factors is not None or not status.rows else 2
    if leaves(status.strategy) != "line":
        return 0
    from plimsoll.report import first_screen
    from plimsoll.report.request import ReportRequest

    asked = ReportRequest(campaign.store, (campaign.number,))
    return 0 if first_screen.summary(asked).is_answer else 2


def show_status(
    store: Store,
    number: int,
    *,
    as_json: bool,
    ended: bool = False,
    put_back: Collection[int] = (),
) -> Status:
    """Prints how far a campaign has come."""
    from plimsoll.campaign import status
    from plimsoll.cli.terminal.campaign import MOST_ROWS, line_words, print_status

    with store.snapshot():
        row = store.known_campaign(number)
        # Who ends a long campaign does not wait for a table that no terminal holds.
        rows = as_json or store.plans.progress(number).points <= MOST_ROWS
        found = status.of(store, row, ended=ended, put_back=put_back, rows=rows)
        evidence = None
        if rows and found.state == "finished" and row.virtual:
            from plimsoll.report.evidence import model_basis as described
            from plimsoll.report.evidence.evidence import gather

            evidence = gather(store, number)
            found.same_by_construction = [one.to_json() for one in described.alike_of(evidence)]
    if as_json:
        screen.document(found.model_dump(by_alias=True))
    else:
        print_status(found, answers=line_words(store, found) if rows else None)
        if evidence is not None:
            screen.lines(
                [*described.same_by_construction(evidence), *described.fit_notes([evidence])]
            )
    return found
