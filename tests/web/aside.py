"""What a server starts only to look (a report, a plan, what a policy has set), without the time
that Python takes to start and to import.

A server of these tests is a fork of a process that has imported all of Plimsoll (`tests/warm.py`).
Before it begins, a second fork of the same stays aside and forks for each such child: its
arguments, folder, environment, standard streams, niceness and exit code are those of a fresh one,
and it ends when whoever started it ends what it started. What measures or changes something is
started as ever, and so is everything of a server that is asked for as `installed` or `apart`.
"""

from __future__ import annotations

import contextlib
import importlib
import marshal
import os
import secrets
import select
import signal
import socket
import sys
from typing import TYPE_CHECKING

from plimsoll.base import child

if TYPE_CHECKING:
    from collections.abc import Callable

ASK = """
import _socket, array, marshal, os, sys
asked = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
asked.connect("\\0" + sys.argv[1])
said = marshal.dumps((sys.argv[2:], os.getcwd(), dict(os.environ)))
streams = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))
asked.sendmsg([len(said).to_bytes(8, "little")], [streams])
while said:
    said = said[asked.send(said):]
os._exit(int(asked.recv(16) or b"1"))
"""
"""The child as the server knows it: it may be ended, and ends as what it stands for does."""


def begin() -> None:
    """Called in what is about to become a server: from here on its children that only look are
    forks."""
    # An address without a file: nothing is left behind.
    address = f"plimsoll-aside-{secrets.token_hex(8)}"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(f"\0{address}")
    listener.listen()
    watched, held = os.pipe()
    if os.fork() == 0:
        os.close(held)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        _serve(listener, watched)
        os._exit(0)
    # The other end is open for as long as the server lives, and in none of its children.
    os.close(watched)
    listener.close()
    child.command = _instead(child.command, address)


def _instead(command: Callable[..., list[str]], address: str) -> Callable[..., list[str]]:
    def aside_command(*arguments: str, nice: int = 0, module: str = child.MAIN) -> list[str]:
        if not nice:
            return command(*arguments, nice=nice, module=module)
        asked = [sys.executable, "-I", "-S", "-c", ASK, address]
        return [*asked, str(nice), module, *arguments]

    return aside_command


def _serve(listener: socket.socket, watched: int) -> None:
    """Forks for whoever connects, until the server is gone."""
    waiting: dict[int, tuple[socket.socket, int]] = {}
    poll = select.poll()
    for number in (listener.fileno(), watched):
        poll.register(number, select.POLLIN)
    while True:
        # One at a time: what one event ends may be what another of the same look was about.
        number = poll.poll()[0][0]
        if number == watched:
            for _, pid in waiting.values():
                os.kill(pid, signal.SIGKILL)
            return
        if number == listener.fileno():
            asking = listener.accept()[0]
            pid = _fork_process(asking)
            # Ended, or nobody waits for it any more: whichever comes first.
            for one in (asking.fileno(), os.pidfd_open(pid)):
                waiting[one] = (asking, pid)
                poll.register(one, select.POLLIN)
        else:
            _report_exit(number, waiting, poll)


def _report_exit(
    number: int, waiting: dict[int, tuple[socket.socket, int]], poll: select.poll
) -> None:
    """Tells who asked, and forgets both."""
    asking, pid = waiting[number]
    if number == asking.fileno():
        os.kill(pid, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with contextlib.suppress(OSError):
        asking.send(b"%d" % (code if code >= 0 else 128 - code))
    for one in [one for one, (_, other) in waiting.items() if other == pid]:
        poll.unregister(one)
        del waiting[one]
        if one != asking.fileno():
            os.close(one)
    asking.close()


def _fork_process(asking: socket.socket) -> int:
    """The process of what is asked for."""
    head, streams, _, _ = socket.recv_fds(asking, 8, 3)
    size, said = int.from_bytes(head, "little"), b""
    while len(said) < size and (more := asking.recv(size - len(said))):
        said += more
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            code = _run_process(said, streams)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:
            with contextlib.suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)
    for stream in streams:
        os.close(stream)
    return pid


def _run_process(said: bytes, streams: list[int]) -> int:
    (nice, module, *arguments), folder, environment = marshal.loads(said)
    for number, opened in enumerate(streams):
        os.dup2(opened, number)
        os.close(opened)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    os.nice(int(nice))
    sys.argv = ["plimsoll", *arguments]
    return int(importlib.import_module(module).run() or 0)
