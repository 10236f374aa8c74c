"""What scripts rely on: help, examples, exit codes, and that a refusal loads nothing heavy."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from typer.main import get_command

from plimsoll.base import errors
from plimsoll.base.version import __version__
from plimsoll.cli import HEADINGS, VERBS, app, module_of
from plimsoll.cli.schema import DOCUMENTS, own
from plimsoll.native.record import RunRecord
from tests.conftest import Plimsoll
from tests.words import argv

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = [
    pytest.param(example, id=example) for verb in VERBS for example in module_of(verb).EXAMPLES
]


def test_every_verb_has_a_file_and_every_file_a_verb() -> None:
    files = {
        path.stem
        for path in (ROOT / "python/plimsoll/cli").glob("*.py")
        if not path.stem.startswith("_")
    }
    own = {verb.module for verb in VERBS.values() if verb.module.startswith("plimsoll.cli.")}
    assert {f"plimsoll.cli.{file}" for file in files} == own


@cache
def _whole() -> Any:
    """The command with every verb."""
    return get_command(app())


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_in_the_help_parses(example: str) -> None:
    program, verb, *words = shlex.split(example.partition(" > ")[0])
    assert (program, verb in VERBS) == ("plimsoll", True)
    command = _whole().commands[verb]
    if hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    # Parses every flag and refuses unknown ones, without running the verb.
    command.make_context(command.name, words)


def test_the_help_begins_with_seven_verbs_and_has_the_others_under_their_headings(
    plimsoll: Plimsoll,
) -> None:
    said = plimsoll("--help").out
    places = [said.index(f"\n{heading}:") for heading in HEADINGS]
    assert places == sorted(places)
    assert sum(verb.heading == "Start here" for verb in VERBS.values()) == 7
    assert all(f"\n  {verb} " in said for verb in VERBS)


def test_the_summary_of_a_verb_is_the_first_paragraph_of_its_help() -> None:
    found = {
        name: " ".join(command.help.partition("\n\n")[0].split())
        for name, command in _whole().commands.items()
    }
    assert found == {name: verb.summary() for name, verb in VERBS.items()}


def _loaded_modules(arguments: list[str]) -> set[str]:
    """The modules in memory at the end of a command."""
    program = (
        f"import json, sys; from plimsoll.cli import main; main({arguments!r});"
        " print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]], ids=" ".join)
def test_the_whole_command_loads_no_verb(arguments: list[str]) -> None:
    loaded = _loaded_modules(arguments)
    assert loaded & {verb.module for verb in VERBS.values()} == set()
    packages = {name.split(".")[1] for name in loaded if name.startswith("plimsoll.")}
    assert packages == {"_native", "base", "cli", "features"}
    of_features = {
        name.split(".")[3]
        for name in loaded
        if name.startswith("plimsoll.features.") and name.count(".") > 2
    }
    assert of_features == {"feature", "messages"}
    assert loaded & {"html", "pydantic", "tempfile", "tomllib"} == set()


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [["run", "--help"], ["find", "--help"], ["run", "--target", "null:", "--measure-for", "10ms"]],
    ids=" ".join,
)
def test_a_verb_loads_no_types_of_records(arguments: list[str]) -> None:
    assert _loaded_modules(arguments) & {"plimsoll.native.model", "plimsoll.native.record"} == set()


@pytest.mark.long
def test_an_unknown_verb_loads_no_verb() -> None:
    assert _loaded_modules(["no-such-verb"]) & {verb.module for verb in VERBS.values()} == set()


@pytest.mark.long
@pytest.mark.parametrize("verb", VERBS)
def test_help_shows_the_examples(plimsoll: Plimsoll, verb: str) -> None:
    ended = plimsoll(verb, "--help", COLUMNS="200")
    assert (ended.code, ended.err) == (0, "")
    for example in module_of(verb).EXAMPLES:
        assert example in ended.out


def test_every_action_has_a_help_with_examples_of_its_own() -> None:
    for verb, group in _whole().commands.items():
        for name, action in getattr(group, "commands", {}).items():
            assert action.help, f"{verb} {name}"
            assert f"  plimsoll {verb} {name}" in action.epilog


def test_the_version_is_the_same_everywhere(plimsoll: Plimsoll) -> None:
    said = plimsoll("--version").out
    named = rf"plimsoll {re.escape(__version__)}, (source tree|commit [0-9a-f]{{12}}), "
    assert re.fullmatch(named + r"sha256 [0-9a-f]{16}\n", said), said
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == __version__
    assert (
        tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
        == __version__
    )


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments", [["--help"], ["run", "--quick"], ["demo", "--help"]], ids=" ".join
)
def test_help_and_usage_errors_load_nothing_heavy(arguments: list[str]) -> None:
    # What costs time is what is imported: this does not depend on the machine's speed. The native
    # library reads the sentences of the help.
    heavy = ["rich", "vl_convert", "sqlite3", "numpy", "scipy", "plimsoll.store", "plimsoll.report"]
    program = (
        f"import sys; from plimsoll.cli import main; main({arguments!r}); "
        f"print([m for m in {heavy!r} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip().splitlines()[-1] == "[]"


@pytest.mark.long
def test_a_refused_target_draws_nothing_and_opens_no_store() -> None:
    heavy = ["rich", "vl_convert", "sqlite3"]
    program = (
        "import sys; from plimsoll.cli import main; code = main(['run', '--target',"
        f" 'nowhere.dat']); print(code, [m for m in {heavy!r} if m in sys.modules],"
        " file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip().splitlines()[-1] == "66 []"


def test_every_outcome_has_an_exit_code() -> None:
    outcomes = get_args(get_type_hints(RunRecord)["outcome"])
    assert set(outcomes) == set(
        argv("ok cannot_carry generator_limited not_steady cached failed stopped")
    )
    assert {outcome: errors.exit_code(outcome) for outcome in outcomes} == {
        "ok": 0,
        "cannot_carry": 0,
        "cached": 0,
        "generator_limited": 2,
        "not_steady": 2,
        "failed": 74,
        "stopped": 130,
    }


def test_no_error_ends_with_the_code_of_a_verdict() -> None:
    codes = {
        error.exit_code
        for error in vars(errors).values()
        if isinstance(error, type) and issubclass(error, errors.PlimsollError)
    }
    assert codes == {64, 65, 66, 70, 73, 74, 75, 130}


@pytest.mark.parametrize(
    ("side", "word"), [("python", "a crash was injected"), ("native", "injected")]
)
def test_an_injected_crash_is_one_line_and_a_log(
    plimsoll: Plimsoll, state_home: Path, side: str, word: str
) -> None:
    ended = plimsoll("run", "--target", "null:", PLIMSOLL_INJECT_CRASH=side, code=70)
    assert len(ended.err.strip().splitlines()) == 1
    assert "Traceback" not in ended.err
    [log] = (state_home / "plimsoll").iterdir()
    assert str(log) in ended.err
    assert "Traceback" in log.read_text()
    assert word in log.read_text()


def test_a_crash_without_a_place_for_the_log_still_says_where_it_is(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    ended = plimsoll(
        "engines",
        PLIMSOLL_INJECT_CRASH="python",
        XDG_STATE_HOME=str(tmp_path / "file"),
        TMPDIR=str(tmp_path),
    )
    assert ended.code == 70
    [log] = tmp_path.glob("plimsoll-*.log")
    assert str(log) in ended.err


@pytest.mark.long
def test_a_reader_that_leaves_is_no_defect(bash: Plimsoll) -> None:
    assert bash('"$PLIMSOLL" schema run | head -n 1').err == ""


@pytest.mark.long
@pytest.mark.parametrize("name", DOCUMENTS)
def test_published_schemas_are_schemas(plimsoll: Plimsoll, name: str) -> None:
    import jsonschema_rs

    schema = plimsoll("schema", name).document
    jsonschema_rs.meta.validate(schema)
    assert json.loads((ROOT / f"docs/reference/schemas/{name}.json").read_text()) == schema


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_shapes_of_a_document_are_told_apart(name: str) -> None:
    """By `schema` and `action`, or by the keys that each must have; a file has none of a document,
    and knows no other."""
    marks = []
    for shape in DOCUMENTS[name].shapes:
        schema = own(name, shape)
        keys = schema["properties"]
        assert shape != "file" or (schema["additionalProperties"], "schema" in keys) == (False,) * 2
        marks.append((keys.get("schema"), keys.get("action"), schema.get("required")))
    assert all(marks.count(mark) == 1 for mark in marks)


@pytest.mark.parametrize("verb", ["engines", "elements"])
def test_a_list_says_the_same_to_people_and_programs(plimsoll: Plimsoll, verb: str) -> None:
    document = plimsoll(verb, "--json").document
    assert document["schema"] == f"plimsoll.{verb}/1"
    names = [entry["name"] for entry in document[verb]]
    assert [line.split()[0] for line in plimsoll(verb).out.splitlines()] == names


@pytest.mark.long
@pytest.mark.parametrize(
    ("typed", "flag"),
    [
        (("policy", "plan", "p.toml", "--last"), "--last"),
        (("policy", "apply", "p.toml", "--print", "aws"), "--print"),
        (("policy", "show", "p.toml", "--junit", "p.xml"), "--junit"),
        (("policy", "remove", "p.toml", "--seed", "1"), "--seed"),
        (("hosts", "init", "--wheel", "dist"), "--wheel"),
        (("hosts", "status", "--target", "null:"), "--target"),
    ],
    ids=lambda typed: " ".join(typed) if isinstance(typed, tuple) else typed,
)
def test_a_flag_of_another_action_cannot_be_typed(
    plimsoll: Plimsoll, typed: tuple[str, ...], flag: str
) -> None:
    ended = plimsoll(*typed, code=64)
    assert flag in ended.err
    assert f"plimsoll {typed[0]} {typed[1]} --help" in ended.err
