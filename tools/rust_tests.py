"""All Rust tests, built once. Those that only compute run beside those that mostly wait (for a
disk, a server), which alone leave half of two processors idle.

Two commands of cargo would do the same, but each set of packages has features of its own and is
built anew.
"""

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

from apart import own_mounts

CARGO = ("cargo", "test", "--profile", "tests", "--locked", "--workspace", "--quiet")
COMPUTE = ("base", "workload", "measure", "storage")
"""The crates whose tests only compute."""

DISK = ("host",)
"""Those whose tests mostly wait for files and devices. Every other crate is tested beside these two
rows, so that a new one is never left out."""

LOOPS = ("fuse",)
"""Programs of other crates that attach loop devices, on files that go out of sight, which the
guard's tests on real disks cannot rule out. They run behind those, not beside them."""

ALONE = ("honesty", "model")
"""Programs that compare figures with a clock, and load no processor: nothing but each other runs
beside them."""

COMPILER = Path(__file__).with_name("rustc-of-tests")
"""Optimises what they test, and of themselves those that compute (docs/performance.md)."""

PARTS = ("--build", "--beside", "--alone")
"""No test, those that may run beside anything, and the rest; without one of them, all tests."""


def build_programs() -> list[tuple[Path, str]]:
    """The folder of its crate and the program, of every one that holds tests."""
    # What holds tests: neither the examples (clippy sees that they compile) nor Python's module.
    command = [*CARGO, "--tests", "--no-run"]
    command.append("--message-format=json-render-diagnostics")
    build = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if build.returncode:
        raise SystemExit(build.returncode)
    found = [json.loads(line) for line in build.stdout.splitlines() if line.startswith("{")]
    return [
        (Path(one["manifest_path"]).parent, one["executable"])
        for one in found
        if one["reason"] == "compiler-artifact" and one["profile"]["test"] and one["executable"]
    ]


def run(programs: list[tuple[Path, str]], failed: dict[str, bytes]) -> None:
    """Runs them one after another; what a program that failed printed is kept under its name."""
    for folder, program in programs:
        # What cargo sets for a test that it runs itself.
        environment = {**os.environ, "CARGO_MANIFEST_DIR": str(folder)}
        done = subprocess.run(
            [program, "--quiet"],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        # Whole, so that the two do not mix.
        sys.stdout.buffer.write(f"{folder.name}: {Path(program).name}\n".encode() + done.stdout)
        sys.stdout.flush()
        if done.returncode:
            name = f"{folder.name}: {Path(program).name} (exit code {done.returncode})"
            failed[name] = done.stdout


def beside(rows: list[list[tuple[Path, str]]], failed: dict[str, bytes]) -> None:
    """Runs each row beside the others."""
    threads = [threading.Thread(target=run, args=(row, failed)) for row in rows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def program_name(program: tuple[Path, str]) -> str:
    """The name of a program that holds tests."""
    return Path(program[1]).name.rpartition("-")[0]


def main() -> int:
    os.environ.setdefault("RUSTC_WORKSPACE_WRAPPER", str(COMPILER))
    part = next((one for one in PARTS if one in sys.argv), None)
    programs = build_programs()
    if part == "--build":
        return 0 if programs else 1
    own_mounts()
    failed: dict[str, bytes] = {}
    alone = [one for one in programs if program_name(one) in ALONE]
    if part != "--alone":
        others = [one for one in programs if one not in alone]
        compute, disk = ([one for one in others if one[0].name in row] for row in (COMPUTE, DISK))
        disk += [one for one in others if program_name(one) in LOOPS]
        beside([compute, disk, [one for one in others if one not in compute + disk]], failed)
        if subprocess.run([*CARGO, "--doc"], check=False).returncode:
            failed["tests in docs"] = b""
    if part != "--beside":
        beside([[one] for one in alone], failed)
    # At the end once more: only the end of a long log is shown.
    for one, said in failed.items():
        print(f"\n{one}")
        print(said[said.find(b"\nfailures:") :].decode(errors="replace"))
    if failed:
        names = [name for one, said in failed.items() for name in failed_tests(one, said)]
        print(f"failed: {', '.join(names)}")
    return 1 if failed or not programs else 0


def failed_tests(program: str, said: bytes) -> list[str]:
    """The tests of a program that failed, or the program where it names none: it may have died."""
    _, _, names = said.decode(errors="replace").rpartition("\nfailures:\n")
    return re.findall(r"^    (\S+)$", names, re.MULTILINE) or [program]


if __name__ == "__main__":
    sys.exit(main())
