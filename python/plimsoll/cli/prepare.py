"""`plimsoll prepare`: make a test file, or fill a target, before anything is measured on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import typer

from plimsoll.cli import _flags, _screen
from plimsoll.cli._pace import Pace
from plimsoll.errors import Interrupted

if TYPE_CHECKING:
    from plimsoll.model import PrepareRequest

EXAMPLES = (
    "plimsoll prepare test.dat --size 4g",
    "plimsoll prepare test.dat --json",
    "plimsoll prepare /dev/nvme1n1 --i-will-lose-the-data-on /dev/nvme1n1",
)


def prepare(
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="The file to make, or the file or device to fill again.")
    ],
    size: Annotated[
        str | None,
        typer.Option("--size", metavar="SIZE", help="How many bytes: 512m, 4g. Default: all that is there already."),
    ] = None,
    lose_data_on: _flags.LoseDataOn = None,
    overwrite_signature: _flags.OverwriteSignature = False,
    as_json: _flags.Json = False,
) -> None:
    """Make a file and fill it with random, incompressible data by direct I/O.

    Storage answers reads of blocks that were never written from its tables, and compresses zeros: measure on a filled
    file. Refuses when space is short, and never touches a file that Plimsoll did not make unless it is named once more.
    """
    from plimsoll.cli._stopping import stopping
    from plimsoll.execute import Prepare
    from plimsoll.reports import units

    pace = Pace({"filling": 0.0})
    pace.enter("filling")
    with stopping() as stop, _screen.Meter(quiet=as_json) as meter:

        def on_progress(done: int, total: int) -> None:
            pace.part(done / total if total else 0.0)
            meter.show(f"filling {target}", pace.left_s() if done else None, detail=units.size(done))

        request = cast(
            "PrepareRequest",
            {"target": target, "size": size, "confirmation": lose_data_on, "overwrite_signature": overwrite_signature},
        )
        result = Prepare.open(request).run(stop=stop, on_progress=on_progress)
    if as_json:
        _screen.document({"schema": "plimsoll.prepare/1", "target": target, **result})
    else:
        written, speed = units.size(result["bytes_written"]), units.size(result["bytes_per_s"])
        _screen.lines([f"{target}: {written} written in {units.seconds(result['seconds'])}, {speed}/s"])
    if result["outcome"] == "stopped":
        raise Interrupted(f"interrupted: {target} is only partly filled", "Run the same command again to fill it.")
