"""Amounts of data that end a Run early (`maxdata=`, `maxdataread=` and `maxdatawritten=`), in bytes
or, up to 100, in multiples of the size of all SDs.

vdbench sums all luns and checks after each interval. Here each lun ends after its own part, which
follows its workload's share of the rate; for a multiple it is that many times its size. An amount
of reads or writes alone is converted to bytes of both."""

from dataclasses import dataclass

from plimsoll.features.imports.numbers import BadValueError
from plimsoll.features.jobs.formats.problems import cut
from plimsoll.features.jobs.formats.vdbench import values
from plimsoll.features.jobs.formats.vdbench.entries import Definitions, Entry
from plimsoll.features.jobs.formats.vdbench.reader import Parameter

NAMES = ("maxdata", "maxdataread", "maxdatawritten")
MOST_TIMES = 100
"""Up to this value vdbench reads an amount as a multiple of the sizes."""
NO_LIMIT = 100 << 40
"""An amount from here on means no limit: `maxdata=999t`."""


@dataclass(frozen=True)
class Amount:
    """A limit in bytes, or as a multiple."""

    counts: str
    """One of `NAMES`."""
    value: float

    def share(self, read_percent: float) -> float:
        """Share of a workload's bytes that counts, 0..1."""
        return {"maxdataread": read_percent, "maxdatawritten": 100 - read_percent}.get(
            self.counts, 100.0
        ) / 100.0


def read(found: Definitions, run: Entry) -> tuple[Amount, ...]:
    """The amounts of an RD. A value that means no limit is left out, with a remark."""
    made = []
    for name in NAMES:
        value = found.get(run, name, _amount, None)
        if value is None:
            continue
        parameter = run.given[name]
        what = f"rd={cut(run.name)},{parameter.text}"
        if value >= NO_LIMIT:
            found.notes.remark(parameter.where, f"{what}: taken as no limit; elapsed= ends the Run")
            continue
        found.notes.remark(parameter.where, f"{what}: {_sentence(value)}")
        made.append(Amount(name, value))
    return tuple(made)


def _sentence(value: float) -> str:
    if value <= MOST_TIMES:
        ends = "as many bytes as it has" if value == 1 else f"{value:g} times its size"
    else:
        ends = "its part of that"
    return f"each lun ends after {ends}; vdbench adds up all luns after each interval"


def _amount(parameter: Parameter) -> float:
    value = values.number(parameter.values[0])
    if value <= 0:
        raise BadValueError("is no amount of data")
    return value
