"""Adding a part is a file and a line: each is really added to a copy of the package, and then found
wherever parts are listed."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import plimsoll

pytestmark = pytest.mark.long

PACKAGE = Path(plimsoll.__file__).parent


@dataclass(frozen=True)
class Addition:
    """A made-up part: its file (or the end of the file of its group), and the line that is put
    before `mark` in `listed`."""

    file: str
    content: str
    listed: str
    mark: str
    line: str
    messages: str = ""
    """Goes to the end of the catalogue beside the file."""


REPORT = Addition(
    "report/tide/page.py",
    '''"""A report that says which campaign it is of."""
from plimsoll.report.describe import Page
def fits(evidence): return None
def build(request): return Page("Tide", f"campaign {request.campaigns[0]} floats", (), (), (), "")
''',
    "report/registry.py",
    ')\n"""The reports of the core. ',
    '    ReportEntry("tide", str, "plimsoll.report.tide.page", 75),\n',
)
FORM = Addition(
    "report/forms/as_shout.py",
    '''"""The answer, loudly."""
from plimsoll.report.forms import FormOutput
def is_ours(head): return False
def draw(page, request): return FormOutput(page.answer.upper().encode() + b"\\n")
''',
    "report/forms/__init__.py",
    ')\n"""The forms of the core. ',
    '    FormEntry("shout", str, "plimsoll.report.forms.as_shout", "text/plain", 15, text=True),\n',
)
VERB = Addition(
    "cli/ballast.py",
    '''"""`plimsoll ballast`: what holds a ship down."""
from plimsoll.cli.terminal import screen
EXAMPLES = ("plimsoll ballast",)
def ballast() -> None:
    """Say what holds a ship down."""
    screen.lines(["water"])
''',
    "cli/__init__.py",
    '    *_core("For programs", schema=10),\n',
    '    *_core("For programs", ballast=20),\n',
    "summary-ballast = Say what holds a ship down.\n",
)
CHECK = Addition(
    "features/doctor/users.py",
    """

OUT = [CheckResult("note", "the tide is out")]
TIDE = Check("tide", GROUP, "the moon", lambda scene: OUT)
""",
    "features/doctor/checks.py",
    "    users.MOUNTED,\n",
    "    users.TIDE,\n",
    "why-tide = ships need water\nmend-tide = wait\n",
)


@pytest.fixture
def package_folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A copy of the package with one part more; the folder that it lies in."""
    one: Addition = request.param
    copy = tmp_path / "plimsoll"
    # What was compiled is copied, too: it is known by the time of its source, which is kept.
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("*.so"))
    for native in PACKAGE.glob("*.so"):
        (copy / native.name).symlink_to(native)
    (copy / one.file).parent.mkdir(exist_ok=True)
    with (copy / one.file).open("a") as file:
        file.write(one.content)
    if one.messages:
        with (copy / one.file).with_name("messages").joinpath("en.ftl").open("a") as file:
            file.write(one.messages)
    text = (copy / one.listed).read_text()
    assert text.count(one.mark) == 1
    (copy / one.listed).write_text(text.replace(one.mark, one.line + one.mark))
    return tmp_path


def command_output(folder: Path, *words: str, at: Path | None = None) -> str:
    """What the command of the package in this folder prints there, or where it is told."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"}
    command = [sys.executable, "-m", "plimsoll", *words]
    ended = subprocess.run(
        command, cwd=at or folder, capture_output=True, text=True, check=False, env=environment
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of one Run; to be copied, for a store may be written to by whoever reads it."""
    folder = tmp_path_factory.mktemp("store")
    (folder / "one.toml").write_text(
        '[device.disk]\nservice = "1ms"\n[volume.data]\nsize = "1g"\npath = ["disk"]\n'
    )
    run = ("run", "--target", "stack:one.toml", "--virtual", "--measure-for", "1s")
    command_output(PACKAGE.parent, *run, "--store", "one.db", at=folder)
    return folder / "one.db"


@pytest.mark.parametrize("package_folder", [REPORT], indirect=True)
def test_a_report(package_folder: Path, store: Path) -> None:
    shutil.copy(store, package_folder / "one.db")
    assert "tide" in [
        one["name"]
        for one in json.loads(
            command_output(package_folder, "report", "--list", "--store", "one.db", "--json")
        )["reports"]
    ]
    assert "campaign 1 floats" in command_output(
        package_folder, "report", "tide", "--store", "one.db", "--to", "md"
    )


@pytest.mark.parametrize("package_folder", [FORM], indirect=True)
def test_a_form_of_reports(package_folder: Path, store: Path) -> None:
    shutil.copy(store, package_folder / "one.db")
    assert "shout" in [
        one["name"]
        for one in json.loads(
            command_output(package_folder, "report", "--list", "--store", "one.db", "--json")
        )["forms"]
    ]
    answer = command_output(package_folder, "report", "--store", "one.db", "--to", "shout")
    assert answer == answer.upper() != ""


@pytest.mark.parametrize("package_folder", [VERB], indirect=True)
def test_a_verb(package_folder: Path) -> None:
    assert "Say what holds a ship down." in command_output(package_folder, "--help")
    assert command_output(package_folder, "ballast") == "water\n"


@pytest.mark.parametrize("package_folder", [CHECK], indirect=True)
def test_a_check_of_the_machine(package_folder: Path) -> None:
    found = json.loads(command_output(package_folder, "doctor", "--quick", "--json"))["findings"]
    assert [one["found"] for one in found if one["name"] == "tide"] == ["the tide is out"]
