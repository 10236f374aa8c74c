"""The volumes that were bought, from a file that a person or an inventory wrote: TOML, or CSV with
the same keys as columns."""

import csv
import io
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from plimsoll.base import reading, units
from plimsoll.base.closed_model import ClosedModel
from plimsoll.base.errors import InputError
from plimsoll.features.counters.messages import message
from plimsoll.features.counters.offers import Offers


class Volume(ClosedModel):
    """A volume as it was bought."""

    id: str = Field(description="As the counters call it, or the last part of that name.")
    type: str = Field(description="The type of an offer, such as gp3.")
    size_gib: float = Field(description="Its size in GiB.", gt=0)
    iops: float | None = Field(None, description="Purchase; null: what every volume has.", gt=0)
    throughput: float | None = Field(
        None, description="Purchase, in the unit of the offer; null: what every volume has.", gt=0
    )
    bursting: Literal["on_demand"] | None = Field(
        None, description="Whether bursting on demand was bought; bursts from credits need none."
    )
    instance_iops: float | None = Field(
        None, description="The limit of its machine, where it is lower or shared.", gt=0
    )
    instance_throughput: float | None = Field(
        None, description="The limit of its machine, in the unit of the offer.", gt=0
    )


class Volumes(ClosedModel):
    """A file of volumes."""

    volume: list[Volume] = Field(description="In any order.", min_length=1)


def read(path: Path) -> list[Volume]:
    """The volumes of a file. Raises InputError for a damaged one and for a volume that is there
    twice, NoTargetError without a file."""
    table = path.suffix.lower() == ".csv"
    volumes = _of_csv(path) if table else reading.read(path, Volumes).volume
    names = [one.id for one in volumes]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(*message.refusal("volume-twice", "volumes-todo", path=path, id=twice))
    return volumes


def _of_csv(path: Path) -> list[Volume]:
    todo = message("volumes-todo")
    text = reading.text_of(path, now=todo)
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), skipinitialspace=True)
    volumes = []
    for row in rows:
        where = rows.line_num
        if None in row or None in row.values():
            raise InputError(message("volume-cells", path=path, line=where), todo)
        given = {key.strip(): value.strip() for key, value in row.items() if value.strip()}
        if not given:
            continue
        try:
            volumes.append(Volume.model_validate(given))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            key = ".".join(map(str, first["loc"]))
            why = f"{key}: {first['msg']}"
            raise InputError(message("volume-row", path=path, line=where, why=why), todo) from None
    if not volumes:
        raise InputError(message("no-volumes", path=path), todo)
    return volumes


def refuse_impossible(volumes: list[Volume], table: Offers) -> None:
    """Raises InputError for a volume that its provider does not sell: a figure in another unit
    would be taken for money that can be saved."""
    for one in volumes:
        offer = table.of_type(one.type)
        tier = None if offer is None else offer.tier_of(one.size_gib)
        if offer and one.bursting and (tier is None or tier.on_demand_iops is None):
            raise InputError(*message.refusal("no-bursting-on-demand", id=one.id, type=one.type))
        outside = offer and offer.outside(one.size_gib, one.iops, one.throughput)
        if not outside:
            continue
        raise InputError(
            *message.refusal(
                "volume-outside",
                id=one.id,
                type=one.type,
                key=outside.key,
                given="none" if outside.given is None else units.significant(outside.given, 12),
                most=units.significant(outside.most, 12),
            )
        )


def of_name(volumes: list[Volume], name: str) -> Volume | None:
    """The volume that the counters call so."""
    exact = next((one for one in volumes if one.id == name), None)
    if exact is not None:
        return exact
    parts = name.replace("/", " ").split()
    last = [one for one in volumes if parts and one.id == parts[-1]]
    return last[0] if len(last) == 1 else None
