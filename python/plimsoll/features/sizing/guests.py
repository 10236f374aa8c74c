"""The size file (TOML): guests by profile, the storage and the reserve, as models and as input of
`sums.py`."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, field_validator, model_validator

from plimsoll.base import language
from plimsoll.base.closed_model import ClosedModel
from plimsoll.features.sizing import sums
from plimsoll.features.sizing.messages import message
from plimsoll.judge.quantity import Size, quantity
from plimsoll.native.session import parse_size


def _bytes_per_s(given: str) -> str:
    if quantity(given)[1] != "bytes/s":
        raise ValueError(message("not-a-bandwidth", given=given))
    return given


Bandwidth = Annotated[str, AfterValidator(_bytes_per_s)]


class Profile(ClosedModel):
    """A kind of guest."""

    # Guests of a policy file (`features/policy/estate.py`) have the same keys.

    name: str = Field("guest", description="What it is called.")
    count: int = Field(
        1,
        ge=1,
        description="How many are wanted; with several profiles also the proportions of the mix.",
    )
    iops: float = Field(gt=0, description="IOPS of one guest at its busy time, today.")
    block_size: Size = Field("4k", description="Bytes of each operation.")
    read: float = Field(100, ge=0, le=100, description="Share of reads in percent.")
    capacity: Size | None = Field(None, description="Bytes that one guest stores, today.")

    def guest(self) -> sums.Guest:
        """The guest as input of the sums."""
        return sums.Guest(
            self.name,
            self.count,
            self.iops,
            parse_size(str(self.block_size)),
            self.read / 100,
            0.0 if self.capacity is None else parse_size(str(self.capacity)),
        )


class DriveSet(ClosedModel):
    """Raw drives, where there is no load line yet."""

    count: int = Field(ge=1, description="How many.")
    iops: float = Field(gt=0, description="IOPS of one drive.")
    raid: str = Field(
        description="RAID level: 0, 1, 5, 6 or 10. A write costs 1, 2, 4, 6 or 2 I/Os on drives."
    )

    @field_validator("raid", mode="before")
    @classmethod
    def _level(cls, given: object) -> str:
        level = str(given).upper().removeprefix("RAID").strip(" -")
        if level not in sums.PENALTY:
            raise ValueError(
                message("no-raid-level", given=given, levels=language.listing(sums.PENALTY))
            )
        return level

    @model_validator(mode="after")
    def _enough(self) -> Self:
        least, pairs = sums.LEAST_DRIVES[self.raid], self.raid in sums.MIRRORED
        if self.count < least or (pairs and self.count % 2):
            code = "drives-of-pairs" if pairs else "too-few-drives"
            raise ValueError(message(code, raid=self.raid, count=self.count, least=least))
        return self


class StorageTable(ClosedModel):
    """What carries the guests."""

    line: str | None = Field(
        None,
        description=(
            "A load line that was measured: 'store.db#3' (campaign 3 of a store), or the JSON of"
            " plimsoll find."
        ),
    )
    rate: float | None = Field(
        None,
        gt=0,
        description="The load line as a number, IOPS. Its ends are `low` and `high`.",
    )
    low: float | None = Field(None, gt=0, description="Low end of the line. Default: the rate.")
    high: float | None = Field(None, gt=0, description="High end of the line. Default: the rate.")
    low_one_down: float | None = Field(
        None,
        gt=0,
        description=(
            "Low end of the line as measured with one part down. Default: in proportion to what is"
            " left."
        ),
    )
    high_one_down: float | None = Field(None, gt=0, description="High end of it.")
    drives: DriveSet | None = Field(None, description="Raw drives, instead of a line.")
    bandwidth: Bandwidth | None = Field(None, description="Maximum bytes/s: '2 GiB/s'.")
    capacity: Size | None = Field(
        None, description="Bytes that the pool stores, after RAID or copies."
    )
    controllers: int | None = Field(None, ge=1, description="Controllers that share the load.")
    hosts: int | None = Field(None, ge=1, description="Hosts that guests run on.")
    host_iops: float | None = Field(None, gt=0, description="IOPS that one host carries.")
    in_hosts: bool = Field(
        False,
        description=(
            "The storage is made of the hosts' drives: one that is down takes its share with it."
        ),
    )

    @model_validator(mode="after")
    def _one_answer(self) -> Self:
        number = self.rate is not None or self.low is not None or self.high is not None
        if sum((self.line is not None, number, self.drives is not None)) > 1:
            raise ValueError(message("several-answers"))
        if self.low is None and self.rate is None and self.high is not None:
            raise ValueError(message("high-end-alone"))
        return self


class Reserve(ClosedModel):
    """What is kept free."""

    headroom: float = Field(
        20, ge=0, lt=100, description="Percent of what is carried that stays free."
    )
    growth: float = Field(
        0, ge=0, description="Percent by which the guests' demand grows each year, compounded."
    )
    years: float = Field(0, ge=0, description="Years that the system must last.")
    fill: float = Field(80, gt=0, le=100, description="Percent of the pool that may be filled.")
    down: Literal["none", "controller", "host"] | None = Field(
        None,
        description=(
            "What may be down while the rest carries all guests. Default: controller where several"
            " are given, else host, else none."
        ),
    )


class SizeFile(ClosedModel):
    """Guests by profile, the storage and what is kept free: what `plimsoll size` reads."""

    name: str | None = Field(None, description="What the file is about, in a line.")
    profile: list[Profile] = Field(min_length=1, description="The guests: one table for each kind.")
    storage: StorageTable = Field(StorageTable(), description="What carries them.")
    reserve: Reserve = Field(Reserve(), description="What is kept free.")

    def guests(self) -> list[sums.Guest]:
        """The guests as input of the sums."""
        return [kind.guest() for kind in self.profile]

    def carries(self, low: float | None = None, high: float | None = None) -> sums.Storage:
        """The storage as input of the sums, with the ends of a measured line if the file names
        one."""
        given = self.storage
        low = low or given.low or given.rate
        drives = None
        if given.drives is not None:
            drives = sums.Drives(
                given.drives.count, given.drives.iops, sums.PENALTY[given.drives.raid]
            )
        return sums.Storage(
            low=low,
            high=high if given.line is not None else given.high or given.rate or given.low,
            drives=drives,
            low_one_down=given.low_one_down,
            high_one_down=given.high_one_down or given.low_one_down,
            bytes_per_s=None if given.bandwidth is None else quantity(given.bandwidth)[0],
            capacity_bytes=(
                None if given.capacity is None else float(parse_size(str(given.capacity)))
            ),
            controllers=given.controllers,
            hosts=given.hosts,
            host_iops=given.host_iops,
            in_hosts=given.in_hosts,
        )

    def rules(self) -> sums.Rules:
        """The reserve as shares."""
        given, storage = self.reserve, self.storage
        several: sums.Part = (
            "controller"
            if (storage.controllers or 0) > 1
            else "host"
            if (storage.hosts or 0) > 1
            else "none"
        )
        return sums.Rules(
            given.headroom / 100,
            given.growth / 100,
            given.years,
            given.fill / 100,
            given.down or several,
        )
