"""The `[suite]` table of a campaign's file: its standard suite, and the deviations from it."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Deviation(BaseModel):
    """A difference from a suite, as a code with figures: its words are chosen when it is shown."""

    model_config = ConfigDict(extra="forbid")
    code: str = Field(description="A code of a suite of Plimsoll.")
    figures: dict[str, int | str | list[str]] = Field({}, description="The figures of its message.")


class SuiteTable(BaseModel):
    """That a campaign is a standard suite: which one, where it comes from, and what differs."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(description="Its name, as 'plimsoll suite' knows it.", min_length=1)
    version: str = Field(description="Which version of it: of the standard, or of its source.")
    title: str = Field(description="As reports call it.")
    summary: str = Field("", description="What it measures, in a line.")
    origin: str = Field("", description="Where it was read, with commit and date.")
    deviations: list[str | Deviation] = Field(
        [],
        description=(
            "Differences from it, which stand in the title of its reports: in your words, or by"
            " code as in Plimsoll's suites."
        ),
    )
    sources: dict[str, str] = Field(
        {}, description="Where the value of each key comes from, by TABLE.KEY."
    )
    told: Literal["mean", "best"] = Field(
        "mean", description="What its repeats come to: their mean, or the best of them."
    )
    purge: bool = Field(False, description="Whether it asks for a target that was erased before.")
    purged: str | None = Field(None, description="How it was erased, where that was said.")
    write_cache: Literal["on", "off"] | None = Field(
        None, description="The write cache of the target, where it asks for one."
    )
