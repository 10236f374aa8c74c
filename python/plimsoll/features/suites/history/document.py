"""A history as a document: `plimsoll.history/1`."""

from typing import Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel

Figure = Literal["rate", "throughput", "mean", "p99"]
Standing = Literal["steady", "worse", "better", "too_few"]


class Value(ClosedModel):
    """One campaign's figure."""

    store: str = Field(description="where it is kept")
    campaign: int = Field(description="its number there")
    at_ns: int = Field(description="when it began, ns since 1970-01-01 UTC")
    value: float = Field(description="IOPS, bytes/s, or ns")


class Differs(ClosedModel):
    """Something that changed with the level."""

    what: str = Field(description="a version, a setting, a part of the machine")
    before: str
    after: str


class ChangePoint(ClosedModel):
    """A change of level."""

    index: int = Field(description="of the first value of the new level, from 0")
    before: float = Field(description="mean of the level before")
    after: float = Field(description="mean of the new level")
    change: float = Field(description="share of the level before; -0.05: 5 % lower")
    pvalue: float = Field(description="of the t-test between the two")
    worse: bool = Field(description="a lower rate or throughput, a higher latency")
    recent: bool = Field(description="among the newest values that were asked for")
    differs: list[Differs] = Field(
        description="what is known to have changed with it; empty: nothing that is recorded"
    )


class Series(ClosedModel):
    """One test over time."""

    test: str = Field(description="what was asked, in words")
    target: str = Field(description="its name")
    host: str | None = Field(
        description="that loaded it; null: described storage, or targets of one name were joined"
    )
    path: str | None = Field(description="where it is; null as for the host")
    disk: str | None = Field(
        description="serial numbers beneath it; null as for the host, or not recorded"
    )
    figure: Figure
    standing: Standing = Field(
        description=(
            "worse, better: of its newest change among the recent values; steady: none there;"
            " too_few: fewer values than a history needs"
        )
    )
    values: list[Value]
    changes: list[ChangePoint]
    finds: float | None = Field(
        description=(
            "the step, as a share of the newest level, that would be reported within five more"
            " values in nine of ten cases; null: too few values of that level, or no noise"
        )
    )
    engines: list[str] = Field(description="that made its values, in the order of their first use")


class LeftOut(ClosedModel):
    """A campaign, or a test of one, without a value."""

    kind: Literal["not_finished", "archived", "not_steady", "no_value"] = Field(
        description=(
            "not_finished, archived: the campaign; not_steady: a suite whose target never was;"
            " no_value: of one test"
        )
    )
    store: str = Field(description="where it is kept")
    campaign: int = Field(description="its number there")
    state: str | None = Field(None, description="of a campaign that has not finished")
    test: str | None = Field(None, description="of no_value")
    mark: str | None = Field(
        None, description="how its Runs ended; null where they have no such figure"
    )
    words: str = Field(description="the same in words")


class History(ClosedModel):
    """Tests over time."""

    schema_: Literal["plimsoll.history/1"] = Field("plimsoll.history/1", alias="schema")
    of: str = Field(description="the suite or campaign")
    clocks: list[str] = Field(
        description="real: measured; virtual: simulated; both: some of it is a model's"
    )
    origins: list[Literal["measured", "emulated", "simulated"]] = Field(
        [], description="what its Runs are of: a device, or described storage on either clock"
    )
    figure: Figure
    recent: int = Field(description="newest values in which a change for the worse counts")
    verdict: Literal["steady", "worse", "too_few"] = Field(
        description="worse: a series became worse among its recent values"
    )
    series: list[Series]
    left_out: list[LeftOut] = Field(description="campaigns and tests without a value, and why")
