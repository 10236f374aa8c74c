"""`plimsoll suite`: the field's standard suites in one word, each a campaign like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from plimsoll.base import language, preferences, units
from plimsoll.base.errors import Interruption, PlimsollError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import answer, screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.features.suites import catalogue as suites
from plimsoll.features.suites.deviations import texts
from plimsoll.features.suites.messages import message

if TYPE_CHECKING:
    from plimsoll.campaign.spec import Spec
    from plimsoll.features.suites.runs import Cost, SuiteRun
    from plimsoll.features.suites.suite_target import SuiteTarget
    from plimsoll.native.record import PrepareRequest
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.store import Store

EXAMPLES = (
    "plimsoll suite list",
    "plimsoll suite show kubestr",
    "plimsoll suite run kubestr --target test.dat --plan",
    "plimsoll suite run kubestr --target test.dat",
    "plimsoll suite run hcibench-easy-run@2024-04 --target /dev/sdb --set campaign.measure_for=5m",
    (
        "plimsoll suite run snia-pts-e-iops --target /dev/nvme1n1 --purged 'nvme format -s 1'"
        " --i-will-lose-the-data-on S5XXNG0N123456"
    ),
    "plimsoll suite run snia-pts-e-latency --target stack:drive.toml --virtual",
)

APP = typer.Typer(
    help="""Run a standard suite by its name: SNIA PTS, HCIBench's easy run, KDiskMark, kubestr,
    kbench, VMFleet, the recipes of the clouds.

    A suite is a campaign whose file comes with Plimsoll: 'plimsoll campaign resume' continues it
    after a kill, 'plimsoll report' draws it.
    """
)

NAME = argument("NAME", message("help-name"), "")


@APP.command("list")
def list_(as_json: _options.Json = False) -> int:
    """List the suites."""
    keys = ("name", "version", "title", "summary")
    suite_entries = [{key: getattr(suite, key) for key in keys} for suite in suites.all_suites()]
    if as_json:
        screen.document({"schema": "plimsoll.suites/1", "suites": suite_entries})
    else:
        answer.names_and_texts({suite.full_name: suite.summary for suite in suites.all_suites()})
    return 0


def _refuse_no_name(name: str, action: str) -> None:
    if not name:
        known = ", ".join(suites.names())
        raise UsageError(*message.refusal("name-missing", verb=action, suites=known))


@APP.command("show")
def show(name: str = NAME, as_json: _options.Json = False) -> int:
    """Print the file of a suite, to save and edit."""
    from plimsoll.features.suites import runs as suite_files

    _refuse_no_name(name, "show")
    text = suite_files.text(name)
    document = {"schema": "plimsoll.suite_file/1", "name": name, "toml": text}
    screen.answer(document, text.splitlines(), as_json=as_json)
    return 0


@APP.command("run")
def run(
    name: str = NAME,
    target: _options.OptionalTarget = None,
    size: str | None = flag("--size SIZE", message("help-size")),
    override: list[str] | None = flag("--set KEY=VALUE", message("help-set")),
    purged: str | None = flag("--purged TEXT", message("help-purged")),
    virtual: bool = flag("--virtual", message("help-virtual")),
    only_plan: bool = flag("--plan", message("help-plan")),
    store: _options.RunsStore = preferences.STORE,
    lose_data_on: _options.LoseDataOn = None,
    why: _options.Why = False,
    runs: _options.Runs = False,
    as_json: _options.Json = False,
) -> int:
    """Run a suite on a target, after saying how long it takes, what it writes and what that wears.

    A file that does not exist is created and filled; a device that would be written must be
    confirmed by its serial number, with --i-will-lose-the-data-on SERIAL. Deviations from the suite
    are named in the title of its reports.

    The exit code is 0 when every test has an answer and, for a suite with rounds, the target became
    steady; otherwise 2.
    """
    from plimsoll.campaign.trust import NOTHING_REFUSED
    from plimsoll.cli._campaign_run import conduct_new
    from plimsoll.features.suites import runs as suite_files

    _refuse_no_name(name, "run")
    if not target:
        raise UsageError(*message.refusal("target-missing"))
    request = suite_files.SuiteRequest(
        tuple(target), tuple(override or ()), tuple(lose_data_on or ()), virtual, purged, size
    )
    suite_run = suite_files.prepare(name, request, only_plan=only_plan)
    if only_plan:
        refusal = suite_files.refusal(suite_run, request)
        with language.answering(as_json=as_json):
            _print_plan(suite_run, refusal, as_json=as_json)
        return 0
    with language.writing(language.of_reader()):
        lines = cost_lines(suite_run.spec, suite_run.cost)
    for line in lines:
        screen.note(line)
    _make(suite_run.target, quiet=as_json)
    ready = suite_files.ready(suite_run)
    return conduct_new(
        ready.spec,
        ready.points,
        ready.file,
        store,
        NOTHING_REFUSED,
        as_json=as_json,
        answer=_answer_printer(Details(why=why, runs=runs), as_json=as_json),
    )


def _print_plan(suite_run: SuiteRun, refusal: PlimsollError | None, *, as_json: bool) -> None:
    """Prints what a suite would do and cost, and why it would not run now."""
    lines = cost_lines(suite_run.spec, suite_run.cost)
    reason = None
    if refusal is not None:
        lines.append(message("would-not-run", reason=refusal))
        reason = {"why": refusal.message, "do": refusal.what_now}
    lines.append(f"{message('run-it')} {suite_run.target.words}".rstrip())
    document = {**_plan_document(suite_run.spec, suite_run.cost), "refused": reason}
    screen.answer(document, lines, as_json=as_json)


def _make(target: SuiteTarget, *, quiet: bool) -> None:
    """Makes and fills missing files."""
    from plimsoll.cli._stop import stopping
    from plimsoll.native.session import Prepare

    for path, size in target.to_make:
        with stopping() as stop, screen.Meter(quiet=quiet) as meter:
            request: PrepareRequest = {"target": path, "size": str(size)}

            def show(done: int, total: int, meter: screen.Meter = meter, path: str = path) -> None:
                detail = message("filled", done=units.size(done), total=units.size(total))
                meter.show(message("filling", path=path), None, detail=detail)

            if Prepare.open(request).run(stop=stop, on_progress=show)["outcome"] == "stopped":
                raise Interruption(*message.refusal("filling-interrupted", path=path))


def cost_lines(spec: Spec, costs: Cost) -> list[str]:
    """Lines on a suite and its cost before it runs."""
    table = spec.suite
    assert table is not None, "it was read as a suite"
    lines = [
        message("title", suite=table.title, target=str(spec.target[0].display_name)),
        _time_line(spec, costs),
        _write_line(spec, costs),
    ]
    if table.deviations:
        differs = language.clauses(texts(table.deviations))
        lines.append(message("cost-deviates", deviations=differs))
    return lines


def _time_line(spec: Spec, costs: Cost) -> str:
    least, most = (screen.clock_text(seconds) for seconds in (costs.least_s, costs.most_s))
    clock = "-virtual" if spec.campaign.virtual else ""
    if costs.rounds is not None:
        first, last = costs.rounds
        figures = {"tests": costs.tests, "first": first, "last": last, "least": least, "most": most}
        return message(f"time-rounds{clock}", **figures)
    repeats = spec.campaign.repeats
    kind = "repeats" if repeats > 1 else "tests"
    tests = costs.tests // repeats
    return message(f"time-{kind}{clock}", tests=tests, repeats=repeats, time=least)


def _write_line(spec: Spec, costs: Cost) -> str:
    from plimsoll.features.suites.runs import ASSUMED_PER_S

    if not costs.writes:
        return message("writes-nothing")
    if all(target.is_described for target in spec.all_targets):
        return message("writes-described")
    least, most = costs.bytes_to_write(ASSUMED_PER_S)
    parts = []
    if costs.filled:
        parts.append(message("part-fill", size=units.size(costs.filled)))
    if costs.writing_s[1]:
        each = [units.size(seconds * ASSUMED_PER_S) for seconds in costs.writing_s]
        same = costs.writing_s[0] == costs.writing_s[1]
        between = each[1] if same else message("range", low=each[0], high=each[1])
        parts.append(message("part-at-rate", size=between, rate=f"{units.size(ASSUMED_PER_S)}/s"))
    written = language.clauses(parts)
    if not costs.size:
        return message("writes", parts=written)
    times = _times(least / costs.size)
    if least != most:
        times = message("range", low=times, high=_times(most / costs.size))
    return message("writes-and-wears", parts=written, times=times, size=units.size(costs.size))


def _times(count: float) -> str:
    return units.count(count) if count >= 10 else units.significant(count, 2)


def _plan_document(spec: Spec, costs: Cost) -> dict[str, object]:
    from plimsoll.features.suites.runs import ASSUMED_PER_S

    table = spec.suite
    assert table is not None, "it was read as a suite"
    least, most = costs.bytes_to_write(ASSUMED_PER_S)
    return {
        "schema": "plimsoll.suite_plan/1",
        "name": table.name,
        "version": table.version,
        "title": table.title,
        "deviations": texts(table.deviations),
        "target": spec.target[0].display_name,
        "target_bytes": costs.size,
        "tests": costs.tests,
        "rounds": None if costs.rounds is None else list(costs.rounds),
        "seconds": [costs.least_s, costs.most_s],
        "bytes_filled": costs.filled,
        "assumed_bytes_per_s": ASSUMED_PER_S,
        "bytes_written": [round(least), round(most)],
    }


def _answer_printer(details: Details, *, as_json: bool) -> Callable[[Store, int], int]:
    """A function that prints the result of a suite and returns the exit code."""

    def print_answer(store: Store, campaign: int) -> int:
        from plimsoll.features.suites import document, text
        from plimsoll.features.suites import suite_result as found
        from plimsoll.report.evidence.evidence import gather

        evidence = gather(store, campaign)
        suite_ = found.gather(evidence)
        if as_json:
            screen.document(document.of(evidence, store).model_dump(by_alias=True))
        else:
            _print(store, evidence, details)
        return 0 if text.summary(suite_, evidence, store).is_answer else 2

    return print_answer


@language.for_reader
def _print(store: Store, evidence: Evidence, details: Details) -> None:
    """Prints the tests, what was asked for besides, and the answer."""
    from plimsoll.features.suites import suite_result as found
    from plimsoll.features.suites import tables, text
    from plimsoll.report.first import screen as first_screen

    suite_ = found.gather(evidence)
    screen.table(tables.head(suite_), tables.rows(suite_, store, evidence.metric))
    if details.runs:
        answer.print_runs(evidence)
    if details.why:
        remarks = (*text.levels(suite_, evidence, store), *text.because(suite_))
        screen.lines([text.headline(suite_), *remarks])
    first = first_screen.draw([evidence], text.summary(suite_, evidence, store))
    answer.block(first, answer.files_of(store.path, evidence.campaign.id))
