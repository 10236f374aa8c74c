"""`plimsoll size`: how many guests fit on a storage whose load line is known, and what breaks
first."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from plimsoll.base import reading
from plimsoll.base.errors import InputError, NoTargetError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from pydantic import BaseModel

    from plimsoll.features.sizing.document import SizeResult
    from plimsoll.features.sizing.guests import SizeFile
    from plimsoll.features.sizing.notes import Line
    from plimsoll.native.model import RunRecord
    from plimsoll.search.document import FindDocument

EXAMPLES = (
    "plimsoll size examples/sizes/s4-eight-hosts.toml",
    (
        "plimsoll size --guest-iops 1250 --guest-read 70 --guest-block-size 8k --guests 8 --line"
        " plimsoll.db#1 --controllers 2"
    ),
    (
        "plimsoll size --guest-iops 50 --guest-read 30 --drives 24 --drive-iops 180 --raid 6"
        " --hosts 8 --json"
    ),
)

WAYS = (("line",), ("rate", "low", "high"), ("drives",))
"""The ways to say what the storage carries, each with its keys."""
LARGEST_ANSWER = 64 << 20
"""Bytes of the JSON of a search: it has every probe."""
_FOUND = "It must be what plimsoll find --json printed."
FROM = "plimsoll size FILE, or flags for one kind of guest: --guest-iops 50 --rate 4000."


def size(
    file: Path | None = argument(
        "[FILE]",
        "Guests, storage and reserve (TOML; see 'plimsoll schema size file'). Flags override it.",
    ),
    guests: int | None = flag("--guests N", "Number of guests wanted. Default 1.", min=1),
    guest_iops: float | None = flag("--guest-iops PER_S", "IOPS of one guest."),
    guest_block_size: str | None = flag(
        "--guest-block-size SIZE", "I/O size of a guest. Default 4k."
    ),
    guest_read: float | None = flag("--guest-read PERCENT", "Percentage of reads. Default 100."),
    guest_capacity: str | None = flag("--guest-capacity SIZE", "Capacity of one guest."),
    line: str | None = flag(
        "--line STORE#N",
        "The load line of campaign N of a store, or a file with the JSON of plimsoll find.",
    ),
    rate: float | None = flag("--rate PER_S", "The load line as a number."),
    rate_low: float | None = flag("--rate-low PER_S", "Its low end."),
    rate_high: float | None = flag("--rate-high PER_S", "Its high end."),
    drives: int | None = flag("--drives N", "Number of raw drives, instead of a load line.", min=1),
    drive_iops: float | None = flag("--drive-iops PER_S", "IOPS of one drive."),
    raid: str | None = flag(
        "--raid LEVEL", "RAID level: 0, 1, 5, 6 or 10 (sets the write penalty)."
    ),
    bandwidth: str | None = flag("--bandwidth PER_S", "Maximum bandwidth: '2 GiB/s'."),
    capacity: str | None = flag("--capacity SIZE", "Capacity of the pool."),
    controllers: int | None = flag("--controllers N", "Controllers that share the load.", min=1),
    hosts: int | None = flag("--hosts N", "Hosts that guests run on.", min=1),
    host_iops: float | None = flag("--host-iops PER_S", "IOPS that one host carries."),
    in_hosts: bool = flag("--in-hosts", "The storage consists of the hosts' own drives."),
    headroom: float | None = flag("--headroom PERCENT", "Headroom to keep free. Default 20."),
    growth: float | None = flag("--growth PERCENT", "Growth of demand per year. Default 0."),
    years: float | None = flag("--years N", "Planned lifetime in years. Default 0."),
    fill: float | None = flag("--fill PERCENT", "Maximum pool utilisation. Default 80."),
    down: Literal["none", "controller", "host"] | None = flag(
        "--down <none|controller|host>",
        "What may fail. Default: a controller if there are several, else a host, else nothing.",
    ),
    as_json: _options.Json = False,
) -> int:
    """Say how many guests fit inside the healthy range, and what breaks first.

    The recommendation uses the line's rate to plan with (its low end, for a line given as numbers);
    a second figure uses the high end. Kept free: headroom, growth, a fifth of the capacity, and
    room for one controller or host to fail. The exit code is 0 when the guests wanted fit, and 1
    when they do not.
    """
    typed: dict[str, dict[str, object]] = {
        "profile": {
            "count": guests,
            "iops": guest_iops,
            "block_size": guest_block_size,
            "read": guest_read,
            "capacity": guest_capacity,
        },
        "storage": {
            "line": line,
            "rate": rate,
            "low": rate_low,
            "high": rate_high,
            "bandwidth": bandwidth,
            "capacity": capacity,
            "controllers": controllers,
            "hosts": hosts,
            "host_iops": host_iops,
            "in_hosts": in_hosts or None,
        },
        "drives": {"count": drives, "iops": drive_iops, "raid": raid},
        "reserve": {
            "headroom": headroom,
            "growth": growth,
            "years": years,
            "fill": fill,
            "down": down,
        },
    }
    asked = _asked(
        file,
        {part: {k: v for k, v in table.items() if v is not None} for part, table in typed.items()},
    )
    try:
        said = _sized(asked, Path() if file is None or line is not None else file.parent)
    except ValueError as error:
        raise (UsageError if file is None else InputError)(str(error)) from None
    if as_json:
        screen.document(said.model_dump(mode="json", by_alias=True))
    else:
        _print(asked, said)
    return 0 if said.guests.wanted_fit else 1


def _asked(path: Path | None, typed: dict[str, dict[str, object]]) -> SizeFile:
    """The file with flags in place of what it says."""
    from pydantic import ValidationError

    from plimsoll.base import reading
    from plimsoll.features.sizing.guests import SizeFile

    if path is None and "iops" not in typed["profile"]:
        if typed["profile"]:
            raise UsageError(
                "what each guest needs is missing", "Add it in IOPS: --guest-iops 50, say."
            )
        raise UsageError("no guests were given", FROM)
    given: dict[str, object] = {}
    profiles: list[dict[str, object]] = [{}]
    storage: dict[str, object] = {}
    drives: dict[str, object] = {}
    reserve: dict[str, object] = {}
    if path is not None:
        file = reading.read(path, SizeFile)
        given = _said_in(file)
        profiles = [_said_in(one) for one in file.profile]
        storage, reserve = _said_in(file.storage), _said_in(file.reserve)
        drives = {} if file.storage.drives is None else _said_in(file.storage.drives)
    if typed["profile"]:
        if len(profiles) > 1:
            raise UsageError(
                (
                    f"{path} has {len(profiles)} guest profiles, and the --guest flags describe "
                    "only one"
                ),
                "Leave the flags out, or change the file.",
            )
        profiles = [profiles[0] | typed["profile"]]
    new = typed["storage"] | ({"drives": drives | typed["drives"]} if typed["drives"] else {})
    # What is typed of a line or of drives takes the place of whatever the file says of either.
    if new.keys() & {key for keys in WAYS for key in keys}:
        stale = {key for keys in WAYS if not new.keys() & set(keys) for key in keys}
        stale |= {"low", "high"} if "rate" in new else set()
        storage = {key: value for key, value in storage.items() if key not in stale}
    whole = {
        **given,
        "profile": profiles,
        "storage": storage | new,
        "reserve": reserve | typed["reserve"],
    }
    try:
        return SizeFile.model_validate(whole)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"] if isinstance(part, str))
        message = first["msg"].removeprefix("Value error, ")
        raise UsageError(
            f"{where}: {message[:1].lower()}{message[1:]}", "See 'plimsoll size --help'."
        ) from None


def _said_in(part: BaseModel) -> dict[str, object]:
    """The keys that a file states itself."""
    return part.model_dump(exclude_none=True, exclude_unset=True)


def _sized(asked: SizeFile, folder: Path) -> SizeResult:
    from plimsoll.features.sizing import document as sizing_document
    from plimsoll.features.sizing import sums as sizing_sums
    from plimsoll.features.sizing.notes import Note, assumed, of_line

    line, noted = None, [*assumed(asked)]
    if asked.storage.line is not None:
        line = _line(asked.storage.line, folder)
        noted += of_line(asked, line)
    storage = asked.carries() if line is None else asked.carries(line.plan_per_s, line.high)
    found = sizing_sums.size(asked.guests(), storage, asked.rules())
    if (
        asked.rules().down == "controller"
        and storage.low_one_down is None
        and storage.low is not None
    ):
        noted.append(Note("scaled_one_down"))
    return sizing_document.result(asked, found, storage, line, noted)


def _line(text: str, folder: Path) -> Line:
    """The load line that a store or a find document holds: its ends, and what it was measured
    with."""
    name, mark, number = text.rpartition("#")
    if not mark:
        return _line_in_document(folder / text)
    if not number.isdigit():
        raise UsageError(
            f"cannot read '{text}'", "Write the line as STORE#N: plimsoll.db#3 is campaign 3 of it."
        )
    from plimsoll.search import document
    from plimsoll.store import Store

    with Store.open(folder / name, create=False, read_only=True) as store:
        campaign = store.known_campaign(int(number))
        where = f"campaign {number} of {name}"
        kept = campaign.result or {}
        runs = [row for row in store.runs(campaign.id) if row.state == "finished"]
        workload = runs[0].spec["workload"] if runs else None
        record = store.record(runs[0].id) if runs else None
        measured_by = None if record is None else _measured_by(record)
        if "load_line" in kept:
            found = document.stored(kept)
        else:
            # A sweep of rates, or a search that never ended: its Runs have a line.
            from plimsoll.library import stored_lines

            found, workload = stored_lines.of_campaign(store, campaign.id, where, screen.note)
        line = _planned_on(found, text, where)
    if workload is None:
        return line
    # Imported rates are without syncs.
    sync = None if record is None or "imported" in record else workload["sync"]
    return replace(
        line,
        read=workload["read_percent"],
        block_size_bytes=workload["block_size_bytes"],
        measured_by=measured_by,
        syncs_per_write=1 / sync["writes"] if sync else None,
    )


def _measured_by(record: RunRecord | None) -> int | None:
    """How many drove the storage of a Run: hosts, or clients of a described one."""
    if record is None:
        return None
    clients = sum(group["clients"] for group in record["spec"]["clients"])
    return max(1, clients, len(record["hosts"]))


def _line_in_document(path: Path) -> Line:
    from plimsoll.base import documents
    from plimsoll.search.document import FindDocument
    from plimsoll.store.opening import is_store

    with suppress(OSError):
        if is_store(path):
            raise UsageError(
                f"{path} is a store, and may hold several lines",
                f"Write the line as STORE#N: {path}#1 is campaign 1 of it.",
            )
    try:
        found = reading.parsed_json(reading.text_of(path, now=_FOUND, most=LARGEST_ANSWER))
    except NoTargetError as missing:
        raise NoTargetError(
            missing.message, "Write a campaign of a store as STORE#N: plimsoll.db#3."
        ) from None
    except ValueError as error:
        raise InputError(f"cannot read {path}: {error}", _FOUND) from None
    try:
        search = documents.read(found, FindDocument)
    except documents.DocumentError as wrong:
        raise InputError(
            f"{path} is not what plimsoll find --json prints: {wrong}", "Give that, or STORE#N."
        ) from None
    return _planned_on(search, str(path), str(path))


def _planned_on(found: FindDocument, source: str, where: str) -> Line:
    """The line in the answer of a search, if there is a rate in it to plan with."""
    from plimsoll.features.promises.rules import reasons
    from plimsoll.features.sizing.notes import Line

    line = found.load_line
    low = line.low
    if low is None:
        raise InputError(
            f"{where} holds no load line", "Find one first: plimsoll find --store FILE."
        )
    plan = line.plan_per_s
    if any(event.kind == "cached" for event in found.events):
        raise InputError(
            f"{where}: the page cache answered, so its load line is none of the storage",
            "Find one by direct I/O, on more than memory holds, or give a rate: --rate-low.",
        )
    if plan is None or low <= 0 or plan <= 0 or _none_met(found):
        raise InputError(
            f"{where}: its load line has no rate that is safe to plan with: no Run met the "
            "objective with enough certainty",
            "Search for longer (plimsoll find --time), or give a rate of your own: --rate-low.",
        )
    return Line(
        source,
        low,
        line.high,
        min(plan, low),
        objective=line.objective,
        low_confirmed=line.low_confirmed,
        high_confirmed=line.high_confirmed,
        below=tuple(reasons.below(found)),
    )


def _none_met(found: FindDocument) -> bool:
    """Whether no Run of a search clearly met its objective: then its answer says not to plan on it,
    and nothing is."""
    return found.load_line.grade == "estimated" and not any(
        one.verdict == "pass" and one.estimates for one in found.probes
    )


def _print(asked: SizeFile, said: SizeResult) -> None:
    """The answer for people: first how many, then every limit, then what is kept free."""
    from plimsoll.base.units import amount, exact_size

    def shown(value: float, unit: str) -> str:
        if unit == "bytes":
            return exact_size(value)
        return f"{exact_size(value)}/s" if unit == "bytes/s" else amount(value, "rate", bare=True)

    screen.lines([said.because, ""])
    if len(asked.profile) > 1:
        rows = [
            [one.name, f"{one.count:,}", f"{said.guests.by_profile[one.name]:,}"]
            for one in asked.profile
        ]
        screen.table(["guests", "wanted", "fit"], rows)
    rows = [
        [
            one.name,
            shown(one.carried, one.unit),
            shown(one.usable, one.unit),
            shown(one.used, one.unit),
            shown(one.left, one.unit),
        ]
        for one in said.limits
    ]
    screen.table(["limit", "carried", "usable", "used", "left"], rows)
    screen.lines(f"{one.name}: {one.unit}, {one.sums}" for one in said.limits)
    if (line := said.line) is not None and line.objective:
        high = "an end that was not reached"
        if line.high is not None:
            high = amount(line.high, "rate")
        ends = f"{amount(line.low, 'rate', bare=True)} to {high}"
        screen.lines([f"the line of {line.source}: {ends}, {line.objective}"])
    if said.per_host:
        one = said.per_host
        screen.lines(
            [
                (
                    f"on the fullest of {one.hosts} hosts: {one.guests:,} guests,"
                    f" {amount(one.iops, 'rate')}"
                )
            ]
        )
    kept = [f"{100 * said.headroom:.3g} % headroom"]
    if said.grown > 1:
        kept.append(f"demand × {said.grown:.3g} after {asked.reserve.years:g} years")
    kept.append("nothing down" if said.down == "none" else f"one {said.down} down")
    screen.lines([f"kept free: {', '.join(kept)}", *(f"note: {text}" for text in said.notes)])
