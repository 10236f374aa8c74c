"""`plimsoll policy suggest`: writes a policy from found load lines, and proves it on the model."""

from __future__ import annotations

import contextlib
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from plimsoll.base import language
from plimsoll.base.errors import UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen
from plimsoll.features.suggest.messages import message

if TYPE_CHECKING:
    from plimsoll.features.suggest.choosing import NoPolicy
    from plimsoll.features.suggest.lines import FoundLine, Question, StoredLines
    from plimsoll.features.suggest.suggestion import Suggestion

EXAMPLES = (
    "plimsoll policy suggest qemu --from plimsoll.db --for limits0",
    "plimsoll policy suggest io.max --from plimsoll.db#3 --for app.slice --device /dev/nvme1n1",
    "plimsoll policy suggest io.cost --from plimsoll.db --device 259:0 --headroom 10",
    "plimsoll policy suggest ceph-mclock --from osd3.db --for osd.3 --type ssd --output osd3.sh",
)

APP = typer.Typer()
NO_POLICY = 2
CODES = {"kept": 0, "broken": 1, "inconclusive": 2}
"""Exit codes, as of verify."""


@APP.command("suggest")
def suggest(
    system: str = argument("SYSTEM", message("help-system"), ...),
    source: str = flag("--from STORE[#CAMPAIGNS]", message("help-from"), ...),
    subject: str | None = flag("--for NAME", message("help-for")),
    device: str | None = flag("--device DEVICE", message("help-device")),
    disk: str | None = flag("--disk NAME", message("help-disk")),
    driver: str | None = flag("--driver DRIVER", message("help-driver")),
    media: str | None = flag("--type TYPE", message("help-type")),
    read: str | None = flag("--read PERCENT", message("help-read")),
    block_size: str | None = flag("--block-size SIZE", message("help-block-size")),
    headroom: float = flag("--headroom PERCENT", message("help-headroom"), 0.0),
    output: Path | None = flag("--output FILE", message("help-output")),
    as_json: _options.Json = False,
) -> int:
    """Write a policy from found load lines, and prove it on the model.

    The limit is the rate to plan with of a line, less the headroom. The text is read back and
    driven as verify drives a real system. It goes to stdout, or into a file. The exit code is 0
    when the model keeps the policy, 1 when it does not, 2 when there is no line to write one from.
    """
    from plimsoll.features.suggest import lines as found_lines
    from plimsoll.features.suggest.choosing import NoPolicy
    from plimsoll.features.suggest.targets import TARGETS
    from plimsoll.features.suggest.targets.contract import Option, check_options

    if system not in TARGETS:
        raise UsageError(
            *message.refusal("unknown-system", system=system, names=", ".join(TARGETS))
        )
    if not 0 <= headroom < 100:
        raise UsageError(*message.refusal("headroom-invalid", given=f"{headroom:g}"))
    target = TARGETS[system]
    given: dict[Option, str | None] = {
        "for": subject, "device": device, "disk": disk, "driver": driver, "type": media
    }  # fmt: skip
    options = {option: value for option, value in given.items() if value is not None}
    check_options(target, options)
    if output is not None and output.exists():
        raise UsageError(*message.refusal("output-there", "output-another", path=output))
    lines = _choice(found_lines.read(source, screen.note), read, block_size)
    from plimsoll.features.suggest import suggestion

    try:
        made = suggestion.suggest(target, options, lines, headroom)
    except NoPolicy as found:
        _refuse(system, lines, found)
        return NO_POLICY
    _print(made, output, as_json=as_json)
    return CODES[made.proof.proven.verdict]


def _choice(lines: StoredLines, read: str | None, block_size: str | None) -> StoredLines:
    """The lines of these shares of reads and block sizes. Raises UsageError where there is none."""
    from plimsoll.library.stored_lines import Choice

    choice = Choice.of(read, block_size, None)

    def keep(line: FoundLine) -> bool:
        asked = line.question
        return (not choice.reads or asked.read_percent in choice.reads) and (
            not choice.block_sizes or asked.block_bytes in choice.block_sizes
        )

    kept = lines.only(keep)
    if not kept.lines:
        known = "; ".join(line.question.flags for line in lines.lines)
        raise UsageError(*message.refusal("no-such-line", store=lines.store, lines=known))
    return kept


@language.for_reader
def _refuse(system: str, lines: StoredLines, found: NoPolicy) -> None:
    from plimsoll.features.suggest import text

    screen.note(text.refusal(system, lines.store, found))
    asked = [(question, _objective_of(lines, question)) for question in found.missing]
    asked += [(line.question, line.objective) for line in found.open]
    for question, objective in asked:
        words = ["plimsoll", "find", "--target", lines.target, *shlex.split(question.flags)]
        if lines.target.startswith("stack:"):
            words.append("--virtual")
        if objective is not None:
            words += ["--objective", objective]
        screen.note(f"  {shlex.join([*words, '--store', lines.store])}")


def _objective_of(lines: StoredLines, question: Question) -> str | None:
    """The objective of the lines of this block size. Of another size the same objective would ask
    something else, so `find` chooses one there."""
    alike = lines.where(lambda line: line.question.block_bytes == question.block_bytes)
    return next((line.objective for line in alike if line.objective), None)


def _print(made: Suggestion, output: Path | None, *, as_json: bool) -> None:
    """The text to a file or stdout; the block to stdout, or to stderr beside the text."""
    usable = made.proof.proven.verdict == "kept"
    if usable and output is not None:
        from plimsoll.base import writing

        writing.write(output, made.text.encode(), message("output-another"), None)
    if as_json:
        from plimsoll.features.suggest.document import document

        screen.document(document(made).model_dump(mode="json", by_alias=True))
        return
    from plimsoll.cli.terminal import answer
    from plimsoll.features.suggest import text

    if usable and output is None:
        sys.stdout.write(made.text)
        sys.stdout.flush()
    # The text is what stdout is for, so that the block goes beside it.
    beside = contextlib.redirect_stdout(sys.stdout if output is not None else sys.stderr)
    with beside, language.writing(language.of_reader()):
        files = [] if output is None or not usable else [message("written-to", path=output)]
        answer.block(text.screen(made), files)
