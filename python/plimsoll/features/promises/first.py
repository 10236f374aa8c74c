"""The result of a check for all reports of a campaign (`report/common/of_kind.py`): how many
promises are kept, and what would decide the others."""

from collections.abc import Mapping, Sequence

from plimsoll.base import language, units
from plimsoll.base.errors import PlimsollError
from plimsoll.features.promises.messages import message
from plimsoll.features.promises.rules import verdict_document, words
from plimsoll.features.promises.rules.document import Check, ClaimVerdict
from plimsoll.features.promises.rules.file import PromiseFile
from plimsoll.judge.levels import Level
from plimsoll.report.common.of_kind import Parts
from plimsoll.report.describe import Badge, Column, Figure, Standing, Table
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.first import of_campaign
from plimsoll.report.first.summary import Summary, sentence, short_list
from plimsoll.store import Store

_MOST_ROWS = 8
STANDINGS: Mapping[str, Standing] = {"kept": "met", "broken": "missed", "inconclusive": "none"}


def check_of(evidence: Evidence) -> Check | None:
    """The answer of a check; None for other campaigns and for a check without a verdict. Raises
    DamagedError for a document that is not whole."""
    return evidence.once(_read)


def _read(evidence: Evidence) -> Check | None:
    stored = evidence.answer.document
    if evidence.campaign.kind != "check" or "verdict" not in stored:
        return None
    return verdict_document.for_reader(Check.read(stored))


def summary(_: Store, evidence: Evidence) -> Summary:
    """The number of kept promises, the first that is not kept, and what would decide it."""
    check = check_of(evidence)
    if check is None:
        return of_campaign.no_verdict_summary(evidence)
    return of_check(check)


def of_check(check: Check) -> Summary:
    """The summary of a verdict, stored or not."""
    judgements, verdict = check.worst_first, check.verdict
    unkept = [judged for judged in judgements if judged.verdict != "kept"]
    tolerable = [judged for judged in judgements if judged.level == "tolerable"]
    badge = Badge(STANDINGS[verdict], message(f"badge-{verdict}"))
    if verdict == "kept" and tolerable:
        badge = Badge("met", message("badge-kept-tolerable"))
    settle = next((judged.would_decide for judged in unkept if judged.would_decide), "")
    kept = len(judgements) - len(unkept)
    return Summary(
        badge,
        _heads(check, [judged.promise for judged in unkept], tolerable=len(tolerable)),
        Figure(
            message("figure-kept"),
            message("count-of", count=kept, promises=len(judgements)),
            message("figure-kept-basis"),
        ),
        obstacle=sentence(unkept[0].because) if unkept else "",
        todo=sentence(settle),
    ).with_rows(*_promise_rows(judgements), *caveat(judgements))


def caveat(judgements: Sequence[ClaimVerdict]) -> tuple[tuple[str, str], ...]:
    """The row on what Runs of this length cannot show."""
    shown = [
        float(note.figures["seconds"])
        for judged in judgements
        for note in judged.noted
        if note.kind == "shown_so_long"
    ]
    if not shown:
        return ()
    return ((message("row-caveat"), message("caveat-shown", time=units.seconds(min(shown)))),)


def _heads(check: Check, unkept: Sequence[str], *, tolerable: int) -> tuple[str, ...]:
    """The answer in one sentence, shorter and shorter."""
    promises, verdict, heads = len(check.evidence), check.verdict, list[str]()
    if not unkept:
        kept = {"promises": promises, "tolerable": tolerable}
        if check.name:
            code = "head-kept-tolerable-named" if tolerable else "head-kept-named"
            heads.append(message(code, **kept, name=check.name))
        return (*heads, message("head-kept-tolerable" if tolerable else "head-kept", **kept))
    which, counts = short_list(unkept), {"count": len(unkept), "promises": promises}
    if promises == 1:
        if check.name:
            return (
                message(f"head-one-{verdict}-named", name=check.name, which=which),
                message(f"head-one-{verdict}-short-named", name=check.name),
            )
        return (message(f"head-one-{verdict}", which=which), message(f"head-one-{verdict}-short"))
    if check.name:
        heads.append(message(f"head-{verdict}-named", **counts, which=which, name=check.name))
    return (
        *heads,
        message(f"head-{verdict}-which", **counts, which=which),
        message(f"head-{verdict}", **counts),
    )


def _promise_rows(judgements: Sequence[ClaimVerdict]) -> list[tuple[str, str]]:
    """One row per promise and verdict, with the block sizes at which the promise got it."""
    sizes: dict[tuple[str, str], list[str]] = {}
    for judged in judgements:
        base, size = name_and_size(judged)
        sizes_at = sizes.setdefault((message(f"badge-{judged.verdict}"), base), [])
        sizes_at += [size] if size else []
    return [
        (
            verdict,
            message("at-size", promise=base, size=language.listing(sizes_at)) if sizes_at else base,
        )
        for (verdict, base), sizes_at in sizes.items()
    ]


def name_and_size(judged: ClaimVerdict) -> tuple[str, str]:
    """The name of a promise with its target where there are several, and the block size that its
    name ends with: apart, since promises often differ by it alone."""
    size, name = judged.terms.block_size, judged.promise
    base = words.without_size(name, size)
    apart = size if size and base != name else ""
    return (f"{base}, {judged.target}" if judged.target else base), apart


def sentences(evidence: Evidence) -> tuple[str, ...]:
    """Each promise with its verdict."""
    check = check_of(evidence)
    return tuple(
        message(
            f"sentence-{judged.verdict}",
            promise=judged.promise,
            because=language.without_stop(judged.because),
        )
        for judged in (check.evidence if check else ())
    )


def objective(evidence: Evidence) -> str:
    """What was promised, in a few words."""
    check = check_of(evidence)
    return message("promises-below", promises=len(check.evidence) if check else 0)


def table(evidence: Evidence) -> Table:
    """Every promise with its verdict and its reason."""
    check = check_of(evidence)
    # The worst come first, so that only kept promises are left out.
    promises = check.worst_first if check else []
    columns = (
        Column(message("column-promise"), number=False),
        Column(message("column-verdict"), number=False),
        Column(message("column-because"), number=False),
    )
    rows = tuple(
        (
            judged.promise,
            message(f"verdict-{judged.verdict}"),
            language.without_stop(judged.because),
        )
        for judged in promises[:_MOST_ROWS]
    )
    left = len(promises) - len(rows)
    caption = message("table-promises-more", promises=left) if left > 0 else ""
    return Table(message("table-promises", promises=len(promises)), columns, rows, caption)


def levels(evidence: Evidence) -> list[Level]:
    """Levels of the promises: bounds on latency, and rates."""
    return [*_level_bounds(evidence), *_rate_levels(evidence)]


def _level_bounds(evidence: Evidence) -> list[Level]:
    """Bounds on latency that promises state, with `ideal` and `tolerable`."""
    if "promise" not in evidence.campaign.spec:
        return []
    try:
        claims = PromiseFile.model_validate(evidence.campaign.spec["promise"]).claims()
    except (ValueError, PlimsollError):
        # A promise of another version has verdicts, but its levels are not drawn.
        return []
    levels = []
    for claim in claims:
        for level in claim.levels:
            statistic = level.terms[0].statistic
            if level.bound_ns is not None and statistic is not None:
                name = message(f"level-{level.name or 'objective'}")
                name = f"{name} {statistic} <= {units.nanos(level.bound_ns)}"
                levels.append(Level(name, level.bound_ns, "time", statistic.replace(".", "_")))
    return list(dict.fromkeys(levels))


def _rate_levels(evidence: Evidence) -> list[Level]:
    """Rates that were promised."""
    check = check_of(evidence)
    return [
        Level(
            message(
                f"level-{judged.direction}", promise=judged.promise, rate=units.rate(judged.value)
            ),
            judged.value,
            "rate",
        )
        for judged in (() if check is None else check.evidence)
        if judged.value is not None and judged.unit == "IOPS"
    ]


PARTS = Parts(summary=summary, sentences=sentences, table=table, objective=objective, levels=levels)
