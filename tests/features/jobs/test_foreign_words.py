"""Verbs that take the command line of another program: its words are that program's, whatever our
own flags are, and an h among them does not ask for help."""

import pytest

from plimsoll.cli import VERBS, module_of
from plimsoll.features.jobs.job_verb import ForeignCommand
from tests.conftest import Plimsoll

FOREIGN = [verb for verb in VERBS if getattr(module_of(verb), "CONTEXT", None)]


def test_every_verb_that_lets_foreign_words_through_keeps_them_whole() -> None:
    assert set(FOREIGN) == {"fio", "vdbench", "diskspd", "ndisk"}
    for verb in FOREIGN:
        module = module_of(verb)
        assert module.COMMAND is ForeignCommand
        assert module.CONTEXT["help_option_names"] == ["--help"]


@pytest.mark.parametrize("verb", FOREIGN)
@pytest.mark.parametrize("word", ["-h", "-help", "--help"])
def test_help_is_what_is_asked_for_alone(plimsoll: Plimsoll, verb: str, word: str) -> None:
    ended = plimsoll(verb, word)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(f"Usage: plimsoll {verb}")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fio -name=h1 -filename=/tmp/hh/t -bsplit=1", "option 'bsplit' is not known here"),
        ("fio -name=a -size=1m -iodepthh=8", "option 'iodepthh' is not known here"),
        ("fio -name=a -iodep=8", "'-iodep=8' may be any of iodepth, iodepth_batch"),
        ("fio -name=a -help", "--help of fio"),
        ("fio -name=a -h", "--help of fio"),
        ("vdbench -fhosts.parm", "hosts.parm"),
        ("vdbench -f hosts.parm -jro", "vdbench's -jro is not supported"),
        ("vdbench -f hosts.parm -tf", "vdbench's -tf is not supported"),
        ("vdbench -f hosts.parm -vw", "vdbench's -vw is not supported"),
        ("ndisk -fh.dat -S -r 50", "h.dat does not exist"),
        ("ndisk -f h.dat -S -r50 -h", "option -h not recognized"),
        ("diskspd -hx -c1M h.dat --campaign c.toml", "-hx"),
    ],
)
def test_a_foreign_word_is_read_by_the_rules_of_its_program(
    plimsoll: Plimsoll, line: str, says: str
) -> None:
    ended = plimsoll(*line.split())
    assert ended.code in (64, 65, 66), ended.out
    assert ended.out == ""
    assert says in ended.err
