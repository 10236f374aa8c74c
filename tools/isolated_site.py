"""One tar for a site without a network: `python -m tools.isolated_site WHEEL`, which `make tar` calls.

It holds the wheel, the wheels of every package that it needs for each Python that is named, those
of the extra `vcenter`, the documentation, the licences, and `install.sh`, which needs python3 and
sh alone: pip comes along as a wheel, so neither pip nor venv's own copy of it has to be there.
SHA256SUMS covers every file, and the installer checks it before it installs anything. The extra
`hosts` is left out: Ray would double the size.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path

from tools.image import epoch

from tools import bill, wheelhouse

ROOT = wheelhouse.ROOT
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""Debian 12, RHEL 9's and 10's newer ones, Ubuntu 24.04 and 26.04, Debian 13, Fedora."""
COPIED = ("README.md", "CHANGELOG.md", "LICENSE", "docs", "examples")

INSTALL = r"""#!/bin/sh
# Installs Plimsoll from this folder, without a network: sh install.sh [FOLDER]
# FOLDER is where it goes, /opt/plimsoll by default; nothing else is written. To remove it, delete FOLDER.
# PYTHON names the interpreter: PYTHON=python3.12 sh install.sh
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
place=${1:-/opt/plimsoll}
fail() { echo "install.sh: $1" >&2; exit "$2"; }

python=${PYTHON:-}
if [ -z "$python" ]; then
  for one in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$one" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null; then
      python=$one
      break
    fi
  done
fi
[ -n "$python" ] || fail "no Python from 3.11 to 3.14 was found. Install one of them, or name it: PYTHON=/path/to/python3" 69
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) ||
  fail "$python does not run. Name another: PYTHON=/path/to/python3" 69
wanted=$here/requirements-$version.txt
[ -f "$wanted" ] || fail "this file has no packages for Python $version. It has: @PYTHONS@" 69
[ "$(uname -m)" = @MACHINE@ ] || fail "this file is for @MACHINE@, and this machine is $(uname -m)" 69
# musl, the C library of Alpine, does not know the name that is asked for.
libc=$("$python" -c 'import os; print(os.confstr("CS_GNU_LIBC_VERSION"))' 2>/dev/null) || libc="another C library"
"$python" -c 'import sys
name, version = sys.argv[1].split()
sys.exit([*map(int, version.split("."))] < [*map(int, "@GLIBC@".split("."))])' "$libc" 2>/dev/null ||
  fail "the packages need glibc @GLIBC@ or newer, and this system has $libc" 69
[ ! -e "$place" ] || fail "$place exists. Name another folder, or delete it first" 73

echo "checking the files"
"$python" - "$here" <<'END' || fail "the files are damaged or incomplete. Copy the tar again and compare its checksum" 65
import hashlib, pathlib, sys
here = pathlib.Path(sys.argv[1])
bad = []
for line in (here / "SHA256SUMS").read_text().splitlines():
    digest, name = line.split("  ", 1)
    path = here / name
    if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        bad.append(name)
print(*bad, sep="\n", file=sys.stderr, end="\n" if bad else "")
sys.exit(bool(bad))
END

echo "installing into $place with Python $version"
trap 'rm -rf -- "$place"' EXIT
"$python" -m venv --without-pip "$place" || fail "a virtual environment could not be made in $place" 73
for pip in "$here"/wheels/pip-*.whl; do :; done
"$place/bin/python" "$pip/pip" --disable-pip-version-check --quiet install --no-index --no-deps \
  --find-links "$here/wheels" --require-hashes --requirement "$wanted" ||
  fail "a package could not be installed; the lines above say which" 74
"$place/bin/python" "$pip/pip" --disable-pip-version-check --quiet install --no-index --no-deps \
  "$here"/wheels/plimsoll_storage-*.whl || fail "Plimsoll could not be installed; the lines above say why" 74
said=$("$place/bin/plimsoll" --version) || fail "the installed command does not start" 70
trap - EXIT
echo "$said is installed: $place/bin/plimsoll"
echo "To have it in the search path: ln -s $place/bin/plimsoll /usr/local/bin/plimsoll"
"""


def build(wheel: Path, pythons: list[str], out: Path) -> Path:
    """Makes the tar; its path."""
    machine = wheel.stem.rpartition("manylinux_2_28_")[2]
    name = f"plimsoll-{bill.version()}-isolated-{machine}"
    folder = ROOT / ".make/isolated" / name
    shutil.rmtree(folder.parent, ignore_errors=True)
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    for python in pythons:
        wheelhouse.download(ROOT / "requirements/isolated.lock", python, machine, wheels)
    wheelhouse.pip(
        "download", "--no-deps", "--only-binary=:all:", "--require-hashes", "--dest", wheels,
        "--requirement", ROOT / "requirements/pip.lock",
    )  # fmt: skip
    shutil.copy(wheel, wheels)
    for one in COPIED:
        tracked = subprocess.run(["git", "ls-files", one], cwd=ROOT, check=True,
                                 capture_output=True, text=True).stdout  # fmt: skip
        for line in tracked.splitlines():
            (folder / line).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / line, folder / line)
    packages = bill.wheels(only=bill.lock_names(ROOT / "requirements/isolated.lock"))
    notices = bill.notices([*bill.crates(machine), *packages])
    (folder / "THIRD-PARTY.txt").write_text(notices, encoding="utf-8")
    (folder / "install.sh").write_text(installer(pythons, machine))
    (folder / "install.sh").chmod(0o755)
    (folder / "SHA256SUMS").write_text(checksums(folder))
    out.mkdir(parents=True, exist_ok=True)
    return pack(folder, out / f"{name}.tar.gz")


def installer(pythons: list[str], machine: str) -> str:
    """The installer of a tar for these Pythons on this processor."""
    glibc = wheelhouse.GLIBCS[0].replace("_", ".")
    named = {"@PYTHONS@": " ".join(pythons), "@MACHINE@": machine, "@GLIBC@": glibc}
    script = INSTALL
    for name, text in named.items():
        script = script.replace(name, text)
    return script


def checksums(folder: Path) -> str:
    """The digest of every file below a folder, as sha256sum writes and checks it."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n"
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "SHA256SUMS"
    )


def pack(folder: Path, file: Path) -> Path:
    """The folder as a tar whose bytes depend on its content alone."""
    instant = epoch()
    # Wheels are compressed already.
    with (
        file.open("wb") as raw,
        gzip.GzipFile("", "wb", 1, raw, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in sorted(folder.rglob("*")):
            info = archive.gettarinfo(path, f"{folder.name}/{path.relative_to(folder)}")
            info.uid = info.gid = 0
            info.uname = info.gname = ""
            info.mtime = instant
            # Whatever this user's umask and checkout give.
            info.mode = 0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644
            if path.is_file():
                with path.open("rb") as content:
                    archive.addfile(info, content)
            else:
                archive.addfile(info)
    return file


def main() -> None:
    """Builds the tar of a wheel."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--pythons", default=" ".join(PYTHONS))
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    given = parser.parse_args()
    made = build(given.wheel, given.pythons.split(), given.out)
    print(f"{made}\n{made.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
