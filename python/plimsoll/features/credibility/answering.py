"""A judgement as a program gets it: `plimsoll.judge`."""

from collections.abc import Sequence
from pathlib import Path

from plimsoll.features.credibility import document, judging
from plimsoll.features.credibility.links import link_of_name
from plimsoll.library.judgement import JudgeResult


def judge(paths: Sequence[Path], link: str | None) -> JudgeResult:
    """The judgement of these files and folders."""
    named = None if link is None else link_of_name(link)
    return JudgeResult(document.document(judging.judge(paths, named)))
