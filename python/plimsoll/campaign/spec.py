"""The campaign file (TOML) as types, with every default.

Any key of a workload or a load may be a list; the Points are the cross product (`plan.py`). Sizes,
patterns and objectives stay text here and are checked by Rust when the plan is made; times are
checked at once.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    create_model,
    model_validator,
)

from plimsoll.base import rates, workload_text, workloads
from plimsoll.base.keys import BOUNDS, LOAD, RUN, WORKLOAD, Key, Kind
from plimsoll.campaign import designs as designed
from plimsoll.campaign.commands import Command  # pydantic reads it
from plimsoll.campaign.designs import DesignModule
from plimsoll.campaign.messages import message
from plimsoll.campaign.ranges import Range, expand_range  # pydantic reads them
from plimsoll.campaign.report_table import ReportTable  # pydantic reads it
from plimsoll.campaign.suite_table import SuiteTable  # pydantic reads it
from plimsoll.collect import Source, sources
from plimsoll.judge.quantity import Span
from plimsoll.judge.rounds import Rounds  # pydantic reads it
from plimsoll.native import stack_parameters
from plimsoll.native.session import parse_span
from plimsoll.search import strategies
from plimsoll.search.strategies import StrategyName  # pydantic reads it

FAULTS = "faults"
"""Configuration name of faults in the journal."""
AS_FOUND = workload_text.AS_FOUND
"""Configuration name of a campaign that sets nothing."""


def _as_list(value: Any) -> Any:
    """A single table where a list of tables is allowed."""
    return [value] if isinstance(value, dict) else value


def _unique(kind: str, name: Callable[[Any], str | None]) -> Callable[[list[Any]], list[Any]]:
    def check(tables: list[Any]) -> list[Any]:
        names = [name(table) for table in tables]
        counts = Counter(names)
        duplicate = next((each for each in names if counts[each] > 1 and each is not None), None)
        if duplicate is not None:
            raise ValueError(message(f"same-name-{kind}", name=duplicate))
        if len(tables) > 1 and None in names:
            raise ValueError(message("name-needed", kind=kind))
        return tables

    return check


Size = str | Annotated[int, Field(ge=0)]
Percent = Annotated[float, Field(**BOUNDS["percent"].constraints)]
Rate = Annotated[float, Field(**BOUNDS["iops"].constraints, allow_inf_nan=False)]
Count = Annotated[int, Field(**BOUNDS["count"].constraints)]
_TYPES: dict[Kind, Any] = {
    "size": Size,
    "percent": Percent,
    "count": Count,
    "iops": Rate,
    "rate": Rate | str,
    "time": Span,
    "text": str,
    "switch": bool,
}
"""The type of each kind of key in a file."""


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Target(_Document):
    """What is tested."""

    name: str | None = Field(None, description="Its name in results. Default: its path as written.")
    path: str | list[str] = Field(
        description=(
            "A file, a block device, nbd://…, null: or stack:FILE.toml; a list is driven together."
            " Relative to the campaign's file."
        )
    )
    engine: str | None = Field(
        None,
        description=(
            "I/O engine; 'plimsoll engines' lists them. Default: the best one that works here."
        ),
    )
    engine_options: list[str] = Field([], description="As --engine-option of plimsoll run.")
    cached: bool = Field(False, description="Through the page cache.")
    down: list[str] = Field([], description="Hosts of a described stack that are down.")

    @property
    def is_described(self) -> bool:
        """Whether it is described storage, whose parameters can be set."""
        return isinstance(self.path, str) and self.path.startswith("stack:")

    @property
    def paths(self) -> list[str]:
        """Its path, or several that are driven together."""
        return [self.path] if isinstance(self.path, str) else self.path

    @property
    def display_name(self) -> str:
        """Its name, by default its paths."""
        return self.name or " + ".join(self.paths)


class _NamedTable(_Document):
    """A table of which there may be several."""

    name: str | None = Field(
        None, description="Its name in results; needed where there are several."
    )


class _Like(_NamedTable):
    like: str | None = Field(
        None,
        description=(
            "A named workload ('plimsoll workload' lists them): it gives the keys that are left "
            "out here."
        ),
    )


if TYPE_CHECKING:

    class _WorkloadKeys(_Like):
        """The keys that `_table_model` adds at run time, for type checkers."""

        def __getattr__(self, key: str) -> Any: ...

    _LoadKeys = _WorkloadKeys
    Counts = int | list[int] | None
else:

    def _several(kind: Kind) -> Any:
        """One value, a list, or for numbers and sizes a range."""
        type_ = _TYPES[kind]
        if kind in ("time", "text", "switch"):
            return type_ | list[type_] | None
        return Annotated[
            type_ | list[type_] | None,
            BeforeValidator(
                expand_range, json_schema_input_type=type_ | list[type_] | Range | None
            ),
        ]

    def _table_model(base: type[_NamedTable], rows: dict[str, Key]) -> type[_NamedTable]:
        """A table with an optional key for each row."""
        fields = {
            row.name: (_several(row.kind), Field(None, description=row.in_files))
            for row in rows.values()
        }
        return create_model("Keyed", __base__=base, **fields)

    _WorkloadKeys, _LoadKeys = _table_model(_Like, WORKLOAD), _table_model(_NamedTable, LOAD)
    Counts = _several("count")


def _flat(given: Any) -> Any:
    """Dotted keys and tables alike: `multipath.switch_after = [1, 1000]`."""
    if not isinstance(given, dict):
        return given
    flat = stack_parameters.flat(given)
    stack_parameters.refuse(flat)
    return flat


class Workload(_WorkloadKeys):
    """What operations look like: the keys of a workload file. Any of them may be a list; numbers
    and sizes also a range: { from = 0, to = 100, step = 10 }."""

    loads: list[str] | None = Field(
        None, description="Names of the [[load]] that it is asked with. Default: every one."
    )
    once: bool = Field(False, description="Asked in the first repeat only: it prepares the target.")

    @model_validator(mode="before")
    @classmethod
    def _fill_from_like(cls, given: Any) -> Any:
        """Takes missing keys from the workload named by `like`."""
        if not isinstance(given, dict) or not isinstance(name := given.get("like"), str):
            return given
        found = workloads.find(name)
        if found is None:
            raise ValueError(message("workload-unknown", name=name, known=workloads.names()))
        own = {key: value for key, value in given.items() if key != "like"}
        return {"name": name, **tomllib.loads(found.text), **own}


class Load(_LoadKeys):
    """How fast. Any of its keys may be a list; numbers also a range: { from = 1, to = 128, times =
    2 }. A search chooses rate and queue depth itself."""

    hosts: Counts = Field(
        None,
        description=(
            "The load comes from the first so many hosts of campaign.hosts. Default: all of them."
        ),
    )
    passes: Annotated[float, Field(gt=0)] | None = Field(
        None,
        description=(
            "Of a grid: a worker ends once it has done so many times the working set, or after"
            " measure_for."
        ),
    )
    measure_for: Span | None = Field(
        None, description="Length of Measure of this load. Default: that of the campaign."
    )


class Setting(_Document):
    """One thing of the system under test that a configuration changes."""

    name: str = Field(description="Its name in results.")
    set: Command = Field(
        description="Sets it. " + "A text is run by /bin/sh -c; a list is run as it is."
    )
    read: Command = Field(
        description="Prints its value: read before it is changed, and before and after each Run."
    )
    restore: Command = Field(
        description=(
            "Puts it back. The value that was read before the change is $PLIMSOLL_ORIGINAL, and"
            " {original} in a list."
        )
    )
    expect: str | None = Field(
        None,
        description=(
            "What must be read back after setting. Default: any value, but it must then stay the "
            "same."
        ),
    )


class Configuration(_Document):
    """A named set of settings; none is the system as it is."""

    setting: Annotated[
        list[Setting],
        BeforeValidator(_as_list, json_schema_input_type=Setting | list[Setting]),
        AfterValidator(_unique("setting", lambda setting: setting.name)),
    ] = Field([], description="Set in this order, put back in the reverse one.")


class Fault(_Document):
    """Something that is broken on purpose during each Run, and mended."""

    name: str = Field(description="Its name on the time line.", min_length=1)
    at: Span = Field(description="When it is done, after the start of Measure.")
    do: Command = Field(description="Breaks it: takes a path down, stops a service, fills a cache.")
    undo_at: Span = Field(description="When it is undone, after the start of Measure.")
    undo: Command = Field(
        description=(
            "Mends it. Also run after a crash. What `read` printed before is $PLIMSOLL_ORIGINAL,"
            " and {original} in a list."
        )
    )
    read: Command = Field(
        description=(
            "Prints the state: read before the Run and after it. The campaign ends if it is not"
            " what it was."
        )
    )


class Campaign(_Document):
    """How it is run."""

    name: str = Field(description="Its name in stores and reports.", min_length=1)
    strategy: StrategyName = Field(
        strategies.STRATEGIES[0].name, description=f"{strategies.summaries()}."
    )
    objective: str | list[str] | None = Field(
        None, description="What must hold: 'p99 <= 1ms'; of a list, all. Needed by load_line."
    )
    levels: dict[str, str] = Field(
        {},
        description=(
            "Reference levels that reports compare figures with, by name: ideal = 'mean <= 20ms', "
            "hosts = 'rate >= 4000'. No verdict depends on them."
        ),
    )
    seed: Annotated[int, Field(ge=0, lt=2**53)] = Field(
        1, description="Seed of the order and, with Point and repeat, of each Run."
    )
    repeats: Annotated[int, Field(ge=1)] = Field(
        1,
        description=(
            "How many times each Point is measured; a repeat begins when all Points of the "
            "previous one have ended."
        ),
    )
    order: Literal["random", "as_written"] = Field(
        "random",
        description=(
            "Order of the Points within a repeat. Those of one configuration always stay together."
        ),
    )
    virtual: bool = Field(False, description="On the virtual clock: for stack: targets only.")
    warmup_for: Span | None = Field(
        None, description="Load before anything counts. Default: the strategy's own."
    )
    measure_for: Span = Field("60s", description="Length of Measure of a Run of the grid.")
    steady: str | None = Field(None, description=RUN["steady"].text)
    steady_limit: Span | None = Field(None, description=RUN["steady_limit"].text)
    interval: Span | None = Field(None, description=RUN["interval"].text)
    io_deadline: Span | None = Field(None, description=RUN["io_deadline"].text)
    per_client: bool = Field(False, description=RUN["per_client"].text)
    on_error: Literal["stop", "continue", "count"] = Field(
        "stop", description="As --on-error of plimsoll run."
    )
    effort: Literal["thorough", "quick"] = Field(
        "thorough", description="Of a search. quick: about a minute each, a wider interval."
    )
    settle: bool = Field(
        True,
        description=(
            "Between Points wait until the latency at queue depth 1 is as it was at the start."
            " Described stacks need none: each Point gets a fresh one."
        ),
    )
    settle_limit: Span = Field("60s", description="Maximum wait; exceeding it is reported.")
    clear_caches: Command | None = Field(None, description="Run before each Point.")
    command_limit: Span = Field("60s", description="Maximum run time of a command.")
    ask_again: Annotated[int, Field(ge=0)] = Field(
        2, description="How many times a Point is measured again when a setting changed during it."
    )
    point_limit: Span | None = Field(
        None, description="Test time of one search after which it begins no new probe."
    )
    time_limit: Span | None = Field(
        None, description="No new Point begins once Runs have taken this long in all."
    )
    expected_rate: Rate | None = Field(
        None,
        description=(
            "IOPS that a closed loop or a search may reach; used only to estimate the plan."
        ),
    )
    hosts: str | None = Field(
        None,
        description=(
            "File of the hosts that generate the load together (hosts.toml); --hosts names another."
            " Default: this machine generates it."
        ),
    )
    collect: list[str] = Field([], description="As --collect of plimsoll run.")
    scrape: list[str] = Field([], description="As --scrape of plimsoll run.")
    collect_every: Span | None = Field(None, description="Time between scrapes.")
    i_will_lose_the_data_on: list[str] = Field(
        [], description="Confirms that these targets may be written, as the flag of that name."
    )
    overwrite_signature: bool = Field(
        False, description="Write although a file system or another signature was found."
    )

    @property
    def whole_objective(self) -> str | None:
        """All objectives as one."""
        if self.objective is None or isinstance(self.objective, str):
            return self.objective
        return " and ".join(self.objective)


if TYPE_CHECKING:

    class _DesignTables(_Document):
        """The tables that designs add at run time, for type checkers."""

        def __getattr__(self, key: str) -> Any: ...

else:
    _DesignTables = create_model(
        "Designed",
        __base__=_Document,
        **{
            key: (type_, Field(default, description=description))
            for key, (type_, default, description) in designed.tables().items()
        },
    )


class Spec(_DesignTables):
    """A campaign: targets × workloads × loads × configurations × repeats."""

    campaign: Campaign = Field(description="How it is run.")
    target: Annotated[
        list[Target],
        BeforeValidator(_as_list, json_schema_input_type=Target | list[Target]),
        AfterValidator(_unique("target", lambda target: target.display_name)),
    ] = Field([], description="What is tested: one [target], or several [[target]].")
    targets: list[str] = Field(
        [], description="Paths of targets without settings of their own; goes above all tables."
    )
    workload: Annotated[
        list[Workload],
        BeforeValidator(_as_list, json_schema_input_type=Workload | list[Workload]),
        Field(min_length=1),
        AfterValidator(_unique("workload", lambda workload: workload.name)),
    ] = Field([Workload()], description="One [workload], or several named [[workload]].")
    load: Annotated[
        list[Load],
        BeforeValidator(_as_list, json_schema_input_type=Load | list[Load]),
        Field(min_length=1),
        AfterValidator(_unique("load", lambda load: load.name)),
    ] = Field([Load()], description="One [load], or several named [[load]].")
    stack: Annotated[
        dict[str, Any],
        BeforeValidator(_flat, json_schema_input_type=dict[str, Any]),
    ] = Field(
        {},
        description=(
            "Overrides for parameters in the files of described stacks, by NAME.KEY:"
            " multipath.switch_after = [1, 1000]. A list makes a Point for each of its values."
        ),
    )
    configuration: dict[str, Configuration] = Field(
        {}, description="Named settings of the system under test. Default: the system as found."
    )
    fault: Annotated[
        list[Fault],
        BeforeValidator(_as_list, json_schema_input_type=Fault | list[Fault]),
        AfterValidator(_unique("fault", lambda fault: fault.name)),
    ] = Field([], description="What is broken and mended during each Run; for strategy grid.")
    suite: SuiteTable | None = Field(
        None, description="That it is a standard suite. Default: it is none."
    )
    report: ReportTable = Field(
        ReportTable(), description="What its reports say as documents beside the figures."
    )
    rounds: Rounds | None = Field(
        None, description="Repeats are rounds that end when the target is steady. Default: not."
    )

    @model_validator(mode="after")
    def _fits(self) -> Spec:
        if not self.target and not self.targets:
            raise ValueError(message("no-target"))
        if self.stack and not any(target.is_described for target in self.all_targets):
            raise ValueError(message("stack-without-target"))
        campaign = self.campaign
        for design in designed.modules():
            design.refuse(self)
        strategy = self.point_strategy
        if strategy.needs_objective and campaign.objective is None:
            raise ValueError(message("objective-needed", strategy=self._strategy_origin))
        if campaign.objective == []:
            raise ValueError(message("objective-empty"))
        for load in self.load:
            for rate in load.rate if isinstance(load.rate, list) else [load.rate]:
                if rate is not None:
                    rates.of(rate)
        if strategy.chooses_load:
            self._refuse_load_keys()
        self._pairs_fit()
        self._rounds_fit()
        uses_hosts = HOSTS in self.key_levels or any(load.hosts is not None for load in self.load)
        if campaign.hosts is None and uses_hosts:
            raise ValueError(message("hosts-needed"))
        if campaign.hosts is not None and any(target.is_described for target in self.all_targets):
            raise ValueError(message("stack-has-clients"))
        _refuse_faults(self)
        if campaign.virtual and (campaign.collect or campaign.scrape):
            raise ValueError(message("collect-on-virtual-clock"))
        return self

    def _refuse_load_keys(self) -> None:
        """Raises ValueError for load keys that a search sets itself."""
        factor_keys = {key.partition(".")[2] for key in self.key_levels}
        for load in self.load:
            for key in (row.name for row in LOAD.values() if row.set_by_search):
                if getattr(load, key) is not None or key in factor_keys:
                    other = (
                        message("strategy-named", strategy="grid")
                        if self.design is None
                        else self.design.alternative()
                    )
                    raise ValueError(
                        message(
                            "load-key-chosen", key=key, strategy=self._strategy_origin, other=other
                        )
                    )

    def _pairs_fit(self) -> None:
        """Raises ValueError for unknown names in `workload.loads`, and for load keys that only a
        grid has."""
        known = [load.name for load in self.load if load.name is not None]
        for workload in self.workload:
            for name in workload.loads or ():
                if name not in known:
                    raise ValueError(
                        message("load-unknown", name=name, known=", ".join(known))
                        if known
                        else message("load-unknown-nameless", name=name)
                    )
        if self.campaign.strategy != "grid" and any(
            load.passes is not None or load.measure_for is not None for load in self.load
        ):
            raise ValueError(message("load-keys-of-grid"))

    def _rounds_fit(self) -> None:
        """Raises ValueError where rounds do not fit the other tables."""
        rounds, campaign = self.rounds, self.campaign
        if rounds is None:
            return
        if (
            campaign.strategy != "grid"
            or campaign.order != "as_written"
            or len(self.all_targets) != 1
        ):
            raise ValueError(message("rounds-need-grid"))
        if self.configuration or self.stack or campaign.clear_caches is not None:
            raise ValueError(message("rounds-without"))
        if self.all_targets[0].is_described and not campaign.virtual:
            raise ValueError(message("rounds-on-virtual-clock"))
        names = [workload.name for workload in self.workload]
        for track in rounds.tracks:
            if track.workload not in names:
                raise ValueError(
                    message(
                        "track-unknown",
                        workload=track.workload,
                        join=", ".join(str(name) for name in names),
                    )
                )

    @property
    def design(self) -> DesignModule | None:
        """The design that chooses the Points; None where all are asked."""
        return designed.of(self.campaign.strategy)

    @property
    def key_levels(self) -> Mapping[str, Sequence[Any]]:
        """Keys of the design's factors, each with its values."""
        return {} if self.design is None else self.design.key_levels(self)

    @property
    def _strategy_origin(self) -> str:
        """The setting that decides the strategy of the Points, for error messages."""
        if self.design is not None:
            return self.design.strategy_origin(self)
        return message("strategy-named", strategy=self.campaign.strategy)

    @property
    def point_strategy(self) -> strategies.Strategy:
        """The strategy of each Point."""
        name = self.campaign.strategy
        return strategies.find_strategy(
            name if self.design is None else self.design.point_strategy(self)
        )

    @property
    def all_targets(self) -> list[Target]:
        """The targets of [target] tables and of the `targets` list."""
        return [*self.target, *(Target(path=path) for path in self.targets)]

    @property
    def hosts_file(self) -> Path | None:
        """The file of the hosts that generate the load; None: this machine generates it."""
        return None if self.campaign.hosts is None else Path(self.campaign.hosts)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The counters to collect beside the Runs, each with the host as written. Raises UsageError
        for an invalid one."""
        campaign = self.campaign
        return sources(
            campaign.collect, campaign.scrape, campaign.collect_every, parse_span=parse_span
        )


HOSTS = "load.hosts"
"""Key of the number of hosts, as a design's factor."""


def _refuse_faults(spec: Spec) -> None:
    """Raises ValueError for faults that no Run of the campaign can have."""
    if not spec.fault:
        return
    campaign = spec.campaign
    if campaign.strategy != "grid":
        raise ValueError(message("faults-of-grid", strategy=campaign.strategy))
    if campaign.virtual:
        raise ValueError(message("faults-on-real-clock"))
    if FAULTS in spec.configuration:
        raise ValueError(message("configuration-faults", name=FAULTS))
    for fault in spec.fault:
        at_s, undo_s = parse_span(fault.at), parse_span(fault.undo_at)
        if undo_s <= at_s:
            raise ValueError(
                message("fault-undone-before", name=fault.name, undo_at=fault.undo_at, at=fault.at)
            )
        if undo_s >= parse_span(campaign.measure_for):
            raise ValueError(
                message(
                    "fault-undone-late",
                    name=fault.name,
                    undo_at=fault.undo_at,
                    measure_for=campaign.measure_for,
                )
            )
