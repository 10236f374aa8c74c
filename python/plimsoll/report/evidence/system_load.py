"""The load of the machine while a Run was measured, as reports draw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from plimsoll.native.record import CpuShares, PressureShares, SystemLoad


@dataclass(frozen=True)
class Shares:
    """Shares of the time, 0..1, each none where it was not collected."""

    user: float | None = None
    system: float | None = None
    steal: float | None = None
    waiting: float | None = None
    """Share in which tasks waited for I/O."""
    busy: float | None = None
    """Share in which the disk was busy: the lowest device of its chain that has counters, which
    does the work."""

    @property
    def processors(self) -> float | None:
        """User, system and stolen together."""
        shares = [value for value in (self.user, self.system, self.steal) if value is not None]
        return min(1.0, sum(map(float, shares))) if shares else None


def of(load: SystemLoad | None) -> Shares:
    """The shares of a system load."""
    if not load:
        return Shares()
    cpu, pressure, disks = load["cpu"], load["pressure"], load["disks"]
    return Shares(
        user=cpu["user"] if cpu else None,
        system=cpu["system"] if cpu else None,
        steal=cpu["steal"] if cpu else None,
        waiting=pressure["io_some"],
        busy=disks[-1]["utilisation"] if disks else None,
    )


def shares_by_name(group: CpuShares | PressureShares) -> Mapping[str, float | None]:
    """Every share of a group by its name, in the order of the record."""
    return cast("Mapping[str, float | None]", group)
