"""What the scripts of a page say, in the language of the page: they have no words of their own.

A figure that a script fills in stands in braces. A text with a number of things has a form for each
plural of English, Japanese and Turkish. The texts stand in the page as JSON, which is no script to
the policy of our pages (`guard.py`)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from plimsoll.base import language
from plimsoll.web.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterable

    Texts = dict[str, str | dict[str, str]]

FORMS = {"one": 1, "other": 2}
"""A number of each plural (Unicode CLDR), to choose its form by."""
PHASES = ("warmup", "measure", "drain")
"""Those that intervals have."""
LINES = (
    "offered",
    "issued",
    "achieved",
    "bytes",
    "max",
    "cpu",
    "core",
    "pressure",
    "disk",
)
"""The lines of plots, but for percentiles."""


def element(scripts: Iterable[str]) -> str:
    """The texts of these scripts as an element of a page; empty without any."""
    texts: Texts = {}
    for script in scripts:
        texts |= _TEXTS[script]()
    if not texts:
        return ""
    data = {
        "share": language.share("{number}"),
        "separator": language.conventions().separator,
        "texts": texts,
    }
    # Nothing in it can end the element.
    content = json.dumps(data).replace("<", "\\u003c")
    return f'<script type="application/json" id="texts">{content}</script>'


def _shelf() -> Texts:
    return {
        "found-campaigns": {
            form: message("found-campaigns", campaigns=campaigns, count="{count}")
            for form, campaigns in FORMS.items()
        },
        "found-some": {
            form: message("found-some", campaigns=campaigns, shown="{shown}", count="{count}")
            for form, campaigns in FORMS.items()
        },
        "compare-count": message("compare-count", count="{count}"),
    }


def _start() -> Texts:
    return {"copied": message("copied"), "copy-by-hand": message("copy-by-hand")}


def _waiting() -> Texts:
    return {"server-silent": message("server-silent")}


def _live() -> Texts:
    return {
        **{f"line-{line}": message(f"line-{line}") for line in LINES},
        **{f"phase-{phase}": message(f"phase-{phase}") for phase in PHASES},
        "host-lag": message("host-lag"),
        "host-cpu": message("host-cpu"),
        "host-not-in-run": message("host-not-in-run"),
        "host-stands-out": message("host-stands-out"),
        "worker-meter": message("worker-meter"),
        "grid-so-far": message("grid-so-far"),
        "grid-rate": message("grid-rate"),
        "answer-why": message("answer-why", answer="{answer}", why="{why}"),
        "live-title": message("live-title", campaign="{campaign}"),
        "live-title-share": message("live-title-share", share="{share}", campaign="{campaign}"),
        "ended-title": message("ended-title", campaign="{campaign}"),
        "notify-on": message("notify-on"),
        "notify-title-only": message("notify-title-only"),
        "server-silent": message("server-silent"),
        "server-silent-again": message("server-silent-again"),
        "no-answer": message("server-no-answer"),
        "no-live-figures": message("no-live-figures"),
        "readout": message("readout", time="{time}", phase="{phase}", figures="{figures}"),
        "readout-none": message("readout-none", time="{time}", phase="{phase}"),
        "readout-figure": message("readout-figure", name="{name}", figure="{figure}"),
        "reading-run": message("reading-run"),
        "whole-run": message("whole-run"),
        "before-end-seconds": message("before-end-seconds"),
        "before-end-minutes": message("before-end-minutes"),
        "before-end-hours": message("before-end-hours"),
        "nothing-to-draw": message("nothing-to-draw"),
        "no-operation-yet": message("no-operation-yet"),
        "offered-iops": message("offered-iops"),
    }


def _campaign() -> Texts:
    codes = ("offered-iops", "link-copied", "copy-link-by-hand")
    return {code: message(code) for code in codes}


_TEXTS = {
    "shelf.js": _shelf,
    "start.js": _start,
    "waiting.js": _waiting,
    "live.js": _live,
    "campaign.js": _campaign,
    "report.js": dict,
}
"""By the script of a page; those that it imports are included."""
