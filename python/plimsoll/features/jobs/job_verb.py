"""Shared by the verbs for job files of other programs: flags, notes on a job, and the campaigns
that they write."""

import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from typer.core import TyperCommand

from plimsoll.base.errors import InputError, UsageError
from plimsoll.cli._options import shared_flag
from plimsoll.cli.terminal import screen
from plimsoll.features.jobs.formats import campaigns
from plimsoll.features.jobs.formats.campaigns import CampaignRun
from plimsoll.features.jobs.formats.job_run import Setup, StandIn, largest
from plimsoll.features.jobs.formats.problems import Notes, problems_to_skip
from plimsoll.library.question import stack_file

CONTEXT: dict[str, object] = {"ignore_unknown_options": True, "help_option_names": ["--help"]}
"""Settings of a verb that takes the command line of another program, where -h belongs to that
program."""


class ForeignCommand(TyperCommand):
    """A verb that takes the command line of another program.

    Words with one dash stay whole: as flags of ours, `-iodepth=32` would be eleven letters, each
    possibly a flag. Help is `--help`, or `-h` or `-help` alone."""

    # Any: the base class takes a context type that is private to Typer.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Hides foreign words from the parser, and restores them in the arguments."""
        if args in (["-h"], ["-help"]):
            args = ["--help"]
        own = [
            word
            for parameter in self.params
            for word in (*parameter.opts, *parameter.secondary_opts)
            if not word.startswith("--")
        ]
        rest = super().parse_args(ctx, [_hide_foreign(word, own) for word in args])
        words = ctx.params.get("arguments")
        if words:
            ctx.params["arguments"] = [word.removeprefix(HIDDEN) for word in words]
        return rest


HIDDEN = "\0"
"""Prefix of hidden words; no word of a command line can begin with it."""


def _hide_foreign(word: str, own: Sequence[str]) -> str:
    """Hides a word with one dash, unless it begins with a short flag of ours."""
    foreign = word.startswith("-") and not word.startswith("--") and len(word) > 1
    return HIDDEN + word if foreign and word[:2] not in own else word


StoreOption = Annotated[
    Path | None,
    shared_flag("--store FILE", "Keep every Run in this store, for plimsoll report."),
]
Lenient = Annotated[
    bool,
    shared_flag(
        "--lenient", "Leave out what is not supported, with a warning. Default: refuse the file."
    ),
]
StackOption = Annotated[
    str | None,
    shared_flag(
        "--stack FILE",
        "Rehearse on this described storage, on the virtual clock, instead of the files and "
        "devices that are named: nothing is read or written, and no time passes.",
        envvar="PLIMSOLL_STACK",
        callback=lambda given: None if given is None else stack_file(given),
    ),
]
TargetOption = Annotated[
    list[str] | None,
    shared_flag(
        "--target PATH",
        "What the file's targets are here, in their order, or NAME=PATH. May be repeated.",
    ),
]
CampaignOption = Annotated[
    Path | None,
    shared_flag(
        "--campaign OUT.toml",
        "Run nothing: write an equivalent campaign. If it takes several, they are called "
        "OUT-….toml.",
    ),
]
WrittenCampaign = Annotated[
    Path,
    shared_flag(
        "--campaign OUT.toml",
        "The campaign to write. If it takes several, they are called OUT-….toml.",
    ),
]


def setup(
    confirmed: Sequence[str] | None,
    *,
    overwrite_signature: bool,
    stack: str | None = None,
    campaign: Path | None = None,
) -> Setup:
    """The setup for planning Runs. `stack` is the described storage that replaces all targets.
    Raises UsageError for `stack` with `campaign`, since a written campaign names the targets of the
    job."""
    from plimsoll.native.target import is_file, size_of

    if stack is None:
        return Setup(size_of, is_file, tuple(confirmed or ()), overwrite_signature)
    if campaign is not None:
        raise UsageError(
            "--campaign cannot be combined with --stack",
            "Leave one out, and unset PLIMSOLL_STACK if it is set.",
        )
    volume = _stand_in(stack)
    # The stand-in acts as a device: it is never laid out, and has a fixed size.
    return Setup(lambda _: volume.bytes, lambda _: False, (), stand_in=volume)


def _stand_in(stack: str) -> StandIn:
    """The described storage that replaces the targets of a job. Raises InputError for several
    volumes, or clients of its own."""
    from plimsoll.native.session import Session

    name = f"stack:{stack}"
    with Session.open({"target": name, "virtual": True}) as session:
        target = session.info["target"]
    described: Any = target["stack"]
    volumes = sum(volume["count"] for volume in described["volumes"].values())
    if volumes != 1 or described["clients"]:
        what = "clients of its own" if described["clients"] else f"{volumes} volumes"
        raise InputError(
            f"{stack} describes {what}; a job is rehearsed on one volume that nobody else uses",
            "Name another stack, such as examples/stacks/s0-policy.toml.",
        )
    screen.note(
        f"rehearsal on {stack}, on the virtual clock: nothing is read or written, and there is no"
        " page cache"
    )
    return StandIn(name, target["size_bytes"])


def report_notes(notes: Notes, program: str, *, lenient: bool = False) -> None:
    """Raises what is wrong, unless it can be left out and that is wished; says what is left out and
    what is different. The notes are empty then."""
    for problem in problems_to_skip(notes.problems, lenient=lenient):
        screen.note(f"not as in {program}: {problem}")
    for remark in dict.fromkeys(notes.remarks):
        screen.note(f"{remark}")
    notes.problems.clear()
    notes.remarks.clear()


def write_campaign(
    out: Path, runs: Sequence[CampaignRun], source: str, hosts: Path | None = None
) -> int:
    """Writes the campaign files; foreign files are not replaced. `hosts` is the file of hosts that
    they name. Raises InputError, RefusedError."""
    from plimsoll.base import writing
    from plimsoll.native.target import size_of

    texts = campaigns.files(out.stem, runs, source, hosts)
    files = {out.with_name(f"{out.stem}{part}{out.suffix}"): text for part, text in texts.items()}
    now = "Name another file with --campaign."

    def refuse(path: Path) -> None:
        writing.refuse_foreign(path, campaigns.is_ours, "a campaign from a job file", now)

    for path in files:
        refuse(path)
    for path, text in files.items():
        writing.write(path, text.encode(), now, partial(refuse, path), "the campaign")
        screen.note(
            f"wrote {path}: plimsoll campaign plan {shlex.quote(str(path))} says how long it takes"
        )
    for layout, _ in largest(run.run for run in runs):
        if size_of(layout.path) is None:
            place = shlex.quote(layout.path)
            screen.note(f"missing: plimsoll prepare {place} --size {layout.bytes}")
    return 0
