"""The wheel: what `pip install` puts on a machine that has neither our source nor a compiler.

Built from what the tests of this tree were built from already, so it takes a second, and installed
into an environment of its own. Its dependencies are lent by links from this one, since what they
are is what `pyproject.toml` says; that an index has them is the index's business.
"""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests import wheels
from tests.conftest import Ending, Plimsoll

pytestmark = pytest.mark.long

TOOLS = ("sh", "env", "readlink", "true")
"""All that the command may need of a system beside Python: no compiler, no Rust."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ours."""
    return wheels.build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def wheel_command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Plimsoll:
    """Runs the command of an environment that has the wheel alone, in a folder outside the tree."""
    folder = tmp_path_factory.mktemp("elsewhere")
    place = folder / "environment"
    venv.create(place, symlinks=True)
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", place, "install", "--no-deps", "--no-index",
         "--disable-pip-version-check", "--no-compile", "--quiet", wheel],
        check=True, cwd=folder,
    )  # fmt: skip
    lent, bare = wheels.link_packages(folder / "lent"), folder / "bare"
    bare.mkdir()
    (packages,) = (place / "lib").glob("python*/site-packages")
    (packages / "lent.pth").write_text(f"{lent}\n")
    for name in TOOLS:
        (bare / name).symlink_to(str(shutil.which(name)))

    def run(*words: str) -> Ending:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        done = subprocess.run(
            [place / "bin" / "plimsoll", *words],
            cwd=folder,
            env={**kept, "PATH": str(bare), "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            timeout=120,
        )
        return Ending(done.returncode, done.stdout, done.stderr)

    return run


def test_the_wheel_fits_every_python_from_3_11_and_names_its_glibc(wheel: Path) -> None:
    assert re.fullmatch(
        r"plimsoll_storage-[0-9.]+-cp311-abi3-manylinux_2_\d+_\w+\.whl", wheel.name
    ), wheel.name


def test_what_is_installed_is_not_this_tree(wheel_command: Plimsoll) -> None:
    done = wheel_command("engines", "--json")
    assert done.code == 0, done.err
    done = wheel_command("demo", "--help")
    assert (done.code, "Usage" in done.out) == (0, True), done.err
    assert str(wheels.ROOT) not in done.out + done.err


def test_it_measures_a_file_without_a_compiler(wheel_command: Plimsoll) -> None:
    done = wheel_command("prepare", "t.dat", "--size", "4m")
    assert done.code == 0, done.err
    done = wheel_command(
        "run", "--target", "t.dat", "--cached", "--rate", "200", "--measure-for", "300ms",
        "--warmup-for", "0s", "--store", "t.db", "--json",
    )  # fmt: skip
    assert done.code in (0, 2), done.err
    assert done.document["all"]["count"] > 0


def test_it_examines_the_machine(wheel_command: Plimsoll) -> None:
    done = wheel_command("doctor", "--json")
    assert done.code in (0, 1, 2), done.err
    assert done.document["findings"], done.out
