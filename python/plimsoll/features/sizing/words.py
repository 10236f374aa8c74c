"""The sentences of `plimsoll size`: the answer, the basis of each limit, and the notes. Figures
come from `sums.py` and `notes.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base.units import exact_size
from plimsoll.features.promises.rules import words as promise_words
from plimsoll.features.sizing.sums import LINE
from plimsoll.judge import codes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.sizing.notes import Note
    from plimsoll.features.sizing.sums import Basis, SizingResult
    from plimsoll.judge.codes import Catalogue, Figures


def answer(profiles: Sequence[str], sized: SizingResult, *, wanted: bool = True) -> str:
    """The number of guests that fit, the limit of the next one, and whether the requested ones fit.
    `wanted`: a number was requested; without one a misfit is reported, a fit is not."""
    fit = sized.recommended
    kinds = ""
    if len(profiles) > 1:
        each = (f"{n:,} {name}" for name, n in zip(profiles, fit.counts, strict=True))
        kinds = f" ({', '.join(each)})"
    upto = ""
    # An open line may carry more than it was shown to.
    open_line = sized.most is None and fit.breaks == LINE
    if open_line:
        upto = " (the line has no high end: more may fit)"
    elif sized.most is not None and sized.most.guests != fit.guests:
        upto = f" (up to {sized.most.guests:,} at the line's high end)"
    short = ", ".join(limit.name for limit in sized.short_of)
    many = "1 guest fits" if fit.guests == 1 else f"{fit.guests:,} guests fit"
    exceeds = "what the load line is known to carry" if open_line else f"the {fit.breaks}"
    fits = f"{many}{kinds}{upto}; one more would exceed {exceeds}."
    if not wanted and sized.wanted_fit:
        return fits
    wanted_ones = "The one requested" if sized.wanted == 1 else f"The {sized.wanted:,} requested"
    if sized.wanted_fit:
        return f"{fits} {wanted_ones} {'fits' if sized.wanted == 1 else 'fit'}."
    if sized.most is None and [limit.name for limit in sized.short_of] == [LINE]:
        was = "was" if sized.wanted == 1 else "were"
        return (
            f"{fits} {wanted_ones} {was} not shown to fit: where the load line ends is not known."
        )
    return f"{fits} {wanted_ones} {'does' if sized.wanted == 1 else 'do'} not fit: {short}."


_BASES: Catalogue = {
    "drives": "{count:.0f} drives × {iops:,.10g}, a write costs {penalty:.0f}",
    "line": "the load line",
    "bandwidth": "bytes/s",
    "pool": lambda f: f"{100 * f['fill']:.3g} % of the pool",
    "fullest_host": "the fullest of {hosts:.0f} hosts",
}


def basis(of: Basis) -> str:
    """The basis of a limit, with its sums."""
    sentence = codes.code_text(of, _BASES)
    if of.down is None:
        return sentence
    if of.parts is None:
        return f"{sentence} with one {of.down} down"
    return f"{sentence} × {of.parts - 1}/{of.parts} with one {of.down} down"


# -- beside the answer -----------------------------------------------------------------------------


_DEFAULTS = {
    "read_percent": ("all reads", "read percentage"),
    "block_bytes": ("4 KiB blocks", "block size"),
}
"""Defaults of a guest's figures, and the names of the figures."""


def _assumption(f: Figures) -> str:
    values, wanted = zip(*(words for name, words in _DEFAULTS.items() if name in f), strict=True)
    return (
        f"not given for {f.get('profile', 'the guests')}, so assumed: {', '.join(values)}; give"
        f" their {' and '.join(wanted)}"
    )


def _by_few(f: Figures) -> str:
    by = "one client" if f["clients"] == 1 else f"{f['clients']:,.0f} clients"
    return (
        f"the line was measured by {by} and is taken for all guests together: what the storage"
        " gives to more of them, or to several hosts, is a guess until it is measured"
        " (plimsoll find --hosts)"
    )


def _other_blocks(f: Figures) -> str:
    sizes = ", ".join(exact_size(size) for size in f["guests_block_bytes"])
    return (
        f"the line was measured with {exact_size(f['block_bytes'])}, but the guests use {sizes}:"
        " find the line of their mix"
    )


_NOTES: Catalogue = {
    "assumed": _assumption,
    "host_iops_not_given": (
        "what one of the {hosts:,.0f} hosts can carry was not given (host_iops), so no host limits"
        " anything here"
    ),
    "planned_lower": (
        "planned on the recommended rate, {planned_per_s:IOPS}; the line's low end is"
        " {low_per_s:IOPS}"
    ),
    "end_not_confirmed": "no hold confirmed the line's {end} end",
    # Findings below a line have the sentences of promises.
    "missed_below": promise_words.WORDS["missed_below"],
    "two_regimes": promise_words.WORDS["two_regimes"],
    "measured_by_few": _by_few,
    "measured_by_unknown": (
        "{source} does not say how many hosts the line was measured from: it is taken for all"
        " {hosts:,.0f} together"
    ),
    "mix_unknown": (
        "{source} does not say at which read percentage and block size the line was measured: they"
        " must match those of the guests"
    ),
    "other_reads": (
        "the line was measured at {read_percent:.3g} % reads, but the guests together read"
        " {guests_read_percent:.3g} %: find the line of their mix"
    ),
    "other_blocks": _other_blocks,
    "syncs_counted": (
        "the line counts a sync as an operation, {syncs_per_write:.3g} beside each write: count"
        " them in the IOPS of a guest, too"
    ),
    "scaled_one_down": (
        "with one controller down, the line is scaled in proportion to those left, which is a"
        " guess. Better: measure it with one down, and give that as low_one_down"
    ),
}


def note(one: Note) -> str:
    """The sentence of a note."""
    return codes.code_text(one, _NOTES)
