"""The flags that several verbs share: name, help and type once. What a value means is parsed in Rust (`base::units`,
`workload`), so that a workload file, a flag and an error speak alike; here they are text.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from plimsoll.errors import InputError, NoTargetError, UsageError

if TYPE_CHECKING:
    from plimsoll.model import SessionRequest

TARGET_HELP = "What to test: a file, a block device, null: or stack:FILE.toml."
LOSE = "--i-will-lose-the-data-on"

Target = Annotated[str, typer.Option("--target", metavar="T", help=TARGET_HELP)]
WorkloadFile = Annotated[
    Path | None,
    typer.Option(
        "--workload",
        metavar="FILE",
        help="Workload as TOML: block_size, read, pattern, working_set. Flags win over it.",
    ),
]
BlockSize = Annotated[
    str | None, typer.Option("--block-size", metavar="SIZE", help="Bytes of each operation: 4k, 64k, 1m. Default 4k.")
]
Read = Annotated[
    float | None, typer.Option("--read", metavar="PERCENT", help="Share of reads; the rest are writes. Default 100.")
]
Pattern = Annotated[str | None, typer.Option("--pattern", metavar="NAME", help="random or sequential. Default random.")]
WorkingSet = Annotated[
    str | None,
    typer.Option("--working-set", metavar="SIZE", help="Bytes that are addressed: 1g, 50%. Default: the whole target."),
]
WorkingSetOffset = Annotated[
    str | None,
    typer.Option("--working-set-offset", metavar="SIZE", help="First byte that is addressed: 1g, 50%. Default 0."),
]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="How bytes are moved; see 'plimsoll engines'. Default: the best that works here.",
    ),
]
Cached = Annotated[
    bool, typer.Option("--cached", help="Through the page cache. Without it: direct I/O, past the cache.")
]
Virtual = Annotated[
    bool, typer.Option("--virtual", help="On the virtual clock, far faster than real time: for stack: targets only.")
]
Arrivals = Annotated[
    str | None,
    typer.Option(
        "--arrivals",
        metavar="NAME",
        help="Spacing of an offered rate: poisson (independent users) or constant. Default poisson.",
    ),
]
MaxOutstanding = Annotated[
    int | None,
    typer.Option(
        "--max-outstanding",
        metavar="N",
        help="In-flight cap of an open loop over all workers. Default: the least of 4096, 1 GiB of buffers, and what the kernel queues at the disks.",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="N", min=0, max=2**64 - 1,
        help="Of everything random. Default: drawn and recorded, since the same addresses again meet a warm cache; 1 with --virtual.",
    ),
]  # fmt: skip
Interval = Annotated[
    str | None, typer.Option("--interval", metavar="TIME", help="Length of an interval, 100ms to 60s. Default 1s.")
]
OnError = Annotated[
    Literal["stop", "continue"],
    typer.Option("--on-error", help="Stop at the first I/O error, or continue and count them."),
]
LoseDataOn = Annotated[
    str | None,
    typer.Option(
        LOSE, metavar="T", help="Confirms that T may be written: for a device, or a file that Plimsoll did not make."
    ),
]
OverwriteSignature = Annotated[
    bool,
    typer.Option(
        "--overwrite-signature", help="Write although a file system or another signature was found on the device."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]


def session_request(
    *,
    target: str,
    workload: Path | None,
    block_size: str | None,
    read: float | None,
    pattern: str | None,
    working_set: str | None,
    working_set_offset: str | None,
    engine: str | None,
    cached: bool,
    virtual: bool,
    on_error: str,
    lose_data_on: str | None,
    overwrite_signature: bool,
) -> SessionRequest:
    """What is asked of a session, from the flags as typed."""
    # "key=None" means not given; the native side refuses unknown keys and lists the known ones.
    asked: dict[str, Any] = {
        "target": target,
        "engine": engine,
        "cached": cached,
        "virtual": virtual,
        "confirmation": lose_data_on,
        "overwrite_signature": overwrite_signature,
        "on_error": on_error,
        "workload": {
            key: value
            for key, value in {
                "block_size": block_size, "read": finite(read, "--read"), "pattern": pattern, "working_set": working_set,
                "working_set_offset": working_set_offset,
            }.items()
            if value is not None
        },
        "workload_toml": None if workload is None else _text_of(workload),
        "workload_file": None if workload is None else str(workload),
    }  # fmt: skip
    return cast("SessionRequest", asked)


def seed_or_drawn(seed: int | None, *, virtual: bool) -> int:
    """The seed that was given; else 1 on the virtual clock, where nothing is warm, and a drawn one otherwise."""
    if seed is not None:
        return seed
    # 53 bits: every reader of JSON keeps them exactly.
    return 1 if virtual else secrets.randbits(53)


def finite(value: float | None, flag: str, *, above: float | None = None) -> float | None:
    """The number, refused when it is none (nan, inf) or not above the bound: JSON cannot carry those to the native side."""
    if value is None or (abs(value) < float("inf") and (above is None or value > above)):
        return value
    wanted = "a finite number" if above is None else f"a finite number above {above:g}"
    raise UsageError(f"{flag} {value:g} makes no sense", f"Give {wanted}.")


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NoTargetError(f"there is no workload file {path}", "Check the path after --workload.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the workload file {path}: {error}", "It must be a text file in TOML.") from None
