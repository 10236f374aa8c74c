"""The injected defect by which the tests see what a user sees of one (`plimsoll/crash.py`)."""

from __future__ import annotations

import os

INJECT = "PLIMSOLL_INJECT_CRASH"
"""For the tests of this very path: `python` raises an error that nobody expects, `native` panics in
Rust."""


def maybe_inject() -> None:
    """Crashes when the environment asks for it."""
    if os.environ.get(INJECT) == "python":
        raise RuntimeError("a crash was injected")
    if os.environ.get(INJECT) == "native":
        from plimsoll.execute import inject_panic

        inject_panic()
