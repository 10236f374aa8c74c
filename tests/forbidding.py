"""Runs a command whose system calls of some names fail, as the profile of a container makes them:

    python tests/forbidding.py EPERM:io_uring_setup,io_setup plimsoll engines

A seccomp filter of this process, which every program that it becomes keeps. It needs no root and no
container. Only calls that tests ask for have numbers here (x86-64 and aarch64).
"""

import ctypes
import errno
import os
import platform
import struct
import sys

NUMBERS = {
    "x86_64": (0xC000003E, {"io_uring_setup": 425, "io_setup": 206}),
    "aarch64": (0xC00000B7, {"io_uring_setup": 425, "io_setup": 0}),
}
"""The name of the architecture in a filter (`AUDIT_ARCH_*`), and the numbers of its calls."""

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, MODE_FILTER = 38, 22, 2
LOAD_WORD, EQUAL, RETURN = 0x20, 0x15, 0x06
"""Instructions of a filter: BPF_LD|BPF_W|BPF_ABS, BPF_JMP|BPF_JEQ|BPF_K, BPF_RET|BPF_K."""
ALLOW, FAIL = 0x7FFF0000, 0x00050000


class Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def forbid(error: int, names: list[str]) -> None:
    """From now on these calls fail with `error` in this process and in what it becomes."""
    architecture, numbers = NUMBERS[platform.machine()]
    listed = [numbers[name] for name in names]
    steps = [(LOAD_WORD, 0, 0, 4), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, ALLOW)]
    steps.append((LOAD_WORD, 0, 0, 0))
    for place, number in enumerate(listed):
        steps.append((EQUAL, len(listed) - place, 0, number))
    steps += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, FAIL | error)]
    code = b"".join(struct.pack("=HBBI", *step) for step in steps)
    system = ctypes.CDLL(None, use_errno=True)
    program = Program(len(steps), code)
    for request in (
        (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
        (PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(program), 0, 0),
    ):
        if system.prctl(*request):
            raise OSError(ctypes.get_errno(), "prctl refuses a filter")


if __name__ == "__main__":
    kind, _, calls = sys.argv[1].partition(":")
    forbid(getattr(errno, kind), calls.split(","))
    os.execvp(sys.argv[2], sys.argv[2:])
