"""A policy command of which something is altered before it begins: it is killed at a step, a system
refuses, somebody else changes a limit meanwhile. In a fork of a process that has imported all of it
(`tests/warm.py`), in which `begin` alters what the environment asks for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.features.policy import proof
from plimsoll.features.policy.journal import Journal
from plimsoll.native import serving
from tests import warm

if TYPE_CHECKING:
    from collections.abc import Callable

ASKED = "PLIMSOLL_TEST_ALTERED"


def alter_command(how: str, folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """The command with these words, altered in one of `WAYS`: its name, and what that needs."""
    environment = {**os.environ, ASKED: how}
    begun = warm.shared_warm().begin(
        [str(word) for word in words], folder, environment, first=__name__, with_errors=True
    )
    out, err = begun.communicate(60)
    assert begun.returncode is not None
    return subprocess.CompletedProcess(words, begun.returncode, out, err)


def begin() -> None:
    """In the child, before the command begins."""
    way, *needs = os.environ[ASKED].split(" ")
    WAYS[way](*needs)


def _kill_at_step(at: str) -> None:
    """Ends itself, as kill -9 does, at the n-th step: before a switch, before a line is written,
    before the line is on the disk."""
    left = int(at)

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

    serving.send_request = count_steps(serving.send_request)
    Journal._append = count_steps(Journal._append)
    os.fsync = count_steps(os.fsync)


def _refusing(element: str) -> None:
    """What serves this element does not switch it."""
    ask = serving.send_request

    def refuses(path: Path, request: dict[str, str]) -> Any:
        if request["ask"] == "switch" and request["element"] == element:
            raise serving.IoError("the array is busy")
        return ask(path, request)

    serving.send_request = refuses


def _impatient(seconds: str) -> None:
    """Waits no longer than this for an answer."""
    serving.PATIENCE_S = float(seconds)


def _beside(moment: str, value: str, control: str) -> None:
    """Somebody sets the limit of the volume `one` at a moment of verify."""
    whole, inner = proof.prove, proof._prove_target

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

    proof.prove, proof._prove_target = prove_beside, measure_beside


def _without_pyvmomi() -> None:
    """As where the extra is not installed."""
    for name in [one for one in sys.modules if one.split(".")[0] in ("pyVim", "pyVmomi")]:
        del sys.modules[name]
    for name in ("pyVim", "pyVmomi"):
        sys.modules[name] = None


WAYS = {
    "killed": _kill_at_step,
    "refusing": _refusing,
    "impatient": _impatient,
    "beside": _beside,
    "without-pyvmomi": _without_pyvmomi,
}
