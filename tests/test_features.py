"""Without any one feature, its folder and its name, the product starts, measures, finds and
reports; and the core names no feature."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import plimsoll
from plimsoll.features import FEATURES

PACKAGE = Path(plimsoll.__file__).parent
STACK = PACKAGE.parents[1] / "examples/stacks/mm1.toml"
GRID = """targets = ["stack:{stack}"]
[campaign]
name = "grid"
virtual = true
objective = "p99 <= 2ms"
measure_for = "2s"
[load]
rate = [1000, 2000, 4000, 8000, 9000]
"""


@pytest.fixture
def without(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The product without a feature: the folder that it lies in."""
    name = request.param
    copy = tmp_path / "plimsoll"
    # What was compiled is copied, too: it is known by the time of its source, which is kept.
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("*.so"))
    shutil.rmtree(copy / "features" / name)
    for native in PACKAGE.glob("*.so"):
        (copy / native.name).symlink_to(native)
    listed = copy / "features/__init__.py"
    line = re.compile(rf'^    "{name}": .*\n', re.MULTILINE)
    assert len(line.findall(listed.read_text())) == 1
    listed.write_text(line.sub("", listed.read_text()))
    return tmp_path


COMMANDS = """
import contextlib, io, json, sys
from plimsoll.__main__ import run
ends = []
for words in json.load(sys.stdin):
    sys.argv = ["plimsoll", *words]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            code = run()
        except SystemExit as end:
            code = end.code or 0
    ends.append([code, out.getvalue()])
print(json.dumps(ends))
"""
"""Calls commands in one process, which imports once for all of them."""


def command_outputs(folder: Path, *commands: tuple[str, ...]) -> list[str]:
    """What commands of this copy print, one after the other."""
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS],
        input=json.dumps(commands),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "XDG_STATE_HOME": str(folder / "state")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    ends = json.loads(done.stdout)
    # A line that is not to be planned with ends with 2.
    assert all(code in (0, 2) for code, _ in ends), (ends, done.stderr)
    return [out for _, out in ends]


@pytest.mark.long
@pytest.mark.parametrize("without", FEATURES, indirect=True)
def test_the_product_does_without(without: Path) -> None:
    (without / "grid.toml").write_text(GRID.format(stack=STACK))
    report = ("report", "--store", "s.db", "--to", "md", "--campaign")
    usage, run, _, line, *reports = command_outputs(
        without,
        ("--help",),
        ("run", "--target", "null:", "--rate", "2000", "--warmup-for", "0s",
         "--measure-for", "500ms", "--store", "s.db", "--json"),
        ("campaign", "run", "grid.toml", "--store", "s.db"),
        ("find", "--from", "s.db"),
        (*report, "1"),
        (*report, "2"),
    )  # fmt: skip
    assert "find" in usage
    assert json.loads(run)["achieved_rate_per_s"] > 0
    assert "IOPS" in line
    assert all(reports)


@pytest.mark.long
@pytest.mark.parametrize(
    ("without", "verb", "flag"),
    [("policy", ("web",), "--policy"), ("factors", ("campaign", "plan"), "--time")],
    indirect=["without"],
)
def test_the_flags_of_a_feature_go_with_it(without: Path, verb: tuple[str, ...], flag: str) -> None:
    whole = subprocess.run(
        [sys.executable, "-m", "plimsoll", *verb, "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert flag in whole
    assert flag not in command_outputs(without, (*verb, "--help"))[0]


TIDE = '''"""How high the water stands."""
from plimsoll.base.feature import Feature, Verb
TIDE = Verb("tide", "For programs", 20, "plimsoll.features.tide.verb", lambda: "The height.")
FEATURE = Feature(verbs=(TIDE,))
'''
TIDE_VERB = '''"""`plimsoll tide`: how high the water stands."""
from plimsoll.cli.terminal import screen
EXAMPLES = ("plimsoll tide",)
def tide() -> None:
    """Say how high the water stands."""
    screen.lines(["high"])
'''


@pytest.mark.long
def test_a_new_feature_is_a_folder_and_a_line(tmp_path: Path) -> None:
    copy = tmp_path / "plimsoll"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("*.so"))
    for native in PACKAGE.glob("*.so"):
        (copy / native.name).symlink_to(native)
    folder = copy / "features/tide"
    folder.mkdir()
    for name, text in (("__init__", ""), ("feature", TIDE), ("verb", TIDE_VERB)):
        (folder / f"{name}.py").write_text(text)
    listed = copy / "features/__init__.py"
    listed.write_text(listed.read_text().replace('    "jobs": ', '    "tide": (),\n    "jobs": '))
    height, usage = command_outputs(tmp_path, ("tide",), ("--help",))
    assert height == "high\n"
    assert "  tide " in usage


def test_the_core_names_no_feature() -> None:
    """Where it needs one it asks `base/feature.py`."""
    found = [
        f"{path.relative_to(PACKAGE)}:{number}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).parts[0] != "features"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "plimsoll.features." in line and path.name != "feature.py"
    ]
    assert found == []


@pytest.mark.long
def test_features_use_only_those_that_the_list_says() -> None:
    found = {}
    for path in sorted((PACKAGE / "features").rglob("*.py")):
        own = path.relative_to(PACKAGE / "features").parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = getattr(node, "module", None) or ""
            if isinstance(node, ast.ImportFrom) and module.startswith("plimsoll.features."):
                found.setdefault((own, module.split(".")[2]), str(path.relative_to(PACKAGE)))
    listed = {(one, other) for one, others in FEATURES.items() for other in (one, *others)}
    optional = {("factors", "policy")}
    assert {pair: at for pair, at in found.items() if pair not in listed | optional} == {}
