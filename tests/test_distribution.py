"""The wheel of `make dist`, as somebody installs it who has no compiler: `make dist-test`.

Its dependencies come from the package index, so this is no test of every change: without the
variable PLIMSOLL_WHEEL, which names the wheel, it is skipped.
"""

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.conftest import Ending, Plimsoll

WHEEL = Path(os.environ.get("PLIMSOLL_WHEEL", "")).absolute()
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(WHEEL.suffix != ".whl", reason="PLIMSOLL_WHEEL names no wheel"),
]
TOOLS = ("sh", "env", "readlink", "true")
"""All that the command may need of a system beside Python: no compiler, no Rust."""
MOST_BYTES = 8_000_000
WHEELS = sorted(WHEEL.parent.glob("plimsoll_storage-*.whl")) if WHEEL.suffix == ".whl" else []
"""Those of all processors."""
ELF_MACHINES = {"x86_64": 62, "aarch64": 183}
"""ELF's numbers of processors (EM_X86_64, EM_AARCH64)."""
OLDER_PYTHONS = ("python3.9", "python3.10")


@pytest.fixture(scope="module")
def wheel_command(tmp_path_factory: pytest.TempPathFactory) -> Plimsoll:
    """Runs the command of an environment with the wheel and what its core needs."""
    folder = tmp_path_factory.mktemp("distribution")
    place, bare = folder / "environment", folder / "bare"
    venv.create(place, with_pip=True, symlinks=True)
    subprocess.run(
        [place / "bin/python", "-m", "pip", "install", "--only-binary", ":all:", "--quiet", WHEEL],
        check=True, cwd=folder,
    )  # fmt: skip
    bare.mkdir()
    for name in TOOLS:
        (bare / name).symlink_to(str(shutil.which(name)))

    def run(*words: str) -> Ending:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        done = subprocess.run(
            [place / "bin/plimsoll", *words],
            cwd=folder,
            env={**kept, "PATH": str(bare), "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            timeout=300,
        )
        return Ending(done.returncode, done.stdout, done.stderr)

    return run


@pytest.mark.parametrize("wheel", WHEELS, ids=lambda wheel: wheel.stem.rpartition("-")[2])
def test_each_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size <= MOST_BYTES


@pytest.mark.parametrize("wheel", WHEELS, ids=lambda wheel: wheel.stem.rpartition("-")[2])
def test_the_native_part_is_what_the_name_of_its_wheel_says(wheel: Path) -> None:
    tagged = re.search(r"manylinux_(\d+)_(\d+)_(\w+)$", wheel.stem)
    assert tagged is not None
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [one for one in archive.namelist() if "_native." in one and one.endswith(".so")]
        native = archive.read(name)
    assert native[:5] == b"\x7fELF\x02"
    assert int.from_bytes(native[18:20], "little") == ELF_MACHINES[tagged[3]]
    # Versions of symbols stand in the file by name (gABI supplement of Linux, `.gnu.version_r`).
    wanted = {tuple(map(int, one)) for one in re.findall(rb"\0GLIBC_(\d+)\.(\d+)", native)}
    assert wanted
    assert max(wanted) <= (int(tagged[1]), int(tagged[2]))
    assert b"PyInit__native" in native


def test_it_names_its_commit(wheel_command: Plimsoll) -> None:
    said = wheel_command("--version").out
    assert re.fullmatch(r"plimsoll [0-9.]+, commit [0-9a-f]{12}, sha256 [0-9a-f]{16}\n", said), said


def test_the_core_measures_and_reports(wheel_command: Plimsoll) -> None:
    assert wheel_command("prepare", "t.dat", "--size", "4m").code == 0
    done = wheel_command(
        "run", "--target", "t.dat", "--cached", "--rate", "200", "--measure-for", "300ms",
        "--warmup-for", "0s", "--store", "t.db",
    )  # fmt: skip
    assert done.code in (0, 2), done.err
    for form in ("html", "md", "csv", "json"):
        done = wheel_command("report", "--store", "t.db", "--to", form, "--output", f"r.{form}")
        assert done.code == 0, done.err


@pytest.mark.parametrize(
    ("form", "extra"),
    [("pdf", "pdf"), ("xlsx", "excel"), ("parquet", "parquet"), ("png", "charts")],
)
def test_what_needs_an_extra_names_the_command(
    wheel_command: Plimsoll, form: str, extra: str
) -> None:
    done = wheel_command("report", "--store", "t.db", "--to", form)
    assert (done.code, done.err.count("\n")) == (64, 1)
    assert f"pip install 'plimsoll-storage[{extra}]'" in done.err


@pytest.mark.parametrize("name", OLDER_PYTHONS)
def test_an_older_python_is_refused_by_the_installer(tmp_path: Path, name: str) -> None:
    python = shutil.which(name)
    if python is None or subprocess.run([python, "-c", ""], capture_output=True).returncode:
        pytest.skip(f"{name} is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index",
         "--target", tmp_path / "into", WHEEL],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode != 0
    assert "not in '>=3.11'" in done.stderr or "is not a supported wheel" in done.stderr
