"""How a call of the library ends that does not end well: with one of the errors of
`base/errors.py`, in the words of a program.

Below, errors are written for the command line: they name flags. Here `--measure-for` becomes
`measure_for`, as the call names it. A panic of the native side is an `InternalError` with the place
of its log.
"""

import contextlib
import functools
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from plimsoll.base import crash
from plimsoll.base.errors import DamagedError, PlimsollError

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")

OTHER_NAMES = {
    "set": "parameters",
    "output": "path",
    "as": "configuration",
    "no_store": "store=None",
}
"""Arguments that are not called like their flags."""
PANIC = "PanicException"
"""What a panic of the native side is raised as."""
_FLAG = re.compile(r"\bplimsoll \w.*|(?<![\w-])--(?P<flag>[a-z][a-z-]*)")
"""A flag; or a command, up to the end of the text, which keeps its own."""


def call(function: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """A function of the library: whatever goes wrong in it, an error of Plimsoll comes out."""

    @functools.wraps(function)
    def with_errors_of_calls(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Answer:
        earlier = _opened_stores()
        try:
            return function(*args, **kwargs)
        except DamagedError as error:
            raise in_words_of_calls(damage_in_stores() or error) from error
        except PlimsollError as error:
            in_words_of_calls(error)
            raise
        except Exception as error:
            # What a store holds may have been the reason; an error of a listener is the caller's.
            # Stores that other calls opened before are none of its.
            if (damage := damage_in_stores(besides=earlier)) is not None:
                raise damage from error
            raise
        except BaseException as error:
            if type(error).__name__ == PANIC:
                raise crash.unexpected_error(error) from error
            raise

    return with_errors_of_calls


def _opened_stores() -> tuple[Path, ...]:
    """The stores that this process has opened so far."""
    if "plimsoll.store" not in sys.modules:
        return ()
    from plimsoll.store import opened_paths

    return opened_paths()


def damage_in_stores(besides: tuple[Path, ...] = ()) -> PlimsollError | None:
    """What of a store that is or was open is not what it should be; None if nothing is. Those
    named `besides` are not looked at."""
    # Whatever goes wrong in the search for it, the first error is raised.
    with contextlib.suppress(Exception):
        if opened := [path for path in _opened_stores() if path not in besides]:
            from plimsoll.campaign import damage

            return damage.in_any(opened)
    return None


def in_words_of_calls(error: PlimsollError) -> PlimsollError:
    """The error with arguments in the place of flags. Commands that it names keep theirs."""
    error.message = _with_arguments(error.message)
    error.what_now = _with_arguments(error.what_now)
    error.args = (error.message, *error.args[1:])
    return error


def _with_arguments(text: str) -> str:
    return _FLAG.sub(_argument, text)


def _argument(found: re.Match[str]) -> str:
    if found["flag"] is None:
        return found[0]
    name = found["flag"].replace("-", "_")
    return OTHER_NAMES.get(name, name)
