"""`plimsoll suite`: the field's standard suites in one word, each a campaign like any other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from plimsoll import preferences, suites, units
from plimsoll.cli import _options
from plimsoll.cli.terminal import screen
from plimsoll.errors import PlimsollError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from plimsoll.campaign.spec import Spec
    from plimsoll.campaign.suite import Asked, Cost
    from plimsoll.cli._suite_target import Looked
    from plimsoll.store import Store
    from plimsoll.store.plans import Planned

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

Action = Literal["list", "show", "run"]


def suite(
    action: Annotated[
        Action,
        typer.Argument(
            metavar="list|show|run",
            help=(
                "list: list the suites. show: print the file of one, to save and edit. run: run it,"
                " after saying what it costs."
            ),
        ),
    ],
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="NAME, NAME@VERSION, or your own file (TOML) with a [suite] table.",
            show_default=False,
        ),
    ] = None,
    target: _options.OptionalTarget = None,
    size: Annotated[
        str | None,
        typer.Option(
            "--size",
            metavar="SIZE",
            help=(
                "Size of the test file, if it has to be created. Default: what the suite needs; a"
                " suite that uses the whole target has no default."
            ),
        ),
    ] = None,
    override: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help=(
                "Change a key of the suite: campaign.measure_for=5s. The title then names it as a"
                " deviation. Repeatable."
            ),
        ),
    ] = None,
    purged: Annotated[
        str | None,
        typer.Option(
            "--purged",
            metavar="TEXT",
            help=(
                "For suites that ask for an erased target: how you erased it, such as 'nvme format"
                " -s 1'. Without it, the title says that it was not purged before."
            ),
        ),
    ] = None,
    virtual: Annotated[
        bool,
        typer.Option("--virtual", help="On the virtual clock: for stack: targets only."),
    ] = False,
    plan: Annotated[
        bool,
        typer.Option("--plan", help="Say what it would do and cost, and do nothing."),
    ] = False,
    store: Annotated[
        Path,
        typer.Option(
            "--store",
            metavar="FILE",
            help="The store that keeps every Run.",
            callback=_options.kept_in,
        ),
    ] = preferences.STORE,
    lose_data_on: _options.LoseDataOn = None,
    as_json: _options.Json = False,
) -> int:
    """Run a standard suite by its name: SNIA PTS, HCIBench's easy run, KDiskMark, kubestr, kbench,
    VMFleet, the recipes of the clouds.

    Says first how long it takes, what it writes and what that wears. A file that does not exist is
    created and filled; a device that would be written must be confirmed by its serial number, with
    --i-will-lose-the-data-on SERIAL. Deviations from the suite are named in the title of its
    reports. It is a campaign: 'plimsoll campaign resume' continues it after a kill, 'plimsoll
    report' draws it.

    The exit code of run is 0 when every test has an answer and, for a suite with rounds, the target
    became steady; otherwise 2.
    """
    given = {
        "--target": target,
        "--size": size,
        "--set": override,
        "--virtual": virtual,
        "--plan": plan,
        "--purged": purged,
        _options.LOSE: lose_data_on,
    }
    if action != "run" and (meaningless := next((one for one, it in given.items() if it), None)):
        raise UsageError(f"{meaningless} has no meaning with {action}", "Leave it out.")
    if action == "list":
        if name is not None:
            raise UsageError(f"'{name}' has no meaning with list", "See 'plimsoll suite show'.")
        return _list(as_json=as_json)
    if name is None:
        raise UsageError(
            f"{action} needs the name of a suite", f"Known: {', '.join(suites.names())}."
        )
    if action == "show":
        return _show(name, as_json=as_json)
    if not target:
        raise UsageError("run needs a target", "Name it: --target test.dat.")
    from plimsoll.campaign.suite import Asked

    asked = Asked(tuple(target), tuple(override or ()), tuple(lose_data_on or ()), virtual, purged)
    return _run(name, asked, size, store, only_plan=plan, as_json=as_json)


def _list(*, as_json: bool) -> int:
    if as_json:
        screen.document(
            {
                "schema": "plimsoll.suites/1",
                "suites": [
                    {
                        "name": one.name,
                        "version": one.version,
                        "title": one.title,
                        "summary": one.summary,
                    }
                    for one in suites.known()
                ],
            }
        )
        return 0
    width = max(len(one.called) for one in suites.known())
    screen.lines(f"{one.called:{width}}  {one.summary}" for one in suites.known())
    return 0


def _show(name: str, *, as_json: bool) -> int:
    from plimsoll.campaign import suite as suite_files

    text = suite_files.text(name)
    if as_json:
        screen.document({"schema": "plimsoll.suite_file/1", "name": name, "toml": text})
    else:
        screen.lines(text.splitlines())
    return 0


def _run(
    name: str,
    asked: Asked,
    size: str | None,
    store: Path,
    *,
    only_plan: bool,
    as_json: bool,
) -> int:
    from plimsoll.campaign import suite as suite_files
    from plimsoll.cli import _suite_target
    from plimsoll.cli.campaign import conduct_new

    spec, path = suite_files.read(name, asked)
    target = _suite_target.look(spec, asked.targets, size)
    spec = _suite_target.confirmed(spec, target, asked.confirmations, only_plan=only_plan)
    spec, points = _fitted(spec, target)
    costs = suite_files.cost_of(spec, points, target.size)
    if only_plan:
        refused = _refusal(spec, target, asked)
        if as_json:
            told = None if refused is None else {"why": refused.message, "do": refused.what_now}
            screen.document({**_plan_document(spec, costs), "refused": told})
        else:
            screen.lines(told_first(spec, costs))
            if refused is not None:
                screen.lines([f"At the moment it would not run: {refused}"])
            screen.lines([f"Run it: leave out --plan. {target.words}".rstrip()])
        return 0
    for line in told_first(spec, costs):
        screen.note(line)
    _suite_target.make(target, quiet=as_json)
    _suite_target.refuse(spec)
    if target.to_make:
        spec, points = _fitted(spec, target)
    return conduct_new(
        spec, points, path.absolute(), store, as_json=as_json, answer=_answer(as_json=as_json)
    )


def _refusal(spec: Spec, target: Looked, asked: Asked) -> PlimsollError | None:
    """What would keep it from running as things stand, as running would say it."""
    from plimsoll.cli import _suite_target

    try:
        spec = _suite_target.confirmed(spec, target, asked.confirmations, only_plan=False)
        if not target.to_make:
            _suite_target.refuse(spec)
    except PlimsollError as error:
        return error
    return None


def _fitted(spec: Spec, target: Looked) -> tuple[Spec, list[Planned]]:
    """The campaign without blocks that the target has not, and its Points, which can be meant."""
    from plimsoll.campaign import cost, plan, resolution
    from plimsoll.campaign import suite as suite_files
    from plimsoll.cli import _suite_target

    block = _suite_target.block_of(spec, target)
    fitted = spec if block is None else suite_files.fitted(spec, block)
    points = cost.with_expected(fitted, list(plan.points(fitted)))
    resolution.check(fitted, points)
    return fitted, points


def told_first(spec: Spec, costs: Cost) -> list[str]:
    """What a suite is and costs, before it runs."""
    table = spec.suite
    assert table is not None, "it was read as a suite"
    target = str(spec.target[0].called)
    tests = f"{costs.tests} test{'s' * (costs.tests != 1)}"
    least, most = (screen.clock_text(one) for one in (costs.least_s, costs.most_s))
    on = "of virtual time, computed faster" if spec.campaign.virtual else ""
    if costs.rounds is not None:
        said = f"{tests} a round, {costs.rounds[0]} to {costs.rounds[1]} rounds: {least} to {most}"
    else:
        repeats = spec.campaign.repeats
        each = f", {repeats // 1} times each" if repeats > 1 else ""
        said = f"{costs.tests // repeats} tests{each}: about {least}"
    lines = [f"{table.title} on {target}", f"time: {said} {on}".rstrip()]
    lines.append(f"writes: {_written(spec, costs)}")
    if table.deviations:
        lines.append(f"deviates from the suite: {'; '.join(table.deviations)}")
    return lines


def _written(spec: Spec, costs: Cost) -> str:
    from plimsoll.campaign.suite import ASSUMED_PER_S

    if not costs.writes:
        return "nothing"
    if all(one.described for one in spec.all_targets):
        return "to described storage only"
    least, most = costs.written(ASSUMED_PER_S)
    parts = []
    if costs.filled:
        parts.append(f"{units.size(costs.filled)} to fill it")
    if costs.writing_s[1]:
        each = costs.writing_s[0] * ASSUMED_PER_S, costs.writing_s[1] * ASSUMED_PER_S
        between = (
            units.size(each[1])
            if each[0] == each[1]
            else f"{units.size(each[0])} to {units.size(each[1])}"
        )
        parts.append(f"{between} at {units.size(ASSUMED_PER_S)}/s, more if the target is faster")
    wear = ""
    if costs.size:
        times = _times(least / costs.size)
        if least != most:
            times += f" to {_times(most / costs.size)}"
        wear = f" ({times} times its {units.size(costs.size)} at that rate)"
    return f"{'; '.join(parts)}{wear}"


def _times(count: float) -> str:
    return f"{count:,.0f}" if count >= 10 else f"{count:.2g}"


def _plan_document(spec: Spec, costs: Cost) -> dict[str, object]:
    from plimsoll.campaign.suite import ASSUMED_PER_S

    table = spec.suite
    assert table is not None, "it was read as a suite"
    least, most = costs.written(ASSUMED_PER_S)
    return {
        "schema": "plimsoll.suite_plan/1",
        "name": table.name,
        "version": table.version,
        "title": table.title,
        "deviations": table.deviations,
        "target": spec.target[0].called,
        "target_bytes": costs.size,
        "tests": costs.tests,
        "rounds": None if costs.rounds is None else list(costs.rounds),
        "seconds": [costs.least_s, costs.most_s],
        "bytes_filled": costs.filled,
        "assumed_bytes_per_s": ASSUMED_PER_S,
        "bytes_written": [round(least), round(most)],
    }


def _answer(*, as_json: bool) -> Callable[[Store, int], int]:
    """Prints what came of a suite; the exit code."""

    def told(store: Store, campaign: int) -> int:
        from plimsoll.reports.evidence.evidence import gather
        from plimsoll.reports.suite import document, found, text

        evidence = gather(store, campaign)
        suite_ = found.gather(evidence)
        if as_json:
            screen.document(document.of(evidence, store).model_dump(by_alias=True))
        else:
            _print(store, campaign)
        return 0 if text.summary(suite_, evidence, store).is_answer else 2

    return told


def _print(store: Store, campaign: int) -> None:
    """The badge and the sentence, the tests, the judgement, and where the rest is."""
    from plimsoll.reports.evidence.evidence import gather
    from plimsoll.reports.first import screen as first_screen
    from plimsoll.reports.forms import marks
    from plimsoll.reports.suite import found, tables, text

    evidence = gather(store, campaign)
    suite_ = found.gather(evidence)
    first = first_screen.draw([evidence], text.summary(suite_, evidence, store))
    screen.table(list(tables.HEAD), tables.rows(suite_, store, evidence.metric))
    about = " · ".join([first.origin, *(value for _, value in first.about)])
    screen.badge(marks.signed(first.badge), first.badge.standing, about)
    said = (*text.levels(suite_, evidence, store), *text.because(suite_))
    screen.lines([text.headline(suite_), *said])
    screen.lines(
        [f"Report: plimsoll report --store {store.path} --campaign {campaign} --output suite.html"]
    )
