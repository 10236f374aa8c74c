"""Factor studies as a design of campaigns, the interface of `campaign/designs.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.base.errors import InputError
from plimsoll.campaign.plan import Factor
from plimsoll.campaign.spec import Load, Spec, Workload
from plimsoll.features.factors import factor_design, factor_points, factor_runs, tables
from plimsoll.features.factors import runs as study
from plimsoll.features.factors.factor_spec import StudyTable
from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules import study as kept_study
from plimsoll.features.factors.rules import words
from plimsoll.features.factors.rules.analysis import TooFewRunsError
from plimsoll.features.factors.rules.document import Answer
from plimsoll.features.factors.rules.study import Study
from plimsoll.judge.quantity import native
from plimsoll.native import stack_parameters
from plimsoll.native.session import parse_span
from plimsoll.report.describe import Table
from plimsoll.store import CampaignRow, Store
from plimsoll.store.plans import PlannedPoint

if TYPE_CHECKING:
    from plimsoll.campaign.point import PointRunner

STRATEGY = "factors"
KEY = kept_study.KEY
ROWS_PRINTED = 12
_KEYS = {"workload": tuple(Workload.model_fields), "load": tuple(Load.model_fields)}
"""Keys that a factor may set, besides parameters of a stack."""


def refuse(spec: Spec) -> None:
    """Raises ValueError for a contradictory study, and for its tables in another campaign."""
    if spec.campaign.strategy != STRATEGY:
        if spec.factor or spec.study != StudyTable():
            raise ValueError(message("tables-without-study", strategy=spec.campaign.strategy))
        return
    if not spec.factor:
        raise ValueError(message("nothing-to-study"))
    if spec.study.response == "cpu_per_io" and spec.campaign.virtual:
        raise ValueError(message("no-processor-time"))
    if spec.study.time is not None:
        native(parse_span, spec.study.time)
        if spec.campaign.virtual and spec.point_strategy.chooses_load:
            raise ValueError(message("time-with-search", response=spec.study.response))
    if len(spec.all_targets) > 1 or len(spec.workload) > 1 or len(spec.load) > 1:
        raise ValueError(message("one-workload-one-load"))
    lists = [
        f"{table}.{key}"
        for table, given in (
            ("stack", spec.stack),
            ("workload", spec.workload[0].model_dump(exclude_none=True)),
            ("load", spec.load[0].model_dump(exclude_none=True)),
        )
        for key, value in given.items()
        if table != "stack" and isinstance(value, list)
    ]
    if lists:
        raise ValueError(message("list-in-study", key=lists[0]))
    if spec.campaign.repeats > 1:
        raise ValueError(message("no-repeats"))
    _refuse_keys(spec)


def _refuse_keys(spec: Spec) -> None:
    """Raises ValueError for an unknown key, or one of two factors."""
    owners: dict[str, str] = {}
    for name, factor in spec.factor.items():
        for key in factor.keys:
            if key in owners:
                raise ValueError(message("both-set", factor=owners[key], other=name, key=key))
            owners[key] = name
            if key.startswith("stack.") and not spec.all_targets[0].is_described:
                raise ValueError(message("not-described", factor=name, key=key))
            table, _, field = key.partition(".")
            known = _KEYS.get(table)
            if known is not None and field not in known:
                raise ValueError(
                    message(
                        "no-such-key",
                        factor=name,
                        key=key,
                        table=table,
                        known=", ".join(sorted(known)),
                    )
                )


def point_strategy(spec: Spec) -> str:
    """The strategy of each Point, which is that of its response."""
    return kept_study.response(spec.study.response).strategy


def strategy_origin(spec: Spec) -> str:
    """The setting in the file that decides the strategy."""
    return message("response-chooses", response=spec.study.response)


def alternative() -> str:
    """The alternative to a strategy that chooses the load."""
    return message("response-alternative")


def key_levels(spec: Spec) -> dict[str, list[Any]]:
    """The keys that its factors set, each with its levels."""
    found: dict[str, list[Any]] = {}
    for factor in spec.factor.values():
        if not factor.keys:
            continue
        each = factor.levels if factor.sets else list(map(stack_parameters.flat, factor.levels))
        for key in factor.keys:
            values = (entry.get(key) if isinstance(entry, dict) else entry for entry in each)
            found[key] = [value for value in values if value is not None]
    return found


def read(spec: Spec, path: Path) -> Spec:
    """The campaign with the configurations of its factors."""
    if spec.configuration:
        raise InputError(*message.refusal("no-configuration", path=path))
    folder = path.absolute().parent
    factors = {
        name: factor_points.with_policies(factor, folder) if factor.is_policy else factor
        for name, factor in spec.factor.items()
    }
    found = spec.model_copy(update={"factor": factors})
    return found.model_copy(update={"configuration": factor_points.configurations(found)})


def design_document(spec: Spec) -> object:
    """The study as it is stored."""
    return factor_design.design_study(spec).model_dump(mode="json", by_alias=True)


def check(spec: Spec, expected_s: float | None) -> None:
    """Raises InputError for a study that exceeds its time."""
    factor_design.refuse_short(spec, expected_s)


def check_files(spec: Spec) -> None:
    """Checks levels that are policy files, through the feature of policies."""
    if any(factor_points.is_of_policies(factor) for factor in spec.factor.values()):
        from plimsoll.features.policy import level

        level.check(spec)


def points(spec: Spec) -> Iterator[PlannedPoint]:
    """The Points in run order."""
    return factor_points.points_of(spec, factor_points.combinations(spec))


def number(spec: Spec) -> int:
    """The number of planned Points."""
    return len(factor_design.design_study(spec).runs)


def factors(spec: Spec) -> list[Factor]:
    """The factors and their levels."""
    return [
        Factor(name, tuple(factor.words(at) for at in range(len(factor.levels))))
        for name, factor in spec.factor.items()
    ]


def design_plan(spec: Spec) -> Study:
    """The design."""
    return factor_design.design_study(spec)


def plan_words(planned: Study) -> list[str]:
    """Sentences on the design and its power."""
    lines = [
        message("plan-design", design=words.design(planned)),
        message("plan-judged", response=words.response_words(planned)),
        message("plan-power", power=words.power(planned)),
    ]
    return lines if planned.time_s is None else [*lines, words.time(planned)]


def plan_rows(planned: Study) -> tuple[list[str], list[list[str]]]:
    """The first Runs of the design in run order."""
    layers = len({run.block for run in planned.runs}) > 1
    plots = len({run.plot for run in planned.runs}) > 1
    head = ["", *([message("plan-block")] if layers else [])]
    head += [message("plan-plot")] if plots else []
    head += [factor.name for factor in planned.factors]
    rows = [
        [
            str(at),
            *([str(run.block + 1)] if layers else []),
            *([str(run.plot + 1)] if plots else []),
            *(factor.level(code) for factor, code in zip(planned.factors, run.levels, strict=True)),
        ]
        for at, run in enumerate(planned.runs[:ROWS_PRINTED], 1)
    ]
    return head, rows


def run(points: PointRunner) -> None:
    """Runs the planned, added and confirming Points."""
    study.run(points)


def answer(store: Store, campaign: CampaignRow) -> Answer | None:
    """The answer. None with too few Runs."""
    if kept_study.read(campaign.spec) is None:
        return None
    try:
        return factor_runs.answer(store, campaign.id)
    except TooFewRunsError:
        return None


def answer_words(answer: Answer | None) -> tuple[Sequence[str], Sequence[Table | None]]:
    """The answer in sentences and tables, or the reason for its absence."""
    if answer is None:
        return (message("no-answer-yet"),), ()
    lines = (words.headline(answer), *words.because(answer))
    return lines, (tables.effects(answer), tables.interactions(answer))
