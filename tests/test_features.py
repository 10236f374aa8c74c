"""Without any one feature, its folder and its name, the product starts, measures, finds and
reports; and the core names no feature."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plimsoll
from plimsoll.features import FEATURES
from tests.command import run_command

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


def make_copy(folder: Path, *, without: str = "", more: dict[str, str] | None = None) -> Path:
    """The product in this folder, with links to all that is the same: without a feature, or with
    one more, of these files."""
    copy, features = folder / "plimsoll", folder / "plimsoll/features"
    features.mkdir(parents=True)
    for name in sorted(path.name for path in PACKAGE.iterdir()):
        if name not in ("features", "__pycache__"):
            (copy / name).symlink_to(PACKAGE / name)
    for name in sorted(path.name for path in (PACKAGE / "features").iterdir()):
        if name not in (without, "__init__.py", "__pycache__"):
            (features / name).symlink_to(PACKAGE / "features" / name)
    listed = (PACKAGE / "features/__init__.py").read_text()
    if without:
        listed, lines = re.subn(rf'^    "{without}": .*\n', "", listed, flags=re.MULTILINE)
        assert lines == 1
    if more is not None:
        (features / "tide").mkdir()
        for name, text in more.items():
            (features / "tide" / f"{name}.py").write_text(text)
        listed = listed.replace('    "jobs": ', '    "tide": (),\n    "jobs": ')
    (features / "__init__.py").write_text(listed)
    return folder


COMMANDS = """
import contextlib, io, json, os, sys, typer, numpy, scipy.special
ends = {}
for folder, commands in json.load(sys.stdin).items():
    for name in [one for one in sys.modules if one.split(".")[0] == "plimsoll"]:
        if name != "plimsoll._native":
            del sys.modules[name]
    sys.path[0] = folder
    os.chdir(folder)
    os.environ["XDG_STATE_HOME"] = f"{folder}/state"
    from plimsoll.__main__ import run
    ends[folder] = []
    for words in commands:
        sys.argv = ["plimsoll", *words]
        with contextlib.redirect_stdout(io.StringIO()) as out:
            try:
                code = run()
            except SystemExit as end:
                code = end.code or 0
        ends[folder].append([code, out.getvalue()])
    at = sys.modules["plimsoll.features"].__file__
    assert at == f"{folder}/plimsoll/features/__init__.py", at
print(json.dumps(ends))
"""
"""Calls commands of several copies in one process, which loads the libraries of others once."""


def command_outputs(commands: dict[Path, tuple[tuple[str, ...], ...]]) -> dict[Path, list[str]]:
    """What commands of these copies print, one after the other."""
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS],
        input=json.dumps({str(folder): words for folder, words in commands.items()}),
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    ends = json.loads(done.stdout)
    # A line that is not to be planned with ends with 2.
    bad = {at: ended for at, ended in ends.items() if any(code not in (0, 2) for code, _ in ended)}
    assert bad == {}, done.stderr
    return {Path(at): [out for _, out in ended] for at, ended in ends.items()}


FLAGS = {"policy": (("web",), "--policy"), "factors": (("campaign", "plan"), "--time")}
"""A flag that a feature adds to a verb of the core."""
FORMATS = {"fio_results": "fio", "vdbench_results": "vdbench", "elbencho_results": "elbencho"}
"""Of a feature that only reads results: their program."""
LIST = ("import", "--list")
REPORT = ("report", "--store", "s.db", "--to", "md", "--campaign")
WORK = (
    ("--help",),
    ("run", "--target", "null:", "--rate", "2000", "--warmup-for", "0s",
     "--measure-for", "50ms", "--store", "s.db", "--json"),
    ("campaign", "run", "grid.toml", "--store", "s.db"),
    ("find", "--from", "s.db"),
    (*REPORT, "1"),
    (*REPORT, "2"),
)  # fmt: skip


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What the product prints without each feature, by the feature's name."""
    top = tmp_path_factory.mktemp("without")
    commands = {}
    for name in FEATURES:
        copy = make_copy(top / name, without=name)
        (copy / "grid.toml").write_text(GRID.format(stack=STACK))
        flags = [(*FLAGS[name][0], "--help")] if name in FLAGS else []
        commands[copy] = (*WORK, *flags, *([LIST] if name in FORMATS else []))
    return {folder.name: said for folder, said in command_outputs(commands).items()}


@pytest.mark.long
@pytest.mark.parametrize("name", FEATURES)
def test_the_product_does_without(outputs: dict[str, list[str]], name: str) -> None:
    usage, run, _, line, *reports = outputs[name][: len(WORK)]
    assert "find" in usage
    assert json.loads(run)["achieved_rate_per_s"] > 0
    assert "IOPS" in line
    assert all(reports)


@pytest.mark.long
@pytest.mark.parametrize("name", FLAGS)
def test_the_flags_of_a_feature_go_with_it(
    outputs: dict[str, list[str]], tmp_path: Path, name: str
) -> None:
    verb, flag = FLAGS[name]
    assert flag in run_command((*verb, "--help"), tmp_path).stdout
    assert flag not in outputs[name][len(WORK)]


@pytest.mark.long
@pytest.mark.parametrize("name", FORMATS)
def test_without_the_formats_of_a_program_import_reads_the_others(
    outputs: dict[str, list[str]], name: str
) -> None:
    """`import --list` begins each line with the program."""
    program_names = {line.split()[0] for line in outputs[name][len(WORK)].splitlines()}
    assert set(FORMATS.values()) - program_names == {FORMATS[name]}
    assert "iostat" in program_names


TIDE = '''"""How high the water stands."""
from plimsoll.base.feature import Feature, Verb
TIDE = Verb("tide", "For programs", 20, "plimsoll.features.tide.verb", lambda _: "The height.")
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
    more = {"__init__": "", "feature": TIDE, "verb": TIDE_VERB}
    copy = make_copy(tmp_path, more=more)
    height, usage = command_outputs({copy: (("tide",), ("--help",))})[copy]
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
