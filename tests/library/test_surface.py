"""What `import plimsoll` shows: exactly the public names, each documented, loaded when it is
used."""

import inspect
import json
import subprocess
import sys
from typing import Any

import pytest

import plimsoll as lib
from plimsoll.base.keys import LOAD, OF_DESCRIBED_STORAGE, RUN, WORKLOAD, Kind
from plimsoll.library import arguments

FUNCTIONS = ("check", "compare", "find", "judge_results", "open", "read", "run", "simulate")
ANSWERS = (
    *("RunResult", "LoadLine", "SimulationResult", "CheckResult", "Comparison", "Campaign"),
    "JudgeResult",
)
TYPES: dict[Kind, str] = {
    "size": "int | str",
    "percent": "float | str",
    "count": "int",
    "iops": "float",
    "rate": "float | str",
    "time": "str",
    "text": "str",
    "switch": "bool",
}


def test_the_module_shows_exactly_the_public_names() -> None:
    assert dir(lib) == sorted(lib.__all__)
    assert len(lib.__all__) == len(set(lib.__all__))
    for name in lib.__all__:
        assert getattr(lib, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'sweep'"):
        _ = lib.sweep


@pytest.mark.parametrize("name", [name for name in lib.__all__ if name[0] != "_"])
def test_every_public_name_is_documented(name: str) -> None:
    thing = getattr(lib, name)
    assert (inspect.getdoc(thing) or "").strip()
    if name in FUNCTIONS:
        said = inspect.getdoc(thing) or ""
        assert "Raises" in said, "what goes wrong is told"
        verb = {"read": "import", "judge_results": "judge"}.get(name, name)
        assert f"`plimsoll {verb}`" in said or name == "open"
    if inspect.isclass(thing):
        for member, value in inspect.getmembers(thing):
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                assert (inspect.getdoc(value) or "").strip(), f"{name}.{member}"


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_gives_its_document_code_frame_and_file(name: str) -> None:
    answer = getattr(lib, name)
    for member in ("document", "exit_code", "frame", "save", "_repr_html_"):
        assert hasattr(answer, member), member


@pytest.mark.parametrize("name", ANSWERS)
def test_a_figure_says_its_unit(name: str) -> None:
    """A property that is a number is a rate in IOPS, a time in seconds, bytes, a count or a
    share."""
    units = ("_iops", "_seconds", "_per_second", "_bytes")
    free = {"exit_code", "seed", "number", "campaign", "confidence", "outstanding_mean"}
    for member, value in inspect.getmembers(getattr(lib, name)):
        if isinstance(value, property) and not member.startswith("_"):
            returns = str(inspect.signature(value.fget).return_annotation)  # type: ignore[arg-type]
            if "float" in returns or "int" in returns.split(" | "):
                assert member.endswith(units) or member in free, member


def test_every_key_of_the_table_is_an_argument_of_its_type() -> None:
    def annotations_of(of: Any) -> dict[str, str]:
        return {
            name: getattr(value, "__forward_arg__", str(value))
            for name, value in of.__annotations__.items()
        }

    run, find = annotations_of(arguments.RunArguments), annotations_of(arguments.FindArguments)
    for name, key in (WORKLOAD | LOAD | RUN).items():
        assert run[name] == TYPES[key.kind], name
    assert WORKLOAD.keys() <= find.keys()
    simulate = annotations_of(arguments.SimulateArguments)
    assert WORKLOAD.keys() & simulate.keys() == set(OF_DESCRIBED_STORAGE)


def test_the_import_loads_nothing_but_itself() -> None:
    """So that the command answers at once: whatever is public is loaded when it is used."""
    program = (
        "import sys; before = set(sys.modules); import plimsoll, json;"
        " print(json.dumps(sorted(m for m in sys.modules if m.startswith('plimsoll'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == ["plimsoll"]


def test_a_program_that_uses_it_prints_nothing_of_its_own(
    capfd: pytest.CaptureFixture[str],
) -> None:
    lib.run("null:", rate=100, warmup_for="0s", measure_for="200ms")
    with pytest.raises(lib.UsageError):
        lib.run("null:", rate=-1)
    assert capfd.readouterr() == ("", "")
