"""THE ONE PLACE where the answer of `plimsoll size` becomes sentences: how many guests fit
(`answer`), where each limit comes from (`basis`), and what to know beside it (`note`). The figures
are those of `sums.py` and `notes.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plimsoll.judge.promise import reasons
from plimsoll.judge.promise import words as promise_words
from plimsoll.judge.sizing.sums import LINE
from plimsoll.units import amount, exact_size

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from plimsoll.judge.sizing.notes import Kind, Note
    from plimsoll.judge.sizing.sums import Basis, Sized


def answer(profiles: Sequence[str], sized: Sized, *, wanted: bool = True) -> str:
    """How many guests fit, what one more would exceed, and whether the wanted ones fit. `wanted`:
    somebody said how many; else one is sized, and whether that one fits is said where it does not.
    """
    fit = sized.recommended
    kinds = ""
    if len(profiles) > 1:
        each = (f"{n:,} {name}" for name, n in zip(profiles, fit.counts, strict=True))
        kinds = f" ({', '.join(each)})"
    upto = ""
    # Of a line whose end was not reached nobody knows what it does not carry.
    open_line = sized.most is None and fit.breaks == LINE
    if open_line:
        upto = " (the line has no high end: more may fit)"
    elif sized.most is not None and sized.most.guests != fit.guests:
        upto = f" (up to {sized.most.guests:,} at the line's high end)"
    short = ", ".join(one.name for one in sized.short_of)
    many = "1 guest fits" if fit.guests == 1 else f"{fit.guests:,} guests fit"
    exceeds = "what the load line is known to carry" if open_line else f"the {fit.breaks}"
    said = f"{many}{kinds}{upto}; one more would exceed {exceeds}."
    if not wanted and sized.wanted_fit:
        return said
    asked = "The one requested" if sized.wanted == 1 else f"The {sized.wanted:,} requested"
    if sized.wanted_fit:
        return f"{said} {asked} {'fits' if sized.wanted == 1 else 'fit'}."
    if sized.most is None and [one.name for one in sized.short_of] == [LINE]:
        was = "was" if sized.wanted == 1 else "were"
        return f"{said} {asked} {was} not shown to fit: where the load line ends is not known."
    return f"{said} {asked} {'does' if sized.wanted == 1 else 'do'} not fit: {short}."


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


# -- beside the answer -----------------------------------------------------------------------------


_ASSUMED = {
    "read_percent": ("all reads", "read percentage"),
    "block_bytes": ("4 KiB blocks", "block size"),
}
"""What is taken for a guest of which a figure was not given, and what to give instead."""


def _assumed(f: Mapping[str, Any]) -> str:
    taken, wanted = zip(*(words for name, words in _ASSUMED.items() if name in f), strict=True)
    return (
        f"not given for {f.get('profile', 'the guests')}, so assumed: {', '.join(taken)}; give"
        f" their {' and '.join(wanted)}"
    )


def _by_few(f: Mapping[str, Any]) -> str:
    by = "one client" if f["clients"] == 1 else f"{f['clients']:,.0f} clients"
    return (
        f"the line was measured by {by} and is taken for all guests together: what the storage"
        " gives to more of them, or to several hosts, is a guess until it is measured"
        " (plimsoll find --hosts)"
    )


def _other_blocks(f: Mapping[str, Any]) -> str:
    sizes = ", ".join(exact_size(one) for one in f["guests_block_bytes"])
    return (
        f"the line was measured with {exact_size(f['block_bytes'])}, but the guests use {sizes}:"
        " find the line of their mix"
    )


def _below(kind: str) -> Callable[[Mapping[str, Any]], str]:
    """What a search found below its line is said as of a promise."""
    return lambda f: promise_words.said(reasons.code(kind, f))


_NOTES: Mapping[Kind, Callable[[Mapping[str, Any]], str]] = {
    "assumed": _assumed,
    "host_iops_not_given": lambda f: (
        f"what one of the {f['hosts']:,.0f} hosts can carry was not given (host_iops), so no host"
        " limits anything here"
    ),
    "planned_lower": lambda f: (
        f"planned on the recommended rate, {amount(f['planned_per_s'], 'rate')}; the line's low end"
        f" is {amount(f['low_per_s'], 'rate')}"
    ),
    "end_not_confirmed": lambda f: f"no hold confirmed the line's {f['end']} end",
    "missed_below": _below("missed_below"),
    "two_regimes": _below("two_regimes"),
    "measured_by_few": _by_few,
    "measured_by_unknown": lambda f: (
        f"{f['source']} does not say how many hosts the line was measured from: it is taken for all"
        f" {f['hosts']:,.0f} together"
    ),
    "mix_unknown": lambda f: (
        f"{f['source']} does not say at which read percentage and block size the line was"
        " measured: they must match those of the guests"
    ),
    "other_reads": lambda f: (
        f"the line was measured at {f['read_percent']:.3g} % reads, but the guests together read"
        f" {f['guests_read_percent']:.3g} %: find the line of their mix"
    ),
    "other_blocks": _other_blocks,
    "scaled_one_down": lambda _: (
        "with one controller down, the line is scaled in proportion to those left, which is a"
        " guess. Better: measure it with one down, and give that as low_one_down"
    ),
}


def note(one: Note) -> str:
    """Something to know beside the answer."""
    return _NOTES[one.kind](one.figures)
