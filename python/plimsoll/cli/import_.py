"""`plimsoll import`: results of other programs, brought into a store."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plimsoll import preferences
from plimsoll.cli import _options
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.campaign.importing import Tally

EXAMPLES = (
    "plimsoll import result.json",
    "plimsoll import results/ --store array.db",
    "plimsoll import before/ --as mtu-1500",
    "plimsoll import hcibench/fio-8vmdk-100ws-4k-70rdpct-100randompct-4threads-1587000000/",
    "plimsoll import --list",
)


def import_(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE|FOLDER…", help="Result files, or folders of them."),
    ] = None,
    store: Annotated[
        Path,
        typer.Option(
            "--store", metavar="FILE", help="Keep them in this store.", callback=_options.kept_in
        ),
    ] = preferences.STORE,
    configuration: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="NAME",
            help="Name for these results in reports and compare, such as mtu-1500.",
        ),
    ] = None,
    campaign: Annotated[
        int | None,
        typer.Option(
            "--campaign",
            metavar="ID",
            help=(
                "Add to this campaign. Default: the campaign that an earlier import of the same"
                " paths made, else a new one."
            ),
        ),
    ] = None,
    list_them: Annotated[
        bool, typer.Option("--list", help="List the formats that can be imported instead.")
    ] = False,
    as_json: _options.Json = False,
) -> int:
    """Import results of other programs, so that report, compare, find --from and size can use
    them."""
    from plimsoll.errors import InputError, UsageError

    if list_them:
        return _list(as_json=as_json)
    if not paths:
        raise UsageError("nothing to import was named", "Name result files, or folders of them.")
    from plimsoll.campaign import importing
    from plimsoll.formats import results
    from plimsoll.store import Store
    from plimsoll.store.imports import KIND

    if not store.exists() and not any(source.form for source in results.sources(paths)):
        # What cannot be imported leaves no empty store behind.
        programs = ", ".join(dict.fromkeys(one.program for one in results.FORMATS))
        raise InputError(
            "nothing here is a result of a known program",
            f"Known are {programs}: plimsoll import --list has their files.",
        )
    with Store.open(store) as opened:
        tally = importing.bring(
            opened,
            paths,
            configuration=configuration or importing.CONFIGURATION,
            campaign=campaign,
        )
        others = [
            row.id for row in opened.campaigns() if row.kind == KIND and row.id != tally.campaign
        ]
    if as_json:
        screen.document(_document(store, tally))
    else:
        _print(store, tally, others)
    return 65 if tally.left and not tally.runs and not tally.known else 0


def _list(*, as_json: bool) -> int:
    from plimsoll.formats.results import FOLDERS, FORMATS

    every = (*FORMATS, *FOLDERS)
    if as_json:
        screen.document([{"name": one.name, "summary": one.summary} for one in every])
        return 0
    wide = max(len(one.name) for one in every)
    screen.lines([f"{one.name:{wide}}  {one.summary}" for one in every])
    return 0


def _document(store: Path, tally: Tally) -> dict[str, object]:
    return {
        "schema": "plimsoll.import/1",
        "store": str(store),
        "campaign": tally.campaign,
        "runs": tally.runs,
        "files": tally.files,
        "known_files": tally.known,
        "ignored_files": tally.ignored,
        "programs": tally.programs,
        "left_out": [{"file": one.file, "why": one.why} for one in tally.left],
        "disagreeing": tally.disagreeing,
    }


def _counted(many: int, one: str, several: str) -> str:
    return f"{many:,} {one if many == 1 else several}"


def _print(store: Path, tally: Tally, others: list[int]) -> None:
    """`others`: the campaigns of the store that were imported too."""
    lines = []
    if tally.runs:
        by = " and ".join(f"{many} of {program}" for program, many in tally.programs.items())
        lines.append(
            f"{_counted(len(tally.runs), 'Run', 'Runs')} imported ({by}) into campaign"
            f" {tally.campaign} of {store}"
        )
    else:
        lines.append("nothing imported")
    if tally.known:
        lines.append(f"  {_counted(tally.known, 'file was', 'files were')} imported before")
    if tally.ignored:
        lines.append(
            f"  {_counted(tally.ignored, 'file is no result', 'files are no results')} of a known"
            " program"
        )
    lines += [f"  left out: {one.why}" for one in tally.left]
    lines += [f"  check: {one}" for one in tally.disagreeing[:5]]
    if tally.campaign is not None:
        named = shlex.quote(str(store))
        lines.append(f"Report:  plimsoll report --store {named} --campaign {tally.campaign}")
        if others:
            # The one before it is the baseline.
            lines.append(f"Compare: plimsoll compare {named}#{others[-1]} {named}#{tally.campaign}")
    screen.lines(lines)
