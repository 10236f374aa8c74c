"""`plimsoll` and `python -m plimsoll`: what must be so before anything is imported or opened, then
the command line.

Three things. From the first instruction on Ctrl-C ends the process, without a traceback and
whatever SIGINT was when it was started: nothing has been done yet. The standard descriptors are
taken: the null device stands where one is closed, since the next file to be opened, a target or a
store, would get its number, and what is printed would be written into it. And numpy's linear
algebra is asked for one thread, unless the user has said how many.
"""

import contextlib
import os
import resource
import signal
import sys
from pathlib import Path

LEAST_SPACE = 384 << 20
"""Bytes of address space with which every command starts: some 270 MB are taken where scipy is
loaded, whose linear algebra asks for its buffer for ever where there is no room for it."""


def run() -> int:
    """Imports and runs the command line; the exit code."""
    die_of_interrupts()
    occupy_descriptors()
    call_ourselves("plimsoll")
    compute_in_one_thread()
    space, _ = resource.getrlimit(resource.RLIMIT_AS)
    if 0 <= space < LEAST_SPACE:
        # The allocator of the native part could only abort.
        sys.stderr.write(
            f"plimsoll: the address space is limited to {space >> 10} KiB, and Plimsoll needs"
            f" {LEAST_SPACE >> 10}. Raise the limit: ulimit -v {LEAST_SPACE >> 10}\n"
        )
        return 75
    try:
        if space >= 0:
            # Their linear algebra would end the process with a verdict's exit code, or never
            # return, once there is no space left for it.
            import numpy  # noqa: F401
            import scipy.special  # noqa: F401
        from plimsoll.cli import main
    except MemoryError:
        sys.stderr.write(
            "plimsoll: there is not enough memory to start. Give it more: look at what is free, and"
            " at ulimit -v.\n"
        )
        return 75
    try:
        return main()
    finally:
        # What Python does at its end is no matter for a traceback either.
        die_of_interrupts()


def die_of_interrupts() -> None:
    """SIGINT ends the process as it does any other. The launcher has held it back until here: see
    `data/scripts/plimsoll`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))


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


def call_ourselves(name: str) -> None:
    """The name under which `pgrep` and `top` know us: else it would be that of the interpreter."""
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(name, encoding="ascii")


if __name__ == "__main__":
    sys.exit(run())
