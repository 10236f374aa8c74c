"""Events of a search: remarks beside an answer, with the one catalogue of their sentences.

The search records an event as a kind with figures (`Event`); no code parses a sentence. A new kind
is one entry of KINDS.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plimsoll.base import units

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Kind:
    """`meaning` stands in the schema. `sentence` names the event's figures in braces, `rate` among
    them; where there are several sentences, the event's `why` chooses one.
    """

    meaning: str
    sentence: str | Mapping[str, str]


KINDS: Mapping[str, Kind] = {
    "objective_chosen": Kind(
        "no objective was asked for; this one was chosen",
        {
            "alone": (
                "objective: {objective} (chosen: at least four times the p99 at a tenth of the"
                " maximum, {p99_ns:latency})"
            ),
            "completion": (
                "objective: {objective} (chosen: at least four times the p99 completion latency"
                " at a tenth of the maximum, {p99_ns:latency}; this machine delayed most"
                " operations there)"
            ),
            "before": (
                "objective: {objective} (chosen by campaign {campaign} of this store and kept, so"
                " that the answers compare; the p99 at a tenth of the maximum is {p99_ns:latency})"
            ),
        },
    ),
    "maximum_is_a_lower_bound": Kind(
        "the client was saturated before the target was",
        {
            "most_workers": (
                "one more worker raised IOPS by more than 5 %: the maximum is a lower bound"
            ),
            "most_outstanding": (
                "IOPS still rose at {outstanding} outstanding: the maximum is a lower bound"
            ),
        },
    ),
    "started_nearby": Kind(
        "the search began where similar workloads suggest that the line lies",
        (
            "the lines of similar workloads lie at {share:.0%} of their maximum: the search starts "
            "there"
        ),
    ),
    "horizon_counts": Kind(
        "a shorter Run met the objective where a hold of the full horizon did not",
        "{rate} met the objective for {passed_for_s:time}, and {failed_at:IOPS} did not for"
        " {failed_for_s:time}: the length of the test decides (a cache that fills, burst credits"
        " that run out)",
    ),
    "high_capped": Kind(
        "no hold failed at the high end; it lies no higher than the closed-loop maximum, give or"
        " take",
        "the closed loop reached {maximum:IOPS}: the line lies below {rate}",
    ),
    "machine_was_busy": Kind(
        "other programs, or the hypervisor, had much of this machine's processors while it"
        " searched",
        "other programs, or the hypervisor, had {others:.0%} of this machine's processors, and"
        " {disturbed:.0%} of the operations were affected: the answer is what this machine gets,"
        " not what the storage can do",
    ),
    "throttle_seen": Kind(
        "closed loops of very different depth had equal rates: a throttle",
        "{rate} at every depth from {shallow:bare} to {deep:bare} outstanding: a throttle, so the"
        " search starts at its rate",
    ),
    "target_changed": Kind(
        "the target did not stand still while it was searched: there is no line",
        {
            "reference_moved": (
                "the same {rate} took {low_ns:latency} at {low_at_s:time} and {high_ns:latency} at"
                " {high_at_s:time}: the target changed during the search"
            ),
            "runs_contradict": (
                "{dismissed:bare} of {clear:bare} clear Runs contradict the others, whatever the"
                " line is: the target changed during the search"
            ),
        },
    ),
    "machine_disturbed": Kind(
        "this machine stood still, or worked for others, for most of the time",
        "this machine stood still, or worked for others, for {disturbed:.0%} of the time: what is"
        " left says too little about the storage",
    ),
    "pauses_seen": Kind(
        "the storage paused: counted over all Runs and taken from the objective's budget",
        {
            "one": (
                "the storage paused once for {longest:time} in {watched:time}: {share:.2%} of the"
                " time, which the objective's budget bears"
            ),
            "several": (
                "the storage paused {pauses:bare} times in {watched:time}, for up to"
                " {longest:time}: {share:.2%} of the time ({low:.2%} to {high:.2%}), which the"
                " objective's budget bears"
            ),
            "broken": (
                "pauses of the storage break the objective at any rate: {pauses:bare} in"
                " {watched:time}, up to {longest:time} long, {share:.2%} of the time"
            ),
        },
    ),
    "percentile_kept": Kind(
        "what can be kept where pauses of the storage break the objective",
        "{percentile} keeps the bound up to {rate}",
    ),
    "more_time": Kind(
        "what four times the time would buy",
        "an interval about half as wide takes four times the time: find --time {minutes}m",
    ),
    "read_from_runs": Kind(
        "nothing was run: the line was read from Runs that were kept",
        {
            "one": "read from 1 Run of {length} at {rate}: nothing was run for this",
            "one_rate": "read from {runs} Runs of {length} at {rate}: nothing was run for this",
            "several": (
                "read from {runs} Runs of {length} at {rates} offered rates from {lowest:bare} to"
                " {highest:IOPS}: nothing was run for this"
            ),
        },
    ),
    "rejudged": Kind(
        "Runs were not judged by this objective; it is read from their histograms or files",
        {
            "one": (
                "1 of the Runs was not judged by this objective: histograms show how many"
                " operations exceeded it, which is an estimate, not a verdict, and confirms neither"
                " end"
            ),
            "several": (
                "{runs} of the Runs were not judged by this objective: histograms show how many"
                " operations exceeded it, which is an estimate, not a verdict, and confirms neither"
                " end"
            ),
            "file_one": (
                "1 of the Runs was imported: the file's own figure is compared, which is not a"
                " verdict and confirms neither end"
            ),
            "file_several": (
                "{runs} of the Runs were imported: the files' own figures are compared, which is"
                " not a verdict and confirms neither end"
            ),
        },
    ),
    "between_rows": Kind(
        "the rows of a sweep that the line was read between",
        {
            "latencies": (
                "{met_at:IOPS} met the objective ({met_ns:latency}) and {rate} missed it"
                " ({missed_ns:latency}); between them the line follows the curve through all rates"
            ),
            "full": (
                "{met_at:IOPS} met the objective, and more than {rate} was not carried: the line"
                " lies between them"
            ),
            "closed": (
                "{met_at:IOPS} met the objective, and the closed loop missed it at {rate}: the line"
                " lies between them"
            ),
        },
    ),
    "latency_taken": Kind(
        "files of other programs have no response time; which latency was compared",
        {
            "completion": (
                "these files have no response time: completion latency is compared, which"
                " {program} counts from the submission of an operation: waiting for its turn is not"
                " in it"
            ),
            "after_submission": (
                "these files have no response time: {program}'s clat is compared, which begins"
                " after the submission: neither that nor waiting for its turn is in it"
            ),
            "total": (
                "these files have no response time: {program}'s lat is compared, submission"
                " included; waiting for its turn is not in it"
            ),
        },
    ),
    "rate_taken": Kind(
        "files do not tell the rate that was asked for; the one that was achieved was taken",
        (
            "these files do not tell which rate was asked for: the achieved rate is taken, since"
            " far less was outstanding than the loop allows"
        ),
    ),
    "lacking_figure": Kind(
        "Runs whose files do not have the figure of the objective",
        {
            "one": "1 Run was left out, whose file does not have the figure of the objective",
            "several": (
                "{runs} Runs were left out, whose files do not have the figure of the objective"
            ),
        },
    ),
    "runs_left_out": Kind(
        "Runs that say nothing about the line",
        {
            "one": "1 Run says nothing about the line: {reasons}",
            "several": "{runs} Runs say nothing about the line: {reasons}",
        },
    ),
    "closed_loop_only": Kind(
        "there was no open loop: what a ladder of queue depths bounds",
        "{because}",
    ),
    "late": Kind(
        "the client was late and was asked again",
        "the generator was late at {rate}: that rate is offered again",
    ),
    "more_workers": Kind(
        "the client was late and got more workers",
        "the generator was late: {workers} workers from here on",
    ),
    "cached": Kind(
        "the page cache answered",
        {
            "because": (
                "the page cache answered: the figures describe the cache, not the storage"
                " ({because})"
            ),
            "seen": "the page cache answered: the figures describe the cache, not the storage",
        },
    ),
    "failure_by_chance": Kind(
        "a failure did not stand when asked again",
        {
            "probe": "{rate} failed once and passed when repeated",
            "hold": "{rate} passed twice when held again, also after overload",
        },
    ),
    "pass_by_chance": Kind(
        "a pass did not stand when asked again", "{rate} passed once, but not when repeated"
    ),
    "non_monotone": Kind(
        "the objective is missed below a rate at which it is met",
        {
            "twice": (
                "the objective is missed at {rate} and met at {met_at:IOPS}, each twice: it is not"
                " met everywhere below the line"
            ),
            "moved": (
                "the objective was missed at {rate} and met at {met_at:IOPS}: the line moved"
                " between these Runs"
            ),
            "moved_often": (
                "the objective was missed at {rate} and met at {met_at:IOPS}, and so at {more} more"
                " rates: the line moved between these Runs"
            ),
        },
    ),
    "two_regimes": Kind(
        "after overload the line lies lower than after rest",
        "{rate} passes after a rest and fails after overload, twice",
    ),
    "client_bound": Kind(
        "the client could not offer the rate of a hold",
        "the client cannot offer {rate} for the length of a hold",
    ),
    "high_passed": Kind(
        "the hold at the high end passed; the interval moved up",
        "the hold at {rate}, meant as the upper end, passed",
    ),
    "high_undecided": Kind(
        "a hold at the high end could not be decided: it confirms nothing",
        {
            "undecided": "the hold at {rate} could not be decided",
            "disturbed": "the hold at {rate} was disturbed by this machine and confirms nothing",
            "client": "the client could not offer the hold at {rate}",
        },
    ),
    "high_not_confirmed": Kind(
        "no hold failed at the high end", "no hold has failed at {rate}: that end rests on probes"
    ),
    "low_failed": Kind(
        "the hold at the low end failed; the bracket moved down",
        "the hold at {rate}, meant as the lower end, failed",
    ),
    "raised_from_below": Kind(
        "after steps down a hold passed higher up again, coming from below",
        "the hold at {rate} passed after a lower rate had: what the target saved up meanwhile"
        " (such as burst credits) counts in its favour",
    ),
    "low_undecided": Kind(
        "a hold at the low end could not be decided: it confirms nothing",
        {
            "undecided": "the hold at {rate} could not be decided",
            "disturbed": "the hold at {rate} was disturbed by this machine and confirms nothing",
            "client": "the client could not offer the hold at {rate}",
        },
    ),
    "end_not_narrowed": Kind(
        "a hold nearer to the line could not be decided; the end stays where it was held",
        "the hold at {rate}, nearer to the line, could not be decided: the interval stays as wide",
    ),
    "low_not_confirmed": Kind(
        "no hold passed at the low end", "no hold has passed at {rate}: do not rely on it"
    ),
}
"""In the order of the schema."""


Figure = float | str | None
"""A figure in a sentence."""


@dataclass(frozen=True)
class Event:
    """A remark beside the answer: one of KINDS, with its figures. Rates in operations/s, times in
    s."""

    kind: str
    rate_per_s: float | None = None
    figures: Mapping[str, Figure] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """Its sentence."""
        sentence = KINDS[self.kind].sentence
        if not isinstance(sentence, str):
            sentence = sentence[str(self.figures["why"])]
        rate = "" if self.rate_per_s is None else units.amount(self.rate_per_s, "rate")
        return units.fill_sentence(sentence, rate=rate, **self.figures)

    def __str__(self) -> str:
        return self.words
