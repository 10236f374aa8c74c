"""Whoever's words they are, what is printed or written for people steers no terminal and hides
nothing: a table of where the words come from and of every verb that can show them. What programs
read keeps them, letter by letter.
"""

import json
import re
import shlex
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from plimsoll.base.errors import InputError, PlimsollError
from plimsoll.base.printable import json_text, printable, printable_lines
from plimsoll.cli import main
from plimsoll.cli.terminal import screen
from plimsoll.report import forms
from plimsoll.store import Store
from tests.stack_texts import disk
from tests.store_edits import edit_store

STEERS = "\x1b[31m\x1b]0;title\x07\x08\x9b2J\x7f"
HIDES = "\u202eB\u2066c\u2028d\u200be\ufefff\U000e0041g\u200f\u061c"
HOSTILE = f"n{STEERS}{HIDES}z"
UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The general categories of Unicode by which the test knows them, apart from the list in the
product."""


def unsafe(text: str) -> set[str]:
    """What of a text is not to be seen raw, ends of lines apart."""
    return {
        sign
        for sign in text
        if unicodedata.category(sign) in UNSAFE and sign not in "\n\u200c\u200d"
    }


def test_what_python_calls_printable_is_left_as_it_is() -> None:
    every = [chr(code) for code in range(0x110000) if chr(code).isprintable()]
    assert not any(map(unsafe, every))
    assert "".join(map(printable_lines, "\n\x1b")) == "\n\\x1b"


def toml(text: str) -> str:
    """A string in TOML that says this."""
    return (
        '"'
        + "".join(
            sign if sign.isprintable() and sign not in '"\\' else f"\\U{ord(sign):08x}"
            for sign in text
        )
        + '"'
    )


@dataclass
class Output:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


@pytest.fixture
def show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Output]:
    """Runs a command in a folder of its own; nothing unsafe may leave it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def run(*arguments: str, codes: tuple[int, ...] = (0,), json_out: bool = False) -> Output:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        assert code in codes, (arguments, code, err)
        assert not unsafe(out), (arguments, unsafe(out))
        assert not unsafe(err), (arguments, unsafe(err))
        if code not in (0, 2):
            assert err.strip().splitlines()[-1].startswith("plimsoll: "), err
        if json_out:
            json.loads(out)
        return Output(code, out, err)

    return run


# -- the one function ------------------------------------------------------------------------------


def test_every_character_that_steers_or_hides_is_written_out() -> None:
    shown = printable(HOSTILE)
    assert not unsafe(shown)
    assert shown.startswith("n\\x1b[31m\\x1b]0;title\\x07\\x08\\x9b2J\\x7f\\u202eB")
    assert printable("a\nb\tc") == "a\\x0ab\\x09c"
    assert printable_lines("a\nb\tc") == "a\nb\\x09c"


@pytest.mark.long
def test_no_character_of_any_unsafe_kind_is_forgotten() -> None:
    letters_that_are_seen = {
        0x200C,
        0x200D,
        *range(0x600, 0x606),
        0x6DD,
        0x70F,
        0x890,
        0x891,
        0x8E2,
        0x110BD,
        0x110CD,
    }
    for code in range(0x110000):
        sign = chr(code)
        if unicodedata.category(sign) not in UNSAFE or code in letters_that_are_seen:
            continue
        # Hieroglyphs, shorthand and notes are laid out by these, and nothing else is.
        if 0x13430 <= code <= 0x13455 or 0x1BCA0 <= code <= 0x1BCA3 or 0x1D173 <= code <= 0x1D17A:
            continue
        assert printable(sign) != sign, hex(code)


def test_ordinary_text_stays_as_it_is() -> None:
    for text in (
        "µs − × ≤ 5 %",
        "Größe",
        "日本語",
        "سلام",
        "می\u200cخواهم",
        "👩\u200d💻",
        "I/O\u00a0s",
        "a\\b",
    ):
        assert printable(text) == text


def test_a_byte_that_is_no_utf_8_is_shown_as_that_byte() -> None:
    assert printable(b"caf\xe9.dat".decode(errors="surrogateescape")) == "caf\\xe9.dat"


def test_json_keeps_every_character_and_shows_none_of_them() -> None:
    text = json_text({"name": HOSTILE, "µ": "\ud800"}, indent=2)
    assert not unsafe(text)
    assert json.loads(text) == {"name": HOSTILE, "µ": "\ud800"}
    assert '"µ"' in text


def test_errors_are_printable_wherever_they_are_shown() -> None:
    error = InputError(f"the file {HOSTILE} is none", f"Name another than {HOSTILE}.")
    assert isinstance(error, PlimsollError)
    assert not unsafe(str(error))


def test_tables_lines_and_notes_are_printable(capsys: pytest.CaptureFixture[str]) -> None:
    screen.table([HOSTILE, "b"], [[HOSTILE, f"x\ny{HOSTILE}"]], title=HOSTILE)
    screen.lines([HOSTILE, "a\nb"])
    screen.block(f"{HOSTILE}\nsecond")
    screen.note(HOSTILE)
    screen.document({"a": HOSTILE})
    screen.document_line({"a": HOSTILE})
    with screen.Meter() as meter:
        meter.show(HOSTILE, 3.0, detail=HOSTILE)
        meter.say(HOSTILE)
    out, err = capsys.readouterr()
    assert not unsafe(out)
    assert not unsafe(err)
    assert "\na\\x0ab\n" in out, "a name does not make a second line"


def test_only_one_module_prints() -> None:
    cli = Path(screen.__file__).parents[1]
    prints = {
        str(path.relative_to(cli))
        for path in cli.rglob("*.py")
        if re.search(r"(?<![\w.])print\(|std(out|err)\.write\(|echo\(", path.read_text())
    }
    # The first tells errors, which are printable, and the version.
    assert prints == {"__init__.py", "terminal/screen.py"}


# -- names on the command line and in its environment ----------------------------------------------


def test_a_name_that_is_not_utf_8_is_told_plainly(
    show: Callable[..., Output], tmp_path: Path
) -> None:
    name = b"caf\xe9.dat".decode(errors="surrogateescape")
    (tmp_path / name).write_bytes(bytes(4096))
    shown = show("run", "--target", name, codes=(64,))
    assert "caf\\xe9.dat" in shown.err
    assert "UTF-8" in shown.err


TYPED: tuple[tuple[str, ...], ...] = (
    (HOSTILE,),
    ("run", HOSTILE),
    ("run", "--target", HOSTILE),
    ("run", "--target", f"stack:{HOSTILE}"),
    ("run", "--target", "null:", "--engine", HOSTILE),
    ("prepare", HOSTILE),
    ("check", HOSTILE),
    ("size", HOSTILE),
    ("doctor", "--root", HOSTILE),
    ("serve", HOSTILE, "--unix", f"{HOSTILE}/x"),
    ("report", "--store", HOSTILE),
    ("mark", HOSTILE, "--store", HOSTILE),
    ("compare", HOSTILE, HOSTILE),
    ("campaign", "status", HOSTILE),
    ("elements", HOSTILE),
    ("schema", HOSTILE),
)


@pytest.mark.parametrize("words", TYPED, ids=lambda words: " ".join(words[:-1]) or "a verb")
def test_what_is_typed_is_refused_in_printable_words(
    show: Callable[..., Output], words: tuple[str, ...]
) -> None:
    show(*words, codes=(64, 65, 66, 73, 74))


def test_where_the_log_of_a_crash_is_comes_from_the_environment(
    show: Callable[..., Output], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / f"{HOSTILE}\udce9"))
    # What other tests of this process have read is no matter of this one: a damaged store among
    # them would be told instead.
    monkeypatch.setattr("plimsoll.store.store._OPENED", {})
    monkeypatch.setenv("PLIMSOLL_INJECT_CRASH", "python")
    assert "crash-" in show("run", "--target", f"\udce9{HOSTILE}", codes=(70,)).err
    [log] = (tmp_path / f"{HOSTILE}\udce9" / "plimsoll").iterdir()
    assert not unsafe(log.read_text(encoding="utf-8"))


# -- names in files: stacks, promises, campaigns; and marks ----------------------------------------

STACK = f"""
[device.{toml(HOSTILE)}]
servers = 4
service = "100us"
[volume.data]
size = "64m"
path = [{toml(HOSTILE)}]
"""
FLAWED = f"""
[device.{toml(HOSTILE)}]
{toml(HOSTILE)} = {toml(HOSTILE)}
"""
PLAIN = disk("100us", servers=4, size="64m")
PROMISES = f"""
name = {toml(HOSTILE)}
target = "stack:plain.toml"
virtual = true
[lengths]
warmup_for = "10ms"
measure_for = "2s"
[[promise]]
name = {toml(HOSTILE)}
direction = "at_least"
value = "1 IOPS"
"""
CAMPAIGN = f"""
[campaign]
name = {toml(HOSTILE)}
virtual = true
measure_for = "200ms"
warmup_for = "10ms"
objective = "p99 <= 1ms"
levels = {{ {toml(HOSTILE)} = "p99 <= 2ms" }}
[[target]]
name = {toml(HOSTILE)}
path = "stack:plain.toml"
[workload]
name = {toml(HOSTILE)}
block_size = ["4k", "8k"]
[load]
rate = [100, 200]
"""


def test_elements_of_a_stack(show: Callable[..., Output], tmp_path: Path) -> None:
    (tmp_path / "stack.toml").write_text(STACK)
    (tmp_path / "flawed.toml").write_text(FLAWED)
    for arguments in (
        ("stack", "show", "stack.toml", "--svg", "stack.svg"),
        ("stack", "show", "stack.toml", "--json"),
        ("simulate", "stack.toml", "--measure-for", "100ms", "--store", "kept.db"),
        ("simulate", "stack.toml", "--measure-for", "100ms", "--json"),
        ("stack", "show", "flawed.toml"),
        ("simulate", "flawed.toml"),
        ("serve", "flawed.toml", "--unix", "s.sock"),
    ):
        # A stack may refuse such a name; then it says so.
        shown = show(*arguments, codes=(0, 2, 65))
        assert shown.code == 65 or arguments[1] == "stack.toml" or arguments[2] == "stack.toml"
    if (tmp_path / "stack.svg").exists():
        assert not unsafe((tmp_path / "stack.svg").read_text())


@pytest.mark.long
def test_promises(show: Callable[..., Output], tmp_path: Path) -> None:
    (tmp_path / "plain.toml").write_text(PLAIN)
    (tmp_path / "promises.toml").write_text(PROMISES)
    show("check", "promises.toml", "--junit", "junit.xml", "--store", "kept.db", codes=(0, 1, 2))
    show("check", "promises.toml", "--json", "--store", "kept.db", codes=(0, 1, 2), json_out=True)
    assert not unsafe((tmp_path / "junit.xml").read_text())
    ElementTree.parse(tmp_path / "junit.xml")
    show("report", "--store", "kept.db", "--to", "md")


@pytest.mark.long
def test_campaigns_their_targets_and_marks(show: Callable[..., Output], tmp_path: Path) -> None:
    (tmp_path / "plain.toml").write_text(PLAIN)
    name = f"c{HOSTILE.replace('/', '')}.toml"
    (tmp_path / name).write_text(CAMPAIGN)
    store = f"s{HOSTILE}.db"
    show("campaign", "plan", name)
    show("campaign", "plan", name, "--json", json_out=True)
    show("campaign", "run", name, "--store", store, codes=(0, 2))
    show("mark", HOSTILE, "--store", store, "--campaign", "1")
    show("campaign", "status", store)
    show("campaign", "status", store, "--json", json_out=True)
    show("watch", "--store", store, "--once")
    show("watch", "--store", store)
    show("watch", "--store", store, "--json")
    show("timeline", "--store", store, "--run", "1")
    show("timeline", "--store", store, "--run", "1", "--json", json_out=True)
    show("compare", f"{store}#1:{HOSTILE}", f"{store}#1:{HOSTILE}", codes=(0, 2, 64, 65))
    show("curve", "--store", store, codes=(0, 2, 65))
    show("limits", "--store", store, codes=(0, 2, 65))
    show_reports(show, tmp_path, store)


@pytest.mark.long
def test_what_a_damaged_or_hostile_store_says(show: Callable[..., Output], tmp_path: Path) -> None:
    (tmp_path / "plain.toml").write_text(PLAIN)
    show("simulate", "plain.toml", "--measure-for", "200ms", "--rate", "500", "--store", "kept.db")
    with edit_store(tmp_path / "kept.db") as store:
        [(spec,)] = store.execute("SELECT spec FROM run").fetchall()
        store.execute(
            "UPDATE run SET spec = ?",
            (spec.replace("stack:plain.toml", json.dumps(HOSTILE)[1:-1]),),
        )
        store.execute("UPDATE campaign SET objective = ?", (HOSTILE,))
    show("timeline", "--store", "kept.db")
    show_reports(show, tmp_path, "kept.db")


def show_reports(show: Callable[..., Output], folder: Path, store: str) -> None:
    """Shows the list of reports, and the report of the newest campaign in every form that is text,
    on stdout and in a file."""
    show("report", "--list", "--store", store)
    show("report", "--list", "--json", "--store", store, json_out=True)
    for form in (form.name for form in forms.FORMS if form.text):
        show("report", "--store", store, "--to", form)
    # A workbook and a PDF of hostile names are looked at in tests/report.
    for form in ("md", "csv", "json", "html"):
        output = folder / f"o{HOSTILE}.{form}"
        show("report", "--store", store, "--to", form, "--output", output.name, "--force")
        # The drawing library in a page is written with tabs.
        assert not unsafe(output.read_text(encoding="utf-8")) - {"\t"}, form
        for beside in folder.glob("o*-*.csv"):
            assert not unsafe(beside.read_text(encoding="utf-8"))


@pytest.mark.long
def test_what_a_command_says_beside_a_run_and_the_marks_on_it(
    show: Callable[..., Output], tmp_path: Path
) -> None:
    bad = (
        r"""printf '\033[31m\302\233 no json\n'; printf '{"a\\u001b[2J\\u202e": 1}\n'; """
        r"""printf '\033]0;t\007' >&2; exit 3"""
    )
    measured = shlex.split("run --target null: --measure-for 300ms --warmup-for 0s --store kept.db")
    show(*measured, "--collect", bad, codes=(0, 2))
    with Store.open(tmp_path / "kept.db") as store:
        [run] = store.runs(1)
        store.add_event(1, run.id, "mark", HOSTILE, at_ns=run.started_at_ns + 100_000_000)
    show("timeline", "--store", "kept.db")
    show("timeline", "--store", "kept.db", "--json", json_out=True)
    show("report", "--store", "kept.db", "--to", "md")
