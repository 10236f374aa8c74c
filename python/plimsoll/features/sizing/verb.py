"""`plimsoll size`: how many guests fit on a storage with a known load line, and what breaks
first."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from plimsoll.base import language, reading, units
from plimsoll.base.errors import InputError, NoTargetError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import answer as block
from plimsoll.cli.terminal import screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.features.sizing.messages import message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel

    from plimsoll.features.sizing.document import SizeResult
    from plimsoll.features.sizing.guests import SizeFile
    from plimsoll.features.sizing.notes import Line, Savings
    from plimsoll.native.record import RunRecord
    from plimsoll.search.document import FindDocument
    from plimsoll.store import RunRow, Store

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

STORAGE_KEYS = (("line",), ("rate", "low", "high"), ("drives",))
"""Alternative descriptions of the storage, each with its keys."""
LARGEST_ANSWER = 64 << 20
"""Bytes of a search's JSON, which has every probe."""


def size(
    file: Path | None = argument("[FILE]", message("help-file")),
    guests: int | None = flag("--guests N", message("help-guests"), min=1),
    guest_iops: float | None = flag("--guest-iops PER_S", message("help-guest-iops")),
    guest_block_size: str | None = flag(
        "--guest-block-size SIZE", message("help-guest-block-size")
    ),
    guest_read: float | None = flag("--guest-read PERCENT", message("help-guest-read")),
    guest_capacity: str | None = flag("--guest-capacity SIZE", message("help-guest-capacity")),
    line: str | None = flag("--line STORE#N", message("help-line")),
    rate: float | None = flag("--rate PER_S", message("help-rate")),
    rate_low: float | None = flag("--rate-low PER_S", message("help-rate-low")),
    rate_high: float | None = flag("--rate-high PER_S", message("help-rate-high")),
    drives: int | None = flag("--drives N", message("help-drives"), min=1),
    drive_iops: float | None = flag("--drive-iops PER_S", message("help-drive-iops")),
    raid: str | None = flag("--raid LEVEL", message("help-raid")),
    bandwidth: str | None = flag("--bandwidth PER_S", message("help-bandwidth")),
    capacity: str | None = flag("--capacity SIZE", message("help-capacity")),
    controllers: int | None = flag("--controllers N", message("help-controllers"), min=1),
    hosts: int | None = flag("--hosts N", message("help-hosts"), min=1),
    host_iops: float | None = flag("--host-iops PER_S", message("help-host-iops")),
    in_hosts: bool = flag("--in-hosts", message("help-in-hosts")),
    headroom: float | None = flag("--headroom PERCENT", message("help-headroom")),
    growth: float | None = flag("--growth PERCENT", message("help-growth")),
    years: float | None = flag("--years N", message("help-years")),
    fill: float | None = flag("--fill PERCENT", message("help-fill")),
    down: Literal["none", "controller", "host"] | None = flag(
        "--down <none|controller|host>",
        message("help-down"),
    ),
    why: _options.Why = False,
    as_json: _options.Json = False,
) -> int:
    """Calculate how many guests fit inside the healthy range, and which limit is reached first.

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
    request = _read_request(
        file,
        {part: {k: v for k, v in table.items() if v is not None} for part, table in typed.items()},
    )
    try:
        answer = _size_guests(request, Path() if file is None or line is not None else file.parent)
    except ValueError as error:
        raise (UsageError if file is None else InputError)(str(error)) from None
    if as_json:
        screen.document(answer.model_dump(mode="json", by_alias=True))
    else:
        _print(request, answer, Details(why=why))
    return 0 if answer.guests.wanted_fit else 1


def _read_request(path: Path | None, typed: dict[str, dict[str, object]]) -> SizeFile:
    """The size file, with flags in place of its keys."""
    from pydantic import ValidationError

    from plimsoll.features.sizing.guests import SizeFile

    if path is None and "iops" not in typed["profile"]:
        if typed["profile"]:
            raise UsageError(*message.refusal("no-guest-iops"))
        raise UsageError(*message.refusal("no-guests-given", "usage"))
    given: dict[str, object] = {}
    profiles: list[dict[str, object]] = [{}]
    storage: dict[str, object] = {}
    drives: dict[str, object] = {}
    reserve: dict[str, object] = {}
    if path is not None:
        file = reading.read(path, SizeFile)
        given = _set_keys(file)
        profiles = [_set_keys(kind) for kind in file.profile]
        storage, reserve = _set_keys(file.storage), _set_keys(file.reserve)
        drives = {} if file.storage.drives is None else _set_keys(file.storage.drives)
    if typed["profile"]:
        if len(profiles) > 1:
            raise UsageError(
                *message.refusal("several-profiles", path=path, profiles=len(profiles))
            )
        profiles = [profiles[0] | typed["profile"]]
    new = typed["storage"] | ({"drives": drives | typed["drives"]} if typed["drives"] else {})
    # A line or drives on the command line replace either in the file.
    if new.keys() & {key for keys in STORAGE_KEYS for key in keys}:
        stale = {key for keys in STORAGE_KEYS if not new.keys() & set(keys) for key in keys}
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
        said = first["msg"].removeprefix("Value error, ")
        raise UsageError(f"{where}: {said[:1].lower()}{said[1:]}", message("see-help")) from None


def _set_keys(part: BaseModel) -> dict[str, object]:
    """The keys that the file sets."""
    return part.model_dump(exclude_none=True, exclude_unset=True)


def _size_guests(request: SizeFile, folder: Path) -> SizeResult:
    from plimsoll.features.sizing import document as sizing_document
    from plimsoll.features.sizing import sums as sizing_sums
    from plimsoll.features.sizing.notes import Note, assumptions, line_notes

    line, notes = None, [*assumptions(request)]
    if request.storage.line is not None:
        line = _line(request.storage.line, folder)
        notes += line_notes(request, line)
    storage = request.carries() if line is None else request.carries(line.plan_per_s, line.high)
    found = sizing_sums.size(request.guests(), storage, request.rules())
    if (
        request.rules().down == "controller"
        and storage.low_one_down is None
        and storage.low is not None
    ):
        notes.append(Note("scaled_one_down"))
    return sizing_document.result(request, found, storage, line, notes)


def _line(text: str, folder: Path) -> Line:
    """The load line of a store or a find document: its ends and its test."""
    name, mark, number = text.rpartition("#")
    if not mark:
        return _line_in_document(folder / text)
    if not number.isdigit():
        raise UsageError(*message.refusal("line-unreadable", line=text))
    from plimsoll.search import document
    from plimsoll.store import Store

    with Store.open(folder / name, create=False, read_only=True) as store:
        campaign = store.known_campaign(int(number))
        where = message("campaign-of", number=number, store=name)
        result = campaign.result or {}
        runs = [row for row in store.runs(campaign.id) if row.state == "finished"]
        workload = runs[0].spec["workload"] if runs else None
        record = store.record(runs[0].id) if runs else None
        measured_by = None if record is None else _measured_by(record)
        if "load_line" in result:
            found = document.read_find(result)
        else:
            # A sweep of rates or an unfinished search: its Runs have a line.
            from plimsoll.library import stored_lines

            found, workload = stored_lines.of_campaign(store, campaign.id, where, screen.note)
        line = _planning_line(found, text, where)
        line = replace(line, savings=savings(store, runs, line.plan_per_s))
    if workload is None:
        return line
    return replace(
        line,
        read=workload["read_percent"],
        block_size_bytes=workload["block_size_bytes"],
        measured_by=measured_by,
    )


def savings(store: Store, runs: Sequence[RunRow], plan_per_s: float) -> Savings | None:
    """What the rate to plan with was carried on, by the Run behind it: the slowest hold at that
    rate or above; of a sweep the slowest Run."""
    from plimsoll.features.sizing.notes import Savings
    from plimsoll.report.evidence import records, run_figures
    from plimsoll.report.first.search_text import SAME_RATE

    behind = [
        (not row.role.startswith("hold"), row.offered_rate_per_s, row.id)
        for row in runs
        if row.outcome == "ok"
        # A carried rate is slightly below the offered one.
        and (row.offered_rate_per_s or 0.0) >= plan_per_s * (1 - SAME_RATE)
    ]
    record = store.record(min(behind)[2], intervals=False) if behind else None
    if record is None:
        return None
    figures = run_figures.of(records.of(record))
    if (saved := figures.on_savings) is None:
        return None
    element, times = saved
    return Savings(element, figures.measure_s or 0.0, figures.achieved_rate_per_s / times)


def _measured_by(record: RunRecord | None) -> int | None:
    """The clients of a Run: hosts, or those of described storage."""
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
            raise UsageError(*message.refusal("is-a-store", path=path))
    try:
        found = reading.parsed_json(
            reading.text_of(path, now=message("find-json"), most=LARGEST_ANSWER)
        )
    except NoTargetError as missing:
        raise NoTargetError(missing.message, message("name-a-campaign")) from None
    except ValueError as error:
        raise InputError(
            *message.refusal("cannot-read", "find-json", path=path, reason=error)
        ) from None
    try:
        search = documents.read(found, FindDocument)
    except documents.DocumentError as wrong:
        raise InputError(*message.refusal("not-a-find", path=path, reason=wrong)) from None
    return _planning_line(search, str(path), str(path))


def _planning_line(found: FindDocument, source: str, where: str) -> Line:
    """The line of a search's answer. Raises InputError without a rate to plan with."""
    from plimsoll.features.promises.rules import reasons
    from plimsoll.features.sizing.notes import Line

    line = found.load_line
    low = line.low
    if low is None:
        raise InputError(*message.refusal("no-load-line", source=where))
    plan = line.plan_per_s
    if any(event.kind == "cached" for event in found.events):
        raise InputError(*message.refusal("line-of-cache", source=where))
    if plan is None or low <= 0 or plan <= 0 or _without_pass(found):
        raise InputError(*message.refusal("line-not-safe", source=where))
    return Line(
        source,
        low,
        line.high,
        min(plan, low),
        objective=line.objective,
        low_confirmed=line.low_confirmed,
        high_confirmed=line.high_confirmed,
        below=tuple(reasons.notes_below_line(found)),
    )


def _without_pass(found: FindDocument) -> bool:
    """Whether no Run of a search clearly met its objective, so that no rate is safe to plan
    with."""
    return found.load_line.grade == "estimated" and not any(
        probe.verdict == "pass" and probe.estimates for probe in found.probes
    )


@language.for_reader
def _print(request: SizeFile, answer: SizeResult, details: Details) -> None:
    """Prints every limit, what was asked for besides, and the number of guests."""
    from plimsoll.base.units import amount, exact_size
    from plimsoll.features.sizing import first, words

    def figure_text(value: float, unit: str) -> str:
        if unit == "bytes":
            return exact_size(value)
        return f"{exact_size(value)}/s" if unit == "bytes/s" else amount(value, "rate", bare=True)

    if len(request.profile) > 1:
        rows = [
            [kind.name, units.count(kind.count), units.count(answer.guests.by_profile[kind.name])]
            for kind in request.profile
        ]
        screen.table([message("guests"), message("wanted"), message("fit")], rows)
    rows = [
        [
            words.limit_name(limit.name),
            figure_text(limit.carried, limit.unit),
            figure_text(limit.usable, limit.unit),
            figure_text(limit.used, limit.unit),
            figure_text(limit.left, limit.unit),
        ]
        for limit in answer.limits
    ]
    heads = ("limit", "carried", "usable", "used", "left")
    screen.table([message(f"column-{head}") for head in heads], rows)
    if details.why:
        screen.lines(_basis_lines(answer))
    block.block(first.screen(request, answer))


def _basis_lines(answer: SizeResult) -> list[str]:
    """The sums behind each limit, the line, the fullest host, and the notes."""
    from plimsoll.base.units import amount
    from plimsoll.features.sizing import words

    lines = [
        f"{words.limit_name(limit.name)}: {words.unit_name(limit.unit)}, {limit.sums}"
        for limit in answer.limits
    ]
    if (line := answer.line) is not None and line.objective:
        low = amount(line.low, "rate", bare=True)
        told = {"source": line.source, "low": low, "objective": line.objective}
        if line.high is None:
            lines.append(message("line-open", **told))
        else:
            lines.append(message("line", high=amount(line.high, "rate"), **told))
    if answer.per_host:
        one = answer.per_host
        guests, rate = units.count(one.guests), amount(one.iops, "rate")
        lines.append(message("per-host", hosts=one.hosts, guests=guests, rate=rate))
    return lines + [message("note", text=text) for text in answer.notes]
