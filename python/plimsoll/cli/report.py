"""`plimsoll report`: the report of a campaign, drawn from the store at any time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from plimsoll.cli import _flags, _screen
from plimsoll.errors import InputError, IoError, UsageError

if TYPE_CHECKING:
    from plimsoll.store import CampaignRow, Store

EXAMPLES = (
    "plimsoll report",
    "plimsoll report --store plimsoll.db --campaign 3 --output friday.html",
    "plimsoll report --to csv > runs.csv",
    "plimsoll report --list --json",
)


def report(
    store: Annotated[Path, typer.Option("--store", metavar="FILE", help="The store to read.")] = Path("plimsoll.db"),
    campaign: Annotated[
        int | None,
        typer.Option(
            "--campaign", metavar="ID", help="Which campaign. Default: the newest that is no grid beside a search."
        ),
    ] = None,
    to: Annotated[
        Literal["html", "md", "json", "csv"],
        typer.Option("--to", help="The form: html is one file that works offline."),
    ] = "html",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", metavar="FILE", help="Where to write it. Default: report.html, and stdout for the other forms."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that Plimsoll did not make.")] = False,
    list_them: Annotated[bool, typer.Option("--list", help="List the campaigns of the store instead.")] = False,
    as_json: _flags.Json = False,
) -> None:
    """Write the report of a campaign from the store, or list the campaigns."""
    from plimsoll.reports import html
    from plimsoll.store import Store

    if to == "html" and output is None:
        output = Path("report.html")
    if output is not None and not list_them:
        # Before any work is done.
        html.refuse_foreign(output, force=force)
    with Store.open(store, create=False, read_only=True) as opened:
        if list_them:
            return _list(opened, as_json=as_json)
        chosen = _chosen(opened, campaign)
        if to == "html":
            html.write(opened, chosen.id, cast("Path", output), force=force)
        else:
            text = _text(opened, chosen.id, to)
            if output is None:
                return _screen.lines([text.removesuffix("\n")])
            _write(output, text)
    if as_json:
        _screen.document({"schema": "plimsoll.report/1", "campaign": chosen.id, "to": to, "file": str(output)})
    else:
        _screen.lines([f"campaign {chosen.id} ({chosen.kind}): {output}"])
    return None


def _text(store: Store, campaign_id: int, to: str) -> str:
    from plimsoll.reports import markdown, rows

    return {"md": markdown.text, "json": rows.as_json, "csv": rows.as_csv}[to](store, campaign_id)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise IoError(f"cannot write {path}: {error.strerror}", "Name another file with --output.") from None


def _chosen(store: Store, wanted: int | None) -> CampaignRow:
    campaigns = store.campaigns()
    if not campaigns:
        raise InputError(
            f"the store {store.path} holds no campaign yet", "Measure something into it first: plimsoll demo."
        )
    if wanted is None:
        # The grids of `find --beside-grid` stand after the search that they were run beside; that is the answer.
        return next((row for row in reversed(campaigns) if row.kind != "grid"), campaigns[-1])
    for row in campaigns:
        if row.id == wanted:
            return row
    known = ", ".join(str(row.id) for row in campaigns)
    raise UsageError(f"the store {store.path} holds no campaign {wanted}", f"It holds: {known}.")


def _list(store: Store, *, as_json: bool) -> None:
    rows = [
        {
            "id": row.id, "kind": row.kind, "state": row.state, "objective": row.objective, "strategy": row.strategy,
            "seed": row.seed, "started_at_ns": row.started_at_ns, "runs": len(store.runs(row.id)),
        }
        for row in store.campaigns()
    ]  # fmt: skip
    if as_json:
        return _screen.document({"schema": "plimsoll.campaigns/1", "store": str(store.path), "campaigns": rows})
    from datetime import UTC, datetime

    def when(at_ns: object) -> str:
        return datetime.fromtimestamp(int(str(at_ns)) / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")

    shown = [
        [
            str(row["id"]),
            str(row["kind"]),
            str(row["state"]),
            str(row["objective"] or "–"),
            str(row["runs"]),
            when(row["started_at_ns"]),
        ]
        for row in rows
    ]
    return _screen.table(["campaign", "kind", "state", "objective", "Runs", "began"], shown)
