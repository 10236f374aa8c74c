"""The command line: one file per verb, listed in VERBS. The only package that prints, and the only
one that exits. The verbs of features come from there.

Data goes to stdout, progress and errors to stderr. Every refusal answers at once, so a verb's file
imports only what its flags need; the native module, the store and the charts are imported inside
the functions that use them. Exit codes: `plimsoll.base.errors`.
"""

import contextlib
import errno
import keyword
import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn, TypeAlias

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from plimsoll.base import crash, feature, version
from plimsoll.base.errors import (
    DamagedError,
    InternalError,
    Interruption,
    IoError,
    NoSpaceError,
    PlimsollError,
    UsageError,
    one_line,
)
from plimsoll.base.feature import Verb
from plimsoll.cli import _interrupts, _reader
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import streams

HEADINGS = (
    "Start here",
    "More questions",
    "While it runs",
    "Before it runs",
    "Limits that others enforce",
    "Described storage, without hardware",
    "From other programs",
    "For programs",
)
"""Of `plimsoll --help`, in its order."""


def _core(heading: str, **places: int) -> tuple[Verb, ...]:
    return tuple(
        Verb(name, heading, place, f"plimsoll.cli.{name}", message, reads=name == "report")
        for name, place in places.items()
    )


CORE = (
    *_core("Start here", demo=10, run=30, find=40, campaign=60, report=70),
    *_core("While it runs", watch=10, web=20, mark=30),
    *_core("Before it runs", prepare=10, workload=20, engines=30, collect=40, config=60),
    *_core(
        "Described storage, without hardware",
        simulate=10,
        serve=20,
        switch=30,
        stack=40,
        elements=50,
    ),
    *_core("For programs", schema=10),
)
"""The verbs of the core: a file in this folder each."""

VERBS = {
    verb.name: verb
    for verb in sorted(
        (*CORE, *feature.verbs()),
        key=lambda verb: (HEADINGS.index(verb.heading), verb.place),
    )
}
"""Every verb by its name, in the order of `plimsoll --help`."""
Examples: TypeAlias = tuple[str, ...]
"""Lines as they are typed, each beginning with `plimsoll` and the verb."""

READER_LEFT = 141
"""What a shell says of a command that ended because its reader left: 128 and SIGPIPE."""
ABOUT = message("help-about")


INJECT = "PLIMSOLL_INJECT_CRASH"
"""For the tests of what a user sees of a defect (`base/crash.py`): `python` raises an
error that nobody expects, `native` panics in Rust."""


def _maybe_inject() -> None:
    """Crashes when the environment asks for it."""
    if os.environ.get(INJECT) == "python":
        raise RuntimeError("a crash was injected")
    if os.environ.get(INJECT) == "native":
        from plimsoll.native.session import inject_panic

        inject_panic()


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; the exit code. The one place where an error becomes a line on stderr and a
    code."""
    arguments = command_arguments() if arguments is None else arguments
    streams.usable()
    try:
        with _interrupts.raising():
            _maybe_inject()
            arguments = _reader.take(arguments, VERBS)
            return _dispatch(arguments)
    except (DamagedError, InternalError) as error:
        return _tell(_damage() or error)
    except PlimsollError as error:
        return _tell(error)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        help_of = context.command_path if context else _command_of(arguments)
        return _tell(UsageError(_message_of(error), message("see-help", command=help_of)))
    except (KeyboardInterrupt, typer.Abort):
        return _tell(Interruption(message("interrupted")))
    except BrokenPipeError:
        # The reader of our output has left (`plimsoll … | head`).
        streams.silence(sys.stdout)
        return READER_LEFT
    except OSError as error:
        # Standard output, mostly: everything else has been given its own words where it happens.
        if crash.is_out_of_memory(error):
            return _tell(crash.unexpected_error(error))
        streams.silence(sys.stdout)
        kind = NoSpaceError if error.errno == errno.ENOSPC else IoError
        return _tell(
            kind(
                message("cannot-write-output", reason=error.strerror),
                message("cannot-write-output-advice"),
            )
        )
    except (
        BaseException
    ) as error:  # a panic of the native side is a BaseException, and is no less a defect
        if isinstance(error, SystemExit):
            raise
        if (found := crash.endless_number(error)) is not None:
            return _tell(found)
        return _tell(_damage() or crash.unexpected_error(error))


def command_arguments() -> list[str]:
    """The arguments, behind the verb that the command was called by."""
    called = sys.argv[0].rpartition("/")[2]
    verb = next((one.name for one in VERBS.values() if called in one.called), None)
    return sys.argv[1:] if verb is None else [verb, *sys.argv[1:]]


def _damage() -> PlimsollError | None:
    """What of a store that was read is not what it should be: then that is what went wrong, and no
    defect."""
    # Whatever goes wrong in the search for it, the crash is told.
    with contextlib.suppress(Exception):
        if "plimsoll.store" in sys.modules:
            from plimsoll.campaign import damage
            from plimsoll.store import opened_paths

            return damage.in_any(opened_paths())
    return None


_OF_TYPE = re.compile(r"valid\s(int|float)(?:\srange)?\b")


def _message_of(error: typer.TyperException) -> str:
    """What Typer says, without names of Python's types."""
    said = error.format_message().replace("Value error, ", "")
    return _OF_TYPE.sub(lambda found: message(f"value-of-{found[1]}"), said)


def _verb_in(arguments: list[str]) -> str | None:
    return next((word for word in arguments if not word.startswith("-")), None)


def _command_of(arguments: list[str]) -> str:
    """The command whose help says more, where an error does not name it."""
    verb = _verb_in(arguments)
    return f"plimsoll {verb}" if verb in VERBS else "plimsoll"


def _dispatch(arguments: list[str]) -> int:
    first = _verb_in(arguments)
    # Only the verb at hand is built, since each loads its module. The help of the whole command and
    # the refusal of an unknown verb need none.
    command = build((first,) if first in VERBS else ())
    try:
        code = command.main(
            args=arguments or ["--help"], prog_name="plimsoll", standalone_mode=False
        )
    except SystemExit as ended:
        # Typer and Rich both turn a reader that left into SystemExit(1), raised while they handle
        # the broken pipe.
        if isinstance(ended.__context__, BrokenPipeError):
            raise ended.__context__ from None
        raise
    return code if isinstance(code, int) else 0


@cache
def build(verbs: tuple[str, ...]) -> Any:
    """The command with these verbs, made once in a process however often it is called there."""
    return get_command(app(verbs))


class _Action(TyperCommand):
    """One action of a verb."""

    # Any: the base class takes a context type that is private to Typer.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Says of an option that only other actions have whose it is."""
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as error:
            option = getattr(error, "option_name", None)
            if any(option in parameter.opts for parameter in self.params):
                # It lacks its value, or has one too many.
                raise
            owners = [
                name
                for name, action in ctx.parent.command.commands.items()
                if any(option in parameter.opts for parameter in action.params)
            ]
            if option is None or not owners:
                raise
            raise UsageError(
                *message.refusal(
                    "option-of-others",
                    command=ctx.command_path,
                    option=option,
                    actions=", ".join(owners),
                )
            ) from None


class _Group(TyperGroup):
    """Commands by their names: a missing or unknown one is answered with those there are."""

    noun = "action"
    is_verb = True

    def names(self) -> tuple[str, ...]:
        """The commands there are, in the order of the help."""
        return tuple(self.commands)

    # Any: the base class takes a context type that is private to Typer.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Names the actions when none is given."""
        if not args:
            needed = message(f"needs-{self.noun}", command=ctx.command_path)
            raise UsageError(needed, self._known_names())
        if args[0].startswith("-") and args[0] not in ctx.help_option_names and self.is_verb:
            action = next((word for word in args if word in self.names()), self.names()[0])
            raise UsageError(
                *message.refusal(
                    "flag-before-action",
                    "type",
                    flag=args[0],
                    command=f"{ctx.command_path} {action} {args[0]} …",
                )
            )
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Names the known commands when this is none of them."""
        if args[0] not in self.names():
            only = self.names()[0] if len(self.names()) == 1 else None
            command = f"{ctx.command_path} {only} {args[0]}"
            hint = message("type", command=command) if only else self._known_names()
            raise UsageError(message(f"unknown-{self.noun}", name=args[0]), hint)
        return super().resolve_command(ctx, args)

    def _known_names(self) -> str:
        return message(f"known-{self.noun}", names=", ".join(self.names()))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The actions, each with a line of its own."""
        del ctx
        summaries = {
            name: action.get_short_help_str(formatter.width)
            for name, action in self.commands.items()
        }
        self.write_section(formatter, message("help-actions"), summaries)

    def write_section(self, formatter: Any, heading: str, summaries: Mapping[str, str]) -> None:
        """Commands under a heading, with their summaries aligned in all sections."""
        width = max(map(len, self.names()))
        with formatter.section(heading):
            formatter.write_dl([(f"{name:{width}}", line) for name, line in summaries.items()])


class _Verbs(_Group):
    """The group of verbs, of which at most the one at hand is built."""

    noun = "command"
    is_verb = False

    def names(self) -> tuple[str, ...]:
        """Every verb, built or not."""
        return tuple(VERBS)

    def invoke(self, ctx: Any) -> Any:
        """The verb. Typer would end with 130 on a second Ctrl-C, and say nothing."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interruption(message("interrupted")) from None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The verbs under their headings: seven to begin with."""
        del ctx
        for heading in HEADINGS:
            own = {name: verb.summary() for name, verb in VERBS.items() if verb.heading == heading}
            if own:
                self.write_section(formatter, heading, own)


def module_of(verb: str) -> ModuleType:
    """The module of a verb, which is loaded."""
    return import_module(VERBS[verb].module)


def function_of(verb: str) -> Any:
    """The function of a verb: called like it, but for a word of Python's own."""
    return getattr(module_of(verb), f"{verb}_" if keyword.iskeyword(verb) else verb)


def app(verbs: Iterable[str] = tuple(VERBS)) -> typer.Typer:
    """The command with these verbs."""
    made = typer.Typer(
        cls=_Verbs,
        name="plimsoll",
        help=ABOUT,
        add_completion=False,
        # Plain help: a terminal and a pipe show the same, and it answers in half the time.
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    )
    made.callback()(_plimsoll)
    for verb in verbs:
        module = module_of(verb)
        if hasattr(module, "APP"):
            _add_actions(made, verb, module)
            continue
        function = function_of(verb)
        made.command(
            verb,
            cls=getattr(module, "COMMAND", None),
            epilog=_examples(module.EXAMPLES),
            context_settings=getattr(module, "CONTEXT", None),
        )(function)
    return made


def _add_actions(made: typer.Typer, verb: str, module: ModuleType) -> None:
    """A verb of several actions, its own and those that features add, each a command with options
    and help of its own. An action shows those of the verb's examples that begin with its name."""
    modules = [module, *map(import_module, feature.actions(verb))]
    examples: Examples = tuple(line for one in modules for line in one.EXAMPLES)
    actions = typer.Typer(help=module.APP.info.help)
    actions.registered_commands = [
        action for one in modules for action in one.APP.registered_commands
    ]
    for action in actions.registered_commands:
        own = tuple(line for line in examples if line.split()[2] == action.name)
        action.cls = _Action
        action.epilog = _examples(own)
        action.short_help = _first_paragraph(action.callback.__doc__)
    made.add_typer(
        actions,
        name=verb,
        cls=_Group,
        epilog=_examples(examples),
        subcommand_metavar="ACTION ...",
    )


def _first_paragraph(text: str | None) -> str:
    return " ".join((text or "").partition("\n\n")[0].split())


def _examples(examples: Examples) -> str:
    # \b: Click's mark for "do not wrap this paragraph".
    lines = [message("help-examples"), *(f"  {example}" for example in examples)]
    return "\b\n" + "\n".join(lines)


def _plimsoll(
    version: bool = typer.Option(
        False,
        "--version",
        is_eager=True,
        callback=lambda wanted: _version() if wanted else None,
        help=message("help-version"),
    ),
    _lang: str | None = typer.Option(
        None, _reader.FLAG, metavar="LANG", help=message("help-language")
    ),
) -> None:
    """Nothing happens before a verb."""


def _version() -> NoReturn:
    print(f"plimsoll {version.describe()}")
    raise typer.Exit


def _tell(error: PlimsollError) -> int:
    from plimsoll.cli.terminal import screen

    said = f"plimsoll: {one_line(str(error))}"
    if screen.redraws(sys.stderr):
        said = "\n".join(screen.wrap(said, shutil.get_terminal_size().columns))
    with streams.passing(sys.stderr):
        print(said, file=sys.stderr, flush=True)
    return error.exit_code
