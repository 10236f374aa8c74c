"""`plimsoll` and `python -m plimsoll`: what must be so before anything is imported or opened, then
the command line.

Five things. From the first instruction on Ctrl-C ends the process, without a traceback and
whatever SIGINT was when it was started: nothing has been done yet. The standard descriptors are
taken: the null device stands where one is closed, since the next file to be opened, a target or a
store, would get its number, and what is printed would be written into it. And numpy's linear
algebra is asked for one thread, unless the user has said how many. Python looks for garbage less
often, and not at the end. And a Python that is too old, or a part that cannot be loaded, ends in
one line: so this file is written as older Pythons read it, too (`base/interpreter.py`).
"""

import atexit
import contextlib
import gc
import os
import signal
import sys
from pathlib import Path

from plimsoll.base import interpreter

LEAST_SPACE = 384 << 20
"""Bytes of address space with which every command starts: some 270 MB are taken where scipy is
loaded, whose linear algebra asks for its buffer for ever where there is no room for it."""


def run() -> int:
    """Imports and runs the command line; the exit code."""
    die_of_interrupts()
    unfit = interpreter.python_refusal()
    if unfit is not None:
        return refuse(interpreter.UNFIT, unfit)
    occupy_descriptors()
    call_ourselves("plimsoll")
    compute_in_one_thread()
    collect_seldom()
    space = address_space()
    if 0 <= space < LEAST_SPACE:
        # The allocator of the native part could only abort.
        least = LEAST_SPACE >> 10
        return refuse(
            interpreter.NO_MEMORY,
            f"the address space is limited to {space >> 10} KiB, and Plimsoll needs {least}. Raise"
            f" the limit: ulimit -v {least}",
        )
    try:
        if space >= 0:
            # Their linear algebra would end the process with a verdict's exit code, or never
            # return, once there is no space left for it.
            import numpy  # noqa: F401
            import scipy.special  # noqa: F401
        from plimsoll.cli import main

        return main()
    except MemoryError:
        return refuse(interpreter.NO_MEMORY, interpreter.OUT_OF_MEMORY)
    except ImportError as error:
        # A verb tells what it cannot import itself, unless it lacks what it would tell that with.
        return refuse(*interpreter.import_refusal(error))
    finally:
        # What Python does at its end is no matter for a traceback either.
        die_of_interrupts()


def refuse(code: int, why: str) -> int:
    """Prints why the command cannot start; the exit code."""
    # Python has no stream on a descriptor that is closed.
    with contextlib.suppress(AttributeError, OSError):
        sys.stderr.write(f"plimsoll: {why}\n")
    return code


def die_of_interrupts() -> None:
    """SIGINT ends the process as it does any other. The launcher has held it back until here: see
    `data/scripts/plimsoll`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))


def address_space() -> int:
    """Bytes of address space that this process may have; negative where nothing limits it."""
    try:
        import resource
    except ImportError:
        # Windows. `base/posix.py` has the rest of what it lacks; it cannot be imported yet.
        return -1
    return resource.getrlimit(resource.RLIMIT_AS)[0]


def occupy_descriptors() -> None:
    """Puts the null device where a standard descriptor is closed."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            # It gets the lowest number that is free: this one.
            os.open(os.devnull, os.O_RDWR)


def compute_in_one_thread() -> None:
    """Our matrices are small. OpenBLAS would start a thread for each processor when numpy is
    imported, and each spins for a while: 11 to 22 % of the processor time of a short command, which
    a generator has better use for. In one thread, the order of sums does not hang on how many
    processors there are, either.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def collect_seldom() -> None:
    """Garbage is looked for after 50,000 new objects in the place of 700, since what is imported is
    none; at the end not at all, since all memory goes with the process. Both together are a quarter
    of the processor time of a short command.
    """
    gc.set_threshold(50_000, 20, 20)
    atexit.register(gc.freeze)


def call_ourselves(name: str) -> None:
    """The name under which `pgrep` and `top` know us: else it would be that of the interpreter."""
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(name, encoding="ascii")


if __name__ == "__main__":
    sys.exit(run())
