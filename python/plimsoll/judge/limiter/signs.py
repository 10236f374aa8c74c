"""Signs: the evidence of a finding about the limiter, and what would decide it further. Each is a
code with figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll.base import language, units
from plimsoll.judge import cause_text
from plimsoll.judge.limiter import run_names
from plimsoll.judge.messages import message

if TYPE_CHECKING:
    from plimsoll.judge.limiter.document import SignDocument

Figures = Mapping[str, float | str]


class Sign(NamedTuple):
    """A piece of evidence. Rates are per s, times in ns, shares 0 to 1."""

    kind: str
    figures: Figures

    def to_json(self) -> SignDocument:
        """As it stands in a finding."""
        return {"kind": self.kind, "figures": dict(self.figures)}


def sign(kind: str, **figures: float | str) -> Sign:
    """A sign of a kind that has a message `sign-…`, with the figures that it names."""
    return Sign(kind, figures)


_FORMATS = {
    **dict.fromkeys(("gain", "busy", "used", "share"), ".0%"),
    **dict.fromkeys(("cap", "rate", "shallow", "deep"), ",.0f"),
    **dict.fromkeys(("higher", "higher_cap.cap", "outstanding", "low_asked", "high_asked"), ".0f"),
    **dict.fromkeys(("low", "high", "depth_not_used.outstanding"), ".3g"),
    **dict.fromkeys(("not_stationary.share", "most_pass.share", "few_wait.share"), ".2f"),
    **dict.fromkeys(("rate_factor", "latency_factor", "error", "idle_servers.places"), ".2f"),
    **dict.fromkeys(("longer_than_a_round.share", "places"), ".1f"),
    **dict.fromkeys(("uneven.dispersion", "too_even.dispersion", "outstanding_factor"), ".2g"),
    "dispersion": ".3f",
    "most": ".0f",
    "wander": ".2f",
    "ns": "latency",
    "alone_ns": "latency",
    "rate_per_s": "IOPS",
    "block_size_bytes": "block",
}
"""How the messages print the figures of signs."""


def decides(kind: str, **figures: float | str) -> Sign:
    """What would decide a finding further: of a kind that has a message `decides-…`, with the
    figures that it names."""
    return Sign(kind, figures)


def decided_by(missing: Sign | None) -> str | None:
    """What would decide a finding further, in words."""
    if missing is None:
        return None
    figures = units.format_figures(missing.figures, _FORMATS, "decides")
    if missing.kind == "run":
        figures["run"] = run_names.words(str(missing.figures["run"]))
        figures["question"] = question(str(missing.figures["question"]))
    return message(f"decides-{missing.kind}", **figures)


def question(code: str) -> str:
    """A question that a further Run answers."""
    return message(f"question-{code}")


def words(signs: Iterable[Sign]) -> str:
    """The evidence of a finding in one sentence."""
    return language.clauses(map(_sign_text, signs))


_UNKNOWN = dict.fromkeys(("because", "signs", "reason", "would_decide", "decides"))
"""A record has only the keys that it has something for."""


def because(limited: Mapping[str, Any]) -> str:
    """What a limiter rests on, from a record or an answer, for a reader; empty where nothing is
    known."""
    known = {**_UNKNOWN, **limited}
    stored = str(known["because"] or "")
    if language.is_english():
        return stored
    if known["signs"]:
        return words(Sign(each["kind"], each["figures"]) for each in known["signs"])
    return cause_text.words(known["reason"], stored)


def would_decide(limited: Mapping[str, Any]) -> str:
    """What would decide a limiter further, from a record or an answer, for a reader; empty where
    nothing would."""
    known = {**_UNKNOWN, **limited}
    stored, given = str(known["would_decide"] or ""), known["decides"]
    if given is None or language.is_english():
        return stored
    return decided_by(Sign(given["kind"], given["figures"])) or ""


def _sign_text(found: Sign) -> str:
    figures = units.format_figures(found.figures, _FORMATS, found.kind)
    if found.kind == "run_failed":
        figures["run"] = run_names.words(str(found.figures["run"]))
    exact = found.kind == "step" and float(found.figures["error"]) < 0.01
    return message(f"sign-{found.kind}{'-exact' if exact else ''}", **figures)
