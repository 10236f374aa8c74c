"""THE ONE PLACE where the answer of `plimsoll size` becomes sentences: how many guests fit
(`answer`), and where each limit comes from (`basis`). The figures are `sums.py`'s."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from plimsoll.judge.sizing.sums import Basis, Sized


def answer(profiles: Sequence[str], sized: Sized) -> str:
    """How many guests fit, what one more would exceed, and whether the wanted ones fit."""
    fit = sized.recommended
    kinds = ""
    if len(profiles) > 1:
        each = (f"{n:,} {name}" for name, n in zip(profiles, fit.counts, strict=True))
        kinds = f" ({', '.join(each)})"
    upto = ""
    if sized.most is None:
        upto = " (the line has no high end: more may fit)"
    elif sized.most.guests != fit.guests:
        upto = f" (up to {sized.most.guests:,} at the line's high end)"
    short = ", ".join(one.name for one in sized.short_of)
    return (
        f"{fit.guests:,} guests fit{kinds}{upto}; one more would exceed the {fit.breaks}. The"
        f" {sized.wanted:,} requested {'fit' if sized.wanted_fit else f'do not fit: {short}'}."
    )


_BASES: Mapping[str, Callable[[Mapping[str, float]], str]] = {
    "drives": lambda f: (
        f"{f['count']:.0f} drives × {f['iops']:,.10g}, a write costs {f['penalty']:.0f}"
    ),
    "line": lambda _: "the load line",
    "bandwidth": lambda _: "bytes/s",
    "pool": lambda f: f"{100 * f['fill']:.3g} % of the pool",
    "fullest_host": lambda f: f"the fullest of {f['hosts']:.0f} hosts",
}


def basis(of: Basis) -> str:
    """Where a limit comes from, with the sums that led to it."""
    said = _BASES[of.kind](of.figures)
    if of.down is None:
        return said
    if of.parts is None:
        return f"{said} with one {of.down} down"
    return f"{said} × {of.parts - 1}/{of.parts} with one {of.down} down"
