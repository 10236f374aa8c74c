"""Plimsoll: the load line of your storage.

    >>> import plimsoll
    >>> line = plimsoll.find("/mnt/array/test.bin", block_size="8k", read="70%",
    ...                      objective="p99 <= 2ms", time="60s")
    >>> line.plan_iops, line.grade

Functions: `run`, `find`, `simulate`, `check`, `compare`, `read`, `judge_results`, `open`. Each
takes the way that the command of its name takes, and gives back an answer: `RunResult`, `LoadLine`,
`SimulationResult`, `CheckResult`, `Comparison`, `Campaign`, `JudgeResult`, `Store`. An answer has
`document` (the published JSON document as plain data), figures with their units in their names,
`frame()` (Polars), `save(path)`, `exit_code`, and shows itself in a notebook. What goes wrong is an
`Error`, with what happened, what to do now, and the exit code of the command. `Listener` hears of
progress, `Stop` ends what is under way.

Nothing prints, exits or handles signals. Everything that is not listed in `__all__` is private.
docs/library.md has six programs.

The command is `plimsoll` (package `cli`). Names are loaded when they are first used, so that the
command answers at once.
"""

TYPE_CHECKING = False
"""As of `typing`, which would take most of the time of this import. Type checkers know the name."""

if TYPE_CHECKING:
    from plimsoll.base.errors import (
        InputError,
        InternalError,
        Interruption,
        IoError,
        NoSpaceError,
        NoTargetError,
        RefusedError,
        UsageError,
    )
    from plimsoll.base.errors import PlimsollError as Error
    from plimsoll.base.version import __version__
    from plimsoll.library.calls import (
        check,
        compare,
        find,
        judge_results,
        open,  # noqa: A004  # as in `plimsoll.open`
        read,
        run,
        simulate,
    )
    from plimsoll.library.campaigns import Campaign, Store
    from plimsoll.library.judgement import JudgedFinding, JudgedRun, JudgeResult
    from plimsoll.library.results import (
        CheckResult,
        Comparison,
        LoadLine,
        RunResult,
        SimulationResult,
    )
    from plimsoll.native.listener import Listener
    from plimsoll.native.session import Stop

__all__ = [
    "Campaign",
    "CheckResult",
    "Comparison",
    "Error",
    "InputError",
    "InternalError",
    "Interruption",
    "IoError",
    "JudgeResult",
    "JudgedFinding",
    "JudgedRun",
    "Listener",
    "LoadLine",
    "NoSpaceError",
    "NoTargetError",
    "RefusedError",
    "RunResult",
    "SimulationResult",
    "Stop",
    "Store",
    "UsageError",
    "__version__",
    "check",
    "compare",
    "find",
    "judge_results",
    "open",
    "read",
    "run",
    "simulate",
]

_OF_ERRORS = (
    "InputError",
    "InternalError",
    "Interruption",
    "IoError",
    "NoSpaceError",
    "NoTargetError",
    "RefusedError",
    "UsageError",
)
_OF_RESULTS = ("CheckResult", "Comparison", "LoadLine", "RunResult", "SimulationResult")
_OF_JUDGEMENTS = ("JudgeResult", "JudgedFinding", "JudgedRun")
_OF_CALLS = ("check", "compare", "find", "judge_results", "open", "read", "run", "simulate")
_PLACES = {
    "Error": "plimsoll.base.errors:PlimsollError",
    "__version__": "plimsoll.base.version:__version__",
    "Campaign": "plimsoll.library.campaigns:Campaign",
    "Store": "plimsoll.library.campaigns:Store",
    "Listener": "plimsoll.native.listener:Listener",
    "Stop": "plimsoll.native.session:Stop",
    **{name: f"plimsoll.base.errors:{name}" for name in _OF_ERRORS},
    **{name: f"plimsoll.library.results:{name}" for name in _OF_RESULTS},
    **{name: f"plimsoll.library.judgement:{name}" for name in _OF_JUDGEMENTS},
    **{name: f"plimsoll.library.calls:{name}" for name in _OF_CALLS},
}
"""Where each name is loaded from when it is first used."""


def __getattr__(name: str) -> object:
    """Loads a public name. Raises AttributeError for any other, and ImportError where this Python
    is too old."""
    if name not in _PLACES:
        raise AttributeError(f"module 'plimsoll' has no attribute '{name}'")
    from importlib import import_module

    from plimsoll.base.interpreter import python_refusal

    unfit = python_refusal()
    if unfit is not None:
        raise ImportError(unfit)
    module, _, attribute = _PLACES[name].partition(":")
    value: object = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> "list[str]":
    """The public names."""
    return sorted(__all__)
