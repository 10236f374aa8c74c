"""Whatever is typed, and whatever the surroundings: a line that says what is wrong and the
documented code, or the answer; never a defect, never for ever, never with all of the memory.
"""

from pathlib import Path

import pytest

from tests.hostile.conftest import Attempts
from tests.hostile.rig import WHOLE, Rig, assert_refusal, table, tools, whole
from tests.words import argv

ROOT = Path(__file__).resolve().parents[2]
STACK = ROOT / "examples/stacks/mm1.toml"
NULL = ("run", "--target", "null:", "--measure-for", "20ms", "--warmup-for", "0s")
SIMULATED = ("simulate", str(STACK))

# Values
# ---------------------------------------------------------------------------------------------------------------

# fmt: off
NUMBERS = ["nan", "NaN", "inf", "-inf", "-1", "-0.0001", "1e309", "9" * 400, "0x10", "", " ", "1 2", "1e", "--", "many", "1.5.2", "∞", "1\0", "1'", "½"]
OPTIONS = {
    # An option, and the values that are none of it beside the numbers above.
    "--rate": ["0", "1..", "..5", "5..1..2", "1:1s,", "1:-1s", "1e300"],
    "--read": ["101", "100.0001", "-5", "1e3"],
    "--queue-depth": ["0", "1.5", "9" * 30],
    "--workers": ["0", "1.5", "9" * 30],
    "--block-size": ["0", "-4k", "4q", "4k:", "4k:0", "4k:-1", "4k:nan", "4k:60,64k", ",", "1e", "9" * 30 + "k"],
    "--measure-for": ["0", "5", "-1s", "1q", "1s1", "nan s", "9" * 30 + "h"],
    "--warmup-for": ["5", "-1s", "1q", "nan s"],
    "--interval": ["1ms", "0s", "61s", "-1s", "5"],
    "--working-set": ["0", "0%", "101%", "-1", "nan%", "1q"],
    "--seed": ["-1", "1.5", str(2**64), "0x1"],
    "--max-outstanding": ["0", "-1", "1.5"],
    "--think-time": ["-1ms", "exp:", "exp:-1ms", "exp:nan", "5"],
    "--objective": ["p99", "p99 <=", "p99 <= 1", "p101 <= 1ms", "p99 <= -1ms", "p99 <= nan", "p99 <= 1ms and", "(" * 1000, "p" + "9" * 1000 + " <= 1ms"],
}
# fmt: on


@pytest.mark.parametrize("option", table(OPTIONS, "--rate"))
def test_a_quantity_that_is_none_is_a_usage_error(
    rig: Rig, attempts: Attempts, option: str
) -> None:
    values = [*NUMBERS, *OPTIONS[option]] if WHOLE else ["nan", "", *OPTIONS[option][:2]]
    for value in values:
        if "\0" in value:
            # The system itself hands no such word on.
            continue
        with_rate = ("--rate", "10") if option in ("--objective", "--max-outstanding") else ()
        assert_refusal(rig.plimsoll(*NULL, *with_rate, option, value), 64)
        attempts.count_success()


WORDS = (
    *("", " ", "\n", "\udcff", "\x1b[2J", "../" * 100, "x" * 100_000, "é" * 1000),
    *argv("- -- %s%n $(id) `id` ';id' {} null"),
)


@pytest.mark.parametrize(
    "option",
    [
        *argv(
            "--target --engine --pattern --arrivals --payload --on-error --steady "
            "--bursts --workload --store --engine-option"
        )
    ],
)
@whole
def test_a_word_that_is_none_is_told(rig: Rig, attempts: Attempts, option: str) -> None:
    for word in WORDS:
        if (option, word) == ("--engine", "null"):
            continue  # There is one.
        given = NULL if option != "--target" else ("run", *NULL[3:])
        with_rate = ("--rate", "10") if option in ("--arrivals", "--bursts") else ()
        ended = rig.plimsoll(*given, *with_rate, option, word)
        assert ended.code in (64, 65, 66, 73, 74) or (option == "--store" and ended.code == 0), (
            word,
            ended,
        )
        attempts.count_success()
    assert not list(rig.folder.glob("*uid=*"))


# Surroundings
# ---------------------------------------------------------------------------------------------------------

SURROUNDINGS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "an empty environment": (("env", "-i"), {}),
    "no home": (("env", "-u", "HOME", "-u", "XDG_STATE_HOME"), {}),
    "a home that is none": ((), {"HOME": "/dev/null", "XDG_STATE_HOME": "/dev/null"}),
    "a dumb terminal": ((), {"TERM": "dumb"}),
    "no terminal's name": ((), {"TERM": ""}),
    "columns below nothing": ((), {"COLUMNS": "-5", "LINES": "0"}),
    "columns without end": ((), {"COLUMNS": "999999999"}),
    "another language": ((), {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"}),
    "plain ASCII": ((), {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    "ASCII output": ((), {"PYTHONIOENCODING": "ascii"}),
    "an encoding that is none": ((), {"PYTHONIOENCODING": "utf-16"}),
    "no temporary folder": ((), {"TMPDIR": "/no/where"}),
    "a hostile time zone": ((), {"TZ": "../../../etc/passwd"}),
    "eight open files": (("prlimit", "--nofile=8"), {}),
    "no locked memory": (("prlimit", "--memlock=0"), {}),
    "no core and no message queues": (("prlimit", "--core=0", "--msgqueue=0"), {}),
    "files of no length": (("prlimit", "--fsize=0"), {}),
    "a little address space": (("prlimit", "--as=60000000"), {}),
    "a little stack": (("prlimit", "--stack=65536"), {}),
    "the lowest priority": (("nice", "-n", "19"), {}),
    "a umask of everything": (("sh", "-c", 'umask 777; exec "$@"', "sh"), {}),
}


@pytest.mark.long
@pytest.mark.parametrize("name", table(SURROUNDINGS, "an empty environment"))
def test_it_works_or_says_why_not_in_any_surroundings(
    rig: Rig, attempts: Attempts, name: str
) -> None:
    before, environment = SURROUNDINGS[name]
    tools(*(word for word in before[:1] if word != "env"))
    for words in (
        NULL,
        SIMULATED,
        ("engines",),
        ("campaign", "plan", str(ROOT / "examples/campaigns/first-look.toml")),
        ("doctor", "--quick"),
    ):
        ended = rig.plimsoll(*words, before=before, **environment)
        if before[:1] == ("prlimit",):
            assert ended.code in (0, 2, 64, 66, 74, 75), (words, ended)
        else:
            assert ended.code in (0, 2), (words, ended)
        attempts.count_success()


@whole
def test_a_folder_that_is_gone_is_told(rig: Rig, attempts: Attempts) -> None:
    gone = rig.path("gone")
    gone.mkdir()
    for words in (
        NULL,
        (*NULL, "--store", "s.db"),
        ("report",),
        ("web", "--listen", "127.0.0.1:99999"),
        ("demo",),
        ("campaign", "status", "s.db"),
    ):
        ended = rig.plimsoll(
            *words,
            before=("sh", "-c", f'mkdir -p {gone}; cd {gone}; rmdir {gone}; exec "$@"', "sh"),
        )
        assert ended.code in (0, 64, 66, 74, 75), (words, ended)
        attempts.count_success()


# Limits of the process
# ------------------------------------------------------------------------------------------------

LIMITS = {
    "little stack": "--stack=65536",
    "hardly any memory": "--as=20000000",
    "little memory": "--as=60000000",
    "few descriptors": "--nofile=6",
}


@pytest.mark.parametrize("name", table(LIMITS, "little stack"))
def test_a_process_that_may_have_little_says_so(rig: Rig, name: str) -> None:
    tools("prlimit")
    for words in (("--version",), (*NULL, "--measure-for", "100ms"), ("simulate", str(STACK))):
        ended = rig.plimsoll(*words, before=("prlimit", LIMITS[name]))
        assert ended.code in (0, 2) or (
            ended.code in (66, 74, 75) and ended.err.count("\n") <= 3
        ), (words, ended)
