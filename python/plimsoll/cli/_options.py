"""The flags that several verbs share: name, help and type once. What a value means is parsed in
Rust (`base::units`, `workload`), so that a workload file, a flag and an error speak alike; here
they are text.

`Asked` holds every flag that says what is driven and how it looks; a verb takes them all with one
parameter and `@spread`, so that a new one is one line here.
"""

from __future__ import annotations

import functools
import inspect
import re
import secrets
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, cast, get_args, get_type_hints

import typer

from plimsoll import preferences, shares, stack_parameters, workloads
from plimsoll.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from plimsoll._record import WorkloadRequest
    from plimsoll.model import ProbeRequest, SessionRequest

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


def shared(head: str, text: str, **bounds: Any) -> Any:
    """A flag of several verbs, for `Annotated`; each verb says what it is by default."""
    return flag(head, text, ..., **bounds)


Target = Annotated[
    list[str],
    shared(
        "--target T",
        "What to test: a file, a block device, nbd://host/export,"
        " nbd+unix:///export?socket=PATH, null: or stack:FILE.toml. Repeat it for several files"
        " or devices.",
    ),
]
OptionalTarget = Annotated[list[str] | None, get_args(Target)[1]]
WorkloadFile = Annotated[
    Path | None,
    shared(
        "--workload FILE|NAME",
        "Workload file (TOML) whose keys are named like the flags below (block_size, read, "
        "pattern), or a name from 'plimsoll workload': oltp. Flags override it.",
    ),
]
BlockSize = Annotated[
    str | None,
    shared("--block-size SIZE", "I/O size: 4k, or a mix such as 4k:60,64k:40. Default 4k."),
]
WriteBlockSize = Annotated[
    str | None,
    shared("--write-block-size SIZE", "I/O size of writes and trims. Default: same as reads."),
]
Align = Annotated[
    str | None,
    shared("--align SIZE", "Align offsets to multiples of this. Default: the smallest block size."),
]
Read = Annotated[
    str | None,
    shared("--read PERCENT", "Percentage of reads; the rest are writes. Default 100."),
]
Trim = Annotated[float | None, shared("--trim PERCENT", "Percentage of trims. Default 0.")]
Pattern = Annotated[
    str | None,
    shared(
        "--pattern NAME",
        "random, random:once, zipf:1.1, pareto:0.2, normal:10, zones:90/10,10/90, sequential,"
        " sequential:shared, sequential:each, strided:64k; mixed: sequential+30%random."
        " Default random.",
    ),
]
WorkingSet = Annotated[
    str | None,
    shared(
        "--working-set SIZE", "Size of the region to address: 1g, 50%. Default: the whole target."
    ),
]
WorkingSetOffset = Annotated[
    str | None,
    shared("--working-set-offset SIZE", "Where that region starts: 1g, 50%. Default 0."),
]
FsyncEvery = Annotated[
    int | None,
    shared("--fsync-every N", "Issue an fsync after every N writes of a worker."),
]
FdatasyncEvery = Annotated[
    int | None,
    shared("--fdatasync-every N", "Issue an fdatasync after every N writes of a worker."),
]
DurableWrites = Annotated[
    bool,
    shared("--durable-writes", "Make every write durable before it completes (O_DSYNC)."),
]
Payload = Annotated[
    str | None,
    shared("--payload KIND", "Contents of writes: random or zero. Default random."),
]
Compressible = Annotated[
    float | None,
    shared("--compressible PERCENT", "Percentage of the written data that compression can remove."),
]
Duplicates = Annotated[
    float | None,
    shared("--duplicates PERCENT", "Percentage of written blocks that duplicate others."),
]
Verify = Annotated[
    bool,
    shared(
        "--verify",
        "Stamp each block with target, offset, generation and checksum, and check what is read.",
    ),
]
VerifyJournal = Annotated[
    str | None,
    shared(
        "--verify-journal FILE",
        "Keep the record of what was written in FILE, so that a later Run can verify the data.",
    ),
]
Engine = Annotated[
    str | None,
    shared(
        "--engine NAME",
        "I/O engine; 'plimsoll engines' lists them. Default: the best one that works here.",
    ),
]
EngineOption = Annotated[
    list[str] | None,
    shared(
        "--engine-option NAME",
        "iopoll or sqpoll (io_uring), connections=N (nbd); as fio calls and allocates, to"
        " compare with it: one-per-call, plain-pages (io_uring, libaio, psync).",
    ),
]
Cached = Annotated[bool, shared("--cached", "Use the page cache. Default: direct I/O.")]
Virtual = Annotated[
    bool,
    shared(
        "--virtual", "Run on the virtual clock, far faster than real time. For stack: targets only."
    ),
]
Arrivals = Annotated[
    str | None,
    shared(
        "--arrivals NAME",
        "Arrival process of an open loop: poisson (independent users), constant, or trace:FILE."
        " Default poisson.",
    ),
]
MaxOutstanding = Annotated[
    int | None,
    shared(
        "--max-outstanding N",
        "In-flight cap of an open loop, over all workers. Default: 4096, 1 GiB of buffers, or"
        " what the kernel queues at the disks, whichever is lowest.",
    ),
]
Objective = Annotated[
    list[str] | None,
    shared(
        "--objective TEXT",
        "What must hold: 'p99 <= 1ms', 'mean(completion_latency, read) <= 500us', 'max over 10s"
        " <= 50ms', 'errors <= 0.1%', 'achieved >= 99%'; join several with ' and ', or repeat"
        " the flag.",
    ),
]
PerClient = Annotated[
    bool,
    shared(
        "--per-client",
        "Figures for each client (VM) of a described stack, however many there are. Up to 64"
        " clients have them anyway.",
    ),
]
Bursts = Annotated[
    str | None,
    shared(
        "--bursts ON/OFF",
        "Alternate load and idle periods: 100ms/900ms. The offered rate is then the average.",
    ),
]
IoDeadline = Annotated[
    str | None,
    shared("--io-deadline TIME", "End the Run if an I/O takes longer than this. Default 2m."),
]
Seed = Annotated[
    int | None,
    shared(
        "--seed N",
        "Random seed. Default: random, and recorded (repeating a seed would hit a warm cache);"
        " 1 with --virtual.",
        min=0,
        max=2**64 - 1,
    ),
]
Down = Annotated[
    list[str] | None,
    shared("--down HOSTS", "Hosts that are down, comma-separated; or repeat the flag."),
]
Parameters = Annotated[
    list[str] | None,
    shared(
        "--set NAME.KEY=VALUE",
        "Override a parameter in the file of a described stack: multipath.switch_after=1000, "
        "host.esx.count=8. Repeat it for several.",
    ),
]


def kept_in(context: typer.Context, parameter: typer.CallbackParam, value: Path) -> Path:
    """The store that was typed; if none was, where the user keeps results (`preferences.store`)."""
    source = context.get_parameter_source(parameter.name or "")
    return value if source is not None and source.name == "COMMANDLINE" else preferences.store()


RunsStore = Annotated[
    Path,
    shared("--store FILE", "Store for every Run.", callback=kept_in),
]
StoreToRead = Annotated[
    Path,
    shared("--store FILE", "The store to read.", callback=kept_in),
]
NoStore = Annotated[bool, shared("--no-store", "Keep nothing; print the answer only.")]

Interval = Annotated[
    str | None,
    shared(
        "--interval TIME",
        "Length of a reporting interval, 100ms to 60s. Default: a sixtieth of Measure, 100ms to"
        " 1s; on the virtual clock up to 4s for a Run of more than 1h.",
    ),
]
OnError = Annotated[
    Literal["stop", "continue", "count"],
    shared(
        "--on-error",
        "On an I/O error: stop at the first one; continue to the end and fail; or continue and"
        " report errors as a metric.",
    ),
]
LoseDataOn = Annotated[
    list[str] | None,
    shared(
        f"{LOSE} T",
        "Confirm that T may be overwritten: a device, a network export, or a file that Plimsoll"
        " did not make or that changed since.",
    ),
]
LoseDataOnOne = Annotated[
    str | None,
    shared(
        f"{LOSE} T",
        "Confirm that T may be overwritten: a device, or a file that Plimsoll did not make or"
        " that changed since.",
    ),
]
OverwriteSignature = Annotated[
    bool,
    shared(
        "--overwrite-signature", "Write even though a file system or another signature was found."
    ),
]
Metrics = Annotated[
    str | None,
    shared(
        "--metrics [ADDR]:PORT",
        "Serve OpenMetrics at /metrics while measuring, e.g. :9464. Reachable from this machine"
        " only, unless an address is given (0.0.0.0:9464); there is no password.",
    ),
]
Hosts = Annotated[
    Path | None,
    shared(
        "--hosts FILE",
        "Generate the load from several hosts together, as this file (hosts.toml) lists them."
        " --target is then what each of them drives, unless the file names its own.",
    ),
]
Json = Annotated[bool, shared("--json", "Print one JSON document instead of a table.")]


@dataclass(frozen=True)
class Asked:
    """Everything that a session is asked, as typed."""

    target: Target
    workload: WorkloadFile = None
    block_size: BlockSize = None
    write_block_size: WriteBlockSize = None
    align: Align = None
    read: Read = None
    trim: Trim = None
    pattern: Pattern = None
    working_set: WorkingSet = None
    working_set_offset: WorkingSetOffset = None
    fsync_every: FsyncEvery = None
    fdatasync_every: FdatasyncEvery = None
    durable_writes: DurableWrites = False
    payload: Payload = None
    compressible: Compressible = None
    duplicates: Duplicates = None
    verify: Verify = False
    verify_journal: VerifyJournal = None
    engine: Engine = None
    engine_option: EngineOption = None
    cached: Cached = False
    virtual: Virtual = False
    parameters: Parameters = None
    on_error: OnError = "stop"
    lose_data_on: LoseDataOn = None
    overwrite_signature: OverwriteSignature = False

    def request(self) -> SessionRequest:
        """The request for a session. What was not given stays out: a workload file may say it."""
        from plimsoll.execute import identities

        keys = (
            "block_size",
            "write_block_size",
            "align",
            "read",
            "trim",
            "pattern",
            "working_set",
            "working_set_offset",
            "fsync_every",
            "fdatasync_every",
            "durable_writes",
            "payload",
            "compressible",
            "duplicates",
            "verify",
        )
        typed = {key: getattr(self, key) for key in keys}
        typed["read"] = _percent(self.read, "--read")
        for key in ("read", "trim", "compressible", "duplicates"):
            finite(typed[key], f"--{key}")
        # A switch that is off was not given.
        workload = {
            key: value for key, value in typed.items() if value is not None and value is not False
        }
        # The native side refuses unknown keys and lists the known ones.
        return {
            "target": self.target[0],
            "more_targets": self.target[1:],
            "engine": self.engine,
            "engine_options": self.engine_option or [],
            "cached": self.cached,
            "virtual": self.virtual,
            "stack_parameters": stack_parameters.typed(self.parameters or []),
            "confirmations": self.lose_data_on or [],
            "identities": identities(self.lose_data_on or []),
            "overwrite_signature": self.overwrite_signature,
            "verify_journal": self.verify_journal,
            "on_error": self.on_error,
            "workload": cast("WorkloadRequest", workload),
            "workload_toml": (None if self.workload is None else workloads.text_of(self.workload)),
            "workload_file": None if self.workload is None else str(self.workload),
        }


Verb = TypeVar("Verb", bound="Callable[..., int]")


def spread_without_target(verb: Verb) -> Verb:
    """The same as `spread` for a verb that may run nothing: without `--target` its `Asked.target`
    is empty."""
    return spread(verb, needs_target=False)


def spread(verb: Verb, *, needs_target: bool = True) -> Verb:
    """The verb with its first parameter, an `Asked`, spread into one flag for each of its
    fields."""
    hints = get_type_hints(Asked, include_extras=True)
    own = list(inspect.signature(verb, eval_str=True).parameters.values())[1:]
    keyword = inspect.Parameter.KEYWORD_ONLY
    shared = [
        inspect.Parameter(
            field.name,
            keyword,
            default=(
                (inspect.Parameter.empty if needs_target else None)
                if field.name == "target"
                else field.default
            ),
            annotation=(
                hints[field.name] if field.name != "target" or needs_target else OptionalTarget
            ),
        )
        for field in fields(Asked)
    ]
    names = [parameter.name for parameter in shared]

    @functools.wraps(verb)
    def spread_verb(**given: Any) -> int:
        shared_flags = {name: given.pop(name) for name in names}
        asked = Asked(**{**shared_flags, "target": shared_flags["target"] or []})
        return verb(asked, **given)

    # Target and workload first, then the verb's own flags, then the rest of what is shared.
    own = [parameter.replace(kind=keyword) for parameter in own]
    parameters = [*shared[:10], *own, *shared[10:]]
    spread_verb.__signature__ = inspect.Signature(parameters, return_annotation=int)  # type: ignore[attr-defined]
    spread_verb.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": int}
    del spread_verb.__wrapped__
    return cast("Verb", spread_verb)


def _percent(text: str | None, flag: str) -> float | None:
    if text is None:
        return None
    try:
        return float(text)
    except ValueError:
        more = (
            "Only find takes several, one load line for each."
            if "," in text
            else "Give a share in percent: 70."
        )
        raise UsageError(f"{flag} {text} is not a number", more) from None


def joined(objectives: list[str] | None) -> str | None:
    """Every `--objective` as one text: all of them must hold."""
    return " and ".join(objectives) if objectives else None


def stack_file(named: str) -> str:
    """The file of a stack, also where it is written as a target (`stack:FILE.toml`). Raises
    UsageError where none is named."""
    file = named.removeprefix("stack:")
    if not file.strip():
        raise UsageError("no stack file is named", "Name one: stack.toml, or stack:stack.toml.")
    return file


def pattern(only: str | None) -> re.Pattern[str] | None:
    """The pattern that --only gives; none without it. Raises UsageError for what is none."""
    try:
        return None if only is None else re.compile(only)
    except re.error as error:
        raise UsageError(f"--only: '{only}' is not a pattern: {error}", "") from None


def seed_or_drawn(seed: int | None, *, virtual: bool) -> int:
    """The seed that was given; else 1 on the virtual clock, where nothing is warm, and a drawn one
    otherwise."""
    if seed is not None:
        return seed
    # 53 bits: every reader of JSON keeps them exactly.
    return 1 if virtual else secrets.randbits(53)


def hosts_down(down: list[str] | None) -> list[str]:
    """The names in every `--down`, each of which may hold several with commas between."""
    return [name.strip() for given in down or [] for name in given.split(",") if name.strip()]


def rate(typed: str | None) -> ProbeRequest:
    """The rate as a number, or its profile as text, and of what it is the rate of each: what that
    means is parsed in Rust. Nothing of a share of the maximum, which is to be measured first."""
    try:
        if typed is None or shares.of(typed) is not None:
            return {}
        number, each = shares.of_each(typed) or (typed, None)
    except ValueError as error:
        raise UsageError(f"--rate: {error}") from None
    asked: ProbeRequest = {} if each is None else {"rate_per": each}
    try:
        return {**asked, "rate": finite(float(number), "--rate", above=0)}
    except ValueError:
        return {**asked, "rate_profile": number}


def finite(value: float | None, flag: str, *, above: float | None = None) -> float | None:
    """The number, refused when it is none (nan, inf) or not above the bound: JSON cannot carry
    those to the native side."""
    if value is None or (abs(value) < float("inf") and (above is None or value > above)):
        return value
    wanted = "a finite number" if above is None else f"a finite number above {above:g}"
    raise UsageError(f"{flag} {value:g} is invalid", f"Give {wanted}.")


def given(asked: Asked) -> list[str]:
    """The flags of an `Asked` that were typed, as they are written."""
    names = {"lose_data_on": LOSE, "parameters": "--set"}
    return [
        names.get(field.name, f"--{field.name.replace('_', '-')}")
        for field in fields(Asked)
        if getattr(asked, field.name) not in (None, [], False)
        and getattr(asked, field.name) != field.default
    ]
