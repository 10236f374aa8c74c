"""Writes the campaign that is equivalent to a job file: one file if its Runs are all combinations
of targets, workloads and loads, else one for each part.

The Points of a campaign come from tables, so equal settings are written once. Values that differ
become lists if the Runs are all of their combinations, else named tables."""

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from plimsoll.base.errors import InputError
from plimsoll.base.keys import LOAD
from plimsoll.base.printable import printable
from plimsoll.features.jobs.formats.job_run import JobRun
from plimsoll.features.jobs.formats.problems import Notes, cut
from plimsoll.native.values import ProbeValues, SessionValues

Table = dict[str, object]
MARK = "# A campaign that Plimsoll wrote"
WORKLOAD_DEFAULTS = {"read": 100.0, "pattern": "random", "working_set_offset": 0}
"""Defaults of a campaign, which need no line."""
MOST_SEEDS = 1 << 53
"""Limit of a campaign's seed; fio's seeds have more bits."""


@dataclass(frozen=True)
class CampaignRun:
    """A Run for a campaign."""

    part: str
    """The part of the job file: an RD, a job, a test."""
    name: str
    run: JobRun
    rate: str | None = None
    """A share of the maximum that replaces the rate of the load."""
    seed: int | None = None
    """The seed in the file."""


@dataclass(frozen=True)
class _Point:
    part: str
    name: str
    target: Table
    workload: Table
    load: Table
    how: Table


def files(
    name: str, runs: Sequence[CampaignRun], source: str, hosts: Path | None = None
) -> dict[str, str]:
    """The campaign files, by the suffix of their name (empty for a single file). `hosts` is the
    file of the hosts that generate the load. Raises InputError."""
    points = [_point(run, hosts) for run in runs]
    if not points:
        raise InputError("there is nothing to run in it")
    if (whole := _document(name, points, source)) is not None:
        return {"": whole}
    parts = list(dict.fromkeys(point.part for point in points))
    found: dict[str, str] = {}
    for part in parts:
        mine = [point for point in points if point.part == part]
        text = _document(f"{name} {part}", mine, source)
        if text is not None:
            found[_suffix(part, found)] = text
            continue
        for number, point in enumerate(mine, 1):
            text = _document(f"{name} {point.name}", [point], source)
            assert text is not None
            found[_suffix(f"{part}-{number}", found)] = text
    return found


def paths_here(
    names: Sequence[str], places: Sequence[str], here: Callable[[str], bool]
) -> dict[str, str]:
    """Maps target names of another machine to paths. `places` has paths in the order of the names,
    or NAME=PATH. Without plain paths, a name that is `here` stands for itself. Raises
    InputError."""
    found: dict[str, str] = {}
    plain = []
    for place in places:
        name = next((known for known in names if place.startswith(f"{known}=")), None)
        if name is None:
            plain.append(place)
        else:
            found[name] = place[len(name) + 1 :]
    if not plain:
        found |= {name: name for name in names if name not in found and here(name)}
    open_ = [name for name in names if name not in found]
    if len(plain) != len(open_):
        shown = ", ".join(f"'{cut(name)}'" for name in open_[:8]) or "none"
        raise InputError(
            f"its targets are those of another machine: {shown}",
            f"Give --target PATH for each of these {len(open_)}, in their order, or 'NAME=PATH'.",
        )
    return found | dict(zip(open_, plain, strict=True))


def refuse_together(runs: Sequence[JobRun], where: str, now: str, notes: Notes) -> None:
    """Notes a problem if different loads would run at once, since a campaign runs one at a time."""
    if len(runs) > 1:
        what = f"{len(runs)} different loads run at once, but a campaign runs one at a time: {now}"
        notes.refuse(where, what)


def is_ours(content: bytes) -> bool:
    """Whether Plimsoll wrote the file."""
    return not content or content.startswith(MARK.encode())


def _suffix(part: str, taken: Mapping[str, str]) -> str:
    plain = "".join(sign if sign.isalnum() or sign in "._-" else "-" for sign in part)[:60]
    name = f"-{plain}"
    number = 2
    while name in taken:
        name = f"-{plain}-{number}"
        number += 1
    return name


def _point(run: CampaignRun, hosts: Path | None) -> _Point:
    session, probe = run.run.session, run.run.probe
    values = SessionValues.of(session)
    paths = [_absolute(path) for path in run.run.targets]
    target: Table = {"path": paths[0] if len(paths) == 1 else paths}
    if values.engine is not None:
        target["engine"] = values.engine
    if values.engine_options:
        target["engine_options"] = values.engine_options
    if session["cached"]:
        target["cached"] = True
    workload = {key: value for key, value in session["workload"].items() if value is not None}
    given: Mapping[str, object] = probe
    load: Table = {key: value for key in LOAD if (value := given.get(key)) is not None}
    if "bytes_each" in probe:
        raise InputError(
            f"{cut(run.name)} ends after a number of bytes, but a campaign's Runs end by time:"
            " give it a run time"
        )
    if run.rate is not None:
        load.pop("queue_depth", None)
        load["rate"] = run.rate
    how: Table = {
        "hosts": None if hosts is None else str(hosts.absolute()),
        "warmup_for": _span(probe["warmup_for"] or "0s"),
        "measure_for": _span(probe["measure_for"] or "0s"),
        "interval": ProbeValues.of(probe).interval,
        "seed": None if run.seed is None else run.seed % MOST_SEEDS,
        "on_error": None if session["on_error"] == "stop" else session["on_error"],
        "i_will_lose_the_data_on": session["confirmations"] or None,
        "overwrite_signature": session["overwrite_signature"] or None,
    }
    return _Point(run.part, run.name, target, workload, load, how)


def _span(text: str) -> str:
    """Converts microseconds to seconds, if they are whole."""
    whole, unit = text[:-2], text[-2:]
    if unit == "us" and whole.isdigit() and int(whole) % 1_000_000 == 0:
        return f"{int(whole) // 1_000_000}s"
    return text


def _absolute(path: str) -> str:
    """Makes a path absolute. A campaign's paths are relative to its file, a job's to the working
    folder."""
    return path if ":" in path and not path.startswith("/") else str(Path(path).absolute())


def _document(name: str, points: Sequence[_Point], source: str) -> str | None:
    """One campaign for all points; None unless they are a full combination of tables."""
    if any(point.how != points[0].how for point in points):
        return None
    targets, workloads, loads = (
        _different([getattr(point, kind) for point in points])
        for kind in ("target", "workload", "load")
    )
    triples = {(_key(point.target), _key(point.workload), _key(point.load)) for point in points}
    if len(triples) != len(targets) * len(workloads) * len(loads):
        return None
    lines = [f"{MARK} from {cut(printable(source), 80)}: a Run for each combination.", ""]
    lines += ["[campaign]", f"name = {_value(name)}", 'order = "as_written"']
    lines += [
        f"{key} = {_value(value)}" for key, value in points[0].how.items() if value is not None
    ]
    for kind, tables in (("target", targets), ("workload", workloads), ("load", loads)):
        lines += _tables(kind, _without_defaults(tables))
    return "\n".join(lines) + "\n"


def _without_defaults(tables: Sequence[Table]) -> list[Table]:
    """Removes keys that have the default value in all tables."""
    plain = {
        key
        for key, default in WORKLOAD_DEFAULTS.items()
        if all(table.get(key, default) == default for table in tables)
    }
    return [{key: value for key, value in table.items() if key not in plain} for table in tables]


def _key(table: Table) -> str:
    return json.dumps(table, sort_keys=True)


def _different(tables: Sequence[Table]) -> list[Table]:
    return list({_key(table): table for table in tables}.values())


def _tables(kind: str, tables: Sequence[Table]) -> list[str]:
    one = tables[0] if len(tables) == 1 else None
    if one is None and kind != "target":
        one = _combined_table(tables)
    if one is not None:
        return ["", f"[{kind}]", *(f"{key} = {_value(value)}" for key, value in one.items())]
    lines = []
    for number, table in enumerate(tables, 1):
        lines += ["", f"[[{kind}]]"]
        if kind != "target":
            lines.append(f"name = {_value(_table_name(table, tables, number))}")
        lines += [f"{key} = {_value(value)}" for key, value in table.items()]
    return lines


def _table_name(table: Table, tables: Sequence[Table], number: int) -> str:
    """Names a table by its differences from the others."""
    own = [
        f"{key.replace('_', ' ')} {_plain(value)}"
        for key, value in table.items()
        if any(other.get(key) != value for other in tables)
    ]
    return f"{number}: {', '.join(own)}" if own else str(number)


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _combined_table(tables: Sequence[Table]) -> Table | None:
    """One table with lists that expands to these tables; None if there is none."""
    if any(set(table) != set(tables[0]) for table in tables):
        return None
    values = {key: _different([{key: table[key]} for table in tables]) for key in tables[0]}
    combinations = list(itertools.product(*(each for each in values.values())))
    if len(combinations) != len(tables):
        return None
    made = {_key({k: v for part in parts for k, v in part.items()}) for parts in combinations}
    if made != {_key(table) for table in tables}:
        return None
    return {
        key: each[0][key] if len(each) == 1 else [entry[key] for entry in each]
        for key, each in values.items()
    }


def _value(value: object) -> str:
    """A value in TOML. JSON's strings, numbers and lists are valid TOML."""
    if isinstance(value, float) and value == int(value):
        value = int(value)
    if isinstance(value, str):
        # JSON leaves DEL unescaped; TOML forbids it.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    return json.dumps(value)
