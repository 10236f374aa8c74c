"""`plimsoll stack show`: a described stack as a picture, with what it carries on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from plimsoll import reading
from plimsoll.cli import _flags, _screen
from plimsoll.errors import IoError, NoSpaceError, RefusedError
from plimsoll.printable import printable_lines

EXAMPLES = (
    "plimsoll stack show examples/stacks/s0-policy.toml",
    "plimsoll stack show stack.toml --block-size 64k --read 70 --svg stack.svg",
    "plimsoll stack show stack.toml --down host1,host2",
    "plimsoll stack show stack.toml --json",
)

OURS = "<desc>Made by plimsoll stack show.</desc>"
"""By this an SVG is known as ours and is written again."""


def stack(
    action: Annotated[Literal["show"], typer.Argument(metavar="show", help="What to do with it: show.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The stack file.")],
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw it into this file, too.")] = None,
    block_size: Annotated[
        str | None,
        typer.Option(
            "--block-size", metavar="SIZE", help="Bytes of an operation, or a mix. Default: the clients' own, else 4k."
        ),
    ] = None,
    read: Annotated[
        float | None,
        typer.Option("--read", metavar="PERCENT", help="Share of reads. Default: the clients' own, else 100."),
    ] = None,
    down: _flags.Down = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that Plimsoll did not make.")] = False,
    as_json: _flags.Json = False,
) -> None:
    """Show a described stack: its picture, the bound of each element, the narrowest, and what is lost without some hosts.

    Bounds are arithmetic, not a Run: operations per second of all clients together that each element lets through,
    whatever waits. Give --down to see which volumes lose copies and which lose data.
    """
    del action  # There is one.
    from plimsoll import execute

    toml = reading.text_of(file, "stack file")
    hosts = _flags.hosts_down(down)
    if svg is not None:
        _refuse_foreign(svg, force=force)
    shown = execute.stack_show({"toml": toml, "name": file.name, "block_size": block_size, "read": read, "down": hosts})
    if svg is not None:
        _write(svg, printable_lines(shown["svg"]))
    if as_json:
        return _screen.document(shown["document"])
    return _screen.block(shown["text"].rstrip("\n"))


def _refuse_foreign(path: Path, *, force: bool) -> None:
    if force or not path.exists():
        return
    try:
        ours = False
        if path.is_file():
            with path.open("rb") as drawn:
                # It stands at the top.
                ours = OURS.encode() in drawn.read(1 << 16)
    except OSError as error:
        raise IoError(f"cannot read {path}: {error.strerror}", "Name another file with --svg.") from None
    if not ours:
        raise RefusedError(
            f"{path} is not a picture of Plimsoll's and was left as it is", "Name another file, or use --force."
        )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        kind = NoSpaceError if error.errno == 28 else IoError
        raise kind(f"cannot write {path}: {error.strerror}", "Name another file with --svg.") from None
