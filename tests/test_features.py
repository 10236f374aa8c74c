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


def command_output(folder: Path, *words: str, codes: tuple[int, ...] = (0,)) -> str:
    """What a command of this copy prints."""
    done = subprocess.run(
        [sys.executable, "-m", "plimsoll", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "XDG_STATE_HOME": str(folder / "state")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode in codes, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("without", FEATURES, indirect=True)
def test_the_product_does_without(without: Path) -> None:
    assert "find" in command_output(without, "--help")
    run = json.loads(
        command_output(
            without,
            "run", "--target", "null:", "--rate", "2000", "--warmup-for", "0s",
            "--measure-for", "500ms", "--store", "s.db", "--json",
            codes=(0, 2),
        )
    )  # fmt: skip
    assert run["achieved_rate_per_s"] > 0
    (without / "grid.toml").write_text(GRID.format(stack=STACK))
    command_output(without, "campaign", "run", "grid.toml", "--store", "s.db", codes=(0, 2))
    assert "IOPS" in command_output(without, "find", "--from", "s.db", codes=(0, 2))
    for number in ("1", "2"):
        assert command_output(
            without, "report", "--store", "s.db", "--campaign", number, "--to", "md"
        )


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
    assert flag not in command_output(without, *verb, "--help")


TIDE = '''"""How high the water stands."""
from plimsoll.base.feature import Feature, Verb
FEATURE = Feature(verbs=(Verb("tide", "For programs", 20, "plimsoll.features.tide.verb"),))
'''
TIDE_VERB = '''"""`plimsoll tide`: how high the water stands."""
from plimsoll.cli.terminal import screen
EXAMPLES = ("plimsoll tide",)
def tide() -> None:
    """Say how high the water stands."""
    screen.lines(["high"])
'''


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
    assert command_output(tmp_path, "tide") == "high\n"
    assert "  tide " in command_output(tmp_path, "--help")


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
