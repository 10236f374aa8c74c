"""`python -m tests.features.hosts.carrier_calls …`: the command, with carriers
(`plimsoll.features.hosts.carriers`) of any two hosts, as it has them of more than `FEW`, for which
a machine has no room. Its last line on standard error is how often somebody was asked for what
others had sealed."""

import atexit
import sys
from collections.abc import Iterable

from plimsoll.__main__ import run
from plimsoll.features.hosts import ensemble, ray_fleet
from plimsoll.features.hosts.carriers import Carriers

_calls, _seen = Carriers.calls, [0]


def _count_calls(self: Carriers, asked: Iterable[int]) -> list[tuple[int, ...]]:
    found = _calls(self, asked)
    _seen[0] += sum(len(one) > 1 for one in found)
    return found


if __name__ == "__main__":
    ensemble.DIRECT_HOSTS = ray_fleet.DIRECT_HOSTS = 1  # type: ignore[misc]
    Carriers.calls = _count_calls  # type: ignore[method-assign]
    atexit.register(lambda: print(f"carried {_seen[0]} times", file=sys.stderr))
    sys.exit(run())
