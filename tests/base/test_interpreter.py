"""A Python that is too old, a C library that does not fit, a copy that is not whole: the command
says so in one line, with an exit code that no verdict has."""

import ast
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest

from plimsoll.base import interpreter
from tests.conftest import Ending

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python/plimsoll"
SCRIPT = ROOT / "data/scripts/plimsoll"
EARLY = [
    PACKAGE / name
    for name in ("__init__.py", "__main__.py", "base/__init__.py", "base/interpreter.py")
]
"""What any Python compiles before Plimsoll can say that it is too old, beside the script."""

AS_PYTHON_3_9 = """
import collections, sys
Version = collections.namedtuple("Version", "major minor micro releaselevel serial")
sys.version_info = Version(3, 9, 18, "final", 0)

class OldCompiler:
    '''Compiles no module of Plimsoll but those that older Pythons read, too.'''
    def find_spec(self, name, path=None, target=None):
        early = ("plimsoll.__main__", "plimsoll.base", "plimsoll.base.interpreter")
        if name.startswith("plimsoll.") and name not in early:
            raise SyntaxError("invalid syntax in " + name)

sys.meta_path.insert(0, OldCompiler())
"""
WITHOUT_NATIVE_PART = """
import os, sys

class Loader:
    '''Fails as the loader of a C library does that the native part was not linked for.'''
    def find_spec(self, name, path=None, target=None):
        if name == "plimsoll._native":
            raise ImportError("Error relocating x.so: gnu_get: symbol not found", name=name)

def confstr(name):
    {confstr}

sys.meta_path.insert(0, Loader())
os.confstr = confstr
"""
"""musl knows no name of glibc's for confstr: it fails with EINVAL."""


def source(path: Path) -> str:
    """The text of a module, or the part of the script that is Python's alone."""
    text = path.read_text()
    return text if path.suffix == ".py" else text.split("\n'''\n", 1)[1]


@pytest.mark.parametrize("path", [*EARLY, SCRIPT], ids=lambda path: path.name)
def test_older_pythons_compile_what_says_that_they_are_too_old(path: Path) -> None:
    tree = ast.parse(source(path), feature_version=(3, 6))
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.ImportFrom) and node.module == "__future__"), (
            "Python 3.6 knows no postponed annotations"
        )
        # An annotation that is no name would be computed, as `str | None` is: they are quoted.
        hints = [getattr(node, name, None) for name in ("annotation", "returns")]
        assert all(one is None or isinstance(one, ast.Name | ast.Constant) for one in hints)


def test_what_is_needed_is_what_the_installers_are_told() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == ">={}.{}".format(*interpreter.LEAST_PYTHON)
    linked = re.search(
        r"^WHEEL_GLIBC := manylinux_(\d+)_(\d+)$", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    assert tuple(map(int, linked.groups())) == interpreter.LEAST_GLIBC


def run(
    folder: Path, *words: str | Path, site: str = "", python_path: Path = ROOT / "python"
) -> Ending:
    """Runs a program whose Python begins with `site` (as `sitecustomize` does)."""
    (folder / "site").mkdir(exist_ok=True)
    (folder / "site/sitecustomize.py").write_text(textwrap.dedent(site))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        words,
        cwd=folder,
        env={**kept, "PYTHONPATH": f"{folder / 'site'}:{python_path}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return Ending(done.returncode, done.stdout, done.stderr)


def install_script(folder: Path, python: str | Path) -> Path:
    """The command as an installer leaves it that wrote this interpreter beside it."""
    (folder / "bin").mkdir()
    shutil.copy(SCRIPT, folder / "bin/plimsoll")
    (folder / "bin/plimsoll").chmod(0o755)
    (folder / "bin/plimsoll-python").write_text(f"#!{python}\n")
    return folder / "bin/plimsoll"


def check_refusal(done: Ending, *parts: str) -> None:
    """One line, nothing on stdout, and the exit code of an installation that does not fit."""
    assert (done.code, done.out, done.err.count("\n")) == (interpreter.UNFIT, "", 1), done.err
    assert done.err.startswith("plimsoll: ")
    for part in parts:
        assert part in done.err


TOO_OLD = "Plimsoll needs Python 3.11 or newer, and "
NEWER = "python3.11 -m pip install"


@pytest.mark.parametrize("verb", ["--version", "demo", "doctor"])
def test_python_3_9_is_refused_by_the_module_and_by_the_command(tmp_path: Path, verb: str) -> None:
    command = install_script(tmp_path, sys.executable)
    for words in ((sys.executable, "-m", "plimsoll", verb), (command, verb)):
        done = run(tmp_path, *words, site=AS_PYTHON_3_9)
        check_refusal(done, f"{TOO_OLD}{sys.executable} is Python 3.9.18. ", NEWER)


def test_a_program_is_told_when_it_uses_the_library(tmp_path: Path) -> None:
    done = run(tmp_path, sys.executable, "-c", "import plimsoll; plimsoll.run", site=AS_PYTHON_3_9)
    assert f"ImportError: {TOO_OLD}" in done.err


def test_every_older_python_of_this_machine_is_refused(tmp_path: Path) -> None:
    names = ("pypy3", *(f"python3.{minor}" for minor in range(6, interpreter.LEAST_PYTHON[1])))
    newer = f"import sys; sys.exit(sys.version_info >= {interpreter.LEAST_PYTHON})"
    pythons = [
        python
        for name in names
        if (python := shutil.which(name))
        and not subprocess.run([python, "-c", newer], check=False).returncode
    ]
    if not pythons:
        pytest.skip("this machine has no older Python")
    for python in pythons:
        command = install_script(tmp_path, python)
        for words in ((python, "-m", "plimsoll", "demo"), (command, "demo")):
            check_refusal(run(tmp_path, *words), TOO_OLD, NEWER)


@pytest.mark.parametrize(
    ("confstr", "named"),
    [
        ("raise OSError(22, 'Invalid argument')", "another C library, such as musl"),
        ("return 'glibc 2.17'", "glibc 2.17"),
    ],
    ids=["musl", "old glibc"],
)
def test_another_c_library_is_named(tmp_path: Path, confstr: str, named: str) -> None:
    done = run(
        tmp_path, sys.executable, "-m", "plimsoll", "demo",
        site=WITHOUT_NATIVE_PART.format(confstr=confstr),
    )  # fmt: skip
    check_refusal(
        done, "symbol not found", f"needs glibc 2.28 or newer, and this system has {named}. Use"
    )


@pytest.mark.long
def test_a_native_part_that_is_damaged_or_missing_is_to_be_installed_again(tmp_path: Path) -> None:
    copy = tmp_path / "copy/plimsoll"
    copy.mkdir(parents=True)
    for path in PACKAGE.iterdir():
        if not path.name.startswith("_native."):
            (copy / path.name).symlink_to(path)
    words = (sys.executable, "-m", "plimsoll", "--version")
    done = run(tmp_path, *words, python_path=copy.parent)
    check_refusal(done, "No module named 'plimsoll._native'. Install Plimsoll again")
    (copy / "_native.abi3.so").write_bytes(b"no library")
    done = run(tmp_path, *words, python_path=copy.parent)
    check_refusal(done, "_native.abi3.so: ", "Install Plimsoll again")


def test_a_package_that_is_missing_is_named(tmp_path: Path) -> None:
    done = run(tmp_path, sys.executable, "-S", "-m", "plimsoll", "demo")
    check_refusal(done, "No module named 'typer'", "Install Plimsoll again")


def test_an_interpreter_that_is_gone_is_named(tmp_path: Path) -> None:
    command = install_script(tmp_path, "/usr/bin/python3.nothing")
    done = run(tmp_path, command, "demo")
    check_refusal(done, "/usr/bin/python3.nothing, the Python that it was installed for, is not")


def test_an_interpreter_without_plimsoll_is_named(tmp_path: Path) -> None:
    command = install_script(tmp_path, sys.executable)
    (tmp_path / "empty").mkdir()
    # Isolated from the packages of this environment, as a fresh Python is.
    (tmp_path / "bin/bare").write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n')
    (tmp_path / "bin/bare").chmod(0o755)
    (tmp_path / "bin/plimsoll-python").write_text(f"#!{tmp_path / 'bin/bare'}\n")
    done = run(tmp_path, command, "demo", python_path=tmp_path / "empty")
    check_refusal(done, "No module named 'plimsoll'. Install it again with that Python")


SEEN_AT_THE_END = """
import atexit, gc, sys
atexit.register(lambda: print(gc.get_threshold()[0], len(gc.get_objects()) < 5000))
sys.argv = ["plimsoll", "--version"]
from plimsoll.__main__ import run
run()
"""
"""What was registered first is called last: whether Python then still has objects to look at."""


def test_garbage_is_looked_for_seldom_and_not_at_the_end(tmp_path: Path) -> None:
    done = run(tmp_path, sys.executable, "-c", SEEN_AT_THE_END)
    assert done.out.splitlines()[1:] == ["50000 True"], done.err


MUSL_LINE = re.compile(r'#\[cfg\(target_env = "musl"\)\]\ncompile_error!\(.*?\n\);\n', re.DOTALL)


@pytest.mark.skipif(shutil.which("rustc") is None, reason="rustc is not installed")
def test_a_build_on_musl_ends_in_one_line(tmp_path: Path) -> None:
    found = MUSL_LINE.search((ROOT / "crates/base/src/lib.rs").read_text())
    (tmp_path / "lib.rs").write_text(found[0])
    # The compiler of this machine has no library for musl: it is told that it compiles for it.
    done = subprocess.run(
        ["rustc", "-A", "explicit_builtin_cfgs_in_flags", "--cfg", 'target_env="musl"',
         "--crate-type", "lib", "--emit", "metadata", "--error-format", "short", "lib.rs"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("lib.rs")]
    assert "Plimsoll is built for glibc 2.28 or newer, and this system's C library is musl" in line
