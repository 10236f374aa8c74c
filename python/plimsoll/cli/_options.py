"""Flags: how one is described, and those that several verbs share. The flags of workload, load and
Run are made from the rows of `base/keys.py`. What a value means is parsed in Rust (`base::units`,
`workload`), so that a workload file, a flag and an error speak alike; here they are text.

`RunOptions` holds every flag that says what is driven and how it looks; a verb takes them all with
one parameter and `@spread`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import (
    Callable,
    Mapping,  # get_type_hints reads it
    Sequence,
)
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, cast, get_args, get_type_hints

import typer

from plimsoll.base import preferences
from plimsoll.base.keys import WORKLOAD, Key, Kind
from plimsoll.cli.messages import message
from plimsoll.library.question import OF_RUN, Question
from plimsoll.native import stack_parameters

if TYPE_CHECKING:
    from plimsoll.native.record import SessionRequest

LOSE = "--i-will-lose-the-data-on"


def flag(head: str, text: str, default: object = None, **bounds: Any) -> Any:
    """A flag of one verb, as the default of its parameter. `head` is the flag and the name of its
    value, as the help shows them: `--rate PER_S`; a flag alone is a switch or one of a few words.
    `bounds` go to typer: min, max, callback, hidden."""
    name, _, metavar = head.partition(" ")
    switch = not metavar and default is None
    return typer.Option(
        False if switch else default, name, metavar=metavar or None, help=text, **bounds
    )


def argument(metavar: str | None, text: str, default: object = None, **bounds: Any) -> Any:
    """What is typed without a flag, as the default of its parameter; `...`: it is needed."""
    return typer.Argument(default, metavar=metavar, help=text, **bounds)


TYPES: dict[Kind, Any] = {
    "size": str | None,
    # Text: find takes several percentages.
    "percent": str | None,
    "count": int | None,
    "iops": float | None,
    "rate": str | None,
    "time": str | None,
    "text": str | None,
    "switch": bool,
}
"""What each kind of key is on the command line."""


def key(row: Key, text: str | None = None, default: object = None) -> Any:
    """The flag of a key, as the default of its parameter; `text`: what it means for this verb, if
    that is more or less than in the table."""
    bounds = {"min": 1} if row.kind == "count" else {}
    return flag(f"{row.flag} {row.metavar}".strip(), text or row.text, default, **bounds)


def shared_flag(head: str, text: str, **bounds: Any) -> Any:
    """A flag of several verbs, for `Annotated`; each verb says what it is by default."""
    return flag(head, text, ..., **bounds)


Target = Annotated[list[str], shared_flag("--target T", message("help-target"))]
OptionalTarget = Annotated[list[str] | None, get_args(Target)[1]]
WorkloadFile = Annotated[Path | None, shared_flag("--workload FILE|NAME", message("help-workload"))]
VerifyJournal = Annotated[
    str | None, shared_flag("--verify-journal FILE", message("help-verify-journal"))
]
Engine = Annotated[str | None, shared_flag("--engine NAME", message("help-engine"))]
EngineOption = Annotated[
    list[str] | None, shared_flag("--engine-option NAME", message("help-engine-option"))
]
Cached = Annotated[bool, shared_flag("--cached", message("help-cached"))]
Virtual = Annotated[bool, shared_flag("--virtual", message("help-virtual"))]
Objective = Annotated[list[str] | None, shared_flag("--objective TEXT", message("help-objective"))]
Seed = Annotated[int | None, shared_flag("--seed N", message("help-seed"), min=0, max=2**64 - 1)]
StackSeed = Annotated[
    int | None, shared_flag("--seed N", message("help-stack-seed"), min=0, max=2**64 - 1)
]
Down = Annotated[list[str] | None, shared_flag("--down HOSTS", message("help-down"))]
Parameters = Annotated[list[str] | None, shared_flag("--set NAME.KEY=VALUE", message("help-set"))]


def preferred_store(context: typer.Context, parameter: typer.CallbackParam, value: Path) -> Path:
    """The store that was typed; if none was, where the user keeps results (`preferences.store`)."""
    return value if _is_on_command_line(context, parameter.name) else preferences.store()


RunsStore = Annotated[
    Path, shared_flag("--store FILE", message("help-store"), callback=preferred_store)
]
StoreToRead = Annotated[
    Path, shared_flag("--store FILE", message("help-store-read"), callback=preferred_store)
]
NoStore = Annotated[bool, shared_flag("--no-store", message("help-no-store"))]

OnError = Annotated[
    Literal["stop", "continue", "count"], shared_flag("--on-error", message("help-on-error"))
]
LoseDataOn = Annotated[list[str] | None, shared_flag(f"{LOSE} T", message("help-lose-data-on"))]
LoseDataOnOne = Annotated[str | None, shared_flag(f"{LOSE} T", message("help-lose-data-on-local"))]
OverwriteSignature = Annotated[
    bool, shared_flag("--overwrite-signature", message("help-overwrite-signature"))
]
Metrics = Annotated[str | None, shared_flag("--metrics [ADDR]:PORT", message("help-metrics"))]
Hosts = Annotated[Path | None, shared_flag("--hosts FILE", message("help-hosts"))]
Json = Annotated[bool, shared_flag("--json", message("help-json"))]
Why = Annotated[bool, shared_flag("--why", message("help-why"))]
Runs = Annotated[bool, shared_flag("--runs", message("help-runs"))]


@dataclass(frozen=True)
class RunOptions:
    """Everything that a session is asked, as typed: a field for each flag, and all keys of the
    workload in one."""

    target: Target
    workload: WorkloadFile = None
    keys: Mapping[str, object] = field(default_factory=dict)
    """Of the workload, by the names in `keys.WORKLOAD`; none for what was not given, percentages as
    text."""
    load: Mapping[str, object] = field(default_factory=dict)
    """Of load and Run, by the names in `keys.LOAD` and `keys.RUN`, where the verb takes them."""
    verify_journal: VerifyJournal = None
    engine: Engine = None
    engine_option: EngineOption = None
    cached: Cached = False
    virtual: Virtual = False
    parameters: Parameters = None
    on_error: OnError = "stop"
    lose_data_on: LoseDataOn = None
    overwrite_signature: OverwriteSignature = False

    def question(self) -> Question:
        """The same as the library has it."""
        return Question(
            targets=self.target,
            workload_file=self.workload,
            workload=self.keys,
            load=self.load,
            engine=self.engine,
            engine_options=self.engine_option or (),
            cached=self.cached,
            virtual=self.virtual,
            parameters=stack_parameters.parse_flags(self.parameters or []),
            on_error=self.on_error,
            confirmations=self.lose_data_on or (),
            overwrite_signature=self.overwrite_signature,
            verify_journal=self.verify_journal,
        )

    def request(self) -> SessionRequest:
        """The request for a session."""
        return self.question().session()


Verb = TypeVar("Verb", bound="Callable[..., int]")
OF_SESSION = tuple(
    one.name for one in fields(RunOptions) if one.name not in ("target", "keys", "load")
)


def spread(
    *,
    target: Literal["needed", "optional", "none"] = "needed",
    of_workload: Sequence[str] = tuple(WORKLOAD),
    of_load: Sequence[str] = (),
    of_session: Sequence[str] = OF_SESSION,
) -> Callable[[Verb], Verb]:
    """A verb whose first parameter, `RunOptions`, is spread into one flag for each of its fields
    and each key of the workload, or for those that are named. Where no target is given `target` is
    empty."""
    hints = get_type_hints(RunOptions, include_extras=True)
    defaults = {one.name: one.default for one in fields(RunOptions)}
    session = [_parameter(name, hints[name], defaults[name]) for name in of_session]
    rows = [WORKLOAD[name] for name in of_workload]
    access = [_key_parameter(row) for row in rows if row.about == "access"]
    data = [_key_parameter(row) for row in rows if row.about != "access"]
    load = [_key_parameter(OF_RUN[name]) for name in of_load]
    driven = {
        "needed": [_parameter("target", Target, inspect.Parameter.empty)],
        "optional": [_parameter("target", OptionalTarget, None)],
        "none": [],
    }[target]

    def spread_out(verb: Verb) -> Verb:
        own = [
            one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            for one in list(inspect.signature(verb, eval_str=True).parameters.values())[1:]
        ]
        # What is driven and how it looks, then the verb's own flags, then the rest of both; how
        # fast it is driven stands first where that is the question.
        fast, rest = (load, []) if "rate" in of_load else ([], load)
        parameters = [
            *driven,
            *(one for one in own if one.name == "target"),
            *(one for one in session if one.name == "workload"),
            *access,
            *fast,
            *(one for one in own if one.name != "target"),
            *rest,
            *data,
            *(one for one in session if one.name != "workload"),
        ]

        @functools.wraps(verb)
        def spread_verb(**given: Any) -> int:
            options = RunOptions(
                # Without `driven` a flag of that name is the verb's own.
                target=(given.pop("target") or []) if driven else [],
                keys={name: given.pop(name) for name in of_workload},
                load={name: given.pop(name) for name in of_load},
                **{name: given.pop(name) for name in of_session},
            )
            return verb(options, **given)

        spread_verb.__signature__ = inspect.Signature(parameters, return_annotation=int)  # type: ignore[attr-defined]
        spread_verb.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": int}
        del spread_verb.__wrapped__
        return cast("Verb", spread_verb)

    return spread_out


def typed_flags(context: typer.Context) -> list[str]:
    """The flags that stand on the command line, as they are written."""
    return [
        one.opts[0]
        for one in context.command.params
        if one.opts[0].startswith("-") and _is_on_command_line(context, one.name)
    ]


def _is_on_command_line(context: typer.Context, parameter: str | None) -> bool:
    source = context.get_parameter_source(parameter or "")
    return source is not None and source.name == "COMMANDLINE"


def _key_parameter(row: Key) -> inspect.Parameter:
    return _parameter(row.name, TYPES[row.kind], key(row))


def _parameter(name: str, annotation: Any, default: object) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )
