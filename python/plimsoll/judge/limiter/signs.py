"""Signs: the evidence of a finding about the limiter, and what would decide it further. Each is a
code with figures; the one catalogue of their words is here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.base import units
from plimsoll.judge import codes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plimsoll.judge.codes import Catalogue
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
    """A sign of a kind in `WORDS`, with the figures that its words name."""
    return Sign(kind, figures)


def _step(f: Figures) -> str:
    error = float(f["error"])
    known = f" (± {error:.2f})" if error >= 0.01 else ""
    return (
        f"{f['outstanding_factor']:.2g} times the outstanding I/O ({f['low']:.3g} to"
        f" {f['high']:.3g}) gave {f['rate_factor']:.2f} times the rate{known} at"
        f" {f['latency_factor']:.2f} times the latency"
    )


def _other_size(f: Figures) -> str:
    return (
        f"with blocks of {units.block_size(float(f['block_size_bytes']))}"
        f" {units.amount(float(f['rate_per_s']), 'rate')} at"
        f" {units.nanos(float(f['alone_ns']))} alone"
    )


WORDS: Catalogue = {
    "of_the_run": "{words}",
    "for_longer": "over a longer Run: {words}",
    # The schedule of an open load.
    "generator_late": "the generator was late",
    "kept_by_more_workers": "with twice the workers it kept the schedule",
    "late_with_more_workers": "with twice the workers it was late as well",
    "higher_cap": "with an in-flight cap of {higher:.0f} instead of {cap:.0f} the rate rose by"
    " {gain:.0%}",
    "met_then_missed": "met at one rate and missed just above it",
    "missed_when_light": "missed even at the lightest load that was tried",
    "cap_was_full": "the in-flight cap of {cap:,.0f} was reached in the test that failed",
    "target_or_cap": "the target, or a cap in front of it",
    "not_confirmed": "the line was not confirmed",
    "offered_rates_alone": "Runs at offered rates alone do not show what set the line",
    "target_changed": "the target changed during the search",
    "paused": "operations paused: the storage did, or a throttle or a neighbour before it",
    "far_below_maximum": (
        "at its maximum the target did many times as much: a throttle that comes and goes, or a "
        "long tail of latency, keeps the line so far below it"
    ),
    "not_placed": "the line may lie anywhere in a wide interval",
    "machine_disturbed": "this machine stood still for most of the time",
    "flat_ladder": (
        "{rate:,.0f} IOPS at every depth from {shallow:,.0f} to {deep:,.0f} outstanding, with"
        " response times in proportion: a throttle"
    ),
    "others_had_processors": "other programs used much of this machine's CPU time",
    # More outstanding I/O.
    "step": _step,
    "still_rose": "the rate still rose at {outstanding:.0f} outstanding",
    "most_outstanding": "{outstanding:.0f} were outstanding: more was not tried",
    "depth_not_used": "at twice the queue depth only {outstanding:.3g} were outstanding",
    "not_filled": (
        "{low:.3g} of the {low_asked:.0f} asked for were outstanding, and {high:.3g} of"
        " {high_asked:.0f}"
    ),
    "never_more": "never more than {most:.0f} were outstanding, and steadily about that many",
    "not_submitted": "the workers cannot submit as much as was asked",
    # More workers.
    "one_more_worker": "one more worker still raised the rate by more than 5 %",
    "more_workers_raised": "twice the workers raised it by {gain:.0%}",
    "more_workers_not_run": "more workers were not tried",
    "more_workers_did_not": "more workers did not raise the rate",
    "neither_raised": "more outstanding I/O and more workers left the rate flat",
    "workers_busy": "each worker's processor was {busy:.0%} busy",
    "workers_idle": "each worker's processor was only {busy:.0%} busy",
    "workers_not_full": "the workers' processors were not saturated",
    "generator_used": "the generator used {used:.0%} of all processors",
    "machine_full": (
        "the processors of this machine were {busy:.0%} busy, other programs' work included"
    ),
    # What cannot be read.
    "not_stationary": (
        "rate x latency is {share:.2f} of the outstanding I/O: the load was not stationary"
    ),
    "run_failed": "the Run '{run}' was refused or failed",
    "too_few_runs": "not enough Runs yet",
    "nothing_alone": "nothing completed at a light load",
    # Full servers, or a throttle.
    "alone": "alone an operation takes {ns:latency}",
    "faster_than_storage": "faster than any storage: memory answered",
    "too_few_to_say": "too few operations to say how evenly they complete",
    "even": "completions are evenly spaced (dispersion {dispersion:.3f})",
    "even_seconds": "every second has the same number of completions (dispersion"
    " {dispersion:.3f}), in batches",
    "even_seconds_alone": "every second has the same number of completions (dispersion"
    " {dispersion:.3f})",
    "even_batches": "completions come in batches that add up to a steady count (wander"
    " {wander:.2f})",
    "even_mostly": "but for stalls, completions are evenly spaced (dispersion {dispersion:.3f})",
    "uneven": "completions come unevenly (dispersion {dispersion:.2g})",
    "as_service_varies": "as they do where service times vary",
    "too_even": (
        "completions are more even (dispersion {dispersion:.2g}) than full servers make them, whose"
        " service times vary by {share:.0%} when alone"
    ),
    "service_is_alike": (
        "alone, service times vary by {share:.0%} only, which does not explain that: a throttle"
        " that hands out shares of time, or work that comes and goes"
    ),
    "idle_servers": "the target works on {places:.2f} operations at once on average: its servers"
    " are idle part of the time",
    "unseen_work": "there is work that operations do not wait for, or a noisy neighbour",
    "most_pass": (
        "the median latency is {share:.2f} of the mean: most operations pass at once, a few wait "
        "for the throttle's next allotment"
    ),
    "few_wait": (
        "the median latency is {share:.2f} of the mean: most operations pass at once and a few wait"
        " long, as before a throttle, and as where storage pauses"
    ),
    "longer_than_a_round": (
        "with little outstanding, latency varies by {share:.1f} of its mean while completions stay "
        "even: operations wait for a throttle's next allotment, not for a server"
    ),
    "rounds": (
        "some operations wait for a whole service time and others not at all: {places:.1f} "
        "servers, all busy"
    ),
    "differ_alone": (
        "alone, service times vary by {share:.0%}: the rate of a single server would vary as much"
    ),
    "one_server": "a single server with that constant service time would look the same",
    "no_size_told": (
        "no block size that was tried could tell an IOPS cap from {places:.1f} servers with "
        "constant service time"
    ),
    "other_size": _other_size,
    "same_rate": "the rate stays the same although the work per operation differs",
    "same_work": (
        "the work per operation hardly changed: bytes are counted, or a bucket had burst credits "
        "left"
    ),
    "rate_follows_work": "the rate changes with the work per operation",
}
"""Evidence by kind."""

QUESTIONS = {
    "workers_processor": "was it the workers' processor?",
    "carried": "was the rate carried?",
    "own_cap": "was it our own cap?",
    "as_long": "the same load, as long as the others",
    "outstanding": "does more outstanding I/O raise the rate?",
    "workers": "do more workers raise the rate?",
    "alone": "how long does an operation take when nothing waits?",
    "rounds": "do some operations wait a whole service time and others none?",
    "size": "does the rate change with the work per operation?",
    "size_alone": "how long does an operation of that size take?",
}
"""Questions that a further Run answers."""


DECIDES: Catalogue = {
    "of_the_run": "{words}",
    "run": lambda f: f"{f['run']}: {QUESTIONS[f['question']]}",
    "light_run": "a Run at a light load",
    "for_longer": "the same for longer",
    "runs_for_longer": "the same Runs for longer",
    "quieter": "the same on a quieter machine",
    "longer_and_quieter": "the same Runs for longer, on a quieter machine",
    "quieter_other_engine": "the same Runs on a quieter machine, and with another engine",
    "higher_cap": "the same search with a higher --max-outstanding than {cap:,.0f}",
    "engine_or_cap": "another engine, or a higher cap of the client",
    "without_rests": "the same load without rests: a slot that rests asks for less than it could",
    "larger_working_set": "a working set larger than the memory that may hold it",
    "other_sizes": (
        "Runs with smaller and larger blocks: saturated servers change their rate with the work per"
        " operation, a throttle does not"
    ),
    "sizes_or_settings": (
        "sizes at which the work of an operation differs, or the settings of the volume"
    ),
    "settings": "the settings of the volume, or of what it lies on",
}
"""By kind: what would decide a finding further."""


def decides(kind: str, **figures: float | str) -> Sign:
    """What would decide a finding further: of a kind in `DECIDES`, with the figures that its words
    name."""
    return Sign(kind, figures)


def decided_by(missing: Sign | None) -> str | None:
    """What would decide a finding further, in words."""
    return None if missing is None else codes.code_text(missing, DECIDES)


def words(signs: Iterable[Sign]) -> str:
    """The evidence of a finding in one sentence."""
    return "; ".join(codes.code_text(each, WORDS) for each in signs)
