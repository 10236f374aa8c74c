"""Groups Runs and searches of the variants by question, and finds what keeps others apart.

`question.py` defines a question. Pure: groups what `report/evidence/variants.py` read.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from plimsoll.base.errors import InputError
from plimsoll.features.compare.messages import message
from plimsoll.features.compare.rules import words
from plimsoll.features.compare.rules.question import (
    QuestionTerms,
    apart,
    both_tell,
    of_run,
    of_search,
)
from plimsoll.judge.variant import Different, Run, Search, Unlike, Variant, mixes

Answer = TypeVar("Answer", Run, Search)


@dataclass(frozen=True)
class Question:
    """A question, and the Runs or searches of each variant that answer it, in order of time."""

    document: QuestionTerms
    runs: tuple[tuple[Run, ...], ...] = ()
    searches: tuple[tuple[Search, ...], ...] = ()


@dataclass(frozen=True)
class UnmatchedQuestion:
    """A question without an answer of the first variant or of all others, and the variants that
    have one."""

    document: QuestionTerms
    variants: tuple[int, ...]


@dataclass(frozen=True)
class Matching:
    """Questions with answers of the first and another variant, the other questions, and further
    differences between the variants."""

    questions: tuple[Question, ...]
    unmatched: tuple[UnmatchedQuestion, ...]
    differs: tuple[Different, ...]


def sort(
    variants: Sequence[Variant],
    *,
    across: bool = False,
    planned: Callable[[int], str] | None = None,
) -> Matching:
    """The questions of these variants. `across`: match by load alone (searches: all), whatever else
    differs.

    `planned` returns the plan of a Run as a key. Parts of one campaign with equal plans have the
    same question, even where a load was resolved differently (a worker per volume). Raises
    InputError, with the differences, where a variant has no question in common with the first.
    """
    several = any(len(_targets(variant)) > 1 for variant in variants)
    foreign = any(run.is_imported for variant in variants for run in variant.runs)

    configured = any(len({run.configuration for run in v.runs}) > 1 for v in variants)
    mixes = _mixes(run for variant in variants for run in variant.runs)

    def question_of(run: Run) -> QuestionTerms:
        document = of_run(run)
        if foreign:
            document = both_tell(document, mixes)
        if configured:
            document = document | {"configuration": run.configuration}
        return _with_target(document, run, several=several)

    def loads(variant: Variant) -> set[str]:
        """The load keys of a variant, which `across` matches by."""
        every = [*map(question_of, variant.runs), *map(of_search, variant.searches)]
        return {json.dumps(_load_key(search), sort_keys=True) for search in every}

    runs = _group_answers(
        [v.runs for v in variants],
        question_of,
        across,
        None if planned is None else lambda run: planned(run.id),
    )
    searches = _group_answers(
        [v.searches for v in variants],
        lambda search: _with_target(of_search(search), search, several=several),
        across,
        None if planned is None else lambda search: planned(search.runs[0].id),
    )
    questions = [Question(document, runs=groups) for document, groups in runs]
    questions += [Question(document, searches=groups) for document, groups in searches]
    common = [q for q in questions if _is_answered(q)]
    differs = tuple(_differences(variants))
    for index, other in enumerate(variants[1:], 1):
        if not any((question.runs or question.searches)[index] for question in common):
            raise InputError(
                message(
                    "nothing-comparable",
                    name=variants[0].name,
                    other=other.name,
                    difference=words.apart(
                        apart(
                            _all_questions(variants[0], configured=configured),
                            _all_questions(other, configured=configured),
                        )
                    ),
                ),
                (
                    message("same-conditions-or-across")
                    if not across and loads(variants[0]) & loads(other)
                    else message("same-conditions")
                ),
            )
    unmatched = tuple(_unmatched_question(q) for q in questions if not _is_answered(q))
    return Matching(tuple(replace(q) for q in common), unmatched, differs)


def _all_questions(variant: Variant, *, configured: bool) -> list[QuestionTerms]:
    """The questions of its Runs and searches. `configured`: a configuration is part of them."""
    own: QuestionTerms
    own_questions: list[QuestionTerms] = []
    for run in variant.runs:
        own = {"configuration": run.configuration} if configured else {}
        own_questions.append(of_run(run) | own)
    return [*own_questions, *map(of_search, variant.searches)]


def _mixes(runs: Iterable[Run]) -> dict[float, float]:
    return mixes(run.spec["workload"]["read_percent"] for run in runs)


def _is_answered(question: Question) -> bool:
    first, *others = question.runs or question.searches
    return bool(first) and any(others)


def _targets(variant: Variant) -> set[str]:
    specs = [*(run.spec for run in variant.runs), *(search.spec for search in variant.searches)]
    return {str(spec["target"]["name"]) for spec in specs}


def _with_target(document: QuestionTerms, answer: Run | Search, *, several: bool) -> QuestionTerms:
    """The question with its target, where a variant has several."""
    return document | {"target": answer.spec["target"]["name"]} if several else document


def _group_answers(
    variants: Sequence[Sequence[Answer]],
    question: Callable[[Answer], QuestionTerms],
    across: bool,
    planned: Callable[[Answer], str] | None,
) -> list[tuple[QuestionTerms, tuple[tuple[Answer, ...], ...]]]:
    by_key: dict[str, tuple[QuestionTerms, list[list[Answer]]]] = {}
    for index, answers in enumerate(variants):
        for answered_by in sorted(answers, key=lambda answer: answer.began_s or 0.0):
            document = question(answered_by)
            identity: object = _load_key(document) if across else document
            if planned is not None:
                # Its target and what is set in it are in it, where they are not what is compared.
                identity = planned(answered_by)
            key = json.dumps(identity, sort_keys=True)
            by_key.setdefault(key, (document, [[] for _ in variants]))[1][index].append(answered_by)
    return [
        (document, tuple(tuple(group) for group in groups)) for document, groups in by_key.values()
    ]


def _load_key(document: QuestionTerms) -> list[object]:
    """Kind and size of the load, which --across matches by."""
    load = document.get("load", {})
    return [load.get("kind"), load.get("offered_rate_per_s"), load.get("queue_depth")]


def _unmatched_question(question: Question) -> UnmatchedQuestion:
    groups = question.runs or question.searches
    return UnmatchedQuestion(
        question.document, tuple(at for at, group in enumerate(groups) if group)
    )


def _host(run: Run) -> str | None:
    host = run.record["host"]
    return host["hostname"] if host else None


def _max_outstanding(run: Run) -> int | None:
    load = run.spec["load"]
    return load["max_outstanding"] if load["kind"] == "open" else None


def _measure_s(run: Run) -> float | None:
    # Imported Runs may lack it.
    asked: int | None = run.spec["phases"]["measure_ns"]
    return None if asked is None else asked / 1e9


def _program(run: Run) -> str:
    """The program that measured a Run."""
    imported: Any = run.record.get("imported")
    return str(imported["source"]["program"]) if imported else "Plimsoll"


_CONDITIONS: dict[Unlike, Callable[[Run], str | float | None]] = {
    "engine": lambda run: run.spec["engine"],
    "version": lambda run: run.record["version"]["plimsoll"],
    "host": _host,
    "measure_s": _measure_s,
    "workers": lambda run: run.spec["load"]["workers"],
    "working_set_bytes": lambda run: run.spec["workload"]["working_set_bytes"],
    "program": _program,
    "max_outstanding": _max_outstanding,
}
_SEARCH_CONDITIONS: tuple[Unlike, ...] = ("engine", "version", "host")
"""Runs of a search differ in all other conditions by design."""


def _differences(variants: Sequence[Variant]) -> Iterator[Different]:
    """Conditions outside of the question in which the variants differ, as far as their texts
    do."""
    for condition, read in _CONDITIONS.items():
        by_variant = []
        for variant in variants:
            of_searches = condition in _SEARCH_CONDITIONS
            runs = [*variant.runs] or [search.runs[0] for search in variant.searches if of_searches]
            values = {
                words.value(condition, value): value
                for run in runs
                if (value := read(run)) is not None
            }
            by_variant.append(dict(sorted(values.items())))
        if any(value.keys() != by_variant[0].keys() for value in by_variant):
            yield Different(condition, tuple(tuple(value.values()) for value in by_variant))
