"""Wheels for tests: ours, and such as only say that they are one."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def profile() -> str | None:
    """The profile that this tree was built with last; none where it was built elsewhere."""
    built = [ROOT / "target" / name / "lib_native.so" for name in ("tests", "release")]
    there = [one for one in built if one.exists()]
    return max(there, key=lambda one: one.stat().st_mtime).parent.name if there else None


def build_wheel(folder: Path) -> Path:
    """A wheel of this tree, linked as this machine does, from what its tests were built from."""
    kind = profile()
    if kind is None or shutil.which("cargo") is None:
        pytest.skip("the native module was not built in this tree")
    done = subprocess.run(
        [sys.executable, "-m", "maturin", "build", "--profile", kind, "--locked", "--offline",
         "--out", folder],
        cwd=ROOT, env={**os.environ, "CARGO_INCREMENTAL": "0", "VIRTUAL_ENV": sys.prefix},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    (made,) = folder.glob("plimsoll*.whl")
    return made


def link_packages(folder: Path) -> Path:
    """A folder with links to every package of this environment but ours."""
    folder.mkdir()
    for one in Path(sysconfig.get_paths()["purelib"]).iterdir():
        if not one.name.startswith("plimsoll") and one.suffix != ".pth":
            (folder / one.name).symlink_to(one)
    return folder


def house(folder: Path, packages: Path) -> Path:
    """A wheelhouse with a wheel of every package of this environment but ours: each has a name, a
    version and nothing else, and that of Ray makes an environment borrow the packages. So pip does
    all that it does with real ones, in a second."""
    folder.mkdir()
    for found in metadata.distributions():
        name = found.name.replace("-", "_")
        if not name.startswith("plimsoll"):
            files = {"lent.pth": f"{packages}\n"} if name == "ray" else {}
            _stub(folder, name, found.version, files)
    return folder


def _stub(folder: Path, name: str, version: str, files: dict[str, str]) -> None:
    own = f"{name}-{version}.dist-info"
    kept = {
        **files,
        f"{own}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{own}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    listed = [f"{path},," for path in (*kept, f"{own}/RECORD")]
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        for path, text in kept.items():
            archive.writestr(path, text)
        archive.writestr(f"{own}/RECORD", "\n".join(listed))
