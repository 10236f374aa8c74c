"""The sentences of `plimsoll size`: the answer, the basis of each limit, and the notes. Figures
come from `sums.py` and `notes.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.base.units import amount, exact_size
from plimsoll.features.promises.rules import words as promise_words
from plimsoll.features.promises.rules.document import Code
from plimsoll.features.sizing.messages import message
from plimsoll.features.sizing.sums import LINE, Basis, SizingResult

if TYPE_CHECKING:
    from plimsoll.features.sizing.notes import Note


def answer(profiles: Sequence[str], sized: SizingResult, *, wanted: bool = True) -> str:
    """The number of guests that fit, the limit of the next one, and whether the requested ones fit.
    `wanted`: a number was requested; without one a misfit is reported, a fit is not."""
    fits = _fitting(profiles, sized)
    if not wanted and sized.wanted_fit:
        return fits
    requested = {"guests": sized.wanted, "number": units.count(sized.wanted)}
    if sized.wanted_fit:
        return f"{fits} {message('wanted-fit', **requested)}"
    if sized.most is None and [limit.name for limit in sized.short_of] == [LINE]:
        return f"{fits} {message('wanted-not-shown', **requested)}"
    if [limit.name for limit in sized.short_of] == [sized.recommended.breaks]:
        return f"{fits} {message('wanted-beyond-it', **requested)}"
    short = language.listing(limit_name(limit.name) for limit in sized.short_of)
    return f"{fits} {message('wanted-not-fit', limits=short, **requested)}"


def _fitting(profiles: Sequence[str], sized: SizingResult) -> str:
    fit, most = sized.recommended, sized.most
    count = {"guests": fit.guests, "number": units.count(fit.guests)}
    if len(profiles) > 1:
        each = [f"{units.count(n)} {name}" for name, n in zip(profiles, fit.counts, strict=True)]
        kind, figures = "kinds", {**count, "kinds": language.listing(each)}
    else:
        kind, figures = "guests", {**count}
    # An open line may carry more than it was shown to.
    if most is None and fit.breaks == LINE:
        return message(f"fit-{kind}-open", **figures)
    limit = limit_name(fit.breaks)
    if most is not None and most.guests != fit.guests:
        return message(f"fit-{kind}-most", most=units.count(most.guests), limit=limit, **figures)
    return message(f"fit-{kind}", limit=limit, **figures)


def limit_name(name: str) -> str:
    """The name of a limit: `load line`."""
    return message(f"limit-{name.replace(' ', '-')}")


def unit_name(unit: str) -> str:
    """The unit of a limit's figures."""
    return message(f"unit-{unit.replace(' ', '-')}") if " " in unit else unit


def basis(of: Basis) -> str:
    """The basis of a limit, with its sums."""
    formats = {"count": ".0f", "iops": ",.10g", "penalty": ".0f", "hosts": ".0f", "fill": ".3g"}
    figures = {
        name: format(value * 100 if name == "fill" else value, formats[name])
        for name, value in of.figures.items()
    }
    sums = message(f"basis-{of.kind}", **figures)
    if of.down is None:
        return sums
    if of.parts is None:
        return message(f"with-one-{of.down}-down", sums=sums)
    return message(f"share-one-{of.down}-down", sums=sums, left=of.parts - 1, parts=of.parts)


# -- beside the answer -----------------------------------------------------------------------------


def note(one: Note) -> str:
    """The sentence of a note."""
    figures = {name: _figure_text(name, value) for name, value in one.figures.items()}
    match one.kind:
        case "missed_below" | "two_regimes":
            # Findings below a line have the sentences of promises.
            plain = {
                name: value for name, value in one.figures.items() if not isinstance(value, list)
            }
            return promise_words.sentence(Code(kind=one.kind, figures=plain))
        case "assumed":
            given = [name for name in ("read_percent", "block_bytes") if name in one.figures]
            code = "both" if len(given) > 1 else given[0]
            if "profile" in one.figures:
                return message(f"note-assumed-of-profile-{code}", profile=figures["profile"])
            return message(f"note-assumed-{code}")
        case "end_not_confirmed":
            return message(f"note-end_not_confirmed-{one.figures['end']}")
        case "measured_by_few":
            clients = one.figures["clients"]
            assert isinstance(clients, float | int), "a number"
            return message("note-measured_by_few", clients=int(clients), number=figures["clients"])
    return message(f"note-{one.kind}", **figures)


def _figure_text(name: str, value: float | str | list[float]) -> str:
    if isinstance(value, list):
        return language.listing(exact_size(size) for size in value)
    if isinstance(value, str):
        return value
    if name.endswith("_per_s"):
        return amount(value, "rate")
    if name.endswith("_s"):
        return units.seconds(value)
    if name.endswith("_bytes"):
        return exact_size(value)
    return units.count(value) if name in ("hosts", "clients") else units.significant(value, 3)
