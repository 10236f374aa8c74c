"""What a finding about the limiter rests on: every sign that a rule names has words, and figures
for them."""

import ast
from pathlib import Path

import pytest

from plimsoll.judge.limiter import rules, signs
from plimsoll.judge.limiter.signs import Sign

from .test_codes import JUDGE, codes_with_messages

PACKAGE = Path(rules.__file__).parents[2]


def kinds_in_package() -> set[str]:
    """Every kind that is written in the package: `sign("…")`, `no_limiter("…")`."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text()
        # Most files have neither.
        if "sign(" not in text and "no_limiter(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Call(
                    func=ast.Name("sign") | ast.Attribute(attr="no_limiter"), args=[kind]
                ):
                    found |= {
                        one.value
                        for one in ast.walk(kind)
                        if isinstance(one, ast.Constant) and isinstance(one.value, str)
                    }
                case _:
                    pass
    return found


@pytest.mark.long
def test_every_kind_has_words_and_every_words_a_rule() -> None:
    assert kinds_in_package() == codes_with_messages(JUDGE, "sign-") - {"step-exact"}


def test_a_finding_says_its_signs_in_words_and_as_codes() -> None:
    told = rules.of_line(0.4).to_json()
    assert [one["kind"] for one in told["signs"]] == ["met_then_missed", "idle_servers"]
    assert told["signs"][1]["figures"] == {"places": 0.4}
    assert told["because"] == signs.words(
        Sign(one["kind"], one["figures"]) for one in told["signs"]
    )
    assert told["because"].endswith(
        "on average only 0.40 operations are in service at once: the storage is idle part of the"
        " time"
    )
