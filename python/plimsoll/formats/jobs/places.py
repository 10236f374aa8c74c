"""Targets of a job file that are names of another machine, and what they are here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plimsoll.errors import InputError
from plimsoll.formats.jobs.problems import cut


def placed(
    names: Sequence[str], places: Sequence[str], here: Callable[[str], bool]
) -> dict[str, str]:
    """The path of each name. `places`: paths in the order of the names, or NAME=PATH; without any,
    a name that is `here` is its own path. Raises InputError."""
    found: dict[str, str] = {}
    plain = []
    for place in places:
        name = next((one for one in names if place.startswith(f"{one}=")), None)
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
