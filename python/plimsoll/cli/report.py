"""`plimsoll report`: the reports of a campaign, drawn from the store at any time and in any
form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.base import language, preferences
from plimsoll.base.errors import UsageError
from plimsoll.base.units import DASH, unknown_figure
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.report.describe import Page
    from plimsoll.report.forms import Form
    from plimsoll.report.labels import ReportLabels
    from plimsoll.report.request import ReportRequest
    from plimsoll.store import CampaignRow, RunRow, Store

EXAMPLES = (
    "plimsoll report",
    "plimsoll report load-line --store plimsoll.db --campaign 3 --output friday.html",
    "plimsoll report --to csv > runs.csv",
    "plimsoll report --columns offered_rate_per_s,response_time_ns_p99,verdict",
    "plimsoll report --like fio --output grid.csv",
    "plimsoll report load-line --chart load-line --output line.svg",
    "plimsoll report --list",
)


def report(
    name: str | None = argument("[REPORT]", message("help-report-name"), show_default=False),
    store: _options.StoreToRead = preferences.STORE,
    campaign: list[int] | None = flag("--campaign ID", message("help-report-campaign")),
    run: int | None = flag("--run ID", message("help-report-run")),
    chart: str | None = flag("--chart NAME", message("help-report-chart")),
    columns: str | None = flag("--columns NAME,NAME", message("help-report-columns")),
    like: str | None = flag("--like PROGRAM", message("help-report-like")),
    to: str | None = flag("--to FORM", message("help-report-to")),
    output: Path | None = flag("--output FILE", message("help-report-output")),
    customer: str | None = flag("--customer NAME", message("help-report-customer")),
    author: str | None = flag("--author NAME", message("help-report-author")),
    document: str | None = flag("--document NUMBER", message("help-report-document")),
    logo: Path | None = flag("--logo FILE", message("help-report-logo")),
    footer: str | None = flag("--footer TEXT", message("help-report-footer")),
    stamp: list[str] | None = flag("--stamp TITLE", message("help-report-stamp")),
    force: bool = flag("--force", message("help-report-force")),
    list_them: bool = flag("--list", message("help-report-list-them")),
    as_json: _options.Json = False,
) -> int | None:
    """Write a report of a campaign from the store, in any form, or list what there is.

    The exit code is 2 when the report has no answer to give: no rate to plan with, an inconclusive
    promise, Runs that say nothing about the target. It is written all the same.
    """
    from plimsoll.library.campaigns import campaign_row
    from plimsoll.report import forms, registry, writer
    from plimsoll.report.request import ReportRequest
    from plimsoll.store import Store

    if name is not None:
        registry.find_report(name)
    if list_them and name is None:
        with language.answering(as_json=as_json):
            _list(store, as_json=as_json)
        return None
    of_csv = _of_csv(columns, like, to)
    form = forms.find_form(
        to
        or ("csv" if of_csv is not None else None)
        or ("svg" if chart is not None and output is None else writer.form_of(output))
    )
    _refuse_a_chart_in(form, chart)
    labels = _labels(
        form,
        {
            "customer": customer,
            "author": author,
            "document": document,
            "logo": logo,
            "footer": footer,
            "stamps": stamp,
        },
    )
    output = _a_file(output, form, name)
    if output is not None and not list_them:
        # Before any work is done.
        writer.refuse_foreign(output, form.name, force=force)
    pages: list[Page] = []
    with Store.open(store, create=False, read_only=True) as opened:
        chosen = [campaign_row(opened, number) for number in (campaign or (None,))]
        asked = ReportRequest(
            opened,
            tuple(row.id for row in chosen),
            run,
            chart=chart,
            columns=_columns(columns),
            like=like,
            labels=labels,
        )
        if list_them and name is not None:
            _list_charts(asked, name, as_json=as_json)
            return None
        report_name = name or writer.default(asked)
        drawn, files = None, []
        if output is None:
            drawn = writer.make(asked, form.name, report_name, on_page=pages.append)
        else:
            files = writer.write(
                asked, output, form.name, report_name, force=force, on_page=pages.append
            )
        code = _code(asked, pages, form)
    # A slow reader must not hold the store.
    if drawn is not None:
        screen.content(drawn.content.decode().removesuffix("\n"))
        return code
    _print_files(chosen, report_name, form.name, files, as_json=as_json)
    return code


def _print_files(
    chosen: Sequence[CampaignRow], report: str, form: str, files: Sequence[Path], *, as_json: bool
) -> None:
    if as_json:
        screen.document(
            {
                "schema": "plimsoll.report/1",
                "campaign": chosen[0].id,
                "report": report,
                "to": form,
                "file": str(files[0]),
                "files": [str(file) for file in files],
            }
        )
    else:
        numbers = ", ".join(str(row.id) for row in chosen)
        figures = {"campaigns": numbers, "kind": chosen[0].kind}
        screen.lines([message("report-written", **figures, report=report, file=files[0])])
        for beside in files[1:]:
            screen.lines([f"  {message('written-beside', file=beside)}"])


def _refuse_a_chart_in(form: Form, chart: str | None) -> None:
    """Raises UsageError for one chart alone in a format that draws the whole report."""
    if chart is not None and form.name not in _OF_ONE_CHART:
        raise UsageError(*message.refusal("chart-in-report", form=form.name))


_OF_DOCUMENTS = ("html", "pdf", "xlsx", "md")
"""Formats that can be handed over as a document."""


def _labels(form: Form, given: Mapping[str, Any]) -> ReportLabels:
    """What flags say about the document. Raises UsageError where the format has no place for it,
    InputError for a logo that cannot be used."""
    from plimsoll.base import logo
    from plimsoll.report import labels

    typed = {name: value for name, value in given.items() if value}
    if typed and form.name not in _OF_DOCUMENTS:
        flag = f"--{next(iter(typed))}".removesuffix("s")
        raise UsageError(*message.refusal("labels-in-form", flag=flag, form=form.name))
    if "logo" in typed:
        typed["logo"] = logo.read(typed["logo"])
    return labels.of_values(typed)


def _code(asked: ReportRequest, pages: list[Page], form: Form) -> int:
    """2 where a page that was drawn says that there is no answer. Rows and charts claim none."""
    if form.name in _OF_ONE_CHART:
        return 0
    if form.name == "json":
        from plimsoll.report import first_screen

        return 0 if first_screen.of(asked).usable else 2
    return 0 if all(page.first is None or page.first.usable for page in pages) else 2


_OF_ONE_CHART = ("svg", "png")


def _a_file(output: Path | None, form: Form, report: str | None) -> Path | None:
    """The file to write; none for standard output, which `-` is, too."""
    if output is None and not form.text:
        # One report does not replace another that was written beside it.
        return Path(f"report{'' if report is None else f'-{report}'}.{form.ending}")
    if output is None or str(output) != "-":
        return output
    if not form.text:
        raise UsageError(*message.refusal("format-not-text", form=form.name))
    return None


def _of_csv(columns: str | None, like: str | None, to: str | None) -> str | None:
    """The flag that asks for CSV, if one was typed. Raises UsageError where it cannot be meant."""
    from plimsoll.report.forms.as_csv import LIKE

    if columns is not None and like is not None:
        raise UsageError(*message.refusal("columns-and-like"))
    if like is not None and like not in LIKE:
        raise UsageError(*message.refusal("unknown-like", program=like, LIKE=", ".join(LIKE)))
    flag = "--columns" if columns is not None else "--like" if like is not None else None
    if flag is not None and (to or "csv") != "csv":
        raise UsageError(*message.refusal("flag-for-csv", flag=flag, form=to))
    return flag


def _columns(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    from plimsoll.report.forms import as_csv

    return as_csv.parse_columns(text)


def _list_charts(asked: ReportRequest, report: str, *, as_json: bool) -> None:
    from plimsoll.report import registry
    from plimsoll.report.forms import picture
    from plimsoll.report.forms.captions import full_title

    charts = [
        {"name": one.name, "title": full_title(one)}
        for one in picture.charts(registry.build(report, asked))
    ]
    campaign = asked.campaigns[0]
    if as_json:
        return screen.document(
            {
                "schema": "plimsoll.charts/1",
                "campaign": campaign,
                "report": report,
                "charts": charts,
            }
        )
    if not charts:
        return screen.lines([message("no-charts", report=report, campaign=campaign)])
    wide = max(len(one["name"]) for one in charts)
    return screen.lines(
        [
            message("charts-of", report=report, campaign=campaign),
            *(f"  {one['name']:{wide}}  {one['title']}" for one in charts),
        ]
    )


def _list(path: Path, *, as_json: bool) -> None:
    from plimsoll.report import forms, registry
    from plimsoll.store import Store

    reports = [{"name": one.name, "summary": one.summary()} for one in registry.REPORTS]
    shapes = [{"name": one.name, "summary": one.summary()} for one in forms.FORMS]
    rows: list[dict[str, object]] = []
    if path.exists():
        with Store.open(path, create=False, read_only=True) as opened:
            rows = [_row_document(opened, row) for row in opened.campaigns()]
    if as_json:
        return screen.document(
            {
                "schema": "plimsoll.campaigns/1",
                "store": str(path),
                "campaigns": rows,
                "reports": reports,
                "forms": shapes,
            }
        )
    for title, known in ((message("reports"), reports), (message("forms"), shapes)):
        wide = max(len(one["name"]) for one in known)
        screen.lines([title, *(f"  {one['name']:{wide}}  {one['summary']}" for one in known), ""])
    if not path.exists():
        return screen.lines([message("no-store-to-list", store=path)])
    # Of fio's jobs.
    jobs = any(row["job"] for row in rows)
    named = any(_name_text(row) != DASH for row in rows)
    shown = [
        [
            str(row["id"]),
            str(row["kind"]),
            *((_name_text(row),) if named else ()),
            *((str(row["job"] or "–"),) if jobs else ()),
            str(row["state"]),
            str(row["objective"] or "–"),
            str(row["runs"]),
            _when(row["measured_at_ns"]),
        ]
        for row in rows
    ]
    head = (
        *("number", "kind", *(("name",) if named else ()), *(("job",) if jobs else ())),
        *("state", "objective", "runs", "began"),
    )
    return screen.table(
        [message(f"campaigns-{name}") for name in head],
        shown,
        title=message("campaigns-of", store=path),
    )


def _when(at_ns: object) -> str:
    return unknown_figure() if at_ns is None else language.second(language.moment(int(str(at_ns))))


def _name_text(row: dict[str, object]) -> str:
    """Its name with what is said of it."""
    tags = row["tags"]
    assert isinstance(tags, list)
    said = [*(message(f"is-{word}") for word in ("baseline", "archived") if row[word]), *tags]
    return (
        " ".join([*([str(row["name"])] if row["name"] else []), *(f"[{one}]" for one in said)])
        or DASH
    )


def _row_document(store: Store, row: CampaignRow) -> dict[str, object]:
    runs = store.runs(row.id)
    return {
        "id": row.id,
        "kind": row.kind,
        "name": row.display_name or None,
        "tags": list(row.labels.tags),
        "archived": row.labels.archived,
        "baseline": row.labels.baseline,
        "job": row.spec.get("job"),
        "state": row.state,
        "objective": row.objective,
        "strategy": row.strategy,
        "seed": row.seed,
        "started_at_ns": row.started_at_ns,
        "measured_at_ns": _measured_ns(runs, row),
        "runs": len(runs),
    }


def _measured_ns(runs: Sequence[RunRow], row: CampaignRow) -> int | None:
    """When it was measured: of an import the first date in its files, none where they have none."""
    from plimsoll.store.imports import KIND

    if row.kind != KIND:
        return row.started_at_ns
    return min((run.started_at_ns for run in runs if run.started_at_ns), default=None)
