"""A policy command of which something is altered before it begins: it is killed at a step, a system
refuses, somebody else changes a limit meanwhile. It is called in this process, where the alteration
ends with it; one that is killed is called in a copy of this process."""

import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plimsoll.features.policy import proof
from plimsoll.features.policy.journal import Journal
from plimsoll.native import serving
from tests.command import run_command


def alter_command(how: str, folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """The command with these words, altered in one of `WAYS`: its name, and what that needs."""
    with pytest.MonkeyPatch.context() as patch:
        _alter(how, patch)
        return run_command(words, folder, limit_s=60)


def kill_command(step: int, folder: Path, *words: str | Path) -> int:
    """The exit code of the command with these words, which ends at this step as kill -9 ends it. A
    copy of this process is killed: it has imported all that a command needs."""
    with warnings.catch_warnings():
        # Of the threads of this process the copy needs none.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        code = 1
        try:
            _kill_at_step(pytest.MonkeyPatch(), step)
            code = run_command(words, folder, limit_s=60).returncode
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _alter(how: str, patch: pytest.MonkeyPatch) -> None:
    way, *needs = how.split(" ")
    WAYS[way](patch, *needs)


def _kill_at_step(patch: pytest.MonkeyPatch, left: int) -> None:
    """Ends itself, as kill -9 does, at the n-th step: before a switch, before a line is written,
    before the line is on the disk."""

    def count_steps(function: Callable[..., Any]) -> Callable[..., Any]:
        def step(*arguments: Any) -> Any:
            nonlocal left
            if arguments[1:] == ({"ask": "settings"},):
                return function(*arguments)
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
            return function(*arguments)

        return step

    patch.setattr(serving, "send_request", count_steps(serving.send_request))
    patch.setattr(Journal, "_append", count_steps(Journal._append))
    patch.setattr(os, "fsync", count_steps(os.fsync))


def _refusing(patch: pytest.MonkeyPatch, element: str) -> None:
    """What serves this element does not switch it."""
    ask = serving.send_request

    def refuses(path: Path, request: dict[str, str]) -> Any:
        if request["ask"] == "switch" and request["element"] == element:
            raise serving.IoError("the array is busy")
        return ask(path, request)

    patch.setattr(serving, "send_request", refuses)


def _impatient(patch: pytest.MonkeyPatch, seconds: str) -> None:
    """Waits no longer than this for an answer."""
    patch.setattr(serving, "PATIENCE_S", float(seconds))


def _beside(patch: pytest.MonkeyPatch, moment: str, value: str, control: str) -> None:
    """Somebody sets the limit of the volume `one` at a moment of verify."""
    whole, inner = proof.prove, proof.prove_points

    def somebody(at: str) -> None:
        if at == moment:
            request = {"ask": "switch", "element": "policy@one", "key": "ops_per_s", "value": value}
            serving.send_request(Path(control), request)

    def prove_beside(*given: Any) -> Any:
        somebody("before")
        return whole(*given)

    def measure_beside(*given: Any) -> Any:
        somebody("while")
        found = inner(*given)
        somebody("after")
        return found

    patch.setattr(proof, "prove", prove_beside)
    patch.setattr(proof, "prove_points", measure_beside)


def _without_pyvmomi(patch: pytest.MonkeyPatch) -> None:
    """As where the extra is not installed."""
    for name in [one for one in sys.modules if one.split(".")[0] in ("pyVim", "pyVmomi")]:
        patch.delitem(sys.modules, name)
    for name in ("pyVim", "pyVmomi"):
        patch.setitem(sys.modules, name, None)


WAYS = {
    "refusing": _refusing,
    "impatient": _impatient,
    "beside": _beside,
    "without-pyvmomi": _without_pyvmomi,
}
