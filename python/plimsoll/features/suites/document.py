"""The result of a suite as a document: `plimsoll.suite/1`."""

from typing import Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.features.suites import suite_result
from plimsoll.judge.rounds import Of, Steadiness  # pydantic reads them
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.figures import PlaceFigure
from plimsoll.store import Store


class LostDocument(ClosedModel):
    """Repeats that do not count."""

    kind: str = Field(
        description=(
            "why: the outcome of its Run (generator_limited, failed …), or not_asked_yet,"
            " under_way, skipped, no_record, no_maximum, no_line, not_confirmed, not_valid"
        )
    )
    repeats: int = Field(description="how many")


class TestDocument(ClosedModel):
    """A test of the suite, in its order."""

    __test__ = False  # it is no test of ours, in spite of its name
    name: str = Field(description="as the suite calls it")
    workload: dict[str, object] = Field(description="as it was asked")
    load: dict[str, object] = Field(description="as it was asked")
    repeats: int = Field(description="that its figures are of")
    rate_per_s: float | None = Field(description="IOPS; null: no Run has a record")
    rate_low_per_s: float | None = Field(description="of the lowest repeat")
    rate_high_per_s: float | None = Field(description="of the highest repeat")
    bytes_per_s: float | None = Field(description="throughput")
    mean_ns: float | None = Field(
        description="mean latency of all operations, of which a sync is one"
    )
    p99_ns: float | None = Field(
        description="of the merged distributions; null: the sample does not carry it"
    )
    max_ns: float | None = Field(description="the longest of all repeats")
    commits_per_s: float | None = Field(
        description="durable commits: syncs, or writes that are durable themselves; null: neither"
    )
    commit_mean_ns: float | None = Field(
        description=(
            "mean time of a durable commit: of a write and its sync, or of a write that is durable"
            " itself; null: no commits, or several writes share a sync"
        )
    )
    sync_p99_ns: float | None = Field(description="latency of syncs; null: none, or too few")
    wrong: str = Field(description="what is wrong with it, in words; empty: nothing")
    lost: list[LostDocument] = Field(description="the same as codes: which repeats do not count")


class WindowDocument(ClosedModel):
    """The judgement of a tracked test."""

    rounds: list[int] = Field(description="those that are judged")
    mean: float = Field(description="in the unit of the track")
    range_share: float = Field(description="highest less lowest over the mean")
    travel_share: float = Field(
        description="rise of the straight line from the first to the last, over the mean"
    )
    travel_low_share: float = Field(description="low end of its 95 % interval")
    travel_high_share: float = Field(description="high end of its 95 % interval")
    passes: bool = Field(description="the standard's own test")
    steadiness: Steadiness = Field(description="what the interval tells")


class TrackDocument(ClosedModel):
    """A test by which steady state is judged."""

    name: str = Field(description="as the suite calls it")
    of: Of = Field(description="rate: IOPS; bytes: bytes/s; latency: mean response time in ns")
    values: list[float | None] = Field(description="by round; null: no answer that stands")
    window: WindowDocument | None = Field(description="null: too few rounds")


class RestDocument(ClosedModel):
    """A time in which the target had no load, longer than between any two Runs."""

    after_round: int = Field(description="the round of the last Run before it")
    before_round: int = Field(
        description="the round of the first Run behind it; the same: it lies within that round"
    )
    seconds: float


class RoundsDocument(ClosedModel):
    """Its rounds."""

    complete: int = Field(description="that have ended")
    most: int = Field(description="that were planned")
    written_times: float = Field(description="bytes written over the target's size")
    rests: list[RestDocument] = Field(
        description="when the target rested; only rounds that began after the last are judged"
    )
    tracks: list[TrackDocument]


class SuiteDocument(ClosedModel):
    """What a suite came to."""

    schema_: Literal["plimsoll.suite/1"] = Field("plimsoll.suite/1", alias="schema")
    store: str = Field(description="where it is kept")
    campaign: int = Field(description="its number there")
    name: str
    version: str
    title: str = Field(description="with the target, and what is not as the suite has it")
    origin: str = Field(description="where the suite was read")
    deviations: list[str] = Field(description="what is not as the suite has it")
    target: str
    clock: Literal["real", "virtual"]
    ended: suite_result.SuiteEnd = Field(
        description=(
            "measured; steady, not_steady: by the standard's test, and only of steady ones the"
            " figures are a result; saturated: written as full as the suite asks; partial: some"
            " tests have no answer; running; nothing"
        )
    )
    tests: list[TestDocument]
    rounds: RoundsDocument | None = Field(description="null: a suite without rounds")


def of(evidence: Evidence, store: Store) -> SuiteDocument:
    """The document of a suite's campaign."""
    suite = suite_result.gather(evidence)
    return SuiteDocument(
        store=str(evidence.store_path),
        campaign=evidence.campaign.id,
        name=suite.table.name,
        version=suite.table.version,
        title=suite.title,
        origin=suite.table.origin,
        deviations=list(suite.deviations),
        target=suite.target,
        clock="virtual" if evidence.campaign.virtual else "real",
        ended=suite.ended,
        tests=[of_test(test, store, evidence.metric) for test in suite.tests],
        rounds=_rounds(suite),
    )


def of_test(test: suite_result.Test, store: Store, metric: str) -> TestDocument:
    """A test with its figures and its problem."""
    rate = test.rate
    return TestDocument(
        name=test.name,
        workload=dict(test.workload),
        load=dict(test.load),
        repeats=len(test.place.counting),
        rate_per_s=_value(rate),
        rate_low_per_s=None if rate is None else rate.low,
        rate_high_per_s=None if rate is None else rate.high,
        bytes_per_s=_value(test.bytes_per_s),
        mean_ns=_value(test.latency(store, "mean", metric)),
        p99_ns=_value(test.latency(store, "p99", metric)),
        max_ns=_value(test.latency(store, "max", metric)),
        commits_per_s=test.commits_per_s,
        commit_mean_ns=test.commit_mean_ns,
        sync_p99_ns=_value(test.sync_latency(store, "p99")),
        wrong=test.mark,
        lost=[
            LostDocument(kind=mark.replace(" ", "_"), repeats=count)
            for mark, count in test.place.marks.items()
        ],
    )


def _value(figure: PlaceFigure | None) -> float | None:
    return None if figure is None else figure.value


def _rounds(suite: suite_result.Suite) -> RoundsDocument | None:
    if suite.rule is None:
        return None
    return RoundsDocument(
        complete=suite.rounds,
        most=suite.most,
        written_times=suite.written,
        rests=[
            RestDocument(after_round=item.after, before_round=item.before, seconds=item.seconds)
            for item in suite.rests
        ],
        tracks=[_track(item) for item in suite.tracked],
    )


def _track(result: suite_result.TrackResult) -> TrackDocument:
    window = result.window
    return TrackDocument(
        name=result.track.name,
        of=result.track.of,
        values=list(result.values),
        window=None
        if window is None
        else WindowDocument(
            rounds=list(window.rounds),
            mean=window.mean,
            range_share=window.range_share,
            travel_share=window.travel,
            travel_low_share=window.travel_low,
            travel_high_share=window.travel_high,
            passes=window.passes,
            steadiness=window.steadiness,
        ),
    )
