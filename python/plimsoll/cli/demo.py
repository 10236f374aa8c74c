"""`plimsoll demo`: the whole method on this machine's own disk, in a good minute, with a report at
the end."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll import live
from plimsoll.base import documents, language, posix, preferences
from plimsoll.base.errors import Interruption, IoError
from plimsoll.cli import _measure, _options
from plimsoll.cli._measure import Measuring
from plimsoll.cli._options import flag
from plimsoll.cli._search import Searching, print_answer
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.library.question import seed_or_default
from plimsoll.library.searches import refuse_periods, verdict_code

if TYPE_CHECKING:
    from plimsoll.native.record import SessionRequest, WorkloadRequest
    from plimsoll.native.session import Session, Stop
    from plimsoll.native.target import TestFile
    from plimsoll.search.document import FindDocument
    from plimsoll.store import Store

EXAMPLES = (
    "plimsoll demo",
    "plimsoll demo --dir /mnt/array --size 8g --objective 'p99 <= 1ms'",
    "plimsoll demo --keep --json",
)

TEST_FILE = "plimsoll-demo.dat"
WORKLOAD: WorkloadRequest = {"block_size": "8k", "read": 70.0, "pattern": "random"}
"""The mix that mid-range arrays are commonly sized with; `plimsoll find` takes any other."""
BEFORE, AFTER = {"filling": 5.0}, {"report": 2.0}
"""Seconds that the stages around the search take, about."""


def demo(
    directory: Path = flag("--dir DIR", message("help-demo-dir"), Path()),
    size: str = flag("--size SIZE", message("help-demo-size"), "1g"),
    objective: str | None = flag("--objective TEXT", message("help-demo-objective")),
    keep: bool = flag("--keep", message("help-demo-keep")),
    store: Path | None = flag("--store FILE", message("help-demo-store")),
    no_report: bool = flag("--no-report", message("help-demo-no-report")),
    force: bool = flag("--force", message("help-demo-force")),
    seed: _options.Seed = None,
    metrics: _options.Metrics = None,
    why: _options.Why = False,
    runs: _options.Runs = False,
    as_json: _options.Json = False,
) -> int:
    """Find the load line of the disk under a folder, with a test file of its own, and write
    report.html.

    Makes and fills the file, measures the maximum (8 KiB random, read 70 %, direct), finds the load
    line, confirms it, keeps every Run in plimsoll.db and removes the file. Nothing else in the
    folder is touched. Ctrl-C ends it cleanly.
    """
    store_file, details = _kept_in(directory, store), Details(why=why, runs=runs)
    report = None if no_report else directory / "report.html"
    test_file = directory / TEST_FILE

    from plimsoll.campaign import find
    from plimsoll.cli._measure import measuring
    from plimsoll.native.session import parse_objective, remove_own
    from plimsoll.native.target import TestFile
    from plimsoll.search import document
    from plimsoll.search.budget import Budget
    from plimsoll.store import Store

    canonical = None if objective is None else parse_objective(objective)
    refuse_periods(canonical, message("minute-of-demo"))
    _refuse_files(store_file, report, force=force)
    budget = Budget.demo(workers=max(1, posix.processors()))
    measured = message("measured-until-then", store=store_file)
    with contextlib.ExitStack() as stack:
        meter = stack.enter_context(screen.Meter(quiet=as_json))
        searching = Searching(meter, budget.expected_s(), before=BEFORE, after=AFTER)
        # What is drawn is nothing that a wish to stop could end: so far reach the file and the
        # wish, and no farther.
        with (
            measuring("demo", quiet=as_json, metrics=metrics) as work,
            TestFile(test_file, remove_own, screen.note, keep=keep) as file,
        ):
            stop, meter.state = work.stop, work.state
            _refuse_memory(file.path.parent)
            work.look_around([str(file.path.parent)])
            _fill(file, size, searching, stop, meter, quiet=as_json)
            request: SessionRequest = {"target": str(test_file), "workload": WORKLOAD}
            with _open_session(request, work, searching, meter, keep=keep) as session:
                opened = meter.chart_of(stack.enter_context(Store.open(store_file)))
                result, campaign = find(
                    session,
                    request,
                    opened,
                    kind="demo",
                    objective=canonical,
                    arrivals="poisson",
                    seed=seed_or_default(seed, virtual=False),
                    budget=budget,
                    on_step=searching.search_step,
                )
            if stop.is_requested:
                meter.close()
                _tell(document.of(result), opened, campaign, details, as_json=as_json)
                raise Interruption(message("interrupted"), measured)
        meter.state = live.SILENT
        searching.enter("report", message("drawing-report"))
        if report is not None:
            _draw(opened, campaign, report, measured, force=force)
        # The bar must be gone before the answer comes.
        meter.close()
        shown = document.of(result)
        drawn = {} if report is None else {"report": str(report)}
        files = _files(campaign, store_file, report, test_file if keep else None)
        _tell(shown, opened, campaign, details, files, as_json=as_json, **drawn)
    return verdict_code(shown)


def _refuse_files(store: Path, report: Path | None, *, force: bool) -> None:
    """Refuses a damaged store and somebody else's report before a gigabyte is written."""
    from plimsoll.report import writer
    from plimsoll.store import Store

    if report is not None:
        writer.refuse_foreign(report, "html", force=force)
    if store.exists():
        Store.open(store).close()


def _kept_in(directory: Path, store: Path | None) -> Path:
    """Where the Runs go. If nobody said where, everything of a demo lies in one folder."""
    if store is not None:
        return store
    kept = preferences.store()
    return directory / kept if kept == preferences.STORE else kept


def _draw(store: Store, campaign: int, report: Path, measured: str, *, force: bool) -> None:
    from plimsoll.report import writer
    from plimsoll.report.request import ReportRequest

    try:
        writer.write(ReportRequest(store, (campaign,)), report, force=force)
    except KeyboardInterrupt:
        raise Interruption(message("interrupted"), measured) from None


@language.for_reader
def _files(campaign: int, store: Path, report: Path | None, test_file: Path | None) -> list[str]:
    kept = {"store": store, "campaign": campaign}
    files = [
        message("demo-kept", **kept)
        if report is None
        else message("demo-kept-and-report", **kept, report=report)
    ]
    return [*files, message("test-file", file=test_file)] if test_file is not None else files


def _tell(
    shown: FindDocument,
    store: Store,
    campaign: int,
    details: Details,
    files: Sequence[str] = (),
    *,
    as_json: bool,
    **more: str,
) -> None:
    """The answer, also of a search that was interrupted."""
    if as_json:
        screen.document(
            documents.plain(shown) | {"store": str(store.path), "campaign": campaign, **more}
        )
    else:
        print_answer(store, campaign, details, files)


def _refuse_memory(folder: Path) -> None:
    """Raises IoError for a folder in memory. /tmp often is one; the whole search there would take
    its minute and end without an answer."""
    from plimsoll.native import session as execute

    system = execute.chain(str(folder))["file_system"]
    if system is not None and system["memory_backed"]:
        raise IoError(*message.refusal("demo-in-memory", folder=folder.absolute()))


def _fill(
    file: TestFile,
    size: str,
    searching: Searching,
    stop: Stop,
    meter: screen.Meter,
    *,
    quiet: bool,
) -> None:
    from plimsoll.base.units import size as size_text
    from plimsoll.native.session import Prepare

    prepare = Prepare.open({"target": str(file.path), "size": size})
    file.claim()
    searching.enter("filling", message("filling", file=file.path))

    def on_progress(done: int, total: int) -> None:
        detail = message("filled", done=size_text(done), total=size_text(total))
        searching.part(done / total if total else 0.0, detail=detail)

    if prepare.run(stop=stop, on_progress=on_progress)["outcome"] == "stopped":
        raise _unmeasured_end(message("stopped-unfilled"), meter, keep=file.keep, quiet=quiet)


def _open_session(
    request: SessionRequest,
    work: Measuring,
    searching: Searching,
    meter: screen.Meter,
    *,
    keep: bool,
) -> Session:
    """The session, unless somebody wished to end before there was one: nothing is kept of a demo
    that measured nothing."""
    from plimsoll.native.session import Session

    try:
        session = Session.open(request, stop=work.stop, listeners=[work.state, searching])
        _measure.warn_of_engine(session)
    except Interruption:
        raise _unmeasured_end(
            message("stopped-unopened"), meter, keep=keep, quiet=work.quiet
        ) from None
    if session.stop.is_requested:
        session.close()
        raise _unmeasured_end(message("stopped-unopened"), meter, keep=keep, quiet=work.quiet)
    return session


def _unmeasured_end(told: str, meter: screen.Meter, *, keep: bool, quiet: bool) -> Interruption:
    """What a demo ends with that was stopped before its first Run, its answer printed."""
    meter.close()
    if not quiet:
        screen.lines([told])
    return Interruption(
        message("interrupted-unmeasured"), "" if keep else message("test-file-removed")
    )
