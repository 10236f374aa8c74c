"""A policy from lines to its proof: chosen, written, read back, driven."""

from dataclasses import dataclass

from plimsoll.base import units, workload_text
from plimsoll.base.printable import printable
from plimsoll.base.version import __version__
from plimsoll.features.policy.proof import Proof
from plimsoll.features.suggest.choosing import Basis, Choosing, Meaning, PolicyChoice, Remark
from plimsoll.features.suggest.lines import FoundLine, StoredLines
from plimsoll.features.suggest.messages import message
from plimsoll.features.suggest.proof import prove
from plimsoll.features.suggest.targets.contract import Option, Target


@dataclass(frozen=True)
class Suggestion:
    """A policy for a system, with its text and its proof."""

    target: Target
    options: dict[Option, str]
    lines: StoredLines
    headroom: float
    chosen: PolicyChoice
    text: str
    proof: Proof


def suggest(
    target: Target, options: dict[Option, str], lines: StoredLines, headroom: float
) -> Suggestion:
    """The policy of a target. Raises NoPolicy where the lines do not support one."""
    chosen = target.choose(Choosing(lines, headroom), options)
    text = policy_text(target, options, lines, headroom, chosen)
    meaning = read_back(target, text, chosen.meaning)
    proof = prove(meaning, target.profile)
    return Suggestion(target, options, lines, headroom, chosen, text, proof)


def read_back(target: Target, text: str, meant: Meaning) -> Meaning:
    """What the text means. It is what was meant."""
    meaning = target.read(text)
    assert meaning == meant, f"{target.name}: written {meant}, read back {meaning}"
    return meaning


def policy_text(
    target: Target,
    options: dict[Option, str],
    lines: StoredLines,
    headroom: float,
    chosen: PolicyChoice,
) -> str:
    """The text with its comments: where each figure comes from, with its interval, and what is
    remarkable. Comments are English, as all that is kept."""
    comments = [
        message(
            "comment-head",
            version=__version__,
            system=target.name,
            target=lines.target,
            store=lines.store,
        ),
        *(_basis(basis, headroom) for basis in chosen.bases),
        *(remark(chosen, code) for code in chosen.remarks),
    ]
    return "".join(_comment(target, line) for line in comments) + target.write(
        chosen.meaning, options
    )


def remark(chosen: PolicyChoice, code: Remark) -> str:
    """A remark on a policy in words."""
    if code != "allows_more":
        return message(f"remark-{code}")
    assert chosen.excess is not None
    line = chosen.excess.line
    return message(
        "remark-allows_more",
        allowed=units.iops(chosen.excess.allowed_per_s),
        workload=workload(line),
        plan=units.iops(line.plan_per_s or 0),
        campaign=line.campaign,
    )


def _comment(target: Target, text: str) -> str:
    begin, end = target.comment
    text = printable(text)
    # Two dashes end a comment of XML.
    while end and "--" in text:
        text = text.replace("--", "- -")
    return f"{begin}{text}{end}\n"


def _basis(basis: Basis, headroom: float) -> str:
    line = basis.line
    return message(
        "comment-basis",
        figure=message(f"figure-{basis.figure}"),
        value=basis.value,
        campaign=line.campaign,
        workload=workload(line),
        objective=line.objective or "",
        plan=units.iops(line.plan_per_s or 0),
        interval=interval(line),
        headroom=f"{headroom:g}",
    )


def workload(line: FoundLine) -> str:
    """What a line is of, in words."""
    return message(
        "workload",
        pattern=workload_text.pattern(line.question.pattern),
        block=units.block_size(line.question.block_bytes),
        mix=units.mix(line.question.read_percent),
    )


def interval(line: FoundLine) -> str:
    """The interval of a line and its grade."""
    ends = {"low": units.digits(line.low or 0), "grade": line.grade}
    if line.high is None:
        return message("interval-open", **ends)
    return message("interval", high=units.digits(line.high), **ends)
