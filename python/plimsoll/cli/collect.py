"""`plimsoll collect`: the output of other programs as JSON lines, for `--collect`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from plimsoll.base.errors import InputError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen
from plimsoll.library.question import name_pattern

if TYPE_CHECKING:
    from plimsoll.collect.pull import System
    from plimsoll.collect.readers import Reader

LONGEST_LINE = 16 << 20
"""Bytes: the head of esxtop on a host of a thousand VMs has some four MiB."""
EXAMPLES = (
    "plimsoll collect",
    "plimsoll collect iostat --only '%util'",
    (
        "plimsoll find --target test.dat --objective 'p99 <= 5ms' --collect 'LC_ALL=C stdbuf -oL"
        ' iostat -xyk 1 | plimsoll collect iostat --only "%util|aqu-sz"\''
    ),
    "plimsoll collect esxtop --only 'Physical Disk Adapter'",
    "plimsoll collect vcenter:vc.example.com --only '^vm/app01/'",
    "plimsoll find --target test.dat --objective 'p99 <= 5ms' --scrape node_exporter:127.0.0.1",
)


def collect(
    reader: str | None = argument("[READER]", message("help-collect-reader"), show_default=False),
    only: str | None = flag("--only PATTERN", message("help-collect-only")),
    as_json: _options.Json = False,
) -> None:
    """Turn the output of another program into JSON lines for --collect, or list what is ready-made.

    Reads stdin and prints a line as soon as it has one; for vcenter:SERVER it queries the vCenter.
    At most 200 names are kept per collector, so choose them with --only if a program prints more.
    """
    from plimsoll.collect import pull, readers

    if reader is None:
        if only is not None:
            raise UsageError(*message.refusal("only-without-reader"))
        return _list(as_json=as_json)
    name, colon, server = reader.partition(":")
    if (system := pull.find_system(name)) is not None:
        if not server:
            raise UsageError(*message.refusal("reader-needs-server", name=name))
        return _ask(system, server, only)
    known = None if colon else readers.find_reader(reader)
    if known is None:
        raise _no_reader(reader)
    return _read(known, only)


def _no_reader(name: str) -> UsageError:
    from plimsoll.collect import exporters, pull, readers

    known = [one.name for one in readers.READERS] + [one.name for one in pull.SYSTEMS]
    names = ", ".join(known)
    advice = [message("unknown-reader-advice", names=names)]
    advice += [message("reader-is-exporter", name=name)] if name in exporters.EXPORTERS else []
    return UsageError(message("unknown-reader", name=name), " ".join(advice))


def _read(reader: Reader, only: str | None) -> None:
    """Turns what comes on stdin into JSON lines."""
    wanted = name_pattern(only)
    seen = kept = 0
    for values in reader.values(_lines()):
        seen += len(values)
        chosen = {name: one for name, one in values.items() if not wanted or wanted.search(name)}
        kept += len(chosen)
        if chosen:
            screen.document_line(chosen)
    if not seen:
        raise InputError(
            *message.refusal("nothing-to-read", name=reader.name, example=reader.example)
        )
    if not kept:
        raise InputError(
            *message.refusal("no-name-matches", "no-name-matches-advice", pattern=only)
        )


def _ask(system: System, server: str, only: str | None) -> None:
    """For as long as somebody reads; nothing to read is an error at once."""
    if system.is_unverified(server):
        screen.note(message("certificate-unchecked", server=server))
    first = True
    for values in system.values(server, name_pattern(only)):
        if first and len(values) <= 1:
            break
        first = False
        screen.document_line(values)
    if first:
        raise InputError(
            message("no-counter", server=server, pattern=only)
            if only
            else message("no-counters", server=server),
            message("no-name-matches-advice"),
        )


def _lines() -> Iterator[str]:
    """The lines of stdin; what is longer than any program writes is left out."""
    if sys.stdin is None:
        return
    stream = sys.stdin.buffer
    while line := stream.readline(LONGEST_LINE):
        if not line.endswith(b"\n") and len(line) == LONGEST_LINE:
            while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            continue
        yield line.decode(errors="replace")


def _list(*, as_json: bool) -> None:
    from plimsoll.collect import exporters, pull, readers

    if as_json:
        screen.document(
            {
                "readers": [
                    {"name": one.name, "what": one.what, "example": one.example}
                    for one in readers.READERS
                ],
                "asked": [
                    {"name": one.name, "what": one.what, "example": one.example}
                    for one in pull.SYSTEMS
                ],
                "exporters": [
                    {"name": name, "what": one.what, "example": one.example(name)}
                    for name, one in exporters.EXPORTERS.items()
                ],
            }
        )
        return
    shown = [(one.name, one.what, one.example) for one in readers.READERS]
    shown += [(one.name, one.what, one.example) for one in pull.SYSTEMS]
    for name, what, example in shown:
        screen.lines([f"{name}: {what}", f"    --collect '{_quote(example)}'"])
    for name, exporter in exporters.EXPORTERS.items():
        screen.lines([f"{name}: {exporter.what}", f"    --scrape {exporter.example(name)}"])


def _quote(command: str) -> str:
    return command.replace("'", '"')
