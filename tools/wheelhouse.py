"""Wheels of everything that is locked, for any Python and processor, not only this machine's.

pip judges the conditions of a lock file (`; python_full_version < '3.12'`) by the Python that it
runs on. Here they are judged for the Python that is asked for, and pip only downloads, by hash.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from packaging.markers import Marker, default_environment

ROOT = Path(__file__).resolve().parents[1]
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
"""Processors, as Debian and container images name them, and as the kernel and wheels do."""
GLIBCS = ("2_28", "2_27", "2_24", "2_17")
"""What manylinux wheels may be built for: no newer than our own (Makefile, WHEEL_GLIBC)."""


def platforms(machine: str) -> list[str]:
    """The tags of wheels that fit, the newest first."""
    return [*(f"manylinux_{glibc}_{machine}" for glibc in GLIBCS), f"manylinux2014_{machine}"]


def requirements(lock: Path, python: str, machine: str) -> str:
    """The lines of a lock file that hold for this Python, each with its hashes."""
    environment = {
        **default_environment(),
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": "linux",
        "platform_system": "Linux",
        "platform_machine": machine,
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    kept = []
    for entry in re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8")):
        head, *hashes = entry.split(" \\\n")
        name, mark, condition = head.partition(" ; ")
        if entry.strip() and (not mark or Marker(condition).evaluate(environment)):
            kept.append(" \\\n".join([name, *hashes]).strip())
    return "\n".join(kept) + "\n"


def download(lock: Path, python: str, machine: str, folder: Path) -> Path:
    """Brings the wheels of a lock file into a folder; the file of what was locked."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = folder.parent / f"requirements-{python}.txt"
    wanted.write_text(requirements(lock, python, machine), encoding="utf-8")
    pip(
        "download", "--no-deps", "--only-binary=:all:", "--require-hashes", "--dest", folder,
        "--python-version", python, "--implementation", "cp",
        *(word for one in platforms(machine) for word in ("--platform", one)),
        "--requirement", wanted,
    )  # fmt: skip
    return wanted


def pip(*words: str | Path) -> None:
    """Runs the pip of this environment; its output goes where ours goes."""
    subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", *words],
        check=True,
    )
