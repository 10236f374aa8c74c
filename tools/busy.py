"""Runs a command on a machine that others use: `tools/busy.py make test`.

Beside it run, until it has ended: eight busy loops; two loop devices, one of them mounted, whose
files only another mount namespace sees; and a dd that writes at full speed. What a stranger's
machine does by chance is so there every time. Loop devices take root: without it the rest runs, and
that is said.
"""

import argparse
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

BUSY = "while True: pass"
"""A program that takes all of a processor."""

LOOPS = r"""
set -eu
mount -t tmpfs none "$1"
given=
back() { set +e; umount "$1/mounted" 2>&-; for one in $given; do losetup --detach "$one"; done; }
trap 'back "$1"' EXIT
trap 'exit 0' TERM INT
mkdir "$1/mounted"
number=0
while [ "$number" -lt "$2" ]; do
  truncate -s 32M "$1/disk$number.img"
  mkfs.ext4 -q "$1/disk$number.img"
  # Another program may take the device that was found free: then another one is found.
  tries=0
  until device=$(losetup --find --show "$1/disk$number.img"); do
    tries=$((tries + 1)); [ "$tries" -lt 50 ]; sleep 0.1
  done
  given="$given $device"
  [ "$number" -gt 0 ] || mount "$device" "$1/mounted"
  number=$((number + 1))
done
echo $given
# Until whoever reads this has gone.
read -r line || true
"""
"""Loop devices in a mount namespace of their own: in the folder $1, $2 of them."""

WRITES = 'while :; do dd if=/dev/zero of="$1" bs=1M count=1024 oflag=direct conv=notrunc 2>&-; done'
"""Writes as fast as the disk can, one GiB again and again."""


def ends_with_us() -> None:
    """In a child, before its program: whatever ends this process ends it (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


@contextlib.contextmanager
def beside(words: Sequence[str], **streams: int) -> Iterator[subprocess.Popen[str]]:
    """A program that is ended, with all that it started.

    In a process group of its own, not in a session: Linux may share the processors out among
    sessions (`sched_autogroup_enabled`), and eight of them would leave the command a ninth, where
    eight loops of the same shell leave each of its processes as much as each of them has."""
    process = subprocess.Popen(
        words,
        process_group=0,
        text=True,
        preexec_fn=ends_with_us,  # noqa: PLW1509
        **streams,
    )
    try:
        yield process
    finally:
        if process.stdin is not None:
            process.stdin.close()
            process.wait()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextlib.contextmanager
def loop_devices(folder: Path, number: int) -> Iterator[str]:
    """What runs, or why it does not."""
    words = ["unshare", "--mount", "--propagation", "private", "sh", "-c", LOOPS, "sh"]
    if os.geteuid() != 0:
        yield "no loop devices, which take root"
        return
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with beside([*words, str(folder), str(number)], **pipes) as process:
        assert process.stdout is not None
        if devices := process.stdout.readline().strip():
            yield f"{devices} in another mount namespace"
        else:
            yield "no loop devices, which cannot be made here"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--busy", type=int, default=8, help="so many busy loops")
    parser.add_argument("--loops", type=int, default=2, help="so many loop devices of others")
    parser.add_argument("--quiet-disk", action="store_true", help="without the dd")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    if not asked.command:
        parser.error("name the command to run, say: make test")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="busy-")))
        runs = [f"{asked.busy} busy loops"]
        for _ in range(asked.busy):
            stack.enter_context(beside([sys.executable, "-c", BUSY]))
        if asked.loops:
            (folder / "loops").mkdir()
            runs.append(stack.enter_context(loop_devices(folder / "loops", asked.loops)))
        if not asked.quiet_disk:
            stack.enter_context(beside(["sh", "-c", WRITES, "sh", str(folder / "written")]))
            runs.append("a dd at full speed")
        print(f"Beside it: {', '.join(runs)}.", file=sys.stderr, flush=True)
        return subprocess.run(asked.command, check=False).returncode


if __name__ == "__main__":
    # What was begun is ended by an interrupt of a terminal and by a request to end alike.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
