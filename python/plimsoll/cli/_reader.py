"""The language of the reader: `--lang`, before or behind the verb, else the locale's."""

import os
from collections.abc import Mapping

from plimsoll.base import language
from plimsoll.base.errors import UsageError
from plimsoll.base.feature import Verb
from plimsoll.base.messages import language as written_language
from plimsoll.cli.messages import message

FLAG = "--lang"


def take(arguments: list[str], verbs: Mapping[str, Verb]) -> list[str]:
    """Chooses the language; the arguments without the flag. Raises UsageError for one that is not
    known."""
    code, rest = _split(arguments, verbs)
    code = language.of_environment(os.environ) if code is None else code
    if code not in language.LANGUAGES:
        known = ", ".join(f"{name} ({each.name})" for name, each in language.LANGUAGES.items())
        raise UsageError(*message.refusal("unknown-language", code=code, known=known))
    language.choose(code)
    verb = verbs.get(next((word for word in rest if not word.startswith("-")), ""))
    # A verb that measures stores English, and prints its answer by functions for the reader.
    if verb is not None and verb.reads and "--json" not in rest:
        written_language.set(code)
    return rest


def _split(arguments: list[str], verbs: Mapping[str, Verb]) -> tuple[str | None, list[str]]:
    """The value of the last flag, and the other arguments. What another program's arguments may be
    is left alone: all behind `--`, and behind a verb that reads a foreign command line."""
    code, rest = None, []
    words = iter(arguments)
    for word in words:
        if word == FLAG:
            code = next(words, None)
            if code is None:
                raise UsageError(*message.refusal("language-missing"))
        elif word.startswith(f"{FLAG}="):
            code = word.partition("=")[2]
        else:
            rest.append(word)
            verb = verbs.get(word)
            if word == "--" or (verb is not None and verb.foreign and len(rest) == 1):
                return code, [*rest, *words]
    return code, rest
