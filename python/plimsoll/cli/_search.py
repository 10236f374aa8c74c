"""What `find`, `simulate --find` and `demo` share: the search itself, how far it has got, its
answer in a terminal, its code."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from plimsoll.base import language
from plimsoll.base.sentence import Sentence, Words
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import answer, screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.cli.terminal.pace import Pace
from plimsoll.library import searches
from plimsoll.native.listener import Listener
from plimsoll.native.values import Progress

if TYPE_CHECKING:
    from plimsoll.cli._measure import Measuring
    from plimsoll.native.record import SessionRequest
    from plimsoll.native.session import Stop
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.store import Store

STAGES = ("maximum", "reference", "probe", "hold")
"""The stages of a search in order, by the role of their Runs."""


def search_and_print(
    request: SessionRequest,
    options: searches.SearchOptions,
    *,
    as_json: bool,
    details: Details,
    metrics: str | None = None,
    hosts: Path | None = None,
) -> int:
    """Searches the load line and prints the answer. The exit code is the answer's."""
    from plimsoll.cli._measure import measuring

    store, canonical = options.store, options.canonical_objective
    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("find", quiet=as_json, metrics=metrics, hosts=hosts))
        stop = work.stop
        with searches.search_line(
            work.bench(SearchMeter(work)), options, request, stack, objective=canonical
        ) as line:
            # Loaded when there is an answer: a refusal is to be quick.
            from plimsoll.search import document

            result = document.of(line.result)
        if as_json:
            screen.document(searches.line_document(result, line, store))
        else:
            print_answer(line.store, line.campaign, details, _files(line.campaign, store, stop))
    if (interrupt := searches.interruption(stop, store)) is not None:
        raise interrupt
    return searches.verdict_code(result)


class SearchMeter(Listener):
    """Shows each search on a meter of its own."""

    def __init__(self, work: Measuring) -> None:
        self._work = work
        self._meter: screen.Meter | None = None
        self._searching: Searching | None = None

    def search_begins(self, expected_s: Mapping[str, float], store: object) -> None:
        """Shows a meter."""
        self._meter = self._work.meter()
        # The bar must be there before the chart below it is.
        self._meter.begin()
        self._searching = Searching(self._meter, expected_s)
        self._meter.chart_of(cast("Store", store))

    def search_ends(self) -> None:
        """Takes the meter away."""
        if self._meter is not None:
            self._meter.close()
        self._meter = self._searching = None

    def run_progress(self, now: Progress) -> None:
        """How far the Run under way has got."""
        if self._searching is not None:
            self._searching.run_progress(now)

    def search_step(self, step: object) -> None:
        """A step of the search, in its own words."""
        if self._searching is not None:
            self._searching.search_step(step)

    def preparing(self, what: Words) -> None:
        """Which line of several is searched next."""
        if not self._work.quiet:
            screen.note(str(what))

    def note(self, words: Words, event: int | None = None) -> None:
        """A warning: on stderr, whatever else is printed."""
        del event
        if self._meter is None or self._work.quiet:
            screen.note(str(words))
        else:
            self._meter.say(words)


class Searching(Listener):
    """Tells a meter how far a search has got; `expected` gives real seconds by stage, `before` and
    `after` frame them."""

    def __init__(
        self,
        meter: screen.Meter,
        expected: Mapping[str, float],
        *,
        before: Mapping[str, float] | None = None,
        after: Mapping[str, float] | None = None,
    ) -> None:
        self._meter = meter
        self._pace = Pace(
            {**(before or {}), **{stage: expected[stage] for stage in STAGES}, **(after or {})}
        )
        self._doing: Words = ""
        self._probed = False
        # Loaded here, before the first Run: it would take a tenth of a second of processor time out
        # of its Measure.
        from plimsoll.base.units import rate

        self._rate = rate

    def enter(self, stage: str, doing: Words) -> None:
        """A stage begins."""
        self._pace.enter(stage)
        self._doing = doing
        self._meter.show(doing, self._pace.left_s())

    def part(self, done: float, *, detail: Words) -> None:
        """So much of the stage is done, 0 to 1."""
        self._pace.part(done)
        self._meter.show(self._doing, self._pace.left_s(), detail=detail)

    def run_progress(self, now: Progress) -> None:
        """How far the Run under way has got."""
        stage = now.role.partition("_")[0]
        if stage not in STAGES:
            return
        if stage == "reference" and self._probed:
            # The rest before the holds: a part of confirming.
            stage = "hold"
        self._probed |= stage == "probe"
        self._doing = Sentence(partial(message, f"stage-{stage}"))
        self._pace.enter(stage)
        achieved = self._rate(now.achieved_rate_per_s)
        detail = (
            message("run-closed-loop", achieved=achieved)
            if now.rate is None
            else message("run-offered", offered=self._rate(now.rate), achieved=achieved)
        )
        self._meter.show(self._doing, self._pace.left_s(), detail=detail)

    def search_step(self, step: object) -> None:
        """A step of the search, in its own words."""
        self._meter.say(Sentence(lambda: f"  {step}"))
        self._meter.look()


def _files(campaign: int, store: Path | None, stop: Stop) -> list[str]:
    """Where the answer is kept, and how it is drawn."""
    if store is None or stop.because is not None:
        return []
    return answer.files_of(store, campaign)


@language.for_reader
def print_answer(
    store: Store, campaign_id: int, details: Details, files: Sequence[str] = ()
) -> None:
    """The curve of a search and its answer: the same figures as in its report. `files`: where they
    are kept."""
    from plimsoll.report.evidence.evidence import gather

    screen.curve(store, campaign_id)
    print_evidence(gather(store, campaign_id), details, files)


@language.for_reader
def print_evidence(evidence: Evidence, details: Details, files: Sequence[str] = ()) -> None:
    """The answer of evidence that is read already."""
    from plimsoll.report.first import full, of_search
    from plimsoll.report.first import screen as first_screen

    if details.runs:
        answer.print_runs(evidence)
    if details.why:
        screen.lines(["", full.headline(evidence), *full.because(evidence)])
    answer.block(first_screen.draw([evidence], of_search.summary(evidence)), files)
