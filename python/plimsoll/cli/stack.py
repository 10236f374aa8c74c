"""`plimsoll stack show`: a described stack as a picture, with what it carries on paper."""

from functools import partial
from pathlib import Path

import typer

from plimsoll.base import language, reading, writing
from plimsoll.base.printable import printable_lines
from plimsoll.cli import _options, _stack_text
from plimsoll.cli._options import argument, flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import answer, screen
from plimsoll.library.question import host_names, stack_file
from plimsoll.native import stack_parameters
from plimsoll.native.model import ShowRequest

EXAMPLES = (
    "plimsoll stack show examples/stacks/s0-policy.toml",
    "plimsoll stack show stack.toml --block-size 64k --read 70 --svg stack.svg",
    "plimsoll stack show stack.toml --down host1,host2",
    "plimsoll stack show stack.toml --set host.esx.count=8",
    "plimsoll stack show stack.toml --json",
)

OURS = "<desc>Made by plimsoll stack show.</desc>"
"""By this an SVG is known as ours and is written again."""


APP = typer.Typer(help=message("help-stack"))


@APP.command("show")
def show(
    file: str = argument("FILE", message("help-stack-file"), ..., callback=stack_file),
    svg: Path | None = flag("--svg FILE", message("help-stack-svg")),
    block_size: str | None = flag("--block-size SIZE", message("help-stack-block-size")),
    read: float | None = flag("--read PERCENT", message("help-stack-read")),
    down: _options.Down = None,
    parameters: _options.Parameters = None,
    force: bool = flag("--force", message("help-stack-force")),
    as_json: _options.Json = False,
) -> None:
    """Show a described stack: a diagram, the upper bound of each element, the bottleneck, and what
    is lost when hosts are down.

    Bounds are arithmetic, not a Run: the IOPS of all clients together that each element lets
    through, however long operations wait. Give --down to see which volumes lose copies and which
    lose data.
    """
    from plimsoll.native import session as execute

    toml = reading.text_of(Path(file), message("stack-file"))
    hosts = host_names(down)
    refuse = None if svg is None or force else partial(_refuse_foreign, svg)
    if refuse is not None:
        refuse()
    request: ShowRequest = {
        "toml": toml,
        "name": Path(file).name,
        "block_size": block_size,
        "read": read,
        "down": hosts,
        "parameters": stack_parameters.parse_flags(parameters or []),
        "heads": ("", ""),
        "answer": None,
    }
    if svg is not None:
        bounds = execute.stack_show(request)["document"]["bounds"]
        picture = execute.stack_show({**request, "answer": _stack_text.picture_answer(bounds)})
        drawn = printable_lines(picture["svg"] or "").encode()
        writing.write(svg, drawn, message("other-svg"), refuse)
    if as_json:
        return screen.document(execute.stack_show(request)["document"])
    return _print(request)


@language.for_reader
def _print(request: ShowRequest) -> None:
    """Prints the picture, what its figures leave out, and the answer."""
    from plimsoll.native import session as execute

    shown = execute.stack_show({**request, "heads": _stack_text.heads()})
    screen.block(shown["text"].rstrip("\n"))
    screen.lines([""])
    answer.rows(_stack_text.further(shown["document"]))
    answer.block(_stack_text.first(shown["document"]))


def _refuse_foreign(path: Path) -> None:
    def is_ours(head: bytes) -> bool:
        # It stands at the top.
        return OURS.encode() in head

    writing.refuse_foreign(
        path, is_ours, message("own-picture"), message("other-svg-or-force"), head=1 << 16
    )
