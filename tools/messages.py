"""The page of every verdict, reason, obstacle and finding that the product can print:
`docs/reference/messages.md`.

The sentences come from the product's own tables of codes, so no code can be missing (a test counts
them). What a sentence means for its reader and what to do about it stands in `messages.toml`, for
one code or for several that mean the same.
"""

from __future__ import annotations

import inspect
import re
import string
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from plimsoll.base.errors import _OUTCOME_CODES, outcome_text
from plimsoll.features.compare.rules import comparison
from plimsoll.features.limits.rules import finding as limits
from plimsoll.features.limits.rules import words as limit_words
from plimsoll.features.policy import words as policy_words
from plimsoll.features.policy.changes import Configured
from plimsoll.features.policy_simulation import words as estate_words
from plimsoll.features.promises.rules import words as promise_words
from plimsoll.features.promises.rules.document import Verdict as PromiseVerdict
from plimsoll.features.scaling import depths
from plimsoll.features.suites.history import document as history
from plimsoll.judge import rounds, run_text
from plimsoll.judge.timeline import KINDS as EPISODES
from plimsoll.report.evidence import search_end
from plimsoll.report.first import search_obstacle, search_text
from plimsoll.report.messages import message as report_message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Written = Callable[[str, Mapping[str, Any]], dict[str, str]]

ROOT = Path(__file__).resolve().parent.parent
MEANINGS = Path(__file__).with_suffix(".toml")
BLANK = "…"
"""Stands for a figure, or for words that come from elsewhere."""
LONGEST = 6
"""Words of a sentence that are shown: enough to know it by."""
LEADING_ON = (
    *("a", "an", "and", "as", "at", "by", "for", "in", "is", "its", "no", "of", "on", "or"),
    *("that", "the", "this", "to", "was", "with"),
)
"""Words that a shown beginning does not end with: they help nobody to recognise it."""
FEWEST = 4
"""Words that stay, whatever they are."""
BELOW_A_LINE = ("missed_below", "two_regimes")
"""Notes of sizing that have the sentences of promises."""
BECAUSE = ROOT / "crates/run/src/because.rs"
MISMATCHES = ROOT / "crates/engine/src/verify/findings.rs"


class _Figures(dict[str, Any]):
    """Figures for an example sentence: those that are given, and for each other name a number that
    has the size of its unit."""

    SIZES: ClassVar[tuple[tuple[str, float], ...]] = (
        ("_per_s", 3000.0),
        ("_bytes", 4096.0),
        ("_ns", 1e6),
        ("_s", 20.0),
        ("seconds", 20.0),
        ("share", 0.05),
        ("percent", 70.0),
    )

    TEXTS: ClassVar[Mapping[str, str]] = {"steps": "cap", "client": "processors"}
    USUAL: ClassVar[Mapping[str, float]] = {
        "block_bytes": 4096.0,
        "read_percent": 100.0,
        "measured_per_s": 3000.0,
        "offered_per_s": 3000.0,
        "line_low_per_s": 3000.0,
        "line_high_per_s": 3200.0,
    }
    """Figures whose absence would change the sentence."""

    def __missing__(self, name: str) -> Any:
        if name in self.TEXTS:
            return self.TEXTS[name]
        return next((size for end, size in self.SIZES if name.endswith(end)), 8.0)


@dataclass(frozen=True)
class Table:
    """Codes of one kind, with the sentence of each."""

    name: str
    """In `messages.toml`."""
    title: str
    sentences: Mapping[str, str]


def tables(examples: Mapping[str, Mapping[str, Any]]) -> tuple[Table, ...]:
    """Every table. `examples`: figures of single codes, where a made-up number does not do."""

    def catalogue_sentences(name: str, catalogue: Mapping[str, Any]) -> dict[str, str]:
        return {
            code: _sentence(said, examples.get(f"{name}.{code}", {}))
            for code, said in catalogue.items()
        }

    return (*_of_runs_and_searches(), *_of_other_answers(catalogue_sentences))


def _of_runs_and_searches() -> tuple[Table, ...]:
    own_names = {one: outcome_text(one) for one in _OUTCOME_CODES}
    ends = get_args(search_end.Code)
    why_ended = of_catalogue("search", "reason-") | {
        code: report_message(f"reason-{code}") for code in search_text.REASONS
    }
    obstacles = {
        f"{table}.{code}": report_message(f"{start}-{code}")
        for table, start, codes in (
            ("confirmed", "obstacle", search_obstacle.END_OBSTACLES),
            ("of_files", "file-obstacle", search_obstacle.FILE_OBSTACLES),
            ("moved", "moved", search_obstacle.DISTURBANCES),
        )
        for code in codes
    } | {
        "page_cache": report_message("page-cache-answered"),
    }
    return (
        Table("outcome", "Outcome of a Run", own_names),
        Table("because", "Why a Run ended as it did", _of_rust(BECAUSE, "Because")),
        Table("verdict", "Verdict of a Run with an objective", of_catalogue("judge", "verdict-")),
        Table(
            "judgement",
            "Why an objective was judged so",
            {code: run_text.reason(code, 3.0, 2.0) for code in run_text.REASONS},
        ),
        Table("limiter", "Who limited a Run or a line", of_catalogue("base", "limiter-")),
        Table("sign", "What a limiter rests on", of_catalogue("judge", "sign-")),
        Table("decides", "What would decide a limiter", of_catalogue("judge", "decides-")),
        Table("search", "How a search ended", {code: _badge(code) for code in ends}),
        Table("search_reason", "Why a search ended", why_ended),
        Table("obstacle", "What stood in the way of a search", obstacles),
        Table("event", "Notes of a search", of_catalogue("search", "event-")),
        Table(
            "point",
            "Why a Point of a campaign has no answer",
            of_catalogue("search", "point-") | {"cached": ""},
        ),
    )


def _of_other_answers(written: Written) -> tuple[Table, ...]:
    return (
        Table(
            "promise_verdict",
            "Verdict on a promise",
            {code: code for code in get_args(PromiseVerdict)},
        ),
        Table(
            "promise", "Reasons of a verdict on a promise", written("promise", promise_words.WORDS)
        ),
        Table("limits_verdict", "Limits", {code: code for code in get_args(limits.Verdict)}),
        Table(
            "limits", "What a finding about limits rests on", written("limits", limit_words.WORDS)
        ),
        Table(
            "flatness",
            "What more outstanding I/O gave",
            {
                code: text.rpartition("the latency")[2].strip(" ,:;")
                for code, text in of_catalogue("judge", "flatness-").items()
            }
            | {code: _sentence(text, {}) for code, text in promise_words.NO_PAIR.items()},
        ),
        Table(
            "compare_verdict",
            "Verdict of a comparison",
            {code.replace(" ", "_"): code for code in get_args(comparison.Overall)},
        ),
        Table("compare", "Reasons of a comparison", of_catalogue("features/compare", "reason-")),
        Table("factor", "Verdict on a factor", of_catalogue("features/factors", "verdict-")),
        Table(
            "missing",
            "Runs of a factor study without a figure",
            of_catalogue("features/factors", "missing-"),
        ),
        Table(
            "size",
            "Notes of sizing",
            of_catalogue("features/sizing", "note-")
            | written("size", {code: promise_words.WORDS[code] for code in BELOW_A_LINE}),
        ),
        *_of_histories_and_policies(written),
    )


def _of_histories_and_policies(written: Written) -> tuple[Table, ...]:
    return (
        Table("episode", "What happened in a Run", EPISODES),
        Table("timeline", "Notes of a time line", of_catalogue("judge", "note-")),
        Table(
            "history",
            "History",
            {code: code.replace("_", " ") for code in get_args(history.Standing)},
        ),
        Table(
            "depth",
            "Queue depth",
            {code: code.replace("_", " ") for code in get_args(depths.ReasonKind)},
        ),
        Table(
            "rounds",
            "Rounds of a suite",
            {code: code for code in get_args(rounds.Steadiness)},
        ),
        Table(
            "configured",
            "Policies: what is set",
            {code: policy_words.state_in_configuration(code) for code in get_args(Configured)},
        ),
        Table("policy", "Findings of a policy file", written("policy", policy_words.FINDINGS)),
        Table("place", "Why a datastore does not fit", written("place", policy_words.MISSES)),
        Table("proven", "Policies: what was proven", written("proven", policy_words.PROVEN)),
        Table("proof", "Notes of a proof", written("proof", policy_words.PROOF_NOTES)),
        Table("estate", "Notes of a simulated policy", written("estate", estate_words.NOTES)),
        Table(
            "neighbour",
            "Who else used the machine",
            {
                kind: of_catalogue("native", f"also-{code}")[""].removesuffix(f": {BLANK}")
                for kind, code in (("measuring", "measuring"), ("device", "both"), ("cpu", "cpu"))
            },
        ),
        Table("mismatch", "Findings of --verify", _of_rust(MISMATCHES, "MismatchKind")),
        Table("result", "Findings on an imported result", of_catalogue("report", "finding-")),
        Table(
            "judge",
            "What a result lacks",
            of_catalogue("features/credibility", "about-")
            | of_catalogue("features/credibility", "above-"),
        ),
        Table("held", "What held a volume", of_catalogue("features/counters", "held-")),
        Table("needs", "What a volume needs", of_catalogue("features/counters", "verdict-")),
    )


def page() -> str:
    """Every sentence, below what it means and what to do."""
    told = tomllib.loads(MEANINGS.read_text())
    every = tables(told.get("example", {}))
    if wrong := problems(every, told):
        raise SystemExit("messages.toml: " + "\n".join(wrong))
    parts = [f"# Messages and what to do\n\n{told['head'].strip()}"]
    for table in every:
        parts.append(f"## {table.title}")
        for group in told["group"]:
            if group["of"] != table.name:
                continue
            parts += [group["means"].strip(), _code_list(group["codes"], table.sentences)]
    return "\n\n".join(parts) + "\n"


def _code_list(codes: Sequence[str], sentences: Mapping[str, str]) -> str:
    """Codes with their sentences, as far as it takes to know one by; those that stand for
    themselves on one line."""
    lines, bare = [], []
    for code in codes:
        plain = sentences[code].strip(f"{BLANK} .:/()").lower()
        if not plain or plain == code.replace("_", " "):
            bare.append(f"`{code}`")
            continue
        lines.append(f"- `{code}`: {_beginning(sentences[code])}")
    return "\n".join([*([f"- {', '.join(bare)}"] if bare else []), *lines])


def _beginning(sentence: str) -> str:
    """The first words of a sentence, or of the first of its forms, without the blanks in front of
    them and behind them."""
    form = next(form for form in sentence.split(" / ") if _has_letters(form))
    words = form.rstrip(".").split()
    first = next(place for place, word in enumerate(words) if _has_letters(word))
    shown = words[first : first + LONGEST]
    if first + len(shown) < len(words):
        while not _has_letters(shown[-1]) or (len(shown) > FEWEST and shown[-1] in LEADING_ON):
            shown.pop()
    end = BLANK if first + len(shown) < len(words) else ""
    return " ".join(shown).rstrip(f"{BLANK} ,:;(") + end


def _has_letters(text: str) -> bool:
    return any(letter.isalnum() for letter in text)


def problems(every: Iterable[Table], told: Mapping[str, Any]) -> list[str]:
    """Codes that no group names, and codes of groups that are nowhere; each once."""
    named = [(group["of"], code) for group in told["group"] for code in group["codes"]]
    known = {(table.name, code) for table in every for code in table.sentences}
    return [
        *(f"nothing says what {of}.{code} means" for of, code in sorted(known - set(named))),
        *(f"there is no {of}.{code}" for of, code in sorted(set(named) - known)),
        *(
            f"{of}.{code} is there twice"
            for of, code in sorted(set(named))
            if named.count((of, code)) > 1
        ),
    ]


def of_catalogue(package: str, prefix: str) -> dict[str, str]:
    """The messages of a package that begin so, by the rest of their codes; of a code with several
    messages the first."""
    text = (ROOT / "python/plimsoll" / package / "messages/en.ftl").read_text()
    found: dict[str, str] = {}
    for code, value in re.findall(r"(?m)^([\w-]+) = (?:\{ \$\w+ ->\n *\[\w+\] )?(.*)$", text):
        if code.startswith(prefix):
            rest = code.removeprefix(prefix).partition("-")[0]
            found.setdefault(rest, re.sub(r"\{[^}]*\}", BLANK, value))
    return found


def _badge(code: search_end.Code) -> str:
    """What stands on an answer that ended so: the first message of its wording."""
    source = inspect.getsource(search_text._WORDINGS[code])
    found = re.search(
        r'(?:Wording\(|_no_answer_wording\(terms,|badge=)\s*message\("([^"]*)"', source
    )
    assert found is not None
    return report_message(found[1], machine="quiet")


def _sentence(said: Any, figures: Mapping[str, Any]) -> str:
    """A text with a blank for each figure; of a function what it says of example figures."""
    if callable(said):
        said = str(said(_Figures(figures or _Figures.USUAL)))
        return re.sub(r"(?<![\w.])\d(?:[\d,.e+]*\d)?(?!\w)", BLANK, said)
    parts = string.Formatter().parse(str(said))
    return "".join(text + ("" if name is None else BLANK) for text, name, _, _ in parts)


def _of_rust(path: Path, enum: str) -> dict[str, str]:
    """The variants of an enum with what its `Display` says of each: every literal of the arm, with
    blanks for figures. Where enum and sentences are made from one list (`reasons!`), of the
    list."""
    text = path.read_text()
    listed = text.partition("\nreasons! {")[2].partition("\n}\n")[0]
    shown = listed or text.partition(f"impl fmt::Display for {enum}")[2] or text
    begins = r"\n {4}(?=[A-Z])" if listed else rf"\n {{12}}(?=(?:Self|{enum})::)"
    sentences: dict[str, str] = {}
    for arm in re.split(begins, shown)[1:]:
        found = re.match(r"(\w+)" if listed else rf"(?:Self|{enum})::(\w+)", arm)
        assert found is not None
        code = re.sub(r"(?<!^)(?=[A-Z])", "_", found[1]).lower()
        body = arm.partition("=>")[2].partition("\n        }\n")[0]
        literals = re.findall(r'"((?:[^"\\]|\\.|\\\n)*)"', body)
        said = " / ".join(re.sub(r"\\\n\s*", "", one) for one in literals if len(one) > 3)
        said = re.sub(r"\{[^}]*\}", BLANK, said)
        sentences[code] = f"{sentences[code]} / {said}" if sentences.get(code) else said
    return sentences
